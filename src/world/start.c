// start.c - what no world can start with: grains deep in walls, or too large for a hollow wall; start_pairs.c has grains
// deep in each other. Deep is what would stop the run (run.deepest_overlap), by the same radii: of balls, of contacts.
#include "world/ranks.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/grain_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// How deep a grain stands in a wall, m; 0: not at all.
static double depth_in_wall(const moving_wall *wall, v3 at, double radius)
{
    int32_t candidate[256];
    wall_touch touch[WALL_TOUCH_MOST];
    double deepest = 0;
    const placed_wall placed = moving_wall_placed(wall);
    int near = ball_wall_near(&placed, at, radius, 0, candidate, 256);
    if (near <= 0)
        return 0;
    const wall_parts parts = {candidate, near < 256 ? near : 256};
    int count = ball_wall_touches(&placed, at, radius, 0, parts, touch);
    for (int j = 0; j < count; j++)
        deepest = real_max(deepest, -touch[j].gap);
    return deepest;
}

// The triangles of a wall's faces within reach of a ball; NULL without memory.
static int32_t *triangles_around(const placed_wall *wall, v3 at, double radius, int32_t *count)
{
    const mesh *surface = wall->faces->surface;
    const q4 back = q4_conjugate(wall->orientation);
    const v3 x = q4_rotate(back, v3_sub(at, wall->position));
    *count = mesh_near(surface, x, radius, NULL, 0);
    int32_t *triangle = mem_array(*count + 1, sizeof *triangle);
    if (triangle)
        mesh_near(surface, x, radius, triangle, *count);
    return triangle;
}

// The same of a grain with a core at a wall with faces: as deep as it is large where the wall goes through it. Below 0
// without memory.
static double depth_in_faces(const placed_wall *wall, const grain_pose *pose, v3 at)
{
    int32_t triangles;
    int32_t count = grain_wall_near(wall, pose, at, 0, NULL, 0);
    int32_t *triangle = triangles_around(wall, at, pose->radius, &triangles);
    int32_t *near = mem_array(count, sizeof *near);
    double deepest = -1;
    double *curvature = NULL;
    touch_list list = {0};
    if (triangle && near) {
        grain_wall_near(wall, pose, at, 0, near, count);
        grain_wall_touches(&(grain_at_wall){wall, pose, at, 0}, near, 0, &list, NULL);
        list = (touch_list){.item = mem_array(list.count, sizeof *list.item), .room = list.count};
        curvature = mem_array(list.room, sizeof *curvature);
    }
    if (list.item && curvature) {
        deepest = grain_mesh_crosses(wall, pose, at, triangle, triangles) ? pose->radius : 0;
        grain_wall_touches(&(grain_at_wall){wall, pose, at, 0}, near, 0, &list, curvature);
        for (int i = 0; i < list.count; i++)
            deepest = real_max(deepest, -list.item[i].gap);
    }
    mem_free(triangle);
    mem_free(near);
    mem_free(list.item);
    mem_free(curvature);
    return deepest;
}

// The same of a grain with a core at a wall without faces: of the deepest of its vertices.
static double depth_of_core(const moving_wall *wall, const grain_pose *pose, v3 centre)
{
    const model_core *core = pose->form->core;
    double deepest = 0;
    for (int32_t k = 0; k < core->vertices; k++) {
        const v3 corner = v3_add(centre, pose->turned[k]);
        deepest = real_max(deepest, depth_in_wall(wall, corner, core->radius));
    }
    return deepest;
}

static double depth_of_pose(const moving_wall *wall, const grain_pose *pose, v3 centre)
{
    if (!pose->form)
        return depth_in_wall(wall, centre, pose->radius);
    if (!wall->faces.surface)
        return depth_of_core(wall, pose, centre);
    const placed_wall placed = moving_wall_placed(wall);
    if (!grain_wall_around(&placed, centre, pose->radius, 0))
        return 0;
    return depth_in_faces(&placed, pose, centre);
}

