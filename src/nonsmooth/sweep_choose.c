// sweep_choose.c - the sweeps of a vector width, in either precision.
#include "nonsmooth/sweep_single.h"

#include <stddef.h>

extern const sweep_kernel scree_sweep_1;
extern const sweep_kernel_single scree_sweep_single_1;
#ifdef SCREE_HAVE_WIDTH_2
extern const sweep_kernel scree_sweep_2;
extern const sweep_kernel_single scree_sweep_single_2;
#endif
#ifdef SCREE_HAVE_WIDTH_4
extern const sweep_kernel scree_sweep_4;
extern const sweep_kernel_single scree_sweep_single_4;
#endif
#ifdef SCREE_HAVE_WIDTH_8
extern const sweep_kernel scree_sweep_8;
extern const sweep_kernel_single scree_sweep_single_8;
#endif

typedef struct pair {
    const sweep_kernel *plain;
    const sweep_kernel_single *single;
} pair;

static pair of_width(int width)
{
    pair p = {NULL, NULL};
    if (width == 1)
        p = (pair){&scree_sweep_1, &scree_sweep_single_1};
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        p = (pair){&scree_sweep_2, &scree_sweep_single_2};
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        p = (pair){&scree_sweep_4, &scree_sweep_single_4};
#endif
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        p = (pair){&scree_sweep_8, &scree_sweep_single_8};
#endif
    return p;
}

const sweep_kernel *sweep_choose(int width)
{
    return of_width(width).plain;
}

const sweep_kernel_single *sweep_choose_single(int width)
{
    return of_width(width).single;
}
