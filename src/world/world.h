// world.h - a running simulation: built from a model, stepped, looked at, saved, loaded.
//
// Two worlds in one process do not know of each other. The bits of a world do not depend on threads, vector width,
// skin, memory order, or on whether anyone looks.
#ifndef SCREE_WORLD_WORLD_H
#define SCREE_WORLD_WORLD_H

#include "base/fail.h"
#include "friction/system.h"
#include "motion/effort.h"
#include "scene/drive.h"
#include "shape/primitive.h"
#include "state/columns.h"
#include "state/transits.h"
#include "state/frame.h"
#include "state/image.h"
#include "state/model.h"
#include "state/strokes.h"

typedef struct world world;

enum { WORLD_PARTS_MOST = 1024 };

typedef struct world_options {
    int threads; // 0: all that OpenMP offers
    int width;   // vector width, 0: the widest that runs
    double skin; // m; 0: chosen from the measured rate of list builds
    // Parts into which the bodies are dealt, each with lists and ghosts of its own; 0: one. The bits do not tell.
    int parts;
    // The processes among which the parts are shared, as many parts as there are ranks; NULL: all are in this one. All ranks
    // make the same world, with the same options.
    const struct transport *ranks;
    // For tests: after each step what a part does not own and has not been sent becomes NaN.
    bool poison;
    bool
        changed; // the image is of another case: what a change of it brings to the energies is booked
    // Of each probe of the stage in progress: it measures something else than in the case of the image, and begins anew;
    // NULL: none does.
    const bool *anew;
    bool traffic; // whether grains that come and go are noted, for world_arrived and world_departed
    // Of the case: relative paths of meshes and particle files start here; NULL: where we are.
    const char *folder;
    // Gets all that is wrong with tables of grains and the places of grains; NULL: only the first
    // is told.
    fault_list *faults;
} world_options;

// Builds packings, walls and laws. The model must outlive the world. Faults: overlapping or misplaced grains, pairs
// without laws, concave walls too tight for a grain, a periodic axis shorter than two grains.
scree_status world_create(const model *model, const world_options *options, world **out,
                          scree_error *error);
// The same state as when the image was taken, to the bit. The model must be that of the image but for what may change
// in a branch (case/freedom.h). Of a case with stages the image tells which one it is in.
scree_status world_restore(const model *model, const world_options *options, const image *im,
                           world **out, scree_error *error);
// Is that an image that a world of this model can go on from? All that world_restore reads of it is looked at, and
// nothing else is used before: every column with its type, width and rows; every index, count, id and number; what
// columns say of each other. The failure names column, row and value. Needs no world, takes no memory worth speaking
// of, and world_restore calls it first. An image that passes can be restored and stepped without harm to the program,
// whatever physics may come of it.
scree_status world_check_image(const model *model, const image *im, scree_error *error);
void world_destroy(world *world);

// The other ranks, whose world is made: do what rank 0 says until it ends. A status that rank 0 does not have, too, ends the
// run on all ranks.
void world_obey(world *world);
// Rank 0 tells them that it ends.
void world_dismiss(const world *world);

// Takes up to `steps` steps; stops early with SCREE_DIVERGED (which body, contact, when, how deep) or SCREE_NO_MEMORY, and
// where a stage is over, which the next call begins with ending: how many steps were taken, world_steps says.
// Whatever happens, the world is not left between two states:
// - A contact deeper than run.deepest_overlap, or a grain lost with on_loss: stop, is a verdict on a step that has been
//   computed in full. The world is at the end of that step, in the state that a run without that limit would be in; it
//   can be looked at, saved, and stepped on. The deep contact is the worse of the two and is the one told.
// - A grain whose next place is no number or too far, a corner with too many touches, no memory: such a step cannot be
//   computed. The world is spent. It can still be looked at where its lists are whole (grains stand where they stood
//   before the step, springs have gone on), but it takes no more steps and gives no image or hash: the same error
//   again.
scree_status world_step(world *world, int64_t steps, scree_error *error);
// Who gives the numbers of probes `given` from now on, to all frames that are taken; all NULL: nobody. The bits do not tell.
void world_hear(world *world, frame_giver giver);
// Asks `stops`, NULL: nobody, again and again while a stream sends many grains in one step. Where it answers true,
// world_step ends with SCREE_STOPPED before that step is taken: the grains so far are there, and the next call goes on
// with the others, as one does that begins from an image of this state. The bits do not tell.
typedef bool world_stops(void *context);
void world_ask(world *world, world_stops *stops, void *context);
// Who keeps account of all that contacts with walls do (state/strokes.h): is asked for each wall, at once and again where a
// stage begins, whether that is wanted, and hears of each such wall after each step that was computed. A failure ends
// world_step. One at a time; NULL: nobody. The bits of the world do not tell.
typedef struct world_listener {
    bool (*wants)(void *context, const char *wall);
    scree_status (*hear)(void *context, const strokes *strokes, scree_error *error);
    void *context;
} world_listener;
void world_listen(world *world, const world_listener *listener);
// Surfaces through which grains may go: whoever gives one hears of each step in which some have (state/transits.h). The
// surfaces are borrowed. Again where a stage begins; they replace those that were there. False without memory; none need none. Not in a
// cell that deforms. The bits of the world do not tell.
typedef struct world_gate {
    const struct mesh *surface;
    scree_status (*hear)(void *context, const transits *transits, scree_error *error);
    void *context;
} world_gate;
bool world_watch_gates(world *world, const world_gate *gate, int gates);
bool world_spent(const world *world);

