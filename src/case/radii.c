// radii.c - what a stiffness is given by: a number, or a modulus and the radii of those that meet (law/normal_linear.h);
// see parts.h.
#include "case/parts.h"

#include "law/own.h"

#include <math.h>
#include <string.h>

// The value of a row, or NULL where the law has none of that name. What rows of a law of a program mean, it alone knows.
static const row_value *value_of(const choice *law, const char *name)
{
    if (own_of(law->what))
        return NULL;
    for (int i = 0; law->what && i < law->what->count; i++) {
        if (!strcmp(law->what->rows[i].name, name))
            return &law->value[i];
    }
    return NULL;
}

static bool is_given(const row_value *value)
{
    return value && isfinite(value->number[0]);
}

void part_check_stiffness(reader *reader, const node *at, const choice *law)
{
    const row_value *stiffness = value_of(law, "stiffness");
    const row_value *modulus = value_of(law, "modulus");
    if (!stiffness || !modulus || is_given(stiffness) != is_given(modulus))
        return;
    if (is_given(modulus))
        reader_fault(reader, at, "leave one of them out",
                     "the law %s has a stiffness, and a modulus that makes one", law->what->name);
    else
        reader_fault(reader, at,
                     "such as stiffness: 1e6 N/m, or modulus: 1e8 Pa for one in proportion to the "
                     "radius",
                     "the law %s has no stiffness", law->what->name);
}

// The material with which grains of that one have such a stiffness; -1: none.
static int by_radius(const model *model, int material)
{
    for (int other = 0; other < model->materials; other++) {
        const model_pair *pair = model_pair_of(model, material, other);
        if (pair->given && is_given(value_of(&pair->law[LAW_NORMAL], "modulus")))
            return other;
    }
    return -1;
}

void part_check_radii(reader *reader, const node *root, const model *model)
{
    const node *pairs = node_find(root, "pairs");
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        const bool starts = set < model->grain_sets;
        const int shape =
            starts ? model->grains[set].shape : model->stream[set - model->grain_sets].shape;
        const int material = model_material_of(model, set);
        if (shape < 0 || shape >= model->shapes || material < 0)
            continue;
        const model_core *core = &model->shape[shape].core;
        const int other = core->vertices && !(core->radius > 0) ? by_radius(model, material) : -1;
        if (other < 0)
            continue;
        reader_fault(reader, pairs ? pairs : root, "give `stiffness` in place of `modulus`",
                     "the stiffness between %.60s and %.60s goes by radii, and grains of the shape "
                     "'%.60s' have none: their corners are sharp",
                     model->material[material].name, model->material[other].name,
                     model->shape[shape].name);
    }
}
