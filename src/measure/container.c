// container.c - see container.h.
#include "measure/container.h"

#include "measure/named_wall.h"
#include "measure/table.h"

#include <math.h>
#include <string.h>

static const char *const row_of[3][2] = {
    {"x_low", "x_high"}, {"y_low", "y_high"}, {"z_low", "z_high"}};

static const char *name_of(const choice *choice, int axis, int end)
{
    return choice_text(choice, row_of[axis][end]);
}

bool container_has_walls(const choice *choice)
{
    bool any = false;
    for (int axis = 0; axis < 3; axis++)
        any = any || name_of(choice, axis, 0) || name_of(choice, axis, 1);
    return any;
}

// ---- is there a sample in it?

static bool is_bounded(const model *model)
{
    const v3 size = v3_sub(model->high, model->low);
    return isfinite(size.x) && isfinite(size.y) && isfinite(size.z);
}

// Does the wall of that name face along the axis, to its other end?
static bool faces(const model *model, const char *name, int axis, int end)
{
    const double square_to = 1 - 1e-9;
    v3 normal;
    v3 point;
    if (!named_wall_plane(model, name, &normal, &point))
        return false;
    const double along = v3_component(normal, axis);
    return end == 0 ? along > square_to : along < -square_to;
}

static scree_status check_wall(const choice *choice, const model *model, const char *law, int axis,
                               int end, scree_error *error)
{
    const char *name = name_of(choice, axis, end);
    const char *row = row_of[axis][end];
    const char *other = row_of[axis][1 - end];
    if (!name)
        return probe_fail(error, law, "name the walls at both ends",
                          "'%s' is given and '%s' is not", other, row);
    scree_status status = named_wall_check(model, name, law, error);
    if (status != SCREE_OK)
        return status;
    if (!faces(model, name, axis, end))
        return probe_fail(error, law, "name a plane across that axis that faces the sample",
                          "%s: the wall '%.60s' is no such plane", row, name);
    return SCREE_OK;
}

static scree_status check_axis(const choice *choice, const model *model, const char *law, int axis,
                               scree_error *error)
{
    const bool walls = name_of(choice, axis, 0) || name_of(choice, axis, 1);
    if (!walls && model->boundary[axis] == BOUNDARY_PERIODIC)
        return SCREE_OK;
    if (!walls)
        return probe_fail(error, law, "name the walls at both ends, or make the axis periodic",
                          "along %c the sample has no ends", "xyz"[axis]);
    scree_status status = check_wall(choice, model, law, axis, 0, error);
    if (status)
        return status;
    return check_wall(choice, model, law, axis, 1, error);
}

scree_status container_check(const choice *choice, const model *model, const char *law,
                             scree_error *error)
{
    scree_status status = SCREE_OK;
    if (!container_has_walls(choice)) {
        return is_bounded(model)
                   ? SCREE_OK
                   : probe_fail(error, law, "bound the domain, or name the walls of the sample",
                                "the domain has no volume: it is not bounded");
    }
    if (model->dimensions == 2 && (name_of(choice, 2, 0) || name_of(choice, 2, 1)))
        return probe_fail(error, law, "leave out z_low and z_high",
                          "a 2D sample has no ends along z");
    for (int axis = 0; axis < model->dimensions && !status; axis++)
        status = check_axis(choice, model, law, axis, error);
    return status;
}

// ---- as it is

// An axis between two walls; the stress is still a force.
static void take_walls(const choice *choice, const model *model, const frame *frame, int axis,
                       container *out)
{
    const frame_wall *low = named_wall(frame, name_of(choice, axis, 0));
    const frame_wall *high = named_wall(frame, name_of(choice, axis, 1));
    v3 normal;
    v3 first;
    v3 last;
    out->length[axis] = out->gradient.of[axis] = out->start[axis] = NAN;
    if (!low || !high || low->absent || high->absent)
        return;
    named_wall_plane(model, low->name, &normal, &first);
    named_wall_plane(model, high->name, &normal, &last);
    const double length = v3_component(high->position, axis) - v3_component(low->position, axis);
    const double apart = v3_component(high->velocity, axis) - v3_component(low->velocity, axis);
    const double pushed = v3_component(high->force, axis) - v3_component(low->force, axis);
    out->start[axis] = v3_component(last, axis) - v3_component(first, axis);
    out->length[axis] = length;
    out->gradient.of[axis] = apart / length;
    out->wall_stress[axis] = 0.5 * pushed;
}

container container_now(const choice *choice, const model *model, const frame *frame)
{
    const frame_cell *cell = &frame->cell;
    container out = {.gradient = cell->gradient, .volume = cell->volume};
    for (int axis = 0; axis < 3; axis++) {
        out.length[axis] = axis < model->dimensions ? cell->edges.of[axis] : 1;
        out.start[axis] = axis < model->dimensions ? cell->start.of[axis] : 1;
        out.wall_stress[axis] = NAN;
    }
    if (!container_has_walls(choice))
        return out;
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (name_of(choice, axis, 0))
            take_walls(choice, model, frame, axis, &out);
    }
    out.volume = out.length[0] * out.length[1] * out.length[2];
    for (int axis = 0; axis < model->dimensions; axis++)
        out.wall_stress[axis] *= out.length[axis] / out.volume;
    return out;
}

container_stress container_stress_now(const model *model, const frame *frame,
                                      const container *container)
{
    container_stress out = {.mean = 0};
    double sum = 0;
    for (int i = 0; i < CELL_PARTS; i++) {
        out.contact[i] = frame->cell.contact.of[i] / container->volume;
        const double own = frame->cell.motion.of[i] - frame->cell.drift.of[i];
        out.motion[i] = own / container->volume;
        out.all[i] = out.contact[i] + out.motion[i];
    }
    for (int i = 0; i < model->dimensions; i++)
        sum += out.all[i];
    out.mean = sum / model->dimensions;
    return out;
}
