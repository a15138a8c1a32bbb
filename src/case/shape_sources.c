// shape_sources.c - surfaces of solids in a case: vertices and faces, a mesh file, a builder; see shapes.h.
#include "case/shapes.h"

#include "base/text.h"
#include "shape/builders.h"
#include "shape/mesh_file.h"
#include "shape/polygon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES_MOST = 50000 };
#define BENT 1e-4 // part of the size of a face by which its corners may be off its plane

void shape_source_clear(shape_source *source)
{
    free(source->vertex);
    free(source->triangle);
    free(source->face);
    free(source->corner);
    memset(source, 0, sizeof *source);
}

static void *room_for(reader *reader, int64_t count, size_t size)
{
    void *list = calloc((size_t)count + 1, size);
    if (!list)
        reader->book->no_memory = true;
    return list;
}

// --- vertices and faces ---------------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    const v3 first = **(v3 *const *)a;
    const v3 second = **(v3 *const *)b;
    if (first.x != second.x)
        return first.x < second.x ? -1 : 1;
    if (first.y != second.y)
        return first.y < second.y ? -1 : 1;
    if (first.z != second.z)
        return first.z < second.z ? -1 : 1;
    return *(v3 *const *)a < *(v3 *const *)b ? -1 : 1;
}

static bool are_apart(reader *reader, const node *node, v3 *vertex, int32_t count)
{
    v3 **sorted = room_for(reader, count, sizeof *sorted);
    bool good = sorted;
    for (int32_t i = 0; good && i < count; i++)
        sorted[i] = &vertex[i];
    if (good)
        qsort(sorted, (size_t)count, sizeof *sorted, by_place);
    for (int32_t i = 1; good && i < count; i++) {
        v3 *one = sorted[i - 1];
        v3 *other = sorted[i];
        if (one->x != other->x || one->y != other->y || one->z != other->z)
            continue;
        reader_fault(reader, node->entry[other - vertex].value, "leave one of them out",
                     "vertices %d and %d have the same place", (int)(one - vertex),
                     (int)(other - vertex));
        good = false;
    }
    free(sorted);
    return good;
}

bool shape_read_vertices(reader *reader, const node *node, v3 **vertex, int32_t *vertices)
{
    bool good = true;
    *vertex = NULL;
    if (!reader_is_list(reader, node))
        return false;
    if (node->count < 1 || node->count > VERTICES_MOST) {
        reader_fault(reader, node, "such as vertices: [[0 mm, 0 mm], [3 mm, 0 mm]]",
                     node->count ? "%d vertices are more than a shape may have"
                                 : "there are no vertices",
                     node->count);
        return false;
    }
    if (!(*vertex = room_for(reader, node->count, sizeof **vertex)))
        return false;
    *vertices = node->count;
    for (int i = 0; i < node->count; i++) {
        node->entry[i].seen = true;
        good = reader_vector(reader, node->entry[i].value, "m", -INFINITY, INFINITY, 0,
                             &(*vertex)[i]) &&
               good;
    }
    return good && are_apart(reader, node, *vertex, node->count);
}

// A list of numbers of vertices.
static bool read_numbers(reader *reader, const node *node, const shape_source *source,
                         int32_t *number)
{
    if (!reader_is_list(reader, node))
        return false;
    if (node->count < 3 || node->count > POLYGON_CORNERS_MOST) {
        reader_fault(reader, node,
                     "give the numbers of its vertices, from 0, in their order around it",
                     "a face has 3 to %d corners, this one %d", POLYGON_CORNERS_MOST, node->count);
        return false;
    }
    for (int i = 0; i < node->count; i++) {
        int64_t v;
        if (!reader_integer(reader, node->entry[i].value, 0, source->vertices - 1, &v))
            return false;
        number[i] = (int32_t)v;
    }
    return true;
}

static bool add_triangle(reader *reader, shape_source *source, const node *node, int32_t *room,
                         const int32_t corner[3])
{
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
        reader_fault(reader, node, "name three vertices", "two corners of a triangle are vertex %d",
                     corner[0] == corner[1] || corner[0] == corner[2] ? corner[0] : corner[1]);
        return false;
    }
    if (source->triangles == *room) {
        int32_t more = *room ? 2 * *room : 64;
        void *grown = realloc(source->triangle, (size_t)more * sizeof *source->triangle);
        if (!grown) {
            reader->book->no_memory = true;
            return false;
        }
        source->triangle = grown;
        *room = more;
    }
    memcpy(source->triangle[source->triangles++], corner, sizeof *source->triangle);
    return true;
}

// A polygon, cut into triangles.
static bool read_polygon(reader *reader, const node *node, shape_source *source, int32_t *room)
{
    const size_t count = (size_t)node->count;
    int32_t *number = room_for(reader, node->count, sizeof *number);
    v3 *corner = room_for(reader, node->count, sizeof *corner);
    int32_t(*cut)[3] = room_for(reader, node->count, sizeof *cut);
    bool good = number && corner && cut && read_numbers(reader, node, source, number);
    double bend = 0;
    int made = 0;
    for (size_t i = 0; good && i < count; i++)
        corner[i] = source->vertex[number[i]];
    if (good)
        made = polygon_cut(corner, node->count, cut, &bend);
    if (made == POLYGON_NO_MEMORY)
        reader->book->no_memory = true;
    if (made == POLYGON_CROSSED)
        reader_fault(reader, node, "give the corners in their order around the face",
                     "the outline of the face crosses itself");
    else if (good && bend > BENT)
        reader_fault(reader, node, "cut it into flat faces",
                     "the corners are up to %.2g of the size of the face off a plane", bend);
    good = good && made > 0 && bend <= BENT;
    for (int i = 0; good && i < made; i++) {
        const int32_t v[3] = {number[cut[i][0]], number[cut[i][1]], number[cut[i][2]]};
        good = add_triangle(reader, source, node, room, v);
    }
    free(number);
    free(corner);
    free(cut);
    return good;
}

