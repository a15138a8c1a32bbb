// core.c - see core.h.
#include "shape/core.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "shape/core_faces.h"
#include "shape/mass_parts.h"

#include <stdlib.h>
#include <string.h>

#define FLAT 1e-6 // of the size: how far a corner may stand up over a face of a convex grain

enum { FINE_MOST = 200 };   // triangles
#define TOLERANCE 1e-9      // of mass properties that are no closed form
#define TOLERANCE_MANY 1e-6 // the same for more triangles, which take long

static void drop(model_shape *s)
{
    free(s->clump.at);
    free(s->clump.radius);
    free(s->core.vertex);
    free(s->core.edge);
    free(s->core.triangle);
    free(s->core.face);
    memset(&s->clump, 0, sizeof s->clump);
    memset(&s->core, 0, sizeof s->core);
}

static void set_radius(model_shape *s, double r)
{
    s->radius = (spread){SPREAD_FIXED, r, r, r, 0};
}

// ---- edges

static bool edges_of_outline(model_core *c, bool closed)
{
    c->edges = closed ? c->vertices : c->vertices - 1;
    c->edge = malloc((size_t)c->edges * sizeof *c->edge + 1);
    for (int32_t i = 0; c->edge && i < c->edges; i++) {
        c->edge[i][0] = i;
        c->edge[i][1] = (i + 1) % c->vertices;
    }
    return c->edge;
}

