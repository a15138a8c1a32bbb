// label: sanitize
// test_passing.c - what passes through a wall within a step stops the run, with grain and wall named, and so does a
// grain behind a solid wall, however deep; what goes past a wall does not.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Nine grains at z = 10 cm, between -4 and 4 mm sideways; the wall is called `it`.
#define CASE(wall)                                                                                 \
    "scree: 1\ndomain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"                         \
    "gravity: 0\nmaterials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"        \
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: {law: mindlin, "        \
    "friction: 0.4}}}\n"                                                                           \
    "shapes:\n  bead: {ball: {radius: 1 mm}}\n"                                                    \
    "  pea: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, {at: [1 mm, 0 mm, 0 mm], "    \
    "radius: 1 mm}]}}\n"                                                                           \
    "  ring: {clump: {ring: {balls: 20, radius: 1 mm, ball_radius: 0.3 mm}}}\n"                    \
    "  dice: {spheropolyhedron: {builder: {platonic: cube, size: 1.2 mm}, radius: 0.2 mm}}\n"      \
    "  shard: {polyhedron: {builder: {platonic: cube, size: 1.5 mm}}}\n"                           \
    "walls: {it: {material: glass, " wall                                                          \
    ", drive: {law: velocity, velocity: [0 m/s, 0 m/s, 0 m/s]}}}\n"                                \
    "grains: [{name: flock, shape: bead, material: glass, velocity: 0, packing: {law: lattice, "   \
    "spacing: [4 mm, 4 "                                                                           \
    "mm, 4 mm], counts: [3, 3, 1], origin: [-4 mm, -4 mm, 10 cm]}}]\n"                             \
    "run: {duration: 1 s, step: 1 us, arm: common}\n"

static const struct {
    const char *name, *text;
    bool solid; // behind it there is no place
} walls[] = {
    {"plane", CASE("plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}"), true},
    {"block", CASE("box: {low: [-5 cm, -5 cm, -1 mm], high: [5 cm, 5 cm, 0 mm], side: outside}"),
     false},
    {"container", CASE("box: {low: [-5 cm, -5 cm, 0 mm], high: [5 cm, 5 cm, 40 cm], side: inside}"),
     true},
    {"disk", CASE("disk: {centre: [0 m, 0 m, 0 m], normal: [0, 0, 1], radius: 5 cm}"), false},
    {"pipe",
     CASE("cylinder: {from: [-9 cm, 0 m, -4 cm], to: [9 cm, 0 m, -4 cm], radius: 4 cm, side: "
          "outside, ends: false}"),
     false},
    {"rod",
     CASE("cylinder: {from: [-9 cm, 0 m, 0 m], to: [9 cm, 0 m, 0 m], radius: 6 mm, side: outside}"),
     false},
    {"drum",
     CASE("cylinder: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 40 cm], radius: 5 cm, side: inside, "
          "ends: true}"),
     true},
    {"funnel",
     CASE("cone: {from: [0 m, 0 m, -5 cm], to: [0 m, 0 m, 0 m], radius_from: 9 cm, radius_to: 2 "
          "mm, side: outside}"),
     false},
    {"sheet", CASE("mesh: {file: sheet.obj, unit: cm}"), false},
};
enum { WALLS = sizeof walls / sizeof *walls };

static bool write_sheet(void)
{
    FILE *f = fopen("sheet.obj", "w");
    if (!f)
        return false;
    fprintf(f, "v -5 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 5 0\nf 1 2 3\nf 1 3 4\n");
    return fclose(f) == 0;
}

static void moves(case_override out[2], bool wall, const char *speed)
{
    out[0] = (case_override){"walls.it.drive.velocity", wall ? speed : "0"};
    out[1] = (case_override){"grains.flock.velocity", wall ? "0" : speed};
}

