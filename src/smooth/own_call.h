// own_call.h - a law of a program is asked for the contacts of a batch in one call; what is wrong with the answers is noted.
//
// The function sees contacts alone, not those that fill up the last vector.
#ifndef SCREE_SMOOTH_OWN_CALL_H
#define SCREE_SMOOTH_OWN_CALL_H

#include "law/own_vectors.h"
#include "smooth/batch.h"

_Static_assert((int)BATCH <= (int)SCREE_LAW_MOST, "a batch is one call");

static inline void own_call_begin(const span *span, int slot, own_batch *asked)
{
    const int left = span->bucket->count - span->from;
    own_begin(asked, span->set->k[slot], left < span->count ? left : span->count);
    asked->pair[SCREE_LAW_STEP] = slip_time(span);
}

// What contacts keep for the law itself stands behind what the library keeps.
static inline void own_kept_tell(const span *span, int slot, own_batch *asked)
{
    const int first = own_before(own_law(span->set->k[slot]));
    const int column = span->layout->law[slot];
    for (int j = first; j < span->set->history[slot]; j++)
        for (int i = 0; i < span->count; i += LANES)
            vd_store(asked->kept[j - first] + i, vd_load(history_at(span, column + j, i)));
}

static inline void own_kept_hear(const span *span, int slot, const own_batch *asked)
{
    const int first = own_before(own_law(span->set->k[slot]));
    const int column = span->layout->law[slot];
    for (int j = first; j < span->set->history[slot] && !span->observe; j++)
        for (int i = 0; i < span->count; i += LANES)
            vd_store(history_at(span, column + j, i), vd_load(asked->kept[j - first] + i));
}

static inline void own_call(span *span, int slot, own_batch *asked)
{
    own_wrong wrong = own_ask(own_law(span->set->k[slot]), asked);
    if (MOSTLY(wrong.what == OWN_RIGHT) || !own_is_worse(wrong.what, span->fault.wrong.what))
        return;
    wrong.contact += span->from;
    span->fault = (law_fault){wrong, slot};
}

#endif
