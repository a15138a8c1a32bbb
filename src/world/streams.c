// streams.c - streams: grains that come while the run goes on.
//
// The n-th grain of a stream has a time at which it is due (scene/stream.h), and comes in with the step in which that
// time lies, be they many in one step or one in many steps. What finds no free place is missing, and is tried again
// after the time in which grains that are in the way may have left. When something is due or tried depends on the
// number of the step alone, and what comes on seed, number and step, so threads, skins and restarts cannot change it.
#include "world/ranks.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/spread.h"
#include "scene/stream.h"
#include "scene/warmth.h"
#include "state/bodies.h"

#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <string.h>

enum { WAIT_MOST = 50 };
// A build of lists costs about as much as so many looks at a pair for each body.
static const double looks_of_a_build = 100;
// Where those around are found by a grid, a newcomer costs about so many.
static const double looks_by_grid = 300;

// ---- when

// A time that no run comes to, be it infinite, as one that an image holds.
static double before_never(double time)
{
    return real_min(time, WORLD_NUMBER_MOST);
}

void world_start_stream(world *world, int i)
{
    const model_stream *stream = &world->shared->model->stream[i];
    world->stream[i] = (world_stream){
        .short_since = INFINITY,
        .origin = before_never(stream->from),
        .pace = stream->rate,
    };
}

static double time_of_next(const world_stream *stream)
{
    return stream->origin + (stream->amount - stream->origin_amount) / stream->pace;
}

// Of a stream that brings its grains by batches, the beginning of the batch in which a time lies.
static double time_of_batch(const model_stream *stream, double time)
{
    if (!(stream->every > 0) || !(time > stream->from))
        return time;
    const double batches = (time - stream->from) / stream->every;
    return stream->from + floor(batches * (1 + 1e-12)) * stream->every;
}

// The time at which the next grain is due, s; INFINITY: no more comes.
static double next_due(const world *world, int i)
{
    const model_stream *stream = &world->shared->model->stream[i];
    const world_stream *state = &world->stream[i];
    if (!stream_is_entry(world->shared->model, i))
        return INFINITY;
    const double time = time_of_next(state);
    const bool all_made =
        state->made + state->missing >= stream->most || state->amount >= stream->total;
    const bool in_time = time * (1 + 1e-12) < stream->to;
    return all_made || !in_time ? INFINITY : time_of_batch(stream, time);
}

// What a branch asks for in all is not passed by those that wait.
static void limit_missing(const model_stream *asked, world_stream *stream)
{
    if (stream->made + stream->missing <= asked->most)
        return;
    stream->missing = stream->made < asked->most ? asked->most - stream->made : 0;
    if (!asked->by_mass)
        stream->amount = (double)(stream->made + stream->missing);
    stream->origin_amount = real_min(stream->origin_amount, stream->amount);
}

// When the next grain of a stream is to come that goes on, or of which no grain has come yet.
static double time_to_begin(const world *world, int i)
{
    const world_stream *stream = &world->stream[i];
    const double from = world->shared->model->stream[i].from;
    const double now = world_time(world);
    const double next = time_of_next(stream);
    const double due = next_due(world, i);
    if (stream->made + stream->missing == 0 && from <= now)
        return real_min(next, now);
    if (stream->made + stream->missing == 0)
        return from;
    if (due < INFINITY && due * (1 + 1e-9) < now) // `to` or `count` had ended it
        return now;
    return next < from ? from : next;
}

// What all grains that were due amount to in the units of the rate that a branch asks for. Where no total ends the stream
// a mass counts from 0.
static double amount_so_far(const world *world, int i)
{
    const model *model = world->shared->model;
    const int64_t due = world->stream[i].made + world->stream[i].missing;
    double mass = 0;
    stream_row row = {0};
    if (!model->stream[i].by_mass)
        return (double)due;
    for (int64_t number = 0; isfinite(model->stream[i].total) && number < due; number++)
        mass += stream_grain_at(&row, model, i, number).amount;
    return mass;
}

