// results.c - see results.h.
#include "sweep/results.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/column_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t results_find(const results *results, const char *name)
{
    for (int64_t i = 0; i < results->numbers; i++) {
        if (!strcmp(results->head[i].name, name))
            return i;
    }
    return -1;
}

// The number of that name, which is made where it is new; -1: out of memory. Points have the same tables as a rule, so
// the next one is tried first.
static int64_t number_of(results *all, const char *name, const char *unit, int64_t expected)
{
    if (expected < all->numbers && !strcmp(all->head[expected].name, name))
        return expected;
    const int64_t found = results_find(all, name);
    if (found >= 0)
        return found;
    if (!MEM_GROW(all->head, all->room, all->numbers + 1))
        return -1;
    results_head *head = &all->head[all->numbers];
    head->name = text_copy(name);
    head->unit = text_copy(unit);
    if (head->name && head->unit)
        return all->numbers++;
    free(head->name);
    free(head->unit);
    return -1;
}

static bool put_number(results *all, int point, int64_t number, int64_t *room, double value)
{
    if (!MEM_GROW(all->row[point], *room, number + 1))
        return false;
    while (all->filled[point] <= number)
        all->row[point][all->filled[point]++] = NAN;
    all->row[point][number] = value;
    return true;
}

static bool put_table(results *all, int point, const probed_table *table, double from,
                      int64_t *room, int64_t *next)
{
    const table_in *is = &table->is;
    bool ok = true;
    for (int column = 1; column < is->columns && ok; column++) {
        for (int take = 0; take < PROBED_TAKES && ok; take++) {
            char name[300];
            char total[TOTAL_UNIT_ROOM];
            if (take == PROBED_SUM && table_in_time(is))
                continue;
            snprintf(name, sizeof name, "%s.%s:%s", table->probe, is->head[column].name,
                     probed_take_names[take]);
            column_total_unit(is, column, total);
            const char *own = is->head[take == PROBED_AT ? 0 : column].unit;
            const char *unit = take == PROBED_SUM ? total : own;
            const int64_t number = number_of(all, name, unit, *next);
            const double value = probed_number(is, column, (probed_take)take, from);
            ok = number >= 0 && put_number(all, point, number, room, value);
            *next = number + 1;
        }
    }
    return ok;
}

static scree_status gather_point(results *all, const points_wish *wish, int point,
                                 const since *from, scree_error *error)
{
    probed probed = {0};
    char *folder = point_folder(wish, point);
    if (!folder)
        return fail_memory(error, wish->in->path);
    const orders runs = {.in = wish->in, .below = ""};
    const order run = {.name = wish->plan->point[point].name};
    all->state[point] = order_look(&runs, &run, all->words[point]);
    scree_status status = SCREE_OK;
    all->warnings[point] = point_warnings(folder, all->warning[point]);
    if (all->state[point] != POINT_NONE)
        status = probed_read(folder, &probed, error);
    const double begin = since_in_run(from, folder);
    int64_t room = 0;
    int64_t next = 0;
    bool ok = true;
    for (int64_t i = 0; i < probed.tables && !status && ok; i++)
        ok = put_table(all, point, &probed.table[i], begin, &room, &next);
    if (!status && !ok)
        status = fail_memory(error, folder);
    probed_clear(&probed);
    free(folder);
    return status;
}

scree_status results_gather(const points_wish *wish, const since *from, results *out,
                            scree_error *error)
{
    const size_t points = (size_t)wish->plan->points;
    memset(out, 0, sizeof *out);
    out->plan = wish->plan;
    out->row = calloc(points, sizeof *out->row);
    out->filled = calloc(points, sizeof *out->filled);
    out->state = calloc(points, sizeof *out->state);
    out->words = calloc(points, sizeof *out->words);
    out->warnings = calloc(points, sizeof *out->warnings);
    out->warning = calloc(points, sizeof *out->warning);
    if (!out->row || !out->filled || !out->state || !out->words || !out->warnings || !out->warning)
        return fail_memory(error, wish->in->path);
    scree_status status = SCREE_OK;
    for (int i = 0; i < wish->plan->points && !status; i++)
        status = gather_point(out, wish, i, from, error);
    return status;
}

