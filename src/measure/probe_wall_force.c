// probe_wall_force.c - force, torque and power of a wall, and where it is.
//
// Force and torque are those of the grains on the wall, the torque about the wall's reference point. The power is that
// of the wall's motion against the grains, -(force . velocity + torque . spin): positive where a drive must push.
#include "measure/table.h"

#include <stdio.h>
#include <string.h>

static const row rows[] = {
    {"wall", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "name of the wall; a boundary of the domain is domain-x-low, domain-x-high, ..."},
};

static const probe_head head[] = {
    {"time", "s"},       {"force_x", "N"},    {"force_y", "N"},    {"force_z", "N"},
    {"torque_x", "N m"}, {"torque_y", "N m"}, {"torque_z", "N m"}, {"power", "W"},
    {"x", "m"},          {"y", "m"},          {"z", "m"},
};
enum { COLUMNS = sizeof head / sizeof *head };

// The boundaries of a domain that are walls have names by axis and end.
static bool is_boundary(const model *model, const char *name)
{
    if (strncmp(name, "domain-", 7) != 0)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        if (model->boundary[axis] != BOUNDARY_WALL || name[7] != "xyz"[axis])
            continue;
        if (!strcmp(name + 8, "-low") || !strcmp(name + 8, "-high"))
            return true;
    }
    return false;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    const char *name = choice_text(choice, "wall");
    (void)state;
    bool found = is_boundary(model, name);
    for (int i = 0; i < model->walls; i++)
        found = found || !strcmp(model->wall[i].name, name);
    if (found)
        return SCREE_OK;
    char hint[160] = "this case has no entry in `walls`";
    if (model->walls) {
        snprintf(hint, sizeof hint, "give the name of an entry of `walls`, such as %.80s",
                 model->wall[0].name);
    }
    return probe_fail(error, "wall-force", hint, "there is no wall called '%.60s'", name);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)model;
    (void)state;
    const char *name = choice_text(choice, "wall");
    for (int i = 0; i < frame->walls; i++) {
        const frame_wall *wall = &frame->wall[i];
        if (strcmp(wall->name, name) != 0)
            continue;
        const double value[COLUMNS] = {frame->time,      wall->force.x,   wall->force.y,
                                       wall->force.z,    wall->torque.x,  wall->torque.y,
                                       wall->torque.z,   wall->power,     wall->position.x,
                                       wall->position.y, wall->position.z};
        return table_row(table, value, error);
    }
    return probe_fail(error, "wall-force", "", "the wall '%.60s' is not in the frame", name);
}

const probe probe_wall_force = {
    .what = {"wall-force", "force, torque and power of a wall", rows, sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
