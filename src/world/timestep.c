// timestep.c - the time step. Of the smooth solver: a fraction of the duration of the fastest impact, Zhang 1998,
// section 2 (ntcol). Of the nonsmooth one: what keeps overlaps within the tolerance, AGX manual, (35.7).
//
// For every pair of materials that can meet, the lightest and smallest grains give the shortest impact at the expected
// speed: that of the initial grains and moving walls, of a wall that a force pushes up to the grains, and of a fall of
// the highest grain to the walls below the lowest. The step is a fortieth of it.
//
// Gravity makes an overlap of the tolerance (eps diameters d) in sqrt(2 eps d / g); the nonsmooth step is 0.4 of that,
// for the number of sweeps grows with its square, and so short that a grain at the expected speed moves a tenth of its
// diameter, thinly rounded grains do not turn into each other, and an oscillation takes twenty.
#include "world/internal.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "collide/wall_faces.h"
#include "law/single.h"
#include "nonsmooth/iterations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double fraction_chosen = 40, fraction_warned = 20, fraction_refused = 4;

static const double overlap_share = 0.4, path_share = 0.1, path_warned = 0.5, swing_steps = 20;
static const double damped_share = 0.5; // of the longest step for which a single dashpot is sound
static const double fraction_told = 10, step_told = 4; // of a step given for the smooth solver
static const double pushed_warned = 2;                 // steps that a pushed wall wants

static double largest(const spread *s)
{
    return s->kind == SPREAD_FIXED ? s->value : real_max(s->to, s->value);
}

static void start_extremes(grain_extremes *e, int n)
{
    for (int i = 0; i < n; i++)
        e[i] = (grain_extremes){INFINITY, INFINITY, INFINITY, 0, false};
}

static double smallest(const spread *s)
{
    return s->kind == SPREAD_FIXED ? s->value : s->from > 0 ? s->from : s->value;
}

void grain_extremes_of(const model *m, const grain_list *g, grain_extremes *out)
{
    start_extremes(out, m->materials);
    for (int64_t i = 0; i < g->count; i++) {
        grain_extremes *e = &out[g->material[i]];
        const model_shape *shape = model_shape_of(m, g->set[i]);
        const model_clump *c = &shape->clump;
        double r = shape->core.vertices ? shape->core.contact_radius : g->radius[i];
        for (int k = 0; !shape->core.vertices && k < c->balls; k++)
            r = k && r < c->radius[k] ? r : c->radius[k];
        e->largest = real_max(e->largest, g->radius[i]);
        if (g->fixed[i] || !isfinite(g->mass[i])) {
            e->fixed_radius = real_min(e->fixed_radius, r);
            continue;
        }
        e->radius = real_min(e->radius, r);
        e->mass = real_min(e->mass, g->mass[i] * world_core_share(m, shape));
    }
    for (int i = 0; i < m->streams; i++) {
        const model_stream *s = &m->stream[i];
        const model_shape *shape = &m->shape[s->shape];
        const model_clump *c = &shape->clump;
        double r = shape->core.vertices ? shape->core.contact_radius : smallest(&shape->radius);
        for (int k = 0; !shape->core.vertices && k < c->balls; k++)
            r = r < c->radius[k] ? r : c->radius[k];
        out[s->material].radius = real_min(out[s->material].radius, r);
        out[s->material].largest =
            real_max(out[s->material].largest, largest(&m->shape[s->shape].radius));
        out[s->material].mass =
            real_min(out[s->material].mass,
                     grain_mass(m, m->grain_sets + i, r) * world_core_share(m, shape));
    }
    for (int i = 0; i < m->walls; i++)
        out[m->wall[i].material].wall = true;
    for (int d = 0; d < 3; d++)
        if (m->boundary[d] == BOUNDARY_WALL && m->domain_material >= 0)
            out[m->domain_material].wall = true;
}

// One kind of impact: of the lightest grain of material a with something of material b.
typedef struct impact {
    int a, b;
    double ra, rb, r_eff, m_eff;
    double spins; // 1/I_a + 1/I_b of balls, 1/(kg m^2)
} impact;

