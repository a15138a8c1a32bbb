// array_row.c - a row of the covering array: for one factor after the other, in an order by chance but such first as have one
// level left (where that does not get through, such as have the fewest), the level that brings the most new combinations. A
// level is blocked where it alone is missing of a conflict; as soon as a factor has no other level left, the choice before is
// taken back (forward checking: R. M. Haralick and G. L. Elliott, Artif. Intell. 14 (1980) 263).
#include "matrix/array.h"

#include <stdlib.h>
#include <string.h>

// Choices of the first try, which looks at what they bring, and of the second, which only wants to get through.
enum { NODES_FIRST = 400, NODES_MOST = 20000 };

typedef struct filling {
    array *array;
    selection row;
    bool chosen[FACTORS];
    int order[FACTORS];
    int nodes, nodes_most;
    bool careful; // the factor with the fewest levels left is the next
} filling;

// ---- conflicts

static bool make_room(row_state *is, int conflicts, int sides)
{
    if (conflicts + 1 > is->conflict_room) {
        const size_t room = 2 * (size_t)conflicts + 64;
        int *need = realloc(is->need, room * sizeof *need);
        is->need = need ? need : is->need;
        int *hit = realloc(is->hit, room * sizeof *hit);
        is->hit = hit ? hit : is->hit;
        int *dead = realloc(is->dead, room * sizeof *dead);
        is->dead = dead ? dead : is->dead;
        if (!need || !hit || !dead)
            return false;
        is->conflict_room = (int)room;
    }
    if (sides > is->side_room) {
        const size_t room = 2 * (size_t)sides;
        conflict_side *side = realloc(is->side, room * sizeof *side);
        if (!side)
            return false;
        is->side = side;
        is->side_room = (int)room;
    }
    return true;
}

bool array_learn(array *array, const conflict_list *conflicts)
{
    row_state *is = &array->filling;
    for (int i = is->conflicts; i < conflicts->count; i++) {
        const conflict *new = &conflicts->item[i];
        if (!make_room(is, i + 1, is->sides + new->count))
            return false;
        is->need[i] = is->sides;
        for (int k = 0; k < new->count; k++) {
            const int f = new->factor[k];
            is->side[is->sides++] = (conflict_side){i, f, new->level[k], is->newest[f]};
            is->newest[f] = is->sides;
        }
        is->need[i + 1] = is->sides;
        is->conflicts = i + 1;
    }
    return true;
}

static int number_of(const filling *to, const conflict_side *side)
{
    return to->array->all->of[side->factor].first + side->level;
}

// The one side that the row lacks of a conflict which it may yet complete; NULL: it lacks more, or has another level.
static const conflict_side *last_side(const filling *to, int conflict)
{
    const row_state *is = &to->array->filling;
    const int first = is->need[conflict];
    const int end = is->need[conflict + 1];
    if (is->dead[conflict] || is->hit[conflict] != end - first - 1)
        return NULL;
    for (int k = first; k < end; k++)
        if (!to->chosen[is->side[k].factor])
            return &is->side[k];
    return NULL;
}

static void block(filling *to, const conflict_side *side)
{
    row_state *is = &to->array->filling;
    if (side && is->blocked[number_of(to, side)]++ == 0)
        is->wiped += --is->open[side->factor] == 0;
}

static void unblock(filling *to, const conflict_side *side)
{
    row_state *is = &to->array->filling;
    if (side && --is->blocked[number_of(to, side)] == 0)
        is->wiped -= is->open[side->factor]++ == 0;
}

static void begin(filling *to)
{
    row_state *is = &to->array->filling;
    const factors *all = to->array->all;
    memset(is->blocked, 0, sizeof is->blocked);
    is->wiped = 0;
    for (int f = 0; f < FACTORS; f++)
        is->open[f] = all->of[f].levels;
    for (int i = 0; i < is->conflicts; i++) {
        is->hit[i] = 0;
        is->dead[i] = 0;
        block(to, last_side(to, i));
    }
}

// What the choice of a level, or taking it back, does to the conflicts that have its factor.
static void mark(filling *to, int f, bool chosen)
{
    row_state *is = &to->array->filling;
    for (int k = is->newest[f]; k > 0; k = is->side[k - 1].next) {
        const conflict_side *side = &is->side[k - 1];
        const int change = chosen ? 1 : -1;
        to->chosen[f] = !chosen;
        unblock(to, last_side(to, side->conflict));
        if (side->level == to->row.level[f])
            is->hit[side->conflict] += change;
        else
            is->dead[side->conflict] += change;
        to->chosen[f] = chosen;
        block(to, last_side(to, side->conflict));
    }
    to->chosen[f] = chosen;
}

