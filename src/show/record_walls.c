// record_walls.c - the walls of a moment of a run, from a file walls_*.vtp.
#include "show/record_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The names, which the file has as the codes of their letters, each ended by a zero.
static scree_status read_names(const source *from, record_moment *out)
{
    const vtk_field *codes = vtk_parts_find(&from->parts, VTK_FIELD_DATA, "names");
    const int64_t letters = codes ? codes->tuples * codes->components : 0;
    int walls = 0;
    for (int64_t i = 0; i < letters; i++)
        walls += codes->value[i] == 0;
    free(out->names);
    free(out->frame.wall);
    out->names = malloc((size_t)letters + 1);
    out->frame.wall = calloc((size_t)walls + 1, sizeof *out->frame.wall);
    out->frame.walls = 0;
    if (!out->names || !out->frame.wall)
        return fail_memory(from->error, from->path);
    char *begin = out->names;
    for (int64_t i = 0; i < letters; i++) {
        out->names[i] = (char)codes->value[i];
        if (out->names[i])
            continue;
        frame_wall *wall = &out->frame.wall[out->frame.walls];
        *wall = (frame_wall){.name = begin};
        out->frame.walls++;
        begin = out->names + i + 1;
    }
    return SCREE_OK;
}

// Of each wall what the list FRAME_WALLS names, and whether it is there.
#define WALL_VALUE(name, type, unit, doc)                                                          \
    value = record_values(from, VTK_FIELD_DATA, "wall_" #name, walls,                              \
                          (int)(sizeof(type) / sizeof(double)));                                   \
    if (!value && walls > 0)                                                                       \
        return record_damaged(from, "wall_" #name);                                                \
    for (int i = 0; i < walls; i++)                                                                \
        out->frame.wall[i].name =                                                                  \
            _Generic((type){0}, double                                                             \
                     : real_at, v3                                                                 \
                     : v3_at, q4                                                                   \
                     : turn_at, int64_t                                                            \
                     : id_at)(value + (int)(sizeof(type) / sizeof(double)) * i);

static double real_at(const double *number)
{
    return *number;
}

static int64_t id_at(const double *number)
{
    return (int64_t)*number;
}

static q4 turn_at(const double *number)
{
    return (q4){number[0], number[1], number[2], number[3]};
}

static scree_status read_motion(const source *from, record_moment *out)
{
    const int walls = out->frame.walls;
    const double *value;
    FRAME_WALLS(WALL_VALUE)
    value = record_values(from, VTK_FIELD_DATA, "wall_absent", walls, 1);
    if (!value && walls > 0)
        return record_damaged(from, "wall_absent");
    for (int i = 0; i < walls; i++)
        out->frame.wall[i].absent = value[i] != 0;
    return SCREE_OK;
}

static scree_status read_surface(const source *from, int64_t triangles, record_moment *out)
{
    surfaces *surface = &out->surface;
    const int64_t points = from->parts.place.tuples;
    const double *corner = record_values(from, VTK_POLYS, "connectivity", 3 * triangles, 1);
    const double *wall = record_values(from, VTK_CELL_DATA, "wall", triangles, 1);
    if (triangles > 0 && !corner)
        return record_damaged(from, "connectivity");
    if (triangles > 0 && !wall)
        return record_damaged(from, "wall");
    for (int64_t i = 0; i < triangles; i++) {
        if (!(wall[i] >= 0 && wall[i] < out->frame.walls))
            return record_damaged(from, "wall");
        surface->wall[i] = (int32_t)wall[i];
    }
    for (int64_t i = 0; i < points; i++)
        surface->point[i] = v3_at(from->parts.place.value + 3 * i);
    for (int64_t i = 0; i < 3 * triangles; i++) {
        if (!(corner[i] >= 0 && corner[i] < (double)points))
            return record_damaged(from, "connectivity");
        surface->corner[i / 3][i % 3] = (int64_t)corner[i];
    }
    surface->drawn = (wall_surface){
        .point = surface->point,
        .points = points,
        .corner = (const int64_t(*)[3])surface->corner,
        .wall = surface->wall,
        .triangles = triangles,
    };
    return SCREE_OK;
}

// One number of each triangle that is no number of its wall.
static bool is_map(const vtk_field *field, int64_t triangles)
{
    const bool of_triangles = field->part == VTK_CELL_DATA && field->tuples == triangles;
    const bool of_wall = !strcmp(field->name, "wall") || !strcmp(field->name, "power");
    return of_triangles && field->components == 1 && !of_wall;
}

static scree_status read_maps(const source *from, int64_t triangles, record_moment *out)
{
    const vtk_points *parts = &from->parts;
    int64_t values = 0;
    for (int i = 0; i < parts->count; i++)
        values += is_map(&parts->field[i], triangles);
    free(out->map);
    free(out->map_number);
    out->map = calloc((size_t)values + 1, sizeof *out->map);
    out->map_number = malloc(((size_t)(values * triangles) + 1) * sizeof *out->map_number);
    if (!out->map || !out->map_number)
        return fail_memory(from->error, from->path);
    wall_surface *drawn = &out->surface.drawn;
    for (int i = 0; i < parts->count; i++) {
        const vtk_field *field = &parts->field[i];
        if (!is_map(field, triangles))
            continue;
        double *number = out->map_number + drawn->values * triangles;
        wall_value *value = &out->map[drawn->values++];
        memcpy(number, field->value, (size_t)triangles * sizeof *number);
        snprintf(value->name, sizeof value->name, "%s", field->name);
        value->of_triangle = number;
    }
    drawn->value = out->map;
    return SCREE_OK;
}

scree_status record_read_walls(const source *from, record_moment *out)
{
    const vtk_field *offsets = vtk_parts_find(&from->parts, VTK_POLYS, "offsets");
    const int64_t triangles = offsets ? offsets->tuples : 0;
    if (!surfaces_reserve(&out->surface, from->parts.place.tuples, triangles))
        return fail_memory(from->error, from->path);
    scree_status status = read_names(from, out);
    if (!status)
        status = read_motion(from, out);
    if (!status)
        status = read_surface(from, triangles, out);
    if (!status)
        status = read_maps(from, triangles, out);
    return status;
}
