// passes.h - the passes over a batch of contacts: gather, normal laws, tangential laws, rolling laws, force lines.
//
// A batch of BATCH contacts lives in columns that fit the first-level cache. Each pass is a short loop over SCREE_WIDTH
// contacts at a time: one long loop would run at the latency of its square roots, short ones run at throughput
// (docs/performance.md). Passes add where combinations of laws would multiply. Included by kernel.c alone, once per
// width.
#ifndef SCREE_SMOOTH_PASSES_H
#define SCREE_SMOOTH_PASSES_H

#include "law_list.h"
#include "smooth/smooth.h"

#define W SCREE_WIDTH
enum { BATCH = 64, STRIDE = 72 }; // not 64 apart: columns 4 KiB apart would alias

// What the gather leaves (the first twelve), what the normal pass makes of it, and what later passes add.
enum {
    C_DX,
    C_DY,
    C_DZ,
    C_VX,
    C_VY,
    C_VZ,
    C_SX,
    C_SY,
    C_SZ,
    C_RSUM,
    C_RINV,
    C_MINV,
    C_NX,
    C_NY,
    C_NZ,
    C_UX,
    C_UY,
    C_UZ,
    C_OVERLAP,
    C_PUSH,
    C_STIFF,
    C_DASH,
    C_RADIUS,
    C_FADE,
    C_CHANGE,
    C_ARM,
    C_REFF,
    C_MEFF,
    C_QX,
    C_QY,
    C_QZ,
    C_WX,
    C_WY,
    C_WZ,
    C_LOSS,
    C_WORK,
    C_SLID,
    C_ROLLED,
    C_ENERGY,
    COLUMNS
};
typedef struct batch {
    double c[COLUMNS][STRIDE] __attribute__((aligned(64)));
} batch;

// The records that the next block will need are called into the second-level cache, a few per iteration: misses of a
// large system are latency, not bandwidth.
typedef struct caller {
    const rec4 *position, *velocity, *spin, *hold;
    const contact_row *row;
    const int32_t *slot, *own, *end;
    int share;
} caller;

static caller call_ahead(const bodies *body, const block *b, const block *next)
{
    caller q = {body->position[body->now],
                body->velocity[body->now],
                body->spin[body->now],
                body->hold,
                NULL,
                NULL,
                NULL,
                NULL,
                0};
    if (!next) return q;
    q.row = next->row - next->low;
    q.slot = next->ahead;
    q.own = q.slot + next->ahead_own;
    q.end = q.slot + next->aheads;
    q.share = next->aheads / (3 * (b->lines / W) + 1) + 1; // three passes call some
    return q;
}

static inline void call_some(caller *q)
{
    for (int k = 0; k < q->share && q->slot < q->end; k++, q->slot++) {
        __builtin_prefetch(q->position + *q->slot, 0, 2);
        __builtin_prefetch(q->velocity + *q->slot, 0, 2);
        __builtin_prefetch(q->spin + *q->slot, 0, 2);
        if (q->slot >= q->own) continue;
        __builtin_prefetch(q->hold + *q->slot, 0, 2);
        __builtin_prefetch(q->row + *q->slot, 0, 2);
    }
}

// The part of a bucket that a batch covers.
typedef struct span {
    const stepping *s;
    const law_set *set;
    const history_layout *layout;
    const bodies *body;
    bucket *k;
    int32_t from; // first contact
    int count;    // contacts, padded to whole vectors by the bucket
    bool observe; // leave histories alone
    double *lines;
    caller *ahead;
    vd deepest; // largest overlap (1/Ra + 1/Rb) so far
} span;

static inline vd get(const batch *q, int column, int i) { return vd_load(q->c[column] + i); }
static inline void put(batch *q, int column, int i, vd x) { vd_store(q->c[column] + i, x); }
static inline vd3 get3(const batch *q, int column, int i)
{
    return vd3_make(get(q, column, i), get(q, column + 1, i), get(q, column + 2, i));
}
static inline void put3(batch *q, int column, int i, vd3 x)
{
    put(q, column, i, x.x), put(q, column + 1, i, x.y), put(q, column + 2, i, x.z);
}

