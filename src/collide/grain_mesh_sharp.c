// grain_mesh_sharp.c - a sharp grain at the faces, edges and corners of a wall.
//
// The skeleton of the grain (grain_sides.h) tells which way is the shortest out. A face of the wall that cuts the line
// from a vertex to its anchor pushes the vertex back along its own normal. Where several faces are cut, as in the
// corner of a room, the vertex is put on the first of them and tried again: what is still cut pushes too, what was only
// behind the first is not felt. An edge of the wall that cuts the strip of an edge pushes along their common
// perpendicular; a corner of the wall in the grain goes out through the nearest face.
#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"

enum { AT_ONCE_MOST = 8 }; // faces that one vertex touches

#define ON_FACE (1 - 1e-9) // of the way from the anchor: what ends here does not cut
#define THROUGH 0.05       // a face nearer to the anchor has nearly gone by: the grain is too deep
#define INSIDE -1e-12      // barycentric, so that no line passes between two triangles

// ---- vertices; all in the frame of the wall

// Is x, on the plane of the triangle, in it? A little is added, so that triangles leave no gaps.
static bool holds(const v3 corner[3], v3 normal, v3 x)
{
    v3 u = v3_sub(corner[1], corner[0]);
    v3 w = v3_sub(corner[2], corner[0]);
    v3 d = v3_sub(x, corner[0]);
    double area = v3_dot(normal, v3_cross(u, w));
    double b = v3_dot(normal, v3_cross(d, w)) / area;
    double c = v3_dot(normal, v3_cross(u, d)) / area;
    return b >= INSIDE && c >= INSIDE && (1 - b) - c >= INSIDE;
}

static bool triangle_holds(const mesh *mesh, int32_t triangle, v3 x)
{
    const int32_t *vertex = mesh->triangle[triangle].vertex;
    const v3 corner[3] = {mesh->vertex[vertex[0]], mesh->vertex[vertex[1]],
                          mesh->vertex[vertex[2]]};
    return holds(corner, mesh->triangle[triangle].normal, x);
}

static bool among(const int32_t *list, int count, int32_t what)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == what)
            return true;
    }
    return false;
}

typedef struct numbers {
    const int32_t *item;
    int32_t count;
} numbers;

// The face that the line from .. to cuts first, but for those in `used`; -1: none.
static int32_t first_cut(const mesh *mesh, numbers near, v3 from, v3 to, numbers used,
                         double *share)
{
    int32_t first = -1;
    *share = ON_FACE;
    for (int32_t i = 0; i < near.count; i++) {
        const mesh_triangle *mesh_triangle = &mesh->triangle[near.item[i]];
        v3 a = mesh->vertex[mesh_triangle->vertex[0]];
        double h0 = v3_dot(mesh_triangle->normal, v3_sub(from, a));
        double h1 = v3_dot(mesh_triangle->normal, v3_sub(to, a));
        if (h0 * h1 > 0 || h0 == h1 || among(used.item, used.count, mesh_triangle->patch))
            continue;
        double at = h0 / (h0 - h1);
        if (!(at < *share || (at == *share && mesh_triangle->patch < first)))
            continue;
        if (!triangle_holds(mesh, near.item[i], v3_fma(from, at, v3_sub(to, from))))
            continue;
        first = mesh_triangle->patch;
        *share = at;
    }
    return first;
}

static double height(const mesh_patch *patch, v3 x)
{
    return v3_dot(patch->normal, x) - patch->offset;
}

static void add_face(const mesh_meeting *meeting, int32_t i, int32_t patch, v3 anchor, v3 tip)
{
    const mesh_patch *mesh_patch = &meeting->mesh->patch[patch];
    double side = height(mesh_patch, anchor) < 0 ? -1 : 1;
    touch touch = {
        .weight = 1,
        .gap = side * height(mesh_patch, tip),
        .feature = mesh_key(MESH_KEY_VERTEX, patch, i),
    };
    touch.normal = q4_rotate(meeting->wall->orientation, v3_scale(side, mesh_patch->normal));
    touch.point = v3_fma(meeting->pose->turned[i], -touch.gap, touch.normal);
    mesh_add(meeting, &touch, 0);
}

