// grain_mesh_depths.c - a sharp grain and a wall with faces by depths: an exact potential.
//
// The vertices of the grain are some way behind the wall (grain_mesh_tips.c), and edges of the wall that stick out are in
// the grain, each place as deep as the depth field of the grain says (depths.h). With d_i for the vertices, s the way
// along the edges, d the depth there, l the length of the field and c = |sum of the sides at an edge|/sqrt(2), which is 1
// where an edge is square and falls with the angle by which the wall bends,
//     Q = integral of c d^4 ds/l,    D = (sum of d_i^8 + Q^2)^(1/8)
// is the overlap, and E(D) the energy, a function of the poses alone. Contacts are the vertices, of the weight (d_i/D)^7,
// and what of each edge lies under one face of the grain, of the weight Q (integral of c d^3 ds/l)/D^7: the gradient. The sum
// of c over the edges of a bent surface does not depend on how finely it is cut (it tends to the integral of its mean
// curvature), nor so do forces.
//
// Walls that push on their own, groups (wall_groups.c), have an overlap and an energy each.
#include "collide/axes.h"
#include "collide/depth_room.h"
#include "collide/depth_soft.h"
#include "collide/depth_walk.h"
#include "collide/grain_mesh_parts.h"

#include <math.h>

#define OVER_SQUARE 0.7071067811865476 // 1/sqrt(2)
#define FAINT 1e-10                    // a slope that is nothing
#define LEANS 1e-9                     // by how much a side may lean over where an edge sticks out

// ---- edges of the wall

enum { SIDES_MOST = 8 };

// Is the grain on a side of the wall or not?
typedef struct met_side {
    int32_t group;
    bool met;
} met_side;

// The grain as edges are in it.
typedef struct field_view {
    const mesh_meeting *meeting;
    const depth_field *field;
    m3 axes;
    double scale;              // 1/l
    met_side side[SIDES_MOST]; // that are known
    int sides;
} field_view;

// An edge that sticks out.
typedef struct ridge {
    double counts;
    int32_t group;
    bool blade; // with hardly anything behind it
} ridge;

// How much the sides at an edge bend: for more than two the least of all pairs.
static double bend_of(const v3 *side, int32_t count)
{
    double least = 2; // of a rim
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < i; j++)
            least = real_min(least, v3_norm(v3_add(side[i], side[j])));
    }
    return least;
}

// False where walls go on all around.
static bool sticks_out(const wall_faces *faces, int32_t edge, v3 *out)
{
    const v3 *side = faces->side + faces->side_of[edge];
    const int32_t count = faces->side_of[edge + 1] - faces->side_of[edge];
    v3 sum = v3_make(0, 0, 0);
    for (int32_t i = 0; i < count; i++)
        sum = v3_sub(sum, side[i]);
    const double length = v3_norm(sum);
    if (!(length > 0))
        return false;
    *out = v3_scale(1 / length, sum);
    for (int32_t i = 0; i < count; i++) {
        if (v3_dot(*out, side[i]) > LEANS)
            return false;
    }
    return true;
}

static bool find_ridge(const mesh_meeting *meeting, int32_t edge, ridge *out)
{
    const wall_faces *faces = meeting->faces;
    const v3 *side = faces->side + faces->side_of[edge];
    const int32_t count = faces->side_of[edge + 1] - faces->side_of[edge];
    v3 way;
    if (!sticks_out(faces, edge, &way))
        return false;
    const mesh_patch *face = &meeting->mesh->patch[faces->edge_face[edge]];
    const bool rim = count == 1;
    const double above = rim ? mesh_height(face, mesh_into_wall(meeting, v3_make(0, 0, 0)))
                             : v3_dot(face->normal, way);
    out->counts = OVER_SQUARE * bend_of(side, count);
    out->group = faces->group[2 * faces->edge_face[edge] + (above < 0)];
    out->blade = mesh_is_blade(faces, edge);
    return true;
}

// ---- on which side the grain is

enum { LINE_MOST = 256, CUTS_MOST = 32 };
#define AT_EDGE                                                                                    \
    (1 - 1e-6) // of the line to a place on an edge: what is cut beyond is the faces at the edge
#define SAME_CUT 1e-9 // of the line: faces cut so near to each other meet in an edge

// Does a line go through the wall an odd number of times?
static bool is_odd(const mesh *mesh, v3 from, v3 to)
{
    int32_t near[LINE_MOST];
    double cut[CUTS_MOST];
    int cuts = 0;
    const int found = mesh_near_line(mesh, from, to, 0, near, LINE_MOST);
    for (int i = 0; i < found && i < LINE_MOST && cuts < CUTS_MOST; i++) {
        double share;
        if (!mesh_cuts_triangle(mesh, near[i], from, to, &share) || share > AT_EDGE)
            continue;
        bool known = false;
        for (int k = 0; k < cuts; k++)
            known = known || fabs(cut[k] - share) <= SAME_CUT;
        if (!known)
            cut[cuts++] = share;
    }
    return cuts % 2 == 1;
}

