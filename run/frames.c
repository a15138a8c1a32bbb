// frames.c - see frames.h.
#include "run/series.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/folder.h"
#include "run/macro.h"
#include "run/scenery.h"
#include "store/course.h"
#include "store/dump.h"
#include "store/file_in.h"
#include "store/lammps_data.h"
#include "console/letters.h"
#include "draw/picture.h"
#include "shape/mesh.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- surfaces of the walls

bool surfaces_reserve(surfaces *surfaces, int64_t points, int64_t triangles)
{
    return MEM_GROW(surfaces->point, surfaces->point_room, points + 1) &&
           MEM_GROW(surfaces->corner, surfaces->corner_room, triangles + 1) &&
           MEM_GROW(surfaces->wall, surfaces->wall_room, triangles + 1);
}

void surfaces_clear(surfaces *surfaces)
{
    free(surfaces->point);
    free(surfaces->corner);
    free(surfaces->wall);
    memset(surfaces, 0, sizeof *surfaces);
}

static bool add_soup(surfaces *surfaces, const triangle_soup *soup, int wall)
{
    int64_t points = surfaces->drawn.points;
    int64_t triangles = surfaces->drawn.triangles;
    if (!surfaces_reserve(surfaces, points + soup->vertices, triangles + soup->triangles))
        return false;
    for (int32_t i = 0; i < soup->vertices; i++)
        surfaces->point[points + i] = soup->vertex[i];
    for (int32_t i = 0; i < soup->triangles; i++) {
        for (int k = 0; k < 3; k++)
            surfaces->corner[triangles + i][k] = points + soup->triangle[3 * i + k];
        surfaces->wall[triangles + i] = wall;
    }
    surfaces->drawn = (wall_surface){
        .point = surfaces->point,
        .points = points + soup->vertices,
        .corner = (const int64_t(*)[3])surfaces->corner,
        .wall = surfaces->wall,
        .triangles = triangles + soup->triangles,
    };
    return true;
}

// The triangles of a map, with the wall as it stands.
static bool add_map(surfaces *surfaces, const wall_map *map, const frame_wall *is, int wall)
{
    const struct mesh *mesh = map->mesh;
    const int64_t points = surfaces->drawn.points;
    const int64_t triangles = surfaces->drawn.triangles;
    if (!surfaces_reserve(surfaces, points + mesh->vertices, triangles + mesh->triangles))
        return false;
    for (int32_t i = 0; i < mesh->vertices; i++) {
        const v3 turned = q4_rotate(is->orientation, mesh->vertex[i]);
        surfaces->point[points + i] = v3_add(is->position, turned);
    }
    for (int32_t i = 0; i < mesh->triangles; i++) {
        for (int k = 0; k < 3; k++)
            surfaces->corner[triangles + i][k] = points + mesh->triangle[i].vertex[k];
        surfaces->wall[triangles + i] = wall;
    }
    surfaces->drawn = (wall_surface){
        .point = surfaces->point,
        .points = points + mesh->vertices,
        .corner = (const int64_t(*)[3])surfaces->corner,
        .wall = surfaces->wall,
        .triangles = triangles + mesh->triangles,
    };
    return true;
}

typedef struct space {
    v3 low, high;
} space;

static scree_status add_wall(surfaces *surfaces, const world *world, const frame *seen, int i,
                             space box, scree_error *error)
{
    triangle_soup soup;
    const frame_wall *is = &seen->wall[i];
    scree_status status = primitive_surface(world_wall_primitive(world, i),
                                            &(draw_window){.position = is->position,
                                                           .orientation = is->orientation,
                                                           .low = box.low,
                                                           .high = box.high,
                                                           .round = PRIMITIVE_DRAWN},
                                            &soup, error);
    if (status)
        return status;
    const bool good = add_soup(surfaces, &soup, i);
    triangle_soup_clear(&soup);
    return good ? SCREE_OK : fail_memory(error, is->name);
}

static void empty_surface(surfaces *surfaces)
{
    surfaces->drawn = (wall_surface){
        .point = surfaces->point,
        .corner = (const int64_t(*)[3])surfaces->corner,
        .wall = surfaces->wall,
    };
}

