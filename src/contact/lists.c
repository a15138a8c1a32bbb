// lists.c - the build of the lists of all blocks: near pairs, near walls, which slots a block will read; see lists.h.
#include "contact/lists.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

bool lists_init(lists *lists, search_kind kind, int threads, int width, double skin)
{
    memset(lists, 0, sizeof *lists);
    lists->thread = calloc((size_t)threads, sizeof *lists->thread);
    lists->turns = mem_array(threads, sizeof *lists->turns);
    if (!lists->thread || !lists->turns) {
        free(lists->thread);
        mem_free(lists->turns);
        memset(lists, 0, sizeof *lists);
        return false;
    }
    lists->threads = threads;
    lists->kind = kind;
    lists->search = kind == SEARCH_SORTED_LIST ? sorted_near : near_choose(width);
    lists->skin = skin;
    lists->disordered = true;
    lists->span = SPAN_LEAST;
    return true;
}

void lists_free(lists *lists)
{
    blocks_free(lists->block, lists->blocks);
    for (int thread = 0; thread < lists->threads; thread++) {
        near_scratch_free(&lists->thread[thread].scratch);
        near_pairs_free(&lists->thread[thread].pairs);
        free(lists->thread[thread].seen);
    }
    free(lists->thread);
    mem_free(lists->turns);
    grid_free(&lists->grid);
    sorted_free(&lists->sorted);
    pool_clear(&lists->pool);
    memset(lists, 0, sizeof *lists);
}

typedef struct build {
    lists *l;
    const lists_task *task;
    const block *b;
} build;

static int partners_of(const void *context, int32_t slot, int32_t *out, int room)
{
    const block *block = ((const build *)context)->b;
    const contact_row *row = &block->row[slot - block->low];
    uint32_t few[ROW_ENTRIES];
    const uint32_t *line = row->spill ? block->spill[row->spill - 1].line : few;
    int lower;
    int count = row_lines(block, slot, few, ROW_ENTRIES, &lower);
    int found = 0;
    for (int number = 0; number < count; number++) {
        int index;
        int side;
        int32_t place;
        line_owner(block, line[number], &index, &place, &side);
        const bucket *bucket = &block->bucket[index];
        if (bucket->kind != BUCKET_BALLS)
            continue;
        if (found < room)
            out[found] = bucket->a[place] == slot ? bucket->b[place] : bucket->a[place];
        found++;
    }
    return found;
}

static bool pair_wanted(const void *context, int32_t i, int32_t j)
{
    const build *build = context;
    const bodies *bodies = build->task->body;
    if (bodies->with_clumps && bodies_first(bodies, i) == bodies_first(bodies, j))
        return false;
    return bodies_inverse_mass(bodies, i) > 0 || bodies_inverse_mass(bodies, j) > 0;
}

// No contact belongs to a lane any more.
static void unlink_lanes(block *block)
{
    for (int n = 0; n < block->buckets; n++) {
        bucket *bucket = &block->bucket[n];
        for (int32_t i = 0; bucket->lane && i < bucket->count; i++)
            bucket->lane[i] = -1;
    }
}

// Takes the pairs with a core out of the near pairs.
static bool fill_grains(block *block, near_pairs *pairs, const lists_task *task)
{
    const int64_t *id = task->body->id;
    int64_t left = 0;
    block->grains.count = 0;
    block->grains.features = 0;
    block->outlines.groups = 0;
    block->outlines.watches = 0;
    block->outlines.linked = false;
    if (!task->core)
        return true;
    unlink_lanes(block);
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t i = pairs->i[k];
        int32_t j = pairs->j[k];
        bool up = id[i] < id[j];
        if (lists_has_core(task, i) || lists_has_core(task, j)) {
            if (!block_add_near_grain(block, false, up ? i : j, up ? j : i))
                return false;
        } else {
            pairs->i[left] = i;
            pairs->j[left] = j;
            pairs->level[left] = pairs->level[k];
            left++;
        }
    }
    pairs->count = left;
    return true;
}

