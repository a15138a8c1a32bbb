// drive_table.c - a wall that follows a table of times with places and turns, or with velocities (scene/motion_table.h):
// x(t) = x(0) + f(t) - f(t_0), turned by what the table has turned since its first row before. The time of the table
// counts from `from`.
#include "scene/drive_parts.h"

#include "base/hash.h"
#include "base/mathlib.h"
#include "base/text.h"
#include "scene/motion_table.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 8 }; // in each piece, for the largest speed

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "table of times, relative to the folder of the case: t with x y z, rx ry rz or qw qx qy qz "
     "or angle; or with vx vy vz wx wy wz"},
    {"interpolation", ROW_WORD, "linear|cubic", 0, 0, 1,
     "between the rows of places: at a constant velocity, or by cubic polynomials; velocities are "
     "linear in between"},
    {"repeat", ROW_FLAG, "1", 0, 0, 1, "after the last row the table begins again"},
    {"scale", ROW_REAL, "1", 1, ROW_POSITIVE, ROW_ANY_HIGH,
     "factor on x y z vx vy vz: 0.001 for a table in mm"},
    {"axis", ROW_VECTOR, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "of a table with `angle`: direction of the axis [x, y, z]; turns by the right-hand rule"},
    {"point", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the point about which the wall turns; default: its reference point"},
    DRIVE_FROM_ROW,
    DRIVE_TO_ROW,
    DRIVE_JUMP_ROW,
};

static const motion_table *table_of(const choice *choice)
{
    return choice_made(choice, "file");
}

static table_course course_of(const choice *choice)
{
    return (table_course){
        .cubic = choice_real(choice, "interpolation") == 1,
        .repeats = choice_flag(choice, "repeat"),
    };
}

static uint64_t content(const choice *choice)
{
    const motion_table *table = table_of(choice);
    return hash_of(table->row, (size_t)table->rows * sizeof *table->row, 0);
}

static scree_status read(const choice *choice, const char *wall, const char *folder,
                         fault_list *faults, scree_error *error)
{
    if (table_of(choice))
        return SCREE_OK;
    const char *name = choice_text(choice, "file");
    char *path = *name == '/' ? text_copy(name) : text_format("%s/%s", folder, name);
    motion_table *table = NULL;
    if (!path)
        return fail_memory(error, wall);
    const scree_status status =
        motion_table_read(path, choice_real(choice, "scale"), faults, &table, error);
    free(path);
    if (status == SCREE_OK)
        choice_keep(choice, "file", table, motion_table_free);
    return status;
}

static scree_status check(const choice *choice, const char *wall, scree_error *error)
{
    const motion_table *table = table_of(choice);
    const bool axis = choice_given(choice, "axis");
    if (table->turns == TABLE_ANGLE && !axis)
        return drive_fail(error, wall, "give axis: [0, 0, 1]",
                          "the table has angles and the drive no axis for them");
    if (table->turns != TABLE_ANGLE && axis)
        return drive_fail(error, wall, "leave it out, or give a column `angle`",
                          "an axis stands for a table without angles");
    if (table->velocities && course_of(choice).cubic)
        return drive_fail(error, wall, "leave it out: velocities are linear between the rows",
                          "interpolation: cubic is for tables of places");
    if (axis) {
        const scree_status status = drive_check_direction(choice, "axis", wall, error);
        if (status != SCREE_OK)
            return status;
    }
    return drive_check_times(choice, wall, error);
}

// Numbers of quaternions are rounded, and those of an orientation are what a turn leaves of them.
static const double rounded = 1e-6;

