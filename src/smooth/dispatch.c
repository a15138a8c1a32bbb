// dispatch.c - choosing the kernel for the processor at start. Every kernel gives the same bits.
#include "smooth/smooth.h"

#ifdef SCREE_HAVE_WIDTH_8
extern const kernel scree_kernel_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
extern const kernel scree_kernel_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
extern const kernel scree_kernel_2;
#endif
extern const kernel scree_kernel_1;

static const kernel *widest(void)
{
#ifdef SCREE_HAVE_WIDTH_8
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd"))
        return &scree_kernel_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        return &scree_kernel_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
    return &scree_kernel_2;
#else
    return &scree_kernel_1;
#endif
}

const kernel *kernel_choose(int width)
{
    const kernel *best = widest();
    if (width == 0)
        return best;
    if (width > best->width)
        return 0;
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return &scree_kernel_8;
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return &scree_kernel_4;
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return &scree_kernel_2;
#endif
    return width == 1 ? &scree_kernel_1 : 0;
}
