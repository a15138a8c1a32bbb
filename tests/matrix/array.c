// array.c - a covering array by the greedy way of Cohen et al. (The AETG system, IEEE Trans. Softw. Eng. 23 (1997) 437):
// each row begins with a combination that no row has had, takes for one factor after the other the level that brings the
// most new ones (array_row.c), and the best of several such rows is taken.
#include "matrix/array.h"

#include <stdlib.h>

enum { TRIES = 6 };

array *array_make(const factors *all, bool triples, uint64_t seed)
{
    array *is = calloc(1, sizeof *is);
    if (!is)
        return NULL;
    const size_t levels = (size_t)all->levels;
    is->all = all;
    is->triples = triples;
    is->random = rng_make(seed, 0);
    is->pair = calloc(levels * levels, 1);
    is->triple = calloc((size_t)all->of[SOLVER].levels * (size_t)all->of[SHAPE].levels * levels, 1);
    if (is->pair && is->triple)
        return is;
    array_free(is);
    return NULL;
}

void array_free(array *is)
{
    if (!is)
        return;
    free(is->pair);
    free(is->triple);
    free(is->filling.side);
    free(is->filling.need);
    free(is->filling.hit);
    free(is->filling.dead);
    free(is);
}

char *array_pair(const array *is, int f, int level_f, int g, int level_g)
{
    const factors *all = is->all;
    const int a = all->of[f].first + level_f;
    const int b = all->of[g].first + level_g;
    return &is->pair[a < b ? a * all->levels + b : b * all->levels + a];
}

char *array_triple(const array *is, int solver, int shape, int law, int level)
{
    const factors *all = is->all;
    const int row = solver * all->of[SHAPE].levels + shape;
    return &is->triple[row * all->levels + all->of[law].first + level];
}

bool array_has_law(int factor)
{
    for (int k = 0; k < ARRAY_LAWS; k++)
        if ((int)array_laws[k] == factor)
            return true;
    return false;
}

// ---- what a row has

static void cover(char *is)
{
    *is = COVERED;
}

void array_cover(array *is, const selection *row)
{
    for (int f = 0; f < FACTORS; f++)
        for (int g = f + 1; g < FACTORS; g++)
            cover(array_pair(is, f, row->level[f], g, row->level[g]));
    for (int k = 0; k < ARRAY_LAWS; k++)
        cover(array_triple(is, row->level[SOLVER], row->level[SHAPE], (int)array_laws[k],
                           row->level[array_laws[k]]));
}

static int worth_of(const array *is, const selection *row)
{
    int count = 0;
    for (int f = 0; f < FACTORS; f++)
        for (int g = f + 1; g < FACTORS; g++)
            count += *array_pair(is, f, row->level[f], g, row->level[g]) == MISSING;
    for (int k = 0; is->triples && k < ARRAY_LAWS; k++)
        count += *array_triple(is, row->level[SOLVER], row->level[SHAPE], (int)array_laws[k],
                               row->level[array_laws[k]]) == MISSING;
    return count;
}

// ---- which combination a row begins with

// The levels of that number among all.
static int factor_of(const factors *all, int number, int *level)
{
    int f = 0;
    while (f + 1 < FACTORS && number >= all->of[f + 1].first)
        f++;
    *level = number - all->of[f].first;
    return f;
}

static bool triple_of(array *is, int64_t i, target *out)
{
    const factors *all = is->all;
    int level;
    const int f = factor_of(all, (int)(i % all->levels), &level);
    const int pair = (int)(i / all->levels);
    *out = (target){3,
                    {SOLVER, SHAPE, f},
                    {pair / all->of[SHAPE].levels, pair % all->of[SHAPE].levels, level},
                    &is->triple[i]};
    return array_has_law(f) && is->triple[i] == MISSING;
}

static bool pair_of(array *is, int64_t i, target *out)
{
    const factors *all = is->all;
    const int a = (int)(i / all->levels);
    const int b = (int)(i % all->levels);
    out->count = 2;
    out->factor[0] = factor_of(all, a, &out->level[0]);
    out->factor[1] = factor_of(all, b, &out->level[1]);
    out->mark = &is->pair[i];
    return a < b && out->factor[0] != out->factor[1] && is->pair[i] == MISSING;
}

