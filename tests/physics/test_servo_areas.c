// test_servo_areas.c - on which area a servo with a pressure presses: the face of its wall, or the section of the planes
// around it, the smaller one; against closed forms.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <string.h>

// Planes of the domain stand 4 cm apart on x and y.
static const char around[] =
    "scree: 1\nmaterials: {soft: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 20 kN/m, restitution: 0.3}, tangential: "
    "{law: none}}}\n"
    "domain: {low: [0, 0, 0], high: [4 cm, 4 cm, 9 cm], boundary: {x: wall, y: wall}, material: "
    "soft}\n"
    "shapes: {ball: {ball: {radius: 4 mm}}}\ngravity: [0, 0, 0]\n"
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
    "  lid: {material: soft, plane: {point: [0, 0, 2 cm], normal: [0, 0, -1]}, drive: {law: servo, "
    "axis: [0, 0, -1], pressure: 10 kPa}}\n"
    "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [1 m, 1 m, "
    "1 m], counts: [1, 1, 1], origin: [2 cm, 2 cm, 4 mm]}}]\n"
    "run: {duration: 1 s, step: 2e-5 s}\n";

#define LID(surface)                                                                               \
    "{material: soft, " surface                                                                    \
    ", drive: {law: servo, axis: [0, 0, -1], pressure: 10 kPa, mass: 20 g, time: 0.2 ms}}"

// The face of a cone from the side is a trapezium and, where it is wide, no more than that; from an end it is the larger end.
static const struct {
    const char *lid;
    double area;
    bool by_face;
} lids[] = {
    {LID("plane: {point: [0, 0, 2 cm], normal: [0, 0, -1]}"), 16e-4, false},
    {LID("disk: {centre: [2 cm, 2 cm, 2 cm], normal: [0, 0, 5], radius: 8 mm}"), PI * 64e-6, true},
    {LID("disk: {centre: [2 cm, 2 cm, 3 cm], normal: [0, 0.6, 0.8], radius: 8 mm}"),
     0.8 * PI * 64e-6, true},
    {LID("disk: {centre: [2 cm, 2 cm, 2 cm], normal: [0, 0, 1], radius: 3 cm}"), 16e-4, false},
    {LID("box: {low: [1 cm, 1 cm, 2 cm], high: [3 cm, 2.5 cm, 3 cm], side: outside}"), 3e-4, true},
    {LID("cylinder: {from: [2 cm, 2 cm, 2 cm], to: [2 cm, 2 cm, 4 cm], radius: 1 cm, side: "
         "outside}"),
     PI * 1e-4, true},
    {LID("cylinder: {from: [1 cm, 2 cm, 3 cm], to: [3 cm, 2 cm, 3 cm], radius: 5 mm, side: "
         "outside}"),
     2e-4, true},
    {LID("cylinder: {from: [2 cm, 2 cm, 2 cm], to: [2 cm, 2 cm, 4 cm], radius: 1 cm, side: "
         "outside, ends: false}"),
     16e-4, false},
    {LID("cone: {from: [2 cm, 2 cm, 2 cm], to: [2 cm, 2 cm, 4 cm], radius_from: 5 mm, radius_to: 1 "
         "cm, side: outside}"),
     PI * 1e-4, true},
};

// Planes of the domain stand before it.
static int lid_of(const world *world)
{
    int lid = 0;
    while (lid < world_walls(world) - 1 && strcmp(world_wall_name(world, lid), "lid") != 0)
        lid++;
    return lid;
}

TEST(a_pressure_takes_the_smaller_area)
{
    for (size_t i = 0; i < sizeof lids / sizeof *lids; i++) {
        const case_override set[] = {{"walls.lid", lids[i].lid}};
        bool by_face;
        sim s;
        REQUIRE(sim_open(&s, around, set, 1, NULL));
        const double area = world_servo_area(s.w, lid_of(s.w), &by_face);
        CHECK_MSG(fabs(area - lids[i].area) < 1e-12 * area && by_face == lids[i].by_face,
                  "%zu: %.17g m^2, not %.17g", i, area, lids[i].area);
        sim_close(&s);
    }
}

