// stages.h - what the stages of the nonsmooth solver need of each other: contacts as they move, feel and give, rows and
// batches, the network, and sweeps. The stages themselves are in solver.h, each in a file of its own.
#ifndef SCREE_NONSMOOTH_STAGES_H
#define SCREE_NONSMOOTH_STAGES_H

#include "nonsmooth/solver.h"

static inline ns_contact *link_contact(const ns_solver *solver, int64_t link)
{
    const ns_link *is = &solver->network.link[link];
    return &solver->network.found[is->thread].contact[is->at];
}

// Of the blocks that have contacts, in the order of their phases.
static inline ns_block *busy_block(const ns_solver *solver, int number)
{
    return &solver->order.block[solver->order.phase_block[number]];
}

static inline impact_row *contact_blow(const ns_solver *solver, const ns_contact *contact)
{
    return &solver->impacts.blow[contact - solver->network.contact];
}
bool solver_reserve_blows(ns_solver *solver); // all zero; false without memory
// One round of a blow: the contact to its target, then friction, whose limits are those of the speed `struck_at`. Returns how much that changes, m/s.
double contact_blow_towards(ns_solver *solver, ns_contact *contact);
// Blows in turn of pairs that meet nothing else (in_turn.c); kept aside, with targets that ask for nothing, until they are
// returned to the rows of blows. False without memory.
bool solver_strike_in_turn(ns_solver *solver);
void solver_return_turns(ns_solver *solver);

// What is the same for all contacts of a step.
typedef struct ns_pace {
    double share;          // of the old impulses
    double time;           // of damping that all have at least, s
    double settling_share; // its factor Y (constraints.c)
    double four_over_step; // 1/s
} ns_pace;
ns_pace solver_pace(const ns_solver *solver);

// How many sweeps, with how much of the last impulses; false without memory.
bool solver_choose_effort(ns_solver *solver);
// Speed above which a contact is an impact, m/s: of bodies of that diameter, m, which count up to the one of the world;
// of a contact, by its R*.
double solver_threshold(const ns_solver *solver, double diameter);
double contact_threshold(const ns_solver *solver, const ns_contact *contact);
// Above it a contact would be an impact however short the step is, m/s; INFINITY where the threshold is given.
double solver_resting_speed(const ns_solver *solver);

// What a contact begins with.
typedef struct ns_begun {
    double speed; // m/s, of the impact; 0: it is none
    // J, that restitution would keep of it, were the step not so short that the threshold is above it.
    double unkept;
} ns_begun;
// Begins with a contact, once the effort is chosen: its impact, if it is one, its rows, its old impulses, which are looked
// for at that slot first.
ns_begun contact_begin(const ns_solver *solver, ns_contact *contact, const ns_pace *pace,
                       int64_t *slot);
// The delay of the blow of a contact, s; the contact is then moved to where the blow is given.
double contact_delay(const ns_solver *solver, ns_contact *contact);
// How much faster a contact closes with time by gravity, m/s^2.
double contact_fall(const ns_solver *solver, const ns_contact *contact);
// How much faster it closes when its delayed blow is given, m/s.
double contact_fallen(const ns_solver *solver, const ns_contact *contact);
// By how much less b goes against a, at the contact, for blows that are delayed, m.
v3 contact_late(const ns_lag *lag, const ns_contact *contact);
// Balls that have a delayed blow at something still: to the velocity that they have there (sign 1) and back (-1).
void solver_fall(ns_solver *solver, mover *body, double sign);
// Contacts from where they were found into the order of their batches, each begun with.
bool solver_lay_out(ns_solver *solver);
// The contacts in `found` behind them, in the order of their keys, with no rows and no blows yet.
bool solver_append(ns_solver *solver);

static inline v3 mover_velocity(const mover *mover)
{
    return v3_make(mover->velocity[0], mover->velocity[1], mover->velocity[2]);
}

static inline v3 mover_rim(const mover *mover)
{
    return v3_make(mover->rim[0], mover->rim[1], mover->rim[2]);
}

static inline v3 contact_arm_a(const ns_solver *solver, const ns_contact *contact)
{
    return contact->balls ? v3_scale(contact->alpha / solver->movers.body[contact->a].inverse_rho,
                                     contact->normal)
                          : contact->arm_a;
}

static inline v3 contact_arm_b(const ns_solver *solver, const ns_contact *contact)
{
    return contact->balls ? v3_scale(-contact->alpha / solver->movers.body[contact->b].inverse_rho,
                                     contact->normal)
                          : contact->arm_b;
}

