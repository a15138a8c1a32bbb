// followers.c - see followers.h.
#include "motion/followers.h"

#include "base/memory.h"
#include "base/mathlib.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

void followers_free(followers *f)
{
    mem_free(f->number);
    mem_free(f->ball);
    mem_free(f->met);
    mem_free(f->pull);
    free(f->trail);
    memset(f, 0, sizeof *f);
}

static bool reserve(followers *f, const bodies *o)
{
    if (o->count <= f->room)
        return true;
    mem_free(f->number);
    mem_free(f->ball);
    mem_free(f->met);
    mem_free(f->pull);
    f->number = mem_array(o->room, sizeof *f->number);
    f->ball = mem_array(o->room, sizeof *f->ball);
    f->met = mem_array(o->room, sizeof *f->met);
    f->pull = mem_array(2 * (int64_t)o->room, sizeof *f->pull);
    bool ok = f->number && f->ball && f->met && f->pull;
    f->room = ok ? o->room : 0;
    return ok;
}

// ---- which balls are met

static void meet(followers *f, const bodies *o, int32_t slot)
{
    if (slot < o->count)
        f->met[slot] = 1; // behind them are ghosts and the padding of vectors
}

static void meet_block(followers *f, const bodies *o, const block *b)
{
    for (int n = 0; n < b->buckets; n++) {
        const bucket *k = &b->bucket[n];
        for (int32_t i = 0; i < k->count; i++) {
            if (!bucket_walls(k->kind))
                meet(f, o, k->a[i]);
            meet(f, o, k->b[i]);
        }
    }
    for (int32_t i = 0; i < b->near; i++) {
        meet(f, o, b->near_a[i]);
        meet(f, o, b->near_b[i]);
    }
    for (int32_t i = 0; i < b->walls; i++)
        meet(f, o, b->wall[i].body);
    for (int32_t i = 0; i < b->grains; i++) {
        if (!b->grain[i].wall)
            meet(f, o, b->grain[i].a);
        meet(f, o, b->grain[i].b);
    }
}

// Where the blocks stand in the list of balls.
static void list_blocks(const followers *f, int32_t balls, const bodies *o, block *b, int blocks)
{
    for (int i = 0, at = 0; i < blocks; i++) {
        b[i].follow = at;
        while (at < balls && f->ball[at] < b[i].high)
            at++;
        b[i].followers = at - b[i].follow;
        b[i].follows = true;
        for (int32_t slot = b[i].low; b[i].follows && slot < b[i].high;
             slot = bodies_first(o, slot) + o->member[2 * (size_t)slot + 1])
            b[i].follows = bodies_follow(o, slot);
    }
}

static void list_balls(followers *f, const bodies *o, block *b, int blocks)
{
    int32_t n = 0;
    for (int32_t i = 0; i < f->trails; i++) {
        trail *t = &f->trail[i];
        t->first = n;
        for (int32_t slot = t->head; t->follows && slot < t->head + t->balls; slot++)
            if (f->met[slot])
                f->ball[n++] = slot;
        t->met = n - t->first;
    }
    list_blocks(f, n, o, b, blocks);
}

// ---- after a build

// How far a ball is from the next border of axes that are periodic, or that are not.
static double room_of(const stepping *s, const double *x, bool periodic)
{
    double least = INFINITY;
    for (int d = 0; d < 3; d++)
        if (s->periodic[d] == periodic)
            least = real_min(least, real_min(x[d] - s->low[d], s->high[d] - x[d]));
    return least;
}

// How many lengths the place that its body gives to a ball is from where the ball is.
static v3 image_of(const stepping *s, v3 raw, const double *x)
{
    const double *inverse = s->context.inverse_length;
    return v3_make(real_round((raw.x - x[0]) * inverse[0]), real_round((raw.y - x[1]) * inverse[1]),
                   real_round((raw.z - x[2]) * inverse[2]));
}

// Borders, images, and what stands beside place and motion in the records of balls that no step writes.
static void begin_balls(const stepping *s, trail *t)
{
    const bodies *o = s->context.body;
    const model_clump *shape = s->clump[o->set[t->head]];
    int now = o->now;
    t->inside = INFINITY;
    for (int32_t k = 0; k < t->balls; k++) {
        int32_t slot = t->head + k;
        const double *x = o->position[now][slot].v;
        v3 image = image_of(s, v3_add(t->centre, q4_rotate(t->turn, shape->at[k])), x);
        if (k == 0)
            t->image = image;
        bool same = image.x == t->image.x && image.y == t->image.y && image.z == t->image.z;
        t->inside = same ? real_min(t->inside, room_of(s, x, true)) : 0;
        t->reach = real_max(t->reach, v3_norm(shape->at[k]));
        t->room = real_min(t->room, room_of(s, x, false));
        o->position[1 - now][slot] = o->position[now][slot];
        o->velocity[1 - now][slot] = o->velocity[now][slot];
        o->spin[1 - now][slot] = o->spin[now][slot];
    }
}

