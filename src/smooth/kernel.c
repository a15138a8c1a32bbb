// kernel.c - one step of one block of bodies, compiled once per vector width (smooth.h has the scheme, passes.h the
// passes).
#include "motion/followers.h"
#include "smooth/law_stamps.h"
#include "smooth/plain_pass.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <string.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

extern outlines_pass JOIN(scree_outlines_, SCREE_WIDTH);

#define PASS_NORMAL(name) normal_##name##_pass,
#define PASS_COHESION(name) cohesion_##name##_pass,
#define PASS_TANGENTIAL(name) tangential_##name##_pass,
#define PASS_ROLLING(name) rolling_##name##_pass,
#define PASS_TWISTING(name) twisting_##name##_pass,
static pass *const normal_passes[] = {LAW_LIST_NORMAL(PASS_NORMAL) NULL};
static pass *const cohesion_passes[] = {LAW_LIST_COHESION(PASS_COHESION) NULL};
static pass *const tangential_passes[] = {LAW_LIST_TANGENTIAL(PASS_TANGENTIAL) NULL};
static pass *const rolling_passes[] = {LAW_LIST_ROLLING(PASS_ROLLING) NULL};
static pass *const twisting_passes[] = {LAW_LIST_TWISTING(PASS_TWISTING) NULL};

// All contacts of a bucket of two balls, for each pair of common laws; returns how many have ended.
typedef int32_t plain_contacts(span *p, int32_t *gone, bool wrap);

