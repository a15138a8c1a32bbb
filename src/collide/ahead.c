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
static double closes(const ahead_way *q, const wall_touch *t)
{
    return -v3_dot(t->normal, q->way);
}

// It would be stopped by the plane, though it does not touch yet.
static bool stops(const ahead_way *q, const wall_touch *t)
{
    return t->gap > 0 && closes(q, t) > t->gap;
}

static const wall_touch *with_feature(const wall_touch *touch, int count, int64_t feature)
{
    for (int i = 0; i < count; i++)
        if (touch[i].feature == feature)
            return &touch[i];
    return NULL;
}

// The contacts where the ball is after that part of its way.
typedef struct place {
    double part;
    int count;
    wall_touch touch[WALL_TOUCH_MOST];
} place;

static bool look(const ahead_way *q, double part, place *p)
{
    v3 centre = v3_fma(q->centre, part, q->way);
    p->part = part;
    p->count = ball_wall_touches(q->wall.shape, q->wall.position, q->wall.orientation, centre,
                                 q->radius, q->reach, q->candidate, q->candidates, p->touch);
    return p->count >= 0;
}

// What touches where the way begins is met already.
static bool met_before(const wall_touch *start, int count, int64_t feature)
{
    const wall_touch *t = with_feature(start, count, feature);
    return t && !(t->gap > 0);
}

// Where the first of the planes at a place is met, as a part of the way; above 1: none is.
static double next_part(const ahead_way *q, const place *p, const wall_touch *start, int count)
{
    double next = 2;
    for (int i = 0; i < p->count; i++) {
        double closing = closes(q, &p->touch[i]);
        if (!(closing > 0) || met_before(start, count, p->touch[i].feature))
            continue;
        next = real_min(next, p->part + real_max(p->touch[i].gap, 0) / closing);
    }
    return next;
}

static double least_gap(const place *p, const wall_touch *start, int count)
{
    double least = INFINITY;
    for (int i = 0; i < p->count; i++)
        if (!met_before(start, count, p->touch[i].feature))
            least = real_min(least, p->touch[i].gap);
    return least;
}

typedef enum outcome { PASSES, MEETS, UNKNOWN } outcome;

static outcome trace(const ahead_way *q, const wall_touch *start, int count, place *p)
{
    place there;
    p->part = 0;
    p->count = count;
    memcpy(p->touch, start, (size_t)count * sizeof *start);
    double next = next_part(q, p, start, count);
    for (int i = 0; i < LOOKS_MOST; i++) {
        if (next > 1)
            return PASSES;
        if (!look(q, next, &there))
            return UNKNOWN;
        double gap = least_gap(&there, start, count);
        if (gap < -touching * q->radius) {
            next = 0.5 * (p->part + next);
            continue;
        }
        *p = there;
        next = next_part(q, p, start, count);
        if (gap <= touching * q->radius && next <= p->part + touching)
            return MEETS;
    }
    return UNKNOWN;
}

// As it stands at a place on the way, with the gap that it has where the way begins.
static wall_touch seen_from_start(const ahead_way *q, const place *p, const wall_touch *t)
{
    wall_touch out = *t;
    out.gap = real_max(t->gap, 0) + p->part * closes(q, t);
    return out;
}

static wall_touch standing_back(const ahead_way *q, const wall_touch *t)
{
    wall_touch out = *t;
    out.gap = closes(q, t) * (1 + way_behind);
    return out;
}

// A contact that is there from the start on: where it stands on the rest of the way, if that meets it.
static wall_touch on_the_rest(const ahead_way *q, const place *p, const wall_touch *t)
{
    const wall_touch *later = with_feature(p->touch, p->count, t->feature);
    if (later && closes(q, later) * (1 - p->part) > later->gap)
        return seen_from_start(q, p, later);
    return standing_back(q, t);
}

int ahead_of_wall(const ahead_way *q, wall_touch touch[WALL_TOUCH_MOST], int count)
{
    place p;
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || stops(q, &touch[i]);
    if (!any || v3_norm(q->way) < way_short * q->radius)
        return count;
    outcome is = trace(q, touch, count, &p);
    if (is == UNKNOWN)
        return count;
    const int had = count;
    for (int i = 0; i < had; i++)
        if (stops(q, &touch[i]))
            touch[i] = is == MEETS ? on_the_rest(q, &p, &touch[i]) : standing_back(q, &touch[i]);
    for (int i = 0; is == MEETS && i < p.count; i++) {
        const wall_touch *t = &p.touch[i];
        if (t->gap > touching * q->radius || with_feature(touch, had, t->feature))
            continue;
        if (count < WALL_TOUCH_MOST)
            touch[count++] = seen_from_start(q, &p, t);
    }
    return count;
}
