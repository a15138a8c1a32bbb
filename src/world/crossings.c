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
#include "world/ranks.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "shape/crossing.h"
#include "motion/clumps.h"
#include "state/rotation.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <stdio.h>

// Parts of the radius by which a grain may move against a wall in a step. A grain with corners may be much thinner than
// the ball of its volume.
static const double ball_share = 0.5, core_share = 0.05;
static const double on_surface = 1e-6;        // radii
enum { WALL_PARTS = 16, CYCLES_MOST = 4096 }; // of a cycle of its motion

static double way_allowed(const world *world, const bodies *bodies, int32_t slot)
{
    const double radius = bodies_radius(bodies, slot);
    const grain_form *form = world->shared->form[bodies->set[slot]];
    return form ? core_share * grain_contact_radius(form, radius) : ball_share * radius;
}

static bool mobile(const bodies *bodies, int32_t slot)
{
    return bodies_inverse_mass(bodies, slot) > 0;
}

// The same of a sheet. Grains with corners and clumps that go by one of their balls have what they had.
static double sheet_allowance(const world *world, const bodies *bodies, int32_t slot,
                              double allowance)
{
    const shared *shared = world->shared;
    if (shared->form[bodies->set[slot]] || bodies_follow(bodies, slot))
        return allowance;
    const double outside = 2 * real_max(1 - shared->model->deepest, 0);
    return real_min(allowance, outside * bodies_radius(bodies, slot));
}

static bool any_sheet(const world *world)
{
    for (int k = 0; k < world->shared->walls; k++) {
        if (world->shared->wall[k].shape->sheet)
            return true;
    }
    return false;
}

double world_allowance(const world *world, const part *part, int32_t slot)
{
    const double allowance = way_allowed(world, &part->body, slot);
    return any_sheet(world) ? sheet_allowance(world, &part->body, slot, allowance) : allowance;
}

double world_least_allowance(const world *world)
{
    double least = INFINITY;
    for (const part *part = world_own(world); part < world_own_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++) {
            if (mobile(&part->body, i))
                least = real_min(least, world_allowance(world, part, i));
        }
    }
    ranks_least(world, &least, 1);
    return least;
}

// A grain before and after the step.
typedef struct passage {
    v3 from, to;
    double allowance, sheet, radius;
} passage;

static double allowed(const passage *passage, const moving_wall *wall)
{
    return wall->shape->sheet ? passage->sheet : passage->allowance;
}

v3 world_in_domain(const world *world, v3 at)
{
    const stepping *stepping = &world->part->stepping;
    const contact_context *context = &stepping->context;
    double *position[3] = {&at.x, &at.y, &at.z};
    for (int axis = 0; axis < 3; axis++) {
        if (!stepping->periodic[axis])
            continue;
        const double beyond = *position[axis] - stepping->low[axis];
        *position[axis] -= context->length[axis] * floor(beyond * context->inverse_length[axis]);
    }
    return at;
}

// The ball of a clump that is nearest to its centre, which need not lie in any.
static int innermost(const model_clump *clump)
{
    int nearest = 0;
    double least2 = v3_dot(clump->at[0], clump->at[0]);
    for (int k = 1; k < clump->balls; k++) {
        const double distance2 = v3_dot(clump->at[k], clump->at[k]);
        if (distance2 < least2) {
            least2 = distance2;
            nearest = k;
        }
    }
    return nearest;
}

// A body of many balls, of which not all move in each step, goes by one of them, which follows from its centre and its
// turn; the centre is not kept in the domain.
static void pass_clump(const world *world, const part *mine, int32_t head, passage *passage)
{
    const bodies *bodies = &mine->body;
    const model_clump *clump = world->shared->clump[bodies->set[head]];
    const trail *behind = followers_of(&mine->stepping, head);
    const int k = innermost(clump);
    v3 way;
    if (bodies->path)
        way = v3_of(&bodies->path[4 * (size_t)head]);
    else
        way = v3_scale(world->shared->dt, v3_of(&bodies->drift[head]));
    const v3 arm = clump_arm(&mine->stepping, head, k);
    const v3 before = behind ? q4_rotate(behind->before, clump->at[k]) : arm;
    const v3 centre = v3_of(&bodies->centre[head]);
    const v3 swung = v3_sub(arm, before);
    passage->radius = bodies_radius(bodies, head + k);
    passage->to = world_in_domain(world, v3_add(centre, arm));
    passage->from = v3_sub(passage->to, v3_add(way, swung));
}

