// budget.c - see budget.h.
#include "view/budget.h"

#include "run/pace.h"

#include <time.h>

static const double least =
    0.085; // s: ten in a second, though it may be done only between some steps

static double worked(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

bool budget_begin(budget *budget, double share)
{
    const double now = pace_clock();
    budget->begun = worked();
    if (now < budget->due || (share < 1 && budget->begun < budget->work_due))
        return false;
    budget->due = now + least;
    return true;
}

double budget_end(budget *budget, double share)
{
    const double after = worked();
    const double took = after - budget->begun;
    budget->work_due = after + took * (1 / share - 1);
    return took;
}
