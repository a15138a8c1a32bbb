// oracle.c - see oracle.h.
#include "support/oracle.h"

#include "base/mathlib.h"
#include "law/registry.h"
#include "law_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT = 6, ADDED_AT_LEAST = 4 };

typedef struct grain {
    v3 x, v, w;
    double r, inverse_m, inverse_r;
    int material;
} grain; // w: R times the spin
typedef struct plane {
    v3 point, normal;
    int material;
} plane;

// What a contact keeps; a is a wall where it is below `walls`.
typedef struct touch {
    int a, b, set;
    bool live;
    bool soon; // the load ends within three steps, or nearly
    double closing, history[LAW_SLOTS][LAW_HISTORY_MOST];
    v3 surface, spin; // one step ago, for dashpots
    v3 on_a, turn_a, turn_b;
} touch;

struct oracle {
    const model *m;
    int walls, grains;
    plane wall[FRONT + 8];
    grain *g;
    law_set *law;
    int *set_of;
    touch *t;
    int touches, room;
    int64_t begun, ended, step;
    double dt, spin_factor;
    bool extrapolate;
};

typedef normal_out push_function(const double *, normal_in, vd *);
typedef tangential_out drag_function(const double *, tangential_in, vd *);
typedef rolling_out roll_function(const double *, rolling_in, vd *);
typedef twisting_out twist_function(const double *, rolling_in, vd *);
#define PUSH(name) normal_##name##_push,
#define DRAG(name) tangential_##name##_drag,
#define ROLL(name) rolling_##name##_resist,
#define TWIST(name) twisting_##name##_resist,
static push_function *const pushes[] = {LAW_LIST_NORMAL(PUSH)};
static drag_function *const drags[] = {LAW_LIST_TANGENTIAL(DRAG)};
static roll_function *const rolls[] = {LAW_LIST_ROLLING(ROLL)};
static twist_function *const twists[] = {LAW_LIST_TWISTING(TWIST)};

static double axis_of(v3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}
static double *axis_at(v3 *a, int axis)
{
    return axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z;
}
static bool periodic(const oracle *o, int axis)
{
    return o->m->boundary[axis] == BOUNDARY_PERIODIC && !(axis == 2 && o->m->dimensions == 2);
}

static v3 to_nearest_image(const oracle *o, v3 d)
{
    for (int axis = 0; axis < 3; axis++) {
        if (!periodic(o, axis))
            continue;
        double length = axis_of(o->m->high, axis) - axis_of(o->m->low, axis);
        *axis_at(&d, axis) -= length * real_round(*axis_at(&d, axis) * (1 / length));
    }
    return d;
}

static bool take_walls(oracle *o)
{
    const model *m = o->m;
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        if (m->boundary[axis] != BOUNDARY_WALL || (axis == 2 && m->dimensions == 2))
            continue;
        plane *p = &o->wall[o->walls++];
        *p = (plane){side % 2 ? m->high : m->low, v3_make(0, 0, 0), m->domain_material};
        *axis_at(&p->normal, axis) = side % 2 ? -1 : 1;
    }
    for (int i = 0; i < m->walls; i++) {
        const model_wall *w = &m->wall[i];
        if (i >= 8 || strcmp(w->primitive.what->name, "plane") != 0 ||
            strcmp(w->drive->what->name, "fixed") != 0)
            return false;
        double p[3], n[3];
        choice_vector(&w->primitive, "point", p);
        choice_vector(&w->primitive, "normal", n);
        o->wall[o->walls++] =
            (plane){v3_make(p[0], p[1], p[2]), v3_unit(v3_make(n[0], n[1], n[2])), w->material};
    }
    return true;
}

static bool take_grains(oracle *o, const image *im)
{
    const image_column *x = image_find(im, "body/position", IMAGE_F64, 4),
                       *v = image_find(im, "body/velocity", IMAGE_F64, 4);
    const image_column *w = image_find(im, "body/spin", IMAGE_F64, 4),
                       *material = image_find(im, "body/material", IMAGE_I64, 1);
    if (!x || !v || !w || !material)
        return false;
    o->grains = (int)x->rows;
    o->g = calloc((size_t)o->grains + 1, sizeof *o->g);
    if (!o->g)
        return false;
    for (int i = 0; i < o->grains; i++) {
        const double *p = (const double *)x->data + 4 * i, *q = (const double *)v->data + 4 * i,
                     *s = (const double *)w->data + 4 * i;
        o->g[i] = (grain){v3_make(p[0], p[1], p[2]),
                          v3_make(q[0], q[1], q[2]),
                          v3_make(s[0], s[1], s[2]),
                          p[3],
                          q[3],
                          s[3],
                          (int)((const int64_t *)material->data)[i]};
    }
    return true;
}

