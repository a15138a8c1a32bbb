// test_core.c - grains with a surface from raw geometry: mass, frame, faces and edges against closed forms.
// label: sanitize
#include "harness.h"

#include "base/random.h"
#include "shape/core.h"

#include <stdlib.h>

#define PI 3.14159265358979323846

enum { SOUP_MOST = 3000 };

typedef struct soup {
    v3 corner[3 * SOUP_MOST];
    int32_t facets;
} soup;

static void clear(model_shape *s)
{
    free(s->clump.at);
    free(s->clump.radius);
    free(s->core.vertex);
    free(s->core.edge);
    free(s->core.triangle);
    free(s->core.face);
    *s = (model_shape){0};
}

// A parallelogram of n times m pieces, anticlockwise from a along u, then v.
static void sheet(soup *s, v3 a, v3 u, v3 v, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            v3 p[4];
            for (int c = 0; c < 4; c++)
                p[c] = v3_fma(v3_fma(a, (double)(i + (c == 1 || c == 2)) / n, u),
                              (double)(k + (c > 1)) / m, v);
            const int order[6] = {0, 1, 2, 0, 2, 3};
            for (int c = 0; c < 6; c++)
                s->corner[3 * s->facets + c] = p[order[c]];
            s->facets += 2;
        }
}

// A box with one corner at `a`, its sides cut into n by n squares, turned by `turn` about the origin.
static void box(soup *s, v3 a, v3 size, int n, q4 turn)
{
    const v3 x = {size.x, 0, 0}, y = {0, size.y, 0}, z = {0, 0, size.z};
    int32_t first = 3 * s->facets;
    sheet(s, a, y, x, n, n);
    sheet(s, v3_add(a, z), x, y, n, n);
    sheet(s, a, x, z, n, n);
    sheet(s, v3_add(a, y), z, x, n, n);
    sheet(s, a, z, y, n, n);
    sheet(s, v3_add(a, x), y, z, n, n);
    for (int32_t i = first; i < 3 * s->facets; i++)
        s->corner[i] = q4_rotate(turn, s->corner[i]);
}

static bool make(const soup *s, double radius, model_shape *out, mass_properties *p)
{
    solid body;
    solid_report report;
    scree_error error;
    if (!CHECK_MSG(
            solid_build(&(mesh_facets){.corner = s->corner, .facets = s->facets, .name = "test"},
                        &body, &report, &error) == SCREE_OK,
            "%s", error.what))
        return false;
    scree_status status = core_from_solid(&body, radius, out, p, &error);
    solid_clear(&body);
    return CHECK_MSG(status == SCREE_OK, "%s", error.what);
}

// Of the kept surface itself: the centre is the origin and the inertia diagonal and as told.
static void check_frame(const model_shape *s)
{
    const model_core *c = &s->core;
    mass_properties p;
    mass_core core = {c->vertex,    NULL, (const int32_t(*)[3])c->triangle, c->vertices, 0,
                      c->triangles, true};
    REQUIRE(mass_spheropolyhedron(&core, c->radius, 1e-9, &p, NULL) == SCREE_OK);
    double size = s->clump.radius[0], moment = p.volume * size * size;
    CHECK_REL(p.volume, s->clump.volume, 1e-9);
    CHECK_NEAR(v3_norm(p.centre), 0, 1e-9 * size);
    CHECK_NEAR(p.inertia.xx, s->clump.inertia.x, 1e-9 * moment);
    CHECK_NEAR(p.inertia.yy, s->clump.inertia.y, 1e-9 * moment);
    CHECK_NEAR(p.inertia.zz, s->clump.inertia.z, 1e-9 * moment);
    CHECK_NEAR(fabs(p.inertia.xy) + fabs(p.inertia.xz) + fabs(p.inertia.yz), 0, 1e-9 * moment);
    CHECK_REL(p.bounding_radius, size, 1e-12);
    CHECK(s->radius.kind == SPREAD_FIXED && s->radius.value == size && s->clump.balls == 1);
    CHECK(v3_norm(s->clump.at[0]) == 0);
    CHECK(c->vertices - c->edges + c->faces == 2 || c->meeting != MEET_CONVEX);
}

