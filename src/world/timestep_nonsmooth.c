// timestep_nonsmooth.c - the step of the nonsmooth solver: what keeps overlaps within the tolerance, AGX manual, (35.7).
//
// Gravity makes an overlap of the tolerance (eps diameters d) in sqrt(2 eps d / g); the nonsmooth step is 0.4 of that,
// for the number of sweeps grows with its square, and so short that a grain at the expected speed moves a tenth of its
// diameter, thinly rounded grains do not turn into each other, finely faceted ones roll from one edge to the next, and
// an oscillation takes twenty.
#include "base/mathlib.h"
#include "collide/wall_faces.h"
#include "nonsmooth/iterations.h"
#include "shape/plate.h"
#include "world/timestep.h"

#include <math.h>
#include <stdio.h>

static const double overlap_share = 0.4, path_share = 0.1, path_warned = 0.5, swing_steps = 20;
static const double fraction_told = 10, step_told = 4; // of a step given for the smooth solver

// Does a wall have faces, which meet the core of a grain?
static bool any_faces(const step_question *question)
{
    for (int i = 0; i < question->model->walls; i++) {
        if (!wall_meets_vertices(question->grains->wall[i].shape))
            return true;
    }
    return false;
}

// The rounding radius and reach, multiplied, of the most thinly rounded grain of which no more than the rounding may
// overlap, m^2: contacts of cores that enclose nothing do not go on in the core, where they meet by features.
static double thinnest(const step_question *question)
{
    const model *model = question->model;
    double least = INFINITY;
    for (int i = 0; i < model->grain_sets + model->streams; i++) {
        const model_shape *shape = model_shape_of(model, i);
        const bool rounded = shape->core.vertices && shape->core.radius > 0;
        const bool solid = shape->core.triangles && !core_is_plate(&shape->core);
        const bool outline = !shape->core.triangles && shape->core.vertices >= 3 &&
                             shape->core.edges == shape->core.vertices;
        const bool encloses = solid || outline;
        const bool features = shape->core.meeting == MEET_FEATURES || any_faces(question);
        if (rounded && features && !encloses)
            least = real_min(least, shape->core.radius * shape->clump.radius[0]);
    }
    return least;
}

// Contacts ahead of touch are straight: a corner that turns about the centre at reach R with speed v leaves its way by
// about (v h)^2/R, which must not be more than what such grains may overlap.
static double turning_step(const step_question *question, const step_choice *choice)
{
    return sqrt(question->model->deepest * thinnest(question)) / choice->speed;
}

// In which gravity alone makes an overlap of the tolerance.
static double sagging_step(const model *model, const step_choice *choice)
{
    return iterations_longest_step(&model->nonsmooth, v3_norm(model->gravity), choice->diameter);
}

static double path_step(const step_choice *choice)
{
    return path_share * choice->diameter / choice->speed;
}

static double mean_edge(const model_core *core)
{
    double sum = 0;
    for (int32_t edge = 0; edge < core->edges; edge++)
        sum += v3_distance(core->vertex[core->edge[edge][0]], core->vertex[core->edge[edge][1]]);
    return sum / core->edges;
}

// A convex grain rolls over its edges; the shortest of their mean lengths, m.
static double shortest_edge(const model *model)
{
    double least = INFINITY;
    for (int i = 0; i < model->grain_sets + model->streams; i++) {
        const model_core *core = &model_shape_of(model, i)->core;
        if (core->faces > 0 && core->meeting == MEET_CONVEX)
            least = real_min(least, mean_edge(core));
    }
    return least;
}

// In which a grain that rolls comes from one edge to the next: of several in a step only one is seen as it comes down
// (nonsmooth/arrivals.c).
static double rolling_step(const step_question *question, const step_choice *choice)
{
    return shortest_edge(question->model) / choice->speed;
}

