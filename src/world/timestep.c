// timestep.c - the time step. Of the smooth solver: a fraction of the duration of the fastest impact, Zhang 1998,
// section 2 (ntcol). Of the nonsmooth one: what keeps overlaps within the tolerance (timestep_nonsmooth.c).
//
// For every pair of materials that can meet, the lightest and smallest grains give the shortest impact at the expected
// speed: that of the initial grains and moving walls, of a wall that a force pushes up to the grains, and of a fall of
// the highest grain to the walls below the lowest. The step is a fortieth of it, or less where dashpots and pushed walls
// want that (timestep_pairs.c); then it is cut so that it goes into the periods of the case (periods.c).
#include "world/timestep.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "law/own.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// How often a grain meets another in a gas that fills the domain, 1/s: n pi d^2 v, in the plane 2 n d v, with a quarter
// of the largest speed at which they may meet for the mean. 0 where the domain has no end; INFINITY where grains gather
// and most touch.
static double meetings_of(const model *model, const grain_prospect *grains)
{
    const double diameter = grains->filling.diameter;
    const bool flat = model->dimensions != 3;
    if (cost_gathers(model))
        return INFINITY;
    double space = (model->high.x - model->low.x) * (model->high.y - model->low.y);
    if (!flat)
        space *= model->high.z - model->low.z;
    if (!isfinite(space) || !(space > 0))
        return 0;
    const double target = flat ? 2 * diameter : PI * diameter * diameter;
    return grains->filling.count / space * target * 0.25 * grains->speed;
}

// Of the grains that move, m; INFINITY: there are none.
static double smallest_radius(const step_question *question)
{
    double radius = INFINITY;
    for (int a = 0; a < question->model->materials; a++)
        radius = real_min(radius, question->grains->extreme[a].radius);
    return radius;
}

// The speed expected, with a floor for grains at rest: the speed of a fall by a hundredth of a grain, or of crossing it
// in a second.
static double expected_speed(const step_question *question, double radius)
{
    if (!isfinite(radius))
        return real_max(question->grains->speed, 1);
    const double slow = sqrt(0.02 * v3_norm(model_fall(question->model)) * radius);
    return real_max(question->grains->speed, slow > 0 ? slow : radius);
}

static void take_step(const model *model, double longest, step_choice *choice)
{
    choice->longest = longest;
    choice->step = model->step > 0 ? model->step : step_dividing(model, longest);
}

// Where nothing can collide, any step will do; a saved world, whose grains may all be gone, keeps that which it had.
static scree_status choose_any(const step_question *question, step_choice *choice,
                               scree_error *error)
{
    const model *model = question->model;
    const double before = question->grains->going;
    const bool given = model->step > 0 || before > 0;
    if (!given && !(model->duration > 0)) {
        return fail(error, SCREE_BAD_INPUT, "run.step", "give a step",
                    "no step can be chosen: nothing can collide");
    }
    choice->smooth = INFINITY;
    choice->nonsmooth = INFINITY;
    take_step(model, before > 0 ? before : model->duration / 1000, choice);
    snprintf(choice->reason, sizeof choice->reason, "nothing can collide; the step is %s",
             given ? "as given" : "some thousandth of the duration");
    return SCREE_OK;
}

// What either solver wants, and the step of the one that the case asks for.
static scree_status choose(const step_question *question, double radius, step_choice *choice,
                           scree_error *error)
{
    const model *model = question->model;
    const grain_prospect *grains = question->grains;
    limit_by_dashpots(question, choice);
    limit_by_pushed_walls(question, choice);
    const double smooth = real_min(step_of_impact(choice), step_of_dashpots(choice));
    choice->smooth = real_min(choice->pushed, smooth);
    choice->nonsmooth = nonsmooth_step(question, choice);
    choice->hardness = grains->filling.boxes
                           ? cost_hardness(model, question->law, question->set_of, grains, choice)
                           : 0;
    const bool by_forces = world_solver_of(model)->resolves;
    take_step(model, by_forces ? choice->smooth : choice->nonsmooth, choice);
    explain_smooth(question, choice);
    if (!by_forces) {
        explain_nonsmooth(question, choice);
        return SCREE_OK;
    }
    warn_smooth(question, radius, choice);
    return check_smooth(question, choice, error);
}

static step_choice start_choice(const step_question *question, double radius)
{
    const grain_prospect *grains = question->grains;
    return (step_choice){
        .speed = expected_speed(question, radius),
        .diameter = grains->filling.diameter,
        .layers = grains->filling.layers,
        .drop = grains->drop,
        .meetings = meetings_of(question->model, grains),
        .damped = INFINITY,
        .share_of_damped = 1,
    };
}

// An impact that takes no time. One by a law of a program does where its function has failed (law/own.h).
static scree_status refuse_duration(const model *model, const step_choice *choice,
                                    scree_error *error)
{
    const model_pair *pair = model_pair_of(model, choice->material_a, choice->material_b);
    const plugin *law = pair->law[LAW_NORMAL].what;
    if (own_of(law))
        return fail(error, SCREE_BAD_INPUT, "run.step",
                    "it must answer 0, pushes of numbers not below 0, a dashpot not below 0, and a "
                    "stiffness above 0 as the overlap grows",
                    "no step can be chosen: the function of the normal law %s has no answer to an "
                    "impact at %.3g m/s%s",
                    law->name, choice->speed, choice->reason);
    return fail(error, SCREE_BAD_INPUT, "run.step",
                "check radii, densities, moduli and their units",
                "no step can be chosen: the fastest impact lasts %.3g s", choice->duration);
}