void world_branch_stream(world *world, int i)
{
    world_stream *stream = &world->stream[i];
    const model_stream *asked = &world->shared->model->stream[i];
    if (!stream_is_entry(world->shared->model, i))
        return;
    limit_missing(asked, stream);
    if (stream->pace != asked->rate) {
        stream->origin = before_never(time_of_next(stream));
        stream->amount = amount_so_far(world, i);
        stream->origin_amount = stream->amount;
        stream->pace = asked->rate;
    }
    const double begin = time_to_begin(world, i);
    if (begin == time_of_next(stream))
        return;
    stream->origin = before_never(begin);
    stream->origin_amount = stream->amount;
}

// Does that time lie in the step to come, or has it passed? A step begins with its own time, whatever is rounded.
bool world_is_due(const world *world, double time)
{
    shared *shared = world->shared;
    double steps = (time - shared->origin_time) / shared->dt;
    return floor(steps + 1e-12 * fabs(steps)) <= (double)(shared->step - shared->origin_step);
}

// Steps in which a grain that has just come moves by a quarter of its radius, with the speed of the stream and by its
// weight.
static int64_t wait_of(const world *world, int i)
{
    const model *model = world->shared->model;
    const model_stream *stream = &model->stream[i];
    double radius = spread_mean(&model->shape[stream->shape].radius);
    for (int part = 1; part < stream->mixed.parts; part++)
        radius = real_min(radius, spread_mean(&model->shape[stream[part].shape].radius));
    const double falling = sqrt(v3_norm(model_fall(model)) * radius);
    const double speed = v3_norm(stream->velocity) + falling;
    const double steps = floor(0.25 * radius / (speed * world->shared->dt));
    if (steps < 1)
        return 1;
    return steps < WAIT_MOST ? (int64_t)steps : WAIT_MOST;
}

static bool tries_again(const world *world, int i)
{
    return world->stream[i].missing > 0 && world->shared->step % wait_of(world, i) == 0;
}

bool world_wants_streams(const world *world)
{
    if (world->paused)
        return true;
    for (int i = 0; i < world->shared->model->streams; i++) {
        if (world_is_due(world, next_due(world, i)) || tries_again(world, i))
            return true;
    }
    return false;
}

// ---- what

static scree_status add_body(world *world, int i, v3 x, const stream_grain *comes,
                             scree_error *error)
{
    const model *model = world->shared->model;
    const model_stream *stream = &model->stream[i];
    const part *part = world_nursery(world);
    const bodies *bodies = &part->body;
    const int balls = world_balls_of(world, comes->set);
    if (world_balls(world) + bodies->count >= INT32_MAX - 64 - balls) {
        return fail(error, SCREE_BAD_INPUT, stream->name, "limit the stream with `count`",
                    "too many grains for one world");
    }
    if (world->next_id > ID_MOST - balls) {
        return fail(error, SCREE_BAD_INPUT, stream->name,
                    "end the stream with `to` or `count`, or begin a case anew",
                    "all ids up to %" PRId64 " have been given away", ID_MOST - 1);
    }
    v3 speed = stream->velocity;
    if (stream->temperature > 0)
        speed = v3_add(speed, warm_stream(model, i, world->stream[i].made));
    const world_newcomer grain = {
        .stands =
            {
                .set = comes->set,
                .radius = comes->radius,
                .at = x,
                .turn = world_first_turn(world, comes->set, world->stream[i].made),
            },
        .velocity = speed,
    };
    if (!world_reserve_crowd(world, balls) || !world_put_newcomer(world, &grain))
        return fail_memory(error, "stream of grains");
    for (int k = 0; k < balls; k++)
        world_add_to_crowd(world, bodies, bodies->count - balls + k);
    return SCREE_OK;
}

void world_ask(world *world, world_stops *stops, void *context)
{
    world->stops = stops;
    world->stops_context = context;
}

// Between two grains the state is whole but for those to come, with which the next call goes on.
static scree_status pause_asked(world *world, int i, scree_error *error)
{
    // ranks go on alike: they stop between steps
    if (world->ranks || !world->stops || !world->stops(world->stops_context))
        return SCREE_OK;
    world->paused = i + 1;
    return fail(error, SCREE_STOPPED, world->shared->model->stream[i].name,
                "go on when you like: the state is whole",
                "stopped on request at t = %.9g s, with %lld grains to come before the step",
                world_time(world), (long long)world->stream[i].missing);
}

