// law_stamps.h - the passes of the laws, stamped out for every law that the build has found: normal_NAME_pass,
// cohesion_NAME_pass and so on. A pass is a function of its own only for what is worth a loop without the rest.
//
// With SCREE_FEW_STAMPS one loop asks what it is to do where else each answer has a loop: the same operations in the same
// order, in half of the code and of the time to compile it, for kernels that nobody waits for (CMakeLists.txt).
//
// Included by what calls them: kernel.c, and where they are compiled for another machine (tests/device/laws.c).
#ifndef SCREE_SMOOTH_LAW_STAMPS_H
#define SCREE_SMOOTH_LAW_STAMPS_H

#include "smooth/cohesion_pass.h"
#include "smooth/own_pass.h"
#include "smooth/own_pull_pass.h"
#include "smooth/own_spring_pass.h"
#include "smooth/rolling_pass.h"

#ifndef SCREE_FEW_STAMPS
#define SCREE_FEW_STAMPS 0
#endif

typedef void pass(span *span, batch *batch, bool ledger, bool to_lines);

#define STAMP_NORMAL(name)                                                                         \
    static void normal_##name##_pass(span *span, batch *batch, bool ledger, bool to_lines)         \
    {                                                                                              \
        const normal_kind kind = {                                                                 \
            .alone = (normal_##name##_traits & LAW_FAR) != 0,                                      \
            .apart = (normal_##name##_traits & LAW_APART) != 0,                                    \
            .histories = normal_##name##_history,                                                  \
        };                                                                                         \
        (void)to_lines;                                                                            \
        if (normal_##name##_traits & LAW_GIVEN)                                                    \
            own_pass(span, batch, ledger);                                                         \
        else if (of_cores(span))                                                                   \
            core_pass(span, batch, kind, normal_##name##_push);                                    \
        else if (SCREE_FEW_STAMPS)                                                                 \
            normal_pass(span, batch, normal_kind_of(kind, ledger, span->set->far),                 \
                        normal_##name##_push);                                                     \
        else if (span->set->far)                                                                   \
            normal_pass(span, batch, normal_kind_of(kind, ledger, true), normal_##name##_push);    \
        else if (ledger)                                                                           \
            normal_pass(span, batch, normal_kind_of(kind, true, false), normal_##name##_push);     \
        else                                                                                       \
            normal_pass(span, batch, normal_kind_of(kind, false, false), normal_##name##_push);    \
    }
LAW_LIST_NORMAL(STAMP_NORMAL)

#define STAMP_COHESION(name)                                                                       \
    static void cohesion_##name##_pass(span *span, batch *batch, bool ledger, bool to_lines)       \
    {                                                                                              \
        enum { n = cohesion_##name##_history };                                                    \
        (void)to_lines;                                                                            \
        if (cohesion_##name##_traits & LAW_GIVEN)                                                  \
            own_pull_pass(span, batch, ledger);                                                    \
        else                                                                                       \
            cohesion_pass(span, batch, ledger, n, cohesion_##name##_pull);                         \
    }
LAW_LIST_COHESION(STAMP_COHESION)

#define STAMP_TANGENTIAL(name)                                                                     \
    static void tangential_##name##_pass(span *span, batch *batch, bool ledger, bool to_lines)     \
    {                                                                                              \
        enum { n = tangential_##name##_history };                                                  \
        enum { spares = (tangential_##name##_traits & LAW_SPARES) != 0 };                          \
        tangential_kind kind = {                                                                   \
            .ledger = ledger,                                                                      \
            .to_lines = to_lines,                                                                  \
            .rolls = (tangential_##name##_traits & LAW_ROLLS) != 0,                                \
            .histories = n,                                                                        \
        };                                                                                         \
        if (tangential_##name##_traits & LAW_GIVEN) {                                              \
            own_drag_pass(span, batch, ledger, to_lines);                                          \
            return;                                                                                \
        }                                                                                          \
        if (spares && span->set->history[LAW_TANGENTIAL] == n) {                                   \
            tangential_pass(span, batch, kind, tangential_##name##_drag);                          \
            return;                                                                                \
        }                                                                                          \
        kind.histories = n - spares;                                                               \
        if (SCREE_FEW_STAMPS)                                                                      \
            tangential_pass(span, batch, kind, tangential_##name##_drag);                          \
        else if (ledger)                                                                           \
            tangential_pass(span, batch, tangential_kind_of(kind, true, to_lines),                 \
                            tangential_##name##_drag);                                             \
        else if (to_lines)                                                                         \
            tangential_pass(span, batch, tangential_kind_of(kind, false, true),                    \
                            tangential_##name##_drag);                                             \
        else                                                                                       \
            tangential_pass(span, batch, tangential_kind_of(kind, false, false),                   \
                            tangential_##name##_drag);                                             \
    }
LAW_LIST_TANGENTIAL(STAMP_TANGENTIAL)

#define STAMP_ROLLING(name)                                                                        \
    static void rolling_##name##_pass(span *span, batch *batch, bool ledger, bool to_lines)        \
    {                                                                                              \
        enum { n = rolling_##name##_history };                                                     \
        (void)to_lines;                                                                            \
        if (rolling_##name##_traits & LAW_GIVEN)                                                   \
            own_roll_pass(span, batch, ledger);                                                    \
        else                                                                                       \
            rolling_pass(span, batch, ledger, n, rolling_##name##_resist);                         \
    }
LAW_LIST_ROLLING(STAMP_ROLLING)

#define STAMP_TWISTING(name)                                                                       \
    static void twisting_##name##_pass(span *span, batch *batch, bool ledger, bool to_lines)       \
    {                                                                                              \
        enum { n = twisting_##name##_history };                                                    \
        (void)to_lines;                                                                            \
        twisting_pass(span, batch, ledger, n, twisting_##name##_resist);                           \
    }
LAW_LIST_TWISTING(STAMP_TWISTING)

// The elastic energies of the same contacts, for those who look.
#if SCREE_WIDTH == 1
typedef void energy_pass(span *span, batch *batch);
#define STAMP_NORMAL_ENERGY(name)                                                                  \
    static void normal_##name##_energies(span *span, batch *batch)                                 \
    {                                                                                              \
        enum { alone = (normal_##name##_traits & LAW_FAR) != 0 };                                  \
        enum { given = (normal_##name##_traits & LAW_GIVEN) != 0 };                                \
        enum { n = given ? (int)OWN_PUSH_KEPT : (int)normal_##name##_history };                    \
        normal_energy(span, batch, alone, n, normal_##name##_energy);                              \
    }
#define STAMP_COHESION_ENERGY(name)                                                                \
    static void cohesion_##name##_energies(span *span, batch *batch)                               \
    {                                                                                              \
        enum { given = (cohesion_##name##_traits & LAW_GIVEN) != 0 };                              \
        enum { n = given ? (int)OWN_PULL_KEPT : (int)cohesion_##name##_history };                  \
        cohesion_energy(span, batch, n, cohesion_##name##_energy);                                 \
    }
#define STAMP_TANGENTIAL_ENERGY(name)                                                              \
    static void tangential_##name##_energies(span *span, batch *batch)                             \
    {                                                                                              \
        enum { rolls = (tangential_##name##_traits & LAW_ROLLS) != 0 };                            \
        if (tangential_##name##_traits & LAW_GIVEN)                                                \
            own_drag_energy(span, batch);                                                          \
        else                                                                                       \
            tangential_energy(span, batch, rolls, span->set->history[LAW_TANGENTIAL],              \
                              tangential_##name##_energy);                                         \
    }
#define STAMP_ROLLING_ENERGY(name)                                                                 \
    static void rolling_##name##_energies(span *span, batch *batch)                                \
    {                                                                                              \
        enum { n = rolling_##name##_history };                                                     \
        if (rolling_##name##_traits & LAW_GIVEN)                                                   \
            own_roll_energy(span, batch);                                                          \
        else                                                                                       \
            rolling_energy(span, batch, LAW_ROLLING, n, rolling_##name##_energy);                  \
    }
#define STAMP_TWISTING_ENERGY(name)                                                                \
    static void twisting_##name##_energies(span *span, batch *batch)                               \
    {                                                                                              \
        enum { n = twisting_##name##_history };                                                    \
        rolling_energy(span, batch, LAW_TWISTING, n, twisting_##name##_energy);                    \
    }
LAW_LIST_NORMAL(STAMP_NORMAL_ENERGY)
LAW_LIST_COHESION(STAMP_COHESION_ENERGY)
LAW_LIST_TANGENTIAL(STAMP_TANGENTIAL_ENERGY)
LAW_LIST_ROLLING(STAMP_ROLLING_ENERGY)
LAW_LIST_TWISTING(STAMP_TWISTING_ENERGY)
#endif

#endif
