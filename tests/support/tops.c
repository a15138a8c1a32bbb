// tops.c - closed forms of turning bodies (tops.h): elliptic functions by the arithmetic-geometric mean.
#include "support/tops.h"

double elliptic_k(double m)
{
    double a = 1, b = sqrt(1 - m);
    for (int n = 0; n < 40 && fabs(a - b) > 1e-16 * a; n++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return acos(-1.0) / (a + b);
}

void elliptic_functions(double u, double m, double *sn, double *cn, double *dn)
{
    double a[16] = {1}, c[16] = {sqrt(m)}, b = sqrt(1 - m), power = 1;
    int n = 0;
    while (n < 14 && fabs(c[n]) > 1e-17) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
        power *= 2;
    }
    double phi = power * a[n] * u;
    for (; n > 0; n--)
        phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(1 - m * *sn * *sn);
}

free_top free_top_make(v3 moment, v3 w)
{
    double x = moment.x, y = moment.y, z = moment.z;
    double e2 = x * w.x * w.x + y * w.y * w.y + z * w.z * w.z;
    double l2 = x * x * w.x * w.x + y * y * w.y * w.y + z * z * w.z * w.z;
    free_top f = {.moment = moment, .upper = l2 > e2 * y};
    f.most.x = sqrt((e2 * z - l2) / (x * (z - x)));
    f.most.z = sqrt((l2 - e2 * x) / (z * (z - x)));
    f.most.y = f.upper ? sqrt((e2 * z - l2) / (y * (z - y))) : sqrt((l2 - e2 * x) / (y * (y - x)));
    double rising = (z - y) * (l2 - e2 * x), falling = (y - x) * (e2 * z - l2);
    f.rate = sqrt((f.upper ? rising : falling) / (x * y * z));
    f.m = f.upper ? falling / rising : rising / falling;
    return f;
}

v3 free_top_spin(const free_top *f, double t)
{
    double s, c, d;
    elliptic_functions(f->rate * t, f->m, &s, &c, &d);
    // w_y' = w_z w_x (I_z - I_x)/I_y: rises from zero where w_x, w_z > 0
    return v3_make(f->most.x * (f->upper ? c : d), f->most.y * s, f->most.z * (f->upper ? d : c));
}

double free_top_flip(const free_top *f)
{
    return 2 * elliptic_k(f->m) / f->rate;
}

double free_top_precession(const free_top *f, double from, double to)
{
    int pieces = 1 + (int)(200 * (to - from) / free_top_flip(f));
    double piece = (to - from) / pieces, phi = 0, x = f->moment.x, y = f->moment.y, z = f->moment.z;
    for (int n = 0; n < pieces; n++)
        for (int k = -1; k <= 1; k++) {
            v3 w = free_top_spin(f, from + (n + 0.5 + 0.5 * k * sqrt(0.6)) * piece);
            double side2 = x * x * w.x * w.x + y * y * w.y * w.y,
                   l = sqrt(side2 + z * z * w.z * w.z);
            phi += (k ? 5.0 : 8.0) / 18 * piece * l * (x * w.x * w.x + y * w.y * w.y) / side2;
        }
    return phi;
}

// u = cos theta obeys u'^2 = (alpha - beta u)(1 - u^2) - (b - a u)^2 (Goldstein, Classical Mechanics, section 5.7); the
// start is one root, so the other two follow from a quadratic.
heavy_top heavy_top_make(double a, double c, double p, double theta, double precession, double own)
{
    heavy_top h = {.a = a, .c = c, .p = p, .theta = theta, .precession = precession, .own = own};
    double u0 = cos(theta), beta = 2 * p / a, slope = c * own / a;
    double offset = precession * (1 - u0 * u0) + slope * u0;
    double alpha = precession * precession * (1 - u0 * u0) + beta * u0;
    // beta u^3 - (alpha + slope^2) u^2 + (2 slope offset - beta) u + alpha - offset^2 = beta (u - u0)(u^2 + r u + s)
    double r = u0 - (alpha + slope * slope) / beta, s = r * u0 + (2 * slope * offset - beta) / beta;
    double root = sqrt(r * r - 4 * s), v3rd = 0.5 * (-r + root), other = 0.5 * (-r - root);
    h.u1 = u0 < other ? u0 : other;
    h.u2 = u0 < other ? other : u0;
    h.u3 = v3rd;
    h.m = (h.u2 - h.u1) / (h.u3 - h.u1);
    h.rate = 0.5 * sqrt(beta * (h.u3 - h.u1));
    h.shift = u0 < other ? 0 : elliptic_k(h.m);
    h.slope = slope;
    h.offset = offset;
    return h;
}

q4 heavy_top_orientation(const heavy_top *h)
{
    q4 q = {cos(0.5 * h->theta), sin(0.5 * h->theta), 0, 0};
    return q;
}

v3 heavy_top_spin(const heavy_top *h)
{
    double rest = h->own - h->precession * cos(h->theta);
    return v3_make(0, -rest * sin(h->theta), h->precession + rest * cos(h->theta));
}

double heavy_top_nutation(const heavy_top *h)
{
    return 2 * elliptic_k(h->m) / h->rate;
}

static double leaning(const heavy_top *h, double t)
{
    double s, c, d;
    elliptic_functions(h->shift + h->rate * t, h->m, &s, &c, &d);
    return h->u1 + (h->u2 - h->u1) * s * s;
}

v3 heavy_top_axis(const heavy_top *h, double t)
{
    // phi' = (b - a u)/(1 - u^2), by Gauss's rule of three points on pieces of a hundredth of a nutation
    int pieces = 1 + (int)(100 * t / heavy_top_nutation(h));
    double piece = t / pieces, phi = 0;
    for (int n = 0; n < pieces; n++)
        for (int k = -1; k <= 1; k++) {
            double u = leaning(h, (n + 0.5 + 0.5 * k * sqrt(0.6)) * piece);
            phi += (k ? 5.0 : 8.0) / 18 * piece * (h->offset - h->slope * u) / (1 - u * u);
        }
    double u = leaning(h, t), s = sqrt(1 - u * u);
    return v3_make(s * sin(phi), -s * cos(phi), u);
}
