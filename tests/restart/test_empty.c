// test_empty.c - worlds without grains: only a stream, or nothing at all, and a restart from such a state; what is
// counted of grains that come and go. label: sanitize
#include "support/scenes.h"
#include "harness.h"

static const char stream_only[] =
    "scree: 1\n"
    "gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 10 cm], boundary: {x: wall, y: wall, z: "
    "wall}, material: "
    "glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes: {bead: {ball: {radius: 2 mm}}}\n"
    "grains: []\n"
    "streams: {rain: {shape: bead, material: glass, low: [1 cm, 1 cm, 8 cm], high: [3 cm, 3 cm, 9 "
    "cm], velocity: [0 "
    "m/s, 0 m/s, -1 m/s],\n"
    "                 rate: 500/s, seed: 3}}\n"
    "run: {duration: 1 s, step: 2e-5 s}\n";

// What runs on from an empty state is what runs through.
TEST(a_stream_fills_an_empty_world)
{
    world_options o = options_of(1, 0, 0);
    sim whole = {0}, part = {0}, rest = {0};
    image im = {0};
    scree_error error;
    REQUIRE(sim_open(&whole, stream_only, NULL, 0, &o));
    REQUIRE(sim_open(&part, stream_only, NULL, 0, &o));
    CHECK(world_balls(part.w) == 0);
    REQUIRE(world_image(part.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&rest, stream_only, NULL, 0));
    REQUIRE(sim_restore(&rest, &im, &o));
    CHECK(sim_step(&whole, 4000) && sim_step(&rest, 4000));
    CHECK(world_balls(whole.w) > 20);
    CHECK(sim_hash(&whole) == sim_hash(&rest));
    image_clear(&im);
    sim_close(&whole);
    sim_close(&part);
    sim_close(&rest);
}

// A frame of nothing has the columns of one with grains.
TEST(a_frame_without_grains_has_all_columns)
{
    static const case_override turned[] = {{"run.orientation", "true"}};
    for (int follows = 0; follows < 2; follows++)
        for (int parts = 1; parts <= 3; parts += 2) {
            world_options o = options_of(1, 0, 0);
            o.parts = parts;
            sim s = {0};
            REQUIRE(sim_open(&s, stream_only, turned, follows, &o));
            frame f = sim_frame(&s);
            CHECK(f.ball.count == 0 && f.ball.shape && !f.ball.orientation == !follows);
            frame_clear(&f);
            CHECK(sim_step(&s, 200));
            f = sim_frame(&s);
            CHECK(f.ball.count > 0 && !f.ball.orientation == !follows);
            frame_clear(&f);
            sim_close(&s);
        }
}

// A box of 2 x 2 x 1 cm has room for few balls of 4 mm, and a grain at rest stays there for a while: a stream of
// 100,000 a second falls short, says how far and since when, and a restart goes on counting. One that keeps its rate
// says nothing.
TEST(a_stream_that_falls_short_says_so)
{
    static const case_override fast[] = {{"streams.rain.rate", "100000/s"},
                                         {"streams.rain.count", "400"}};
    world_options o = options_of(1, 0, 0);
    sim easy = {0}, whole = {0}, rest = {0};
    image im = {0};
    scree_error error;
    REQUIRE(sim_open(&easy, stream_only, NULL, 0, &o) && sim_step(&easy, 1000));
    stream_tally t = world_stream_tally(easy.w, 0);
    CHECK(t.made == 10 && t.missing == 0 && isinf(t.short_since) && t.asked == 500 && t.got == 500);
    REQUIRE(sim_open(&whole, stream_only, fast, 2, &o) && world_streams(whole.w) == 1);
    t = world_stream_tally(whole.w, 0);
    CHECK_STR(t.name, "rain");
    CHECK(t.made == 0 && t.missing == 0 && isinf(t.short_since));
    // two grains are due in each step of 20 us, soon more than there is room for
    CHECK(sim_step(&whole, 1));
    CHECK(world_stream_tally(whole.w, 0).made == 2 && world_stream_tally(whole.w, 0).missing == 0);
    CHECK(sim_step(&whole, 50));
    t = world_stream_tally(whole.w, 0);
    CHECK_MSG(t.made + t.missing == 102 && t.missing > 0, "%lld made, %lld missing",
              (long long)t.made, (long long)t.missing);
    CHECK(t.short_since >= 2e-5 && t.short_since < 1e-3);
    CHECK_REL(t.got, 1e5 * (double)t.made / 102, 1e-12);
    CHECK(world_balls(whole.w) == t.made && world_flows_of(whole.w).streamed == t.made);
    REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK && sim_read(&rest, stream_only, fast, 2));
    CHECK(image_flows(&im).streamed == t.made);
    REQUIRE(sim_restore(&rest, &im, &o));
    stream_tally again = world_stream_tally(rest.w, 0);
    CHECK(again.made == t.made && again.missing == t.missing && again.short_since == t.short_since);
    CHECK(sim_step(&whole, 400) && sim_step(&rest, 400) && sim_hash(&whole) == sim_hash(&rest));
    // 400 is all it may make: what is not there of them is missing
    t = world_stream_tally(whole.w, 0);
    CHECK(t.made + t.missing == 400 && t.made > world_stream_tally(easy.w, 0).made);
    image_clear(&im);
    sim_close(&easy);
    sim_close(&whole);
    sim_close(&rest);
}

