// test_mass_polyhedron.c - closed triangle meshes: closed forms, sampling, what is refused. label: sanitize
#include "solids.h"

static mass_properties mass_of(const solid *s)
{
    mass_properties m = {0};
    scree_error error = {0};
    CHECK_MSG(!mass_polyhedron(s->vertex, s->vertices, s->triangle, s->triangles, &m, &error),
              "%s: %s", error.where, error.what);
    return m;
}

static void check_refused(const solid *s, const char *where, const char *what)
{
    mass_properties m = {.volume = 7};
    scree_error error = {0};
    CHECK(mass_polyhedron(s->vertex, s->vertices, s->triangle, s->triangles, &m, &error) ==
          SCREE_BAD_INPUT);
    CHECK(m.volume == 7);
    CHECK_HAS(error.where, where);
    CHECK_HAS(error.what, what);
    CHECK(error.hint[0]);
}

// Table V22: three unit cubes in an L.
TEST(l_prism)
{
    solid s = solid_l_prism();
    mass_properties m = mass_of(&s);
    CHECK_NEAR(m.volume, 3, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(m.centre, v3_make(5.0 / 6, 5.0 / 6, 0.5))), 0, 1e-15);
    CHECK_NEAR(m.inertia.xx, 7.0 / 6, 1e-14);
    CHECK_NEAR(m.inertia.yy, 7.0 / 6, 1e-14);
    CHECK_NEAR(m.inertia.zz, 11.0 / 6, 1e-14);
    CHECK_NEAR(m.inertia.xy, 1.0 / 3, 1e-14);
    CHECK_NEAR(m.inertia.xz, 0, 1e-15);
    // Principal axes along the diagonals: 7/6 -+ 1/3, a tie of 45 degrees that is decided the same way each time.
    CHECK_NEAR(m.principal.x + m.principal.y, 7.0 / 3, 1e-14);
    CHECK_NEAR(fabs(m.principal.x - m.principal.y), 2.0 / 3, 1e-14);
    CHECK_NEAR(fabs(m.axes.z), sin(3.14159265358979324 / 8), 1e-14);
    CHECK_NEAR(m.bounding_radius, sqrt(7.0 * 7 / 36 + 5.0 * 5 / 36 + 0.25), 1e-15);
    CHECK(m.error == 0);
}

TEST(unit_tetrahedron)
{
    solid s = solid_tetrahedron();
    mass_properties m = mass_of(&s);
    CHECK_REL(m.volume, 1.0 / 6, 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(m.centre, v3_make(0.25, 0.25, 0.25))), 0, 1e-16);
    CHECK_NEAR(m.inertia.xx, 1.0 / 80, 1e-16);
    CHECK_NEAR(m.inertia.xy, 1.0 / 480, 1e-16);
    // Two of three moments are equal, to the last bit.
    CHECK(m.principal.x == m.principal.y || m.principal.y == m.principal.z ||
          m.principal.x == m.principal.z);
}

TEST(box_keeps_its_axes)
{
    solid s = solid_box(1, 2, 4);
    mass_properties m = mass_of(&s);
    CHECK_REL(m.volume, 8, 1e-15);
    CHECK_REL(m.principal.x, 8 * (4 + 16) / 12.0, 1e-14);
    CHECK_REL(m.principal.y, 8 * (1 + 16) / 12.0, 1e-14);
    CHECK_REL(m.principal.z, 8 * (1 + 4) / 12.0, 1e-14);
    CHECK_NEAR(m.axes.w, 1, 1e-15);
    s = solid_box(1, 1, 1);
    m = mass_of(&s);
    CHECK(m.principal.x == m.principal.y && m.principal.y == m.principal.z && m.axes.w == 1);
}

// A box with a box-shaped cavity: two closed meshes, one turned inwards.
TEST(cavities_are_meshes_turned_inwards)
{
    solid s = solid_box(4, 4, 4), hole = solid_box(2, 2, 2);
    for (int i = 0; i < hole.vertices; i++)
        s.vertex[s.vertices + i] = v3_add(hole.vertex[i], v3_make(1, 1, 1));
    for (int t = 0; t < hole.triangles; t++) {
        const int32_t *c = hole.triangle[t];
        solid_face(&s, s.vertices + c[0], s.vertices + c[2], s.vertices + c[1]);
    }
    s.vertices += hole.vertices;
    mass_properties m = mass_of(&s);
    CHECK_REL(m.volume, 56, 1e-14);
    CHECK_REL(m.principal.x, (64 * 32 - 8 * 8) / 12.0, 1e-14);
}

