// mesh_cross.c - see mesh_cross.h.
#include "shape/mesh_cross.h"

enum { DEPTH_MOST = 64 };

typedef struct way {
    v3 from, to, along;
} way;

static bool overlaps(double first, double second, double low, double high)
{
    const bool rises = first < second;
    return (rises ? second : first) >= low && (rises ? first : second) <= high;
}

static bool box_meets(const mesh_node *node, const way *way)
{
    const v3 from = way->from;
    const v3 to = way->to;
    return overlaps(from.x, to.x, node->low.x, node->high.x) &&
           overlaps(from.y, to.y, node->low.y, node->high.y) &&
           overlaps(from.z, to.z, node->low.z, node->high.z);
}

static bool is_behind(const mesh *mesh, const mesh_triangle *triangle, v3 point)
{
    const v3 corner = mesh->vertex[triangle->vertex[0]];
    const v3 first = v3_sub(mesh->vertex[triangle->vertex[1]], corner);
    const v3 second = v3_sub(mesh->vertex[triangle->vertex[2]], corner);
    return v3_dot(v3_cross(first, second), v3_sub(point, corner)) < 0;
}

// Does the way turn left about an edge, as seen along it? Both triangles at the edge ask with its vertices in one order.
static bool turns_left(const mesh *mesh, const way *way, int32_t begin, int32_t end)
{
    const bool swapped = begin > end;
    const v3 first = v3_sub(mesh->vertex[swapped ? end : begin], way->from);
    const v3 second = v3_sub(mesh->vertex[swapped ? begin : end], way->from);
    const bool left = v3_dot(way->along, v3_cross(first, second)) > 0;
    return left != swapped;
}

static bool in_box(v3 at, const v3 *low, const v3 *high)
{
    return at.x >= low->x && at.x < high->x && at.y >= low->y && at.y < high->y && at.z >= low->z &&
           at.z < high->z;
}

// Where the way meets the plane of the triangle.
static v3 place_of(const mesh *mesh, const mesh_triangle *triangle, const way *way)
{
    const v3 corner = mesh->vertex[triangle->vertex[0]];
    const double before = v3_dot(triangle->normal, v3_sub(way->from, corner));
    const double after = v3_dot(triangle->normal, v3_sub(way->to, corner));
    const double gone = before - after;
    return gone != 0 ? v3_fma(way->from, before / gone, way->along) : way->from;
}

static int cross_triangle(const mesh *mesh, int32_t index, const way *way, const v3 *low,
                          const v3 *high)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    const int32_t *vertex = triangle->vertex;
    const bool was_behind = is_behind(mesh, triangle, way->from);
    if (was_behind == is_behind(mesh, triangle, way->to))
        return 0;
    const bool left = turns_left(mesh, way, vertex[0], vertex[1]);
    if (left != turns_left(mesh, way, vertex[1], vertex[2]))
        return 0;
    if (left != turns_left(mesh, way, vertex[2], vertex[0]))
        return 0;
    if (low && !in_box(place_of(mesh, triangle, way), low, high))
        return 0;
    return was_behind ? 1 : -1;
}

static const double shift = 1e-9; // of the diagonal

mesh_cross_box mesh_cross_box_of(const mesh *mesh)
{
    const double off = 2 * shift * v3_distance(mesh->low, mesh->high);
    const v3 more = v3_make(off, off, off);
    return (mesh_cross_box){v3_sub(mesh->low, more), v3_add(mesh->high, more)};
}

int mesh_crossings(const mesh *mesh, v3 from, v3 to, const v3 *low, const v3 *high)
{
    const double off = shift * v3_distance(mesh->low, mesh->high);
    const v3 moved = {0.7320508 * off, 0.4142136 * off, 0.2360680 * off};
    const way way = {
        .from = v3_sub(from, moved),
        .to = v3_sub(to, moved),
        .along = v3_sub(to, from),
    };
    int32_t stack[DEPTH_MOST];
    int top = 0;
    int count = 0;
    stack[top++] = 0;
    while (top) {
        const mesh_node *node = &mesh->node[stack[--top]];
        if (!box_meets(node, &way))
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = (int32_t)(node - mesh->node) + 1;
            continue;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++)
            count += cross_triangle(mesh, mesh->order[i], &way, low, high);
    }
    return count;
}
