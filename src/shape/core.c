// core.c - see core.h.
#include "shape/core.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "shape/core_edges.h"
#include "shape/core_faces.h"
#include "shape/mass_parts.h"
#include "shape/plate.h"

#include <stdlib.h>
#include <string.h>

#define FLAT 1e-6 // of the size: how far a corner may stand up over a face of a convex grain

enum { FINE_MOST = 200 };   // triangles
#define TOLERANCE 1e-9      // of mass properties that are no closed form
#define TOLERANCE_MANY 1e-6 // the same for more triangles, which take long

static void drop(model_shape *shape)
{
    free(shape->clump.at);
    free(shape->clump.radius);
    free(shape->core.vertex);
    free(shape->core.edge);
    free(shape->core.triangle);
    free(shape->core.face);
    memset(&shape->clump, 0, sizeof shape->clump);
    memset(&shape->core, 0, sizeof shape->core);
}

static void set_radius(model_shape *shape, double radius)
{
    shape->radius = (spread){
        .kind = SPREAD_FIXED,
        .value = radius,
        .from = radius,
        .to = radius,
        .deviation = 0,
    };
}

int32_t core_face_corners(const model_core *core)
{
    int32_t most = 0;
    for (int32_t face = 0; face < core->faces;
         face++) { // a face without holes: of n corners, n - 2 triangles
        int32_t corners = core->face[face + 1] - core->face[face] + 2;
        most = corners > most ? corners : most;
    }
    return most;
}

// ---- what is not said

static bool outline_is_convex(const model_core *core, bool closed)
{
    if (core->vertices <= 2)
        return true;
    for (int32_t i = 0; closed && i < core->vertices; i++) {
        v3 a = core->vertex[i];
        v3 b = core->vertex[(i + 1) % core->vertices];
        v3 d = core->vertex[(i + 2) % core->vertices];
        if (v3_cross(v3_sub(b, a), v3_sub(d, b)).z < 0)
            return false;
    }
    return closed;
}

// Does no vertex stand up over the plane of any face?
static bool surface_is_convex(const model_core *core, double reach)
{
    for (int32_t face = 0; face < core->faces; face++) {
        v3 a = core->vertex[core->triangle[core->face[face]][0]];
        v3 area = v3_make(0, 0, 0);
        for (int32_t triangle = core->face[face]; triangle < core->face[face + 1]; triangle++) {
            const int32_t *corner = core->triangle[triangle];
            v3 point = core->vertex[corner[0]];
            area = v3_add(area, v3_cross(v3_sub(core->vertex[corner[1]], point),
                                         v3_sub(core->vertex[corner[2]], point)));
        }
        v3 normal = v3_unit(area);
        for (int32_t i = 0; i < core->vertices; i++) {
            if (v3_dot(normal, v3_sub(core->vertex[i], a)) > FLAT * reach)
                return false;
        }
    }
    return true;
}

static void choose(model_core *core, bool flat, bool closed, double volume, double reach)
{
    bool convex = flat ? outline_is_convex(core, closed) : surface_is_convex(core, reach);
    bool small = core_face_corners(core) <= CORE_FACE_MOST;
    if (!(core->contact_radius > 0)) {
        core->contact_radius = core->radius;
        if (!(core->radius > 0))
            core->contact_radius = flat ? sqrt(volume / PI) : real_cbrt(0.75 * volume / PI);
    }
    if (flat && core->radius > 0)
        core->meeting = MEET_FEATURES;
    else if (convex && small)
        core->meeting = MEET_CONVEX;
    else
        core->meeting = core->radius > 0 ? MEET_FEATURES : MEET_SOLID;
}

