// all.c - what holds for every law and for every pair of a normal and a tangential law that go together: no
// impact gains energy, the books close, and 20 steps an impact are enough.
#include "law/yield.h"
#include "base/constants.h"
#include "verify/laws/laws.h"

#include <stdio.h>
#include <string.h>

// --- the laws -------------------------------------------------------------------------------------------------------

// Each law of the library at least once, with parameters for soft balls of some millimetres at 1 m/s.
typedef struct known {
    int slot;
    const char *law, *parameters, *note; // note: where a law stands in the list more than once
} known;

static const known normals[] = {
    {LAW_NORMAL, "linear", "stiffness: 2e4 N/m, restitution: 0.7", ""},
    {LAW_NORMAL, "hertz", "restitution: 1", " e=1"},
    {LAW_NORMAL, "hertz", "restitution: 0.7", ""},
    {LAW_NORMAL, "kuwabara-kono", "damping_time: 1e-5 s", ""},
    {LAW_NORMAL, "hunt-crossley", "restitution: 0.7", ""},
    {LAW_NORMAL, "hunt-crossley", "restitution: 0.7, exponent: 1, reference_force: 2e4 N", " n=1"},
    {LAW_NORMAL, "walton-braun", "stiffness: 2e4 N/m, restitution: 0.7", ""},
    {LAW_NORMAL, "walton-braun", "stiffness: 2e4 N/m, hardening: 4000 1/m", " hardening"},
    {LAW_NORMAL, "thornton", "yield_load: 0.3 N", ""},
    {LAW_NORMAL, "vu-quoc-zhang",
     "plastic_radius: 2e-5 m/N, flattening: 0.01 1/N, yield_load: 0.3 N", ""},
    {LAW_NORMAL, "jkr", "work_of_adhesion: 10 J/m^2, restitution: 0.7", ""},
    {LAW_NORMAL, "luding",
     "stiffness: 2e4 N/m, unloading_stiffness: 6e4 N/m, cohesion_stiffness: 5e3 N/m, "
     "plastic_depth: 0.05",
     ""},
    {LAW_NORMAL, "eepa", "adhesion_ratio: 0.2", ""},
};
static const known cohesions[] = {
    {LAW_COHESION, "adhesion", "force: 0.1 N, overlap: 5 um", ""},
    {LAW_COHESION, "sjkr", "energy_density: 1e5 Pa", ""},
    {LAW_COHESION, "dmt", "work_of_adhesion: 10 J/m^2", ""},
    {LAW_COHESION, "capillary", "surface_tension: 2 N/m, relative_volume: 1e-4", ""},
};
static const known tangentials[] = {
    {LAW_TANGENTIAL, "none", "", ""},
    {LAW_TANGENTIAL, "viscous-coulomb", "friction: 0.5, damping: 0.5 N s/m", ""},
    {LAW_TANGENTIAL, "cundall-strack", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "mindlin", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "walton-braun", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "mindlin-deresiewicz", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "vu-quoc-zhang", "friction: 0.5", ""},
    {LAW_TANGENTIAL, "vu-quoc-zhang", "friction: 0.5, walton_braun: true, rolling_correction: true",
     " (5)"},
    {LAW_TANGENTIAL, "mindlin-deresiewicz", "friction: 0.5, damping: 1", " damped"},
    {LAW_TANGENTIAL, "vu-quoc-zhang", "friction: 0.5, damping: 1", " damped"},
};
static const known rollings[] = {
    {LAW_ROLLING, "constant", "friction: 0.2", ""},
    {LAW_ROLLING, "viscous", "friction: 0.2, damping: 1e-5 N m s", ""},
    {LAW_ROLLING, "elastic-plastic", "friction: 0.2", ""},
};
static const known twistings[] = {
    {LAW_TWISTING, "constant", "friction: 0.2", ""},
    {LAW_TWISTING, "viscous", "friction: 0.2, damping: 1e-5 N m s", ""},
    {LAW_TWISTING, "elastic-plastic", "friction: 0.2", ""},
};
#define COUNT(list) ((int)(sizeof list / sizeof *list))
static const struct {
    const known *list;
    int count;
} all[LAW_SLOTS] = {[LAW_NORMAL] = {normals, COUNT(normals)},
                    [LAW_COHESION] = {cohesions, COUNT(cohesions)},
                    [LAW_TANGENTIAL] = {tangentials, COUNT(tangentials)},
                    [LAW_ROLLING] = {rollings, COUNT(rollings)},
                    [LAW_TWISTING] = {twistings, COUNT(twistings)}};

// A law for each slot, NULL: none.
typedef struct choice_of_laws {
    const known *slot[LAW_SLOTS];
} choice_of_laws;

// Names are the same with - and with _.
static bool named(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !(strchr("-_", *a) && strchr("-_", *b)))
            return false;
    return *a == *b;
}

