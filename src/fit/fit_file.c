// fit_file.c - see fit_file.h.
#include "fit/fit_file.h"

#include "base/text.h"
#include "case/reader.h"
#include "fit/table.h"
#include "scene/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, MAX_FILE = 16 << 20 };

typedef struct reading {
    reader r;
    fit_job job;
    int models;   // sets of data whose parameters are known; the others were complained of
    char *folder; // of the file
} reading;

// --- parameters -----------------------------------------------------------------------------------------------------

// The unit of a parameter and its range, from the models of the data.
static bool find_row(const fit_problem *p, const char *name, const row **out)
{
    for (int i = 0; i < p->sets; i++)
        for (int k = 0; k < p->set[i].wanted; k++)
            if (!strcmp(p->set[i].want[k].name, name)) {
                *out = &p->set[i].want[k].is;
                return true;
            }
    return false;
}

static void unknown_parameter(reading *f, const node *at, const char *name)
{
    const char *names[FIT_PARAMETERS_MOST * 4];
    const fit_problem *p = &f->job.problem;
    int count = 0;
    char hint[300];
    for (int i = 0; i < p->sets; i++)
        for (int k = 0; k < p->set[i].wanted && count < FIT_PARAMETERS_MOST * 4; k++)
            names[count++] = p->set[i].want[k].name;
    const char *near = text_closest(name, names, count, 3);
    size_t n = (size_t)(near ? snprintf(hint, sizeof hint, "did you mean '%s'?", near)
                             : snprintf(hint, sizeof hint, "the models of the data take:"));
    for (int k = 0; !near && k < count && n < sizeof hint; k++) {
        bool twice = false;
        for (int j = 0; j < k; j++)
            twice = twice || !strcmp(names[j], names[k]);
        if (!twice)
            n += (size_t)snprintf(hint + n, sizeof hint - n, "%s %s", k ? "," : "", names[k]);
    }
    reader_fault(&f->r, at, hint, "parameters.%.60s: no model of the data takes such a parameter",
                 name);
}

static void read_range(reading *f, node *n, const row *is, fit_parameter *q)
{
    static const char *const scales[] = {"log", "linear"};
    reader *r = &f->r;
    bool good = reader_real(r, reader_need(r, n, "start", "give a first guess"), is->unit, is->low,
                            is->high, &q->start);
    good = reader_real(r, reader_need(r, n, "low", "give the lower bound of the search"), is->unit,
                       is->low, is->high, &q->low) &&
           good;
    good = reader_real(r, reader_need(r, n, "high", "give the upper bound of the search"), is->unit,
                       is->low, is->high, &q->high) &&
           good;
    node *scale = reader_take(r, n, "scale");
    int word = scale ? reader_word(r, scale, scales, 2) : 0;
    q->log = word == 0;
    reader_finish(r, n);
    if (!good || word < 0)
        return;
    if (!(q->low < q->high))
        reader_fault(r, n, "exchange the two", "parameters.%s: low is not below high", q->name);
    else if (q->start < q->low || q->start > q->high)
        reader_fault(r, n, "move the start or the bounds",
                     "parameters.%s: start is not between low and high", q->name);
    else if (q->log && !(q->low > 0))
        reader_fault(r, n, "give a low above 0, or scale: linear",
                     "parameters.%s is searched on a logarithmic scale, but its low is not above 0",
                     q->name);
}

static void read_parameter(reading *f, node_entry *e)
{
    fit_problem *p = &f->job.problem;
    const row *is;
    e->seen = true;
    if (!reader_name_is_good(&f->r, e->value, e->key))
        return;
    if (!find_row(p, e->key, &is)) {
        if (f->models == f->job.problem.sets)
            unknown_parameter(f, e->value, e->key);
        return;
    }
    if (p->parameters == FIT_PARAMETERS_MOST) {
        reader_fault(&f->r, e->value, "leave some to their defaults", "more than %d parameters",
                     FIT_PARAMETERS_MOST);
        return;
    }
    fit_parameter *q = &p->parameter[p->parameters++];
    *q = (fit_parameter){.unit = is->unit};
    snprintf(q->name, sizeof q->name, "%s", e->key);
    if (e->value->kind == NODE_SCALAR) {
        q->fixed = true;
        reader_real(&f->r, e->value, is->unit, is->low, is->high, &q->start);
    } else if (reader_is_map(&f->r, e->value))
        read_range(f, e->value, is, q);
}

