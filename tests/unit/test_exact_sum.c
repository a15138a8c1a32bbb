// test_exact_sum.c - sums that do not depend on order or partition, against sums of whole numbers. label: sanitize
#include "base/exact_sum.h"
#include "base/random.h"
#include "harness.h"

#include <float.h>
#include <stdlib.h>
#include <time.h>

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double any_finite(rng *r)
{
    for (;;) {
        uint64_t bits = rng_u64(r);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x))
            return x;
    }
}

static double sum_of(const double *x, int count)
{
    exact_sum s;
    exact_sum_clear(&s);
    for (int i = 0; i < count; i++)
        exact_sum_add(&s, x[i]);
    return exact_sum_value(&s);
}

static void shuffle(double *x, int count, rng *r)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(r, (uint64_t)i + 1);
        double t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
}

TEST(single_numbers_come_back)
{
    static const double edge[] = {0,  0x1p-1074, 0x1p-1022, 0x0.fffffffffffffp-1022, DBL_MAX, 1,
                                  -1, -DBL_MAX,  -0x1p-1074};
    for (int i = 0; i < 9; i++)
        CHECK(bits_of(sum_of(&edge[i], 1)) == bits_of(edge[i]));
    rng r = rng_make(1, 0);
    for (int i = 0; i < 100000; i++) {
        double x = any_finite(&r);
        if (sum_of(&x, 1) != x)
            CHECK_NEAR(sum_of(&x, 1), x, 0);
    }
}

TEST(cancellation_is_exact)
{
    const double a[] = {1e300, 1, -1e300}, b[] = {DBL_MAX, DBL_MAX, 0x1p-1074, -DBL_MAX, -DBL_MAX},
                 c[] = {0.1, 0.2, -0.3};
    CHECK(sum_of(a, 3) == 1);
    CHECK(sum_of(b, 5) == 0x1p-1074);
    CHECK(sum_of(c, 3) == 0x1p-55); // 0.1 + 0.2 - 0.3 of the doubles, by their bits
    const double zeros[] = {-0.0, -0.0};
    CHECK(bits_of(sum_of(zeros, 2)) == 0 && bits_of(sum_of(NULL, 0)) == 0);
}

// Whole numbers of 53 bits at most, whose sum fits 63 bits: the conversion of that sum rounds it once, as it should be.
// Scaled by powers of two from one end of the range to the other.
TEST(rounding_is_correct)
{
    rng r = rng_make(2, 0);
    double x[400];
    for (int trial = 0; trial < 20000; trial++) {
        int count = 1 + (int)rng_below(&r, trial % 100 ? 20 : 400),
            scale = (int)rng_below(&r, 2035) - 1074;
        int64_t whole = 0;
        for (int i = 0; i < count; i++) {
            int64_t term = (int64_t)(rng_u64(&r) >> (11 + rng_below(&r, 50)));
            if (rng_below(&r, 2))
                term = -term;
            whole += term;
            x[i] = ldexp((double)term, scale);
        }
        double want = ldexp((double)whole, scale);
        if (!(sum_of(x, count) == want))
            CHECK_MSG(false, "%a, want %a", sum_of(x, count), want);
    }
    const double half[] = {1, 0x1p-53}, more[] = {1, 0x1p-53, 0x1p-1074},
                 odd[] = {1, 0x1p-52, 0x1p-53};
    CHECK(sum_of(half, 2) == 1 && sum_of(more, 3) == 1 + 0x1p-52 && sum_of(odd, 3) == 1 + 0x1p-51);
    const double top[] = {DBL_MAX, 0x1p970}, below[] = {DBL_MAX, 0x1p970, -0x1p-1074};
    CHECK(sum_of(top, 2) == INFINITY && sum_of(below, 3) == DBL_MAX);
    const double denormal[] = {0x1p-1022, -0x1p-1074},
                 normal[] = {0x0.fffffffffffffp-1022, 0x1p-1074};
    CHECK(sum_of(denormal, 2) == 0x0.fffffffffffffp-1022 && sum_of(normal, 2) == 0x1p-1022);
}

