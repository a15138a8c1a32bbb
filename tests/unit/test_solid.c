// label: sanitize
// test_solid.c - solids of triangles: volumes, tables, and each healing.
#include "solid_fixture.h"

TEST(volumes_tables_and_convexity)
{
    poly p[] = {poly_box(v3_make(-1, 2, 3), v3_make(1, 3, 7)), poly_l_prism(0.5),
                poly_torus(2, 0.5, 24, 10), poly_ball(1, 16, 9), poly_pot(36, 14)};
    const double volume[] = {8, l_volume(), torus_volume(2, 0.5, 24, 10), 0, 0};
    const bool convex[] = {true, false, false, true, false};
    const int32_t euler[] = {2, 2, 0, 2, 2}, patches[] = {6, 8, 240 - 2 * 23, 16 * 9,
                                                          0}; // the ring lies flat below and above;
    for (int k = 0; k < 5; k++) {
        made m = make(&p[k]);
        check_sound(&m, "shape");
        if (!m.status) {
            if (volume[k] > 0)
                CHECK_REL(m.solid.volume, volume[k], 1e-13);
            CHECK(m.solid.convex == convex[k]);
            CHECK(m.solid.shells == 1 && m.report.shells == 1 && !m.solid.cavities);
            CHECK(m.report.vertices - m.report.edges + m.report.triangles == euler[k]);
            if (patches[k])
                CHECK_MSG(m.report.patches == patches[k], "%d flat faces", m.report.patches);
            CHECK(!m.report.moved && !m.report.degenerate && !m.report.duplicate &&
                  !m.report.split && !m.report.spots);
            CHECK(!m.report.turned);
        }
        solid_clear(&m.solid);
        poly_clear(&p[k]);
    }
}

TEST(mass_of_a_box_and_of_a_box_with_a_cavity)
{
    poly p = poly_box(v3_make(0, 0, 0), v3_make(2, 4, 4)),
         q = poly_box(v3_make(0.5, 1.5, 1.5), v3_make(1.5, 2.5, 2.5));
    for (int hollow = 0; hollow < 2; hollow++) {
        if (hollow)
            poly_add(&p, &q, false);
        made m = make(&p);
        mass_properties mass;
        REQUIRE(!m.status);
        REQUIRE(!solid_mass(&m.solid, &mass, &m.error));
        CHECK_NEAR(mass.volume, 32 - hollow, 1e-13);
        CHECK_NEAR(mass.principal.x, 32 * 32 / 12.0 - hollow / 6.0, 1e-12);
        CHECK_NEAR(mass.principal.y, 32 * 20 / 12.0 - hollow / 6.0, 1e-12);
        CHECK_NEAR(v3_norm(v3_sub(mass.centre, v3_make(1, 2, 2))), 0, 1e-14);
        CHECK_NEAR(mass.bounding_radius, 3, 1e-14);
        CHECK(m.report.high.y == 4 && m.report.low.z == 0);
        CHECK_NEAR(m.solid.area, 64 + 6 * hollow, 1e-13);
        solid_clear(&m.solid);
    }
    poly_clear(&p);
    poly_clear(&q);
}

// The same bits at any power of two; the same tables in any unit, turn and place.
TEST(size_turn_and_place_do_not_matter)
{
    poly p = poly_pot(30, 12);
    made first = make(&p);
    REQUIRE(!first.status);
    const double scale[] = {0x1p-20, 0x1p30, 1e-6, 1e5};
    for (int k = 0; k < 4; k++) {
        poly q = {0};
        poly_add(&q, &p, false);
        poly_move(&q, scale[k], k < 2 ? q4_identity() : q4_unit((q4){0.3, 0.5, -0.7, 0.2}),
                  k < 2 ? v3_make(0, 0, 0) : v3_scale(scale[k], v3_make(30, -20, 10)));
        made m = make(&q);
        check_sound(&m, "pot");
        const double cube = scale[k] * scale[k] * scale[k];
        if (k < 2)
            CHECK(m.solid.volume == cube * first.solid.volume);
        else
            CHECK_REL(m.solid.volume, cube * first.solid.volume, 1e-12);
        CHECK(m.report.vertices == first.report.vertices && m.report.edges == first.report.edges);
        CHECK(m.report.patches == first.report.patches);
        solid_clear(&m.solid);
        poly_clear(&q);
    }
    solid_clear(&first.solid);
    poly_clear(&p);
}

