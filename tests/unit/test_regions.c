// test_regions.c - regions: their volumes against closed forms, what is inside of them and how deep against all points of
// a raster, points drawn evenly, faults with their places; where packings may stand; the case with them and back.
#include "case/case.h"
#include "harness.h"
#include "mesh_shapes.h"
#include "scene/obstacles.h"
#include "scene/packing.h"
#include "scene/region.h"

#define PI_HERE 3.14159265358979324

typedef struct opened {
    scree_status status;
    model model;
    fault_list faults, notes;
} opened;

static opened open_text(const char *text)
{
    opened is = {0};
    const case_families families = all_families();
    is.status =
        case_parse(&(case_source){text, strlen(text), "case.yaml"},
                   &(case_context){.families = &families}, &is.model, &is.faults, &is.notes);
    return is;
}

static void close_text(opened *is)
{
    model_clear(&is->model);
    fault_list_clear(&is->faults);
    fault_list_clear(&is->notes);
}

static const char form[] =
    "scree: 1\ndimensions: %d\ngravity: 0\nmaterials: {a: {density: 2 g/cm^3, young: 1 MPa, "
    "poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "shapes: {s: {ball: {radius: 2 cm}}}\nrun: {duration: 1 s}\nregions:\n  %s\n%s";

static opened open_regions(int dimensions, const char *regions, const char *more)
{
    char text[3000];
    snprintf(text, sizeof text, form, dimensions, regions, more);
    opened is = open_text(text);
    CHECK_MSG(is.status == SCREE_OK, "%s: %s", is.faults.count ? is.faults.item[0].where : "",
              is.faults.count ? is.faults.item[0].what : "");
    return is;
}

// ---- volumes and insides

// A cube of 1 m about the origin with a cubic hole of 0.5 m.
static void write_hollow(const char *path)
{
    facets f = {0};
    for (int shell = 0; shell < 2; shell++) {
        const double h = shell ? 0.25 : 0.5;
        for (int axis = 0; axis < 3; axis++) {
            for (int side = -1; side <= 1; side += 2) {
                v3 corner[4];
                for (int k = 0; k < 4; k++) {
                    const double a = k == 1 || k == 2 ? h : -h;
                    const double b = k >= 2 ? h : -h;
                    double x[3];
                    x[axis] = side * h;
                    x[(axis + 1) % 3] = a;
                    x[(axis + 2) % 3] = b;
                    corner[k] = v3_at(x);
                }
                add_quad(&f, corner[0], corner[1], corner[2], corner[3]);
            }
        }
    }
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    fprintf(out, "solid hollow\n");
    for (int32_t i = 0; i < f.count; i++) {
        fprintf(out, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++) {
            const v3 p = f.corner[3 * i + k];
            fprintf(out, "vertex %.17g %.17g %.17g\n", p.x, p.y, p.z);
        }
        fprintf(out, "endloop\nendfacet\n");
    }
    fprintf(out, "endsolid hollow\n");
    fclose(out);
    free(f.corner);
}

// An L of three unit squares in the plane z = 0.2 m, scaled to decimetres.
static void write_ell(const char *path)
{
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    fprintf(out, "v 0 0 2\nv 1 0 2\nv 2 0 2\nv 0 1 2\nv 1 1 2\nv 2 1 2\nv 0 2 2\nv 1 2 2\n"
                 "f 1 2 5 4\nf 2 3 6 5\nf 4 5 8 7\n");
    fclose(out);
}

typedef struct volume_case {
    const char *region;
    int dimensions;
    double volume, within; // relative; 0: to rounding
} volume_case;

