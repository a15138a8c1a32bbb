// shapes.c - see shapes.h. Here: which form, balls, and grains with a surface.
#include "case/shapes.h"

#include "base/mathlib.h"
#include "shape/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool shape_refused(reader *r, const node *n, const scree_error *error)
{
    if (error->status == SCREE_NO_MEMORY)
        r->book->no_memory = true;
    else
        reader_fault(r, n, error->hint, "%.120s: %.240s", error->where, error->what);
    return false;
}

void shape_set_reach(model_shape *s, double reach)
{
    s->radius = (spread){SPREAD_FIXED, reach > 0 ? reach : 1, reach, reach, 0};
}

bool shape_read_length(reader *r, const node *n, double *out)
{
    char path[200];
    if (n && n->kind == NODE_MAP) {
        node_path(n, path, sizeof path);
        reader_fault(r, n, "give one length, and make a shape of its own for each size",
                     "%s: a shape that is no ball has one size, not a distribution", path);
        return false;
    }
    return reader_real(r, n, "m", ROW_POSITIVE, INFINITY, out);
}

// --- balls ----------------------------------------------------------------------------------------------------------

static void halve(spread *s)
{
    s->value *= 0.5;
    s->from *= 0.5;
    s->to *= 0.5;
    if (s->kind == SPREAD_NORMAL)
        s->deviation *= 0.5; // of a lognormal it is a pure number
}

static void read_ball(reader *r, node *n, model_shape *out)
{
    if (!reader_is_map(r, n))
        return;
    node *radius = reader_take(r, n, "radius");
    node *diameter = reader_take(r, n, "diameter");
    if (!radius == !diameter)
        reader_fault(r, n, "such as radius: 1 mm",
                     radius ? "give radius or diameter, not both"
                            : "missing key 'radius' or 'diameter'");
    else if (reader_spread(r, radius ? radius : diameter, "m", ROW_POSITIVE, INFINITY,
                           &out->radius) &&
             diameter)
        halve(&out->radius);
    reader_finish(r, n);
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
    bool summed;
} surface;

static bool read_given(reader *r, node *n, surface *s)
{
    node *volume = reader_take(r, n, "volume");
    node *inertia = reader_take(r, n, "inertia");
    bool flat = r->dimensions == 2;
    s->given = volume || inertia;
    if (!s->given)
        return true;
    bool good = reader_real(r, volume ? volume : reader_need(r, n, "volume", "give both or none"),
                            flat ? "m^2" : "m^3", ROW_POSITIVE, INFINITY, &s->volume);
    return reader_vector(r, inertia ? inertia : reader_need(r, n, "inertia", "give both or none"),
                         flat ? "m^4" : "m^5", ROW_POSITIVE, INFINITY, 1, &s->inertia) &&
           good;
}

static bool read_radius(reader *r, node *n, surface *s)
{
    node *radius = reader_take(r, n, "radius");
    if (s->form == POLYHEDRON) {
        if (radius)
            reader_fault(r, radius, "leave it out, or make it a spheropolyhedron",
                         "the edges of a polyhedron are sharp");
        return !radius;
    }
    if (!radius)
        radius =
            reader_need(r, n, "radius", "say how far the surface is from the core, such as 0.1 mm");
    if (!radius || radius->kind != NODE_SCALAR)
        return shape_read_length(r, radius, &s->radius);
    if (!reader_real(r, radius, "m", 0, INFINITY, &s->radius))
        return false;
    if (s->radius > 0)
        return true;
    if (s->form == SPHEROPOLYGON)
        reader_fault(
            r, radius,
            "give it one, such as a hundredth of its size, and draw in the outline by as much",
            "outlines meet by the overlap of their radii; without a radius nothing overlaps");
    else
        reader_fault(r, radius, "make it a polyhedron",
                     "a spheropolyhedron without a radius has sharp edges");
    return false;
}