// ---- healing

TEST(corners_within_the_tolerance_become_one)
{
    poly p = poly_l_prism(0.5);
    int32_t facets;
    v3 *soup = poly_soup(&p, &facets);
    made m = {.error = {.where = ""}};
    for (int32_t i = 0; i < 3 * facets; i++)
        soup[i].x += 1e-7 * ((i * 7) % 5 - 2);
    REQUIRE(!solid_build(&(mesh_facets){.corner = soup, .facets = facets, .name = "part"}, &m.solid,
                         &m.report, &m.error));
    check_sound(&m, "shaken");
    CHECK(m.report.moved > 5 && m.report.vertices == 12);
    CHECK_HAS(m.report.text, "corners moved to a vertex within the tolerance");
    CHECK_REL(m.solid.volume, 1.5, 1e-6);
    solid_clear(&m.solid);
    free(soup);
    poly_clear(&p);
}

TEST(repeated_faces_go)
{
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
    const int32_t again[4] = {0, 1, 5, 4}, turned[4] = {0, 4, 5, 1};
    poly_face(&p, 4, again);
    poly_face(&p, 4, turned);
    made m = make(&p);
    check_sound(&m, "doubled");
    CHECK(m.report.duplicate == 4 && m.report.triangles == 12);
    CHECK_HAS(m.report.text, "healed: 4 repeated triangles dropped");
    CHECK_NEAR(m.solid.volume, 1, 1e-14);
    solid_clear(&m.solid);
    poly_clear(&p);
}

static void add_both_sides(poly *p, int32_t a, int32_t b, int32_t c)
{
    const int32_t face[3] = {a, b, c}, back[3] = {b, a, c};
    poly_face(p, 3, face);
    poly_face(p, 3, back);
}

// Fins of one triangle, and of two that hang together, at an edge, at a corner, in the free: no part of the box.
TEST(fins_go)
{
    for (int fin = 0; fin < 5; fin++) {
        poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
        const int32_t far = poly_point(&p, v3_make(3, 0.5, 0.5)),
                      farther = poly_point(&p, v3_make(3, 2, 0.5)),
                      end = poly_point(&p, v3_make(4, 2, 2));
        if (fin == 0)
            add_both_sides(&p, 0, 1, far);
        if (fin == 1)
            add_both_sides(&p, 0, far, farther);
        if (fin == 2)
            add_both_sides(&p, far, farther, end);
        if (fin >= 3)
            add_both_sides(&p, 0, 1, far);
        if (fin >= 3)
            add_both_sides(&p, 1, far, farther);
        if (fin >= 4)
            add_both_sides(&p, far, farther, end);
        made m = make(&p);
        check_sound(&m, "a box with a fin");
        CHECK(m.report.sheets == (fin < 3 ? 1 : fin - 1) && m.report.duplicate == 0 &&
              m.report.triangles == 12);
        CHECK(m.report.vertices == 8 && m.report.high.x == 1);
        CHECK_HAS(m.report.text,
                  fin < 3
                      ? "healed: 1 pair of triangles back to back, which enclose nothing, dropped"
                      : "pairs of triangles back to back");
        CHECK_NEAR(m.solid.volume, 1, 1e-14);
        solid_clear(&m.solid);
        poly_clear(&p);
    }
}

// A wall of both sides that parts a box in two chambers encloses nothing; one that does it with one side branches.
TEST(inner_walls_of_both_sides_go)
{
    for (int sides = 1; sides <= 2; sides++) {
        poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1));
        add_both_sides(&p, 0, 2, 6);
        add_both_sides(&p, 0, 6, 4);
        if (sides == 1) {
            p.faces -= 4;
            p.corners -= 12;
            const int32_t wall[4] = {0, 2, 6, 4};
            poly_face(&p, 4, wall);
        }
        made m = make(&p);
        if (sides == 1)
            CHECK(m.status == SCREE_BAD_INPUT && m.report.sheets == 0);
        else
            check_sound(&m, "a box with an inner wall");
        if (sides == 2)
            CHECK(m.report.sheets == 2 && m.report.triangles == 12);
        if (sides == 2)
            CHECK_NEAR(m.solid.volume, 1, 1e-14);
        solid_clear(&m.solid);
        poly_clear(&p);
    }
}

