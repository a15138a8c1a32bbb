// examples.h - what a case can name, with values: for `scree list`, and for tests that make cases of all there is.
#ifndef SCREE_CASE_EXAMPLES_H
#define SCREE_CASE_EXAMPLES_H

#include "base/row.h"

// Keys of a plug-in as they can stand in a case, one example a line: "rate: 60 rpm, axis: [0, 0, 1]"; of a region that is
// made of others the whole list. Empty: it needs none. NULL: it is no wall, drive, packing, region or probe. Each stands in
// the file of its plug-in, as drive_NAME_example and so on, which the build asks for. They all fit a domain of 60 mm around
// the origin, y upwards, which has grains of 10 mm in a set called `bed` and a wall called `floor`.
const char *case_example(const plugin *what);

// Shapes as they can stand in `shapes`, "name: {...}", in space (3) or in the plane (2). Some of those in space name the
// file stone.obj, a closed mesh.
const char *const *case_shape_examples(int dimensions, int *count);

#endif
