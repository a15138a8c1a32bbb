// crossings.c - grains that pass through a wall between two steps.
//
// Contacts are looked for where bodies stand at the beginning of a step, so what goes through a thin wall within one
// step, wall or grain, meets nothing. The middle of a grain, or of a ball of it, has then crossed the surface, and
// since a contact that deep would have stopped the run before, it has done so in one go: it has moved against the wall
// by a good part of its radius. Only where something moves that far in a step are grains looked at one by one, and only
// the ways of those that do are followed (shape/crossing.h). A step of the length that `auto` gives moves nothing that
// far. Where contacts may be deeper than three quarters of the radius (run.deepest_overlap), the middle of a ball can
// get through a sheet slowly, too, by twice what is left to the radius: there the ways of all balls that move that far
// are followed.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "shape/crossing.h"
#include "motion/clumps.h"
#include "motion/rotation.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>

// Parts of the radius by which a grain may move against a wall in a step. A grain with corners may be much thinner than
// the ball of its volume.
static const double ball_share = 0.5, core_share = 0.05;
static const double on_surface = 1e-6;        // radii
enum { WALL_PARTS = 16, CYCLES_MOST = 4096 }; // of a cycle of its motion

static double way_allowed(const world *w, const bodies *o, int32_t slot)
{
    const double radius = o->position[o->now][slot].v[3];
    const grain_form *form = w->shared->form[o->set[slot]];
    return form ? core_share * grain_contact_radius(form, radius) : ball_share * radius;
}

static bool mobile(const bodies *o, int32_t slot)
{
    return o->velocity[o->now][slot].v[3] > 0;
}

// The same of a sheet. Grains with corners and clumps that go by one of their balls have what they had.
static double sheet_allowance(const world *w, const bodies *o, int32_t slot, double allowance)
{
    if (w->shared->form[o->set[slot]] || bodies_follow(o, slot))
        return allowance;
    return real_min(allowance,
                    2 * real_max(1 - w->shared->m->deepest, 0) * o->position[o->now][slot].v[3]);
}

static bool any_sheet(const world *w)
{
    for (int k = 0; k < w->shared->walls; k++)
        if (w->shared->wall[k].shape->sheet)
            return true;
    return false;
}

double world_allowance(const world *w, const part *p, int32_t slot)
{
    const double allowance = way_allowed(w, &p->body, slot);
    return any_sheet(w) ? sheet_allowance(w, &p->body, slot, allowance) : allowance;
}

double world_least_allowance(const world *w)
{
    double least = INFINITY;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        for (int32_t i = 0; i < p->body.count; i++)
            if (mobile(&p->body, i))
                least = real_min(least, world_allowance(w, p, i));
    return least;
}

// A grain before and after the step.
typedef struct passage {
    v3 from, to;
    double allowance, sheet, radius;
} passage;

static double allowed(const passage *p, const moving_wall *k)
{
    return k->shape->sheet ? p->sheet : p->allowance;
}

static v3 in_domain(const world *w, v3 at)
{
    double *x[3] = {&at.x, &at.y, &at.z};
    for (int d = 0; d < 3; d++)
        if (w->part->s.periodic[d])
            *x[d] -= w->part->s.context.length[d] *
                     floor((*x[d] - w->part->s.low[d]) * w->part->s.context.inverse_length[d]);
    return at;
}

// The ball of a clump that is nearest to its centre, which need not lie in any.
static int innermost(const model_clump *c)
{
    int nearest = 0;
    for (int k = 1; k < c->balls; k++)
        if (v3_dot(c->at[k], c->at[k]) < v3_dot(c->at[nearest], c->at[nearest]))
            nearest = k;
    return nearest;
}

// A body of many balls, of which not all move in each step, goes by one of them, which follows from its centre and its
// turn; the centre is not kept in the domain.
static void pass_clump(const world *w, const part *mine, int32_t head, passage *p)
{
    const bodies *o = &mine->body;
    const model_clump *clump = w->shared->clump[o->set[head]];
    const trail *behind = followers_of(&mine->s, head);
    const int k = innermost(clump);
    const v3 way = o->path ? v3_of(&o->path[4 * (size_t)head])
                           : v3_scale(w->shared->dt, v3_of(&o->drift[head]));
    const v3 arm = clump_arm(&mine->s, head, k);
    const v3 before = behind ? q4_rotate(behind->before, clump->at[k]) : arm;
    p->radius = o->position[o->now][head + k].v[3];
    p->to = in_domain(w, v3_add(v3_of(&o->centre[head]), arm));
    p->from = v3_sub(p->to, v3_add(way, v3_sub(arm, before)));
}

