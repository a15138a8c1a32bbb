// spread.h - size distributions: what they are by number, by mass or by volume, their moments and quantiles.
//
// A distribution says which share of all grains, or of their mass or volume, has which size. With density w(x) of what
// `by` counts, the density by number is n(x) ~ w(x) x^-p, p = 3 (2D: 2) by mass or volume and 0 by number. All are cut
// off at `from` and `to`, and shares are those between the limits:
//   uniform        w = const
//   normal         w ~ exp(-(x - mean)^2 / (2 deviation^2))
//   lognormal      the same of ln x, the mean of x being `mean`: ln x has the mean ln(mean) - deviation^2 / 2
//   Rosin-Rammler  1 - exp(-(x / size)^exponent) is finer than x (P. Rosin, E. Rammler, J. Inst. Fuel 7, 29, 1933; the
//                  distribution of W. Weibull, J. Appl. Mech. 18, 293, 1951)
//   table          sizes with shares, or how much is finer than each of some sizes, linear in between or in steps
// Draws are in base/random.h.
#ifndef SCREE_BASE_SPREAD_H
#define SCREE_BASE_SPREAD_H

#include "base/row.h"

// A part of a distribution that is drawn from at once, and the sum of the weights up to its end. Of a table the weight is
// by number; else that of an upper bound of the density by number, see rng_spread.
typedef struct spread_piece {
    double low, high, until;
} spread_piece;

typedef struct spread_table {
    int sizes;    // 0: no table, pieces alone
    bool shares;  // `part` has shares of sizes; else how much is finer
    bool steps;   // the curve has steps at the sizes
    double *size; // ascending; as the case has them
    double *part;
    int pieces;
    spread_piece *piece;
} spread_table;

// As a case spells them, by kind and by what is counted; there is no word for a fixed value.
enum { SPREAD_KINDS = SPREAD_TABLE + 1, SPREAD_COUNTS = SPREAD_BY_VOLUME + 1 };
extern const char *const spread_kind_names[SPREAD_KINDS], *const spread_by_names[SPREAD_COUNTS];

// The table of a spread with room for so many sizes; NULL: out of memory.
spread_table *spread_table_make(int sizes);
// Makes what follows from the values: mean and pieces. The values must be sound. Returns false without memory.
bool spread_close(spread *spread);
// Is something left of it between its limits?
bool spread_has_share(const spread *spread);
void spread_clear(spread *spread);
// All sizes times `factor`; closes it again.
bool spread_scale(spread *spread, double factor);

// By number: the mean of the value and of its power, the share below x, the value below which the share q is.
double spread_mean(const spread *spread);
double spread_moment(const spread *spread, double power);
double spread_share(const spread *spread, double x);
double spread_quantile(const spread *spread, double share);
// Few sizes in place of all: classes with equal shares of what `by` counts, each with the size whose power `dimensions` is
// the mean of its class; single sizes of a table stay what they are. Sets up to `most` of them; returns how many.
typedef struct spread_class {
    double size, share; // share: by number
} spread_class;
int spread_classes(const spread *spread, int dimensions, int most, spread_class *out);
double spread_least(const spread *spread); // no value is below
double spread_most(const spread *spread);  // or above

#endif
