// chains.h - force chains of a moment: the strongest contacts as rods from centre to centre. Where the grains were seen later than
// the forces, the rods go with the grains, so that a picture does not stand still between two looks at forces.
#ifndef SCREE_VIEW_CHAINS_H
#define SCREE_VIEW_CHAINS_H

#include "view/source.h"

typedef struct chain {
    v3 a, b;      // m
    double force; // N, along the normal
} chain;

typedef struct chains {
    chain *rod; // owned
    int64_t count;
    int64_t contacts; // of which these are the strongest
    double time;      // s, of the forces
} chains;

// The `most` strongest contacts of a moment that has some, in its order. Rods of contacts that have parted since are left out, and
// so are those of grains that have gone or crossed a border. false: no memory; chains_clear is for both.
bool chains_find(chains *out, const view_moment *moment, int64_t most);
void chains_clear(chains *chains);

#endif