scree_status core_as_given(const core_given *given, model_shape *out, scree_error *error)
{
    model_core *model_core = &out->core;
    double reach = 0;
    scree_status status = SCREE_OK;
    drop(out);
    *model_core = given->core;
    if (given->flat || !model_core->faces) {
        if (!core_edges_of_outline(model_core, given->closed))
            status = fail_memory(error, "edges of a grain");
    } else
        status = core_edges_of_faces(model_core, error);
    for (int32_t i = 0; i < model_core->vertices; i++)
        reach = real_max(reach, v3_norm(model_core->vertex[i]) + model_core->radius);
    out->clump = (model_clump){
        .balls = 1,
        .at = calloc(1, sizeof(v3)),
        .radius = calloc(1, sizeof(double)),
        .volume = given->volume,
        .inertia = given->inertia,
        .axes = q4_identity(),
        .centre = {0, 0, 0},
    };
    if (!status && (!out->clump.at || !out->clump.radius))
        status = fail_memory(error, "a grain");
    if (status) {
        drop(out);
        return status;
    }
    out->clump.radius[0] = reach;
    set_radius(out, reach);
    choose(model_core, given->flat, given->closed, given->volume, reach);
    return SCREE_OK;
}

// ---- outlines

// Anticlockwise, from the same first vertex.
static void turn_left(v3 *vertex, int32_t n)
{
    double twice = 0;
    for (int32_t i = 1; i + 1 < n; i++)
        twice += v3_triangle(vertex[0], vertex[i], vertex[i + 1]).z;
    for (int32_t i = 1, k = n - 1; twice < 0 && i < k; i++, k--) {
        v3 keep = vertex[i];
        vertex[i] = vertex[k];
        vertex[k] = keep;
    }
}

scree_status core_from_outline(const core_points *given, model_shape *out,
                               mass_properties *properties, scree_error *error)
{
    mass_properties mass_properties;
    drop(out);
    scree_status status = mass_spheropolygon(given->point, given->points, given->closed,
                                             given->radius, &mass_properties, error);
    if (status)
        return status;
    if (properties)
        *properties = mass_properties;
    if (given->points == 1) {
        set_radius(out, given->radius);
        out->clump.centre = given->point[0];
        return SCREE_OK;
    }
    model_core core = {.vertices = given->points, .radius = given->radius};
    core.vertex = malloc((size_t)given->points * sizeof *core.vertex);
    if (!core.vertex)
        return fail_memory(error, "an outline");
    for (int32_t i = 0; i < given->points; i++)
        core.vertex[i] = v3_sub(given->point[i], mass_properties.centre);
    const bool closed = given->closed && given->points > 2;
    if (closed)
        turn_left(core.vertex, given->points);
    status = core_as_given(&(core_given){.core = core,
                                         .flat = true,
                                         .closed = closed,
                                         .volume = mass_properties.volume,
                                         .inertia = v3_make(1, 1, mass_properties.inertia.zz)},
                           out, error);
    out->clump.centre = mass_properties.centre;
    return status;
}

// ---- solids

static double size_of(const model_core *core)
{
    double most = 0;
    for (int32_t i = 1; i < core->vertices; i++)
        most = real_max(most, v3_distance(core->vertex[i], core->vertex[0]));
    return most;
}

static scree_status round_mass(const model_core *model_core, mass_properties *properties,
                               scree_error *error)
{
    const int32_t rod[1][2] = {{0, 1}};
    const bool plate = core_is_plate(model_core);
    mass_core core = {model_core->vertex,
                      model_core->faces ? NULL : rod,
                      (const int32_t(*)[3])model_core->triangle,
                      model_core->vertices,
                      !model_core->faces,
                      plate ? model_core->face[1] : model_core->triangles,
                      model_core->faces > 0 && !plate};
    if (model_core->triangles > CORE_ROUND_MOST &&
        !surface_is_convex(model_core, size_of(model_core))) {
        return fail(error, SCREE_BAD_INPUT, "the mesh",
                    "simplify it, or make it a polyhedron, without a radius",
                    "%d triangles are more than the %d for which the mass of a shape that is not "
                    "convex is found with "
                    "a radius",
                    model_core->triangles, CORE_ROUND_MOST);
    }
    return mass_spheropolyhedron(&core, model_core->radius,
                                 model_core->triangles > FINE_MOST ? TOLERANCE_MANY : TOLERANCE,
                                 properties, error);
}

