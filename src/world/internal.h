// internal.h - what a world is made of; shared by the files of world/ only.
#ifndef SCREE_WORLD_INTERNAL_H
#define SCREE_WORLD_INTERNAL_H

#include "base/sort.h"
#include "motion/ids.h"
#include "motion/part.h"
#include "motion/solver.h"
#include "motion/transport.h"
#include "scene/cells.h"
#include "scene/packing.h"
#include "scene/stream.h"
#include "smooth/smooth.h"
#include "state/slow.h"
#include "world/world.h"

// The largest number of an image. Its fourth power is a number still, so that what laws make of such numbers does not
// become none within a step.
#define WORLD_NUMBER_MOST 1e75
// The largest book of a contact, J: the sum of those of a hundred million contacts is a number.
#define WORLD_BOOK_MOST 1e300

// Numbers in a row of an image: the pose of a wall, the sums of the ledger, an exact sum.
enum { POSE_NUMBERS = 13, BOOK_NUMBERS = 6, SUM_NUMBERS = EXACT_SUM_LIMBS + 1 };

// What became of a stream so far. Its amounts are those of scene/stream.h.
typedef struct world_stream {
    int64_t made, missing; // missing: due, without a free place yet
    double short_since;    // s, since when some have been missing; INFINITY: none is
    double amount;         // of all grains that were due
    // The next grain is due at origin + (amount - origin_amount) / pace; a branch may count anew.
    double origin, origin_amount, pace; // s, amount, amount per s
    stream_row due, placed;             // the grains that are counted, and those that find places
} world_stream;

// The one that the case asks for.
const solver *world_solver_of(const model *model);

// Which stage of the case a world is in (world/stages.c), and who tells when it is over (world/judge.c).
typedef struct world_staging {
    const model *root; // the case as given
    int number;
    stage_end end;
    int64_t *begun_step; // of each stage of the case that has begun
    double *begun_time;
    struct judge *judge;       // NULL: it lasts for a time
    int64_t arrived, departed; // of those in the lists of the world, how many the judge has seen
} world_staging;

// Strokes of one wall in a step (world/strokes.c): as threads have noted them, and in order and against the wall.
typedef struct world_strokes {
    const stroke_note **found;
    stroke *stroke;
    int64_t count, found_room, room;
    sort_pair *pair;
    int64_t pairs;     // room
    stroke_note *came; // from other ranks
    int64_t cames;
} world_strokes;

// Surfaces whose transits are counted (world/gates.c), those of a step, and where centres of bodies of several balls were
// before it, by slots, part by part of those that this process owns.
typedef struct world_gates {
    world_gate *gate;
    int gates;
    transit *found;
    int64_t count, room;
    v3 *before;
    int64_t before_room;
    struct mesh **copy; // of the surfaces of rank 0, which the other ranks keep
    int copies;
} world_gates;

// Copies of the parts of other ranks (world/mirror.c), for whoever looks at all bodies.
typedef struct world_mirror_state {
    bool here, all;          // this rank has them; all ranks have
    struct ghost_link *link; // from part to part, while they are there
    struct mirrored *was;    // of each part: what a step goes by
} world_mirror_state;

// What is known of how bodies are shared out among parts (world/stay_or_deal.c).
typedef struct world_sharing {
    double cost;    // of dealing out, s
    double lost;    // since then, by waiting and by ghosts, s
    double ghosts;  // there were then, of all parts; below 0: not counted yet
    double listing; // what lists cost when they were last built here, all threads together, s
    bool guessed;   // then nobody knew yet how long a step takes
    int64_t kept;   // builds
} world_sharing;

// Ghosts on their way from rank to rank (world/exchange_ranks.c): what is sent after a step stands in the rooms of the transport,
// or has come to them, or neither; or there are no rooms, and it is swapped.
typedef enum posting { POSTING_NONE, POSTING_WRITTEN, POSTING_COME, POSTING_BY_SWAP } posting;

