// wall_corners.c - where edges of a wall end: the directions in which the wall goes on from there.
//
// A direction between two others in one plane says nothing that these do not say: edges inside a face are none of them, however it
// was cut.
#include "collide/wall_faces_parts.h"

#include "base/mathlib.h"

#include <stdlib.h>

enum { THINNED_MOST = 32 }; // more directions at a corner are all kept
#define IN_ONE_PLANE 1e-6   // sine

// Is a way among those from `first` on? Without any there may be no list.
static bool knows_way(const v3 *list, int32_t first, int32_t end, v3 way)
{
    for (int32_t i = first; i < end; i++) {
        if (v3_dot(list[i], way) > 1 - 1e-15)
            return true;
    }
    return false;
}

static bool add_way(wall_maker *maker, v3 way, int32_t first, int32_t *count)
{
    wall_faces *faces = maker->faces;
    if (knows_way(faces->way, first, *count, way))
        return true;
    if (!wall_add(&faces->way, &maker->way_room, *count, way))
        return false;
    (*count)++;
    return true;
}

static bool add_ways_of_vertex(wall_maker *maker, int32_t vertex, int32_t *count)
{
    const mesh *mesh = maker->mesh;
    int32_t first = *count;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int corner = 0; corner < 3; corner++) {
            int32_t to = triangle->vertex[corner];
            if (to == vertex)
                continue;
            v3 way = v3_unit(v3_sub(mesh->vertex[to], mesh->vertex[vertex]));
            if (!add_way(maker, way, first, count))
                return false;
        }
    }
    return true;
}

// Where triangles meet that do not share the place. *beside: the first of them is of another wall.
static bool add_ways_of_joint(wall_maker *maker, v3 place, int32_t *count, bool *beside)
{
    mesh_ways ways = {0};
    const int32_t triangle = mesh_ways_around(maker->mesh, place, &ways);
    const int32_t first = *count;
    bool memory = triangle >= 0;
    *beside = memory && triangle < maker->mesh->triangles && maker->mesh->triangle[triangle].beside;
    for (int64_t i = 0; memory && !*beside && i < ways.ways; i++)
        memory = add_way(maker, ways.way[i], first, count);
    free(ways.way);
    return memory;
}

// Is a direction between two others in their plane?
static bool is_between(v3 way, v3 one, v3 other)
{
    const v3 axis = v3_cross(one, other);
    const double size = v3_norm(axis);
    if (fabs(v3_dot(axis, way)) > IN_ONE_PLANE * size)
        return false;
    const double after_one = v3_dot(v3_cross(one, way), axis);
    const double before_other = v3_dot(v3_cross(way, other), axis);
    const double least = IN_ONE_PLANE * size;
    return after_one > least && before_other > least;
}

static bool is_needless(const v3 *way, int32_t count, int32_t which)
{
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < i; j++) {
            const bool others = i != which && j != which;
            if (others && is_between(way[which], way[i], way[j]))
                return true;
        }
    }
    return false;
}

// One after the other, so that the outermost stay. How many are left.
static int32_t thin_out(v3 *way, int32_t count)
{
    if (count > THINNED_MOST)
        return count;
    for (int32_t i = 0; i < count;) {
        if (!is_needless(way, count, i)) {
            i++;
            continue;
        }
        count--;
        for (int32_t k = i; k < count; k++)
            way[k] = way[k + 1];
    }
    return count;
}

static bool corner_is_beside(const mesh *mesh, int32_t vertex)
{
    return mesh->triangle[mesh->fan[mesh->fan_start[vertex]]].beside;
}

bool wall_take_corners(wall_maker *maker)
{
    wall_faces *faces = maker->faces;
    const mesh *mesh = maker->mesh;
    int32_t ways = 0;
    for (int32_t place = 0; place < maker->places; place++) {
        const bool of_joint = place >= mesh->vertices || maker->joints.at_joint[place];
        bool beside = false;
        bool memory = true;
        if (maker->straight[place] || wall_ends_at(maker, place) == 0)
            continue;
        faces->way_of[faces->corners] = ways;
        if (of_joint)
            memory = add_ways_of_joint(maker, faces->place[place], &ways, &beside);
        else if (corner_is_beside(mesh, place))
            beside = true;
        else
            memory = add_ways_of_vertex(maker, place, &ways);
        if (!memory)
            return false;
        if (beside)
            continue;
        const int32_t first = faces->way_of[faces->corners];
        ways = first + thin_out(faces->way + first, ways - first);
        faces->corner[faces->corners++] = place;
    }
    faces->way_of[faces->corners] = ways;
    return true;
}
