// experiments_parameters.c - the section `parameters` of a fit whose experiments are runs; see experiments.h.
#include "sweep/experiment_parts.h"

#include "base/text.h"
#include "sweep/ways.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A key of a parameter as text; NULL: it is not there, or a fault.
static const char *text_of(fit_reading *reading, node *map, const char *key, const char *hint)
{
    const node *at = hint ? reader_need(&reading->reader, map, key, hint)
                          : reader_take(&reading->reader, map, key);
    return at ? reader_text(&reading->reader, at) : NULL;
}

static scree_status read_value(const char *name, const char *text, axis *range, double *out,
                               scree_error *error)
{
    axis axis;
    scree_status status = axis_read(name, text, &axis, error);
    if (!status && (axis.values != 1 || !axis.numeric))
        status = fail(error, SCREE_BAD_INPUT, name, "such as 0.3 or 5 MPa",
                      "`%.60s` is no number with a unit", text);
    const bool other = !status && range->name && strcmp(range->unit, axis.unit) != 0;
    if (other && axis.number[0] != 0)
        status = fail(error, SCREE_BAD_INPUT, name, "give all of them one unit",
                      "`%.60s` has another dimension than the bounds", text);
    if (!status)
        *out = axis.number[0];
    if (!status && !range->name)
        *range = axis;
    else
        axis_clear(&axis);
    return status;
}

static scree_status read_bounds(fit_reading *reading, node *map, fit_parameter *parameter,
                                axis *range, scree_error *error)
{
    static const char *const scales[] = {"log", "linear"};
    const char *low = text_of(reading, map, "low", "give the lower bound of the search");
    const char *high = text_of(reading, map, "high", "give the upper bound of the search");
    const char *start = text_of(reading, map, "start", NULL);
    const node *scale = reader_take(&reading->reader, map, "scale");
    const int word = scale ? reader_word(&reading->reader, scale, scales, 2) : 0;
    parameter->log = word == 0;
    if (!low || !high || word < 0)
        return SCREE_OK; // complained of
    char *text = text_format("%s:%s%s", low, high, parameter->log ? ":log" : "");
    scree_status status =
        text ? axis_read(parameter->name, text, range, error) : fail_memory(error, parameter->name);
    free(text);
    if (status == SCREE_BAD_INPUT && !strstr(error->what, "dimension"))
        snprintf(error->hint, sizeof error->hint,
                 "low is below high, and above 0 but with scale: linear");
    if (!status && !range->is_range)
        status = fail(error, SCREE_BAD_INPUT, parameter->name, "such as low: 0.1, high: 0.8",
                      "low and high are no two numbers");
    if (status)
        return status;
    parameter->low = range->low;
    parameter->high = range->high;
    parameter->start = 0.5 * (range->low + range->high);
    if (parameter->log)
        parameter->start = sqrt(range->low * range->high);
    if (start)
        status = read_value(parameter->name, start, range, &parameter->start, error);
    const bool below = parameter->start < parameter->low;
    const bool above = parameter->start > parameter->high;
    if (!status && (below || above))
        status = fail(error, SCREE_BAD_INPUT, parameter->name, "move the start or the bounds",
                      "start is not between low and high");
    return status;
}

// A setting of an experiment at the place of a parameter would be overridden without a word.
static scree_status check_settings(const experiment_kind *kind, const axis *way, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < kind->set.count && !status; i++) {
        for (int k = 0; k < way->keys && !status; k++) {
            if (!strcmp(kind->set.item[i].key, way->key[k]))
                status = fail(error, SCREE_BAD_INPUT, way->name,
                              "leave it out of `set`, or out of the parameters",
                              "an experiment sets %.100s, which is a parameter", way->key[k]);
        }
    }
    return status;
}

// Where the parameter stands in each case; it must stand in one.
static scree_status find_ways(experiments *all, int number, const char *key, scree_error *error)
{
    bool any = false;
    scree_error missing;
    scree_status status = SCREE_OK;
    for (int i = 0; i < all->kinds; i++) {
        experiment_kind *kind = &all->kind[i];
        axis *way = &kind->way[number];
        status = axis_read(key, "1", way, error);
        if (status)
            return status;
        status = ways_find(kind->path, &kind->set, way, &missing);
        any = any || !status;
        if (status && status != SCREE_BAD_INPUT)
            break;
        if (!status && check_settings(kind, way, error))
            return SCREE_BAD_INPUT;
        status = any ? SCREE_OK : status;
    }
    if (status)
        *error = missing;
    return status;
}

static void read_parameter(experiments *all, fit_reading *reading, node_entry *entry)
{
    fit_problem *problem = &reading->job.problem;
    reader *reader = &reading->reader;
    scree_error error;
    entry->seen = true;
    const char *dot = strrchr(entry->key, '.');
    if (dot) { // a way to a key, which is no name: it becomes part of file names
        char hint[200];
        snprintf(hint, sizeof hint, "write %.40s: {key: %.100s, ...}", dot[1] ? dot + 1 : "NAME",
                 entry->key);
        reader_fault(reader, entry->value, hint, "'%.100s' is a way and no name of a parameter",
                     entry->key);
        return;
    }
    if (!reader_name_is_good(reader, entry->value, entry->key))
        return;
    if (problem->parameters == FIT_PARAMETERS_MOST) {
        reader_fault(reader, entry->value, "fix some in the case", "more than %d parameters",
                     FIT_PARAMETERS_MOST);
        return;
    }
    const int number = problem->parameters++;
    fit_parameter *parameter = &problem->parameter[number];
    axis *range = &all->range[number];
    const char *key = entry->key;
    scree_status status = SCREE_OK;
    *parameter = (fit_parameter){.fixed = entry->value->kind == NODE_SCALAR};
    snprintf(parameter->name, sizeof parameter->name, "%.47s", entry->key);
    if (parameter->fixed) {
        status = read_value(parameter->name, entry->value->text, range, &parameter->start, &error);
    } else if (reader_is_map(reader, entry->value)) {
        const char *way = text_of(reading, entry->value, "key", NULL);
        key = way ? way : key;
        status = read_bounds(reading, entry->value, parameter, range, &error);
        reader_finish(reader, entry->value);
    }
    if (!status)
        status = find_ways(all, number, key, &error);
    if (status)
        experiments_fault(reading, entry->value, &error);
}

void experiments_read_parameters(experiments *all, fit_reading *reading, node *node)
{
    if (!node || !reader_is_map(&reading->reader, node))
        return;
    int free = 0;
    for (int i = 0; i < node->count; i++)
        read_parameter(all, reading, &node->entry[i]);
    for (int i = 0; i < reading->job.problem.parameters; i++)
        free += !reading->job.problem.parameter[i].fixed;
    if (!free && !reading->reader.book->count)
        reader_fault(&reading->reader, node, "give one of them as {low: ..., high: ...}",
                     "all parameters are fixed");
}
