// parts_walls.c - the walls of a case: what they are made of, their form, and the drives that move them; see parts.h.
#include "case/parts.h"
#include "case/sections.h"
#include "base/text.h"
#include "scene/surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Exactly one key of a wall is the name of its primitive.
static void read_primitive(reader *reader, node *map, choice *out)
{
    const case_families *families = reader->families;
    node *found = NULL;
    const plugin *what = NULL;
    for (int i = 0; i < families->primitives; i++) {
        node *rows = reader_take(reader, map, families->primitive[i]->name);
        if (rows && found) {
            reader_fault(reader, rows, "make two walls of it",
                         "a wall has one form, this one has two");
        }
        if (!rows || found)
            continue;
        found = rows;
        what = families->primitive[i];
    }
    if (found) {
        if (reader_is_map(reader, found)) {
            reader_rows(reader, found, what, out);
            reader_finish(reader, found);
        }
        return;
    }
    char hint[200] = "give one of:";
    for (int i = 0; i < families->primitives; i++)
        text_list_add(hint, sizeof hint, families->primitive[i]->name);
    char path[200];
    node_path(map, path, sizeof path);
    char remedy[READER_HINT];
    reader_fault(reader, map, reader_remedy(map, hint, remedy), "missing form in %s", path);
}

enum { DRIVES_MOST = 16 }; // of a wall

static bool make_drives(reader *reader, model_wall *out, int count)
{
    out->drive = calloc((size_t)count, sizeof *out->drive);
    out->drives = out->drive ? count : 0;
    reader->book->no_memory = reader->book->no_memory || !out->drive;
    return out->drive;
}

// A drive, or a list of several.
static void read_drives(reader *reader, node *given, model_wall *out)
{
    const case_families *families = reader->families;
    const plugin_family family = {families->drive, families->drives, "drive"};
    if (given->kind != NODE_LIST) {
        if (make_drives(reader, out, 1))
            reader_choice(reader, given, &family, false, out->drive);
        return;
    }
    if (given->count == 0 || given->count > DRIVES_MOST) {
        char path[200];
        node_path(given, path, sizeof path);
        reader_fault(reader, given, "give one drive, or a list [{law: ...}, {law: ...}]",
                     "%s holds %d drives: 1 to %d are possible", path, given->count, DRIVES_MOST);
        return;
    }
    if (!make_drives(reader, out, given->count))
        return;
    for (int i = 0; i < given->count; i++)
        reader_choice(reader, given->entry[i].value, &family, false, &out->drive[i]);
}

// What a wall without a drive has.
static void stand_still(reader *reader, const node *map, model_wall *out)
{
    const case_families *families = reader->families;
    const plugin *still = plugin_find(families->drive, families->drives, "fixed");
    node none = {
        .kind = NODE_MAP,
        .source = map->source,
        .line = map->line,
        .column = map->column,
        .parent = map->parent,
    };
    if (!still || !make_drives(reader, out, 1))
        return;
    reader_rows(reader, &none, still, out->drive);
    free(none.asked);
}

// A surface that moves along itself: {velocity: [...]} or {rotation: {...}}, or both.
static void read_surface(reader *reader, node *given, model_wall *out)
{
    if (!given || !reader_is_map(reader, given))
        return;
    node *turn = reader_take(reader, given, "rotation");
    const bool good = reader_rows(reader, given, &surface_belt, &out->surface);
    if (good && !turn && !choice_given(&out->surface, "velocity")) {
        char path[200];
        node_path(given, path, sizeof path);
        reader_fault(reader, given,
                     "give velocity: [1 m/s, 0, 0] or rotation: {axis: [0, 0, 1], rate: 30 rpm}",
                     "%s says of no motion", path);
    }
    if (turn && reader_is_map(reader, turn)) {
        reader_rows(reader, turn, &surface_rotation, &out->surface_turn);
        reader_finish(reader, turn);
    }
    reader_finish(reader, given);
}

// When it is there.
static void read_life(reader *reader, node *map, model_wall *out)
{
    node *from = reader_take(reader, map, "from");
    node *until = reader_take(reader, map, "until");
    out->from = -INFINITY;
    out->until = INFINITY;
    if (from && !reader_real(reader, from, "s", 0, ROW_ANY_HIGH, &out->from))
        return;
    if (until && !reader_real(reader, until, "s", 0, ROW_ANY_HIGH, &out->until))
        return;
    if (!(out->until > out->from)) {
        reader_fault(reader, until ? until : from, "let `until` be the later time",
                     "the wall goes before it comes: until <= from");
    }
}

static void read_wall(reader *reader, node *map, const model *model, model_wall *out)
{
    out->material = part_material_name(
        reader, reader_need(reader, map, "material", "name one of `materials`"), model);
    read_primitive(reader, map, &out->primitive);
    node *drive = reader_take(reader, map, "drive");
    if (drive)
        read_drives(reader, drive, out);
    else
        stand_still(reader, map, out);
    read_surface(reader, reader_take(reader, map, "surface"), out);
    read_life(reader, map, out);
    reader_finish(reader, map);
}

void part_walls(reader *reader, node *map, model *model)
{
    if (!section_is(reader, map) ||
        !(model->wall = section_list(reader, map, sizeof *model->wall, &model->walls)))
        return;
    for (int i = 0; i < map->count; i++) {
        model->wall[i].material = -1;
        node *thing = section_thing(reader, map, i, &model->wall[i].name);
        if (model->wall[i].name && !strncmp(model->wall[i].name, "domain-", 7)) {
            reader_fault(reader, thing, "choose another name",
                         "'%.60s' is a name of the boundaries of the domain", model->wall[i].name);
        }
        if (thing)
            read_wall(reader, thing, model, &model->wall[i]);
    }
}