// The nearest image: x_b - x_a + s L with a whole number s, on periodic axes.
static inline vd3 nearest(const contact_context *c, vd3 d)
{
    if (c->length[0] > 0) d.x = d.x - c->length[0] * vd_round(d.x * c->inverse_length[0]);
    if (c->length[1] > 0) d.y = d.y - c->length[1] * vd_round(d.y * c->inverse_length[1]);
    if (c->length[2] > 0) d.z = d.z - c->length[2] * vd_round(d.z * c->inverse_length[2]);
    return d;
}

// Every pass copies what it needs into locals first: the compiler must take a store of a vector for a change of
// anything else. Where the records of W pairs come from.
typedef struct gather_from {
    const rec4 *x, *v, *w;
    const int32_t *a, *b;
    contact_context context;
    bool wrap;
} gather_from;

static inline gather_from gather_begin(const span *p, bool wrap)
{
    const bodies *o = p->body;
    gather_from g = {o->position[o->now],
                     o->velocity[o->now],
                     o->spin[o->now],
                     p->k->a + p->from,
                     p->k->b + p->from,
                     p->s->context,
                     wrap};
    return g;
}

static inline __attribute__((always_inline)) void gather_lane(const gather_from *g, batch *q, int i)
{
    const int32_t *a = g->a + i, *b = g->b + i;
    vd3 d, u, s;
    vd rsum, minv, rinv;
    rec4_combine(REC_DIFFERENCE, g->x, a, b, &d.x, &d.y, &d.z, &rsum);
    rec4_combine(REC_DIFFERENCE, g->v, a, b, &u.x, &u.y, &u.z, &minv);
    rec4_combine(REC_SUM, g->w, a, b, &s.x, &s.y, &s.z, &rinv);
    if (g->wrap) d = nearest(&g->context, d);
    put3(q, C_DX, i, d), put3(q, C_VX, i, u), put3(q, C_SX, i, s);
    put(q, C_RSUM, i, rsum), put(q, C_RINV, i, rinv), put(q, C_MINV, i, minv);
}

static inline __attribute__((always_inline)) void gather_balls(const span *p, batch *q, bool wrap)
{
    const gather_from g = gather_begin(p, wrap);
    caller ahead = *p->ahead;
    for (int i = 0; i < p->count; i += W) {
        call_some(&ahead);
        gather_lane(&g, q, i);
    }
    *p->ahead = ahead;
}

// A wall is a body without radius at its nearest point, of infinite mass, with the curvature it has there.
static inline void gather_walls(const span *p, batch *q)
{
    const bodies *o = p->body;
    const rec4 *x = o->position[o->now], *v = o->velocity[o->now], *w = o->spin[o->now];
    double *const *g = p->k->geometry;
    for (int i = 0; i < p->count; i += W) {
        int32_t c = p->from + i;
        const int32_t *b = p->k->b + c;
        vd3 u, s;
        vd minv, rinv;
        vd unused[3], radius;
        rec4_gather(x, b, &unused[0], &unused[1], &unused[2], &radius);
        rec4_gather(v, b, &u.x, &u.y, &u.z, &minv);
        rec4_gather(w, b, &s.x, &s.y, &s.z, &rinv);
        vd3 at = vd3_make(vd_load(g[WALL_V] + c), vd_load(g[WALL_V + 1] + c), vd_load(g[WALL_V + 2] + c));
        put3(q, C_DX, i, vd3_make(vd_load(g[WALL_D] + c), vd_load(g[WALL_D + 1] + c), vd_load(g[WALL_D + 2] + c)));
        put3(q, C_VX, i, vd3_sub(u, at)), put3(q, C_SX, i, s);
        put(q, C_RSUM, i, radius), put(q, C_RINV, i, rinv + vd_load(g[WALL_CURVATURE] + c)), put(q, C_MINV, i, minv);
    }
}

