// probe_surface_flow.c - number and mass of grains that go through a surface of triangles, open or closed, in every step.
//
// Counted are centres of mass, along the normals of the triangles positive and against them negative. Steps are told by
// the world (state/transits.h), so nothing is missed between two samples: a grain that goes forth and back counts as
// none, and one that goes round the rim of the surface does not count. Grains come and go beside the surface: what a
// stream brings and what a removal takes has not crossed it.
#include "measure/filter.h"
#include "measure/twofold.h"
#include "shape/mesh.h"
#include "shape/mesh_rows.h"
#include "scene/regions_mesh.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char law[] = "surface-flow";

static const row rows[] = {MESH_ROWS, FILTER_SET_ROW};

static const probe_head head[] = {{"time", "s"},         {"grains", ""},       {"mass", "kg"},
                                  {"mass_rate", "kg/s"}, {"grains_total", ""}, {"mass_total", "kg"},
                                  {"grains_rate", "1/s"}};
enum { TIME, GRAINS, MASS, MASS_RATE, GRAINS_TOTAL, MASS_TOTAL, GRAINS_RATE, COLUMNS };
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

typedef struct passed {
    twofold grains, mass;
} passed;

struct probe_state {
    mesh *surface;
    grain_filter filter; // of which only the set is looked at
    double time;         // s, of the sample before; NAN: none
    passed since, all;   // since that sample, and before it
};

static void end(probe_state *state)
{
    mesh_free(state->surface);
}

static scree_status read_surface(const choice *choice, const model *model, mesh **out,
                                 scree_error *error)
{
    const char *path = model->path ? model->path : "";
    const char *slash = strrchr(path, '/');
    char *folder = slash ? text_slice(path, (size_t)(slash - path)) : text_copy(".");
    if (!folder)
        return fail_memory(error, law);
    const region_given given = {.form = choice, .folder = folder};
    const scree_status status = region_mesh_read(&given, out, error);
    free(folder);
    return status;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    state->time = NAN;
    if (model->dimensions == 2)
        return probe_fail(error, law, "choose the probe flow-rate",
                          "in 2D grains go through no triangles");
    if (model->cell.given)
        return probe_fail(error, law, "leave it out, or the cell",
                          "it counts no crossings in a cell that deforms");
    const scree_status status = filter_read_set(choice, model, law, &state->filter, error);
    return status ? status : read_surface(choice, model, &state->surface, error);
}

static const struct mesh *gate(const probe_state *state)
{
    return state->surface;
}

static scree_status cross(const transits *transits, probe_state *state, scree_error *error)
{
    const grain_filter *filter = &state->filter;
    (void)error;
    for (int64_t i = 0; i < transits->count; i++) {
        const transit *one = &transits->transit[i];
        const int end_of_sets = filter->set + filter->sets;
        if (filter->set >= 0 && !filter_between(one->set, filter->set, end_of_sets))
            continue;
        twofold_add(&state->since.grains, one->count);
        twofold_add(&state->since.mass, one->count * one->mass);
    }
    return SCREE_OK;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    const double lasted = frame->time - state->time;
    const double grains = twofold_value(&state->since.grains);
    const double mass = twofold_value(&state->since.mass);
    const bool first = !(lasted > 0); // has none before it
    twofold_add(&state->all.grains, grains);
    twofold_add(&state->all.mass, mass);
    state->since = (passed){{0, 0}, {0, 0}};
    state->time = frame->time;
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[GRAINS] = grains;
    value[MASS] = mass;
    value[MASS_RATE] = first ? NAN : mass / lasted;
    value[GRAINS_TOTAL] = twofold_value(&state->all.grains);
    value[MASS_TOTAL] = twofold_value(&state->all.mass);
    value[GRAINS_RATE] = first ? NAN : grains / lasted;
    return table_row(table, value, error);
}

static const char *needs_run(const choice *choice, const model *model, const frame *first)
{
    (void)choice;
    (void)model;
    (void)first;
    return "looks at every step, which only a run sees";
}

enum { KEPT = 1 + 2 * sizeof(passed) / sizeof(double) };

static bool save(const probe_state *state, probe_memory *out)
{
    const passed *since = &state->since;
    const passed *all = &state->all;
    const double kept[KEPT] = {
        state->time,     since->grains.sum, since->grains.rest, since->mass.sum, since->mass.rest,
        all->grains.sum, all->grains.rest,  all->mass.sum,      all->mass.rest,
    };
    return memory_put(out, kept, KEPT);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    if (count != KEPT)
        return false;
    state->time = value[0];
    state->since = (passed){{value[1], value[2]}, {value[3], value[4]}};
    state->all = (passed){{value[5], value[6]}, {value[7], value[8]}};
    return true;
}

const char probe_surface_flow_example[] = "file: block.obj, unit: mm";

const probe probe_surface_flow = {
    .what = {law, "number and mass of grains that go through a surface of triangles", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .gate = gate,
    .cross = cross,
    .needs_run = needs_run,
    .end = end,
    .save = save,
    .load = load,
};