// Without planes around it a wall that has an end has an area too; in the plane it is a length.
TEST(a_face_needs_no_planes)
{
    const case_override set[] = {{"domain", "{low: [0, 0, 0], high: [4 cm, 4 cm, 9 cm]}"},
                                 {"walls.lid", lids[1].lid}};
    const case_override flat[] = {
        {"dimensions", "2"},
        {"domain", "{low: [0, 0], high: [4 cm, 9 cm]}"},
        {"walls.floor.plane", "{point: [0, 0], normal: [0, 1]}"},
        {"walls.lid", "{material: soft, box: {low: [1 cm, 2 cm, -1 m], high: [3 cm, 3 cm, 1 m], "
                      "side: outside}, drive: {law: servo, axis: [0, -1], pressure: 10 Pa}}"},
        {"grains.one.packing", "{law: lattice, spacing: [1 m, 1 m], counts: [1, 1], origin: [2 cm, "
                               "4 mm]}"}};
    bool by_face;
    sim s;
    REQUIRE(sim_open(&s, around, set, 2, NULL));
    CHECK_NEAR(world_servo_area(s.w, lid_of(s.w), &by_face), lids[1].area, 1e-12 * lids[1].area);
    sim_close(&s);
    REQUIRE(sim_open(&s, around, flat, 5, NULL));
    CHECK_NEAR(world_servo_area(s.w, lid_of(s.w), &by_face), 0.02, 1e-12);
    sim_close(&s);
}

// The grain bears p A once the lid has come to rest on it; before that the servo has not come to what it is to hold.
TEST(the_force_is_that_of_the_face)
{
    const case_override set[] = {{"walls.lid", lids[1].lid}};
    servo_aim aim;
    sim s;
    REQUIRE(sim_open(&s, around, set, 1, NULL));
    CHECK(!world_servo_aim(s.w, lid_of(s.w), &aim));
    REQUIRE(sim_step(&s, 100));
    REQUIRE(world_servo_aim(s.w, lid_of(s.w), &aim));
    CHECK(aim.held < 0.5 * aim.wanted);
    REQUIRE(sim_step(&s, 20000));
    REQUIRE(world_servo_aim(s.w, lid_of(s.w), &aim));
    const double force = 10e3 * lids[1].area;
    CHECK_NEAR(aim.wanted, force, 1e-9 * force);
    CHECK_NEAR(aim.held, force, 1e-3 * force);
    CHECK_NEAR(aim.lasting, 0.25 * 20100 * 2e-5, 0.02);
    frame f = sim_frame(&s);
    CHECK_NEAR(f.wall[lid_of(s.w)].force.z, force, 1e-3 * force);
    frame_clear(&f);
    sim_close(&s);
}

// Of a disk that reaches beyond the planes around it what is within counts: all but a segment.
TEST(a_face_ends_at_the_planes)
{
    const case_override set[] = {
        {"walls.lid", LID("disk: {centre: [5 mm, 2 cm, 2 cm], normal: [0, 0, 1], radius: 18 mm}")}};
    const double area = 324e-6 * (PI - acos(5.0 / 18)) + 5e-3 * sqrt(299e-6);
    bool by_face;
    sim s;
    REQUIRE(sim_open(&s, around, set, 1, NULL));
    CHECK_NEAR(world_servo_area(s.w, lid_of(s.w), &by_face), area, 2e-5 * area);
    CHECK(by_face && strstr(world_servo_area_note(s.w, lid_of(s.w)), "within the planes"));
    sim_close(&s);
}

// In a cell that deforms the section is that of its present edges, and so is what is wanted.
TEST(a_pressure_takes_the_present_section_of_a_cell)
{
    const case_override set[] = {
        {"domain.boundary", "{x: periodic, y: periodic}"},
        {"walls.lid.drive.pressure", "10 Pa"},
        {"cell", "{rate: {xx: -2/s, yy: 1/s}}"},
    };
    bool by_face;
    sim s;
    REQUIRE(sim_open(&s, around, set, 3, NULL));
    REQUIRE(sim_step(&s, 2000));
    frame f = sim_frame(&s);
    const double area = f.cell.edges.of[CELL_XX] * f.cell.edges.of[CELL_YY];
    CHECK_NEAR(area, 16e-4 * exp(-0.04), 1e-6 * area);
    CHECK_NEAR(world_servo_area(s.w, lid_of(s.w), &by_face), area, 1e-12 * area);
    frame_clear(&f);
    sim_close(&s);
}

TEST_MAIN
