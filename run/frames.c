// frames.c - see frames.h.
#include "run/frames.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/folder.h"
#include "run/scenery.h"
#include "store/course.h"
#include "store/dump.h"
#include "store/file_in.h"
#include "store/lammps_data.h"
#include "console/letters.h"
#include "draw/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const series_names[SERIES_COUNT] = {"bodies", "shapes", "contacts", "walls"};

// ---- surfaces of the walls

static bool add_soup(surfaces *s, const triangle_soup *soup, int wall)
{
    int64_t points = s->drawn.points;
    int64_t triangles = s->drawn.triangles;
    if (!mem_grow((void **)&s->point, &s->point_room, points + soup->vertices + 1,
                  sizeof *s->point) ||
        !mem_grow((void **)&s->corner, &s->corner_room, triangles + soup->triangles + 1,
                  sizeof *s->corner) ||
        !mem_grow((void **)&s->wall, &s->wall_room, triangles + soup->triangles + 1,
                  sizeof *s->wall))
        return false;
    for (int32_t i = 0; i < soup->vertices; i++)
        s->point[points + i] = soup->vertex[i];
    for (int32_t i = 0; i < soup->triangles; i++) {
        for (int k = 0; k < 3; k++)
            s->corner[triangles + i][k] = points + soup->triangle[3 * i + k];
        s->wall[triangles + i] = wall;
    }
    s->drawn = (wall_surface){s->point, points + soup->vertices, (const int64_t(*)[3])s->corner,
                              s->wall, triangles + soup->triangles};
    return true;
}

typedef struct space {
    v3 low, high;
} space;

// Triangles of the walls, infinite planes cut to the box; without the boundaries of the domain, `walls_only`.
static scree_status draw_walls(frames *f, world *w, const frame *seen, space box, bool walls_only,
                               scree_error *error)
{
    f->surface.drawn = (wall_surface){f->surface.point, 0, (const int64_t(*)[3])f->surface.corner,
                                      f->surface.wall, 0};
    for (int i = walls_only ? seen->walls - f->m->walls : 0; i < seen->walls; i++) {
        triangle_soup soup;
        const frame_wall *is = &seen->wall[i];
        scree_status status = primitive_surface(world_wall_primitive(w, i), is->position,
                                                is->orientation, box.low, box.high, &soup, error);
        if (status)
            return status;
        bool good = add_soup(&f->surface, &soup, i);
        triangle_soup_clear(&soup);
        if (!good)
            return fail_memory(error, is->name);
    }
    return SCREE_OK;
}

// ---- series

// A frame that closed a run takes the place of the next regular one; when the run goes on, that one replaces it.
static bool series_add(series *s, double time, const char *name)
{
    s->changed = true;
    if (s->count && !strcmp(s->entry[s->count - 1].file, name)) {
        s->entry[s->count - 1].time = time;
        return true;
    }
    char *copy = text_copy(name);
    if (!copy || !mem_grow((void **)&s->entry, &s->room, s->count + 1, sizeof *s->entry)) {
        free(copy);
        return false;
    }
    s->entry[s->count++] = (pvd_entry){time, copy};
    return true;
}

static scree_status series_store(frames *f, int which, scree_error *error)
{
    series *s = &f->list[which];
    char name[32];
    if (!s->changed)
        return SCREE_OK;
    snprintf(name, sizeof name, "%s.pvd", series_names[which]);
    char *path;
    scree_status status = owned_path(f->files, name, &path, error);
    if (!status)
        status = store_pvd(path, s->entry, s->count, error);
    free(path);
    if (!status)
        s->changed = false;
    return status;
}

// The number in BASE_000123ENDING (or BASE123ENDING, as the course format has it); -1: it is no such name.
static int64_t number_in(const char *name, const char *base, const char *ending)
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
static scree_status series_read(frames *f, int which, frames_end end, scree_error *error)
{
    char name[64];
    char *text;
    size_t size;
    snprintf(name, sizeof name, "%s.pvd", series_names[which]);
    char *path = folder_path(f->files->folder, name);
    if (!path)
        return fail_memory(error, name);
    if (access(path, F_OK)) {
        free(path);
        return SCREE_OK;
    }
    scree_status status = file_in_load(path, &text, &size, error);
    free(path);
    if (status)
        return status;
    for (const char *at = text; (at = strstr(at, "timestep=\"")); at++) {
        double time;
        const char *file = strstr(at, "file=\"");
        if (!text_number(at + 10, &time, NULL) || !file ||
            sscanf(file, "file=\"%63[^\"]", name) != 1)
            continue;
        const int64_t number = number_in(name, series_names[which], ".vtp");
        if (time > end.last * (1 + 1e-11) || number > end.number)
            break;
        if (number < 0)
            continue;
        if (!series_add(&f->list[which], time, name))
            status = fail_memory(error, name);
        if (status)
            break;
    }
    free(text);
    return status;
}

