// kernel.c - one step of one block of bodies, compiled once per vector width (smooth.h has the scheme, batch.h says what
// passes are).
#include "smooth/law_tables.h"
#include "smooth/motion_pass.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

extern outlines_pass JOIN(scree_outlines_, SCREE_WIDTH);

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
    int first = block->pairs.level;
    int level = near_level(stepping);
    if (level <= first)
        return true;
    block->pairs.level = level;
    return near_awake(block, block->pairs.sleeping_from[first], block->pairs.sleeping_from[level],
                      bodies_padding(stepping->context.body));
}

static void near_pass(const stepping *stepping, block *block, bool wrap, report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    if (block->pairs.count == 0)
        return;
    for (int32_t first = (block->pairs.count - 1) / LANES * LANES; first >= 0;
         first -= LANES) { // downwards: a pair that leaves is replaced from the end
        vd reach;
        vd3 offset = rec4_combine(REC_DIFFERENCE, position, block->pairs.a + first,
                                  block->pairs.b + first, &reach);
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
#include "smooth/look_pass.h"
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
