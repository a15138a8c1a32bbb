// mesh_joints_cut.c - cuts edges where what lies at them changes, and keeps the stretches that act (mesh_joints.h).
#include "shape/mesh_joints_parts.h"

#include "base/memory.h"

#include <stdlib.h>

#define OPPOSED (-MESH_SMOOTH_COSINE) // of two sides: one face goes on from one to the other

// One edge that is worked on.
typedef struct cutter {
    const mesh *mesh;
    mesh_joints *out;
    joint_line line;
    const joint *joint; // those at it
    int64_t joints;
    double *cut; // shares of the length
    int64_t cuts, cut_room;
    int32_t *own; // triangles that have the edge
    int64_t owns, own_room;
} cutter;

// What is at a stretch.
typedef struct meeting {
    mesh_stretch stretch;
    bool flat;   // the inside of one face
    bool copied; // an edge that comes before lies here
} meeting;

// ---- cuts

static int compare_shares(const void *left, const void *right)
{
    const double first = *(const double *)left;
    const double second = *(const double *)right;
    return first < second ? -1 : first > second;
}

static bool add_cut(cutter *cutter, double share)
{
    const double least = JOINT_ONE_PLACE * cutter->mesh->tolerance / cutter->line.length;
    if (share < least || share > 1 - least)
        return true;
    if (!MEM_GROW(cutter->cut, cutter->cut_room, cutter->cuts + 1))
        return false;
    cutter->cut[cutter->cuts++] = share;
    return true;
}

static bool find_cuts(cutter *cutter)
{
    const double least = JOINT_ONE_PLACE * cutter->mesh->tolerance / cutter->line.length;
    int64_t kept = 0;
    cutter->cuts = 0;
    for (int64_t i = 0; i < cutter->joints; i++) {
        const stretch *part = &cutter->joint[i].part;
        if (!add_cut(cutter, part->from) || !add_cut(cutter, part->to))
            return false;
    }
    if (cutter->cuts)
        qsort(cutter->cut, (size_t)cutter->cuts, sizeof *cutter->cut, compare_shares);
    for (int64_t i = 0; i < cutter->cuts; i++) {
        if (!kept || cutter->cut[i] > cutter->cut[kept - 1] + least)
            cutter->cut[kept++] = cutter->cut[i];
    }
    cutter->cuts = kept;
    return true;
}

// The vertex of a triangle at the edge where it is cut, or a place of its own; -1 without memory.
static int32_t place_of_cut(const cutter *cutter, double share)
{
    const mesh *mesh = cutter->mesh;
    mesh_joints *out = cutter->out;
    const v3 at = v3_fma(cutter->line.from, share, cutter->line.along);
    const double near = 2 * JOINT_ONE_PLACE * mesh->tolerance;
    for (int64_t i = 0; i < cutter->joints; i++) {
        const int32_t *corner = mesh->triangle[cutter->joint[i].triangle].vertex;
        for (int k = 0; k < 3; k++) {
            if (v3_distance(mesh->vertex[corner[k]], at) <= near)
                return corner[k];
        }
    }
    for (int64_t i = 0; i < out->places; i++) {
        if (v3_distance(out->place[i], at) <= near)
            return mesh->vertices + (int32_t)i;
    }
    if (!MEM_GROW(out->place, out->place_room, out->places + 1))
        return -1;
    out->place[out->places] = at;
    return mesh->vertices + (int32_t)out->places++;
}

// ---- what is at a stretch

static bool add_side(mesh_joints *out, v3 side)
{
    if (!MEM_GROW(out->side, out->side_room, out->sides + 1))
        return false;
    out->side[out->sides++] = side;
    return true;
}

static void meet(meeting *meeting, const mesh *mesh, int32_t triangle)
{
    mesh_stretch *stretch = &meeting->stretch;
    if (stretch->faces < 2)
        stretch->face[stretch->faces] = mesh->triangle[triangle].patch;
    stretch->faces++;
    if (triangle < stretch->triangle)
        stretch->triangle = triangle;
}

static bool covers(const joint *joint, double share)
{
    return joint->part.from <= share && share <= joint->part.to;
}

static v3 side_of_own(const cutter *cutter, int32_t triangle)
{
    const mesh *mesh = cutter->mesh;
    const int32_t *end = mesh->edge[cutter->line.edge].vertex;
    const int32_t *corner = mesh->triangle[triangle].vertex;
    v3 side = v3_unit(v3_cross(mesh->triangle[triangle].normal, cutter->line.way));
    for (int k = 0; k < 3; k++) {
        const v3 arm = v3_sub(mesh->vertex[corner[k]], cutter->line.from);
        const bool is_apex = corner[k] != end[0] && corner[k] != end[1];
        if (is_apex && v3_dot(side, arm) < 0)
            side = v3_scale(-1, side);
    }
    return side;
}

// Do two triangles go on from one to the other as one face? Sides that are not of the same patch make none.
static bool is_flat(const cutter *cutter, const int32_t *patch, int32_t from, int32_t sides)
{
    const v3 *side = cutter->out->side + from;
    for (int32_t i = 0; i < sides; i++) {
        for (int32_t j = 0; j < i; j++) {
            if (patch[i] == patch[j] && v3_dot(side[i], side[j]) < OPPOSED)
                return true;
        }
    }
    return false;
}

enum { SIDES_MOST = 64 }; // more at one edge are not looked at for flatness

