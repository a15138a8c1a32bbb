// case.c - cases of scree/scree.h: reading with settings, and all faults.
#include "api/objects.h"
#include "api/plain_locale.h"

#include "base/text.h"
#include "case/inputs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int scree_version(void)
{
    return SCREE_VERSION_NUMBER;
}

scree_case *case_keep(scree_case *opened)
{
    atomic_fetch_add(&opened->users, 1);
    return opened;
}

void case_release(scree_case *opened)
{
    if (atomic_fetch_sub(&opened->users, 1) > 1)
        return;
    if (opened->good)
        model_clear(&opened->model);
    fault_list_clear(&opened->faults);
    fault_list_clear(&opened->notes);
    for (int i = 0; i < opened->laws; i++)
        own_release(opened->law[i]);
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        free(opened->slot[slot]);
    free(opened->folder);
    free(opened);
}

void scree_case_destroy(scree_case *opened)
{
    if (opened)
        case_release(opened);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return text_copy(".");
    return slash == path ? text_copy("/") : text_slice(path, (size_t)(slash - path));
}

typedef struct override_list {
    case_override *item;
    int count;
} override_list;

static void overrides_clear(override_list *list)
{
    for (int i = 0; i < list->count; i++) {
        free((char *)list->item[i].key);
        free((char *)list->item[i].value);
    }
    free(list->item);
}

// The settings taken apart at their first '='; those without one become faults.
static bool overrides_make(const char *const *settings, override_list *list, fault_list *faults)
{
    int count = 0;
    while (settings && settings[count])
        count++;
    *list = (override_list){calloc((size_t)count + 1, sizeof *list->item), 0};
    for (int i = 0; list->item && i < count; i++) {
        const char *equals = strchr(settings[i], '=');
        if (!equals || equals == settings[i]) {
            fault_add(faults, SCREE_BAD_INPUT, "settings", "such as run.duration=0.5 s",
                      "'%.200s' is not KEY=VALUE", settings[i]);
            continue;
        }
        case_override *to = &list->item[list->count++];
        to->key = text_slice(settings[i], (size_t)(equals - settings[i]));
        to->value = text_copy(equals + 1);
        if (!to->key || !to->value)
            return false;
    }
    return list->item != NULL;
}

static scree_status read_into(scree_case *opened, const char *text, const char *name,
                              const override_list *set)
{
    const case_families families = case_families_of(opened);
    if (text)
        return case_parse(&(case_source){text, strlen(text), name},
                          &(case_context){&families, set->item, set->count}, &opened->model,
                          &opened->faults, &opened->notes);
    return case_is_course(name)
               ? course_read(name, &(case_context){&families, set->item, set->count},
                             &opened->model, &opened->faults, &opened->notes)
               : case_read(name, &(case_context){&families, set->item, set->count}, &opened->model,
                           &opened->faults, &opened->notes);
}

// Laws of a slot: those of the program stand behind those of the build.
static bool make_slot(scree_case *opened, int slot, int more)
{
    const case_families known = all_families();
    const int count = known.laws[slot];
    opened->slot[slot] = calloc((size_t)(count + more), sizeof *opened->slot[slot]);
    if (!opened->slot[slot])
        return false;
    memcpy(opened->slot[slot], known.law[slot], (size_t)count * sizeof *opened->slot[slot]);
    opened->slots[slot] = count;
    return true;
}

static scree_status take_laws(scree_case *opened, const scree_law *const *laws, scree_error *error)
{
    int count = 0;
    while (laws && laws[count])
        count++;
    if (count > LAWS_MOST)
        return fail(error, SCREE_BAD_INPUT, "laws", "give 16 at most", "%d laws are too many",
                    count);
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        if (!make_slot(opened, slot, count))
            return fail_memory(error, "laws");
    }
    for (int i = 0; i < count; i++) {
        const plugin *what = own_plugin(laws[i]->own);
        const int slot = own_slot(laws[i]->own);
        for (int j = 0; j < i; j++) {
            if (!strcmp(what->name, own_plugin(laws[j]->own)->name))
                return fail(error, SCREE_BAD_INPUT, "laws", "leave one out",
                            "two laws are called %s", what->name);
        }
        opened->law[opened->laws++] = own_keep(laws[i]->own);
        opened->slot[slot][opened->slots[slot]++] = what;
    }
    return SCREE_OK;
}

case_families case_families_of(const scree_case *opened)
{
    case_families families = all_families();
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        if (!opened->slot[slot])
            continue;
        families.law[slot] = opened->slot[slot];
        families.laws[slot] = opened->slots[slot];
    }
    return families;
}

