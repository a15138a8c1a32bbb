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

static void span_forces(span *span, batch *batch, bool ledger);

// One contact, its bodies and its histories.
typedef struct lone_contact {
    stepping stepping;
    bodies bodies;
    bucket bucket;
    rec4 position[2], velocity[2], spin[2];
    int32_t a, b;
    double history[HISTORY_COLUMNS], geometry[GEOMETRY_COLUMNS];
    double lines[3 * 8]; // that of zeros, and those of both sides
} lone_contact;

static int32_t written_of(const stepping *stepping, int32_t slot)
{
    return stepping->written[slot];
}

static void lone_body(lone_contact *lone, const stepping *stepping, int side, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    lone->position[side] = bodies->position[bodies->now][slot];
    lone->velocity[side] = bodies->velocity[bodies->now][slot];
    lone->spin[side] = bodies->spin[bodies->now][slot];
}

static void lone_make(lone_contact *lone, const stepping *stepping, const bucket *bucket,
                      int32_t contact)
{
    const bodies *bodies = stepping->context.body;
    const bool walls = bucket_walls(bucket->kind);
    lone->stepping = *stepping;
    lone->bodies = *bodies;
    lone->bucket = *bucket;
    lone->a = walls ? bucket->a[contact] : 0;
    lone->b = 1;
    if (!walls)
        lone_body(lone, stepping, 0, bucket->a[contact]);
    lone_body(lone, stepping, 1, bucket->b[contact]);
    for (int j = 0; j < bucket_geometry(bucket->kind); j++)
        lone->geometry[j] = bucket->geometry[j][contact];
    for (int j = 0; j < HISTORY_COLUMNS; j++)
        lone->bucket.history[j] = &lone->history[j];
    for (int j = 0; j < GEOMETRY_COLUMNS; j++)
        lone->bucket.geometry[j] = &lone->geometry[j];
    lone->bucket.a = &lone->a;
    lone->bucket.b = &lone->b;
    lone->bucket.first = 0;
    lone->bucket.count = lone->bucket.room = 1;
    lone->bodies.count = 2;
    lone->bodies.position[bodies->now] = lone->position;
    lone->bodies.velocity[bodies->now] = lone->velocity;
    lone->bodies.spin[bodies->now] = lone->spin;
    lone->stepping.context.body = &lone->bodies;
    lone->stepping.context.dt = NO_TIME * stepping->dt; // springs are as they are now
}

static void add_jump(rec4 *velocity, rec4 *spin, const rec4 *jump)
{
    for (int d = 0; d < 3; d++) {
        velocity->v[d] += jump[0].v[d];
        spin->v[d] += jump[1].v[d];
    }
}

static void lone_jump(lone_contact *lone, const stepping *stepping, const bucket *bucket,
                      int32_t contact)
{
    const int32_t a = bucket_walls(bucket->kind) ? -1 : written_of(stepping, bucket->a[contact]);
    const int32_t b = written_of(stepping, bucket->b[contact]);
    if (a >= 0)
        add_jump(&lone->velocity[0], &lone->spin[0], stepping->jump + 2 * (size_t)a);
    if (b >= 0)
        add_jump(&lone->velocity[1], &lone->spin[1], stepping->jump + 2 * (size_t)b);
}

static void lone_gather(span *span, batch *batch)
{
    if (bucket_cores(span->bucket->kind))
        gather_cores(span, batch);
    else if (span->bucket->kind == BUCKET_WALLS)
        gather_walls(span, batch);
    else
        gather_balls(span, batch, true);
}

// What a contact answers: its lines, what it keeps of one step ago, and the rates of its books.
typedef struct lone_answer {
    double lines[2 * 8], history[HISTORY_COLUMNS];
    double loss, braked, work; // W
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

// Asked twice: the first time leaves its own motion as that of one step ago.
static void lone_ask(lone_contact *lone, const bucket *bucket, int32_t contact, lone_answer *out)
{
    const history_layout *layout = &lone->stepping.context.layout[bucket->set];
    caller none = {0};
    batch batch;
    for (int j = 0; j < layout->width; j++)
        lone->history[j] = bucket->history[j][contact];
    for (int time = 0; time < 2; time++) {
        span span = {
            .stepping = &lone->stepping,
            .set = &lone->stepping.law[bucket->set],
            .layout = layout,
            .bodies = &lone->bodies,
            .bucket = &lone->bucket,
            .count = 1,
            .lines = lone->lines,
            .ahead = &none,
            .deepest = vd_set(-1e300),
        };
        for (int j = 0; j < layout->width; j++)
            if (!keeps_motion(layout, j))
                lone->history[j] = bucket->history[j][contact];
        memset(lone->lines, 0, sizeof lone->lines);
        lone_gather(&span, &batch);
        span_forces(&span, &batch, lone->stepping.ledger);
    }
    memcpy(out->lines, lone->lines + 8, sizeof out->lines);
    memcpy(out->history, lone->history, (size_t)layout->width * sizeof *out->history);
    const bool booked = lone->stepping.ledger && batch.c[C_LIVE][0] > 0;
    out->loss = booked ? batch.c[C_LOSS][0] : 0;
    out->braked = booked && lone->stepping.law[bucket->set].couples ? batch.c[C_BRAKED][0] : 0;
    out->work = booked ? batch.c[C_WORK][0] : 0;
}

static void written_contact(const stepping *stepping, bucket *bucket, int32_t contact,
                            double *lines)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    const double half = stepping->second * stepping->kick;
    lone_contact lone;
    lone_answer before;
    lone_answer after;
    lone_make(&lone, stepping, bucket, contact);
    lone_ask(&lone, bucket, contact, &before);
    lone_jump(&lone, stepping, bucket, contact);
    lone_ask(&lone, bucket, contact, &after);
    for (int side = 0; side < bucket->sides; side++) {
        double *line = lines + 8 * ((size_t)(1 + bucket->first + contact) +
                                    (size_t)side * (size_t)bucket->room);
        for (int j = 0; j < 8; j++)
            line[j] += stepping->second * (after.lines[8 * side + j] - before.lines[8 * side + j]);
    }
    for (int j = 0; j < layout->width; j++)
        if (keeps_motion(layout, j))
            bucket->history[j][contact] += after.history[j] - before.history[j];
    if (layout->books < 0)
        return;
    bucket->history[layout->books + BOOK_DAMPING][contact] += half * (after.loss - before.loss);
    bucket->history[layout->books + BOOK_ROLLING][contact] += half * (after.braked - before.braked);
    bucket->history[layout->books + BOOK_WORK][contact] += half * (after.work - before.work);
}

// After the passes, before the lines are added up.
static void block_written(const stepping *stepping, block *block, double *lines)
{
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        const bool walls = bucket_walls(bucket->kind);
        for (int32_t contact = 0; contact < bucket->count; contact++)
            if (written_of(stepping, bucket->b[contact]) >= 0 ||
                (!walls && written_of(stepping, bucket->a[contact]) >= 0))
                written_contact(stepping, bucket, contact, lines);
    }
}

#endif
