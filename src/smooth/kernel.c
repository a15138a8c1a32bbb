// kernel.c - one step of one block of bodies, compiled once per vector width (smooth.h has the scheme, batch.h says what
// passes are).
#include "smooth/law_tables.h"
#include "smooth/motion_pass.h"
#include "smooth/strokes.h"

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

static void wake(const stepping *stepping, block *block)
{
    const int level = near_level(stepping);
    if (level > block->pairs.level)
        near_wake(block, level, bodies_padding(stepping->context.body));
}

// Contacts of near pairs begin, downwards: a pair that leaves is replaced from the end.
static void begin_hits(const stepping *stepping, block *block, int32_t first, unsigned hit,
                       report *report)
{
    for (int lane = LANES - 1; lane >= 0; lane--)
        if (hit >> lane & 1)
            block_begin_contact(stepping, block, first + lane, report);
}

static vd3 nearest_of_pair(const contact_context *context, vd3 offset)
{
    if (RARELY(context->deforms))
        return nearest_moving(context, (moving_image){offset, offset}).way;
    return nearest(context, offset);
}

static void near_pass(const stepping *stepping, block *block, bool wrap, report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    int32_t first = padded_count(block->pairs.count) - LANES;
    for (; first >= 0; first -= LANES) {
        const int32_t *a = block->pairs.a + first;
        const int32_t *b = block->pairs.b + first;
        vd reach;
        vd3 offset = rec4_combine(REC_DIFFERENCE, position, a, b, &reach);
        if (wrap)
            offset = nearest_of_pair(&stepping->context, offset);
        const unsigned hit = vm_bits(vd_gt(reach * reach, vd3_dot(offset, offset)));
        if (RARELY(hit != 0))
            begin_hits(stepping, block, first, hit, report);
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
    const bool cores = of_cores(span);
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
static int32_t collect_gone(const span *span, batch *batch, int32_t *gone)
{
    int32_t ended = 0;
    for (int i = 0; i < span->count; i += LANES) {
        const unsigned all = lanes_in_use(span->bucket->count - span->from - i);
        unsigned off = all & ~vm_bits(live((group){batch, i}));
        for (; RARELY(off != 0); off &= off - 1)
            gone[ended++] = span->from + i + __builtin_ctz(off);
    }
    return ended;
}

// The forces of all contacts of a bucket. Those that touch no more go to `gone`; returns how many.
static int32_t bucket_pass(span *span, bool wrap, int32_t *gone)
{
    batch batch;
    const bool ledger = span->stepping->ledger;
    const int32_t padded = padded_count(span->bucket->count);
    plain_contacts *plain = plain_of(span);
    int32_t ended = 0;
    const bool images = wrap && span->stepping->context.deforms;
    const bool grows = span->stepping->growth;
    if (plain && !images && !grows)
        return plain(span, gone, wrap);
    for (; span->from < padded; span->from += BATCH) {
        const int32_t left = padded - span->from;
        span->count = left < BATCH ? left : BATCH;
        gather(span, &batch, wrap);
        span_forces(span, &batch, ledger);
        if (ledger)
            books_pass(span, &batch);
        ended += collect_gone(span, &batch, gone + ended);
    }
    return ended;
}

extern const kernel scree_kernel_1;

// What of a bucket is told, or done one contact at a time, after its forces.
static void bucket_after(const span *span, const block *block, int index, report *report)
{
    const stepping *stepping = span->stepping;
    const bool fine = largest(span->deepest) <= stepping->too_deep;
    if (RARELY(!fine))
        report_deep(stepping, block, index, report);
    if (RARELY(span->fault.wrong.what != OWN_RIGHT))
        report_fault(stepping, span->bucket, &span->fault, report);
    if (span->endings > 0)
        scree_kernel_1.bucket_let_go(stepping, span->bucket, span->ending, span->endings,
                                     span->lines);
}

static bool gone_reserve(scratch *scratch, const block *block)
{
    const int64_t most = (int64_t)block->lines + LANES_MOST;
    return MEM_GROW(scratch->gone, scratch->gone_room, most) &&
           MEM_GROW(scratch->ending, scratch->ending_room, most);
}

static void block_meet(const stepping *stepping, block *block, report *report)
{
    wake(stepping, block);
    if (block->wrap)
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
        span span = span_of(stepping, own, index, scratch, &ahead);
        const bool lets_go = span.set->law[LAW_TANGENTIAL] >= 0 && stepping->kick > 0;
        span.ending = lets_go ? scratch->ending : NULL;
        span.bucket->ended = bucket_pass(&span, own->wrap, scratch->gone + ended);
        ended += span.bucket->ended;
        bucket_after(&span, own, index, report);
    }
    if (stepping->written)
        scree_kernel_1.block_written(stepping, own, scratch->lines);
    loads_pass(stepping, own, scratch);
    if (stepping->heard)
        block_note_strokes(stepping, own, scratch, report);
    if (stepping->cell && stepping->cell->sums)
        block_cell_sums(stepping, own, scratch, block_sum, scratch->cell);
    if (scratch->growth)
        block_growth_work(stepping, own, scratch, false, scratch->growth);
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
