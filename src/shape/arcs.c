// arcs.c - unions of angular intervals, powers of sine and cosine over what they leave.
#include "shape/arcs.h"

#include "base/constants.h"
#include "base/mathlib.h"

void arcs_cover(arcs *arcs, double angle, double cosine)
{
    if (cosine >= 1)
        return;
    if (cosine <= -1) {
        arcs->all = true;
        return;
    }
    double half = real_acos(cosine);
    double from = angle - half;
    double to = angle + half;
    if (from < -PI) {
        arcs->covered[arcs->count++] = (arc_span){from + 2 * PI, PI};
        from = -PI;
    }
    if (to > PI) {
        arcs->covered[arcs->count++] = (arc_span){-PI, to - 2 * PI};
        to = PI;
    }
    arcs->covered[arcs->count++] = (arc_span){from, to};
}

static void sort_spans(arc_span *span, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        arc_span arc_span = span[i];
        int32_t k = i;
        for (; k > 0 && span[k - 1].from > arc_span.from; k--)
            span[k] = span[k - 1];
        span[k] = arc_span;
    }
}

// Adds sign times the antiderivatives at an angle.
static void add_end(arc_integrals *arc_integrals, double sign, double angle)
{
    double s;
    double c;
    real_sin_cos(angle, &s, &c);
    double *m = arc_integrals->m;
    m[0] += sign * angle;
    m[1] += sign * s;
    m[2] -= sign * c;
    m[3] += sign * 0.5 * (angle + s * c);
    m[4] += sign * 0.5 * s * s;
    m[5] += sign * 0.5 * (angle - s * c);
    m[6] += sign * (s - s * s * s / 3);
    m[7] -= sign * c * c * c / 3;
    m[8] += sign * s * s * s / 3;
    m[9] += sign * (c * c * c / 3 - c);
}

arc_integrals arcs_integrate(arcs *arcs)
{
    arc_integrals free_part = {{0}};
    if (arcs->all)
        return free_part;
    if (!arcs->count) {
        free_part.m[0] = 2 * PI;
        free_part.m[3] = free_part.m[5] = PI;
        return free_part;
    }
    sort_spans(arcs->covered, arcs->count);
    double free_from = -PI;
    for (int32_t i = 0; i <= arcs->count; i++) {
        double free_to = i < arcs->count ? arcs->covered[i].from : PI;
        if (free_to > free_from) {
            add_end(&free_part, -1, free_from);
            add_end(&free_part, 1, free_to);
        }
        if (i < arcs->count)
            free_from = real_max(arcs->covered[i].to, free_from);
    }
    return free_part;
}

// The integral of a product of three forms.
static double triple(const double *m, arc_form p, arc_form q, arc_form r)
{
    arc_form a = {p.one * q.one, p.one * q.c + p.c * q.one, p.one * q.s + p.s * q.one};
    double cc = p.c * q.c;
    double cs = p.c * q.s + p.s * q.c;
    double ss = p.s * q.s; // beside the form a
    return r.one * (a.one * m[0] + a.c * m[1] + a.s * m[2] + cc * m[3] + cs * m[4] + ss * m[5]) +
           r.c * (a.one * m[1] + a.c * m[3] + a.s * m[4] + cc * m[6] + cs * m[7] + ss * m[8]) +
           r.s * (a.one * m[2] + a.c * m[4] + a.s * m[5] + cc * m[7] + cs * m[8] + ss * m[9]);
}

mass_moments arcs_moments(const arc_integrals *arc_integrals, int dimensions, double weight,
                          arc_form n, const arc_form x[3])
{
    const arc_form one = {1, 0, 0};
    const double *m = arc_integrals->m;
    double w0 = weight / dimensions;
    double w1 = weight / (dimensions + 1);
    double w2 = weight / (dimensions + 2);
    mass_moments moments = {w0 * triple(m, n, one, one),
                            v3_make(w1 * triple(m, n, x[0], one), w1 * triple(m, n, x[1], one),
                                    w1 * triple(m, n, x[2], one)),
                            {w2 * triple(m, n, x[0], x[0]), w2 * triple(m, n, x[1], x[1]),
                             w2 * triple(m, n, x[2], x[2]), w2 * triple(m, n, x[0], x[1]),
                             w2 * triple(m, n, x[0], x[2]), w2 * triple(m, n, x[1], x[2])}};
    return moments;
}
