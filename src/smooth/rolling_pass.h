// rolling_pass.h - laws against rolling and twisting over a batch of contacts.
//
// They answer the relative spin of the bodies, its part across the normal (rolling) and along it (twisting), with a
// moment on b and its opposite on a; line_pass.h puts it into the lines.
#ifndef SCREE_SMOOTH_ROLLING_PASS_H
#define SCREE_SMOOTH_ROLLING_PASS_H

#include "smooth/tangential_pass.h"

// Relative spin of b and a for the laws that resist it; no moment yet.
static inline void spin_pass(const span *span, batch *batch)
{
    const bodies *bodies = span->bodies;
    const rec4 *spins = bodies->spin[bodies->now];
    const bool walls = at_walls(span);
    const int of_wall = of_cores(span) ? GRAIN_SPIN : WALL_SPIN;
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const int32_t contact = span->from + i;
        vd over_a = vd_set(1.0);
        vd over_b;
        const vd3 spin_b = spins_of(spins, span->bucket->b + contact, &over_b);
        vd3 spin_a;
        if (walls)
            spin_a = geometry3_of(span, of_wall, i);
        else
            spin_a = spins_of(spins, span->bucket->a + contact, &over_a);
        vd3 spin = vd3_sub(spin_b, spin_a);
        put3(group, C_OX, spin);
        put(group, C_IA, over_a);
        put(group, C_IB, over_b);
        if (span->layout->spin >= 0)
            spin = brought_forward(span, span->layout->spin, i, spin);
        put3(group, C_PX, spin);
        put3(group, C_TX, vd3_zero());
        put3(group, C_EX, vd3_zero());
        put(group, C_LOST, vd_set(0.0));
    }
}

// Both spins in it are relative: that of now, and that in the middle of the step, turned on with the normal by half of
// its turn, which tells how far the bodies have rolled and twisted.
static inline rolling_in rolling_input(const span *span, group group, const bool ledger)
{
    const bool apart = span->set->apart;
    const vd3 n = get3(group, C_NX);
    const vd3 spin = get3(group, C_PX);
    const vd3 moved = get3(group, C_OX);
    const vd share = get(group, C_SHARE);
    rolling_in in;
    in.load = get(group, C_LOAD);
    in.stiffness = get(group, C_STIFF);
    in.dashpot = get(group, C_DASH);
    in.radius = get(group, C_RADIUS);
    in.grip = get(group, C_GRIP);
    in.fade = get(group, apart ? C_SPRING_FADE : C_FADE);
    in.change = in.fade;
    if (ledger)
        in.change = get(group, apart ? C_SPRING_CHANGE : C_CHANGE);
    in.r_eff = get(group, C_REFF);
    in.m_eff = get(group, C_MEFF);
    in.overlap = get(group, C_OVERLAP);
    in.mean = get(group, apart ? C_SPRING_MEAN : C_MEAN);
    in.turn = turn_of(group);
    in.twisting = vd3_dot(spin, n);
    in.rolling = across(spin, in.twisting, n);
    const vd about = vd3_dot(moved, n);
    const vd3 turned = vd3_scale(about, in.turn.sweep);
    const vd tilted = vd3_dot(moved, in.turn.sweep);
    in.rolled = vd3_scale(share, vd3_add(across(moved, about, n), turned));
    in.twisted = share * (about - tilted);
    in.dt = vd_set(slip_time(span));
    in.whole = vd_set(span->stepping->before);
    return in;
}

typedef rolling_out roll_function(const double *k, rolling_in in, vd *kept);

// For the passes that come after.
INLINE void rolling_answer(group group, rolling_out out)
{
    put3(group, C_TX, out.torque);
    put3(group, C_EX, out.damper);
    put(group, C_LOST, out.lost);
}

INLINE void rolling_pass(span *span, batch *batch, const bool ledger, const int histories,
                         roll_function *resist)
{
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_ROLLING, histories, i, kept);
        const rolling_in in = rolling_input(span, group, ledger);
        const rolling_out out = resist(span->set->k[LAW_ROLLING], in, kept);
        histories_store(span, LAW_ROLLING, histories, i, kept);
        rolling_answer(group, out);
    }
}

typedef twisting_out twist_function(const double *k, rolling_in in, vd *kept);

INLINE void twisting_pass(span *span, batch *batch, const bool ledger, const int histories,
                          twist_function *resist)
{
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        const vd3 n = get3(group, C_NX);
        histories_load(span, LAW_TWISTING, histories, i, kept);
        const rolling_in in = rolling_input(span, group, ledger);
        const twisting_out out = resist(span->set->k[LAW_TWISTING], in, kept);
        histories_store(span, LAW_TWISTING, histories, i, kept);
        add3(group, C_TX, vd3_scale(out.torque, n));
        add3(group, C_EX, vd3_scale(out.damper, n));
        add(group, C_LOST, out.lost);
    }
}

typedef vd rolling_energy_function(const double *k, rolling_in in, const vd *kept);

INLINE void rolling_energy(span *span, batch *batch, int slot, const int histories,
                           rolling_energy_function *energy)
{
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, slot, histories, i, kept);
        const rolling_in in = rolling_input(span, group, false);
        add(group, C_ENERGY, energy(span->set->k[slot], in, kept));
    }
}

#endif
