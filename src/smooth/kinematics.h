// kinematics.h - how two bodies that touch move against each other, as laws see it: normal, overlap and its history over
// the step that led here, slip, closing speed, effective radius and mass, arms.
//
// Velocities are those in the middle of the step that led here. Springs stretch by them as they are; dashpots want them
// at the time of the positions, u* = 3/2 u - 1/2 u of the step before (docs/integration.md). Over the step the normal has
// turned by twice `sweep`, which is the tangential velocity times dt/2 over the distance.
#ifndef SCREE_SMOOTH_KINEMATICS_H
#define SCREE_SMOOTH_KINEMATICS_H

#include "smooth/batch.h"

// The last three steps of a push, and as it makes bodies part faster than they do, a little more.
#define ENDING_MARGIN 3.25
// Bodies that have yielded part with a stiffness that is larger than what tangential laws go by, rarely by more.
#define YIELDED 8

// What all contacts of a normal pass share.
typedef struct normal_given {
    double k[LAW_COEFFICIENTS], dt, square, turning; // dt^2/2 and dt/2, or 0 for walls
    double shift;
    double soon;        // ENDING_MARGIN dt over the power of the elastic push
    double *before;     // closing speed one step ago, or NULL
    double *surface[3]; // velocity of the surfaces against each other one step ago, or NULL
    double *there;      // 1 where the contact was there one step ago, or NULL
    double *column[LAW_HISTORY_MOST];
    bool full_arm, observe, details, books, walls, fixed, unlike;
    double *wall_spin[3]; // of walls
} normal_given;

INLINE normal_given normal_begin(const span *span, int histories)
{
    const law_set *set = span->set;
    const history_layout *layout = span->layout;
    const bool walls = at_walls(span);
    const double dt = slip_time(span);
    const double turning = walls ? 0 : 0.5 * dt;
    const double yielded = set->yields ? YIELDED : 1;
    normal_given given = {
        .dt = dt,
        .square = turning * dt,
        .turning = turning,
        .shift = set->shift,
        .soon = ENDING_MARGIN * dt / set->rise * yielded,
        .full_arm = span->stepping->full_arm,
        .observe = span->observe,
        .details = layout->books >= 0 || set->couples || set->far || set->rolls || set->given,
        .books = set->law[LAW_COHESION] < 0,
        .walls = walls,
        .fixed = set->fixed && !walls,
        .unlike = own_arms(span),
    };
    const int spin = of_cores(span) ? GRAIN_SPIN : WALL_SPIN;
    const int first = layout->law[LAW_NORMAL];
    for (int d = 0; walls && d < 3; d++)
        given.wall_spin[d] = span->bucket->geometry[spin + d] + span->from;
    for (int j = 0; j < LAW_COEFFICIENTS; j++)
        given.k[j] = set->k[LAW_NORMAL][j];
    for (int j = 0; j < histories; j++)
        given.column[j] = history_at(span, first + j, 0);
    if (layout->closing >= 0)
        given.before = history_at(span, layout->closing, 0);
    for (int d = 0; layout->surface >= 0 && d < 3; d++)
        given.surface[d] = history_at(span, layout->surface + d, 0);
    if (layout->there >= 0)
        given.there = history_at(span, layout->there, 0);
    return given;
}

// What a normal law is to its pass. All of this is known where a pass is stamped out, so that it holds what it needs.
typedef struct normal_kind {
    bool ledger;
    bool far;   // contacts may live beyond touch
    bool alone; // there the law itself sees the gap
    bool apart; // the stiffness of springs changes otherwise than the grip
    int histories;
} normal_kind;

INLINE normal_kind normal_kind_of(normal_kind kind, bool ledger, bool far)
{
    kind.ledger = ledger;
    kind.far = far;
    kind.alone = far && kind.alone;
    return kind;
}

// The overlap one step ago, from which the ledger knows what stiffness was under springs. By the motion, `guess`; but
// overlaps jump where another feature comes next, or a gap opens, so there R* times the overlap is kept.
static inline vd overlap_before(const span *span, int i, vd r_eff, vd overlap, vd guess)
{
    if (span->layout->depth < 0)
        return guess;
    double *kept = history_at(span, span->layout->depth, i);
    const vd depth = vd_load(kept);
    if (!span->observe)
        vd_store(kept, r_eff * overlap);
    const vm known = vd_gt(depth, vd_set(0.0));
    return vd_select(known, depth / r_eff, guess);
}

