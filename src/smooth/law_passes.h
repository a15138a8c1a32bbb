// law_passes.h - the passes of the laws over a batch of contacts: normal and cohesion, tangential, rolling and
// twisting, force lines, and the energies of the springs. Each takes a law's function and is stamped out per law by
// law_stamps.h.
#ifndef SCREE_SMOOTH_LAW_PASSES_H
#define SCREE_SMOOTH_LAW_PASSES_H

#include "smooth/passes.h"

typedef normal_out push_function(const double *k, normal_in in, vd *h);

// The last three steps of a push, and as it makes bodies part faster than they do, a little more.
#define LAST_MARGIN 3.25
// Bodies that have yielded part with a stiffness that is larger than what tangential laws go by, rarely by more.
#define YIELDED 8

static inline __attribute__((always_inline)) void note_last(span *p, int32_t first, unsigned bits)
{
    if (__builtin_expect(bits != 0, 0))
        if (p->last)
            p->last[p->lasts++] = last_group(first, bits);
}

// Constants of a normal pass.
typedef struct normal_from {
    double k[LAW_COEFFICIENTS], dt, square, turning; // dt^2/2 and dt/2, or 0 for walls
    double shift;
    double soon;        // LAST_MARGIN dt over the power of the elastic push
    double *before;     // closing speed one step ago, or NULL
    double *surface[3]; // velocity of the surfaces against each other one step ago, or NULL
    double *there;      // 1 where the contact was there one step ago, or NULL
    double *column[LAW_HISTORY_MOST];
    bool full_arm, observe, details, books, far, walls, fixed, unlike;
    const double *wall_spin[3]; // of walls
} normal_from;

static inline normal_from normal_begin(const span *p, int histories)
{
    const double dt = p->s->context.dt;
    const law_set *set = p->set;
    const bool walls = bucket_walls(p->k->kind);
    const double yielded = set->yields ? YIELDED : 1;
    normal_from z = {
        .dt = dt,
        .square = walls ? 0 : 0.5 * dt * dt,
        .turning = walls ? 0 : 0.5 * dt,
        .shift = set->shift,
        .soon = LAST_MARGIN * dt / set->rise * yielded,
        .full_arm = p->s->full_arm,
        .observe = p->observe,
        .details = p->layout->books >= 0 || set->couples || set->far || set->rolls,
        .books = set->law[LAW_COHESION] < 0,
        .far = set->far,
        .walls = walls,
        .fixed = set->fixed && !walls,
        .unlike = set->unlike && p->k->kind == BUCKET_BALLS,
    };
    const int spin = bucket_cores(p->k->kind) ? GRAIN_SPIN : WALL_SPIN;
    for (int d = 0; walls && d < 3; d++)
        z.wall_spin[d] = p->k->geometry[spin + d] + p->from;
    for (int j = 0; j < LAW_COEFFICIENTS; j++)
        z.k[j] = p->set->k[LAW_NORMAL][j];
    for (int j = 0; j < histories; j++)
        z.column[j] = p->k->history[p->layout->law[LAW_NORMAL] + j] + p->from;
    if (p->layout->closing >= 0)
        z.before = p->k->history[p->layout->closing] + p->from;
    for (int d = 0; p->layout->surface >= 0 && d < 3; d++)
        z.surface[d] = p->k->history[p->layout->surface + d] + p->from;
    if (p->layout->there >= 0)
        z.there = p->k->history[p->layout->there] + p->from;
    return z;
}

// What turns both surfaces, for the mean of the arms.
static inline vd3 spin_at_arm(const span *p, const batch *q, int i)
{
    vd3 sum = get3(q, C_SX, i);
    if (!p->set->unlike || p->k->kind != BUCKET_BALLS)
        return sum;
    vd tilt = get(q, C_TILT, i);
    vd3 both = vd3_add(sum, vd3_scale(tilt / get(q, C_ARM, i), get3(q, C_APARTX, i)));
    return vd3_select(vd_gt(tilt * tilt, vd_set(0.0)), both, sum);
}

// The books take the motion itself at the time of the positions, not what the onset makes of it.
static inline void open_books(const span *p, batch *q, int i)
{
    vd3 n = get3(q, C_NX, i);
    vd3 v_now = brought_forward(p, p->layout->motion, i, get3(q, C_VX, i));
    vd3 spin_now = brought_forward(p, p->layout->motion + 3, i, spin_at_arm(p, q, i));
    double *pushed = p->k->history[p->layout->motion + 6] + p->from + i;
    vd push = get(q, C_PUSH, i);
    // the part of the change of acceleration that this contact makes itself, which halves the error of the rest
    const vd jump = push - vd_load(pushed);
    const vd own = (0.5 * p->s->context.dt) * jump / get(q, C_MEFF, i);
    const vd now = vd3_dot(v_now, n) + own;
    if (!p->observe)
        vd_store(pushed, push);
    const vd3 across = vd3_sub(v_now, vd3_scale(now, n));
    const vd3 turning = vd3_scale(get(q, C_ARM, i), vd3_cross(n, spin_now));
    put3(q, C_WX, i, vd3_add(across, turning));
    put(q, C_LOSS, i, -(get(q, C_DAMPING, i) * now));
    put(q, C_WORK, i, push * now);
}

// The overlap one step ago, from which the ledger knows what stiffness was under springs. By the motion, `guess`; but
// overlaps jump where another feature comes next, or a gap opens, so there R* times the overlap is kept.
static inline vd overlap_before(const span *p, int i, vd r_eff, vd overlap, vd guess)
{
    if (p->layout->depth < 0)
        return guess;
    double *kept = p->k->history[p->layout->depth] + p->from + i;
    vd depth = vd_load(kept);
    if (!p->observe)
        vd_store(kept, r_eff * overlap);
    return vd_select(vd_gt(depth, vd_set(0.0)), depth / r_eff, guess);
}

