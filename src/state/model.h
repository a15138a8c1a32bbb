// model.h - a checked case: all that a run needs to know, in SI units, immutable once read.
//
// Readers (case/) build a model; the world is made from it. Names are unique within their list. Indices into other
// lists are checked. Strings and lists are owned by the model. Quantities: m, s, kg, rad, Pa, N.
#ifndef SCREE_STATE_MODEL_H
#define SCREE_STATE_MODEL_H

#include "base/row.h"
#include "base/vec.h"
#include "state/cell.h"
#include "state/condition.h"
#include "state/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum boundary { BOUNDARY_OPEN, BOUNDARY_PERIODIC, BOUNDARY_WALL } boundary;
typedef enum on_loss { ON_LOSS_STOP, ON_LOSS_REMOVE } on_loss;
typedef enum integrator_kind {
    INTEGRATOR_VELOCITY_VERLET,
    INTEGRATOR_LEAPFROG,
    INTEGRATOR_GEAR,
    INTEGRATORS
} integrator_kind;
typedef enum solver_kind { SOLVER_SMOOTH, SOLVER_NONSMOOTH, SOLVERS } solver_kind;
typedef enum impact_mode { IMPACT_SIMULTANEOUS, IMPACT_CASCADE, IMPACT_MODES } impact_mode;
typedef enum rotation_scheme {
    ROTATION_SPLIT,
    ROTATION_AXES,
    ROTATION_LEAPFROG,
    ROTATIONS
} rotation_scheme;
typedef enum search_kind {
    SEARCH_GRID,
    SEARCH_SORTED_LIST,
    SEARCHES
} search_kind; // the same pairs
// As a case spells them.
extern const char *const integrator_names[INTEGRATORS],
    *const rotation_names[ROTATIONS], *const search_names[SEARCHES],
                                          *const solver_names[SOLVERS],
                                              *const impact_names[IMPACT_MODES];

typedef struct model_material {
    char *name;
    double density; // kg/m^3
    double young;   // Pa; INFINITY: rigid
    double poisson; // in [-1, 0.5]
    double yield;   // yield stress, Pa; NaN: not given
} model_material;

// The laws of one pair of materials; each slot's plug-in comes from the family of that name in law/.
enum { LAW_NORMAL, LAW_COHESION, LAW_TANGENTIAL, LAW_ROLLING, LAW_TWISTING, LAW_SLOTS };
typedef struct model_pair {
    bool given; // false: no laws; meeting is an error found when the world is built
    double modulus, shear_modulus; // E*, G* of the pair, Pa; 0: mixed from the two materials
    choice law[LAW_SLOTS];         // what == NULL for "none"
} model_pair;

// Balls that move as one body, in its principal axes about its centre of mass; properties per unit of density.
typedef struct model_clump {
    int balls; // 0: the shape is a ball
    // The shape is a ball, of any size, and this the one ball of a set whose grains do not turn: each has its own radius
    // and mass, and those here, of the mean size, stand for nothing.
    bool of_ball;
    v3 *at;         // m
    double *radius; // m
    double volume;  // m^3 (2D: area)
    v3 inertia;     // principal, over density: m^5 (2D: m^4, z alone)
    q4 axes; // turns the principal axes into those in which the case gave the shape; of a ball none: all zero
    v3 centre; // of mass, where the case gave the shape, m
    // The centre of mass is the mean of the centres of the balls with the weights radius^3 (2D: radius^2) times
    // level + slope . at: 1 and 0 where it is their mean by volume.
    double level;
    v3 slope; // 1/m
} model_clump;

// How grains with corners meet each other; see docs/contacts-of-shapes.md. A pair of two ways goes by features, or,
// where both are sharp, as solids; a ball meets all of them.
typedef enum model_meeting {
    MEET_FEATURES, // each near pair of vertex and face (2D: edge), and of edges
    MEET_CONVEX,   // one normal, and the corners of the contact polygon
    MEET_SOLID     // corners inside the other, and crossed edges: sharp meshes, convex or not
} model_meeting;

// The weights of contacts of features, and of corners at walls. Of a pair of two kinds: shared where one of them is, the
// norm before the sum.
typedef enum model_weights {
    WEIGHTS_NORM, // by the norm of the overlaps, a potential: as stiff as one contact, and a little more
    WEIGHTS_SHARED, // of sum 1: as stiff as one contact; no potential
    WEIGHTS_SUM     // 1 each: the potential of Alonso-Marroquin and Wang 2009
} model_weights;

