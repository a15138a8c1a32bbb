// report.c - the worst that a step has met, and what is added up beside it.
#include "motion/stepping.h"

#include "base/mathlib.h"

// The worst kind wins, then the lowest ids: a choice that no order of blocks can change.
static bool is_worse(const report *r, trouble what, int64_t a, int64_t b)
{
    if (what != r->trouble)
        return what > r->trouble;
    if (a != r->a)
        return a < r->a;
    return b >= 0 && (r->b < 0 || b < r->b);
}

static void note(report *r, trouble what, int64_t a, int64_t b, bool wall)
{
    if (r->trouble != TROUBLE_NONE && !is_worse(r, what, a, b))
        return;
    r->trouble = what;
    r->a = a;
    r->b = b;
    r->wall = wall;
}

static void note_depth(report *r, int64_t a, int64_t b, bool wall, double depth, double radius)
{
    const bool known = r->trouble == TROUBLE_DEEP && r->a == a && r->b == b && r->wall == wall;
    if (!known)
        note(r, TROUBLE_DEEP, a, b, wall);
    const bool told = r->trouble == TROUBLE_DEEP && r->a == a && r->b == b && r->wall == wall;
    if (told && !(known && depth <= r->depth)) {
        r->depth = depth;
        r->radius = radius;
    }
}

static int64_t id_of(const stepping *s, int32_t slot)
{
    return slot < 0 ? -1 : s->context.body->id[slot];
}

void report_trouble(const stepping *s, report *r, trouble what, int32_t a, int32_t other, bool wall)
{
    note(r, what, wall ? a : id_of(s, a), id_of(s, other), wall);
}

void report_too_deep(const stepping *s, report *r, int32_t a, int32_t b, bool wall, double depth,
                     double radius)
{
    note_depth(r, wall ? a : id_of(s, a), id_of(s, b), wall, depth, radius);
}

static void merge_books(report *all, const report *r)
{
    for (int j = 0; j < BOOKS; j++)
        exact_sum_merge(&all->ended[j], &r->ended[j]);
    const bool first =
        r->worst_a < all->worst_a || (r->worst_a == all->worst_a && r->worst_b < all->worst_b);
    if (r->worst > all->worst || (r->worst == all->worst && r->worst > 0 && first)) {
        all->worst = r->worst;
        all->worst_a = r->worst_a;
        all->worst_b = r->worst_b;
    }
}

void report_merge(report *all, const report *r, bool ledger)
{
    if (r->trouble == TROUBLE_DEEP)
        note_depth(all, r->a, r->b, r->wall, r->depth, r->radius);
    else if (r->trouble != TROUBLE_NONE)
        note(all, r->trouble, r->a, r->b, r->wall);
    all->moved2 = real_max(all->moved2, r->moved2);
    all->speed2 = real_max(all->speed2, r->speed2);
    all->made += r->made;
    all->broken += r->broken;
    all->lost += r->lost;
    if (ledger)
        merge_books(all, r);
}
