// refine.c - see refine.h.
#include "fit/refine.h"

#include "base/mathlib.h"
#include "base/random.h"
#include "fit/noise.h"

#include <string.h>

enum { DRAWN = 48, DESCENTS = 4, TURNS_MOST = 60, ROUNDS_MOST = 4, M = FIT_PARAMETERS_MOST };
static const double same_square = 1e-6; // of chi squared: two descents ended alike

typedef struct refining {
    fit_problem *p;
    least_squares l;
    fit_space space;
    fit_minimum best;
    fit_refined *out;
    scree_error *error;
} refining;

// --- one round of descents ------------------------------------------------------------------------------------------

static scree_status descend_from(refining *f, const double *z)
{
    fit_minimum m;
    memcpy(m.z, z, sizeof m.z);
    scree_status status = least_squares_descend(&f->l, &m, f->error);
    if (status)
        return status;
    double near = same_square * (f->p->residuals + m.square);
    f->out->descents++;
    if (fabs(m.square - f->best.square) <= near)
        f->out->alike++;
    else if (m.square < f->best.square)
        f->out->alike = 1;
    if (m.square < f->best.square)
        f->best = m;
    return SCREE_OK;
}

typedef struct drawn_point {
    double z[M], square;
} drawn_point;

// The best of points drawn between the bounds, always the same ones; the best first.
static scree_status draw(refining *f, drawn_point *kept)
{
    for (int i = 0; i < DESCENTS; i++)
        kept[i].square = INFINITY;
    for (int i = 0; i < DRAWN; i++) {
        rng random = rng_make(20, (uint64_t)i);
        drawn_point here = {.square = INFINITY};
        for (int k = 0; k < f->space.count; k++)
            here.z[k] =
                f->space.low[k] + rng_uniform(&random) * (f->space.high[k] - f->space.low[k]);
        scree_status status = least_squares_look(&f->l, here.z, &here.square, f->error);
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

static scree_status descend_from_drawn(refining *f)
{
    drawn_point kept[DESCENTS];
    scree_status status = draw(f, kept);
    for (int i = 0; i < DESCENTS && !status; i++)
        if (isfinite(kept[i].square))
            status = descend_from(f, kept[i].z);
    return status;
}

// --- in turns with the errors ---------------------------------------------------------------------------------------

// The best point has its own errors, and is the minimum for them.
static scree_status settle(refining *f)
{
    scree_status status = SCREE_OK;
    bool settled = false;
    for (int turn = 0; turn < TURNS_MOST && !settled && !status; turn++) {
        status = least_squares_descend(&f->l, &f->best, f->error);
        if (!status)
            status = least_squares_slopes(&f->l, f->best.z, f->error);
        if (status)
            break;
        fit_noise_share(&f->l, f->best.z, f->p);
        settled = fit_noise_update(&f->l, f->p) < 1e-5;
    }
    f->best.converged = f->best.converged && settled;
    if (!status)
        status = least_squares_look(&f->l, f->best.z, &f->best.square, f->error);
    return status;
}

// With other errors another valley may be the deepest: rounds go on until none is.
static scree_status go(refining *f, const double (*start)[M], int starts)
{
    scree_status status = SCREE_OK;
    f->best.square = INFINITY;
    for (int i = 0; i < starts && !status; i++) {
        double z[M] = {0};
        fit_space_place(&f->space, start[i], z);
        status = descend_from(f, z);
    }
    for (int round = 0; round < ROUNDS_MOST && !status; round++) {
        double before = f->best.square;
        if (round)
            f->out->descents = f->out->alike = 0;
        status = descend_from_drawn(f);
        bool deeper = f->best.square < before - same_square * (f->p->residuals + f->best.square);
        if (status || !isfinite(f->best.square) || (round && !deeper))
            break;
        status = settle(f);
        if (f->p->groups == 0)
            break; // the errors are known, and the valleys with them
    }
    return status;
}

scree_status fit_refine(fit_problem *p, const double (*start)[M], int starts, fit_refined *out,
                        scree_error *error)
{
    refining f = {.p = p, .out = out, .error = error, .space = fit_space_of(p)};
    memset(out, 0, sizeof *out);
    scree_status status =
        least_squares_begin(&f.l, &f.space) ? SCREE_OK : fail_memory(error, "fit");
    if (!status)
        status = go(&f, start, starts);
    out->evaluations = f.l.evaluations;
    least_squares_clear(&f.l);
    if (status)
        return status;
    if (!isfinite(f.best.square))
        return fail(error, SCREE_BAD_INPUT, "parameters", "choose another start or other bounds",
                    "no search found parameters for which the models have an answer");
    fit_space_values(&f.space, f.best.z, out->value);
    out->square = f.best.square;
    out->converged = f.best.converged;
    return status;
}
