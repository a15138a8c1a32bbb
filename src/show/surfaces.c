// surfaces.c - see surfaces.h.
#include "show/surfaces.h"

#include "base/memory.h"
#include "shape/mesh.h"
#include "shape/primitive.h"

#include <stdlib.h>
#include <string.h>

bool surfaces_reserve(surfaces *surfaces, int64_t points, int64_t triangles)
{
    return MEM_GROW(surfaces->point, surfaces->point_room, points + 1) &&
           MEM_GROW(surfaces->corner, surfaces->corner_room, triangles + 1) &&
           MEM_GROW(surfaces->wall, surfaces->wall_room, triangles + 1);
}

void surfaces_clear(surfaces *surfaces)
{
    free(surfaces->point);
    free(surfaces->corner);
    free(surfaces->wall);
    memset(surfaces, 0, sizeof *surfaces);
}

// So many more are there.
static void count(surfaces *surfaces, int64_t points, int64_t triangles)
{
    surfaces->drawn = (wall_surface){
        .point = surfaces->point,
        .points = surfaces->drawn.points + points,
        .corner = (const int64_t(*)[3])surfaces->corner,
        .wall = surfaces->wall,
        .triangles = surfaces->drawn.triangles + triangles,
    };
}

static bool add_soup(surfaces *surfaces, const triangle_soup *soup, int wall)
{
    int64_t points = surfaces->drawn.points;
    int64_t triangles = surfaces->drawn.triangles;
    if (!surfaces_reserve(surfaces, points + soup->vertices, triangles + soup->triangles))
        return false;
    for (int32_t i = 0; i < soup->vertices; i++)
        surfaces->point[points + i] = soup->vertex[i];
    for (int32_t i = 0; i < soup->triangles; i++) {
        for (int k = 0; k < 3; k++)
            surfaces->corner[triangles + i][k] = points + soup->triangle[3 * i + k];
        surfaces->wall[triangles + i] = wall;
    }
    count(surfaces, soup->vertices, soup->triangles);
    return true;
}

// The triangles of a map, with the wall as it stands.
static bool add_map(surfaces *surfaces, const wall_map *map, const frame_wall *is, int wall)
{
    const struct mesh *mesh = map->mesh;
    const int64_t points = surfaces->drawn.points;
    const int64_t triangles = surfaces->drawn.triangles;
    if (!surfaces_reserve(surfaces, points + mesh->vertices, triangles + mesh->triangles))
        return false;
    for (int32_t i = 0; i < mesh->vertices; i++) {
        const v3 turned = q4_rotate(is->orientation, mesh->vertex[i]);
        surfaces->point[points + i] = v3_add(is->position, turned);
    }
    for (int32_t i = 0; i < mesh->triangles; i++) {
        for (int k = 0; k < 3; k++)
            surfaces->corner[triangles + i][k] = points + mesh->triangle[i].vertex[k];
        surfaces->wall[triangles + i] = wall;
    }
    count(surfaces, mesh->vertices, mesh->triangles);
    return true;
}

static scree_status add_wall(surfaces *surfaces, const primitive *primitive, const frame_wall *is,
                             int i, const surfaces_wish *wish, scree_error *error)
{
    triangle_soup soup;
    const draw_window window = {
        .position = is->position,
        .orientation = is->orientation,
        .low = wish->low,
        .high = wish->high,
        .round = PRIMITIVE_DRAWN,
    };
    scree_status status = primitive_surface(primitive, &window, &soup, error);
    if (status)
        return status;
    const bool good = add_soup(surfaces, &soup, i);
    triangle_soup_clear(&soup);
    return good ? SCREE_OK : fail_memory(error, is->name);
}

scree_status surfaces_make(surfaces *surfaces, const world *world, const frame *seen,
                           const surfaces_wish *wish, scree_error *error)
{
    surfaces->drawn = (wall_surface){0};
    count(surfaces, 0, 0);
    const int borders = seen->walls - world_model(world)->walls;
    for (int i = wish->only_walls ? borders : 0; i < seen->walls; i++) {
        const frame_wall *is = &seen->wall[i];
        if (is->absent)
            continue;
        const wall_map *map = wish->maps ? wall_maps_of(wish->maps, is->name) : NULL;
        if (map) {
            wall_maps_place(wish->maps, is->name, surfaces->drawn.triangles);
            if (!add_map(surfaces, map, is, i))
                return fail_memory(error, is->name);
            continue;
        }
        const scree_status status =
            add_wall(surfaces, world_wall_primitive(world, i), is, i, wish, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

scree_status surfaces_of_walls(surfaces *surfaces, const world *world, const frame *seen, v3 low,
                               v3 high, scree_error *error)
{
    return surfaces_make(surfaces, world, seen, &(surfaces_wish){.low = low, .high = high}, error);
}

scree_status surfaces_value(surfaces *surfaces, wall_maps *maps, scree_error *error)
{
    wall_surface *drawn = &surfaces->drawn;
    const scree_status status = wall_maps_fill(maps, drawn->triangles, error);
    if (status)
        return status;
    drawn->value = maps->value;
    drawn->values = maps->values;
    drawn->shown = wall_maps_shown(maps);
    return SCREE_OK;
}
