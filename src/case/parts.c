// parts.c - grains, streams, removals and probes; see parts.h.
#include "case/parts.h"
#include "case/keys.h"
#include "case/mixtures.h"
#include "case/regions.h"
#include "case/sections.h"
#include "case/turning.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "scene/region.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- grains ---------------------------------------------------------------------------------------------------------

// How the grains of a set begin turned: as its kind says, else as the entry does.
static void read_turn(reader *reader, const node *entry, const mixture_kind *kind,
                      const model *model, model_grains *out)
{
    const node *turn = kind->turn ? kind->turn : entry;
    const row *is = key_row(&keys_grains, "turn");
    out->turned = turn && reader_vector(reader, turn, &(value_range){is->unit, is->low, is->high},
                                        0, &out->turn);
    if (out->turned && reader->dimensions == 2 && (out->turn.x != 0 || out->turn.y != 0))
        reader_fault(reader, turn, "in 2D a grain is turned about z alone: write [0, 0, angle]",
                     "a turn out of the plane");
    if (out->turned && kind->shape >= 0)
        out->turn = turning_of_principal_axes(out->turn, model->shape[kind->shape].clump.axes);
}

// All sets of an entry, which differ in their kinds alone; `out` has room for them.
static void read_grain_sets(reader *reader, node *map, model *model, const mixture_kinds *kinds,
                            model_grains *first)
{
    const case_families *families = reader->families;
    model_grains entry = {0};
    model_grains *out = &entry;
    node *packing = key_take(reader, map, &keys_grains, "packing");
    reader_choice(reader, packing,
                  &(plugin_family){families->packing, families->packings, "packing"}, false,
                  &out->packing);
    const node *turn = key_take(reader, map, &keys_grains, "turn");
    const node *velocity = key_take(reader, map, &keys_grains, "velocity");
    const node *spin = key_take(reader, map, &keys_grains, "spin");
    const node *fixed = key_take(reader, map, &keys_grains, "fixed");
    key_vector(reader, map, &keys_grains, "velocity", 0, &out->velocity);
    key_vector(reader, map, &keys_grains, "spin", 0, &out->spin);
    key_real(reader, map, &keys_grains, "temperature", &out->temperature);
    key_flag(reader, map, &keys_grains, "fixed", &out->fixed);
    for (int i = 0; i < kinds->count; i++)
        out->locked = turning_locked(reader, map, model, kinds->kind[i].shape);
    part_growth(reader, map, &out->growth);
    turning_check(reader, spin, out);
    bool moves = v3_dot(out->velocity, out->velocity) > 0 || v3_dot(out->spin, out->spin) > 0;
    if (out->fixed && out->temperature > 0)
        reader_fault(reader, fixed, "leave out `temperature`", "fixed grains cannot move");
    if (out->fixed && moves) {
        reader_fault(reader, velocity ? velocity : spin, "leave it out, or leave out `fixed`",
                     "fixed grains cannot move");
    }
    if (reader->dimensions == 2 && (out->velocity.z != 0 || out->spin.x != 0 || out->spin.y != 0)) {
        reader_fault(reader, velocity ? velocity : spin,
                     "in 2D only vx, vy and the spin about z are free", "motion out of the plane");
    }
    reader_finish(reader, map);
    for (int i = 0; i < kinds->count; i++) {
        model_grains *set = &first[i];
        char *name = set->name;
        const model_part mixed = set->mixed;
        *set = entry;
        set->name = name;
        set->mixed = mixed;
        set->shape = kinds->kind[i].shape;
        set->material = kinds->kind[i].material;
        read_turn(reader, turn, &kinds->kind[i], model, set);
        if (i > 0) {
            set->packing = (choice){0};
            set->growth = (choice){0};
        }
    }
}

