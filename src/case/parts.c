// parts.c - shapes, walls, grains, streams, removals and probes; see parts.h.
#include "case/parts.h"
#include "case/turning.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "case/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- things with names ----------------------------------------------------------------------------------------------

// Sections are maps by name, or lists of maps with a `name`. What `section_thing` gives for entry i: the map, and its
// name (owned by the caller; NULL with a fault).
static node *section_thing(reader *reader, node *section, int i, char **name)
{
    node *map = section->entry[i].value;
    *name = NULL;
    section->entry[i].seen = true;
    if (!reader_is_map(reader, map))
        return NULL;
    const node *at = map;
    if (section->kind == NODE_MAP)
        *name = text_copy(section->entry[i].key);
    else {
        at = reader_need(reader, map, "name", "give it a name for messages and results");
        if (at)
            *name = reader_copy(reader, at);
    }
    if (*name)
        reader_name_is_good(reader, at, *name);
    return map;
}

static bool is_section(reader *reader, const node *node)
{
    if (!node || node->kind == NODE_LIST || node->kind == NODE_MAP)
        return node;
    return reader_is_map(reader, node);
}

// The `name` of an entry of a list; NULL where it has none.
static const node *name_in(const node *entry)
{
    const node *name = entry->kind == NODE_MAP ? node_find(entry, "name") : NULL;
    return name && name->kind == NODE_SCALAR ? name : NULL;
}

static int by_name(const void *left, const void *right)
{
    const node *first = *(const node *const *)left;
    const node *second = *(const node *const *)right;
    const int order = strcmp(first->text, second->text);
    return order ? order : first->parent->place - second->parent->place;
}

// Names in a list are each used once (in a map that is so by itself).
static void check_names(reader *reader, const node *list)
{
    const node **name = calloc((size_t)list->count + 1, sizeof *name);
    size_t names = 0;
    if (!name) {
        reader->book->no_memory = true;
        return;
    }
    for (int i = 0; i < list->count; i++) {
        if (name_in(list->entry[i].value))
            name[names++] = name_in(list->entry[i].value);
    }
    if (names)
        qsort(name, names, sizeof *name, by_name);
    for (size_t i = 1; i < names; i++) {
        if (!strcmp(name[i]->text, name[i - 1]->text)) {
            reader_fault(reader, name[i], "give each its own",
                         "the name '%.60s' is taken by an earlier entry", name[i]->text);
        }
    }
    free(name);
}

// Room for what the entries of a section are read into.
static void *section_list(reader *reader, const node *node, size_t size, int *count)
{
    void *list = calloc((size_t)node->count + 1, size);
    if (node->kind == NODE_LIST)
        check_names(reader, node);
    if (list)
        *count = node->count;
    else
        reader->book->no_memory = true;
    return list;
}

// --- shapes ---------------------------------------------------------------------------------------------------------

void part_shapes(reader *reader, node *map, model *model)
{
    if (!reader_is_map(reader, map) ||
        !(model->shape = section_list(reader, map, sizeof *model->shape, &model->shapes)))
        return;
    for (int i = 0; i < map->count; i++) {
        node *thing = section_thing(reader, map, i, &model->shape[i].name);
        if (thing)
            shape_read(reader, thing, &model->shape[i]);
    }
}

static int read_shape_name(reader *reader, const node *node, const model *model)
{
    const char *name = node ? reader_text(reader, node) : NULL;
    const char *names[64];
    int count = 0;
    for (int i = 0; name && i < model->shapes; i++) {
        if (model->shape[i].name && !strcmp(model->shape[i].name, name))
            return i;
        if (count < 64)
            names[count++] = model->shape[i].name;
    }
    if (!name)
        return -1;
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "name one of `shapes`";
    if (!model->shapes)
        snprintf(hint, sizeof hint, "add `shapes` with that name in it");
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    reader_fault(reader, node, hint, "there is no shape '%.60s'", name);
    return -1;
}