void mesh_sharp_vertex(const mesh_meeting *meeting, int32_t i, const int32_t *triangle,
                       int32_t triangles)
{
    const mesh *mesh = meeting->mesh;
    int32_t used[AT_ONCE_MOST];
    int count = 0;
    double share;
    v3 anchor = mesh_into_wall(meeting, q4_rotate(meeting->pose->turn, meeting->sides->anchor[i]));
    v3 tip = mesh_into_wall(meeting, meeting->pose->turned[i]);
    for (v3 x = tip; count < AT_ONCE_MOST;) {
        int32_t patch = first_cut(mesh, (numbers){triangle, triangles}, anchor, x,
                                  (numbers){used, count}, &share);
        if (patch < 0)
            break;
        if (share < THROUGH)
            meeting->list->lost++;
        add_face(meeting, i, patch, anchor, tip);
        used[count++] = patch;
        x = v3_fma(x, -height(&mesh->patch[patch], x), mesh->patch[patch].normal);
    }
    if (!(meeting->reach > 0))
        return;
    for (int32_t k = 0; k < triangles && count < AT_ONCE_MOST; k++) { // ahead of touch
        int32_t patch = mesh->triangle[triangle[k]].patch;
        double above = height(&mesh->patch[patch], tip);
        bool before =
            above * height(&mesh->patch[patch], anchor) >= 0 && fabs(above) < meeting->reach;
        if (!before || among(used, count, patch))
            continue;
        if (!triangle_holds(mesh, triangle[k], v3_fma(tip, -above, mesh->patch[patch].normal)))
            continue;
        add_face(meeting, i, patch, anchor, tip);
        used[count++] = patch;
    }
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
    return holds(corner, normal, v3_fma(from, h0 / (h0 - h1), v3_sub(to, from)));
}

void mesh_sharp_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain)
{
    const int32_t *end = meeting->core->edge[of_grain];
    if (meeting->sides->sides[of_grain] < 0)
        return;
    v3 g0 = meeting->pose->turned[end[0]];
    v3 g1 = meeting->pose->turned[end[1]];
    v3 u = v3_sub(m1, m0);
    v3 v = v3_sub(g1, g0);
    v3 normal = v3_cross(u, v);
    double square = v3_dot(normal, normal);
    if (square <= CROSSING_ABOVE * (v3_dot(u, u) * v3_dot(v, v)))
        return; // side by side: their ends touch
    v3 a0 = q4_rotate(meeting->pose->turn, meeting->sides->anchor[end[0]]);
    v3 a1 = q4_rotate(meeting->pose->turn, meeting->sides->anchor[end[1]]);
    v3 in = v3_sub(v3_add(a0, a1), v3_add(g0, g1));
    normal = v3_scale((v3_dot(normal, in) < 0 ? -1 : 1) / sqrt(square), normal);
    touch touch = {.normal = normal, .gap = v3_dot(normal, v3_sub(g0, m0))};
    if (!(touch.gap < meeting->reach))
        return;
    if (touch.gap < 0 && !cuts(m0, m1, g0, g1, a1) && !cuts(m0, m1, g0, a1, a0))
        return;
    segment_pair near = closest_of_segments(m0, m1, g0, g1);
    bool met = near.share_a > 0 && near.share_a < 1 && near.share_b > 0 && near.share_b < 1;
    if (touch.gap >= 0 && !met)
        return;
    touch.point = near.on_a;
    touch.weight = real_min(mesh_wall_edge(meeting, of_wall, normal),
                            mesh_grain_edge(meeting, of_grain, normal));
    touch.feature = mesh_key(MESH_KEY_EDGES, of_wall, of_grain);
    mesh_add(meeting, &touch, 0);
}

// ---- corners of the wall, seen from the centre of the grain

void mesh_sharp_corner(const mesh_meeting *meeting, int32_t corner, v3 point)
{
    const sharp *solid = &meeting->pose->form->solid;
    v3 x = q4_rotate(q4_conjugate(meeting->pose->turn), point);
    sharp_nearest near;
    if (x.x < solid->low.x - meeting->reach || x.y < solid->low.y - meeting->reach ||
        x.z < solid->low.z - meeting->reach)
        return;
    if (x.x > solid->high.x + meeting->reach || x.y > solid->high.y + meeting->reach ||
        x.z > solid->high.z + meeting->reach)
        return;
    bool inside = sharp_inside(solid, x);
    if (!sharp_closest(solid, x, inside ? INFINITY : meeting->reach, &near))
        return;
    v3 out = solid->normal[near.triangle];
    if (near.region != REGION_FACE && near.distance > 0)
        out = v3_unit(inside ? v3_sub(near.place, x) : v3_sub(x, near.place));
    touch touch = {.point = point, .gap = inside ? -near.distance : near.distance};
    touch.normal = v3_scale(-1, q4_rotate(meeting->pose->turn, out));
    touch.weight = mesh_wall_corner(meeting, corner, touch.normal);
    touch.feature = mesh_key(MESH_KEY_CORNER, corner, 0);
    mesh_add(meeting, &touch, 0);
}
