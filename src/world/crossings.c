// crossings.c - grains that pass through a wall between two steps.
//
// Contacts are looked for where bodies stand at the beginning of a step, so what goes through a thin wall within one
// step, wall or grain, meets nothing. The centre of a grain has then crossed the surface, and since a contact that deep
// would have stopped the run before, it has done so in one go: it has moved against the wall by a good part of its
// radius. Only where something moves that far in a step are grains looked at one by one, and only the ways of those
// that do are followed (shape/crossing.h). A step of the length that `auto` gives moves nothing that far.
#include "world/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "shape/crossing.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>

// Parts of the radius by which a grain may move against a wall in a step. A grain with corners may be much thinner than
// the ball of its volume.
static const double ball_share = 0.5, core_share = 0.05;
static const double on_surface = 1e-6; // radii
enum { WALL_PARTS = 16 };

double world_allowance(const world *w, int32_t slot)
{
    const double radius = w->body.position[w->body.now][slot].v[3];
    const grain_form *form = w->form[w->body.set[slot]];
    return form ? core_share * grain_contact_radius(form, radius) : ball_share * radius;
}

static bool mobile(const bodies *o, int32_t slot) { return o->velocity[o->now][slot].v[3] > 0; }

double world_least_allowance(const world *w)
{
    double least = INFINITY;
    for (int32_t i = 0; i < w->body.count; i++)
        if (mobile(&w->body, i)) least = real_min(least, world_allowance(w, i));
    return least;
}

// A grain before and after the step.
typedef struct passage {
    v3 from, to;
    double allowance, radius;
} passage;

static v3 v3_of(const rec4 *r) { return v3_make(r->v[0], r->v[1], r->v[2]); }

// A body of many balls, of which not all move in each step, goes by its centre, which is not kept in the domain.
static void pass_centre(const world *w, int32_t slot, passage *p)
{
    const bodies *o = &w->body;
    double *x[3] = {&p->to.x, &p->to.y, &p->to.z};
    p->to = v3_of(&o->centre[slot]);
    for (int d = 0; d < 3; d++)
        if (w->s.periodic[d])
            *x[d] -= w->s.context.length[d] * floor((*x[d] - w->s.low[d]) * w->s.context.inverse_length[d]);
    v3 way = o->path ? v3_of(&o->path[4 * (size_t)slot]) : v3_scale(w->dt, v3_of(&o->drift[slot]));
    p->from = v3_sub(p->to, way);
}

// False for what does not move by itself.
static bool passage_of(const world *w, int32_t slot, passage *p)
{
    const bodies *o = &w->body;
    if (!mobile(o, slot)) return false;
    bool follows = bodies_follow(o, slot);
    if (follows && bodies_first(o, slot) != slot) return false;
    p->allowance = world_allowance(w, slot);
    p->radius = o->position[o->now][slot].v[3];
    if (follows) {
        pass_centre(w, slot, p);
        return true;
    }
    v3 before = v3_of(&o->position[o->now][slot]);
    p->to = v3_of(&o->position[1 - o->now][slot]);
    p->from = v3_sub(p->to, nearest_image(&w->s.context, v3_sub(p->to, before)));
    return true;
}

static v3 seen_from(const wall_pose *pose, v3 at)
{
    return q4_rotate(q4_conjugate(pose->orientation), v3_sub(at, pose->position));
}

// Where the wall was after that part of the step, 0 to 1.
static wall_pose pose_after(const world *w, const world_wall *k, double part)
{
    if (!k->drive || part >= 1) return k->now;
    if (part <= 0) return k->was;
    return world_pose_at(k, world_time(w) + part * w->dt);
}

// The way of a grain as the wall sees it: a wall that turns or swings in the step bends it, so it goes in parts.
static bool crosses_image(const world *w, const world_wall *k, const passage *p, double *way)
{
    const int parts = k->drive && !k->drive->answers ? WALL_PARTS : 1;
    wall_pose pose = pose_after(w, k, 0);
    v3 from = seen_from(&pose, p->from);
    bool hit = false;
    *way = 0;
    for (int i = 1; i <= parts; i++) {
        double part = (double)i / parts;
        pose = pose_after(w, k, part);
        v3 to = seen_from(&pose, v3_fma(p->from, part, v3_sub(p->to, p->from)));
        hit = hit || primitive_crosses(k->shape, from, to, on_surface * p->radius);
        *way += v3_norm(v3_sub(to, from));
        from = to;
    }
    return hit && *way >= p->allowance;
}

