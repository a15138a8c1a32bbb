// test_mixtures.c - mixtures have their shares in every beginning of their row, by number and by mass; shapes
// of several sizes are mixtures of their classes; what cannot be mixed is told.
#include "base/spread.h"
#include "case_fixture.h"
#include "harness.h"
#include "scene/mixture.h"

#define HEAD                                                                                       \
    "scree: 1\ngravity: 0\n"                                                                       \
    "materials: {glass: {density: 2500 kg/m^3}, steel: {density: 7800 kg/m^3}}\n"                  \
    "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m}, tangential: none}}\n"             \
    "domain: {low: [0, 0, 0], high: [10 cm, 10 cm, 10 cm]}\n"                                      \
    "run: {duration: 1 s, step: 1 ms}\n"                                                           \
    "shapes:\n  small: {ball: {radius: 0.5 mm}}\n"                                                 \
    "  large: {ball: {radius: {distribution: uniform, from: 0.8 mm, to: 1.6 mm}}}\n"               \
    "  twin: {clump: {balls: [{at: [0, 0, 0], radius: 1 mm}, {at: [1 mm, 0, 0], radius: 1 mm}]}, " \
    "scale: {distribution: lognormal, by: volume, mean: 1, deviation: 0.3, from: 0.4, to: 2}, "    \
    "classes: 4}\n"
#define LATTICE "packing: {law: lattice, spacing: [4 mm, 4 mm, 4 mm]}"

static grain_list grains_of(const reading *r)
{
    grain_list g = {0};
    scree_error error = {0};
    CHECK_MSG(packing_build(&r->m, NULL, &g, NULL, &error) == SCREE_OK, "%s: %s; %s", error.where,
              error.what, error.hint);
    return g;
}

static reading read_good(const char *text)
{
    reading r = read_case(text);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "");
    free(says);
    return r;
}

