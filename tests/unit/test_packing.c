// test_packing.c - grains at the start: lattices against their formulas, random packings against all pairs, tables with
// faults, and the check of a start against a planted overlap and a lost grain.
#include "case_fixture.h"
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char form[] =
    "scree: 1\ndimensions: %d\ngravity: 0\nmaterials: {a: {density: 2 g/cm^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1 N/m}, tangential: none}}\n"
    "domain: {low: [0, 0, -1 cm], high: [10 cm, 8 cm, 5 cm], boundary: {x: periodic}}\n"
    "shapes: {s: {ball: {radius: %s}}}\nrandom: {seed: %d}\nrun: {duration: 1 s}\n"
    "grains:\n  - {name: one, shape: s, material: a, packing: {%s}}\n%s";

static reading read_packing(int dimensions, const char *radius, int seed, const char *packing,
                            const char *more)
{
    char text[2000];
    snprintf(text, sizeof text, form, dimensions, radius, seed, packing, more);
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

static void refused(const char *radius, const char *packing, const char *what)
{
    reading r = read_packing(3, radius, 1, packing, "");
    grain_list g = {0};
    scree_error error = {0};
    CHECK(packing_build(&r.m, NULL, &g, NULL, &error) == SCREE_BAD_INPUT && g.position == NULL);
    CHECK_STR(error.where, "grains.one.packing");
    CHECK_STR(error.what, what);
    reading_clear(&r);
}

TEST(lattices)
{
    reading r = read_packing(3, "4 mm", 1, "law: lattice, spacing: [1 cm, 1 cm, 1 cm]", "");
    grain_list g = build(&r);
    REQUIRE(g.count == 10 * 8 * 6);
    CHECK_NEAR(g.position[0].x, 0.005, 1e-18);
    CHECK_NEAR(g.position[0].z, -0.005, 1e-18);
    CHECK_NEAR(g.position[11].x, 0.015, 1e-17);
    CHECK_NEAR(g.position[11].y, 0.015, 1e-17);
    CHECK_NEAR(g.position[479].z, 0.045, 1e-17);
    CHECK_REL(g.mass[0], 2000 * 4.0 / 3.0 * 3.14159265358979324 * 64e-9, 1e-15);
    CHECK(g.radius[5] == 0.004 && !g.fixed[5] && g.set[5] == 0 && g.material[5] == 0);
    grain_list_clear(&g);
    reading_clear(&r);
}

// Close packed lattices: every inner grain touches twelve others (and no pair is nearer).
static void touches(const char *packing, double distance, int want)
{
    scree_error error = {0};
    reading r = read_packing(3, "1 mm", 1, packing, "");
    grain_list g = build(&r);
    int most = 0;
    double least = 1;
    for (int64_t i = 0; i < g.count; i++) {
        int near = 0;
        for (int64_t k = 0; k < g.count; k++) {
            double d = v3_norm(v3_sub(g.position[i], g.position[k]));
            if (i == k)
                continue;
            least = d < least ? d : least;
            near += d < distance * (1 + 1e-9);
        }
        most = near > most ? near : most;
    }
    CHECK_REL(least, distance, 1e-9);
    CHECK_MSG(most == want, "%s: %d neighbours", packing, most);
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) == SCREE_OK);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(coordination_of_lattices)
{
    touches("law: lattice, counts: [4, 4, 4], spacing: [2.5 mm, 2.5 mm, 2.5 mm]", 0.0025, 6);
    touches(
        "law: lattice, type: hexagonal, counts: [4, 4, 4], spacing: [2.5 mm, 2.165063509461097 mm, "
        "2.041241452319315 mm]",
        0.0025, 12);
    touches("law: lattice, type: face-centred, counts: [3, 3, 3], spacing: [3 mm, 3 mm, 3 mm]",
            0.003 * sqrt(0.5), 12);
    touches("law: lattice, type: body-centred, counts: [3, 3, 3], spacing: [3 mm, 3 mm, 3 mm]",
            0.003 * sqrt(0.75), 8);
}

