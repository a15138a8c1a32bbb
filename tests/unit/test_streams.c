// test_streams.c - every grain of a stream comes in with the step in which it is due, however long the steps are; what
// finds no place is counted as missing and comes later; lists take newcomers without a build. label: sanitize
#include "harness.h"
#include "support/scenes.h"

#include <math.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {glass: {density: 2500 kg/m^3, young: 20 kPa, poisson: 0.25}}\n"         \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "        \
    "friction: 0.4}}}\n"                                                                           \
    "domain: {low: [0 m, 0 m, 0 m], high: [10 cm, 10 cm, 30 cm], boundary: {x: periodic, y: "      \
    "periodic, z: wall}, "                                                                         \
    "material: glass}\n"                                                                           \
    "gravity: [0, 0, -9.81 m/s^2]\nshapes: {bead: {ball: {radius: 1 mm}}, mixed: {ball: {radius: " \
    "{distribution: "                                                                              \
    "uniform, from: 0.5 mm, to: 1.5 mm}}}}\n"
#define STREAM(shape, more)                                                                        \
    "streams: {rain: {shape: " shape                                                               \
    ", material: glass, low: [0 cm, 0 cm, 20 cm], high: [10 cm, 10 cm, 29 cm], "                   \
    "velocity: [0 m/s, 0 m/s, -1 m/s], " more "}}\n"
#define RAIN(more) HEAD "grains: []\n" STREAM("bead", more)

// How many times from + k / rate lie before that time, with from, rate and steps for which nothing is rounded.
static int64_t due_before(double time, double from, double rate)
{
    int64_t count = 0;
    while (from + (double)count / rate < time)
        count++;
    return count;
}

static const struct {
    const char *text;
    double from, rate;
} exact[] = {
    {RAIN("rate: 100/s") "run: {deepest_overlap: none, duration: 1 s, step: 0.0001220703125 s}\n",
     0, 100},
    {RAIN("rate: 32768/s, from: 0.015625 s") "run: {deepest_overlap: none, duration: 1 s, step: "
                                             "0.0001220703125 s}\n",
     1.0 / 64, 32768},
    {RAIN("rate: 1024/s") "solver: nonsmooth\nrun: {deepest_overlap: none, duration: 1 s, step: "
                          "0.00390625 s}\n",
     0, 1024},
    {RAIN("rate: 7/s, from: 0.015625 s") "solver: nonsmooth\nrun: {deepest_overlap: none, "
                                         "duration: 1 s, step: "
                                         "0.00390625 s}\n",
     1.0 / 64, 7},
};

// Without weight, and slow: none gets to the floor.
static const case_override drifting[] = {{"gravity", "0"},
                                         {"streams.rain.velocity", "[0, 0, -0.1 m/s]"}};

TEST(each_grain_comes_in_its_step)
{
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        sim s;
        REQUIRE(sim_open(&s, exact[i].text, drifting, 2, NULL));
        for (int n = 0; n < 200; n++) {
            REQUIRE(sim_step(&s, 1));
            int64_t due = due_before(world_time(s.w), exact[i].from, exact[i].rate);
            if (!CHECK_MSG(world_grains(s.w) == due, "case %d, step %d: %lld grains, %lld are due",
                           (int)i, n, (long long)world_grains(s.w), (long long)due))
                break;
        }
        sim_close(&s);
    }
}

// Times that no double holds: 1000/s in steps of 4 ms are four in each step, and 300 in 0.3 s.
TEST(a_rate_is_kept_in_long_steps)
{
    sim s;
    REQUIRE(sim_open(&s,
                     RAIN("rate: 1000/s") "solver: nonsmooth\nrun: {deepest_overlap: none, "
                                          "duration: 0.3 s, step: 4 ms}\n",
                     NULL, 0, NULL));
    for (int n = 1; n <= 75; n++) {
        REQUIRE(sim_step(&s, 1));
        CHECK(world_grains(s.w) == 4 * n);
    }
    CHECK(world_stream_tally(s.w, 0).missing == 0 && world_stream_tally(s.w, 0).got == 1000);
    sim_close(&s);
}