// Walls have no images, so a way that crosses a periodic border is also followed from where it began on the other side;
// across an edge or a corner of the domain, on all sides that it touches.
static bool crosses(const world *w, const world_wall *k, const passage *p, double *way)
{
    const double from[3] = {p->from.x, p->from.y, p->from.z};
    double back[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++) {
        if (!w->s.periodic[d]) continue;
        if (from[d] < w->s.low[d]) back[d] = w->s.context.length[d];
        if (from[d] >= w->s.high[d]) back[d] = -w->s.context.length[d];
    }
    enum { X = 1, Y = 2, Z = 4, SIDES = 8 };
    const int across = (back[0] != 0 ? X : 0) | (back[1] != 0 ? Y : 0) | (back[2] != 0 ? Z : 0);
    for (int side = 0; side < SIDES; side++) {
        if (side & ~across) continue;
        const v3 shift = {side & X ? back[0] : 0, side & Y ? back[1] : 0, side & Z ? back[2] : 0};
        passage image = *p;
        image.from = v3_add(p->from, shift);
        image.to = v3_add(p->to, shift);
        if (crosses_image(w, k, &image, way)) return true;
    }
    return false;
}

// No point of a wall moves farther in a step than this, m; a plane is only looked at along its normal, where turning
// about it does nothing.
static double way_of_wall(const world_wall *k, double dt)
{
    if (!k->drive) return 0;
    double speed = real_max(v3_norm(k->now.velocity), v3_norm(k->was.velocity)); // it may swing to and fro in a step
    double way = real_max(speed * dt, v3_norm(v3_sub(k->now.position, k->was.position)));
    double extent = primitive_extent(k->shape);
    double turn = real_max(v3_norm(k->now.spin), v3_norm(k->was.spin)) * dt;
    return way + (turn > 0 && isfinite(extent) ? turn * extent : 0);
}

// The first wall, and of it the grain with the lowest id, where one has crossed.
typedef struct crossing {
    int wall; // -1: none
    int32_t slot;
    double way, radius;
} crossing;

static crossing find_crossing(const world *w, double farthest)
{
    crossing found = {.wall = -1};
    const int32_t *id = w->body.id;
#pragma omp parallel for num_threads(w->threads) schedule(static)
    for (int32_t i = 0; i < w->body.count; i++) {
        passage p;
        double way;
        if (!passage_of(w, i, &p)) continue;
        if (v3_norm(v3_sub(p.to, p.from)) + farthest < p.allowance) continue;
        for (int k = 0; k < w->walls; k++) {
            if (!crosses(w, &w->wall[k], &p, &way)) continue;
#pragma omp critical(scree_crossing)
            if (found.wall < 0 || k < found.wall || (k == found.wall && id[i] < id[found.slot]))
                found = (crossing){k, i, way, p.radius};
        }
    }
    return found;
}

scree_status world_check_crossings(const world *w, const report *r, scree_error *error)
{
    double farthest = 0, grains = w->dt * sqrt(r->speed2);
    if (r->moved2 > 0) grains = real_max(grains, sqrt(r->moved2) + w->s.moved); // both since the lists were built
    for (int k = 0; k < w->walls; k++) farthest = real_max(farthest, way_of_wall(&w->wall[k], w->dt));
    if (w->walls == 0 || grains + farthest < w->least_allowance) return SCREE_OK;
    crossing c = find_crossing(w, farthest);
    if (c.wall < 0) return SCREE_OK;
    const bodies *o = &w->body;
    const double *x = o->position[o->now][c.slot].v;
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w), (long long)w->step);
    return fail(error, SCREE_DIVERGED, where, "use a smaller step, or slower walls and grains",
                "grain %d of `%s` at (%.6g, %.6g, %.6g) m and wall `%s` pass through each other: in one step they move "
                "by %.3g m, %.3g of its radius",
                o->id[c.slot], world_set_name(w, c.slot), x[0], x[1], x[2], w->wall[c.wall].name, c.way,
                c.way / c.radius);
}
