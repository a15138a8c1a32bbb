// mesh_ray.c - see mesh_ray.h.
#include "shape/mesh_ray.h"

#include <math.h>

enum { DEPTH_MOST = 64 }; // as in mesh_tree.c

static double triangle_way(const mesh *mesh, const ray *ray, int32_t index)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    const v3 corner[3] = {
        mesh->vertex[triangle->vertex[0]],
        mesh->vertex[triangle->vertex[1]],
        mesh->vertex[triangle->vertex[2]],
    };
    return ray_to_triangle(ray, corner);
}

double mesh_ray(const mesh *mesh, const ray *ray, int32_t *triangle)
{
    int32_t stack[DEPTH_MOST + 1];
    int top = 0;
    double first = INFINITY;
    if (mesh->nodes)
        stack[top++] = 0;
    while (top > 0) {
        const int32_t index = stack[--top];
        const mesh_node *node = &mesh->node[index];
        // A little more than its box: rounding dismisses nothing.
        const double more = mesh->tolerance;
        const v3 margin = v3_make(more, more, more);
        const ray_stretch in =
            ray_in_box(ray, v3_sub(node->low, margin), v3_add(node->high, margin));
        if (!(ray_first(in) <= first) || ray_first(in) == INFINITY)
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = index + 1;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++) {
            const double way = triangle_way(mesh, ray, mesh->order[i]);
            if (!(way < first))
                continue;
            first = way;
            *triangle = mesh->order[i];
        }
    }
    return first;
}