// --- walls ----------------------------------------------------------------------------------------------------------

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
    char hint[200];
    size_t length = (size_t)snprintf(hint, sizeof hint, "give one of:");
    for (int i = 0; i < families->primitives && length < sizeof hint; i++) {
        length += (size_t)snprintf(hint + length, sizeof hint - length, "%s %s", i ? "," : "",
                                   families->primitive[i]->name);
    }
    char path[200];
    node_path(map, path, sizeof path);
    reader_fault(reader, map, hint, "missing form in %s", path);
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
    reader_finish(reader, map);
}

void part_walls(reader *reader, node *map, model *model)
{
    if (!is_section(reader, map) ||
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

// --- grains ---------------------------------------------------------------------------------------------------------

static const char vector_low[] = "give the corner [x, y, z] of the box";

// A box of two corners, low below high on every axis that counts.
static void read_box(reader *reader, node *node, v3 *low, v3 *high)
{
    bool good = reader_vector(reader, reader_need(reader, node, "low", vector_low),
                              &(value_range){"m", -INFINITY, INFINITY}, -0.5, low);
    good = reader_vector(reader, reader_need(reader, node, "high", vector_low),
                         &(value_range){"m", -INFINITY, INFINITY}, 0.5, high) &&
           good;
    const bool flat = reader->dimensions == 2;
    const bool has_depth = flat || low->z < high->z;
    const bool has_volume = low->x < high->x && low->y < high->y && has_depth;
    if (good && !has_volume) {
        reader_fault(reader, node, "every component of `low` must be below that of `high`",
                     "the box is empty");
    }
}

static void read_grain_set(reader *reader, node *map, model *model, model_grains *out)
{
    const case_families *families = reader->families;
    out->shape =
        read_shape_name(reader, reader_need(reader, map, "shape", "name one of `shapes`"), model);
    out->material = part_material_name(
        reader, reader_need(reader, map, "material", "name one of `materials`"), model);
    node *packing = reader_need(reader, map, "packing",
                                "say where the grains start: packing: {law: NAME, ...}");
    reader_choice(reader, packing,
                  &(plugin_family){families->packing, families->packings, "packing"}, false,
                  &out->packing);
    node *turn = reader_take(reader, map, "turn");
    node *velocity = reader_take(reader, map, "velocity");
    node *spin = reader_take(reader, map, "spin");
    node *fixed = reader_take(reader, map, "fixed");
    reader_vector(reader, velocity, &(value_range){"m/s", -INFINITY, INFINITY}, 0, &out->velocity);
    reader_vector(reader, spin, &(value_range){"rad/s", -INFINITY, INFINITY}, 0, &out->spin);
    out->turned = turn && reader_vector(reader, turn, &(value_range){"rad", -INFINITY, INFINITY}, 0,
                                        &out->turn);
    if (out->turned && out->shape >= 0)
        out->turn = turning_of_principal_axes(out->turn, model->shape[out->shape].clump.axes);
    if (fixed)
        reader_flag(reader, fixed, &out->fixed);
    out->locked = turning_locked(reader, map, model, out->shape);
    turning_check(reader, spin, out);
    bool moves = v3_dot(out->velocity, out->velocity) > 0 || v3_dot(out->spin, out->spin) > 0;
    if (out->fixed && moves) {
        reader_fault(reader, velocity ? velocity : spin, "leave it out, or leave out `fixed`",
                     "fixed grains cannot move");
    }
    if (reader->dimensions == 2 && (out->velocity.z != 0 || out->spin.x != 0 || out->spin.y != 0)) {
        reader_fault(reader, velocity ? velocity : spin,
                     "in 2D only vx, vy and the spin about z are free", "motion out of the plane");
    }
    reader_finish(reader, map);
}

void part_grains(reader *reader, node *map, model *model)
{
    if (!is_section(reader, map) ||
        !(model->grains = section_list(reader, map, sizeof *model->grains, &model->grain_sets)))
        return;
    for (int i = 0; i < map->count; i++) {
        model->grains[i].shape = -1;
        model->grains[i].material = -1;
        node *thing = section_thing(reader, map, i, &model->grains[i].name);
        if (thing)
            read_grain_set(reader, thing, model, &model->grains[i]);
    }
}

static void read_stream(reader *reader, node *map, model *model, model_stream *out)
{
    int64_t seed = (int64_t)model->seed;
    out->shape =
        read_shape_name(reader, reader_need(reader, map, "shape", "name one of `shapes`"), model);
    out->material = part_material_name(
        reader, reader_need(reader, map, "material", "name one of `materials`"), model);
    read_box(reader, map, &out->low, &out->high);
    const char *rates = "give grains per second, such as 100/s, or mass per second, such as 2 kg/s";
    node *rate = reader_need(reader, map, "rate", rates);
    out->by_mass = reader_is_quantity(rate, "kg/s");
    reader_real_or(reader, rate,
                   &(value_range){out->by_mass ? "kg/s" : "1/s", ROW_POSITIVE, INFINITY}, rates,
                   &out->rate);
    reader_vector(reader, reader_take(reader, map, "velocity"),
                  &(value_range){"m/s", -INFINITY, INFINITY}, 0, &out->velocity);
    node *from = reader_take(reader, map, "from");
    node *to = reader_take(reader, map, "to");
    node *count = reader_take(reader, map, "count");
    node *own = reader_take(reader, map, "seed");
    reader_real(reader, from, "s", 0, INFINITY, &out->from);
    if (reader_real(reader, to, "s", 0, INFINITY, &out->to) && out->to < out->from)
        reader_fault(reader, to, "exchange the two", "'from' is after 'to'");
    if (count)
        reader_integer(reader, count, 1, INT64_MAX, &out->most);
    if (own)
        reader_integer(reader, own, 0, INT64_MAX, &seed);
    out->seed = (uint64_t)seed;
    out->locked = turning_locked(reader, map, model, out->shape);
    reader_finish(reader, map);
}

// Probes call both by their names.
static void check_stream_name(reader *reader, const node *thing, const model *model,
                              const char *name)
{
    const node *at = name_in(thing) ? name_in(thing) : thing;
    for (int i = 0; name && i < model->grain_sets; i++) {
        if (model->grains[i].name && !strcmp(model->grains[i].name, name)) {
            reader_fault(reader, at, "give each its own",
                         "the name '%.60s' is taken by an entry of `grains`", name);
        }
    }
}

void part_streams(reader *reader, node *map, model *model)
{
    if (!is_section(reader, map) ||
        !(model->stream = section_list(reader, map, sizeof *model->stream, &model->streams)))
        return;
    for (int i = 0; i < map->count; i++) {
        model->stream[i] = (model_stream){
            .shape = -1,
            .material = -1,
            .to = INFINITY,
            .most = INT64_MAX,
        };
        node *thing = section_thing(reader, map, i, &model->stream[i].name);
        if (!thing)
            continue;
        check_stream_name(reader, thing, model, model->stream[i].name);
        read_stream(reader, thing, model, &model->stream[i]);
    }
}

void part_removals(reader *reader, node *map, model *model)
{
    if (!is_section(reader, map) ||
        !(model->removal = section_list(reader, map, sizeof *model->removal, &model->removals)))
        return;
    for (int i = 0; i < map->count; i++) {
        node *thing = section_thing(reader, map, i, &model->removal[i].name);
        if (!thing)
            continue;
        read_box(reader, thing, &model->removal[i].low, &model->removal[i].high);
        reader_real(
            reader,
            reader_need(reader, thing, "every", "say how often it is emptied, such as 1 ms"), "s",
            ROW_POSITIVE, INFINITY, &model->removal[i].every);
        reader_finish(reader, thing);
    }
}

// --- probes ---------------------------------------------------------------------------------------------------------

void part_probes(reader *reader, node *map, model *model)
{
    const case_families *families = reader->families;
    if (!is_section(reader, map) ||
        !(model->probe = section_list(reader, map, sizeof *model->probe, &model->probes)))
        return;
    for (int i = 0; i < map->count; i++) {
        node *thing = section_thing(reader, map, i, &model->probe[i].name);
        if (!thing)
            continue;
        node *every = reader_take(reader, thing, "every");
        reader_real(reader, every, "s", 0, INFINITY, &model->probe[i].every);
        reader_choice(reader, thing, &(plugin_family){families->probe, families->probes, "probe"},
                      false, &model->probe[i].measure);
    }
}