// Runs until something is said; the step at which it was, -1: nothing was.
static int64_t stops_at(sim *s, int64_t most, scree_error *error)
{
    for (int64_t i = 0; i < most; i++)
        if (world_step(s->w, 1, error) != SCREE_OK)
            return i;
    return -1;
}

static void check_words(const scree_error *e, const char *wall)
{
    CHECK_MSG(e->status == SCREE_DIVERGED, "%s: %s", wall, e->what);
    CHECK_HAS(e->what, "grain ");
    CHECK_HAS(e->what, "`flock`");
    CHECK_HAS(e->what, "wall `it`");
}

// 5 cm a step: grains and wall stand apart after one step, and have passed after two.
TEST(what_passes_in_one_step_is_told_in_that_step)
{
    static const char *const shape[] = {"bead", "pea", "ring", "dice", "shard"};
    REQUIRE(write_sheet());
    for (int i = 0; i < WALLS; i++)
        for (int k = 0; k < 5; k++)
            for (int wall = 0; wall < 2; wall++) {
                case_override set[3] = {{"grains.flock.shape", shape[k]}};
                moves(set + 1, wall, wall ? "[0 m/s, 0 m/s, 65 km/s]" : "[0 m/s, 0 m/s, -65 km/s]");
                sim s;
                scree_error e = {0};
                REQUIRE(sim_open(&s, walls[i].text, set, 3, NULL));
                int64_t at = stops_at(&s, 4, &e);
                CHECK_MSG(at == 1, "%s of %s, %s moves: at %lld", walls[i].name, shape[k],
                          wall ? "wall" : "grain", (long long)at);
                check_words(&e, walls[i].name);
                CHECK_HAS(e.what, "pass through each other");
                CHECK_HAS(e.where, "time 1e-06 s, step 1");
                CHECK(world_steps(s.w) == 2 && !world_spent(s.w) &&
                      sim_hash(&s) != 0); // a verdict, see world.h
                sim_close(&s);
            }
}

// 20 m a step lead out of the domain as well: the wall is what matters, whatever becomes of grains that are lost.
TEST(what_passes_on_its_way_out_of_the_domain_is_told)
{
    REQUIRE(write_sheet());
    for (int i = 0; i < WALLS; i++)
        for (int nonsmooth = 0; nonsmooth < 2; nonsmooth++)
            for (int stop = 0; stop < 2; stop++) {
                case_override set[5] = {{"solver", nonsmooth ? "nonsmooth" : "smooth"},
                                        {"nonsmooth.speculative", "false"},
                                        {"run.on_loss", stop ? "stop" : "remove"}};
                moves(set + 3, false, "[0 m/s, 0 m/s, -2e7 m/s]");
                sim s;
                scree_error e = {0};
                REQUIRE(sim_open(&s, walls[i].text, set, 5, NULL));
                int64_t at = stops_at(&s, 2, &e);
                CHECK_MSG(at == 0, "%s: at %lld", walls[i].name, (long long)at);
                check_words(&e, walls[i].name);
                CHECK_HAS(e.what, "pass through each other");
                sim_close(&s);
            }
}

// The nonsmooth solver meets what lies on the way of a grain; without that it says the same.
TEST(the_nonsmooth_solver_stops_too)
{
    REQUIRE(write_sheet());
    for (int i = 0; i < WALLS; i++)
        for (int wall = 0; wall < 2; wall++)
            for (int ahead = 0; ahead < 2; ahead++) {
                case_override set[4] = {{"solver", "nonsmooth"},
                                        {"nonsmooth.speculative", ahead ? "true" : "false"}};
                moves(set + 2, wall, wall ? "[0 m/s, 0 m/s, 65 km/s]" : "[0 m/s, 0 m/s, -65 km/s]");
                sim s;
                scree_error e = {0};
                REQUIRE(sim_open(&s, walls[i].text, set, 4, NULL));
                int64_t at = stops_at(&s, 3, &e);
                CHECK_MSG(at == (ahead ? -1 : 1), "%s, %s moves: at %lld %s", walls[i].name,
                          wall ? "wall" : "grain", (long long)at, e.what);
                if (!ahead)
                    check_words(&e, walls[i].name);
                sim_close(&s);
            }
}

