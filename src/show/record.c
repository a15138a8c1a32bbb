// record.c - see record.h. Numbers of VTK files are read as doubles, which hold every id up to 2^53 exactly.
#include "show/record_file.h"

#include "base/text.h"
#include "case/quantity.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- the folder

// A snapshot, where one lies there, can be looked at by itself.
static scree_status fail_without_frames(const char *folder, scree_error *error)
{
    static const char run[] = "run the case with output: {every: ..., bodies: true}";
    char *snapshot = text_format("%s/snapshot.h5", folder);
    char hint[sizeof error->hint];
    if (snapshot && !access(snapshot, F_OK))
        snprintf(hint, sizeof hint, "name its last state, %.200s, or %s", snapshot, run);
    else
        snprintf(hint, sizeof hint, "%s", run);
    free(snapshot);
    return fail(error, SCREE_BAD_INPUT, folder, hint,
                "there are no frames of grains in this folder (bodies_*.vtp)");
}

scree_status record_open(record *record, const char *folder, const model *model, scree_error *error)
{
    memset(record, 0, sizeof *record);
    record->model = model;
    record->folder = text_copy(folder);
    if (!record->folder)
        return fail_memory(error, folder);
    scree_status status = owned_open(&record->files, folder, error);
    if (status)
        return status;
    status = series_read(record->list, &record->files, (series_end){DBL_MAX, INT64_MAX}, error);
    return status || record_count(record) > 0 ? status : fail_without_frames(folder, error);
}

int64_t record_count(const record *record)
{
    return record->list[SERIES_BODIES].count;
}

double record_time(const record *record, int64_t k)
{
    return record->list[SERIES_BODIES].entry[k].time;
}

int64_t record_nearest(const record *record, double time)
{
    const int64_t last = record_count(record) - 1;
    int64_t nearest = 0;
    if (time >= record_time(record, last))
        return last;
    for (int64_t k = 1; k < record_count(record); k++) {
        if (fabs(record_time(record, k) - time) < fabs(record_time(record, nearest) - time))
            nearest = k;
    }
    return nearest;
}

// The mean way from frame to frame beyond the first and the last is near enough; more is a slip.
static scree_status check_time(const record *record, double time, scree_error *error)
{
    char hint[120];
    const int64_t last = record_count(record) - 1;
    const double first = record_time(record, 0);
    const double end = record_time(record, last);
    const double way = last > 0 ? (end - first) / (double)last : INFINITY;
    if (time >= first - way && time <= end + way)
        return SCREE_OK;
    snprintf(hint, sizeof hint, "the frames are of %.6g s to %.6g s", first, end);
    return fail(error, SCREE_BAD_INPUT, "--at", hint, "there is no frame near %.6g s", time);
}

scree_status record_find(const record *record, const char *at, int64_t *k, scree_error *error)
{
    quantity_fault fault = {0};
    double time = INFINITY;
    scree_status status = SCREE_OK;
    if (at && !quantity_read(at, "s", &time, &fault))
        return fail(error, SCREE_BAD_INPUT, "--at",
                    fault.hint[0] ? fault.hint : "write a number with its unit, such as '1.2 s'",
                    "%s", fault.what);
    if (at)
        status = check_time(record, time, error);
    *k = record_nearest(record, time);
    return status;
}

void record_close(record *record)
{
    for (int i = 0; i < SERIES_COUNT; i++)
        series_clear(&record->list[i]);
    owned_close(&record->files);
    free(record->folder);
    memset(record, 0, sizeof *record);
}

// ---- one file

// The file of that series that belongs to the k-th frame of the grains; NULL in `path` where the run wrote none.
static scree_status path_of(const record *record, int64_t k, int which, char **path,
                            scree_error *error)
{
    const char *bodies = record->list[SERIES_BODIES].entry[k].file;
    char *name = text_format("%s%s", series_names[which], strrchr(bodies, '_'));
    *path = name ? text_format("%s/%s", record->folder, name) : NULL;
    free(name);
    if (!*path)
        return fail_memory(error, bodies);
    if (which != SERIES_BODIES && access(*path, F_OK)) {
        free(*path);
        *path = NULL;
    }
    return SCREE_OK;
}

static scree_status source_open(source *from, const record *record, int64_t k, int which,
                                scree_error *error)
{
    char *path;
    *from = (source){.error = error};
    scree_status status = path_of(record, k, which, &path, error);
    from->path = path;
    if (!status && path)
        status = vtk_parts_read(path, &from->parts, error);
    return status;
}

static void source_close(source *from)
{
    vtk_points_clear(&from->parts);
    free((char *)from->path);
}

// ---- columns

typedef enum kind { KIND_REAL, KIND_VECTOR, KIND_TURN, KIND_ID, KIND_INDEX } kind;

typedef struct column {
    const char *name;
    kind kind;
    void *to;
} column;

static const int width_of[] = {
    [KIND_REAL] = 1, [KIND_VECTOR] = 3, [KIND_TURN] = 4, [KIND_ID] = 1, [KIND_INDEX] = 1};

