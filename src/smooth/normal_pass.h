// normal_pass.h - the normal laws over a batch of contacts, of balls and of grains with a core. Each pass takes the
// function of a law and is stamped out per law by law_stamps.h.
//
// What a law answers (normal_out) goes into columns for the passes that come after. Contacts whose push ends within three
// steps are noted on the way, for ending_pass.h.
#ifndef SCREE_SMOOTH_NORMAL_PASS_H
#define SCREE_SMOOTH_NORMAL_PASS_H

#include "smooth/books.h"
#include "smooth/kinematics.h"

// The function of a law is a parameter of its own everywhere: in a struct the compiler calls it, and does not look inside.
typedef normal_out push_function(const double *k, normal_in in, vd *kept);

INLINE void note_ending(span *span, int32_t first, unsigned bits)
{
    if (RARELY(bits != 0) && span->ending)
        span->ending[span->endings++] = ending_group(first, bits);
}

// By how much the push is more than what it falls by in three steps, or nearly: k u dt each, with the speed u of parting,
// where it is elastic. Damped, it is less than the elastic push and is gone before the overlap.
INLINE vd push_after(const normal_given *given, vd push, vd stiffness, vd closing)
{
    return push + (given->soon * stiffness) * closing;
}

// Contacts whose push ends within three steps are rare, too: their bits.
INLINE unsigned soon_apart(const normal_given *given, vd push, vd stiffness, vd closing)
{
    const vd zero = vd_set(0.0);
    const vd after = push_after(given, push, stiffness, closing);
    const unsigned bits = vm_bits(vd_gt(zero, after));
    if (MOSTLY(bits == 0))
        return 0;
    return bits & vm_bits(vd_gt(push, zero));
}

// Histories go on. Where a law does not see the gap it answers nothing beyond touch, and what it keeps is cleared; a contact
// that tears lets go of its springs.
INLINE void law_answered(const normal_given *given, int i, const normal_met *met,
                         const normal_kind kind, vd *state, normal_out *out)
{
    const bool cleared = kind.far && !kind.alone;
    for (int j = 0; j < kind.histories && cleared; j++)
        state[j] = vd_keep(met->touch, state[j]);
    for (int j = 0; j < kind.histories && !given->observe; j++)
        vd_store(given->column[j] + i, state[j]);
    if (cleared) {
        out->elastic = vd_keep(met->touch, out->elastic);
        out->damping = vd_keep(met->touch, out->damping);
        out->load = vd_keep(met->touch, out->load);
        out->radius = vd_keep(met->touch, out->radius);
        out->live = met->overlap;
    }
    if (kind.far) {
        const vm holds = vd_gt(out->live, vd_set(0.0));
        out->load = vd_keep(holds, out->load);
    }
}

// What the law answers to what it sees.
INLINE normal_out ask_law(const normal_given *given, int i, const normal_met *met,
                          const normal_kind kind, push_function *push)
{
    vd state[LAW_HISTORY_MOST];
    for (int j = 0; j < kind.histories; j++)
        state[j] = vd_load(given->column[j] + i);
    normal_out out = push(given->k, met->in, state);
    law_answered(given, i, met, kind, state, &out);
    return out;
}

// What the passes after the normal one want of kinematics, and of the answer of the law.
INLINE void put_met(const normal_given *given, group group, const normal_met *met)
{
    put3(group, C_NX, met->n);
    put3(group, C_UX, met->slip);
    put3(group, C_SWEEPX, met->sweep);
    put(group, C_TWIRL, met->twirl);
    put(group, C_OVERLAP, met->overlap);
    put(group, C_ARM, met->arm);
    if (given->unlike)
        put(group, C_TILT, met->tilt);
}

INLINE void put_answer(group group, const normal_out *out, const normal_kind kind)
{
    put(group, C_MEAN, out->mean);
    put(group, C_LIVE, out->live);
    put(group, C_LOAD, out->load);
    put(group, C_STIFF, out->stiffness);
    put(group, C_DASH, out->dashpot);
    put(group, C_GRIP, out->grip);
    put(group, C_FADE, out->fade);
    if (kind.apart) {
        put(group, C_SPRING_FADE, out->spring_fade);
        put(group, C_SPRING_MEAN, out->spring_mean);
    }
    if (!kind.ledger)
        return;
    put(group, C_CHANGE, out->change);
    put(group, C_PLASTIC, out->plastic);
    put(group, C_DAMPING, out->damping);
    if (kind.apart)
        put(group, C_SPRING_CHANGE, out->spring_change);
}

