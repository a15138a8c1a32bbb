// reorder.c - bodies are put in Morton order in memory, and their contacts go with them to new blocks; see lists.h.
#include "contact/lists.h"

#include "base/memory.h"
#include "base/sort.h"
#include "state/bodies.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

// Bodies of a block. Both blocks of a contact between two compute it, so few large blocks do least. But the records
// that a block reads must stay in the second-level cache where a step of many bodies streams through it, threads share
// blocks out among them, and rows name lines in 16 bits: 10240 bodies leave each more than six lines.
enum { SPAN_MOST = 10 * SPAN_LEAST };
enum {
    SPAN_LARGE_SYSTEM = 20000
}; // bodies; smaller systems stay in the caches whatever the blocks

// Large clumps have many balls and only a few of them touch anything: so many for each of those.
enum { SPAN_FACTOR = 16, SPAN_BALLS = 8 };
static int32_t span_of_clumps(const bodies *bodies)
{
    int64_t heads = 0;
    for (int32_t i = 0; i < bodies->count; i++)
        heads += bodies_first(bodies, i) == i;
    int64_t factor = heads ? bodies->count / (SPAN_BALLS * heads) : 1;
    if (factor < 1)
        factor = 1;
    if (factor > SPAN_FACTOR)
        factor = SPAN_FACTOR;
    return SPAN_LEAST * (int32_t)factor;
}

// Most lines that a contact of two balls has.
static int lines_of_contact(const contact_context *context)
{
    int most = 1;
    for (int i = 0; i < context->materials * context->materials; i++) {
        int set = context->set_of[i];
        if (set >= 0 && context->layout[set].ball_sides > most)
            most = context->layout[set].ball_sides;
    }
    return most;
}

static int32_t span_of(const lists_task *task, int threads)
{
    const bodies *bodies = task->body;
    if (bodies->with_clumps)
        return span_of_clumps(bodies);
    bool small = bodies->count > SPAN_LEAST && bodies->count < SPAN_LARGE_SYSTEM;
    if (threads > 1 || task->core || !small)
        return SPAN_LEAST;
    int32_t most = SPAN_MOST / lines_of_contact(task->context);
    int32_t blocks = (bodies->count + most - 1) / most;
    int32_t even = (bodies->count + blocks - 1) / blocks;
    return (even + 1) / 2 * 2; // two records are a cache line
}

// Blocks over `count` slots, without contacts; NULL without memory.
static block *blocks_make(pool *pool, const bodies *bodies, int32_t count, int32_t span,
                          int *blocks)
{
    int number = (int)((count + span - 1) / span);
    block *made = calloc((size_t)number + 1, sizeof *made);
    for (int i = 0; made && i < number; i++) {
        block *block = &made[i];
        block->low = i * span;
        block->high = block->low + span < count ? block->low + span : count;
        block->lines = 1;
        block->pool = pool;
        // the last block may get newcomers
        block->row_room = bodies->with_clumps ? block->high - block->low : span;
        size_t bytes = (size_t)block->row_room * sizeof *block->row;
        block->row = pool_take(pool, bytes);
        if (!block->row) {
            blocks_free(made, i);
            return NULL;
        }
        memset(block->row, 0, bytes);
    }
    *blocks = number;
    return made;
}

// New order: the kept bodies along the Morton curve of their cells, ties by id. from[new slot] = old slot.
static bool morton_order(const lists *lists, const bodies *bodies, const bool *keep, int32_t *from,
                         int32_t *count)
{
    const rec4 *position = bodies->position[bodies->now];
    sort_pair *pair = mem_array(bodies->count + 1, sizeof *pair);
    sort_pair *scratch = mem_array(bodies->count + 1, sizeof *scratch);
    int32_t kept = 0;
    bool ok = pair && scratch;
    for (int32_t i = 0; ok && i < bodies->count; i++) {
        if (keep && !keep[i])
            continue;
        int32_t first = bodies_first(bodies, i); // balls of a body stay together
        pair[kept].key = grid_morton(&lists->grid, &position[first]);
        pair[kept].value = (uint32_t)i;
        kept++;
    }
    if (ok)
        sort_u64_by_key(pair, kept, scratch);
    for (int32_t k = 0; ok && k < kept; k++)
        from[k] = (int32_t)pair[k].value;
    mem_free(pair);
    mem_free(scratch);
    *count = kept;
    return ok;
}

// Old blocks give their memory back when the last of their bodies has been carried over: `left` counts them.
typedef struct carry {
    block *old;
    int32_t *left;
    const int32_t *from, *to;
    int32_t old_count, span; // span: of the old blocks
    const contact_context *context;
} carry;

// A contact of an old block: where it stands.
typedef struct old_contact {
    const bucket *bucket;
    int32_t place;
} old_contact;

// Copies a contact into a new block, between bodies in new slots.
static bool carry_contact(const carry *carry, block *block, old_contact old, int32_t a, int32_t b)
{
    const contact_context *context = carry->context;
    const bucket *from = old.bucket;
    const history_layout *layout = &context->layout[from->set];
    int index = block_bucket(block, from->kind, from->set, layout, bodies_padding(context->body));
    if (index < 0)
        return false;
    bool fresh = block->bucket[index].count == 0;
    if (fresh && block->bucket[index].room < from->room &&
        !bucket_reserve(block, index, from->count + 8, context))
        return false;
    int64_t feature = from->feature ? from->feature[old.place] : 0;
    int32_t made = contact_make(block, index, a, b, feature, context);
    if (made < 0)
        return false;
    bucket *to = &block->bucket[index];
    for (int j = 0; j < layout->width; j++)
        to->history[j][made] = from->history[j][old.place];
    for (int j = 0; j < bucket_geometry(from->kind); j++)
        to->geometry[j][made] = from->geometry[j][old.place];
    return true;
}