// A grain as it stands somewhere, in a world or before it comes: its centre, and of a ball its radius.
typedef struct standing_grain {
    int set;       // of the grains of the case, streams after them
    double radius; // m
    v3 at;
    q4 turn;
    bool alone; // one ball of a fixed body of several, which stands by itself
} standing_grain;
// Grains that come by the word of a program, all of them or none; `id` gets what they are called. They are checked like those that
// a case begins with: refused are grains in others or in walls deeper than run.deepest_overlap, outside of the domain, of sizes
// that neither their shape nor a grain of their set has. The ledger counts their energy as added.
typedef struct world_newcomer {
    standing_grain stands;
    v3 velocity, spin; // m/s, rad/s, at the time of the positions
} world_newcomer;
scree_status world_add(world *world, const world_newcomer *grain, int64_t count, int64_t *id,
                       scree_error *error);
// Grains go, with their contacts and their energy, all of them or none. Refused: ids that are not there or stand twice, fixed grains.
scree_status world_remove(world *world, const int64_t *id, int64_t count, scree_error *error);

// Grains become others, all of them or none: they are placed elsewhere, held or let go, go to another set of their shape. They keep their
// ids and begin their contacts anew. Checked like newcomers. The ledger counts what they were as removed, what they are as added.
typedef enum grain_hold { HOLD_AS_IT_IS, HOLD_FIXED, HOLD_FREE } grain_hold;
typedef struct grain_change {
    int64_t id;
    bool placed, turned, thrown,
        spun; // which of the next four are told; the others stay as they are
    v3 at;    // of its centre of mass
    q4 turn;
    v3 velocity, spin; // m/s, rad/s, at the time of the positions
    int set;           // -1: its own
    grain_hold hold;
} grain_change;
scree_status world_change(world *world, const grain_change *change, int64_t count,
                          scree_error *error);
// The sets of the grains, or balls, of these ids; -1: there is none. False without memory.
bool world_sets_of(const world *world, const int64_t *id, int64_t count, int *set);

// Gives grains a force on their centre of mass, N, or a moment, N m, that acts on them from now on until they are given another one;
// those that are not named keep theirs. With `id` NULL those of all grains in the order of ids. Refused, with nothing changed: cases without a force that a program
// gives, grains that are not there or fixed, what is no number, what a 2D world does not have.
typedef enum world_pushing { WORLD_FORCE, WORLD_MOMENT } world_pushing;
scree_status world_push(world *world, world_pushing what, const int64_t *id, const v3 *value,
                        int64_t count, scree_error *error);

// Moves a wall whose drive is led at a velocity and a spin for so many steps, at least 1; then it stands. Refused: other
// walls, more than the `speed` of its drive, motion out of the plane of a 2D world.
typedef struct wall_lead {
    v3 velocity, spin; // of its reference point, m/s; rad/s in space
    int64_t steps;
    bool
        asked; // anew before each step: it would go half a step on, so that it moves where the step ends
} wall_lead;
scree_status world_lead_wall(world *world, int wall, const wall_lead *lead, scree_error *error);
// Pushes a wall that is a rigid body from now on: N on its centre of mass, and N m besides. Refused: other walls, what is no
// number, what leads out of the plane of a 2D world.
scree_status world_push_wall(world *world, int wall, v3 force, v3 torque, scree_error *error);
// Where a wall is and how it moves.
wall_pose world_wall_pose(const world *world, int wall);

