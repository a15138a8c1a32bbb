// test_fit_coverage.c - intervals of 95 % hold the truth, whatever the start: 40 replicates of four set-ups against a
// bound that a true 95 % falls below once in a thousand. All 400 are in test_fit_coverage_all.c.
#include "harness.h"
#include "support/fit_coverage.h"

#include <stdio.h>

enum {
    COMPARED = 4,
    REPLICATES = 40,
    LEAST = 33,
    ALARMS_MOST = 8
}; // P(X < 33) = 0.07 % for 40 at 95 %; P(X > 8) = 0.03 % at 5 %

TEST(intervals_hold_the_truth)
{
    for (int i = 0; i < COVERAGE_SETUPS; i++) {
        coverage c;
        REQUIRE(coverage_measure(i, REPLICATES, COMPARED, &c));
        for (int k = 0; k < c.parameters; k++)
            CHECK_MSG(c.held[k] >= LEAST, "%s: %s held in %d of %d", c.name, c.parameter[k],
                      c.held[k], REPLICATES);
        CHECK_MSG(c.apart == 0, "%s: %d of %d differ from start to start", c.name, c.apart,
                  REPLICATES);
        CHECK_MSG(c.failed == 0, "%s: %d did not converge", c.name, c.failed);
        CHECK_MSG(c.alarms <= ALARMS_MOST, "%s: %d false alarms of a misfit", c.name, c.alarms);
        coverage_print(&c);
    }
}

TEST_MAIN
