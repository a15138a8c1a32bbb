// impulses.h - the state of the nonsmooth solver, and the stages of its step: contacts are found from bodies, walls and
// lists, given to the network of solver.h, and its impulses move the bodies.
#ifndef SCREE_NONSMOOTH_IMPULSES_H
#define SCREE_NONSMOOTH_IMPULSES_H

#include "motion/solver.h"
#include "nonsmooth/sharing.h"
#include "nonsmooth/solver.h"

typedef struct finder finder;

typedef struct impulses {
    shared *shared;
    part *part;            // the one whose bodies are looked at
    ns_sharing sharing;    // with other parts, and the ranks that own them
    ns_solver solver;      // the network of contacts
    ns_wall *wall;         // per wall
    wall_pose *motion;     // per wall: how it moves in the step to come
    wall_surface *surface; // per wall: how its surface moves along it meanwhile
    finder *finder;        // per thread
    double reach;          // of the step, or the look, m
    double *change; // per slot of a part: by what the blows of the step changed its speed, m/s
    int64_t change_room;
    solver_effort effort;
} impulses;

extern const solver nonsmooth_solver;

// The mover of a slot of the part that is looked at: of a ball of a clump one that is none.
static inline int32_t impulses_mover(const impulses *impulses, int32_t slot)
{
    const int32_t ghost = slot - impulses->part->body.count;
    return ghost < 0 ? sharing_first(&impulses->sharing, impulses->part) + slot
                     : impulses->sharing.ghost[ghost];
}
// Is its mover b one of those that are here? Then what it does is told by this rank, and by no other.
static inline bool impulses_tells(const impulses *impulses, const ns_contact *contact)
{
    const ns_sharing *sharing = &impulses->sharing;
    if (!sharing->ranks)
        return true;
    const int32_t *first = &sharing->first[sharing->ranks->rank];
    return contact->b >= first[0] && contact->b < first[1];
}
// Of the part that is looked at, with those of its ghosts. False without memory.
bool impulses_look_at(impulses *impulses, part *part);

void impulses_free_finders(impulses *impulses);

// The stages of a step, in this order.
// Movers as they are now. False without memory.
bool impulses_begin(impulses *impulses);
// These, and contacts; lists must reach impulses_reach beyond touch.
bool impulses_gather(impulses *impulses);
// For a look, after impulses_begin: all contacts of the bodies of one part after the other, into the lists of the threads.
bool impulses_find_to_see(impulses *impulses, part *part);
bool impulses_fill_movers(impulses *impulses);
// After blows: by how much they changed the speed of each slot of the part that is looked at since contacts were last looked for,
// into `change`, and the most of those and of walls that answer, m/s. False without memory.
bool impulses_note_changes(impulses *impulses, double *most);
double impulses_wall_change(const impulses *impulses, int wall);
// Velocity of a ball or grain as its mover has it.
v3 impulses_velocity_as(const impulses *impulses, const mover *mover, int32_t slot);
// After the blows of a step: contacts that were not there, of what they have thrown at each other.
bool impulses_gather_again(impulses *impulses);
// What walls do in a step (impulses_walls.c). First the velocities of those that answer, from their drives; `before`
// holds those that movers had before the impacts. Then the loads of all contacts, or of what the relaxation has changed.
// Last, all walls move.
// The wall of a contact; -1: it has none.
int impulses_wall_of(const impulses *impulses, const ns_contact *contact);
// Notes an impulse of a contact on a wall that is heard, where movers moved as `before`; `gain` is added to the velocities
// before and after it (strokes.c). False without memory.
bool impulses_note_stroke(impulses *impulses, const mover *before, const ns_contact *contact,
                          const impact_row *impulse, v3 gain);
// What the drive of a wall is asked with, of the step to come.
drive_in impulses_drive_in(const impulses *impulses, const moving_wall *wall);
void impulses_push_walls(impulses *impulses, const mover *before);
void impulses_load_walls(impulses *impulses, bool relaxed);
void impulses_move_walls(void *state);
void impulses_count_effort(impulses *impulses); // of the step just computed

// ---- books.c

// The constraints act all along the step from one velocity to the next. Blows are given where bodies are at the
// beginning of a step, half a step after the time that the velocities belong to, or later still: until then gravity has
// gone on.
typedef enum book_stage { BOOK_BLOWS, BOOK_CONSTRAINTS, BOOK_RELAXATION } book_stage;
// Does anybody want books, or strokes on walls?
bool impulses_keep_books(const impulses *impulses);
// Of all contacts, whose movers moved as `before` ahead of that stage. False without memory.
bool impulses_book(impulses *impulses, const mover *before, book_stage stage);

// ---- reach.c

// How far lists must reach beyond touch: what two bodies may come nearer in a step, m. Of the motion of all bodies.
double impulses_reach(void *state);
double impulses_reach_of(impulses *impulses, const ns_count *count);
// Of the bodies that stand here.
ns_count impulses_count(impulses *impulses);

// Where a contact is, in space.
v3 impulses_contact_point(const impulses *impulses, const ns_contact *contact);

// For the table of the solver (motion/solver.h). Contacts, forces and loads as an observer sees them: where bodies are
// now, with the mean forces of the step that led here. The impulses that the next step begins with.
scree_status impulses_see(void *state, const transport *with, frame *frame, const int32_t *place,
                          scree_error *error);
bool impulses_save(void *state, const transport *with, image *im);
scree_status impulses_load(void *state, const image *im, scree_error *error);
void impulses_complete(void *state, const image *im);
solver_effort impulses_effort(void *state, bool reset);
// The constraints of the step that was made, as others solve them, with its impulses as the guess.
scree_status impulses_problem(const void *state, friction_system *out, scree_error *error);

#endif
