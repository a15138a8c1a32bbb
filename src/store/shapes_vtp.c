// shapes_vtp.c - the surfaces of grains with corners as a .vtp file, see vtp.h.
//
// Each shape is made into cells once: in the plane the polygons of its outline, in space its triangles, or where it has
// none its edges as lines, or its vertices. A file repeats them, turned and moved, for every grain. VTK counts points,
// lines and polygons in this order, so the grains are listed in it; where the points, cells and corners of each begin
// is added up beforehand, and the arrays are made block by block.
#include "store/outline.h"
#include "store/vtk_xml.h"
#include "store/vtp.h"

#include <stdlib.h>
#include <string.h>

typedef enum cell_kind { CELL_VERT, CELL_LINE, CELL_POLY, CELL_KINDS } cell_kind;

typedef struct shape_cells {
    cell_kind kind;
    v3 *point; // in body axes
    int32_t points, cells, corners;
    int32_t *corner; // of all cells, one after the other
    int32_t *end;    // of each cell: the place after its last corner
} shape_cells;

typedef struct surfaces {
    const frame *f;
    shape_cells *shape;             // of each shape of the model
    int64_t count;                  // grains with corners
    int64_t *grain;                 // their places in the frame, by kind of cell
    int64_t *point, *cell, *corner; // where those of each begin; one entry more than grains
    int64_t first[CELL_KINDS + 1];  // grain of each kind
} surfaces;

// ---- cells of a shape

static bool cells_room(shape_cells *shape_cells, int32_t points, int32_t cells, int32_t corners)
{
    shape_cells->points = points;
    shape_cells->cells = cells;
    shape_cells->corners = corners;
    shape_cells->point = malloc(((size_t)points + 1) * sizeof *shape_cells->point);
    shape_cells->corner = malloc(((size_t)corners + 1) * sizeof *shape_cells->corner);
    shape_cells->end = malloc(((size_t)cells + 1) * sizeof *shape_cells->end);
    return shape_cells->point && shape_cells->corner && shape_cells->end;
}

static bool plane_cells(shape_cells *cells, const model_core *core)
{
    outline outline;
    bool good = outline_make(core, &outline) &&
                cells_room(cells, outline.points, outline.polygons, outline.points);
    for (int32_t i = 0; good && i < outline.points; i++)
        cells->corner[i] = i;
    if (good) {
        memcpy(cells->point, outline.point, (size_t)outline.points * sizeof *cells->point);
        memcpy(cells->end, outline.end, (size_t)outline.polygons * sizeof *cells->end);
    }
    cells->kind = CELL_POLY;
    outline_clear(&outline);
    return good;
}

static bool space_cells(shape_cells *shape_cells, const model_core *core)
{
    const bool lines = !core->triangles && core->vertices > 1;
    shape_cells->kind = core->triangles ? CELL_POLY : lines ? CELL_LINE : CELL_VERT;
    const int32_t width = core->triangles ? 3 : lines ? 2 : 1;
    const int32_t cells = core->triangles ? core->triangles : lines ? core->edges : core->vertices;
    if (!cells_room(shape_cells, core->vertices, cells, cells * width))
        return false;
    memcpy(shape_cells->point, core->vertex, (size_t)core->vertices * sizeof *shape_cells->point);
    for (int32_t k = 0; k < cells; k++) {
        for (int32_t i = 0; i < width; i++)
            shape_cells->corner[k * width + i] = core->triangles ? core->triangle[k][i]
                                                 : lines         ? core->edge[k][i]
                                                                 : k;
        shape_cells->end[k] = (k + 1) * width;
    }
    return true;
}

static bool make_cells(surfaces *surfaces)
{
    const model *model = surfaces->f->model;
    if (!model)
        return true;
    surfaces->shape = calloc((size_t)model->shapes + 1, sizeof *surfaces->shape);
    bool good = surfaces->shape;
    for (int k = 0; k < model->shapes && good; k++) {
        const model_core *core = &model->shape[k].core;
        if (!core->vertices)
            continue;
        good = model->dimensions == 2 ? plane_cells(&surfaces->shape[k], core)
                                      : space_cells(&surfaces->shape[k], core);
    }
    return good;
}

// ---- grains

static const shape_cells *cells_of(const surfaces *surfaces, int64_t k)
{
    return &surfaces->shape[surfaces->f->ball.shape[surfaces->grain[k]]];
}