static const volume_case volumes[] = {
    {"r: {box: {low: [0 m, 0 m, 0 m], high: [1 m, 0.5 m, 0.2 m]}}", 3, 0.1, 0},
    {"r: {box: {low: [0 m, 0 m], high: [1 m, 0.5 m]}}", 2, 0.5, 0},
    {"r: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.5 m}}", 3, PI_HERE / 6, 0},
    {"r: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.5 m, inner_radius: 0.4 m}}", 3,
     4 * PI_HERE / 3 * (0.125 - 0.064), 0},
    {"r: {ball: {centre: [0 m, 0 m], radius: 0.5 m, inner_radius: 0.4 m}}", 2, PI_HERE * 0.09, 0},
    {"r: {cylinder: {from: [-0.3 m, 0 m, 0 m], to: [0.3 m, 0.4 m, 0.1 m], radius: 0.2 m}}", 3,
     PI_HERE * 0.04 * 0.7280109889280518, 0},
    {"r: {cylinder: {from: [0 m, 0 m, -0.5 m], to: [0 m, 0 m, 0.5 m], radius: 0.2 m, "
     "inner_radius: 0.1 m}}",
     3, PI_HERE * 0.03, 0},
    {"r: {cylinder: {from: [-0.3 m, 0 m], to: [0.3 m, 0 m], radius: 0.2 m}}", 2, 0.24, 0},
    {"r: {cone: {from: [0 m, 0 m, 0.3 m], to: [0 m, 0 m, 0 m], radius_from: 0.4 m, radius_to: 0.1 "
     "m}}",
     3, PI_HERE / 3 * 0.3 * 0.21, 0},
    {"r: {cone: {from: [0 m, 0.3 m], to: [0 m, 0 m], radius_from: 0.4 m, radius_to: 0 m}}", 2, 0.12,
     0},
    {"r: {half-space: {point: [0 m, 0 m, 0.5 m], normal: [0, 0, -2]}}", 3, 6, 0},
    {"r: {half-space: {point: [0 m, 0 m, 0 m], normal: [1, 1, 1]}}", 3, 4, 2e-3},
    {"r: {slab: {point: [0 m, 0.25 m, 0 m], normal: [0, 1, 0], thickness: 0.5 m}}", 3, 2, 0},
    {"r: {slab: {point: [0 m, 0 m], normal: [0, 1], thickness: 0.5 m}}", 2, 1, 0},
    {"r: {mesh: {file: hollow.stl, unit: m, position: [0.1 m, 0 m, 0 m]}}", 3, 1 - 0.125, 1e-12},
    {"r: {face: {file: ell.obj, unit: m, scale: 0.1, thickness: 5 cm}}", 3, 0.03 * 0.05, 1e-12},
    {"r: {union: [{ball: {centre: [-0.2 m, 0 m, 0 m], radius: 0.3 m}}, {ball: {centre: [0.2 m, 0 "
     "m, 0 m], radius: 0.3 m}}]}",
     3, 2 * 4 * PI_HERE / 3 * 0.027 - PI_HERE / 12 * (4 * 0.3 + 0.4) * 4 * 0.01, 0.01},
    {"r: {intersection: [{ball: {centre: [-0.2 m, 0 m, 0 m], radius: 0.3 m}}, {ball: {centre: [0.2 "
     "m, 0 m, 0 m], radius: 0.3 m}}]}",
     3, PI_HERE / 12 * (4 * 0.3 + 0.4) * 4 * 0.01, 0.01},
    {"r: {difference: [{box: {low: [-0.5 m, -0.5 m, -0.5 m], high: [0.5 m, 0.5 m, 0.5 m]}}, {ball: "
     "{centre: [0 m, 0 m, 0 m], radius: 0.5 m}}]}",
     3, 1 - PI_HERE / 6, 0.01},
};
enum { VOLUMES = sizeof volumes / sizeof *volumes };

static opened open_volume(int i)
{
    write_hollow("hollow.stl");
    write_ell("ell.obj");
    return open_regions(volumes[i].dimensions, volumes[i].region, "");
}

static const region *last_of(const opened *is)
{
    return is->model.region[is->model.regions - 1].made;
}

