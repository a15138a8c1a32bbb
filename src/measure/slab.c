// slab.c - see slab.h.
#include "measure/slab.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <math.h>

static double clamp(double x, double most)
{
    return x < -most ? -most : x > most ? most : x;
}

static double ball_below(double height, double radius)
{
    return PI * height * (radius * radius - height * height / 3);
}

static double disk_below(double height, double radius)
{
    return height * sqrt((radius - height) * (radius + height)) +
           radius * radius * asin(height / radius);
}

double slab_ball(double centre, double radius, double low, double high)
{
    double from = clamp(low - centre, radius);
    double to = clamp(high - centre, radius);
    return from < to ? ball_below(to, radius) - ball_below(from, radius) : 0;
}

double slab_disk(double centre, double radius, double low, double high)
{
    double from = clamp(low - centre, radius);
    double to = clamp(high - centre, radius);
    return from < to ? disk_below(to, radius) - disk_below(from, radius) : 0;
}

static double square_of(double x)
{
    return x * x;
}

// The sector of a disk less the triangle in it, on the side of the other one.
static double segment(double own, double other, double apart)
{
    const double toward = (square_of(apart) + square_of(own) - square_of(other)) / (2 * apart);
    const double cosine = clamp(toward / own, 1);
    return square_of(own) * (real_acos(cosine) - cosine * sqrt(1 - cosine * cosine));
}

double slab_lens(double first, double second, double apart)
{
    const double smaller = real_min(first, second);
    if (apart >= first + second || !(smaller > 0))
        return 0;
    if (apart <= fabs(first - second))
        return PI * square_of(smaller);
    return segment(first, second, apart) + segment(second, first, apart);
}

// The integral of the lens of all sections between two angles, by Gauss's rule of six places.
static double sections(double radius, double within, double aside, double from, double to)
{
    static const double place[3] = {0.23861918608319691, 0.66120938646626451, 0.93246951420315203};
    static const double weight[3] = {0.46791393457269105, 0.36076157304813861, 0.17132449237917034};
    const double half = 0.5 * (to - from);
    const double middle = 0.5 * (from + to);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        for (int side = -1; side <= 1; side += 2) {
            const double angle = middle + side * half * place[i];
            const double section = radius * real_cos(angle);
            sum += weight[i] * section * slab_lens(section, within, aside);
        }
    }
    return half * sum;
}

// Sections at x = R sin t have the radius R cos t. Where that is |within - aside| or their sum, one disk begins to lie in the
// other, or to be beside it.
double slab_tube(double radius, double within, double aside, double low, double high)
{
    const double inner = real_acos(real_min(1, fabs(within - aside) / radius));
    const double outer = real_acos(real_min(1, (within + aside) / radius));
    const double border[4] = {-inner, -outer, outer, inner};
    const double to = real_asin(clamp(high, radius) / radius);
    double from = real_asin(clamp(low, radius) / radius);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        if (!(border[i] > from && border[i] < to))
            continue;
        sum += sections(radius, within, aside, from, border[i]);
        from = border[i];
    }
    return sum + sections(radius, within, aside, from, to);
}