// What the three columns held a step ago; they take `value`.
static inline vd3 kept_back(const span *p, int column, int i, vd3 value)
{
    double *h[3];
    for (int d = 0; d < 3; d++) h[d] = p->k->history[column + d] + p->from + i;
    vd3 old = vd3_make(vd_load(h[0]), vd_load(h[1]), vd_load(h[2]));
    if (!p->observe) vd_store(h[0], value.x), vd_store(h[1], value.y), vd_store(h[2], value.z);
    return old;
}

// Rate at the time of the positions from the rates over this step and the one before.
static inline vd3 brought_forward(const span *p, int column, int i, vd3 rate)
{
    vd3 old = kept_back(p, column, i, rate);
    return vd3_sub(vd3_scale(vd_set(1.5), rate), vd3_scale(vd_set(0.5), old));
}

typedef normal_out push_function(const double *k, normal_in in);

// Constants of a normal pass.
typedef struct normal_from {
    double k[LAW_COEFFICIENTS], dt, square, turning; // dt^2/2 and dt/2, or 0 for walls
    double *before;                                  // closing speed one step ago, or NULL
    bool full_arm, observe, for_rolling;
} normal_from;

static inline normal_from normal_begin(const span *p)
{
    const double dt = p->s->context.dt;
    bool walls = p->k->kind == BUCKET_WALLS;
    normal_from z = {{0},
                     dt,
                     walls ? 0 : 0.5 * dt * dt,
                     walls ? 0 : 0.5 * dt,
                     NULL,
                     p->s->full_arm,
                     p->observe,
                     p->layout->sides == 2};
    for (int j = 0; j < LAW_COEFFICIENTS; j++) z.k[j] = p->set->k[LAW_NORMAL][j];
    if (p->layout->closing >= 0) z.before = p->k->history[p->layout->closing] + p->from;
    return z;
}

