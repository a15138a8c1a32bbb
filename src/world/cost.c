// cost.c - what a case costs with either solver, counted in sweeps over all of its contacts.
//
// A sweep takes some 9 ns a contact. A step of the smooth solver costs SMOOTH of them with balls; one of the nonsmooth
// solver its sweeps, and BESIDES for finding contacts, ordering them and laying them out (beds of 2,450 to 100,000
// balls). Where grains hit each other, impacts are swept as well, up to nonsmooth.impact_sweeps a step: drums, chutes,
// fillings and piles took three fifths of that in the mean of their steps, 9 to 49 of 50. Both solvers find where
// grains touch once a step, which costs next to nothing with balls, and more than anything else with polyhedra
// (docs/performance/shapes.md).
//
// In a gas few grains touch, and a step costs what it does for each grain: 5.5 ns of the smooth solver, 58 of the
// nonsmooth one, and for lists of neighbours some 900 ns on the way of a diameter (2,000 balls, 0.1 to 13 % of the
// space, with Young's moduli of 10 MPa and 70 GPa).
#include "world/internal.h"

#include "base/mathlib.h"
#include "law/rows.h"
#include "nonsmooth/iterations.h"

#include <math.h>

static const double smooth_balls = 3, besides = 45, hit_share = 0.6;
static const double alone = 0.6, alone_nonsmooth = 6.5, relist = 100,
                    bed = 2.4;                                 // in a gas, see count_gas
static const double touching_few = 3, touching_polyhedra = 20; // clumps and outlines; polyhedra

// The step that is given where the case asks for that kind of solver, else what `auto` gives it. `resolves`: the one by
// forces.
static double step_of(const model *model, const step_choice *choice, bool resolves)
{
    if (world_solver_of(model)->resolves == resolves)
        return choice->step;
    return resolves ? choice->smooth : choice->nonsmooth;
}

// Of the whole run with that kind of solver.
static double steps_of(const model *model, const step_choice *choice, bool resolves)
{
    double given = step_of(model, choice, resolves);
    double duration = model->steps ? (double)model->steps * choice->step : model->duration;
    return duration > 0 ? real_max(duration / given, 1) : 0;
}

static double touching(const model *model, const model_shape *shape)
{
    if (shape->core.vertices)
        return model->dimensions == 2 ? touching_few : touching_polyhedra;
    return shape->clump.balls ? touching_few : 0;
}

// What finding contacts adds to a step, by the most costly of the shapes that move.
static double touching_most(const model *model)
{
    double most = 0;
    for (int i = 0; i < model->grain_sets + model->streams; i++) {
        if (i >= model->grain_sets || !model->grains[i].fixed)
            most = real_max(most, touching(model, model_shape_of(model, i)));
    }
    return most;
}

// Sweeps of impacts, where what falls and flows is faster than what rests may be.
static double blows_of(const model *model, const step_choice *choice, double h)
{
    const double rests =
        iterations_threshold(&model->nonsmooth, v3_norm(model->gravity), choice->diameter, h);
    return choice->speed > rests ? hit_share * iterations_of_impacts(&model->nonsmooth) : 0;
}

bool cost_gathers(const model *model)
{
    const int pairs = model->materials * model->materials;
    if (v3_norm(model->gravity) > 0 || model->streams > 0)
        return true;
    for (int i = 0; i < model->walls; i++) {
        const drive_chain drive = {.part = model->wall[i].drive, .parts = model->wall[i].drives};
        if (drive_chain_moves(&drive))
            return true;
    }
    for (int i = 0; i < pairs; i++) {
        if (law_attracts(model->pair[i].law))
            return true;
    }
    return false;
}

// Contacts of a grain at a time in a gas, each for so long; no more than in a bed.
static double touching_in_gas(const step_choice *choice, double time)
{
    return real_min(0.5 * choice->meetings * time, bed);
}

// In a gas, where few grains touch: what a step costs for each grain, where nothing is near and for the way to the next
// list of neighbours, and what its contacts add.
static void count_gas(const model *model, const step_choice *choice, double h, step_cost *cost)
{
    const double way = relist / choice->diameter * choice->speed;
    const double touching = touching_in_gas(choice, choice->duration);
    const double touching_nonsmooth = touching_in_gas(choice, h);
    cost->gas = true;
    cost->smooth_work = alone + way * step_of(model, choice, true) + touching * cost->smooth_work;
    cost->nonsmooth_work = alone_nonsmooth + way * h + touching_nonsmooth * cost->nonsmooth_work;
}

step_cost step_cost_of(const model *model, const step_choice *choice)
{
    step_cost cost = {
        .smooth = steps_of(model, choice, true),
        .nonsmooth = steps_of(model, choice, false),
        .gain = 1,
    };
    double h = step_of(model, choice, false);
    if (!isfinite(h) || !(choice->diameter > 0))
        return cost;
    const iteration_load load = {
        .sag = v3_norm(model->gravity) * h * h / choice->diameter,
        .layers = choice->layers,
        .heavy = 0,
        .damping = model->nonsmooth.time / h,
        .hardness = choice->hardness,
    };
    cost.sweeps = (double)iterations_choose(&model->nonsmooth, load).sweeps;
    cost.blows = blows_of(model, choice, h);
    cost.smooth_work = smooth_balls + touching_most(model);
    cost.nonsmooth_work = besides + touching_most(model) + cost.sweeps + cost.blows;
    if (isfinite(choice->meetings))
        count_gas(model, choice, h, &cost);
    if (cost.nonsmooth > 0)
        cost.gain = cost.smooth * cost.smooth_work / (cost.nonsmooth * cost.nonsmooth_work);
    return cost;
}

// Stiffness of a contact under a load; P ~ d^(2 e - 1) with e = d/-g' (law/rows.h).
static double stiffness_under(const law_set *set, double r_eff, double m_eff, double load)
{
    double d = 1e-6 * r_eff;
    normal_row row = law_set_normal_row(set, d, r_eff, m_eff);
    double push = -row.stiffness * row.gap;
    double power = 2 * d / -row.gap - 1;
    if (!(push > 0) || !(load > 0))
        return row.stiffness;
    return row.stiffness * real_pow(load / push, (power - 1) / power);
}

// The hardest of two like bodies under the weight of all layers: the inverse mass over the compliance 4 Y / (h^2 K),
// with the shortest settling time (nonsmooth/network.c).
double cost_hardness(const model *model, const law_set *law, const int32_t *set_of,
                     const grain_prospect *grains, const step_choice *chosen)
{
    const bool given = !world_solver_of(model)->resolves && model->step > 0;
    const double h = given ? model->step : chosen->nonsmooth;
    const double y = 1 / (1 + 4 * ITERATIONS_SETTLING);
    double most = 1;
    for (int a = 0; a < model->materials; a++) {
        const double mass = model->material[a].density * grains->filling.volume;
        const double radius = grains->extreme[a].radius;
        const int own_pair = a * model->materials + a;
        const int set = set_of[own_pair];
        if (set < 0 || !isfinite(radius))
            continue;
        const choice *normal = &model->pair[own_pair].law[LAW_NORMAL];
        char why[200];
        char remedy[200];
        if (law_rowless(LAW_NORMAL, normal, why, remedy, sizeof why))
            continue;
        const double r_eff = 0.5 * radius;
        const double m_eff = 0.5 * mass;
        const double load = chosen->layers * mass * v3_norm(model->gravity);
        const double stiffness = stiffness_under(&law[set], r_eff, m_eff, load);
        most = real_max(most, h * h * stiffness / (4 * y * 0.5 * mass));
    }
    return most;
}
