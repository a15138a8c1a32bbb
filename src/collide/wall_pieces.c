// wall_pieces.c - the edges of a wall that act, put together of edges of its mesh and of parts of them.
#include "collide/wall_faces_parts.h"

#include "base/mathlib.h"

static bool acts(const mesh *mesh, int32_t edge)
{
    return mesh->edge[edge].role.part != MESH_PART_PATCH;
}

static bool is_end(const mesh_edge *edge, int32_t vertex)
{
    return edge->vertex[0] == vertex || edge->vertex[1] == vertex;
}

static bool holds(const mesh_triangle *triangle, int32_t vertex)
{
    const int32_t *corner = triangle->vertex;
    return corner[0] == vertex || corner[1] == vertex || corner[2] == vertex;
}

// ---- pieces

static int32_t other_end(const piece *piece, int32_t place)
{
    return piece->end[piece->end[0] == place];
}

static void list_all(wall_maker *maker)
{
    const mesh *mesh = maker->mesh;
    const mesh_joints *joints = &maker->joints;
    int64_t next = 0;
    for (int32_t edge = 0; edge < mesh->edges; edge++) {
        if (!joints->joined[edge] && acts(mesh, edge)) {
            const int32_t *end = mesh->edge[edge].vertex;
            maker->piece[maker->pieces++] = (piece){edge, {end[0], end[1]}, NULL};
        }
        for (; next < joints->stretches && joints->stretch[next].edge == edge; next++) {
            const mesh_stretch *stretch = &joints->stretch[next];
            maker->piece[maker->pieces++] =
                (piece){edge, {stretch->end[0], stretch->end[1]}, stretch};
        }
    }
}

// Which pieces end where, by counting.
static void sort_by_place(wall_maker *maker)
{
    int32_t *start = maker->piece_of;
    for (int32_t i = 0; i < maker->pieces; i++) {
        for (int k = 0; k < 2; k++)
            start[maker->piece[i].end[k]]++;
    }
    for (int32_t place = 1; place <= maker->places; place++)
        start[place] += start[place - 1];
    for (int32_t i = maker->pieces - 1; i >= 0; i--) {
        for (int k = 0; k < 2; k++) {
            const int32_t place = maker->piece[i].end[k];
            start[place]--;
            maker->around[start[place]] = i;
        }
    }
}

// How many triangles are at a piece, and the faces of the first two.
static int32_t faces_at(const mesh *mesh, const piece *piece, int32_t face[2])
{
    const mesh_edge *edge = &mesh->edge[piece->edge];
    const int32_t count = piece->stretch ? piece->stretch->faces : edge->triangles;
    for (int k = 0; k < 2 && k < count; k++) {
        const int32_t of_edge = edge->triangle[k];
        face[k] = piece->stretch ? piece->stretch->face[k] : mesh->triangle[of_edge].patch;
    }
    return count;
}