static bool list_grains(surfaces *surfaces)
{
    const frame_balls *balls = &surfaces->f->ball;
    const size_t room = (size_t)balls->count + 1;
    surfaces->grain = malloc(room * sizeof *surfaces->grain);
    surfaces->point = calloc(room, sizeof *surfaces->point);
    surfaces->cell = calloc(room, sizeof *surfaces->cell);
    surfaces->corner = calloc(room, sizeof *surfaces->corner);
    if (!surfaces->grain || !surfaces->point || !surfaces->cell || !surfaces->corner)
        return false;
    for (int kind = 0; kind < CELL_KINDS; kind++) {
        surfaces->first[kind] = surfaces->count;
        for (int64_t i = 0; i < balls->count; i++)
            if (frame_core(surfaces->f, i) && (int)surfaces->shape[balls->shape[i]].kind == kind)
                surfaces->grain[surfaces->count++] = i;
    }
    surfaces->first[CELL_KINDS] = surfaces->count;
    for (int64_t k = 0; k < surfaces->count; k++) {
        const shape_cells *cells = cells_of(surfaces, k);
        surfaces->point[k + 1] = surfaces->point[k] + cells->points;
        surfaces->cell[k + 1] = surfaces->cell[k] + cells->cells;
        surfaces->corner[k + 1] = surfaces->corner[k] + cells->corners;
    }
    return true;
}

static void surfaces_clear(surfaces *surfaces)
{
    for (int k = 0; surfaces->shape && k < surfaces->f->model->shapes; k++) {
        free(surfaces->shape[k].point);
        free(surfaces->shape[k].corner);
        free(surfaces->shape[k].end);
    }
    free(surfaces->shape);
    free(surfaces->grain);
    free(surfaces->point);
    free(surfaces->cell);
    free(surfaces->corner);
}

// ---- arrays

