// solids.h - meshes, rotations and an independent sampler for the tests of mass properties.
#ifndef SCREE_TESTS_SHAPE_SOLIDS_H
#define SCREE_TESTS_SHAPE_SOLIDS_H

#include "harness.h"

#include "base/random.h"
#include "shape/mass.h"

#include <stdlib.h>

#define UNUSED_HERE __attribute__((unused))

enum { SOLID_VERTICES = 512, SOLID_TRIANGLES = 1024 };

typedef struct solid {
    v3 vertex[SOLID_VERTICES];
    int32_t triangle[SOLID_TRIANGLES][3];
    int32_t vertices, triangles;
} solid;

UNUSED_HERE static void solid_face(solid *s, int a, int b, int c)
{
    s->triangle[s->triangles][0] = a;
    s->triangle[s->triangles][1] = b;
    s->triangle[s->triangles++][2] = c;
}

// A prism over a polygon in the plane z = 0, fan-wise from its vertex 0 (every vertex must see that one).
UNUSED_HERE static solid solid_prism(const v3 *outline, int n, double height)
{
    solid s = {.vertices = 2 * n};
    for (int i = 0; i < n; i++) {
        s.vertex[i] = outline[i];
        s.vertex[n + i] = v3_add(outline[i], v3_make(0, 0, height));
    }
    for (int i = 1; i + 1 < n; i++) {
        solid_face(&s, 0, i + 1, i);
        solid_face(&s, n, n + i, n + i + 1);
    }
    for (int i = 0; i < n; i++) {
        int k = (i + 1) % n;
        solid_face(&s, i, k, k + n);
        solid_face(&s, i, k + n, i + n);
    }
    return s;
}

UNUSED_HERE static solid solid_box(double a, double b, double c)
{
    const v3 outline[4] = {{0, 0, 0}, {a, 0, 0}, {a, b, 0}, {0, b, 0}};
    return solid_prism(outline, 4, c);
}

