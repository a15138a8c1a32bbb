// rolling_pass.h - laws against rolling and twisting over a batch of contacts.
#ifndef SCREE_SMOOTH_ROLLING_PASS_H
#define SCREE_SMOOTH_ROLLING_PASS_H

#include "smooth/tangential_pass.h"

// Relative spin of b and a for the laws that resist it; no moment yet.
static inline void spin_pass(const span *span, batch *batch)
{
    const bodies *bodies = span->bodies;
    const rec4 *spins = bodies->spin[bodies->now];
    const bool walls = bucket_walls(span->bucket->kind);
    const int turns = bucket_cores(span->bucket->kind) ? GRAIN_SPIN : WALL_SPIN;
    for (int i = 0; i < span->count; i += LANES) {
        int32_t contact = span->from + i;
        vd ia = vd_set(1.0);
        vd ib;
        vd3 wa;
        vd3 wb;
        rec4_gather(spins, span->bucket->b + contact, &wb.x, &wb.y, &wb.z, &ib);
        wb = vd3_scale(ib, wb);
        if (walls) {
            wa = columns_of(span, turns, contact);
        } else {
            rec4_gather(spins, span->bucket->a + contact, &wa.x, &wa.y, &wa.z, &ia);
            wa = vd3_scale(ia, wa);
        }
        vd3 spin = vd3_sub(wb, wa);
        put3(batch, C_OX, i, spin);
        put(batch, C_IA, i, ia);
        put(batch, C_IB, i, ib);
        if (span->layout->spin >= 0)
            spin = brought_forward(span, span->layout->spin, i, spin);
        put3(batch, C_PX, i, spin);
        put3(batch, C_TX, i, vd3_zero());
        put3(batch, C_EX, i, vd3_zero());
        put(batch, C_LOST, i, vd_set(0.0));
    }
}

static inline rolling_in rolling_input(const span *span, const batch *batch, int i,
                                       const bool ledger)
{
    vd3 n = get3(batch, C_NX, i);
    vd3 w = get3(batch, C_PX, i);
    vd3 moved = get3(batch, C_OX, i);
    rolling_in in;
    in.load = get(batch, C_LOAD, i);
    in.stiffness = get(batch, C_STIFF, i);
    in.dashpot = get(batch, C_DASH, i);
    in.radius = get(batch, C_RADIUS, i);
    in.grip = get(batch, C_GRIP, i);
    const bool apart = span->set->apart;
    in.fade = get(batch, apart ? C_SPRING_FADE : C_FADE, i);
    in.change = ledger ? get(batch, apart ? C_SPRING_CHANGE : C_CHANGE, i) : in.fade;
    in.r_eff = get(batch, C_REFF, i);
    in.m_eff = get(batch, C_MEFF, i);
    in.mean = get(batch, apart ? C_SPRING_MEAN : C_MEAN, i);
    in.turn = turn_of(batch, i);
    in.twisting = vd3_dot(w, n);
    in.rolling = vd3_sub(w, vd3_scale(in.twisting, n));
    // how far it went is the spin in the middle of the step, turned on with the normal by half of its turn
    vd share = get(batch, C_SHARE, i);
    vd about = vd3_dot(moved, n);
    vd3 over = vd3_sub(moved, vd3_scale(about, n));
    in.rolled = vd3_scale(share, vd3_add(over, vd3_scale(about, in.turn.sweep)));
    in.twisted = share * (about - vd3_dot(moved, in.turn.sweep));
    in.dt = vd_set(span->stepping->context.dt);
    in.whole = vd_set(span->stepping->before);
    return in;
}

typedef rolling_out roll_function(const double *k, rolling_in in, vd *kept);
static inline __attribute__((always_inline)) void rolling_pass(span *span, batch *batch,
                                                               const bool ledger,
                                                               const int histories,
                                                               roll_function *resist)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_ROLLING, histories, i, kept);
        const rolling_in in = rolling_input(span, batch, i, ledger);
        const rolling_out out = resist(span->set->k[LAW_ROLLING], in, kept);
        histories_store(span, LAW_ROLLING, histories, i, kept);
        put3(batch, C_TX, i, out.torque);
        put3(batch, C_EX, i, out.damper);
        put(batch, C_LOST, i, out.lost);
    }
}

typedef twisting_out twist_function(const double *k, rolling_in in, vd *kept);
static inline __attribute__((always_inline)) void twisting_pass(span *span, batch *batch,
                                                                const bool ledger,
                                                                const int histories,
                                                                twist_function *resist)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        vd3 n = get3(batch, C_NX, i);
        histories_load(span, LAW_TWISTING, histories, i, kept);
        const rolling_in in = rolling_input(span, batch, i, ledger);
        const twisting_out out = resist(span->set->k[LAW_TWISTING], in, kept);
        histories_store(span, LAW_TWISTING, histories, i, kept);
        add3(batch, C_TX, i, vd3_scale(out.torque, n));
        add3(batch, C_EX, i, vd3_scale(out.damper, n));
        add(batch, C_LOST, i, out.lost);
    }
}

typedef vd rolling_energy_function(const double *k, rolling_in in, const vd *kept);
static inline __attribute__((always_inline)) void rolling_energy(span *span, batch *batch, int slot,
                                                                 const int histories,
                                                                 rolling_energy_function *energy)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, slot, histories, i, kept);
        const rolling_in in = rolling_input(span, batch, i, false);
        add(batch, C_ENERGY, i, energy(span->set->k[slot], in, kept));
    }
}

#endif
