// block.h - a block of bodies and the contacts it owns.
//
// Bodies stand in slots; a block is a run of consecutive slots (lists.span) and owns all that its bodies need in a
// step: their contacts, their near pairs, and per body the row of its contacts. A contact between two blocks is kept,
// and computed, by both from the same numbers, so that no block ever waits for another (the rank scheme in small).
//
// Contacts stand in buckets: one kind of geometry and one pair of materials, so that coefficients are uniform and
// histories have a fixed width. In a step each contact writes a *line* of eight doubles: the force on a in 0..2, the
// moment over R in 4..6; line 0 is all zeros. A body adds up the lines of its row. A bucket whose moment differs
// between the two bodies (rolling resistance, arms of their own) writes a second line per contact for b.
//
// Bits: a contact is oriented from the lower permanent id to the higher; a row is sorted by the other's id, then by
// feature. Hence neither slots, blocks, threads, the age of lists nor the order inside a bucket can change a result.
#ifndef SCREE_CONTACT_BLOCK_H
#define SCREE_CONTACT_BLOCK_H

#include "base/mathlib.h"
#include "base/pool.h"
#include "collide/grain.h"
#include "collide/outline.h"
#include "contact/layout.h"
#include "state/bodies.h"
#include "state/cell.h"

enum { ROW_ENTRIES = 14, ROW_FAST = 4, NEAR_LEVELS = 32, LANES_MOST = 8 };

// The lines of one body. Partners of lower id (the body is b there) from the front, ascending; partners of higher id
// from the back, ascending towards the front. Unused entries are 0. A body that has too many contacts, or lines beyond
// 65535, keeps them in a spill instead: spill > 0 is its number + 1 in the block.
typedef struct contact_row {
    uint16_t entry[ROW_ENTRIES];
    uint8_t lower, higher; // how many of each
    uint16_t spill;
} contact_row;

typedef struct row_spill {
    int32_t body; // slot; -1: free
    int32_t lower, higher, room;
    uint32_t *line; // lower ones, then higher ones, each ascending
} row_spill;

// Two balls; a wall (a) and a ball; two grains of which one or both have a core; a wall (a) and a grain with a core.
typedef enum bucket_kind {
    BUCKET_BALLS,
    BUCKET_WALLS,
    BUCKET_GRAINS,
    BUCKET_GRAIN_WALLS,
    BUCKET_KINDS
} bucket_kind;
static inline bool bucket_walls(bucket_kind kind)
{
    return kind == BUCKET_WALLS || kind == BUCKET_GRAIN_WALLS;
}
static inline bool bucket_cores(bucket_kind kind)
{
    return kind == BUCKET_GRAINS || kind == BUCKET_GRAIN_WALLS;
}
static inline int bucket_geometry(bucket_kind kind) // columns of geometry
{
    if (kind == BUCKET_BALLS)
        return 0;
    return kind == BUCKET_WALLS ? WALL_COLUMNS : GRAIN_COLUMNS;
}

typedef struct bucket {
    bucket_kind kind;
    int set;             // index into the law sets
    int sides;           // lines per contact: 1 or 2 (always, where there are cores)
    int32_t first;       // line of contact c: 1 + first + c (side b of two: + room)
    int32_t ended;       // of the last step, while it is worked through
    int32_t count, room; // room is a multiple of LANES_MOST; unused ones point at the padding slots
    int32_t *a, *b;      // slots; of a wall contact a is the wall
    double *history[HISTORY_COLUMNS];
    double *geometry[GEOMETRY_COLUMNS]; // of all but two balls, rewritten in each step
    int64_t *feature;                   // of all but two balls; NULL there (a ball has one feature)
    int32_t *near; // with cores: which near grains it belongs to; -1: not looked for yet, or none
    int32_t *lane; // with cores: its place among block->group, OUTLINE_LANES * group + lane; or -1
    void *memory;  // all of the above
    size_t bytes;  // of it
} bucket;

// A ball near a wall: candidates are the triangles in reach, contacts those in a bucket now.
enum { WALL_CONTACTS_MOST = 8 };
typedef struct near_wall {
    int32_t body, wall;
    int32_t candidates, first_candidate; // in block->candidate
    int32_t contacts;
    int32_t contact[WALL_CONTACTS_MOST]; // indices in its wall bucket
    // Of a mesh, as long as a ball around its centre does not reach farther than `far` from the place `seen` in its frame, m:
    // one face is all that it can meet, or the first candidates, so many, are all that it can.
    bool lone;
    int32_t face;
    int32_t active;
    v3 seen;
    double far; // 0: not known yet
} near_wall;

// A grain with a core near a wall or another grain; sorted by near_key.
typedef struct near_grain {
    int32_t a, b; // slots, from the lower id to the higher; a of a wall: the wall
    bool wall;
    bool listed;               // near features are known
    bool watched;              // two outlines: block->watch has one of it
    int32_t feature, features; // in block->feature
    int32_t contact, contacts; // in block->touching: those there are now
    bool holds; // one of them has been through a step: attraction across a gap may hold the pair
    convex_memory memory;
    // No contact can begin while all bodies have moved by less since the lists were built, m.
    double asleep;
} near_grain;

