// cells.h - balls by cells of a box, to ask for those near a ball; used when grains are placed and when a start is
// checked.
//
// Balls are sorted into classes of size, a factor of two wide, and each class has a grid of its own, whose cells are as
// wide as its largest ball. So a ball has few others in its cell and the neighbours, whatever the largest ball is: a
// hierarchical grid, as in V. Ogarko and S. Luding, Comput. Phys. Commun. 183, 931 (2012). All grids share one hash
// table, so that memory is linear in the number of balls, and empty space costs nothing. Not for the steps of a run,
// which have their own grid in search/.
#ifndef SCREE_SCENE_CELLS_H
#define SCREE_SCENE_CELLS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { CELLS_CLASSES = 2048 }; // as many as there are exponents of a double

// The balls of one class of size.
typedef struct cells_level {
    double largest;  // m, the largest radius with half of the gap
    int64_t size[3]; // cells per axis
    int64_t balls;   // that have been put in
    int64_t first;   // of the list of all of them, -1: none
} cells_level;

typedef struct cells {
    double low[3], length[3];
    bool periodic[3];
    double half_gap; // m, that a ball has around it
    int levels;      // classes that hold balls, the smallest first
    cells_level *level;
    int16_t level_of
        [CELLS_CLASSES]; // of each class; where no ball has this size, of the next larger one that has
    int64_t *bucket;     // first ball of each, -1: empty
    uint64_t buckets;    // a power of two
    int64_t *next;       // per ball: the next one of its bucket
    int64_t *next_in_level; // per ball: the next one of its level
    uint64_t *key;          // per ball: of its cell
} cells;

typedef struct cells_box {
    v3 low, high; // m
    bool periodic[3];
} cells_box;

// Grids for balls of these radii, none of which is in yet; balls are near each other where their surfaces are closer
// than `gap`, m. False: out of memory.
bool cells_make(cells *cells, const cells_box *box, double gap, const double *radius,
                int64_t balls);
void cells_clear(cells *cells);
// Centres outside of the box count to the nearest cell, and along a periodic axis to the cell of their image.
void cells_put(cells *cells, int64_t ball, v3 at, double radius);
// The difference `to` - `from`, the shortest where an axis is periodic.
v3 cells_between(const cells *cells, v3 from, v3 to);

// A walk through the balls near a ball.
typedef struct cells_walk {
    const cells *cells;
    double at[3], radius;     // m, with half of the gap
    int level;                // that is walked through
    int64_t from[3], most[3]; // cells of this level: the first, and how many along each axis
    int64_t cell;             // of these, that is walked through
    uint64_t key;             // of it
    int64_t ball;             // the next one to look at, -1: none in this cell
    bool whole;               // the whole level is walked through, ball by ball
    int64_t looked;           // how many balls have been looked at
} cells_walk;

// All balls that are near a ball of this radius there, and some that are not; one may come twice. `larger`: only those
// of the same class of size or of a larger one, which costs little whatever the sizes are; smaller ones cost a look
// into each cell around the ball, or at each ball of a class, whichever is less.
cells_walk cells_around(const cells *cells, v3 at, double radius, bool larger);
// The next of these balls, -1: there is none.
int64_t cells_next(cells_walk *walk);

#endif