// A grain with a core goes by a place in it. Its turn is that after the step, of which the spin is the mean.
static void pass_core(const world *world, const bodies *bodies, int32_t slot,
                      const grain_form *form, passage *passage)
{
    const rec4 *spin = &bodies->spin[1 - bodies->now][slot];
    const q4 turn = bodies_orientation(bodies, slot);
    const v3 arm = q4_rotate(turn, form->inner);
    const double inverse_radius = spin->v[3];
    const double backwards = -0.25 * world->shared->dt * inverse_radius;
    const v3 half_way = v3_scale(backwards, v3_of(spin));
    const q4 back = q4_unit(rotation_about(half_way));
    passage->to = v3_add(passage->to, arm);
    passage->from = v3_add(passage->from, q4_rotate(back, arm));
}

// False for what does not move by itself.
static bool passage_of(const world *world, const part *mine, int32_t slot, passage *passage)
{
    const bodies *bodies = &mine->body;
    if (!mobile(bodies, slot))
        return false;
    bool follows = bodies_follow(bodies, slot);
    if (follows && bodies_first(bodies, slot) != slot)
        return false;
    passage->allowance = way_allowed(world, bodies, slot);
    passage->sheet = sheet_allowance(world, bodies, slot, passage->allowance);
    passage->radius = bodies_radius(bodies, slot);
    if (follows) {
        pass_clump(world, mine, slot, passage);
        return true;
    }
    v3 before = v3_of(position_now(bodies, slot));
    passage->to = v3_of(&bodies->position[1 - bodies->now][slot]);
    passage->from =
        v3_sub(passage->to, nearest_image(&mine->stepping.context, v3_sub(passage->to, before)));
    const grain_form *form = world->shared->form[bodies->set[slot]];
    if (form && v3_dot(form->inner, form->inner) > 0)
        pass_core(world, bodies, slot, form, passage);
    return true;
}

static v3 seen_from(const wall_pose *pose, v3 at)
{
    return q4_rotate(q4_conjugate(pose->orientation), v3_sub(at, pose->position));
}

// In how many parts of a step the motion of a wall is looked at: one that comes back within it, several times perhaps,
// is seen in each of them.
static int parts_of(const moving_wall *wall, double dt)
{
    if (!drive_chain_is(&wall->drive) || drive_chain_answers(&wall->drive))
        return 1;
    const double cycles = dt / drive_chain_cycle(&wall->drive);
    return cycles > 1 ? WALL_PARTS * (int)(real_min(cycles, CYCLES_MOST) + 1) : WALL_PARTS;
}

// How a wall moves in a step, and where it was in the parts of it. All grains ask for the same few poses, so these are
// worked out once; those of a wall that goes through cycles within a step are too many to keep.
typedef struct wall_motion {
    const world *world;
    const moving_wall *wall;
    double way; // no point of it goes farther than that, m; infinite where that is not known
    int parts;
    wall_pose kept[WALL_PARTS + 1];
} wall_motion;

static wall_pose pose_within(const wall_motion *motion, int part)
{
    const moving_wall *wall = motion->wall;
    if (!drive_chain_is(&wall->drive) || part >= motion->parts)
        return wall->now;
    if (part <= 0)
        return wall->was;
    const double share = (double)part / motion->parts;
    return moving_wall_at(wall, world_time(motion->world) + share * motion->world->shared->dt);
}

static wall_motion motion_of(const world *world, const moving_wall *wall)
{
    wall_motion motion = {
        .world = world,
        .wall = wall,
        .way = INFINITY,
        .parts = parts_of(wall, world->shared->dt),
    };
    for (int part = 0; motion.parts <= WALL_PARTS && part <= motion.parts; part++)
        motion.kept[part] = pose_within(&motion, part);
    return motion;
}