// The surface of a grain that is neither a ball nor a clump: a core of vertices, edges and flat faces, thickened by a
// radius; in the principal axes about the centre of mass (2D: z = 0, no triangles, and the axes are those of the case).
// Face f is the triangles face[f] .. face[f + 1] - 1, which lie in one plane and are turned outwards where the core is
// a solid; edges inside a face are not among the edges. The model_clump beside it is one ball that holds the whole
// grain, with the volume and inertia of the grain.
typedef struct model_core {
    int32_t vertices, edges, triangles, faces; // vertices 0: no core
    v3 *vertex;
    int32_t (*edge)[2];
    int32_t (*triangle)[3];
    int32_t *face; // faces + 1
    double radius; // of the thickening, m; 0: sharp
    // Of curvature, for laws that need one, m: that radius, or of the ball of equal volume.
    double contact_radius;
    model_meeting meeting;
    // Where forces are laws of pushing alone they have a potential: of sharp solids by the depths of their edges, else
    // by features. `meeting` is for all else: the nonsmooth solver, attraction.
    bool potential;
    model_weights weights;
} model_core;

typedef struct model_shape {
    char *name;
    // Of the ball, m; else of the smallest ball around the centre of mass that holds the grain.
    spread radius;
    model_clump clump;
    model_core core;
    // A shape of several sizes is a shape for each class of them; of the first: how many there are, side by side, of the
    // others and of shapes of one size 0. `share` is by number.
    int classes;
    double share;
} model_shape;

// A part of space with a name (scene/region.h), made of those before it or by rows of its own.
typedef struct model_region {
    char *name;
    choice form; // family scene/: box, ball, union, ...
    int *part;   // numbers of the regions that it combines, owned
    int parts;
    struct region *made; // owned; NULL where only the text of the case is asked for
    void (*release)(struct region *made);
} model_region;

typedef struct model_wall {
    char *name;
    int material;
    choice primitive; // family shape/: plane, box, cylinder, cone, disk, mesh
    choice *drive;    // family scene/: fixed, velocity, ...; one after the other; owned
    int drives;
    // Of a surface that moves along itself (scene/surface.h); `what` is NULL where there is none.
    choice surface, surface_turn;
    double from, until; // s, in which it is there: from the start (-INFINITY), for ever (INFINITY)
} model_wall;

// Sets whose grains are mixed belong to one entry of the case and stand side by side.
enum { MODEL_PARTS_MOST = 64 };
typedef struct model_part {
    char *entry;     // name of that entry; NULL: the set is an entry of its own
    int part, parts; // place in the entry, and how many there are; parts 0: no mixture
    double fraction; // of the number, mass or volume of the entry
    spread_by by;
} model_part;

// Grains made before the run, or (stream) during it.
typedef struct model_grains {
    char *name;
    int shape, material;
    choice packing;     // family scene/: lattice, random, csv
    v3 velocity, spin;  // initial, m/s and rad/s
    double temperature; // granular, of random velocities about that one, m^2/s^2
    bool fixed;         // infinite mass; does not move
    bool locked;        // does not turn
    bool undamped;      // local damping leaves it alone
    bool turned;        // no balls: begin turned by `turn`; else each by chance
    v3 turn;            // rotation vector of the principal axes, rad
    choice growth;      // of radii (scene/growth.h); `what` is NULL where they stay
    model_part mixed;   // the packing, and all that is of the whole, is that of part 0
} model_grains;

// New grains at a rate, dropped into free places of a box or of a region.
typedef struct model_stream {
    char *name;
    int shape, material;
    int region;         // -1: a box
    v3 low, high;       // the box where they appear, or that around the region, m
    v3 velocity;        // m/s
    double temperature; // granular, of random velocities about that one, m^2/s^2
    double rate;        // grains per second, or kg per second (2D: per metre of depth)
    bool by_mass;
    double from, to; // s
    double every;    // s: all that is due in such a time comes at its beginning; 0: each by itself
    int64_t most;    // at most this many; INT64_MAX: no limit
    double total;    // kg: ends with the grain that makes them full; INFINITY: no limit
    uint64_t seed;
    bool locked;      // its grains do not turn
    bool undamped;    // local damping leaves them alone
    choice growth;    // of radii; `what` is NULL where they stay
    model_part mixed; // what comes when is settled by part 0
} model_stream;

// Grains whose centre is inside the box or region are taken out, checked every `every` seconds.
typedef struct model_removal {
    char *name;
    int region; // -1: a box
    v3 low, high;
    double every;    // s
    double fraction; // of those inside that go each time, by chance
    uint64_t seed;   // of that
} model_removal;

// A force on all grains that no contact makes (scene/force.h).
typedef struct model_force {
    char *name;
    choice law; // family scene/: towards, spring, drag
} model_force;

