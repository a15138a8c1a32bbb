// impact_order.h - the order of the scheme in oblique impacts of balls: what is left of velocities and spins after an
// impact, against a fine step, at steps of 1/25 to 1/400 of its duration.
//
// An impact is told by the phase of its first touch within a step too, and the error depends on it; what is measured is
// the root mean square over phases that divide a step evenly.
#ifndef SCREE_TESTS_IMPACT_ORDER_H
#define SCREE_TESTS_IMPACT_ORDER_H

#include "law/registry.h"
#include "support/law_pairs.h"

enum { ORDER_STEPS = 5, ORDER_PHASES = 8 };

typedef enum order_quantity {
    ORDER_NORMAL,
    ORDER_TANGENTIAL,
    ORDER_SPIN,
    ORDER_QUANTITIES
} order_quantity;

// What meets: a ball and a plane, two balls, a rod with round ends and a plane.
typedef enum order_partner { ORDER_PLANE, ORDER_BALL, ORDER_ROD, ORDER_PARTNERS } order_partner;

// One kind of impact: the balls meet with 1 m/s along the normal.
typedef struct order_blow {
    double across;  // speed across the normal, m/s
    double twirl;   // spin about the normal, rad/s; of the second ball half of it
    double rolling; // spin in the contact plane, rad/s
} order_blow;

typedef struct order_job {
    const char *pairs; // of the case
    const char *integrator;
    order_partner partner;
    const order_blow *blow;
    int blows;
    int fine; // steps an impact of the reference
} order_job;

// Root mean squares in m/s (spins times the radius), worst of the blows. False, and a message, where no such world
// runs.
typedef struct order_errors {
    double error[ORDER_QUANTITIES][ORDER_STEPS];
    bool parted; // all impacts were over at the end
    law_set set; // of the balls
} order_errors;
bool order_measure(const order_job *job, order_errors *out);

extern const int order_steps[ORDER_STEPS]; // 25 to 400

// Fitted slope of the last three, of one quantity.
double order_fit(const double error[ORDER_STEPS]); // of all five
double order_slope(const double error[ORDER_STEPS]);

#endif