// Programs that write both sides of each face, or of some faces, mean one surface.
TEST(files_of_both_sides_are_one_surface)
{
    for (int32_t every = 1; every <= 3; every++) {
        poly quads = poly_torus(2, 0.5, 12, 8), p = {0};
        for (int32_t i = 0; i < quads.points; i++)
            poly_point(&p, quads.point[i]);
        for (int32_t f = 0; f < quads.faces; f++) {
            const int32_t *c = quads.corner + quads.start[f],
                          half[2][3] = {{c[0], c[1], c[2]}, {c[0], c[2], c[3]}};
            for (int k = 0; k < 2; k++)
                if (f % every == 0)
                    add_both_sides(&p, half[k][0], half[k][1], half[k][2]);
                else
                    poly_face(&p, 3, half[k]);
        }
        made m = make(&p);
        check_sound(&m, "both sides");
        CHECK(m.report.sheets == 0 && m.report.triangles == 2 * quads.faces);
        CHECK_REL(m.solid.volume, torus_volume(2, 0.5, 12, 8), 1e-13);
        solid_clear(&m.solid);
        poly_clear(&quads);
        poly_clear(&p);
    }
}

// A sheet alone is no body: it is open, as it is with one side.
TEST(sheets_alone_are_open)
{
    poly p = {0};
    for (int i = 0; i < 3; i++)
        poly_point(&p, v3_make(i == 1, i == 2, 0));
    add_both_sides(&p, 0, 1, 2);
    made m = make(&p);
    CHECK(m.status == SCREE_BAD_INPUT);
    CHECK_HAS(m.error.what, "the surface is open: 3 edges have one face only");
    poly_clear(&p);
}

TEST(faces_are_turned_outwards)
{
    for (int way = 0; way < 2; way++) {
        poly p = poly_torus(2, 0.5, 12, 8), q = {0};
        poly_add(&q, &p, true);
        poly r = {0};
        // Every third face the other way round; or all.
        for (int32_t i = 0; i < p.points; i++)
            poly_point(&r, p.point[i]);
        for (int32_t f = 0; f < p.faces; f++) {
            const poly *from = way || f % 3 == 0 ? &q : &p;
            poly_face(&r, 4, from->corner + from->start[f]);
        }
        made m = make(&r);
        check_sound(&m, "turned");
        CHECK(m.report.turned == (way ? 192 : 64));
        CHECK_REL(m.solid.volume, torus_volume(2, 0.5, 12, 8), 1e-13);
        CHECK_HAS(m.report.text, "faces turned outwards");
        solid_clear(&m.solid);
        poly_clear(&p);
        poly_clear(&q);
        poly_clear(&r);
    }
}

TEST(vertices_on_open_edges_are_joined_in)
{
    // A box whose top is one quad and whose front is two: the middle of the upper front edge is a T-junction, and so is
    // that of the lower one.
    poly p = poly_box(v3_make(0, 0, 0), v3_make(2, 1, 1)), q = {0};
    for (int32_t i = 0; i < p.points; i++)
        poly_point(&q, p.point[i]);
    const int32_t low = poly_point(&q, v3_make(1, 0, 0)), high = poly_point(&q, v3_make(1, 0, 1));
    for (int32_t f = 1; f < p.faces; f++)
        poly_face(&q, p.start[f + 1] - p.start[f], p.corner + p.start[f]);
    const int32_t left[4] = {0, low, high, 4}, right[4] = {low, 1, 5, high};
    poly_face(&q, 4, left);
    poly_face(&q, 4, right);
    made m = make(&q);
    check_sound(&m, "T-junction");
    CHECK(m.report.split == 2 && m.report.vertices == 10 && m.report.patches == 6);
    CHECK_HAS(m.report.text, "healed: 2 open edges split at vertices that lie on them");
    CHECK_NEAR(m.solid.volume, 2, 1e-14);
    CHECK(m.solid.convex);
    solid_clear(&m.solid);
    poly_clear(&p);
    poly_clear(&q);
}

