// frame.h - what is seen of a world at one instant, as plain arrays for writers, measures, pictures and the C
// interface.
//
// Balls are the grains, those of several balls ball by ball, in the order of their permanent ids; contacts are sorted
// by (a, b, feature). What a grain with corners looks like stands in the model: core of model->shape[shape], at its
// position, turned by its orientation. All arrays are owned by the frame and reused from one fill to the next. Forces
// and velocities belong to the same time as the positions. The structs, their allocation, the views of the C interface
// (state/tables.h) and docs/columns.md follow from the lists here:  X(name, C type, unit, documentation)
#ifndef SCREE_STATE_FRAME_H
#define SCREE_STATE_FRAME_H

#include "base/fail.h"
#include "base/vec.h"
#include "state/cell.h"

#include <stdbool.h>
#include <stdint.h>

#define FRAME_BALLS(X)                                                                             \
    X(id, int64_t, "1", "permanent id, ascending; walls have the ids below the first grain")       \
    X(position, v3, "m", "centre, inside the domain on periodic axes")                             \
    X(radius, double, "m", "radius; of a grain with corners that of the ball around it")           \
    X(mass, double, "kg",                                                                          \
      "mass, of a ball in a clump its share (2D: per metre of depth); infinite where fixed")       \
    X(velocity, v3, "m/s", "velocity of the centre")                                               \
    X(spin, v3, "rad/s", "angular velocity in space axes")                                         \
    X(orientation, q4, "1",                                                                        \
      "unit quaternion (w, x, y, z), body to space; only where run.orientation is true")           \
    X(force, v3, "N", "sum of the contact forces, without gravity")                                \
    X(torque, v3, "N m", "sum of the contact torques about the centre")                            \
    X(material, int32_t, "1", "index of the material")                                             \
    X(body, int64_t, "1", "id of the first ball of its body: its own but in clumps")               \
    X(shape, int32_t, "1", "index of the shape")                                                   \
    X(set, int32_t, "1", "index of the grain set it came from; streams after sets")                \
    X(contacts, int32_t, "1", "number of its contacts that act")                                   \
    X(image, i3, "1", "how often it has crossed each periodic border, signed")

#define FRAME_CONTACTS(X)                                                                          \
    X(a, int64_t, "1", "id of the first partner, a grain or a wall")                               \
    X(b, int64_t, "1", "id of the second partner, always a ball")                                  \
    X(point, v3, "m", "contact point; against a wall, on the wall")                                \
    X(normal, v3, "1", "unit vector from a to b")                                                  \
    X(overlap, double, "m", "overlap, above zero")                                                 \
    X(force, v3, "N", "force on b; that on a is its opposite")                                     \
    X(normal_force, double, "N", "component along the normal; pushes apart where positive")        \
    X(position_a, v3, "m",                                                                         \
      "centre of a, the periodic image next to b; of a wall, the contact point")                   \
    X(position_b, v3, "m", "centre of b")

#define FRAME_WALLS(X)                                                                             \
    X(id, int64_t, "1", "permanent id, below those of grains")                                     \
    X(position, v3, "m", "reference point")                                                        \
    X(orientation, q4, "1", "unit quaternion (w, x, y, z) of the turn since the start")            \
    X(velocity, v3, "m/s", "velocity of the reference point")                                      \
    X(spin, v3, "rad/s", "angular velocity")                                                       \
    X(force, v3, "N", "by the grains on the wall")                                                 \
    X(torque, v3, "N m", "by the grains on the wall, about its reference point")                   \
    X(power, double, "W",                                                                          \
      "of the wall's motion against the grains: -(force . velocity + torque . spin)")

// See docs/energy.md. Losses are what has gone so far, and not below zero but for rounding. Without run.ledger all but
// the first four are nan, and the ids -1: nobody counted.
#define FRAME_LEDGER(X)                                                                            \
    X(kinetic, double, "J", "energy of motion now")                                                \
    X(rotational, double, "J", "the part of it that is in the spins")                              \
    X(gravitational, double, "J", "energy of height, and of forces that have a potential, now")    \
    X(elastic, double, "J", "energy stored in contacts now")                                       \
    X(friction, double, "J", "lost to sliding since the start, without what dashpots took of it")  \
    X(damping, double, "J", "lost to dashpots, of impacts and of sliding, since the start")        \
    X(rolling, double, "J", "lost to rolling resistance since the start")                          \
    X(plastic, double, "J", "lost to plastic flow since the start")                                \
    X(drag, double, "J", "lost to forces that have no potential since the start")                  \
    X(walls, double, "J", "work of moving walls on the grains since the start")                    \
    X(cell, double, "J", "work of a cell that deforms on the grains since the start")              \
    X(growth, double, "J", "brought by grains that grow since the start")                          \
    X(added, double, "J", "brought by new grains and by velocities written from outside")          \
    X(removed, double, "J", "taken away by grains that went")                                      \
    X(start, double, "J", "kinetic + gravitational + elastic at the start")                        \
    X(residual, double, "J",                                                                       \
      "now + lost - walls - cell - growth - added + removed - start: 0 in an exact world")         \
    X(turned_over, double, "J",                                                                    \
      "scale for the residual: sum of the absolute values of what moved")                          \
    X(worst_a, int64_t, "1",                                                                       \
      "id of the first partner of the contact whose books are furthest out; -1: none")             \
    X(worst_b, int64_t, "1", "id of its second partner")                                           \
    X(worst, double, "J", "by how much its books are out")

