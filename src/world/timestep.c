// timestep.c - the time step. Of the smooth solver: a fraction of the duration of the fastest impact, seed 004 section
// 2 (ntcol). Of the nonsmooth one: what keeps overlaps within the tolerance, seed 002 (35.7).
//
// For every pair of materials that can meet, the lightest and smallest grains give the shortest impact at the expected
// speed: that of the initial grains and moving walls, and of a fall through the domain. The step is a fortieth of it.
//
// Gravity makes an overlap of the tolerance (eps diameters d) in sqrt(2 eps d / g); the nonsmooth step is 0.4 of that,
// for the number of sweeps grows with its square, and so short that a grain at the expected speed moves a tenth of its
// diameter, thinly rounded grains do not turn into each other, and an oscillation takes twenty.
#include "world/internal.h"

#include "base/mathlib.h"
#include "collide/wall_faces.h"
#include "nonsmooth/iterations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double fraction_chosen = 40, fraction_warned = 20, fraction_refused = 4;

static const double overlap_share = 0.4, path_share = 0.1, path_warned = 0.5, swing_steps = 20;
static const double fraction_told = 10, step_told = 4; // of a step given for the smooth solver

static double largest(const spread *s) { return s->kind == SPREAD_FIXED ? s->value : real_max(s->to, s->value); }

static void start_extremes(grain_extremes *e, int n)
{
    for (int i = 0; i < n; i++) e[i] = (grain_extremes){INFINITY, INFINITY, INFINITY, 0, false};
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
        for (int k = 0; !shape->core.vertices && k < c->balls; k++) r = k && r < c->radius[k] ? r : c->radius[k];
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
        for (int k = 0; !shape->core.vertices && k < c->balls; k++) r = r < c->radius[k] ? r : c->radius[k];
        out[s->material].radius = real_min(out[s->material].radius, r);
        out[s->material].largest = real_max(out[s->material].largest, largest(&m->shape[s->shape].radius));
        out[s->material].mass =
            real_min(out[s->material].mass, grain_mass(m, m->grain_sets + i, r) * world_core_share(m, shape));
    }
    for (int i = 0; i < m->walls; i++) out[m->wall[i].material].wall = true;
    for (int d = 0; d < 3; d++)
        if (m->boundary[d] == BOUNDARY_WALL && m->domain_material >= 0) out[m->domain_material].wall = true;
}

static double number_of(const choice *c, const char *name)
{
    for (int i = 0; c->what && i < c->what->count; i++)
        if (!strcmp(c->what->rows[i].name, name)) {
            const double *v = c->value[i].number;
            return c->what->rows[i].type == ROW_VECTOR ? sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : fabs(v[0]);
        }
    return 0;
}

// How fast a driven wall may hit a grain: its velocity, the peak of its oscillation, or its turning over half the
// domain.
static double drive_speed(const model *m, const choice *c)
{
    v3 size = v3_sub(m->high, m->low);
    double swing = 2 * 3.14159265358979323846 * number_of(c, "frequency") * number_of(c, "amplitude"),
           turn = number_of(c, "rate");
    double most = real_max(number_of(c, "velocity"), swing);
    return turn > 0 ? real_max(most, 0.5 * turn * real_max(size.x, real_max(size.y, size.z))) : most;
}

// From a wall to the nearest grain, taken as a ball; 0 for a mesh.
static double way_to_grains(const choice *primitive, const grain_list *g)
{
    struct primitive *p;
    if (!strcmp(primitive->what->name, "mesh") || primitive_make(primitive, "", &p, NULL, NULL) != SCREE_OK) return 0;
    double least = INFINITY;
    for (int64_t i = 0; i < g->count; i++) {
        const int32_t whole = 0;
        wall_touch t[WALL_TOUCH_MOST];
        int n = ball_wall_touches(p, primitive_reference(p), q4_identity(), g->position[i], g->radius[i], 1e30, &whole,
                                  1, t);
        for (int k = 0; k < n; k++) least = real_min(least, t[k].gap);
    }
    primitive_free(p);
    return isfinite(least) ? real_max(least, 0) : 0;
}

// How fast a force can make its wall before grains carry it: on its way to them, and on while they stand apart.
static double pushed_speed(const model *m, const model_wall *wall, const grain_list *g)
{
    const choice *c = &wall->drive;
    if (g->count == 0 || !c->what || strcmp(c->what->name, "force") != 0) return 0;
    double axis[3], force = choice_real(c, "force"), damping = choice_real(c, "damping");
    choice_vector(c, "axis", axis);
    double way = way_to_grains(&wall->primitive, g) + grain_slack_of(m, g, v3_unit(v3_make(axis[0], axis[1], axis[2])));
    double limit = force < 0 ? -choice_real(c, "low") : choice_real(c, "high"); // NaN where there is none
    if (limit < way) way = limit;
    double fast = sqrt(2 * fabs(force) / choice_real(c, "mass") * way);
    return damping > 0 ? real_min(fast, fabs(force) / damping) : fast;
}

