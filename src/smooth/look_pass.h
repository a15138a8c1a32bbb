// look_pass.h - a look at contacts without a step: forces, energies and books as they are, histories as they were.
//
// Included by kernel.c alone, for one lane.
#ifndef SCREE_SMOOTH_LOOK_PASS_H
#define SCREE_SMOOTH_LOOK_PASS_H

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

#endif
