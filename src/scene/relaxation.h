// relaxation.h - balls that overlap in a box are moved apart until none does.
//
// Each two that overlap push each other apart by a force as large as their overlap, and so do the walls of the box: the
// energy is half the sum of the squares of the overlaps. It is brought down from wherever the balls are (C. S. O'Hern, L.
// E. Silbert, A. J. Liu and S. R. Nagel, Phys. Rev. E 68, 011306, 2003) by motion that is turned downhill and stopped as
// it goes uphill (E. Bitzek et al., Phys. Rev. Lett. 97, 170201, 2006: FIRE; order of its steps by J. Guenole et al.,
// Comput. Mater. Sci. 175, 109584, 2020). Balls are a little larger than they are meant to be, so that those meant are
// free of each other after a finite number of rounds. Below random close packing the energy comes down to nothing; above
// it stays, and forces balance each other. Before that balls grow to their sizes from a tenth less, with the motion of a
// gas that cools meanwhile: the longer that takes, the denser they can lie (P. Chaudhuri, L. Berthier and S. Sastry, Phys.
// Rev. Lett. 104, 165701, 2010), as in the growth of B. D. Lubachevsky and F. H. Stillinger, J. Stat. Phys. 60, 561, 1990.
//
// Each ball adds up the forces on it in the order of the numbers of the others, and sums over all balls are made over
// runs of fixed length: any number of threads gives the same bits.
#ifndef SCREE_SCENE_RELAXATION_H
#define SCREE_SCENE_RELAXATION_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct relaxation {
    // ---- what is asked
    v3 low, high;     // m; periodic axes are those of the domain
    bool periodic[3]; // distances are those of the nearest images
    bool walled[3];   // balls stay between wall_low and wall_high
    v3 wall_low, wall_high;
    // How deep a ball of that radius stands in other boundaries, m; 0: in none. It is pushed out along the steepest way.
    // NULL: there are none.
    double (*depth)(const void *boundary, v3 at, double radius);
    const void *boundary;
    bool flat;     // z stays
    int64_t balls; // the first `fixed` of them do not move
    int64_t fixed;
    v3 *at;             // m, where they are and where they go
    const double *size; // radius with half of the least gap, m
    int64_t most;       // rounds
    int64_t growing;    // of these, in which balls grow to their sizes and are agitated
    // ---- what became of it
    int64_t rounds;
    int64_t overlaps; // pairs, and balls at walls, that still overlap
    double deepest;   // of them, as a part of the sum of the two sizes
    bool jammed;      // the forces balance each other
} relaxation;

// False: out of memory.
bool relax(relaxation *is);

// ---- neighbours (relaxation_lists.c)

// Of each ball those whose surfaces are nearer than `skin`, in the order of their numbers.
typedef struct relaxation_lists {
    double skin;    // m
    int64_t *first; // balls + 1
    int32_t *other; // first[balls] entries
    int64_t room;
} relaxation_lists;

bool relaxation_lists_make(relaxation_lists *lists, const relaxation *is);
void relaxation_lists_clear(relaxation_lists *lists);

static inline double relaxation_nearest(double way, double length)
{
    const double half = 0.5 * length;
    return way > half ? way - length : way < -half ? way + length : way;
}

// The way from one place to another, by the nearest image; both are less than half of the box outside of it.
static inline v3 relaxation_between(const relaxation *is, v3 from, v3 to)
{
    v3 way = v3_sub(to, from);
    if (is->periodic[0])
        way.x = relaxation_nearest(way.x, is->high.x - is->low.x);
    if (is->periodic[1])
        way.y = relaxation_nearest(way.y, is->high.y - is->low.y);
    if (is->periodic[2])
        way.z = relaxation_nearest(way.z, is->high.z - is->low.z);
    return way;
}

#endif
