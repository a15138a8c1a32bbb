// report_run.c - see report_run.h.
#include "cli/report_run.h"

#include "base/text.h"
#include "run/folder.h"
#include "run/inputs.h"
#include "run/probing.h"
#include "store/snapshot.h"
#include "sweep/since.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- tables of probes

static const model_probe *asked_by(const model *model, const char *name)
{
    for (int i = 0; i < model->probes; i++) {
        if (!strcmp(model->probe[i].name, name))
            return &model->probe[i];
    }
    return NULL;
}

static const model_probe *asked_in_any_stage(const model *root, const char *name)
{
    const model_probe *asked = asked_by(root, name);
    for (int i = 0; i < root->stages && !asked; i++)
        asked = asked_by(root->stage[i].model, name);
    return asked;
}

// Rows are in the order of time.
static void choose_span(report_probe *probe, report_span span)
{
    const table_in *table = &probe->table;
    probe->counted_first = probe->view.first;
    probe->counted = probe->view.rows;
    if (!probe->view.in_time || probe->view.rows == 0)
        return;
    const double *time = table->value + probe->view.first * table->columns;
    int64_t begin = 0;
    int64_t end = probe->view.rows;
    while (begin < end && !(time[begin * table->columns] >= span.from))
        begin++;
    while (end > begin && !(time[(end - 1) * table->columns] <= span.to))
        end--;
    probe->counted_first += begin;
    probe->counted = end - begin;
}

probe_kind report_kind(const report_probe *probe, int column)
{
    if (!probe->asked)
        return PROBE_VALUE;
    const struct probe *is = probe_find(probe->asked->measure.what);
    return probe_kind_of(is, probe->table.head[column].name);
}

static bool count_number(report_probe *probe, int column)
{
    const int stride = probe->table.columns;
    const column_rows rows = {probe->counted_first, probe->counted, probe->view.x};
    column_number *number = &probe->number[column];
    if (!column_number_of(&probe->table, column, &rows, number))
        return false;
    const probe_kind kind = report_kind(probe, column);
    const bool has_mean = kind == PROBE_VALUE || kind == PROBE_PER_AREA;
    const bool adds_up = kind == PROBE_PART || kind == PROBE_PER_AREA;
    if (!has_mean)
        number->mean = number->error = NAN;
    if (!adds_up)
        number->total = NAN;
    if (probe->counted > 0)
        number->last = probe->table.value[(rows.first + rows.count - 1) * stride + column];
    return true;
}

// The name of a table: that of its file, without folder and ending.
static char *name_of_table(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    return text_slice(name, strlen(name) - strlen(".csv"));
}

static scree_status count_numbers(report_run *run, report_probe *probe, const char *file,
                                  scree_error *error)
{
    probe->name = name_of_table(file);
    probe->file = text_copy(file);
    probe->number = calloc((size_t)probe->table.columns, sizeof *probe->number);
    if (!probe->name || !probe->file || !probe->number)
        return fail_memory(error, file);
    if (strchr(file, '/'))
        probe->asked = asked_in_any_stage(&run->recorded.session.model, probe->name);
    probe->view = table_view_of(&probe->table);
    choose_span(probe, run->span);
    for (int k = 0; k < probe->table.columns; k++) {
        if (!count_number(probe, k))
            return fail_memory(error, file);
    }
    return SCREE_OK;
}

// What cannot be read of one table is told in the report, and stops nothing but for a lack of memory.
static scree_status add_gap(report_run *run, const char *file, const char *what, scree_error *error)
{
    char *words = text_format("%s: %s", file, what);
    char **more = realloc(run->gap, ((size_t)run->gaps + 1) * sizeof *more);
    if (more)
        run->gap = more;
    if (words && more) {
        run->gap[run->gaps++] = words;
        return SCREE_OK;
    }
    free(words);
    return fail_memory(error, file);
}

// The list of the run has a table that is not there.
static scree_status note_missing(report_run *run, const char *file, scree_error *error)
{
    owned files;
    if (owned_open(&files, run->folder, NULL))
        return SCREE_OK;
    const bool written = owned_has(&files, file);
    owned_close(&files);
    return written ? add_gap(run, file, "the run has written it, and it is gone", error) : SCREE_OK;
}