TEST(jitter_and_origin)
{
    reading r = read_packing(3, "1 mm", 3,
                             "law: lattice, counts: [5, 5, 1], spacing: [4 mm, 4 mm, 4 mm], "
                             "origin: [1 cm, 1 cm, 1 cm], jitter: 0.5 mm",
                             "");
    grain_list g = build(&r);
    double most = 0, sum = 0;
    for (int64_t i = 0; i < g.count; i++) {
        double off = g.position[i].x - (0.01 + 0.004 * (double)(i % 5));
        most = fabs(off) > most ? fabs(off) : most;
        sum += fabs(off);
    }
    CHECK(g.count == 25 && most <= 0.0005 && sum > 0.001);
    grain_list_clear(&g);
    reading_clear(&r);
}

static int64_t pairs_nearer_than(const model *m, const grain_list *g, double gap)
{
    int64_t found = 0;
    double period = m->high.x - m->low.x;
    for (int64_t i = 0; i < g->count; i++)
        for (int64_t k = 0; k < i; k++) {
            v3 d = v3_sub(g->position[i], g->position[k]);
            d.x -= period * floor(d.x / period + 0.5);
            found += v3_norm(d) < g->radius[i] + g->radius[k] + gap * (1 - 1e-9);
        }
    return found;
}

TEST(random_packing_has_no_overlap)
{
    const char *more = "  - {name: two, shape: s, material: a, packing: {law: random, count: 300, "
                       "low: [2 cm, 2 cm, "
                       "0], high: [4 cm, 6 cm, 4 cm]}}\n";
    const char *sizes = "{distribution: uniform, from: 0.5 mm, to: 2.5 mm}";
    reading r =
        read_packing(3, sizes, 5, "law: random, count: 1500, inside: domain, gap: 0.1 mm", more);
    grain_list g = build(&r);
    REQUIRE(g.count == 1800);
    CHECK(pairs_nearer_than(&r.m, &g, 0) == 0);
    g.count = 1500;
    CHECK(pairs_nearer_than(&r.m, &g, 1e-4) == 0);
    CHECK(pairs_nearer_than(&r.m, &g, 1e-3) > 100);
    int through = 0;
    double least = 1, most = 0;
    for (int64_t i = 0; i < 1500; i++) {
        v3 p = g.position[i];
        double a = g.radius[i];
        least = a < least ? a : least;
        most = a > most ? a : most;
        CHECK(p.x >= 0 && p.x < 0.1 && p.y >= a && p.y <= 0.08 - a && p.z >= a - 0.01 &&
              p.z <= 0.05 - a);
        through += p.x < a || p.x > 0.1 - a;
    }
    CHECK(through > 10); // across the periodic boundary
    CHECK(least >= 0.0005 && least < 0.00052 && most <= 0.0025 && most > 0.00248);
    g.count = 1800;
    grain_list again = build(&r);
    CHECK(again.count == 1800 && !memcmp(g.position, again.position, 1800 * sizeof *g.position));
    CHECK(!memcmp(g.radius, again.radius, 1800 * sizeof *g.radius));
    grain_list_clear(&again);
    reading other =
        read_packing(3, sizes, 6, "law: random, count: 1500, inside: domain, gap: 0.1 mm", more);
    again = build(&other);
    CHECK(memcmp(g.position, again.position, 1800 * sizeof *g.position) != 0);
    grain_list_clear(&again);
    grain_list_clear(&g);
    reading_clear(&other);
    reading_clear(&r);
}

TEST(volume_fraction_and_flat_packings)
{
    reading r = read_packing(3, "2 mm", 1, "law: random, volume_fraction: 0.3", "");
    grain_list g = build(&r);
    CHECK_NEAR((double)g.count * 4.0 / 3.0 * 3.14159265358979324 * 8e-9 / (0.1 * 0.08 * 0.06), 0.3,
               1e-4);
    CHECK(pairs_nearer_than(&r.m, &g, 0) == 0);
    grain_list_clear(&g);
    reading_clear(&r);
    r = read_packing(2, "1 mm", 1, "law: random, volume_fraction: 0.4", "");
    g = build(&r);
    CHECK_NEAR((double)g.count * 3.14159265358979324 * 1e-6 / (0.1 * 0.08), 0.4, 1e-3);
    CHECK_NEAR(g.position[0].z, 0.02, 1e-16);
    CHECK(g.position[0].z == g.position[g.count - 1].z && pairs_nearer_than(&r.m, &g, 0) == 0);
    CHECK_REL(g.mass[0], 2000 * 3.14159265358979324 * 1e-6, 1e-15);
    grain_list_clear(&g);
    reading_clear(&r);
}