static scree_status fill(const source *from, vtk_part part, const column *column, int64_t count)
{
    const int width = width_of[column->kind];
    const double *value = record_values(from, part, column->name, count, width);
    if (!value && count > 0)
        return record_damaged(from, column->name);
    for (int64_t i = 0; i < count; i++) {
        switch (column->kind) {
        case KIND_REAL:
            ((double *)column->to)[i] = value[i];
            break;
        case KIND_VECTOR:
            ((v3 *)column->to)[i] = v3_at(value + 3 * i);
            break;
        case KIND_TURN:
            ((q4 *)column->to)[i] =
                (q4){value[4 * i], value[4 * i + 1], value[4 * i + 2], value[4 * i + 3]};
            break;
        case KIND_ID:
            ((int64_t *)column->to)[i] = (int64_t)value[i];
            break;
        case KIND_INDEX:
            ((int32_t *)column->to)[i] = (int32_t)value[i];
            break;
        }
    }
    return SCREE_OK;
}

static scree_status fill_all(const source *from, vtk_part part, const column *columns, int number,
                             int64_t count)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < number && !status; i++)
        status = fill(from, part, &columns[i], count);
    return status;
}

// ---- grains

// Indices of the case: a frame that names others is of another case, or damaged.
static scree_status check_indices(const source *from, const model *model, const frame_balls *balls)
{
    const int sets = model->grain_sets + model->streams;
    for (int64_t i = 0; i < balls->count; i++) {
        if (balls->set[i] < 0 || balls->set[i] >= sets)
            return record_damaged(from, "set");
        if (balls->material[i] < 0 || balls->material[i] >= model->materials)
            return record_damaged(from, "material");
    }
    return SCREE_OK;
}

// The energy of each set, which older files lack.
static scree_status read_sets(const source *from, frame *out)
{
    const int sets = out->model->grain_sets + out->model->streams;
    const double *number =
        record_values(from, VTK_FIELD_DATA, "set_energy", sets, FRAME_SET_NUMBERS);
    if (!frame_sets_reserve(out, number ? sets : 0))
        return fail_memory(from->error, from->path);
    for (int i = 0; i < out->sets; i++, number += FRAME_SET_NUMBERS)
        memcpy(&out->of_set[i], number, sizeof *out->of_set);
    return SCREE_OK;
}

// Step, ledger and cell of the frame, as numbers in the order of the lists of state/frame.h.
#define LEDGER_VALUE(name, type, unit, doc) ledger->name = (type)*value++;
#define COUNT_ONE(name, type, unit, doc) +1

static scree_status read_whole(const source *from, const model *root, frame *out)
{
    frame_ledger *ledger = &out->ledger;
    const double *step = record_values(from, VTK_FIELD_DATA, "step", 1, 1);
    const double *stage = record_values(from, VTK_FIELD_DATA, "stage", 1, 1);
    const double *time = record_values(from, VTK_FIELD_DATA, "TimeValue", 1, 1);
    const double *cell = record_values(from, VTK_FIELD_DATA, "cell", FRAME_CELL_NUMBERS, 1);
    const double *older = record_values(from, VTK_FIELD_DATA, "cell", FRAME_CELL_OLDER, 1);
    double numbers[FRAME_CELL_NUMBERS] = {0};
    const double *value =
        record_values(from, VTK_FIELD_DATA, "ledger", 0 FRAME_LEDGER(COUNT_ONE), 1);
    if (!step || !stage || !(*stage >= -1 && *stage < root->stages))
        return record_damaged(from, !step ? "step" : "stage");
    if (!time || !(cell || older) || !value)
        return record_damaged(from, !time ? "TimeValue" : !(cell || older) ? "cell" : "ledger");
    memcpy(numbers, cell ? cell : older,
           (cell ? FRAME_CELL_NUMBERS : FRAME_CELL_OLDER) * sizeof *numbers);
    out->stage = (int)*stage;
    out->model = out->stage < 0 ? root : root->stage[out->stage].model;
    out->step = (int64_t)*step;
    out->time = *time; // lists have twelve digits of it
    frame_cell_of_numbers(numbers, &out->cell);
    FRAME_LEDGER(LEDGER_VALUE)
    return read_sets(from, out);
}

