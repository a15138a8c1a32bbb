// report.c - the worst that a step has met, and what is added up beside it.
#include "motion/stepping.h"

#include "base/mathlib.h"

// The worst kind wins, then the lowest ids: a choice that no order of blocks can change.
static bool is_worse(const report *report, trouble what, int64_t a, int64_t b)
{
    if (what != report->trouble)
        return what > report->trouble;
    if (a != report->a)
        return a < report->a;
    return b >= 0 && (report->b < 0 || b < report->b);
}

static void note(report *report, trouble what, int64_t a, int64_t b, bool wall)
{
    if (report->trouble != TROUBLE_NONE && !is_worse(report, what, a, b))
        return;
    report->trouble = what;
    report->a = a;
    report->b = b;
    report->wall = wall;
}

static void note_depth(report *report, int64_t a, int64_t b, bool wall, deep_overlap deep)
{
    const bool known =
        report->trouble == TROUBLE_DEEP && report->a == a && report->b == b && report->wall == wall;
    if (!known)
        note(report, TROUBLE_DEEP, a, b, wall);
    const bool told =
        report->trouble == TROUBLE_DEEP && report->a == a && report->b == b && report->wall == wall;
    if (told && !(known && deep.depth <= report->depth)) {
        report->depth = deep.depth;
        report->radius = deep.radius;
    }
}

static int64_t id_of(const stepping *stepping, int32_t slot)
{
    return slot < 0 ? -1 : stepping->context.body->id[slot];
}

void report_trouble(const stepping *stepping, report *report, trouble what, int32_t a,
                    int32_t other, bool wall)
{
    note(report, what, wall ? a : id_of(stepping, a), id_of(stepping, other), wall);
}

void report_too_deep(const stepping *stepping, report *report, int32_t a, int32_t b, bool wall,
                     deep_overlap deep)
{
    note_depth(report, wall ? a : id_of(stepping, a), id_of(stepping, b), wall, deep);
}

static void merge_books(report *all, const report *report)
{
    for (int j = 0; j < BOOKS; j++)
        exact_sum_merge(&all->ended[j], &report->ended[j]);
    const bool first = report->worst_a < all->worst_a ||
                       (report->worst_a == all->worst_a && report->worst_b < all->worst_b);
    if (report->worst > all->worst || (report->worst == all->worst && report->worst > 0 && first)) {
        all->worst = report->worst;
        all->worst_a = report->worst_a;
        all->worst_b = report->worst_b;
    }
}

void report_merge(report *all, const report *report, bool ledger)
{
    if (report->trouble == TROUBLE_DEEP)
        note_depth(all, report->a, report->b, report->wall,
                   (deep_overlap){report->depth, report->radius});
    else if (report->trouble != TROUBLE_NONE)
        note(all, report->trouble, report->a, report->b, report->wall);
    all->moved2 = real_max(all->moved2, report->moved2);
    all->speed2 = real_max(all->speed2, report->speed2);
    all->made += report->made;
    all->broken += report->broken;
    all->lost += report->lost;
    if (ledger)
        merge_books(all, report);
}
