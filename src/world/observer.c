// observer.c - see observer.h: what an observer has, and how what several have seen becomes one.
#include "world/observer.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

bool observer_make(observer *observer, const world *world, frame *frame)
{
    *observer = (struct observer){.frame = frame, .world = world, .worst_a = -1, .worst_b = -1};
    observer->sum = calloc(1, sizeof *observer->sum);
    return set_sums_make(world->shared, &observer->of_set, &observer->lost) && observer->sum;
}

void observer_clear(observer *observer)
{
    free(observer->of_set);
    free(observer->lost);
    free(observer->sum);
    free(observer->place);
    free(observer->feature);
    free(observer->residuals.item);
    mem_free(observer->pull);
}

void observer_note_residual(observer *observer, double residual, int64_t a, int64_t b)
{
    const bool worse = fabs(residual) > observer->worst;
    const bool as_bad = fabs(residual) == observer->worst;
    const bool before = a != observer->worst_a ? a < observer->worst_a : b < observer->worst_b;
    if (!worse && !(as_bad && before))
        return;
    observer->worst = fabs(residual);
    observer->worst_a = a;
    observer->worst_b = b;
}

void observer_add_sums(exact_sum *to, const exact_sum *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        exact_sum_merge(&to[i], &from[i]);
}