#define FRAME_ARRAY(name, type, unit, doc) type *name;
#define FRAME_VALUE(name, type, unit, doc) type name;

typedef struct frame_balls {
    int64_t count, room;
    FRAME_BALLS(FRAME_ARRAY) // orientation is NULL where orientations are not followed
    v3 *given; // N, by a program, of the first ball of each body; NULL: no force is given
} frame_balls;
// The entry of the ball of that id; -1: there is none. Ids ascend, and where none has gone they follow each other.
int64_t frame_ball_of(const frame_balls *balls, int64_t id);
// The entry of the first ball of that id or a higher one; balls->count: there is none.
int64_t frame_ball_from(const frame_balls *balls, int64_t id);

typedef struct frame_contacts {
    int64_t count, room;
    FRAME_CONTACTS(FRAME_ARRAY)
} frame_contacts;

typedef struct frame_wall {
    const char *name;
    bool absent; // not there now
    FRAME_WALLS(FRAME_VALUE)
} frame_wall;

typedef struct frame_ledger {
    FRAME_LEDGER(FRAME_VALUE)
} frame_ledger;

// The periodic cell, or the domain where nothing deforms it, and what its stress is made of (docs/cells.md). Components
// xx, yy, zz, xy, xz, yz.
typedef struct frame_cell {
    bool deforms;
    v3 corner;            // the lower one, m
    cell_matrix edges;    // m; of axes that are not periodic the length of the domain
    cell_matrix start;    // at the start of the run, m
    cell_matrix passed;   // velocity gradients summed up over time
    cell_matrix gradient; // in the step before, 1/s
    cell_matrix contact;  // F_i d_j of all contacts, J
    cell_matrix motion;   // m v_i v_j of all grains against the flow of the cell, J
    cell_matrix drift;    // of the last one what all grains have in common, M V_i V_j, J
    double volume;        // m^3; 2D: m^2
} frame_cell;

// The stress, pressure above zero, without what all grains move in common: a component, Pa (2D: N/m).
double frame_cell_stress(const frame_cell *cell, int part);
// The same as numbers: deforms, corner, volume, then the components of the matrices in their order.
enum { FRAME_CELL_NUMBERS = 5 + 7 * CELL_PARTS };
void frame_cell_numbers(const frame_cell *cell, double number[FRAME_CELL_NUMBERS]);
void frame_cell_of_numbers(const double number[FRAME_CELL_NUMBERS], frame_cell *out);
// Of frames that were written before there was a drift; 0 then.
enum { FRAME_CELL_OLDER = FRAME_CELL_NUMBERS - CELL_PARTS };

// Of the ledger what the grains of one entry of `grains` or `streams` have now and what they have lost, J. The energy of a contact, and its losses, are given
// half to each of its two grains, and all to a grain at a wall. Losses are NAN without a ledger.
typedef struct frame_set {
    double kinetic, rotational, gravitational, elastic;
    double damping, friction, rolling, plastic, drag;
} frame_set;
enum { FRAME_SET_NUMBERS = 9 };

// A program that has numbers of its own (measure/probe_given.c); all NULL: there is none.
struct frame;
typedef struct frame_giver {
    // The number of that name at that frame; SCREE_STOPPED: the program wants no more steps.
    scree_status (*number)(void *context, const char *name, const struct frame *seen, double *out,
                           scree_error *error);
    void *context;
} frame_giver;

typedef struct frame {
    double time; // s
    int64_t step;
    const struct model *model; // of its world, borrowed; NULL: all grains are balls
    int stage;                 // of the case, from 0; -1: it has none
    frame_balls ball;
    frame_contacts contact;
    frame_wall *wall; // walls entries
    int walls;
    frame_ledger ledger;
    frame_set *of_set; // of the sets of the model, streams after grains
    int sets;          // 0: nobody counted, as in frames of older files
    frame_cell cell;
    int64_t pairs_near; // pairs in the neighbour lists
    frame_giver giver;  // of its world
} frame;

// The surface of the i-th body in its own axes; NULL where it is a ball.
const struct model_core *frame_core(const frame *frame, int64_t i);
// Has any shape of the model such a surface?
bool frame_has_cores(const frame *frame);

// The place of the wall of that id in the frame; -1: there is none.
int frame_wall_of(const frame *frame, int64_t id);

// Room for that many; false when out of memory, and what was there stays.
bool frame_balls_reserve(frame_balls *b, int64_t count, bool orientation);
// Room for forces that a program gives, or none where there are none; after that.
bool frame_given_reserve(frame_balls *to, bool given);
bool frame_contacts_reserve(frame_contacts *c, int64_t count);
// Room for that many sets, which it then has.
bool frame_sets_reserve(frame *frame, int sets);
// Gives back the room of balls and contacts, of which it then has none; all that is one number stays.
void frame_release(frame *frame);
void frame_balls_clear(frame_balls *b);
void frame_clear(frame *frame);
// The same once more, without the program that gives numbers; false: out of memory, and `to` is empty.
bool frame_copy(frame *to, const frame *from);

// What only the books can tell, where none are kept: a zero would look as if it had been measured.
void frame_ledger_without_books(frame_ledger *ledger);

#endif