struct world {
    world_staging staging;
    shared *shared;
    part *part; // the first of so many
    int parts;
    struct ghost_link
        *link;              // from each part to each, see world/exchange.c; NULL: there is one part
    const transport *ranks; // to the processes that have the other parts; NULL: all are here
    bool fresh;             // each rank has got its bodies, and lists are still to be built
    int inside;             // all ranks are in the same function, so deep
    int64_t balls, grains;  // of all ranks, since they were dealt out
    double missed;          // by the books, J, for an image that is collected
    world_mirror_state mirror; // of the parts of other ranks
    world_sharing sharing;
    struct rank_rooms *rooms; // for what goes to other ranks and comes from them
    posting posting;
    struct early_sends *early; // those that go while a step is at work; NULL: none has been planned
    char *told;                // reports of all ranks
    int64_t told_room;
    bool poisons;       // for tests, see world_options
    bool notes_traffic; // see world_options
    fault_list *faults; // the same; while it is made
    void *solver;       // what shared.solver has made
    double skin_asked;  // m; 0: it is chosen
    int64_t last_build; // of lists: the step before which it was
    char *folder;       // of the case
    int64_t next_id;
    int64_t
        generation; // how often a program has added, removed or changed grains; no part of the state
    world_stream *stream;
    struct maser *maser; // world/maser.h; NULL: there is none
    world_stops *stops;  // asked while a stream sends grains, or NULL
    void *stops_context;
    int paused;           // 1 + the stream that was stopped as it sent grains in this step; 0: none
    int32_t *near_stream; // slots near the stream that runs, near_streams of them, and
    rec4 *near_place;     // the bodies there: place and radius
    int64_t near_streams, near_stream_room, near_place_room;
    cells near_grid;         // where many come at once: those bodies by cells,
    int64_t near_grid_holds; // up to so many; 0: there is no grid
    int32_t *near_newcomer;  // slots of those around a newcomer
    int64_t near_newcomer_room;
    int64_t removed, lost_grains;  // by removals; over open borders
    frame_balls arrived, departed; // in the last world_step, see world_arrived
    frame_giver giver;
    world_listener listener;
    world_strokes strokes;
    world_gates gates;
    step_choice choice;
    world_timing timing;
    bool lost; // memory ran out in the middle of a build: no more steps
    // Of a step that could not be computed; its status is SCREE_OK where there was none.
    scree_error failure;
};

// Behind the last part that owns bodies; world_end is behind the nursery, too.
static inline part *world_parts_end(const world *world)
{
    return world->part + world->parts;
}

// The parts whose bodies this process owns: all, or of a rank that of its number.
static inline part *world_own(const world *world)
{
    return world->part + (world->ranks ? world->ranks->rank : 0);
}
static inline part *world_own_end(const world *world)
{
    return world->ranks ? world_own(world) + 1 : world_parts_end(world);
}

// The records of a body as it is now.
static inline rec4 *position_now(const bodies *bodies, int64_t slot)
{
    return &bodies->position[bodies->now][slot];
}
static inline rec4 *velocity_now(const bodies *bodies, int64_t slot)
{
    return &bodies->velocity[bodies->now][slot];
}
static inline rec4 *spin_now(const bodies *bodies, int64_t slot)
{
    return &bodies->spin[bodies->now][slot];
}

// Bodies of one part that have copies in another.
typedef struct ghost_link {
    int32_t *slot; // in the part that owns them, ascending
    int64_t count, room;
    int32_t first; // slot of the first copy
} ghost_link;
typedef struct wanted_ids {
    int64_t *id;
    int64_t count, room;
} wanted_ids;
bool world_make_links(world *world);
void world_free_links(world *world);
// After bodies have been dealt out: chooses ghosts, of which `asked` (from part to part, by ids or by slots) are some, and
// sends all that is sent of them. False without memory.
bool world_link_parts(world *world, const wanted_ids *asked, bool by_slots);
// After a step, or when velocities were written: ghosts become what their owners are now.
void world_exchange(world *world);
void world_send_next(world *world); // part.next of ghosts
void world_send_keep(world *world); // part.keep of ghosts
// Deals the bodies out anew where there are several parts, without those that part.keep leaves out (world/deal.c).
scree_status world_deal(world *world, scree_error *error);
// The same where the bodies stay with their parts: ghosts are chosen anew, and contacts know them (world/relink.c).
scree_status world_relink(world *world, scree_error *error);
// One of both, whichever pays (world/stay_or_deal.c); bodies are dealt out where they must be, for some came or went.
scree_status world_share(world *world, bool must, scree_error *error);
// What comes of both: was there memory, and how many contacts of the own parts miss a body?
scree_status world_found(const world *world, bool ok, int64_t missing, scree_error *error);

