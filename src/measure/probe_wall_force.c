// probe_wall_force.c - force, torque and power of a wall, where it is, and how it moves.
//
// Force and torque are those of the grains on the wall, the torque about the wall's reference point. The power is that
// of the wall's motion against the grains, -(force . velocity + torque . spin): positive where a drive must push. Place
// and velocity are of the reference point; the quaternion turns the wall from how the case gives it.
#include "measure/named_wall.h"
#include "measure/table.h"

static const row rows[] = {
    {"wall", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "name of the wall; a boundary of the domain is domain-x-low, domain-x-high, ..."},
};

static const probe_head head[] = {
    {"time", "s"},
    {"force_x", "N"},
    {"force_y", "N"},
    {"force_z", "N"},
    {"torque_x", "N m"},
    {"torque_y", "N m"},
    {"torque_z", "N m"},
    {"power", "W"},
    {"x", "m"},
    {"y", "m"},
    {"z", "m"},
    {"velocity_x", "m/s"},
    {"velocity_y", "m/s"},
    {"velocity_z", "m/s"},
    {"spin_x", "rad/s"},
    {"spin_y", "rad/s"},
    {"spin_z", "rad/s"},
    {"quaternion_w", "1"},
    {"quaternion_x", "1"},
    {"quaternion_y", "1"},
    {"quaternion_z", "1"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)state;
    return named_wall_check(model, choice_text(choice, "wall"), "wall-force", error);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)model;
    (void)state;
    const char *name = choice_text(choice, "wall");
    const frame_wall *wall = named_wall(frame, name);
    if (!wall)
        return probe_fail(error, "wall-force", "", "the wall '%.60s' is not in the frame", name);
    const double value[COLUMNS] = {frame->time,         wall->force.x,       wall->force.y,
                                   wall->force.z,       wall->torque.x,      wall->torque.y,
                                   wall->torque.z,      wall->power,         wall->position.x,
                                   wall->position.y,    wall->position.z,    wall->velocity.x,
                                   wall->velocity.y,    wall->velocity.z,    wall->spin.x,
                                   wall->spin.y,        wall->spin.z,        wall->orientation.w,
                                   wall->orientation.x, wall->orientation.y, wall->orientation.z};
    return table_row(table, value, error);
}

const char probe_wall_force_example[] = "wall: floor";

const probe probe_wall_force = {
    .what = {"wall-force", "force, torque and power of a wall, its place and motion", rows,
             sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
