// saving_parts.c - what belongs to a state, the .sums and the .effort beside it: which of the two generations is of its step,
// what is damaged, and how a generation becomes the newest; see saving.h.
#include "run/saving_parts.h"

#include "run/folder.h"
#include "store/file_in.h"
#include "store/result_names.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The text of a part, of either generation, if it is of that step; *text NULL where there is none.
static scree_status read_part(const char *folder, const generation *generation, int part, int which,
                              char **text, scree_error *error)
{
    size_t size;
    *text = NULL;
    char *path = saving_part_path(folder, generation, part, which);
    if (!path)
        return fail_memory(error, folder);
    scree_status status = access(path, F_OK) ? SCREE_OK : file_in_load(path, text, &size, error);
    free(path);
    return status;
}

// The step that one of the two files tells, -1: none; *there: is there a file?
static int64_t step_of_part(const char *folder, const generation *generation, int part, int which,
                            bool *there)
{
    char *text;
    int64_t step;
    *there = !read_part(folder, generation, part, which, &text, NULL) && text;
    if (!*there || !kept_step(text, &step))
        step = -1;
    free(text);
    return step;
}

// Which of the two files is of the step; -1: neither.
static int holder(const char *folder, const generation *generation, int part)
{
    bool there;
    for (int which = 0; which < 2; which++)
        if (step_of_part(folder, generation, part, which, &there) == generation->step)
            return which;
    return -1;
}

// The same, or else the one that does not tell its step, and so may be it.
static int suspect(const char *folder, const generation *generation, int part)
{
    const int own = holder(folder, generation, part);
    for (int which = 0; which < 2 && own < 0; which++) {
        bool there;
        if (step_of_part(folder, generation, part, which, &there) < 0 && there)
            return which;
    }
    return own;
}

// The run is not gone on with in silence without what it had kept.
static scree_status refuse_damaged(const char *folder, const generation *of, int part, int which,
                                   const kept_fault *fault, scree_error *error)
{
    static const char *const without[PARTS] = {[PART_SUMS] = "means and totals then begin again",
                                               [PART_EFFORT] =
                                                   "the solver's work is then counted anew"};
    generation before_it;
    char where[sizeof error->where];
    char hint[sizeof error->hint];
    char other[160] = "";
    char *path = saving_part_path(folder, of, part, which);
    if (generation_before(folder, of->step, &before_it) && holder(folder, &before_it, part) >= 0) {
        char *before = generation_path(folder, &before_it);
        if (before && strlen(before) < 100)
            snprintf(other, sizeof other, ", go on from the save before it with scree resume %s,",
                     before);
        free(before);
    }
    snprintf(hint, sizeof hint, "put the file back from a copy%s or take it away: %s", other,
             without[part]);
    snprintf(where, sizeof where, "%.290s:%" PRId64, path ? path : folder, fault->line);
    free(path);
    return fail(error, SCREE_BAD_INPUT, where, hint, "the file is damaged: %s", fault->what);
}

// The text of the one that belongs to the state; *text NULL: neither does.
static scree_status read_suspect(const char *folder, const generation *generation, int part,
                                 int *which, char **text, scree_error *error)
{
    *text = NULL;
    *which = suspect(folder, generation, part);
    return *which < 0 ? SCREE_OK : read_part(folder, generation, part, *which, text, error);
}

scree_status generation_load(const char *folder, const generation *generation, probing *probing,
                             effort *effort, bool *found, scree_error *error)
{
    char *text = NULL;
    int which;
    kept_fault fault = {0};
    const bool looks_back = probing_looks_back(probing);
    scree_status status = SCREE_OK;
    if (looks_back)
        status = read_suspect(folder, generation, PART_SUMS, &which, &text, error);
    *found = text || !looks_back;
    if (text)
        status = probing_load(probing, text, &fault, error);
    free(text);
    if (fault.line > 0)
        return refuse_damaged(folder, generation, PART_SUMS, which, &fault, error);
    if (status || !effort->on)
        return status;
    status = read_suspect(folder, generation, PART_EFFORT, &which, &text, error);
    if (text)
        effort_load(effort, text, &fault);
    free(text);
    return fault.line > 0 ? refuse_damaged(folder, generation, PART_EFFORT, which, &fault, error)
                          : status;
}

static scree_status promote(const owned *files, const generation *generation, int part,
                            scree_error *error)
{
    char *newest = saving_path(files->folder, generation->series, part, false);
    char *older = saving_path(files->folder, generation->series, part, true);
    scree_status status = newest && older ? SCREE_OK : fail_memory(error, files->folder);
    if (!status && rename(older, newest))
        status = file_fault(error, newest, "cannot be replaced", errno);
    free(newest);
    free(older);
    return status;
}

// Brings the sums and the effort of the other series back to its own newest state. A kill between the two leaves them
// one save ahead of it, and the next save would keep them as the older generation. Without any state they go.
static scree_status settle_snapshots(const owned *files, scree_error *error)
{
    generation generation = {.series = SAVE_SNAPSHOT};
    image im = {0};
    if (!saving_is_there(files->folder, SAVE_SNAPSHOT, PART_STATE, false) &&
        !saving_is_there(files->folder, SAVE_SNAPSHOT, PART_STATE, true)) {
        saving_remove(files, SAVE_SNAPSHOT);
        return SCREE_OK;
    }
    char *path = generation_path(files->folder, &generation);
    if (!path)
        return fail_memory(error, files->folder);
    const bool readable =
        !access(path, F_OK) && !saving_read(path, STATE_WHOLE, &generation, &im, NULL);
    free(path);
    scree_status status = SCREE_OK;
    for (int part = PART_SUMS; part < PARTS && readable && !status; part++)
        if (holder(files->folder, &generation, part) == 1)
            status = promote(files, &generation, part, error);
    image_clear(&im);
    return status;
}

// The .h5 goes last: until then another try finds the same generation again.
scree_status generation_adopt(owned *files, const generation *generation, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int part = PART_SUMS; part < PARTS && !status; part++)
        if (holder(files->folder, generation, part) == 1)
            status = promote(files, generation, part, error);
    if (!status && generation->previous)
        status = promote(files, generation, PART_STATE, error);
    if (!status && generation->series == SAVE_SNAPSHOT)
        saving_remove(files, SAVE_AUTO);
    if (!status && generation->series == SAVE_AUTO)
        status = settle_snapshots(files, error);
    return status;
}

// The last of those that can be read, owned; NULL: there is none.
static char *last_of_its_own(const char *folder)
{
    char *last = NULL;
    int64_t step = -1;
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        const char *name = entry->d_name;
        const size_t length = strlen(name);
        generation one;
        image im = {0};
        bool known;
        if (length < 4 || strcmp(name + length - 3, ".h5") != 0 ||
            !(result_name_is_kept(name) || !strncmp(name, "stage-", 6)))
            continue;
        char *path = folder_path(folder, name);
        if (path && !generation_given(path, STATE_WHOLE, &one, &im, &known, NULL) &&
            one.step > step) {
            free(last);
            last = path;
            path = NULL;
            step = one.step;
        }
        free(path);
        image_clear(&im);
    }
    if (list)
        closedir(list);
    return last;
}

void generation_hint(const char *folder, scree_error *error)
{
    char *last = last_of_its_own(folder);
    if (last && strlen(last) < 200)
        snprintf(error->hint, sizeof error->hint,
                 "put it back from a copy, or go on from an older state: scree resume %s", last);
    free(last);
}
