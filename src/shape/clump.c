// clump.c - see clump.h.
#include "shape/clump.h"

#include "base/mathlib.h"

static const double pi = 3.14159265358979323846;

static double bounding(const model_clump *c)
{
    double most = 0;
    for (int k = 0; k < c->balls; k++) most = real_max(most, v3_norm(c->at[k]) + c->radius[k]);
    return most;
}

// One Jacobi rotation of the symmetric matrix a and the rows of axes in the plane (p, q).
static void rotate_plane(double a[3][3], double axis[3][3], int p, int q)
{
    if (a[p][q] == 0) return;
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = a[p][k], y = a[q][k], u = axis[p][k], v = axis[q][k];
        a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
        axis[p][k] = c * u - s * v, axis[q][k] = s * u + c * v;
    }
}

// Places about the principal axes of the inertia tensor; its diagonal becomes the inertia.
static void to_principal_axes(model_clump *c, double a[3][3])
{
    double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 30; sweep++)
        for (int p = 0; p < 3; p++)
            for (int q = p + 1; q < 3; q++) rotate_plane(a, axis, p, q);
    c->inertia = v3_make(a[0][0], a[1][1], a[2][2]);
    for (int k = 0; k < c->balls; k++) {
        v3 x = c->at[k];
        double to[3];
        for (int d = 0; d < 3; d++) to[d] = axis[d][0] * x.x + axis[d][1] * x.y + axis[d][2] * x.z;
        c->at[k] = v3_make(to[0], to[1], to[2]);
    }
}

double clump_from_balls(model_clump *c, bool flat)
{
    v3 centre = v3_make(0, 0, 0);
    double a[3][3] = {{0}};
    c->volume = 0;
    for (int k = 0; k < c->balls; k++) {
        double r = c->radius[k], v = flat ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
        c->volume += v;
        centre = v3_fma(centre, v, c->at[k]);
    }
    centre = v3_scale(1 / c->volume, centre);
    for (int k = 0; k < c->balls; k++) {
        double r = c->radius[k], v = flat ? pi * r * r : 4.0 / 3.0 * pi * r * r * r,
               own = (flat ? 0.5 : 0.4) * v * r * r;
        v3 x = c->at[k] = v3_sub(c->at[k], centre);
        const double p[3] = {x.x, x.y, x.z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) a[i][j] += (i == j ? own + v * v3_dot(x, x) : 0) - v * p[i] * p[j];
    }
    if (flat)
        c->inertia = v3_make(1, 1, a[2][2]);
    else
        to_principal_axes(c, a);
    return bounding(c);
}

double clump_from_ellipsoid(model_clump *c, double length, double width, double height)
{
    double r = 0.5 * height, x = 0.5 * length - r, y = 0.5 * width - r, v = pi / 6 * length * width * height;
    const v3 at[4] = {{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}};
    c->balls = 4;
    for (int k = 0; k < 4; k++) c->at[k] = at[k], c->radius[k] = r;
    c->volume = v;
    c->inertia = v3_make(v * (width * width + height * height) / 20, v * (length * length + height * height) / 20,
                         v * (length * length + width * width) / 20);
    return bounding(c);
}

bool clump_overlaps(const model_clump *c, int *i, int *j)
{
    for (*i = 0; *i < c->balls; ++*i)
        for (*j = *i + 1; *j < c->balls; ++*j)
            if (v3_norm(v3_sub(c->at[*i], c->at[*j])) < (c->radius[*i] + c->radius[*j]) * (1 - 1e-12)) return true;
    return false;
}
