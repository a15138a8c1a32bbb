// label: sanitize
// test_trouble.c - worlds that cannot be made, and worlds that fail in a step: who, where, when and what to do is said,
// the same with any number of threads. A step on which a verdict fell leaves the state that a run without the limit
// has; a step that could not be computed leaves a world that can be looked at and nothing else.
#include "harness.h"
#include "support/scenes.h"

#include <stdio.h>

#define HEAD                                                                                       \
    "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: "      \
    "0.25}}\n"
#define LAWS "pairs: {soft-soft: {normal: {law: linear, stiffness: 10 kN/m}, tangential: none}}\n"
#define BALL "shapes: {ball: {ball: {radius: 1 cm}}}\n"
#define BOX                                                                                        \
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: wall, y: wall, z: "       \
    "wall}, material: soft}\n"
#define PERIODIC                                                                                   \
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: periodic, "  \
    "z: periodic}}\n"
#define SPACE "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\n"
#define GRAINS(name, more, spacing, counts, origin)                                                \
    "  - {name: " name ", shape: ball, material: soft, " more                                      \
    " packing: {law: lattice, spacing: [" spacing ", " spacing ", " spacing "], counts: [" counts  \
    "], origin: [" origin "]}}\n"

#define CUBES(laws, shape, walls, arm)                                                             \
    HEAD "pairs: {soft-soft: " laws "}\nshapes: {ball: " shape                                     \
         "}\nwalls: {w: {material: soft, " walls "}}\n" SPACE                                      \
         "grains:\n" GRAINS("dice", "", "5 cm", "2, 1, 1",                                         \
                            "0.45 m, 0.5 m, 0.5 m") "run: {duration: 1 s, arm: " arm "}\n"
#define DRY "{normal: {law: linear, stiffness: 10 kN/m}, tangential: none}"
#define STICKY                                                                                     \
    "{normal: {law: linear, stiffness: 10 kN/m}, tangential: none, cohesion: {law: dmt, "          \
    "work_of_adhesion: 1 mJ/m^2}}"
#define SHARP "{polyhedron: {builder: {platonic: cube, size: 1 cm}}}"
#define ROUND "{spheropolyhedron: {builder: {platonic: cube, size: 1 cm}, radius: 1 mm}}"
#define SUMMED                                                                                     \
    "{spheropolyhedron: {builder: {platonic: cube, size: 1 cm}, radius: 1 mm, meeting: features, " \
    "weights: sum}}"
#define FLOOR "plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}"
#define PLATE "disk: {centre: [0.5 m, 0.5 m, 0 m], normal: [0, 0, 1], radius: 0.4 m}"
#define PIPE(side, more)                                                                           \
    "cylinder: {from: [0 m, 0.5 m, 0.5 m], to: [1 m, 0.5 m, 0.5 m], radius: 20 cm, side: " side    \
        more "}"

typedef struct refusal {
    const char *name, *text, *says[5];
} refusal;

static const refusal refusals[] = {
    {"outside of the domain",
     HEAD LAWS BALL SPACE "grains:\n" GRAINS("lost", "", "3 cm", "2, 1, 1",
                                             "0.99 m, 0.5 m, 0.5 m") "run: {duration: 1 s}\n",
     {"lost", "1.02", NULL}},
    {"overlapping grains",
     HEAD LAWS BALL SPACE "grains:\n" GRAINS("one", "", "12 mm", "2, 1, 1",
                                             "0.5 m, 0.5 m, 0.5 m") "run: {duration: 1 s}\n",
     {"one", "overlap", NULL}},
    {"in a wall",
     HEAD LAWS BALL BOX "grains:\n" GRAINS("one", "", "3 cm", "1, 1, 1",
                                           "2 mm, 0.5 m, 0.5 m") "run: {duration: 1 s}\n",
     {"domain-x-low", "one", "deep", NULL}},
    {"periodic axis too short",
     HEAD LAWS BALL "domain: {low: [0 m, 0 m, 0 m], high: [3 cm, 1 m, 1 m], boundary: {x: "
                    "periodic}}\ngrains:\n" GRAINS("one", "", "3 cm", "1, 1, 1",
                                                   "1 cm, 0.5 m, 0.5 m") "run: {duration: 1 s}\n",
     {"periodic", "x", NULL}},
    {"step too long",
     HEAD LAWS BALL SPACE "grains:\n" GRAINS(
         "one", "", "3 cm", "1, 1, 1", "0.5 m, 0.5 m, 0.5 m") "run: {duration: 1 s, step: 10 ms}\n",
     {"step", "auto", NULL}},
    {"features summed that attract across a gap",
     CUBES("{normal: {law: jkr, work_of_adhesion: 1 J/m^2, restitution: 0.5}, tangential: none}",
           SUMMED, FLOOR, "common"),
     {"soft, soft", "across a gap", "plain sum", "weights: sum", NULL}},
    {"cubes with full arms",
     CUBES(DRY, SHARP, FLOOR, "full"),
     {"run.arm", "balls", "leave it out", NULL}},
};

