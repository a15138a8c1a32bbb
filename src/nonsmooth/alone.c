// alone.c - a blow of a ball with something that does not answer, where it has no other contact in the step, or with
// another ball, where neither has another contact with what moves: it is given where and when they touch.
//
// Elsewhere a blow is given as bodies stand at the beginning of a step, between two that move along the line of centres
// that they have there, so that no angular momentum comes of it. Where nothing else is near, the place of the touch is
// known, and everything is taken from it: the normal, arms that are radii, and the time t at which the
// velocities change, also by what floors and walls answer to the blow, where the two lie on such. With v before and v'
// after the blow the step goes
//   x' = x + t v + (h - t) v' = x + h v' - t (v' - v)
// which is the way of two that fly freely, touch and fly on; momentum, angular momentum and energy are kept exactly.
//
// A second blow in the step, of a ball whose first one came late, is later still, and its way is put together in the same
// manner: each change of the velocity counts from its own time. Otherwise a ball that has just bounced off a floor would
// go, all along the step, with the velocity that the second blow has given it, and through the floor.
//
// Grains with a core that meet nothing but what is still have their blows at the first touch as well, with the arms that
// they have there (rise.c), and turn until then as they did before. If a prism that rolls from edge to edge had its blow
// at the beginning of the step, it would go round the new edge while that is still above the floor, by up to the way u h
// of a step: so much higher it would stand after each change of edges, and its speed would be too high by the first
// order in h.
//
// Gravity is the same for two balls. Something still does not fall with the ball, so its blow must know how fast the ball
// has become by the time of the touch. Velocities belong to the middle of a step, so that is g (h_before/2 + t) later
// than the velocity with which the step begins. Such a ball has its blow with the velocity that it has at the touch.
#include "collide/way.h"
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static bool alone(const ns_solver *solver, int32_t mover_at)
{
    return solver->hubs.of_mover[mover_at] == NS_ALONE;
}

// Two balls that move, as they touch; gravity is the same for both. False: they do not.
static bool meet(const ns_solver *solver, ns_contact *contact)
{
    const mover *a = &solver->movers.body[contact->a];
    const mover *b = &solver->movers.body[contact->b];
    double sum = 1 / a->inverse_rho + 1 / b->inverse_rho;
    v3 where;
    v3 between = v3_scale(sum + contact->gap, contact->normal);
    v3 closing = v3_sub(mover_velocity(b), mover_velocity(a));
    v3 way = v3_scale(solver->set.step, closing);
    if (!way_meets_ball(between, way, sum, &where))
        return false;
    contact->normal = v3_unit(where);
    contact->gap = v3_dot(contact->normal, between) - sum;
    contact->alpha = 1;
    return true;
}

// No other contact moves but this one.
static bool free_of_others(const ns_solver *solver, int32_t mover_at)
{
    return alone(solver, mover_at) || solver->hubs.of_mover[mover_at] == NS_PAIRED;
}

// A grain with a core that meets nothing that moves, at something still.
static bool core_at_still(const ns_solver *solver, const ns_contact *contact)
{
    if (!contact->bends || contact->a >= 0 || !(contact->gap > 0))
        return false;
    return alone(solver, contact->b) || solver->hubs.of_mover[contact->b] == NS_AMONG_STILL;
}

static bool at_still(const ns_solver *solver, const ns_contact *contact)
{
    return contact->balls && contact->a < 0 && contact->gap > 0 && alone(solver, contact->b);
}

// How long the closing velocity has been gathering speed by the time of a blow.
static double since(const ns_solver *solver, double delay)
{
    return 0.5 * solver->set.step_before + delay;
}

double contact_fall(const ns_solver *solver, const ns_contact *contact)
{
    return at_still(solver, contact) ? -v3_dot(contact->normal, solver->set.down) : 0;
}

double contact_fallen(const ns_solver *solver, const ns_contact *contact)
{
    const double delay = contact_delayed_by(contact);
    return delay > 0 ? contact_fall(solver, contact) * since(solver, delay) : 0;
}

