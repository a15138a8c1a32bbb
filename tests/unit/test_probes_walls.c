// label: sanitize
// test_probes_walls.c - probes of a sample between walls, of balance, and of slowness, on a ball that two planes press: all
// their numbers by hand.
#include "harness.h"
#include "measure/probe.h"
#include "measure/table.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;
static const double spring = 1e5, radius = 0.01, overlap = 1e-4, side = 0.05, speed = 0.1;

// A ball between floor and lid, which comes down, in a box that is periodic across.
static bool open_press(sim *s, const char *probes, const char *more)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
        "materials: {m: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: %g N/m}, tangential: none}}\n"
        "domain: {low: [0, 0, -1 m], high: [%g m, %g m, 1 m], boundary: {x: periodic, y: "
        "periodic}}\n"
        "shapes: {b: {ball: {radius: %g m}}}\n"
        "walls:\n  floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
        "  lid: {material: m, plane: {point: [0, 0, %.17g m], normal: [0, 0, -1]}, drive: {law: "
        "velocity, velocity: [0, 0, %g m/s]}}\n"
        "  plate: {material: m, disk: {centre: [2 cm, 2 cm, -0.5 m], normal: [0, 0, 1], radius: 1 "
        "cm}}\n"
        "grains:\n  - {name: one, shape: b, material: m, packing: {law: lattice, counts: [1, 1, "
        "1], spacing: [1 m, 1 m, 1 m], origin: [0.02 m, 0.02 m, %.17g m]}}\n"
        "probes:\n%srun: {duration: 1 s, step: 1 us%s}\n",
        spring, side, side, radius, 2 * (radius - overlap), -speed, radius - overlap, probes, more);
    return sim_open(s, text, NULL, 0, NULL);
}

// The column of the first row that a probe of the case writes now.
static double measured(sim *s, int number, const char *column)
{
    const model_probe *asked = &s->m.probe[number];
    const probe *is = probe_find(asked->measure.what);
    probe_state *state = NULL;
    probe_table table = {0};
    scree_error error = {0};
    double value = -1e300;
    frame f = sim_frame(s);
    bool good = probe_begin(is, &asked->measure, &s->m, &state, &table, &error) == SCREE_OK &&
                is->sample(&asked->measure, &s->m, &f, state, &table, &error) == SCREE_OK;
    CHECK_MSG(good, "%s", error.what);
    for (int i = 0; good && i < table.columns; i++)
        if (!strcmp(table.column[i].name, column))
            value = table.value[i];
    probe_end(is, state);
    table_clear(&table);
    frame_clear(&f);
    return value;
}

#define BETWEEN "z_low: floor, z_high: lid"
static const char probes[] = "  strain: {law: strain, " BETWEEN "}\n"
                             "  stress: {law: stress, " BETWEEN "}\n"
                             "  void: {law: void-ratio, " BETWEEN "}\n"
                             "  slow: {law: inertial-number, " BETWEEN "}\n"
                             "  rest: {law: unbalanced}\n"
                             "  net: {law: contacts}\n";
enum { STRAIN, STRESS, VOID, SLOW, REST, NET };

