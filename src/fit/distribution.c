// distribution.c - see distribution.h.
#include "fit/distribution.h"

#include "base/mathlib.h"

enum { TERMS_MOST = 100000 };
static const double tiny = 1e-290, close_enough = 1e-15;

// Stirling's series where it is accurate; smaller x by the recurrence gamma(x + 1) = x gamma(x).
double log_gamma(double x)
{
    const double half_log_two_pi = 0.91893853320467274178;
    double product = 1;
    while (x < 15) {
        product *= x;
        x += 1;
    }
    double y = 1 / (x * x);
    double series =
        (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
    return (x - 0.5) * real_log(x) - x + half_log_two_pi + series - real_log(product);
}

// --- incomplete gamma -----------------------------------------------------------------------------------------------

// P(a, x), for x < a + 1.
static double gamma_below_series(double a, double x)
{
    double term = 1 / a;
    double sum = term;
    for (int count = 1; count < TERMS_MOST && term > close_enough * sum; count++) {
        term *= x / (a + count);
        sum += term;
    }
    return sum * real_exp(a * real_log(x) - x - log_gamma(a));
}

// Q(a, x), for x >= a + 1.
static double gamma_above_fraction(double a, double x)
{
    double b = x + 1 - a;
    double c = 1 / tiny;
    double d = 1 / b;
    double value = d;
    for (int count = 1; count < TERMS_MOST; count++) {
        double an = -count * (count - a);
        b += 2;
        d = an * d + b;
        if (fabs(d) < tiny)
            d = tiny;
        c = b + an / c;
        if (fabs(c) < tiny)
            c = tiny;
        d = 1 / d;
        value *= d * c;
        if (fabs(d * c - 1) < close_enough)
            break;
    }
    return value * real_exp(a * real_log(x) - x - log_gamma(a));
}

double chi_square_above(double x, double freedom)
{
    if (!(x > 0))
        return isnan(x) ? x : 1;
    if (isinf(x))
        return 0;
    double a = 0.5 * freedom;
    double half = 0.5 * x;
    return half < a + 1 ? 1 - gamma_below_series(a, half) : gamma_above_fraction(a, half);
}

// --- incomplete beta ------------------------------------------------------------------------------------------------

static double guarded(double x)
{
    return fabs(x) < tiny ? tiny : x;
}

// The continued fraction of I_x(a, b), for x below (a + 1)/(a + b + 2).
static double beta_fraction(double a, double b, double x)
{
    double c = 1;
    double d = 1 / guarded(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int count = 1; count < TERMS_MOST; count++) {
        const double at = a + 2 * count;
        const double even = count * (b - count) * x / ((at - 1) * at);
        d = 1 / guarded(1 + even * d);
        c = guarded(1 + even / c);
        value *= d * c;
        const double odd = -(a + count) * (a + b + count) * x / (at * (at + 1));
        d = 1 / guarded(1 + odd * d);
        c = guarded(1 + odd / c);
        value *= d * c;
        if (fabs(d * c - 1) < close_enough)
            break;
    }
    return value;
}

// I_x(a, b), with y = 1 - x given apart, since it may be too small to be seen in x.
static double beta_below(double a, double b, double x, double y)
{
    if (!(x > 0))
        return 0;
    if (!(y > 0))
        return 1;
    double front = real_exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * real_log(x) +
                            b * real_log(y));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, y) / b;
}

double fisher_above(double x, double freedom_up, double freedom_down)
{
    if (!(x > 0))
        return isnan(x) ? x : 1;
    if (isinf(x))
        return 0;
    double all = freedom_down + freedom_up * x;
    return beta_below(0.5 * freedom_down, 0.5 * freedom_up, freedom_down / all,
                      freedom_up * x / all);
}

// --- Student --------------------------------------------------------------------------------------------------------

// T squared is the F of one and `freedom` degrees, and of infinitely many a chi squared of one.
static double student_beyond(double square, double freedom)
{
    return isinf(freedom) ? chi_square_above(square, 1) : fisher_above(square, 1, freedom);
}

double student_quantile(double level, double freedom)
{
    double low = 0;
    double high = 1;
    while (student_beyond(high * high, freedom) > 1 - level && high < 1e150)
        high *= 2;
    for (int i = 0; i < 120; i++) {
        double middle = 0.5 * (low + high);
        if (student_beyond(middle * middle, freedom) > 1 - level)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}
