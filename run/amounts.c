// amounts.c - see amounts.h.
#include "run/amounts.h"

#include "base/text.h"
#include "console/words.h"
#include "state/stage_end.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

// Bytes of a grain in a frame, rounded up from the files of tests/cli/small.yaml and of examples/01-chute; of a grain
// with corners each corner adds to that.
static const double bytes_bodies = 150, bytes_turn = 40, bytes_contacts = 250, bytes_dump = 290,
                    bytes_lammps = 230, bytes_out = 170, bytes_vtk = 290, bytes_corner = 75,
                    bytes_outline = 900;
// Those that a file has without any grain, and what a triangle of a wall takes.
static const double head_bodies = 4200, head_contacts = 2000, head_shapes = 3000, head_walls = 4400,
                    head_dump = 300, head_lammps = 500, head_vtk = 700, bytes_wall = 250,
                    bytes_triangle = 40;

static int64_t count_of(const beat *beat, int64_t end)
{
    if (beat->every <= 0)
        return 0;
    if (!(beat->period > 0))
        return end / beat->every + 1;
    const double periods = floor((double)end * world_dt(beat->world) / beat->period * (1 + 1e-12));
    return periods < (double)end ? (int64_t)periods + 1 : end + 1; // one frame a step is the most
}

// A stage whose end nobody knows may last as long as the run, or hand over to one with more frames.
static double densest(const model *root, int from)
{
    double least = INFINITY;
    for (int i = from; i < root->stages; i++) {
        const double every = root->stage[i].model->output.every;
        least = every > 0 ? fmin(least, every) : least;
    }
    return least;
}

// Frames of all stages, each as long as it may be; one more where the last does not end with one.
static int64_t frames_of_stages(const output *output)
{
    const model *root = output->root;
    const double rounding = 1e-9;
    const double end = (double)output->end * world_dt(output->world);
    double begun = 0;
    double frames = 1;
    double rest = 0;
    for (int i = 0; i < root->stages && begun < end; i++) {
        const double latest = stage_latest_end(&root->stage[i], begun);
        const bool known = latest <= end * (1 + rounding) || i == root->stages - 1;
        const double every = known ? root->stage[i].model->output.every : densest(root, i);
        const double until = known ? fmin(latest, end) : end;
        const bool some = every > 0 && isfinite(every);
        const double periods = some ? (until - begun) / every : 0;
        frames += floor(periods * (1 + rounding));
        rest = periods - floor(periods * (1 + rounding));
        begun = until;
    }
    frames += rest > rounding;
    return (int64_t)fmin(frames, (double)output->end + 1);
}

static int64_t frames_of(const output *output)
{
    if (output->root->stages > 0)
        return frames_of_stages(output);
    const bool one_more = output->frames_at.every > 0 && !beat_due(&output->frames_at, output->end);
    return count_of(&output->frames_at, output->end) + one_more; // of the end
}

// Of a file of the walls, whose triangles are written in every frame.
static double wall_bytes(const output *output)
{
    const model *model = output->model;
    double bytes = head_walls;
    for (int i = 0; i < world_walls(output->world); i++) {
        const primitive *primitive = world_wall_primitive(output->world, i);
        triangle_soup soup;
        bytes += bytes_wall;
        if (primitive_surface(primitive,
                              &(draw_window){.position = primitive_reference(primitive),
                                             .orientation = q4_identity(),
                                             .low = model->low,
                                             .high = model->high,
                                             .round = PRIMITIVE_DRAWN},
                              &soup, NULL))
            continue;
        bytes += bytes_triangle * soup.triangles;
        triangle_soup_clear(&soup);
    }
    return bytes;
}

static double shape_bytes(const model *model, const model_shape *shape)
{
    if (!shape->core.vertices)
        return 0;
    return (model->dimensions == 2 ? bytes_outline : 0) + bytes_corner * shape->core.vertices;
}

