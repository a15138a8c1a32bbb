// scree.h - the library for other programs: read a case, make a world of it, step it, look at it, save it.
//
//     scree_case *c;
//     scree_world *w;
//     scree_error e;
//     if (scree_case_read("bed.yaml", NULL, &c, &e) || scree_world_create(c, 0, &w, &e)) ...
//     scree_world_step(w, 1000, &e);
//
// Conventions, for every function here:
//  - Units are SI, angles in radians, in 2D per metre of depth.
//  - What can fail returns a status and fills `error` (which may be NULL): where, what is wrong, what to do. Nothing is
//    printed, nothing exits. Unless it says otherwise, a call that fails changes nothing.
//  - What `create`, `read`, `parse` and `load` give belongs to the caller, who destroys it; NULL may be destroyed. On
//    failure they give NULL, where it does not say otherwise. Other pointers that come back are borrowed.
//  - Pointers given must not be NULL where it does not say that they may.
//  - Objects share nothing that changes: different worlds may be used by different threads at the same time, one world
//    by one thread at a time. Only saving and loading (HDF5) must be done by one thread of the process at a time.
#ifndef SCREE_SCREE_H
#define SCREE_SCREE_H

#include "scree/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define SCREE_VERSION_MAJOR 0
#define SCREE_VERSION_MINOR 1
#define SCREE_VERSION_PATCH 0
#define SCREE_VERSION_NUMBER                                                                       \
    (SCREE_VERSION_MAJOR * 10000 + SCREE_VERSION_MINOR * 100 + SCREE_VERSION_PATCH)

// SCREE_VERSION_NUMBER of the library that runs. Before 1.0 minor versions, from then on major versions may differ in
// what this header says.
int scree_version(void);

// ---- cases ---------------------------------------------------------------------------------------------------------

typedef struct scree_case scree_case;

// Reads a case file (YAML, or a .par file of the course format; see docs/case-files.md). `settings` replaces or adds
// values as --set does: texts "key=value" ("run.duration=2 s"), the last followed by NULL; or is NULL. Relative paths
// in the case start at the folder of the file. Refused: `error` has the first fault, and *out is a case that serves to
// ask for all of them and to be destroyed; NULL only when out of memory.
scree_status scree_case_read(const char *path, const char *const *settings, scree_case **out,
                             scree_error *error);
// The same from a text in memory that ends with a zero byte. `name` stands for the path in messages, and relative paths
// start at its folder; the file need not exist.
scree_status scree_case_parse(const char *text, const char *name, const char *const *settings,
                              scree_case **out, scree_error *error);
// Worlds made of it live on.
void scree_case_destroy(scree_case *opened);

// The faults of a case, in the order of its text, and remarks on a case that is fine. `where` is file:line:column. NULL
// beyond the last. Borrowed from the case.
const scree_error *scree_case_fault(const scree_case *opened, int index);
const scree_error *scree_case_note(const scree_case *opened, int index);

// The case as it is run: the YAML with all settings and defaults in it, in SI, which reads back to the same case bit for bit. Files that
// it names are whole paths, so that it may be written anywhere. `step: auto` stays, and is chosen anew. *text ends with a zero byte, and
// is given back by scree_memory_free. Not while another thread uses the case or a world of it. Refused: cases with faults.
scree_status scree_case_text(scree_case *opened, char **text, scree_error *error);

// ---- worlds --------------------------------------------------------------------------------------------------------

typedef struct scree_world scree_world;

// Worlds that are made of this case from now on deal their grains to so many parts, 1 to 1024, each of which sees copies
// of its neighbours; at first it is 1. Results do not depend on it. Parts lie in one process: this is how a case is tried
// before it is given to many. Views of scree_world_column are for worlds of one part, and so is `solver: nonsmooth`.
scree_status scree_case_parts(scree_case *opened, int parts, scree_error *error);

// Grains, walls and laws of a case, at time 0. `threads` is 1 to 1024, or 0 for all that there are (a thread pays from
// some 4000 grains on; results do not depend on it). Refused: faulty cases, grains that overlap or lie outside,
// materials that meet without laws, meshes that cannot be read.
scree_status scree_world_create(scree_case *opened, int threads, scree_world **out,
                                scree_error *error);
// The world as it was saved, to the bit. The case must be the one it was made of, but for what a branch may change
// (docs/program.md).
scree_status scree_world_load(scree_case *opened, const char *path, int threads, scree_world **out,
                              scree_error *error);