// Properties of the grains that a choice of time step needs, per material.
typedef struct grain_extremes {
    double radius, mass; // smallest mobile grain; radius INFINITY: none
    double fixed_radius; // smallest fixed grain; INFINITY: none
    double largest;      // of all grains; 0: none
    bool wall;
} grain_extremes;

// All grains that move, see filling.c.
typedef struct grain_filling {
    double count;    // of those there
    double diameter; // characteristic, m; 0: there are none
    double layers;   // at least 1
    double volume;   // mean of those there and those that come, m^3
    bool boxes;      // most of them are like boxes
} grain_filling;
// A grain, or a ball of a clump, which counts with its share.
typedef struct filling_grain {
    int set;
    v3 at;
    double radius, share;
} filling_grain;
// False: it does not move.
typedef bool filling_look(const void *from, int64_t i, filling_grain *out);
scree_status filling_of(const model *model, int64_t count, filling_look *look, const void *from,
                        grain_filling *out, scree_error *error);
scree_status grain_filling_of(const model *model, const grain_list *grains, grain_filling *out,
                              scree_error *error);
// How far grains that stand apart can be pushed together along a direction, m.
double grain_slack_of(const model *model, const grain_list *grains, v3 along);

// What a step is chosen from.
// The wall that a force pushes with the least mass for each grain on which it may lie.
typedef struct pushed_wall {
    int wall;      // -1: there is none
    double mass;   // for each of them, kg
    double grains; // on which it may lie at once, at least 1
} pushed_wall;
typedef struct grain_prospect {
    const grain_extremes *extreme; // of the materials
    const moving_wall *wall;       // those of the case, in its order, as they begin
    pushed_wall pushed;
    double speed; // m/s, at which grains may meet
    double drop;  // m, that they fall for it
    double going; // s, the step with which a saved world has gone so far; 0: it begins
    grain_filling filling;
} grain_prospect;
// How hard the contacts of a stack are in a step of the nonsmooth solver, for step_choice (world/cost.c).
double cost_hardness(const model *model, const law_set *law, const int32_t *set_of,
                     const grain_prospect *grains, const step_choice *choice);
// The step of `auto`: at most `longest`, a whole number of times in the periods of the case.
double step_dividing(const model *model, double longest);
scree_status step_choice_of(const model *model, const law_set *law, const int32_t *set_of,
                            const grain_prospect *grains, step_choice *out, scree_error *error);
// `auto` is for the whole run: the least step that a stage wants that has none of its own, for the grains as they begin.
scree_status world_limit_by_stages(const model *root, const char *folder, const grain_list *grains,
                                   step_choice *choice, scree_error *error);
// Law sets for all pairs of materials that can meet.
scree_status world_mix_laws(const model *model, const grain_extremes *extreme, law_set **law,
                            int32_t **set_of, int *sets, scree_error *error);
// Grains have become others: is there a law wherever materials can meet now, and laws for sizes that there are now.
scree_status world_check_meetings(const world *world, const grain_extremes *extreme,
                                  scree_error *error);
// What contacts keep changes with that, so that all are to get new buckets.
void world_widen_laws(world *world, const grain_extremes *extreme);
// Which law sets have to do with bodies that are fixed (world/parts.c).
void world_note_fixed(world *world);
// What contacts of each set keep, and how far it reaches; walls and cores are there.
scree_status world_lay_out_laws(world *world, const grain_extremes *extreme, scree_error *error);
// M->materials entries.
void grain_extremes_of(const model *model, const grain_list *grains, grain_extremes *out);
// The walls, the speed and the drop of the prospect. Of a wall its surface is asked for, `shape`.
scree_status grain_speed_of(const model *model, const grain_list *grains, const moving_wall *wall,
                            grain_prospect *out, scree_error *error);
// Across an axis, the box around the grains that move, m^2 (m in the plane), and the mass of a layer of them, kg.
double grain_section_of(const model *model, const grain_list *grains, v3 axis);
double grain_layer_of(const model *model, const grain_list *grains, v3 axis);
// The same of the walls that a force pushes (world/pushed.c), and the step that the contact of such a wall with a grain
// of that radius and mass wants; the dashpots are those in a step of `step`.
void grain_pushed_of(const model *model, const grain_list *grains, grain_prospect *out);
double pushed_step(const law_set *set, double radius, double mass, double speed, double step,
                   const pushed_wall *pushed);