static wall_pose pose_after(const wall_motion *motion, int part)
{
    return motion->parts <= WALL_PARTS ? motion->kept[part] : pose_within(motion, part);
}

// The way of a grain as the wall sees it: a wall that turns or swings in the step bends it, so it goes in parts.
static bool crosses_image(const wall_motion *motion, const passage *passage, double *way)
{
    const primitive *shape = motion->wall->shape;
    const v3 whole = v3_sub(passage->to, passage->from);
    const double on = on_surface * passage->radius;
    const double reach = v3_norm(whole) + motion->way + on;
    wall_pose pose = pose_after(motion, 0);
    v3 from = seen_from(&pose, passage->from);
    bool hit = false;
    *way = 0;
    if (isfinite(reach) && primitive_is_clear(shape, from, 1.01 * reach))
        return false;
    for (int i = 1; i <= motion->parts; i++) {
        const double share = (double)i / motion->parts;
        pose = pose_after(motion, i);
        const v3 to = seen_from(&pose, v3_fma(passage->from, share, whole));
        hit = hit || primitive_crosses(shape, from, to, on);
        *way += v3_norm(v3_sub(to, from));
        from = to;
    }
    return hit && *way >= allowed(passage, motion->wall);
}

// Walls have no images, so a way that crosses a periodic border is also followed from where it began on the other side;
// across an edge or a corner of the domain, on all sides that it touches.
static bool crosses(const wall_motion *motion, const passage *straight, double *way)
{
    const stepping *stepping = &motion->world->part->stepping;
    const double *length = stepping->context.length;
    double back[3] = {0, 0, 0};
    int across = 0; // a bit for each axis
    for (int axis = 0; axis < 3; axis++) {
        if (!stepping->periodic[axis])
            continue;
        const double from = v3_component(straight->from, axis);
        if (from < stepping->low[axis])
            back[axis] = length[axis];
        if (from >= stepping->high[axis])
            back[axis] = -length[axis];
        if (back[axis] != 0)
            across |= 1 << axis;
    }
    enum { X = 1, Y = 2, Z = 4, SIDES = 8 };
    for (int side = 0; side < SIDES; side++) {
        if (side & ~across)
            continue;
        const v3 shift = {
            .x = side & X ? back[0] : 0,
            .y = side & Y ? back[1] : 0,
            .z = side & Z ? back[2] : 0,
        };
        passage image = *straight;
        image.from = v3_add(straight->from, shift);
        image.to = v3_add(straight->to, shift);
        if (crosses_image(motion, &image, way))
            return true;
    }
    return false;
}

// How far its reference point goes in the step. Where that is a good part of its cycle its speeds at the ends of the
// step do not tell: both may be those of the turning points.
static double way_of_reference(const world *world, const moving_wall *wall)
{
    const double dt = world->shared->dt;
    const double speed = real_max(v3_norm(wall->now.velocity), v3_norm(wall->was.velocity));
    const v3 shift = v3_sub(wall->now.position, wall->was.position);
    const double straight = real_max(speed * dt, v3_norm(shift));
    if (WALL_PARTS * dt < drive_chain_cycle(&wall->drive))
        return straight;
    const wall_motion motion = motion_of(world, wall);
    double way = 0;
    v3 from = wall->was.position;
    for (int i = 1; i <= motion.parts; i++) {
        const v3 to = pose_after(&motion, i).position;
        way += v3_norm(v3_sub(to, from));
        from = to;
    }
    return real_max(way, straight);
}

// No point of a wall moves farther in a step than this, m; a plane is only looked at along its normal, where turning
// about it does nothing.
static double way_of_wall(const world *world, const moving_wall *wall)
{
    if (!drive_chain_is(&wall->drive))
        return 0;
    const double extent = primitive_extent(wall->shape);
    const double spin = real_max(v3_norm(wall->now.spin), v3_norm(wall->was.spin));
    const double turn = spin * world->shared->dt;
    const bool swings = turn > 0 && isfinite(extent);
    return way_of_reference(world, wall) + (swings ? turn * extent : 0);
}

