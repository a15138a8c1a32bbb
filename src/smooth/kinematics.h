// kinematics.h - how two bodies that touch move against each other, as laws see it: normal, overlap and its history over
// the step that led here, slip, closing speed, effective radius and mass, arms.
#ifndef SCREE_SMOOTH_KINEMATICS_H
#define SCREE_SMOOTH_KINEMATICS_H

#include "smooth/batch.h"

// The last three steps of a push, and as it makes bodies part faster than they do, a little more.
#define ENDING_MARGIN 3.25
// Bodies that have yielded part with a stiffness that is larger than what tangential laws go by, rarely by more.
#define YIELDED 8

// Constants of a normal pass.
typedef struct normal_from {
    double k[LAW_COEFFICIENTS], dt, square, turning; // dt^2/2 and dt/2, or 0 for walls
    double shift;
    double soon;        // ENDING_MARGIN dt over the power of the elastic push
    double *before;     // closing speed one step ago, or NULL
    double *surface[3]; // velocity of the surfaces against each other one step ago, or NULL
    double *there;      // 1 where the contact was there one step ago, or NULL
    double *column[LAW_HISTORY_MOST];
    bool full_arm, observe, details, books, far, walls, fixed, unlike;
    const double *wall_spin[3]; // of walls
} normal_from;

static inline normal_from normal_begin(const span *span, int histories)
{
    const double dt = span->stepping->context.dt;
    const law_set *set = span->set;
    const bool walls = bucket_walls(span->bucket->kind);
    const double yielded = set->yields ? YIELDED : 1;
    normal_from given = {
        .dt = dt,
        .square = walls ? 0 : 0.5 * dt * dt,
        .turning = walls ? 0 : 0.5 * dt,
        .shift = set->shift,
        .soon = ENDING_MARGIN * dt / set->rise * yielded,
        .full_arm = span->stepping->full_arm,
        .observe = span->observe,
        .details = span->layout->books >= 0 || set->couples || set->far || set->rolls,
        .books = set->law[LAW_COHESION] < 0,
        .far = set->far,
        .walls = walls,
        .fixed = set->fixed && !walls,
        .unlike = set->unlike && span->bucket->kind == BUCKET_BALLS,
    };
    const int spin = bucket_cores(span->bucket->kind) ? GRAIN_SPIN : WALL_SPIN;
    for (int d = 0; walls && d < 3; d++)
        given.wall_spin[d] = span->bucket->geometry[spin + d] + span->from;
    for (int j = 0; j < LAW_COEFFICIENTS; j++)
        given.k[j] = span->set->k[LAW_NORMAL][j];
    for (int j = 0; j < histories; j++)
        given.column[j] = span->bucket->history[span->layout->law[LAW_NORMAL] + j] + span->from;
    if (span->layout->closing >= 0)
        given.before = span->bucket->history[span->layout->closing] + span->from;
    for (int d = 0; span->layout->surface >= 0 && d < 3; d++)
        given.surface[d] = span->bucket->history[span->layout->surface + d] + span->from;
    if (span->layout->there >= 0)
        given.there = span->bucket->history[span->layout->there] + span->from;
    return given;
}

// The overlap one step ago, from which the ledger knows what stiffness was under springs. By the motion, `guess`; but
// overlaps jump where another feature comes next, or a gap opens, so there R* times the overlap is kept.
static inline vd overlap_before(const span *span, int i, vd r_eff, vd overlap, vd guess)
{
    if (span->layout->depth < 0)
        return guess;
    double *kept = span->bucket->history[span->layout->depth] + span->from + i;
    vd depth = vd_load(kept);
    if (!span->observe)
        vd_store(kept, r_eff * overlap);
    return vd_select(vd_gt(depth, vd_set(0.0)), depth / r_eff, guess);
}

// The share of the step that led here in which the bodies touched. The overlap has fallen by `fell`; where that makes
// it a gap one step ago they met on the way, unless the contact was there all the same, across the gap. Contacts that
// have just met are rare: springs of all others take *slip as it is.
static inline __attribute__((always_inline)) vd
share_of_touch(const normal_from *given, int i, vd overlap, vd fell, const bool far, vd3 *slip)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd before = overlap + fell;
    vd gap = -before;
    if (far) {
        gap = vd_keep(vd_gt(vd_set(0.5), vd_load(given->there + i)),
                      vd_keep(vd_gt(overlap, zero), gap));
        if (!given->observe)
            vd_store(given->there + i, one);
        if (__builtin_expect(vm_bits(vd_gt(gap, zero)) == 0, 1))
            return one;
    } else if (__builtin_expect(vm_bits(vd_gt(zero, before)) == 0, 1)) {
        return one;
    }
    vm met = vd_gt(gap, zero);
    vd share = vd_select(met, overlap / (overlap + gap), one);
    *slip = vd3_scale(share, *slip);
    return share;
}

