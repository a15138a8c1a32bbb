// tangential_pass.h - tangential laws over a batch of contacts: friction.
#ifndef SCREE_SMOOTH_TANGENTIAL_PASS_H
#define SCREE_SMOOTH_TANGENTIAL_PASS_H

#include "smooth/line_pass.h"

static inline law_turn turn_of(const batch *batch, int i)
{
    law_turn turn = {get3(batch, C_NX, i), get3(batch, C_SWEEPX, i), get(batch, C_TWIRL, i)};
    return turn;
}

// How far both surfaces have moved on together through the contact in a step: min(|s_a|, |s_b|) dt where they move the
// same way, with the velocities s of the surfaces seen from the patch, whose own is [R_b v_a + R_a v_b]/(R_a + R_b);
// on a wall that of the ball. (Seed 004 (5.1), written for any pair.)
static inline vd rolled_of(const span *span, const batch *batch, int i)
{
    const bodies *bodies = span->bodies;
    vd3 n = get3(batch, C_NX, i);
    vd3 v = get3(batch, C_VX, i);
    vd3 both = get3(batch, C_SX, i);
    vd3 spin_a = vd3_zero();
    vd share = vd_set(1.0);
    vd unused[3];
    if (bucket_cores(span->bucket->kind))
        return vd_set(0.0); // the patch of a corner does not roll
    if (span->bucket->kind == BUCKET_BALLS) {
        rec4_gather(bodies->spin[bodies->now], span->bucket->a + span->from + i, &spin_a.x,
                    &spin_a.y, &spin_a.z, &unused[0]);
        rec4_gather(bodies->position[bodies->now], span->bucket->a + span->from + i, &unused[0],
                    &unused[1], &unused[2], &share);
        share = share / get(batch, C_RSUM, i);
    }
    vd3 vt = vd3_sub(v, vd3_scale(vd3_dot(v, n), n));
    vd3 a = vd3_sub(vd3_cross(spin_a, n), vd3_scale(share, vt));
    vd3 b = vd3_sub(vd3_scale(1.0 - share, vt), vd3_cross(vd3_sub(both, spin_a), n));
    vd along = vd3_dot(a, b);
    vd shorter = vd_min(vd3_dot(a, a), vd3_dot(b, b));
    return span->stepping->context.dt * vd_keep(vd_gt(along, vd_set(0.0)), vd_sqrt(shorter));
}

static inline __attribute__((always_inline)) tangential_in
tangential_input(const span *span, const batch *batch, int i, const bool ledger, const bool rolls,
                 const bool apart, double dt)
{
    tangential_in in;
    in.load = get(batch, C_LOAD, i);
    in.stiffness = get(batch, C_STIFF, i);
    in.dashpot = get(batch, C_DASH, i);
    in.grip = get(batch, C_GRIP, i);
    in.fade = get(batch, C_FADE, i);
    in.radius = rolls ? get(batch, C_RADIUS, i) : in.grip;
    in.change = ledger ? get(batch, C_CHANGE, i) : in.fade;
    in.mean = get(batch, C_MEAN, i);
    in.spring_fade = apart ? get(batch, C_SPRING_FADE, i) : in.fade;
    in.spring_mean = apart ? get(batch, C_SPRING_MEAN, i) : in.mean;
    in.spring_change = in.change;
    if (apart)
        in.spring_change = ledger ? get(batch, C_SPRING_CHANGE, i) : in.spring_fade;
    in.turn = turn_of(batch, i);
    in.slip = get3(batch, C_UX, i);
    in.rate = span->layout->surface >= 0 ? get3(batch, C_RX, i) : in.slip;
    in.rolled = rolls ? rolled_of(span, batch, i) : vd_set(0.0);
    in.dt = vd_set(dt);
    in.unbooked = !ledger;
    return in;
}

typedef tangential_out drag_function(const double *k, tangential_in in, vd *kept);

// Constants of a tangential pass.
typedef struct tangential_from {
    double k[LAW_COEFFICIENTS], dt;
    double *column[LAW_HISTORY_MOST];
    double *line;
    size_t other;
    bool observe;
} tangential_from;

