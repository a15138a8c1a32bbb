// mixture.h - the order in which the grains of a mixture come: by turns, so that every beginning of the row has the shares
// of the whole.
//
// An entry of a case whose grains are of several kinds is one set of the model for each. Which comes next is settled as a
// processor is shared among tasks (C. L. Liu and J. W. Layland, J. ACM 20, 46, 1973): of the kinds that would not come
// too early, the one that would be late first. When a kind has made m of the whole M, and its next grain counts w, it
// comes too early where m >= f (M + w), and is late from M = (m + w) / f on. By number no kind is ever a whole grain away
// from its share f M; by mass or volume none is ahead by more than its own grain.
#ifndef SCREE_SCENE_MIXTURE_H
#define SCREE_SCENE_MIXTURE_H

#include "base/random.h"
#include "state/model.h"

typedef struct mixture_part {
    int set; // of the model, streams after sets
    double share;
    double made;   // number, kg or m^3
    rng sizes;     // of its radii
    double radius; // of its next grain, m
    double counts; // what that grain counts
} mixture_part;

typedef struct mixture {
    const model *model;
    spread_by by;
    int parts;
    double made; // of all parts
    mixture_part part[MODEL_PARTS_MOST];
} mixture;

typedef struct mixture_grain {
    int part, set;
    double radius; // m
} mixture_grain;

// The grains of the entry of the model whose first set is `set`; radii are drawn from the streams `first`, `first` + 16,
// ... of the seed. An entry of one set is a mixture of one part.
void mixture_begin(mixture *mixture, const model *model, int set, uint64_t seed, uint64_t first);
mixture_grain mixture_next(mixture *mixture);

// By number, of each grain of the entry to which the set belongs: how likely it is of this set. 1 where it is no mixture.
double mixture_number_share(const model *model, int set);
// The mean mass of all grains of that entry, kg.
double mixture_mean_mass(const model *model, int set);

#endif
