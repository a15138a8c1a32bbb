// probe_strain.c - how far a cell, or a box of walls, has deformed since the start: its lengths and tilts, the logarithms
// of the lengths over those at the start, the shears that have passed, its volume, and the rates (docs/probes.md).
#include "measure/container.h"
#include "measure/table.h"

#include <math.h>
#include <string.h>

static const row rows[] = {
    CONTAINER_ROWS,
    {"since", ROW_WORD, "start|first-sample", 0, 0, 1,
     "what strains count from: the start of the case, or the first sample of this probe, as where "
     "a "
     "stage adds it"},
};

struct probe_state {
    bool from_first, known;
    double first[CELL_PARTS];
};

static const probe_head head[] = {
    {"time", "s"},      CONTAINER_PARTS("", ""),
    {"volumetric", ""}, {"length_x", "m"},
    {"length_y", "m"},  {"length_z", "m"},
    {"tilt_xy", "m"},   {"tilt_xz", "m"},
    {"tilt_yz", "m"},   CONTAINER_PARTS("rate_", "1/s"),
};
enum { COLUMNS = sizeof head / sizeof *head, STRAIN = 1, VOLUME = 7, LENGTH = 8, RATE = 14 };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    state->from_first = choice_real(choice, "since") == 1;
    if (!model->cell.given && !container_has_walls(choice))
        return probe_fail(error, "strain", "name walls of the sample, or give a `cell`",
                          "this case has no cell that deforms");
    return container_check(choice, model, "strain", error);
}

// Logarithms of lengths and shears that have passed add up, so the difference is what came since.
static void count_from_first(probe_state *state, double *strain)
{
    if (!state->from_first)
        return;
    for (int i = 0; i < CELL_PARTS; i++) {
        if (!state->known)
            state->first[i] = strain[i];
        strain[i] -= state->first[i];
    }
    state->known = true;
}

static bool save(const probe_state *state, probe_memory *out)
{
    if (!state->known)
        return true;
    return memory_put(out, state->first, CELL_PARTS);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    if (count == 0)
        return true;
    if (count != CELL_PARTS || !state->from_first)
        return false;
    state->known = true;
    memcpy(state->first, value, sizeof state->first);
    return true;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)error;
    const container is = container_now(choice, model, frame);
    double value[COLUMNS] = {frame->time};
    for (int i = 0; i < CELL_PARTS; i++) {
        value[STRAIN + i] = frame->cell.passed.of[i];
        value[LENGTH + i] = frame->cell.edges.of[i];
        value[RATE + i] = is.gradient.of[i];
    }
    for (int i = 0; i < model->dimensions; i++) {
        const double longer = is.length[i] / is.start[i];
        const double strain = log(longer);
        value[STRAIN + i] = strain;
        value[LENGTH + i] = is.length[i];
    }
    count_from_first(state, value + STRAIN);
    for (int i = 0; i < model->dimensions; i++)
        value[VOLUME] += value[STRAIN + i];
    return table_row(table, value, error);
}

const char probe_strain_example[] = "";

const probe probe_strain = {
    .what = {"strain",
             "how far a cell or a box of walls has deformed since the start: strains, lengths, "
             "tilts, rates",
             rows, sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .save = save,
    .load = load,
};
