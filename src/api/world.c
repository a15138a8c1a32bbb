// world.c - worlds of scree/scree.h: thin words for those of world/.
#include "api/objects.h"
#include "api/plain_locale.h"

#include "case/fingerprint.h"
#include "store/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS_MOST = 1024 };

static scree_status open_world(scree_case *c, const image *im, int threads, scree_world **out,
                               scree_error *error)
{
    const world_options o = {.threads = threads, .folder = c->folder};
    *out = NULL;
    if (threads < 0 || threads > THREADS_MOST)
        return fail(error, SCREE_BAD_INPUT, "threads", "give 0 for all that there are",
                    "%d threads are not 0 to %d", threads, THREADS_MOST);
    if (c->faults.count || !c->good)
        return fail(error, SCREE_BAD_INPUT, "case", "mend it; scree_case_fault tells the faults",
                    "the case has faults");
    scree_world *w = calloc(1, sizeof *w);
    if (!w)
        return fail_memory(error, "world");
    scree_status status =
        im ? world_restore(&c->m, &o, im, &w->w, error) : world_create(&c->m, &o, &w->w, error);
    if (status) {
        free(w);
        return status;
    }
    w->of = case_keep(c);
    *out = w;
    return SCREE_OK;
}

scree_status scree_world_create(scree_case *c, int threads, scree_world **out, scree_error *error)
{
    const plain_locale l = plain_locale_begin();
    scree_status status = open_world(c, NULL, threads, out, error);
    plain_locale_end(l);
    return status;
}

// As of a branch: what the state of the snapshot has decided must be as it was.
static scree_status compare_case(const scree_case *c, const image *im, scree_error *error)
{
    const case_families families = all_families();
    char *now = NULL;
    if (c->faults.count || !c->good)
        return SCREE_OK; // told when the world is made
    scree_status status = case_fingerprint(&c->m, NULL, c->folder, &families, &now, error);
    if (!status)
        status = case_compare(im, now, &families, CHANGE_BRANCH, error);
    free(now);
    return status;
}

static scree_status stamp(const scree_world *w, image *im, scree_error *error)
{
    const case_families families = all_families();
    char *text = NULL;
    scree_status status = case_fingerprint(&w->of->m, world_step_choice(w->w), w->of->folder,
                                           &families, &text, error);
    if (!status && !case_stamp(im, text))
        status = fail_memory(error, "case of the snapshot");
    free(text);
    return status;
}

scree_status scree_world_load(scree_case *c, const char *path, int threads, scree_world **out,
                              scree_error *error)
{
    image im = {0};
    *out = NULL;
    const plain_locale l = plain_locale_begin();
    scree_status status = snapshot_read(path, &im, error);
    if (!status)
        status = compare_case(c, &im, error);
    if (!status)
        status = open_world(c, &im, threads, out, error);
    plain_locale_end(l);
    image_clear(&im);
    return status;
}

scree_status scree_world_save(scree_world *w, const char *path, scree_error *error)
{
    image im = {0};
    const snapshot_attribute about[] = {
        {"title", world_model(w->w)->title}, {"program", "scree " SCREE_VERSION}, {NULL, NULL}};
    const plain_locale l = plain_locale_begin();
    scree_status status = world_image(w->w, &im, error);
    if (!status)
        status = stamp(w, &im, error);
    if (!status)
        status = snapshot_write(path, &im, about, error);
    plain_locale_end(l);
    image_clear(&im);
    return status;
}

void scree_world_destroy(scree_world *w)
{
    if (!w)
        return;
    world_destroy(w->w);
    case_release(w->of);
    free(w);
}

