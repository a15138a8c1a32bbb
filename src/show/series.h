// series.h - the lists of the frames of a run, one .pvd file for each kind of frame.
#ifndef SCREE_SHOW_SERIES_H
#define SCREE_SHOW_SERIES_H

#include "store/owned.h"
#include "store/vtp.h"

enum { SERIES_BODIES, SERIES_SHAPES, SERIES_CONTACTS, SERIES_WALLS, SERIES_COUNT };

extern const char *const series_names[SERIES_COUNT];

typedef struct series {
    pvd_entry *entry; // names are owned
    int64_t count, room;
    bool changed;   // the .pvd on the disk lacks something
    int64_t lacked; // so many frames in the folder, found by their names when it was read
} series;

// A frame that closed a run takes the place of the next regular one; when the run goes on, that one replaces it. False:
// out of memory.
bool series_add(series *series, double time, const char *name);
void series_clear(series *series);
// Calls `take` for each entry of a .pvd list of our own making, in its order, until that gives false. Without such a file there
// is no entry.
typedef bool series_take(void *context, double time, const char *file);
scree_status series_scan(const char *path, series_take *take, void *context, scree_error *error);
// The number in BASE_000123ENDING (or BASE123ENDING, as the course format has it); -1: it is no such name.
int64_t series_number(const char *name, const char *base, const char *ending);

// Up to which frame a list goes on.
typedef struct series_end {
    double last; // s
    int64_t number;
} series_end;
// The frames of all kinds of the run that has these files.
scree_status series_read(series list[SERIES_COUNT], const owned *files, series_end end,
                         scree_error *error);

#endif
