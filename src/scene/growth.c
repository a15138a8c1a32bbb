// growth.c - see growth.h.
#include "scene/growth.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/text.h"
#include "scene/grain_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"rate", ROW_REAL, "1/s", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "dR/dt over R: the radius grows by this part of itself in a second, exponentially"},
    {"velocity", ROW_REAL, "m/s", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "dR/dt, the same for all radii"},
    {"file", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,
     "table of t, factor, relative to the folder of the case: the radius follows the factor, "
     "which is linear between the lines; t counts from `from`"},
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "radii stay as they are before"},
    {"until", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "and after"},
    {"keeps", ROW_WORD, "density|mass", 0, 0, 1,
     "density: mass comes and goes with the velocity and spin that the grain has; mass: the grain "
     "swells, and its spin falls as its moment of inertia rises"},
    {"removed_below", ROW_REAL, "m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "a grain whose radius falls below is taken out in that step"},
};
enum { ROWS = sizeof rows / sizeof *rows };

const plugin growth_of_grains = {"growth", "radii that change while the case runs", rows, ROWS};

// ---- the table

typedef struct factor_line {
    double time, factor; // s, 1
} factor_line;
typedef struct factor_table {
    factor_line *line; // times rise
    int64_t lines, room;
} factor_table;

static const char hint[] = "the first line names the columns: t, factor";

static void free_table(void *table)
{
    factor_table *is = table;
    free(is->line);
    free(is);
}

static scree_status read_line(const grain_table_scan *scan, factor_table *table, scree_error *error)
{
    factor_line now;
    const factor_line *last = NULL;
    if (table->lines > 0)
        last = &table->line[table->lines - 1];
    if (scan->fields != 2)
        return grain_table_fail(scan, error, "give a time and a factor", "%d values for 2 columns",
                                scan->fields);
    scree_status status = grain_table_number(scan, 0, "t", false, &now.time, error);
    if (status == SCREE_OK)
        status = grain_table_number(scan, 1, "factor", false, &now.factor, error);
    if (status != SCREE_OK)
        return status;
    if (now.time < 0 || (last && !(now.time > last->time)))
        return grain_table_fail(scan, error, "let times begin at 0 or later, and rise",
                                "t = %.9g s is not after the line before", now.time);
    if (!(now.factor > 0))
        return grain_table_fail(scan, error, "give a factor above zero",
                                "factor = %g leaves no radius", now.factor);
    if (!MEM_GROW(table->line, table->room, table->lines + 1))
        return fail_memory(error, scan->path);
    table->line[table->lines++] = now;
    return SCREE_OK;
}

static void read_lines(grain_table_scan *scan, factor_table *table)
{
    scree_error fault;
    const bool named = grain_table_next(scan) && scan->fields == 2 &&
                       !strcmp(scan->field[0], "t") && !strcmp(scan->field[1], "factor");
    if (!named) { // this may be any file: its contents are not repeated
        grain_table_fail(scan, &fault, hint, "this is no table of t and factor");
        grain_table_goes_on(scan, &fault);
        return;
    }
    while (grain_table_next(scan)) {
        if (read_line(scan, table, &fault) != SCREE_OK && !grain_table_goes_on(scan, &fault))
            return;
    }
    if (table->lines < 2 && scan->tally.count == 0) {
        grain_table_fail(scan, &fault, "give at least two times", "a table has two lines or more");
        grain_table_goes_on(scan, &fault);
    }
}

static scree_status read_table(const char *path, fault_list *faults, factor_table **out,
                               scree_error *error)
{
    grain_table_scan scan;
    factor_table *table = calloc(1, sizeof *table);
    if (!table)
        return fail_memory(error, path);
    if (grain_table_open(&scan, path, faults))
        read_lines(&scan, table);
    const scree_status status = grain_table_close(&scan, error);
    if (status == SCREE_OK)
        *out = table;
    else
        free_table(table);
    return status;
}

scree_status growth_read(const choice *is, const char *set, const char *folder, fault_list *faults,
                         scree_error *error)
{
    const char *name = is->what ? choice_text(is, "file") : NULL;
    factor_table *table = NULL;
    if (!name || choice_made(is, "file"))
        return SCREE_OK;
    char *path = *name == '/' ? text_copy(name) : text_format("%s/%s", folder, name);
    if (!path)
        return fail_memory(error, set);
    const scree_status status = read_table(path, faults, &table, error);
    free(path);
    if (status == SCREE_OK)
        choice_keep(is, "file", table, free_table);
    return status;
}

// Before the first line and after the last the factor stands.
static double factor_at(const factor_table *table, double time)
{
    const factor_line *line = table->line;
    int64_t low = 0;
    int64_t high = table->lines - 1;
    if (!(time > line[low].time))
        return line[low].factor;
    if (!(time < line[high].time))
        return line[high].factor;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (line[middle].time > time)
            high = middle;
        else
            low = middle;
    }
    const factor_line *before = &line[low];
    const factor_line *after = &line[high];
    const double length = after->time - before->time;
    const double share = (time - before->time) / length;
    const double rise = after->factor - before->factor;
    return before->factor + share * rise;
}

// ---- from one time to another

static double clamped(const choice *is, double time)
{
    const double from = choice_real(is, "from");
    const double until = choice_given(is, "until") ? choice_real(is, "until") : INFINITY;
    return real_min(real_max(time, from), until);
}

growth_map growth_between(const choice *is, double then, double now)
{
    const double from = clamped(is, then);
    const double to = clamped(is, now);
    growth_map map = {1, 0};
    if (!(to > from))
        return map;
    const factor_table *table = choice_made(is, "file");
    if (choice_given(is, "rate"))
        map.scale = real_exp(choice_real(is, "rate") * (to - from));
    else if (choice_given(is, "velocity"))
        map.shift = choice_real(is, "velocity") * (to - from);
    else if (table) {
        const double begun = choice_real(is, "from");
        map.scale = factor_at(table, to - begun) / factor_at(table, from - begun);
    }
    return map;
}

static growth_range bounds_of_table(const factor_table *table, double from, double to)
{
    const double now = factor_at(table, from);
    double least = 1;
    double most = 1;
    for (int64_t i = 0; i < table->lines; i++) {
        const double time = real_min(real_max(table->line[i].time, from), to);
        const double factor = factor_at(table, time) / now;
        least = real_min(least, factor);
        most = real_max(most, factor);
    }
    return (growth_range){{least, 0}, {most, 0}};
}

growth_range growth_bounds(const choice *is, double from, double until)
{
    const double begin = clamped(is, from);
    const double end = clamped(is, until);
    const growth_map still = {1, 0};
    growth_range range = {still, still};
    if (!(end > begin))
        return range;
    const factor_table *table = choice_made(is, "file");
    if (table) {
        const double begun = choice_real(is, "from");
        return bounds_of_table(table, begin - begun, end - begun);
    }
    if (isfinite(end)) {
        const growth_map map = growth_between(is, begin, end);
        const bool grows = map.scale > 1 || map.shift > 0;
        *(grows ? &range.most : &range.least) = map;
        return range;
    }
    const bool by_rate = choice_given(is, "rate");
    const double pace = by_rate ? choice_real(is, "rate") : choice_real(is, "velocity");
    if (pace > 0)
        range.most = (growth_map){1, INFINITY};
    else if (pace < 0)
        range.least = (growth_map){0, 0};
    return range;
}

bool growth_keeps_mass(const choice *is)
{
    return choice_real(is, "keeps") == 1;
}

double growth_removed_below(const choice *is)
{
    return choice_given(is, "removed_below") ? choice_real(is, "removed_below") : 0;
}
