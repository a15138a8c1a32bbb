// experiments.c - see experiments.h.
#include "sweep/experiments.h"

#include "base/text.h"
#include "case/nodes.h"
#include "console/exit.h"
#include "console/session.h"
#include "store/file_in.h"
#include "sweep/experiment_parts.h"
#include "sweep/ways.h"

#include "base/hash.h"
#include "case/fingerprint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the file

static node *default_searches(fit_reading *reading)
{
    static const char text[] = "{surrogate: {law: surrogate}}";
    return node_read(text, sizeof text - 1, "searches", false, reading->reader.book);
}

// A surrogate needs two points more than there are parameters.
static void check_design(fit_reading *reading, const node *searches)
{
    int free = 0;
    const fit_problem *problem = &reading->job.problem;
    const fit_search *search = &reading->job.search[0];
    reader *reader = &reading->reader;
    if (reader->book->count || !searches || strcmp(search->is->what.name, "surrogate") != 0)
        return;
    for (int i = 0; i < problem->parameters; i++)
        free += !problem->parameter[i].fixed;
    const double design = choice_real(&search->options, "design");
    const double evaluations = choice_real(&search->options, "evaluations");
    const bool few = evaluations < free + 2 || (design > 0 && design < free + 2);
    if (few)
        reader_fault(reader, searches, "give more, or leave design out",
                     "%d points are too few to guess between them in %d parameters",
                     (int)(design > 0 && design < evaluations ? design : evaluations), free);
}

static void read_root(experiments *all, fit_reading *reading, node *root)
{
    reader *reader = &reading->reader;
    fit_problem *problem = &reading->job.problem;
    int64_t version = 1;
    problem->level = 0.95;
    problem->plot = true;
    problem->objective = OBJECTIVE_ERRORS;
    all->seeds = 1;
    node *map = reader_need(reader, root, "scree_fit", "begin the file with scree_fit: 1");
    if (map && reader_integer(reader, map, 0, INT64_MAX, &version) && version != 1)
        reader_fault(reader, map, "this program reads scree_fit: 1",
                     "scree_fit = %s is a version that is not known", map->text);
    const node *title = reader_take(reader, root, "title");
    problem->title = title ? reader_copy(reader, title) : text_copy("");
    experiments_read_list(all, reading, reader_take(reader, root, "experiments"));
    node *parameters =
        reader_need(reader, root, "parameters", "give parameters: {NAME: {low: ..., high: ...}}");
    if (!reader->book->count) // where they stand is known once all cases are
        experiments_read_parameters(all, reading, parameters);
    node *searches = reader_take(reader, root, "searches");
    node *made = searches ? NULL : default_searches(reading);
    if (searches || made)
        fit_read_searches(reading, searches ? searches : made);
    tree_free(made);
    if (reading->job.searches > 1)
        reader_fault(reader, searches, "leave the others to another fit",
                     "runs are searched by one method");
    check_design(reading, searches);
    reader_real(reader, reader_take(reader, root, "level"), "1", 0.5, 0.9999, &problem->level);
    reader_flag(reader, reader_take(reader, root, "plot"), &problem->plot);
    reader_integer(reader, reader_take(reader, root, "seeds"), 1, 1000, &all->seeds);
    if (node_find(root, "data"))
        reader_fault(reader, node_find(root, "data"), "fit them apart",
                     "a fit has tests of single grains, or runs of cases, and not both");
    reader_finish(reader, root);
}

static node *read_tree(const char *path, const char *text, size_t length, const settings *set,
                       fault_book *book)
{
    node *root = tree_read(text, length, path, book);
    for (int i = 0; root && i < set->count; i++)
        tree_override(root, &set->item[i], "--set", book);
    return root;
}

bool experiments_are_in(const char *path, const settings *set)
{
    char *text = NULL;
    size_t length = 0;
    fault_book book = {0};
    fault_list faults = {0};
    if (file_in_load(path, &text, &length, NULL))
        return false;
    node *root = read_tree(path, text, length, set, &book);
    const bool are = root && root->kind == NODE_MAP && node_find(root, "scree_fit") &&
                     node_find(root, "experiments");
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    free(text);
    return are;
}

// ---- the cases at the corners of the bounds