// Of one ball, or of a grain with a core.
static wall_depth depth_of_one(const world *world, const moving_wall *wall, int set,
                               const grain_pose *pose, v3 centre)
{
    return (wall_depth){
        .depth = depth_of_pose(wall, pose, centre),
        .radius = grain_contact_radius(world->shared->form[set], pose->radius),
    };
}

wall_depth world_depth_in_wall(const world *world, const part *part, const moving_wall *wall,
                               int32_t slot)
{
    const bodies *bodies = &part->body;
    const grain_form *form = world->shared->form[bodies->set[slot]];
    const v3 centre = v3_of(position_now(bodies, slot));
    grain_pose pose = {.form = form, .radius = bodies_radius(bodies, slot)};
    if (form) {
        pose.turn = q4_of(&bodies->orientation[slot]);
        pose.turned = part->stepping.turned + part->stepping.turned_first[slot];
    }
    return depth_of_one(world, wall, bodies->set[slot], &pose, centre);
}

static bool is_deeper(wall_depth one, wall_depth other)
{
    return one.depth * other.radius > other.depth * one.radius;
}

wall_depth world_standing_depth(const world *world, const moving_wall *wall,
                                const standing_grain *stands, v3 *corners)
{
    const grain_form *form = world->shared->form[stands->set];
    const model_clump *clump = form ? NULL : world->shared->clump[stands->set];
    grain_pose pose = {
        .form = form,
        .radius = stands->radius,
        .turn = stands->turn,
        .turned = corners,
    };
    if (form)
        grain_turn(form, stands->turn, corners);
    if (!clump)
        return depth_of_one(world, wall, stands->set, &pose, stands->at);
    wall_depth deepest = {0, stands->radius};
    for (int k = 0; k < clump->balls; k++) {
        const v3 arm = q4_rotate(stands->turn, clump->at[k]);
        pose.radius = model_clump_radius(clump, k, stands->radius);
        const wall_depth ball =
            depth_of_one(world, wall, stands->set, &pose, v3_add(stands->at, arm));
        if (is_deeper(ball, deepest))
            deepest = ball;
    }
    return deepest;
}

bool world_stands_deep(const world *world, wall_depth stands)
{
    return stands.depth > world->shared->model->deepest * stands.radius;
}

double world_largest_ball(const world *world, const standing_grain *stands)
{
    const model_clump *clump =
        world->shared->form[stands->set] ? NULL : world->shared->clump[stands->set];
    double largest = clump ? 0 : stands->radius;
    for (int k = 0; clump && k < clump->balls; k++)
        largest = real_max(largest, model_clump_radius(clump, k, stands->radius));
    return largest;
}

// The place of a wall in the case: walls.NAME, or the domain.
static void wall_place(const world *world, int k, char *out, size_t size)
{
    const shared *shared = world->shared;
    bool boundary = k < shared->walls - shared->model->walls;
    snprintf(out, size, boundary ? "domain" : "walls.%.100s", shared->wall[k].name);
}

// Grains that stand deep in a wall, as they are told: of one rank, or of all.
typedef struct deep_grains {
    int64_t count, id[FAULTS_LISTED]; // of the first of them
    scree_error fault[FAULTS_LISTED];
} deep_grains;

static void note(deep_grains *deep, int64_t id, const scree_error *fault)
{
    const int64_t n = deep->count++;
    if (n < FAULTS_LISTED) {
        deep->id[n] = id;
        deep->fault[n] = *fault;
    }
}

