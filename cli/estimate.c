// estimate.c - what a case will cost; see estimate.h.
#include "cli/estimate.h"

#include "cli/trial.h"
#include "run/output.h"

#include <math.h>

static int64_t fixed_grains(const frame *frame)
{
    int64_t fixed = 0;
    for (int64_t i = 0; i < frame->ball.count; i++)
        fixed += !isfinite(frame->ball.mass[i]);
    return fixed;
}

scree_status estimate_make(const session *session, world *world, int threads, estimate *estimate,
                           scree_error *error)
{
    output output;
    frame frame = {0};
    scree_status status =
        output_plan(&output, &session->model, world, threads, error); // the probes are checked here
    if (!status)
        status = world_frame(world, &frame, error);
    if (!status)
        status = probing_rehearse(&session->model, world, &frame, error);
    if (!status) {
        estimate->grains = world_grains(world);
        estimate->fixed = fixed_grains(&frame);
        estimate->steps = output.end;
        estimate->step = world_dt(world);
        const population streams =
            population_of(&session->model, estimate->step * (double)estimate->steps);
        estimate->expected = (double)estimate->grains + streams.brought;
        estimate->writes = amounts_of(&output, estimate->expected);
        estimate->threads = threads;
        estimate->parts = world_parts(world);
        estimate->cost = step_cost_of(&session->model, world_step_choice(world));
        estimate->depths = world_depth_forecast(world);
        trial trial;
        trial_make(session, world, streams.brought, threads, &trial);
        const forecast_run run = {
            .steps = estimate->steps,
            .frames = estimate->writes.frames,
            .grains = (double)estimate->grains,
            .fixed = (double)estimate->fixed,
            .expected = estimate->expected,
            .threads = threads,
            .cost = estimate->cost,
            .streams = streams,
            .trial = trial.world,
        };
        estimate->takes = forecast_make(&session->model, world, &run);
        trial_clear(&trial);
        const double rate = estimate->takes.rate;
        const rank_sample sample = {
            .dimensions = session->model.dimensions,
            .memory = estimate->takes.memory,
            .step = rate > 0 ? threads / rate : 0,
        };
        estimate->ranks = rank_costs_of(world, &sample);
    }
    frame_clear(&frame);
    output_close(&output, NULL);
    return status;
}
