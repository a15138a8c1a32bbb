// cone.c - see cone.h.
//
// The exact answer: r = 0 where q_N >= 0; r = -W^-1 q where that lies in the cone; else the contact slides, and then
// r_T = -u_T / alpha with some alpha > 0 and u_N = 0. Eliminating the normal leaves
//   (S + alpha I) r_T = -b,   S = W_TT - W_TN W_NT / W_NN,   b = q_T - W_TN q_N / W_NN
// and one number to be found: f(alpha) = |r_T| - mu r_N = 0. f is above 0 at alpha = 0, where the contact would stick,
// and below 0 for large alpha, where r_N = -q_N / W_NN and r_T is 0; so it has a root between, which is bracketed and
// found by the method of Illinois, a regula falsi that cannot fail. (The quartic of Bonnefon and Daviet 2011 is the same
// condition without a square root.)
#include "friction/cone.h"

#include <math.h>
#include <stdbool.h>

void cone_project(double at[3], double mu)
{
    double tangential = sqrt(at[1] * at[1] + at[2] * at[2]);
    if (tangential <= mu * at[0])
        return;
    double push = (at[0] + mu * tangential) / (1 + mu * mu);
    double share = 0;
    if (push > 0)
        share = mu * push / tangential;
    else
        push = 0;
    at[0] = push;
    at[1] *= share;
    at[2] *= share;
}

void cone_natural_map(const double r[3], const double u[3], double mu, double rho, double out[3])
{
    double slip = sqrt(u[1] * u[1] + u[2] * u[2]);
    double at[3];
    for (int row = 0; row < 3; row++)
        at[row] = rho * r[row] - u[row];
    at[0] -= mu * slip;
    cone_project(at, mu);
    for (int row = 0; row < 3; row++)
        out[row] = rho * r[row] - at[row];
}

// A contact whose normal is eliminated.
typedef struct sliding {
    double s[4], b[2]; // of the tangential part
    double normal[3];  // r_N = -(normal[0] + normal[1] r_T1 + normal[2] r_T2)
    double mu;
} sliding;

static sliding eliminate(const double w[9], const double q[3], double mu)
{
    sliding of = {.mu = mu};
    of.normal[0] = q[0] / w[0];
    of.normal[1] = w[1] / w[0];
    of.normal[2] = w[2] / w[0];
    for (int row = 0; row < 2; row++) {
        const double *line = w + 3 * (row + 1);
        double *s = of.s + 2 * row;
        of.b[row] = q[row + 1] - line[0] * of.normal[0];
        s[0] = line[1] - line[0] * of.normal[1];
        s[1] = line[2] - line[0] * of.normal[2];
    }
    return of;
}

// The reaction for some alpha; f is above 0 where it lies outside of the cone, and where there is none.
static double slide(const sliding *of, double alpha, double r[3])
{
    const double *s = of->s;
    const double first = s[0] + alpha;
    const double second = s[3] + alpha;
    const double determinant = first * second - s[1] * s[2];
    if (!(determinant > 0))
        return INFINITY;
    const double *b = of->b;
    const double *normal = of->normal;
    r[1] = (s[1] * b[1] - second * b[0]) / determinant;
    r[2] = (s[2] * b[0] - first * b[1]) / determinant;
    const double pulled = normal[0] + normal[1] * r[1] + normal[2] * r[2];
    r[0] = -pulled;
    const double square = r[1] * r[1] + r[2] * r[2];
    const double drag = sqrt(square);
    return drag - of->mu * r[0];
}

static void find_slide(const sliding *of, double scale, double r[3])
{
    enum { DOUBLINGS = 2200, REFINEMENTS = 200 };
    double low = 0;
    double high = scale;
    double f_low = slide(of, low, r);
    double f_high = slide(of, high, r);
    for (int i = 0; i < DOUBLINGS && f_high > 0; i++) {
        low = high;
        f_low = f_high;
        high *= 2;
        f_high = slide(of, high, r);
    }
    // A matrix that is singular has no value at 0: the root is approached from above.
    for (int i = 0; i < DOUBLINGS && isinf(f_low); i++) {
        double middle = 0.125 * high;
        double f = slide(of, middle, r);
        low = f > 0 ? middle : low;
        f_low = f > 0 ? f : f_low;
        high = f > 0 ? high : middle;
        f_high = f > 0 ? f_high : f;
    }
    int side = 0;
    for (int i = 0; i < REFINEMENTS; i++) {
        double middle = (low * f_high - high * f_low) / (f_high - f_low);
        if (!(middle > low && middle < high))
            middle = 0.5 * (low + high);
        if (!(middle > low && middle < high))
            break;
        double f = slide(of, middle, r);
        if (f > 0) {
            low = middle;
            f_low = f;
            f_high *= side > 0 ? 0.5 : 1;
            side = 1;
        } else {
            high = middle;
            f_high = f;
            f_low *= side < 0 ? 0.5 : 1;
            side = -1;
        }
        if (f == 0)
            break;
    }
    slide(of, high, r);
}

void cone_solve(const double w[9], const double q[3], double mu, double r[3])
{
    r[0] = 0;
    r[1] = 0;
    r[2] = 0;
    if (q[0] >= 0)
        return;
    sliding of = eliminate(w, q, mu);
    if (!(mu > 0)) {
        r[0] = -of.normal[0];
        return;
    }
    bool sticks = slide(&of, 0, r) <= 0;
    if (!sticks)
        find_slide(&of, of.s[0] + of.s[3] + 0x1p-40 * w[0], r);
    // What rounding leaves outside of the cone goes back to its edge.
    cone_project(r, mu);
}
