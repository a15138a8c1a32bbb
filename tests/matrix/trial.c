// trial.c - from the case of a row to a world; see matrix.h.
#include "matrix/matrix.h"

#include "measure/probe.h"
#include "measure/table.h"
#include "support/scenes.h"

#include <string.h>

bool trial_read(trial *trial, const char *text, fault_list *faults)
{
    const case_families families = all_families();
    const case_source source = {text, strlen(text), "case.yaml"};
    const case_context context = {.families = &families};
    fault_list notes = {0};
    memset(&trial->m, 0, sizeof trial->m);
    trial->w = NULL;
    const scree_status status = case_parse(&source, &context, &trial->m, faults, &notes);
    fault_list_clear(&notes);
    return status == SCREE_OK;
}

// A run begins its probes before its first step, and refuses what they refuse.
static scree_status try_probes(const model *m, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < m->probes && status == SCREE_OK; i++) {
        const probe *probe = probe_find(m->probe[i].measure.what);
        probe_table table = {0};
        probe_state *state;
        status = probe_begin(probe, &m->probe[i].measure, m, &state, &table, error);
        if (status == SCREE_OK)
            probe_end(probe, state);
        table_clear(&table);
    }
    return status;
}

bool trial_open(trial *trial, const char *text, const world_options *options, fault_list *faults)
{
    world_options with = *options;
    scree_error error = {0};
    if (!trial_read(trial, text, faults))
        return false;
    with.faults = faults;
    if (world_create(&trial->m, &with, &trial->w, &error) == SCREE_OK &&
        try_probes(&trial->m, &error) == SCREE_OK &&
        probe_check_stages(&trial->m, &error) == SCREE_OK)
        return true;
    if (faults->count == 0)
        fault_add(faults, error.status, error.where, error.hint, "%s", error.what);
    trial_close(trial);
    return false;
}

void trial_close(trial *trial)
{
    world_destroy(trial->w);
    model_clear(&trial->m);
    memset(&trial->m, 0, sizeof trial->m);
    trial->w = NULL;
}

// Plain: one thread, the widest vectors, one part. Else those of the row, with other vectors and another skin; what a part
// does not own and was not sent is no number then.
world_options options_of_row(const factors *all, const selection *row, bool plain)
{
    const int threads = level_of(all, row, THREADS)->number;
    const int parts = level_of(all, row, PARTS)->number;
    int width[4];
    const int widths = widths_here(width);
    if (plain)
        return options_of(1, 0, 0);
    world_options options = options_of(threads, width[(threads + parts) % widths], 3e-4 * parts);
    options.parts = parts;
    options.poison = true;
    return options;
}

enum { STEPS_OF_FORCES = 360, STEPS_OF_IMPULSES = 60 };

bool row_length(const factors *all, const selection *row, case_length *out, fault_list *faults)
{
    const world_options options = options_of_row(all, row, false);
    const case_length guess = {100, 2e-3};
    trial trial;
    case_of_row(all, row, guess, trial.text);
    if (!trial_open(&trial, trial.text, &options, faults))
        return false;
    out->steps = trial.m.solver == SOLVER_SMOOTH ? STEPS_OF_FORCES : STEPS_OF_IMPULSES;
    out->time = out->steps * world_dt(trial.w);
    trial_close(&trial);
    return true;
}
