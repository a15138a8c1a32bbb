// test_mass_clump.c - clumps of balls and disks: unions against solids of revolution, lenses and sampling, sums, the
// modelled ellipsoid, what is refused. label: sanitize
#include "solids.h"

#define PI 3.14159265358979323846

enum { MOST = 16 };

typedef struct clump {
    v3 centre[MOST];
    double radius[MOST];
    int count;
} clump;

static void add(clump *c, v3 centre, double radius)
{
    c->centre[c->count] = centre;
    c->radius[c->count++] = radius;
}

static mass_properties balls(const clump *c)
{
    mass_properties m = {0};
    scree_error error = {0};
    CHECK_MSG(!mass_balls(c->centre, c->radius, c->count, MASS_UNION, &m, &error), "%s: %s",
              error.where, error.what);
    CHECK(m.error < 1e-11);
    return m;
}

static mass_properties disks(const clump *c)
{
    mass_properties m = {0};
    scree_error error = {0};
    CHECK_MSG(!mass_disks(c->centre, c->radius, c->count, MASS_UNION, &m, &error), "%s: %s",
              error.where, error.what);
    return m;
}

// ---- solids of revolution: the union of balls on a line, whose squared radius is piecewise quadratic

typedef struct turned_solid {
    double volume, centre, axial, transverse; // moments of inertia about the centre
} turned_solid;