static bool holds(const conflict *conflict, const target *target)
{
    for (int k = 0; k < conflict->count; k++) {
        bool found = false;
        for (int i = 0; i < target->count; i++)
            found = found || (target->factor[i] == conflict->factor[k] &&
                              target->level[i] == conflict->level[k]);
        if (!found)
            return false;
    }
    return true;
}

static bool refused(const conflict_list *conflicts, const target *target)
{
    for (int i = 0; i < conflicts->count; i++)
        if (holds(&conflicts->item[i], target))
            return true;
    return false;
}

// One that is missing, from a place by chance on: triples, where there are any, before pairs.
static bool find_target(array *is, const conflict_list *conflicts, target *out)
{
    const int64_t levels = is->all->levels;
    const int64_t pairs = levels * levels;
    const int64_t triples =
        is->triples ? (int64_t)is->all->of[SOLVER].levels * is->all->of[SHAPE].levels * levels : 0;
    const int64_t from = (int64_t)(rng_range(&is->random, 0, 1) * (double)pairs);
    for (int64_t i = 0; i < triples; i++)
        if (triple_of(is, (i + from) % triples, out) && !refused(conflicts, out))
            return true;
    for (int64_t i = 0; i < pairs; i++)
        if (pair_of(is, (i + from) % pairs, out) && !refused(conflicts, out))
            return true;
    return false;
}

bool array_next(array *is, const conflict_list *conflicts, selection *out)
{
    int best = -1;
    if (!array_learn(is, conflicts))
        return false;
    for (int tried = 0; tried < TRIES || best < 0; tried++) {
        target with;
        selection row;
        if (!find_target(is, conflicts, &with))
            return best >= 0;
        bool all;
        if (!array_row_with(is, &with, &row, &all)) {
            *with.mark = all ? IMPOSSIBLE : NOT_FOUND;
            continue;
        }
        const int worth = worth_of(is, &row);
        if (worth <= best)
            continue;
        best = worth;
        *out = row;
    }
    return true;
}

// ---- counting

static void count_target(const target *is, const conflict_list *conflicts, array_tally *tally)
{
    tally->all++;
    if (*is->mark == COVERED)
        tally->covered++;
    else if (refused(conflicts, is))
        tally->refused++;
    else if (*is->mark == IMPOSSIBLE)
        tally->impossible++;
    else if (*is->mark == NOT_FOUND)
        tally->not_found++;
}

array_tally array_count(array *is, const conflict_list *conflicts)
{
    const int64_t levels = is->all->levels;
    const int64_t pairs = levels * levels;
    const int64_t triples =
        (int64_t)is->all->of[SOLVER].levels * is->all->of[SHAPE].levels * levels;
    array_tally tally = {0};
    target with;
    for (int64_t i = 0; i < pairs; i++) {
        pair_of(is, i, &with);
        if (i / levels < i % levels && with.factor[0] != with.factor[1])
            count_target(&with, conflicts, &tally);
    }
    for (int64_t i = 0; is->triples && i < triples; i++) {
        triple_of(is, i, &with);
        if (array_has_law(with.factor[2]))
            count_target(&with, conflicts, &tally);
    }
    return tally;
}

// ---- conflicts

bool conflict_in(const conflict *conflict, const selection *row)
{
    for (int k = 0; k < conflict->count; k++)
        if (row->level[conflict->factor[k]] != conflict->level[k])
            return false;
    return true;
}

bool conflicts_in(const conflict_list *conflicts, const selection *row)
{
    for (int i = 0; i < conflicts->count; i++)
        if (conflict_in(&conflicts->item[i], row))
            return true;
    return false;
}

bool conflicts_add(conflict_list *list, const conflict *conflict)
{
    if (list->count == list->room) {
        const int room = list->room ? 2 * list->room : 64;
        struct conflict *grown = realloc(list->item, (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        list->item = grown;
        list->room = room;
    }
    list->item[list->count++] = *conflict;
    return true;
}
