// gap_shells.h - the closed surfaces in a mesh, plates and bars as a rule, and on which side of each there are grains.
//
// A shell is what is connected over edges of two triangles that turn alike; what has another edge is open and counts from both
// sides. A place is in a shell where it sees it under more than half of the full angle.
#ifndef SCREE_SCENE_GAP_SHELLS_H
#define SCREE_SCENE_GAP_SHELLS_H

#include "shape/mesh.h"

typedef struct gap_shell {
    int32_t first, last; // its triangles in `order`
    v3 low, high;        // around it, m
    bool outwards;       // its triangles look outwards
    bool filled;         // grains are in it
} gap_shell;

typedef struct gap_shells {
    const mesh *mesh; // borrowed
    int32_t count;
    gap_shell *shell;
    int32_t *of;    // of each triangle: its shell; -1: it is of none
    int32_t *order; // triangles, shell by shell
} gap_shells;

// `grain`: places of grains, in the frame of the mesh. False: out of memory.
bool gap_shells_make(gap_shells *shells, const mesh *mesh, const v3 *grain, int grains);
void gap_shells_clear(gap_shells *shells);
// Is a place, in the frame of the mesh, on the side of a shell where there are no grains?
bool gap_shells_bar(const gap_shells *shells, v3 at);
// 1: grains are where the triangle looks, -1: behind it, 0: on both sides.
int gap_shells_side(const gap_shells *shells, int32_t triangle);

#endif