// Slowly, with forces that are too weak: behind solid walls grains are told as too deep, whatever lies between.
TEST(a_grain_behind_a_solid_wall_is_told)
{
    REQUIRE(write_sheet());
    for (int i = 0; i < WALLS; i++) {
        if (!walls[i].solid)
            continue;
        for (int none = 0; none < 2; none++) {
            case_override set[4] = {{"run.deepest_overlap", none ? "none" : "0.3"}};
            moves(set + 1, true, "[0 m/s, 0 m/s, 450 m/s]");
            sim s;
            scree_error e = {0};
            REQUIRE(sim_open(&s, walls[i].text, set, 3, NULL));
            int64_t at = stops_at(&s, 225, &e);
            CHECK_MSG(at == (none ? -1 : 221), "%s: at %lld %s", walls[i].name, (long long)at,
                      e.what);
            if (!none)
                check_words(&e, walls[i].name);
            sim_close(&s);
        }
    }
}

// With any overlap allowed a solid wall pushes out what is behind it; it had pulled it in from there on.
TEST(a_solid_wall_pushes_out_however_deep)
{
    for (int i = 0; i < WALLS; i++) {
        if (!walls[i].solid)
            continue;
        const case_override set[] = {{"run.deepest_overlap", "none"},
                                     {"grains.flock.packing.origin", "[-4 mm, -4 mm, 1.1 mm]"},
                                     {"grains.flock.velocity", "[0 m/s, 0 m/s, -200 m/s]"}};
        sim s;
        REQUIRE(sim_open(&s, walls[i].text, set, 3, NULL) && sim_step(&s, 40));
        frame f = sim_frame(&s);
        REQUIRE(f.ball.count == 9);
        double before = f.ball.velocity[4].z;
        CHECK_MSG(f.ball.position[4].z < -2e-3, "%s: at %g", walls[i].name, f.ball.position[4].z);
        frame_clear(&f);
        REQUIRE(sim_step(&s, 40));
        f = sim_frame(&s);
        CHECK_MSG(f.ball.velocity[4].z > before + 0.1, "%s: from %g to %g m/s", walls[i].name,
                  before, f.ball.velocity[4].z);
        frame_clear(&f);
        sim_close(&s);
    }
}

// Slowly, where overlaps may be deep: the centre gets through a sheet by less than half the radius in a step.
TEST(a_sheet_is_not_passed_slowly)
{
    REQUIRE(write_sheet());
    for (int i = 0; i < WALLS; i++)
        for (int k = 0; k < 3; k++) {
            const case_override set[] = {{"run.deepest_overlap", k == 0   ? "none"
                                                                 : k == 1 ? "0.96"
                                                                          : "1.5"},
                                         {"grains.flock.packing.origin", "[-4 mm, -4 mm, 1.1 mm]"},
                                         {"grains.flock.velocity", "[0 m/s, 0 m/s, -170 m/s]"}};
            sim s;
            scree_error e = {0};
            const bool sheet = !strcmp(walls[i].name, "disk") || !strcmp(walls[i].name, "sheet");
            if (!sheet && (k > 0 || strcmp(walls[i].name, "block") != 0))
                continue; // a solid pushes out what is in it
            REQUIRE(sim_open(&s, walls[i].text, set, 3, NULL));
            int64_t at = stops_at(&s, 12, &e);
            CHECK_MSG(at == (sheet ? 6 : -1), "%s: at %lld %s", walls[i].name, (long long)at,
                      e.what);
            if (sheet)
                check_words(&e, walls[i].name);
            sim_close(&s);
        }
}

