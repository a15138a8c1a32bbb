// test_mesh.c - triangle meshes as walls: what is welded and reported, and that a ball touches a flat, edged, concave
// or finely faceted mesh as it would touch the surface that the mesh stands for. label: sanitize
#include "harness.h"
#include "mesh_shapes.h"
#include "wall_choice.h"

#include "base/mathlib.h"
#include "collide/ball_wall.h"
#include "shape/mesh.h"
#include "shape/mesh_closest.h"
#include "support/poly_shapes.h"

enum { ROOM = 4096 };

static mesh *build(facets *f, mesh_report *report)
{
    mesh *m = NULL;
    scree_error error = {0};
    CHECK_MSG(!mesh_build(&(mesh_facets){.corner = f->corner, .facets = f->count, .name = "soup"},
                          &m, report, &error),
              "%s: %s", error.where, error.what);
    free(f->corner);
    *f = (facets){0};
    return m;
}

// The contacts of a ball, with more candidates than needed.
static int touch(const mesh *m, v3 centre, double within, mesh_touch out[MESH_TOUCH_MOST])
{
    int32_t candidate[ROOM];
    int count = mesh_near(m, centre, 1.3 * within, candidate, ROOM);
    if (!CHECK(count <= ROOM))
        return -2;
    return mesh_touches(m, centre, within, candidate, count, out);
}

static double brute_distance(const mesh *m, v3 centre)
{
    double best = INFINITY;
    for (int32_t t = 0; t < m->triangles; t++) {
        v3 q;
        mesh_closest(m, t, centre, &q);
        double d = v3_norm(v3_sub(centre, q));
        if (d < best)
            best = d;
    }
    return best;
}

static double nearest(const mesh_touch *t, int count)
{
    double best = INFINITY;
    for (int i = 0; i < count; i++)
        if (t[i].distance < best)
            best = t[i].distance;
    return best;
}

// ---- flat

// Over inner edges and vertices of a floor the contact is that with the plane: one, the same key, the same numbers.
TEST(a_flat_floor_is_a_plane)
{
    facets f = {0};
    mesh_report report;
    add_sheet(&f, v3_make(-1, -2, 0.25), v3_make(7, 0, 0), v3_make(0, 7, 0), 14, 7);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(m->patches == 1 && m->groups == 1);
    uint64_t state = 1;
    int64_t key = -1;
    for (int i = 0; i < 20000; i++) {
        mesh_touch t[MESH_TOUCH_MOST];
        v3 c = uniform_v3(&state, v3_make(-0.9, -1.9, 0.26), v3_make(5.9, 4.9, 0.74));
        if (i % 4 == 1)
            c.x = floor(2 * c.x) / 2; // above edges
        if (i % 4 == 2)
            c = v3_make(floor(2 * c.x) / 2, floor(c.y), c.z); // above vertices
        if (i % 4 == 3)
            c.y = c.x - floor(c.x) + floor(c.y); // above some diagonals
        if (c.x < -0.95 || c.y < -1.95)
            continue;
        REQUIRE(touch(m, c, 0.5, t) == 1);
        if (key < 0)
            key = t[0].feature;
        CHECK(t[0].feature == key);
        CHECK(t[0].normal.x == 0 && t[0].normal.y == 0 && t[0].normal.z == 1);
        CHECK_REL(t[0].distance, c.z - 0.25, 1e-15);
    }
    mesh_free(m);
}

TEST(a_tilted_floor_keeps_key_normal_and_depth)
{
    facets f = {0};
    mesh_report report;
    v3 u = v3_unit(v3_make(1, 0.3, 0.2)), w = v3_perpendicular(u), n = v3_cross(u, w),
       origin = v3_make(0.1, 0.2, 0.3);
    add_sheet(&f, origin, v3_scale(3, u), v3_scale(3, w), 11, 13);
    for (int i = 0; i < 3 * f.count; i++) { // as a binary STL file would hold it
        v3 *p = &f.corner[i];
        *p = v3_make((float)p->x, (float)p->y, (float)p->z);
    }
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(m->patches == 1);
    mesh_touch first[MESH_TOUCH_MOST], t[MESH_TOUCH_MOST];
    for (int i = 0; i <= 5000; i++) {
        double a = 0.3 + 2.4 * i / 5000, b = 0.3 + 2.3 * i / 5000;
        v3 c = v3_fma(v3_fma(v3_fma(origin, a, u), b, w), i % 2 ? 0.4 : -0.4, n); // from both sides
        REQUIRE(touch(m, c, 0.41, t) == 1);
        if (!i)
            first[0] = t[0];
        CHECK(t[0].feature == first[0].feature);
        CHECK_NEAR(t[0].distance, 0.4, 1e-6);
        CHECK(fabs(v3_dot(t[0].normal, first[0].normal)) > 1 - 1e-15);
        CHECK(v3_dot(t[0].normal, n) * (i % 2 ? 1 : -1) > 0.999999);
    }
    mesh_free(m);
}

