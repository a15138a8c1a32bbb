// make_walls.c - the walls of a world, from those of the case and the planes of its domain.
#include "world/internal.h"

#include "base/text.h"
#include "world/parts_of_meshes.h"
#include "world/plane_walls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static scree_status check_solver(const world *world, const moving_wall *wall, scree_error *error)
{
    const char *why = drive_chain_rigid_grains(&wall->drive);
    char where[160];
    if (world->shared->solver->resolves || !why)
        return SCREE_OK;
    snprintf(where, sizeof where, "walls.%.120s.drive", wall->name);
    return fail(error, SCREE_BAD_INPUT, where, "take them out, or take the smooth solver",
                "the nonsmooth solver does not have %s", why);
}

static scree_status add_wall(world *world, const char *name, primitive *shape, int material,
                             drive_chain drive, scree_error *error)
{
    const int number = world->shared->walls++;
    moving_wall *wall = &world->shared->wall[number];
    wall->id = number;
    wall->from = -INFINITY;
    wall->until = INFINITY;
    wall->shape = shape;
    wall->name = text_copy(name);
    wall->material = material;
    wall->drive = drive;
    wall->start = wall->now = (wall_pose){
        .position = primitive_reference(shape),
        .velocity = v3_make(0, 0, 0),
        .spin = v3_make(0, 0, 0),
        .orientation = q4_identity(),
    };
    if (!wall->name)
        return fail_memory(error, "walls");
    if (!drive_chain_is(&drive))
        return SCREE_OK;
    scree_status status = drive_chain_read(&drive, name, world->folder, world->faults, error);
    if (status == SCREE_OK)
        status = moving_wall_prepare(wall, world->shared->model, error);
    if (status == SCREE_OK)
        status = check_solver(world, wall, error);
    if (status != SCREE_OK)
        return status;
    drive_in in = moving_wall_drive_in(wall, 0);
    drive_chain_start(&wall->drive, &in, wall->state, &wall->now);
    in.before = wall->now;
    drive_chain_pose(&wall->drive, &in, wall->state, &wall->now);
    return SCREE_OK;
}

