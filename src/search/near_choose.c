// near_choose.c - the search compiled for each kernel width, and what is common to all.
#include "search/near.h"

#include <stdlib.h>
#include <string.h>

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
    if (width == 8) return scree_near_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4) return scree_near_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2) return scree_near_2;
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
        free(a->x), free(a->y), free(a->z), free(a->r), free(a->slot);
    }
    free(s->hit);
    free(s->partner);
    memset(s, 0, sizeof *s);
}
