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

static bool triangle_holds(const mesh *m, int32_t t, v3 x)
{
    const int32_t *v = m->triangle[t].vertex;
    const v3 corner[3] = {m->vertex[v[0]], m->vertex[v[1]], m->vertex[v[2]]};
    return holds(corner, m->triangle[t].normal, x);
}

static bool among(const int32_t *list, int count, int32_t what)
{
    for (int i = 0; i < count; i++)
        if (list[i] == what)
            return true;
    return false;
}

// The face that the line from .. to cuts first, but for those in used[]; -1: none.
static int32_t first_cut(const mesh *m, const int32_t *triangle, int32_t triangles, v3 from, v3 to,
                         const int32_t *used, int count, double *share)
{
    int32_t first = -1;
    *share = ON_FACE;
    for (int32_t i = 0; i < triangles; i++) {
        const mesh_triangle *t = &m->triangle[triangle[i]];
        v3 a = m->vertex[t->vertex[0]];
        double h0 = v3_dot(t->normal, v3_sub(from, a));
        double h1 = v3_dot(t->normal, v3_sub(to, a));
        if (h0 * h1 > 0 || h0 == h1 || among(used, count, t->patch))
            continue;
        double at = h0 / (h0 - h1);
        if (!(at < *share || (at == *share && t->patch < first)))
            continue;
        if (!triangle_holds(m, triangle[i], v3_fma(from, at, v3_sub(to, from))))
            continue;
        first = t->patch;
        *share = at;
    }
    return first;
}

static double height(const mesh_patch *p, v3 x)
{
    return v3_dot(p->normal, x) - p->offset;
}

static void add_face(const mesh_meeting *q, int32_t i, int32_t patch, v3 anchor, v3 tip)
{
    const mesh_patch *p = &q->mesh->patch[patch];
    double side = height(p, anchor) < 0 ? -1 : 1;
    touch t = {
        .weight = 1, .gap = side * height(p, tip), .feature = mesh_key(MESH_KEY_VERTEX, patch, i)};
    t.normal = q4_rotate(q->wall->orientation, v3_scale(side, p->normal));
    t.point = v3_fma(q->g->turned[i], -t.gap, t.normal);
    mesh_add(q, &t, 0);
}

void mesh_sharp_vertex(const mesh_meeting *q, int32_t i, const int32_t *triangle, int32_t triangles)
{
    const mesh *m = q->mesh;
    int32_t used[AT_ONCE_MOST];
    int count = 0;
    double share;
    v3 anchor = mesh_into_wall(q, q4_rotate(q->g->turn, q->sides->anchor[i]));
    v3 tip = mesh_into_wall(q, q->g->turned[i]);
    for (v3 x = tip; count < AT_ONCE_MOST;) {
        int32_t p = first_cut(m, triangle, triangles, anchor, x, used, count, &share);
        if (p < 0)
            break;
        if (share < THROUGH)
            q->list->lost++;
        add_face(q, i, p, anchor, tip);
        used[count++] = p;
        x = v3_fma(x, -height(&m->patch[p], x), m->patch[p].normal);
    }
    if (!(q->reach > 0))
        return;
    for (int32_t k = 0; k < triangles && count < AT_ONCE_MOST; k++) { // ahead of touch
        int32_t p = m->triangle[triangle[k]].patch;
        double h = height(&m->patch[p], tip);
        bool before = h * height(&m->patch[p], anchor) >= 0 && fabs(h) < q->reach;
        if (!before || among(used, count, p))
            continue;
        if (!triangle_holds(m, triangle[k], v3_fma(tip, -h, m->patch[p].normal)))
            continue;
        add_face(q, i, p, anchor, tip);
        used[count++] = p;
    }
}

// ---- edges; as seen from the centre of the grain

static bool cuts(v3 from, v3 to, v3 a, v3 b, v3 c)
{
    const v3 corner[3] = {a, b, c};
    v3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    double h0 = v3_dot(n, v3_sub(from, a));
    double h1 = v3_dot(n, v3_sub(to, a));
    if (h0 * h1 > 0 || h0 == h1)
        return false;
    return holds(corner, n, v3_fma(from, h0 / (h0 - h1), v3_sub(to, from)));
}

void mesh_sharp_edges(const mesh_meeting *q, int32_t of_wall, v3 m0, v3 m1, int32_t of_grain)
{
    const int32_t *end = q->core->edge[of_grain];
    if (q->sides->sides[of_grain] < 0)
        return;
    v3 g0 = q->g->turned[end[0]];
    v3 g1 = q->g->turned[end[1]];
    v3 u = v3_sub(m1, m0);
    v3 v = v3_sub(g1, g0);
    v3 n = v3_cross(u, v);
    double square = v3_dot(n, n);
    if (square <= CROSSING_ABOVE * (v3_dot(u, u) * v3_dot(v, v)))
        return; // side by side: their ends touch
    v3 a0 = q4_rotate(q->g->turn, q->sides->anchor[end[0]]);
    v3 a1 = q4_rotate(q->g->turn, q->sides->anchor[end[1]]);
    v3 in = v3_sub(v3_add(a0, a1), v3_add(g0, g1));
    n = v3_scale((v3_dot(n, in) < 0 ? -1 : 1) / sqrt(square), n);
    touch t = {.normal = n, .gap = v3_dot(n, v3_sub(g0, m0))};
    if (!(t.gap < q->reach))
        return;
    if (t.gap < 0 && !cuts(m0, m1, g0, g1, a1) && !cuts(m0, m1, g0, a1, a0))
        return;
    segment_pair near = closest_of_segments(m0, m1, g0, g1);
    bool met = near.share_a > 0 && near.share_a < 1 && near.share_b > 0 && near.share_b < 1;
    if (t.gap >= 0 && !met)
        return;
    t.point = near.on_a;
    t.weight = real_min(mesh_wall_edge(q, of_wall, n), mesh_grain_edge(q, of_grain, n));
    t.feature = mesh_key(MESH_KEY_EDGES, of_wall, of_grain);
    mesh_add(q, &t, 0);
}

// ---- corners of the wall, seen from the centre of the grain

void mesh_sharp_corner(const mesh_meeting *q, int32_t corner, v3 p)
{
    const sharp *solid = &q->g->form->solid;
    v3 x = q4_rotate(q4_conjugate(q->g->turn), p);
    sharp_nearest near;
    if (x.x < solid->low.x - q->reach || x.y < solid->low.y - q->reach ||
        x.z < solid->low.z - q->reach)
        return;
    if (x.x > solid->high.x + q->reach || x.y > solid->high.y + q->reach ||
        x.z > solid->high.z + q->reach)
        return;
    bool inside = sharp_inside(solid, x);
    if (!sharp_closest(solid, x, inside ? INFINITY : q->reach, &near))
        return;
    v3 out = solid->normal[near.triangle];
    if (near.region != REGION_FACE && near.distance > 0)
        out = v3_unit(inside ? v3_sub(near.place, x) : v3_sub(x, near.place));
    touch t = {.point = p, .gap = inside ? -near.distance : near.distance};
    t.normal = v3_scale(-1, q4_rotate(q->g->turn, out));
    t.weight = mesh_wall_corner(q, corner, t.normal);
    t.feature = mesh_key(MESH_KEY_CORNER, corner, 0);
    mesh_add(q, &t, 0);
}
