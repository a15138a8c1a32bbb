// near_choose.c - the search compiled for each kernel width.
#include "search/near.h"

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
