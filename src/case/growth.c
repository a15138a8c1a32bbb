// growth.c - `growth` of an entry of grains or of streams: radii that change while the case runs; see parts.h.
#include "case/parts.h"

#include "scene/growth.h"
#include "state/slow.h"

#include <string.h>

static const char ways[] = "give one of: rate: 0.1/s, velocity: 1 mm/s, file: factors.csv";

static void check_ways(reader *reader, node *map, const choice *is)
{
    const bool rate = choice_given(is, "rate");
    const bool velocity = choice_given(is, "velocity");
    const bool file = choice_given(is, "file");
    const int count = rate + velocity + file;
    if (count != 1) {
        reader_fault(reader, map, ways, "growth goes by %s",
                     count ? "more than one of rate, velocity, file" : "nothing");
    }
    const bool decays = rate && choice_real(is, "rate") < 0;
    const bool retreats = velocity && choice_real(is, "velocity") < 0;
    const bool shrinks = decays || retreats;
    if (shrinks && !choice_given(is, "removed_below")) {
        reader_fault(reader, map, "say where it ends: removed_below: 0.1 mm",
                     "growth.%s is below zero: nothing would be left of the grains",
                     rate ? "rate" : "velocity");
    }
    if (choice_given(is, "until") && !(choice_real(is, "until") > choice_real(is, "from")))
        reader_fault(reader, map, "exchange the two", "growth.until is not after `from`");
}

void part_growth(reader *reader, node *map, choice *out)
{
    node *given = reader_take(reader, map, "growth");
    const bool none = given && given->kind == NODE_SCALAR && !strcmp(given->text, "none");
    if (!given || none || !reader_is_map(reader, given))
        return;
    if (reader_rows(reader, given, &growth_of_grains, out))
        check_ways(reader, given, out);
    reader_finish(reader, given);
}

// ---- what does not go with it

static const node *growth_in(const node *section, int entry)
{
    const node *map = section && entry < section->count ? section->entry[entry].value : NULL;
    return map && map->kind == NODE_MAP ? node_find(map, "growth") : NULL;
}

static void check_set(reader *reader, const node *at, const model *model, int set)
{
    const int sets = model->grain_sets;
    const bool of_grains = set < sets;
    int number;
    if (of_grains)
        number = model->grains[set].shape;
    else
        number = model->stream[set - sets].shape;
    const choice *growth = model_growth_of(model, set);
    if (number < 0 || !growth)
        return;
    const model_shape *shape = &model->shape[number];
    const bool ball = !shape->core.vertices && (!shape->clump.balls || shape->clump.of_ball);
    if (!ball) {
        reader_fault(reader, at, "let balls grow, or leave it out",
                     "growth: grains of the shape '%s' are no balls", shape->name);
    }
    if (model_set_locked(model, set)) {
        reader_fault(reader, at, "leave out `locked`, or the growth",
                     "growth: grains whose rotation is locked cannot grow");
    }
    if (of_grains && model->grains[set].fixed && choice_given(growth, "removed_below")) {
        reader_fault(reader, at, "leave out `removed_below`, or `fixed`",
                     "growth: fixed grains are not taken out");
    }
}

static void check_run(reader *reader, const node *at, const model *model)
{
    if (model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, at, "choose integrator: velocity-verlet or leapfrog",
                     "growth: integrator: gear cannot follow a mass that changes");
    }
    if (model_mass_scaling(model) != 1) {
        reader_fault(reader, at, "leave out run.mass_scaling, or the growth",
                     "growth: it does not go with scaled masses");
    }
}

static void check_section(reader *reader, const node *section, const model *model, int first,
                          int end)
{
    int entry = -1;
    for (int set = first; set < end; set++) {
        entry += model_part_of(model, set)->part == 0;
        const node *at = growth_in(section, entry);
        if (!at || !model_growth_of(model, set))
            continue;
        check_set(reader, at, model, set);
        if (model_part_of(model, set)->part == 0)
            check_run(reader, at, model);
    }
}

void part_check_growth(reader *reader, const node *root, const model *model)
{
    const node *grains = node_find(root, "grains");
    const node *streams = node_find(root, "streams");
    const int sets = model->grain_sets;
    check_section(reader, grains, model, 0, sets);
    check_section(reader, streams, model, sets, sets + model->streams);
}
