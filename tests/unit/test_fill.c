// test_fill.c - solids and outlines filled with balls and disks: all inside, what is left as sampled, mass as it was.
// label: sanitize
#include "harness.h"

#include "base/mathlib.h"
#include "base/random.h"
#include "collide/sharp.h"
#include "scene/fill.h"
#include "shape/builders.h"

#include <stdlib.h>

#define PI 3.14159265358979323846

static void clear(model_clump *c)
{
    free(c->at);
    free(c->radius);
    *c = (model_clump){0};
}

static bool make_cube(double side, solid *out)
{
    v3 corner[8];
    scree_error error;
    build_box(v3_make(side, side, side), corner);
    return CHECK(solid_from_hull(corner, 8, "cube", out, &error) == SCREE_OK);
}

// An L of three cubes of side 1, as a soup: the outline and its translate, joined.
static bool make_l(solid *out)
{
    static const v3 outline[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    static const int cut[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    const v3 up = {0, 0, 1};
    v3 corner[3 * 20];
    int n = 0;
    for (int i = 0; i < 6; i++) {
        v3 a = outline[i], b = outline[(i + 1) % 6];
        const v3 side[6] = {a, b, v3_add(b, up), a, v3_add(b, up), v3_add(a, up)};
        for (int k = 0; k < 6; k++)
            corner[n++] = side[k];
    }
    for (int i = 0; i < 4; i++)
        for (int level = 0; level < 2; level++)
            for (int k = 0; k < 3; k++)
                corner[n++] = v3_fma(outline[cut[i][level ? k : 2 - k]], level, up);
    solid_report report;
    scree_error error;
    return CHECK_MSG(solid_build(&(mesh_facets){.corner = corner, .facets = n / 3, .name = "L"},
                                 out, &report, &error) == SCREE_OK,
                     "%s", error.what);
}

static bool make_sharp(const solid *s, sharp *out)
{
    const mesh *m = s->surface;
    int32_t(*triangle)[3] = malloc((size_t)m->triangles * sizeof *triangle);
    if (!CHECK(triangle))
        return false;
    for (int32_t t = 0; t < m->triangles; t++)
        for (int k = 0; k < 3; k++)
            triangle[t][k] = m->triangle[t].vertex[k];
    scree_error error;
    bool good = CHECK(sharp_make(&(sharp_surface){.vertex = m->vertex,
                                                  .vertices = m->vertices,
                                                  .triangle = (const int32_t(*)[3])triangle,
                                                  .triangles = m->triangles},
                                 "test", out, &error) == SCREE_OK);
    free(triangle);
    return good;
}

// Every ball is inside, and what they leave is what random points find.
static void check_filling(const solid *s, const model_clump *c, double left)
{
    mass_properties p;
    sharp body;
    rng r = rng_make(11, 3);
    REQUIRE(solid_mass(s, &p, NULL) == SCREE_OK && make_sharp(s, &body));
    CHECK(c->volume == p.volume && c->inertia.x == p.principal.x && c->inertia.z == p.principal.z);
    for (int k = 0; k < c->balls; k++) {
        v3 at = v3_add(p.centre, q4_rotate(p.axes, c->at[k]));
        sharp_nearest near;
        CHECK(sharp_inside(&body, at));
        CHECK(!sharp_closest(&body, at, c->radius[k] * (1 - 1e-9), &near));
    }
    int64_t inside = 0, missed = 0;
    for (int i = 0; i < 200000; i++) {
        v3 x =
            v3_make(rng_range(&r, body.low.x, body.high.x), rng_range(&r, body.low.y, body.high.y),
                    rng_range(&r, body.low.z, body.high.z));
        if (!sharp_inside(&body, x))
            continue;
        bool held = false;
        v3 own = q4_rotate(q4_conjugate(p.axes), v3_sub(x, p.centre));
        for (int k = 0; k < c->balls && !held; k++)
            held = v3_norm(v3_sub(own, c->at[k])) < c->radius[k];
        inside++;
        missed += !held;
    }
    double share = (double)missed / (double)inside;
    CHECK_NEAR(left, share, 3 * sqrt(share * (1 - share) / (double)inside));
    sharp_clear(&body);
}

TEST(one_ball_in_a_cube_is_the_inscribed_one)
{
    solid s;
    model_clump c;
    fill_report report;
    scree_error error;
    REQUIRE(make_cube(0.02, &s));
    REQUIRE(fill_solid(&s, &(fill_balls){.most = 1, .name = "cube"}, &c, &report, &error) ==
            SCREE_OK);
    CHECK(c.balls == 1);
    CHECK_REL(c.radius[0], 0.01, 1e-12);
    CHECK_NEAR(v3_norm(c.at[0]), 0, 1e-14);
    CHECK_NEAR(report.left, 1 - PI / 6, 1e-10);
    CHECK_REL(report.reach, 0.01, 1e-12);
    CHECK_REL(c.inertia.x, 8e-6 * 4e-4 / 6, 1e-12);
    clear(&c);
    solid_clear(&s);
}

TEST(balls_fill_a_solid_to_the_error_asked_for)
{
    solid s;
    model_clump c;
    fill_report report;
    scree_error error;
    REQUIRE(make_l(&s));
    double before = 1;
    const double wanted[3] = {0.4, 0.3, 0.2};
    int balls = 0;
    for (int i = 0; i < 3; i++) {
        REQUIRE(
            fill_solid(&s,
                       &(fill_balls){.most = FILL_BALLS_MOST, .error_most = wanted[i], .name = "L"},
                       &c, &report, &error) == SCREE_OK);
        CHECK(report.left <= wanted[i] && report.left > wanted[i] - 0.1 && report.left < before &&
              c.balls > balls);
        check_filling(&s, &c, report.left);
        before = report.left;
        balls = c.balls;
        clear(&c);
    }
    CHECK(balls < 80);
    CHECK(fill_solid(&s, &(fill_balls){.most = 5, .error_most = 0.2, .name = "L"}, &c, &report,
                     &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "5 balls leave");
    CHECK_HAS(error.hint, "allow more balls");
    solid_clear(&s);
}

// A pebble of 62 vertices, smooth and not convex: r = a (1 + 0.2 cos 2t + 0.12 sin 3t), t = 2 pi k / 62.
static void make_pebble(double a, v3 vertex[62])
{
    for (int k = 0; k < 62; k++) {
        double t = 2 * PI * k / 62, r = a * (1 + 0.2 * cos(2 * t) + 0.12 * sin(3 * t));
        vertex[k] = v3_make(r * cos(t), r * sin(t), 0);
    }
}

TEST(a_pebble_of_726_disks)
{
    v3 vertex[62];
    model_clump c;
    fill_report report;
    mass_properties p;
    scree_error error;
    make_pebble(0.01, vertex);
    REQUIRE(
        fill_outline(
            &(fill_disks){.vertex = vertex, .vertices = 62, .radius = 0.46e-3, .spacing = 0.68e-3},
            &c, &report, &error) == SCREE_OK);
    CHECK(c.balls == 726);
    // the area of the polygon over the smooth outline pi a^2 (1 + 0.02 + 0.0072) is short by some (pi / 62)^2 2 / 3
    CHECK_REL(c.volume, PI * 1e-4 * 1.0272, 4e-3);
    REQUIRE(mass_spheropolygon(vertex, 62, true, 0, &p, &error) == SCREE_OK);
    CHECK(c.volume == p.volume && c.inertia.z == p.inertia.zz);
    rng r = rng_make(5, 5);
    int inside = 0, missed = 0;
    for (int i = 0; i < 100000; i++) {
        v3 x = v3_make(rng_range(&r, -0.0125, 0.0125), rng_range(&r, -0.0095, 0.008), 0);
        bool in = false, held = false;
        for (int k = 0; k < 62; k++) {
            v3 a = vertex[k], b = vertex[(k + 1) % 62];
            if ((a.y > x.y) != (b.y > x.y) && x.x < a.x + (b.x - a.x) * (x.y - a.y) / (b.y - a.y))
                in = !in;
        }
        for (int k = 0; k < c.balls && !held; k++)
            held = v3_norm(v3_sub(v3_sub(x, p.centre), c.at[k])) < c.radius[k];
        CHECK(in || !held);
        inside += in;
        missed += in && !held;
    }
    double share = (double)missed / inside;
    CHECK_NEAR(report.left, share, 3 * sqrt(share * (1 - share) / inside));
    clear(&c);
    CHECK(fill_outline(
              &(fill_disks){.vertex = vertex, .vertices = 62, .radius = 0.02, .spacing = 0.68e-3},
              &c, &report, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no disk");
    CHECK(fill_outline(
              &(fill_disks){.vertex = vertex, .vertices = 62, .radius = 1e-5, .spacing = 1e-5}, &c,
              &report, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.hint, "widen the spacing");
}

TEST_MAIN
