// crossing.c - see crossing.h.
//
// A mesh: the triangles whose boxes the line meets are tried one by one (T. Moeller and B. Trumbore, "Fast, minimum
// storage ray/triangle intersection", 1997). Any other primitive can tell how far a point is from its surface, and up
// to there the point can go without meeting it: step by step it either comes to the end of its way or onto the surface
// (J. C. Hart, "Sphere tracing", 1996).
#include "shape/crossing.h"

#include <math.h>

enum { DEPTH_MOST = 64, STEPS_MOST = 10000 };

// Cuts the part [*first, *last] of the line, 0 to 1, to what is between two planes across an axis.
static bool cut(double from, double way, const double limit[2], double part[2])
{
    if (way == 0)
        return from >= limit[0] && from <= limit[1];
    double a = (limit[0] - from) / way;
    double b = (limit[1] - from) / way;
    double enter = a < b ? a : b;
    double leave = a < b ? b : a;
    if (enter > part[0])
        part[0] = enter;
    if (leave < part[1])
        part[1] = leave;
    return part[0] <= part[1];
}

static bool meets_box(const mesh_node *node, v3 from, v3 way, double margin)
{
    double part[2] = {0, 1};
    for (int axis = 0; axis < 3; axis++) {
        double limit[2] = {v3_component(node->low, axis) - margin,
                           v3_component(node->high, axis) + margin};
        if (!cut(v3_component(from, axis), v3_component(way, axis), limit, part))
            return false;
    }
    return true;
}

// Edges count a little farther than they reach, so that no line slips through between two triangles.
static bool meets_triangle(const mesh *mesh, int32_t triangle, v3 from, v3 way)
{
    const double wider = 1e-9;
    const int32_t *corner = mesh->triangle[triangle].vertex;
    v3 a = mesh->vertex[corner[0]];
    v3 u = v3_sub(mesh->vertex[corner[1]], a);
    v3 v = v3_sub(mesh->vertex[corner[2]], a);
    v3 normal = v3_cross(u, v);
    v3 side = v3_sub(from, a);
    double along = -v3_dot(normal, way);
    if (along == 0)
        return false; // the line runs in the plane, or beside it
    v3 turned = v3_cross(side, way);
    double s = v3_dot(v, turned) / along;
    double radius = -v3_dot(u, turned) / along;
    double at = v3_dot(normal, side) / along;
    const bool in_triangle = s >= -wider && radius >= -wider && s + radius <= 1 + wider;
    return in_triangle && at >= 0 && at <= 1;
}

bool mesh_crosses(const mesh *mesh, v3 from, v3 to)
{
    int32_t stack[DEPTH_MOST];
    int top = 0;
    v3 way = v3_sub(to, from);
    stack[top++] = 0;
    while (top > 0) {
        const mesh_node *node = &mesh->node[stack[--top]];
        if (!meets_box(node, from, way, mesh->tolerance))
            continue;
        if (node->count == 0) {
            stack[top++] = node->right;
            stack[top++] = (int32_t)(node - mesh->node) + 1;
            continue;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++) {
            if (meets_triangle(mesh, mesh->order[i], from, way))
                return true;
        }
    }
    return false;
}

// Distance from a point to the surface, if it is below `within`; else `within`. Negative inside of a solid.
static double distance_of(const primitive *primitive, v3 at, double within)
{
    primitive_touch touch[PRIMITIVE_TOUCH_MOST];
    int count = primitive->kind->touches(primitive, at, within, NULL, 0, touch);
    double least = within;
    for (int i = 0; i < count; i++) {
        if (touch[i].distance < least)
            least = touch[i].distance;
    }
    return least;
}

bool primitive_is_clear(const primitive *primitive, v3 at, double distance)
{
    const primitive_kind *kind = primitive->kind;
    int32_t part;
    primitive_touch touch[PRIMITIVE_TOUCH_MOST];
    if (kind->near)
        return kind->near(primitive, at, distance, &part, 1) == 0;
    return kind->touches(primitive, at, distance, NULL, 0, touch) == 0;
}

bool primitive_crosses(const primitive *primitive, v3 from, v3 to, double least)
{
    const mesh *surface = primitive->kind->surface ? primitive->kind->surface(primitive) : NULL;
    if (surface)
        return mesh_crosses(surface, from, to);
    v3 way = v3_sub(to, from);
    double length = v3_norm(way);
    double gone = 0;
    if (!(length > 0) || !isfinite(length))
        return false;
    for (int i = 0; i < STEPS_MOST && gone < length; i++) {
        double free =
            distance_of(primitive, v3_fma(from, gone / length, way), length - gone + least);
        if (free < 0 && i == 0)
            return false; // it was inside before
        if (free < least)
            return true;
        gone += free;
    }
    return false;
}