TEST(a_box_however_it_was_cut_is_six_faces)
{
    static soup s;
    const q4 turns[2] = {{1, 0, 0, 0}, {0.8, 0.36, 0.48, 0}};
    for (int turn = 0; turn < 2; turn++)
        for (int n = 1; n <= 12; n += 11) {
            model_shape out = {0};
            mass_properties p;
            s.facets = 0;
            box(&s, v3_make(1e-3, 2e-3, -5e-3), v3_make(2e-3, 4e-3, 6e-3), n, turns[turn]);
            REQUIRE(make(&s, 0, &out, &p));
            CHECK(out.core.vertices == 8 && out.core.edges == 12 && out.core.triangles == 12 &&
                  out.core.faces == 6);
            CHECK(out.core.meeting == MEET_CONVEX && out.core.weights == WEIGHTS_NORM &&
                  out.core.radius == 0);
            CHECK_REL(out.clump.volume, 48e-9, 1e-12);
            double moments[3] = {out.clump.inertia.x, out.clump.inertia.y, out.clump.inertia.z};
            for (int i = 0; i < 3; i++)
                for (int k = i + 1; k < 3; k++)
                    if (moments[k] < moments[i]) {
                        double keep = moments[i];
                        moments[i] = moments[k];
                        moments[k] = keep;
                    }
            CHECK_REL(moments[0], 48e-9 * 20e-6 / 12, 1e-11);
            CHECK_REL(moments[1], 48e-9 * 40e-6 / 12, 1e-11);
            CHECK_REL(moments[2], 48e-9 * 52e-6 / 12, 1e-11);
            CHECK_REL(out.radius.value, sqrt(14) * 1e-3, 1e-12);
            CHECK_REL(out.core.contact_radius, cbrt(48e-9 * 0.75 / PI), 1e-12);
            CHECK(core_face_corners(&out.core) == 4);
            check_frame(&out);
            v3 middle = q4_rotate(turns[turn], v3_make(2e-3, 4e-3, -2e-3));
            CHECK_NEAR(v3_norm(v3_sub(p.centre, middle)), 0, 1e-15);
            // every corner of the box is a vertex, moved and turned
            for (int k = 0; k < 8; k++) {
                v3 corner = v3_make(k & 1 ? 3e-3 : 1e-3, k & 2 ? 6e-3 : 2e-3, k & 4 ? 1e-3 : -5e-3);
                double least = INFINITY;
                for (int i = 0; i < 8; i++) {
                    v3 back = v3_add(p.centre, q4_rotate(p.axes, out.core.vertex[i]));
                    least = fmin(least, v3_norm(v3_sub(back, q4_rotate(turns[turn], corner))));
                }
                CHECK_NEAR(least, 0, 1e-14);
            }
            clear(&out);
        }
}

TEST(a_cube_with_a_radius_has_the_volume_of_steiner)
{
    static soup s;
    model_shape out = {0};
    s.facets = 0;
    box(&s, v3_make(0, 0, 0), v3_make(1, 1, 1), 3, q4_identity());
    REQUIRE(make(&s, 0.2, &out, NULL));
    CHECK_REL(out.clump.volume, 1 + 6 * 0.2 + 3 * PI * 0.04 + 4 * PI / 3 * 0.008, 1e-13);
    CHECK_REL(out.radius.value, 0.5 * sqrt(3) + 0.2, 1e-14);
    CHECK(out.core.vertices == 8 && out.core.edges == 12 && out.core.faces == 6);
    CHECK(out.core.radius == 0.2 && out.core.contact_radius == 0.2 &&
          out.core.meeting == MEET_CONVEX);
    check_frame(&out);
    clear(&out);
}

// A cavity belongs to no grain, but the radius grows into it: what stays free is a cube smaller by the radius all
// round.
TEST(a_cube_with_a_cavity)
{
    static soup s;
    model_shape out = {0};
    s.facets = 0;
    box(&s, v3_make(0, 0, 0), v3_make(4, 4, 4), 1, q4_identity());
    box(&s, v3_make(1, 1, 1), v3_make(2, 2, 2), 1, q4_identity());
    REQUIRE(make(&s, 0.2, &out, NULL));
    double r = 0.2, outer = 64 + 96 * r + 12 * PI * r * r + 4 * PI / 3 * r * r * r;
    CHECK_REL(out.clump.volume, outer - 1.6 * 1.6 * 1.6, 1e-9);
    CHECK(out.core.meeting == MEET_FEATURES && out.core.vertices == 16 && out.core.faces == 12);
    check_frame(&out);
    clear(&out);
    REQUIRE(make(&s, 0, &out, NULL));
    CHECK_REL(out.clump.volume, 56, 1e-13);
    CHECK(out.core.meeting == MEET_SOLID);
    clear(&out);
}

