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
    bool anchored;    // a rounded core that may be in the wall
    bool by_features; // a rounded core and a mesh whose pushes have a potential
    bool by_depths;   // a sharp one with a depth field
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
        .anchored = pose->anchored && pose->form->core->radius > 0 && pose->form->sides.anchor,
    };
}

// A vertex of the grain in a list of near features (grain_mesh_near.c).
typedef struct near_vertex {
    int32_t index;
    int32_t face; // 1 + the face of which alone its parts are; 0: none is alone
    int32_t parts;
    const int32_t *part;
} near_vertex;

// A place of the wall's faces as seen from the grain's centre; a place seen from there in the frame of the wall.
static inline v3 mesh_place_seen(const mesh_meeting *meeting, int32_t index)
{
    v3 place = meeting->faces->place[index];
    v3 turned = q4_rotate(meeting->wall->orientation, place);
    return v3_add(meeting->offset, turned);
}
static inline v3 mesh_into_wall(const mesh_meeting *meeting, v3 point)
{
    q4 back = q4_conjugate(meeting->wall->orientation);
    return q4_rotate(back, v3_sub(point, meeting->offset));
}

// Adds a contact, whose share of the stiffness is still to be found, if it has one and is below reach.
static inline void mesh_add(const mesh_meeting *meeting, const touch *touch, double curvature)
{
    touch_list *list = meeting->list;
    if (!(touch->gap < meeting->reach) || !(touch->weight > 0))
        return;
    if (list->count < list->room)
        meeting->curvature[list->count] = curvature;
    touch_add(list, *touch);
    if (list->count <= list->room)
        list->item[list->count - 1].fade = touch->weight;
}

// Keys: which kind of pair, and which two features.
enum {
    MESH_KEY_VERTEX,
    MESH_KEY_EDGES,
    MESH_KEY_CORNER,
    MESH_KEY_CORNER_EDGE,
    MESH_KEY_THROUGH, // a vertex of a rounded core behind a face
    MESH_KEY_VALLEY,  // a vertex behind where faces meet
    MESH_KEY_RIM,     // and the line from its anchor beside a rim
};
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

// A normal as seen in the frame of the wall; its opposite in the frame of the grain.
static inline v3 mesh_normal_of_wall(const mesh_meeting *meeting, v3 normal)
{
    return q4_rotate(q4_conjugate(meeting->wall->orientation), normal);
}
static inline v3 mesh_opposite_of_grain(const mesh_meeting *meeting, v3 normal)
{
    v3 own = q4_rotate(q4_conjugate(meeting->pose->turn), normal);
    return v3_scale(-1, own);
}

static inline double mesh_wall_edge(const mesh_meeting *meeting, int32_t edge, v3 normal)
{
    const wall_faces *faces = meeting->faces;
    int32_t first = faces->side_of[edge];
    int32_t count = faces->side_of[edge + 1] - first;
    v3 own = mesh_normal_of_wall(meeting, normal);
    return mesh_behind(faces->side + first, count, own);
}
static inline double mesh_wall_corner(const mesh_meeting *meeting, int32_t corner, v3 normal)
{
    const wall_faces *faces = meeting->faces;
    int32_t first = faces->way_of[corner];
    int32_t count = faces->way_of[corner + 1] - first;
    v3 own = mesh_normal_of_wall(meeting, normal);
    return mesh_behind(faces->way + first, count, own);
}
// `normal` points to the grain: its faces lie before the plane.
static inline double mesh_grain_edge(const mesh_meeting *meeting, int32_t edge, v3 normal)
{
    const grain_sides *sides = meeting->sides;
    int8_t count = sides->sides[edge];
    if (count < 0)
        return 0;
    v3 opposite = mesh_opposite_of_grain(meeting, normal);
    return mesh_behind(sides->side[edge], count, opposite);
}
static inline double mesh_grain_vertex(const mesh_meeting *meeting, int32_t vertex, v3 normal)
{
    const grain_sides *sides = meeting->sides;
    int32_t first = sides->way_of[vertex];
    int32_t count = sides->way_of[vertex + 1] - first;
    v3 opposite = mesh_opposite_of_grain(meeting, normal);
    return mesh_behind(sides->way + first, count, opposite);
}