// The first time at which gap = v t + fall t^2/2, where it is in the step.
static double delay_at_still(const ns_solver *solver, const ns_contact *contact)
{
    const double fall = contact_fall(solver, contact);
    const double v = contact_closing(solver, contact) + fall * since(solver, 0);
    const double root = v * v + 2 * fall * contact->gap;
    if (!(v > 0) || !(root > 0))
        return 0;
    const double time = 2 * contact->gap / (v + sqrt(root));
    return time < solver->set.step ? time : 0;
}

// Two balls that move, with a gap, and nothing else moves them.
static bool is_free_pair(const ns_solver *solver, const ns_contact *contact)
{
    if (!contact->balls || contact->a < 0 || !(contact->gap > 0))
        return false;
    return free_of_others(solver, contact->a) && free_of_others(solver, contact->b);
}

double contact_delay(const ns_solver *solver, ns_contact *contact)
{
    if (at_still(solver, contact))
        return delay_at_still(solver, contact);
    if (core_at_still(solver, contact))
        return contact->touch * solver->set.step;
    if (!is_free_pair(solver, contact) || !meet(solver, contact))
        return 0;
    double closing = contact_closing(solver, contact);
    double way = closing * solver->set.step;
    return contact->gap < way ? contact->gap / closing : 0;
}

static void add_way(v3 *way, double factor, v3 impulse)
{
    *way = v3_fma(*way, factor, impulse);
}

static void add_turn(const ns_solver *solver, int32_t mover_at, double time, v3 moment)
{
    const double inverse_rho = solver->movers.body[mover_at].inverse_rho;
    const v3 turn = inertia_times(&solver->movers.inertia[mover_at], moment);
    v3 *late = &solver->impacts.lag[mover_at].turn;
    *late = v3_fma(*late, time * inverse_rho * inverse_rho, turn);
}

static void lag(ns_solver *solver, const ns_contact *contact, double time, const impact_row *blow)
{
    ns_lag *lags = solver->impacts.lag;
    const mover *body = solver->movers.body;
    int32_t a = contact->a;
    int32_t b = contact->b;
    v3 impulse = v3_fma(blow->drag, blow->push, contact->normal);
    add_way(&lags[b].way, time * body[b].inverse_mass, impulse);
    if (a >= 0)
        add_way(&lags[a].way, -time * body[a].inverse_mass, impulse);
    if (!contact->bends)
        return;
    const v3 torque = v3_fma(blow->roll, blow->twist, contact->normal);
    add_turn(solver, b, time, v3_add(v3_cross(contact->arm_b, impulse), torque));
    if (a >= 0 && !mover_is_wall(solver, a))
        add_turn(solver, a, -time, v3_add(v3_cross(contact->arm_a, impulse), torque));
}

// All blows of a mover come with its first one.
static void note_delay(ns_lag *lag, double delay)
{
    lag->time = lag->last = lag->time > 0 ? real_min(lag->time, delay) : delay;
}

// Where a grain with a core has touched already, it has its blows at once.
static void drop_delays(const ns_solver *solver)
{
    const ns_network *network = &solver->network;
    for (int64_t i = 0; i < network->ordered; i++) {
        const ns_contact *contact = &network->contact[i];
        ns_lag *lag = &solver->impacts.lag[contact->b];
        if (contact->bends && contact->hit && !(contact->delay > 0))
            lag->time = lag->last = 0;
    }
}

static void note_delays(ns_solver *solver)
{
    ns_impacts *impacts = &solver->impacts;
    ns_network *network = &solver->network;
    for (int64_t i = 0; i < network->ordered; i++) {
        const ns_contact *contact = &network->contact[i];
        const double delay = contact_delayed_by(contact);
        if (!contact->hit || !(delay > 0))
            continue;
        note_delay(&impacts->lag[contact->b], delay);
        if (contact->a >= 0)
            note_delay(&impacts->lag[contact->a], delay);
    }
    drop_delays(solver);
}

