// grain_mesh_sharp.c - a sharp grain at the faces, edges and corners of a wall.
//
// The skeleton of the grain (grain_sides.h) tells which way is the shortest out. A face of the wall that cuts the line
// from a vertex to its anchor pushes the vertex back along its own normal. Where several faces are cut, as in the
// corner of a room, the vertex is put on the first of them and tried again: what is still cut pushes too, what was only
// behind the first is not felt. An edge of the wall that cuts the strip of an edge pushes along their common
// perpendicular; a corner of the wall in the grain goes out through the nearest face.
//
// A rounded grain whose core the wall has come into is pushed out in the same way, and by its rounding. What is ahead
// of its core, the features of grain_mesh.c see; at the touch of core and wall both have the same gap and normal.
#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"
#include "shape/mesh_closest.h"

enum { AT_ONCE_MOST = 8 }; // faces that one vertex touches

#define ON_FACE (1 - 1e-9) // of the way from the anchor: what ends here does not cut
#define INSIDE -1e-12      // barycentric, so that no line passes between two triangles

// ---- vertices; all in the frame of the wall

// Is x, on the plane of the triangle, in it? A little is added, so that triangles leave no gaps.
static bool holds(const v3 corner[3], v3 normal, v3 x)
{
    v3 u = v3_sub(corner[1], corner[0]);
    v3 w = v3_sub(corner[2], corner[0]);
    v3 d = v3_sub(x, corner[0]);
    double area = v3_dot(normal, v3_cross(u, w));
    double area_b = v3_dot(normal, v3_cross(d, w));
    double area_c = v3_dot(normal, v3_cross(u, d));
    double b = area_b / area;
    double c = area_c / area;
    double a = (1 - b) - c;
    return b >= INSIDE && c >= INSIDE && a >= INSIDE;
}

// Is x on an edge inside of a face, within the tolerance? There triangles that do not share the edge, or are off the plane, may
// leave a crack.
static bool on_seam(const mesh *mesh, const mesh_triangle *triangle, v3 x)
{
    const double crack = mesh->tolerance * mesh->tolerance;
    for (int k = 0; k < 3; k++) {
        const int32_t edge = triangle->edge[k];
        if (mesh->edge[edge].inner && mesh_square_to_edge(mesh, edge, x) <= crack)
            return true;
    }
    return false;
}

// Is x, on the plane of the face of a triangle, in the triangle?
static bool triangle_holds(const mesh *mesh, int32_t triangle, v3 x)
{
    const mesh_triangle *of = &mesh->triangle[triangle];
    v3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = mesh->vertex[of->vertex[k]];
    return holds(corner, of->normal, x) || on_seam(mesh, of, x);
}

static bool among(const int32_t *list, int count, int32_t what)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == what)
            return true;
    }
    return false;
}

bool mesh_cuts_plane(const mesh_patch *face, v3 from, v3 to, double *share)
{
    const double h0 = mesh_height(face, from);
    const double h1 = mesh_height(face, to);
    if (h0 * h1 > 0 || h0 == h1)
        return false;
    *share = h0 / (h0 - h1);
    return *share <= ON_FACE;
}

bool mesh_cuts_triangle(const mesh *mesh, int32_t triangle, v3 from, v3 to, double *share)
{
    const mesh_patch *face = &mesh->patch[mesh->triangle[triangle].patch];
    if (!mesh_cuts_plane(face, from, to, share))
        return false;
    return triangle_holds(mesh, triangle, v3_fma(from, *share, v3_sub(to, from)));
}

int32_t mesh_first_cut(const mesh *mesh, mesh_numbers near, v3 from, v3 to, mesh_numbers used,
                       double *share)
{
    int32_t first = -1;
    v3 way = v3_sub(to, from);
    *share = ON_FACE;
    for (int32_t i = 0; i < near.count; i++) {
        int32_t number = near.item[i];
        int32_t patch = mesh->triangle[number].patch;
        double at;
        if (among(used.item, used.count, patch) ||
            !mesh_cuts_plane(&mesh->patch[patch], from, to, &at))
            continue;
        bool before = first < 0 || patch < mesh->triangle[first].patch ||
                      (patch == mesh->triangle[first].patch && number < first);
        bool comes_first = at < *share || (at == *share && before);
        if (!comes_first)
            continue;
        v3 place = v3_fma(from, at, way);
        if (!triangle_holds(mesh, number, place))
            continue;
        first = number;
        *share = at;
    }
    return first;
}

