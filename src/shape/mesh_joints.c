// mesh_joints.c - see mesh_joints.h. Which triangles lie at which stretch of which edge; what they do there is in
// mesh_joints_cut.c.
//
// Whoever comes last in such a meeting has an open edge, so open edges look around them. What they find is noted for the
// edge on which they lie as well.
#include "shape/mesh_joints_parts.h"

#include "base/memory.h"
#include "shape/mesh_closest.h"

#include <stdlib.h>

#define ALONG 0.1  // sine of an angle: an edge that is steeper to a triangle does not lie on it
#define BESIDE 2   // tolerances: so near to the line an edge lies on it
#define THROUGH 32 // tolerances: an edge that is near a plane for less goes through it

typedef struct finder {
    const mesh *mesh;
    joint_list *list;
    int32_t *near;
    int64_t near_room;
} finder;

// A triangle as an edge sees it: its corners along the edge and across it.
typedef struct seen_triangle {
    v3 across; // unit, in its plane
    double share[3], aside[3];
} seen_triangle;

static seen_triangle see(const mesh *mesh, const joint_line *line, const mesh_triangle *triangle)
{
    seen_triangle seen = {.across = v3_unit(v3_cross(triangle->normal, line->way))};
    for (int k = 0; k < 3; k++) {
        const v3 arm = v3_sub(mesh->vertex[triangle->vertex[k]], line->from);
        seen.share[k] = v3_dot(arm, line->way) / line->length;
        seen.aside[k] = v3_dot(arm, seen.across);
    }
    return seen;
}

// The sides of the edge on which it has a part.
static void take_sides(const seen_triangle *seen, double beyond, joint *joint)
{
    const double *aside = seen->aside;
    const double low = real_min(aside[0], real_min(aside[1], aside[2]));
    const double high = real_max(aside[0], real_max(aside[1], aside[2]));
    joint->sides = 0;
    if (high > beyond)
        joint->side[joint->sides++] = seen->across;
    if (low < -beyond)
        joint->side[joint->sides++] = v3_scale(-1, seen->across);
}

// Where the edge is not beyond side k of the triangle. An edge of the triangle that lies on the line does not count.
static void keep_within(const mesh *mesh, const joint_line *line, const seen_triangle *seen, int k,
                        joint *joint)
{
    const mesh_triangle *triangle = &mesh->triangle[joint->triangle];
    const int next = (k + 1) % 3;
    const double beside = BESIDE * mesh->tolerance;
    if (fabs(seen->aside[k]) <= beside && fabs(seen->aside[next]) <= beside) {
        const double low = real_min(seen->share[k], seen->share[next]);
        const double high = real_max(seen->share[k], seen->share[next]);
        joint->on_edge = triangle->edge[k];
        joint->part.from = real_max(joint->part.from, low);
        joint->part.to = real_min(joint->part.to, high);
        return;
    }
    const v3 corner = mesh->vertex[triangle->vertex[k]];
    const v3 side = v3_sub(mesh->vertex[triangle->vertex[next]], corner);
    const v3 inwards = v3_unit(v3_cross(triangle->normal, side));
    const double at_begin = v3_dot(v3_sub(line->from, corner), inwards);
    stretch_narrow(&joint->part, at_begin, at_begin + v3_dot(line->along, inwards));
}

static double length_of(const stretch *part, const joint_line *line)
{
    return (part->to - part->from) * line->length;
}

// Does a triangle lie at the edge, and where?
static bool lies_at(const mesh *mesh, const joint_line *line, int32_t index, joint *out)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    const double rise = v3_dot(line->along, triangle->normal);
    if (fabs(rise) > ALONG * line->length)
        return false;
    const v3 arm = v3_sub(line->from, mesh->vertex[triangle->vertex[0]]);
    const double height = v3_dot(arm, triangle->normal);
    const double tolerance = mesh->tolerance;
    *out = (joint){.edge = line->edge, .triangle = index, .on_edge = -1, .part = {0, 1}};
    stretch_narrow(&out->part, tolerance - height, tolerance - height - rise);
    stretch_narrow(&out->part, tolerance + height, tolerance + height + rise);
    if (length_of(&out->part, line) < real_min(THROUGH * tolerance, 0.5 * line->length))
        return false;
    const seen_triangle seen = see(mesh, line, triangle);
    take_sides(&seen, BESIDE * tolerance, out);
    for (int k = 0; k < 3; k++)
        keep_within(mesh, line, &seen, k, out);
    return out->sides > 0 && length_of(&out->part, line) > JOINT_ONE_PLACE * tolerance;
}

static bool has_edge(const mesh_triangle *triangle, int32_t edge)
{
    return triangle->edge[0] == edge || triangle->edge[1] == edge || triangle->edge[2] == edge;
}

static bool note(joint_list *list, const joint *joint)
{
    if (!MEM_GROW(list->item, list->room, list->count + 1))
        return false;
    list->item[list->count++] = *joint;
    return true;
}

// For the edge on which an open one lies, where that is not open itself: then it would look as well.
static bool note_for_other(const finder *finder, const joint *seen)
{
    const mesh *mesh = finder->mesh;
    const int32_t other = seen->on_edge;
    const bool looks = other < 0 || mesh->edge[other].triangles == 1;
    if (looks || mesh->edge[other].role.part == MESH_PART_PATCH)
        return true;
    const joint_line line = joint_line_of(mesh, other);
    joint joint;
    if (!lies_at(mesh, &line, mesh->edge[seen->edge].triangle[0], &joint))
        return true;
    return note(finder->list, &joint);
}

