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

void shape_source_clear(shape_source *s)
{
    free(s->vertex);
    free(s->triangle);
    free(s->face);
    free(s->corner);
    memset(s, 0, sizeof *s);
}

static void *room_for(reader *r, int64_t count, size_t size)
{
    void *list = calloc((size_t)count + 1, size);
    if (!list)
        r->book->no_memory = true;
    return list;
}

// --- vertices and faces ---------------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    const v3 p = **(v3 *const *)a;
    const v3 q = **(v3 *const *)b;
    if (p.x != q.x)
        return p.x < q.x ? -1 : 1;
    if (p.y != q.y)
        return p.y < q.y ? -1 : 1;
    if (p.z != q.z)
        return p.z < q.z ? -1 : 1;
    return *(v3 *const *)a < *(v3 *const *)b ? -1 : 1;
}

static bool are_apart(reader *r, const node *n, v3 *vertex, int32_t count)
{
    v3 **sorted = room_for(r, count, sizeof *sorted);
    bool good = sorted;
    for (int32_t i = 0; good && i < count; i++)
        sorted[i] = &vertex[i];
    if (good)
        qsort(sorted, (size_t)count, sizeof *sorted, by_place);
    for (int32_t i = 1; good && i < count; i++) {
        v3 *a = sorted[i - 1];
        v3 *b = sorted[i];
        if (a->x != b->x || a->y != b->y || a->z != b->z)
            continue;
        reader_fault(r, n->entry[b - vertex].value, "leave one of them out",
                     "vertices %d and %d have the same place", (int)(a - vertex),
                     (int)(b - vertex));
        good = false;
    }
    free(sorted);
    return good;
}

bool shape_read_vertices(reader *r, const node *n, v3 **vertex, int32_t *vertices)
{
    bool good = true;
    *vertex = NULL;
    if (!reader_is_list(r, n))
        return false;
    if (n->count < 1 || n->count > VERTICES_MOST) {
        reader_fault(r, n, "such as vertices: [[0 mm, 0 mm], [3 mm, 0 mm]]",
                     n->count ? "%d vertices are more than a shape may have"
                              : "there are no vertices",
                     n->count);
        return false;
    }
    if (!(*vertex = room_for(r, n->count, sizeof **vertex)))
        return false;
    *vertices = n->count;
    for (int i = 0; i < n->count; i++) {
        n->entry[i].seen = true;
        good =
            reader_vector(r, n->entry[i].value, "m", -INFINITY, INFINITY, 0, &(*vertex)[i]) && good;
    }
    return good && are_apart(r, n, *vertex, n->count);
}

// A list of numbers of vertices.
static bool read_numbers(reader *r, const node *n, const shape_source *s, int32_t *number)
{
    if (!reader_is_list(r, n))
        return false;
    if (n->count < 3 || n->count > POLYGON_CORNERS_MOST) {
        reader_fault(r, n, "give the numbers of its vertices, from 0, in their order around it",
                     "a face has 3 to %d corners, this one %d", POLYGON_CORNERS_MOST, n->count);
        return false;
    }
    for (int i = 0; i < n->count; i++) {
        int64_t v;
        if (!reader_integer(r, n->entry[i].value, 0, s->vertices - 1, &v))
            return false;
        number[i] = (int32_t)v;
    }
    return true;
}

static bool add_triangle(reader *r, shape_source *s, const node *n, int32_t *room,
                         const int32_t v[3])
{
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
        reader_fault(r, n, "name three vertices", "two corners of a triangle are vertex %d",
                     v[0] == v[1] || v[0] == v[2] ? v[0] : v[1]);
        return false;
    }
    if (s->triangles == *room) {
        int32_t more = *room ? 2 * *room : 64;
        void *grown = realloc(s->triangle, (size_t)more * sizeof *s->triangle);
        if (!grown) {
            r->book->no_memory = true;
            return false;
        }
        s->triangle = grown;
        *room = more;
    }
    memcpy(s->triangle[s->triangles++], v, sizeof *s->triangle);
    return true;
}

// A polygon, cut into triangles.
static bool read_polygon(reader *r, const node *n, shape_source *s, int32_t *room)
{
    const size_t count = (size_t)n->count;
    int32_t *number = room_for(r, n->count, sizeof *number);
    v3 *corner = room_for(r, n->count, sizeof *corner);
    int32_t(*cut)[3] = room_for(r, n->count, sizeof *cut);
    bool good = number && corner && cut && read_numbers(r, n, s, number);
    double bend = 0;
    int made = 0;
    for (size_t i = 0; good && i < count; i++)
        corner[i] = s->vertex[number[i]];
    if (good)
        made = polygon_cut(corner, n->count, cut, &bend);
    if (made == POLYGON_NO_MEMORY)
        r->book->no_memory = true;
    if (made == POLYGON_CROSSED)
        reader_fault(r, n, "give the corners in their order around the face",
                     "the outline of the face crosses itself");
    else if (good && bend > BENT)
        reader_fault(r, n, "cut it into flat faces",
                     "the corners are up to %.2g of the size of the face off a plane", bend);
    good = good && made > 0 && bend <= BENT;
    for (int i = 0; good && i < made; i++) {
        const int32_t v[3] = {number[cut[i][0]], number[cut[i][1]], number[cut[i][2]]};
        good = add_triangle(r, s, n, room, v);
    }
    free(number);
    free(corner);
    free(cut);
    return good;
}

