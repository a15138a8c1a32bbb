// boxes.c - elastic grains without friction in a box: what their energy goes off by at the step that `auto` takes.
#include "verify/shapes/shapes.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>

typedef struct boxed {
    const char *name, *shape;
    bool quick;
} boxed;

#define ANGLE(low, high, bottom, top, in)                                                          \
    "vertices: [[" low ", " low ", " bottom "], [" high ", " low ", " bottom "], [" high ", " in   \
    ", " bottom "], [" in ", " in ", " bottom "], [" in ", " high ", " bottom "], [" low ", " high \
    ", " bottom "], [" low ", " low ", " top "], [" high ", " low ", " top "], [" high ", " in     \
    ", " top "], [" in ", " in ", " top "], [" in ", " high ", " top "], [" low ", " high ", " top \
    "]], faces: [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11], [0, 1, 7, 6], [1, 2, 8, 7], [2, 3, 9, " \
    "8], [3, 4, 10, 9], [4, 5, 11, 10], [5, 0, 6, 11]]"
#define HORSESHOE(low, one, two, high, floor, bottom, top)                                         \
    "vertices: [[" low ", " low ", " bottom "], [" high ", " low ", " bottom "], [" high ", " high \
    ", " bottom "], [" two ", " high ", " bottom "], [" two ", " floor ", " bottom "], [" one      \
    ", " floor ", " bottom "], [" one ", " high ", " bottom "], [" low ", " high ", " bottom       \
    "], [" low ", " low ", " top "], [" high ", " low ", " top "], [" high ", " high ", " top      \
    "], [" two ", " high ", " top "], [" two ", " floor ", " top "], [" one ", " floor ", " top    \
    "], [" one ", " high ", " top "], [" low ", " high ", " top "]], faces: [[7, 6, 5, 4, 3, 2, "  \
    "1, 0], [8, 9, 10, 11, 12, 13, 14, 15], [0, 1, 9, 8], [1, 2, 10, 9], [2, 3, 11, 10], [3, 4, "  \
    "12, 11], [4, 5, 13, 12], [5, 6, 14, 13], [6, 7, 15, 14], [7, 0, 8, 15]]"

// A prism of a star with five points, and a bone of eight sides.
#define STAR                                                                                       \
    "polyhedron: {vertices: [[11 mm, 0 mm, 0 mm], [4.045084972 mm, 2.938926261 mm, 0 mm],"         \
    " [3.399186938 mm, 10.461621679 mm, 0 mm], [-1.545084972 mm, 4.755282581 mm, 0 mm], ["         \
    "-8.899186938 mm, 6.465637775 mm, 0 mm], [-5 mm, 0 mm, 0 mm], [-8.899186938 mm, -6.46"         \
    "5637775 mm, 0 mm], [-1.545084972 mm, -4.755282581 mm, 0 mm], [3.399186938 mm, -10.46"         \
    "1621679 mm, 0 mm], [4.045084972 mm, -2.938926261 mm, 0 mm], [11 mm, 0 mm, 7 mm], [4."         \
    "045084972 mm, 2.938926261 mm, 7 mm], [3.399186938 mm, 10.461621679 mm, 7 mm], [-1.54"         \
    "5084972 mm, 4.755282581 mm, 7 mm], [-8.899186938 mm, 6.465637775 mm, 7 mm], [-5 mm, "         \
    "0 mm, 7 mm], [-8.899186938 mm, -6.465637775 mm, 7 mm], [-1.545084972 mm, -4.75528258"         \
    "1 mm, 7 mm], [3.399186938 mm, -10.461621679 mm, 7 mm], [4.045084972 mm, -2.938926261"         \
    " mm, 7 mm]], faces: [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [10, 11, 12, 13, 14, 15, 16, 17"         \
    ", 18, 19], [0, 1, 11, 10], [1, 2, 12, 11], [2, 3, 13, 12], [3, 4, 14, 13], [4, 5, 15"         \
    ", 14], [5, 6, 16, 15], [6, 7, 17, 16], [7, 8, 18, 17], [8, 9, 19, 18], [9, 0, 10, 19"         \
    "]]}"
