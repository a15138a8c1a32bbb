// frames.h - the frames of a run: bodies_000123.vtp and its like, the .pvd lists, the dumps, the outputs of the course
// format, the picture at the end.
//
// Frame k stands at step k * every, so the names do not depend on where a run was interrupted.
#ifndef SCREE_CLI_FRAMES_H
#define SCREE_CLI_FRAMES_H

#include "draw/picture.h"
#include "store/owned.h"
#include "run/probing.h"
#include "show/series.h"
#include "show/surfaces.h"
#include "world/world.h"

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
// On stderr: frames that the lists lacked.
void series_warn(const series list[SERIES_COUNT]);
// Removes the frames after `number`, those of all kinds or of an output of the course format.
void frames_forget(const frames *frames, int64_t number);
void frames_forget_course(const frames *frames, bool vtk, int64_t number);
// Writes what the case asks for, walls with what probes know of their triangles; `number` is k.
scree_status frames_write(frames *frames, world *world, const frame *seen, const probing *probing,
                          int64_t number, scree_error *error);
scree_status frames_course(frames *frames, const frame *seen, int64_t number, bool vtk,
                           scree_error *error);
// Brings the .pvd file of that kind up to date, and those of all.
scree_status frames_store_list(frames *frames, int which, scree_error *error);
scree_status frames_close(frames *frames, scree_error *error);
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
