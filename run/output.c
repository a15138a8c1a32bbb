// output.c - see output.h.
#include "run/output.h"

#include "base/text.h"
#include "case/fingerprint.h"
#include "run/folder.h"
#include "run/inputs.h"
#include "store/file_in.h"
#include "store/file_out.h"
#include "store/json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

scree_status output_plan(output *output, const model *model, world *world, int threads,
                         scree_error *error)
{
    memset(output, 0, sizeof *output);
    output->model = model;
    output->world = world;
    output->threads = threads;
    output->frames.model = model;
    effort_begin(&output->effort, model);
    output->saved[SAVE_SNAPSHOT] = output->saved[SAVE_AUTO] = output->good = -1;
    output->end = world_last_step(world);
    output->told = calloc((size_t)world_streams(world) + 1, sizeof *output->told);
    if (!output->told)
        return fail_memory(error, "streams");
    for (int i = 0; i < world_streams(world); i++)
        output->told[i] = world_stream_tally(world, i).falls_short;
    output->frames_at = beat_of_period(world, model->output.every);
    output->snapshots_at = beat_of_period(world, model->output.snapshot_every);
    if (model->course.active) {
        output->out_at = beat_of_steps(model->course.out_name ? model->course.out_every : 0);
        output->vtk_at = beat_of_steps(model->course.vtk_name ? model->course.vtk_every : 0);
    }
    scree_status status = beat_check(world, model->output.every, "output.every", error);
    if (!status)
        status = beat_check(world, model->output.snapshot_every, "output.snapshot_every", error);
    return status ? status : probing_begin(&output->probes, model, world, error);
}

// ---- the folder

void output_log(output *output, const char *text, ...)
{
    char stamp[40] = "";
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    if (!output->log)
        return;
    if (localtime_r(&now, &parts))
        strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &parts);
    fprintf(output->log, "%s  ", stamp);
    va_start(args, text);
    vfprintf(output->log, text, args);
    va_end(args);
    fputc('\n', output->log);
    fflush(output->log);
}

// A log that has a second name, as in copies made of links, gets a copy of its own: what is added to a file is added
// under all of its names.
static scree_status part_log(const char *path, scree_error *error)
{
    struct stat status;
    const bool shared = !lstat(path, &status) && S_ISREG(status.st_mode) && status.st_nlink > 1;
    return shared ? file_copy(path, path, error) : SCREE_OK;
}

static scree_status open_log(output *output, scree_error *error)
{
    char *path;
    scree_status status = owned_path(&output->in->files, "log.txt", &path, error);
    if (!status)
        status = part_log(path, error);
    if (status) {
        free(path);
        return status;
    }
    int file =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    output->log = file >= 0 ? fdopen(file, "a") : NULL;
    if (!output->log)
        status = file_fault(error, path, "cannot write the file", errno);
    if (!output->log && file >= 0)
        close(file);
    free(path);
    return status;
}

static scree_status write_case(output *output, const char *source_folder,
                               const case_families *families, scree_error *error)
{
    char *text = NULL;
    char *path;
    file_out out;
    scree_status status = owned_path(&output->in->files, "case.yaml", &path, error);
    const read_case given = {.model = output->model,
                             .chosen = world_step_choice(output->world),
                             .folder = source_folder,
                             .families = families};
    if (!status)
        status = inputs_resolve(&given, &output->in->files, &text, error);
    if (!status)
        status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, text, strlen(text));
        status = file_out_commit(&out, error);
    }
    free(text);
    free(path);
    return status;
}

static void settle_in(output *output, run_folder *in)
{
    output->in = in;
    output->folder = in->path;
    output->frames.files = &in->files;
}

// `last` NAN: new tables.
static scree_status open_tables(output *output, double last, scree_error *error)
{
    scree_status status = probing_open(&output->probes, &output->in->files, last, error);
    if (!status && output->frames_at.every > 0)
        status = effort_open(&output->effort, &output->in->files, last, error);
    return status;
}

// All but the case.yaml.
static scree_status begin_files(output *output, run_folder *in, const char *source_folder,
                                const case_families *families, scree_error *error)
{
    settle_in(output, in);
    scree_status status = case_fingerprint(output->model, world_step_choice(output->world),
                                           source_folder, families, &output->fingerprint, error);
    if (!status)
        status = open_log(output, error);
    return status ? status : open_tables(output, NAN, error);
}