// Counts what is due until the end of this step. A stream that waits is not stopped here, for one that was stopped
// tries to place its grains when it goes on; there are no more than fit into its box.
static scree_status count_due(world *world, int i, bool tries, scree_error *error)
{
    world_stream *stream = &world->stream[i];
    scree_status status = SCREE_OK;
    for (; !status && world_is_due(world, next_due(world, i)); stream->missing++) {
        const int64_t number = stream->made + stream->missing;
        stream->amount += stream_grain_at(&stream->due, world->shared->model, i, number).amount;
        status = tries ? pause_asked(world, i, error) : SCREE_OK;
    }
    return status;
}

// The missing grains one after the other, until one finds no place.
static scree_status place_missing(world *world, int i, scree_error *error)
{
    world_stream *stream = &world->stream[i];
    const scree_status seen = world_mirror(world, error);
    if (seen != SCREE_OK)
        return seen;
    if (!world_gather_crowd(world, i))
        return fail_memory(error, "stream of grains");
    while (stream->missing > 0) {
        v3 x;
        const stream_grain comes =
            stream_grain_at(&stream->placed, world->shared->model, i, stream->made);
        if (!world_sort_crowd(world, i, comes.set))
            return fail_memory(error, "stream of grains");
        if (!world_find_place(world, i, comes.radius, &x))
            break;
        scree_status status = add_body(world, i, x, &comes, error);
        if (status != SCREE_OK)
            return status;
        stream->made++;
        stream->missing--;
        status = stream->missing > 0 ? pause_asked(world, i, error) : SCREE_OK;
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// Have grains come that no list knows?
static bool some_unlisted(world *world)
{
    const part *part = world_nursery(world);
    return part->list.bodies != part->body.count;
}

// New grains are held against all around them, one by one: of many that costs more than to build lists.
static bool are_few(const world *world, int64_t came)
{
    const double around = world->near_grid_holds > 0 ? looks_by_grid : (double)world->near_streams;
    const double looks = (double)came * around;
    return looks <= looks_of_a_build * (double)(world->part->body.count + 1000);
}

// New grains go into the lists that there are; where these cannot take them, lists are built when all streams have run.
// So they are where those of a stream before this one wait for that.
static scree_status list_new(world *world, int64_t came, scree_error *error)
{
    lists_task task = world_lists_task(world, world->part);
    if (world->parts > 1 || !some_unlisted(world) || !lists_can_insert(&world->part->list, &task))
        return SCREE_OK;
    const int64_t unlisted = world->part->body.count - world->part->list.bodies;
    if (unlisted != came || !are_few(world, came))
        return SCREE_OK;
    const lists_around around = {world_crowd_around, world};
    if (lists_insert(&world->part->list, &task, &around))
        return SCREE_OK;
    return world_lose(world, "grains of a stream were put in", error);
}

static scree_status run_stream(world *world, int i, scree_error *error)
{
    world_stream *stream = &world->stream[i];
    bool tries = stream->missing == 0 || world->paused == i + 1 || tries_again(world, i);
    scree_status status = count_due(world, i, tries, error);
    if (status != SCREE_OK || stream->missing == 0 || !tries)
        return status;
    const int64_t before = stream->made;
    status = place_missing(world, i, error);
    if (status != SCREE_OK)
        return status;
    if (stream->missing == 0)
        stream->short_since = INFINITY;
    if (stream->missing > 0 && !(stream->short_since < INFINITY))
        stream->short_since = world_time(world);
    return list_new(world, stream->made - before, error);
}

scree_status world_run_streams(world *world, scree_error *error)
{
    if (!world_wants_streams(world))
        return SCREE_OK;
    const int first =
        world->paused ? world->paused - 1 : 0; // those before it have run in this step
    scree_status status = world_refresh(world, false, error);
    for (int i = first; status == SCREE_OK && i < world->shared->model->streams; i++) {
        status = run_stream(world, i, error);
        if (status == SCREE_OK)
            world->paused = 0;
    }
    if (!some_unlisted(world))
        return status;
    scree_status listed =
        world_refresh(world, true, status == SCREE_OK ? error : NULL); // those that came, came
    return status == SCREE_OK ? listed : status;
}
