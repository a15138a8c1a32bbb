// packing_dump.c - grains of a dump of LAMMPS or LIGGGHTS as text (`dump ... custom`): of its last frame, or of the one of
// a step.
//
// A frame is `ITEM: TIMESTEP`, `ITEM: NUMBER OF ATOMS`, `ITEM: BOX BOUNDS` and `ITEM: ATOMS` with the names of the
// columns, then a line for each grain. Read are x y z (or those of the unwrapped places, xu yu zu), radius or diameter
// (else that of the shape), vx vy vz, omegax omegay omegaz, mass (else from the density), type. All others are passed
// over. Source: LAMMPS manual, "dump command".
#include "scene/grain_table.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "dump of LAMMPS or LIGGGHTS, relative to the folder of the case"},
    {"step", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "of the frame; default: the last one"},
    {"type", ROW_INTEGER, "1", ROW_OPTIONAL, 1, 2e9, "only grains of this type"},
    {"scale", ROW_REAL, "1", 1, ROW_POSITIVE, ROW_ANY_HIGH,
     "factor on all lengths and velocities: 0.001 for a dump in mm"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "seed of radii that the dump does not give"},
};

enum { X, Y, Z, VX, VY, VZ, RADIUS, WX, WY, WZ, MASS, TYPE, COLUMNS, LENGTHS = WX };
static const char *const names[COLUMNS][2] = {{"x", "xu"},
                                              {"y", "yu"},
                                              {"z", "zu"},
                                              {"vx", NULL},
                                              {"vy", NULL},
                                              {"vz", NULL},
                                              {"radius", "diameter"},
                                              {"omegax", NULL},
                                              {"omegay", NULL},
                                              {"omegaz", NULL},
                                              {"mass", NULL},
                                              {"type", NULL}};

typedef struct dump {
    const packing_job *job;
    grain_table_scan scan;
    grain_list *out;
    int64_t first;    // grain of the list that is of this set
    int of[COLUMNS];  // field of each column, -1: absent
    bool second;      // the radius is a diameter
    int fields;       // of a line
    double step;      // of the frame that is read
    bool wanted, any; // is this frame? was one?
    spread radius;
    rng sizes;
} dump;

static void find_columns(dump *dump)
{
    const grain_table_scan *scan = &dump->scan;
    dump->fields = scan->fields - 2;
    for (int i = 0; i < COLUMNS; i++) {
        dump->of[i] = -1;
        for (int field = 2; field < scan->fields; field++) {
            const bool first = !strcmp(scan->field[field], names[i][0]);
            const bool other = names[i][1] && !strcmp(scan->field[field], names[i][1]);
            if (!first && !other)
                continue;
            dump->of[i] = field - 2;
            if (i == RADIUS)
                dump->second = other;
        }
    }
}

// A frame begins: grains of one before it are dropped.
static scree_status begin_frame(dump *dump, scree_error *error)
{
    const choice *choice = &dump->job->set->packing;
    find_columns(dump);
    dump->wanted = !choice_given(choice, "step") || choice_real(choice, "step") == dump->step;
    if (!dump->wanted)
        return SCREE_OK;
    dump->any = true;
    dump->out->count = dump->first;
    dump->sizes = packing_rng(dump->job, 0);
    for (int i = X; i <= (dump->job->model->dimensions == 2 ? Y : Z); i++) {
        if (dump->of[i] < 0) {
            dump->wanted = false;
            return grain_table_fail(&dump->scan, error,
                                    "dump x y z, or xu yu zu; scaled places are not read",
                                    "missing column '%s'", names[i][0]);
        }
    }
    return SCREE_OK;
}

static scree_status read_grain(dump *dump, scree_error *error)
{
    double value[COLUMNS] = {0};
    const choice *choice = &dump->job->set->packing;
    const grain_table_scan *scan = &dump->scan;
    if (scan->fields != dump->fields) {
        return grain_table_fail(scan, error, "give a value for every column",
                                "%d values for %d columns", scan->fields, dump->fields);
    }
    for (int i = 0; i < COLUMNS; i++) {
        if (dump->of[i] < 0)
            continue;
        scree_status status =
            grain_table_number(scan, dump->of[i], names[i][0], i == MASS, &value[i], error);
        if (status)
            return status;
        if (i < LENGTHS)
            value[i] *= choice_real(choice, "scale");
    }
    const bool typed = choice_given(choice, "type") && dump->of[TYPE] >= 0;
    if (typed && value[TYPE] != choice_real(choice, "type"))
        return SCREE_OK;
    if (dump->of[RADIUS] < 0)
        value[RADIUS] = rng_spread(&dump->sizes, dump->radius);
    else if (dump->second)
        value[RADIUS] *= 0.5;
    const grain_entry entry = {
        .position = v3_make(value[X], value[Y], value[Z]),
        .velocity = v3_make(value[VX], value[VY], value[VZ]),
        .spin = v3_make(value[WX], value[WY], value[WZ]),
        .radius = value[RADIUS],
        .mass = value[MASS],
        .line = scan->line,
        .told = true,
    };
    scree_status status = grain_table_check(scan, &entry, error);
    return status ? status : grain_list_add(dump->out, dump->job, &entry, error);
}

// What the line says: the head of a part of a frame, its step, or a grain. `part` is that of the line before.
typedef enum dump_part { PART_NONE, PART_STEP, PART_GRAINS } dump_part;

static scree_status read_line(dump *dump, dump_part *part, scree_error *error)
{
    const grain_table_scan *scan = &dump->scan;
    if (!strcmp(scan->field[0], "ITEM:")) {
        const char *what = scan->fields > 1 ? scan->field[1] : "";
        *part = !strcmp(what, "TIMESTEP") ? PART_STEP
                : !strcmp(what, "ATOMS")  ? PART_GRAINS
                                          : PART_NONE;
        return *part == PART_GRAINS ? begin_frame(dump, error) : SCREE_OK;
    }
    if (*part == PART_STEP)
        return grain_table_number(scan, 0, "step", false, &dump->step, error);
    return *part == PART_GRAINS && dump->wanted ? read_grain(dump, error) : SCREE_OK;
}

static void read_all(dump *dump)
{
    scree_error fault;
    dump_part part = PART_NONE;
    while (grain_table_next(&dump->scan)) {
        if (read_line(dump, &part, &fault) && !grain_table_goes_on(&dump->scan, &fault))
            return;
    }
    if (dump->any || dump->scan.tally.count > 0)
        return;
    dump->scan.line = 0;
    grain_table_fail(&dump->scan, &fault, "a frame has a line ITEM: ATOMS id type x y z ...",
                     choice_given(&dump->job->set->packing, "step")
                         ? "there is no frame of that step"
                         : "there is no frame in this file");
    grain_table_goes_on(&dump->scan, &fault);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    dump dump = {
        .job = job,
        .out = out,
        .first = out->count,
        .radius = job->model->shape[job->set->shape].radius,
    };
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    if (grain_table_open(&dump.scan, path, job->faults))
        read_all(&dump);
    scree_status status = grain_table_close(&dump.scan, error);
    free(path);
    return status;
}

const char packing_dump_example[] = "file: grains.dump, scale: 0.001";

const packing_kind packing_dump = {
    {"dump", "grains of a dump of LAMMPS or LIGGGHTS", rows, sizeof rows / sizeof *rows}, add};