// Triangles around the edge; -1 without memory.
static int look_up(finder *finder, const joint_line *line)
{
    const mesh *mesh = finder->mesh;
    const v3 to = v3_add(line->from, line->along);
    const double reach = BESIDE * mesh->tolerance;
    const int room = (int)finder->near_room;
    const int found = mesh_near_line(mesh, line->from, to, reach, finder->near, room);
    if (found <= room)
        return found;
    if (!MEM_GROW(finder->near, finder->near_room, found))
        return -1;
    return mesh_near_line(mesh, line->from, to, reach, finder->near, found);
}

static bool look_around(finder *finder, int32_t edge)
{
    const joint_line line = joint_line_of(finder->mesh, edge);
    const int near = look_up(finder, &line);
    for (int i = 0; i < near; i++) {
        const int32_t index = finder->near[i];
        joint joint;
        if (has_edge(&finder->mesh->triangle[index], edge) ||
            !lies_at(finder->mesh, &line, index, &joint))
            continue;
        if (!note(finder->list, &joint) || !note_for_other(finder, &joint))
            return false;
    }
    return near >= 0;
}

static int compare_joints(const void *left, const void *right)
{
    const joint *first = left;
    const joint *second = right;
    if (first->edge != second->edge)
        return first->edge < second->edge ? -1 : 1;
    if (first->triangle != second->triangle)
        return first->triangle < second->triangle ? -1 : 1;
    if (first->sides != second->sides)
        return first->sides > second->sides ? -1 : 1;
    if (first->sides)
        return 0;
    return first->part.from < second->part.from ? -1 : first->part.from > second->part.from;
}

// Two edges of one triangle may find the same.
static void sort(joint_list *list)
{
    int64_t kept = 0;
    if (list->count)
        qsort(list->item, (size_t)list->count, sizeof *list->item, compare_joints);
    for (int64_t i = 0; i < list->count; i++) {
        if (!kept || compare_joints(&list->item[i], &list->item[kept - 1]))
            list->item[kept++] = list->item[i];
    }
    list->count = kept;
}

static bool find_all(const mesh *mesh, joint_list *list)
{
    finder finder = {.mesh = mesh, .list = list};
    bool memory = true;
    for (int32_t edge = 0; memory && edge < mesh->edges; edge++) {
        if (mesh->edge[edge].triangles == 1)
            memory = look_around(&finder, edge);
    }
    free(finder.near);
    sort(list);
    return memory;
}

// ---- places of joints within other edges

// Cuts the edges of a triangle within which a place is. False without memory.
static bool cut_at(const mesh *mesh, int32_t index, v3 place, joint_list *list)
{
    const double beside = BESIDE * mesh->tolerance;
    for (int k = 0; k < 3; k++) {
        const int32_t edge = mesh->triangle[index].edge[k];
        if (mesh->edge[edge].inner || mesh_square_to_edge(mesh, edge, place) > beside * beside)
            continue;
        const joint_line line = joint_line_of(mesh, edge);
        const double share = v3_dot(v3_sub(place, line.from), line.way) / line.length;
        const double off = real_min(share, 1 - share) * line.length;
        const joint joint = {
            .edge = edge, .triangle = index, .on_edge = -1, .part = {share, share}};
        if (off > JOINT_ONE_PLACE * mesh->tolerance && !note(list, &joint))
            return false;
    }
    return true;
}

static bool cut_around(finder *finder, v3 place)
{
    const mesh *mesh = finder->mesh;
    const double reach = BESIDE * mesh->tolerance;
    const int count = mesh_near(mesh, place, reach, finder->near, (int)finder->near_room);
    if (count > finder->near_room && !MEM_GROW(finder->near, finder->near_room, count))
        return false;
    const int near = mesh_near(mesh, place, reach, finder->near, count);
    for (int i = 0; i < near; i++) {
        if (!cut_at(mesh, finder->near[i], place, finder->list))
            return false;
    }
    return true;
}

// Where an edge is cut, or one that is cut ends, another may pass by: that is cut there too, so that both end at one corner.
static bool cut_others(const mesh *mesh, const mesh_joints *joints, joint_list *list)
{
    finder finder = {.mesh = mesh, .list = list};
    bool memory = true;
    for (int32_t i = 0; memory && i < mesh->vertices; i++)
        memory = !joints->at_joint[i] || cut_around(&finder, mesh->vertex[i]);
    for (int64_t i = 0; memory && i < joints->places; i++)
        memory = cut_around(&finder, joints->place[i]);
    free(finder.near);
    sort(list);
    return memory;
}

static bool find_and_cut(const mesh *mesh, joint_list *list, mesh_joints *out)
{
    if (!find_all(mesh, list) || !joints_cut(mesh, list, out))
        return false;
    const int64_t before = list->count;
    if (!cut_others(mesh, out, list))
        return false;
    if (list->count == before)
        return true;
    out->stretches = 0;
    out->sides = 0;
    out->places = 0;
    return joints_cut(mesh, list, out);
}

scree_status mesh_joints_find(const mesh *mesh, mesh_joints *out, scree_error *error)
{
    joint_list list = {0};
    *out = (mesh_joints){0};
    out->joined = mem_array(mesh->edges, sizeof *out->joined);
    out->at_joint = mem_array(mesh->vertices, sizeof *out->at_joint);
    const bool room = out->joined && out->at_joint;
    const bool memory = room && find_and_cut(mesh, &list, out);
    free(list.item);
    return memory ? SCREE_OK : fail_memory(error, "mesh");
}

void mesh_joints_clear(mesh_joints *of)
{
    mem_free(of->joined);
    mem_free(of->at_joint);
    free(of->stretch);
    free(of->side);
    free(of->place);
    *of = (mesh_joints){0};
}
