// timestep_words.c - a step by forces in words: why it is so long, what may go wrong with it, and which steps are refused.
#include "world/timestep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double fraction_warned = 20, fraction_refused = 4; // of the fastest impact
static const double pushed_warned = 2;                          // steps that a pushed wall wants

static void explain_impact(const step_question *question, step_choice *choice)
{
    const model *model = question->model;
    const char *name_a = model->material[choice->material_a].name;
    const char *name_b = model->material[choice->material_b].name;
    char other[96];
    if (choice->radius_b > 0)
        snprintf(other, sizeof other, "a %s grain of radius %.3g m", name_b, choice->radius_b);
    else
        snprintf(other, sizeof other, "a %s wall", name_b);
    choice->saved_by_softening =
        law_set_softening(laws_of_pair(question, choice->material_a, choice->material_b));
    snprintf(choice->reason, sizeof choice->reason,
             "the fastest impact is that of the smallest %s grain (radius %.3g m) with %s at %.3g "
             "m/s; it lasts %.3g s, and the step is 1/%.0f of that. Ten times softer contacts "
             "would allow steps %.2f times as long.",
             name_a, choice->radius_a, other, choice->speed, choice->duration,
             choice->duration / choice->step, choice->saved_by_softening);
}

static void explain_dashpots(step_choice *choice)
{
    const size_t at = strlen(choice->reason);
    if (!(step_of_dashpots(choice) < step_of_impact(choice)))
        return;
    snprintf(choice->reason + at, sizeof choice->reason - at,
             " `auto` takes %.2g of the %.3g s up to which %s is sound between two bodies.",
             choice->share_of_damped, choice->damped, choice->dashpot);
}

static void explain_pushed(const step_question *question, step_choice *choice)
{
    const pushed_wall *pushed = &question->grains->pushed;
    const size_t at = strlen(choice->reason);
    if (!(choice->pushed < step_of_impact(choice)))
        return;
    snprintf(choice->reason + at, sizeof choice->reason - at,
             " `auto` takes no more than %.3g s, since wall `%.40s` has only %.3g kg for each of "
             "some %.3g grains on which it may lie.",
             choice->pushed, question->model->wall[pushed->wall].name, pushed->mass,
             pushed->grains);
}

void explain_smooth(const step_question *question, step_choice *choice)
{
    explain_impact(question, choice);
    explain_dashpots(choice);
    explain_pushed(question, choice);
}

static void warn_dashpot(const step_question *question, step_choice *choice)
{
    const bool gear = question->model->integrator == INTEGRATOR_GEAR;
    snprintf(choice->warning, sizeof choice->warning,
             "%s is too strong for the step %.3g s: beyond %.3g s it drives two bodies apart "
             "instead of slowing them down, and from %.2g of that on %s (shorten run.step, auto "
             "gives %.3g s, %s)",
             choice->dashpot, choice->step, choice->damped, choice->share_of_damped,
             gear ? "they rebound too far" : "the dashpots of all contacts of a grain do",
             choice->longest,
             gear ? "or take another run.integrator than gear" : "or lower the damping");
}

static void warn_light_wall(const step_question *question, step_choice *choice)
{
    const pushed_wall *pushed = &question->grains->pushed;
    snprintf(choice->warning, sizeof choice->warning,
             "wall `%.40s` is too light for the step %.3g s: it has %.3g kg for each of some "
             "%.3g grains on which it may lie, and rattles on them (shorten run.step, auto gives "
             "%.3g s, or give it more mass)",
             question->model->wall[pushed->wall].name, choice->step, pushed->mass, pushed->grains,
             choice->longest);
}

static void warn_tunnels(double radius, step_choice *choice)
{
    const double path = choice->step * choice->speed;
    snprintf(choice->warning, sizeof choice->warning,
             "in a step of %.3g s what meets at %.3g m/s moves by %.3g of the smallest radius, "
             "%.3g m: grains and walls may pass through each other",
             choice->step, choice->speed, path / radius, radius);
}

static void warn_long(step_choice *choice)
{
    snprintf(choice->warning, sizeof choice->warning,
             "the step %.3g s is longer than 1/%.0f of the fastest impact (%.3g s); auto gives "
             "%.3g s",
             choice->step, fraction_warned, choice->duration, choice->longest);
}

void warn_smooth(const step_question *question, double radius, step_choice *choice)
{
    if (choice->step > step_of_dashpots(choice))
        warn_dashpot(question, choice);
    else if (choice->step > pushed_warned * choice->pushed)
        warn_light_wall(question, choice);
    else if (choice->step * choice->speed > radius)
        warn_tunnels(radius, choice);
    else if (choice->step > choice->duration / fraction_warned)
        warn_long(choice);
}

scree_status check_length(const model *model, double step, scree_error *error)
{
    const double most = 9e15; // steps are counted in doubles here and there
    if (!(step > 1e-100)) {
        return fail(error, SCREE_BAD_INPUT, model->step > 0 ? "run.step" : "run.duration",
                    "check its unit", "a step of %.3g s is too short to compute with", step);
    }
    if (model->steps || model->duration / step <= most)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "run.duration",
                "shorten the run, or make the contacts softer",
                "the run takes %.3g steps of %.3g s, more than can be counted (%g)",
                model->duration / step, step, most);
}

// What `auto` has to keep to lets no run come to an end. Periods of the output, which the step is cut to, are no
// reason.
static scree_status fail_choice(const step_question *question, const step_choice *choice,
                                scree_error *error)
{
    const pushed_wall *pushed = &question->grains->pushed;
    const bool light = choice->pushed < step_of_dashpots(choice);
    char what[200];
    if (light) {
        snprintf(what, sizeof what, "wall `%.60s` with %.3g kg for each of its grains",
                 question->model->wall[pushed->wall].name, pushed->mass);
    } else {
        snprintf(what, sizeof what, "%s", choice->dashpot);
    }
    return fail(
        error, SCREE_BAD_INPUT, "run.step",
        light ? "check the mass of that drive and its unit" : "check that damping and its unit",
        "no step can be chosen: the fastest impact lasts %.3g s, and %s asks for steps of %.3g s",
        choice->duration, what, choice->longest);
}

scree_status check_smooth(const step_question *question, const step_choice *choice,
                          scree_error *error)
{
    const bool given = question->model->step > 0;
    const double absurd = choice->duration * 1e-9;
    const double longest = choice->duration / fraction_refused;
    if (given && choice->step < absurd) {
        return fail(error, SCREE_BAD_INPUT, "run.step", "use `step: auto`",
                    "a step of %.3g s is absurdly short: the fastest impact lasts %.3g s, and auto "
                    "gives %.3g s",
                    choice->step, choice->duration, choice->longest);
    }
    if (!given && choice->longest < absurd)
        return fail_choice(question, choice, error);
    // A world whose grains have become faster than anybody expected goes on after a snapshot as it would have without.
    if (choice->step > longest && choice->step != question->grains->going) {
        return fail(
            error, SCREE_BAD_INPUT, "run.step", "use `step: auto`",
            "a step of %.3g s is too long: the fastest impact lasts %.3g s, and auto gives %.3g s",
            choice->step, choice->duration, choice->longest);
    }
    return SCREE_OK;
}
