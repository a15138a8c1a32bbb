// look_walls.c - the walls of a picture: those of the frame, or with --walls coloured by a wall map, and then cut by --cut as the
// grains are left out. See look.h.
//
// A triangle across the plane of the cut becomes one or two, whose corners on the plane lie on its sides. Each such corner is
// reckoned from the end of its side on the far side of the plane, so that two triangles that share the side share the corner.
#include "show/look.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what is asked for

// The legend has "wall pressure" for wall_map_pressure and wall_wear_pressure.
static void name_map(look *look)
{
    static const char *const laws[] = {"wall_map_", "wall_wear_"};
    const char *name = look->map;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        if (!strncmp(name, laws[i], strlen(laws[i])))
            name = look->map + strlen(laws[i]);
    }
    snprintf(look->map_name, sizeof look->map_name, "wall %.60s", name);
    for (char *at = look->map_name; *at; at++)
        if (*at == '_')
            *at = ' ';
}

scree_status look_begin_walls(look *look, const look_wish *wish, scree_error *error)
{
    picture_map *map = &look->options.map;
    look->map = wish->walls;
    if (!look->map && wish->walls_range)
        return fail(error, SCREE_BAD_INPUT, "--walls-range", "say of which map they are",
                    "walls have no colours");
    if (!look->map)
        return SCREE_OK;
    name_map(look);
    map->unit = "";
    wall_map_unit(look->map, &map->unit); // what is not there is told by the first frame
    if (!wish->walls_range)
        return SCREE_OK;
    return look_read_range("--walls-range", wish->walls_range, map->unit, &map->low, &map->high,
                           error);
}

void look_end_walls(look *look)
{
    surfaces_clear(&look->walls.shown);
    free(look->walls.number);
}

// ---- the map of a moment

// How large a triangle is says nothing of what grains did to it.
static bool is_area(const char *name)
{
    const char *end = strrchr(name, '_');
    return end && !strcmp(end, "_area");
}