TEST(volumes_are_those_of_closed_forms)
{
    for (int i = 0; i < VOLUMES; i++) {
        opened is = open_volume(i);
        REQUIRE(is.status == SCREE_OK);
        const region *region = last_of(&is);
        const double within = volumes[i].within > 0 ? volumes[i].within : 1e-14;
        CHECK_MSG(fabs(region->volume / volumes[i].volume - 1) <= within, "%s: %.17g, not %.17g",
                  volumes[i].region, region->volume, volumes[i].volume);
        CHECK((region->error > 0) == (within > 1e-10));
        CHECK(region->error < 0.02 * region->volume);
        close_text(&is);
    }
}

// The share of random points of a box around it that are inside, and no depth that is more than the distance to a point
// of the other side.
TEST(inside_and_depth_agree_with_all_points_around)
{
    enum { POINTS = 1500 };
    static v3 point[POINTS];
    static double depth[POINTS];
    for (int i = 0; i < VOLUMES; i++) {
        opened is = open_volume(i);
        REQUIRE(is.status == SCREE_OK);
        const region *region = last_of(&is);
        rng random = rng_make(7, (uint64_t)i);
        for (int k = 0; k < POINTS; k++) {
            point[k].x = rng_range(&random, -1, 1);
            point[k].y = rng_range(&random, -1, 1);
            point[k].z = region->flat ? 0 : rng_range(&random, -1, 1);
            if (k % 2) {
                point[k].x = rng_range(&random, region->low.x, region->high.x);
                point[k].y = rng_range(&random, region->low.y, region->high.y);
                point[k].z = region->flat ? 0 : rng_range(&random, region->low.z, region->high.z);
            }
            depth[k] = region->kind->depth(region, point[k]);
        }
        int wrong = 0;
        int inside = 0;
        for (int k = 0; k < POINTS; k++) {
            inside += depth[k] >= 0;
            for (int j = 0; j < k; j++) {
                const bool sides = (depth[k] >= 0) != (depth[j] >= 0);
                const double apart = v3_distance(point[k], point[j]);
                wrong +=
                    sides && (fabs(depth[k]) > apart + 1e-12 || fabs(depth[j]) > apart + 1e-12);
            }
        }
        CHECK_MSG(wrong == 0 && inside > 20 && inside < POINTS - 20, "%s: %d wrong, %d inside",
                  volumes[i].region, wrong, inside);
        close_text(&is);
    }
}

// The depth of a solid is its distance: of a cube with a hole known in closed form.
TEST(inside_of_a_mesh)
{
    opened is = open_volume(14);
    REQUIRE(is.status == SCREE_OK);
    const region *region = last_of(&is);
    rng random = rng_make(3, 0);
    for (int k = 0; k < 3000; k++) {
        const double x = rng_range(&random, -0.6, 0.6);
        const double y = rng_range(&random, -0.6, 0.6);
        const double z = rng_range(&random, -0.6, 0.6);
        const double most = fmax(fabs(x), fmax(fabs(y), fabs(z)));
        const double got = region->kind->depth(region, v3_make(x + 0.1, y, z));
        const bool inside = most <= 0.5 && most >= 0.25;
        CHECK((got >= 0) == inside);
        if (most > 0.25 && inside) { // to the faces outside, or to the hole
            const double ax = fmax(fabs(x) - 0.25, 0);
            const double ay = fmax(fabs(y) - 0.25, 0);
            const double az = fmax(fabs(z) - 0.25, 0);
            CHECK_NEAR(got, fmin(0.5 - most, sqrt(ax * ax + ay * ay + az * az)), 1e-12);
        }
    }
    close_text(&is);
}

TEST(face_of_a_mesh)
{
    opened is = open_volume(15);
    REQUIRE(is.status == SCREE_OK);
    const region *region = last_of(&is);
    CHECK_NEAR(region->normal.z, 1, 1e-15);
    CHECK_NEAR(region->kind->depth(region, v3_make(0.05, 0.15, 0.22)), 0.02, 1e-12);
    CHECK_NEAR(region->kind->depth(region, v3_make(0.09, 0.15, 0.22)), 0.01, 1e-12);
    CHECK(!region_contains(region, v3_make(0.15, 0.15, 0.22))); // in the corner of the L
    CHECK(!region_contains(region, v3_make(0.05, 0.05, 0.19)));
    CHECK(!region_holds(region, v3_make(0.05, 0.05, 0.21), 0.02));
    close_text(&is);
    is = open_regions(3,
                      "r: {face: {file: ell.obj, unit: m, scale: 0.1, thickness: 5 cm, flip: true, "
                      "at: [0 m, 0 m, 0 m]}}",
                      "");
    CHECK_NEAR(last_of(&is)->normal.z, -1, 1e-15);
    CHECK(region_contains(last_of(&is), v3_make(0.05, 0.05, 0.19)));
    close_text(&is);
}

