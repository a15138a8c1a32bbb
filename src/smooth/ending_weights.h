// ending_weights.h - the weights of the last forces across the normal, of a contact that ends between two steps.
//
// What acts across the normal ends with the load P, as |Q| <= mu P: a share x of a step after the last step N that has
// one. What the spring and the dashpot still hold then ends with a jump. dt times the sum of the forces of all steps
// should be their integral up to that instant, and it is where the force of step N counts with the weight w of
// docs/integration.md: a beginning seen backwards. A contact that slides ends with its load, which goes to nothing by
// itself, and its force counts as it is: whether it is at the friction at which it sticks, or at that of sliding.
//
// With y the time that is left, in steps, Q is like (y + g)^p, where the overlap would end g steps after the push does:
// a dashpot ends the push while the bodies still overlap. dt times the sum over the steps y = x, x + 1, ... is more than
// the integral from 0 on by zeta(-p, x + g) + g^(1+p)/(1 + p), and so
//   w = edge_weight(x + g, p) - g^(1+p) / ((1 + p) (x + g)^p);   x + 1/2 for p = 0 and for g without end
//
// A spring that reaches mu P within the share x slides for the rest of it. With P as y (y + g)^p, and Q = r mu P in step
// N, it does so from z = r x on, and the integral is less by
//   [((z + g)^(2+p) - g^(2+p)) / ((1 + p) (2 + p) z) - g^(1+p)/(1 + p)] / (x + g)^p;   x r^(1+p)/((1 + p) (2 + p)), g = 0
// Where it begins to slide between the last three steps, the step before that, of which it is foreseen, has the weight
// that makes the sum of all right: with y steps left w = Sum [Q(y - j) - mu P(y - j - 1)]/Q(y) over the whole steps j
// that are left, and what is told above for the rest. Where friction falls to the share s as it begins to slide, P is s
// times that in both, and (1 - s) of the integral from z on is lost as well,
//   ((z + g)^(1+p) - g^(1+p)) / ((1 + p) (x + g)^p)
//
// ending_time.h tells how many steps are left, and ending_pass.h which p the forces have.
#ifndef SCREE_SMOOTH_ENDING_WEIGHTS_H
#define SCREE_SMOOTH_ENDING_WEIGHTS_H

#include "smooth/smooth.h"

#include <math.h>

// When the push of a contact ends, and its overlap after that, in steps; of which the push has been foreseen.
typedef struct ending_time {
    double push, gap;
} ending_time;

// The steps of a contact that may have a weight; and the steps from the end of the push to that of the overlap beyond
// which it makes no difference how many.
enum { ENDING_STEPS = 3, ENDING_FAR = 16 };

// How a contact holds: its force over the most that friction allows, and the share of that which is left as it slides.
typedef struct ending_hold {
    double held, slid;
} ending_hold;

// What is missing in the integral up to the end as a spring slides for the last z steps, over its force (y + g)^p at y,
// where friction stays what it is.
static double ending_lost_even(double p, double y, double g, double held)
{
    const double z = held * y;
    if (!(g > 0))
        return y * real_pow(held, 1 + p) / ((1 + p) * (2 + p));
    if (g > ENDING_FAR)
        return 0.5 * z;
    const double sum = (real_pow(z + g, 2 + p) - real_pow(g, 2 + p)) / ((2 + p) * z);
    return (sum - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
}

// The integral of the force over these z steps, as if the spring stuck.
static double ending_stuck(double p, double y, double g, double held)
{
    const double z = held * y;
    if (!(g > 0))
        return y * real_pow(held, 1 + p) / (1 + p);
    if (g > ENDING_FAR)
        return z;
    return (real_pow(z + g, 1 + p) - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
}

static double ending_lost(double p, double y, double g, ending_hold hold)
{
    const double even = ending_lost_even(p, y, g, hold.held);
    if (!(fabs(hold.slid - 1) > 0))
        return even;
    return hold.slid * even + (1 - hold.slid) * ending_stuck(p, y, g, hold.held);
}

// The weight of the last step, in which x steps are left. A force that ends as a root has one without a bound, which it
// gets here.
static double ending_edge(double p, double x, double g)
{
    const double left = real_max(x, 0x1p-8);
    if (!(g > 0))
        return edge_weight(left, p);
    if (g > ENDING_FAR || !(p > 0))
        return left + 0.5;
    const double lost = real_pow(g, 1 + p) / ((1 + p) * real_pow(left + g, p));
    return edge_weight(left + g, p) - lost;
}

// What is left of the force of a contact that sticks, where y of its steps are left, when only `then` are.
static double ending_stays(double p, ending_time time, double then)
{
    const double share = (then + time.gap) / (time.push + time.gap);
    return time.gap > ENDING_FAR ? 1 : real_pow(share, p);
}

// Of a contact that sticks and ends after y <= ENDING_STEPS steps. Where it begins to slide in this very step, those
// that come after it count as they are, and this one makes the sum right: the forces as if it stuck to the end, less
// what is lost, less those of the sliding.
static double ending_weight(double p, ending_time time, ending_hold hold)
{
    const double y = time.push;
    hold.held = real_max(hold.held, 1e-6);
    if (y > 1 && hold.held * y <= y - 1)
        return 1;
    double w = 0;
    double x = y;
    for (; x > 1; x -= 1) {
        const double stays = ending_stays(p, time, x - 1);
        const double slides = stays * ((x - 1) / y) / hold.held * hold.slid;
        w += ending_stays(p, time, x) - slides;
    }
    const double edge = ending_edge(p, x, time.gap) * ending_stays(p, time, x);
    return w + edge - ending_lost(p, y, time.gap, hold);
}

#endif
