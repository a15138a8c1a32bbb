// written_pass.h - contacts of grains whose motion is written: what they do after the time of the positions.
//
// A step kicks from half a step before the positions of time n to half a step behind them. A velocity that is written
// at n (world/write.c) stands for the second half alone. So the passes see the motion that led here, which stretches
// springs and which dashpots of the first half felt, and a contact of a written grain is then looked at once more with
// the springs as they now are: with and without the jump of the velocity. The difference of the forces is that of the
// second half of the kick; the difference of what is kept of one step ago is what dashpots and books will bring forward
// from it. All other contacts, and all other bodies, know nothing of it.
//
// A contact is looked at on its own, with two records of its own for its bodies, since others read theirs meanwhile.
// Included by kernel.c alone, for one lane.
#ifndef SCREE_SMOOTH_WRITTEN_PASS_H
#define SCREE_SMOOTH_WRITTEN_PASS_H

#include "smooth/gather_pass.h"
#include "smooth/line_pass.h"

static void span_forces(span *span, batch *batch, bool ledger);

// One number, or three, of the only contact of a batch.
static double of_one(const batch *batch, int column)
{
    return batch->column[column][0];
}
static v3 of_one_v3(const batch *batch, int column)
{
    const double x = of_one(batch, column);
    const double y = of_one(batch, column + 1);
    const double z = of_one(batch, column + 2);
    return v3_make(x, y, z);
}

// One contact, its bodies and its histories.
typedef struct lone_contact {
    const bucket *home; // where it stands among others, and its number there
    int32_t contact;
    stepping stepping;
    bodies bodies;
    bucket bucket;
    rec4 position[2], velocity[2], spin[2];
    int32_t a, b, set[2];
    double history[HISTORY_COLUMNS], geometry[GEOMETRY_COLUMNS];
    double lines[3 * 8]; // that of zeros, and those of both sides
} lone_contact;

static void lone_body(lone_contact *lone, const bodies *bodies, int side, int32_t slot)
{
    lone->position[side] = bodies->position[bodies->now][slot];
    lone->velocity[side] = bodies->velocity[bodies->now][slot];
    lone->spin[side] = bodies->spin[bodies->now][slot];
    lone->set[side] = bodies->set[slot];
}

// Its bodies stand in slots 0 and 1 of records of its own; springs are as they are now.
static void lone_make(lone_contact *lone, const stepping *stepping, const bucket *home,
                      int32_t contact)
{
    const bodies *bodies = stepping->context.body;
    const bool walls = bucket_walls(home->kind);
    lone->home = home;
    lone->contact = contact;
    lone->stepping = *stepping;
    lone->bodies = *bodies;
    lone->bucket = *home;
    lone->a = walls ? home->a[contact] : 0;
    lone->b = 1;
    if (!walls)
        lone_body(lone, bodies, 0, home->a[contact]);
    lone_body(lone, bodies, 1, home->b[contact]);
    for (int j = 0; j < bucket_geometry(home->kind); j++)
        lone->geometry[j] = home->geometry[j][contact];
    bucket *bucket = &lone->bucket;
    for (int j = 0; j < HISTORY_COLUMNS; j++)
        bucket->history[j] = &lone->history[j];
    for (int j = 0; j < GEOMETRY_COLUMNS; j++)
        bucket->geometry[j] = &lone->geometry[j];
    bucket->a = &lone->a;
    bucket->b = &lone->b;
    bucket->first = 0;
    bucket->count = 1;
    bucket->room = 1;
    lone->bodies.count = 2;
    lone->bodies.set = lone->set;
    lone->bodies.position[bodies->now] = lone->position;
    lone->bodies.velocity[bodies->now] = lone->velocity;
    lone->bodies.spin[bodies->now] = lone->spin;
    lone->stepping.context.body = &lone->bodies;
    lone->stepping.context.dt = NO_TIME * stepping->dt;
}

// Which of the grains whose motion is written has a side of the contact; -1: none of them.
static int32_t written_side(const stepping *stepping, const bucket *bucket, int32_t contact,
                            int side)
{
    if (side == 1)
        return stepping->written[bucket->b[contact]];
    return bucket_walls(bucket->kind) ? -1 : stepping->written[bucket->a[contact]];
}

// Gives its bodies the motion that is written.
static void lone_jump(lone_contact *lone)
{
    for (int side = 0; side < 2; side++) {
        const int32_t written = written_side(&lone->stepping, lone->home, lone->contact, side);
        if (written < 0)
            continue;
        const rec4 *jump = lone->stepping.jump + 2 * (size_t)written;
        for (int d = 0; d < 3; d++) {
            lone->velocity[side].v[d] += jump[0].v[d];
            lone->spin[side].v[d] += jump[1].v[d];
        }
    }
}

