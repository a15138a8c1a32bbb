// world.c - worlds of scree/scree.h: thin words for those of world/.
#include "api/drives.h"
#include "api/events.h"
#include "api/given.h"
#include "api/log.h"
#include "api/objects.h"
#include "api/plain_locale.h"
#include "api/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS_MOST = 1024, STAGED_STEPS = 1 };

// Is one of its laws, whether a pair takes it or not, for one thread?
static bool runs_alone(const scree_case *opened)
{
    for (int i = 0; i < opened->laws; i++) {
        if (own_alone(opened->law[i]))
            return true;
    }
    return false;
}

scree_status open_world(scree_case *opened, const image *im, bool changed, int threads,
                        scree_world **out, scree_error *error)
{
    const bool alone = runs_alone(opened);
    const world_options world_options = {
        .threads = alone ? 1 : threads,
        .folder = opened->folder,
        .parts = opened->parts,
        .changed = changed,
        .traffic = true,
    };
    *out = NULL;
    if (threads < 0 || threads > THREADS_MOST)
        return fail(error, SCREE_BAD_INPUT, "threads", "give 0 for all that there are",
                    "%d threads are not 0 to %d", threads, THREADS_MOST);
    if (alone && threads > 1)
        return fail(error, SCREE_BAD_INPUT, "threads", "give 1, or 0",
                    "a law of the program is not for several threads at once, and %d are asked for",
                    threads);
    if (opened->faults.count || !opened->good)
        return fail(error, SCREE_BAD_INPUT, "case", "mend it; scree_case_fault tells the faults",
                    "the case has faults");
    scree_world *handle = calloc(1, sizeof *handle);
    if (!handle)
        return fail_memory(error, "world");
    scree_status status =
        im ? world_restore(&opened->model, &world_options, im, &handle->world, error)
           : world_create(&opened->model, &world_options, &handle->world, error);
    if (status) {
        free(handle);
        return status;
    }
    handle->of = case_keep(opened);
    given_listen(handle);
    *out = handle;
    return SCREE_OK;
}

scree_status scree_case_parts(scree_case *opened, int parts, scree_error *error)
{
    if (parts < 1 || parts > WORLD_PARTS_MOST)
        return fail(error, SCREE_BAD_INPUT, "parts", "give 1 for all grains together",
                    "%d parts are not 1 to %d", parts, WORLD_PARTS_MOST);
    opened->parts = parts;
    return SCREE_OK;
}

scree_status scree_world_create(scree_case *opened, int threads, scree_world **out,
                                scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = open_world(opened, NULL, false, threads, out, error);
    plain_locale_end(locale);
    return status;
}

void scree_world_destroy(scree_world *handle)
{
    if (!handle)
        return;
    events_forget(handle);
    drives_forget(handle);
    log_forget(handle);
    given_forget(handle);
    share_forget(handle);
    world_destroy(handle->world);
    case_release(handle->of);
    free(handle);
}

