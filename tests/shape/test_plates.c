// label: sanitize
// test_plates.c - flat plates, convex polygons with a radius: mass by Steiner's formula and against thin boxes, all ways
// to give one, what is refused; at rest on the floor and on each other in both solvers and both ways to meet; saved
// and restored.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"
#include "shape/core.h"
#include "shape/plate.h"
#include "state/image.h"

// A regular polygon of that circumradius, turned out of the axes, and its area and perimeter.
static void polygon(int sides, double reach, v3 *corner, double *area, double *perimeter)
{
    q4 turn = q4_unit((q4){0.8, 0.1, -0.5, 0.3});
    for (int i = 0; i < sides; i++) {
        double angle = 2 * PI * i / sides;
        corner[i] = v3_add(v3_make(0.3, -0.1, 0.7),
                           q4_rotate(turn, v3_make(reach * cos(angle), reach * sin(angle), 0)));
    }
    *area = 0.5 * sides * reach * reach * sin(2 * PI / sides);
    *perimeter = 2 * sides * reach * sin(PI / sides);
}

// Volume 2 r A + pi r^2 P / 2 + 4 pi r^3 / 3.
TEST(volume_by_steiner)
{
    for (int sides = 3; sides <= 40; sides += sides < 8 ? 1 : 16) {
        v3 corner[40];
        double area, perimeter, r = 0.02;
        mass_properties mass;
        model_shape shape = {0};
        scree_error e = {0};
        polygon(sides, 0.1, corner, &area, &perimeter);
        const core_points given = {corner, sides, r, false, "plate"};
        REQUIRE(plate_is_flat(corner, sides));
        REQUIRE(!core_from_plate(&given, &shape, &mass, &e));
        double volume = 2 * r * area + 0.5 * PI * r * r * perimeter + 4 * PI * r * r * r / 3;
        CHECK_NEAR(mass.volume, volume, 1e-13 * volume);
        CHECK_NEAR(v3_distance(mass.centre, v3_make(0.3, -0.1, 0.7)), 0, 1e-14);
        CHECK(shape.core.vertices == sides && shape.core.faces == 2 && shape.core.edges == sides);
        CHECK(shape.core.meeting == MEET_CONVEX && shape.core.triangles == 2 * (sides - 2));
        CHECK_NEAR(shape.radius.value, 0.1 + r, 1e-14);
        free(shape.clump.at);
        free(shape.clump.radius);
        free(shape.core.vertex);
        free(shape.core.edge);
        free(shape.core.triangle);
        free(shape.core.face);
    }
}

#define CASE(solver, shape, grains, more)                                                          \
    "scree: 1\nsolver: " solver "\ngravity: [0, 0, -9.81 m/s^2]\n"                                 \
    "domain: {low: [-20 cm, -20 cm, 0 cm], high: [20 cm, 20 cm, 40 cm], boundary: {x: wall, "      \
    "y: wall, z: wall}, material: m}\n"                                                            \
    "materials: {m: {density: 2500 kg/m^3, young: 50 MPa, poisson: 0.22}}\n"                       \
    "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "        \
    "friction: 0.4}}}\n"                                                                           \
    "shapes: {p: {" shape "}}\n"                                                                   \
    "grains: [{name: p, shape: p, material: m, " grains "}]\n"                                     \
    "run: {duration: 1 s, deepest_overlap: none" more "}\n"
#define CORNERS                                                                                    \
    "vertices: [[0 cm, 0 cm, 0 cm], [10 cm, 0 cm, 0 cm], [10 cm, 6 cm, 0 cm], [0 cm, 6 cm, 0 cm]]"
#define PLATE "spheropolyhedron: {" CORNERS ", radius: 5 mm"
#define FLAT                                                                                       \
    "turn: 0, packing: {law: lattice, counts: [1, 1, 2], spacing: [10 cm, 10 cm, 3 cm], origin: "  \
    "[0, 0, 1.5 cm]}"
#define ONE                                                                                        \
    "packing: {law: lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0, 0, 20 cm]}"

static model_clump clump_of(const sim *s)
{
    return s->m.shape[0].clump;
}

// A rounded box whose core is a micrometre thick.
TEST(mass_is_that_of_a_thin_box)
{
    sim plate, box;
    REQUIRE(sim_read(&plate, CASE("smooth", PLATE "}", ONE, ""), NULL, 0));
    REQUIRE(sim_read(&box,
                     CASE("smooth",
                          "spheropolyhedron: {builder: {box: [10 cm, 6 cm, 1 um]}, radius: 5 mm}",
                          ONE, ""),
                     NULL, 0));
    model_clump thin = clump_of(&plate), thick = clump_of(&box);
    const double a[3] = {thin.inertia.x, thin.inertia.y, thin.inertia.z};
    const double b[3] = {thick.inertia.x, thick.inertia.y, thick.inertia.z};
    CHECK_NEAR(thin.volume, thick.volume, 2e-4 * thin.volume);
    CHECK(thin.volume < thick.volume);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(a[i], b[i], 4e-4 * a[i]);
    model_clear(&plate.m);
    model_clear(&box.m);
}

