// named_wall.c - see named_wall.h.
#include "measure/named_wall.h"

#include "measure/table.h"

#include <stdio.h>
#include <string.h>

// Of a boundary the axis, and whether it is the upper end in *high; -1: it is none that is a wall.
static int boundary_axis(const model *model, const char *name, bool *high)
{
    if (strncmp(name, "domain-", 7) != 0)
        return -1;
    for (int axis = 0; axis < 3; axis++) {
        if (model->boundary[axis] != BOUNDARY_WALL || name[7] != "xyz"[axis])
            continue;
        *high = !strcmp(name + 8, "-high");
        if (*high || !strcmp(name + 8, "-low"))
            return axis;
    }
    return -1;
}

static const model_wall *wall_of(const model *model, const char *name)
{
    for (int i = 0; i < model->walls; i++) {
        if (!strcmp(model->wall[i].name, name))
            return &model->wall[i];
    }
    return NULL;
}

scree_status named_wall_check(const model *model, const char *name, const char *law,
                              scree_error *error)
{
    bool high;
    if (wall_of(model, name) || boundary_axis(model, name, &high) >= 0)
        return SCREE_OK;
    char hint[160] = "this case has no entry in `walls`";
    if (model->walls) {
        snprintf(hint, sizeof hint, "give the name of an entry of `walls`, such as %.80s",
                 model->wall[0].name);
    }
    return probe_fail(error, law, hint, "there is no wall called '%.60s'", name);
}

const frame_wall *named_wall(const frame *frame, const char *name)
{
    for (int i = 0; i < frame->walls; i++) {
        if (!strcmp(frame->wall[i].name, name))
            return &frame->wall[i];
    }
    return NULL;
}

bool named_wall_plane(const model *model, const char *name, v3 *normal, v3 *point)
{
    const model_wall *wall = wall_of(model, name);
    bool high = false;
    const int axis = wall ? -1 : boundary_axis(model, name, &high);
    if (axis >= 0) {
        const double towards = high ? -1 : 1;
        *normal =
            v3_make(axis == 0 ? towards : 0, axis == 1 ? towards : 0, axis == 2 ? towards : 0);
        *point = high ? model->high : model->low;
        return true;
    }
    if (!wall || strcmp(wall->primitive.what->name, "plane") != 0)
        return false;
    double n[3];
    double x[3];
    choice_vector(&wall->primitive, "normal", n);
    choice_vector(&wall->primitive, "point", x);
    *normal = v3_unit(v3_at(n));
    *point = v3_at(x);
    return true;
}
