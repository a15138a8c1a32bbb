// api_box.h - a box of balls for the tests of scree/change.h, in which pairs of balls and cubes may come as well, and short ways
// to what is seen of it.
#ifndef SCREE_TESTS_API_BOX_H
#define SCREE_TESTS_API_BOX_H

#include "harness.h"

#include <scree/change.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

// Balls, pairs of balls and cubes over a floor. The streams send nothing: they say what may come.
static const char box[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.2 m, 0.2 m, 0.4 m], boundary: {x: periodic, y: wall, "
    "z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: 8 mm}}\n"
    "  pair: {clump: {balls: [{at: [-5 mm, 0 m, 0 m], radius: 7 mm}, {at: [5 mm, 0 m, 0 "
    "m], radius: 7 mm}]}}\n"
    "  cube: {polyhedron: {builder: {box: [14 mm, 14 mm, 14 mm]}}}\n"
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 300, seed: "
    "3,\n"
    "          inside: {box: {low: [1 cm, 1 cm, 1 cm], high: [19 cm, 19 cm, 15 cm]}}}}]\n"
    "regions: {top: {box: {low: [0 m, 0 m, 30 cm], high: [20 cm, 20 cm, 39 cm]}}}\n"
    "streams:\n"
    "  - {name: pairs, shape: pair, material: glass, rate: 1/s, to: 0 s, inside: top}\n"
    "  - {name: cubes, shape: cube, material: glass, rate: 1/s, to: 0 s, inside: top}\n"
    "run: {duration: 1 s, step: 50 us, ledger: true, deepest_overlap: 0.5}\n";

typedef struct opened {
    scree_case *of;
    scree_world *world;
} opened;

static inline void tell(const scree_error *e)
{
    printf("%s: %s (%s)\n", e->where, e->what, e->hint);
}

static inline opened open_box(const char *const *settings, int threads, int parts)
{
    opened o = {0};
    scree_error e = {0};
    if (scree_case_parse(box, "box.yaml", settings, &o.of, &e) ||
        scree_case_parts(o.of, parts, &e) || scree_world_create(o.of, threads, &o.world, &e))
        tell(&e);
    CHECK(o.world != NULL);
    return o;
}

static inline void close_box(opened o)
{
    scree_world_destroy(o.world);
    scree_case_destroy(o.of);
}

static inline void step(scree_world *w, int64_t steps)
{
    scree_error e = {0};
    if (scree_world_step(w, steps, &e))
        tell(&e);
    CHECK(!*e.what);
}

static inline int64_t add(scree_world *w, scree_grain grain)
{
    scree_error e = {0};
    int64_t id = -1;
    if (scree_world_add(w, &grain, 1, &id, &e))
        tell(&e);
    CHECK(id >= 0);
    return id;
}

static inline uint64_t hash_of(scree_world *w)
{
    uint64_t hash = 0;
    CHECK(scree_world_hash(w, &hash, NULL) == SCREE_OK);
    return hash;
}

static inline double ledger_of(scree_world *w, const char *name)
{
    scree_frame *f = scree_frame_create();
    scree_view v = {0};
    CHECK(scree_frame_take(f, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_LEDGER, name, &v, NULL) == SCREE_OK);
    const double value = v.data ? *(const double *)v.data : NAN;
    scree_frame_destroy(f);
    return value;
}

// The row of a ball with that id; values of a column of three.
static inline void read_ball(scree_world *w, int64_t id, const char *name, double out[3])
{
    scree_frame *f = scree_frame_create();
    scree_view ids = {0};
    scree_view v = {0};
    CHECK(scree_frame_take(f, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "id", &ids, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, name, &v, NULL) == SCREE_OK);
    for (int64_t i = 0; i < ids.rows; i++) {
        if (*scree_row_int64(&ids, i) == id)
            memcpy(out, scree_row_float64(&v, i), 3 * sizeof *out);
    }
    scree_frame_destroy(f);
}

#endif