// Mass properties of vertices and triangles; then moves the vertices into the principal axes.
static scree_status settle(model_core *core, mass_properties *properties, scree_error *error)
{
    const int32_t(*triangle)[3] = (const int32_t(*)[3])core->triangle;
    scree_status status = core->radius > 0 ? round_mass(core, properties, error)
                                           : mass_polyhedron(core->vertex, core->vertices, triangle,
                                                             core->triangles, properties, error);
    q4 into = q4_conjugate(properties->axes);
    for (int32_t i = 0; !status && i < core->vertices; i++) {
        const v3 from_centre = v3_sub(core->vertex[i], properties->centre);
        core->vertex[i] = q4_rotate(into, from_centre);
    }
    return status;
}

static scree_status finish(model_core *core, model_shape *out, mass_properties *properties,
                           scree_error *error)
{
    mass_properties mass_properties = {.axes = q4_identity()};
    scree_status status = settle(core, &mass_properties, error);
    if (status) {
        model_shape gone = {.core = *core};
        drop(&gone);
        return status;
    }
    if (properties)
        *properties = mass_properties;
    status = core_as_given(&(core_given){.core = *core,
                                         .volume = mass_properties.volume,
                                         .inertia = mass_properties.principal},
                           out, error);
    out->clump.axes = mass_properties.axes;
    out->clump.centre = mass_properties.centre;
    return status;
}

scree_status core_from_solid(const solid *solid, double radius, model_shape *out,
                             mass_properties *properties, scree_error *error)
{
    model_core core = {.radius = radius};
    drop(out);
    if (!(radius >= 0 && radius - radius == 0)) {
        return fail(error, SCREE_BAD_INPUT, "the radius", "give a finite radius, zero or more",
                    "radius %g", radius);
    }
    if (solid->surface->triangles > CORE_TRIANGLES_MOST) {
        return fail(error, SCREE_BAD_INPUT, "the mesh", "simplify it in the program that made it",
                    "%d triangles are more than the %d that a grain may have",
                    solid->surface->triangles, CORE_TRIANGLES_MOST);
    }
    scree_status status = core_faces_of(solid->surface, &core, error);
    return status ? status : finish(&core, out, properties, error);
}

scree_status core_from_plate(const core_points *given, model_shape *out,
                             mass_properties *properties, scree_error *error)
{
    model_core core = {.radius = given->radius};
    drop(out);
    scree_status status = plate_make(given, &core, error);
    if (status)
        return status;
    status = finish(&core, out, properties, error);
    if (!status)
        plate_flatten(&out->core);
    return status;
}

static scree_status rod(const v3 *point, double radius, model_shape *out,
                        mass_properties *properties, scree_error *error)
{
    model_core core = {.vertices = 2, .radius = radius, .vertex = malloc(2 * sizeof *core.vertex)};
    if (!core.vertex)
        return fail_memory(error, "a rod");
    core.vertex[0] = point[0];
    core.vertex[1] = point[1];
    return finish(&core, out, properties, error);
}

scree_status core_from_hull(const core_points *given, model_shape *out, mass_properties *properties,
                            scree_error *error)
{
    drop(out);
    if (given->points == 1 || given->points == 2) {
        if (!(given->radius > 0 && given->radius - given->radius == 0)) {
            return fail(error, SCREE_BAD_INPUT, given->name, "give it a radius above zero",
                        "a %s has no volume by itself", given->points == 1 ? "point" : "line");
        }
        if (given->points == 2)
            return rod(given->point, given->radius, out, properties, error);
        mass_core core = {.vertex = given->point, .vertices = 1};
        mass_properties mass_properties;
        scree_status status =
            mass_spheropolyhedron(&core, given->radius, TOLERANCE, &mass_properties, error);
        if (!status && properties)
            *properties = mass_properties;
        if (!status) {
            set_radius(out, given->radius);
            out->clump.centre = given->point[0];
        }
        return status;
    }
    solid solid;
    scree_status status = solid_from_hull(given->point, given->points, given->name, &solid, error);
    if (status)
        return status;
    status = core_from_solid(&solid, given->radius, out, properties, error);
    solid_clear(&solid);
    return status;
}