// A ring of many facets is nearly a torus: V = 2 pi^2 R r^2, I_z = m (R^2 + 3/4 r^2), the errors of order 1/n^2.
TEST(ring_of_facets_is_nearly_a_torus)
{
    solid s = solid_ring(32, 16, 1, 0.4);
    mass_properties m = mass_of(&s);
    CHECK_REL(m.volume, 2 * 9.8696044 * 0.16, 0.04);
    CHECK_REL(m.inertia.zz / m.volume, 1 + 0.75 * 0.16, 0.02);
    CHECK_REL(m.inertia.xx / m.volume, 0.5 + 0.625 * 0.16, 0.02);
    CHECK_NEAR(v3_norm(m.centre), 0, 1e-14);
}

static bool in_solid(const void *body, v3 p)
{
    return solid_holds(body, p);
}

// 100 random meshes that are not convex, each against 6,000 random points: 900 numbers, of which 0.3 % may be beyond
// three sigma by chance and none beyond five.
TEST(random_meshes_against_sampling)
{
    rng r = rng_make(4, 0);
    int beyond = 0;
    const int meshes = harness_of(100);
    for (int i = 0; i < meshes; i++) {
        solid s = solid_star(&r, 5, 0.2);
        mass_properties m = mass_of(&s);
        double sigma =
            sampled_sigmas(&m, in_solid, &s, v3_make(-1, -1, -1), v3_make(1, 1, 1), 6000, &r);
        beyond += sigma > 3;
        CHECK(sigma < 5);
    }
    CHECK_MSG(beyond <= 0.08 * meshes, "%d of %d meshes", beyond, meshes);
}

TEST(turned_and_moved)
{
    rng r = rng_make(5, 0);
    for (int i = 0; i < 50; i++) {
        solid s = solid_star(&r, 6, 0.3), t;
        q4 q = random_rotation(&r);
        v3 shift = uniform_in(&r, v3_make(-3, -3, -3), v3_make(3, 3, 3));
        t = s;
        for (int k = 0; k < s.vertices; k++)
            t.vertex[k] = v3_add(q4_rotate(q, s.vertex[k]), shift);
        mass_properties m = mass_of(&s), turned = mass_of(&t);
        check_turned(&m, &turned, q, shift, 2e-14);
    }
}

TEST(powers_of_two_leave_the_bits)
{
    rng r = rng_make(6, 0);
    for (int i = 0; i < 20; i++) {
        solid s = solid_star(&r, 6, 0.3), t = s;
        const double scale = i & 1 ? 0x1p-40 : 0x1p30;
        for (int k = 0; k < s.vertices; k++)
            t.vertex[k] = v3_scale(scale, s.vertex[k]);
        mass_properties m = mass_of(&s), big = mass_of(&t);
        check_scaled(&m, &big, scale, 3);
    }
}

TEST(what_encloses_no_solid_is_refused)
{
    solid s = solid_box(1, 1, 1);
    s.triangles--;
    check_refused(&s, "edge between vertices", "open: only triangle");
    s = solid_box(1, 1, 1);
    int32_t swap = s.triangle[3][0];
    s.triangle[3][0] = s.triangle[3][1];
    s.triangle[3][1] = swap;
    check_refused(&s, "edge between vertices", "turned against each other");
    s = solid_box(1, 1, 1);
    for (int t = 0; t < s.triangles; t++) {
        swap = s.triangle[t][0];
        s.triangle[t][0] = s.triangle[t][1];
        s.triangle[t][1] = swap;
    }
    check_refused(&s, "the mesh", "negative, -1");
    s = solid_box(1, 1, 0);
    check_refused(&s, "the mesh", "volume is zero");
    s = solid_box(1, 1, 1);
    solid_face(&s, 0, 1, 6);
    check_refused(&s, "edge between vertices", "3 triangles share");
    s = solid_box(1, 1, 1);
    s.triangle[2][1] = 8;
    check_refused(&s, "triangle 2", "corner 1 is vertex 8 of 8");
    s.triangle[2][1] = s.triangle[2][0];
    check_refused(&s, "triangle 2", "two corners are one vertex");
    s = solid_box(1, 1, 1);
    s.vertex[5].y = NAN;
    check_refused(&s, "vertex 5", "not finite");
    s = solid_box(1, 1, 1);
    s.triangles = 3;
    check_refused(&s, "the mesh", "8 vertices and 3 triangles");
}

TEST_MAIN