static scree_status take_table(report_run *run, const char *file, scree_error *error)
{
    report_probe *probe = &run->probe[run->probes];
    char *path = folder_path(run->folder, file);
    if (!path)
        return fail_memory(error, file);
    scree_status status = SCREE_OK;
    *probe = (report_probe){0};
    const bool there = !access(path, F_OK);
    if (there)
        status = table_in_read(path, &probe->table, error);
    free(path);
    if (status == SCREE_BAD_INPUT || status == SCREE_IO) {
        table_in_clear(&probe->table);
        return add_gap(run, file, error->what, error);
    }
    if (!status && !there)
        return note_missing(run, file, error);
    if (status)
        return status;
    run->probes++;
    return count_numbers(run, probe, file, error);
}

// Probes write images as well.
static bool is_table(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && !strcmp(dot, ".csv");
}

static scree_status take_tables(report_run *run, scree_error *error)
{
    char **names = probing_names(&run->recorded.session.model);
    int count = 0;
    if (!names)
        return fail_memory(error, "probes");
    while (names[count])
        count++;
    run->probe = calloc((size_t)count + 1, sizeof *run->probe);
    scree_status status = run->probe ? SCREE_OK : fail_memory(error, "probes");
    for (int i = 0; i < count && !status; i++) {
        if (is_table(names[i]))
            status = take_table(run, names[i], error);
    }
    if (!status)
        status = take_table(run, "solver.csv", error); // of the nonsmooth solver
    inputs_paths_free(names);
    return status;
}

// ---- frames

static report_contents contents_of(const frame *frame)
{
    const frame_balls *balls = &frame->ball;
    report_contents in = {.known = true, .time = frame->time};
    for (int64_t i = 0; i < balls->count; i++) {
        in.grains += balls->body[i] == balls->id[i];
        if (isfinite(balls->mass[i]))
            in.mass += balls->mass[i];
    }
    return in;
}

// What cannot be read of the frames is told in the report, and stops nothing but for a lack of memory.
static void take_frames(report_run *run)
{
    record *record = &run->recorded.record;
    scree_error *error = &run->no_frame;
    if (record_open(record, run->folder, &run->recorded.session.model, error))
        return;
    if (record_read(record, 0, &run->last, error))
        return;
    run->start = contents_of(&run->last.frame);
    if (record_read(record, record_count(record) - 1, &run->last, error))
        return;
    run->end = contents_of(&run->last.frame);
}

// ---- how far it came

static double last_time(const report_run *run)
{
    double reached = report_summary_real(&run->summary, "time");
    if (isfinite(reached))
        return reached;
    reached = run->log.reached;
    if (run->end.known)
        reached = fmax(reached, run->end.time);
    for (int i = 0; i < run->probes; i++) {
        const report_probe *probe = &run->probe[i];
        if (!strcmp(probe->table.head[0].name, "time") && probe->table.rows > 0)
            reached =
                fmax(reached, probe->table.value[(probe->table.rows - 1) * probe->table.columns]);
    }
    return reached;
}

static void take_state(report_run *run)
{
    scree_error *error = &run->no_hash;
    if (folder_snapshot(run->folder, &run->snapshot, error))
        run->snapshot = NULL;
    else
        snapshot_hash(run->snapshot, &run->hash, error);
}

static void judge(report_run *run)
{
    const char *said = report_summary_text(&run->summary, "status");
    run->state = said ? said : "unfinished";
    run->finished = said && !strcmp(said, "finished");
    run->at_work = !said && lock_look(run->folder, NULL) != SCREE_OK;
    run->reached = last_time(run);
}

// A time, or where a stage begins.
static scree_status find_time(const report_run *run, const char *option, const char *given,
                              double *time, scree_error *error)
{
    since since;
    const model *model = &run->recorded.session.model;
    scree_status status = given ? since_read(option, given, &since, error) : SCREE_OK;
    if (!given || status)
        return status;
    status = since_check(model, option, &since, error);
    *time = since.time;
    if (status || !*since.stage)
        return status;
    for (int64_t k = 0; k < report_stages(run); k++) {
        if (!strcmp(report_stage_name(run, k), since.stage)) {
            *time = report_stage_time(run, k);
            return SCREE_OK;
        }
    }
    return fail(error, SCREE_BAD_INPUT, option, "name one that it has come to, or let it go on",
                "the run has not come to the stage %.60s", since.stage);
}

