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

bool lists_can_insert(const lists *lists, const lists_task *task)
{
    const bodies *bodies = task->body;
    return lists->builds > 0 && !bodies->with_clumps && !task->core &&
           lists->padding == bodies_padding(bodies);
}

// A body is within half a skin of the place that counts for it.
double lists_insert_reach(const lists *lists)
{
    return 1.5 * lists->skin * (1 + 1e-9);
}

// A pair of the first level. Where that is awake, the pair is, too. Else each level above gives its first place to the
// one below and takes a new one at its end.
static bool add_pair(block *block, int32_t a, int32_t other, int32_t padding)
{
    if (block->pairs.level > 0)
        return near_add(block, a, other, padding);
    if (!near_sleeping_reserve(block, padding))
        return false;
    int32_t free_place = block->pairs.sleeping++;
    for (int level = NEAR_LEVELS - 1; level > 0; level--) {
        int32_t first = block->pairs.sleeping_from[level];
        block->pairs.sleeping_a[free_place] = block->pairs.sleeping_a[first];
        block->pairs.sleeping_b[free_place] = block->pairs.sleeping_b[first];
        block->pairs.sleeping_from[level + 1]++;
        free_place = first;
    }
    block->pairs.sleeping_a[free_place] = a;
    block->pairs.sleeping_b[free_place] = other;
    block->pairs.sleeping_from[1]++;
    return true;
}

static bool append_block(lists *lists)
{
    block *grown = realloc(lists->block, ((size_t)lists->blocks + 2) * sizeof *grown);
    if (!grown)
        return false;
    lists->block = grown;
    block *block = &grown[lists->blocks];
    memset(block, 0, 2 * sizeof *block);
    block->high = lists->blocks * lists->span;
    block->low = block->high;
    block->lines = 1;
    block->pool = &lists->pool;
    block->row_room = lists->span;
    block->row = pool_take(&lists->pool, (size_t)block->row_room * sizeof *block->row);
    if (!block->row)
        return false;
    memset(block->row, 0, (size_t)block->row_room * sizeof *block->row);
    lists->blocks++;
    return true;
}

// The last block, or one behind it, gets the slot that follows all that blocks have.
static block *make_home(lists *lists, int32_t slot)
{
    if (slot / lists->span == lists->blocks && !append_block(lists))
        return NULL;
    block *home = &lists->block[lists->blocks - 1];
    home->high = slot + 1;
    return home;
}

static bool is_near(const lists *lists, const lists_task *task, const double *position,
                    int32_t other)
{
    const rec4 *held = &task->body->hold[other];
    const v3 away = v3_sub(v3_at(position), v3_of(held));
    const v3 between = nearest_image(task->context, away);
    const double reach = position[3] + held->v[3] + lists->skin;
    return v3_dot(between, between) < reach * reach;
}

static bool periodic(const lists_task *task)
{
    return task->box.periodic[0] || task->box.periodic[1] || task->box.periodic[2];
}

// A contact between two blocks belongs to both, and so does a near pair. The newcomer has the higher id.
static bool meet(lists *lists, const lists_task *task, int32_t slot, int32_t other)
{
    const int32_t padding = bodies_padding(task->body);
    block *home = &lists->block[slot / lists->span];
    block *away = &lists->block[other / lists->span];
    home->wrap = home->wrap || periodic(task);
    away->wrap = away->wrap || periodic(task);
    if (!add_pair(home, other, slot, padding))
        return false;
    return home == away || add_pair(away, other, slot, padding);
}

static bool insert(lists *lists, const lists_task *task, int32_t slot, const lists_around *at)
{
    bodies *bodies = task->body;
    const rec4 *position = &bodies->position[bodies->now][slot];
    block *home = make_home(lists, slot);
    int64_t count;
    const int32_t *around = home ? at->find(at->context, slot, &count) : NULL;
    if (!around)
        return false;
    bodies->hold[slot] = *position;
    for (int64_t k = 0; k < count; k++) {
        int32_t other = around[k];
        if (other < slot && is_near(lists, task, position->v, other) &&
            !meet(lists, task, slot, other))
            return false;
    }
    for (int wall = 0; wall < task->walls; wall++) {
        if (!lists_meet_wall(home, task, wall, slot, lists->skin + task->reach))
            return false;
    }
    return true;
}

bool lists_insert(lists *lists, const lists_task *task, const lists_around *around)
{
    const bodies *bodies = task->body;
    for (; lists->bodies < bodies->count; lists->bodies++) {
        if (!insert(lists, task, lists->bodies, around))
            return false;
        lists->newcomers++;
    }
    sorted_forget(&lists->sorted);
    if (lists->newcomers > lists->bodies / 16)
        lists->disordered = true; // they stand last in memory, far from their neighbours
    return true;
}