static trail begin_trail(const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    const double *c = o->centre[head].v;
    const double *q = o->orientation[head].v;
    trail t = {.head = head,
               .balls = o->member[2 * (size_t)head + 1],
               .follows = bodies_follow(o, head),
               .room = INFINITY};
    t.centre = v3_make(c[0], c[1], c[2]);
    t.turn = (q4){q[0], q[1], q[2], q[3]};
    if (t.follows)
        begin_balls(s, &t);
    return t;
}

bool followers_begin(followers *f, const stepping *s, block *b, int blocks)
{
    const bodies *o = s->context.body;
    if (!reserve(f, o))
        return false;
    f->trails = f->level = 0;
    f->any = f->behind = false;
    for (int32_t i = 0; i < o->count; i++) {
        if (!bodies_clumped(o, i) || bodies_first(o, i) != i)
            continue;
        int64_t room = f->trail_room;
        if (!mem_grow((void **)&f->trail, &room, f->trails + 1, sizeof *f->trail))
            return false;
        f->trail_room = (int32_t)room;
        f->number[i] = f->trails;
        f->trail[f->trails] = begin_trail(s, i);
        f->any = f->any || f->trail[f->trails].follows;
        f->trails++;
    }
    for (int32_t i = 0; i < o->count; i++)
        f->met[i] = !bodies_follow(o, i);
    for (int i = 0; f->any && i < blocks; i++)
        meet_block(f, o, &b[i]);
    list_balls(f, o, b, blocks);
    return true;
}

// ---- putting balls

static inline v3 arm_of(const stepping *s, const model_clump *c, q4 q, int k)
{
    return s->flat ? rotation_flat(q, c->at[k]) : q4_rotate(q, c->at[k]);
}

// A ball that is out of the domain comes in again on the other side of a periodic axis; else it is lost. How many
// lengths it is away from where its body has it, and that alone, decides its bits: nobody can tell when it came.
static v3 come_in(const stepping *s, int32_t slot, v3 raw, v3 at, v3 lengths, report *r)
{
    const bodies *o = s->context.body;
    const double from[3] = {raw.x, raw.y, raw.z};
    const double away[3] = {lengths.x, lengths.y, lengths.z};
    double to[3] = {at.x, at.y, at.z};
    for (int d = 0; d < 3; d++) {
        int turn = to[d] < s->low[d] ? 1 : to[d] >= s->high[d] ? -1 : 0;
        if (!(fabs(to[d]) < 1e300)) {
            report_trouble(s, r, TROUBLE_FAST, slot, -1, false);
            break;
        }
        if (!turn)
            continue;
        if (!s->periodic[d]) {
            r->lost++;
            report_trouble(s, r, TROUBLE_LOST, slot, -1, false);
            continue;
        }
        double length = s->context.length[d];
        to[d] = from[d] - length * (away[d] - turn);
        // differences may round: up to the upper border, or below the lower one
        if (turn > 0 ? to[d] >= s->high[d] : to[d] < s->low[d])
            to[d] = s->low[d];
        o->hold[slot].v[d] += turn * length;
        if (o->image)
            o->image[3 * (size_t)slot + (size_t)d] -= turn;
        if (!(to[d] >= s->low[d] && to[d] < s->high[d]))
            report_trouble(s, r, TROUBLE_FAST, slot, -1, false);
    }
    return v3_make(to[0], to[1], to[2]);
}

// The place of a ball in the image nearest to where it was when lists were built.
static v3 ball_image(const stepping *s, int32_t slot, v3 raw, report *r)
{
    const double *hold = s->context.body->hold[slot].v;
    double to[3] = {raw.x, raw.y, raw.z};
    double lengths[3] = {0, 0, 0};
    bool out = false;
    for (int d = 0; d < 3; d++) {
        double length = s->context.length[d];
        double away = (to[d] - hold[d]) * s->context.inverse_length[d];
        if (length > 0 && !(fabs(away) < 0.5)) {
            lengths[d] = real_round(away);
            to[d] -= length * lengths[d];
        }
        out = out || !(to[d] >= s->low[d] && to[d] < s->high[d]);
    }
    const v3 at = v3_make(to[0], to[1], to[2]);
    return out ? come_in(s, slot, raw, at, v3_make(lengths[0], lengths[1], lengths[2]), r) : at;
}

// A body with the step that it has done last: what its balls move by.
typedef struct moving {
    const model_clump *clump;
    const trail *trail;
    v3 centre;
    q4 turn;
} moving;

