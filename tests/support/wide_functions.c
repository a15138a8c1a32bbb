// wide_functions.c - see wide_functions.h.
#include "support/wide_functions.h"

#include "smooth/smooth.h"

#include <stddef.h>

typedef wide_function *const wide_table[WIDE_FUNCTIONS];
extern wide_table wide_functions_1, wide_functions_2, wide_functions_4,
    wide_functions_8; // those that there are

wide_function *wide_function_at(int width, int which)
{
    if (!kernel_choose(width))
        return NULL;
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return wide_functions_8[which];
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return wide_functions_4[which];
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return wide_functions_2[which];
#endif
    return wide_functions_1[which];
}