// Gives grains another velocity (m/s) or spin (rad/s) at the time of the positions; value[i] is that of id[i], or with
// NULL that of the i-th grain in the order of ids. Refused, with nothing changed: unknown, doubled and fixed grains,
// what is no number, motion that a 2D world does not have. The ledger counts the energy as added.
typedef enum world_quantity { WORLD_VELOCITY, WORLD_SPIN } world_quantity;
scree_status world_write(world *world, world_quantity what, const int64_t *id, const v3 *value,
                         int64_t count, scree_error *error);

// ---- stages

// What ended a stage.
typedef enum stage_end {
    STAGE_END_NONE, // it goes on
    STAGE_END_TIME,
    STAGE_END_HOLDS, // its condition
    STAGE_END_LIMIT, // its condition was waited for long enough
    STAGE_ENDS
} stage_end;
typedef struct stage_mark {
    int number; // from 0; -1: the run has no stages
    const char *name;
    int64_t step; // at which it began
    double time;  // s, likewise
    stage_end end;
} stage_mark;
int world_stages(const world *world); // of the case; 0: none
// The stage in progress, or that is over and after which the next step begins another one.
stage_mark world_stage(const world *world);
stage_mark world_stage_begun(const world *world, int number); // one up to that
// The same of an image, where no world is wanted; false: it is of none. The name is borrowed.
bool image_stage(const image *im, stage_mark *out);
// Is there nothing more to do: is the last stage over, or the length of the run reached?
bool world_is_over(const world *world);
// Makes the case of the next stage that of the world, where one is over and not the last one. world_step does it by itself;
// whoever keeps something by the case (probes, outputs) does it before and looks at the new one. On a failure, such as a
// wall that comes up inside of grains, the world is what it was.
scree_status world_next_stage(world *world, scree_error *error);
// What stages to come cannot begin with, as far as it shows without a step: laws, streams and steps that do not fit the grains,
// walls that they put up across a periodic border. *stage is the number of the first that cannot.
scree_status world_foresee_stages(world *world, int *stage, scree_error *error);
// Why a servo that this stage puts up cannot reach what it is to hold, as grains stand now; empty: nothing is known against it.
scree_status world_stage_servo_doubt(world *world, int stage, char *out, size_t size,
                                     scree_error *error);
// The case as it was given; world_model is that of the stage.
const model *world_root(const world *world);

double world_time(const world *world);                  // s
int64_t world_steps(const world *world);                // done since the start of the case
double world_dt(const world *world);                    // s, of the steps to come
int64_t world_step_at(const world *world, double time); // the first step not before that time
int64_t world_last_step(const world *world);            // at which the run of the case ends
int64_t world_balls(const world *world);                // rows of a frame
int64_t world_grains(const world *world);               // bodies: a clump counts once
int world_walls(const world *world);                    // with the planes of the domain
const char *world_wall_name(const world *world, int wall);
int world_wall_of_id(const world *world, int64_t id); // -1: there is none of that id
const primitive *world_wall_primitive(const world *world, int wall);
// A mesh so many times as large as the domain, from corner to corner, has a wrong unit: no design has that factor, and
// ten is the least by which two decimal units differ.
#define MESH_FAR_LARGER 8
const model *world_model(const world *world);
// Of a part, from 0, to look at, see state/columns.h; a world of one part has all in the first.
const bodies *world_bodies(const world *world, int part);
int world_parts(const world *world);
// What a part that this process owns has, and how long a step of it takes, s of processor time; 0: no step was made.
typedef struct world_part_load {
    int64_t balls, ghosts;
    double seconds;
} world_part_load;
world_part_load world_load_of_part(const world *world, int part);
int world_ranks(const world *world); // processes among which they are shared

// The time of step n is time + (n - step) * dt. Both are 0 until a branch changes the length of the step; then they are
// those of where it did.
typedef struct world_clock {
    int64_t step;
    double time, dt; // s
} world_clock;
world_clock world_clock_of(const world *world);

