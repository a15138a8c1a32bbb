// grain_contacts.c - the contacts of a pair of grains with a core: which features are near, which old contact each touch
// goes on with, and the geometry that the passes read.
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>

// Of the surface of a grain where it touches, 1/m.
static double curvature_of(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    const double radius = bodies->position[bodies->now][slot].v[3];
    return 1 / grain_contact_radius(grains_form(stepping, slot), radius);
}

// Of the whole pair a hair less than the law says: it must not end a contact that is listed.
double grains_beyond(const stepping *stepping, const near_grain *near, double curvature)
{
    const int set = grains_set(stepping, near);
    if (!(stepping->context.reach[set] > 0))
        return 0;
    curvature += curvature_of(stepping, near->b);
    if (!near->wall)
        curvature += curvature_of(stepping, near->a);
    return (1 - 1e-12) * law_set_reach(&stepping->law[set], 1 / curvature);
}

bool grains_reserve_touches(block *block, int32_t need)
{
    if (need <= block->current.touch_room)
        return true;
    int64_t room[3] = {block->current.touch_room, block->current.touch_room,
                       block->current.touch_room};
    if (!MEM_GROW(block->current.touch, room[0], need) ||
        !MEM_GROW(block->current.curvature, room[1], need) ||
        !MEM_GROW(block->current.old, room[2], need))
        return false;
    block->current.touch_room = need;
    return true;
}

bool grains_list(const stepping *stepping, block *block, near_grain *near, const grain_pair *pair,
                 double beyond)
{
    grain_pairs *grains = &block->grains;
    const double margin = stepping->skin + 2 * stepping->moved + beyond;
    const float moved = (float)(2.000001 * stepping->moved);
    near->listed = true;
    const bool pushes = !stepping->law[grains_set(stepping, near)].attracts;
    if (!grain_by_features(pair->a->form, pair->b->form, pushes))
        return true;
    for (;;) {
        const int32_t left = grains->feature_room - grains->features;
        sphero_pair *list = grains->feature ? grains->feature + grains->features : NULL;
        const int found = grain_near(pair, margin, (sphero_room){list, left});
        if (found <= left) {
            for (int i = 0; i < found; i++)
                list[i].apart -= moved;
            near->feature = grains->features;
            near->features = found;
            grains->features += found;
            return true;
        }
        const int64_t need = (int64_t)grains->features + found;
        if (!MEM_GROW32(grains->feature, grains->feature_room, need))
            return false;
    }
}

// The old contacts of a pair in the order of their features: where they stand in the bucket must not matter.
static void order_old(const bucket *bucket, int32_t *contact, int32_t count)
{
    for (int32_t i = 1; i < count; i++)
        for (int32_t j = i; j > 0 && bucket->feature[contact[j - 1]] > bucket->feature[contact[j]];
             j--) {
            int32_t swap = contact[j];
            contact[j] = contact[j - 1];
            contact[j - 1] = swap;
        }
}

// Touches come in the order of the last step as a rule: the number of those at the front that go on with the contact in
// the same place of contact[].
static int match_front(const bucket *bucket, block *block, const int32_t *contact, int32_t olds,
                       int count)
{
    const int most = olds < count ? olds : count;
    int j = 0;
    for (; j < most; j++) {
        const int32_t old = contact[j];
        if (bucket->feature[old] != block->current.touch[j].feature)
            break;
        block->current.old[j] = old;
    }
    return j;
}

// Old contacts with the feature of a touch, from number `first` on, go on with it, and are taken out of contact[]; the
// number that are left.
static int32_t match_features(const bucket *bucket, block *block, int first, int32_t *contact,
                              int32_t olds, int count)
{
    for (int j = first; j < count; j++) {
        int64_t feature = block->current.touch[j].feature;
        int32_t i = 0;
        while (i < olds && bucket->feature[contact[i]] != feature)
            i++;
        block->current.old[j] = i < olds ? contact[i] : -1;
        if (i == olds)
            continue;
        for (olds--; i < olds; i++)
            contact[i] = contact[i + 1];
    }
    return olds;
}

