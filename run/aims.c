// aims.c - see aims.h.
#include "run/aims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *source_of(bool by_face)
{
    return by_face ? "its own face" : "the section of the planes around it";
}

bool aims_area_of(const world *world, int wall, aims_area *out)
{
    out->area = world_servo_area(world, wall, &out->by_face);
    if (!(out->area > 0))
        return false;
    out->wall = world_wall_name(world, wall);
    out->note = world_servo_area_note(world, wall);
    return true;
}

aims_area *aims_areas_of(const world *world, int *count)
{
    const int walls = world_walls(world);
    aims_area *area = calloc((size_t)walls + 1, sizeof *area);
    *count = 0;
    for (int k = 0; k < walls && area; k++)
        *count += aims_area_of(world, k, &area[*count]);
    return area;
}

void aims_area_words(char out[AIMS_ROOM], const aims_area *area, int dimensions)
{
    snprintf(out, AIMS_ROOM, "wall `%.60s` presses on %.4g m%s, %s%s", area->wall, area->area,
             dimensions == 2 ? "" : "^2", source_of(area->by_face), area->note);
}

void aims_areas_json(json *json, const aims_area *area, int count)
{
    json_object(json, "servo_areas");
    for (int i = 0; i < count; i++) {
        json_object(json, area[i].wall);
        json_number(json, "area", area[i].area);
        json_text(json, "from", area[i].by_face ? "face" : "section");
        json_close(json);
    }
    json_close(json);
}

// ---- what was not reached

static bool misses(const servo_aim *aim)
{
    return aim->size > 0 && fabs(aim->held - aim->wanted) > AIMS_MISSED * aim->size;
}

// What was held, beside what was wanted where that has a sign.
static void put_means(char *out, size_t size, const servo_aim *aim, const char *unit)
{
    const bool has_share = fabs(aim->wanted) > AIMS_MISSED * aim->size;
    const double held = fabs(aim->held) > 1e-9 * aim->size ? aim->held : 0;
    int length = snprintf(out, size, "over the last %.3g s it was %.3g %s in the mean, ",
                          aim->lasting, held, unit);
    if (has_share)
        snprintf(out + length, size - (size_t)length, "%.0f %% of %.3g %s",
                 100 * held / aim->wanted, aim->wanted, unit);
    else
        snprintf(out + length, size - (size_t)length, "not %.3g %s", aim->wanted, unit);
}

static const char *remedy_of(const servo_aim *aim, double limited)
{
    if (aim->stop)
        return aim->stop > 0 ? "it stands at its limit `high`" : "it stands at its limit `low`";
    if (limited > 0)
        return aim->turns ? "let it last longer, or raise its rate"
                          : "let it last longer, or raise its speed";
    return "let it last longer";
}

static void judge_wall(aims *aims, const world *world, int wall)
{
    servo_aim aim;
    char means[160];
    if (aims->count == AIMS_MOST || !world_servo_aim(world, wall, &aim) || !misses(&aim))
        return;
    put_means(means, sizeof means, &aim, aim.turns ? "N m" : "N");
    snprintf(aims->text[aims->count++], AIMS_ROOM,
             "the servo of wall `%.60s` was off what it is to hold: %s (%s)",
             world_wall_name(world, wall), means, remedy_of(&aim, world_servo_held(world, wall)));
}

static void judge_cell(aims *aims, const world *world, int component)
{
    const model_cell *cell = &world_model(world)->cell;
    const bool mean = cell->mean && component <= CELL_ZZ;
    servo_aim aim;
    char means[160];
    if (aims->count == AIMS_MOST || !world_cell_aim(world, component, &aim) || !misses(&aim))
        return;
    put_means(means, sizeof means, &aim, "Pa");
    snprintf(aims->text[aims->count++], AIMS_ROOM,
             "the stress %s of the cell was off what it is to be: %s (let it last longer, "
             "or raise cell.limit)",
             mean ? "mean" : cell_part_names[component], means);
}

// The wall of that name; NULL: there is none, or no case.
static const model_wall *wall_named(const model *model, const char *name)
{
    for (int i = 0; model && i < model->walls; i++) {
        if (!strcmp(model->wall[i].name, name))
            return &model->wall[i];
    }
    return NULL;
}

// Has the wall in the next case the drive that it has now? Then it is judged later.
static bool goes_on(const model *now, const model *next, const char *name)
{
    const model_wall *wall = wall_named(now, name);
    const model_wall *later = wall_named(next, name);
    return wall && later && model_drives_same(wall, later);
}

void aims_judge(aims *aims, const world *world, const model *next)
{
    const model *model = world_model(world);
    bool told_mean = false;
    for (int k = 0; k < world_walls(world); k++)
        if (!goes_on(model, next, world_wall_name(world, k)))
            judge_wall(aims, world, k);
    for (int i = 0; i < CELL_PARTS && !(next && next->cell.given); i++) {
        if (model->cell.mean && i <= CELL_ZZ && told_mean)
            continue;
        const int before = aims->count;
        judge_cell(aims, world, i);
        told_mean = told_mean || (aims->count > before && i <= CELL_ZZ);
    }
}

void aims_json(json *json, const aims *aims)
{
    json_list(json, "servos_short");
    for (int i = 0; i < aims->count; i++)
        json_text(json, NULL, aims->text[i]);
    json_close(json);
}
