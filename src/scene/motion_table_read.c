// motion_table_read.c - reads the table of a motion: the first line names the columns, each further line is a time.
//
// Columns: t and either places or velocities. Places: of x y z those that change; rx ry rz (rotation vector), qw qx qy qz
// (quaternion) or angle. Velocities: of vx vy vz wx wy wz those that are not 0. Separated by commas, semicolons or blanks;
// # begins a comment; SI units.
#include "scene/motion_table.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "scene/grain_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { T, X, Y, Z, RX, RY, RZ, QW, QX, QY, QZ, ANGLE, VX, VY, VZ, WX, WY, WZ, COLUMNS };
static const char *const names[COLUMNS] = {"t",  "x",  "y",     "z",  "rx", "ry", "rz", "qw", "qx",
                                           "qy", "qz", "angle", "vx", "vy", "vz", "wx", "wy", "wz"};
static const char hint[] = "the first line names the columns: t and of x y z, with rx ry rz, "
                           "qw qx qy qz or angle; or t and of vx vy vz wx wy wz";

typedef struct columns {
    int of[COLUMNS]; // the field of a column, -1: absent
    int fields;
} columns;

static int count_of(const columns *columns, int from, int to)
{
    int count = 0;
    for (int i = from; i <= to; i++)
        count += columns->of[i] >= 0;
    return count;
}

static scree_status check_columns(const grain_table_scan *scan, const columns *columns,
                                  scree_error *error)
{
    const int places = count_of(columns, X, Z);
    const int vector = count_of(columns, RX, RZ);
    const int quaternion = count_of(columns, QW, QZ);
    const int angle = count_of(columns, ANGLE, ANGLE);
    const int velocities = count_of(columns, VX, WZ);
    if (columns->of[T] < 0)
        return grain_table_fail(scan, error, hint, "missing column 't'");
    if (places + vector + quaternion + angle + velocities == 0)
        return grain_table_fail(scan, error, hint, "there is nothing but the time");
    if (velocities > 0 && places + vector + quaternion + angle > 0)
        return grain_table_fail(scan, error, "leave one of both",
                                "the table has places and velocities");
    if ((vector > 0) + (quaternion > 0) + angle > 1)
        return grain_table_fail(scan, error, "leave one of them",
                                "the table has orientations of more than one kind");
    if (vector > 0 && vector < 3)
        return grain_table_fail(scan, error, "give rx ry rz",
                                "a rotation vector has three numbers");
    if (quaternion > 0 && quaternion < 4)
        return grain_table_fail(scan, error, "give qw qx qy qz", "a quaternion has four numbers");
    return SCREE_OK;
}

static scree_status read_head(grain_table_scan *scan, columns *columns, scree_error *error)
{
    if (!grain_table_next(scan))
        return grain_table_fail(scan, error, hint, "the file is empty");
    for (int i = 0; i < COLUMNS; i++)
        columns->of[i] = -1;
    columns->fields = scan->fields;
    for (int field = 0; field < scan->fields; field++) {
        int i = 0;
        while (i < COLUMNS && strcmp(scan->field[field], names[i]) != 0)
            i++;
        if (i == COLUMNS && field == 0) // this may be any file: its contents are not repeated
            return grain_table_fail(scan, error, hint,
                                    "the first line names no column of a table of motion");
        if (i == COLUMNS)
            return grain_table_fail(scan, error, hint, "unknown column '%.60s'",
                                    scan->field[field]);
        if (columns->of[i] >= 0)
            return grain_table_fail(scan, error, "leave one of them", "column '%s' stands twice",
                                    names[i]);
        columns->of[i] = field;
    }
    return check_columns(scan, columns, error);
}