// Which old contact a touch goes on with: the same feature, else the one left over whose normal is within 60 degrees
// and whose place is nearest, so that a spring is kept from one feature to the next.
static void match(const bucket *bucket, block *block, int32_t *contact, int32_t olds, int count)
{
    const int front = match_front(bucket, block, contact, olds, count);
    contact += front;
    const int32_t left = match_features(bucket, block, front, contact, olds - front, count);
    order_old(bucket, contact, left);
    for (int32_t i = 0; i < left; i++) {
        int32_t old = contact[i];
        double best = INFINITY;
        int at = -1;
        const v3 normal = columns_v3(bucket->geometry, GRAIN_N, old);
        const v3 place = columns_v3(bucket->geometry, GRAIN_ARM_B, old);
        for (int j = 0; j < count; j++) {
            if (block->current.old[j] >= 0 || v3_dot(normal, block->current.touch[j].normal) < 0.5)
                continue;
            const v3 point = v3_sub(block->current.touch[j].point, block->current.offset);
            const v3 way = v3_sub(place, point);
            const double square = v3_dot(way, way);
            if (square < best) {
                best = square;
                at = j;
            }
        }
        if (at >= 0)
            block->current.old[at] = old;
    }
}

// How the wall moves where it was touched in the middle of the step, the time of all velocities.
static void set_wall_motion(const stepping *stepping, bucket *bucket, int32_t i,
                            const near_grain *near, v3 point, v3 normal)
{
    const wall_state *wall = &stepping->wall[near->a];
    const double half = 0.5 * stepping->context.dt;
    const v3 turning = v3_cross(spin_at(stepping, near->b), point);
    const v3 velocity = v3_of(velocity_at(stepping, near->b));
    const v3 position = v3_of(position_at(stepping, near->b));
    const v3 moves = v3_add(velocity, turning);
    const v3 place = v3_add(position, point);
    const v3 along = v3_sub(moves, wall->velocity);
    const v3 arm = v3_sub(place, wall->position);
    const v3 arm_then = v3_fma(arm, -half, along);
    v3 moved = wall_velocity_at(wall, arm_then);
    v3 spin = wall->spin;
    if (wall->surface.moves) {
        const double factor = wall->surface.then;
        moved = v3_fma(moved, factor, wall_surface_at(&wall->surface, arm_then, normal));
        spin = v3_fma(spin, factor, wall->surface.spin);
    }
    put_columns_v3(bucket->geometry, GRAIN_V, i, moved);
    put_columns_v3(bucket->geometry, GRAIN_SPIN, i, spin);
}

// Of contact number i, from a touch of those that were found, where the curvatures of both surfaces have that sum.
static void set_geometry(const stepping *stepping, bucket *bucket, const pair_touches *found,
                         int32_t i, const touch *touch, double curvature)
{
    const near_grain *near = found->pair;
    double *const *geometry = bucket->geometry;
    put_columns_v3(geometry, GRAIN_N, i, touch->normal);
    geometry[GRAIN_GAP][i] = touch->gap;
    geometry[GRAIN_WEIGHT][i] = touch->weight;
    geometry[GRAIN_EXTRA][i] = touch->extra;
    geometry[GRAIN_CURVATURE][i] = curvature;
    put_columns_v3(geometry, GRAIN_ARM_B, i, v3_sub(touch->point, found->offset));
    if (near->wall)
        set_wall_motion(stepping, bucket, i, near, touch->point, touch->normal);
    else
        put_columns_v3(geometry, GRAIN_ARM_A, i, touch->point);
}

// A run that goes on from a snapshot does not have the geometry of the last touch, so the books of the end may not depend on
// it. The share of the pair is taken from the history, and the gap is beyond the reach of any law. The normal is zero: then
// springs are not turned, and stay as they are.
void grains_set_apart(const stepping *stepping, bucket *bucket, int32_t i)
{
    const double share = bucket->history[stepping->context.layout[bucket->set].share][i];
    double curvature = curvature_of(stepping, bucket->b[i]);
    const double far = 1e3 / curvature;
    if (!bucket_walls(bucket->kind))
        curvature += curvature_of(stepping, bucket->a[i]);
    for (int j = 0; j < GRAIN_COLUMNS; j++)
        bucket->geometry[j][i] = 0;
    bucket->geometry[GRAIN_GAP][i] = far;
    bucket->geometry[GRAIN_WEIGHT][i] = share > 0 ? share : 1;
    bucket->geometry[GRAIN_CURVATURE][i] = curvature;
}

