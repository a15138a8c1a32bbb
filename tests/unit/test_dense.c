// test_dense.c - dense packings: balls as dense as is asked and without overlap, against walls, across periodic borders,
// among grains that are there; the same for any number of threads; what cannot be reached is told.
// label: sanitize threads
#include "case_fixture.h"
#include "harness.h"

#include "base/hash.h"

#include <omp.h>

static const double pi = 3.14159265358979324;

static const char form[] =
    "scree: 1\ndimensions: %d\ngravity: 0\nmaterials: {a: {density: 2 g/cm^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1 N/m}, tangential: none}}\n"
    "domain: {low: [0, 0, 0], high: [2 cm, 2 cm, 2 cm], boundary: {%s}}\n"
    "shapes: {s: {ball: {radius: %s}}, big: {ball: {radius: 3 mm}}}\nrun: {duration: 1 s}\n"
    "grains:\n%s  - {name: one, shape: s, material: a, packing: {law: dense, seed: 5, %s}}\n";

static reading read_dense(int dimensions, const char *boundary, const char *radius,
                          const char *before, const char *packing)
{
    char text[2000];
    snprintf(text, sizeof text, form, dimensions, boundary, radius, before, packing);
    reading r = read_case(text);
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "");
    free(says);
    return r;
}

static grain_list build(const reading *r)
{
    grain_list g = {0};
    scree_error error = {0};
    CHECK_MSG(packing_build(&r->m, NULL, &g, NULL, &error) == SCREE_OK, "%s: %s; %s", error.where,
              error.what, error.hint);
    return g;
}

// The least gap of all pairs by the nearest images, all against all.
static double least_gap(const model *m, const grain_list *g)
{
    const v3 length = v3_sub(m->high, m->low);
    double least = 1;
    for (int64_t i = 0; i < g->count; i++) {
        for (int64_t k = 0; k < i; k++) {
            v3 d = v3_sub(g->position[i], g->position[k]);
            d.x -= m->boundary[0] == BOUNDARY_PERIODIC ? length.x * round(d.x / length.x) : 0;
            d.y -= m->boundary[1] == BOUNDARY_PERIODIC ? length.y * round(d.y / length.y) : 0;
            d.z -= m->boundary[2] == BOUNDARY_PERIODIC ? length.z * round(d.z / length.z) : 0;
            least = fmin(least, v3_norm(d) - g->radius[i] - g->radius[k]);
        }
    }
    return least;
}

static double filled(const grain_list *g, int dimensions)
{
    double sum = 0;
    for (int64_t i = 0; i < g->count; i++) {
        const double r = g->radius[i];
        sum += dimensions == 2 ? pi * r * r / 4e-4 : 4 * pi / 3 * r * r * r / 8e-6;
    }
    return sum;
}

#define PERIODIC "x: periodic, y: periodic, z: periodic"

