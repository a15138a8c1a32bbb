// start_pairs.c - what no world can start with: grains deep in each other. Deep is what would stop the run
// (run.deepest_overlap), by the same radii: of balls, of the balls of clumps, of contacts.
//
// Depths are those of the contacts that would be: of balls, of the balls of clumps, of grains with a core as the solver
// of the case lets them meet. Contacts of cores that are not convex may not tell how deep these are in each other, which
// is asked for beside them (collide/grain_cores.h). So links may hang in each other, and must not stand in each other.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/grain_cores.h"
#include "collide/grain_solids.h"

#include <math.h>
#include <stdlib.h>

// Room for two grains as they lie, and for their contacts.
struct start_poses {
    const world *world;
    v3 *turned[2];
    touch *touch;
    sphero_pair *near;
    int64_t touch_room, near_room;
    bool no_memory;
};

static bool is_convex(const grain_form *form)
{
    return !form || form->core->meeting == MEET_CONVEX;
}

static bool resolves(const start_poses *poses)
{
    return poses->world->shared->solver->resolves;
}

static bool both_convex(const grain_pair *pair)
{
    return is_convex(pair->a->form) && is_convex(pair->b->form);
}

// As if nothing attracts the two: what does changes the weights of contacts, and not where they are. Convex ones have
// their exact depth.
static bool by_potential(const start_poses *poses, const grain_pair *pair)
{
    return resolves(poses) && !both_convex(pair);
}

static int near_features(start_poses *poses, const grain_pair *pair)
{
    if (!grain_by_features(pair->a->form, pair->b->form, by_potential(poses, pair)))
        return 0;
    for (;;) {
        const sphero_room room = {poses->near, (int)poses->near_room};
        const int count = grain_near(pair, 0, room);
        if (count <= room.room)
            return count;
        if (MEM_GROW(poses->near, poses->near_room, count))
            continue;
        poses->no_memory = true;
        return 0;
    }
}

// The contacts that the solver would find, in poses->touch.
static touch_list contacts_of(start_poses *poses, const grain_pair *pair)
{
    const bool solids = !resolves(poses) && grain_by_solids(pair->a->form, pair->b->form);
    const sphero_list near = {NULL, solids ? 0 : near_features(poses, pair), 0};
    for (;;) {
        touch_list list = {
            .item = poses->touch,
            .room = (int)poses->touch_room,
            .pushes = by_potential(poses, pair),
        };
        convex_memory memory = {0};
        if (solids)
            grain_solids_touches(pair, 0, &list);
        else
            grain_touches(pair, &(sphero_list){poses->near, near.pairs, 0}, 0, &memory, &list);
        if (list.count <= list.room)
            return list;
        if (MEM_GROW(poses->touch, poses->touch_room, list.count))
            continue;
        poses->no_memory = true;
        return (touch_list){0};
    }
}

static double rounding_of(const grain_pose *pose)
{
    return pose->form ? pose->form->core->radius : pose->radius;
}

// One grain with all that it is made of: a core, a ball, or the balls of a clump.
typedef struct start_grain {
    grain_pose pose;
    const model_clump *clump; // NULL: one part
} start_grain;

static start_grain start_grain_of(const start_poses *poses, const standing_grain *stands, int side)
{
    const shared *shared = poses->world->shared;
    const grain_form *form = shared->form[stands->set];
    start_grain grain = {
        .pose =
            {
                .form = form,
                .radius = stands->radius,
                .turn = stands->turn,
                .turned = poses->turned[side],
                .anchored = !resolves(poses),
            },
        .clump = form || stands->alone ? NULL : shared->clump[stands->set],
    };
    if (form)
        grain_turn(form, grain.pose.turn, poses->turned[side]);
    return grain;
}

static v3 part_of(const start_grain *grain, int k, grain_pose *out)
{
    *out = grain->pose;
    if (!grain->clump)
        return v3_make(0, 0, 0);
    out->radius = model_clump_radius(grain->clump, k, grain->pose.radius);
    return q4_rotate(grain->pose.turn, grain->clump->at[k]);
}

// By what a run measures overlaps of such a pair, m.
static double scale_of(const start_poses *poses, const grain_pair *pair)
{
    const grain_pose *a = pair->a;
    const grain_pose *b = pair->b;
    if (!both_convex(pair) && !resolves(poses))
        return grain_depth_scale(a->form, a->radius, b->form, b->radius, false);
    return real_min(grain_contact_radius(a->form, a->radius),
                    grain_contact_radius(b->form, b->radius));
}

// An overlap of that part of the radius is to have contacts, and these are to be that part as deep.
#define FELT_FROM 0.01
#define FELT_AS 0.25

