// near_choose.c - the search compiled for each kernel width, and what is common to all.
#include "search/near.h"

#include <stdlib.h>
#include <string.h>

enum { PARTNERS_FEW = 32 };

near_search scree_near_1;
#ifdef SCREE_HAVE_WIDTH_2
near_search scree_near_2;
#endif
#ifdef SCREE_HAVE_WIDTH_4
near_search scree_near_4;
#endif
#ifdef SCREE_HAVE_WIDTH_8
near_search scree_near_8;
#endif

near_search *near_choose(int width)
{
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return scree_near_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return scree_near_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return scree_near_2;
#endif
    (void)width;
    return scree_near_1;
}

void near_pairs_free(near_pairs *p)
{
    free(p->i);
    free(p->j);
    free(p->level);
    memset(p, 0, sizeof *p);
}

void near_scratch_free(near_scratch *s)
{
    for (int m = 0; m <= GRID_LEVELS_MOST; m++) {
        near_around *a = m < GRID_LEVELS_MOST ? &s->around[m] : &s->ball;
        free(a->x);
        free(a->y);
        free(a->z);
        free(a->r);
        free(a->slot);
    }
    free(s->hit);
    free(s->partner);
    memset(s, 0, sizeof *s);
}

static bool pairs_reserve(near_pairs *p, int64_t need)
{
    if (need <= p->room)
        return true;
    int64_t room = need + need / 2 + 1024;
    int32_t *i = realloc(p->i, (size_t)room * sizeof *i);
    if (i)
        p->i = i;
    int32_t *j = realloc(p->j, (size_t)room * sizeof *j);
    if (j)
        p->j = j;
    uint8_t *level = realloc(p->level, (size_t)room);
    if (level)
        p->level = level;
    if (!i || !j || !level)
        return false;
    p->room = room;
    return true;
}

bool near_pairs_add(near_pairs *p, int32_t i, int32_t j, int level)
{
    if (!pairs_reserve(p, p->count + 1))
        return false;
    p->i[p->count] = i;
    p->j[p->count] = j;
    p->level[p->count++] = (uint8_t)level;
    return true;
}

static int by_slot(const void *p, const void *q)
{
    int32_t a = *(const int32_t *)p;
    int32_t b = *(const int32_t *)q;
    return (a > b) - (a < b);
}

int near_partners(const near_task *t, int32_t i, near_scratch *s)
{
    int n = t->partners(t->context, i, s->partner, s->partner_room);
    if (n > s->partner_room) {
        int32_t room = n + n / 2 + PARTNERS_FEW;
        int32_t *grown = realloc(s->partner, (size_t)room * sizeof *grown);
        if (!grown)
            return -1;
        s->partner = grown;
        s->partner_room = room;
        n = t->partners(t->context, i, s->partner, room);
    }
    if (n > PARTNERS_FEW)
        qsort(s->partner, (size_t)n, sizeof *s->partner, by_slot);
    return n;
}

bool near_among(const int32_t *partner, int n, int32_t j)
{
    if (n > PARTNERS_FEW)
        return bsearch(&j, partner, (size_t)n, sizeof *partner, by_slot) != NULL;
    bool known = false;
    for (int q = 0; q < n; q++)
        known |= partner[q] == j;
    return known;
}