int grains_bucket(const stepping *stepping, block *block, const near_grain *near)
{
    const int set = grains_set(stepping, near);
    const bucket_kind kind = near->wall ? BUCKET_GRAIN_WALLS : BUCKET_GRAINS;
    const int32_t padding = bodies_padding(stepping->context.body);
    return block_bucket(block, kind, set, &stepping->context.layout[set], padding);
}

// The old contact of a pair that says how it holds on across a gap, the first of those that have been through a step;
// -1: none.
static int32_t holder(const stepping *stepping, const bucket *bucket, const int32_t *old,
                      int32_t olds)
{
    int32_t best = -1;
    if (!(stepping->context.reach[bucket->set] > 0))
        return -1;
    for (int32_t i = 0; i < olds; i++) {
        const bool first = best < 0 || bucket->feature[old[i]] < bucket->feature[best];
        if (first && grains_holds(stepping, bucket, old[i]))
            best = old[i];
    }
    return best;
}

// A contact that begins within reach of a pair that holds on to each other is part of that, also where it is met again before a
// step has given it a share: a look may come between, and the contact that held may be gone from the lanes by then.
static void hold_on(const stepping *stepping, bucket *bucket, int32_t contact, int32_t from)
{
    const law_set *set = &stepping->law[bucket->set];
    const history_layout *layout = &stepping->context.layout[bucket->set];
    for (int slot = 0; from >= 0 && slot < LAW_SLOTS; slot++) {
        const int first = layout->law[slot];
        const int count = set->holds[slot] ? set->history[slot] : 0;
        for (int j = first; j < first + count; j++)
            bucket->history[j][contact] = bucket->history[j][from];
    }
    if (from >= 0)
        bucket->history[layout->share][contact] = GRAINS_HELD_BY_PAIR;
}

// The contact of touch number j goes on, maybe with another feature, or is made. False without memory.
static bool keep_contact(const stepping *stepping, block *block, const pair_touches *found, int j)
{
    const contact_context *context = &stepping->context;
    const near_grain *near = found->pair;
    const int64_t feature = block->current.touch[j].feature;
    if (block->current.old[j] < 0) {
        block->current.old[j] =
            contact_make(block, found->bucket, near->a, near->b, feature, context);
        return block->current.old[j] >= 0;
    }
    if (block->bucket[found->bucket].feature[block->current.old[j]] == feature)
        return true;
    return contact_rekey(block, found->bucket, block->current.old[j], feature, context);
}

bool grains_settle(const stepping *stepping, block *block, const pair_touches *found,
                   report *report)
{
    const near_grain *near = found->pair;
    const bool own_block = near->a >= block->low && near->a < block->high;
    const bool counted = near->wall || own_block; // else by the block of a
    bucket *bucket = &block->bucket[found->bucket];
    current_pair *current = &block->current;
    current->offset = found->offset;
    for (int32_t i = 0; i < found->olds; i++)
        bucket->geometry[GRAIN_GAP][found->old[i]] = INFINITY;
    const int32_t from = holder(stepping, bucket, found->old, found->olds);
    match(bucket, block, found->old, found->olds, found->count);
    const double curvature_b = curvature_of(stepping, near->b);
    const double curvature_a = near->wall ? 0 : curvature_of(stepping, near->a);
    for (int j = 0; j < found->count; j++) {
        const bool fresh = current->old[j] < 0;
        if (!keep_contact(stepping, block, found, j))
            return false;
        const int32_t contact = current->old[j];
        const double other = near->wall ? current->curvature[j] : curvature_a;
        const double curvature = curvature_b + other;
        set_geometry(stepping, bucket, found, contact, &current->touch[j], curvature);
        if (!fresh)
            continue;
        hold_on(stepping, bucket, contact, from);
        block_begin_history(stepping, bucket, contact);
        report->made += counted;
    }
    for (int32_t i = 0; i < found->olds; i++) // matched ones have a gap by now
        if (bucket->geometry[GRAIN_GAP][found->old[i]] == INFINITY)
            grains_set_apart(stepping, bucket, found->old[i]);
    return true;
}
