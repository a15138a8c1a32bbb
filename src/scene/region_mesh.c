// region_mesh.c - the inside of a closed mesh. It is made a solid first (shape/solid.h), which heals what can be healed and
// refuses what has no inside; its volume is exact. The depth is the distance.
#include "scene/region.h"

#include "scene/regions_mesh.h"
#include "shape/mesh_rows.h"
#include "shape/mesh_side.h"
#include "shape/solid.h"

#include <stdlib.h>

static const row rows[] = {MESH_ROWS};

typedef struct mesh_region {
    region base;
    solid solid;
} mesh_region;

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    mesh_region *region = (mesh_region *)out;
    solid_report report;
    mesh *surface;
    scree_status status = region_mesh_read(given, &surface, error);
    if (status != SCREE_OK)
        return status;
    v3 *corner = region_mesh_corners(surface);
    status = corner ? solid_build(&(mesh_facets){.corner = corner,
                                                 .facets = surface->triangles,
                                                 .name = choice_text(given->form, "file")},
                                  &region->solid, &report, error)
                    : fail_memory(error, "regions");
    free(corner);
    mesh_free(surface);
    if (status != SCREE_OK) {
        if (error && status == SCREE_BAD_INPUT)
            fault_move(error, "file");
        return status;
    }
    out->low = region->solid.surface->low;
    out->high = region->solid.surface->high;
    out->volume = region->solid.volume;
    return SCREE_OK;
}

static void release(region *is)
{
    mesh_region *region = (mesh_region *)is;
    if (region->solid.surface)
        solid_clear(&region->solid);
}

static double depth(const region *is, v3 point)
{
    return mesh_depth(((const mesh_region *)is)->solid.surface, point);
}

const char region_mesh_example[] =
    "file: block.obj, unit: mm, scale: 26, position: [-26 mm, -24 mm, -13 mm]";

const region_kind region_mesh = {
    .what = {"mesh", "the inside of a closed mesh", rows, sizeof rows / sizeof *rows},
    .in_space_only = true,
    .size = sizeof(mesh_region),
    .make = make,
    .release = release,
    .depth = depth,
};
