// friction_scenes.c - small worlds of some 20 to 200 contacts for friction_problem.h.
//
// All contacts are left to the constraints (impact_speed), since impacts are another problem. In 200 steps poured
// grains have met and still move.
#include "support/friction_problem.h"

#define HEAD(gravity, size, young, tangential)                                                     \
    "scree: 1\nsolver: nonsmooth\nnonsmooth: {iterations: 60, impact_speed: 10 m/s}\ngravity: "    \
    "[" gravity "]\n"                                                                              \
    "domain: {low: [-" size ", -" size ", 0 m], high: [" size ", " size ", 1 m], "                 \
    "boundary: {x: wall, y: wall, z: wall}, material: m}\n"                                        \
    "materials: {m: {density: 2500 kg/m^3, young: " young ", poisson: 0.22}}\n"                    \
    "pairs: {default: {normal: {law: hertz}, tangential: " tangential "}}\n"                       \
    "run: {steps: 1, step: 1 ms}\n"
#define LEANING "1.5 m/s^2, 0.5 m/s^2, -9.81 m/s^2"
#define DOWN "0, 0, -9.81 m/s^2"
#define MINDLIN "{law: mindlin, friction: 0.4}"
#define VISCOUS "{law: viscous-coulomb, friction: 0.4, damping: 10 N s/m}"
#define LAYER(name, counts, origin, more)                                                          \
    "  - {name: " name ", shape: box, material: m, turn: 0, " more                                 \
    "packing: {law: lattice, counts: [" counts                                                     \
    "], spacing: [5.2 cm, 6 cm, 49.998 mm], origin: [" origin "]}}\n"
// Boxes lie 2 um in each other.
#define BOX "shapes: {box: {polyhedron: {builder: {box: [5 cm, 5 cm, 5 cm]}}}}\ngrains:\n"

static const char tower_text[] =
    HEAD(LEANING, "1 m", "10 GPa", MINDLIN) BOX LAYER("tower", "1, 1, 10", "0, 0, 24.999 mm", "");

static const char pyramid_text[] =
    HEAD(LEANING, "1 m", "10 GPa", MINDLIN) BOX LAYER("a", "4, 1, 1", "-7.8 cm, 0, 24.999 mm", "")
        LAYER("b", "3, 1, 1", "-5.2 cm, 0, 74.997 mm", "")
            LAYER("c", "2, 1, 1", "-2.6 cm, 0, 124.995 mm", "")
                LAYER("d", "1, 1, 1", "0, 0, 174.993 mm", "");

// Under a pull to the side; one box of the lower layer is drawn from below those on it, the others carry theirs along.
static const char sliding_text[] = HEAD("2 m/s^2, 1 m/s^2, -9.81 m/s^2", "1 m", "10 GPa", MINDLIN)
    BOX LAYER("low", "3, 1, 1", "-2.6 cm, 0, 24.999 mm", "")
        LAYER("fast", "1, 1, 1", "-7.8 cm, 0, 24.999 mm", "velocity: [0, 0.2 m/s, 0], ")
            LAYER("high", "3, 1, 2", "-5.2 cm, 0, 74.997 mm", "");

// A bed of balls of 4 to 6 mm at some moment after it was poured, from a file: it shall be the same whatever becomes of
// the solver.
#define BALLS                                                                                      \
    "shapes: {ball: {ball: {radius: 5 mm}}}\n"                                                     \
    "grains: [{name: bed, shape: ball, material: m, packing: {law: csv, file: " SCREE_SOURCE_DIR   \
    "/tests/support/friction_balls.csv, scale: 0.001}}]\n"

static const char hard_text[] = HEAD(DOWN, "2 cm", "70 GPa", MINDLIN) BALLS;
static const char soft_text[] = HEAD(DOWN, "2 cm", "100 MPa", MINDLIN) BALLS;
static const char creep_text[] = HEAD(DOWN, "2 cm", "70 GPa", VISCOUS) BALLS;
static const char rolling_text[] =
    HEAD(DOWN, "2 cm", "100 MPa", MINDLIN ", rolling: {law: constant, friction: 0.1}") BALLS;

// With creep the matrix is definite, whatever the moment at which these are caught.
#define SPILL(shape)                                                                               \
    "shapes: {grain: {" shape "}}\n"                                                               \
    "grains: [{name: bed, shape: grain, material: m, packing: {law: random, count: 30, "           \
    "low: [-2.5 cm, -2.5 cm, 0 m], high: [2.5 cm, 2.5 cm, 15 cm], seed: 3}}]\n"
static const char clumps_text[] = HEAD(DOWN, "2.5 cm", "1 GPa", VISCOUS) SPILL(
    "clump: {balls: [{at: [0 m, 0 m, 0 m], radius: 5 mm}, {at: [7 mm, 0 m, 0 m], radius: 4 mm}]}");
static const char cubes_text[] = HEAD(DOWN, "2.5 cm", "1 GPa", VISCOUS)
    SPILL("polyhedron: {builder: {box: [1 cm, 1 cm, 8 mm]}}");

const friction_scene friction_scenes[] = {
    {"tower of boxes", tower_text, 0, 20000, 5000},
    {"pyramid of boxes", pyramid_text, 0, 100000, 20000},
    {"sliding boxes", sliding_text, 0, 20000, 5000},
    {"hard balls", hard_text, 0, 100000, 20000},
    {"soft balls", soft_text, 0, 20000, 10000},
    {"balls that creep", creep_text, 0, 20000, 2000},
    {"balls that roll", rolling_text, 0, 20000, 10000},
    {"clumps", clumps_text, 200, 20000, 2000},
    {"cubes", cubes_text, 200, 20000, 2000},
};
const int friction_scene_count = (int)(sizeof friction_scenes / sizeof *friction_scenes);

bool friction_scene_open(const friction_scene *scene, sim *s, friction_problem *p)
{
    if (!sim_open(s, scene->text, NULL, 0, NULL))
        return false;
    bool good = sim_step(s, scene->steps);
    s->m.nonsmooth.iterations = scene->sweeps;
    s->m.nonsmooth.warm = 0; // the world looks at its model in each step
    good = good && sim_step(s, 1) && friction_problem_make(s, p);
    if (!good)
        sim_close(s);
    return good;
}