// Grains are fixed, and a force pushes the wall: no force would come of them.
#define PUSHED(wall, force, origin)                                                                \
    "scree: 1\ndomain: {low: [-9 m, -9 m, -20 cm], high: [9 m, 9 m, 20 cm]}\ngravity: 0\n"         \
    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"                    \
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"                                 \
    "shapes: {bead: {ball: {radius: 1 mm}}, shard: {polyhedron: {builder: {platonic: cube, size: " \
    "1.5 mm}}}}\n"                                                                                 \
    "walls: {it: {material: glass, " wall ", drive: {law: force, axis: [0, 0, 1], force: " force   \
    ", mass: 1 g}}}\n"                                                                             \
    "grains: [{name: flock, shape: bead, material: glass, fixed: true, packing: {law: lattice, "   \
    "spacing: [4 mm, 4 "                                                                           \
    "mm, 4 mm], counts: [3, 3, 1], origin: " origin "}}]\nrun: {duration: 1 s, step: 1 us}\n"
#define NEARBY "[-4 mm, -4 mm, 2 mm]"
#define FAR_UP "[-4 mm, -4 mm, 4 cm]"
#define ASIDE "[1 m, 1 m, 4 cm]"
#define PLANE "plane: {point: 0, normal: [0, 0, 1]}"
#define BLOCK "box: {low: [-5 cm, -5 cm, -1 mm], high: [5 cm, 5 cm, 0 mm], side: outside}"
#define DISK "disk: {centre: 0, normal: [0, 0, 1], radius: 5 cm}"
#define SHEET "mesh: {file: sheet.obj, unit: cm}"

TEST(a_pushed_wall_does_not_go_through_fixed_grains_or_out_of_the_domain)
{
    static const struct {
        const char *text, *words; // NULL: it goes on
    } pushed[] = {
        {PUSHED(PLANE, "100 N", NEARBY), "fixed"},  {PUSHED(PLANE, "1e5 N", FAR_UP), "fixed"},
        {PUSHED(BLOCK, "100 N", NEARBY), "fixed"},  {PUSHED(BLOCK, "1e5 N", FAR_UP), "fixed"},
        {PUSHED(DISK, "100 N", NEARBY), "fixed"},   {PUSHED(DISK, "1e5 N", FAR_UP), "fixed"},
        {PUSHED(SHEET, "100 N", NEARBY), "fixed"},  {PUSHED(SHEET, "1e5 N", FAR_UP), "fixed"},
        {PUSHED(PLANE, "-1e5 N", ASIDE), "domain"}, {PUSHED(DISK, "1e5 N", ASIDE), "domain"},
        {PUSHED(SHEET, "-1e5 N", ASIDE), "domain"}, {PUSHED(DISK, "100 N", ASIDE), NULL},
        {PUSHED(PLANE, "1 N", NEARBY), NULL},
    };
    REQUIRE(write_sheet());
    for (int i = 0; i < (int)(sizeof pushed / sizeof *pushed); i++)
        for (int k = 0; k < 4; k++) {
            const case_override set[] = {{"grains.flock.shape", k & 1 ? "shard" : "bead"},
                                         {"solver", k & 2 ? "nonsmooth" : "smooth"}};
            sim s;
            scree_error e = {0};
            REQUIRE(sim_open(&s, pushed[i].text, set, 2, NULL));
            const bool said = stops_at(&s, 400, &e) >= 0;
            CHECK_MSG(said == (pushed[i].words != NULL), "%d, %d: %s", i, k, e.what);
            if (pushed[i].words) {
                CHECK(e.status == SCREE_DIVERGED);
                CHECK_HAS(e.what, "wall `it`, which a force pushes, is at (0, 0, ");
                CHECK_HAS(e.what, pushed[i].words);
            }
            sim_close(&s);
        }
}