// Puts ball k into a buffer, in which what stands beside place and motion in its records is there. `back`: NULL, or
// from where its body has it to where it is, which no border has changed.
static inline void put_ball(const stepping *s, const moving *m, int32_t k, int buffer,
                            const v3 *back, report *r)
{
    const bodies *o = s->context.body;
    const trail *t = m->trail;
    int32_t slot = t->head + k;
    v3 before = arm_of(s, m->clump, t->before, k);
    v3 after = arm_of(s, m->clump, m->turn, k);
    v3 u = v3_add(t->velocity, v3_scale(t->rate, v3_sub(after, before)));
    v3 raw = v3_add(m->centre, after);
    v3 at = back ? v3_sub(raw, *back) : ball_image(s, slot, raw, r);
    double *x = o->position[buffer][slot].v;
    double *v = o->velocity[buffer][slot].v;
    double *turn = o->spin[buffer][slot].v;
    double radius = x[3];
    x[0] = at.x;
    x[1] = at.y;
    x[2] = at.z;
    v[0] = u.x;
    v[1] = u.y;
    v[2] = u.z;
    turn[0] = radius * t->spin.x;
    turn[1] = radius * t->spin.y;
    turn[2] = radius * t->spin.z;
}

// How far a ball has moved since lists were built, at most.
static double moved_of(const trail *t, v3 centre, q4 q)
{
    q4 p = t->turn;
    q4 by = {q.w - p.w, q.x - p.x, q.y - p.y, q.z - p.z};
    double square = (by.w * by.w + by.x * by.x) + (by.y * by.y + by.z * by.z);
    return (1 + 1e-9) * (v3_norm(v3_sub(centre, t->centre)) + 2 * t->reach * sqrt(square));
}

void followers_put(const stepping *s, int32_t head, v3 centre, v3 velocity, q4 turn, report *r)
{
    const bodies *o = s->context.body;
    const double *length = s->context.length;
    trail *t = &s->follow->trail[s->follow->number[head]];
    const int32_t *ball = s->follow->ball + t->first;
    t->before = q4_of(&o->orientation[head]);
    t->velocity = velocity;
    t->rate = 1 / s->dt;
    t->spin = rotation_mean_spin(t->before, turn, s->dt);
    moving m = {s->clump[o->set[head]], t, centre, turn};
    double moved = moved_of(t, centre, turn);
    const v3 back = v3_make(length[0] * t->image.x, length[1] * t->image.y, length[2] * t->image.z);
    bool lose = !(moved < t->room && moved < 1e150); // balls may get lost: all are looked at
    for (int32_t k = 0; lose && k < t->balls; k++)
        put_ball(s, &m, k, 1 - o->now, NULL, r);
    for (int32_t i = 0; !lose && i < t->met; i++)
        put_ball(s, &m, ball[i] - head, 1 - o->now, moved < t->inside ? &back : NULL, r);
    if (moved < 1e150 && moved * moved > r->moved2)
        r->moved2 = moved * moved;
    o->orientation[head] = (rec4){{turn.w, turn.x, turn.y, turn.z}};
}

// Puts a ball that was left behind where it belongs now.
static void bring(const stepping *s, const trail *t, int32_t k)
{
    const bodies *o = s->context.body;
    moving m = {s->clump[o->set[t->head]], t, v3_of(&o->centre[t->head]),
                q4_of(&o->orientation[t->head])};
    report unused = {0};
    put_ball(s, &m, k, o->now, NULL, &unused);
}

// ---- bringing up

void followers_place(followers *f, const stepping *s, int threads)
{
    if (!f->behind)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < f->trails; i++) {
        const trail *t = &f->trail[i];
        rec4 *turn = s->context.body->orientation + t->head;
        for (int32_t k = 0; t->follows && k < t->balls; k++) {
            if (!f->met[t->head + k])
                bring(s, t, k);
            turn[k] = turn[0];
        }
    }
    f->behind = false;
}

void followers_wake(followers *f, const stepping *s, block *b, int blocks)
{
    const bodies *o = s->context.body;
    int level = near_level(s);
    int from = f->level;
    bool fresh = false;
    if (!f->any || level <= from)
        return;
    f->level = level;
    for (int i = 0; i < blocks; i++)
        for (int32_t k = b[i].sleep_from[from]; k < b[i].sleep_from[level]; k++)
            for (int side = 0; side < 2; side++) {
                int32_t slot = side ? b[i].sleep_b[k] : b[i].sleep_a[k];
                if (slot >= o->count || f->met[slot])
                    continue; // of ghosts their owner knows
                int32_t head = bodies_first(o, slot);
                f->met[slot] = 1;
                fresh = true;
                if (f->behind)
                    bring(s, &f->trail[f->number[head]], slot - head);
            }
    if (fresh)
        list_balls(f, o, b, blocks);
}
