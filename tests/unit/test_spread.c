// test_spread.c - size distributions against closed forms: moments and shares by number, mass and volume, draws by the
// test of Kolmogorov and Smirnov. label: sanitize
//
// Seeds are fixed; 1.63 / sqrt(draws) is passed by one fair sample in a hundred.
#include "base/random.h"
#include "base/spread.h"
#include "harness.h"

#define DRAWS 20000
#define KOLMOGOROV 1.63

static double normal_below(double z)
{
    return 0.5 * erfc(-z / sqrt(2));
}

static spread closed(spread s)
{
    CHECK(spread_close(&s));
    return s;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The largest distance between the share of draws and the share of the distribution.
static double distance_of_draws(const spread *s, uint64_t seed, double (*share)(double))
{
    static double x[DRAWS];
    rng r = rng_make(seed, 0);
    for (int i = 0; i < DRAWS; i++) {
        x[i] = rng_spread(&r, *s);
        if (!(x[i] >= s->from && x[i] <= s->to))
            CHECK_MSG(false, "%g outside", x[i]);
    }
    qsort(x, DRAWS, sizeof *x, by_size);
    double most = 0;
    for (int i = 0; i < DRAWS; i++) {
        const double wanted = share(x[i]);
        most = fmax(most, fmax(fabs(wanted - (double)i / DRAWS), fabs((i + 1.0) / DRAWS - wanted)));
    }
    return most * sqrt(DRAWS);
}

// ---- uniform: by volume the number below x is (a^-2 - x^-2) / (a^-2 - b^-2), in 2D (1/a - 1/x) / (1/a - 1/b)

static double uniform_by_volume(double x)
{
    return (1 - 1 / (x * x)) / (1 - 1.0 / 16);
}
static double uniform_by_area(double x)
{
    return (1 - 1 / x) / (1 - 1.0 / 4);
}

TEST(uniform_by_volume_in_space_and_plane)
{
    const spread space = closed(
        (spread){.kind = SPREAD_UNIFORM, .by = SPREAD_BY_VOLUME, .power = 3, .from = 1, .to = 4});
    const spread plane = closed(
        (spread){.kind = SPREAD_UNIFORM, .by = SPREAD_BY_MASS, .power = 2, .from = 1, .to = 4});
    const double number = 0.5 * (1 - 1.0 / 16); // integral of x^-3
    CHECK_REL(spread_moment(&space, 1), (1 - 0.25) / number, 1e-13);
    CHECK_REL(spread_moment(&space, 2), log(4) / number, 1e-13);
    CHECK_REL(spread_moment(&space, 3), 3 / number, 1e-13);
    CHECK_REL(spread_mean(&plane), log(4) / 0.75, 1e-13);
    CHECK_REL(spread_share(&space, 2), uniform_by_volume(2), 1e-13);
    CHECK_REL(spread_quantile(&space, uniform_by_volume(3)), 3, 1e-12);
    CHECK(distance_of_draws(&space, 1, uniform_by_volume) < KOLMOGOROV);
    CHECK(distance_of_draws(&plane, 2, uniform_by_area) < KOLMOGOROV);
    const spread even = closed((spread){.kind = SPREAD_UNIFORM, .from = 1, .to = 4});
    CHECK(spread_mean(&even) == 2.5);
    CHECK_REL(spread_moment(&even, 3), (256 - 1) / 4.0 / 3, 1e-13);
}

// ---- normal: integrals by the error function; by volume against the sum over a fine grid

TEST(normal_by_number_cut)
{
    const spread s =
        closed((spread){.kind = SPREAD_NORMAL, .value = 3, .deviation = 0.5, .from = 2.5, .to = 5});
    const double pi = acos(-1), a = -1, b = 4;
    const double mass = normal_below(b) - normal_below(a);
    const double pa = exp(-0.5 * a * a) / sqrt(2 * pi), pb = exp(-0.5 * b * b) / sqrt(2 * pi);
    const double mean = (pa - pb) / mass, second = 1 + (a * pa - b * pb) / mass;
    CHECK_REL(spread_mean(&s), 3 + 0.5 * mean, 1e-12);
    CHECK_REL(spread_moment(&s, 2), 9 + 3 * mean + 0.25 * second, 1e-12);
    CHECK_REL(spread_share(&s, 3), (0.5 - normal_below(a)) / mass, 1e-12);
    const spread narrow = closed(
        (spread){.kind = SPREAD_NORMAL, .value = 3, .deviation = 1e-5, .from = 0.01, .to = 500});
    CHECK_REL(spread_mean(&narrow), 3, 1e-12);
    CHECK_NEAR(spread_moment(&narrow, 2) - 9, 1e-10, 3e-12);
}

static double normal_sum(double to, double power)
{
    double sum = 0;
    const int n = 20000;
    for (int i = 0; i < n; i++) {
        const double x = 0.2 + (to - 0.2) * (i + 0.5) / n, z = (x - 2) / 0.6;
        sum += (to - 0.2) / n * exp(-0.5 * z * z) * pow(x, power - 3);
    }
    return sum;
}
static double normal_grid[4001];
static double normal_by_volume(double x)
{
    const double at = (x - 0.2) / 3.8 * 4000;
    const int i = at >= 4000 ? 3999 : (int)at;
    return normal_grid[i] + (at - i) * (normal_grid[i + 1] - normal_grid[i]);
}

TEST(normal_by_volume)
{
    const spread s = closed((spread){.kind = SPREAD_NORMAL,
                                     .by = SPREAD_BY_VOLUME,
                                     .power = 3,
                                     .value = 2,
                                     .deviation = 0.6,
                                     .from = 0.2,
                                     .to = 4});
    const double all = normal_sum(4, 0);
    CHECK_REL(spread_mean(&s), normal_sum(4, 1) / all, 1e-6);
    CHECK_REL(spread_moment(&s, 3), normal_sum(4, 3) / all, 1e-6);
    for (int i = 0; i <= 4000; i++)
        normal_grid[i] = spread_share(&s, 0.2 + 3.8 * i / 4000);
    CHECK_REL(normal_grid[2000], normal_sum(2.1, 0) / all, 1e-6);
    CHECK(distance_of_draws(&s, 3, normal_by_volume) < KOLMOGOROV);
    spread_clear((spread *)&s);
}

// ---- lognormal: by volume the number is lognormal with the median exp(middle - 3 s^2) (Hatch and Choate 1929)

static double lognormal_by_volume(double x)
{
    const double middle = log(2e-3) - 0.5 * 0.09 - 3 * 0.09;
    const double low = normal_below((log(1e-4) - middle) / 0.3),
                 high = normal_below((log(1e-2) - middle) / 0.3);
    return (normal_below((log(x) - middle) / 0.3) - low) / (high - low);
}

TEST(lognormal_by_mass)
{
    const spread s = closed((spread){.kind = SPREAD_LOGNORMAL,
                                     .by = SPREAD_BY_MASS,
                                     .power = 3,
                                     .value = 2e-3,
                                     .deviation = 0.3,
                                     .from = 1e-4,
                                     .to = 1e-2});
    const double median = exp(log(2e-3) - 0.5 * 0.09 - 3 * 0.09);
    CHECK_REL(spread_mean(&s), median * exp(0.045), 1e-6); // the limits cut off 1e-8
    CHECK_REL(spread_moment(&s, 3), median * median * median * exp(4.5 * 0.09), 1e-6);
    CHECK_REL(spread_share(&s, median), 0.5, 1e-6);
    CHECK(distance_of_draws(&s, 4, lognormal_by_volume) < KOLMOGOROV);
}

// ---- Rosin-Rammler: by number the moments are size^k gamma(1 + k / exponent)

static double rosin_by_number(double x)
{
    return 1 - exp(-pow(x / 2, 1.5));
}

// By mass and exponent 3, t = (x/size)^3 has the number density e^-t / t: with the exponential integral.
static double exponential_integral(double t) // E1, by its series
{
    double sum = -0.5772156649015329 - log(t), part = 1;
    for (int k = 1; k < 100; k++) {
        part *= -t / k;
        sum -= part / k;
    }
    return sum;
}
static double rosin_by_mass(double x)
{
    const double first = exponential_integral(0.125), last = exponential_integral(8);
    return (first - exponential_integral(x * x * x)) / (first - last);
}

TEST(rosin_rammler_by_number_and_mass)
{
    const spread number = closed((spread){
        .kind = SPREAD_ROSIN_RAMMLER, .value = 2, .exponent = 1.5, .from = 1e-12, .to = 200});
    CHECK_REL(spread_mean(&number), 2 * tgamma(1 + 1 / 1.5), 1e-12);
    CHECK_REL(spread_moment(&number, 3), 8 * tgamma(3), 1e-12);
    CHECK_REL(spread_share(&number, 2), 1 - exp(-1), 1e-12);
    CHECK_REL(spread_quantile(&number, 0.5), 2 * pow(log(2), 1 / 1.5), 1e-12);
    CHECK(distance_of_draws(&number, 5, rosin_by_number) < KOLMOGOROV);
    spread mass = closed((spread){.kind = SPREAD_ROSIN_RAMMLER,
                                  .by = SPREAD_BY_MASS,
                                  .power = 3,
                                  .value = 1,
                                  .exponent = 3,
                                  .from = 0.5,
                                  .to = 2});
    const double all = (exponential_integral(0.125) - exponential_integral(8)) / 3;
    CHECK_REL(spread_moment(&mass, 3), (exp(-0.125) - exp(-8)) / 3 / all, 1e-11);
    CHECK_REL(spread_share(&mass, 1.1), rosin_by_mass(1.1), 1e-11);
    CHECK(distance_of_draws(&mass, 6, rosin_by_mass) < KOLMOGOROV);
    spread_clear(&mass);
    const spread sharp = closed((spread){
        .kind = SPREAD_ROSIN_RAMMLER, .value = 2, .exponent = 200, .from = 1e-3, .to = 1e3});
    CHECK_REL(spread_mean(&sharp), 2 * tgamma(1 + 1 / 200.0), 1e-12);
}

// ---- tables

static spread table_of(int count, const double *size, const double *part, bool shares, bool steps)
{
    spread s = {.kind = SPREAD_TABLE, .from = size[0], .to = size[count - 1]};
    s.table = spread_table_make(count);
    memcpy(s.table->size, size, (size_t)count * sizeof *size);
    memcpy(s.table->part, part, (size_t)count * sizeof *part);
    s.table->shares = shares;
    s.table->steps = steps;
    return s;
}

TEST(shares_of_sizes)
{
    const double size[] = {1, 2, 4}, part[] = {20, 50, 30};
    spread s = closed(table_of(3, size, part, true, false));
    CHECK_REL(spread_mean(&s), 0.2 + 1 + 1.2, 1e-15);
    CHECK_REL(spread_share(&s, 2), 0.7, 1e-15);
    CHECK_REL(spread_share(&s, 1.99), 0.2, 1e-15);
    s.by = SPREAD_BY_MASS;
    s.power = 3;
    CHECK(spread_close(&s));
    const double number = 20 + 50 / 8.0 + 30 / 64.0;
    CHECK_REL(spread_mean(&s), (20 + 2 * 50 / 8.0 + 4 * 30 / 64.0) / number, 1e-14);
    CHECK_REL(spread_moment(&s, 3), 100 / number, 1e-14);
    rng r = rng_make(7, 0);
    int found[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const double x = rng_spread(&r, s);
        found[x == 1 ? 0 : x == 2 ? 1 : 2]++;
        CHECK(x == 1 || x == 2 || x == 4);
    }
    CHECK_NEAR((double)found[0] / DRAWS, 20 / number, 4 * 0.5 / sqrt(DRAWS));
    CHECK_NEAR((double)found[1] / DRAWS, 6.25 / number, 4 * 0.5 / sqrt(DRAWS));
    s.from = 1.5; // the smallest is cut off
    CHECK(spread_close(&s));
    CHECK_REL(spread_moment(&s, 3), 80 / (50 / 8.0 + 30 / 64.0), 1e-14);
    CHECK(spread_scale(&s, 0.5));
    CHECK_REL(spread_moment(&s, 3), 10 / (50 / 8.0 + 30 / 64.0), 1e-14);
    spread_clear(&s);
}

static double curve_by_mass(double x)
{
    // 30 % of the mass between 1 and 2, 70 % between 2 and 4, cut off at 3
    const double first = 0.3 * 0.5 * (1 - 0.25), second = 0.35 * 0.5 * (0.25 - 1 / 9.0);
    const double below =
        x < 2 ? 0.3 * 0.5 * (1 - 1 / (x * x)) : first + 0.35 * 0.5 * (0.25 - 1 / (x * x));
    return below / (first + second);
}

TEST(curves_of_what_is_finer)
{
    const double size[] = {1, 2, 4}, part[] = {0, 30, 100};
    spread s = closed(table_of(3, size, part, false, false));
    CHECK_REL(spread_mean(&s), 0.3 * 1.5 + 0.7 * 3, 1e-14);
    CHECK_REL(spread_share(&s, 3), 0.3 + 0.35, 1e-14);
    s.by = SPREAD_BY_MASS;
    s.power = 3;
    s.to = 3;
    CHECK(spread_close(&s));
    CHECK_REL(spread_share(&s, 2.5), curve_by_mass(2.5), 1e-13);
    CHECK(distance_of_draws(&s, 8, curve_by_mass) < KOLMOGOROV);
    spread_clear(&s);
    const double stepped[] = {10, 30, 100};
    s = closed(table_of(3, size, stepped, false, true));
    CHECK_REL(spread_mean(&s), 0.1 + 0.2 * 2 + 0.7 * 4, 1e-14);
    spread_clear(&s);
}

// ---- far out in the tail, and narrow: as exact as elsewhere, and as quick

// Far out, t - t0 is exponential: x is from (1 + e/(k t0)), with e of mean 1, to first order; to second order the mean of
// x/from - 1 is (1/(k t0)) (1 + (1/k - 1)/t0).
TEST(rosin_rammler_far_in_its_tail)
{
    static const double of_mass[] = {0, 3};
    for (int i = 0; i < 2; i++) {
        for (double size = 0.5; size > 0.01; size *= 0.7) {
            spread s = closed((spread){.kind = SPREAD_ROSIN_RAMMLER,
                                       .by = i ? SPREAD_BY_MASS : SPREAD_BY_NUMBER,
                                       .power = of_mass[i],
                                       .value = size * 1e-3,
                                       .exponent = 5,
                                       .from = 1e-3,
                                       .to = 2e-3});
            const double first = pow(1 / size, 5);
            // by mass the number has x^-3 besides, which is (t/t0)^(-3/5)
            const double mean = (1 + (0.2 - 1 - of_mass[i] / 5) / first) / (5 * first);
            CHECK_NEAR(spread_mean(&s) / 1e-3 - 1, mean, 4 * mean / (first * first) + 1e-15);
            const double middle = log(2) / (5 * first);
            CHECK_NEAR(spread_quantile(&s, 0.5) / 1e-3 - 1, middle, 2 * middle / first + 1e-15);
            rng r = rng_make(4, 0);
            double sum = 0;
            for (int n = 0; n < DRAWS; n++)
                sum += (rng_spread(&r, s) - 1e-3) / 1e-3;
            CHECK_NEAR(sum / DRAWS, mean, 4 * mean / sqrt(DRAWS) + 1e-15);
            spread_clear(&s);
        }
    }
}

TEST(nothing_is_left_beyond_all_tails)
{
    spread s = closed((spread){.kind = SPREAD_ROSIN_RAMMLER,
                               .by = SPREAD_BY_MASS,
                               .power = 3,
                               .value = 1e-6,
                               .exponent = 5,
                               .from = 1e-3,
                               .to = 2e-3});
    CHECK(!spread_has_share(&s));
    s.exponent = 1000; // t0 is no number
    CHECK(spread_close(&s) && !spread_has_share(&s));
    s.value = 1;
    s.from = 1e-6; // and here it is 0
    s.to = 2;
    CHECK(spread_close(&s) && spread_has_share(&s));
    CHECK_REL(spread_moment(&s, 3), 1 / tgamma(1 - 3 / 1000.0), 1e-11);
    spread_clear(&s);
}

TEST(narrow_bells)
{
    for (double width = 1e-2; width > 1e-13; width *= 0.1) {
        spread s = closed((spread){.kind = SPREAD_LOGNORMAL,
                                   .by = SPREAD_BY_MASS,
                                   .power = 3,
                                   .value = 1e-3,
                                   .deviation = width,
                                   .from = 1e-4,
                                   .to = 1e-2});
        CHECK_REL(spread_mean(&s), 1e-3 * exp(-3 * width * width), 1e-13);
        CHECK_REL(spread_quantile(&s, 0.5), 1e-3 * exp(-3.5 * width * width), 1e-13);
        s.kind = SPREAD_NORMAL;
        s.deviation = 1e-3 * width;
        CHECK(spread_close(&s));
        // of x^-3 around the mean: 1 - 3 width^2, to second order
        CHECK_REL(spread_mean(&s), 1e-3 * (1 - 3 * width * width), 30 * pow(width, 4) + 1e-13);
        spread_clear(&s);
    }
}

// By number ln x falls off as exp(-slope ln x) at the lower limit, with slope = deviation/2 + power deviation there.
TEST(lognormal_whose_peak_is_far_below)
{
    for (double width = 5; width < 200; width *= 2) {
        spread s = closed((spread){.kind = SPREAD_LOGNORMAL,
                                   .by = SPREAD_BY_MASS,
                                   .power = 3,
                                   .value = 1e-3,
                                   .deviation = width,
                                   .from = 0.99e-3,
                                   .to = 1});
        const double slope = 3.5 + log(0.99) / (width * width); // of ln x
        double sum = 0, all = 0, ends = log(1 / 0.99e-3);
        for (int i = 0; i < 200000; i++) {
            const double l = ends * (i + 0.5) / 200000;
            const double w = exp(-slope * l - 0.5 * l * l / (width * width));
            all += w;
            sum += w * exp(l);
        }
        CHECK_REL(spread_mean(&s), 0.99e-3 * sum / all, 1e-8);
        rng r = rng_make(5, 0);
        double drawn = 0;
        for (int n = 0; n < DRAWS; n++)
            drawn += rng_spread(&r, s) / DRAWS;
        CHECK_REL(drawn, spread_mean(&s), 0.02);
        spread_clear(&s);
    }
}

// Limits as far apart as limits can be: the number by mass is x^-3, whose mean is 2 `from`.
TEST(uniform_from_dust_to_planets)
{
    const spread s = closed((spread){
        .kind = SPREAD_UNIFORM, .by = SPREAD_BY_MASS, .power = 3, .from = 1e-15, .to = 1e9});
    CHECK_REL(spread_mean(&s), 2e-15, 1e-13);
    CHECK_REL(spread_moment(&s, 2), 2e-30 * log(1e24), 1e-13);
}

TEST_MAIN
