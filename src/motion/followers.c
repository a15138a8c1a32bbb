// followers.c - see followers.h.
#include "motion/followers.h"

#include "base/memory.h"
#include "base/mathlib.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

static void free_columns(followers *followers)
{
    mem_free(followers->number);
    mem_free(followers->ball);
    mem_free(followers->met);
    mem_free(followers->pull);
}

void followers_free(followers *followers)
{
    free_columns(followers);
    free(followers->trail);
    memset(followers, 0, sizeof *followers);
}

static bool reserve(followers *followers, const bodies *bodies)
{
    int64_t room = bodies->room;
    if (bodies->count <= followers->room)
        return true;
    free_columns(followers);
    followers->number = mem_array(room, sizeof *followers->number);
    followers->ball = mem_array(room, sizeof *followers->ball);
    followers->met = mem_array(room, sizeof *followers->met);
    followers->pull = mem_array(2 * room, sizeof *followers->pull);
    bool of_slots = followers->number && followers->met;
    bool of_balls = followers->ball && followers->pull;
    bool ok = of_slots && of_balls;
    followers->room = ok ? bodies->room : 0;
    return ok;
}

// ---- which balls are met

static void meet(followers *followers, const bodies *bodies, int32_t slot)
{
    if (slot < bodies->count)
        followers->met[slot] = 1; // behind them are ghosts and the padding of vectors
}

static void meet_bucket(followers *followers, const bodies *bodies, const bucket *bucket)
{
    bool of_balls = !bucket_walls(bucket->kind);
    for (int32_t i = 0; i < bucket->count; i++) {
        if (of_balls)
            meet(followers, bodies, bucket->a[i]);
        meet(followers, bodies, bucket->b[i]);
    }
}

static void meet_block(followers *followers, const bodies *bodies, const block *block)
{
    for (int i = 0; i < block->buckets; i++)
        meet_bucket(followers, bodies, &block->bucket[i]);
    for (int32_t i = 0; i < block->pairs.count; i++) {
        meet(followers, bodies, block->pairs.a[i]);
        meet(followers, bodies, block->pairs.b[i]);
    }
    for (int32_t i = 0; i < block->walls.count; i++)
        meet(followers, bodies, block->walls.pair[i].body);
    for (int32_t i = 0; i < block->grains.count; i++) {
        const near_grain *near = &block->grains.pair[i];
        if (!near->wall)
            meet(followers, bodies, near->a);
        meet(followers, bodies, near->b);
    }
}

// Are all bodies of a block large clumps?
static bool all_follow(const bodies *bodies, const block *block)
{
    int32_t slot = block->low;
    while (slot < block->high) {
        if (!bodies_follow(bodies, slot))
            return false;
        slot = bodies_first(bodies, slot) + bodies_members(bodies, slot);
    }
    return true;
}

// Where the blocks stand in the list of balls.
static void list_blocks(const followers *followers, int32_t balls, const bodies *bodies,
                        block *block, int blocks)
{
    int32_t at = 0;
    for (int i = 0; i < blocks; i++) {
        block[i].follow = at;
        while (at < balls && followers->ball[at] < block[i].high)
            at++;
        block[i].followers = at - block[i].follow;
        block[i].follows = all_follow(bodies, &block[i]);
    }
}

static void list_balls(followers *followers, const bodies *bodies, block *block, int blocks)
{
    int32_t count = 0;
    for (int32_t i = 0; i < followers->trails; i++) {
        trail *trail = &followers->trail[i];
        int32_t balls = trail->follows ? trail->balls : 0;
        trail->first = count;
        for (int32_t k = 0; k < balls; k++) {
            int32_t slot = trail->head + k;
            if (followers->met[slot]) {
                followers->ball[count] = slot;
                count++;
            }
        }
        trail->met = count - trail->first;
    }
    list_blocks(followers, count, bodies, block, blocks);
}

// ---- after a build

// How far a ball is from the next border of axes that are periodic, or that are not.
static double room_of(const stepping *stepping, const double *position, bool periodic)
{
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        if (stepping->periodic[axis] != periodic)
            continue;
        double above = position[axis] - stepping->low[axis];
        double below = stepping->high[axis] - position[axis];
        double nearest = real_min(above, below);
        least = real_min(least, nearest);
    }
    return least;
}