// What the models need and have no default for.
static void check_parameters(reading *f, const node *at)
{
    const fit_problem *p = &f->job.problem;
    for (int i = 0; i < p->sets; i++)
        for (int k = 0; k < p->set[i].wanted; k++) {
            const fit_wanted *w = &p->set[i].want[k];
            bool found = false, said = false;
            for (int j = 0; j < p->parameters; j++)
                found = found || !strcmp(p->parameter[j].name, w->name);
            for (int j = 0; j < i; j++)
                for (int m = 0; m < p->set[j].wanted; m++)
                    said = said || !strcmp(p->set[j].want[m].name, w->name);
            if (!found && !said && isnan(w->is.fallback) && !node_find(at, w->name))
                reader_fault(&f->r, at, w->is.doc,
                             "missing parameter '%s', which data.%s depends on", w->name,
                             p->set[i].name);
        }
}

static void read_parameters(reading *f, node *n)
{
    if (!reader_is_map(&f->r, n))
        return;
    for (int i = 0; i < n->count; i++)
        read_parameter(f, &n->entry[i]);
    check_parameters(f, n);
    int free = 0;
    for (int i = 0; i < f->job.problem.parameters; i++)
        free += !f->job.problem.parameter[i].fixed;
    if (!free && !f->r.book->count)
        reader_fault(&f->r, n, "give one of them as {start: ..., low: ..., high: ...}",
                     "all parameters are fixed");
}

// --- data -----------------------------------------------------------------------------------------------------------

static void read_table(reading *f, const node *at, fit_set *s)
{
    const char *name = reader_text(&f->r, at);
    if (!name)
        return;
    char *path = *name == '/' || !strcmp(f->folder, ".") ? text_copy(name)
                                                         : text_format("%s/%s", f->folder, name);
    if (!path) {
        f->r.book->no_memory = true;
        return;
    }
    if (reader_may_read(&f->r, at, name))
        fit_table_read(path, s, f->r.book);
    free(path);
}

// errors: {COLUMN: value} gives all measurements of a column the same standard error.
static void read_errors(reading *f, node *n, fit_set *s)
{
    reader *r = &f->r;
    if (!n || !reader_is_map(r, n))
        return;
    for (int k = 0; k < s->is->outputs; k++) {
        const fit_column *c = &s->is->output[k];
        double value;
        const node *at = reader_take(r, n, c->name);
        if (!at || !reader_real(r, at, c->unit, ROW_POSITIVE, INFINITY, &value))
            continue;
        bool twice = false;
        for (int i = 0; i < s->count; i++) {
            twice = twice || s->error[i * s->is->outputs + k] > 0;
            s->error[i * s->is->outputs + k] = value;
        }
        if (s->count && isnan(s->value[k]))
            reader_fault(r, at, "leave it out", "data.%s.errors.%s: the table has no such column",
                         s->name, c->name);
        else if (twice)
            reader_fault(r, at, "leave one of them",
                         "data.%s.errors.%s: the table has a column %s_error as well", s->name,
                         c->name, c->name);
    }
    reader_finish(r, n);
}

// What belongs to the other objective.
static void check_objective(reading *f, const fit_set *s, const node *set, const node *weight)
{
    bool errors = false;
    const bool normalized = f->job.problem.objective == OBJECTIVE_START;
    for (int i = 0; i < s->count * s->is->outputs; i++)
        errors = errors || s->error[i] > 0;
    if (weight && !normalized)
        reader_fault(&f->r, weight,
                     "give standard errors (errors: {...}, or columns NAME_error), or write "
                     "objective: normalized-least-squares",
                     "data.%s.weight: measurements weigh by their standard errors", s->name);
    if (errors && normalized)
        reader_fault(&f->r, set, "leave them out, or leave out objective: normalized-least-squares",
                     "data.%s has standard errors, which normalized least squares do not know",
                     s->name);
}