// A wall near a grain with a core: the features that can touch before both have moved by `slack`, in
// block->near_corner (grain_wall_near).
typedef struct corner_watch {
    double slack;
    v3 offset; // when they were looked through: from the wall to the centre; orientations of wall and grain
    q4 turn[2];
    int32_t first, count, room, age;
} corner_watch;

// Two near outlines in the plane: the features that can touch before the pair has moved by `slack`, in block->group.
// Contacts are found by their lanes, which keep which is whose.
typedef struct outline_watch {
    int32_t a, b; // slots, from the lower id to the higher
    double slack;
    double offset[2],
        turn[2][2];   // where the grains were when it was looked through: from a to b, w and z
    double radius[2]; // of both
    int32_t group, groups, room; // in block->group
    int32_t bucket, near;        // of their contacts; their near grain
    int32_t age;                 // steps since it was looked through
    bool shares;                 // contacts share the stiffness of the pair
    bool norm;                   // by touch_share_norm
    double beyond;               // gap up to which contacts that there are hold on, m
} outline_watch;

// Near pairs of balls without contact: awake ones are tested in each step, the others sleep, sorted by gap, until twice
// the largest displacement since the build may have closed it. Both stand in the same arrays: those awake at the front,
// then padding slots, then from sleeping_a on the sleeping ones, of which those that wake move to the front.
typedef struct ball_pairs {
    int32_t count, room; // that are awake; of the arrays, a multiple of LANES_MOST
    int32_t *a, *b;      // slots
    int32_t *sleeping_a, *sleeping_b;
    int32_t sleeping; // when the lists were built; levels that have woken are no longer there
    int32_t sleeping_from[NEAR_LEVELS + 1];
    int level; // levels below are awake
} ball_pairs;

// Balls near walls.
typedef struct wall_pairs {
    near_wall *pair;
    int32_t count, room;
    int32_t *candidate; // triangles
    int32_t candidates, candidate_room;
} wall_pairs;

// Grains with a core near walls, which come first, and near other grains.
typedef struct grain_pairs {
    near_grain *pair;
    int32_t count, room;
    int32_t asking; // the first of them, which find their contacts in each step; then watches begin
    sphero_pair *feature; // that are near
    int32_t features, feature_room;
    int32_t *touching; // their contacts: indices in their buckets
    int32_t touching_room;
} grain_pairs;

typedef struct corner_watches { // of the near grains at walls
    corner_watch *watch;
    int32_t watches, watch_room;
    int32_t *near; // features of them all
    int32_t count, room;
} corner_watches;

typedef struct outline_watches { // of near grains that are two outlines
    outline_watch *watch;
    double *asleep; // per watch: nothing happens until twice the largest displacement is more, m
    int32_t watches, watch_room, asleep_room;
    bool linked; // watches have begun since the lists were built
    outline_group *group;
    int32_t groups, group_room;
} outline_watches;

// Room for the pair of grains, or of grain and wall, that is worked on.
typedef struct current_pair {
    v3 *corner; // of two grains as they lie
    int32_t corner_room;
    int32_t *held; // its contacts
    int32_t held_room;
    touch *touch; // where it touches now, and what old contact each goes on with
    double *curvature;
    int32_t *old;
    int32_t touch_room;
    v3 offset; // from the centre of a to that of b; 0 at a wall
} current_pair;

// Slots whose records the block reads, one per cache line, own ones first.
typedef struct read_ahead {
    int32_t *slot;
    int32_t count, own, room;
} read_ahead;

typedef struct block {
    pool *pool;                // where its large arrays live
    int32_t low, high;         // slots [low, high)
    int32_t lines;             // 1 + all buckets' lines
    bool wrap;                 // some pair may reach across a periodic border
    bool follows;              // all bodies are balls of large clumps (motion/followers.h)
    int32_t follow, followers; // those that a step moves, in followers.ball
    int buckets, bucket_room;
    bucket *bucket;
    contact_row *row; // per body: high - low, of row_room
    int32_t row_room;
    row_spill *spill;
    int spills, spill_room;
    ball_pairs pairs;
    wall_pairs walls;
    grain_pairs grains;
    corner_watches corners;
    outline_watches outlines;
    current_pair current;
    read_ahead ahead;
    double cost; // of a step, s, as long as nobody disturbs it (smooth/solver.c); 0: not known
} block;

typedef struct contact_context { // what making and breaking contacts needs to know
    const bodies *body;
    const history_layout *layout; // per law set
    const int32_t *set_of;        // materials x materials -> law set
    const double *reach;          // per law set: largest gap at which a contact may live, m
    const int32_t *wall_material;
    int materials;
    double dt;                           // of the step before, over which springs stretch
    double length[3], inverse_length[3]; // of periodic axes; 0 elsewhere
    // Of a cell that deforms: its edges now, and how they moved in the step before.
    bool deforms;
    cell_matrix cell, flow;
} contact_context;