static bool read_words(reader *r, node *n, surface *s)
{
    static const char *const rounded[] = {"features", "convex"};
    static const char *const sharp[] = {"convex", "solid"};
    static const model_meeting of_rounded[] = {MEET_FEATURES, MEET_CONVEX};
    static const model_meeting of_sharp[] = {MEET_CONVEX, MEET_SOLID};
    static const char *const shares[] = {"shared", "sum"};
    bool is_sharp = s->form == POLYHEDRON, good = true;
    s->meeting = s->form == SPHEROPOLYGON ? NULL : reader_take(r, n, "meeting");
    int word = s->meeting ? reader_word(r, s->meeting, is_sharp ? sharp : rounded, 2) : -1;
    s->way = word < 0 ? -1 : is_sharp ? (int)of_sharp[word] : (int)of_rounded[word];
    good = !s->meeting || word >= 0;
    node *weights = reader_take(r, n, "weights");
    node *contact = reader_take(r, n, "contact_radius");
    word = weights ? reader_word(r, weights, shares, 2) : 0;
    s->summed = word == 1;
    good = word >= 0 && good;
    return (!contact || shape_read_length(r, contact, &s->contact_radius)) && good;
}

static bool make_outline(reader *r, node *n, surface *s, bool good, model_shape *out)
{
    node *list =
        reader_need(r, n, "vertices", "give the corners of the core: [[0 mm, 0 mm], [3 mm, 0 mm]]");
    node *closing = reader_take(r, n, "closed");
    scree_error error;
    model_core core = {.radius = s->radius};
    good = shape_read_vertices(r, list, &core.vertex, &core.vertices) && good;
    bool closed = core.vertices > 2;
    good = (!closing || reader_flag(r, closing, &closed)) && good;
    s->at = list;
    if (good && closed && core.vertices < 3) {
        reader_fault(r, closing, "leave `closed` out",
                     "a closed outline has three vertices at least, this one %d", core.vertices);
        good = false;
    }
    for (int32_t i = 0; good && i < core.vertices; i++)
        if (core.vertex[i].z != 0) {
            reader_fault(r, list->entry[i].value, "write [x, y]",
                         "vertex %d is off the plane z = 0", i);
            good = false;
        }
    if (good && s->given && core.vertices < 2) {
        reader_fault(r, list, "leave out volume and inertia, or make it a ball",
                     "a single point is a ball");
        good = false;
    }
    if (!good) {
        free(core.vertex);
        return false;
    }
    scree_status status;
    if (s->given)
        status = core_as_given(core, true, closed, s->volume, s->inertia, out, &error);
    else {
        status =
            core_from_outline(core.vertex, core.vertices, closed, s->radius, out, NULL, &error);
        free(core.vertex);
    }
    return status == SCREE_OK || shape_refused(r, list, &error);
}

// Vertices and faces as they stand.
static bool make_given(reader *r, const surface *s, shape_source *from, model_shape *out)
{
    scree_error error;
    bool whole = from->vertex && (from->faces || from->vertices == 2);
    if (!whole) {
        reader_fault(r, from->at, "leave out volume and inertia, which are found then",
                     "volume and inertia go with vertices and faces, about the centre of mass in "
                     "the principal axes");
        return false;
    }
    model_core core = {.vertices = from->vertices,
                       .triangles = from->triangles,
                       .faces = from->faces,
                       .vertex = from->vertex,
                       .triangle = from->triangle,
                       .face = from->face,
                       .radius = s->radius};
    from->vertex = NULL;
    from->triangle = NULL;
    from->face = NULL;
    scree_status status = core_as_given(core, false, false, s->volume, s->inertia, out, &error);
    return status == SCREE_OK || shape_refused(r, from->at, &error);
}

static bool make_solid(reader *r, node *n, surface *s, bool good, model_shape *out)
{
    shape_source from;
    scree_error error;
    solid body;
    good = shape_read_source(r, n, &from) && good;
    s->at = from.at;
    if (good && s->given)
        good = make_given(r, s, &from, out);
    else if (good && from.vertices <= 2 && !from.faces && !from.facets)
        good = core_from_hull(from.vertex, from.vertices, s->radius, from.name, out, NULL,
                              &error) == SCREE_OK ||
               shape_refused(r, from.at, &error);
    else if (good && (good = shape_source_solid(r, &from, &body))) {
        mass_properties p = {0};
        good = core_from_solid(&body, s->radius, out, &p, &error) == SCREE_OK ||
               shape_refused(r, from.at, &error);
        if (good && p.error > TOLD)
            reader_note(r, from.at, "mass and inertia are found to a relative error of %.1g",
                        p.error);
        solid_clear(&body);
    }
    shape_source_clear(&from);
    return good;
}

