// observe_sets.c - see observe_sets.h.
#include "world/observe_sets.h"

#include "world/losses.h"

#include <math.h>
#include <stdlib.h>

static int sets_of(const model *model)
{
    return model->grain_sets + model->streams;
}

bool set_sums_make(const shared *shared, set_sums **sums, exact_sum **lost)
{
    const int sets = sets_of(shared->model);
    const bool loses = sets > 1 && shared->model->ledger;
    *sums = sets > 1 ? calloc((size_t)sets, sizeof **sums) : NULL;
    *lost = loses ? world_make_losses(shared) : NULL;
    return (sets <= 1 || *sums) && (!loses || *lost);
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
    const double share = losses_share(set_a, set_b, energy);
    if (set_a >= 0)
        exact_sum_add(&sums[set_a].elastic, share);
    exact_sum_add(&sums[set_b].elastic, share);
}

static double lost_of(const exact_sum *lost, int set, int mechanism)
{
    return lost ? exact_sum_value(&lost[LOSSES * set + mechanism]) : NAN;
}

bool set_sums_show(const world *world, const set_sums *sums, exact_sum *lost, frame *frame)
{
    const frame_ledger *ledger = &frame->ledger;
    const int sets = sets_of(frame->model);
    if (!frame_sets_reserve(frame, sets))
        return false;
    if (lost)
        world_gather_losses(world, lost);
    for (int i = 0; i < sets && sums; i++)
        frame->of_set[i] = (frame_set){
            .kinetic = exact_sum_value(&sums[i].kinetic),
            .rotational = exact_sum_value(&sums[i].rotational),
            .gravitational = exact_sum_value(&sums[i].gravitational),
            .elastic = exact_sum_value(&sums[i].elastic),
            .damping = lost_of(lost, i, BOOK_DAMPING),
            .friction = lost_of(lost, i, BOOK_FRICTION),
            .rolling = lost_of(lost, i, BOOK_ROLLING),
            .plastic = lost_of(lost, i, BOOK_PLASTIC),
            .drag = lost_of(lost, i, LOSS_DRAG),
        };
    if (sets == 1)
        *frame->of_set = (frame_set){
            .kinetic = ledger->kinetic,
            .rotational = ledger->rotational,
            .gravitational = ledger->gravitational,
            .elastic = ledger->elastic,
            .damping = ledger->damping,
            .friction = ledger->friction,
            .rolling = ledger->rolling,
            .plastic = ledger->plastic,
            .drag = ledger->drag,
        };
    return true;
}
