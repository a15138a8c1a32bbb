// losses.c - what sets of grains have lost (motion/losses.h): the threads of all parts add to sums of their own, which are put
// together where somebody looks. In an image they stand beside the state: no hash depends on them.
#include "world/losses.h"

#include "world/ranks.h"

#include "motion/losses.h"
#include "scene/kept_sets.h"

#include <stdlib.h>
#include <string.h>

static int sets_wanted(const shared *shared)
{
    const int sets = model_sets(shared->model);
    return shared->model->ledger && sets > 1 ? sets : 0;
}

exact_sum *world_make_losses(const shared *shared)
{
    return calloc((size_t)sets_wanted(shared) * LOSSES + 1, sizeof(exact_sum));
}

scree_status world_begin_losses(world *world, scree_error *error)
{
    shared *shared = world->shared;
    if (sets_wanted(shared) == 0)
        return SCREE_OK;
    if (!shared->books.lost_by_set)
        shared->books.lost_by_set = world_make_losses(shared);
    bool ok = shared->books.lost_by_set != NULL;
    for (part *part = world->part; ok && part < world_parts_end(world); part++) {
        for (int thread = 0; ok && thread < shared->threads; thread++) {
            part->scratch[thread].lost_by_set = world_make_losses(shared);
            ok = part->scratch[thread].lost_by_set != NULL;
        }
    }
    return ok ? SCREE_OK : fail_memory(error, "ledger");
}

static void merge_all(exact_sum *all, const exact_sum *more, int sums)
{
    for (int i = 0; more && i < sums; i++)
        exact_sum_merge(&all[i], &more[i]);
}

int world_count_losses(const shared *shared)
{
    return sets_wanted(shared) * LOSSES;
}

void world_gather_losses_of(const shared *shared, const part *part, exact_sum *all)
{
    const int sums = world_count_losses(shared);
    for (int thread = 0; thread < shared->threads; thread++)
        merge_all(all, part->scratch[thread].lost_by_set, sums);
}

void world_clear_losses(const shared *shared, part *part)
{
    const int sums = world_count_losses(shared);
    for (int thread = 0; thread < shared->threads; thread++) {
        exact_sum *noted = part->scratch[thread].lost_by_set;
        for (int i = 0; noted && i < sums; i++)
            exact_sum_clear(&noted[i]);
    }
}

void world_put_losses(const shared *shared, part *part, const exact_sum *all)
{
    exact_sum *noted = part->scratch[0].lost_by_set;
    for (int i = 0; noted && i < world_count_losses(shared); i++)
        noted[i] = all[i];
}

void world_gather_losses(const world *world, exact_sum *all)
{
    const shared *shared = world->shared;
    merge_all(all, shared->books.lost_by_set, world_count_losses(shared));
    for (const part *part = world->part; part < world_parts_end(world); part++)
        world_gather_losses_of(shared, part, all);
}

// Each rank has what its own threads have noted, and what all share; these are called by all of them.
static void add_other_ranks(const world *world, exact_sum *all)
{
    const shared *shared = world->shared;
    const int sums = world_count_losses(shared);
    exact_sum *own = world_make_losses(shared);
    if (!own)
        ranks_abandon(world, "out of memory for the ledger");
    world_gather_losses_of(shared, world_own(world), own);
    exact_sum *of_ranks = ranks_gather(world, own, (size_t)sums * sizeof *own);
    for (int k = 0; k < world->parts; k++) {
        if (k != world->ranks->rank)
            merge_all(all, of_ranks + (int64_t)k * sums, sums);
    }
    free(of_ranks);
    free(own);
}

bool world_save_losses(const world *world, image *im)
{
    const shared *shared = world->shared;
    const int sums = sets_wanted(shared) * LOSSES;
    if (sums == 0)
        return true;
    exact_sum *all = world_make_losses(shared);
    int64_t *limb = all ? image_add(im, WORLD_LOSSES, (image_shape){IMAGE_I64, sums, SUM_NUMBERS},
                                    "1", "exact sums of what sets have lost, no part of the state")
                        : NULL;
    if (limb)
        world_gather_losses(world, all);
    if (limb && !ranks_see_all(world))
        add_other_ranks(world, all);
    for (int i = 0; limb && i < sums; i++) {
        exact_sum_carry(&all[i]);
        memcpy(limb + SUM_NUMBERS * i, all[i].limb, sizeof all[i].limb);
        limb[SUM_NUMBERS * i + EXACT_SUM_LIMBS] = all[i].met;
    }
    free(all);
    return limb != NULL;
}

