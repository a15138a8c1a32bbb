// output.c - see output.h.
#include "cli/output.h"

#include "base/text.h"
#include "cli/folder.h"
#include "cli/inputs.h"
#include "store/file_out.h"
#include "store/json.h"
#include "store/snapshot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

scree_status output_plan(output *o, const model *m, world *w, int threads, scree_error *error)
{
    memset(o, 0, sizeof *o);
    o->m = m;
    o->w = w;
    o->threads = threads;
    o->frames.m = m;
    effort_begin(&o->effort, m);
    o->saved = o->good = -1;
    o->end = world_last_step(w);
    o->told = calloc((size_t)world_streams(w) + 1, sizeof *o->told);
    if (!o->told) return fail_memory(error, "streams");
    for (int i = 0; i < world_streams(w); i++) o->told[i] = isfinite(world_stream_tally(w, i).short_since);
    o->frames_at = beat_of_period(w, m->output.every);
    o->snapshots_at = beat_of_period(w, m->output.snapshot_every);
    if (m->course.active) {
        o->out_at = beat_of_steps(m->course.out_name ? m->course.out_every : 0);
        o->vtk_at = beat_of_steps(m->course.vtk_name ? m->course.vtk_every : 0);
    }
    return probing_begin(&o->probes, m, w, error);
}

// ---- the folder

void output_log(output *o, const char *text, ...)
{
    char stamp[40] = "";
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    if (!o->log) return;
    if (localtime_r(&now, &parts)) strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &parts);
    fprintf(o->log, "%s  ", stamp);
    va_start(args, text);
    vfprintf(o->log, text, args);
    va_end(args);
    fputc('\n', o->log);
    fflush(o->log);
}

static scree_status open_log(output *o, scree_error *error)
{
    char *path = folder_path(o->folder, "log.txt");
    if (!path) return fail_memory(error, o->folder);
    o->log = fopen(path, "a");
    scree_status status = o->log ? SCREE_OK : file_fault(error, path, "cannot write the file", errno);
    free(path);
    return status;
}

static scree_status write_case(output *o, const char *source_folder, const case_families *families, scree_error *error)
{
    char *text = NULL, *path = folder_path(o->folder, "case.yaml");
    file_out out;
    scree_status status = path ? SCREE_OK : fail_memory(error, o->folder);
    if (!status)
        status = inputs_resolve(o->m, world_step_choice(o->w), source_folder, o->folder, families, &text, error);
    if (!status) status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, text, strlen(text));
        status = file_out_commit(&out, error);
    }
    free(text);
    free(path);
    return status;
}

scree_status output_begin(output *o, const char *folder, const char *source_folder, const case_families *families,
                          scree_error *error)
{
    o->folder = text_copy(folder);
    if (!o->folder) return fail_memory(error, folder);
    o->frames.folder = o->folder;
    scree_status status = write_case(o, source_folder, families, error);
    if (!status) status = open_log(o, error);
    if (!status) status = probing_open(&o->probes, folder, NAN, error);
    if (!status && o->frames_at.every > 0) status = effort_open(&o->effort, folder, NAN, error);
    return status;
}

scree_status output_continue(output *o, const char *folder, const case_families *families, scree_error *error)
{
    const double last = world_time(o->w);
    o->folder = text_copy(folder);
    if (!o->folder) return fail_memory(error, folder);
    o->frames.folder = o->folder;
    o->good = world_steps(o->w);
    o->good_time = last;
    scree_status status = families ? write_case(o, folder, families, error) : SCREE_OK;
    if (!status) status = open_log(o, error);
    if (!status) status = frames_resume(&o->frames, last, error);
    if (!status) status = probing_open(&o->probes, folder, last, error);
    if (!status && o->frames_at.every > 0) status = effort_open(&o->effort, folder, last, error);
    return status;
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
    const bool frame_due = beat_due(&o->frames_at, step), out = beat_due(&o->out_at, step),
               vtk = beat_due(&o->vtk_at, step);
    scree_status status = frame_due ? effort_row(&o->effort, o->w, error) : SCREE_OK;
    if (!status && (frame_due || out || vtk || probing_due(&o->probes, step))) {
        status = world_frame(o->w, &o->seen, error);
        if (!status) status = probing_sample(&o->probes, &o->seen, error);
        if (!status && frame_due)
            status = frames_write(&o->frames, o->w, &o->seen, beat_number(&o->frames_at, step), error);
        if (!status && out) status = frames_course(&o->frames, &o->seen, beat_number(&o->out_at, step), false, error);
        if (!status && vtk) status = frames_course(&o->frames, &o->seen, beat_number(&o->vtk_at, step), true, error);
    }
    if (!status && step > 0 && beat_due(&o->snapshots_at, step)) status = output_save(o, error);
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
        if (o->told[i] || !isfinite(s.short_since)) continue;
        o->told[i] = true;
        stream_words(text, s);
        output_log(o, "warning: %s", text);
        strcat(text, " (widen its box, lower its rate, or send it off faster)");
        return true;
    }
    return false;
}

