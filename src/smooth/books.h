// books.h - what the books of a contact get in a step: the power of its forces at the time of the positions, and what
// they lose (docs/energy.md).
#ifndef SCREE_SMOOTH_BOOKS_H
#define SCREE_SMOOTH_BOOKS_H

#include "smooth/batch.h"

// What turns both surfaces, for the mean of the arms.
static inline vd3 spin_at_arm(group group, bool unlike)
{
    const vd3 sum = get3(group, C_SX);
    if (!unlike)
        return sum;
    const vd tilt = get(group, C_TILT);
    const vd over_mean = tilt / get(group, C_ARM);
    const vd3 apart = vd3_scale(over_mean, get3(group, C_APARTX));
    const vm own = vd_gt(tilt * tilt, vd_set(0.0));
    return vd3_select(own, vd3_add(sum, apart), sum);
}

// The books take the motion itself at the time of the positions, not what the onset makes of it.
INLINE void open_books(const span *span, group group, bool unlike)
{
    const int motion = span->layout->motion;
    const vd3 n = get3(group, C_NX);
    const vd3 velocity = brought_forward(span, motion, group.i, get3(group, C_VX));
    const vd3 spin = brought_forward(span, motion + 3, group.i, spin_at_arm(group, unlike));
    double *pushed = history_at(span, motion + 6, group.i);
    const vd push = get(group, C_PUSH);
    // the part of the change of acceleration that this contact makes itself, which halves the error of the rest
    const vd jump = push - vd_load(pushed);
    const vd own = (0.5 * slip_time(span)) * jump / get(group, C_MEFF);
    const vd parting = vd3_dot(velocity, n) + own;
    if (!span->observe)
        vd_store(pushed, push);
    const vd3 turning = vd3_scale(get(group, C_ARM), vd3_cross(n, spin));
    put3(group, C_WX, vd3_add(across(velocity, parting, n), turning));
    put(group, C_LOSS, -(get(group, C_DAMPING) * parting));
    put(group, C_WORK, push * parting);
}

// The books of a moment: all that one against rolling or twisting takes is lost to rolling, its dashpot's as well.
static inline void couple_books(const span *span, group group)
{
    const vd3 spin = brought_forward(span, span->layout->turn, group.i, get3(group, C_OX));
    const vd braked = vd3_dot(get3(group, C_EX), spin);
    put(group, C_BRAKED, vd_set(0.0) - braked);
    add(group, C_WORK, vd3_dot(get3(group, C_TX), spin));
}

// Does a contact that ends in this step book its losses of that kind still? What it loses as it ends belongs to its
// books: of one that tears the springs, too, which are without load then; of one that ends with touch nothing is left.
static inline bool booked_at_end(const span *span, int book)
{
    const bool springs = book == BOOK_FRICTION || book == BOOK_ROLLING;
    return book == BOOK_PLASTIC || (span->set->far && springs);
}

// Which books there is something to put into.
typedef struct books_kind {
    bool rolling, plastic;
} books_kind;

INLINE void book(const span *span, group group, int book, vd added)
{
    double *kept = history_at(span, span->layout->books + book, group.i);
    const bool at_end = booked_at_end(span, book);
    const vd more = at_end ? added : vd_keep(live(group), added);
    vd_store(kept, vd_load(kept) + more);
}

INLINE void books_lane(const span *span, group group, const books_kind kind)
{
    const vd kick = vd_set(span->stepping->kick);
    const vm lives = live(group);
    const vd rubbed = vd_keep(lives, kick * get(group, C_RUBBED));
    book(span, group, BOOK_DAMPING, kick * get(group, C_LOSS));
    book(span, group, BOOK_FRICTION, get(group, C_SLID) + rubbed);
    if (kind.rolling) {
        const vd braked = vd_keep(lives, kick * get(group, C_BRAKED));
        book(span, group, BOOK_ROLLING, get(group, C_LOST) + braked);
    }
    if (kind.plastic)
        book(span, group, BOOK_PLASTIC, get(group, C_PLASTIC));
    book(span, group, BOOK_WORK, kick * get(group, C_WORK));
    double *let_go = history_at(span, span->layout->books + BOOK_LET_GO, group.i);
    const vd held = vd_load(let_go);
    const vm holds = vd_gt(vd_abs(held), vd_set(0.0));
    // Nearly all hold nothing, and what is not written stays clean in the caches.
    if (RARELY(vm_bits(holds) != 0))
        vd_store(let_go, vd_select(lives, vd_set(0.0), held));
}

static inline void books_pass(const span *span, batch *batch)
{
    const books_kind kind = {.rolling = span->set->couples, .plastic = true};
    for (int i = 0; i < span->count; i += LANES)
        books_lane(span, (group){batch, i}, kind);
}

#endif
