// label: sanitize
// test_motion_table.c - tables of motion: what is between their rows, that velocities are the rates of places, and faults.
#include "harness.h"
#include "support/scenes.h"

#include "base/constants.h"
#include "scene/motion_table.h"

#include <math.h>
#include <stdio.h>

static bool write_table(const char *text)
{
    FILE *file = fopen("motion.csv", "w");
    if (!file)
        return false;
    fputs(text, file);
    return fclose(file) == 0;
}

static motion_table *table_of(const char *text)
{
    motion_table *table = NULL;
    scree_error error = {0};
    if (!write_table(text) || motion_table_read("motion.csv", 1, NULL, &table, &error))
        printf("    %s: %s\n", error.where, error.what);
    return table;
}

static v3 spin_between(const table_motion *before, const table_motion *after, double time)
{
    const q4 turn = q4_mul(after->turn, q4_conjugate(before->turn));
    return v3_scale(2 / (time * turn.w), v3_make(turn.x, turn.y, turn.z));
}

// Central differences of places and turns are the velocities and spins, at all times but those of corners.
static void check_rates(const motion_table *table, table_course course, double end)
{
    const double little = 1e-6;
    for (int i = 0; i < 97; i++) {
        const double time = end * (i + 0.37) / 97;
        const table_motion before = motion_table_at(table, course, time - little);
        const table_motion now = motion_table_at(table, course, time);
        const table_motion after = motion_table_at(table, course, time + little);
        const v3 moved = v3_scale(0.5 / little, v3_sub(after.shift, before.shift));
        const v3 spun = spin_between(&before, &after, 2 * little);
        CHECK_NEAR(v3_norm(v3_sub(moved, now.velocity)), 0, 1e-7);
        CHECK_NEAR(v3_norm(v3_sub(spun, now.spin)), 0, 1e-7);
        CHECK_NEAR((after.angle - before.angle) / (2 * little), now.rate, 1e-7);
    }
}

static const char poses[] = "t x y z rx ry rz\n"
                            "0 0 0 0 0 0 0\n"
                            "0.5 1 0 0.2 0.3 0.1 0\n"
                            "1.5 1 -1 0 0.3 0.6 -0.8\n"
                            "2 0 0 0.5 0 1.5 0\n";

TEST(velocities_are_the_rates_of_places)
{
    motion_table *table = table_of(poses);
    REQUIRE(table);
    for (int k = 0; k < 4; k++)
        check_rates(table, (table_course){.cubic = k % 2, .repeats = k / 2}, k < 2 ? 2.5 : 7);
    const table_motion at_row = motion_table_at(table, (table_course){.cubic = true}, 0.5);
    CHECK_NEAR(at_row.shift.x, 1, 1e-15);
    CHECK_NEAR(2 * at_row.turn.x / at_row.turn.w, 2 * 0.3 / sqrt(0.1) * tan(0.5 * sqrt(0.1)),
               1e-14);
    motion_table_free(table);
    table = table_of("t vx vz wx wy wz\n0 1 0 0 0 2\n1 2 0.5 1 0 2\n2.5 -1 0.5 0 3 0\n");
    REQUIRE(table);
    check_rates(table, (table_course){.repeats = true}, 6);
    motion_table_free(table);
}

// Velocities that rise steadily are a parabola; a cubic through a parabola is that parabola between inner rows; angles go
// round as often as they say.
TEST(places_are_exact)
{
    motion_table *table = table_of("t,vx,wz\n0,0,0\n2,4,1\n");
    REQUIRE(table);
    const table_motion half = motion_table_at(table, (table_course){0}, 1);
    CHECK(half.shift.x == 1 && half.velocity.x == 2 && half.spin.z == 0.5);
    CHECK_NEAR(half.turn.z, sin(0.125), 1e-16);
    const table_motion later = motion_table_at(table, (table_course){0}, 9);
    CHECK(later.shift.x == 4 && later.velocity.x == 0 && later.spin.z == 0);
    const table_motion again = motion_table_at(table, (table_course){.repeats = true}, 5);
    CHECK_NEAR(again.shift.x, 2 * 4 + 1, 1e-14);
    motion_table_free(table);
    table = table_of("t z\n0 0\n1 1\n3 9\n4 16\n6 36\n");
    REQUIRE(table);
    const table_motion middle = motion_table_at(table, (table_course){.cubic = true}, 2.3);
    CHECK_NEAR(middle.shift.z, 2.3 * 2.3, 1e-14);
    CHECK_NEAR(middle.velocity.z, 4.6, 1e-14);
    motion_table_free(table);
    table = table_of("t angle\n1 0\n3 40\n");
    REQUIRE(table);
    const table_motion round = motion_table_at(table, (table_course){0}, 2);
    CHECK(round.angle == 20 && round.rate == 20);
    CHECK(motion_table_at(table, (table_course){0}, 0.5).rate == 0);
    motion_table_free(table);
}