// The first wall, and of it the grain with the lowest id, where one has crossed.
typedef struct crossing {
    int wall; // -1: none
    int32_t set;
    int64_t id;
    v3 at;
    double way, radius;
} crossing;

// Whether what is found now comes before what was found.
static bool comes_first(const crossing *now, const crossing *before)
{
    if (before->wall < 0 || now->wall < before->wall)
        return true;
    return now->wall == before->wall && now->id < before->id;
}

// The grains of a part that may go so far against a wall that they could cross it. The wall goes `wall_way` at most, but
// for what turns of a plane without end.
static void look_at_part(const part *mine, int index, const wall_motion *motion, double wall_way,
                         crossing *found)
{
    const world *world = motion->world;
    const bodies *bodies = &mine->body;
#pragma omp parallel for num_threads(world->shared->threads) schedule(static)
    for (int32_t i = 0; i < bodies->count; i++) {
        passage passage;
        double way;
        if (!passage_of(world, mine, i, &passage))
            continue;
        const double grain_way = v3_norm(v3_sub(passage.to, passage.from));
        if (grain_way + wall_way < allowed(&passage, motion->wall))
            continue;
        if (!crosses(motion, &passage, &way))
            continue;
        const crossing now = {
            .wall = index,
            .set = bodies->set[i],
            .id = bodies->id[i],
            .at = v3_of(position_now(bodies, i)),
            .way = way,
            .radius = passage.radius,
        };
#pragma omp critical(scree_crossing)
        if (comes_first(&now, found))
            *found = now;
    }
}

static crossing first_of_ranks(const world *world, const crossing *mine)
{
    crossing first = {.wall = -1};
    crossing *all = ranks_gather(world, mine, sizeof *mine);
    for (int i = 0; all && i < world->ranks->ranks; i++) {
        if (all[i].wall >= 0 && comes_first(&all[i], &first))
            first = all[i];
    }
    free(all);
    return first;
}

static crossing find_crossing(const world *world)
{
    crossing found = {.wall = -1};
    for (int k = 0; k < world->shared->walls; k++) {
        const moving_wall *wall = &world->shared->wall[k];
        if (wall->absent)
            continue;
        const double wall_way = way_of_wall(world, wall);
        wall_motion motion = motion_of(world, wall);
        if (!drive_chain_is(&wall->drive) || isfinite(primitive_extent(wall->shape)))
            motion.way = wall_way;
        for (const part *part = world_own(world); part < world_own_end(world); part++)
            look_at_part(part, k, &motion, wall_way, &found);
    }
    return world->ranks ? first_of_ranks(world, &found) : found;
}

scree_status world_check_crossings(const world *world, const report *report, scree_error *error)
{
    shared *shared = world->shared;
    double farthest = 0;
    double grains = shared->dt * sqrt(report->speed2);
    if (report->moved2 > 0) {
        grains =
            real_max(grains, sqrt(report->moved2) +
                                 world->part->stepping.moved); // both since the lists were built
    }
    for (int k = 0; k < shared->walls; k++)
        farthest = real_max(farthest, way_of_wall(world, &shared->wall[k]));
    if (shared->walls == 0 || grains + farthest < shared->least_allowance)
        return SCREE_OK;
    crossing crossing = find_crossing(world);
    if (crossing.wall < 0)
        return SCREE_OK;
    const v3 at = crossing.at;
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)shared->step);
    return fail(error, SCREE_DIVERGED, where, "use a smaller step, or slower walls and grains",
                "grain %lld of `%s` at (%.6g, %.6g, %.6g) m and wall `%s` pass through each other: "
                "in one step they move "
                "by %.3g m, %.3g of its radius",
                (long long)crossing.id, model_set_name(shared->model, crossing.set), at.x, at.y,
                at.z, shared->wall[crossing.wall].name, crossing.way,
                crossing.way / crossing.radius);
}
