// test_parts_life.c - what else a world of several parts does: it goes on from an image in another number of parts, shows
// the same frames, takes velocities that are written, says the same of trouble, and has parts without any grain.
// label: sanitize
#include "harness.h"
#include "support/scenes.h"

#include <string.h>

static world_options parts_of(int parts)
{
    world_options o = options_of(1, 0, 0);
    o.parts = parts;
    o.poison = true;
    return o;
}

// Runs a scene in stretches, each in another number of parts, with an image between them. A world points at its model,
// so the two scenes take turns instead of being copied.
static uint64_t relay(const char *text, const int *parts, int stretches, int steps)
{
    sim scene[2] = {0};
    sim *now = &scene[0];
    sim *next = &scene[1];
    const world_options o = parts_of(parts[0]);
    if (!sim_open(now, text, NULL, 0, &o))
        return 0;
    bool ok = sim_step(now, steps);
    for (int i = 1; ok && i < stretches; i++) {
        const world_options there = parts_of(parts[i]);
        ok = sim_hand_over(now, next, text, NULL, &there);
        sim *empty = now;
        now = next;
        next = empty;
        ok = ok && sim_step(now, steps);
    }
    const uint64_t hash = ok ? sim_hash(now) : 0;
    sim_close(now);
    return hash;
}

TEST(resumed_in_another_number)
{
    static const char *const names[] = {"bed", "clumps", "solids", "stream", "geared"};
    static const int one[] = {1}, some[] = {3, 5, 1, 2};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = scene_find(names[i])->text;
        CHECK_MSG(relay(text, some, 4, 60) == relay(text, one, 1, 240), "%s", names[i]);
    }
}

// ---- shares

// As many grains that touch stand below as grains that touch nothing above.
static const char uneven[] =
    "scree: 1\ngravity: [0, 0, 0]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 4 m]}\n"
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 N/m, restitution: 0.5}, tangential: "
    "{law: none}}}\n"
    "shapes: {b: {ball: {radius: 5 cm}}}\n"
    "grains:\n"
    "  - {name: below, shape: b, material: m, packing: {law: lattice, spacing: [9.9 cm, 9.9 cm, "
    "9.9 cm], counts: [8, 8, 8], origin: [10 cm, 10 cm, 10 cm]}}\n"
    "  - {name: above, shape: b, material: m, packing: {law: lattice, spacing: [11.2 cm, 11.2 cm, "
    "30 cm], counts: [8, 8, 8], origin: [10 cm, 10 cm, 1.4 m]}}\n"
    "run: {steps: 1, step: 0.1 ms, deepest_overlap: none}\n";

// The balls of each part after a step in one part and a hand-over to so many.
static bool shared_out(const char *text, int parts, int64_t *balls)
{
    sim before = {0};
    sim after = {0};
    const world_options one = parts_of(1);
    const world_options some = parts_of(parts);
    bool ok = sim_open(&before, text, NULL, 0, &one) && sim_step(&before, 2);
    ok = ok && sim_hand_over(&before, &after, text, NULL, &some);
    for (int i = 0; ok && i < parts; i++)
        balls[i] = world_load_of_part(after.w, i).balls;
    if (ok)
        sim_close(&after);
    return ok;
}

// Where contacts are known and nobody has measured steps yet, parts have as much work, not as many grains.
TEST(as_much_work)
{
    int64_t balls[2] = {0, 0};
    CHECK(shared_out(uneven, 2, balls));
    CHECK(balls[0] + balls[1] == 1024);
    CHECK_MSG(2 * balls[0] < balls[1], "%lld grains that touch and %lld", (long long)balls[0],
              (long long)balls[1]);
}

