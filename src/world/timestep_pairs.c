// timestep_pairs.c - what limits a step by forces: of all pairs of materials that can meet the fastest impact (Zhang 1998,
// section 2, ntcol) and the strongest dashpot, and the lightest wall that a force pushes.
//
// The smallest and lightest grain of a material meets the smallest of the other: one that moves, one that is fixed, or a
// wall.
#include "base/constants.h"
#include "base/mathlib.h"
#include "law/own.h"
#include "law/registry.h"
#include "law/single.h"
#include "world/timestep.h"

#include <math.h>
#include <stdio.h>

// One kind of impact: of the lightest grain of material a with something of material b.
typedef struct impact {
    int material_a, material_b;
    double radius_a, radius_b; // m; radius_b 0: a wall
    double r_eff, m_eff;       // m, kg
    double spins;              // 1/I_a + 1/I_b of balls, 1/(kg m^2)
} impact;

typedef void considering(const model *model, const law_set *set, const impact *hit,
                         step_choice *choice);

// 1/I of a ball.
static double easy_to_spin(double radius, double mass)
{
    return 2.5 / (mass * radius * radius);
}

// What a law of a program has answered to an impact, where that is no answer; as long as nothing else is the reason.
static void note_wrong(const model *model, const law_set *set, const impact *hit,
                       step_choice *choice)
{
    if (!own_of(model_pair_of(model, set->a, set->b)->law[LAW_NORMAL].what))
        return;
    const own_wrong wrong =
        own_wrong_in_impact(set->k[LAW_NORMAL], hit->r_eff, hit->m_eff, choice->speed);
    own_wrong_spell(LAW_NORMAL, wrong, choice->reason);
}

static void consider_duration(const model *model, const law_set *set, const impact *hit,
                              step_choice *choice)
{
    const double duration = law_set_duration(set, hit->r_eff, hit->m_eff, choice->speed);
    if (!(duration < choice->duration))
        return;
    if (!(duration > 0))
        note_wrong(model, set, hit, choice);
    choice->duration = duration;
    const double period = PI / duration;
    choice->modulus = hit->m_eff * (period * period) / (4 * hit->r_eff);
    choice->material_a = hit->material_a;
    choice->material_b = hit->material_b;
    choice->radius_a = hit->radius_a;
    choice->radius_b = hit->radius_b;
}

// The step that is given, or else that of the fastest impact.
static double step_expected(const model *model, const step_choice *choice)
{
    return model->step > 0 ? model->step : step_of_impact(choice);
}

// Half of it is what `auto` takes. A rate that is brought forward
// drives what it should slow down from 1 on, the rate of the last half step from 2 on. With Gear's scheme that begins at
// 0.3066, where the characteristic polynomial of its five values and of the two steps before has the root -1; but the
// derivatives ring at the jump with which a dashpot begins, and the bodies part too early and too fast: at 0.2 with 0.27
// of their speed where 0.05 is asked for, below 0.1 no longer (docs/integration.md).
double strongest_dashpot(const model *model)
{
    switch (model->integrator) {
    case INTEGRATOR_LEAPFROG:
        return 2;
    case INTEGRATOR_GEAR:
        return 0.2;
    default:
        return 1;
    }
}

// The part of the longest step for which a single dashpot is sound that `auto` takes. The largest eigenvalue of all together
// (soundness.c) is 3.1 times that of one in a bed of dashpots that do not depend on the load, and up to 5.7 times in a crystal,
// as a cell may press it (docs/integration.md). Those that grow with the overlap are weaker at rest than in the impact by which
// the step goes: such a bed gained energy from 0.6 of that step on.
static const double share_in_cell = 0.17, share_if_constant = 0.3, share_if_growing = 0.5;

static double share_of(const model *model, double dashpot, double at_little_load)
{
    const double constant_from = 0.8;
    if (model->cell.given)
        return share_in_cell;
    // With Gear's scheme what two bodies may have is already a third less than what is stable.
    if (model->integrator == INTEGRATOR_GEAR)
        return share_if_growing;
    return at_little_load > constant_from * dashpot ? share_if_constant : share_if_growing;
}

typedef struct dashpot_rates {
    double of[4]; // normal, tangential, rolling, twisting, 1/s
} dashpot_rates;

// Seen from the contact a ball has 2/7 of its mass across the normal.
static dashpot_rates rates_at(const law_set *set, const impact *hit, double overlap, double speed,
                              double dt)
{
    const law_dashpots dashpots =
        law_single_dashpots(set, hit->r_eff, hit->m_eff, overlap, speed, dt);
    return (dashpot_rates){{
        dashpots.normal / hit->m_eff,
        3.5 * dashpots.tangential / hit->m_eff,
        dashpots.rolling * hit->spins,
        dashpots.twisting * hit->spins,
    }};
}

