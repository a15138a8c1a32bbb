// friction_fixture.h - a friction problem full of chance, for the tests of its files.
#ifndef SCREE_TESTS_FRICTION_FIXTURE_H
#define SCREE_TESTS_FRICTION_FIXTURE_H

#include "../harness.h"

#include "base/random.h"
#include "friction/system.h"

// Some contacts in a ring, each coupled with its neighbours.
HARNESS_MAYBE_UNUSED static friction_system some_problem(int dimension, int32_t contacts)
{
    enum { MOST = 3000 };
    static int32_t row[MOST];
    static int32_t column[MOST];
    static double value[MOST];
    static double q[300];
    static double mu[100];
    rng random = rng_make(7, 0);
    friction_system system;
    scree_error e = {0};
    int64_t entries = 0;
    const int32_t rows = dimension * contacts;
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = 0; j < rows; j++) {
            int apart = abs(i / dimension - j / dimension);
            if (apart > 1 && apart != contacts - 1)
                continue;
            row[entries] = i;
            column[entries] = j;
            value[entries++] = (i == j ? 4 : 0) + 0.3 * (2 * rng_uniform(&random) - 1);
        }
        q[i] = 2 * rng_uniform(&random) - 1.5;
        mu[i / dimension] = rng_uniform(&random);
    }
    const friction_given given = {.dimension = dimension,
                                  .contacts = contacts,
                                  .where = "test",
                                  .friction = mu,
                                  .w = {rows, rows, entries, row, column, value, "W"},
                                  .q = q};
    CHECK_MSG(!friction_system_make(&given, &system, &e), "%s", e.what);
    return system;
}

#endif
