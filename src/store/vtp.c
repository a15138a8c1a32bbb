// vtp.c - see vtp.h.
#include "store/vtp.h"

#include "base/kardan.h"
#include "state/model.h"
#include "store/vtk_xml.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static vtk_array column(const char *name, vtk_type type, int components, int64_t tuples,
                        const void *data)
{
    vtk_array array = {name, type, components, tuples, data, NULL, NULL};
    return array;
}

static vtk_array made(const char *name, vtk_type type, int components, int64_t tuples,
                      void (*fill)(const void *, int64_t, int64_t, void *), const void *context)
{
    vtk_array array = {name, type, components, tuples, NULL, fill, context};
    return array;
}

// 0, 1, 2, ... and k, 2k, 3k, ...: the cells of points that nothing shares.
static void fill_count(const void *context, int64_t first, int64_t count, void *out)
{
    (void)context;
    for (int64_t i = 0; i < count; i++)
        ((int64_t *)out)[i] = first + i;
}

static void fill_ends(const void *context, int64_t first, int64_t count, void *out)
{
    for (int64_t i = 0; i < count; i++)
        ((int64_t *)out)[i] = (first + i + 1) * *(const int64_t *)context;
}

static vtk_cells separate_cells(int64_t cells, const int64_t *corners)
{
    vtk_cells vtk_cells = {.count = cells};
    vtk_cells.connectivity = made("connectivity", VTK_INT64, 1, cells * *corners, fill_count, NULL);
    vtk_cells.offsets = made("offsets", VTK_INT64, 1, cells, fill_ends, corners);
    return vtk_cells;
}

static void fill_kardan(const void *context, int64_t first, int64_t count, void *out)
{
    const frame_balls *balls = context;
    for (int64_t i = 0; i < count; i++)
        ((v3 *)out)[i] = kardan_from_quaternion(balls->orientation[first + i]);
}

// ---- what a frame holds besides its grains, as numbers in the order of the lists of state/frame.h

#define LEDGER_NUMBER(name, type, unit, doc) (double)ledger->name,
#define COUNT_ONE(name, type, unit, doc) +1

typedef struct frame_numbers {
    double ledger[0 FRAME_LEDGER(COUNT_ONE)];
    double cell[FRAME_CELL_NUMBERS];
} frame_numbers;

static void put_ledger(const frame_ledger *ledger, frame_numbers *out)
{
    const double number[] = {FRAME_LEDGER(LEDGER_NUMBER)};
    memcpy(out->ledger, number, sizeof out->ledger);
}

static bool is_periodic(const frame *frame)
{
    for (int axis = 0; frame->model && axis < 3; axis++)
        if (frame->model->boundary[axis] == BOUNDARY_PERIODIC)
            return true;
    return false;
}

static scree_status put_bodies(file_out *out, const frame *frame, scree_error *error)
{
    static const int64_t one = 1;
    frame_numbers numbers;
    const frame_balls *balls = &frame->ball;
    const int64_t count = balls->count;
    const vtk_array all[] = {
        column("radius", VTK_FLOAT64, 1, count, balls->radius),
        column("velocity", VTK_FLOAT64, 3, count, balls->velocity),
        column("angular_velocity", VTK_FLOAT64, 3, count, balls->spin),
        column("force", VTK_FLOAT64, 3, count, balls->force),
        column("torque", VTK_FLOAT64, 3, count, balls->torque),
        column("mass", VTK_FLOAT64, 1, count, balls->mass),
        column("id", VTK_INT64, 1, count, balls->id),
        column("body", VTK_INT64, 1, count, balls->body),
        column("material", VTK_INT32, 1, count, balls->material),
        column("set", VTK_INT32, 1, count, balls->set),
        column("contacts", VTK_INT32, 1, count, balls->contacts),
    };
    enum { ALWAYS = sizeof all / sizeof *all, MORE = 3 };
    vtk_array point[ALWAYS + MORE];
    int arrays = ALWAYS;
    memcpy(point, all, sizeof all);
    if (is_periodic(frame) && balls->image)
        point[arrays++] = column("image", VTK_INT32, 3, count, balls->image);
    if (balls->orientation)
        point[arrays++] = column("orientation", VTK_FLOAT64, 4, count, balls->orientation);
    if (balls->orientation && frame->model && frame->model->output.kardan)
        point[arrays++] = made("kardan", VTK_FLOAT64, 3, count, fill_kardan, balls);
    put_ledger(&frame->ledger, &numbers);
    frame_cell_numbers(&frame->cell, numbers.cell);
    const int32_t stage = frame->stage;
    const vtk_array field[] = {
        column("step", VTK_INT64, 1, 1, &frame->step),
        column("stage", VTK_INT32, 1, 1, &stage),
        column("ledger", VTK_FLOAT64, 1, sizeof numbers.ledger / sizeof *numbers.ledger,
               numbers.ledger),
        column("cell", VTK_FLOAT64, 1, FRAME_CELL_NUMBERS, numbers.cell),
        column("set_energy", VTK_FLOAT64, FRAME_SET_NUMBERS, frame->sets, frame->of_set),
    };
    const vtk_polydata poly = {
        .time = frame->time,
        .points = column("points", VTK_FLOAT64, 3, count, balls->position),
        .verts = separate_cells(count, &one),
        .point_data = point,
        .point_arrays = arrays,
        .point_scalars = frame->model && model_sets(frame->model) > 1 ? "set" : "velocity",
        .point_vectors = "velocity",
        .field_data = field,
        .field_arrays = (int)(sizeof field / sizeof *field) - (frame->sets == 0),
    };
    return vtk_xml_put(out, &poly, error);
}

