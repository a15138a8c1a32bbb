// law_stamps.h - the passes of law_passes.h, stamped out for every law that the build has found: normal_NAME_pass,
// cohesion_NAME_pass and so on. A pass is a function of its own only for what is worth a loop without the rest.
//
// Included by what calls them: kernel.c, and where they are compiled for another machine (tests/device/laws.c).
#ifndef SCREE_SMOOTH_LAW_STAMPS_H
#define SCREE_SMOOTH_LAW_STAMPS_H

#include "smooth/law_passes.h"

typedef void pass(span *p, batch *q, bool ledger, bool last);

#define STAMP_NORMAL(name)                                                                         \
    static void normal_##name##_pass(span *p, batch *q, bool ledger, bool last)                    \
    {                                                                                              \
        enum { n = normal_##name##_history, alone = (normal_##name##_traits & LAW_FAR) != 0 };     \
        enum { apart = (normal_##name##_traits & LAW_APART) != 0 };                                \
        (void)last;                                                                                \
        if (bucket_cores(p->k->kind))                                                              \
            core_pass(p, q, alone, apart, n, normal_##name##_push);                                \
        else if (p->set->far)                                                                      \
            normal_pass(p, q, ledger, true, alone, apart, n, normal_##name##_push);                \
        else if (ledger)                                                                           \
            normal_pass(p, q, true, false, false, apart, n, normal_##name##_push);                 \
        else                                                                                       \
            normal_pass(p, q, false, false, false, apart, n, normal_##name##_push);                \
    }
LAW_LIST_NORMAL(STAMP_NORMAL)

#define STAMP_COHESION(name)                                                                       \
    static void cohesion_##name##_pass(span *p, batch *q, bool ledger, bool last)                  \
    {                                                                                              \
        enum { n = cohesion_##name##_history };                                                    \
        (void)last;                                                                                \
        cohesion_pass(p, q, ledger, n, cohesion_##name##_pull);                                    \
    }
LAW_LIST_COHESION(STAMP_COHESION)

#define STAMP_TANGENTIAL(name)                                                                     \
    static void tangential_##name##_pass(span *p, batch *q, bool ledger, bool last)                \
    {                                                                                              \
        enum {                                                                                     \
            n = tangential_##name##_history,                                                       \
            rolls = (tangential_##name##_traits & LAW_ROLLS) != 0                                  \
        };                                                                                         \
        enum { spares = (tangential_##name##_traits & LAW_SPARES) != 0, fewer = n - spares };      \
        if (spares && p->set->history[LAW_TANGENTIAL] == n)                                        \
            tangential_pass(p, q, ledger, last, rolls, n, tangential_##name##_drag);               \
        else if (ledger)                                                                           \
            tangential_pass(p, q, true, last, rolls, fewer, tangential_##name##_drag);             \
        else if (last)                                                                             \
            tangential_pass(p, q, false, true, rolls, fewer, tangential_##name##_drag);            \
        else                                                                                       \
            tangential_pass(p, q, false, false, rolls, fewer, tangential_##name##_drag);           \
    }
LAW_LIST_TANGENTIAL(STAMP_TANGENTIAL)

#define STAMP_ROLLING(name)                                                                        \
    static void rolling_##name##_pass(span *p, batch *q, bool ledger, bool last)                   \
    {                                                                                              \
        enum { n = rolling_##name##_history };                                                     \
        (void)last;                                                                                \
        rolling_pass(p, q, ledger, n, rolling_##name##_resist);                                    \
    }
LAW_LIST_ROLLING(STAMP_ROLLING)

#define STAMP_TWISTING(name)                                                                       \
    static void twisting_##name##_pass(span *p, batch *q, bool ledger, bool last)                  \
    {                                                                                              \
        enum { n = twisting_##name##_history };                                                    \
        (void)last;                                                                                \
        twisting_pass(p, q, ledger, n, twisting_##name##_resist);                                  \
    }
LAW_LIST_TWISTING(STAMP_TWISTING)

// The elastic energies of the same contacts, for those who look.
#if SCREE_WIDTH == 1
typedef void energy_pass(span *p, batch *q);
#define STAMP_NORMAL_ENERGY(name)                                                                  \
    static void normal_##name##_energies(span *p, batch *q)                                        \
    {                                                                                              \
        enum { n = normal_##name##_history, alone = (normal_##name##_traits & LAW_FAR) != 0 };     \
        normal_energy(p, q, alone, n, normal_##name##_energy);                                     \
    }
#define STAMP_COHESION_ENERGY(name)                                                                \
    static void cohesion_##name##_energies(span *p, batch *q)                                      \
    {                                                                                              \
        enum { n = cohesion_##name##_history };                                                    \
        cohesion_energy(p, q, n, cohesion_##name##_energy);                                        \
    }
#define STAMP_TANGENTIAL_ENERGY(name)                                                              \
    static void tangential_##name##_energies(span *p, batch *q)                                    \
    {                                                                                              \
        enum { rolls = (tangential_##name##_traits & LAW_ROLLS) != 0 };                            \
        tangential_energy(p, q, rolls, p->set->history[LAW_TANGENTIAL],                            \
                          tangential_##name##_energy);                                             \
    }
#define STAMP_ROLLING_ENERGY(name)                                                                 \
    static void rolling_##name##_energies(span *p, batch *q)                                       \
    {                                                                                              \
        enum { n = rolling_##name##_history };                                                     \
        rolling_energy(p, q, LAW_ROLLING, n, rolling_##name##_energy);                             \
    }
#define STAMP_TWISTING_ENERGY(name)                                                                \
    static void twisting_##name##_energies(span *p, batch *q)                                      \
    {                                                                                              \
        enum { n = twisting_##name##_history };                                                    \
        rolling_energy(p, q, LAW_TWISTING, n, twisting_##name##_energy);                           \
    }
LAW_LIST_NORMAL(STAMP_NORMAL_ENERGY)
LAW_LIST_COHESION(STAMP_COHESION_ENERGY)
LAW_LIST_TANGENTIAL(STAMP_TANGENTIAL_ENERGY)
LAW_LIST_ROLLING(STAMP_ROLLING_ENERGY)
LAW_LIST_TWISTING(STAMP_TWISTING_ENERGY)
#endif

#endif
