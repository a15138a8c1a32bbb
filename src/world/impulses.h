// impulses.h - the world of the nonsmooth solver: what it gives to nonsmooth/solver.h and takes back.
#ifndef SCREE_WORLD_IMPULSES_H
#define SCREE_WORLD_IMPULSES_H

#include "world/internal.h"

// Makes room and takes settings; after bodies, laws and walls are there.
scree_status world_make_impulses(world *w, scree_error *error);
void world_free_impulses(world *w);
typedef struct finder finder;
void world_free_finders(world *w);

// The parts of a step by impulses instead of forces, in this order.
void world_pace_impulses(world *w);
bool world_gather(world *w); // movers and contacts as they are now; lists must reach world_reach_of_step beyond touch
bool world_fill_movers(world *w);
// After the blows of a step: by how much they changed the speed of each slot, into ns_change, and the most of those and
// of walls that answer, m/s. False without memory.
bool world_note_changes(world *w, double *most);
double world_wall_change(const world *w, int wall);
// Velocity of a ball or grain as its mover has it.
v3 world_velocity_as(const world *w, const mover *m, int32_t slot);
// After the blows of a step: contacts that were not there, of what they have thrown at each other.
bool world_gather_again(world *w);
bool world_compute_impulses(world *w); // velocities and places of the next step
void world_move_walls(world *w);
void world_count_effort(world *w); // of the step just computed

// How far lists must reach beyond touch: what two bodies may come nearer in a step, m.
double world_reach_of_step(world *w);

// Where a contact is, in space.
v3 world_contact_point(const world *w, const ns_contact *c);

// Contacts, forces and loads as an observer sees them: where bodies are now, with the mean forces of the step that led
// here.
scree_status world_see_impulses(world *w, frame *f, const int32_t *place, scree_error *error);

// The impulses that the next step begins with.
bool world_save_impulses(const world *w, image *im);
scree_status world_load_impulses(world *w, const image *im, scree_error *error);

#endif