// A grain with a core goes by a place in it. Its turn is that after the step, of which the spin is the mean.
static void pass_core(const world *w, const bodies *o, int32_t slot, const grain_form *form,
                      passage *p)
{
    const rec4 *spin = &o->spin[1 - o->now][slot];
    const v3 arm = q4_rotate(q4_of(&o->orientation[slot]), form->inner);
    const q4 back =
        q4_unit(rotation_about(v3_scale(-0.25 * w->shared->dt * spin->v[3], v3_of(spin))));
    p->to = v3_add(p->to, arm);
    p->from = v3_add(p->from, q4_rotate(back, arm));
}

// False for what does not move by itself.
static bool passage_of(const world *w, const part *mine, int32_t slot, passage *p)
{
    const bodies *o = &mine->body;
    if (!mobile(o, slot))
        return false;
    bool follows = bodies_follow(o, slot);
    if (follows && bodies_first(o, slot) != slot)
        return false;
    p->allowance = way_allowed(w, o, slot);
    p->sheet = sheet_allowance(w, o, slot, p->allowance);
    p->radius = o->position[o->now][slot].v[3];
    if (follows) {
        pass_clump(w, mine, slot, p);
        return true;
    }
    v3 before = v3_of(&o->position[o->now][slot]);
    p->to = v3_of(&o->position[1 - o->now][slot]);
    p->from = v3_sub(p->to, nearest_image(&mine->s.context, v3_sub(p->to, before)));
    const grain_form *form = w->shared->form[o->set[slot]];
    if (form && v3_dot(form->inner, form->inner) > 0)
        pass_core(w, o, slot, form, p);
    return true;
}

static v3 seen_from(const wall_pose *pose, v3 at)
{
    return q4_rotate(q4_conjugate(pose->orientation), v3_sub(at, pose->position));
}

// Where the wall was after that part of the step, 0 to 1.
static wall_pose pose_after(const world *w, const moving_wall *k, double part)
{
    if (!k->drive || part >= 1)
        return k->now;
    if (part <= 0)
        return k->was;
    return moving_wall_at(k, world_time(w) + part * w->shared->dt);
}

// In how many parts of a step the motion of a wall is looked at: one that comes back within it, several times perhaps,
// is seen in each of them.
static int parts_of(const moving_wall *k, double dt)
{
    if (!k->drive || k->drive->answers)
        return 1;
    const double cycles = k->drive->cycle ? dt / k->drive->cycle(k->choice) : 0;
    return cycles > 1 ? WALL_PARTS * (int)(real_min(cycles, CYCLES_MOST) + 1) : WALL_PARTS;
}

// The way of a grain as the wall sees it: a wall that turns or swings in the step bends it, so it goes in parts.
static bool crosses_image(const world *w, const moving_wall *k, const passage *p, double *way)
{
    const int parts = parts_of(k, w->shared->dt);
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
    return hit && *way >= allowed(p, k);
}

// Walls have no images, so a way that crosses a periodic border is also followed from where it began on the other side;
// across an edge or a corner of the domain, on all sides that it touches.
static bool crosses(const world *w, const moving_wall *k, const passage *p, double *way)
{
    const double from[3] = {p->from.x, p->from.y, p->from.z};
    double back[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++) {
        if (!w->part->s.periodic[d])
            continue;
        if (from[d] < w->part->s.low[d])
            back[d] = w->part->s.context.length[d];
        if (from[d] >= w->part->s.high[d])
            back[d] = -w->part->s.context.length[d];
    }
    enum { X = 1, Y = 2, Z = 4, SIDES = 8 };
    const int across = (back[0] != 0 ? X : 0) | (back[1] != 0 ? Y : 0) | (back[2] != 0 ? Z : 0);
    for (int side = 0; side < SIDES; side++) {
        if (side & ~across)
            continue;
        const v3 shift = {side & X ? back[0] : 0, side & Y ? back[1] : 0, side & Z ? back[2] : 0};
        passage image = *p;
        image.from = v3_add(p->from, shift);
        image.to = v3_add(p->to, shift);
        if (crosses_image(w, k, &image, way))
            return true;
    }
    return false;
}

