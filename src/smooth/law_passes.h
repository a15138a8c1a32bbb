// law_passes.h - the passes of the laws over a batch of contacts: normal and cohesion, tangential, rolling and
// twisting, force lines, and the energies of the springs. Each takes a law's function and is stamped out per law by
// law_stamps.h.
#ifndef SCREE_SMOOTH_LAW_PASSES_H
#define SCREE_SMOOTH_LAW_PASSES_H

#include "smooth/passes.h"

typedef normal_out push_function(const double *k, normal_in in, vd *kept);

// The last three steps of a push, and as it makes bodies part faster than they do, a little more.
#define ENDING_MARGIN 3.25
// Bodies that have yielded part with a stiffness that is larger than what tangential laws go by, rarely by more.
#define YIELDED 8

static inline __attribute__((always_inline)) void note_ending(span *span, int32_t first,
                                                              unsigned bits)
{
    if (__builtin_expect(bits != 0, 0))
        if (span->ending)
            span->ending[span->endings++] = ending_group(first, bits);
}

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

// What turns both surfaces, for the mean of the arms.
static inline vd3 spin_at_arm(const span *span, const batch *batch, int i)
{
    vd3 sum = get3(batch, C_SX, i);
    if (!span->set->unlike || span->bucket->kind != BUCKET_BALLS)
        return sum;
    vd tilt = get(batch, C_TILT, i);
    vd3 both = vd3_add(sum, vd3_scale(tilt / get(batch, C_ARM, i), get3(batch, C_APARTX, i)));
    return vd3_select(vd_gt(tilt * tilt, vd_set(0.0)), both, sum);
}

