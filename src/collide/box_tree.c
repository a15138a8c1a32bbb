// box_tree.c - a tree of bounding boxes: planting it, and walking the leaves that meet a box.
#include "collide/box_tree.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"

enum { LEAF_MOST = 4 };

typedef struct planter {
    box_tree *tree;
    const v3 *low, *high;
    v3 *centre; // twice the centres
} planter;

static double component(v3 vector, int axis)
{
    return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}
static bool before(const planter *planter, int axis, int32_t a, int32_t b)
{
    double x = component(planter->centre[a], axis);
    double y = component(planter->centre[b], axis);
    return x < y || (x == y && a < b);
}

static void swap(int32_t *a, int32_t *b)
{
    int32_t old = *a;
    *a = *b;
    *b = old;
}

// Hoare's selection: afterwards the parts up to `middle` stand before those after it.
static void part_at(planter *planter, int axis, int32_t low, int32_t high, int32_t middle)
{
    int32_t *order = planter->tree->order;
    while (low < high) {
        int32_t pivot = order[low + (high - low) / 2];
        int32_t i = low;
        int32_t j = high;
        while (i <= j) {
            while (before(planter, axis, order[i], pivot))
                i++;
            while (before(planter, axis, pivot, order[j]))
                j--;
            if (i <= j)
                swap(&order[i++], &order[j--]);
        }
        if (j < middle && middle < i)
            return;
        if (middle <= j)
            high = j;
        else
            low = i;
    }
}

static int32_t plant(planter *planter, int32_t first, int32_t last)
{
    box_tree *tree = planter->tree;
    int32_t index = tree->nodes++;
    int32_t left = tree->order[first];
    box_node *node = &tree->node[index];
    v3 low = planter->centre[left];
    v3 high = low;
    *node = (box_node){
        .low = planter->low[left],
        .high = planter->high[left],
        .first = first,
        .count = last - first,
        .right = -1,
    };
    for (int32_t i = first + 1; i < last; i++) {
        int32_t part = tree->order[i];
        node->low = v3_min(node->low, planter->low[part]);
        node->high = v3_max(node->high, planter->high[part]);
        low = v3_min(low, planter->centre[part]);
        high = v3_max(high, planter->centre[part]);
    }
    if (last - first <= LEAF_MOST)
        return index;
    int axis = box_longest_axis(low, high);
    int32_t middle = first + (last - first) / 2;
    part_at(planter, axis, first, last - 1, middle);
    node->count = 0;
    plant(planter, first, middle);
    node->right = plant(planter, middle, last);
    return index;
}

scree_status box_tree_plant(const v3 *low, const v3 *high, int32_t parts, box_tree *tree,
                            scree_error *error)
{
    *tree = (box_tree){.nodes = 0};
    if (!parts)
        return SCREE_OK;
    planter planter = {
        .tree = tree,
        .low = low,
        .high = high,
        .centre = mem_array(parts, sizeof(v3)),
    };
    tree->node = mem_array(parts, sizeof *tree->node);
    tree->order = mem_array(parts, sizeof *tree->order);
    if (!planter.centre || !tree->node || !tree->order) {
        mem_free(planter.centre);
        box_tree_clear(tree);
        return fail_memory(error, "bounding boxes");
    }
    for (int32_t i = 0; i < parts; i++) {
        planter.centre[i] = v3_add(low[i], high[i]);
        tree->order[i] = i;
    }
    plant(&planter, 0, parts);
    mem_free(planter.centre);
    return SCREE_OK;
}

void box_tree_clear(box_tree *tree)
{
    mem_free(tree->node);
    mem_free(tree->order);
    *tree = (box_tree){.nodes = 0};
}

void box_walk_begin(box_walk *walk, const box_tree *tree, v3 low, v3 high)
{
    walk->tree = tree;
    walk->low = low;
    walk->high = high;
    walk->top = 0;
    walk->next = walk->last = 0;
    if (tree->nodes)
        walk->stack[walk->top++] = 0;
}

static bool meets(const box_node *node, v3 low, v3 high)
{
    return node->low.x <= high.x && low.x <= node->high.x && node->low.y <= high.y &&
           low.y <= node->high.y && node->low.z <= high.z && low.z <= node->high.z;
}

int32_t box_walk_next(box_walk *walk)
{
    while (walk->next == walk->last) {
        if (!walk->top)
            return -1;
        int32_t index = walk->stack[--walk->top];
        const box_node *node = &walk->tree->node[index];
        if (!meets(node, walk->low, walk->high))
            continue;
        if (node->count) {
            walk->next = node->first;
            walk->last = node->first + node->count;
        } else {
            walk->stack[walk->top++] = node->right;
            walk->stack[walk->top++] = index + 1;
        }
    }
    return walk->tree->order[walk->next++];
}