// How many edges of the cell to take off the way from a body to another, so that it becomes that to the nearest image:
// the third edge first, for it leans along the other two. Changes the way.
static inline v3 cell_turns(const contact_context *context, v3 *way)
{
    const double *edge = context->cell.of;
    const double *inverse = context->inverse_length;
    v3 turns = {0, 0, 0};
    if (inverse[2] > 0) {
        turns.z = real_round(way->z * inverse[2]);
        way->z -= edge[CELL_ZZ] * turns.z;
        way->y -= edge[CELL_YZ] * turns.z;
        way->x -= edge[CELL_XZ] * turns.z;
    }
    if (inverse[1] > 0) {
        turns.y = real_round(way->y * inverse[1]);
        way->y -= edge[CELL_YY] * turns.y;
        way->x -= edge[CELL_XY] * turns.y;
    }
    if (inverse[0] > 0) {
        turns.x = real_round(way->x * inverse[0]);
        way->x -= edge[CELL_XX] * turns.x;
    }
    return turns;
}
// How much faster the nearest image of b moves than b, seen from a, in the step before.
static inline v3 image_velocity(const contact_context *context, v3 way)
{
    const v3 turns = cell_turns(context, &way);
    return cell_times(&context->flow, v3_scale(-1, turns));
}

// The way from a body to the nearest image of another, and one coordinate of it: along an open axis a branch, which
// loops over many bodies do without, and not a product with 0.
static inline double nearest_of(const contact_context *context, int axis, double way)
{
    const double length = context->length[axis];
    if (!(length > 0))
        return way;
    return way - length * real_round(way * context->inverse_length[axis]);
}
static inline v3 nearest_image(const contact_context *context, v3 way)
{
    if (context->deforms) {
        cell_turns(context, &way);
        return way;
    }
    return v3_make(nearest_of(context, 0, way.x), nearest_of(context, 1, way.y),
                   nearest_of(context, 2, way.z));
}

// Three columns of a bucket, from the first on, in one row: of geometry or of histories.
static inline v3 columns_v3(double *const *columns, int first, int32_t row)
{
    const double x = columns[first][row];
    const double y = columns[first + 1][row];
    const double z = columns[first + 2][row];
    return v3_make(x, y, z);
}
static inline void put_columns_v3(double *const *columns, int first, int32_t row, v3 value)
{
    columns[first][row] = value.x;
    columns[first + 1][row] = value.y;
    columns[first + 2][row] = value.z;
}

void block_free(block *block);
void blocks_free(block *block, int count); // an array of them, and the array

// The bucket of that kind and law set, made if there is none; -1 without memory.
int block_bucket(block *block, bucket_kind kind, int set, const history_layout *layout,
                 int32_t padding);

// Room for `room` contacts; lines of later buckets move. False without memory (nothing changed).
bool bucket_reserve(block *block, int index, int32_t room, const contact_context *context);

// Keeps pairs with contacts among the near grains, however far apart they are. False without memory.
bool block_keep_near_grains(block *block);

// Adds a contact with zero history; returns its index or -1 without memory.
int32_t contact_make(block *block, int index, int32_t a, int32_t b, int64_t feature,
                     const contact_context *context);
// Removes a contact of a bucket; the last one takes its place.
void contact_drop(block *block, int index, int32_t contact, const contact_context *context);
// After the feature of a wall contact has changed: puts it in order in the row.
bool contact_rekey(block *block, int index, int32_t contact, int64_t feature,
                   const contact_context *context);

// The near grains that a contact of a bucket with cores belongs to; NULL: they are not near.
near_grain *block_near_grain(const block *block, bucket *bucket, int32_t contact);
// Gives a contact of two outlines to a lane of block->group (-1: to none), which knows it from then on.
void block_link(block *block, bucket *bucket, int32_t contact, int32_t lane);
// At the end: block_sort_near_grains later.
bool block_add_near_grain(block *block, bool wall, int32_t a, int32_t b);
void block_sort_near_grains(block *block); // contacts must look for theirs again

// Makes room for so many sleeping pairs, whose places are to be written; all others are forgotten. False without memory.
bool near_begin(block *block, int32_t count, int32_t padding);
// Makes room for one more sleeping pair behind the others. False without memory.
bool near_sleeping_reserve(block *block, int32_t padding);
// Wakes the sleeping pairs of the levels below this one.
void near_wake(block *block, int level, int32_t padding);
// Puts a pair among the awake ones; removes the one at a place.
bool near_add(block *block, int32_t a, int32_t b, int32_t padding);
void near_remove(block *block, int32_t place, int32_t padding);

// Lines of body `slot` in order: out has room for lower + higher. For observers; the step reads rows itself.
int row_lines(const block *block, int32_t slot, uint32_t *out, int room, int *lower);

// The bucket and contact that a line belongs to; which side.
void line_owner(const block *block, uint32_t line, int *index, int32_t *contact, int *side);

#endif