// The books take the motion itself at the time of the positions, not what the onset makes of it.
static inline void open_books(const span *span, batch *batch, int i)
{
    vd3 n = get3(batch, C_NX, i);
    vd3 v_now = brought_forward(span, span->layout->motion, i, get3(batch, C_VX, i));
    vd3 spin_now = brought_forward(span, span->layout->motion + 3, i, spin_at_arm(span, batch, i));
    double *pushed = span->bucket->history[span->layout->motion + 6] + span->from + i;
    vd push = get(batch, C_PUSH, i);
    // the part of the change of acceleration that this contact makes itself, which halves the error of the rest
    const vd jump = push - vd_load(pushed);
    const vd own = (0.5 * span->stepping->context.dt) * jump / get(batch, C_MEFF, i);
    const vd now = vd3_dot(v_now, n) + own;
    if (!span->observe)
        vd_store(pushed, push);
    const vd3 across = vd3_sub(v_now, vd3_scale(now, n));
    const vd3 turning = vd3_scale(get(batch, C_ARM, i), vd3_cross(n, spin_now));
    put3(batch, C_WX, i, vd3_add(across, turning));
    put(batch, C_LOSS, i, -(get(batch, C_DAMPING, i) * now));
    put(batch, C_WORK, i, push * now);
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

static inline void histories_load(const span *span, int slot, int histories, int i, vd *kept)
{
    for (int j = 0; j < histories; j++)
        kept[j] = vd_load(span->bucket->history[span->layout->law[slot] + j] + span->from + i);
}

static inline void histories_store(const span *span, int slot, int histories, int i, const vd *kept)
{
    if (span->observe)
        return;
    for (int j = 0; j < histories; j++)
        vd_store(span->bucket->history[span->layout->law[slot] + j] + span->from + i, kept[j]);
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

// Cohesion: an attraction beside the normal law.
static inline cohesion_in cohesion_input(const batch *batch, int i, vd push, vd step)
{
    cohesion_in in = {get(batch, C_OVERLAP, i),
                      get(batch, C_REFF, i),
                      get(batch, C_MEFF, i),
                      get(batch, C_RADIUS, i),
                      push,
                      step};
    return in;
}

typedef cohesion_out pull_function(const double *k, cohesion_in in, vd *kept);
static inline __attribute__((always_inline)) void
cohesion_pass(span *span, batch *batch, const bool ledger, const int histories, pull_function *pull)
{
    const bool cores = bucket_cores(span->bucket->kind);
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        vd push = get(batch, C_PUSH, i);
        histories_load(span, LAW_COHESION, histories, i, kept);
        cohesion_out out = pull(span->set->k[LAW_COHESION],
                                cohesion_input(batch, i, push, get(batch, C_STEP, i)), kept);
        histories_store(span, LAW_COHESION, histories, i, kept);
        vd weight = cores ? get(batch, C_WEIGHT, i) : vd_set(1.0);
        put(batch, C_PUSH, i, weight * (push - out.pull));
        put(batch, C_LIVE, i, out.live);
        put(batch, C_LOAD, i, weight * vd_keep(vd_gt(out.live, vd_set(0.0)), out.load));
        if (ledger) {
            put(batch, C_PLASTIC, i, get(batch, C_PLASTIC, i) + weight * out.loss);
            open_books(span, batch, i);
        }
    }
}

typedef vd cohesion_energy_function(const double *k, cohesion_in in, const vd *kept);
static inline __attribute__((always_inline)) void
cohesion_energy(span *span, batch *batch, const int histories, cohesion_energy_function *energy)
{
    for (int i = 0; i < span->count; i += LANES) {
        vd kept[LAW_HISTORY_MOST];
        histories_load(span, LAW_COHESION, histories, i, kept);
        const cohesion_in in = cohesion_input(batch, i, vd_set(0.0), vd_set(0.0));
        vd held = energy(span->set->k[LAW_COHESION], in, kept);
        if (bucket_cores(span->bucket->kind))
            held = get(batch, C_WEIGHT, i) * held;
        add(batch, C_ENERGY, i, held);
    }
}

// The force on a, of the push along n and of what drags across it.
static inline __attribute__((always_inline)) vd3 force_on_a(vd push, vd3 n, vd3 drag)
{
    const vd x = push * n.x + drag.x;
    const vd y = push * n.y + drag.y;
    const vd z = push * n.z + drag.z;
    return vd3_make(-x, -y, -z);
}

// Lines of LANES contacts where both bodies feel the same moment over R: -arm (n x Q). `line` is that of contact i. Where
// they have arms of their own, the line of b stands `other` further on; 0: there is none.
static inline __attribute__((always_inline)) void
write_lines(const batch *batch, int i, double *line, size_t other, vd3 n, vd3 drag)
{
    vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
    vd arm = get(batch, C_ARM, i);
    vd3 about = vd3_cross(n, drag);
    const vd3 on_a = vd3_keep(touch, force_on_a(get(batch, C_PUSH, i), n, drag));
    if (!other) {
        const vd3 both = vd3_scale(-arm, about);
        lines_write(line, on_a, vd3_keep(touch, both));
        return;
    }
    vd tilt = get(batch, C_TILT, i);
    const vd3 at_a = vd3_scale(-(arm - tilt), about);
    const vd3 at_b = vd3_scale(-(arm + tilt), about);
    lines_write(line, on_a, vd3_keep(touch, at_a));
    lines_write(line + other, on_a, vd3_keep(touch, at_b));
}

// How far the lines of b are behind those of a where balls have arms of their own; else 0.
static inline size_t other_lines(const span *span)
{
    return span->set->unlike && span->bucket->kind == BUCKET_BALLS ? 8 * (size_t)span->bucket->room
                                                                   : 0;
}

static inline double *first_line(const span *span)
{
    return span->lines + 8 * (1 + (size_t)(span->bucket->first + span->from));
}

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

// The books of a moment: all that one against rolling or twisting takes is lost to rolling, its dashpot's as well.
static inline void couple_books(const span *span, batch *batch, int i)
{
    const vd3 now = brought_forward(span, span->layout->turn, i, get3(batch, C_OX, i));
    const vd braked = vd3_dot(get3(batch, C_EX, i), now);
    put(batch, C_BRAKED, i, vd_set(0.0) - braked);
    add(batch, C_WORK, i, vd3_dot(get3(batch, C_TX, i), now));
}

// Two lines per contact: side a gets the moment -M/Ra, side b +M/Rb, a wall the moment itself.
static inline void couple_pass(const span *span, batch *batch, bool ledger)
{
    const bool walls = span->bucket->kind == BUCKET_WALLS;
    const bool unlike = span->set->unlike && !walls;
    for (int i = 0; i < span->count; i += LANES) {
        vd3 n = get3(batch, C_NX, i);
        vd3 drag = get3(batch, C_QX, i);
        vd3 moment = get3(batch, C_TX, i);
        vd3 about = vd3_cross(n, drag);
        vd arm = get(batch, C_ARM, i);
        vd tilt = unlike ? get(batch, C_TILT, i) : vd_set(0.0);
        if (ledger)
            couple_books(span, batch, i);
        vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
        vd3 turn_a = walls ? vd3_zero() : vd3_scale(-(arm - tilt), about);
        vd3 turn_b = vd3_scale(-(arm + tilt), about);
        vd3 on_a = vd3_keep(touch, force_on_a(get(batch, C_PUSH, i), n, drag));
        vd3 at_a = vd3_sub(turn_a, vd3_scale(get(batch, C_IA, i), moment));
        vd3 at_b = vd3_add(turn_b, vd3_scale(get(batch, C_IB, i), moment));
        double *line = first_line(span) + 8 * (size_t)i;
        double *line_b = line + 8 * (size_t)span->bucket->room;
        lines_write(line, on_a, vd3_keep(touch, at_a));
        lines_write(line_b, on_a, vd3_keep(touch, at_b));
    }
}

// Lines of contacts of grains with a core: the force acts at the contact, and each side has its own arm. A wall gets
// the moment of the rolling laws alone, the arm of its force is added where its loads are.
static inline void core_lines_pass(const span *span, batch *batch, bool ledger)
{
    const bool walls = bucket_walls(span->bucket->kind);
    const bool couples = span->set->couples;
    for (int i = 0; i < span->count; i += LANES) {
        int32_t contact = span->from + i;
        vd3 n = get3(batch, C_NX, i);
        vd3 moment = couples ? get3(batch, C_TX, i) : vd3_zero();
        vd3 on_b = vd3_add(vd3_scale(get(batch, C_PUSH, i), n), get3(batch, C_QX, i));
        vd3 on_a = vd3_scale(vd_set(-1.0), on_b);
        if (ledger && couples)
            couple_books(span, batch, i);
        vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
        vd3 at_b = vd3_add(vd3_cross(columns_of(span, GRAIN_ARM_B, contact), on_b), moment);
        vd3 at_a = vd3_scale(vd_set(-1.0), moment);
        if (!walls)
            at_a = vd3_add(vd3_cross(columns_of(span, GRAIN_ARM_A, contact), on_a), at_a);
        double *line = first_line(span) + 8 * (size_t)i;
        double *line_b = line + 8 * (size_t)span->bucket->room;
        on_a = vd3_keep(touch, on_a);
        at_a = vd3_scale(get(batch, C_IA, i), at_a);
        at_b = vd3_scale(get(batch, C_IB, i), at_b);
        lines_write(line, on_a, vd3_keep(touch, at_a));
        lines_write(line_b, on_a, vd3_keep(touch, at_b));
    }
}

#endif
