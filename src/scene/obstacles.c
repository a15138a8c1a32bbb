// obstacles.c - see obstacles.h.
#include "scene/obstacles.h"

#include "base/mathlib.h"
#include "collide/ball_wall.h"
#include "scene/drive.h"

#include <stdlib.h>

enum { TRIANGLES_MOST = 256 };

struct obstacles {
    primitive **shape;
    placed_wall *wall;
    int walls;
};

static void keep(obstacles *to, primitive *shape, const wall_pose *pose)
{
    to->shape[to->walls] = shape;
    to->wall[to->walls++] = (placed_wall){
        .shape = shape,
        .position = pose->position,
        .orientation = pose->orientation,
    };
}

static scree_status add_planes(const model *model, obstacles *to, scree_error *error)
{
    static const v3 normals[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                  {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    for (int side = 0; side < 2 * model->dimensions; side++) {
        if (model->boundary[side / 2] != BOUNDARY_WALL)
            continue;
        primitive *plane;
        const v3 corner = side % 2 ? model->high : model->low;
        scree_status status = primitive_make_plane(corner, normals[side], &plane, error);
        if (status != SCREE_OK)
            return status;
        const wall_pose pose = {
            .position = primitive_reference(plane),
            .orientation = q4_identity(),
        };
        keep(to, plane, &pose);
    }
    return SCREE_OK;
}

static scree_status add_wall(const model *model, int number, const char *folder, obstacles *to,
                             scree_error *error)
{
    const model_wall *wall = &model->wall[number];
    primitive *shape;
    mesh_report report;
    scree_status status = primitive_make(&wall->primitive, folder, &shape, &report, error);
    if (status != SCREE_OK)
        return status;
    const drive_chain drive = {.part = wall->drive, .parts = wall->drives};
    wall_pose pose = {.position = primitive_reference(shape), .orientation = q4_identity()};
    double state[DRIVE_STATE] = {0};
    // What answers to grains begins where the wall stands.
    if (drive_chain_is(&drive) && !drive_chain_answers(&drive) &&
        drive_chain_read(&drive, wall->name, folder, NULL, error) == SCREE_OK &&
        drive_chain_check(&drive, wall->name, model->dimensions, error) == SCREE_OK) {
        const drive_in in = {.start = pose, .before = pose};
        drive_chain_pose(&drive, &in, state, &pose);
    }
    keep(to, shape, &pose);
    return SCREE_OK;
}

scree_status obstacles_make(const model *model, const char *folder, obstacles **out,
                            scree_error *error)
{
    const size_t room = (size_t)model->walls + 6;
    obstacles *made = calloc(1, sizeof *made);
    *out = NULL;
    if (made) {
        made->shape = calloc(room, sizeof *made->shape);
        made->wall = calloc(room, sizeof *made->wall);
    }
    const bool good = made && made->shape && made->wall;
    scree_status status = good ? add_planes(model, made, error) : fail_memory(error, "walls");
    for (int i = 0; status == SCREE_OK && i < model->walls; i++) {
        if (model->wall[i].from <= 0) // no wall that comes later
            status = add_wall(model, i, folder, made, error);
    }
    if (status == SCREE_OK)
        *out = made;
    else
        obstacles_free(made);
    return status;
}

void obstacles_free(obstacles *obstacles)
{
    for (int i = 0; obstacles && i < obstacles->walls; i++)
        primitive_free(obstacles->shape[i]);
    if (obstacles) {
        free(obstacles->shape);
        free(obstacles->wall);
    }
    free(obstacles);
}

bool obstacles_clear(const obstacles *obstacles, v3 at, double radius, double gap)
{
    int32_t one;
    for (int i = 0; i < obstacles->walls; i++) {
        if (ball_wall_near(&obstacles->wall[i], at, radius, gap, &one, 1) > 0)
            return false;
    }
    return true;
}

double obstacles_depth(const obstacles *obstacles, v3 at, double radius)
{
    int32_t candidate[TRIANGLES_MOST];
    wall_touch touch[WALL_TOUCH_MOST];
    double deepest = 0;
    for (int i = 0; i < obstacles->walls; i++) {
        const placed_wall *wall = &obstacles->wall[i];
        const int near = ball_wall_near(wall, at, radius, 0, candidate, TRIANGLES_MOST);
        if (near <= 0)
            continue;
        const wall_parts parts = {candidate, near < TRIANGLES_MOST ? near : TRIANGLES_MOST};
        const int count = ball_wall_touches(wall, at, radius, 0, parts, touch);
        for (int k = 0; k < count; k++)
            deepest = real_max(deepest, -touch[k].gap);
    }
    return deepest;
}
