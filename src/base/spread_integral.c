// spread_integral.c - see spread_integral.h. By Gauss's rule on panels that are halved until nothing changes, with functions
// of our own, so that integrals have the same bits everywhere.
#include "base/spread_integral.h"

#include "base/mathlib.h"

// ---- the density of what is counted

static double lognormal_middle(const spread *spread)
{
    return real_log(spread->value) - 0.5 * spread->deviation * spread->deviation;
}

// Up to a factor.
static double density(const spread *spread, double x)
{
    double z;
    switch (spread->kind) {
    case SPREAD_NORMAL:
        z = (x - spread->value) / spread->deviation;
        return real_exp(-0.5 * z * z);
    case SPREAD_LOGNORMAL:
        z = (real_log(x) - lognormal_middle(spread)) / spread->deviation;
        return real_exp(-0.5 * z * z) / x;
    case SPREAD_ROSIN_RAMMLER: {
        // over that at the lower limit, so that limits far out in the tail leave something
        const double t = real_pow(x / spread->value, spread->exponent);
        const double first = real_pow(spread->from / spread->value, spread->exponent);
        const double log_size = real_log(x / spread->value);
        return real_exp((spread->exponent - 1) * log_size + first - t);
    }
    default:
        return 1;
    }
}

// ---- integrals

enum { NODES = 8, HALVINGS = 48 };
static const double node[NODES / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                       0.9602898564975363};
static const double weight[NODES / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                         0.1012285362903763};

typedef struct integrand {
    const spread *spread;
    double power;
} integrand;

static double integrand_at(const integrand *of, double x)
{
    const double w = density(of->spread, x);
    return of->power == 0 ? w : w * real_pow(x, of->power);
}

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
static double halved(const integrand *of, double low, double high, double whole, double most,
                     int left)
{
    const double middle = low + 0.5 * (high - low);
    const double first = gauss(of, low, middle);
    const double second = gauss(of, middle, high);
    const double both = first + second;
    const double change = fabs(both - whole);
    const bool goes_on = change > most && change > 1e-14 * fabs(both);
    if (left == 0 || !goes_on)
        return both;
    return halved(of, low, middle, first, most, left - 1) +
           halved(of, middle, high, second, most, left - 1);
}

// Where panels begin, besides the limits: in the middle of a peak and beside it, so that no narrow one is passed over.
enum { MARKS = 7 };
static int marks_of(const spread *spread, double power, double *out)
{
    static const double off[MARKS] = {-30, -8, -2, 0, 2, 8, 30};
    static const double steps[MARKS] = {1e-6, 1e-3, 0.1, 1, 4, 12, 40};
    const double s = spread->deviation;
    if (spread->kind == SPREAD_ROSIN_RAMMLER) {
        const double first = real_pow(spread->from / spread->value, spread->exponent);
        for (int i = 0; i < MARKS; i++)
            out[i] = spread->value * real_pow(first + steps[i], 1 / spread->exponent);
        return MARKS;
    }
    if (!(s > 0) || (spread->kind != SPREAD_NORMAL && spread->kind != SPREAD_LOGNORMAL))
        return 0;
    for (int i = 0; i < MARKS; i++) {
        if (spread->kind == SPREAD_NORMAL)
            out[i] = spread->value + off[i] * s;
        else
            out[i] = real_exp(lognormal_middle(spread) + (power + off[i] / s) * s * s);
    }
    return MARKS;
}

// The integral of w x^power from low to high, both within the limits, up to the factor of w.
double spread_integral(const spread *spread, double power, double low, double high)
{
    const integrand of = {spread, power};
    double mark[MARKS + 1];
    int marks = marks_of(spread, power, mark);
    mark[marks++] = high;
    double rough = 0;
    double from = low;
    for (int i = 0; i < marks; i++) {
        const double to = real_min(real_max(mark[i], from), high);
        rough += to > from ? gauss(&of, from, to) : 0;
        from = to;
    }
    double sum = 0;
    from = low;
    for (int i = 0; i < marks; i++) {
        const double to = real_min(real_max(mark[i], from), high);
        if (to > from) {
            sum += halved(&of, from, to, gauss(&of, from, to), 1e-15 * fabs(rough), HALVINGS);
        }
        from = to;
    }
    return sum;
}

// The integral of x^power over a piece of a table, in which w is constant, over its width; of a single size its power.
double spread_mean_power(double power, double low, double high)
{
    const spread even = {.kind = SPREAD_UNIFORM, .from = low, .to = high};
    if (!(high > low))
        return real_pow(low, power);
    return spread_integral(&even, power, low, high) / (high - low);
}
