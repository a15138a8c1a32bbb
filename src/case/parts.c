// parts.c - shapes, grains, streams, removals and probes; see parts.h.
#include "case/parts.h"
#include "case/sections.h"
#include "case/turning.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "case/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (!section_is(reader, map) ||
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
    const node *at = section_name(thing) ? section_name(thing) : thing;
    for (int i = 0; name && i < model->grain_sets; i++) {
        if (model->grains[i].name && !strcmp(model->grains[i].name, name)) {
            reader_fault(reader, at, "give each its own",
                         "the name '%.60s' is taken by an entry of `grains`", name);
        }
    }
}

void part_streams(reader *reader, node *map, model *model)
{
    if (!section_is(reader, map) ||
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
    if (!section_is(reader, map) ||
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
    if (!section_is(reader, map) ||
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