// Kinematics and a normal law.
static inline __attribute__((always_inline)) void normal_lane(const span *p, const normal_from *z, batch *q, int i,
                                                              const bool ledger, push_function *push, vd *deepest)
{
    vd3 d = get3(q, C_DX, i), v = get3(q, C_VX, i), spin = get3(q, C_SX, i);
    vd rsum = get(q, C_RSUM, i), ir = get(q, C_RINV, i), im = get(q, C_MINV, i);
    vd r = vd_sqrt(vd3_dot(d, d)), approach = vd3_dot(d, v);
    normal_in in;
    in.overlap = rsum - r;
    // r times the overlap one step ago, but for e: |d - v dt| = r - dt u_n + dt^2 (v^2 - u_n^2)/2r + ..., e = dt^2
    // u_n^2/2. The nearest point of a wall slides along with the ball: the last term is not there.
    vd old = vd_max(in.overlap * r + (z->dt * approach - z->square * vd3_dot(v, v)), (in.overlap * r) * 1e-6);
    // one division serves 1/r, R*, m*, the arm r/(Ra + Rb) and the share by which the overlap has fallen
    vd rir = r * ir, mrs = im * rsum, all = rir * mrs, inv = 1.0 / (all * old), most = inv * old;
    vd rinv = most * (ir * mrs), isum = most * (rir * im), arm = r * isum;
    in.r_eff = most * (r * mrs);
    in.m_eff = most * (rir * rsum);
    vd3 n = vd3_scale(rinv, d);
    vd un = rinv * approach, e = z->square * (un * un), iold = inv * all;
    in.overlap_before = rinv * (old + e);
    in.shrunk = vd_min(vd_max(1.0 - (in.overlap * r) * (iold - e * (iold * iold)), vd_set(0.0)), vd_set(1.0));
    vd halfway = arm - ((0.5 * z->dt) * un) * isum; // arm in the middle of the step over which the slip is taken
    if (z->full_arm) arm = halfway = vd_set(1.0);
    // slip with the normal in the middle of that step, turned back by h = u_t dt/2r; a plane's normal does not turn
    vd3 vt = vd3_sub(v, vd3_scale(un, n));
    vd h = z->turning * rinv;
    vd3 turned = vd3_add(spin, vd3_scale(h * vd3_dot(spin, n), vt));
    vd3 u = vd3_add(vd3_scale(1.0 + h * un, vt), vd3_scale(halfway, vd3_cross(n, turned)));
    in.closing = -un;
    if (z->before) {
        vd last = vd_load(z->before + i);
        if (!z->observe) vd_store(z->before + i, in.closing);
        in.closing = 1.5 * in.closing - 0.5 * last;
    }
    normal_out o = push(z->k, in);
    *deepest = vd_max(in.overlap * ir, *deepest);
    put3(q, C_NX, i, n), put3(q, C_UX, i, u);
    put(q, C_OVERLAP, i, in.overlap), put(q, C_PUSH, i, o.elastic + o.damping), put(q, C_STIFF, i, o.stiffness);
    put(q, C_DASH, i, o.dashpot), put(q, C_RADIUS, i, o.radius), put(q, C_FADE, i, o.fade), put(q, C_ARM, i, arm);
    if (z->for_rolling || ledger) put(q, C_REFF, i, in.r_eff), put(q, C_MEFF, i, in.m_eff);
    if (ledger) put(q, C_CHANGE, i, o.change);
    if (ledger) { // the books take the motion itself at the time of the positions, not what the onset makes of it
        vd3 v_now = brought_forward(p, p->layout->motion, i, v),
            spin_now = brought_forward(p, p->layout->motion + 3, i, spin);
        double *pushed = p->k->history[p->layout->motion + 6] + p->from + i;
        vd push_now = o.elastic + o.damping;
        // the part of the change of acceleration that this contact makes itself, which halves the error of the rest
        vd now = vd3_dot(v_now, n) + (0.5 * z->dt) * (push_now - vd_load(pushed)) / in.m_eff;
        if (!p->observe) vd_store(pushed, push_now);
        put3(q, C_WX, i, vd3_add(vd3_sub(v_now, vd3_scale(now, n)), vd3_scale(arm, vd3_cross(n, spin_now))));
        put(q, C_LOSS, i, -(o.damping * now));
        put(q, C_WORK, i, push_now * now);
    }
}

static inline __attribute__((always_inline)) void normal_pass(span *p, batch *q, const bool ledger, push_function *push)
{
    const normal_from z = normal_begin(p);
    caller ahead = *p->ahead;
    vd deepest = p->deepest;
    for (int i = 0; i < p->count; i += W) {
        call_some(&ahead);
        normal_lane(p, &z, q, i, ledger, push, &deepest);
    }
    p->deepest = deepest;
    *p->ahead = ahead;
}

typedef vd energy_function(const double *k, normal_in in);
static inline __attribute__((always_inline)) void normal_energy(span *p, batch *q, energy_function *energy)
{
    for (int i = 0; i < p->count; i += W) {
        vd d = get(q, C_OVERLAP, i), ir = get(q, C_RINV, i), im = get(q, C_MINV, i);
        normal_in in = {d, d, vd_set(0.0), vd_set(0.0), 1.0 / ir, 1.0 / im};
        put(q, C_ENERGY, i, energy(p->set->k[LAW_NORMAL], in));
    }
}

// Lines of W contacts where both bodies feel the same moment over R: -arm (n x Q). `line` is that of contact i.
static inline __attribute__((always_inline)) void write_lines(const batch *q, int i, double *line, vd3 n, vd3 drag)
{
    vm touch = vd_gt(get(q, C_OVERLAP, i), vd_set(0.0));
    vd push = get(q, C_PUSH, i);
    vd3 on_a = vd3_make(-(push * n.x + drag.x), -(push * n.y + drag.y), -(push * n.z + drag.z));
    vd3 turn = vd3_scale(-get(q, C_ARM, i), vd3_cross(n, drag));
    lines_write(line, vd3_keep(touch, on_a), vd3_keep(touch, turn));
}