// Halves of a region of equal volume get as many points, within 4.5 deviations.
TEST(points_are_drawn_evenly)
{
    enum { DRAWS = 4000 };
    for (int i = 0; i < VOLUMES; i++) {
        opened is = open_volume(i);
        REQUIRE(is.status == SCREE_OK);
        const region *region = last_of(&is);
        rng random = rng_make(11, (uint64_t)i);
        int total = 0;
        int low = 0;
        double share = 0;
        // the share below the middle of the box along x, by a raster
        for (int a = 0; a < 60; a++) {
            for (int b = 0; b < 60; b++) {
                for (int c = 0; c < (region->flat ? 1 : 60); c++) {
                    const v3 edge = v3_sub(region->high, region->low);
                    const v3 at = v3_make(region->low.x + (a + 0.5) / 60 * edge.x,
                                          region->low.y + (b + 0.5) / 60 * edge.y,
                                          region->low.z + (c + 0.5) / 60 * edge.z);
                    if (!region_contains(region, at))
                        continue;
                    total++;
                    share += a < 25;
                }
            }
        }
        share /= total;
        for (int k = 0; k < DRAWS; k++) {
            v3 at;
            REQUIRE(region_draw(region, 0, &random, &at));
            CHECK(region_contains(region, at));
            low += at.x < region->low.x + 25.0 / 60 * (region->high.x - region->low.x);
        }
        const double deviation = sqrt(share * (1 - share) * DRAWS);
        CHECK_MSG(fabs(low - share * DRAWS) <= 4.5 * deviation + 0.01 * DRAWS,
                  "%s: %d of %d, not %g", volumes[i].region, low, DRAWS, share * DRAWS);
        close_text(&is);
    }
}

// ---- faults

static void faulty(int dimensions, const char *regions, const char *more, const char *where,
                   const char *what)
{
    char text[3000];
    snprintf(text, sizeof text, form, dimensions, regions, more);
    opened is = open_text(text);
    CHECK_MSG(is.status == SCREE_BAD_INPUT && is.faults.count > 0, "%s", regions);
    if (is.faults.count) {
        CHECK_STR(is.faults.item[0].where, where);
        CHECK_MSG(strstr(is.faults.item[0].what, what), "%s, not %s", is.faults.item[0].what, what);
        CHECK(is.faults.item[0].hint[0]);
    }
    fault_list_clear(&is.faults);
    fault_list_clear(&is.notes);
}

