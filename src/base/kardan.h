// kardan.h - Kardan angles (alpha, beta, gamma) of an orientation, for output (Muth et al. 2005).
//
// Successive turns about x, the new y and the newest z carry space axes into body axes: R = R_x(alpha) R_y(beta)
// R_z(gamma). At beta = +-pi/2 only alpha +- gamma means anything, which is why orientations are kept as quaternions;
// there gamma is given as 0. Radians; alpha and gamma in [-pi, pi], beta in [-pi/2, pi/2].
#ifndef SCREE_BASE_KARDAN_H
#define SCREE_BASE_KARDAN_H

#include "base/vec.h"

v3 kardan_from_quaternion(q4 q);
q4 kardan_to_quaternion(v3 angle);

#endif
