// inputs.c - see inputs.h.
#include "run/inputs.h"

#include "base/text.h"
#include "case/inputs.h"
#include "run/folder.h"

#include <stdlib.h>
#include <string.h>

// The names of files in the model, and of their copies: "inputs/part.stl".
typedef struct input_list {
    case_inputs of;
    char **copy; // one for each of them, owned
} input_list;

static void clear_list(input_list *list)
{
    for (int i = 0; list->copy && i < list->of.count; i++)
        free(list->copy[i]);
    free(list->copy);
    free(list->of.item);
}

static bool make_list(input_list *list, const model *model)
{
    list->copy = NULL;
    if (!case_inputs_list(model, &list->of))
        return false;
    list->copy = calloc((size_t)list->of.count + 1, sizeof *list->copy);
    return list->copy != NULL;
}

static bool taken(const input_list *list, int upto, const char *copy)
{
    for (int i = 0; i < upto; i++)
        if (!strcmp(list->copy[i], copy))
            return true;
    return false;
}

char **inputs_paths(const model *model, const char *source)
{
    case_inputs inputs;
    if (!case_inputs_list(model, &inputs))
        return NULL;
    char **paths = calloc((size_t)inputs.count + 1, sizeof *paths);
    bool good = paths;
    for (int i = 0; good && i < inputs.count; i++) {
        paths[i] = case_input_path(source, inputs.item[i].own);
        good = paths[i];
    }
    free(inputs.item);
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

// The last part of the name; a number goes in front where two files share it.
static char *name_copy(const input_list *list, int i)
{
    const char *own = list->of.item[i].own;
    const char *slash = strrchr(own, '/');
    const char *name = slash ? slash + 1 : own;
    char *copy = text_format("inputs/%s", name);
    for (int k = 2; copy && taken(list, i, copy); k++) {
        free(copy);
        copy = text_format("inputs/%d-%s", k, name);
    }
    return copy;
}

// The same file is copied once.
static scree_status copy_one(input_list *list, int i, const char *source, owned *files,
                             scree_error *error)
{
    const char *own = list->of.item[i].own;
    for (int k = 0; k < i; k++)
        if (!strcmp(list->of.item[k].own, own)) {
            list->copy[i] = text_copy(list->copy[k]);
            return list->copy[i] ? SCREE_OK : fail_memory(error, own);
        }
    list->copy[i] = name_copy(list, i);
    char *from = case_input_path(source, own);
    char *to = NULL;
    scree_status status = from && list->copy[i] ? owned_path(files, list->copy[i], &to, error)
                                                : fail_memory(error, own);
    if (!status)
        status = file_copy(from, to, error);
    free(from);
    free(to);
    return status;
}

static scree_status copy_all(input_list *list, const char *source, owned *files, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < list->of.count && !status; i++)
        status = copy_one(list, i, source, files, error);
    return status;
}

// Made from a shallow copy of the model.
static char *resolved_text(const read_case *given, const input_list *list)
{
    const step_choice *chosen = given->chosen;
    model shown = *given->model;
    if (chosen && !(shown.step > 0))
        shown.step = chosen->step;
    if (chosen && shown.solver == SOLVER_NONSMOOTH)
        shown.nonsmooth.diameter = chosen->diameter; // of the grains at the start
    shown.path = NULL;
    for (int i = 0; i < list->of.count; i++)
        list->of.item[i].stand_in = list->copy[i];
    return case_inputs_text(&shown, &list->of, given->families);
}

scree_status inputs_resolve(const read_case *given, owned *files, char **text, scree_error *error)
{
    input_list list;
    *text = NULL;
    scree_status status = make_list(&list, given->model) ? SCREE_OK : fail_memory(error, "inputs");
    if (!status)
        status = copy_all(&list, given->folder, files, error);
    if (!status)
        *text = resolved_text(given, &list);
    if (!status && !*text)
        status = fail_memory(error, "case.yaml");
    clear_list(&list);
    return status;
}
