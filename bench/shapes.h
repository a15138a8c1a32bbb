// shapes.h - the populations of `scree bench shapes` and the beds they lie in.
#ifndef SCREE_CLI_BENCH_SHAPES_H
#define SCREE_CLI_BENCH_SHAPES_H

#include "bench/bench.h"

enum { DISKS, OUTLINES, FILLED, BEANS, CUBES, ROUNDED, POPULATIONS };

// Lattice and laws of a recipe. Lengths in m, steps in s.
typedef struct bench_recipe {
    int dimensions;
    double pitch;
    const char *lattice; // more keys of it
    const char *turn;    // of the grains; empty: by chance
    const char *falling, *measured;
    double falling_step, measured_step, fall; // s, of the step and of the fall
} bench_recipe;

typedef struct bench_population {
    const char *name;
    int elements;  // vertices or balls of a grain
    int64_t count; // grains, unless told otherwise
    int like;      // begins in the bed of this population; -1: falls
    const bench_recipe *recipe;
    char *(*shape)(void); // of the case, owned by the caller
} bench_population;

extern const bench_population bench_populations[POPULATIONS];

// The settled bed of a population, made if the cache does not hold it.
int bench_bed(const bench_options *options, int population, int64_t n, bench_scene *scene);

// The bed of a population of polyhedra as a LAMMPS data file (bodies.c).
int bench_write_bodies(const bench_options *options, bench_scene *scene);

#endif