double nonsmooth_step(const step_question *question, const step_choice *choice)
{
    const double swing = walls_frequency(question->model);
    double step = overlap_share * sagging_step(question->model, choice);
    step = real_min(step, path_step(choice));
    step = real_min(step, turning_step(question, choice));
    step = real_min(step, rolling_step(question, choice));
    return swing > 0 ? real_min(step, 1 / (swing_steps * swing)) : step;
}

// What was given for the smooth solver stays where only the solver is changed, and what `auto` chose for something faster
// stays in the case of a branch. With `settling: 0` such steps are meant.
static bool is_smooth_step(const model *model, const step_choice *choice)
{
    const double settling = model->nonsmooth.settling;
    return model->step > 0 && !(settling <= 0) &&
           choice->step <= choice->duration / fraction_told &&
           choice->step * step_told < choice->nonsmooth;
}

// Which of the five it was.
static void name_limit(const step_question *question, const step_choice *choice, char *why,
                       size_t size)
{
    const model *model = question->model;
    const double sag = sagging_step(model, choice);
    if (choice->nonsmooth >= overlap_share * sag) {
        snprintf(why, size,
                 "gravity makes an overlap of the tolerance, %g of %.3g m, in %.3g s; `auto` takes "
                 "%g of that",
                 model->nonsmooth.tolerance, choice->diameter, sag, overlap_share);
    } else if (choice->nonsmooth >= turning_step(question, choice)) {
        snprintf(why, size,
                 "in the step of `auto` a corner at %.3g m/s turns off its way by deepest_overlap, "
                 "%g of the rounding radius",
                 choice->speed, model->deepest);
    } else if (choice->nonsmooth >= rolling_step(question, choice)) {
        snprintf(why, size,
                 "in the step of `auto` a grain that rolls at %.3g m/s comes from one edge to the "
                 "next, %.3g m in the mean",
                 choice->speed, shortest_edge(question->model));
    } else if (choice->nonsmooth >= path_step(choice)) {
        snprintf(why, size,
                 "in the step of `auto` a grain at %.3g m/s moves %g of the diameter %.3g m",
                 choice->speed, path_share, choice->diameter);
    } else {
        snprintf(why, size, "`auto` takes a %.0fth of the period of the oscillation at %.4g Hz",
                 swing_steps, walls_frequency(model));
    }
}

static void warn_nonsmooth(const model *model, step_choice *choice)
{
    char *warning = choice->warning;
    const size_t size = sizeof choice->warning;
    const double sag = sagging_step(model, choice);
    const double path = choice->step * choice->speed;
    if (choice->step > sag) {
        snprintf(warning, size,
                 "the step %.3g s is longer than the %.3g s in which gravity makes an overlap of "
                 "the tolerance; auto gives %.3g s",
                 choice->step, sag, choice->nonsmooth);
    } else if (path > path_warned * choice->diameter) {
        snprintf(warning, size,
                 "in a step of %.3g s a grain at %.3g m/s moves %.2g of the diameter %.3g m; auto "
                 "gives %.3g s",
                 choice->step, choice->speed, path / choice->diameter, choice->diameter,
                 choice->nonsmooth);
    } else if (is_smooth_step(model, choice)) {
        snprintf(warning, size,
                 "run.step = %.3g s is less than a tenth of the fastest impact, %.3g s, which no "
                 "step of the nonsmooth solver has to resolve; auto gives %.3g s, %.0f times as "
                 "long (`--set run.step=auto` lets the solver choose)",
                 choice->step, choice->duration, choice->nonsmooth,
                 choice->nonsmooth / choice->step);
    }
}

void explain_nonsmooth(const step_question *question, step_choice *choice)
{
    char why[240];
    const step_cost cost = step_cost_of(question->model, choice);
    name_limit(question, choice, why, sizeof why);
    snprintf(choice->reason, sizeof choice->reason,
             "%s. Grains in some %.3g layer%s want about %.0f sweeps in a step.", why,
             choice->layers, choice->layers > 1 ? "s" : "", cost.sweeps);
    warn_nonsmooth(question->model, choice);
}
