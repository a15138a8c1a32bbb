// corners.c - which features of a grain with a core may touch a wall that is near.
//
// Those within a slack of touch are kept until grain and wall may have come nearer to each other by that slack, seen
// from where they were then: |change of the offset| + R |turn of the grain| + (distance + R) |turn of the wall|. A turn
// by the angle t moves a point at R by 2 R sin(t/2) <= 2 R |q - q'|. Which are kept changes no result.
#include "smooth/grains.h"

#include "base/memory.h"

// A slack that lasts for fewer steps than OFTEN grows, one that lasts for more than SELDOM shrinks.
enum { OFTEN = 16, SELDOM = 256 };
static const double slack_first = 1.0 / 64, slack_least = 1.0 / 4096; // of the skin

bool corners_begin(block *block)
{
    corner_watches *corners = &block->corners;
    const grain_pairs *grains = &block->grains;
    int32_t walls = 0;
    while (walls < grains->count && grains->pair[walls].wall)
        walls++;
    corners->watches = walls;
    corners->count = 0;
    if (!MEM_GROW32(corners->watch, corners->watch_room, walls))
        return false;
    for (int32_t i = 0; i < walls; i++)
        corners->watch[i] = (corner_watch){.slack = -1};
    return true;
}

static double size1(v3 vector)
{
    return fabs(vector.x) + fabs(vector.y) + fabs(vector.z);
}
static double apart1(q4 one, q4 other)
{
    const double w = fabs(one.w - other.w);
    const double x = fabs(one.x - other.x);
    const double y = fabs(one.y - other.y);
    const double z = fabs(one.z - other.z);
    return w + x + y + z;
}

static bool reserve_corners(block *block, int32_t turned)
{
    current_pair *current = &block->current;
    return MEM_GROW32(current->corner, current->corner_room, turned);
}

// A place for so many numbers at the end of the lists of the block.
static bool move_list(block *block, corner_watch *watch, int32_t need)
{
    corner_watches *corners = &block->corners;
    const int64_t all = (int64_t)corners->count + need;
    if (!MEM_GROW32(corners->near, corners->room, all))
        return false;
    watch->first = corners->count;
    watch->room = need;
    corners->count += need;
    return true;
}

static void choose_slack(const stepping *stepping, corner_watch *watch)
{
    if (watch->slack < 0)
        watch->slack = slack_first * stepping->skin;
    else if (watch->age < OFTEN)
        watch->slack = real_min(2 * watch->slack, stepping->skin);
    else if (watch->age > SELDOM)
        watch->slack = real_max(0.5 * watch->slack, slack_least * stepping->skin);
}

// Writes the features near the wall into the list of the watch, as far as it has room; all are counted.
static void list_features(const block *block, corner_watch *watch, const corners_at_wall *at)
{
    const double distance = watch->slack + at->beyond;
    int32_t *list = NULL;
    if (block->corners.near)
        list = block->corners.near + watch->first;
    watch->count = grain_wall_near(at->wall, at->pose, at->centre, distance, list, watch->room);
}

static bool look_through(const stepping *stepping, block *block, corner_watch *watch,
                         const corners_at_wall *at)
{
    grain_pose *pose = at->pose;
    choose_slack(stepping, watch);
    if (!reserve_corners(block, pose->form->turned))
        return false;
    if (!stepping->corners) {
        grain_turn(pose->form, pose->turn, block->current.corner);
        pose->turned = block->current.corner;
    }
    list_features(block, watch, at);
    if (watch->count > watch->room) {
        if (!move_list(block, watch, watch->count + watch->count / 4))
            return false;
        list_features(block, watch, at);
    }
    watch->offset = v3_sub(at->centre, at->wall->position);
    watch->turn[0] = at->wall->orientation;
    watch->turn[1] = pose->turn;
    watch->age = 0;
    return true;
}

// Turns the corners that the list needs: of a wall with faces, all.
static void turn_listed(const block *block, const corner_watch *watch, const corners_at_wall *at)
{
    grain_pose *pose = at->pose;
    const int32_t *list = block->corners.near + watch->first;
    pose->turned = block->current.corner;
    if (at->wall->faces)
        grain_turn(pose->form, pose->turn, block->current.corner);
    else
        grain_turn_some(pose->form, pose->turn, list, watch->count, block->current.corner);
}

// By how much a feature may have come nearer to the wall since the list was made, or more.
static double moved_since(const corner_watch *watch, const corners_at_wall *at)
{
    const v3 offset = v3_sub(at->centre, at->wall->position);
    const double radius = at->pose->radius;
    const double far = size1(offset) + radius;
    const double way = size1(v3_sub(offset, watch->offset));
    const double wall_turned = apart1(at->wall->orientation, watch->turn[0]);
    const double grain_turned = apart1(at->pose->turn, watch->turn[1]);
    return way + 2 * (radius * grain_turned + far * wall_turned);
}

int32_t corners_near(const stepping *stepping, block *block, const near_grain *pair,
                     const corners_at_wall *at, const int32_t **near)
{
    corner_watch *watch = &block->corners.watch[pair - block->grains.pair];
    const bool holds = watch->slack > 0 && (1 + 1e-9) * moved_since(watch, at) < watch->slack;
    if (!holds && !look_through(stepping, block, watch, at))
        return -1;
    if (watch->age <= SELDOM)
        watch->age++;
    *near = watch->count > 0 ? block->corners.near + watch->first : NULL;
    if (!stepping->corners && watch->count > 0)
        turn_listed(block, watch, at);
    return watch->count;
}
