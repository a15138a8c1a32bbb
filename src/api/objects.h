// objects.h - what stands behind the opaque types of scree/scree.h.
#ifndef SCREE_API_OBJECTS_H
#define SCREE_API_OBJECTS_H

#include "scree/measure.h"
#include "scree/scree.h"

#include "api/plain_locale.h"
#include "case/case.h"
#include "law/own.h"
#include "world/world.h"

#include <stdatomic.h>

enum { LAWS_MOST = 16 };

struct scree_law {
    law_own *own;
};

// A world borrows the model, so a case stays until its last user has gone; its makers may be in different threads.
struct scree_case {
    atomic_int users; // the caller's handle and the worlds
    bool good;        // `model` is filled
    int parts;        // of its worlds; 0: one
    model model;
    char *folder;            // where relative paths start
    law_own *law[LAWS_MOST]; // that the program gives
    int laws;
    // All laws of a slot that the case may name, owned; NULL: those of the build.
    const plugin **slot[LAW_SLOTS];
    int slots[LAW_SLOTS];
    fault_list faults, notes;
};

struct scree_world {
    world *world;
    scree_case *of;
    scree_watch watch; // NULL: steps are not interrupted
    void *context;
    double asked;              // s, of a clock, when the watch was asked last
    plain_locale locale;       // of the steps that are taken; the watch has that of the program
    scree_probe *probe;        // the first of those that look at it
    struct event *event;       // the first of those to come (events.h)
    int64_t events;            // there have been so many
    struct asked_drive *drive; // the first of those that the program tells (drives.h)
    struct event_log *log;     // whom the program wants to be told (log.h); NULL: nobody
    struct given *given;       // the first of its own numbers (given.h)
    struct share_link *share;  // where its frames go while it steps (share.h); NULL: nowhere
    bool calling;              // one of them is called just now
};

// The case whose model the frame borrows stays as long as the frame.
struct scree_frame {
    frame frame;
    scree_case *of; // NULL: it is empty
    bool
        glance; // a short look: rows in the order of memory, and what it did not look at is not there
};

// Tells the probes of a world which grains came and went in the last steps, or in a change.
scree_status probes_pass(scree_world *handle, scree_error *error);

// Moves a wall for the step to come, after which its drive is asked again (src/api/drives.c).
scree_status change_lead_step(scree_world *handle, const char *wall, const double velocity[3],
                              const double spin[3], scree_error *error);

// scree_world_wall_move, also of a wall that has a drive (src/api/change.c).
scree_status change_lead(scree_world *handle, const char *wall, const double velocity[3],
                         const double spin[3], double duration, scree_error *error);

// A world of the case at its start, or as in an image of it; `changed`: of a case that differs.
scree_status open_world(scree_case *opened, const image *im, bool changed, int threads,
                        scree_world **out, scree_error *error);
// What the case may name.
case_families case_families_of(const scree_case *opened);
scree_case *case_keep(scree_case *opened);
void case_release(scree_case *opened);

#endif
