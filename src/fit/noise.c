// noise.c - see noise.h.
#include "fit/noise.h"

#include "base/mathlib.h"
#include "fit/statistics.h"

static const double least_freedom = 0.5; // a sigma from less is none

// --- the beginning --------------------------------------------------------------------------------------------------

static bool all_known(const fit_set *s, int output)
{
    for (int i = 0; i < s->count; i++)
        if (!s->error || !(s->error[i * s->is->outputs + output] > 0))
            return false;
    return true;
}

// Scatter about the mean; of values that are all the same their size.
static double size_of(const fit_set *s, int output)
{
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->value[i * s->is->outputs + output] / s->count;
    for (int i = 0; i < s->count; i++) {
        double off = s->value[i * s->is->outputs + output] - sum;
        squares += off * off / s->count;
    }
    double size = sqrt(squares);
    if (size > 1e-12 * fabs(sum))
        return size;
    return sum == 0 ? 1 : fabs(sum);
}

void fit_noise_begin(fit_problem *p)
{
    int free = 0;
    int common = -1;
    p->groups = 0;
    for (int i = 0; i < p->parameters; i++)
        free += !p->parameter[i].fixed;
    for (int i = 0; i < p->parts; i++) {
        fit_part *part = &p->part[i];
        const fit_set *s = &p->set[part->set];
        part->known = all_known(s, part->output);
        part->group = -1;
        part->base = part->sigma = size_of(s, part->output);
        part->freedom = s->count;
        if (part->known)
            continue;
        if (s->count >= free + 2)
            part->group = p->groups++;
        else {
            if (common < 0)
                common = p->groups++;
            part->group = common;
        }
    }
}

// --- at a minimum ---------------------------------------------------------------------------------------------------

void fit_noise_share(least_squares *l, const double *z, fit_problem *p)
{
    double sigma[SVD_MOST];
    double v[SVD_MOST][SVD_MOST];
    double *column[FIT_PARAMETERS_MOST];
    const fit_space *space = l->space;
    int count = 0;
    for (int k = 0; k < space->count; k++)
        if (z[k] > space->low[k] && z[k] < space->high[k])
            column[count++] = l->column[k];
    svd_of_columns(column, l->rows, count, sigma, v);
    // the columns are now the left directions, each times its sigma
    const double floor = real_max(l->step * l->step, 1e-10) * (count ? sigma[0] : 0);
    for (int i = 0; i < p->parts; i++) {
        fit_part *part = &p->part[i];
        int values = p->set[part->set].count;
        part->freedom = values;
        for (int k = 0; k < count; k++) {
            double norm = 0;
            for (int r = 0; r < l->rows; r++)
                norm += column[k][r] * column[k][r];
            if (!(sqrt(norm) > floor))
                continue;
            for (int r = part->first; r < part->first + values; r++)
                part->freedom -= column[k][r] * column[k][r] / norm;
        }
        part->freedom = real_max(part->freedom, 0);
    }
}

double fit_noise_freedom(const fit_problem *p, int group)
{
    double freedom = 0;
    for (int i = 0; i < p->parts; i++)
        if (p->part[i].group == group)
            freedom += p->part[i].freedom;
    return freedom >= least_freedom ? freedom : 0;
}

double fit_noise_update(const least_squares *l, fit_problem *p)
{
    const double least = 1e-9; // of the base: data that are met to the last digit
    double most = 0;
    for (int group = 0; group < p->groups; group++) {
        double squares = 0;
        double freedom = fit_noise_freedom(p, group);
        if (!(freedom > 0))
            continue;
        for (int i = 0; i < p->parts; i++) {
            const fit_part *part = &p->part[i];
            if (part->group != group)
                continue;
            double scale = part->sigma / part->base;
            for (int r = part->first; r < part->first + p->set[part->set].count; r++)
                squares += scale * scale * l->residual[r] * l->residual[r];
        }
        double factor = real_max(sqrt(squares / freedom), least);
        for (int i = 0; i < p->parts; i++) {
            fit_part *part = &p->part[i];
            if (part->group != group)
                continue;
            most = real_max(most, fabs(real_log(factor * part->base / part->sigma)));
            part->sigma = factor * part->base;
        }
    }
    return most;
}