// As points, as a face, as two, with points inside and in another order: one shape.
TEST(ways_to_give_one)
{
    static const char *const texts[] = {
        CASE("smooth", PLATE "}", ONE, ""),
        CASE("smooth", PLATE ", faces: [[0, 1, 2, 3]]}", ONE, ""),
        CASE("smooth", PLATE ", faces: [[0, 1, 2, 3], [3, 2, 1, 0]]}", ONE, ""),
        CASE("smooth",
             "spheropolyhedron: {vertices: [[3 cm, 2 cm, 0], [10 cm, 6 cm, 0], [0, 6 cm, 0], [10 "
             "cm, "
             "0, 0], [5 cm, 0, 0], [0, 0, 0]], radius: 5 mm}",
             ONE, "")};
    model_clump first = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        sim s;
        REQUIRE(sim_read(&s, texts[i], NULL, 0));
        model_clump is = clump_of(&s);
        if (i == 0)
            first = is;
        CHECK(s.m.shape[0].core.vertices == 4);
        CHECK_NEAR(is.volume, first.volume, 1e-15 * first.volume + 0);
        CHECK_NEAR(v3_distance(is.inertia, first.inertia), 0, 1e-13 * first.inertia.x);
        model_clear(&s.m);
    }
}

static void refused(const char *text, const char *says)
{
    sim s;
    CHECK_MSG(!sim_read(&s, text, NULL, 0), "%s", says);
}

TEST(what_is_refused)
{
    refused(CASE("smooth", "polyhedron: {" CORNERS "}", ONE, ""), "a plate without a radius");
    refused(CASE("smooth", PLATE ", faces: [[0, 1, 2]]}", ONE, ""), "half a plate");
    refused(CASE("smooth",
                 "spheropolyhedron: {vertices: [[0, 0, 0], [1 cm, 0, 0], [2 cm, 0, 0]], radius: 1 "
                 "mm}",
                 ONE, ""),
            "points on a line");
}

static double push_of_floor(sim *s)
{
    double push = 0;
    frame f = sim_frame(s);
    for (int i = 0; i < f.walls; i++)
        push = fmax(push, fabs(f.wall[i].force.z));
    frame_clear(&f);
    return push;
}

static double speed_of(sim *s)
{
    double most = 0;
    frame f = sim_frame(s);
    for (int64_t i = 0; i < f.ball.count; i++)
        most = fmax(most, v3_norm(f.ball.velocity[i]));
    frame_clear(&f);
    return most;
}

// Two plates dropped flat, one over the other: the floor carries both.
TEST(plates_at_rest)
{
    static const char *const texts[] = {CASE("smooth", PLATE ", meeting: convex}", FLAT, ""),
                                        CASE("smooth", PLATE ", meeting: features}", FLAT, ""),
                                        CASE("nonsmooth", PLATE ", meeting: convex}", FLAT, ""),
                                        CASE("nonsmooth", PLATE ", meeting: features}", FLAT, "")};
    for (int i = 0; i < 4; i++) {
        sim s;
        if (!CHECK(sim_open(&s, texts[i], NULL, 0, NULL)))
            continue;
        CHECK(sim_step(&s, world_step_at(s.w, i < 2 ? 0.8 : 0.5)));
        double weight = 2 * 2500 * clump_of(&s).volume * 9.81;
        CHECK_MSG(fabs(push_of_floor(&s) - weight) <= 1e-3 * weight, "%d: %g of %g N", i,
                  push_of_floor(&s), weight);
        CHECK_MSG(speed_of(&s) < 1e-4, "%d: %g m/s", i, speed_of(&s));
        sim_close(&s);
    }
}

// Tumbling ones, through an image: the same bits.
TEST(saved_and_restored)
{
    static const char *const texts[] = {CASE("smooth", PLATE "}", ONE, ""),
                                        CASE("nonsmooth", PLATE "}", ONE, "")};
    for (int i = 0; i < 2; i++) {
        sim whole, again;
        image im = {0};
        scree_error e;
        const int64_t half = i ? 60 : 4000;
        REQUIRE(sim_open(&whole, texts[i], NULL, 0, NULL));
        CHECK(sim_step(&whole, half) && !world_image(whole.w, &im, &e));
        REQUIRE(sim_read(&again, texts[i], NULL, 0) && sim_restore(&again, &im, NULL));
        CHECK(sim_step(&whole, half) && sim_step(&again, half));
        CHECK(sim_hash(&whole) == sim_hash(&again) && sim_hash(&whole) != 0);
        image_clear(&im);
        sim_close(&whole);
        sim_close(&again);
    }
}

// Plates that fall over the lower rim of an open cone meet that with their own rims and sides: they go no deeper than
// thin boxes do.
TEST(plates_at_an_open_cone)
{
    static const char text[] =
        "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
        "domain: {low: [-40 cm, -40 cm, -5 cm], high: [40 cm, 40 cm, 80 cm]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 2 GPa, poisson: 0.22}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.3}, tangential: {law: mindlin, "
        "friction: 0.4}}}\n"
        "walls:\n"
        "  bowl: {material: m, cone: {from: [0, 0, 0], to: [0, 0, 60 cm], radius_from: 12 cm, "
        "radius_to: 25 cm, side: inside}}\n"
        "  floor: {material: m, plane: {point: [0, 0, -1 cm], normal: [0, 0, 1]}}\n"
        "shapes: {p: {spheropolyhedron: {vertices: [[0, 0, 0], [4 cm, 0, 0], [4 cm, 4 cm, 0], [0, "
        "4 cm, 0]], radius: 3 mm}}}\n"
        "grains: [{name: a, shape: p, material: m, packing: {law: lattice, counts: [3, 3, 1], "
        "spacing: [7 cm, 7 cm, 7 cm], origin: [-7 cm, -7 cm, 24 cm]}}]\n"
        "run: {duration: 0.6 s, step: 0.3 ms}\n";
    sim s;
    REQUIRE(sim_open(&s, text, NULL, 0, NULL));
    CHECK(sim_step(&s, 1200));
    sim_close(&s);
}

TEST_MAIN