// The impulses of a contact that are not to be chosen, where there are arrivals (arrivals.c). Until sweeps have ended
// contact->impulse is what comes on top of them.
static inline const impact_row *contact_held(const ns_solver *solver, const ns_contact *contact)
{
    return &solver->arrivals.held[contact - solver->network.contact];
}
static inline impact_row impact_row_plus(const impact_row *one, double factor,
                                         const impact_row *other)
{
    return (impact_row){
        .push = one->push + factor * other->push,
        .twist = one->twist + factor * other->twist,
        .drag = v3_fma(one->drag, factor, other->drag),
        .roll = v3_fma(one->roll, factor, other->roll),
    };
}

// Velocity of b against a at the contact, with other velocities of all movers than those of now.
v3 contact_velocity_with(const mover *body, const ns_contact *contact);
// Velocity of b against a at the contact, and spin of b against that of a.
v3 contact_velocity(const ns_solver *solver, const ns_contact *contact);
v3 contact_spin(const ns_solver *solver, const ns_contact *contact);
static inline double contact_closing(const ns_solver *solver, const ns_contact *contact)
{
    return -v3_dot(contact->normal, contact_velocity(solver, contact));
}
// Before its rows: when the contact touches in the step, and its arm there, where nothing else has to turn with it.
void contact_turn_to_touch(const ns_solver *solver, ns_contact *contact);
// How much the gap of a contact grows in the step besides by its velocity, m, since what turns moves on circles (rise.c).
double contact_bend(const ns_solver *solver,
                    const ns_contact *contact); // n . its acceleration by that, m/s^2
double contact_rise(const ns_solver *solver, const ns_contact *contact);
// How much faster it goes in the plane of contact by that, m/s.
v3 contact_slide(const ns_solver *solver, const ns_contact *contact);
// The velocity of what is still, as the rows of the constraints see it, m/s.
static inline v3 contact_still(const ns_contact *contact)
{
    return contact->bends ? v3_sub(contact->wall_velocity, contact->slide) : contact->wall_velocity;
}
// The speed at which a contact may close: by its gap in the step, and by what the gap grows.
static inline double contact_free_speed(const ns_solver *solver, const ns_contact *contact)
{
    double way = contact->rise + (contact->gap > 0 ? contact->gap : 0);
    return way > 0 ? way / solver->set.step : 0;
}
// What the contact feels: velocity per impulse along n and the most in its plane, 1/kg; spin per torque impulse
// likewise, 1/(kg m^2). `across`: velocity along n per impulse in the plane, the most, 1/kg.
typedef struct contact_feels {
    double normal, tangential, rolling, twisting, across;
} contact_feels;
contact_feels contact_feel(const ns_solver *solver, const ns_contact *contact);
// The same with a hub as a, whose inverse mass counts so many times.
contact_feels contact_feel_times(const ns_solver *solver, const ns_contact *contact, double times);
// What limits an impact of a contact that closes so fast, m/s.
law_limits contact_impact_limits(const ns_solver *solver, const ns_contact *contact, double closing,
                                 const contact_feels *feels);
// Work of impulses on both bodies, J, with the velocities of the movers `before` and now: exact, whatever else acts.
typedef struct contact_work {
    double normal, friction, rolling;
} contact_work;
contact_work contact_work_of(const ns_solver *solver, const mover *before,
                             const ns_contact *contact, const impact_row *impulse);
// Gives both bodies the impulse at the contact and the torque impulse (N m s) on b.
void contact_give(ns_solver *solver, const ns_contact *contact, v3 impulse, v3 torque);
// Only those of its bodies that are hubs, or that are none.
void contact_give_side(ns_solver *solver, const ns_contact *contact, v3 impulse, v3 torque,
                       bool hubs);
// The impulses of a whole block so; `filled`: its batches hold those of the constraints already, and hubs are not meant.
void solver_give_block(ns_solver *solver, const ns_block *block, bool hubs, bool filled);

// What the number of sweeps depends on (network.c).
typedef struct network_figures {
    int32_t depth; // length of the network of contacts, at least 1
    // Largest mass per contact of a body over the mass of one that it touches; 0: all alike.
    double heavy;
    // Where one contact in five is of a face (such a pair has three or four contacts, which share its stiffness):
    // largest inverse mass that a contact feels over its compliance in the step; else 0.
    double hardness;
} network_figures;
bool solver_network(ns_solver *solver, network_figures *out); // false without memory
// Y of constraints.c for overlaps that go in `time`, s, with steps of h, and the compliance of a row of that stiffness.
static inline double settling_share(double time, double h)
{
    return 1 / (1 + 4 * time / h);
}
static inline double settling_compliance(const ns_solver *solver, double share, double stiffness)
{
    return 4 * share / (solver->set.step * solver->set.step * stiffness);
}

// Compliance of a row in the step, 1/kg, from the stiffness and the damping time of its law.
double solver_compliance(const ns_solver *solver, double settling, double stiffness, double time);

