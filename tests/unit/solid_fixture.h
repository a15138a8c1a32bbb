// solid_fixture.h - for the tests of solids: a solid made of a list of faces, with what healing said of it.
#ifndef SCREE_TESTS_SOLID_FIXTURE_H
#define SCREE_TESTS_SOLID_FIXTURE_H

#include "base/mathlib.h"
#include "harness.h"
#include "shape/hull.h"
#include "shape/solid.h"
#include "support/poly_shapes.h"

#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct made {
    solid solid;
    solid_report report;
    scree_error error;
    scree_status status;
} made;

static inline made make_with(const poly *p, double tolerance)
{
    made m = {.error = {.where = ""}};
    int32_t facets;
    v3 *soup = poly_soup(p, &facets);
    m.status = solid_build(
        &(mesh_facets){.corner = soup, .facets = facets, .tolerance = tolerance, .name = "part"},
        &m.solid, &m.report, &m.error);
    free(soup);
    return m;
}

static inline made make(const poly *p)
{
    return make_with(p, 0);
}

static inline void check_sound(const made *m, const char *what)
{
    CHECK_MSG(!m->status, "%s: %s", what, m->error.what);
    const mesh *s = m->solid.surface;
    if (m->status)
        return;
    CHECK_MSG(s->edges * 2 == s->triangles * 3, "%s: %d edges, %d triangles", what, s->edges,
              s->triangles);
    int wrong = 0;
    for (int32_t e = 0; e < s->edges; e++)
        wrong += s->edge[e].triangles != 2;
    for (int32_t t = 0; t < s->triangles; t++)
        for (int k = 0; k < 3; k++) {
            const mesh_edge *e = &s->edge[s->triangle[t].edge[k]];
            const int32_t other = e->triangle[0] == t ? e->triangle[1] : e->triangle[0];
            int same = 0;
            wrong += e->triangle[0] != t && e->triangle[1] != t;
            // The neighbour runs along the edge the other way.
            for (int j = 0; j < 3; j++)
                same += s->triangle[other].vertex[j] == s->triangle[t].vertex[(k + 1) % 3] &&
                        s->triangle[other].vertex[(j + 1) % 3] == s->triangle[t].vertex[k];
            wrong += same != 1;
        }
    CHECK_MSG(!wrong, "%s: %d faults in the tables", what, wrong);
    CHECK_HAS(m->report.text, "facets read");
}

static inline double l_volume(void)
{
    return 3 * 0.5;
}

// Pappus for a ring of flat pieces: each sector holds sin(angle) times the first moment of the cross-section.
static inline double torus_volume(double radius, double tube, int around, int across)
{
    return around * sin(2 * PI / around) * radius * 0.5 * across * sin(2 * PI / across) * tube *
           tube;
}

#endif
