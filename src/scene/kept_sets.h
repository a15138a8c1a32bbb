// kept_sets.h - what an image tells of the sets of its case: names, shapes and materials, so that another case can begin
// with its grains (packing_snapshot.c). No part of the state: the group `case/` does not count in its hash.
#ifndef SCREE_SCENE_KEPT_SETS_H
#define SCREE_SCENE_KEPT_SETS_H

#include "state/image.h"
#include "state/model.h"

#include <stdbool.h>

// The form of the grains of a set, in the numbers of its row.
enum { FORM_DIMENSIONS, FORM_BALLS, FORM_RADIUS, FORM_VOLUME, FORM_INERTIA, FORM_NUMBERS = 7 };

// Names are borrowed from the image.
typedef struct kept_set {
    const char *name, *entry, *shape, *material; // `entry` of a mixture, else the name
    const double *form;                          // a ball of any size: no balls, radius 0
} kept_set;

typedef struct kept_sets {
    kept_set *set; // owned
    int count;
} kept_sets;

// The domain of the other case, in the order of its row; a period is 0 where the axis is not periodic.
enum { DOMAIN_LOW, DOMAIN_PERIOD = 3, DOMAIN_NUMBERS = 6 };

// Notes the sets of a case, streams behind the grains; false without memory.
bool kept_sets_save(const model *model, image *im);
// The form of the grains of a set of this case, in `form`.
void kept_sets_form(const model *model, int set, double form[FORM_NUMBERS]);
// Finds the sets of an image; count 0 where it does not tell of them, or what it tells is damaged. False without memory.
bool kept_sets_find(const image *im, kept_sets *out);
// The periods of the domain of an image, of a cell those that it has now, m; 0 along axes that have none.
v3 kept_periods(const image *im);

#endif