// All that there is to see now. Forces are those at the time of the positions. Costs about a step.
scree_status world_frame(world *world, frame *out, scree_error *error);
// The same without the rows of balls and contacts where ranks have them: for who wants the ledger, walls, the cell. How many contacts
// there are, in any case.
scree_status world_frame_numbers(world *world, frame *out, int64_t *contacts, scree_error *error);
// A look that costs little, for who watches a run: of the balls id, position, radius, velocity (half a step back), orientation,
// material, set, shape and body, in the order in which they stand in memory; of walls how they stand; of the cell its form and
// motion. All else of the frame
// is not filled in, and there are no contacts. A frame belongs to looks of this kind alone. The bits of the world do not tell.
scree_status world_glance(const world *world, frame *out, scree_error *error);
scree_status world_image(world *world, image *out, scree_error *error);
// The same, but its largest columns may come in portions (state/image.h), so that no rank has to hold all of it. The world
// must be left alone until the image is cleared.
scree_status world_image_portions(world *world, image *out, scree_error *error);
scree_status world_hash(world *world, uint64_t *out, scree_error *error);

// Cheap numbers for a progress line.
typedef struct world_pulse {
    int64_t grains, contacts, near_pairs, list_builds, reorders;
    double kinetic; // J, of the velocities half a step back
    double skin;    // m
} world_pulse;
world_pulse world_pulse_of(const world *world);

// Grains that came and went since the start of the case; a restart goes on counting.
typedef struct world_flows {
    int64_t streamed, removed, lost; // by streams, by removals, over open borders (on_loss: remove)
} world_flows;
world_flows world_flows_of(const world *world);
// The same of an image, where no world is wanted.
world_flows image_flows(const image *im);
// The balls that streams brought in the last world_step, as they stood when they came, and those that removals and open
// borders took, as they stood then: in the order of the steps, in each step of their ids. Of their columns id, position,
// radius, mass, set and body are filled, velocity and contacts are 0. Whoever looks at a world now and then would not know
// otherwise where they came from and how far they had come. Valid until the next step; empty unless asked for in
// world_options.
const frame_balls *world_arrived(const world *world);
const frame_balls *world_departed(const world *world);

// Whether a stream keeps its rate. What it could not place in time it places as soon as there is place again.
typedef struct stream_tally {
    const char *name;
    int64_t made, missing; // missing: due, without a free place yet
    double short_since;    // s, since when some have been missing; INFINITY: none is
    double asked, got;     // grains/s; got: asked * made / (made + missing)
    bool falls_short;      // more than one is missing, and more than one in a hundred
} stream_tally;
int world_streams(const world *world);
stream_tally world_stream_tally(const world *world, int stream);

// How the time step came about, in words and numbers.
typedef struct step_choice {
    double step;               // s, chosen or given
    double longest;            // s, what the rule allows
    double duration;           // s, of the fastest impact considered
    double speed;              // m/s, assumed for it
    double radius_a, radius_b; // m; radius_b 0: a wall
    int material_a, material_b;
    char reason[960]; // a paragraph
    char warning
        [440]; // empty unless a given step is too long, or one of the smooth solver for the nonsmooth one
    double modulus; // of the grains packed densely, by the stiffness in that impact, Pa; 0: unknown
    double saved_by_softening; // factor in steps if the limiting pair were ten times softer
    double damped;     // s, beyond which a dashpot drives its contact apart; INFINITY: none can
    char dashpot[128]; // which that is
    double
        share_of_damped; // that `auto` takes: the dashpots of all contacts of a grain act together
    double pushed;   // s, what the lightest wall that a force pushes wants; INFINITY: there is none
    double drop;     // m, that grains fall for that speed
    double meetings; // of a grain with others in a gas, 1/s; INFINITY where grains gather
    // Characteristic diameter, m; layers in which grains will lie, at least 1.
    double diameter, layers;
    // Of the contacts of bodies that lie on each other by faces (iterations.h); 0: other bodies.
    double hardness;
    // What `auto` gives either solver, s; INFINITY where nothing limits it.
    double smooth, nonsmooth;
} step_choice;
// From the case alone, before anything is built; never from timings.
scree_status step_choose(const model *model, const char *folder, step_choice *out,
                         scree_error *error);
// What the rule said for this world.
const step_choice *world_step_choice(const world *world);

