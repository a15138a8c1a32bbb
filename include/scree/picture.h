// picture.h - pictures of worlds and runs, and the files that other programs draw them from, as bytes in memory. The conventions are
// those of scree.h.
//
//     scree_picture_options how = {.view = "front", .colour = "force", .size = "640x480"};
//     void *png;
//     int64_t size;
//     scree_world_picture(w, &how, &png, &size, &e);
//     ...
//     scree_memory_free(png);
//
// The bytes are those of a whole file and belong to the caller, who gives them back by scree_memory_free; on failure they are NULL. Nothing
// is written, and nothing changes in the world.
#ifndef SCREE_PICTURE_H
#define SCREE_PICTURE_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

// How something is drawn, as `scree picture` has it (docs/afterwards.md). What is NULL or 0 is left to the case.
typedef struct scree_picture_options {
    // front, back, left, right, top, bottom, or a direction of looking "x,y,z"; NULL: obliquely
    const char *view;
    // speed, size, height, set, shape, material, or a column of SCREE_BALLS, of vectors the length
    const char *colour;
    const char *range; // ends of the colour bar, "0 m/s:2 m/s"
    const char *cut;   // "y=5 mm": without the balls on the near side of this plane
    const char *size;  // pixels, 64 to 8192 each; NULL: "1280x720"
    const char *title; // UTF-8; NULL: that of the case
    // a wall map (docs/wall-maps.md) in whose colours walls are, such as "wall_map_pressure"
    const char *walls;
    const char *walls_range; // ends of its colour bar, "0 Pa:2 kPa"
    int force_chains;        // contacts as lines as wide as their forces, over pale grains
    int dark;                // dark ground
} scree_picture_options;

// The world as it is now, as a PNG file. `options` may be NULL. Wall maps are those of the probes that the program has made
// (scree/measure.h). Costs a frame, and for a hundred thousand balls about a second. Words are in DejaVu Sans, or the font that the
// environment names in SCREE_FONT, and where neither is there in plain strokes. Refused: words that mean nothing, where `where` of
// the error is the field.
scree_status scree_world_picture(scree_world *handle, const scree_picture_options *options,
                                 void **data, int64_t *size, scree_error *error);
// The same of a frame, which was taken of this world or another one of its case: walls stand as in the frame. Refused besides: frames
// of other cases, empty ones, wall maps.
scree_status scree_frame_picture(const scree_frame *frame, const scree_world *handle,
                                 const scree_picture_options *options, void **data, int64_t *size,
                                 scree_error *error);
// A moment of a run of the program from the frames in its folder (output: {every: ..., bodies: true}): the one that is nearest to
// the time `at`, such as "1.2 s"; NULL: the last one. Refused besides: folders without frames, faults of
// the case, times far from all frames.
scree_status scree_folder_picture(const char *folder, const char *at,
                                  const scree_picture_options *options, void **data, int64_t *size,
                                  scree_error *error);

// What a run writes for a frame, for ParaView and its like (docs/file-formats.md): as .vtp files.
typedef enum scree_vtk {
    SCREE_VTK_BODIES,   // grains, those of several balls ball by ball
    SCREE_VTK_SHAPES,   // the surfaces of grains with corners
    SCREE_VTK_CONTACTS, // a line for each contact
    SCREE_VTK_WALLS // triangles of the walls, and wall maps of the probes that the program has made
} scree_vtk;

scree_status scree_world_vtk(scree_world *handle, scree_vtk what, void **data, int64_t *size,
                             scree_error *error);
// The same of a frame, as with scree_frame_picture; walls without maps.
scree_status scree_frame_vtk(const scree_frame *frame, const scree_world *handle, scree_vtk what,
                             void **data, int64_t *size, scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
