// packing.h - where grains are at the start: from the sets of a model to a list of grains.
//
// A packing is one file scene/packing_NAME.c, found by the build, with rows (its keys in a case) and a function that
// adds the grains of one set. All randomness comes from the seed of the packing (or of the case) and the place of the
// set, so the same case gives the same grains everywhere.
#ifndef SCREE_SCENE_PACKING_H
#define SCREE_SCENE_PACKING_H

#include "base/fail.h"
#include "base/random.h"
#include "scene/mixture.h"
#include "state/model.h"

#include <stdint.h>

// Grains in the order of their permanent ids. Arrays have `count` entries and are owned by the list.
typedef struct grain_list {
    int64_t count, room;
    v3 *position;   // m, inside the domain on periodic axes
    v3 *velocity;   // m/s
    v3 *spin;       // rad/s
    double *radius; // m
    double *mass;   // kg (2D: kg per metre of depth); INFINITY for fixed grains
    int32_t *material;
    int32_t *set; // which of model grains
    uint8_t *fixed;
    int64_t *line; // of the table of its set that it comes from; 0: no table
    q4 *turn;      // where its packing tells how it is turned; else all zero
} grain_list;

typedef struct grain_entry {
    v3 position, velocity, spin;
    double radius;
    double mass;  // 0: from the density of the material; INFINITY: a fixed grain
    int64_t line; // of a table, for messages; 0: no table
    int part;     // of a mixture
    bool told;    // is this what a file says of the grain?
    bool turned;  // is `turn` given?
    q4 turn;
} grain_entry;

// What a packing works on: set `index` of the model; files are relative to `folder`.
typedef struct packing_job {
    const model *model;
    const model_grains *set;
    int index;
    const char *folder;       // NULL: the working folder
    fault_list *faults;       // gets all faults of a table, see packing_build
    struct obstacles **walls; // those that packing_room has made so far
} packing_job;

typedef struct packing_kind {
    plugin what;
    scree_status (*add)(const packing_job *job, grain_list *out, scree_error *error);
} packing_kind;

// The packings as plug-ins, count in *n.
const plugin *const *packing_plugins(int *n);

// All sets of the model in order. On failure `out` is empty, `error` has the first fault, and `faults` (may be NULL)
// gets all that is wrong with the tables of grains, see fault_tally.
scree_status packing_build(const model *model, const char *folder, grain_list *out,
                           fault_list *faults, scree_error *error);

// Two grains of a list; `between` leads from the centre of i to that of k.
typedef struct packing_pair {
    const grain_list *list;
    int64_t i, k;
    v3 between;
} packing_pair;

// How deep two grains are in each other, and the smaller of the radii that this goes by, m.
typedef struct packing_overlap {
    double depth, radius; // depth INFINITY: they go through each other, nobody can tell how deep
    bool unfelt;          // no contact would push them apart
} packing_overlap;

// The overlap of two grains which are not both balls, where it is known better than from the balls around them. False:
// it is not.
typedef struct packing_shapes {
    bool (*deep)(void *context, const packing_pair *pair, packing_overlap *out);
    void *context;
} packing_shapes;

// Is that a size with which can be computed?
extern const double packing_radius_least, packing_radius_most; // m
bool packing_radius_fits(double radius);                       // m

// What grains are held against when they are checked.
typedef struct packing_limits {
    const char *folder; // of the case; may be NULL
    const packing_shapes *shapes;
    double most; // overlap, as a part of the smaller radius
} packing_limits;

// Refuses grains of sizes and masses with which cannot be computed, grains whose centre is outside of the domain, and
// grains that overlap one before them by more than `most` of the smaller radius, unless both are fixed; names them,
// with the lines of their tables. Without `shapes`, and where they do not know, grains are the balls around them.
// Overlaps with walls are not looked at. Time and memory are linear in the number of grains. `faults` as above.
scree_status packing_check(const model *model, const grain_list *list, const packing_limits *limits,
                           fault_list *faults, scree_error *error);

void grain_list_clear(grain_list *list);

// --- for packings ---
// Makes room for so many grains more. Refuses those that no machine like this one can hold, before any of them is made.
scree_status grain_list_expect(grain_list *list, const packing_job *job, int64_t count,
                               scree_error *error);
scree_status grain_list_add(grain_list *grains, const packing_job *job, const grain_entry *entry,
                            scree_error *error);
// Of a grain of a set (streams after sets), whatever its shape.
double grain_mass(const model *model, int set, double radius);
// The mean of all grains of a set.
double grain_mean_mass(const model *model, int set);
// Of a ball, or of a disk per metre of depth in 2D.
double packing_mass(const model *model, int material, double radius);
// The kinds and radii of the grains of a set, in their order.
void packing_mixture(const packing_job *job, mixture *out);
// The generator of a set: its own `seed` row or the case's seed; `use` tells several generators of one set apart.
rng packing_rng(const packing_job *job, int use);
// The box of the rows `low` and `high`; the domain where they are not given.
scree_status packing_box(const packing_job *job, v3 *low, v3 *high, scree_error *error);
double packing_depth(const model *model); // z of all grains in 2D
// Would a place with that z be out of the plane of a 2D case? 0 is what is told of z where there is none.
bool packing_leaves_plane(const model *model, double z);
// Refuses, in 2D, what a file tells of a grain and leads out of the plane.
scree_status packing_check_plane(const packing_job *job, const grain_entry *entry,
                                 scree_error *error);

// Where a set may stand, beside its box: a region, clear of walls, or anywhere. Walls are avoided where the row
// `clear_of_walls` is true, and where it is left out in a region, and where some ball would stand too deep in one
// otherwise (`deep`).
#define PACKING_INSIDE_ROW                                                                         \
    {                                                                                              \
        "inside", ROW_REGION, "domain", ROW_OPTIONAL, 0, 0,                                        \
            "region in which all grains lie wholly; domain, the default: the box low, high"        \
    }
#define PACKING_CLEAR_ROW                                                                          \
    {                                                                                              \
        "clear_of_walls", ROW_FLAG, "1", ROW_OPTIONAL, 0, 1,                                       \
            "keep out of walls; when left out: where a region is filled, or a grain would start "  \
            "too deep in a wall"                                                                   \
    }
typedef struct packing_room {
    const struct region *region;   // NULL: none
    const struct obstacles *walls; // NULL: they are not avoided
} packing_room;
packing_room packing_room_of(const packing_job *job);
// Does a ball fit in there?
bool packing_room_takes(const packing_room *room, v3 at, double radius, double gap);
// Must grains at these places, which the room takes, be kept out of walls? Then the room avoids them from now on.
bool packing_room_is_tight(const packing_job *job, packing_room *room, const v3 *at,
                           const double *radius, int64_t count);
scree_status packing_fail(const packing_job *job, scree_error *error, const char *hint,
                          const char *what, ...) SCREE_PRINTF(4, 5);
// `file` relative to the folder of the case, owned by the caller.
char *packing_path(const char *folder, const char *file);
// The table that a packing reads: its row `file`; NULL for packings without.
const char *packing_table(const choice *packing);

#endif
