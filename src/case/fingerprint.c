// fingerprint.c - see fingerprint.h.
#include "case/fingerprint.h"

#include "base/hash.h"
#include "base/text.h"
#include "case/changes.h"
#include "case/tree.h"
#include "store/file_in.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the text

// A name of a file in the model, and what stands in its place while the text is made.
typedef struct stand_in {
    row_value *value;
    char *own;
    char text[40];
} stand_in;

// Of files of walls the hash of what they hold; of tables of grains nothing, since the grains are part of the state.
static void read_contents(stand_in *is, const char *folder)
{
    const char *name = is->own;
    char *data = NULL;
    char *path = *name == '/' ? text_copy(name) : text_format("%s/%s", folder, name);
    size_t size = 0;
    if (path && file_in_load(path, &data, &size, NULL) == SCREE_OK)
        snprintf(is->text, sizeof is->text, "contents %016" PRIx64, hash_of(data, size, 0));
    else
        snprintf(is->text, sizeof is->text, "not there");
    free(data);
    free(path);
}

static void collect(const choice *choice, const char *folder, bool surface, stand_in *list,
                    int *count)
{
    const int rows = choice->what ? choice->what->count : 0;
    for (int i = 0; i < rows; i++) {
        const row *row = &choice->what->rows[i];
        row_value *value = &choice->value[i];
        const bool file = row->type == ROW_TEXT && !strcmp(row->name, "file");
        if (!file || !value->text)
            continue;
        stand_in *is = &list[(*count)++];
        *is = (stand_in){.value = value, .own = value->text, .text = "read"};
        if (surface)
            read_contents(is, folder);
    }
}

scree_status case_fingerprint(const model *written, const step_choice *chosen, const char *folder,
                              const case_families *families, char **text, scree_error *error)
{
    int count = 0;
    stand_in *list = calloc((size_t)(written->walls + written->grain_sets) + 1,
                            sizeof *list); // one file each at most
    *text = NULL;
    if (!list)
        return fail_memory(error, "case of the snapshot");
    for (int i = 0; i < written->walls; i++)
        collect(&written->wall[i].primitive, folder, true, list, &count);
    for (int i = 0; i < written->grain_sets; i++)
        collect(&written->grains[i].packing, folder, false, list, &count);
    model shown = *written;
    shown.path = NULL;
    if (chosen)
        shown.step = chosen->step;
    if (chosen && written->solver == SOLVER_NONSMOOTH)
        shown.nonsmooth.diameter = chosen->diameter;
    for (int i = 0; i < count; i++)
        list[i].value->text = list[i].text;
    *text = case_resolved(&shown, families);
    for (int i = 0; i < count; i++)
        list[i].value->text = list[i].own;
    free(list);
    return *text ? SCREE_OK : fail_memory(error, "case of the snapshot");
}

static const char column_name[] = "case/text";

bool case_stamp(image *im, const char *text)
{
    size_t length = strlen(text);
    void *data = image_add(im, column_name, (image_shape){IMAGE_U8, (int64_t)length, 1}, "1",
                           "the resolved case, no part of the state");
    if (data)
        memcpy(data, text, length);
    return data != NULL;
}