TEST(refused_packings)
{
    refused("1 mm", "law: random", "missing key 'count' or 'volume_fraction'");
    refused("1 mm", "law: random, count: 5, volume_fraction: 0.1",
            "give count or volume_fraction, not both");
    refused("1 mm", "law: random, count: 5, low: [5 cm, 0, 0], high: [1 cm, 1 cm, 1 cm]",
            "the box is empty");
    refused("35 mm", "law: random, count: 5",
            "a grain of radius 0.035 m does not fit into the box");
    refused("1 um", "law: random, volume_fraction: 0.3", "more than 2e9 grains would be needed");
    refused("1 mm", "law: lattice, spacing: [1 cm, 0, 1 cm]", "a spacing is zero");
    refused("1 mm", "law: lattice, spacing: [1 m, 1 cm, 1 cm]", "0 cells along x are no lattice");
    refused("1 mm", "law: lattice, spacing: [1 cm, 1 cm, 1 cm], counts: [1, 2.5, 1]",
            "2.5 cells along y are no lattice");
    refused("1 mm", "law: lattice, type: quartz, spacing: [1 cm, 1 cm, 1 cm]",
            "there is no lattice type 'quartz'");
    refused("1 mm", "law: lattice, spacing: [1 um, 1 um, 1 um]", "4.8e+14 grains are too many");
    reading r = read_packing(3, "5 mm", 1, "law: random, volume_fraction: 0.6", "");
    grain_list g = {0};
    scree_error error = {0};
    CHECK(packing_build(&r.m, NULL, &g, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "of 551 grains found a free place, 0.3");
    CHECK_HAS(error.hint, "enlarge the box, or use a lattice");
    const char *advice = strstr(error.hint, "`count: ");
    CHECK(advice);
    const int found = advice ? atoi(advice + strlen("`count: ")) : 0;
    CHECK(found > 0 && found < 551);
    reading_clear(&r);
    // What is advised fits.
    char fewer[80];
    snprintf(fewer, sizeof fewer, "law: random, count: %d", found);
    r = read_packing(3, "5 mm", 1, fewer, "");
    g = (grain_list){0};
    CHECK(packing_build(&r.m, NULL, &g, NULL, &error) == SCREE_OK);
    CHECK(g.count == found);
    grain_list_clear(&g);
    reading_clear(&r);
}

// What earlier sets fill is told too: by itself the second set would have had room.
TEST(a_box_that_others_fill_is_told)
{
    reading r = read_packing(3, "5 mm", 1, "law: random, volume_fraction: 0.28",
                             "  - {name: two, shape: s, material: a, packing: {law: random, "
                             "volume_fraction: 0.2}}\n");
    grain_list g = {0};
    scree_error error = {0};
    CHECK(packing_build(&r.m, NULL, &g, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.where, "grains.two.packing");
    CHECK_HAS(error.what, " grains found a free place, 0.3");
    CHECK_HAS(error.what, " of the box is filled, 0.28 by grains of earlier sets");
    reading_clear(&r);
}

TEST(check_names_what_is_wrong)
{
    reading r = read_packing(3, "4 mm", 1, "law: lattice, spacing: [1 cm, 1 cm, 1 cm]", "");
    grain_list g = build(&r);
    scree_error error = {0};
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) == SCREE_OK);
    g.position[9].x = 0.0985;
    g.position[0].x = 0.0058; // 1.5 mm and 5.8 mm from the same periodic boundary: 7.3 mm apart
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
          SCREE_BAD_INPUT);
    CHECK_STR(error.where, "grains.one");
    CHECK_STR(
        error.what,
        "grains 0 of 'one' and 9 of 'one' overlap by 0.0007 m, 17.5 % of the smaller radius, near "
        "(0.0058, 0.005, -0.005) m");
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 0.2}, NULL, &error) == SCREE_OK);
    g.fixed[0] = 1;
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
          SCREE_BAD_INPUT);
    g.fixed[9] = 1; // two that do not move may overlap
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) == SCREE_OK);
    g.position[77].y = 0.0801;
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
          SCREE_BAD_INPUT);
    CHECK_STR(error.where, "grains.one");
    CHECK_HAS(
        error.what,
        "grain 77 of 'one' is outside of the domain: its centre is at (0.075, 0.0801, -0.005) m");
    g.position[77].y = NAN;
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
          SCREE_BAD_INPUT);
    grain_list_clear(&g);
    reading_clear(&r);
}