static int64_t entry_number(const pvd_entry *e)
{
    return strtoll(strrchr(e->file, '_') + 1, NULL, 10);
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
static scree_status series_complete(frames *f, int which, frames_end end, scree_error *error)
{
    series *s = &f->list[which];
    const int64_t known = s->count;
    scree_status status = SCREE_OK;
    if (known)
        qsort(s->entry, (size_t)known, sizeof *s->entry, by_number);
    for (int64_t i = 0; i < f->files->count && !status; i++) {
        const char *name = f->files->name[i];
        const pvd_entry key = {0, name};
        const int64_t number = number_in(name, series_names[which], ".vtp");
        double time;
        if (number < 0 || number > end.number)
            continue;
        if (known && bsearch(&key, s->entry, (size_t)known, sizeof key, by_number))
            continue;
        char *path = folder_path(f->files->folder, name);
        if (!path)
            return fail_memory(error, name);
        if (frame_time(path, &time) && time <= end.last * (1 + 1e-11) && !series_add(s, time, name))
            status = fail_memory(error, name);
        free(path);
    }
    if (status || s->count == known)
        return status;
    qsort(s->entry, (size_t)s->count, sizeof *s->entry, by_number);
    fprintf(stderr,
            "warning: %s.pvd lacked %" PRId64
            " of the frames in the folder; it is made anew from them\n",
            series_names[which], s->count - known);
    return SCREE_OK;
}

scree_status frames_resume(frames *f, double last, int64_t number, scree_error *error)
{
    const frames_end end = {last, number};
    scree_status status = SCREE_OK;
    for (int i = 0; i < SERIES_COUNT && !status; i++) {
        status = series_read(f, i, end, error);
        if (!status)
            status = series_complete(f, i, end, error);
    }
    return status;
}

// ---- frames to forget

static void forget_series(const frames *f, const char *base, const char *ending, int64_t number)
{
    for (int64_t i = 0; i < f->files->count; i++)
        if (number_in(f->files->name[i], base, ending) > number)
            owned_remove(f->files, f->files->name[i]);
}

void frames_forget(const frames *f, int64_t number)
{
    for (int i = 0; i < SERIES_COUNT; i++)
        forget_series(f, series_names[i], ".vtp", number);
    forget_series(f, "grains", ".dump", number);
    forget_series(f, "grains", ".data", number);
}

void frames_forget_course(const frames *f, bool vtk, int64_t number)
{
    forget_series(f, vtk ? f->m->course.vtk_name : f->m->course.out_name, vtk ? ".vtk" : ".out",
                  number);
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
static bool list_is_due(const series *s)
{
    return s->count <= 100 || s->count % (s->count / 100 + 1) == 0;
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
        status = store_dump(path, job->seen, job->f->m, job->error);
    else if (!status)
        status = store_lammps_data(path, job->seen, job->f->m, job->error);
    free(path);
    return status;
}

scree_status frames_write(frames *f, world *w, const frame *seen, int64_t number,
                          scree_error *error)
{
    const model_output *o = &f->m->output;
    const frame_job job = {f, seen, number, error};
    scree_status status = SCREE_OK;
    if (o->bodies)
        status = write_one(&job, SERIES_BODIES);
    if (!status && o->bodies && frame_has_cores(seen))
        status = write_one(&job, SERIES_SHAPES);
    if (!status && o->contacts)
        status = write_one(&job, SERIES_CONTACTS);
    if (!status && o->walls && seen->walls) {
        space box;
        store_box(seen, f->m, &box.low, &box.high);
        status = draw_walls(f, w, seen, box, false, error);
        if (!status)
            status = write_one(&job, SERIES_WALLS);
    }
    if (!status && o->dump)
        status = write_text(&job, "dump");
    if (!status && o->lammps)
        status = write_text(&job, "data");
    if (!status)
        f->written++;
    return status;
}

scree_status frames_course(frames *f, const frame *seen, int64_t number, bool vtk,
                           scree_error *error)
{
    char name[512];
    const char *base = vtk ? f->m->course.vtk_name : f->m->course.out_name;
    scree_status status =
        course_name(name, sizeof name, base, number, vtk ? ".vtk" : ".out", error);
    if (status)
        return status;
    char *path;
    status = owned_path(f->files, name, &path, error);
    if (!status)
        status = vtk ? course_write_vtk(path, seen, f->m->title, error)
                     : course_write_out(path, seen, error);
    free(path);
    return status;
}

scree_status frames_close(frames *f, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < SERIES_COUNT && !status; i++)
        status = series_store(f, i, error);
    return status;
}

scree_status frames_picture(frames *f, world *w, const frame *seen, scree_error *error)
{
    const model *m = f->m;
    scenery shown;
    scree_status status = scenery_of(w, seen, &shown, error);
    if (status)
        return status;
    const space box = {shown.low, shown.high};
    picture_options o = {.title = m->title,
                         .gravity = m->gravity,
                         .box_low = box.low,
                         .box_high = box.high,
                         .fit = shown.wide};
    for (int axis = 0; axis < m->dimensions; axis++)
        o.box = o.box || m->boundary[axis] != BOUNDARY_OPEN;
    o.up = v3_scale(-1, v3_unit(m->gravity));
    if (m->dimensions == 2) {
        o.view = v3_make(0, 0, -1);
        o.up = v3_make(0, 1, 0);
    }
    status = draw_walls(f, w, seen, box, true, error);
    char *path = NULL;
    if (!status)
        status = owned_path(f->files, "picture.png", &path, error);
    if (!status)
        status = picture_write_png(path, seen, &f->surface.drawn, &o, error);
    if (!status)
        note_missing_letters();
    free(path);
    return status;
}

void frames_clear(frames *f)
{
    for (int i = 0; i < SERIES_COUNT; i++) {
        for (int64_t k = 0; k < f->list[i].count; k++)
            free((char *)f->list[i].entry[k].file);
        free(f->list[i].entry);
    }
    free(f->surface.point);
    free(f->surface.corner);
    free(f->surface.wall);
    memset(f, 0, sizeof *f);
}