static void read_set(reading *f, node_entry *e, fit_set *s)
{
    int count;
    scree_error error;
    const plugin *const *list = fit_model_plugins(&count);
    reader *r = &f->r;
    e->seen = true;
    snprintf(s->name, sizeof s->name, "%.47s", e->key);
    s->weight = 1;
    if (!reader_name_is_good(r, e->value, e->key) || !reader_is_map(r, e->value))
        return;
    node *file = reader_need(r, e->value, "file", "name a table of measurements");
    const node *weight = reader_take(r, e->value, "weight");
    reader_real(r, weight, "1", ROW_POSITIVE, INFINITY, &s->weight);
    node *errors = reader_take(r, e->value, "errors");
    const node *model = reader_need(r, e->value, "model", "say what was measured: model: NAME");
    const char *name = model ? reader_text(r, model) : NULL;
    const plugin *what = name ? reader_plugin(r, model, name, list, count, "model") : NULL;
    if (!what)
        return;
    bool good = reader_rows(r, e->value, what, &s->constants);
    reader_finish(r, e->value);
    s->is = fit_model_find(what);
    if (file)
        read_table(f, file, s);
    read_errors(f, errors, s);
    check_objective(f, s, e->value, weight);
    scree_status status = s->is->parameters(&s->constants, s->want, &s->wanted, &error);
    f->models += !status;
    if (status && good) {
        const node *at = node_find(e->value, error.where);
        reader_fault(r, at ? at : e->value, error.hint, "data.%s.%s: %s", s->name, error.where,
                     error.what);
    }
}

static void read_data(reading *f, node *n)
{
    fit_problem *p = &f->job.problem;
    if (!reader_is_map(&f->r, n))
        return;
    if (!n->count || n->count > FIT_SETS_MOST) {
        reader_fault(&f->r, n, "", n->count ? "more than 64 sets of data" : "there are no data");
        return;
    }
    p->set = calloc((size_t)n->count, sizeof *p->set);
    if (!p->set) {
        f->r.book->no_memory = true;
        return;
    }
    for (int i = 0; i < n->count; i++)
        read_set(f, &n->entry[i], &p->set[p->sets++]);
}

// --- searches -------------------------------------------------------------------------------------------------------

static void read_search(reading *f, node_entry *e, fit_search *s)
{
    int count;
    int64_t starts = 1;
    int64_t seed = 1;
    const plugin *const *list = fit_method_plugins(&count);
    reader *r = &f->r;
    e->seen = true;
    snprintf(s->name, sizeof s->name, "%.47s", e->key);
    s->target = NAN;
    if (!reader_name_is_good(r, e->value, e->key) || !reader_is_map(r, e->value))
        return;
    node *many = reader_take(r, e->value, "starts");
    reader_integer(r, many, 1, 10000, &starts);
    reader_integer(r, reader_take(r, e->value, "seed"), 0, INT64_MAX, &seed);
    reader_real(r, reader_take(r, e->value, "target"), "1", ROW_POSITIVE, INFINITY, &s->target);
    s->starts = (int)starts;
    s->seed = (uint64_t)seed;
    if (!reader_choice(r, e->value, list, count, "method", false, &s->options))
        return;
    s->is = fit_method_find(s->options.what);
    if (s->is->ignores_start && starts > 1)
        reader_fault(r, many, "leave it out", "searches.%s: the method %s has no start", s->name,
                     s->is->what.name);
}

static void read_searches(reading *f, node *n)
{
    if (!reader_is_map(&f->r, n))
        return;
    if (!n->count)
        reader_fault(&f->r, n, "such as best: {law: subplex, starts: 5}", "there is no search");
    f->job.search = calloc((size_t)n->count + 1, sizeof *f->job.search);
    if (!f->job.search) {
        f->r.book->no_memory = true;
        return;
    }
    for (int i = 0; i < n->count; i++)
        read_search(f, &n->entry[i], &f->job.search[f->job.searches++]);
}

// --- the whole ------------------------------------------------------------------------------------------------------