scree_status output_begin(output *output, run_folder *in, const char *source_folder,
                          const case_families *families, scree_error *error)
{
    settle_in(output, in);
    scree_status status = write_case(output, source_folder, families, error);
    return status ? status : begin_files(output, in, source_folder, families, error);
}

scree_status output_branch(output *output, run_folder *in, const char *source_folder,
                           const case_families *families, scree_error *error)
{
    return begin_files(output, in, source_folder, families, error);
}

scree_status output_root(output *output, const char *source_folder, const case_families *families,
                         scree_error *error)
{
    scree_status status = output_step(output, error);
    if (!status)
        status = output_save(output, SAVE_AUTO, error);
    return status ? status : write_case(output, source_folder, families, error);
}

// What was written after the state that a run goes on from: it is written again, or would be of another run.
static void forget_later(output *output)
{
    const int64_t step = world_steps(output->world);
    owned *files = &output->in->files;
    owned_sweep(files);
    if (owned_has(files, "summary.json"))
        owned_remove(files, "summary.json");
    frames_forget(&output->frames, beat_number(&output->frames_at, step));
    if (output->model->course.out_name)
        frames_forget_course(&output->frames, false, beat_number(&output->out_at, step));
    if (output->model->course.vtk_name)
        frames_forget_course(&output->frames, true, beat_number(&output->vtk_at, step));
}

scree_status output_continue(output *output, run_folder *in, const generation *from,
                             const case_families *families, scree_error *error)
{
    const double last = from ? world_time(output->world) : NAN;
    settle_in(output, in);
    if (from) {
        output->good = output->saved[from->series] = world_steps(output->world);
        output->good_time = last;
    }
    scree_status status = folder_adopt(in, error);
    if (!status && from)
        status = generation_adopt(&in->files, from, error);
    if (!status)
        forget_later(output);
    if (!status && families)
        status = write_case(output, in->path, families, error);
    const case_families all = all_families();
    if (!status)
        status = case_fingerprint(output->model, world_step_choice(output->world), in->path, &all,
                                  &output->fingerprint, error);
    if (!status)
        status = open_log(output, error);
    if (!status && from)
        status = frames_resume(&output->frames, last,
                               beat_number(&output->frames_at, world_steps(output->world)), error);
    return status ? status : open_tables(output, last, error);
}

// ---- while it runs

int64_t output_next(const output *output, int64_t step)
{
    int64_t next = probing_next(&output->probes, step, output->end);
    next = beat_next(&output->frames_at, step, next);
    next = beat_next(&output->snapshots_at, step, next);
    next = beat_next(&output->out_at, step, next);
    return beat_next(&output->vtk_at, step, next);
}

scree_status output_step(output *output, scree_error *error)
{
    const int64_t step = world_steps(output->world);
    const bool frame_due = beat_due(&output->frames_at, step);
    const bool out = beat_due(&output->out_at, step);
    const bool vtk = beat_due(&output->vtk_at, step);
    scree_status status = frame_due ? effort_row(&output->effort, output->world, error) : SCREE_OK;
    if (!status && (frame_due || out || vtk || probing_due(&output->probes, step))) {
        status = world_frame(output->world, &output->seen, error);
        if (!status)
            status = probing_sample(&output->probes, &output->seen, error);
        if (!status && frame_due)
            status = frames_write(&output->frames, output->world, &output->seen,
                                  beat_number(&output->frames_at, step), error);
        if (!status && out)
            status = frames_course(&output->frames, &output->seen,
                                   beat_number(&output->out_at, step), false, error);
        if (!status && vtk)
            status = frames_course(&output->frames, &output->seen,
                                   beat_number(&output->vtk_at, step), true, error);
    }
    if (!status && step > 0 && beat_due(&output->snapshots_at, step))
        status = output_save(output, SAVE_SNAPSHOT, error);
    output->torn = status != SCREE_OK;
    return status;
}

