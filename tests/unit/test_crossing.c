// test_crossing.c - lines through the surfaces of walls: traced by distances, and through the triangles that stand for
// the same surface; both must tell the same. label: sanitize
#include "harness.h"
#include "wall_choice.h"

#include "base/random.h"
#include "shape/crossing.h"

static primitive *make_round(const char *name, double from, double to, const char *side, bool ends)
{
    choice c = choose(name);
    primitive *p = NULL;
    scree_error e;
    set_vector(&c, "from", 0, 0, -0.5);
    set_vector(&c, "to", 0, 0, 0.5);
    if (!strcmp(name, "cylinder"))
        set_real(&c, "radius", from);
    else {
        set_real(&c, "radius_from", from);
        set_real(&c, "radius_to", to);
    }
    set_text(&c, "side", side);
    set_real(&c, "ends", ends);
    CHECK_MSG(made(&c, &p, NULL, &e) == SCREE_OK, "%s", e.what);
    return p;
}

static primitive *make_box(const char *side)
{
    choice c = choose("box");
    primitive *p = NULL;
    set_vector(&c, "low", -0.5, -0.4, -0.3);
    set_vector(&c, "high", 0.5, 0.4, 0.3);
    set_text(&c, "side", side);
    CHECK(made(&c, &p, NULL, NULL) == SCREE_OK);
    return p;
}

static primitive *make_disk(void)
{
    choice c = choose("disk");
    primitive *p = NULL;
    set_vector(&c, "centre", 0, 0, 0);
    set_vector(&c, "normal", 0, 0.6, 0.8);
    set_real(&c, "radius", 0.7);
    CHECK(made(&c, &p, NULL, NULL) == SCREE_OK);
    return p;
}

static v3 place(rng *r)
{
    return v3_make(rng_range(r, -1, 1), rng_range(r, -1, 1), rng_range(r, -1, 1));
}

// Signed: what begins inside of a solid crosses nothing, though it leaves through the surface.
static bool begins_inside(const primitive *p, v3 at)
{
    primitive_touch t[PRIMITIVE_TOUCH_MOST];
    int n = p->kind->touches(p, at, 10, NULL, 0, t);
    for (int i = 0; i < n; i++)
        if (t[i].distance < 0)
            return true;
    return false;
}

enum { LINES = 4000 };

static void compare(primitive *p, const char *name, int most_different)
{
    const mesh *surface;
    mesh *facets = NULL;
    scree_error e;
    rng r = rng_make(11, 3);
    int different = 0, crossing = 0, tried = 0, clear = 0;
    REQUIRE(p && primitive_facets(p, &surface, &facets, &e) == SCREE_OK);
    for (int i = 0; i < LINES; i++) {
        v3 from = place(&r), to = place(&r);
        if (begins_inside(p, from))
            continue;
        bool a = primitive_crosses(p, from, to, 1e-9), b = mesh_crosses(surface, from, to);
        const v3 near_by = v3_fma(from, 0.1, v3_sub(to, from));
        const double reach = 1.01 * v3_norm(v3_sub(near_by, from));
        if (primitive_is_clear(p, from, reach)) {
            clear++;
            CHECK_MSG(!primitive_crosses(p, from, near_by, 1e-9), "%s: crosses what is clear",
                      name);
        }
        tried++;
        crossing += a;
        different += a != b;
    }
    CHECK_MSG(tried > LINES / 50 && crossing > tried / 50 && crossing < tried, "%s: %d of %d cross",
              name, crossing, tried);
    CHECK_MSG(clear > tried / 4, "%s: %d of %d are clear", name, clear, tried);
    CHECK_MSG(different <= most_different, "%s: %d of %d differ", name, different, tried);
    mesh_free(facets);
    primitive_free(p);
}

// Round surfaces are taken with 96 facets, which lie a little inside.
TEST(two_ways_agree)
{
    compare(make_box("outside"), "block", 0);
    compare(make_box("inside"), "container", 0);
    compare(make_disk(), "disk", 8);
    compare(make_round("cylinder", 0.6, 0.6, "outside", false), "pipe", 16);
    compare(make_round("cylinder", 0.6, 0.6, "outside", true), "rod", 16);
    compare(make_round("cylinder", 0.6, 0.6, "inside", true), "drum", 16);
    compare(make_round("cone", 0.8, 0.3, "inside", false), "funnel", 16);
    compare(make_round("cone", 0.8, 0.3, "outside", true), "solid cone", 16);
}

TEST(a_plane_is_crossed_from_its_front)
{
    primitive *p = NULL;
    REQUIRE(primitive_make_plane(v3_make(0, 0, 0), v3_make(0, 0, 2), &p, NULL) == SCREE_OK);
    rng r = rng_make(5, 1);
    for (int i = 0; i < 1000; i++) {
        v3 from = place(&r), to = place(&r);
        CHECK(primitive_crosses(p, from, to, 1e-12) == (from.z > 0 && to.z < 0));
    }
    primitive_free(p);
}

TEST_MAIN