// A rate that no box has room for is refused by name, whatever limits the number of grains.
static void refused(const char *text, const char *where, const char *words)
{
    sim s = {0};
    scree_error error = {0};
    REQUIRE(sim_read(&s, text, NULL, 0));
    CHECK(world_create(&s.m, NULL, &s.w, &error) == SCREE_BAD_INPUT && s.w == NULL);
    CHECK_STR(error.where, where);
    CHECK_HAS(error.what, words);
    sim_close(&s);
}

TEST(rates_without_end_are_refused)
{
    refused(RAIN("rate: 1e300/s, count: 1000000000") "run: {duration: 1 s, step: 0.1 ms}\n",
            "streams.rain",
            "the stream brings 1e+09 grains in a step of 0.0001 s, and no more than ");
    refused(RAIN("rate: 1e300/s, to: 1 ns") "run: {duration: 1 s, step: 0.1 ms}\n", "streams.rain",
            "grains in");
    refused(RAIN("rate: 1e300 kg/s, count: 500000000") "run: {duration: 1 s, step: 0.1 ms}\n",
            "streams.rain", " grains in a step");
}

// Lengths that single precision cannot hold.
TEST(domains_without_end_are_refused)
{
    char text[3000];
    snprintf(text, sizeof text, "%s", RAIN("rate: 10/s") "run: {duration: 1 s, step: 0.1 ms}\n");
    char *low = strstr(text, "low: [0 m, 0 m, 0 m]");
    REQUIRE(low);
    char wide[3100];
    snprintf(wide, sizeof wide, "%.*slow: [-1.7e308 m, 0 m, 0 m]%s", (int)(low - text), text,
             low + strlen("low: [0 m, 0 m, 0 m]"));
    refused(wide, "domain", "the domain reaches from -1.7e+308 to 0.1 m along x");
}

TEST(a_stream_of_a_second_brings_its_rate)
{
    sim s;
    REQUIRE(sim_open(&s,
                     RAIN("rate: 30/s, from: 0.1 s, to: 1.1 s") "run: {deepest_overlap: none, "
                                                                "duration: 2 s, step: 0.3 ms}\n",
                     drifting, 2, NULL));
    REQUIRE(sim_step(&s, 4000));
    CHECK(world_grains(s.w) == 30);
    sim_close(&s);
}

static double mass_of(const sim *s)
{
    const bodies *o = world_bodies(s->w, 0);
    double mass = 0;
    for (int32_t i = 0; i < o->count; i++)
        mass += 1 / o->velocity[o->now][i].v[3];
    return mass;
}

// Of grains that differ by 27 in mass: never behind, and never ahead by more than one grain.
TEST(a_mass_per_second_is_kept)
{
    const double pi = 3.14159265358979323846, most = 2500 * 4.0 / 3 * pi * 1.5e-3 * 1.5e-3 * 1.5e-3;
    sim s;
    REQUIRE(sim_open(
        &s,
        HEAD "grains: []\n" STREAM(
            "mixed", "rate: 6 g/s") "run: {deepest_overlap: none, duration: 1 s, step: 0.1 ms}\n",
        NULL, 0, NULL));
    for (int n = 1; n <= 1000; n++) {
        REQUIRE(sim_step(&s, 1));
        double due = 6e-3 * world_time(s.w), mass = mass_of(&s);
        if (!CHECK_MSG(mass > due * (1 - 1e-9) && mass < due + most, "%g g of %g g", 1e3 * mass,
                       1e3 * due))
            break;
    }
    CHECK_REL(world_stream_tally(s.w, 0).asked, 6e-3 / (2500 * 4.0 / 3 * pi * 1.25e-9),
              0.05); // mean r^3
    sim_close(&s);
}