// Fast, but not through: beside a disk, along a plane that runs like a belt, through a pipe, and a disk that spins.
TEST(what_goes_past_a_wall_is_let_go)
{
    static const struct {
        const char *text, *grain, *drive;
    } past[] = {
        {CASE("disk: {centre: [8 cm, 0 m, 0 m], normal: [0, 0, 1], radius: 5 cm}"),
         "[0 m/s, 0 m/s, -65 km/s]", "{law: fixed}"},
        {CASE("plane: {point: [0 m, 0 m, 99.01 mm], normal: [0, 0, 1]}"), "0",
         "{law: velocity, velocity: [65 km/s, 0 m/s, 0 m/s]}"},
        {CASE("cylinder: {from: [0 m, 0 m, -20 cm], to: [0 m, 0 m, 9 cm], radius: 2 cm, side: "
              "inside}"),
         "[0 m/s, 0 m/s, -65 km/s]", "{law: fixed}"},
        {CASE("disk: {centre: [0 m, 0 m, 99 mm], normal: [0, 0, 1], radius: 5 cm}"), "0",
         "{law: rotation, axis: [0, 0, 1], rate: 1e6 rad/s}"},
    };
    for (int i = 0; i < 4; i++) {
        const case_override set[] = {{"grains.flock.velocity", past[i].grain},
                                     {"walls.it.drive", past[i].drive}};
        sim s;
        REQUIRE(sim_open(&s, past[i].text, set, 2, NULL));
        CHECK(sim_step(&s, 4));
        sim_close(&s);
    }
}

// A plate near a periodic border, and grains that go through it and on across the border in the same step; and across
// an edge of the domain, where the plate stands beyond one border alone.
TEST(what_passes_on_its_way_across_a_periodic_border_is_told)
{
    static const char *const shape[] = {"bead", "pea", "dice"};
    static const struct {
        const char *wall, *origin, *velocity;
    } way[] = {
        {"disk: {centre: [97 mm, 50 mm, 50 mm], normal: [1, 0, 0], radius: 2 cm}",
         "[94 mm, 50 mm, 50 mm]", "[10 km/s, 0 m/s, 0 m/s]"},
        {"disk: {centre: [3 mm, 50 mm, 50 mm], normal: [1, 0, 0], radius: 2 cm}",
         "[94 mm, 50 mm, 50 mm]", "[12 km/s, 0 m/s, 0 m/s]"},
        {"disk: {centre: [97 mm, 50 mm, 50 mm], normal: [1, 0, 0], radius: 2 cm}",
         "[6 mm, 50 mm, 50 mm]", "[-12 km/s, 0 m/s, 0 m/s]"},
        {"disk: {centre: [97 mm, 9.5 mm, 50 mm], normal: [1, 0, 0], radius: 7 mm}",
         "[92 mm, 96 mm, 50 mm]", "[10 km/s, 27 km/s, 0 m/s]"},
    };
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            for (int solver = 0; solver < 2; solver++) {
                char text[1400];
                snprintf(
                    text, sizeof text,
                    "scree: 1\ngravity: 0\nsolver: %s\n%s"
                    "domain: {low: [0 m, 0 m, 0 m], high: [10 cm, 10 cm, 10 cm], boundary: {x: "
                    "periodic, y: "
                    "periodic}}\nmaterials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: "
                    "0.25}}\n"
                    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: none}}\n"
                    "shapes:\n  bead: {ball: {radius: 1 mm}}\n"
                    "  pea: {clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, {at: [1 mm, 0 "
                    "mm, 0 mm], "
                    "radius: 1 mm}]}}\n"
                    "  dice: {spheropolyhedron: {builder: {platonic: cube, size: 1.2 mm}, radius: "
                    "0.2 mm}}\n"
                    "walls: {it: {material: glass, %s}}\n"
                    "grains: [{name: flock, shape: %s, material: glass, velocity: %s, packing: "
                    "{law: lattice, "
                    "spacing: [4 mm, 4 mm, 4 mm], counts: [1, 1, 1], origin: %s}}]\n"
                    "run: {duration: 1 s, step: 1 us}\n",
                    solver ? "nonsmooth" : "smooth",
                    solver ? "nonsmooth: {speculative: false}\n" : "", way[i].wall, shape[k],
                    way[i].velocity, way[i].origin);
                sim s;
                scree_error e = {0};
                REQUIRE(sim_open(&s, text, NULL, 0, NULL));
                int64_t at = stops_at(&s, 1, &e);
                CHECK_MSG(at == 0, "way %d of %s, solver %d: at %lld", i, shape[k], solver,
                          (long long)at);
                check_words(&e, way[i].wall);
                sim_close(&s);
            }
}