static scree_status find_span(report_run *run, report_times times, scree_error *error)
{
    report_span *span = &run->span;
    *span = (report_span){-INFINITY, INFINITY};
    scree_status status = find_time(run, "--from", times.from, &span->from, error);
    if (!status)
        status = find_time(run, "--to", times.to, &span->to, error);
    if (status || span->from < span->to)
        return status;
    return fail(error, SCREE_BAD_INPUT, "--from", "give the earlier one first",
                "there is no time from %.6g s to %.6g s", span->from, span->to);
}

// As films are refused where no frame is so late.
static scree_status check_span(const report_run *run, scree_error *error)
{
    const double from = run->span.from;
    const bool late = isfinite(from) && isfinite(run->reached) && from > run->reached;
    if (!late)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "--from", "give an earlier time",
                "%.6g s is beyond the end of the run, %.6g s", from, run->reached);
}

int report_run_open(report_run *run, const char *folder, report_times times)
{
    const settings none = {0};
    scree_error error;
    *run = (report_run){.folder = folder, .reached = NAN};
    const int code = recorded_case(&run->recorded, folder, &none);
    if (code != ARGS_GO_ON)
        return code;
    scree_status status = report_summary_read(&run->summary, folder, &error);
    if (!status)
        status = report_log_read(&run->log, folder, &error);
    if (!status && run->log.lines == 0 && !run->summary.root)
        status =
            fail(&error, SCREE_BAD_INPUT, folder, "give the folder of a run, such as chute/results",
                 "there is a case, and nothing of a run: neither log.txt nor summary.json");
    if (!status)
        status = find_span(run, times, &error);
    if (!status)
        status = take_tables(run, &error);
    if (status) {
        report_run_close(run);
        return give_up(&error);
    }
    take_frames(run);
    take_state(run);
    const scree_error *lacks =
        run->no_frame.status == SCREE_NO_MEMORY ? &run->no_frame : &run->no_hash;
    if (lacks->status == SCREE_NO_MEMORY) {
        error = *lacks;
        report_run_close(run);
        return give_up(&error);
    }
    judge(run);
    if (check_span(run, &error)) {
        report_run_close(run);
        return give_up(&error);
    }
    return ARGS_GO_ON;
}

void report_run_close(report_run *run)
{
    for (int i = 0; i < run->probes; i++) {
        free(run->probe[i].name);
        free(run->probe[i].file);
        free(run->probe[i].number);
        table_in_clear(&run->probe[i].table);
    }
    for (int i = 0; i < run->gaps; i++)
        free(run->gap[i]);
    free(run->gap);
    free(run->probe);
    free(run->snapshot);
    record_moment_clear(&run->last);
    report_log_clear(&run->log);
    report_summary_clear(&run->summary);
    recorded_close(&run->recorded);
    run->probe = NULL;
    run->probes = 0;
}

// ---- stages

static const node *stages_of(const report_run *run)
{
    const node *list = report_summary_at(&run->summary, "stages");
    return list && list->kind == NODE_LIST ? list : NULL;
}

int64_t report_stages(const report_run *run)
{
    const node *list = stages_of(run);
    return list ? list->count : run->log.stages;
}

const char *report_stage_name(const report_run *run, int64_t k)
{
    const node *list = stages_of(run);
    if (!list)
        return run->log.stage[k].name;
    const node *name = node_find(list->entry[k].value, "name");
    return name && name->text ? name->text : "";
}

double report_stage_time(const report_run *run, int64_t k)
{
    double time = NAN;
    const node *list = stages_of(run);
    if (!list)
        return run->log.stage[k].time;
    const node *at = node_find(list->entry[k].value, "begins_at");
    if (!at || !at->text || !text_number(at->text, &time, NULL))
        return NAN;
    return time;
}
