// packing_lammps.c - grains of a LAMMPS data file of atom_style sphere: the section Atoms (`id type diameter density x y
// z`, with image flags or without) and behind it, where it is there, Velocities (`id vx vy vz wx wy wz`). The mass is
// that of the density of the file. Source: LAMMPS manual, "read_data command".
#include "scene/grain_table.h"

#include "base/constants.h"

#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "LAMMPS data file, relative to the folder of the case"},
    {"type", ROW_INTEGER, "1", ROW_OPTIONAL, 1, 2e9, "only grains of this type"},
};

enum { ATOM_FIELDS = 7, IMAGE_FIELDS = 3, MOTION_FIELDS = 7 };

typedef struct numbered { // a grain of the list by its id in the file
    double id;
    int64_t grain;
} numbered;

typedef struct data_file {
    const packing_job *job;
    grain_table_scan scan;
    grain_list *out;
    numbered *known;
    int64_t count, room;
    bool sorted;
} data_file;

static bool note_id(data_file *file, double id, int64_t grain)
{
    if (file->count == file->room) {
        const int64_t room = file->room ? 2 * file->room : 1024;
        numbered *grown = realloc(file->known, (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        file->known = grown;
        file->room = room;
    }
    file->known[file->count++] = (numbered){id, grain};
    return true;
}

static scree_status read_numbers(const grain_table_scan *scan, const char *const name[], int count,
                                 double *value, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < count && !status; i++)
        status = grain_table_number(scan, i, name[i], false, &value[i], error);
    return status;
}

static scree_status read_atom(data_file *file, scree_error *error)
{
    static const char *const name[] = {"id", "type", "diameter", "density", "x", "y", "z"};
    double value[ATOM_FIELDS];
    const grain_table_scan *scan = &file->scan;
    const packing_job *job = file->job;
    if (scan->fields != ATOM_FIELDS && scan->fields != ATOM_FIELDS + IMAGE_FIELDS) {
        return grain_table_fail(
            scan, error, "write id type diameter density x y z: atom_style sphere",
            "an atom has 7 numbers, or 10 with its images, this line has %d", scan->fields);
    }
    scree_status status = read_numbers(scan, name, ATOM_FIELDS, value, error);
    const bool typed = choice_given(&job->set->packing, "type");
    if (status || (typed && value[1] != choice_real(&job->set->packing, "type")))
        return status;
    if (!(value[3] > 0)) {
        return grain_table_fail(scan, error, "give a density above zero",
                                "density = %g kg/m^3 is not above zero", value[3]);
    }
    const double radius = 0.5 * value[2];
    const grain_entry entry = {
        .position = v3_make(value[4], value[5], value[6]),
        .radius = radius,
        .mass = value[3] * (4.0 / 3.0 * PI * (radius * radius * radius)),
        .line = scan->line,
        .told = true,
    };
    status = grain_table_check(scan, &entry, error);
    if (!status)
        status = grain_list_add(file->out, job, &entry, error);
    if (!status && !note_id(file, value[0], file->out->count - 1))
        status = fail_memory(error, job->set->name);
    return status;
}

static int by_id(const void *left, const void *right)
{
    const numbered *a = left;
    const numbered *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static scree_status read_motion(data_file *file, scree_error *error)
{
    static const char *const name[] = {"id", "vx", "vy", "vz", "wx", "wy", "wz"};
    double value[MOTION_FIELDS];
    const grain_table_scan *scan = &file->scan;
    if (scan->fields != MOTION_FIELDS) {
        return grain_table_fail(scan, error, "write id vx vy vz wx wy wz",
                                "a velocity has 7 numbers, this line has %d", scan->fields);
    }
    scree_status status = read_numbers(scan, name, MOTION_FIELDS, value, error);
    if (status || file->count == 0)
        return status;
    if (!file->sorted)
        qsort(file->known, (size_t)file->count, sizeof *file->known, by_id);
    file->sorted = true;
    const numbered key = {value[0], 0};
    const numbered *found =
        bsearch(&key, file->known, (size_t)file->count, sizeof *file->known, by_id);
    if (!found && choice_given(&file->job->set->packing, "type"))
        return SCREE_OK;
    if (!found) {
        return grain_table_fail(scan, error, "put Atoms before Velocities, with the same ids",
                                "there is no atom %.0f", value[0]);
    }
    grain_list *out = file->out;
    const grain_entry moves = {
        .velocity = v3_make(value[1], value[2], value[3]),
        .spin = v3_make(value[4], value[5], value[6]),
        .line = scan->line,
        .told = true,
    };
    status = packing_check_plane(file->job, &moves, error);
    if (status || out->fixed[found->grain])
        return status;
    out->velocity[found->grain] = v3_add(out->velocity[found->grain], moves.velocity);
    out->spin[found->grain] = v3_add(out->spin[found->grain], moves.spin);
    return SCREE_OK;
}

typedef enum data_section {
    SECTION_HEAD,
    SECTION_ATOMS,
    SECTION_VELOCITIES,
    SECTION_OTHER
} data_section;

static bool is_letter(char sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

static void read_all(data_file *file)
{
    scree_error fault;
    data_section section = SECTION_HEAD;
    bool any = false;
    grain_table_scan *scan = &file->scan;
    grain_table_next(scan); // the first line is a title
    while (grain_table_next(scan)) {
        scree_status status = SCREE_OK;
        if (is_letter(scan->field[0][0])) {
            section = !strcmp(scan->field[0], "Atoms")        ? SECTION_ATOMS
                      : !strcmp(scan->field[0], "Velocities") ? SECTION_VELOCITIES
                                                              : SECTION_OTHER;
            any = any || section == SECTION_ATOMS;
        } else if (section == SECTION_ATOMS) {
            status = read_atom(file, &fault);
        } else if (section == SECTION_VELOCITIES) {
            status = read_motion(file, &fault);
        }
        if (status && !grain_table_goes_on(scan, &fault))
            return;
    }
    if (any || scan->tally.count > 0)
        return;
    scan->line = 0;
    grain_table_fail(scan, &fault, "give a data file of atom_style sphere",
                     "there is no section Atoms in this file");
    grain_table_goes_on(scan, &fault);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    data_file file = {.job = job, .out = out};
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    if (grain_table_open(&file.scan, path, job->faults))
        read_all(&file);
    scree_status status = grain_table_close(&file.scan, error);
    free(file.known);
    free(path);
    return status;
}

const char packing_lammps_example[] = "file: grains.data";

const packing_kind packing_lammps = {
    {"lammps", "grains of a LAMMPS data file", rows, sizeof rows / sizeof *rows}, add};
