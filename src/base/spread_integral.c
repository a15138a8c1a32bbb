// spread_integral.c - see spread_integral.h. By Gauss's rule on panels that are halved until nothing changes, with functions
// of our own, so that integrals have the same bits everywhere.
//
// The integral goes over a variable s in which the density is as wide as its limits or about 1, and keeps its digits
// however narrow the distribution is and however far in its tail the limits lie:
//   normal         x = mean + deviation s, w dx ~ exp(-s^2/2) ds, where it is narrow; else x itself
//   lognormal      x = mean exp(deviation s - deviation^2/2), likewise
//   Rosin-Rammler  x = from exp(s), w dx ~ exp(k s - (t - t0)) ds with t = (x/size)^k, of which t0 is that at `from`
// Over x, the digits that cancel in t - t0 would be noise that no halving ends.
#include "base/spread_integral.h"

#include "base/mathlib.h"

// ---- functions that keep their digits near zero (W. Kahan's way: what is lost in one is lost in its inverse)

static double exp_less_one(double x)
{
    const double u = real_exp(x);
    if (u == 1)
        return x;
    if (u - 1 == -1 || !(u < INFINITY))
        return u - 1;
    return (u - 1) * x / real_log(u);
}

static double log_of_one_and(double x)
{
    const double u = 1 + x;
    if (u == 1 || !(u < INFINITY))
        return u == 1 ? x : real_log(u);
    return real_log(u) * x / (u - 1);
}

// ln(high / low).
static double log_ratio(double low, double high)
{
    const double ratio = high / low;
    return ratio < 2 ? log_of_one_and((high - low) / low) : real_log(ratio);
}

// ---- what is integrated, and over what

typedef enum variable { OVER_X, OVER_NORMAL, OVER_LOGNORMAL, OVER_ROSIN_RAMMLER } variable;

enum { PANELS = 20000 }; // in one integral, so that noise can cost no more
typedef struct integrand {
    const spread *spread;
    variable over;
    double power;
    double largest; // lognormal: s where the number is largest, at which the density counts as 1
    double first;   // Rosin-Rammler: t at `from`, and its logarithm
    double log_first;
    int panels; // that may still be halved
} integrand;

static const double narrow = 1e-3; // deviation over mean

static double s_of(const integrand *of, double x)
{
    const spread *spread = of->spread;
    switch (of->over) {
    case OVER_NORMAL:
        return (x - spread->value) / spread->deviation;
    case OVER_LOGNORMAL:
        if (!(x > 0))
            return -INFINITY;
        return (x < spread->value ? -log_ratio(x, spread->value) : log_ratio(spread->value, x)) /
                   spread->deviation +
               0.5 * spread->deviation;
    case OVER_ROSIN_RAMMLER:
        return log_ratio(spread->from, x);
    default:
        return x;
    }
}

static integrand integrand_of(const spread *spread, double power)
{
    integrand of = {.spread = spread, .power = power, .panels = PANELS};
    if (spread->kind == SPREAD_NORMAL && spread->deviation > 0 &&
        spread->deviation < narrow * fabs(spread->value))
        of.over = OVER_NORMAL;
    if (spread->kind == SPREAD_LOGNORMAL) {
        of.over = OVER_LOGNORMAL;
        const double peak = -spread->power * spread->deviation;
        const double least = s_of(&of, spread->from);
        const double most = s_of(&of, spread->to);
        of.largest = real_min(real_max(peak, least), most);
    }
    if (spread->kind == SPREAD_ROSIN_RAMMLER) {
        of.over = OVER_ROSIN_RAMMLER;
        of.log_first = spread->exponent * real_log(spread->from / spread->value);
        of.first = real_exp(of.log_first);
    }
    return of;
}

static double normal_at(const integrand *of, double x)
{
    const double z = (x - of->spread->value) / of->spread->deviation;
    const double w = of->spread->kind == SPREAD_NORMAL ? real_exp(-0.5 * z * z) : 1;
    return of->power == 0 ? w : w * real_pow(x, of->power);
}

// What is left of x^power beside factor_of stands here.
static double integrand_at(const integrand *of, double s)
{
    const spread *spread = of->spread;
    const double k = spread->exponent;
    switch (of->over) {
    case OVER_NORMAL: {
        const double x = real_max(spread->value + spread->deviation * s, spread->from);
        return real_exp(-0.5 * s * s) * (of->power == 0 ? 1 : real_pow(x, of->power));
    }
    case OVER_LOGNORMAL: {
        const double middle = 0.5 * (s + of->largest);
        return real_exp((s - of->largest) * (of->power * spread->deviation - middle));
    }
    case OVER_ROSIN_RAMMLER:
        if (of->first >= 1)
            return real_exp((k + of->power) * s - of->first * exp_less_one(k * s));
        return real_exp(of->log_first + (k + of->power) * s -
                        (real_exp(of->log_first + k * s) - of->first));
    default:
        return normal_at(of, s);
    }
}

