// output_end.c - the end of a run: the last frame, the picture, the list of files, and summary.json, which comes last
// and says that all else is whole.
#include "run/output.h"

#include "run/folder.h"
#include "run/scaling.h"
#include "store/file_in.h"
#include "store/file_out.h"
#include "store/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    json_number(json, "drag", ledger->drag);
    json_number(json, "walls", ledger->walls);
    json_number(json, "cell", ledger->cell);
    json_number(json, "growth", ledger->growth);
    json_number(json, "added", ledger->added);
    json_number(json, "removed", ledger->removed);
    json_number(json, "start", ledger->start);
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

static void put_stages(json *json, const world *world)
{
    static const char *const ends[STAGE_ENDS] = {"none", "time", "condition", "limit"};
    const stage_mark now = world_stage(world);
    if (now.number < 0)
        return;
    json_text(json, "stage", now.name);
    json_text(json, "stage_end", ends[now.end]);
    json_list(json, "stages");
    for (int i = 0; i <= now.number; i++) {
        const stage_mark mark = world_stage_begun(world, i);
        json_object(json, NULL);
        json_text(json, "name", mark.name);
        json_integer(json, "begins_at_step", mark.step);
        json_number(json, "begins_at", mark.time);
        json_close(json);
    }
    json_close(json);
}

// Where the time of computing went: into the parts of a step (world_timing), and all that is no step.
static void put_parts_of_time(json *json, const output *output, const ending *end)
{
    const world_timing timing = world_timing_of(output->world, false);
    double steps = 0;
    for (int k = 0; k < STAGES; k++)
        steps += timing.seconds[k];
    json_object(json, "seconds_of");
    json_number(json, "lists", timing.seconds[STAGE_LISTS]);
    json_number(json, "contacts_and_motion", timing.seconds[STAGE_BLOCKS]);
    json_number(json, "walls_and_checks", timing.seconds[STAGE_DRIVES]);
    json_number(json, "output", fmax(end->seconds - steps, 0));
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
    if (world_ranks(output->world) > 1)
        json_integer(json, "ranks", world_ranks(output->world));
    put_parts_of_time(json, output, end);
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
    json_number(&json, "dashpots", output->soundness.share);
    json_integer(&json, "grains", world_grains(output->world));
    json_integer(&json, "contacts", pulse.contacts);
    scaling_json(&json, output->model);
    int areas;
    aims_area *area = aims_areas_of(output->world, &areas);
    aims_areas_json(&json, area, areas);
    json.failed = json.failed || !area;
    free(area);
    aims_json(&json, &output->aims);
    put_stages(&json, output->world);
    flows_json(&json, world_flows_of(output->world));
    masses_json(&json, &output->masses, &output->seen);
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

static bool frame_is_wanted(const output *output)
{
    const beat *at = &output->frames_at;
    const int64_t step = world_steps(output->world);
    return world_is_over(output->world) && at->every > 0 && !beat_due(at, step);
}

// Of ranks the grains themselves are looked at only where somebody shows them, or where contacts have dashpots.
static scree_status see_end(output *output, scree_error *error)
{
    int64_t contacts = 0;
    const bool shown = !output->no_picture || frame_is_wanted(output) || output->masses.on;
    if (shown)
        return world_frame(output->world, &output->seen, error);
    const scree_status status = world_frame_numbers(output->world, &output->seen, &contacts, error);
    if (status || contacts == 0 || world_ranks(output->world) <= 1)
        return status;
    return world_frame(output->world, &output->seen, error);
}

scree_status output_end(output *output, const ending *end, uint64_t *hash, scree_error *error)
{
    const bool spent = world_spent(output->world);
    effort_gather(&output->effort, output->world);
    scree_status status = spent ? SCREE_OK : world_hash(output->world, hash, error);
    if (!status)
        status = see_end(output, error);
    if (status && spent)
        return write_summary(output, end, 0, error); // not even that can be seen
    output->ends = true;
    if (world_is_over(output->world) || world_stage(output->world).end == STAGE_END_LIMIT)
        output_judge_aims(output, NULL);
    if (!status)
        status = world_soundness(output->world, &output->seen, &output->soundness, error);
    const int64_t step = world_steps(output->world);
    const beat *at = &output->frames_at;
    if (!status && frame_is_wanted(output)) // the end of the run is seen in any case
        status = frames_write(&output->frames, output->world, &output->seen, &output->probes,
                              beat_number(at, step) + 1, error);
    if (!status && !output->no_picture)
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
