// shapes.c - see shapes.h. Here: which form, balls, and grains with a surface.
#include "case/shapes.h"

#include "base/mathlib.h"
#include "base/spread.h"
#include "shape/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- balls ----------------------------------------------------------------------------------------------------------

static void read_ball(reader *reader, node *map, model_shape *out)
{
    if (!reader_is_map(reader, map))
        return;
    node *radius = reader_take(reader, map, "radius");
    node *diameter = reader_take(reader, map, "diameter");
    if (!radius == !diameter) {
        reader_fault(reader, map, "such as radius: 1 mm",
                     radius ? "give radius or diameter, not both"
                            : "missing key 'radius' or 'diameter'");
    } else if (reader_spread(reader, radius ? radius : diameter, "m", ROW_POSITIVE, INFINITY,
                             &out->radius) &&
               diameter && !spread_scale(&out->radius, 0.5)) {
        reader->book->no_memory = true;
    }
    reader_finish(reader, map);
}

#define TOLD 1e-8 // relative error of a mass from which on a note tells it

// --- grains with a surface ------------------------------------------------------------------------------------------

typedef enum surface_form {
    SPHEROPOLYGON,
    SPHEROPOLYHEDRON,
    POLYHEDRON,
    SURFACE_FORMS
} surface_form;
static const char *const surface_names[SURFACE_FORMS] = {"spheropolygon", "spheropolyhedron",
                                                         "polyhedron"};

// What a case says of a surface besides where it is.
typedef struct surface {
    surface_form form;
    // Volume and inertia are: the vertices are about the centre of mass, in the principal axes.
    bool given;
    double radius, contact_radius, volume;
    v3 inertia;
    const node *at, *meeting;
    int way; // a model_meeting; -1: to be chosen
    bool potential;
    model_weights weights;
} surface;

static bool read_given(reader *reader, node *map, surface *surface)
{
    node *volume = reader_take(reader, map, "volume");
    node *inertia = reader_take(reader, map, "inertia");
    shape_given given = {0};
    surface->given = volume || inertia;
    if (!surface->given)
        return true;
    const bool good = shape_read_given(reader, map, volume, inertia, &given);
    surface->volume = given.volume;
    surface->inertia = given.inertia;
    return good;
}

static bool read_radius(reader *reader, node *map, surface *surface)
{
    node *radius = reader_take(reader, map, "radius");
    if (surface->form == POLYHEDRON) {
        if (radius) {
            reader_fault(reader, radius, "leave it out, or make it a spheropolyhedron",
                         "the edges of a polyhedron are sharp");
        }
        return !radius;
    }
    if (!radius) {
        radius = reader_need(reader, map, "radius",
                             "say how far the surface is from the core, such as 0.1 mm");
    }
    if (!radius || radius->kind != NODE_SCALAR)
        return shape_read_length(reader, radius, &surface->radius);
    if (!reader_real(reader, radius, "m", 0, INFINITY, &surface->radius))
        return false;
    if (surface->radius > 0)
        return true;
    if (surface->form == SPHEROPOLYGON) {
        reader_fault(
            reader, radius,
            "give it one, such as a hundredth of its size, and draw in the outline by as much",
            "outlines meet by the overlap of their radii; without a radius nothing overlaps");
    } else {
        reader_fault(reader, radius, "make it a polyhedron",
                     "a spheropolyhedron without a radius has sharp edges");
    }
    return false;
}

// How parts of the surface of two grains that meet are chosen; false where the word is unknown.
static bool read_meeting(reader *reader, surface *surface)
{
    static const char *const rounded[] = {"potential", "features", "convex"};
    static const char *const sharp[] = {"potential", "convex", "solid"};
    static const model_meeting of_rounded[] = {MEET_FEATURES, MEET_CONVEX};
    static const model_meeting of_sharp[] = {MEET_CONVEX, MEET_SOLID};
    const bool is_sharp = surface->form == POLYHEDRON;
    surface->potential = true;
    if (!surface->meeting)
        return true;
    const int word = reader_word(reader, surface->meeting, is_sharp ? sharp : rounded, 3);
    surface->potential = word == 0;
    if (word > 0)
        surface->way = is_sharp ? (int)of_sharp[word - 1] : (int)of_rounded[word - 1];
    return word >= 0;
}

static bool read_words(reader *reader, node *map, surface *surface)
{
    static const char *const shares[] = {"norm", "shared", "sum"};
    surface->meeting = surface->form == SPHEROPOLYGON ? NULL : reader_take(reader, map, "meeting");
    surface->way = -1;
    const bool met = read_meeting(reader, surface);
    node *weights = reader_take(reader, map, "weights");
    node *contact = reader_take(reader, map, "contact_radius");
    const int word = weights ? reader_word(reader, weights, shares, 3) : 0;
    surface->weights = (model_weights)word;
    if (contact && !shape_read_length(reader, contact, &surface->contact_radius))
        return false;
    return met && word >= 0;
}