// Removed and lost grains are counted on by a restart, and a branch without removals keeps the count.
TEST(counts_outlive_a_restart)
{
    const scene *s = scene_find("stream");
    world_options o = options_of(1, 0, 0);
    static const case_override none = {"removals", "{}"};
    sim a = {0}, b = {0}, c = {0};
    image im = {0};
    scree_error error;
    REQUIRE(sim_open(&a, s->text, NULL, 0, &o) && sim_step(&a, 700));
    world_flows f = world_flows_of(a.w);
    REQUIRE(f.removed > 0 && world_image(a.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&b, s->text, NULL, 0) && sim_restore(&b, &im, &o));
    REQUIRE(sim_read(&c, s->text, &none, 1) && sim_restore(&c, &im, &o));
    world_flows g = world_flows_of(b.w);
    CHECK(g.streamed == f.streamed && g.removed == f.removed && g.lost == f.lost);
    CHECK(world_flows_of(c.w).removed == f.removed);
    CHECK(sim_step(&a, 700) && sim_step(&b, 700) && sim_step(&c, 700));
    world_flows end = world_flows_of(a.w);
    g = world_flows_of(b.w);
    CHECK(end.removed > f.removed && end.lost > f.lost && g.removed == end.removed &&
          g.lost == end.lost);
    CHECK(world_flows_of(c.w).removed == f.removed);
    image_clear(&im);
    sim_close(&a);
    sim_close(&b);
    sim_close(&c);
}

TEST(a_stream_out_of_the_domain_is_refused)
{
    const case_override out = {"streams.rain.high", "[3 cm, 3 cm, 11 cm]"};
    sim s = {0};
    world *w = NULL;
    scree_error error = {0};
    world_options o = options_of(1, 0, 0);
    REQUIRE(sim_read(&s, stream_only, &out, 1));
    CHECK(world_create(&s.m, &o, &w, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "out of the domain along z");
    sim_close(&s);
}

// The step that `auto` chose for them stays when all grains have left.
TEST(grains_that_all_left_need_no_step)
{
    static const char leaving[] =
        "scree: 1\ngravity: 0\n"
        "domain: {low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: none}}\n"
        "shapes: {b: {ball: {radius: 1 mm}}}\n"
        "grains: [{name: g, shape: b, material: m, velocity: [-20 m/s, 0, 0], packing: {law: "
        "lattice, spacing: [3 mm, 3 mm, 3 mm], counts: [2, 2, 2], origin: [3 mm, 3 mm, 3 mm]}}]\n"
        "run: {steps: 2000, on_loss: remove}\n";
    const world_options plain = options_of(1, 0, 0);
    scree_error error = {0};
    image im = {0};
    sim whole;
    sim again;
    REQUIRE(sim_open(&whole, leaving, NULL, 0, &plain));
    REQUIRE(sim_step(&whole, 1000) && CHECK(world_grains(whole.w) == 0));
    REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&again, leaving, NULL, 0));
    REQUIRE(sim_restore(&again, &im, &plain));
    CHECK(world_dt(again.w) == world_dt(whole.w));
    CHECK(sim_step(&whole, 1000) && sim_step(&again, 1000));
    CHECK(sim_hash(&whole) == sim_hash(&again));
    image_clear(&im);
    sim_close(&whole);
    sim_close(&again);
}

TEST_MAIN
