// streams.c - streams: grains that come while the run goes on.
//
// The n-th grain of a stream has a time at which it is due (scene/stream.h), and comes in with the step in which that
// time lies, be they many in one step or one in many steps. What finds no free place is missing, and is tried again
// after the time in which grains that are in the way may have left. When something is due or tried depends on the
// number of the step alone, and what comes on seed, number and step, so threads, skins and restarts cannot change it.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "scene/stream.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum { TRIES = 50, WAIT_MOST = 50, RUNS_MOST = 64 };

// ---- when

// A time that no run comes to, be it infinite, as one that an image holds.
static double before_never(double time)
{
    return real_min(time, WORLD_NUMBER_MOST);
}

void world_start_stream(world *w, int i)
{
    const model_stream *m = &w->shared->m->stream[i];
    w->stream[i] =
        (world_stream){.short_since = INFINITY, .origin = before_never(m->from), .pace = m->rate};
}

// The time at which the next grain is due, s; INFINITY: no more comes.
static double next_due(const world *w, int i)
{
    const model_stream *m = &w->shared->m->stream[i];
    const world_stream *s = &w->stream[i];
    double time = s->origin + (s->amount - s->origin_amount) / s->pace;
    bool ended = s->made + s->missing >= m->most || !(time * (1 + 1e-12) < m->to);
    return ended ? INFINITY : time;
}

void world_repace_stream(world *w, int i)
{
    world_stream *s = &w->stream[i];
    const model_stream *m = &w->shared->m->stream[i];
    if (s->pace == m->rate)
        return;
    double next = s->origin + (s->amount - s->origin_amount) / s->pace;
    s->origin = before_never(next);
    s->origin_amount = s->amount;
    s->pace = m->rate;
}

// Does that time lie in the step to come, or has it passed? A step begins with its own time, whatever is rounded.
bool world_is_due(const world *w, double time)
{
    double steps = (time - w->shared->origin_time) / w->shared->dt;
    return floor(steps + 1e-12 * fabs(steps)) <= (double)(w->shared->step - w->shared->origin_step);
}

// Steps in which a grain that has just come moves by a quarter of its radius, with the speed of the stream and by its
// weight.
static int64_t wait_of(const world *w, int i)
{
    double radius = w->shared->m->shape[w->shared->m->stream[i].shape].radius.value;
    double speed =
        v3_norm(w->shared->m->stream[i].velocity) + sqrt(v3_norm(w->shared->m->gravity) * radius);
    double steps = floor(0.25 * radius / (speed * w->shared->dt));
    return steps < 1 ? 1 : steps < WAIT_MOST ? (int64_t)steps : WAIT_MOST;
}

static bool tries_again(const world *w, int i)
{
    return w->stream[i].missing > 0 && w->shared->step % wait_of(w, i) == 0;
}

bool world_wants_streams(const world *w)
{
    if (w->paused)
        return true;
    for (int i = 0; i < w->shared->m->streams; i++)
        if (world_is_due(w, next_due(w, i)) || tries_again(w, i))
            return true;
    return false;
}

int world_streams(const world *w)
{
    return w->shared->m->streams;
}

// One grain in a hundred may wait for a moment.
static bool falls_short(const world_stream *s)
{
    return s->missing > 1 && 100 * s->missing > s->made;
}

stream_tally world_stream_tally(const world *w, int stream)
{
    const world_stream *s = &w->stream[stream];
    const model_stream *m = &w->shared->m->stream[stream];
    double due = (double)(s->made + s->missing);
    double asked = stream_rate(w->shared->m, stream);
    return (stream_tally){m->name,       s->made,
                          s->missing,    s->short_since,
                          asked,         due > 0 ? asked * ((double)s->made / due) : asked,
                          falls_short(s)};
}

world_flows world_flows_of(const world *w)
{
    world_flows f = {0, w->removed, w->lost_grains};
    for (int i = 0; i < w->shared->m->streams; i++)
        f.streamed += w->stream[i].made;
    return f;
}

// ---- where

// The bodies that a grain of the stream may touch, or meet before lists are built again.
typedef struct crowd {
    v3 middle,
        half;     // of the box in which centres may be, and as far beyond it as such a body may be
    double reach; // m, beyond the radii of both
} crowd;

static crowd crowd_of(const world *w, int i)
{
    const model_stream *s = &w->shared->m->stream[i];
    crowd c = {.middle = v3_scale(0.5, v3_add(s->low, s->high)),
               .half = v3_scale(0.5, v3_sub(s->high, s->low))};
    if (w->shared->m->dimensions == 2) {
        c.middle.z = packing_depth(w->shared->m);
        c.half.z = 0;
    }
    c.reach = lists_insert_reach(&w->part->list);
    return c;
}