static scree_status save_the_rest(output *o, scree_error *error)
{
    scree_status status = probing_write_means(&o->probes, error);
    return status ? status : frames_close(&o->frames, error);
}

scree_status output_save(output *o, scree_error *error)
{
    if (world_steps(o->w) == o->saved) return SCREE_OK;
    if (world_spent(o->w)) return save_the_rest(o, error);
    char *path = folder_path(o->folder, "snapshot.h5");
    image im = {0};
    scree_status status = path ? world_image(o->w, &im, error) : fail_memory(error, o->folder);
    const snapshot_attribute about[] = {{"title", o->m->title}, {"program", "scree " SCREE_VERSION}, {NULL, NULL}};
    // The sums go first: whichever snapshot a crash leaves, one of the two files of sums is of its step.
    effort_gather(&o->effort, o->w);
    if (!status) status = probing_save(&o->probes, o->folder, world_steps(o->w), error);
    if (!status) status = effort_save(&o->effort, o->folder, world_steps(o->w), error);
    if (!status) status = snapshot_write(path, &im, about, error);
    if (!status) {
        o->good = world_steps(o->w);
        o->good_time = world_time(o->w);
        status = save_the_rest(o, error);
    }
    if (!status) {
        o->saved = world_steps(o->w);
        output_log(o, "snapshot at step %" PRId64 ", t = %.9g s, state hash %016" PRIx64, o->saved, world_time(o->w),
                   image_hash(&im));
    }
    image_clear(&im);
    free(path);
    return status;
}

// ---- the end

static void put_ledger(json *j, const frame_ledger *l)
{
    json_object(j, "energy");
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
    put_ledger(&j, &o->seen.ledger);
    put_speed(&j, o, end);
    effort_json(&j, &o->effort);
    json_close(&j);
    char *path = folder_path(o->folder, "summary.json");
    scree_status status = path && !j.failed ? json_store(&j, path, error) : fail_memory(error, "summary.json");
    json_clear(&j);
    free(path);
    return status;
}

static void log_end(output *o, const ending *end)
{
    char text[FLOW_ROOM];
    output_log(o, "%s at step %" PRId64 ", t = %.9g s, after %.3f s of computing", end->status, world_steps(o->w),
               world_time(o->w), end->seconds);
    if (*flows_words(text, world_flows_of(o->w))) output_log(o, "grains: %s", text);
    char effort[EFFORT_ROOM];
    if (*effort_words(effort, &o->effort)) output_log(o, "solver: %s", effort);
    for (int i = 0; i < world_streams(o->w); i++)
        if (*stream_words(text, world_stream_tally(o->w, i))) output_log(o, "%s", text);
}

scree_status output_end(output *o, const ending *end, uint64_t *hash, scree_error *error)
{
    const bool spent = world_spent(o->w);
    effort_gather(&o->effort, o->w);
    scree_status status = spent ? SCREE_OK : world_hash(o->w, hash, error);
    if (!status) status = world_frame(o->w, &o->seen, error);
    if (status && spent) return write_summary(o, end, 0, error); // not even that can be seen
    const int64_t step = world_steps(o->w);
    const beat *at = &o->frames_at;
    if (!status && step >= o->end && at->every > 0 && !beat_due(at, step)) // the end of the run is seen in any case
        status = frames_write(&o->frames, o->w, &o->seen, beat_number(at, step) + 1, error);
    if (!status) status = frames_picture(&o->frames, o->w, &o->seen, error);
    if (!status) status = write_summary(o, end, *hash, error);
    if (!status) log_end(o, end);
    return status;
}

scree_status output_close(output *o, scree_error *error)
{
    scree_status status = o->frames.folder ? frames_close(&o->frames, error) : SCREE_OK;
    scree_status closed = probing_close(&o->probes, status ? NULL : error);
    if (!status) status = closed;
    closed = effort_close(&o->effort, status ? NULL : error);
    if (!status) status = closed;
    frames_clear(&o->frames);
    frame_clear(&o->seen);
    if (o->log && fclose(o->log) && !status) status = file_fault(error, o->folder, "cannot write log.txt", errno);
    free(o->folder);
    free(o->told);
    memset(o, 0, sizeof *o);
    return status;
}