TEST(a_sample_between_walls_is_measured_by_them)
{
    const double height = 2 * (radius - overlap);
    const double ball = 4.0 / 3 * pi * radius * radius * radius;
    const double volume = side * side * height;
    const double pressure = spring * overlap / (side * side);
    sim s;
    REQUIRE(open_press(&s, probes, ""));
    CHECK_NEAR(measured(&s, STRAIN, "zz"), 0, 1e-12);
    CHECK_REL(measured(&s, STRAIN, "rate_zz"), -speed / height, 1e-9);
    CHECK_REL(measured(&s, STRAIN, "length_x"), side, 1e-12);
    CHECK_REL(measured(&s, STRESS, "wall_zz"), pressure, 1e-9);
    CHECK(isnan(measured(&s, STRESS, "wall_xx")));
    CHECK_REL(measured(&s, STRESS, "zz"), pressure, 1e-6);
    CHECK_REL(measured(&s, STRESS, "p"), pressure / 3, 1e-6);
    CHECK_REL(measured(&s, VOID, "volume"), volume, 1e-12);
    CHECK_REL(measured(&s, VOID, "void_ratio"), volume / ball - 1, 1e-9);
    CHECK_REL(measured(&s, SLOW, "rate"), sqrt(4.0 / 3) * speed / height, 1e-9);
    CHECK_REL(measured(&s, SLOW, "inertial_number"),
              sqrt(4.0 / 3) * speed / height * 2 * radius * sqrt(2500 * 3 / pressure), 1e-6);
    CHECK(sim_step(&s, 1000));
    const double later = height - speed * 1e-3;
    CHECK_REL(measured(&s, STRAIN, "zz"), log(later / height), 1e-9);
    CHECK_REL(measured(&s, STRAIN, "volumetric"), log(later / height), 1e-9);
    CHECK_REL(measured(&s, VOID, "volume"), side * side * later, 1e-9);
    sim_close(&s);
}

TEST(scaled_masses_count_in_the_inertial_number_alone)
{
    sim s;
    sim heavy;
    REQUIRE(open_press(&s, probes, "") && open_press(&heavy, probes, ", mass_scaling: 4"));
    CHECK_REL(measured(&heavy, SLOW, "inertial_number") / measured(&s, SLOW, "inertial_number"), 2,
              1e-9);
    CHECK_REL(measured(&heavy, VOID, "void_ratio"), measured(&s, VOID, "void_ratio"), 1e-12);
    CHECK_REL(measured(&heavy, REST, "net_mean"), measured(&s, REST, "net_mean"), 1e-12);
    sim_close(&s);
    sim_close(&heavy);
}

// Both walls push alike, so its weight is what is not in balance.
TEST(balance_is_the_mean_net_force_over_that_of_contacts)
{
    const double weight = 2500 * 4.0 / 3 * pi * radius * radius * radius * 9.81;
    sim s;
    REQUIRE(open_press(&s, probes, ""));
    CHECK_REL(measured(&s, REST, "net_mean"), weight, 1e-9);
    CHECK_REL(measured(&s, REST, "net_max"), weight, 1e-9);
    CHECK_REL(measured(&s, REST, "contact_mean"), spring * overlap, 1e-9);
    CHECK_REL(measured(&s, REST, "unbalanced"), weight / (spring * overlap), 1e-9);
    CHECK_REL(measured(&s, NET, "coordination"), 2, 1e-12);
    CHECK_REL(measured(&s, NET, "mechanical"), 2, 1e-12);
    CHECK_NEAR(measured(&s, NET, "of_grains"), 0, 1e-12);
    sim_close(&s);
}

static void refused(const char *asks, const char *words)
{
    sim s;
    scree_error error = {0};
    probe_state *state = NULL;
    probe_table table = {0};
    REQUIRE(open_press(&s, asks, ""));
    const model_probe *asked = &s.m.probe[0];
    const probe *is = probe_find(asked->measure.what);
    CHECK(probe_begin(is, &asked->measure, &s.m, &state, &table, &error) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.what, words) != NULL, "'%s' has no '%s'", error.what, words);
    sim_close(&s);
}

TEST(walls_that_hold_no_sample_are_refused)
{
    refused("  p: {law: strain}\n", "no cell that deforms");
    refused("  p: {law: strain, z_low: floor}\n", "'z_low' is given and 'z_high' is not");
    refused("  p: {law: stress, z_low: floor, z_high: lod}\n", "no wall called 'lod'");
    refused("  p: {law: stress, z_low: plate, z_high: lid}\n", "'plate' is no such plane");
    refused("  p: {law: void-ratio, z_low: lid, z_high: floor}\n", "'lid' is no such plane");
    refused("  p: {law: inertial-number, x_low: floor, x_high: lid}\n", "'floor' is no such plane");
}

TEST_MAIN
