// wall_faces.c - see wall_faces.h.
#include "collide/wall_faces_parts.h"

#include "base/corners.h"

#include <stdlib.h>
#include <string.h>

bool wall_meets_vertices(const primitive *primitive)
{
    return primitive->kind->meets_vertices && primitive->kind->meets_vertices(primitive);
}

static scree_status plant(wall_maker *maker, scree_error *error)
{
    wall_faces *faces = maker->faces;
    v3 *low = maker->low;
    v3 *high = maker->high;
    for (int32_t edge = 0; edge < faces->edges; edge++) {
        v3 from = faces->place[faces->edge[edge][0]];
        v3 to = faces->place[faces->edge[edge][1]];
        low[edge] = v3_min(from, to);
        high[edge] = v3_max(from, to);
    }
    scree_status status = box_tree_plant(low, high, faces->edges, &faces->by_edge, error);
    if (status)
        return status;
    for (int32_t corner = 0; corner < faces->corners; corner++) {
        v3 place = faces->place[faces->corner[corner]];
        low[corner] = place;
        high[corner] = place;
    }
    return box_tree_plant(low, high, faces->corners, &faces->by_corner, error);
}

static bool make_places(wall_maker *maker)
{
    const mesh *mesh = maker->mesh;
    const mesh_joints *joints = &maker->joints;
    v3 *place = mem_array(maker->places, sizeof *place);
    if (!place)
        return false;
    for (int32_t i = 0; i < mesh->vertices; i++)
        place[i] = mesh->vertex[i];
    for (int64_t i = 0; i < joints->places; i++)
        place[mesh->vertices + i] = joints->place[i];
    maker->faces->place = place;
    return true;
}

static bool make_room(wall_maker *maker)
{
    const mesh *mesh = maker->mesh;
    wall_faces *faces = maker->faces;
    const int64_t pieces = mesh->edges + maker->joints.stretches;
    maker->places = mesh->vertices + (int32_t)maker->joints.places;
    int64_t most = pieces > maker->places ? pieces : maker->places;
    faces->edge = mem_array(pieces, sizeof *faces->edge);
    faces->side_of = mem_array(pieces + 1, sizeof *faces->side_of);
    faces->edge_face = mem_array(pieces, sizeof *faces->edge_face);
    faces->corner = mem_array(maker->places, sizeof *faces->corner);
    faces->way_of = mem_array(maker->places + 1, sizeof *faces->way_of);
    maker->piece = mem_array(pieces, sizeof *maker->piece);
    maker->piece_of = mem_array(maker->places + 1, sizeof *maker->piece_of);
    maker->around = mem_array(2 * pieces, sizeof *maker->around);
    maker->taken = mem_array(pieces, sizeof *maker->taken);
    maker->straight = mem_array(maker->places, sizeof *maker->straight);
    maker->low = mem_array(most, sizeof *maker->low);
    maker->high = mem_array(most, sizeof *maker->high);
    bool of_edges = faces->edge && faces->side_of && faces->edge_face;
    bool of_faces = of_edges && faces->corner && faces->way_of;
    bool of_pieces = maker->piece && maker->piece_of && maker->around && maker->taken;
    return of_faces && of_pieces && maker->straight && maker->low && maker->high;
}

static bool take_all(wall_maker *maker)
{
    if (!make_room(maker) || !make_places(maker))
        return false;
    wall_list_pieces(maker);
    return wall_take_edges(maker) && wall_take_corners(maker) && wall_take_groups(maker);
}

static void maker_clear(wall_maker *maker)
{
    mesh_joints_clear(&maker->joints);
    mem_free(maker->piece);
    mem_free(maker->piece_of);
    mem_free(maker->around);
    mem_free(maker->taken);
    mem_free(maker->straight);
    mem_free(maker->low);
    mem_free(maker->high);
}

scree_status wall_faces_make(const primitive *primitive, wall_faces *out, scree_error *error)
{
    *out = (wall_faces){0};
    if (wall_meets_vertices(primitive))
        return SCREE_OK;
    scree_status status = SCREE_OK;
    if (primitive->kind->joined)
        out->surface = primitive->kind->joined(primitive);
    else
        status = primitive_facets(primitive, &out->surface, &out->made, error);
    if (status)
        return status;
    wall_maker maker = {.mesh = out->surface, .faces = out};
    status = mesh_joints_find(out->surface, &maker.joints, error);
    if (status == SCREE_OK && !take_all(&maker))
        status = fail_memory(error, primitive_name(primitive));
    if (status == SCREE_OK)
        status = plant(&maker, error);
    maker_clear(&maker);
    return status;
}

void wall_faces_clear(wall_faces *of)
{
    mesh_free(of->made);
    mem_free(of->place);
    mem_free(of->edge);
    mem_free(of->side_of);
    mem_free(of->edge_face);
    mem_free(of->group);
    mem_free(of->corner_counts);
    mem_free(of->corner_face);
    mem_free(of->corner);
    mem_free(of->way_of);
    free(of->side);
    free(of->way);
    box_tree_clear(&of->by_edge);
    box_tree_clear(&of->by_corner);
    *of = (wall_faces){0};
}
