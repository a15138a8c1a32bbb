// solids.c - see solids.h.
#include "law/solids.h"

static double inverse(double x)
{
    return x > 0 ? 1 / x : INFINITY;
}

static double shear_modulus(const model_material *material)
{
    return material->young / (2 * (1 + material->poisson));
}
// What a material gives way per unit of pressure, and of shear.
static double compliance(const model_material *material)
{
    double nu = material->poisson;
    return (1 - nu * nu) / material->young;
}
static double shear_compliance(const model_material *material)
{
    return (2 - material->poisson) / shear_modulus(material);
}

law_pair law_solids(const model *model, const model_material *a, const model_material *b,
                    const model_pair *own)
{
    law_pair pair = {
        .e_star = inverse(compliance(a) + compliance(b)),
        .g_star = inverse(shear_compliance(a) + shear_compliance(b)),
        .young = {a->young, b->young},
        .poisson = {a->poisson, b->poisson},
        .yield = {a->yield, b->yield},
        .impulses = model->solver == SOLVER_NONSMOOTH,
    };
    if (own->modulus > 0)
        pair.e_star = own->modulus;
    if (own->shear_modulus > 0)
        pair.g_star = own->shear_modulus;
    return pair;
}
