// random.c - see random.h.
#include "base/random.h"

#include "base/mathlib.h"
#include "base/spread.h"

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// A stream adds a second splitmix sequence, which begins at a place that depends on both numbers: for one seed, the
// first words of any two streams differ.
rng rng_make(uint64_t seed, uint64_t stream)
{
    rng rng;
    for (int i = 0; i < 4; i++)
        rng.s[i] = splitmix(&seed);
    if (stream) {
        uint64_t second = rng.s[3] ^ stream * UINT64_C(0xd1342543de82ef95);
        for (int i = 0; i < 4; i++)
            rng.s[i] ^= splitmix(&second);
    }
    if (!(rng.s[0] | rng.s[1] | rng.s[2] | rng.s[3]))
        rng.s[0] = 1; // the one state from which nothing comes
    return rng;
}

uint64_t rng_u64(rng *rng)
{
    uint64_t *state = rng->s;
    uint64_t result = rotate(state[1] * 5, 7) * 9;
    uint64_t t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotate(state[3], 45);
    return result;
}

double rng_uniform(rng *rng)
{
    return (double)(rng_u64(rng) >> 11) * 0x1p-53;
}

double rng_range(rng *rng, double low, double high)
{
    double u = rng_uniform(rng);
    double x = low * (1 - u) + high * u; // cannot overflow where high - low would
    return x < low ? low : x > high ? high : x;
}

// The lowest 2^64 mod count numbers would make the first values more frequent; they are drawn again.
uint64_t rng_below(rng *rng, uint64_t count)
{
    uint64_t extra = (0 - count) % count;
    uint64_t x;
    do
        x = rng_u64(rng);
    while (x < extra);
    return x % count;
}

// Marsaglia's polar method: a point in the unit disc gives two normal numbers, of which one is used so that a generator
// needs no memory but its state.
double rng_normal(rng *rng)
{
    double x;
    double y;
    double q;
    do {
        x = 2 * rng_uniform(rng) - 1;
        y = 2 * rng_uniform(rng) - 1;
        q = x * x + y * y;
    } while (q >= 1 || q == 0);
    return x * sqrt(-2 * real_log(q) / q);
}

// A point in the unit disc, spread over the sphere with equal areas (G. Marsaglia, "Choosing a point from the surface
// of a sphere", 1972).
v3 rng_direction(rng *rng)
{
    double x;
    double y;
    double q;
    do {
        x = 2 * rng_uniform(rng) - 1;
        y = 2 * rng_uniform(rng) - 1;
        q = x * x + y * y;
    } while (q >= 1);
    double w = 2 * sqrt(1 - q);
    return v3_make(w * x, w * y, 1 - 2 * q);
}

// A normal number given that it is at least `low` > 0: exponential proposals with the best rate (C. P. Robert,
// "Simulation of truncated normal variables", 1995).
static double normal_tail(rng *rng, double low, double high)
{
    double rate = 0.5 * (low + sqrt(low * low + 4));
    double z;
    double off;
    do {
        z = low - real_log(1 - rng_uniform(rng)) / rate;
        off = z - rate;
    } while (z > high || rng_uniform(rng) > real_exp(-0.5 * off * off));
    return z;
}