static span lone_span(lone_contact *lone, caller *none)
{
    const int set = lone->bucket.set;
    return (span){
        .stepping = &lone->stepping,
        .set = &lone->stepping.law[set],
        .layout = &lone->stepping.context.layout[set],
        .bodies = &lone->bodies,
        .bucket = &lone->bucket,
        .count = 1,
        .lines = lone->lines,
        .ahead = none,
        .deepest = vd_set(-1e300),
    };
}

// What the contact answers, with the histories that it has then.
static void lone_forces(lone_contact *lone, span *span, batch *batch)
{
    memset(lone->lines, 0, sizeof lone->lines);
    gather(span, batch, true);
    span_forces(span, batch, lone->stepping.ledger);
}

// Its lines, what it keeps of one step ago, and the rates of its books.
typedef struct lone_answer {
    double lines[2 * 8], history[HISTORY_COLUMNS];
    double loss, rubbed, braked, work; // W
} lone_answer;

// Is the column one of a part of the history, which may be missing: first < 0?
static bool is_part(int column, int first, int end)
{
    return first >= 0 && column >= first && column < end;
}

// Is that column of what is kept of the motion and the forces one step ago? Springs are not.
static bool keeps_motion(const history_layout *layout, int column)
{
    const bool books = is_part(column, layout->motion, layout->books);
    const bool closing = is_part(column, layout->closing, layout->closing + 1);
    const bool surface = is_part(column, layout->surface, layout->surface + 3);
    const bool spin = is_part(column, layout->spin, layout->spin + 3);
    return books || closing || surface || spin;
}

// Takes the histories of the contact, or only those that springs are.
static void lone_histories(lone_contact *lone, const history_layout *layout, bool springs_alone)
{
    for (int j = 0; j < layout->width; j++)
        if (!springs_alone || !keeps_motion(layout, j))
            lone->history[j] = lone->home->history[j][lone->contact];
}

// Asked twice: the first time leaves its own motion as that of one step ago.
static void lone_ask(lone_contact *lone, lone_answer *out)
{
    caller none = {0};
    batch batch;
    span span = lone_span(lone, &none);
    lone_histories(lone, span.layout, false);
    lone_forces(lone, &span, &batch);
    lone_histories(lone, span.layout, true);
    lone_forces(lone, &span, &batch);
    *out = (lone_answer){.loss = 0};
    memcpy(out->lines, lone->lines + 8, sizeof out->lines);
    memcpy(out->history, lone->history, sizeof out->history);
    if (!lone->stepping.ledger || !(of_one(&batch, C_LIVE) > 0))
        return;
    out->loss = of_one(&batch, C_LOSS);
    out->rubbed = of_one(&batch, C_RUBBED);
    out->work = of_one(&batch, C_WORK);
    if (span.set->couples)
        out->braked = of_one(&batch, C_BRAKED);
}

static void written_contact(const stepping *stepping, bucket *bucket, int32_t contact,
                            double *lines)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    const double second = stepping->second;
    const double half = second * stepping->kick;
    lone_contact lone;
    lone_answer before;
    lone_answer after;
    lone_make(&lone, stepping, bucket, contact);
    lone_ask(&lone, &before);
    lone_jump(&lone);
    lone_ask(&lone, &after);
    for (int side = 0; side < bucket->sides; side++) {
        double *line = contact_line(bucket, contact, side, lines);
        const double *line_before = before.lines + 8 * side;
        const double *line_after = after.lines + 8 * side;
        for (int j = 0; j < 8; j++)
            line[j] += second * (line_after[j] - line_before[j]);
    }
    for (int j = 0; j < layout->width; j++)
        if (keeps_motion(layout, j))
            bucket->history[j][contact] += after.history[j] - before.history[j];
    if (layout->books < 0)
        return;
    double *const *book = bucket->history + layout->books;
    book[BOOK_DAMPING][contact] += half * (after.loss - before.loss);
    book[BOOK_FRICTION][contact] += half * (after.rubbed - before.rubbed);
    book[BOOK_ROLLING][contact] += half * (after.braked - before.braked);
    book[BOOK_WORK][contact] += half * (after.work - before.work);
}

// After the passes, before the lines are added up.
static void block_written(const stepping *stepping, block *block, double *lines)
{
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const int32_t of_a = written_side(stepping, bucket, contact, 0);
            const int32_t of_b = written_side(stepping, bucket, contact, 1);
            if (of_a >= 0 || of_b >= 0)
                written_contact(stepping, bucket, contact, lines);
        }
    }
}

#endif