// The largest frequency with which a wall swings, Hz; 0: none does.
double walls_frequency(const model *model);
// Whether anything can bring grains together: gravity, walls that move, or laws that attract. Others stay a gas.
bool cost_gathers(const model *model);

// Which of their optional columns the bodies of a case keep.
void world_body_options(const model *model, bodies *bodies);

// A world that begins with given grains instead of the packings of its case; they are taken.
scree_status world_create_from(const model *model, const world_options *options, grain_list *grains,
                               world **out, scree_error *error);
// Bodies of an image, laws, walls and step; contacts are still to come.
scree_status world_restore_shell(const model *model, const world_options *options, const image *im,
                                 world **out, scree_error *error);

// What servos must know before they move (servos.c): at the start, and when a world is restored.
scree_status world_prepare_servos(world *world, scree_error *error);
// As world_servo_doubt, of one that goes for so long, s, from a time to come on: nothing is known of it where grains may fall
// towards it until then.
bool world_servo_doubt_within(const world *world, int wall, double duration, char *out,
                              size_t size);
// After a step: what they are to hold, and what they hold.
void world_note_aims(world *world);
// How deep one stands in a wall, and the radius that this goes by; of several balls that of which most lies inside, by its radius.
typedef struct wall_depth {
    double depth, radius; // m; depth 0: not at all, below 0: memory ran out
} wall_depth;
// How deep the ball or grain in a slot stands in a wall.
wall_depth world_depth_in_wall(const world *world, const part *part, const moving_wall *wall,
                               int32_t slot);
// Walls that come and go (lives.c): at the start, before a step, in images.
void world_begin_lives(world *world);
scree_status world_change_walls(world *world, scree_error *error);
bool world_save_lives(const world *world, image *im);
// What a program pushes walls with, that are bodies (world/wall_push.c).
bool world_save_wall_pushes(const shared *shared, image *im);
void world_load_wall_pushes(shared *shared, const image *im);
void world_load_lives(world *world, const image *im);
scree_status world_make_walls(world *world, scree_error *error);
// What no world can be made of (world/check_case.c).
scree_status world_check_domain(const model *model, scree_error *error);
scree_status world_check_periodic(const world *world, double radius, scree_error *error);
scree_status world_check_streams(const model *model, scree_error *error);
scree_status world_check_stream_step(const world *world, int i, scree_error *error);
// A grain of that set, of one ball or several, becomes bodies (world/place.c). `position` is that of its centre; the
// motion is that of half a step before where the world has started.
typedef struct new_grain {
    int set, material;
    v3 position, velocity, spin;
    double radius, mass; // mass INFINITY: fixed
    q4 orientation;
} new_grain;
// Where a body stands, and a body by its place in the order of ids.
typedef struct body_place {
    part *part;
    int32_t slot;
} body_place;
typedef struct body_at {
    int64_t id;
    body_place at;
} body_at;
// All bodies in the order of ids; the caller frees, NULL without memory.
body_at *world_bodies_by_id(const world *world, int64_t *count);
// In such a list, NULL: it is not there.
const body_at *world_find_body(const body_at *list, int64_t count, int64_t id);
// Leaves in such a list the first balls of all grains.
void world_keep_first(body_at *list, int64_t *count);
// Does the ball in a slot go, of the body with that id?
typedef bool is_gone(const world *world, const part *part, int32_t slot, int64_t id,
                     const void *context);
// Removes the bodies of which one ball goes, but for fixed ones, with their contacts; adds how many balls went to *count.
scree_status world_remove_where(world *world, is_gone *gone, const void *context, int64_t *count,
                                scree_error *error);