// How far its reference point goes in the step. Where that is a good part of its cycle its speeds at the ends of the
// step do not tell: both may be those of the turning points.
static double way_of_reference(const world *w, const moving_wall *k)
{
    const double speed = real_max(v3_norm(k->now.velocity), v3_norm(k->was.velocity));
    const double straight =
        real_max(speed * w->shared->dt, v3_norm(v3_sub(k->now.position, k->was.position)));
    if (!k->drive->cycle || WALL_PARTS * w->shared->dt < k->drive->cycle(k->choice))
        return straight;
    const int parts = parts_of(k, w->shared->dt);
    double way = 0;
    v3 from = k->was.position;
    for (int i = 1; i <= parts; i++) {
        const v3 to = pose_after(w, k, (double)i / parts).position;
        way += v3_norm(v3_sub(to, from));
        from = to;
    }
    return real_max(way, straight);
}

// No point of a wall moves farther in a step than this, m; a plane is only looked at along its normal, where turning
// about it does nothing.
static double way_of_wall(const world *w, const moving_wall *k)
{
    if (!k->drive)
        return 0;
    double extent = primitive_extent(k->shape);
    double turn = real_max(v3_norm(k->now.spin), v3_norm(k->was.spin)) * w->shared->dt;
    return way_of_reference(w, k) + (turn > 0 && isfinite(extent) ? turn * extent : 0);
}

// The first wall, and of it the grain with the lowest id, where one has crossed.
typedef struct crossing {
    int wall; // -1: none
    const part *part;
    int32_t slot;
    int64_t id;
    double way, radius;
} crossing;

static void look_at_part(const world *w, const part *mine, double farthest, crossing *found)
{
    const bodies *o = &mine->body;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)
    for (int32_t i = 0; i < o->count; i++) {
        passage p;
        double way;
        if (!passage_of(w, mine, i, &p))
            continue;
        const double farthest_way = v3_norm(v3_sub(p.to, p.from)) + farthest;
        for (int k = 0; k < w->shared->walls; k++) {
            if (farthest_way < allowed(&p, &w->shared->wall[k]))
                continue;
            if (!crosses(w, &w->shared->wall[k], &p, &way))
                continue;
#pragma omp critical(scree_crossing)
            if (found->wall < 0 || k < found->wall || (k == found->wall && o->id[i] < found->id))
                *found = (crossing){k, mine, i, o->id[i], way, p.radius};
        }
    }
}

static crossing find_crossing(const world *w, double farthest)
{
    crossing found = {.wall = -1};
    for (const part *p = w->part; p < w->part + w->parts; p++)
        look_at_part(w, p, farthest, &found);
    return found;
}

scree_status world_check_crossings(const world *w, const report *r, scree_error *error)
{
    double farthest = 0;
    double grains = w->shared->dt * sqrt(r->speed2);
    if (r->moved2 > 0)
        grains =
            real_max(grains, sqrt(r->moved2) + w->part->s.moved); // both since the lists were built
    for (int k = 0; k < w->shared->walls; k++)
        farthest = real_max(farthest, way_of_wall(w, &w->shared->wall[k]));
    if (w->shared->walls == 0 || grains + farthest < w->shared->least_allowance)
        return SCREE_OK;
    crossing c = find_crossing(w, farthest);
    if (c.wall < 0)
        return SCREE_OK;
    const bodies *o = &c.part->body;
    const double *x = o->position[o->now][c.slot].v;
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w),
             (long long)w->shared->step);
    return fail(error, SCREE_DIVERGED, where, "use a smaller step, or slower walls and grains",
                "grain %lld of `%s` at (%.6g, %.6g, %.6g) m and wall `%s` pass through each other: "
                "in one step they move "
                "by %.3g m, %.3g of its radius",
                (long long)c.id, world_set_name(w, c.part, c.slot), x[0], x[1], x[2],
                w->shared->wall[c.wall].name, c.way, c.way / c.radius);
}
