// fit_file.c - see fit_file.h.
#include "fit/fit_file_parts.h"
#include "fit/fit_file.h"

#include "base/text.h"
#include "case/reader.h"
#include "fit/table.h"
#include "scene/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, MAX_FILE = 16 << 20 };

// --- data -----------------------------------------------------------------------------------------------------------

static void read_table(fit_reading *reading, const node *at, fit_set *set)
{
    const char *name = reader_text(&reading->reader, at);
    if (!name)
        return;
    char *path = *name == '/' || !strcmp(reading->folder, ".")
                     ? text_copy(name)
                     : text_format("%s/%s", reading->folder, name);
    if (!path) {
        reading->reader.book->no_memory = true;
        return;
    }
    if (reader_may_read(&reading->reader, at, name))
        fit_table_read(path, set, reading->reader.book);
    set->file = path;
}

// errors: {COLUMN: value} gives all measurements of a column the same standard error.
static void read_errors(fit_reading *reading, node *map, fit_set *set)
{
    reader *reader = &reading->reader;
    if (!map || !reader_is_map(reader, map))
        return;
    for (int k = 0; k < set->is->outputs; k++) {
        const fit_column *column = &set->is->output[k];
        double value;
        const node *at = reader_take(reader, map, column->name);
        if (!at || !reader_real(reader, at, column->unit, ROW_POSITIVE, INFINITY, &value))
            continue;
        bool twice = false;
        for (int i = 0; i < set->count; i++) {
            twice = twice || set->error[i * set->is->outputs + k] > 0;
            set->error[i * set->is->outputs + k] = value;
        }
        if (set->count && isnan(set->value[k])) {
            reader_fault(reader, at, "leave it out",
                         "data.%s.errors.%s: the table has no such column", set->name,
                         column->name);
        } else if (twice) {
            reader_fault(reader, at, "leave one of them",
                         "data.%s.errors.%s: the table has a column %s_error as well", set->name,
                         column->name, column->name);
        }
    }
    reader_finish(reader, map);
}

// What belongs to the other objective.
static void check_objective(fit_reading *reading, const fit_set *data, const node *set,
                            const node *weight)
{
    bool errors = false;
    const bool normalized = reading->job.problem.objective == OBJECTIVE_START;
    for (int i = 0; i < data->count * data->is->outputs; i++)
        errors = errors || data->error[i] > 0;
    if (weight && !normalized) {
        reader_fault(&reading->reader, weight,
                     "give standard errors (errors: {...}, or columns NAME_error), or write "
                     "objective: normalized-least-squares",
                     "data.%s.weight: measurements weigh by their standard errors", data->name);
    }
    if (errors && normalized) {
        reader_fault(&reading->reader, set,
                     "leave them out, or leave out objective: normalized-least-squares",
                     "data.%s has standard errors, which normalized least squares do not know",
                     data->name);
    }
}

static void read_set(fit_reading *reading, node_entry *entry, fit_set *set)
{
    int count;
    scree_error error;
    const plugin *const *list = fit_model_plugins(&count);
    reader *reader = &reading->reader;
    node *map = entry->value;
    entry->seen = true;
    snprintf(set->name, sizeof set->name, "%.47s", entry->key);
    set->weight = 1;
    if (!reader_name_is_good(reader, map, entry->key) || !reader_is_map(reader, map))
        return;
    node *file = reader_need(reader, map, "file", "name a table of measurements");
    const node *weight = reader_take(reader, map, "weight");
    reader_real(reader, weight, "1", ROW_POSITIVE, INFINITY, &set->weight);
    node *errors = reader_take(reader, map, "errors");
    const node *model = reader_need(reader, map, "model", "say what was measured: model: NAME");
    const char *name = model ? reader_text(reader, model) : NULL;
    const plugin *what = name ? reader_plugin(reader, model, name, list, count, "model") : NULL;
    if (!what)
        return;
    const bool good = reader_rows(reader, map, what, &set->constants);
    reader_finish(reader, map);
    set->is = fit_model_find(what);
    if (file)
        read_table(reading, file, set);
    read_errors(reading, errors, set);
    check_objective(reading, set, map, weight);
    scree_status status = set->is->parameters(&set->constants, set->want, &set->wanted, &error);
    reading->models += !status;
    if (status && good) {
        const node *at = node_find(map, error.where);
        reader_fault(reader, at ? at : map, error.hint, "data.%s.%s: %s", set->name, error.where,
                     error.what);
    }
}