void scree_world_watch(scree_world *w, scree_watch watch, void *context)
{
    w->watch = watch;
    w->context = context;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const double between = 2e-3; // s, of two questions

// In the middle of what comes before a step.
static bool stop_asked(void *context)
{
    scree_world *w = context;
    if (seconds_now() - w->asked < between)
        return false;
    plain_locale_end(w->locale);
    const bool stops = w->watch(w->context, w) != 0;
    w->locale = plain_locale_begin();
    w->asked = seconds_now();
    return stops;
}

static scree_status step_plainly(scree_world *w, int64_t steps, scree_error *error)
{
    w->locale = plain_locale_begin();
    w->asked = seconds_now();
    world_ask(w->w, w->watch ? stop_asked : NULL, w);
    scree_status status = world_step(w->w, steps, error);
    plain_locale_end(w->locale);
    return status;
}

static scree_status stopped(const scree_world *w, int64_t left, scree_error *error)
{
    const plain_locale l = plain_locale_begin();
    fail(error, SCREE_STOPPED, "step", "go on when you like: the state is whole",
         "stopped on request at t = %.9g s, with %lld steps to go", world_time(w->w),
         (long long)left);
    plain_locale_end(l);
    return SCREE_STOPPED;
}

// So many steps at a time as lately took about that long; the bits do not depend on how steps are taken together.
static scree_status take_steps(scree_world *w, int64_t steps, scree_error *error)
{
    int64_t together = 1;
    if (!w->watch)
        return step_plainly(w, steps, error);
    while (steps > 0) {
        const int64_t now = steps < together ? steps : together;
        const double begin = seconds_now();
        scree_status status = step_plainly(w, now, error);
        if (status)
            return status;
        steps -= now;
        const double took = seconds_now() - begin;
        if (took < 0.5 * between && together < INT32_MAX)
            together *= 2;
        if (took > between && together > 1)
            together /= 2;
        if (w->watch(w->context, w) != 0)
            return stopped(w, steps, error);
    }
    return SCREE_OK;
}

scree_status scree_world_step(scree_world *w, int64_t steps, scree_error *error)
{
    if (steps < 0)
        return fail(error, SCREE_BAD_INPUT, "steps", "load a snapshot to go back",
                    "%lld steps cannot be taken", (long long)steps);
    return take_steps(w, steps, error);
}

scree_status scree_world_step_until(scree_world *w, double time, scree_error *error)
{
    if (!isfinite(time))
        return fail(error, SCREE_BAD_INPUT, "time", "give a number of seconds",
                    "there is no time %g s", time);
    int64_t steps = world_step_at(w->w, time) - world_steps(w->w);
    return steps > 0 ? take_steps(w, steps, error) : SCREE_OK;
}

double scree_world_time(const scree_world *w)
{
    return world_time(w->w);
}
double scree_world_step_size(const scree_world *w)
{
    return world_dt(w->w);
}
int64_t scree_world_steps(const scree_world *w)
{
    return world_steps(w->w);
}
int64_t scree_world_last_step(const scree_world *w)
{
    return world_last_step(w->w);
}
int64_t scree_world_grain_count(const scree_world *w)
{
    return world_count(w->w);
}

void scree_world_domain(const scree_world *w, double low[3], double high[3], int periodic[3])
{
    const model *m = world_model(w->w);
    low[0] = m->low.x;
    low[1] = m->low.y;
    low[2] = m->low.z;
    high[0] = m->high.x;
    high[1] = m->high.y;
    high[2] = m->high.z;
    for (int d = 0; d < 3; d++)
        periodic[d] = m->boundary[d] == BOUNDARY_PERIODIC && !(d == 2 && m->dimensions == 2);
}

const char *scree_world_name(const scree_world *w, scree_names kind, int index)
{
    const model *m = world_model(w->w);
    if (index < 0)
        return NULL;
    switch (kind) {
    case SCREE_MATERIAL_NAMES:
        return index < m->materials ? m->material[index].name : NULL;
    case SCREE_SHAPE_NAMES:
        return index < m->shapes ? m->shape[index].name : NULL;
    case SCREE_WALL_NAMES:
        return index < world_walls(w->w) ? world_wall_name(w->w, index) : NULL;
    case SCREE_SET_NAMES:
        if (index < m->grain_sets)
            return m->grains[index].name;
        return index - m->grain_sets < m->streams ? m->stream[index - m->grain_sets].name : NULL;
    }
    return NULL;
}

scree_status scree_world_hash(scree_world *w, uint64_t *out, scree_error *error)
{
    return world_hash(w->w, out, error);
}

scree_status scree_world_write(scree_world *w, const char *column, const int64_t *ids,
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
    scree_status status =
        world_write(w->w, velocity ? WORLD_VELOCITY : WORLD_SPIN, ids, value, count, error);
    free(value);
    return status;
}

scree_status scree_world_effort(const scree_world *w, const char *name, double *out,
                                scree_error *error)
{
    const solver_effort e = world_effort_of(w->w, false);
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"steps", (double)e.steps},
                   {"sweeps", (double)e.sweeps},
                   {"impact_sweeps", (double)e.impact_sweeps},
                   {"contact_sweeps", e.contact_sweeps},
                   {"contacts", (double)e.contacts},
                   {"warm", e.warm},
                   {"depth", e.depth},
                   {"residual", e.residual},
                   {"overlap", e.overlap},
                   {"overlap_error", e.error},
                   {"impact_residual", e.impact_residual}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(name, numbers[i].name)) {
            *out = numbers[i].value;
            return SCREE_OK;
        }
    return fail(error, SCREE_BAD_INPUT, name, "see scree_solver_effort in scree.h",
                "there is no such number");
}
