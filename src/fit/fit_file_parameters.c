// fit_file_parameters.c - the parameters that a fit asks for, with their ranges; see fit_file_parts.h.
#include "fit/fit_file_parts.h"

#include "fit/fit_file.h"
#include "base/text.h"
#include "case/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The unit of a parameter and its range, from the models of the data.
static bool find_row(const fit_problem *problem, const char *name, const row **out)
{
    for (int i = 0; i < problem->sets; i++) {
        for (int k = 0; k < problem->set[i].wanted; k++) {
            if (!strcmp(problem->set[i].want[k].name, name)) {
                *out = &problem->set[i].want[k].is;
                return true;
            }
        }
    }
    return false;
}

static void unknown_parameter(fit_reading *reading, const node *at, const char *name)
{
    const char *names[FIT_PARAMETERS_MOST * 4] = {NULL};
    const fit_problem *problem = &reading->job.problem;
    int count = 0;
    char hint[300];
    for (int i = 0; i < problem->sets; i++) {
        for (int k = 0; k < problem->set[i].wanted && count < FIT_PARAMETERS_MOST * 4; k++)
            names[count++] = problem->set[i].want[k].name;
    }
    const char *near = text_closest(name, names, count, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    else
        snprintf(hint, sizeof hint, "the models of the data take:");
    for (int k = 0; !near && k < count; k++) {
        bool twice = false;
        for (int j = 0; j < k; j++)
            twice = twice || !strcmp(names[j], names[k]);
        if (!twice)
            text_list_add(hint, sizeof hint, names[k]);
    }
    reader_fault(&reading->reader, at, hint,
                 "parameters.%.60s: no model of the data takes such a parameter", name);
}

static void read_range(fit_reading *reading, node *map, const row *is, fit_parameter *parameter)
{
    static const char *const scales[] = {"log", "linear"};
    reader *reader = &reading->reader;
    bool good = reader_real(reader, reader_need(reader, map, "start", "give a first guess"),
                            is->unit, is->low, is->high, &parameter->start);
    good =
        reader_real(reader, reader_need(reader, map, "low", "give the lower bound of the search"),
                    is->unit, is->low, is->high, &parameter->low) &&
        good;
    good =
        reader_real(reader, reader_need(reader, map, "high", "give the upper bound of the search"),
                    is->unit, is->low, is->high, &parameter->high) &&
        good;
    node *scale = reader_take(reader, map, "scale");
    int word = scale ? reader_word(reader, scale, scales, 2) : 0;
    parameter->log = word == 0;
    reader_finish(reader, map);
    if (!good || word < 0)
        return;
    if (!(parameter->low < parameter->high)) {
        reader_fault(reader, map, "exchange the two", "parameters.%s: low is not below high",
                     parameter->name);
    } else if (parameter->start < parameter->low || parameter->start > parameter->high) {
        reader_fault(reader, map, "move the start or the bounds",
                     "parameters.%s: start is not between low and high", parameter->name);
    } else if (parameter->log && !(parameter->low > 0)) {
        reader_fault(reader, map, "give a low above 0, or scale: linear",
                     "parameters.%s is searched on a logarithmic scale, but its low is not above 0",
                     parameter->name);
    }
}

static void read_parameter(fit_reading *reading, node_entry *entry)
{
    fit_problem *problem = &reading->job.problem;
    const row *is;
    entry->seen = true;
    if (!reader_name_is_good(&reading->reader, entry->value, entry->key))
        return;
    if (!find_row(problem, entry->key, &is)) {
        if (reading->models == reading->job.problem.sets)
            unknown_parameter(reading, entry->value, entry->key);
        return;
    }
    if (problem->parameters == FIT_PARAMETERS_MOST) {
        reader_fault(&reading->reader, entry->value, "leave some to their defaults",
                     "more than %d parameters", FIT_PARAMETERS_MOST);
        return;
    }
    fit_parameter *parameter = &problem->parameter[problem->parameters++];
    *parameter = (fit_parameter){.unit = is->unit};
    snprintf(parameter->name, sizeof parameter->name, "%s", entry->key);
    if (entry->value->kind == NODE_SCALAR) {
        parameter->fixed = true;
        reader_real(&reading->reader, entry->value, is->unit, is->low, is->high, &parameter->start);
    } else if (reader_is_map(&reading->reader, entry->value))
        read_range(reading, entry->value, is, parameter);
}

// What the models need and have no default for.
static bool is_given(const fit_problem *problem, const char *name)
{
    for (int i = 0; i < problem->parameters; i++) {
        if (!strcmp(problem->parameter[i].name, name))
            return true;
    }
    return false;
}

// Does one of the first `sets` sets of data want it?
static bool is_wanted_before(const fit_problem *problem, int sets, const char *name)
{
    for (int i = 0; i < sets; i++) {
        const fit_set *set = &problem->set[i];
        for (int k = 0; k < set->wanted; k++) {
            if (!strcmp(set->want[k].name, name))
                return true;
        }
    }
    return false;
}

static void check_parameters(fit_reading *reading, const node *at)
{
    const fit_problem *problem = &reading->job.problem;
    for (int i = 0; i < problem->sets; i++) {
        const fit_set *set = &problem->set[i];
        for (int k = 0; k < set->wanted; k++) {
            const fit_wanted *wanted = &set->want[k];
            const bool found = is_given(problem, wanted->name) || node_find(at, wanted->name);
            const bool said = is_wanted_before(problem, i, wanted->name);
            if (found || said || !isnan(wanted->is.fallback))
                continue;
            reader_fault(&reading->reader, at, wanted->is.doc,
                         "missing parameter '%s', which data.%s depends on", wanted->name,
                         set->name);
        }
    }
}

void fit_read_parameters(fit_reading *reading, node *node)
{
    if (!reader_is_map(&reading->reader, node))
        return;
    for (int i = 0; i < node->count; i++)
        read_parameter(reading, &node->entry[i]);
    check_parameters(reading, node);
    int free = 0;
    for (int i = 0; i < reading->job.problem.parameters; i++)
        free += !reading->job.problem.parameter[i].fixed;
    if (!free && !reading->reader.book->count) {
        reader_fault(&reading->reader, node,
                     "give one of them as {start: ..., low: ..., high: ...}",
                     "all parameters are fixed");
    }
}