// A normal number given that low <= z <= high, by whichever proposal is accepted often: normal where the limits leave
// much of it, uniform where they are close, exponential for a tail.
static double normal_between(rng *rng, double low, double high)
{
    if (high < 0)
        return -normal_between(rng, -high, -low);
    double z;
    double nearest = low > 0 ? low : 0;
    if (low <= 0 && high - low > 2) {
        do
            z = rng_normal(rng);
        while (z < low || z > high);
        return z;
    }
    if (low > 0 && (high - low) * (low + 1) > 2)
        return normal_tail(rng, low, high);
    do
        z = rng_range(rng, low, high);
    while (rng_uniform(rng) > real_exp(0.5 * (nearest - z) * (nearest + z)));
    return z;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static double draw_normal(rng *rng, spread spread)
{
    double low = isnan(spread.from) ? -INFINITY : spread.from;
    double high = isnan(spread.to) ? INFINITY : spread.to;
    double z = normal_between(rng, (low - spread.value) / spread.deviation,
                              (high - spread.value) / spread.deviation);
    return clamp(spread.value + spread.deviation * z, low, high);
}

// The number of grains of a lognormal distribution by x^power is lognormal, too, with ln x shifted by power deviation^2.
static double draw_lognormal(rng *rng, spread spread)
{
    double low = spread.from > 0 ? spread.from : 0;
    double high = isnan(spread.to) ? INFINITY : spread.to;
    double shift = (0.5 + spread.power) * spread.deviation * spread.deviation;
    double middle = real_log(spread.value) - shift;
    double z = normal_between(rng, (real_log(low) - middle) / spread.deviation,
                              (real_log(high) - middle) / spread.deviation);
    return clamp(real_exp(middle + spread.deviation * z), low, high);
}

// Of t = (x / size)^exponent, which is exponential, given that it is between the limits.
static double draw_rosin_rammler(rng *rng, spread spread)
{
    const double low = real_pow(spread.from / spread.value, spread.exponent);
    const double high = real_pow(spread.to / spread.value, spread.exponent);
    const double kept = 1 - real_exp(low - high);
    const double t = low - real_log(1 - kept * rng_uniform(rng));
    return clamp(spread.value * real_pow(t, 1 / spread.exponent), spread.from, spread.to);
}

// Density ~ x^-power between the limits: the sum x^(1 - power) is even.
static double draw_power(rng *rng, double power, double from, double to)
{
    const double ends = real_pow(to / from, 1 - power);
    const double u = rng_range(rng, ends, 1);
    return clamp(from * real_pow(u, 1 / (1 - power)), from, to);
}

static const spread_piece *draw_piece(rng *rng, const spread_table *table)
{
    const double u = rng_uniform(rng) * table->piece[table->pieces - 1].until;
    int low = 0;
    int high = table->pieces - 1;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (table->piece[middle].until > u)
            high = middle;
        else
            low = middle + 1;
    }
    return &table->piece[low];
}

static double draw_table(rng *rng, spread spread)
{
    const spread_piece *piece = draw_piece(rng, spread.table);
    if (!(piece->high > piece->low))
        return piece->low;
    return spread.power ? draw_power(rng, spread.power, piece->low, piece->high)
                        : rng_range(rng, piece->low, piece->high);
}

// By mass or volume: a piece by the sum of what is counted in it over its least x^power, a value in it, which is taken as
// often as its x^power is larger.
static double draw_by_pieces(rng *rng, spread spread)
{
    struct spread part = spread;
    double x;
    double share;
    do {
        const spread_piece *piece = draw_piece(rng, spread.table);
        part.from = piece->low;
        part.to = piece->high;
        x = spread.kind == SPREAD_NORMAL ? draw_normal(rng, part) : draw_rosin_rammler(rng, part);
        share = real_pow(piece->low / x, spread.power);
    } while (rng_uniform(rng) > share);
    return x;
}

double rng_spread(rng *rng, spread spread)
{
    const bool pieces = spread.power > 0 && spread.to > spread.from;
    switch (spread.kind) {
    case SPREAD_UNIFORM:
        return pieces ? draw_power(rng, spread.power, spread.from, spread.to)
                      : rng_range(rng, spread.from, spread.to);
    case SPREAD_NORMAL:
        if (!(spread.deviation > 0))
            return spread.value;
        return pieces ? draw_by_pieces(rng, spread) : draw_normal(rng, spread);
    case SPREAD_LOGNORMAL:
        if (!(spread.deviation > 0))
            return spread.value;
        return draw_lognormal(rng, spread);
    case SPREAD_ROSIN_RAMMLER:
        if (!(spread.to > spread.from))
            return spread.from;
        return pieces ? draw_by_pieces(rng, spread) : draw_rosin_rammler(rng, spread);
    case SPREAD_TABLE:
        return draw_table(rng, spread);
    case SPREAD_FIXED:
        break;
    }
    return spread.value;
}
