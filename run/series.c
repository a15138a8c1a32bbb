// series.c - see series.h; lists are read again where a run goes on, and frames that come later are removed.
#include "run/series.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/folder.h"
#include "store/file_in.h"
#include "console/letters.h"
#include "console/paint.h"

#include <inttypes.h>
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

scree_status series_store(frames *frames, int which, scree_error *error)
{
    series *series = &frames->list[which];
    char name[32];
    if (!series->changed)
        return SCREE_OK;
    snprintf(name, sizeof name, "%s.pvd", series_names[which]);
    char *path;
    scree_status status = owned_path(frames->files, name, &path, error);
    if (!status)
        status = store_pvd(path, series->entry, series->count, error);
    free(path);
    if (!status)
        series->changed = false;
    return status;
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

// Up to which frame a list goes on.
typedef struct frames_end {
    double last; // s
    int64_t number;
} frames_end;

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
    frames *frames;
    int which;
    frames_end end;
    bool out_of_memory;
} series_reader;

static bool take_entry(void *context, double time, const char *file)
{
    series_reader *reader = context;
    const frames_end end = reader->end;
    const int64_t number = series_number(file, series_names[reader->which], ".vtp");
    if (time > end.last * (1 + 1e-11) || number > end.number)
        return false;
    if (number < 0)
        return true;
    reader->out_of_memory = !series_add(&reader->frames->list[reader->which], time, file);
    return !reader->out_of_memory;
}

static scree_status series_read(frames *frames, int which, frames_end end, scree_error *error)
{
    char name[64];
    series_reader reader = {
        .frames = frames,
        .which = which,
        .end = end,
    };
    snprintf(name, sizeof name, "%s.pvd", series_names[which]);
    char *path = folder_path(frames->files->folder, name);
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
static scree_status series_complete(frames *frames, int which, frames_end end, scree_error *error)
{
    series *series = &frames->list[which];
    const int64_t known = series->count;
    scree_status status = SCREE_OK;
    if (known)
        qsort(series->entry, (size_t)known, sizeof *series->entry, by_number);
    for (int64_t i = 0; i < frames->files->count && !status; i++) {
        const char *name = frames->files->name[i];
        const pvd_entry key = {0, name};
        const int64_t number = series_number(name, series_names[which], ".vtp");
        double time;
        if (number < 0 || number > end.number)
            continue;
        if (known && bsearch(&key, series->entry, (size_t)known, sizeof key, by_number))
            continue;
        char *path = folder_path(frames->files->folder, name);
        if (!path)
            return fail_memory(error, name);
        if (frame_time(path, &time) && time <= end.last * (1 + 1e-11) &&
            !series_add(series, time, name))
            status = fail_memory(error, name);
        free(path);
    }
    if (status || series->count == known)
        return status;
    qsort(series->entry, (size_t)series->count, sizeof *series->entry, by_number);
    print_warning("%s.pvd lacked %" PRId64
                  " of the frames in the folder; they are found by their names",
                  series_names[which], series->count - known);
    return SCREE_OK;
}

scree_status frames_resume(frames *frames, double last, int64_t number, scree_error *error)
{
    const frames_end end = {
        .last = last,
        .number = number,
    };
    scree_status status = SCREE_OK;
    for (int i = 0; i < SERIES_COUNT && !status; i++) {
        status = series_read(frames, i, end, error);
        if (!status)
            status = series_complete(frames, i, end, error);
    }
    return status;
}

// ---- frames to forget

static void forget_series(const frames *frames, const char *base, const char *ending,
                          int64_t number)
{
    for (int64_t i = 0; i < frames->files->count; i++)
        if (series_number(frames->files->name[i], base, ending) > number)
            owned_remove(frames->files, frames->files->name[i]);
}

void frames_forget(const frames *frames, int64_t number)
{
    for (int i = 0; i < SERIES_COUNT; i++)
        forget_series(frames, series_names[i], ".vtp", number);
    forget_series(frames, "grains", ".dump", number);
    forget_series(frames, "grains", ".data", number);
}

void frames_forget_course(const frames *frames, bool vtk, int64_t number)
{
    forget_series(frames, vtk ? frames->model->course.vtk_name : frames->model->course.out_name,
                  vtk ? ".vtk" : ".out", number);
}
