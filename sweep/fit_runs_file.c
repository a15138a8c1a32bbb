// fit_runs_file.c - see fit_runs_file.h.
#include "sweep/fit_runs_file.h"

#include "base/text.h"
#include "store/file_in.h"
#include "store/json.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIT_FILE "fit.json"

static void hash_text(const experiments *all, char out[40])
{
    snprintf(out, 40, "\"hash\": \"%016" PRIx64 "\"", all->hash);
}

// Is it the folder of a fit, and of this one?
static bool is_fit(const experiments *all, const char *folder, bool *same)
{
    char *path = text_format("%s/" FIT_FILE, folder);
    char *text = NULL;
    size_t size = 0;
    char hash[40];
    hash_text(all, hash);
    bool there = path && !access(path, F_OK);
    there = there && !file_in_load(path, &text, &size, NULL);
    *same = there && strstr(text, hash);
    free(text);
    free(path);
    return there;
}

static char *suggest(const experiments *all)
{
    const bool here = !strcmp(all->folder, ".");
    for (int i = 1; i < INT_MAX; i++) {
        bool same = false;
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        char *folder =
            text_format("%s%sresults%s", here ? "" : all->folder, here ? "" : "/", number);
        if (!folder || access(folder, F_OK))
            return folder;
        if (is_fit(all, folder, &same) && same)
            return folder;
        free(folder);
    }
    return NULL;
}

static scree_status write_file(const experiments *all, const char *path, run_folder *in,
                               scree_error *error)
{
    json json = {.lines = true};
    char *to = NULL;
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, all->hash);
    json_begin(&json);
    json_integer(&json, "scree_fit_of_runs", 1);
    json_text(&json, "file", path);
    json_text(&json, "hash", hash);
    json_close(&json);
    scree_status status = json.failed ? fail_memory(error, path) : SCREE_OK;
    if (!status)
        status = owned_path(&in->files, FIT_FILE, &to, error);
    if (!status)
        status = json_store(&json, to, error);
    json_clear(&json);
    free(to);
    return status;
}

static scree_status claim(const experiments *all, const char *path, const char *folder, bool force,
                          run_folder *in, scree_error *error)
{
    static const char *const results[] = {FIT_FILE,     "result.json", "fit.csv", "history.csv",
                                          "trials.csv", "fit.png",     NULL};
    bool same = false;
    const bool there = is_fit(all, folder, &same);
    if (same)
        return folder_enter(in, folder, error);
    if (there && !force) {
        return fail(error, SCREE_BAD_INPUT, folder,
                    "choose another folder with --out, or replace its results with --force",
                    "the folder holds another fit, or one of cases that have changed since");
    }
    const char **files = fit_problem_files(&all->job.problem);
    const folder_wish wish = {.out = folder,
                              .beside = all->folder,
                              .case_path = path,
                              .input = (char **)files,
                              .force = force,
                              .name = results};
    scree_status status = files ? folder_claim(in, &wish, error) : fail_memory(error, path);
    free(files);
    return status ? status : write_file(all, path, in, error);
}

scree_status fit_runs_claim(const experiments *all, const char *path, const char *out, bool force,
                            run_folder *in, scree_error *error)
{
    char *folder = out ? text_copy(out) : suggest(all);
    const scree_status status =
        folder ? claim(all, path, folder, force, in, error) : fail_memory(error, path);
    free(folder);
    return status;
}
