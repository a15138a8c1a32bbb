// normal_pass.h - the normal laws over a batch of contacts, of balls and of grains with a core. Each pass takes the
// function of a law and is stamped out per law by law_stamps.h.
#ifndef SCREE_SMOOTH_NORMAL_PASS_H
#define SCREE_SMOOTH_NORMAL_PASS_H

#include "smooth/books.h"
#include "smooth/kinematics.h"

typedef normal_out push_function(const double *k, normal_in in, vd *kept);

static inline __attribute__((always_inline)) void note_ending(span *span, int32_t first,
                                                              unsigned bits)
{
    if (__builtin_expect(bits != 0, 0))
        if (span->ending)
            span->ending[span->endings++] = ending_group(first, bits);
}

// By how much the push is more than what it falls by in three steps, or nearly: k u dt each, with the speed u of parting,
// where it is elastic. Damped, it is less than the elastic push and is gone before the overlap.
static inline __attribute__((always_inline)) vd push_after(const normal_from *given, vd push,
                                                           vd stiffness, vd closing)
{
    return push + (given->soon * stiffness) * closing;
}

// Contacts whose push ends within three steps are rare, too: their bits.
static inline __attribute__((always_inline)) unsigned soon_apart(const normal_from *given, vd push,
                                                                 vd stiffness, vd closing)
{
    const vd zero = vd_set(0.0);
    const unsigned bits = vm_bits(vd_gt(zero, push_after(given, push, stiffness, closing)));
    if (__builtin_expect(bits == 0, 1))
        return 0;
    return bits & vm_bits(vd_gt(push, zero));
}

// What the law answers; histories go on. `approach` is the speed of closing over the step that led here. `touch`: where
// it is false the histories are cleared; NULL: nowhere.
static inline __attribute__((always_inline)) normal_out
ask_law(const normal_from *given, int i, vd approach, normal_in *in, const vm *touch,
        const int histories, push_function *push)
{
    in->approach = approach;
    in->dt = vd_set(given->dt);
    vd state[LAW_HISTORY_MOST];
    for (int j = 0; j < histories; j++)
        state[j] = vd_load(given->column[j] + i);
    normal_out out = push(given->k, *in, state);
    for (int j = 0; j < histories && touch; j++)
        state[j] = vd_keep(*touch, state[j]);
    if (!given->observe)
        for (int j = 0; j < histories; j++)
            vd_store(given->column[j] + i, state[j]);
    return out;
}

// What the normal law makes of that.
static inline __attribute__((always_inline)) normal_out
normal_respond(const normal_from *given, int i, normal_met *met, const bool far, const bool alone,
               const int histories, push_function *push)
{
    met->in.step = -given->dt * met->parting;
    // Two bodies that move across turn their normal: as they met they closed faster than they do along that of now.
    vd more = vd_keep(vd_gt(vd_set(1.0), met->share), met->share * met->turned);
    normal_out out = ask_law(given, i, more - met->parting, &met->in,
                             far && !alone ? &met->touch : NULL, histories, push);
    if (far && !alone) {
        out.elastic = vd_keep(met->touch, out.elastic);
        out.damping = vd_keep(met->touch, out.damping);
        out.load = vd_keep(met->touch, out.load);
        out.radius = vd_keep(met->touch, out.radius);
        out.live = met->overlap;
    }
    if (far)
        out.load = vd_keep(vd_gt(out.live, vd_set(0.0)),
                           out.load); // one that tears lets go of its springs
    return out;
}