// The bodies that part.keep leaves out go from the books; and, of a world of one part, from its slots, whose contacts all get new buckets. Of
// several parts both is done where lists are built, which must follow (world/flow.c).
scree_status world_close_leaving(world *world, scree_error *error);
scree_status world_drop_leaving(world *world, scree_error *error);
// Those that came and went are known to all who wanted to know of them.
static inline void world_forget_traffic(world *world)
{
    world->arrived.count = 0;
    world->departed.count = 0;
    world->staging.arrived = 0;
    world->staging.departed = 0;
}
int world_balls_of(const world *world, int set); // balls of a grain
// A grain that comes while the world goes on, by a stream or by the word of a program (world/newcomers.c): one more row,
// or one for each ball, of the nursery, with its energy in the books. False without memory.
bool world_put_newcomer(world *world, const world_newcomer *grain);
void world_put_grain(world *world, bodies *bodies, const new_grain *grain);
// Orientation of the n-th clump of a set.
q4 world_first_turn(const world *world, int set, int64_t number);
// How grain i of a list begins: as its packing tells, or as any first turn.
q4 world_turn_of(const world *world, const grain_list *list, int64_t i);
// Grain i of a list becomes bodies, behind those that are there.
void world_put_listed(world *world, bodies *bodies, const grain_list *grains, int64_t i);
// How many balls a list has; refuses more than a world holds.
scree_status world_count_balls(const world *world, const grain_list *grains, int64_t *out,
                               scree_error *error);
// Where there were none.
scree_status world_fill_bodies(world *world, const grain_list *grains, scree_error *error);
// Grains with a core (world/cores.c): their forms, what they cannot meet, and their corners in space, which are laid
// out anew when slots have changed.
scree_status world_make_cores(world *world, scree_error *error);
scree_status world_check_cores(const world *world, scree_error *error);
bool world_turn_cores(const world *world, part *part);
void world_turn_ghosts(const world *world, part *part); // after a step
void world_free_cores(world *world);
// The largest radius of curvature of grains with a core of that material; 0: there are none.
double world_largest_contact_radius(const world *world, int material);
// By how much the mass that a contact at the far end of a grain feels is smaller than its mass.
double world_set_share(const model *model, int set);
// How deep two of them are in each other as they would be felt (world/start_pairs.c); `between` leads from the one to the
// other. False without memory.
typedef struct start_poses start_poses;
start_poses *world_make_poses(const world *world); // NULL without memory
void world_free_poses(start_poses *poses);
bool world_overlap(start_poses *poses, const standing_grain *one, const standing_grain *other,
                   v3 between, packing_overlap *out);
// The same of one that stands there; `corners` has room for those of a grain with a core.
wall_depth world_standing_depth(const world *world, const moving_wall *wall,
                                const standing_grain *stands, v3 *corners);
// May a state begin with that?
bool world_stands_deep(const world *world, wall_depth stands);
// The largest ball of one, m.
double world_largest_ball(const world *world, const standing_grain *stands);
// What no world can start with: packing_check with what is known of shapes (world/start_pairs.c), then the bodies in
// walls (world/start.c).
scree_status world_check_start(const world *world, const grain_list *grains, fault_list *faults,
                               scree_error *error);
// `only` of them, NULL: all.
scree_status world_check_walls(const world *world, const bool *only, fault_list *faults,
                               scree_error *error);
// Refuses a step at whose end a wall would have no place (world/drives.c). Nothing has changed then.
scree_status world_check_drives(const world *world, scree_error *error);
// Refuses walls that periodic borders would cut (world/borders.c): one at the start, those with a drive later.
scree_status world_check_border(const world *world, int wall, double radius, const char *where,
                                scree_error *error);
scree_status world_check_moving_borders(const world *world, scree_error *error);
// Of a restored world whose walls are where the image has them: each drive goes on with its motion, or begins a new one
// there (world/begin.c). A wall that is fresh has just been put up.
scree_status world_begin_motions(world *world, const image *im, const bool *fresh,
                                 scree_error *error);
bool world_save_motions(const world *world, image *im);
// From when the times of walls count, once the time of a world and the beginnings of its stages are known (world/clocks.c).
scree_status world_set_clocks(world *world, scree_error *error);
// Drives in words (world/known_drives.c): of a wall as it is, NULL without memory; of all of them, into an image; of the wall
// of that name as an image knows it, *out NULL where it knows none. The caller frees.
char *world_drive_words(const moving_wall *wall);
bool world_save_drives(const world *world, image *im);
scree_status world_known_drive(const image *im, const char *name, char **out, scree_error *error);
scree_status world_allocate(world *world, scree_error *error); // scratch, reports, lists