// The share of the step that led here in which the bodies touched. The overlap has fallen by `fell`; where that makes
// it a gap one step ago they met on the way, unless the contact was there all the same, across the gap. Contacts that
// have just met are rare: springs of all others take *slip as it is.
static inline __attribute__((always_inline)) vd
share_of_touch(const normal_from *z, int i, vd overlap, vd fell, const bool far, vd3 *slip)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd before = overlap + fell;
    vd gap = -before;
    if (far) {
        gap =
            vd_keep(vd_gt(vd_set(0.5), vd_load(z->there + i)), vd_keep(vd_gt(overlap, zero), gap));
        if (!z->observe)
            vd_store(z->there + i, one);
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
static inline __attribute__((always_inline)) vd push_after(const normal_from *z, vd push,
                                                           vd stiffness, vd closing)
{
    return push + (z->soon * stiffness) * closing;
}

// Contacts whose push ends within three steps are rare, too: their bits.
static inline __attribute__((always_inline)) unsigned soon_apart(const normal_from *z, vd push,
                                                                 vd stiffness, vd closing)
{
    const vd zero = vd_set(0.0);
    const unsigned bits = vm_bits(vd_gt(zero, push_after(z, push, stiffness, closing)));
    if (__builtin_expect(bits == 0, 1))
        return 0;
    return bits & vm_bits(vd_gt(push, zero));
}

// Turn about the normal n of a spring between two bodies: that of the mean of their spins weighted with their radii. A
// wall is a body of infinite radius.
static inline __attribute__((always_inline)) vd twirl_of_wall(const normal_from *z, int i, vd3 n)
{
    vd3 spin = vd3_make(vd_load(z->wall_spin[0] + i), vd_load(z->wall_spin[1] + i),
                        vd_load(z->wall_spin[2] + i));
    return z->dt * vd3_dot(spin, n);
}

// The closing speed at the time of the positions, which dashpots want. `speed` is that of parting in the middle of the
// step, along the normal of then.
static inline __attribute__((always_inline)) vd closing_now(const normal_from *z, int i, vd speed)
{
    vd closing = -speed;
    if (!z->before)
        return closing;
    vd last = vd_load(z->before + i);
    if (!z->observe)
        vd_store(z->before + i, closing);
    return 1.5 * closing - 0.5 * last;
}

// The same where there is a tangential dashpot, too: what is brought forward is the velocity of the surfaces against
// each other in space, which has no contact plane to turn with; so one step ago it may have been seen along any normal.
static inline __attribute__((always_inline)) vd surface_now(const normal_from *z, batch *q, int i,
                                                            vd3 velocity, vd3 n)
{
    vd3 last = vd3_make(vd_load(z->surface[0] + i), vd_load(z->surface[1] + i),
                        vd_load(z->surface[2] + i));
    if (!z->observe) {
        vd_store(z->surface[0] + i, velocity.x);
        vd_store(z->surface[1] + i, velocity.y);
        vd_store(z->surface[2] + i, velocity.z);
    }
    vd3 now = vd3_sub(vd3_scale(vd_set(1.5), velocity), vd3_scale(vd_set(0.5), last));
    vd parting = vd3_dot(now, n);
    put3(q, C_RX, i, vd3_sub(now, vd3_scale(parting, n)));
    return -parting;
}

// What the law answers; histories go on. `approach` is the speed of closing over the step that led here. `touch`: where
// it is false the histories are cleared; NULL: nowhere.
static inline __attribute__((always_inline)) normal_out
ask_law(const normal_from *z, int i, vd approach, normal_in *in, const vm *touch,
        const int histories, push_function *push)
{
    in->approach = approach;
    in->dt = vd_set(z->dt);
    vd state[LAW_HISTORY_MOST];
    for (int j = 0; j < histories; j++)
        state[j] = vd_load(z->column[j] + i);
    normal_out o = push(z->k, *in, state);
    for (int j = 0; j < histories && touch; j++)
        state[j] = vd_keep(*touch, state[j]);
    if (!z->observe)
        for (int j = 0; j < histories; j++)
            vd_store(z->column[j] + i, state[j]);
    return o;
}

// What kinematics tell of W contacts: what a normal law sees, and what the passes after it want.
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
arms_of(const normal_from *z, batch *q, int i, vd overlap, vd isum, vd arm)
{
    const vd zero = vd_set(0.0);
    contact_arms arms = {arm, isum, zero, zero};
    if (z->fixed) {
        const vd give = get(q, C_GIVE, i);
        const vm still = vd_gt(give, zero);
        arms.arm = vd_select(still, 1.0 - give * overlap, arms.arm);
        arms.give = vd_select(still, give, isum);
    }
    if (z->unlike) {
        arms.lean = get(q, C_LEAN, i);
        if (z->fixed)
            arms.lean = vd_select(vd_gt(get(q, C_GIVE, i), zero), zero, arms.lean);
        const vm own = vd_gt(arms.lean * arms.lean, zero);
        const vd gives = 0.5 * get(q, C_RINV, i) - isum;
        arms.arm = vd_select(own, 1.0 - gives * overlap, arms.arm);
        arms.give = vd_select(own, gives, arms.give);
        arms.tilt = arms.lean * overlap;
    }
    return arms;
}

// Kinematics. `far`: contacts may live beyond touch; `alone`: there the law itself sees the gap.
static inline __attribute__((always_inline)) normal_met
normal_meet(const span *p, const normal_from *z, batch *q, int i, const bool ledger, const bool far,
            const bool alone, vd *deepest)
{
    vd3 d = get3(q, C_DX, i);
    vd3 v = get3(q, C_VX, i);
    vd3 spin = get3(q, C_SX, i);
    vd rsum = get(q, C_RSUM, i);
    vd ir = get(q, C_RINV, i);
    vd im = get(q, C_MINV, i);
    vd r = vd_sqrt(vd3_dot(d, d));
    vd approach = vd3_dot(d, v);
    vd overlap = rsum - r;
    vd solid = overlap;
    vm touch = vd_gt(overlap, vd_set(0.0));
    if (far) {
        touch = vd_gt(overlap, vd_set(z->shift));
        solid = vd_max(overlap - z->shift, 1e-12 * rsum);
    }
    normal_in in;
    // r times the overlap one step ago, but for e: |d - v dt| = r - dt u_n + dt^2 (v^2 - u_n^2)/2r + ..., e = dt^2
    // u_n^2/2. The nearest point of a wall slides along with the ball: the last term is not there.
    vd solid_r = solid * r;
    vd fell = z->dt * approach - z->square * vd3_dot(v, v);
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
    vd e = z->square * (un * un);
    vd grew = solid_r - (old + e);
    vd part = inv * all;
    in.overlap = alone ? overlap : solid;
    in.overlap_before = rinv * (old + e);
    if (far && ledger)
        in.overlap_before = overlap_before(p, i, in.r_eff, solid, in.overlap_before);
    in.shrunk = vd_min(vd_max(-grew, vd_set(0.0)) * part, vd_set(1.0));
    in.grown = vd_max(grew, vd_set(0.0)) * part;
    vd touching = solid_r;
    if (far)
        touching = overlap * r;
    contact_arms arms = arms_of(z, q, i, overlap, isum, r * isum);
    const double back = 0.5 * z->dt; // to the middle of the step over which the slip is taken
    vd halfway = arms.arm - (back * un) * arms.give;
    if (z->full_arm) {
        arms.arm = halfway = vd_set(1.0);
        arms.lean = arms.tilt = vd_set(0.0);
    }
    // in the middle of that step the normal was another one by `sweep` (that of a plane does not turn), and so moved
    // the surfaces against each other in space; the slip of then is turned on with the normal
    vd3 vt = vd3_sub(v, vd3_scale(un, n));
    vd h = z->turning * rinv;
    vd about = vd3_dot(spin, n);
    vd3 sweep = vd3_scale(h, vt);
    vd3 surface = vd3_add(v, vd3_scale(halfway, vd3_cross(vd3_sub(n, sweep), spin)));
    if (z->unlike) {
        const vm own = vd_gt(arms.lean * arms.lean, vd_set(0.0));
        vd3 apart = vd3_scale(arms.tilt + (back * un) * arms.lean,
                              vd3_cross(vd3_sub(n, sweep), get3(q, C_APARTX, i)));
        surface = vd3_select(own, vd3_add(surface, apart), surface);
    }
    vd3 u = vd3_sub(vd3_add(surface, vd3_scale(un, sweep)), vd3_scale(vd3_dot(surface, n), n));
    vd share = share_of_touch(z, i, touching, fell, far, &u);
    in.closing = z->surface[0] ? surface_now(z, q, i, surface, n)
                               : closing_now(z, i, un - vd3_dot(sweep, vt));
    *deepest = vd_max(overlap * ir, *deepest);
    vd twirl = (z->dt * isum) * about;
    if (z->walls)
        twirl = twirl_of_wall(z, i, n);
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
normal_respond(const normal_from *z, int i, normal_met *m, const bool far, const bool alone,
               const int histories, push_function *push)
{
    m->in.step = -z->dt * m->parting;
    // Two bodies that move across turn their normal: as they met they closed faster than they do along that of now.
    vd more = vd_keep(vd_gt(vd_set(1.0), m->share), m->share * m->turned);
    normal_out o =
        ask_law(z, i, more - m->parting, &m->in, far && !alone ? &m->touch : NULL, histories, push);
    if (far && !alone) {
        o.elastic = vd_keep(m->touch, o.elastic);
        o.damping = vd_keep(m->touch, o.damping);
        o.load = vd_keep(m->touch, o.load);
        o.radius = vd_keep(m->touch, o.radius);
        o.live = m->overlap;
    }
    if (far)
        o.load =
            vd_keep(vd_gt(o.live, vd_set(0.0)), o.load); // one that tears lets go of its springs
    return o;
}

static inline __attribute__((always_inline)) void normal_lane(span *p, const normal_from *z,
                                                              batch *q, int i, const bool ledger,
                                                              const bool far, const bool alone,
                                                              const bool apart, const int histories,
                                                              push_function *push, vd *deepest)
{
    normal_met m = normal_meet(p, z, q, i, ledger, far, alone, deepest);
    normal_out o = normal_respond(z, i, &m, far, alone, histories, push);
    if (!far)
        note_last(p, p->from + i, soon_apart(z, o.load, o.stiffness, m.in.closing));
    put3(q, C_NX, i, m.n);
    put3(q, C_UX, i, m.slip);
    put3(q, C_SWEEPX, i, m.sweep);
    put(q, C_TWIRL, i, m.twirl);
    put(q, C_MEAN, i, o.mean);
    put(q, C_OVERLAP, i, m.overlap);
    put(q, C_LIVE, i, o.live);
    put(q, C_PUSH, i, o.elastic + o.damping);
    put(q, C_LOAD, i, o.load);
    put(q, C_STIFF, i, o.stiffness);
    put(q, C_DASH, i, o.dashpot);
    put(q, C_GRIP, i, o.grip);
    put(q, C_FADE, i, o.fade);
    put(q, C_ARM, i, m.arm);
    if (z->unlike)
        put(q, C_TILT, i, m.tilt);
    if (apart) {
        put(q, C_SPRING_FADE, i, o.spring_fade);
        put(q, C_SPRING_MEAN, i, o.spring_mean);
    }
    if (apart && ledger)
        put(q, C_SPRING_CHANGE, i, o.spring_change);
    if (far && !alone)
        put(q, C_STEP, i, m.in.step);
    if (z->details) {
        put(q, C_SHARE, i, m.share);
        put(q, C_RADIUS, i, o.radius);
        put(q, C_REFF, i, m.in.r_eff);
        put(q, C_MEFF, i, m.in.m_eff);
    }
    if (ledger) {
        put(q, C_CHANGE, i, o.change);
        put(q, C_PLASTIC, i, o.plastic);
        put(q, C_DAMPING, i, o.damping);
        if (z->books)
            open_books(p, q, i);
    }
}

// The normal law of a contact of grains with a core, whose kinematics gather_cores has left. The law sees one contact
// of full stiffness; its forces and stiffnesses count with the weight. Where a cohesion law comes, it sees them full as
// well and puts the weight in. The arms stand in the geometry: C_ARM is 0, so that the books take the velocity at the
// contact as it is. `alone` as in normal_lane.
static inline __attribute__((always_inline)) void core_lane(span *p, const normal_from *z, batch *q,
                                                            int i, const bool alone,
                                                            const bool apart, const int histories,
                                                            push_function *push, vd *deepest)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    vd3 n = get3(q, C_NX, i);
    vd3 v = get3(q, C_VX, i);
    vd3 spin = get3(q, C_SX, i);
    vd overlap = get(q, C_OVERLAP, i);
    vd ir = get(q, C_RINV, i);
    vd un = vd3_dot(n, v);
    vd weight = get(q, C_WEIGHT, i);
    vd solid = overlap;
    vm touch = vd_gt(overlap, vd_set(z->shift));
    normal_in in;
    in.r_eff = one / ir;
    in.m_eff = one / get(q, C_MINV, i);
    if (z->far)
        solid = vd_max(overlap - z->shift, 1e-12 * in.r_eff);
    in.overlap = alone ? overlap : solid;
    vd before = vd_max(solid + z->dt * un, 1e-6 * solid);
    in.overlap_before = overlap_before(p, i, in.r_eff, solid, before);
    in.shrunk = vd_min(vd_max(1.0 - solid / before, zero), one);
    in.grown = vd_min(vd_max(1.0 - before / solid, zero), one);
    vd3 u = vd3_sub(v, vd3_scale(un, n));
    vd touched = share_of_touch(z, i, overlap, z->dt * un, z->far, &u);
    in.closing = z->surface[0] ? surface_now(z, q, i, v, n) : closing_now(z, i, un);
    in.step = -z->dt * un;
    normal_out o = ask_law(z, i, -un, &in, z->far && !alone ? &touch : NULL, histories, push);
    if (!z->far)
        note_last(p, p->from + i, soon_apart(z, o.load, o.stiffness, in.closing));
    if (z->far && !alone) {
        o.elastic = vd_keep(touch, o.elastic);
        o.damping = vd_keep(touch, o.damping);
        o.load = vd_keep(touch, o.load);
        o.radius = vd_keep(touch, o.radius);
        o.live = overlap;
    }
    if (z->far)
        o.load = vd_keep(vd_gt(o.live, zero), o.load); // one that tears lets go of its springs
    *deepest = vd_max(overlap * ir, *deepest);
    vd shared = get(q, C_SHARED, i);
    vd share = z->books ? weight : one;
    vd twirl = z->dt * vd3_dot(spin, n);
    if (z->walls)
        twirl = twirl_of_wall(z, i, n);
    put3(q, C_UX, i, u);
    put3(q, C_SWEEPX, i, vd3_scale(vd_set(0.5 * z->dt), vd3_cross(spin, n)));
    put(q, C_TWIRL, i, twirl);
    put(q, C_SHARE, i, touched);
    put(q, C_MEAN, i, o.mean);
    put(q, C_LIVE, i, o.live);
    put(q, C_PUSH, i, share * (o.elastic + o.damping));
    put(q, C_LOAD, i, share * o.load);
    put(q, C_STIFF, i, weight * o.stiffness);
    put(q, C_DASH, i, weight * o.dashpot);
    put(q, C_GRIP, i, weight * o.grip);
    put(q, C_FADE, i, o.fade * vd_min(shared, one));
    put(q, C_CHANGE, i, o.change * shared);
    if (apart) {
        put(q, C_SPRING_FADE, i, o.spring_fade * vd_min(shared, one));
        put(q, C_SPRING_CHANGE, i, o.spring_change * shared);
        put(q, C_SPRING_MEAN, i, o.spring_mean);
    }
    put(q, C_ARM, i, zero);
    put(q, C_STEP, i, in.step);
    put(q, C_RADIUS, i, o.radius);
    put(q, C_REFF, i, in.r_eff);
    put(q, C_MEFF, i, in.m_eff);
    put(q, C_PLASTIC, i, weight * o.plastic);
    put(q, C_DAMPING, i, weight * o.damping);
    if (p->layout->books >= 0 && z->books)
        open_books(p, q, i);
}

static inline __attribute__((always_inline)) void core_pass(span *p, batch *q, const bool alone,
                                                            const bool apart, const int histories,
                                                            push_function *push)
{
    const normal_from z = normal_begin(p, histories);
    vd deepest = p->deepest;
    for (int i = 0; i < p->count; i += W)
        core_lane(p, &z, q, i, alone, apart, histories, push, &deepest);
    p->deepest = deepest;
}

static inline __attribute__((always_inline)) void normal_pass(span *p, batch *q, const bool ledger,
                                                              const bool far, const bool alone,
                                                              const bool apart, const int histories,
                                                              push_function *push)
{
    const normal_from z = normal_begin(p, histories);
    caller ahead = *p->ahead;
    vd deepest = p->deepest;
    for (int i = 0; i < p->count; i += W) {
        call_some(&ahead);
        normal_lane(p, &z, q, i, ledger, far, alone, apart, histories, push, &deepest);
    }
    p->deepest = deepest;
    *p->ahead = ahead;
}

static inline void histories_load(const span *p, int slot, int histories, int i, vd *h)
{
    for (int j = 0; j < histories; j++)
        h[j] = vd_load(p->k->history[p->layout->law[slot] + j] + p->from + i);
}

static inline void histories_store(const span *p, int slot, int histories, int i, const vd *h)
{
    if (p->observe)
        return;
    for (int j = 0; j < histories; j++)
        vd_store(p->k->history[p->layout->law[slot] + j] + p->from + i, h[j]);
}

typedef vd normal_energy_function(const double *k, normal_in in, const vd *h);
static inline __attribute__((always_inline)) void normal_energy(span *p, batch *q, const bool alone,
                                                                const int histories,
                                                                normal_energy_function *energy)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        vd d = get(q, C_OVERLAP, i) - p->set->shift;
        vd solid = alone ? d : vd_max(d, vd_set(0.0));
        histories_load(p, LAW_NORMAL, histories, i, h);
        normal_in in = {solid,
                        solid,
                        vd_set(0.0),
                        vd_set(0.0),
                        vd_set(0.0),
                        vd_set(0.0),
                        1.0 / get(q, C_RINV, i),
                        1.0 / get(q, C_MINV, i),
                        vd_set(p->s->context.dt),
                        vd_set(0.0)};
        put(q, C_ENERGY, i, energy(p->set->k[LAW_NORMAL], in, h));
    }
}