// A long edge on one side, three short ones on the other: nothing is shared, and yet the floor is one.
TEST(a_floor_with_t_junctions_is_one_face)
{
    facets f = {0};
    mesh_report report;
    add_sheet(&f, v3_make(-3, 0, 0), v3_make(3, 0, 0), v3_make(0, 3, 0), 1, 1);
    add_sheet(&f, v3_make(0, 0, 0), v3_make(3, 0, 0), v3_make(0, 3, 0), 1, 3);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(m->patches == 1 && report.partial_edges == 4);
    CHECK_HAS(report.text, "4 of them on another triangle (T-junctions)");
    mesh_touch t[MESH_TOUCH_MOST];
    for (int i = 0; i <= 1000; i++) {
        double x = i % 3 ? -0.5 + 0.001 * i : 0;
        REQUIRE(touch(m, v3_make(x, 0.1 + 0.0028 * i, 0.3), 0.4, t) == 1);
        CHECK(t[0].feature == 0 && t[0].normal.z == 1 && t[0].distance == 0.3);
    }
    REQUIRE(touch(m, v3_make(-3.1, 1, 0.1), 0.4, t) == 1); // the outer rim is still one
    CHECK(t[0].feature >= INT64_C(1) << 40);
    CHECK_NEAR(t[0].distance, sqrt(0.02), 1e-15);
    mesh_free(m);
}

// ---- edges that lie on their face for a part of their length

// A tile with a smaller one at a part of each of two sides, none at the corner between these, and on one side an upright
// wall where there is no smaller tile. `cut`: at every corner of another part, so that no edge is longer than what it meets.
static mesh *tiles(bool cut)
{
    static const double y[] = {0, 1.2, 1.3, 1.8, 2};
    const v3 wide = v3_make(1.2, 0, 0);
    const v3 narrow = v3_make(0.8, 0, 0);
    facets f = {0};
    mesh_report report;
    if (!cut)
        add_sheet(&f, v3_make(0, 0, 0), v3_make(2, 0, 0), v3_make(0, 2, 0), 1, 1);
    for (int i = 0; cut && i < 4; i++) {
        const v3 up = v3_make(0, y[i + 1] - y[i], 0);
        add_sheet(&f, v3_make(0, y[i], 0), wide, up, 1, 1);
        add_sheet(&f, v3_make(1.2, y[i], 0), narrow, up, 1, 1);
    }
    add_sheet(&f, v3_make(2, 0, 0), v3_make(1, 0, 0), v3_make(0, 1.2, 0), 1, 1);
    add_sheet(&f, v3_make(0, 2, 0), wide, v3_make(0, 1, 0), 1, 1);
    add_sheet(&f, v3_make(2, 1.3, 0), v3_make(0, 0.5, 0), v3_make(0, 0, 1), 1, 1);
    mesh *m = build(&f, &report);
    CHECK(!m || (report.partial_edges > 0) == !cut);
    return m;
}

static bool is_among(const mesh_touch *one, const mesh_touch *list, int count)
{
    for (int i = 0; i < count; i++) {
        const bool alike = fabs(one->distance - list[i].distance) < 1e-14 &&
                           v3_norm(v3_sub(one->point, list[i].point)) < 1e-14;
        if (alike && one->feature >> 40 == list[i].feature >> 40)
            return true;
    }
    return false;
}

// The plane of a face pushes only where the face is: what is touched is what the same surface says that is cut throughout.
TEST(an_edge_that_lies_on_its_face_in_part_is_a_rim_elsewhere)
{
    mesh *joined = tiles(false);
    mesh *whole = tiles(true);
    REQUIRE(joined && whole);
    uint64_t state = 12;
    int at_wall = 0;
    int at_corner = 0;
    for (int i = 0; i < 60000; i++) {
        const v3 low = i % 2 ? v3_make(1.7, 1.1, -0.3) : v3_make(-0.3, -0.3, -0.3);
        const v3 high = i % 2 ? v3_make(2.3, 2.3, 0.3) : v3_make(3.3, 3.3, 0.3);
        const v3 at = uniform_v3(&state, low, high);
        mesh_touch got[MESH_TOUCH_MOST];
        mesh_touch want[MESH_TOUCH_MOST];
        const int count = touch(whole, at, 0.25, want);
        if (!CHECK_MSG(touch(joined, at, 0.25, got) == count, "at %g %g %g", at.x, at.y, at.z))
            break;
        for (int k = 0; k < count; k++) {
            CHECK_MSG(is_among(&got[k], want, count), "at %g %g %g", at.x, at.y, at.z);
            const v3 point = want[k].point;
            at_wall += point.x == 2 && point.z == 0 && point.y > 1.3 && point.y < 1.8;
            at_corner += point.x == 2 && point.y == 2;
        }
    }
    CHECK(at_wall > 500 && at_corner > 500);
    mesh_free(joined);
    mesh_free(whole);
}

// ---- edges and corners

TEST(a_closed_box_mesh_is_the_box)
{
    facets f = {0};
    mesh_report report;
    choice c = choose("box");
    primitive *box;
    scree_error error;
    set_vector(&c, "low", -1, -2, -0.5);
    set_vector(&c, "high", 1, 1, 1.5);
    set_text(&c, "side", "outside");
    REQUIRE(!made(&c, &box, NULL, &error));
    add_box(&f, v3_make(-1, -2, -0.5), v3_make(1, 1, 1.5), 3);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(report.closed && m->patches == 6 && m->groups == 6 && report.vertices == 56);
    CHECK(report.flipped == 0 && report.open_edges == 0);
    uint64_t state = 8;
    int touching = 0, keys[3] = {0};
    for (int i = 0; i < 30000; i++) {
        v3 at = uniform_v3(&state, v3_make(-1.6, -2.6, -1.1), v3_make(1.6, 1.6, 2.1));
        bool inside = fabs(at.x) < 1 && at.y > -2 && at.y < 1 && at.z > -0.5 && at.z < 1.5;
        if (inside)
            continue;
        wall_touch want[WALL_TOUCH_MOST];
        mesh_touch got[MESH_TOUCH_MOST];
        int count =
            ball_wall_touches(&(placed_wall){box, primitive_reference(box), q4_identity(), NULL},
                              at, 0.4, 0, wall_whole(), want);
        REQUIRE(touch(m, at, 0.4, got) == count);
        if (!count)
            continue;
        touching++;
        keys[got[0].feature >> 40]++;
        CHECK_NEAR(got[0].distance - 0.4, want[0].gap, 1e-14);
        CHECK(v3_norm(v3_sub(got[0].normal, want[0].normal)) < 1e-13);
        CHECK(v3_norm(v3_sub(got[0].point, want[0].point)) < 1e-14);
    }
    CHECK(touching > 5000 && keys[0] > 1000 && keys[1] > 1000 && keys[2] > 100);
    mesh_free(m);
    primitive_free(box);
}