void part_grains(reader *reader, node *map, model *model)
{
    if (!section_is(reader, map) ||
        !(model->grains = section_list(reader, map, sizeof *model->grains, &model->grain_sets)))
        return;
    model->grain_sets = 0;
    for (int i = 0; i < map->count; i++) {
        char *name;
        mixture_kinds kinds = {.count = 1, .kind = {{.shape = -1, .material = -1}}};
        node *thing = section_thing(reader, map, i, &name);
        reader->user = name;
        if (thing)
            mixture_kinds_read(reader, thing, model, &kinds);
        const int first = model->grain_sets;
        if (!section_grow(reader, (void **)&model->grains, sizeof *model->grains, first,
                          kinds.count)) {
            free(name);
            return;
        }
        model->grain_sets += kinds.count;
        for (int k = 0; k < kinds.count; k++) {
            model_grains *set = &model->grains[first + k];
            set->shape = -1;
            set->material = -1;
            set->name = mixture_name(&kinds, k, name, &set->mixed);
            reader->book->no_memory = reader->book->no_memory || (name && !set->name);
        }
        if (thing)
            read_grain_sets(reader, thing, model, &kinds, &model->grains[first]);
        reader->user = NULL;
        free(name);
    }
}

// --- streams and removals --------------------------------------------------------------------------------------------

static const model_stream stream_by_default = {
    .shape = -1,
    .material = -1,
    .region = -1,
    .to = INFINITY,
    .most = INT64_MAX,
    .total = INFINITY,
};

static void read_rate(reader *reader, node *map, model_stream *out)
{
    const char *rates = key_row(&keys_streams, "rate")->doc;
    const node *rate = key_take(reader, map, &keys_streams, "rate");
    out->by_mass = reader_is_quantity(rate, "kg/s");
    if (out->by_mass && reader_is_quantity(rate, "1/s")) { // a number in SI, which has either unit
        reader_fault(reader, rate, "give it a unit: 100/s for grains, 2 kg/s for mass",
                     "rate = %.60s may be of grains or of mass", rate->text);
        return;
    }
    reader_real_or(reader, rate,
                   &(value_range){out->by_mass ? "kg/s" : "1/s", ROW_POSITIVE, INFINITY}, rates,
                   &out->rate);
}

// A vector, or a speed along the direction of the region: out of the face of a mesh, along an axis.
static void take_stream_velocity(reader *reader, const node *velocity, const model *model,
                                 model_stream *out)
{
    const value_range speeds = {"m/s", -INFINITY, INFINITY};
    if (!reader_is_quantity(velocity, "m/s")) {
        reader_vector(reader, velocity, &speeds, 0, &out->velocity);
        return;
    }
    double speed = 0;
    const region *region = region_of(model, out->region);
    if (!reader_real(reader, velocity, "m/s", -INFINITY, INFINITY, &speed))
        return;
    if (region && v3_norm(region->normal) > 0) {
        out->velocity = v3_scale(speed, region->normal);
        return;
    }
    if (reader->text_alone || (out->region >= 0 && !region))
        return;
    reader_fault(reader, velocity, "write [vx, vy, vz]", "velocity = %s has no direction: %s",
                 velocity->text, region ? "a region of this form has none" : "a box has none");
}

static void read_stream_velocity(reader *reader, node *map, const model *model, model_stream *out)
{
    const node *velocity = key_take(reader, map, &keys_streams, "velocity");
    take_stream_velocity(reader, velocity, model, out);
    if (reader->dimensions == 2 && out->velocity.z != 0)
        reader_fault(reader, velocity, "in 2D only vx and vy are free", "motion out of the plane");
}

// When a stream begins and what ends it.
static void read_limits(reader *reader, node *map, model_stream *out)
{
    const node *to = key_take(reader, map, &keys_streams, "to");
    const node *total = key_take(reader, map, &keys_streams, "mass");
    key_real(reader, map, &keys_streams, "from", &out->from);
    if (key_real(reader, map, &keys_streams, "to", &out->to) && out->to < out->from)
        reader_fault(reader, to, "exchange the two", "'from' is after 'to'");
    key_integer(reader, map, &keys_streams, "count", &out->most);
    const bool good = key_real(reader, map, &keys_streams, "mass", &out->total);
    if (good && !out->by_mass) {
        reader_fault(reader, total, "give the rate as mass per second, such as 2 kg/s, or a count",
                     "a stream of so many grains per second has no mass to end with");
    }
}

