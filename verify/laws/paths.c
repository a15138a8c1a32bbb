// paths.c - one contact along prescribed overlaps and forces: yield, slow compression, and the loading
// histories of Zhang 1998, chapter 8, for the tangential laws.
//
// No world prescribes forces, so these rows move a single contact by hand (law/single.h): the coefficients are mixed
// from a case as ever, the functions are those of the step. Their source says "single contact".
#include "base/constants.h"
#include "verify/laws/laws.h"

#include <stdio.h>
#include <stdlib.h>

static const scene_material aluminium_on_rigid[2] = {{2699, 7e10, 0.3}, {1000, INFINITY, 0}};
static const scene_material two_aluminium[2] = {{2699, 7e10, 0.3}, {2699, 7e10, 0.3}};
static const char vqz[] = "normal: {law: vu-quoc-zhang, plastic_radius: 2.33e-7 m/N, flattening: "
                          "2.69e-4 1/N, yield_load: 36.45 N}";

// --- yield ----------------------------------------------------------------------------------------------------------

// V1: beyond yield Thornton's law rises by pi p_y R*, so two pushes of a contact give the p_y that the law goes by.
// A_Y, and P_Y of aluminium and of two soybeans, are asked in tests/law/test_yield.c.
static void yielding(verify *verify)
{
    claim claim;
    law_set set;
    if (!claim_begin(&claim, verify, "V1, single contact", "V1 aluminium, p_y=1.61 sigma_Y") ||
        !single_laws(&claim, "normal: {law: thornton, yield_pressure: 161 MPa}, tangential: none",
                     aluminium_on_rigid, &set))
        return;
    law_single contact;
    law_single_begin(&contact, &set, 0.1, 11.3055);
    double low = law_single_step(&contact, (law_motion){.overlap = 1e-5, .dt = 1}).push;
    double high = law_single_step(&contact, (law_motion){.overlap = 3e-5, .dt = 1}).push;
    const double pressure = (high - low) / (PI * 0.1 * 2e-5);
    const double e_star = 7e10 / 0.91;
    const double yield = PI * pressure / (2 * e_star);
    const double load = 4.0 / 3.0 * e_star * 0.01 * yield * yield * yield;
    claim_relative(&claim, "P_Y, N", load, 36.447, 1e-4);
    claim_relative(&claim, "P_Y, N, printed", load, 36.45, 1e-4);
}

// --- slow compression -----------------------------------------------------------------------------------------------

typedef struct squeeze {
    double overlap, force, restitution; // deepest, largest; sqrt(work back / work in)
} squeeze;

// To an overlap, and back until the push is zero.
static squeeze squeeze_to(const law_set *set, double radius, double mass, double deepest)
{
    enum { PARTS = 4000 };
    law_single single;
    squeeze out = {deepest, 0, 0};
    double in = 0;
    double back = 0;
    double last = 0;
    law_single_begin(&single, set, radius, mass);
    for (int i = 1; i < 2 * PARTS; i++) {
        double x = deepest * (i <= PARTS ? i : 2 * PARTS - i) / PARTS;
        double push = law_single_step(&single, (law_motion){.overlap = x, .dt = 1}).push;
        *(i <= PARTS ? &in : &back) += 0.5 * (push + last) * deepest / PARTS;
        last = push;
        out.force = fmax(out.force, push);
    }
    out.restitution = sqrt(back / in);
    return out;
}

// One force of V3: converged numbers, and those that were printed.
typedef struct squeeze_row {
    double force;
    double overlap, e, thornton, e_thornton;
    double p_overlap, p_e, p_thornton, p_e_thornton;
} squeeze_row;

static void claim_squeezes(const claim *claim, const squeeze_row *row, const squeeze *own,
                           const squeeze *thornton)
{
    const struct {
        const char *quantity, *printed_quantity;
        double got, converged, printed, tolerance; // tolerance: of what was printed
    } number[] = {
        {"peak overlap, m", "peak overlap, m, printed", own->overlap, row->overlap, row->p_overlap,
         1.5e-3},
        {"restitution", "restitution, printed", own->restitution, row->e, row->p_e, 1.5e-3},
        {"Thornton: peak force, N", "Thornton: peak force, printed", thornton->force, row->thornton,
         row->p_thornton, 5e-3},
        {"Thornton: restitution", "Thornton: restitution, printed", thornton->restitution,
         row->e_thornton, row->p_e_thornton, 5e-3},
    };
    for (int i = 0; i < 4; i++)
        claim_relative(claim, number[i].quantity, number[i].got, number[i].converged, 1e-3);
    for (int i = 0; i < 4; i++)
        claim_bracket(claim, number[i].printed_quantity, number[i].got, number[i].converged,
                      number[i].printed, number[i].tolerance);
}

