// vu_quoc_zhang.h - the elasto-plastic normal contact of Vu-Quoc and Zhang in closed form, one contact at a time: for
// setting the law up, for fitting its parameters, and as the oracle of the law's tests. Nothing here runs in a step.
//
// The contact radius under the force P is the Hertzian one plus a plastic part, and the surface gets flatter; both grow
// with the force beyond the yield load P_Y (Zhang 1998, (3.6), (6.2), (6.3), (6.13), (6.26)-(6.36), written in R* and
// E*):
//   a_e(P) = (3 P R* / (4 E*))^(1/3)      a_p(P) = C_a <P - P_Y>      C_R(P) = 1 + K_c <P - P_Y>
//   loading      alpha(P) = (a_e + a_p)^2 / (C_R R*)
//   unloading    P = (4/3) E* sqrt(R*) (C_R (alpha - alpha_res))^(3/2), C_R and alpha_res kept from the largest force:
//                alpha_res = alpha_max - a_e(P_max)^2 / (C_R R*)
// Where a force is asked of an overlap, and in impacts, alpha must grow with P. It does for all parameters that were
// ever fitted; for K_c far too large it does not, and then the results are NaN.
#ifndef SCREE_LAW_VU_QUOC_ZHANG_H
#define SCREE_LAW_VU_QUOC_ZHANG_H

typedef struct vqz_pair {
    double r_eff, e_star; // R* m, E* Pa
    double yield_load;    // P_Y, N, above 0
    double c_a;           // C_a, m/N
    double k_c;           // K_c, 1/N
} vqz_pair;

double vqz_elastic_radius(const vqz_pair *p, double force);   // a_e, m
double vqz_plastic_radius(const vqz_pair *p, double force);   // a_p, m
double vqz_curvature_factor(const vqz_pair *p, double force); // C_R

// The virgin curve, both ways.
double vqz_overlap(const vqz_pair *p, double force);
double vqz_force(const vqz_pair *p, double overlap);

// After loading to `peak` (N): the overlap that stays, and the force on the way back.
double vqz_residual(const vqz_pair *p, double peak);
double vqz_unloading_force(const vqz_pair *p, double peak, double overlap);

// Work to load to `force`, and what comes back when unloading from it, J.
double vqz_work(const vqz_pair *p, double force);
double vqz_work_back(const vqz_pair *p, double force);

// A normal impact at `speed` above 0.
typedef struct vqz_impact {
    double force, overlap; // largest, N and m
    double residual;       // overlap that stays, m
    double restitution;
    double duration; // s, until the force is zero again
} vqz_impact;
// The restitution of the same impact alone, which costs a hundredth.
double vqz_restitution(const vqz_pair *p, double m_eff, double speed);
vqz_impact vqz_impact_of(const vqz_pair *p, double m_eff, double speed);

#endif