static void choose(filling *to, int f, int level)
{
    to->row.level[f] = level;
    mark(to, f, true);
}

static bool is_blocked(const filling *to, int f, int level)
{
    const conflict_side side = {.factor = f, .level = level};
    return to->array->filling.blocked[number_of(to, &side)] > 0;
}

// ---- levels

// New triples with that level, where solver and shape, or the law, are chosen.
static int new_triples(const filling *to, int f, int level)
{
    selection row = to->row;
    bool has[FACTORS];
    int count = 0;
    memcpy(has, to->chosen, sizeof has);
    row.level[f] = level;
    has[f] = true;
    if (!to->array->triples || !has[SOLVER] || !has[SHAPE])
        return 0;
    for (int k = 0; k < ARRAY_LAWS; k++) {
        const int law = (int)array_laws[k];
        const bool concerned = f == SOLVER || f == SHAPE || f == law;
        if (!concerned || !has[law])
            continue;
        const char *triple =
            array_triple(to->array, row.level[SOLVER], row.level[SHAPE], law, row.level[law]);
        count += *triple == MISSING;
    }
    return count;
}

static int gain(const filling *to, int f, int level)
{
    int count = 0;
    for (int g = 0; g < FACTORS; g++)
        count += g != f && to->chosen[g] &&
                 *array_pair(to->array, f, level, g, to->row.level[g]) == MISSING;
    return count + new_triples(to, f, level);
}

static int below(array *is, int count)
{
    const int i = (int)(rng_range(&is->random, 0, 1) * count);
    return i < count ? i : count - 1;
}

static int best_of(const int *worth, int levels, int turn)
{
    int best = -1;
    for (int i = 0; i < levels; i++) {
        const int k = (i + turn) % levels;
        if (worth[k] >= 0 && (best < 0 || worth[k] > worth[best]))
            best = k;
    }
    return best;
}

// -1: all are chosen.
static int next_factor(const filling *to)
{
    const int *open = to->array->filling.open;
    int next = -1;
    for (int i = 0; i < FACTORS; i++) {
        const int f = to->order[i];
        if (to->chosen[f])
            continue;
        if (open[f] <= 1)
            return f;
        if (next < 0 || (to->careful && open[f] < open[next]))
            next = f;
    }
    return next;
}

static bool fill(filling *to)
{
    const int f = next_factor(to);
    if (f < 0)
        return true;
    const int levels = to->array->all->of[f].levels;
    int worth[LEVELS_MOST];
    const int turn = below(to->array, levels);
    for (int i = 0; i < levels; i++)
        worth[i] = is_blocked(to, f, i) ? -1 : to->careful ? 0 : gain(to, f, i);
    for (int tried = 0; tried < levels; tried++) {
        const int best = best_of(worth, levels, turn);
        if (best < 0 || ++to->nodes > to->nodes_most)
            return false;
        worth[best] = -1;
        choose(to, f, best);
        if (to->array->filling.wiped == 0 && fill(to))
            return true;
        mark(to, f, false);
    }
    return false;
}

static void shuffle(array *is, int order[FACTORS])
{
    for (int i = 0; i < FACTORS; i++)
        order[i] = i;
    for (int i = FACTORS - 1; i > 0; i--) {
        const int k = below(is, i + 1);
        const int kept = order[i];
        order[i] = order[k];
        order[k] = kept;
    }
}

// *all: there is no row, as all have been looked at.
static bool row_with(filling *to, const target *with, bool *all)
{
    begin(to);
    *all = true;
    for (int i = 0; i < with->count; i++) {
        if (is_blocked(to, with->factor[i], with->level[i]))
            return false;
        choose(to, with->factor[i], with->level[i]);
    }
    shuffle(to->array, to->order);
    const bool filled = to->array->filling.wiped == 0 && fill(to);
    *all = to->nodes <= to->nodes_most;
    return filled;
}

bool array_row_with(array *array, const target *with, selection *out, bool *all)
{
    filling first = {.array = array, .nodes_most = NODES_FIRST};
    filling second = {.array = array, .nodes_most = NODES_MOST, .careful = true};
    if (row_with(&first, with, all)) {
        *out = first.row;
        return true;
    }
    if (*all || !row_with(&second, with, all))
        return false;
    *out = second.row;
    return true;
}
