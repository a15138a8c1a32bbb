// output.c - see output.h.
#include "run/output.h"

#include "base/text.h"
#include "case/fingerprint.h"
#include "run/books.h"
#include "run/folder.h"
#include "run/inputs.h"
#include "run/soundness.h"
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

static double frame_period(const model *model, const void *context)
{
    (void)context;
    return model->output.every;
}

static double snapshot_period(const model *model, const void *context)
{
    (void)context;
    return model->output.snapshot_every;
}

// What falls due when, by the case of the stage in progress.
static scree_status plan_beats(output *output, scree_error *error)
{
    const model *model = output->model;
    const world *world = output->world;
    output->end = world_last_step(world);
    output->frames_at = beat_of_stages(world, frame_period, NULL);
    output->snapshots_at = beat_of_stages(world, snapshot_period, NULL);
    if (model->course.active) {
        output->out_at = beat_of_steps(model->course.out_name ? model->course.out_every : 0);
        output->vtk_at = beat_of_steps(model->course.vtk_name ? model->course.vtk_every : 0);
    }
    scree_status status = beat_check(world, model->output.every, "output.every", error);
    if (!status)
        status = beat_check(world, model->output.snapshot_every, "output.snapshot_every", error);
    return status;
}

static scree_status watch_streams(output *output, scree_error *error)
{
    const world *world = output->world;
    free(output->told);
    output->told = calloc((size_t)world_streams(world) + 1, sizeof *output->told);
    if (!output->told)
        return fail_memory(error, "streams");
    for (int i = 0; i < world_streams(world); i++)
        output->told[i] = world_stream_tally(world, i).falls_short;
    return SCREE_OK;
}