// Writes a snapshot (HDF5). What stood at the path becomes PATH.previous.
scree_status scree_world_save(scree_world *handle, const char *path, scree_error *error);
// The same in memory: *data are `size` bytes as the file would have them, which the caller gives back by scree_memory_free.
scree_status scree_world_save_memory(scree_world *handle, void **data, int64_t *size,
                                     scree_error *error);
scree_status scree_world_load_memory(scree_case *opened, const void *data, int64_t size,
                                     int threads, scree_world **out, scree_error *error);
void scree_memory_free(void *data); // NULL is fine
void scree_world_destroy(scree_world *handle);

// Takes that many steps, at least 0. SCREE_DIVERGED: which grain, where, when. Where a contact is too deep or a grain
// is lost, the world is at the end of the step that found it, and may be looked at, saved and stepped on. Where a step
// could not be computed (a grain runs away, no memory), the world is spent: it takes no more steps and cannot be saved,
// and says the same again. Ends all views of scree_world_column. Where a stage of the case is over the next one begins
// by itself; SCREE_DIVERGED also where the condition of one did not hold by its limit.
scree_status scree_world_step(scree_world *handle, int64_t steps, scree_error *error);
// Steps on to the first step whose time is not before `time`; none where that is past. A time within a relative 1e-12
// of a step is taken for it.
scree_status scree_world_step_until(scree_world *handle, double time, scree_error *error);

// Asks `watch` every few milliseconds while steps are taken, by the thread that asked for the steps. Where it answers
// other than 0 the call ends with SCREE_STOPPED after a whole step, or before one among the many grains that a stream
// sends in it, and the world may be looked at, saved and stepped on as after any other: a run that is stopped and goes
// on has the same bits. It may read the world by functions that
// take it const, and must not change it. NULL: nobody is asked, as at first.
typedef int (*scree_watch)(void *context, const scree_world *handle);
void scree_world_watch(scree_world *handle, scree_watch watch, void *context);

double scree_world_time(const scree_world *handle);      // s
double scree_world_step_size(const scree_world *handle); // s
int64_t scree_world_steps(const scree_world *handle);    // taken since the start of the case
// At which the run of the case ends; one may go on. Where conditions end its stages, the step at which it ends at the
// latest.
int64_t scree_world_last_step(const scree_world *handle);
// The name of the stage that it is in, of a case with stages; else NULL. Gets whether the run of the case is over, NULL:
// nobody asks. Valid until the next step.
const char *scree_world_stage(const scree_world *handle, int *over);
// Now: particles whatever their shape, and the balls they are made of. A ball counts as one of each, a clump as one grain
// of several balls, a grain with corners as one grain and the one ball around it.
int64_t scree_world_grain_count(const scree_world *handle);
int64_t scree_world_ball_count(const scree_world *handle);

// Corners of the domain, m; `periodic` gets 1 for an axis on which what leaves comes back, else 0.
void scree_world_domain(const scree_world *handle, double low[3], double high[3], int periodic[3]);

// What columns of indices stand for: names from the case. Walls begin with the planes of the domain ("domain-x-low").
// NULL where there is none of that index. Borrowed from the world.
typedef enum scree_names {
    SCREE_MATERIAL_NAMES,
    SCREE_SHAPE_NAMES,
    SCREE_SET_NAMES,
    SCREE_WALL_NAMES
} scree_names;
const char *scree_world_name(const scree_world *handle, scree_names kind, int index);

// The state hash: equal for two worlds in the same state to the last bit (docs/reproducibility.md). Costs a few steps.
scree_status scree_world_hash(scree_world *handle, uint64_t *out, scree_error *error);

// What the nonsmooth solver did since the world was made or loaded; 0 of the smooth one. Counted: "steps", "sweeps",
// "impact_sweeps", "contact_sweeps". Of the last step: "contacts", "warm" (share of old impulses). Largest: "depth" (of
// the network, contacts), "residual" and "impact_residual" (m/s), "overlap" and "overlap_error" (diameters; the latter
// looked at in one step of eight). Refused: other names. docs/nonsmooth.md says what they mean.
scree_status scree_world_effort(const scree_world *handle, const char *name, double *out,
                                scree_error *error);