static void fill_ends_of_lines(const void *context, int64_t first, int64_t count, void *out)
{
    const frame_contacts *contacts = context;
    for (int64_t i = 0; i < count; i++) {
        int64_t k = (first + i) / 2;
        ((v3 *)out)[i] = (first + i) % 2 ? contacts->position_b[k] : contacts->position_a[k];
    }
}

static scree_status put_contacts(file_out *out, const frame *frame, scree_error *error)
{
    static const int64_t two = 2;
    const frame_contacts *contacts = &frame->contact;
    const int64_t count = contacts->count;
    const vtk_array all[] = {
        column("overlap", VTK_FLOAT64, 1, count, contacts->overlap),
        column("normal_force", VTK_FLOAT64, 1, count, contacts->normal_force),
        column("force", VTK_FLOAT64, 3, count, contacts->force),
        column("normal", VTK_FLOAT64, 3, count, contacts->normal),
        column("point", VTK_FLOAT64, 3, count, contacts->point),
        column("id_a", VTK_INT64, 1, count, contacts->a),
        column("id_b", VTK_INT64, 1, count, contacts->b),
    };
    const vtk_polydata poly = {
        .time = frame->time,
        .points = made("points", VTK_FLOAT64, 3, 2 * count, fill_ends_of_lines, contacts),
        .lines = separate_cells(count, &two),
        .cell_data = all,
        .cell_arrays = (int)(sizeof all / sizeof *all),
        .cell_scalars = "normal_force",
        .cell_vectors = "force",
    };
    return vtk_xml_put(out, &poly, error);
}

typedef struct wall_fill {
    const frame_wall *wall;
    const int32_t *index; // of each triangle
} wall_fill;

// One vector of its wall for every triangle.
#define WALL_VECTOR(member)                                                                        \
    static void fill_##member(const void *context, int64_t first, int64_t count, void *out)        \
    {                                                                                              \
        const wall_fill *w = context;                                                              \
        for (int64_t i = 0; i < count; i++)                                                        \
            ((v3 *)out)[i] = w->wall[w->index[first + i]].member;                                  \
    }
WALL_VECTOR(force)
WALL_VECTOR(torque)
WALL_VECTOR(velocity)
WALL_VECTOR(spin)

static void fill_power(const void *context, int64_t first, int64_t count, void *out)
{
    const wall_fill *fill = context;
    for (int64_t i = 0; i < count; i++)
        ((double *)out)[i] = fill->wall[fill->index[first + i]].power;
}

// One column of all walls.
typedef struct wall_column {
    const frame_wall *wall;
    size_t offset, size; // bytes
} wall_column;

static void fill_wall_column(const void *context, int64_t first, int64_t count, void *out)
{
    const wall_column *column = context;
    for (int64_t i = 0; i < count; i++)
        memcpy((char *)out + (size_t)i * column->size,
               (const char *)&column->wall[first + i] + column->offset, column->size);
}

static void fill_absent(const void *context, int64_t first, int64_t count, void *out)
{
    const frame_wall *wall = context;
    for (int64_t i = 0; i < count; i++)
        ((int32_t *)out)[i] = wall[first + i].absent;
}

#define WALL_PLACE(name, type, unit, doc) WALL_##name,
enum { FRAME_WALLS(WALL_PLACE) WALL_COLUMNS };
#define WALL_COLUMN(name, type, unit, doc)                                                         \
    {frame->wall, offsetof(frame_wall, name), sizeof frame->wall->name},