// Next to those that are refused.
static const char *const allowed[] = {
    CUBES(DRY, SHARP, FLOOR, "common"),
    CUBES(DRY, SHARP, PIPE("inside", ", ends: true"), "common"),
    CUBES(DRY, ROUND, PIPE("inside", ""), "common"),
    CUBES(DRY, SHARP, PIPE("inside", ""), "common"),
    CUBES(DRY, ROUND, PIPE("outside", ", ends: true"), "common"),
    CUBES(DRY, ROUND, PLATE, "common"),
    CUBES(DRY, SHARP, "box: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], side: inside}", "common"),
    CUBES(STICKY, "{ball: {radius: 1 cm}}", PLATE, "full"),
};

static bool says_all(const char *name, const scree_error *e, const char *const *says)
{
    char all[4096];
    bool good = true;
    snprintf(all, sizeof all, "%s: %s (%s)", e->where, e->what, e->hint);
    for (int k = 0; says[k]; k++)
        good =
            CHECK_MSG(strstr(all, says[k]), "%s: \"%s\" does not say \"%s\"", name, all, says[k]) &&
            good;
    return CHECK_MSG(e->hint[0], "%s: \"%s\" has no remedy", name, all) && good;
}

TEST(worlds_that_cannot_be)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *r = &refusals[i];
        sim s;
        scree_error e = {0};
        world_options o = options_of(1, 0, 0);
        if (!CHECK_MSG(sim_read(&s, r->text, NULL, 0), "%s", r->name))
            continue;
        CHECK_MSG(world_create(&s.m, &o, &s.w, &e) == SCREE_BAD_INPUT && !s.w, "%s is not refused",
                  r->name);
        says_all(r->name, &e, r->says);
        sim_close(&s);
    }
}

TEST(worlds_that_can_be)
{
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        sim s;
        world_options o = options_of(1, 0, 0);
        if (!CHECK_MSG(sim_open(&s, allowed[i], NULL, 0, &o), "world %zu", i))
            continue;
        CHECK_MSG(sim_step(&s, 10), "world %zu", i);
        sim_close(&s);
    }
}

typedef struct mishap {
    const char *name, *text;
    bool spends;
    const char *says[5];
} mishap; // ids begin behind those of the walls

#define MANY(more)                                                                                 \
    "  - {name: rest, shape: ball, material: soft, " more                                          \
    " packing: {law: lattice, spacing: [3 cm, 3 cm, 3 cm], counts: [20, 20, 4], origin: [0.2 m, "  \
    "0.2 m, 0.2 m]}}\n"

