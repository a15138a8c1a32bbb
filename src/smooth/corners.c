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

bool corners_begin(block *b)
{
    int64_t room = b->corner_watch_room;
    b->corner_watches = b->near_corners = 0;
    while (b->corner_watches < b->grains && b->grain[b->corner_watches].wall)
        b->corner_watches++;
    if (!mem_grow((void **)&b->corner_watch, &room, b->corner_watches, sizeof *b->corner_watch))
        return false;
    b->corner_watch_room = (int32_t)room;
    for (int32_t i = 0; i < b->corner_watches; i++)
        b->corner_watch[i] = (corner_watch){.slack = -1};
    return true;
}

static double size1(v3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}
static double apart1(q4 a, q4 b)
{
    return fabs(a.w - b.w) + fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z);
}

static bool reserve_corners(block *b, int32_t turned)
{
    int64_t corners = b->corner_room;
    bool ok = mem_grow((void **)&b->corner, &corners, turned, sizeof *b->corner);
    b->corner_room = (int32_t)corners;
    return ok;
}

// A place for so many numbers at the end of the lists of the block.
static bool move_list(block *b, corner_watch *w, int32_t need)
{
    int64_t room = b->near_corner_room;
    bool ok = mem_grow((void **)&b->near_corner, &room, (int64_t)b->near_corners + need,
                       sizeof *b->near_corner);
    b->near_corner_room = (int32_t)room;
    if (!ok)
        return false;
    w->first = b->near_corners;
    w->room = need;
    b->near_corners += need;
    return true;
}

static void choose_slack(const stepping *s, corner_watch *w)
{
    if (w->slack < 0)
        w->slack = slack_first * s->skin;
    else if (w->age < OFTEN)
        w->slack = real_min(2 * w->slack, s->skin);
    else if (w->age > SELDOM)
        w->slack = real_max(0.5 * w->slack, slack_least * s->skin);
}

// Writes the features near the wall into the list of the watch, as far as it has room; all are counted.
static void list_features(const block *b, corner_watch *w, const corners_at_wall *at)
{
    const double distance = w->slack + at->beyond;
    int32_t *list = NULL;
    if (b->near_corner)
        list = b->near_corner + w->first;
    w->count = grain_wall_near(at->wall, at->pose, at->centre, distance, list, w->room);
}

static bool look_through(const stepping *s, block *b, corner_watch *w, const corners_at_wall *at)
{
    grain_pose *pose = at->pose;
    choose_slack(s, w);
    if (!reserve_corners(b, pose->form->turned))
        return false;
    if (!s->corners) {
        grain_turn(pose->form, pose->turn, b->corner);
        pose->turned = b->corner;
    }
    list_features(b, w, at);
    if (w->count > w->room) {
        if (!move_list(b, w, w->count + w->count / 4))
            return false;
        list_features(b, w, at);
    }
    w->offset = v3_sub(at->centre, at->wall->position);
    w->turn[0] = at->wall->orientation;
    w->turn[1] = pose->turn;
    w->age = 0;
    return true;
}

// Turns the corners that the list needs: of a wall with faces, all.
static void turn_listed(const block *b, const corner_watch *w, const corners_at_wall *at)
{
    grain_pose *pose = at->pose;
    const int32_t *list = b->near_corner + w->first;
    pose->turned = b->corner;
    if (at->wall->faces)
        grain_turn(pose->form, pose->turn, b->corner);
    else
        grain_turn_some(pose->form, pose->turn, list, w->count, b->corner);
}

// By how much a feature may have come nearer to the wall since the list was made, or more.
static double moved_since(const corner_watch *w, const corners_at_wall *at)
{
    const v3 offset = v3_sub(at->centre, at->wall->position);
    const double radius = at->pose->radius;
    const double far = size1(offset) + radius;
    const double way = size1(v3_sub(offset, w->offset));
    const double wall_turned = apart1(at->wall->orientation, w->turn[0]);
    const double grain_turned = apart1(at->pose->turn, w->turn[1]);
    return way + 2 * (radius * grain_turned + far * wall_turned);
}

int32_t corners_near(const stepping *s, block *b, const near_grain *p, const corners_at_wall *at,
                     const int32_t **near)
{
    corner_watch *w = &b->corner_watch[p - b->grain];
    const bool holds = w->slack > 0 && (1 + 1e-9) * moved_since(w, at) < w->slack;
    if (!holds && !look_through(s, b, w, at))
        return -1;
    if (w->age <= SELDOM)
        w->age++;
    *near = w->count > 0 ? b->near_corner + w->first : NULL;
    if (!s->corners && w->count > 0)
        turn_listed(b, w, at);
    return w->count;
}
