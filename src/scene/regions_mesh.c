// regions_mesh.c - see regions_mesh.h.
#include "scene/regions_mesh.h"

#include "shape/mesh_rows.h"
#include "shape/primitive.h"

#include <stdlib.h>
#include <string.h>

v3 *region_mesh_corners(const mesh *mesh)
{
    v3 *corner = malloc(3 * (size_t)mesh->triangles * sizeof *corner);
    for (int32_t i = 0; corner && i < mesh->triangles; i++) {
        for (int k = 0; k < 3; k++)
            corner[3 * (int64_t)i + k] = mesh->vertex[mesh->triangle[i].vertex[k]];
    }
    return corner;
}

// "mesh.unit" is "unit" here; lines of files stay as they are.
static void place_in_region(scree_error *error)
{
    static const char form[] = "mesh.";
    const size_t length = sizeof form - 1;
    if (error && !strncmp(error->where, form, length))
        memmove(error->where, error->where + length, strlen(error->where + length) + 1);
}

scree_status region_mesh_read(const region_given *given, mesh **out, scree_error *error)
{
    // The rows of a region begin with those of a wall of triangles, so their values are values of such a wall.
    int count;
    const plugin *const *walls = primitive_plugins(&count);
    choice wall = {plugin_find(walls, count, "mesh"), given->form->value};
    primitive *primitive;
    mesh_report report;
    *out = NULL;
    scree_status status = primitive_make(&wall, given->folder, &primitive, &report, error);
    if (status != SCREE_OK) {
        place_in_region(error);
        return status;
    }
    const mesh *surface = primitive->kind->surface(primitive);
    const v3 place = primitive_reference(primitive);
    v3 *corner = region_mesh_corners(surface);
    for (int64_t i = 0; corner && i < 3 * (int64_t)surface->triangles; i++)
        corner[i] = v3_add(corner[i], place);
    const char *name = choice_text(given->form, "file");
    status = corner ? mesh_build(&(mesh_facets){.corner = corner,
                                                .facets = surface->triangles,
                                                .tolerance = surface->tolerance,
                                                .name = name},
                                 out, &report, error)
                    : fail_memory(error, "regions");
    free(corner);
    primitive_free(primitive);
    return status;
}
