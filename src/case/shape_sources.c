// shape_sources.c - surfaces of solids in a case: vertices and faces, a mesh file, a builder; see shapes.h.
#include "case/shapes.h"

#include "shape/builders.h"
#include "shape/mesh_file.h"
#include "shape/plate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void shape_source_clear(shape_source *source)
{
    free(source->vertex);
    free(source->triangle);
    free(source->face);
    free(source->corner);
    memset(source, 0, sizeof *source);
}

// --- files ----------------------------------------------------------------------------------------------------------

static bool read_mesh(reader *reader, node *map, const node *list, const node *word,
                      const node *factor, shape_source *source)
{
    mesh_soup soup;
    scree_error error;
    double scale = 1;
    if (!word) {
        reader_need(reader, map, "unit",
                    "say the length unit of the file: m, cm, mm, um, in or ft");
    }
    const char *name = reader_text(reader, list);
    const char *unit_name = word ? reader_text(reader, word) : NULL;
    const mesh_unit *unit = unit_name ? mesh_unit_find(unit_name) : NULL;
    if (unit_name && !unit) {
        reader_fault(reader, word, "known are: m, cm, mm, um, in, ft",
                     "'%.40s' is no length unit of a mesh", unit_name);
    }
    bool good = !factor || reader_real(reader, factor, "1", ROW_POSITIVE, INFINITY, &scale);
    if (!name || !unit || !good || !reader_may_read(reader, list, name))
        return false;
    char *path = reader_path(reader, name);
    if (!path) {
        reader->book->no_memory = true;
        return false;
    }
    source->name = name;
    scree_status status = mesh_file_read(path, unit, scale, &soup, &error);
    free(path);
    if (status)
        return shape_refused(reader, list, &error);
    source->corner = soup.corner;
    source->facets = soup.facets;
    source->repeated = soup.repeated;
    soup.corner = NULL; // taken over
    if (soup.bent) {
        reader_note(reader, list,
                    "%.80s: %d faces are not flat, so that cutting them into triangles decides on "
                    "the surface",
                    name, soup.bent);
    }
    mesh_soup_clear(&soup);
    return true;
}

// --- builders -------------------------------------------------------------------------------------------------------

static bool read_prism(reader *reader, node *node, shape_source *source)
{
    int64_t sides = 0;
    double radius = 0;
    double length = 0;
    if (!reader_is_map(reader, node))
        return false;
    bool good = reader_integer(reader, reader_need(reader, node, "sides", "such as sides: 6"), 3,
                               BUILD_SIDES_MOST, &sides);
    good = shape_read_length(reader,
                             reader_need(reader, node, "radius",
                                         "give the distance of its corners from the axis"),
                             &radius) &&
           good;
    good = shape_read_length(reader,
                             reader_need(reader, node, "length", "give its length along the axis"),
                             &length) &&
           good;
    reader_finish(reader, node);
    if (good)
        source->vertices = build_prism((int)sides, radius, length, source->vertex);
    return good;
}

static bool read_builder(reader *reader, node *map, shape_source *source)
{
    if (!reader_is_map(reader, map))
        return false;
    node *box = reader_take(reader, map, "box");
    node *solid_name = reader_take(reader, map, "platonic");
    node *prism = reader_take(reader, map, "prism");
    node *size = reader_take(reader, map, "size");
    bool good = false;
    source->name = "builder";
    source->vertex = shape_room(reader, BUILD_CORNERS_MOST, sizeof *source->vertex);
    if (!source->vertex)
        return false;
    if (!!box + !!solid_name + !!prism != 1) {
        reader_fault(reader, map, "such as box: [1 mm, 2 mm, 3 mm], or platonic: cube, size: 1 mm",
                     "a builder makes one of: box, platonic, prism");
    } else if (size && !solid_name) {
        reader_fault(reader, size, "leave it out", "only `platonic` has a size");
    } else if (box) {
        v3 sides;
        good = reader_vector(reader, box, &(value_range){"m", ROW_POSITIVE, INFINITY}, 0, &sides);
        if (good)
            source->vertices = build_box(sides, source->vertex);
    } else if (prism) {
        good = read_prism(reader, prism, source);
    } else {
        double edge = 0;
        int which = reader_word(reader, solid_name, platonic_names, PLATONICS);
        good = shape_read_length(
                   reader,
                   size ? size : reader_need(reader, map, "size", "give the length of its edges"),
                   &edge) &&
               which >= 0;
        if (good)
            source->vertices = build_platonic((platonic)which, edge, source->vertex);
    }
    reader_finish(reader, map);
    return good;
}

// --- all of them ----------------------------------------------------------------------------------------------------

