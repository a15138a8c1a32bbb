// label: threads
// test_threads.c - a few steps of scenes with several blocks by several threads, looked at in between: small enough for
// the thread sanitizer, which is to see every parallel loop of a step. The hash is that of one thread.
#include "harness.h"
#include "support/scenes.h"

static uint64_t life(const scene *s, int threads, double skin, int steps)
{
    sim a;
    world_options o = options_of(threads, 0, skin);
    uint64_t hash = 0;
    if (!sim_open(&a, s->text, NULL, 0, &o)) return 0;
    bool ok = true;
    for (int k = 0; ok && k < 2; k++) {
        ok = sim_step(&a, steps / 2);
        frame f = sim_frame(&a);
        world_pulse_of(a.w);
        ok = ok && f.body.count > 0;
        frame_clear(&f);
    }
    if (ok) hash = sim_hash(&a);
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
        for (int t = 2; t <= 3; t++) CHECK_MSG(life(s, t, skin, 40) == one, "%s with %d threads", names[i], t);
    }
}

// Two worlds do not know of each other.
TEST(two_worlds_take_turns)
{
    const scene *s = scene_find("bed");
    sim a, b, c;
    world_options two = options_of(2, 0, 0), three = options_of(3, 0, 1e-3);
    REQUIRE(sim_open(&a, s->text, NULL, 0, &two) && sim_open(&b, scene_find("slope")->text, NULL, 0, &three) &&
            sim_open(&c, s->text, NULL, 0, NULL));
    for (int k = 0; k < 10; k++) CHECK(sim_step(&a, 2) && sim_step(&b, 3));
    CHECK(sim_step(&c, 20) && sim_hash(&a) == sim_hash(&c));
    sim_close(&a);
    sim_close(&b);
    sim_close(&c);
}

TEST_MAIN
