// cell_room.c - see cell_room.h. The stress of a cell is a sum over its contacts, over its volume; between two walls that leave
// room behind them the same sum counts over less.
#include "cli/cell_room.h"

#include "measure/named_wall.h"

#include <math.h>
#include <stdio.h>

static bool keeps_stress(const model_cell *cell)
{
    bool keeps = cell->mean;
    for (int i = 0; i < CELL_PARTS; i++)
        keeps = keeps || cell->control[i] == CELL_STRESS;
    return cell->given && keeps;
}

// What bounds the grains at the two ends of an axis.
typedef struct ends {
    double place[2];     // m
    const char *name[2]; // of the wall; NULL: the domain ends there
} ends;

static ends ends_along(const model *model, int axis)
{
    const double square_to = 1 - 1e-9;
    ends out = {.place = {v3_component(model->low, axis), v3_component(model->high, axis)}};
    for (int k = 0; k < model->walls; k++) {
        v3 normal;
        v3 point;
        if (!named_wall_plane(model, model->wall[k].name, &normal, &point))
            continue;
        const double along = v3_component(normal, axis);
        const double place = v3_component(point, axis);
        const int end = along > 0 ? 0 : 1;
        const bool inside = end == 0 ? place > out.place[0] : place < out.place[1];
        if (!(fabs(along) > square_to) || !inside)
            continue;
        out.place[end] = place;
        out.name[end] = model->wall[k].name;
    }
    return out;
}

// "wall `lid`", "walls `floor` and `lid`"
static void name_walls(const ends *is, char *out, size_t room)
{
    if (is->name[0] && is->name[1])
        snprintf(out, room, "the walls `%.60s` and `%.60s`", is->name[0], is->name[1]);
    else
        snprintf(out, room, "the wall `%.60s`", is->name[0] ? is->name[0] : is->name[1]);
}

static bool warn_of(const model *model, const char *stage, char *out, size_t room)
{
    char walls[160];
    char begin[100] = "";
    if (!keeps_stress(&model->cell))
        return false;
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double whole = v3_component(model->high, axis) - v3_component(model->low, axis);
        const ends is = ends_along(model, axis);
        const double left = is.place[1] - is.place[0];
        if (model->boundary[axis] == BOUNDARY_PERIODIC || !(is.name[0] || is.name[1]) ||
            !(left > 0) || !(whole > left * (1 + 1e-9)))
            continue;
        name_walls(&is, walls, sizeof walls);
        if (stage)
            snprintf(begin, sizeof begin, "in the stage %.60s ", stage);
        snprintf(out, room,
                 "%sthe stress of the cell is that of all of it, and %s leave%s room behind: "
                 "along %c grains have %.4g m of %.4g m, where the stress is %.3g times as large",
                 begin, walls, is.name[0] && is.name[1] ? "" : "s", "xyz"[axis], left, whole,
                 whole / left);
        return true;
    }
    return false;
}

bool cell_room_warning(const model *model, char *out, size_t room)
{
    if (model->stages == 0)
        return warn_of(model, NULL, out, room);
    for (int i = 0; i < model->stages; i++)
        if (warn_of(model->stage[i].model, model->stage[i].name, out, room))
            return true;
    return false;
}
