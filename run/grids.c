// grids.c - see grids.h.
#include "run/grids.h"

#include "shape/mesh.h"
#include "store/vtk_xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPONENTS_MOST = 6 };

typedef struct grid_array {
    const probe_table *table;
    char name[64];
    int column[COMPONENTS_MOST]; // of each component
    int components;
} grid_array;

static void fill(const void *context, int64_t first, int64_t count, void *out)
{
    const grid_array *array = context;
    const probe_table *table = array->table;
    double *value = out;
    for (int64_t row = first; row < first + count; row++) {
        for (int k = 0; k < array->components; k++)
            *value++ = table->value[row * table->columns + array->column[k]];
    }
}

// Do the columns from `first` on have that many names BASE_SUFFIX? Then BASE is the name.
static bool is_group(const probe_table *table, int first, const char *const *suffix, int count,
                     char base[64])
{
    const char *own = table->column[first].name;
    const char *end = strrchr(own, '_');
    if (!end || end == own || first + count > table->columns)
        return false;
    snprintf(base, 64, "%.*s", (int)(end - own), own);
    for (int k = 0; k < count; k++) {
        char name[80];
        snprintf(name, sizeof name, "%s_%s", base, suffix[k]);
        if (strcmp(table->column[first + k].name, name) != 0)
            return false;
    }
    return true;
}

// The array that begins with a column; how many columns it takes.
static int take_array(const probe_table *table, int first, grid_array *out)
{
    static const char *const vector[3] = {"x", "y", "z"};
    static const char *const tensor[6] = {"xx", "yy", "zz", "xy", "xz", "yz"};
    static const int order[6] = {0, 1, 2, 3, 5, 4};
    *out = (grid_array){.table = table, .components = 1};
    if (is_group(table, first, tensor, 6, out->name))
        out->components = 6;
    else if (is_group(table, first, vector, 3, out->name))
        out->components = 3;
    else
        snprintf(out->name, sizeof out->name, "%s", table->column[first].name);
    const bool is_tensor = out->components == 6;
    for (int k = 0; k < out->components; k++) {
        const int place = is_tensor ? order[k] : k;
        out->column[k] = first + place;
    }
    return out->components;
}

static bool is_place(const char *name)
{
    return !strcmp(name, "x") || !strcmp(name, "y") || !strcmp(name, "z");
}

// All columns but places as arrays, owned by the caller; *names hold them.
static int take_arrays(const probe_table *table, grid_array *names, vtk_array *data)
{
    int arrays = 0;
    for (int column = 0; column < table->columns;) {
        if (is_place(table->column[column].name)) {
            column++;
            continue;
        }
        grid_array *one = &names[arrays];
        column += take_array(table, column, one);
        data[arrays++] = (vtk_array){
            .name = one->name,
            .type = VTK_FLOAT64,
            .components = one->components,
            .tuples = table->rows,
            .fill = fill,
            .context = one,
        };
    }
    return arrays;
}

scree_status grids_write(const char *path, const probe_table *table, const probe_grid *grid,
                         double time, scree_error *error)
{
    grid_array *array = calloc((size_t)table->columns, sizeof *array);
    vtk_array *data = calloc((size_t)table->columns, sizeof *data);
    const bool good = array && data;
    vtk_image image = {
        .time = time,
        .cell_data = data,
        .cell_arrays = good ? take_arrays(table, array, data) : 0,
    };
    for (int axis = 0; axis < 3; axis++) {
        image.origin[axis] = grid->origin[axis];
        image.edge[axis] = grid->edge[axis];
        image.count[axis] = grid->count[axis];
    }
    const scree_status status =
        good ? vtk_xml_write_image(path, &image, error) : fail_memory(error, path);
    free(array);
    free(data);
    return status;
}

// ---- triangles

static void fill_corners(const void *context, int64_t first, int64_t count, void *out)
{
    const struct mesh *mesh = context;
    int64_t *value = out;
    for (int64_t i = first; i < first + count; i++)
        *value++ = mesh->triangle[i / 3].vertex[i % 3];
}

static void fill_offsets(const void *context, int64_t first, int64_t count, void *out)
{
    int64_t *value = out;
    (void)context;
    for (int64_t i = first; i < first + count; i++)
        *value++ = 3 * (i + 1);
}

scree_status grids_write_surface(const char *path, const probe_table *table,
                                 const probe_surface *surface, scree_error *error)
{
    grid_array *array = calloc((size_t)table->columns, sizeof *array);
    vtk_array *data = calloc((size_t)table->columns, sizeof *data);
    const bool good = array && data;
    const int64_t triangles = table->rows;
    const vtk_polydata poly = {
        .points = {.name = "points",
                   .type = VTK_FLOAT64,
                   .components = 3,
                   .tuples = surface->points,
                   .data = surface->point},
        .polys = {.count = triangles,
                  .connectivity = {.name = "connectivity",
                                   .type = VTK_INT64,
                                   .components = 1,
                                   .tuples = 3 * triangles,
                                   .fill = fill_corners,
                                   .context = surface->mesh},
                  .offsets = {.name = "offsets",
                              .type = VTK_INT64,
                              .components = 1,
                              .tuples = triangles,
                              .fill = fill_offsets}},
        .cell_data = data,
        .cell_arrays = good ? take_arrays(table, array, data) : 0,
    };
    const scree_status status = good ? vtk_xml_write(path, &poly, error) : fail_memory(error, path);
    free(array);
    free(data);
    return status;
}

// ---- means

const char *grids_ending(const probe *is)
{
    if (!is->averages)
        return NULL;
    if (is->surface)
        return ".vtp";
    return is->grid ? ".vti" : NULL;
}

scree_status grids_write_mean(const char *path, const probe *is, const probe_state *state,
                              const probe_table *table, scree_error *error)
{
    probe_grid grid;
    probe_surface surface;
    if (is->averages && is->surface && is->surface(state, &surface))
        return grids_write_surface(path, table, &surface, error);
    if (is->averages && is->grid && is->grid(state, &grid))
        return grids_write(path, table, &grid, 0, error);
    return SCREE_OK;
}
