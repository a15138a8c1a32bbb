// measure.c - probes of scree/measure.h: thin words for those of measure/.
#include "scree/measure.h"

#include "api/objects.h"
#include "api/plain_locale.h"
#include "api/probes.h"
#include "base/text.h"
#include "measure/probe.h"
#include "measure/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scree_probe {
    scree_world *of;
    scree_probe *next; // of those of the world
    char name[200];
    const probe *is;
    probe_asked of_stage; // as the stage has it that it was last asked in
    probe_state *state;
    probe_table table;
    frame frame;
};

// The probe of that name in the stage that the world is in; NULL: there is none.
static const model_probe *asked_of(const scree_world *handle, const char *name)
{
    const model *model = world_model(handle->world);
    for (int i = 0; i < model->probes; i++) {
        if (!strcmp(model->probe[i].name, name))
            return &model->probe[i];
    }
    return NULL;
}

static scree_status unknown(const scree_world *handle, const char *name, scree_error *error)
{
    const model *model = world_model(handle->world);
    char names[200] = "";
    for (int i = 0; i < model->probes; i++)
        text_list_add(names, sizeof names, model->probe[i].name);
    char where[120];
    snprintf(where, sizeof where, "probes.%.100s", name);
    return fail(error, SCREE_BAD_INPUT, where,
                *names ? "name one of those there are" : "give the case `probes`",
                *names ? "there is no probe of that name; there are: %s" : "there are no probes%s",
                names);
}

// Faults name the probe as it is called in the case.
static scree_status called(const scree_probe *probe, scree_status status, scree_error *error)
{
    if (status == SCREE_BAD_INPUT && error)
        snprintf(error->where, sizeof error->where, "probes.%s", probe->name);
    return status;
}

// ---- probes that hear of every step

static bool hears(const scree_probe *handle, const char *wall)
{
    const probe *is = handle->is;
    return is->hear && !strcmp(choice_text(&handle->of_stage.is->measure, is->hears), wall);
}

static bool wants_wall(void *context, const char *wall)
{
    const scree_world *handle = context;
    for (const scree_probe *probe = handle->probe; probe; probe = probe->next) {
        if (hears(probe, wall))
            return true;
    }
    return false;
}

static scree_status hear_wall(void *context, const strokes *strokes, scree_error *error)
{
    const scree_world *handle = context;
    scree_status status = SCREE_OK;
    for (const scree_probe *probe = handle->probe; probe && !status; probe = probe->next) {
        if (hears(probe, strokes->wall))
            status = probe->is->hear(strokes, probe->state, error);
    }
    return status;
}

static scree_status hear_gate(void *context, const transits *transits, scree_error *error)
{
    const scree_probe *probe = context;
    return probe->is->cross(transits, probe->state, error);
}

// Whenever probes have come, gone, or got another state. False without memory.
static bool listen(scree_world *handle)
{
    const world_listener listener = {wants_wall, hear_wall, handle};
    int probes = 0;
    for (const scree_probe *probe = handle->probe; probe; probe = probe->next)
        probes++;
    world_gate *gate = calloc((size_t)probes + 1, sizeof *gate);
    if (!gate)
        return false;
    int gates = 0;
    for (scree_probe *probe = handle->probe; probe; probe = probe->next) {
        if (probe->is->gate)
            gate[gates++] = (world_gate){probe->is->gate(probe->state), hear_gate, probe};
    }
    world_listen(handle->world, handle->probe ? &listener : NULL);
    const bool good = world_watch_gates(handle->world, gate, gates);
    free(gate);
    return good;
}

// ---- from creation to the end

scree_status scree_probe_create(scree_world *handle, const char *name, scree_probe **out,
                                scree_error *error)
{
    const model_probe *asked = asked_of(handle, name);
    *out = NULL;
    if (!asked)
        return unknown(handle, name, error);
    scree_probe *probe = calloc(1, sizeof *probe);
    if (!probe)
        return fail_memory(error, name);
    const plain_locale locale = plain_locale_begin();
    const model *model = world_model(handle->world);
    snprintf(probe->name, sizeof probe->name, "%s", asked->name);
    probe->of = handle;
    probe->is = probe_find(asked->measure.what);
    probe->of_stage = (probe_asked){model, asked};
    scree_status status =
        probe_begin(probe->is, &asked->measure, model, &probe->state, &probe->table, error);
    status = called(probe, status, error);
    plain_locale_end(locale);
    if (status) {
        table_clear(&probe->table);
        free(probe);
        return status;
    }
    probe->next = handle->probe;
    handle->probe = probe;
    if (!listen(handle)) {
        scree_probe_destroy(probe);
        return fail_memory(error, name);
    }
    *out = probe;
    return SCREE_OK;
}