// All near pairs begin asleep, sorted by gap, each from the lower id to the higher.
static bool fill_near(block *block, const near_pairs *pairs, const bodies *bodies)
{
    ball_pairs *own = &block->pairs;
    int32_t count = (int32_t)pairs->count;
    if (!near_begin(block, count, bodies_padding(bodies)))
        return false;
    int32_t from[NEAR_LEVELS + 1] = {0};
    for (int32_t k = 0; k < count; k++)
        from[pairs->level[k] + 1]++;
    for (int k = 0; k < NEAR_LEVELS; k++)
        from[k + 1] += from[k];
    memcpy(own->sleeping_from, from, sizeof from);
    for (int32_t k = 0; k < count; k++) {
        int32_t at = from[pairs->level[k]]++;
        int32_t i = pairs->i[k];
        int32_t j = pairs->j[k];
        bool up = bodies->id[i] < bodies->id[j];
        own->sleeping_a[at] = up ? i : j;
        own->sleeping_b[at] = up ? j : i;
    }
    return true;
}

static bool fill_walls(block *block, const lists_task *task, double skin)
{
    const bodies *bodies = task->body;
    const rec4 *velocity = bodies->velocity[bodies->now];
    block->walls.count = 0;
    block->walls.candidates = 0;
    for (int32_t i = block->low; i < block->high; i++) {
        const double inverse_mass = velocity[i].v[3];
        if (!(inverse_mass > 0))
            continue;
        for (int wall = 0; wall < task->walls; wall++) {
            if (!lists_meet_wall(block, task, wall, i, skin))
                return false;
        }
    }
    return true;
}

// Does the block read slot j for itself, since its body moves by itself or with few others?
static bool own_read(const block *block, const bodies *bodies, int32_t j)
{
    return j >= block->low && j < block->high && !bodies_follow(bodies, j);
}

// Marks of the slots that a block has noted, one of each cache line: none yet.
static bool clear_seen(lists_thread *thread, int32_t slots)
{
    const int32_t need = slots / 2 + 1; // two records are a cache line
    if (thread->seen_room < need) {
        free(thread->seen);
        thread->seen_room = need + need / 8;
        thread->seen = calloc((size_t)thread->seen_room, sizeof *thread->seen);
        thread->tag = 0;
        if (!thread->seen) {
            thread->seen_room = 0;
            return false;
        }
    }
    thread->tag++;
    return true;
}

// Notes those slots of some pairs that the block does not read for itself and that are not noted yet.
static bool note_ahead(block *block, lists_thread *thread, const bodies *bodies,
                       const int32_t *const pair[2], int32_t pairs)
{
    const int32_t slots = bodies->count + bodies->ghosts;
    for (int32_t i = 0; i < 2 * pairs; i++) {
        int32_t slot = pair[i & 1][i >> 1];
        int32_t *seen = &thread->seen[slot >> 1];
        if (own_read(block, bodies, slot) || slot >= slots || *seen == thread->tag)
            continue;
        *seen = thread->tag;
        if (!MEM_GROW32(block->ahead.slot, block->ahead.room, block->ahead.count + 1))
            return false;
        block->ahead.slot[block->ahead.count++] = slot;
    }
    return true;
}

// Slots that the block will read, one of each cache line (a line holds two records): own ones, then foreign ones and
// those balls of large clumps that others are near.
static bool fill_ahead(block *block, lists_thread *thread, const bodies *bodies)
{
    if (!clear_seen(thread, bodies->count + bodies->ghosts))
        return false;
    if (!MEM_GROW32(block->ahead.slot, block->ahead.room, (block->high - block->low) / 2 + 1))
        return false;
    block->ahead.count = 0;
    for (int32_t i = block->low; i < block->high; i += 2) {
        if (own_read(block, bodies, i) || own_read(block, bodies, i + 1))
            block->ahead.slot[block->ahead.count++] = i;
    }
    block->ahead.own = block->ahead.count;
    const int32_t *const sleeping[2] = {block->pairs.sleeping_a, block->pairs.sleeping_b};
    bool ok = note_ahead(block, thread, bodies, sleeping, block->pairs.sleeping);
    for (int i = 0; ok && i < block->buckets; i++) {
        const bucket *bucket = &block->bucket[i];
        const int32_t *const partners[2] = {bucket->a, bucket->b};
        if (!bucket_walls(bucket->kind))
            ok = note_ahead(block, thread, bodies, partners, bucket->count);
    }
    return ok;
}

