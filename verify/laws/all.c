// all.c - what holds for every law and for every pair of a normal and a tangential law that go together: no impact
// gains energy, and the books close.
#include "base/constants.h"
#include "verify/laws/choices.h"

#include "law/registry.h"

#include <math.h>
#include <stdio.h>

// The duration that the engine chooses its step by, for the balls of gain_measure.
static double duration_of(const claim *claim, const char *laws)
{
    const double a = 2500 * 4.0 / 3.0 * PI * 1.25e-7;
    const double b = a * 0.343;
    const scene_material both[2] = {law_softish, law_softish};
    law_set set;
    if (!single_laws(claim, laws, both, &set))
        return 0;
    return law_set_duration(&set, 5e-3 * 3.5e-3 / 8.5e-3, a * b / (a + b), 1);
}

// --- no gain --------------------------------------------------------------------------------------------------------

static void claim_gain(const claim *claim, const choice_of_laws *chosen, double parts, double limit)
{
    char laws[LAWS_ROOM];
    char name[48];
    double gain;
    choice_write(chosen, laws);
    const gain_job job = {.laws = laws,
                          .duration = duration_of(claim, laws),
                          .parts = parts,
                          .spins = parts > 100 ? 1 : 3,
                          .length = 8,
                          .attracts = choice_attracts(chosen)};
    snprintf(name, sizeof name, "gain of energy, t/%g", parts);
    if (job.duration > 0 && gain_measure(claim, &job, &gain))
        claim_at_most(claim, name, gain, limit);
}

// Every normal law with every tangential law at t/50; at t/2000 those of hertz and those of cundall-strack.
static void no_gain(verify *verify)
{
    claim claim;
    known_list normals;
    known_list tangentials;
    const known hertz = known_law(LAW_NORMAL, "hertz");
    const known spring = known_law(LAW_TANGENTIAL, "cundall-strack");
    known_laws(LAW_NORMAL, &normals);
    known_laws(LAW_TANGENTIAL, &tangentials);
    for (int n = 0; n < normals.count; n++)
        for (int t = 0; t < tangentials.count; t++) {
            const known *normal = &normals.item[n];
            const known *tangential = &tangentials.item[t];
            const choice_of_laws laws = {
                .slot = {[LAW_NORMAL] = normal,
                         [LAW_TANGENTIAL] = known_is_law(tangential) ? tangential : NULL}};
            if (!choice_allowed(&laws) ||
                !claim_begin(&claim, verify, "181 angles x 3 spins", "no gain %s%s + %s%s",
                             normal->law, normal->note, tangential->law, tangential->note))
                continue;
            claim_gain(&claim, &laws, 50, 1e-3);
            if (known_same(normal, &hertz) || known_same(tangential, &spring))
                claim_gain(&claim, &laws, 2000, 1e-6);
        }
}

// The other slots, on hertz and mindlin.
static void no_gain_of_others(verify *verify)
{
    static const int slots[] = {LAW_COHESION, LAW_ROLLING, LAW_TWISTING};
    const known hertz = known_law(LAW_NORMAL, "hertz");
    const known mindlin = known_law(LAW_TANGENTIAL, "mindlin");
    claim claim;
    known_list list;
    for (int s = 0; s < 3; s++) {
        known_laws(slots[s], &list);
        for (int k = 0; k < list.count; k++) {
            const known *law = &list.item[k];
            choice_of_laws laws = {.slot = {[LAW_NORMAL] = &hertz, [LAW_TANGENTIAL] = &mindlin}};
            laws.slot[slots[s]] = law;
            if (!claim_begin(&claim, verify, "181 angles x 3 spins", "no gain %s %s",
                             law_slot_word(slots[s]), law->law))
                continue;
            claim_gain(&claim, &laws, 50, 1e-3);
            claim_gain(&claim, &laws, 2000, 1e-6);
        }
    }
}

// --- the books ------------------------------------------------------------------------------------------------------

// Every law on hertz and vu-quoc-zhang. Two things are told and not asked: an attraction may begin with a jump
// (LAW_JUMPS), and for the one step in which it does the books are out by its share of the step; and where a neck tears
// under tangential force (LAW_TEARS), what the tangential spring held is in no book.
static void claim_books(verify *verify, const choice_of_laws *chosen, int slot)
{
    const known *law = chosen->slot[slot];
    const bool neck = known_is(law, LAW_TEARS);
    const bool tears = neck && chosen->slot[LAW_TANGENTIAL];
    claim claim;
    closure coarse;
    closure fine;
    char laws[LAWS_ROOM];
    if (!claim_begin(&claim, verify, "19 angles x 3 spins", "books %s %s%s%s", law_slot_word(slot),
                     law->law, law->note, tears ? " with friction" : ""))
        return;
    choice_write(chosen, laws);
    const double duration = duration_of(&claim, laws);
    const gain_job few = {laws, duration, 50, 3, 4, false};
    const gain_job many = {laws, duration, 500, 3, 4, false};
    if (!(duration > 0) || !ledger_measure(&claim, &few, &coarse) ||
        !ledger_measure(&claim, &many, &fine))
        return;
    (known_is(law, LAW_JUMPS) ? claim_noted : claim_at_most)(&claim, "residual, t/50", coarse.most,
                                                             1e-3);
    (neck ? claim_noted : claim_at_most)(&claim, "residual, t/500, once parted", fine.apart, 1e-5);
    if (!tears)
        claim_at_least(&claim, "order in the step", log(coarse.mean / fine.mean) / log(10), 1.8);
}

static void books(verify *verify)
{
    const known hertz = known_law(LAW_NORMAL, "hertz");
    const known spring = known_law(LAW_TANGENTIAL, "vu-quoc-zhang");
    known_list list;
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        known_laws(slot, &list);
        for (int k = 0; k < list.count; k++) {
            choice_of_laws laws = {.slot = {[LAW_NORMAL] = &hertz, [LAW_TANGENTIAL] = &spring}};
            laws.slot[slot] = &list.item[k];
            if (!known_is_law(&list.item[k]))
                continue;
            claim_books(verify, &laws, slot);
            if (!known_is(&list.item[k], LAW_TEARS))
                continue;
            laws.slot[LAW_TANGENTIAL] = NULL;
            claim_books(verify, &laws, slot);
        }
    }
}

void verify_laws_all(verify *verify)
{
    verify_laws_steps(verify);
    no_gain(verify);
    no_gain_of_others(verify);
    books(verify);
}
