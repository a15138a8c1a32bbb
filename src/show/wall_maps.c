// wall_maps.c - see wall_maps.h.
#include "show/wall_maps.h"

#include "measure/table.h"
#include "shape/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wall_maps_clear(wall_maps *maps)
{
    for (int i = 0; i < maps->count; i++)
        table_clear(&maps->map[i].table);
    free(maps->map);
    free(maps->value);
    free(maps->number);
    *maps = (wall_maps){0};
}

static scree_status take_one(wall_map *map, const model *model, const wall_probe *probe,
                             scree_error *error)
{
    const struct probe *is = probe->is;
    probe_surface surface;
    is->surface(probe->state, &surface);
    *map = (wall_map){
        .wall = choice_text(probe->asked, "wall"),
        .law = is->what.name,
        .mesh = surface.mesh,
        .first = -1,
    };
    const scree_status status = table_columns(&map->table, is->head, is->columns, error);
    return status ? status : is->finish(probe->asked, model, probe->state, &map->table, error);
}

scree_status wall_maps_take(wall_maps *maps, const model *model, const wall_probe *probe, int count,
                            scree_error *error)
{
    wall_maps_clear(maps);
    maps->map = calloc((size_t)count + 1, sizeof *maps->map);
    if (!maps->map)
        return fail_memory(error, "wall maps");
    scree_status status = SCREE_OK;
    for (int i = 0; i < count && !status; i++) {
        if (probe[i].is->averages && probe[i].is->surface)
            status = take_one(&maps->map[maps->count++], model, &probe[i], error);
    }
    return status;
}

const wall_map *wall_maps_of(const wall_maps *maps, const char *wall)
{
    for (int i = 0; i < maps->count; i++)
        if (!strcmp(maps->map[i].wall, wall))
            return &maps->map[i];
    return NULL;
}

const char *wall_maps_shown(const wall_maps *maps)
{
    for (int i = 0; i < maps->values; i++)
        if (strstr(maps->value[i].name, "_pressure"))
            return maps->value[i].name;
    return NULL;
}

static bool has_earlier(const wall_maps *maps, const wall_map *map)
{
    for (const wall_map *other = maps->map; other < map; other++)
        if (!strcmp(other->wall, map->wall) && !strcmp(other->law, map->law))
            return true;
    return false;
}

// The same wall is cut alike by the same length, and that shows in the number of triangles.
void wall_maps_place(wall_maps *maps, const char *wall, int64_t first)
{
    const wall_map *drawn = wall_maps_of(maps, wall);
    for (int i = 0; i < maps->count; i++) {
        wall_map *map = &maps->map[i];
        const bool alike = map->mesh->triangles == drawn->mesh->triangles;
        if (!strcmp(map->wall, wall) && alike && !has_earlier(maps, map))
            map->first = first;
    }
}

static bool is_place(const char *column)
{
    return strlen(column) == 1 && strchr("xyz", *column);
}

void wall_map_name(const char *law, const char *column, char *out, size_t room)
{
    snprintf(out, room, "%.60s_%.60s", law, column);
    for (char *at = out; *at; at++)
        if (*at == '-')
            *at = '_';
}

bool wall_map_unit(const char *name, const char **unit)
{
    int plugins;
    char known[sizeof((wall_value){0}).name];
    const plugin *const *list = probe_plugins(&plugins);
    for (int i = 0; i < plugins; i++) {
        const probe *probe = probe_find(list[i]);
        for (int k = 0; k < probe->columns && probe->surface; k++) {
            const probe_head *head = &probe->head[k];
            wall_map_name(probe->what.name, head->name, known, sizeof known);
            if (is_place(head->name) || strcmp(known, name) != 0)
                continue;
            *unit = head->unit;
            return true;
        }
    }
    return false;
}

// The array of that name, made of nan where there is none yet.
static double *array_of(wall_maps *maps, const wall_map *map, const char *column, int64_t triangles)
{
    wall_value named;
    wall_map_name(map->law, column, named.name, sizeof named.name);
    for (int i = 0; i < maps->values; i++)
        if (!strcmp(maps->value[i].name, named.name))
            return maps->number + i * triangles;
    double *number = maps->number + maps->values * triangles;
    for (int64_t i = 0; i < triangles; i++)
        number[i] = NAN;
    named.of_triangle = number;
    maps->value[maps->values++] = named;
    return number;
}

static void fill_map(wall_maps *maps, const wall_map *map, int64_t triangles)
{
    const probe_table *table = &map->table;
    for (int column = 0; column < table->columns; column++) {
        const char *name = table->column[column].name;
        if (is_place(name))
            continue;
        double *number = array_of(maps, map, name, triangles);
        for (int64_t i = 0; i < table->rows && map->first >= 0; i++)
            number[map->first + i] = table->value[i * table->columns + column];
    }
}

scree_status wall_maps_fill(wall_maps *maps, int64_t triangles, scree_error *error)
{
    int64_t most = 0;
    for (int i = 0; i < maps->count; i++)
        most += maps->map[i].table.columns;
    free(maps->value);
    free(maps->number);
    maps->values = 0;
    maps->value = calloc((size_t)most + 1, sizeof *maps->value);
    maps->number = calloc((size_t)(most * triangles) + 1, sizeof *maps->number);
    if (!maps->value || !maps->number)
        return fail_memory(error, "wall maps");
    for (int i = 0; i < maps->count; i++)
        fill_map(maps, &maps->map[i], triangles);
    return SCREE_OK;
}
