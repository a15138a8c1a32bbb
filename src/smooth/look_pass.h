// look_pass.h - a look at contacts without a step: forces, energies and books as they are, histories as they were.
//
// Included by kernel.c alone, for one lane.
#ifndef SCREE_SMOOTH_LOOK_PASS_H
#define SCREE_SMOOTH_LOOK_PASS_H

#include "smooth/ending_pass.h"

// Where a contact of balls is on the way from a to b, by its distance from the centre of a.
static double place_between(const span *span, const batch *batch, double distance)
{
    const int32_t contact = span->from;
    const rec4 *position = span->bodies->position[span->bodies->now];
    const double radius_a = position[span->bucket->a[contact]].v[3];
    const double radius_b = position[span->bucket->b[contact]].v[3];
    const double radii = radius_a + radius_b;
    const bool own = span->set->unlike && arms_of_own(radius_a, radius_b);
    const bool still = span->set->fixed && of_one(batch, C_GIVE) > 0;
    if (own || still)
        return radius_a - (radii - distance) * (radius_b / radii);
    return distance * (radius_a / radii);
}

// Where a contact is: for balls on the line of centres, as their radii divide it, or, where they differ or one is
// fixed, as they divide the overlap; at a wall on the wall.
static void place_seen(const span *span, const batch *batch, contact_seen *out)
{
    double *const *geometry = span->bucket->geometry;
    if (of_cores(span)) {
        v3 from = v3_make(0, 0, 0);
        if (!at_walls(span))
            from = columns_v3(geometry, GRAIN_ARM_A, span->from);
        out->point = columns_v3(geometry, GRAIN_ARM_B, span->from);
        out->reach = v3_sub(from, out->point);
        return;
    }
    out->reach = of_one_v3(batch, C_DX);
    double from_a = 0;
    if (of_balls(span))
        from_a = place_between(span, batch, v3_norm(out->reach));
    out->point = v3_fma(v3_scale(-1, out->reach), from_a, out->normal);
}

// Books of a contact as they are at the time of the positions. Those of one that ended in this step are closed in the
// next.
static void see_books(const span *span, const batch *batch, contact_seen *out)
{
    const law_set *set = span->set;
    double *const *kept = span->bucket->history + span->layout->books;
    const double half = 0.5 * span->stepping->look;
    double *book = out->book;
    for (int j = 0; j < BOOKS; j++)
        book[j] = kept[j][span->from];
    if (!out->live)
        book[BOOK_FRICTION] += kept[BOOK_LET_GO][span->from];
    // of one that has ended: what it held when it tore; its energy is gone already
    book[BOOK_PLASTIC] += of_one(batch, C_PLASTIC);
    if (out->live || set->far)
        book[BOOK_FRICTION] += of_one(batch, C_SLID);
    if (!out->live) {
        if (set->far && set->couples)
            book[BOOK_ROLLING] += of_one(batch, C_LOST);
        return;
    }
    book[BOOK_DAMPING] += half * of_one(batch, C_LOSS);
    book[BOOK_FRICTION] += half * of_one(batch, C_RUBBED);
    if (set->couples) {
        const double braked = half * of_one(batch, C_BRAKED);
        book[BOOK_ROLLING] += of_one(batch, C_LOST) + braked;
    }
    book[BOOK_WORK] += half * of_one(batch, C_WORK);
}

// The elastic energy of a contact, of its springs as they are now.
static double energy_seen(span *span, batch *batch)
{
    const int *law = span->set->law;
    energies[LAW_NORMAL][law[LAW_NORMAL]](span, batch);
    if (of_cores(span)) // springs have the weight in their stiffness
        batch->column[C_ENERGY][0] *= of_one(batch, C_WEIGHT) * of_one(batch, C_OWN);
    for (int slot = LAW_NORMAL + 1; slot < LAW_SLOTS; slot++)
        if (law[slot] >= 0)
            energies[slot][law[slot]](span, batch);
    return of_one(batch, C_ENERGY);
}

// One contact as an observer sees it: the histories stay as they are.
static void look_at(span *span, contact_seen *out)
{
    batch batch;
    double kept[HISTORY_COLUMNS];
    double **history = span->bucket->history;
    span->count = 1;
    for (int j = 0; j < span->layout->width; j++)
        kept[j] = history[j][span->from];
    gather(span, &batch, true);
    span->observe = false; // springs go on to where they are now, for their energies
    span_forces(span, &batch, span->layout->books >= 0);
    out->energy = energy_seen(span, &batch);
    out->fault = span->fault;
    for (int j = 0; j < span->layout->width; j++)
        history[j][span->from] = kept[j];
    if (RARELY(span->fault.wrong.what != OWN_RIGHT)) {
        span->fault.wrong.what = OWN_RIGHT;
        return;
    }
    out->normal = of_one_v3(&batch, C_NX);
    out->overlap = of_one(&batch, C_OVERLAP);
    out->live = of_one(&batch, C_LIVE) > 0;
    out->push = of_one(&batch, C_PUSH);
    place_seen(span, &batch, out);
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
        const bucket *bucket = span.bucket;
        for (span.from = 0; span.from < bucket->count; span.from++)
            look_at(&span, &seen[1 + bucket->first + span.from]);
    }
    loads_pass(stepping, block, scratch);
    return true;
}

pull_sum block_sum(const block *block, int32_t slot, const scratch *scratch)
{
    const pull sum = body_sum(block, slot, scratch->lines);
    return (pull_sum){
        .force = v3_make(sum.force[0], sum.force[1], sum.force[2]),
        .turn = v3_make(sum.turn[0], sum.turn[1], sum.turn[2]),
    };
}

#endif
