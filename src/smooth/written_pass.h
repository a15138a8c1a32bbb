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

#include "smooth/passes.h"

static void span_forces(span *p, batch *q, bool ledger);

// One contact, its bodies and its histories.
typedef struct lone_contact {
    stepping s;
    bodies body;
    bucket k;
    rec4 position[2], velocity[2], spin[2];
    int32_t a, b;
    double history[HISTORY_COLUMNS], geometry[GEOMETRY_COLUMNS];
    double lines[3 * 8]; // that of zeros, and those of both sides
} lone_contact;

static int32_t written_of(const stepping *s, int32_t slot)
{
    return s->written[slot];
}

static void lone_body(lone_contact *l, const stepping *s, int side, int32_t slot)
{
    const bodies *o = s->context.body;
    l->position[side] = o->position[o->now][slot];
    l->velocity[side] = o->velocity[o->now][slot];
    l->spin[side] = o->spin[o->now][slot];
}

static void lone_make(lone_contact *l, const stepping *s, const bucket *k, int32_t c)
{
    const bodies *o = s->context.body;
    const bool walls = bucket_walls(k->kind);
    l->s = *s;
    l->body = *o;
    l->k = *k;
    l->a = walls ? k->a[c] : 0;
    l->b = 1;
    if (!walls)
        lone_body(l, s, 0, k->a[c]);
    lone_body(l, s, 1, k->b[c]);
    for (int j = 0; j < bucket_geometry(k->kind); j++)
        l->geometry[j] = k->geometry[j][c];
    for (int j = 0; j < HISTORY_COLUMNS; j++)
        l->k.history[j] = &l->history[j];
    for (int j = 0; j < GEOMETRY_COLUMNS; j++)
        l->k.geometry[j] = &l->geometry[j];
    l->k.a = &l->a;
    l->k.b = &l->b;
    l->k.first = 0;
    l->k.count = l->k.room = 1;
    l->body.count = 2;
    l->body.position[o->now] = l->position;
    l->body.velocity[o->now] = l->velocity;
    l->body.spin[o->now] = l->spin;
    l->s.context.body = &l->body;
    l->s.context.dt = NO_TIME * s->dt; // springs are as they are now
}

static void add_jump(rec4 *velocity, rec4 *spin, const rec4 *jump)
{
    for (int d = 0; d < 3; d++) {
        velocity->v[d] += jump[0].v[d];
        spin->v[d] += jump[1].v[d];
    }
}

static void lone_jump(lone_contact *l, const stepping *s, const bucket *k, int32_t c)
{
    const int32_t a = bucket_walls(k->kind) ? -1 : written_of(s, k->a[c]);
    const int32_t b = written_of(s, k->b[c]);
    if (a >= 0)
        add_jump(&l->velocity[0], &l->spin[0], s->jump + 2 * (size_t)a);
    if (b >= 0)
        add_jump(&l->velocity[1], &l->spin[1], s->jump + 2 * (size_t)b);
}

static void lone_gather(span *p, batch *q)
{
    if (bucket_cores(p->k->kind))
        gather_cores(p, q);
    else if (p->k->kind == BUCKET_WALLS)
        gather_walls(p, q);
    else
        gather_balls(p, q, true);
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
static bool keeps_motion(const history_layout *l, int column)
{
    const bool books = is_part(column, l->motion, l->books);
    const bool closing = is_part(column, l->closing, l->closing + 1);
    const bool surface = is_part(column, l->surface, l->surface + 3);
    const bool spin = is_part(column, l->spin, l->spin + 3);
    return books || closing || surface || spin;
}

// Asked twice: the first time leaves its own motion as that of one step ago.
static void lone_ask(lone_contact *l, const bucket *k, int32_t c, lone_answer *out)
{
    const history_layout *layout = &l->s.context.layout[k->set];
    caller none = {0};
    batch q;
    for (int j = 0; j < layout->width; j++)
        l->history[j] = k->history[j][c];
    for (int time = 0; time < 2; time++) {
        span p = {
            .s = &l->s,
            .set = &l->s.law[k->set],
            .layout = layout,
            .body = &l->body,
            .k = &l->k,
            .count = 1,
            .lines = l->lines,
            .ahead = &none,
            .deepest = vd_set(-1e300),
        };
        for (int j = 0; j < layout->width; j++)
            if (!keeps_motion(layout, j))
                l->history[j] = k->history[j][c];
        memset(l->lines, 0, sizeof l->lines);
        lone_gather(&p, &q);
        span_forces(&p, &q, l->s.ledger);
    }
    memcpy(out->lines, l->lines + 8, sizeof out->lines);
    memcpy(out->history, l->history, (size_t)layout->width * sizeof *out->history);
    const bool booked = l->s.ledger && q.c[C_LIVE][0] > 0;
    out->loss = booked ? q.c[C_LOSS][0] : 0;
    out->braked = booked && l->s.law[k->set].couples ? q.c[C_BRAKED][0] : 0;
    out->work = booked ? q.c[C_WORK][0] : 0;
}

static void written_contact(const stepping *s, bucket *k, int32_t c, double *lines)
{
    const history_layout *layout = &s->context.layout[k->set];
    const double half = s->second * s->kick;
    lone_contact lone;
    lone_answer before;
    lone_answer after;
    lone_make(&lone, s, k, c);
    lone_ask(&lone, k, c, &before);
    lone_jump(&lone, s, k, c);
    lone_ask(&lone, k, c, &after);
    for (int side = 0; side < k->sides; side++) {
        double *line = lines + 8 * ((size_t)(1 + k->first + c) + (size_t)side * (size_t)k->room);
        for (int j = 0; j < 8; j++)
            line[j] += s->second * (after.lines[8 * side + j] - before.lines[8 * side + j]);
    }
    for (int j = 0; j < layout->width; j++)
        if (keeps_motion(layout, j))
            k->history[j][c] += after.history[j] - before.history[j];
    if (layout->books < 0)
        return;
    k->history[layout->books + BOOK_DAMPING][c] += half * (after.loss - before.loss);
    k->history[layout->books + BOOK_ROLLING][c] += half * (after.braked - before.braked);
    k->history[layout->books + BOOK_WORK][c] += half * (after.work - before.work);
}

// After the passes, before the lines are added up.
static void block_written(const stepping *s, block *b, double *lines)
{
    for (int n = 0; n < b->buckets; n++) {
        bucket *k = &b->bucket[n];
        const bool walls = bucket_walls(k->kind);
        for (int32_t c = 0; c < k->count; c++)
            if (written_of(s, k->b[c]) >= 0 || (!walls && written_of(s, k->a[c]) >= 0))
                written_contact(s, k, c, lines);
    }
}

#endif