// Walls that turn, swing or are pushed, and where several things pass the lowest wall and grain are named, whatever the
// threads.
TEST(every_drive_is_watched)
{
    static const char *const drive[] = {
        "{law: rotation, axis: [0, 1, 0], rate: -1.5e6 rad/s, point: [-10 cm, 0 m, 5 cm]}",
        "{law: oscillation, direction: [0, 0, 1], amplitude: 20 cm, frequency: 250 kHz}",
        "{law: force, axis: [0, 0, 1], force: 1e9 N, mass: 1 g}"};
    for (int i = 0; i < 3; i++)
        for (int threads = 1; threads < 4; threads += 2) {
            const case_override set = {"walls.it.drive", drive[i]};
            world_options o = options_of(threads, 0, 0);
            sim s;
            scree_error e = {0};
            REQUIRE(sim_open(&s, walls[3].text, &set, 1, &o));
            int64_t at = stops_at(&s, 5, &e);
            CHECK_MSG(at >= 0, "drive %d", i);
            check_words(&e, drive[i]);
            sim_close(&s);
        }
}

// A wall that swings so fast that it is back at the end of the step, from its middle or from where it turns.
TEST(a_wall_that_comes_back_in_the_step_is_told)
{
    static const char *const frequency[] = {"1 MHz", "2 MHz", "7.3 MHz", "16 MHz", "1 GHz"};
    static const char *const phase[] = {"0 deg", "90 deg", "180 deg"};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++)
            for (int solver = i < 2 ? 0 : 1; solver < 2;
                 solver++) { // forces are refused at such speeds
                char drive[200];
                snprintf(drive, sizeof drive,
                         "{law: oscillation, direction: [0, 0, 1], amplitude: 20 cm, frequency: "
                         "%s, phase: %s}",
                         frequency[i], phase[k]);
                const case_override set[] = {{"walls.it.drive", drive},
                                             {"solver", solver ? "nonsmooth" : "smooth"},
                                             {"grains.flock.packing.origin",
                                              k == 1 ? "[0 m, 0 m, -10 cm]" : "[0 m, 0 m, 10 cm]"},
                                             {"nonsmooth.speculative", "false"}};
                sim s;
                scree_error e = {0};
                REQUIRE(sim_open(&s, walls[3].text, set, solver ? 4 : 3, NULL));
                int64_t at = stops_at(&s, 2, &e);
                CHECK_MSG(at == 0, "%s from %s, solver %d: at %lld", frequency[i], phase[k], solver,
                          (long long)at);
                if (at == 0)
                    check_words(&e, drive);
                sim_close(&s);
            }
}

static bool write_horseshoe(void)
{
    static const double outline[8][2] = {{-5, -5}, {5, -5}, {5, 5},  {-5, 5},
                                         {-5, 4},  {4, 4},  {4, -4}, {-5, -4}};
    static const int quad[3][4] = {{0, 1, 6, 7}, {1, 2, 5, 6}, {2, 3, 4, 5}};
    FILE *f = fopen("horseshoe.obj", "w");
    if (!f)
        return false;
    for (int y = 0; y < 2; y++)
        for (int i = 0; i < 8; i++)
            fprintf(f, "v %g %d %g\n", outline[i][0], y, outline[i][1]);
    for (int i = 0; i < 3; i++) {
        const int *q = quad[i];
        fprintf(f, "f %d %d %d %d\n", q[0] + 1, q[1] + 1, q[2] + 1, q[3] + 1);
        fprintf(f, "f %d %d %d %d\n", q[3] + 9, q[2] + 9, q[1] + 9, q[0] + 9);
    }
    for (int i = 0; i < 8; i++) {
        const int next = (i + 1) % 8;
        fprintf(f, "f %d %d %d %d\n", i + 9, next + 9, next + 1, i + 1);
    }
    return fclose(f) == 0;
}