static q4 orientation_of(const columns *columns, const double value[COLUMNS])
{
    if (columns->of[QW] >= 0)
        return (q4){value[QW], value[QX], value[QY], value[QZ]};
    const v3 vector = v3_make(value[RX], value[RY], value[RZ]);
    const double angle = v3_norm(vector);
    double sine = 0;
    double cosine = 1;
    if (!(angle > 0))
        return q4_identity();
    real_sin_cos(0.5 * angle, &sine, &cosine);
    const v3 part = v3_scale(sine / angle, vector);
    return (q4){cosine, part.x, part.y, part.z};
}

static double size_of(q4 q)
{
    return sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
}

static scree_status read_line(const grain_table_scan *scan, const columns *columns, double scale,
                              const motion_table *table, table_row *out, scree_error *error)
{
    double value[COLUMNS] = {0};
    if (scan->fields != columns->fields)
        return grain_table_fail(scan, error, "give a value for every column",
                                "%d values for %d columns", scan->fields, columns->fields);
    for (int i = 0; i < COLUMNS; i++) {
        if (columns->of[i] < 0)
            continue;
        const scree_status status =
            grain_table_number(scan, columns->of[i], names[i], false, &value[i], error);
        if (status != SCREE_OK)
            return status;
    }
    const q4 turn = orientation_of(columns, value);
    if (!(size_of(turn) > 1e-6))
        return grain_table_fail(scan, error, "give a quaternion of length 1",
                                "the quaternion has no direction");
    const table_row *last = table->rows > 0 ? &table->row[table->rows - 1] : NULL;
    if (value[T] < 0)
        return grain_table_fail(scan, error, "times count from `from` of the drive",
                                "t = %g s is below zero", value[T]);
    if (last && !(value[T] > last->time))
        return grain_table_fail(scan, error, "let times rise from line to line",
                                "t = %.9g s is not after the %.9g s of the line before", value[T],
                                last->time);
    *out = (table_row){
        .time = value[T],
        .place = v3_scale(scale, v3_make(value[X], value[Y], value[Z])),
        .angle = value[ANGLE],
        .turn = q4_unit(turn),
        .velocity = v3_scale(scale, v3_make(value[VX], value[VY], value[VZ])),
        .spin = v3_make(value[WX], value[WY], value[WZ]),
    };
    return SCREE_OK;
}

static void read_all(grain_table_scan *scan, double scale, motion_table *table)
{
    columns columns = {{0}, 0};
    scree_error fault;
    if (read_head(scan, &columns, &fault) != SCREE_OK) {
        grain_table_goes_on(scan, &fault);
        return;
    }
    table->velocities = count_of(&columns, VX, WZ) > 0;
    if (columns.of[ANGLE] >= 0)
        table->turns = TABLE_ANGLE;
    else if (count_of(&columns, RX, QZ) > 0 || count_of(&columns, WX, WZ) > 0)
        table->turns = TABLE_ORIENTATION;
    while (grain_table_next(scan)) {
        table_row row;
        int64_t room = table->room;
        scree_status status = read_line(scan, &columns, scale, table, &row, &fault);
        if (status == SCREE_OK && !MEM_GROW(table->row, room, table->rows + 1))
            status = fail_memory(&fault, scan->path);
        table->room = (int)room;
        if (status == SCREE_OK)
            table->row[table->rows++] = row;
        else if (!grain_table_goes_on(scan, &fault))
            return;
    }
    if (table->rows < 2 && scan->tally.count == 0) {
        grain_table_fail(scan, &fault, "give at least two times", "a motion has two rows or more");
        grain_table_goes_on(scan, &fault);
    }
}

// ---- what follows from the rows

static v3 vector_between(q4 from, q4 to)
{
    const q4 back = q4_conjugate(from);
    const q4 turn = q4_mul(to, back);
    const v3 part = v3_make(turn.x, turn.y, turn.z);
    const double sine = v3_norm(part);
    if (!(sine > 0))
        return v3_make(0, 0, 0);
    return v3_scale(2 * real_atan2(sine, turn.w) / sine, part);
}

