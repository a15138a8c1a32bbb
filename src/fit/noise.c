// noise.c - see noise.h.
#include "fit/noise.h"

#include "base/mathlib.h"
#include "fit/statistics.h"

static const double least_freedom = 0.5; // a sigma from less is none

// --- the beginning --------------------------------------------------------------------------------------------------

static bool all_known(const fit_set *set, int output)
{
    for (int i = 0; i < set->count; i++) {
        const int at = i * set->is->outputs + output;
        if (!set->error || !(set->error[at] > 0))
            return false;
    }
    return true;
}

// Scatter about the mean; of values that are all the same their size.
static double size_of(const fit_set *set, int output)
{
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < set->count; i++)
        sum += set->value[i * set->is->outputs + output] / set->count;
    for (int i = 0; i < set->count; i++) {
        double off = set->value[i * set->is->outputs + output] - sum;
        squares += off * off / set->count;
    }
    double size = sqrt(squares);
    if (size > 1e-12 * fabs(sum))
        return size;
    return sum == 0 ? 1 : fabs(sum);
}

void fit_noise_begin(fit_problem *problem)
{
    int free = 0;
    int common = -1;
    problem->groups = 0;
    for (int i = 0; i < problem->parameters; i++)
        free += !problem->parameter[i].fixed;
    for (int i = 0; i < problem->parts; i++) {
        fit_part *part = &problem->part[i];
        const fit_set *set = &problem->set[part->set];
        part->known = all_known(set, part->output);
        part->group = -1;
        part->base = part->sigma = size_of(set, part->output);
        part->freedom = set->count;
        if (part->known)
            continue;
        if (set->count >= free + 2)
            part->group = problem->groups++;
        else {
            if (common < 0)
                common = problem->groups++;
            part->group = common;
        }
    }
}

// --- at a minimum ---------------------------------------------------------------------------------------------------

void fit_noise_share(least_squares *squares, const double *z, fit_problem *problem)
{
    double sigma[SVD_MOST];
    double vectors[SVD_MOST][SVD_MOST];
    double *column[FIT_PARAMETERS_MOST];
    const fit_space *space = squares->space;
    int count = 0;
    for (int k = 0; k < space->count; k++) {
        const bool inside = z[k] > space->low[k] && z[k] < space->high[k];
        if (inside)
            column[count++] = squares->column[k];
    }
    svd_of_columns(column, squares->rows, count, sigma, vectors);
    // the columns are now the left directions, each times its sigma
    const double step2 = squares->step * squares->step;
    const double largest = count ? sigma[0] : 0;
    const double floor = real_max(step2, 1e-10) * largest;
    for (int i = 0; i < problem->parts; i++) {
        fit_part *part = &problem->part[i];
        int values = problem->set[part->set].count;
        part->freedom = values;
        for (int k = 0; k < count; k++) {
            const double *direction = column[k];
            double norm = 0;
            for (int row = 0; row < squares->rows; row++)
                norm += direction[row] * direction[row];
            if (!(sqrt(norm) > floor))
                continue;
            for (int row = part->first; row < part->first + values; row++)
                part->freedom -= direction[row] * direction[row] / norm;
        }
        part->freedom = real_max(part->freedom, 0);
    }
}

double fit_noise_freedom(const fit_problem *problem, int group)
{
    double freedom = 0;
    for (int i = 0; i < problem->parts; i++) {
        if (problem->part[i].group == group)
            freedom += problem->part[i].freedom;
    }
    return freedom >= least_freedom ? freedom : 0;
}

double fit_noise_update(const least_squares *least_squares, fit_problem *problem)
{
    const double least = 1e-9; // of the base: data that are met to the last digit
    double most = 0;
    for (int group = 0; group < problem->groups; group++) {
        double squares = 0;
        double freedom = fit_noise_freedom(problem, group);
        if (!(freedom > 0))
            continue;
        for (int i = 0; i < problem->parts; i++) {
            const fit_part *part = &problem->part[i];
            if (part->group != group)
                continue;
            const double scale = part->sigma / part->base;
            const int end = part->first + problem->set[part->set].count;
            for (int row = part->first; row < end; row++) {
                const double residual = least_squares->residual[row];
                squares += scale * scale * residual * residual;
            }
        }
        double factor = real_max(sqrt(squares / freedom), least);
        for (int i = 0; i < problem->parts; i++) {
            fit_part *part = &problem->part[i];
            if (part->group != group)
                continue;
            most = real_max(most, fabs(real_log(factor * part->base / part->sigma)));
            part->sigma = factor * part->base;
        }
    }
    return most;
}