// Horseshoes of many balls or with a surface, open to the left, hang over the rim of a disk, so that it is between
// their arms, where their centre is as well. They fall by less than there is to the upper arm, or by more than to what
// is on their right.
TEST(a_horseshoe_over_a_rim_is_let_go)
{
    char balls[1800] = "clump: {balls: [";
    size_t n = strlen(balls);
    for (int i = 0; i < 10; i++) {
        const double x = -4.5 + i;
        n += (size_t)snprintf(
            balls + n, sizeof balls - n,
            "{at: [%g mm, 0 mm, 4.5 mm], radius: 0.5 mm}, {at: [%g mm, 0 mm, -4.5 mm], radius: 0.5 "
            "mm}, {at: [4.5 mm, 0 mm, %g mm], radius: 0.5 mm}%s",
            x, x, 0.85 * x, i < 9 ? ", " : "]}");
    }
    const char *const shape[] = {
        balls, "polyhedron: {file: horseshoe.obj, unit: mm}",
        "spheropolyhedron: {file: horseshoe.obj, unit: mm, radius: 0.1 mm}"};
    REQUIRE(write_horseshoe());
    for (int i = 0; i < 3; i++)
        for (int solver = 0; solver < 2; solver++)
            for (int through = 0; through < 2; through++) {
                char text[4000];
                snprintf(
                    text, sizeof text,
                    "scree: 1\ngravity: 0\nsolver: %s\n%s"
                    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
                    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
                    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, tangential: none}}\n"
                    "shapes: {shoe: {%s}}\n"
                    "walls: {it: {material: glass, disk: {centre: [0 m, 0 m, 0 m], normal: [0, 0, "
                    "1], radius: 5 "
                    "cm}}}\n"
                    "grains: [{name: flock, shape: shoe, material: glass, turn: [0, 0, 0], "
                    "velocity: [0 m/s, 0 "
                    "m/s, %s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, "
                    "1], origin: [%s, "
                    "0 m, %s]}}]\nrun: {duration: 1 s, step: 1 us}\n",
                    solver ? "nonsmooth" : "smooth",
                    solver ? "nonsmooth: {speculative: false}\n" : "", shape[i],
                    through ? "-20 km/s" : "-2.5 km/s", through ? "4 cm" : "4.9 cm",
                    through ? "1 cm" : "1.2 mm");
                sim s;
                scree_error e = {0};
                REQUIRE(sim_open(&s, text, NULL, 0, NULL));
                int64_t at = stops_at(&s, 1, &e);
                CHECK_MSG(at == (through ? 0 : -1), "shape %d, solver %d, through %d: at %lld %s",
                          i, solver, through, (long long)at, e.what);
                if (at >= 0)
                    check_words(&e, shape[i]);
                sim_close(&s);
            }
}

// Known before: a wall or grains that move by more than a radius in a step.
TEST(it_is_warned_of)
{
    case_override set[2];
    sim s;
    moves(set, true, "[0 m/s, 0 m/s, 65 km/s]");
    REQUIRE(sim_open(&s, walls[0].text, set, 2, NULL));
    CHECK_HAS(world_step_choice(s.w)->warning, "may pass through each other");
    sim_close(&s);
    moves(set, false, "[0 m/s, 0 m/s, 1 m/s]");
    REQUIRE(sim_open(&s, walls[0].text, set, 2, NULL));
    CHECK_STR(world_step_choice(s.w)->warning, "");
    sim_close(&s);
}

TEST_MAIN