// An L of three unit cubes.
TEST(a_block_with_a_notch_keeps_its_faces)
{
    static soup s;
    const v3 outline[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    const v3 up = {0, 0, 1};
    for (int sharp = 0; sharp < 2; sharp++) {
        model_shape out = {0};
        s.facets = 0;
        for (int i = 0; i < 6; i++)
            sheet(&s, outline[i], v3_sub(outline[(i + 1) % 6], outline[i]), up,
                  i == 0 || i == 5 ? 2 : 1, 1);
        for (int level = 0; level < 2; level++) {
            const v3 x = {1, 0, 0}, y = {0, 1, 0}, at[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
            for (int k = 0; k < 3; k++) {
                v3 a = v3_add(at[k], v3_scale(level, up));
                sheet(&s, a, level ? x : y, level ? y : x, 1, 1);
            }
        }
        REQUIRE(make(&s, sharp ? 0 : 0.05, &out, NULL));
        CHECK(out.core.vertices == 12 && out.core.edges == 18 && out.core.faces == 8 &&
              out.core.triangles == 20);
        CHECK(out.core.meeting == (sharp ? MEET_SOLID : MEET_FEATURES));
        check_frame(&out);
        if (sharp) {
            // about the axis of the L: 3 cubes of 1/6 each, their centres at squared distances 2/9, 5/9, 5/9
            double z = 0.5 + 4.0 / 3;
            CHECK_REL(out.clump.volume, 3, 1e-13);
            CHECK_NEAR(out.clump.inertia.z, z, 1e-12);
            CHECK_NEAR(out.clump.inertia.x + out.clump.inertia.y, 2 * 0.25 + z, 1e-12);
            CHECK_NEAR(fabs(out.clump.inertia.x - out.clump.inertia.y), 2.0 / 3, 1e-12);
        }
        clear(&out);
    }
}

// A frame: a box with a square hole through it. Faces with holes keep how they were cut.
TEST(a_face_with_a_hole_stays_one_face)
{
    static soup s;
    model_shape out = {0};
    s.facets = 0;
    const v3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            if (i == 1 && k == 1)
                continue;
            sheet(&s, v3_make(i, k, 0), y, x, 1, 1);
            sheet(&s, v3_make(i, k, 1), x, y, 1, 1);
        }
    for (int k = 0; k < 3; k++) {
        sheet(&s, v3_make(k, 0, 0), x, z, 1, 1);
        sheet(&s, v3_make(k, 3, 0), z, x, 1, 1);
        sheet(&s, v3_make(0, k, 0), z, y, 1, 1);
        sheet(&s, v3_make(3, k, 0), y, z, 1, 1);
    }
    sheet(&s, v3_make(1, 1, 0), z, x, 1, 1);
    sheet(&s, v3_make(1, 2, 0), x, z, 1, 1);
    sheet(&s, v3_make(1, 1, 0), y, z, 1, 1);
    sheet(&s, v3_make(2, 1, 0), z, y, 1, 1);
    REQUIRE(make(&s, 0, &out, NULL));
    CHECK_REL(out.clump.volume, 8, 1e-13);
    CHECK(out.core.faces == 10 && out.core.meeting == MEET_SOLID);
    CHECK_NEAR(out.clump.inertia.z, (81 - 1) / 6.0, 1e-12);
    check_frame(&out);
    clear(&out);
}

// A star of 400 points, one high: 1600 triangles. Sharp it is fine; with a radius its mass would take too long.
TEST(many_triangles)
{
    static soup s;
    enum { N = 400 };
    model_shape out = {0};
    solid body;
    solid_report report;
    scree_error error;
    const v3 up = {0, 0, 1}, middle = {0, 0, 0};
    s.facets = 0;
    for (int i = 0; i < N; i++) {
        v3 p[2];
        for (int k = 0; k < 2; k++) {
            double angle = 2 * PI * (i + k) / N, r = (i + k) % 2 ? 1 : 0.9;
            p[k] = v3_make(r * cos((i + k) % N ? angle : 0), r * sin((i + k) % N ? angle : 0), 0);
        }
        const v3 piece[12] = {middle,
                              p[1],
                              p[0],
                              v3_add(middle, up),
                              v3_add(p[0], up),
                              v3_add(p[1], up),
                              p[0],
                              p[1],
                              v3_add(p[1], up),
                              p[0],
                              v3_add(p[1], up),
                              v3_add(p[0], up)};
        for (int k = 0; k < 12; k++)
            s.corner[3 * s.facets + k] = piece[k];
        s.facets += 4;
    }
    REQUIRE(make(&s, 0, &out, NULL));
    CHECK_REL(out.clump.volume, 0.5 * N * 0.9 * sin(2 * PI / N), 1e-12);
    CHECK(out.core.faces == N + 2 && out.core.vertices == 2 * N && out.core.triangles == 4 * N - 4);
    CHECK(out.core.meeting == MEET_SOLID);
    clear(&out);
    REQUIRE(solid_build(&(mesh_facets){.corner = s.corner, .facets = s.facets, .name = "star"},
                        &body, &report, &error) == SCREE_OK);
    CHECK(core_from_solid(&body, 0.01, &out, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(
        error.what,
        "1596 triangles are more than the 1000 for which the mass of a shape that is not convex is "
        "found with a radius");
    CHECK(!out.core.vertex && !out.clump.at);
    solid_clear(&body);
}

TEST(hulls_rods_and_points)
{
    model_shape out = {0};
    scree_error error;
    // an octahedron, with points inside of it and on an edge
    const v3 point[8] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0},     {0, -1, 0},
                         {0, 0, 1}, {0, 0, -1}, {0.1, 0, 0.2}, {0.5, 0.5, 0}};
    REQUIRE(core_from_hull(&(core_points){.point = point, .points = 8, .name = "points"}, &out,
                           NULL, &error) == SCREE_OK);
    CHECK(out.core.vertices == 6 && out.core.edges == 12 && out.core.faces == 8 &&
          out.core.meeting == MEET_CONVEX);
    CHECK_REL(out.clump.volume, 4.0 / 3, 1e-13);
    CHECK_REL(out.clump.inertia.x, 4.0 / 3 / 5, 1e-13);
    clear(&out);
    // a rod of length 3 and radius 1/2: cylinder and two half balls
    const v3 rod[2] = {{2, 1, 1}, {2, 1, 4}};
    REQUIRE(
        core_from_hull(&(core_points){.point = rod, .points = 2, .radius = 0.5, .name = "points"},
                       &out, NULL, &error) == SCREE_OK);
    double cylinder = PI * 0.25 * 3, ball = PI / 6;
    CHECK(out.core.vertices == 2 && out.core.edges == 1 && out.core.faces == 0 &&
          out.core.meeting == MEET_CONVEX);
    CHECK_REL(out.clump.volume, cylinder + ball, 1e-13);
    CHECK_REL(out.clump.inertia.z, cylinder * 0.125 + ball * 0.1, 1e-12);
    // cylinder; half balls: 2/5 r^2 about the base, steps to and from their centre of mass, 3/8 r off
    double half = ball * (0.1 + 1.5 * 1.5 + 2 * 1.5 * 0.375 * 0.5);
    CHECK_REL(out.clump.inertia.x, cylinder * (0.25 / 4 + 9.0 / 12) + half, 1e-12);
    CHECK_REL(out.radius.value, 2, 1e-14);
    clear(&out);
    REQUIRE(
        core_from_hull(&(core_points){.point = rod, .points = 1, .radius = 0.5, .name = "points"},
                       &out, NULL, &error) == SCREE_OK);
    CHECK(out.core.vertices == 0 && out.clump.balls == 0 && out.radius.value == 0.5);
    CHECK(core_from_hull(&(core_points){.point = rod, .points = 2, .name = "points"}, &out, NULL,
                         &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no volume");
    const v3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    CHECK(core_from_hull(&(core_points){.point = flat, .points = 4, .name = "points"}, &out, NULL,
                         &error) == SCREE_BAD_INPUT);
    CHECK(out.core.vertices == 0 && out.clump.balls == 0 && !out.clump.at);
}

TEST(outlines)
{
    model_shape out = {0};
    mass_properties p;
    scree_error error;
    // an L, clockwise, with a radius, and sharp
    const v3 l[6] = {{0, 2, 0}, {1, 2, 0}, {1, 1, 0}, {2, 1, 0}, {2, 0, 0}, {0, 0, 0}};
    REQUIRE(core_from_outline(&(core_points){.point = l, .points = 6, .closed = true}, &out, &p,
                              &error) == SCREE_OK);
    CHECK(out.core.vertices == 6 && out.core.edges == 6 && out.core.faces == 0 &&
          out.core.triangles == 0);
    CHECK(out.core.meeting == MEET_SOLID);
    CHECK_REL(out.clump.volume, 3, 1e-14);
    CHECK_REL(out.clump.inertia.z, 0.5 + 4.0 / 3, 1e-13);
    CHECK_REL(out.core.contact_radius, sqrt(3 / PI), 1e-14);
    double twice = 0;
    for (int i = 0; i < 6; i++) {
        CHECK(out.core.edge[i][0] == i && out.core.edge[i][1] == (i + 1) % 6 &&
              out.core.vertex[i].z == 0);
        twice += v3_cross(out.core.vertex[i], out.core.vertex[(i + 1) % 6]).z;
    }
    CHECK_REL(twice, 6, 1e-13);
    CHECK_NEAR(v3_norm(v3_sub(v3_add(out.core.vertex[0], p.centre), l[0])), 0, 1e-15);
    CHECK_NEAR(p.centre.x, 5.0 / 6, 1e-15);
    clear(&out);
    REQUIRE(
        core_from_outline(&(core_points){.point = l, .points = 6, .closed = true, .radius = 0.1},
                          &out, NULL, &error) == SCREE_OK);
    CHECK(out.core.meeting == MEET_FEATURES && out.core.contact_radius == 0.1);
    // polygon, strips on 8 of length, five outer corners, the strip counted twice at the inner one
    CHECK_REL(out.clump.volume, 3 + 0.8 + 5 * 0.25 * PI * 0.01 - 0.01, 1e-11);
    clear(&out);
    // rice: a line with round ends
    const v3 line[2] = {{1, 1, 0}, {1, 4, 0}};
    REQUIRE(core_from_outline(&(core_points){.point = line, .points = 2, .radius = 0.5}, &out, NULL,
                              &error) == SCREE_OK);
    CHECK(out.core.vertices == 2 && out.core.edges == 1);
    CHECK_REL(out.clump.volume, 3 + PI * 0.25, 1e-14);
    CHECK_REL(out.radius.value, 2, 1e-15);
    clear(&out);
    REQUIRE(core_from_outline(&(core_points){.point = line, .points = 1, .radius = 0.5}, &out, NULL,
                              &error) == SCREE_OK);
    CHECK(out.core.vertices == 0 && out.clump.balls == 0 && out.radius.value == 0.5);
    CHECK(core_from_outline(&(core_points){.point = line, .points = 2}, &out, NULL, &error) ==
          SCREE_BAD_INPUT);
    const v3 crossed[4] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK(core_from_outline(&(core_points){.point = crossed, .points = 4, .closed = true}, &out,
                            NULL, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "crosses itself");
}

// What was made, given again as it stands, is the same to the last bit.
TEST(a_core_as_given_is_the_same)
{
    static soup s;
    model_shape a = {0}, b = {0};
    scree_error error;
    s.facets = 0;
    box(&s, v3_make(0, 0, 0), v3_make(1, 2, 3), 4, (q4){0.8, 0.36, 0.48, 0});
    REQUIRE(make(&s, 0.1, &a, NULL));
    const model_core *c = &a.core;
    model_core copy = {c->vertices, 0, c->triangles, c->faces, NULL,        NULL, NULL, NULL,
                       c->radius,   0, MEET_SOLID,   true,     WEIGHTS_NORM};
    copy.vertex = malloc((size_t)c->vertices * sizeof *copy.vertex);
    copy.triangle = malloc((size_t)c->triangles * sizeof *copy.triangle);
    copy.face = malloc((size_t)(c->faces + 1) * sizeof *copy.face);
    memcpy(copy.vertex, c->vertex, (size_t)c->vertices * sizeof *copy.vertex);
    memcpy(copy.triangle, c->triangle, (size_t)c->triangles * sizeof *copy.triangle);
    memcpy(copy.face, c->face, (size_t)(c->faces + 1) * sizeof *copy.face);
    REQUIRE(core_as_given(
                &(core_given){.core = copy, .volume = a.clump.volume, .inertia = a.clump.inertia},
                &b, &error) == SCREE_OK);
    CHECK(a.radius.value == b.radius.value && a.core.contact_radius == b.core.contact_radius);
    CHECK(a.core.edges == b.core.edges && a.core.meeting == b.core.meeting);
    CHECK(!memcmp(a.core.edge, b.core.edge, (size_t)a.core.edges * sizeof *a.core.edge));
    clear(&a);
    // without a triangle it is open
    b.core.triangles--;
    model_core open = b.core;
    open.face[open.faces]--;
    free(open.edge);
    open.edge = NULL;
    open.edges = 0;
    b.core = (model_core){0};
    CHECK(core_as_given(&(core_given){.core = open, .volume = 1, .inertia = v3_make(1, 1, 1)}, &b,
                        &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "open");
    CHECK(!b.core.vertex && !b.clump.at);
}

TEST_MAIN
