// mixed_sweeps.c - how long mixed sweeps (mixing.c) go on, of the constraints and of impacts.
//
// What is lacking is the largest change of a row in the last sweep, as a speed. Where convergence is slow it is small long
// before the motion is found, and a step that stops there leaves a motion as large as what it allows, for ever. So it
// has to be small beside what the first look found, and beside the fastest motion: then each step that has nothing new
// to solve leaves far less than the one before, and what rests comes to rest.
#include "nonsmooth/mixing.h"

#include "nonsmooth/division.h"

#include "base/mathlib.h"

#include <math.h>
#include <string.h>

enum { GROUP = 4 }; // sweeps from one look to the next
enum {
    STAGNANT = 8,
    HOPELESS = 32
}; // looks without progress: where little is lacking, and where more is
static const double of_first = 0.01; // what may be lacking, of what the first look finds
static const double of_motion = 0.1; // what may be lacking, of the fastest motion

// Is it of no use to go on? Friction that only strains what holds itself has no end: the corners of a face that rocks
// have different heights, so that no motion keeps all of them from sliding, and in each sweep the strain grows by a
// little, up to the limit of friction.
typedef struct progress {
    double best;
    int looks; // since it was halved
} progress;

static void note(progress *progress, double residual)
{
    progress->looks++;
    if (residual < 0.5 * progress->best)
        *progress = (struct progress){.best = residual, .looks = 0};
}

static double fastest(ns_solver *solver)
{
    const mover *body = solver->movers.body;
    double square = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(static) reduction(max : square)
    for (int32_t i = 0; i < solver->movers.count; i++) {
        if (!division_knows(solver, i))
            continue;
        v3 velocity = mover_velocity(&body[i]);
        v3 rim = mover_rim(&body[i]);
        square = real_max(square, v3_dot(velocity, velocity));
        square = real_max(square, v3_dot(rim, rim));
    }
    return sqrt(division_most(solver, square));
}

// What may be lacking, m/s: without progress for a while or for long, and what is next to nothing.
typedef struct limits {
    double enough, bearable, nothing;
} limits;

static bool ends(ns_solver *solver, const limits *limits, const progress *progress, int done,
                 double first)
{
    const double lacked = solver->report.residual;
    if (!(lacked > limits->nothing))
        return true;
    if (lacked > limits->bearable)
        return false;
    if (progress->looks >= HOPELESS && done >= (int)solver->effort.sweeps)
        return true;
    if (lacked > limits->enough)
        return false;
    if (progress->looks >= STAGNANT)
        return true;
    return !(lacked > of_first * first) && !(lacked > of_motion * fastest(solver));
}

int solver_sweep_mixed(ns_solver *solver, double enough, double bearable, double nothing)
{
    const int most = (int)solver->set.choice->most;
    const limits limits = {enough, real_max(enough, bearable), nothing};
    double *residual = &solver->report.residual;
    progress progress = {.best = INFINITY, .looks = 0};
    double first = INFINITY;
    int done = 0;
    solver_begin_mixing(solver, STAGE_CONSTRAINTS);
    while (done < most) {
        const int sweeps = GROUP < most - done ? GROUP : most - done;
        if (sweeps > 1)
            solver_sweep(solver, STAGE_CONSTRAINTS, sweeps - 1, 0, sweeps);
        solver_keep_swept(solver);
        solver_sweep(solver, STAGE_CONSTRAINTS, 1, 0, 1);
        done += sweeps;
        *residual = solver_lacked(solver);
        if (done <= GROUP)
            first = *residual;
        note(&progress, *residual);
        if (ends(solver, &limits, &progress, done, first))
            break;
        if (done < most)
            solver_mix(solver);
    }
    return done;
}

// ---- impacts

enum { SMOOTHING = 16 }; // plain rounds at the end of what stays unsolved

// The velocities that all blows make of those before, without what mixing has lost by rounding.
static void strike_anew(ns_solver *solver, const mover *start)
{
    const ns_network *network = &solver->network;
    memcpy(solver->movers.body, start, (size_t)solver->movers.count * sizeof *start);
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_contact *contact = &network->contact[i];
        const impact_row *blow = &solver->impacts.blow[i];
        const v3 impulse = v3_fma(blow->drag, blow->push, contact->normal);
        const v3 torque = v3_fma(blow->roll, blow->twist, contact->normal);
        contact_give(solver, contact, impulse, torque);
    }
}

// Where a mix has gone astray the rounds after it come back, which takes some; what ends unsolved ends with these.
static int sweep_mixed_blows(ns_solver *solver, int most, double bearable)
{
    double *residual = &solver->report.residual;
    int done = 0;
    solver_begin_mixing(solver, STAGE_IMPACTS);
    while (done<most && * residual> bearable) {
        solver_sweep(solver, STAGE_IMPACTS, GROUP - 1, 0, GROUP);
        solver_keep_swept(solver);
        solver_sweep(solver, STAGE_IMPACTS, 1, 0, 1);
        done += GROUP;
        *residual = solver_lacked(solver);
        if (*residual > bearable)
            solver_mix(solver);
    }
    if (*residual > bearable)
        done += solver_sweep(solver, STAGE_IMPACTS, SMOOTHING, bearable, 1);
    return done;
}

bool solver_sweep_blows(ns_solver *solver, const mover *start, double enough, double bearable,
                        int *done)
{
    const model_nonsmooth *settings = solver->set.choice;
    const int usual = iterations_of_impacts(settings);
    *done = solver_sweep(solver, STAGE_IMPACTS, usual, enough, 1);
    const bool goes_on = settings->impact_sweeps == 0 && !solver->single &&
                         settings->most > usual && solver->report.residual > bearable;
    if (goes_on) {
        if (!solver_reserve_mixing(solver))
            return false;
        *done += sweep_mixed_blows(solver, (int)settings->most - usual, bearable);
    }
    solver_collect(solver, STAGE_IMPACTS);
    if (goes_on)
        strike_anew(solver, start);
    return true;
}
