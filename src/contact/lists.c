// lists.c - see lists.h.
#include "contact/lists.h"

#include "state/bodies.h"

#include "base/memory.h"
#include "base/sort.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 4096 };

// Bodies of a block. Both blocks of a contact between two compute it, so few large blocks do least. But the records
// that a block reads must stay in the second-level cache where a step of many bodies streams through it, threads share
// blocks out among them, and rows name lines in 16 bits: 10240 bodies leave each more than six lines.
enum { SPAN_LEAST = 1024, SPAN_MOST = 10 * SPAN_LEAST };
enum {
    SPAN_LARGE_SYSTEM = 20000
}; // bodies; smaller systems stay in the caches whatever the blocks

// Large clumps have many balls and only a few of them touch anything: so many for each of those.
enum { SPAN_FACTOR = 16, SPAN_BALLS = 8 };
static int32_t span_of_clumps(const bodies *o)
{
    int64_t heads = 0;
    for (int32_t i = 0; i < o->count; i++)
        heads += bodies_first(o, i) == i;
    int64_t factor = heads ? o->count / (SPAN_BALLS * heads) : 1;
    return SPAN_LEAST * (int32_t)(factor < 1 ? 1 : factor < SPAN_FACTOR ? factor : SPAN_FACTOR);
}

// Most lines that a contact of two balls has.
static int lines_of_contact(const contact_context *c)
{
    int most = 1;
    for (int i = 0; i < c->materials * c->materials; i++) {
        int set = c->set_of[i];
        if (set >= 0 && c->layout[set].ball_sides > most)
            most = c->layout[set].ball_sides;
    }
    return most;
}

static int32_t span_of(const lists_task *task, int threads)
{
    const bodies *o = task->body;
    if (o->with_clumps)
        return span_of_clumps(o);
    if (threads > 1 || task->core || o->count <= SPAN_LEAST || o->count >= SPAN_LARGE_SYSTEM)
        return SPAN_LEAST;
    int32_t most = SPAN_MOST / lines_of_contact(task->context);
    int32_t blocks = (o->count + most - 1) / most;
    int32_t even = (o->count + blocks - 1) / blocks;
    return (even + 1) / 2 * 2; // two records are a cache line
}

bool lists_init(lists *l, search_kind kind, int threads, int width, double skin)
{
    memset(l, 0, sizeof *l);
    l->thread = calloc((size_t)threads, sizeof *l->thread);
    l->turns = mem_array(threads, sizeof *l->turns);
    if (!l->thread || !l->turns) {
        free(l->thread);
        mem_free(l->turns);
        memset(l, 0, sizeof *l);
        return false;
    }
    l->threads = threads;
    l->kind = kind;
    l->search = kind == SEARCH_SORTED_LIST ? sorted_near : near_choose(width);
    l->skin = skin;
    l->disordered = true;
    l->span = SPAN_LEAST;
    return true;
}

static void blocks_free(block *b, int count)
{
    for (int i = 0; i < count; i++)
        block_free(&b[i]);
    free(b);
}

void lists_free(lists *l)
{
    blocks_free(l->block, l->blocks);
    for (int t = 0; t < l->threads; t++) {
        near_scratch_free(&l->thread[t].scratch);
        near_pairs_free(&l->thread[t].pairs);
        free(l->thread[t].seen);
    }
    free(l->thread);
    mem_free(l->turns);
    grid_free(&l->grid);
    sorted_free(&l->sorted);
    pool_clear(&l->pool);
    memset(l, 0, sizeof *l);
}

static block *blocks_make(pool *p, const bodies *o, int32_t count, int32_t span, int *blocks)
{
    int n = (int)((count + span - 1) / span);
    block *b = calloc((size_t)n + 1, sizeof *b);
    for (int i = 0; b && i < n; i++) {
        b[i].low = i * span;
        b[i].high = b[i].low + span < count ? b[i].low + span : count;
        b[i].lines = 1;
        b[i].pool = p;
        b[i].row_room =
            o->with_clumps ? b[i].high - b[i].low : span; // the last block may get newcomers
        size_t bytes = (size_t)b[i].row_room * sizeof *b[i].row;
        b[i].row = pool_take(p, bytes);
        if (!b[i].row) {
            blocks_free(b, i);
            return NULL;
        }
        memset(b[i].row, 0, bytes);
    }
    *blocks = n;
    return b;
}

