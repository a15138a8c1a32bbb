// plate.c - see plate.h.
#include "shape/plate.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLAT 1e-9 // of the size: how far points may lie off a plane or a line

// A corner in the plane.
typedef struct corner {
    double x, y;
    int32_t point;
} corner;

// The plane through the first point, the one farthest from it, and the one farthest from the line of the two.
typedef struct plane_of_points {
    v3 origin, x, y, normal;
    double size, width; // the largest distances from the point and from the line
} plane_of_points;

static double off_line(v3 from, v3 along, v3 point)
{
    return v3_norm(v3_cross(along, v3_sub(point, from)));
}

static plane_of_points find_plane(const v3 *point, int32_t points)
{
    plane_of_points plane = {.origin = point[0]};
    v3 far = point[0];
    v3 wide = point[0];
    for (int32_t i = 1; i < points; i++) {
        double away = v3_distance(point[i], plane.origin);
        if (away > plane.size) {
            plane.size = away;
            far = point[i];
        }
    }
    plane.x = v3_unit(v3_sub(far, plane.origin));
    for (int32_t i = 1; i < points; i++) {
        double away = off_line(plane.origin, plane.x, point[i]);
        if (away > plane.width) {
            plane.width = away;
            wide = point[i];
        }
    }
    plane.normal = v3_unit(v3_cross(plane.x, v3_sub(wide, plane.origin)));
    plane.y = v3_cross(plane.normal, plane.x);
    return plane;
}

bool plate_is_flat(const v3 *point, int32_t points)
{
    if (points < 3)
        return false;
    const plane_of_points plane = find_plane(point, points);
    if (!(plane.width > FLAT * plane.size))
        return false;
    for (int32_t i = 0; i < points; i++) {
        double height = v3_dot(plane.normal, v3_sub(point[i], plane.origin));
        if (fabs(height) > FLAT * plane.size)
            return false;
    }
    return true;
}

bool plate_is_line(const v3 *point, int32_t points)
{
    if (points < 3)
        return false;
    const plane_of_points plane = find_plane(point, points);
    return !(plane.width > FLAT * plane.size);
}

static int by_place(const void *one, const void *other)
{
    const corner *first = one;
    const corner *second = other;
    if (first->x != second->x)
        return first->x < second->x ? -1 : 1;
    if (first->y != second->y)
        return first->y < second->y ? -1 : 1;
    return first->point - second->point;
}

static double turn(corner a, corner b, corner c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The hull of sorted corners, anticlockwise, by the monotone chain of Andrew 1979; `hull` has room for twice as many.
static int32_t hull_of(const corner *sorted, int32_t count, double least, corner *hull)
{
    int32_t size = 0;
    for (int32_t i = 0; i < count; i++) {
        while (size > 1 && turn(hull[size - 2], hull[size - 1], sorted[i]) <= least)
            size--;
        hull[size++] = sorted[i];
    }
    const int32_t lower = size + 1;
    for (int32_t i = count - 1; i-- > 0;) {
        while (size >= lower && turn(hull[size - 2], hull[size - 1], sorted[i]) <= least)
            size--;
        hull[size++] = sorted[i];
    }
    return size - 1;
}

// One side as a fan around its first corner, the other, which runs back, as one around its second.
static void make_faces(model_core *core)
{
    const int32_t count = core->vertices;
    int32_t(*triangle)[3] = core->triangle;
    for (int32_t i = 1; i + 1 < count; i++, triangle++) {
        (*triangle)[0] = 0;
        (*triangle)[1] = i;
        (*triangle)[2] = i + 1;
    }
    for (int32_t i = 2; i < count; i++, triangle++) {
        (*triangle)[0] = 1;
        (*triangle)[1] = (i + 1) % count;
        (*triangle)[2] = i;
    }
    core->faces = 2;
    core->triangles = 2 * (count - 2);
    core->face[0] = 0;
    core->face[1] = count - 2;
    core->face[2] = core->triangles;
}

static bool reserve(model_core *core)
{
    const uint32_t count = (uint32_t)core->vertices;
    core->vertex = malloc(count * sizeof *core->vertex);
    core->triangle = malloc(2 * count * sizeof *core->triangle);
    core->face = malloc(3 * sizeof *core->face);
    if (core->vertex && core->triangle && core->face)
        return true;
    free(core->vertex);
    free(core->triangle);
    free(core->face);
    memset(core, 0, sizeof *core);
    return false;
}

static bool make_core(const core_points *given, corner *sorted, corner *hull, model_core *core)
{
    const plane_of_points plane = find_plane(given->point, given->points);
    for (int32_t i = 0; i < given->points; i++) {
        v3 from = v3_sub(given->point[i], plane.origin);
        sorted[i].x = v3_dot(plane.x, from);
        sorted[i].y = v3_dot(plane.y, from);
        sorted[i].point = i;
    }
    qsort(sorted, (size_t)given->points, sizeof *sorted, by_place);
    const double least = FLAT * plane.size * plane.width;
    core->vertices = hull_of(sorted, given->points, least, hull);
    if (!reserve(core))
        return false;
    for (int32_t i = 0; i < core->vertices; i++)
        core->vertex[i] = given->point[hull[i].point];
    make_faces(core);
    return true;
}

scree_status plate_make(const core_points *given, model_core *core, scree_error *error)
{
    if (!(given->radius > 0 && given->radius - given->radius == 0))
        return fail(error, SCREE_BAD_INPUT, given->name,
                    "make it a spheropolyhedron with a radius above zero, or give it a thickness",
                    "all points lie in one plane, and a plate has no volume by itself");
    corner *sorted = calloc(3 * (size_t)given->points, sizeof *sorted);
    if (!sorted || !make_core(given, sorted, sorted + given->points, core)) {
        free(sorted);
        return fail_memory(error, given->name);
    }
    free(sorted);
    return SCREE_OK;
}

double plate_area(const v3 *vertex, const int32_t (*triangle)[3], int32_t triangles)
{
    double sum = 0;
    for (int32_t i = 0; i < triangles; i++) {
        const int32_t *corner = triangle[i];
        v3 twice = v3_triangle(vertex[corner[0]], vertex[corner[1]], vertex[corner[2]]);
        sum += 0.5 * v3_norm(twice);
    }
    return sum;
}

static double largest(const model_core *core, int axis)
{
    double most = 0;
    for (int32_t i = 0; i < core->vertices; i++) {
        const v3 vertex = core->vertex[i];
        const double at[3] = {vertex.x, vertex.y, vertex.z};
        most = real_max(most, fabs(at[axis]));
    }
    return most;
}

void plate_flatten(model_core *core)
{
    int flat = 0;
    for (int axis = 1; axis < 3; axis++)
        if (largest(core, axis) < largest(core, flat))
            flat = axis;
    for (int32_t i = 0; i < core->vertices; i++) {
        v3 *vertex = &core->vertex[i];
        if (flat == 0)
            vertex->x = 0;
        if (flat == 1)
            vertex->y = 0;
        if (flat == 2)
            vertex->z = 0;
    }
}