// V3 and the last row of V5: aluminium pressed on a rigid plane up to a force, and Thornton's law to the same overlap.
static void compression(verify *verify)
{
    static const squeeze_row row[] = {
        {1495, 1.560e-5, .7542, 770.7, .5619, 1.56e-5, .7541, 770.5, .5641},
        {962.1, 1.143e-5, .8003, 559.7, .6073, 1.14e-5, .7994, 559.6, .6091},
        {468.1, 6.789e-6, .8628, 325.2, .6911, .68e-5, .8620, 325.2, .6929}};
    claim claim;
    law_set own;
    law_set thornton;
    char laws[200];
    snprintf(laws, sizeof laws, "%s, tangential: none", vqz);
    for (int i = 0; i < 3; i++) {
        if (!claim_begin(&claim, verify, "V3, V5, single contact", "V3 P=%g", row[i].force))
            continue;
        if (!single_laws(&claim, laws, aluminium_on_rigid, &own) ||
            !single_laws(&claim,
                         "normal: {law: thornton, yield_pressure: 161 MPa}, tangential: none",
                         aluminium_on_rigid, &thornton))
            return;
        law_single single;
        law_single_begin(&single, &own, 0.1, 11.3055);
        double deepest =
            law_single_overlap_at(&single, (law_motion){.dt = 1}, row[i].force, 0, 1e-3);
        const squeeze cycle = squeeze_to(&own, 0.1, 11.3055, deepest);
        const squeeze other = squeeze_to(&thornton, 0.1, 11.3055, deepest);
        claim_squeezes(&claim, &row[i], &cycle, &other);
    }
}

// --- histories of push and pull -------------------------------------------------------------------------------------

// Push from `base` to `most` and back, while the tangential force goes to `pull` and back; `plain`: what Mindlin and
// Deresiewicz give, `hard`: with the elasto-plastic normal law.
enum { HALF = 4000 };
typedef struct history {
    char name;
    double base, most, pull;
    double beta, deepest, hard;
} history;
static const history histories[] = {{'A', 300, 1500, 270, .9720, 4.910e-6, .6499},
                                    {'B', 100, 500, 90, .9720, 2.361e-6, .8035},
                                    {'C', 50, 250, 45, .9720, 1.487e-6, .8709},
                                    {'D', 2600, 2600, 500, .82013, 8.001e-6, .8201}};

typedef struct way {
    double push[2 * HALF + 1], slip[2 * HALF + 1]; // slip of each step
    double beta, deepest;
    double pull, end; // largest and last tangential force
} way;

static double part_of(int i)
{
    return (double)(i <= HALF ? i : 2 * HALF - i) / HALF;
}

// The overlap that brings a push, and the slip that brings a pull where it is wanted; one step there.
static law_answer press(law_single *single, double push, double pull, bool slips, double *slip)
{
    law_motion motion = {.dt = 1};
    motion.overlap = law_single_overlap_at(single, motion, push, 0, 1e-4);
    if (slips)
        *slip = law_single_slip_at(single, motion, -pull, -1e-5, 1e-5);
    motion.slip[0] = slips || slip ? *slip : 0;
    return law_single_step(single, motion);
}

// By forces where `slip` is not known (forced), else along the slips of the way.
static void follow(const law_set *set, const history *history, bool forced, way *way)
{
    law_single single;
    double in = 0;
    double out = 0;
    double last = 0;
    double at = 0;
    law_single_begin(&single, set, 0.05, 1);
    press(&single, history->base, 0, false, NULL);
    way->deepest = way->pull = 0;
    for (int i = 1; i <= 2 * HALF; i++) {
        double push = history->base + (history->most - history->base) * part_of(i);
        double pull = history->pull * part_of(i);
        law_answer answer = press(&single, push, pull, forced, &way->slip[i]);
        double q = -answer.drag[0];
        at += way->slip[i];
        *(way->slip[i] > 0 ? &in : &out) += 0.5 * (q + last) * fabs(way->slip[i]);
        way->deepest = fmax(way->deepest, at);
        way->pull = fmax(way->pull, q);
        way->end = last = q;
    }
    way->beta = sqrt(out / in);
}

