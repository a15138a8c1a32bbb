// coarse.h - coarse-grained fields of grains and contacts on the cells of a window: density, velocity, stress, fabric,
// granular temperature, flux of energy, after I. Goldhirsch, Granular Matter 12, 239 (2010).
//
// With the smoothing function f, grains i of mass m, place x, velocity v, and the sides of contacts (network.h) from the
// contact c to the centre x of the grain with the force F on it:
//   density        rho = sum m f(r - x),                     momentum  p = sum m v f(r - x),     velocity V = p/rho
//   kinetic stress sum m v v f - rho V V,                    temperature  the trace of that over rho and the dimensions
//   contact stress sum over sides of F (x - c) times the mean of f(r - y) over y from c to x
//   flux of energy by motion  1/2 sum m |v - V|^2 (v - V) f, by contacts  sum F.(v - V) (x - c) mean of f
//   fabric         sum n n f(r - c)/sum f(r - c) over the contacts
// Stresses are above zero where they push. The balances of mass and momentum hold at each point, as the grains move.
//
// What is kept are moments, sums of products that need no V, so that means over time are those of the moments, and V is the
// mean velocity over time: the motion of a flow that changes in time counts as heat.
#ifndef SCREE_MEASURE_COARSE_H
#define SCREE_MEASURE_COARSE_H

#include "measure/deposit.h"
#include "measure/network.h"
#include "measure/probe.h"

// Rows that a probe of fields has.
#define COARSE_ROWS                                                                                \
    {"width",                                                                                      \
     ROW_REAL,                                                                                     \
     "m",                                                                                          \
     ROW_OPTIONAL,                                                                                 \
     ROW_POSITIVE,                                                                                 \
     ROW_ANY_HIGH,                                                                                 \
     "of the smoothing function; default: two edges of the largest cell"},                         \
        {"function", ROW_WORD, "lucy|gauss|heaviside", 0, 0, 1, "smoothing function"},             \
        {"conserving",                                                                             \
         ROW_FLAG,                                                                                 \
         "1",                                                                                      \
         1,                                                                                        \
         0,                                                                                        \
         1,                                                                                        \
         "weights of a point make one in all: sums over the domain are exact"},                    \
        WINDOW_CELL_ROWS, WINDOW_ROWS, FILTER_SET_ROW,                                             \
    {                                                                                              \
        "fixed", ROW_FLAG, "1", 0, 0, 1,                                                           \
            "the sides of fixed grains count as well, and their volume"                            \
    }

// Moments of a cell.
enum {
    COARSE_NUMBER,
    COARSE_VOLUME,
    COARSE_MASS,
    COARSE_MOMENTUM,
    COARSE_SQUARE = COARSE_MOMENTUM + 3, // m v v: xx, yy, zz, xy, xz, yz
    COARSE_CUBE = COARSE_SQUARE + 6,     // m v^2 v
    COARSE_STRESS = COARSE_CUBE + 3,     // F_i d_j: nine, row by row
    COARSE_POWER = COARSE_STRESS + 9,    // F.v d
    COARSE_SIDES = COARSE_POWER + 3,
    COARSE_FABRIC, // n n: six
    COARSE_MOMENTS = COARSE_FABRIC + 6
};

// What follows from them, with heads COARSE_HEADS.
enum { COARSE_VALUES = 39 };
#define COARSE_VECTOR(name, unit)                                                                  \
    {name "_x", unit}, {name "_y", unit},                                                          \
    {                                                                                              \
        name "_z", unit                                                                            \
    }
#define COARSE_TENSOR(name, unit)                                                                  \
    {name "_xx", unit}, {name "_yy", unit}, {name "_zz", unit}, {name "_xy", unit},                \
        {name "_xz", unit},                                                                        \
    {                                                                                              \
        name "_yz", unit                                                                           \
    }
#define COARSE_HEADS                                                                               \
    {"x", "m"}, {"y", "m"}, {"z", "m"}, {"number_density", "1/m^3"}, {"density", "kg/m^3"},        \
        {"solid_fraction", ""}, COARSE_VECTOR("momentum", "kg/(m^2 s)"),                           \
        COARSE_VECTOR("velocity", "m/s"), {"temperature", "m^2/s^2"}, {"pressure", "Pa"},          \
        COARSE_TENSOR("stress_contact", "Pa"), COARSE_TENSOR("stress_kinetic", "Pa"),              \
        COARSE_VECTOR("flux_contact", "W/m^2"), COARSE_VECTOR("flux_kinetic", "W/m^2"),            \
        {"coordination", ""}, COARSE_TENSOR("fabric", "")

typedef struct coarse {
    deposit spread;
    grain_filter filter;
    network network;
    deposit_item *item; // of one grain
    int64_t items, room;
    int64_t *side,
        sides; // twice the number of the contact, and one more for its second grain; grain by grain
    int64_t *grain_of;           // of each side; -1: none
    int64_t *first_side, grains; // of each grain
    double *moment;              // COARSE_MOMENTS of each cell, summed over samples
    bool failed;                 // out of memory
} coarse;

// `is` is all zeros.
scree_status coarse_begin(const choice *choice, const model *model, const char *law, int64_t most,
                          coarse *is, scree_error *error);
void coarse_end(coarse *is);
void coarse_empty(coarse *is);
// Adds what is in a frame. False: out of memory.
bool coarse_add(coarse *is, const model *model, const frame *frame);
// The values of a cell of the mean over so many samples.
void coarse_values(const coarse *is, int64_t cell, double samples, double out[COARSE_VALUES]);
bool coarse_grid(const coarse *is, probe_grid *out); // true

#endif
