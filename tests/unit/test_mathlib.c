// test_mathlib.c - own elementary functions against the C library's long double versions. label: sanitize
//
// Every function meets a million random arguments and more on each of its ranges, and a list of edges. The error is
// counted in units of the last place of the double nearest to the true value; the reference adds less than 0.001 of
// that where long double has 64 bits. Where it has no more than double, the reference itself is off by an ulp and the
// limit is wider.
#include "base/mathlib.h"
#include "harness.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>

#define SLACK (LDBL_MANT_DIG > 60 ? 0.0 : 1.5)
#define DRAWS 1000000

static uint64_t
draw(uint64_t *state) // a plain xorshift; the arguments shall not hang on the code under test
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double uniform(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(draw(state) >> 11) * 0x1p-53);
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A double with any bits: all magnitudes alike, denormals, infinities and NaN among them.
static double any_double(uint64_t *state)
{
    return from_bits(draw(state));
}

// Signed error of `got` in ulp of the true value; 0 where both are NaN, or the same infinity or zero; huge where only
// one is.
static double ulps(double got, long double want)
{
    double nearest = (double)want;
    if (isnan(got) || isnan(nearest))
        return isnan(got) && isnan(nearest) ? 0 : 1e30;
    if (isinf(got) || isinf(nearest))
        return got == nearest ? 0 : isinf(got) && fabs(nearest) == DBL_MAX ? 1 : 1e30;
    double size = fabs(nearest), unit;
    unit = size >= DBL_MIN ? ldexp(1, ilogb(size) - 52) : 0x1p-1074;
    return (double)(((long double)got - want) / unit);
}

typedef struct worst {
    double error, x, y;
} worst;

static void note(worst *w, double got, long double want, double x, double y)
{
    double e = fabs(ulps(got, want));
    if (e > w->error)
        *w = (worst){e, x, y};
}

static void report(const char *what, worst w, double limit)
{
    if (getenv("SCREE_SHOW"))
        printf("%-28s %.3f ulp at %.17g %.17g\n", what, w.error, w.x, w.y);
    CHECK_MSG(w.error <= limit + SLACK, "%s: %.3f ulp at (%.17g, %.17g)", what, w.error, w.x, w.y);
}

static const double edges[] = {
    0.0, -0.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, -0x1p-1022, 0x0.fffffffffffffp-1022, DBL_MAX,
    -DBL_MAX, INFINITY, -INFINITY, NAN, 1, -1, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 2, -2,
    0.5, -0.5, 3, 1.0 / 3, 10, 0.1, 8, 27, -27, 1e-300, 1e300, 709.78271289338397,
    709.78271289338409, -708.39641853226408, -745.13321910194111, -745.13321910194134, 0x1p-27,
    0x1p-54, 0x1p52, 0x1p53, 0x1p20, 0x1.fffffffffffffp19, 0x1.921fb54442d18p0, 0x1.921fb54442d18p1,
    0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcep-1,
    0x1.6a09e667f3bcdp0, 0.25, 0.75,
    // the double nearest of all to a multiple of pi/2 (W. Kahan), and others that are hard to reduce
    6381956970095103.0 * 0x1p797, 5.0e22, 1e22, 355, 103993, 710, 104348, 1048575.9, 1e6, 1e9,
    1e15};
enum { EDGES = sizeof edges / sizeof *edges };

typedef double function(double x);
typedef long double reference(long double x);

// The function on `draws` arguments evenly spread over [low, high].
static void sweep(const char *what, function *f, reference *r, double low, double high,
                  double limit)
{
    uint64_t state = 0x243f6a8885a308d3;
    worst w = {0, 0, 0};
    for (int i = 0; i < DRAWS; i++) {
        double x = uniform(&state, low, high);
        note(&w, f(x), r(x), x, 0);
    }
    report(what, w, limit);
}

static void sweep_all(const char *what, function *f, reference *r, double limit)
{
    uint64_t state = 0x13198a2e03707344;
    worst w = {0, 0, 0};
    for (int i = 0; i < EDGES; i++)
        note(&w, f(edges[i]), r(edges[i]), edges[i], 0);
    for (int i = 0; i < DRAWS; i++) {
        double x = any_double(&state);
        note(&w, f(x), r(x), x, 0);
    }
    report(what, w, limit);
}

TEST(cube_root)
{
    sweep_all("cbrt, all doubles", real_cbrt, cbrtl, 0.7);
    sweep("cbrt, one period", real_cbrt, cbrtl, 1, 8, 0.7);
    for (int i = -1000; i <= 1000; i++)
        CHECK(real_cbrt((double)i * i * i) == i);
}

