// clump.c - see clump.h.
#include "shape/clump.h"

static double reach_of(const model_clump *c)
{
    double most = 0;
    for (int k = 0; k < c->balls; k++) {
        double reach = v3_norm(c->at[k]) + c->radius[k];
        if (reach > most) most = reach;
    }
    return most;
}

static void take(model_clump *c, const mass_properties *p, bool flat)
{
    c->volume = p->volume;
    c->inertia = flat ? v3_make(1, 1, p->inertia.zz) : p->principal;
    for (int k = 0; k < c->balls; k++) {
        v3 d = v3_sub(c->at[k], p->centre);
        c->at[k] = flat ? d : q4_rotate(q4_conjugate(p->axes), d);
    }
}

scree_status clump_from_balls(model_clump *c, mass_overlap overlap, bool flat, double *reach, scree_error *error)
{
    mass_properties p;
    scree_status status = flat ? mass_disks(c->at, c->radius, c->balls, overlap, &p, error)
                               : mass_balls(c->at, c->radius, c->balls, overlap, &p, error);
    if (status != SCREE_OK) return status;
    take(c, &p, flat);
    *reach = reach_of(c);
    return SCREE_OK;
}

scree_status clump_from_ellipsoid(model_clump *c, double length, double width, double height, double *reach,
                                  scree_error *error)
{
    double r = 0.5 * height, x = 0.5 * length - r, y = 0.5 * width - r;
    const v3 at[4] = {{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}};
    mass_properties p;
    c->balls = 4;
    for (int k = 0; k < 4; k++) c->at[k] = at[k], c->radius[k] = r;
    scree_status status = mass_ellipsoid(v3_make(length, width, height), c->at, c->radius, 4, &p, error);
    if (status != SCREE_OK) return status;
    take(c, &p, false);
    *reach = reach_of(c);
    return SCREE_OK;
}
