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

// Keeps the grains of a list that start in the stretch; does nothing where the case has none.
scree_status maser_take(world *world, const grain_list *grains, scree_error *error);
// Makes the stretch of them, once the world has its step and its bodies.
scree_status maser_begin(world *world, scree_error *error);
// A step of the stretch; a verdict on it, such as a contact too deep, is one on the world.
scree_status maser_step(world *world, scree_error *error);
// Ends a step of the world: copies go where their originals are, those past the end are let go.
scree_status maser_follow(world *world, scree_error *error);
bool maser_spent(const world *world);
bool maser_save(const world *world, image *im); // false: no memory, or the stretch is spent
scree_status maser_restore(world *world, const image *im, scree_error *error);
void maser_free(world *world);
// How many copies have been let go since the start of the case; of an image.
int64_t maser_let_go(const world *world);
int64_t maser_let_go_of_image(const image *im);

#endif
