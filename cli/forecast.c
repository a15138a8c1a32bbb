// forecast.c - see forecast.h.
//
// The range is an honest one if the time that a run takes lies in it. At least, a run is as fast as its first steps, or
// somewhat faster where grains come apart or go; at most, all grains touch (costs.c), and threads wait for each other.
// Constants are those of runs from 1,000 to 1,000,000 balls, clumps and cubes; docs/program.md has the comparison.
#include "cli/forecast.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const double look = 0.5,
                    look_short =
                        0.05; // s, on the clock: how long to measure, and how long chunks grow
static const double faster = 0.5, slower = 2;                // than measured
static const double waiting = 1.3;                           // of several threads
static const double frame_least = 1e-3, frame_ball = 1.2e-6; // s, of a file, and of a ball in it
static const double end_least = 0.08, end_ball = 4e-6;       // s, of the picture and the snapshot
// bytes: of the canvas of the picture, of a ball in it, and of a grain with corners
static const double picture_bytes = 61e6, picture_ball = 110, picture_core = 1800;
// bytes of contacts, near pairs and forces that a bed has: at least, of a ball, and of a grain with corners
static const double bed_least = 4e6, bed_ball = 1000, bed_core = 6000;

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The most memory that the program had so far, as the system counts it: libraries, stacks and buffers too.
static double peak_memory(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) ? 0 : 1024 * (double)used.ru_maxrss;
}

static bool has_cores(const model *model)
{
    for (int i = 0; i < model->grain_sets + model->streams; i++)
        if (model_shape_of(model, i)->core.vertices)
            return true;
    return false;
}

// What is told of the case is that of its start, so no step goes beyond the first stage.
static bool stage_is_over(const world *world)
{
    const stage_mark mark = world_stage(world);
    return mark.number >= 0 && mark.end != STAGE_END_NONE;
}

// Processor time of each thread for steps of a world, in about `most` seconds on the clock; how many in *steps. A case
// that fails at once is no reason to stop: `scree run` will say where.
static double take_steps(world *world, const forecast_run *run, double most, int64_t *steps)
{
    scree_error error;
    const double begin = seconds(CLOCK_MONOTONIC);
    const double used = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double spent = 0;
    const int64_t first = world_steps(world);
    *steps = 0;
    for (int64_t chunk = 1; spent < most && *steps < run->steps && !stage_is_over(world);
         chunk = spent < look_short ? 2 * chunk : chunk) {
        if (chunk > run->steps - *steps)
            chunk = run->steps - *steps;
        if (world_step(world, chunk, &error))
            break;
        *steps = world_steps(world) - first;
        spent = seconds(CLOCK_MONOTONIC) - begin;
    }
    return (seconds(CLOCK_PROCESS_CPUTIME_ID) - used) / run->threads;
}

// In balls: clumps have many, and their forces and places are written for each.
static double balls_expected(const world *world, const forecast_run *run)
{
    return run->grains > 0 ? (double)world_balls(world) / run->grains * run->expected
                           : run->expected;
}

// How many files a frame has, by what they cost: that of shapes with corners as much as four others.
static double kinds_of_files(const model *model)
{
    const model_output *output = &model->output;
    const int corners = has_cores(model) ? 4 : 0;
    return output->bodies + output->contacts + output->dump + output->lammps + corners;
}

// How many there were in the steps that were taken, in the mean.
static double contacts_seen(world *world, double before)
{
    const solver_effort did = world_effort_of(world, false);
    if (did.steps)
        return did.contact_sweeps / (double)(did.sweeps + did.impact_sweeps);
    return 0.5 * (before + (double)world_pulse_of(world).contacts);
}

// Processor time of a step: as it was seen, or at least, and in a bed.
typedef struct step_time {
    double least, most; // s
    double each;        // s, of each grain that came while it was looked at; 0: too few came
} step_time;

static const double lying = 0.5; // of what a bed costs, grains of streams cost at least
static const double few = 30;    // grains, in the mean: fewer do not tell what one costs