// What the case chooses itself.
static void choose(reader *r, const surface *s, model_shape *out)
{
    model_core *c = &out->core;
    if (s->contact_radius > 0)
        c->contact_radius = s->contact_radius;
    c->summed = s->summed;
    if (s->way == MEET_CONVEX && c->vertices && c->meeting != MEET_CONVEX) {
        if (core_face_corners(c) > CORE_FACE_MOST)
            reader_fault(r, s->meeting, s->form == POLYHEDRON ? "write solid" : "write features",
                         "a face has %d corners; those of shapes that meet convex have %d at most",
                         core_face_corners(c), CORE_FACE_MOST);
        else
            reader_fault(r, s->meeting, s->form == POLYHEDRON ? "write solid" : "write features",
                         "the shape is not convex");
        return;
    }
    if (s->way >= 0)
        c->meeting = (model_meeting)s->way;
}

// A radius that is large for its core changes nothing in the mass, which is that of the whole; but it may be a slip.
static void tell_of_radius(reader *r, const surface *s, const model_core *c)
{
    if (s->given)
        return;
    double size = 0;
    double gap = shape_narrowest(c);
    for (int32_t i = 0; i < c->vertices; i++)
        size = real_max(size, v3_norm(c->vertex[i]));
    if (gap < INFINITY)
        reader_note(r, s->at,
                    "the radius of %g m closes gaps of the core, the narrowest %.3g m wide; what "
                    "is in them belongs to "
                    "the grain",
                    c->radius, gap);
    if (c->radius > size && c->vertices)
        reader_note(
            r, s->at,
            "the radius of %g m is larger than the core, which reaches %.3g m: nearly a ball",
            c->radius, size);
}

static void read_surface(reader *r, node *n, surface_form form, model_shape *out)
{
    surface s = {.form = form};
    shape_set_reach(out, 0);
    if (!reader_is_map(r, n))
        return;
    if ((form == SPHEROPOLYGON) != (r->dimensions == 2)) {
        reader_fault(r, n,
                     form == SPHEROPOLYGON ? "write dimensions: 2, or take a spheropolyhedron"
                                           : "take a spheropolygon",
                     "a %s is a shape of %s dimensions", surface_names[form],
                     form == SPHEROPOLYGON ? "two" : "three");
        return;
    }
    bool good = read_radius(r, n, &s);
    good = read_words(r, n, &s) && good;
    good = read_given(r, n, &s) && good;
    good =
        form == SPHEROPOLYGON ? make_outline(r, n, &s, good, out) : make_solid(r, n, &s, good, out);
    if (good)
        choose(r, &s, out);
    if (good)
        tell_of_radius(r, &s, &out->core);
    reader_finish(r, n);
}

// Lengths whose powers leave the range of numbers.
static void check_mass(reader *r, const node *n, const model_clump *c)
{
    const double all[4] = {c->volume, c->inertia.x, c->inertia.y, c->inertia.z};
    for (int i = 0; c->balls && i < 4; i++)
        if (!(all[i] > 0 && all[i] < INFINITY)) {
            reader_fault(r, n, "check its lengths and their units",
                         "volume %g and inertia [%g, %g, %g] over density", all[0], all[1], all[2],
                         all[3]);
            return;
        }
}

// --- all forms ------------------------------------------------------------------------------------------------------

void shape_read(reader *r, node *n, model_shape *out)
{
    node *ball = reader_take(r, n, "ball");
    node *clump = reader_take(r, n, "clump");
    node *surface[SURFACE_FORMS];
    int forms = !!ball + !!clump;
    int before = r->book->count;
    for (int i = 0; i < SURFACE_FORMS; i++)
        forms += !!(surface[i] = reader_take(r, n, surface_names[i]));
    if (forms != 1)
        reader_fault(
            r, n,
            "give its form, such as ball: {radius: 1 mm}, or one of: clump, spheropolygon, "
            "spheropolyhedron, polyhedron",
            forms ? "a shape has one form, this one has several" : "missing form of a shape");
    else if (ball)
        read_ball(r, ball, out);
    else if (clump)
        shape_read_clump(r, clump, out);
    for (int i = 0; i < SURFACE_FORMS && forms == 1; i++)
        if (surface[i])
            read_surface(r, surface[i], (surface_form)i, out);
    if (r->book->count == before)
        check_mass(r, n, &out->clump);
    reader_finish(r, n);
}
