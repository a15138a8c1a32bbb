// layout.h - which numbers a contact keeps from step to step, per law set.
//
// The columns are, in this order and where wanted: to have the dashpots at the time of the positions, the closing speed
// one step ago, or where there is a tangential dashpot the velocity of the two surfaces against each other, and where
// one acts against rolling or twisting the relative spin; whether the contact was there one step ago (of laws that
// reach across gaps), the share of the pair's stiffness one step ago (where there are grains with cores), the histories
// of the laws slot by slot, and for the energy ledger the relative velocity, the sum of spins times radii, the relative
// spin and, for grains with cores and laws that reach across gaps, R* times the overlap one step ago, and the contact's
// own books.
#ifndef SCREE_CONTACT_LAYOUT_H
#define SCREE_CONTACT_LAYOUT_H

#include "law/registry.h"

// 28 columns are those that do not belong to laws.
enum { HISTORY_COLUMNS = LAW_SLOTS * LAW_HISTORY_MOST + 28, GEOMETRY_COLUMNS = 16 };

// Books of one contact since it began, J: losses, and the work it has done on its two bodies.
enum { BOOK_DAMPING, BOOK_FRICTION, BOOK_ROLLING, BOOK_PLASTIC, BOOK_WORK, BOOKS };
// Behind them stands what the friction book takes where the contact ends with the next step, J.
enum { BOOK_LET_GO = BOOKS, BOOK_COLUMNS };

// Columns of a wall contact's geometry: from the wall point to the centre; velocity of the wall there; curvature; wall
// spin.
enum { WALL_D, WALL_V = 3, WALL_CURVATURE = 6, WALL_SPIN = 7, WALL_COLUMNS = 10 };
// Of a contact of a grain with a core: normal from a to b, gap, share of the pair's stiffness, 1/Ra + 1/Rb of
// curvature, the contact seen from the centre of b, and from that of a. Where a is a wall: its velocity there instead,
// and its spin. Last comes by how much the overlap of the pair, which laws see, is more than the contact's own.
enum {
    GRAIN_N,
    GRAIN_GAP = 3,
    GRAIN_WEIGHT,
    GRAIN_CURVATURE,
    GRAIN_ARM_B,
    GRAIN_ARM_A = 9,
    GRAIN_V = 9,
    GRAIN_SPIN = 12,
    GRAIN_EXTRA = 15,
    GRAIN_COLUMNS = 16
};

// First column of each part; -1: not kept.
typedef struct history_layout {
    int closing, surface, spin, there, share, law[LAW_SLOTS], motion, turn, books;
    int depth; // the last column of motion, or -1
    int width;
    int sides;      // lines per contact of a ball and a wall
    int ball_sides; // of two balls
} history_layout;

history_layout history_layout_of(const law_set *set, bool extrapolate, bool cores, bool ledger);

#endif
