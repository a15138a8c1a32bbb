// rigid.c - see rigid.h.
//
// The moments about the point of turning are those about the centre of mass plus m (d^2 1 - d d^T), d the way from one to
// the other (Steiner).
//
// A mesh is made a solid first, as that of a region or of a shape is (shape/solid.h): what has a hole or crosses itself
// encloses nothing of which one could say how much it is, and is refused with the place.
#include "scene/rigid.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "scene/regions_mesh.h"
#include "shape/mass.h"
#include "shape/solid.h"

#include <math.h>
#include <stdlib.h>

// Of a uniform solid of density 1, about its centre of mass, in the axes of the wall; `centre` from the reference point.
typedef struct inside {
    double volume;
    v3 centre;
    sym3 inertia;
} inside;

static scree_status no_solid(const primitive *surface, const char *where, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, where,
                "give mass, centre and inertia, or let the wall be a box, a cylinder or a cone "
                "with ends, or a closed mesh",
                "the wall has no inside that could have a density: it is a %s",
                primitive_name(surface));
}

// Triangles of a wall may be turned either way: the second try is with all of them turned round.
static scree_status mass_of_faces(const mesh *faces, const char *where, mass_properties *out,
                                  scree_error *error)
{
    int32_t(*corner)[3] = mem_array((int64_t)faces->triangles + 1, sizeof *corner);
    scree_status status = SCREE_BAD_INPUT;
    if (!corner)
        return fail_memory(error, where);
    for (int turned = 0; turned < 2 && status == SCREE_BAD_INPUT; turned++) {
        for (int32_t i = 0; i < faces->triangles; i++) {
            const int32_t *vertex = faces->triangle[i].vertex;
            corner[i][0] = vertex[0];
            corner[i][1] = vertex[turned ? 2 : 1];
            corner[i][2] = vertex[turned ? 1 : 2];
        }
        status = mass_polyhedron(faces->vertex, faces->vertices, (const int32_t(*)[3])corner,
                                 faces->triangles, out, error);
    }
    mem_free(corner);
    return status;
}

// A shell inside of another is a cavity if its triangles are turned the other way. Turned the same way it may be meant as
// a part that fills the other one, or by mistake; the mass would not be the same.
static scree_status check_cavities(const solid *solid, const solid_report *report, v3 reference,
                                   const char *where, scree_error *error)
{
    const mesh *surface = solid->surface;
    const bool one_way = report->turned > 0 && report->turned < surface->triangles;
    if (solid->cavities == 0 || !one_way)
        return SCREE_OK;
    double *volume = calloc((size_t)solid->shells + 1, sizeof *volume);
    if (!volume)
        return fail_memory(error, where);
    v3 place = surface->vertex[0];
    for (int32_t i = 0; i < surface->triangles; i++) {
        const v3 *vertex = surface->vertex;
        const int32_t *of = surface->triangle[i].vertex;
        const v3 a = v3_sub(vertex[of[0]], vertex[0]);
        const v3 b = v3_sub(vertex[of[1]], vertex[0]);
        const v3 c = v3_sub(vertex[of[2]], vertex[0]);
        volume[solid->shell[i]] += v3_dot(a, v3_cross(b, c));
    }
    for (int32_t i = surface->triangles - 1; i >= 0; i--) {
        if (volume[solid->shell[i]] < 0)
            place = surface->vertex[surface->triangle[i].vertex[0]];
    }
    free(volume);
    place = v3_add(place, reference);
    return fail(error, SCREE_BAD_INPUT, where,
                "leave out the inner part, turn its triangles round if it is a cavity, or give "
                "mass, centre and inertia",
                "no mass follows from the mesh: a part of it lies inside of another, near (%.6g, "
                "%.6g, %.6g) m, and is turned the same way",
                place.x, place.y, place.z);
}

static scree_status build_solid(const mesh *faces, v3 shift, const char *where, solid *out,
                                solid_report *report, scree_error *error)
{
    v3 *corner = region_mesh_corners(faces);
    if (!corner)
        return fail_memory(error, where);
    for (int64_t i = 0; i < 3 * (int64_t)faces->triangles; i++)
        corner[i] = v3_add(corner[i], shift);
    const mesh_facets given = {.corner = corner, .facets = faces->triangles, .name = where};
    const scree_status status = solid_build(&given, out, report, error);
    free(corner);
    return status;
}

// About the reference point, where lengths have their digits; what is wrong with it is told with places in space.
static scree_status mass_of_mesh(const mesh *faces, v3 reference, const char *where,
                                 mass_properties *out, scree_error *error)
{
    solid solid;
    solid_report report;
    scree_error fault;
    scree_status status = build_solid(faces, v3_make(0, 0, 0), where, &solid, &report, error);
    if (status == SCREE_BAD_INPUT) {
        if (build_solid(faces, reference, where, &solid, &report, &fault) == SCREE_OK) {
            solid_clear(&solid); // by a hair
            return status;
        }
        return fail(error, SCREE_BAD_INPUT, where,
                    "mend the mesh, or give mass, centre and inertia",
                    "no mass follows from the mesh: %s", fault.what);
    }
    if (status != SCREE_OK)
        return status;
    status = check_cavities(&solid, &report, reference, where, error);
    if (status == SCREE_OK)
        status = solid_mass(&solid, out, error);
    solid_clear(&solid);
    return status;
}

