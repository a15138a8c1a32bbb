// container.h - what holds a sample: a periodic cell, the domain, or along some axes two walls that face each other.
//
// Probes of a whole sample (strain, stress, void-ratio, inertial-number) have the rows CONTAINER_ROWS. Where no wall is
// named the sample fills the cell, or the domain. Where some are, the others axes are periodic, and lengths, rates and
// the volume follow the walls.
#ifndef SCREE_MEASURE_CONTAINER_H
#define SCREE_MEASURE_CONTAINER_H

#include "measure/probe.h"

#define CONTAINER_WALL(name, side)                                                                 \
    {                                                                                              \
        name, ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "wall that ends the sample at its " side " end"   \
    }
#define CONTAINER_ROWS                                                                             \
    CONTAINER_WALL("x_low", "lower x"), CONTAINER_WALL("x_high", "upper x"),                       \
        CONTAINER_WALL("y_low", "lower y"), CONTAINER_WALL("y_high", "upper y"),                   \
        CONTAINER_WALL("z_low", "lower z"), CONTAINER_WALL("z_high", "upper z")
enum { CONTAINER_ROW_COUNT = 6 };

// Heads of the components of a tensor.
#define CONTAINER_PARTS(prefix, unit)                                                              \
    {prefix "xx", unit}, {prefix "yy", unit}, {prefix "zz", unit}, {prefix "xy", unit},            \
        {prefix "xz", unit},                                                                       \
    {                                                                                              \
        prefix "yz", unit                                                                          \
    }

// Refuses walls that hold no sample, and an unbounded domain; `law` is the name of the probe.
scree_status container_check(const choice *choice, const model *model, const char *law,
                             scree_error *error);
bool container_has_walls(const choice *choice);

// As it is now. Along axes that a flat world does not have, lengths are 1.
typedef struct container {
    double length[3], start[3]; // now, and where the case begins, m
    cell_matrix gradient;       // of the velocity of its ends, 1/s
    double
        wall_stress[3]; // mean of both walls, above zero where they are pushed, Pa; NaN: no walls
    double volume;      // m^3; 2D: m^2
} container;
container container_now(const choice *choice, const model *model, const frame *frame);

// Of Love and Weber, of contacts and of motion, Pa.
typedef struct container_stress {
    double contact[CELL_PARTS], motion[CELL_PARTS], all[CELL_PARTS];
    double mean; // of the diagonal
} container_stress;
container_stress container_stress_now(const model *model, const frame *frame,
                                      const container *container);

#endif
