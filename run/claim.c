// claim.c - taking a folder for a run: see folder.h.
//
// First nothing is touched: a folder in which somebody works, or which is not empty, is refused as it is. Then the lock
// is taken, and all is looked at once more under it, since another run may have been quicker.
#define _XOPEN_SOURCE 700 // realpath
#include "base/text.h"
#include "run/folder.h"
#include "store/file_out.h"
#include "store/result_names.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- what is there

static bool there(const char *path)
{
    struct stat status;
    return !lstat(path, &status);
}

static bool same_file(const char *a, const char *b)
{
    struct stat status;
    struct stat state;
    return !stat(a, &status) && !stat(b, &state) && status.st_dev == state.st_dev &&
           status.st_ino == state.st_ino;
}

typedef bool entry_test(const owned *files, const char *name);

static bool counts(const owned *files, const char *name)
{
    (void)files;
    return strcmp(name, LOCK_NAME) != 0;
}

// A folder cannot be replaced by a result, whatever the list says.
static bool is_in_the_way(const owned *files, const char *name)
{
    char path[PATH_MAX];
    struct stat status;
    const int length = snprintf(path, sizeof path, "%s/%s", files->folder, name);
    if (length < 0 || (size_t)length >= sizeof path || lstat(path, &status))
        return false;
    return S_ISDIR(status.st_mode) || !owned_has(files, name);
}

static bool is_foreign_result(const owned *files, const char *name)
{
    return result_name_is_own(name) && is_in_the_way(files, name);
}

// The first entry that `test` is true of, owned; *found NULL where there is none.
static scree_status find_entry(const char *folder, entry_test *test, const owned *files,
                               char **found, scree_error *error)
{
    DIR *list = opendir(folder);
    *found = NULL;
    if (!list)
        return file_fault(error, folder, "cannot read the folder", errno);
    bool bad = false;
    for (struct dirent *entry; !*found && !bad && (entry = readdir(list));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            !test(files, entry->d_name))
            continue;
        *found = text_copy(entry->d_name);
        bad = !*found;
    }
    closedir(list);
    return bad ? fail_memory(error, folder) : SCREE_OK;
}

static scree_status foreign(const char *folder, const char *name, scree_error *error)
{
    char where[320];
    snprintf(where, sizeof where, "%.180s/%.120s", folder, name);
    struct stat status;
    char *path = folder_path(folder, name);
    const bool is_folder = path && !lstat(path, &status) && S_ISDIR(status.st_mode);
    free(path);
    return fail(
        error, SCREE_BAD_INPUT, where, "move it away, or choose another folder with --out",
        is_folder
            ? "this is a folder, and a result is to get its name"
            : "a file is here that no run of Scree has written, and a result is to get its name");
}

// A folder of the run that stands there as something else, such as a link that leads elsewhere.
static scree_status check_place(const run_folder *in, const char *inner, scree_error *error)
{
    struct stat state;
    char *path = folder_path(in->path, inner);
    if (!path)
        return fail_memory(error, in->path);
    scree_status status = SCREE_OK;
    if (!lstat(path, &state) && !S_ISDIR(state.st_mode))
        status =
            fail(error, SCREE_BAD_INPUT, path, "move it away, or choose another folder with --out",
                 "this is no folder, and results were to go into it");
    free(path);
    return status;
}

static scree_status check_results(const run_folder *in, const folder_wish *wish, scree_error *error)
{
    char *found;
    scree_status status = find_entry(in->path, is_foreign_result, &in->files, &found, error);
    if (!status && found)
        status = foreign(in->path, found, error);
    free(found);
    if (!status && wish->name && *wish->name)
        status = check_place(in, "probes", error);
    if (!status && wish->input && *wish->input)
        status = check_place(in, "inputs", error);
    for (int i = 0; !status && wish->name && wish->name[i]; i++)
        if (is_in_the_way(&in->files, wish->name[i]))
            status = foreign(in->path, wish->name[i], error);
    return status;
}

// Files that this run reads must not go with those of an older one.
static scree_status check_inputs(const run_folder *in, const folder_wish *wish, scree_error *error)
{
    for (int64_t i = 0; i < in->files.count; i++) {
        char *path = folder_path(in->path, in->files.name[i]);
        if (!path)
            return fail_memory(error, in->path);
        bool read = false;
        for (int k = 0; wish->input && wish->input[k] && !read; k++)
            read = same_file(path, wish->input[k]);
        free(path);
        if (read)
            return fail(error, SCREE_BAD_INPUT, in->path, "choose another folder with --out",
                        "the results would replace `%.100s`, which the case reads",
                        in->files.name[i]);
    }
    return SCREE_OK;
}

