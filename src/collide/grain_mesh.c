// grain_mesh.c - a grain with a radius at the faces, edges and corners of a wall.
//
// The distance between core and wall is taken where it has a minimum: in the inside of both features, with a normal
// that both of them turn to the other. So each place is one contact, however the faces were cut. What is near is found
// in grain_mesh_near.c, which says how the list is made up.
#include "collide/grain_mesh.h"

#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"
#include "shape/crossing.h"
#include "shape/plate.h"

// ---- contacts of a core with a radius

#define ON_SHEET 1e-6 // of the rounding: so near to a sheet a vertex is on it

// Is a vertex behind a round sheet or a disk, whose facets do not tell that exactly? Of others the nearest place does.
static bool behind_sheet(const mesh_meeting *meeting, int32_t i)
{
    const primitive *shape = meeting->wall->shape;
    if (!meeting->anchored || !meeting->faces->made || !shape->sheet)
        return false;
    v3 anchor = q4_rotate(meeting->pose->turn, meeting->sides->anchor[i]);
    v3 from = mesh_into_wall(meeting, anchor);
    v3 to = mesh_into_wall(meeting, meeting->pose->turned[i]);
    return primitive_crosses(shape, from, to, ON_SHEET * meeting->core->radius);
}

// What pushes a vertex on through a sheet, turned to push it back.
static void turn_round(wall_touch *at, double radius)
{
    double distance = at->gap + radius;
    at->gap = -distance - radius;
    at->normal = v3_scale(-1, at->normal);
}

// On a flat part of a mesh a vertex counts wherever it is, as it does on a plane; at edges and corners, which may be
// nearer to another part of the grain, where its own edges lie behind.
static bool round_vertex(const mesh_meeting *meeting, const near_vertex *vertex)
{
    const placed_wall *wall = meeting->wall;
    double radius = meeting->core->radius;
    const int32_t i = vertex->index;
    v3 place = v3_add(meeting->centre, meeting->pose->turned[i]);
    wall_touch found[WALL_TOUCH_MOST];
    bool behind = behind_sheet(meeting, i);
    double reach = behind ? meeting->reach + meeting->sides->deep : meeting->reach;
    int n = -1;
    if (vertex->face > 0) {
        const ball_seen ball = {place, ball_wall_seen(wall, place), radius, reach};
        n = ball_wall_touches_face(wall, &ball, vertex->face - 1, found);
    }
    if (n < 0) {
        const wall_parts near = {vertex->part, vertex->parts};
        n = ball_wall_touches(wall, place, radius, reach, near, found);
    }
    for (int k = 0; k < n; k++) {
        wall_touch *at = &found[k];
        if (behind)
            turn_round(at, radius);
        bool face = !meeting->faces->made && at->feature >> 40 == 0;
        int64_t which = at->feature & ((INT64_C(1) << 42) - 1);
        touch touch = {
            .point = v3_sub(at->point, meeting->centre),
            .normal = at->normal,
            .gap = at->gap,
            .feature = (int64_t)MESH_KEY_VERTEX << 60 | (int64_t)i << 42 | which,
            .weight = face ? 1 : mesh_grain_vertex(meeting, i, at->normal),
        };
        mesh_add(meeting, &touch, at->curvature);
    }
    return n >= 0;
}

// From a place on the wall to one on the core, a vector `apart`.
static void add_apart(const mesh_meeting *meeting, v3 on_wall, v3 apart, double square,
                      touch *touch)
{
    double distance = sqrt(square);
    touch->normal = v3_scale(1 / distance, apart);
    touch->point = on_wall;
    touch->gap = distance - meeting->core->radius;
}

static bool within_reach(const mesh_meeting *meeting, double square)
{
    double limit = meeting->core->radius + meeting->reach;
    if (!(square > 0))
        meeting->list->lost++;
    return square > 0 && square < limit * limit;
}

static bool inside(double share)
{
    return share > 0 && share < 1;
}

// Next to an end of an edge, where the end itself still fades out, what the edge does fades in.
static double off_ends(double share, v3 from, v3 to, double square)
{
    double length = v3_distance(to, from);
    double along = length * real_min(share, 1 - share);
    double fade = MESH_FADE * sqrt(square);
    return along < fade ? along / fade : 1;
}

static void round_edges(const mesh_meeting *meeting, int32_t of_wall, v3 m0, v3 m1,
                        int32_t of_grain)
{
    const v3 *turned = meeting->pose->turned;
    const int32_t *end = meeting->core->edge[of_grain];
    v3 g0 = turned[end[0]];
    v3 g1 = turned[end[1]];
    segment_pair near = closest_of_segments(m0, m1, g0, g1);
    double square = v3_dot(near.apart, near.apart);
    bool is_inside = inside(near.share_a) && inside(near.share_b);
    if (!is_inside || !within_reach(meeting, square))
        return;
    touch touch = {.feature = mesh_key(MESH_KEY_EDGES, of_wall, of_grain)};
    add_apart(meeting, near.on_a, near.apart, square, &touch);
    double wall_share = mesh_wall_edge(meeting, of_wall, touch.normal);
    double grain_share = mesh_grain_edge(meeting, of_grain, touch.normal);
    double off_a = off_ends(near.share_a, m0, m1, square);
    double off_b = off_ends(near.share_b, g0, g1, square);
    touch.weight = real_min(wall_share, grain_share);
    touch.weight *= off_a * off_b;
    mesh_add(meeting, &touch, 0);
}

