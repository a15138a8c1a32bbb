// packing_csv.c - grains from a table of text: the first line names the columns, each further line is a grain, SI
// units.
//
// A name may have its unit in SI behind it, `x [m]`, and velocities and spins may be called velocity_x, spin_x.
// Columns: x y z (in 2D without z), and if wanted radius (else that of the shape), vx vy vz wx wy wz, mass (else from
// the density; `inf` does not move). Separated by commas, semicolons or blanks; # begins a comment.
#include "scene/grain_table.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "table of grains, relative to the folder of the case"},
    {"scale", ROW_REAL, "1", 1, ROW_POSITIVE, ROW_ANY_HIGH,
     "factor on x y z radius vx vy vz: 0.001 for a table in mm"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "seed of radii that the table does not give"},
};

enum { X, Y, Z, RADIUS, VX, VY, VZ, WX, WY, WZ, MASS, COLUMNS };
static const char *const names[COLUMNS] = {"x",  "y",  "z",  "radius", "vx",  "vy",
                                           "vz", "wx", "wy", "wz",     "mass"};

typedef struct columns {
    int of[COLUMNS]; // the field of a column, -1: absent
    int fields;
} columns;

static const char *const units[COLUMNS] = {
    "[m]", "[m]", "[m]", "[m]", "[m/s]", "[m/s]", "[m/s]", "[rad/s]", "[rad/s]", "[rad/s]", "[kg]"};
static const char *const long_names[COLUMNS] = {"x",          "y",          "z",          "radius",
                                                "velocity_x", "velocity_y", "velocity_z", "spin_x",
                                                "spin_y",     "spin_z",     "mass"};

static int column_of(const char *name)
{
    int i = 0;
    while (i < COLUMNS && strcmp(name, names[i]) != 0 && strcmp(name, long_names[i]) != 0)
        i++;
    return i;
}

// Heads as tables of results have them, `x [m]`: units stand behind names as fields of their own. They go, and are those
// in SI, since the numbers are taken as they stand.
static scree_status take_units(grain_table_scan *scan, scree_error *error)
{
    int kept = 0;
    for (int field = 0; field < scan->fields; field++) {
        char *text = scan->field[field];
        if (*text != '[' || kept == 0) {
            scan->field[kept++] = text;
            continue;
        }
        const char *name = scan->field[kept - 1];
        const int i = column_of(name);
        if (i < COLUMNS && strcmp(text, units[i]) != 0)
            return grain_table_fail(scan, error,
                                    "write the table in SI, or leave the unit out and give `scale`",
                                    "%.40s is in %.20s, not in %s", name, text, units[i]);
    }
    scan->fields = kept;
    return SCREE_OK;
}

static scree_status read_head(grain_table_scan *scan, bool flat, columns *columns,
                              scree_error *error)
{
    static const char hint[] =
        "the first line names the columns: x y z radius vx vy vz wx wy wz mass";
    if (!grain_table_next(scan))
        return grain_table_fail(scan, error, hint, "the file is empty");
    for (int i = 0; i < COLUMNS; i++)
        columns->of[i] = -1;
    scree_status status = take_units(scan, error);
    if (status)
        return status;
    columns->fields = scan->fields;
    for (int field = 0; field < scan->fields; field++) {
        const int i = column_of(scan->field[field]);
        if (i == COLUMNS && field == 0) { // this may be any file: its contents are not repeated
            return grain_table_fail(scan, error, hint,
                                    "the first line names no column of a table of grains");
        }
        if (i == COLUMNS) {
            return grain_table_fail(scan, error, hint, "unknown column '%.60s'",
                                    scan->field[field]);
        }
        if (columns->of[i] >= 0) {
            return grain_table_fail(scan, error, "leave one of them", "column '%s' stands twice",
                                    names[i]);
        }
        columns->of[i] = field;
    }
    for (int i = X; i <= (flat ? Y : Z); i++) {
        if (columns->of[i] < 0)
            return grain_table_fail(scan, error, hint, "missing column '%s'", names[i]);
    }
    return SCREE_OK;
}

static scree_status read_line(const grain_table_scan *scan, const columns *columns, double scale,
                              double radius, grain_entry *entry, scree_error *error)
{
    double value[COLUMNS] = {0};
    value[RADIUS] = radius;
    if (scan->fields != columns->fields) {
        return grain_table_fail(scan, error, "give a value for every column",
                                "%d values for %d columns", scan->fields, columns->fields);
    }
    for (int i = 0; i < COLUMNS; i++) {
        if (columns->of[i] < 0)
            continue;
        scree_status status =
            grain_table_number(scan, columns->of[i], names[i], i == MASS, &value[i], error);
        if (status)
            return status;
        if (i <= VZ && scale != 1)
            value[i] *= scale;
    }
    if (columns->of[MASS] >= 0 && !(value[MASS] > 0)) {
        return grain_table_fail(scan, error, "give a mass above zero, or inf",
                                "mass = %g kg is not above zero", value[MASS]);
    }
    *entry = (grain_entry){
        .position = v3_make(value[X], value[Y], value[Z]),
        .velocity = v3_make(value[VX], value[VY], value[VZ]),
        .spin = v3_make(value[WX], value[WY], value[WZ]),
        .radius = value[RADIUS],
        .mass = value[MASS],
        .line = scan->line,
        .told = true,
    };
    return grain_table_check(scan, entry, error);
}

static void read_all(const packing_job *job, grain_table_scan *scan, grain_list *out)
{
    scree_error fault;
    columns columns = {{0}, 0};
    bool flat = job->model->dimensions == 2;
    double scale = choice_real(&job->set->packing, "scale");
    spread shape = job->model->shape[job->set->shape].radius;
    rng sizes = packing_rng(job, 0);
    if (read_head(scan, flat, &columns, &fault)) {
        grain_table_goes_on(scan, &fault);
        return;
    }
    while (grain_table_next(scan)) {
        grain_entry entry;
        double radius = columns.of[RADIUS] < 0 ? rng_spread(&sizes, shape) : 0;
        scree_status status = read_line(scan, &columns, scale, radius, &entry, &fault);
        if (!status)
            status = grain_list_add(out, job, &entry, &fault);
        if (status && !grain_table_goes_on(scan, &fault))
            return;
    }
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    grain_table_scan scan;
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    if (grain_table_open(&scan, path, job->faults))
        read_all(job, &scan, out);
    scree_status status = grain_table_close(&scan, error);
    free(path);
    return status;
}

const char packing_csv_example[] = "file: grains.csv, scale: 0.001";

const packing_kind packing_csv = {
    {"csv", "grains of a table of text", rows, sizeof rows / sizeof *rows}, add};
