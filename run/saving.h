// saving.h - what a run leaves to go on from, and which of it a run goes on from.
//
// There are two series of saves. `snapshot` is what the case asks for and what the end leaves: the same files however
// often a run was interrupted. `autosave` is for going on after an interruption only: by the clock, at signals and when
// something could not be written; the next snapshot removes it. Each series keeps two generations, the newest and
// `.previous`, and each generation is three files: .h5 the state, .sums what probes keep between samples, .effort what
// solver.csv keeps between rows. The .h5 comes last and makes the generation valid.
//
// The state after a step on which a verdict fell is a snapshot with that verdict in it: a run does not go on from it, a
// branch with other settings may. What was saved before stays beside it.
#ifndef SCREE_CLI_SAVING_H
#define SCREE_CLI_SAVING_H

#include "run/effort.h"
#include "run/masses.h"
#include "store/owned.h"
#include "run/probing.h"
#include "state/image.h"

#include <stdbool.h>

enum { SAVE_SNAPSHOT, SAVE_AUTO, SAVE_SERIES };

typedef struct saving {
    world *world;
    owned *files;
    probing *probes;
    effort *effort;
    const char *fingerprint; // of the case
    const masses *masses;
    const scree_error *verdict; // on the step that led to this state; NULL: none
} saving;

// Writes a generation of a series at the world's step; *hash gets that of the state.
scree_status saving_write(const saving *saving, int series, uint64_t *hash, scree_error *error);
// The same three files under a name of their own, which stays: the state at the beginning of a stage, or one that somebody
// wanted to keep.
#define SAVING_KEPT "kept-" // begins the names of those that were kept by hand
scree_status saving_keep(const saving *saving, const char *name, scree_error *error);
enum { STAGE_NAME_ROOM = 120 };
void saving_stage_name(char out[STAGE_NAME_ROOM], const char *stage); // without an ending
// Removes a series.
void saving_remove(const owned *files, int series);

// One state that a run may go on from.
typedef struct generation {
    int series;
    bool previous;
    int64_t step;
    char stage
        [STAGE_NAME_ROOM]; // its name without ending, of one at the beginning of a stage; else empty
} generation;

// How much of a state is read: all, or what it has besides rows of bodies and contacts, of a process that gets its own from another
// one.
typedef enum state_wish { STATE_WHOLE, STATE_WITHOUT_ROWS } state_wish;

// The newest state of a folder that can be read, in `im`, which is empty before. What is damaged is passed over with a
// warning. *found false: there is none at all. A failure: there are some, and none can be read.
scree_status generation_pick(const char *folder, state_wish wish, generation *generation, image *im,
                             bool *found, scree_error *error);
// Of a snapshot that was given by name; *known false: it has no name as runs give them.
scree_status generation_given(const char *path, state_wish wish, generation *generation, image *im,
                              bool *known, scree_error *error);
// Was a verdict on the step that led to this state? Gets it.
bool saving_verdict(const image *im, scree_error *verdict);
// The last state of a folder before that step; false: there is none.
bool generation_before(const char *folder, int64_t step, generation *before);
// Of a folder whose newest states cannot be used: names in the hint of that fault the last state that stands there under a name
// of its own, of a stage or saved by hand; as it was where there is none.
void generation_hint(const char *folder, scree_error *error);
// The file of a generation, owned; NULL when out of memory.
char *generation_path(const char *folder, const generation *generation);
// What the probes and solver.csv keep, for that state; *found false: that of the probes is not there. A file that is damaged is
// a failure, with its line.
scree_status generation_load(const char *folder, const generation *generation, probing *probing,
                             effort *effort, bool *found, scree_error *error);
// Makes a generation the newest of its folder: what was saved later is given up, as the run will come by it again.
scree_status generation_adopt(owned *files, const generation *generation, scree_error *error);

#endif
