// experiments_read.c - the section `experiments` of a fit; see experiments.h.
#include "sweep/experiment_parts.h"

#include "base/text.h"
#include "console/session.h"
#include "fit/table.h"
#include "measure/table.h"
#include "sweep/predictor.h"
#include "sweep/wanted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void experiments_fault(fit_reading *reading, const node *at, const scree_error *error)
{
    reader_fault(&reading->reader, at, error->hint, "%s", error->what);
}

// ---- the columns

static bool find_column(const model *model, const char *probe, const char *column,
                        char words[2][80], scree_error *error)
{
    probe_table table;
    char place[100];
    bool found = false;
    snprintf(place, sizeof place, "%.80s", probe);
    scree_status status = wanted_columns(model, place, probe, &table, error);
    text_buffer hint = {0};
    text_append(&hint, "there are");
    for (int k = 0; k < table.columns && !status; k++) {
        text_append_format(&hint, "%s %s", k ? "," : "", table.column[k].name);
        if (strcmp(table.column[k].name, column) != 0)
            continue;
        found = true;
        const char *unit = table.column[k].unit;
        snprintf(words[0], 80, "%s", column);
        snprintf(words[1], 80, "%s", *unit ? unit : "1");
    }
    if (!status && !found)
        fail(error, SCREE_BAD_INPUT, place, hint.failed ? "" : hint.data,
             "the probe %.60s has no column %.60s", probe, column);
    text_buffer_clear(&hint);
    table_clear(&table);
    return found;
}

static scree_status check_from(const experiment *is, scree_error *error)
{
    const bool timed = !*is->since.stage && isfinite(is->since.time);
    if (!timed || is->since.time <= is->longest)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "from", "give an earlier time, or let the case run longer",
                "from = %.6g s is beyond the end of the run, %.6g s", is->since.time, is->longest);
}

// Looks at the case, whose faults are told by itself.
static bool look_at_case(const experiment_kind *kind, experiment *is, const char *column,
                         const char *across, fit_reading *reading, const node *at)
{
    session session;
    scree_error error;
    if (session_open(&session, kind->path, &kind->set, true) != ARGS_GO_ON) {
        reader_fault(&reading->reader, at, "its faults stand above", "this case cannot be used");
        return false;
    }
    bool good = !since_check(&session.model, "from", &is->since, &error);
    is->longest = session.model.steps ? INFINITY : session.model.duration;
    good = good && !check_from(is, &error);
    good = good && find_column(&session.model, is->probe, column, is->words + 2, &error);
    if (good && is->curve)
        good = find_column(&session.model, is->across_probe, across, is->words, &error);
    if (!good)
        experiments_fault(reading, at, &error);
    session_close(&session);
    return good;
}

// ---- what was measured

static bool grow_set(fit_set *set, int lines)
{
    set->count = lines;
    set->input = calloc((size_t)lines, sizeof *set->input);
    set->value = calloc((size_t)lines, sizeof *set->value);
    set->error = calloc((size_t)lines, sizeof *set->error);
    return set->input && set->value && set->error;
}

static void read_numbers(fit_reading *reading, node *map, fit_set *set)
{
    reader *reader = &reading->reader;
    const char *unit = set->is->output[0].unit;
    double error = NAN;
    node *measured = reader_need(reader, map, "measured", "give the measured value, with its unit");
    const node *at = reader_need(reader, map, "error", "give its standard error, with its unit");
    reader_real(reader, at, unit, ROW_POSITIVE, INFINITY, &error);
    if (!measured)
        return;
    const bool list = measured->kind == NODE_LIST;
    if (list && !measured->count) {
        reader_fault(reader, measured, "give what was measured, or leave the experiment out",
                     "this is no measured value");
        return;
    }
    if (!grow_set(set, list ? measured->count : 1)) {
        reader->book->no_memory = true;
        return;
    }
    for (int i = 0; i < set->count; i++) {
        const node *one = list ? measured->entry[i].value : measured;
        if (list)
            measured->entry[i].seen = true;
        reader_real(reader, one, unit, -INFINITY, INFINITY, &set->value[i]);
        set->error[i] = error;
    }
}