static int check_case(experiments *all, int kind, const char (*text)[AXIS_UNIT_ROOM],
                      const char *corner)
{
    settings set;
    session session;
    scree_error error;
    if (experiments_settings(all, kind, "1", text, &set, &error))
        return give_up(&error);
    int code = session_open(&session, all->kind[kind].path, &set, true);
    if (code == ARGS_GO_ON) {
        char *print = NULL;
        const machine one = {.threads = 1};
        world *world;
        int threads;
        code = world_open(&session, &one, NULL, &world, &threads);
        if (code == ARGS_GO_ON)
            world_destroy(world);
        if (!case_fingerprint(&session.model, NULL, session.folder, &session.families, &print,
                              &error))
            all->hash = hash_of(print, strlen(print), all->hash);
        free(print);
        session_close(&session);
    }
    settings_clear(&set);
    if (code != ARGS_GO_ON)
        fprintf(stderr, "that is %s with all parameters at their %s\n", all->kind[kind].path,
                corner);
    return code;
}

static int check_cases(experiments *all)
{
    static const char *const corner[] = {"start", "lower bounds", "upper bounds"};
    const fit_problem *problem = &all->job.problem;
    int code = ARGS_GO_ON;
    for (int which = 0; which < 3; which++) {
        char text[FIT_PARAMETERS_MOST][AXIS_UNIT_ROOM];
        for (int i = 0; i < problem->parameters; i++) {
            const fit_parameter *is = &problem->parameter[i];
            double said;
            const double corners[] = {is->start, is->low, is->high};
            const double value = corners[is->fixed ? 0 : which];
            experiments_spell(all, i, value, text[i], sizeof text[i], &said);
        }
        for (int kind = 0; kind < all->kinds && code == ARGS_GO_ON; kind++)
            code = check_case(all, kind, (const char(*)[AXIS_UNIT_ROOM])text, corner[which]);
    }
    return code;
}

static scree_status find_seeds(experiments *all, scree_error *error)
{
    scree_status status = SCREE_OK;
    const int kinds = all->seeds > 1 ? all->kinds : 0;
    for (int i = 0; i < kinds && !status; i++) {
        experiment_kind *kind = &all->kind[i];
        status = axis_read("seed", "1", &kind->seed, error);
        if (!status)
            status = ways_find(kind->path, &kind->set, &kind->seed, error);
    }
    return status;
}

static void add_to_hash(experiments *all, const char *text)
{
    all->hash = hash_of(text, strlen(text), all->hash);
}

int experiments_open(experiments *all, const char *path, const settings *set)
{
    fault_book book = {0};
    fault_list faults = {0};
    scree_error error;
    char *text = NULL;
    size_t length = 0;
    const char *slash = strrchr(path, '/');
    memset(all, 0, sizeof *all);
    all->folder = slash ? text_slice(path, (size_t)(slash - path)) : text_copy(".");
    if (!all->folder || file_in_load(path, &text, &length, &error))
        return all->folder ? give_up(&error) : EXIT_MEMORY;
    if (set->confine && session_confine(all->folder, path, &error)) {
        free(text);
        return give_up(&error);
    }
    fit_reading reading = {.reader = {.book = &book,
                                      .name = path,
                                      .dimensions = 3,
                                      .within = set->confine ? all->folder : NULL},
                           .folder = all->folder};
    node *root = read_tree(path, text, length, set, &book);
    if (root)
        read_root(all, &reading, root);
    all->job = reading.job;
    all->hash = hash_of(text, length, (uint64_t)set->count);
    for (int i = 0; i < set->count; i++) {
        add_to_hash(all, set->item[i].key);
        add_to_hash(all, set->item[i].value);
    }
    tree_free(root);
    free(text);
    const bool faulty = book.count || book.left_out || book.no_memory;
    book_close(&book, &faults);
    print_faults(&faults);
    fault_list_clear(&faults);
    if (faulty)
        return EXIT_INPUT;
    scree_status status = find_seeds(all, &error);
    if (!status)
        status = fit_prepare(&all->job.problem, &error);
    if (status)
        return give_up(&error);
    return check_cases(all);
}

// ---- runs

void experiments_spell(const experiments *all, int parameter, double value, char *text, size_t size,
                       double *said)
{
    const char *unit = all->range[parameter].unit;
    snprintf(text, size, "%.9g", value);
    text_number(text, said, NULL);
    const size_t length = strlen(text);
    if (*unit && length < size)
        snprintf(text + length, size - length, " %s", unit);
}