static const mishap mishaps[] = {
    {"leaves the domain",
     HEAD LAWS BALL BOX "grains:\n" MANY("") GRAINS(
         "runner", "velocity: [50 m/s, 0 m/s, 0 m/s],", "3 cm", "1, 1, 1",
         "0.97 m, 0.9 m, 0.9 m") "run: {duration: 1 s, deepest_overlap: none, ledger: true}\n",
     false,
     {"grain 1606", "runner", "leaves", "time 0.0", NULL}},
    {"two of them: the lower id is named",
     HEAD LAWS BALL BOX "grains:\n" GRAINS("runner", "velocity: [50 m/s, 0 m/s, 0 m/s],", "3 cm",
                                           "1, 2, 1", "0.97 m, 0.9 m, 0.9 m")
         MANY("") "run: {duration: 1 s, deepest_overlap: none}\n",
     false,
     {"grain 6", "runner", "leaves", NULL}},
    {"too deep in a grain",
     HEAD LAWS BALL SPACE "grains:\n" MANY("")
         GRAINS("a", "velocity: [50 m/s, 0 m/s, 0 m/s],", "3 cm", "1, 1, 1", "0.5 m, 0.9 m, 0.9 m")
             GRAINS("b", "", "3 cm", "1, 1, 1", "0.53 m, 0.9 m, 0.9 m") "run: {duration: 1 s}\n",
     false,
     {"grains 1600 and 1601", "overlap", "0.3", "time 0.0", NULL}},
    {"too deep in a wall",
     HEAD LAWS BALL BOX "grains:\n" MANY("")
         GRAINS("a", "velocity: [50 m/s, 0 m/s, 0 m/s],", "3 cm", "1, 1, 1",
                "0.97 m, 0.9 m, 0.9 m") "run: {duration: 1 s}\n",
     false,
     {"grain 1606", "domain-x-high", "overlap", NULL}},
    {"runs away",
     HEAD LAWS BALL PERIODIC "grains:\n" MANY("")
         GRAINS("a", "velocity: [1e9 m/s, 0 m/s, 0 m/s],", "3 cm", "1, 1, 1",
                "0.97 m, 0.9 m, 0.9 m") "run: {duration: 1 s}\n",
     true,
     {"grain 1600", "runs away", NULL}},
};

static uint64_t sim_hash_quiet(sim *s)
{
    uint64_t hash;
    scree_error e;
    return world_hash(s->w, &hash, &e) == SCREE_OK ? hash : 0;
}

static void meet_mishap(const mishap *h, int threads, char told[1024])
{
    sim s;
    scree_error e = {0};
    world_options o = options_of(threads, 0, 0);
    told[0] = 0;
    if (!CHECK_MSG(sim_open(&s, h->text, NULL, 0, &o), "%s", h->name))
        return;
    scree_status status = SCREE_OK;
    while (status == SCREE_OK && world_steps(s.w) < 3000)
        status = world_step(s.w, 1, &e);
    CHECK_MSG(status == SCREE_DIVERGED, "%s does not fail", h->name);
    says_all(h->name, &e, h->says);
    snprintf(told, 1024, "%s: %s", e.where, e.what);
    frame f = sim_frame(&s);
    CHECK_MSG(f.ball.count == world_balls(s.w) && f.step == world_steps(s.w),
              "%s: no frame afterwards", h->name);
    CHECK_MSG(world_spent(s.w) == h->spends, "%s: spent or not", h->name);
    CHECK_MSG((sim_hash_quiet(&s) != 0) != h->spends, "%s: an image afterwards, or none", h->name);
    frame_clear(&f);
    sim_close(&s);
}

TEST(mishaps_are_named)
{
    for (size_t i = 0; i < sizeof mishaps / sizeof *mishaps; i++) {
        char told[3][1024];
        for (int t = 0; t < 3; t++)
            meet_mishap(&mishaps[i], t + 1, told[t]);
        CHECK_STR(told[1], told[0]);
        CHECK_STR(told[2], told[0]);
    }
}

static void run_until_it_fails(sim *s, const mishap *h, const case_override *set, int sets,
                               scree_error *e)
{
    REQUIRE(sim_open(s, h->text, set, sets, NULL));
    while (world_step(s->w, 1, e) == SCREE_OK && world_steps(s->w) < 3000) {
    }
    CHECK_MSG(world_steps(s->w) < 3000, "%s does not fail", h->name);
}

// The whole state, springs and all, is that of a run in which contacts may be as deep as they like, and the world goes
// on from it as that run does.
TEST(too_deep_is_a_verdict_on_a_whole_step)
{
    static const case_override limit = {"run.deepest_overlap", "0.3"},
                               none = {"run.deepest_overlap", "none"};
    for (int i = 2; i <= 3; i++) {
        sim a, b, c;
        scree_error e = {0};
        image im = {0};
        world_options o = options_of(1, 0, 0);
        run_until_it_fails(&a, &mishaps[i], &limit, 1, &e);
        REQUIRE(sim_open(&b, mishaps[i].text, &none, 1, NULL) &&
                sim_read(&c, mishaps[i].text, &none, 1));
        CHECK(sim_step(&b, world_steps(a.w)));
        CHECK_MSG(sim_hash(&a) == sim_hash(&b), "%s", mishaps[i].name);
        CHECK(world_image(a.w, &im, &e) == SCREE_OK && sim_restore(&c, &im, &o));
        CHECK(sim_hash(&c) == sim_hash(&b));
        // (the one in the wall is through it in the next step)
        if (i == 2)
            CHECK(sim_step(&b, 50) && sim_step(&c, 50) && sim_hash(&b) == sim_hash(&c));
        image_clear(&im);
        sim_close(&a);
        sim_close(&b);
        sim_close(&c);
    }
}

