// label: sanitize
// test_solid_faults.c - solids of triangles: each fault with its words, crossings, convexity.
#include "solid_fixture.h"

static void check_refused(poly *p, const char *what, const char *text, solid_flaw flaw)
{
    made m = make(p);
    CHECK(m.status == SCREE_BAD_INPUT);
    CHECK_STR(m.error.where, "part");
    CHECK_HAS(m.error.what, what);
    CHECK_HAS(m.report.text, text);
    CHECK(m.error.hint[0] && !m.solid.surface && m.report.spots > 0);
    bool named = false;
    for (int i = 0; i < m.report.spots; i++)
        named |= m.report.spot[i].flaw == flaw;
    CHECK(named);
    poly_clear(p);
}

TEST(holes_are_refused)
{
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1)), q = {0};
    for (int32_t i = 0; i < p.points; i++)
        poly_point(&q, p.point[i]);
    for (int32_t f = 0; f + 1 < p.faces; f++)
        poly_face(&q, 4, p.corner + p.start[f]);
    check_refused(
        &q,
        "the surface is open: 4 edges have one face only, the first from (1, 0, 1) to (0, 0, 1) m",
        "fault: 4 open edges", SOLID_OPEN_EDGE);
    poly_clear(&p);
}

TEST(branched_edges_are_refused)
{
    // Two boxes that share an edge, and a box with an inner wall.
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1)),
         q = poly_box(v3_make(1, 1, 0), v3_make(2, 2, 1)), r = {0};
    poly_add(&r, &p, false);
    poly_add(&r, &q, false);
    check_refused(&r,
                  "the surface branches: 1 edge has more than two faces, the first from (1, 1, 0) "
                  "to (1, 1, 1) m",
                  "fault: 1 edge of more than two faces", SOLID_BRANCHED_EDGE);
    const int32_t wall[4] = {0, 2, 6, 4};
    poly_face(&p, 4, wall);
    made m = make(&p);
    CHECK(m.status == SCREE_BAD_INPUT && m.report.branched_edges > 0);
    poly_clear(&p);
    poly_clear(&q);
}

TEST(one_sided_surfaces_are_refused)
{
    // A ring whose last row of quads joins the first the other way round: closed, and with one side only.
    poly p = {0};
    const int around = 12, across = 8;
    for (int j = 0; j < around; j++)
        for (int i = 0; i < across; i++) {
            const double turn = 2 * PI * j / around, tilt = 2 * PI * i / across,
                         r = 2 + 0.5 * cos(tilt);
            poly_point(&p, v3_make(r * cos(turn), r * sin(turn), 0.5 * sin(tilt)));
        }
    for (int j = 0; j < around; j++)
        for (int i = 0; i < across; i++) {
            const int next = (i + 1) % across, a = j * across, b = (j + 1) % around * across;
            const bool twist = j + 1 == around;
            const int32_t ring[3] = {a + i, a + next,
                                     b + (twist ? (across - next) % across : next)};
            const int32_t rest[3] = {a + i, b + (twist ? (across - next) % across : next),
                                     b + (twist ? (across - i) % across : i)};
            poly_face(&p, 3, ring);
            poly_face(&p, 3, rest);
        }
    check_refused(&p, "one side only", "where the side changes", SOLID_ONE_SIDED);
}

TEST(crossings_are_refused)
{
    // Crossing, standing in each other, touching in a face, an edge, a point, and one in the other with a common face.
    const struct {
        v3 low, high;
    } other[] = {{{0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}},   {{-1, 0.25, 0.25}, {2, 0.75, 0.75}},
                 {{1, 0.25, 0.25}, {2, 0.75, 0.75}},   {{1, 1, 0.25}, {2, 2, 0.75}},
                 {{0.25, 0.25, 0.5}, {0.75, 0.75, 1}}, {{0, 0, 0.5}, {1, 1, 1.5}}};
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1)),
             q = poly_box(other[k].low, other[k].high);
        poly_add(&p, &q, false);
        check_refused(&p, "the surface crosses or touches itself: ", "of triangles that meet",
                      SOLID_CROSSING);
        poly_clear(&q);
    }
}

