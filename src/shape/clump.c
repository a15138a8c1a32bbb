// clump.c - see clump.h.
#include "shape/clump.h"

#include "base/constants.h"
#include "base/mathlib.h"

static double reach_of(const model_clump *clump)
{
    double most = 0;
    for (int k = 0; k < clump->balls; k++) {
        double reach = v3_norm(clump->at[k]) + clump->radius[k];
        if (reach > most)
            most = reach;
    }
    return most;
}

// The weights by volume, s, with the least change, sum of s (change / s)^2, that brings the mean to the centre of mass. That
// lies in the plane or on the line of the balls where all of them do, so nothing is asked across it.
void clump_weigh(model_clump *clump, bool flat)
{
    double all = 0;
    v3 mean = {0, 0, 0};
    sym3 second = {0};
    for (int k = 0; k < clump->balls; k++) {
        const double r = clump->radius[k];
        const double share = r * r * (flat ? 1 : r);
        all += share;
        mean = v3_fma(mean, share, clump->at[k]);
    }
    mean = v3_scale(1 / all, mean);
    for (int k = 0; k < clump->balls; k++) {
        const double r = clump->radius[k];
        const v3 way = v3_sub(clump->at[k], mean);
        second = sym3_fma(second, r * r * (flat ? 1 : r) / all, sym3_dyad(way, way));
    }
    v3 value;
    q4 axes;
    principal_axes(second, &value, &axes);
    const double most = real_max(value.x, real_max(value.y, value.z));
    const v3 along = q4_rotate(q4_conjugate(axes), mean);
    const v3 slope = {
        .x = value.x > 1e-9 * most ? -along.x / value.x : 0,
        .y = value.y > 1e-9 * most ? -along.y / value.y : 0,
        .z = value.z > 1e-9 * most ? -along.z / value.z : 0,
    };
    clump->slope = q4_rotate(axes, slope);
    clump->level = 1 - v3_dot(clump->slope, mean);
}

static void take(model_clump *clump, const mass_properties *properties, bool flat)
{
    clump->volume = properties->volume;
    clump->inertia = flat ? v3_make(1, 1, properties->inertia.zz) : properties->principal;
    clump->axes = flat ? q4_identity() : properties->axes;
    clump->centre = properties->centre;
    for (int k = 0; k < clump->balls; k++) {
        v3 apart = v3_sub(clump->at[k], properties->centre);
        clump->at[k] = flat ? apart : q4_rotate(q4_conjugate(properties->axes), apart);
    }
    clump_weigh(clump, flat);
}

scree_status clump_from_balls(model_clump *clump, mass_overlap overlap, bool flat, double *reach,
                              scree_error *error)
{
    mass_properties properties;
    scree_status status =
        flat ? mass_disks(clump->at, clump->radius, clump->balls, overlap, &properties, error)
             : mass_balls(clump->at, clump->radius, clump->balls, overlap, &properties, error);
    if (status != SCREE_OK)
        return status;
    take(clump, &properties, flat);
    *reach = reach_of(clump);
    return SCREE_OK;
}

scree_status clump_from_ellipsoid(model_clump *clump, double length, double width, double height,
                                  double *reach, scree_error *error)
{
    double radius = 0.5 * height;
    double x = 0.5 * length - radius;
    double y = 0.5 * width - radius;
    const v3 at[4] = {{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}};
    mass_properties properties;
    clump->balls = y > 0 ? 4 : 3;
    for (int k = 0; k < clump->balls; k++) {
        clump->at[k] = at[k];
        clump->radius[k] = radius;
    }
    scree_status status = mass_ellipsoid(v3_make(length, width, height), clump->at, clump->radius,
                                         clump->balls, &properties, error);
    if (status != SCREE_OK)
        return status;
    take(clump, &properties, false);
    *reach = reach_of(clump);
    return SCREE_OK;
}

scree_status clump_from_ring(model_clump *clump, int balls, double radius, double ball_radius,
                             double *reach, scree_error *error)
{
    const double r2 = radius * radius;
    const double s2 = ball_radius * ball_radius;
    if (!(ball_radius <= radius)) {
        return fail(error, SCREE_BAD_INPUT, "the ring", "make the balls smaller, or the ring wider",
                    "the balls, of radius %g m, close the hole of a ring of radius %g m",
                    ball_radius, radius);
    }
    clump->balls = balls;
    for (int k = 0; k < balls; k++) {
        double sine;
        double cosine;
        real_sin_cos(2 * PI * k / balls, &sine, &cosine);
        clump->at[k] = v3_make(radius * cosine, radius * sine, 0);
        clump->radius[k] = ball_radius;
    }
    clump->volume = 2 * PI * PI * radius * s2;
    clump->inertia = v3_make(0.5 * r2 + 0.625 * s2, 0.5 * r2 + 0.625 * s2, r2 + 0.75 * s2);
    clump->inertia = v3_scale(clump->volume, clump->inertia);
    clump->axes = q4_identity();
    clump_weigh(clump, false);
    *reach = reach_of(clump);
    return SCREE_OK;
}