INLINE void put_details(group group, const normal_met *met, const normal_out *out)
{
    put(group, C_SHARE, met->share);
    put(group, C_RADIUS, out->radius);
    put(group, C_REFF, met->in.r_eff);
    put(group, C_MEFF, met->in.m_eff);
}

// What the law sees of LANES contacts of balls.
INLINE normal_met ball_meet(const span *span, const normal_given *given, group group,
                            const normal_kind kind, vd *deepest)
{
    normal_met met = normal_meet(span, given, group, kind, deepest);
    met.in.step = -given->dt * met.parting;
    // Two bodies that move across turn their normal: as they met they closed faster than they do along that of now.
    const vm met_now = vd_gt(vd_set(1.0), met.share);
    const vd more = vd_keep(met_now, met.share * met.turned);
    met.in.approach = more - met.parting;
    met.in.dt = vd_set(given->dt);
    return met;
}

// What the passes after it get.
INLINE void ball_answer(span *span, const normal_given *given, group group, const normal_kind kind,
                        const normal_met *met, const normal_out *out)
{
    if (!kind.far) {
        const unsigned soon = soon_apart(given, out->load, out->stiffness, met->in.closing);
        note_ending(span, span->from + group.i, soon);
    }
    put_met(given, group, met);
    put_answer(group, out, kind);
    put(group, C_PUSH, out->elastic + out->damping);
    if (kind.far && !kind.alone)
        put(group, C_STEP, met->in.step);
    if (given->details)
        put_details(group, met, out);
    if (kind.ledger && given->books)
        open_books(span, group, given->unlike);
}

INLINE void normal_lane(span *span, const normal_given *given, group group, const normal_kind kind,
                        push_function *push, vd *deepest)
{
    const normal_met met = ball_meet(span, given, group, kind, deepest);
    const normal_out out = ask_law(given, group.i, &met, kind, push);
    ball_answer(span, given, group, kind, &met, &out);
}

// Kinematics of a contact of grains with a core, from what gather_cores has left.
INLINE normal_met core_meet(const span *span, const normal_given *given, group group,
                            const normal_kind kind, vd *deepest)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd3 n = get3(group, C_NX);
    const vd3 velocity = get3(group, C_VX);
    const vd3 spin = get3(group, C_SX);
    const vd overlap = get(group, C_OVERLAP);
    const vd parting = vd3_dot(n, velocity);
    const vd fell = given->dt * parting / get(group, C_OWN); // all contacts as this one
    normal_met met = {.n = n, .overlap = overlap, .parting = parting};
    normal_in *in = &met.in;
    met.touch = vd_gt(overlap, vd_set(given->shift));
    in->r_eff = one / get(group, C_RINV);
    in->m_eff = one / get(group, C_MINV);
    vd solid = overlap;
    if (kind.far)
        solid = vd_max(overlap - given->shift, 1e-12 * in->r_eff);
    const vd before = vd_max(solid + fell, 1e-6 * solid);
    in->overlap = kind.alone ? overlap : solid;
    in->overlap_before = overlap_before(span, group.i, in->r_eff, solid, before);
    in->shrunk = vd_min(vd_max(1.0 - solid / before, zero), one);
    in->grown = vd_min(vd_max(1.0 - before / solid, zero), one);
    in->step = -given->dt * parting;
    met.slip = across(velocity, parting, n);
    met.share = share_of_touch(given, group.i, overlap, fell, kind.far, &met.slip);
    if (given->surface[0])
        in->closing = surface_now(given, group, velocity, n);
    else
        in->closing = closing_now(given, group.i, parting);
    met.sweep = vd3_scale(vd_set(0.5 * given->dt), vd3_cross(spin, n));
    met.twirl = given->dt * vd3_dot(spin, n);
    if (given->walls)
        met.twirl = twirl_of_wall(given, group.i, n);
    met.arm = zero;
    in->approach = -met.parting;
    in->dt = vd_set(given->dt);
    *deepest = vd_max(overlap * get(group, C_RINV), *deepest);
    return met;
}