// What is round stands there as facets, inscribed; their cross-section is smaller by one factor everywhere, and so is
// the inertia about the axis by another. The body has the volume of the round one.
static scree_status inside_of(const primitive *surface, const char *where, inside *out,
                              scree_error *error)
{
    const mesh *faces = NULL;
    mesh *made = NULL;
    mass_properties properties;
    if (!isfinite(primitive_extent(surface)))
        return no_solid(surface, where, error);
    scree_status status = primitive_facets(surface, &faces, &made, error);
    if (status != SCREE_OK)
        return status;
    const bool is_mesh = primitive_is_mesh(surface);
    if (is_mesh)
        status = mass_of_mesh(faces, primitive_reference(surface), where, &properties, error);
    else
        status = mass_of_faces(faces, where, &properties, error);
    const bool is_round = !is_mesh && faces->triangles > 12;
    mesh_free(made);
    if (status != SCREE_OK)
        return is_mesh ? status : no_solid(surface, where, error);
    double round = 1;
    if (is_round) {
        const double step = 2 * PI / PRIMITIVE_ROUND;
        round = step / real_sin(step);
    }
    *out = (inside){
        .volume = round * properties.volume,
        .centre = properties.centre,
        .inertia = sym3_scale(round, properties.inertia),
    };
    return SCREE_OK;
}

static scree_status check(const rigid_given *given, int dimensions, const char *where,
                          scree_error *error)
{
    const bool mass = !isnan(given->mass);
    const bool density = !isnan(given->density);
    if (mass == density)
        return fail(error, SCREE_BAD_INPUT, where, "give one of mass and density",
                    mass ? "the body has a mass and a density" : "the body has no mass");
    if (dimensions == 2 && density)
        return fail(error, SCREE_BAD_INPUT, where, "give mass and inertia, per metre of depth",
                    "in the plane a body has no density");
    if (dimensions == 2 && given->turns && !given->has_inertia)
        return fail(error, SCREE_BAD_INPUT, where,
                    "give inertia: [0, 0, I], of which the third counts",
                    "the body turns and has no inertia");
    return SCREE_OK;
}

double rigid_moment(const rigid *is, v3 axis)
{
    const v3 n = q4_rotate(q4_conjugate(is->axes), axis);
    return v3_dot(n, v3_times(is->inertia.moment, n));
}

static scree_status take_moments(sym3 tensor, bool flat, const char *where, rigid *out,
                                 scree_error *error)
{
    v3 moment;
    if (flat) {
        moment = v3_make(tensor.zz, tensor.zz, tensor.zz);
        out->axes = q4_identity();
    } else {
        principal_axes(tensor, &moment, &out->axes);
    }
    const double most = real_max(real_max(moment.x, moment.y), moment.z);
    const double excess = 2 * most - (moment.x + moment.y + moment.z);
    if (!(moment.x > 0 && moment.y > 0 && moment.z > 0) || !(excess < 1e-9 * most))
        return fail(error, SCREE_BAD_INPUT, where,
                    "give moments above 0, of which none is larger than the two others together",
                    "no body has the moments of inertia %.6g, %.6g, %.6g kg m^2", moment.x,
                    moment.y, moment.z);
    out->inertia = inertia_make(moment);
    return SCREE_OK;
}

scree_status rigid_make(const rigid_given *given, const primitive *surface, int dimensions,
                        const char *where, rigid *out, scree_error *error)
{
    scree_status status = check(given, dimensions, where, error);
    const bool solid_wanted = !isnan(given->density) || (given->turns && !given->has_inertia);
    const v3 reference = primitive_reference(surface);
    inside inside = {.volume = 1};
    if (status == SCREE_OK && solid_wanted)
        status = inside_of(surface, where, &inside, error);
    if (status != SCREE_OK)
        return status;
    const v3 zero = {0, 0, 0};
    const double density = isnan(given->density) ? given->mass / inside.volume : given->density;
    const v3 own_centre = solid_wanted ? inside.centre : zero;
    const v3 centre = given->has_centre ? v3_sub(given->centre, reference) : own_centre;
    *out = (rigid){
        .mass = isnan(given->density) ? given->mass : density * inside.volume,
        .pivot = given->has_pivot ? v3_sub(given->pivot, reference) : centre,
        .inertia = inertia_locked(),
        .axes = q4_identity(),
    };
    out->arm = v3_sub(centre, out->pivot);
    if (!given->turns)
        return SCREE_OK;
    sym3 tensor = sym3_scale(density, inside.inertia);
    if (given->has_inertia)
        tensor = (sym3){
            .xx = given->moments.x,
            .yy = given->moments.y,
            .zz = given->moments.z,
            .xy = given->products.x,
            .xz = given->products.y,
            .yz = given->products.z,
        };
    const v3 d = out->arm;
    const double square = v3_dot(d, d);
    const sym3 away = {square, square, square, 0, 0, 0};
    tensor = sym3_fma(tensor, out->mass, away);
    tensor = sym3_fma(tensor, -out->mass, sym3_dyad(d, d));
    return take_moments(tensor, dimensions == 2, where, out, error);
}
