// sweep_asked.c - see sweep_asked.h.
#include "cli/sweep_asked.h"

#include <stdlib.h>

scree_status sweep_asked_read(const sweep_words *words, sweep_asked *out, scree_error *error)
{
    scree_status status = wanted_read("--of", words->of, &out->of, error);
    if (!status)
        status = wanted_pairs_read("--plot", words->plot, &out->plot, error);
    if (!status)
        status = since_read("--from", words->from, &out->from, error);
    for (int i = 0; i < out->plot.count && !status; i++)
        out->plot.pair[i].from = out->from;
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

scree_status sweep_asked_join(const sweep_kept *kept, run_folder *in, sweep_file *before,
                              sweep_words *out, scree_error *error)
{
    sweep_kept joined = *kept;
    char *path = folder_path(in->path, SWEEP_FILE);
    scree_status status =
        path ? sweep_file_read(path, before, error) : fail_memory(error, in->path);
    free(path);
    if (status)
        return status;
    const sweep_words *now = &kept->asked;
    out->of = now->of ? now->of : before->asked.of;
    out->plot = now->plot ? now->plot : before->asked.plot;
    out->from = now->from ? now->from : before->asked.from;
    joined.asked = *out;
    const bool news = now->of || now->plot || now->from;
    return news ? sweep_asked_keep(&joined, in, error) : SCREE_OK;
}
