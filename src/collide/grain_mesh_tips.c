// grain_mesh_tips.c - how deep the vertices of a sharp grain are in a wall, as functions of the poses alone.
//
// A vertex is behind the wall where the line from its anchor has gone through it (grain_sides.h), and then as deep as
// the surface is near. Under a face that is the distance from its plane, below an edge that sticks out the least of the
// planes beside it, behind an edge that goes in the distance from the edge: all without jumps as the vertex passes from
// one to the other. Walls that stand upright on each other push on their own, each as a plane (wall_groups.c). The line
// that slides over the rim of a sheet is no more through it, so where a rim is nearer to the line than the sheet to the
// vertex, it is the distance from the rim that counts: it is zero where the line goes over.
#include "collide/closest.h"
#include "collide/grain_mesh_parts.h"

#include <math.h>

enum { CUTS_MOST = 8 };
#define SAME_CUT 1e-9 // of the line: faces cut so near to each other meet in an edge

typedef struct tip {
    const mesh_meeting *meeting;
    int32_t vertex;
    mesh_numbers near; // triangles
    v3 anchor, place;  // in the frame of the wall
} tip;

static tip tip_of(const mesh_meeting *meeting, const near_vertex *vertex)
{
    const grain_pose *pose = meeting->pose;
    const v3 anchor = q4_rotate(pose->turn, meeting->sides->anchor[vertex->index]);
    return (tip){
        .meeting = meeting,
        .vertex = vertex->index,
        .near = {vertex->part, vertex->parts},
        .anchor = mesh_into_wall(meeting, anchor),
        .place = mesh_into_wall(meeting, pose->turned[vertex->index]),
    };
}

static const mesh_patch *face_of(const tip *tip, int32_t face)
{
    return &tip->meeting->mesh->patch[face];
}

// The normal of a face on the side of the anchor.
static v3 towards_anchor(const tip *tip, int32_t face)
{
    const mesh_patch *patch = face_of(tip, face);
    return v3_scale(mesh_height(patch, tip->anchor) < 0 ? -1 : 1, patch->normal);
}

// ---- behind the wall or not

// Where the line from the anchor goes through faces, each once, the first one first.
typedef struct cut {
    double share;
    int32_t face;
} cut;

static bool is_known(const cut *list, int count, int32_t face)
{
    for (int i = 0; i < count; i++) {
        if (list[i].face == face)
            return true;
    }
    return false;
}

static int find_cuts(const tip *tip, cut list[CUTS_MOST])
{
    const mesh *mesh = tip->meeting->mesh;
    int count = 0;
    for (int32_t i = 0; i < tip->near.count && count < CUTS_MOST; i++) {
        const int32_t triangle = tip->near.item[i];
        cut cut = {.face = mesh->triangle[triangle].patch};
        if (!mesh_cuts_triangle(mesh, triangle, tip->anchor, tip->place, &cut.share) ||
            is_known(list, count, cut.face))
            continue;
        int at = count++;
        for (; at > 0 && list[at - 1].share > cut.share; at--)
            list[at] = list[at - 1];
        list[at] = cut;
    }
    return count;
}

// What goes in through one face and out through another is not behind the wall, unless the other is the far side of a
// thin plate, through which a grain may have gone.
static bool is_behind(const tip *tip)
{
    cut list[CUTS_MOST];
    const int count = find_cuts(tip, list);
    bool behind = count > 0;
    int entered = 0;
    for (int i = 1; i < count; i++) {
        const bool same = list[i].share - list[i - 1].share <= SAME_CUT;
        const v3 in = towards_anchor(tip, list[entered].face);
        const bool far_side = v3_dot(towards_anchor(tip, list[i].face), in) > MESH_THIN;
        if (same || (behind && far_side))
            continue;
        behind = !behind;
        entered = i;
    }
    return behind;
}

// ---- walls that push on their own

typedef struct front {
    int32_t face, group;
} front;

typedef struct fronts {
    front item[CUTS_MOST];
    int count;
} fronts;

static bool has_group(const fronts *fronts, int32_t group)
{
    for (int i = 0; i < fronts->count; i++) {
        if (fronts->item[i].group == group)
            return true;
    }
    return false;
}