static const plugin *plugin_of(const known *known)
{
    int n;
    const plugin *const *list = known ? law_plugins(known->slot, &n) : NULL;
    for (int i = 0; list && i < n; i++)
        if (named(list[i]->name, known->law))
            return list[i];
    return NULL;
}

static bool allowed(const choice_of_laws *laws)
{
    const plugin *law[LAW_SLOTS];
    char why[256];
    for (int s = 0; s < LAW_SLOTS; s++)
        law[s] = plugin_of(laws->slot[s]);
    return !law_misfit(law, why, sizeof why);
}

static bool attracts(const choice_of_laws *laws)
{
    const char *law = laws->slot[LAW_NORMAL]->law;
    return laws->slot[LAW_COHESION] || !strcmp(law, "jkr") || !strcmp(law, "luding") ||
           !strcmp(law, "eepa");
}

static void write_laws(const choice_of_laws *laws, char out[700])
{
    static const char *const slots[LAW_SLOTS] = {[LAW_NORMAL] = "normal",
                                                 [LAW_COHESION] = "cohesion",
                                                 [LAW_TANGENTIAL] = "tangential",
                                                 [LAW_ROLLING] = "rolling",
                                                 [LAW_TWISTING] = "twisting"};
    *out = 0;
    for (int s = 0; s < LAW_SLOTS; s++) {
        const known *known = laws->slot[s];
        size_t at = strlen(out);
        snprintf(out + at, 700 - at, "%s%s: {law: %s%s%s}", at ? ", " : "", slots[s],
                 known ? known->law : "none", known && *known->parameters ? ", " : "",
                 known ? known->parameters : "");
    }
}

// A row that a law of the library is missing from the lists would otherwise go unseen.
static void nothing_left_out(verify *verify)
{
    claim claim;
    int missing = 0;
    if (!claim_begin(&claim, verify, "the list of the build", "every law"))
        return;
    for (int s = 0; s < LAW_SLOTS; s++) {
        int n;
        const plugin *const *list = law_plugins(s, &n);
        for (int i = 0; i < n; i++) {
            bool there = false;
            for (int k = 0; k < all[s].count; k++)
                there = there || named(all[s].list[k].law, list[i]->name);
            missing += !there;
        }
    }
    claim_absolute(&claim, "laws without rows", missing, 0, 0);
}

// --- no gain, and the books
// -------------------------------------------------------------------------------------------

static const scene_material softish = {2500, 1e8, 0.25};

// The duration that the engine chooses its step by, for the balls of gain_measure.
static double duration_of(const claim *claim, const char *laws)
{
    const double a = 2500 * 4.0 / 3.0 * PI * 1.25e-7;
    const double b = a * 0.343;
    const scene_material both[2] = {softish, softish};
    law_set set;
    if (!single_laws(claim, laws, both, &set))
        return 0;
    return law_set_duration(&set, 5e-3 * 3.5e-3 / 8.5e-3, a * b / (a + b), 1);
}

static void claim_gain(const claim *claim, const choice_of_laws *chosen, double parts, double limit)
{
    char laws[700];
    char name[48];
    double gain;
    write_laws(chosen, laws);
    gain_job job = {laws, duration_of(claim, laws), parts, parts > 100 ? 1 : 3,
                    8,    attracts(chosen)};
    snprintf(name, sizeof name, "gain of energy, t/%g", parts);
    if (job.duration > 0 && gain_measure(claim, &job, &gain))
        claim_at_most(claim, name, gain, limit);
}

// Every normal law with every tangential law at t/50; at t/2000 those of hertz and those of cundall-strack.
static void no_gain(verify *verify)
{
    claim claim;
    for (int n = 0; n < COUNT(normals); n++)
        for (int t = 0; t < COUNT(tangentials); t++) {
            const known *first = &normals[n];
            const known *second = &tangentials[t];
            choice_of_laws laws = {
                .slot = {[LAW_NORMAL] = first,
                         [LAW_TANGENTIAL] = strcmp(second->law, "none") ? second : NULL}};
            if (!allowed(&laws) ||
                !claim_begin(&claim, verify, "181 angles x 3 spins", "no gain %s%s + %s%s",
                             first->law, first->note, second->law, second->note))
                continue;
            claim_gain(&claim, &laws, 50, 1e-3);
            if (n == 2 || t == 2)
                claim_gain(&claim, &laws, 2000, 1e-6);
        }
}

