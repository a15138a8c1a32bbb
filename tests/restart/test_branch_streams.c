// test_branch_streams.c - a branch that asks something else of a stream: another rate, also of mass in place of number, another
// beginning, end or number. It counts from the branch on; nothing comes at once that was not due. Without a change not a
// bit changes, and what has begun is saved and goes on.
#include "harness.h"
#include "support/scenes.h"

// Grains of 8 mg fly side by side through a box without weight. A step is 0.5 ms.
static const char text[] =
    "scree: 1\ngravity: 0\nmaterials: {m: {density: 2 g/cm^3, young: 50 Pa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: 1 mm}}, pair: {clump: {balls: [{at: [0, 0, 0], radius: 1 mm}, "
    "{at: [1 mm, 0, 0], radius: 1 mm}]}}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "streams: [{name: s, shape: ball, material: m, low: [-0.5 m, -0.5 m, -0.5 m], high: [0.5 m, "
    "0.5 m, -0.4 m], rate: 400/s, velocity: [0 m/s, 0 m/s, 1 m/s]}]\n"
    "run: {duration: 1 s, step: 0.5 ms}\n";

typedef struct change {
    const char *before[2], *after[2]; // key of the stream and its value
    int steps, later;                 // before and after the branch
    int grains, at_once, in_all;      // at the branch, in its first step, at the end
} change;

static const change changes[] = {
    {{"rate", "400/s"}, {"rate", "400/s"}, 100, 100, 20, 1, 40},
    {{"rate", "400/s"}, {"rate", "200/s"}, 100, 100, 20, 1, 30},
    // 8.378 mg each: 40 of them in 0.335 g
    {{"rate", "400/s"}, {"rate", "3.351032163829112 g/s"}, 100, 100, 20, 1, 40},
    {{"rate", "3.351032163829112 g/s"}, {"rate", "400/s"}, 100, 100, 20, 1, 40},
    {{"rate", "3.351032163829112 g/s"}, {"rate", "1.675516081914556 g/s"}, 100, 100, 20, 1, 30},
    {{"from", "0.2 s"}, {"from", "0.2 s"}, 100, 400, 0, 0, 20},
    {{"from", "0.2 s"}, {"from", "0.1 s"}, 100, 200, 0, 0, 20},
    {{"from", "0.2 s"}, {"from", "0 s"}, 100, 100, 0, 1, 20},
    {{"from", "0 s"}, {"from", "0.1 s"}, 100, 200, 20, 0, 40},
    {{"to", "20 ms"}, {"to", "1 s"}, 100, 100, 8, 1, 28},
    {{"to", "20 ms"}, {"to", "40 ms"}, 100, 100, 8, 0, 8},
    {{"count", "8"}, {"count", "1000"}, 100, 100, 8, 1, 28},
    {{"count", "8"}, {"count", "10"}, 100, 100, 8, 1, 10},
    {{"count", "30"}, {"count", "8"}, 100, 100, 20, 0, 20},
};

static case_override set_of(const char *const pair[2], char key[40])
{
    snprintf(key, 40, "streams.s.%s", pair[0]);
    return (case_override){key, pair[1]};
}

static bool branch(const sim *from, const case_override *set, sim *to)
{
    image im = {0};
    scree_error error = {0};
    world_options o = options_of(1, 0, 0);
    const bool ok = world_image(from->w, &im, &error) == SCREE_OK && sim_read(to, text, set, 1) &&
                    world_restore(&to->m, &o, &im, &to->w, &error) == SCREE_OK;
    image_clear(&im);
    if (!ok)
        printf("  %s: %s\n", error.where, error.what);
    return ok;
}

TEST(a_stream_goes_on_from_the_branch)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const change *is = &changes[i];
        char key[2][40];
        sim a, b, c;
        const case_override before = set_of(is->before, key[0]);
        const case_override after = set_of(is->after, key[1]);
        REQUIRE(sim_open(&a, text, &before, 1, NULL) && sim_step(&a, is->steps));
        CHECK_MSG(world_grains(a.w) == is->grains, "%d: %d before", (int)i, (int)world_grains(a.w));
        REQUIRE(branch(&a, &after, &b) && sim_step(&b, 1));
        CHECK_MSG(world_grains(b.w) - is->grains == is->at_once, "%d: %d at once", (int)i,
                  (int)world_grains(b.w) - is->grains);
        CHECK(sim_step(&b, is->later - 1));
        CHECK_MSG(world_grains(b.w) == is->in_all, "%d: %d after", (int)i, (int)world_grains(b.w));
        // Saved before its first step and in the middle, it goes on to the bit.
        REQUIRE(branch(&a, &after, &c));
        sim_close(&a);
        a = c;
        REQUIRE(branch(&a, &after, &c) && sim_step(&c, is->later / 3));
        sim_close(&a);
        a = c;
        REQUIRE(branch(&a, &after, &c) && sim_step(&c, is->later - is->later / 3));
        CHECK_MSG(sim_hash(&c) == sim_hash(&b), "%d: not the same in parts", (int)i);
        sim_close(&a);
        sim_close(&b);
        sim_close(&c);
    }
}

#define BALLS                                                                                      \
    "{name: s, shape: ball, material: m, low: [-0.5 m, -0.5 m, -0.5 m], high: [0.5 m, 0.5 m, "     \
    "-0.4 m], rate: 400/s, velocity: [0 m/s, 0 m/s, 1 m/s]}"
#define PAIRS                                                                                      \
    "{name: p, shape: pair, material: m, low: [-0.5 m, -0.5 m, -0.3 m], high: [0.5 m, 0.5 m, "     \
    "-0.2 m], rate: 200/s, velocity: [0 m/s, 0 m/s, 1 m/s], from: 0.1 s}"

// Balls that are there go on as if bodies of several balls had been in the case from its start.
TEST(clumps_may_come_to_balls)
{
    static const char *const more[][2] = {{"solver", "smooth"},
                                          {"solver", "nonsmooth"},
                                          {"run.rotation", "leapfrog"},
                                          {"run.orientation", "true"}};
    for (int k = 0; k < 4; k++) {
        const case_override same = {more[k][0], more[k][1]};
        const case_override size = {"nonsmooth.diameter", "2 mm"}; // else that of the start
        const case_override balls[] = {same, size, {"streams", "[" BALLS "]"}};
        const case_override both[] = {same, size, {"streams", "[" BALLS ", " PAIRS "]"}};
        const world_options changed = {.threads = 1, .changed = true};
        sim from;
        sim to;
        sim whole;
        image im = {0};
        REQUIRE(sim_open(&from, text, balls, 3, NULL) && sim_step(&from, 100));
        REQUIRE(world_image(from.w, &im, NULL) == SCREE_OK && sim_read(&to, text, both, 3));
        if (!CHECK_MSG(sim_restore(&to, &im, &changed), "%s", more[k][1]))
            continue;
        REQUIRE(sim_open(&whole, text, both, 3, NULL) && sim_step(&whole, 100));
        CHECK(sim_step(&to, 200) && sim_step(&whole, 200));
        CHECK(world_grains(to.w) == 60 + 10);
        CHECK_MSG(k == 3 || sim_hash(&to) == sim_hash(&whole), "%s", more[k][1]);
        image_clear(&im);
        sim_close(&from);
        sim_close(&to);
        sim_close(&whole);
    }
}

TEST_MAIN
