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
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The most memory that the program had so far, as the system counts it: libraries, stacks and buffers too.
static double peak_memory(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) ? 0 : 1024 * (double)used.ru_maxrss;
}

static bool has_cores(const model *m)
{
    for (int i = 0; i < m->grain_sets + m->streams; i++)
        if (model_shape_of(m, i)->core.vertices)
            return true;
    return false;
}

// A case that fails at once is no reason to stop: `scree run` will say where.
static double take_steps(world *w, const forecast_run *run, forecast *f)
{
    scree_error error;
    const double begin = seconds(CLOCK_MONOTONIC);
    const double used = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double spent = 0;
    for (int64_t chunk = 1; spent < look && f->measured < run->steps;
         chunk = spent < look_short ? 2 * chunk : chunk) {
        if (chunk > run->steps - f->measured)
            chunk = run->steps - f->measured;
        if (world_step(w, chunk, &error))
            break;
        f->measured += chunk;
        spent = seconds(CLOCK_MONOTONIC) - begin;
    }
    return (seconds(CLOCK_PROCESS_CPUTIME_ID) - used) / run->threads;
}

// In balls: clumps have many, and their forces and places are written for each.
static double balls_expected(const world *w, const forecast_run *run)
{
    return run->grains > 0 ? (double)world_count(w) / run->grains * run->expected : run->expected;
}

static void forecast_time(const model *m, world *w, const forecast_run *run, double contacts_before,
                          forecast *f)
{
    const double used = take_steps(w, run, f);
    const double balls = balls_expected(w, run);
    const model_output *o = &m->output;
    const double kinds = o->bodies + o->contacts + o->dump + o->lammps + (has_cores(m) ? 4 : 0);
    f->besides = end_least + end_ball * balls +
                 (double)run->frames * (frame_least + frame_ball * balls) * kinds;
    f->steps_least = f->steps_most = f->least = f->most = NAN;
    f->rate = used > 0 && f->measured ? (double)f->measured / used : 0;
    if (!(f->rate > 0) || !(run->grains > 0))
        return;
    cost_sample seen = {run->grains - run->fixed, 0, world_effort_of(w, false)};
    const solver_effort *did = &seen.did;
    seen.contacts = did->steps ? did->contact_sweeps / (double)(did->sweeps + did->impact_sweeps)
                               : 0.5 * (contacts_before + (double)world_pulse_of(w).contacts);
    f->steps_least = (double)run->steps / f->rate;
    f->steps_most = f->steps_least * (run->cost.gas ? 1 : costs_growth(m, &run->cost, &seen));
    if (run->expected > run->grains)
        f->steps_most *= run->expected / run->grains;
    f->least = faster * (f->steps_least + f->besides);
    f->most = slower * (run->threads > 1 ? waiting : 1) * (f->steps_most + f->besides);
}

static void forecast_memory(const model *m, const world *w, const forecast_run *run, forecast *f)
{
    const double balls = balls_expected(w, run);
    const double now = (double)world_count(w);
    const double contacts = (double)world_pulse_of(w).contacts;
    const double touching = now > 0 ? fmin(1, contacts / (1.5 * now)) : 0;
    const bool cores = has_cores(m);
    f->memory_now = peak_memory();
    // what streams bring takes as much as what is there
    if (balls > now && now > 0)
        f->memory_now += (double)world_memory(w) * (balls / now - 1);
    f->memory_bed = (bed_least + (cores ? bed_core : bed_ball) * balls) * (1 - touching);
    f->memory_picture = picture_bytes + (picture_ball + (cores ? picture_core : 0)) * balls;
    f->memory = f->memory_now + f->memory_bed + f->memory_picture;
}

forecast forecast_make(const model *m, world *w, const forecast_run *run)
{
    forecast f = {0};
    forecast_time(m, w, run, (double)world_pulse_of(w).contacts, &f);
    forecast_memory(m, w, run, &f);
    return f;
}