// Of the surface of a grain: the mean over those that are there, before any came the most.
static double surface_bytes(const output *output)
{
    const int64_t balls = world_balls(output->world);
    double sum = 0;
    double most = 0;
    bool any = false;
    for (int i = 0; i < output->model->shapes; i++)
        any = any || output->model->shape[i].core.vertices;
    for (int part = 0; any && part < world_parts(output->world); part++) {
        const bodies *bodies = world_bodies(output->world, part);
        for (int32_t i = 0; i < bodies->count; i++)
            sum += shape_bytes(output->model, model_shape_of(output->model, bodies->set[i]));
    }
    for (int i = 0; i < output->model->shapes; i++)
        most = fmax(most, shape_bytes(output->model, &output->model->shape[i]));
    return balls > 0 && output->model->streams == 0 ? sum / (double)balls : most;
}

amounts amounts_of(const output *output, double grains)
{
    const model_output *with = &output->model->output;
    const double surface = with->bodies ? surface_bytes(output) : 0;
    const bool shapes = surface > 0;
    const int64_t frames = frames_of(output);
    const int64_t out = count_of(&output->out_at, output->end);
    const int64_t vtk = count_of(&output->vtk_at, output->end);
    const int kinds =
        with->bodies + shapes + with->contacts + with->walls + with->dump + with->lammps;
    const double turn = model_follows_turns(output->model) ? bytes_turn : 0;
    const double a_grain = with->bodies * (bytes_bodies + turn) + surface +
                           with->contacts * bytes_contacts + with->dump * bytes_dump +
                           with->lammps * bytes_lammps;
    const double heads = with->bodies * head_bodies + shapes * head_shapes +
                         with->contacts * head_contacts + with->dump * head_dump +
                         with->lammps * head_lammps;
    const double a_frame = grains * a_grain + heads + (with->walls ? wall_bytes(output) : 0);
    amounts amounts = {.frames = frames, .files = frames * kinds + out + vtk};
    amounts.bytes = (double)frames * a_frame + (double)out * grains * bytes_out +
                    (double)vtk * (grains * bytes_vtk + head_vtk);
    for (int i = 0; i < output->probes.count; i++)
        amounts.rows += count_of(&output->probes.one[i].at, output->end);
    return amounts;
}

void amounts_words(char out[AMOUNTS_ROOM], const amounts *amounts)
{
    char frames[WORD_ROOM];
    char files[WORD_ROOM];
    char bytes[WORD_ROOM];
    if (amounts->files == 0)
        snprintf(out, AMOUNTS_ROOM,
                 "no frames (output.every is 0); a picture and a snapshot at the end");
    else
        snprintf(out, AMOUNTS_ROOM, "%s frames in %s files, up to %s",
                 word_count(frames, amounts->frames), word_count(files, amounts->files),
                 word_bytes(bytes, amounts->bytes));
}

// Bytes that are free where a folder is or would be made; INFINITY where that cannot be told.
static double room_at(const char *folder)
{
    char *path = text_copy(folder && *folder ? folder : ".");
    struct statvfs disk;
    bool known = path && !statvfs(path, &disk);
    while (path && !known) {
        char *slash = strrchr(path, '/');
        if (slash)
            slash[slash == path] = 0;
        else
            strcpy(path, ".");
        known = !statvfs(path, &disk);
        if (!strcmp(path, "/") || !strcmp(path, "."))
            break;
    }
    free(path);
    return known ? (double)disk.f_bavail * (double)disk.f_frsize : INFINITY;
}

bool amounts_warning(char out[AMOUNTS_ROOM], const amounts *amounts, const char *folder)
{
    enum { FILES_MANY = 100000, ROWS_MANY = 10000000 };
    char count[WORD_ROOM];
    char bytes[WORD_ROOM];
    char room[WORD_ROOM];
    const double free_bytes = room_at(folder);
    if (amounts->bytes > free_bytes)
        snprintf(out, AMOUNTS_ROOM,
                 "%s files of frames may take up to %s, and the disk has %s left: raise "
                 "output.every, write less in "
                 "each, or choose another disk with --out",
                 word_count(count, amounts->files), word_bytes(bytes, amounts->bytes),
                 word_bytes(room, free_bytes));
    else if (amounts->files > FILES_MANY)
        snprintf(out, AMOUNTS_ROOM,
                 "the run writes %s files of frames into one folder: raise output.every",
                 word_count(count, amounts->files));
    else if (amounts->rows > ROWS_MANY)
        snprintf(out, AMOUNTS_ROOM, "the probes sample %s times: raise `every` of the probes",
                 word_count(count, amounts->rows));
    else
        return false;
    return true;
}