static const char dense[] = HEAD
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 3000, seed: "
    "2}}]\n" STREAM(
        "mixed",
        "rate: 30000/s, seed: 5") "run: {deepest_overlap: none, duration: 1 s, step: 0.1 ms}\n";

// Grains in every step, lists of any age, any search and any threads: the same bits. Lists are not built for them.
TEST(newcomers_change_no_bits)
{
    static const double skin[] = {0, 5e-5, 2e-3};
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) {
        world_options o = options_of(1 + i % 2 * 2, 0, skin[i % 3]);
        const case_override search = {"run.search", i < 3 ? "grid" : "sorted-list"};
        sim s;
        REQUIRE(sim_open(&s, dense, &search, 1, &o) && sim_step(&s, 300));
        CHECK(world_grains(s.w) == 3900);
        uint64_t h = sim_hash(&s);
        if (i == 0)
            hash = h;
        CHECK(h == hash);
        if (i == 2)
            CHECK(world_pulse_of(s.w).list_builds < 60);
        sim_close(&s);
    }
}

static bool go_on(sim *from, const char *text, const case_override *set, sim *to)
{
    image im = {0};
    scree_error e = {0};
    world_options o = options_of(1, 0, 0);
    bool ok = CHECK(world_image(from->w, &im, &e) == SCREE_OK) &&
              CHECK(sim_read(to, text, set, set != NULL)) && CHECK(sim_restore(to, &im, &o));
    image_clear(&im);
    return ok;
}

// Stopped in the midst, where grains of a mass per second are missing.
static const char blocked[] = HEAD "grains: []\nstreams: {rain: {shape: mixed, material: glass, "
                                   "low: [4 cm, 4 cm, 27 cm], high: [4.7 cm, 4.7 cm, "
                                   "28 cm], velocity: [0 m/s, 0 m/s, -1 m/s], rate: 60 g/s}}\nrun: "
                                   "{deepest_overlap: none, duration: 1 s, step: "
                                   "0.1 ms}\n";

TEST(a_restart_goes_on_with_the_stream)
{
    sim whole, part, rest;
    REQUIRE(sim_open(&whole, blocked, NULL, 0, NULL) && sim_step(&whole, 501));
    REQUIRE(sim_open(&part, blocked, NULL, 0, NULL) && sim_step(&part, 233));
    CHECK(world_stream_tally(part.w, 0).missing > 1);
    REQUIRE(go_on(&part, blocked, NULL, &rest) && sim_step(&rest, 268));
    CHECK(sim_hash(&whole) == sim_hash(&rest));
    sim_close(&whole);
    sim_close(&part);
    sim_close(&rest);
}

static bool stops_always(void *context)
{
    ++*(int *)context;
    return true;
}

// A world that is stopped wherever it may be goes through the same states as one that is not: a stream that waits for a
// place goes on waiting. So does one that is saved there.
TEST(a_stop_among_the_grains_of_a_step_changes_nothing)
{
    static const char two[] = HEAD
        "grains: []\nstreams: {rain: {shape: mixed, material: glass, low: [4 cm, 4 cm, 27 cm], "
        "high: [4.7 cm, 4.7 cm, 28 cm], velocity: [0 m/s, 0 m/s, -1 m/s], rate: 60 g/s}, "
        "more: {shape: bead, material: glass, low: [4 cm, 4 cm, 27 cm], high: [5 cm, 4.7 cm, "
        "28 cm], velocity: 0, rate: 5000/s}}\n"
        "run: {deepest_overlap: none, duration: 1 s, step: 0.1 ms}\n";
    enum { STEPS = 200, COPIED = 100 };
    for (int nonsmooth = 0; nonsmooth < 2; nonsmooth++) {
        const case_override set = {"solver", nonsmooth ? "nonsmooth" : "smooth"};
        sim whole, stopped, copy;
        int asked = 0, stops = 0;
        bool copied = false;
        REQUIRE(sim_open(&whole, two, &set, 1, NULL) && sim_step(&whole, STEPS));
        REQUIRE(sim_open(&stopped, two, &set, 1, NULL));
        world_ask(stopped.w, stops_always, &asked);
        while (world_steps(stopped.w) < STEPS) {
            scree_error e = {0};
            const scree_status status = world_step(stopped.w, 1, &e);
            REQUIRE(status == SCREE_OK || status == SCREE_STOPPED);
            stops += status == SCREE_STOPPED;
            if (status == SCREE_STOPPED && !copied && world_steps(stopped.w) >= COPIED)
                REQUIRE(copied = go_on(&stopped, two, &set, &copy));
        }
        CHECK_MSG(stops > 50 && asked == stops, "%d stops", stops);
        CHECK(world_stream_tally(whole.w, 0).missing > 1);
        CHECK(sim_hash(&stopped) == sim_hash(&whole));
        REQUIRE(copied && sim_step(&copy, STEPS - world_steps(copy.w)));
        CHECK(sim_hash(&copy) == sim_hash(&whole));
        sim_close(&whole);
        sim_close(&stopped);
        sim_close(&copy);
    }
}

