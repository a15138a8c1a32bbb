// grain_mesh_features.c - a rounded grain and a mesh by all pairs of their features, as two rounded grains meet (sphero.h).
//
// Each vertex of the core and face of the mesh, edge and edge, corner of the mesh and face of the core has its shortest
// distance, also where that is taken at the rim of a feature. Each is a function of the poses alone and has no jumps, so any
// sum of powers of the overlaps is a potential (Alonso-Marroquin and Wang 2009). Nothing fades: what comes to touch begins at
// an overlap of zero.
#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"

static void add_pair(const mesh_meeting *meeting, v3 on_wall, v3 apart, int64_t feature)
{
    const double square = v3_dot(apart, apart);
    const double limit = meeting->core->radius + meeting->reach;
    if (!(square < limit * limit))
        return;
    if (!(square > 0)) {
        meeting->list->lost++;
        return;
    }
    const double distance = sqrt(square);
    const touch touch = {
        .normal = v3_scale(1 / distance, apart),
        .point = on_wall,
        .gap = distance - meeting->core->radius,
        .feature = feature,
        .weight = 1,
    };
    mesh_add(meeting, &touch, 0);
}

// ---- vertices of the core

// A vertex over the inside of a face: the plane of the face.
static void add_on_plane(const mesh_meeting *meeting, int32_t i, int32_t patch, v3 seen)
{
    const mesh_patch *face = &meeting->mesh->patch[patch];
    const double height = v3_dot(face->normal, seen) - face->offset;
    const double distance = fabs(height);
    const v3 normal = height < 0 ? v3_scale(-1, face->normal) : face->normal;
    touch touch = {
        .gap = distance - meeting->core->radius,
        .normal = q4_rotate(meeting->wall->orientation, normal),
        .feature = mesh_key(MESH_KEY_VERTEX, patch, i),
        .weight = 1,
    };
    touch.point = v3_fma(meeting->pose->turned[i], -distance, touch.normal);
    mesh_add(meeting, &touch, 0);
}

static void add_nearest_of_face(const mesh_meeting *meeting, const near_vertex *vertex,
                                int32_t patch, v3 seen)
{
    const mesh *mesh = meeting->mesh;
    double least = INFINITY;
    bool inside = false;
    v3 apart = {0, 0, 0};
    for (int32_t k = 0; k < vertex->parts; k++) {
        v3 on;
        if (mesh->triangle[vertex->part[k]].patch != patch)
            continue;
        const int place = mesh_closest(mesh, vertex->part[k], seen, &on);
        const v3 way = v3_sub(seen, on);
        const double square = v3_dot(way, way);
        if (!(square < least))
            continue;
        least = square;
        apart = way;
        inside = mesh_is_inside_face(mesh, vertex->part[k], place);
    }
    if (inside) {
        add_on_plane(meeting, vertex->index, patch, seen);
        return;
    }
    const v3 in_space = q4_rotate(meeting->wall->orientation, apart);
    const v3 on_wall = v3_sub(meeting->pose->turned[vertex->index], in_space);
    add_pair(meeting, on_wall, in_space, mesh_key(MESH_KEY_VERTEX, patch, vertex->index));
}

// Faces in the order of their numbers, whatever the order of the list.
static int32_t next_face(const mesh *mesh, const near_vertex *vertex, int32_t after)
{
    int32_t next = INT32_MAX;
    for (int32_t k = 0; k < vertex->parts; k++) {
        const int32_t patch = mesh->triangle[vertex->part[k]].patch;
        if (patch > after && patch < next)
            next = patch;
    }
    return next;
}

void mesh_feature_vertex(const mesh_meeting *meeting, const near_vertex *vertex)
{
    const v3 place = v3_add(meeting->centre, meeting->pose->turned[vertex->index]);
    const v3 seen = ball_wall_seen(meeting->wall, place);
    if (vertex->face > 0) {
        add_on_plane(meeting, vertex->index, vertex->face - 1, seen);
        return;
    }
    const mesh *mesh = meeting->mesh;
    int32_t patch = next_face(mesh, vertex, -1);
    for (; patch != INT32_MAX; patch = next_face(mesh, vertex, patch))
        add_nearest_of_face(meeting, vertex, patch, seen);
}

// ---- edges, and corners of the mesh

void mesh_feature_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1,
                        int32_t of_grain)
{
    const v3 *turned = meeting->pose->turned;
    const int32_t *end = meeting->core->edge[of_grain];
    const segment_pair near = closest_of_segments(m0, m1, turned[end[0]], turned[end[1]]);
    add_pair(meeting, near.on_a, near.apart, mesh_key(MESH_KEY_EDGES, of_wall, of_grain));
}

void mesh_feature_corner(const mesh_meeting *meeting, int32_t corner, v3 point, int32_t face)
{
    const q4 turn = meeting->pose->turn;
    const v3 x = q4_rotate(q4_conjugate(turn), point);
    v3 place;
    mesh_closest_on_face(meeting->core, face, x, &place);
    const v3 apart = q4_rotate(turn, v3_sub(place, x));
    add_pair(meeting, point, apart, mesh_key(MESH_KEY_CORNER, corner, face));
}
