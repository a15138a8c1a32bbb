// shape_faces.c - vertices of a surface in a case, and faces as lists of their numbers; see shapes.h.
#include "case/shapes.h"

#include "shape/polygon.h"

#include <stdlib.h>
#include <string.h>

enum { VERTICES_MOST = 50000 };
#define BENT 1e-4 // part of the size of a face by which its corners may be off its plane

static int by_place(const void *left, const void *right)
{
    const v3 *const one = *(v3 *const *)left;
    const v3 *const other = *(v3 *const *)right;
    if (one->x != other->x)
        return one->x < other->x ? -1 : 1;
    if (one->y != other->y)
        return one->y < other->y ? -1 : 1;
    if (one->z != other->z)
        return one->z < other->z ? -1 : 1;
    return one < other ? -1 : 1;
}

static bool are_apart(reader *reader, const node *node, v3 *vertex, int32_t count)
{
    v3 **sorted = shape_room(reader, count, sizeof *sorted);
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
    if (!(*vertex = shape_room(reader, node->count, sizeof **vertex)))
        return false;
    *vertices = node->count;
    for (int i = 0; i < node->count; i++) {
        node->entry[i].seen = true;
        good = reader_vector(reader, node->entry[i].value, &(value_range){"m", -INFINITY, INFINITY},
                             0, &(*vertex)[i]) &&
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
    int32_t *number = shape_room(reader, node->count, sizeof *number);
    v3 *corner = shape_room(reader, node->count, sizeof *corner);
    int32_t(*cut)[3] = shape_room(reader, node->count, sizeof *cut);
    bool good = number && corner && cut && read_numbers(reader, node, source, number);
    double bend = 0;
    int made = 0;
    for (size_t i = 0; good && i < count; i++)
        corner[i] = source->vertex[number[i]];
    if (good)
        made = polygon_cut(corner, node->count, cut, &bend);
    if (made == POLYGON_NO_MEMORY)
        reader->book->no_memory = true;
    if (made == POLYGON_CROSSED) {
        reader_fault(reader, node, "give the corners in their order around the face",
                     "the outline of the face crosses itself");
    } else if (good && bend > BENT) {
        reader_fault(reader, node, "cut it into flat faces",
                     "the corners are up to %.2g of the size of the face off a plane", bend);
    }
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

bool shape_read_faces(reader *reader, const node *node, shape_source *source)
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
    if (!(source->face = shape_room(reader, node->count, sizeof *source->face)))
        return false;
    for (int i = 0; i < node->count; i++) {
        good = read_face(reader, node->entry[i].value, source, &room) && good;
        source->face[++source->faces] = source->triangles;
    }
    bool *used = shape_room(reader, source->vertices, sizeof *used);
    for (int32_t triangle = 0; used && triangle < source->triangles; triangle++) {
        for (int k = 0; k < 3; k++)
            used[source->triangle[triangle][k]] = true;
    }
    for (int32_t vertex = 0; used && good && vertex < source->vertices; vertex++) {
        if (!used[vertex]) {
            reader_fault(reader, source->at, "leave it out, and count anew",
                         "vertex %d is in no face", vertex);
            good = false;
        }
    }
    free(used);
    return good && used;
}