TEST(equal_balls_in_a_periodic_box)
{
    reading r = read_dense(3, PERIODIC, "1 mm", "", "volume_fraction: 0.6");
    grain_list g = build(&r);
    const double one = 4 * pi / 3 * 1e-9 / 8e-6;
    CHECK(filled(&g, 3) >= 0.6 && filled(&g, 3) < 0.6 + one);
    CHECK(least_gap(&r.m, &g) > -1e-15);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(different_balls_between_walls)
{
    reading r = read_dense(3, "x: periodic", "{distribution: uniform, from: 0.8 mm, to: 2 mm}", "",
                           "volume_fraction: 0.5, gap: 10 um");
    grain_list g = build(&r);
    CHECK(filled(&g, 3) >= 0.5 && filled(&g, 3) < 0.505);
    CHECK(least_gap(&r.m, &g) > 10e-6 - 1e-15);
    double least = 1;
    for (int64_t i = 0; i < g.count; i++) {
        const v3 at = g.position[i];
        least = fmin(least, fmin(at.y, 0.02 - at.y) - g.radius[i]);
        least = fmin(least, fmin(at.z, 0.02 - at.z) - g.radius[i]);
    }
    CHECK(least > 5e-6 - 1e-15);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(disks_and_grains_that_are_there)
{
    reading flat = read_dense(2, "x: periodic", "0.5 mm", "", "volume_fraction: 0.74");
    grain_list g = build(&flat);
    CHECK(filled(&g, 2) >= 0.74 && least_gap(&flat.m, &g) > -1e-15);
    grain_list_clear(&g);
    reading_clear(&flat);
    reading r = read_dense(3, PERIODIC, "0.8 mm",
                           "  - {name: old, shape: big, material: a, packing: {law: lattice, "
                           "spacing: [1 cm, 1 cm, 1 cm]}}\n",
                           "count: 700");
    g = build(&r);
    CHECK(g.count == 8 + 700 && least_gap(&r.m, &g) > -1e-15);
    CHECK(g.position[0].x == 0.005 && g.position[7].z == 0.015); // they have stayed
    grain_list_clear(&g);
    reading_clear(&r);
}

// Balls that begin within far larger ones take four times as many rounds.
TEST(small_balls_begin_beside_far_larger_ones)
{
    reading r = read_dense(3, PERIODIC, "0.4 mm",
                           "  - {name: old, shape: big, material: a, packing: {law: lattice, "
                           "spacing: [1 cm, 1 cm, 1 cm]}}\n",
                           "volume_fraction: 0.45, growth_rounds: 100, most_rounds: 200");
    grain_list g = build(&r);
    CHECK(g.count > 8 + 13000 && least_gap(&r.m, &g) > -1e-15);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(a_set_of_far_different_sizes)
{
    reading r = read_dense(3, PERIODIC,
                           "{distribution: table, by: mass, sizes: [0.4 mm, 4 mm], shares: [1, 1]}",
                           "", "volume_fraction: 0.6, growth_rounds: 100, most_rounds: 300");
    grain_list g = build(&r);
    CHECK(filled(&g, 3) >= 0.6 && least_gap(&r.m, &g) > -1e-15);
    grain_list_clear(&g);
    reading_clear(&r);
}

// A box hardly two balls wide has pairs that meet across two of its borders.
TEST(a_narrow_box)
{
    reading r = read_dense(3, PERIODIC, "4.5 mm", "", "count: 8");
    grain_list g = build(&r);
    CHECK(g.count == 8 && least_gap(&r.m, &g) > -1e-15);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(same_bits_for_any_threads)
{
    uint64_t hash[3];
    const int before = omp_get_max_threads();
    for (int i = 0; i < 3; i++) {
        omp_set_num_threads(i == 2 ? 5 : i + 1);
        reading r =
            read_dense(3, "x: periodic, z: periodic",
                       "{distribution: lognormal, mean: 0.5 mm, deviation: 0.2, from: 0.3 mm, "
                       "to: 1 mm}",
                       "", "volume_fraction: 0.45, growth_rounds: 30");
        grain_list g = build(&r);
        CHECK(g.count > 4096); // fewer are no work for several threads
        hash[i] = hash_of(g.position, (size_t)g.count * sizeof *g.position, 0);
        grain_list_clear(&g);
        reading_clear(&r);
    }
    omp_set_num_threads(before);
    CHECK(hash[0] == hash[1] && hash[0] == hash[2]);
}

static void refused(const char *radius, const char *packing, const char *what, const char *hint)
{
    reading r = read_dense(3, PERIODIC, radius, "", packing);
    grain_list g = {0};
    scree_error error = {0};
    CHECK(packing_build(&r.m, NULL, &g, NULL, &error) == SCREE_BAD_INPUT && g.position == NULL);
    CHECK_STR(error.where, "grains.one.packing");
    CHECK_HAS(error.what, what);
    CHECK_HAS(error.hint, hint);
    reading_clear(&r);
}

TEST(what_cannot_be_reached_is_told)
{
    refused("2 mm", "volume_fraction: 0.72", "0.7205 of the box, find no places without overlap",
            "equal balls reach about 0.63");
    refused("1 mm", "volume_fraction: 0.6, most_rounds: 10",
            "10 rounds of moving apart were not enough", "raise `most_rounds`");
    refused("1 mm", "count: 3000", "3000 grains of these sizes are more than the whole box",
            "ask for fewer grains");
    refused("12 mm", "count: 1", "does not fit into the box", "enlarge the box");
    refused("1 mm", "gap: 0", "missing key 'count' or 'volume_fraction'", "say how many");
}

TEST_MAIN
