// inputs.c - see inputs.h.
#include "run/inputs.h"

#include "base/text.h"
#include "run/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A name of a file in the model, and the name of its copy while the text is made.
typedef struct input {
    row_value *value;
    char *own;  // as in the model
    char *copy; // "inputs/part.stl"
} input;

typedef struct input_list {
    input *item;
    int count, room;
} input_list;

// Rows of type text that are called `file` name files; no other row does.
static void collect(input_list *list, const choice *choice)
{
    for (int i = 0; choice->what && i < choice->what->count && list->count < list->room; i++)
        if (choice->what->rows[i].type == ROW_TEXT && !strcmp(choice->what->rows[i].name, "file") &&
            choice->value[i].text)
            list->item[list->count++] = (input){&choice->value[i], choice->value[i].text, NULL};
}

static bool taken(const input_list *list, int upto, const char *copy)
{
    for (int i = 0; i < upto; i++)
        if (!strcmp(list->item[i].copy, copy))
            return true;
    return false;
}

// Drives of all walls together.
static int drives_of(const model *model)
{
    int drives = 0;
    for (int i = 0; i < model->walls; i++)
        drives += model->wall[i].drives;
    return drives;
}

// As many files as a case may name at most.
static int most_inputs(const model *model)
{
    return model->walls + drives_of(model) + model->grain_sets + model->regions + model->probes;
}

static void collect_all(input_list *list, const model *model)
{
    for (int i = 0; i < model->walls; i++) {
        collect(list, &model->wall[i].primitive);
        for (int part = 0; part < model->wall[i].drives; part++)
            collect(list, &model->wall[i].drive[part]);
    }
    for (int i = 0; i < model->grain_sets; i++)
        collect(list, &model->grains[i].packing);
    for (int i = 0; i < model->regions; i++)
        collect(list, &model->region[i].form);
    for (int i = 0; i < model->probes; i++)
        collect(list, &model->probe[i].measure);
}

// Stages have cases of their own, and walls of their own in them.
static bool list_inputs(input_list *list, const model *model)
{
    int room = most_inputs(model);
    for (int i = 0; i < model->stages; i++)
        room += most_inputs(model->stage[i].model);
    *list = (input_list){NULL, 0, room};
    list->item = calloc((size_t)list->room + 1, sizeof *list->item);
    if (list->item)
        collect_all(list, model);
    for (int i = 0; list->item && i < model->stages; i++)
        collect_all(list, model->stage[i].model);
    return list->item;
}

static char *path_of(const char *source, const char *name)
{
    return *name == '/' ? text_copy(name) : folder_path(source, name);
}

char **inputs_paths(const model *model, const char *source)
{
    input_list list;
    if (!list_inputs(&list, model))
        return NULL;
    char **paths = calloc((size_t)list.count + 1, sizeof *paths);
    bool good = paths;
    for (int i = 0; good && i < list.count; i++) {
        paths[i] = path_of(source, list.item[i].own);
        good = paths[i];
    }
    free(list.item);
    if (good)
        return paths;
    inputs_paths_free(paths);
    return NULL;
}

void inputs_paths_free(char **paths)
{
    for (int i = 0; paths && paths[i]; i++)
        free(paths[i]);
    free(paths);
}

// The last part of the name; a number goes in front where two files share it. The same file is copied once.
static scree_status copy_one(input_list *list, int i, const char *source, owned *files,
                             scree_error *error)
{
    input *is = &list->item[i];
    for (int k = 0; k < i; k++)
        if (!strcmp(list->item[k].own, is->own)) {
            is->copy = text_copy(list->item[k].copy);
            return is->copy ? SCREE_OK : fail_memory(error, is->own);
        }
    const char *slash = strrchr(is->own, '/');
    const char *name = slash ? slash + 1 : is->own;
    is->copy = text_format("inputs/%s", name);
    for (int k = 2; is->copy && taken(list, i, is->copy); k++) {
        free(is->copy);
        is->copy = text_format("inputs/%d-%s", k, name);
    }
    char *from = path_of(source, is->own);
    char *to = NULL;
    scree_status status =
        from && is->copy ? owned_path(files, is->copy, &to, error) : fail_memory(error, is->own);
    if (!status)
        status = file_copy(from, to, error);
    free(from);
    free(to);
    return status;
}

static scree_status copy_all(input_list *list, const char *source, owned *files, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < list->count && !status; i++)
        status = copy_one(list, i, source, files, error);
    return status;
}

// The text is made from a shallow copy of the model; names of files are exchanged meanwhile and put back.
static char *resolved_text(const model *setup, const step_choice *chosen, const input_list *list,
                           const case_families *families)
{
    model shown = *setup;
    if (chosen && !(shown.step > 0))
        shown.step = chosen->step;
    if (chosen && setup->solver == SOLVER_NONSMOOTH)
        shown.nonsmooth.diameter = chosen->diameter; // of the grains at the start
    shown.path = NULL;
    for (int i = 0; i < list->count; i++)
        list->item[i].value->text = list->item[i].copy;
    char *text = case_resolved(&shown, families);
    for (int i = 0; i < list->count; i++)
        list->item[i].value->text = list->item[i].own;
    return text;
}

scree_status inputs_resolve(const read_case *given, owned *files, char **text, scree_error *error)
{
    input_list list;
    *text = NULL;
    if (!list_inputs(&list, given->model))
        return fail_memory(error, "inputs");
    scree_status status = copy_all(&list, given->folder, files, error);
    if (!status)
        *text = resolved_text(given->model, given->chosen, &list, given->families);
    if (!status && !*text)
        status = fail_memory(error, "case.yaml");
    for (int i = 0; i < list.count; i++)
        free(list.item[i].copy);
    free(list.item);
    return status;
}