// Due are those of the time that has passed, whatever comes in; a stream that catches up falls short no more.
TEST(missing_grains_are_counted_and_come_later)
{
    sim s;
    const case_override set[] = {{"streams.rain.shape", "bead"},
                                 {"streams.rain.rate", "20000/s"},
                                 {"streams.rain.to", "10 ms"}};
    REQUIRE(sim_open(&s, blocked, set, 3, NULL) && sim_step(&s, 50));
    stream_tally t = world_stream_tally(s.w, 0);
    CHECK(t.made + t.missing == 100 && t.missing > 1 && t.falls_short && t.short_since < 5e-3);
    CHECK_REL(t.got, 20000.0 * (double)t.made / 100, 1e-12);
    REQUIRE(sim_step(&s, 550));
    t = world_stream_tally(s.w, 0);
    CHECK(t.made == 200 && t.missing == 0 && !t.falls_short && t.short_since == INFINITY &&
          t.got == 20000);
    sim_close(&s);
}

// Another rate holds from the next grain on: nothing is made up for, nothing is held back.
TEST(a_branch_with_another_rate_makes_no_burst)
{
    sim s, fast;
    const char *text =
        RAIN("rate: 100/s") "run: {deepest_overlap: none, duration: 2 s, step: 0.25 ms}\n";
    const case_override set = {"streams.rain.rate", "1000/s"};
    REQUIRE(sim_open(&s, text, NULL, 0, NULL) && sim_step(&s, 400));
    CHECK(world_grains(s.w) == 10);
    REQUIRE(go_on(&s, text, &set, &fast) && sim_step(&fast, 40));
    CHECK(world_grains(fast.w) == 20);
    sim_close(&s);
    sim_close(&fast);
}

// A world may begin empty, stay empty, and become empty again.
TEST(a_world_may_be_empty)
{
    static const char *const solver[] = {"smooth", "nonsmooth"};
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {
            {"solver", solver[i]},         {"run.step", "0.1 ms"},
            {"run.on_loss", "remove"},     {"domain.boundary.x", "wall"},
            {"domain.boundary.z", "open"}, {"streams.rain.velocity", "[0, 0, -20 m/s]"}};
        sim s;
        REQUIRE(sim_open(&s,
                         RAIN("rate: 1000/s, from: 10 ms, to: 20 ms") "run: {deepest_overlap: "
                                                                      "none, duration: 1 s}\n",
                         set, 6, NULL));
        CHECK(sim_step(&s, 90) && world_grains(s.w) == 0);
        CHECK(sim_step(&s, 100) && world_grains(s.w) > 3);
        CHECK(sim_step(&s, 200) && world_grains(s.w) == 0 && world_flows_of(s.w).lost == 10);
        CHECK(sim_step(&s, 10) && sim_hash(&s) != 0);
        sim_close(&s);
    }
}

TEST_MAIN