static bool make_outline(reader *reader, node *map, surface *surface, bool good, model_shape *out)
{
    node *list = reader_need(reader, map, "vertices",
                             "give the corners of the core: [[0 mm, 0 mm], [3 mm, 0 mm]]");
    node *closing = reader_take(reader, map, "closed");
    scree_error error;
    model_core core = {.radius = surface->radius};
    good = shape_read_vertices(reader, list, &core.vertex, &core.vertices) && good;
    bool closed = core.vertices > 2;
    good = (!closing || reader_flag(reader, closing, &closed)) && good;
    surface->at = list;
    if (good && closed && core.vertices < 3) {
        reader_fault(reader, closing, "leave `closed` out",
                     "a closed outline has three vertices at least, this one %d", core.vertices);
        good = false;
    }
    for (int32_t i = 0; good && i < core.vertices; i++) {
        if (core.vertex[i].z != 0) {
            reader_fault(reader, list->entry[i].value, "write [x, y]",
                         "vertex %d is off the plane z = 0", i);
            good = false;
        }
    }
    if (good && surface->given && core.vertices < 2) {
        reader_fault(reader, list, "leave out volume and inertia, or make it a ball",
                     "a single point is a ball");
        good = false;
    }
    if (!good) {
        free(core.vertex);
        return false;
    }
    scree_status status;
    if (surface->given) {
        status = core_as_given(&(core_given){.core = core,
                                             .flat = true,
                                             .closed = closed,
                                             .volume = surface->volume,
                                             .inertia = surface->inertia},
                               out, &error);
    } else {
        status = core_from_outline(&(core_points){.point = core.vertex,
                                                  .points = core.vertices,
                                                  .closed = closed,
                                                  .radius = surface->radius},
                                   out, NULL, &error);
        free(core.vertex);
    }
    return status == SCREE_OK || shape_refused(reader, list, &error);
}

// Vertices and faces as they stand.
static bool make_given(reader *reader, const surface *surface, shape_source *from, model_shape *out)
{
    scree_error error;
    bool whole = from->vertex && (from->faces || from->vertices == 2);
    if (!whole) {
        reader_fault(reader, from->at, "leave out volume and inertia, which are found then",
                     "volume and inertia go with vertices and faces, about the centre of mass in "
                     "the principal axes");
        return false;
    }
    model_core core = {
        .vertices = from->vertices,
        .triangles = from->triangles,
        .faces = from->faces,
        .vertex = from->vertex,
        .triangle = from->triangle,
        .face = from->face,
        .radius = surface->radius,
    };
    from->vertex = NULL;
    from->triangle = NULL;
    from->face = NULL;
    scree_status status = core_as_given(
        &(core_given){.core = core, .volume = surface->volume, .inertia = surface->inertia}, out,
        &error);
    return status == SCREE_OK || shape_refused(reader, from->at, &error);
}

static bool make_solid(reader *reader, node *node, surface *surface, bool good, model_shape *out)
{
    shape_source from;
    scree_error error;
    solid body;
    good = shape_read_source(reader, node, &from) && good;
    surface->at = from.at;
    if (good && surface->given) {
        good = make_given(reader, surface, &from, out);
    } else if (good && shape_source_is_plate(&from)) {
        good = shape_make_plate(reader, &from, surface->radius, out);
    } else if (good && shape_source_is_line(&from)) {
        reader_fault(reader, from.at, "give the two ends alone, with a radius",
                     "%s: all %d points lie on one line", from.name, from.vertices);
        good = false;
    } else if (good && from.vertices <= 2 && !from.faces && !from.facets) {
        good = core_from_hull(&(core_points){.point = from.vertex,
                                             .points = from.vertices,
                                             .radius = surface->radius,
                                             .name = from.name},
                              out, NULL, &error) == SCREE_OK ||
               shape_refused(reader, from.at, &error);
    } else if (good && (good = shape_source_solid(reader, &from, &body))) {
        mass_properties properties = {0};
        good = core_from_solid(&body, surface->radius, out, &properties, &error) == SCREE_OK ||
               shape_refused(reader, from.at, &error);
        if (good && properties.error > TOLD) {
            reader_note(reader, from.at, "mass and inertia are found to a relative error of %.1g",
                        properties.error);
        }
        solid_clear(&body);
    }
    shape_source_clear(&from);
    return good;
}

