// test_fit_coverage_all.c - the table of docs/fit.md: how often intervals of 95 % hold the truth, in 400 replicates of
// four set-ups, every one of the first 60 from three starts.
// label: full
#include "harness.h"
#include "support/fit_coverage.h"

#include <stdio.h>

enum { REPLICATES = 400, COMPARED = 60, LEAST = 360, MOST_ALARMS = 40 };

TEST(intervals_hold_the_truth)
{
    printf("| set-up | parameter | held the truth | with an open end | false alarms | apart | "
           "evaluations |\n");
    printf("|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < COVERAGE_SETUPS; i++) {
        coverage c;
        REQUIRE(coverage_measure(i, REPLICATES, COMPARED, &c));
        for (int k = 0; k < c.parameters; k++)
            CHECK_MSG(c.held[k] >= LEAST, "%s: %s held in %d of %d", c.name, c.parameter[k],
                      c.held[k], REPLICATES);
        CHECK_MSG(c.apart == 0, "%s: %d of %d differ from start to start", c.name, c.apart,
                  c.compared);
        CHECK_MSG(c.failed == 0, "%s: %d did not converge", c.name, c.failed);
        CHECK_MSG(c.alarms <= MOST_ALARMS, "%s: %d false alarms of a misfit", c.name, c.alarms);
        coverage_print(&c);
    }
}

TEST_MAIN
