// given.c - numbers of the program: a list by the names of probes, which frames of the world are asked through.
#include "api/given.h"

#include "base/text.h"
#include "measure/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct given {
    struct given *next;
    char *probe; // its name; owned
    scree_number number;
    void *context;
} given;

static given **place_of(scree_world *handle, const char *probe)
{
    given **link = &handle->given;
    while (*link && strcmp((*link)->probe, probe) != 0)
        link = &(*link)->next;
    return link;
}

static void free_given(given *is)
{
    if (!is)
        return;
    free(is->probe);
    free(is);
}

void given_forget(scree_world *handle)
{
    while (handle->given) {
        given *first = handle->given;
        handle->given = first->next;
        free_given(first);
    }
}

// ---- asked

static scree_status ask(void *context, const char *name, const frame *seen, double *out,
                        scree_error *error)
{
    scree_world *handle = context;
    const given *is = *place_of(handle, name);
    const scree_frame shown = {.frame = *seen, .of = handle->of};
    char where[220];
    snprintf(where, sizeof where, "probes.%.200s", name);
    if (!is)
        return fail(error, SCREE_BAD_INPUT, where, "give it by scree_world_give",
                    "nobody gives its number");
    const bool before = handle->calling;
    handle->calling = true;
    const int stops = is->number(is->context, handle, &shown, out);
    handle->calling = before;
    if (!stops)
        return SCREE_OK;
    return fail(error, SCREE_STOPPED, where, "go on when you like: the state is whole",
                "the program has no number at t = %.9g s", seen->time);
}

void given_listen(scree_world *handle)
{
    world_hear(handle->world, (frame_giver){ask, handle});
}

// ---- asked for

static const model_probe *probe_in(const model *model, const char *name)
{
    for (int i = 0; i < model->probes; i++)
        if (!strcmp(model->probe[i].name, name))
            return &model->probe[i];
    return NULL;
}

// In the case, or in a stage of it; NULL: in none.
static const model_probe *probe_of(const model *root, const char *name)
{
    const model_probe *found = probe_in(root, name);
    for (int i = 0; i < root->stages && !found; i++)
        found = probe_in(root->stage[i].model, name);
    return found;
}

static scree_status check_name(const scree_world *handle, const char *name, scree_error *error)
{
    const model_probe *probe = probe_of(&handle->of->model, name);
    char where[220];
    snprintf(where, sizeof where, "probes.%.200s", name);
    if (!probe)
        return fail(error, SCREE_BAD_INPUT, where, "give the case probes: {NAME: {law: given}}",
                    "there is no probe of that name");
    if (!strcmp(probe->measure.what->name, "given"))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, where, "name one with law: given",
                "it measures `%s` itself", probe->measure.what->name);
}

scree_status scree_world_give(scree_world *handle, const char *probe, scree_number number,
                              void *context, scree_error *error)
{
    scree_status status = check_name(handle, probe, error);
    if (status)
        return status;
    given **link = place_of(handle, probe);
    if (!number) {
        given *gone = *link;
        if (gone)
            *link = gone->next;
        free_given(gone);
        return SCREE_OK;
    }
    if (!*link) {
        given *made = calloc(1, sizeof *made);
        if (made)
            made->probe = text_copy(probe);
        if (!made || !made->probe) {
            free_given(made);
            return fail_memory(error, probe);
        }
        *link = made;
    }
    (*link)->number = number;
    (*link)->context = context;
    return SCREE_OK;
}
