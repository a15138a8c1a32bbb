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

static bool look_through(const stepping *s, block *b, corner_watch *w, const placed_wall *wall,
                         grain_pose *g, v3 centre, double beyond)
{
    if (w->slack < 0)
        w->slack = slack_first * s->skin;
    else if (w->age < OFTEN)
        w->slack = real_min(2 * w->slack, s->skin);
    else if (w->age > SELDOM)
        w->slack = real_max(0.5 * w->slack, slack_least * s->skin);
    if (!reserve_corners(b, g->form->turned))
        return false;
    if (!s->corners) {
        grain_turn(g->form, g->turn, b->corner);
        g->turned = b->corner;
    }
    double distance = w->slack + beyond;
    w->count = grain_wall_near(wall, g, centre, distance,
                               b->near_corner ? b->near_corner + w->first : NULL, w->room);
    if (w->count > w->room) {
        if (!move_list(b, w, w->count + w->count / 4))
            return false;
        grain_wall_near(wall, g, centre, distance, b->near_corner + w->first, w->room);
    }
    w->offset = v3_sub(centre, wall->position);
    w->turn[0] = wall->orientation;
    w->turn[1] = g->turn;
    w->age = 0;
    return true;
}

// Turns the corners that the list needs: of a wall with faces, all.
static void turn_listed(const block *b, const corner_watch *w, const placed_wall *wall,
                        grain_pose *g)
{
    g->turned = b->corner;
    if (wall->faces)
        grain_turn(g->form, g->turn, b->corner);
    else
        grain_turn_some(g->form, g->turn, b->near_corner + w->first, w->count, b->corner);
}

int32_t corners_near(const stepping *s, block *b, const near_grain *p, const placed_wall *wall,
                     grain_pose *g, v3 centre, double beyond, const int32_t **near)
{
    corner_watch *w = &b->corner_watch[p - b->grain];
    v3 offset = v3_sub(centre, wall->position);
    double far = size1(offset) + g->radius;
    double moved =
        size1(v3_sub(offset, w->offset)) +
        2 * (g->radius * apart1(g->turn, w->turn[1]) + far * apart1(wall->orientation, w->turn[0]));
    bool holds = w->slack > 0 && (1 + 1e-9) * moved < w->slack;
    if (!holds && !look_through(s, b, w, wall, g, centre, beyond))
        return -1;
    if (w->age <= SELDOM)
        w->age++;
    *near = w->count > 0 ? b->near_corner + w->first : NULL;
    if (!s->corners && w->count > 0)
        turn_listed(b, w, wall, g);
    return w->count;
}