static bool in_crowd(const crowd *c, const contact_context *at, const double *x)
{
    double reach = x[3] + c->reach;
    return fabs(nearest_of(at, 0, x[0] - c->middle.x)) <= c->half.x + reach &&
           fabs(nearest_of(at, 1, x[1] - c->middle.y)) <= c->half.y + reach &&
           fabs(nearest_of(at, 2, x[2] - c->middle.z)) <= c->half.z + reach;
}

static bool reserve_crowd(world *w, int64_t more)
{
    const int64_t need = w->near_streams + more + 1;
    return mem_grow((void **)&w->near_stream, &w->near_stream_room, need, sizeof *w->near_stream) &&
           mem_grow((void **)&w->near_place, &w->near_place_room, need, sizeof *w->near_place);
}

static void add_to_crowd(world *w, const bodies *o, int32_t slot)
{
    w->near_stream[w->near_streams] = slot;
    w->near_place[w->near_streams++] = o->position[o->now][slot];
}

// Each thread looks through a run of bodies and leaves what it finds where that run begins; then the runs move
// together.
static bool gather_from(world *w, const crowd *c, const part *p)
{
    const bodies *o = &p->body;
    const rec4 *x = o->position[o->now];
    const int64_t most = w->shared->threads < RUNS_MOST ? w->shared->threads : RUNS_MOST;
    if (!reserve_crowd(w, o->count))
        return false;
    int32_t *list = w->near_stream + w->near_streams;
    int64_t found[RUNS_MOST] = {0};
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)
    for (int64_t t = 0; t < most; t++) {
        int64_t first = t * o->count / most;
        int64_t end = (t + 1) * o->count / most;
        for (int64_t k = first; k < end; k++)
            if (in_crowd(c, &w->part->s.context, x[k].v))
                list[first + found[t]++] = (int32_t)k;
    }
    for (int64_t t = 0; t < most; t++)
        for (int64_t k = 0; k < found[t]; k++)
            add_to_crowd(w, o, list[t * o->count / most + k]);
    return true;
}

static bool gather_crowd(world *w, int i)
{
    const crowd c = crowd_of(w, i);
    w->near_streams = 0;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        if (!gather_from(w, &c, p))
            return false;
    return w->parts == 1 || gather_from(w, &c, world_nursery(w));
}

static bool place_free(const world *w, v3 x, double radius)
{
    for (int64_t k = 0; k < w->near_streams; k++) {
        const double *p = w->near_place[k].v;
        double reach = p[3] + radius;
        v3 d = nearest_image(&w->part->s.context, v3_make(p[0] - x.x, p[1] - x.y, p[2] - x.z));
        if (v3_dot(d, d) < reach * reach)
            return false;
    }
    int32_t candidate[256];
    for (int k = 0; k < w->shared->walls; k++) {
        const placed_wall *s = &w->shared->placed_wall[k];
        if (ball_wall_near(s->shape, s->position, s->orientation, x, radius, 0, candidate, 256) > 0)
            return false;
    }
    return true;
}

// A place that depends on number, step and try.
static bool find_place(const world *w, int i, double radius, v3 *x)
{
    const model_stream *s = &w->shared->m->stream[i];
    const uint64_t spread = UINT64_C(0x9e3779b97f4a7c15);
    rng place = rng_make((s->seed ^ 0x5ca1ab1e) + spread * (uint64_t)w->stream[i].made,
                         (uint64_t)w->shared->step);
    for (int t = 0; t < TRIES; t++) {
        x->x = rng_range(&place, s->low.x + radius,
                         s->high.x - radius); // arguments of a call have no order
        x->y = rng_range(&place, s->low.y + radius, s->high.y - radius);
        x->z = rng_range(&place, s->low.z + radius, s->high.z - radius);
        if (w->shared->m->dimensions == 2)
            x->z = packing_depth(w->shared->m);
        if (place_free(w, *x, radius))
            return true;
    }
    return false;
}

// ---- what

// Of a new grain, which comes without spin, at the time at which all are counted: that of the positions, or of the
// velocities that are kept.
static double energy_added(const world *w, const part *p, int32_t at, v3 now, v3 kept)
{
    const bodies *o = &p->body;
    if (!bodies_clumped(o, at))
        return world_grain_energy(w, p, at, v3_make(0, 0, 0), v3_make(0, 0, 0));
    v3 speed = w->shared->solver->lags ? now : kept;
    return 0.5 * o->centre[at].v[3] * v3_dot(speed, speed) + world_height_energy(w, p, at);
}