#define WALL_ARRAY(name, type, unit, doc)                                                          \
    (vtk_array){"wall_" #name,                                                                     \
                _Generic((type){0}, int64_t                                                        \
                         : VTK_INT64, default                                                      \
                         : VTK_FLOAT64),                                                           \
                (int)(sizeof(type) / sizeof(double)),                                              \
                frame->walls,                                                                      \
                NULL,                                                                              \
                fill_wall_column,                                                                  \
                &columns[WALL_##name]},

static scree_status check_surface(const char *path, const frame *frame, const wall_surface *surface,
                                  scree_error *error)
{
    for (int64_t triangle = 0; triangle < surface->triangles; triangle++) {
        bool good = surface->wall[triangle] >= 0 && surface->wall[triangle] < frame->walls;
        for (int k = 0; k < 3; k++)
            good = good && surface->corner[triangle][k] >= 0 &&
                   surface->corner[triangle][k] < surface->points;
        if (!good)
            return fail(
                error, SCREE_BAD_INPUT, path, "give indices of points and walls that exist",
                "triangle %lld of the wall surface has a corner or a wall that does not exist",
                (long long)triangle);
    }
    return SCREE_OK;
}

static scree_status put_walls(file_out *out, const frame *frame, const wall_surface *surface,
                              scree_error *error)
{
    static const int64_t three = 3;
    scree_status status = check_surface(out->path, frame, surface, error);
    if (status)
        return status;
    const char **names = calloc((size_t)frame->walls + 1, sizeof *names);
    if (!names)
        return fail_memory(error, out->path);
    for (int i = 0; i < frame->walls; i++)
        names[i] = frame->wall[i].name ? frame->wall[i].name : "";
    const int64_t count = surface->triangles;
    const wall_fill fill = {frame->wall, surface->wall};
    const vtk_array own[] = {
        column("wall", VTK_INT32, 1, count, surface->wall),
        made("force", VTK_FLOAT64, 3, count, fill_force, &fill),
        made("torque", VTK_FLOAT64, 3, count, fill_torque, &fill),
        made("velocity", VTK_FLOAT64, 3, count, fill_velocity, &fill),
        made("angular_velocity", VTK_FLOAT64, 3, count, fill_spin, &fill),
        made("power", VTK_FLOAT64, 1, count, fill_power, &fill),
    };
    enum { OWN = sizeof own / sizeof *own };
    vtk_array *all = calloc((size_t)(OWN + surface->values), sizeof *all);
    if (!all) {
        free(names);
        return fail_memory(error, out->path);
    }
    memcpy(all, own, sizeof own);
    for (int i = 0; i < surface->values; i++) {
        const wall_value *value = &surface->value[i];
        all[OWN + i] = column(value->name, VTK_FLOAT64, 1, count, value->of_triangle);
    }
    const wall_column columns[WALL_COLUMNS] = {FRAME_WALLS(WALL_COLUMN)};
    const vtk_array field[] = {FRAME_WALLS(WALL_ARRAY) made(
        "wall_absent", VTK_INT32, 1, frame->walls, fill_absent, frame->wall)};
    const vtk_polydata poly = {
        .time = frame->time,
        .points = column("points", VTK_FLOAT64, 3, surface->points, surface->point),
        .polys = {.count = count,
                  .connectivity = column("connectivity", VTK_INT64, 1, 3 * count, surface->corner),
                  .offsets = made("offsets", VTK_INT64, 1, count, fill_ends, &three)},
        .cell_data = all,
        .cell_arrays = OWN + surface->values,
        .cell_scalars = surface->shown,
        .cell_vectors = "force",
        .names = names,
        .name_count = frame->walls,
        .field_data = field,
        .field_arrays = (int)(sizeof field / sizeof *field),
    };
    status = vtk_xml_put(out, &poly, error);
    free(all);
    free(names);
    return status;
}

scree_status vtp_put(file_out *out, const vtp_content *what, scree_error *error)
{
    switch (what->kind) {
    case VTP_BODIES:
        return put_bodies(out, what->frame, error);
    case VTP_SHAPES:
        return vtp_put_shapes(out, what->frame, error);
    case VTP_CONTACTS:
        return put_contacts(out, what->frame, error);
    case VTP_WALLS:
        break;
    }
    return put_walls(out, what->frame, what->surface, error);
}

static scree_status store(const char *path, const vtp_content *what, scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    status = vtp_put(&out, what, error);
    if (!status)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return status;
}

scree_status store_bodies_vtp(const char *path, const frame *frame, scree_error *error)
{
    return store(path, &(vtp_content){VTP_BODIES, frame, NULL}, error);
}

scree_status store_shapes_vtp(const char *path, const frame *frame, scree_error *error)
{
    return store(path, &(vtp_content){VTP_SHAPES, frame, NULL}, error);
}

scree_status store_contacts_vtp(const char *path, const frame *frame, scree_error *error)
{
    return store(path, &(vtp_content){VTP_CONTACTS, frame, NULL}, error);
}

scree_status store_walls_vtp(const char *path, const frame *frame, const wall_surface *surface,
                             scree_error *error)
{
    return store(path, &(vtp_content){VTP_WALLS, frame, surface}, error);
}

scree_status store_pvd(const char *path, const pvd_entry *list, int64_t count, scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(
        &out,
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n");
    for (int64_t i = 0; i < count; i++) {
        // Twelve digits name a time; more would show how a product of a step is rounded.
        file_out_printf(&out, "    <DataSet timestep=\"%.12g\" part=\"0\" file=\"", list[i].time);
        vtk_xml_text(&out, list[i].file);
        file_out_printf(&out, "\"/>\n");
    }
    file_out_printf(&out, "  </Collection>\n</VTKFile>\n");
    return file_out_commit(&out, error);
}