static void read_curve(fit_reading *reading, node *map, fit_set *set)
{
    reader *reader = &reading->reader;
    const node *at = reader_need(reader, map, "file", "name the table of what was measured");
    const char *name = at ? reader_text(reader, at) : NULL;
    const node *error_at = reader_take(reader, map, "error");
    double error = NAN;
    if (error_at)
        reader_real(reader, error_at, set->is->output[0].unit, ROW_POSITIVE, INFINITY, &error);
    if (!name || !reader_may_read(reader, at, name))
        return;
    const bool whole = *name == '/' || !strcmp(reading->folder, ".");
    char *path = whole ? text_copy(name) : text_format("%s/%s", reading->folder, name);
    if (!path)
        reader->book->no_memory = true;
    const bool good = path && fit_table_read(path, set, reader->book);
    for (int i = 0; good && i < set->count; i++) {
        if (isnan(set->error[i]))
            set->error[i] = error;
        if (!(set->error[i] > 0)) {
            reader_fault(reader, at, "give error: VALUE, or a column NAME_error in the table",
                         "there are no standard errors");
            break;
        }
    }
    set->file = path;
}

// Runs must come to where was measured, and squares of what is off must be numbers.
static void check_data(fit_reading *reading, const node *map, const experiment *is,
                       const fit_set *set)
{
    reader *reader = &reading->reader;
    const double far = 1e100;
    const bool timed = is->curve && !strcmp(is->words[0], "time");
    const double rounding = 1e-6;
    const node *file = node_find(map, "file");
    const node *measured = node_find(map, "measured");
    const node *at = file ? file : measured ? measured : map;
    for (int i = 0; i < set->count; i++) {
        const double time = set->input[i];
        const bool beyond = time > is->longest * (1 + rounding);
        if (timed && (beyond || time < 0)) {
            reader_fault(reader, at, "leave that out, or let the case run longer",
                         "it has a value at %.6g s, and runs go from 0 to %.6g s", time,
                         is->longest);
            return;
        }
        if (!(fabs(set->value[i]) <= far * set->error[i])) {
            reader_fault(reader, at, "check its unit and its standard error",
                         "%.6g is out of all proportion to its standard error, %.6g", set->value[i],
                         set->error[i]);
            return;
        }
    }
}

static int ascending(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;
    return (a > b) - (a < b);
}

static bool find_knots(experiment *is, const fit_set *set)
{
    const size_t count = (size_t)set->count;
    const size_t bytes = count * sizeof(double);
    is->knot = malloc(bytes + 1);
    is->error = malloc(bytes + 1);
    if (!is->knot || !is->error)
        return false;
    if (!count)
        return true;
    memcpy(is->knot, set->input, bytes);
    memcpy(is->error, set->error, bytes);
    qsort(is->knot, count, sizeof(double), ascending);
    for (size_t i = 0; i < count; i++) {
        const double next = is->knot[i];
        const bool first = !is->knots;
        if (first || next > is->knot[is->knots - 1])
            is->knot[is->knots++] = next;
    }
    return true;
}

// ---- one experiment

static void read_take(fit_reading *reading, node *map, experiment *is)
{
    static const char *const takes[] = {"last", "mean", "peak", "at", "sum", "curve"};
    reader *reader = &reading->reader;
    node *take = reader_take(reader, map, "take");
    static const probed_take meant[] = {PROBED_LAST, PROBED_MEAN, PROBED_PEAK,
                                        PROBED_AT,   PROBED_SUM,  PROBED_MEAN};
    enum { MEAN = 1, CURVE = 5 };
    int word = MEAN;
    if (take)
        word = reader_word(reader, take, takes, CURVE + 1);
    is->curve = word == CURVE;
    is->take = meant[word < 0 ? MEAN : word];
    is->since = (since){.time = -INFINITY};
    node *from = reader_take(reader, map, "from");
    const bool is_stage = from && from->kind == NODE_SCALAR && since_stage(from->text);
    if (is_stage)
        since_read("from", reader_text(reader, from), &is->since, NULL);
    else if (from)
        reader_real(reader, from, "s", -INFINITY, INFINITY, &is->since.time);
}

// `column` of the same probe, or PROBE.COLUMN.
static void read_across(fit_reading *reading, node *map, experiment *is, char column[80])
{
    reader *reader = &reading->reader;
    const node *over = NULL;
    const char *text = NULL;
    enum { ROOM = sizeof is->across_probe };
    if (is->curve)
        over = reader_take(reader, map, "over");
    if (over)
        text = reader_text(reader, over);
    if (!text)
        text = "time";
    const char *dot = strchr(text, '.');
    const char *probe = dot ? text : is->probe;
    const int length = (int)strcspn(probe, ".");
    snprintf(column, 80, "%s", dot ? dot + 1 : text);
    snprintf(is->across_probe, ROOM, "%.*s", length, probe);
}

