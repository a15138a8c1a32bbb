// grain_mesh_parts.h - what the files of grain_mesh.h share: a grain and a wall that are looked at together.
#ifndef SCREE_COLLIDE_GRAIN_MESH_PARTS_H
#define SCREE_COLLIDE_GRAIN_MESH_PARTS_H

#include "collide/grain_mesh.h"

#include "base/mathlib.h"

typedef struct mesh_meeting {
    const placed_wall *wall;
    const wall_faces *faces;
    const mesh *mesh;
    const grain_pose *g;
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
    return (mesh_meeting){.wall = wall,
                          .faces = wall->faces,
                          .mesh = wall->faces->surface,
                          .g = pose,
                          .core = pose->form->core,
                          .sides = &pose->form->sides,
                          .centre = centre,
                          .offset = v3_sub(wall->position, centre),
                          .sharp = !(pose->form->core->radius > 0)};
}

// A vertex of the wall as seen from the grain's centre; a place seen from there in the frame of the wall.
static inline v3 mesh_vertex_seen(const mesh_meeting *meeting, int32_t v)
{
    return v3_add(meeting->offset, q4_rotate(meeting->wall->orientation, meeting->mesh->vertex[v]));
}
static inline v3 mesh_into_wall(const mesh_meeting *meeting, v3 p)
{
    return q4_rotate(q4_conjugate(meeting->wall->orientation), v3_sub(p, meeting->offset));
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

// Do the faces at an edge, or the edges at a corner, lie behind the plane across n? In the frame of the directions.
static inline double mesh_behind(const v3 *direction, int32_t count, v3 n)
{
    double share = 1;
    for (int32_t i = 0; i < count; i++)
        share = mesh_fade(share, v3_dot(n, direction[i]));
    return share;
}

static inline double mesh_wall_edge(const mesh_meeting *meeting, int32_t e, v3 n)
{
    const wall_faces *faces = meeting->faces;
    return mesh_behind(faces->side + faces->side_of[e], faces->side_of[e + 1] - faces->side_of[e],
                       q4_rotate(q4_conjugate(meeting->wall->orientation), n));
}
static inline double mesh_wall_corner(const mesh_meeting *meeting, int32_t c, v3 n)
{
    const wall_faces *faces = meeting->faces;
    return mesh_behind(faces->way + faces->way_of[c], faces->way_of[c + 1] - faces->way_of[c],
                       q4_rotate(q4_conjugate(meeting->wall->orientation), n));
}
// n points to the grain: its faces lie before the plane.
static inline double mesh_grain_edge(const mesh_meeting *meeting, int32_t e, v3 n)
{
    int8_t sides = meeting->sides->sides[e];
    if (sides < 0)
        return 0;
    return mesh_behind(meeting->sides->side[e], sides,
                       v3_scale(-1, q4_rotate(q4_conjugate(meeting->g->turn), n)));
}
static inline double mesh_grain_vertex(const mesh_meeting *meeting, int32_t v, v3 n)
{
    const grain_sides *sides = meeting->sides;
    return mesh_behind(sides->way + sides->way_of[v], sides->way_of[v + 1] - sides->way_of[v],
                       v3_scale(-1, q4_rotate(q4_conjugate(meeting->g->turn), n)));
}

// The features of a sharp grain at a wall (grain_mesh_sharp.c).
void mesh_sharp_vertex(const mesh_meeting *meeting, int32_t i, const int32_t *triangle,
                       int32_t triangles);
void mesh_sharp_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain);
void mesh_sharp_corner(const mesh_meeting *meeting, int32_t corner, v3 p);

#endif
