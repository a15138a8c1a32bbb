// save.h - contacts of the smooth solver in an image.
#ifndef SCREE_SMOOTH_SAVE_H
#define SCREE_SMOOTH_SAVE_H

#include "base/fail.h"
#include "contact/layout.h"
#include "law/registry.h"
#include "motion/transport.h"
#include "state/image.h"

// Of a saved history: first columns of its parts, and its width. Older snapshots do not tell the parts from the second
// to the fourth.
enum {
    LAYOUT_PARTS = LAW_SLOTS + 8,
    LAYOUT_NUMBERS = LAYOUT_PARTS + 1,
    LAYOUT_SINCE = 3,
    LAYOUT_OLDER = LAYOUT_NUMBERS - LAYOUT_SINCE
};

// First columns of the parts of a contact's history, in the order of a snapshot, and behind them its width; -1: it has no
// such part.
void save_parts(const history_layout *layout, int64_t first[LAYOUT_NUMBERS]);

// For the table of the solver (motion/solver.h); the state is that of forces.h.
bool save_contacts(void *state, const transport *with, image *im);
scree_status load_contacts(void *state, const image *im, scree_error *error);
// A branch may have another integrator or other dashpots, which want what the run before did not keep.
void open_dashpots(void *state, const image *im);

#endif