// A polygon, or a list of triangles in one plane.
static bool read_face(reader *r, const node *n, shape_source *s, int32_t *room)
{
    if (!reader_is_list(r, n))
        return false;
    if (n->count < 1 || n->entry[0].value->kind != NODE_LIST)
        return read_polygon(r, n, s, room);
    for (int i = 0; i < n->count; i++) {
        const node *triangle = n->entry[i].value;
        int32_t v[3];
        if (!reader_is_list(r, triangle))
            return false;
        if (triangle->count != 3) {
            reader_fault(r, triangle, "write [a, b, c]",
                         "a triangle has three corners, this one %d", triangle->count);
            return false;
        }
        if (!read_numbers(r, triangle, s, v) || !add_triangle(r, s, triangle, room, v))
            return false;
    }
    return true;
}

static bool read_faces(reader *r, const node *n, shape_source *s)
{
    int32_t room = 0;
    bool good = reader_is_list(r, n);
    if (!good)
        return false;
    if (!n->count) {
        reader_fault(r, n, "leave it out for the convex hull of the vertices",
                     "there are no faces");
        return false;
    }
    if (!(s->face = room_for(r, n->count, sizeof *s->face)))
        return false;
    for (int i = 0; i < n->count; i++) {
        good = read_face(r, n->entry[i].value, s, &room) && good;
        s->face[++s->faces] = s->triangles;
    }
    bool *used = room_for(r, s->vertices, sizeof *used);
    for (int32_t t = 0; used && t < s->triangles; t++)
        for (int k = 0; k < 3; k++)
            used[s->triangle[t][k]] = true;
    for (int32_t v = 0; used && good && v < s->vertices; v++)
        if (!used[v]) {
            reader_fault(r, s->at, "leave it out, and count anew", "vertex %d is in no face", v);
            good = false;
        }
    free(used);
    return good && used;
}

// --- files ----------------------------------------------------------------------------------------------------------

static bool read_mesh(reader *r, node *map, const node *n, const node *word, const node *factor,
                      shape_source *s)
{
    mesh_soup soup;
    scree_error error;
    double scale = 1;
    if (!word)
        reader_need(r, map, "unit", "say the length unit of the file: m, cm, mm, um, in or ft");
    const char *name = reader_text(r, n);
    const char *unit_name = word ? reader_text(r, word) : NULL;
    const mesh_unit *unit = unit_name ? mesh_unit_find(unit_name) : NULL;
    if (unit_name && !unit)
        reader_fault(r, word, "known are: m, cm, mm, um, in, ft",
                     "'%.40s' is no length unit of a mesh", unit_name);
    bool good = !factor || reader_real(r, factor, "1", ROW_POSITIVE, INFINITY, &scale);
    if (!name || !unit || !good || !reader_may_read(r, n, name))
        return false;
    char *path = reader_path(r, name);
    if (!path) {
        r->book->no_memory = true;
        return false;
    }
    s->name = name;
    scree_status status = mesh_file_read(path, unit, scale, &soup, &error);
    free(path);
    if (status)
        return shape_refused(r, n, &error);
    s->corner = soup.corner;
    s->facets = soup.facets;
    s->repeated = soup.repeated;
    if (soup.bent)
        reader_note(r, n,
                    "%.80s: %d faces are not flat, so that cutting them into triangles decides on "
                    "the surface",
                    name, soup.bent);
    return true;
}

// --- builders -------------------------------------------------------------------------------------------------------

static bool read_prism(reader *r, node *n, shape_source *s)
{
    int64_t sides = 0;
    double radius = 0;
    double length = 0;
    if (!reader_is_map(r, n))
        return false;
    bool good = reader_integer(r, reader_need(r, n, "sides", "such as sides: 6"), 3,
                               BUILD_SIDES_MOST, &sides);
    good = shape_read_length(
               r, reader_need(r, n, "radius", "give the distance of its corners from the axis"),
               &radius) &&
           good;
    good = shape_read_length(r, reader_need(r, n, "length", "give its length along the axis"),
                             &length) &&
           good;
    reader_finish(r, n);
    if (good)
        s->vertices = build_prism((int)sides, radius, length, s->vertex);
    return good;
}