TEST(thin_triangles_go_and_leave_no_hole)
{
    // A tetrahedron with a flat triangle over one edge: its middle vertex lies on the edge of the neighbour.
    const v3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0}, d = {0, 0, 1}, m = {0.5, 0, 0};
    const v3 soup[] = {a, c, b, a, m, d, m, b, d, b, c, d, c, a, d, a, b, m, d, d, c};
    made r = {.error = {.where = ""}};
    r.status = solid_build(&(mesh_facets){.corner = soup, .facets = 7, .name = "part"}, &r.solid,
                           &r.report, &r.error);
    check_sound(&r, "tetrahedron");
    CHECK(r.report.degenerate == 2 && r.report.split == 1 && r.report.vertices == 5);
    CHECK_HAS(r.report.text, "healed: 2 triangles thinner than the tolerance dropped");
    CHECK_NEAR(r.solid.volume, 1.0 / 6, 1e-15);
    CHECK(r.solid.convex);
    solid_clear(&r.solid);
}

TEST(thin_triangles_that_healing_makes_are_refused)
{
    // The foot of a narrow wedge, and a vertex on its side so near to the sharp end that it lies on the other side too.
    const v3 u = {0, 0, 0}, v = {1, 0, 0}, x = {1, 1e-4, 0}, w = {0.005, 0, 0}, t = {0.5, 0, 1};
    const v3 soup[] = {u, x, v, u, w, t, w, v, t, v, x, t, x, u, t};
    made r = {.error = {.where = ""}};
    r.status = solid_build(&(mesh_facets){.corner = soup, .facets = 5, .name = "wedge"}, &r.solid,
                           &r.report, &r.error);
    CHECK(r.status == SCREE_BAD_INPUT && r.report.split == 1);
    CHECK_STR(r.error.where, "wedge");
    CHECK_HAS(r.error.what,
              "after healing, triangles are left that are thinner than the tolerance of");
    solid_clear(&r.solid);
}

TEST(cavities_turn_inwards_whatever_the_file_says)
{
    for (int way = 0; way < 8; way++) {
        poly p = poly_box(v3_make(-3, -3, -3), v3_make(3, 3, 3)), ball = poly_ball(2, 16, 9);
        poly core = poly_box(v3_make(-1, -1, -1), v3_make(1, 1, 1)), q = {0};
        poly_add(&q, &ball, way & 1);
        poly_add(&q, &p, way & 2);
        poly_add(&q, &core, way & 4);
        made alone = make(&ball), m = make(&q);
        check_sound(&m, "nested");
        CHECK(m.solid.shells == 3 && m.solid.cavities == 1 && !m.solid.convex);
        CHECK_REL(m.solid.volume, 216 - alone.solid.volume + 8, 1e-13);
        CHECK_HAS(m.report.text, "3 shells that move as one body, 1 of them cavities");
        CHECK(m.solid.shell[0] == 0 && m.solid.shell[m.solid.surface->triangles - 1] == 2);
        solid_clear(&alone.solid);
        solid_clear(&m.solid);
        poly_clear(&p);
        poly_clear(&ball);
        poly_clear(&core);
        poly_clear(&q);
    }
}

TEST(pinched_vertices_are_named_and_kept)
{
    poly p = poly_box(v3_make(0, 0, 0), v3_make(1, 1, 1)),
         q = poly_box(v3_make(1, 1, 1), v3_make(2, 2, 2)), r = {0};
    poly_add(&r, &p, false);
    poly_add(&r, &q, false);
    made m = make(&r);
    check_sound(&m, "two boxes at a corner");
    CHECK(m.report.pinches == 1 && m.report.spots == 1 && m.report.spot[0].flaw == SOLID_PINCH);
    CHECK(m.report.spot[0].from.x == 1 && m.report.spot[0].from.z == 1);
    CHECK_HAS(m.report.text, "left: 1 vertex where parts of the surface meet in a point only");
    CHECK_NEAR(m.solid.volume, 2, 1e-14);
    solid_clear(&m.solid);
    poly_clear(&p);
    poly_clear(&q);
    poly_clear(&r);
}

// ---- faults

TEST_MAIN