static void corner_on_edge(const mesh_meeting *meeting, int32_t corner, v3 point, int32_t of_grain)
{
    const v3 *turned = meeting->pose->turned;
    const int32_t *end = meeting->core->edge[of_grain];
    v3 place;
    v3 g0 = turned[end[0]];
    v3 g1 = turned[end[1]];
    double share = closest_on_segment(point, g0, g1, &place);
    v3 apart = v3_sub(place, point);
    double square = v3_dot(apart, apart);
    if (!inside(share) || !within_reach(meeting, square))
        return;
    touch touch = {.feature = mesh_key(MESH_KEY_CORNER_EDGE, corner, of_grain)};
    add_apart(meeting, point, apart, square, &touch);
    double wall_share = mesh_wall_corner(meeting, corner, touch.normal);
    double grain_share = mesh_grain_edge(meeting, of_grain, touch.normal);
    touch.weight = real_min(wall_share, grain_share) * off_ends(share, g0, g1, square);
    mesh_add(meeting, &touch, 0);
}

#define UPRIGHT                                                                                    \
    1e-12 // of the square of a distance: how far off the foot may be of a place over the inside of a face

static void corner_on_face(const mesh_meeting *meeting, int32_t corner, v3 point, int32_t face)
{
    q4 turn = meeting->pose->turn;
    v3 x = q4_rotate(q4_conjugate(turn), point);
    v3 place;
    double square = mesh_closest_on_face(meeting->core, face, x, &place);
    v3 apart = v3_sub(place, x);
    double up = v3_dot(meeting->sides->normal[face], apart);
    bool aside = square - up * up > UPRIGHT * square;
    bool behind = core_is_plate(meeting->core) && up > 0; // the other side of a plate meets it
    if (aside || behind || !within_reach(meeting, square))
        return;
    touch touch = {.feature = mesh_key(MESH_KEY_CORNER, corner, face)};
    add_apart(meeting, point, q4_rotate(turn, apart), square, &touch);
    touch.weight = mesh_wall_corner(meeting, corner, touch.normal);
    mesh_add(meeting, &touch, 0);
}

// ---- all contacts

static const int32_t *meet_vertices(const mesh_meeting *meeting, const int32_t *near, bool *ok)
{
    for (int32_t k = *near++; k > 0; k--) {
        const near_vertex vertex = {near[0], near[1], near[2], near + 3};
        near = vertex.part + vertex.parts;
        if (meeting->by_features) {
            mesh_feature_vertex(meeting, &vertex);
            continue;
        }
        bool met = (meeting->sharp || (meeting->anchored && !meeting->faces->made)) &&
                   mesh_sharp_vertex(meeting, &vertex);
        if (!meeting->sharp && !met)
            *ok = round_vertex(meeting, &vertex) && *ok;
    }
    return near;
}

static void meet_edge(const mesh_meeting *meeting, int32_t edge, v3 m0, v3 m1, int32_t of_grain)
{
    if (meeting->by_features) {
        mesh_feature_edges(meeting, edge, m0, m1, of_grain);
        return;
    }
    bool met =
        (meeting->sharp || meeting->anchored) && mesh_sharp_edges(meeting, edge, m0, m1, of_grain);
    if (!meeting->sharp && !met)
        round_edges(meeting, edge, m0, m1, of_grain);
}

static const int32_t *meet_edges(const mesh_meeting *meeting, const int32_t *near)
{
    for (int32_t k = *near++; k > 0; k--) {
        int32_t edge = *near++;
        const int32_t *end = meeting->faces->edge[edge];
        v3 m0 = mesh_place_seen(meeting, end[0]);
        v3 m1 = mesh_place_seen(meeting, end[1]);
        for (int32_t number = *near++; number > 0; number--, near++)
            meet_edge(meeting, edge, m0, m1, *near);
    }
    return near;
}

static void meet_corners(const mesh_meeting *meeting, const int32_t *near)
{
    for (int32_t k = *near++; k > 0; k--) {
        int32_t corner = *near++;
        v3 point = mesh_place_seen(meeting, meeting->faces->corner[corner]);
        bool met =
            (meeting->sharp || meeting->anchored) && mesh_sharp_corner(meeting, corner, point);
        for (int32_t number = *near++; number > 0; number--, near++) {
            if (meeting->by_features)
                mesh_feature_corner(meeting, corner, point, *near);
            else if (!met)
                corner_on_face(meeting, corner, point, *near);
        }
        for (int32_t number = *near++; number > 0; number--, near++) {
            if (!met && !meeting->by_features) // else edges have met
                corner_on_edge(meeting, corner, point, *near);
        }
    }
}

