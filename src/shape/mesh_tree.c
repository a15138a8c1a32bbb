// mesh_tree.c - a bounding volume tree over the triangles of a mesh, and the search for triangles near a point.
//
// Boxes are split in the middle of the sorted centroids along their longest side, so that the depth is the logarithm of
// the number of triangles and a fixed stack is enough. Equal centroids are ordered by index: the tree is the same
// everywhere.
#include "shape/mesh_closest.h"
#include "shape/mesh_stages.h"
#include "shape/stretch.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>

enum { LEAF_MOST = 4, DEPTH_MOST = 64 };

typedef struct planter {
    mesh *mesh;
    v3 *centre; // three times the centroids
    int32_t nodes;
} planter;

static void widen(v3 *low, v3 *high, v3 point)
{
    low->x = real_min(low->x, point.x);
    low->y = real_min(low->y, point.y);
    low->z = real_min(low->z, point.z);
    high->x = real_max(high->x, point.x);
    high->y = real_max(high->y, point.y);
    high->z = real_max(high->z, point.z);
}

// Does triangle a stand before b along the axis?
static bool before(const planter *planter, int axis, int32_t a, int32_t b)
{
    double x = v3_component(planter->centre[a], axis);
    double y = v3_component(planter->centre[b], axis);
    return x < y || (x == y && a < b);
}

// Partial sort: the `middle` smallest of order[first .. last) come first (Hoare's selection).
static void select_middle(planter *planter, int axis, int32_t first, int32_t last, int32_t middle)
{
    int32_t *order = planter->mesh->order;
    int32_t low = first;
    int32_t high = last - 1;
    while (low < high) {
        int32_t pivot = order[low + (high - low) / 2];
        int32_t i = low;
        int32_t j = high;
        while (i <= j) {
            while (before(planter, axis, order[i], pivot))
                i++;
            while (before(planter, axis, pivot, order[j]))
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
static int32_t plant(planter *planter, int32_t first, int32_t last)
{
    mesh *mesh = planter->mesh;
    int32_t index = planter->nodes++;
    mesh_node *node = &mesh->node[index];
    v3 c_low = planter->centre[mesh->order[first]];
    v3 c_high = c_low;
    node->high = mesh->vertex[mesh->triangle[mesh->order[first]].vertex[0]];
    node->low = node->high;
    for (int32_t i = first; i < last; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->order[i]];
        for (int k = 0; k < 3; k++)
            widen(&node->low, &node->high, mesh->vertex[triangle->vertex[k]]);
        widen(&c_low, &c_high, planter->centre[mesh->order[i]]);
    }
    node->first = first;
    node->count = last - first;
    node->right = -1;
    if (last - first <= LEAF_MOST)
        return index;
    int32_t middle = first + (last - first) / 2;
    select_middle(planter, box_longest_axis(c_low, c_high), first, last, middle);
    node->count = 0;
    plant(planter, first, middle);
    node->right = plant(planter, middle, last);
    return index;
}

scree_status mesh_plant(mesh *mesh, scree_error *error)
{
    planter planter = {.mesh = mesh};
    planter.centre = mem_array(mesh->triangles, sizeof *planter.centre);
    mesh->order = mem_array(mesh->triangles, sizeof *mesh->order);
    mesh->node = mem_array(mesh->triangles, sizeof *mesh->node);
    if (!planter.centre || !mesh->order || !mesh->node) {
        mem_free(planter.centre);
        return fail_memory(error, "mesh");
    }
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        const int32_t *corner = mesh->triangle[triangle].vertex;
        const v3 two = v3_add(mesh->vertex[corner[0]], mesh->vertex[corner[1]]);
        planter.centre[triangle] = v3_add(two, mesh->vertex[corner[2]]);
        mesh->order[triangle] = triangle;
    }
    plant(&planter, 0, mesh->triangles);
    mesh->nodes = planter.nodes;
    mesh->low = mesh->node[0].low;
    mesh->high = mesh->node[0].high;
    mem_free(planter.centre);
    return SCREE_OK;
}

// What two sets of triangles have in common; -1: nothing.
static int32_t common(int32_t one, int32_t other)
{
    return one == other ? one : -1;
}

static int32_t patch_of_leaf(const mesh *mesh, const mesh_node *node)
{
    int32_t patch = mesh->triangle[mesh->order[node->first]].patch;
    for (int32_t i = node->first; i < node->first + node->count; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->order[i]];
        patch = common(patch, triangle->inner ? triangle->patch : -1);
    }
    return patch;
}

void mesh_mark_nodes(mesh *mesh)
{
    // The children of a node come after it.
    for (int32_t i = mesh->nodes - 1; i >= 0; i--) {
        mesh_node *node = &mesh->node[i];
        if (node->count)
            node->patch = patch_of_leaf(mesh, node);
        else
            node->patch = common(mesh->node[i + 1].patch, mesh->node[node->right].patch);
    }
}