// Grains at the start, streams and walls, and a fall from the top of the domain to its bottom.
double grain_speed_of(const model *m, const grain_list *g)
{
    double most = 0, low = INFINITY, high = -INFINITY, gravity = v3_norm(m->gravity), radius = 0;
    v3 down = v3_unit(m->gravity);
    for (int64_t i = 0; i < g->count; i++) {
        if (g->fixed[i]) continue;
        double at = v3_dot(down, g->position[i]);
        most = real_max(most, v3_norm(g->velocity[i]) + g->radius[i] * v3_norm(g->spin[i]));
        low = real_min(low, at), high = real_max(high, at);
        radius = real_max(radius, g->radius[i]);
    }
    for (int i = 0; i < m->streams; i++) most = real_max(most, v3_norm(m->stream[i].velocity));
    for (int i = 0; i < m->walls; i++) most = real_max(most, drive_speed(m, &m->wall[i].drive));
    // on the speed of an impact its duration, by which the smooth solver goes, hardly depends
    for (int i = 0; m->solver == SOLVER_NONSMOOTH && i < m->walls; i++)
        most = real_max(most, pushed_speed(m, &m->wall[i], g));
    double fall = isfinite(low) ? (high - low) + 2 * radius : 0;
    double across = fabs(down.x) * (m->high.x - m->low.x) + fabs(down.y) * (m->high.y - m->low.y) +
                    fabs(down.z) * (m->high.z - m->low.z);
    if (m->streams > 0 && isfinite(across)) fall = real_max(fall, across);
    return sqrt(4 * most * most + 2 * gravity * fall); // two grains may meet head-on
}

// One kind of impact: of the lightest grain of material a with something of material b.
typedef struct impact {
    int a, b;
    double ra, rb, r_eff, m_eff;
} impact;

static void consider(const law_set *set, impact hit, double speed, step_choice *best)
{
    double tau = law_set_duration(set, hit.r_eff, hit.m_eff, speed);
    if (!(tau < best->duration)) return;
    best->duration = tau;
    best->material_a = hit.a, best->material_b = hit.b;
    best->radius_a = hit.ra, best->radius_b = hit.rb;
}

static void consider_pair(const law_set *set, const grain_extremes *e, int a, int b, double speed, step_choice *best)
{
    const grain_extremes *p = &e[a], *q = &e[b];
    if (!isfinite(p->radius)) return;
    if (isfinite(q->radius))
        consider(
            set,
            (impact){a, b, p->radius, q->radius, 1 / (1 / p->radius + 1 / q->radius), 1 / (1 / p->mass + 1 / q->mass)},
            speed, best);
    if (isfinite(q->fixed_radius))
        consider(set, (impact){a, b, p->radius, q->fixed_radius, 1 / (1 / p->radius + 1 / q->fixed_radius), p->mass},
                 speed, best);
    if (q->wall) consider(set, (impact){a, b, p->radius, 0, p->radius, p->mass}, speed, best);
}

static void explain(const model *m, const law_set *set, step_choice *c)
{
    char other[96];
    if (c->radius_b > 0)
        snprintf(other, sizeof other, "a %s grain of radius %.3g m", m->material[c->material_b].name, c->radius_b);
    else
        snprintf(other, sizeof other, "a %s wall", m->material[c->material_b].name);
    c->saved_by_softening = law_set_softening(set);
    snprintf(c->reason, sizeof c->reason,
             "the fastest impact is that of the smallest %s grain (radius %.3g m) with %s at %.3g m/s; it lasts %.3g "
             "s, and the step is "
             "1/%.0f of that. Ten times softer contacts would allow steps %.2f times as long.",
             m->material[c->material_a].name, c->radius_a, other, c->speed, c->duration, c->duration / c->step,
             c->saved_by_softening);
}

static double swing_frequency(const model *m)
{
    double most = 0;
    for (int i = 0; i < m->walls; i++) most = real_max(most, number_of(&m->wall[i].drive, "frequency"));
    return most;
}

