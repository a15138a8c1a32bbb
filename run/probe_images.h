// probe_images.h - the images that a probe writes at each of its samples: probes/NAME_000012.vti, and probes/NAME.pvd, which
// gives them their times.
//
// They are numbered by their place in that list, so that a run that goes on writes the same names.
#ifndef SCREE_RUN_PROBE_IMAGES_H
#define SCREE_RUN_PROBE_IMAGES_H

#include "measure/probe.h"
#include "store/owned.h"
#include "store/vtp.h"

typedef struct probe_images {
    owned *files;      // of the run, or of the folder of a measurement
    const char *below; // the folder among them that they go to, with its slash; "": to itself
    char *name;        // of the probe; NULL: there are no images
    pvd_entry *entry;
    int64_t count, room;
    bool changed; // the list on the disk lacks something
} probe_images;

// Goes on behind the images up to the time `last`, and forgets those after it; NAN: begins anew.
scree_status probe_images_open(probe_images *is, owned *files, const char *name, double last,
                               scree_error *error);
// Begins images outside of a run.
scree_status probe_images_begin(probe_images *is, owned *files, const char *name,
                                scree_error *error);
scree_status probe_images_write(probe_images *is, const probe_table *table, const probe_grid *grid,
                                double time, scree_error *error);
scree_status probe_images_store(probe_images *is, scree_error *error); // the list
void probe_images_clear(probe_images *is);

#endif