char *case_of_image(const image *im, const case_families *families)
{
    const image_column *column = image_find(im, column_name, IMAGE_U8, 1);
    if (!column)
        return NULL;
    model model;
    char *text = NULL;
    fault_list faults = {0};
    fault_list notes = {0};
    if (case_parse(&(case_source){column->data, (size_t)column->rows, column_name},
                   &(case_context){.families = families}, &model, &faults, &notes) == SCREE_OK) {
        free(model.path);
        model.path = NULL;
        text = case_resolved(&model, families);
        model_clear(&model);
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return text;
}

bool case_knows(const image *im, const char *section, const char *name)
{
    const image_column *column = image_find(im, column_name, IMAGE_U8, 1);
    if (!column)
        return true;
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(column->data, (size_t)column->rows, column_name, &book);
    const node *in = root ? node_find(root, section) : NULL;
    const bool knows = !root || (in && node_find(in, name));
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return knows;
}

// ---- what may change

static bool begins(const char *path, const char *with)
{
    size_t length = strlen(with);
    return !strncmp(path, with, length) &&
           (path[length] == 0 || path[length] == '.' || path[length] == '[');
}

static bool ends(const char *path, const char *with)
{
    size_t length = strlen(path);
    size_t k = strlen(with);
    return length >= k && !strcmp(path + length - k, with);
}

// Is it, or is it in, `key` of a named entry of a section: "walls.press.drive.velocity" in `drive`? Names may be words
// that are keys elsewhere.
static bool is_of(const char *path, const char *key)
{
    const char *name = strchr(path, '.');
    const char *after = name ? strchr(name + 1, '.') : NULL;
    return after && begins(after + 1, key);
}

static int depth_of(const char *path)
{
    int dots = 0;
    for (; *path; path++)
        dots += *path == '.';
    return dots;
}

case_freedom case_freedom_of(const char *path)
{
    static const char *const free_ones[] = {"scree",  "title",        "output",    "probes",
                                            "course", "run.duration", "run.steps", "run.search"};
    static const char *const decided[] = {"domain",     "grains", "shapes",
                                          "dimensions", "random", "solver"};
    // Frames are numbered by their period: with another one, older frames would go with those that come again.
    static const char *const of_frames[] = {"output.every", "course.out_every", "course.vtk_every"};
    for (size_t i = 0; i < sizeof of_frames / sizeof *of_frames; i++) {
        if (!strcmp(path, of_frames[i]))
            return CHANGE_BRANCH;
    }
    // A probe may come or go; with another one behind its name its table would hold rows of both.
    if (begins(path, "probes") && depth_of(path) > 1)
        return CHANGE_BRANCH;
    for (size_t i = 0; i < sizeof free_ones / sizeof *free_ones; i++) {
        if (begins(path, free_ones[i]))
            return CHANGE_FREE;
    }
    for (size_t i = 0; i < sizeof decided / sizeof *decided; i++) {
        if (begins(path, decided[i]))
            return CHANGE_DECIDED;
    }
    if (begins(path, "walls"))
        return is_of(path, "drive") ? CHANGE_BRANCH : CHANGE_DECIDED;
    if (begins(path, "materials"))
        return depth_of(path) < 2 || ends(path, ".density") ? CHANGE_DECIDED : CHANGE_BRANCH;
    // sets of grains are numbered, those of streams behind all others
    if (begins(path, "streams")) {
        return depth_of(path) < 1 || ends(path, ".shape") || ends(path, ".material")
                   ? CHANGE_DECIDED
                   : CHANGE_BRANCH;
    }
    return CHANGE_BRANCH;
}

// Is it what the probe of that name measures? A case without probes differs in all of them at once.
static bool of_probe(const char *path, const void *name)
{
    const size_t length = strlen(name);
    if (!strcmp(path, "probes"))
        return true;
    if (strncmp(path, "probes.", 7) != 0 || strncmp(path + 7, name, length) != 0)
        return false;
    const char *rest = path + 7 + length;
    return *rest == 0 || (*rest == '.' && strcmp(rest, ".every") != 0);
}

bool case_probe_stays(const image *im, const char *now, const case_families *families,
                      const char *name)
{
    char *was = case_of_image(im, families);
    case_changes changes = {.tells = of_probe, .context = name};
    const bool stays = !was || !case_changes_find(was, now, &changes) || changes.count == 0;
    free(was);
    return stays;
}

static bool beyond(const char *path, const void *context)
{
    return case_freedom_of(path) > *(const case_freedom *)context;
}

static void tell(const case_changes *changes, char out[480])
{
    size_t length = 0;
    for (int i = 0; i < changes->count && i < CHANGES_TOLD; i++) {
        const case_change *is = &changes->item[i];
        length += (size_t)snprintf(out + length, 480 - length, "%s%s%s%s%s", i ? "; " : "",
                                   is->path, *is->was ? " was " : " was not there", is->was,
                                   *is->is ? ", is " : ", is gone");
        if (length < 480)
            length += (size_t)snprintf(out + length, 480 - length, "%s", is->is);
        if (length >= 480)
            return;
    }
    if (changes->count > CHANGES_TOLD)
        snprintf(out + length, 480 - length, "; and %d more", changes->count - CHANGES_TOLD);
}

static int count_beyond(case_freedom allowed, const char *was, const char *now)
{
    case_changes changes = {.tells = beyond, .context = &allowed};
    return case_changes_find(was, now, &changes) ? changes.count : 0;
}

scree_status case_compare(const image *im, const char *now, const case_families *families,
                          case_freedom allowed, scree_error *error)
{
    char *was = case_of_image(im, families);
    char words[480];
    case_changes changes = {.tells = beyond, .context = &allowed};
    const bool read = was && case_changes_find(was, now, &changes);
    const bool decided = read && count_beyond(CHANGE_BRANCH, was, now) > 0;
    free(was);
    if (!read || changes.count == 0)
        return SCREE_OK;
    tell(&changes, words);
    const char *hint = "start a new run for that; the state of the snapshot has decided it";
    if (allowed == CHANGE_FREE) {
        hint = decided ? "put the case of the run back, or start a new run for that; the state of "
                         "the snapshot has decided it"
                       : "put the case of the run back, or branch it: scree resume with --out";
    }
    return fail(error, SCREE_BAD_INPUT, "the case has changed since the snapshot", hint, "%s",
                words);
}
