// pair_books.h - what a contact of grains with corners leaves in its books as it ends belongs to the pair.
//
// By the norm of their overlaps contacts of a pair have one energy, of which the work of a single one is no part: the
// books of the pair close, those of its contacts need not. So what ends hands its books on.
#ifndef SCREE_SMOOTH_PAIR_BOOKS_H
#define SCREE_SMOOTH_PAIR_BOOKS_H

#include "motion/stepping.h"

// Contacts gone[0 .. bucket->ended), ascending, are about to be dropped. The books of each go to the contact of the same
// pair that has the lowest feature of those which stay; where none stays, to that of the lowest feature which ends.
void pair_books_hand_on(const stepping *stepping, bucket *bucket, const int32_t *gone);

#endif
