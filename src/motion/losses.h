// losses.h - what the grains of each set have lost since the ledger was opened, by mechanism, J.
//
// Half of what a contact loses is of each of its two grains, all of it of a grain at a wall; what a damper or a force without
// a potential takes is of the grain it acts on. Halves are exact and so are the sums, whatever thread or part adds them.
#ifndef SCREE_MOTION_LOSSES_H
#define SCREE_MOTION_LOSSES_H

#include "base/exact_sum.h"
#include "contact/layout.h"

#include <stddef.h>
#include <stdint.h>

// Mechanisms: those of the books of contacts come first, under their own numbers.
enum { LOSS_DRAG = BOOK_PLASTIC + 1, LOSSES };

// `of_sets`: LOSSES sums a set; NULL: nobody wants them. `set` of a wall is below 0.
static inline void losses_add(exact_sum *of_sets, int32_t set, int mechanism, double lost)
{
    if (of_sets && set >= 0)
        exact_sum_add(&of_sets[(size_t)LOSSES * (size_t)set + (size_t)mechanism], lost);
}

// What each of the two has of it; of what a contact stores, too.
static inline double losses_share(int32_t set_a, int32_t set_b, double lost)
{
    return set_a < 0 || set_b < 0 ? lost : 0.5 * lost;
}

// Of a contact; `book` may be that of the work, which is no loss.
static inline void losses_add_contact(exact_sum *of_sets, int32_t set_a, int32_t set_b, int book,
                                      double lost)
{
    if (book == BOOK_WORK)
        return;
    const double share = losses_share(set_a, set_b, lost);
    losses_add(of_sets, set_a, book, share);
    losses_add(of_sets, set_b, book, share);
}

#endif