// Cohesion: an attraction beside the normal law.
static inline cohesion_in cohesion_input(const batch *q, int i, vd push, vd step)
{
    cohesion_in in = {get(q, C_OVERLAP, i),
                      get(q, C_REFF, i),
                      get(q, C_MEFF, i),
                      get(q, C_RADIUS, i),
                      push,
                      step};
    return in;
}

typedef cohesion_out pull_function(const double *k, cohesion_in in, vd *h);
static inline __attribute__((always_inline)) void
cohesion_pass(span *p, batch *q, const bool ledger, const int histories, pull_function *pull)
{
    const bool cores = bucket_cores(p->k->kind);
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        vd push = get(q, C_PUSH, i);
        histories_load(p, LAW_COHESION, histories, i, h);
        cohesion_out o =
            pull(p->set->k[LAW_COHESION], cohesion_input(q, i, push, get(q, C_STEP, i)), h);
        histories_store(p, LAW_COHESION, histories, i, h);
        vd weight = cores ? get(q, C_WEIGHT, i) : vd_set(1.0);
        put(q, C_PUSH, i, weight * (push - o.pull));
        put(q, C_LIVE, i, o.live);
        put(q, C_LOAD, i, weight * vd_keep(vd_gt(o.live, vd_set(0.0)), o.load));
        if (ledger) {
            put(q, C_PLASTIC, i, get(q, C_PLASTIC, i) + weight * o.loss);
            open_books(p, q, i);
        }
    }
}

