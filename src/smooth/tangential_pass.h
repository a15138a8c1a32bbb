// tangential_pass.h - tangential laws over a batch of contacts: friction is computed here.
//
// The function of a law (law/tangential_NAME.h) answers slip and load with the force Q across the normal; its springs are
// turned on with the normal (law_turn). Where no other pass comes after it, it writes the lines of the contacts at once.
#ifndef SCREE_SMOOTH_TANGENTIAL_PASS_H
#define SCREE_SMOOTH_TANGENTIAL_PASS_H

#include "smooth/line_pass.h"

static inline law_turn turn_of(group group)
{
    return (law_turn){get3(group, C_NX), get3(group, C_SWEEPX), get(group, C_TWIRL)};
}

// How far both surfaces have moved on together through the contact in a step: min(|s_a|, |s_b|) dt where they move the
// same way, with the velocities s of the surfaces seen from the patch, whose own is [R_b v_a + R_a v_b]/(R_a + R_b);
// on a wall that of the ball. (Seed 004 (5.1), written for any pair.)
static inline vd rolled_of(const span *span, group group)
{
    const bodies *bodies = span->bodies;
    const int32_t *a = span->bucket->a + span->from + group.i;
    const vd3 n = get3(group, C_NX);
    const vd3 velocity = get3(group, C_VX);
    const vd3 spins = get3(group, C_SX);
    vd3 spin_a = vd3_zero();
    vd share = vd_set(1.0);
    if (of_cores(span))
        return vd_set(0.0); // the patch of a corner does not roll
    if (of_balls(span)) {
        vd over_radius;
        spin_a = records3(bodies->spin[bodies->now], a, &over_radius);
        share = fourth_of(bodies->position[bodies->now], a) / get(group, C_RSUM);
    }
    const vd3 spin_b = vd3_sub(spins, spin_a);
    const vd3 tangential = across(velocity, vd3_dot(velocity, n), n);
    const vd3 seen_from_a = vd3_scale(share, tangential);
    const vd3 seen_from_b = vd3_scale(1.0 - share, tangential);
    const vd3 surface_a = vd3_sub(vd3_cross(spin_a, n), seen_from_a);
    const vd3 surface_b = vd3_sub(seen_from_b, vd3_cross(spin_b, n));
    const vm same_way = vd_gt(vd3_dot(surface_a, surface_b), vd_set(0.0));
    const vd square_a = vd3_dot(surface_a, surface_a);
    const vd square_b = vd3_dot(surface_b, surface_b);
    const vd slower = vd_sqrt(vd_min(square_a, square_b));
    return slip_time(span) * vd_keep(same_way, slower);
}

typedef tangential_out drag_function(const double *k, tangential_in in, vd *kept);

// What a tangential law is to its pass. All of this is known where a pass is stamped out.
typedef struct tangential_kind {
    bool ledger;
    bool to_lines; // no pass comes after it: it writes the lines
    bool rolls; // the law sees how far the surfaces have rolled on together, and the contact radius
    bool given; // it is of a program, and sees all of a contact
    bool apart; // the stiffness of springs changes otherwise than the grip
    int histories;
} tangential_kind;

INLINE tangential_kind tangential_kind_of(tangential_kind kind, bool ledger, bool to_lines)
{
    kind.ledger = ledger;
    kind.to_lines = to_lines;
    return kind;
}

INLINE tangential_in tangential_input(const span *span, group group, const tangential_kind kind,
                                      double dt)
{
    tangential_in in;
    in.load = get(group, C_LOAD);
    in.stiffness = get(group, C_STIFF);
    in.dashpot = get(group, C_DASH);
    in.grip = get(group, C_GRIP);
    in.fade = get(group, C_FADE);
    in.radius = kind.rolls || kind.given ? get(group, C_RADIUS) : in.grip;
    in.change = kind.ledger ? get(group, C_CHANGE) : in.fade;
    in.mean = get(group, C_MEAN);
    in.spring_fade = kind.apart ? get(group, C_SPRING_FADE) : in.fade;
    in.spring_mean = kind.apart ? get(group, C_SPRING_MEAN) : in.mean;
    in.spring_change = in.change;
    if (kind.apart)
        in.spring_change = kind.ledger ? get(group, C_SPRING_CHANGE) : in.spring_fade;
    in.turn = turn_of(group);
    in.slip = get3(group, C_UX);
    in.rate = span->layout->surface >= 0 ? get3(group, C_RX) : in.slip;
    in.rolled = kind.rolls ? rolled_of(span, group) : vd_set(0.0);
    in.dt = vd_set(dt);
    in.unbooked = !kind.ledger;
    in.overlap = kind.given ? get(group, C_OVERLAP) : vd_set(0.0);
    in.r_eff = kind.given ? get(group, C_REFF) : vd_set(0.0);
    in.m_eff = kind.given ? get(group, C_MEFF) : vd_set(0.0);
    return in;
}

