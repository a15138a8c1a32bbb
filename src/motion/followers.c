// followers.c - see followers.h.
#include "motion/followers.h"

#include "base/memory.h"
#include "base/mathlib.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

void followers_free(followers *followers)
{
    mem_free(followers->number);
    mem_free(followers->ball);
    mem_free(followers->met);
    mem_free(followers->pull);
    free(followers->trail);
    memset(followers, 0, sizeof *followers);
}

static bool reserve(followers *followers, const bodies *bodies)
{
    if (bodies->count <= followers->room)
        return true;
    mem_free(followers->number);
    mem_free(followers->ball);
    mem_free(followers->met);
    mem_free(followers->pull);
    followers->number = mem_array(bodies->room, sizeof *followers->number);
    followers->ball = mem_array(bodies->room, sizeof *followers->ball);
    followers->met = mem_array(bodies->room, sizeof *followers->met);
    followers->pull = mem_array(2 * (int64_t)bodies->room, sizeof *followers->pull);
    bool ok = followers->number && followers->ball && followers->met && followers->pull;
    followers->room = ok ? bodies->room : 0;
    return ok;
}

// ---- which balls are met

static void meet(followers *followers, const bodies *bodies, int32_t slot)
{
    if (slot < bodies->count)
        followers->met[slot] = 1; // behind them are ghosts and the padding of vectors
}

static void meet_block(followers *followers, const bodies *bodies, const block *block)
{
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        for (int32_t i = 0; i < bucket->count; i++) {
            if (!bucket_walls(bucket->kind))
                meet(followers, bodies, bucket->a[i]);
            meet(followers, bodies, bucket->b[i]);
        }
    }
    for (int32_t i = 0; i < block->near; i++) {
        meet(followers, bodies, block->near_a[i]);
        meet(followers, bodies, block->near_b[i]);
    }
    for (int32_t i = 0; i < block->walls; i++)
        meet(followers, bodies, block->wall[i].body);
    for (int32_t i = 0; i < block->grains; i++) {
        if (!block->grain[i].wall)
            meet(followers, bodies, block->grain[i].a);
        meet(followers, bodies, block->grain[i].b);
    }
}

// Where the blocks stand in the list of balls.
static void list_blocks(const followers *followers, int32_t balls, const bodies *bodies,
                        block *block, int blocks)
{
    for (int i = 0, at = 0; i < blocks; i++) {
        block[i].follow = at;
        while (at < balls && followers->ball[at] < block[i].high)
            at++;
        block[i].followers = at - block[i].follow;
        block[i].follows = true;
        for (int32_t slot = block[i].low; block[i].follows && slot < block[i].high;
             slot = bodies_first(bodies, slot) + bodies->member[2 * (size_t)slot + 1])
            block[i].follows = bodies_follow(bodies, slot);
    }
}

static void list_balls(followers *followers, const bodies *bodies, block *block, int blocks)
{
    int32_t count = 0;
    for (int32_t i = 0; i < followers->trails; i++) {
        trail *trail = &followers->trail[i];
        trail->first = count;
        for (int32_t slot = trail->head; trail->follows && slot < trail->head + trail->balls;
             slot++)
            if (followers->met[slot])
                followers->ball[count++] = slot;
        trail->met = count - trail->first;
    }
    list_blocks(followers, count, bodies, block, blocks);
}

// ---- after a build

// How far a ball is from the next border of axes that are periodic, or that are not.
static double room_of(const stepping *stepping, const double *position, bool periodic)
{
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++)
        if (stepping->periodic[axis] == periodic) {
            const double above = position[axis] - stepping->low[axis];
            const double below = stepping->high[axis] - position[axis];
            least = real_min(least, real_min(above, below));
        }
    return least;
}

// How many lengths the place that its body gives to a ball is from where the ball is.
static v3 image_of(const stepping *stepping, v3 raw, const double *position)
{
    const double *inverse = stepping->context.inverse_length;
    return v3_make(real_round((raw.x - position[0]) * inverse[0]),
                   real_round((raw.y - position[1]) * inverse[1]),
                   real_round((raw.z - position[2]) * inverse[2]));
}

// Borders, images, and what stands beside place and motion in the records of balls that no step writes.
static void begin_balls(const stepping *stepping, trail *trail)
{
    const bodies *bodies = stepping->context.body;
    const model_clump *shape = stepping->clump[bodies->set[trail->head]];
    int now = bodies->now;
    trail->inside = INFINITY;
    for (int32_t k = 0; k < trail->balls; k++) {
        int32_t slot = trail->head + k;
        const double *position = bodies->position[now][slot].v;
        v3 raw = v3_add(trail->centre, q4_rotate(trail->turn, shape->at[k]));
        v3 image = image_of(stepping, raw, position);
        if (k == 0)
            trail->image = image;
        bool same =
            image.x == trail->image.x && image.y == trail->image.y && image.z == trail->image.z;
        trail->inside = same ? real_min(trail->inside, room_of(stepping, position, true)) : 0;
        trail->reach = real_max(trail->reach, v3_norm(shape->at[k]));
        trail->room = real_min(trail->room, room_of(stepping, position, false));
        bodies->position[1 - now][slot] = bodies->position[now][slot];
        bodies->velocity[1 - now][slot] = bodies->velocity[now][slot];
        bodies->spin[1 - now][slot] = bodies->spin[now][slot];
    }
}

