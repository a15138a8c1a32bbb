// floors.h - one flat floor cut into triangles in several ways, as mesh files for `scree verify` and `scree bench`.
//
// A rectangle of `size[0]` by `size[1]` around the origin, in the plane z = 0. Whoever touches it must not be able to tell
// how it was cut.
#ifndef SCREE_CONSOLE_FLOORS_H
#define SCREE_CONSOLE_FLOORS_H

#include "base/fail.h"

#include <stdint.h>

typedef enum floor_cut {
    FLOOR_COARSE, // two triangles
    FLOOR_FINE,   // squares of a side of `cell`, each cut in two
    FLOOR_IRREGULAR, // of those the corners moved, the cuts by chance, and slivers of a thousandth of the width
    FLOOR_JOINED, // strips of that width, each divided otherwise: edges of one end within those of the next
    FLOOR_CUTS
} floor_cut;
extern const char *const floor_cut_names[FLOOR_CUTS];

typedef struct floor_plan {
    floor_cut cut;
    double size[2], cell; // m
} floor_plan;

// Writes an ascii STL file in metres. *facets: how many (may be NULL).
scree_status floor_write(const char *path, const floor_plan *plan, int64_t *facets,
                         scree_error *error);

// A folder of its own for such files, below that for temporary files; it goes with its files by floor_folder_remove.
enum { FLOOR_PATH = 300 };
scree_status floor_folder_make(char out[FLOOR_PATH], scree_error *error);
void floor_folder_remove(const char *folder);

#endif
