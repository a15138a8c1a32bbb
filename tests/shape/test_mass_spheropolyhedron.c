// test_mass_spheropolyhedron.c - cores in space with a radius: closed forms, prisms through their plane sections,
// sampling, what is refused. label: sanitize
#include "solids.h"

#define PI 3.14159265358979323846

typedef struct body {
    solid mesh;
    int32_t segment[64][2];
    int segments;
    bool is_solid;
    double radius;
} body;

static mass_core core_of(const body *b)
{
    mass_core c = {b->mesh.vertex, b->segment,        b->mesh.triangle, b->mesh.vertices,
                   b->segments,    b->mesh.triangles, b->is_solid};
    return c;
}

static mass_properties mass_of(const body *b, double tolerance)
{
    mass_properties m = {0};
    scree_error error = {0};
    mass_core core = core_of(b);
    CHECK_MSG(!mass_spheropolyhedron(&core, b->radius, tolerance, &m, &error), "%s: %s",
              error.where, error.what);
    CHECK_MSG(m.error <= 4 * tolerance, "%g", m.error);
    return m;
}

TEST(point_segment_triangle)
{
    body b = {.radius = 2,
              .mesh = {.vertices = 3, .vertex = {{1, 2, 3}, {1, 2 + 3, 3 + 4}, {-2, 4, 1}}}};
    b.mesh.vertices = 1;
    mass_properties m = mass_of(&b, 1e-9);
    CHECK_REL(m.volume, 4 * PI / 3 * 8, 1e-14);
    CHECK_REL(m.principal.x, 4 * PI / 3 * 8 * 0.4 * 4, 1e-14);
    CHECK(m.principal.x == m.principal.y && m.principal.y == m.principal.z && m.error == 0);
    // A capsule: cylinder and two half balls, whose centres are 3/8 r from their flat sides.
    b.mesh.vertices = 2;
    b.segment[0][1] = b.segments = 1;
    m = mass_of(&b, 1e-9);
    double l = 5, r = 2, tube = PI * r * r * l, ball = 4 * PI / 3 * r * r * r, gap = 0.375 * r;
    double transverse = tube * (r * r / 4 + l * l / 12) +
                        ball * (0.4 * r * r - gap * gap + (l / 2 + gap) * (l / 2 + gap));
    CHECK_REL(m.volume, tube + ball, 1e-14);
    CHECK_NEAR(m.inertia.xx, transverse, 1e-14 * transverse * 4);
    CHECK_NEAR(inertia_of_axes(&m).xx, m.inertia.xx, 1e-13 * transverse);
    double low = fmin(m.principal.x, fmin(m.principal.y, m.principal.z));
    CHECK_REL(low, tube * r * r / 2 + ball * 0.4 * r * r, 1e-14);
    CHECK(m.error == 0);
    // A triangle, both sides: 2 A r + half cylinders + a ball.
    b.mesh.vertices = 3;
    b.segments = 0;
    solid_face(&b.mesh, 0, 1, 2);
    m = mass_of(&b, 1e-9);
    v3 ab = v3_sub(b.mesh.vertex[1], b.mesh.vertex[0]),
       ac = v3_sub(b.mesh.vertex[2], b.mesh.vertex[0]);
    double area = 0.5 * v3_norm(v3_cross(ab, ac)),
           rim = v3_norm(ab) + v3_norm(ac) + v3_norm(v3_sub(ac, ab));
    CHECK_REL(m.volume, 2 * area * r + PI / 2 * r * r * rim + ball, 1e-14);
    CHECK(m.error == 0);
}

// Table V22, and the moments of a box a, b, c from those of its parts.
TEST(cube_with_round_edges)
{
    body b = {.mesh = solid_box(1, 1, 1), .is_solid = true, .radius = 0.2};
    mass_properties m = mass_of(&b, 1e-9);
    CHECK_REL(m.volume, 1 + 6 * 0.2 + 3 * PI * 0.04 + 4 * PI / 3 * 0.008, 1e-15);
    CHECK_NEAR(m.volume, 2.610501, 5e-7);
    CHECK(m.error == 0 && m.axes.w == 1 && m.principal.x == m.principal.y &&
          m.principal.y == m.principal.z);
    // Second moment in x about the middle: slabs of the section's area, z from 0 to 1/2 and on to 1/2 + r.
    double r = 0.2, inner = 1 + 4 * r + PI * r * r, second = inner / 12;
    for (int i = 0; i < 2000; i++) {
        double u = PI / 2 * (i + 0.5) / 2000, x = r * sin(u), s = r * cos(u);
        second += 2 * (1 + 4 * s + PI * s * s) * (0.5 + x) * (0.5 + x) * s * PI / 2 / 2000;
    }
    CHECK_REL(m.second.xx, second, 1e-6);
    b.radius = 0;
    m = mass_of(&b, 1e-9);
    CHECK_REL(m.volume, 1, 1e-15);
}

