// model.c - see model.h.
//
// A model may be given up half built: a list that could not be allocated, or a choice that has its plug-in but no
// values yet, counts as empty, whatever its counter says.
#include "state/model.h"

#include "base/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const integrator_names[INTEGRATORS] = {"velocity-verlet", "leapfrog", "gear"};
const char *const rotation_names[ROTATIONS] = {"split", "axes", "leapfrog"};
const char *const cell_driving_names[CELL_DRIVINGS] = {"homogeneous", "borders"};
const char *const search_names[SEARCHES] = {"grid", "sorted-list"};
const char *const solver_names[SOLVERS] = {"smooth", "nonsmooth"};
const char *const impact_names[IMPACT_MODES] = {"simultaneous", "cascade"};
const model_nonsmooth model_nonsmooth_default = {
    .tolerance = 0.01,
    .most = 1000,
    .warm = NAN,
    .settling = NAN,
    .impact = NAN,
    .speculative = true,
};

bool model_follows_turns(const model *model)
{
    const int sets = model->grain_sets + model->streams;
    if (model->orientation || model->integrator == INTEGRATOR_GEAR)
        return true;
    for (int set = 0; set < sets; set++) {
        const bool streamed = set >= model->grain_sets;
        const int shape =
            streamed ? model->stream[set - model->grain_sets].shape : model->grains[set].shape;
        const bool known = shape >= 0 && shape < model->shapes;
        if (known && model->shape[shape].clump.balls > 0)
            return true;
    }
    return false;
}

int model_sets_named(const model *model, const char *name, int *count)
{
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        const model_part *mixed = model_part_of(model, set);
        const bool entry = mixed->entry && mixed->part == 0 && !strcmp(mixed->entry, name);
        const char *own = model_set_name(model, set); // NULL where it is faulty
        *count = entry ? mixed->parts : 1;
        if (entry || (own && !strcmp(own, name)))
            return set;
    }
    return -1;
}

// ---- what is the same

static bool same_text(const char *one, const char *other)
{
    return one && other ? !strcmp(one, other) : one == other;
}

// A model, and a choice in it.
typedef struct chosen_in {
    const model *model;
    const choice *is;
} chosen_in;

// Rows of regions, drives and probes: none of them is a distribution, and a formula is its text.
static bool same_row(const chosen_in *one, const chosen_in *other, int row)
{
    const row_value *first = &one->is->value[row];
    const row_value *second = &other->is->value[row];
    if (one->is->what->rows[row].type != ROW_REGION) {
        const bool numbers = !memcmp(first->number, second->number, sizeof first->number);
        return numbers && same_text(first->text, second->text);
    }
    const int region = first->number[0] >= 0 ? (int)first->number[0] : -1;
    const int against = second->number[0] >= 0 ? (int)second->number[0] : -1;
    if (region < 0 || against < 0)
        return region < 0 && against < 0;
    return model_region_same(one->model, region, other->model, against);
}

static bool same_choice(const chosen_in *one, const chosen_in *other)
{
    const plugin *what = one->is->what;
    if (what != other->is->what)
        return false;
    for (int row = 0; what && row < what->count; row++) {
        if (!same_row(one, other, row))
            return false;
    }
    return true;
}

bool model_region_same(const model *first, int one, const model *second, int other)
{
    const model_region *is = &first->region[one];
    const model_region *against = &second->region[other];
    const chosen_in form = {first, &is->form};
    const chosen_in other_form = {second, &against->form};
    if (is->parts != against->parts || !same_choice(&form, &other_form))
        return false;
    for (int k = 0; k < is->parts; k++) {
        if (!model_region_same(first, is->part[k], second, against->part[k]))
            return false;
    }
    return true;
}

bool model_drives_same(const model_wall *one, const model_wall *other)
{
    if (one->drives != other->drives)
        return false;
    for (int i = 0; i < one->drives; i++) {
        const chosen_in drive = {.is = &one->drive[i]};
        const chosen_in against = {.is = &other->drive[i]};
        if (!same_choice(&drive, &against))
            return false;
    }
    return true;
}

