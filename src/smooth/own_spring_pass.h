// own_spring_pass.h - springs of a program, across the normal and against rolling, over a batch of contacts: what all are asked
// with, one call of the function, and their forces and moments for the passes that come after (law/own_spring.h).
//
// Where an answer is none the springs stay as they are: the step has no result.
#ifndef SCREE_SMOOTH_OWN_SPRING_PASS_H
#define SCREE_SMOOTH_OWN_SPRING_PASS_H

#include "smooth/own_call.h"
#include "smooth/rolling_pass.h"

#include "law/rolling_own.h"
#include "law/tangential_own.h"

// ---- across the normal

static inline own_spring_in own_drag_input(const span *span, group group,
                                           const tangential_kind kind)
{
    const tangential_in in = tangential_input(span, group, kind, slip_time(span));
    own_spring_in seen = tangential_own_in(span->set->k[LAW_TANGENTIAL], &in);
    seen.live = get(group, C_LIVE);
    return seen;
}

// What ending_pass.h wants to know of a contact that ends, and the energy of the spring.
static inline void own_drag_note(group group, const own_spring_out *out)
{
    put(group, C_FRICTION, out->friction);
    put(group, C_SLIDING, out->sliding);
    put(group, C_ACROSS, out->stiffness);
}

static void own_drag_pass(span *span, batch *batch, bool ledger, bool to_lines)
{
    const double *k = span->set->k[LAW_TANGENTIAL];
    const int histories = own_before(own_law(k));
    const bool slides = own_slides(own_law(k));
    const tangential_given given = tangential_begin(span, histories);
    const tangential_kind kind = {
        .ledger = ledger,
        .to_lines = to_lines,
        .given = true,
        .apart = span->set->apart,
        .histories = histories,
    };
    own_batch asked;
    vd kept[OWN_SPRING_KEPT];
    own_call_begin(span, LAW_TANGENTIAL, &asked);
    own_kept_tell(span, LAW_TANGENTIAL, &asked);
    for (int i = 0; i < span->count; i += LANES) {
        const own_spring_in in = own_drag_input(span, (group){batch, i}, kind);
        histories_load(span, LAW_TANGENTIAL, histories, i, kept);
        own_spring_tell(&asked, i, &in, kept, slides);
    }
    own_call(span, LAW_TANGENTIAL, &asked);
    own_kept_hear(span, LAW_TANGENTIAL, &asked);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const own_spring_in in = own_drag_input(span, group, kind);
        histories_load(span, LAW_TANGENTIAL, histories, i, kept);
        const own_spring_out out = own_spring_hear(&asked, i, k, &in, kept);
        const tangential_out answer = tangential_own_out(out);
        if (MOSTLY(span->fault.wrong.what == OWN_RIGHT))
            histories_store(span, LAW_TANGENTIAL, histories, i, kept);
        own_drag_note(group, &out);
        tangential_answer(span, &given, group, kind, &answer);
    }
}

// Of springs as they are now, with the stiffness that was answered last.
static inline void own_drag_energy(span *span, batch *batch)
{
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[OWN_SPRING_KEPT];
        histories_load(span, LAW_TANGENTIAL, OWN_SLIDES, i, kept);
        add(group, C_ENERGY, 0.5 * spring_square(kept) / get(group, C_ACROSS));
    }
}

// ---- against rolling

static inline own_spring_in own_roll_input(const span *span, group group, bool ledger)
{
    const rolling_in in = rolling_input(span, group, ledger);
    own_spring_in seen = rolling_own_in(span->set->k[LAW_ROLLING], &in);
    seen.live = get(group, C_LIVE);
    return seen;
}

static void own_roll_pass(span *span, batch *batch, bool ledger)
{
    const double *k = span->set->k[LAW_ROLLING];
    const int histories = own_before(own_law(k));
    const bool slides = own_slides(own_law(k));
    own_batch asked;
    vd kept[OWN_SPRING_KEPT];
    own_call_begin(span, LAW_ROLLING, &asked);
    own_kept_tell(span, LAW_ROLLING, &asked);
    for (int i = 0; i < span->count; i += LANES) {
        const own_spring_in in = own_roll_input(span, (group){batch, i}, ledger);
        histories_load(span, LAW_ROLLING, histories, i, kept);
        own_spring_tell(&asked, i, &in, kept, slides);
    }
    own_call(span, LAW_ROLLING, &asked);
    own_kept_hear(span, LAW_ROLLING, &asked);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const own_spring_in in = own_roll_input(span, group, ledger);
        histories_load(span, LAW_ROLLING, histories, i, kept);
        const own_spring_out out = own_spring_hear(&asked, i, k, &in, kept);
        if (MOSTLY(span->fault.wrong.what == OWN_RIGHT))
            histories_store(span, LAW_ROLLING, histories, i, kept);
        put(group, C_ROLLS, out.stiffness);
        rolling_answer(group, rolling_own_out(out));
    }
}

static inline void own_roll_energy(span *span, batch *batch)
{
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[OWN_SPRING_KEPT];
        histories_load(span, LAW_ROLLING, OWN_SLIDES, i, kept);
        add(group, C_ENERGY, 0.5 * spring_square(kept) / get(group, C_ROLLS));
    }
}

#endif