static void add_face(const mesh_meeting *meeting, int32_t i, int32_t patch, v3 anchor, v3 tip)
{
    const mesh_patch *face = &meeting->mesh->patch[patch];
    double side = mesh_height(face, anchor) < 0 ? -1 : 1;
    v3 normal = v3_scale(side, face->normal);
    touch touch = {
        .weight = 1,
        .gap = side * mesh_height(face, tip),
        .feature = mesh_key(MESH_KEY_VERTEX, patch, i),
        .normal = q4_rotate(meeting->wall->orientation, normal),
    };
    touch.point = v3_fma(meeting->pose->turned[i], -touch.gap, touch.normal);
    touch.gap -= meeting->core->radius;
    if (meeting->anchored)
        touch.feature = mesh_key(MESH_KEY_THROUGH, patch, i);
    mesh_add(meeting, &touch, 0);
}

// A vertex of the grain, and the faces of the wall that it touches.
typedef struct vertex_at_faces {
    int32_t vertex;
    v3 anchor, tip; // the line on which it came in
    int32_t used[AT_ONCE_MOST];
    int count;
} vertex_at_faces;

// Where it is touched on a triangle of another wall, it is that wall's contact.
static void take_face(const mesh_meeting *meeting, vertex_at_faces *at, int32_t triangle)
{
    const mesh_triangle *of = &meeting->mesh->triangle[triangle];
    const int32_t patch = of->patch;
    if (!of->beside)
        add_face(meeting, at->vertex, patch, at->anchor, at->tip);
    at->used[at->count] = patch;
    at->count++;
}

// The faces that the line cuts: after each it goes on from where the vertex is pushed back onto it.
static void take_cut_faces(const mesh_meeting *meeting, mesh_numbers near, vertex_at_faces *at)
{
    const mesh *mesh = meeting->mesh;
    v3 x = at->tip;
    while (at->count < AT_ONCE_MOST) {
        double share;
        mesh_numbers used = {at->used, at->count};
        int32_t triangle = mesh_first_cut(mesh, near, at->anchor, x, used, &share);
        if (triangle < 0)
            return;
        if (share < MESH_THROUGH)
            meeting->list->lost++;
        take_face(meeting, at, triangle);
        const mesh_patch *face = &mesh->patch[mesh->triangle[triangle].patch];
        x = v3_fma(x, -mesh_height(face, x), face->normal);
    }
}

// Is a face before the tip, within reach, on the side of the anchor?
static bool is_ahead(const mesh_meeting *meeting, const mesh_patch *face, const vertex_at_faces *at)
{
    double above = mesh_height(face, at->tip);
    double inner = mesh_height(face, at->anchor);
    bool same_side = above * inner >= (ON_FACE - 1) * inner * inner; // no place is neither
    return same_side && fabs(above) < meeting->core->radius + meeting->reach;
}

static void take_faces_ahead(const mesh_meeting *meeting, mesh_numbers near, vertex_at_faces *at)
{
    const mesh *mesh = meeting->mesh;
    for (int32_t k = 0; k < near.count && at->count < AT_ONCE_MOST; k++) {
        int32_t triangle = near.item[k];
        int32_t patch = mesh->triangle[triangle].patch;
        const mesh_patch *face = &mesh->patch[patch];
        if (!is_ahead(meeting, face, at) || among(at->used, at->count, patch))
            continue;
        v3 foot = v3_fma(at->tip, -mesh_height(face, at->tip), face->normal);
        if (triangle_holds(mesh, triangle, foot))
            take_face(meeting, at, triangle);
    }
}

// The same where nothing but the inside of one face is near: whatever the line cuts of its plane is in the face.
static void take_lone_face(const mesh_meeting *meeting, int32_t patch, vertex_at_faces *at)
{
    const mesh_patch *face = &meeting->mesh->patch[patch];
    double share;
    const bool is_cut = mesh_cuts_plane(face, at->anchor, at->tip, &share);
    if (is_cut && share < MESH_THROUGH)
        meeting->list->lost++;
    const bool ahead = !is_cut && !meeting->anchored && is_ahead(meeting, face, at);
    if (!is_cut && !ahead)
        return;
    add_face(meeting, at->vertex, patch, at->anchor, at->tip);
    at->count++;
}

bool mesh_sharp_vertex(const mesh_meeting *meeting, const near_vertex *vertex)
{
    const grain_pose *pose = meeting->pose;
    v3 anchor = q4_rotate(pose->turn, meeting->sides->anchor[vertex->index]);
    mesh_numbers near = {vertex->part, vertex->parts};
    vertex_at_faces at = {
        .vertex = vertex->index,
        .anchor = mesh_into_wall(meeting, anchor),
        .tip = mesh_into_wall(meeting, pose->turned[vertex->index]),
    };
    if (vertex->face > 0) {
        take_lone_face(meeting, vertex->face - 1, &at);
        return at.count > 0 || !meeting->anchored;
    }
    take_cut_faces(meeting, near, &at);
    if (meeting->anchored && at.count == 0)
        return false;
    if (meeting->core->radius + meeting->reach > 0)
        take_faces_ahead(meeting, near, &at);
    return true;
}

