// fill.c - see fill.h. Disks on a lattice, and what is common to both; balls are in fill_solid.c.
#include "scene/fill.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/closest.h"
#include "scene/fill_parts.h"
#include "shape/mass.h"

#include <stdlib.h>
#include <string.h>

void fill_list_clear(fill_list *list)
{
    free(list->at);
    free(list->radius);
    memset(list, 0, sizeof *list);
}

bool fill_list_add(fill_list *list, v3 at, double radius)
{
    int64_t need = (int64_t)list->count + 1;
    if (!MEM_GROW(list->at, list->at_room, need))
        return false;
    if (!MEM_GROW(list->radius, list->radius_room, need))
        return false;
    list->at[list->count] = at;
    list->radius[list->count++] = radius;
    return true;
}

void fill_finish(fill_list *list, const mass_properties *properties, bool flat, model_clump *out,
                 fill_report *report)
{
    const q4 into = q4_conjugate(properties->axes);
    *out = (model_clump){
        .balls = list->count,
        .at = list->at,
        .radius = list->radius,
        .volume = properties->volume,
        .inertia = flat ? v3_make(1, 1, properties->inertia.zz) : properties->principal,
        .axes = flat ? q4_identity() : properties->axes,
        .centre = properties->centre,
    };
    memset(list, 0, sizeof *list);
    report->reach = 0;
    for (int k = 0; k < out->balls; k++) {
        v3 apart = v3_sub(out->at[k], properties->centre);
        out->at[k] = flat ? apart : q4_rotate(into, apart);
        const double reach = v3_norm(out->at[k]) + out->radius[k];
        report->reach = real_max(report->reach, reach);
    }
}

// ---- outlines

// Is a disk around `point` inside the outline? A ray to the right crosses it an odd number of times, and no edge is
// near.
static bool holds(const v3 *vertex, int32_t vertices, v3 point, double radius)
{
    bool inside = false;
    for (int32_t i = 0; i < vertices; i++) {
        v3 from = vertex[i];
        v3 to = vertex[(i + 1) % vertices];
        v3 near;
        closest_on_segment(point, from, to, &near);
        if (v3_distance(point, near) < radius)
            return false;
        if ((from.y > point.y) == (to.y > point.y))
            continue;
        const double share = (point.y - from.y) / (to.y - from.y);
        if (point.x < from.x + (to.x - from.x) * share)
            inside = !inside;
    }
    return inside;
}

static scree_status lay(const v3 *vertex, int32_t n, double radius, double spacing, fill_list *list,
                        scree_error *error)
{
    v3 low = vertex[0];
    v3 high = vertex[0];
    for (int32_t i = 1; i < n; i++) {
        low = v3_make(real_min(low.x, vertex[i].x), real_min(low.y, vertex[i].y), 0);
        high = v3_make(real_max(high.x, vertex[i].x), real_max(high.y, vertex[i].y), 0);
    }
    const v3 middle = v3_scale(0.5, v3_add(low, high));
    const v3 half = v3_scale(0.5, v3_sub(high, low));
    const double rise = spacing * sqrt(0.75);
    const double columns = floor(half.x / spacing) + 1;
    const double rows = floor(half.y / rise);
    if (!((2 * columns + 1) * (2 * rows + 1) < 20.0 * FILL_DISKS_MOST)) {
        return fail(error, SCREE_BAD_INPUT, "the outline", "widen the spacing",
                    "a lattice of spacing %g m has too many places in it", spacing);
    }
    for (double row = -rows; row <= rows; row++) {
        for (double column = -columns; column <= columns; column++) {
            double shift = fabs(row) - 2 * floor(0.5 * fabs(row)) > 0 ? 0.5 : 0;
            v3 point = v3_add(middle, v3_make((column + shift) * spacing, row * rise, 0));
            if (!holds(vertex, n, point, radius))
                continue;
            if (!fill_list_add(list, point, radius))
                return fail_memory(error, "disks");
        }
    }
    if (!list->count) {
        return fail(error, SCREE_BAD_INPUT, "the outline",
                    "make the disks smaller, or the spacing narrower",
                    "no disk of radius %g m on the lattice fits in", radius);
    }
    if (list->count > FILL_DISKS_MOST) {
        return fail(error, SCREE_BAD_INPUT, "the outline", "widen the spacing",
                    "%d disks are more than %d", list->count, FILL_DISKS_MOST);
    }
    return SCREE_OK;
}

scree_status fill_outline(const fill_disks *disks, model_clump *out, fill_report *report,
                          scree_error *error)
{
    mass_properties properties;
    mass_properties filled;
    fill_list list = {0};
    if (disks->vertices < 3) {
        return fail(error, SCREE_BAD_INPUT, "the outline", "give three vertices at least",
                    "it has no inside");
    }
    scree_status status =
        mass_spheropolygon(disks->vertex, disks->vertices, true, 0, &properties, error);
    if (!status)
        status = lay(disks->vertex, disks->vertices, disks->radius, disks->spacing, &list, error);
    if (!status)
        status = mass_disks(list.at, list.radius, list.count, MASS_UNION, &filled, error);
    if (!status) {
        report->left = 1 - filled.volume / properties.volume;
        fill_finish(&list, &properties, true, out, report);
    }
    fill_list_clear(&list);
    return status;
}