// Along a straight edge that is cut into pieces the key stays; over it the normal turns without a step.
TEST(a_convex_edge_is_one_contact_with_one_key)
{
    facets f = {0};
    mesh_report report;
    add_box(&f, v3_make(0, 0, 0), v3_make(1, 1, 1), 5);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    mesh_touch t[MESH_TOUCH_MOST];
    int64_t key = -1;
    for (int i = 0; i <= 1000; i++) {
        REQUIRE(touch(m, v3_make(0.05 + 0.0009 * i, 1.1, 1.1), 0.2, t) == 1);
        if (!i)
            key = t[0].feature;
        CHECK(t[0].feature == key && key >> 40 == 1);
        CHECK_NEAR(t[0].distance, sqrt(0.02), 1e-15);
    }
    double last = 0;
    for (int i = 0; i <= 1000; i++) {
        double y = 0.8 + 0.0004 * i, over = y > 1 ? y - 1 : 0;
        REQUIRE(touch(m, v3_make(0.47, y, 1.1), 0.25, t) == 1);
        CHECK_NEAR(t[0].distance, sqrt(over * over + 0.01), 1e-14);
        CHECK(fabs(t[0].normal.y - last) < 0.0041);
        last = t[0].normal.y;
    }
    REQUIRE(touch(m, v3_make(1.1, 1.1, 1.1), 0.25, t) == 1);
    CHECK(t[0].feature >> 40 == 2);
    mesh_free(m);
}

TEST(a_concave_corner_touches_each_face_once)
{
    facets f = {0};
    mesh_report report;
    add_sheet(&f, v3_make(0, 0, 0), v3_make(1, 0, 0), v3_make(0, 1, 0), 4, 5);
    add_sheet(&f, v3_make(0, 0, 0), v3_make(0, 1, 0), v3_make(0, 0, 1), 5, 3);
    add_sheet(&f, v3_make(0, 0, 0), v3_make(0, 0, 1), v3_make(1, 0, 0), 3, 4);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(m->patches == 3 && m->groups == 3);
    mesh_touch t[MESH_TOUCH_MOST];
    uint64_t state = 4;
    for (int i = 0; i < 5000; i++) {
        v3 c = uniform_v3(&state, v3_make(0.001, 0.001, 0.001), v3_make(0.25, 0.25, 0.25));
        double r = 0.1;
        int want = (c.x < r) + (c.y < r) + (c.z < r);
        REQUIRE(touch(m, c, r, t) == want);
        for (int k = 0; k < want; k++) {
            v3 n = t[k].normal;
            CHECK(n.x + n.y + n.z == 1 && t[k].feature >> 32 == 0);
            CHECK_NEAR(t[k].distance, v3_dot(n, c), 1e-16);
            for (int j = 0; j < k; j++)
                CHECK(t[j].feature != t[k].feature);
        }
    }
    mesh_free(m);
}

// An open sheet pushes from both sides, and its rim is an edge all around the ball.
TEST(both_sides_and_the_rim_of_a_sheet)
{
    facets f = {0};
    mesh_report report;
    add_sheet(&f, v3_make(0, 0, 0), v3_make(1, 0, 0), v3_make(0, 1, 0), 2, 2);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(!report.closed && report.open_edges == 8);
    mesh_touch t[MESH_TOUCH_MOST];
    CHECK(touch(m, v3_make(0.4, 0.4, 0.05), 0.1, t) == 1 && t[0].normal.z == 1 &&
          t[0].distance == 0.05);
    CHECK(touch(m, v3_make(0.4, 0.4, -0.05), 0.1, t) == 1 && t[0].normal.z == -1 &&
          t[0].distance == 0.05);
    for (int i = 0; i <= 360; i++) {
        double angle = (i - 90) * 3.14159265358979323846 / 180 * 0.99;
        if (angle > 1.5)
            break;
        v3 n = v3_make(cos(angle), 0, sin(angle));
        REQUIRE(touch(m, v3_fma(v3_make(1, 0.3, 0), 0.07, n), 0.1, t) == 1);
        CHECK_NEAR(t[0].distance, 0.07, 1e-15);
        CHECK(t[0].feature >> 40 == 1 && v3_norm(v3_sub(t[0].normal, n)) < 1e-14);
    }
    mesh_free(m);
}

