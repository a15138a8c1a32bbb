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

static bool cells_room(shape_cells *s, int32_t points, int32_t cells, int32_t corners)
{
    s->points = points;
    s->cells = cells;
    s->corners = corners;
    s->point = malloc(((size_t)points + 1) * sizeof *s->point);
    s->corner = malloc(((size_t)corners + 1) * sizeof *s->corner);
    s->end = malloc(((size_t)cells + 1) * sizeof *s->end);
    return s->point && s->corner && s->end;
}

static bool plane_cells(shape_cells *s, const model_core *core)
{
    outline o;
    bool good = outline_make(core, &o) && cells_room(s, o.points, o.polygons, o.points);
    for (int32_t i = 0; good && i < o.points; i++)
        s->corner[i] = i;
    if (good) {
        memcpy(s->point, o.point, (size_t)o.points * sizeof *s->point);
        memcpy(s->end, o.end, (size_t)o.polygons * sizeof *s->end);
    }
    s->kind = CELL_POLY;
    outline_clear(&o);
    return good;
}

static bool space_cells(shape_cells *s, const model_core *core)
{
    const bool lines = !core->triangles && core->vertices > 1;
    s->kind = core->triangles ? CELL_POLY : lines ? CELL_LINE : CELL_VERT;
    const int32_t width = core->triangles ? 3 : lines ? 2 : 1;
    const int32_t cells = core->triangles ? core->triangles : lines ? core->edges : core->vertices;
    if (!cells_room(s, core->vertices, cells, cells * width))
        return false;
    memcpy(s->point, core->vertex, (size_t)core->vertices * sizeof *s->point);
    for (int32_t k = 0; k < cells; k++) {
        for (int32_t i = 0; i < width; i++)
            s->corner[k * width + i] = core->triangles ? core->triangle[k][i]
                                       : lines         ? core->edge[k][i]
                                                       : k;
        s->end[k] = (k + 1) * width;
    }
    return true;
}

static bool make_cells(surfaces *s)
{
    const model *m = s->f->model;
    if (!m)
        return true;
    s->shape = calloc((size_t)m->shapes + 1, sizeof *s->shape);
    bool good = s->shape;
    for (int k = 0; k < m->shapes && good; k++) {
        const model_core *core = &m->shape[k].core;
        if (!core->vertices)
            continue;
        good =
            m->dimensions == 2 ? plane_cells(&s->shape[k], core) : space_cells(&s->shape[k], core);
    }
    return good;
}

// ---- grains

static const shape_cells *cells_of(const surfaces *s, int64_t k)
{
    return &s->shape[s->f->body.shape[s->grain[k]]];
}

static bool list_grains(surfaces *s)
{
    const frame_bodies *b = &s->f->body;
    const size_t room = (size_t)b->count + 1;
    s->grain = malloc(room * sizeof *s->grain);
    s->point = calloc(room, sizeof *s->point);
    s->cell = calloc(room, sizeof *s->cell);
    s->corner = calloc(room, sizeof *s->corner);
    if (!s->grain || !s->point || !s->cell || !s->corner)
        return false;
    for (int kind = 0; kind < CELL_KINDS; kind++) {
        s->first[kind] = s->count;
        for (int64_t i = 0; i < b->count; i++)
            if (frame_core(s->f, i) && (int)s->shape[b->shape[i]].kind == kind)
                s->grain[s->count++] = i;
    }
    s->first[CELL_KINDS] = s->count;
    for (int64_t k = 0; k < s->count; k++) {
        const shape_cells *c = cells_of(s, k);
        s->point[k + 1] = s->point[k] + c->points;
        s->cell[k + 1] = s->cell[k] + c->cells;
        s->corner[k + 1] = s->corner[k] + c->corners;
    }
    return true;
}

static void surfaces_clear(surfaces *s)
{
    for (int k = 0; s->shape && k < s->f->model->shapes; k++) {
        free(s->shape[k].point);
        free(s->shape[k].corner);
        free(s->shape[k].end);
    }
    free(s->shape);
    free(s->grain);
    free(s->point);
    free(s->cell);
    free(s->corner);
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
    const surfaces *s = context;
    const frame_bodies *b = &s->f->body;
    int64_t k = grain_of(s->point, s->count, first);
    for (int64_t n = 0; n < count; n++) {
        while (first + n >= s->point[k + 1])
            k++;
        const int64_t i = s->grain[k];
        const v3 p = cells_of(s, k)->point[first + n - s->point[k]];
        ((v3 *)out)[n] =
            v3_add(b->position[i], b->orientation ? q4_rotate(b->orientation[i], p) : p);
    }
}

