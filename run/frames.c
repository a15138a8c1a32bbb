// frames.c - see frames.h.
#include "run/frames.h"

#include "base/text.h"
#include "run/folder.h"
#include "run/macro.h"
#include "show/scenery.h"
#include "store/course.h"
#include "store/dump.h"
#include "store/lammps_data.h"
#include "console/letters.h"
#include "draw/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- one frame

typedef struct frame_job {
    frames *f;
    const frame *seen;
    int64_t number;
    scree_error *error;
} frame_job;

static scree_status write_file(const frame_job *job, int which, const char *path)
{
    if (which == SERIES_BODIES)
        return store_bodies_vtp(path, job->seen, job->error);
    if (which == SERIES_SHAPES)
        return store_shapes_vtp(path, job->seen, job->error);
    if (which == SERIES_CONTACTS)
        return store_contacts_vtp(path, job->seen, job->error);
    return store_walls_vtp(path, job->seen, &job->f->surface.drawn, job->error);
}

// Long lists are written again only now and then, so that the work stays in proportion; frames_close does the rest.
static bool list_is_due(const series *series)
{
    return series->count <= 100 || series->count % (series->count / 100 + 1) == 0;
}

static scree_status write_one(const frame_job *job, int which)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%06" PRId64 ".vtp", series_names[which], job->number);
    char *path;
    scree_status status = owned_path(job->f->files, name, &path, job->error);
    if (!status)
        status = write_file(job, which, path);
    free(path);
    if (status)
        return status;
    if (!series_add(&job->f->list[which], job->seen->time, name))
        return fail_memory(job->error, name);
    return list_is_due(&job->f->list[which]) ? frames_store_list(job->f, which, job->error)
                                             : SCREE_OK;
}

static scree_status write_text(const frame_job *job, const char *ending)
{
    char name[64];
    snprintf(name, sizeof name, "grains_%06" PRId64 ".%s", job->number, ending);
    char *path;
    scree_status status = owned_path(job->f->files, name, &path, job->error);
    if (!status && !strcmp(ending, "dump"))
        status = store_dump(path, job->seen, job->f->model, job->error);
    else if (!status)
        status = store_lammps_data(path, job->seen, job->f->model, job->error);
    free(path);
    return status;
}

// The maps of the probes of the run.
static scree_status take_maps(wall_maps *maps, const probing *probing, scree_error *error)
{
    wall_probe *probe = calloc((size_t)probing->count + 1, sizeof *probe);
    if (!probe)
        return fail_memory(error, "wall maps");
    for (int i = 0; i < probing->count; i++) {
        const probing_one *one = &probing->one[i];
        probe[i] = (wall_probe){one->is, &one->asked->measure, one->state};
    }
    const scree_status status = wall_maps_take(maps, probing->model, probe, probing->count, error);
    free(probe);
    return status;
}

static scree_status write_walls(const frame_job *job, const world *world)
{
    frames *frames = job->f;
    surfaces_wish wish = {.maps = &frames->maps};
    store_box(job->seen, frames->model, &wish.low, &wish.high);
    scree_status status = surfaces_make(&frames->surface, world, job->seen, &wish, job->error);
    if (!status)
        status = surfaces_value(&frames->surface, &frames->maps, job->error);
    return status ? status : write_one(job, SERIES_WALLS);
}

scree_status frames_write(frames *frames, world *world, const frame *seen, const probing *probing,
                          int64_t number, scree_error *error)
{
    const model_output *output = &frames->model->output;
    const frame_job job = {frames, seen, number, error};
    scree_status status = SCREE_OK;
    if (output->walls)
        status = take_maps(&frames->maps, probing, error);
    if (status)
        return status;
    if (output->bodies && frames->list[SERIES_BODIES].count == 0)
        status = macro_write(frames->files, frames->model, error);
    if (!status && output->bodies)
        status = write_one(&job, SERIES_BODIES);
    if (!status && output->bodies && frame_has_cores(seen))
        status = write_one(&job, SERIES_SHAPES);
    if (!status && output->contacts)
        status = write_one(&job, SERIES_CONTACTS);
    if (!status && output->walls && seen->walls)
        status = write_walls(&job, world);
    if (!status && output->dump)
        status = write_text(&job, "dump");
    if (!status && output->lammps)
        status = write_text(&job, "data");
    if (!status)
        frames->written++;
    return status;
}

scree_status frames_course(frames *frames, const frame *seen, int64_t number, bool vtk,
                           scree_error *error)
{
    char name[512];
    const char *base = vtk ? frames->model->course.vtk_name : frames->model->course.out_name;
    scree_status status =
        course_name(name, sizeof name, base, number, vtk ? ".vtk" : ".out", error);
    if (status)
        return status;
    char *path;
    status = owned_path(frames->files, name, &path, error);
    if (!status)
        status = vtk ? course_write_vtk(path, seen, frames->model->title, error)
                     : course_write_out(path, seen, error);
    free(path);
    return status;
}

scree_status frames_close(frames *frames, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < SERIES_COUNT && !status; i++)
        status = frames_store_list(frames, i, error);
    return status;
}

// What a picture of the case shows: grains, walls, its borders that hold, gravity.
static scree_status picture_of(frames *frames, world *world, const frame *seen,
                               picture_options *options, scree_error *error)
{
    const model *model = frames->model;
    scenery shown;
    surfaces_wish wish = {.only_walls = true};
    store_box(seen, model, &wish.low, &wish.high);
    scree_status status = surfaces_make(&frames->surface, world, seen, &wish, error);
    if (status)
        return status;
    scenery_of(model, seen, &frames->surface.drawn, &shown);
    wish.low = shown.low;
    wish.high = shown.high;
    *options = (picture_options){.title = model->title,
                                 .gravity = model->gravity,
                                 .box_low = shown.low,
                                 .box_high = shown.high,
                                 .fit = shown.wide};
    for (int axis = 0; axis < model->dimensions; axis++)
        options->box = options->box || model->boundary[axis] != BOUNDARY_OPEN;
    options->up = v3_scale(-1, v3_unit(model->gravity));
    if (model->dimensions == 2) {
        options->view = v3_make(0, 0, -1);
        options->up = v3_make(0, 1, 0);
    }
    return surfaces_make(&frames->surface, world, seen, &wish, error);
}

scree_status frames_picture(frames *frames, world *world, const frame *seen, scree_error *error)
{
    picture_options options;
    scree_status status = picture_of(frames, world, seen, &options, error);
    char *path = NULL;
    if (!status)
        status = owned_path(frames->files, "picture.png", &path, error);
    if (!status)
        status = picture_write_png(path, seen, &frames->surface.drawn, &options, error);
    if (!status)
        note_missing_letters();
    free(path);
    return status;
}

scree_status frames_preview(world *world, const frame *seen, const char *path,
                            const frames_extras *extras, scree_error *error)
{
    picture_options options;
    frames frames = {.model = world_model(world)};
    scree_status status = picture_of(&frames, world, seen, &options, error);
    options.outline = extras->outline;
    options.outlines = extras->outlines;
    options.width = extras->width;
    options.height = extras->height;
    if (!status)
        status = picture_write_png(path, seen, &frames.surface.drawn, &options, error);
    frames_clear(&frames);
    return status;
}

void frames_clear(frames *frames)
{
    for (int i = 0; i < SERIES_COUNT; i++)
        series_clear(&frames->list[i]);
    surfaces_clear(&frames->surface);
    wall_maps_clear(&frames->maps);
    memset(frames, 0, sizeof *frames);
}