// A thin plate: the lower face is behind the upper one and does not act, however deep the ball is.
TEST(what_is_hidden_behind_a_face_does_not_act)
{
    facets f = {0};
    mesh_report report;
    add_box(&f, v3_make(0, 0, -0.01), v3_make(1, 1, 0), 2);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    mesh_touch t[MESH_TOUCH_MOST];
    REQUIRE(touch(m, v3_make(0.4, 0.45, 0.05), 0.1, t) == 1);
    CHECK(t[0].normal.z == 1 && t[0].distance == 0.05);
    REQUIRE(touch(m, v3_make(0.5, 0.5, -0.06), 0.1, t) == 1);
    CHECK(t[0].normal.z == -1);
    mesh_free(m);
}

// ---- smooth surfaces

// Inside a tessellated drum: always one contact, its depth that of the nearest facet, a key that seldom changes.
TEST(a_tessellated_drum_does_not_stiffen)
{
    static const double share[] = {0.1, 0.5, 0.9};
    facets f = {0};
    mesh_report report;
    add_tube(&f, 1, 2, 48, 6);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(m->patches == 48 && m->groups == 1);
    for (int k = 0; k < 3; k++) {
        double r = share[k], way = 1.02 - r, step = 1e-3, last = NAN;
        int64_t key = -1;
        int changes = 0;
        for (int i = 0; i < 6283; i++) {
            mesh_touch t[MESH_TOUCH_MOST];
            v3 c = v3_make(way * cos(step * i), way * sin(step * i), 0.5 + 0.00015 * i);
            int count = touch(m, c, r, t);
            if (!CHECK_MSG(count == 1, "%d contacts at radius %g, angle %g", count, r, step * i))
                break;
            CHECK_NEAR(t[0].distance, brute_distance(m, c), 1e-14);
            if (i)
                CHECK(fabs(t[0].distance - last) < 1.1e-3 * way);
            changes += t[0].feature != key;
            key = t[0].feature;
            last = t[0].distance;
        }
        CHECK_MSG(changes <= 8, "%d keys in one turn", changes);
    }
    mesh_free(m);
}

// From outside its edges act one at a time, with the key of the smooth surface.
TEST(the_outside_of_a_tessellated_rod_is_smooth)
{
    facets f = {0};
    mesh_report report;
    add_tube(&f, 1, 2, 48, 6);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    for (int i = 0; i < 6283; i++) {
        mesh_touch t[MESH_TOUCH_MOST];
        v3 c = v3_make(1.09 * cos(1e-3 * i), 1.09 * sin(1e-3 * i), 0.5 + 0.00015 * i);
        REQUIRE(touch(m, c, 0.1, t) == 1);
        CHECK_NEAR(t[0].distance, brute_distance(m, c), 1e-14);
        CHECK(t[0].feature >> 40 == 0);
        CHECK(v3_dot(t[0].normal, c) / v3_norm(v3_make(c.x, c.y, 0)) > 0.997);
    }
    mesh_free(m);
}

// Floor and side wall that a fillet joins: one smooth group, but two regions, so that two contacts have two keys.
TEST(a_fillet_joins_floor_and_wall_without_mixing_their_keys)
{
    enum { STEPS = 12 };
    facets f = {0};
    mesh_report report;
    v3 length = v3_make(0, 2, 0), from = v3_make(0.1, 0, 0);
    add_sheet(&f, v3_make(0.1, 0, 0), v3_make(2, 0, 0), length, 4, 4);
    for (int i = 1; i <= STEPS; i++) {
        double a = 3.14159265358979323846 / 2 * i / STEPS;
        v3 to = v3_make(0.1 - 0.1 * sin(a), 0, 0.1 - 0.1 * cos(a));
        add_sheet(&f, from, v3_sub(to, from), length, 1, 4);
        from = to;
    }
    add_sheet(&f, from, v3_make(0, 0, 2), length, 4, 4);
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(m->groups == 1);
    mesh_touch t[MESH_TOUCH_MOST];
    REQUIRE(touch(m, v3_make(1, 1, 0.49), 0.5, t) == 1);
    int64_t floor_key = t[0].feature;
    REQUIRE(touch(m, v3_make(0.49, 1, 1), 0.5, t) == 1);
    int64_t wall_key = t[0].feature;
    CHECK(floor_key != wall_key);
    REQUIRE(touch(m, v3_make(0.49, 1, 0.48), 0.5, t) == 2); // the fillet is narrower than the ball
    for (int k = 0; k < 2; k++) {
        bool floor = t[k].feature == floor_key;
        CHECK(floor || t[k].feature == wall_key);
        CHECK_NEAR(t[k].distance, floor ? 0.48 : 0.49, 1e-14);
    }
    for (int i = 0; i < 400; i++) { // a small ball rolls through the fillet with one contact
        double a = 3.14159265358979323846 / 2 * i / 400;
        REQUIRE(touch(m, v3_make(0.1 - 0.05 * sin(a), 1, 0.1 - 0.05 * cos(a)), 0.051, t) == 1);
        CHECK(t[0].feature == floor_key || t[0].feature == wall_key);
    }
    mesh_free(m);
}

// ---- any surface