// Cells of one kind.
typedef struct kind_of_cells {
    const surfaces *s;
    int64_t first_cell, first_corner;
} kind_of_cells;

static void fill_corners(const void *context, int64_t first, int64_t count, void *out)
{
    const kind_of_cells *c = context;
    const surfaces *s = c->s;
    first += c->first_corner;
    int64_t k = grain_of(s->corner, s->count, first);
    for (int64_t n = 0; n < count; n++) {
        while (first + n >= s->corner[k + 1])
            k++;
        ((int64_t *)out)[n] = s->point[k] + cells_of(s, k)->corner[first + n - s->corner[k]];
    }
}

static void fill_ends(const void *context, int64_t first, int64_t count, void *out)
{
    const kind_of_cells *c = context;
    const surfaces *s = c->s;
    first += c->first_cell;
    int64_t k = grain_of(s->cell, s->count, first);
    for (int64_t n = 0; n < count; n++) {
        while (first + n >= s->cell[k + 1])
            k++;
        ((int64_t *)out)[n] =
            s->corner[k] - c->first_corner + cells_of(s, k)->end[first + n - s->cell[k]];
    }
}

// The same value for every cell of a grain.
#define GRAIN_VALUE(name, type, value)                                                             \
    static void fill_##name(const void *context, int64_t first, int64_t count, void *out)          \
    {                                                                                              \
        const surfaces *s = context;                                                               \
        const frame_bodies *b = &s->f->body;                                                       \
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

static vtk_cells cells_of_kind(const surfaces *s, cell_kind kind, kind_of_cells *place)
{
    const int64_t from = s->first[kind];
    const int64_t to = s->first[kind + 1];
    *place = (kind_of_cells){s, s->cell[from], s->corner[from]};
    return (vtk_cells){
        s->cell[to] - s->cell[from],
        made("connectivity", VTK_INT64, 1, s->corner[to] - s->corner[from], fill_corners, place),
        made("offsets", VTK_INT64, 1, s->cell[to] - s->cell[from], fill_ends, place),
    };
}

static scree_status write_surfaces(const char *path, const surfaces *s, const char *const *names,
                                   scree_error *error)
{
    const int64_t cells = s->cell[s->count];
    const vtk_array all[] = {
        made("id", VTK_INT64, 1, cells, fill_id, s),
        made("material", VTK_INT32, 1, cells, fill_material, s),
        made("set", VTK_INT32, 1, cells, fill_set, s),
        made("shape", VTK_INT32, 1, cells, fill_shape, s),
        made("speed", VTK_FLOAT64, 1, cells, fill_speed, s),
        made("velocity", VTK_FLOAT64, 3, cells, fill_velocity, s),
        made("core_radius", VTK_FLOAT64, 1, cells, fill_thickness, s),
    };
    kind_of_cells place[CELL_KINDS];
    const vtk_polydata poly = {
        .time = s->f->time,
        .points = made("points", VTK_FLOAT64, 3, s->point[s->count], fill_points, s),
        .verts = cells_of_kind(s, CELL_VERT, &place[CELL_VERT]),
        .lines = cells_of_kind(s, CELL_LINE, &place[CELL_LINE]),
        .polys = cells_of_kind(s, CELL_POLY, &place[CELL_POLY]),
        .cell_data = all,
        .cell_arrays = (int)(sizeof all / sizeof *all),
        .names = names,
        .name_count = s->f->model ? s->f->model->shapes : 0,
    };
    return vtk_xml_write(path, &poly, error);
}

scree_status store_shapes_vtp(const char *path, const frame *f, scree_error *error)
{
    surfaces s = {.f = f};
    const int shapes = f->model ? f->model->shapes : 0;
    const char **names = calloc((size_t)shapes + 1, sizeof *names);
    for (int k = 0; names && k < shapes; k++)
        names[k] = f->model->shape[k].name ? f->model->shape[k].name : "";
    scree_status status = SCREE_OK;
    if (names && make_cells(&s) && list_grains(&s))
        status = write_surfaces(path, &s, names, error);
    else
        status = fail_memory(error, path);
    free(names);
    surfaces_clear(&s);
    return status;
}