TEST(faults_have_their_place_and_a_remedy)
{
    write_hollow("hollow.stl");
    write_ell("ell.obj");
    static const char box[] = "{box: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.1 m]}}";
    static const char far[] = "{box: {low: [0.5 m, 0 m, 0 m], high: [0.6 m, 0.1 m, 0.1 m]}}";
    char text[600];
    faulty(3, "r: {box: {low: [0 m, 0 m, 0 m], high: [1 m, 0 m, 1 m]}}", "", "case.yaml:10:12",
           "no volume");
    faulty(3, "r: {ball: {centre: [0 m, 0 m, 0 m], radius: 1 m, inner_radius: 1 m}}", "",
           "case.yaml:10:66", "no volume");
    faulty(3, "r: {cylinder: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 0 m], radius: 1 m}}", "",
           "case.yaml:10:45", "no volume");
    faulty(3,
           "r: {cone: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 1 m], radius_from: 0 m, radius_to: 0 "
           "m}}",
           "", "case.yaml:10:87", "no volume");
    faulty(3, "r: {slab: {point: [0 m, 0 m, 2 m], normal: [0, 0, 1], thickness: 1 cm}}", "",
           "case.yaml:10:13", "no volume");
    snprintf(text, sizeof text, "r: {intersection: [%s, %s]}", box, far);
    faulty(3, text, "", "case.yaml:10:21", "no volume");
    snprintf(text, sizeof text, "r: {difference: [%s, %s]}", box, box);
    faulty(3, text, "", "case.yaml:10:19", "no volume");
    faulty(3, "r: {mesh: {file: ell.obj, unit: m}}", "", "case.yaml:10:20", "");
    faulty(3, "r: {face: {file: hollow.stl, unit: m, thickness: 1 cm}}", "", "case.yaml:10:20",
           "12 flat faces");
    faulty(3, "r: {mesh: {file: nothing.stl, unit: m}}", "", "case.yaml:10:20", "nothing.stl");
    faulty(2, "r: {mesh: {file: hollow.stl, unit: m}}", "", "case.yaml:10:13", "2D");
    faulty(2, "r: {half-space: {point: [0 m, 0 m], normal: [0, 0, 1]}}", "", "case.yaml:10:47",
           "out of the plane");
    snprintf(text, sizeof text, "r: {union: [%s]}", box);
    faulty(3, text, "", "case.yaml:10:14", "one region is not enough");
    faulty(3,
           "r: {union: [later, nobody]}\n  later: {box: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 "
           "m]}}",
           "", "case.yaml:10:15", "there is no region 'later'");
    faulty(3, "r: {ball: {centre: [0 m, 0 m, 0 m], radius: 1e200 m}}", "", "case.yaml:10:13",
           "too large");
    faulty(3,
           "a: {ball: {centre: [0 m, 0 m, 0 m], radius: 1 m}}\n  b: {union: [a, a, a, a, a, a, a, "
           "a]}\n  c: {union: [b, b, b, b, b, b, b, b]}\n  d: {union: [c, c, c, c, c]}",
           "", "case.yaml:13:14", "more than 256 forms");
    faulty(3, "r: {bxo: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}}", "", "case.yaml:10:6",
           "missing form");
    faulty(3, "pipe: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.3 m}}",
           "grains: [{name: g, shape: s, material: a, packing: {law: random, count: 3, inside: "
           "pipa}}]\n",
           "case.yaml:11:84", "there is no region 'pipa'");
    faulty(3, "r: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.3 m}}",
           "removals: {out: {inside: r, low: [0 m, 0 m, 0 m], every: 1 ms}}\n", "case.yaml:11:34",
           "contradict");
    faulty(3, "r: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.3 m}}",
           "streams: [{name: in, shape: s, material: a, inside: r, rate: 1/s, velocity: 1 m/s}]\n",
           "case.yaml:11:77", "no direction");
}

// ---- the case and back

