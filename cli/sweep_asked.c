// sweep_asked.c - see sweep_asked.h.
#include "cli/sweep_asked.h"

#include <stdlib.h>
#include <string.h>

static bool is_format(const char *name)
{
    static const char *const formats[] = {"png", "svg", "pdf"};
    bool found = false;
    for (int i = 0; i < 3; i++)
        found = found || !strcmp(name, formats[i]);
    return found;
}

scree_status sweep_asked_read(const sweep_words *words, sweep_asked *out, scree_error *error)
{
    out->since = words->from;
    out->format = words->format ? words->format : "png";
    scree_status status = wanted_read("--of", words->of, &out->of, error);
    if (!status)
        status = wanted_pairs_read("--plot", words->plot, &out->plot, error);
    if (!status)
        status = since_read("--from", words->from, &out->from, error);
    for (int i = 0; i < out->plot.count && !status; i++)
        out->plot.pair[i].from = out->from;
    if (!status && !is_format(out->format))
        status = fail(error, SCREE_BAD_INPUT, "--format", "give png, svg or pdf",
                      "`%.20s` is no format of plots", out->format);
    return status;
}

scree_status sweep_asked_keep(const sweep_kept *kept, run_folder *in, scree_error *error)
{
    char *path = NULL;
    scree_status status = owned_path(&in->files, SWEEP_FILE, &path, error);
    if (!status)
        status = sweep_file_write(path, kept, error);
    free(path);
    return status;
}

static void keep_word(const char *before, const char **now)
{
    if (!*now)
        *now = before;
}

void sweep_asked_join(const sweep_words *before, sweep_words *now)
{
    keep_word(before->of, &now->of);
    keep_word(before->plot, &now->plot);
    keep_word(before->from, &now->from);
    keep_word(before->format, &now->format);
}

scree_status sweep_asked_recall(const char *folder, uint64_t hash, sweep_file *before,
                                sweep_words *now, scree_error *error)
{
    uint64_t there;
    if (!sweep_file_hash(folder, &there) || there != hash)
        return SCREE_OK;
    char *path = folder_path(folder, SWEEP_FILE);
    const scree_status status =
        path ? sweep_file_read(path, before, error) : fail_memory(error, folder);
    free(path);
    if (!status)
        sweep_asked_join(&before->asked, now);
    return status;
}
