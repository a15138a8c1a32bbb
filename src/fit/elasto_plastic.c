// elasto_plastic.c - see elasto_plastic.h.
#include "fit/elasto_plastic.h"

#include "law/yield.h"

#include <stdio.h>

enum { YOUNG, POISSON, YIELD_LOAD, C_A, K_C, COUNT };

static const row rows[COUNT] = {
    {"young", ROW_REAL, "Pa", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "Young's modulus E"},
    {"poisson", ROW_REAL, "1", ROW_REQUIRED, -1, 0.5, "Poisson's ratio nu"},
    {"yield_load", ROW_REAL, "N", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "force P_Y at which the grain yields"},
    {"plastic_radius", ROW_REAL, "m/N", ROW_REQUIRED, 0, ROW_ANY_HIGH,
     "C_a, growth of the plastic contact radius with the force beyond P_Y"},
    {"flattening", ROW_REAL, "1/N", ROW_REQUIRED, 0, ROW_ANY_HIGH,
     "K_c, growth of the radius of curvature with the force beyond P_Y"},
};

scree_status elasto_plastic_parameters(const choice *constants, fit_wanted *list, int *count,
                                       scree_error *error)
{
    (void)constants;
    (void)error;
    for (int i = 0; i < COUNT; i++) {
        snprintf(list[i].name, sizeof list[i].name, "%s", rows[i].name);
        list[i].is = rows[i];
    }
    *count = COUNT;
    return SCREE_OK;
}

static double plane_modulus(const double *parameter)
{
    return parameter[YOUNG] / (1 - parameter[POISSON] * parameter[POISSON]);
}

vqz_pair elasto_plastic_pair(const choice *constants, const double *parameter)
{
    vqz_pair pair = {
        .r_eff = choice_real(constants, "radius"),
        .e_star = plane_modulus(parameter),
        .yield_load = parameter[YIELD_LOAD],
        .c_a = parameter[C_A],
        .k_c = parameter[K_C],
    };
    return pair;
}

static double effective_modulus(const choice *constants, const double *parameter)
{
    (void)constants;
    return plane_modulus(parameter);
}

static double yield_stress(const choice *constants, const double *parameter)
{
    return yield_stress_from(parameter[YIELD_LOAD], choice_real(constants, "radius"),
                             plane_modulus(parameter), parameter[POISSON]);
}

// p_m where the grain yields, which unlike sigma_Y does not ask for nu alone.
static double yield_pressure(const choice *constants, const double *parameter)
{
    return yield_stress(constants, parameter) * yield_point_of(parameter[POISSON]).factor;
}

const fit_derived elasto_plastic_derived[ELASTO_PLASTIC_DERIVED] = {
    {"young/(1-poisson^2)", "Pa",
     "effective modulus E/(1 - nu^2), through which alone E and nu enter", effective_modulus},
    {"yield_stress", "Pa", "sigma_Y, by the von Mises stress on the axis", yield_stress},
    {"yield_pressure", "Pa", "largest contact pressure at yield, A_Y sigma_Y", yield_pressure},
};