// Whether the dashpots of the contacts of a frame of this world slow down in steps of this length (world/soundness.c).
typedef struct step_soundness {
    double
        share; // of the longest step for which they do; above 1 they drive, and energy comes from nothing
    double step;   // that longest step, s; INFINITY: any will do
    int64_t grain; // where it is worst; -1: nowhere
} step_soundness;
// All of it 0 by the nonsmooth solver, which has no dashpots.
scree_status world_soundness(const world *world, const frame *frame, step_soundness *out,
                             scree_error *error);

// What the run has to do with either solver (world/cost.c). Work is that of a step, in sweeps over all contacts.
typedef struct step_cost {
    double smooth, nonsmooth; // steps; the given one is that of the case's solver, the other `auto`
    // Of the nonsmooth solver in a step, of its constraints and of impacts: estimates.
    double sweeps, blows;
    // Of a step; in a gas for each grain, in sweeps over one contact.
    double smooth_work, nonsmooth_work;
    bool gas; // few of the grains touch
    // Smooth * smooth_work / (nonsmooth * nonsmooth_work): above 1 the nonsmooth solver has less to
    // do.
    double gain;
} step_cost;
step_cost step_cost_of(const model *model, const step_choice *choice);

// How deep contacts will get, in parts of the smaller radius, as run.deepest_overlap counts; an estimate, see
// world/depth.c. Grains with corners, whose depth shares tell, are left out.
typedef struct depth_forecast {
    // The deepest of an impact, and of one that bears the grains above it or a pressed.
    double impact, load;
    // wall; 0: none (the nonsmooth solver knows no depth of impacts)
    double speed; // m/s, of the impact
    // Kg, of the heavier grain that catches it at a wall; 0: it meets none but the other.
    double caught;
    double force;           // N, on the contact
    int impact_a, impact_b; // materials
    int load_a, load_b;
} depth_forecast;
depth_forecast world_depth_forecast(const world *world);

// What the solver did in the steps since the last reset; all zero of one that does not iterate.
solver_effort world_effort_of(world *world, bool reset);
// The contacts of the step that was made, as a friction-contact problem with its impulses as the guess. Refused: the
// smooth solver, steps in which nothing touches, laws that the form of the problem has no place for.
scree_status world_friction(const world *world, friction_system *out, scree_error *error);

// Why grains of a shape gain or lose energy among their like, or where their laws attract, or where they grow and yield, as their contacts have no
// potential; NULL: they have one, or the solver is by impulses.
const char *world_lacks_potential(const world *world, int shape);
// The same of a wall, where grains with corners meet it.
const char *world_wall_lacks_potential(const world *world, int wall);

// Why the servo of a wall cannot reach what it is to hold, as far as can be known now; false: nothing is. For how long a
// limit of speed has kept it from that so far, s.
bool world_servo_doubt(const world *world, int wall, char *out, size_t size);
double world_servo_held(const world *world, int wall);
// What a servo was to hold and what it held, in the mean over the last quarter of the time since it began, or the stage or the
// call of the program that made the world; false: it is none, or took too few steps.
typedef struct servo_aim {
    double wanted, held; // N, of a torque N m, of a cell Pa
    double size;         // of |wanted|, in the mean
    double lasting;      // s, over which these means are
    int stop;            // -1, 1: it stands at its limit `low`, `high`; 0: at none
    bool turns;          // it holds a torque
} servo_aim;
bool world_servo_aim(const world *world, int wall, servo_aim *out);
bool world_cell_aim(const world *world, int component, servo_aim *out); // CELL_XX, ...
// The area on which a servo with a pressure presses now where the case gives none, m^2, in the plane m; 0: it needs none.
// *by_face: it is the face of its wall; else the section of the box of planes around it.
double world_servo_area(const world *world, int wall, bool *by_face);
// What is to be known of that, to stand behind where it comes from; "": nothing.
const char *world_servo_area_note(const world *world, int wall);

// Seconds spent per stage since the start or the last reset.
enum { STAGE_DRIVES, STAGE_LISTS, STAGE_BLOCKS, STAGES };
typedef struct world_timing {
    double seconds[STAGES];
    int64_t steps;
} world_timing;
world_timing world_timing_of(world *world, bool reset);
const char *stage_name(int stage);

int64_t world_memory(const world *world); // bytes held by bodies, contacts and lists

#endif