// After each the line goes on from where the vertex is put back onto it.
static void find_fronts(const tip *tip, fronts *out)
{
    const mesh_meeting *meeting = tip->meeting;
    v3 x = tip->place;
    int32_t used[CUTS_MOST];
    out->count = 0;
    for (int32_t count = 0; count < CUTS_MOST; count++) {
        double share;
        const int32_t triangle = mesh_first_cut(meeting->mesh, tip->near, tip->anchor, x,
                                                (mesh_numbers){used, count}, &share);
        if (triangle < 0)
            return;
        const int32_t face = meeting->mesh->triangle[triangle].patch;
        const mesh_patch *patch = face_of(tip, face);
        const int32_t group =
            meeting->faces->group[2 * face + (mesh_height(patch, tip->anchor) < 0)];
        used[count] = face;
        if (has_group(out, group))
            continue;
        if (share < MESH_THROUGH)
            meeting->list->lost++;
        out->item[out->count++] = (front){face, group};
        x = v3_fma(x, -mesh_height(patch, x), patch->normal);
    }
}

// The vertex as one front sees it: put back onto the faces of the others that it is behind.
static v3 seen_from(const tip *tip, const fronts *fronts, int which)
{
    v3 x = tip->place;
    for (int i = 0; i < fronts->count; i++) {
        const mesh_patch *patch = face_of(tip, fronts->item[i].face);
        const double height = mesh_height(patch, x);
        const bool beyond = height * mesh_height(patch, tip->anchor) < 0;
        if (i != which && beyond)
            x = v3_fma(x, -height, patch->normal);
    }
    return x;
}

// ---- the nearest place of a front

static bool is_of_group(const tip *tip, int32_t face, int32_t group)
{
    const int32_t *own = tip->meeting->faces->group + 2 * face;
    return own[0] == group || own[1] == group;
}

typedef struct nearest {
    int32_t triangle, face;
    int kind; // as of mesh_closest
    v3 way;   // from the vertex to the place
    double square;
} nearest;

static nearest nearest_of(const tip *tip, const front *front, v3 x)
{
    const mesh *mesh = tip->meeting->mesh;
    const v3 out = towards_anchor(tip, front->face);
    nearest best = {.triangle = -1, .square = INFINITY};
    for (int32_t i = 0; i < tip->near.count; i++) {
        nearest now = {.triangle = tip->near.item[i]};
        v3 place;
        now.face = mesh->triangle[now.triangle].patch;
        if (!is_of_group(tip, now.face, front->group))
            continue;
        now.kind = mesh_closest(mesh, now.triangle, x, &place);
        now.way = v3_sub(place, x);
        now.square = v3_dot(now.way, now.way);
        const bool nearer =
            now.square < best.square || (now.square == best.square && now.triangle < best.triangle);
        const bool far_side = v3_dot(now.way, out) < -MESH_THIN * sqrt(now.square);
        if (nearer && !far_side)
            best = now;
    }
    return best;
}

// Does the face end at that edge because another front begins there?
static bool ends_at_edge(const tip *tip, const nearest *at, int32_t group)
{
    const mesh *mesh = tip->meeting->mesh;
    const mesh_edge *edge = &mesh->edge[mesh->triangle[at->triangle].edge[at->kind - 1]];
    for (int k = 0; k < 2; k++) {
        const int32_t triangle = edge->triangle[k];
        if (triangle < 0 || triangle == at->triangle)
            continue;
        return !is_of_group(tip, mesh->triangle[triangle].patch, group);
    }
    return false;
}

// The same of a corner, where no other face of the front is.
static bool ends_at_corner(const tip *tip, const nearest *at, int32_t group)
{
    const mesh *mesh = tip->meeting->mesh;
    const int32_t vertex = mesh->triangle[at->triangle].vertex[at->kind - 4];
    bool ends = false;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const int32_t face = mesh->triangle[mesh->fan[i]].patch;
        const bool own = is_of_group(tip, face, group);
        if (own && face != at->face)
            return false;
        ends = ends || !own;
    }
    return ends;
}

static bool is_on_plane(const tip *tip, const nearest *at, int32_t group)
{
    if (at->triangle < 0 || mesh_is_inside_face(tip->meeting->mesh, at->triangle, at->kind))
        return true;
    return at->kind < 4 ? ends_at_edge(tip, at, group) : ends_at_corner(tip, at, group);
}

// ---- contacts

// The place, on the wall, where a vertex is pushed back along the normal.
static void set_normal(const tip *tip, v3 normal, touch *touch)
{
    const mesh_meeting *meeting = tip->meeting;
    touch->normal = q4_rotate(meeting->wall->orientation, normal);
    touch->point = v3_fma(meeting->pose->turned[tip->vertex], -touch->gap, touch->normal);
}