static void take_row(exact_sum *sum, const image_column *from, int64_t row)
{
    const int64_t *limb = image_integers(from) + SUM_NUMBERS * row;
    memcpy(sum->limb, limb, sizeof sum->limb);
    sum->waiting = 0;
    sum->met = (uint32_t)limb[EXACT_SUM_LIMBS];
}

// Of a state of a single set, which has all that was lost.
static bool is_of_one_set(const image *im, bool *out)
{
    kept_sets sets;
    const bool read = kept_sets_find(im, &sets);
    *out = read && sets.count == 1;
    free(sets.set);
    return read;
}

static void take_all(const past_books *past, exact_sum *lost)
{
    for (int j = 0; j < BOOK_WORK; j++)
        lost[j] = past->ended[j];
    exact_sum_add(&lost[LOSS_DRAG], past->drag);
}

// After the books. Sets that come with a branch have lost nothing yet. What older files do not tell nobody knows.
scree_status world_load_losses(shared *shared, const image *im, scree_error *error)
{
    const image_column *kept = image_find(im, WORLD_LOSSES, IMAGE_I64, SUM_NUMBERS);
    const image_column *ledger = image_find(im, "ledger/ended", IMAGE_I64, SUM_NUMBERS);
    const int sums = sets_wanted(shared) * LOSSES;
    if (sums == 0)
        return SCREE_OK;
    if (!shared->books.lost_by_set)
        shared->books.lost_by_set = world_make_losses(shared);
    bool single;
    if (!shared->books.lost_by_set || !is_of_one_set(im, &single))
        return fail_memory(error, "ledger");
    for (int i = 0; i < sums; i++) {
        exact_sum *sum = &shared->books.lost_by_set[i];
        exact_sum_clear(sum);
        if (kept && i < kept->rows)
            take_row(sum, kept, i);
        else if (!kept && ledger && !single)
            sum->met = EXACT_SUM_NAN;
    }
    if (!kept && ledger && single)
        take_all(&shared->books, shared->books.lost_by_set);
    return SCREE_OK;
}

// ---- a case that changes

static int32_t set_of_body(const image *im, int64_t id)
{
    const image_column *ids = image_find(im, "body/id", IMAGE_I64, 1);
    const image_column *sets = image_find(im, "body/set", IMAGE_I64, 1);
    if (!ids || !sets || ids->rows != sets->rows)
        return -1;
    int64_t low = 0;
    int64_t high = ids->rows;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (image_integers(ids)[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool there = low < ids->rows && image_integers(ids)[low] == id;
    return there ? (int32_t)image_integers(sets)[low] : -1;
}

static void add_to_row(const image_column *kept, int64_t row, double lost)
{
    int64_t *limb = (int64_t *)kept->data + SUM_NUMBERS * row;
    exact_sum sum;
    take_row(&sum, kept, row);
    exact_sum_add(&sum, lost);
    exact_sum_carry(&sum);
    memcpy(limb, sum.limb, sizeof sum.limb);
    limb[EXACT_SUM_LIMBS] = sum.met;
}

void world_close_losses(const image *im, int64_t id_a, int64_t id_b, int book, double lost)
{
    const image_column *kept = image_find(im, WORLD_LOSSES, IMAGE_I64, SUM_NUMBERS);
    const int32_t set[2] = {set_of_body(im, id_a), set_of_body(im, id_b)};
    const double share = losses_share(set[0], set[1], lost);
    for (int k = 0; k < 2 && kept && book != BOOK_WORK; k++) {
        if (set[k] >= 0 && (int64_t)LOSSES * set[k] + book < kept->rows)
            add_to_row(kept, (int64_t)LOSSES * set[k] + book, share);
    }
}