static scree_status refuse_full(const char *folder, bool no_force, scree_error *error)
{
    const bool run = folder_holds_run(folder);
    char *own = folder_path(folder, "case.yaml");
    const bool goes_on = run && own && there(own);
    free(own);
    char hint[400] = "choose another folder with --out";
    size_t length = strlen(hint);
    if (goes_on && !no_force)
        snprintf(hint + length, sizeof hint - length,
                 ", replace the run with --force, or go on with it: scree resume %.250s", folder);
    else if (!no_force)
        snprintf(hint + length, sizeof hint - length, "%s",
                 run ? ", or replace what a run has left there with --force"
                     : ", or use it all the same with --force");
    return fail(error, SCREE_BAD_INPUT, folder, hint,
                run ? "the folder holds a run already" : "the folder is not empty");
}

static scree_status check_empty(const run_folder *in, const folder_wish *wish, scree_error *error)
{
    char *found;
    scree_status status = find_entry(in->path, counts, &in->files, &found, error);
    if (!status && found && !wish->force)
        status = refuse_full(in->path, wish->no_force, error);
    free(found);
    return status;
}

// All that can be seen without writing.
static scree_status look(const run_folder *in, const folder_wish *wish, scree_error *error)
{
    if (!there(in->path))
        return SCREE_OK;
    if (!folder_exists(in->path))
        return fail(error, SCREE_BAD_INPUT, in->path, "choose another folder with --out",
                    "this is no folder");
    scree_status status = lock_look(in->path, error);
    char *own = folder_path(in->path, "case.yaml");
    if (!status && !own)
        status = fail_memory(error, in->path);
    if (!status && same_file(own, wish->case_path))
        status = fail(error, SCREE_BAD_INPUT, in->path, "choose another folder with --out",
                      "the results would replace the case file that they are made from");
    free(own);
    return status ? status : check_empty(in, wish, error);
}

// ---- the claim

// Beside a case that was given as /dev/stdin or as a descriptor there is no place for results.
static bool is_no_place(const char *folder)
{
    char *real = realpath(folder, NULL);
    const bool none = real && (!strcmp(real, "/dev") || !strncmp(real, "/proc/", 6));
    free(real);
    return none;
}

// A new folder with a number that nobody has: making it decides between two runs that begin at once.
static scree_status make_suggested(run_folder *in, const char *beside, scree_error *error)
{
    if (is_no_place(beside))
        return fail(error, SCREE_BAD_INPUT, beside, "say with --out where results go",
                    "this is a folder of the system, and no place for results");
    for (int i = 1; i < INT_MAX; i++) {
        in->path =
            i == 1 ? text_format("%s/results", beside) : text_format("%s/results-%d", beside, i);
        if (!in->path)
            return fail_memory(error, beside);
        if (!mkdir(in->path, 0777)) {
            in->made = true;
            return SCREE_OK;
        }
        if (errno != EEXIST)
            return file_fault(error, in->path, "cannot make the folder", errno);
        free(in->path);
        in->path = NULL;
    }
    return fail(error, SCREE_BAD_INPUT, beside, "name a folder with --out",
                "all folders for results are taken");
}

static scree_status make_named(run_folder *in, const folder_wish *wish, scree_error *error)
{
    in->path = text_copy(wish->out);
    if (!in->path)
        return fail_memory(error, wish->out);
    scree_status status = look(in, wish, error);
    in->made = !there(in->path);
    return status ? status : folder_make(in->path, error);
}

static scree_status take_over(run_folder *in, const folder_wish *wish, scree_error *error)
{
    scree_status status = check_empty(in, wish, error);
    if (!status)
        status = owned_open(&in->files, in->path, error);
    if (!status)
        status = check_results(in, wish, error);
    if (!status)
        status = check_inputs(in, wish, error);
    if (!status)
        owned_remove_all(&in->files);
    return status;
}

scree_status folder_claim(run_folder *in, const folder_wish *wish, scree_error *error)
{
    memset(in, 0, sizeof *in);
    in->lock.file = in->files.file = -1;
    scree_status status =
        wish->out ? make_named(in, wish, error) : make_suggested(in, wish->beside, error);
    if (!status)
        status = lock_take(&in->lock, in->path, error);
    if (!status)
        status = take_over(in, wish, error);
    if (status)
        folder_withdraw(in);
    return status;
}