static int32_t face_of(const model_core *c, int32_t triangle)
{
    int32_t low = 0;
    int32_t high = c->faces;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (c->face[middle] <= triangle)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Those between two faces, in rising order of their vertices.
static scree_status edges_of_faces(model_core *c, scree_error *error)
{
    mass_edges all;
    mass_properties unused; // refuses what is not closed, or turned inwards
    scree_status status = mass_polyhedron(c->vertex, c->vertices, (const int32_t(*)[3])c->triangle,
                                          c->triangles, &unused, error);
    if (status)
        return status;
    status = mass_edges_find((const int32_t(*)[3])c->triangle, c->triangles, NULL, 0, &all, error);
    if (status)
        return status;
    c->edge = malloc((size_t)all.edges * sizeof *c->edge + 1);
    if (!c->edge)
        status = fail_memory(error, "edges of a grain");
    for (int32_t i = 0; !status && i < all.edges; i++) {
        const mass_edge_use *use = &all.use[all.edge[i].first];
        if (face_of(c, use[0].triangle) == face_of(c, use[1].triangle))
            continue;
        c->edge[c->edges][0] = all.edge[i].from;
        c->edge[c->edges++][1] = all.edge[i].to;
    }
    mass_edges_clear(&all);
    return status;
}

int32_t core_face_corners(const model_core *core)
{
    int32_t most = 0;
    for (int32_t f = 0; f < core->faces;
         f++) { // a face without holes: of n corners, n - 2 triangles
        int32_t corners = core->face[f + 1] - core->face[f] + 2;
        most = corners > most ? corners : most;
    }
    return most;
}

// ---- what is not said

static bool outline_is_convex(const model_core *c, bool closed)
{
    if (c->vertices <= 2)
        return true;
    for (int32_t i = 0; closed && i < c->vertices; i++) {
        v3 a = c->vertex[i];
        v3 b = c->vertex[(i + 1) % c->vertices];
        v3 d = c->vertex[(i + 2) % c->vertices];
        if (v3_cross(v3_sub(b, a), v3_sub(d, b)).z < 0)
            return false;
    }
    return closed;
}

// Does no vertex stand up over the plane of any face?
static bool surface_is_convex(const model_core *c, double reach)
{
    for (int32_t f = 0; f < c->faces; f++) {
        v3 a = c->vertex[c->triangle[c->face[f]][0]];
        v3 area = v3_make(0, 0, 0);
        for (int32_t t = c->face[f]; t < c->face[f + 1]; t++) {
            const int32_t *k = c->triangle[t];
            v3 p = c->vertex[k[0]];
            area = v3_add(area, v3_cross(v3_sub(c->vertex[k[1]], p), v3_sub(c->vertex[k[2]], p)));
        }
        v3 n = v3_unit(area);
        for (int32_t i = 0; i < c->vertices; i++)
            if (v3_dot(n, v3_sub(c->vertex[i], a)) > FLAT * reach)
                return false;
    }
    return true;
}

static void choose(model_core *c, bool flat, bool closed, double volume, double reach)
{
    bool convex = flat ? outline_is_convex(c, closed) : surface_is_convex(c, reach);
    bool small = core_face_corners(c) <= CORE_FACE_MOST;
    if (!(c->contact_radius > 0)) {
        c->contact_radius = c->radius;
        if (!(c->radius > 0))
            c->contact_radius = flat ? sqrt(volume / PI) : real_cbrt(0.75 * volume / PI);
    }
    if (flat && c->radius > 0)
        c->meeting = MEET_FEATURES;
    else if (convex && small)
        c->meeting = MEET_CONVEX;
    else
        c->meeting = c->radius > 0 ? MEET_FEATURES : MEET_SOLID;
}

scree_status core_as_given(model_core core, bool flat, bool closed, double volume, v3 inertia,
                           model_shape *out, scree_error *error)
{
    model_core *c = &out->core;
    double reach = 0;
    scree_status status = SCREE_OK;
    drop(out);
    *c = core;
    if (flat || !c->faces) {
        if (!edges_of_outline(c, closed))
            status = fail_memory(error, "edges of a grain");
    } else
        status = edges_of_faces(c, error);
    for (int32_t i = 0; i < c->vertices; i++)
        reach = real_max(reach, v3_norm(c->vertex[i]) + c->radius);
    out->clump = (model_clump){
        1,        calloc(1, sizeof(v3)), calloc(1, sizeof(double)), volume, inertia, q4_identity(),
        {0, 0, 0}};
    if (!status && (!out->clump.at || !out->clump.radius))
        status = fail_memory(error, "a grain");
    if (status) {
        drop(out);
        return status;
    }
    out->clump.radius[0] = reach;
    set_radius(out, reach);
    choose(c, flat, closed, volume, reach);
    return SCREE_OK;
}

// ---- outlines

// Anticlockwise, from the same first vertex.
static void turn_left(v3 *vertex, int32_t n)
{
    double twice = 0;
    for (int32_t i = 1; i + 1 < n; i++)
        twice += v3_cross(v3_sub(vertex[i], vertex[0]), v3_sub(vertex[i + 1], vertex[0])).z;
    for (int32_t i = 1, k = n - 1; twice < 0 && i < k; i++, k--) {
        v3 keep = vertex[i];
        vertex[i] = vertex[k];
        vertex[k] = keep;
    }
}

scree_status core_from_outline(const v3 *vertex, int32_t vertices, bool closed, double radius,
                               model_shape *out, mass_properties *properties, scree_error *error)
{
    mass_properties p;
    drop(out);
    scree_status status = mass_spheropolygon(vertex, vertices, closed, radius, &p, error);
    if (status)
        return status;
    if (properties)
        *properties = p;
    if (vertices == 1) {
        set_radius(out, radius);
        out->clump.centre = vertex[0];
        return SCREE_OK;
    }
    model_core c = {.vertices = vertices, .radius = radius};
    c.vertex = malloc((size_t)vertices * sizeof *c.vertex);
    if (!c.vertex)
        return fail_memory(error, "an outline");
    for (int32_t i = 0; i < vertices; i++)
        c.vertex[i] = v3_sub(vertex[i], p.centre);
    closed = closed && vertices > 2;
    if (closed)
        turn_left(c.vertex, vertices);
    status = core_as_given(c, true, closed, p.volume, v3_make(1, 1, p.inertia.zz), out, error);
    out->clump.centre = p.centre;
    return status;
}

// ---- solids

static double size_of(const model_core *c)
{
    double most = 0;
    for (int32_t i = 1; i < c->vertices; i++)
        most = real_max(most, v3_norm(v3_sub(c->vertex[i], c->vertex[0])));
    return most;
}

static scree_status round_mass(const model_core *c, mass_properties *p, scree_error *error)
{
    const int32_t rod[1][2] = {{0, 1}};
    mass_core core = {c->vertex,
                      c->faces ? NULL : rod,
                      (const int32_t(*)[3])c->triangle,
                      c->vertices,
                      !c->faces,
                      c->triangles,
                      c->faces > 0};
    if (c->triangles > CORE_ROUND_MOST && !surface_is_convex(c, size_of(c)))
        return fail(error, SCREE_BAD_INPUT, "the mesh",
                    "simplify it, or make it a polyhedron, without a radius",
                    "%d triangles are more than the %d for which the mass of a shape that is not "
                    "convex is found with "
                    "a radius",
                    c->triangles, CORE_ROUND_MOST);
    return mass_spheropolyhedron(&core, c->radius,
                                 c->triangles > FINE_MOST ? TOLERANCE_MANY : TOLERANCE, p, error);
}

// Mass properties of vertices and triangles; then moves the vertices into the principal axes.
static scree_status settle(model_core *c, mass_properties *p, scree_error *error)
{
    const int32_t(*triangle)[3] = (const int32_t(*)[3])c->triangle;
    scree_status status =
        c->radius > 0 ? round_mass(c, p, error)
                      : mass_polyhedron(c->vertex, c->vertices, triangle, c->triangles, p, error);
    q4 into = q4_conjugate(p->axes);
    for (int32_t i = 0; !status && i < c->vertices; i++)
        c->vertex[i] = q4_rotate(into, v3_sub(c->vertex[i], p->centre));
    return status;
}

static scree_status finish(model_core *c, model_shape *out, mass_properties *properties,
                           scree_error *error)
{
    mass_properties p = {.axes = q4_identity()};
    scree_status status = settle(c, &p, error);
    if (status) {
        model_shape gone = {.core = *c};
        drop(&gone);
        return status;
    }
    if (properties)
        *properties = p;
    status = core_as_given(*c, false, false, p.volume, p.principal, out, error);
    out->clump.axes = p.axes;
    out->clump.centre = p.centre;
    return status;
}

scree_status core_from_solid(const solid *s, double radius, model_shape *out,
                             mass_properties *properties, scree_error *error)
{
    model_core c = {.radius = radius};
    drop(out);
    if (!(radius >= 0 && radius - radius == 0))
        return fail(error, SCREE_BAD_INPUT, "the radius", "give a finite radius, zero or more",
                    "radius %g", radius);
    if (s->surface->triangles > CORE_TRIANGLES_MOST)
        return fail(error, SCREE_BAD_INPUT, "the mesh", "simplify it in the program that made it",
                    "%d triangles are more than the %d that a grain may have",
                    s->surface->triangles, CORE_TRIANGLES_MOST);
    scree_status status = core_faces_of(s->surface, &c, error);
    return status ? status : finish(&c, out, properties, error);
}

static scree_status rod(const v3 *point, double radius, model_shape *out,
                        mass_properties *properties, scree_error *error)
{
    model_core c = {.vertices = 2, .radius = radius, .vertex = malloc(2 * sizeof *c.vertex)};
    if (!c.vertex)
        return fail_memory(error, "a rod");
    c.vertex[0] = point[0];
    c.vertex[1] = point[1];
    return finish(&c, out, properties, error);
}

scree_status core_from_hull(const v3 *point, int32_t points, double radius, const char *name,
                            model_shape *out, mass_properties *properties, scree_error *error)
{
    drop(out);
    if (points == 1 || points == 2) {
        if (!(radius > 0 && radius - radius == 0))
            return fail(error, SCREE_BAD_INPUT, name, "give it a radius above zero",
                        "a %s has no volume by itself", points == 1 ? "point" : "line");
        if (points == 2)
            return rod(point, radius, out, properties, error);
        mass_core core = {.vertex = point, .vertices = 1};
        mass_properties p;
        scree_status status = mass_spheropolyhedron(&core, radius, TOLERANCE, &p, error);
        if (!status && properties)
            *properties = p;
        if (!status) {
            set_radius(out, radius);
            out->clump.centre = point[0];
        }
        return status;
    }
    solid s;
    scree_status status = solid_from_hull(point, points, name, &s, error);
    if (status)
        return status;
    status = core_from_solid(&s, radius, out, properties, error);
    solid_clear(&s);
    return status;
}
