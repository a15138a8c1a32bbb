// stage_probes.c - the probes of all stages of a case are made once before it runs, so that none stops the run where its stage begins.
#include "base/text.h"
#include "measure/probe.h"
#include "measure/table.h"

#include <stdio.h>

static scree_status try_probe(const model *model, int number, scree_error *error)
{
    const model_probe *asked = &model->probe[number];
    const probe *is = probe_find(asked->measure.what);
    probe_state *state = NULL;
    probe_table table = {0};
    const scree_status status = probe_begin(is, &asked->measure, model, &state, &table, error);
    probe_end(is, state);
    table_clear(&table);
    return status;
}

// The names of the probes behind that one which cannot be either.
static void add_others(const model *model, int number, text_buffer *names)
{
    for (int i = number + 1; i < model->probes; i++) {
        scree_error fault;
        if (try_probe(model, i, &fault) == SCREE_BAD_INPUT)
            text_append_format(names, ", probes.%.60s: none", model->probe[i].name);
    }
}

// A probe of a later stage may look at what that stage has taken away. All such probes are told at once.
static scree_status check_stage(const model_stage *stage, scree_error *error)
{
    const model *model = stage->model;
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->probes && !status; i++) {
        const char *name = model->probe[i].name;
        status = try_probe(model, i, error);
        if (status != SCREE_BAD_INPUT || !error)
            continue;
        text_buffer others = {0};
        add_others(model, i, &others);
        snprintf(error->where, sizeof error->where, "stages.%.80s: probes.%.80s", stage->name,
                 name);
        snprintf(error->hint, sizeof error->hint,
                 "take %s away in that stage, set: {probes.%.80s: none%.120s}, or leave what %s at",
                 others.length ? "the probes" : "the probe", name, others.data ? others.data : "",
                 others.length ? "they look" : "it looks");
        text_buffer_clear(&others);
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
