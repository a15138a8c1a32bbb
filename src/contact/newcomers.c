// newcomers.c - bodies that come between two builds are put into the lists that there are.
//
// A build costs as much as many steps, and a stream may bring grains in every step. So a newcomer is treated as if it
// had stood where it begins when the lists were built. The rule for a pair is then the rule of a build: it is near when
// the gap between the places of that time is below the skin. All that holds of other pairs holds of it as well, above
// all that it cannot touch unnoticed before the largest displacement is half a skin. New pairs stand on the first
// level, which is always awake. Neither the place of a body in memory nor the order of pairs changes any bit.
#include "contact/lists.h"

#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

bool lists_can_insert(const lists *l, const lists_task *task)
{
    const bodies *o = task->body;
    return l->builds > 0 && !o->with_clumps && !task->core && l->padding == bodies_padding(o);
}

// A body is within half a skin of the place that counts for it.
double lists_insert_reach(const lists *l)
{
    return 1.5 * l->skin * (1 + 1e-9);
}

static bool sleep_reserve(block *b)
{
    if (b->sleeping < b->sleep_room)
        return true;
    int32_t room = b->sleeping + b->sleeping / 4 + LANES_MOST;
    int32_t *grown = pool_take(b->pool, (size_t)room * 2 * sizeof *grown);
    if (!grown)
        return false;
    if (b->sleeping > 0) {
        memcpy(grown, b->sleep_a, (size_t)b->sleeping * sizeof *grown);
        memcpy(grown + room, b->sleep_b, (size_t)b->sleeping * sizeof *grown);
    }
    pool_give(b->pool, b->sleep_a, (size_t)b->sleep_room * 2 * sizeof *b->sleep_a);
    b->sleep_a = grown;
    b->sleep_b = grown + room;
    b->sleep_room = room;
    return true;
}

// A pair of the first level. Each level above gives its first place to the one below and takes a new one at its end.
static bool add_pair(block *b, int32_t a, int32_t other, int32_t padding)
{
    if (!sleep_reserve(b))
        return false;
    int32_t free_place = b->sleeping++;
    for (int level = NEAR_LEVELS - 1; level > 0; level--) {
        int32_t first = b->sleep_from[level];
        b->sleep_a[free_place] = b->sleep_a[first];
        b->sleep_b[free_place] = b->sleep_b[first];
        b->sleep_from[level + 1]++;
        free_place = first;
    }
    b->sleep_a[free_place] = a;
    b->sleep_b[free_place] = other;
    b->sleep_from[1]++;
    bool awake =
        b->level > 0; // the first level has been copied to those that are tested in each step
    return !awake || near_add(b, a, other, padding);
}

static bool append_block(lists *l)
{
    block *grown = realloc(l->block, ((size_t)l->blocks + 2) * sizeof *grown);
    if (!grown)
        return false;
    l->block = grown;
    block *b = &grown[l->blocks];
    memset(b, 0, 2 * sizeof *b);
    b->low = b->high = l->blocks * l->span;
    b->lines = 1;
    b->pool = &l->pool;
    b->row_room = l->span;
    b->row = pool_take(&l->pool, (size_t)b->row_room * sizeof *b->row);
    if (!b->row)
        return false;
    memset(b->row, 0, (size_t)b->row_room * sizeof *b->row);
    l->blocks++;
    return true;
}

// The last block, or one behind it, gets the slot that follows all that blocks have.
static block *make_home(lists *l, int32_t slot)
{
    if (slot / l->span == l->blocks && !append_block(l))
        return NULL;
    block *home = &l->block[l->blocks - 1];
    home->high = slot + 1;
    return home;
}

static bool is_near(const lists *l, const lists_task *task, const double *x, int32_t other)
{
    const double *held = task->body->hold[other].v;
    v3 between =
        nearest_image(task->context, v3_make(x[0] - held[0], x[1] - held[1], x[2] - held[2]));
    double reach = x[3] + held[3] + l->skin;
    return v3_dot(between, between) < reach * reach;
}

static bool periodic(const lists_task *task)
{
    return task->box.periodic[0] || task->box.periodic[1] || task->box.periodic[2];
}

// A contact between two blocks belongs to both, and so does a near pair. The newcomer has the higher id.
static bool meet(lists *l, const lists_task *task, int32_t slot, int32_t other)
{
    const int32_t padding = bodies_padding(task->body);
    block *home = &l->block[slot / l->span];
    block *away = &l->block[other / l->span];
    home->wrap = home->wrap || periodic(task);
    away->wrap = away->wrap || periodic(task);
    if (!add_pair(home, other, slot, padding))
        return false;
    return home == away || add_pair(away, other, slot, padding);
}

static bool insert(lists *l, const lists_task *task, int32_t slot, const int32_t *around,
                   int64_t count)
{
    bodies *o = task->body;
    const rec4 *x = &o->position[o->now][slot];
    block *home = make_home(l, slot);
    if (!home)
        return false;
    o->hold[slot] = *x;
    for (int64_t k = 0; k < count; k++) {
        int32_t other = around[k];
        if (other < slot && is_near(l, task, x->v, other) && !meet(l, task, slot, other))
            return false;
    }
    for (int w = 0; w < task->walls; w++)
        if (!lists_meet_wall(home, &task->wall[w], w, slot, x, l->skin + task->reach, false))
            return false;
    return true;
}

bool lists_insert(lists *l, const lists_task *task, const int32_t *around, int64_t count)
{
    const bodies *o = task->body;
    for (; l->bodies < o->count; l->bodies++) {
        if (!insert(l, task, l->bodies, around, count))
            return false;
        l->newcomers++;
    }
    sorted_forget(&l->sorted);
    if (l->newcomers > l->bodies / 16)
        l->disordered = true; // they stand last in memory, far from their neighbours
    return true;
}