bool output_watch(output *output, char text[WATCH_ROOM])
{
    if (effort_warning(text, &output->effort, output->world)) {
        output_log(output, "warning: %s", text);
        return true;
    }
    for (int i = 0; i < world_streams(output->world); i++) {
        const stream_tally tally = world_stream_tally(output->world, i);
        if (output->told[i] || !tally.falls_short)
            continue;
        output->told[i] = true;
        stream_words(text, tally);
        output_log(output, "warning: %s", text);
        strcat(text, " (widen its box, lower its rate, or send it off faster)");
        return true;
    }
    return false;
}

// All that must be on the disk before the state is: a run that goes on from that takes these for written.
static scree_status save_the_rest(output *output, scree_error *error)
{
    scree_status status = probing_flush(&output->probes, error);
    if (!status && output->effort.on)
        status = csv_flush(&output->effort.table, error);
    if (!status)
        status = probing_write_means(&output->probes, error);
    return status ? status : frames_close(&output->frames, error);
}

scree_status output_save(output *output, int series, scree_error *error)
{
    const int64_t step = world_steps(output->world);
    const saving saving = {output->world, &output->in->files, &output->probes, &output->effort,
                           output->fingerprint};
    uint64_t hash;
    if (output->torn || step == output->saved[SAVE_SNAPSHOT] || step == output->saved[series])
        return SCREE_OK;
    scree_status status = save_the_rest(output, error);
    if (status || world_spent(output->world))
        return status;
    status = saving_write(&saving, series, &hash, error);
    if (status)
        return status;
    output->good = output->saved[series] = step;
    output->good_time = world_time(output->world);
    output_log(output, "%s at step %" PRId64 ", t = %.9g s, state hash %016" PRIx64,
               series == SAVE_AUTO ? "autosave" : "snapshot", step, output->good_time, hash);
    return SCREE_OK;
}

// ---- the end

// What the ledger did not count, where it is off, is null.
static void put_ledger(json *json, const frame_ledger *ledger, bool counted)
{
    json_object(json, "energy");
    json_flag(json, "ledger", counted);
    json_number(json, "kinetic", ledger->kinetic);
    json_number(json, "gravitational", ledger->gravitational);
    json_number(json, "elastic", ledger->elastic);
    json_number(json, "friction", ledger->friction);
    json_number(json, "damping", ledger->damping);
    json_number(json, "rolling", ledger->rolling);
    json_number(json, "plastic", ledger->plastic);
    json_number(json, "walls", ledger->walls);
    json_number(json, "added", ledger->added);
    json_number(json, "removed", ledger->removed);
    json_number(json, "residual", ledger->residual);
    json_number(json, "turned_over", ledger->turned_over);
    if (ledger->worst > 0) {
        json_object(json, "worst_contact");
        json_number(json, "out_by", ledger->worst);
        json_integer(json, "a", ledger->worst_a);
        json_integer(json, "b", ledger->worst_b);
        json_close(json);
    }
    json_close(json);
}

static void put_speed(json *json, const output *output, const ending *end)
{
    double rate = end->seconds > 0 ? (double)end->steps / end->seconds : 0;
    json_object(json, "speed");
    json_number(json, "seconds", end->seconds);
    json_integer(json, "steps", end->steps);
    json_number(json, "steps_per_second", rate);
    json_number(json, "particle_steps_per_second", rate * (double)world_grains(output->world));
    json_integer(json, "threads", end->threads);
    json_close(json);
}

// In the place of a state hash, where there is no state any more.
static void put_last_good(json *json, const output *output)
{
    if (output->good < 0) {
        json_null(json, "last_good");
        return;
    }
    json_object(json, "last_good");
    json_integer(json, "steps", output->good);
    json_number(json, "time", output->good_time);
    json_close(json);
}

