// picture_numbers.h - the numbers beside a picture: units that make them handy, round lengths, the marks of a bar.
#ifndef SCREE_DRAW_PICTURE_NUMBERS_H
#define SCREE_DRAW_PICTURE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

enum { PICTURE_NUMBER = 24, PICTURE_TICKS = 10 };

typedef struct picture_unit {
    double size, from; // in SI; the greatest number is at least this, in SI
    const char *prefix;
} picture_unit;

// The prefix for numbers up to `most` in SI. A unit that is made of several has none, nor has what has no unit.
const picture_unit *picture_unit_of(const char *base, double most);

// The greatest of 1, 2 and 5 times a power of ten that is no more.
double picture_round_below(double value);

// Round numbers from one end of a bar to the other; all have the same decimals.
typedef struct picture_ticks {
    double first, step;
    int count, decimals;
} picture_ticks;

picture_ticks picture_ticks_of(double low, double high, int steps);
void picture_write_tick(char out[PICTURE_NUMBER], const picture_ticks *ticks, int k);

#endif