static void read_data(fit_reading *reading, node *node)
{
    fit_problem *problem = &reading->job.problem;
    if (!reader_is_map(&reading->reader, node))
        return;
    if (!node->count || node->count > FIT_SETS_MOST) {
        reader_fault(&reading->reader, node, "",
                     node->count ? "more than 64 sets of data" : "there are no data");
        return;
    }
    problem->set = calloc((size_t)node->count, sizeof *problem->set);
    if (!problem->set) {
        reading->reader.book->no_memory = true;
        return;
    }
    for (int i = 0; i < node->count; i++)
        read_set(reading, &node->entry[i], &problem->set[problem->sets++]);
}

// --- searches -------------------------------------------------------------------------------------------------------

static void read_search(fit_reading *reading, node_entry *entry, fit_search *search)
{
    int count;
    int64_t starts = 1;
    int64_t seed = 1;
    const plugin *const *list = fit_method_plugins(&count);
    reader *reader = &reading->reader;
    entry->seen = true;
    snprintf(search->name, sizeof search->name, "%.47s", entry->key);
    search->target = NAN;
    if (!reader_name_is_good(reader, entry->value, entry->key) ||
        !reader_is_map(reader, entry->value))
        return;
    node *many = reader_take(reader, entry->value, "starts");
    reader_integer(reader, many, 1, 10000, &starts);
    reader_integer(reader, reader_take(reader, entry->value, "seed"), 0, INT64_MAX, &seed);
    reader_real(reader, reader_take(reader, entry->value, "target"), "1", ROW_POSITIVE, INFINITY,
                &search->target);
    search->starts = (int)starts;
    search->seed = (uint64_t)seed;
    if (!reader_choice(reader, entry->value, &(plugin_family){list, count, "method"}, false,
                       &search->options))
        return;
    search->is = fit_method_find(search->options.what);
    if (search->is->ignores_start && starts > 1) {
        reader_fault(reader, many, "leave it out", "searches.%s: the method %s has no start",
                     search->name, search->is->what.name);
    }
}

void fit_read_searches(fit_reading *reading, node *node)
{
    if (!reader_is_map(&reading->reader, node))
        return;
    if (!node->count) {
        reader_fault(&reading->reader, node, "such as best: {law: subplex, starts: 5}",
                     "there is no search");
    }
    reading->job.search = calloc((size_t)node->count + 1, sizeof *reading->job.search);
    if (!reading->job.search) {
        reading->reader.book->no_memory = true;
        return;
    }
    for (int i = 0; i < node->count; i++) {
        fit_search *search = &reading->job.search[reading->job.searches++];
        read_search(reading, &node->entry[i], search);
    }
}

// --- the whole ------------------------------------------------------------------------------------------------------

static void read_objective(fit_reading *reading, node *node)
{
    static const char *const objectives[] = {"chi-squared", "normalized-least-squares"};
    const bool scalar = node && node->kind == NODE_SCALAR;
    reading->job.problem.objective = OBJECTIVE_ERRORS;
    if (scalar && !strcmp(node->text, "seed-004")) {
        reader_fault(&reading->reader, node, "write objective: normalized-least-squares",
                     "objective: seed-004 is called normalized-least-squares now");
    } else if (node && reader_word(&reading->reader, node, objectives, 2) == 1) {
        reading->job.problem.objective = OBJECTIVE_START;
    }
}