// Where newcomers stand until lists are built: the part, or where there are several one behind them all, which is
// empty at all other times.
part *world_nursery(world *world);
part *world_end(world *world);       // behind the last part, and the nursery
void world_free_parts(world *world); // what they hold
lists_task world_lists_task(const world *world, part *part);
// Builds the lists of a part.
scree_status world_build_lists(world *world, part *part, scree_error *error);
// Builds lists where they are too old.
scree_status world_refresh(world *world, bool must, scree_error *error);
// Are the lists of all parts good enough for bodies that come so much nearer?
bool world_lists_young(const world *world, double reach);
scree_status world_trouble(world *world, const report *report, scree_error *error);
// The words of it alone.
scree_status world_name_trouble(const world *world, const report *report, scree_error *error);
// Stops where a grain and a wall have passed through each other in the step that has been computed, before it counts
// (world/crossings.c); a verdict as that of a contact that is too deep.
scree_status world_check_crossings(const world *world, const report *report, scree_error *error);
// The same where a wall that a force pushes has gone into a fixed grain, or out of the domain (world/obstacles.c).
scree_status world_check_obstacles(world *world, scree_error *error);
// Way against a wall in a step that needs no look, m.
double world_allowance(const world *world, const part *part, int32_t slot);
double world_least_allowance(const world *world); // of all grains that move; INFINITY: none does
// Of its set of grains, or stream.
const char *world_set_name(const world *world, const part *part, int32_t slot);
// A periodic cell that deforms (world/cells.c, docs/cells.md). Its edges and their motion in the step to come; its work in
// that step, and what its servos ask for then; what all parts see of it once the step is done.
scree_status world_make_cell(world *world, scree_error *error);
scree_status world_open_cell_step(world *world, scree_error *error);
void world_close_cell_step(world *world);
void world_place_cell(world *world);
// How much nearer images may have come in the step that is done, m, shared out over both bodies.
double world_cell_way(const world *world);
// Its velocity gradient at the time of the positions, as far as it is known, applied to a place: the flow of the cell.
v3 world_cell_flow(const world *world, v3 at);
// The books of its energy (world/cell_work.c). What the flow makes of the kinetic energy of a grain, J: to be added to that by its
// velocity; that of the body in a slot, by its centre.
double world_against_flow(const world *world, double mass, v3 at, v3 velocity);
double world_flow_energy(const world *world, const part *part, int32_t slot, double mass,
                         v3 velocity);
// Books what grains get against a flow that becomes this one while they go on as they are: at start and end of the motion of borders.
void world_change_flow(world *world, const cell_matrix *then);
// Books the work from half a step back to half a step on, for forces, and in the step before, for motion. Then the work until the time
// of the positions, with the sums of a look, J.
void world_book_cell(world *world, const cell_sums *sums);
double world_cell_work(const world *world, const cell_sums *sums);
// What a look sees of it (world/observe_cell.c): its form and motion, and nothing of its stress; the sums of a block; all of it in a
// frame.
void world_show_cell_form(const world *world, frame_cell *out);
void world_see_cell(const world *world, const part *part, const block *block,
                    const scratch *scratch, cell_sums *sums);
void world_show_cell(const world *world, cell_sums *sums, frame *frame);
double
world_cell_volume(const world *world); // m^3 (2D: m^2), also of a domain that does not deform
bool world_save_cell(const world *world, image *im);
scree_status world_load_cell(world *world, const image *im, scree_error *error);

// Where a step could not be computed, says so.
scree_status world_refuse(const world *world, scree_error *error);

// Stages (world/stages.c). In which stage an image is; -1: in none, of a case without stages or before there were some.
scree_status staging_of_image(const model *root, const image *im, int *number, scree_error *error);
// Of a world that begins with its first stage, or goes on with one; then `im` is where from.
scree_status staging_make(world *world, const model *root, int number, scree_error *error);
scree_status staging_begin(world *world, scree_error *error);
// When the stages so far began, and the one that `begins` now.
void staging_recall(world *world, const image *im, bool begins);
scree_status staging_load(world *world, const image *im, bool begins, const world_options *options,
                          scree_error *error);
bool staging_save(const world *world, image *im);
void staging_free(world *world);
// After a step: is the stage over? A verdict where its limit stops the run.
scree_status staging_judge(world *world, scree_error *error);
scree_status staging_pass(world *world, scree_error *error); // grains that came and went
// Restores an image with the case of a stage, which begins there where the image is of another one.
scree_status world_restore_stage(const model *root, int stage, const world_options *options,
                                 const image *im, world **out, scree_error *error);