// New order: the kept bodies along the Morton curve of their cells, ties by id. from[new slot] = old slot.
static bool morton_order(const lists *l, const bodies *o, const bool *keep, int32_t *from,
                         int32_t *count)
{
    sort_pair *pair = mem_array(o->count + 1, sizeof *pair);
    sort_pair *scratch = mem_array(o->count + 1, sizeof *scratch);
    int32_t n = 0;
    bool ok = pair && scratch;
    for (int32_t i = 0; ok && i < o->count; i++) {
        if (keep && !keep[i])
            continue;
        pair[n].key = grid_morton(
            &l->grid, &o->position[o->now][bodies_first(o, i)]); // balls of a body stay together
        pair[n++].value = (uint32_t)i;
    }
    if (ok)
        sort_u64_by_key(pair, n, scratch);
    for (int32_t k = 0; ok && k < n; k++)
        from[k] = (int32_t)pair[k].value;
    mem_free(pair);
    mem_free(scratch);
    *count = n;
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

// Copies contact c of an old bucket into the new block.
static bool carry_contact(const carry *m, block *b, const bucket *k, int32_t c, int32_t a,
                          int32_t other)
{
    const contact_context *x = m->context;
    const history_layout *l = &x->layout[k->set];
    int index = block_bucket(b, k->kind, k->set, l, bodies_padding(x->body));
    if (index < 0)
        return false;
    if (b->bucket[index].room < k->room && b->bucket[index].count == 0 &&
        !bucket_reserve(b, index, k->count + 8, x))
        return false;
    int32_t i = contact_make(b, index, a, other, k->feature ? k->feature[c] : 0, x);
    if (i < 0)
        return false;
    bucket *to = &b->bucket[index];
    for (int j = 0; j < l->width; j++)
        to->history[j][i] = k->history[j][c];
    for (int j = 0; j < bucket_geometry(k->kind); j++)
        to->geometry[j][i] = k->geometry[j][c];
    return true;
}

// All contacts of the bodies of one new block, from the old blocks that held them.
static void carried(const carry *m, int32_t old_block, int32_t bodies)
{
    int32_t left;
#pragma omp atomic capture
    left = m->left[old_block] -= bodies;
    if (left == 0)
        block_free(&m->old[old_block]);
}

static bool carry_block(const carry *m, block *b)
{
    uint32_t line[LINES_MOST];
    for (int32_t s = b->low; s < b->high; s++) {
        int32_t old = m->from[s];
        if (old >= m->old_count)
            continue;
        const block *ob = &m->old[old / m->span];
        int lower;
        int n = row_lines(ob, old, line, LINES_MOST, &lower);
        uint32_t *all = line;
        uint32_t *more = NULL;
        if (n > LINES_MOST) {
            all = more = malloc((size_t)n * sizeof *more);
            if (!more)
                return false;
            row_lines(ob, old, all, n, &lower);
        }
        bool ok = true;
        for (int q = 0; ok && q < n; q++) {
            int index;
            int side;
            int32_t c;
            line_owner(ob, all[q], &index, &c, &side);
            const bucket *k = &ob->bucket[index];
            if (bucket_walls(k->kind)) {
                ok = carry_contact(m, b, k, c, k->a[c], s);
                continue;
            }
            int32_t partner = m->to[q < lower ? k->a[c] : k->b[c]];
            if (partner < 0 || (partner >= b->low && partner < s))
                continue; // gone, or already there from the other one
            ok = q < lower ? carry_contact(m, b, k, c, partner, s)
                           : carry_contact(m, b, k, c, s, partner);
        }
        free(more);
        if (!ok)
            return false;
        carried(m, old / m->span, 1);
    }
    return true;
}

bool lists_reorder(lists *l, const lists_task *task, const bool *keep)
{
    bodies *o = task->body;
    int32_t old_count = o->count;
    int32_t count = 0;
    int32_t *from = mem_array(old_count + 1, sizeof *from);
    int32_t *to = mem_array(old_count + 1, sizeof *to);
    int32_t *left = mem_array(l->blocks + 1, sizeof *left);
    int blocks = 0;
    const int32_t span = span_of(task, l->threads);
    block *fresh = NULL;
    bool ok = from && to && left &&
              grid_fill(&l->grid, o->position[o->now], o->count, &task->box, l->skin, l->threads) &&
              morton_order(l, o, keep, from, &count) &&
              (fresh = blocks_make(&l->pool, o, count, span, &blocks));
    if (ok) {
        for (int32_t i = 0; i < old_count; i++)
            to[i] = -1;
        for (int32_t k = 0; k < count; k++)
            to[from[k]] = k;
        bodies_reorder(o, from, count, l->threads);
        sorted_forget(&l->sorted);
        carry m = {l->block, left, from, to, l->bodies, l->span, task->context};
        int bad = 0;
        for (int i = 0; i < l->blocks; i++)
            left[i] = l->block[i].high - l->block[i].low;
#pragma omp parallel for num_threads(l->threads) schedule(static) reduction(+ : bad)
        for (int i = 0; i < blocks; i++)
            bad += !carry_block(&m, &fresh[i]);
        ok = bad == 0;
    }
    mem_free(from);
    mem_free(to);
    mem_free(left);
    if (fresh) { // even incomplete blocks replace the old ones, whose slots are no longer true
        blocks_free(l->block, l->blocks);
        l->block = fresh;
        l->blocks = blocks;
        l->bodies = count;
        l->span = span;
    }
    l->reorders++;
    l->since_reorder = 0;
    l->spread_best = 0;
    l->newcomers = 0;
    l->padding = bodies_padding(o);
    l->disordered = false;
    return ok;
}

typedef struct build {
    lists *l;
    const lists_task *task;
    const block *b;
} build;

static int partners_of(const void *context, int32_t slot, int32_t *out, int room)
{
    const block *b = ((const build *)context)->b;
    const contact_row *r = &b->row[slot - b->low];
    uint32_t few[ROW_ENTRIES];
    uint32_t *line = r->spill ? b->spill[r->spill - 1].line : few;
    int lower;
    int n = row_lines(b, slot, few, ROW_ENTRIES, &lower);
    int found = 0;
    for (int q = 0; q < n; q++) {
        int index;
        int side;
        int32_t c;
        line_owner(b, line[q], &index, &c, &side);
        const bucket *k = &b->bucket[index];
        if (k->kind != BUCKET_BALLS)
            continue;
        if (found < room)
            out[found] = k->a[c] == slot ? k->b[c] : k->a[c];
        found++;
    }
    return found;
}

static bool pair_wanted(const void *context, int32_t i, int32_t j)
{
    const bodies *o = ((const build *)context)->task->body;
    const rec4 *v = o->velocity[o->now];
    if (o->with_clumps && bodies_first(o, i) == bodies_first(o, j))
        return false;
    return v[i].v[3] > 0 || v[j].v[3] > 0;
}

static bool grow_i32(int32_t **array, int32_t *room, int64_t need)
{
    int64_t have = *room;
    if (!mem_grow((void **)array, &have, need, sizeof **array))
        return false;
    *room = (int32_t)have;
    return true;
}

static bool has_core(const lists_task *task, int32_t slot)
{
    return task->core && task->core[task->body->set[slot]];
}

// Takes the pairs with a core out of the near pairs.
static bool fill_grains(block *b, near_pairs *p, const lists_task *task)
{
    const int64_t *id = task->body->id;
    int64_t left = 0;
    b->grains = b->features = b->groups = b->watches = 0;
    b->linked = false;
    if (!task->core)
        return true;
    for (int n = 0; n < b->buckets; n++)
        for (int32_t i = 0; b->bucket[n].lane && i < b->bucket[n].count; i++)
            b->bucket[n].lane[i] = -1;
    for (int64_t k = 0; k < p->count; k++) {
        int32_t i = p->i[k];
        int32_t j = p->j[k];
        if (has_core(task, i) || has_core(task, j)) {
            if (!block_add_near_grain(b, false, id[i] < id[j] ? i : j, id[i] < id[j] ? j : i))
                return false;
        } else {
            p->i[left] = i;
            p->j[left] = j;
            p->level[left++] = p->level[k];
        }
    }
    p->count = left;
    return true;
}

// All near pairs begin asleep, sorted by gap, each from the lower id to the higher.
static bool fill_near(block *b, const near_pairs *p, const bodies *o)
{
    int32_t n = (int32_t)p->count;
    int32_t room = b->sleep_room;
    int32_t from[NEAR_LEVELS + 1] = {0};
    if (n > room) {
        pool_give(b->pool, b->sleep_a, (size_t)room * 2 * sizeof *b->sleep_a);
        room = n + n / 8;
        b->sleep_a = pool_take(b->pool, (size_t)room * 2 * sizeof *b->sleep_a);
        b->sleep_room = b->sleep_a ? room : 0;
        if (!b->sleep_room)
            return false;
        b->sleep_b = b->sleep_a + room;
    }
    for (int32_t k = 0; k < n; k++)
        from[p->level[k] + 1]++;
    for (int k = 0; k < NEAR_LEVELS; k++)
        from[k + 1] += from[k];
    memcpy(b->sleep_from, from, sizeof from);
    for (int32_t k = 0; k < n; k++) {
        int32_t at = from[p->level[k]]++;
        int32_t i = p->i[k];
        int32_t j = p->j[k];
        bool up = o->id[i] < o->id[j];
        b->sleep_a[at] = up ? i : j;
        b->sleep_b[at] = up ? j : i;
    }
    int32_t padding = bodies_padding(o);
    for (int32_t k = 0; k < b->near; k++) {
        b->near_a[k] = padding;
        b->near_b[k] = padding + 1;
    }
    b->near = 0;
    b->level = 0;
    b->sleeping = n;
    return true;
}

bool lists_meet_wall(block *b, const placed_wall *w, int32_t wall, int32_t slot, const rec4 *x,
                     double skin, bool core)
{
    v3 at = v3_make(x->v[0], x->v[1], x->v[2]);
    if (core)
        return !grain_wall_around(w, at, x->v[3], skin) ||
               block_add_near_grain(b, true, wall, slot);
    int32_t *free_part = b->candidate ? b->candidate + b->candidates : NULL;
    int n = ball_wall_near(w->shape, w->position, w->orientation, at, x->v[3], skin, free_part,
                           b->candidate_room - b->candidates);
    if (n == 0)
        return true;
    if (n > b->candidate_room - b->candidates) {
        if (!grow_i32(&b->candidate, &b->candidate_room, (int64_t)b->candidates + n))
            return false;
        ball_wall_near(w->shape, w->position, w->orientation, at, x->v[3], skin,
                       b->candidate + b->candidates, n);
    }
    if (b->walls == b->wall_room) {
        int64_t room = b->wall_room;
        if (!mem_grow((void **)&b->wall, &room, b->walls + 1, sizeof *b->wall))
            return false;
        b->wall_room = (int32_t)room;
    }
    b->wall[b->walls++] =
        (near_wall){.body = slot, .wall = wall, .candidates = n, .first_candidate = b->candidates};
    b->candidates += n;
    return true;
}

static bool fill_walls(block *b, const lists_task *task, double skin)
{
    const bodies *o = task->body;
    b->walls = b->candidates = 0;
    for (int32_t i = b->low; i < b->high; i++) {
        if (!(o->velocity[o->now][i].v[3] > 0))
            continue;
        for (int w = 0; w < task->walls; w++)
            if (!lists_meet_wall(b, &task->wall[w], w, i, &o->position[o->now][i], skin,
                                 has_core(task, i)))
                return false;
    }
    return true;
}

// Does the block read slot j for itself, since its body moves by itself or with few others?
static bool own_read(const block *b, const bodies *o, int32_t j)
{
    return j >= b->low && j < b->high && !bodies_follow(o, j);
}

// Slots that the block will read, one of each cache line (a line holds two records): own ones, then foreign ones and
// those balls of large clumps that others are near.
static bool fill_ahead(block *b, lists_thread *t, const bodies *o)
{
    const int32_t slots = o->count + o->ghosts;
    if (t->seen_room < slots + 2) {
        free(t->seen);
        t->seen_room = slots + slots / 8 + 2;
        t->seen = calloc((size_t)t->seen_room, sizeof *t->seen);
        t->tag = 0;
        if (!t->seen) {
            t->seen_room = 0;
            return false;
        }
    }
    if (!grow_i32(&b->ahead, &b->ahead_room, (b->high - b->low) / 2 + 1))
        return false;
    b->aheads = 0;
    for (int32_t i = b->low; i < b->high; i += 2)
        if (own_read(b, o, i) || own_read(b, o, i + 1))
            b->ahead[b->aheads++] = i;
    b->ahead_own = b->aheads;
    t->tag++;
    for (int list = -1; list < b->buckets; list++) {
        const bucket *k = list < 0 ? NULL : &b->bucket[list];
        if (k && bucket_walls(k->kind))
            continue;
        const int32_t *end[2] = {k ? k->a : b->sleep_a, k ? k->b : b->sleep_b};
        int32_t n = k ? k->count : b->sleeping;
        for (int32_t q = 0; q < 2 * n; q++) {
            int32_t j = end[q & 1][q >> 1];
            if (own_read(b, o, j) || j >= slots || t->seen[j >> 1] == t->tag)
                continue;
            t->seen[j >> 1] = t->tag;
            if (!grow_i32(&b->ahead, &b->ahead_room, b->aheads + 1))
                return false;
            b->ahead[b->aheads++] = j;
        }
    }
    return true;
}

static bool build_block(lists *l, const lists_task *task, block *b, lists_thread *t)
{
    build context = {l, task, b};
    const bodies *o = task->body;
    memcpy(o->hold + b->low, o->position[o->now] + b->low,
           (size_t)(b->high - b->low) * sizeof *o->hold);
    near_task job = {&l->grid,    o->position[o->now], b->low,      b->high,  l->skin,
                     NEAR_LEVELS, partners_of,         pair_wanted, &context, &l->sorted};
    b->wrap = false;
    t->pairs.count = 0;
    bool ok = l->search(&job, &t->scratch, &t->pairs, &b->wrap) &&
              fill_grains(b, &t->pairs, task) && fill_near(b, &t->pairs, o) &&
              fill_walls(b, task, l->skin + task->reach) && fill_ahead(b, t, o);
    block_sort_near_grains(b);
    return ok && (!(task->reach > 0) || block_keep_near_grains(b));
}

int64_t lists_near_pairs(const lists *l)
{
    int64_t pairs = 0;
    for (int i = 0; i < l->blocks; i++)
        pairs += l->block[i].sleeping;
    return pairs;
}

static bool fill_search(lists *l, const lists_task *task)
{
    const bodies *o = task->body;
    const rec4 *x = o->position[o->now];
    if (l->kind == SEARCH_SORTED_LIST)
        return sorted_fill(&l->sorted, x, o->count + o->ghosts, &task->box, l->skin, l->threads);
    return grid_fill(&l->grid, x, o->count + o->ghosts, &task->box, l->skin, l->threads);
}

void lists_forget(lists *l)
{
    blocks_free(l->block, l->blocks);
    l->block = NULL;
    l->blocks = 0;
    l->bodies = 0;
}

bool lists_build(lists *l, const lists_task *task)
{
    bodies *o = task->body;
    bool fresh = l->disordered || l->bodies != o->count || l->padding != bodies_padding(o);
    if (fresh && !lists_reorder(l, task, NULL))
        return false;
    if (!fill_search(l, task))
        return false;
    int bad = 0;
    int64_t spread = 0;
    turns_deal(l->turns, l->threads, l->blocks);
#pragma omp parallel num_threads(l->threads) reduction(+ : bad, spread)
    {
        int me = omp_get_thread_num();
        int next;
        lists_thread *t = &l->thread[me];
        for (int i; (i = turns_take(l->turns, l->threads, me, &next)) >= 0;) {
            bad += !build_block(l, task, &l->block[i], t);
            spread += l->block[i].aheads - l->block[i].ahead_own;
        }
    }
    l->builds++;
    l->since_reorder++;
    if (fresh || l->spread_best == 0)
        l->spread_best = spread;
    // a tenth more foreign bodies than at the start: the order has decayed
    if (l->since_reorder > 3 && spread > l->spread_best + l->spread_best / 10)
        l->disordered = true;
    return bad == 0;
}