// What the case chooses itself.
static void choose(reader *options, const surface *surface, model_shape *out)
{
    model_core *core = &out->core;
    if (surface->contact_radius > 0)
        core->contact_radius = surface->contact_radius;
    if (core->vertices) { // else it has become a ball
        core->weights = surface->weights;
        core->potential = surface->potential;
    }
    if (surface->way == MEET_CONVEX && core->vertices && core->meeting != MEET_CONVEX) {
        if (core_face_corners(core) > CORE_FACE_MOST) {
            reader_fault(options, surface->meeting,
                         surface->form == POLYHEDRON ? "write solid" : "write features",
                         "a face has %d corners; those of shapes that meet convex have %d at most",
                         core_face_corners(core), CORE_FACE_MOST);
        } else {
            reader_fault(options, surface->meeting,
                         surface->form == POLYHEDRON ? "write solid" : "write features",
                         "the shape is not convex");
        }
        return;
    }
    if (surface->way >= 0)
        core->meeting = (model_meeting)surface->way;
}

// A radius that is large for its core changes nothing in the mass, which is that of the whole; but it may be a slip.
static void tell_of_radius(reader *reader, const surface *surface, const model_core *core)
{
    if (surface->given)
        return;
    double size = 0;
    double gap = shape_narrowest(core);
    for (int32_t i = 0; i < core->vertices; i++)
        size = real_max(size, v3_norm(core->vertex[i]));
    if (gap < INFINITY) {
        reader_note(reader, surface->at,
                    "the radius of %g m closes gaps of the core, the narrowest %.3g m wide; what "
                    "is in them belongs to "
                    "the grain",
                    core->radius, gap);
    }
    if (core->radius > size && core->vertices) {
        reader_note(
            reader, surface->at,
            "the radius of %g m is larger than the core, which reaches %.3g m: nearly a ball",
            core->radius, size);
    }
}

static void read_surface(reader *reader, node *node, surface_form form, model_shape *out)
{
    surface surface = {.form = form};
    shape_set_reach(out, 0);
    if (!reader_is_map(reader, node))
        return;
    if ((form == SPHEROPOLYGON) != (reader->dimensions == 2)) {
        reader_fault(reader, node,
                     form == SPHEROPOLYGON ? "write dimensions: 2, or take a spheropolyhedron"
                                           : "take a spheropolygon",
                     "a %s is a shape of %s dimensions", surface_names[form],
                     form == SPHEROPOLYGON ? "two" : "three");
        return;
    }
    bool good = read_radius(reader, node, &surface);
    good = read_words(reader, node, &surface) && good;
    good = read_given(reader, node, &surface) && good;
    good = form == SPHEROPOLYGON ? make_outline(reader, node, &surface, good, out)
                                 : make_solid(reader, node, &surface, good, out);
    if (good)
        choose(reader, &surface, out);
    if (good)
        tell_of_radius(reader, &surface, &out->core);
    reader_finish(reader, node);
}

// Lengths whose powers leave the range of numbers.
static void check_mass(reader *reader, const node *node, const model_clump *clump)
{
    const double all[4] = {clump->volume, clump->inertia.x, clump->inertia.y, clump->inertia.z};
    for (int i = 0; clump->balls && i < 4; i++) {
        if (!(all[i] > 0 && all[i] < INFINITY)) {
            reader_fault(reader, node, "check its lengths and their units",
                         "volume %g and inertia [%g, %g, %g] over density", all[0], all[1], all[2],
                         all[3]);
            return;
        }
    }
}

// --- all forms ------------------------------------------------------------------------------------------------------

void shape_read(reader *reader, node *map, model_shape *out)
{
    node *ball = reader_take(reader, map, "ball");
    node *clump = reader_take(reader, map, "clump");
    node *surface[SURFACE_FORMS];
    int forms = !!ball + !!clump;
    int before = reader->book->count;
    for (int i = 0; i < SURFACE_FORMS; i++)
        forms += !!(surface[i] = reader_take(reader, map, surface_names[i]));
    if (forms != 1) {
        reader_fault(
            reader, map,
            "give its form, such as ball: {radius: 1 mm}, or one of: clump, spheropolygon, "
            "spheropolyhedron, polyhedron",
            forms ? "a shape has one form, this one has several" : "missing form of a shape");
    } else if (ball) {
        read_ball(reader, ball, out);
    } else if (clump) {
        shape_read_clump(reader, clump, out);
    }
    for (int i = 0; i < SURFACE_FORMS && forms == 1; i++) {
        if (surface[i])
            read_surface(reader, surface[i], (surface_form)i, out);
    }
    if (reader->book->count == before)
        check_mass(reader, map, &out->clump);
    reader_finish(reader, map);
}