// A run that stopped over a lost grain and is then told to let it go is in the state of one that was told before.
TEST(a_loss_is_a_verdict_on_a_whole_step)
{
    static const case_override set = {"run.on_loss", "remove"};
    for (int i = 0; i <= 1; i++) {
        sim a, b, c;
        scree_error e = {0};
        image im = {0};
        world_options o = options_of(1, 0, 0);
        run_until_it_fails(&a, &mishaps[i], NULL, 0, &e);
        REQUIRE(sim_open(&b, mishaps[i].text, &set, 1, NULL) &&
                sim_read(&c, mishaps[i].text, &set, 1));
        CHECK(sim_step(&b, world_steps(a.w)));
        CHECK(world_image(a.w, &im, &e) == SCREE_OK && sim_restore(&c, &im, &o));
        CHECK_MSG(world_balls(c.w) < world_balls(a.w) && sim_hash(&b) == sim_hash(&c), "%s",
                  mishaps[i].name);
        image_clear(&im);
        sim_close(&a);
        sim_close(&b);
        sim_close(&c);
    }
}

TEST(a_spent_world_takes_no_more_steps)
{
    sim a, b;
    scree_error e = {0}, again = {0};
    image im = {0};
    run_until_it_fails(&a, &mishaps[4], NULL, 0, &e);
    int64_t step = world_steps(a.w);
    CHECK(world_spent(a.w) && world_step(a.w, 1, &again) == SCREE_DIVERGED &&
          world_steps(a.w) == step);
    CHECK_STR(again.what, e.what);
    CHECK_STR(again.where, e.where);
    memset(&again, 0, sizeof again);
    CHECK(world_image(a.w, &im, &again) == SCREE_DIVERGED && im.count == 0);
    CHECK_STR(again.what, e.what);
    CHECK(world_step(a.w, 1, NULL) == SCREE_DIVERGED);
    REQUIRE(sim_open(&b, mishaps[4].text, NULL, 0, NULL) && sim_step(&b, step));
    frame f = sim_frame(&a), g = sim_frame(&b);
    CHECK(
        f.ball.count == g.ball.count && f.ball.count > 0 &&
        !memcmp(f.ball.position, g.ball.position, (size_t)f.ball.count * sizeof *f.ball.position));
    frame_clear(&f);
    frame_clear(&g);
    sim_close(&a);
    sim_close(&b);
}

#define PILE                                                                                       \
    GRAINS("a", "velocity: [50 m/s, 0 m/s, 0 m/s],", "3 cm", "1, 1, 1", "0.5 m, 0.9 m, 0.9 m")     \
    GRAINS("b", "", "3 cm", "1, 1, 1", "0.53 m, 0.9 m, 0.9 m")