static bool take_laws(oracle *o)
{
    int n = o->m->materials;
    scree_error e;
    o->law = calloc((size_t)n * (size_t)n, sizeof *o->law);
    for (int a = 0; o->law && a < n; a++)
        for (int b = 0; b < n; b++)
            if (model_pair_of(o->m, a, b)->given &&
                (law_set_mix(o->m, a < b ? a : b, a < b ? b : a, &o->law[a * n + b], &e) !=
                     SCREE_OK ||
                 o->law[a * n + b].far || o->law[a * n + b].rolls || o->law[a * n + b].yields))
                return false;
    return o->law != NULL;
}

oracle *oracle_make(sim *s)
{
    oracle *o = calloc(1, sizeof *o);
    image im = {0};
    scree_error e;
    if (!o)
        return NULL;
    o->m = &s->m;
    o->dt = world_dt(s->w);
    o->spin_factor = s->m.dimensions == 2 ? 2.0 : 2.5;
    o->extrapolate = s->m.integrator == INTEGRATOR_VELOCITY_VERLET;
    bool ok = take_walls(o) && take_laws(o) && !s->m.full_arm &&
              world_image(s->w, &im, &e) == SCREE_OK && take_grains(o, &im);
    image_clear(&im);
    if (ok)
        return o;
    printf("    this case is not one for the oracle\n");
    oracle_free(o);
    return NULL;
}

void oracle_free(oracle *o)
{
    if (!o)
        return;
    free(o->g);
    free(o->law);
    free(o->t);
    free(o);
}

oracle_events oracle_events_of(const oracle *o)
{
    return (oracle_events){o->begun, o->ended, o->touches};
}

// From a (or the foot on the wall) to b; where a wall does not touch, *apart is set.
static v3 reach(const oracle *o, const touch *t, bool *apart)
{
    const grain *b = &o->g[t->b - o->walls];
    *apart = false;
    if (t->a >= o->walls)
        return to_nearest_image(o, v3_sub(b->x, o->g[t->a - o->walls].x));
    const plane *p = &o->wall[t->a];
    double gap = v3_dot(p->normal, v3_sub(b->x, p->point)) - b->r;
    *apart = !(gap < 0);
    return v3_scale(b->r + gap, p->normal);
}

typedef struct relative {
    v3 d, v, spin;
    double rsum, ir, im;
    double give; // at a fixed ball: arm over radius is 1 - give overlap; else 0
    bool apart;
} relative;

static relative relative_of(const oracle *o, const touch *t)
{
    const grain *b = &o->g[t->b - o->walls];
    relative q = {.v = b->v, .spin = b->w, .rsum = b->r, .ir = b->inverse_r, .im = b->inverse_m};
    q.d = reach(o, t, &q.apart);
    if (t->a < o->walls)
        return q;
    const grain *a = &o->g[t->a - o->walls];
    q.v = v3_sub(b->v, a->v);
    q.spin = v3_add(b->w, a->w);
    q.rsum += a->r;
    q.ir += a->inverse_r;
    q.im += a->inverse_m;
    if (!(a->inverse_m > 0))
        q.give = a->r / (b->r * q.rsum);
    if (!(b->inverse_m > 0))
        q.give = b->r / (a->r * q.rsum);
    return q;
}

// The weight of a force ~ time^p in the step that first sees it, the share x of a step after the touch.
static double weight_of(double x, double p)
{
    double y = x + 1.5, power = p > 0 ? real_pow(y, p) : 1, over = 1 / y;
    double sum = power * (y / (1 + p) -
                          p * over * (1.0 / 24 - (7.0 / 5760) * (p - 1) * (p - 2) * (over * over)));
    return p > 0 ? (sum - real_pow(1 + x, p)) / real_pow(x, p) : sum - 1;
}

