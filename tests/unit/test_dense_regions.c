// test_dense_regions.c - dense packings in regions and beside walls: the share of the exact volume, all balls inside, no
// overlap, the same for any number of threads; what cannot be filled is refused by name.
// label: threads
#include "harness.h"
#include "support/scenes.h"

#include "base/hash.h"
#include "scene/obstacles.h"
#include "scene/packing.h"
#include "scene/region.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#define HEAD                                                                                       \
    "scree: 1\nmaterials: {a: {density: 2 g/cm^3, young: 1 MPa, poisson: 0.2}}\n"                  \
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"               \
    "shapes: {s: {ball: {radius: 1 mm}}}\nrun: {duration: 1 s}\n"
#define GRAINS                                                                                     \
    "grains: [{name: one, shape: s, material: a, packing: {law: dense, inside: zone, seed: 3, "    \
    "volume_fraction: 0.55}}]\n"
#define SPACE "domain: {low: [0, 0, 0], high: [3 cm, 3 cm, 3 cm]}\n"

static const char space[] = HEAD SPACE GRAINS "regions: {zone: {%s}}\n";

static bool fill(sim *s, const char *text, const case_override *set, int sets, grain_list *list)
{
    scree_error error = {0};
    const bool read = sim_read(s, text, set, sets);
    const bool good = read && packing_build(&s->m, NULL, list, NULL, &error) == SCREE_OK;
    if (read && !good)
        printf("    %s: %s; %s\n", error.where, error.what, error.hint);
    return good;
}

static double least_gap(const grain_list *list)
{
    double least = 1;
    for (int64_t i = 0; i < list->count; i++) {
        for (int64_t k = 0; k < i; k++) {
            const double far = v3_distance(list->position[i], list->position[k]);
            least = fmin(least, far - list->radius[i] - list->radius[k]);
        }
    }
    return least;
}

static double volume_of(const grain_list *list, bool flat)
{
    const double pi = 3.14159265358979324;
    double sum = 0;
    for (int64_t i = 0; i < list->count; i++) {
        const double r = list->radius[i];
        sum += flat ? pi * r * r : 4 * pi / 3 * r * r * r;
    }
    return sum;
}

static void check_filled(const sim *s, const grain_list *list, double volume)
{
    const bool flat = s->m.dimensions == 2;
    const region *region = s->m.region[0].made;
    const double one = volume_of(list, flat) / (double)list->count;
    CHECK_NEAR(region->volume, volume, 1e-9 * volume);
    CHECK(volume_of(list, flat) >= 0.55 * volume && volume_of(list, flat) < 0.55 * volume + one);
    CHECK_MSG(least_gap(list) > -1e-15, "%g", least_gap(list));
    double least = 1;
    for (int64_t i = 0; i < list->count; i++)
        least = fmin(least, region->kind->depth(region, list->position[i]) - list->radius[i]);
    CHECK_MSG(least > -1e-15, "%g", least);
}

static void fills(const char *form, double volume)
{
    char text[1500];
    sim s;
    grain_list list = {0};
    snprintf(text, sizeof text, space, form);
    REQUIRE(fill(&s, text, NULL, 0, &list));
    check_filled(&s, &list, volume);
    grain_list_clear(&list);
    model_clear(&s.m);
}

static const double pi = 3.14159265358979324;

TEST(a_box_a_ball_a_cylinder_a_cone)
{
    fills("box: {low: [2 mm, 3 mm, 4 mm], high: [16 mm, 17 mm, 18 mm]}", 14e-3 * 14e-3 * 14e-3);
    fills("ball: {centre: [15 mm, 15 mm, 15 mm], radius: 9 mm}", 4 * pi / 3 * 9e-3 * 9e-3 * 9e-3);
    fills("cylinder: {from: [15 mm, 15 mm, 2 mm], to: [15 mm, 15 mm, 22 mm], radius: 8 mm}",
          pi * 8e-3 * 8e-3 * 20e-3);
    fills("cone: {from: [15 mm, 15 mm, 4 mm], to: [15 mm, 15 mm, 24 mm], radius_from: 5 mm, "
          "radius_to: 10 mm}",
          pi / 3 * 20e-3 * (25e-6 + 50e-6 + 100e-6));
}

TEST(a_disk_in_the_plane)
{
    static const char flat[] =
        HEAD "dimensions: 2\ndomain: {low: [0, 0, 0], high: [3 cm, 3 cm, 1 mm]}\n" GRAINS
             "regions: {zone: {ball: {centre: [15 mm, 15 mm, 0.5 mm], radius: 12 mm}}}\n";
    const case_override share[] = {{"grains.one.packing.volume_fraction", "0.7"}};
    sim s;
    grain_list list = {0};
    REQUIRE(fill(&s, flat, share, 1, &list));
    CHECK(volume_of(&list, true) >= 0.7 * pi * 144e-6);
    CHECK(least_gap(&list) > -1e-15);
    for (int64_t i = 0; i < list.count; i++) {
        const v3 middle = v3_make(15e-3, 15e-3, list.position[i].z);
        CHECK(v3_distance(list.position[i], middle) + list.radius[i] < 12e-3 + 1e-15);
    }
    grain_list_clear(&list);
    model_clear(&s.m);
}

