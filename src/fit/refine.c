// refine.c - see refine.h.
#include "fit/refine.h"

#include "base/mathlib.h"
#include "base/random.h"
#include "fit/noise.h"

#include <string.h>

enum { DRAWN = 48, DESCENTS = 4, TURNS_MOST = 60, ROUNDS_MOST = 4, M = FIT_PARAMETERS_MOST };
static const double same_square = 1e-6; // of chi squared: two descents ended alike

typedef struct refining {
    fit_problem *problem;
    least_squares squares;
    fit_space space;
    fit_minimum best;
    fit_refined *out;
    scree_error *error;
} refining;

// --- one round of descents ------------------------------------------------------------------------------------------

static scree_status descend_from(refining *refining, const double *z)
{
    fit_minimum minimum;
    memcpy(minimum.z, z, sizeof minimum.z);
    scree_status status = least_squares_descend(&refining->squares, &minimum, refining->error);
    if (status)
        return status;
    double near = same_square * (refining->problem->residuals + minimum.square);
    refining->out->descents++;
    if (fabs(minimum.square - refining->best.square) <= near)
        refining->out->alike++;
    else if (minimum.square < refining->best.square)
        refining->out->alike = 1;
    if (minimum.square < refining->best.square)
        refining->best = minimum;
    return SCREE_OK;
}

typedef struct drawn_point {
    double z[M], square;
} drawn_point;

// The best of points drawn between the bounds, always the same ones; the best first.
static scree_status draw(refining *refining, drawn_point *kept)
{
    for (int i = 0; i < DESCENTS; i++)
        kept[i].square = INFINITY;
    for (int i = 0; i < DRAWN; i++) {
        rng random = rng_make(20, (uint64_t)i);
        drawn_point here = {.square = INFINITY};
        for (int k = 0; k < refining->space.count; k++) {
            here.z[k] = refining->space.low[k] +
                        rng_uniform(&random) * (refining->space.high[k] - refining->space.low[k]);
        }
        scree_status status =
            least_squares_look(&refining->squares, here.z, &here.square, refining->error);
        if (status)
            return status;
        for (int j = 0; j < DESCENTS; j++) {
            if (!(here.square < kept[j].square))
                continue;
            drawn_point swap = kept[j];
            kept[j] = here;
            here = swap;
        }
    }
    return SCREE_OK;
}

static scree_status descend_from_drawn(refining *refining)
{
    drawn_point kept[DESCENTS];
    scree_status status = draw(refining, kept);
    for (int i = 0; i < DESCENTS && !status; i++) {
        if (isfinite(kept[i].square))
            status = descend_from(refining, kept[i].z);
    }
    return status;
}

// --- in turns with the errors ---------------------------------------------------------------------------------------

// The best point has its own errors, and is the minimum for them.
static scree_status settle(refining *refining)
{
    scree_status status = SCREE_OK;
    bool settled = false;
    for (int turn = 0; turn < TURNS_MOST && !settled && !status; turn++) {
        status = least_squares_descend(&refining->squares, &refining->best, refining->error);
        if (!status)
            status = least_squares_slopes(&refining->squares, refining->best.z, refining->error);
        if (status)
            break;
        fit_noise_share(&refining->squares, refining->best.z, refining->problem);
        settled = fit_noise_update(&refining->squares, refining->problem) < 1e-5;
    }
    refining->best.converged = refining->best.converged && settled;
    if (!status) {
        status = least_squares_look(&refining->squares, refining->best.z, &refining->best.square,
                                    refining->error);
    }
    return status;
}

// With other errors another valley may be the deepest: rounds go on until none is.
static scree_status go(refining *refining, const double (*start)[M], int starts)
{
    scree_status status = SCREE_OK;
    refining->best.square = INFINITY;
    for (int i = 0; i < starts && !status; i++) {
        double z[M] = {0};
        fit_space_place(&refining->space, start[i], z);
        status = descend_from(refining, z);
    }
    for (int round = 0; round < ROUNDS_MOST && !status; round++) {
        double before = refining->best.square;
        if (round) {
            refining->out->descents = 0;
            refining->out->alike = 0;
        }
        status = descend_from_drawn(refining);
        bool deeper = refining->best.square <
                      before - same_square * (refining->problem->residuals + refining->best.square);
        if (status || !isfinite(refining->best.square) || (round && !deeper))
            break;
        status = settle(refining);
        if (refining->problem->groups == 0)
            break; // the errors are known, and the valleys with them
    }
    return status;
}

scree_status fit_refine(fit_problem *problem, const double (*start)[M], int starts,
                        fit_refined *out, scree_error *error)
{
    refining refining = {
        .problem = problem,
        .out = out,
        .error = error,
        .space = fit_space_of(problem),
    };
    memset(out, 0, sizeof *out);
    scree_status status = least_squares_begin(&refining.squares, &refining.space)
                              ? SCREE_OK
                              : fail_memory(error, "fit");
    if (!status)
        status = go(&refining, start, starts);
    out->evaluations = refining.squares.evaluations;
    least_squares_clear(&refining.squares);
    if (status)
        return status;
    if (!isfinite(refining.best.square)) {
        return fail(error, SCREE_BAD_INPUT, "parameters", "choose another start or other bounds",
                    "no search found parameters for which the models have an answer");
    }
    fit_space_values(&refining.space, refining.best.z, out->value);
    out->square = refining.best.square;
    out->converged = refining.best.converged;
    return status;
}