typedef vd cohesion_energy_function(const double *k, cohesion_in in, const vd *h);
static inline __attribute__((always_inline)) void
cohesion_energy(span *p, batch *q, const int histories, cohesion_energy_function *energy)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        histories_load(p, LAW_COHESION, histories, i, h);
        const cohesion_in in = cohesion_input(q, i, vd_set(0.0), vd_set(0.0));
        vd e = energy(p->set->k[LAW_COHESION], in, h);
        if (bucket_cores(p->k->kind))
            e = get(q, C_WEIGHT, i) * e;
        add(q, C_ENERGY, i, e);
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

// Lines of W contacts where both bodies feel the same moment over R: -arm (n x Q). `line` is that of contact i. Where
// they have arms of their own, the line of b stands `other` further on; 0: there is none.
static inline __attribute__((always_inline)) void write_lines(const batch *q, int i, double *line,
                                                              size_t other, vd3 n, vd3 drag)
{
    vm touch = vd_gt(get(q, C_LIVE, i), vd_set(0.0));
    vd arm = get(q, C_ARM, i);
    vd3 about = vd3_cross(n, drag);
    const vd3 on_a = vd3_keep(touch, force_on_a(get(q, C_PUSH, i), n, drag));
    if (!other) {
        const vd3 both = vd3_scale(-arm, about);
        lines_write(line, on_a, vd3_keep(touch, both));
        return;
    }
    vd tilt = get(q, C_TILT, i);
    const vd3 at_a = vd3_scale(-(arm - tilt), about);
    const vd3 at_b = vd3_scale(-(arm + tilt), about);
    lines_write(line, on_a, vd3_keep(touch, at_a));
    lines_write(line + other, on_a, vd3_keep(touch, at_b));
}

