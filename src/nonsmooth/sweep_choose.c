// sweep_choose.c - the sweeps of a vector width.
#include "nonsmooth/sweep.h"

#include <stddef.h>

#ifdef SCREE_HAVE_WIDTH_8
extern const sweep_kernel scree_sweep_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
extern const sweep_kernel scree_sweep_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
extern const sweep_kernel scree_sweep_2;
#endif
extern const sweep_kernel scree_sweep_1;

const sweep_kernel *sweep_choose(int width)
{
    static const sweep_kernel *const built[] = {
#ifdef SCREE_HAVE_WIDTH_8
        &scree_sweep_8,
#endif
#ifdef SCREE_HAVE_WIDTH_4
        &scree_sweep_4,
#endif
#ifdef SCREE_HAVE_WIDTH_2
        &scree_sweep_2,
#endif
        &scree_sweep_1,
    };
    for (size_t k = 0; k < sizeof built / sizeof *built; k++)
        if (built[k]->width == width) return built[k];
    return NULL;
}
