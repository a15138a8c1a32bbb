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
typedef int32_t plain_contacts(span *span, int32_t *gone, bool wrap);

#define STAMP_PLAIN(normal, tangential)                                                            \
    static int32_t plain_##normal##_##tangential(span *span, int32_t *gone, bool wrap)             \
    {                                                                                              \
        enum { spares = (tangential_##tangential##_traits & LAW_SPARES) != 0 };                    \
        enum { apart = (normal_##normal##_traits & LAW_APART) != 0 };                              \
        enum { n = tangential_##tangential##_history - spares };                                   \
        _Static_assert(!PLAIN(normal, tangential) || normal_##normal##_history == 0,               \
                       "a common law keeps nothing");                                              \
        if (!PLAIN(normal, tangential))                                                            \
            return 0;                                                                              \
        if (span->set->unlike)                                                                     \
            return plain_pass(span, gone, true, true, apart, normal_##normal##_push, n,            \
                              tangential_##tangential##_drag);                                     \
        if (wrap)                                                                                  \
            return plain_pass(span, gone, true, false, apart, normal_##normal##_push, n,           \
                              tangential_##tangential##_drag);                                     \
        return plain_pass(span, gone, false, false, apart, normal_##normal##_push, n,              \
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
static plain_contacts *plain_of(const span *span)
{
    const law_set *set = span->set;
    const int normal = set->law[LAW_NORMAL];
    const int tangential = set->law[LAW_TANGENTIAL];
    bool more = span->stepping->ledger || span->stepping->observe || set->fixed || set->far ||
                set->couples || set->rolls;
    if (span->bucket->kind != BUCKET_BALLS || more || set->law[LAW_COHESION] >= 0 || tangential < 0)
        return NULL;
    return set->history[LAW_TANGENTIAL] == fewer[tangential] ? plain_passes[normal][tangential]
                                                             : NULL;
}

static bool lines_reserve(scratch *scratch, const block *block)
{
    int64_t need = 8 * ((int64_t)block->lines + LANES_MOST);
    if (need <= scratch->line_room)
        return true;
    double *grown = mem_array(need + need / 4, sizeof *grown);
    if (!grown)
        return false;
    mem_free(scratch->lines);
    scratch->lines = grown;
    scratch->line_room = need + need / 4;
    return true;
}

static bool wake(const stepping *stepping, block *block)
{
    int first = block->level;
    int level = near_level(stepping);
    if (level <= first)
        return true;
    block->level = level;
    return near_awake(block, block->sleep_from[first], block->sleep_from[level],
                      bodies_padding(stepping->context.body));
}

static void near_pass(const stepping *stepping, block *block, bool wrap, report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    if (block->near == 0)
        return;
    for (int32_t first = (block->near - 1) / LANES * LANES; first >= 0;
         first -= LANES) { // downwards: a pair that leaves is replaced from the end
        vd reach;
        vd3 offset = rec4_combine(REC_DIFFERENCE, position, block->near_a + first,
                                  block->near_b + first, &reach);
        if (wrap)
            offset = nearest(&stepping->context, offset);
        unsigned hit = vm_bits(vd_gt(reach * reach, vd3_dot(offset, offset)));
        if (__builtin_expect(hit != 0, 0))
            for (int lane = LANES - 1; lane >= 0; lane--)
                if (hit >> lane & 1)
                    block_begin_contact(stepping, block, first + lane, report);
    }
}

static double largest(vd vector)
{
    double lane[LANES];
    double most = -1e300;
    vd_store(lane, vector);
    for (int i = 0; i < LANES; i++)
        if (lane[i] > most)
            most = lane[i];
    return most;
}

static void books_pass(span *span, batch *batch)
{
    double **kept = span->bucket->history + span->layout->books;
    const vd dt = vd_set(span->stepping->kick);
    for (int i = 0; i < span->count; i += LANES) {
        vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
        vd add[BOOKS] = {dt * get(batch, C_LOSS, i), get(batch, C_SLID, i), vd_set(0.0),
                         get(batch, C_PLASTIC, i), dt * get(batch, C_WORK, i)};
        if (span->set->couples)
            add[BOOK_ROLLING] =
                get(batch, C_LOST, i) + vd_keep(touch, dt * get(batch, C_BRAKED, i));
        for (int j = 0; j < BOOKS; j++) {
            double *at = kept[j] + span->from + i;
            // what a contact loses as it ends belongs to its books: of one that tears the springs, too, which are
            // without load then; of one that ends with touch nothing is left
            bool at_end =
                j == BOOK_PLASTIC || (span->set->far && (j == BOOK_FRICTION || j == BOOK_ROLLING));
            vd_store(at, vd_load(at) + (at_end ? add[j] : vd_keep(touch, add[j])));
        }
        double *let_go = kept[BOOK_LET_GO] + span->from + i;
        vd_store(let_go, vd_select(touch, vd_set(0.0), vd_load(let_go)));
    }
}

static void span_forces(span *span, batch *batch, bool ledger)
{
    const int *law = span->set->law;
    normal_passes[law[LAW_NORMAL]](span, batch, ledger, false);
    if (law[LAW_COHESION] >= 0)
        cohesion_passes[law[LAW_COHESION]](span, batch, ledger, false);
    const bool couples = span->set->couples;
    const bool cores = bucket_cores(span->bucket->kind);
    const bool to_lines = !couples && !cores;
    if (law[LAW_TANGENTIAL] >= 0)
        tangential_passes[law[LAW_TANGENTIAL]](span, batch, ledger, to_lines);
    else
        frictionless_pass(span, batch, ledger, to_lines);
    if (couples) {
        spin_pass(span, batch);
        if (law[LAW_ROLLING] >= 0)
            rolling_passes[law[LAW_ROLLING]](span, batch, ledger, false);
        if (law[LAW_TWISTING] >= 0)
            twisting_passes[law[LAW_TWISTING]](span, batch, ledger, false);
    }
    if (cores)
        core_lines_pass(span, batch, ledger);
    else if (couples)
        couple_pass(span, batch, ledger);
}

static span span_of(const stepping *stepping, block *block, int index, scratch *scratch,
                    caller *ahead)
{
    bucket *bucket = &block->bucket[index];
    return (span){
        .stepping = stepping,
        .set = &stepping->law[bucket->set],
        .layout = &stepping->context.layout[bucket->set],
        .bodies = stepping->context.body,
        .bucket = bucket,
        .observe = stepping->observe,
        .lines = scratch->lines,
        .ahead = ahead,
        .deepest = vd_set(-1e300),
    };
}

// Indices of the contacts of a batch that touch no more, ascending.
static int32_t collect_gone(const span *span, const batch *batch, int32_t *gone)
{
    int32_t ended = 0;
    for (int i = 0; i < span->count; i += LANES) {
        int left = span->bucket->count - span->from - i;
        unsigned live = left >= LANES ? (1u << LANES) - 1 : (1u << left) - 1;
        unsigned off = live & ~vm_bits(vd_gt(get(batch, C_LIVE, i), vd_set(0.0)));
        for (; __builtin_expect(off != 0, 0); off &= off - 1)
            gone[ended++] = span->from + i + __builtin_ctz(off);
    }
    return ended;
}

extern const kernel scree_kernel_1;

// All contacts of a bucket; the return value is the number that ended.
static int32_t bucket_pass(const stepping *stepping, block *block, int index, scratch *scratch,
                           int32_t *gone, caller *ahead, report *report)
{
    batch batch;
    span span = span_of(stepping, block, index, scratch, ahead);
    int32_t ngone = 0;
    int32_t padded = (span.bucket->count + LANES - 1) / LANES * LANES;
    plain_contacts *plain = plain_of(&span);
    if (span.set->law[LAW_TANGENTIAL] >= 0 && stepping->kick > 0)
        span.ending = scratch->ending;
    if (plain) {
        ngone = plain(&span, gone, block->wrap);
        span.from = padded;
    }
    for (; span.from < padded; span.from += BATCH) {
        span.count = padded - span.from < BATCH ? padded - span.from : BATCH;
        if (bucket_cores(span.bucket->kind))
            gather_cores(&span, &batch);
        else if (span.bucket->kind == BUCKET_WALLS)
            gather_walls(&span, &batch);
        else if (block->wrap)
            gather_balls(&span, &batch, true);
        else
            gather_balls(&span, &batch, false);
        span_forces(&span, &batch, stepping->ledger);
        if (stepping->ledger)
            books_pass(&span, &batch);
        ngone += collect_gone(&span, &batch, gone + ngone);
    }
    if (__builtin_expect(!(largest(span.deepest) <= stepping->too_deep), 0))
        report_deep(stepping, block, index, report);
    if (span.endings > 0)
        scree_kernel_1.bucket_let_go(stepping, span.bucket, span.ending, span.endings,
                                     scratch->lines);
    return ngone;
}

typedef double v4d __attribute__((vector_size(32)));

static inline v4d v4_load(const double *from)
{
    v4d value;
    memcpy(&value, __builtin_assume_aligned(from, 32), sizeof value);
    return value;
}
static inline void v4_store(double *to, v4d value)
{
    memcpy(__builtin_assume_aligned(to, 32), &value, sizeof value);
}

// The lines of a row: lower partners, turned to act on the body, then higher ones. Unused entries add the line of
// zeros.
typedef struct pull {
    v4d force, turn;
} pull;

static inline pull row_sum(const contact_row *row, const double *lines)
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
    const uint16_t *low = row->entry;
    const uint16_t *high = row->entry + ROW_ENTRIES - 1;
    for (int i = 0; i < ROW_FAST; i++)
        ADD_LINE(low[i]);
    for (int i = ROW_FAST; __builtin_expect(i < row->lower, 0); i++)
        ADD_LINE(low[i]);
    TURN_SIGN(); // -(a + b) is -a - b, to the bit
    for (int i = 0; i < ROW_FAST; i++)
        ADD_LINE(high[-i]);
    for (int i = ROW_FAST; __builtin_expect(i < row->higher, 0); i++)
        ADD_LINE(high[-i]);
#if SCREE_WIDTH == 8
    pull all;
    __m256d f = _mm512_castpd512_pd256(sum);
    __m256d t = _mm512_extractf64x4_pd(sum, 1);
    memcpy(&all.force, &f, sizeof f);
    memcpy(&all.turn, &t, sizeof t);
#else
    pull all = {force, turn};
#endif
    return all;
}

// The same additions for a body whose lines are in a spill.
static pull spill_sum(const row_spill *spill, const double *lines)
{
    pull sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    for (int i = 0; i < spill->lower || i < ROW_FAST; i++) {
        const double *line = lines + (i < spill->lower ? 8 * (size_t)spill->line[i] : 0);
        sum.force = sum.force + v4_load(line);
        sum.turn = sum.turn + v4_load(line + 4);
    }
    sum.force = -sum.force;
    for (int i = 0; i < spill->higher || i < ROW_FAST; i++) {
        const double *line =
            lines + (i < spill->higher ? 8 * (size_t)spill->line[spill->lower + i] : 0);
        sum.force = sum.force + v4_load(line);
        sum.turn = sum.turn + v4_load(line + 4);
    }
    return sum;
}

// q <- dq q for the spin w over one step, by the implicit mid-point rule (Zhang 1998, 2.25-2.28, closed form),
// renormalised.
static inline void turn_orientation(double *quaternion, const double *spin, double dt)
{
    double h = 0.25 * dt * spin[3];
    double sx = h * spin[0];
    double sy = h * spin[1];
    double sz = h * spin[2];
    double s2 = (sx * sx + sy * sy) + sz * sz;
    double c = 1 - s2;
    double w = quaternion[0];
    double x = quaternion[1];
    double y = quaternion[2];
    double z = quaternion[3];
    sx = 2 * sx;
    sy = 2 * sy;
    sz = 2 * sz;
    quaternion[0] = c * w - sx * x - sy * y - sz * z;
    quaternion[1] = c * x + sx * w + sy * z - sz * y;
    quaternion[2] = c * y - sx * z + sy * w + sz * x;
    quaternion[3] = c * z + sx * y - sy * x + sz * w;
    double norm = 1 / sqrt((quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1]) +
                           (quaternion[2] * quaternion[2] + quaternion[3] * quaternion[3]));
    for (int d = 0; d < 4; d++)
        quaternion[d] = norm * quaternion[d];
}

static inline pull body_sum(const block *block, int32_t slot, const double *lines)
{
    const contact_row *row = &block->row[slot - block->low];
    return __builtin_expect(row->spill != 0, 0) ? spill_sum(&block->spill[row->spill - 1], lines)
                                                : row_sum(row, lines);
}

enum { SOON = 12 }; // how many balls before their use rows are called

static inline void keep_pull(rec4 *out, pull sum)
{
    v4_store(out[0].v, sum.force);
    v4_store(out[1].v, sum.turn);
}

// The pulls on those balls of large clumps that something may meet.
static void pull_pass(const stepping *stepping, const block *block, const double *lines)
{
    const int32_t *ball = stepping->follow->ball + block->follow;
    rec4 *out = stepping->follow->pull + 2 * (size_t)block->follow;
    for (int32_t i = 0; i < block->followers; i++, out += 2) {
        if (i + SOON < block->followers)
            __builtin_prefetch(&block->row[ball[i + SOON] - block->low], 0, 3);
        const contact_row *row = &block->row[ball[i] - block->low];
        const bool some = row->spill || row->lower + row->higher > 0;
        pull sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
        if (some)
            sum = body_sum(block, ball[i], lines);
        keep_pull(out, sum);
    }
}

// Sum each body's lines in the order of its row, kick, drift, write the body of time n+1.
static inline __attribute__((always_inline)) void motion_pass(const stepping *stepping,
                                                              block *block, const double *lines,
                                                              const bool rare, const bool measure,
                                                              report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *x0 = bodies->position[bodies->now];
    const rec4 *v0 = bodies->velocity[bodies->now];
    const rec4 *w0 = bodies->spin[bodies->now];
    rec4 *x1 = bodies->position[1 - bodies->now];
    rec4 *v1 = bodies->velocity[1 - bodies->now];
    rec4 *w1 = bodies->spin[1 - bodies->now];
    const v4d dt = {stepping->dt, stepping->dt, stepping->dt, 0};
    const v4d kick = {stepping->kick, stepping->kick, stepping->kick, 0};
    const v4d gravity = {stepping->gravity[0], stepping->gravity[1], stepping->gravity[2], 0};
    const v4d low = {stepping->low[0], stepping->low[1], stepping->low[2], -1e300};
    const v4d high = {stepping->high[0], stepping->high[1], stepping->high[2], 1e300};
    double most2 = 0;
    for (int32_t i = block->low; i < block->high; i++) {
        pull sum = body_sum(block, i, lines);
        v4d x = v4_load(x0[i].v);
        v4d v = v4_load(v0[i].v);
        v4d w = v4_load(w0[i].v);
        double im = v[3];
        if (rare &&
            bodies_clumped(bodies, i)) { // the body moves when all its balls have been pulled
            keep_pull(&stepping->pull[2 * (size_t)i], sum); // those of large clumps stand elsewhere
            continue;
        }
        v4d mobile = {im, im, im, im};
        v4d push = sum.force * mobile + gravity;
        v4d turn = sum.turn * (stepping->spin_factor * mobile);
        if (rare) {
            if (!(im > 0))
                push = turn = (v4d){0, 0, 0, 0};
            if (stepping->flat)
                push[2] = turn[0] = turn[1] = 0;
            if (stepping->written && stepping->written[i] >= 0) {
                v = v + v4_load(stepping->jump[2 * (size_t)stepping->written[i]].v);
                w = w + v4_load(stepping->jump[2 * (size_t)stepping->written[i] + 1].v);
            }
        }
        v = v + kick * push;
        w = w + kick * turn;
        x = x + dt * v;
        v4_store(v1[i].v, v);
        v4_store(w1[i].v, w);
        v4_store(x1[i].v, x);
        if (rare && bodies->with_orientation)
            turn_orientation(bodies->orientation[i].v, w1[i].v, stepping->dt);
        v4d d = measure ? x - v4_load(bodies->hold[i].v) : v;
        d = d * d;
        double d2 = (d[0] + d[1]) + d[2];
        most2 = d2 > most2 ? d2 : most2;
        typedef int64_t v4i __attribute__((vector_size(32)));
        v4i out = (v4i)(x < low) | (v4i)(x >= high);
        if (__builtin_expect((out[0] | out[1] | out[2]) != 0 || !(d2 < 1e300), 0))
            cross_border(stepping, i, report);
    }
    double *most = measure ? &report->moved2 : &report->speed2;
    if (most2 > *most)
        *most = most2;
}

static void move_bodies(const stepping *stepping, block *block, const double *lines, report *report)
{
    if (stepping->rare || stepping->written)
        motion_pass(stepping, block, lines, true, true, report);
    else if (stepping->measure)
        motion_pass(stepping, block, lines, false, true, report);
    else
        motion_pass(stepping, block, lines, false, false, report);
}

static void loads_pass(const stepping *stepping, const block *block, scratch *scratch)
{
    const bodies *bodies = stepping->context.body;
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        if (!bucket_walls(bucket->kind))
            continue;
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const wall_state *wall = &stepping->wall[bucket->a[contact]];
            if (!wall->watched)
                continue;
            const double *line = scratch->lines + 8 * (size_t)(1 + bucket->first + contact);
            const v3 centre = v3_of(&bodies->position[bodies->now][bucket->b[contact]]);
            const v3 force = v3_at(line);
            v3 at;
            if (bucket_cores(bucket->kind))
                at = v3_add(centre, columns_v3(bucket->geometry, GRAIN_ARM_B, contact));
            else
                at = v3_sub(centre, columns_v3(bucket->geometry, WALL_D, contact));
            v3 turn = v3_make(0, 0, 0);
            if (bucket->sides == 2)
                turn = v3_at(line + 4);
            const v3 arm = v3_sub(at, wall->position);
            const v3 torque = v3_add(v3_cross(arm, force), turn);
            exact_sum_v3_add(&scratch->load[bucket->a[contact]].force, force);
            exact_sum_v3_add(&scratch->load[bucket->a[contact]].torque, torque);
        }
    }
}

static bool gone_reserve(scratch *scratch, const block *block)
{
    const int64_t most = (int64_t)block->lines + LANES_MOST;
    return mem_grow((void **)&scratch->gone, &scratch->gone_room, most, sizeof *scratch->gone) &&
           mem_grow((void **)&scratch->ending, &scratch->ending_room, most,
                    sizeof *scratch->ending);
}

enum { BUCKETS_MOST = 4096 };

static void block_meet(const stepping *stepping, block *block, report *report)
{
    if (!wake(stepping, block))
        report_trouble(stepping, report, TROUBLE_MEMORY, block->low, -1, false);
    else if (block->wrap)
        near_pass(stepping, block, true, report);
    else
        near_pass(stepping, block, false, report);
    block_walls(stepping, block, report);
    block_grains(stepping, block, JOIN(scree_outlines_, SCREE_WIDTH), report);
}

static void block_step(const stepping *stepping, block *own, const block *next, scratch *scratch,
                       report *report)
{
    block_meet(stepping, own, report);
    if (!lines_reserve(scratch, own) || !gone_reserve(scratch, own)) {
        report_trouble(stepping, report, TROUBLE_MEMORY, own->low, -1, false);
        return;
    }
    memset(scratch->lines, 0, 8 * sizeof(double));
    caller ahead = call_ahead(stepping->context.body, own, next, stepping->measure);
    int32_t ended = 0;
    for (int index = 0; index < own->buckets; index++) {
        bucket *bucket = &own->bucket[index];
        bucket->ended =
            bucket_pass(stepping, own, index, scratch, scratch->gone + ended, &ahead, report);
        ended += bucket->ended;
    }
    if (stepping->written)
        scree_kernel_1.block_written(stepping, own, scratch->lines);
    loads_pass(stepping, own, scratch);
    if (stepping->follow && own->followers)
        pull_pass(stepping, own, scratch->lines);
    if (!stepping->follow || !own->follows)
        move_bodies(stepping, own, scratch->lines, report);
    if (ended)
        block_end_contacts(stepping, own, scratch, report);
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

#include "smooth/ending_pass.h"

// Where a contact is: for balls on the line of centres, as their radii divide it, or, where they differ or one is
// fixed, as they divide the overlap; at a wall on the wall.
static void place_seen(const span *span, const batch *batch, contact_seen *out)
{
    int32_t contact = span->from;
    if (bucket_cores(span->bucket->kind)) {
        v3 from = v3_make(0, 0, 0);
        if (!bucket_walls(span->bucket->kind))
            from = columns_v3(span->bucket->geometry, GRAIN_ARM_A, contact);
        out->point = columns_v3(span->bucket->geometry, GRAIN_ARM_B, contact);
        out->reach = v3_sub(from, out->point);
        return;
    }
    out->reach = batch_v3(batch, C_DX);
    double distance = v3_norm(out->reach);
    double arm = 0; // from a
    if (span->bucket->kind == BUCKET_BALLS) {
        const rec4 *position = span->bodies->position[span->bodies->now];
        double radius_a = position[span->bucket->a[contact]].v[3];
        double radius_b = position[span->bucket->b[contact]].v[3];
        double sum = radius_a + radius_b;
        arm = distance * (radius_a / sum);
        const bool own = span->set->unlike && arms_of_own(radius_a, radius_b);
        const bool still = span->set->fixed && batch->c[C_GIVE][0] > 0;
        if (own || still)
            arm = radius_a - (sum - distance) * (radius_b / sum);
    }
    out->point = v3_fma(v3_scale(-1, out->reach), arm, out->normal);
}

// Books of a contact that ended in this step; they are closed in the next.
static void see_closing_books(const span *span, const batch *batch, contact_seen *out)
{
    double *const *kept = span->bucket->history + span->layout->books;
    for (int j = 0; j < BOOKS; j++)
        out->book[j] = kept[j][span->from];
    out->book[BOOK_FRICTION] += kept[BOOK_LET_GO][span->from];
    // what it held when it tore; its energy is gone already
    out->book[BOOK_PLASTIC] += batch->c[C_PLASTIC][0];
    if (span->set->far)
        out->book[BOOK_FRICTION] += batch->c[C_SLID][0];
    if (span->set->far && span->set->couples)
        out->book[BOOK_ROLLING] += batch->c[C_LOST][0];
}

// Books of a contact as they are at the time of the positions.
static void see_books(const span *span, const batch *batch, contact_seen *out)
{
    if (!out->live) {
        see_closing_books(span, batch, out);
        return;
    }
    const double half = 0.5 * span->stepping->look;
    double *const *kept = span->bucket->history + span->layout->books;
    for (int j = 0; j < BOOKS; j++)
        out->book[j] = kept[j][span->from];
    out->book[BOOK_DAMPING] += half * batch->c[C_LOSS][0];
    out->book[BOOK_FRICTION] += batch->c[C_SLID][0];
    if (span->set->couples)
        out->book[BOOK_ROLLING] += batch->c[C_LOST][0] + half * batch->c[C_BRAKED][0];
    out->book[BOOK_PLASTIC] += batch->c[C_PLASTIC][0];
    out->book[BOOK_WORK] += half * batch->c[C_WORK][0];
}

// One contact as an observer sees it: the histories stay as they are.
static void look_at(span *span, contact_seen *out)
{
    batch batch;
    double kept[HISTORY_COLUMNS];
    span->count = 1;
    for (int j = 0; j < span->layout->width; j++)
        kept[j] = span->bucket->history[j][span->from];
    lone_gather(span, &batch);
    span->observe =
        false; // energies are of the springs as they are now; what was there comes back below
    span_forces(span, &batch, span->layout->books >= 0);
    energies[LAW_NORMAL][span->set->law[LAW_NORMAL]](span, &batch);
    if (bucket_cores(span->bucket->kind))
        batch.c[C_ENERGY][0] *= batch.c[C_WEIGHT][0]; // springs have the weight in their stiffness
    for (int slot = LAW_NORMAL + 1; slot < LAW_SLOTS; slot++)
        if (span->set->law[slot] >= 0)
            energies[slot][span->set->law[slot]](span, &batch);
    for (int j = 0; j < span->layout->width; j++)
        span->bucket->history[j][span->from] = kept[j];
    out->normal = batch_v3(&batch, C_NX);
    place_seen(span, &batch, out);
    out->overlap = batch.c[C_OVERLAP][0];
    out->live = batch.c[C_LIVE][0] > 0;
    out->push = batch.c[C_PUSH][0];
    out->energy = batch.c[C_ENERGY][0];
    if (span->layout->books >= 0)
        see_books(span, &batch, out);
}

static bool block_look(const stepping *stepping, block *block, scratch *scratch, contact_seen *seen)
{
    if (!lines_reserve(scratch, block))
        return false;
    memset(scratch->lines, 0, 8 * sizeof(double));
    caller none = {0};
    for (int index = 0; index < block->buckets; index++) {
        span span = span_of(stepping, block, index, scratch, &none);
        for (span.from = 0; span.from < span.bucket->count; span.from++)
            look_at(&span, &seen[1 + span.bucket->first + span.from]);
    }
    loads_pass(stepping, block, scratch);
    return true;
}

pull_sum block_sum(const block *block, int32_t slot, const scratch *scratch)
{
    const contact_row *row = &block->row[slot - block->low];
    pull sum;
    if (row->spill)
        sum = spill_sum(&block->spill[row->spill - 1], scratch->lines);
    else
        sum = row_sum(row, scratch->lines);
    const v3 force = v3_make(sum.force[0], sum.force[1], sum.force[2]);
    const v3 turn = v3_make(sum.turn[0], sum.turn[1], sum.turn[2]);
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
