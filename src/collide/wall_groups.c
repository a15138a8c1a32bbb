// wall_groups.c - which faces of a wall push a sharp grain together, as one body would.
//
// A face has two sides, and a grain is at one of them. Over an edge that sticks out to that side both faces are of one
// body: a corner of the grain below them is pushed out by the nearer one. In an edge that goes in, two walls of a room
// push on their own where they stand at right angles or narrower, and are one surface where they are wider apart.
// Sides that are joined so, from edge to edge, are a group.
//
// A corner counts by what the angles of the faces around it lack to a whole turn, its curvature (Descartes), over that
// of the corner of a cube. A sheet is closed by its other side.
#include "collide/wall_faces_parts.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <math.h>

#define UPRIGHT 0.02 // cosine between the normals of walls that push on their own, at most
#define LEVEL 1e-9   // sine by which an edge of faces in one plane may bend

static int32_t root_of(int32_t *group, int32_t i)
{
    while (group[i] != i) {
        group[i] = group[group[i]];
        i = group[i];
    }
    return i;
}

static void join(int32_t *group, int32_t a, int32_t b)
{
    a = root_of(group, a);
    b = root_of(group, b);
    if (a < b)
        group[b] = a;
    else
        group[a] = b;
}

// The side of `other` that goes on from the side of `one` with that normal, over an edge from which `in` leads into
// `one` and `on` into `other`; -1: they push on their own.
static int32_t side_beyond(v3 normal, v3 in, v3 on, v3 other)
{
    const double up = v3_dot(normal, on);
    const double alike = v3_dot(normal, other);
    if (fabs(up) <= LEVEL)
        return v3_dot(in, on) < 0 ? alike < 0 : -1;
    const bool turned = up * v3_dot(other, in) < 0; // both sides see the other face alike
    if (up > 0 && (turned ? -alike : alike) < UPRIGHT)
        return -1;
    return turned;
}

// Two faces at an edge, and the ways into them.
typedef struct edge_sides {
    int32_t face[2];
    v3 way[2];
} edge_sides;

static void join_over(const mesh *mesh, const edge_sides *at, int32_t *group)
{
    if (at->face[0] == at->face[1])
        return;
    const v3 normal = mesh->patch[at->face[0]].normal;
    const v3 beyond = mesh->patch[at->face[1]].normal;
    for (int side = 0; side < 2; side++) {
        const v3 up = v3_scale(side ? -1 : 1, normal);
        const int32_t to = side_beyond(up, at->way[0], at->way[1], beyond);
        if (to >= 0)
            join(group, 2 * at->face[0] + side, 2 * at->face[1] + to);
    }
}

static void join_all(const wall_maker *maker, int32_t *group)
{
    const mesh *mesh = maker->mesh;
    const mesh_joints *joints = &maker->joints;
    edge_sides at;
    for (int32_t i = 0; i < mesh->edges; i++) {
        const mesh_edge *edge = &mesh->edge[i];
        if (edge->triangle[0] < 0 || edge->triangle[1] < 0)
            continue;
        for (int k = 0; k < 2; k++) {
            const mesh_triangle *triangle = &mesh->triangle[edge->triangle[k]];
            at.face[k] = triangle->patch;
            at.way[k] = wall_into_triangle(mesh, edge, triangle);
        }
        join_over(mesh, &at, group);
    }
    for (int64_t i = 0; i < joints->stretches; i++) {
        const mesh_stretch *stretch = &joints->stretch[i];
        if (stretch->faces != 2 || stretch->sides != 2)
            continue;
        for (int k = 0; k < 2; k++) {
            at.face[k] = stretch->face[k];
            at.way[k] = joints->side[stretch->side + k];
        }
        join_over(mesh, &at, group);
    }
}

// ---- corners

static double angle_at(const mesh *mesh, int32_t triangle, int32_t vertex)
{
    const int32_t *corner = mesh->triangle[triangle].vertex;
    v3 way[2];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        if (corner[k] != vertex && count < 2)
            way[count++] = v3_unit(v3_sub(mesh->vertex[corner[k]], mesh->vertex[vertex]));
    }
    return real_acos(real_max(-1, real_min(1, v3_dot(way[0], way[1]))));
}

static bool is_at_rim(const mesh *mesh, int32_t triangle, int32_t vertex)
{
    for (int k = 0; k < 3; k++) {
        const mesh_edge *edge = &mesh->edge[mesh->triangle[triangle].edge[k]];
        const bool ends = edge->vertex[0] == vertex || edge->vertex[1] == vertex;
        if (ends && edge->triangles == 1)
            return true;
    }
    return false;
}

static double counts_of(const mesh *mesh, int32_t vertex)
{
    double angle = 0;
    bool rim = false;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        angle += angle_at(mesh, mesh->fan[i], vertex);
        rim = rim || is_at_rim(mesh, mesh->fan[i], vertex);
    }
    const double lacks = rim ? 2 * (PI - angle) : 2 * PI - angle;
    return real_max(0, real_min(1, lacks / (0.5 * PI)));
}

// Where triangles meet that do not share the corner, edges alone count.
static bool weigh_corners(wall_maker *maker)
{
    const mesh *mesh = maker->mesh;
    wall_faces *faces = maker->faces;
    faces->corner_counts = mem_array(faces->corners, sizeof *faces->corner_counts);
    faces->corner_face = mem_array(faces->corners, sizeof *faces->corner_face);
    if (!faces->corner_counts || !faces->corner_face)
        return false;
    for (int32_t i = 0; i < faces->corners; i++) {
        const int32_t place = faces->corner[i];
        const bool of_joint = place >= mesh->vertices || maker->joints.at_joint[place];
        faces->corner_counts[i] = of_joint ? 0 : counts_of(mesh, place);
        faces->corner_face[i] =
            of_joint ? -1 : mesh->triangle[mesh->fan[mesh->fan_start[place]]].patch;
    }
    return true;
}

bool wall_take_groups(wall_maker *maker)
{
    const mesh *mesh = maker->mesh;
    const int32_t sides = 2 * mesh->patches;
    int32_t *group = mem_array(sides, sizeof *group);
    maker->faces->group = group;
    if (!group)
        return false;
    for (int32_t i = 0; i < sides; i++)
        group[i] = i;
    join_all(maker, group);
    for (int32_t i = 0; i < sides; i++)
        group[i] = root_of(group, i);
    return weigh_corners(maker);
}