scree_status output_plan(output *output, const model *root, world *world, int threads,
                         scree_error *error)
{
    memset(output, 0, sizeof *output);
    output->root = root;
    output->model = world_model(world);
    output->last_stage = -1;
    output->world = world;
    output->threads = threads;
    output->frames.model = output->model;
    effort_begin(&output->effort, output->model);
    output->saved[SAVE_SNAPSHOT] = output->saved[SAVE_AUTO] = output->good = -1;
    scree_status status = watch_streams(output, error);
    if (!status)
        status = plan_beats(output, error);
    const bool weighs = masses_wanted(root);
    if (!status && weighs)
        status = world_frame(world, &output->seen, error);
    if (status)
        return status;
    if (weighs)
        masses_begin(&output->masses, &output->seen);
    frame_release(&output->seen); // the next look may be far
    return probing_begin(&output->probes, output->model, world, error);
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

// ---- stages

bool output_stage_is_over(const output *output)
{
    return world_stage(output->world).end != STAGE_END_NONE && !world_is_over(output->world);
}

static scree_status keep(output *output, const char *name, scree_error *error)
{
    const saving saving = {output->world,   &output->in->files,  &output->probes,
                           &output->effort, output->fingerprint, &output->masses,
                           output->verdict};
    scree_status status = save_the_rest(output, error);
    return status ? status : saving_keep(&saving, name, error);
}

// The state at the border is kept under the name of the stage that begins.
static scree_status keep_border(output *output, scree_error *error)
{
    char name[STAGE_NAME_ROOM];
    const int next = world_stage(output->world).number + 1;
    saving_stage_name(name, output->root->stage[next].name);
    scree_status status = keep(output, name, error);
    return status ? status : output_save(output, SAVE_AUTO, error);
}

scree_status output_keep(output *output, char name[STAGE_NAME_ROOM], scree_error *error)
{
    const int64_t step = world_steps(output->world);
    snprintf(name, STAGE_NAME_ROOM, SAVING_KEPT "%09" PRId64, step);
    if (output->torn || world_spent(output->world))
        return fail(error, SCREE_BAD_INPUT, name, "go on from an older one",
                    "this step leaves no state that can be kept");
    scree_status status = keep(output, name, error);
    if (!status)
        output_log(output, "kept %s.h5 at step %" PRId64 ", t = %.9g s", name, step,
                   world_time(output->world));
    return status;
}

static scree_status take_over_probes(output *output, scree_error *error)
{
    bool fresh;
    scree_status status = probing_change(&output->probes, output->model, output->world,
                                         &output->in->files, &fresh, error);
    if (!status)
        status = probing_listen(&output->probes, output->world, error);
    if (status || !fresh)
        return status;
    status = world_frame(output->world, &output->seen, error);
    return status ? status : probing_sample_fresh(&output->probes, &output->seen, error);
}

scree_status output_next_stage(output *output, scree_error *error)
{
    output_log_stage(output);
    output_judge_aims(output, output->root->stage[world_stage(output->world).number + 1].model);
    effort_gather(&output->effort, output->world);
    scree_status status = keep_border(output, error);
    if (status)
        return status;
    status = world_next_stage(output->world, error);
    output->refused = status == SCREE_BAD_INPUT;
    if (status)
        return status;
    output->model = world_model(output->world);
    output->frames.model = output->model;
    output_log_case(output);
    status = watch_streams(output, error);
    if (!status)
        status = plan_beats(output, error);
    if (!status)
        status = effort_change(&output->effort, output->world, &output->in->files,
                               output->frames_at.every > 0, error);
    return status ? status : take_over_probes(output, error);
}

// ---- while it runs

scree_status output_pass(output *output, scree_error *error)
{
    masses_pass(&output->masses, output->world);
    return probing_pass(&output->probes, output->world, error);
}

int64_t output_next(const output *output, int64_t step)
{
    int64_t next = probing_next(&output->probes, step, output->end);
    next = beat_next(&output->frames_at, step, next);
    next = beat_next(&output->snapshots_at, step, next);
    next = beat_next(&output->out_at, step, next);
    next = soundness_next(step, next);
    return beat_next(&output->vtk_at, step, next);
}

scree_status output_step(output *output, scree_error *error)
{
    const int64_t step = world_steps(output->world);
    const bool frame_due = beat_due(&output->frames_at, step);
    const bool out = beat_due(&output->out_at, step);
    const bool vtk = beat_due(&output->vtk_at, step);
    scree_status status = frame_due ? effort_row(&output->effort, output->world, error) : SCREE_OK;
    const bool has_dashpots = output->model->solver == SOLVER_SMOOTH;
    const bool sound_due = has_dashpots && soundness_due(step) && !output->told_soundness;
    if (!status && (frame_due || out || vtk || sound_due || probing_due(&output->probes, step))) {
        status = world_frame(output->world, &output->seen, error);
        if (!status && sound_due)
            status = world_soundness(output->world, &output->seen, &output->soundness, error);
        if (!status)
            status = probing_sample(&output->probes, &output->seen, error);
        if (!status && frame_due)
            status = frames_write(&output->frames, output->world, &output->seen, &output->probes,
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

// Books miss much of the little that has been turned over when a run begins. Where they still do when it is a hundred times as much,
// or at the end, something is wrong.
static bool watch_books(output *output, char text[WATCH_ROOM])
{
    const frame_ledger *ledger = &output->seen.ledger;
    if (!output->model->ledger || output->told_books || !books_warning(text, output->world, ledger))
        return false;
    if (!(output->books_since > 0))
        output->books_since = ledger->turned_over;
    output->told_books = ledger->turned_over >= 100 * output->books_since || output->ends;
    return output->told_books;
}

static bool watch_soundness(output *output, char text[WATCH_ROOM])
{
    if (output->told_soundness || !soundness_warning(text, output->world, &output->soundness))
        return false;
    output->told_soundness = true;
    return true;
}

bool output_watch(output *output, char text[WATCH_ROOM])
{
    if (effort_warning(text, &output->effort, output->world)) {
        output_log(output, "warning: %s", text);
        return true;
    }
    if (watch_books(output, text) || watch_soundness(output, text)) {
        output_log(output, "warning: %s", text);
        return true;
    }
    if (output->aims.told < output->aims.count) {
        snprintf(text, WATCH_ROOM, "%s", output->aims.text[output->aims.told++]);
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

scree_status output_save(output *output, int series, scree_error *error)
{
    const int64_t step = world_steps(output->world);
    const saving saving = {output->world,   &output->in->files,  &output->probes,
                           &output->effort, output->fingerprint, &output->masses,
                           output->verdict};
    uint64_t hash;
    if (output->torn || step == output->saved[SAVE_SNAPSHOT] || step == output->saved[series])
        return SCREE_OK;
    scree_status status = save_the_rest(output, error);
    if (status || world_spent(output->world))
        return status;
    frame_release(&output->seen); // its room is wanted for the state
    status = saving_write(&saving, series, &hash, error);
    if (status)
        return status;
    output->good = output->saved[series] = step;
    output->good_time = world_time(output->world);
    output_log(output, "%s at step %" PRId64 ", t = %.9g s, state hash %016" PRIx64,
               series == SAVE_AUTO ? "autosave" : "snapshot", step, output->good_time, hash);
    return SCREE_OK;
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