TEST(all_faults_of_a_table_are_told_with_their_lines)
{
    fault_list faults = {0};
    motion_table *table = NULL;
    scree_error error = {0};
    REQUIRE(write_table("t x\n0 0\n1 nan\n0.5 3 4\n0 2\n2 3\n"));
    CHECK(motion_table_read("motion.csv", 1, &faults, &table, &error) == SCREE_BAD_INPUT);
    REQUIRE(faults.count == 3);
    CHECK_STR(faults.item[0].where, "motion.csv:3");
    CHECK_STR(faults.item[0].what, "x = nan is not a finite number");
    CHECK_STR(faults.item[1].where, "motion.csv:4");
    CHECK_STR(faults.item[1].what, "3 values for 2 columns");
    CHECK_STR(faults.item[2].where, "motion.csv:5");
    CHECK_STR(faults.item[2].what, "t = 0 s is not after the 0 s of the line before");
    fault_list_clear(&faults);
}

static const struct {
    const char *text, *says;
} bad[] = {
    {"", "the file is empty"},
    {"t x vx\n0 0 0\n", "the table has places and velocities"},
    {"t qw qx\n0 1 0\n", "a quaternion has four numbers"},
    {"t rx ry rz angle\n0 1 0 0 0\n", "orientations of more than one kind"},
    {"t x\n0 0\n", "a motion has two rows or more"},
    {"t\n0\n1\n", "there is nothing but the time"},
    {"x y\n0 1\n", "missing column 't'"},
    {"t x w\n0 0 1\n", "unknown column 'w'"},
    {"t qw qx qy qz\n0 0 0 0 0\n1 1 0 0 0\n", "the quaternion has no direction"},
};

TEST(bad_tables_are_told)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        motion_table *table = NULL;
        scree_error error = {0};
        REQUIRE(write_table(bad[i].text));
        CHECK(motion_table_read("motion.csv", 1, NULL, &table, &error) == SCREE_BAD_INPUT);
        CHECK_HAS(error.what, bad[i].says);
    }
}

static const char driven[] =
    "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: "
    "0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 50 kN/m, restitution: 0.8}, tangential: "
    "none}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "walls:\n  cam: {material: soft, box: {low: [-1 cm, -1 cm, -1 cm], high: [1 cm, 1 cm, 1 cm], "
    "side: outside}, drive: {law: table, file: motion.csv, point: [0, 0, 10 cm], from: 1 ms}}\n"
    "run: {duration: 1 s, step: 1e-5 s}\n";

TEST(a_wall_follows_its_table)
{
    sim s;
    REQUIRE(write_table("t z rx ry rz\n0 5 0 0 0\n0.01 5.01 0 0.5 0\n"));
    REQUIRE(sim_open(&s, driven, NULL, 0, NULL));
    REQUIRE(sim_step(&s, 600));
    frame f = sim_frame(&s);
    CHECK_NEAR(f.wall[0].spin.y, 50, 1e-12);
    CHECK_NEAR(f.wall[0].position.x, -0.1 * sin(0.25), 1e-12);
    CHECK_NEAR(f.wall[0].position.z, 0.1 + 0.005 - 0.1 * cos(0.25), 1e-12);
    CHECK_NEAR(f.wall[0].velocity.x, -5 * cos(0.25), 1e-10);
    frame_clear(&f);
    sim_close(&s);
}

TEST_MAIN
