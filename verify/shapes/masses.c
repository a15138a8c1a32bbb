// masses.c - points in random solids, and mass properties against sampling; beans of four balls. Closed forms of masses
// are asked in tests/shape.
#include "verify/shapes/shapes.h"

#include "base/constants.h"
#include "shape/mass.h"

#include <stdio.h>
#include <string.h>

// --- points in solids -----------------------------------------------------------------------------------------------

static void points_in_solids(verify *verify)
{
    enum { SOLIDS = 20, POINTS = 5000 };
    rng random = rng_make(51, 0);
    int inside = 0;
    int wrong = 0;
    int measured = 0;
    double deviation = 0;
    claim claim;
    if (!claim_begin(&claim, verify, "solid angle, all triangles", "points in solids"))
        return;
    for (int n = 0; n < SOLIDS; n++) {
        lump lump;
        sharp sharp;
        scree_error error;
        lump_any(&random, 9, 11, 0.5, &lump);
        if (sharp_make(&(sharp_surface){.vertex = lump.vertex,
                                        .vertices = lump.vertices,
                                        .triangle = (const int32_t(*)[3])lump.triangle,
                                        .triangles = lump.triangles},
                       "lump", &sharp, &error)) {
            claim_broken(&claim, &error);
            return;
        }
        for (int k = 0; k < POINTS; k++) {
            double x = rng_range(&random, -1, 1);
            double y = rng_range(&random, -1, 1);
            double least = INFINITY;
            v3 p = v3_make(x, y, rng_range(&random, -1, 1));
            bool in =
                slow_inside(lump.vertex, (const int32_t(*)[3])lump.triangle, lump.triangles, p);
            sharp_nearest near;
            inside += in;
            wrong += sharp_inside(&sharp, p) != in;
            if (k % 10)
                continue;
            for (int t = 0; t < lump.triangles; t++) {
                const int32_t *w = lump.triangle[t];
                const v3 corner[3] = {lump.vertex[w[0]], lump.vertex[w[1]], lump.vertex[w[2]]};
                least = fmin(least, slow_point_triangle(p, corner));
            }
            measured++;
            wrong += !sharp_closest(&sharp, p, INFINITY, &near);
            deviation = fmax(deviation, fabs(near.distance - least));
        }
        sharp_clear(&sharp);
    }
    claim_at_least(&claim, "points inside", inside, SOLIDS * POINTS / 10);
    claim_at_most(&claim, "points on the wrong side", wrong, 0);
    claim_at_least(&claim, "distances compared", measured, SOLIDS * POINTS / 10);
    claim_at_most(&claim, "deviation of distances", deviation, 1e-12);
}

// --- against sampling -----------------------------------------------------------------------------------------------

enum { NUMBERS = 10 }; // volume, centre, second moments

// How many standard deviations the numbers of a mesh are off those of random points in the cube of half width 1.
static void sampled_sigmas(const lump *lump, const mass_properties *mass, rng *random, int points,
                           double sigma[NUMBERS])
{
    double sum[NUMBERS] = {0};
    double square[NUMBERS] = {0};
    const double want[NUMBERS] = {mass->volume,
                                  0,
                                  0,
                                  0,
                                  mass->second.xx,
                                  mass->second.yy,
                                  mass->second.zz,
                                  mass->second.xy,
                                  mass->second.xz,
                                  mass->second.yz};
    for (int i = 0; i < points; i++) {
        double x = rng_range(random, -1, 1);
        double y = rng_range(random, -1, 1);
        v3 p = v3_make(x, y, rng_range(random, -1, 1));
        if (!slow_inside(lump->vertex, (const int32_t(*)[3])lump->triangle, lump->triangles, p))
            continue;
        p = v3_sub(p, mass->centre);
        const double f[NUMBERS] = {1,         p.x,       p.y,       p.z,       p.x * p.x,
                                   p.y * p.y, p.z * p.z, p.x * p.y, p.x * p.z, p.y * p.z};
        for (int k = 0; k < NUMBERS; k++) {
            sum[k] += f[k];
            square[k] += f[k] * f[k];
        }
    }
    for (int k = 0; k < NUMBERS; k++) {
        double mean = sum[k] / points;
        double deviation = sqrt((square[k] / points - mean * mean) / points);
        sigma[k] = (8 * mean - want[k]) / (8 * deviation);
    }
}