static inline __attribute__((always_inline)) void
normal_lane(span *span, const normal_from *given, batch *batch, int i, const bool ledger,
            const bool far, const bool alone, const bool apart, const int histories,
            push_function *push, vd *deepest)
{
    normal_met met = normal_meet(span, given, batch, i, ledger, far, alone, deepest);
    normal_out out = normal_respond(given, i, &met, far, alone, histories, push);
    if (!far)
        note_ending(span, span->from + i,
                    soon_apart(given, out.load, out.stiffness, met.in.closing));
    put3(batch, C_NX, i, met.n);
    put3(batch, C_UX, i, met.slip);
    put3(batch, C_SWEEPX, i, met.sweep);
    put(batch, C_TWIRL, i, met.twirl);
    put(batch, C_MEAN, i, out.mean);
    put(batch, C_OVERLAP, i, met.overlap);
    put(batch, C_LIVE, i, out.live);
    put(batch, C_PUSH, i, out.elastic + out.damping);
    put(batch, C_LOAD, i, out.load);
    put(batch, C_STIFF, i, out.stiffness);
    put(batch, C_DASH, i, out.dashpot);
    put(batch, C_GRIP, i, out.grip);
    put(batch, C_FADE, i, out.fade);
    put(batch, C_ARM, i, met.arm);
    if (given->unlike)
        put(batch, C_TILT, i, met.tilt);
    if (apart) {
        put(batch, C_SPRING_FADE, i, out.spring_fade);
        put(batch, C_SPRING_MEAN, i, out.spring_mean);
    }
    if (apart && ledger)
        put(batch, C_SPRING_CHANGE, i, out.spring_change);
    if (far && !alone)
        put(batch, C_STEP, i, met.in.step);
    if (given->details) {
        put(batch, C_SHARE, i, met.share);
        put(batch, C_RADIUS, i, out.radius);
        put(batch, C_REFF, i, met.in.r_eff);
        put(batch, C_MEFF, i, met.in.m_eff);
    }
    if (ledger) {
        put(batch, C_CHANGE, i, out.change);
        put(batch, C_PLASTIC, i, out.plastic);
        put(batch, C_DAMPING, i, out.damping);
        if (given->books)
            open_books(span, batch, i);
    }
}

// The normal law of a contact of grains with a core, whose kinematics gather_cores has left. The law sees one contact
// of full stiffness; its forces and stiffnesses count with the weight. Where a cohesion law comes, it sees them full as
// well and puts the weight in. The arms stand in the geometry: C_ARM is 0, so that the books take the velocity at the
// contact as it is. `alone` as in normal_lane.
static inline __attribute__((always_inline)) void core_lane(span *span, const normal_from *given,
                                                            batch *batch, int i, const bool alone,
                                                            const bool apart, const int histories,
                                                            push_function *push, vd *deepest)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    vd3 n = get3(batch, C_NX, i);
    vd3 v = get3(batch, C_VX, i);
    vd3 spin = get3(batch, C_SX, i);
    vd overlap = get(batch, C_OVERLAP, i);
    vd ir = get(batch, C_RINV, i);
    vd un = vd3_dot(n, v);
    vd weight = get(batch, C_WEIGHT, i);
    vd solid = overlap;
    vm touch = vd_gt(overlap, vd_set(given->shift));
    normal_in in;
    in.r_eff = one / ir;
    in.m_eff = one / get(batch, C_MINV, i);
    if (given->far)
        solid = vd_max(overlap - given->shift, 1e-12 * in.r_eff);
    in.overlap = alone ? overlap : solid;
    vd before = vd_max(solid + given->dt * un, 1e-6 * solid);
    in.overlap_before = overlap_before(span, i, in.r_eff, solid, before);
    in.shrunk = vd_min(vd_max(1.0 - solid / before, zero), one);
    in.grown = vd_min(vd_max(1.0 - before / solid, zero), one);
    vd3 u = vd3_sub(v, vd3_scale(un, n));
    vd touched = share_of_touch(given, i, overlap, given->dt * un, given->far, &u);
    in.closing = given->surface[0] ? surface_now(given, batch, i, v, n) : closing_now(given, i, un);
    in.step = -given->dt * un;
    normal_out out =
        ask_law(given, i, -un, &in, given->far && !alone ? &touch : NULL, histories, push);
    if (!given->far)
        note_ending(span, span->from + i, soon_apart(given, out.load, out.stiffness, in.closing));
    if (given->far && !alone) {
        out.elastic = vd_keep(touch, out.elastic);
        out.damping = vd_keep(touch, out.damping);
        out.load = vd_keep(touch, out.load);
        out.radius = vd_keep(touch, out.radius);
        out.live = overlap;
    }
    if (given->far)
        out.load =
            vd_keep(vd_gt(out.live, zero), out.load); // one that tears lets go of its springs
    *deepest = vd_max(overlap * ir, *deepest);
    vd shared = get(batch, C_SHARED, i);
    vd share = given->books ? weight : one;
    vd twirl = given->dt * vd3_dot(spin, n);
    if (given->walls)
        twirl = twirl_of_wall(given, i, n);
    put3(batch, C_UX, i, u);
    put3(batch, C_SWEEPX, i, vd3_scale(vd_set(0.5 * given->dt), vd3_cross(spin, n)));
    put(batch, C_TWIRL, i, twirl);
    put(batch, C_SHARE, i, touched);
    put(batch, C_MEAN, i, out.mean);
    put(batch, C_LIVE, i, out.live);
    put(batch, C_PUSH, i, share * (out.elastic + out.damping));
    put(batch, C_LOAD, i, share * out.load);
    put(batch, C_STIFF, i, weight * out.stiffness);
    put(batch, C_DASH, i, weight * out.dashpot);
    put(batch, C_GRIP, i, weight * out.grip);
    put(batch, C_FADE, i, out.fade * vd_min(shared, one));
    put(batch, C_CHANGE, i, out.change * shared);
    if (apart) {
        put(batch, C_SPRING_FADE, i, out.spring_fade * vd_min(shared, one));
        put(batch, C_SPRING_CHANGE, i, out.spring_change * shared);
        put(batch, C_SPRING_MEAN, i, out.spring_mean);
    }
    put(batch, C_ARM, i, zero);
    put(batch, C_STEP, i, in.step);
    put(batch, C_RADIUS, i, out.radius);
    put(batch, C_REFF, i, in.r_eff);
    put(batch, C_MEFF, i, in.m_eff);
    put(batch, C_PLASTIC, i, weight * out.plastic);
    put(batch, C_DAMPING, i, weight * out.damping);
    if (span->layout->books >= 0 && given->books)
        open_books(span, batch, i);
}