static double square_at(const clump *c, double x)
{
    double most = 0;
    for (int i = 0; i < c->count; i++) {
        double d = x - c->centre[i].x;
        most = fmax(most, c->radius[i] * c->radius[i] - d * d);
    }
    return most;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Centres on the x axis. Three-point Gauss rules are exact between the places where another ball takes over.
static turned_solid revolve(const clump *c)
{
    double at[MOST * (MOST + 2)], sum[4] = {0};
    int n = 0;
    for (int i = 0; i < c->count; i++) {
        at[n++] = c->centre[i].x - c->radius[i];
        at[n++] = c->centre[i].x + c->radius[i];
        for (int k = 0; k < i; k++) {
            double d = c->centre[k].x - c->centre[i].x;
            double x =
                (d * d + c->radius[i] * c->radius[i] - c->radius[k] * c->radius[k]) / (2 * d);
            if (d != 0)
                at[n++] = c->centre[i].x + x;
        }
    }
    qsort(at, (size_t)n, sizeof *at, by_value);
    const double node[3] = {-sqrt(0.6), 0, sqrt(0.6)}, weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    for (int i = 0; i + 1 < n; i++)
        for (int k = 0; k < 3; k++) {
            double half = (at[i + 1] - at[i]) / 2, x = at[i] + half + half * node[k],
                   q = square_at(c, x);
            double w = PI * half * weight[k];
            sum[0] += w * q;
            sum[1] += w * q * x;
            sum[2] += w * q * q / 2;
            sum[3] += w * (q * q / 4 + q * x * x);
        }
    double centre = sum[1] / sum[0];
    return (turned_solid){sum[0], centre, sum[2], sum[3] - sum[0] * centre * centre};
}

// Along the x axis, and along any other line.
static void check_revolved(const clump *c, double tolerance, rng *r)
{
    turned_solid want = revolve(c);
    mass_properties m = balls(c);
    double moment = m.volume * m.bounding_radius * m.bounding_radius;
    CHECK_REL(m.volume, want.volume, tolerance);
    CHECK_NEAR(m.centre.x, want.centre, tolerance * m.bounding_radius);
    CHECK_NEAR(m.inertia.xx, want.axial, tolerance * moment);
    CHECK_NEAR(m.inertia.yy, want.transverse, tolerance * moment);
    CHECK_NEAR(m.inertia.zz, want.transverse, tolerance * moment);
    CHECK_NEAR(fabs(m.inertia.xy) + fabs(m.inertia.xz) + fabs(m.inertia.yz), 0, tolerance * moment);
    clump t = *c;
    q4 q = random_rotation(r);
    v3 shift = uniform_in(r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
    for (int i = 0; i < c->count; i++)
        t.centre[i] = v3_add(q4_rotate(q, c->centre[i]), shift);
    mass_properties turned = balls(&t);
    check_turned(&m, &turned, q, shift, tolerance);
}

static double lens(double a, double b, double d)
{
    double s = a + b - d;
    return PI * s * s * (d * d + 2 * d * (a + b) - 3 * (a - b) * (a - b)) / (12 * d);
}

TEST(one_ball)
{
    clump c = {0};
    add(&c, v3_make(1, 2, 3), 0.5);
    mass_properties m = balls(&c);
    CHECK_REL(m.volume, PI / 6, 1e-15);
    CHECK_REL(m.principal.x, 0.4 * PI / 6 * 0.25, 1e-15);
    CHECK(m.principal.x == m.principal.y && m.principal.y == m.principal.z && m.axes.w == 1);
    CHECK(m.centre.x == 1 && m.centre.y == 2 && m.centre.z == 3 && m.bounding_radius == 0.5);
}

TEST(two_balls_share_a_lens)
{
    rng r = rng_make(1, 0);
    for (int i = 0; i < 200; i++) {
        double a = rng_range(&r, 0.2, 1), b = rng_range(&r, 0.2, 1),
               d = rng_range(&r, fabs(a - b), a + b);
        clump c = {0};
        add(&c, v3_make(0, 0, 0), a);
        add(&c, v3_scale(d, rng_direction(&r)), b);
        mass_properties m = balls(&c);
        CHECK_REL(m.volume, 4 * PI / 3 * (a * a * a + b * b * b) - lens(a, b, d), 2e-14);
    }
}

TEST(balls_on_a_line)
{
    rng r = rng_make(2, 0);
    for (int i = 0; i < 300; i++) {
        clump c = {0};
        for (int k = 0; k < 6; k++) {
            double x = rng_range(&r, -2, 2);
            add(&c, v3_make(x, 0, 0), rng_range(&r, 0.2, 1));
        }
        check_revolved(&c, 2e-14, &r);
    }
}

// A rim that passes the poles of the usual axes closer and closer.
TEST(rim_through_a_pole)
{
    rng r = rng_make(8, 0);
    const v3 way[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        for (double off = 1e-3; off > 1e-12; off *= 0.1) {
            clump c = {0}, line = {0};
            double d = 0.75;
            add(&c, v3_make(0, 0, 0), 1);
            add(&c, v3_scale(d, way[i]), sqrt(1 + d * d) + off); // cosine of the rim: off
            for (int k = 0; k < 2; k++)
                add(&line, v3_make(k * d, 0, 0), c.radius[k]);
            check_revolved(&line, 2e-14, &r);
            CHECK_REL(balls(&c).volume, revolve(&line).volume, 5e-15);
        }
}

// Spheres through one circle, touching from inside and outside, equal, and equal but for round-off.
TEST(balls_in_special_places)
{
    rng r = rng_make(3, 0);
    clump circle = {0}, touching = {0}, equal = {0};
    for (int i = -2; i <= 2; i++)
        add(&circle, v3_make(0.25 * i, 0, 0), sqrt(1 + 0.0625 * i * i));
    check_revolved(&circle, 1e-14, &r);
    add(&touching, v3_make(0, 0, 0), 1);
    add(&touching, v3_make(0.5, 0, 0), 0.5);
    add(&touching, v3_make(1.25, 0, 0), 0.25);
    check_revolved(&touching, 1e-14, &r);
    const double apart[6] = {0, 0, 1e-17, 1e-12, 1e-9, 1e-6};
    for (int i = 0; i < 6; i++)
        add(&equal, v3_make(apart[i], 0, 0), 1);
    check_revolved(&equal, 1e-12, &r);
    add(&equal, v3_make(0.7, 0, 0), 1);
    add(&equal, v3_make(0.7, 0, 0), 1 + 1e-15);
    check_revolved(&equal, 1e-12, &r);
}

static clump soybean(double length, double width, double height)
{
    double r = height / 2, a = length / 2 - r, b = width / 2 - r;
    clump c = {0};
    add(&c, v3_make(a, 0, 0), r);
    add(&c, v3_make(-a, 0, 0), r);
    add(&c, v3_make(0, b, 0), r);
    add(&c, v3_make(0, -b, 0), r);
    return c;
}

// Seed 004, table 9.1: 0.149 g. The union's numbers are of a million sampled points, 1050 of 1000 volumes.
TEST(soybean_of_table_9_1)
{
    clump c = soybean(0.73e-2, 0.61e-2, 0.55e-2);
    mass_properties e, m = balls(&c);
    double density = 0.149e-3 / m.volume;
    CHECK_REL(m.volume / (PI / 6 * 0.73e-2 * 0.61e-2 * 0.55e-2), 1.050, 1e-3);
    CHECK_REL(density * m.principal.x, 5.134e-10, 2e-3);
    CHECK_REL(density * m.principal.y, 6.633e-10, 2e-3);
    CHECK_REL(density * m.principal.z, 6.853e-10, 2e-3);
    CHECK_NEAR(m.axes.w, 1, 1e-12);
    REQUIRE(!mass_ellipsoid(v3_make(0.73e-2, 0.61e-2, 0.55e-2), c.centre, c.radius, 4, &e, NULL));
    density = 0.149e-3 / e.volume;
    CHECK_REL(density, 1162, 1e-3);
    CHECK_REL(density * e.principal.x, 5.0258e-10, 1e-5);
    CHECK_REL(density * e.principal.y, 6.2237e-10, 1e-5);
    CHECK_REL(density * e.principal.z, 6.7423e-10, 1e-5);
    CHECK_REL(e.bounding_radius, 0.365e-2, 1e-15);
    CHECK(e.axes.w == 1 && v3_norm(e.centre) == 0);
}

// Width equals length: all four spheres and all planes between them meet in two points.
TEST(four_spheres_through_two_points)
{
    clump c = soybean(1.5, 1.5, 1), d = c;
    mass_properties m = balls(&c);
    double slices = 0;
    for (int i = 0; i < 4000; i++) { // in the middles of slices z = sin(u) / 2 of equal du
        double u = PI * (i + 0.5) / 4000 - PI / 2;
        for (int k = 0; k < 4; k++)
            d.radius[k] = 0.5 * cos(u);
        slices += disks(&d).volume * 0.5 * cos(u) * PI / 4000;
    }
    CHECK_REL(m.volume, slices, 1e-7);
    d = c;
    rng r = rng_make(4, 0);
    for (int i = 0; i < 4; i++)
        d.centre[i].z += 1e-13 * rng_uniform(&r);
    mass_properties n = balls(&d);
    CHECK_REL(n.volume, m.volume, 1e-12);
    CHECK(m.principal.x == m.principal.y && m.axes.w == 1);
    q4 q = random_rotation(&r);
    for (int i = 0; i < 4; i++)
        d.centre[i] = q4_rotate(q, c.centre[i]);
    n = balls(&d);
    check_turned(&m, &n, q, v3_make(0, 0, 0), 1e-14);
}

// Six balls in a ring that overlap with their neighbours only: six balls less six lenses.
TEST(ring_of_six)
{
    double large = 1, small = 0.7;
    clump c = {0}, pair = {0};
    for (int k = 0; k < 6; k++)
        add(&c, v3_make(large * cos(k * PI / 3), large * sin(k * PI / 3), 0), small);
    add(&pair, v3_make(-0.5, 0, 0), small);
    add(&pair, v3_make(0.5, 0, 0), small);
    mass_properties m = balls(&c);
    turned_solid two = revolve(&pair);
    double ball = 4 * PI / 3 * small * small * small, lens_volume = 2 * ball - two.volume;
    CHECK_REL(m.volume, 6 * (ball - lens_volume), 1e-14);
    // Of a lens: what two balls have more than the union, about its centre at large cos(30 deg) from the axis.
    double lens_moment = 2 * (0.4 * ball * small * small + ball * 0.25) - two.transverse;
    double want = 6 * (0.4 * ball * small * small + ball) - 6 * (lens_moment + lens_volume * 0.75);
    CHECK_REL(m.inertia.zz, want, 1e-14);
    CHECK_NEAR(v3_norm(m.centre), 0, 1e-15);
    CHECK(m.principal.x == m.principal.y);
}

static bool in_clump(const void *body, v3 p)
{
    const clump *c = body;
    for (int i = 0; i < c->count; i++) {
        v3 y = v3_sub(p, c->centre[i]);
        if (v3_dot(y, y) < c->radius[i] * c->radius[i])
            return true;
    }
    return false;
}

static clump random_clump(rng *r, int count, double flat)
{
    clump c = {0};
    for (int i = 0; i < count; i++) {
        v3 place = uniform_in(r, v3_make(-1, -1, -flat), v3_make(1, 1, flat));
        add(&c, place, rng_range(r, 0.2, 1));
    }
    return c;
}

TEST(random_clumps_against_sampling)
{
    rng r = rng_make(5, 0);
    int beyond = 0;
    for (int i = 0; i < 100; i++) {
        clump c = random_clump(&r, 2 + i % 14, 1), d = random_clump(&r, 2 + i % 14, 0);
        mass_properties m = balls(&c), n = disks(&d);
        double sigma =
            sampled_sigmas(&m, in_clump, &c, v3_make(-2, -2, -2), v3_make(2, 2, 2), 50000, &r);
        double plane =
            sampled_sigmas(&n, in_clump, &d, v3_make(-2, -2, 0), v3_make(2, 2, 0), 50000, &r);
        beyond += (sigma > 3) + (plane > 3);
        CHECK(sigma < 5);
        CHECK(plane < 5);
    }
    CHECK_MSG(beyond <= 14, "%d of 200 clumps", beyond);
}

TEST(turned_and_moved)
{
    rng r = rng_make(6, 0);
    for (int i = 0; i < 100; i++) {
        clump c = random_clump(&r, 12, 1), t = c;
        q4 q = random_rotation(&r);
        v3 shift = uniform_in(&r, v3_make(-3, -3, -3), v3_make(3, 3, 3));
        for (int k = 0; k < c.count; k++)
            t.centre[k] = v3_add(q4_rotate(q, c.centre[k]), shift);
        mass_properties m = balls(&c), turned = balls(&t);
        check_turned(&m, &turned, q, shift, 2e-13);
        c = t = random_clump(&r, 12, 0);
        q = random_turn(&r);
        shift.z = 0;
        for (int k = 0; k < c.count; k++)
            t.centre[k] = v3_add(q4_rotate(q, c.centre[k]), shift);
        m = disks(&c);
        turned = disks(&t);
        check_turned(&m, &turned, q, shift, 2e-14);
    }
}

TEST(powers_of_two_leave_the_bits)
{
    rng r = rng_make(7, 0);
    for (int i = 0; i < 20; i++) {
        const double scale = i & 1 ? 0x1p-40 : 0x1p30;
        clump c = random_clump(&r, 12, i & 2), t = c;
        for (int k = 0; k < c.count; k++) {
            t.centre[k] = v3_scale(scale, c.centre[k]);
            t.radius[k] = scale * c.radius[k];
        }
        mass_properties m = i & 2 ? balls(&c) : disks(&c), big = i & 2 ? balls(&t) : disks(&t);
        check_scaled(&m, &big, scale, i & 2 ? 3 : 2);
    }
}

TEST(two_disks_share_a_lens)
{
    clump c = {0};
    add(&c, v3_make(0, 0, 0), 1);
    add(&c, v3_make(0.6, 0.8, 0), 1);
    mass_properties m = disks(&c);
    CHECK_REL(m.volume, 2 * PI - (2 * PI / 3 - sqrt(3) / 2), 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(m.centre, v3_make(0.3, 0.4, 0))), 0, 1e-15);
    CHECK(m.error == 0 && m.principal.z == m.principal.x + m.principal.y);
    c.centre[1] = v3_make(0, 0, 0);
    m = disks(&c);
    CHECK_REL(m.volume, PI, 1e-15);
    CHECK_REL(m.inertia.zz, PI / 2, 1e-15);
}

TEST(sums_count_overlaps_twice)
{
    clump c = {0};
    add(&c, v3_make(-0.5, 0, 0), 1);
    add(&c, v3_make(0.5, 0, 0), 1);
    mass_properties m, n;
    REQUIRE(!mass_balls(c.centre, c.radius, 2, MASS_SUM, &m, NULL));
    REQUIRE(!mass_disks(c.centre, c.radius, 2, MASS_SUM, &n, NULL));
    CHECK_REL(m.volume, 8 * PI / 3, 1e-15);
    CHECK_REL(m.principal.x, 8 * PI / 3 * 0.4, 1e-15);
    CHECK_REL(m.principal.z, 8 * PI / 3 * 0.65, 1e-15);
    CHECK_REL(n.volume, 2 * PI, 1e-15);
    CHECK_REL(n.inertia.zz, 2 * PI * 0.75, 1e-15);
}

TEST(bad_clumps_are_refused)
{
    clump c = {0};
    mass_properties m = {.volume = 7};
    scree_error error = {0};
    add(&c, v3_make(0, 0, 0), 1);
    add(&c, v3_make(0, 0, 1), 0);
    CHECK(mass_balls(c.centre, c.radius, 0, MASS_UNION, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "there is no ball");
    CHECK(mass_balls(c.centre, c.radius, 2, MASS_UNION, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "ball 1");
    CHECK_STR(error.what, "radius 0");
    c.radius[1] = INFINITY;
    CHECK(mass_disks(c.centre, c.radius, 2, MASS_SUM, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "radius inf");
    c.radius[1] = 1;
    CHECK(mass_disks(c.centre, c.radius, 2, MASS_SUM, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "disk 1");
    CHECK_STR(error.what, "its z is 1");
    CHECK(mass_ellipsoid(v3_make(1, 0, 1), c.centre, c.radius, 2, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "diameters 1, 0, 1");
    c.centre[0].x = NAN;
    CHECK(mass_balls(c.centre, c.radius, 2, MASS_UNION, &m, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "ball 0");
    CHECK(m.volume == 7);
}

TEST_MAIN