// Parts of a step (world/step.c).
// What the threads of all parts have to tell after a step, merged (world/agree.c).
const report *world_agree(world *world);
// Brings up the balls of large clumps that were left behind, for all who look at bodies.
void world_place_followers(world *world);
// The step could not be computed.
scree_status world_spend(world *world, const report *report, scree_error *error);
// Memory ran out while something was done, in words, that can neither be finished nor undone: the world is spent.
scree_status world_lose(world *world, const char *when, scree_error *error);
// Contacts that begin now, and those with walls, as a step has them.
scree_status world_meet(world *world, scree_error *error);

// Forces, energies and books of all contacts now; calls `block` for each block with what is seen[line] and its lines.
typedef void look_function(void *context, const world *world, const part *part, const block *block,
                           const contact_seen *seen, const scratch *scratch);
scree_status world_look(world *world, look_function *block, void *context, scree_error *error);
// The same of those blocks that are wanted; NULL: of all. Loads on walls are then those of these alone.
typedef bool look_wants(void *context, const world *world, const part *part, const block *block);
scree_status world_look_where(world *world, look_wants *wants, look_function *block, void *context,
                              scree_error *error);

// The same of the parts that stand here, in which contacts have begun.
scree_status world_look_parts(world *world, look_wants *wants, look_function *block, void *context,
                              scree_error *error);

// The same of all blocks, by all threads of the world at once, each with its own context[thread].
scree_status world_look_by_threads(world *world, look_function *block, void *const *context,
                                   scree_error *error);

// Velocity and R times angular velocity of a body at the time of its position, half a step after those that are kept.
typedef struct body_motion {
    v3 velocity, rim; // m/s
} body_motion;
// What local damping takes from it then, W, is written to `taken`.
body_motion world_motion(const world *world, const part *part, const pull_sum *pull, int32_t slot,
                         double *taken);
double world_kinetic(const world *world, double mass, body_motion now); // J
// The same of a body that moves as a whole, under the pulls of `s`.
clump_motion world_clump_motion(const world *world, const stepping *stepping, int32_t head);

// How many bodies the parts before this one own: where those of this one stand in arrays over all parts.
int64_t world_before(const world *world, const part *part);
// Rank of every body in the order of ids, part by part; malloced, NULL without memory.
int32_t *world_places(const world *world);

// What the books of a contact are out by, J, of the pair a, b.
typedef struct pair_residual {
    int64_t a, b, feature;
    double residual;
} pair_residual;
typedef struct pair_residuals {
    pair_residual *item;
    int64_t count, room;
} pair_residuals;
bool world_reserve_pairs(pair_residuals *residuals, int64_t more);
void world_see_pair(pair_residuals *residuals, const part *part, const bucket *bucket,
                    int32_t contact, const contact_seen *seen);
// Leaves one of each pair: the sum, taken in the order of features.
void world_sum_pairs(pair_residuals *residuals);

// The contacts of a frame, with the features in the order of memory, by the ids of both and by feature. False without
// memory (world/observe_contacts.c).
bool world_sort_contacts(frame *frame, const int64_t *feature, int threads);
void world_count_contacts(frame *frame); // of each ball
// As world_check_image; without contacts where they are those of another solver.
scree_status world_check_adapted(const model *model, const image *im, bool without_contacts,
                                 scree_error *error);
// The same of an image of what one rank owns: of contacts the other body may be another's. Says that something is wrong, not what.
scree_status world_check_rows(const model *root, const image *im);
bool world_save_balance(world *world, image *im); // false: no memory
// After a world was restored with another case: what that has brought or taken is energy added (world/books.c).
scree_status world_book_change(world *world, const image *im, scree_error *error);
// The books of contacts close, of those with a body in a slot that is marked (NULL: of all).
scree_status world_settle_books(world *world, const bool *marked, scree_error *error);
// What the books miss now, J.
scree_status world_residual(world *world, double *out, scree_error *error);
// Grains from that id on have been added, with contacts: what these hold is energy added. `before` them the books missed so much.
scree_status world_book_newcomers(world *world, int64_t first_id, double before,
                                  scree_error *error);
// Balls of these ids, ascending, have been put anew, and were taken out of the books before.
scree_status world_book_replaced(world *world, const int64_t *id, int64_t ids, double before,
                                 scree_error *error);
// The energy now is that at the start of the ledger, and no contact has lost anything yet (world/books.c).
scree_status world_open_books(world *world, scree_error *error);