void results_clear(results *results)
{
    for (int i = 0; results->row && i < results->plan->points; i++)
        free(results->row[i]);
    for (int64_t i = 0; i < results->numbers; i++) {
        free(results->head[i].name);
        free(results->head[i].unit);
    }
    free(results->head);
    free(results->row);
    free(results->filled);
    free(results->state);
    free(results->words);
    free(results->warnings);
    free(results->warning);
    memset(results, 0, sizeof *results);
}

double results_number(const results *results, int point, int64_t number)
{
    return number < results->filled[point] ? results->row[point][number] : NAN;
}

bool results_have_seeds(const results *results)
{
    return results->plan->groups < results->plan->points;
}

int results_first(const results *results, int group)
{
    return results->plan->first[group];
}

// Only runs that came to their end count: half of one is another experiment.
static bool counts(const results *results, int point, double value)
{
    return results->state[point] == POINT_WHOLE && !isnan(value);
}

results_scatter results_over_seeds(const results *results, int group, int64_t number)
{
    results_scatter out = {.mean = NAN, .deviation = NAN, .error = NAN};
    const plan *plan = results->plan;
    double sum = 0;
    double squares = 0;
    for (int i = plan->first[group]; i >= 0; i = plan->point[i].next) {
        const double value = results_number(results, i, number);
        if (!counts(results, i, value))
            continue;
        out.runs++;
        sum += value;
    }
    if (out.runs)
        out.mean = sum / out.runs;
    for (int i = plan->first[group]; i >= 0; i = plan->point[i].next) {
        const double off = results_number(results, i, number) - out.mean;
        if (counts(results, i, off))
            squares += off * off;
    }
    if (out.runs < 2)
        return out;
    out.deviation = sqrt(squares / (out.runs - 1));
    out.error = out.deviation / sqrt(out.runs);
    return out;
}

results_scatter results_shown(const results *results, int group, int64_t number)
{
    static const char mean[] = ":mean";
    results_scatter out = results_over_seeds(results, group, number);
    const char *name = results->head[number].name;
    const size_t length = strlen(name);
    const bool is_mean =
        length > sizeof mean - 1 && !strcmp(name + length - (sizeof mean - 1), mean);
    if (out.runs != 1 || !is_mean)
        return out;
    char *error = text_format("%.*s:error", (int)(length - (sizeof mean - 1)), name);
    const int64_t which = error ? results_find(results, error) : -1;
    if (which >= 0)
        out.error = results_over_seeds(results, group, which).mean;
    free(error);
    return out;
}

static bool same_numbers(const results *results, int one, int other)
{
    bool same = results->numbers > 0;
    for (int64_t k = 0; k < results->numbers && same; k++) {
        const double first = results_number(results, one, k);
        const double second = results_number(results, other, k);
        same = first == second || (isnan(first) && isnan(second));
    }
    return same;
}

static bool is_alike(const results *results, int group)
{
    const plan *plan = results->plan;
    int first = -1;
    int runs = 0;
    for (int i = plan->first[group]; i >= 0; i = plan->point[i].next) {
        if (results->state[i] != POINT_WHOLE)
            continue;
        if (first >= 0 && !same_numbers(results, first, i))
            return false;
        first = first < 0 ? i : first;
        runs++;
    }
    return runs > 1;
}

int results_alike(const results *results)
{
    int alike = 0;
    for (int group = 0; group < results->plan->groups; group++)
        alike += is_alike(results, group);
    return alike;
}

bool results_next_probe(const results *results, int64_t *k, char out[PROBE_NAME_ROOM])
{
    if (*k >= results->numbers)
        return false;
    const char *name = results->head[*k].name;
    const size_t length = strcspn(name, ".") + 1; // with the point
    snprintf(out, PROBE_NAME_ROOM, "%.*s", (int)length - 1, name);
    while (*k < results->numbers && !strncmp(results->head[*k].name, name, length))
        ++*k;
    return true;
}
