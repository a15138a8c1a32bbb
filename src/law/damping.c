// damping.c - restitution of a damped oscillator whose push is cut off at zero, or which may pull, and the damping ratio
// that gives a restitution. The formulas are in docs/laws/normal-linear.md.
#include "law/law.h"

#include "base/constants.h"
#include "base/mathlib.h"

double law_restitution(double zeta, bool tension)
{
    if (zeta < 1e-12)
        return 1;
    if (zeta >= 1 && tension)
        return 0; // it creeps back and never parts
    if (zeta < 1) {
        double beta = sqrt((1 - zeta) * (1 + zeta));
        double angle = PI;
        if (!tension)
            angle -= real_atan2(2 * zeta * beta, 1 - 2 * zeta * zeta);
        return real_exp(-zeta / beta * angle);
    }
    double beta = sqrt((zeta - 1) * (zeta + 1));
    return beta < 1e-9 ? real_exp(-2) : real_exp(-zeta / beta * 2 * real_log(zeta + beta));
}

// e falls with zeta from 1 to 0, so bisection finds the one root.
double law_damping_ratio(double restitution, bool tension)
{
    if (restitution >= 1)
        return 0;
    double low = 0;
    double high = tension ? 1 : 1e3;
    for (int i = 0; i < 200 && high - low > 0; i++) {
        double middle = 0.5 * (low + high);
        if (middle == low || middle == high)
            break;
        if (law_restitution(middle, tension) > restitution)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}
