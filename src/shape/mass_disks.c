// mass_disks.c - a clump of disks in the plane, exactly: the union, the plain sum.
//
// Gauss's theorem over the outline: on each circle the arcs that no other disk covers, each with closed integrals.
// Circles that meet in one point or coincide need no care: only lengths of arcs count, never which arc follows which.
#include "shape/mass_clump.h"

#include "shape/arcs.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <stdio.h>
#include <stdlib.h>

// The free arcs of one circle.
static arc_integrals free_arcs(const v3 *centre, const double *radius, int32_t count, int32_t i,
                               arc_span *room)
{
    arcs arcs = {
        .covered = room,
        .count = 0,
        .all = false,
    };
    for (int32_t k = 0; k < count && !arcs.all; k++) {
        if (k == i)
            continue;
        clump_role role = mass_clump_role(centre[i], radius[i], centre[k], radius[k], k < i);
        if (role == CLUMP_COVERED)
            arcs.all = true;
        if (role != CLUMP_CROSSING)
            continue;
        v3 apart = v3_sub(centre[k], centre[i]);
        double cosine = mass_clump_cosine(v3_norm(apart), radius[i], radius[k]);
        arcs_cover(&arcs, real_atan2(apart.y, apart.x), cosine);
    }
    return arcs_integrate(&arcs);
}

static mass_moments disks_union(const v3 *centre, const double *radius, int32_t count, v3 origin,
                                arc_span *room)
{
    mass_moments moments = {0};
    for (int32_t i = 0; i < count; i++) {
        arc_integrals integrals = free_arcs(centre, radius, count, i, room);
        v3 place = v3_sub(centre[i], origin);
        double r = radius[i];
        arc_form normal = {
            .one = r,
            .cosine = place.x,
            .sine = place.y,
        };
        arc_form x[3] = {{place.x, r, 0}, {place.y, 0, r}, {0, 0, 0}};
        mass_moments part = arcs_moments(&integrals, 2, r, normal, x);
        mass_moments_add(&moments, 1, &part);
    }
    return moments;
}

static mass_moments disks_sum(const v3 *centre, const double *radius, int32_t count, v3 origin)
{
    mass_moments moments = {0};
    for (int32_t i = 0; i < count; i++) {
        v3 place = v3_sub(centre[i], origin);
        double square = radius[i] * radius[i];
        double area = PI * square;
        mass_moments part = {
            .volume = area,
            .first = v3_scale(area, place),
            .second = sym3_scale(area, sym3_dyad(place, place)),
        };
        part.second.xx += area * square / 4;
        part.second.yy += area * square / 4;
        mass_moments_add(&moments, 1, &part);
    }
    return moments;
}

scree_status mass_disks(const v3 *centre, const double *radius, int32_t count, mass_overlap overlap,
                        mass_properties *out, scree_error *error)
{
    scree_status status = mass_clump_check(centre, radius, count, "disk", error);
    if (status)
        return status;
    for (int32_t i = 0; i < count; i++) {
        if (centre[i].z != 0) {
            char where[64];
            snprintf(where, sizeof where, "disk %d", i);
            return fail(error, SCREE_BAD_INPUT, where, "put plane bodies into the plane z = 0",
                        "its z is %g", centre[i].z);
        }
    }
    v3 origin = mass_middle(centre, count);
    mass_moments moments;
    if (overlap == MASS_UNION) {
        arc_span *room = malloc(2 * (size_t)count * sizeof *room);
        if (!room)
            return fail_memory(error, "mass of a clump");
        moments = disks_union(centre, radius, count, origin, room);
        free(room);
    } else
        moments = disks_sum(centre, radius, count, origin);
    mass_finish(&moments, origin, mass_reach(mass_centre(&moments, origin), centre, radius, count),
                0, out);
    return SCREE_OK;
}
