// mass_tube_check.c - parts of a core that lie on each other: the tube around them would count twice.
#include "shape/mass_tube.h"

#include "base/mathlib.h"

#include <stdio.h>

#define TOUCHING 1e-10 // of the size

// Do two segments on one line share more than a point?
static bool edges_overlap(const tube *t, const tube_edge *a, const tube_edge *b)
{
    double limit = TOUCHING * t->size;
    v3 from = v3_sub(b->from, a->from);
    v3 to = v3_sub(t->point[b->vertex[1]], a->from);
    double s = v3_dot(a->along, from);
    double e = v3_dot(a->along, to);
    if (real_min(real_max(s, e), a->length) - real_max(real_min(s, e), 0) <= limit)
        return false;
    return v3_norm(v3_fma(from, -s, a->along)) <= limit &&
           v3_norm(v3_fma(to, -e, a->along)) <= limit;
}

// Is triangle b on the outer side of a side of triangle a?
static bool is_beside(const tube_face *a, const tube_face *b, double limit)
{
    for (int k = 0; k < 3; k++) {
        double most = -1;
        for (int i = 0; i < 3; i++) {
            double inside = v3_dot(a->inward[k], v3_sub(b->corner[i], a->corner[k]));
            most = i ? real_max(inside, most) : inside;
        }
        if (most <= limit)
            return true;
    }
    return false;
}

static bool faces_overlap(const tube *t, const tube_face *a, const tube_face *b)
{
    double limit = TOUCHING * t->size;
    for (int i = 0; i < 3; i++)
        if (fabs(v3_dot(a->normal, v3_sub(b->corner[i], a->corner[0]))) > limit)
            return false;
    return !is_beside(a, b, limit) && !is_beside(b, a, limit);
}

scree_status tube_check_overlaps(const tube *t, scree_error *error)
{
    char where[96];
    for (int32_t i = 0; i < t->faces; i++)
        for (int32_t k = 0; k < i; k++)
            if (faces_overlap(t, &t->face[i], &t->face[k])) {
                snprintf(where, sizeof where, "triangles %d and %d", k, i);
                return fail(error, SCREE_BAD_INPUT, where,
                            "leave one out, or cut away what they share",
                            "the triangles lie on each other");
            }
    for (int32_t i = 0; i < t->edges; i++)
        for (int32_t k = 0; k < i; k++) {
            const int32_t *a = t->edge[k].vertex;
            const int32_t *b = t->edge[i].vertex;
            if (!edges_overlap(t, &t->edge[i], &t->edge[k]))
                continue;
            snprintf(where, sizeof where, "edges between vertices %d and %d, %d and %d", a[0], a[1],
                     b[0], b[1]);
            return fail(error, SCREE_BAD_INPUT, where,
                        "let parts that touch share vertices and edges",
                        "the edges lie on each other");
        }
    return SCREE_OK;
}