// The other slots, on hertz and mindlin.
static void no_gain_of_others(verify *verify)
{
    static const int slots[] = {LAW_COHESION, LAW_ROLLING, LAW_TWISTING};
    claim claim;
    for (int s = 0; s < 3; s++)
        for (int k = 0; k < all[slots[s]].count; k++) {
            const known *law = &all[slots[s]].list[k];
            choice_of_laws laws = {
                .slot = {[LAW_NORMAL] = &normals[2], [LAW_TANGENTIAL] = &tangentials[3]}};
            laws.slot[slots[s]] = law;
            if (!claim_begin(&claim, verify, "181 angles x 3 spins", "no gain %s %s",
                             s == 0   ? "cohesion"
                             : s == 1 ? "rolling"
                                      : "twisting",
                             law->law))
                continue;
            claim_gain(&claim, &laws, 50, 1e-3);
            claim_gain(&claim, &laws, 2000, 1e-6);
        }
}

// Every law on hertz and vu-quoc-zhang. Two things are told and not asked: the pull of dmt and jkr begins with a jump,
// and for the one step in which it does the books are out by its share of the step; and where a neck of jkr tears under
// tangential force, what the tangential spring held is in no book.
static void claim_books(verify *verify, const choice_of_laws *chosen, const char *slot,
                        const known *law)
{
    const bool jkr = !strcmp(law->law, "jkr");
    const bool jumps = jkr || !strcmp(law->law, "dmt");
    const bool tears = jkr && chosen->slot[LAW_TANGENTIAL];
    claim claim;
    closure coarse;
    closure fine;
    char laws[700];
    if (!claim_begin(&claim, verify, "19 angles x 3 spins", "books %s %s%s%s", slot, law->law,
                     law->note, tears ? " with friction" : ""))
        return;
    write_laws(chosen, laws);
    double duration = duration_of(&claim, laws);
    gain_job first = {laws, duration, 50, 3, 4, false};
    gain_job second = {laws, duration, 500, 3, 4, false};
    if (!(duration > 0) || !ledger_measure(&claim, &first, &coarse) ||
        !ledger_measure(&claim, &second, &fine))
        return;
    (jumps ? claim_noted : claim_at_most)(&claim, "residual, t/50", coarse.most, 1e-3);
    (jkr ? claim_noted : claim_at_most)(&claim, "residual, t/500, once parted", fine.apart, 1e-5);
    if (!tears)
        claim_at_least(&claim, "order in the step", log(coarse.mean / fine.mean) / log(10), 1.8);
}

static void books(verify *verify)
{
    static const char *const names[LAW_SLOTS] = {[LAW_NORMAL] = "normal",
                                                 [LAW_COHESION] = "cohesion",
                                                 [LAW_TANGENTIAL] = "tangential",
                                                 [LAW_ROLLING] = "rolling",
                                                 [LAW_TWISTING] = "twisting"};
    for (int s = 0; s < LAW_SLOTS; s++)
        for (int k = 0; k < all[s].count; k++) {
            choice_of_laws laws = {
                .slot = {[LAW_NORMAL] = &normals[2], [LAW_TANGENTIAL] = &tangentials[6]}};
            laws.slot[s] = &all[s].list[k];
            if (!strcmp(laws.slot[s]->law, "none"))
                continue;
            claim_books(verify, &laws, names[s], laws.slot[s]);
            if (strcmp(laws.slot[s]->law, "jkr") != 0)
                continue;
            laws.slot[LAW_TANGENTIAL] = NULL;
            claim_books(verify, &laws, names[s], laws.slot[s]);
        }
}

// --- steps an impact
// --------------------------------------------------------------------------------------------------

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
static double unloading_power(const char *law)
{
    if (!strcmp(law, "walton-braun") || !strcmp(law, "luding") || !strcmp(law, "eepa"))
        return 1;
    return !strcmp(law, "thornton") || !strcmp(law, "vu-quoc-zhang") ? 1.5 : 0;
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
    for (int n = 0; n < COUNT(normals); n++) {
        choice_of_laws chosen = {.slot = {[LAW_NORMAL] = &normals[n]}};
        char laws[700];
        double power = unloading_power(normals[n].law);
        write_laws(&chosen, laws);
        strike_job job = {.laws = laws,
                          .ball = softish,
                          .other = law_rigid,
                          .radius = 5e-3,
                          .normal = 1,
                          .step = 1e-7,
                          .longest = 0.05,
                          .exponent = power};
        if (claim_begin(&claim, verify, "whenever the touch is", "20, 40, 60 steps: %s%s",
                        normals[n].law, normals[n].note))
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
    for (int i = 0; i < COUNT(row); i++) {
        char laws[400];
        snprintf(laws, sizeof laws, "normal: {law: %s}, tangential: {law: %s}", row[i].normal,
                 row[i].tangential);
        strike_job job = {.laws = laws,
                          .ball = softish,
                          .other = law_rigid,
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

void verify_laws_all(verify *verify)
{
    nothing_left_out(verify);
    head_on_steps(verify);
    oblique_steps(verify);
    no_gain(verify);
    no_gain_of_others(verify);
    books(verify);
}
