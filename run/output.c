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

scree_status output_plan(output *o, const model *m, world *w, int threads, scree_error *error)
{
    memset(o, 0, sizeof *o);
    o->m = m;
    o->w = w;
    o->threads = threads;
    o->frames.m = m;
    effort_begin(&o->effort, m);
    o->saved[SAVE_SNAPSHOT] = o->saved[SAVE_AUTO] = o->good = -1;
    o->end = world_last_step(w);
    o->told = calloc((size_t)world_streams(w) + 1, sizeof *o->told);
    if (!o->told)
        return fail_memory(error, "streams");
    for (int i = 0; i < world_streams(w); i++)
        o->told[i] = world_stream_tally(w, i).falls_short;
    o->frames_at = beat_of_period(w, m->output.every);
    o->snapshots_at = beat_of_period(w, m->output.snapshot_every);
    if (m->course.active) {
        o->out_at = beat_of_steps(m->course.out_name ? m->course.out_every : 0);
        o->vtk_at = beat_of_steps(m->course.vtk_name ? m->course.vtk_every : 0);
    }
    scree_status status = beat_check(w, m->output.every, "output.every", error);
    if (!status)
        status = beat_check(w, m->output.snapshot_every, "output.snapshot_every", error);
    return status ? status : probing_begin(&o->probes, m, w, error);
}

// ---- the folder

void output_log(output *o, const char *text, ...)
{
    char stamp[40] = "";
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    if (!o->log)
        return;
    if (localtime_r(&now, &parts))
        strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &parts);
    fprintf(o->log, "%s  ", stamp);
    va_start(args, text);
    vfprintf(o->log, text, args);
    va_end(args);
    fputc('\n', o->log);
    fflush(o->log);
}

// A log that has a second name, as in copies made of links, gets a copy of its own: what is added to a file is added
// under all of its names.
static scree_status part_log(const char *path, scree_error *error)
{
    struct stat s;
    const bool shared = !lstat(path, &s) && S_ISREG(s.st_mode) && s.st_nlink > 1;
    return shared ? file_copy(path, path, error) : SCREE_OK;
}

static scree_status open_log(output *o, scree_error *error)
{
    char *path;
    scree_status status = owned_path(&o->in->files, "log.txt", &path, error);
    if (!status)
        status = part_log(path, error);
    if (status) {
        free(path);
        return status;
    }
    int file =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    o->log = file >= 0 ? fdopen(file, "a") : NULL;
    if (!o->log)
        status = file_fault(error, path, "cannot write the file", errno);
    if (!o->log && file >= 0)
        close(file);
    free(path);
    return status;
}

