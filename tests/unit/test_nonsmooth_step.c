// test_nonsmooth_step.c - the step that `auto` takes for the nonsmooth solver, what is warned of and never refused, the
// size and depth of fillings, and the costs of both solvers, against closed forms. label: sanitize
#include "harness.h"
#include "support/scenes.h"

static const double pi = 3.14159265358979323846, g = 9.81;

typedef struct bed {
    const char *shape, *packing, *more; // of the grains; more sections
    const case_override *set;
    int sets;
} bed;

static step_choice choose(bed b)
{
    sim s;
    step_choice c = {0};
    scree_error error;
    char text[3000];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
             "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 2 m], boundary: {z: wall}, material: "
             "glass}\n"
             "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
             "friction: 0.3}}}\n"
             "shapes: {grain: {%s}, small: {ball: {radius: 2 mm}}}\n"
             "grains: [{name: bed, shape: grain, material: glass, packing: {law: lattice, %s}}]\n"
             "run: {duration: 2 s}\n%s",
             b.shape, b.packing, b.more ? b.more : "");
    if (!CHECK(sim_read(&s, text, b.set, b.sets)))
        return c;
    CHECK_MSG(step_choose(&s.m, NULL, &c, &error) == SCREE_OK, "%s", error.what);
    model_clear(&s.m);
    return c;
}

static const char
    ball[] = "ball: {radius: 5 mm}",
    layer[] = "counts: [10, 10, 1], spacing: [1 cm, 1 cm, 1 cm], origin: [0.1 m, 0.1 m, 5 mm]";

// Without more than its own height to fall, 0.4 of the time in which gravity makes an overlap of the tolerance.
TEST(gravity_limits_the_step_of_grains_at_rest)
{
    step_choice c = choose((bed){ball, layer, NULL, NULL, 0});
    CHECK_REL(c.longest, 0.4 * sqrt(2 * 0.01 * 0.01 / g), 1e-12);
    CHECK(c.nonsmooth == c.longest && c.smooth < 0.01 * c.step && !*c.warning);
    // The step goes into the two seconds of the run, and is the longest that does.
    CHECK_REL(c.step, 2 / ceil(2 / c.longest), 1e-12);
    CHECK_HAS(c.reason, "gravity makes an overlap of the tolerance, 0.01 of 0.01 m, in 0.00452 s");
    const case_override finer = {"nonsmooth.tolerance", "0.0025"};
    CHECK_REL(choose((bed){ball, layer, NULL, &finer, 1}).longest, 0.5 * c.longest, 1e-12);
}

TEST(speed_limits_the_step_of_grains_that_fly)
{
    const case_override fast[] = {{"grains.bed.velocity", "[0, 0, -3 m/s]"}};
    step_choice c = choose((bed){ball, layer, NULL, fast, 1});
    CHECK_REL(c.longest, 0.1 * 0.01 / sqrt(4 * 9 + 2 * g * 0.01), 1e-12);
    CHECK_HAS(c.reason, "a grain at 6.02 m/s moves 0.1 of the diameter 0.01 m");
    const case_override weightless[] = {fast[0], {"gravity", "0"}};
    CHECK_REL(choose((bed){ball, layer, NULL, weightless, 2}).longest, 0.1 * 0.01 / 6, 1e-12);
}

TEST(an_oscillation_limits_the_step)
{
    step_choice c = choose((bed){
        ball, layer,
        "walls: {plate: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}, "
        "drive: {law: oscillation, direction: [0, 0, 1], amplitude: 1 um, frequency: 200 Hz}}}\n",
        NULL, 0});
    CHECK_REL(c.step, 1 / (20 * 200.0), 1e-12);
    CHECK_HAS(c.reason, "a 20th of the period of the oscillation at 200 Hz");
}