static trail begin_trail(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    const double *centre = bodies->centre[head].v;
    const double *orientation = bodies->orientation[head].v;
    trail trail = {.head = head,
                   .balls = bodies->member[2 * (size_t)head + 1],
                   .follows = bodies_follow(bodies, head),
                   .room = INFINITY};
    trail.centre = v3_make(centre[0], centre[1], centre[2]);
    trail.turn = (q4){orientation[0], orientation[1], orientation[2], orientation[3]};
    if (trail.follows)
        begin_balls(stepping, &trail);
    return trail;
}

bool followers_begin(followers *followers, const stepping *stepping, block *block, int blocks)
{
    const bodies *bodies = stepping->context.body;
    if (!reserve(followers, bodies))
        return false;
    followers->trails = followers->level = 0;
    followers->any = followers->behind = false;
    for (int32_t i = 0; i < bodies->count; i++) {
        if (!bodies_clumped(bodies, i) || bodies_first(bodies, i) != i)
            continue;
        int64_t room = followers->trail_room;
        if (!mem_grow((void **)&followers->trail, &room, followers->trails + 1,
                      sizeof *followers->trail))
            return false;
        followers->trail_room = (int32_t)room;
        followers->number[i] = followers->trails;
        followers->trail[followers->trails] = begin_trail(stepping, i);
        followers->any = followers->any || followers->trail[followers->trails].follows;
        followers->trails++;
    }
    for (int32_t i = 0; i < bodies->count; i++)
        followers->met[i] = !bodies_follow(bodies, i);
    for (int i = 0; followers->any && i < blocks; i++)
        meet_block(followers, bodies, &block[i]);
    list_balls(followers, bodies, block, blocks);
    return true;
}

// ---- putting balls

static inline v3 arm_of(const stepping *stepping, const model_clump *clump, q4 orientation, int k)
{
    return stepping->flat ? rotation_flat(orientation, clump->at[k])
                          : q4_rotate(orientation, clump->at[k]);
}

// A ball that is out of the domain comes in again on the other side of a periodic axis; else it is lost. How many
// lengths it is away from where its body has it, and that alone, decides its bits: nobody can tell when it came.
static v3 come_in(const stepping *stepping, int32_t slot, v3 raw, v3 at, v3 lengths, report *report)
{
    const bodies *bodies = stepping->context.body;
    const double from[3] = {raw.x, raw.y, raw.z};
    const double away[3] = {lengths.x, lengths.y, lengths.z};
    double to[3] = {at.x, at.y, at.z};
    for (int axis = 0; axis < 3; axis++) {
        int turn = to[axis] < stepping->low[axis] ? 1 : to[axis] >= stepping->high[axis] ? -1 : 0;
        if (!(fabs(to[axis]) < 1e300)) {
            report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
            break;
        }
        if (!turn)
            continue;
        if (!stepping->periodic[axis]) {
            report->lost++;
            report_trouble(stepping, report, TROUBLE_LOST, slot, -1, false);
            continue;
        }
        double length = stepping->context.length[axis];
        to[axis] = from[axis] - length * (away[axis] - turn);
        // differences may round: up to the upper border, or below the lower one
        if (turn > 0 ? to[axis] >= stepping->high[axis] : to[axis] < stepping->low[axis])
            to[axis] = stepping->low[axis];
        bodies->hold[slot].v[axis] += turn * length;
        if (bodies->image)
            bodies->image[3 * (size_t)slot + (size_t)axis] -= turn;
        if (!(to[axis] >= stepping->low[axis] && to[axis] < stepping->high[axis]))
            report_trouble(stepping, report, TROUBLE_FAST, slot, -1, false);
    }
    return v3_make(to[0], to[1], to[2]);
}

