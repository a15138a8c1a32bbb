// frames.h - the frames of a run: bodies_000123.vtp and its like, the .pvd lists, the dumps, the outputs of the course
// format, the picture at the end.
//
// Frame k stands at step k * every, so the names do not depend on where a run was interrupted.
#ifndef SCREE_CLI_FRAMES_H
#define SCREE_CLI_FRAMES_H

#include "draw/picture.h"
#include "run/owned.h"
#include "run/wall_maps.h"
#include "store/vtp.h"
#include "world/world.h"

enum { SERIES_BODIES, SERIES_SHAPES, SERIES_CONTACTS, SERIES_WALLS, SERIES_COUNT };

typedef struct series {
    pvd_entry *entry; // names are owned
    int64_t count, room;
    bool changed; // the .pvd on the disk lacks something
} series;

typedef struct surfaces { // triangles of all walls; owns what `drawn` borrows
    wall_surface drawn;
    v3 *point;
    int64_t (*corner)[3];
    int32_t *wall;
    int64_t point_room, corner_room, wall_room;
} surfaces;

// Room for that many; false: out of memory.
bool surfaces_reserve(surfaces *surfaces, int64_t points, int64_t triangles);
void surfaces_clear(surfaces *surfaces);
// The triangles of all walls that are there, with the borders of the domain, as they stand in the frame; infinite planes cut to
// a box.
scree_status surfaces_of_walls(surfaces *surfaces, const world *world, const frame *seen, v3 low,
                               v3 high, scree_error *error);

typedef struct frames {
    owned *files; // of the run
    const model *model;
    series list[SERIES_COUNT];
    surfaces surface;
    wall_maps maps; // of the newest frame
    int64_t written;
} frames;

// Reads the lists of an interrupted run, up to `last` seconds and frame `number`, so that they can go on.
scree_status frames_resume(frames *frames, double last, int64_t number, scree_error *error);
// Removes the frames after `number`, those of all kinds or of an output of the course format.
void frames_forget(const frames *frames, int64_t number);
void frames_forget_course(const frames *frames, bool vtk, int64_t number);
// Writes what the case asks for, walls with what probes know of their triangles; `number` is k.
scree_status frames_write(frames *frames, world *world, const frame *seen, const probing *probing,
                          int64_t number, scree_error *error);
scree_status frames_course(frames *frames, const frame *seen, int64_t number, bool vtk,
                           scree_error *error);
// Brings the .pvd files up to date.
scree_status frames_close(frames *frames, scree_error *error);
// Makes `surface`: all walls of the world, borders of the domain, too.
scree_status frames_surface(frames *frames, world *world, const frame *seen, scree_error *error);
scree_status frames_picture(frames *frames, world *world, const frame *seen, scree_error *error);
// What a picture outside of a run has besides: outlines, and a size in pixels, 0: the default.
typedef struct frames_extras {
    const picture_frame *outline;
    int outlines;
    int width, height;
} frames_extras;
// The same picture outside of a run.
scree_status frames_preview(world *world, const frame *seen, const char *path,
                            const frames_extras *extras, scree_error *error);
void frames_clear(frames *frames);

#endif