// What was given for the smooth solver is kept and told of, but for those who follow impacts.
TEST(steps_of_the_smooth_solver_are_told_of)
{
    const case_override kept[] = {{"run.step", "1 us"}, {"nonsmooth.settling", "0"}};
    const step_choice c = choose((bed){ball, layer, NULL, kept, 1});
    CHECK(c.step == 1e-6);
    CHECK_STR(
        c.warning,
        "run.step = 1e-06 s is less than a tenth of the fastest impact, 3.54e-05 s, which no step "
        "of the nonsmooth solver has to resolve; auto gives 0.00181 s, 1806 times as long (`--set "
        "run.step=auto` lets the solver choose)");
    CHECK_STR(choose((bed){ball, layer, NULL, kept, 2}).warning, "");
    const case_override own = {"run.step", "0.2 ms"};
    CHECK_STR(choose((bed){ball, layer, NULL, &own, 1}).warning, "");
}

// A lid that a force drives is as fast as its way to the grains makes it, and as far as they stand apart.
TEST(a_pushed_wall_limits_the_step)
{
    char text[400];
    static const char *const more[] = {"", ", low: -5 cm", ", damping: 20 N s/m"};
    const double slack = 0.01 * (1 - pi / 6 / 0.6),
                 v[] = {sqrt(2 * 30 * (0.19 + slack)), sqrt(2 * 30 * 0.05), 1.5};
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text,
                 "walls: {lid: {material: glass, plane: {point: [0 m, 0 m, 0.2 m], normal: [0, 0, "
                 "-1]}, drive: {law: "
                 "force, axis: [0, 0, 2], force: -30 N, mass: 1 kg%s}}}\n",
                 more[i]);
        step_choice c = choose((bed){ball, layer, text, NULL, 0});
        CHECK_REL(c.longest, 0.1 * 0.01 / sqrt(4 * v[i] * v[i] + 2 * g * 0.01), 1e-9);
    }
    const char *resting = "walls: {lid: {material: glass, plane: {point: [0 m, 0 m, 1 cm], normal: "
                          "[0, 0, -1]}, drive: "
                          "{law: force, axis: [0, 0, 1], force: -1 kN, mass: 1 kg}}}\n";
    const char *dense =
        "counts: [20, 20, 1], spacing: [8.66 mm, 1 cm, 1 cm], origin: [0.1 m, 0.1 m, 5 mm]";
    CHECK_REL(choose((bed){ball, dense, resting, NULL, 0}).step,
              choose((bed){ball, dense, NULL, NULL, 0}).step, 1e-9);
}

// Thinly rounded grains must not turn into the faces of a wall: (v h)^2/R is 0.3 of the rounding radius. Among themselves
// they may.
TEST(thin_rounding_limits_the_step)
{
    FILE *file = fopen("angle-step.obj", "w");
    REQUIRE(file != NULL);
    fprintf(file, "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 "
                  "1\nv 1 1 1\nv 1 2 "
                  "1\nv 0 2 1\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 "
                  "12\nf 7 8 9 10 11 "
                  "12\nf 6 5 4 3 2 1\n");
    fclose(file);
    const char *wide =
        "counts: [3, 3, 1], spacing: [4 cm, 4 cm, 4 cm], origin: [0.1 m, 0.1 m, 5 cm]";
    const char *thin =
        "spheropolyhedron: {file: angle-step.obj, unit: mm, scale: 5, radius: 0.1 mm}";
    const case_override fast[] = {{"grains.bed.velocity", "[0, 0, -3 m/s]"}, {"gravity", "0"}};
    const char *sheet = "walls: {sheet: {material: glass, disk: {centre: [0.5 m, 0.5 m, 1 mm], "
                        "normal: [0, 0, 1], radius: 1 mm}}}\n";
    step_choice c = choose((bed){thin, wide, NULL, fast, 2});
    CHECK_REL(c.longest, 0.1 * c.diameter / 6, 1e-9);
    c = choose((bed){thin, wide, sheet, fast, 2}); // its anchors know the way out
    CHECK_REL(c.longest, 0.1 * c.diameter / 6, 1e-9);
    const char *plate = "spheropolyhedron: {vertices: [[0 m, 0 m, 0 m], [8 mm, 0 m, 0 m], [8 mm, "
                        "8 mm, 0 m], [0 m, 8 mm, 0 m]], radius: 0.1 mm}";
    const case_override of_plate[] = {
        fast[0], fast[1], {"nonsmooth.diameter", "1 cm"}, {"run.deepest_overlap", "none"}};
    c = choose((bed){plate, wide, NULL, of_plate, 3});
    CHECK_REL(c.longest, 0.1 * c.diameter / 6, 1e-9);
    double reach = sqrt(32) * 1e-3 + 1e-4;
    c = choose((bed){plate, wide, sheet, of_plate, 3});
    CHECK_REL(c.step, sqrt(0.3 * 1e-4 * reach) / 6, 2e-3);
    CHECK_HAS(c.reason,
              "a corner at 6 m/s turns off its way by deepest_overlap, 0.3 of the rounding radius");
    c = choose((bed){plate, wide, sheet, of_plate, 4});
    CHECK_REL(c.longest, 0.1 * c.diameter / 6, 1e-9);
    const char *cube =
        "spheropolyhedron: {builder: {platonic: cube, size: 9.8 mm}, radius: 0.1 mm}";
    c = choose((bed){cube, wide, NULL, fast, 2}); // goes on in the core
    CHECK_REL(c.longest, 0.1 * c.diameter / 6, 1e-9);
}

