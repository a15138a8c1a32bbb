// stage_probes.c - the probes of all stages of a case are made once before it runs, so that none stops the run where its stage begins.
#include "measure/probe.h"
#include "measure/table.h"

#include <stdio.h>

// A probe of a later stage may look at what that stage has taken away.
static scree_status check_stage(const model_stage *stage, scree_error *error)
{
    const model *model = stage->model;
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->probes && !status; i++) {
        const model_probe *asked = &model->probe[i];
        const probe *is = probe_find(asked->measure.what);
        probe_state *state = NULL;
        probe_table table = {0};
        status = probe_begin(is, &asked->measure, model, &state, &table, error);
        probe_end(is, state);
        table_clear(&table);
        if (status != SCREE_BAD_INPUT || !error)
            continue;
        snprintf(error->where, sizeof error->where, "stages.%.80s: probes.%.80s", stage->name,
                 asked->name);
        snprintf(error->hint, sizeof error->hint,
                 "take the probe away in that stage, set: {probes.%.80s: none}, or leave what it "
                 "looks at",
                 asked->name);
    }
    return status;
}

scree_status probe_check_stages(const model *model, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->stages && !status; i++)
        status = check_stage(&model->stage[i], error);
    return status;
}