static drive_leaving leaves_plane(const choice *choice)
{
    static const drive_leaving along = {"the table leads out of the plane of this case",
                                        "let its third coordinate stay as in the first row"};
    static const drive_leaving turned = {"the table turns out of the plane of this case",
                                         "let it turn about z alone"};
    static const drive_leaving tilted = DRIVE_TILTED("axis");
    const motion_table *table = table_of(choice);
    if (drive_tilts(drive_vector(choice, "axis")))
        return tilted;
    for (int i = 0; i < table->rows; i++) {
        const table_motion motion = motion_table_at(table, course_of(choice), table->row[i].time);
        if (fabs(motion.shift.z) > 0 || fabs(motion.velocity.z) > 0)
            return along;
        const q4 turn = motion.turn;
        const bool off = fabs(turn.x) > rounded || fabs(turn.y) > rounded;
        if (off || (table->velocities && drive_tilts(motion.spin)))
            return turned;
    }
    return (drive_leaving){0};
}

static void pose(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out)
{
    (void)state;
    const v3 still = {0, 0, 0};
    const drive_clock clock = drive_clock_at(choice, in);
    const motion_table *table = table_of(choice);
    *out = in->start;
    out->velocity = still;
    out->spin = still;
    if (!(clock.elapsed > 0) && !clock.moving)
        return;
    const table_motion motion = motion_table_at(table, course_of(choice), clock.elapsed);
    q4 turn = motion.turn;
    v3 spin = motion.spin;
    if (table->turns == TABLE_ANGLE) {
        const v3 axis = v3_unit(drive_vector(choice, "axis"));
        double sine;
        double cosine;
        real_sin_cos(0.5 * motion.angle, &sine, &cosine);
        turn = (q4){cosine, sine * axis.x, sine * axis.y, sine * axis.z};
        spin = v3_scale(motion.rate, axis);
    }
    v3 arm = still;
    if (table->turns != TABLE_NO_TURNS) {
        out->orientation = q4_unit(q4_mul(turn, in->start.orientation));
        if (choice_given(choice, "point")) {
            const v3 point = drive_vector(choice, "point");
            arm = q4_rotate(turn, v3_sub(in->start.position, point));
            out->position = v3_add(point, arm);
        }
    }
    out->position = v3_add(out->position, motion.shift);
    if (!clock.moving)
        return;
    out->spin = spin;
    out->velocity = v3_add(motion.velocity, v3_cross(spin, arm));
}

static double cycle(const choice *choice)
{
    return choice_flag(choice, "repeat") ? motion_table_period(table_of(choice)) : INFINITY;
}

// The largest speed and rate of all pieces, and how often the motion turns round.
static drive_pace pace(const choice *choice, v3 reference, double duration)
{
    (void)duration;
    const motion_table *table = table_of(choice);
    const table_course course = course_of(choice);
    drive_pace pace = {.point = reference, .axis = v3_make(0, 0, 1)};
    v3 last = {0, 0, 0};
    int turns = 0;
    if (choice_given(choice, "point"))
        pace.point = drive_vector(choice, "point");
    if (table->turns == TABLE_ANGLE)
        pace.axis = v3_unit(drive_vector(choice, "axis"));
    for (int i = 0; i + 1 < table->rows; i++) {
        const double from = table->row[i].time;
        const double length = table->row[i + 1].time - from;
        for (int k = 0; k < LOOKS; k++) {
            const double time = from + length * (k + 0.5) / LOOKS;
            const table_motion motion = motion_table_at(table, course, time);
            pace.speed = real_max(pace.speed, v3_norm(motion.velocity));
            pace.rate = real_max(pace.rate, v3_norm(motion.spin) + fabs(motion.rate));
            turns += v3_dot(motion.velocity, last) < 0;
            last = motion.velocity;
        }
    }
    pace.frequency = turns / (2 * motion_table_period(table));
    return pace;
}

const char drive_table_example[] = "file: motion.csv, interpolation: cubic";

static const char *steadier(const choice *choice)
{
    const motion_table *table = table_of(choice);
    const bool jumps = table && !table->velocities && !course_of(choice).cubic;
    return jumps ? "interpolation: cubic" : NULL;
}

const drive drive_table = {
    .what = {"table", "follows a table of times with places or velocities", rows,
             sizeof rows / sizeof *rows},
    .content = content,
    .read = read,
    .check = check,
    .leaves_plane = leaves_plane,
    .pose = pose,
    .cycle = cycle,
    .pace = pace,
    .steadier = steadier,
};