static void read_one(experiments *all, fit_reading *reading, node *map, experiment *is,
                     fit_set *set)
{
    reader *reader = &reading->reader;
    char across[80];
    const node *probe_at = reader_need(reader, map, "probe", "name a probe of the case");
    const node *column_at = reader_need(reader, map, "column", "name a column of the probe");
    const char *probe = probe_at ? reader_text(reader, probe_at) : NULL;
    const char *column = column_at ? reader_text(reader, column_at) : NULL;
    is->kind = experiments_find_kind(all, reading, map);
    read_take(reading, map, is);
    if (!probe || !column || is->kind < 0)
        return;
    snprintf(is->probe, sizeof is->probe, "%s", probe);
    read_across(reading, map, is, across);
    if (!look_at_case(&all->kind[is->kind], is, column, across, reading, map))
        return;
    if (is->curve)
        read_curve(reading, map, set);
    else
        read_numbers(reading, map, set);
    if (!reader->book->count)
        check_data(reading, map, is, set);
    if (!find_knots(is, set))
        reader->book->no_memory = true;
    is->first = all->numbers;
    all->numbers += is->knots;
    reader_finish(reader, map);
}

// What the model predicts comes from predictor.c.
static void make_model(experiment *is, fit_set *set)
{
    is->across.name = is->words[0];
    is->across.unit = is->words[1];
    is->across.doc = "where";
    is->measured.name = is->words[2];
    is->measured.unit = is->words[3];
    is->measured.doc = "what was measured";
    strcpy(is->words[0], "number");
    strcpy(is->words[1], "1");
    is->model.what.name = is->name;
    is->model.what.doc = "runs of a case";
    is->model.input = &is->across;
    is->model.output = &is->measured;
    is->model.inputs = 1;
    is->model.outputs = 1;
    is->model.precision = 1e-9;
    is->model.parameters = predictor_parameters;
    is->model.predict = predictor_predict;
    set->is = &is->model;
    set->constants.what = &is->model.what;
    set->weight = 1;
    strcpy(set->name, is->name);
}

static bool make_room(experiments *all, fit_problem *problem, int count)
{
    all->experiment = calloc((size_t)count + 1, sizeof *all->experiment);
    problem->set = calloc((size_t)count + 1, sizeof *problem->set);
    bool ok = all->experiment && problem->set;
    for (int i = 0; i < count && ok; i++) {
        all->experiment[i] = calloc(1, sizeof **all->experiment);
        ok = all->experiment[i] != NULL;
        all->count += ok;
    }
    return ok;
}

void experiments_read_list(experiments *all, fit_reading *reading, node *node)
{
    reader *reader = &reading->reader;
    fit_problem *problem = &reading->job.problem;
    const int count = node ? node->count : 0;
    const bool scalar = !count || node->kind == NODE_SCALAR;
    if (scalar || count > FIT_SETS_MOST) {
        reader_fault(reader, node, "give 1 to 64 of {case, probe, column, measured, error}",
                     "this is no list of experiments");
        return;
    }
    if (!make_room(all, problem, node->count)) {
        reader->book->no_memory = true;
        return;
    }
    for (int i = 0; i < node->count; i++) {
        experiment *is = all->experiment[i];
        fit_set *set = &problem->set[problem->sets++];
        node_entry *entry = &node->entry[i];
        entry->seen = true;
        is->all = all;
        const struct node *name = NULL;
        if (!reader_is_map(reader, entry->value))
            continue;
        if (!entry->key)
            name = reader_take(reader, entry->value, "name");
        const char *called = entry->key ? entry->key : name ? reader_text(reader, name) : NULL;
        snprintf(is->name, sizeof is->name, "experiment-%d", i + 1);
        if (called && reader_name_is_good(reader, entry->value, called))
            snprintf(is->name, sizeof is->name, "%.47s", called);
        make_model(is, set);
        read_one(all, reading, entry->value, is, set);
    }
}

void experiments_clear(experiments *all)
{
    fit_job_clear(&all->job);
    for (int i = 0; i < all->count; i++) {
        free(all->experiment[i]->knot);
        free(all->experiment[i]->error);
        free(all->experiment[i]);
    }
    for (int i = 0; i < all->kinds; i++)
        experiments_kind_clear(&all->kind[i]);
    for (int i = 0; i < FIT_PARAMETERS_MOST; i++)
        axis_clear(&all->range[i]);
    free(all->experiment);
    free(all->kind);
    free(all->folder);
    memset(all, 0, sizeof *all);
}
