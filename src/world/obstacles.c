// obstacles.c - what a wall that a force pushes meets and no force tells of: grains that are fixed, and the end of the
// domain.
//
// Between two bodies of infinite mass there is no contact. A wall with a drive that goes by time is where it is told to
// be, whatever stands there. One that a force pushes has a mass, a fixed grain in its way would stop it, and behind the
// domain there is nothing that could; nobody would see that it went on. So it is looked at after each step in which it
// may have reached something: the way from the nearest fixed grain to it is known from the last look, and until it has
// gone so far there is nothing to see.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/ball_wall.h"
#include "shape/crossing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double let_in =
    0.01; // of the radius: a wall may lie on a fixed grain, or slide along it
static const double deeper = 1e-9;     // of the radius: it goes on
static const double on_surface = 1e-6; // of the radius
static const double looks_ahead = 2;   // radii
static const double unbounded = 1e150; // m: a plane ends nowhere
enum { CORNERS = 8 };

// Triangles of a mesh near a grain.
typedef struct nearby {
    int32_t *part;
    int64_t room;
} nearby;

// The least gap of a grain and a wall that stands there, at most `reach`; NAN without memory.
static double gap_at(const moving_wall *k, const wall_pose *pose, v3 at, double radius,
                     double reach, nearby *n)
{
    wall_touch touch[WALL_TOUCH_MOST];
    for (;;) {
        const int parts = ball_wall_near(k->shape, pose->position, pose->orientation, at, radius,
                                         reach, n->part, (int)n->room);
        if (parts > n->room) {
            if (!mem_grow((void **)&n->part, &n->room, parts, sizeof *n->part))
                return NAN;
            continue;
        }
        int count = ball_wall_touches(k->shape, pose->position, pose->orientation, at, radius,
                                      reach, n->part, parts, touch);
        if (count < 0)
            return -radius; // in more places at once than can be told
        double least = reach;
        for (int i = 0; i < count; i++)
            least = real_min(least, touch[i].gap);
        return least;
    }
}

static v3 seen_from(const wall_pose *pose, v3 at)
{
    return q4_rotate(q4_conjugate(pose->orientation), v3_sub(at, pose->position));
}

// A fixed grain. Of one with corners a place in it is followed: it counts when that is passed.
typedef struct obstacle {
    v3 at;
    double radius;
    bool ball;
} obstacle;

static obstacle obstacle_of(const world *w, const bodies *o, int32_t slot)
{
    const double *x = o->position[o->now][slot].v;
    const grain_form *form = w->shared->form[o->set[slot]];
    obstacle out = {v3_make(x[0], x[1], x[2]), x[3], !form};
    if (!form)
        return out;
    const double *q = o->orientation[slot].v;
    out.at = v3_add(out.at, q4_rotate((q4){q[0], q[1], q[2], q[3]}, form->inner));
    return out;
}

// Did the wall go into it in the step? `clear`: how far it may go on before it can reach it; NAN without memory.
static bool goes_into(const moving_wall *k, const obstacle *g, nearby *n, double *clear)
{
    const double reach = looks_ahead * g->radius;
    const double gap = gap_at(k, &k->now, g->at, g->radius, reach, n);
    *clear = gap >= 0 ? gap : isnan(gap) ? NAN : 0;
    if (primitive_crosses(k->shape, seen_from(&k->was, g->at), seen_from(&k->now, g->at),
                          on_surface * g->radius))
        return true;
    if (!g->ball || !(gap < -let_in * g->radius))
        return false;
    return gap < gap_at(k, &k->was, g->at, g->radius, reach, n) - deeper * g->radius;
}

// A fixed grain into which a wall went.
typedef struct struck_grain {
    const part *part; // NULL: none
    int32_t slot;
    int64_t id;
} struck_grain;