// Of the grains that are there at the start, with the walls. Where there are none, the first that streams bring tell what
// grains cost between the walls of the case.
static step_time time_at_start(const model *model, world *world, const forecast_run *run,
                               forecast *forecast)
{
    const double before = (double)world_pulse_of(world).contacts;
    const double used = take_steps(world, run, look, &forecast->measured);
    const double step = forecast->measured > 0 ? used / (double)forecast->measured : 0;
    const cost_sample seen = {
        .grains = run->grains - run->fixed,
        .contacts = contacts_seen(world, before),
        .did = world_effort_of(world, false),
    };
    const double growth = run->cost.gas ? 1 : costs_growth(model, &run->cost, &seen);
    forecast->rate = used > 0 ? (double)forecast->measured / used : 0;
    if (run->grains > 0)
        return (step_time){step, step * growth, 0};
    const double came = 0.5 * (double)world_grains(world);
    return (step_time){0, 0, came >= few ? step / came : 0};
}

// Of what streams bring, by a trial: as long as it is there, half of a bed at least and a bed at most.
static step_time time_of_streams(const model *model, const forecast_run *run, double early,
                                 forecast *forecast)
{
    world *trial = run->trial;
    int64_t steps;
    if (!trial)
        return (step_time){0, 0, 0};
    const double before = (double)world_pulse_of(trial).contacts;
    const double used = take_steps(trial, run, look, &steps);
    const double grains = (double)world_grains(trial);
    if (steps == 0 || !(grains > 0))
        return (step_time){0, 0, 0};
    const cost_sample seen = {
        .grains = grains,
        .contacts = contacts_seen(trial, before),
        .did = world_effort_of(trial, false),
    };
    const double each = used / (double)steps / grains;
    forecast->tried = (int64_t)grains;
    if (!(run->grains > 0)) {
        forecast->measured = steps;
        forecast->rate = (double)steps / used;
    }
    const double bed = each * costs_growth(model, &run->cost, &seen);
    return (step_time){
        .least = lying * bed * run->streams.least,
        .most = fmax(early, bed) * run->streams.most,
    };
}

static void forecast_time(const model *model, world *world, const forecast_run *run,
                          forecast *forecast)
{
    const double balls = balls_expected(world, run);
    const double frame = frame_least + frame_ball * balls;
    const double all_frames = (double)run->frames * frame * kinds_of_files(model);
    forecast->besides = end_least + end_ball * balls + all_frames;
    forecast->steps_least = NAN;
    forecast->steps_most = NAN;
    forecast->least = NAN;
    forecast->most = NAN;
    const step_time start = time_at_start(model, world, run, forecast);
    const step_time streams = time_of_streams(model, run, start.each, forecast);
    const bool known = run->grains > 0 || forecast->tried > 0;
    if (!(forecast->rate > 0) || !known)
        return;
    const double waits = run->threads > 1 ? waiting : 1;
    forecast->steps_least = (double)run->steps * (start.least + streams.least);
    forecast->steps_most = (double)run->steps * (start.most + streams.most);
    if (forecast->tried == 0 && run->expected > run->grains)
        forecast->steps_most *= run->expected / run->grains;
    forecast->least = faster * (forecast->steps_least + forecast->besides);
    forecast->most = slower * waits * (forecast->steps_most + forecast->besides);
}

static void forecast_memory(const model *model, const world *world, const forecast_run *run,
                            forecast *forecast)
{
    const double balls = balls_expected(world, run);
    const double now = (double)world_balls(world);
    const double contacts = (double)world_pulse_of(world).contacts;
    const double touching = now > 0 ? fmin(1, contacts / (1.5 * now)) : 0;
    const bool cores = has_cores(model);
    forecast->memory_now = peak_memory();
    // what streams bring takes as much as what is there, or as the trial
    if (balls > now && now > 0)
        forecast->memory_now += (double)world_memory(world) * (balls / now - 1);
    else if (run->trial)
        forecast->memory_now += (double)world_memory(run->trial) *
                                fmax(0, run->expected / (double)world_grains(run->trial) - 1);
    forecast->memory_bed = (bed_least + (cores ? bed_core : bed_ball) * balls) * (1 - touching);
    forecast->memory_picture = picture_bytes + (picture_ball + (cores ? picture_core : 0)) * balls;
    forecast->memory = forecast->memory_now + forecast->memory_bed + forecast->memory_picture;
}

forecast forecast_make(const model *model, world *world, const forecast_run *run)
{
    forecast forecast = {0};
    forecast_time(model, world, run, &forecast);
    forecast_memory(model, world, run, &forecast);
    return forecast;
}