static bool read_builder(reader *r, node *n, shape_source *s)
{
    if (!reader_is_map(r, n))
        return false;
    node *box = reader_take(r, n, "box");
    node *solid_name = reader_take(r, n, "platonic");
    node *prism = reader_take(r, n, "prism");
    node *size = reader_take(r, n, "size");
    bool good = false;
    s->name = "builder";
    s->vertex = room_for(r, BUILD_CORNERS_MOST, sizeof *s->vertex);
    if (!s->vertex)
        return false;
    if (!!box + !!solid_name + !!prism != 1)
        reader_fault(r, n, "such as box: [1 mm, 2 mm, 3 mm], or platonic: cube, size: 1 mm",
                     "a builder makes one of: box, platonic, prism");
    else if (size && !solid_name)
        reader_fault(r, size, "leave it out", "only `platonic` has a size");
    else if (box) {
        v3 sides;
        good = reader_vector(r, box, "m", ROW_POSITIVE, INFINITY, 0, &sides);
        if (good)
            s->vertices = build_box(sides, s->vertex);
    } else if (prism)
        good = read_prism(r, prism, s);
    else {
        double edge = 0;
        int which = reader_word(r, solid_name, platonic_names, PLATONICS);
        good = shape_read_length(
                   r, size ? size : reader_need(r, n, "size", "give the length of its edges"),
                   &edge) &&
               which >= 0;
        if (good)
            s->vertices = build_platonic((platonic)which, edge, s->vertex);
    }
    reader_finish(r, n);
    return good;
}

// --- all of them ----------------------------------------------------------------------------------------------------

bool shape_read_source(reader *r, node *map, shape_source *out)
{
    node *vertices = reader_take(r, map, "vertices");
    node *faces = reader_take(r, map, "faces");
    node *file = reader_take(r, map, "file");
    node *builder = reader_take(r, map, "builder");
    const node *unit = reader_take(r, map, "unit");
    const node *scale = reader_take(r, map, "scale");
    const node *left = unit ? unit : scale;
    memset(out, 0, sizeof *out);
    out->at = vertices ? vertices : file ? file : builder ? builder : map;
    if (!!vertices + !!file + !!builder != 1) {
        bool several = vertices || file || builder;
        reader_fault(r, map, "give one of: vertices, file, builder",
                     several ? "a solid has one origin, this one has several"
                             : "missing: what the solid is");
        return false;
    }
    if (faces && !vertices) {
        reader_fault(r, faces, "leave it out", "faces belong to `vertices`");
        return false;
    }
    if (file)
        return read_mesh(r, map, file, unit, scale, out);
    if (left) {
        reader_fault(r, left, "leave it out, and write units beside numbers",
                     "unit and scale belong to `file`");
        return false;
    }
    if (builder)
        return read_builder(r, builder, out);
    out->name = "vertices";
    return shape_read_vertices(r, vertices, &out->vertex, &out->vertices) &&
           (!faces || read_faces(r, faces, out));
}

static void tell_what_was_healed(reader *r, const shape_source *s, const solid_report *report)
{
    bool healed = report->moved || report->degenerate || report->duplicate || report->sheets ||
                  report->split || report->turned;
    if (healed || report->pinches || report->shells > 1)
        reader_note(r, s->at, "%.80s: %.260s", s->name, report->text);
    if (s->repeated)
        reader_note(r, s->at,
                    "%.80s: %d of the points of the file stand%s where another one does; they are "
                    "one vertex",
                    s->name, s->repeated, s->repeated == 1 ? "s" : "");
}

bool shape_source_solid(reader *r, const shape_source *s, solid *out)
{
    scree_error error;
    solid_report report;
    scree_status status;
    if (!s->facets && !s->faces) {
        status = solid_from_hull(s->vertex, s->vertices, s->name, out, &error);
        if (status)
            return shape_refused(r, s->at, &error);
        int32_t inside = s->vertices - out->surface->vertices;
        if (inside)
            reader_note(
                r, s->at,
                "%d of the %d vertices are no corners of their convex hull, which the shape is",
                inside, s->vertices);
        return true;
    }
    v3 *made = NULL;
    if (!s->facets) {
        made = room_for(r, 3 * (int64_t)s->triangles, sizeof *made);
        for (int64_t i = 0; made && i < 3 * (int64_t)s->triangles; i++)
            made[i] = s->vertex[s->triangle[i / 3][i % 3]];
        if (!made)
            return false;
    }
    status = solid_build(made ? made : s->corner, made ? s->triangles : s->facets, 0, s->name, out,
                         &report, &error);
    free(made);
    if (status)
        return shape_refused(r, s->at, &error);
    tell_what_was_healed(r, s, &report);
    return true;
}
