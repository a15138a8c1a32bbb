// report.c - the worst that a step has met.
#include "motion/stepping.h"

// The worst kind wins, then the lowest ids: a choice that no order of blocks can change.
void report_trouble(const stepping *s, report *r, trouble what, int32_t a, int32_t other, bool wall)
{
    const int32_t *id = s->context.body->id;
    if (r->trouble != TROUBLE_NONE) {
        if (what < r->trouble)
            return;
        int32_t mine = wall ? a : id[a];
        int32_t theirs = r->wall ? r->a : id[r->a];
        if (what == r->trouble && mine > theirs)
            return;
        if (what == r->trouble && mine == theirs &&
            (other < 0 || (r->b >= 0 && id[other] >= id[r->b])))
            return;
    }
    r->trouble = what;
    r->a = a;
    r->b = other;
    r->wall = wall;
}

static bool tells_of(const report *r, int32_t a, int32_t b, bool wall)
{
    return r->trouble == TROUBLE_DEEP && r->a == a && r->b == b && r->wall == wall;
}

void report_too_deep(const stepping *s, report *r, int32_t a, int32_t b, bool wall, double depth,
                     double radius)
{
    bool known = tells_of(r, a, b, wall);
    if (!known)
        report_trouble(s, r, TROUBLE_DEEP, a, b, wall);
    if (tells_of(r, a, b, wall) && !(known && depth <= r->depth)) {
        r->depth = depth;
        r->radius = radius;
    }
}