void solver_fall(ns_solver *solver, mover *body, double sign)
{
    const ns_settings *settings = &solver->set;
    const ns_network *network = &solver->network;
    v3 gravity = settings->down;
    const double down[3] = {gravity.x, gravity.y, settings->flat ? 0 : gravity.z};
    for (int64_t i = 0; i < network->ordered; i++) {
        const ns_contact *contact = &network->contact[i];
        double delay = contact_delayed_by(contact);
        bool falls = delay > 0 && contact->a < 0 && contact->balls;
        if (!falls)
            continue;
        double time = sign * since(solver, delay);
        double *velocity = body[contact->b].velocity;
        for (int axis = 0; axis < 3; axis++)
            velocity[axis] += time * down[axis];
    }
}

// A later blow comes late where an earlier one of the two did, and then delays what comes after it.
static void delay_later(const ns_impacts *impacts, ns_contact *contact, const impact_row *blow)
{
    ns_lag *b = &impacts->lag[contact->b];
    ns_lag *a = contact->a >= 0 ? &impacts->lag[contact->a] : b;
    if (!(a->last > 0 || b->last > 0))
        contact->delay = 0;
    if (!(blow->push > 0))
        return;
    a->last = real_max(a->last, contact->delay);
    b->last = real_max(b->last, contact->delay);
}

static bool any_delayed(const ns_network *network)
{
    for (int64_t i = 0; i < network->ordered; i++) {
        if (contact_delayed_by(&network->contact[i]) > 0)
            return true;
    }
    return false;
}

bool solver_lag(ns_solver *solver)
{
    ns_network *network = &solver->network;
    ns_impacts *impacts = &solver->impacts;
    const int32_t movers = solver->movers.count;
    impacts->lagging = impacts->any && any_delayed(network);
    if (!impacts->lagging)
        return true;
    if (!MEM_GROW(impacts->lag, impacts->lag_room, movers))
        return false;
    memset(impacts->lag, 0, (size_t)movers * sizeof *impacts->lag);
    note_delays(solver);
    for (int64_t i = 0; i < network->contacts; i++) {
        ns_contact *contact = &network->contact[i];
        if (i >= network->ordered)
            delay_later(impacts, contact, &impacts->blow[i]);
        const double delay = solver_delay(solver, contact);
        if (delay > 0)
            lag(solver, contact, delay, &impacts->blow[i]);
    }
    return true;
}

v3 contact_late(const ns_lag *lag, const ns_contact *contact)
{
    const ns_lag *b = &lag[contact->b];
    v3 late = b->way;
    if (contact->bends)
        late = v3_add(late, v3_cross(b->turn, contact->arm_b));
    if (contact->a < 0)
        return late;
    const ns_lag *a = &lag[contact->a];
    late = v3_sub(late, a->way);
    if (contact->bends)
        late = v3_sub(late, v3_cross(a->turn, contact->arm_a));
    return late;
}

// Constraints hold at the end of the step, on the ways that late blows make.
void solver_shift_constraints(ns_solver *solver)
{
    const ns_impacts *impacts = &solver->impacts;
    const ns_network *network = &solver->network;
    const ns_lag *lag = impacts->lag;
    int64_t shifted = impacts->lagging ? network->ordered : 0;
    for (int64_t i = 0; i < shifted; i++) {
        ns_contact *contact = &network->contact[i];
        if (!(contact->gap > 0))
            continue;
        double way = v3_dot(contact->normal, contact_late(lag, contact));
        contact->bias += way / solver->set.step;
    }
}

void solver_delay_second(const ns_solver *solver, ns_contact *contact)
{
    const double closing = contact_closing(solver, contact);
    const bool closes = contact->gap > 0 && closing * solver->set.step > contact->gap;
    contact->delay = closes ? contact->gap / closing : 0;
}

double solver_delay(const ns_solver *solver, const ns_contact *contact)
{
    const ns_impacts *impacts = &solver->impacts;
    const ns_network *network = &solver->network;
    if (!impacts->lagging)
        return 0;
    const ns_lag *lag = impacts->lag;
    const int64_t at = contact - network->contact;
    if (at < network->ordered)
        return lag[contact->b].time;
    return contact->delay;
}
