// slices.h - what profiles keep: for each slice the sums over the samples of a run, and their standard errors by blocks.
//
// The temperature is |v - V|^2 / dimensions with V the mean velocity of the slice in the same sample, so that a mean flow
// that changes with time does not heat it; the squares are summed over all samples and divided by the sum of n - 1, since V
// is the mean of the same n grains.
#ifndef SCREE_MEASURE_SLICES_H
#define SCREE_MEASURE_SLICES_H

#include "measure/batches.h"
#include "measure/interval.h"
#include "measure/scatter.h"

// Heads and values of a slice behind its place; `x`, `y`, `z` are how the components of the velocity are called.
enum { SLICES_VALUES = 11 };
#define SLICES_HEADS(x, y, z)                                                                      \
    {"grains", ""}, {"velocity_" x, "m/s"}, {"velocity_" y, "m/s"}, {"velocity_" z, "m/s"},        \
        {"temperature", "m^2/s^2"}, {"solid_fraction", ""}, {"density", "kg/m^3"},                 \
        {"velocity_" x "_error", "m/s"}, {"velocity_" y "_error", "m/s"},                          \
        {"velocity_" z "_error", "m/s"},                                                           \
    {                                                                                              \
        "solid_fraction_error", ""                                                                 \
    }

typedef struct slices {
    int bins;
    interval time;  // that the means are over
    double *sum;    // for each slice, over samples
    scatter *now;   // of one sample
    batches blocks; // the same sums in blocks, and samples
} slices;

// `time` is that of the rows of the probe. False: out of memory.
bool slices_make(slices *is, int bins, interval time);
void slices_clear(slices *is);
void slices_add_grain(slices *is, int bin, v3 velocity);
// Part of a grain that is in the slice: its volume, m^3 (2D: m^2), and its mass.
void slices_add_volume(slices *is, int bin, double volume, double mass);
void slices_close(slices *is); // a sample
// `volume` of the slice.
void slices_values(const slices *is, int bin, int dimensions, double volume,
                   double out[SLICES_VALUES]);
bool slices_save(const slices *is, probe_memory *out);
bool slices_load(slices *is, const double *value, int64_t count);

#endif