// 100 meshes, ten numbers each: were they exact, 2.7 of the 1000 would be beyond three sigma by chance, and the mean of
// the squares of each kind would be 1 with a deviation of sqrt(2/100).
static void sampled_masses(verify *verify)
{
    enum { MESHES = 100, POINTS = 20000 };
    rng random = rng_make(52, 0);
    double mean[2] = {0, 0};
    double worst = 0;
    int beyond[2] = {0, 0};
    claim claim;
    if (!claim_begin(&claim, verify, "20,000 points each", "masses of 100 random meshes"))
        return;
    for (int n = 0; n < MESHES; n++) {
        lump lump;
        mass_properties mass;
        scree_error error;
        double sigma[NUMBERS];
        lump_any(&random, 4, 6, 0.3, &lump);
        if (mass_polyhedron(lump.vertex, lump.vertices, (const int32_t(*)[3])lump.triangle,
                            lump.triangles, &mass, &error)) {
            claim_broken(&claim, &error);
            return;
        }
        sampled_sigmas(&lump, &mass, &random, POINTS, sigma);
        for (int k = 0; k < NUMBERS; k++) {
            bool moment = k >= 4;
            if (k == 0 || moment) {
                mean[moment] += sigma[k] * sigma[k] / (moment ? 6 * MESHES : MESHES);
                beyond[moment] += fabs(sigma[k]) > 3;
            }
            worst = fmax(worst, fabs(sigma[k]));
        }
    }
    claim_at_most(&claim, "volumes beyond 3 sigma", beyond[0], 2);
    claim_at_most(&claim, "moments beyond 3 sigma, of 600", beyond[1], 7);
    claim_at_most(&claim, "worst of 1000 numbers, sigma", worst, 4.5);
    claim_absolute(&claim, "volumes, mean square, sigma^2", mean[0], 1, 3 * sqrt(2.0 / MESHES));
    claim_absolute(&claim, "moments, mean square, sigma^2", mean[1], 1, 3 * sqrt(2.0 / MESHES));
}

// --- beans ----------------------------------------------------------------------------------------------------------

// V17, V22: the beans of Zhang 1998, read from a case.
static const model_clump *bean(trial *trial, const claim *claim, double length, double width,
                               double height, const char *mass)
{
    char form[400];
    char text[900];
    double r = 0.5 * height;
    double x = 0.5 * length - r;
    double y = 0.5 * width - r;
    if (mass)
        snprintf(form, sizeof form,
                 "mass: %s, balls: [{at: [%.17g m, 0, 0], radius: %.17g m}, {at: [%.17g m, 0, 0], "
                 "radius: %.17g m}, "
                 "{at: [0, %.17g m, 0], radius: %.17g m}, {at: [0, %.17g m, 0], radius: %.17g m}]",
                 mass, x, r, -x, r, y, r, -y, r);
    else
        snprintf(form, sizeof form, "ellipsoid: {length: %.17g m, width: %.17g m, height: %.17g m}",
                 length, width, height);
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "materials: {m: {density: 1000 kg/m^3}}\npairs: {default: {normal: {law: linear, "
             "stiffness: 1 N/m, "
             "restitution: 1}, tangential: none}}\nshapes: {s: {clump: {%s}}}\n"
             "grains: {g: {shape: s, material: m, packing: {law: lattice, spacing: [1 m, 1 m, 1 "
             "m], counts: [1, 1, 1], "
             "origin: [0, 0, 0]}}}\nrun: {steps: 1, step: 1 us}\n",
             form);
    return trial_open_text(trial, claim, text) ? &trial->model.shape[0].clump : NULL;
}

// The moments of a bean of this mass.
static void claim_moments(const claim *claim, const model_clump *clump, const double moment[3],
                          double tolerance)
{
    const double density = 1.49e-4 / clump->volume;
    claim_relative(claim, "I_x, kg m^2", clump->inertia.x * density, moment[0], tolerance);
    claim_relative(claim, "I_y, kg m^2", clump->inertia.y * density, moment[1], tolerance);
    claim_relative(claim, "I_z, kg m^2", clump->inertia.z * density, moment[2], tolerance);
}

static void beans(verify *verify)
{
    static const double length = 7.3e-3;
    static const double width = 6.1e-3;
    static const double height = 5.5e-3;
    static const double ellipsoid[] = {5.0258e-10, 6.2237e-10, 6.7423e-10};
    static const double balls[] = {5.134e-10, 6.633e-10, 6.853e-10};
    const double whole = PI / 6 * length * width * height;
    trial trial;
    claim claim;
    const model_clump *clump;
    if (claim_begin(&claim, verify, "V22, Zhang 1998 (2.13)", "V22 bean, ellipsoid") &&
        (clump = bean(&trial, &claim, length, width, height, NULL))) {
        claim_moments(&claim, clump, ellipsoid, 1e-5);
        trial_close(&trial);
    }
    if (claim_begin(&claim, verify, "V22, sampled", "V22 bean, union of balls") &&
        (clump = bean(&trial, &claim, length, width, height, "union"))) {
        claim_relative(&claim, "volume over the ellipsoid's", clump->volume / whole, 1.050, 2e-3);
        claim_moments(&claim, clump, balls, 2e-3);
        trial_close(&trial);
    }
}

// The bean of the superbean test: stiffness ratio I/(I + m a^2), and the spin that returns 0.4 m/s, m a v/I.
static void bean_that_returns(verify *verify)
{
    trial trial;
    claim claim;
    if (!claim_begin(&claim, verify, "V17, Zhang 1998, B.3", "V17 superbean"))
        return;
    const model_clump *clump = bean(&trial, &claim, 6.33e-3, 5.25e-3, 4e-3, NULL);
    if (!clump)
        return;
    const double a = 0.5 * 6.33e-3;
    const double gyration = clump->inertia.z / clump->volume;
    claim_relative(&claim, "K_T/K_1", gyration / (gyration + a * a), 0.252378665, 1e-8);
    claim_relative(&claim, "spin, rad/s", a * 0.4 / gyration, 374.382314, 1e-8);
    trial_close(&trial);
}

void verify_shape_masses(verify *verify)
{
    points_in_solids(verify);
    sampled_masses(verify);
    beans(verify);
    bean_that_returns(verify);
}
