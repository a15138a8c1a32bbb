// elasto_plastic.h - what the models of a grain under the law of Vu-Quoc and Zhang have in common: its five parameters,
// for a grain on a flat rigid surface (R* = R, E* = E / (1 - nu^2), m* = m), and the quantities that follow from them.
#ifndef SCREE_FIT_ELASTO_PLASTIC_H
#define SCREE_FIT_ELASTO_PLASTIC_H

#include "fit/model.h"
#include "law/vu_quoc_zhang.h"

#define ELASTO_PLASTIC_RADIUS                                                                      \
    {                                                                                              \
        "radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,                         \
            "radius of curvature where the grain is touched"                                       \
    }

enum { ELASTO_PLASTIC_DERIVED = 3 };
extern const fit_derived elasto_plastic_derived[ELASTO_PLASTIC_DERIVED];

scree_status elasto_plastic_parameters(const choice *constants, fit_wanted *list, int *count,
                                       scree_error *error);
vqz_pair elasto_plastic_pair(const choice *constants, const double *parameter);

#endif