static inline __attribute__((always_inline)) void core_pass(span *span, batch *batch,
                                                            const bool alone, const bool apart,
                                                            const int histories,
                                                            push_function *push)
{
    const normal_from given = normal_begin(span, histories);
    vd deepest = span->deepest;
    for (int i = 0; i < span->count; i += LANES)
        core_lane(span, &given, batch, i, alone, apart, histories, push, &deepest);
    span->deepest = deepest;
}

static inline __attribute__((always_inline)) void
normal_pass(span *span, batch *batch, const bool ledger, const bool far, const bool alone,
            const bool apart, const int histories, push_function *push)
{
    const normal_from given = normal_begin(span, histories);
    caller ahead = *span->ahead;
    vd deepest = span->deepest;
    for (int i = 0; i < span->count; i += LANES) {
        call_some(&ahead);
        normal_lane(span, &given, batch, i, ledger, far, alone, apart, histories, push, &deepest);
    }
    span->deepest = deepest;
    *span->ahead = ahead;
}

typedef vd normal_energy_function(const double *k, normal_in in, const vd *kept);
static inline __attribute__((always_inline)) void normal_energy(span *span, batch *batch,
                                                                const bool alone,
                                                                const int histories,
                                                                normal_energy_function *energy)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        vd overlap = get(batch, C_OVERLAP, i) - span->set->shift;
        vd solid = alone ? overlap : vd_max(overlap, vd_set(0.0));
        histories_load(span, LAW_NORMAL, histories, i, kept);
        normal_in in = {solid,
                        solid,
                        vd_set(0.0),
                        vd_set(0.0),
                        vd_set(0.0),
                        vd_set(0.0),
                        1.0 / get(batch, C_RINV, i),
                        1.0 / get(batch, C_MINV, i),
                        vd_set(span->stepping->context.dt),
                        vd_set(0.0)};
        put(batch, C_ENERGY, i, energy(span->set->k[LAW_NORMAL], in, kept));
    }
}

#endif