// 1/I of a ball.
static double easy_to_spin(double radius, double mass)
{
    return 2.5 / (mass * radius * radius);
}

static void consider(const law_set *set, impact hit, double speed, step_choice *best)
{
    double tau = law_set_duration(set, hit.r_eff, hit.m_eff, speed);
    if (!(tau < best->duration))
        return;
    best->duration = tau;
    best->material_a = hit.a;
    best->material_b = hit.b;
    best->radius_a = hit.ra;
    best->radius_b = hit.rb;
}

// A dashpot c whose rate is brought forward drives what it should slow down where c dt/m > 1, the rate of the last half
// step from 2 on (docs/integration.md). Seen from the contact a ball has 2/7 of its mass across the normal. The
// dashpots of all contacts of a grain act on it together; a bed with five contacts a grain gained energy from 0.6 of
// that step on.
static void consider_dashpots(const model *m, const law_set *set, impact hit, step_choice *c)
{
    static const char *const slots[] = {"normal", "tangential", "rolling", "twisting"};
    const double overlap = c->speed * law_set_duration(set, hit.r_eff, hit.m_eff, c->speed) / 3;
    const double dt = m->step > 0 ? m->step : c->duration / fraction_chosen;
    const law_dashpots d = law_single_dashpots(set, hit.r_eff, hit.m_eff,
                                               real_min(overlap, 0.5 * hit.r_eff), c->speed, dt);
    const double rate[] = {d.normal / hit.m_eff, 3.5 * d.tangential / hit.m_eff,
                           d.rolling * hit.spins, d.twisting * hit.spins};
    for (int i = 0; i < 4; i++) {
        const double most = (m->integrator == INTEGRATOR_LEAPFROG ? 2 : 1) / rate[i];
        if (!(most < c->damped))
            continue;
        c->damped = most;
        snprintf(c->dashpot, sizeof c->dashpot, "the %s dashpot of the pair %.40s, %.40s", slots[i],
                 m->material[hit.a].name, m->material[hit.b].name);
    }
}

typedef void considering(const model *m, const law_set *set, impact hit, step_choice *c);
static void consider_duration(const model *m, const law_set *set, impact hit, step_choice *c)
{
    (void)m;
    consider(set, hit, c->speed, c);
}

static void consider_pair(const model *m, const law_set *set, const grain_extremes *e, int a, int b,
                          considering *take, step_choice *c)
{
    const grain_extremes *p = &e[a];
    const grain_extremes *q = &e[b];
    if (!isfinite(p->radius))
        return;
    const double spin = easy_to_spin(p->radius, p->mass);
    if (isfinite(q->radius))
        take(m, set,
             (impact){a, b, p->radius, q->radius, 1 / (1 / p->radius + 1 / q->radius),
                      1 / (1 / p->mass + 1 / q->mass), spin + easy_to_spin(q->radius, q->mass)},
             c);
    if (isfinite(q->fixed_radius))
        take(m, set,
             (impact){a, b, p->radius, q->fixed_radius, 1 / (1 / p->radius + 1 / q->fixed_radius),
                      p->mass, spin},
             c);
    if (q->wall)
        take(m, set, (impact){a, b, p->radius, 0, p->radius, p->mass, spin}, c);
}

static void consider_all(const model *m, const law_set *law, const int32_t *set_of,
                         const grain_extremes *e, considering *take, step_choice *c)
{
    for (int a = 0; a < m->materials; a++)
        for (int b = 0; b < m->materials; b++) {
            int set = set_of[a * m->materials + b];
            if (set >= 0)
                consider_pair(m, &law[set], e, a, b, take, c);
        }
}

static void consider_pushed(const model *m, const law_set *law, const int32_t *set_of,
                            const grain_prospect *grains, step_choice *c)
{
    const pushed_wall *p = &grains->pushed;
    const double dt = m->step > 0 ? m->step : c->duration / fraction_chosen;
    c->pushed = INFINITY;
    for (int a = 0; p->wall >= 0 && a < m->materials; a++) {
        const grain_extremes *e = &grains->extreme[a];
        const int set = set_of[a * m->materials + m->wall[p->wall].material];
        if (set < 0 || !isfinite(e->radius))
            continue;
        c->pushed =
            real_min(c->pushed, pushed_step(&law[set], e->radius, e->mass, c->speed, dt, p->mass));
    }
}