// A low bed under very many grains that touch nothing.
static const char rain[] =
    "scree: 1\ngravity: [0, 0, 0]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [2.5 m, 2.5 m, 8 m]}\n"
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 N/m, restitution: 0.5}, tangential: "
    "{law: none}}}\n"
    "shapes: {b: {ball: {radius: 5 cm}}}\n"
    "grains:\n"
    "  - {name: below, shape: b, material: m, packing: {law: lattice, spacing: [9.9 cm, 9.9 cm, "
    "9.9 cm], counts: [20, 20, 6], origin: [20 cm, 20 cm, 10 cm]}}\n"
    "  - {name: above, shape: b, material: m, packing: {law: lattice, spacing: [10.2 cm, 10.2 cm, "
    "15 cm], counts: [20, 20, 40], origin: [17.15 cm, 17.15 cm, 1 m]}}\n"
    "run: {steps: 1, step: 0.1 ms, deepest_overlap: none}\n";

// Lists of neighbours cost what grains are: where that outweighs a few more copies, the cut goes through bed and rain.
TEST(as_many_grains)
{
    int64_t balls[2] = {0, 0};
    CHECK(shared_out(rain, 2, balls));
    CHECK(balls[0] + balls[1] == 18400);
    CHECK_MSG(10 * balls[0] > 9 * balls[1] && 10 * balls[1] > 9 * balls[0], "%lld and %lld grains",
              (long long)balls[0], (long long)balls[1]);
}

// Layers of a lattice, all in four planes along each axis, are cut as well.
TEST(layers)
{
    static const char lattice[] =
        "scree: 1\ngravity: [0, 0, 0]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\n"
        "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 100 N/m, restitution: 0.5}, "
        "tangential: {law: none}}}\n"
        "shapes: {b: {ball: {radius: 5 cm}}}\n"
        "grains: [{name: all, shape: b, material: m, packing: {law: lattice, spacing: [20 cm, "
        "20 cm, 20 cm], counts: [4, 4, 4], origin: [10 cm, 10 cm, 10 cm]}}]\n"
        "run: {steps: 1, step: 0.1 ms}\n";
    int64_t balls[5] = {0};
    CHECK(shared_out(lattice, 5, balls));
    for (int i = 0; i < 5; i++)
        CHECK_MSG(balls[i] >= 12 && balls[i] <= 14, "part %d has %lld of 64", i,
                  (long long)balls[i]);
}

// ---- frames

// Arrays of nothing may be NULL, which memcmp must not be given.
static bool same(const void *one, const void *other, int64_t count, size_t size)
{
    return count == 0 || memcmp(one, other, (size_t)count * size) == 0;
}

static bool balls_equal(const frame_balls *x, const frame_balls *y)
{
    bool equal = x->count == y->count;
#define SAME(name, type, unit, doc)                                                                \
    if (equal && x->name)                                                                          \
        equal = y->name && same(x->name, y->name, x->count, sizeof *x->name);
    FRAME_BALLS(SAME)
    return equal;
}

static bool contacts_equal(const frame_contacts *x, const frame_contacts *y)
{
    bool equal = x->count == y->count;
    FRAME_CONTACTS(SAME)
#undef SAME
    return equal;
}

static bool frames_equal(const frame *x, const frame *y)
{
    return balls_equal(&x->ball, &y->ball) && contacts_equal(&x->contact, &y->contact) &&
           memcmp(&x->ledger, &y->ledger, sizeof x->ledger) == 0;
}

TEST(frames)
{
    static const char *const names[] = {"bed", "clumps", "mesh", "outlines"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sim a, b;
        const world_options one = options_of(1, 0, 0), four = parts_of(4);
        REQUIRE(sim_open(&a, scene_find(names[i])->text, NULL, 0, &one));
        REQUIRE(sim_open(&b, scene_find(names[i])->text, NULL, 0, &four));
        for (int k = 0; k < 3; k++) {
            CHECK(sim_step(&a, 67) && sim_step(&b, 67));
            frame f = sim_frame(&a), g = sim_frame(&b);
            CHECK_MSG(frames_equal(&f, &g), "%s after %d steps", names[i], 67 * (k + 1));
            for (int wall = 0; wall < f.walls && wall < g.walls; wall++)
                CHECK_MSG(
                    same(&f.wall[wall].force, &g.wall[wall].force, 1, sizeof f.wall[wall].force),
                    "wall %s of %s", f.wall[wall].name, names[i]);
            frame_clear(&f);
            frame_clear(&g);
        }
        sim_close(&a);
        sim_close(&b);
    }
}