// Relative spin of b and a.
static v3 spin_between(const oracle *o, const touch *t)
{
    const grain *b = &o->g[t->b - o->walls];
    v3 wb = v3_scale(b->inverse_r, b->w), wa = v3_make(0, 0, 0);
    if (t->a >= o->walls)
        wa = v3_scale(o->g[t->a - o->walls].inverse_r, o->g[t->a - o->walls].w);
    return v3_sub(wb, wa);
}

// The step that led here. No step leads to the start, where springs are those of the start: next to no time.
static double led(const oracle *o)
{
    return o->step > 0 ? o->dt : 0x1p-200 * o->dt;
}

// What is kept of "one step ago" of a contact first seen now, for the onset rule of docs/integration.md.
static void begin(oracle *o, touch *t)
{
    relative q = relative_of(o, t);
    const double *onset = o->law[t->set].onset;
    v3 n = v3_unit(q.d), spin = spin_between(o, t);
    double r = v3_norm(q.d), un = v3_dot(q.v, n), overlap = q.rsum - r,
           keep[LAW_SLOTS] = {1, 1, 1, 1, 1};
    if (-un > 0 && overlap > 0 && overlap < -un * o->dt && o->step > 0)
        for (int slot = 0; slot < LAW_SLOTS; slot++)
            keep[slot] = 3 - 2 * weight_of(overlap / -un / o->dt,
                                           onset[slot] < 0 ? onset[LAW_NORMAL] : onset[slot]);
    t->closing = -un * keep[LAW_NORMAL];
    v3 slip = v3_fma(q.v, -un, n);
    slip = v3_fma(slip, r / q.rsum, v3_cross(n, q.spin));
    t->surface = v3_fma(v3_scale(keep[LAW_TANGENTIAL], slip), un * keep[LAW_NORMAL], n);
    double about = v3_dot(spin, n);
    t->spin =
        v3_fma(v3_scale(keep[LAW_ROLLING], v3_fma(spin, -about, n)), about * keep[LAW_TWISTING], n);
    o->begun++;
}

// Is the pair among the first `known` contacts, which are sorted?
static bool find(const oracle *o, int known, int a, int b)
{
    int low = 0, high = known;
    while (low < high) {
        int mid = (low + high) / 2;
        if (o->t[mid].a < a || (o->t[mid].a == a && o->t[mid].b < b))
            low = mid + 1;
        else
            high = mid;
    }
    return low < known && o->t[low].a == a && o->t[low].b == b;
}