static void explain_pushed(const model *m, const pushed_wall *p, step_choice *c)
{
    if (!(c->pushed < c->duration / fraction_chosen))
        return;
    const size_t at = strlen(c->reason);
    snprintf(c->reason + at, sizeof c->reason - at,
             " `auto` takes no more than %.3g s, since wall `%.40s` has only %.3g kg for each of "
             "some %.3g grains on "
             "which it may lie.",
             c->pushed, m->wall[p->wall].name, p->mass, p->grains);
}

static void explain(const model *m, const law_set *set, step_choice *c)
{
    char other[96];
    if (c->radius_b > 0)
        snprintf(other, sizeof other, "a %s grain of radius %.3g m",
                 m->material[c->material_b].name, c->radius_b);
    else
        snprintf(other, sizeof other, "a %s wall", m->material[c->material_b].name);
    c->saved_by_softening = law_set_softening(set);
    snprintf(c->reason, sizeof c->reason,
             "the fastest impact is that of the smallest %s grain (radius %.3g m) with %s at %.3g "
             "m/s; it lasts %.3g "
             "s, and the step is "
             "1/%.0f of that. Ten times softer contacts would allow steps %.2f times as long.",
             m->material[c->material_a].name, c->radius_a, other, c->speed, c->duration,
             c->duration / c->step, c->saved_by_softening);
    if (!(c->damped * damped_share < c->duration / fraction_chosen))
        return;
    const size_t at = strlen(c->reason);
    snprintf(c->reason + at, sizeof c->reason - at,
             " `auto` takes half of the %.3g s up to which %s is sound between two bodies.",
             c->damped, c->dashpot);
}

// Does a wall have faces, which meet the core of a grain?
static bool any_faces(const model *m, const moving_wall *wall)
{
    for (int i = 0; i < m->walls; i++)
        if (!wall_meets_vertices(wall[i].shape))
            return true;
    return false;
}

// The rounding radius and reach, multiplied, of the most thinly rounded grain of which no more than the rounding may
// overlap, m^2: contacts of features and those with the faces of a wall do not go on in the core.
static double thinnest(const model *m, const moving_wall *wall)
{
    double least = INFINITY;
    for (int i = 0; i < m->grain_sets + m->streams; i++) {
        const model_shape *s = model_shape_of(m, i);
        if (s->core.vertices && s->core.radius > 0 &&
            (s->core.meeting == MEET_FEATURES || any_faces(m, wall)))
            least = real_min(least, s->core.radius * s->clump.radius[0]);
    }
    return least;
}

// Contacts ahead of touch are straight: a corner that turns about the centre at reach R with speed v leaves its way by
// about (v h)^2/R, which must not be more than what such grains may overlap.
static double turning_step(const model *m, const moving_wall *wall, const step_choice *c)
{
    return sqrt(m->deepest * thinnest(m, wall)) / c->speed;
}

static double nonsmooth_step(const model *m, const moving_wall *wall, const step_choice *c)
{
    double h =
        overlap_share * iterations_longest_step(&m->nonsmooth, v3_norm(m->gravity), c->diameter);
    h = real_min(h, path_share * c->diameter / c->speed);
    h = real_min(h, turning_step(m, wall, c));
    double swing = walls_frequency(m);
    return swing > 0 ? real_min(h, 1 / (swing_steps * swing)) : h;
}

// What was given for the smooth solver stays where only the solver is changed. With `settling: 0` such steps are meant.
static bool is_smooth_step(const model *m, const step_choice *c)
{
    const double settling = m->nonsmooth.settling;
    return m->step > 0 && !(settling <= 0) && c->step <= c->duration / fraction_told &&
           c->step * step_told < c->nonsmooth;
}

