// probing_memory.c - what probes keep between samples and must outlive an interruption, as text beside the state.
#include "run/probing.h"

#include "store/file_out.h"
#include "store/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sums_head[] = "scree probe sums 1\n";

bool probing_has_memory(const probing *probing)
{
    for (int i = 0; i < probing->count; i++)
        if (probing->one[i].is->save)
            return true;
    return false;
}

static scree_status save_one(const probing_one *one, file_out *out, scree_error *error)
{
    probe_memory memory = {0};
    char text[NUMBER_ROOM];
    bool good = one->is->save(one->state, &memory);
    if (good)
        file_out_printf(out, "%s %" PRId64 "\n", one->asked->name, memory.count);
    for (int64_t k = 0; good && k < memory.count; k++) {
        number_text(text, memory.value[k]);
        file_out_printf(out, "%s\n", text);
    }
    free(memory.value);
    return good ? SCREE_OK : fail_memory(error, out->path);
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
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "%sstep %" PRId64 "\n", sums_head, step);
    for (int i = 0; i < probing->count && !status; i++)
        if (probing->one[i].is->save)
            status = save_one(&probing->one[i], &out, error);
    if (!status)
        return file_out_commit_keeping(&out, error);
    file_out_abort(&out);
    return status;
}

// The numbers of one probe, NULL with *count -1 where the text does not hold them whole.
static double *read_numbers(char **at, int64_t *count)
{
    char *end;
    *count = strtoll(*at, &end, 10);
    if (end == *at || *count < 0 || *end != '\n' || (uint64_t)*count > strlen(end)) {
        *count = -1;
        return NULL;
    }
    double *value = calloc((size_t)*count + 1, sizeof *value);
    for (int64_t k = 0; value && k < *count; k++) {
        char *from = end;
        value[k] = strtod(from, &end); // reads nan and inf as well
        if (end == from)
            *count = -1;
    }
    if (*end == '\n')
        end++;
    *at = end;
    return value;
}

static const probing_one *by_name(const probing *probing, const char *name, size_t length)
{
    for (int i = 0; i < probing->count; i++)
        if (strlen(probing->one[i].asked->name) == length &&
            !strncmp(probing->one[i].asked->name, name, length))
            return &probing->one[i];
    return NULL;
}

bool probing_load(probing *probing, char *text, int64_t step)
{
    int wanted = 0;
    int loaded = 0;
    size_t head = sizeof sums_head - 1;
    char *at = text + head;
    if (strncmp(text, sums_head, head) != 0 || strncmp(at, "step ", 5) != 0)
        return false;
    if (strtoll(at + 5, &at, 10) != step || *at++ != '\n')
        return false;
    for (int i = 0; i < probing->count; i++)
        wanted += probing->one[i].is->save != NULL && !probing->one[i].anew;
    while (*at) {
        size_t length = strcspn(at, " ");
        const probing_one *one = by_name(probing, at, length);
        at += length + (at[length] == ' ');
        int64_t count;
        double *value = read_numbers(&at, &count);
        if (value && count >= 0 && one && one->is->load && !one->anew)
            loaded += one->is->load(one->state, value, count);
        free(value);
        if (count < 0)
            break;
    }
    return loaded == wanted;
}
