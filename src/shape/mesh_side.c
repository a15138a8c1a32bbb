// mesh_side.c - see mesh_side.h. The nearest triangle is found in the tree of the mesh, the nearer child first.
#include "shape/mesh_side.h"

#include "base/mathlib.h"

#include <math.h>

enum { STACK_MOST = 128 };

typedef struct nearest {
    double square; // of the distance, m^2
    int32_t triangle;
    int where; // as of mesh_closest
    v3 point;
} nearest;

static double beyond(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

static double square_to_box(const mesh_node *node, v3 point)
{
    const double x = beyond(point.x, node->low.x, node->high.x);
    const double y = beyond(point.y, node->low.y, node->high.y);
    const double z = beyond(point.z, node->low.z, node->high.z);
    return x * x + y * y + z * z;
}

static void look_at_leaf(const mesh *mesh, const mesh_node *node, v3 point, nearest *best)
{
    for (int32_t i = node->first; i < node->first + node->count; i++) {
        v3 closest;
        const int where = mesh_closest(mesh, mesh->order[i], point, &closest);
        const v3 away = v3_sub(point, closest);
        const double square = v3_dot(away, away);
        if (square < best->square)
            *best = (nearest){square, mesh->order[i], where, closest};
    }
}

static nearest find_nearest(const mesh *mesh, v3 point)
{
    nearest best = {.square = INFINITY};
    int32_t stack[STACK_MOST];
    int top = 0;
    stack[top++] = 0;
    while (top) {
        const int32_t index = stack[--top];
        const mesh_node *node = &mesh->node[index];
        if (!(square_to_box(node, point) < best.square))
            continue;
        if (node->count) {
            look_at_leaf(mesh, node, point, &best);
            continue;
        }
        const double left = square_to_box(&mesh->node[index + 1], point);
        const double right = square_to_box(&mesh->node[node->right], point);
        stack[top++] = left < right ? node->right : index + 1;
        stack[top++] = left < right ? index + 1 : node->right;
    }
    return best;
}

// The angle of a triangle at one of its vertices.
static double angle_at(const mesh *mesh, const mesh_triangle *triangle, int32_t vertex)
{
    int k = 0;
    while (k < 2 && triangle->vertex[k] != vertex)
        k++;
    const v3 corner = mesh->vertex[vertex];
    const v3 a = v3_sub(mesh->vertex[triangle->vertex[(k + 1) % 3]], corner);
    const v3 b = v3_sub(mesh->vertex[triangle->vertex[(k + 2) % 3]], corner);
    return real_atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
}

// The direction outwards where the surface comes nearest, of any length.
static v3 outwards(const mesh *mesh, const nearest *at)
{
    const mesh_triangle *triangle = &mesh->triangle[at->triangle];
    v3 sum = triangle->normal;
    if (at->where == 0)
        return sum;
    if (at->where < 4) {
        const mesh_edge *edge = &mesh->edge[triangle->edge[at->where - 1]];
        const int32_t other =
            edge->triangle[0] == at->triangle ? edge->triangle[1] : edge->triangle[0];
        return other >= 0 ? v3_add(sum, mesh->triangle[other].normal) : sum;
    }
    const int32_t vertex = triangle->vertex[at->where - 4];
    sum = v3_make(0, 0, 0);
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const mesh_triangle *around = &mesh->triangle[mesh->fan[i]];
        sum = v3_fma(sum, angle_at(mesh, around, vertex), around->normal);
    }
    return sum;
}

double mesh_depth(const mesh *mesh, v3 point)
{
    const nearest at = find_nearest(mesh, point);
    const double distance = sqrt(at.square);
    return v3_dot(outwards(mesh, &at), v3_sub(point, at.point)) > 0 ? -distance : distance;
}

double mesh_distance(const mesh *mesh, v3 point, v3 *place)
{
    const nearest at = find_nearest(mesh, point);
    *place = at.point;
    return sqrt(at.square);
}

// Does a triangle run along an edge from its smaller to its larger vertex?
static bool runs_upwards(const mesh *mesh, int32_t triangle, int32_t edge)
{
    const mesh_triangle *of = &mesh->triangle[triangle];
    for (int k = 0; k < 3; k++) {
        if (of->edge[k] == edge)
            return of->vertex[k] == mesh->edge[edge].vertex[0];
    }
    return false;
}

bool mesh_edge_is_closed(const mesh *mesh, int32_t edge)
{
    const mesh_edge *is = &mesh->edge[edge];
    return is->triangles == 2 &&
           runs_upwards(mesh, is->triangle[0], edge) != runs_upwards(mesh, is->triangle[1], edge);
}