// A given step is never refused, but told of.
TEST(long_steps_are_told_of)
{
    const case_override steps[] = {{"run.step", "4 ms"}, {"run.step", "5 ms"}};
    CHECK(choose((bed){ball, layer, NULL, &steps[0], 1}).step == 0.004);
    CHECK_STR(choose((bed){ball, layer, NULL, &steps[0], 1}).warning, "");
    CHECK_STR(choose((bed){ball, layer, NULL, &steps[1], 1}).warning,
              "the step 0.005 s is longer than the 0.00452 s in which gravity makes an overlap of "
              "the tolerance; auto gives "
              "0.00181 s");
    const case_override fast[] = {{"grains.bed.velocity", "[0, 0, -3 m/s]"}, {"run.step", "1 ms"}};
    CHECK_STR(choose((bed){ball, layer, NULL, fast, 2}).warning,
              "in a step of 0.001 s a grain at 6.02 m/s moves 0.6 of the diameter 0.01 m; auto "
              "gives 0.000166 s");
}

static double cube_diameter(double edge)
{
    return edge * cbrt(6 / pi);
}

// The mean of the grains; of those that are no balls that of the ball of equal volume; or as the case says.
TEST(characteristic_diameters)
{
    CHECK_REL(
        choose((bed){"polyhedron: {builder: {box: [8 mm, 8 mm, 8 mm]}}", layer, NULL, NULL, 0})
            .diameter,
        cube_diameter(8e-3), 1e-9);
    CHECK_REL(choose((bed){"clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 2 mm}, {at: [5 mm, 0 m, "
                           "0 m], radius: 2 mm}]}",
                           layer, NULL, NULL, 0})
                  .diameter,
              4e-3 * cbrt(2), 1e-9);
    const case_override given = {"nonsmooth.diameter", "7 mm"};
    CHECK(choose((bed){ball, layer, NULL, &given, 1}).diameter == 7e-3);
    const case_override two = {
        "grains",
        "[{name: a, shape: grain, material: glass, packing: {law: lattice, counts: [3, 1, "
        "1], spacing: [1 cm, 1 cm, 1 cm]}}, {name: b, shape: small, material: glass, "
        "packing: {law: lattice, counts: [1, 1, 1], spacing: [1 cm, 1 cm, 1 cm], origin: "
        "[0.5 m, 0.5 m, 0.5 m]}}]"};
    CHECK_REL(choose((bed){ball, layer, NULL, &two, 1}).diameter, (3 * 10e-3 + 4e-3) / 4, 1e-12);
}

