// check_walls.c - the walls of an image, see check_image.h: ids, poses, loads, motions that branches began.
#include "world/check_image.h"

#include "world/adapt.h"

#include <inttypes.h>
#include <math.h>

// Ids of walls lie below those of grains, each is there once, and none below the lowest that was given.
scree_status check_image_wall_ids(image_check *check)
{
    const image_column *id = check_column_of(check->im, ADAPT_IDS);
    const image_column *range = check_column_of(check->im, ADAPT_RANGE);
    check->first_grain = check->walls;
    if (!id && !range)
        return SCREE_OK;
    scree_status status = check_need(check, ADAPT_IDS, IMAGE_I64, 1, check->walls, &id);
    if (status == SCREE_OK)
        status = check_need(check, ADAPT_RANGE, IMAGE_I64, 2, 1, &range);
    if (status != SCREE_OK)
        return status;
    const int64_t first_grain = image_integers(range)[0];
    const int64_t lowest = image_integers(range)[1];
    if (first_grain < 0 || first_grain > INT32_MAX || lowest > 0 || lowest < -INT32_MAX) {
        return check_fault(check, range, 0, "walls have ids from %" PRId64 " to below %" PRId64,
                           lowest, first_grain);
    }
    check->first_grain = first_grain;
    status = check_range(check, id, lowest, first_grain - 1);
    for (int64_t i = 1; status == SCREE_OK && i < id->rows; i++) {
        for (int64_t k = 0; k < i; k++) {
            if (image_integers(id)[k] == image_integers(id)[i])
                return check_fault(check, id, i, "the id is that of row %" PRId64 ", too", k);
        }
    }
    return status;
}

// Where branches gave walls other motions (begin.c).
static scree_status check_motions(const image_check *check)
{
    const image_column *motion = check_column_of(check->im, "wall/motion");
    if (!motion)
        return SCREE_OK;
    scree_status status = check_need(check, "wall/motion", IMAGE_F64, 15, check->walls, &motion);
    if (status == SCREE_OK)
        status = check_finite(check, motion);
    if (status == SCREE_OK)
        status = check_turns(check, motion, 3);
    for (int64_t i = 0; status == SCREE_OK && i < motion->rows; i++) {
        const double *row = image_reals(motion) + motion->width * i;
        const double since = row[7];
        const double step = row[8];
        if (!(since >= 0))
            status = check_fault(check, motion, i, "the motion began at %g s", since);
        if (!(step >= -1 && step <= 9e15))
            status = check_fault(check, motion, i, "the motion began in step %g", step);
    }
    return status;
}

// The slip at a faster wall, and the turn of springs by its spin, have products in the books that are no numbers.
static scree_status check_wall_speeds(const image_check *check, const image_column *pose)
{
    for (int64_t i = 0; i < pose->rows; i++) {
        const double *row = image_reals(pose) + pose->width * i;
        for (int k = 3; k < 9; k++) {
            const char *what = k < 6 ? "velocity" : "spin";
            const char *unit = k < 6 ? "m/s" : "rad/s";
            if (!(fabs(row[k]) < FASTEST))
                return check_fault(check, pose, i, "the %s is %g %s, too fast", what, row[k], unit);
        }
    }
    return SCREE_OK;
}

scree_status check_image_walls(const image_check *check)
{
    const image_column *pose;
    const image_column *load;
    const image_column *state;
    scree_status status = check_need(check, "wall/pose", IMAGE_F64, 13, check->walls, &pose);
    if (status == SCREE_OK)
        status = check_need(check, "wall/load", IMAGE_F64, 6, check->walls, &load);
    if (status == SCREE_OK)
        status = check_need(check, "wall/state", IMAGE_F64, DRIVE_STATE, check->walls, &state);
    if (status == SCREE_OK)
        status = check_finite(check, pose);
    if (status == SCREE_OK)
        status = check_turns(check, pose, 9);
    if (status == SCREE_OK)
        status = check_wall_speeds(check, pose);
    if (status == SCREE_OK)
        status = check_finite(check, load);
    if (status == SCREE_OK)
        status = check_finite(check, state);
    if (status == SCREE_OK)
        status = check_wall_pushes(check);
    return status == SCREE_OK ? check_motions(check) : status;
}