static int by_pair(const void *p, const void *q)
{
    const touch *x = p, *y = q;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void meet(oracle *o, int a, int b, int material_a)
{
    touch t = {.a = a,
               .b = b,
               .live = true,
               .set = material_a * o->m->materials + o->g[b - o->walls].material};
    if (o->touches == o->room) {
        o->room = 2 * o->room + 64;
        o->t = realloc(o->t, (size_t)o->room * sizeof *o->t);
        if (!o->t)
            abort();
    }
    begin(o, &t);
    o->t[o->touches++] = t;
}

// All pairs that touch and are no contact yet. New ones are put behind the sorted old ones, then all are sorted.
static void meet_all(oracle *o)
{
    int known = o->touches;
    for (int j = 0; j < o->grains; j++) {
        for (int w = 0; w < o->walls; w++) {
            touch t = {.a = w, .b = o->walls + j};
            bool apart;
            reach(o, &t, &apart);
            if (apart || !(o->g[j].inverse_m > 0))
                continue;
            if (!find(o, known, w, t.b))
                meet(o, w, t.b, o->wall[w].material);
        }
        for (int i = 0; i < j; i++) {
            if (!(o->g[i].inverse_m > 0) && !(o->g[j].inverse_m > 0))
                continue;
            v3 d = to_nearest_image(o, v3_sub(o->g[j].x, o->g[i].x));
            double both = o->g[i].r + o->g[j].r;
            if (!(both * both > v3_dot(d, d)))
                continue;
            if (!find(o, known, o->walls + i, o->walls + j))
                meet(o, o->walls + i, o->walls + j, o->g[i].material);
        }
    }
    qsort(o->t, (size_t)o->touches, sizeof *o->t, by_pair);
}

static vd3 wide(v3 a)
{
    return vd3_make(a.x, a.y, a.z);
}
static v3 narrow(vd3 a)
{
    return v3_make(a.x, a.y, a.z);
}

// Kinematics and normal law, in the order of operations of normal_meet in src/smooth/kinematics.h.
typedef struct contact_now {
    normal_in in;
    normal_out law;
    law_turn turn;
    v3 n, u, rate;
    double push, arm, share;
} contact_now;

static contact_now now_of(const oracle *o, touch *t, const relative *q)
{
    contact_now c;
    double dt = led(o), r = v3_norm(q->d), approach = v3_dot(q->d, q->v),
           square = t->a < o->walls ? 0 : 0.5 * dt * dt;
    c.in.overlap = q->rsum - r;
    double overlap_r = c.in.overlap * r, fell = dt * approach - square * v3_dot(q->v, q->v);
    double old = vd_max(overlap_r + fell, overlap_r * 1e-6), larger = vd_max(old, overlap_r);
    double a = r * q->ir, b = q->im * q->rsum, all = a * b, inverse = 1.0 / (all * larger),
           most = inverse * larger;
    double over_r = most * (q->ir * b), over_sum = most * (a * q->im), part = inverse * all;
    c.arm = r * over_sum;
    if (q->give > 0)
        c.arm = 1.0 - q->give * c.in.overlap;
    c.in.r_eff = most * (r * b);
    c.in.m_eff = most * (a * q->rsum);
    c.n = v3_scale(over_r, q->d);
    double un = over_r * approach, e = square * (un * un),
           h = (t->a < o->walls ? 0 : 0.5 * dt) * over_r;
    c.in.overlap_before = over_r * (old + e);
    double grew = overlap_r - (old + e);
    c.in.shrunk = vd_min(vd_max(-grew, 0.0) * part, 1.0);
    c.in.grown = vd_max(grew, 0.0) * part;
    double halfway = c.arm - ((0.5 * dt) * un) * (q->give > 0 ? q->give : over_sum);
    double about = v3_dot(q->spin, c.n);
    v3 across = v3_sub(q->v, v3_scale(un, c.n)), sweep = v3_scale(h, across);
    v3 surface = v3_add(q->v, v3_scale(halfway, v3_cross(v3_sub(c.n, sweep), q->spin)));
    c.u = v3_sub(v3_add(surface, v3_scale(un, sweep)), v3_scale(v3_dot(surface, c.n), c.n));
    c.turn = (law_turn){wide(c.n), wide(sweep), t->a < o->walls ? 0 : (dt * over_sum) * about};
    double gap = -(overlap_r + fell);
    c.share = gap > 0 ? overlap_r / (overlap_r + gap) : 1;
    if (gap > 0)
        c.u = v3_scale(c.share, c.u);
    c.in.approach = (gap > 0 ? c.share * (2.0 * v3_dot(sweep, across)) : 0.0) - un;
    c.in.dt = dt;
    c.in.step = -dt * un;
    const law_set *law = &o->law[t->set];
    double parting = un - v3_dot(sweep, across);
    c.in.closing = -parting;
    c.rate = c.u;
    if (o->extrapolate && law->onset[LAW_TANGENTIAL] >= 0) {
        v3 now = v3_sub(v3_scale(1.5, surface), v3_scale(0.5, t->surface));
        t->surface = surface;
        c.in.closing = -v3_dot(now, c.n);
        c.rate = v3_sub(now, v3_scale(v3_dot(now, c.n), c.n));
    } else if (o->extrapolate) {
        c.in.closing = 1.5 * c.in.closing - 0.5 * t->closing;
        t->closing = -parting;
    }
    c.law = pushes[law->law[LAW_NORMAL]](law->k[LAW_NORMAL], c.in, t->history[LAW_NORMAL]);
    c.push = c.law.elastic + c.law.damping;
    return c;
}

// Moment of the rolling and twisting laws on b.
static v3 moment_of(const oracle *o, touch *t, const contact_now *c, double *over_ra,
                    double *over_rb)
{
    const law_set *law = &o->law[t->set];
    v3 w = spin_between(o, t), now = w, moment = v3_make(0, 0, 0);
    *over_rb = o->g[t->b - o->walls].inverse_r;
    *over_ra = t->a >= o->walls ? o->g[t->a - o->walls].inverse_r : 1;
    if (o->extrapolate && (law->onset[LAW_ROLLING] >= 0 || law->onset[LAW_TWISTING] >= 0)) {
        now = v3_sub(v3_scale(1.5, w), v3_scale(0.5, t->spin));
        t->spin = w;
    }
    double twisting = v3_dot(now, c->n), about = v3_dot(w, c->n);
    vd3 rolls_by = wide(v3_sub(w, v3_scale(about, c->n)));
    rolling_in in = {.load = c->law.load,
                     .stiffness = c->law.stiffness,
                     .dashpot = c->law.dashpot,
                     .radius = c->law.radius,
                     .grip = c->law.grip,
                     .fade = law->apart ? c->law.spring_fade : c->law.fade,
                     .change = law->apart ? c->law.spring_fade : c->law.fade,
                     .mean = law->apart ? c->law.spring_mean : c->law.mean,
                     .r_eff = c->in.r_eff,
                     .m_eff = c->in.m_eff,
                     .turn = c->turn,
                     .rolled =
                         vd3_scale(c->share, vd3_add(rolls_by, vd3_scale(about, c->turn.sweep))),
                     .twisted = c->share * (about - vd3_dot(wide(w), c->turn.sweep)),
                     .rolling = wide(v3_sub(now, v3_scale(twisting, c->n))),
                     .twisting = twisting,
                     .dt = led(o),
                     .whole = o->dt};
    int rolling = law->law[LAW_ROLLING], twist = law->law[LAW_TWISTING];
    if (rolling >= 0)
        moment = narrow(rolls[rolling](law->k[LAW_ROLLING], in, t->history[LAW_ROLLING]).torque);
    if (twist < 0)
        return moment;
    return v3_add(
        moment,
        v3_scale(twists[twist](law->k[LAW_TWISTING], in, t->history[LAW_TWISTING]).torque, c->n));
}

static v3 drag_of(const oracle *o, touch *t, const contact_now *c, v3 rate)
{
    const law_set *law = &o->law[t->set];
    const tangential_in in = {.load = c->law.load,
                              .stiffness = c->law.stiffness,
                              .dashpot = c->law.dashpot,
                              .radius = c->law.radius,
                              .grip = c->law.grip,
                              .fade = c->law.fade,
                              .change = c->law.fade,
                              .mean = c->law.mean,
                              .spring_fade = law->apart ? c->law.spring_fade : c->law.fade,
                              .spring_change = law->apart ? c->law.spring_fade : c->law.fade,
                              .spring_mean = law->apart ? c->law.spring_mean : c->law.mean,
                              .turn = c->turn,
                              .slip = wide(c->u),
                              .rate = wide(rate),
                              .dt = led(o)};
    return narrow(
        drags[law->law[LAW_TANGENTIAL]](law->k[LAW_TANGENTIAL], in, t->history[LAW_TANGENTIAL])
            .force);
}

static void work_out(oracle *o, touch *t)
{
    const law_set *law = &o->law[t->set];
    relative q = relative_of(o, t);
    t->on_a = t->turn_a = t->turn_b = v3_make(0, 0, 0);
    t->live = !q.apart && q.rsum - v3_norm(q.d) > 0;
    if (!t->live)
        return;
    contact_now c = now_of(o, t, &q);
    v3 drag = v3_make(0, 0, 0);
    const double after = c.law.load + (3.25 * led(o) / law->rise * c.law.stiffness) * c.in.closing;
    t->soon = after < 0 && c.law.load > 0;
    if (law->law[LAW_TANGENTIAL] >= 0)
        drag = drag_of(o, t, &c, c.rate);
    t->on_a =
        v3_make(-(c.push * c.n.x + drag.x), -(c.push * c.n.y + drag.y), -(c.push * c.n.z + drag.z));
    t->turn_a = t->turn_b = v3_scale(-c.arm, v3_cross(c.n, drag));
    if (!law->couples)
        return;
    double over_ra, over_rb;
    v3 moment = moment_of(o, t, &c, &over_ra, &over_rb);
    t->turn_a = v3_sub(t->turn_a, v3_scale(over_ra, moment));
    t->turn_b = v3_add(t->turn_b, v3_scale(over_rb, moment));
}

// The end of a push, in steps from now, and how many steps after that the overlap would last.
typedef struct end_time {
    double push, gap;
} end_time;

// A force over the most that friction allows, and the share of friction that is left as it slides.
typedef struct end_hold {
    double held, slid;
} end_hold;

// What the last z steps lack that slide: `even` where friction is one number; else some of the whole, too.
static double lost_of(double p, end_time t, end_hold hold)
{
    const double y = t.push, g = t.gap, z = hold.held * y;
    double even = 0.5 * z, whole = z;
    if (!(g > 0)) {
        even = y * real_pow(hold.held, 1 + p) / ((1 + p) * (2 + p));
        whole = y * real_pow(hold.held, 1 + p) / (1 + p);
    } else if (!(g > 16)) {
        const double sum = (real_pow(z + g, 2 + p) - real_pow(g, 2 + p)) / ((2 + p) * z);
        even = (sum - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
        whole = (real_pow(z + g, 1 + p) - real_pow(g, 1 + p)) / ((1 + p) * real_pow(y + g, p));
    }
    return fabs(hold.slid - 1) > 0 ? hold.slid * even + (1 - hold.slid) * whole : even;
}

static double edge_of(double p, double x, double g)
{
    const double left = real_max(x, 0x1p-8);
    if (!(g > 0))
        return weight_of(left, p);
    return g > 16 || !(p > 0)
               ? left + 0.5
               : weight_of(left + g, p) - real_pow(g, 1 + p) / ((1 + p) * real_pow(left + g, p));
}

// What is left of a force Q(y) with fewer steps left than y.
static double left_of(double p, end_time t, double fewer)
{
    return t.gap > 16 ? 1 : real_pow((fewer + t.gap) / (t.push + t.gap), p);
}

// Of the last three steps: the sum of [Q(y - j) - mu P(y - j - 1)]/Q(y) over the whole steps j that are left, and the
// weight of the rest.
static double last_weight(double p, end_time t, end_hold hold)
{
    const double y = t.push;
    hold.held = real_max(hold.held, 1e-6);
    if (y > 1 && hold.held * y <= y - 1)
        return 1;
    double sum = 0, rest = y;
    while (rest > 1) {
        const double after = rest - 1;
        sum += left_of(p, t, rest) - left_of(p, t, after) * (after / y) / hold.held * hold.slid;
        rest = after;
    }
    return sum + edge_of(p, rest, t.gap) * left_of(p, t, rest) - lost_of(p, t, hold);
}

// Of a force on curves of partial slip: P^(1/3), where P falls as the time that is left to a power between 1, beside a
// dashpot, and the rise.
static double curve_weight(const law_set *law, end_time t, end_hold hold)
{
    const double share = t.push / (t.push + t.gap);
    const double by_load = law->end.follows * (1 + (law->rise - 1) * share);
    return last_weight(real_max(by_load, law->end.power * share), (end_time){t.push, 0}, hold);
}

// When the load ends: an elastic one with the overlap, a damped one where the dashpot has as much.
static end_time foresee(const oracle *o, const law_set *law, const contact_now *c, double load,
                        double push, double moves, double turning, double im)
{
    const double dash = c->law.dashpot / o->dt, left = c->in.overlap / moves;
    const double change = 0.5 * o->dt * o->dt * push * im;
    const double elastic = load + dash * (moves - change);
    const double power = law->rise - law->onset[LAW_NORMAL];
    if (!(dash > 0 && power > 0.01))
        return (end_time){left, 0};
    const double stays = real_pow(real_min(dash * moves / elastic, 1), 1 / power);
    const double steps = 1 / (1 / (left * (1 - stays)) + 2 * dash * turning / load);
    return (end_time){steps, real_max(left - steps, 0)};
}

// What the weights add to a force across the normal that sticks. On curves of partial slip the spring and the dashpot
// have weights of their own.
static v3 weighted(const oracle *o, touch *t, const contact_now *c, end_time end, v3 force,
                   end_hold hold)
{
    const law_set *law = &o->law[t->set];
    if (!(law->end.follows > 0))
        return v3_scale(last_weight(law->end.power, end, hold) - 1, force);
    const double follows = curve_weight(law, end, hold) - 1;
    if (!o->extrapolate || law->onset[LAW_TANGENTIAL] < 0)
        return v3_scale(follows, force);
    const v3 spring = drag_of(o, t, c, v3_make(0, 0, 0));
    const double drags_on = last_weight(law->onset[LAW_TANGENTIAL], end, hold) - 1;
    return v3_fma(v3_scale(drags_on, v3_sub(force, spring)), follows, spring);
}

// Moments of dashpots alone end with the load: x + 1/2 of the last counts.
static void let_go_moment(const oracle *still, touch *t, touch *copy, const contact_now *c,
                          double steps)
{
    const law_set *law = &still->law[t->set];
    if (!(steps > 0 && steps <= 1))
        return;
    double over_ra, over_rb;
    const v3 moment = moment_of(still, copy, c, &over_ra, &over_rb);
    const double about = v3_dot(moment, c->n);
    v3 free_ = v3_make(0, 0, 0);
    if (law->law[LAW_ROLLING] >= 0 && law->history[LAW_ROLLING] == 0 &&
        law->onset[LAW_ROLLING] >= 0)
        free_ = v3_fma(moment, -about, c->n);
    if (law->law[LAW_TWISTING] >= 0 && law->history[LAW_TWISTING] == 0 &&
        law->onset[LAW_TWISTING] >= 0)
        free_ = v3_fma(free_, about, c->n);
    const v3 more = v3_scale(steps - 0.5, free_);
    t->turn_a = v3_fma(t->turn_a, -over_ra, more);
    t->turn_b = v3_fma(t->turn_b, over_rb, more);
}

// A contact whose load ends within three steps: what it pulls across the normal counts with the weight of an onset seen
// backwards, if it sticks, in the order of operations of src/smooth/ending_*.h. It is looked at once more as it is now.
static void let_go(const oracle *o, touch *t)
{
    const law_set *law = &o->law[t->set];
    oracle still = *o;
    touch copy = *t;
    if (!t->live || !t->soon || law->law[LAW_TANGENTIAL] < 0 || o->step == 0)
        return;
    still.step = 0;
    const relative q = relative_of(o, t);
    const contact_now c = now_of(&still, &copy, &q);
    const v3 on_b = v3_make(-t->on_a.x, -t->on_a.y, -t->on_a.z);
    const double push = v3_dot(on_b, c.n), parting = v3_dot(q.v, c.n);
    const v3 force = v3_fma(on_b, -push, c.n);
    const double bent = v3_dot(q.v, q.v) - parting * parting,
                 turning =
                     t->a < o->walls ? 0 : 0.5 * (o->dt * o->dt) * bent / (q.rsum - c.in.overlap);
    const double moves = (parting + o->dt * push * q.im) * o->dt + turning;
    const double load = push + (c.law.load - c.push);
    const end_time end = foresee(o, law, &c, load, push, moves, turning, q.im);
    if (!(end.push > 0 && end.push <= 3))
        return;
    const double most = law->end.friction * load, least = law->end.sliding * load;
    const double size = v3_norm(force);
    v3 more = v3_make(0, 0, 0);
    drag_of(&still, &copy, &c, c.rate);
    if (size < (1 - 1e-9) * most && fabs(size - least) > 1e-9 * least)
        more = weighted(&still, &copy, &c, end, force,
                        (end_hold){size / most, law->end.sliding / law->end.friction});
    if (law->couples)
        let_go_moment(&still, t, &copy, &c, end.push);
    const v3 turn = v3_scale(-c.arm, v3_cross(c.n, more));
    t->on_a = v3_sub(t->on_a, more);
    t->turn_a = v3_add(t->turn_a, turn);
    t->turn_b = v3_add(t->turn_b, turn);
}

typedef struct pull {
    v3 force, turn;
    int lower, higher;
} pull;

// Forces from lower partners, ascending; the sign turns; then those from higher partners, ascending. At least so many
// zeros are added that no sum stays a negative zero.
static void add_up(const oracle *o, pull *p)
{
    memset(p, 0, (size_t)o->grains * sizeof *p);
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < o->touches; k++) {
            const touch *t = &o->t[k];
            if (pass == 1 && t->a < o->walls)
                continue;
            pull *q = &p[(pass == 0 ? t->b : t->a) - o->walls];
            q->force = v3_add(q->force, t->on_a);
            q->turn = v3_add(q->turn, pass == 0 ? t->turn_b : t->turn_a);
            if (pass == 1)
                q->higher++;
        }
        for (int i = 0; i < o->grains && pass == 0; i++)
            p[i].force = v3_make(-p[i].force.x, -p[i].force.y, -p[i].force.z);
    }
    for (int i = 0; i < o->grains; i++)
        if (p[i].higher < ADDED_AT_LEAST)
            p[i].force = v3_add(p[i].force, v3_make(0, 0, 0));
}

