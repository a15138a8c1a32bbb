// masses.c - points in random solids, and mass properties against closed forms and against sampling.
#include "verify/shapes/shapes.h"

#include "base/constants.h"
#include "shape/mass.h"

#include <stdio.h>
#include <string.h>

// --- points in solids -----------------------------------------------------------------------------------------------

static void points_in_solids(verify *v)
{
    enum { SOLIDS = 20, POINTS = 5000 };
    rng r = rng_make(51, 0);
    int inside = 0;
    int wrong = 0;
    int measured = 0;
    double deviation = 0;
    claim c;
    if (!claim_begin(&c, v, "solid angle, all triangles", "points in solids"))
        return;
    for (int n = 0; n < SOLIDS; n++) {
        lump l;
        sharp s;
        scree_error error;
        lump_any(&r, 9, 11, 0.5, &l);
        if (sharp_make(l.vertex, l.vertices, (const int32_t(*)[3])l.triangle, l.triangles, "lump",
                       &s, &error)) {
            claim_broken(&c, &error);
            return;
        }
        for (int k = 0; k < POINTS; k++) {
            double x = rng_range(&r, -1, 1);
            double y = rng_range(&r, -1, 1);
            double least = INFINITY;
            v3 p = v3_make(x, y, rng_range(&r, -1, 1));
            bool in = slow_inside(l.vertex, (const int32_t(*)[3])l.triangle, l.triangles, p);
            sharp_nearest near;
            inside += in;
            wrong += sharp_inside(&s, p) != in;
            if (k % 10)
                continue;
            for (int t = 0; t < l.triangles; t++) {
                const int32_t *w = l.triangle[t];
                const v3 corner[3] = {l.vertex[w[0]], l.vertex[w[1]], l.vertex[w[2]]};
                least = fmin(least, slow_point_triangle(p, corner));
            }
            measured++;
            wrong += !sharp_closest(&s, p, INFINITY, &near);
            deviation = fmax(deviation, fabs(near.distance - least));
        }
        sharp_clear(&s);
    }
    claim_at_least(&c, "points inside", inside, SOLIDS * POINTS / 10);
    claim_at_most(&c, "points on the wrong side", wrong, 0);
    claim_at_least(&c, "distances compared", measured, SOLIDS * POINTS / 10);
    claim_at_most(&c, "deviation of distances", deviation, 1e-12);
}

// --- against sampling -----------------------------------------------------------------------------------------------

enum { NUMBERS = 10 }; // volume, centre, second moments