// A case that is read: `text` NULL: from the file of that name.
typedef struct case_asked {
    const char *text, *name;
    const char *const *settings;
    const scree_law *const *laws;
} case_asked;

static scree_status make(const case_asked *asked, scree_case **out, scree_error *error)
{
    const char *text = asked->text;
    const char *name = asked->name;
    override_list set = {0};
    scree_case *opened = calloc(1, sizeof *opened);
    *out = NULL;
    if (!opened)
        return fail_memory(error, name);
    atomic_init(&opened->users, 1);
    const scree_status refused = take_laws(opened, asked->laws, error);
    if (refused) {
        case_release(opened);
        return refused;
    }
    opened->folder = folder_of(name);
    bool room = opened->folder && overrides_make(asked->settings, &set, &opened->faults);
    scree_status status = room ? read_into(opened, text, name, &set) : SCREE_NO_MEMORY;
    overrides_clear(&set);
    opened->good = status == SCREE_OK;
    if (!status && opened->faults.count)
        status = SCREE_BAD_INPUT; // a setting that is none
    if (status == SCREE_NO_MEMORY || (status && !opened->faults.count)) {
        case_release(opened);
        return fail_memory(error, name);
    }
    if (status && error)
        *error = opened->faults.item[0];
    *out = opened;
    return status;
}

static scree_status make_plainly(const case_asked *asked, scree_case **out, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = make(asked, out, error);
    plain_locale_end(locale);
    return status;
}

scree_status scree_case_read(const char *path, const char *const *settings, scree_case **out,
                             scree_error *error)
{
    return make_plainly(&(case_asked){NULL, path, settings, NULL}, out, error);
}

scree_status scree_case_parse(const char *text, const char *name, const char *const *settings,
                              scree_case **out, scree_error *error)
{
    return make_plainly(&(case_asked){text, name, settings, NULL}, out, error);
}

scree_status scree_case_read_with(const char *path, const char *const *settings,
                                  const scree_law *const *laws, scree_case **out,
                                  scree_error *error)
{
    return make_plainly(&(case_asked){NULL, path, settings, laws}, out, error);
}

scree_status scree_case_parse_with(const char *text, const char *name, const char *const *settings,
                                   const scree_law *const *laws, scree_case **out,
                                   scree_error *error)
{
    return make_plainly(&(case_asked){text, name, settings, laws}, out, error);
}

// Where its relative paths start, whole; owned.
static char *whole_folder(const scree_case *opened)
{
    char here[PATH_MAX];
    if (*opened->folder == '/')
        return text_copy(opened->folder);
    if (!getcwd(here, sizeof here))
        return NULL;
    return strcmp(opened->folder, ".") ? text_format("%s/%s", here, opened->folder)
                                       : text_copy(here);
}

static void free_paths(char **paths)
{
    for (int i = 0; paths && paths[i]; i++)
        free(paths[i]);
    free(paths);
}

// Ends in NULL; NULL without memory.
static char **whole_paths(const scree_case *opened, case_inputs *inputs)
{
    char **paths = calloc((size_t)inputs->count + 1, sizeof *paths);
    char *folder = whole_folder(opened);
    bool good = paths && folder;
    for (int i = 0; good && i < inputs->count; i++) {
        paths[i] = case_input_path(folder, inputs->item[i].own);
        good = paths[i];
        inputs->item[i].stand_in = paths[i];
    }
    free(folder);
    if (good)
        return paths;
    free_paths(paths);
    return NULL;
}

static char *text_of(scree_case *opened)
{
    const case_families families = case_families_of(opened);
    case_inputs inputs;
    if (!case_inputs_list(&opened->model, &inputs))
        return NULL;
    model shown = opened->model;
    shown.path = NULL;
    char **paths = whole_paths(opened, &inputs);
    char *text = paths ? case_inputs_text(&shown, &inputs, &families) : NULL;
    free_paths(paths);
    free(inputs.item);
    return text;
}

scree_status scree_case_text(scree_case *opened, char **text, scree_error *error)
{
    *text = NULL;
    if (!opened->good)
        return fail(error, SCREE_BAD_INPUT, "case", "mend it; scree_case_fault tells the faults",
                    "it has faults");
    const plain_locale locale = plain_locale_begin();
    *text = text_of(opened);
    plain_locale_end(locale);
    return *text ? SCREE_OK : fail_memory(error, "case");
}

static const scree_error *item(const fault_list *list, int index)
{
    return index >= 0 && index < list->count ? &list->item[index] : NULL;
}

const scree_error *scree_case_fault(const scree_case *opened, int index)
{
    return item(&opened->faults, index);
}
const scree_error *scree_case_note(const scree_case *opened, int index)
{
    return item(&opened->notes, index);
}