// The answer of the law to a contact of grains with a core. The law sees one contact of full stiffness; its forces and
// stiffnesses count with the weight. Where a cohesion law comes, it sees them full as well and puts the weight in. The
// arms stand in the geometry: C_ARM is 0, so that the books take the velocity at the contact as it is.
INLINE void core_answer(span *span, const normal_given *given, group group, const normal_kind kind,
                        const normal_met *met, normal_out out)
{
    const vd one = vd_set(1.0);
    const vd weight = get(group, C_WEIGHT);
    const vd shared = get(group, C_SHARED);
    const vd fallen = vd_min(shared, one);
    const vd share = given->books ? weight : one;
    if (!kind.far) {
        const unsigned soon = soon_apart(given, out.load, out.stiffness, met->in.closing);
        note_ending(span, span->from + group.i, soon);
    }
    put(group, C_PUSH, share * (out.elastic + out.damping));
    out.load = share * out.load;
    out.stiffness = weight * out.stiffness;
    out.dashpot = weight * out.dashpot;
    out.grip = weight * out.grip;
    out.fade = out.fade * fallen;
    out.change = out.change * shared;
    out.spring_fade = out.spring_fade * fallen;
    out.spring_change = out.spring_change * shared;
    out.plastic = weight * out.plastic;
    out.damping = weight * out.damping;
    put_met(given, group, met);
    put_answer(group, &out, kind);
    put_details(group, met, &out);
    put(group, C_STEP, met->in.step);
    if (span->layout->books >= 0 && given->books)
        open_books(span, group, false);
}

INLINE void core_lane(span *span, const normal_given *given, group group, const normal_kind kind,
                      push_function *push, vd *deepest)
{
    const normal_met met = core_meet(span, given, group, kind, deepest);
    const normal_out out = ask_law(given, group.i, &met, kind, push);
    core_answer(span, given, group, kind, &met, out);
}

INLINE void core_pass(span *span, batch *batch, normal_kind kind, push_function *push)
{
    const normal_given given = normal_begin(span, kind.histories);
    vd deepest = span->deepest;
    kind.ledger = true;
    kind.far = span->set->far;
    for (int i = 0; i < span->count; i += LANES)
        core_lane(span, &given, (group){batch, i}, kind, push, &deepest);
    span->deepest = deepest;
}

INLINE void normal_pass(span *span, batch *batch, const normal_kind kind, push_function *push)
{
    const normal_given given = normal_begin(span, kind.histories);
    caller ahead = *span->ahead;
    vd deepest = span->deepest;
    for (int i = 0; i < span->count; i += LANES) {
        call_some(&ahead);
        normal_lane(span, &given, (group){batch, i}, kind, push, &deepest);
    }
    span->deepest = deepest;
    *span->ahead = ahead;
}

typedef vd normal_energy_function(const double *k, normal_in in, const vd *kept);

INLINE void normal_energy(span *span, batch *batch, const bool alone, const int histories,
                          normal_energy_function *energy)
{
    const vd zero = vd_set(0.0);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd kept[LAW_HISTORY_MOST];
        const vd overlap = get(group, C_OVERLAP) - span->set->shift;
        const vd solid = alone ? overlap : vd_max(overlap, zero);
        histories_load(span, LAW_NORMAL, histories, i, kept);
        const normal_in in = {
            .overlap = solid,
            .overlap_before = solid,
            .shrunk = zero,
            .grown = zero,
            .closing = zero,
            .approach = zero,
            .r_eff = 1.0 / get(group, C_RINV),
            .m_eff = 1.0 / get(group, C_MINV),
            .dt = vd_set(slip_time(span)),
            .step = zero,
        };
        put(group, C_ENERGY, energy(span->set->k[LAW_NORMAL], in, kept));
    }
}

#endif