static void move(const oracle *o, grain *g, const pull *p)
{
    const model *m = o->m;
    double kick = o->step > 0 ? o->dt : 0.5 * o->dt, im = g->inverse_m;
    v3 push = v3_add(v3_scale(im, p->force), m->gravity),
       turn = v3_scale(o->spin_factor * im, p->turn);
    if (!(im > 0))
        push = turn = v3_make(0, 0, 0);
    if (m->dimensions == 2)
        push.z = turn.x = turn.y = 0;
    g->v = v3_fma(g->v, kick, push);
    g->w = v3_fma(g->w, kick, turn);
    g->x = v3_fma(g->x, o->dt, g->v);
    for (int axis = 0; axis < 3; axis++) {
        double low = axis_of(m->low, axis), high = axis_of(m->high, axis),
               *x = axis_at(&g->x, axis);
        if (!periodic(o, axis))
            continue;
        if (*x < low)
            *x += high - low;
        else if (*x >= high)
            *x += -1 * (high - low);
        if (*x < low || *x >= high)
            *x = low; // a sum was rounded
    }
}

void oracle_step(oracle *o, int steps)
{
    pull *p = calloc((size_t)o->grains + 1, sizeof *p);
    for (int n = 0; p && n < steps; n++) {
        meet_all(o);
        for (int k = 0; k < o->touches; k++) {
            work_out(o, &o->t[k]);
            let_go(o, &o->t[k]);
        }
        add_up(o, p);
        for (int i = 0; i < o->grains; i++)
            move(o, &o->g[i], &p[i]);
        int kept = 0;
        for (int k = 0; k < o->touches; k++)
            if (o->t[k].live)
                o->t[kept++] = o->t[k];
        o->ended += o->touches - kept;
        o->touches = kept;
        o->step++;
    }
    free(p);
}