// A polygon, or a list of triangles in one plane.
static bool read_face(reader *reader, const node *map, shape_source *source, int32_t *room)
{
    if (!reader_is_list(reader, map))
        return false;
    if (map->count < 1 || map->entry[0].value->kind != NODE_LIST)
        return read_polygon(reader, map, source, room);
    for (int i = 0; i < map->count; i++) {
        const node *triangle = map->entry[i].value;
        int32_t v[3];
        if (!reader_is_list(reader, triangle))
            return false;
        if (triangle->count != 3) {
            reader_fault(reader, triangle, "write [a, b, c]",
                         "a triangle has three corners, this one %d", triangle->count);
            return false;
        }
        if (!read_numbers(reader, triangle, source, v) ||
            !add_triangle(reader, source, triangle, room, v))
            return false;
    }
    return true;
}

static bool read_faces(reader *reader, const node *node, shape_source *source)
{
    int32_t room = 0;
    bool good = reader_is_list(reader, node);
    if (!good)
        return false;
    if (!node->count) {
        reader_fault(reader, node, "leave it out for the convex hull of the vertices",
                     "there are no faces");
        return false;
    }
    if (!(source->face = room_for(reader, node->count, sizeof *source->face)))
        return false;
    for (int i = 0; i < node->count; i++) {
        good = read_face(reader, node->entry[i].value, source, &room) && good;
        source->face[++source->faces] = source->triangles;
    }
    bool *used = room_for(reader, source->vertices, sizeof *used);
    for (int32_t triangle = 0; used && triangle < source->triangles; triangle++)
        for (int k = 0; k < 3; k++)
            used[source->triangle[triangle][k]] = true;
    for (int32_t vertex = 0; used && good && vertex < source->vertices; vertex++)
        if (!used[vertex]) {
            reader_fault(reader, source->at, "leave it out, and count anew",
                         "vertex %d is in no face", vertex);
            good = false;
        }
    free(used);
    return good && used;
}

// --- files ----------------------------------------------------------------------------------------------------------

static bool read_mesh(reader *reader, node *map, const node *list, const node *word,
                      const node *factor, shape_source *source)
{
    mesh_soup soup;
    scree_error error;
    double scale = 1;
    if (!word)
        reader_need(reader, map, "unit",
                    "say the length unit of the file: m, cm, mm, um, in or ft");
    const char *name = reader_text(reader, list);
    const char *unit_name = word ? reader_text(reader, word) : NULL;
    const mesh_unit *unit = unit_name ? mesh_unit_find(unit_name) : NULL;
    if (unit_name && !unit)
        reader_fault(reader, word, "known are: m, cm, mm, um, in, ft",
                     "'%.40s' is no length unit of a mesh", unit_name);
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
    if (soup.bent)
        reader_note(reader, list,
                    "%.80s: %d faces are not flat, so that cutting them into triangles decides on "
                    "the surface",
                    name, soup.bent);
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
    source->vertex = room_for(reader, BUILD_CORNERS_MOST, sizeof *source->vertex);
    if (!source->vertex)
        return false;
    if (!!box + !!solid_name + !!prism != 1)
        reader_fault(reader, map, "such as box: [1 mm, 2 mm, 3 mm], or platonic: cube, size: 1 mm",
                     "a builder makes one of: box, platonic, prism");
    else if (size && !solid_name)
        reader_fault(reader, size, "leave it out", "only `platonic` has a size");
    else if (box) {
        v3 sides;
        good = reader_vector(reader, box, "m", ROW_POSITIVE, INFINITY, 0, &sides);
        if (good)
            source->vertices = build_box(sides, source->vertex);
    } else if (prism)
        good = read_prism(reader, prism, source);
    else {
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
           (!faces || read_faces(reader, faces, out));
}

static void tell_what_was_healed(reader *reader, const shape_source *source,
                                 const solid_report *report)
{
    bool healed = report->moved || report->degenerate || report->duplicate || report->sheets ||
                  report->split || report->turned;
    if (healed || report->pinches || report->shells > 1)
        reader_note(reader, source->at, "%.80s: %.260s", source->name, report->text);
    if (source->repeated)
        reader_note(reader, source->at,
                    "%.80s: %d of the points of the file stand%s where another one does; they are "
                    "one vertex",
                    source->name, source->repeated, source->repeated == 1 ? "s" : "");
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
        if (inside)
            reader_note(
                reader, source->at,
                "%d of the %d vertices are no corners of their convex hull, which the shape is",
                inside, source->vertices);
        return true;
    }
    v3 *made = NULL;
    if (!source->facets) {
        made = room_for(reader, 3 * (int64_t)source->triangles, sizeof *made);
        for (int64_t i = 0; made && i < 3 * (int64_t)source->triangles; i++)
            made[i] = source->vertex[source->triangle[i / 3][i % 3]];
        if (!made)
            return false;
    }
    status = solid_build(made ? made : source->corner, made ? source->triangles : source->facets, 0,
                         source->name, out, &report, &error);
    free(made);
    if (status)
        return shape_refused(reader, source->at, &error);
    tell_what_was_healed(reader, source, &report);
    return true;
}