TEST(by_number_no_beginning_is_a_grain_away)
{
    reading r =
        read_good(HEAD "grains:\n  - name: mix\n    mixture:\n"
                       "      - {shape: small, material: glass, fraction: 0.5}\n"
                       "      - {shape: small, material: steel, fraction: 0.3}\n"
                       "      - {shape: large, material: glass, fraction: 0.17}\n"
                       "      - {shape: large, material: steel, fraction: 0.03, name: rare}\n"
                       "    " LATTICE "\n");
    const double share[] = {0.5, 0.3, 0.17, 0.03};
    static const char *const name[] = {"mix.small-glass", "mix.small-steel", "mix.large-glass",
                                       "mix.rare"};
    grain_list g = grains_of(&r);
    REQUIRE(g.count == 15625 && r.m.grain_sets == 4);
    int64_t made[4] = {0};
    double worst = 0;
    for (int64_t i = 0; i < g.count; i++) {
        made[g.set[i]]++;
        for (int k = 0; k < 4; k++)
            worst = fmax(worst, fabs((double)made[k] - share[k] * (double)(i + 1)));
        CHECK(g.material[i] == r.m.grains[g.set[i]].material);
    }
    CHECK_MSG(worst < 1, "%g", worst);
    for (int k = 0; k < 4; k++)
        CHECK_STR(r.m.grains[k].name, name[k]);
    int sets;
    CHECK(model_sets_named(&r.m, "mix", &sets) == 0 && sets == 4);
    CHECK(model_sets_named(&r.m, "mix.rare", &sets) == 3 && sets == 1);
    CHECK(model_sets_named(&r.m, "mixed", &sets) == -1);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(by_mass_none_is_ahead_by_a_grain)
{
    reading r = read_good(HEAD "grains:\n  - name: mix\n    by: mass\n    mixture:\n"
                               "      - {shape: small, material: glass, fraction: 0.6}\n"
                               "      - {shape: large, material: steel, fraction: 0.4}\n"
                               "    packing: {law: random, count: 20000}\n");
    const double share[] = {0.6, 0.4};
    grain_list g = grains_of(&r);
    double made[2] = {0}, all = 0, largest = 0;
    for (int64_t i = 0; i < g.count; i++) {
        const int k = g.set[i];
        made[k] += g.mass[i];
        all += g.mass[i];
        largest = fmax(largest, g.mass[i]);
        CHECK(made[k] - share[k] * all <= g.mass[i] * (1 + 1e-9));
        CHECK(share[1 - k] * all - made[1 - k] <= largest * (1 + 1e-9));
    }
    // The share by number and the mean mass, which is known to 0.6 / sqrt(2700) from so many draws.
    mixture row;
    double number = 0, mass = 0;
    mixture_begin(&row, &r.m, 0, 7, 0);
    for (int i = 0; i < 200000; i++) {
        const mixture_grain grain = mixture_next(&row);
        number += grain.part / 200000.0;
        mass += grain_mass(&r.m, grain.set, grain.radius) / 200000;
    }
    CHECK_REL(number, mixture_number_share(&r.m, 1), 0.04);
    CHECK_REL(mass, mixture_mean_mass(&r.m, 0), 0.04);
    grain_list_clear(&g);
    reading_clear(&r);
}

// A resolved case reads back to the same numbers, with the classes of a shape spelt out.
TEST(a_shape_of_several_sizes)
{
    reading r = read_good(HEAD "grains:\n  - {name: twins, shape: twin, material: glass, turn: [0, "
                               "90 deg, 0], " LATTICE "}\n");
    REQUIRE(r.m.grain_sets == 4 && r.m.shapes == 6);
    const case_families f = test_families();
    char *once = case_resolved(&r.m, &f);
    reading again = read_good(once);
    char *twice = case_resolved(&again.m, &f);
    CHECK_STR(once, twice);
    spread scale = {.kind = SPREAD_LOGNORMAL,
                    .by = SPREAD_BY_VOLUME,
                    .power = 3,
                    .value = 1,
                    .deviation = 0.3,
                    .from = 0.4,
                    .to = 2};
    CHECK(spread_close(&scale));
    double mean = 0, number = 0;
    for (int k = 0; k < 4; k++) {
        const model_shape *shape = &r.m.shape[2 + k];
        const double size = shape->clump.radius[0] / 1e-3;
        // one twin: two balls whose common lens has the height r / 2 on either side
        const double pi = acos(-1), lens = 2 * pi * 0.25 * 2.5 / 3;
        CHECK_REL(shape->clump.volume, (8 * pi / 3 - lens) * 1e-9 * size * size * size, 1e-12);
        mean += r.m.grains[k].mixed.fraction * size * size * size;
        number += r.m.grains[k].mixed.fraction;
        CHECK(shape->radius.value == again.m.shape[2 + k].radius.value);
        CHECK(r.m.grains[k].turned && r.m.grains[k].mixed.parts == 4);
    }
    CHECK_REL(number, 1, 1e-12);
    CHECK_REL(mean, spread_moment(&scale, 3), 1e-9);
    free(once);
    free(twice);
    reading_clear(&again);
    reading_clear(&r);
}

// ---- messages

static void told(const char *grains, const char *what)
{
    char text[4000];
    snprintf(text, sizeof text, HEAD "grains:\n  - %s\n", grains);
    reading r = read_case(text);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, what);
    free(says);
    reading_clear(&r);
}

TEST(faults_of_mixtures)
{
    told("{name: m, mixture: [{shape: small, material: glass, fraction: 0.5}, {shape: large, "
         "material: glass, fraction: 0.4}], " LATTICE "}",
         "case.yaml:12:24: the fractions of the mixture add up to 0.9; change them so that they "
         "make 1\n");
    told("{name: m, shape: small, mixture: [{shape: small, material: glass, fraction: 1}], " LATTICE
         "}",
         "case.yaml:12:22: each part of a mixture has its own shape and material; leave it out, or "
         "leave out `mixture`\n");
    told("{name: m, mixture: [{shape: small, material: glass, fraction: 0.5}, {shape: small, "
         "material: glass, fraction: 0.5}], " LATTICE "}",
         "case.yaml:12:73: two parts are called 'small-glass'; give each part a `name`\n");
    reading r = read_good(HEAD "grains:\n  - name: m\n    mixture:\n"
                               "      - {shape: small, material: glass, fraction: 0.5}\n"
                               "      - {shape: large, material: steel, fraction: 0.5}\n"
                               "    packing: {law: csv, file: none.csv}\n");
    grain_list g;
    scree_error error = {0};
    CHECK(packing_build(&r.m, NULL, &g, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "the packing csv cannot place a mixture");
    reading_clear(&r);
}

TEST_MAIN
