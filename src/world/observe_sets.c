// observe_sets.c - see observe_sets.h.
#include "world/observe_sets.h"

#include "world/losses.h"

#include <math.h>
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

void set_sums_lose(set_sums *sums, int32_t set, int mechanism, double lost)
{
    if (sums && set >= 0)
        exact_sum_add(&sums[set].lost[mechanism], lost);
}

void set_sums_book(set_sums *sums, int32_t set_a, int32_t set_b, const double book[BOOKS])
{
    for (int j = 0; sums && j < BOOK_WORK; j++) {
        const double share = set_a < 0 ? book[j] : 0.5 * book[j];
        set_sums_lose(sums, set_a, j, share);
        set_sums_lose(sums, set_b, j, share);
    }
}

bool set_sums_past(set_sums *sums, const world *world)
{
    const model *model = world->shared->model;
    if (!sums || !model->ledger)
        return true;
    exact_sum *all = world_make_losses(world->shared);
    if (!all)
        return false;
    world_gather_losses(world, all);
    for (int i = 0; i < sets_of(model); i++) {
        for (int j = 0; j < LOSSES; j++)
            exact_sum_merge(&sums[i].lost[j], &all[LOSSES * i + j]);
    }
    free(all);
    return true;
}

static double lost_of(const set_sums *sums, int mechanism, bool ledger)
{
    return ledger ? exact_sum_value(&sums->lost[mechanism]) : NAN;
}

bool set_sums_show(const set_sums *sums, frame *frame)
{
    const frame_ledger *ledger = &frame->ledger;
    const int sets = sets_of(frame->model);
    const bool with_books = frame->model->ledger;
    if (!frame_sets_reserve(frame, sets))
        return false;
    for (int i = 0; i < sets && sums; i++)
        frame->of_set[i] = (frame_set){
            .kinetic = exact_sum_value(&sums[i].kinetic),
            .rotational = exact_sum_value(&sums[i].rotational),
            .gravitational = exact_sum_value(&sums[i].gravitational),
            .elastic = exact_sum_value(&sums[i].elastic),
            .damping = lost_of(&sums[i], BOOK_DAMPING, with_books),
            .friction = lost_of(&sums[i], BOOK_FRICTION, with_books),
            .rolling = lost_of(&sums[i], BOOK_ROLLING, with_books),
            .plastic = lost_of(&sums[i], BOOK_PLASTIC, with_books),
            .drag = lost_of(&sums[i], LOSS_DRAG, with_books),
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