// How far the lines of b are behind those of a where balls have arms of their own; else 0.
static inline size_t other_lines(const span *p)
{
    return p->set->unlike && p->k->kind == BUCKET_BALLS ? 8 * (size_t)p->k->room : 0;
}

static inline double *first_line(const span *p)
{
    return p->lines + 8 * (1 + (size_t)(p->k->first + p->from));
}

static inline law_turn turn_of(const batch *q, int i)
{
    law_turn t = {get3(q, C_NX, i), get3(q, C_SWEEPX, i), get(q, C_TWIRL, i)};
    return t;
}

// How far both surfaces have moved on together through the contact in a step: min(|s_a|, |s_b|) dt where they move the
// same way, with the velocities s of the surfaces seen from the patch, whose own is [R_b v_a + R_a v_b]/(R_a + R_b);
// on a wall that of the ball. (Seed 004 (5.1), written for any pair.)
static inline vd rolled_of(const span *p, const batch *q, int i)
{
    const bodies *o = p->body;
    vd3 n = get3(q, C_NX, i);
    vd3 v = get3(q, C_VX, i);
    vd3 both = get3(q, C_SX, i);
    vd3 spin_a = vd3_zero();
    vd share = vd_set(1.0);
    vd unused[3];
    if (bucket_cores(p->k->kind))
        return vd_set(0.0); // the patch of a corner does not roll
    if (p->k->kind == BUCKET_BALLS) {
        rec4_gather(o->spin[o->now], p->k->a + p->from + i, &spin_a.x, &spin_a.y, &spin_a.z,
                    &unused[0]);
        rec4_gather(o->position[o->now], p->k->a + p->from + i, &unused[0], &unused[1], &unused[2],
                    &share);
        share = share / get(q, C_RSUM, i);
    }
    vd3 vt = vd3_sub(v, vd3_scale(vd3_dot(v, n), n));
    vd3 a = vd3_sub(vd3_cross(spin_a, n), vd3_scale(share, vt));
    vd3 b = vd3_sub(vd3_scale(1.0 - share, vt), vd3_cross(vd3_sub(both, spin_a), n));
    vd along = vd3_dot(a, b);
    vd shorter = vd_min(vd3_dot(a, a), vd3_dot(b, b));
    return p->s->context.dt * vd_keep(vd_gt(along, vd_set(0.0)), vd_sqrt(shorter));
}

