// box_tree.h - a tree of bounding boxes over parts of a body that never changes: triangles, edges.
//
// Boxes are halved at the middle of the sorted centres along their longest side; equal centres are ordered by index. So
// the depth is the logarithm of the number of parts, a fixed stack is enough, and the tree is the same everywhere.
#ifndef SCREE_COLLIDE_BOX_TREE_H
#define SCREE_COLLIDE_BOX_TREE_H

#include "base/fail.h"
#include "base/vec.h"

#include <stdint.h>

typedef struct box_node { // children of node i are i + 1 and `right`
    v3 low, high;
    int32_t first, count; // leaf: parts order[first .. first + count); inner node: count 0
    int32_t right;
} box_node;

typedef struct box_tree {
    box_node *node; // none where there are no parts
    int32_t *order;
    int32_t nodes;
} box_tree;

scree_status box_tree_plant(const v3 *low, const v3 *high, int32_t parts, box_tree *tree,
                            scree_error *error);
void box_tree_clear(box_tree *tree);

// The parts of all leaves whose box meets the box low .. high, one after the other; -1 after the last. Their own boxes
// may miss it.
enum { BOX_DEPTH_MOST = 64 };
typedef struct box_walk {
    const box_tree *tree;
    v3 low, high;
    int32_t stack[BOX_DEPTH_MOST];
    int top;
    int32_t next, last; // of the present leaf
} box_walk;

void box_walk_begin(box_walk *walk, const box_tree *tree, v3 low, v3 high);
int32_t box_walk_next(box_walk *walk);

#endif