static double layers_of(const char *shape, const char *packing, const char *more)
{
    return choose((bed){shape, packing, more, NULL, 0}).layers;
}

// Layers that touch count as they are; grains that stand apart will lie in fewer, but ways through them wind.
TEST(depth_of_fillings)
{
    const char *dense =
        "counts: [20, 20, 30], spacing: [1 cm, 1 cm, 8.66 mm], origin: [0.1 m, 0.1 m, 5 mm]";
    CHECK_REL(layers_of(ball, dense, NULL), 29 * 0.866 + 1, 1e-9);
    const char *loose =
        "counts: [10, 10, 20], spacing: [3 cm, 3 cm, 3 cm], origin: [0.1 m, 0.1 m, 5 mm]";
    double box = (0.27 + 0.01) * (0.27 + 0.01) * (0.57 + 0.01);
    CHECK_REL(layers_of(ball, loose, NULL), 1.5 * 58 * pi / 6 * 2000e-6 / box / 0.6, 1e-9);
    CHECK(layers_of(ball, layer, NULL) == 1);
    // a column of twelve balls beside ten that stand apart: each counts with its own
    const char *column =
                   "counts: [1, 1, 12], spacing: [1 cm, 1 cm, 1 cm], origin: [0.1 m, 0.1 m, 5 mm]",
               *apart =
                   "counts: [10, 1, 1], spacing: [5 cm, 5 cm, 5 cm], origin: [0.4 m, 0.4 m, 5 mm]";
    char sets[600];
    snprintf(sets, sizeof sets,
             "[{name: a, shape: grain, material: glass, packing: {law: lattice, %s}}, {name: b, "
             "shape: grain, material: "
             "glass, packing: {law: lattice, %s}}]",
             column, apart);
    const case_override both = {"grains", sets};
    CHECK_REL(choose((bed){ball, layer, NULL, &both, 1}).layers, (12.0 * 12 + 10) / 22, 1e-9);
}

// A wall of flat bricks counts by its courses, wherever a ball flies: seven bricks, half a brick shifted in every other
// course.
TEST(walls_of_bricks_count_by_courses)
{
    const char *brick = "polyhedron: {builder: {box: [24 mm, 11.5 mm, 7 mm]}}";
    const case_override wall = {
        "grains",
        "[{name: odd, shape: grain, material: glass, turn: [0, 0, 0], packing: {law: lattice, "
        "counts: [7, 1, 7], "
        "spacing: [24 mm, 1 m, 14 mm], origin: [0.2 m, 0.1 m, 3.5 mm]}}, {name: even, shape: "
        "grain, material: glass, "
        "turn: [0, 0, 0], packing: {law: lattice, counts: [7, 1, 7], spacing: [24 mm, 1 m, 14 mm], "
        "origin: [0.212 m, "
        "0.1 m, 10.5 mm]}}, {name: ball, shape: small, material: glass, velocity: [0, 2 m/s, 0], "
        "packing: {law: "
        "lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0.25 m, 0.9 m, 5 cm]}}]"};
    const step_choice c = choose((bed){brick, layer, NULL, &wall, 1});
    CHECK(c.layers > 13.5 && c.layers <= 14);
    CHECK(c.hardness > 1); // they lie by their faces
    CHECK(choose((bed){ball, layer, NULL, NULL, 0}).hardness == 0);
    CHECK(choose((bed){"polyhedron: {builder: {platonic: tetrahedron, size: 1 cm}}", layer, NULL,
                       NULL, 0})
              .hardness == 0);
}

