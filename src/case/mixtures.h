// mixtures.h - of which kinds the grains of an entry of `grains` or `streams` are: one shape and material, or a mixture.
#ifndef SCREE_CASE_MIXTURES_H
#define SCREE_CASE_MIXTURES_H

#include "case/reader.h"
#include "state/model.h"

// What one set of the entry consists of.
typedef struct mixture_kind {
    char name[128];      // of the part
    int shape, material; // -1: with a fault
    double fraction;
    const node *turn; // of its own, or NULL
} mixture_kind;

typedef struct mixture_kinds {
    int count; // 1: no mixture
    spread_by by;
    mixture_kind kind[MODEL_PARTS_MOST];
} mixture_kinds;

// Takes `shape` and `material`, or `mixture` and `by`. There is one kind at least.
void mixture_kinds_read(reader *reader, node *map, const model *model, mixture_kinds *out);
// The set that is part i of an entry of that name: its name, owned, and place. NULL without memory.
char *mixture_name(const mixture_kinds *kinds, int i, const char *entry, model_part *out);

#endif