static scree_status write_summary(output *output, const ending *end, uint64_t hash,
                                  scree_error *error)
{
    json json = {.lines = true};
    char text[20];
    const world_pulse pulse = world_pulse_of(output->world);
    json_begin(&json);
    json_text(&json, "title", output->model->title);
    json_text(&json, "program", "scree " SCREE_VERSION);
    json_text(&json, "status", end->status);
    if (end->error) {
        json_text(&json, "where", end->error->where);
        json_text(&json, "what", end->error->what);
        json_text(&json, "hint", end->error->hint);
    }
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (world_spent(output->world))
        put_last_good(&json, output);
    else
        json_text(&json, "state_hash", text);
    json_number(&json, "time", world_time(output->world));
    json_integer(&json, "steps", world_steps(output->world));
    json_number(&json, "step", world_dt(output->world));
    json_integer(&json, "grains", world_grains(output->world));
    json_integer(&json, "contacts", pulse.contacts);
    flows_json(&json, world_flows_of(output->world));
    streams_json(&json, output->world);
    put_ledger(&json, &output->seen.ledger, output->model->ledger);
    put_speed(&json, output, end);
    effort_json(&json, &output->effort);
    json_close(&json);
    char *path = NULL;
    scree_status status = json.failed ? fail_memory(error, "summary.json") : SCREE_OK;
    if (!status)
        status = owned_path(&output->in->files, "summary.json", &path, error);
    if (!status)
        status = json_store(&json, path, error);
    json_clear(&json);
    free(path);
    return status;
}

static void log_end(output *output, const ending *end)
{
    char text[FLOW_ROOM];
    output_log(output, "%s at step %" PRId64 ", t = %.9g s, after %.3f s of computing", end->status,
               world_steps(output->world), world_time(output->world), end->seconds);
    if (*flows_words(text, world_flows_of(output->world)))
        output_log(output, "grains: %s", text);
    char effort[EFFORT_ROOM];
    if (*effort_words(effort, &output->effort))
        output_log(output, "solver: %s", effort);
    for (int i = 0; i < world_streams(output->world); i++)
        if (*stream_words(text, world_stream_tally(output->world, i)))
            output_log(output, "%s", text);
}

// The list as it will be: what is there, and the summary.
static scree_status write_list(output *output, scree_error *error)
{
    scree_status status = owned_settle(&output->in->files, error);
    return status ? status : owned_adopt(&output->in->files, "summary.json", error);
}

scree_status output_end(output *output, const ending *end, uint64_t *hash, scree_error *error)
{
    const bool spent = world_spent(output->world);
    effort_gather(&output->effort, output->world);
    scree_status status = spent ? SCREE_OK : world_hash(output->world, hash, error);
    if (!status)
        status = world_frame(output->world, &output->seen, error);
    if (status && spent)
        return write_summary(output, end, 0, error); // not even that can be seen
    const int64_t step = world_steps(output->world);
    const beat *at = &output->frames_at;
    if (!status && step >= output->end && at->every > 0 &&
        !beat_due(at, step)) // the end of the run is seen in any case
        status = frames_write(&output->frames, output->world, &output->seen,
                              beat_number(at, step) + 1, error);
    if (!status)
        status = frames_picture(&output->frames, output->world, &output->seen, error);
    if (!status)
        status = frames_close(&output->frames, error);
    if (!status)
        status = write_list(output, error);
    if (!status)
        status = write_summary(output, end, *hash, error);
    if (!status)
        log_end(output, end);
    return status;
}

scree_status output_close(output *output, scree_error *error)
{
    scree_status status = output->in ? frames_close(&output->frames, error) : SCREE_OK;
    scree_status closed = probing_close(&output->probes, status ? NULL : error);
    if (!status)
        status = closed;
    closed = effort_close(&output->effort, status ? NULL : error);
    if (!status)
        status = closed;
    frames_clear(&output->frames);
    frame_clear(&output->seen);
    if (output->log && fclose(output->log) && !status)
        status = file_fault(error, output->folder, "cannot write log.txt", errno);
    free(output->fingerprint);
    free(output->told);
    memset(output, 0, sizeof *output);
    return status;
}

// The summary is written last, so one that tells of this very state says that nothing is missing.
bool output_ended(const char *folder, int64_t step, uint64_t hash)
{
    char *path = folder_path(folder, "summary.json");
    char *text = NULL;
    size_t size = 0;
    char steps[60];
    char state[60];
    snprintf(steps, sizeof steps, "\"steps\": %" PRId64 ",", step);
    snprintf(state, sizeof state, "\"state_hash\": \"%016" PRIx64 "\"", hash);
    const bool there = path && !access(path, F_OK) && !file_in_load(path, &text, &size, NULL);
    const bool ended = there && strstr(text, "\"status\": \"finished\"") && strstr(text, steps) &&
                       strstr(text, state);
    free(text);
    free(path);
    return ended;
}
