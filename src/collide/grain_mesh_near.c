// grain_mesh_near.c - what of a grain and of a wall is near each other, as a list of features.
//
// A list of near features holds: the number of vertices, and for each its index, a face, a count and so many triangles (of a
// wall that is no mesh: one, 0). The face is 1 + that of a mesh of whose inside all these triangles are, or 0; for sharp grains
// that is all, and there are no triangles. Then come the
// number of edges of the wall, and for each its index, a count and so many edges of the grain; the number of corners, and for
// each its index, a count and so many faces, a count and so many edges.
#include "collide/grain_mesh.h"

#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"
#include "base/corners.h"

#define LIMIT_SLACK (1 + 1e-6) // for rounding

typedef struct writer {
    int32_t *item;
    int32_t room, count;
} writer;

static void put(writer *writer, int32_t what)
{
    if (writer->count < writer->room)
        writer->item[writer->count] = what;
    writer->count++;
}
static void set(writer *writer, int32_t at, int32_t what)
{
    if (at < writer->room)
        writer->item[at] = what;
}

typedef struct search {
    mesh_meeting meeting;
    double limit, distance; // of features from each other; between grain and wall
    double deep;            // how far into the grain a wall may come, m
    v3 low, high;           // of the grain, in the frame of the wall
    writer out;
} search;

// Where the parts near a vertex go, behind its index, its face and their number.
static int32_t *room_for_parts(writer *writer, int32_t *room)
{
    const int32_t at = writer->count + 3;
    *room = writer->room > at ? writer->room - at : 0;
    return *room ? writer->item + at : NULL;
}

// 1 + the face of a mesh, if nothing but its inside is as near to a vertex as the search looks.
static int32_t lone_face(const search *search, v3 seen, const int32_t *part, int32_t parts)
{
    const mesh_meeting *meeting = &search->meeting;
    int32_t face;
    if (meeting->faces->made || !ball_wall_has_facets(meeting->wall))
        return 0;
    const double clear = mesh_lone_face(meeting->mesh, seen, part, parts, &face);
    return clear > search->limit * LIMIT_SLACK ? 1 + face : 0;
}

// A vertex with the parts of the wall near it, unless there are none. True: it was put.
static bool put_vertex(search *search, int32_t i, int32_t face, int32_t parts)
{
    if (parts == 0 && face == 0)
        return false;
    put(&search->out, i);
    put(&search->out, face);
    put(&search->out, parts);
    search->out.count += parts;
    return true;
}

// A sharp grain does not ask for the triangles of a face that is all there is.
static bool near_sharp_vertex(search *search, int32_t i)
{
    const mesh_meeting *meeting = &search->meeting;
    const v3 seen = mesh_into_wall(meeting, meeting->pose->turned[i]);
    const int32_t face = mesh_face_around(meeting->mesh, seen, search->limit * LIMIT_SLACK);
    if (face != MESH_MIXED)
        return put_vertex(search, i, face == MESH_NOTHING ? 0 : 1 + face, 0);
    int32_t room;
    int32_t *out = room_for_parts(&search->out, &room);
    return put_vertex(search, i, 0, mesh_near(meeting->mesh, seen, search->limit, out, room));
}

static bool near_round_vertex(search *search, int32_t i)
{
    const mesh_meeting *meeting = &search->meeting;
    const v3 place = v3_add(meeting->centre, meeting->pose->turned[i]);
    const v3 seen = mesh_into_wall(meeting, meeting->pose->turned[i]);
    int32_t parts;
    int32_t room;
    int32_t *out = room_for_parts(&search->out, &room);
    if (meeting->anchored && !meeting->faces->made)
        parts = mesh_near(meeting->mesh, seen, search->limit, out, room);
    else
        parts = ball_wall_near(meeting->wall, place, search->deep, search->distance, out, room);
    const bool listed = parts > 0 && parts <= room;
    return put_vertex(search, i, listed ? lone_face(search, seen, out, parts) : 0, parts);
}

static void near_vertices(search *search)
{
    int32_t head = search->out.count;
    int32_t count = 0;
    put(&search->out, 0);
    for (int32_t i = 0; i < search->meeting.core->vertices; i++) {
        if (search->meeting.sharp)
            count += near_sharp_vertex(search, i);
        else
            count += near_round_vertex(search, i);
    }
    set(&search->out, head, count);
}

// Does one box lie by more than `limit` below the other, along any axis?
static bool below(v3 high, v3 low, double limit)
{
    return high.x + limit < low.x || high.y + limit < low.y || high.z + limit < low.z;
}

// Are the boxes around two segments farther apart than `limit`?
static bool beside(v3 a0, v3 a1, v3 b0, v3 b1, double limit)
{
    const v3 low_a = v3_min(a0, a1);
    const v3 high_a = v3_max(a0, a1);
    const v3 low_b = v3_min(b0, b1);
    const v3 high_b = v3_max(b0, b1);
    return below(high_a, low_b, limit) || below(high_b, low_a, limit);
}

// Writes a count, and the edges of the grain near the segment, which may be a point. False: none, nothing is written.
static bool put_edges(search *search, v3 m0, v3 m1)
{
    const mesh_meeting *meeting = &search->meeting;
    int32_t head = search->out.count;
    int32_t count = 0;
    put(&search->out, 0);
    for (int32_t edge = 0; edge < meeting->core->edges; edge++) {
        v3 g0 = meeting->pose->turned[meeting->core->edge[edge][0]];
        v3 g1 = meeting->pose->turned[meeting->core->edge[edge][1]];
        if (beside(m0, m1, g0, g1, search->limit))
            continue;
        v3 apart = closest_of_segments(m0, m1, g0, g1).apart;
        if (!(v3_dot(apart, apart) < search->limit * search->limit))
            continue;
        put(&search->out, edge);
        count++;
    }
    set(&search->out, head, count);
    return count > 0;
}