// How many lengths the place that its body gives to a ball is from where the ball is.
static v3 image_of(const stepping *stepping, v3 raw, const double *position)
{
    const double *inverse = stepping->context.inverse_length;
    v3 lengths;
    lengths.x = (raw.x - position[0]) * inverse[0];
    lengths.y = (raw.y - position[1]) * inverse[1];
    lengths.z = (raw.z - position[2]) * inverse[2];
    lengths.x = real_round(lengths.x);
    lengths.y = real_round(lengths.y);
    lengths.z = real_round(lengths.z);
    return lengths;
}

static bool same_image(v3 one, v3 other)
{
    return one.x == other.x && one.y == other.y && one.z == other.z;
}

// What stands in the records of a ball goes to the other buffer as well.
static void copy_records(const bodies *bodies, int32_t slot)
{
    int now = bodies->now;
    int next = 1 - now;
    bodies->position[next][slot] = bodies->position[now][slot];
    bodies->velocity[next][slot] = bodies->velocity[now][slot];
    bodies->spin[next][slot] = bodies->spin[now][slot];
}

// Borders, images, and what stands beside place and motion in the records of balls that no step writes.
static void begin_balls(const stepping *stepping, trail *trail)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[trail->head];
    const v3 *place = stepping->clump[set]->at;
    trail->inside = INFINITY;
    for (int32_t k = 0; k < trail->balls; k++) {
        int32_t slot = trail->head + k;
        const double *position = bodies->position[bodies->now][slot].v;
        v3 arm = q4_rotate(trail->turn, place[k]);
        v3 raw = v3_add(trail->centre, arm);
        v3 image = image_of(stepping, raw, position);
        if (k == 0)
            trail->image = image;
        bool one_image = same_image(image, trail->image);
        double to_border = room_of(stepping, position, true);
        double to_loss = room_of(stepping, position, false);
        trail->inside = one_image ? real_min(trail->inside, to_border) : 0;
        trail->reach = real_max(trail->reach, v3_norm(place[k]));
        trail->room = real_min(trail->room, to_loss);
        copy_records(bodies, slot);
    }
}

static trail begin_trail(const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    trail trail = {
        .head = head,
        .balls = bodies_members(bodies, head),
        .follows = bodies_follow(bodies, head),
        .room = INFINITY,
        .centre = v3_of(&bodies->centre[head]),
        .turn = bodies_orientation(bodies, head),
    };
    if (trail.follows)
        begin_balls(stepping, &trail);
    return trail;
}

static bool add_trail(followers *followers, const stepping *stepping, int32_t head)
{
    if (!MEM_GROW32(followers->trail, followers->trail_room, followers->trails + 1))
        return false;
    int32_t number = followers->trails;
    trail *trail = &followers->trail[number];
    *trail = begin_trail(stepping, head);
    followers->number[head] = number;
    followers->any = followers->any || trail->follows;
    followers->trails++;
    return true;
}

bool followers_begin(followers *followers, const stepping *stepping, block *block, int blocks)
{
    const bodies *bodies = stepping->context.body;
    if (!reserve(followers, bodies))
        return false;
    followers->trails = 0;
    followers->level = 0;
    followers->any = false;
    followers->behind = false;
    for (int32_t i = 0; i < bodies->count; i++) {
        bool is_head = bodies_clumped(bodies, i) && bodies_first(bodies, i) == i;
        if (is_head && !add_trail(followers, stepping, i))
            return false;
    }
    for (int32_t i = 0; i < bodies->count; i++)
        followers->met[i] = !bodies_follow(bodies, i);
    int looked_at = followers->any ? blocks : 0;
    for (int i = 0; i < looked_at; i++)
        meet_block(followers, bodies, &block[i]);
    list_balls(followers, bodies, block, blocks);
    return true;
}

// ---- putting balls

static inline v3 arm_of(const stepping *stepping, const model_clump *clump, q4 orientation, int k)
{
    v3 place = clump->at[k];
    return stepping->flat ? rotation_flat(orientation, place) : q4_rotate(orientation, place);
}

// A ball that is out of the domain comes in again on the other side of a periodic axis; else it is lost. How many
// lengths it is away from where its body has it, and that alone, decides its bits: nobody can tell when it came.
static v3 come_in(const stepping *stepping, int32_t slot, v3 raw, v3 at, v3 lengths, report *report)
{
    double from[3] = {raw.x, raw.y, raw.z};
    double away[3] = {lengths.x, lengths.y, lengths.z};
    double to[3] = {at.x, at.y, at.z};
    for (int axis = 0; axis < 3; axis++) {
        int turn;
        if (!border_turn(stepping, slot, axis, to[axis], &turn, report))
            break;
        if (!turn)
            continue;
        double length = stepping->context.length[axis];
        double moved = from[axis] - length * (away[axis] - turn);
        to[axis] = border_rounded(stepping, axis, moved, turn);
        border_crossed(stepping, slot, axis, to[axis], turn, report);
    }
    return v3_make(to[0], to[1], to[2]);
}