static void claim_history(const claim *claim, const history *history, way *way)
{
    law_set md;
    law_set improved;
    law_set latch;
    if (!single_laws(claim,
                     "normal: {law: hertz}, tangential: {law: mindlin-deresiewicz, friction: 0.2}",
                     two_aluminium, &md) ||
        !single_laws(claim, "normal: {law: hertz}, tangential: {law: vu-quoc-zhang, friction: 0.2}",
                     two_aluminium, &improved) ||
        !single_laws(
            claim,
            "normal: {law: hertz}, tangential: {law: walton-braun, friction: 0.2, form: printed}",
            two_aluminium, &latch))
        return;
    follow(&md, history, true, way);
    if (history->name == 'D') {
        claim_absolute(claim, "beta_t", way->beta, history->beta, 2e-4);
        claim_relative(claim, "beta_t, printed", way->beta, .8155, 6e-3);
    } else
        claim_absolute(claim, "beta_t", way->beta, history->beta, 5e-4);
    claim_relative(claim, "largest slip, m", way->deepest, history->deepest, 1e-3);
    follow(&improved, history, false, way);
    claim_relative(claim, "V8: improved law, largest Q, N", way->pull, history->pull, 1e-3);
    claim_absolute(claim, "V8: improved law, last Q, N", way->end, 0, 1e-2);
    if (history->name != 'A')
        return;
    claim_noted(claim, "V8: form in small steps, Q, N", way->pull, 270.08);
    follow(&latch, history, false, way);
    claim_relative(claim, "V8: Walton-Braun, largest Q, N", way->pull, 214.6, 2e-2);
    claim_relative(claim, "V8: Walton-Braun, last Q, N", way->end, -41, 2e-2);
}

// V8: the tangential stiffness under the elasto-plastic law over the elastic one at the same push.
static void claim_stiffening(const claim *claim, const law_set *set, const history *history,
                             double in, double back)
{
    law_single single;
    law_single_begin(&single, set, 0.05, 1);
    law_motion motion = {.dt = 1};
    for (int i = 1; i <= 1000; i++) {
        motion.overlap = law_single_overlap_at(&single, motion, history->most * i / 1000, 0, 1e-4);
        law_answer answer = law_single_step(&single, motion);
        if (i == 1000)
            claim_relative(claim, "V8: K_T0 ratio, loading",
                           answer.grip / cbrt(0.75 * answer.push * 0.05 / (7e10 / 1.82)), in, 1e-3);
    }
    motion.overlap *= 1 - 1e-9;
    law_answer answer = law_single_step(&single, motion);
    claim_relative(claim, "V8: K_T0 ratio, unloading",
                   answer.grip / cbrt(0.75 * answer.push * 0.05 / (7e10 / 1.82)), back, 1e-3);
}

static void loading_histories(verify *verify)
{
    static const double in[] = {.824, .870, .907};
    static const double back[] = {1.812, 1.279, 1.142};
    way *way = calloc(1, sizeof *way);
    claim claim;
    law_set hard;
    char laws[240];
    snprintf(laws, sizeof laws, "%s, tangential: {law: vu-quoc-zhang, friction: 0.2}", vqz);
    for (int i = 0; way && i < 4; i++) {
        const history *history = &histories[i];
        if (claim_begin(&claim, verify, "V7, V8, single contact", "V7 history %c", history->name))
            claim_history(&claim, history, way);
        if (!claim_begin(&claim, verify, "V8, single contact", "V8 elasto-plastic, history %c",
                         history->name) ||
            !single_laws(&claim, laws, two_aluminium, &hard))
            continue;
        follow(&hard, history, true, way);
        claim_relative(&claim, "beta_t", way->beta, history->hard, 2e-3);
        if (i < 3)
            claim_stiffening(&claim, &hard, history, in[i], back[i]);
    }
    free(way);
}

void verify_laws_paths(verify *verify)
{
    yielding(verify);
    compression(verify);
    loading_histories(verify);
}