// Is a segment nearer than `distance` to a sharp grain with a depth field, or in it?
static bool is_in_field(const search *search, v3 from, v3 to)
{
    const depth_field *field = &search->meeting.pose->form->depths;
    const q4 back = q4_conjugate(search->meeting.pose->turn);
    if (field->groups == 0)
        return false;
    from = q4_rotate(back, from);
    to = q4_rotate(back, to);
    double first = 0;
    double last = 1;
    for (int32_t k = 0; k < field->group[0].faces; k++) {
        const double high = (field->height[k] + search->distance) * LIMIT_SLACK;
        const double begin = high - v3_dot(field->normal[k], from);
        const double end = high - v3_dot(field->normal[k], to);
        if (begin < 0 && end < 0)
            return false;
        if (begin < 0)
            first = real_max(first, begin / (begin - end));
        else if (end < 0)
            last = real_min(last, begin / (begin - end));
    }
    return first <= last;
}

static void near_edges(search *search)
{
    const mesh_meeting *meeting = &search->meeting;
    int32_t head = search->out.count;
    int32_t count = 0;
    box_walk walk;
    put(&search->out, 0);
    box_walk_begin(&walk, &meeting->faces->by_edge, search->low, search->high);
    for (int32_t edge = box_walk_next(&walk); edge >= 0; edge = box_walk_next(&walk)) {
        const int32_t *end = meeting->faces->edge[edge];
        int32_t before = search->out.count;
        const v3 from = mesh_place_seen(meeting, end[0]);
        const v3 to = mesh_place_seen(meeting, end[1]);
        put(&search->out, edge);
        const bool near = put_edges(search, from, to) || is_in_field(search, from, to);
        if (near)
            count++;
        else
            search->out.count = before;
    }
    set(&search->out, head, count);
}

// The nearest point of a face of the grain to x, both in the frame of the grain; the square of the distance.
double mesh_closest_on_face(const model_core *core, int32_t face, v3 x, v3 *place)
{
    double least = INFINITY;
    for (int32_t triangle = core->face[face]; triangle < core->face[face + 1]; triangle++) {
        const int32_t *vertex = core->triangle[triangle];
        const v3 corner[3] = {core->vertex[vertex[0]], core->vertex[vertex[1]],
                              core->vertex[vertex[2]]};
        v3 on = closest_on_triangle(x, corner).place;
        v3 apart = v3_sub(x, on);
        if (!(v3_dot(apart, apart) < least))
            continue;
        least = v3_dot(apart, apart);
        *place = on;
    }
    return least;
}

static bool put_faces(search *search, v3 point)
{
    const model_core *core = search->meeting.core;
    int32_t head = search->out.count;
    int32_t count = 0;
    v3 x = q4_rotate(q4_conjugate(search->meeting.pose->turn), point);
    v3 place;
    put(&search->out, 0);
    for (int32_t face = 0; face < core->faces; face++) {
        if (fabs(v3_dot(search->meeting.sides->normal[face],
                        v3_sub(x, core->vertex[core->triangle[core->face[face]][0]]))) >
            search->limit)
            continue;
        if (!(mesh_closest_on_face(core, face, x, &place) < search->limit * search->limit))
            continue;
        put(&search->out, face);
        count++;
    }
    set(&search->out, head, count);
    return count > 0;
}

// Corners of the wall; of a sharp grain all that are in the box around it.
static void near_corners(search *search)
{
    const mesh_meeting *meeting = &search->meeting;
    int32_t head = search->out.count;
    int32_t count = 0;
    box_walk walk;
    put(&search->out, 0);
    box_walk_begin(&walk, &meeting->faces->by_corner, search->low, search->high);
    for (int32_t corner = box_walk_next(&walk); corner >= 0; corner = box_walk_next(&walk)) {
        v3 x = meeting->faces->place[meeting->faces->corner[corner]];
        v3 point = mesh_place_seen(meeting, meeting->faces->corner[corner]);
        if (x.x < search->low.x || x.y < search->low.y || x.z < search->low.z)
            continue;
        if (x.x > search->high.x || x.y > search->high.y || x.z > search->high.z)
            continue;
        int32_t before = search->out.count;
        put(&search->out, corner);
        bool near = meeting->sharp;
        if (meeting->sharp) {
            put(&search->out, 0);
            put(&search->out, 0);
        } else {
            near = put_faces(search, point);
            near = put_edges(search, point, point) || near;
        }
        if (near)
            count++;
        else
            search->out.count = before;
    }
    set(&search->out, head, count);
}

int32_t grain_mesh_near(const placed_wall *wall, const grain_pose *pose, v3 centre, double distance,
                        int32_t *list, int32_t room)
{
    search search = {
        .meeting = mesh_meeting_of(wall, pose, centre),
        .distance = distance,
        .out = {list, room, 0},
    };
    search.deep = search.meeting.core->radius;
    if (search.meeting.sharp || search.meeting.anchored)
        search.deep = real_max(search.deep, search.meeting.sides->deep);
    search.limit = distance + search.deep;
    for (int32_t i = 0; i < search.meeting.core->vertices; i++) {
        v3 x = mesh_into_wall(&search.meeting, pose->turned[i]);
        if (i == 0)
            search.low = search.high = x;
        search.low = v3_min(search.low, x);
        search.high = v3_max(search.high, x);
    }
    v3 wide = v3_make(search.limit, search.limit, search.limit);
    search.low = v3_sub(search.low, wide);
    search.high = v3_add(search.high, wide);
    near_vertices(&search);
    near_edges(&search);
    near_corners(&search);
    return search.out.count;
}
