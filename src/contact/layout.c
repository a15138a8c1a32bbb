// layout.c - see layout.h.
#include "contact/layout.h"

static int take(int *width, int columns)
{
    int first = columns > 0 ? *width : -1;
    *width += columns > 0 ? columns : 0;
    return first;
}

history_layout history_layout_of(const law_set *set, bool extrapolate, bool cores, bool ledger)
{
    history_layout l = {0};
    const bool drags = set->onset[LAW_TANGENTIAL] >= 0;
    const bool rolls = set->onset[LAW_ROLLING] >= 0;
    const bool twists = set->onset[LAW_TWISTING] >= 0;
    // where overlaps may jump, motion alone does not tell what they were
    const bool jumps = ledger && (cores || set->far);
    const int closing = extrapolate && !drags ? 1 : 0;
    const int surface = extrapolate && drags ? 3 : 0;
    const int spin = extrapolate && (rolls || twists) ? 3 : 0;
    const int motion = ledger ? 10 : 0;
    const int turn = ledger && set->couples ? 3 : 0;
    l.closing = take(&l.width, closing);
    l.surface = take(&l.width, surface);
    l.spin = take(&l.width, spin);
    l.there = take(&l.width, set->far ? 1 : 0);
    l.share = take(&l.width, cores ? 1 : 0);
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        l.law[slot] = take(&l.width, set->history[slot]);
    l.motion = take(&l.width, motion + jumps);
    l.depth = jumps ? l.motion + motion : -1;
    l.turn = take(&l.width, turn);
    l.books = take(&l.width, ledger ? BOOK_COLUMNS : 0);
    l.sides = set->couples ? 2 : 1;
    l.ball_sides = set->couples || set->unlike ? 2 : 1;
    return l;
}