// Which of the four it was, and what it means.
static void explain_nonsmooth(const model *m, const moving_wall *wall, step_choice *c)
{
    const double sag = iterations_longest_step(&m->nonsmooth, v3_norm(m->gravity), c->diameter);
    const double swing = walls_frequency(m);
    char why[240];
    if (c->nonsmooth >= overlap_share * sag)
        snprintf(why, sizeof why,
                 "gravity makes an overlap of the tolerance, %g of %.3g m, in %.3g s; `auto` takes "
                 "%g of that",
                 m->nonsmooth.tolerance, c->diameter, sag, overlap_share);
    else if (c->nonsmooth >= turning_step(m, wall, c))
        snprintf(why, sizeof why,
                 "in the step of `auto` a corner at %.3g m/s turns off its way by deepest_overlap, "
                 "%g of the rounding "
                 "radius",
                 c->speed, m->deepest);
    else if (c->nonsmooth >= path_share * c->diameter / c->speed)
        snprintf(why, sizeof why,
                 "in the step of `auto` a grain at %.3g m/s moves %g of the diameter %.3g m",
                 c->speed, path_share, c->diameter);
    else
        snprintf(why, sizeof why,
                 "`auto` takes a %.0fth of the period of the oscillation at %.4g Hz", swing_steps,
                 swing);
    const step_cost cost = step_cost_of(m, c);
    snprintf(c->reason, sizeof c->reason,
             "%s. Grains in some %.3g layer%s want about %.0f sweeps in a step.", why, c->layers,
             c->layers > 1 ? "s" : "", cost.sweeps);
    if (c->step > sag)
        snprintf(c->warning, sizeof c->warning,
                 "the step %.3g s is longer than the %.3g s in which gravity makes an overlap of "
                 "the tolerance; auto gives "
                 "%.3g s",
                 c->step, sag, c->nonsmooth);
    else if (c->step * c->speed > path_warned * c->diameter)
        snprintf(c->warning, sizeof c->warning,
                 "in a step of %.3g s a grain at %.3g m/s moves %.2g of the diameter %.3g m; auto "
                 "gives %.3g s",
                 c->step, c->speed, c->step * c->speed / c->diameter, c->diameter, c->nonsmooth);
    else if (is_smooth_step(m, c))
        snprintf(c->warning, sizeof c->warning,
                 "run.step = %.3g s was given, a step of the smooth solver; auto gives the "
                 "nonsmooth one %.3g s, %.0f "
                 "times as long (`--set run.step=auto` lets the solver choose)",
                 c->step, c->nonsmooth, c->nonsmooth / c->step);
}

static scree_status check_length(const model *m, double step, scree_error *error)
{
    const double most = 9e15; // steps are counted in doubles here and there
    if (!(step > 1e-100))
        return fail(error, SCREE_BAD_INPUT, m->step > 0 ? "run.step" : "run.duration",
                    "check its unit", "a step of %.3g s is too short to compute with", step);
    if (m->steps || m->duration / step <= most)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "run.duration",
                "shorten the run, or make the contacts softer",
                "the run takes %.3g steps of %.3g s, more than can be counted (%g)",
                m->duration / step, step, most);
}

// What `auto` has to keep to lets no run come to an end. Periods of the output, which the step is cut to, are no
// reason.
static scree_status fail_choice(const model *m, const grain_prospect *grains, const step_choice *c,
                                scree_error *error)
{
    char what[200];
    const bool light = c->pushed < damped_share * c->damped;
    if (light)
        snprintf(what, sizeof what, "wall `%.60s` with %.3g kg for each of its grains",
                 m->wall[grains->pushed.wall].name, grains->pushed.mass);
    else
        snprintf(what, sizeof what, "%s", c->dashpot);
    return fail(
        error, SCREE_BAD_INPUT, "run.step",
        light ? "check the mass of that drive and its unit" : "check that damping and its unit",
        "no step can be chosen: the fastest impact lasts %.3g s, and %s asks for steps of %.3g s",
        c->duration, what, c->longest);
}