bool model_probe_same(const model *first, const model_probe *one, const model *second,
                      const model_probe *other)
{
    return same_choice(&(chosen_in){first, &one->measure}, &(chosen_in){second, &other->measure});
}

// ---- freed

static void drop_choice(choice *choice)
{
    if (!choice->value)
        choice->what = NULL;
    choice_clear(choice);
}

static void clear_pairs(model *model)
{
    if (!model->pair)
        return;
    for (int i = 0; i < model->materials * model->materials; i++) {
        for (int slot = 0; slot < LAW_SLOTS; slot++)
            drop_choice(&model->pair[i].law[slot]);
    }
}

static void clear_walls(model *model)
{
    for (int i = 0; model->wall && i < model->walls; i++) {
        free(model->wall[i].name);
        drop_choice(&model->wall[i].primitive);
        for (int part = 0; part < model->wall[i].drives; part++)
            drop_choice(&model->wall[i].drive[part]);
        free(model->wall[i].drive);
        drop_choice(&model->wall[i].surface);
        drop_choice(&model->wall[i].surface_turn);
    }
}

static void clear_regions(model *model)
{
    for (int i = 0; model->region && i < model->regions; i++) {
        model_region *region = &model->region[i];
        if (region->made)
            region->release(region->made);
        free(region->name);
        free(region->part);
        drop_choice(&region->form);
    }
}

static void clear_grains(model *model)
{
    const int sets = model->grains ? model->grain_sets : 0;
    const int streams = model->stream ? model->streams : 0;
    const int removals = model->removal ? model->removals : 0;
    for (int i = 0; i < sets; i++) {
        free(model->grains[i].name);
        free(model->grains[i].mixed.entry);
        drop_choice(&model->grains[i].packing);
        drop_choice(&model->grains[i].growth);
    }
    for (int i = 0; i < streams; i++) {
        free(model->stream[i].name);
        free(model->stream[i].mixed.entry);
        drop_choice(&model->stream[i].growth);
    }
    for (int i = 0; i < removals; i++)
        free(model->removal[i].name);
}

static void clear_forces(model *model)
{
    for (int i = 0; model->force && i < model->forces; i++) {
        free(model->force[i].name);
        drop_choice(&model->force[i].law);
    }
    free(model->force);
}

static void clear_probes(model *model)
{
    for (int i = 0; model->probe && i < model->probes; i++) {
        free(model->probe[i].name);
        drop_choice(&model->probe[i].measure);
    }
}

static void clear_stages(model *of)
{
    for (int i = 0; of->stage && i < of->stages; i++) {
        model_stage *stage = &of->stage[i];
        if (stage->model)
            model_clear(stage->model);
        free(stage->model);
        free(stage->name);
        free(stage->until);
        free(stage->until_holds);
    }
    free(of->stage);
}

void model_clear(model *model)
{
    clear_stages(model);
    clear_pairs(model); // needs the number of materials
    for (int i = 0; model->material && i < model->materials; i++)
        free(model->material[i].name);
    for (int i = 0; model->shape && i < model->shapes; i++) {
        free(model->shape[i].name);
        spread_clear(&model->shape[i].radius);
        free(model->shape[i].clump.at);
        free(model->shape[i].clump.radius);
        free(model->shape[i].core.vertex);
        free(model->shape[i].core.edge);
        free(model->shape[i].core.triangle);
        free(model->shape[i].core.face);
    }
    clear_regions(model);
    clear_walls(model);
    clear_grains(model);
    clear_probes(model);
    clear_forces(model);
    free(model->pair);
    free(model->material);
    free(model->shape);
    free(model->region);
    free(model->wall);
    free(model->grains);
    free(model->stream);
    free(model->removal);
    free(model->probe);
    free(model->course.out_name);
    free(model->course.vtk_name);
    free(model->title);
    free(model->path);
    free(model->resolved);
    memset(model, 0, sizeof *model);
}