TEST(exponential)
{
    sweep_all("exp, all doubles", real_exp, expl, 0.65);
    sweep("exp [-1, 1]", real_exp, expl, -1, 1, 0.65);
    sweep("exp, normal results", real_exp, expl, -708.3, 709.7, 0.65);
    sweep("exp, denormal results", real_exp, expl, -746, -708.3, 0.8);
    CHECK(real_exp(0) == 1 && real_exp(-INFINITY) == 0 && real_exp(INFINITY) == INFINITY);
}

TEST(logarithm)
{
    sweep_all("log, all doubles", real_log, logl, 0.51);
    sweep("log, near 1", real_log, logl, 0.99, 1.01, 0.51);
    sweep("log [0.1, 10]", real_log, logl, 0.1, 10, 0.51);
    CHECK(real_log(0) == -INFINITY && isnan(real_log(-1)) && real_log(1) == 0 &&
          !signbit(real_log(1)));
}

static void powers(const char *what, double x_low, double x_high, double y_low, double y_high,
                   double limit)
{
    uint64_t state = 0xa4093822299f31d0;
    worst w = {0, 0, 0};
    for (int i = 0; i < DRAWS / 2; i++) {
        double x = real_exp(uniform(&state, x_low, x_high)), y = uniform(&state, y_low, y_high);
        note(&w, real_pow(x, y), powl(x, y), x, y);
    }
    report(what, w, limit);
}

TEST(power)
{
    powers("pow, moderate", -5, 5, -5, 5, 0.7);
    powers("pow, all x", -745, 709.7, -1, 1, 0.8);
    powers("pow, base near 1", -1e-6, 1e-6, -1e8, 1e8, 0.7);
    powers("pow, over the ends", -7, 7, -120, 120, 0.8);
    uint64_t state = 0x082efa98ec4e6c89;
    worst w = {0, 0, 0}; // anything to the power of anything
    for (int i = 0; i < DRAWS / 2; i++) {
        double x = fabs(any_double(&state)), y = any_double(&state);
        note(&w, real_pow(x, y), powl(x, y), x, y);
    }
    report("pow, all doubles", w, 0.8);
    w.error = 0;
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) {
            double x = edges[i], y = edges[j];
            if (!(x >= 0 || isnan(x)) || (x == 0 && signbit(x)))
                continue; // these differ from C on purpose
            note(&w, real_pow(x, y), powl(x, y), x, y);
        }
    report("pow, edges", w, 0.8);
    CHECK(isnan(real_pow(-8, 3)) && isnan(real_pow(-INFINITY, 2)) && real_pow(-8, 0) == 1);
    CHECK(real_pow(-0.0, 3) == 0 && real_pow(-0.0, -3) == INFINITY);
    for (int i = 1; i <= 200; i++) {
        CHECK(real_pow(i, 2) == (double)i * i);
        CHECK_REL(real_pow(i, -1), 1.0 / i, 0x1p-52);
    }
}

TEST(sine_and_cosine)
{
    sweep_all("sin, all doubles", real_sin, sinl, 0.8);
    sweep_all("cos, all doubles", real_cos, cosl, 0.8);
    sweep("sin [-pi, pi]", real_sin, sinl, -3.2, 3.2, 0.8);
    sweep("cos [-pi, pi]", real_cos, cosl, -3.2, 3.2, 0.8);
    sweep("sin [-1e6, 1e6]", real_sin, sinl, -1e6, 1e6, 0.8);
    sweep("cos [-1e6, 1e6]", real_cos, cosl, -1e6, 1e6, 0.8);
    CHECK(real_sin(0) == 0 && signbit(real_sin(-0.0)) && real_cos(0) == 1);
    CHECK(isnan(real_sin(INFINITY)) && isnan(real_cos(-INFINITY)));
}

// The doubles nearest to whole multiples of pi/2 leave the least after reduction.
TEST(sine_and_cosine_near_their_zeros)
{
    worst s = {0, 0, 0}, c = {0, 0, 0};
    uint64_t state = 0x452821e638d01377;
    for (int i = 1; i < DRAWS; i++) {
        double k = i < DRAWS / 2 ? i : floor(uniform(&state, 1, 0x1p50));
        double x = (double)(k * 1.570796326794896619231321691639751442L);
        note(&s, real_sin(x), sinl(x), x, 0);
        note(&c, real_cos(x), cosl(x), x, 0);
    }
    report("sin near k pi/2", s, 0.8);
    report("cos near k pi/2", c, 0.8);
}