// The shorter way round.
static q4 nearer(q4 q, q4 to)
{
    const double along = q.w * to.w + q.x * to.x + q.y * to.y + q.z * to.z;
    return along < 0 ? (q4){-q.w, -q.x, -q.y, -q.z} : q;
}

// The slope at a row between two secants, each weighted by the length of the other; at an end that of the one there is.
static double slope(const double secant[2], const double length[2])
{
    if (!(length[0] > 0))
        return secant[1];
    if (!(length[1] > 0))
        return secant[0];
    return (secant[0] * length[1] + secant[1] * length[0]) / (length[0] + length[1]);
}

typedef double part_of(const table_row *row, int axis);

static double place_part(const table_row *row, int axis)
{
    return v3_component(row->place, axis);
}
static double angle_part(const table_row *row, int axis)
{
    (void)axis;
    return row->angle;
}
static double turn_part(const table_row *row, int axis)
{
    const double q[4] = {row->turn.w, row->turn.x, row->turn.y, row->turn.z};
    return q[axis];
}

static double slope_at(const motion_table *table, int i, part_of *part, int axis)
{
    double secant[2] = {0, 0};
    double length[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        const int from = i - 1 + side;
        if (from < 0 || from + 1 >= table->rows)
            continue;
        const table_row *row = &table->row[from];
        length[side] = row[1].time - row->time;
        secant[side] = (part(&row[1], axis) - part(row, axis)) / length[side];
    }
    return slope(secant, length);
}

static void complete_places(motion_table *table)
{
    for (int i = 0; i + 1 < table->rows; i++) {
        table_row *row = &table->row[i];
        row[1].turn = nearer(row[1].turn, row->turn);
        row->way = vector_between(row->turn, row[1].turn);
    }
    for (int i = 0; i < table->rows; i++) {
        table_row *row = &table->row[i];
        row->slope = v3_make(slope_at(table, i, place_part, 0), slope_at(table, i, place_part, 1),
                             slope_at(table, i, place_part, 2));
        row->angle_slope = slope_at(table, i, angle_part, 0);
        row->turn_slope = (q4){
            .w = slope_at(table, i, turn_part, 0),
            .x = slope_at(table, i, turn_part, 1),
            .y = slope_at(table, i, turn_part, 2),
            .z = slope_at(table, i, turn_part, 3),
        };
    }
}

// Where the velocities have led to.
static void complete_velocities(motion_table *table)
{
    table->row[0].place = v3_make(0, 0, 0);
    table->row[0].turn = q4_identity();
    for (int i = 0; i + 1 < table->rows; i++) {
        table_row *row = &table->row[i];
        const double half = 0.5 * (row[1].time - row->time);
        const v3 mean = v3_add(row->velocity, row[1].velocity);
        row->way = v3_scale(half, v3_add(row->spin, row[1].spin));
        row[1].place = v3_fma(row->place, half, mean);
        const double angle = v3_norm(row->way);
        double sine = 0;
        double cosine = 1;
        real_sin_cos(0.5 * angle, &sine, &cosine);
        const v3 part = v3_scale(angle > 0 ? sine / angle : 0, row->way);
        row[1].turn = q4_unit(q4_mul((q4){cosine, part.x, part.y, part.z}, row->turn));
    }
}

scree_status motion_table_read(const char *path, double scale, fault_list *faults,
                               motion_table **out, scree_error *error)
{
    grain_table_scan scan;
    motion_table *table = calloc(1, sizeof *table);
    *out = NULL;
    if (!table)
        return fail_memory(error, path);
    if (grain_table_open(&scan, path, faults))
        read_all(&scan, scale, table);
    const scree_status status = grain_table_close(&scan, error);
    if (status != SCREE_OK) {
        motion_table_free(table);
        return status;
    }
    if (table->velocities)
        complete_velocities(table);
    else
        complete_places(table);
    table->whole = vector_between(table->row[0].turn, table->row[table->rows - 1].turn);
    *out = table;
    return SCREE_OK;
}
