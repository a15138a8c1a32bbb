// series.c - see series.h.
#include "show/series.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const series_names[SERIES_COUNT] = {"bodies", "shapes", "contacts", "walls"};

bool series_add(series *series, double time, const char *name)
{
    series->changed = true;
    if (series->count && !strcmp(series->entry[series->count - 1].file, name)) {
        series->entry[series->count - 1].time = time;
        return true;
    }
    char *copy = text_copy(name);
    if (!copy || !MEM_GROW(series->entry, series->room, series->count + 1)) {
        free(copy);
        return false;
    }
    series->entry[series->count++] = (pvd_entry){time, copy};
    return true;
}

void series_clear(series *series)
{
    for (int64_t k = 0; k < series->count; k++)
        free((char *)series->entry[k].file);
    free(series->entry);
    *series = (struct series){.count = 0};
}

int64_t series_number(const char *name, const char *base, const char *ending)
{
    const size_t length = strlen(base);
    if (strncmp(name, base, length) != 0)
        return -1;
    const char *digits = name + length + (name[length] == '_');
    const size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > 18 || strcmp(digits + count, ending) != 0)
        return -1;
    return strtoll(digits, NULL, 10);
}

// Lists of our own making: one entry per line, no signs in the names that XML would escape. What cannot be read is
// left out: the frames that are there tell the rest.
scree_status series_scan(const char *path, series_take *take, void *context, scree_error *error)
{
    char *text;
    size_t size;
    char name[256];
    if (access(path, F_OK))
        return SCREE_OK;
    const scree_status status = file_in_load(path, &text, &size, error);
    if (status)
        return status;
    bool more = true;
    for (const char *at = text; more && (at = strstr(at, "timestep=\"")); at++) {
        double time;
        const char *file = strstr(at, "file=\"");
        if (!text_number(at + 10, &time, NULL) || !file)
            continue;
        if (sscanf(file, "file=\"%255[^\"]", name) == 1)
            more = take(context, time, name);
    }
    free(text);
    return SCREE_OK;
}

typedef struct series_reader {
    series *list;
    const char *name;
    series_end end;
    bool out_of_memory;
} series_reader;

static bool take_entry(void *context, double time, const char *file)
{
    series_reader *reader = context;
    const series_end end = reader->end;
    const int64_t number = series_number(file, reader->name, ".vtp");
    if (time > end.last * (1 + 1e-11) || number > end.number)
        return false;
    if (number < 0)
        return true;
    reader->out_of_memory = !series_add(reader->list, time, file);
    return !reader->out_of_memory;
}

static scree_status read_list(series *list, const owned *files, const char *name, series_end end,
                              scree_error *error)
{
    series_reader reader = {
        .list = list,
        .name = name,
        .end = end,
    };
    char *path = text_format("%s/%s.pvd", files->folder, name);
    if (!path)
        return fail_memory(error, name);
    const scree_status status = series_scan(path, take_entry, &reader, error);
    free(path);
    return !status && reader.out_of_memory ? fail_memory(error, name) : status;
}

static int64_t entry_number(const pvd_entry *entry)
{
    return strtoll(strrchr(entry->file, '_') + 1, NULL, 10);
}

static int by_number(const void *p, const void *q)
{
    const int64_t x = entry_number(p);
    const int64_t y = entry_number(q);
    return (x > y) - (x < y);
}

// The time that a frame itself tells, at its begin; false: it is none that can be read.
static bool frame_time(const char *path, double *time)
{
    static const char before[] = "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">";
    char head[2048];
    struct stat is;
    if (lstat(path, &is) || !S_ISREG(is.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    head[size] = 0;
    const char *at = strstr(head, before);
    if (!at)
        return false;
    at += sizeof before - 1;
    at += strspn(at, " \n");
    return text_number(at, time, NULL);
}

// Frames of this run that are in the folder and that the list does not name: it was damaged, or taken away.
static scree_status complete(series *series, const owned *files, const char *kind, series_end end,
                             scree_error *error)
{
    const int64_t known = series->count;
    scree_status status = SCREE_OK;
    if (known)
        qsort(series->entry, (size_t)known, sizeof *series->entry, by_number);
    for (int64_t i = 0; i < files->count && !status; i++) {
        const char *name = files->name[i];
        const pvd_entry key = {0, name};
        const int64_t number = series_number(name, kind, ".vtp");
        double time;
        if (number < 0 || number > end.number)
            continue;
        if (known && bsearch(&key, series->entry, (size_t)known, sizeof key, by_number))
            continue;
        char *path = text_format("%s/%s", files->folder, name);
        if (!path)
            return fail_memory(error, name);
        if (frame_time(path, &time) && time <= end.last * (1 + 1e-11) &&
            !series_add(series, time, name))
            status = fail_memory(error, name);
        free(path);
    }
    series->lacked = series->count - known;
    if (!status && series->lacked)
        qsort(series->entry, (size_t)series->count, sizeof *series->entry, by_number);
    return status;
}

scree_status series_read(series list[SERIES_COUNT], const owned *files, series_end end,
                         scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < SERIES_COUNT && !status; i++) {
        status = read_list(&list[i], files, series_names[i], end, error);
        if (!status)
            status = complete(&list[i], files, series_names[i], end, error);
    }
    return status;
}
