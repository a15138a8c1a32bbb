// rigid.c - see rigid.h.
//
// The moments about the point of turning are those about the centre of mass plus m (d^2 1 - d d^T), d the way from one to
// the other (Steiner).
#include "scene/rigid.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "shape/mass.h"

#include <math.h>

// Of a uniform solid of density 1, about its centre of mass, in the axes of the wall; `centre` from the reference point.
typedef struct solid {
    double volume;
    v3 centre;
    sym3 inertia;
} solid;

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

// What is round stands there as facets, inscribed; their cross-section is smaller by one factor everywhere, and so is
// the inertia about the axis by another. The body has the volume of the round one.
static scree_status solid_of(const primitive *surface, const char *where, solid *out,
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
    status = mass_of_faces(faces, where, &properties, error);
    const bool is_round = !primitive_is_mesh(surface) && faces->triangles > 12;
    mesh_free(made);
    if (status != SCREE_OK)
        return no_solid(surface, where, error);
    double round = 1;
    if (is_round) {
        const double step = 2 * PI / PRIMITIVE_ROUND;
        round = step / real_sin(step);
    }
    *out = (solid){
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
    solid inside = {.volume = 1};
    if (status == SCREE_OK && solid_wanted)
        status = solid_of(surface, where, &inside, error);
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
