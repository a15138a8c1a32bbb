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
static void add_end(arc_integrals *integrals, double sign, double angle)
{
    double sine;
    double cosine;
    real_sin_cos(angle, &sine, &cosine);
    double *moment = integrals->moment;
    moment[0] += sign * angle;
    moment[1] += sign * sine;
    moment[2] -= sign * cosine;
    moment[3] += sign * 0.5 * (angle + sine * cosine);
    moment[4] += sign * 0.5 * sine * sine;
    moment[5] += sign * 0.5 * (angle - sine * cosine);
    moment[6] += sign * (sine - sine * sine * sine / 3);
    moment[7] -= sign * cosine * cosine * cosine / 3;
    moment[8] += sign * sine * sine * sine / 3;
    moment[9] += sign * (cosine * cosine * cosine / 3 - cosine);
}

arc_integrals arcs_integrate(arcs *arcs)
{
    arc_integrals free_part = {{0}};
    if (arcs->all)
        return free_part;
    if (!arcs->count) {
        free_part.moment[0] = 2 * PI;
        free_part.moment[3] = PI;
        free_part.moment[5] = PI;
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
static double triple(const double *moment, arc_form p, arc_form q, arc_form r)
{
    arc_form a = {
        .one = p.one * q.one,
        .cosine = p.one * q.cosine + p.cosine * q.one,
        .sine = p.one * q.sine + p.sine * q.one,
    };
    double cc = p.cosine * q.cosine;
    double cs = p.cosine * q.sine + p.sine * q.cosine;
    double ss = p.sine * q.sine; // beside the form a
    const double one = a.one * moment[0] + a.cosine * moment[1] + a.sine * moment[2] +
                       cc * moment[3] + cs * moment[4] + ss * moment[5];
    const double cosine = a.one * moment[1] + a.cosine * moment[3] + a.sine * moment[4] +
                          cc * moment[6] + cs * moment[7] + ss * moment[8];
    const double sine = a.one * moment[2] + a.cosine * moment[4] + a.sine * moment[5] +
                        cc * moment[7] + cs * moment[8] + ss * moment[9];
    return r.one * one + r.cosine * cosine + r.sine * sine;
}

mass_moments arcs_moments(const arc_integrals *integrals, int dimensions, double weight, arc_form n,
                          const arc_form x[3])
{
    const arc_form one = {
        .one = 1,
        .cosine = 0,
        .sine = 0,
    };
    const double *moment = integrals->moment;
    double w0 = weight / dimensions;
    double w1 = weight / (dimensions + 1);
    double w2 = weight / (dimensions + 2);
    mass_moments moments = {
        .volume = w0 * triple(moment, n, one, one),
        .first.x = w1 * triple(moment, n, x[0], one),
        .first.y = w1 * triple(moment, n, x[1], one),
        .first.z = w1 * triple(moment, n, x[2], one),
        .second.xx = w2 * triple(moment, n, x[0], x[0]),
        .second.yy = w2 * triple(moment, n, x[1], x[1]),
        .second.zz = w2 * triple(moment, n, x[2], x[2]),
        .second.xy = w2 * triple(moment, n, x[0], x[1]),
        .second.xz = w2 * triple(moment, n, x[0], x[2]),
        .second.yz = w2 * triple(moment, n, x[1], x[2]),
    };
    return moments;
}
