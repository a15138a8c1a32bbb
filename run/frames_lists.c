// frames_lists.c - the .pvd lists of the frames of a run: kept up to date, and read again where a run goes on, when frames that come
// later are removed. See frames.h.
#include "run/frames.h"

#include "console/paint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

scree_status frames_store_list(frames *frames, int which, scree_error *error)
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

void series_warn(const series list[SERIES_COUNT])
{
    for (int i = 0; i < SERIES_COUNT; i++)
        if (list[i].lacked)
            print_warning("%s.pvd lacked %" PRId64
                          " of the frames in the folder; they are found by their names",
                          series_names[i], list[i].lacked);
}

scree_status frames_resume(frames *frames, double last, int64_t number, scree_error *error)
{
    const scree_status status =
        series_read(frames->list, frames->files, (series_end){last, number}, error);
    series_warn(frames->list);
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