// The place of a ball in the image nearest to where it was when lists were built.
static v3 ball_image(const stepping *stepping, int32_t slot, v3 raw, report *report)
{
    const double *hold = stepping->context.body->hold[slot].v;
    const double *inverse_length = stepping->context.inverse_length;
    double to[3] = {raw.x, raw.y, raw.z};
    double lengths[3] = {0, 0, 0};
    bool out = false;
    for (int axis = 0; axis < 3; axis++) {
        double length = stepping->context.length[axis];
        double away = (to[axis] - hold[axis]) * inverse_length[axis];
        bool is_near = fabs(away) < 0.5;
        if (length > 0 && !is_near) {
            lengths[axis] = real_round(away);
            to[axis] -= length * lengths[axis];
        }
        out = out || !border_inside(stepping, axis, to[axis]);
    }
    v3 at = v3_make(to[0], to[1], to[2]);
    if (!out)
        return at;
    v3 away = v3_make(lengths[0], lengths[1], lengths[2]);
    return come_in(stepping, slot, raw, at, away, report);
}

// The same in a cell that deforms: the image inside of it, by where the body has the ball alone.
static v3 in_cell(const stepping *stepping, int32_t slot, v3 raw, v3 *velocity)
{
    const bodies *bodies = stepping->context.body;
    v3 at = raw;
    const v3 turns = cell_enter(stepping, &at, velocity);
    border_count(bodies, slot, turns);
    return at;
}

// A body with the step that it has done last: what its balls move by.
typedef struct moving {
    const model_clump *clump;
    const trail *trail;
    v3 centre;
    q4 turn;
} moving;

static void put3(double *record, v3 vector)
{
    record[0] = vector.x;
    record[1] = vector.y;
    record[2] = vector.z;
}

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
    v3 turned = v3_sub(after, before);
    v3 swing = v3_scale(trail->rate, turned);
    v3 moves = v3_add(trail->velocity, swing);
    v3 raw = v3_add(moving->centre, after);
    v3 at;
    if (stepping->cell)
        at = in_cell(stepping, slot, raw, &moves);
    else if (back)
        at = v3_sub(raw, *back);
    else
        at = ball_image(stepping, slot, raw, report);
    double *position = bodies->position[buffer][slot].v;
    double radius = position[3];
    v3 rim_speed = v3_scale(radius, trail->spin);
    put3(position, at);
    put3(bodies->velocity[buffer][slot].v, moves);
    put3(bodies->spin[buffer][slot].v, rim_speed);
}

// How far a ball has moved since lists were built, at most.
static inline double moved_of(const trail *trail, v3 centre, q4 orientation)
{
    q4 start = trail->turn;
    double w = orientation.w - start.w;
    double x = orientation.x - start.x;
    double y = orientation.y - start.y;
    double z = orientation.z - start.z;
    double size = sqrt((w * w + x * x) + (y * y + z * z));
    v3 way = v3_sub(centre, trail->centre);
    double shift = v3_norm(way);
    double swing = 2 * trail->reach * size;
    return (1 + 1e-9) * (shift + swing);
}

// From where the centre has its balls to where they are.
static v3 back_of(const stepping *stepping, const trail *trail)
{
    const double *length = stepping->context.length;
    v3 image = trail->image;
    return v3_make(length[0] * image.x, length[1] * image.y, length[2] * image.z);
}

void followers_put(const stepping *stepping, int32_t head, v3 centre, v3 velocity, q4 turn,
                   report *report)
{
    const bodies *bodies = stepping->context.body;
    const followers *followers = stepping->follow;
    trail *trail = &followers->trail[followers->number[head]];
    const int32_t *ball = followers->ball + trail->first;
    int next = 1 - bodies->now;
    trail->before = bodies_orientation(bodies, head);
    trail->velocity = velocity;
    trail->rate = 1 / stepping->dt;
    trail->spin = rotation_mean_spin(trail->before, turn, stepping->dt);
    moving moving = {
        .clump = stepping->clump[bodies->set[head]],
        .trail = trail,
        .centre = centre,
        .turn = turn,
    };
    double moved = moved_of(trail, centre, turn);
    bool none_gets_lost = moved < trail->room && moved < 1e150;
    if (none_gets_lost) {
        v3 back = back_of(stepping, trail);
        const v3 *known = moved < trail->inside ? &back : NULL; // no border can have changed it
        for (int32_t i = 0; i < trail->met; i++)
            put_ball(stepping, &moving, ball[i] - head, next, known, report);
    } else { // all are looked at
        for (int32_t k = 0; k < trail->balls; k++)
            put_ball(stepping, &moving, k, next, NULL, report);
    }
    if (moved < 1e150 && moved * moved > report->moved2)
        report->moved2 = moved * moved;
    bodies->orientation[head] = (rec4){{turn.w, turn.x, turn.y, turn.z}};
}

