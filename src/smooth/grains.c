// grains.c - contacts of grains with a core: the narrow phase of a step, pair by pair and wall by wall, in plain doubles,
// compiled once. What becomes of the touches that it finds is in grain_contacts.c.
//
// Near grains come with the lists. Those whose balls overlap are worked on: pairs that meet by features keep the near
// ones until the lists are built again (Alonso-Marroquin and Wang 2009, section 2.4), within which nothing moves by
// more than the skin.
#include "smooth/grains.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>

static grain_pose pose_of(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    grain_pose pose = {
        .form = grains_form(stepping, slot),
        .radius = bodies->position[bodies->now][slot].v[3],
        .turn = bodies_orientation(bodies, slot),
    };
    if (pose.form)
        pose.turned = stepping->turned + stepping->turned_first[slot];
    return pose;
}

// ---- old contacts of each pair

// Outlines keep their contacts from step to step; the others ask for them.
static bool asked(const block *block, const bucket *bucket)
{
    return bucket_cores(bucket->kind) &&
           (!block->outlines.linked || block->grains.asking == block->grains.count ||
            bucket_walls(bucket->kind));
}

// Fills block->touching: for each near grain, the contacts there are, all in one bucket. One that belongs to none is
// far apart. Outlines are asked after the lists were built alone.
static bool collect_old(const stepping *stepping, block *block)
{
    int32_t total = 0;
    if (!block->outlines.linked)
        block->grains.asking = block->grains.count;
    for (int32_t i = 0; i < block->grains.asking; i++) {
        block->grains.pair[i].contacts = 0;
        block->grains.pair[i].holds = false;
    }
    for (int round = 0; round < 2; round++) {
        for (int index = 0; index < block->buckets; index++) {
            bucket *bucket = &block->bucket[index];
            for (int32_t i = 0; asked(block, bucket) && i < bucket->count; i++) {
                if (block->outlines.linked && bucket->lane[i] >= 0)
                    continue;
                near_grain *near = block_near_grain(block, bucket, i);
                if (round && near)
                    block->grains.touching[near->contact + near->contacts] = i;
                if (near) {
                    near->contacts++;
                    total++;
                    near->holds = near->holds || grains_holds(stepping, bucket, i);
                } else
                    grains_set_apart(stepping, bucket, i);
            }
        }
        if (round)
            break;
        if (!MEM_GROW32(block->grains.touching, block->grains.touching_room, total + 1))
            return false;
        for (int32_t i = 0, first = 0; i < block->grains.asking; i++) {
            block->grains.pair[i].contact = first;
            first += block->grains.pair[i].contacts;
            block->grains.pair[i].contacts = 0;
        }
    }
    return true;
}

// ---- the contacts of one pair

// Contacts of the pair, into block->touch; the number, or -1 without memory.
static int meet_pair(const stepping *stepping, block *block, near_grain *near, v3 offset,
                     double beyond, report *report)
{
    grain_pose pose_a = pose_of(stepping, near->a);
    grain_pose pose_b = pose_of(stepping, near->b);
    const grain_pair pair = {&pose_a, &pose_b, offset, stepping->flat};
    const deep_overlap lost = {INFINITY, INFINITY};
    const double held = near->holds ? beyond : 0;
    if (!near->listed && !grains_list(stepping, block, near, &pair, beyond))
        return -1;
    const sphero_pair *features = NULL;
    if (block->grains.feature)
        features = block->grains.feature + near->feature;
    const sphero_list near_features = {features, near->features, 2 * stepping->moved};
    for (;;) {
        touch_list list = {
            .item = block->current.touch,
            .room = block->current.touch_room,
            .beyond = held,
            .pushes = !stepping->law[grains_set(stepping, near)].attracts,
        };
        grain_touches(&pair, &near_features, held, &near->memory, &list);
        if (list.lost)
            report_too_deep(stepping, report, near->a, near->b, false, lost);
        if (list.count <= list.room)
            return list.count;
        if (!grains_reserve_touches(block, list.count))
            return -1;
    }
}

