// law_tables.h - which pass a law has, by its number in a law set; and which pairs of laws have loops of their own.
// Included by kernel.c alone.
#ifndef SCREE_SMOOTH_LAW_TABLES_H
#define SCREE_SMOOTH_LAW_TABLES_H

#include "smooth/law_stamps.h"
#include "smooth/plain_pass.h"

#define PASS_NORMAL(name) normal_##name##_pass,
#define PASS_COHESION(name) cohesion_##name##_pass,
#define PASS_TANGENTIAL(name) tangential_##name##_pass,
#define PASS_ROLLING(name) rolling_##name##_pass,
#define PASS_TWISTING(name) twisting_##name##_pass,
static pass *const normal_passes[] = {LAW_LIST_NORMAL(PASS_NORMAL) NULL};
static pass *const cohesion_passes[] = {LAW_LIST_COHESION(PASS_COHESION) NULL};
static pass *const tangential_passes[] = {LAW_LIST_TANGENTIAL(PASS_TANGENTIAL) NULL};
static pass *const rolling_passes[] = {LAW_LIST_ROLLING(PASS_ROLLING) NULL};
static pass *const twisting_passes[] = {LAW_LIST_TWISTING(PASS_TWISTING) NULL};

// All contacts of a bucket of two balls, for each pair of common laws; returns how many have ended.
typedef int32_t plain_contacts(span *span, int32_t *gone, bool wrap);

#define PLAIN_LOOP(normal, tangential, wraps, differ, ledger)                                      \
    plain_pass(span, gone, PLAIN_KIND(normal, tangential, wraps, differ, ledger),                  \
               normal_##normal##_push, tangential_##tangential##_drag)
#define STAMP_PLAIN(normal, tangential)                                                            \
    static int32_t plain_##normal##_##tangential(span *span, int32_t *gone, bool wrap)             \
    {                                                                                              \
        _Static_assert(!PLAIN(normal, tangential) || normal_##normal##_history == 0,               \
                       "a common law keeps nothing");                                              \
        if (!PLAIN(normal, tangential))                                                            \
            return 0;                                                                              \
        const bool ledger = span->stepping->ledger;                                                \
        if (SCREE_FEW_STAMPS)                                                                      \
            return PLAIN_LOOP(normal, tangential, wrap, span->set->unlike, ledger);                \
        if (ledger && span->set->unlike)                                                           \
            return PLAIN_LOOP(normal, tangential, true, true, true);                               \
        if (ledger)                                                                                \
            return PLAIN_LOOP(normal, tangential, true, false, true);                              \
        if (span->set->unlike)                                                                     \
            return PLAIN_LOOP(normal, tangential, true, true, false);                              \
        if (wrap)                                                                                  \
            return PLAIN_LOOP(normal, tangential, true, false, false);                             \
        return PLAIN_LOOP(normal, tangential, false, false, false);                                \
    }
#define STAMP_PLAIN_OF(normal) LAW_LIST_TANGENTIAL_WITH(STAMP_PLAIN, normal)
LAW_LIST_NORMAL(STAMP_PLAIN_OF)

#define COUNT_TANGENTIAL(name) +1
#define ENTRY_PLAIN(normal, tangential)                                                            \
    PLAIN(normal, tangential) ? plain_##normal##_##tangential : NULL,
#define ROW_PLAIN(normal) {LAW_LIST_TANGENTIAL_WITH(ENTRY_PLAIN, normal)},
enum { TANGENTIAL_LAWS = 0 LAW_LIST_TANGENTIAL(COUNT_TANGENTIAL) };
static plain_contacts *const plain_passes[][TANGENTIAL_LAWS] = {LAW_LIST_NORMAL(ROW_PLAIN)};

// What each tangential law keeps where its last number is spared.
#define FEWER(name) tangential_##name##_history - ((tangential_##name##_traits & LAW_SPARES) != 0),
static const int fewer[] = {LAW_LIST_TANGENTIAL(FEWER)};

// NULL: it takes the passes one by one.
static plain_contacts *plain_of(const span *span)
{
    const law_set *set = span->set;
    const stepping *stepping = span->stepping;
    const int normal = set->law[LAW_NORMAL];
    const int tangential = set->law[LAW_TANGENTIAL];
    const bool looks = stepping->observe;
    const bool rolls = set->couples || set->rolls;
    const bool holds_on = set->far || set->law[LAW_COHESION] >= 0;
    if (!of_balls(span) || looks || set->fixed || rolls || holds_on || tangential < 0)
        return NULL;
    if (set->history[LAW_TANGENTIAL] != fewer[tangential])
        return NULL;
    return plain_passes[normal][tangential];
}

#if SCREE_WIDTH == 1
#define ENERGIES_NORMAL(name) normal_##name##_energies,
#define ENERGIES_COHESION(name) cohesion_##name##_energies,
#define ENERGIES_TANGENTIAL(name) tangential_##name##_energies,
#define ENERGIES_ROLLING(name) rolling_##name##_energies,
#define ENERGIES_TWISTING(name) twisting_##name##_energies,
static energy_pass *const normal_energies[] = {LAW_LIST_NORMAL(ENERGIES_NORMAL) NULL};
static energy_pass *const cohesion_energies[] = {LAW_LIST_COHESION(ENERGIES_COHESION) NULL};
static energy_pass *const tangential_energies[] = {LAW_LIST_TANGENTIAL(ENERGIES_TANGENTIAL) NULL};
static energy_pass *const rolling_energies[] = {LAW_LIST_ROLLING(ENERGIES_ROLLING) NULL};
static energy_pass *const twisting_energies[] = {LAW_LIST_TWISTING(ENERGIES_TWISTING) NULL};
static energy_pass *const *const energies[LAW_SLOTS] = {
    normal_energies, cohesion_energies, tangential_energies, rolling_energies, twisting_energies};
#endif

#endif
