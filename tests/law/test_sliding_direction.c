// label: sanitize
// test_sliding_direction.c - the direction of the force of a contact that slides, by closed forms.
//
// A force F of the size S = mu P slides on a spring of stiffness K by the speed v. What the spring would gain along F the
// limit takes, so the angle a between F and the way in which it is dragged obeys da/dt = -(K v/S) sin a. With a way that
// stays, tan(a/2) falls as exp(-K v t/S); with one that turns by w the force follows behind it by arcsin(w S/(K v)). A
// dashpot beside the spring changes neither, as long as the velocity stays.
#include "harness.h"

#include "law/tangential_cundall_strack.h"

#include <math.h>
#include <string.h>

enum { COARSE = 25, HALVINGS = 5 };
static const double friction = 0.3;
static const double load = 10;
static const double stiffness = 2;
static const double speed = 0.7;

typedef struct contact {
    double coefficient[LAW_COEFFICIENTS];
    double history[LAW_HISTORY_MOST];
    double dashpot;
} contact;

static contact contact_make(double dashpot)
{
    contact made = {.dashpot = dashpot};
    const law_pair pair = {0};
    const double value[] = {friction, NAN, stiffness, 0, dashpot, 0};
    tangential_cundall_strack_mix(&pair, value, made.coefficient);
    return made;
}

// One step in which b moves against a by the speed, so that the force is dragged the way of that angle.
static vd3 contact_drag(contact *contact, double angle, double step)
{
    const vd3 against = vd3_make(-speed * cos(angle), -speed * sin(angle), 0);
    tangential_in in;
    memset(&in, 0, sizeof in);
    in.load = load;
    in.stiffness = in.grip = stiffness;
    in.fade = in.change = in.mean = 1;
    in.spring_fade = in.spring_change = in.spring_mean = 1;
    in.turn.normal = vd3_make(0, 0, 1);
    in.slip = in.rate = against;
    in.dt = step;
    return tangential_cundall_strack_drag(contact->coefficient, in, contact->history).force;
}

// A force at the limit and that angle from x, by a spring beside a dashpot that is dragged along x.
static void contact_hold(contact *contact, double angle)
{
    const double limit = friction * load;
    contact->history[0] = limit * cos(angle) - contact->dashpot * speed;
    contact->history[1] = limit * sin(angle);
}

static double angle_of(vd3 force)
{
    return atan2(force.y, force.x);
}

// Each halving of the step takes the error to a quarter, or nearly.
static void check_second_order(const double *error, const char *what, double value)
{
    for (int i = 1; i < HALVINGS; i++) {
        const double slope = log2(error[i - 1] / error[i]);
        CHECK_MSG(slope > 1.9, "%s %g: slope %g, error %g", what, value, slope, error[i]);
    }
}

TEST(the_angle_to_a_way_that_stays_falls_by_its_closed_form)
{
    static const double angles[] = {0.3, 0.8, 1.4};
    const double limit = friction * load;
    const double time = 1.2 * limit / (stiffness * speed);
    for (int damped = 0; damped < 2; damped++)
        for (int a = 0; a < 3; a++) {
            double error[HALVINGS];
            const double decay = exp(-stiffness * speed * time / limit);
            const double exact = 2 * atan(tan(0.5 * angles[a]) * decay);
            for (int i = 0; i < HALVINGS; i++) {
                const int steps = COARSE << i;
                contact contact = contact_make(damped ? 0.4 * limit / speed : 0);
                vd3 force = vd3_zero();
                contact_hold(&contact, angles[a]);
                for (int n = 0; n < steps; n++)
                    force = contact_drag(&contact, 0, time / steps);
                CHECK_REL(sqrt(vd3_dot(force, force)), limit, 1e-14);
                error[i] = fabs(angle_of(force) - exact);
            }
            check_second_order(error, damped ? "damped, from" : "from", angles[a]);
        }
}

TEST(a_force_follows_a_way_that_turns_behind_it)
{
    static const double shares[] = {0.2, 0.5, 0.8};
    const double limit = friction * load;
    const double rate = stiffness * speed / limit;
    for (int s = 0; s < 3; s++) {
        double error[HALVINGS];
        const double behind = asin(shares[s]);
        const double turn = shares[s] * rate;
        for (int i = 0; i < HALVINGS; i++) {
            const double step = 4 / (rate * (COARSE << i));
            const int steps = 20 * (COARSE << i);
            contact contact = contact_make(0);
            vd3 force = vd3_zero();
            contact_hold(&contact, -behind);
            for (int n = 0; n < steps; n++)
                force = contact_drag(&contact, turn * (n + 0.5) * step, step);
            const double exact = turn * steps * step - behind;
            error[i] = fabs(remainder(angle_of(force) - exact, 2 * acos(-1.0)));
        }
        check_second_order(error, "behind by", behind);
    }
}

TEST_MAIN