TEST(the_resolved_case_reads_back)
{
    write_hollow("hollow.stl");
    const case_families families = all_families();
    opened is = open_regions(
        3,
        "pipe: {cylinder: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 0.3 m], radius: 0.2 m}}\n"
        "  hole: {mesh: {file: hollow.stl, unit: m, scale: 0.1}}\n"
        "  ring: {difference: [pipe, hole, {ball: {centre: [0 m, 0 m, 0 m], radius: 7 mm}}]}",
        "grains:\n  - {name: g, shape: s, material: a, temperature: 0.2 m^2/s^2, packing: {law: "
        "random, count: 3, inside: ring}}\n"
        "streams:\n  - {name: in, shape: s, material: a, inside: {cylinder: {from: [0 m, 0 m, 0 "
        "m], to: [0 m, 0.1 m, 0.3 m], radius: 0.2 m}}, rate: 1 kg/s, velocity: -1.1 m/s, mass: 3 "
        "kg, every: 0.1 s, temperature: 0.3 m^2/s^2}\n"
        "removals:\n  out: {inside: pipe, every: 1 ms, fraction: 1/3, seed: 4}\n"
        "probes:\n  in: {law: region, inside: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.3 m}}}\n");
    REQUIRE(is.status == SCREE_OK);
    char *first = case_resolved(&is.model, &families);
    REQUIRE(first);
    opened again = open_text(first);
    CHECK_MSG(again.status == SCREE_OK, "%s: %s",
              again.faults.count ? again.faults.item[0].where : "",
              again.faults.count ? again.faults.item[0].what : "");
    REQUIRE(again.status == SCREE_OK);
    char *second = case_resolved(&again.model, &families);
    REQUIRE(second);
    CHECK_STR(strchr(second, '\n') + 1, strchr(first, '\n') + 1);
    CHECK(again.model.regions == 6 && again.model.stream[0].region == 4);
    CHECK(again.model.stream[0].velocity.z == is.model.stream[0].velocity.z);
    CHECK(again.model.stream[0].low.y == is.model.stream[0].low.y);
    CHECK(again.model.removal[0].fraction == 1.0 / 3.0);
    free(first);
    free(second);
    close_text(&again);
    close_text(&is);
}

// ---- packings

static grain_list pack(const opened *is)
{
    grain_list list = {0};
    scree_error error = {0};
    CHECK_MSG(packing_build(&is->model, NULL, &list, NULL, &error) == SCREE_OK, "%s: %s; %s",
              error.where, error.what, error.hint);
    return list;
}

// What is said of a region in which no grain can be is of regions: a ball has no `low` and `high`.
static void outside(const char *region)
{
    opened is = open_regions(3, region,
                             "grains: [{name: g, shape: s, material: a, packing: {law: random, "
                             "count: 3, inside: r}}]\n");
    grain_list list = {0};
    scree_error error = {0};
    CHECK(packing_build(&is.model, NULL, &list, NULL, &error) == SCREE_BAD_INPUT);
    CHECK_STR(error.what, "the region lies outside of the domain");
    CHECK_STR(error.hint, "move the region into the domain, or make that larger");
    close_text(&is);
}

TEST(a_region_outside_of_the_domain_is_to_be_moved)
{
    outside("r: {ball: {centre: [-5 m, 0 m, 0 m], radius: 1 m}}");
    outside("r: {box: {low: [0 m, 5 m, 0 m], high: [1 m, 6 m, 1 m]}}");
}

TEST(packings_fill_a_region)
{
    opened is = open_regions(
        3,
        "cone: {cone: {from: [0 m, 0 m, 0 m], to: [0 m, 0 m, 0.8 m], radius_from: 0.1 m, "
        "radius_to: "
        "0.6 m}}",
        "grains:\n"
        "  - {name: g, shape: s, material: a, packing: {law: random, volume_fraction: 0.05, "
        "inside: "
        "cone}}\n"
        "  - {name: h, shape: s, material: a, packing: {law: lattice, spacing: [5 cm, 5 cm, 5 cm], "
        "inside: cone}}\n");
    REQUIRE(is.status == SCREE_OK);
    grain_list list = pack(&is);
    const region *cone = last_of(&is);
    int64_t of_set[2] = {0};
    for (int64_t i = 0; i < list.count; i++) {
        of_set[list.set[i]]++;
        CHECK(region_holds(cone, list.position[i], list.radius[i]));
        for (int64_t k = 0; k < i; k++)
            CHECK(v3_distance(list.position[i], list.position[k]) >= 0.04 * (1 - 1e-12));
    }
    const double ball = 4 * PI_HERE / 3 * 8e-6;
    CHECK_NEAR((double)of_set[0], ceil(0.05 * cone->volume / ball), 1);
    CHECK_MSG(of_set[1] > 500, "%d", (int)of_set[1]);
    grain_list_clear(&list);
    close_text(&is);
}

