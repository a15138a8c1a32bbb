// aim.h - what something is to hold and what it holds, step by step: their means over the last part of a time of any length.
//
// Steps are summed in bins of equal width. When all are full, two and two become one, and those to come are twice as wide; so
// the last quarter of all steps is known but for a bin, of 16 to 32 that have steps. It is a look, no part of the state.
#ifndef SCREE_MOTION_AIM_H
#define SCREE_MOTION_AIM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { AIM_BINS = 32, AIM_STEPS = 64 }; // fewer steps say nothing

typedef struct aim_book {
    double wanted[AIM_BINS], held[AIM_BINS], size[AIM_BINS]; // sums; size: of |wanted|
    int64_t steps;                                           // so far
    int64_t width;                                           // steps of a bin; 0: none yet
} aim_book;

// Means over the last quarter of the steps so far.
typedef struct aim_means {
    double wanted, held; // with their signs
    double size;         // of |wanted|
    double steps;        // of which they are
} aim_means;

static inline void aim_add(aim_book *book, double wanted, double held)
{
    if (book->width == 0)
        book->width = 1;
    if (book->steps == AIM_BINS * book->width) {
        for (int i = 0; i < AIM_BINS / 2; i++) {
            book->wanted[i] = book->wanted[2 * i] + book->wanted[2 * i + 1];
            book->held[i] = book->held[2 * i] + book->held[2 * i + 1];
            book->size[i] = book->size[2 * i] + book->size[2 * i + 1];
        }
        for (int i = AIM_BINS / 2; i < AIM_BINS; i++) {
            book->wanted[i] = 0;
            book->held[i] = 0;
            book->size[i] = 0;
        }
        book->width *= 2;
    }
    const int64_t bin = book->steps / book->width;
    book->wanted[bin] += wanted;
    book->held[bin] += held;
    book->size[bin] += fabs(wanted);
    book->steps++;
}

// False: there were too few steps.
static inline bool aim_judge(const aim_book *book, aim_means *out)
{
    *out = (aim_means){.steps = 0};
    if (book->steps < AIM_STEPS)
        return false;
    const int64_t first = 3 * book->steps / 4 / book->width;
    for (int64_t i = first; i < AIM_BINS; i++) {
        out->wanted += book->wanted[i];
        out->held += book->held[i];
        out->size += book->size[i];
    }
    out->steps = (double)(book->steps - first * book->width);
    out->wanted /= out->steps;
    out->held /= out->steps;
    out->size /= out->steps;
    return true;
}

#endif