// Gives grains another "velocity" (m/s) or "spin" (rad/s): three values each, the i-th those of the grain with the i-th id, or with
// `ids` NULL of the i-th grain in the order of ids (`count` is then the number of grains). Motion is that at the current time, as
// a frame shows it; that of a grain of several balls, which has the id of its first one (column "body"), is of its centre of mass, and its balls
// follow. Refused: other columns, ids that are not there or stand twice, fixed grains, other balls of a body, what is no number, motion out of the plane of a 2D world, 1e15 m/s or more. The energy ledger counts it as added. Costs about a
// step. A time step that is `auto` was chosen for the speeds of the case.
scree_status scree_world_write(scree_world *handle, const char *column, const int64_t *ids,
                               const double *values, int64_t count, scree_error *error);

// ---- columns -------------------------------------------------------------------------------------------------------

// All columns with their units are in docs/columns.md, which is made from the tables of the library. The state is what
// a world keeps, in the order of its memory; the others are what a frame shows.
typedef enum scree_table {
    SCREE_STATE,    // of a world; a row per ball
    SCREE_BALLS,    // of a frame, as all that follow; a row per ball in the order of ids
    SCREE_CONTACTS, // a row per contact that overlaps, sorted by ids
    SCREE_WALLS,    // a row per wall: where it is and what the grains do to it
    SCREE_LEDGER // one row: energies, works and losses (docs/energy.md); nan where the ledger is off
} scree_table;

typedef enum scree_type { SCREE_FLOAT64, SCREE_INT32, SCREE_INT64 } scree_type;

// A column: row i begins at (const char *)data + i * stride and has `width` values one after the other. Texts live as
// long as the library. Read only.
typedef struct scree_view {
    const void *data; // NULL where there are no rows
    int64_t rows;
    int64_t stride; // bytes
    int width;
    scree_type type;
    const char *name, *unit, *doc;
} scree_view;

// Row i of a column, its `width` values one after the other: nobody has to count bytes. NULL: the column has another type,
// or no such row. Borrowed, as long as the view. Any thread may ask.
const double *scree_row_float64(const scree_view *view, int64_t row);
const int32_t *scree_row_int32(const scree_view *view, int64_t row);
const int64_t *scree_row_int64(const scree_view *view, int64_t row);

// The names of the columns of a table: those of index 0, 1, ... until NULL.
const char *scree_column_name(scree_table table, int index);

// A column of the state, without copying, in slots that change their order now and then (column "id"). Velocities and
// spins are those half a step before the positions. Valid until the next call with this world that is not const.
// Refused: names that do not exist, columns that this world does not keep.
scree_status scree_world_column(const scree_world *handle, const char *name, scree_view *out,
                                scree_error *error);

// ---- frames --------------------------------------------------------------------------------------------------------

// What is seen of a world at one instant: positions, velocities and forces of the same time, balls by id.
typedef struct scree_frame scree_frame;

// An empty frame; NULL when out of memory.
scree_frame *scree_frame_create(void);
void scree_frame_destroy(scree_frame *frame);

// Fills it, replacing what it had and ending the views of it. Costs ten to thirty steps of a bed at rest and changes nothing in the world. A
// frame may be used for any world, and outlives it. On failure it is empty.
scree_status scree_frame_take(scree_frame *frame, scree_world *handle, scree_error *error);

// Fills it with a short look, which copies what it shows and computes nothing, a small part of a step: of balls "id", "position", "radius", "velocity",
// "orientation" where it is followed, "material", "body", "shape" and "set", of walls "id", "position" and "orientation". Rows stand in the
// order of memory, so read ids with them, and velocities are those half a step before the positions, as those of scree_world_column. Other columns are refused, and so are pictures, files
// and all else that wants a whole frame. Of a frame that was a short look of the same grains before, only what moves is copied.
scree_status scree_frame_glance(scree_frame *frame, scree_world *handle, scree_error *error);

// Makes `to` the same as `from`, an empty one included. On failure it is empty.
scree_status scree_frame_copy(scree_frame *to, const scree_frame *from, scree_error *error);

double scree_frame_time(const scree_frame *frame);   // s
int64_t scree_frame_steps(const scree_frame *frame); // of the world when it was taken

// A column of SCREE_BALLS, CONTACTS, WALLS or LEDGER. Valid until the frame is taken again or destroyed. Refused:
// names that do not exist, the state, orientations where they are not followed.
scree_status scree_frame_column(const scree_frame *frame, scree_table table, const char *name,
                                scree_view *out, scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