// Sizes with which nothing can be computed are told with what is wrong.
TEST(check_refuses_sizes_out_of_range)
{
    reading r = read_packing(3, "4 mm", 1, "law: lattice, spacing: [2 cm, 2 cm, 2 cm]", "");
    grain_list g = build(&r);
    const double ball = g.mass[0];
    static const double radii[] = {1e-320, 4e9, 1e300};
    scree_error error = {0};
    for (int i = 0; i < 3; i++) {
        g.radius[3] = radii[i];
        CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
              SCREE_BAD_INPUT);
        CHECK_HAS(error.what, "grain 3 of 'one' has the radius ");
        CHECK_STR(error.hint, "check the radius and its unit");
    }
    g.radius[3] = 0.004;
    g.mass[3] = 3.35e295;
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
          SCREE_BAD_INPUT);
    CHECK_STR(error.what,
              "grain 3 of 'one' has the mass 3.35e+295 kg, which is not from 1e-100 to 1e+100 kg");
    CHECK_STR(error.hint, "check the density and its unit");
    g.mass[3] = ball;
    g.position[3] = g.position[2];
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = 1e-3}, NULL, &error) ==
          SCREE_BAD_INPUT);
    CHECK_STR(error.hint, "give them places of their own");
    CHECK(packing_check(&r.m, &g, &(packing_limits){.most = INFINITY}, NULL, &error) ==
          SCREE_BAD_INPUT); // nothing says where to push
    CHECK_STR(error.hint, "give them places of their own");
    grain_list_clear(&g);
    reading_clear(&r);
}

// All faults of a table and of a start are found, the first twenty listed, and pairs named by the lines of both.
TEST(many_faults_at_once)
{
    char text[4000] = "x y z radius\n", name[] = "scree_many_XXXXXX", packing[100];
    for (int i = 0; i < 30; i++)
        snprintf(text + strlen(text), 60, i % 5 == 4 ? "0 0 0 1e-4\n" : "%d 0 what 1e-4\n", i);
    int file = mkstemp(name);
    if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
        abort();
    snprintf(packing, sizeof packing, "law: csv, file: %s", name);
    reading r = read_packing(3, "1 mm", 1, packing, "");
    grain_list g = {0};
    fault_list faults = {0};
    scree_error error;
    CHECK(packing_build(&r.m, ".", &g, &faults, &error) == SCREE_BAD_INPUT && g.count == 0);
    CHECK(faults.count == FAULTS_LISTED && faults.left_out == 24 - FAULTS_LISTED);
    CHECK_HAS(error.where, ":2");
    CHECK_HAS(faults.item[4].where, ":7"); // line 6 is good
    fault_list_clear(&faults);
    static const char start[] =
        "x y z radius\n0.05 0.01 0 1e-3\n0.2 0.01 0 1e-3\n\n0.051 0.01 0 1e-3\n0.05 0.09 0 1e-3\n";
    if (ftruncate(file, 0) || pwrite(file, start, sizeof start - 1, 0) != sizeof start - 1)
        abort();
    REQUIRE(packing_build(&r.m, ".", &g, &faults, &error) == SCREE_OK);
    g.position[1].x = 0.2; // wrapped, as x is periodic
    CHECK(packing_check(&r.m, &g, &(packing_limits){.folder = ".", .most = 0.01}, &faults,
                        &error) == SCREE_BAD_INPUT);
    REQUIRE(faults.count == 3);
    CHECK_HAS(faults.item[0].where, ":3");
    CHECK_HAS(faults.item[0].what, "grain 1 of 'one' is outside of the domain");
    CHECK_HAS(faults.item[1].where, ":6");
    CHECK_HAS(faults.item[2].where, ":2 and ./scree_many_");
    CHECK_HAS(faults.item[2].where + 30, ":5");
    CHECK_HAS(faults.item[2].what,
              "grains 0 of 'one' and 2 of 'one' overlap by 0.001 m, 100 % of the smaller radius");
    close(file);
    unlink(name);
    fault_list_clear(&faults);
    grain_list_clear(&g);
    reading_clear(&r);
}

