// plane_walls.c - see plane_walls.h.
#include "world/plane_walls.h"

#include "base/corners.h"
#include "scene/packing.h"
#include "shape/mesh.h"

#include <math.h>
#include <stdio.h>

static const double upright =
    1e-6; // the most of a unit normal that may lead out; files have single precision

static v3 vector_of(const choice *surface, const char *name)
{
    double x[3];
    choice_vector(surface, name, x);
    return v3_make(x[0], x[1], x[2]);
}

static scree_status refuse(const choice *surface, const char *row, const char *hint,
                           const char *what, scree_error *error)
{
    char where[64];
    snprintf(where, sizeof where, "%.40s.%.20s", surface->what->name, row);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

// The surface of a cylinder stands upright on the plane where its axis does; and what is round about an axis in the plane
// has normals in it.
static scree_status check_axis(const model *model, const choice *surface, scree_error *error)
{
    const double depth = packing_depth(model);
    const v3 from = vector_of(surface, "from");
    const v3 to = vector_of(surface, "to");
    const bool lies = from.z == depth && to.z == depth;
    const bool stands = from.x == to.x && from.y == to.y;
    const bool tapers = plugin_row(surface->what, "radius_from") != NULL;
    char hint[120];
    if (lies || (stands && !tapers))
        return SCREE_OK;
    snprintf(hint, sizeof hint, "let both ends have z = %.6g m%s", depth,
             tapers ? "" : ", or the same x and y");
    return refuse(surface, "from", hint,
                  "the axis leans against the plane of this case, and so does the surface", error);
}

// Faces beside the plane, as the top and the bottom of a block are, are none that grains meet.
static scree_status check_facets(const model *model, const primitive *shape, scree_error *error)
{
    const double depth = packing_depth(model);
    const mesh *mesh = NULL;
    struct mesh *made = NULL;
    const scree_status status = primitive_facets(shape, &mesh, &made, error);
    const v3 at = primitive_reference(shape);
    for (int32_t i = 0; !status && i < mesh->triangles; i++) {
        const mesh_triangle *triangle = &mesh->triangle[i];
        double low = INFINITY;
        double high = -INFINITY;
        for (int k = 0; k < 3; k++) {
            const double z = at.z + mesh->vertex[triangle->vertex[k]].z;
            low = real_min(low, z);
            high = real_max(high, z);
        }
        const double normal = triangle->normal.z;
        if (!(low < depth && high > depth && fabs(normal) > upright))
            continue;
        return fail(error, SCREE_BAD_INPUT, "mesh",
                    "let faces that grains meet be upright on the plane",
                    "facet %d leans against the plane of this case: its normal has %.3g along z",
                    i + 1, normal);
    }
    return status;
}

scree_status plane_wall_check(const model *model, const choice *surface, const primitive *shape,
                              scree_error *error)
{
    if (model->dimensions != 2)
        return SCREE_OK;
    if (plugin_row(surface->what, "normal") && vector_of(surface, "normal").z != 0)
        return refuse(surface, "normal", "let its third component be 0",
                      "the normal leads out of the plane of this case", error);
    if (plugin_row(surface->what, "from"))
        return check_axis(model, surface, error);
    return primitive_is_mesh(shape) ? check_facets(model, shape, error) : SCREE_OK;
}