// The place of a ball in the image nearest to where it was when lists were built.
static v3 ball_image(const stepping *stepping, int32_t slot, v3 raw, report *report)
{
    const double *hold = stepping->context.body->hold[slot].v;
    double to[3] = {raw.x, raw.y, raw.z};
    double lengths[3] = {0, 0, 0};
    bool out = false;
    for (int axis = 0; axis < 3; axis++) {
        double length = stepping->context.length[axis];
        double away = (to[axis] - hold[axis]) * stepping->context.inverse_length[axis];
        if (length > 0 && !(fabs(away) < 0.5)) {
            lengths[axis] = real_round(away);
            to[axis] -= length * lengths[axis];
        }
        out = out || !(to[axis] >= stepping->low[axis] && to[axis] < stepping->high[axis]);
    }
    const v3 at = v3_make(to[0], to[1], to[2]);
    if (!out)
        return at;
    const v3 away = v3_make(lengths[0], lengths[1], lengths[2]);
    return come_in(stepping, slot, raw, at, away, report);
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
static inline void put_ball(const stepping *stepping, const moving *moving, int32_t k, int buffer,
                            const v3 *back, report *report)
{
    const bodies *bodies = stepping->context.body;
    const trail *trail = moving->trail;
    int32_t slot = trail->head + k;
    v3 before = arm_of(stepping, moving->clump, trail->before, k);
    v3 after = arm_of(stepping, moving->clump, moving->turn, k);
    v3 moves = v3_add(trail->velocity, v3_scale(trail->rate, v3_sub(after, before)));
    v3 raw = v3_add(moving->centre, after);
    v3 at = back ? v3_sub(raw, *back) : ball_image(stepping, slot, raw, report);
    double *position = bodies->position[buffer][slot].v;
    double *velocity = bodies->velocity[buffer][slot].v;
    double *turn = bodies->spin[buffer][slot].v;
    double radius = position[3];
    position[0] = at.x;
    position[1] = at.y;
    position[2] = at.z;
    velocity[0] = moves.x;
    velocity[1] = moves.y;
    velocity[2] = moves.z;
    turn[0] = radius * trail->spin.x;
    turn[1] = radius * trail->spin.y;
    turn[2] = radius * trail->spin.z;
}

// How far a ball has moved since lists were built, at most.
static double moved_of(const trail *trail, v3 centre, q4 orientation)
{
    q4 start = trail->turn;
    q4 by = {orientation.w - start.w, orientation.x - start.x, orientation.y - start.y,
             orientation.z - start.z};
    const double size = sqrt((by.w * by.w + by.x * by.x) + (by.y * by.y + by.z * by.z));
    const double shift = v3_norm(v3_sub(centre, trail->centre));
    const double swing = 2 * trail->reach * size;
    return (1 + 1e-9) * (shift + swing);
}

void followers_put(const stepping *stepping, int32_t head, v3 centre, v3 velocity, q4 turn,
                   report *report)
{
    const bodies *bodies = stepping->context.body;
    const double *length = stepping->context.length;
    trail *trail = &stepping->follow->trail[stepping->follow->number[head]];
    const int32_t *ball = stepping->follow->ball + trail->first;
    trail->before = q4_of(&bodies->orientation[head]);
    trail->velocity = velocity;
    trail->rate = 1 / stepping->dt;
    trail->spin = rotation_mean_spin(trail->before, turn, stepping->dt);
    moving moving = {stepping->clump[bodies->set[head]], trail, centre, turn};
    const double moved = moved_of(trail, centre, turn);
    const int next = 1 - bodies->now;
    const v3 image = trail->image;
    const v3 back = v3_make(length[0] * image.x, length[1] * image.y, length[2] * image.z);
    const v3 *known = moved < trail->inside ? &back : NULL; // no border can have changed it
    bool lose = !(moved < trail->room && moved < 1e150);    // balls may get lost: all are looked at
    for (int32_t k = 0; lose && k < trail->balls; k++)
        put_ball(stepping, &moving, k, next, NULL, report);
    for (int32_t i = 0; !lose && i < trail->met; i++)
        put_ball(stepping, &moving, ball[i] - head, next, known, report);
    if (moved < 1e150 && moved * moved > report->moved2)
        report->moved2 = moved * moved;
    bodies->orientation[head] = (rec4){{turn.w, turn.x, turn.y, turn.z}};
}

// Puts a ball that was left behind where it belongs now.
static void bring(const stepping *stepping, const trail *trail, int32_t k)
{
    const bodies *bodies = stepping->context.body;
    moving moving = {stepping->clump[bodies->set[trail->head]], trail,
                     v3_of(&bodies->centre[trail->head]), q4_of(&bodies->orientation[trail->head])};
    report unused = {0};
    put_ball(stepping, &moving, k, bodies->now, NULL, &unused);
}

// ---- bringing up

void followers_place(followers *followers, const stepping *stepping, int threads)
{
    if (!followers->behind)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < followers->trails; i++) {
        const trail *trail = &followers->trail[i];
        rec4 *turn = stepping->context.body->orientation + trail->head;
        for (int32_t k = 0; trail->follows && k < trail->balls; k++) {
            if (!followers->met[trail->head + k])
                bring(stepping, trail, k);
            turn[k] = turn[0];
        }
    }
    followers->behind = false;
}

void followers_wake(followers *followers, const stepping *stepping, block *block, int blocks)
{
    const bodies *bodies = stepping->context.body;
    int level = near_level(stepping);
    int from = followers->level;
    bool fresh = false;
    if (!followers->any || level <= from)
        return;
    followers->level = level;
    for (int i = 0; i < blocks; i++)
        for (int32_t k = block[i].sleep_from[from]; k < block[i].sleep_from[level]; k++)
            for (int side = 0; side < 2; side++) {
                int32_t slot = side ? block[i].sleep_b[k] : block[i].sleep_a[k];
                if (slot >= bodies->count || followers->met[slot])
                    continue; // of ghosts their owner knows
                int32_t head = bodies_first(bodies, slot);
                followers->met[slot] = 1;
                fresh = true;
                if (followers->behind)
                    bring(stepping, &followers->trail[followers->number[head]], slot - head);
            }
    if (fresh)
        list_balls(followers, bodies, block, blocks);
}