static scree_status add_domain_planes(world *world, scree_error *error)
{
    static const char *const names[] = {"domain-x-low",  "domain-x-high", "domain-y-low",
                                        "domain-y-high", "domain-z-low",  "domain-z-high"};
    const model *model = world->shared->model;
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        if (model->boundary[axis] != BOUNDARY_WALL || (axis == 2 && model->dimensions == 2))
            continue;
        double sign = side % 2 ? -1 : 1;
        v3 normal = v3_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
        primitive *plane;
        scree_status status =
            primitive_make_plane(side % 2 ? model->high : model->low, normal, &plane, error);
        if (status == SCREE_OK)
            status = add_wall(world, names[side], plane, model->domain_material, (drive_chain){0},
                              error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// A primitive names its rows, "mesh.unit"; in the case they stand in a wall. Lines of files stay as they are.
static void place_in_wall(const model_wall *wall, scree_error *error)
{
    if (!error)
        return;
    const char *form = wall->primitive.what->name;
    size_t length = strlen(form);
    char where[128];
    snprintf(where, sizeof where, "walls.%.60s.%.50s", wall->name, error->where);
    if (!strncmp(error->where, form, length) &&
        (error->where[length] == '.' || !error->where[length]))
        snprintf(error->where, sizeof error->where, "%s", where);
}

// Of a plane or a disk; others have none.
static bool has_normal(const choice *surface, v3 *out)
{
    double normal[3];
    if (!plugin_row(surface->what, "normal"))
        return false;
    choice_vector(surface, "normal", normal);
    *out = v3_make(normal[0], normal[1], normal[2]);
    return true;
}

// What holds the grains is a shell, and nothing says how thick; the grains are where its solid would be.
static scree_status check_density(const model_wall *wall, scree_error *error)
{
    char where[160];
    const char *side =
        plugin_row(wall->primitive.what, "side") ? choice_text(&wall->primitive, "side") : NULL;
    if (!side || strcmp(side, "inside") != 0)
        return SCREE_OK;
    for (int i = 0; i < wall->drives; i++) {
        const choice *drive = &wall->drive[i];
        if (!plugin_row(drive->what, "density") || !choice_given(drive, "density"))
            continue;
        snprintf(where, sizeof where, "walls.%.120s.drive", wall->name);
        return fail(error, SCREE_BAD_INPUT, where, "give mass, centre and inertia of the shell",
                    "a density is of what the surface holds, and there are the grains (side: "
                    "inside)");
    }
    return SCREE_OK;
}

// A belt goes along its surface: what is across it moves nothing.
static scree_status check_belt(const model_wall *wall, scree_error *error)
{
    char where[160];
    double velocity[3];
    v3 normal;
    if (!choice_given(&wall->surface, "velocity") || !has_normal(&wall->primitive, &normal))
        return SCREE_OK;
    choice_vector(&wall->surface, "velocity", velocity);
    const v3 goes = v3_make(velocity[0], velocity[1], velocity[2]);
    const double along = v3_norm(v3_cross(v3_unit(normal), goes));
    if (!(v3_norm(goes) > 0) || along > 1e-9 * v3_norm(goes))
        return SCREE_OK;
    snprintf(where, sizeof where, "walls.%.120s.surface", wall->name);
    return fail(error, SCREE_BAD_INPUT, where,
                "give a velocity along the surface, or move the wall: drive: {law: velocity, ...}",
                "velocity is along the normal, and a surface moves along itself alone");
}

// How its surface moves, and when it is there.
static scree_status give_surface(const world *world, moving_wall *wall, const model_wall *from,
                                 scree_error *error)
{
    const model *model = world->shared->model;
    wall->surface = (surface_motion){&from->surface, &from->surface_turn, 0};
    wall->from = from->from;
    wall->until = from->until;
    if (!surface_moves(&wall->surface))
        return SCREE_OK;
    if (!world->shared->solver->resolves && drive_chain_answers(&wall->drive)) {
        char where[160];
        snprintf(where, sizeof where, "walls.%.120s.surface", wall->name);
        return fail(error, SCREE_BAD_INPUT, where,
                    "give it a drive that goes by time, or take the smooth solver",
                    "the nonsmooth solver has no moving surface on a wall that answers to grains");
    }
    const scree_status status = surface_check(&wall->surface, wall->name, model->dimensions, error);
    return status ? status : check_belt(from, error);
}

scree_status world_make_walls(world *world, scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    size_t room = (size_t)model->walls + 6;
    shared->wall = calloc(room, sizeof *shared->wall);
    shared->wall_state = calloc(room, sizeof *shared->wall_state);
    shared->placed_wall = calloc(room, sizeof *shared->placed_wall);
    if (!shared->wall || !shared->wall_state || !shared->placed_wall)
        return fail_memory(error, "walls");
    scree_status status = add_domain_planes(world, error);
    for (int i = 0; status == SCREE_OK && i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        primitive *shape;
        mesh_report report;
        status = check_density(wall, error);
        if (status == SCREE_OK)
            status = primitive_make(&wall->primitive, world->folder, &shape, &report, error);
        if (status == SCREE_OK) {
            status = plane_wall_check(model, &wall->primitive, shape, error);
            if (status == SCREE_OK)
                status = parts_join(model, i, world->folder, shape, error);
            if (status)
                primitive_free(shape);
        }
        if (status)
            place_in_wall(wall, error);
        if (status == SCREE_OK)
            status = add_wall(world, wall->name, shape, wall->material,
                              (drive_chain){.part = wall->drive, .parts = wall->drives}, error);
        if (status == SCREE_OK)
            status = give_surface(world, &shared->wall[shared->walls - 1], wall, error);
        if (status == SCREE_OK && shared->cores)
            status = wall_faces_make(shape, &shared->wall[shared->walls - 1].faces, error);
    }
    if (status == SCREE_OK)
        world_begin_lives(world);
    return status;
}
