// mass_tube_check.c - parts of a core that lie on each other: the tube around them would count twice.
#include "shape/mass_tube.h"

#include "base/mathlib.h"

#include <stdio.h>

#define TOUCHING 1e-10 // of the size

// Do two segments on one line share more than a point?
static bool edges_overlap(const tube *tube, const tube_edge *first, const tube_edge *second)
{
    const double limit = TOUCHING * tube->size;
    const v3 from = v3_sub(second->from, first->from);
    const v3 to = v3_sub(tube->point[second->vertex[1]], first->from);
    const double s = v3_dot(first->along, from);
    const double e = v3_dot(first->along, to);
    const double begin = real_max(real_min(s, e), 0);
    const double end = real_min(real_max(s, e), first->length);
    if (end - begin <= limit)
        return false;
    const v3 beside_from = v3_fma(from, -s, first->along);
    const v3 beside_to = v3_fma(to, -e, first->along);
    return v3_norm(beside_from) <= limit && v3_norm(beside_to) <= limit;
}

// Is triangle `second` on the outer side of a side of triangle `first`?
static bool is_beside(const tube_face *first, const tube_face *second, double limit)
{
    for (int k = 0; k < 3; k++) {
        double most = -1;
        for (int i = 0; i < 3; i++) {
            const v3 from = v3_sub(second->corner[i], first->corner[k]);
            const double inside = v3_dot(first->inward[k], from);
            most = i ? real_max(inside, most) : inside;
        }
        if (most <= limit)
            return true;
    }
    return false;
}

static bool faces_overlap(const tube *tube, const tube_face *first, const tube_face *second)
{
    double limit = TOUCHING * tube->size;
    for (int i = 0; i < 3; i++) {
        const v3 from = v3_sub(second->corner[i], first->corner[0]);
        if (fabs(v3_dot(first->normal, from)) > limit)
            return false;
    }
    return !is_beside(first, second, limit) && !is_beside(second, first, limit);
}

scree_status tube_check_overlaps(const tube *tube, scree_error *error)
{
    char where[96];
    for (int32_t i = 0; i < tube->faces; i++) {
        for (int32_t k = 0; k < i; k++) {
            if (faces_overlap(tube, &tube->face[i], &tube->face[k])) {
                snprintf(where, sizeof where, "triangles %d and %d", k, i);
                return fail(error, SCREE_BAD_INPUT, where,
                            "leave one out, or cut away what they share",
                            "the triangles lie on each other");
            }
        }
    }
    for (int32_t i = 0; i < tube->edges; i++) {
        for (int32_t k = 0; k < i; k++) {
            const int32_t *a = tube->edge[k].vertex;
            const int32_t *b = tube->edge[i].vertex;
            if (!edges_overlap(tube, &tube->edge[i], &tube->edge[k]))
                continue;
            snprintf(where, sizeof where, "edges between vertices %d and %d, %d and %d", a[0], a[1],
                     b[0], b[1]);
            return fail(error, SCREE_BAD_INPUT, where,
                        "let parts that touch share vertices and edges",
                        "the edges lie on each other");
        }
    }
    return SCREE_OK;
}