// A periodic cell that deforms (state/cell.h, docs/cells.md). What drives each component of the velocity gradient:
// nothing; a rate, 1/s; a stress, Pa, above zero where it pushes; the volume, which these keep.
typedef enum cell_control { CELL_STILL, CELL_RATE, CELL_STRESS, CELL_KEEPS_VOLUME } cell_control;
// Grains move with the cell as a whole as its motion changes, or are driven over the borders alone.
typedef enum cell_driving { CELL_HOMOGENEOUS, CELL_BORDERS, CELL_DRIVINGS } cell_driving;
extern const char *const cell_driving_names[CELL_DRIVINGS];
typedef struct model_cell {
    bool given;
    cell_control control[CELL_PARTS];
    double value[CELL_PARTS];
    bool mean;          // one stress, the mean of the periodic axes, which move by one rate
    double mean_stress; // Pa
    cell_driving driving;
    double from, to; // s; outside of that it stands still
    double limit;    // largest rate of a servo, 1/s; 0: auto
    double response; // s; 0: auto
} model_cell;

// A periodic stretch at the upstream end, from which a moving bed goes on (world/maser.h).
typedef struct model_maser {
    bool given;
    int axis;
    double from, to; // m: grains come in at `from`, and copies of them go on from `to`
    bool is_stretch; // this model is that of the stretch itself
} model_maser;

typedef struct model_output {
    double every; // s between frames; 0: no frames
    bool bodies, contacts, walls;
    double snapshot_every; // s between snapshots; 0: only the last
    double autosave;       // s of wall time between saves to go on from; 0: none
    bool dump, lammps;     // LIGGGHTS-style dump and LAMMPS data file beside the frames
    bool kardan;           // Kardan angles beside each quaternion of a grain
} model_output;

// Of the nonsmooth solver (AGX manual; docs/nonsmooth.md).
typedef struct model_nonsmooth {
    double tolerance;   // overlap that may be left over, in diameters
    int64_t iterations; // sweeps in a step; 0: by the tolerance, at most `most`
    int64_t most;
    double warm; // share of the last impulses that a step begins with; NaN: by the number of sweeps
    double diameter; // characteristic one, m; 0: the mean of the grains
    // Time in which an overlap is pushed out, in steps; 0: what the laws damp; NaN: by the sweeps.
    double settling;
    double time;   // the same in s, at least; 0: none
    double impact; // speed above which a contact is an impact, m/s; NaN: 0.02 diameters in a step
    int64_t impact_sweeps; // 0: as many as are usual, and more where they are not enough
    impact_mode mode;
    bool speculative; // impacts are seen before there is an overlap
    int64_t relax;    // sweeps that take the speed of pushing out away again
    bool single;      // sweeps in single precision
} model_nonsmooth;
extern const model_nonsmooth model_nonsmooth_default;

typedef struct model_probe {
    char *name;
    choice measure; // family measure/
    double every;   // s between samples; 0: as output, or a hundred times in the run
} model_probe;

// Course format of the DEM assignment: what it writes, besides or instead of ours. Names are paths without number and
// ending.
typedef struct model_course {
    bool active;
    char *out_name, *vtk_name;    // NULL: none
    int64_t out_every, vtk_every; // steps; 0: none
} model_course;

// A part of a run with a case of its own (docs/stages.md).
typedef struct model_stage {
    char *name;
    struct model *model;    // the whole case as it is in this stage, without stages; owned
    char *until;            // as it stands in the case; NULL: the rest of the run
    condition *until_holds; // owned; NULL: it lasts for a time
    double lasts; // s since it began; INFINITY: until the condition holds, or to the end of the run
    double
        limit; // s since it began, most that a condition is waited for; INFINITY: the rest of the run
    bool goes_on;  // at the limit the next stage begins; false: the run stops
    int64_t every; // steps from one look at the condition to the next
} model_stage;