static void look_at_part(const world *w, const part *p, const moving_wall *k, nearby *n,
                         double *clear, struck_grain *found)
{
    const bodies *o = &p->body;
    for (int32_t i = 0; i < o->count && !isnan(*clear); i++) {
        if (o->velocity[o->now][i].v[3] > 0)
            continue;
        const obstacle g = obstacle_of(w, o, i);
        double its;
        if (goes_into(k, &g, n, &its) && (!found->part || o->id[i] < found->id))
            *found = (struck_grain){p, i, o->id[i]};
        if (!(its >= *clear))
            *clear = its;
    }
}

// The one of the lowest id. `clear` is that of all.
static struck_grain struck(const world *w, const moving_wall *k, double *clear)
{
    nearby n = {0};
    struck_grain found = {NULL, -1, -1};
    *clear = INFINITY;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        look_at_part(w, p, k, &n, clear, &found);
    free(n.part);
    return found;
}

// Is a part of the wall in the domain, or of a plane a part of the domain on either side of it?
static bool in_domain(const world *w, const moving_wall *k, const wall_pose *pose)
{
    v3 low;
    v3 high;
    primitive_bounds(k->shape, pose->position, pose->orientation, &low, &high);
    if (isfinite(primitive_extent(k->shape))) {
        const v3 first = w->shared->m->low;
        const v3 last = w->shared->m->high;
        const bool x = w->part->s.periodic[0] || (high.x >= first.x && low.x <= last.x);
        const bool y = w->part->s.periodic[1] || (high.y >= first.y && low.y <= last.y);
        const bool z = w->part->s.periodic[2] || (high.z >= first.z && low.z <= last.z);
        return x && y && z;
    }
    int before = 0;
    low = w->shared->m->low;
    high = w->shared->m->high;
    for (int i = 0; i < CORNERS; i++) {
        const v3 corner =
            v3_make(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        wall_touch touch[WALL_TOUCH_MOST];
        const int32_t whole = 0;
        if (ball_wall_touches(k->shape, pose->position, pose->orientation, corner, 0, unbounded,
                              &whole, 1, touch) != 1)
            return true;
        if (touch[0].gap >= 0)
            before++;
    }
    return before > 0 && before < CORNERS;
}

static scree_status tell(const world *w, const moving_wall *k, const char *remedy,
                         scree_error *error, const char *what)
{
    char where[80];
    const v3 at = k->now.position;
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w),
             (long long)w->shared->step);
    return fail(error, SCREE_DIVERGED, where, remedy,
                "wall `%s`, which a force pushes, is at (%.6g, %.6g, %.6g) m and %s", k->name, at.x,
                at.y, at.z, what);
}

static scree_status check_wall(const world *w, moving_wall *k, scree_error *error)
{
    const double way = v3_norm(v3_sub(k->now.position, k->was.position));
    if (!(way > 0))
        return SCREE_OK;
    if (in_domain(w, k, &k->was) && !in_domain(w, k, &k->now))
        return tell(w, k, "give its drive a limit, `low` or `high`, or make the domain larger",
                    error, "has left the domain: nothing is there that could stop it");
    k->clear -= way;
    if (k->clear > 0)
        return SCREE_OK;
    const struck_grain found = struck(w, k, &k->clear);
    if (isnan(k->clear))
        return fail_memory(error, "walls");
    if (!found.part)
        return SCREE_OK;
    const bodies *o = &found.part->body;
    const double *x = o->position[o->now][found.slot].v;
    char what[200];
    snprintf(what, sizeof what,
             "goes into grain %lld of `%s` at (%.6g, %.6g, %.6g) m, which is fixed: between these "
             "two there is no force",
             (long long)found.id, world_set_name(w, found.part, found.slot), x[0], x[1], x[2]);
    return tell(w, k,
                "give its drive a limit, `low` or `high`, that ends before, or move the grain",
                error, what);
}

scree_status world_check_obstacles(world *w, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int k = 0; k < w->shared->walls && status == SCREE_OK; k++)
        if (w->shared->wall[k].drive && w->shared->wall[k].drive->answers)
            status = check_wall(w, &w->shared->wall[k], error);
    return status;
}