// ---- velocities that are written

static uint64_t write_and_run(const char *text, int parts, int before)
{
    sim a;
    scree_error error;
    uint64_t hash = 0;
    const world_options o = parts_of(parts);
    if (!sim_open(&a, text, NULL, 0, &o))
        return 0;
    bool ok = before == 0 || sim_step(&a, before);
    frame f = sim_frame(&a);
    for (int64_t i = 0; ok && i < f.ball.count; i += 7) {
        const int64_t id = f.ball.id[i];
        const v3 fast = {0.3, -0.2, 0.5};
        const v3 spin = {10, 20, -5};
        ok = world_write(a.w, WORLD_VELOCITY, &id, &fast, 1, &error) == SCREE_OK &&
             world_write(a.w, WORLD_SPIN, &id, &spin, 1, &error) == SCREE_OK;
    }
    frame_clear(&f);
    if (ok && sim_step(&a, 40))
        hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

TEST(written_velocities)
{
    static const char *const names[] = {"bed", "rolling"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int before = 0; before <= 120; before += 120) {
            const char *text = scene_find(names[i])->text;
            const uint64_t plain = write_and_run(text, 1, before);
            CHECK_MSG(plain != 0 && write_and_run(text, 3, before) == plain,
                      "%s, written after %d steps", names[i], before);
        }
}

// ---- large clumps, of which few balls move in each step; laws that reach across gaps

#define BOX                                                                                        \
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"                                                     \
    "materials: {soft: {density: 2500 kg/m^3, young: 2 MPa, poisson: 0.25}}\n"                     \
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 12 cm], boundary: {x: periodic, y: wall, "  \
    "z: wall}, material: soft}\n"

static const char stones[] =
    BOX "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "
        "friction: 0.4}}}\n"
        "shapes:\n"
        "  stone: {clump: {fill: {builder: {box: [9 mm, 6 mm, 4 mm]}, balls_most: 30}}}\n"
        "  ball: {ball: {radius: 2 mm}}\n"
        "grains:\n"
        "  - {name: stones, shape: stone, material: soft, velocity: [0.9 m/s, 0.4 m/s, -2 m/s], "
        "spin: [30 rad/s, 20 rad/s, 40 rad/s], packing: {law: random, count: 45, low: [0 m, 0 m, 1 "
        "cm], high: [4 cm, 4 cm, 9 cm], seed: 3}}\n"
        "  - {name: balls, shape: ball, material: soft, velocity: [0 m/s, 0.5 m/s, -2 m/s], "
        "packing: {law: random, count: 20, low: [0 m, 0 m, 0.5 cm], high: [4 cm, 4 cm, 4 cm], "
        "seed: 8}}\n"
        "run: {duration: 1 s, deepest_overlap: 1, ledger: true}\n";

static const char bridges[] =
    BOX "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
        "friction: 0.4}, cohesion: {law: capillary, surface_tension: 0.5 N/m, contact_angle: "
        "10 deg, volume: 0.05 mm^3}}}\n"
        "shapes: {ball: {ball: {radius: 2 mm}}}\n"
        "grains:\n"
        "  - {name: balls, shape: ball, material: soft, velocity: [0.4 m/s, 0.5 m/s, -1 m/s], "
        "packing: {law: random, count: 300, low: [0 m, 0 m, 0 cm], high: [4 cm, 4 cm, 5 cm], "
        "seed: 8}}\n"
        "run: {duration: 1 s, deepest_overlap: 1, ledger: true}\n";

TEST(large_clumps)
{
    static const int one[] = {1}, three[] = {3}, five[] = {5};
    const uint64_t plain = relay(stones, one, 1, 500);
    CHECK(plain != 0 && relay(stones, three, 1, 500) == plain);
    CHECK(relay(stones, five, 1, 500) == plain);
}

TEST(reach_across_gaps)
{
    static const int one[] = {1}, three[] = {3}, five[] = {5};
    const uint64_t plain = relay(bridges, one, 1, 400);
    CHECK(plain != 0 && relay(bridges, three, 1, 400) == plain);
    CHECK(relay(bridges, five, 1, 400) == plain);
}

// Two balls that part while a bridge still holds them, farther than the skin: each part has to see the other ball for
// the sake of the contact alone.
static const char bridge[] = BOX
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none, cohesion: {law: "
    "capillary, surface_tension: 0.02 N/m, volume: 0.05 mm^3}}}\n"
    "shapes: {ball: {ball: {radius: 2 mm}}}\n"
    "grains:\n"
    "  - {name: left, shape: ball, material: soft, velocity: [0.2 m/s, 0 m/s, 0 m/s], packing: "
    "{law: lattice, spacing: [5 mm, 5 mm, 5 mm], counts: [1, 1, 1], origin: [1 cm, 2 cm, 6 "
    "cm]}}\n"
    "  - {name: right, shape: ball, material: soft, velocity: [-0.2 m/s, 0 m/s, 0 m/s], packing: "
    "{law: lattice, spacing: [5 mm, 5 mm, 5 mm], counts: [1, 1, 1], origin: [14.1 mm, 2 cm, 6 "
    "cm]}}\n"
    "run: {duration: 1 s, step: 10 us, ledger: true}\n";

TEST(contacts_longer_than_the_skin)
{
    sim a, b;
    world_options one = options_of(1, 0, 1e-5), two = parts_of(2);
    two.skin = one.skin;
    REQUIRE(sim_open(&a, bridge, NULL, 0, &one) && sim_open(&b, bridge, NULL, 0, &two));
    double widest = 0;
    for (int k = 0; k < 80; k++) {
        CHECK(sim_step(&a, 10) && sim_step(&b, 10));
        frame f = sim_frame(&a);
        for (int64_t i = 0; i < f.contact.count; i++)
            widest = -f.contact.overlap[i] > widest ? -f.contact.overlap[i] : widest;
        frame_clear(&f);
        CHECK_MSG(sim_hash(&a) == sim_hash(&b), "after %d steps", 10 * k + 10);
    }
    CHECK_MSG(widest > 1e-4, "no contact was longer than %g m", widest);
    sim_close(&a);
    sim_close(&b);
}

// ---- few grains, trouble, refusals

static const char few[] =
    BOX "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: none}}\n"
        "shapes: {ball: {ball: {radius: 2 mm}}}\n"
        "grains:\n"
        "  - {name: balls, shape: ball, material: soft, velocity: [4 m/s, 0 m/s, 0 m/s], packing: "
        "{law: lattice, spacing: [4.1 mm, 4.1 mm, 4.1 mm], counts: [1, 1, 3], origin: [2 cm, 2 cm, "
        "3 mm]}}\n"
        "run: {duration: 1 s, deepest_overlap: 1}\n";

TEST(more_parts_than_grains)
{
    static const int one[] = {1}, eight[] = {8};
    const uint64_t plain = relay(few, one, 1, 900);
    CHECK(plain != 0 && relay(few, eight, 1, 900) == plain);
}

static void trouble_of(int parts, const char *overlap, scree_error *out)
{
    sim a;
    const world_options o = parts_of(parts);
    const case_override set[] = {{"run.deepest_overlap", overlap}};
    memset(out, 0, sizeof *out);
    REQUIRE(sim_open(&a, bridges, set, 1, &o));
    CHECK(world_step(a.w, 3000, out) == SCREE_DIVERGED);
    sim_close(&a);
}

TEST(trouble_is_told_alike)
{
    scree_error one, five;
    trouble_of(1, "0.002", &one);
    trouble_of(5, "0.002", &five);
    CHECK_MSG(!strcmp(one.what, five.what) && !strcmp(one.where, five.where), "%s: %s, %s: %s",
              one.where, one.what, five.where, five.what);
}

TEST_MAIN