// The features of a core at a wall that has come in (grain_mesh_sharp.c), with the rounding on top: of sharp grains also
// those ahead of touch, of anchored ones only these, for which they return true.
bool mesh_sharp_vertex(const mesh_meeting *meeting, const near_vertex *vertex);
bool mesh_sharp_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain);
bool mesh_sharp_corner(const mesh_meeting *meeting, int32_t corner, v3 point);

// By all pairs of features (grain_mesh_features.c).
void mesh_feature_vertex(const mesh_meeting *meeting, const near_vertex *vertex);
void mesh_feature_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1,
                        int32_t of_grain);
void mesh_feature_corner(const mesh_meeting *meeting, int32_t corner, v3 point, int32_t face);

// What the line from an anchor to a vertex of the grain meets of the faces, in the frame of the wall (grain_mesh_sharp.c).
typedef struct mesh_numbers {
    const int32_t *item;
    int32_t count;
} mesh_numbers;
static inline double mesh_height(const mesh_patch *patch, v3 x)
{
    return v3_dot(patch->normal, x) - patch->offset;
}
#define MESH_THROUGH                                                                               \
    0.05 // of the line: a face nearer to the anchor has nearly gone by: the grain is too deep
// Does the line cut the plane of a face, or a triangle, before its end? *share: where.
bool mesh_cuts_plane(const mesh_patch *face, v3 from, v3 to, double *share);
bool mesh_cuts_triangle(const mesh *mesh, int32_t triangle, v3 from, v3 to, double *share);
// A triangle of the face that the line cuts first, but for those in `used`; -1: none.
int32_t mesh_first_cut(const mesh *mesh, mesh_numbers near, v3 from, v3 to, mesh_numbers used,
                       double *share);

// By depths: all contacts, with their shares (grain_mesh_depths.c); the vertices of the grain, of which `edges` are the
// edges of the wall near them, as they stand in the list of what is near (grain_mesh_tips.c).
void mesh_meet_by_depths(const mesh_meeting *meeting, const int32_t *near);
void mesh_depth_of_tip(const mesh_meeting *meeting, const near_vertex *vertex,
                       const int32_t *edges);

// Is an edge of the wall a rim, or nearly one: with less than 41 degrees between its sides?
#define MESH_THIN 0.75
static inline bool mesh_is_blade(const wall_faces *faces, int32_t edge)
{
    const v3 *side = faces->side + faces->side_of[edge];
    const int32_t sides = faces->side_of[edge + 1] - faces->side_of[edge];
    return sides == 1 || (sides == 2 && v3_dot(side[0], side[1]) > MESH_THIN);
}

// Weights and overlaps of these contacts (grain_mesh_share.c); `scale` is one over the length of the field. How many are left.
int mesh_share_depths(touch *item, int count, double scale);

// Adds a contact of those, whose share is still to be found: of a group of the wall, and for an edge what its depths add
// up to.
static inline void mesh_add_depth(const mesh_meeting *meeting, const touch *touch, int32_t group,
                                  double third, double fourth)
{
    touch_list *list = meeting->list;
    if (!(touch->gap < 0))
        return;
    if (list->count < list->room)
        meeting->curvature[list->count] = 0;
    touch_add(list, *touch);
    if (list->count > list->room)
        return;
    struct touch *added = &list->item[list->count - 1];
    added->joins = group;
    added->fade = third;
    added->depth = fourth;
}

// Is the place of a triangle that mesh_closest names inside of the face?
static inline bool mesh_is_inside_face(const mesh *mesh, int32_t index, int place)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    if (place == 0)
        return true;
    if (place < 4)
        return mesh->edge[triangle->edge[place - 1]].inner;
    return mesh->vertex_role[triangle->vertex[place - 4]].part == MESH_PART_PATCH;
}

// grain_mesh_near.c
// The nearest point of a face of the grain to x, both in the frame of the grain; the square of the distance.
double mesh_closest_on_face(const model_core *core, int32_t face, v3 x, v3 *place);

#endif