// Random triangles, welded or not, crossing each other: the deepest contact is the nearest point, whatever the order.
TEST(the_nearest_point_always_acts)
{
    uint64_t state = 31;
    for (int round = 0; round < 40; round++) {
        facets f = {0};
        mesh_report report;
        v3 low = v3_make(-1, -1, -1), high = v3_make(1, 1, 1), pool[30];
        for (int i = 0; i < 30; i++)
            pool[i] = uniform_v3(&state, low, high);
        for (int i = 0; i < 60; i++)
            add_facet(&f, pool[(int)uniform(&state, 0, 30)], pool[(int)uniform(&state, 0, 30)],
                      pool[(int)uniform(&state, 0, 30)]);
        mesh *m = build(&f, &report);
        REQUIRE(m);
        for (int i = 0; i < 100; i++) {
            v3 c = uniform_v3(&state, v3_scale(1.5, low), v3_scale(1.5, high));
            double r = uniform(&state, 0.02, 0.4), want = brute_distance(m, c);
            int32_t candidate[ROOM];
            int near = mesh_near(m, c, r, candidate, ROOM), close = 0;
            mesh_touch t[MESH_TOUCH_MOST], again[MESH_TOUCH_MOST];
            for (int32_t k = 0; k < m->triangles; k++) {
                v3 q;
                mesh_closest(m, k, c, &q);
                close += v3_norm(v3_sub(c, q)) <= r;
            }
            CHECK(near == close);
            int count = mesh_touches(m, c, r, candidate, near, t);
            CHECK(count <= MESH_TOUCH_MOST && (count != 0) == (want < r));
            if (count > 0)
                CHECK_NEAR(nearest(t, count), want, 1e-12);
            near = mesh_near(m, c, 2 * r, candidate, ROOM); // more of them, and backwards
            for (int a = 0, b = near - 1; a < b; a++, b--) {
                int32_t swap = candidate[a];
                candidate[a] = candidate[b];
                candidate[b] = swap;
            }
            CHECK(mesh_touches(m, c, r, candidate, near, again) == count);
            CHECK(count <= 0 || !memcmp(t, again, (size_t)count * sizeof *t));
        }
        mesh_free(m);
    }
}

// ---- healing

TEST(what_is_healed_is_counted)
{
    facets f = {0};
    mesh_report report;
    add_box(&f, v3_make(0, 0, 0), v3_make(1, 1, 1), 1);
    v3 turned = f.corner[0];
    f.corner[0] = f.corner[1];
    f.corner[1] = turned;                                                  // one facet flipped
    add_facet(&f, v3_make(0, 0, 1), v3_make(1, 0, 1), v3_make(0.5, 0, 1)); // no area
    add_facet(&f, f.corner[5], f.corner[3], f.corner[4]);                  // a duplicate
    f.corner[9].x += 1e-7;                                                 // not quite where it was
    add_facet(&f, v3_make(1, 1, 1), v3_make(2, 1, 1),
              v3_make(2, 2, 1)); // one that hangs on by a corner
    add_facet(&f, v3_make(0, 0, 0), v3_make(1, 0, 0),
              v3_make(0.5, -1, -1)); // a fin: an edge of three
    mesh *m = build(&f, &report);
    REQUIRE(m);
    CHECK(report.facets_read == 16 && report.triangles == 14 && report.vertices == 11);
    CHECK(report.degenerate == 1 && report.duplicate == 1 && report.moved == 1 &&
          report.flipped == 1);
    CHECK(report.open_edges == 5 && report.branched_edges == 1 && !report.closed);
    CHECK_HAS(report.text, "16 facets read, 14 triangles");
    CHECK_HAS(report.text,
              "1 degenerate facets dropped; 1 duplicate facets dropped; 1 corners moved");
    CHECK_HAS(report.text, "1 facets turned against their neighbours");
    CHECK(report.low.y == -1 && report.high.x == 2 && m->low.z == -1);
    mesh_free(m);
}

