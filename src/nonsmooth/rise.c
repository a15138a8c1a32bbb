// rise.c - how the gap of a contact changes in a step besides by its velocity: what turns goes along a circle.
//
// A corner at r from the centre of mass of a grain with spin w leaves its straight way by h^2/2 w x (w x r). Along the
// normal n of the face that it is at, from a to b, the gap grows so by
//   rise = h^2/2 n . (w_b x (w_b x r_b) - w_a x (w_a x r_a))
// A row that did not know of it would stop a corner that comes down beside the one on which a grain rocks or rolls,
// though it would only just touch: the straight way of the corner of a wheel leads into the floor wherever it is less
// than two ways of a step ahead. With it that corner has the gap (x - v h)^2/2R, x ahead of the touch, R the radius. What
// bodies do to each other's faces as these turn is not counted, nor how walls turn.
//
// At what stands still a corner ahead of touch also has the arm that it will have at the touch, t after the beginning, and
// not the one at the beginning, by which it would brake what rolls. Its row then counts h t w x (w x r) of the bend, and
// what is left is h (h/2 - t). Between two that move both arms would have to turn, or angular momentum would not be kept.
//
// In the plane of contact it is the same: a corner that holds goes h^2/2 w x (w x r) besides by its velocity. So the row
// of friction at what stands still asks for no sliding in the middle of the way that is left after the touch,
//   u_t + (h - t)/2 (w x (w x r))_t = 0
// Without that what rolls over an edge would slide along, and bring so much of momentum to the next edge that it would
// come out of the change too fast, by the first order in h.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>

static v3 spin_of(const mover *mover)
{
    return v3_scale(mover->inverse_rho, mover_rim(mover));
}

// n . (w x (w x r))
static double towards_axis(v3 normal, v3 spin, v3 arm)
{
    double along = v3_dot(normal, spin) * v3_dot(spin, arm);
    return along - v3_dot(spin, spin) * v3_dot(normal, arm);
}

// n . (w_b x (w_b x r_b) - w_a x (w_a x r_a)), m/s^2
double contact_bend(const ns_solver *solver, const ns_contact *contact)
{
    const mover *body = solver->movers.body;
    if (!contact->bends)
        return 0;
    if (contact->a < 0 && v3_dot(contact->wall_spin, contact->wall_spin) > 0)
        return 0;
    v3 arm_b = v3_fma(contact->arm_b, contact->round_b, contact->normal);
    double bend = towards_axis(contact->normal, spin_of(&body[contact->b]), arm_b);
    if (contact->a < 0)
        return bend;
    v3 arm_a = v3_fma(contact->arm_a, -contact->round_a, contact->normal);
    return bend - towards_axis(contact->normal, spin_of(&body[contact->a]), arm_a);
}

v3 contact_slide(const ns_solver *solver, const ns_contact *contact)
{
    if (!contact->bends || contact->a >= 0)
        return v3_make(0, 0, 0);
    const v3 spin = spin_of(&solver->movers.body[contact->b]);
    const v3 core = v3_fma(contact->arm_b, contact->round_b, contact->normal);
    const v3 bend = v3_cross(spin, v3_cross(spin, core));
    const v3 along = v3_fma(bend, -v3_dot(bend, contact->normal), contact->normal);
    return v3_scale(0.5 * (1 - contact->touch) * solver->set.step, along);
}

double contact_rise(const ns_solver *solver, const ns_contact *contact)
{
    const double h = solver->set.step;
    const double after = 0.5 - contact->touch;
    return contact->bends ? h * h * after * contact_bend(solver, contact) : 0;
}

// gap - closing t + bend t^2/2 is 0, or least.
static double touch_time(double gap, double closing, double bend)
{
    const double root = closing * closing - 2 * bend * gap;
    if (root > 0)
        return 2 * gap / (closing + sqrt(root));
    return closing / bend;
}

void contact_turn_to_touch(const ns_solver *solver, ns_contact *contact)
{
    const double h = solver->set.step;
    contact->touch = 0;
    if (!contact->bends || contact->a >= 0 || !(contact->gap > 0))
        return;
    const double closing = contact_closing(solver, contact);
    if (!(closing > 0))
        return;
    const double time = touch_time(contact->gap, closing, contact_bend(solver, contact));
    contact->touch = real_min(1, time / h);
    const v3 spin = spin_of(&solver->movers.body[contact->b]);
    const v3 core = v3_fma(contact->arm_b, contact->round_b, contact->normal);
    const v3 turned = v3_cross(spin, core);
    contact->arm_b = v3_fma(contact->arm_b, contact->touch * h, turned);
}
