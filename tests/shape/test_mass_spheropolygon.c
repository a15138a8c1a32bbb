// test_mass_spheropolygon.c - plane cores with a radius: table V11, closed forms, sampling, what is refused.
// label: sanitize
#include "solids.h"

#define PI 3.14159265358979323846

enum { MOST = 80 };

typedef struct core {
    v3 vertex[MOST];
    int count;
    bool closed;
    double radius;
} core;

static core make(bool closed, double radius, int count, const double xy[][2])
{
    core c = {.count = count, .closed = closed, .radius = radius};
    for (int i = 0; i < count; i++)
        c.vertex[i] = v3_make(xy[i][0], xy[i][1], 0);
    return c;
}

static mass_properties mass_of(const core *c)
{
    mass_properties m = {0};
    scree_error error = {0};
    CHECK_MSG(!mass_spheropolygon(c->vertex, c->count, c->closed, c->radius, &m, &error), "%s: %s",
              error.where, error.what);
    CHECK_MSG(m.error < 1e-11, "%g", m.error);
    return m;
}

static const double triangle[3][2] = {{0, 0}, {1.2, 0.1}, {0.3, 0.9}};
static const double star[5][2] = {{0, 0}, {2, 0}, {2, 2}, {1, 0.5}, {0, 2}};

TEST(table_v11)
{
    core c = make(true, 0.3, 3, triangle), s = make(true, 0.2, 5, star);
    mass_properties m = mass_of(&c), n = mass_of(&s);
    CHECK_NEAR(m.volume, 1.8148440, 1e-7);
    CHECK_NEAR(m.centre.x, 0.52096203, 1e-8);
    CHECK_NEAR(m.centre.y, 0.32634599, 1e-8);
    CHECK_NEAR(m.inertia.zz, 0.58634244, 1e-8);
    CHECK(m.error == 0);
    CHECK_NEAR(n.volume, 4.52608571, 1e-8);
    CHECK_NEAR(n.centre.x, 1, 1e-11);
    CHECK_NEAR(n.centre.y, 0.79995894, 1e-8);
    CHECK_NEAR(n.inertia.zz, 4.29168367, 1e-8);
}

// Seed 001's disk and rice: a point, a segment.
TEST(points_and_segments)
{
    const double line[2][2] = {{1, 1}, {1 + 3, 1 + 4}};
    core c = make(false, 2, 1, line);
    mass_properties m = mass_of(&c);
    CHECK_REL(m.volume, 4 * PI, 1e-15);
    CHECK_REL(m.inertia.zz, 4 * PI * 2, 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(m.centre, v3_make(1, 1, 0))), 0, 1e-15);
    c = make(false, 2, 2, line);
    m = mass_of(&c);
    double l = 5, r = 2, box = 2 * r * l, ends = PI * r * r,
           gap = 4 * r / (3 * PI); // of a half disk's centre
    CHECK_REL(m.volume, box + ends, 1e-15);
    double moment = box * (l * l + 4 * r * r) / 12 +
                    ends * (r * r / 2 - gap * gap + (l / 2 + gap) * (l / 2 + gap));
    CHECK_REL(m.inertia.zz, moment, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(m.centre, v3_make(2.5, 3, 0))), 0, 1e-15);
    CHECK(m.error == 0 && m.bounding_radius == 4.5);
}

