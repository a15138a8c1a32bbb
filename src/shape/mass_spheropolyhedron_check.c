// mass_spheropolyhedron_check.c - cores of triangles, segments and points that have no mass properties.
#include "shape/mass_parts.h"

#include "base/mathlib.h"
#include "base/sort.h"

#include <stdio.h>
#include <stdlib.h>

#define THIN 1e-10 // height of a triangle over its longest side

scree_status mass_core_fault(scree_error *error, const char *what, int32_t i, const char *hint,
                             const char *why)
{
    char where[64];
    snprintf(where, sizeof where, "%s %d", what, i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", why);
}

static scree_status check_segments(const mass_core *core, scree_error *error)
{
    for (int32_t i = 0; i < core->segments; i++) {
        const int32_t *end = core->segment[i];
        const bool first_is_there = end[0] >= 0 && end[0] < core->vertices;
        const bool second_is_there = end[1] >= 0 && end[1] < core->vertices;
        if (!first_is_there || !second_is_there) {
            return mass_core_fault(error, "segment", i, "count vertices from 0",
                                   "an end is no vertex");
        }
        if (end[0] == end[1])
            return mass_core_fault(error, "segment", i, "leave it out", "both ends are one vertex");
    }
    if (core->solid && core->segments) {
        return mass_core_fault(error, "segment", 0, "make two bodies of them",
                               "a solid core has no segments");
    }
    return SCREE_OK;
}

static scree_status check_triangles(const mass_core *core, scree_error *error)
{
    for (int32_t i = 0; i < core->triangles; i++) {
        const int32_t *corner = core->triangle[i];
        v3 a = core->vertex[corner[0]];
        v3 ab = v3_sub(core->vertex[corner[1]], a);
        v3 ac = v3_sub(core->vertex[corner[2]], a);
        v3 bc = v3_sub(ac, ab);
        double longest = real_max(v3_dot(ab, ab), real_max(v3_dot(ac, ac), v3_dot(bc, bc)));
        if (!(v3_norm(v3_cross(ab, ac)) > THIN * longest)) {
            return mass_core_fault(error, "triangle", i, "weld its corners, or leave it out",
                                   "the triangle has no area");
        }
    }
    return SCREE_OK;
}

// Equal places are next to each other by x, or among those with the same x.
static scree_status check_places(const mass_core *core, scree_error *error)
{
    size_t count = (size_t)core->vertices;
    sort_pair *pair = malloc(2 * count * sizeof *pair);
    if (!pair)
        return fail_memory(error, "mass of a core with a radius");
    for (size_t i = 0; i < count; i++)
        pair[i] = (sort_pair){sort_key_f64(core->vertex[i].x + 0.0), (uint32_t)i};
    sort_u64_by_key(pair, core->vertices, pair + count);
    scree_status status = SCREE_OK;
    for (size_t i = 0; i < count && !status; i++) {
        for (size_t k = i + 1; k < count && pair[k].key == pair[i].key && !status; k++) {
            v3 a = core->vertex[pair[i].value];
            v3 b = core->vertex[pair[k].value];
            if (a.y == b.y && a.z == b.z) {
                status = mass_core_fault(error, "vertex", (int32_t)pair[k].value,
                                         "weld the vertices, or leave one out",
                                         "another vertex has the same place");
            }
        }
    }
    free(pair);
    return status;
}

scree_status mass_spheropolyhedron_check(const mass_core *core, double radius, double tolerance,
                                         scree_error *error)
{
    if (core->vertices < 1)
        return fail(error, SCREE_BAD_INPUT, "the core", "give a vertex", "there is no vertex");
    if (!(radius >= 0 && radius - radius == 0)) {
        return fail(error, SCREE_BAD_INPUT, "the radius", "give a finite radius, zero or more",
                    "radius %g", radius);
    }
    if (!core->solid && radius == 0) {
        return fail(error, SCREE_BAD_INPUT, "the radius", "give points, lines and sheets a radius",
                    "the volume is zero");
    }
    if (!(tolerance > 0 && tolerance < 1)) {
        return fail(error, SCREE_BAD_INPUT, "the tolerance", "give one between 0 and 1",
                    "tolerance %g", tolerance);
    }
    scree_status status = mass_check_points(core->vertex, core->vertices, "vertex", error);
    if (!status)
        status = mass_check_corners(core->triangle, core->triangles, core->vertices, error);
    if (!status)
        status = check_segments(core, error);
    if (!status)
        status = check_triangles(core, error);
    return status ? status : check_places(core, error);
}
