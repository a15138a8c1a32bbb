// label: sanitize, limit: 300 s
// test_matrix.c - run(2T) is run(T), save, load, run(T), for every scene, through memory and through files, with other
// threads, widths and skins after the restart than before, and wherever in a step contacts slide, begin, end or cross a
// border.
#include "harness.h"
#include "store/snapshot.h"
#include "support/scenes.h"

#include <stdlib.h>

typedef struct variant {
    const char *name;
    int threads_before, threads_after, width_after;
    double skin_before, skin_after;
    bool file;
    int every; // restart again and again; 0: once, in the middle
} variant;

// Each costs as much as the scene, so it changes several things at once.
static const variant variants[] = {
    {"fewer threads, scalar kernel, other skin, through a file", 2, 1, 1, 0.3e-3, 4e-3, true, 0},
    {"more threads, again and again", 1, 3, 0, 0, 0, false, 23},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

// Replaces the world by one made from its image.
static bool reborn(sim *s, const scene *what, world_options o, bool file)
{
    image im = {0};
    scree_error e = {0};
    double time = world_time(s->w);
    int64_t step = world_steps(s->w);
    bool ok = CHECK(world_image(s->w, &im, &e) == SCREE_OK);
    if (ok && file) {
        ok = CHECK(snapshot_write("matrix.h5", &im, NULL, &e) == SCREE_OK);
        image_clear(&im);
        ok = ok && CHECK(snapshot_read("matrix.h5", &im, &e) == SCREE_OK);
    }
    uint64_t before = image_hash(&im);
    sim_close(s);
    ok = ok && CHECK(sim_read(s, what->text, NULL, 0)) && CHECK(sim_restore(s, &im, &o));
    image_clear(&im);
    if (!ok)
        return false;
    CHECK_MSG(sim_hash(s) == before, "%s has another state when just loaded", what->name);
    return CHECK(world_time(s->w) == time && world_steps(s->w) == step);
}

static uint64_t life(const scene *s, const variant *v, bool restart)
{
    sim a;
    world_options before = options_of(v->threads_before, 0, v->skin_before),
                  after = options_of(v->threads_after, v->width_after, v->skin_after);
    if (!sim_open(&a, s->text, NULL, 0, &before))
        return 0;
    int part = !restart ? s->steps : v->every ? v->every : s->steps / 2;
    if (scenes_are_short && part < s->steps / 6)
        part = s->steps / 6;
    bool ok = true;
    for (int done = 0; ok && done < s->steps;) {
        int n = part < s->steps - done ? part : s->steps - done;
        ok = sim_step(&a, n);
        done += n;
        if (ok && restart && done < s->steps)
            ok = reborn(&a, s, after, v->file);
    }
    uint64_t hash = ok ? sim_hash(&a) : 0;
    sim_close(&a);
    return hash;
}

// Every second variant of a scene is looked at in quick tests, and every fourth under sanitizers, which see six lives of a scene at most.
static bool left_out(int scene, int variant)
{
    return !harness_takes(scene + variant);
}

TEST(restart_matrix)
{
    static const variant plain = {"plain", 1, 1, 0, 0, 0, false, 0};
    for (int i = 0; i < scene_count; i++) {
        if (left_out(i, 0) && left_out(i, 1))
            continue;
        uint64_t whole = life(&scenes[i], &plain, false);
        CHECK_MSG(whole != 0, "%s does not run", scenes[i].name);
        for (int k = 0; k < VARIANTS; k++) {
            if (left_out(i, k))
                continue;
            CHECK_MSG(life(&scenes[i], &variants[k], true) == whole, "%s, %s", scenes[i].name,
                      variants[k].name);
        }
    }
}

// A restart before the first step keeps the half kick of the start.
TEST(restart_at_the_start)
{
    enum { STEPS = 20 }; // the first of them differs if anything does
    for (int i = 0; i < scene_count; i++) {
        sim a, b;
        image im = {0};
        scree_error e = {0};
        if (!CHECK(sim_open(&a, scenes[i].text, NULL, 0, NULL)))
            continue;
        CHECK(world_image(a.w, &im, &e) == SCREE_OK && sim_read(&b, scenes[i].text, NULL, 0));
        world_options o = options_of(1, 0, 0);
        if (CHECK(sim_restore(&b, &im, &o)))
            CHECK_MSG(sim_step(&a, STEPS) && sim_step(&b, STEPS) && sim_hash(&a) == sim_hash(&b),
                      "%s", scenes[i].name);
        image_clear(&im);
        sim_close(&a);
        sim_close(&b);
    }
}

// A contact that holds across a gap and closes again stretches its spring by the whole of that step. That it was there
// is saved, whichever integrator there is: two balls swing on a bridge, with a restart in every step.
TEST(a_bridge_that_closes_under_leapfrog)
{
    static const char text[] =
        "scree: 1\ngravity: 0\n"
        "materials: {m: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: {law: mindlin, "
        "friction: 0.4}, "
        "cohesion: {law: capillary, surface_tension: 2 N/m, volume: 0.1 mm^3}}}\n"
        "shapes: {ball: {ball: {radius: 2.5 mm}}}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
        "grains:\n"
        "  - {name: left, shape: ball, material: m, packing: {law: lattice, spacing: [1 m, 1 m, 1 "
        "m], "
        "counts: [1, 1, 1], origin: [0, 0, 0]}}\n"
        "  - {name: right, shape: ball, material: m, velocity: [-0.1 m/s, 0.05 m/s, 0], packing: "
        "{law: lattice, "
        "spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [5.01 mm, 0, 0]}}\n"
        "run: {duration: 1 s, step: 5 us, integrator: leapfrog}\n";
    const world_options o = options_of(1, 0, 0);
    sim whole, often;
    int closed = 0;
    bool apart = false;
    REQUIRE(sim_open(&whole, text, NULL, 0, NULL) && sim_open(&often, text, NULL, 0, NULL));
    for (int k = 0; k < 3000; k++) {
        image im = {0};
        scree_error e = {0};
        REQUIRE(sim_step(&whole, 1) && sim_step(&often, 1) &&
                world_image(often.w, &im, &e) == SCREE_OK);
        world_destroy(often.w);
        REQUIRE(sim_restore(&often, &im, &o));
        image_clear(&im);
        frame f = sim_frame(&whole);
        bool now = v3_norm(v3_sub(f.ball.position[1], f.ball.position[0])) > 5e-3;
        closed += apart && !now;
        apart = now;
        frame_clear(&f);
    }
    CHECK_MSG(closed > 1, "touched %d times", closed);
    CHECK(sim_hash(&whole) == sim_hash(&often));
    sim_close(&whole);
    sim_close(&often);
}

// A restart after the last grain of a material has gone: the law sets of the case are still those of the contacts.
TEST(a_material_has_gone)
{
    static const char text[] =
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
        "materials: {a: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}, b: {density: 2500 "
        "kg/m^3, young: 20 MPa, "
        "poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
        "friction: 0.4}}}\n"
        "shapes: {ball: {ball: {radius: 5 mm}}}\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [10 cm, 10 cm, 10 cm], boundary: {x: periodic, y: "
        "periodic, z: wall}, "
        "material: b}\n"
        "removals: {sink: {low: [0 m, 0 m, 5 cm], high: [10 cm, 10 cm, 10 cm], every: 1 ms}}\n"
        "grains:\n"
        "  - {name: high, shape: ball, material: a, packing: {law: lattice, spacing: [1 cm, 1 cm, "
        "1 cm], counts: [5, "
        "5, 1], origin: [5 mm, 5 mm, 8 cm]}}\n"
        "  - {name: low, shape: ball, material: b, velocity: [0.1 m/s, 0 m/s, -0.5 m/s], packing: "
        "{law: lattice, "
        "spacing: [1 cm, 1 cm, 1 cm], counts: [5, 5, 2], origin: [5 mm, 5 mm, 5 mm]}}\n"
        "run: {duration: 1 s, ledger: true}\n";
    sim a, b;
    image im = {0};
    scree_error e = {0};
    world_options o = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, text, NULL, 0, &o));
    CHECK(sim_step(&a, (int64_t)(3e-3 / world_dt(a.w))) && world_balls(a.w) == 50);
    CHECK(world_image(a.w, &im, &e) == SCREE_OK && sim_read(&b, text, NULL, 0));
    if (CHECK(sim_restore(&b, &im, &o)))
        CHECK(sim_step(&a, 100) && sim_step(&b, 100) && sim_hash(&a) == sim_hash(&b));
    image_clear(&im);
    sim_close(&a);
    sim_close(&b);
}