// Does a wall have faces, which meet the core of a grain? A mesh is not made for this: it always has.
static bool has_faces(const choice *wall)
{
    struct primitive *p;
    if (!strcmp(wall->what->name, "mesh")) return true;
    if (primitive_make(wall, "", &p, NULL, NULL) != SCREE_OK) return false;
    bool faces = !wall_meets_vertices(p);
    primitive_free(p);
    return faces;
}

static bool any_faces(const model *m)
{
    for (int i = 0; i < m->walls; i++)
        if (has_faces(&m->wall[i].primitive)) return true;
    return false;
}

// The rounding radius and reach, multiplied, of the most thinly rounded grain of which no more than the rounding may
// overlap, m^2: contacts of features and those with the faces of a wall do not go on in the core.
static double thinnest(const model *m)
{
    double least = INFINITY;
    for (int i = 0; i < m->grain_sets + m->streams; i++) {
        const model_shape *s = model_shape_of(m, i);
        if (s->core.vertices && s->core.radius > 0 && (s->core.meeting == MEET_FEATURES || any_faces(m)))
            least = real_min(least, s->core.radius * s->clump.radius[0]);
    }
    return least;
}

// Contacts ahead of touch are straight: a corner that turns about the centre at reach R with speed v leaves its way by
// about (v h)^2/R, which must not be more than what such grains may overlap.
static double turning_step(const model *m, const step_choice *c) { return sqrt(m->deepest * thinnest(m)) / c->speed; }

static double nonsmooth_step(const model *m, const step_choice *c)
{
    double h = overlap_share * iterations_longest_step(&m->nonsmooth, v3_norm(m->gravity), c->diameter);
    h = real_min(h, path_share * c->diameter / c->speed);
    h = real_min(h, turning_step(m, c));
    double swing = swing_frequency(m);
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
static void explain_nonsmooth(const model *m, step_choice *c)
{
    const double sag = iterations_longest_step(&m->nonsmooth, v3_norm(m->gravity), c->diameter),
                 swing = swing_frequency(m);
    char why[240];
    if (c->nonsmooth >= overlap_share * sag)
        snprintf(why, sizeof why,
                 "gravity makes an overlap of the tolerance, %g of %.3g m, in %.3g s; `auto` takes %g of that",
                 m->nonsmooth.tolerance, c->diameter, sag, overlap_share);
    else if (c->nonsmooth >= turning_step(m, c))
        snprintf(why, sizeof why,
                 "in the step of `auto` a corner at %.3g m/s turns off its way by deepest_overlap, %g of the rounding "
                 "radius",
                 c->speed, m->deepest);
    else if (c->nonsmooth >= path_share * c->diameter / c->speed)
        snprintf(why, sizeof why, "in the step of `auto` a grain at %.3g m/s moves %g of the diameter %.3g m", c->speed,
                 path_share, c->diameter);
    else
        snprintf(why, sizeof why, "`auto` takes a %.0fth of the period of the oscillation at %.4g Hz", swing_steps,
                 swing);
    const step_cost cost = step_cost_of(m, c);
    snprintf(c->reason, sizeof c->reason, "%s. Grains in some %.3g layer%s want about %.0f sweeps in a step.", why,
             c->layers, c->layers > 1 ? "s" : "", cost.sweeps);
    if (c->step > sag)
        snprintf(
            c->warning, sizeof c->warning,
            "the step %.3g s is longer than the %.3g s in which gravity makes an overlap of the tolerance; auto gives "
            "%.3g s",
            c->step, sag, c->nonsmooth);
    else if (c->step * c->speed > path_warned * c->diameter)
        snprintf(c->warning, sizeof c->warning,
                 "in a step of %.3g s a grain at %.3g m/s moves %.2g of the diameter %.3g m; auto gives %.3g s",
                 c->step, c->speed, c->step * c->speed / c->diameter, c->diameter, c->nonsmooth);
    else if (is_smooth_step(m, c))
        snprintf(c->warning, sizeof c->warning,
                 "run.step = %.3g s was given, a step of the smooth solver; auto gives the nonsmooth one %.3g s, %.0f "
                 "times as long (`--set run.step=auto` lets the solver choose)",
                 c->step, c->nonsmooth, c->nonsmooth / c->step);
}

static scree_status check_length(const model *m, double step, scree_error *error)
{
    const double most = 9e15; // steps are counted in doubles here and there
    if (m->steps || m->duration / step <= most) return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "run.duration", "shorten the run, or make the contacts softer",
                "the run takes %.3g steps of %.3g s, more than can be counted (%g)", m->duration / step, step, most);
}