TEST(meshes_of_nothing_are_refused)
{
    mesh *m;
    mesh_report report;
    scree_error error;
    v3 flat[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, point[3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
       huge[3] = {{0, 0, 1e80}};
    v3 fine[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK(mesh_build(&(mesh_facets){.corner = flat, .facets = 1, .name = "part.stl"}, &m, &report,
                     &error) == SCREE_BAD_INPUT &&
          !m);
    CHECK_STR(error.where, "part.stl");
    CHECK_HAS(error.what, "thinner than the tolerance");
    CHECK(mesh_build(&(mesh_facets){.corner = point, .facets = 1, .name = "part.stl"}, &m, &report,
                     &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no extent");
    CHECK(mesh_build(&(mesh_facets){.corner = huge, .facets = 1, .name = "part.stl"}, &m, &report,
                     &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.hint, "unit");
    CHECK(mesh_build(
              &(mesh_facets){.corner = fine, .facets = 1, .tolerance = 0.1, .name = "part.stl"}, &m,
              &report, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "the tolerance 0.1 m is more than");
    CHECK(!mesh_build(
              &(mesh_facets){.corner = fine, .facets = 1, .tolerance = 1e-9, .name = "part.stl"},
              &m, &report, &error) &&
          report.tolerance == 1e-9);
    mesh_free(m);
}

// ---- as a wall, from a file

static void write_file(const char *path, bytes b)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(b.data, 1, b.size, file) != b.size || fclose(file))
        abort();
    free(b.data);
}

static primitive *mesh_wall(const char *path, const char *unit, bool turned, mesh_report *report)
{
    choice c = choose("mesh");
    primitive *p = NULL;
    scree_error error = {0};
    set_text(&c, "file", path);
    set_text(&c, "unit", unit);
    set_vector(&c, "position", 0.5, 0, 0);
    if (turned) {
        set_vector(&c, "along_x", 0, 2, 0);
        set_vector(&c, "along_z", 1, 1, 0);
    }
    CHECK_MSG(!made(&c, &p, report, &error), "%s: %s", error.where, error.what);
    return p;
}

// A brick in millimetres and in metres, turned: the x axis of the file along y, its z along x, so its y along z.
TEST(a_mesh_from_a_file_is_scaled_turned_and_placed)
{
    facets mm = {0}, m = {0};
    mesh_report report;
    add_box(&mm, v3_make(0, 0, 0), v3_make(100, 200, 300), 2);
    add_box(&m, v3_make(0, 0, 0), v3_make(0.1, 0.2, 0.3), 2);
    write_file("brick-mm.stl", ascii_stl(&mm));
    write_file("brick-m.stl", ascii_stl(&m));
    primitive *a = mesh_wall("brick-mm.stl", "mm", true, &report),
              *b = mesh_wall("brick-m.stl", "m", true, NULL);
    REQUIRE(a && b);
    CHECK(report.closed && report.triangles == 48);
    CHECK_NEAR(primitive_extent(a), sqrt(0.14), 1e-15);
    v3 low, high, at = primitive_reference(a);
    primitive_bounds(a, at, q4_identity(), &low, &high);
    CHECK_NEAR(low.x, 0.5, 0);
    CHECK_NEAR(high.x, 0.8, 1e-15);
    CHECK_NEAR(high.y, 0.1, 1e-15);
    CHECK_NEAR(high.z, 0.2, 1e-15);
    uint64_t state = 12;
    int touching = 0;
    for (int i = 0; i < 2000; i++) {
        int32_t candidate[64], other[64];
        wall_touch t[WALL_TOUCH_MOST], u[WALL_TOUCH_MOST];
        v3 c = uniform_v3(&state, v3_make(0.4, -0.1, -0.1), v3_make(0.9, 0.2, 0.3));
        int near = ball_wall_near(&(placed_wall){a, at, q4_identity(), NULL}, c, 0.05, 0.01,
                                  candidate, 64);
        REQUIRE(near <= 64 && ball_wall_near(&(placed_wall){b, at, q4_identity(), NULL}, c, 0.05,
                                             0.01, other, 64) == near);
        int count = ball_wall_touches(&(placed_wall){a, at, q4_identity(), NULL}, c, 0.05, 0,
                                      (wall_parts){candidate, near}, t);
        REQUIRE(ball_wall_touches(&(placed_wall){b, at, q4_identity(), NULL}, c, 0.05, 0,
                                  (wall_parts){other, near}, u) == count);
        CHECK(!memcmp(t, u, (size_t)count * sizeof *t)); // the same bits from either unit
        for (int k = 0; k < count; k++)
            CHECK(t[k].gap < 0 && t[k].curvature == 0);
        touching += count > 0;
    }
    CHECK(touching > 200);
    primitive_free(a);
    primitive_free(b);
    free(mm.corner);
    free(m.corner);
}

static bytes poly_bytes(poly_file f)
{
    return (bytes){(char *)f.data, f.size};
}

// An L of polygons, two of them not convex, from OBJ and PLY files touches as it does from an STL file; a face that is
// not flat and what is no surface are told.
TEST(meshes_of_walls_from_obj_and_ply_files)
{
    static const char *const name[] = {"l.stl", "l.obj", "l.ply", "l-big.ply"};
    enum { FORMS = sizeof name / sizeof *name };
    poly l = poly_l_prism(1);
    mesh_report report[FORMS];
    primitive *wall[FORMS];
    write_file(name[0], poly_bytes(poly_stl(&l, false)));
    write_file(name[1], poly_bytes(poly_obj(&l)));
    write_file(name[2], poly_bytes(poly_ply(&l, PLY_WRITE_ASCII, true)));
    write_file(name[3], poly_bytes(poly_ply(&l, PLY_WRITE_BIG, true)));
    for (int f = 0; f < FORMS; f++) {
        wall[f] = mesh_wall(name[f], "cm", true, &report[f]);
        REQUIRE(wall[f]);
        CHECK(report[f].closed && report[f].triangles == report[0].triangles &&
              report[f].patches == 8);
        CHECK(!report[f].bent && !report[f].skipped && primitive_report(wall[f]));
        CHECK_STR(primitive_report(wall[f]), primitive_report(wall[0]));
    }
    v3 at = primitive_reference(wall[0]), low, high;
    primitive_bounds(wall[0], at, q4_identity(), &low, &high);
    uint64_t state = 3;
    int touching = 0;
    for (int i = 0; i < 2000; i++) {
        v3 c =
            v3_add(at, uniform_v3(&state, v3_make(-0.01, -0.01, -0.01), v3_make(0.03, 0.03, 0.03)));
        wall_touch t[FORMS][WALL_TOUCH_MOST];
        int count[FORMS];
        for (int f = 0; f < FORMS; f++) {
            int32_t candidate[64];
            int near = ball_wall_near(&(placed_wall){wall[f], at, q4_identity(), NULL}, c, 0.005,
                                      0.001, candidate, 64);
            REQUIRE(near <= 64);
            count[f] = ball_wall_touches(&(placed_wall){wall[f], at, q4_identity(), NULL}, c, 0.005,
                                         0, (wall_parts){candidate, near}, t[f]);
            REQUIRE(count[f] == count[0]);
            for (int k = 0; k < count[f]; k++)
                CHECK_NEAR(t[f][k].gap, t[0][k].gap, 1e-15);
        }
        touching += count[0] > 0;
    }
    CHECK(touching > 200);
    for (int f = 0; f < FORMS; f++)
        primitive_free(wall[f]);
    poly_clear(&l);

    const char *bent = "v 0 0 0\nv 1 0 0\nv 1 1 0.2\nv 0 1 0\nf 1 2 3 4\nl 1 2\n";
    bytes text = {malloc(strlen(bent)), strlen(bent)};
    if (!text.data)
        abort();
    memcpy(text.data, bent, text.size);
    write_file("bent.obj", text);
    primitive *sheet = mesh_wall("bent.obj", "m", false, NULL);
    REQUIRE(sheet);
    CHECK_HAS(primitive_report(sheet), "1 faces that are not flat");
    CHECK_HAS(primitive_report(sheet), "1 lines and points left out");
    primitive_free(sheet);
}

// One direction alone is exact: the tip of a file on its z axis goes there, whatever becomes of the other axes.
TEST(the_z_axis_of_a_mesh_points_where_it_is_told)
{
    FILE *out = fopen("arrow.obj", "w");
    REQUIRE(out);
    fprintf(out, "v 0 0 3\nv 0.5 0 0\nv 0 0.5 0\nf 1 2 3\n");
    fclose(out);
    choice c = choose("mesh");
    primitive *arrow = NULL;
    scree_error error = {0};
    set_text(&c, "file", "arrow.obj");
    set_text(&c, "unit", "m");
    set_vector(&c, "along_z", 1, 1, 1);
    REQUIRE(made(&c, &arrow, NULL, &error) == SCREE_OK);
    v3 low, high;
    primitive_bounds(arrow, v3_make(0, 0, 0), q4_identity(), &low, &high);
    CHECK_NEAR(high.y, sqrt(3.0), 1e-12);
    CHECK_NEAR(high.z, sqrt(3.0), 1e-12);
    primitive_free(arrow);
    unlink("arrow.obj");
}

// Each axis of the file along each of space: the other one gives way, also where that is where it was.
TEST(either_axis_may_be_given_alone)
{
    static const double along[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                       {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    static const char *const names[] = {"along_x", "along_z"};
    FILE *out = fopen("corner.obj", "w");
    REQUIRE(out);
    fprintf(out, "v 3 0 0\nv 0 2 0\nv 0 0 5\nf 1 2 3\n");
    fclose(out);
    for (int i = 0; i < 12; i++) {
        const double *way = along[i / 2];
        const bool is_x = i % 2 == 0;
        choice c = choose("mesh");
        primitive *corner = NULL;
        scree_error error = {0};
        set_text(&c, "file", "corner.obj");
        set_text(&c, "unit", "m");
        set_vector(&c, names[i % 2], way[0], way[1], way[2]);
        REQUIRE(made(&c, &corner, NULL, &error) == SCREE_OK);
        v3 low;
        v3 high;
        primitive_bounds(corner, v3_make(0, 0, 0), q4_identity(), &low, &high);
        const v3 end = v3_scale(is_x ? 3 : 5, v3_make(way[0], way[1], way[2]));
        const v3 size = v3_sub(high, low);
        const double positive = v3_dot(end, high);
        const double negative = v3_dot(end, low);
        CHECK_NEAR(positive + negative, v3_dot(end, end), 1e-12);
        CHECK_NEAR(size.x + size.y + size.z, 10, 1e-12);
        primitive_free(corner);
    }
    unlink("corner.obj");
}

TEST(bad_mesh_walls_name_the_place)
{
    choice c = choose("mesh");
    primitive *p;
    scree_error error;
    set_text(&c, "file", "absent.stl");
    set_text(&c, "unit", "parsec");
    CHECK(made(&c, &p, NULL, &error) == SCREE_BAD_INPUT && !p);
    CHECK_STR(error.where, "mesh.unit");
    CHECK_HAS(error.what, "'parsec'");
    c = choose("mesh");
    set_text(&c, "file", "absent.stl");
    set_text(&c, "unit", "mm");
    CHECK(primitive_make(&c, "some/folder", &p, NULL, &error) == SCREE_IO);
    CHECK_STR(error.where, "mesh.file");
    CHECK_HAS(error.what, "some/folder/absent.stl: cannot open the mesh");
    set_vector(&c, "along_x", 0, 0, 3);
    set_vector(&c, "along_z", 0, 0, -1);
    CHECK(made(&c, &p, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "mesh.along_z");
}

TEST_MAIN

// ---- faces alone

// A floor of cells, each cut either way; where `moved` their corners are off the grid, where `strips` each row is divided
// otherwise, so that edges end on edges.
static void add_cells(facets *f, int cells, double moved, bool strips, uint64_t *state)
{
    if (strips) {
        for (int j = 0; j < cells; j++) {
            const int parts = 3 + (5 * j) % 7;
            add_sheet(f, v3_make(0, j, 0), v3_make(cells, 0, 0), v3_make(0, 1, 0), parts, 1);
        }
        return;
    }
    v3 *at = malloc((size_t)(cells + 1) * (size_t)(cells + 1) * sizeof *at);
    for (int i = 0; i <= cells; i++)
        for (int j = 0; j <= cells; j++) {
            v3 off = uniform_v3(state, v3_make(-moved, -moved, 0), v3_make(moved, moved, 0));
            at[i * (cells + 1) + j] = v3_add(v3_make(i, j, 0), off);
        }
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < cells; j++) {
            v3 a = at[i * (cells + 1) + j], b = at[(i + 1) * (cells + 1) + j];
            v3 d = at[i * (cells + 1) + j + 1], c = at[(i + 1) * (cells + 1) + j + 1];
            if ((i + j) % 3)
                add_quad(f, a, b, c, d);
            else
                add_quad(f, b, c, d, a);
        }
    free(at);
}

static void turn_all(facets *f, bool rounded)
{
    v3 u = v3_unit(v3_make(1, 0.3, 0.2)), w = v3_perpendicular(u), n = v3_cross(u, w);
    for (int i = 0; i < 3 * f->count; i++) {
        v3 *p = &f->corner[i];
        v3 q = v3_fma(v3_fma(v3_scale(p->x, u), p->y, w), p->z, n);
        *p = rounded ? v3_make((float)q.x, (float)q.y, (float)q.z) : q;
    }
}

static bool same_touch(const mesh_touch *a, const mesh_touch *b)
{
    return a->distance == b->distance && a->feature == b->feature && a->normal.x == b->normal.x &&
           a->normal.y == b->normal.y && a->normal.z == b->normal.z && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->point.z == b->point.z;
}

// By all triangles: of which face the inside is all that is so near, if any.
static void check_face_around(const mesh *m, v3 at, double distance, const int32_t *candidate,
                              int candidates)
{
    int32_t face = MESH_NOTHING;
    double nearest = INFINITY;
    double other = INFINITY;
    for (int i = 0; i < candidates; i++) {
        const mesh_triangle *triangle = &m->triangle[candidate[i]];
        v3 on;
        mesh_closest(m, candidate[i], at, &on);
        if (v3_distance(at, on) < nearest) {
            nearest = v3_distance(at, on);
            face = triangle->patch;
        }
    }
    for (int i = 0; i < candidates; i++) {
        const mesh_triangle *triangle = &m->triangle[candidate[i]];
        v3 on;
        mesh_closest(m, candidate[i], at, &on);
        if (triangle->patch != face)
            other = real_min(other, v3_distance(at, on));
        for (int k = 0; k < 3; k++) {
            if (!m->edge[triangle->edge[k]].inner)
                other = real_min(other, sqrt(mesh_square_to_edge(m, triangle->edge[k], at)));
        }
    }
    const double near = distance * (1 - 1e-5);
    const double far = distance * (1 + 1e-5);
    const int32_t said = mesh_face_around(m, at, distance);
    if (other < near)
        CHECK(said == MESH_MIXED);
    else if (nearest > far)
        CHECK(said == MESH_NOTHING);
    else if (nearest < near && other > far)
        CHECK(said == face);
}

// What is said of a face alone is what all triangles say, bit for bit, wherever the ball has gone within what was clear:
// on even, uneven and T-jointed floors with a hole, a step and a wall on them. Counts how often it was said.
static int compare_faces(const mesh *m, int cells, uint64_t *state)
{
    int alone = 0;
    v3 u = v3_unit(v3_make(1, 0.3, 0.2)), w = v3_perpendicular(u), n = v3_cross(u, w);
    for (int i = 0; i < 4000; i++) {
        const double within = 0.2 + 1.5 * (i % 7) / 7.0;
        v3 c = uniform_v3(state, v3_make(0, 0, -1.1 * within), v3_make(cells, cells, 1.1 * within));
        if (i % 5 == 0)
            c = v3_make(floor(c.x), floor(c.y), c.z);
        if (i % 11 == 0)
            c.z = within * (1 + 1e-9 * (i % 9 - 4));
        c = v3_fma(v3_fma(v3_scale(c.x, u), c.y, w), c.z, n);
        int32_t candidate[ROOM], face = -1;
        const double far = within + 1.5;
        const int count = mesh_near(m, c, far, candidate, ROOM);
        const double clear = mesh_lone_face(m, c, candidate, count, &face);
        const double way = (clear < far ? clear : far) / (1 + 1e-6) - within;
        check_face_around(m, c, 0.5 * far, candidate, count);
        for (int j = 0; way > 0 && j < 4; j++) {
            mesh_touch all[MESH_TOUCH_MOST], one;
            v3 step = uniform_v3(state, v3_make(-1, -1, -1), v3_make(1, 1, 1));
            v3 at = v3_fma(c, j ? 0.99 * way / (1 + v3_norm(step)) : 0, step);
            const int said = mesh_face_touch(m, face, at, within, &one);
            if (said == MESH_FACE_UNSURE)
                continue;
            const int found = mesh_touches(m, at, within, candidate, count, all);
            CHECK(found == said && (!said || same_touch(&all[0], &one)));
            alone++;
        }
    }
    return alone;
}

TEST(a_face_alone_says_what_its_triangles_say)
{
    const int cells = 12;
    for (int kind = 0; kind < 8; kind++) {
        facets f = {0};
        mesh_report report;
        uint64_t state = 17 + (uint64_t)kind;
        add_cells(&f, cells, kind % 4 == 1 ? 0.3 : 0, kind % 4 == 2, &state);
        if (kind % 4 == 3) { // a hole, a step down and a rib
            for (int i = 40; i < 44; i++)
                f.corner[3 * i + 1] = f.corner[3 * i];
            add_sheet(&f, v3_make(cells, 0, -0.4), v3_make(3, 0, 0), v3_make(0, cells, 0), 3, 3);
            add_sheet(&f, v3_make(3, 0, 0), v3_make(0, cells, 0), v3_make(0, 0, 1), cells, 1);
        }
        turn_all(&f, kind >= 4);
        mesh *m = build(&f, &report);
        REQUIRE(m);
        CHECK_MSG(compare_faces(m, cells, &state) > 2000, "kind %d", kind);
        mesh_free(m);
    }
}
