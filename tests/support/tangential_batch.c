// tangential_batch.c - see tangential_batch.h.
#include "support/tangential_batch.h"

#include "smooth/smooth.h"

#include <stddef.h>

typedef tangential_batch_step *const batch_table[BATCH_LAWS];
extern batch_table tangential_batch_1, tangential_batch_2, tangential_batch_4,
    tangential_batch_8; // those that there are

tangential_batch_step *tangential_batch_at(int width, int law)
{
    if (!kernel_choose(width))
        return NULL;
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return tangential_batch_8[law];
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return tangential_batch_4[law];
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return tangential_batch_2[law];
#endif
    return tangential_batch_1[law];
}