// By the overlaps.
static void share(touch *item, int count, bool norm)
{
    for (int i = 0; i < count; i++)
        item[i].depth = real_max(-item[i].gap, 0);
    if (norm)
        touch_share_norm_alike(item, count);
    else
        touch_share_alike(item, count);
}

bool grain_mesh_touches(const grain_at_wall *at, const int32_t *near, touch_list *list,
                        double *curvature)
{
    mesh_meeting meeting = mesh_meeting_of(at->wall, at->pose, at->centre);
    int before = list->count;
    bool ok = true;
    meeting.reach = at->reach;
    meeting.list = list;
    meeting.curvature = curvature;
    meeting.by_features = list->pushes && grain_wall_by_features(at->pose->form, at->wall->faces);
    meeting.by_depths = list->pushes && grain_wall_by_depths(at->pose->form, at->wall->faces);
    if (meeting.by_depths) {
        mesh_meet_by_depths(&meeting, near);
        return true;
    }
    near = meet_vertices(&meeting, near, &ok);
    near = meet_edges(&meeting, near);
    meet_corners(&meeting, near);
    const model_weights weights = meeting.core->weights;
    const bool has_room = list->count > before && list->count <= list->room;
    if (ok && weights != WEIGHTS_SUM && has_room) {
        const bool norm = list->pushes && weights == WEIGHTS_NORM;
        share(list->item + before, list->count - before, norm);
    }
    return ok;
}

// ---- through

// The ends of an edge of what must not be reached: the core, or the anchors of a sharp grain.
static v3 inner_vertex(const mesh_meeting *meeting, int32_t vertex)
{
    const grain_pose *pose = meeting->pose;
    v3 seen = pose->turned[vertex];
    if (meeting->sharp)
        seen = q4_rotate(pose->turn, meeting->sides->anchor[vertex]);
    return mesh_into_wall(meeting, seen);
}

static void inner_edge(const mesh_meeting *meeting, int32_t edge, v3 out[2])
{
    const int32_t *end = meeting->core->edge[edge];
    out[0] = inner_vertex(meeting, end[0]);
    out[1] = inner_vertex(meeting, end[1]);
}

static void corners_of(const mesh *mesh, int32_t triangle, v3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = mesh->vertex[mesh->triangle[triangle].vertex[k]];
}

// A triangle of the grain in the frame of the wall.
static void triangle_in_wall(const mesh_meeting *meeting, int32_t triangle, v3 corner[3])
{
    const int32_t *vertex = meeting->core->triangle[triangle];
    for (int k = 0; k < 3; k++)
        corner[k] = mesh_into_wall(meeting, meeting->pose->turned[vertex[k]]);
}

static bool cuts_face(const mesh_meeting *meeting, const v3 corner[3])
{
    int32_t triangles = meeting->sharp ? 0 : meeting->core->triangles;
    for (int32_t triangle = 0; triangle < triangles; triangle++) {
        v3 of_grain[3];
        triangle_in_wall(meeting, triangle, of_grain);
        for (int k = 0; k < 3; k++) {
            v3 from = corner[k];
            v3 to = corner[(k + 1) % 3];
            if (closest_segment_triangle(from, to, of_grain).cuts)
                return true;
        }
    }
    return false;
}

// Is a place, in the frame of the wall, in a core with faces (by the parity of a line out of it), or in a sharp grain
// as deep as its anchors?
static bool in_anchors(const mesh_meeting *meeting, v3 point)
{
    const sharp *solid = &meeting->pose->form->solid;
    v3 in_space = q4_rotate(meeting->wall->orientation, point);
    v3 seen = v3_add(meeting->offset, in_space);
    v3 own = q4_rotate(q4_conjugate(meeting->pose->turn), seen);
    sharp_nearest near;
    return sharp_inside(solid, own) && !sharp_closest(solid, own, meeting->sides->deep, &near);
}

static bool in_core(const mesh_meeting *meeting, v3 point)
{
    if (meeting->sharp)
        return in_anchors(meeting, point);
    v3 way = v3_make(0.36514837167011072, 0.44721359549995793, 0.81649658092772603);
    v3 out = v3_fma(point, 4 * meeting->pose->radius, way);
    bool odd = false;
    for (int32_t triangle = 0; triangle < meeting->core->triangles; triangle++) {
        v3 of_grain[3];
        triangle_in_wall(meeting, triangle, of_grain);
        odd = odd != closest_segment_triangle(point, out, of_grain).cuts;
    }
    return odd;
}

bool grain_mesh_crosses(const placed_wall *wall, const grain_pose *pose, v3 centre,
                        const int32_t *triangle, int32_t triangles)
{
    mesh_meeting meeting = mesh_meeting_of(wall, pose, centre);
    for (int32_t i = 0; i < triangles; i++) {
        v3 corner[3];
        v3 end[2];
        corners_of(meeting.mesh, triangle[i], corner);
        for (int32_t edge = 0; edge < meeting.core->edges; edge++) {
            inner_edge(&meeting, edge, end);
            if (closest_segment_triangle(end[0], end[1], corner).cuts)
                return true;
        }
        if (cuts_face(&meeting, corner) || in_core(&meeting, corner[0]))
            return true;
    }
    return false;
}