scree_status step_choice_of(const model *model, const law_set *law, const int32_t *set_of,
                            const grain_prospect *grains, step_choice *out, scree_error *error)
{
    const step_question question = {
        .model = model,
        .law = law,
        .set_of = set_of,
        .grains = grains,
    };
    const double radius = smallest_radius(&question);
    step_choice choice = start_choice(&question, radius);
    choice.speed = real_max(choice.speed, speed_of_cell(&question));
    if (!isfinite(choice.speed) || choice.speed > 1e100) {
        return fail(error, SCREE_BAD_INPUT, "run.step",
                    "check gravity, velocities, drives and their units",
                    "no step can be chosen: grains may collide at %.3g m/s", choice.speed);
    }
    limit_by_impacts(&question, &choice);
    if (!(choice.duration > 1e-100))
        return refuse_duration(model, &choice, error);
    const scree_status status = isfinite(choice.duration)
                                    ? choose(&question, radius, &choice, error)
                                    : choose_any(&question, &choice, error);
    if (status != SCREE_OK)
        return status;
    *out = choice;
    return check_length(model, choice.step, error);
}

// The surfaces of the walls of a case, with nothing else of them.
static scree_status make_surfaces(const model *model, const char *folder, moving_wall *wall,
                                  scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->walls && status == SCREE_OK; i++) {
        const model_wall *from = &model->wall[i];
        wall[i].name = from->name;
        wall[i].drive = (drive_chain){.part = from->drive, .parts = from->drives};
        wall[i].now.orientation = q4_identity();
        status = primitive_make(&from->primitive, folder, &wall[i].shape, NULL, error);
        if (status == SCREE_OK)
            status = drive_chain_read(&wall[i].drive, from->name, folder, NULL, error);
        if (status == SCREE_OK)
            status = moving_wall_prepare(&wall[i], model, error);
    }
    return status;
}

// For grains as they begin, whichever stage of the case the model is of.
static scree_status choose_with(const model *model, const char *folder, const grain_list *grains,
                                step_choice *out, scree_error *error)
{
    grain_extremes *extreme = calloc((size_t)model->materials + 1, sizeof *extreme);
    law_set *law = NULL;
    int32_t *set_of = NULL;
    int sets;
    moving_wall *wall = calloc((size_t)model->walls + 1, sizeof *wall);
    scree_status status = SCREE_OK;
    if (!(extreme && wall))
        status = fail_memory(error, "choice of the step");
    if (status == SCREE_OK)
        status = make_surfaces(model, folder, wall, error);
    if (status == SCREE_OK) {
        grain_extremes_of(model, grains, extreme);
        status = world_mix_laws(model, extreme, &law, &set_of, &sets, error);
    }
    grain_prospect prospect = {.extreme = extreme};
    if (status == SCREE_OK)
        status = grain_speed_of(model, grains, wall, &prospect, error);
    if (status == SCREE_OK)
        status = grain_filling_of(model, grains, &prospect.filling, error);
    if (status == SCREE_OK)
        status = step_choice_of(model, law, set_of, &prospect, out, error);
    for (int i = 0; wall && i < model->walls; i++)
        primitive_free(wall[i].shape);
    free(wall);
    free(extreme);
    free(law);
    free(set_of);
    return status;
}

// The step alone is limited by another stage: what else follows from the impacts at the start, such as how fast servos answer,
// is the same with a step that is given.
static void take_limit(const model *root, int stage, const step_choice *of, step_choice *choice)
{
    choice->longest = of->longest;
    choice->step = step_dividing(model_of_stage(root, 0), of->longest);
    choice->saved_by_softening = of->saved_by_softening;
    snprintf(choice->reason, sizeof choice->reason, "in stage '%.60s' %.880s",
             root->stage[stage].name, of->reason);
}

scree_status world_limit_by_stages(const model *root, const char *folder, const grain_list *grains,
                                   step_choice *choice, scree_error *error)
{
    const model *first = model_of_stage(root, 0);
    if (first->step > 0)
        return SCREE_OK;
    for (int i = 1; i < root->stages; i++) {
        const model *model = model_of_stage(root, i);
        step_choice of;
        if (model->step > 0 || model->solver != first->solver)
            continue;
        const scree_status status = choose_with(model, folder, grains, &of, error);
        if (status != SCREE_OK)
            return status;
        if (of.step < choice->step)
            take_limit(root, i, &of, choice);
    }
    return SCREE_OK;
}

scree_status step_choose(const model *root, const char *folder, step_choice *out,
                         scree_error *error)
{
    grain_list grains = {0};
    const model *model = model_of_stage(root, 0);
    scree_status status = packing_build(model, folder, &grains, NULL, error);
    if (status == SCREE_OK)
        status = world_read_growth(model, folder, NULL, error);
    if (status == SCREE_OK) {
        world_give_inertia(model, &grains);
        status = choose_with(model, folder, &grains, out, error);
    }
    if (status == SCREE_OK)
        status = world_limit_by_stages(root, folder, &grains, out, error);
    grain_list_clear(&grains);
    return status;
}