static inline tangential_from tangential_begin(const span *span, int histories)
{
    tangential_from given = {
        .dt = span->stepping->context.dt,
        .line = first_line(span),
        .other = other_lines(span),
        .observe = span->observe,
    };
    for (int j = 0; j < LAW_COEFFICIENTS; j++)
        given.k[j] = span->set->k[LAW_TANGENTIAL][j];
    for (int j = 0; j < histories; j++)
        given.column[j] = span->bucket->history[span->layout->law[LAW_TANGENTIAL] + j] + span->from;
    return given;
}

static inline __attribute__((always_inline)) void
tangential_lane(const span *span, const tangential_from *given, batch *batch, int i,
                const bool ledger, const bool to_lines, const bool rolls, const bool apart,
                const int histories, drag_function *drag)
{
    vd kept[LAW_HISTORY_MOST + 1];
    for (int j = 0; j < histories; j++)
        kept[j] = vd_load(given->column[j] + i);
    kept[histories] = vd_set(0.0); // LAW_SPARES: what the contacts of the pair do not keep
    tangential_in in = tangential_input(span, batch, i, ledger, rolls, apart, given->dt);
    tangential_out out = drag(given->k, in, kept);
    if (!given->observe)
        for (int j = 0; j < histories; j++)
            vd_store(given->column[j] + i, kept[j]);
    if (ledger) {
        // as for the push: the contact's own part of the change of slip
        vd3 jump = vd3_sub(out.force, kept_back(span, span->layout->motion + 7, i, out.force));
        vd arm = get(batch, C_ARM, i);
        vd ease = (0.5 * given->dt) * (1.0 + span->stepping->spin_factor * arm * arm) /
                  get(batch, C_MEFF, i);
        vd3 now = vd3_add(get3(batch, C_WX, i), vd3_scale(ease, jump));
        put(batch, C_LOSS, i, get(batch, C_LOSS, i) - vd3_dot(out.damper, now));
        add(batch, C_WORK, i, vd3_dot(out.force, now));
        // A law sees the slip since the touch, but in the first step its force acts on the bodies over the whole step:
        // a contact that slides from the first takes that much more out of the motion.
        put(batch, C_SLID, i, out.friction / get(batch, C_SHARE, i));
    }
    if (to_lines)
        write_lines(batch, i, given->line + 8 * (size_t)i, given->other, in.turn.normal, out.force);
    else
        put3(batch, C_QX, i, out.force);
}

static inline __attribute__((always_inline)) void
tangential_pass(span *span, batch *batch, const bool ledger, const bool to_lines, const bool rolls,
                const int histories, drag_function *drag)
{
    const tangential_from given = tangential_begin(span, histories);
    caller ahead = *span->ahead;
    for (int i = 0; i < span->count; i += LANES) {
        call_some(&ahead);
        tangential_lane(span, &given, batch, i, ledger, to_lines, rolls, span->set->apart,
                        histories, drag);
    }
    *span->ahead = ahead;
}

typedef vd tangential_energy_function(const double *k, tangential_in in, const vd *kept);
static inline __attribute__((always_inline)) void
tangential_energy(span *span, batch *batch, const bool rolls, const int histories,
                  tangential_energy_function *energy)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_TANGENTIAL, histories, i, kept);
        const double dt = span->stepping->context.dt;
        const tangential_in in =
            tangential_input(span, batch, i, false, rolls, span->set->apart, dt);
        add(batch, C_ENERGY, i, energy(span->set->k[LAW_TANGENTIAL], in, kept));
    }
}

// No tangential law.
static inline void frictionless_pass(span *span, batch *batch, bool ledger, bool to_lines)
{
    for (int i = 0; i < span->count; i += LANES) {
        if (ledger)
            put(batch, C_SLID, i, vd_set(0.0));
        double *line = first_line(span) + 8 * (size_t)i;
        if (to_lines)
            write_lines(batch, i, line, other_lines(span), get3(batch, C_NX, i), vd3_zero());
        else
            put3(batch, C_QX, i, vd3_zero());
    }
}

#endif