static packing_overlap overlap_of_cores(start_poses *poses, const grain_pair *pair)
{
    const touch_list list = contacts_of(poses, pair);
    packing_overlap out = {.depth = -INFINITY, .radius = scale_of(poses, pair)};
    for (int i = 0; i < list.count; i++)
        out.depth = real_max(out.depth, -list.item[i].gap);
    if (both_convex(pair)) {
        out.depth = list.lost ? INFINITY : out.depth;
        return out;
    }
    const cores_overlap cores = grain_cores_overlap(pair);
    if (!(cores.depth >= 0)) {
        out.depth = list.lost ? INFINITY : out.depth;
        return out;
    }
    const double roundings = rounding_of(pair->a) + rounding_of(pair->b);
    out.radius = real_min(out.radius, cores.radius + roundings);
    out.unfelt = cores.depth > FELT_FROM * out.radius && out.depth < FELT_AS * cores.depth;
    out.depth = real_max(out.depth, cores.depth + roundings);
    return out;
}

static packing_overlap overlap_of_parts(start_poses *poses, const grain_pair *pair)
{
    const grain_pose *a = pair->a;
    const grain_pose *b = pair->b;
    if (a->form || b->form)
        return overlap_of_cores(poses, pair);
    return (packing_overlap){
        .depth = a->radius + b->radius - v3_norm(pair->offset),
        .radius = scale_of(poses, pair),
    };
}

bool world_overlap(start_poses *poses, const standing_grain *one, const standing_grain *other,
                   v3 between, packing_overlap *out)
{
    const bool flat = poses->world->shared->model->dimensions == 2;
    const start_grain a = start_grain_of(poses, one, 0);
    const start_grain b = start_grain_of(poses, other, 1);
    const int parts_a = a.clump ? a.clump->balls : 1;
    const int parts_b = b.clump ? b.clump->balls : 1;
    *out = (packing_overlap){.depth = -INFINITY, .radius = 1};
    for (int x = 0; x < parts_a; x++) {
        for (int y = 0; y < parts_b; y++) {
            grain_pose of_a;
            grain_pose of_b;
            const v3 at_a = part_of(&a, x, &of_a);
            const v3 at_b = part_of(&b, y, &of_b);
            const v3 offset = v3_add(between, v3_sub(at_b, at_a));
            const grain_pair parts = {&of_a, &of_b, offset, flat};
            const packing_overlap found = overlap_of_parts(poses, &parts);
            const bool unfelt = out->unfelt || found.unfelt;
            if (found.depth > out->depth / out->radius * found.radius)
                *out = found;
            out->unfelt = unfelt;
        }
    }
    return !poses->no_memory;
}

static standing_grain standing_in(const world *world, const grain_list *list, int64_t i)
{
    return (standing_grain){
        .set = list->set[i],
        .radius = list->radius[i],
        .at = list->position[i],
        .turn = world_turn_of(world, list, i),
    };
}

static bool deep_in_each_other(void *context, const packing_pair *pair, packing_overlap *out)
{
    start_poses *poses = context;
    const standing_grain one = standing_in(poses->world, pair->list, pair->i);
    const standing_grain other = standing_in(poses->world, pair->list, pair->k);
    return world_overlap(poses, &one, &other, pair->between, out);
}

start_poses *world_make_poses(const world *world)
{
    const shared *shared = world->shared;
    int64_t most = 1;
    for (int i = 0; i < shared->model->shapes; i++)
        most = shared->shape[i].turned > most ? shared->shape[i].turned : most;
    start_poses *poses = calloc(1, sizeof *poses);
    if (!poses)
        return NULL;
    poses->world = world;
    for (int side = 0; side < 2; side++)
        poses->turned[side] = mem_array(most, sizeof(v3));
    if (poses->turned[0] && poses->turned[1])
        return poses;
    world_free_poses(poses);
    return NULL;
}

void world_free_poses(start_poses *poses)
{
    if (!poses)
        return;
    for (int side = 0; side < 2; side++)
        mem_free(poses->turned[side]);
    free(poses->touch);
    free(poses->near);
    free(poses);
}

scree_status world_check_start(const world *world, const grain_list *grains, fault_list *faults,
                               scree_error *error)
{
    const model *model = world->shared->model;
    start_poses *poses = world_make_poses(world);
    if (!poses)
        return fail_memory(error, "grains");
    const packing_shapes shapes = {deep_in_each_other, poses};
    const packing_limits limits = {
        .folder = world->folder,
        .shapes = &shapes,
        .most = model->deepest,
    };
    scree_status status = packing_check(model, grains, &limits, faults, error);
    if (poses->no_memory)
        status = fail_memory(error, "grains");
    world_free_poses(poses);
    return status;
}