static void consider_dashpots(const model *model, const law_set *set, const impact *hit,
                              step_choice *choice)
{
    static const int slots[] = {LAW_NORMAL, LAW_TANGENTIAL, LAW_ROLLING, LAW_TWISTING};
    const double r_eff = hit->r_eff;
    const double m_eff = hit->m_eff;
    const double speed = choice->speed;
    const double duration = law_set_duration(set, r_eff, m_eff, speed);
    const double overlap = real_min(speed * duration / 3, 0.5 * r_eff);
    const double expected = step_expected(model, choice);
    const dashpot_rates rate = rates_at(set, hit, overlap, speed, expected);
    const dashpot_rates resting = rates_at(set, hit, 0.1 * overlap, 0.1 * speed, expected);
    const double stable = strongest_dashpot(model);
    for (int i = 0; i < 4; i++) {
        const double most = stable / rate.of[i];
        const double share = share_of(model, rate.of[i], resting.of[i]);
        if (!(share * most < step_of_dashpots(choice)))
            continue;
        choice->damped = most;
        choice->share_of_damped = share;
        snprintf(choice->dashpot, sizeof choice->dashpot, "the %s dashpot of the pair %.40s, %.40s",
                 law_slot_word(slots[i]), model->material[hit->material_a].name,
                 model->material[hit->material_b].name);
    }
}

// Of the smallest grain of a: with the smallest of b that moves, with the smallest that is fixed, with a wall.
static impact hit_of_grains(const grain_extremes *own, const grain_extremes *other)
{
    const double r_eff = 1 / (1 / own->radius + 1 / other->radius);
    const double m_eff = 1 / (1 / own->mass + 1 / other->mass);
    const double spins =
        easy_to_spin(own->radius, own->mass) + easy_to_spin(other->radius, other->mass);
    return (impact){
        .material_a = 0,
        .material_b = 0,
        .radius_a = own->radius,
        .radius_b = other->radius,
        .r_eff = r_eff,
        .m_eff = m_eff,
        .spins = spins,
    };
}

static impact hit_of_fixed(const grain_extremes *own, const grain_extremes *other)
{
    const double r_eff = 1 / (1 / own->radius + 1 / other->fixed_radius);
    const double spins = easy_to_spin(own->radius, own->mass);
    return (impact){
        .material_a = 0,
        .material_b = 0,
        .radius_a = own->radius,
        .radius_b = other->fixed_radius,
        .r_eff = r_eff,
        .m_eff = own->mass,
        .spins = spins,
    };
}

static impact hit_of_wall(const grain_extremes *own)
{
    const double spins = easy_to_spin(own->radius, own->mass);
    return (impact){
        .material_a = 0,
        .material_b = 0,
        .radius_a = own->radius,
        .radius_b = 0,
        .r_eff = own->radius,
        .m_eff = own->mass,
        .spins = spins,
    };
}

static void consider_pair(const step_question *question, int a, int b, considering *take,
                          step_choice *choice)
{
    const law_set *set = laws_of_pair(question, a, b);
    const grain_extremes *own = &question->grains->extreme[a];
    const grain_extremes *other = &question->grains->extreme[b];
    impact hit[3];
    int hits = 0;
    if (!set || !isfinite(own->radius))
        return;
    if (isfinite(other->radius))
        hit[hits++] = hit_of_grains(own, other);
    if (isfinite(other->fixed_radius))
        hit[hits++] = hit_of_fixed(own, other);
    if (other->wall)
        hit[hits++] = hit_of_wall(own);
    for (int i = 0; i < hits; i++) {
        hit[i].material_a = a;
        hit[i].material_b = b;
        take(question->model, set, &hit[i], choice);
    }
}

static void consider_all(const step_question *question, considering *take, step_choice *choice)
{
    for (int a = 0; a < question->model->materials; a++) {
        for (int b = 0; b < question->model->materials; b++)
            consider_pair(question, a, b, take, choice);
    }
}

void limit_by_impacts(const step_question *question, step_choice *choice)
{
    choice->duration = INFINITY;
    consider_all(question, consider_duration, choice);
}

void limit_by_dashpots(const step_question *question, step_choice *choice)
{
    choice->damped = INFINITY;
    consider_all(question, consider_dashpots, choice);
}

void limit_by_pushed_walls(const step_question *question, step_choice *choice)
{
    const model *model = question->model;
    const pushed_wall *pushed = &question->grains->pushed;
    const double step = step_expected(model, choice);
    choice->pushed = INFINITY;
    for (int a = 0; pushed->wall >= 0 && a < model->materials; a++) {
        const grain_extremes *extreme = &question->grains->extreme[a];
        const law_set *set = laws_of_pair(question, a, model->wall[pushed->wall].material);
        if (!set || !isfinite(extreme->radius))
            continue;
        const double wanted =
            pushed_step(set, extreme->radius, extreme->mass, choice->speed, step, pushed);
        choice->pushed = real_min(choice->pushed, wanted);
    }
}