static scree_status read_grains(const source *from, const model *model, frame *out)
{
    frame_balls *balls = &out->ball;
    const vtk_points *parts = &from->parts;
    const int64_t count = parts->place.tuples;
    const bool turned = vtk_points_find(parts, "orientation") != NULL;
    if (!frame_balls_reserve(balls, count, turned))
        return fail_memory(from->error, from->path);
    const column columns[] = {
        {"radius", KIND_REAL, balls->radius},
        {"mass", KIND_REAL, balls->mass},
        {"velocity", KIND_VECTOR, balls->velocity},
        {"angular_velocity", KIND_VECTOR, balls->spin},
        {"force", KIND_VECTOR, balls->force},
        {"torque", KIND_VECTOR, balls->torque},
        {"id", KIND_ID, balls->id},
        {"body", KIND_ID, balls->body},
        {"material", KIND_INDEX, balls->material},
        {"set", KIND_INDEX, balls->set},
        {"contacts", KIND_INDEX, balls->contacts},
        {"orientation", KIND_TURN, balls->orientation},
    };
    const int number = (int)(sizeof columns / sizeof *columns) - !turned;
    balls->count = 0;
    scree_status status = fill_all(from, VTK_POINT_DATA, columns, number, count);
    if (status)
        return status;
    balls->count = count;
    const double *image = record_values(from, VTK_POINT_DATA, "image", count, 3);
    for (int64_t i = 0; i < count; i++) {
        balls->position[i] = v3_at(parts->place.value + 3 * i);
        balls->image[i] = (i3){0};
        if (image)
            balls->image[i] =
                (i3){(int32_t)image[3 * i], (int32_t)image[3 * i + 1], (int32_t)image[3 * i + 2]};
    }
    status = check_indices(from, model, balls);
    for (int64_t i = 0; i < count && !status; i++)
        balls->shape[i] = (int32_t)(model_shape_of(model, balls->set[i]) - model->shape);
    if (status)
        balls->count = 0;
    return status;
}

// ---- contacts

static scree_status read_contacts(const source *from, frame *out)
{
    frame_contacts *contacts = &out->contact;
    const int64_t points = from->parts.place.tuples;
    const int64_t count = points / 2;
    contacts->count = 0;
    if (!frame_contacts_reserve(contacts, count))
        return fail_memory(from->error, from->path);
    const column columns[] = {
        {"overlap", KIND_REAL, contacts->overlap},
        {"normal_force", KIND_REAL, contacts->normal_force},
        {"force", KIND_VECTOR, contacts->force},
        {"normal", KIND_VECTOR, contacts->normal},
        {"point", KIND_VECTOR, contacts->point},
        {"id_a", KIND_ID, contacts->a},
        {"id_b", KIND_ID, contacts->b},
    };
    const int number = (int)(sizeof columns / sizeof *columns);
    scree_status status = fill_all(from, VTK_CELL_DATA, columns, number, count);
    if (status)
        return status;
    contacts->count = count;
    for (int64_t i = 0; i < count; i++) {
        contacts->position_a[i] = v3_at(from->parts.place.value + 6 * i);
        contacts->position_b[i] = v3_at(from->parts.place.value + 6 * i + 3);
    }
    return SCREE_OK;
}

// ---- a moment

static scree_status read_series(const record *record, int64_t k, int which, record_moment *out,
                                scree_error *error)
{
    source from;
    scree_status status = source_open(&from, record, k, which, error);
    const bool there = from.path != NULL;
    if (!status && which == SERIES_BODIES)
        status = read_whole(&from, record->model, &out->frame);
    if (!status && which == SERIES_BODIES)
        status = read_grains(&from, out->frame.model, &out->frame);
    if (!status && which == SERIES_CONTACTS && there)
        status = read_contacts(&from, &out->frame);
    if (!status && which == SERIES_WALLS && there)
        status = record_read_walls(&from, out);
    source_close(&from);
    out->has_contacts = out->has_contacts || (which == SERIES_CONTACTS && there);
    out->has_walls = out->has_walls || (which == SERIES_WALLS && there);
    return status;
}

scree_status record_read(const record *record, int64_t k, record_moment *out, scree_error *error)
{
    static const int series[] = {SERIES_BODIES, SERIES_CONTACTS, SERIES_WALLS};
    out->frame.time = record_time(record, k);
    out->frame.model = record->model;
    out->frame.contact.count = 0;
    out->frame.walls = 0;
    out->has_contacts = out->has_walls = false;
    out->surface.drawn = (wall_surface){0};
    scree_status status = SCREE_OK;
    for (size_t i = 0; i < sizeof series / sizeof *series && !status; i++)
        status = read_series(record, k, series[i], out, error);
    return status;
}

bool record_walled(const model *model)
{
    bool any = model->walls > 0;
    for (int axis = 0; axis < model->dimensions; axis++)
        any = any || model->boundary[axis] == BOUNDARY_WALL;
    return any;
}

scree_status record_check(const record *record, int64_t k, const record_moment *moment,
                          scree_error *error)
{
    const model *model = moment->frame.model;
    const bool contacts = model->output.contacts && !moment->has_contacts;
    const bool walls = model->output.walls && record_walled(model) && !moment->has_walls;
    if (!contacts && !walls)
        return SCREE_OK;
    const char *bodies = record->list[SERIES_BODIES].entry[k].file;
    const char *series = series_names[walls ? SERIES_WALLS : SERIES_CONTACTS];
    char *name = text_format("%s/%s%s", record->folder, series, strrchr(bodies, '_'));
    if (!name)
        return fail_memory(error, record->folder);
    fail(error, SCREE_BAD_INPUT, name, "run the case again",
         "the file is missing, of the frame of t = %.6g s", moment->frame.time);
    free(name);
    return SCREE_BAD_INPUT;
}
