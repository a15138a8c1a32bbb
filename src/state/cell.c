// cell.c - see cell.h.
#include "state/cell.h"

#include <math.h>

const char *const cell_part_names[CELL_PARTS] = {"xx", "yy", "zz", "xy", "xz", "yz"};

cell_matrix cell_product(const cell_matrix *first, const cell_matrix *second)
{
    const double *a = first->of;
    const double *b = second->of;
    cell_matrix out;
    double *to = out.of;
    to[CELL_XX] = a[CELL_XX] * b[CELL_XX];
    to[CELL_YY] = a[CELL_YY] * b[CELL_YY];
    to[CELL_ZZ] = a[CELL_ZZ] * b[CELL_ZZ];
    to[CELL_XY] = a[CELL_XX] * b[CELL_XY];
    to[CELL_XY] += a[CELL_XY] * b[CELL_YY];
    to[CELL_YZ] = a[CELL_YY] * b[CELL_YZ];
    to[CELL_YZ] += a[CELL_YZ] * b[CELL_ZZ];
    to[CELL_XZ] = a[CELL_XX] * b[CELL_XZ];
    to[CELL_XZ] += a[CELL_XY] * b[CELL_YZ];
    to[CELL_XZ] += a[CELL_XZ] * b[CELL_ZZ];
    return out;
}

cell_matrix cell_divide(const cell_matrix *of, const cell_matrix *by)
{
    const double *a = of->of;
    cell_matrix out = *by;
    double *to = out.of;
    to[CELL_XX] /= a[CELL_XX];
    to[CELL_YY] /= a[CELL_YY];
    to[CELL_ZZ] /= a[CELL_ZZ];
    to[CELL_XY] -= a[CELL_XY] * to[CELL_YY];
    to[CELL_XY] /= a[CELL_XX];
    to[CELL_YZ] -= a[CELL_YZ] * to[CELL_ZZ];
    to[CELL_YZ] /= a[CELL_YY];
    to[CELL_XZ] -= a[CELL_XY] * to[CELL_YZ];
    to[CELL_XZ] -= a[CELL_XZ] * to[CELL_ZZ];
    to[CELL_XZ] /= a[CELL_XX];
    return out;
}

cell_matrix cell_divide_by(const cell_matrix *of, const cell_matrix *by)
{
    const double *a = by->of;
    cell_matrix out = *of;
    double *to = out.of;
    to[CELL_XX] /= a[CELL_XX];
    to[CELL_YY] /= a[CELL_YY];
    to[CELL_ZZ] /= a[CELL_ZZ];
    to[CELL_XY] -= to[CELL_XX] * a[CELL_XY];
    to[CELL_XY] /= a[CELL_YY];
    to[CELL_YZ] -= to[CELL_YY] * a[CELL_YZ];
    to[CELL_YZ] /= a[CELL_ZZ];
    to[CELL_XZ] -= to[CELL_XX] * a[CELL_XZ];
    to[CELL_XZ] -= to[CELL_XY] * a[CELL_YZ];
    to[CELL_XZ] /= a[CELL_ZZ];
    return out;
}

cell_matrix cell_add(const cell_matrix *first, double share, const cell_matrix *second)
{
    cell_matrix out;
    for (int i = 0; i < CELL_PARTS; i++)
        out.of[i] = first->of[i] + share * second->of[i];
    return out;
}

cell_matrix cell_flow(const cell_matrix *cell, const cell_matrix *gradient, double dt)
{
    const cell_matrix one = {{1, 1, 1, 0, 0, 0}};
    const cell_matrix by = cell_add(&one, -0.5 * dt, gradient);
    const cell_matrix to = cell_product(gradient, cell);
    return cell_divide(&by, &to);
}

// Column `of` less so many times column `by`.
typedef struct column_change {
    int of[3], by[3];
} column_change;

static void take_off(cell_matrix *matrix, const column_change *change, double times)
{
    for (int i = 0; i < 3 && change->of[i] >= 0; i++)
        matrix->of[change->of[i]] -= times * matrix->of[change->by[i]];
}

void cell_reduce(cell_matrix *cell, cell_matrix *flow)
{
    static const column_change change[3] = {
        {{CELL_YZ, CELL_XZ, -1}, {CELL_YY, CELL_XY, -1}}, // the third edge less the second
        {{CELL_XZ, -1, -1}, {CELL_XX, -1, -1}},           // the third less the first
        {{CELL_XY, -1, -1}, {CELL_XX, -1, -1}},           // the second less the first
    };
    for (int i = 0; i < 3; i++) {
        const double tilt = cell->of[change[i].of[0]];
        const double edge = cell->of[change[i].by[0]];
        if (!(fabs(tilt) > 0.5 * edge))
            continue;
        const double times = real_round(tilt / edge);
        take_off(cell, &change[i], times);
        take_off(flow, &change[i], times);
    }
}

double cell_contract(const cell_matrix *first, const cell_matrix *second)
{
    double sum = 0;
    for (int i = 0; i < CELL_PARTS; i++)
        sum += first->of[i] * second->of[i];
    return sum;
}
