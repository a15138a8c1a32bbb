// observe_sets.c - see observe_sets.h.
#include "world/observe_sets.h"

#include <stdlib.h>

static int sets_of(const model *model)
{
    return model->grain_sets + model->streams;
}

set_sums *set_sums_make(const model *model, bool *needed)
{
    const int sets = sets_of(model);
    *needed = sets > 1;
    return sets > 1 ? calloc((size_t)sets, sizeof(set_sums)) : NULL;
}

void set_sums_move(set_sums *sums, int32_t set, double kinetic, double rotational,
                   double gravitational)
{
    if (!sums)
        return;
    exact_sum_add(&sums[set].kinetic, kinetic);
    exact_sum_add(&sums[set].rotational, rotational);
    exact_sum_add(&sums[set].gravitational, gravitational);
}

void set_sums_touch(set_sums *sums, int32_t set_a, int32_t set_b, double energy)
{
    if (!sums)
        return;
    const double share = set_a < 0 ? energy : 0.5 * energy;
    if (set_a >= 0)
        exact_sum_add(&sums[set_a].elastic, share);
    exact_sum_add(&sums[set_b].elastic, share);
}

bool set_sums_show(const set_sums *sums, frame *frame)
{
    const frame_ledger *ledger = &frame->ledger;
    const int sets = sets_of(frame->model);
    if (!frame_sets_reserve(frame, sets))
        return false;
    for (int i = 0; i < sets && sums; i++)
        frame->of_set[i] = (frame_set){
            .kinetic = exact_sum_value(&sums[i].kinetic),
            .rotational = exact_sum_value(&sums[i].rotational),
            .gravitational = exact_sum_value(&sums[i].gravitational),
            .elastic = exact_sum_value(&sums[i].elastic),
        };
    if (sets == 1)
        *frame->of_set = (frame_set){
            .kinetic = ledger->kinetic,
            .rotational = ledger->rotational,
            .gravitational = ledger->gravitational,
            .elastic = ledger->elastic,
        };
    return true;
}
