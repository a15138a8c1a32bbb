// clump.c - see clump.h.
#include "shape/clump.h"

#include "base/constants.h"
#include "base/mathlib.h"

static double reach_of(const model_clump *c)
{
    double most = 0;
    for (int k = 0; k < c->balls; k++) {
        double reach = v3_norm(c->at[k]) + c->radius[k];
        if (reach > most)
            most = reach;
    }
    return most;
}

static void take(model_clump *c, const mass_properties *p, bool flat)
{
    c->volume = p->volume;
    c->inertia = flat ? v3_make(1, 1, p->inertia.zz) : p->principal;
    c->axes = flat ? q4_identity() : p->axes;
    c->centre = p->centre;
    for (int k = 0; k < c->balls; k++) {
        v3 d = v3_sub(c->at[k], p->centre);
        c->at[k] = flat ? d : q4_rotate(q4_conjugate(p->axes), d);
    }
}

scree_status clump_from_balls(model_clump *c, mass_overlap overlap, bool flat, double *reach,
                              scree_error *error)
{
    mass_properties p;
    scree_status status = flat ? mass_disks(c->at, c->radius, c->balls, overlap, &p, error)
                               : mass_balls(c->at, c->radius, c->balls, overlap, &p, error);
    if (status != SCREE_OK)
        return status;
    take(c, &p, flat);
    *reach = reach_of(c);
    return SCREE_OK;
}

scree_status clump_from_ellipsoid(model_clump *c, double length, double width, double height,
                                  double *reach, scree_error *error)
{
    double r = 0.5 * height;
    double x = 0.5 * length - r;
    double y = 0.5 * width - r;
    const v3 at[4] = {{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}};
    mass_properties p;
    c->balls = y > 0 ? 4 : 3;
    for (int k = 0; k < c->balls; k++) {
        c->at[k] = at[k];
        c->radius[k] = r;
    }
    scree_status status =
        mass_ellipsoid(v3_make(length, width, height), c->at, c->radius, c->balls, &p, error);
    if (status != SCREE_OK)
        return status;
    take(c, &p, false);
    *reach = reach_of(c);
    return SCREE_OK;
}

scree_status clump_from_ring(model_clump *c, int balls, double radius, double ball_radius,
                             double *reach, scree_error *error)
{
    const double r2 = radius * radius;
    const double s2 = ball_radius * ball_radius;
    if (!(ball_radius <= radius))
        return fail(error, SCREE_BAD_INPUT, "the ring", "make the balls smaller, or the ring wider",
                    "the balls, of radius %g m, close the hole of a ring of radius %g m",
                    ball_radius, radius);
    c->balls = balls;
    for (int k = 0; k < balls; k++) {
        double sine;
        double cosine;
        real_sin_cos(2 * PI * k / balls, &sine, &cosine);
        c->at[k] = v3_make(radius * cosine, radius * sine, 0);
        c->radius[k] = ball_radius;
    }
    c->volume = 2 * PI * PI * radius * s2;
    c->inertia = v3_make(0.5 * r2 + 0.625 * s2, 0.5 * r2 + 0.625 * s2, r2 + 0.75 * s2);
    c->inertia = v3_scale(c->volume, c->inertia);
    c->axes = q4_identity();
    *reach = reach_of(c);
    return SCREE_OK;
}