// Of the grains of a part. False without memory.
static bool check_part(const world *world, const part *part, const moving_wall *wall,
                       const char *where, deep_grains *deep)
{
    const model *model = world->shared->model;
    const bodies *bodies = &part->body;
    scree_error fault;
    for (int32_t i = 0; i < bodies->count; i++) {
        const double *position = position_now(bodies, i)->v;
        if (!(bodies_inverse_mass(bodies, i) > 0))
            continue;
        const wall_depth stands = world_depth_in_wall(world, part, wall, i);
        if (stands.depth < 0)
            return false;
        if (!world_stands_deep(world, stands))
            continue;
        fail(&fault, SCREE_BAD_INPUT, where, "move the grain or the wall",
             "grain %lld of '%.60s' at (%.6g, %.6g, %.6g) m starts %.3g m deep in the wall "
             "'%.60s', %.3g %% of its "
             "radius",
             (long long)bodies->id[i], model_set_name(model, bodies->set[i]), position[0],
             position[1], position[2], stands.depth, wall->name,
             100 * stands.depth / stands.radius);
        note(deep, bodies->id[i], &fault);
    }
    return true;
}

static void add_to_tally(const deep_grains *deep, int64_t n, fault_tally *tally)
{
    const int64_t last = FAULTS_LISTED - 1; // those behind it are counted alone
    fault_tally_add(tally, &deep->fault[n < last ? n : last]);
}

// Each rank has looked at its own grains: they are told in the order of ids, as one process finds them.
static void tell_deep(const world *world, const deep_grains *own, fault_tally *tally)
{
    if (!world->ranks || ranks_sum(world, own->count) == 0) {
        for (int64_t n = 0; n < own->count; n++)
            add_to_tally(own, n, tally);
        return;
    }
    deep_grains *all = ranks_gather(world, own, sizeof *own);
    int64_t *told = calloc((size_t)world->parts, sizeof *told);
    if (!all || !told)
        ranks_abandon(world, "out of memory for grains that stand deep in a wall");
    for (;;) {
        int next = -1;
        int64_t least = INT64_MAX;
        for (int k = 0; k < world->parts; k++) {
            const int64_t id = told[k] < FAULTS_LISTED ? all[k].id[told[k]] : INT64_MAX - 1;
            if (told[k] >= all[k].count || id >= least)
                continue;
            next = k;
            least = id;
        }
        if (next < 0)
            break;
        add_to_tally(&all[next], told[next]++, tally);
    }
    free(all);
    free(told);
}

// Of all that stand in one wall. False without memory.
static bool check_wall(const world *world, const moving_wall *wall, const char *where,
                       fault_tally *tally)
{
    deep_grains *deep = calloc(1, sizeof *deep);
    bool ok = deep != NULL;
    for (const part *part = world->part; ok && part < world_parts_end(world); part++)
        ok = check_part(world, part, wall, where, deep);
    if (!ok)
        ranks_abandon(world, "out of memory for grains that stand deep in a wall");
    if (ok)
        tell_deep(world, deep, tally);
    free(deep);
    return ok;
}

scree_status world_check_walls(const world *world, const bool *only, fault_list *faults,
                               scree_error *error)
{
    const shared *shared = world->shared;
    const model *model = shared->model;
    fault_tally tally = {.list = faults};
    scree_error fault;
    char where[128];
    double largest = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++)
            largest = real_max(largest, bodies_radius(&part->body, i));
    }
    ranks_most(world, &largest, 1);
    double most = largest; // of those that come as well
    for (int i = 0; i < model->streams; i++) {
        spread size = model->shape[model->stream[i].shape].radius;
        most = real_max(most, size.kind == SPREAD_FIXED ? size.value : size.to);
    }
    for (int k = 0; k < shared->walls; k++) {
        const moving_wall *wall = &shared->wall[k];
        if (only && !only[k])
            continue;
        wall_place(world, k, where, sizeof where);
        if (primitive_admits(wall->shape, where, largest, &fault))
            fault_tally_add(&tally, &fault);
        if (most > 0 && world_check_border(world, k, most, where, &fault))
            fault_tally_add(&tally, &fault);
        if (!wall->absent && !check_wall(world, wall, where, &tally))
            return fail_memory(error, where);
    }
    return fault_tally_end(&tally, error);
}