scree_status surfaces_of_walls(surfaces *surfaces, const world *world, const frame *seen, v3 low,
                               v3 high, scree_error *error)
{
    scree_status status = SCREE_OK;
    empty_surface(surfaces);
    for (int i = 0; i < seen->walls && !status; i++) {
        if (!seen->wall[i].absent)
            status = add_wall(surfaces, world, seen, i, (space){low, high}, error);
    }
    return status;
}

// Triangles of the walls, infinite planes cut to the box; without the boundaries of the domain, `walls_only`.
static scree_status draw_walls(frames *frames, world *world, const frame *seen, space box,
                               bool walls_only, scree_error *error)
{
    empty_surface(&frames->surface);
    for (int i = walls_only ? seen->walls - frames->model->walls : 0; i < seen->walls; i++) {
        const frame_wall *is = &seen->wall[i];
        if (is->absent)
            continue;
        const wall_map *map = walls_only ? NULL : wall_maps_of(&frames->maps, is->name);
        if (map) {
            wall_maps_place(&frames->maps, is->name, frames->surface.drawn.triangles);
            if (!add_map(&frames->surface, map, is, i))
                return fail_memory(error, is->name);
            continue;
        }
        scree_status status = add_wall(&frames->surface, world, seen, i, box, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

static scree_status value_walls(frames *frames, scree_error *error)
{
    wall_surface *drawn = &frames->surface.drawn;
    const scree_status status = wall_maps_fill(&frames->maps, drawn->triangles, error);
    if (status)
        return status;
    drawn->value = frames->maps.value;
    drawn->values = frames->maps.values;
    drawn->shown = wall_maps_shown(&frames->maps);
    return SCREE_OK;
}

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
    return list_is_due(&job->f->list[which]) ? series_store(job->f, which, job->error) : SCREE_OK;
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

scree_status frames_surface(frames *frames, world *world, const frame *seen, scree_error *error)
{
    space box;
    store_box(seen, frames->model, &box.low, &box.high);
    return draw_walls(frames, world, seen, box, false, error);
}

scree_status frames_write(frames *frames, world *world, const frame *seen, const probing *probing,
                          int64_t number, scree_error *error)
{
    const model_output *output = &frames->model->output;
    const frame_job job = {frames, seen, number, error};
    scree_status status = SCREE_OK;
    if (output->walls)
        status = wall_maps_take(&frames->maps, probing, error);
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
    if (!status && output->walls && seen->walls) {
        status = frames_surface(frames, world, seen, error);
        if (!status)
            status = value_walls(frames, error);
        if (!status)
            status = write_one(&job, SERIES_WALLS);
    }
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
        status = series_store(frames, i, error);
    return status;
}

// What a picture of the case shows: grains, walls, its borders that hold, gravity.
static scree_status picture_of(frames *frames, world *world, const frame *seen,
                               picture_options *options, scree_error *error)
{
    const model *model = frames->model;
    scenery shown;
    space domain;
    store_box(seen, model, &domain.low, &domain.high);
    scree_status status = draw_walls(frames, world, seen, domain, true, error);
    if (status)
        return status;
    scenery_of(model, seen, &frames->surface.drawn, &shown);
    const space box = {shown.low, shown.high};
    *options = (picture_options){.title = model->title,
                                 .gravity = model->gravity,
                                 .box_low = box.low,
                                 .box_high = box.high,
                                 .fit = shown.wide};
    for (int axis = 0; axis < model->dimensions; axis++)
        options->box = options->box || model->boundary[axis] != BOUNDARY_OPEN;
    options->up = v3_scale(-1, v3_unit(model->gravity));
    if (model->dimensions == 2) {
        options->view = v3_make(0, 0, -1);
        options->up = v3_make(0, 1, 0);
    }
    return draw_walls(frames, world, seen, box, true, error);
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
    for (int i = 0; i < SERIES_COUNT; i++) {
        for (int64_t k = 0; k < frames->list[i].count; k++)
            free((char *)frames->list[i].entry[k].file);
        free(frames->list[i].entry);
    }
    surfaces_clear(&frames->surface);
    wall_maps_clear(&frames->maps);
    memset(frames, 0, sizeof *frames);
}