static bool same(const double *bits, v3 a)
{
    return !memcmp(&bits[0], &a.x, 8) && !memcmp(&bits[1], &a.y, 8) && !memcmp(&bits[2], &a.z, 8);
}

bool oracle_agrees(const oracle *o, sim *s)
{
    image im = {0};
    scree_error e;
    if (world_image(s->w, &im, &e) != SCREE_OK)
        return false;
    const image_column *x = image_find(&im, "body/position", IMAGE_F64, 4),
                       *v = image_find(&im, "body/velocity", IMAGE_F64, 4);
    const image_column *w = image_find(&im, "body/spin", IMAGE_F64, 4);
    bool ok = x && v && w && x->rows == o->grains;
    for (int i = 0; ok && i < o->grains; i++) {
        const double *p = (const double *)x->data + 4 * i, *q = (const double *)v->data + 4 * i,
                     *r = (const double *)w->data + 4 * i;
        const grain *g = &o->g[i];
        ok = same(p, g->x) && same(q, g->v) && same(r, g->w);
        if (!ok)
            printf("    grain %d: x %.17g %.17g %.17g, oracle %.17g %.17g %.17g; v %.17g %.17g "
                   "%.17g, oracle %.17g "
                   "%.17g %.17g; w %.17g %.17g %.17g, oracle %.17g %.17g %.17g\n",
                   i, p[0], p[1], p[2], g->x.x, g->x.y, g->x.z, q[0], q[1], q[2], g->v.x, g->v.y,
                   g->v.z, r[0], r[1], r[2], g->w.x, g->w.y, g->w.z);
    }
    image_clear(&im);
    return ok;
}
