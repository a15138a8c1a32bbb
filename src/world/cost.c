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
#include <string.h>

static const double smooth_balls = 3, besides = 45, hit_share = 0.6;
static const double alone = 0.6, alone_nonsmooth = 6.5, relist = 100,
                    bed = 2.4;                                 // in a gas, see count_gas
static const double touching_few = 3, touching_polyhedra = 20; // clumps and outlines; polyhedra

// The step that is given where the case asks for that kind of solver, else what `auto` gives it. `resolves`: the one by
// forces.
static double step_of(const model *m, const step_choice *c, bool resolves)
{
    if (world_solver_of(m)->resolves == resolves)
        return c->step;
    return resolves ? c->smooth : c->nonsmooth;
}

// Of the whole run with that kind of solver.
static double steps_of(const model *m, const step_choice *c, bool resolves)
{
    double given = step_of(m, c, resolves);
    double duration = m->steps ? (double)m->steps * c->step : m->duration;
    return duration > 0 ? real_max(duration / given, 1) : 0;
}

static double touching(const model *m, const model_shape *shape)
{
    if (shape->core.vertices)
        return m->dimensions == 2 ? touching_few : touching_polyhedra;
    return shape->clump.balls ? touching_few : 0;
}

// What finding contacts adds to a step, by the most costly of the shapes that move.
static double touching_most(const model *m)
{
    double most = 0;
    for (int i = 0; i < m->grain_sets + m->streams; i++)
        if (i >= m->grain_sets || !m->grains[i].fixed)
            most = real_max(most, touching(m, model_shape_of(m, i)));
    return most;
}

// Sweeps of impacts, where what falls and flows is faster than what rests may be.
static double blows_of(const model *m, const step_choice *c, double h)
{
    const double rests = iterations_threshold(&m->nonsmooth, v3_norm(m->gravity), c->diameter, h);
    return c->speed > rests ? hit_share * (double)m->nonsmooth.impact_sweeps : 0;
}

bool cost_gathers(const model *m)
{
    bool gathers = v3_norm(m->gravity) > 0 || m->streams > 0;
    for (int i = 0; i < m->walls; i++)
        gathers =
            gathers || (m->wall[i].drive.what && strcmp(m->wall[i].drive.what->name, "fixed") != 0);
    for (int i = 0; i < m->materials * m->materials; i++)
        gathers = gathers || law_attracts(m->pair[i].law);
    return gathers;
}

// Contacts of a grain at a time in a gas, each for so long; no more than in a bed.
static double touching_in_gas(const step_choice *c, double time)
{
    return real_min(0.5 * c->meetings * time, bed);
}

// In a gas, where few grains touch: what a step costs for each grain, where nothing is near and for the way to the next
// list of neighbours, and what its contacts add.
static void count_gas(const model *m, const step_choice *c, double h, step_cost *cost)
{
    const double way = relist / c->diameter * c->speed;
    cost->gas = true;
    cost->smooth_work =
        alone + way * step_of(m, c, true) + touching_in_gas(c, c->duration) * cost->smooth_work;
    cost->nonsmooth_work = alone_nonsmooth + way * h + touching_in_gas(c, h) * cost->nonsmooth_work;
}

step_cost step_cost_of(const model *m, const step_choice *c)
{
    step_cost cost = {
        .smooth = steps_of(m, c, true), .nonsmooth = steps_of(m, c, false), .gain = 1};
    double h = step_of(m, c, false);
    if (!isfinite(h) || !(c->diameter > 0))
        return cost;
    const iteration_load load = {v3_norm(m->gravity) * h * h / c->diameter, c->layers, 0,
                                 m->nonsmooth.time / h, c->hardness};
    cost.sweeps = (double)iterations_choose(&m->nonsmooth, load).sweeps;
    cost.blows = blows_of(m, c, h);
    cost.smooth_work = smooth_balls + touching_most(m);
    cost.nonsmooth_work = besides + touching_most(m) + cost.sweeps + cost.blows;
    if (isfinite(c->meetings))
        count_gas(m, c, h, &cost);
    if (cost.nonsmooth > 0)
        cost.gain = cost.smooth * cost.smooth_work / (cost.nonsmooth * cost.nonsmooth_work);
    return cost;
}

// Stiffness of a contact under a load; P ~ d^(2 e - 1) with e = d/-g' (law/rows.h).
static double stiffness_under(const law_set *set, double r_eff, double m_eff, double load)
{
    double d = 1e-6 * r_eff;
    normal_row r = law_set_normal_row(set, d, r_eff, m_eff);
    double push = -r.stiffness * r.gap;
    double power = 2 * d / -r.gap - 1;
    if (!(push > 0) || !(load > 0))
        return r.stiffness;
    return r.stiffness * real_pow(load / push, (power - 1) / power);
}

// The hardest of two like bodies under the weight of all layers: the inverse mass over the compliance 4 Y / (h^2 K),
// with the shortest settling time (nonsmooth/network.c).
double cost_hardness(const model *m, const law_set *law, const int32_t *set_of,
                     const grain_prospect *grains, const step_choice *c)
{
    const double h = !world_solver_of(m)->resolves && m->step > 0 ? m->step : c->nonsmooth;
    const double y = 1 / (1 + 4 * ITERATIONS_SETTLING);
    double most = 1;
    for (int a = 0; a < m->materials; a++) {
        const double mass = m->material[a].density * grains->filling.volume;
        const double r = grains->extreme[a].radius;
        const int set = set_of[a * m->materials + a];
        if (set < 0 || !isfinite(r))
            continue;
        const choice *normal = &m->pair[a * m->materials + a].law[LAW_NORMAL];
        char why[200];
        char remedy[200];
        if (law_rowless(LAW_NORMAL, normal, why, remedy, sizeof why))
            continue;
        double stiffness =
            stiffness_under(&law[set], 0.5 * r, 0.5 * mass, c->layers * mass * v3_norm(m->gravity));
        most = real_max(most, h * h * stiffness / (4 * y * 0.5 * mass));
    }
    return most;
}