static void read_objective(reading *f, node *n)
{
    static const char *const objectives[] = {"chi-squared", "normalized-least-squares"};
    const bool scalar = n && n->kind == NODE_SCALAR;
    f->job.problem.objective = OBJECTIVE_ERRORS;
    if (scalar && !strcmp(n->text, "seed-004"))
        reader_fault(&f->r, n, "write objective: normalized-least-squares",
                     "objective: seed-004 is called normalized-least-squares now");
    else if (n && reader_word(&f->r, n, objectives, 2) == 1)
        f->job.problem.objective = OBJECTIVE_START;
}

static void read_root(reading *f, node *root)
{
    reader *r = &f->r;
    fit_problem *p = &f->job.problem;
    int64_t version;
    p->level = 0.95;
    p->plot = true;
    if (root->kind != NODE_MAP) {
        reader_fault(r, root, "begin with scree_fit: 1", "a fit is a mapping of keys to values");
        return;
    }
    if (!node_find(root, "scree_fit")) { // any file: its contents are not repeated in messages
        r->book->count = r->book->left_out = 0;
        reader_fault(r, root, "begin the file with scree_fit: 1", "missing key 'scree_fit'");
        return;
    }
    node *n = reader_take(r, root, "scree_fit");
    if (reader_integer(r, n, 0, INT64_MAX, &version) && version != VERSION)
        reader_fault(r, n, "this program reads scree_fit: 1",
                     "scree_fit = %s is a version that is not known", n->text);
    node *title = reader_take(r, root, "title");
    p->title = title ? reader_copy(r, title) : text_copy("");
    read_objective(f, reader_take(r, root, "objective"));
    read_data(f, reader_need(r, root, "data", "give data: {NAME: {model: ..., file: ...}}"));
    read_parameters(f, reader_need(r, root, "parameters",
                                   "give parameters: {NAME: {start: ..., low: ..., high: ...}}"));
    read_searches(
        f, reader_need(r, root, "searches", "such as searches: {best: {law: subplex, starts: 5}}"));
    reader_real(r, reader_take(r, root, "level"), "1", 0.5, 0.9999, &p->level);
    reader_flag(r, reader_take(r, root, "plot"), &p->plot);
    reader_finish(r, root);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return text_copy(".");
    return slash == path ? text_copy("/") : text_slice(path, (size_t)(slash - path));
}

static void read_text(reading *f, const char *text, size_t length, const char *path,
                      const case_override *override, int overrides, char **label)
{
    node *root = tree_read(text, length, path, f->r.book);
    for (int i = 0; root && i < overrides; i++)
        tree_override(root, &override[i], label[i], f->r.book);
    if (root)
        read_root(f, root);
    tree_free(root);
}

static scree_status read_all(reading *f, const char *path, const case_override *override,
                             int overrides, fault_list *faults)
{
    char *text = NULL;
    char **label = calloc((size_t)overrides + 1, sizeof *label);
    size_t length;
    scree_error error;
    scree_status status = label && f->folder ? SCREE_OK : fail_memory(&error, path);
    for (int i = 0; i < overrides && !status; i++)
        if (!(label[i] = text_format("--set %.200s", override[i].key)))
            status = fail_memory(&error, path);
    if (!status)
        status = text_file_load(path, MAX_FILE, &text, &length, &error);
    if (!status) {
        read_text(f, text, length, path, override, overrides, label);
        bool faulty = f->r.book->count || f->r.book->left_out;
        if (f->r.book->no_memory)
            status = fail_memory(&error, path);
        else if (faulty)
            status = SCREE_BAD_INPUT;
        else
            status = fit_prepare(&f->job.problem, &error);
        if (status && (!faulty || f->r.book->no_memory))
            fault_add(faults, status, error.where, error.hint, "%s", error.what);
    } else
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
    book_close(f->r.book, faults);
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
    reading f = {.r = {NULL, &book, NULL, path, 3, within}, .folder = folder_of(path)};
    scree_status status = read_all(&f, path, override, overrides, faults);
    free(f.folder);
    if (status)
        fit_job_clear(&f.job);
    else
        *out = f.job;
    return status;
}

void fit_job_clear(fit_job *j)
{
    fit_problem_clear(&j->problem);
    for (int i = 0; i < j->searches; i++)
        choice_clear(&j->search[i].options);
    free(j->search);
    memset(j, 0, sizeof *j);
}
