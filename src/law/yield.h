// yield.h - when the material under a contact of two spheres begins to yield, and how far an impact that stays elastic
// goes. Closed forms for setting laws up, for fitting and for tests; nothing here runs in a step.
//
// On the axis of a Hertzian contact of radius a and largest pressure p_m, at the depth z = zeta a below the surface
// (Zhang 1998, (3.11)-(3.14)):
//   sigma_z = -p_m / (1 + zeta^2)
//   sigma_r = -p_m {(1 + nu) (1 - zeta atan(1/zeta)) - 1 / (2 (1 + zeta^2))}
// The von Mises stress is |sigma_z - sigma_r|; yield begins where it is largest, at the pressure p_m = A_Y(nu) sigma_Y.
#ifndef SCREE_LAW_YIELD_H
#define SCREE_LAW_YIELD_H

// Where the von Mises stress on the axis is largest.
typedef struct yield_point {
    double factor; // A_Y: p_m / sigma_Y when yield begins there
    double depth;  // z / a
} yield_point;
yield_point yield_point_of(double poisson); // poisson in [-1, 0.5]

// One body of a pair. A stress of INFINITY never yields.
typedef struct yield_body {
    double poisson;
    double stress; // sigma_Y, Pa
} yield_body;

// P_Y = pi^3 R*^2 / (6 E*^2) (A_Y sigma_Y)^3, N: the force at which `body` yields in a pair with R* and E*.
double yield_load_of(double r_eff, double e_star, yield_body body);
// The smaller of the two: the pair yields when its weaker body does.
double yield_load_of_pair(double r_eff, double e_star, yield_body a, yield_body b);
// The other way round: sigma_Y of a body that yields at the force `load`, Pa.
double yield_stress_from(double load, double r_eff, double e_star, double poisson);
// Impact speed whose Hertzian peak force is `load`, m/s.
double yield_speed_of(double load, double r_eff, double e_star, double m_eff);

// The peak of an elastic impact at `speed`, which must be above 0 for a finite duration.
typedef struct hertz_peak {
    double overlap, force, radius; // m, N, m
    double duration;               // s, of the whole impact
} hertz_peak;
hertz_peak hertz_peak_of(double r_eff, double e_star, double m_eff, double speed);

#endif
