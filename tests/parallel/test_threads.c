// label: threads
// test_threads.c - a few steps of scenes with several blocks by several threads, looked at in between: small enough for
// the thread sanitizer, which is to see every parallel loop of a step. The hash is that of one thread.
#include "harness.h"
#include "support/scenes.h"
#include "support/network_of.h"

static uint64_t life(const scene *s, int threads, double skin, int steps)
{
    sim a;
    world_options o = options_of(threads, 0, skin);
    uint64_t hash = 0;
    if (!sim_open(&a, s->text, NULL, 0, &o))
        return 0;
    bool ok = true;
    for (int k = 0; ok && k < 2; k++) {
        ok = sim_step(&a, steps / 2);
        frame f = sim_frame(&a);
        world_pulse_of(a.w);
        ok = ok && f.ball.count > 0;
        frame_clear(&f);
    }
    if (ok)
        hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

TEST(few_steps_of_many_threads)
{
    static const char *const names[] = {"bed",           "slope",          "sizes",
                                        "disks",         "stream",         "stirred",
                                        "nonsmooth-bed", "nonsmooth-hubs", "nonsmooth-stream",
                                        "nonsmooth-mesh"};
    for (int i = 0; i < 10; i++) {
        const scene *s = scene_find(names[i]);
        REQUIRE(s != NULL);
        double skin = i == 2 ? 0.1e-3 : 0.4e-3; // lists are built a few times
        uint64_t one = life(s, 1, skin, 40);
        CHECK_MSG(one != 0, "%s does not run", names[i]);
        for (int t = 2; t <= 3; t++)
            CHECK_MSG(life(s, t, skin, 40) == one, "%s with %d threads", names[i], t);
    }
}

// Without hubs no phase of the sweeps ends for all at once: each block waits for those beside it alone, across periodic
// borders too. In a lattice that leans, each of them has to.
static const char leaning[] =
    "scree: 1\nsolver: nonsmooth\nnonsmooth: {iterations: 20}\ngravity: [3 m/s^2, 1 m/s^2, -9.81 "
    "m/s^2]\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: 0.3}}}\n"
    "shapes: {bead: {ball: {radius: {distribution: uniform, from: 2.4 mm, to: 2.6 mm}}}}\n"
    "domain: {low: [0 mm, 0 mm, 0 mm], high: [120 mm, 80 mm, 300 mm], boundary: {x: periodic, y: "
    "wall, z: wall}, "
    "material: glass}\n"
    "grains: [{name: all, shape: bead, material: glass, packing: {law: lattice, counts: [24, 15, "
    "30], spacing: [5 mm, "
    "5.2 mm, 5.1 mm], origin: [2.5 mm, 2.7 mm, 2.6 mm]}}]\n"
    "run: {duration: 1 s, step: 0.5 ms, deepest_overlap: none}\n";

static uint64_t leaned(int threads, int steps)
{
    sim s;
    world_options o = options_of(threads, 0, 0);
    uint64_t hash = 0;
    if (sim_open(&s, leaning, NULL, 0, &o) && sim_step(&s, steps))
        hash = sim_hash(&s);
    if (hash)
        CHECK_MSG(network_of(s.w)->hubs.count == 0 && network_of(s.w)->report.blocks >= 6,
                  "%d blocks", network_of(s.w)->report.blocks);
    sim_close(&s);
    return hash;
}

TEST(blocks_wait_for_their_neighbours)
{
    enum { STEPS = 6 };
    uint64_t one = leaned(1, STEPS);
    CHECK(one != 0);
    for (int t = 2; t <= 4; t++)
        CHECK_MSG(leaned(t, STEPS) == one, "with %d threads", t);
}

// Two worlds do not know of each other.
TEST(two_worlds_take_turns)
{
    const scene *s = scene_find("bed");
    sim a, b, c;
    world_options two = options_of(2, 0, 0), three = options_of(3, 0, 1e-3);
    REQUIRE(sim_open(&a, s->text, NULL, 0, &two) &&
            sim_open(&b, scene_find("slope")->text, NULL, 0, &three) &&
            sim_open(&c, s->text, NULL, 0, NULL));
    for (int k = 0; k < 10; k++)
        CHECK(sim_step(&a, 2) && sim_step(&b, 3));
    CHECK(sim_step(&c, 20) && sim_hash(&a) == sim_hash(&c));
    sim_close(&a);
    sim_close(&b);
    sim_close(&c);
}

TEST_MAIN