// How often a grain meets another in a gas that fills the domain, 1/s: n pi d^2 v, in the plane 2 n d v, with a quarter
// of the largest speed at which they may meet for the mean. 0 where the domain has no end; INFINITY where grains gather
// and most touch.
static double meetings_of(const model *m, const grain_prospect *grains)
{
    const double d = grains->filling.diameter;
    if (cost_gathers(m))
        return INFINITY;
    double space = (m->high.x - m->low.x) * (m->high.y - m->low.y);
    if (m->dimensions == 3)
        space *= m->high.z - m->low.z;
    if (!isfinite(space) || !(space > 0))
        return 0;
    return grains->filling.count / space * (m->dimensions == 3 ? PI * d * d : 2 * d) * 0.25 *
           grains->speed;
}

scree_status step_choice_of(const model *m, const law_set *law, const int32_t *set_of,
                            const grain_prospect *grains, step_choice *out, scree_error *error)
{
    step_choice c = {0};
    const grain_extremes *extreme = grains->extreme;
    c.duration = INFINITY;
    c.diameter = grains->filling.diameter;
    c.layers = grains->filling.layers;
    c.drop = grains->drop;
    c.meetings = meetings_of(m, grains);
    double radius = INFINITY;
    double speed = grains->speed;
    for (int a = 0; a < m->materials; a++)
        radius = real_min(radius, extreme[a].radius);
    // a floor for grains at rest: the speed of a fall by a hundredth of a grain, or of crossing it in a second
    double slow = isfinite(radius) ? sqrt(0.02 * v3_norm(m->gravity) * radius) : 0;
    c.speed = real_max(speed, slow > 0 ? slow : isfinite(radius) ? radius : 1);
    if (!isfinite(c.speed) || c.speed > 1e100)
        return fail(error, SCREE_BAD_INPUT, "run.step",
                    "check gravity, velocities, drives and their units",
                    "no step can be chosen: grains may collide at %.3g m/s", c.speed);
    c.damped = INFINITY;
    consider_all(m, law, set_of, extreme, consider_duration, &c);
    if (!isfinite(c.duration)) { // nothing can collide
        if (!(m->step > 0) && !(m->duration > 0))
            return fail(error, SCREE_BAD_INPUT, "run.step", "give a step",
                        "no step can be chosen: nothing can collide");
        c.smooth = c.nonsmooth = INFINITY;
        c.longest = m->step > 0 ? m->step : m->duration / 1000;
        c.step = m->step > 0 ? m->step : step_dividing(m, c.longest);
        snprintf(c.reason, sizeof c.reason, "nothing can collide; the step is %s",
                 m->step > 0 ? "as given" : "some thousandth of the duration");
        *out = c;
        return check_length(m, c.step, error);
    }
    if (!(c.duration > 1e-100))
        return fail(error, SCREE_BAD_INPUT, "run.step",
                    "check radii, densities, moduli and their units",
                    "no step can be chosen: the fastest impact lasts %.3g s", c.duration);
    consider_all(m, law, set_of, extreme, consider_dashpots, &c);
    consider_pushed(m, law, set_of, grains, &c);
    c.smooth = real_min(c.pushed, real_min(c.duration / fraction_chosen, damped_share * c.damped));
    c.nonsmooth = nonsmooth_step(m, grains->wall, &c);
    c.hardness = grains->filling.boxes ? cost_hardness(m, law, set_of, grains, &c) : 0;
    const bool nonsmooth = !world_solver_of(m)->resolves;
    c.longest = nonsmooth ? c.nonsmooth : c.smooth;
    c.step = m->step > 0 ? m->step : step_dividing(m, c.longest);
    explain(m, &law[set_of[c.material_a * m->materials + c.material_b]], &c);
    explain_pushed(m, &grains->pushed, &c);
    if (nonsmooth) {
        explain_nonsmooth(m, grains->wall, &c);
        *out = c;
        return check_length(m, c.step, error);
    }
    const double absurd = c.duration * 1e-9;
    if (m->step > 0 && c.step < absurd)
        return fail(error, SCREE_BAD_INPUT, "run.step", "use `step: auto`",
                    "a step of %.3g s is absurdly short: the fastest impact lasts %.3g s, and auto "
                    "gives %.3g s",
                    c.step, c.duration, c.longest);
    if (!(m->step > 0) && c.longest < absurd)
        return fail_choice(m, grains, &c, error);
    // A world whose grains have become faster than anybody expected goes on after a snapshot as it would have without.
    if (c.step > c.duration / fraction_refused && c.step != grains->going)
        return fail(
            error, SCREE_BAD_INPUT, "run.step", "use `step: auto`",
            "a step of %.3g s is too long: the fastest impact lasts %.3g s, and auto gives %.3g s",
            c.step, c.duration, c.longest);
    if (c.step > damped_share * c.damped)
        snprintf(c.warning, sizeof c.warning,
                 "%s is too strong for the step %.3g s: beyond %.3g s it drives two bodies apart "
                 "instead of slowing them "
                 "down, and from half of that on the dashpots of all contacts of a grain do "
                 "(shorten run.step, auto gives "
                 "%.3g s, or lower the damping)",
                 c.dashpot, c.step, c.damped, c.longest);
    else if (c.step > pushed_warned * c.pushed)
        snprintf(c.warning, sizeof c.warning,
                 "wall `%.40s` is too light for the step %.3g s: it has %.3g kg for each of some "
                 "%.3g grains on which "
                 "it may lie, and rattles on them (shorten run.step, auto gives %.3g s, or give it "
                 "more mass)",
                 m->wall[grains->pushed.wall].name, c.step, grains->pushed.mass,
                 grains->pushed.grains, c.longest);
    else if (c.step * c.speed > radius)
        snprintf(c.warning, sizeof c.warning,
                 "in a step of %.3g s what meets at %.3g m/s moves by %.3g of the smallest radius, "
                 "%.3g m: grains and "
                 "walls may pass through each other",
                 c.step, c.speed, c.step * c.speed / radius, radius);
    else if (c.step > c.duration / fraction_warned)
        snprintf(c.warning, sizeof c.warning,
                 "the step %.3g s is longer than 1/%.0f of the fastest impact (%.3g s); auto gives "
                 "%.3g s",
                 c.step, fraction_warned, c.duration, c.longest);
    *out = c;
    return check_length(m, c.step, error);
}