bool shape_read_source(reader *reader, node *map, shape_source *out)
{
    node *vertices = reader_take(reader, map, "vertices");
    node *faces = reader_take(reader, map, "faces");
    node *file = reader_take(reader, map, "file");
    node *builder = reader_take(reader, map, "builder");
    const node *unit = reader_take(reader, map, "unit");
    const node *scale = reader_take(reader, map, "scale");
    const node *left = unit ? unit : scale;
    memset(out, 0, sizeof *out);
    out->at = vertices ? vertices : file ? file : builder ? builder : map;
    if (!!vertices + !!file + !!builder != 1) {
        bool several = vertices || file || builder;
        reader_fault(reader, map, "give one of: vertices, file, builder",
                     several ? "a solid has one origin, this one has several"
                             : "missing: what the solid is");
        return false;
    }
    if (faces && !vertices) {
        reader_fault(reader, faces, "leave it out", "faces belong to `vertices`");
        return false;
    }
    if (file)
        return read_mesh(reader, map, file, unit, scale, out);
    if (left) {
        reader_fault(reader, left, "leave it out, and write units beside numbers",
                     "unit and scale belong to `file`");
        return false;
    }
    if (builder)
        return read_builder(reader, builder, out);
    out->name = "vertices";
    return shape_read_vertices(reader, vertices, &out->vertex, &out->vertices) &&
           (!faces || shape_read_faces(reader, faces, out));
}

static void tell_what_was_healed(reader *reader, const shape_source *source,
                                 const solid_report *report)
{
    bool healed = report->moved || report->degenerate || report->duplicate || report->sheets ||
                  report->split || report->turned;
    if (healed || report->pinches || report->shells > 1)
        reader_note(reader, source->at, "%.80s: %.260s", source->name, report->text);
    if (source->repeated) {
        reader_note(reader, source->at,
                    "%.80s: %d of the points of the file stand%s where another one does; they are "
                    "one vertex",
                    source->name, source->repeated, source->repeated == 1 ? "s" : "");
    }
}

bool shape_source_solid(reader *reader, const shape_source *source, solid *out)
{
    scree_error error;
    solid_report report;
    scree_status status;
    if (!source->facets && !source->faces) {
        status = solid_from_hull(source->vertex, source->vertices, source->name, out, &error);
        if (status)
            return shape_refused(reader, source->at, &error);
        int32_t inside = source->vertices - out->surface->vertices;
        if (inside) {
            reader_note(
                reader, source->at,
                "%d of the %d vertices are no corners of their convex hull, which the shape is",
                inside, source->vertices);
        }
        return true;
    }
    v3 *made = NULL;
    if (!source->facets) {
        made = shape_room(reader, 3 * (int64_t)source->triangles, sizeof *made);
        for (int64_t i = 0; made && i < 3 * (int64_t)source->triangles; i++)
            made[i] = source->vertex[source->triangle[i / 3][i % 3]];
        if (!made)
            return false;
    }
    status = solid_build(&(mesh_facets){.corner = made ? made : source->corner,
                                        .facets = made ? source->triangles : source->facets,
                                        .name = source->name},
                         out, &report, &error);
    free(made);
    if (status)
        return shape_refused(reader, source->at, &error);
    tell_what_was_healed(reader, source, &report);
    return true;
}

// --- plates -------------------------------------------------------------------------------------------------------

bool shape_source_is_plate(const shape_source *source)
{
    return !source->facets && plate_is_flat(source->vertex, source->vertices);
}

bool shape_source_is_line(const shape_source *source)
{
    return !source->facets && plate_is_line(source->vertex, source->vertices);
}

bool shape_make_plate(reader *reader, const shape_source *source, double radius, model_shape *out)
{
    scree_error error;
    const core_points points = {.point = source->vertex,
                                .points = source->vertices,
                                .radius = radius,
                                .name = source->name};
    if (core_from_plate(&points, out, NULL, &error))
        return shape_refused(reader, source->at, &error);
    if (!source->faces)
        return true;
    const model_core *core = &out->core;
    const double once =
        plate_area(core->vertex, (const int32_t(*)[3])core->triangle, core->face[1]);
    const double given =
        plate_area(source->vertex, (const int32_t(*)[3])source->triangle, source->triangles);
    if (fabs(given - once) <= 1e-6 * once || fabs(given - 2 * once) <= 1e-6 * once)
        return true;
    reader_fault(reader, source->at,
                 "give the faces of a convex polygon, from one side or from both; give other "
                 "plates a thickness",
                 "the faces of the plate cover %.3g of its convex hull, and must cover it once or "
                 "from both sides",
                 given / once);
    return false;
}