static scree_status write_case(output *o, const char *source_folder, const case_families *families,
                               scree_error *error)
{
    char *text = NULL;
    char *path;
    file_out out;
    scree_status status = owned_path(&o->in->files, "case.yaml", &path, error);
    if (!status)
        status = inputs_resolve(o->m, world_step_choice(o->w), source_folder, &o->in->files,
                                families, &text, error);
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

static void settle_in(output *o, run_folder *in)
{
    o->in = in;
    o->folder = in->path;
    o->frames.files = &in->files;
}

// `last` NAN: new tables.
static scree_status open_tables(output *o, double last, scree_error *error)
{
    scree_status status = probing_open(&o->probes, &o->in->files, last, error);
    if (!status && o->frames_at.every > 0)
        status = effort_open(&o->effort, &o->in->files, last, error);
    return status;
}

// All but the case.yaml.
static scree_status begin_files(output *o, run_folder *in, const char *source_folder,
                                const case_families *families, scree_error *error)
{
    settle_in(o, in);
    scree_status status = case_fingerprint(o->m, world_step_choice(o->w), source_folder, families,
                                           &o->fingerprint, error);
    if (!status)
        status = open_log(o, error);
    return status ? status : open_tables(o, NAN, error);
}

scree_status output_begin(output *o, run_folder *in, const char *source_folder,
                          const case_families *families, scree_error *error)
{
    settle_in(o, in);
    scree_status status = write_case(o, source_folder, families, error);
    return status ? status : begin_files(o, in, source_folder, families, error);
}

scree_status output_branch(output *o, run_folder *in, const char *source_folder,
                           const case_families *families, scree_error *error)
{
    return begin_files(o, in, source_folder, families, error);
}

scree_status output_root(output *o, const char *source_folder, const case_families *families,
                         scree_error *error)
{
    scree_status status = output_step(o, error);
    if (!status)
        status = output_save(o, SAVE_AUTO, error);
    return status ? status : write_case(o, source_folder, families, error);
}

// What was written after the state that a run goes on from: it is written again, or would be of another run.
static void forget_later(output *o)
{
    const int64_t step = world_steps(o->w);
    owned *files = &o->in->files;
    owned_sweep(files);
    if (owned_has(files, "summary.json"))
        owned_remove(files, "summary.json");
    frames_forget(&o->frames, beat_number(&o->frames_at, step));
    if (o->m->course.out_name)
        frames_forget_course(&o->frames, false, beat_number(&o->out_at, step));
    if (o->m->course.vtk_name)
        frames_forget_course(&o->frames, true, beat_number(&o->vtk_at, step));
}

scree_status output_continue(output *o, run_folder *in, const generation *from,
                             const case_families *families, scree_error *error)
{
    const double last = from ? world_time(o->w) : NAN;
    settle_in(o, in);
    if (from) {
        o->good = o->saved[from->series] = world_steps(o->w);
        o->good_time = last;
    }
    scree_status status = folder_adopt(in, error);
    if (!status && from)
        status = generation_adopt(&in->files, from, error);
    if (!status)
        forget_later(o);
    if (!status && families)
        status = write_case(o, in->path, families, error);
    const case_families all = all_families();
    if (!status)
        status =
            case_fingerprint(o->m, world_step_choice(o->w), in->path, &all, &o->fingerprint, error);
    if (!status)
        status = open_log(o, error);
    if (!status && from)
        status =
            frames_resume(&o->frames, last, beat_number(&o->frames_at, world_steps(o->w)), error);
    return status ? status : open_tables(o, last, error);
}

// ---- while it runs

int64_t output_next(const output *o, int64_t step)
{
    int64_t next = probing_next(&o->probes, step, o->end);
    next = beat_next(&o->frames_at, step, next);
    next = beat_next(&o->snapshots_at, step, next);
    next = beat_next(&o->out_at, step, next);
    return beat_next(&o->vtk_at, step, next);
}

scree_status output_step(output *o, scree_error *error)
{
    const int64_t step = world_steps(o->w);
    const bool frame_due = beat_due(&o->frames_at, step);
    const bool out = beat_due(&o->out_at, step);
    const bool vtk = beat_due(&o->vtk_at, step);
    scree_status status = frame_due ? effort_row(&o->effort, o->w, error) : SCREE_OK;
    if (!status && (frame_due || out || vtk || probing_due(&o->probes, step))) {
        status = world_frame(o->w, &o->seen, error);
        if (!status)
            status = probing_sample(&o->probes, &o->seen, error);
        if (!status && frame_due)
            status =
                frames_write(&o->frames, o->w, &o->seen, beat_number(&o->frames_at, step), error);
        if (!status && out)
            status =
                frames_course(&o->frames, &o->seen, beat_number(&o->out_at, step), false, error);
        if (!status && vtk)
            status =
                frames_course(&o->frames, &o->seen, beat_number(&o->vtk_at, step), true, error);
    }
    if (!status && step > 0 && beat_due(&o->snapshots_at, step))
        status = output_save(o, SAVE_SNAPSHOT, error);
    o->torn = status != SCREE_OK;
    return status;
}

bool output_watch(output *o, char text[WATCH_ROOM])
{
    if (effort_warning(text, &o->effort, o->w)) {
        output_log(o, "warning: %s", text);
        return true;
    }
    for (int i = 0; i < world_streams(o->w); i++) {
        const stream_tally s = world_stream_tally(o->w, i);
        if (o->told[i] || !s.falls_short)
            continue;
        o->told[i] = true;
        stream_words(text, s);
        output_log(o, "warning: %s", text);
        strcat(text, " (widen its box, lower its rate, or send it off faster)");
        return true;
    }
    return false;
}

// All that must be on the disk before the state is: a run that goes on from that takes these for written.
static scree_status save_the_rest(output *o, scree_error *error)
{
    scree_status status = probing_flush(&o->probes, error);
    if (!status && o->effort.on)
        status = csv_flush(&o->effort.table, error);
    if (!status)
        status = probing_write_means(&o->probes, error);
    return status ? status : frames_close(&o->frames, error);
}

scree_status output_save(output *o, int series, scree_error *error)
{
    const int64_t step = world_steps(o->w);
    const saving s = {o->w, &o->in->files, &o->probes, &o->effort, o->fingerprint};
    uint64_t hash;
    if (o->torn || step == o->saved[SAVE_SNAPSHOT] || step == o->saved[series])
        return SCREE_OK;
    scree_status status = save_the_rest(o, error);
    if (status || world_spent(o->w))
        return status;
    status = saving_write(&s, series, &hash, error);
    if (status)
        return status;
    o->good = o->saved[series] = step;
    o->good_time = world_time(o->w);
    output_log(o, "%s at step %" PRId64 ", t = %.9g s, state hash %016" PRIx64,
               series == SAVE_AUTO ? "autosave" : "snapshot", step, o->good_time, hash);
    return SCREE_OK;
}

// ---- the end

// What the ledger did not count, where it is off, is null.
static void put_ledger(json *j, const frame_ledger *l, bool counted)
{
    json_object(j, "energy");
    json_flag(j, "ledger", counted);
    json_number(j, "kinetic", l->kinetic);
    json_number(j, "gravitational", l->gravitational);
    json_number(j, "elastic", l->elastic);
    json_number(j, "friction", l->friction);
    json_number(j, "damping", l->damping);
    json_number(j, "rolling", l->rolling);
    json_number(j, "plastic", l->plastic);
    json_number(j, "walls", l->walls);
    json_number(j, "added", l->added);
    json_number(j, "removed", l->removed);
    json_number(j, "residual", l->residual);
    json_number(j, "turned_over", l->turned_over);
    if (l->worst > 0) {
        json_object(j, "worst_contact");
        json_number(j, "out_by", l->worst);
        json_integer(j, "a", l->worst_a);
        json_integer(j, "b", l->worst_b);
        json_close(j);
    }
    json_close(j);
}

static void put_speed(json *j, const output *o, const ending *end)
{
    double rate = end->seconds > 0 ? (double)end->steps / end->seconds : 0;
    json_object(j, "speed");
    json_number(j, "seconds", end->seconds);
    json_integer(j, "steps", end->steps);
    json_number(j, "steps_per_second", rate);
    json_number(j, "particle_steps_per_second", rate * (double)world_grains(o->w));
    json_integer(j, "threads", end->threads);
    json_close(j);
}

// In the place of a state hash, where there is no state any more.
static void put_last_good(json *j, const output *o)
{
    if (o->good < 0) {
        json_null(j, "last_good");
        return;
    }
    json_object(j, "last_good");
    json_integer(j, "steps", o->good);
    json_number(j, "time", o->good_time);
    json_close(j);
}

static scree_status write_summary(output *o, const ending *end, uint64_t hash, scree_error *error)
{
    json j = {.lines = true};
    char text[20];
    const world_pulse pulse = world_pulse_of(o->w);
    json_begin(&j);
    json_text(&j, "title", o->m->title);
    json_text(&j, "program", "scree " SCREE_VERSION);
    json_text(&j, "status", end->status);
    if (end->error) {
        json_text(&j, "where", end->error->where);
        json_text(&j, "what", end->error->what);
        json_text(&j, "hint", end->error->hint);
    }
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (world_spent(o->w))
        put_last_good(&j, o);
    else
        json_text(&j, "state_hash", text);
    json_number(&j, "time", world_time(o->w));
    json_integer(&j, "steps", world_steps(o->w));
    json_number(&j, "step", world_dt(o->w));
    json_integer(&j, "grains", world_grains(o->w));
    json_integer(&j, "contacts", pulse.contacts);
    flows_json(&j, world_flows_of(o->w));
    streams_json(&j, o->w);
    put_ledger(&j, &o->seen.ledger, o->m->ledger);
    put_speed(&j, o, end);
    effort_json(&j, &o->effort);
    json_close(&j);
    char *path = NULL;
    scree_status status = j.failed ? fail_memory(error, "summary.json") : SCREE_OK;
    if (!status)
        status = owned_path(&o->in->files, "summary.json", &path, error);
    if (!status)
        status = json_store(&j, path, error);
    json_clear(&j);
    free(path);
    return status;
}

static void log_end(output *o, const ending *end)
{
    char text[FLOW_ROOM];
    output_log(o, "%s at step %" PRId64 ", t = %.9g s, after %.3f s of computing", end->status,
               world_steps(o->w), world_time(o->w), end->seconds);
    if (*flows_words(text, world_flows_of(o->w)))
        output_log(o, "grains: %s", text);
    char effort[EFFORT_ROOM];
    if (*effort_words(effort, &o->effort))
        output_log(o, "solver: %s", effort);
    for (int i = 0; i < world_streams(o->w); i++)
        if (*stream_words(text, world_stream_tally(o->w, i)))
            output_log(o, "%s", text);
}

// The list as it will be: what is there, and the summary.
static scree_status write_list(output *o, scree_error *error)
{
    scree_status status = owned_settle(&o->in->files, error);
    return status ? status : owned_adopt(&o->in->files, "summary.json", error);
}

scree_status output_end(output *o, const ending *end, uint64_t *hash, scree_error *error)
{
    const bool spent = world_spent(o->w);
    effort_gather(&o->effort, o->w);
    scree_status status = spent ? SCREE_OK : world_hash(o->w, hash, error);
    if (!status)
        status = world_frame(o->w, &o->seen, error);
    if (status && spent)
        return write_summary(o, end, 0, error); // not even that can be seen
    const int64_t step = world_steps(o->w);
    const beat *at = &o->frames_at;
    if (!status && step >= o->end && at->every > 0 &&
        !beat_due(at, step)) // the end of the run is seen in any case
        status = frames_write(&o->frames, o->w, &o->seen, beat_number(at, step) + 1, error);
    if (!status)
        status = frames_picture(&o->frames, o->w, &o->seen, error);
    if (!status)
        status = frames_close(&o->frames, error);
    if (!status)
        status = write_list(o, error);
    if (!status)
        status = write_summary(o, end, *hash, error);
    if (!status)
        log_end(o, end);
    return status;
}

scree_status output_close(output *o, scree_error *error)
{
    scree_status status = o->in ? frames_close(&o->frames, error) : SCREE_OK;
    scree_status closed = probing_close(&o->probes, status ? NULL : error);
    if (!status)
        status = closed;
    closed = effort_close(&o->effort, status ? NULL : error);
    if (!status)
        status = closed;
    frames_clear(&o->frames);
    frame_clear(&o->seen);
    if (o->log && fclose(o->log) && !status)
        status = file_fault(error, o->folder, "cannot write log.txt", errno);
    free(o->fingerprint);
    free(o->told);
    memset(o, 0, sizeof *o);
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