// The surfaces of the walls of a case, with nothing else of them.
static scree_status make_surfaces(const model *m, const char *folder, moving_wall *wall,
                                  scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < m->walls && status == SCREE_OK; i++)
        status = primitive_make(&m->wall[i].primitive, folder, &wall[i].shape, NULL, error);
    return status;
}

scree_status step_choose(const model *m, const char *folder, step_choice *out, scree_error *error)
{
    grain_list grains = {0};
    scree_status status = packing_build(m, folder, &grains, NULL, error);
    grain_extremes *extreme = calloc((size_t)m->materials + 1, sizeof *extreme);
    law_set *law = NULL;
    int32_t *set_of = NULL;
    int sets;
    moving_wall *wall = calloc((size_t)m->walls + 1, sizeof *wall);
    if (status == SCREE_OK && !(extreme && wall))
        status = fail_memory(error, "choice of the step");
    if (status == SCREE_OK)
        status = make_surfaces(m, folder, wall, error);
    if (status == SCREE_OK) {
        grain_extremes_of(m, &grains, extreme);
        status = world_mix_laws(m, extreme, &law, &set_of, &sets, error);
    }
    grain_prospect prospect = {.extreme = extreme};
    if (status == SCREE_OK)
        status = grain_speed_of(m, &grains, wall, &prospect, error);
    if (status == SCREE_OK)
        status = grain_filling_of(m, &grains, &prospect.filling, error);
    if (status == SCREE_OK)
        status = step_choice_of(m, law, set_of, &prospect, out, error);
    for (int i = 0; wall && i < m->walls; i++)
        primitive_free(wall[i].shape);
    free(wall);
    grain_list_clear(&grains);
    free(extreme);
    free(law);
    free(set_of);
    return status;
}