// The share of the step that led here in which the bodies touched. The overlap has fallen by `fell`; where that makes
// it a gap one step ago they met on the way, unless the contact was there all the same, across the gap. Contacts that
// have just met are rare: springs of all others take *slip as it is.
INLINE vd share_of_touch(const normal_given *given, int i, vd overlap, vd fell, const bool far,
                         vd3 *slip)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd before = overlap + fell;
    vd gap = -before;
    if (far) {
        const vm fresh = vd_gt(vd_set(0.5), vd_load(given->there + i));
        gap = vd_keep(fresh, vd_keep(vd_gt(overlap, zero), gap));
        if (!given->observe)
            vd_store(given->there + i, one);
        if (MOSTLY(vm_bits(vd_gt(gap, zero)) == 0))
            return one;
    } else if (MOSTLY(vm_bits(vd_gt(zero, before)) == 0)) {
        return one;
    }
    const vm met = vd_gt(gap, zero);
    const vd share = vd_select(met, overlap / (overlap + gap), one);
    *slip = vd3_scale(share, *slip);
    return share;
}

// Turn about the normal n of a spring between two bodies: that of the mean of their spins weighted with their radii. A
// wall is a body of infinite radius.
INLINE vd twirl_of_wall(const normal_given *given, int i, vd3 n)
{
    const vd3 spin = load3(given->wall_spin, i);
    return given->dt * vd3_dot(spin, n);
}

// The closing speed at the time of the positions, which dashpots want. `parting` is that in the middle of the step,
// along the normal of then.
INLINE vd closing_now(const normal_given *given, int i, vd parting)
{
    const vd closing = -parting;
    if (!given->before)
        return closing;
    const vd before = vd_load(given->before + i);
    if (!given->observe)
        vd_store(given->before + i, closing);
    return 1.5 * closing - 0.5 * before;
}

// The same where there is a tangential dashpot, too: what is brought forward is the velocity of the surfaces against
// each other in space, which has no contact plane to turn with; so one step ago it may have been seen along any normal.
INLINE vd surface_now(const normal_given *given, group group, vd3 velocity, vd3 n)
{
    const vd3 before = load3(given->surface, group.i);
    if (!given->observe)
        store3(given->surface, group.i, velocity);
    const vd3 now = now_from(velocity, before);
    const vd parting = vd3_dot(now, n);
    put3(group, C_RX, across(now, parting, n));
    return -parting;
}

// What kinematics tell of LANES contacts: what a normal law sees, and what the passes after it want.
typedef struct normal_met {
    normal_in in;
    vd3 n, slip, sweep;
    vd parting, arm, tilt, twirl, share, overlap;
    vd turned; // by what the speed of parting has risen in the step as the normal turned
    vm touch;
} normal_met;

// What one division gives of the distance of two bodies, of Ra + Rb, 1/Ra + 1/Rb and 1/ma + 1/mb: the effective radius
// and mass, and what is over distance, radii, and the larger one of two overlaps.
typedef struct normal_ratios {
    vd over_distance, over_radii, over_larger, r_eff, m_eff;
} normal_ratios;

INLINE normal_ratios ratios_of(group group, vd distance, vd larger)
{
    const vd radii = get(group, C_RSUM);
    const vd inverse_radii = get(group, C_RINV);
    const vd inverse_masses = get(group, C_MINV);
    const vd curved = distance * inverse_radii;
    const vd massive = inverse_masses * radii;
    const vd all = curved * massive;
    const vd inverse = 1.0 / (all * larger);
    const vd most = inverse * larger;
    return (normal_ratios){
        .over_distance = most * (inverse_radii * massive),
        .over_radii = most * (curved * inverse_masses),
        .over_larger = inverse * all,
        .r_eff = most * (distance * massive),
        .m_eff = most * (curved * radii),
    };
}

// Arms over the radii: their mean, and by how much those of unlike bodies differ from it; and by how much both fall with
// the overlap.
typedef struct contact_arms {
    vd arm, give, lean, tilt;
} contact_arms;

// `arm` is that of bodies whose radii divide the line of centres, and `falls` by how much it falls with the overlap.
INLINE contact_arms arms_of(const normal_given *given, group group, vd overlap, vd falls, vd arm)
{
    const vd zero = vd_set(0.0);
    contact_arms arms = {arm, falls, zero, zero};
    if (given->fixed) {
        const vd give = get(group, C_GIVE);
        const vm still = vd_gt(give, zero);
        arms.arm = vd_select(still, 1.0 - give * overlap, arms.arm);
        arms.give = vd_select(still, give, falls);
    }
    if (given->unlike) {
        arms.lean = get(group, C_LEAN);
        if (given->fixed) {
            const vm still = vd_gt(get(group, C_GIVE), zero);
            arms.lean = vd_select(still, zero, arms.lean);
        }
        const vm own = vd_gt(arms.lean * arms.lean, zero);
        const vd gives = 0.5 * get(group, C_RINV) - falls;
        arms.arm = vd_select(own, 1.0 - gives * overlap, arms.arm);
        arms.give = vd_select(own, gives, arms.give);
        arms.tilt = arms.lean * overlap;
    }
    return arms;
}

