// indices.c - see indices.h.
#include "sweep/indices.h"

#include <stdlib.h>

static int ranges_of(const plan *plan)
{
    int ranges = 0;
    for (int i = 0; i < plan->axes; i++)
        ranges += plan->axis[i].is_range;
    return ranges;
}

// The groups stand in the order of the design: seeds of a point are one group, and its mean counts.
scree_status indices_of(const results *results, int64_t number, const char *folder,
                        sensitivity *out, scree_error *error)
{
    const plan *plan = results->plan;
    const int ranges = ranges_of(plan);
    double *value = malloc((size_t)plan->groups * sizeof *value);
    if (!value)
        return fail_memory(error, folder);
    for (int group = 0; group < plan->groups; group++)
        value[group] = results_over_seeds(results, group, number).mean;
    const bool ok = sensitivity_of(value, plan->sobol, ranges, plan->seed, out);
    free(value);
    return ok ? SCREE_OK : fail_memory(error, folder);
}
