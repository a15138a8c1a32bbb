// model_drop.c - a grain dropped on a hard flat surface: the restitution at a speed, by the energies of the law of
// Vu-Quoc and Zhang (law/vu_quoc_zhang.h), without stepping in time.
#include "fit/elasto_plastic.h"

static const row rows[] = {
    ELASTO_PLASTIC_RADIUS,
    {"mass", ROW_REAL, "kg", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "mass of the grain"},
};
static const fit_column input[] = {{"speed", "m/s", "normal speed of impact"}};
static const fit_column output[] = {{"restitution", "1", "speed of rebound / speed of impact"}};

static scree_status predict(const choice *constants, const double *parameter, const double *in,
                            double *out, scree_error *error)
{
    (void)error;
    vqz_pair pair = elasto_plastic_pair(constants, parameter);
    out[0] = vqz_restitution(&pair, choice_real(constants, "mass"), in[0]);
    return SCREE_OK;
}

const fit_model fit_model_drop = {
    .what = {"drop",
             "restitution of an elasto-plastic grain on a rigid flat surface (Vu-Quoc and Zhang)",
             rows, 2},
    .input = input,
    .output = output,
    .inputs = 1,
    .outputs = 1,
    .precision = 1e-13,
    .parameters = elasto_plastic_parameters,
    .predict = predict,
    .derived = elasto_plastic_derived,
    .deriveds = ELASTO_PLASTIC_DERIVED,
};