static inline __attribute__((always_inline)) tangential_in
tangential_input(const span *p, const batch *q, int i, const bool ledger, const bool rolls,
                 const bool apart, double dt)
{
    tangential_in in;
    in.load = get(q, C_LOAD, i);
    in.stiffness = get(q, C_STIFF, i);
    in.dashpot = get(q, C_DASH, i);
    in.grip = get(q, C_GRIP, i);
    in.fade = get(q, C_FADE, i);
    in.radius = rolls ? get(q, C_RADIUS, i) : in.grip;
    in.change = ledger ? get(q, C_CHANGE, i) : in.fade;
    in.mean = get(q, C_MEAN, i);
    in.spring_fade = apart ? get(q, C_SPRING_FADE, i) : in.fade;
    in.spring_mean = apart ? get(q, C_SPRING_MEAN, i) : in.mean;
    in.spring_change = in.change;
    if (apart)
        in.spring_change = ledger ? get(q, C_SPRING_CHANGE, i) : in.spring_fade;
    in.turn = turn_of(q, i);
    in.slip = get3(q, C_UX, i);
    in.rate = p->layout->surface >= 0 ? get3(q, C_RX, i) : in.slip;
    in.rolled = rolls ? rolled_of(p, q, i) : vd_set(0.0);
    in.dt = vd_set(dt);
    in.unbooked = !ledger;
    return in;
}

typedef tangential_out drag_function(const double *k, tangential_in in, vd *h);

// Constants of a tangential pass.
typedef struct tangential_from {
    double k[LAW_COEFFICIENTS], dt;
    double *column[LAW_HISTORY_MOST];
    double *line;
    size_t other;
    bool observe;
} tangential_from;

static inline tangential_from tangential_begin(const span *p, int histories)
{
    tangential_from z = {
        .dt = p->s->context.dt,
        .line = first_line(p),
        .other = other_lines(p),
        .observe = p->observe,
    };
    for (int j = 0; j < LAW_COEFFICIENTS; j++)
        z.k[j] = p->set->k[LAW_TANGENTIAL][j];
    for (int j = 0; j < histories; j++)
        z.column[j] = p->k->history[p->layout->law[LAW_TANGENTIAL] + j] + p->from;
    return z;
}

static inline __attribute__((always_inline)) void
tangential_lane(const span *p, const tangential_from *z, batch *q, int i, const bool ledger,
                const bool last, const bool rolls, const bool apart, const int histories,
                drag_function *drag)
{
    vd h[LAW_HISTORY_MOST + 1];
    for (int j = 0; j < histories; j++)
        h[j] = vd_load(z->column[j] + i);
    h[histories] = vd_set(0.0); // LAW_SPARES: what the contacts of the pair do not keep
    tangential_in in = tangential_input(p, q, i, ledger, rolls, apart, z->dt);
    tangential_out o = drag(z->k, in, h);
    if (!z->observe)
        for (int j = 0; j < histories; j++)
            vd_store(z->column[j] + i, h[j]);
    if (ledger) {
        // as for the push: the contact's own part of the change of slip
        vd3 jump = vd3_sub(o.force, kept_back(p, p->layout->motion + 7, i, o.force));
        vd arm = get(q, C_ARM, i);
        vd ease = (0.5 * z->dt) * (1.0 + p->s->spin_factor * arm * arm) / get(q, C_MEFF, i);
        vd3 now = vd3_add(get3(q, C_WX, i), vd3_scale(ease, jump));
        put(q, C_LOSS, i, get(q, C_LOSS, i) - vd3_dot(o.damper, now));
        add(q, C_WORK, i, vd3_dot(o.force, now));
        // A law sees the slip since the touch, but in the first step its force acts on the bodies over the whole step:
        // a contact that slides from the first takes that much more out of the motion.
        put(q, C_SLID, i, o.friction / get(q, C_SHARE, i));
    }
    if (last)
        write_lines(q, i, z->line + 8 * (size_t)i, z->other, in.turn.normal, o.force);
    else
        put3(q, C_QX, i, o.force);
}

