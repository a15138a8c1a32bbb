// course.h - the outputs of the course format of the DEM assignment: particle files (.out) and legacy VTK files with
// rotation arrows.
#ifndef SCREE_STORE_COURSE_H
#define SCREE_STORE_COURSE_H

#include "base/fail.h"
#include "state/frame.h"

#include <stddef.h>

// NAME, the number and the ending, as in "blocks0.out", "blocks12.vtk"; SCREE_BAD_INPUT where `room` is too small.
scree_status course_name(char *text, size_t room, const char *base, int64_t number,
                         const char *ending, scree_error *error);

// The number of grains, then a line `m r x y z vx vy vz` for each, 17 significant digits, `inf` for an infinite mass;
// so that the file can be the particle file of a next run.
scree_status course_write_out(const char *path, const frame *frame, scree_error *error);

// ASCII, POLYDATA: radius, mass and id as scalars; velocity, angular velocity and `rotation` (the x axis of the grain
// in space, a unit vector to draw as an arrow) as vectors. VTK's text reader knows no `inf`: an infinite mass is
// written as the largest double.
scree_status course_write_vtk(const char *path, const frame *frame, const char *title,
                              scree_error *error);

#endif
