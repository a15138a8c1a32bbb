// principal.c - eigenvalues by Jacobi's rotations, and the choice among the rotations that make a matrix diagonal.
//
// Jacobi's method keeps small values of a positive matrix accurate relative to themselves (Demmel and Veselic,
// "Jacobi's method is more accurate than QR", 1992), which needles and plates need. The eigenvectors leave 24 proper
// rotations, by order and sign of the axes; that of the largest trace is the smallest rotation.
#include "shape/principal.h"

#include "base/mathlib.h"

#include <stdbool.h>

#define NEGLIGIBLE                                                                                 \
    1e-36           // square of an off-diagonal element over the product of its two diagonal ones
#define EQUAL 1e-11 // of the largest value: what counts as the same principal value
#define TIE 1e-9    // of the trace: what counts as the same rotation angle

// One rotation in the plane of axes p and q makes a[p][q] zero; vectors collects them.
static void rotate(double matrix[3][3], double vectors[3][3], int p, int q)
{
    double off = matrix[p][q];
    if (off * off <= NEGLIGIBLE * fabs(matrix[p][p] * matrix[q][q]))
        return;
    int r = 3 - p - q;
    double ratio = 0.5 * (matrix[q][q] - matrix[p][p]) / off;
    double root = sqrt(ratio * ratio + 1);
    double tangent = ratio < 0 ? 1 / (ratio - root) : 1 / (ratio + root); // tangent, at most 1
    double cosine = 1 / sqrt(tangent * tangent + 1);
    double sine = tangent * cosine;
    matrix[p][p] -= tangent * off;
    matrix[q][q] += tangent * off;
    matrix[p][q] = 0;
    matrix[q][p] = 0;
    double rp = matrix[r][p];
    double rq = matrix[r][q];
    matrix[p][r] = cosine * rp - sine * rq;
    matrix[r][p] = matrix[p][r];
    matrix[q][r] = sine * rp + cosine * rq;
    matrix[r][q] = matrix[q][r];
    for (int k = 0; k < 3; k++) {
        double vp = vectors[k][p];
        double vq = vectors[k][q];
        vectors[k][p] = cosine * vp - sine * vq;
        vectors[k][q] = sine * vp + cosine * vq;
    }
}

static void diagonalise(sym3 tensor, double value[3], double vectors[3][3])
{
    double matrix[3][3] = {{tensor.xx, tensor.xy, tensor.xz},
                           {tensor.xy, tensor.yy, tensor.yz},
                           {tensor.xz, tensor.yz, tensor.zz}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            vectors[i][k] = i == k;
    }
    // Convergence is quadratic; six sweeps do for any matrix, and what is left after that is far below round-off.
    for (int sweep = 0; sweep < 10; sweep++) {
        rotate(matrix, vectors, 0, 1);
        rotate(matrix, vectors, 0, 2);
        rotate(matrix, vectors, 1, 2);
    }
    for (int i = 0; i < 3; i++)
        value[i] = matrix[i][i];
}

// The quaternion of the rotation matrix with columns x, y, z whose trace is well above -1.
static q4 from_columns(v3 x, v3 y, v3 z)
{
    q4 q = {1 + x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x};
    return q4_unit(q);
}

static v3 column(double vectors[3][3], int k, double sign)
{
    const v3 vector = v3_make(vectors[0][k], vectors[1][k], vectors[2][k]);
    return v3_scale(sign, vector);
}

// Of two rotations that are equally large the one about the axis that points more to -z, then -y, then -x. Their order
// says nothing: it comes from the signs of round-off.
static bool goes_first(q4 a, q4 b)
{
    const double d[3] = {b.z - a.z, b.y - a.y, b.x - a.x};
    for (int k = 0; k < 3; k++) {
        if (fabs(d[k]) > TIE)
            return d[k] > 0;
    }
    return false;
}

// Distinct values: the smallest of the rotations that order and signs of the eigenvectors leave.
static void choose(const double value[3], double v[3][3], v3 *values, q4 *axes)
{
    static const int order[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                    {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
    double best = -4;
    for (int choice = 0; choice < 6; choice++) {
        for (int sign = 0; sign < 4; sign++) {
            const int *chosen = order[choice];
            v3 x = column(v, chosen[0], sign & 1 ? -1 : 1);
            v3 y = column(v, chosen[1], sign & 2 ? -1 : 1);
            v3 z = v3_cross(x, y);
            double trace = x.x + y.y + z.z;
            if (trace < best - TIE)
                continue;
            q4 q = from_columns(x, y, z);
            if (trace < best + TIE && !goes_first(q, *axes))
                continue;
            best = trace;
            *values = v3_make(value[chosen[0]], value[chosen[1]], value[chosen[2]]);
            *axes = q;
        }
    }
}

// Two values are one, the axis of the third is a: the shortest way from the nearest axis of the frame to it.
static void choose_round(v3 a, double own, double common, v3 *values, q4 *axes)
{
    double size[3] = {fabs(a.x), fabs(a.y), fabs(a.z)};
    int k = 0;
    for (int i = 1; i < 3; i++) {
        if (size[i] > size[k] + TIE)
            k = i;
    }
    v3 e = v3_make(k == 0, k == 1, k == 2);
    if (v3_dot(e, a) < 0)
        a = v3_scale(-1, a);
    v3 turn = v3_cross(e, a);
    q4 q = {1 + v3_dot(e, a), turn.x, turn.y, turn.z};
    *axes = q4_unit(q);
    values->x = k == 0 ? own : common;
    values->y = k == 1 ? own : common;
    values->z = k == 2 ? own : common;
}

void principal_axes(sym3 m, v3 *values, q4 *axes)
{
    double value[3];
    double vectors[3][3];
    diagonalise(m, value, vectors);
    double scale = real_max(fabs(value[0]), real_max(fabs(value[1]), fabs(value[2])));
    double gap[3]; // between the two values other than k
    for (int k = 0; k < 3; k++)
        gap[k] = fabs(value[(k + 1) % 3] - value[(k + 2) % 3]);
    int odd = 0;
    for (int k = 1; k < 3; k++) {
        if (gap[k] < gap[odd])
            odd = k;
    }
    if (gap[odd] > EQUAL * scale) {
        choose(value, vectors, values, axes);
        return;
    }
    double common = 0.5 * (value[(odd + 1) % 3] + value[(odd + 2) % 3]);
    if (fabs(value[odd] - common) <= EQUAL * scale) {
        double mean = (value[0] + value[1] + value[2]) / 3;
        *values = v3_make(mean, mean, mean);
        *axes = q4_identity();
    } else
        choose_round(column(vectors, odd, 1), value[odd], common, values, axes);
}