// What a body keeps depends on the scheme: a branch with another one is refused by name, not misread. Both splittings
// keep the same.
TEST(a_branch_keeps_its_scheme)
{
    static const struct {
        const char *scene, *key, *value;
        bool good;
    } branches[] = {{"clumps", "run.rotation", "leapfrog", false},
                    {"leaping", "run.rotation", "split", false},
                    {"clumps", "run.rotation", "axes", true},
                    {"clumps", "run.integrator", "gear", false},
                    {"bed", "run.integrator", "gear", false},
                    {"geared", "run.integrator", "leapfrog", false},
                    {"bed", "run.integrator", "leapfrog", true},
                    {"rolling", "run.rotation", "leapfrog", true}}; // no clumps
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        const scene *s = scene_find(branches[i].scene);
        const case_override set = {branches[i].key, branches[i].value};
        sim a, b;
        image im = {0};
        scree_error e = {0};
        world_options o = options_of(1, 0, 0);
        REQUIRE(sim_open(&a, s->text, NULL, 0, &o) && sim_step(&a, 20) &&
                world_image(a.w, &im, &e) == SCREE_OK);
        sim_close(&a);
        REQUIRE(sim_read(&b, s->text, &set, 1));
        scree_status status = world_restore(&b.m, &o, &im, &b.w, &e);
        CHECK_MSG(status == (branches[i].good ? SCREE_OK : SCREE_BAD_INPUT), "%s with %s: %s, %s",
                  s->name, branches[i].value, branches[i].key, e.what);
        if (!branches[i].good)
            CHECK_STR(e.where, branches[i].key);
        if (status == SCREE_OK)
            CHECK(sim_step(&b, 5));
        image_clear(&im);
        sim_close(&b);
    }
}