static void angles(const char *what, double y_low, double y_high, double x_low, double x_high,
                   double limit)
{
    uint64_t state = 0xbe5466cf34e90c6c;
    worst w = {0, 0, 0};
    for (int i = 0; i < DRAWS / 2; i++) {
        double y = uniform(&state, y_low, y_high), x = uniform(&state, x_low, x_high);
        note(&w, real_atan2(y, x), atan2l(y, x), y, x);
    }
    report(what, w, limit);
}

TEST(angle)
{
    angles("atan2, square", -1, 1, -1, 1, 0.6);
    angles("atan2, ratio to 2", 0, 2, 1, 1, 0.6);
    angles("atan2, flat", -1e-5, 1e-5, -1, 1, 0.6);
    angles("atan2, steep", -1, 1, -1e-9, 1e-9, 0.6);
    uint64_t state = 0xc0ac29b7c97c50dd;
    worst w = {0, 0, 0}, near = {0, 0, 0};
    for (int i = 0; i < DRAWS; i++) {
        double y = any_double(&state), x = any_double(&state);
        note(&w, real_atan2(y, x), atan2l(y, x), y, x);
        x = y * uniform(&state, -2, 2); // at the ends of the range too
        note(&near, real_atan2(y, x), atan2l(y, x), y, x);
    }
    report("atan2, all doubles", w, 0.6);
    report("atan2, all magnitudes", near, 0.6);
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++) {
            double got = real_atan2(edges[i], edges[j]);
            long double want = atan2l(edges[i], edges[j]);
            CHECK_MSG(fabs(ulps(got, want)) <= 1 + SLACK &&
                          (isnan(got) || signbit(got) == signbit((double)want)),
                      "atan2(%.17g, %.17g) = %.17g", edges[i], edges[j], got);
        }
}

TEST(inverse_sine_and_cosine)
{
    sweep("asin", real_asin, asinl, -1, 1, 2);
    sweep("acos", real_acos, acosl, -1, 1, 2);
    sweep("asin, small", real_asin, asinl, -1e-3, 1e-3, 2);
    sweep("asin, near 1", real_asin, asinl, 0.9999, 1, 2);
    sweep("acos, near 1", real_acos, acosl, 0.9999, 1, 2);
    sweep("acos, near -1", real_acos, acosl, -1, -0.9999, 2);
    CHECK(real_asin(1) == 0x1.921fb54442d18p0 && real_acos(1) == 0 &&
          real_acos(-1) == 0x1.921fb54442d18p1);
    CHECK(isnan(real_asin(1.0000000000000002)) && isnan(real_acos(-2)) && isnan(real_acos(NAN)));
    CHECK(real_asin(0x1p-1074) == 0x1p-1074 && signbit(real_asin(-0.0)));
}

TEST(rounding)
{
    uint64_t state = 0x3f84d5b5b5470917;
    for (int i = 0; i < DRAWS; i++) {
        double x = uniform(&state, -1e6, 1e6), y = any_double(&state);
        if (!(real_round(x) == nearbyint(x)))
            CHECK_NEAR(real_round(x), nearbyint(x), 0);
        if (fabs(y) < 0x1p51 && !(real_round(y) == nearbyint(y)))
            CHECK_NEAR(real_round(y), nearbyint(y), 0);
    }
    CHECK(real_round(0.5) == 0 && real_round(1.5) == 2 && real_round(2.5) == 2 &&
          real_round(-2.5) == -2);
    CHECK(real_round(0x1p51 - 0.5) == 0x1p51 && real_round(-0x1p60) == -0x1p60 &&
          isnan(real_round(NAN)));
    CHECK(real_round(INFINITY) == INFINITY && real_round(0x1p-1074) == 0);
}

// The promise is the same bits everywhere: a fixed walk over all functions ends in a fixed number, for every compiler
// and processor. Where it differs, some result has changed, even if within its error.
TEST(same_bits_everywhere)
{
    uint64_t state = 0x9216d5d98979fb1b, sum = 0;
    for (int i = 0; i < 100000; i++) {
        double a = uniform(&state, -10, 10), b = uniform(&state, -1e7, 1e7),
               c = fabs(any_double(&state));
        if (!(c < INFINITY))
            continue;
        double s, t;
        real_sin_cos(i & 1 ? b : c, &s, &t);
        const double all[] = {real_cbrt(c),     real_exp(a),      real_log(c), real_pow(c, a), s, t,
                              real_atan2(a, b), real_asin(a / 10)};
        for (int j = 0; j < 8; j++)
            sum = (sum ^ bits_of(all[j])) * 0x9e3779b97f4a7c15 + 1;
    }
    CHECK_MSG(sum == 0x0ec67f0194ddc0a6, "0x%016llx", (unsigned long long)sum);
}

TEST_MAIN