static bool build_block(lists *lists, const lists_task *task, block *block, lists_thread *thread)
{
    build context = {
        .l = lists,
        .task = task,
        .b = block,
    };
    const bodies *bodies = task->body;
    const rec4 *position = bodies->position[bodies->now];
    const size_t own = (size_t)(block->high - block->low);
    memcpy(bodies->hold + block->low, position + block->low, own * sizeof *bodies->hold);
    near_task job = {
        .grid = &lists->grid,
        .position = position,
        .low = block->low,
        .high = block->high,
        .skin = lists->skin,
        .levels = NEAR_LEVELS,
        .partners = partners_of,
        .wanted = pair_wanted,
        .context = &context,
        .sorted = &lists->sorted,
    };
    block->wrap = false;
    thread->pairs.count = 0;
    bool ok =
        lists->search(&job, &thread->scratch, &thread->pairs, &block->wrap) &&
        fill_grains(block, &thread->pairs, task) && fill_near(block, &thread->pairs, bodies) &&
        fill_walls(block, task, lists->skin + task->reach) && fill_ahead(block, thread, bodies);
    block_sort_near_grains(block);
    if (ok && task->reach > 0)
        ok = block_keep_near_grains(block);
    return ok;
}

int64_t lists_near_pairs(const lists *lists)
{
    int64_t pairs = 0;
    for (int i = 0; i < lists->blocks; i++)
        pairs += lists->block[i].pairs.sleeping;
    return pairs;
}

static bool fill_search(lists *lists, const lists_task *task)
{
    const bodies *bodies = task->body;
    const rec4 *position = bodies->position[bodies->now];
    const int32_t count = bodies->count + bodies->ghosts;
    if (lists->kind == SEARCH_SORTED_LIST) {
        return sorted_fill(&lists->sorted, position, count, &task->box, lists->skin,
                           lists->threads);
    }
    return grid_fill(&lists->grid, position, count, &task->box, lists->skin, lists->threads);
}

void lists_forget(lists *lists)
{
    blocks_free(lists->block, lists->blocks);
    lists->block = NULL;
    lists->blocks = 0;
    lists->bodies = 0;
}

bool lists_build(lists *lists, const lists_task *task)
{
    bodies *bodies = task->body;
    bool fresh = lists->disordered || lists->bodies != bodies->count ||
                 lists->padding != bodies_padding(bodies);
    if (fresh && !lists_reorder(lists, task, NULL))
        return false;
    if (!fill_search(lists, task))
        return false;
    int bad = 0;
    int64_t spread = 0;
    turns_deal(lists->turns, lists->threads, lists->blocks);
#pragma omp parallel num_threads(lists->threads) reduction(+ : bad, spread)
    {
        int me = omp_get_thread_num();
        int next;
        lists_thread *thread = &lists->thread[me];
        for (int i; (i = turns_take(lists->turns, lists->threads, me, &next)) >= 0;) {
            bad += !build_block(lists, task, &lists->block[i], thread);
            spread += lists->block[i].ahead.count - lists->block[i].ahead.own;
        }
    }
    lists->builds++;
    lists->since_reorder++;
    if (fresh || lists->spread_best == 0)
        lists->spread_best = spread;
    // a tenth more foreign bodies than at the start: the order has decayed
    if (lists->since_reorder > 3 && spread > lists->spread_best + lists->spread_best / 10)
        lists->disordered = true;
    return bad == 0;
}