UNUSED_HERE static solid solid_l_prism(void)
{
    const v3 outline[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    return solid_prism(outline, 6, 1);
}

UNUSED_HERE static solid solid_tetrahedron(void)
{
    solid s = {.vertices = 4, .vertex = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    solid_face(&s, 0, 2, 1);
    solid_face(&s, 0, 1, 3);
    solid_face(&s, 0, 3, 2);
    solid_face(&s, 1, 2, 3);
    return s;
}

// A ball of `bands` by 2 `bands` facets whose vertices lie between low and 1 from the centre: a star, not convex.
UNUSED_HERE static solid solid_star(rng *r, int bands, double low)
{
    solid s = {0};
    int around = 2 * bands;
    s.vertex[s.vertices++] = v3_make(0, 0, rng_range(r, low, 1));
    for (int i = 1; i < bands; i++)
        for (int k = 0; k < around; k++) {
            double polar = 3.14159265358979 * i / bands, angle = 3.14159265358979 * k / bands;
            v3 n = v3_make(sin(polar) * cos(angle), sin(polar) * sin(angle), cos(polar));
            s.vertex[s.vertices++] = v3_scale(rng_range(r, low, 1), n);
        }
    s.vertex[s.vertices++] = v3_make(0, 0, -rng_range(r, low, 1));
    int last = s.vertices - 1;
    for (int k = 0; k < around; k++) {
        int next = (k + 1) % around;
        solid_face(&s, 0, 1 + k, 1 + next);
        solid_face(&s, last, last - around + next, last - around + k);
        for (int i = 0; i + 2 < bands; i++) {
            int a = 1 + i * around + k, b = 1 + i * around + next, c = a + around, d = b + around;
            solid_face(&s, a, c, d);
            solid_face(&s, a, d, b);
        }
    }
    return s;
}

// A ring with a polygon of `sides` as cross-section of radius `small` around a circle of radius `large`.
UNUSED_HERE static solid solid_ring(int segments, int sides, double large, double small)
{
    solid s = {0};
    for (int i = 0; i < segments; i++)
        for (int k = 0; k < sides; k++) {
            double u = 2 * 3.14159265358979 * i / segments, v = 2 * 3.14159265358979 * k / sides;
            double out = large + small * cos(v);
            s.vertex[s.vertices++] = v3_make(out * cos(u), out * sin(u), small * sin(v));
        }
    for (int i = 0; i < segments; i++)
        for (int k = 0; k < sides; k++) {
            int j = (i + 1) % segments, l = (k + 1) % sides;
            int a = i * sides + k, b = j * sides + k, c = j * sides + l, d = i * sides + l;
            solid_face(&s, a, b, c);
            solid_face(&s, a, c, d);
        }
    return s;
}

UNUSED_HERE static v3 uniform_in(rng *r, v3 low, v3 high)
{
    double x = rng_range(r, low.x, high.x), y = rng_range(r, low.y, high.y);
    return v3_make(x, y, rng_range(r, low.z, high.z));
}

UNUSED_HERE static q4 random_rotation(rng *r)
{
    v3 axis = rng_direction(r);
    double angle = rng_range(r, -3, 3), s = sin(angle / 2);
    q4 q = {cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
    return q4_unit(q);
}

// In the plane z = 0.
UNUSED_HERE static q4 random_turn(rng *r)
{
    double angle = rng_range(r, -3, 3);
    q4 q = {cos(angle / 2), 0, 0, sin(angle / 2)};
    return q;
}

UNUSED_HERE static double determinant(v3 a, v3 b, v3 c)
{
    return v3_dot(a, v3_cross(b, c));
}

// Is p in the solid? By the sum of the solid angles of the triangles, which nothing in the library does.
UNUSED_HERE static bool solid_holds(const solid *s, v3 p)
{
    double sum = 0;
    for (int t = 0; t < s->triangles; t++) {
        v3 a = v3_sub(s->vertex[s->triangle[t][0]], p), b = v3_sub(s->vertex[s->triangle[t][1]], p);
        v3 c = v3_sub(s->vertex[s->triangle[t][2]], p);
        double la = v3_norm(a), lb = v3_norm(b), lc = v3_norm(c);
        sum += 2 * atan2(determinant(a, b, c),
                         la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb);
    }
    return sum > 6;
}

// ---- comparisons

// R diag(principal) R^T, which must be the inertia.
UNUSED_HERE static sym3 inertia_of_axes(const mass_properties *m)
{
    v3 x = q4_rotate(m->axes, v3_make(1, 0, 0)), y = q4_rotate(m->axes, v3_make(0, 1, 0));
    v3 z = q4_rotate(m->axes, v3_make(0, 0, 1));
    sym3 r = sym3_scale(m->principal.x, sym3_dyad(x, x));
    r = sym3_fma(r, m->principal.y, sym3_dyad(y, y));
    return sym3_fma(r, m->principal.z, sym3_dyad(z, z));
}

UNUSED_HERE static double sym3_off(sym3 a, sym3 b)
{
    double worst = 0,
           d[6] = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
    for (int i = 0; i < 6; i++)
        worst = fabs(d[i]) > worst || d[i] != d[i] ? fabs(d[i]) : worst;
    return worst;
}

// The same body, once as it is and once turned by q and moved.
UNUSED_HERE static void check_turned(const mass_properties *m, const mass_properties *turned, q4 q,
                                     v3 shift, double tolerance)
{
    double moment = m->volume * m->bounding_radius * m->bounding_radius;
    CHECK_REL(turned->volume, m->volume, tolerance);
    v3 centre = v3_add(q4_rotate(q, m->centre), shift);
    CHECK_NEAR(v3_norm(v3_sub(centre, turned->centre)), 0, tolerance * m->bounding_radius);
    CHECK_REL(turned->bounding_radius, m->bounding_radius, tolerance);
    mass_properties back = *m;
    back.axes = q4_mul(q, m->axes);
    CHECK_NEAR(sym3_off(inertia_of_axes(&back), turned->inertia), 0, tolerance * moment);
    CHECK_NEAR(sym3_off(inertia_of_axes(turned), turned->inertia), 0, tolerance * moment);
}

// The same body with all lengths times `scale`, a power of two: the same bits.
UNUSED_HERE static void check_scaled(const mass_properties *m, const mass_properties *big,
                                     double scale, int dimensions)
{
    double volume = dimensions == 3 ? scale * scale * scale : scale * scale,
           moment = volume * scale * scale;
    CHECK(big->volume == volume * m->volume);
    CHECK(big->centre.x == scale * m->centre.x && big->centre.y == scale * m->centre.y &&
          big->centre.z == scale * m->centre.z);
    CHECK(big->bounding_radius == scale * m->bounding_radius);
    CHECK(sym3_off(big->inertia, sym3_scale(moment, m->inertia)) == 0);
    CHECK(big->principal.x == moment * m->principal.x &&
          big->principal.y == moment * m->principal.y &&
          big->principal.z == moment * m->principal.z);
    CHECK(!memcmp(&big->axes, &m->axes, sizeof m->axes));
    CHECK(big->error == m->error);
}

// ---- sampling

typedef bool sample_inside(const void *body, v3 p);

// How many standard deviations volume, centre and second moments are off a count of random points in the box.
UNUSED_HERE static double sampled_sigmas(const mass_properties *m, sample_inside *inside,
                                         const void *body, v3 low, v3 high, int points, rng *r)
{
    double sum[10] = {0}, square[10] = {0}, worst = 0;
    v3 size = v3_sub(high, low);
    double box = size.x * size.y * (size.z > 0 ? size.z : 1);
    for (int i = 0; i < points; i++) {
        v3 p = uniform_in(r, low, high);
        if (!inside(body, p))
            continue;
        v3 y = v3_sub(p, m->centre);
        double f[10] = {1,         y.x,       y.y,       y.z,       y.x * y.x,
                        y.y * y.y, y.z * y.z, y.x * y.y, y.x * y.z, y.y * y.z};
        for (int k = 0; k < 10; k++) {
            sum[k] += f[k];
            square[k] += f[k] * f[k];
        }
    }
    const double want[10] = {
        m->volume,    0,           0, 0, m->second.xx, m->second.yy, m->second.zz, m->second.xy,
        m->second.xz, m->second.yz};
    for (int k = 0; k < 10; k++) {
        double mean = sum[k] / points,
               deviation = sqrt((square[k] / points - mean * mean) / points);
        if (deviation > 0)
            worst = fmax(worst, fabs(box * mean - want[k]) / (box * deviation));
    }
    return worst;
}

#endif
