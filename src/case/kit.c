// kit.c - of `run`, what slow flows are computed with (docs/quasi-static.md): local damping, scaled
// masses; see parts.h.
#include "case/keys.h"
#include "case/parts.h"

static const double damping_most = 0.99;

// `except`: entries of grains and streams, or parts of mixtures, that are not damped.
static void read_except(reader *reader, const node *list, model *model)
{
    if (!list || !reader_is_list(reader, list))
        return;
    for (int i = 0; i < list->count; i++) {
        const node *at = list->entry[i].value;
        const char *name = reader_text(reader, at);
        int sets = 0;
        const int first = name ? model_sets_named(model, name, &sets) : -1;
        if (name && first < 0) {
            reader_fault(reader, at, "name entries of `grains` or `streams`",
                         "run.damping.except: there are no grains '%.60s'", name);
        }
        for (int set = first; first >= 0 && set < first + sets; set++) {
            if (set < model->grain_sets)
                model->grains[set].undamped = true;
            else
                model->stream[set - model->grain_sets].undamped = true;
        }
    }
}

static void read_damping(reader *reader, node *map, model *model)
{
    if (!reader_is_map(reader, map))
        return;
    node *local = reader_need(reader, map, "local", "such as local: 0.3");
    reader_real(reader, local, "1", 0, damping_most, &model->damping);
    read_except(reader, reader_take(reader, map, "except"), model);
    reader_finish(reader, map);
    if (!(model->damping > 0))
        return;
    if (model->solver == SOLVER_NONSMOOTH) {
        reader_fault(reader, map, "leave it out, or choose solver: smooth",
                     "run.damping: the nonsmooth solver has no forces that could be damped");
    }
    if (model->integrator == INTEGRATOR_GEAR) {
        reader_fault(reader, map, "choose integrator: velocity-verlet or leapfrog",
                     "run.damping: damped forces jump where a motion turns round, which "
                     "integrator: gear cannot follow");
    }
}

static void read_scaling(reader *reader, const node *node, model *model)
{
    const row *is = key_row(&keys_run, "mass_scaling");
    model->mass_scaling = is->fallback;
    if (!reader_real(reader, node, is->unit, is->low, is->high, &model->mass_scaling))
        return;
    if (model->mass_scaling != 1 && model->solver == SOLVER_NONSMOOTH)
        reader_fault(reader, node, "leave it out, or choose solver: smooth",
                     "run.mass_scaling: the step of the nonsmooth solver does not follow from "
                     "masses");
}

void part_kit(reader *reader, node *map, model *model)
{
    read_scaling(reader, key_take(reader, map, &keys_run, "mass_scaling"), model);
    read_damping(reader, key_take(reader, map, &keys_run, "damping"), model);
}