// What all contacts of a tangential pass share.
typedef struct tangential_given {
    double k[LAW_COEFFICIENTS], dt;
    double *column[LAW_HISTORY_MOST];
    double *line;
    size_t other;
    bool observe;
} tangential_given;

INLINE tangential_given tangential_begin(const span *span, int histories)
{
    tangential_given given = {
        .dt = slip_time(span),
        .line = line_at(span, 0),
        .other = other_lines(span),
        .observe = span->observe,
    };
    const int first = span->layout->law[LAW_TANGENTIAL];
    for (int j = 0; j < LAW_COEFFICIENTS; j++)
        given.k[j] = span->set->k[LAW_TANGENTIAL][j];
    for (int j = 0; j < histories; j++)
        given.column[j] = history_at(span, first + j, 0);
    return given;
}

// The books of the force across the normal: as for the push (open_books), the contact's own part of the change of slip.
INLINE void tangential_books(const span *span, group group, const tangential_out *out, double dt)
{
    const vd3 before = kept_back(span, span->layout->motion + 7, group.i, out->force);
    const vd3 jump = vd3_sub(out->force, before);
    const vd arm = get(group, C_ARM);
    const vd spins = 1.0 + span->stepping->spin_factor * arm * arm;
    const vd ease = (0.5 * dt) * spins / get(group, C_MEFF);
    const vd3 slip = vd3_add(get3(group, C_WX), vd3_scale(ease, jump));
    const vd lost = -vd3_dot(out->damper, slip);
    put(group, C_RUBBED, out->slides * lost);
    add(group, C_LOSS, lost - out->slides * lost);
    add(group, C_WORK, vd3_dot(out->force, slip));
    // A law sees the slip since the touch, but in the first step its force acts on the bodies over the whole step:
    // a contact that slides from the first takes that much more out of the motion.
    const vd share = get(group, C_SHARE);
    vd slid = out->friction;
    if (RARELY(vm_bits(vd_gt(vd_set(1.0), share)) != 0))
        slid = slid / share;
    put(group, C_SLID, slid);
}

// What the passes after it get, or the lines of the contacts.
INLINE void tangential_answer(const span *span, const tangential_given *given, group group,
                              const tangential_kind kind, const tangential_out *out)
{
    if (kind.ledger)
        tangential_books(span, group, out, given->dt);
    double *line = given->line + 8 * (size_t)group.i;
    if (kind.to_lines)
        write_lines(group, line, given->other, get3(group, C_NX), out->force);
    else
        put3(group, C_QX, out->force);
}

INLINE void tangential_lane(const span *span, const tangential_given *given, group group,
                            const tangential_kind kind, drag_function *drag)
{
    vd kept[LAW_HISTORY_MOST + 1];
    for (int j = 0; j < kind.histories; j++)
        kept[j] = vd_load(given->column[j] + group.i);
    kept[kind.histories] = vd_set(0.0); // LAW_SPARES: what the contacts of the pair do not keep
    const tangential_in in = tangential_input(span, group, kind, given->dt);
    const tangential_out out = drag(given->k, in, kept);
    for (int j = 0; j < kind.histories && !given->observe; j++)
        vd_store(given->column[j] + group.i, kept[j]);
    tangential_answer(span, given, group, kind, &out);
}

INLINE void tangential_pass(span *span, batch *batch, tangential_kind kind, drag_function *drag)
{
    const tangential_given given = tangential_begin(span, kind.histories);
    caller ahead = *span->ahead;
    kind.apart = span->set->apart;
    for (int i = 0; i < span->count; i += LANES) {
        call_some(&ahead);
        tangential_lane(span, &given, (group){batch, i}, kind, drag);
    }
    *span->ahead = ahead;
}

typedef vd tangential_energy_function(const double *k, tangential_in in, const vd *kept);

INLINE void tangential_energy(span *span, batch *batch, const bool rolls, const int histories,
                              tangential_energy_function *energy)
{
    const tangential_kind kind = {.rolls = rolls, .apart = span->set->apart};
    const double *k = span->set->k[LAW_TANGENTIAL];
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_TANGENTIAL, histories, i, kept);
        const tangential_in in = tangential_input(span, group, kind, slip_time(span));
        add(group, C_ENERGY, energy(k, in, kept));
    }
}

// No tangential law.
static inline void frictionless_pass(span *span, batch *batch, bool ledger, bool to_lines)
{
    const vd3 none = vd3_zero();
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        if (ledger) {
            put(group, C_SLID, vd_set(0.0));
            put(group, C_RUBBED, vd_set(0.0));
        }
        if (to_lines)
            write_lines(group, line_at(span, i), other_lines(span), get3(group, C_NX), none);
        else
            put3(group, C_QX, none);
    }
}

#endif
