// probing_memory.c - what probes keep between samples and must outlive an interruption, as text beside the state.
#include "run/probing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sums_head[] = "scree probe sums 1";

bool probing_has_memory(const probing *probing)
{
    for (int i = 0; i < probing->count; i++)
        if (probing->one[i].is->save)
            return true;
    return false;
}

static scree_status save_one(const probing_one *one, kept_out *out, scree_error *error)
{
    probe_memory memory = {0};
    bool good = one->is->save(one->state, &memory);
    if (good) {
        kept_line(out, "%s %" PRId64, one->asked->name, memory.count);
        kept_numbers(out, memory.value, memory.count);
    }
    free(memory.value);
    return good ? SCREE_OK : fail_memory(error, out->file.path);
}

bool probing_looks_back(const probing *probing)
{
    for (int i = 0; i < probing->count; i++)
        if (probing->one[i].is->save && !probing->one[i].anew)
            return true;
    return false;
}

scree_status probing_save(const probing *probing, const char *path, int64_t step,
                          scree_error *error)
{
    kept_out out;
    scree_status status = kept_open(&out, path, sums_head, step, error);
    if (status)
        return status;
    for (int i = 0; i < probing->count && !status; i++)
        if (probing->one[i].is->save)
            status = save_one(&probing->one[i], &out, error);
    if (!status)
        return kept_commit(&out, error);
    kept_abort(&out);
    return status;
}

static probing_one *by_name(probing *probing, const char *name)
{
    for (int i = 0; i < probing->count; i++)
        if (!strcmp(probing->one[i].asked->name, name))
            return &probing->one[i];
    return NULL;
}

// Takes the line "NAME COUNT" apart, in place. More numbers than there are bytes left are not there.
static bool read_name(kept_in *in, char *line, int64_t *count)
{
    char *end = NULL;
    char *space = strchr(line, ' ');
    *count = space ? strtoll(space + 1, &end, 10) : 0;
    if (!space || end == space + 1 || *end || *count < 0) {
        kept_complain(in, in->line, "no probe and count of its numbers stand here");
        return false;
    }
    *space = 0;
    if ((uint64_t)*count <= strlen(in->at))
        return true;
    kept_complain(in, in->line, "the file ends before the %" PRId64 " numbers of the probe `%.60s`",
                  *count, line);
    return false;
}

// The numbers of one probe; those of one that the case has not any more, or that begins anew, are passed over.
static scree_status load_one(probing *probing, kept_in *in, char *line, bool *had,
                             scree_error *error)
{
    int64_t count;
    if (!read_name(in, line, &count))
        return SCREE_OK;
    const probing_one *one = by_name(probing, line);
    const int64_t at = in->line;
    double *value = calloc((size_t)count + 1, sizeof *value);
    if (!value)
        return fail_memory(error, "probes");
    if (kept_read_numbers(in, value, count) && one && one->is->load && !one->anew) {
        had[one - probing->one] = one->is->load(one->state, value, count);
        if (!had[one - probing->one])
            kept_complain(in, at, "the %" PRId64 " numbers are not those of the probe `%.60s`",
                          count, one->asked->name);
    }
    free(value);
    return SCREE_OK;
}

scree_status probing_load(probing *probing, char *text, kept_fault *fault, scree_error *error)
{
    kept_in in;
    scree_status status = SCREE_OK;
    bool *had = calloc((size_t)probing->count + 1, sizeof *had);
    if (!had)
        return fail_memory(error, "probes");
    bool good = kept_begin(&in, text, sums_head, fault);
    for (char *line; good && !status && (line = kept_next(&in));)
        status = load_one(probing, &in, line, had, error);
    for (int i = 0; i < probing->count && good && !status; i++) {
        const probing_one *one = &probing->one[i];
        if (one->is->save && !one->anew && !had[i])
            kept_complain(&in, in.line, "nothing of the probe `%.60s` stands there",
                          one->asked->name);
    }
    free(had);
    return status;
}