// Streams fill the ground of the domain, or make a heap below the boxes that they come from, whichever is deeper.
TEST(depth_of_streams)
{
    // 2e6 grains of 4 mm a second on 1 m^2, for 1 s at most
    step_choice c = choose((bed){
        ball, layer,
        "streams: [{name: rain, shape: small, material: glass, low: [0 m, 0 m, 1.5 m], high: [1 "
        "m, 1 m, 2 m], rate: 2e6/s, to: 1 s}]\n",
        NULL, 0});
    CHECK_REL(c.layers, 1.5 * 2e6 * pi / 6 * 64e-9 / 0.6 / c.diameter, 1e-9);
    // 2e4 of them from 10 cm x 10 cm: a cone of slope 1/2
    c = choose((bed){ball, layer,
                     "streams: [{name: pour, shape: small, material: glass, low: [0.4 m, 0.4 m, "
                     "0.5 m], high: [0.5 "
                     "m, 0.5 m, 0.6 m], rate: 2e4/s, to: 1 s}]\n",
                     NULL, 0});
    CHECK_REL(c.layers, 1.5 * cbrt(3 * 2e4 * pi / 6 * 64e-9 / 0.6 * 0.25 / pi) / c.diameter, 1e-9);
    // 50 of them, less than their heap would be high if they came from a point
    c = choose((bed){
        ball, layer,
        "streams: [{name: few, shape: small, material: glass, low: [0 m, 0 m, 0.5 m], high: [1 "
        "m, 1 m, 0.6 m], rate: 50/s, to: 1 s}]\n",
        NULL, 0});
    CHECK(c.layers == 1);
}

// Steps of either solver, sweeps, and which has less to do: hard grains in shallow beds are for the nonsmooth one, soft
// ones in deep beds for the smooth one, and that is told.
TEST(costs_of_both_solvers)
{
    sim s;
    step_choice c;
    scree_error error;
    const case_override soft[] = {{"materials.m.young", "50 kPa"}, {"solver", "nonsmooth"}};
    const char *column =
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 4 m], boundary: {z: wall}, material: "
        "m}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
        "shapes: {ball: {ball: {radius: 5 mm}}}\n"
        "grains: [{name: bed, shape: ball, material: m, packing: {law: lattice, counts: [10, 10, "
        "300], "
        "spacing: [1 cm, 1 cm, 8.66 mm], origin: [5 mm, 5 mm, 5 mm]}}]\nrun: {duration: 3 s}\n";
    for (int k = 0; k < 2; k++) {
        REQUIRE(sim_read(&s, column, soft, 2 * k));
        CHECK(step_choose(&s.m, NULL, &c, &error) == SCREE_OK);
        step_cost cost = step_cost_of(&s.m, &c);
        CHECK_REL(cost.smooth, 3 / (k ? c.smooth : c.step),
                  1e-12); // of the solver that runs, with its step
        CHECK_REL(cost.nonsmooth, 3 / (k ? c.step : c.nonsmooth), 1e-12);
        CHECK(cost.smooth_work == 3 && cost.blows == 30 &&
              cost.nonsmooth_work == cost.sweeps + 30 + 45);
        CHECK_REL(cost.gain, cost.smooth * 3 / (cost.nonsmooth * cost.nonsmooth_work), 1e-12);
        CHECK(cost.sweeps >= 260 / 3.0 && cost.sweeps <= 2.5 * 261);
        CHECK(k ? cost.gain < 0.5 : cost.gain > 0.5);
        CHECK_STR(c.warning, "");
        model_clear(&s.m);
    }
    // bodies like boxes are hard; what rests, and all below impact_speed, is not hit
    const step_choice cubes =
        choose((bed){"polyhedron: {builder: {platonic: cube, size: 1 cm}}", layer, NULL, NULL, 0});
    REQUIRE(sim_read(&s, column, NULL, 0));
    s.m.nonsmooth.impact = 100;
    CHECK(step_choose(&s.m, NULL, &c, &error) == SCREE_OK && step_cost_of(&s.m, &c).blows == 0);
    model_clear(&s.m);
    CHECK(cubes.hardness > 1);
    const case_override hard[] = {{"run.step", "1 ms"}, {"nonsmooth.iterations", "40"}};
    c = choose((bed){ball, layer, NULL, hard, 2});
    CHECK(c.smooth < 5e-6 && !*c.warning && c.step == 1e-3);
}

TEST_MAIN
