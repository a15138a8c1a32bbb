// normal_lanes.c - see normal_lanes.h.
#include "support/normal_lanes.h"

#include "smooth/smooth.h"

#include <stddef.h>

typedef normal_step *const step_table[TESTED_LAWS];
extern step_table normal_steps_1, normal_steps_2, normal_steps_4,
    normal_steps_8; // those that there are

normal_step *normal_step_at(int width, int law)
{
    if (!kernel_choose(width))
        return NULL;
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return normal_steps_8[law];
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return normal_steps_4[law];
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return normal_steps_2[law];
#endif
    return normal_steps_1[law];
}
