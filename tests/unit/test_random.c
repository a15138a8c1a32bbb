// test_random.c - the random numbers against published values and against the laws they promise. label: sanitize
//
// Seeds are fixed, so a statistical check cannot fail by bad luck; limits are at 4 to 5 standard errors of a fair draw.
#include "base/mathlib.h"
#include "base/random.h"
#include "harness.h"

#define DRAWS 400000

TEST(generator_gives_published_numbers)
{
    // Reference values of xoshiro256** from the state 1, 2, 3, 4.
    static const uint64_t want[] = {UINT64_C(11520),
                                    UINT64_C(0),
                                    UINT64_C(1509978240),
                                    UINT64_C(1215971899390074240),
                                    UINT64_C(1216172134540287360),
                                    UINT64_C(607988272756665600),
                                    UINT64_C(16172922978634559625),
                                    UINT64_C(8476171486693032832),
                                    UINT64_C(10595114339597558777),
                                    UINT64_C(2904607092377533576)};
    rng r = {{1, 2, 3, 4}};
    for (int i = 0; i < 10; i++)
        CHECK(rng_u64(&r) == want[i]);
    // Reference values of splitmix64 from 1234567: the state that seeding makes.
    rng seeded = rng_make(1234567, 0);
    CHECK(seeded.s[0] == UINT64_C(6457827717110365317) &&
          seeded.s[1] == UINT64_C(3203168211198807973));
    CHECK(seeded.s[2] == UINT64_C(9817491932198370423) &&
          seeded.s[3] == UINT64_C(4593380528125082431));
}

TEST(streams_differ_and_repeat)
{
    for (uint64_t stream = 0; stream < 200; stream++) {
        rng a = rng_make(7, stream), b = rng_make(7, stream), c = rng_make(7, stream + 1),
            d = rng_make(8, stream);
        uint64_t first = rng_u64(&a);
        CHECK(first == rng_u64(&b) && first != rng_u64(&c) && first != rng_u64(&d));
    }
    // Neighbouring streams are not correlated.
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        rng a = rng_make(1, (uint64_t)i), b = rng_make(1, (uint64_t)i + 1);
        sum += (rng_uniform(&a) - 0.5) * (rng_uniform(&b) - 0.5);
    }
    CHECK_NEAR(sum * 12 / sqrt(DRAWS), 0, 4.5);
}

TEST(uniform_fills_its_range_evenly)
{
    rng r = rng_make(42, 3);
    int cell[100] = {0};
    for (int i = 0; i < DRAWS; i++) {
        double u = rng_uniform(&r);
        if (!(u >= 0 && u < 1))
            CHECK(!"inside [0, 1)");
        cell[(int)(100 * u)]++;
    }
    double chi = 0, expected = DRAWS / 100.0;
    for (int i = 0; i < 100; i++)
        chi += (cell[i] - expected) * (cell[i] - expected) / expected;
    CHECK_NEAR(chi, 99, 5 * sqrt(2 * 99.0));
    for (int i = 0; i < 1000; i++) {
        double x = rng_range(&r, -3e-5, -2.9e-5), y = rng_range(&r, -1e308, 1.7e308);
        CHECK(x >= -3e-5 && x <= -2.9e-5 && y >= -1e308 && y <= 1.7e308);
    }
    CHECK(rng_range(&r, 0.1, 0.1) == 0.1);
}

TEST(whole_numbers_are_even_too)
{
    rng r = rng_make(43, 0);
    int cell[7] = {0};
    for (int i = 0; i < 70000; i++)
        cell[rng_below(&r, 7)]++;
    double chi = 0;
    for (int i = 0; i < 7; i++)
        chi += (cell[i] - 10000.0) * (cell[i] - 10000.0) / 10000;
    CHECK(chi < 30 && chi > 0.1);
    // Just above 2^63 every second number is drawn again; taking remainders would double the lower half.
    uint64_t count = (UINT64_C(1) << 63) + 1;
    int low = 0;
    for (int i = 0; i < 10000; i++) {
        uint64_t x = rng_below(&r, count);
        CHECK(x < count);
        low += x < count / 2;
    }
    CHECK_NEAR(low, 5000, 250);
    for (int i = 0; i < 10; i++)
        CHECK(rng_below(&r, 1) == 0);
}