TEST(square_with_round_corners)
{
    const double square[4][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    for (int i = 0; i < 2; i++) {
        core c = make(true, 0.5, 4, square);
        if (i) // the other way round is the same body
            for (int k = 0; k < 4; k++)
                c.vertex[k] = v3_make(square[3 - k][0], square[3 - k][1], 0);
        mass_properties m = mass_of(&c);
        CHECK_REL(m.volume, 4 + 4 + PI / 4, 1e-15);
        // A sector is a quarter disk at (1, 1): about the middle A r^2 / 2 + 2 A + 4 times its first moment r^3 / 3.
        double sectors = PI / 4 * (0.125 + 2) + 4 * 4 * (0.125 / 3);
        double strips = 4 * (2 * 0.5 * (4 + 0.25) / 12 + 1 * 1.25 * 1.25);
        CHECK_REL(m.inertia.zz, 4 * 4.0 / 6 + strips + sectors, 1e-14);
        CHECK(m.principal.x == m.principal.y);
    }
}

// A corner bent inwards loses a square; 1e-11 and better.
TEST(reflex_corner)
{
    const double l[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    core c = make(true, 0.25, 6, l);
    mass_properties m = mass_of(&c);
    CHECK_REL(m.volume, 3 + 8 * 0.25 + 5 * PI / 4 * 0.0625 - 0.0625, 1e-14);
    // A clockwise path, moved, is the same body.
    for (int i = 0; i < 6; i++)
        c.vertex[i] = v3_make(7 + l[5 - i][0], -9 + l[5 - i][1], 0);
    mass_properties n = mass_of(&c);
    check_turned(&m, &n, q4_identity(), v3_make(7, -9, 0), 1e-13);
}

// A slot narrower than two radii is closed but for a dent: between its corners the outline is two arcs.
TEST(slot_that_fills_up)
{
    const double width = 0.5, radius = 0.4, box = 3, height = 2, a = (box - width) / 2,
                 b = (box + width) / 2;
    const double u[8][2] = {{0, 0}, {box, 0}, {box, height}, {b, height},
                            {b, 1}, {a, 1},   {a, height},   {0, height}};
    core c = make(true, radius, 8, u);
    mass_properties m = mass_of(&c);
    double x = width / 2,
           arc = x * sqrt(radius * radius - x * x) + radius * radius * asin(x / radius);
    double want =
        box * height + 2 * (box + height) * radius + PI * radius * radius - width * radius + arc;
    CHECK_REL(m.volume, want, 1e-12);
    CHECK_NEAR(m.centre.x, box / 2, 1e-12);
    // A dent of depth r - sqrt(r^2 - w^2 / 4) is next to nothing where the radius is large.
    c.radius = 100;
    mass_properties n = mass_of(&c);
    CHECK_REL(n.volume, box * height + 2 * (box + height) * 100 + PI * 1e4, 1e-8);
}

// Polylines: a right angle, as two capsules that share a square's worth on one side and a sector on the other; a cross
// of two edges that pass through each other.
TEST(polylines)
{
    const double bent[3][2] = {{0, 2}, {0, 0}, {3, 0}};
    core c = make(false, 0.5, 3, bent);
    mass_properties m = mass_of(&c);
    CHECK_REL(m.volume, 5 + PI * 0.25 + PI / 4 * 0.25 - 0.25, 1e-14);
    const double loop[4][2] = {{-2, 0}, {2, 0}, {0, 2}, {0, -2}};
    c = make(false, 0.1, 4, loop);
    m = mass_of(&c);
    // Two bars that cross, and the way between their ends with two corners of 45 degrees inside and out.
    double corner = 0.01 * (3 * PI / 8 - tan(3 * PI / 8));
    double want = 0.2 * (8 + sqrt(8)) + PI * 0.01 + 2 * corner - 0.04;
    CHECK_REL(m.volume, want, 1e-13);
}

static double to_edge(v3 p, v3 a, v3 b)
{
    v3 way = v3_sub(b, a), w = v3_sub(p, a);
    double s = v3_dot(way, way) > 0 ? fmin(fmax(v3_dot(w, way) / v3_dot(way, way), 0), 1) : 0;
    return v3_norm(v3_fma(w, -s, way));
}

static bool in_core(const void *body, v3 p)
{
    const core *c = body;
    bool inside = false;
    if (c->count == 1)
        return to_edge(p, c->vertex[0], c->vertex[0]) < c->radius;
    for (int i = 0; i < c->count - !c->closed; i++) {
        v3 a = c->vertex[i], b = c->vertex[(i + 1) % c->count];
        if (to_edge(p, a, b) < c->radius)
            return true;
        if (c->closed && (a.y > p.y) != (b.y > p.y) &&
            p.x < a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

static core random_core(rng *r, int i)
{
    core c = {.count = 3 + (int)rng_below(r, 20), .closed = i & 1};
    c.radius = rng_range(r, 0.02, 0.6);
    for (int k = 0; k < c.count; k++) {
        double angle = 2 * PI * (k + rng_range(r, -0.3, 0.3)) / c.count, far = rng_range(r, 0.1, 1);
        c.vertex[k] = v3_make(far * cos(angle), far * sin(angle), 0);
        if (!c.closed)
            c.vertex[k] = uniform_in(r, v3_make(-1, -1, 0), v3_make(1, 1, 0));
    }
    return c;
}

TEST(random_cores_against_sampling)
{
    rng r = rng_make(1, 0);
    int beyond = 0;
    for (int i = 0; i < 200; i++) {
        core c = random_core(&r, i);
        mass_properties m = mass_of(&c);
        double sigma =
            sampled_sigmas(&m, in_core, &c, v3_make(-1.7, -1.7, 0), v3_make(1.7, 1.7, 0), 5000, &r);
        beyond += sigma > 3;
        CHECK_MSG(sigma < 5, "core %d of %d vertices, radius %g: %g sigma", i, c.count, c.radius,
                  sigma);
    }
    CHECK_MSG(beyond <= 10, "%d of 200 cores", beyond);
}

// Two ways to the same body: the arms of one path are cut differently when it is turned.
TEST(turned_moved_and_scaled)
{
    rng r = rng_make(2, 0);
    for (int i = 0; i < 60; i++) {
        core c = random_core(&r, i), t = c;
        q4 q = random_turn(&r);
        v3 shift = uniform_in(&r, v3_make(-3, -3, 0), v3_make(3, 3, 0));
        for (int k = 0; k < c.count; k++)
            t.vertex[k] = v3_add(q4_rotate(q, c.vertex[k]), shift);
        mass_properties m = mass_of(&c), turned = mass_of(&t);
        check_turned(&m, &turned, q, shift, 2e-13);
        double scale = i & 1 ? 0x1p-40 : 0x1p30;
        for (int k = 0; k < c.count; k++)
            t.vertex[k] = v3_scale(scale, c.vertex[k]);
        t.radius = scale * c.radius;
        turned = mass_of(&t);
        check_scaled(&m, &turned, scale, 2);
    }
}

// A path that is split at more vertices is the same body.
TEST(straight_vertices_change_nothing)
{
    rng r = rng_make(3, 0);
    for (int i = 0; i < 40; i++) {
        core c = random_core(&r, i), t = c;
        t.count = 0;
        for (int k = 0; k < c.count; k++) {
            t.vertex[t.count++] = c.vertex[k];
            v3 way = v3_sub(c.vertex[(k + 1) % c.count], c.vertex[k]);
            if (k + 1 < c.count || c.closed)
                t.vertex[t.count++] = v3_fma(c.vertex[k], 0.3, way);
        }
        mass_properties m = mass_of(&c), n = mass_of(&t);
        check_turned(&m, &n, q4_identity(), v3_make(0, 0, 0), 2e-13);
    }
}

static void check_refused(const core *c, const char *where, const char *what)
{
    mass_properties m = {.volume = 7};
    scree_error error = {0};
    CHECK(mass_spheropolygon(c->vertex, c->count, c->closed, c->radius, &m, &error) ==
          SCREE_BAD_INPUT);
    CHECK(m.volume == 7);
    CHECK_STR(error.where, where);
    CHECK_HAS(error.what, what);
    CHECK(error.hint[0]);
}

TEST(bad_cores_are_refused)
{
    const double bow[4][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    core c = make(true, 0.1, 4, bow);
    check_refused(&c, "edges 0 and 2", "crosses itself");
    const double twice[4][2] = {{0, 0}, {1, 0}, {1, 1}, {1, 0}};
    c = make(true, 0.1, 4, twice);
    check_refused(&c, "vertex 3", "same place");
    const double spike[4][2] = {{0, 0}, {2, 0}, {1, 0}, {1, 1}};
    c = make(true, 0.1, 4, spike);
    check_refused(&c, "vertex 1", "folds back");
    const double flat[3][2] = {{0, 0}, {1, 0}, {3, 0}};
    c = make(true, 0, 3, flat);
    check_refused(&c, "vertex 2", "folds back");
    const double over[5][2] = {{0, 0}, {4, 0}, {4, 1}, {3, 0}, {1, 0}};
    c = make(false, 0.1, 5, over);
    check_refused(&c, "edges 0 and 3", "lie on each other");
    const double slit[8][2] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 1}, {2.5, 0.5}, {2, 2}, {2, 5}};
    c = make(true, 0.1, 8, slit);
    check_refused(&c, "edges 3 and 6", "lie on each other");
    c = make(true, -1, 3, triangle);
    check_refused(&c, "the radius", "radius -1");
    c = make(false, 0, 3, triangle);
    check_refused(&c, "the radius", "area is zero");
    c = make(true, 0.1, 3, triangle);
    c.vertex[1].z = 0.5;
    check_refused(&c, "vertex 1", "z is not 0");
    c.vertex[1].x = INFINITY;
    check_refused(&c, "vertex 1", "not finite");
    c.count = 0;
    check_refused(&c, "the outline", "no vertex");
}

TEST_MAIN