v3 inertia_times(const mover_inertia *inertia, v3 a);
bool mover_is_wall(const ns_solver *solver, int32_t mover_at);
const ns_wall *mover_wall(const ns_solver *solver, int32_t mover_at);
// The part of an impulse that moves the wall.
v3 wall_lets(const ns_wall *wall, v3 vector);

// A hub has a velocity of its own in each phase (hubs.c).
static inline bool mover_is_hub(const ns_solver *solver, int32_t mover)
{
    return mover >= 0 && solver->hubs.of_mover[mover] >= 0;
}
bool solver_find_hubs(ns_solver *solver); // false without memory
// Were the batches of a block made of the same contacts in the step before, found one after the other as now? Then they
// are what they would be made to be again (kept_order.c).
bool block_is_ordered(const ns_solver *solver, const ns_block *block, int32_t dummy);
// Notes what the batches are made of; false without memory.
bool block_note_order(const ns_solver *solver, ns_block *block, int32_t dummy);
// Which block each contact is at home in (blocks.c); false without memory.
bool solver_deal(ns_solver *solver);
// Friction, rolling and twisting of a blow, as in the rows of a sweep.
void contact_drag(ns_solver *solver, ns_contact *contact, const law_limits *limits,
                  const contact_feels *feels);
// All contacts of two bodies, by their numbers, with room for what they were given before.
typedef struct ns_pair {
    const int64_t *at;
    int64_t count;
    impact_row *earlier;
} ns_pair;
// A blow of two bodies at all their contacts at once, where one of these closes (pair_blow.c): false where none does. One
// that would gain energy is without restitution. past.struck must have room.
bool solver_strike_pair(ns_solver *solver, const ns_pair *pair);
// Blows of pair after pair until nothing approaches; false without memory. The speed, m/s, of the fastest contact from
// `first` on that still approaches.
bool solver_cascade(ns_solver *solver);
// Room for turns of all contacts; false without memory. All contacts in the order of their keys, in turns.at, and where
// those end that are of the same two bodies as the one there at `from`.
bool solver_reserve_turns(ns_solver *solver);
void solver_sort_pairs(ns_solver *solver);
int64_t solver_pair_end(const ns_turns *turns, int64_t from, int64_t count);
double solver_approach(const ns_solver *solver, int64_t first);
// Takes from the impacts what energy they have gained since `start` (energy_guard.c); false without memory.
bool solver_keep_energy(ns_solver *solver, mover *start, double enough, double bearable);

// Columns of all batches: of the constraints, or of the impacts.
typedef enum ns_stage { STAGE_CONSTRAINTS, STAGE_IMPACTS } ns_stage;
void solver_fill(ns_solver *solver, ns_stage stage);
void solver_fill_block(const ns_solver *solver, ns_block *block, int phase, ns_stage stage);
// Impulses from the batches into the contacts, and the memory.
void solver_collect(ns_solver *solver, ns_stage stage);
void solver_keep_impulse(ns_solver *solver,
                         const ns_contact *contact); // of the constraints, in the memory
// Sweeps until `most` or until what a sweep changes is below `enough` (looked at every `look` sweeps); returns how
// many.
int solver_sweep(ns_solver *solver, ns_stage stage, int most, double enough, int look);
// Mixed sweeps of the constraints (mixing.c), until what one changes is below `enough` and small beside the motion, or
// below `bearable` and grows no less, or below `nothing`; returns how many. Room is made by solver_reserve_mixing, once
// the order is known.
int solver_sweep_mixed(ns_solver *solver, double enough, double bearable, double nothing);
// Rounds of the impacts, until what one changes is below `enough`. Where as many as are usual leave more than `bearable`
// mixed ones go on until they do not, if their number is not given. What they give is collected, and movers that were at
// `start` move by it. False without memory.
bool solver_sweep_blows(ns_solver *solver, const mover *start, double enough, double bearable,
                        int *done);
bool solver_reserve_mixing(ns_solver *solver);
void solver_free_mixing(ns_mixing *mixing);
// The same in single precision (single.c). Room is made by solver_reserve_single, once the order is known.
bool solver_make_single(ns_solver *solver, int width);
void solver_free_single(ns_solver *solver);
bool solver_reserve_single(ns_solver *solver);
void solver_begin_single(ns_solver *solver);
void solver_freeze_single(ns_solver *solver); // hubs
void solver_sweep_single(ns_solver *solver, ns_block *block, bool measure);
void solver_end_single(ns_solver *solver, ns_stage stage);
static inline double solver_unit(const ns_solver *solver)
{
    return solver->single ? solver->single->mass * solver->single->speed : 1;
} // N s

// Velocities of hubs as the sweeps find them; after any change from outside.
void solver_freeze_hubs(ns_solver *solver);

#endif