// ---- prisms: sections are spheropolygons, of radius r, and sqrt(r^2 - z^2) in the caps

static void check_prism(const v3 *outline, int n, double height, double radius, double tolerance)
{
    body b = {.mesh = solid_prism(outline, n, height), .is_solid = true, .radius = radius};
    mass_properties m = mass_of(&b, tolerance), section;
    REQUIRE(!mass_spheropolygon(outline, n, true, radius, &section, NULL));
    v3 first = v3_scale(height * section.volume, section.centre);
    double volume = height * section.volume, zz = volume * height * height / 12;
    double polar =
        height * (section.inertia.zz + section.volume * v3_dot(section.centre, section.centre));
    enum { STEPS = 400 };
    for (int i = 0; i < STEPS;
         i++) { // smooth and periodic in u but for both ends, hence the open rule
        double u = PI / 2 * (i + 0.5) / STEPS, z = radius * sin(u),
               step = 2 * radius * cos(u) * PI / 2 / STEPS;
        REQUIRE(!mass_spheropolygon(outline, n, true, radius * cos(u), &section, NULL));
        volume += step * section.volume;
        first = v3_fma(first, step * section.volume, section.centre);
        polar +=
            step * (section.inertia.zz + section.volume * v3_dot(section.centre, section.centre));
        zz += step * section.volume * (height / 2 + z) * (height / 2 + z);
    }
    v3 centre = v3_scale(1 / volume, first);
    CHECK_REL(m.volume, volume, 1e-6);
    CHECK_NEAR(m.centre.x, centre.x, 1e-6 * m.bounding_radius);
    CHECK_NEAR(m.centre.y, centre.y, 1e-6 * m.bounding_radius);
    CHECK_NEAR(m.centre.z, height / 2, 1e-9 * m.bounding_radius);
    CHECK_REL(m.inertia.zz, polar - volume * v3_dot(centre, centre), 2e-6);
    CHECK_REL(m.second.zz, zz, 2e-6);
}

TEST(prisms_bent_inwards)
{
    const v3 l[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    const v3 star[5] = {{1, 0.5, 0}, {0, 2, 0}, {0, 0, 0}, {2, 0, 0}, {2, 2, 0}};
    check_prism(l, 6, 1, 0.3, 1e-8);
    check_prism(star, 5, 0.7, 0.2, 1e-8);
    check_prism(star, 5, 0.7, 1.5, 1e-8);
    // The L has a closed form: 5 corners out, one in; to 1e-10.
    double r = 0.3, h = 1;
    body b = {.mesh = solid_l_prism(), .is_solid = true, .radius = r};
    mass_properties m = mass_of(&b, 1e-10);
    double corners = 5 * PI / 4 - 1,
           want = h * (3 + 8 * r + corners * r * r) +
                  2 * (3 * r + 8 * PI / 4 * r * r + corners * 2.0 / 3 * r * r * r);
    CHECK_REL(m.volume, want, 1e-10);
}

// A ring of capsules is nearly a torus: tubes, a wedge of a ball outside and what two tubes share inside at each joint.
TEST(ring_of_segments)
{
    int n = 12;
    double r = 0.1, large = 1, length = 2 * large * sin(PI / n), turn = 2 * PI / n;
    body b = {.radius = r, .segments = n, .mesh = {.vertices = n}};
    for (int i = 0; i < n; i++) {
        b.mesh.vertex[i] = v3_make(large * cos(turn * i), 0, large * sin(turn * i));
        b.segment[i][0] = i;
        b.segment[i][1] = (i + 1) % n;
    }
    mass_properties m = mass_of(&b, 1e-10);
    double joint = 2.0 / 3 * r * r * r * (turn - 2 * tan(turn / 2));
    CHECK_REL(m.volume, n * (PI * r * r * length + joint), 1e-10);
    CHECK_NEAR(v3_norm(m.centre), 0, 1e-12);
    CHECK_REL(m.inertia.yy / m.volume, 1 + 0.75 * r * r, 0.05); // torus
    CHECK_REL(m.inertia.xx, m.inertia.zz, 1e-10);
}

// Two squares that meet at an angle: prisms on four sides, of which two share a wedge at the fold.
TEST(folded_sheet)
{
    double angle = 1.2, r = 0.1;
    body b = {.radius = r, .mesh = {.vertices = 6}};
    const v3 fold = {cos(angle), 0, sin(angle)},
             v[6] = {{1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {0, 1, 0}};
    memcpy(b.mesh.vertex, v, sizeof v);
    b.mesh.vertex[4] = fold;
    b.mesh.vertex[5] = v3_add(fold, v3_make(0, 1, 0));
    solid_face(&b.mesh, 0, 1, 2);
    solid_face(&b.mesh, 1, 3, 2);
    solid_face(&b.mesh, 2, 3, 4);
    solid_face(&b.mesh, 3, 5, 4);
    mass_properties m = mass_of(&b, 1e-10);
    // Sections across the fold are bent capsules; at both ends half of what a bent capsule turned about itself has.
    double shared = tan((PI - angle) / 2) - (PI - angle) / 2;
    double section = 2 * 2 * r + PI * r * r - shared * r * r;
    double ends = 2 * (PI * r * r + (PI - shared) * 2.0 / 3 * r * r * r);
    CHECK_REL(m.volume, section + ends, 1e-9);
}

// ---- sampling

static double to_segment(v3 p, v3 a, v3 b)
{
    v3 way = v3_sub(b, a), w = v3_sub(p, a);
    double s = fmin(fmax(v3_dot(w, way) / v3_dot(way, way), 0), 1);
    return v3_norm(v3_fma(w, -s, way));
}

static double to_triangle(v3 p, v3 a, v3 b, v3 c)
{
    v3 n = v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)));
    if (determinant(n, v3_sub(b, a), v3_sub(p, a)) >= 0 &&
        determinant(n, v3_sub(c, b), v3_sub(p, b)) >= 0 &&
        determinant(n, v3_sub(a, c), v3_sub(p, c)) >= 0)
        return fabs(v3_dot(n, v3_sub(p, a)));
    return fmin(to_segment(p, a, b), fmin(to_segment(p, b, c), to_segment(p, c, a)));
}