static inline double *first_line(const span *p) { return p->lines + 8 * (1 + (size_t)(p->k->first + p->from)); }

typedef tangential_out drag_function(const double *k, tangential_in in, vd *h);

// Constants of a tangential pass.
typedef struct tangential_from {
    double k[LAW_COEFFICIENTS], dt;
    double *column[LAW_HISTORY_MOST];
    double *line;
    bool observe;
} tangential_from;

static inline tangential_from tangential_begin(const span *p, int histories)
{
    tangential_from z = {{0}, p->s->context.dt, {NULL}, first_line(p), p->observe};
    for (int j = 0; j < LAW_COEFFICIENTS; j++) z.k[j] = p->set->k[LAW_TANGENTIAL][j];
    for (int j = 0; j < histories; j++) z.column[j] = p->k->history[p->layout->law[LAW_TANGENTIAL] + j] + p->from;
    return z;
}

static inline __attribute__((always_inline)) void tangential_lane(const span *p, const tangential_from *z, batch *q,
                                                                  int i, const bool ledger, const bool last,
                                                                  const int histories, drag_function *drag)
{
    vd h[LAW_HISTORY_MOST];
    for (int j = 0; j < histories; j++) h[j] = vd_load(z->column[j] + i);
    tangential_in in;
    in.push = get(q, C_PUSH, i);
    in.stiffness = get(q, C_STIFF, i), in.dashpot = get(q, C_DASH, i);
    in.radius = get(q, C_RADIUS, i), in.fade = get(q, C_FADE, i);
    in.change = ledger ? get(q, C_CHANGE, i) : in.fade;
    in.normal = get3(q, C_NX, i);
    in.slip = get3(q, C_UX, i);
    in.dt = vd_set(z->dt);
    tangential_out o = drag(z->k, in, h);
    if (!z->observe)
        for (int j = 0; j < histories; j++) vd_store(z->column[j] + i, h[j]);
    if (ledger) {
        // as for the push: the contact's own part of the change of slip
        vd3 jump = vd3_sub(o.force, kept_back(p, p->layout->motion + 7, i, o.force));
        vd arm = get(q, C_ARM, i), ease = (0.5 * z->dt) * (1.0 + p->s->spin_factor * arm * arm) / get(q, C_MEFF, i);
        vd3 now = vd3_add(get3(q, C_WX, i), vd3_scale(ease, jump));
        put(q, C_LOSS, i, get(q, C_LOSS, i) - vd3_dot(o.damper, now));
        put(q, C_WORK, i, get(q, C_WORK, i) + vd3_dot(o.force, now));
        put(q, C_SLID, i, o.friction);
    }
    if (last)
        write_lines(q, i, z->line + 8 * (size_t)i, in.normal, o.force);
    else
        put3(q, C_QX, i, o.force);
}

static inline __attribute__((always_inline)) void tangential_pass(span *p, batch *q, const bool ledger, const bool last,
                                                                  const int histories, drag_function *drag)
{
    const tangential_from z = tangential_begin(p, histories);
    caller ahead = *p->ahead;
    for (int i = 0; i < p->count; i += W) {
        call_some(&ahead);
        tangential_lane(p, &z, q, i, ledger, last, histories, drag);
    }
    *p->ahead = ahead;
}

typedef vd spring_energy_function(const double *k, vd radius, vd stiffness, const vd *h);
static inline __attribute__((always_inline)) void spring_energy(span *p, batch *q, int slot, int column,
                                                                const int histories, spring_energy_function *energy)
{
    for (int i = 0; i < p->count; i += W) {
        vd h[LAW_HISTORY_MOST];
        for (int j = 0; j < histories; j++) h[j] = vd_load(p->k->history[p->layout->law[slot] + j] + p->from + i);
        vd e = energy(p->set->k[slot], get(q, column, i), get(q, C_STIFF, i), h);
        put(q, C_ENERGY, i, get(q, C_ENERGY, i) + e);
    }
}

