// effort_warnings.c - when the nonsmooth solver stays away from what it was asked for, told once each: overlaps, sweeps,
// impacts.
#include "run/effort.h"

#include <inttypes.h>
#include <stdio.h>

// How to get nearer.
static const char *remedy(const effort *effort, const model_nonsmooth *nonsmooth)
{
    if (nonsmooth->iterations > 0)
        return "leave nonsmooth.iterations to auto, or raise it, or take a shorter run.step";
    if (2 * effort->judged.capped > effort->judged.steps)
        return "raise nonsmooth.most_iterations, or take a shorter run.step";
    return "take a shorter run.step";
}

static bool too_much_overlap(char out[EFFORT_ROOM], effort *effort,
                             const model_nonsmooth *nonsmooth)
{
    const solver_effort *spent = &effort->judged;
    if (effort->told_overlap || 2 * spent->beyond <= spent->looked)
        return false;
    effort->told_overlap = true;
    snprintf(out, EFFORT_ROOM,
             "contacts overlap by up to %.2g diameters more than their laws want, beyond the "
             "tolerance %g, in %.0f %% "
             "of the steps before t = %.6g s (%s)",
             spent->error, nonsmooth->tolerance,
             100.0 * (double)spent->beyond / (double)spent->looked, effort->judged_at,
             remedy(effort, nonsmooth));
    return true;
}

// The contact that lacked the most, with what makes it hard.
static void name_worst(char *out, size_t size, const solver_effort *spent)
{
    out[0] = 0;
    if (!(spent->worst_lacks > 0))
        return;
    if (spent->worst_a < 0) {
        snprintf(out, size, ", the most between grain %" PRId64 " and a wall", spent->worst_b);
        return;
    }
    int length = snprintf(out, size, ", the most between grains %" PRId64 " and %" PRId64,
                          spent->worst_a, spent->worst_b);
    if (spent->worst_ratio > 2 && length < (int)size)
        snprintf(out + length, size - (size_t)length, ", of which one weighs %.3g times the other",
                 spent->worst_ratio);
}

static bool too_few_sweeps(char out[EFFORT_ROOM], effort *effort, const model_nonsmooth *nonsmooth)
{
    const solver_effort *spent = &effort->judged;
    if (effort->told_sweeps || 2 * spent->capped <= spent->steps)
        return false;
    effort->told_sweeps = true;
    char worst[160];
    name_worst(worst, sizeof worst, spent);
    snprintf(out, EFFORT_ROOM,
             "%.0f %% of the steps before t = %.6g s took all of the %" PRId64
             " sweeps allowed and still lacked up to %.2g m/s, for %d layers of contacts%s (%s)",
             100.0 * (double)spent->capped / (double)spent->steps, effort->judged_at,
             nonsmooth->most, spent->residual, spent->depth, worst, remedy(effort, nonsmooth));
    return true;
}

static const double lacked_told = 0.01; // of the energy of impacts

// Impacts may be rare, and what one that is not solved leaves goes on as motion: a single one may be the most of all. Of
// many, as in dense streams, few may lack what matters.
static bool matters(const solver_effort *spent)
{
    return spent->unsettled &&
           (2 * spent->unsettled >= spent->struck || effort_lacked_by_impacts(spent) > lacked_told);
}

static bool too_few_impact_sweeps(char out[EFFORT_ROOM], effort *effort, const world *world)
{
    const model_nonsmooth *nonsmooth = &world_model(world)->nonsmooth;
    const solver_effort *spent =
        effort->part[EFFORT_WATCH].unsettled ? &effort->part[EFFORT_WATCH] : &effort->judged;
    if (effort->told_impacts || !matters(spent))
        return false;
    effort->told_impacts = true;
    const bool given = nonsmooth->impact_sweeps > 0;
    snprintf(out, EFFORT_ROOM,
             "in %" PRId64 " of %" PRId64
             " steps with impacts before t = %.6g s these took all of the %" PRId64
             " rounds allowed, and %s %.2g m/s, with %.2g %% of the energy of all impacts (%s)",
             spent->unsettled, spent->struck,
             spent == &effort->judged ? effort->judged_at : world_time(world),
             given ? nonsmooth->impact_sweeps : nonsmooth->most,
             nonsmooth->mode == IMPACT_CASCADE ? "contacts still approached by up to"
                                               : "the last one still changed up to",
             spent->impact_residual, 100 * effort_lacked_by_impacts(spent),
             given ? "raise nonsmooth.impact_sweeps"
                   : "raise nonsmooth.most_iterations, or take a shorter run.step");
    return true;
}

static const double unkept_told = 0.1; // of the energy of all blows

// Of the whole run: the first contacts of grains that begin to fall, and the last of those that come to rest, are slow in any.
static bool too_short_steps(char out[EFFORT_ROOM], effort *effort)
{
    const solver_effort *spent = &effort->part[EFFORT_RUN];
    const double share = effort_unkept(spent);
    if (effort->told_unkept || !(share > unkept_told))
        return false;
    effort->told_unkept = true;
    snprintf(
        out, EFFORT_ROOM,
        "contacts that closed slower than %.3g m/s kept nothing of their restitution, %.0f %% of "
        "the energy of all blows: with steps as short as these nonsmooth.impact_speed: auto takes "
        "slower ones for overlaps that are pushed out (give impact_speed, or a longer run.step)",
        spent->threshold, 100 * share);
    return true;
}

bool effort_warning(char out[EFFORT_ROOM], effort *effort, world *world)
{
    const model_nonsmooth *nonsmooth = &world_model(world)->nonsmooth;
    if (!effort->on)
        return false;
    const bool ends = world_steps(world) >= world_last_step(world);
    if (ends) {
        effort_gather(effort, world);
        effort_judge(effort, world);
    }
    return too_much_overlap(out, effort, nonsmooth) || too_few_sweeps(out, effort, nonsmooth) ||
           too_few_impact_sweeps(out, effort, world) || (ends && too_short_steps(out, effort));
}
