// grain_mesh_parts.h - what the files of grain_mesh.h share: a grain and a wall that are looked at together.
#ifndef SCREE_COLLIDE_GRAIN_MESH_PARTS_H
#define SCREE_COLLIDE_GRAIN_MESH_PARTS_H

#include "collide/grain_mesh.h"

#include "base/mathlib.h"

typedef struct mesh_meeting {
    const placed_wall *wall;
    const wall_faces *faces;
    const mesh *mesh;
    const grain_pose *pose;
    const model_core *core;
    const grain_sides *sides;
    v3 centre, offset; // of the grain; from it to the reference point of the wall
    bool sharp;
    double reach;
    touch_list *list;
    double *curvature;
} mesh_meeting;

static inline mesh_meeting mesh_meeting_of(const placed_wall *wall, const grain_pose *pose,
                                           v3 centre)
{
    return (mesh_meeting){
        .wall = wall,
        .faces = wall->faces,
        .mesh = wall->faces->surface,
        .pose = pose,
        .core = pose->form->core,
        .sides = &pose->form->sides,
        .centre = centre,
        .offset = v3_sub(wall->position, centre),
        .sharp = !(pose->form->core->radius > 0),
    };
}

// A vertex of the wall as seen from the grain's centre; a place seen from there in the frame of the wall.
static inline v3 mesh_vertex_seen(const mesh_meeting *meeting, int32_t vertex)
{
    return v3_add(meeting->offset,
                  q4_rotate(meeting->wall->orientation, meeting->mesh->vertex[vertex]));
}
static inline v3 mesh_into_wall(const mesh_meeting *meeting, v3 point)
{
    return q4_rotate(q4_conjugate(meeting->wall->orientation), v3_sub(point, meeting->offset));
}

// Adds a contact, whose share of the stiffness is still to be found, if it has one and is below reach.
static inline void mesh_add(const mesh_meeting *meeting, const touch *touch, double curvature)
{
    if (!(touch->gap < meeting->reach) || !(touch->weight > 0))
        return;
    if (meeting->list->count < meeting->list->room)
        meeting->curvature[meeting->list->count] = curvature;
    touch_add(meeting->list, *touch);
    if (meeting->list->count <= meeting->list->room)
        meeting->list->item[meeting->list->count - 1].fade = touch->weight;
}

// Keys: which kind of pair, and which two features.
enum { MESH_KEY_VERTEX, MESH_KEY_EDGES, MESH_KEY_CORNER, MESH_KEY_CORNER_EDGE };
static inline int64_t mesh_key(int kind, int32_t of_wall, int32_t of_grain)
{
    return (int64_t)kind << 60 | (int64_t)of_wall << 28 |
           of_grain; // features of grains are below 2^28
}

// A pair of features counts in full where its normal is among the directions of both, and fades out within this sine
// beyond, so that contacts do not come and go at once where a grain lies flat.
#define MESH_FADE 0.05
static inline double mesh_fade(double share, double beyond)
{
    return real_min(share, beyond > 0 ? real_max(0, 1 - beyond / MESH_FADE) : 1);
}

// Do the faces at an edge, or the edges at a corner, lie behind the plane across `normal`? In the frame of the
// directions.
static inline double mesh_behind(const v3 *direction, int32_t count, v3 normal)
{
    double share = 1;
    for (int32_t i = 0; i < count; i++)
        share = mesh_fade(share, v3_dot(normal, direction[i]));
    return share;
}

static inline double mesh_wall_edge(const mesh_meeting *meeting, int32_t edge, v3 normal)
{
    const wall_faces *faces = meeting->faces;
    return mesh_behind(faces->side + faces->side_of[edge],
                       faces->side_of[edge + 1] - faces->side_of[edge],
                       q4_rotate(q4_conjugate(meeting->wall->orientation), normal));
}
static inline double mesh_wall_corner(const mesh_meeting *meeting, int32_t corner, v3 normal)
{
    const wall_faces *faces = meeting->faces;
    return mesh_behind(faces->way + faces->way_of[corner],
                       faces->way_of[corner + 1] - faces->way_of[corner],
                       q4_rotate(q4_conjugate(meeting->wall->orientation), normal));
}
// `normal` points to the grain: its faces lie before the plane.
static inline double mesh_grain_edge(const mesh_meeting *meeting, int32_t edge, v3 normal)
{
    int8_t sides = meeting->sides->sides[edge];
    if (sides < 0)
        return 0;
    return mesh_behind(meeting->sides->side[edge], sides,
                       v3_scale(-1, q4_rotate(q4_conjugate(meeting->pose->turn), normal)));
}
static inline double mesh_grain_vertex(const mesh_meeting *meeting, int32_t vertex, v3 normal)
{
    const grain_sides *sides = meeting->sides;
    return mesh_behind(sides->way + sides->way_of[vertex],
                       sides->way_of[vertex + 1] - sides->way_of[vertex],
                       v3_scale(-1, q4_rotate(q4_conjugate(meeting->pose->turn), normal)));
}

// The features of a sharp grain at a wall (grain_mesh_sharp.c).
void mesh_sharp_vertex(const mesh_meeting *meeting, int32_t i, const int32_t *triangle,
                       int32_t triangles);
void mesh_sharp_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain);
void mesh_sharp_corner(const mesh_meeting *meeting, int32_t corner, v3 point);

// grain_mesh_near.c
// The nearest point of a face of the grain to x, both in the frame of the grain; the square of the distance.
double mesh_closest_on_face(const model_core *core, int32_t face, v3 x, v3 *place);

#endif