scree_status step_choice_of(const model *m, const law_set *law, const int32_t *set_of, const grain_prospect *grains,
                            step_choice *out, scree_error *error)
{
    step_choice c = {0};
    const grain_extremes *extreme = grains->extreme;
    c.duration = INFINITY;
    c.diameter = grains->filling.diameter;
    c.layers = grains->filling.layers;
    double radius = INFINITY, speed = grains->speed;
    for (int a = 0; a < m->materials; a++) radius = real_min(radius, extreme[a].radius);
    // a floor for grains at rest: the speed of a fall by a hundredth of a grain, or of crossing it in a second
    double slow = isfinite(radius) ? sqrt(0.02 * v3_norm(m->gravity) * radius) : 0;
    c.speed = real_max(speed, slow > 0 ? slow : isfinite(radius) ? radius : 1);
    if (!isfinite(c.speed) || c.speed > 1e100)
        return fail(error, SCREE_BAD_INPUT, "run.step", "check gravity, velocities, drives and their units",
                    "no step can be chosen: grains may collide at %.3g m/s", c.speed);
    for (int a = 0; a < m->materials; a++)
        for (int b = 0; b < m->materials; b++) {
            int set = set_of[a * m->materials + b];
            if (set >= 0) consider_pair(&law[set], extreme, a, b, c.speed, &c);
        }
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
        return fail(error, SCREE_BAD_INPUT, "run.step", "check radii, densities, moduli and their units",
                    "no step can be chosen: the fastest impact lasts %.3g s", c.duration);
    c.smooth = c.duration / fraction_chosen;
    c.nonsmooth = nonsmooth_step(m, &c);
    c.hardness = grains->filling.boxes ? cost_hardness(m, law, set_of, grains, &c) : 0;
    const bool nonsmooth = m->solver == SOLVER_NONSMOOTH;
    c.longest = nonsmooth ? c.nonsmooth : c.smooth;
    c.step = m->step > 0 ? m->step : step_dividing(m, c.longest);
    explain(m, &law[set_of[c.material_a * m->materials + c.material_b]], &c);
    if (nonsmooth) {
        explain_nonsmooth(m, &c);
        *out = c;
        return check_length(m, c.step, error);
    }
    if (c.step < c.duration * 1e-9)
        return fail(error, SCREE_BAD_INPUT, "run.step", "use `step: auto`",
                    "a step of %.3g s is absurdly short: the fastest impact lasts %.3g s, and auto gives %.3g s",
                    c.step, c.duration, c.longest);
    // A world whose grains have become faster than anybody expected goes on after a snapshot as it would have without.
    if (c.step > c.duration / fraction_refused && c.step != grains->going)
        return fail(error, SCREE_BAD_INPUT, "run.step", "use `step: auto`",
                    "a step of %.3g s is too long: the fastest impact lasts %.3g s, and auto gives %.3g s", c.step,
                    c.duration, c.longest);
    if (c.step * c.speed > radius)
        snprintf(c.warning, sizeof c.warning,
                 "in a step of %.3g s what meets at %.3g m/s moves by %.3g of the smallest radius, %.3g m: grains and "
                 "walls may pass through each other",
                 c.step, c.speed, c.step * c.speed / radius, radius);
    else if (c.step > c.duration / fraction_warned)
        snprintf(c.warning, sizeof c.warning,
                 "the step %.3g s is longer than 1/%.0f of the fastest impact (%.3g s); auto gives %.3g s", c.step,
                 fraction_warned, c.duration, c.longest);
    *out = c;
    return check_length(m, c.step, error);
}

scree_status step_choose(const model *m, const char *folder, step_choice *out, scree_error *error)
{
    grain_list grains = {0};
    scree_status status = packing_build(m, folder, &grains, NULL, error);
    grain_extremes *extreme = calloc((size_t)m->materials + 1, sizeof *extreme);
    law_set *law = NULL;
    int32_t *set_of = NULL;
    int sets;
    if (status == SCREE_OK && !extreme) status = fail_memory(error, "choice of the step");
    if (status == SCREE_OK) {
        grain_extremes_of(m, &grains, extreme);
        status = world_mix_laws(m, extreme, &law, &set_of, &sets, error);
    }
    grain_prospect prospect = {.extreme = extreme, .speed = status == SCREE_OK ? grain_speed_of(m, &grains) : 0};
    if (status == SCREE_OK) status = grain_filling_of(m, &grains, &prospect.filling, error);
    if (status == SCREE_OK) status = step_choice_of(m, law, set_of, &prospect, out, error);
    grain_list_clear(&grains);
    free(extreme);
    free(law);
    free(set_of);
    return status;
}