#define BONE                                                                                       \
    "polyhedron: {vertices: [[4 mm, 0 mm, -9 mm], [2.828427125 mm, 2.828427125 mm, -9 mm]"         \
    ", [0 mm, 4 mm, -9 mm], [-2.828427125 mm, 2.828427125 mm, -9 mm], [-4 mm, 0 mm, -9 mm"         \
    "], [-2.828427125 mm, -2.828427125 mm, -9 mm], [0 mm, -4 mm, -9 mm], [2.828427125 mm,"         \
    " -2.828427125 mm, -9 mm], [5 mm, 0 mm, -6 mm], [3.535533906 mm, 3.535533906 mm, -6 m"         \
    "m], [0 mm, 5 mm, -6 mm], [-3.535533906 mm, 3.535533906 mm, -6 mm], [-5 mm, 0 mm, -6 "         \
    "mm], [-3.535533906 mm, -3.535533906 mm, -6 mm], [0 mm, -5 mm, -6 mm], [3.535533906 m"         \
    "m, -3.535533906 mm, -6 mm], [2.5 mm, 0 mm, -3 mm], [1.767766953 mm, 1.767766953 mm, "         \
    "-3 mm], [0 mm, 2.5 mm, -3 mm], [-1.767766953 mm, 1.767766953 mm, -3 mm], [-2.5 mm, 0"         \
    " mm, -3 mm], [-1.767766953 mm, -1.767766953 mm, -3 mm], [0 mm, -2.5 mm, -3 mm], [1.7"         \
    "67766953 mm, -1.767766953 mm, -3 mm], [2.5 mm, 0 mm, 3 mm], [1.767766953 mm, 1.76776"         \
    "6953 mm, 3 mm], [0 mm, 2.5 mm, 3 mm], [-1.767766953 mm, 1.767766953 mm, 3 mm], [-2.5"         \
    " mm, 0 mm, 3 mm], [-1.767766953 mm, -1.767766953 mm, 3 mm], [0 mm, -2.5 mm, 3 mm], ["         \
    "1.767766953 mm, -1.767766953 mm, 3 mm], [5 mm, 0 mm, 6 mm], [3.535533906 mm, 3.53553"         \
    "3906 mm, 6 mm], [0 mm, 5 mm, 6 mm], [-3.535533906 mm, 3.535533906 mm, 6 mm], [-5 mm,"         \
    " 0 mm, 6 mm], [-3.535533906 mm, -3.535533906 mm, 6 mm], [0 mm, -5 mm, 6 mm], [3.5355"         \
    "33906 mm, -3.535533906 mm, 6 mm], [4 mm, 0 mm, 9 mm], [2.828427125 mm, 2.828427125 m"         \
    "m, 9 mm], [0 mm, 4 mm, 9 mm], [-2.828427125 mm, 2.828427125 mm, 9 mm], [-4 mm, 0 mm,"         \
    " 9 mm], [-2.828427125 mm, -2.828427125 mm, 9 mm], [0 mm, -4 mm, 9 mm], [2.828427125 "         \
    "mm, -2.828427125 mm, 9 mm]], faces: [[0, 1, 9, 8], [1, 2, 10, 9], [2, 3, 11, 10], [3"         \
    ", 4, 12, 11], [4, 5, 13, 12], [5, 6, 14, 13], [6, 7, 15, 14], [7, 0, 8, 15], [8, 9, "         \
    "17, 16], [9, 10, 18, 17], [10, 11, 19, 18], [11, 12, 20, 19], [12, 13, 21, 20], [13,"         \
    " 14, 22, 21], [14, 15, 23, 22], [15, 8, 16, 23], [16, 17, 25, 24], [17, 18, 26, 25],"         \
    " [18, 19, 27, 26], [19, 20, 28, 27], [20, 21, 29, 28], [21, 22, 30, 29], [22, 23, 31"         \
    ", 30], [23, 16, 24, 31], [24, 25, 33, 32], [25, 26, 34, 33], [26, 27, 35, 34], [27, "         \
    "28, 36, 35], [28, 29, 37, 36], [29, 30, 38, 37], [30, 31, 39, 38], [31, 24, 32, 39],"         \
    " [32, 33, 41, 40], [33, 34, 42, 41], [34, 35, 43, 42], [35, 36, 44, 43], [36, 37, 45"         \
    ", 44], [37, 38, 46, 45], [38, 39, 47, 46], [39, 32, 40, 47], [7, 6, 5, 4, 3, 2, 1, 0"         \
    "], [40, 41, 42, 43, 44, 45, 46, 47]]}"