static grain_list from_csv(const char *text, int dimensions, scree_status want, char *says,
                           size_t size)
{
    char here[400], name[450], packing[500];
    if (!getcwd(here, sizeof here))
        abort();
    snprintf(name, sizeof name, "%s/scree_table_XXXXXX",
             here); // absolute: the folder of the case does not matter
    int file = mkstemp(name);
    if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text) || close(file))
        abort();
    snprintf(packing, sizeof packing, "law: csv, file: %s", name);
    reading r = read_packing(dimensions, "1 mm", 1, packing, "");
    grain_list g = {0};
    scree_error error = {0};
    CHECK(packing_build(&r.m, "elsewhere", &g, NULL, &error) == want);
    const char *line = strrchr(error.where, ':');
    snprintf(says, size, "%s %s", line ? line + 1 : "", error.what);
    unlink(name);
    reading_clear(&r);
    return g;
}

TEST(tables)
{
    char says[600];
    grain_list g = from_csv("# from elsewhere\nx;y;z;mass;vx\n 0.01; 0.02; 0.03; inf; 0\n-0.01, "
                            "0.02 0.03 5e-3 -1.5 # wraps\n\n",
                            3, SCREE_OK, says, sizeof says);
    REQUIRE(g.count == 2);
    CHECK(g.fixed[0] && isinf(g.mass[0]) && g.mass[1] == 0.005 && g.velocity[1].x == -1.5 &&
          g.radius[1] == 0.001);
    CHECK_NEAR(g.position[1].x, 0.09, 1e-16);
    grain_list_clear(&g);
    g = from_csv(
        "x [m],y [m],z [m],radius [m],velocity_x [m/s],spin_z [rad/s]\n0.01,0.02,0.03,0.001,4,5\n",
        3, SCREE_OK, says, sizeof says);
    CHECK(g.count == 1 && g.radius[0] == 0.001 && g.velocity[0].x == 4);
    grain_list_clear(&g);
    g = from_csv("x [mm],y [mm],z [mm]\n1,2,3\n", 3, SCREE_BAD_INPUT, says, sizeof says);
    CHECK_HAS(says, "x is in [mm], not in [m]");
    g = from_csv("x y radius\n0.01 0.02 0.003\n", 2, SCREE_OK, says, sizeof says);
    CHECK(g.count == 1 && g.radius[0] == 0.003);
    CHECK_NEAR(g.position[0].z, 0.02, 1e-16);
    grain_list_clear(&g);
    static const char *const faulty[][2] = {
        {"1 2 3\n", "1 the first line names no column of a table of grains"},
        {"x y\n", "1 missing column 'z'"},
        {"x y z x\n", "1 column 'x' stands twice"},
        {"x y z\n1 2\n", "2 2 values for 3 columns"},
        {"x y z\n1 2 nan\n", "2 z = nan is not a finite number"},
        {"x y z\n1 2 0.01x\n", "2 z = 0.01x is not a finite number"},
        {"x y z\n1 2 inf\n", "2 z = inf is not a finite number"},
        {"x y z radius\n0 0 0 1e-3\n0 0 0 -1e-3\n", "3 radius = -0.001 m is not above zero"},
        {"x y z mass\n0 0 0 0\n", "2 mass = 0 kg is not above zero"},
        {"x y z\n0 0 0\n1e300 0 0\n",
         "3 x = 1e+300 m is too many periods away from the domain, 0 to 0.1 m"},
        {"x y z\n-2e5 0 0\n",
         "2 x = -200000 m is too many periods away from the domain, 0 to 0.1 m"},
    };
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        g = from_csv(faulty[i][0], 3, SCREE_BAD_INPUT, says, sizeof says);
        CHECK_STR(says, faulty[i][1]);
        CHECK(g.count == 0);
    }
    reading r = read_packing(3, "1 mm", 1, "law: csv, file: none.csv", "");
    scree_error error = {0};
    CHECK(packing_build(&r.m, "no/where", &g, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.where, "grains.");
    CHECK_HAS(error.where, ".packing.file");
    CHECK_HAS(error.what, "no/where/none.csv: cannot be read: No such file");
    g = from_csv("", 3, SCREE_BAD_INPUT, says, sizeof says);
    CHECK_HAS(says, ": the file is empty");
    reading_clear(&r);
}

TEST_MAIN
