// profile_linear.c - see profile_linear.h.
#include "fit/profile_linear.h"

#include "fit/profile.h"
#include "base/mathlib.h"
#include "fit/noise.h"
#include "fit/statistics.h"

#include <stdlib.h>
#include <string.h>

enum { M = FIT_PARAMETERS_MOST };

// (J^T J)^-1 of the coordinates that are not at a bound, by singular values; directions that change no prediction are kept
// apart, for rounding would make something of them.
static void covary(fit_profiling *profiling, double **column, const int *at, int count)
{
    double sigma[SVD_MOST];
    double vectors[SVD_MOST][SVD_MOST];
    double *copy[M];
    for (int i = 0; i < count; i++)
        copy[i] = column[i];
    svd_of_columns(copy, profiling->squares.rows, count, sigma, vectors);
    const double step2 = profiling->squares.step * profiling->squares.step;
    const double largest = count ? sigma[0] : 0;
    const double floor = real_max(step2, 1e-10) * largest;
    for (int direction = 0; direction < count; direction++) {
        if (sigma[direction] > floor)
            continue;
        double *blind = profiling->blind[profiling->blinds++];
        for (int i = 0; i < count; i++)
            blind[at[i]] = vectors[direction][i];
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            double sum = 0;
            for (int direction = 0; direction < count; direction++) {
                const double *vector = vectors[direction];
                const double singular = sigma[direction];
                sum += singular > floor ? vector[i] * vector[k] / (singular * singular) : 0;
            }
            profiling->inverse[at[i]][at[k]] = sum;
        }
    }
}

scree_status profile_linearise(fit_profiling *profiling)
{
    double *column[M];
    int at[M];
    int count = 0;
    const size_t rows = (size_t)profiling->squares.rows;
    scree_status status = least_squares_slopes(&profiling->squares, profiling->z, profiling->error);
    profiling->slope[0] =
        status ? NULL : calloc((size_t)profiling->space.count * (rows + 1), sizeof(double));
    if (status)
        return status;
    if (!profiling->slope[0])
        return fail_memory(profiling->error, "fit");
    for (int k = 0; k < profiling->space.count; k++) {
        profiling->slope[k] = profiling->slope[0] + (size_t)k * rows;
        memcpy(profiling->slope[k], profiling->squares.column[k], rows * sizeof(double));
        const double z = profiling->z[k];
        profiling->counts[k] = z > profiling->space.low[k] && z < profiling->space.high[k];
        if (!profiling->counts[k])
            continue;
        at[count] = k;
        column[count++] = profiling->squares.column[k];
    }
    covary(profiling, column, at, count);
    return SCREE_OK;
}

// Does what has this gradient change along a direction that changes no prediction?
static bool is_blind(const fit_profiling *profiling, const double *gradient)
{
    const double rounding = 1e-6;
    double length = 0;
    for (int k = 0; k < profiling->space.count; k++)
        length += gradient[k] * gradient[k];
    for (int i = 0; i < profiling->blinds; i++) {
        double along = 0;
        for (int k = 0; k < profiling->space.count; k++)
            along += profiling->blind[i][k] * gradient[k];
        if (along * along > rounding * length)
            return true;
    }
    return false;
}

double profile_error(const fit_profiling *profiling, const double *gradient, double *freedom)
{
    double push[M] = {0};
    double all = 0;
    double down = 0;
    for (int k = 0; k < profiling->space.count; k++) {
        for (int j = 0; j < profiling->space.count; j++) {
            if (profiling->counts[k] && profiling->counts[j])
                push[k] += profiling->inverse[k][j] * gradient[j];
        }
    }
    for (int group = -1; group < profiling->problem->groups; group++) {
        double brings = 0;
        for (int i = 0; i < profiling->problem->parts; i++) {
            const fit_part *part = &profiling->problem->part[i];
            if (part->group != group)
                continue;
            for (int row = part->first;
                 row < part->first + profiling->problem->set[part->set].count; row++) {
                double moves = 0;
                for (int k = 0; k < profiling->space.count; k++)
                    moves += profiling->slope[k][row] * push[k];
                brings += moves * moves;
            }
        }
        double own = group < 0 ? INFINITY : fit_noise_freedom(profiling->problem, group);
        all += brings;
        down += own > 0 ? brings * brings / own : 0;
    }
    *freedom = down > 0 ? all * all / down : INFINITY;
    return is_blind(profiling, gradient) ? INFINITY : sqrt(all);
}
