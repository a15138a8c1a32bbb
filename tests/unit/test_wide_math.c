// test_wide_math.c - the wide cube root, exponential, logarithm and power against long double, at every width. label:
// sanitize
//
// The error is counted in units of the last place of the double nearest to the true value. Where long double is no
// wider than double the reference is off by an ulp itself, and the limits are wider.
#include "harness.h"
#include "support/wide_functions.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define SLACK (LDBL_MANT_DIG > 60 ? 0.0 : 1.5)
enum { BATCH = 4096, BATCHES = 64 };
static const int widths[] = {1, 2, 4, 8};

static uint64_t draw(uint64_t *state)
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

static double any_double(uint64_t *state)
{
    uint64_t bits = draw(state);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static long double truth(int which, double x, double y)
{
    if (which == WIDE_CBRT)
        return cbrtl(x);
    if (which == WIDE_EXP)
        return expl(x);
    if (which == WIDE_LOG)
        return logl(x);
    return x < 0 && y != 0 ? (long double)NAN : powl(fabsl((long double)x), y);
}

// As in test_mathlib.c: 0 for the same infinity or NaN, huge where only one is.
static double ulps(double got, long double want)
{
    double nearest = (double)want;
    if (isnan(got) || isnan(nearest))
        return isnan(got) && isnan(nearest) ? 0 : 1e30;
    if (isinf(got) || isinf(nearest)) {
        long double top = fabsl(isinf(got) ? want : (long double)got);
        return got == nearest ? 0 : top >= (long double)DBL_MAX * (1 - 0x1p-50L) ? 1 : 1e30;
    }
    double size = fabs(nearest), unit = size >= DBL_MIN ? ldexp(1, ilogb(size) - 52) : 0x1p-1074;
    return (double)(fabsl((long double)got - want) / unit);
}

typedef void filler(uint64_t *state, double *x, double *y);

// The function on arguments from `fill`: width 1 within `limit` of the truth, the other widths equal to it bit for bit.
static void sweep(const char *what, int which, filler *fill, double limit)
{
    static double x[BATCH], y[BATCH], want[BATCH], got[BATCH];
    uint64_t state = 0x243f6a8885a308d3;
    double worst = 0, at_x = 0, at_y = 0;
    for (int b = 0; b < BATCHES; b++) {
        for (int i = 0; i < BATCH; i++)
            fill(&state, &x[i], &y[i]);
        wide_function_at(1, which)(BATCH, x, y, want);
        for (int i = 0; i < BATCH; i++) {
            double e = ulps(want[i], truth(which, x[i], y[i]));
            if (e > worst) {
                worst = e;
                at_x = x[i];
                at_y = y[i];
            }
        }
        for (int w = 1; w < 4; w++) {
            wide_function *f = wide_function_at(widths[w], which);
            if (!f)
                continue;
            f(BATCH, x, y, got);
            for (int i = 0; i < BATCH; i++)
                if (memcmp(&got[i], &want[i], sizeof *got) && !(isnan(got[i]) && isnan(want[i])))
                    CHECK_MSG(false, "%s, width %d: %a instead of %a at %a %a", what, widths[w],
                              got[i], want[i], x[i], y[i]);
        }
    }
    if (getenv("SCREE_SHOW"))
        printf("%-28s %.3f ulp at %.17g %.17g\n", what, worst, at_x, at_y);
    CHECK_MSG(worst <= limit + SLACK, "%s: %.3f ulp at %.17g %.17g", what, worst, at_x, at_y);
}

static void everywhere(uint64_t *s, double *x, double *y)
{
    *x = any_double(s);
    *y = any_double(s);
}
static void one_period(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, 1, 8);
    *y = 0;
}
static void near_one(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, 0.99, 1.01);
    *y = uniform(s, -4, 4);
}
static void around_one(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, 0.1, 10);
    *y = uniform(s, -4, 4);
}
static void small(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, -1, 1);
    *y = 0;
}
static void normal_exponents(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, -708.3, 709.7);
    *y = 0;
}
static void tiny_results(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, -746, -708.3);
    *y = 0;
}
static void moderate(uint64_t *s, double *x, double *y)
{
    *x = exp2(uniform(s, -100, 100));
    *y = uniform(s, -4, 4);
}
static void all_bases(uint64_t *s, double *x, double *y)
{
    *x = fabs(any_double(s));
    *y = uniform(s, -1, 1);
}
static void contact(uint64_t *s, double *x, double *y)
{
    *x = exp2(uniform(s, -40, 0));
    *y = uniform(s, 1, 2.5);
}
static void steep(uint64_t *s, double *x, double *y)
{
    *x = uniform(s, 0.5, 2);
    *y = uniform(s, -100, 100);
}
static const double edges[] = {0.0,
                               -0.0,
                               0x1p-1074,
                               0x1p-1022,
                               0x0.fffffffffffffp-1022,
                               DBL_MAX,
                               -DBL_MAX,
                               INFINITY,
                               -INFINITY,
                               NAN,
                               1,
                               -1,
                               2,
                               0.5,
                               1.5,
                               -0x1p-1074,
                               709.78271289338397,
                               709.78271289338409,
                               -745.13321910194111,
                               -745.13321910194134,
                               0x1p-54,
                               8,
                               -27,
                               1e300,
                               1e-300,
                               0x1.6a09e667f3bcdp-1,
                               0x1.6a09e667f3bccp-1,
                               0x1.6a09e667f3bcdp0,
                               3,
                               1e5,
                               -1e5,
                               -0.5};
