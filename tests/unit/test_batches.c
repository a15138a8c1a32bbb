// test_batches.c - standard errors of means by blocks of samples.
#include "harness.h"

#include "base/random.h"
#include "measure/batches.h"

// Normal numbers, each of them `repeats` times in a row: the error of their mean is that of the different ones.
static double error_of(int samples, int repeats, double *mean)
{
    batches sums;
    rng random = rng_make(5, (uint64_t)repeats);
    double value = 0;
    if (!batches_make(&sums, 2))
        abort();
    for (int i = 0; i < samples; i++) {
        if (i % repeats == 0)
            value = 3 + rng_normal(&random);
        double *sum = batches_open(&sums);
        sum[0] += value;
        sum[1] += 1;
        batches_close(&sums);
    }
    CHECK_NEAR(batches_samples(&sums), samples, 0);
    CHECK_NEAR(batches_total(&sums, 1), samples, 0);
    *mean = batches_ratio(&sums, 0, 1);
    const double error = batches_error(&sums, 0, 1);
    batches_clear(&sums);
    return error;
}

TEST(the_error_is_that_of_what_is_independent)
{
    double mean;
    // of 16 to 31 blocks an error is known within 13 to 18 per cent
    const double alone = error_of(4100, 1, &mean);
    CHECK_REL(alone, 1 / sqrt(4100), 0.5);
    CHECK(fabs(mean - 3) < 4 * alone);
    const double together = error_of(64 * 300, 64, &mean);
    CHECK_REL(together, 1 / sqrt(300), 0.5);
    CHECK(fabs(mean - 3) < 4 * together);
}

TEST(few_samples_have_no_error)
{
    double mean;
    CHECK(isnan(error_of(7, 1, &mean)));
    CHECK(error_of(8, 1, &mean) > 0);
}

// With y = 2 x the ratio has no error, however much x scatters.
TEST(a_ratio_has_the_error_of_its_residuals)
{
    batches sums;
    rng random = rng_make(6, 0);
    REQUIRE(batches_make(&sums, 3));
    for (int i = 0; i < 1000; i++) {
        const double x = 1 + rng_uniform(&random);
        double *sum = batches_open(&sums);
        sum[0] += 2 * x;
        sum[1] += x;
        sum[2] += 2 * x + (i % 2 ? 0.1 : -0.1) * x;
        batches_close(&sums);
    }
    CHECK_NEAR(batches_ratio(&sums, 0, 1), 2, 1e-14);
    CHECK_NEAR(batches_error(&sums, 0, 1), 0, 1e-14);
    CHECK(batches_error(&sums, 2, 1) > 1e-5);
    batches_clear(&sums);
}

// Means of the first half of its blocks and the rest: the same as without an interruption, and nothing else is taken up.
TEST(sums_outlive_an_interruption)
{
    batches whole, first, second;
    probe_memory memory = {0};
    REQUIRE(batches_make(&whole, 1) && batches_make(&first, 1) && batches_make(&second, 1));
    for (int i = 0; i < 500; i++) {
        batches *half = i < 301 ? &first : &second;
        if (i == 301) {
            REQUIRE(batches_save(&first, &memory));
            CHECK(memory.count == batches_numbers(&first));
            CHECK(!batches_load(&second, memory.value, memory.count - 1));
            memory.value[3] = BATCHES_MOST;
            CHECK(!batches_load(&second, memory.value, memory.count));
            memory.value[3] = first.blocks;
            REQUIRE(batches_load(&second, memory.value, memory.count));
        }
        batches_open(&whole)[0] += sin(i);
        batches_close(&whole);
        batches_open(half)[0] += sin(i);
        batches_close(half);
    }
    CHECK_NEAR(batches_total(&second, 0), batches_total(&whole, 0), 0);
    CHECK_NEAR(batches_samples(&second), 500, 0);
    free(memory.value);
    batches_clear(&whole);
    batches_clear(&first);
    batches_clear(&second);
}
TEST_MAIN