TEST(normal_has_its_moments_and_tails)
{
    rng r = rng_make(44, 0);
    double m[5] = {0};
    int beyond[4] = {0};
    for (int i = 0; i < DRAWS; i++) {
        double z = rng_normal(&r), p = 1;
        for (int k = 1; k < 5; k++)
            m[k] += p *= z;
        for (int k = 1; k < 4; k++)
            beyond[k] += fabs(z) > k;
    }
    CHECK_NEAR(m[1] / DRAWS, 0, 5 / sqrt(DRAWS));
    CHECK_NEAR(m[2] / DRAWS, 1, 5 * sqrt(2.0 / DRAWS));
    CHECK_NEAR(m[3] / DRAWS, 0, 5 * sqrt(15.0 / DRAWS));
    CHECK_NEAR(m[4] / DRAWS, 3, 5 * sqrt(96.0 / DRAWS));
    for (int k = 1; k < 4; k++) {
        double p = erfc(k / sqrt(2));
        CHECK_NEAR((double)beyond[k] / DRAWS, p, 5 * sqrt(p / DRAWS));
    }
}

TEST(directions_cover_the_sphere)
{
    rng r = rng_make(45, 0);
    v3 sum = {0, 0, 0};
    double square[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        v3 d = rng_direction(&r);
        if (!(fabs(v3_norm(d) - 1) < 1e-15))
            CHECK_NEAR(v3_norm(d), 1, 1e-15);
        sum = v3_add(sum, d);
        square[0] += d.x * d.x;
        square[1] += d.y * d.y;
        square[2] += d.z * d.z;
    }
    CHECK_NEAR(v3_norm(sum) / DRAWS, 0, 5 / sqrt(DRAWS));
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(square[k] / DRAWS, 1.0 / 3, 5 * sqrt(4.0 / 45 / DRAWS));
}

static double normal_density(double z)
{
    return exp(-0.5 * z * z) / sqrt(2 * acos(-1));
}
static double normal_above(double z)
{
    return 0.5 * erfc(z / sqrt(2));
}

// Mean and variance of a normal number between the limits a and b, against the closed forms.
static void check_cut(double a, double b)
{
    rng r = rng_make(46, 0);
    spread s = {
        .kind = SPREAD_NORMAL, .value = 3, .deviation = 2, .from = 3 + 2 * a, .to = 3 + 2 * b};
    double sum = 0, square = 0;
    int draws = DRAWS / 4;
    for (int i = 0; i < draws; i++) {
        double x = rng_spread(&r, s), z = (x - 3) / 2;
        if (!(x >= s.from && x <= s.to))
            CHECK_MSG(false, "%g outside [%g, %g]", x, s.from, s.to);
        sum += z;
        square += z * z;
    }
    double mass = a > 0 ? normal_above(a) - normal_above(b) : normal_above(-b) - normal_above(-a);
    double pa = isinf(a) ? 0 : normal_density(a), pb = isinf(b) ? 0 : normal_density(b);
    double mean = (pa - pb) / mass,
           second = 1 + ((isinf(a) ? 0 : a * pa) - (isinf(b) ? 0 : b * pb)) / mass;
    double deviation = sqrt(second - mean * mean);
    CHECK_MSG(fabs(sum / draws - mean) < 5 * deviation / sqrt(draws), "[%g, %g]: mean %g, want %g",
              a, b, sum / draws, mean);
    double variance = square / draws - sum / draws * (sum / draws);
    CHECK_MSG(fabs(variance / (deviation * deviation) - 1) < 15 / sqrt(draws),
              "[%g, %g]: variance %g, want %g", a, b, variance, deviation * deviation);
}