// A pipe of steel through the box: without walls in the way the grains stand as ever.
TEST(packings_keep_clear_of_walls)
{
    static const char grains[] =
        "grains:\n  - {name: g, shape: s, material: a, packing: {law: random, count: 400%s}}\n"
        "  - {name: h, shape: s, material: a, packing: {law: lattice, low: [-1 m, -1 m, 0.5 m], "
        "high: [1 m, 1 m, 1 m], spacing: [25 cm, 25 cm, 25 cm]%s}}\n%s";
    static const char pipe[] = "walls: {pipe: {material: a, cylinder: {from: [0 m, 0 m, -1 m], to: "
                               "[0 m, 0 m, 1 m], radius: 0.5 m, side: outside}}}\n";
    static const char none[] = "r: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.3 m}}";
    char text[1500];
    snprintf(text, sizeof text, grains, "", "", pipe);
    opened with = open_regions(3, none, text);
    snprintf(text, sizeof text, grains, "", "", "");
    opened without = open_regions(3, none, text);
    snprintf(text, sizeof text, grains, ", clear_of_walls: false", ", clear_of_walls: false", pipe);
    opened blind = open_regions(3, none, text);
    static const char free_pipe[] =
        "walls: {pipe: {material: a, cylinder: {from: [0 m, 0 m, -1 m], to: [0 m, 0 m, 1 m], "
        "radius: 0.5 m, side: outside}, drive: {law: body, mass: 1 kg, inertia: [1 kg m^2, 1 kg "
        "m^2, 1 kg m^2]}}}\n";
    snprintf(text, sizeof text, grains, "", "", free_pipe);
    opened loose = open_regions(3, none, text);
    grain_list round_body = pack(&loose);
    grain_list clear = pack(&with);
    CHECK(round_body.count == clear.count);
    CHECK(
        !memcmp(round_body.position, clear.position, (size_t)clear.count * sizeof *clear.position));
    grain_list_clear(&round_body);
    close_text(&loose);
    grain_list open = pack(&without);
    grain_list in_wall = pack(&blind);
    CHECK(open.count == in_wall.count && open.count == 400 + 128 && clear.count < open.count);
    CHECK(!memcmp(open.position, in_wall.position, (size_t)open.count * sizeof *open.position));
    int deep = 0;
    for (int64_t i = 0; i < clear.count; i++)
        CHECK(hypot(clear.position[i].x, clear.position[i].y) >= 0.52 * (1 - 1e-12));
    for (int64_t i = 0; i < open.count; i++)
        deep += hypot(open.position[i].x, open.position[i].y) < 0.5;
    CHECK(deep > 40);
    grain_list_clear(&clear);
    grain_list_clear(&open);
    grain_list_clear(&in_wall);
    close_text(&with);
    close_text(&without);
    close_text(&blind);
}

TEST(a_set_has_its_temperature)
{
    opened is = open_regions(3, "r: {ball: {centre: [0 m, 0 m, 0 m], radius: 0.9 m}}",
                             "grains:\n  - {name: g, shape: s, material: a, velocity: [1 m/s, 0 "
                             "m/s, 0 m/s], temperature: 0.5 m^2/s^2, packing: {law: random, count: "
                             "2000, inside: r}}\n");
    REQUIRE(is.status == SCREE_OK);
    grain_list list = pack(&is);
    v3 mean = {0, 0, 0};
    double squares = 0;
    double fourth = 0;
    for (int64_t i = 0; i < list.count; i++)
        mean = v3_fma(mean, 1.0 / (double)list.count, list.velocity[i]);
    CHECK_NEAR(mean.x, 1, 1e-12);
    CHECK_NEAR(mean.y, 0, 1e-12);
    for (int64_t i = 0; i < list.count; i++) {
        const v3 away = v3_sub(list.velocity[i], mean);
        squares += v3_dot(away, away);
        fourth += away.y * away.y * away.y * away.y;
    }
    CHECK_NEAR(squares / (3 * 1999.0), 0.5, 1e-12);
    CHECK_NEAR(fourth / 2000 / 0.25, 3, 0.5); // of a normal distribution, within 4.5 deviations
    grain_list_clear(&list);
    close_text(&is);
}

TEST_MAIN
