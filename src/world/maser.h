// maser.h - a periodic stretch at the upstream end, from which a moving bed goes on ("maser" of MercuryDPM, Weinhart,
// Orefice, Post et al., Comput. Phys. Commun. 249, 107129, 2020; docs/maser.md).
//
// The stretch is a world of its own: the grains that start in it, with the walls and the laws of the case, periodic along
// the axis. Nothing downstream acts on it, so it moves bit for bit as that periodic case would alone. Each of its grains
// has a copy in the world of the case, an ordinary grain there, which after every step is put where its original is. As
// an original comes past the end of the stretch for the first time, or once more, its copy is let go there, and moves on
// by itself; another copy comes where the original has come in. So what is downstream feels the stretch, and does not
// disturb it.
#ifndef SCREE_WORLD_MASER_H
#define SCREE_WORLD_MASER_H

#include "scene/packing.h"
#include "world/world.h"

// The stretch is made, moved, saved and freed as worlds are. The files that do so with worlds hand on what they do it with: files of a room
// do not need each other in a circle.
typedef scree_status maser_create(const model *model, const world_options *options,
                                  grain_list *grains, world **out, scree_error *error);
typedef scree_status maser_restore_world(const model *model, const world_options *options,
                                         const image *im, world **out, scree_error *error);
typedef scree_status maser_save_world(world *world, image *im, scree_error *error);
typedef void maser_destroy_world(world *world);
typedef scree_status maser_step_world(world *world, int64_t steps, scree_error *error);

// Keeps the grains of a list that start in the stretch; does nothing where the case has none.
scree_status maser_take(world *world, const grain_list *grains, scree_error *error);
// Makes the stretch of them, once the world has its step and its bodies.
scree_status maser_begin(world *world, maser_create *create, scree_error *error);
// A step of the stretch; a verdict on it, such as a contact too deep, is one on the world.
scree_status maser_step(world *world, maser_step_world *step, scree_error *error);
// Ends a step of the world: copies go where their originals are, those past the end are let go.
scree_status maser_follow(world *world, scree_error *error);
bool maser_spent(const world *world);
scree_status maser_save(const world *world, maser_save_world *save, image *im, scree_error *error);
scree_status maser_restore(world *world, maser_restore_world *restore, const image *im,
                           scree_error *error);
void maser_free(world *world, maser_destroy_world *destroy);
// How many copies have been let go since the start of the case; of an image.
int64_t maser_let_go(const world *world);
int64_t maser_let_go_of_image(const image *im);

#endif