static const boxed kinds[] = {
    {"balls", "ball: {radius: 8 mm}", true},
    {"clumps",
     "clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 6 mm}, {at: [7 mm, 0 mm, 0 mm], radius: 5 "
     "mm}, {at: [0 mm, 7 mm, 0 mm], radius: 4 mm}]}",
     false},
    {"cubes", "polyhedron: {builder: {platonic: cube, size: 14 mm}}", true},
    {"bricks", "polyhedron: {builder: {box: [20 mm, 12 mm, 6 mm]}}", false},
    {"tetrahedra", "polyhedron: {builder: {platonic: tetrahedron, size: 22 mm}}", false},
    {"sharp L", "polyhedron: {" ANGLE("0 mm", "18 mm", "0 mm", "9 mm", "9 mm") "}", false},
    {"sharp U",
     "polyhedron: {" HORSESHOE("0 mm", "6 mm", "12 mm", "18 mm", "6 mm", "0 mm", "9 mm") "}", true},
    {"sharp stars", STAR, false},
    {"sharp bones", BONE, false},
    {"rods",
     "spheropolyhedron: {vertices: [[0 mm, 0 mm, 0 mm], [12 mm, 0 mm, 0 mm]], radius: 4 mm}",
     false},
    {"rounded cubes", "spheropolyhedron: {builder: {platonic: cube, size: 12 mm}, radius: 1 mm}",
     true},
    {"rounded L",
     "spheropolyhedron: {" ANGLE("1 mm", "17 mm", "1 mm", "8 mm", "8 mm") ", radius: 1 mm}", false},
    {"rounded U",
     "spheropolyhedron: {" HORSESHOE("1 mm", "5 mm", "13 mm", "17 mm", "5 mm", "1 mm",
                                     "8 mm") ", radius: 1 mm}",
     true},
};

enum { GRAINS = 27, TEXT = 16384 };

// 500 MPa, in a box of 10 cm, with up to 1 m/s along each axis.
static void write_case(const boxed *kind, char text[TEXT])
{
    rng random = rng_make(1, 0);
    int at = snprintf(
        text, TEXT,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\ndomain: {low: [0 cm, 0 cm, 0 cm], high: [10 cm, "
        "10 cm, 10 cm], boundary: {x: wall, y: wall, z: wall}, material: m}\nmaterials: {m: "
        "{density: 1000 kg/m^3, young: 500 MPa, poisson: 0.3}}\npairs: {default: {normal: {law: "
        "hertz, restitution: 1}, tangential: none}}\nshapes: {s: {%s}}\ngrains:\n",
        kind->shape);
    for (int i = 0; i < GRAINS; i++) {
        double number[9];
        for (int k = 0; k < 9; k++)
            number[k] = rng_range(&random, -1, 1);
        at += snprintf(text + at, (size_t)(TEXT - at),
                       "  - {name: g%d, shape: s, material: m, turn: [%.4f rad, %.4f rad, %.4f "
                       "rad], velocity: [%.4f m/s, %.4f m/s, %.4f m/s], spin: [%.3f rad/s, %.3f "
                       "rad/s, %.3f rad/s], packing: {law: lattice, counts: [1, 1, 1], spacing: [1 "
                       "m, 1 m, 1 m], origin: [%d mm, %d mm, %d mm]}}\n",
                       i, 3 * number[0], 3 * number[1], 3 * number[2], number[3], number[4],
                       number[5], 30 * number[6], 30 * number[7], 30 * number[8], 17 + 33 * (i % 3),
                       17 + 33 * (i / 3 % 3), 17 + 33 * (i / 9));
    }
    snprintf(text + at, (size_t)(TEXT - at),
             "run: {duration: 10 s, step: auto, ledger: true, deepest_overlap: none}\n");
}

static double energy_of(const trial *trial)
{
    const frame_ledger *ledger = &trial->frame.ledger;
    return ledger->kinetic + ledger->gravitational + ledger->elastic;
}

// The largest deviation of the energy, seen every two thousandth of a second, over that at the start.
static bool follow(const claim *claim, const char *text, double duration, double *out)
{
    trial trial;
    bool good = trial_open_text(&trial, claim, text) && trial_look(&trial);
    const double begin = good ? energy_of(&trial) : 0;
    double most = 0;
    while (good && world_time(trial.world) < duration) {
        good = trial_step(&trial, 800) && trial_look(&trial);
        most = fmax(most, fabs(energy_of(&trial) - begin));
    }
    *out = most / begin;
    trial_close(&trial);
    return good;
}

void verify_shape_boxes(verify *verify)
{
    static char text[TEXT];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        claim claim;
        double off;
        if (!verify->full && !kinds[i].quick)
            continue;
        if (!claim_begin(&claim, verify, "conservation", "27 elastic grains: %s", kinds[i].name))
            continue;
        write_case(&kinds[i], text);
        if (follow(&claim, text, verify->full ? 10 : 0.2, &off))
            claim_at_most(&claim, "energy is off by, of that at the start", off, 1e-3);
    }
}