TEST(normal_between_limits)
{
    check_cut(-INFINITY, INFINITY);
    check_cut(-2, 2);
    check_cut(-0.5, 0.5);
    check_cut(-0.1, 4);
    check_cut(1, 1.5);
    check_cut(1, 5);
    check_cut(0.5, INFINITY);
    check_cut(6, INFINITY);
    check_cut(8, 8.1);
    check_cut(-7, -5);
    check_cut(-INFINITY, -4);
}

TEST(lognormal_between_limits)
{
    rng r = rng_make(47, 0);
    spread s = {.kind = SPREAD_LOGNORMAL, .value = 2e-3, .deviation = 0.4, .from = NAN, .to = NAN};
    double sum = 0, logs = 0, squares = 0;
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_spread(&r, s), l = log(x);
        sum += x;
        logs += l;
        squares += l * l;
    }
    CHECK_REL(sum / DRAWS, 2e-3, 5 * 0.42 / sqrt(DRAWS));
    CHECK_NEAR(logs / DRAWS, log(2e-3) - 0.08, 5 * 0.4 / sqrt(DRAWS));
    CHECK_NEAR(squares / DRAWS - logs / DRAWS * (logs / DRAWS), 0.16, 5 * 0.16 * sqrt(2.0 / DRAWS));
    s.from = 1.9e-3;
    s.to = 3e-3;
    int low = 0;
    double middle = log(2e-3) - 0.08, cut = 2.3e-3;
    double a = (log(s.from) - middle) / 0.4, b = (log(s.to) - middle) / 0.4,
           c = (log(cut) - middle) / 0.4;
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_spread(&r, s);
        if (!(x >= s.from && x <= s.to))
            CHECK(!"between the limits");
        low += x < cut;
    }
    double want = (normal_above(a) - normal_above(c)) / (normal_above(a) - normal_above(b));
    CHECK_NEAR((double)low / DRAWS, want, 5 * 0.5 / sqrt(DRAWS));
}

TEST(other_distributions)
{
    rng r = rng_make(48, 0);
    double sum = 0, least = INFINITY, most = 0;
    spread even = {.kind = SPREAD_UNIFORM, .from = 1.4e-3, .to = 1.6e-3};
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_spread(&r, even);
        sum += x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    CHECK_NEAR(sum / DRAWS, 1.5e-3, 5 * 0.2e-3 / sqrt(12.0 * DRAWS));
    CHECK(least >= 1.4e-3 && least < 1.40001e-3 && most <= 1.6e-3 && most > 1.59999e-3);
    rng before = r;
    spread fixed = {.kind = SPREAD_FIXED, .value = 7},
           narrow = {.kind = SPREAD_NORMAL, .value = 5, .from = 5, .to = 5};
    CHECK(rng_spread(&r, fixed) == 7 && rng_spread(&r, narrow) == 5);
    CHECK(!memcmp(&before, &r, sizeof r)); // a number that is given costs no random number
}

// The same numbers for every compiler and processor.
TEST(same_bits_everywhere)
{
    rng r = rng_make(2024, 5);
    uint64_t sum = 0;
    spread s = {.kind = SPREAD_LOGNORMAL, .value = 1, .deviation = 0.3, .from = 0.5, .to = 1.5};
    for (int i = 0; i < 10000; i++) {
        v3 d = rng_direction(&r);
        double normal = rng_normal(&r), drawn = rng_spread(&r, s);
        const double all[] = {normal, drawn, d.x, d.y, d.z};
        for (int j = 0; j < 5; j++) {
            uint64_t bits;
            memcpy(&bits, &all[j], sizeof bits);
            sum = (sum ^ bits) * UINT64_C(0x9e3779b97f4a7c15) + 1;
        }
    }
    CHECK_MSG(sum == UINT64_C(0xb992554e2703a073), "0x%016llx", (unsigned long long)sum);
}

TEST_MAIN
