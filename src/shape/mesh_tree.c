// mesh_tree.c - a bounding volume tree over the triangles of a mesh, and the search for triangles near a point.
//
// Boxes are split in the middle of the sorted centroids along their longest side, so that the depth is the logarithm of
// the number of triangles and a fixed stack is enough. Equal centroids are ordered by index: the tree is the same
// everywhere.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>

enum { LEAF_MOST = 4, DEPTH_MOST = 64 };

typedef struct planter {
    mesh *m;
    v3 *centre; // three times the centroids
    int32_t nodes;
} planter;

static double component(v3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}
static double smaller(double a, double b)
{
    return b < a ? b : a;
}
static double larger(double a, double b)
{
    return b > a ? b : a;
}

static void widen(v3 *low, v3 *high, v3 p)
{
    *low = v3_make(smaller(low->x, p.x), smaller(low->y, p.y), smaller(low->z, p.z));
    *high = v3_make(larger(high->x, p.x), larger(high->y, p.y), larger(high->z, p.z));
}

static int longest_axis(v3 low, v3 high)
{
    v3 d = v3_sub(high, low);
    return d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
}

// Does triangle a stand before b along the axis?
static bool before(const planter *p, int axis, int32_t a, int32_t b)
{
    double x = component(p->centre[a], axis);
    double y = component(p->centre[b], axis);
    return x < y || (x == y && a < b);
}

// Partial sort: the `middle` smallest of order[first .. last) come first (Hoare's selection).
static void select_middle(planter *p, int axis, int32_t first, int32_t last, int32_t middle)
{
    int32_t *order = p->m->order;
    int32_t low = first;
    int32_t high = last - 1;
    while (low < high) {
        int32_t pivot = order[low + (high - low) / 2];
        int32_t i = low;
        int32_t j = high;
        while (i <= j) {
            while (before(p, axis, order[i], pivot))
                i++;
            while (before(p, axis, pivot, order[j]))
                j--;
            if (i > j)
                break;
            int32_t swap = order[i];
            order[i++] = order[j];
            order[j--] = swap;
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

// Makes the node over order[first .. last) and all below it; returns its index. Recursion is as deep as the tree.
static int32_t plant(planter *p, int32_t first, int32_t last)
{
    mesh *m = p->m;
    int32_t index = p->nodes++;
    mesh_node *node = &m->node[index];
    v3 c_low = p->centre[m->order[first]];
    v3 c_high = c_low;
    node->low = node->high = m->vertex[m->triangle[m->order[first]].vertex[0]];
    for (int32_t i = first; i < last; i++) {
        for (int k = 0; k < 3; k++)
            widen(&node->low, &node->high, m->vertex[m->triangle[m->order[i]].vertex[k]]);
        widen(&c_low, &c_high, p->centre[m->order[i]]);
    }
    node->first = first;
    node->count = last - first;
    node->right = -1;
    if (last - first <= LEAF_MOST)
        return index;
    int32_t middle = first + (last - first) / 2;
    select_middle(p, longest_axis(c_low, c_high), first, last, middle);
    node->count = 0;
    plant(p, first, middle);
    node->right = plant(p, middle, last);
    return index;
}

scree_status mesh_plant(mesh *m, scree_error *error)
{
    planter p = {.m = m};
    p.centre = mem_array(m->triangles, sizeof *p.centre);
    m->order = mem_array(m->triangles, sizeof *m->order);
    m->node = mem_array(m->triangles, sizeof *m->node);
    if (!p.centre || !m->order || !m->node) {
        mem_free(p.centre);
        return fail_memory(error, "mesh");
    }
    for (int32_t t = 0; t < m->triangles; t++) {
        const int32_t *v = m->triangle[t].vertex;
        p.centre[t] = v3_add(v3_add(m->vertex[v[0]], m->vertex[v[1]]), m->vertex[v[2]]);
        m->order[t] = t;
    }
    plant(&p, 0, m->triangles);
    m->nodes = p.nodes;
    m->low = m->node[0].low;
    m->high = m->node[0].high;
    mem_free(p.centre);
    return SCREE_OK;
}

static double beyond(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

static double box_distance_square(const mesh_node *node, v3 p)
{
    v3 d = v3_make(beyond(p.x, node->low.x, node->high.x), beyond(p.y, node->low.y, node->high.y),
                   beyond(p.z, node->low.z, node->high.z));
    return v3_dot(d, d);
}

int mesh_near(const mesh *m, v3 centre, double distance, int32_t *triangle, int room)
{
    int32_t stack[DEPTH_MOST];
    int top = 0;
    int found = 0;
    double limit = distance * distance;
    stack[top++] = 0;
    while (top) {
        const mesh_node *node = &m->node[stack[--top]];
        if (box_distance_square(node, centre) > limit)
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = (int32_t)(node - m->node) + 1;
            continue;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++) {
            v3 q;
            mesh_closest(m, m->order[i], centre, &q);
            v3 d = v3_sub(centre, q);
            if (v3_dot(d, d) > limit)
                continue;
            if (found < room)
                triangle[found] = m->order[i];
            found++;
        }
    }
    return found;
}