// Grains that come and go (world/flow.c): called between steps.
scree_status world_flow(world *world, scree_error *error);
bool world_wants_flow(const world *world);
// Notes the balls of a body that a stream has brought, and the bodies of all parts that are not kept; false without memory
// (world/traffic.c).
bool world_note_arrival(world *world, const part *part, int32_t first, int balls);
bool world_note_departures(world *world);
// After a step that was computed, before walls move: tells who listens (world/strokes.c).
scree_status world_tell_strokes(world *world, scree_error *error);
void world_free_strokes(world *world);
// A place brought into the domain along its periodic axes (world/crossings.c); not in a cell that deforms.
v3 world_in_domain(const world *world, v3 at);
// Before a step is computed, and after that, before buffers change places (world/gates.c).
scree_status world_mark_gates(world *world, scree_error *error);
scree_status world_tell_gates(world *world, scree_error *error);
void world_free_gates(world *world);
// Does that time lie in the step to come, or before it?.
bool world_is_due(const world *world, double time);
// Mass scaling (world/inertia.c): of a grain of a set, and of all of a list, which come with the masses that they have;
// what weighs of an inertia.
double world_inertial_mass(const model *model, int set, double radius);
void world_give_inertia(const model *model, grain_list *grains);
double world_weighing_mass(const world *world, double inertial);
bool world_save_scaling(const model *model, image *im); // false: no memory
// Energy of a ball at the time of the positions under that pull of its contacts, J.
double world_grain_energy(const world *world, const part *part, int32_t slot, const pull_sum *pull);
scree_status world_drop_small(world *world, scree_error *error); // of grains that shrink
// Radii that change (world/growth.c). Reads the tables of a case; what sets have; how radii change in the steps around
// now, once time and bodies are known; after a step, whose new bodies are those of now, grains grow.
scree_status world_read_growth(const model *model, const char *folder, fault_list *faults,
                               scree_error *error);
scree_status world_make_growth(world *world, scree_error *error);
void world_begin_growth(world *world);
void world_pace_growth(world *world);
void world_grow(world *world);
void world_free_growth(world *world);
// Have grains become too large for the domain? Will they be too large or too small to be computed with, in the step to
// come (world/growth_limits.c), or by the end of a run of the case with those grains?
scree_status world_check_growth(world *world, scree_error *error);
scree_status world_check_radii(world *world, scree_error *error);
scree_status world_check_growth_ends(const world *world, const grain_list *grains,
                                     scree_error *error);
// The smallest that a grain of that radius will be, and what is left of its mass then, as a share; from a time on.
double world_least_radius(const model *model, int set, double radius, double from);
double world_least_share(const model *model, int set, double radius, double from);
bool world_save_growth(const world *world, image *im);
// The most that forces which no contact makes (scene/force.h) can bring, J/kg, of all grains; and speed by drag, m/s.
scree_status world_field_gain(const model *model, const grain_list *grains, double *gain,
                              double *speed, scree_error *error);
// Streams (world/streams.c).
void world_start_stream(world *world, int stream); // as it is before the run
// After a restart, where the case of a branch may ask for something else: another rate goes on from when the next grain
// was due, a beginning that is still to come is waited for, and what an end or a number held back is not made up for.
// Without a change not a bit changes.
void world_branch_stream(world *world, int stream);
bool world_wants_streams(const world *world);
scree_status world_run_streams(world *world, scree_error *error);
// Places for newcomers of a stream (world/free_places.c): the bodies near its box, and a draw that misses them all.
// False: no memory; there is no place.
bool world_gather_crowd(world *world, int stream);
bool world_reserve_crowd(world *world, int64_t more);
void world_add_to_crowd(world *world, const bodies *bodies, int32_t slot); // there is room
// Before the next grain is placed: makes or widens the grid where many are missing. False: no memory.
bool world_sort_crowd(world *world, int stream, int set);
void world_free_crowd(world *world);
// Those of the crowd that a newcomer may meet before lists are built again, for lists_insert. Context: the world.
const int32_t *world_crowd_around(void *context, int32_t slot, int64_t *count);
bool world_find_place(const world *world, int stream, double radius, v3 *out);
double world_height_energy(const world *world, const part *part,
                           int32_t slot); // J, of a mobile grain; 0 of a fixed one
scree_status world_drop_lost(world *world, scree_error *error);

#endif
