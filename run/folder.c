// folder.c - see folder.h.
#include "run/folder.h"
#include "run/lock.h"

#include "base/text.h"
#include "store/file_in.h"
#include "store/file_out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *folder_path(const char *folder, const char *name)
{
    return text_format("%s/%s", folder, name);
}

static bool there(const char *path)
{
    struct stat status;
    return !stat(path, &status);
}

bool folder_exists(const char *folder)
{
    struct stat status;
    return !stat(folder, &status) && S_ISDIR(status.st_mode);
}

bool folder_holds_run(const char *folder)
{
    static const char *const signs[] = {"log.txt", "snapshot.h5", "autosave.h5"};
    bool found = false;
    for (int i = 0; i < 3 && !found; i++) {
        char *path = folder_path(folder, signs[i]);
        found = path && there(path);
        free(path);
    }
    return found;
}

static bool holds(const char *folder, const char *name)
{
    char *path = folder_path(folder, name);
    bool found = path && there(path);
    free(path);
    return found;
}

// Has the run in the folder saved a state since it began, by its log? Then one that is not there was taken away.
static bool had_saved(const char *folder)
{
    enum { STAMP = 21 }; // "2026-01-31 12:00:00  "
    char *path = folder_path(folder, "log.txt");
    char *text = NULL;
    size_t size;
    bool saved = false;
    if (path && file_in_load(path, &text, &size, NULL))
        text = NULL;
    for (char *line = text, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (end - line < STAMP)
            continue;
        const char *words = line + STAMP;
        if (!strncmp(words, "snapshot at step ", 17) || !strncmp(words, "autosave at step ", 17))
            saved = true;
        if (!strncmp(words, "scree ", 6) &&
            (strstr(words, " runs ") || strstr(words, " begins anew")))
            saved = false;
    }
    free(text);
    free(path);
    return saved;
}

// Why there is nothing to go on from, and what to do.
static scree_status nothing_saved(const char *folder, scree_error *error)
{
    char hint[300] = "give the folder of a run, such as chute/results, or one of its snapshots";
    if (holds(folder, "snapshot.h5.previous"))
        snprintf(hint, sizeof hint, "the one before is there: give %.200s/snapshot.h5.previous",
                 folder);
    else if (holds(folder, "results/snapshot.h5") || holds(folder, "results/autosave.h5"))
        snprintf(hint, sizeof hint, "did you mean %.200s/results?", folder);
    else if (lock_look(folder, NULL))
        snprintf(hint, sizeof hint,
                 "a run is at work there and has saved nothing yet: wait until it has");
    else if (holds(folder, OWNED_NAME) && folder_restartable(folder, error))
        return SCREE_BAD_INPUT;
    else if (holds(folder, OWNED_NAME))
        snprintf(hint, sizeof hint,
                 "the run ended before it saved anything: scree resume %.200s begins it anew",
                 folder);
    else if (holds(folder, "log.txt"))
        snprintf(hint, sizeof hint,
                 "a run was here, and its list of files is gone: start it anew with scree run CASE "
                 "and another folder");
    return fail(error, SCREE_BAD_INPUT, folder, hint,
                "the folder holds no snapshot.h5, so there is no run to go on with");
}

scree_status folder_restartable(const char *folder, scree_error *error)
{
    if (holds(folder, "summary.json") || had_saved(folder))
        return fail(error, SCREE_BAD_INPUT, folder,
                    "put snapshot.h5 back, or run the case anew: scree run CASE --force --out and "
                    "this folder",
                    "the states that this run has saved are not there any more, so there is "
                    "nothing to go on from");
    if (holds(folder, "case.yaml") && holds(folder, OWNED_NAME))
        return SCREE_OK;
    if (!holds(folder, OWNED_NAME))
        return nothing_saved(folder, error);
    // A run begins with its case.yaml, a branch with the log and the state that it goes on from.
    return fail(
        error, SCREE_BAD_INPUT, folder,
        holds(folder, "log.txt")
            ? "branch again, with scree resume RUN --set ... --force --out and this folder"
            : "start it again with scree run CASE --force --out and this folder",
        "the run ended before its case.yaml was written, so there is nothing to go on with");
}

scree_status folder_snapshot(const char *given, char **path, scree_error *error)
{
    static const char *const newest[] = {"autosave.h5", "snapshot.h5"};
    *path = NULL;
    if (!there(given))
        return fail(error, SCREE_BAD_INPUT, given,
                    "give the folder of a run, such as chute/results, or one of its snapshots",
                    "there is no such folder or file");
    if (!folder_exists(given))
        return (*path = text_copy(given)) ? SCREE_OK : fail_memory(error, given);
    for (int i = 0; i < 2; i++)
        if (holds(given, newest[i]))
            return (*path = folder_path(given, newest[i])) ? SCREE_OK : fail_memory(error, given);
    return nothing_saved(given, error);
}

scree_status folder_make(const char *folder, scree_error *error)
{
    char *path = text_copy(folder);
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    for (char *c = path + 1; !status; c++) {
        if (*c && *c != '/')
            continue;
        char kept = *c;
        *c = 0;
        if (mkdir(path, 0777) && errno != EEXIST)
            status = file_fault(error, path, "cannot make the folder", errno);
        *c = kept;
        if (!kept)
            break;
    }
    free(path);
    if (!status && !folder_exists(folder))
        status = fail(error, SCREE_BAD_INPUT, folder, "choose another folder", "this is no folder");
    return status;
}

scree_status file_copy(const char *from, const char *to, scree_error *error)
{
    char *text;
    size_t size;
    file_out out;
    scree_status status = file_in_load(from, &text, &size, error);
    if (!status)
        status = file_out_open(&out, to, error);
    if (!status) {
        file_out_write(&out, text, size);
        status = file_out_commit(&out, error);
    }
    free(text);
    return status;
}
