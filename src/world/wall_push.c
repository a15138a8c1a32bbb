// wall_push.c - forces and torques that a program gives walls which are rigid bodies (scene/drive_body.c): part of the state.
#include "world/check_image.h"
#include "world/internal.h"

#include <math.h>
#include <stdio.h>

enum { PUSH_NUMBERS = 6 };
static const char column[] = "wall/push";

static bool is_none(v3 vector)
{
    return vector.x == 0 && vector.y == 0 && vector.z == 0;
}

static bool is_bounded(v3 vector)
{
    return fabs(vector.x) < FASTEST && fabs(vector.y) < FASTEST && fabs(vector.z) < FASTEST;
}

scree_status world_push_wall(world *world, int number, v3 force, v3 torque, scree_error *error)
{
    moving_wall *wall = &world->shared->wall[number];
    char where[128];
    snprintf(where, sizeof where, "walls.%.100s", wall->name);
    if (!drive_chain_takes_push(&wall->drive))
        return fail(error, SCREE_BAD_INPUT, where,
                    "give it the drive {law: body, mass: ...} in the case",
                    "it is no rigid body that a program could push");
    if (!is_bounded(force) || !is_bounded(torque))
        return fail(error, SCREE_BAD_INPUT, where, "give three numbers below 1e15 in SI each",
                    "its force or its torque is not a number, or beyond all use");
    if (wall->own.flat && (force.z != 0 || torque.x != 0 || torque.y != 0))
        return fail(error, SCREE_BAD_INPUT, where, "give a force in the plane and a torque about z",
                    "it would be pushed out of the plane of a 2D world");
    wall->own.given_force = force;
    wall->own.given_torque = torque;
    return SCREE_OK;
}

// Only where a wall is pushed: other states, and their hashes, know nothing of it.
bool world_save_wall_pushes(const shared *shared, image *im)
{
    bool any = false;
    for (int i = 0; i < shared->walls; i++) {
        const drive_wall *own = &shared->wall[i].own;
        any = any || !is_none(own->given_force) || !is_none(own->given_torque);
    }
    if (!any)
        return true;
    double *row = image_add(im, column, (image_shape){IMAGE_F64, shared->walls, PUSH_NUMBERS}, "SI",
                            "force and torque that a program gives walls which are bodies");
    for (int i = 0; row && i < shared->walls; i++, row += PUSH_NUMBERS) {
        const drive_wall *own = &shared->wall[i].own;
        row[0] = own->given_force.x;
        row[1] = own->given_force.y;
        row[2] = own->given_force.z;
        row[3] = own->given_torque.x;
        row[4] = own->given_torque.y;
        row[5] = own->given_torque.z;
    }
    return row != NULL || shared->walls == 0;
}

// A wall that a stage or a branch has made none is pushed no more.
void world_load_wall_pushes(shared *shared, const image *im)
{
    const image_column *push = image_find(im, column, IMAGE_F64, PUSH_NUMBERS);
    for (int i = 0; push && i < shared->walls && i < push->rows; i++) {
        moving_wall *wall = &shared->wall[i];
        const double *row = image_reals(push) + PUSH_NUMBERS * i;
        if (!drive_chain_takes_push(&wall->drive))
            continue;
        wall->own.given_force = v3_at(row);
        wall->own.given_torque = v3_at(row + 3);
    }
}

scree_status check_wall_pushes(const image_check *check)
{
    const image_column *push = check_column_of(check->im, column);
    if (!push)
        return SCREE_OK;
    const scree_status status =
        check_need(check, column, IMAGE_F64, PUSH_NUMBERS, check->walls, &push);
    return status == SCREE_OK ? check_finite(check, push) : status;
}