static touch touch_at_face(const tip *tip, int32_t face)
{
    const mesh_patch *patch = face_of(tip, face);
    const double height = mesh_height(patch, tip->place);
    const double side = height > 0 ? -1 : 1;
    touch touch = {
        .gap = side * height,
        .weight = 1,
        .feature = mesh_key(MESH_KEY_VERTEX, face, tip->vertex),
    };
    set_normal(tip, v3_scale(side, patch->normal), &touch);
    return touch;
}

static touch touch_at_valley(const tip *tip, const nearest *at)
{
    const mesh_triangle *triangle = &tip->meeting->mesh->triangle[at->triangle];
    const double distance = sqrt(at->square);
    const bool edge = at->kind < 4;
    const int32_t part = edge ? triangle->edge[at->kind - 1] : triangle->vertex[at->kind - 4];
    touch touch = {
        .gap = -distance,
        .weight = 1,
        .feature = mesh_key(edge ? MESH_KEY_VALLEY : MESH_KEY_CORNER, part, tip->vertex),
    };
    set_normal(tip, v3_scale(distance > 0 ? 1 / distance : 0, at->way), &touch);
    return touch;
}

static touch touch_of_front(const tip *tip, const fronts *fronts, int which)
{
    const front *front = &fronts->item[which];
    const nearest at = nearest_of(tip, front, seen_from(tip, fronts, which));
    if (is_on_plane(tip, &at, front->group))
        return touch_at_face(tip, at.triangle < 0 ? front->face : at.face);
    return touch_at_valley(tip, &at);
}

// Takes the distance of a rim from the line, where that is less.
static void take_rim(const tip *tip, int32_t edge, touch *touch)
{
    const mesh_meeting *meeting = tip->meeting;
    const int32_t *end = meeting->faces->edge[edge];
    const v3 place = meeting->pose->turned[tip->vertex];
    const v3 anchor = q4_rotate(meeting->pose->turn, meeting->sides->anchor[tip->vertex]);
    const v3 from = mesh_place_seen(meeting, end[0]);
    const v3 to = mesh_place_seen(meeting, end[1]);
    const segment_pair near = closest_of_segments(from, to, anchor, place);
    const double distance = v3_norm(near.apart);
    if (!(v3_distance(near.on_a, place) < meeting->sides->deep) || !(distance < -touch->gap))
        return;
    touch->gap = -distance;
    touch->normal = v3_scale(distance > 0 ? -1 / distance : 0, near.apart);
    touch->point = near.on_a;
    touch->feature = mesh_key(MESH_KEY_RIM, edge, tip->vertex);
}

static void take_rims(const tip *tip, const int32_t *edges, touch *touch)
{
    for (int32_t count = *edges++; count > 0; count--) {
        const int32_t edge = edges[0];
        edges += 2 + edges[1];
        if (mesh_is_blade(tip->meeting->faces, edge))
            take_rim(tip, edge, touch);
    }
}

// Nothing but the inside of one face is near: whatever the line cuts of its plane is in the face.
static void depth_under_face(const tip *tip, int32_t face)
{
    const mesh_meeting *meeting = tip->meeting;
    const mesh_patch *patch = face_of(tip, face);
    const bool below = mesh_height(patch, tip->anchor) < 0;
    double share;
    if (!mesh_cuts_plane(patch, tip->anchor, tip->place, &share))
        return;
    if (share < MESH_THROUGH)
        meeting->list->lost++;
    const touch touch = touch_at_face(tip, face);
    mesh_add_depth(meeting, &touch, meeting->faces->group[2 * face + below], 0, 1);
}

void mesh_depth_of_tip(const mesh_meeting *meeting, const near_vertex *vertex, const int32_t *edges)
{
    const tip tip = tip_of(meeting, vertex);
    if (vertex->face > 0) {
        depth_under_face(&tip, vertex->face - 1);
        return;
    }
    if (!is_behind(&tip))
        return;
    fronts fronts;
    find_fronts(&tip, &fronts);
    for (int i = 0; i < fronts.count; i++) {
        touch touch = touch_of_front(&tip, &fronts, i);
        if (i == 0)
            take_rims(&tip, edges, &touch);
        mesh_add_depth(meeting, &touch, fronts.item[i].group, 0, 1);
    }
}