// ---- edges; as seen from the centre of the grain

static bool cuts(v3 from, v3 to, v3 a, v3 b, v3 c)
{
    const v3 corner[3] = {a, b, c};
    v3 normal = v3_cross(v3_sub(b, a), v3_sub(c, a));
    double h0 = v3_dot(normal, v3_sub(from, a));
    double h1 = v3_dot(normal, v3_sub(to, a));
    if (h0 * h1 > 0 || h0 == h1)
        return false;
    double share = h0 / (h0 - h1);
    v3 place = v3_fma(from, share, v3_sub(to, from));
    return holds(corner, normal, place);
}

bool mesh_sharp_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain)
{
    const grain_pose *pose = meeting->pose;
    const grain_sides *sides = meeting->sides;
    const int32_t *end = meeting->core->edge[of_grain];
    if (sides->sides[of_grain] < 0)
        return false;
    v3 g0 = pose->turned[end[0]];
    v3 g1 = pose->turned[end[1]];
    v3 u = v3_sub(m1, m0);
    v3 v = v3_sub(g1, g0);
    v3 normal = v3_cross(u, v);
    double square = v3_dot(normal, normal);
    double lengths = v3_dot(u, u) * v3_dot(v, v);
    if (square <= CROSSING_ABOVE * lengths)
        return false; // side by side: their ends touch
    v3 a0 = q4_rotate(pose->turn, sides->anchor[end[0]]);
    v3 a1 = q4_rotate(pose->turn, sides->anchor[end[1]]);
    v3 in = v3_sub(v3_add(a0, a1), v3_add(g0, g1));
    double sign = v3_dot(normal, in) < 0 ? -1 : 1;
    normal = v3_scale(sign / sqrt(square), normal);
    double gap = v3_dot(normal, v3_sub(g0, m0));
    if (!(gap < (meeting->anchored ? 0 : meeting->reach)))
        return false;
    if (gap < 0 && !cuts(m0, m1, g0, g1, a1) && !cuts(m0, m1, g0, a1, a0))
        return false;
    segment_pair near = closest_of_segments(m0, m1, g0, g1);
    bool within_wall = near.share_a > 0 && near.share_a < 1;
    bool within_grain = near.share_b > 0 && near.share_b < 1;
    bool met = within_wall && within_grain;
    if (gap >= 0 && !met)
        return false;
    double wall_weight = mesh_wall_edge(meeting, of_wall, normal);
    double grain_weight = mesh_grain_edge(meeting, of_grain, normal);
    touch touch = {
        .normal = normal,
        .gap = gap - meeting->core->radius,
        .point = near.on_a,
        .weight = real_min(wall_weight, grain_weight),
        .feature = mesh_key(MESH_KEY_EDGES, of_wall, of_grain),
    };
    mesh_add(meeting, &touch, 0);
    return true;
}

// ---- corners of the wall, seen from the centre of the grain

bool mesh_sharp_corner(const mesh_meeting *meeting, int32_t corner, v3 point)
{
    const sharp *solid = &meeting->pose->form->solid;
    v3 x = q4_rotate(q4_conjugate(meeting->pose->turn), point);
    sharp_nearest near;
    if (!solid->triangles)
        return false; // an outline
    if (x.x < solid->low.x - meeting->reach || x.y < solid->low.y - meeting->reach ||
        x.z < solid->low.z - meeting->reach)
        return false;
    if (x.x > solid->high.x + meeting->reach || x.y > solid->high.y + meeting->reach ||
        x.z > solid->high.z + meeting->reach)
        return false;
    bool inside = sharp_inside(solid, x);
    if (meeting->anchored && !inside)
        return false;
    if (!sharp_closest(solid, x, inside ? INFINITY : meeting->reach, &near))
        return false;
    v3 out = solid->normal[near.triangle];
    if (near.region != REGION_FACE && near.distance > 0)
        out = v3_unit(inside ? v3_sub(near.place, x) : v3_sub(x, near.place));
    touch touch = {.point = point, .gap = inside ? -near.distance : near.distance};
    touch.gap -= meeting->core->radius;
    touch.normal = v3_scale(-1, q4_rotate(meeting->pose->turn, out));
    touch.weight = mesh_wall_corner(meeting, corner, touch.normal);
    touch.feature = mesh_key(MESH_KEY_CORNER, corner, 0);
    mesh_add(meeting, &touch, 0);
    return true;
}
