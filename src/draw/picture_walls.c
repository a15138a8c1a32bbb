// picture_walls.c - walls for picture.h: triangles as thin glass, but for those that a map colours (picture_map.c), and as
// lines those edges where a surface ends or bends.
//
// Meshes often repeat the corners of their triangles, so corners at the same place are made one first.
#include "draw/picture_parts.h"
#include "draw/triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct corner {
    v3 place;
    int64_t index;
} corner;

typedef struct edge {
    int64_t a, b; // corners, a < b
    int64_t triangle;
} edge;

static int by_place(const void *left, const void *right)
{
    const corner *first = left;
    const corner *second = right;
    const v3 one = first->place;
    const v3 other = second->place;
    if (one.x != other.x)
        return one.x < other.x ? -1 : 1;
    if (one.y != other.y)
        return one.y < other.y ? -1 : 1;
    return one.z < other.z ? -1 : one.z > other.z;
}

static int by_ends(const void *a, const void *b)
{
    const edge *first = a;
    const edge *second = b;
    if (first->a != second->a)
        return first->a < second->a ? -1 : 1;
    if (first->b != second->b)
        return first->b < second->b ? -1 : 1;
    return first->triangle < second->triangle ? -1 : first->triangle > second->triangle;
}

static bool same_place(v3 p, v3 q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

// For each point the first point at the same place; NULL when out of memory.
static int64_t *weld(const wall_surface *surface)
{
    int64_t *first = malloc(((size_t)surface->points + 1) * sizeof *first);
    corner *list = malloc(((size_t)surface->points + 1) * sizeof *list);
    if (first && list) {
        for (int64_t i = 0; i < surface->points; i++)
            list[i] = (corner){surface->point[i], i};
        qsort(list, (size_t)surface->points, sizeof *list, by_place);
        for (int64_t i = 0; i < surface->points; i++) {
            const int64_t own = list[i].index;
            const bool again = i && same_place(list[i].place, list[i - 1].place);
            first[own] = again ? first[list[i - 1].index] : own;
        }
    } else {
        free(first);
        first = NULL;
    }
    free(list);
    return first;
}

static v3 normal_of(const wall_surface *surface, int64_t t)
{
    const int64_t *k = surface->corner[t];
    const v3 corner = surface->point[k[0]];
    const v3 first = v3_sub(surface->point[k[1]], corner);
    const v3 second = v3_sub(surface->point[k[2]], corner);
    return v3_unit(v3_cross(first, second));
}

// Is the edge, shared by `count` triangles, worth a line? Where two meet it must bend by more than some 25 degrees.
static bool is_sharp(const wall_surface *surface, const edge *side, int64_t count)
{
    if (count != 2)
        return true;
    const v3 first = normal_of(surface, side[0].triangle);
    const v3 second = normal_of(surface, side[1].triangle);
    return fabs(v3_dot(first, second)) < 0.9;
}

// A point of an edge, a little nearer than the surface that it belongs to, so that one that is no glass does not hide it.
static canvas_point point_of_edge(const view *view, v3 place)
{
    static const float nearer = 2; // pixels
    canvas_point point = view_point(view, place);
    point.depth -= nearer;
    return point;
}

static bool draw_edges(canvas *canvas, const view *view, const wall_surface *surface,
                       const float *nearest, rgb colour)
{
    const canvas_pen pen = {.half_width = 0.45f, .colour = colour, .strength = 0.7f};
    const int64_t edges = 3 * surface->triangles;
    int64_t *first = weld(surface);
    edge *list = malloc(((size_t)edges + 1) * sizeof *list);
    const bool good = first && list;
    if (good) {
        for (int64_t i = 0; i < edges; i++) {
            const int64_t triangle = i / 3;
            const int64_t *corner = surface->corner[triangle];
            const int64_t a = first[corner[i % 3]];
            const int64_t b = first[corner[(i + 1) % 3]];
            list[i] = (edge){
                .a = a < b ? a : b,
                .b = a < b ? b : a,
                .triangle = triangle,
            };
        }
        qsort(list, (size_t)edges, sizeof *list, by_ends);
        for (int64_t i = 0, next; i < edges; i = next) {
            for (next = i + 1;
                 next < edges && list[next].a == list[i].a && list[next].b == list[i].b;)
                next++;
            if (is_sharp(surface, &list[i], next - i)) {
                const canvas_point from = point_of_edge(view, surface->point[list[i].a]);
                const canvas_point to = point_of_edge(view, surface->point[list[i].b]);
                canvas_line(canvas, from, to, pen, nearest);
            }
        }
    }
    free(first);
    free(list);
    return good;
}

static void draw_glass(canvas *canvas, const canvas_point corner[3], const float *nearest,
                       rgb colour, float strength)
{
    const triangle_rows rows = triangle_rows_of(canvas, corner);
    triangle_row row;
    for (int y = rows.top; y < rows.bottom; y++) {
        if (!triangle_row_of(canvas, corner, y, &row))
            continue;
        for (int x = row.from; x < row.to; x++) {
            const size_t at = canvas_at(canvas, x, y);
            const bool grain_behind = nearest[at] < INFINITY;
            const float share = grain_behind ? 0.4f * strength : strength;
            rgb *pixel = &canvas->pixel[at];
            if (triangle_depth(&row, x) < nearest[at])
                *pixel = rgb_mix(*pixel, colour, share);
        }
    }
}

bool picture_draw_walls(canvas *canvas, const view *view, const wall_surface *surface,
                        const picture_map *map, const float *nearest, rgb colour)
{
    for (int64_t t = 0; t < surface->triangles; t++) {
        if (map->value && isfinite(map->value[t]))
            continue;
        const int64_t *corner = surface->corner[t];
        const v3 normal = normal_of(surface, t);
        canvas_point seen[3];
        for (int k = 0; k < 3; k++)
            seen[k] = view_point(view, surface->point[corner[k]]);
        const float facing = (float)fabs(v3_dot(normal, view->forward));
        draw_glass(canvas, seen, nearest, colour, 0.06f + 0.12f * facing);
    }
    return draw_edges(canvas, view, surface, nearest, colour);
}