// Turn about the normal n of a spring between two bodies: that of the mean of their spins weighted with their radii. A
// wall is a body of infinite radius.
static inline __attribute__((always_inline)) vd twirl_of_wall(const normal_from *given, int i,
                                                              vd3 n)
{
    vd3 spin = vd3_make(vd_load(given->wall_spin[0] + i), vd_load(given->wall_spin[1] + i),
                        vd_load(given->wall_spin[2] + i));
    return given->dt * vd3_dot(spin, n);
}

// The closing speed at the time of the positions, which dashpots want. `speed` is that of parting in the middle of the
// step, along the normal of then.
static inline __attribute__((always_inline)) vd closing_now(const normal_from *given, int i,
                                                            vd speed)
{
    vd closing = -speed;
    if (!given->before)
        return closing;
    vd before = vd_load(given->before + i);
    if (!given->observe)
        vd_store(given->before + i, closing);
    return 1.5 * closing - 0.5 * before;
}

// The same where there is a tangential dashpot, too: what is brought forward is the velocity of the surfaces against
// each other in space, which has no contact plane to turn with; so one step ago it may have been seen along any normal.
static inline __attribute__((always_inline)) vd surface_now(const normal_from *given, batch *batch,
                                                            int i, vd3 velocity, vd3 n)
{
    vd3 before = vd3_make(vd_load(given->surface[0] + i), vd_load(given->surface[1] + i),
                          vd_load(given->surface[2] + i));
    if (!given->observe) {
        vd_store(given->surface[0] + i, velocity.x);
        vd_store(given->surface[1] + i, velocity.y);
        vd_store(given->surface[2] + i, velocity.z);
    }
    vd3 now = vd3_sub(vd3_scale(vd_set(1.5), velocity), vd3_scale(vd_set(0.5), before));
    vd parting = vd3_dot(now, n);
    put3(batch, C_RX, i, vd3_sub(now, vd3_scale(parting, n)));
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

// Arms over the radii: their mean, and by how much those of unlike bodies differ from it; and by how much both fall with
// the overlap.
typedef struct contact_arms {
    vd arm, give, lean, tilt;
} contact_arms;

// `arm` is that of bodies whose radii divide the line of centres, and `isum` by how much it falls.
static inline __attribute__((always_inline)) contact_arms
arms_of(const normal_from *given, batch *batch, int i, vd overlap, vd isum, vd arm)
{
    const vd zero = vd_set(0.0);
    contact_arms arms = {arm, isum, zero, zero};
    if (given->fixed) {
        const vd give = get(batch, C_GIVE, i);
        const vm still = vd_gt(give, zero);
        arms.arm = vd_select(still, 1.0 - give * overlap, arms.arm);
        arms.give = vd_select(still, give, isum);
    }
    if (given->unlike) {
        arms.lean = get(batch, C_LEAN, i);
        if (given->fixed)
            arms.lean = vd_select(vd_gt(get(batch, C_GIVE, i), zero), zero, arms.lean);
        const vm own = vd_gt(arms.lean * arms.lean, zero);
        const vd gives = 0.5 * get(batch, C_RINV, i) - isum;
        arms.arm = vd_select(own, 1.0 - gives * overlap, arms.arm);
        arms.give = vd_select(own, gives, arms.give);
        arms.tilt = arms.lean * overlap;
    }
    return arms;
}

// Kinematics. `far`: contacts may live beyond touch; `alone`: there the law itself sees the gap.
static inline __attribute__((always_inline)) normal_met
normal_meet(const span *span, const normal_from *given, batch *batch, int i, const bool ledger,
            const bool far, const bool alone, vd *deepest)
{
    vd3 d = get3(batch, C_DX, i);
    vd3 v = get3(batch, C_VX, i);
    vd3 spin = get3(batch, C_SX, i);
    vd rsum = get(batch, C_RSUM, i);
    vd ir = get(batch, C_RINV, i);
    vd im = get(batch, C_MINV, i);
    vd r = vd_sqrt(vd3_dot(d, d));
    vd approach = vd3_dot(d, v);
    vd overlap = rsum - r;
    vd solid = overlap;
    vm touch = vd_gt(overlap, vd_set(0.0));
    if (far) {
        touch = vd_gt(overlap, vd_set(given->shift));
        solid = vd_max(overlap - given->shift, 1e-12 * rsum);
    }
    normal_in in;
    // r times the overlap one step ago, but for e: |d - v dt| = r - dt u_n + dt^2 (v^2 - u_n^2)/2r + ..., e = dt^2
    // u_n^2/2. The nearest point of a wall slides along with the ball: the last term is not there.
    vd solid_r = solid * r;
    vd fell = given->dt * approach - given->square * vd3_dot(v, v);
    vd old = vd_max(solid_r + fell, solid_r * 1e-6);
    // one division serves 1/r, R*, m*, the arm r/(Ra + Rb) and the share by which the overlap has fallen or grown
    vd larger = vd_max(old, solid_r);
    vd rir = r * ir;
    vd mrs = im * rsum;
    vd all = rir * mrs;
    vd inv = 1.0 / (all * larger);
    vd most = inv * larger;
    vd rinv = most * (ir * mrs);
    vd isum = most * (rir * im);
    in.r_eff = most * (r * mrs);
    in.m_eff = most * (rir * rsum);
    vd3 n = vd3_scale(rinv, d);
    vd un = rinv * approach;
    vd e = given->square * (un * un);
    vd grew = solid_r - (old + e);
    vd part = inv * all;
    in.overlap = alone ? overlap : solid;
    in.overlap_before = rinv * (old + e);
    if (far && ledger)
        in.overlap_before = overlap_before(span, i, in.r_eff, solid, in.overlap_before);
    in.shrunk = vd_min(vd_max(-grew, vd_set(0.0)) * part, vd_set(1.0));
    in.grown = vd_max(grew, vd_set(0.0)) * part;
    vd touching = solid_r;
    if (far)
        touching = overlap * r;
    contact_arms arms = arms_of(given, batch, i, overlap, isum, r * isum);
    const double back = 0.5 * given->dt; // to the middle of the step over which the slip is taken
    vd halfway = arms.arm - (back * un) * arms.give;
    if (given->full_arm) {
        arms.arm = halfway = vd_set(1.0);
        arms.lean = arms.tilt = vd_set(0.0);
    }
    // in the middle of that step the normal was another one by `sweep` (that of a plane does not turn), and so moved
    // the surfaces against each other in space; the slip of then is turned on with the normal
    vd3 vt = vd3_sub(v, vd3_scale(un, n));
    vd h = given->turning * rinv;
    vd about = vd3_dot(spin, n);
    vd3 sweep = vd3_scale(h, vt);
    vd3 surface = vd3_add(v, vd3_scale(halfway, vd3_cross(vd3_sub(n, sweep), spin)));
    if (given->unlike) {
        const vm own = vd_gt(arms.lean * arms.lean, vd_set(0.0));
        vd3 apart = vd3_scale(arms.tilt + (back * un) * arms.lean,
                              vd3_cross(vd3_sub(n, sweep), get3(batch, C_APARTX, i)));
        surface = vd3_select(own, vd3_add(surface, apart), surface);
    }
    vd3 u = vd3_sub(vd3_add(surface, vd3_scale(un, sweep)), vd3_scale(vd3_dot(surface, n), n));
    vd share = share_of_touch(given, i, touching, fell, far, &u);
    in.closing = given->surface[0] ? surface_now(given, batch, i, surface, n)
                                   : closing_now(given, i, un - vd3_dot(sweep, vt));
    *deepest = vd_max(overlap * ir, *deepest);
    vd twirl = (given->dt * isum) * about;
    if (given->walls)
        twirl = twirl_of_wall(given, i, n);
    return (normal_met){
        .in = in,
        .n = n,
        .slip = u,
        .sweep = sweep,
        .parting = un,
        .arm = arms.arm,
        .tilt = arms.tilt,
        .twirl = twirl,
        .share = share,
        .overlap = overlap,
        .turned = 2.0 * vd3_dot(sweep, vt),
        .touch = touch,
    };
}

#endif
