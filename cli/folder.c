// folder.c - see folder.h.
#include "cli/folder.h"

#include "base/text.h"
#include "store/file_in.h"
#include "store/file_out.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *folder_path(const char *folder, const char *name) { return text_format("%s/%s", folder, name); }

static bool there(const char *path)
{
    struct stat s;
    return !stat(path, &s);
}

bool folder_exists(const char *folder)
{
    struct stat s;
    return !stat(folder, &s) && S_ISDIR(s.st_mode);
}

bool folder_holds_run(const char *folder)
{
    static const char *const signs[] = {"log.txt", "snapshot.h5"};
    bool found = false;
    for (int i = 0; i < 2 && !found; i++) {
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

scree_status folder_snapshot(const char *given, char **path, scree_error *error)
{
    char hint[300] = "give the folder of a run, such as chute/results, or one of its snapshots";
    *path = NULL;
    if (!there(given)) return fail(error, SCREE_BAD_INPUT, given, hint, "there is no such folder or file");
    if (!folder_exists(given)) return (*path = text_copy(given)) ? SCREE_OK : fail_memory(error, given);
    if (holds(given, "snapshot.h5"))
        return (*path = folder_path(given, "snapshot.h5")) ? SCREE_OK : fail_memory(error, given);
    if (holds(given, "snapshot.h5.previous"))
        snprintf(hint, sizeof hint, "the one before is there: give %.200s/snapshot.h5.previous", given);
    else if (holds(given, "results/snapshot.h5"))
        snprintf(hint, sizeof hint, "did you mean %.200s/results?", given);
    else if (holds(given, "log.txt"))
        snprintf(hint, sizeof hint, "the run ended before it saved anything: start it anew with scree run");
    return fail(error, SCREE_BAD_INPUT, given, hint,
                "the folder holds no snapshot.h5, so there is no run to go on with");
}

scree_status folder_make(const char *folder, scree_error *error)
{
    char *path = text_copy(folder);
    if (!path) return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    for (char *c = path + 1; !status; c++) {
        if (*c && *c != '/') continue;
        char kept = *c;
        *c = 0;
        if (mkdir(path, 0777) && errno != EEXIST) status = file_fault(error, path, "cannot make the folder", errno);
        *c = kept;
        if (!kept) break;
    }
    free(path);
    if (!status && !folder_exists(folder))
        status = fail(error, SCREE_BAD_INPUT, folder, "choose another folder", "this is no folder");
    return status;
}

// Files that a run writes: a name ends right behind the beginning, or goes on with one of the endings.
static bool is_of_run(const char *name)
{
    static const char *const whole[] = {"case.yaml", "log.txt", "summary.json", "picture.png", "solver.csv"};
    static const char *const series[] = {"bodies", "shapes", "contacts", "walls", "grains", "snapshot"};
    static const char *const endings[] = {".pvd",         ".vtp",  ".dump",          ".data",   ".h5",
                                          ".h5.previous", ".sums", ".sums.previous", ".effort", ".effort.previous"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(name, whole[i])) return true;
    for (size_t i = 0; i < sizeof series / sizeof *series; i++) {
        size_t length = strlen(series[i]);
        if (strncmp(name, series[i], length) != 0) continue;
        const char *rest = name + length;
        if (*rest == '_') rest += 1 + strspn(rest + 1, "0123456789");
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
            if (!strcmp(rest, endings[k])) return true;
    }
    return false;
}

static bool is_table(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && !strcmp(name + length - 4, ".csv");
}

// Number of entries that `is` does not know; -1: the folder cannot be read. With `remove`, those it knows go.
static int other_entries(const char *folder, bool (*is)(const char *), bool clean)
{
    DIR *list = opendir(folder);
    int others = 0;
    if (!list) return -1;
    for (struct dirent *e; (e = readdir(list));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        if (!is(e->d_name)) {
            others++;
            continue;
        }
        char *path = clean ? folder_path(folder, e->d_name) : NULL;
        if (path) unlink(path);
        free(path);
    }
    closedir(list);
    return others;
}

static bool is_none(const char *name)
{
    (void)name;
    return false;
}

static bool same_file(const char *a, const char *b)
{
    struct stat s, t;
    return !stat(a, &s) && !stat(b, &t) && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

static void clean_run(const char *folder)
{
    char *probes = folder_path(folder, "probes");
    other_entries(folder, is_of_run, true);
    if (probes) other_entries(probes, is_table, true);
    free(probes);
}

scree_status folder_claim(const char *folder, const char *case_path, bool force, scree_error *error)
{
    if (there(folder)) {
        if (!folder_exists(folder))
            return fail(error, SCREE_BAD_INPUT, folder, "choose another folder with --out", "this is no folder");
        char *own = folder_path(folder, "case.yaml");
        bool source = own && same_file(own, case_path);
        free(own);
        if (source)
            return fail(error, SCREE_BAD_INPUT, folder, "choose another folder with --out",
                        "the results would replace the case file that they are made from");
        int entries = other_entries(folder, is_none, false);
        if (entries < 0) return file_fault(error, folder, "cannot read the folder", errno);
        if (entries && !force)
            return fail(
                error, SCREE_BAD_INPUT, folder,
                folder_holds_run(folder)
                    ? "choose another folder with --out, replace the run with --force, or go on with it: scree resume"
                    : "choose another folder with --out, or use it all the same with --force",
                folder_holds_run(folder) ? "the folder holds a run already" : "the folder is not empty");
        if (entries) clean_run(folder);
    }
    return folder_make(folder, error);
}

static bool is_any(const char *name)
{
    (void)name;
    return true;
}

void folder_withdraw(const char *folder)
{
    static const char *const inner[] = {"probes", "inputs"};
    for (int i = 0; i < 2; i++) {
        char *path = folder_path(folder, inner[i]);
        if (path) other_entries(path, is_any, true);
        if (path) rmdir(path);
        free(path);
    }
    other_entries(folder, is_of_run, true);
    rmdir(folder);
}

char *folder_suggest(const char *beside)
{
    for (int i = 1; i < INT_MAX; i++) {
        char *path = i == 1 ? text_format("%s/results", beside) : text_format("%s/results-%d", beside, i);
        if (!path || !there(path)) return path;
        free(path);
    }
    return NULL;
}

scree_status file_copy(const char *from, const char *to, scree_error *error)
{
    char *text;
    size_t size;
    file_out out;
    scree_status status = file_in_load(from, &text, &size, error);
    if (!status) status = file_out_open(&out, to, error);
    if (!status) {
        file_out_write(&out, text, size);
        status = file_out_commit(&out, error);
    }
    free(text);
    return status;
}