// Of all integrals with that power.
static double factor_of(const integrand *of)
{
    const spread *spread = of->spread;
    double x = spread->from;
    if (of->power == 0 || of->over == OVER_X || of->over == OVER_NORMAL)
        return 1;
    if (of->over == OVER_LOGNORMAL) {
        const double off = spread->deviation * (of->largest - 0.5 * spread->deviation);
        x = real_max(real_min(spread->value * real_exp(off), spread->to), x);
    }
    return real_pow(x, of->power);
}

// ---- integrals

enum { NODES = 8, HALVINGS = 48 };
static const double node[NODES / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                       0.9602898564975363};
static const double weight[NODES / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                         0.1012285362903763};

static double gauss(const integrand *of, double low, double high)
{
    const double middle = low + 0.5 * (high - low);
    const double half = 0.5 * (high - low);
    double sum = 0;
    for (int i = 0; i < NODES / 2; i++) {
        const double off = half * node[i];
        const double left = integrand_at(of, middle - off);
        const double right = integrand_at(of, middle + off);
        sum += weight[i] * (left + right);
    }
    return half * sum;
}

// The integral over a panel for which the rule gives `whole`, as exact as `most` asks.
static double halved(integrand *of, double low, double high, double whole, double most, int left)
{
    const double middle = low + 0.5 * (high - low);
    const double first = gauss(of, low, middle);
    const double second = gauss(of, middle, high);
    const double both = first + second;
    const double change = fabs(both - whole);
    const bool goes_on = change > most && change > 1e-14 * fabs(both);
    if (left == 0 || !goes_on || of->panels == 0)
        return both;
    of->panels--;
    return halved(of, low, middle, first, most, left - 1) +
           halved(of, middle, high, second, most, left - 1);
}

// Where panels begin, besides the limits: in the middle of a peak and beside it, so that no narrow one is passed over.
enum { BELL_MARKS = 7, TAIL_MARKS = 10, MARKS = TAIL_MARKS };
static int tail_marks(const integrand *of, double *out)
{
    static const double steps[TAIL_MARKS] = {1e-16, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1, 4, 12, 40};
    for (int i = 0; i < TAIL_MARKS; i++) {
        const double length = of->first >= 1 ? log_of_one_and(steps[i] / of->first)
                                             : real_log(of->first + steps[i]) - of->log_first;
        out[i] = length / of->spread->exponent;
    }
    return TAIL_MARKS;
}

static int marks_of(const integrand *of, double *out)
{
    static const double off[BELL_MARKS] = {-30, -8, -2, 0, 2, 8, 30};
    const spread *spread = of->spread;
    const double shift = of->over == OVER_LOGNORMAL ? of->power * spread->deviation : 0;
    const bool bell = of->over == OVER_NORMAL || of->over == OVER_LOGNORMAL;
    if (of->over == OVER_ROSIN_RAMMLER)
        return tail_marks(of, out);
    if (!bell && !(spread->kind == SPREAD_NORMAL && spread->deviation > 0))
        return 0;
    for (int i = 0; i < BELL_MARKS; i++)
        out[i] = bell ? shift + off[i] : spread->value + off[i] * spread->deviation;
    return BELL_MARKS;
}

// Of x^power, from low > 0 to high: low^(power + 1) (e^l - 1) / (power + 1) with l = (power + 1) ln(high / low).
static double over_uniform(double power, double low, double high)
{
    const double length = log_ratio(low, high);
    const double more = power + 1;
    const double grown = more == 0 ? length : exp_less_one(more * length) / more;
    return power == 0 ? high - low : real_pow(low, power) * (grown * low);
}

// Whatever lies that far from the largest value of a bell between its limits is nothing beside it.
static const double bell_ends = 60;

// The integral of w x^power from low to high, both within the limits, up to the factor of w.
double spread_integral(const spread *spread, double power, double low, double high)
{
    integrand of = integrand_of(spread, power);
    double mark[MARKS + 1];
    if (spread->kind == SPREAD_UNIFORM && low > 0)
        return over_uniform(power, low, high);
    double begin = s_of(&of, low);
    double end = s_of(&of, high);
    if (of.over == OVER_LOGNORMAL) {
        const double peak = power * spread->deviation;
        begin = real_max(begin, real_min(peak, end) - bell_ends);
        end = real_min(end, real_max(peak, begin) + bell_ends);
    }
    int marks = marks_of(&of, mark);
    mark[marks++] = end;
    double rough = 0;
    double from = begin;
    for (int i = 0; i < marks; i++) {
        const double to = real_min(real_max(mark[i], from), end);
        rough += to > from ? gauss(&of, from, to) : 0;
        from = to;
    }
    double sum = 0;
    from = begin;
    for (int i = 0; i < marks; i++) {
        const double to = real_min(real_max(mark[i], from), end);
        if (to > from) {
            sum += halved(&of, from, to, gauss(&of, from, to), 1e-15 * fabs(rough), HALVINGS);
        }
        from = to;
    }
    return sum * factor_of(&of);
}

// The integral of x^power over a piece of a table, in which w is constant, over its width; of a single size its power.
double spread_mean_power(double power, double low, double high)
{
    const spread even = {.kind = SPREAD_UNIFORM, .from = low, .to = high};
    if (!(high > low))
        return real_pow(low, power);
    return spread_integral(&even, power, low, high) / (high - low);
}
