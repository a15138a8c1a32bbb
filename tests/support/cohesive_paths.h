// cohesive_paths.h - the cohesive laws along erratic paths, SCREE_WIDTH contacts at a time, all outputs written down;
// the same source is compiled for two widths, whose numbers must agree to the last bit
// (tests/law/test_cohesive_laws.c).
#ifndef SCREE_TESTS_COHESIVE_PATHS_H
#define SCREE_TESTS_COHESIVE_PATHS_H

#include "law/cohesion_adhesion.h"
#include "law/cohesion_capillary.h"
#include "law/cohesion_dmt.h"
#include "law/cohesion_sjkr.h"
#include "law/normal_eepa.h"
#include "law/normal_jkr.h"
#include "law/normal_luding.h"

enum { PATH_CONTACTS = 8, PATH_STEPS = 400, PATH_LAWS = 9, PATH_OUTPUTS = 13 };
typedef double path_results[PATH_LAWS][PATH_STEPS][PATH_OUTPUTS][PATH_CONTACTS];

// overlap[step][contact] in m; every law is driven along it. Pairs of materials: E* = 1e7 Pa.
void cohesive_paths_two(const double (*overlap)[PATH_CONTACTS], path_results out);

typedef struct path_law {
    double k[LAW_COEFFICIENTS];
    normal_out (*push)(const double *k, normal_in in, vd *h);
    vd (*normal_energy)(const double *k, normal_in in, const vd *h);
    cohesion_out (*pull)(const double *k, cohesion_in in, vd *h);
    vd (*cohesion_energy)(const double *k, cohesion_in in, const vd *h);
} path_law;

static inline int path_laws(path_law *law)
{
    const double infinite = (double)INFINITY;
    const law_pair pair = {
        .e_star = 1e7,
        .g_star = 1e7,
        .young = {2e7, 2e7},
        .poisson = {0.3, 0.3},
        .yield = {1e6, 1e6},
    };
    const double jkr[] = {0.1, 0.5}, luding[] = {1e3, 5e3, 1e3, 0.05, 0.01},
                 fixed[] = {1e3, 5e3, 1e3, infinite, 0.01};
    const double bilinear[] = {1, 0.8, 1, 1e-3, 1e3, 0.9},
                 hertzian[] = {1.5, 0.5, 2, 0, infinite, 0.5};
    const double odd[] = {1.8, 0.3, 0.5, 1e-3, infinite, 0.5};
    const double adhesion[] = {1e-2, 1e-5, 1}, sjkr[] = {1e5},
                 bridge[] = {0.072, 0.3, infinite, 1e-3};
    int n = 0;
    law[n] = (path_law){{0}, normal_jkr_push, normal_jkr_energy, NULL, NULL};
    normal_jkr_mix(&pair, jkr, law[n++].k);
    const double *stiff[] = {luding, fixed};
    for (int i = 0; i < 2; i++) {
        law[n] = (path_law){{0}, normal_luding_push, normal_luding_energy, NULL, NULL};
        normal_luding_mix(&pair, stiff[i], law[n++].k);
    }
    const double *plastic[] = {bilinear, hertzian, odd};
    for (int i = 0; i < 3; i++) {
        law[n] = (path_law){{0}, normal_eepa_push, normal_eepa_energy, NULL, NULL};
        normal_eepa_mix(&pair, plastic[i], law[n++].k);
    }
    law[n] = (path_law){{0}, NULL, NULL, cohesion_adhesion_pull, cohesion_adhesion_energy};
    cohesion_adhesion_mix(&pair, adhesion, law[n++].k);
    law[n] = (path_law){{0}, NULL, NULL, cohesion_sjkr_pull, cohesion_sjkr_energy};
    cohesion_sjkr_mix(&pair, sjkr, law[n++].k);
    law[n] = (path_law){{0}, NULL, NULL, cohesion_capillary_pull, cohesion_capillary_energy};
    cohesion_capillary_mix(&pair, bridge, law[n++].k);
    return n;
}

static inline void path_step(const path_law *law, vd overlap, vd before, vd r_eff, vd *h, vd *out)
{
    const vd zero = vd_set(0.0);
    if (law->push) {
        normal_in in = {.overlap = overlap,
                        .overlap_before = before,
                        .shrunk = zero,
                        .closing = (overlap - before) * 1e4,
                        .approach = (overlap - before) * 1e4,
                        .r_eff = r_eff,
                        .m_eff = vd_set(1e-6),
                        .dt = vd_set(1e-4),
                        .step = overlap - before};
        normal_out o = law->push(law->k, in, h);
        const vd all[] = {o.elastic, o.damping, o.load, o.stiffness,
                          o.dashpot, o.radius,  o.grip, o.fade,
                          o.change,  o.plastic, o.live, law->normal_energy(law->k, in, h),
                          h[0]};
        for (int i = 0; i < PATH_OUTPUTS; i++)
            out[i] = all[i];
        return;
    }
    vd touch = vd_max(overlap, zero);
    cohesion_in in = {overlap,     r_eff,           vd_set(1e-6), vd_sqrt(r_eff * touch),
                      1e4 * touch, overlap - before};
    cohesion_out o = law->pull(law->k, in, h);
    const vd all[] = {o.pull, o.load, o.loss, o.live, law->cohesion_energy(law->k, in, h),
                      h[0],   h[1]};
    for (int i = 0; i < PATH_OUTPUTS; i++)
        out[i] = i < 7 ? all[i] : zero;
}

static inline void path_drive(const double (*overlap)[PATH_CONTACTS], path_results out)
{
    path_law law[PATH_LAWS];
    int laws = path_laws(law);
    for (int l = 0; l < laws; l++)
        for (int c = 0; c < PATH_CONTACTS; c += SCREE_WIDTH) {
            double radius[PATH_CONTACTS];
            for (int i = 0; i < PATH_CONTACTS; i++)
                radius[i] = 1e-3 * (1 + 0.3 * i);
            vd h[LAW_HISTORY_MOST], o[PATH_OUTPUTS], r_eff = vd_load(radius + c);
            for (int i = 0; i < LAW_HISTORY_MOST; i++)
                h[i] = vd_set(0.0);
            for (int s = 0; s < PATH_STEPS; s++) {
                path_step(law + l, vd_load(overlap[s] + c), vd_load(overlap[s > 0 ? s - 1 : 0] + c),
                          r_eff, h, o);
                for (int i = 0; i < PATH_OUTPUTS; i++)
                    vd_store(out[l][s][i] + c, o[i]);
            }
        }
}

#endif
