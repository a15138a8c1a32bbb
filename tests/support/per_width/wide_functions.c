// wide_functions.c - one width of support/wide_functions.h.
#include "support/wide_functions.h"

#include "base/wide_math.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

#define OVER_ARRAY(name, expression)                                                               \
    static void name(int n, const double *x, const double *y, double *r)                           \
    {                                                                                              \
        (void)y;                                                                                   \
        for (int i = 0; i < n; i += SCREE_WIDTH)                                                   \
            vd_store(r + i, expression);                                                           \
    }
OVER_ARRAY(cube_root, vd_cbrt(vd_load(x + i)))
OVER_ARRAY(exponential, vd_exp(vd_load(x + i)))
OVER_ARRAY(logarithm, vd_log(vd_load(x + i)))
OVER_ARRAY(power, vd_pow(vd_load(x + i), vd_load(y + i)))

extern wide_function *const JOIN(wide_functions_, SCREE_WIDTH)[WIDE_FUNCTIONS];
wide_function *const JOIN(wide_functions_, SCREE_WIDTH)[WIDE_FUNCTIONS] = {cube_root, exponential,
                                                                           logarithm, power};