static double beyond(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

static double box_distance_square(const mesh_node *node, v3 point)
{
    v3 d = v3_make(beyond(point.x, node->low.x, node->high.x),
                   beyond(point.y, node->low.y, node->high.y),
                   beyond(point.z, node->low.z, node->high.z));
    return v3_dot(d, d);
}

// What a search for the face around a point has seen.
typedef struct around {
    v3 point;
    double limit; // square of the distance
    int32_t
        face; // of the first triangle that was near; MESH_NOTHING: none was; MESH_MIXED: not one alone
} around;

static void see_triangle(const mesh *mesh, int32_t index, around *around)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    v3 nearest;
    if (mesh_is_farther(mesh, index, around->point, around->limit))
        return;
    mesh_closest(mesh, index, around->point, &nearest);
    const v3 away = v3_sub(around->point, nearest);
    if (v3_dot(away, away) > around->limit)
        return;
    if (around->face == MESH_NOTHING)
        around->face = triangle->patch;
    if (around->face != triangle->patch)
        around->face = MESH_MIXED;
    else if (mesh_square_to_rim(mesh, index, around->point) <= around->limit)
        around->face = MESH_MIXED;
}

int32_t mesh_face_around(const mesh *mesh, v3 point, double distance)
{
    int32_t stack[DEPTH_MOST];
    int top = 0;
    around around = {point, distance * distance * MESH_SLACK, MESH_NOTHING};
    stack[top++] = 0;
    while (top && around.face != MESH_MIXED) {
        const mesh_node *node = &mesh->node[stack[--top]];
        const bool known = node->patch >= 0 && node->patch == around.face;
        if (known || box_distance_square(node, point) > around.limit)
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = (int32_t)(node - mesh->node) + 1;
            continue;
        }
        for (int32_t i = node->first; i < node->first + node->count && around.face != MESH_MIXED;
             i++)
            see_triangle(mesh, mesh->order[i], &around);
    }
    return around.face >= 0 && mesh->joined ? MESH_MIXED : around.face;
}

int mesh_near(const mesh *mesh, v3 centre, double distance, int32_t *triangle, int room)
{
    int32_t stack[DEPTH_MOST];
    int top = 0;
    int found = 0;
    double limit = distance * distance;
    stack[top++] = 0;
    while (top) {
        const mesh_node *node = &mesh->node[stack[--top]];
        if (box_distance_square(node, centre) > limit)
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = (int32_t)(node - mesh->node) + 1;
            continue;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++) {
            v3 q;
            if (mesh_is_farther(mesh, mesh->order[i], centre, limit))
                continue;
            mesh_closest(mesh, mesh->order[i], centre, &q);
            v3 d = v3_sub(centre, q);
            if (v3_dot(d, d) > limit)
                continue;
            if (found < room)
                triangle[found] = mesh->order[i];
            found++;
        }
    }
    return found;
}

// Does a line come to a box, widened by `wider` on all sides?
static bool meets_box(v3 from, v3 to, v3 low, v3 high, double wider)
{
    stretch within = {0, 1};
    for (int axis = 0; axis < 3; axis++) {
        const double a = v3_component(from, axis);
        const double b = v3_component(to, axis);
        const double least = v3_component(low, axis) - wider;
        const double most = v3_component(high, axis) + wider;
        stretch_narrow(&within, a - least, b - least);
        stretch_narrow(&within, most - a, most - b);
    }
    return within.from <= within.to;
}

static bool line_meets_triangle(const mesh *mesh, int32_t index, v3 from, v3 to, double wider)
{
    const int32_t *corner = mesh->triangle[index].vertex;
    v3 low = mesh->vertex[corner[0]];
    v3 high = low;
    widen(&low, &high, mesh->vertex[corner[1]]);
    widen(&low, &high, mesh->vertex[corner[2]]);
    return meets_box(from, to, low, high, wider);
}

int mesh_near_line(const mesh *mesh, v3 from, v3 to, double distance, int32_t *triangle, int room)
{
    int32_t stack[DEPTH_MOST];
    int top = 0;
    int found = 0;
    stack[top++] = 0;
    while (top) {
        const mesh_node *node = &mesh->node[stack[--top]];
        if (!meets_box(from, to, node->low, node->high, distance))
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = (int32_t)(node - mesh->node) + 1;
            continue;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++) {
            if (!line_meets_triangle(mesh, mesh->order[i], from, to, distance))
                continue;
            if (found < room)
                triangle[found] = mesh->order[i];
            found++;
        }
    }
    return found;
}