void scree_probe_destroy(scree_probe *probe)
{
    if (!probe)
        return;
    scree_probe **link = &probe->of->probe;
    while (*link != probe)
        link = &(*link)->next;
    *link = probe->next;
    if (!listen(probe->of)) // without memory nobody hears of surfaces any more
        world_watch_gates(probe->of->world, NULL, 0);
    probe_end(probe->is, probe->state);
    table_clear(&probe->table);
    frame_clear(&probe->frame);
    free(probe);
}

// The world has come to another stage: what the probe looks at follows.
static scree_status go_over(scree_probe *probe, const probe_asked *now, scree_error *error)
{
    probe_state *state = NULL;
    probe_table table = {0};
    bool anew;
    scree_status status =
        probe_begin(probe->is, &now->is->measure, now->model, &state, &table, error);
    table_clear(&table);
    if (!status)
        status = probe_take_over(&probe->of_stage, probe->state, now, &state, &anew, error);
    if (status) {
        probe_end(probe->is, state);
        return called(probe, status, error);
    }
    probe_state *was = probe->state;
    probe->state = state;
    probe->of_stage = *now;
    const bool heard = listen(probe->of);
    probe_end(probe->is, was);
    return heard ? SCREE_OK : fail_memory(error, probe->name);
}

// What it is asked for in this stage.
static scree_status find_asked(scree_probe *probe, const model_probe **asked, scree_error *error)
{
    const model *model = world_model(probe->of->world);
    *asked = asked_of(probe->of, probe->name);
    if (*asked && probe_find((*asked)->measure.what) == probe->is) {
        const probe_asked now = {model, *asked};
        return model == probe->of_stage.model ? SCREE_OK : go_over(probe, &now, error);
    }
    char where[220];
    snprintf(where, sizeof where, "probes.%s", probe->name);
    return fail(error, SCREE_BAD_INPUT, where, "create it again in a stage that has it",
                "the stage that the world has come to has no such probe");
}

scree_status probes_pass(scree_world *handle, scree_error *error)
{
    const frame_balls *arrived = world_arrived(handle->world);
    const frame_balls *departed = world_departed(handle->world);
    const model *model = world_model(handle->world);
    scree_status status = SCREE_OK;
    for (scree_probe *probe = handle->probe; probe && !status; probe = probe->next) {
        if (probe->is->pass && (arrived->count > 0 || departed->count > 0))
            status = probe->is->pass(model, arrived, departed, probe->state, error);
    }
    return status;
}

scree_status probes_take_maps(const scree_world *handle, wall_maps *maps, scree_error *error)
{
    const model *model = world_model(handle->world);
    int count = 0;
    for (const scree_probe *probe = handle->probe; probe; probe = probe->next)
        count++;
    wall_probe *list = calloc((size_t)count + 1, sizeof *list);
    if (!list)
        return fail_memory(error, "wall maps");
    int at = count; // the list of the world begins with the newest one
    for (const scree_probe *probe = handle->probe; probe; probe = probe->next)
        list[--at] = (wall_probe){probe->is, &probe->of_stage.is->measure, probe->state};
    const scree_status status = wall_maps_take(maps, model, list, count, error);
    free(list);
    return status;
}

scree_status scree_probe_sample(scree_probe *probe, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const model_probe *asked;
    scree_status status = find_asked(probe, &asked, error);
    if (!status)
        status = world_frame(probe->of->world, &probe->frame, error);
    if (!status) {
        const model *model = world_model(probe->of->world);
        status = probe->is->sample(&asked->measure, model, &probe->frame, probe->state,
                                   &probe->table, error);
        status = called(probe, status, error);
    }
    plain_locale_end(locale);
    return status;
}

scree_status scree_probe_finish(scree_probe *probe, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const model_probe *asked;
    scree_status status = find_asked(probe, &asked, error);
    if (!status && probe->is->averages)
        table_empty(&probe->table);
    if (!status && probe->is->finish) {
        const model *model = world_model(probe->of->world);
        status = probe->is->finish(&asked->measure, model, probe->state, &probe->table, error);
        status = called(probe, status, error);
    }
    plain_locale_end(locale);
    return status;
}

int scree_probe_column(const scree_probe *probe, int index, scree_view *out)
{
    const probe_table *table = &probe->table;
    if (index < 0 || index >= table->columns)
        return 0;
    *out = (scree_view){
        .data = table->rows > 0 ? table->value + index : NULL,
        .rows = table->rows,
        .stride = (int64_t)sizeof *table->value * table->columns,
        .width = 1,
        .type = SCREE_FLOAT64,
        .name = table->column[index].name,
        .unit = table->column[index].unit,
        .doc = "",
    };
    return 1;
}