#define STAMP_PLAIN(normal, tangential)                                                            \
    static int32_t plain_##normal##_##tangential(span *p, int32_t *gone, bool wrap)                \
    {                                                                                              \
        enum { spares = (tangential_##tangential##_traits & LAW_SPARES) != 0 };                    \
        enum { apart = (normal_##normal##_traits & LAW_APART) != 0 };                              \
        enum { n = tangential_##tangential##_history - spares };                                   \
        _Static_assert(!PLAIN(normal, tangential) || normal_##normal##_history == 0,               \
                       "a common law keeps nothing");                                              \
        if (!PLAIN(normal, tangential))                                                            \
            return 0;                                                                              \
        if (p->set->unlike)                                                                        \
            return plain_pass(p, gone, true, true, apart, normal_##normal##_push, n,               \
                              tangential_##tangential##_drag);                                     \
        if (wrap)                                                                                  \
            return plain_pass(p, gone, true, false, apart, normal_##normal##_push, n,              \
                              tangential_##tangential##_drag);                                     \
        return plain_pass(p, gone, false, false, apart, normal_##normal##_push, n,                 \
                          tangential_##tangential##_drag);                                         \
    }
#define STAMP_PLAIN_OF(normal) LAW_LIST_TANGENTIAL_WITH(STAMP_PLAIN, normal)
LAW_LIST_NORMAL(STAMP_PLAIN_OF)

#define COUNT_TANGENTIAL(name) +1
#define ENTRY_PLAIN(normal, tangential)                                                            \
    PLAIN(normal, tangential) ? plain_##normal##_##tangential : NULL,
#define ROW_PLAIN(normal) {LAW_LIST_TANGENTIAL_WITH(ENTRY_PLAIN, normal)},
enum { TANGENTIAL_LAWS = 0 LAW_LIST_TANGENTIAL(COUNT_TANGENTIAL) };
static plain_contacts *const plain_passes[][TANGENTIAL_LAWS] = {LAW_LIST_NORMAL(ROW_PLAIN)};

// What each tangential law keeps where its last number is spared.
#define FEWER(name) tangential_##name##_history - ((tangential_##name##_traits & LAW_SPARES) != 0),
static const int fewer[] = {LAW_LIST_TANGENTIAL(FEWER)};

// NULL: it takes the passes one by one.
static plain_contacts *plain_of(const span *p)
{
    const law_set *set = p->set;
    const int normal = set->law[LAW_NORMAL];
    const int tangential = set->law[LAW_TANGENTIAL];
    bool more =
        p->s->ledger || p->s->observe || set->fixed || set->far || set->couples || set->rolls;
    if (p->k->kind != BUCKET_BALLS || more || set->law[LAW_COHESION] >= 0 || tangential < 0)
        return NULL;
    return set->history[LAW_TANGENTIAL] == fewer[tangential] ? plain_passes[normal][tangential]
                                                             : NULL;
}

static bool lines_reserve(scratch *t, const block *b)
{
    int64_t need = 8 * ((int64_t)b->lines + LANES_MOST);
    if (need <= t->line_room)
        return true;
    double *grown = mem_array(need + need / 4, sizeof *grown);
    if (!grown)
        return false;
    mem_free(t->lines);
    t->lines = grown;
    t->line_room = need + need / 4;
    return true;
}

static bool wake(const stepping *s, block *b)
{
    int first = b->level;
    int level = near_level(s);
    if (level <= first)
        return true;
    b->level = level;
    return near_awake(b, b->sleep_from[first], b->sleep_from[level],
                      bodies_padding(s->context.body));
}

static void near_pass(const stepping *s, block *b, bool wrap, report *r)
{
    const bodies *o = s->context.body;
    const rec4 *x = o->position[o->now];
    if (b->near == 0)
        return;
    for (int32_t p = (b->near - 1) / W * W; p >= 0;
         p -= W) { // downwards: a pair that leaves is replaced from the end
        vd reach;
        vd3 d = rec4_combine(REC_DIFFERENCE, x, b->near_a + p, b->near_b + p, &reach);
        if (wrap)
            d = nearest(&s->context, d);
        unsigned hit = vm_bits(vd_gt(reach * reach, vd3_dot(d, d)));
        if (__builtin_expect(hit != 0, 0))
            for (int k = W - 1; k >= 0; k--)
                if (hit >> k & 1)
                    block_begin_contact(s, b, p + k, r);
    }
}

static double largest(vd x)
{
    double lane[W];
    double most = -1e300;
    vd_store(lane, x);
    for (int i = 0; i < W; i++)
        if (lane[i] > most)
            most = lane[i];
    return most;
}

static void books_pass(span *p, batch *q)
{
    double **h = p->k->history + p->layout->books;
    const vd dt = vd_set(p->s->kick);
    for (int i = 0; i < p->count; i += W) {
        vm touch = vd_gt(get(q, C_LIVE, i), vd_set(0.0));
        vd add[BOOKS] = {dt * get(q, C_LOSS, i), get(q, C_SLID, i), vd_set(0.0),
                         get(q, C_PLASTIC, i), dt * get(q, C_WORK, i)};
        if (p->set->couples)
            add[BOOK_ROLLING] = get(q, C_LOST, i) + vd_keep(touch, dt * get(q, C_BRAKED, i));
        for (int j = 0; j < BOOKS; j++) {
            double *at = h[j] + p->from + i;
            // what a contact loses as it ends belongs to its books: of one that tears the springs, too, which are
            // without load then; of one that ends with touch nothing is left
            bool last =
                j == BOOK_PLASTIC || (p->set->far && (j == BOOK_FRICTION || j == BOOK_ROLLING));
            vd_store(at, vd_load(at) + (last ? add[j] : vd_keep(touch, add[j])));
        }
        double *let_go = h[BOOK_LET_GO] + p->from + i;
        vd_store(let_go, vd_select(touch, vd_set(0.0), vd_load(let_go)));
    }
}

static void span_forces(span *p, batch *q, bool ledger)
{
    const int *law = p->set->law;
    normal_passes[law[LAW_NORMAL]](p, q, ledger, false);
    if (law[LAW_COHESION] >= 0)
        cohesion_passes[law[LAW_COHESION]](p, q, ledger, false);
    const bool couples = p->set->couples;
    const bool cores = bucket_cores(p->k->kind);
    const bool last = !couples && !cores;
    if (law[LAW_TANGENTIAL] >= 0)
        tangential_passes[law[LAW_TANGENTIAL]](p, q, ledger, last);
    else
        frictionless_pass(p, q, ledger, last);
    if (couples) {
        spin_pass(p, q);
        if (law[LAW_ROLLING] >= 0)
            rolling_passes[law[LAW_ROLLING]](p, q, ledger, false);
        if (law[LAW_TWISTING] >= 0)
            twisting_passes[law[LAW_TWISTING]](p, q, ledger, false);
    }
    if (cores)
        core_lines_pass(p, q, ledger);
    else if (couples)
        couple_pass(p, q, ledger);
}

static span span_of(const stepping *s, block *b, int index, scratch *t, caller *ahead)
{
    bucket *k = &b->bucket[index];
    return (span){
        .s = s,
        .set = &s->law[k->set],
        .layout = &s->context.layout[k->set],
        .body = s->context.body,
        .k = k,
        .observe = s->observe,
        .lines = t->lines,
        .ahead = ahead,
        .deepest = vd_set(-1e300),
    };
}

// Indices of the contacts of a batch that touch no more, ascending.
static int32_t collect_gone(const span *p, const batch *q, int32_t *gone)
{
    int32_t n = 0;
    for (int i = 0; i < p->count; i += W) {
        int left = p->k->count - p->from - i;
        unsigned live = left >= W ? (1u << W) - 1 : (1u << left) - 1;
        unsigned off = live & ~vm_bits(vd_gt(get(q, C_LIVE, i), vd_set(0.0)));
        for (; __builtin_expect(off != 0, 0); off &= off - 1)
            gone[n++] = p->from + i + __builtin_ctz(off);
    }
    return n;
}

extern const kernel scree_kernel_1;

// All contacts of a bucket; the return value is the number that ended.
static int32_t bucket_pass(const stepping *s, block *b, int index, scratch *t, int32_t *gone,
                           caller *ahead, report *r)
{
    batch q;
    span p = span_of(s, b, index, t, ahead);
    int32_t ngone = 0;
    int32_t padded = (p.k->count + W - 1) / W * W;
    plain_contacts *plain = plain_of(&p);
    if (p.set->law[LAW_TANGENTIAL] >= 0 && s->kick > 0)
        p.last = t->last;
    if (plain) {
        ngone = plain(&p, gone, b->wrap);
        p.from = padded;
    }
    for (; p.from < padded; p.from += BATCH) {
        p.count = padded - p.from < BATCH ? padded - p.from : BATCH;
        if (bucket_cores(p.k->kind))
            gather_cores(&p, &q);
        else if (p.k->kind == BUCKET_WALLS)
            gather_walls(&p, &q);
        else if (b->wrap)
            gather_balls(&p, &q, true);
        else
            gather_balls(&p, &q, false);
        span_forces(&p, &q, s->ledger);
        if (s->ledger)
            books_pass(&p, &q);
        ngone += collect_gone(&p, &q, gone + ngone);
    }
    if (__builtin_expect(!(largest(p.deepest) <= s->too_deep), 0))
        report_deep(s, b, index, r);
    if (p.lasts > 0)
        scree_kernel_1.bucket_let_go(s, p.k, p.last, p.lasts, t->lines);
    return ngone;
}

typedef double v4d __attribute__((vector_size(32)));

static inline v4d v4_load(const double *p)
{
    v4d x;
    memcpy(&x, __builtin_assume_aligned(p, 32), sizeof x);
    return x;
}
static inline void v4_store(double *p, v4d x)
{
    memcpy(__builtin_assume_aligned(p, 32), &x, sizeof x);
}

// The lines of a row: lower partners, turned to act on the body, then higher ones. Unused entries add the line of
// zeros.
typedef struct pull {
    v4d force, turn;
} pull;

static inline pull row_sum(const contact_row *r, const double *lines)
{
#if SCREE_WIDTH == 8
    __m512d sum = _mm512_setzero_pd();
#define ADD_LINE(e) sum = _mm512_add_pd(sum, _mm512_load_pd(lines + 8 * (size_t)(e)))
#define TURN_SIGN() sum = _mm512_xor_pd(sum, _mm512_set_pd(0, 0, 0, 0, -0.0, -0.0, -0.0, -0.0))
#else
    v4d force = {0, 0, 0, 0};
    v4d turn = force;
#define ADD_LINE(e)                                                                                \
    force = force + v4_load(lines + 8 * (size_t)(e)),                                              \
    turn = turn + v4_load(lines + 8 * (size_t)(e) + 4)
#define TURN_SIGN() force = -force
#endif
    const uint16_t *low = r->entry;
    const uint16_t *high = r->entry + ROW_ENTRIES - 1;
    for (int k = 0; k < ROW_FAST; k++)
        ADD_LINE(low[k]);
    for (int k = ROW_FAST; __builtin_expect(k < r->lower, 0); k++)
        ADD_LINE(low[k]);
    TURN_SIGN(); // -(a + b) is -a - b, to the bit
    for (int k = 0; k < ROW_FAST; k++)
        ADD_LINE(high[-k]);
    for (int k = ROW_FAST; __builtin_expect(k < r->higher, 0); k++)
        ADD_LINE(high[-k]);
#if SCREE_WIDTH == 8
    pull p;
    __m256d f = _mm512_castpd512_pd256(sum);
    __m256d t = _mm512_extractf64x4_pd(sum, 1);
    memcpy(&p.force, &f, sizeof f);
    memcpy(&p.turn, &t, sizeof t);
#else
    pull p = {force, turn};
#endif
    return p;
}

// The same additions for a body whose lines are in a spill.
static pull spill_sum(const row_spill *s, const double *lines)
{
    pull p = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    for (int k = 0; k < s->lower || k < ROW_FAST; k++) {
        const double *l = lines + (k < s->lower ? 8 * (size_t)s->line[k] : 0);
        p.force = p.force + v4_load(l);
        p.turn = p.turn + v4_load(l + 4);
    }
    p.force = -p.force;
    for (int k = 0; k < s->higher || k < ROW_FAST; k++) {
        const double *l = lines + (k < s->higher ? 8 * (size_t)s->line[s->lower + k] : 0);
        p.force = p.force + v4_load(l);
        p.turn = p.turn + v4_load(l + 4);
    }
    return p;
}

// q <- dq q for the spin w over one step, by the implicit mid-point rule (Zhang 1998, 2.25-2.28, closed form),
// renormalised.
static inline void turn_orientation(double *q, const double *spin, double dt)
{
    double h = 0.25 * dt * spin[3];
    double sx = h * spin[0];
    double sy = h * spin[1];
    double sz = h * spin[2];
    double s2 = (sx * sx + sy * sy) + sz * sz;
    double c = 1 - s2;
    double w = q[0];
    double x = q[1];
    double y = q[2];
    double z = q[3];
    sx = 2 * sx;
    sy = 2 * sy;
    sz = 2 * sz;
    q[0] = c * w - sx * x - sy * y - sz * z;
    q[1] = c * x + sx * w + sy * z - sz * y;
    q[2] = c * y - sx * z + sy * w + sz * x;
    q[3] = c * z + sx * y - sy * x + sz * w;
    double norm = 1 / sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
    for (int d = 0; d < 4; d++)
        q[d] = norm * q[d];
}

static inline pull body_sum(const block *b, int32_t slot, const double *lines)
{
    const contact_row *row = &b->row[slot - b->low];
    return __builtin_expect(row->spill != 0, 0) ? spill_sum(&b->spill[row->spill - 1], lines)
                                                : row_sum(row, lines);
}

enum { SOON = 12 }; // how many balls before their use rows are called

static inline void keep_pull(rec4 *out, pull p)
{
    v4_store(out[0].v, p.force);
    v4_store(out[1].v, p.turn);
}

// The pulls on those balls of large clumps that something may meet.
static void pull_pass(const stepping *s, const block *b, const double *lines)
{
    const int32_t *ball = s->follow->ball + b->follow;
    rec4 *out = s->follow->pull + 2 * (size_t)b->follow;
    for (int32_t i = 0; i < b->followers; i++, out += 2) {
        if (i + SOON < b->followers)
            __builtin_prefetch(&b->row[ball[i + SOON] - b->low], 0, 3);
        const contact_row *row = &b->row[ball[i] - b->low];
        const bool some = row->spill || row->lower + row->higher > 0;
        pull sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
        if (some)
            sum = body_sum(b, ball[i], lines);
        keep_pull(out, sum);
    }
}

// Sum each body's lines in the order of its row, kick, drift, write the body of time n+1.
static inline __attribute__((always_inline)) void motion_pass(const stepping *s, block *b,
                                                              const double *lines, const bool rare,
                                                              const bool measure, report *r)
{
    const bodies *o = s->context.body;
    const rec4 *x0 = o->position[o->now];
    const rec4 *v0 = o->velocity[o->now];
    const rec4 *w0 = o->spin[o->now];
    rec4 *x1 = o->position[1 - o->now];
    rec4 *v1 = o->velocity[1 - o->now];
    rec4 *w1 = o->spin[1 - o->now];
    const v4d dt = {s->dt, s->dt, s->dt, 0};
    const v4d kick = {s->kick, s->kick, s->kick, 0};
    const v4d gravity = {s->gravity[0], s->gravity[1], s->gravity[2], 0};
    const v4d low = {s->low[0], s->low[1], s->low[2], -1e300};
    const v4d high = {s->high[0], s->high[1], s->high[2], 1e300};
    double most2 = 0;
    for (int32_t i = b->low; i < b->high; i++) {
        pull p = body_sum(b, i, lines);
        v4d x = v4_load(x0[i].v);
        v4d v = v4_load(v0[i].v);
        v4d w = v4_load(w0[i].v);
        double im = v[3];
        if (rare && bodies_clumped(o, i)) { // the body moves when all its balls have been pulled
            keep_pull(&s->pull[2 * (size_t)i], p); // those of large clumps stand elsewhere
            continue;
        }
        v4d mobile = {im, im, im, im};
        v4d push = p.force * mobile + gravity;
        v4d turn = p.turn * (s->spin_factor * mobile);
        if (rare) {
            if (!(im > 0))
                push = turn = (v4d){0, 0, 0, 0};
            if (s->flat)
                push[2] = turn[0] = turn[1] = 0;
            if (s->written && s->written[i] >= 0) {
                v = v + v4_load(s->jump[2 * (size_t)s->written[i]].v);
                w = w + v4_load(s->jump[2 * (size_t)s->written[i] + 1].v);
            }
        }
        v = v + kick * push;
        w = w + kick * turn;
        x = x + dt * v;
        v4_store(v1[i].v, v);
        v4_store(w1[i].v, w);
        v4_store(x1[i].v, x);
        if (rare && o->with_orientation)
            turn_orientation(o->orientation[i].v, w1[i].v, s->dt);
        v4d d = measure ? x - v4_load(o->hold[i].v) : v;
        d = d * d;
        double d2 = (d[0] + d[1]) + d[2];
        most2 = d2 > most2 ? d2 : most2;
        typedef int64_t v4i __attribute__((vector_size(32)));
        v4i out = (v4i)(x < low) | (v4i)(x >= high);
        if (__builtin_expect((out[0] | out[1] | out[2]) != 0 || !(d2 < 1e300), 0))
            cross_border(s, i, r);
    }
    double *most = measure ? &r->moved2 : &r->speed2;
    if (most2 > *most)
        *most = most2;
}

static void move_bodies(const stepping *s, block *b, const double *lines, report *r)
{
    if (s->rare || s->written)
        motion_pass(s, b, lines, true, true, r);
    else if (s->measure)
        motion_pass(s, b, lines, false, true, r);
    else
        motion_pass(s, b, lines, false, false, r);
}

static void loads_pass(const stepping *s, const block *b, scratch *t)
{
    const bodies *o = s->context.body;
    for (int n = 0; n < b->buckets; n++) {
        const bucket *k = &b->bucket[n];
        if (!bucket_walls(k->kind))
            continue;
        for (int32_t c = 0; c < k->count; c++) {
            const wall_state *w = &s->wall[k->a[c]];
            if (!w->watched)
                continue;
            const double *line = t->lines + 8 * (size_t)(1 + k->first + c);
            const v3 centre = v3_of(&o->position[o->now][k->b[c]]);
            const v3 force = v3_at(line);
            v3 at;
            if (bucket_cores(k->kind))
                at = v3_add(centre, columns_v3(k->geometry, GRAIN_ARM_B, c));
            else
                at = v3_sub(centre, columns_v3(k->geometry, WALL_D, c));
            v3 turn = v3_make(0, 0, 0);
            if (k->sides == 2)
                turn = v3_at(line + 4);
            const v3 arm = v3_sub(at, w->position);
            const v3 torque = v3_add(v3_cross(arm, force), turn);
            exact_sum_v3_add(&t->load[k->a[c]].force, force);
            exact_sum_v3_add(&t->load[k->a[c]].torque, torque);
        }
    }
}

static bool gone_reserve(scratch *t, const block *b)
{
    const int64_t most = (int64_t)b->lines + LANES_MOST;
    return mem_grow((void **)&t->gone, &t->gone_room, most, sizeof *t->gone) &&
           mem_grow((void **)&t->last, &t->last_room, most, sizeof *t->last);
}

enum { BUCKETS_MOST = 4096 };

static void block_meet(const stepping *s, block *b, report *r)
{
    if (!wake(s, b))
        report_trouble(s, r, TROUBLE_MEMORY, b->low, -1, false);
    else if (b->wrap)
        near_pass(s, b, true, r);
    else
        near_pass(s, b, false, r);
    block_walls(s, b, r);
    block_grains(s, b, JOIN(scree_outlines_, SCREE_WIDTH), r);
}

static void block_step(const stepping *s, block *b, const block *next, scratch *t, report *r)
{
    block_meet(s, b, r);
    if (!lines_reserve(t, b) || !gone_reserve(t, b)) {
        report_trouble(s, r, TROUBLE_MEMORY, b->low, -1, false);
        return;
    }
    memset(t->lines, 0, 8 * sizeof(double));
    caller ahead = call_ahead(s->context.body, b, next, s->measure);
    int32_t ended = 0;
    for (int n = 0; n < b->buckets; n++) {
        bucket *k = &b->bucket[n];
        k->ended = bucket_pass(s, b, n, t, t->gone + ended, &ahead, r);
        ended += k->ended;
    }
    if (s->written)
        scree_kernel_1.block_written(s, b, t->lines);
    loads_pass(s, b, t);
    if (s->follow && b->followers)
        pull_pass(s, b, t->lines);
    if (!s->follow || !b->follows)
        move_bodies(s, b, t->lines, r);
    if (ended)
        block_end_contacts(s, b, t, r);
}

#if SCREE_WIDTH == 1
#include "smooth/written_pass.h"

#define ENERGIES_NORMAL(name) normal_##name##_energies,
#define ENERGIES_COHESION(name) cohesion_##name##_energies,
#define ENERGIES_TANGENTIAL(name) tangential_##name##_energies,
#define ENERGIES_ROLLING(name) rolling_##name##_energies,
#define ENERGIES_TWISTING(name) twisting_##name##_energies,
static energy_pass *const normal_energies[] = {LAW_LIST_NORMAL(ENERGIES_NORMAL) NULL};
static energy_pass *const cohesion_energies[] = {LAW_LIST_COHESION(ENERGIES_COHESION) NULL};
static energy_pass *const tangential_energies[] = {LAW_LIST_TANGENTIAL(ENERGIES_TANGENTIAL) NULL};
static energy_pass *const rolling_energies[] = {LAW_LIST_ROLLING(ENERGIES_ROLLING) NULL};
static energy_pass *const twisting_energies[] = {LAW_LIST_TWISTING(ENERGIES_TWISTING) NULL};
static energy_pass *const *const energies[LAW_SLOTS] = {
    normal_energies, cohesion_energies, tangential_energies, rolling_energies, twisting_energies};

#include "smooth/last_pass.h"

// Where a contact is: for balls on the line of centres, as their radii divide it, or, where they differ or one is
// fixed, as they divide the overlap; at a wall on the wall.
static void place_seen(const span *p, const batch *q, contact_seen *out)
{
    int32_t c = p->from;
    if (bucket_cores(p->k->kind)) {
        v3 from = v3_make(0, 0, 0);
        if (!bucket_walls(p->k->kind))
            from = columns_v3(p->k->geometry, GRAIN_ARM_A, c);
        out->point = columns_v3(p->k->geometry, GRAIN_ARM_B, c);
        out->reach = v3_sub(from, out->point);
        return;
    }
    out->reach = batch_v3(q, C_DX);
    double r = v3_norm(out->reach);
    double arm = 0; // from a
    if (p->k->kind == BUCKET_BALLS) {
        const rec4 *x = p->body->position[p->body->now];
        double radius_a = x[p->k->a[c]].v[3];
        double radius_b = x[p->k->b[c]].v[3];
        double sum = radius_a + radius_b;
        arm = r * (radius_a / sum);
        const bool own = p->set->unlike && arms_of_own(radius_a, radius_b);
        const bool still = p->set->fixed && q->c[C_GIVE][0] > 0;
        if (own || still)
            arm = radius_a - (sum - r) * (radius_b / sum);
    }
    out->point = v3_fma(v3_scale(-1, out->reach), arm, out->normal);
}

// Books of a contact that ended in this step; they are closed in the next.
static void see_last_books(const span *p, const batch *q, contact_seen *out)
{
    double *const *kept = p->k->history + p->layout->books;
    for (int j = 0; j < BOOKS; j++)
        out->book[j] = kept[j][p->from];
    out->book[BOOK_FRICTION] += kept[BOOK_LET_GO][p->from];
    // what it held when it tore; its energy is gone already
    out->book[BOOK_PLASTIC] += q->c[C_PLASTIC][0];
    if (p->set->far)
        out->book[BOOK_FRICTION] += q->c[C_SLID][0];
    if (p->set->far && p->set->couples)
        out->book[BOOK_ROLLING] += q->c[C_LOST][0];
}

// Books of a contact as they are at the time of the positions.
static void see_books(const span *p, const batch *q, contact_seen *out)
{
    if (!out->live) {
        see_last_books(p, q, out);
        return;
    }
    const double half = 0.5 * p->s->look;
    double *const *kept = p->k->history + p->layout->books;
    for (int j = 0; j < BOOKS; j++)
        out->book[j] = kept[j][p->from];
    out->book[BOOK_DAMPING] += half * q->c[C_LOSS][0];
    out->book[BOOK_FRICTION] += q->c[C_SLID][0];
    if (p->set->couples)
        out->book[BOOK_ROLLING] += q->c[C_LOST][0] + half * q->c[C_BRAKED][0];
    out->book[BOOK_PLASTIC] += q->c[C_PLASTIC][0];
    out->book[BOOK_WORK] += half * q->c[C_WORK][0];
}

// One contact as an observer sees it: the histories stay as they are.
static void look_at(span *p, contact_seen *out)
{
    batch q;
    double kept[HISTORY_COLUMNS];
    p->count = 1;
    for (int j = 0; j < p->layout->width; j++)
        kept[j] = p->k->history[j][p->from];
    lone_gather(p, &q);
    p->observe =
        false; // energies are of the springs as they are now; what was there comes back below
    span_forces(p, &q, p->layout->books >= 0);
    energies[LAW_NORMAL][p->set->law[LAW_NORMAL]](p, &q);
    if (bucket_cores(p->k->kind))
        q.c[C_ENERGY][0] *= q.c[C_WEIGHT][0]; // springs have the weight in their stiffness
    for (int slot = LAW_NORMAL + 1; slot < LAW_SLOTS; slot++)
        if (p->set->law[slot] >= 0)
            energies[slot][p->set->law[slot]](p, &q);
    for (int j = 0; j < p->layout->width; j++)
        p->k->history[j][p->from] = kept[j];
    out->normal = batch_v3(&q, C_NX);
    place_seen(p, &q, out);
    out->overlap = q.c[C_OVERLAP][0];
    out->live = q.c[C_LIVE][0] > 0;
    out->push = q.c[C_PUSH][0];
    out->energy = q.c[C_ENERGY][0];
    if (p->layout->books >= 0)
        see_books(p, &q, out);
}

static bool block_look(const stepping *s, block *b, scratch *t, contact_seen *seen)
{
    if (!lines_reserve(t, b))
        return false;
    memset(t->lines, 0, 8 * sizeof(double));
    caller none = {0};
    for (int n = 0; n < b->buckets; n++) {
        span p = span_of(s, b, n, t, &none);
        for (p.from = 0; p.from < p.k->count; p.from++)
            look_at(&p, &seen[1 + p.k->first + p.from]);
    }
    loads_pass(s, b, t);
    return true;
}

pull_sum block_sum(const block *b, int32_t slot, const scratch *t)
{
    const contact_row *row = &b->row[slot - b->low];
    pull p;
    if (row->spill)
        p = spill_sum(&b->spill[row->spill - 1], t->lines);
    else
        p = row_sum(row, t->lines);
    const v3 force = v3_make(p.force[0], p.force[1], p.force[2]);
    const v3 turn = v3_make(p.turn[0], p.turn[1], p.turn[2]);
    return (pull_sum){force, turn};
}
#else
#define block_look NULL
#define block_written NULL
#define bucket_let_go NULL
#endif

extern const kernel JOIN(scree_kernel_, SCREE_WIDTH);
extern clump_mover JOIN(scree_clump_batch_, SCREE_WIDTH); // clump_batch.c
const kernel JOIN(scree_kernel_,
                  SCREE_WIDTH) = {SCREE_WIDTH,  JOIN(scree_clump_batch_, SCREE_WIDTH),
                                  block_step,   block_meet,
                                  block_look,   block_written,
                                  bucket_let_go};
