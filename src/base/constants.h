// constants.h - numbers of mathematics, where they exist once.
#ifndef SCREE_BASE_CONSTANTS_H
#define SCREE_BASE_CONSTANTS_H

#define PI 3.14159265358979323846
#define DEGREE (PI / 180) // rad
#define SQRT_5 2.2360679774997896964

// An elastic impact of two balls lasts HERTZ_DURATION d / v, with d its greatest overlap and v its speed at the touch
// (Hertz 1881): 2 * integral of 1 / sqrt(1 - x^(5/2)) from 0 to 1 = 4/5 sqrt(pi) Gamma(2/5) / Gamma(9/10).
#define HERTZ_DURATION 2.9432751843247047

#endif