// Grains that fall over the border in the very step in which a contact elsewhere is too deep do not hide it: a row of
// them leaves, one in every step.
TEST(a_loss_does_not_hide_a_deep_contact)
{
    static const case_override remove = {"run.on_loss", "remove"};
    static const char *const texts[] = {
        HEAD LAWS BALL SPACE "grains:\n" PILE MANY("") "run: {duration: 1 s, step: 5e-5 s}\n",
        HEAD LAWS BALL SPACE "grains:\n" PILE MANY("") "STREAK"
                                                       "run: {duration: 1 s, step: 5e-5 s}\n"};
    char streak[9000] = "", text[12000];
    size_t n = 0;
    for (int i = 0; i < 40; i++) // 50 m/s is 2.5 mm a step: each is that much behind the one before
        n += (size_t)snprintf(streak + n, sizeof streak - n,
                              "  - {name: s%d, shape: ball, material: soft, velocity: [50 m/s, 0 "
                              "m/s, 0 m/s], packing: "
                              "{law: lattice, spacing: [3 cm, 3 cm, 3 cm], counts: [1, 1, 1], "
                              "origin: [%g m, %g m, %g "
                              "m]}}\n",
                              i, 0.999 - 2.5e-3 * i, 0.03 + 0.03 * (i % 20), 0.5 + 0.03 * (i / 20));
    const char *at = strstr(texts[1], "STREAK");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - texts[1]), texts[1], streak, at + 6);
    sim a, b;
    scree_error quiet = {0}, loud = {0};
    mishap h = {"deep alone", texts[0], false, {NULL}}, l = {"deep and lost", text, false, {NULL}};
    run_until_it_fails(&a, &h, &remove, 1, &quiet);
    run_until_it_fails(&b, &l, &remove, 1, &loud);
    CHECK_HAS(quiet.what, "grains 0 and 1 ");
    CHECK_STR(loud.what, quiet.what);
    CHECK_STR(loud.where, quiet.where);
    int64_t step = world_steps(b.w);
    CHECK_MSG(world_balls(b.w) == world_balls(a.w) + 40 - step && step > 2 && step < 40,
              "%lld grains are there in step %lld", (long long)world_balls(b.w), (long long)step);
    CHECK(!world_spent(b.w) && sim_hash_quiet(&b) != 0);
    sim_close(&a);
    sim_close(&b);
}

TEST(lost_grains_are_removed)
{
    const case_override set = {"run.on_loss", "remove"};
    sim s;
    REQUIRE(sim_open(&s, mishaps[1].text, &set, 1, NULL));
    int64_t before = world_balls(s.w);
    for (int k = 0; k < 2000 && world_balls(s.w) == before; k++)
        CHECK(sim_step(&s, 1));
    CHECK(world_balls(s.w) == before - 2);
    frame f = sim_frame(&s);
    CHECK(f.ball.count == before - 2 && f.ball.id[0] == 6 + 2); // the others keep their ids
    CHECK(world_flows_of(s.w).lost == 2 && world_flows_of(s.w).removed == 0 &&
          world_flows_of(s.w).streamed == 0);
    frame_clear(&f);
    sim_close(&s);
}

// In 2D nothing leaves the plane, whatever the first spin and gravity.
TEST(flat_worlds_stay_flat)
{
    sim s;
    REQUIRE(sim_open(&s, scene_find("disks")->text, NULL, 0, NULL));
    CHECK(sim_step(&s, 300));
    frame f = sim_frame(&s);
    CHECK(f.contact.count > 100);
    bool flat = true, spins = false;
    for (int64_t i = 0; i < f.ball.count; i++) {
        flat = flat && f.ball.position[i].z == f.ball.position[0].z && f.ball.velocity[i].z == 0 &&
               f.ball.spin[i].x == 0 && f.ball.spin[i].y == 0;
        spins = spins || f.ball.spin[i].z != 0;
    }
    CHECK(flat && spins);
    frame_clear(&f);
    sim_close(&s);
}

// Streams make what they say, where they say, with ids never used before; removals take what is in their box.
TEST(streams_and_removals)
{
    sim s;
    REQUIRE(sim_open(&s, scene_find("stream")->text, NULL, 0, NULL));
    int64_t start = world_balls(s.w);
    CHECK(sim_step(&s, 1200));
    frame f = sim_frame(&s);
    int64_t made = 0, left = 0;
    for (int64_t i = 0; i < f.ball.count; i++) {
        made += f.ball.set[i] == 1;
        left += f.ball.set[i] == 0;
        CHECK(i == 0 || f.ball.id[i] > f.ball.id[i - 1]);
    }
    CHECK_MSG(made > 100 && made <= 150, "the stream made %lld grains", (long long)made);
    CHECK_MSG(left < start - 10, "the sink took %lld grains", (long long)(start - left));
    CHECK(f.ledger.added != 0 && f.ledger.removed != 0);
    world_flows n = world_flows_of(s.w);
    CHECK(n.streamed >= made && n.removed > 0 && n.lost > 0);
    CHECK_MSG(start + n.streamed - n.removed - n.lost == f.ball.count,
              "%lld + %lld - %lld - %lld is not %lld", (long long)start, (long long)n.streamed,
              (long long)n.removed, (long long)n.lost, (long long)f.ball.count);
    frame_clear(&f);
    sim_close(&s);
}

TEST_MAIN
