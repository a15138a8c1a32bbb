// api_kinds.h - two kinds of each shape in the box of api_box.h, for the tests of scree_world_change.
#ifndef SCREE_TESTS_API_KINDS_H
#define SCREE_TESTS_API_KINDS_H

#include "unit/api_box.h"

// Another kind of each shape, which sends nothing.
#define SETS                                                                                       \
    "materials.steel={density: 7800 kg/m^3, young: 20 MPa, poisson: 0.3}",                         \
        "streams=[{name: pairs, shape: pair, material: glass, rate: 1/s, to: 0 s, inside: top}, "  \
        "{name: cubes, shape: cube, material: glass, rate: 1/s, to: 0 s, inside: top}, "           \
        "{name: steel-beads, shape: bead, material: steel, rate: 1/s, to: 0 s, inside: top}, "     \
        "{name: steel-pairs, shape: pair, material: steel, rate: 1/s, to: 0 s, inside: top}, "     \
        "{name: steel-cubes, shape: cube, material: steel, rate: 1/s, to: 0 s, inside: top}]"
static inline void change(scree_world *w, scree_change one)
{
    scree_error e = {0};
    if (!CHECK(scree_world_change(w, &one, 1, &e) == SCREE_OK))
        tell(&e);
}

// What is seen of a ball in a column of one whole number.
static inline int64_t whole_of(scree_world *w, int64_t id, const char *name)
{
    scree_frame *f = scree_frame_create();
    scree_view ids = {0};
    scree_view v = {0};
    int64_t out = -1;
    CHECK(scree_frame_take(f, w, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, "id", &ids, NULL) == SCREE_OK);
    CHECK(scree_frame_column(f, SCREE_BALLS, name, &v, NULL) == SCREE_OK);
    for (int64_t i = 0; i < ids.rows; i++) {
        if (*scree_row_int64(&ids, i) == id)
            out = v.type == SCREE_INT32 ? *scree_row_int32(&v, i) : *scree_row_int64(&v, i);
    }
    scree_frame_destroy(f);
    return out;
}

static inline bool alike(const double one[3], const double other[3], double tolerance)
{
    bool good = true;
    for (int d = 0; d < 3; d++)
        good = good && fabs(one[d] - other[d]) <= tolerance;
    return good;
}

#endif
