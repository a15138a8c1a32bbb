// stage_probes.c - how probes go over from stage to stage. Those of all stages are made once before the run, so that none stops it
// where its stage begins.
#include "base/text.h"
#include "measure/probe.h"
#include "measure/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static scree_status begin_again(const probe *probe, const probe_asked *is, probe_state **state,
                                scree_error *error)
{
    probe_table table = {0};
    probe_end(probe, *state);
    const scree_status status =
        probe_begin(probe, &is->is->measure, is->model, state, &table, error);
    table_clear(&table);
    return status;
}

scree_status probe_take_over(const probe_asked *was, const probe_state *from, const probe_asked *is,
                             probe_state **to, bool *anew, scree_error *error)
{
    const probe *probe = probe_find(is->is->measure.what);
    *anew = !model_probe_same(was->model, was->is, is->model, is->is);
    if (*anew || !probe->save)
        return SCREE_OK;
    probe_memory memory = {0};
    const bool saved = probe->save(from, &memory);
    *anew = saved && !probe->load(*to, memory.value, memory.count);
    free(memory.value);
    if (!saved)
        return fail_memory(error, probe->what.name);
    return *anew ? begin_again(probe, is, to, error) : SCREE_OK;
}

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

static const model_probe *probe_named(const model *model, const char *name)
{
    for (int i = 0; i < model->probes; i++) {
        if (!strcmp(model->probe[i].name, name))
            return &model->probe[i];
    }
    return NULL;
}

// The newest stage before that one which has a probe of that name; -1: none, or the stage just before it, where it goes on.
static int last_with(const model *root, int stage, const char *name)
{
    for (int before = stage - 1; before >= 0; before--) {
        if (probe_named(root->stage[before].model, name))
            return before == stage - 1 ? -1 : before;
    }
    return -1;
}

// A probe that was taken away may come back: its rows go on in its table. A table of means is one whole, and that of before
// would be lost.
static scree_status check_names(const model *root, int stage, scree_error *error)
{
    const model *model = root->stage[stage].model;
    for (int i = 0; i < model->probes; i++) {
        const model_probe *probe = &model->probe[i];
        const int before = last_with(root, stage, probe->name);
        if (before < 0)
            continue;
        const struct model *then = root->stage[before].model;
        const bool same = model_probe_same(then, probe_named(then, probe->name), model, probe);
        if (same && !probe_find(probe->measure.what)->averages)
            continue;
        char where[200];
        snprintf(where, sizeof where, "stages.%.80s: probes.%.80s", root->stage[stage].name,
                 probe->name);
        return fail(error, SCREE_BAD_INPUT, where,
                    "give the probe another name: its table would take the place of that one",
                    "the table of this name is of a probe that the stage %.60s has",
                    root->stage[before].name);
    }
    return SCREE_OK;
}

scree_status probe_check_stages(const model *model, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->stages && !status; i++) {
        status = check_stage(&model->stage[i], error);
        if (!status)
            status = check_names(model, i, error);
    }
    return status;
}