static bool in_body(const void *what, v3 p)
{
    const body *b = what;
    const v3 *v = b->mesh.vertex;
    for (int i = 0; i < b->segments; i++)
        if (to_segment(p, v[b->segment[i][0]], v[b->segment[i][1]]) < b->radius)
            return true;
    for (int i = 0; i < b->mesh.triangles; i++) {
        const int32_t *c = b->mesh.triangle[i];
        if (to_triangle(p, v[c[0]], v[c[1]], v[c[2]]) < b->radius)
            return true;
    }
    return b->is_solid && solid_holds(&b->mesh, p);
}

static body random_body(rng *r, int kind)
{
    body b = {.radius = rng_range(r, 0.05, 0.4)};
    if (kind == 0) { // a star-shaped solid
        b.mesh = solid_star(r, 3, 0.3);
        b.is_solid = true;
    } else { // triangles or segments that may cross
        b.mesh.vertices = 9;
        for (int i = 0; i < 9; i++)
            b.mesh.vertex[i] = uniform_in(r, v3_make(-1, -1, -1), v3_make(1, 1, 1));
        for (int i = 0; i < 4 && kind == 1; i++)
            solid_face(&b.mesh, 2 * i, 2 * i + 1, 2 * i + 2);
        for (; b.segments < 8 && kind == 2; b.segments++) {
            b.segment[b.segments][0] = b.segments;
            b.segment[b.segments][1] = b.segments + 1;
        }
    }
    return b;
}

TEST(random_bodies_against_sampling)
{
    rng r = rng_make(1, 0);
    int beyond = 0;
    for (int i = 0; i < 30; i++) {
        body b = random_body(&r, i % 3);
        if (!harness_takes(i / 3))
            continue;
        mass_properties m = mass_of(&b, 1e-4);
        double sigma = sampled_sigmas(&m, in_body, &b, v3_make(-1.4, -1.4, -1.4),
                                      v3_make(1.4, 1.4, 1.4), 8000, &r);
        beyond += sigma > 3;
        CHECK_MSG(sigma < 5, "body %d, radius %g: %g sigma", i, b.radius, sigma);
    }
    CHECK_MSG(beyond <= 4, "%d of 30", beyond);
}

