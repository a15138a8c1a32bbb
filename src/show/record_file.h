// record_file.h - a file of a frame that is read back, for the files of record.h.
#ifndef SCREE_SHOW_RECORD_FILE_H
#define SCREE_SHOW_RECORD_FILE_H

#include "show/record.h"
#include "scene/vtk_points.h"

typedef struct source {
    const char *path; // NULL: the run wrote none
    vtk_points parts;
    scree_error *error;
} source;

// The values of an array with as many tuples of that width; NULL: it is not there, or does not fit.
const double *record_values(const source *from, vtk_part part, const char *name, int64_t tuples,
                            int width);
scree_status record_damaged(const source *from, const char *array);

// Walls and their surfaces.
scree_status record_read_walls(const source *from, record_moment *out);

#endif