// The grain that the item of that number belongs to.
static int64_t grain_of(const int64_t *start, int64_t count, int64_t item)
{
    int64_t low = 0;
    int64_t high = count;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (start[middle] <= item)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void fill_points(const void *context, int64_t first, int64_t count, void *out)
{
    const surfaces *surfaces = context;
    const frame_balls *balls = &surfaces->f->ball;
    int64_t k = grain_of(surfaces->point, surfaces->count, first);
    for (int64_t at = 0; at < count; at++) {
        while (first + at >= surfaces->point[k + 1])
            k++;
        const int64_t i = surfaces->grain[k];
        const v3 p = cells_of(surfaces, k)->point[first + at - surfaces->point[k]];
        ((v3 *)out)[at] = v3_add(balls->position[i],
                                 balls->orientation ? q4_rotate(balls->orientation[i], p) : p);
    }
}

// Cells of one kind.
typedef struct kind_of_cells {
    const surfaces *s;
    int64_t first_cell, first_corner;
} kind_of_cells;

static void fill_corners(const void *context, int64_t first, int64_t count, void *out)
{
    const kind_of_cells *kind = context;
    const surfaces *surfaces = kind->s;
    first += kind->first_corner;
    int64_t k = grain_of(surfaces->corner, surfaces->count, first);
    for (int64_t at = 0; at < count; at++) {
        while (first + at >= surfaces->corner[k + 1])
            k++;
        ((int64_t *)out)[at] =
            surfaces->point[k] + cells_of(surfaces, k)->corner[first + at - surfaces->corner[k]];
    }
}

static void fill_ends(const void *context, int64_t first, int64_t count, void *out)
{
    const kind_of_cells *kind = context;
    const surfaces *surfaces = kind->s;
    first += kind->first_cell;
    int64_t k = grain_of(surfaces->cell, surfaces->count, first);
    for (int64_t at = 0; at < count; at++) {
        while (first + at >= surfaces->cell[k + 1])
            k++;
        ((int64_t *)out)[at] = surfaces->corner[k] - kind->first_corner +
                               cells_of(surfaces, k)->end[first + at - surfaces->cell[k]];
    }
}

// The same value for every cell of a grain.
#define GRAIN_VALUE(name, type, value)                                                             \
    static void fill_##name(const void *context, int64_t first, int64_t count, void *out)          \
    {                                                                                              \
        const surfaces *s = context;                                                               \
        const frame_balls *b = &s->f->ball;                                                        \
        int64_t k = grain_of(s->cell, s->count, first);                                            \
        for (int64_t n = 0; n < count; n++) {                                                      \
            while (first + n >= s->cell[k + 1])                                                    \
                k++;                                                                               \
            const int64_t i = s->grain[k];                                                         \
            ((type *)out)[n] = (value);                                                            \
        }                                                                                          \
    }
GRAIN_VALUE(id, int64_t, b->id[i])
GRAIN_VALUE(material, int32_t, b->material[i])
GRAIN_VALUE(set, int32_t, b->set[i])
GRAIN_VALUE(shape, int32_t, b->shape[i])
GRAIN_VALUE(speed, double, v3_norm(b->velocity[i]))
GRAIN_VALUE(velocity, v3, b->velocity[i])
GRAIN_VALUE(thickness, double, s->f->model->shape[b->shape[i]].core.radius)

static vtk_array made(const char *name, vtk_type type, int components, int64_t tuples,
                      void (*fill)(const void *, int64_t, int64_t, void *), const void *context)
{
    return (vtk_array){name, type, components, tuples, NULL, fill, context};
}

static vtk_cells cells_of_kind(const surfaces *surfaces, cell_kind kind, kind_of_cells *place)
{
    const int64_t from = surfaces->first[kind];
    const int64_t to = surfaces->first[kind + 1];
    *place = (kind_of_cells){surfaces, surfaces->cell[from], surfaces->corner[from]};
    return (vtk_cells){
        surfaces->cell[to] - surfaces->cell[from],
        made("connectivity", VTK_INT64, 1, surfaces->corner[to] - surfaces->corner[from],
             fill_corners, place),
        made("offsets", VTK_INT64, 1, surfaces->cell[to] - surfaces->cell[from], fill_ends, place),
    };
}

static scree_status write_surfaces(file_out *out, const surfaces *surfaces,
                                   const char *const *names, scree_error *error)
{
    const int64_t cells = surfaces->cell[surfaces->count];
    const vtk_array all[] = {
        made("id", VTK_INT64, 1, cells, fill_id, surfaces),
        made("material", VTK_INT32, 1, cells, fill_material, surfaces),
        made("set", VTK_INT32, 1, cells, fill_set, surfaces),
        made("shape", VTK_INT32, 1, cells, fill_shape, surfaces),
        made("speed", VTK_FLOAT64, 1, cells, fill_speed, surfaces),
        made("velocity", VTK_FLOAT64, 3, cells, fill_velocity, surfaces),
        made("core_radius", VTK_FLOAT64, 1, cells, fill_thickness, surfaces),
    };
    kind_of_cells place[CELL_KINDS];
    const vtk_polydata poly = {
        .time = surfaces->f->time,
        .points =
            made("points", VTK_FLOAT64, 3, surfaces->point[surfaces->count], fill_points, surfaces),
        .verts = cells_of_kind(surfaces, CELL_VERT, &place[CELL_VERT]),
        .lines = cells_of_kind(surfaces, CELL_LINE, &place[CELL_LINE]),
        .polys = cells_of_kind(surfaces, CELL_POLY, &place[CELL_POLY]),
        .cell_data = all,
        .cell_arrays = (int)(sizeof all / sizeof *all),
        .cell_scalars = surfaces->f->model && model_sets(surfaces->f->model) > 1 ? "set" : "speed",
        .cell_vectors = "velocity",
        .names = names,
        .name_count = surfaces->f->model ? surfaces->f->model->shapes : 0,
    };
    return vtk_xml_put(out, &poly, error);
}

scree_status vtp_put_shapes(file_out *out, const frame *frame, scree_error *error)
{
    surfaces surfaces = {.f = frame};
    const int shapes = frame->model ? frame->model->shapes : 0;
    const char **names = calloc((size_t)shapes + 1, sizeof *names);
    for (int k = 0; names && k < shapes; k++)
        names[k] = frame->model->shape[k].name ? frame->model->shape[k].name : "";
    scree_status status = SCREE_OK;
    if (names && make_cells(&surfaces) && list_grains(&surfaces))
        status = write_surfaces(out, &surfaces, names, error);
    else
        status = fail_memory(error, out->path);
    free(names);
    surfaces_clear(&surfaces);
    return status;
}