static scree_status no_map(const look *look, const record_moment *moment, scree_error *error)
{
    const wall_surface *drawn = &moment->surface.drawn;
    const char *known[64] = {NULL};
    char hint[sizeof error->hint] = "there are:";
    int count = 0;
    if (!moment->has_walls)
        return fail(error, SCREE_BAD_INPUT, "--walls", "run the case with output: {walls: true}",
                    "the run has written no walls");
    if (drawn->values == 0)
        return fail(error, SCREE_BAD_INPUT, "--walls",
                    "give the case a probe wall-map or wall-wear, see docs/wall-maps.md",
                    "no wall has a map at t = %.6g s", moment->frame.time);
    for (int i = 0; i < drawn->values && count < 64; i++)
        if (!is_area(drawn->value[i].name))
            known[count++] = drawn->value[i].name;
    const char *near = text_closest(look->map, known, count, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'? there are:", near);
    for (int i = 0; i < count; i++) {
        static const char more[] = ", ...";
        const size_t end = strlen(hint);
        const bool fits = end + strlen(known[i]) + 2 + sizeof more <= sizeof hint;
        if (!fits) {
            snprintf(hint + end, sizeof hint - end, "%s", more);
            break;
        }
        snprintf(hint + end, sizeof hint - end, "%s %s", i ? "," : "", known[i]);
    }
    return fail(error, SCREE_BAD_INPUT, "--walls", hint, "there is no wall map '%.60s'", look->map);
}

static const double *map_of(const look *look, const record_moment *moment)
{
    const wall_surface *drawn = &moment->surface.drawn;
    for (int i = 0; i < drawn->values; i++)
        if (!strcmp(drawn->value[i].name, look->map))
            return drawn->value[i].of_triangle;
    return NULL;
}

// ---- the surface

static double along(v3 place, int axis)
{
    return (&place.x)[axis];
}

// How far a place is behind the plane; below zero it is left out.
static double behind(const look *look, v3 place)
{
    const double way = along(place, look->cut) - look->cut_at;
    return look->cut_below ? way : -way;
}

static bool add_triangle(look_surface *walls, const v3 corner[3], int32_t wall, double number)
{
    surfaces *shown = &walls->shown;
    wall_surface *drawn = &shown->drawn;
    const int64_t at = drawn->triangles;
    const int64_t first = drawn->points;
    if (!surfaces_reserve(shown, first + 3, at + 1) ||
        !MEM_GROW(walls->number, walls->room, at + 1))
        return false;
    for (int k = 0; k < 3; k++) {
        shown->point[first + k] = corner[k];
        shown->corner[at][k] = first + k;
    }
    shown->wall[at] = wall;
    walls->number[at] = number;
    drawn->points += 3;
    drawn->triangles++;
    return true;
}

// Where the side from a place that is kept to one that is not crosses the plane.
static v3 crossing(const look *look, v3 kept, v3 lost)
{
    const double one = behind(look, kept);
    const double other = behind(look, lost);
    v3 place = v3_fma(kept, one / (one - other), v3_sub(lost, kept));
    (&place.x)[look->cut] = look->cut_at;
    return place;
}

// What the plane leaves of a triangle: a polygon of up to four corners, as a fan of triangles.
static bool add_cut(look *look, const v3 corner[3], int32_t wall, double number)
{
    v3 left[4];
    int corners = 0;
    for (int k = 0; k < 3; k++) {
        const v3 from = corner[k];
        const v3 to = corner[(k + 1) % 3];
        const bool keeps = behind(look, from) >= 0;
        const bool next = behind(look, to) >= 0;
        if (keeps)
            left[corners++] = from;
        if (keeps != next)
            left[corners++] = keeps ? crossing(look, from, to) : crossing(look, to, from);
    }
    for (int k = 1; k + 1 < corners; k++) {
        const v3 part[3] = {left[0], left[k], left[k + 1]};
        if (!add_triangle(&look->walls, part, wall, number))
            return false;
    }
    return true;
}

scree_status look_at_walls(look *look, const record_moment *moment, picture_options *out,
                           scree_error *error)
{
    const wall_surface *all = &moment->surface.drawn;
    const int borders = moment->frame.walls - moment->frame.model->walls;
    const double *number = map_of(look, moment);
    look_surface *walls = &look->walls;
    look->has_map = number != NULL;
    if (!number && !(look->may_lack_map && moment->has_walls))
        return no_map(look, moment, error);
    walls->shown.drawn = (wall_surface){0};
    bool good = surfaces_reserve(&walls->shown, 0, 0) && MEM_GROW(walls->number, walls->room, 1);
    for (int64_t t = 0; t < all->triangles && good; t++) {
        v3 corner[3];
        const double here = number ? number[t] : NAN;
        if (all->wall[t] < borders && !isfinite(here))
            continue;
        for (int k = 0; k < 3; k++)
            corner[k] = all->point[all->corner[t][k]];
        good = look->cut >= 0 ? add_cut(look, corner, all->wall[t], here)
                              : add_triangle(walls, corner, all->wall[t], here);
    }
    if (!good)
        return fail_memory(error, "picture");
    walls->shown.drawn.point = walls->shown.point;
    walls->shown.drawn.corner = (const int64_t(*)[3])walls->shown.corner;
    walls->shown.drawn.wall = walls->shown.wall;
    out->map.name = look->map_name;
    out->map.value = walls->number;
    return SCREE_OK;
}

wall_surface look_without_borders(const record_moment *moment)
{
    wall_surface walls = moment->surface.drawn;
    const int borders = moment->frame.walls - moment->frame.model->walls;
    while (walls.triangles > 0 && *walls.wall < borders) {
        walls.wall++;
        walls.corner++;
        walls.triangles--;
    }
    return walls;
}

wall_surface look_walls(const look *look, const record_moment *moment)
{
    return look->map ? look->walls.shown.drawn : look_without_borders(moment);
}