typedef struct model {
    // Reads a snapshot, for packings; NULL where the model was not made by the case reader.
    scree_status (*read_image)(const char *path, image *im, scree_error *error);
    char *title;
    char *path;     // the file it was read from, for messages; may be NULL
    char *resolved; // text of the case with defaults filled in and `auto` decided, or NULL
    int dimensions; // 3, or 2: z, and spin about x and y, are locked; masses are per metre of depth
    v3 gravity;     // m/s^2
    model_force *force;
    int forces;
    v3 low, high; // domain, m
    boundary boundary[3];
    model_cell cell;
    model_maser maser;
    int domain_material; // of the planes that BOUNDARY_WALL stands for; -1: none
    model_material *material;
    int materials;
    model_pair *pair; // materials * materials, symmetric; see model_pair_of
    model_shape *shape;
    int shapes;
    model_region *region;
    int regions;
    model_wall *wall;
    int walls; // without the planes of the domain
    model_grains *grains;
    int grain_sets;
    model_stream *stream;
    int streams;
    model_removal *removal;
    int removals;
    model_probe *probe;
    int probes;
    model_output output;
    model_course course;
    // In order; none: the run has one case throughout. Where there are some, the case of the first one is
    // stage[0].model, and what stands here is the case without what stages set.
    model_stage *stage;
    int stages;
    bool no_duration; // none was given: `duration` is the most that the stages take
    double duration;  // s
    double step;      // s; 0: to be chosen ("auto")
    int64_t steps;    // a given number of steps instead of duration / step; 0: from duration
    solver_kind solver;
    model_nonsmooth nonsmooth;
    integrator_kind integrator;
    rotation_scheme rotation; // of bodies with unequal moments; Gear's integrator has its own
    on_loss loss;
    search_kind search;
    bool ledger;      // follow every work and loss, see docs/energy.md
    bool orientation; // integrate the orientation of balls as well
    // Lever arms R instead of the common contact point; only for closed forms that assume it.
    bool full_arm;
    double damping;      // local (motion/damping.h), in [0, 1); 0: none
    double mass_scaling; // inertia of grains over their masses; 0: 1
    double deepest;      // an overlap beyond this fraction of the smaller radius stops the run
    uint64_t seed;
} model;

// The shape of a set of grains, streams after sets.
static inline const model_shape *model_shape_of(const model *model, int set)
{
    return &model->shape[set < model->grain_sets ? model->grains[set].shape
                                                 : model->stream[set - model->grain_sets].shape];
}

static inline int model_material_of(const model *model, int set)
{
    return set < model->grain_sets ? model->grains[set].material
                                   : model->stream[set - model->grain_sets].material;
}

// How many entries of `grains` and `streams` there are, in the case or, where it has stages, in the last of them.
static inline int model_sets(const model *model)
{
    const struct model *last = model->stages > 0 ? model->stage[model->stages - 1].model : model;
    const int now = model->grain_sets + model->streams;
    const int later = last->grain_sets + last->streams;
    return later > now ? later : now;
}

static inline const char *model_set_name(const model *model, int set)
{
    return set < model->grain_sets ? model->grains[set].name
                                   : model->stream[set - model->grain_sets].name;
}

static inline const model_part *model_part_of(const model *model, int set)
{
    return set < model->grain_sets ? &model->grains[set].mixed
                                   : &model->stream[set - model->grain_sets].mixed;
}

static inline int model_parts(const model_part *mixed)
{
    return mixed->parts > 1 ? mixed->parts : 1;
}

// Do the grains of a set not turn?
static inline bool model_set_locked(const model *model, int set)
{
    return set < model->grain_sets ? model->grains[set].locked
                                   : model->stream[set - model->grain_sets].locked;
}

// How the radii of a set change, which is that of the whole entry; NULL: they stay.
static inline const choice *model_growth_of(const model *model, int set)
{
    const int first = set - model_part_of(model, set)->part;
    const choice *growth = first < model->grain_sets
                               ? &model->grains[first].growth
                               : &model->stream[first - model->grain_sets].growth;
    return growth->what ? growth : NULL;
}

// What the grains of a set move as; NULL: each is a ball that moves by itself.
static inline const model_clump *model_clump_of(const model *model, int set)
{
    const model_clump *clump = &model_shape_of(model, set)->clump;
    if (clump->balls == 0 || (clump->of_ball && !model_set_locked(model, set)))
        return NULL;
    return clump;
}

// The radius of a ball of a clump, of a grain of that size.
static inline double model_clump_radius(const model_clump *clump, int ball, double size)
{
    return clump->of_ball ? size : clump->radius[ball];
}

// The case of a stage; that of a run without stages is the model itself.
static inline const model *model_of_stage(const model *root, int stage)
{
    return root->stages > 0 ? root->stage[stage].model : root;
}

// Do worlds of this case follow how grains are turned? Also of a model with faults in its sets.
bool model_follows_turns(const model *model);

static inline const model_pair *model_pair_of(const model *model, int a, int b)
{
    return &model->pair[a * model->materials + b];
}

// The sets that a name stands for, an entry or one part of a mixture: the first, and how many follow each other in
// *count. -1: there is none.
int model_sets_named(const model *model, const char *name, int *count);

// Are regions of two models the same part of space? Their names do not count.
bool model_region_same(const model *first, int one, const model *second, int other);
// Are the drives of two walls the same, one after the other?
bool model_drives_same(const model_wall *one, const model_wall *other);
// Does a probe measure the same in two models, however often it samples? Regions that it names count as what they are.
bool model_probe_same(const model *first, const model_probe *one, const model *second,
                      const model_probe *other);

// Frees all that the model owns, not the model itself.
void model_clear(model *model);

#endif
