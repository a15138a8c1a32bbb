// relaxation_lists.c - near balls of each ball while overlaps are relaxed; see relaxation.h.
//
// Each pair is found once, by the smaller of the two, among balls of its class of size and larger ones. Then it is put
// down for both, and the list of each ball is brought in order.
#include "scene/relaxation.h"

#include "base/memory.h"
#include "scene/cells.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

typedef struct near_pair {
    int32_t ball, other;
} near_pair;

// The pairs that one thread has found.
typedef struct found_pairs {
    near_pair *pair;
    int64_t count, room;
    bool failed;
} found_pairs;

static bool first_of_pair(const relaxation *is, int64_t ball, int64_t other)
{
    const double own = is->size[ball];
    const double its = is->size[other];
    return its > own || (its == own && other > ball);
}

static void look_around(const relaxation *is, const cells *grid, double skin, int64_t ball,
                        found_pairs *found)
{
    const int64_t before = found->count;
    cells_walk near = cells_around(grid, is->at[ball], is->size[ball], true);
    for (int64_t k = cells_next(&near); k >= 0; k = cells_next(&near)) {
        const bool both_stay = k < is->fixed && ball < is->fixed;
        if (k == ball || both_stay)
            continue;
        if (!first_of_pair(is, ball, k))
            continue;
        const v3 way = relaxation_between(is, is->at[ball], is->at[k]);
        const double reach = is->size[ball] + is->size[k] + skin;
        if (!(v3_dot(way, way) < reach * reach))
            continue;
        bool twice = false; // where a periodic box has few cells
        for (int64_t i = before; i < found->count; i++)
            twice = twice || found->pair[i].other == k;
        if (twice)
            continue;
        if (!MEM_GROW(found->pair, found->room, found->count + 1)) {
            found->failed = true;
            return;
        }
        found->pair[found->count++] = (near_pair){(int32_t)ball, (int32_t)k};
    }
}

static void find_pairs(const relaxation *is, const cells *grid, double skin, found_pairs *found,
                       int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int thread = 0; thread < threads; thread++) {
        const int64_t from = thread * is->balls / threads;
        const int64_t to = (thread + 1) * is->balls / threads;
        for (int64_t ball = from; ball < to && !found[thread].failed; ball++)
            look_around(is, grid, skin, ball, &found[thread]);
    }
}

static void sort_run(int32_t *other, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        const int32_t value = other[i];
        int64_t k = i;
        for (; k > 0 && other[k - 1] > value; k--)
            other[k] = other[k - 1];
        other[k] = value;
    }
}

static bool put_down(relaxation_lists *lists, const relaxation *is, const found_pairs *found,
                     int threads)
{
    int64_t *first = lists->first;
    memset(first, 0, (size_t)(is->balls + 1) * sizeof *first);
    for (int thread = 0; thread < threads; thread++) {
        for (int64_t i = 0; i < found[thread].count; i++) {
            first[found[thread].pair[i].ball]++;
            first[found[thread].pair[i].other]++;
        }
    }
    int64_t all = 0;
    for (int64_t ball = 0; ball <= is->balls; ball++) {
        all += first[ball];
        first[ball] = all; // the end of its run
    }
    if (!MEM_GROW(lists->other, lists->room, all + 1))
        return false;
    // From the last pair to the first, so that a run, which is filled from its end, is nearly in order: a large ball has as
    // many others as there are, all found by them in the order of their numbers.
    for (int thread = threads - 1; thread >= 0; thread--) {
        for (int64_t i = found[thread].count - 1; i >= 0; i--) {
            const near_pair *pair = &found[thread].pair[i];
            lists->other[--first[pair->ball]] = pair->other;
            lists->other[--first[pair->other]] = pair->ball;
        }
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t ball = 0; ball < is->balls; ball++)
        sort_run(lists->other + first[ball], first[ball + 1] - first[ball]);
    return true;
}

bool relaxation_lists_make(relaxation_lists *lists, const relaxation *is)
{
    const int threads = is->balls < 4096 ? 1 : omp_get_max_threads();
    cells grid = {0};
    cells_box box = {.low = is->low, .high = is->high};
    found_pairs *found = calloc((size_t)threads, sizeof *found);
    memcpy(box.periodic, is->periodic, sizeof box.periodic);
    if (!lists->first)
        lists->first = malloc((size_t)(is->balls + 1) * sizeof *lists->first);
    bool good = found && lists->first && cells_make(&grid, &box, lists->skin, is->size, is->balls);
    for (int64_t ball = is->balls - 1; good && ball >= 0; ball--)
        cells_put(&grid, ball, is->at[ball], is->size[ball]);
    if (good)
        find_pairs(is, &grid, lists->skin, found, threads);
    for (int thread = 0; good && thread < threads; thread++)
        good = !found[thread].failed;
    good = good && put_down(lists, is, found, threads);
    for (int thread = 0; found && thread < threads; thread++)
        free(found[thread].pair);
    free(found);
    if (grid.bucket)
        cells_clear(&grid);
    return good;
}

void relaxation_lists_clear(relaxation_lists *lists)
{
    free(lists->first);
    free(lists->other);
}