// A body that has arrived.
static moving arrived(const stepping *stepping, const trail *trail)
{
    const bodies *bodies = stepping->context.body;
    int32_t head = trail->head;
    int32_t set = bodies->set[head];
    return (moving){
        .clump = stepping->clump[set],
        .trail = trail,
        .centre = v3_of(&bodies->centre[head]),
        .turn = bodies_orientation(bodies, head),
    };
}

// ---- bringing up

// Puts the balls of a clump that were left behind where they belong now. What was wrong on the way the step has told.
static void place_balls(const followers *followers, const stepping *stepping, const trail *trail)
{
    const bodies *bodies = stepping->context.body;
    const moving moving = arrived(stepping, trail);
    const rec4 turn = bodies->orientation[trail->head];
    const v3 back = back_of(stepping, trail);
    const bool no_border = moved_of(trail, moving.centre, moving.turn) < trail->inside;
    const v3 *known = no_border ? &back : NULL;
    report unused = {0};
    for (int32_t k = 0; k < trail->balls; k++) {
        int32_t slot = trail->head + k;
        if (!followers->met[slot])
            put_ball(stepping, &moving, k, bodies->now, known, &unused);
        bodies->orientation[slot] = turn;
    }
}

void followers_place(followers *followers, const stepping *stepping, int threads)
{
    if (!followers->behind)
        return;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < followers->trails; i++) {
        const trail *trail = &followers->trail[i];
        if (trail->follows)
            place_balls(followers, stepping, trail);
    }
    followers->behind = false;
}

// A ball that nothing met so far may be met from now on. Whether it is one that a step has not moved.
static bool wake_ball(followers *followers, const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    if (slot >= bodies->count || followers->met[slot])
        return false; // of ghosts their owner knows
    int32_t head = bodies_first(bodies, slot);
    const trail *trail = &followers->trail[followers->number[head]];
    followers->met[slot] = 1;
    if (followers->behind) {
        const moving moving = arrived(stepping, trail);
        report unused = {0};
        put_ball(stepping, &moving, slot - head, bodies->now, NULL, &unused);
    }
    return true;
}

static bool wake_pairs(followers *followers, const stepping *stepping, const int32_t *a,
                       const int32_t *b, int32_t count)
{
    bool fresh = false;
    for (int32_t k = 0; k < count; k++) {
        if (wake_ball(followers, stepping, a[k]))
            fresh = true;
        if (wake_ball(followers, stepping, b[k]))
            fresh = true;
    }
    return fresh;
}

// The balls of near pairs that wake with the levels [from, level). Pairs of a block that has been looked at since its
// last step may be awake already, or in contact.
static bool wake_block(followers *followers, const stepping *stepping, const block *block, int from,
                       int level)
{
    const ball_pairs *pairs = &block->pairs;
    bool fresh = false;
    if (pairs->level > from) {
        fresh = wake_pairs(followers, stepping, pairs->a, pairs->b, pairs->count);
        for (int i = 0; i < block->buckets; i++) {
            const bucket *bucket = &block->bucket[i];
            if (bucket->kind == BUCKET_BALLS &&
                wake_pairs(followers, stepping, bucket->a, bucket->b, bucket->count))
                fresh = true;
        }
        from = pairs->level;
    }
    if (from >= level)
        return fresh;
    int32_t first = pairs->sleeping_from[from];
    int32_t woken = pairs->sleeping_from[level] - first;
    if (woken > 0 && wake_pairs(followers, stepping, pairs->sleeping_a + first,
                                pairs->sleeping_b + first, woken))
        fresh = true;
    return fresh;
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
    for (int i = 0; i < blocks; i++) {
        if (wake_block(followers, stepping, &block[i], from, level))
            fresh = true;
    }
    if (fresh)
        list_balls(followers, bodies, block, blocks);
}
