// ahead.c - see ahead.h.
//
// While a ball goes straight on, its distance from any convex part of a surface is a convex function of time, so the
// tangent plane at the nearest point is met before that part is. From place to place where the first of those planes is
// met (Newton's method, which does not overshoot) the ball comes to its first touch, or to where all planes lie behind
// it. Seen from inside a round wall the distance is concave; there a step too far is halved until it is none.
#include "collide/ahead.h"

#include "base/mathlib.h"

#include <math.h>
#include <string.h>

static const double touching = 1e-9; // of a radius: so near they touch
enum { LOOKS_MOST = 64 };

// How far the ball comes nearer to the plane of a contact on all of its way.
static double closes(const ahead_way *way, const wall_touch *touch)
{
    return -v3_dot(touch->normal, way->way);
}

// It would be stopped by the plane, though it does not touch yet.
static bool stops(const ahead_way *way, const wall_touch *touch)
{
    return touch->gap > 0 && closes(way, touch) > touch->gap;
}

static const wall_touch *with_feature(const wall_touch *touch, int count, int64_t feature)
{
    for (int i = 0; i < count; i++) {
        if (touch[i].feature == feature)
            return &touch[i];
    }
    return NULL;
}

// The contacts where the ball is after that part of its way.
typedef struct place {
    double part;
    int count;
    wall_touch touch[WALL_TOUCH_MOST];
} place;

static bool look(const ahead_way *way, double part, place *place)
{
    v3 centre = v3_fma(way->centre, part, way->way);
    place->part = part;
    place->count = ball_wall_touches(&way->wall, centre, way->radius, way->reach,
                                     (wall_parts){way->candidate, way->candidates}, place->touch);
    return place->count >= 0;
}

// What touches where the way begins is met already.
static bool met_before(const wall_touch *start, int count, int64_t feature)
{
    const wall_touch *touch = with_feature(start, count, feature);
    return touch && !(touch->gap > 0);
}

// Where the first of the planes at a place is met, as a part of the way; above 1: none is.
static double next_part(const ahead_way *way, const place *place, const wall_touch *start,
                        int count)
{
    double next = 2;
    for (int i = 0; i < place->count; i++) {
        double closing = closes(way, &place->touch[i]);
        if (!(closing > 0) || met_before(start, count, place->touch[i].feature))
            continue;
        next = real_min(next, place->part + real_max(place->touch[i].gap, 0) / closing);
    }
    return next;
}

static double least_gap(const place *place, const wall_touch *start, int count)
{
    double least = INFINITY;
    for (int i = 0; i < place->count; i++) {
        if (!met_before(start, count, place->touch[i].feature))
            least = real_min(least, place->touch[i].gap);
    }
    return least;
}

typedef enum outcome { PASSES, MEETS, UNKNOWN } outcome;

static outcome trace(const ahead_way *way, const wall_touch *start, int count, place *out)
{
    place there;
    out->part = 0;
    out->count = count;
    memcpy(out->touch, start, (size_t)count * sizeof *start);
    double next = next_part(way, out, start, count);
    for (int i = 0; i < LOOKS_MOST; i++) {
        if (next > 1)
            return PASSES;
        if (!look(way, next, &there))
            return UNKNOWN;
        double gap = least_gap(&there, start, count);
        if (gap < -touching * way->radius) {
            next = 0.5 * (out->part + next);
            continue;
        }
        *out = there;
        next = next_part(way, out, start, count);
        if (gap <= touching * way->radius && next <= out->part + touching)
            return MEETS;
    }
    return UNKNOWN;
}

// As it stands at a place on the way, with the gap that it has where the way begins.
static wall_touch seen_from_start(const ahead_way *way, const place *place, const wall_touch *touch)
{
    wall_touch out = *touch;
    out.gap = real_max(touch->gap, 0) + place->part * closes(way, touch);
    return out;
}

static wall_touch standing_back(const ahead_way *way, const wall_touch *touch)
{
    wall_touch out = *touch;
    out.gap = closes(way, touch) * (1 + way_behind);
    return out;
}

// A contact that is there from the start on: where it stands on the rest of the way, if that meets it.
static wall_touch on_the_rest(const ahead_way *way, const place *place, const wall_touch *touch)
{
    const wall_touch *later = with_feature(place->touch, place->count, touch->feature);
    if (later && closes(way, later) * (1 - place->part) > later->gap)
        return seen_from_start(way, place, later);
    return standing_back(way, touch);
}

int ahead_of_wall(const ahead_way *way, wall_touch touch[WALL_TOUCH_MOST], int count)
{
    place place;
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || stops(way, &touch[i]);
    if (!any || v3_norm(way->way) < way_short * way->radius)
        return count;
    outcome is = trace(way, touch, count, &place);
    if (is == UNKNOWN)
        return count;
    const int had = count;
    for (int i = 0; i < had; i++) {
        if (stops(way, &touch[i])) {
            touch[i] =
                is == MEETS ? on_the_rest(way, &place, &touch[i]) : standing_back(way, &touch[i]);
        }
    }
    for (int i = 0; is == MEETS && i < place.count; i++) {
        const wall_touch *wall_touch = &place.touch[i];
        if (wall_touch->gap > touching * way->radius ||
            with_feature(touch, had, wall_touch->feature))
            continue;
        if (count < WALL_TOUCH_MOST)
            touch[count++] = seen_from_start(way, &place, wall_touch);
    }
    return count;
}