enum { EDGES = sizeof edges / sizeof *edges };
static void at_edges(uint64_t *s, double *x, double *y)
{
    *x = edges[draw(s) % EDGES];
    *y = edges[draw(s) % EDGES];
    if (isinf(*y))
        *y = 1; // the exponent ends at 1e12
    if (isnan(*x) || *x == 1)
        *y = 2; // and NaN wins even where C says 1
    if (*x > 0.1 && *x < 10 && fabs(*y) > 4)
        *y = 2; // the error grows with y
}

TEST(cube_root)
{
    sweep("cbrt, all doubles", WIDE_CBRT, everywhere, 0.9);
    sweep("cbrt, one period", WIDE_CBRT, one_period, 0.9);
    sweep("cbrt, edges", WIDE_CBRT, at_edges, 0.9);
}

TEST(exponential)
{
    sweep("exp, all doubles", WIDE_EXP, everywhere, 1);
    sweep("exp [-1, 1]", WIDE_EXP, small, 1);
    sweep("exp, normal results", WIDE_EXP, normal_exponents, 1);
    sweep("exp, tiny results", WIDE_EXP, tiny_results, 1.01);
    sweep("exp, edges", WIDE_EXP, at_edges, 1);
}

TEST(logarithm)
{
    sweep("log, all doubles", WIDE_LOG, everywhere, 1);
    sweep("log, near 1", WIDE_LOG, near_one, 1);
    sweep("log [0.1, 10]", WIDE_LOG, around_one, 1);
    sweep("log, edges", WIDE_LOG, at_edges, 1);
}

TEST(power)
{
    sweep("pow, contacts", WIDE_POW, contact, 3);
    sweep("pow, |y| <= 4", WIDE_POW, moderate, 3);
    sweep("pow, around 1", WIDE_POW, around_one, 3);
    sweep("pow, near 1", WIDE_POW, near_one, 3);
    sweep("pow, all bases", WIDE_POW, all_bases, 3);
    sweep("pow, |y| <= 100", WIDE_POW, steep, 70);
    sweep("pow, edges", WIDE_POW, at_edges, 20);
    double x[8] = {4, 9, 0, 2, 1, 16, 0, 27}, y[8] = {0.5, 1.5, 0, 10, 1e300, 0.25, 2.5, -1}, r[8];
    wide_function_at(1, WIDE_POW)(8, x, y, r);
    CHECK(r[0] == 2 && r[1] == 27 && r[2] == 1 && r[3] == 1024 && r[4] == 1 && r[5] == 2 &&
          r[6] == 0);
    CHECK_REL(r[7], 1.0 / 27, 0x1p-52);
}

// The same bits from every compiler: a fixed walk ends in a fixed number. Where it differs, some result has changed.
TEST(same_bits_everywhere)
{
    static double x[BATCH], y[BATCH], r[BATCH];
    uint64_t state = 0x9216d5d98979fb1b, sum = 0, bits;
    for (int b = 0; b < 8; b++)
        for (int f = 0; f < WIDE_FUNCTIONS; f++) {
            for (int i = 0; i < BATCH; i++) {
                double any = fabs(any_double(&state));
                x[i] = f == WIDE_EXP || !(any < INFINITY) ? uniform(&state, -20, 20) : any;
                y[i] = uniform(&state, -3, 3);
                if (f == WIDE_LOG || f == WIDE_POW)
                    x[i] = fabs(x[i]);
            }
            wide_function_at(1, f)(BATCH, x, y, r);
            for (int i = 0; i < BATCH; i++) {
                memcpy(&bits, &r[i], sizeof bits);
                sum = (sum ^ bits) * 0x9e3779b97f4a7c15 + 1;
            }
        }
    CHECK_MSG(sum == 0x4731ac0d876d0003, "0x%016llx", (unsigned long long)sum);
}

// Nanoseconds a number, where somebody asks for them (SCREE_SHOW): never a reason to fail.
TEST(speed)
{
    static double x[BATCH], y[BATCH], r[BATCH];
    static const char *const name[] = {"cbrt", "exp", "log", "pow"};
    uint64_t state = 1;
    for (int i = 0; i < BATCH; i++) {
        x[i] = uniform(&state, 0.1, 10);
        y[i] = uniform(&state, 1, 2.5);
    }
    for (int f = 0; f < WIDE_FUNCTIONS; f++)
        for (int w = 0; w < 4; w++) {
            wide_function *run = wide_function_at(widths[w], f);
            double best = INFINITY;
            for (int i = 0; run && i < (getenv("SCREE_SHOW") ? 50 : 1); i++) {
                struct timespec a, b;
                clock_gettime(CLOCK_MONOTONIC, &a);
                run(BATCH, x, y, r);
                clock_gettime(CLOCK_MONOTONIC, &b);
                double each =
                    ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / BATCH;
                if (each < best)
                    best = each;
            }
            if (!run)
                continue;
            if (getenv("SCREE_SHOW"))
                printf("%s, width %d: %.2f ns\n", name[f], widths[w], best);
            CHECK(isfinite(r[0]));
        }
}

TEST_MAIN
