// source.h - where the frames of a view come from: a run in progress, the folder of a run, a snapshot, a case before it runs.
// The server and the page know no difference but `mode`.
#ifndef SCREE_VIEW_SOURCE_H
#define SCREE_VIEW_SOURCE_H

#include "state/frame.h"
#include "state/model.h"
#include "store/json.h"
#include "store/vtp.h"
#include "view/message.h"

// What a page wants to see of a moment.
typedef struct view_wish {
    int64_t moment; // its number; of a run in progress there is only the present
    int64_t after;  // of a run in progress: a look with a greater number than this
    bool whole;     // forces and contacts, which cost as much as some twenty steps
    bool chains;    // contacts as well, which may be older than the grains
} view_wish;

// A moment to look at. All is borrowed, until `let`.
typedef struct view_moment {
    const frame *frame;
    wall_surface walls; // in space, as they stood where this surface was made
    const frame *stood; // how the walls stood then
    bool whole;         // forces are filled in, and contacts where they are known
    bool has_contacts;
    const frame *
        forces; // whose contacts are the force chains: the same frame, or an older one; NULL: there are none
    int64_t number; // ascending from look to look; of a run that is over that of the moment
    uint64_t scene; // another number: shapes or walls are others than before
} view_moment;

typedef struct view_source {
    const char *mode; // "live", "run", "snapshot", "case"
    const char *what; // the folder or file that is looked at
    // Words beside the picture, such as what `scree check` says, which may come later; NULL: none.
    const char *_Atomic about;
    const model *model; // the case, for names of columns
    void *self;
    int64_t (*count)(void *self); // moments
    double (*time)(void *self, int64_t moment);
    // SCREE_STOPPED: there is no such look yet, ask again. On success the moment stays as it is until `let`.
    scree_status (*hold)(void *self, const view_wish *wish, view_moment *out, scree_error *error);
    void (*let)(void *self);
    // Does what a page says; NULL where nothing can be done. *words are for the page, NULL: there is no such command. Refused: what
    // cannot be done.
    scree_status (*act)(void *self, const message *message, const char **words, scree_error *error);
    void (*status)(void *self, json *out); // members of an object; NULL: there are none
    const char
        *parameters;    // the resolved case, whose numbers a branch may change; NULL: no branches
    const char *tables; // the folder with the tables of probes; NULL: there is none
} view_source;

#endif