static inline __attribute__((always_inline)) void
tangential_pass(span *p, batch *q, const bool ledger, const bool last, const bool rolls,
                const int histories, drag_function *drag)
{
    const tangential_from z = tangential_begin(p, histories);
    caller ahead = *p->ahead;
    for (int i = 0; i < p->count; i += W) {
        call_some(&ahead);
        tangential_lane(p, &z, q, i, ledger, last, rolls, p->set->apart, histories, drag);
    }
    *p->ahead = ahead;
}

typedef vd tangential_energy_function(const double *k, tangential_in in, const vd *h);
static inline __attribute__((always_inline)) void
tangential_energy(span *p, batch *q, const bool rolls, const int histories,
                  tangential_energy_function *energy)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        histories_load(p, LAW_TANGENTIAL, histories, i, h);
        const double dt = p->s->context.dt;
        const tangential_in in = tangential_input(p, q, i, false, rolls, p->set->apart, dt);
        add(q, C_ENERGY, i, energy(p->set->k[LAW_TANGENTIAL], in, h));
    }
}

// No tangential law.
static inline void frictionless_pass(span *p, batch *q, bool ledger, bool last)
{
    for (int i = 0; i < p->count; i += W) {
        if (ledger)
            put(q, C_SLID, i, vd_set(0.0));
        double *line = first_line(p) + 8 * (size_t)i;
        if (last)
            write_lines(q, i, line, other_lines(p), get3(q, C_NX, i), vd3_zero());
        else
            put3(q, C_QX, i, vd3_zero());
    }
}

// Relative spin of b and a for the laws that resist it; no moment yet.
static inline void spin_pass(const span *p, batch *q)
{
    const bodies *o = p->body;
    const rec4 *spins = o->spin[o->now];
    const bool walls = bucket_walls(p->k->kind);
    const int turns = bucket_cores(p->k->kind) ? GRAIN_SPIN : WALL_SPIN;
    for (int i = 0; i < p->count; i += W) {
        int32_t c = p->from + i;
        vd ia = vd_set(1.0);
        vd ib;
        vd3 wa;
        vd3 wb;
        rec4_gather(spins, p->k->b + c, &wb.x, &wb.y, &wb.z, &ib);
        wb = vd3_scale(ib, wb);
        if (walls) {
            wa = columns_of(p, turns, c);
        } else {
            rec4_gather(spins, p->k->a + c, &wa.x, &wa.y, &wa.z, &ia);
            wa = vd3_scale(ia, wa);
        }
        vd3 spin = vd3_sub(wb, wa);
        put3(q, C_OX, i, spin);
        put(q, C_IA, i, ia);
        put(q, C_IB, i, ib);
        if (p->layout->spin >= 0)
            spin = brought_forward(p, p->layout->spin, i, spin);
        put3(q, C_PX, i, spin);
        put3(q, C_TX, i, vd3_zero());
        put3(q, C_EX, i, vd3_zero());
        put(q, C_LOST, i, vd_set(0.0));
    }
}

static inline rolling_in rolling_input(const span *p, const batch *q, int i, const bool ledger)
{
    vd3 n = get3(q, C_NX, i);
    vd3 w = get3(q, C_PX, i);
    vd3 moved = get3(q, C_OX, i);
    rolling_in in;
    in.load = get(q, C_LOAD, i);
    in.stiffness = get(q, C_STIFF, i);
    in.dashpot = get(q, C_DASH, i);
    in.radius = get(q, C_RADIUS, i);
    in.grip = get(q, C_GRIP, i);
    const bool apart = p->set->apart;
    in.fade = get(q, apart ? C_SPRING_FADE : C_FADE, i);
    in.change = ledger ? get(q, apart ? C_SPRING_CHANGE : C_CHANGE, i) : in.fade;
    in.r_eff = get(q, C_REFF, i);
    in.m_eff = get(q, C_MEFF, i);
    in.mean = get(q, apart ? C_SPRING_MEAN : C_MEAN, i);
    in.turn = turn_of(q, i);
    in.twisting = vd3_dot(w, n);
    in.rolling = vd3_sub(w, vd3_scale(in.twisting, n));
    // how far it went is the spin in the middle of the step, turned on with the normal by half of its turn
    vd share = get(q, C_SHARE, i);
    vd about = vd3_dot(moved, n);
    vd3 over = vd3_sub(moved, vd3_scale(about, n));
    in.rolled = vd3_scale(share, vd3_add(over, vd3_scale(about, in.turn.sweep)));
    in.twisted = share * (about - vd3_dot(moved, in.turn.sweep));
    in.dt = vd_set(p->s->context.dt);
    in.whole = vd_set(p->s->before);
    return in;
}