// Shares of what a wall attracts across a gap: at each contact as far as its curvature lets it. Those beyond are left
// out; the number of the others. Faces that look different ways attract as walls of their own do.
static int share_at_wall(const stepping *stepping, block *block, const near_grain *near, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double depth = grains_beyond(stepping, near, block->current.curvature[i]) -
                       block->current.touch[i].gap;
        if (!(depth > 0))
            continue;
        block->current.touch[kept] = block->current.touch[i];
        block->current.curvature[kept] = block->current.curvature[i];
        block->current.touch[kept++].depth = depth;
    }
    touch_share_alike(block->current.touch, kept);
    return kept;
}

static int meet_wall(const stepping *stepping, block *block, const near_grain *near, v3 centre,
                     report *report)
{
    const wall_state *state = &stepping->wall[near->a];
    double beyond = stepping->context.reach[grains_set(stepping, near)];
    double held = near->holds ? beyond : 0;
    placed_wall wall = {state->shape, state->position, state->orientation, state->faces};
    grain_pose pose = pose_of(stepping, near->b);
    const int32_t *near_features;
    const corners_at_wall corners = {&wall, &pose, centre, beyond};
    const int32_t count = corners_near(stepping, block, near, &corners, &near_features);
    if (count <= 0)
        return count; // nothing is near: a list without room is none
    const grain_at_wall at = {&wall, &pose, centre, held};
    for (;;) {
        touch_list list = {
            .item = block->current.touch,
            .room = block->current.touch_room,
            .pushes = !stepping->law[grains_set(stepping, near)].attracts,
        };
        if (!grain_wall_touches(&at, near_features, count, &list, block->current.curvature)) {
            report_trouble(stepping, report, TROUBLE_CORNER, near->a, near->b, true);
            return 0;
        }
        if (list.lost)
            report_too_deep(stepping, report, near->a, near->b, true,
                            (deep_overlap){INFINITY, INFINITY});
        if (list.count <= list.room)
            return held > 0 ? share_at_wall(stepping, block, near, list.count) : list.count;
        if (!grains_reserve_touches(block, list.count))
            return -1;
    }
}

// Two grains have to come nearer by `apart` before there is a contact. Each point of each has moved by s->moved at most
// since the lists were built, so by twice as much at most between two steps.
static void let_sleep(const stepping *stepping, near_grain *near, double apart)
{
    near->asleep = 0.499999 * apart - stepping->moved;
}

static bool step_near_grain(const stepping *stepping, block *block, near_grain *near,
                            report *report)
{
    if (near->contacts == 0 && stepping->moved < near->asleep)
        return true;
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    v3 offset = v3_make(0, 0, 0);
    int count;
    if (near->wall) {
        if (!(velocity[near->b].v[3] > 0) || stepping->wall[near->a].absent)
            return true;
        count = meet_wall(stepping, block, near, v3_of(&position[near->b]), report);
    } else {
        offset = grains_offset(stepping, near);
        double beyond = grains_beyond(stepping, near, 0);
        double reach = position[near->a].v[3] + position[near->b].v[3];
        double square = v3_dot(offset, offset);
        bool balls_meet = square < (reach + beyond) * (reach + beyond);
        count = balls_meet ? meet_pair(stepping, block, near, offset, beyond, report) : 0;
        if (count == 0)
            let_sleep(stepping, near, balls_meet ? near->memory.apart : sqrt(square) - reach);
    }
    if (count == 0 && near->contacts == 0)
        return true;
    if (count < 0)
        return false;
    const pair_touches found = {
        .pair = near,
        .offset = offset,
        .bucket = grains_bucket(stepping, block, near),
        .count = count,
        .old = block->grains.touching + near->contact,
        .olds = near->contacts,
    };
    return found.bucket >= 0 && grains_settle(stepping, block, &found, report);
}

void block_grains(const stepping *stepping, block *block, outlines_pass *pass, report *report)
{
    if (!stepping->form)
        return;
    bool ok = collect_old(stepping, block) && grains_reserve_touches(block, 8);
    if (!block->outlines.linked)
        ok = ok && outlines_begin(stepping, block) && corners_begin(block);
    for (int32_t i = 0; ok && i < block->grains.asking; i++)
        ok = block->grains.pair[i].watched ||
             step_near_grain(stepping, block, &block->grains.pair[i], report);
    ok = ok && pass(stepping, block, report);
    if (!ok)
        report_trouble(stepping, report, TROUBLE_MEMORY, block->low, -1, false);
}
