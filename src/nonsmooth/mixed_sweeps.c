// mixed_sweeps.c - how long mixed sweeps (mixing.c) go on.
//
// What is lacking is the largest change of a row in the last sweep, as a speed. Where convergence is slow it is small long
// before the motion is found, and a step that stops there leaves a motion as large as what it allows, for ever. So it
// has to be small beside what the first look found, and beside the fastest motion: then each step that has nothing new
// to solve leaves far less than the one before, and what rests comes to rest.
#include "nonsmooth/mixing.h"

#include "base/mathlib.h"

#include <math.h>

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

static double fastest(const ns_solver *solver)
{
    const mover *body = solver->movers.body;
    double square = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(static) reduction(max : square)
    for (int32_t i = 0; i < solver->movers.count; i++) {
        v3 velocity = mover_velocity(&body[i]);
        v3 rim = mover_rim(&body[i]);
        square = real_max(square, v3_dot(velocity, velocity));
        square = real_max(square, v3_dot(rim, rim));
    }
    return sqrt(square);
}

// What may be lacking, m/s: without progress for a while or for long, and what is next to nothing.
typedef struct limits {
    double enough, bearable, nothing;
} limits;

static bool ends(const ns_solver *solver, const limits *limits, const progress *progress, int done,
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
    solver_begin_mixing(solver);
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