// The velocity of the surfaces against each other half a step ago, when the normal was another one by `sweep`; `arms`
// are those of now, `halfway` was their mean then, and the bodies have parted since by `parted`.
INLINE vd3 surface_velocity(const normal_given *given, group group, const contact_arms *arms,
                            vd halfway, vd parted, vd3 normal_then)
{
    const vd3 velocity = get3(group, C_VX);
    const vd3 spins = get3(group, C_SX);
    const vd3 turning = vd3_scale(halfway, vd3_cross(normal_then, spins));
    const vd3 surface = vd3_add(velocity, turning);
    if (!given->unlike)
        return surface;
    const vm own = vd_gt(arms->lean * arms->lean, vd_set(0.0));
    const vd tilt_then = arms->tilt + parted * arms->lean;
    const vd3 spins_apart = get3(group, C_APARTX);
    const vd3 apart = vd3_scale(tilt_then, vd3_cross(normal_then, spins_apart));
    return vd3_select(own, vd3_add(surface, apart), surface);
}

INLINE normal_met normal_meet(const span *span, const normal_given *given, group group,
                              const normal_kind kind, vd *deepest)
{
    const vd zero = vd_set(0.0);
    const vd3 reach = get3(group, C_DX);
    const vd3 velocity = get3(group, C_VX);
    const vd radii = get(group, C_RSUM);
    const vd distance = vd_sqrt(vd3_dot(reach, reach));
    const vd overlap = radii - distance;
    normal_met met;
    met.overlap = overlap;
    normal_in *in = &met.in;
    met.touch = vd_gt(overlap, zero);
    vd solid = overlap;
    if (kind.far) {
        met.touch = vd_gt(overlap, vd_set(given->shift));
        solid = vd_max(overlap - given->shift, 1e-12 * radii);
    }
    // r times the overlap one step ago, but for e: |d - v dt| = r - dt u_n + dt^2 (v^2 - u_n^2)/2r + ..., e = dt^2
    // u_n^2/2. The nearest point of a wall slides along with the ball: the last term is not there.
    const vd solid_r = solid * distance;
    const vd parting_r = vd3_dot(reach, velocity);
    const vd fell = given->dt * parting_r - given->square * vd3_dot(velocity, velocity);
    const vd old = vd_max(solid_r + fell, solid_r * 1e-6);
    const normal_ratios ratios = ratios_of(group, distance, vd_max(old, solid_r));
    const vd3 n = vd3_scale(ratios.over_distance, reach);
    const vd parting = ratios.over_distance * parting_r;
    const vd before = old + given->square * (parting * parting);
    const vd grew = solid_r - before;
    in->r_eff = ratios.r_eff;
    in->m_eff = ratios.m_eff;
    in->overlap = kind.alone ? overlap : solid;
    in->overlap_before = ratios.over_distance * before;
    if (kind.far && kind.ledger)
        in->overlap_before = overlap_before(span, group.i, in->r_eff, solid, in->overlap_before);
    in->shrunk = vd_min(vd_max(-grew, zero) * ratios.over_larger, vd_set(1.0));
    in->grown = vd_max(grew, zero) * ratios.over_larger;
    vd touching_r = solid_r;
    if (kind.far)
        touching_r = overlap * distance;
    const vd arm = distance * ratios.over_radii;
    contact_arms arms = arms_of(given, group, overlap, ratios.over_radii, arm);
    const double half = 0.5 * given->dt; // to the middle of the step over which the slip is taken
    const vd parted = half * parting;
    vd halfway = arms.arm - parted * arms.give;
    if (given->full_arm) {
        arms.arm = halfway = vd_set(1.0);
        arms.lean = arms.tilt = zero;
    }
    // in the middle of that step the normal was another one by `sweep` (that of a plane does not turn), and so moved
    // the surfaces against each other in space; the slip of then is turned on with the normal
    const vd3 tangential = across(velocity, parting, n);
    const vd turning = given->turning * ratios.over_distance;
    const vd3 sweep = vd3_scale(turning, tangential);
    const vd3 normal_then = vd3_sub(n, sweep);
    const vd3 surface = surface_velocity(given, group, &arms, halfway, parted, normal_then);
    const vd3 turned_on = vd3_add(surface, vd3_scale(parting, sweep));
    const vd turned = vd3_dot(sweep, tangential);
    met.slip = across(turned_on, vd3_dot(surface, n), n);
    met.share = share_of_touch(given, group.i, touching_r, fell, kind.far, &met.slip);
    if (given->surface[0])
        in->closing = surface_now(given, group, surface, n);
    else
        in->closing = closing_now(given, group.i, parting - turned);
    *deepest = vd_max(overlap * get(group, C_RINV), *deepest);
    const vd about = vd3_dot(get3(group, C_SX), n);
    met.twirl = (given->dt * ratios.over_radii) * about;
    if (given->walls)
        met.twirl = twirl_of_wall(given, group.i, n);
    met.n = n;
    met.sweep = sweep;
    met.parting = parting;
    met.arm = arms.arm;
    met.tilt = arms.tilt;
    met.turned = 2.0 * turned;
    return met;
}

#endif