// Takes the sides of all triangles at a share of the edge. False without memory.
static bool meet_all(const cutter *cutter, double share, meeting *meeting)
{
    const mesh *mesh = cutter->mesh;
    mesh_joints *out = cutter->out;
    int32_t patch[SIDES_MOST];
    int32_t sides = 0;
    *meeting = (struct meeting){.stretch = {.edge = cutter->line.edge,
                                            .triangle = mesh->triangles,
                                            .side = (int32_t)out->sides}};
    for (int64_t i = 0; i < cutter->owns && sides < SIDES_MOST; i++) {
        meet(meeting, mesh, cutter->own[i]);
        patch[sides++] = mesh->triangle[cutter->own[i]].patch;
        if (!add_side(out, side_of_own(cutter, cutter->own[i])))
            return false;
    }
    for (int64_t i = 0; i < cutter->joints; i++) {
        const joint *joint = &cutter->joint[i];
        if (!covers(joint, share))
            continue;
        meet(meeting, mesh, joint->triangle);
        meeting->copied |= joint->on_edge >= 0 && joint->on_edge < joint->edge;
        for (int32_t k = 0; k < joint->sides && sides < SIDES_MOST; k++) {
            patch[sides++] = mesh->triangle[joint->triangle].patch;
            if (!add_side(out, joint->side[k]))
                return false;
        }
    }
    meeting->stretch.sides = sides;
    meeting->flat = is_flat(cutter, patch, meeting->stretch.side, sides);
    return true;
}

// ---- one edge

static bool take_own(cutter *cutter)
{
    const mesh *mesh = cutter->mesh;
    const int32_t *end = mesh->edge[cutter->line.edge].vertex;
    cutter->owns = 0;
    for (int32_t i = mesh->fan_start[end[0]]; i < mesh->fan_start[end[0] + 1]; i++) {
        const int32_t index = mesh->fan[i];
        const int32_t *edge = mesh->triangle[index].edge;
        const int32_t own = cutter->line.edge;
        if (edge[0] != own && edge[1] != own && edge[2] != own)
            continue;
        if (!MEM_GROW(cutter->own, cutter->own_room, cutter->owns + 1))
            return false;
        cutter->own[cutter->owns++] = index;
    }
    return true;
}

static bool keep(mesh_joints *out, const mesh_stretch *stretch)
{
    if (!MEM_GROW(out->stretch, out->stretch_room, out->stretches + 1))
        return false;
    out->stretch[out->stretches++] = *stretch;
    return true;
}

static void mark(const cutter *cutter, int32_t place)
{
    if (place < cutter->mesh->vertices)
        cutter->out->at_joint[place] = true;
}

static bool cut_edge(cutter *cutter)
{
    const int32_t *end = cutter->mesh->edge[cutter->line.edge].vertex;
    double from = 0;
    int32_t place = end[0];
    cutter->out->joined[cutter->line.edge] = true;
    mark(cutter, place);
    if (!find_cuts(cutter) || !take_own(cutter))
        return false;
    for (int64_t i = 0; i <= cutter->cuts; i++) {
        const bool last = i == cutter->cuts;
        const double to = last ? 1 : cutter->cut[i];
        const int32_t next = last ? end[1] : place_of_cut(cutter, to);
        meeting meeting;
        if (next < 0 || !meet_all(cutter, 0.5 * (from + to), &meeting))
            return false;
        mark(cutter, next);
        meeting.stretch.end[0] = place;
        meeting.stretch.end[1] = next;
        const bool acts = !meeting.flat && !meeting.copied && place != next;
        if (acts && !keep(cutter->out, &meeting.stretch))
            return false;
        if (!acts)
            cutter->out->sides = meeting.stretch.side;
        from = to;
        place = next;
    }
    return true;
}

bool joints_cut(const mesh *mesh, const joint_list *list, mesh_joints *out)
{
    cutter cutter = {.mesh = mesh, .out = out};
    bool memory = true;
    for (int64_t first = 0, end; memory && first < list->count; first = end) {
        const int32_t edge = list->item[first].edge;
        for (end = first + 1; end < list->count && list->item[end].edge == edge;)
            end++;
        cutter.line = joint_line_of(mesh, edge);
        cutter.joint = list->item + first;
        cutter.joints = end - first;
        memory = cut_edge(&cutter);
    }
    free(cutter.cut);
    free(cutter.own);
    return memory;
}

// ---- around a place

static bool add_way(mesh_ways *ways, v3 way)
{
    for (int64_t i = 0; i < ways->ways; i++) {
        if (v3_dot(ways->way[i], way) > 1 - 1e-15)
            return true;
    }
    if (!MEM_GROW(ways->way, ways->room, ways->ways + 1))
        return false;
    ways->way[ways->ways++] = way;
    return true;
}

int32_t mesh_ways_around(const mesh *mesh, v3 place, mesh_ways *out)
{
    int32_t *near = NULL;
    int64_t room = 0;
    int32_t first = mesh->triangles;
    const int count = mesh_near(mesh, place, mesh->tolerance, NULL, 0);
    bool memory = MEM_GROW(near, room, count + 1);
    if (memory)
        mesh_near(mesh, place, mesh->tolerance, near, count);
    out->ways = 0;
    for (int i = 0; memory && i < count; i++) {
        const int32_t *corner = mesh->triangle[near[i]].vertex;
        first = near[i] < first ? near[i] : first;
        for (int k = 0; memory && k < 3; k++) {
            const v3 arm = v3_sub(mesh->vertex[corner[k]], place);
            if (v3_norm(arm) > mesh->tolerance)
                memory = add_way(out, v3_unit(arm));
        }
    }
    free(near);
    return memory ? first : -1;
}