// A result that is a link, a pipe or a device leads out of the folder. What is in `inputs` is read as of any case.
static scree_status check_result(const char *folder, const char *name, scree_error *error)
{
    struct stat state;
    char *path = folder_path(folder, name);
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (!lstat(path, &state) && !S_ISREG(state.st_mode))
        status = fail(error, SCREE_BAD_INPUT, path, "put the file itself there, or move this away",
                      S_ISLNK(state.st_mode)   ? "this is a symbolic link, and results are no links"
                      : S_ISDIR(state.st_mode) ? "this is a folder, and a result has its name"
                                               : "this is no plain file");
    free(path);
    return status;
}

// Of what stands in `probes`: a table, whole or half written. All else there is somebody's own.
static bool is_table_name(const char *name)
{
    static const char *const endings[] = {".csv", ".csv.part"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && !strcmp(name + length - ending, endings[i]))
            return true;
    }
    return false;
}

static scree_status check_inner(const char *folder, const char *inner, scree_error *error)
{
    struct stat state;
    char *path = *inner ? folder_path(folder, inner) : text_copy(folder);
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (*inner && !lstat(path, &state) && !S_ISDIR(state.st_mode))
        status =
            fail(error, SCREE_BAD_INPUT, path, "put the folder itself there, or move this away",
                 "this is no folder, and the run keeps files in a folder of that name");
    DIR *list = status ? NULL : opendir(path);
    for (struct dirent *entry; !status && list && (entry = readdir(list));) {
        if (!(*inner ? is_table_name(entry->d_name) : result_name_is_own(entry->d_name)))
            continue;
        status = check_result(path, entry->d_name, error);
    }
    if (list)
        closedir(list);
    free(path);
    return status;
}

scree_status folder_check(const char *folder, scree_error *error)
{
    scree_status status = check_result(folder, OWNED_NAME, error);
    return status ? status : check_inner(folder, "", error);
}

scree_status folder_enter(run_folder *in, const char *folder, scree_error *error)
{
    memset(in, 0, sizeof *in);
    in->lock.file = in->files.file = -1;
    in->path = text_copy(folder);
    scree_status status =
        in->path ? lock_take(&in->lock, folder, error) : fail_memory(error, folder);
    if (!status)
        status = folder_check(folder, error);
    if (!status)
        status = check_inner(folder, "probes", error);
    if (!status)
        status = owned_open(&in->files, folder, error);
    if (status)
        folder_leave(in);
    return status;
}

static scree_status adopt_all(run_folder *in, const char *inner, scree_error *error)
{
    char *folder = *inner ? folder_path(in->path, inner) : text_copy(in->path);
    DIR *list = folder ? opendir(folder) : NULL;
    scree_status status = folder ? SCREE_OK : fail_memory(error, in->path);
    for (struct dirent *entry; !status && list && (entry = readdir(list));) {
        if (*entry->d_name == '.' || (!*inner && !result_name_is_own(entry->d_name)))
            continue;
        char *name = *inner ? folder_path(inner, entry->d_name) : text_copy(entry->d_name);
        status = name ? owned_adopt(&in->files, name, error) : fail_memory(error, in->path);
        free(name);
    }
    if (list)
        closedir(list);
    free(folder);
    return status;
}

scree_status folder_adopt(run_folder *in, scree_error *error)
{
    static const char *const inner[] = {"", "probes", "inputs"};
    scree_status status = SCREE_OK;
    for (int i = 0; i < 3 && !status && !in->files.listed; i++)
        status = adopt_all(in, inner[i], error);
    return status;
}

void folder_leave(run_folder *in)
{
    if (!in->path)
        return;
    lock_drop(&in->lock);
    owned_close(&in->files);
    free(in->path);
    memset(in, 0, sizeof *in);
    in->lock.file = in->files.file = -1;
}

void folder_withdraw(run_folder *in)
{
    if (!in->path)
        return;
    // Without the lock the folder is another one's, even if this claim has made it.
    const bool mine = in->made && in->lock.file >= 0;
    if (mine && in->files.folder)
        owned_remove_all(&in->files);
    char *path = mine || (in->made && in->lock.file < 0) ? text_copy(in->path) : NULL;
    folder_leave(in);
    if (path)
        rmdir(path); // only where nothing is in it
    free(path);
}