// Other frames and other tolerances cut the patches differently: how far results are apart is how good they are.
TEST(turned_moved_and_scaled)
{
    rng r = rng_make(2, 0);
    for (int i = 0; i < 6; i++) {
        body b = random_body(&r, i % 3), t = b;
        if (!harness_takes(i / 3))
            continue;
        q4 q = random_rotation(&r);
        v3 shift = uniform_in(&r, v3_make(-3, -3, -3), v3_make(3, 3, 3));
        for (int k = 0; k < b.mesh.vertices; k++)
            t.mesh.vertex[k] = v3_add(q4_rotate(q, b.mesh.vertex[k]), shift);
        mass_properties m = mass_of(&b, 1e-5), turned = mass_of(&t, 1e-7);
        check_turned(&m, &turned, q, shift, m.error);
        double scale = i & 1 ? 0x1p-40 : 0x1p30;
        for (int k = 0; k < b.mesh.vertices; k++)
            t.mesh.vertex[k] = v3_scale(scale, b.mesh.vertex[k]);
        t.radius = scale * b.radius;
        turned = mass_of(&t, 1e-5);
        check_scaled(&m, &turned, scale, 3);
    }
}

// With a radius that reaches every point inside, a solid and its skin alone, both sides of it, are the same body. The
// solid is a cube with a dent: normals of the dent's bottom look inwards.
TEST(filled_skin)
{
    body b = {.mesh = solid_box(1, 1, 1), .is_solid = true, .radius = 0.4}, skin;
    solid cube = b.mesh;
    b.mesh.triangles = 0;
    b.mesh.vertex[b.mesh.vertices++] = v3_make(0.45, 0.55, 0.6);
    for (int i = 0; i < cube.triangles; i++) {
        const int32_t *c = cube.triangle[i];
        if (c[0] < 4 || c[1] < 4 || c[2] < 4)
            solid_face(&b.mesh, c[0], c[1], c[2]);
    }
    for (int i = 0; i < 4; i++)
        solid_face(&b.mesh, 4 + i, 4 + (i + 1) % 4, 8);
    skin = b;
    skin.is_solid = false;
    mass_properties m = mass_of(&b, 1e-7), n = mass_of(&skin, 1e-7);
    check_turned(&m, &n, q4_identity(), v3_make(0, 0, 0), m.error + n.error);
}

static void check_refused(const body *b, const char *where, const char *what)
{
    mass_properties m = {.volume = 7};
    scree_error error = {0};
    mass_core core = core_of(b);
    CHECK(mass_spheropolyhedron(&core, b->radius, 1e-6, &m, &error) == SCREE_BAD_INPUT);
    CHECK(m.volume == 7);
    CHECK_HAS(error.where, where);
    CHECK_HAS(error.what, what);
    CHECK(error.hint[0]);
}

TEST(bad_cores_are_refused)
{
    const body box = {.mesh = solid_box(1, 1, 1), .is_solid = true, .radius = 0.1};
    body b = box;
    b.mesh.triangles--;
    check_refused(&b, "edge between", "open");
    b = box;
    b.mesh.vertices++;
    b.mesh.vertex[8] = v3_make(5, 5, 5);
    check_refused(&b, "vertex 8", "no triangle of the solid");
    b = box;
    b.mesh.vertex[3] = b.mesh.vertex[2];
    check_refused(&b, "triangle", "no area");
    b = box;
    b.segments = 1;
    b.segment[0][1] = 1;
    check_refused(&b, "segment 0", "has no segments");
    b.segment[0][1] = 0;
    check_refused(&b, "segment 0", "both ends");
    b.segment[0][1] = 8;
    check_refused(&b, "segment 0", "no vertex");
    b = box;
    b.is_solid = false;
    b.radius = 0;
    check_refused(&b, "the radius", "volume is zero");
    b.radius = NAN;
    check_refused(&b, "the radius", "radius nan");
    b = (body){.radius = 1, .mesh = {.vertices = 2, .vertex = {{1, 2, 3}, {1, 2, 3}}}};
    check_refused(&b, "vertex 1", "same place");
    b.mesh.vertices = 0;
    check_refused(&b, "the core", "no vertex");
    // What lies on each other: a triangle given twice, one on a part of another, edges one along the other.
    b = (body){.radius = 1, .mesh = solid_tetrahedron()};
    solid_face(&b.mesh, 1, 0, 2);
    check_refused(&b, "triangles 0 and 4", "lie on each other");
    b = (body){
        .radius = 1,
        .mesh = {.vertices = 5, .vertex = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {9, 1, 0}}}};
    solid_face(&b.mesh, 0, 1, 2);
    solid_face(&b.mesh, 1, 4, 3);
    check_refused(&b, "triangles 0 and 1", "lie on each other");
    b.mesh.triangles = 0;
    b.mesh.vertex[3] = v3_make(1, 0, 0);
    b.segments = 2;
    memcpy(b.segment, (const int32_t[2][2]){{0, 1}, {3, 4}}, sizeof(int32_t[2][2]));
    b.mesh.vertex[4] = v3_make(7, 0, 0);
    check_refused(&b, "edges between vertices 0 and 1, 3 and 4", "lie on each other");
}

TEST_MAIN