// Do both lie between the same two faces, or at the border of the same one?
static bool same_faces(const mesh *mesh, const piece *one, const piece *other)
{
    int32_t a[2] = {-1, -1};
    int32_t b[2] = {-1, -1};
    const int32_t count = faces_at(mesh, one, a);
    if (faces_at(mesh, other, b) != count || count > 2)
        return false;
    return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

// Edges and corners belong to the first triangle that has them: where that is of another wall, so are they.
static bool piece_is_beside(const mesh *mesh, const piece *piece)
{
    const int32_t of_edge = mesh->edge[piece->edge].triangle[0];
    const int32_t first = piece->stretch ? piece->stretch->triangle : of_edge;
    return mesh->triangle[first].beside;
}

// The piece that goes on from the piece `index` at its end `place` on the same line; -1: none.
static int32_t goes_on(const wall_maker *maker, int32_t index, int32_t place)
{
    const mesh *mesh = maker->mesh;
    if (wall_ends_at(maker, place) != 2)
        return -1;
    const int32_t *around = maker->around + maker->piece_of[place];
    const int32_t next = around[around[0] == index];
    const piece *own = &maker->piece[index];
    const piece *other = &maker->piece[next];
    const v3 *at = maker->faces->place;
    v3 here = at[place];
    v3 back = v3_sub(at[other_end(own, place)], here);
    v3 on = v3_sub(at[other_end(other, place)], here);
    double shorter = real_min(v3_norm(back), v3_norm(on));
    v3 off = v3_cross(v3_unit(back), v3_unit(on));
    bool straight = v3_norm(off) * shorter <= mesh->tolerance;
    bool line = v3_dot(back, on) < 0 && straight;
    if (!line || !same_faces(mesh, own, other))
        return -1;
    if (piece_is_beside(mesh, own) != piece_is_beside(mesh, other))
        return -1;
    return next;
}

// The last place of the line that goes on from a piece at a place.
static int32_t end_of_line(wall_maker *maker, int32_t index, int32_t place)
{
    int32_t next = goes_on(maker, index, place);
    while (next >= 0 && !maker->taken[next]) {
        maker->taken[next] = true;
        maker->straight[place] = true;
        place = other_end(&maker->piece[next], place);
        next = goes_on(maker, next, place);
    }
    return place;
}

void wall_list_pieces(wall_maker *maker)
{
    list_all(maker);
    sort_by_place(maker);
}

// ---- edges

v3 wall_into_triangle(const mesh *mesh, const mesh_edge *edge, const mesh_triangle *triangle)
{
    v3 from = mesh->vertex[edge->vertex[0]];
    v3 along = v3_sub(mesh->vertex[edge->vertex[1]], from);
    v3 in = v3_unit(v3_cross(triangle->normal, along));
    for (int corner = 0; corner < 3; corner++) {
        int32_t apex = triangle->vertex[corner];
        if (is_end(edge, apex))
            continue;
        v3 to_apex = v3_sub(mesh->vertex[apex], from);
        if (v3_dot(in, to_apex) < 0)
            in = v3_scale(-1, in);
    }
    return in;
}

static bool add_side(wall_maker *maker, v3 side, int32_t *count)
{
    if (!wall_add(&maker->faces->side, &maker->side_room, *count, side))
        return false;
    (*count)++;
    return true;
}

static bool add_sides_of_edge(wall_maker *maker, const mesh_edge *edge, int32_t *count)
{
    const mesh *mesh = maker->mesh;
    int32_t vertex = edge->vertex[0];
    int32_t first = mesh->fan_start[vertex];
    int32_t end = mesh->fan_start[vertex + 1];
    for (int32_t i = first; i < end; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        if (!holds(triangle, edge->vertex[1]))
            continue;
        if (!add_side(maker, wall_into_triangle(mesh, edge, triangle), count))
            return false;
    }
    return true;
}

static bool add_sides(wall_maker *maker, const piece *piece, int32_t *count)
{
    const mesh_stretch *stretch = piece->stretch;
    if (!stretch)
        return add_sides_of_edge(maker, &maker->mesh->edge[piece->edge], count);
    for (int32_t i = 0; i < stretch->sides; i++) {
        if (!add_side(maker, maker->joints.side[stretch->side + i], count))
            return false;
    }
    return true;
}

bool wall_take_edges(wall_maker *maker)
{
    wall_faces *faces = maker->faces;
    int32_t sides = 0;
    for (int32_t i = 0; i < maker->pieces; i++) {
        if (maker->taken[i])
            continue;
        const piece *piece = &maker->piece[i];
        int32_t number = faces->edges;
        maker->taken[i] = true;
        faces->side_of[number] = sides;
        faces->edge[number][0] = end_of_line(maker, i, piece->end[0]);
        faces->edge[number][1] = end_of_line(maker, i, piece->end[1]);
        if (piece_is_beside(maker->mesh, piece))
            continue;
        int32_t at[2];
        faces_at(maker->mesh, piece, at);
        faces->edge_face[number] = at[0];
        faces->edges++;
        if (!add_sides(maker, piece, &sides))
            return false;
    }
    faces->side_of[faces->edges] = sides;
    return true;
}