typedef rolling_out roll_function(const double *k, rolling_in in, vd *h);
static inline __attribute__((always_inline)) void
rolling_pass(span *p, batch *q, const bool ledger, const int histories, roll_function *resist)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        histories_load(p, LAW_ROLLING, histories, i, h);
        const rolling_in in = rolling_input(p, q, i, ledger);
        const rolling_out o = resist(p->set->k[LAW_ROLLING], in, h);
        histories_store(p, LAW_ROLLING, histories, i, h);
        put3(q, C_TX, i, o.torque);
        put3(q, C_EX, i, o.damper);
        put(q, C_LOST, i, o.lost);
    }
}

typedef twisting_out twist_function(const double *k, rolling_in in, vd *h);
static inline __attribute__((always_inline)) void
twisting_pass(span *p, batch *q, const bool ledger, const int histories, twist_function *resist)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        vd3 n = get3(q, C_NX, i);
        histories_load(p, LAW_TWISTING, histories, i, h);
        const rolling_in in = rolling_input(p, q, i, ledger);
        const twisting_out o = resist(p->set->k[LAW_TWISTING], in, h);
        histories_store(p, LAW_TWISTING, histories, i, h);
        add3(q, C_TX, i, vd3_scale(o.torque, n));
        add3(q, C_EX, i, vd3_scale(o.damper, n));
        add(q, C_LOST, i, o.lost);
    }
}

typedef vd rolling_energy_function(const double *k, rolling_in in, const vd *h);
static inline __attribute__((always_inline)) void
rolling_energy(span *p, batch *q, int slot, const int histories, rolling_energy_function *energy)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        histories_load(p, slot, histories, i, h);
        const rolling_in in = rolling_input(p, q, i, false);
        add(q, C_ENERGY, i, energy(p->set->k[slot], in, h));
    }
}

// The books of a moment: all that one against rolling or twisting takes is lost to rolling, its dashpot's as well.
static inline void couple_books(const span *p, batch *q, int i)
{
    const vd3 now = brought_forward(p, p->layout->turn, i, get3(q, C_OX, i));
    const vd braked = vd3_dot(get3(q, C_EX, i), now);
    put(q, C_BRAKED, i, vd_set(0.0) - braked);
    add(q, C_WORK, i, vd3_dot(get3(q, C_TX, i), now));
}

// Two lines per contact: side a gets the moment -M/Ra, side b +M/Rb, a wall the moment itself.
static inline void couple_pass(const span *p, batch *q, bool ledger)
{
    const bool walls = p->k->kind == BUCKET_WALLS;
    const bool unlike = p->set->unlike && !walls;
    for (int i = 0; i < p->count; i += W) {
        vd3 n = get3(q, C_NX, i);
        vd3 drag = get3(q, C_QX, i);
        vd3 moment = get3(q, C_TX, i);
        vd3 about = vd3_cross(n, drag);
        vd arm = get(q, C_ARM, i);
        vd tilt = unlike ? get(q, C_TILT, i) : vd_set(0.0);
        if (ledger)
            couple_books(p, q, i);
        vm touch = vd_gt(get(q, C_LIVE, i), vd_set(0.0));
        vd3 turn_a = walls ? vd3_zero() : vd3_scale(-(arm - tilt), about);
        vd3 turn_b = vd3_scale(-(arm + tilt), about);
        vd3 on_a = vd3_keep(touch, force_on_a(get(q, C_PUSH, i), n, drag));
        vd3 at_a = vd3_sub(turn_a, vd3_scale(get(q, C_IA, i), moment));
        vd3 at_b = vd3_add(turn_b, vd3_scale(get(q, C_IB, i), moment));
        double *line = first_line(p) + 8 * (size_t)i;
        double *line_b = line + 8 * (size_t)p->k->room;
        lines_write(line, on_a, vd3_keep(touch, at_a));
        lines_write(line_b, on_a, vd3_keep(touch, at_b));
    }
}

// Lines of contacts of grains with a core: the force acts at the contact, and each side has its own arm. A wall gets
// the moment of the rolling laws alone, the arm of its force is added where its loads are.
static inline void core_lines_pass(const span *p, batch *q, bool ledger)
{
    const bool walls = bucket_walls(p->k->kind);
    const bool couples = p->set->couples;
    for (int i = 0; i < p->count; i += W) {
        int32_t c = p->from + i;
        vd3 n = get3(q, C_NX, i);
        vd3 moment = couples ? get3(q, C_TX, i) : vd3_zero();
        vd3 on_b = vd3_add(vd3_scale(get(q, C_PUSH, i), n), get3(q, C_QX, i));
        vd3 on_a = vd3_scale(vd_set(-1.0), on_b);
        if (ledger && couples)
            couple_books(p, q, i);
        vm touch = vd_gt(get(q, C_LIVE, i), vd_set(0.0));
        vd3 at_b = vd3_add(vd3_cross(columns_of(p, GRAIN_ARM_B, c), on_b), moment);
        vd3 at_a = vd3_scale(vd_set(-1.0), moment);
        if (!walls)
            at_a = vd3_add(vd3_cross(columns_of(p, GRAIN_ARM_A, c), on_a), at_a);
        double *line = first_line(p) + 8 * (size_t)i;
        double *line_b = line + 8 * (size_t)p->k->room;
        on_a = vd3_keep(touch, on_a);
        at_a = vd3_scale(get(q, C_IA, i), at_a);
        at_b = vd3_scale(get(q, C_IB, i), at_b);
        lines_write(line, on_a, vd3_keep(touch, at_a));
        lines_write(line_b, on_a, vd3_keep(touch, at_b));
    }
}

#endif
