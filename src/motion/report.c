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
    bool alone = report->b < 0;
    return b >= 0 && (alone || b < report->b);
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

static bool tells_depth_of(const report *report, int64_t a, int64_t b, bool wall)
{
    if (report->trouble != TROUBLE_DEEP)
        return false;
    return report->a == a && report->b == b && report->wall == wall;
}

static void note_depth(report *report, int64_t a, int64_t b, bool wall, deep_overlap deep)
{
    bool known = tells_depth_of(report, a, b, wall);
    if (!known)
        note(report, TROUBLE_DEEP, a, b, wall);
    bool told = tells_depth_of(report, a, b, wall);
    bool deeper_known = known && deep.depth <= report->depth;
    if (told && !deeper_known) {
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
    int64_t id_a = wall ? a : id_of(stepping, a);
    int64_t id_b = id_of(stepping, other);
    note(report, what, id_a, id_b, wall);
}

void report_too_deep(const stepping *stepping, report *report, int32_t a, int32_t b, bool wall,
                     deep_overlap deep)
{
    int64_t id_a = wall ? a : id_of(stepping, a);
    int64_t id_b = id_of(stepping, b);
    note_depth(report, id_a, id_b, wall, deep);
}

// Of two contacts that are equally bad, the one with the lower ids is told.
static bool has_lower_ids(const report *one, const report *other)
{
    if (one->worst_a != other->worst_a)
        return one->worst_a < other->worst_a;
    return one->worst_b < other->worst_b;
}

static bool has_worse_contact(const report *one, const report *other)
{
    if (one->worst != other->worst)
        return one->worst > other->worst;
    return one->worst > 0 && has_lower_ids(one, other);
}

static void merge_books(report *all, const report *report)
{
    for (int j = 0; j < BOOKS; j++)
        exact_sum_merge(&all->ended[j], &report->ended[j]);
    if (has_worse_contact(report, all)) {
        all->worst = report->worst;
        all->worst_a = report->worst_a;
        all->worst_b = report->worst_b;
    }
}

// What a law answered goes with the contact that is told.
static void take_answer(report *all, const report *report)
{
    if (all->trouble != report->trouble || all->a != report->a || all->b != report->b ||
        all->wall != report->wall)
        return;
    all->depth = report->depth;
    all->radius = report->radius;
    all->fault = report->fault;
}

void report_merge(report *all, const report *report, bool ledger)
{
    if (report->trouble == TROUBLE_DEEP) {
        deep_overlap deep = {report->depth, report->radius};
        note_depth(all, report->a, report->b, report->wall, deep);
    } else if (report->trouble != TROUBLE_NONE) {
        note(all, report->trouble, report->a, report->b, report->wall);
        take_answer(all, report);
    }
    all->moved2 = real_max(all->moved2, report->moved2);
    all->speed2 = real_max(all->speed2, report->speed2);
    all->made += report->made;
    all->broken += report->broken;
    all->lost += report->lost;
    if (ledger)
        merge_books(all, report);
}