// Is a place, seen from an edge, between two of its sides?
static bool is_between(const v3 *side, int32_t count, v3 place)
{
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < i; j++) {
            const double turn = v3_dot(side[i], side[j]);
            const double by_i = v3_dot(side[i], place);
            const double by_j = v3_dot(side[j], place);
            if (by_i > turn * by_j && by_j > turn * by_i)
                return true;
        }
    }
    return false;
}

// Is the grain on the side to which an edge sticks out? Its inner place sees the place on the edge from there, or through
// the wall from the other side.
static bool is_outside(const field_view *view, int32_t edge, v3 place)
{
    const mesh_meeting *meeting = view->meeting;
    const wall_faces *faces = meeting->faces;
    const v3 inner = axes_to_space(&view->axes, meeting->pose->form->inner);
    const v3 on_edge = axes_to_space(&view->axes, place);
    const v3 from = mesh_into_wall(meeting, inner);
    const v3 to = mesh_into_wall(meeting, on_edge);
    const int32_t first = faces->side_of[edge];
    const int32_t count = faces->side_of[edge + 1] - first;
    const bool between = is_between(faces->side + first, count, v3_sub(from, to));
    return between == is_odd(meeting->mesh, from, to);
}

// The same once for all edges of a group.
static bool is_met(field_view *view, const ridge *ridge, int32_t edge, v3 place)
{
    if (ridge->blade)
        return true;
    for (int i = 0; i < view->sides; i++) {
        if (view->side[i].group == ridge->group)
            return view->side[i].met;
    }
    const bool met = is_outside(view, edge, place);
    if (view->sides < SIDES_MOST)
        view->side[view->sides++] = (met_side){ridge->group, met};
    return met;
}

static void add_pieces(field_view *view, const edge_walk *walk, const course *course,
                       const ridge *ridge, int32_t edge)
{
    const v3 way = v3_sub(walk->to, walk->from);
    const double length = v3_norm(way) * view->scale * ridge->counts;
    for (int i = 0; i < course->count; i++) {
        edge_sums sums;
        if (!edge_sums_of(walk, course, i, view->scale, &sums))
            continue;
        const int32_t face = edge_plane(walk, course->piece[i].row);
        const v3 place = v3_fma(walk->from, sums.moment / sums.third, way);
        const v3 out = axes_to_space(&view->axes, view->field->normal[face]);
        if (!is_met(view, ridge, edge, place))
            return;
        const touch touch = {
            .point = axes_to_space(&view->axes, place),
            .normal = v3_scale(-1, out),
            .gap = -sums.fourth / sums.third,
            .feature = mesh_key(MESH_KEY_EDGES, edge, view->field->number[face]),
        };
        mesh_add_depth(view->meeting, &touch, ridge->group, length * sums.third,
                       length * sums.fourth);
    }
}

static void find_row(const depth_field *field, v3 place, double *row)
{
    for (int32_t k = 0; k < field->faces; k++) {
        const double along = v3_dot(field->normal[k], place);
        row[k] = field->height[k] - along;
    }
}

static void depth_of_edge(field_view *view, int32_t edge)
{
    const mesh_meeting *meeting = view->meeting;
    const depth_field *field = view->field;
    const int32_t *end = meeting->faces->edge[edge];
    v3 from = mesh_place_seen(meeting, end[0]);
    v3 to = mesh_place_seen(meeting, end[1]);
    double row[2][DEPTH_FACES_MOST];
    course course;
    ridge ridge;
    if (!depth_clip_edge(field, &from, &to) || !find_ridge(meeting, edge, &ridge))
        return;
    const edge_walk walk = {
        .field = field,
        .from = axes_to_body(&view->axes, from),
        .to = axes_to_body(&view->axes, to),
        .row_from = row[0],
        .row_to = row[1],
        .of_hull = field->group[0].faces,
    };
    find_row(field, walk.from, row[0]);
    find_row(field, walk.to, row[1]);
    if (!edge_course(&walk, &course))
        return;
    meeting->list->lost += course.full;
    add_pieces(view, &walk, &course, &ridge, edge);
}

// ---- corners of the wall

// Is the grain on that side, as its edges have found?
static bool is_known_met(const field_view *view, int32_t group)
{
    for (int i = 0; i < view->sides; i++) {
        if (view->side[i].group == group)
            return view->side[i].met;
    }
    return false;
}