TEST(what_encloses_nothing_is_refused)
{
    scree_error error;
    solid s;
    solid_report report;
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1e-7));
    made m = make(&p);
    CHECK(m.status == SCREE_BAD_INPUT);
    poly_clear(&p);
    // A blister that rises over its base by less than the tolerance, though no two vertices are that close.
    const v3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0.5, 1, 0}, top = {0.5, 0.4, 1e-9};
    const v3 blister[] = {a, c, b, a, b, top, b, c, top, c, a, top};
    CHECK(solid_build(&(mesh_facets){.corner = blister, .facets = 4, .name = "blister"}, &s,
                      &report, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "shell 1 of 1 encloses no volume: its mean thickness of 3.33333e-10 m is "
                          "below the tolerance of");
    const v3 line[3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
    CHECK(solid_build(&(mesh_facets){.corner = line, .facets = 1, .name = "line"}, &s, &report,
                      &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "all 1 faces are thinner than the tolerance");
    CHECK(solid_build(&(mesh_facets){.corner = line, .name = "none"}, &s, &report, &error) ==
          SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no faces");
}

// ---- an exact test of crossings

typedef struct whole {
    int64_t x, y, z;
} whole;

static whole minus(whole a, whole b)
{
    return (whole){a.x - b.x, a.y - b.y, a.z - b.z};
}
static int64_t dot(whole a, whole b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static whole cross(whole a, whole b)
{
    return (whole){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static bool parts(whole axis, const whole p[3], const whole q[3])
{
    int64_t low[2] = {INT64_MAX, INT64_MAX}, high[2] = {INT64_MIN, INT64_MIN};
    for (int k = 0; k < 3; k++) {
        const int64_t at[2] = {dot(axis, p[k]), dot(axis, q[k])};
        for (int i = 0; i < 2; i++) {
            low[i] = at[i] < low[i] ? at[i] : low[i];
            high[i] = at[i] > high[i] ? at[i] : high[i];
        }
    }
    return low[0] > high[1] || low[1] > high[0];
}

// Separating axes in whole numbers: the normals, the products of sides, and the normals of sides within each plane.
static bool apart(const whole p[3], const whole q[3])
{
    const whole n = cross(minus(p[1], p[0]), minus(p[2], p[0])),
                m = cross(minus(q[1], q[0]), minus(q[2], q[0]));
    if (parts(n, p, q) || parts(m, p, q))
        return true;
    for (int i = 0; i < 3; i++) {
        const whole e = minus(p[(i + 1) % 3], p[i]), f = minus(q[(i + 1) % 3], q[i]);
        if (parts(cross(n, e), p, q) || parts(cross(m, f), p, q))
            return true;
        for (int j = 0; j < 3; j++)
            if (parts(cross(e, minus(q[(j + 1) % 3], q[j])), p, q))
                return true;
    }
    return false;
}

static const int32_t tetrahedron[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

static bool exactly_apart(const whole a[4], const whole b[4])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            whole p[3], q[3];
            for (int k = 0; k < 3; k++) {
                p[k] = a[tetrahedron[i][k]];
                q[k] = b[tetrahedron[j][k]];
            }
            if (!apart(p, q))
                return false;
        }
    return true;
}

static int64_t volume6(const whole a[4])
{
    return dot(minus(a[1], a[0]), cross(minus(a[2], a[0]), minus(a[3], a[0])));
}

TEST(crossings_as_whole_numbers_say)
{
    uint64_t state = 77;
    int met = 0, left = 0, wrong = 0;
    for (int round = 0; round < 20000; round++) {
        whole a[4], b[4];
        for (int k = 0; k < 8; k++) {
            int64_t c[3];
            for (int i = 0; i < 3; i++) {
                state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
                c[i] = (int64_t)((state >> 40) % (round % 2 ? 5 : 9));
            }
            *(k < 4 ? &a[k] : &b[k - 4]) = (whole){c[0], c[1], c[2]};
        }
        bool shared = !volume6(a) || !volume6(b);
        for (int i = 0; i < 16; i++)
            shared |=
                a[i / 4].x == b[i % 4].x && a[i / 4].y == b[i % 4].y && a[i / 4].z == b[i % 4].z;
        if (shared)
            continue;
        v3 soup[24];
        for (int f = 0; f < 4; f++)
            for (int k = 0; k < 3; k++) {
                const whole p = a[tetrahedron[f][k]], q = b[tetrahedron[f][k]];
                soup[3 * f + k] = v3_make((double)p.x, (double)p.y, (double)p.z);
                soup[12 + 3 * f + k] = v3_make((double)q.x, (double)q.y, (double)q.z);
            }
        made m = {.error = {.where = ""}};
        m.status = solid_build(&(mesh_facets){.corner = soup, .facets = 8, .name = "pair"},
                               &m.solid, &m.report, &m.error);
        const bool free_of = exactly_apart(a, b);
        wrong += free_of != !m.status || (m.status && !m.report.crossings);
        met += !free_of;
        left += free_of;
        solid_clear(&m.solid);
    }
    CHECK_MSG(!wrong, "%d pairs of tetrahedra", wrong);
    CHECK(met > 2000 && left > 500);
}

// ---- convexity

TEST(many_small_dents_are_not_convex)
{
    // A waist so fine that no single edge is bent inwards by more than the tolerance.
    poly p = poly_ball(1, 32, 90);
    for (int32_t i = 0; i < p.points; i++) {
        const double z = p.point[i].z, waist = 1 - 0.3 * real_exp(-4 * z * z);
        p.point[i] = v3_make(waist * p.point[i].x, waist * p.point[i].y, 1.6 * z);
    }
    made m = make_with(&p, 5e-3);
    check_sound(&m, "waist");
    CHECK(m.solid.dent <= 5e-3 && !m.solid.convex);
    solid_clear(&m.solid);
    poly_clear(&p);
}

TEST(hulls_of_points_are_convex_solids)
{
    uint64_t state = 12;
    v3 point[60];
    for (int round = 0; round < 20; round++) {
        hull h;
        made m = {.error = {.where = ""}};
        for (int i = 0; i < 60; i++) {
            double c[3];
            for (int k = 0; k < 3; k++) {
                state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
                c[k] = (double)(state >> 11) * 0x1p-53 - 0.5;
            }
            point[i] = v3_make(c[0], c[1], c[2]);
        }
        REQUIRE(!hull_build(point, 60, "points", &h, &m.error));
        v3 *soup = malloc(3 * (size_t)hull_facets(&h) * sizeof *soup);
        REQUIRE(soup != NULL);
        hull_soup(&h, point, soup);
        m.status =
            solid_build(&(mesh_facets){.corner = soup, .facets = hull_facets(&h), .name = "hull"},
                        &m.solid, &m.report, &m.error);
        check_sound(&m, "hull");
        CHECK(m.solid.convex && !m.report.turned);
        CHECK_REL(m.solid.volume, h.volume, 1e-12);
        solid_clear(&m.solid);
        free(soup);
        hull_clear(&h);
    }
}

TEST_MAIN
