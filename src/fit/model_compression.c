// model_compression.c - a grain pressed against a hard flat surface: the overlap under a force, on the virgin curve of
// the law of Vu-Quoc and Zhang, which has it in closed form (law/vu_quoc_zhang.h).
#include "fit/elasto_plastic.h"

static const row rows[] = {ELASTO_PLASTIC_RADIUS};
static const fit_column input[] = {{"force", "N", "normal force, growing"}};
static const fit_column output[] = {
    {"overlap", "m", "approach of the grain's centre to the surface"}};

static scree_status predict(const choice *constants, const double *parameter, const double *in,
                            double *out, scree_error *error)
{
    (void)error;
    vqz_pair pair = elasto_plastic_pair(constants, parameter);
    out[0] = vqz_overlap(&pair, in[0]);
    return SCREE_OK;
}

const fit_model fit_model_compression = {
    .what = {"compression",
             "elasto-plastic grain pressed against a rigid flat surface (Vu-Quoc and Zhang)", rows,
             1},
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
