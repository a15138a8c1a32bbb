// spread_integral.h - integrals over the density of a distribution.
#ifndef SCREE_BASE_SPREAD_INTEGRAL_H
#define SCREE_BASE_SPREAD_INTEGRAL_H

#include "base/row.h"

// The integral of the density of what is counted times x^power from low to high, both within the limits, up to a factor
// that is the same for all of them. Not of tables.
double spread_integral(const spread *spread, double power, double low, double high);
// The mean of x^power from low to high; of a single size its power.
double spread_mean_power(double power, double low, double high);

#endif
