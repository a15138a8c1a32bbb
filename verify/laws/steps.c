// steps.c - how many steps an impact needs: 20 give what a thousand give, whenever in a step the first touch is.
#include "verify/laws/choices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 3, PHASES = 4 };
static const double parts[PARTS] = {20, 40, 60};

// Of the results at 20, 40 and 60 steps.
typedef struct scatter {
    double low, high;
} scatter;

static void scatter_add(scatter *scatter, bool first, double x)
{
    scatter->low = first ? x : fmin(scatter->low, x);
    scatter->high = first ? x : fmax(scatter->high, x);
}

// With which power of what is left of the overlap the push falls to zero; 0 where nothing stays.
static double unloading_power(const known *law)
{
    if (!known_is(law, LAW_YIELDS))
        return 0;
    return known_is(law, LAW_STRAIGHT) ? 1 : 1.5;
}

// Deviations from an impact in small steps, whenever in a step the first touch is.
static void claim_head_on(const claim *claim, strike_job job, double power)
{
    strike fine;
    strike got;
    double restitution = 0;
    double force = 0;
    double residual = 0;
    if (!strike_measure(claim, &job, &fine))
        return;
    for (int i = 0; i < PARTS * PHASES; i++) {
        job.step = fine.duration / parts[i % PARTS];
        job.phase = (1.0 + i / PARTS) / PHASES;
        if (!strike_measure(claim, &job, &got))
            return;
        restitution = fmax(restitution, fabs(got.restitution - fine.restitution));
        force = fmax(force, fabs(got.force / fine.force - 1));
        residual = fmax(residual, fabs(got.residual - fine.residual) / fine.overlap);
    }
    claim_at_most(claim, "restitution off by", restitution, 0.01);
    claim_at_most(claim, "peak force off by, of peak", force, 0.01);
    if (power > 0)
        claim_at_most(claim, "residual overlap off by, of peak", residual, 0.01);
}

static void head_on_steps(verify *verify)
{
    claim claim;
    known_list normals;
    known_laws(LAW_NORMAL, &normals);
    for (int n = 0; n < normals.count; n++) {
        const known *normal = &normals.item[n];
        const choice_of_laws chosen = {.slot = {[LAW_NORMAL] = normal}};
        const double power = unloading_power(normal);
        char laws[LAWS_ROOM];
        choice_write(&chosen, laws);
        const strike_job job = {.laws = laws,
                                .ball = law_softish,
                                .other = rigid_floor,
                                .radius = 5e-3,
                                .normal = 1,
                                .step = 1e-7,
                                .longest = 0.05,
                                .exponent = power};
        if (claim_begin(&claim, verify, "whenever the touch is", "20, 40, 60 steps: %s%s",
                        normal->law, normal->note))
            claim_head_on(&claim, job, power);
    }
}

// The tangential restitution at some v_st/v_n, mu = 0.4; below `from` the contact sticks for so long, and its
// tangential spring is so stiff, that the phase of a leapfrog in 20 steps is off by more: notes.
static void claim_oblique(const claim *claim, strike_job job, double from)
{
    strike got;
    if (!strike_measure(claim, &job, &got))
        return;
    double duration = got.duration;
    for (int k = 1; k <= 8; k++) {
        double ratio = 0.5 * k;
        scatter beta = {0, 0};
        char name[64];
        job.tangential = ratio * job.normal;
        for (int i = 0; i < PARTS; i++) {
            job.step = duration / parts[i];
            if (!strike_measure(claim, &job, &got))
                return;
            scatter_add(&beta, i == 0, -got.patch / job.tangential);
        }
        snprintf(name, sizeof name, "beta apart, v_st/v_n=%g", ratio);
        if (ratio < from)
            claim_noted(claim, name, beta.high - beta.low, 0.01);
        else
            claim_at_most(claim, name, beta.high - beta.low, 0.01);
    }
}

static void oblique_steps(verify *verify)
{
    // special material: a latching spring, K_T0 two sevenths of K_1; ordinary: Hertz; elasto-plastic
    static const struct {
        const char *name;
        double from;
        const char *normal, *tangential;
    } row[] = {
        {"special", 0, "walton-braun, stiffness: 2e4 N/m, restitution: 0.5",
         "vu-quoc-zhang, friction: 0.4, stiffness_ratio: 0.2857142857142857"},
        {"special", 0, "walton-braun, stiffness: 2e4 N/m, restitution: 0.5",
         "walton-braun, friction: 0.4, stiffness_ratio: 0.2857142857142857"},
        {"special", 0, "walton-braun, stiffness: 2e4 N/m, restitution: 0.5",
         "cundall-strack, friction: 0.4"},
        {"ordinary", 1.5, "hertz", "mindlin-deresiewicz, friction: 0.4"},
        {"ordinary", 1.5, "hertz", "vu-quoc-zhang, friction: 0.4"},
        {"ordinary", 1, "hertz", "mindlin, friction: 0.4"},
        {"ordinary", 1.5, "hertz", "walton-braun, friction: 0.4"},
        {"plastic", 1,
         "vu-quoc-zhang, plastic_radius: 2e-5 m/N, flattening: 0.01 1/N, yield_load: 0.3 N",
         "vu-quoc-zhang, friction: 0.4"},
    };
    claim claim;
    for (int i = 0; i < (int)(sizeof row / sizeof *row); i++) {
        char laws[400];
        snprintf(laws, sizeof laws, "normal: {law: %s}, tangential: {law: %s}", row[i].normal,
                 row[i].tangential);
        strike_job job = {.laws = laws,
                          .ball = law_softish,
                          .other = rigid_floor,
                          .radius = 5e-3,
                          .normal = 1,
                          .longest = 0.05,
                          .step = 1e-7,
                          .phase = 1};
        int length = (int)strcspn(row[i].tangential, ",");
        if (claim_begin(&claim, verify, "whenever the touch is", "20, 40, 60 steps: %s + %.*s",
                        row[i].name, length, row[i].tangential))
            claim_oblique(&claim, job, row[i].from);
    }
}

void verify_laws_steps(verify *verify)
{
    head_on_steps(verify);
    oblique_steps(verify);
}
