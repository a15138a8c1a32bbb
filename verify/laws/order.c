// order.c - the order of the scheme in oblique impacts: how the errors of what an impact leaves fall with
// the step.
//
// A ball meets the floor with 1 m/s along the normal. The errors of restitution, speed of the patch and spin are root
// mean squares over eight phases of the first touch within a step, at a 100th and a 400th of the impact, against the
// mean at a 3200th. The order is half of the number of times that an error halves from the one to the other.
#include "verify/laws/laws.h"

#include <stdio.h>

enum { PHASES = 8, COARSE = 100, HALVED = 400, FINE = 3200 };

static const double radius = 5e-3;
static const scene_material stuff = {2500, 2e7, 0.25};

typedef struct order_row {
    const char *name, *laws;
    double across;   // m/s
    double duration; // s, about
} order_row;

// What an impact leaves, in m/s; the mean over the phases of the fine one.
typedef struct left {
    double normal, patch, spin;
} left;

static bool strike_once(const claim *claim, const order_row *row, double steps, int phase,
                        left *out)
{
    strike_job job = {.laws = row->laws,
                      .ball = stuff,
                      .other = stuff,
                      .radius = radius,
                      .normal = 1,
                      .tangential = row->across,
                      .step = row->duration / steps,
                      .longest = 4 * row->duration,
                      .phase = 1 + (phase + 0.5) / PHASES};
    strike strike;
    if (!strike_measure(claim, &job, &strike))
        return false;
    *out = (left){strike.restitution, strike.patch, radius * strike.spin};
    return true;
}

static bool strikes_mean(const claim *claim, const order_row *row, double steps, left *mean)
{
    *mean = (left){0, 0, 0};
    for (int i = 0; i < PHASES; i++) {
        left one;
        if (!strike_once(claim, row, steps, i, &one))
            return false;
        mean->normal += one.normal / PHASES;
        mean->patch += one.patch / PHASES;
        mean->spin += one.spin / PHASES;
    }
    return true;
}

static bool strikes_error(const claim *claim, const order_row *row, double steps, const left *fine,
                          left *error)
{
    *error = (left){0, 0, 0};
    for (int i = 0; i < PHASES; i++) {
        left one;
        if (!strike_once(claim, row, steps, i, &one))
            return false;
        error->normal += pow(one.normal - fine->normal, 2) / PHASES;
        error->patch += pow(one.patch - fine->patch, 2) / PHASES;
        error->spin += pow(one.spin - fine->spin, 2) / PHASES;
    }
    *error = (left){sqrt(error->normal), sqrt(error->patch), sqrt(error->spin)};
    return true;
}

static void claim_order(const claim *claim, const char *quantity, double first, double last)
{
    char name[64];
    snprintf(name, sizeof name, "%s, order", quantity);
    claim_at_least(claim, name, 0.5 * log2(first / last), 1.8);
    snprintf(name, sizeof name, "%s off by at t/100, m/s", quantity);
    claim_at_most(claim, name, first, 1e-3);
}

static void claim_row_of(const claim *claim, const order_row *row)
{
    left fine;
    left coarse;
    left halved;
    if (!strikes_mean(claim, row, FINE, &fine))
        return;
    if (!strikes_error(claim, row, COARSE, &fine, &coarse) ||
        !strikes_error(claim, row, HALVED, &fine, &halved))
        return;
    claim_order(claim, "restitution", coarse.normal, halved.normal);
    claim_order(claim, "patch", coarse.patch, halved.patch);
    claim_order(claim, "R spin", coarse.spin, halved.spin);
}

#define LINEAR "normal: {law: linear, stiffness: 2e4 N/m, restitution: 0.6}"
#define ELASTIC "normal: {law: hertz, restitution: 1}"

void verify_laws_order(verify *verify)
{
    static const order_row row[] = {
        {"linear + cundall-strack slides",
         LINEAR ", tangential: {law: cundall-strack, friction: 0.3}", 3, 8.07e-4},
        {"linear + cundall-strack slips",
         LINEAR ", tangential: {law: cundall-strack, friction: 0.3}", 0.6, 8.07e-4},
        {"hertz + mindlin slips", ELASTIC ", tangential: {law: mindlin, friction: 0.3}", 0.6,
         8.23e-4},
        {"linear + cundall-strack rolls",
         LINEAR ", tangential: {law: cundall-strack, friction: 0.3}, rolling: {law: "
                "elastic-plastic, friction: 0.1}",
         0.6, 8.07e-4},
    };
    claim claim;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (claim_begin(&claim, verify, "second order", "order %s", row[i].name))
            claim_row_of(&claim, &row[i]);
}