static void carried(const carry *carry, int32_t old_block, int32_t bodies)
{
    int32_t left;
#pragma omp atomic capture
    left = carry->left[old_block] -= bodies;
    if (left == 0)
        block_free(&carry->old[old_block]);
}

// The contacts of one body, which stands in `slot` now. `lower` of its lines are shared with partners of lower id.
static bool carry_lines(const carry *carry, block *block, int32_t slot, const uint32_t *line,
                        int lines, int lower)
{
    const struct block *home = &carry->old[carry->from[slot] / carry->span];
    for (int i = 0; i < lines; i++) {
        int index;
        int side;
        old_contact old;
        line_owner(home, line[i], &index, &old.place, &side);
        old.bucket = &home->bucket[index];
        int32_t a = old.bucket->a[old.place];
        int32_t b = old.bucket->b[old.place];
        bool is_b = i < lower;
        if (bucket_walls(old.bucket->kind)) {
            if (!carry_contact(carry, block, old, a, slot))
                return false;
            continue;
        }
        int32_t partner = carry->to[is_b ? a : b];
        if (partner < 0 || (partner >= block->low && partner < slot))
            continue; // gone, or already there from the other one
        if (!carry_contact(carry, block, old, is_b ? partner : slot, is_b ? slot : partner))
            return false;
    }
    return true;
}

// All contacts of the bodies of one new block, from the old blocks that held them.
static bool carry_block(const carry *carry, block *block)
{
    enum { LINES_MOST = 4096 };
    uint32_t few[LINES_MOST];
    for (int32_t slot = block->low; slot < block->high; slot++) {
        int32_t old = carry->from[slot];
        if (old >= carry->old_count)
            continue;
        const struct block *home = &carry->old[old / carry->span];
        int lower;
        int lines = row_lines(home, old, few, LINES_MOST, &lower);
        uint32_t *more = NULL;
        if (lines > LINES_MOST) {
            more = malloc((size_t)lines * sizeof *more);
            if (!more)
                return false;
            row_lines(home, old, more, lines, &lower);
        }
        bool ok = carry_lines(carry, block, slot, more ? more : few, lines, lower);
        free(more);
        if (!ok)
            return false;
        carried(carry, old / carry->span, 1);
    }
    return true;
}

// Carries all contacts over to new blocks. False without memory.
static bool carry_all(const lists *lists, const carry *carry, block *fresh, int blocks)
{
    for (int i = 0; i < lists->blocks; i++)
        carry->left[i] = lists->block[i].high - lists->block[i].low;
    int bad = 0;
#pragma omp parallel for num_threads(lists->threads) schedule(static) reduction(+ : bad)
    for (int i = 0; i < blocks; i++)
        bad += !carry_block(carry, &fresh[i]);
    return bad == 0;
}

bool lists_reorder(lists *lists, const lists_task *task, const bool *keep)
{
    bodies *bodies = task->body;
    const rec4 *position = bodies->position[bodies->now];
    const int32_t old_count = bodies->count;
    const int32_t span = span_of(task, lists->threads);
    int32_t count = 0;
    int32_t *from = mem_array(old_count + 1, sizeof *from);
    const int32_t old_slots = old_count + bodies->ghosts;
    int32_t *to = mem_array(old_slots + 1, sizeof *to);
    int32_t *left = mem_array(lists->blocks + 1, sizeof *left);
    int blocks = 0;
    block *fresh = NULL;
    bool ok =
        from && to && left &&
        grid_fill(&lists->grid, position, old_count, &task->box, lists->skin, lists->threads) &&
        morton_order(lists, bodies, keep, from, &count);
    if (ok)
        fresh = blocks_make(&lists->pool, bodies, count, span, &blocks);
    ok = fresh != NULL;
    if (ok) {
        for (int32_t i = 0; i < old_count; i++)
            to[i] = -1;
        for (int32_t i = old_count; i < old_slots; i++)
            to[i] = i;
        for (int32_t k = 0; k < count; k++)
            to[from[k]] = k;
        bodies_reorder(bodies, from, count, lists->threads);
        sorted_forget(&lists->sorted);
        const carry carry = {
            .old = lists->block,
            .left = left,
            .from = from,
            .to = to,
            .old_count = lists->bodies,
            .span = lists->span,
            .context = task->context,
        };
        ok = carry_all(lists, &carry, fresh, blocks);
    }
    mem_free(from);
    mem_free(to);
    mem_free(left);
    if (fresh) { // even incomplete blocks replace the old ones, whose slots are no longer true
        blocks_free(lists->block, lists->blocks);
        lists->block = fresh;
        lists->blocks = blocks;
        lists->bodies = count;
        lists->span = span;
    }
    lists->reorders++;
    lists->since_reorder = 0;
    lists->spread_best = 0;
    lists->newcomers = 0;
    lists->padding = bodies_padding(bodies);
    lists->disordered = false;
    return ok;
}
