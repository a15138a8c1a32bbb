// gather_touches.c - where a grain with a core touches another grain, or a wall, for the nonsmooth solver: what collide/
// finds, in lists that grow as they need to.
#include "nonsmooth/finder.h"

#include "base/memory.h"
#include "collide/grain_solids.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <math.h>

grain_pose finder_pose(const impulses *impulses, int32_t slot)
{
    const part *part = impulses->part;
    const stepping *stepping = &part->stepping;
    const bodies *bodies = &part->body;
    int32_t set = bodies->set[slot];
    const grain_form *form = impulses->shared->form[set];
    const v3 *turned = NULL;
    if (form)
        turned = stepping->turned + stepping->turned_first[slot];
    return (grain_pose){
        .form = form,
        .radius = bodies_radius(bodies, slot),
        .turn = bodies_orientation(bodies, slot),
        .turned = turned,
        .anchored = true,
    };
}

static bool room_for_touches(finder *finder, int need)
{
    int64_t room[2] = {finder->touch_room, finder->touch_room};
    if (!MEM_GROW(finder->touch, room[0], need) || !MEM_GROW(finder->curvature, room[1], need)) {
        finder->no_memory = true;
        return false;
    }
    finder->touch_room = need;
    return true;
}

static int near_features(finder *finder, const grain_pair *pair, double reach)
{
    if (!grain_by_features(pair->a->form, pair->b->form, false))
        return 0;
    for (;;) {
        sphero_room room = {finder->pair, finder->pair_room};
        int count = grain_near(pair, reach, room);
        if (count <= finder->pair_room)
            return count;
        int64_t grown = finder->pair_room;
        if (!MEM_GROW(finder->pair, grown, count)) {
            finder->no_memory = true;
            return 0;
        }
        finder->pair_room = (int)grown;
    }
}

// Cores that lie on each other: how deep they are, nobody can tell.
static void report_lost(const finder *finder, int32_t a, int32_t b, bool wall)
{
    const deep_overlap too_deep = {INFINITY, INFINITY};
    if (!finder->looking)
        report_too_deep(&finder->impulses->part->stepping, finder->report, a, b, wall, too_deep);
}

int finder_touches(finder *finder, int32_t i, int32_t j, v3 offset, double reach)
{
    const impulses *impulses = finder->impulses;
    grain_pose a = finder_pose(impulses, i);
    grain_pose b = finder_pose(impulses, j);
    grain_pair pair = {
        .a = &a,
        .b = &b,
        .offset = offset,
        .flat = impulses->part->stepping.flat,
    };
    bool solids = grain_by_solids(a.form, b.form);
    int pairs = solids ? 0 : near_features(finder, &pair, reach);
    convex_memory memory = {0};
    for (;;) {
        touch_list list = {.item = finder->touch, .room = finder->touch_room};
        sphero_list near = {finder->pair, pairs, 0};
        if (solids)
            grain_solids_touches(&pair, reach, &list);
        else
            grain_touches(&pair, &near, reach, &memory, &list);
        if (list.lost)
            report_lost(finder, i, j, false);
        if (list.count <= list.room)
            return list.count;
        if (!room_for_touches(finder, list.count))
            return 0;
    }
}

double finder_rounding(const impulses *impulses, int32_t slot)
{
    const bodies *bodies = &impulses->part->body;
    const grain_form *form = impulses->shared->form[bodies->set[slot]];
    return form ? form->core->radius : bodies_radius(bodies, slot);
}

double finder_contact_radius(const impulses *impulses, int32_t slot)
{
    const bodies *bodies = &impulses->part->body;
    int32_t set = bodies->set[slot];
    double radius = bodies_radius(bodies, slot);
    return grain_contact_radius(impulses->shared->form[set], radius);
}

// The features of a grain near a wall with faces; NULL: its vertices alone meet the wall.
static const int32_t *near_wall_features(finder *finder, const placed_wall *wall,
                                         const grain_pose *pose, v3 at, double reach)
{
    if (!wall->faces)
        return NULL;
    for (;;) {
        int32_t count =
            grain_wall_near(wall, pose, at, reach, finder->near, (int32_t)finder->near_room);
        if (count <= finder->near_room)
            return finder->near;
        if (MEM_GROW(finder->near, finder->near_room, count))
            continue;
        finder->no_memory = true;
        return NULL;
    }
}

touch_list finder_wall_touches(finder *finder, const near_grain *pair, const grain_pose *pose,
                               v3 at, double reach)
{
    const impulses *impulses = finder->impulses;
    const placed_wall wall = moving_wall_placed(&impulses->shared->wall[pair->a]);
    const int32_t *near = near_wall_features(finder, &wall, pose, at, reach);
    const grain_at_wall meeting = {
        .wall = &wall,
        .pose = pose,
        .centre = at,
        .reach = reach,
    };
    touch_list list = {0};
    if (finder->no_memory)
        return list;
    do {
        list = (touch_list){.item = finder->touch, .room = finder->touch_room};
        if (!grain_wall_touches(&meeting, near, 0, &list, finder->curvature)) {
            if (!finder->looking) {
                report_trouble(&impulses->part->stepping, finder->report, TROUBLE_CORNER, pair->a,
                               pair->b, true);
            }
            return (touch_list){0};
        }
    } while (list.count > list.room && room_for_touches(finder, list.count));
    if (list.lost)
        report_lost(finder, pair->a, pair->b, true);
    return list;
}