// A bar goes through the region; no ball stands in it. Nor in a box without a region, with `clear_of_walls`
// or where nothing is said of walls.
static const char barred[] = HEAD SPACE GRAINS
    "regions: {zone: {box: {low: [2 mm, 2 mm, 2 mm], high: [22 mm, 22 mm, 22 mm]}}}\n"
    "walls: {bar: {material: a, cylinder: {side: outside, from: [12 mm, 12 mm, "
    "-1 mm], to: [12 mm, 12 mm, 31 mm], radius: 4 mm}}}\n";

static void stands_clear(const case_override *set, int sets)
{
    sim s;
    grain_list list = {0};
    obstacles *walls = NULL;
    REQUIRE(fill(&s, barred, set, sets, &list));
    REQUIRE(obstacles_make(&s.m, NULL, &walls, NULL) == SCREE_OK);
    double deepest = 0;
    for (int64_t i = 0; i < list.count; i++)
        deepest = fmax(deepest, obstacles_depth(walls, list.position[i], list.radius[i]));
    CHECK_MSG(deepest <= 1e-15 && list.count > 500, "%g, %lld", deepest, (long long)list.count);
    CHECK(least_gap(&list) > -1e-15);
    obstacles_free(walls);
    grain_list_clear(&list);
    model_clear(&s.m);
}

TEST(walls_are_boundaries)
{
    const case_override less[] = {{"grains.one.packing.volume_fraction", "0.46"}};
    stands_clear(less, 1);
    const case_override box[] = {
        {"grains.one.packing", "{law: dense, low: [2 mm, 2 mm, 2 mm], high: [22 mm, 22 mm, 22 mm], "
                               "clear_of_walls: true, volume_fraction: 0.46, seed: 3}"}};
    stands_clear(box, 1);
    const case_override silent[] = {
        {"grains.one.packing", "{law: dense, low: [2 mm, 2 mm, 2 mm], high: [22 mm, 22 mm, 22 mm], "
                               "volume_fraction: 0.46, seed: 3}"}};
    stands_clear(silent, 1);
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    static const char large[] =
        HEAD "domain: {low: [0, 0, 0], high: [5 cm, 5 cm, 5 cm]}\n" GRAINS
             "regions: {zone: {ball: {centre: [25 mm, 25 mm, 25 mm], radius: 24 mm}}}\n";
    const int before = omp_get_max_threads();
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        sim s;
        grain_list list = {0};
        omp_set_num_threads(i == 0 ? 1 : 3);
        REQUIRE(fill(&s, large, NULL, 0, &list));
        hash[i] = hash_of(list.position, (size_t)list.count * sizeof *list.position, 0);
        CHECK(list.count > 4096); // more than a run for each thread
        grain_list_clear(&list);
        model_clear(&s.m);
    }
    omp_set_num_threads(before);
    CHECK(hash[0] == hash[1]);
}

static void refuses(const case_override *set, int sets, const char *words)
{
    char text[1500];
    sim s;
    grain_list list = {0};
    scree_error error = {0};
    snprintf(text, sizeof text, space, "ball: {centre: [15 mm, 15 mm, 15 mm], radius: 9 mm}");
    REQUIRE(sim_read(&s, text, set, sets));
    CHECK(packing_build(&s.m, NULL, &list, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.what, words), "'%s' is not in '%s'", words, error.what);
    model_clear(&s.m);
}

TEST(what_cannot_be_filled_is_refused)
{
    const case_override out[] = {{"regions.zone.ball.radius", "16 mm"}};
    refuses(out, 1, "the region reaches out of the domain along x");
    const case_override tight[] = {{"regions.zone.ball.radius", "0.9 mm"}};
    refuses(tight, 1, "does not fit");
    const case_override dense[] = {{"grains.one.packing.volume_fraction", "0.7"},
                                   {"grains.one.packing.most_rounds", "1000"}};
    refuses(dense, 2, "of the region, find no places without overlap");
    const case_override both[] = {{"grains.one.packing.low", "[1 mm, 1 mm, 1 mm]"}};
    refuses(both, 1, "inside and low or high contradict each other");
    const case_override wall[] = {
        {"walls", "{lid: {material: a, plane: {point: [0, 0, 2.9 cm], normal: [0, 0, 1]}}}"}};
    refuses(wall, 1, "a grain finds no place in the region that is clear of walls");
}

TEST_MAIN