static void read_root(fit_reading *reading, node *root)
{
    reader *reader = &reading->reader;
    fit_problem *problem = &reading->job.problem;
    int64_t version;
    problem->level = 0.95;
    problem->plot = true;
    if (root->kind != NODE_MAP) {
        reader_fault(reader, root, "begin with scree_fit: 1",
                     "a fit is a mapping of keys to values");
        return;
    }
    if (!node_find(root, "scree_fit")) { // any file: its contents are not repeated in messages
        reader->book->count = 0;
        reader->book->left_out = 0;
        reader_fault(reader, root, "begin the file with scree_fit: 1", "missing key 'scree_fit'");
        return;
    }
    node *map = reader_take(reader, root, "scree_fit");
    if (reader_integer(reader, map, 0, INT64_MAX, &version) && version != VERSION) {
        reader_fault(reader, map, "this program reads scree_fit: 1",
                     "scree_fit = %s is a version that is not known", map->text);
    }
    node *title = reader_take(reader, root, "title");
    problem->title = title ? reader_copy(reader, title) : text_copy("");
    read_objective(reading, reader_take(reader, root, "objective"));
    read_data(reading,
              reader_need(reader, root, "data", "give data: {NAME: {model: ..., file: ...}}"));
    fit_read_parameters(reading,
                        reader_need(reader, root, "parameters",
                                    "give parameters: {NAME: {start: ..., low: ..., high: ...}}"));
    fit_read_searches(reading, reader_need(reader, root, "searches",
                                           "such as searches: {best: {law: subplex, starts: 5}}"));
    reader_real(reader, reader_take(reader, root, "level"), "1", 0.5, 0.9999, &problem->level);
    reader_flag(reader, reader_take(reader, root, "plot"), &problem->plot);
    reader_finish(reader, root);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return text_copy(".");
    return slash == path ? text_copy("/") : text_slice(path, (size_t)(slash - path));
}

static void read_text(fit_reading *reading, const case_source *given, const case_override *override,
                      int overrides, char **label)
{
    node *root = tree_read(given->text, given->length, given->name, reading->reader.book);
    for (int i = 0; root && i < overrides; i++)
        tree_override(root, &override[i], label[i], reading->reader.book);
    if (root)
        read_root(reading, root);
    tree_free(root);
}

static scree_status read_all(fit_reading *reading, const char *path, const case_override *override,
                             int overrides, fault_list *faults)
{
    char *text = NULL;
    char **label = calloc((size_t)overrides + 1, sizeof *label);
    size_t length;
    scree_error error;
    scree_status status = label && reading->folder ? SCREE_OK : fail_memory(&error, path);
    for (int i = 0; i < overrides && !status; i++) {
        if (!(label[i] = text_format("--set %.200s", override[i].key)))
            status = fail_memory(&error, path);
    }
    if (!status)
        status = text_file_load(path, MAX_FILE, &text, &length, &error);
    if (!status) {
        read_text(reading, &(case_source){text, length, path}, override, overrides, label);
        bool faulty = reading->reader.book->count || reading->reader.book->left_out;
        if (reading->reader.book->no_memory)
            status = fail_memory(&error, path);
        else if (faulty)
            status = SCREE_BAD_INPUT;
        else
            status = fit_prepare(&reading->job.problem, &error);
        if (status && (!faulty || reading->reader.book->no_memory))
            fault_add(faults, status, error.where, error.hint, "%s", error.what);
    } else
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
    book_close(reading->reader.book, faults);
    for (int i = 0; label && i < overrides; i++)
        free(label[i]);
    free(label);
    free(text);
    return status;
}

scree_status fit_read(const char *path, const case_override *override, int overrides, fit_job *out,
                      fault_list *faults)
{
    return fit_read_within(NULL, path, override, overrides, out, faults);
}

scree_status fit_read_within(const char *within, const char *path, const case_override *override,
                             int overrides, fit_job *out, fault_list *faults)
{
    fault_book book = {0};
    const reader reader = {
        .book = &book,
        .name = path,
        .dimensions = 3,
        .within = within,
    };
    fit_reading reading = {.reader = reader, .folder = folder_of(path)};
    scree_status status = read_all(&reading, path, override, overrides, faults);
    free(reading.folder);
    if (status)
        fit_job_clear(&reading.job);
    else
        *out = reading.job;
    return status;
}

void fit_job_clear(fit_job *job)
{
    fit_problem_clear(&job->problem);
    for (int i = 0; i < job->searches; i++)
        choice_clear(&job->search[i].options);
    free(job->search);
    memset(job, 0, sizeof *job);
}