// No tangential law.
static inline void frictionless_pass(span *p, batch *q, bool ledger, bool last)
{
    for (int i = 0; i < p->count; i += W) {
        if (ledger) put(q, C_SLID, i, vd_set(0.0));
        if (last)
            write_lines(q, i, first_line(p) + 8 * (size_t)i, get3(q, C_NX, i), vd3_zero());
        else
            put3(q, C_QX, i, vd3_zero());
    }
}

typedef rolling_out resist_function(const double *k, rolling_in in, vd *h);

// Rolling law and two lines per contact: side a gets -M/Ra, side b +M/Rb, a wall the moment itself.
static inline __attribute__((always_inline)) void rolling_pass(span *p, batch *q, const bool ledger,
                                                               const int histories, resist_function *resist)
{
    const bodies *o = p->body;
    const rec4 *spin = o->spin[o->now];
    const bool walls = p->k->kind == BUCKET_WALLS;
    double **column = histories > 0 ? p->k->history + p->layout->law[LAW_ROLLING] : NULL;
    for (int i = 0; i < p->count; i += W) {
        int32_t c = p->from + i;
        vd h[LAW_HISTORY_MOST], ia = vd_set(1.0), ib;
        for (int j = 0; j < histories; j++) h[j] = vd_load(column[j] + c);
        vd3 wa, wb;
        rec4_gather(spin, p->k->b + c, &wb.x, &wb.y, &wb.z, &ib);
        wb = vd3_scale(ib, wb);
        if (walls) {
            double *const *g = p->k->geometry + WALL_SPIN;
            wa = vd3_make(vd_load(g[0] + c), vd_load(g[1] + c), vd_load(g[2] + c));
        } else {
            rec4_gather(spin, p->k->a + c, &wa.x, &wa.y, &wa.z, &ia);
            wa = vd3_scale(ia, wa);
        }
        rolling_in in;
        in.push = get(q, C_PUSH, i), in.stiffness = get(q, C_STIFF, i), in.fade = get(q, C_FADE, i);
        in.change = ledger ? get(q, C_CHANGE, i) : in.fade;
        in.r_eff = get(q, C_REFF, i), in.m_eff = get(q, C_MEFF, i);
        in.normal = get3(q, C_NX, i);
        vd3 w = vd3_sub(wb, wa);
        in.turn = vd3_sub(w, vd3_scale(vd3_dot(w, in.normal), in.normal));
        in.dt = vd_set(p->s->context.dt);
        rolling_out out = resist(p->set->k[LAW_ROLLING], in, h);
        if (!p->observe)
            for (int j = 0; j < histories; j++) vd_store(column[j] + c, h[j]);
        if (ledger) {
            vd3 now = brought_forward(p, p->layout->turn, i, w);
            now = vd3_sub(now, vd3_scale(vd3_dot(now, in.normal), in.normal));
            put(q, C_LOSS, i, get(q, C_LOSS, i) - vd3_dot(out.damper, now));
            put(q, C_WORK, i, get(q, C_WORK, i) + vd3_dot(out.torque, now));
            put(q, C_ROLLED, i, out.rolled);
        }
        vm touch = vd_gt(get(q, C_OVERLAP, i), vd_set(0.0));
        vd3 n = in.normal, drag = get3(q, C_QX, i), turn = vd3_scale(-get(q, C_ARM, i), vd3_cross(n, drag));
        vd3 on_a = vd3_make(-(in.push * n.x + drag.x), -(in.push * n.y + drag.y), -(in.push * n.z + drag.z));
        vd3 at_a = vd3_sub(walls ? vd3_zero() : turn, vd3_scale(ia, out.torque)),
            at_b = vd3_add(turn, vd3_scale(ib, out.torque));
        double *line = p->lines + 8 * (1 + (size_t)(p->k->first + c));
        lines_write(line, vd3_keep(touch, on_a), vd3_keep(touch, at_a));
        lines_write(line + 8 * (size_t)p->k->room, vd3_keep(touch, on_a), vd3_keep(touch, at_b));
    }
}

#endif