static scree_status add_body(world *w, int i, v3 x, double radius, scree_error *error)
{
    const model_stream *s = &w->shared->m->stream[i];
    part *p = world_nursery(w);
    bodies *o = &p->body;
    int set = w->shared->m->grain_sets + i;
    int balls = world_balls_of(w, set);
    if (world_balls(w) + o->count >= INT32_MAX - 64 - balls)
        return fail(error, SCREE_BAD_INPUT, s->name, "limit the stream with `count`",
                    "too many grains for one world");
    if (o->count + balls > o->room && !bodies_reserve(o, o->room + o->room / 4 + 64 + balls))
        return fail_memory(error, "stream of grains");
    double half = w->shared->started && !o->path ? 0.5 * w->shared->dt_before : 0;
    v3 v = v3_fma(s->velocity, -half,
                  w->shared->m->gravity); // half a step ago; Gear's scheme keeps that of now
    if (w->part->s.flat)
        v.z = 0;
    int32_t at = o->count;
    new_grain g = {set,
                   s->material,
                   x,
                   v,
                   v3_make(0, 0, 0),
                   radius,
                   grain_mass(w->shared->m, set, radius),
                   world_first_turn(w, set, w->stream[i].made)};
    world_put_grain(w, o, &g);
    if (w->shared->m->ledger)
        w->shared->books.added += energy_added(w, p, at, s->velocity, v);
    if (!reserve_crowd(w, balls))
        return fail_memory(error, "stream of grains");
    for (int k = 0; k < balls; k++) {
        add_to_crowd(w, o, at + k);
        w->shared->least_allowance =
            real_min(w->shared->least_allowance, world_allowance(w, p, at + k));
    }
    return SCREE_OK;
}

void world_ask(world *w, world_stops *stops, void *context)
{
    w->stops = stops;
    w->stops_context = context;
}

// Between two grains the state is whole but for those to come, with which the next call goes on.
static scree_status pause_asked(world *w, int i, scree_error *error)
{
    if (!w->stops || !w->stops(w->stops_context))
        return SCREE_OK;
    w->paused = i + 1;
    return fail(error, SCREE_STOPPED, w->shared->m->stream[i].name,
                "go on when you like: the state is whole",
                "stopped on request at t = %.9g s, with %lld grains to come before the step",
                world_time(w), (long long)w->stream[i].missing);
}

// Counts what is due until the end of this step. A stream that waits is not stopped here, for one that was stopped
// tries to place its grains when it goes on; there are no more than fit into its box.
static scree_status count_due(world *w, int i, bool tries, scree_error *error)
{
    world_stream *s = &w->stream[i];
    scree_status status = SCREE_OK;
    for (; !status && world_is_due(w, next_due(w, i)); s->missing++) {
        s->amount += stream_amount(w->shared->m, i, s->made + s->missing);
        status = tries ? pause_asked(w, i, error) : SCREE_OK;
    }
    return status;
}

// The missing grains one after the other, until one finds no place.
static scree_status place_missing(world *w, int i, scree_error *error)
{
    world_stream *s = &w->stream[i];
    if (!gather_crowd(w, i))
        return fail_memory(error, "stream of grains");
    while (s->missing > 0) {
        v3 x;
        double radius = stream_radius(w->shared->m, i, s->made);
        if (!find_place(w, i, radius, &x))
            break;
        scree_status status = add_body(w, i, x, radius, error);
        if (status != SCREE_OK)
            return status;
        s->made++;
        s->missing--;
        status = s->missing > 0 ? pause_asked(w, i, error) : SCREE_OK;
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// Have grains come that no list knows?
static bool some_unlisted(world *w)
{
    const part *p = world_nursery(w);
    return p->list.bodies != p->body.count;
}

// New grains go into the lists that there are; where these cannot take them, lists are built when all streams have run.
static scree_status list_new(world *w, scree_error *error)
{
    lists_task task = world_lists_task(w, w->part);
    if (w->parts > 1 || !some_unlisted(w) || !lists_can_insert(&w->part->list, &task))
        return SCREE_OK;
    if (lists_insert(&w->part->list, &task, w->near_stream, w->near_streams))
        return SCREE_OK;
    w->lost = true;
    return fail_memory(error, "neighbour lists");
}

static scree_status run_stream(world *w, int i, scree_error *error)
{
    world_stream *s = &w->stream[i];
    bool tries = s->missing == 0 || w->paused == i + 1 || tries_again(w, i);
    scree_status status = count_due(w, i, tries, error);
    if (status != SCREE_OK || s->missing == 0 || !tries)
        return status;
    status = place_missing(w, i, error);
    if (status != SCREE_OK)
        return status;
    if (s->missing == 0)
        s->short_since = INFINITY;
    if (s->missing > 0 && !(s->short_since < INFINITY))
        s->short_since = world_time(w);
    return list_new(w, error);
}

scree_status world_run_streams(world *w, scree_error *error)
{
    if (!world_wants_streams(w))
        return SCREE_OK;
    const int first = w->paused ? w->paused - 1 : 0; // those before it have run in this step
    scree_status status = world_refresh(w, false, error);
    for (int i = first; status == SCREE_OK && i < w->shared->m->streams; i++) {
        status = run_stream(w, i, error);
        if (status == SCREE_OK)
            w->paused = 0;
    }
    if (!some_unlisted(w))
        return status;
    scree_status listed =
        world_refresh(w, true, status == SCREE_OK ? error : NULL); // those that came, came
    return status == SCREE_OK ? listed : status;
}