scree_status experiments_settings(const experiments *all, int kind, const char *seed,
                                  const char (*text)[AXIS_UNIT_ROOM], settings *out,
                                  scree_error *error)
{
    const experiment_kind *is = &all->kind[kind];
    bool ok = true;
    memset(out, 0, sizeof *out);
    out->confine = is->set.confine;
    for (int i = 0; i < is->set.count && ok; i++) {
        const case_override *own = &is->set.item[i];
        ok = settings_add(out, own->key, own->value);
    }
    for (int i = 0; i < all->job.problem.parameters; i++) {
        const axis *way = &is->way[i];
        for (int k = 0; k < way->keys && ok; k++)
            ok = settings_add(out, way->key[k], text[i]);
    }
    for (int k = 0; k < is->seed.keys && ok; k++)
        ok = settings_add(out, is->seed.key[k], seed);
    if (ok)
        return SCREE_OK;
    settings_clear(out);
    return fail_memory(error, is->path);
}

// Two columns whose rows belong together where the first columns of their tables are the same.
typedef struct curve {
    const table_in *table, *across_table;
    int column, across;
} curve;

// Times of samples are those of steps, a rounding beside what is asked for.
static bool is_there(double x, double at)
{
    return fabs(x - at) <= 1e-6 * fabs(at);
}

// The curve at a place, between its rows; NAN where it does not come there.
static double curve_at(const curve *of, double at)
{
    const table_in *table = of->table;
    const table_in *across = of->across_table;
    double before[2] = {NAN, NAN};
    int64_t row = 0;
    int64_t other = 0;
    while (row < table->rows && other < across->rows) {
        const double *up = table->value + row * table->columns;
        const double *right = across->value + other * across->columns;
        row += up[0] <= right[0];
        other += right[0] <= up[0];
        const double x = right[of->across];
        const double y = up[of->column];
        if (up[0] != right[0] || isnan(x) || isnan(y))
            continue;
        if (is_there(x, at))
            return y;
        const double way = x - before[0];
        const double share = (at - before[0]) / way;
        if (share > 0 && share < 1)
            return before[1] + share * (y - before[1]);
        before[0] = x;
        before[1] = y;
    }
    return NAN;
}

static int column_of(const probed_table *table, const char *name)
{
    return table ? table_in_find(&table->is, name) : -1;
}

// A run that is whole has written all of its tables.
static scree_status refuse_table(const char *folder, const char *probe, const char *column,
                                 scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, folder, "remove this folder; then the same command goes on",
                "the run has come to its end, but probes/%.79s.csv with the column %.79s is gone",
                probe, column);
}

scree_status experiments_measure(const experiment *of, const char *folder, double *number,
                                 scree_error *error)
{
    probed probed = {0};
    scree_status status = probed_read(folder, &probed, error);
    const probed_table *table = probed_find(&probed, of->probe);
    const probed_table *across = probed_find(&probed, of->across_probe);
    const int column = column_of(table, of->measured.name);
    const int by = column_of(across, of->across.name);
    for (int i = 0; i < of->knots; i++)
        number[i] = NAN;
    if (!status && column < 0)
        status = refuse_table(folder, of->probe, of->measured.name, error);
    if (!status && of->curve && by < 0)
        status = refuse_table(folder, of->across_probe, of->across.name, error);
    if (!status && !of->curve)
        number[0] = probed_number(&table->is, column, of->take, since_in_run(&of->since, folder));
    if (!status && of->curve) {
        const curve curve = {&table->is, &across->is, column, by};
        for (int i = 0; i < of->knots; i++)
            number[i] = curve_at(&curve, of->knot[i]);
    }
    probed_clear(&probed);
    return status;
}

int experiments_number(const experiment *is, const fit_set *set, int line)
{
    int knot = 0;
    while (knot < is->knots - 1 && is->knot[knot] < set->input[line])
        knot++;
    return is->first + knot;
}

double experiments_square(const experiments *all, const double *number)
{
    double sum = 0;
    const fit_problem *problem = &all->job.problem;
    for (int i = 0; i < problem->sets; i++) {
        const fit_set *set = &problem->set[i];
        const experiment *is = all->experiment[i];
        for (int line = 0; line < set->count; line++) {
            const int at = experiments_number(is, set, line);
            const double off = number[at] - set->value[line];
            sum += off * off / (is->error[line] * is->error[line]);
        }
    }
    return isfinite(sum) ? sum : INFINITY;
}
