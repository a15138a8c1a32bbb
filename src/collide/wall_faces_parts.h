// wall_faces_parts.h - what the files of wall_faces.h share: the pieces of which a wall's edges are put together.
#ifndef SCREE_COLLIDE_WALL_FACES_PARTS_H
#define SCREE_COLLIDE_WALL_FACES_PARTS_H

#include "collide/wall_faces.h"

#include "base/memory.h"
#include "shape/mesh_joints.h"

// An edge of the mesh that acts, or a part of one (mesh_joints.h).
typedef struct piece {
    int32_t edge;
    int32_t end[2];              // places
    const mesh_stretch *stretch; // NULL: the whole edge
} piece;

typedef struct wall_maker {
    const mesh *mesh;
    wall_faces *faces;
    mesh_joints joints;
    piece *piece; // by edge
    int32_t pieces, places;
    // Places + 1: the pieces that end at place i are around[piece_of[i]] .. around[piece_of[i + 1] - 1].
    int32_t *piece_of;
    int32_t *around;
    bool *taken;    // pieces
    bool *straight; // places inside an edge that was put together
    int64_t side_room, way_room;
    v3 *low, *high;
} wall_maker;

// To a list that grows.
static inline bool wall_add(v3 **list, int64_t *room, int32_t count, v3 vector)
{
    if (!mem_grow((void **)list, room, (int64_t)count + 1, sizeof **list))
        return false;
    (*list)[count] = vector;
    return true;
}

// How many pieces end at a place.
static inline int32_t wall_ends_at(const wall_maker *maker, int32_t place)
{
    return maker->piece_of[place + 1] - maker->piece_of[place];
}

// wall_pieces.c: lists the pieces; makes edges of them, each as long as it goes on on one line between the same faces.
void wall_list_pieces(wall_maker *maker);
bool wall_take_edges(wall_maker *maker); // false without memory

// From an edge into a triangle that has it: unit, across the edge.
v3 wall_into_triangle(const mesh *mesh, const mesh_edge *edge, const mesh_triangle *triangle);

// wall_groups.c: which faces push together.
bool wall_take_groups(wall_maker *maker); // false without memory

// wall_corners.c: the places where edges end, and the directions into the wall there.
bool wall_take_corners(wall_maker *maker);

#endif
