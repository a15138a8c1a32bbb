// books.h - what the books of a contact get in a step: the power of its forces at the time of the positions, and what
// they lose.
#ifndef SCREE_SMOOTH_BOOKS_H
#define SCREE_SMOOTH_BOOKS_H

#include "smooth/batch.h"

// What turns both surfaces, for the mean of the arms.
static inline vd3 spin_at_arm(const span *span, const batch *batch, int i)
{
    vd3 sum = get3(batch, C_SX, i);
    if (!span->set->unlike || span->bucket->kind != BUCKET_BALLS)
        return sum;
    vd tilt = get(batch, C_TILT, i);
    vd3 both = vd3_add(sum, vd3_scale(tilt / get(batch, C_ARM, i), get3(batch, C_APARTX, i)));
    return vd3_select(vd_gt(tilt * tilt, vd_set(0.0)), both, sum);
}

// The books take the motion itself at the time of the positions, not what the onset makes of it.
static inline void open_books(const span *span, batch *batch, int i)
{
    vd3 n = get3(batch, C_NX, i);
    vd3 v_now = brought_forward(span, span->layout->motion, i, get3(batch, C_VX, i));
    vd3 spin_now = brought_forward(span, span->layout->motion + 3, i, spin_at_arm(span, batch, i));
    double *pushed = span->bucket->history[span->layout->motion + 6] + span->from + i;
    vd push = get(batch, C_PUSH, i);
    // the part of the change of acceleration that this contact makes itself, which halves the error of the rest
    const vd jump = push - vd_load(pushed);
    const vd own = (0.5 * span->stepping->context.dt) * jump / get(batch, C_MEFF, i);
    const vd now = vd3_dot(v_now, n) + own;
    if (!span->observe)
        vd_store(pushed, push);
    const vd3 across = vd3_sub(v_now, vd3_scale(now, n));
    const vd3 turning = vd3_scale(get(batch, C_ARM, i), vd3_cross(n, spin_now));
    put3(batch, C_WX, i, vd3_add(across, turning));
    put(batch, C_LOSS, i, -(get(batch, C_DAMPING, i) * now));
    put(batch, C_WORK, i, push * now);
}

// The books of a moment: all that one against rolling or twisting takes is lost to rolling, its dashpot's as well.
static inline void couple_books(const span *span, batch *batch, int i)
{
    const vd3 now = brought_forward(span, span->layout->turn, i, get3(batch, C_OX, i));
    const vd braked = vd3_dot(get3(batch, C_EX, i), now);
    put(batch, C_BRAKED, i, vd_set(0.0) - braked);
    add(batch, C_WORK, i, vd3_dot(get3(batch, C_TX, i), now));
}

static void books_pass(span *span, batch *batch)
{
    double **kept = span->bucket->history + span->layout->books;
    const vd dt = vd_set(span->stepping->kick);
    for (int i = 0; i < span->count; i += LANES) {
        vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
        vd add[BOOKS] = {dt * get(batch, C_LOSS, i), get(batch, C_SLID, i), vd_set(0.0),
                         get(batch, C_PLASTIC, i), dt * get(batch, C_WORK, i)};
        if (span->set->couples)
            add[BOOK_ROLLING] =
                get(batch, C_LOST, i) + vd_keep(touch, dt * get(batch, C_BRAKED, i));
        for (int j = 0; j < BOOKS; j++) {
            double *at = kept[j] + span->from + i;
            // what a contact loses as it ends belongs to its books: of one that tears the springs, too, which are
            // without load then; of one that ends with touch nothing is left
            bool at_end =
                j == BOOK_PLASTIC || (span->set->far && (j == BOOK_FRICTION || j == BOOK_ROLLING));
            vd_store(at, vd_load(at) + (at_end ? add[j] : vd_keep(touch, add[j])));
        }
        double *let_go = kept[BOOK_LET_GO] + span->from + i;
        vd_store(let_go, vd_select(touch, vd_set(0.0), vd_load(let_go)));
    }
}

#endif