// All sets of an entry, which differ in their kinds alone.
static void read_stream(reader *reader, node *map, model *model, const mixture_kinds *kinds,
                        model_stream *first)
{
    int64_t seed = (int64_t)model->seed;
    model_stream entry = stream_by_default;
    model_stream *out = &entry;
    for (int i = 0; i < kinds->count; i++) {
        if (kinds->kind[i].turn)
            reader_fault(reader, kinds->kind[i].turn, "leave it out",
                         "grains of streams are turned by chance");
    }
    const char *user = first->mixed.entry ? first->mixed.entry : first->name;
    placed_box box;
    region_read_box(reader, map, model, user, &box);
    out->region = box.region;
    out->low = box.low;
    out->high = box.high;
    read_rate(reader, map, out);
    read_stream_velocity(reader, map, model, out);
    key_real(reader, map, &keys_streams, "temperature", &out->temperature);
    read_limits(reader, map, out);
    key_real(reader, map, &keys_streams, "every", &out->every);
    key_integer(reader, map, &keys_streams, "seed", &seed);
    out->seed = (uint64_t)seed;
    for (int i = 0; i < kinds->count; i++)
        out->locked = turning_locked(reader, map, model, kinds->kind[i].shape);
    part_growth(reader, map, &out->growth);
    reader_finish(reader, map);
    for (int i = 0; i < kinds->count; i++) {
        model_stream *set = &first[i];
        char *name = set->name;
        const model_part mixed = set->mixed;
        *set = entry;
        set->name = name;
        set->mixed = mixed;
        set->shape = kinds->kind[i].shape;
        set->material = kinds->kind[i].material;
        if (i > 0)
            set->growth = (choice){0};
    }
}

// Probes call both by their names.
static void check_stream_name(reader *reader, const node *thing, const model *model,
                              const char *name)
{
    const node *at = section_name(thing) ? section_name(thing) : thing;
    for (int i = 0; name && i < model->grain_sets; i++) {
        const model_grains *grains = &model->grains[i];
        const char *taken = grains->mixed.entry ? grains->mixed.entry : grains->name;
        if (grains->mixed.part == 0 && taken && !strcmp(taken, name)) {
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
    model->streams = 0;
    for (int i = 0; i < map->count; i++) {
        char *name;
        mixture_kinds kinds = {.count = 1, .kind = {{.shape = -1, .material = -1}}};
        node *thing = section_thing(reader, map, i, &name);
        if (thing)
            mixture_kinds_read(reader, thing, model, &kinds);
        const int first = model->streams;
        if (!section_grow(reader, (void **)&model->stream, sizeof *model->stream, first,
                          kinds.count)) {
            free(name);
            return;
        }
        model->streams += kinds.count;
        for (int k = 0; k < kinds.count; k++) {
            model_stream *set = &model->stream[first + k];
            *set = stream_by_default;
            set->name = mixture_name(&kinds, k, name, &set->mixed);
            reader->book->no_memory = reader->book->no_memory || (name && !set->name);
        }
        if (thing) {
            check_stream_name(reader, thing, model, name);
            read_stream(reader, thing, model, &kinds, &model->stream[first]);
        }
        free(name);
    }
}

static void read_removal(reader *reader, node *map, model *model, model_removal *out)
{
    placed_box box;
    int64_t seed = (int64_t)model->seed;
    region_read_box(reader, map, model, out->name, &box);
    out->region = box.region;
    out->low = box.low;
    out->high = box.high;
    out->fraction = key_row(&keys_removals, "fraction")->fallback;
    key_real(reader, map, &keys_removals, "every", &out->every);
    key_real(reader, map, &keys_removals, "fraction", &out->fraction);
    key_integer(reader, map, &keys_removals, "seed", &seed);
    out->seed = (uint64_t)seed;
    reader_finish(reader, map);
}

void part_removals(reader *reader, node *map, model *model)
{
    if (!section_is(reader, map) ||
        !(model->removal = section_list(reader, map, sizeof *model->removal, &model->removals)))
        return;
    for (int i = 0; i < map->count; i++) {
        model->removal[i].region = -1;
        node *thing = section_thing(reader, map, i, &model->removal[i].name);
        if (thing)
            read_removal(reader, thing, model, &model->removal[i]);
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
        reader->user = model->probe[i].name;
        node *every = reader_take(reader, thing, "every");
        reader_real(reader, every, "s", 0, INFINITY, &model->probe[i].every);
        reader_choice(reader, thing, &(plugin_family){families->probe, families->probes, "probe"},
                      false, &model->probe[i].measure);
    }
}