void scree_world_watch(scree_world *handle, scree_watch watch, void *context)
{
    handle->watch = watch;
    handle->context = context;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const double between = 2e-3; // s, of two questions

// Who is asked may look, and takes no steps.
static bool watch_stops(scree_world *handle)
{
    const bool before = handle->calling;
    handle->calling = true;
    const bool stops = handle->watch && handle->watch(handle->context, handle) != 0;
    handle->calling = before;
    return stops;
}

// In the middle of what comes before a step.
static bool stop_asked(void *context)
{
    scree_world *handle = context;
    if (seconds_now() - handle->asked < between)
        return false;
    plain_locale_end(handle->locale);
    const bool stops = watch_stops(handle);
    handle->locale = plain_locale_begin();
    handle->asked = seconds_now();
    return stops;
}

static scree_status step_plainly(scree_world *handle, int64_t steps, scree_error *error)
{
    handle->locale = plain_locale_begin();
    handle->asked = seconds_now();
    world_ask(handle->world, handle->watch ? stop_asked : NULL, handle);
    scree_status status = SCREE_OK;
    const int64_t last = world_steps(handle->world) + steps;
    while (status == SCREE_OK && world_steps(handle->world) < last) { // from stage to stage
        status = world_step(handle->world, last - world_steps(handle->world), error);
        scree_status passed = probes_pass(handle, status ? NULL : error);
        if (!passed)
            passed = events_pass(handle, status ? NULL : error);
        status = status ? status : passed;
        log_tell(handle);
    }
    plain_locale_end(handle->locale);
    return status;
}

static scree_status stopped(const scree_world *handle, int64_t left, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    fail(error, SCREE_STOPPED, "step", "go on when you like: the state is whole",
         "stopped on request at t = %.9g s, with %lld steps to go", world_time(handle->world),
         (long long)left);
    plain_locale_end(locale);
    return SCREE_STOPPED;
}

// So many steps at a time as lately took about that long; the bits do not depend on how steps are taken together.
static scree_status take_watched(scree_world *handle, int64_t steps, int64_t left,
                                 scree_error *error)
{
    int64_t together = 1;
    if (!handle->watch && !share_by_clock(handle))
        return step_plainly(handle, steps, error);
    while (steps > 0) {
        const int64_t now = steps < together ? steps : together;
        const double begin = seconds_now();
        scree_status status = step_plainly(handle, now, error);
        if (status)
            return status;
        steps -= now;
        const double took = seconds_now() - begin;
        if (took < 0.5 * between && together < INT32_MAX)
            together *= 2;
        if (took > between && together > 1)
            together /= 2;
        status = share_pass(handle, false, error);
        if (status)
            return status;
        if (watch_stops(handle))
            return stopped(handle, left + steps, error);
    }
    return SCREE_OK;
}

// From call to call of those that are to come (scree/event.h).
static scree_status take_steps(scree_world *handle, int64_t steps, scree_error *error)
{
    if (handle->calling)
        return fail(error, SCREE_BAD_INPUT, "step", "return from the call first",
                    "a call in the middle of steps cannot take steps");
    for (;;) {
        bool stops;
        scree_status status = events_call(handle, &stops, error);
        if (status)
            return status;
        if (stops)
            return stopped(handle, steps, error);
        if (steps == 0)
            return SCREE_OK;
        status = drives_ask(handle, &stops, error);
        if (status)
            return status;
        if (stops)
            return stopped(handle, steps, error);
        const int64_t way = handle->drive ? 1 : events_next(handle) - world_steps(handle->world);
        const int64_t most = way < steps ? way : steps;
        const int64_t now = share_next(handle) < most ? share_next(handle) : most;
        steps -= now;
        status = take_watched(handle, now, steps, error);
        if (!status)
            status = share_pass(handle, false, error);
        if (status)
            return status;
    }
}

// Whatever ended it, what there is then can be looked at.
static scree_status end_steps(scree_world *handle, scree_status status, scree_error *error)
{
    const bool spent = world_spent(handle->world);
    const scree_status shared =
        spent || handle->calling ? SCREE_OK : share_pass(handle, true, status ? NULL : error);
    return status ? status : shared;
}

scree_status scree_world_step(scree_world *handle, int64_t steps, scree_error *error)
{
    if (steps < 0)
        return fail(error, SCREE_BAD_INPUT, "steps", "load a snapshot to go back",
                    "%lld steps cannot be taken", (long long)steps);
    return end_steps(handle, take_steps(handle, steps, error), error);
}

scree_status scree_world_step_until(scree_world *handle, double time, scree_error *error)
{
    if (!isfinite(time))
        return fail(error, SCREE_BAD_INPUT, "time", "give a number of seconds",
                    "there is no time %g s", time);
    scree_status status = SCREE_OK;
    for (;;) { // a stage may change the length of the step
        const int64_t left = world_step_at(handle->world, time) - world_steps(handle->world);
        const int64_t most = world_stages(handle->world) > 0 ? STAGED_STEPS : INT64_MAX;
        if (status != SCREE_OK || left <= 0)
            return end_steps(handle, status, error);
        status = take_steps(handle, left < most ? left : most, error);
    }
}

double scree_world_time(const scree_world *handle)
{
    return world_time(handle->world);
}
double scree_world_step_size(const scree_world *handle)
{
    return world_dt(handle->world);
}
int64_t scree_world_steps(const scree_world *handle)
{
    return world_steps(handle->world);
}
int64_t scree_world_last_step(const scree_world *handle)
{
    return world_last_step(handle->world);
}
const char *scree_world_stage(const scree_world *handle, int *over)
{
    const stage_mark mark = world_stage(handle->world);
    if (over)
        *over = world_is_over(handle->world);
    return mark.number >= 0 ? mark.name : NULL;
}
int64_t scree_world_grain_count(const scree_world *handle)
{
    return world_grains(handle->world);
}
int64_t scree_world_ball_count(const scree_world *handle)
{
    return world_balls(handle->world);
}

void scree_world_domain(const scree_world *handle, double low[3], double high[3], int periodic[3])
{
    const model *model = world_model(handle->world);
    low[0] = model->low.x;
    low[1] = model->low.y;
    low[2] = model->low.z;
    high[0] = model->high.x;
    high[1] = model->high.y;
    high[2] = model->high.z;
    for (int axis = 0; axis < 3; axis++)
        periodic[axis] =
            model->boundary[axis] == BOUNDARY_PERIODIC && !(axis == 2 && model->dimensions == 2);
}

const char *scree_world_name(const scree_world *handle, scree_names kind, int index)
{
    const model *model = world_model(handle->world);
    if (index < 0)
        return NULL;
    switch (kind) {
    case SCREE_MATERIAL_NAMES:
        return index < model->materials ? model->material[index].name : NULL;
    case SCREE_SHAPE_NAMES:
        return index < model->shapes ? model->shape[index].name : NULL;
    case SCREE_WALL_NAMES:
        return index < world_walls(handle->world) ? world_wall_name(handle->world, index) : NULL;
    case SCREE_SET_NAMES:
        if (index < model->grain_sets)
            return model->grains[index].name;
        return index - model->grain_sets < model->streams
                   ? model->stream[index - model->grain_sets].name
                   : NULL;
    }
    return NULL;
}

scree_status scree_world_hash(scree_world *handle, uint64_t *out, scree_error *error)
{
    return world_hash(handle->world, out, error);
}

scree_status scree_world_write(scree_world *handle, const char *column, const int64_t *ids,
                               const double *values, int64_t count, scree_error *error)
{
    const bool velocity = !strcmp(column, "velocity");
    if (!velocity && strcmp(column, "spin"))
        return fail(error, SCREE_BAD_INPUT, column,
                    "all else is decided by the case: its packings, shapes, materials",
                    "only velocity and spin can be written");
    v3 *value = count >= 0 && (uint64_t)count < SIZE_MAX / sizeof *value
                    ? malloc(((size_t)count + 1) * sizeof *value)
                    : NULL;
    if (count >= 0 && !value)
        return fail_memory(error, column);
    for (int64_t i = 0; i < count; i++)
        value[i] = v3_make(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
    scree_status status = world_write(handle->world, velocity ? WORLD_VELOCITY : WORLD_SPIN, ids,
                                      value, count, error);
    free(value);
    return status;
}

scree_status scree_world_effort(const scree_world *handle, const char *name, double *out,
                                scree_error *error)
{
    const solver_effort solver_effort = world_effort_of(handle->world, false);
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"steps", (double)solver_effort.steps},
                   {"sweeps", (double)solver_effort.sweeps},
                   {"impact_sweeps", (double)solver_effort.impact_sweeps},
                   {"contact_sweeps", solver_effort.contact_sweeps},
                   {"contacts", (double)solver_effort.contacts},
                   {"warm", solver_effort.warm},
                   {"depth", solver_effort.depth},
                   {"residual", solver_effort.residual},
                   {"overlap", solver_effort.overlap},
                   {"overlap_error", solver_effort.error},
                   {"impact_residual", solver_effort.impact_residual}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name)) {
            *out = numbers[i].value;
            return SCREE_OK;
        }
    return fail(error, SCREE_BAD_INPUT, name, "see scree_world_effort in scree.h",
                "there is no such number");
}