// How many standard deviations the numbers of a mesh are off those of random points in the cube of half width 1.
static void sampled_sigmas(const lump *l, const mass_properties *m, rng *r, int points,
                           double sigma[NUMBERS])
{
    double sum[NUMBERS] = {0};
    double square[NUMBERS] = {0};
    const double want[NUMBERS] = {
        m->volume,    0,           0, 0, m->second.xx, m->second.yy, m->second.zz, m->second.xy,
        m->second.xz, m->second.yz};
    for (int i = 0; i < points; i++) {
        double x = rng_range(r, -1, 1);
        double y = rng_range(r, -1, 1);
        v3 p = v3_make(x, y, rng_range(r, -1, 1));
        if (!slow_inside(l->vertex, (const int32_t(*)[3])l->triangle, l->triangles, p))
            continue;
        p = v3_sub(p, m->centre);
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
static void sampled_masses(verify *v)
{
    enum { MESHES = 100, POINTS = 20000 };
    rng r = rng_make(52, 0);
    double mean[2] = {0, 0};
    double worst = 0;
    int beyond[2] = {0, 0};
    claim c;
    if (!claim_begin(&c, v, "20,000 points each", "masses of 100 random meshes"))
        return;
    for (int n = 0; n < MESHES; n++) {
        lump l;
        mass_properties m;
        scree_error error;
        double sigma[NUMBERS];
        lump_any(&r, 4, 6, 0.3, &l);
        if (mass_polyhedron(l.vertex, l.vertices, (const int32_t(*)[3])l.triangle, l.triangles, &m,
                            &error)) {
            claim_broken(&c, &error);
            return;
        }
        sampled_sigmas(&l, &m, &r, POINTS, sigma);
        for (int k = 0; k < NUMBERS; k++) {
            bool moment = k >= 4;
            if (k == 0 || moment) {
                mean[moment] += sigma[k] * sigma[k] / (moment ? 6 * MESHES : MESHES);
                beyond[moment] += fabs(sigma[k]) > 3;
            }
            worst = fmax(worst, fabs(sigma[k]));
        }
    }
    claim_at_most(&c, "volumes beyond 3 sigma", beyond[0], 2);
    claim_at_most(&c, "moments beyond 3 sigma, of 600", beyond[1], 7);
    claim_at_most(&c, "worst of 1000 numbers, sigma", worst, 4.5);
    claim_absolute(&c, "volumes, mean square, sigma^2", mean[0], 1, 3 * sqrt(2.0 / MESHES));
    claim_absolute(&c, "moments, mean square, sigma^2", mean[1], 1, 3 * sqrt(2.0 / MESHES));
}

// --- closed forms ---------------------------------------------------------------------------------------------------

static bool sound(const claim *c, scree_status status, const scree_error *error)
{
    if (status)
        claim_broken(c, error);
    return status == SCREE_OK;
}

// V11: a triangle with a radius, in closed form; a star that is not convex.
static void spheropolygons(verify *v)
{
    static const v3 triangle[] = {{0, 0, 0}, {1.2, 0.1, 0}, {0.3, 0.9, 0}};
    static const v3 star[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 0.5, 0}, {0, 2, 0}};
    mass_properties m;
    scree_error error;
    claim c;
    if (claim_begin(&c, v, "V11", "V11 triangle r=0.3") &&
        sound(&c, mass_spheropolygon(triangle, 3, true, 0.3, &m, &error), &error)) {
        claim_absolute(&c, "area", m.volume, 1.8148440, 1e-7);
        claim_absolute(&c, "centre x", m.centre.x, .52096203, 1e-7);
        claim_absolute(&c, "centre y", m.centre.y, .32634599, 1e-7);
        claim_absolute(&c, "moment", m.inertia.zz, .58634244, 1e-7);
    }
    if (claim_begin(&c, v, "V11", "V11 star r=0.2") &&
        sound(&c, mass_spheropolygon(star, 5, true, 0.2, &m, &error), &error)) {
        claim_absolute(&c, "area", m.volume, 4.52608571, 1e-7);
        claim_absolute(&c, "centre x", m.centre.x, 1, 1e-7);
        claim_absolute(&c, "centre y", m.centre.y, .79995894, 1e-7);
        claim_absolute(&c, "moment", m.inertia.zz, 4.29168367, 1e-7);
    }
}

static void cube_with_radius(verify *v)
{
    static const v3 vertex[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const int32_t triangle[][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                          {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                          {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    const mass_core core = {
        .vertex = vertex, .triangle = triangle, .vertices = 8, .triangles = 12, .solid = true};
    mass_properties m;
    scree_error error;
    claim c;
    if (!claim_begin(&c, v, "V22, Steiner", "V22 cube r=0.2") ||
        !sound(&c, mass_spheropolyhedron(&core, 0.2, 1e-10, &m, &error), &error))
        return;
    claim_absolute(&c, "volume", m.volume, 1 + 6 * 0.2 + 3 * PI * 0.04 + 4.0 / 3 * PI * 0.008,
                   1e-9);
    claim_absolute(&c, "volume, printed", m.volume, 2.610501, 1e-6);
}

// V22: an L of three unit cubes, and the unit tetrahedron.
static void polyhedra(verify *v)
{
    static const v3 prism[] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0},
                               {0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {1, 1, 1}, {1, 2, 1}, {0, 2, 1}};
    static const v3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int32_t of_prism[][3] = {
        {0, 3, 1},   {1, 3, 2},  {0, 5, 3},  {3, 5, 4},   {6, 7, 9}, {7, 8, 9}, {6, 9, 11},
        {9, 10, 11}, {0, 1, 7},  {0, 7, 6},  {1, 2, 8},   {1, 8, 7}, {2, 3, 9}, {2, 9, 8},
        {3, 4, 10},  {3, 10, 9}, {4, 5, 11}, {4, 11, 10}, {5, 0, 6}, {5, 6, 11}};
    static const int32_t of_corner[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    mass_properties m;
    scree_error error;
    claim c;
    if (claim_begin(&c, v, "V22, three cubes", "V22 L-prism") &&
        sound(&c, mass_polyhedron(prism, 12, of_prism, 20, &m, &error), &error)) {
        claim_absolute(&c, "volume", m.volume, 3, 1e-9);
        claim_absolute(&c, "centre x", m.centre.x, 5.0 / 6, 1e-9);
        claim_absolute(&c, "I_xx", m.inertia.xx, 7.0 / 6, 1e-9);
        claim_absolute(&c, "I_zz", m.inertia.zz, 11.0 / 6, 1e-9);
        claim_absolute(&c, "I_xy", m.inertia.xy, 1.0 / 3, 1e-9);
    }
    if (claim_begin(&c, v, "V22, closed form", "V22 unit tetrahedron") &&
        sound(&c, mass_polyhedron(corner, 4, of_corner, 4, &m, &error), &error)) {
        claim_absolute(&c, "volume", m.volume, 1.0 / 6, 1e-9);
        claim_absolute(&c, "I_xx", m.inertia.xx, 1.0 / 80, 1e-9);
    }
}

// V17, V22: the beans of seed 004, read from a case.
static const model_clump *bean(trial *t, const claim *c, double length, double width, double height,
                               const char *mass)
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
    return trial_open_text(t, c, text) ? &t->m.shape[0].clump : NULL;
}

static void beans(verify *v)
{
    static const double length = 7.3e-3;
    static const double width = 6.1e-3;
    static const double height = 5.5e-3;
    static const double mass = 1.49e-4;
    const double whole = PI / 6 * length * width * height;
    trial t;
    claim c;
    const model_clump *k;
    if (claim_begin(&c, v, "V22, seed 004 (2.13)", "V22 bean, ellipsoid") &&
        (k = bean(&t, &c, length, width, height, NULL))) {
        claim_relative(&c, "I_x, kg m^2", k->inertia.x * mass / k->volume, 5.0258e-10, 1e-5);
        claim_relative(&c, "I_y, kg m^2", k->inertia.y * mass / k->volume, 6.2237e-10, 1e-5);
        claim_relative(&c, "I_z, kg m^2", k->inertia.z * mass / k->volume, 6.7423e-10, 1e-5);
        trial_close(&t);
    }
    if (claim_begin(&c, v, "V22, sampled", "V22 bean, union of balls") &&
        (k = bean(&t, &c, length, width, height, "union"))) {
        claim_relative(&c, "volume over the ellipsoid's", k->volume / whole, 1.050, 2e-3);
        claim_relative(&c, "I_x, kg m^2", k->inertia.x * mass / k->volume, 5.134e-10, 2e-3);
        claim_relative(&c, "I_y, kg m^2", k->inertia.y * mass / k->volume, 6.633e-10, 2e-3);
        claim_relative(&c, "I_z, kg m^2", k->inertia.z * mass / k->volume, 6.853e-10, 2e-3);
        trial_close(&t);
    }
    // the bean of the superbean test: stiffness ratio I/(I + m a^2), and the spin that returns 0.4 m/s, m a v/I
    if (claim_begin(&c, v, "V17, seed 004 B.3", "V17 superbean") &&
        (k = bean(&t, &c, 6.33e-3, 5.25e-3, 4e-3, NULL))) {
        double a = 0.5 * 6.33e-3;
        double gyration = k->inertia.z / k->volume;
        claim_relative(&c, "K_T/K_1", gyration / (gyration + a * a), 0.252378665, 1e-8);
        claim_relative(&c, "spin, rad/s", a * 0.4 / gyration, 374.382314, 1e-8);
        trial_close(&t);
    }
}

void verify_shape_masses(verify *v)
{
    points_in_solids(v);
    sampled_masses(v);
    spheropolygons(v);
    cube_with_radius(v);
    polyhedra(v);
    beans(v);
}