// What belongs to the other solver may stand beside this one and keeps nothing.
TEST(schemes_of_the_other_solver)
{
    static const case_override sets[][2] = {
        {{"solver", "nonsmooth"}, {"run.integrator", "gear"}},
        {{"solver", "nonsmooth"}, {"run.rotation", "leapfrog"}}};
    const scene *s = scene_find("clumps");
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {sets[i][0], sets[i][1], {"run.step", "1e-4 s"}};
        sim a, b;
        image im = {0};
        scree_error e = {0};
        world_options o = options_of(1, 0, 0);
        REQUIRE(sim_open(&a, s->text, set, 3, &o) && sim_step(&a, 5) &&
                world_image(a.w, &im, &e) == SCREE_OK && sim_read(&b, s->text, set, 3));
        if (CHECK(sim_restore(&b, &im, &o)))
            CHECK(sim_step(&a, 5) && sim_step(&b, 5) && sim_hash(&a) == sim_hash(&b));
        image_clear(&im);
        sim_close(&a);
        sim_close(&b);
    }
}

// What the scenes promise, so that the matrix tests what its head says.
TEST(scenes_slide_and_cross)
{
    const scene *s = scene_find("bed");
    sim a;
    REQUIRE(sim_open(&a, s->text, NULL, 0, NULL));
    CHECK(sim_step(&a, s->steps / 2));
    frame f = sim_frame(&a);
    image im = {0};
    scree_error e = {0};
    CHECK(world_image(a.w, &im, &e) == SCREE_OK);
    int64_t sliding = 0, across = 0, touched = 0;
    for (int64_t i = 0; i < f.contact.count; i++) {
        v3 drag = v3_fma(f.contact.force[i], -f.contact.normal_force[i], f.contact.normal[i]);
        double limit = 0.4 * f.contact.normal_force[i];
        sliding += limit > 0 && fabs(v3_norm(drag) - limit) < 1e-9 * limit;
        touched += f.contact.overlap[i] > 0;
        across += f.contact.position_a[i].x < 0 || f.contact.position_a[i].x > 0.12;
    }
    const image_column *image = image_find(&im, "body/image", IMAGE_I64, 3);
    REQUIRE(image != NULL);
    int64_t crossed = 0;
    for (int64_t i = 0; i < image->rows; i++)
        crossed += ((const int64_t *)image->data)[3 * i] != 0;
    CHECK_MSG(sliding > 100, "%lld of %lld contacts slide", (long long)sliding, (long long)touched);
    CHECK_MSG(across > 10 && crossed > 5,
              "%lld contacts reach across the border, %lld grains have crossed", (long long)across,
              (long long)crossed);
    image_clear(&im);
    frame_clear(&f);
    sim_close(&a);
}

TEST_MAIN
