// estimate_json.c - the estimate as JSON: what scree check prints with --json.
#include "cli/estimate.h"
#include "cli/meshes.h"
#include "cli/shapes.h"
#include "run/aims.h"
#include "store/json.h"

#include <math.h>
#include <stdio.h>

// What the longest step follows from.
static void limit_json(json *json, const session *session, const step_choice *choice)
{
    json_object(json, "limit");
    const bool known = choice->duration < INFINITY && choice->duration > 0;
    const model_material *material = session->model.material;
    json_text(json, "material", known ? material[choice->material_a].name : NULL);
    json_text(json, "against", known ? material[choice->material_b].name : NULL);
    json_flag(json, "against_wall", known && !(choice->radius_b > 0));
    json_number(json, "radius", choice->radius_a);
    json_number(json, "impact_duration", choice->duration);
    json_number(json, "impact_speed", choice->speed);
    json_number(json, "steps_saved_by_ten_times_softer",
                known ? 1 - 1 / choice->saved_by_softening : 0);
    json_close(json);
}

static void solvers_json(json *json, const session *session, const step_choice *choice,
                         const step_cost *cost)
{
    char why[300];
    json_object(json, "solvers");
    json_text(json, "solver", solver_names[session->model.solver]);
    json_number(json, "smooth_steps", cost->smooth);
    json_text(json, "nonsmooth_hindrance", costs_hindrance(&session->model, why, sizeof why));
    json_number(json, "nonsmooth_steps", cost->nonsmooth);
    json_number(json, "nonsmooth_sweeps", cost->sweeps);
    json_number(json, "nonsmooth_impact_sweeps", cost->blows);
    json_number(json, "smooth_work", cost->smooth_work);
    json_number(json, "nonsmooth_work", cost->nonsmooth_work);
    json_number(json, "nonsmooth_gain", cost->gain);
    json_flag(json, "gas", cost->gas);
    json_number(json, "diameter", choice->diameter);
    json_number(json, "layers", choice->layers);
    json_close(json);
}

void estimate_json(const session *session, const world *world, const estimate *estimate,
                   const servo_warnings *servos)
{
    json json = {0};
    char warning[COSTS_ROOM];
    const step_choice *choice = world_step_choice(world);
    json_begin(&json);
    json_text(&json, "case", session->path);
    json_text(&json, "title", session->model.title);
    json_integer(&json, "grains", estimate->grains);
    json_integer(&json, "fixed_grains", estimate->fixed);
    shapes_json(&json, &session->model);
    json_integer(&json, "steps", estimate->steps);
    json_number(&json, "duration", (double)estimate->steps * choice->step);
    json_number(&json, "step", choice->step);
    json_flag(&json, "step_given", session->model.step > 0);
    json_number(&json, "longest_step", choice->longest);
    json_text(&json, "step_reason", choice->reason);
    json_text(&json, "warning", costs_warning(warning, &session->model, choice) ? warning : NULL);
    limit_json(&json, session, choice);
    solvers_json(&json, session, choice, &estimate->cost);
    depths_json(&json, &session->model, &estimate->depths);
    meshes_json(&json, world);
    aims_areas_json(&json, servos->area, servos->areas);
    gaps_json(&json, world, &estimate->gaps);
    json_integer(&json, "memory_bytes", (int64_t)estimate->takes.memory);
    json_integer(&json, "memory_bytes_least",
                 (int64_t)(estimate->takes.memory - estimate->takes.memory_bed));
    json_integer(&json, "frames", estimate->writes.frames);
    json_integer(&json, "frame_files", estimate->writes.files);
    json_integer(&json, "frame_bytes", (int64_t)estimate->writes.bytes);
    json_number(&json, "seconds_least", estimate->takes.least);
    json_number(&json, "seconds_most", estimate->takes.most);
    json_number(&json, "particle_steps_per_second",
                estimate->takes.rate * (double)estimate->grains);
    json_integer(&json, "threads", estimate->threads);
    json_integer(&json, "parts", estimate->parts);
    rank_costs_json(&json, &estimate->ranks);
    json_close(&json);
    printf("%s\n", json.failed ? "{}" : json.text);
    json_clear(&json);
}