TEST(order_does_not_matter)
{
    enum { COUNT = 5000 };
    double *x = malloc(COUNT * sizeof *x);
    REQUIRE(x);
    rng r = rng_make(3, 0);
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < COUNT; i++)
            x[i] = kind ? rng_normal(&r) * (kind == 1 ? 1 : 1e-9) : any_finite(&r);
        uint64_t want = bits_of(sum_of(x, COUNT));
        for (int trial = 0; trial < 50; trial++) {
            shuffle(x, COUNT, &r);
            CHECK(bits_of(sum_of(x, COUNT)) == want);
        }
    }
    free(x);
}

TEST(partition_does_not_matter)
{
    enum { COUNT = 20000, PARTS = 9 };
    double *x = malloc(COUNT * sizeof *x);
    REQUIRE(x);
    rng r = rng_make(4, 0);
    for (int i = 0; i < COUNT; i++)
        x[i] = i % 2 ? -any_finite(&r) : rng_normal(&r);
    uint64_t want = bits_of(sum_of(x, COUNT));
    for (int trial = 0; trial < 20; trial++) {
        exact_sum part[PARTS];
        memset(part, 0, sizeof part);
        for (int i = 0; i < COUNT; i++)
            exact_sum_add(&part[rng_below(&r, PARTS)], x[i]);
        for (int left = PARTS; left > 1; left--) { // merge any two until one is left
            int a = (int)rng_below(&r, (uint64_t)left - 1);
            exact_sum_merge(&part[a], &part[left - 1]);
        }
        CHECK(bits_of(exact_sum_value(&part[0])) == want);
    }
    free(x);
}

TEST(carries_wait_but_do_not_get_lost)
{
    exact_sum s;
    exact_sum_clear(&s);
    const double x = -0x1.fffffffffffffp31; // all bits set, at the worst place within a limb
    for (int i = 0; i < 1000000; i++)
        exact_sum_add(&s, x);
    CHECK(exact_sum_value(&s) == x * 1000000); // one rounding on both sides
    for (int i = 0; i < 1000000; i++)
        exact_sum_add(&s, -x);
    CHECK(bits_of(exact_sum_value(&s)) == 0);
}

TEST(infinities_and_nan_stick)
{
    const double plus[] = {1, INFINITY, -1e308}, minus[] = {-INFINITY, 5, -INFINITY},
                 both[] = {INFINITY, 0, -INFINITY};
    const double nan[] = {1, NAN, INFINITY};
    CHECK(sum_of(plus, 3) == INFINITY && sum_of(minus, 3) == -INFINITY);
    CHECK(isnan(sum_of(both, 3)) && isnan(sum_of(nan, 3)));
    exact_sum a, b;
    exact_sum_clear(&a);
    exact_sum_clear(&b);
    exact_sum_add(&a, INFINITY);
    exact_sum_add(&b, 2);
    exact_sum_merge(&b, &a);
    CHECK(exact_sum_value(&b) == INFINITY);
}

TEST(vectors)
{
    exact_sum_v3 s, part;
    exact_sum_v3_clear(&s);
    exact_sum_v3_clear(&part);
    exact_sum_v3_add(&s, v3_make(1e300, 0.1, 3));
    exact_sum_v3_add(&part, v3_make(-1e300, 0.2, -3));
    exact_sum_v3_add(&part, v3_make(2, -0.3, 0));
    exact_sum_v3_merge(&s, &part);
    v3 v = exact_sum_v3_value(&s);
    CHECK(v.x == 2 && v.y == 0x1p-55 && v.z == 0);
}

TEST(speed)
{
    enum { COUNT = 1 << 16, ROUNDS = 40 };
    double *x = malloc(COUNT * sizeof *x);
    REQUIRE(x);
    rng r = rng_make(5, 0);
    for (int i = 0; i < COUNT; i++)
        x[i] = rng_normal(&r);
    exact_sum s;
    exact_sum_clear(&s);
    clock_t start = clock();
    for (int k = 0; k < ROUNDS; k++)
        for (int i = 0; i < COUNT; i++)
            exact_sum_add(&s, x[i]);
    double each = (double)(clock() - start) / CLOCKS_PER_SEC / ROUNDS / COUNT;
    if (getenv("SCREE_SHOW"))
        printf("exact_sum_add: %.2f ns\n", 1e9 * each);
    CHECK_REL(exact_sum_value(&s), ROUNDS * sum_of(x, COUNT), 4e-16);
    free(x);
}

TEST_MAIN