static bool is_sheet(const wall_faces *faces, int32_t corner)
{
    const mesh *mesh = faces->surface;
    const int32_t vertex = faces->corner[corner];
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int k = 0; k < 3; k++) {
            const mesh_edge *edge = &mesh->edge[triangle->edge[k]];
            if (edge->triangles == 1 && (edge->vertex[0] == vertex || edge->vertex[1] == vertex))
                return true;
        }
    }
    return false;
}

// The group that pushes to where the corner sticks out; -1: the grain is not there.
static int32_t group_of_corner(const field_view *view, int32_t corner)
{
    const mesh_meeting *meeting = view->meeting;
    const wall_faces *faces = meeting->faces;
    const mesh_patch *face = &meeting->mesh->patch[faces->corner_face[corner]];
    const int32_t *group = faces->group + 2 * faces->corner_face[corner];
    if (is_sheet(faces, corner))
        return group[mesh_height(face, mesh_into_wall(meeting, v3_make(0, 0, 0))) < 0];
    v3 out = v3_make(0, 0, 0);
    for (int32_t i = faces->way_of[corner]; i < faces->way_of[corner + 1]; i++)
        out = v3_sub(out, faces->way[i]);
    const int32_t own = group[v3_dot(face->normal, out) < 0];
    return is_known_met(view, own) ? own : -1;
}

typedef struct wall_corner {
    int32_t number, group;
    double counts;
    v3 point;
} wall_corner;

// `first`: what its depth counts in the sum of all; of the same corner's other faces 0.
static void add_corner(const field_view *view, const wall_corner *corner, int32_t face,
                       double depth, double slope, bool first)
{
    const v3 out = axes_to_space(&view->axes, view->field->normal[face]);
    const touch touch = {
        .point = corner->point,
        .normal = v3_scale(-1, out),
        .gap = -depth,
        .weight = first ? corner->counts : 0,
        .feature = mesh_key(MESH_KEY_CORNER_EDGE, corner->number, view->field->number[face]),
    };
    mesh_add_depth(view->meeting, &touch, corner->group, 0, corner->counts * slope);
}

static void add_convex(const field_view *view, const wall_corner *corner, v3 place)
{
    const depth_field *field = view->field;
    depth_soft soft;
    bool first = true;
    if (!depth_soft_at(field, place, &soft))
        return;
    for (int32_t k = 0; k < field->faces; k++) {
        const double slope =
            depth_soft_slope(&soft, field->height[k] - v3_dot(field->normal[k], place));
        if (slope < FAINT)
            continue;
        add_corner(view, corner, k, soft.depth, slope, first);
        first = false;
    }
}

static void depth_of_corner(const field_view *view, int32_t number)
{
    const mesh_meeting *meeting = view->meeting;
    const depth_field *field = view->field;
    const wall_faces *faces = meeting->faces;
    wall_corner corner = {
        .number = number,
        .counts = faces->corner_counts[number],
        .point = mesh_place_seen(meeting, faces->corner[number]),
    };
    const bool near = v3_norm(corner.point) < field->radius;
    if (!near || !(corner.counts > 0))
        return;
    const v3 place = axes_to_body(&view->axes, corner.point);
    int32_t face;
    const double depth = depth_at(field, place, &face);
    if (!(depth > 0))
        return;
    corner.group = group_of_corner(view, number);
    if (corner.group >= 0 && field->groups == 1)
        add_convex(view, &corner, place);
    else if (corner.group >= 0)
        add_corner(view, &corner, face, depth, 1, true);
}

// ---- all contacts

static const int32_t *past_vertices(const int32_t *near)
{
    for (int32_t count = *near++; count > 0; count--)
        near += 3 + near[2];
    return near;
}

void mesh_meet_by_depths(const mesh_meeting *meeting, const int32_t *near)
{
    const depth_field *field = &meeting->pose->form->depths;
    field_view view = {
        .meeting = meeting,
        .field = field,
        .axes = axes_of(meeting->pose->turn),
        .scale = 1 / field->length,
    };
    touch_list *list = meeting->list;
    const int before = list->count;
    const int32_t *edges = past_vertices(near);
    for (int32_t count = *near++; count > 0; count--) {
        const near_vertex vertex = {near[0], near[1], near[2], near + 3};
        near = vertex.part + vertex.parts;
        mesh_depth_of_tip(meeting, &vertex, edges);
    }
    for (int32_t count = *edges++; count > 0; count--) {
        depth_of_edge(&view, edges[0]);
        edges += 2 + edges[1];
    }
    for (int32_t count = *edges++; count > 0; count--) {
        depth_of_corner(&view, edges[0]);
        edges += 2 + edges[1];
        edges += 1 + edges[0];
    }
    if (list->count > before && list->count <= list->room)
        list->count =
            before + mesh_share_depths(list->item + before, list->count - before, view.scale);
}
