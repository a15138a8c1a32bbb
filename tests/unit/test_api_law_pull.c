// test_api_law_pull.c - attractions of a program (scree/law.h): SJKR's law as one has the bits of the law of the build, with balls,
// bodies and grains with corners, any number of threads and parts, and over a snapshot; and refusals by their words.
// label: sanitize threads
#include "unit/api_bed.h"

#include <scree/law.h>

static const char bed[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.3 m], boundary: {x: periodic, y: wall, "
    "z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: %s}, tangential: {law: mindlin, friction: 0.4}, cohesion: "
    "%s}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: {distribution: uniform, from: 4 mm, to: 8 mm}}}\n"
    "  pair: {clump: {balls: [{at: [-5 mm, 0 m, 0 m], radius: 7 mm}, {at: [5 mm, 0 m, 0 "
    "m], radius: 7 mm}]}}\n"
    "  cube: {polyhedron: {builder: {box: [14 mm, 14 mm, 14 mm]}}}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: glass, packing: {law: random, count: 60, seed: 3,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 1 cm], high: [9 cm, 9 cm, 6 cm]}}}, velocity: [0, 0, -1 "
    "m/s]}\n"
    "  - {name: pairs, shape: pair, material: glass, packing: {law: random, count: 8, seed: 4,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 8 cm], high: [9 cm, 9 cm, 13 cm]}}}, velocity: [0, 0, "
    "-1 m/s]}\n"
    "  - {name: cubes, shape: cube, material: glass, packing: {law: random, count: 8, seed: 5,\n"
    "     inside: {box: {low: [1 cm, 1 cm, 15 cm], high: [9 cm, 9 cm, 22 cm]}}}, velocity: [0, 0, "
    "-2 m/s]}\n"
    "run: {duration: 1 s, step: 20 us, ledger: true, deepest_overlap: 0.5%s}\n";

enum { OVERLAP_KEPT, PULL_KEPT, KEPT };

// F = k pi a^2; the numbers kept are the overlap and the pull of one step ago, as src/law/cohesion_sjkr.h has them.
static int sjkr(void *context, int64_t count, const double *pair, const double *given, double *kept,
                double *answer)
{
    const double pi = 3.14159265358979323846;
    const int how = context ? *(const int *)context : 0;
    for (int64_t i = 0; i < count; i++) {
        const double radius = given[SCREE_LAW_CONTACT * SCREE_LAW_MOST + i];
        const double overlap = given[SCREE_LAW_OVERLAP * SCREE_LAW_MOST + i];
        const double pull = pi * pair[0] * (radius * radius);
        double *overlap_kept = &kept[OVERLAP_KEPT * SCREE_LAW_MOST + i];
        double *pull_kept = &kept[PULL_KEPT * SCREE_LAW_MOST + i];
        answer[SCREE_LAW_ELASTIC * SCREE_LAW_MOST + i] = how == 1 ? -1e-9 : pull;
        answer[SCREE_LAW_LOST * SCREE_LAW_MOST + i] =
            0.5 * (pull * *overlap_kept - *pull_kept * overlap);
        answer[SCREE_LAW_ENERGY * SCREE_LAW_MOST + i] = how == 2 ? NAN : -0.5 * (overlap * pull);
        *overlap_kept = overlap;
        *pull_kept = pull;
    }
    return how == 3 ? 7 : 0;
}

static scree_law_terms terms_of(int *how)
{
    static const scree_law_parameter density = {
        .name = "density", .unit = "Pa", .fallback = NAN, .low = 0, .high = INFINITY};
    return (scree_law_terms){.name = "sjkr",
                             .version = 1,
                             .parameter = &density,
                             .parameters = 1,
                             .kept = KEPT,
                             .push = sjkr,
                             .context = how,
                             .kind = SCREE_LAW_COHESION};
}

typedef struct bed_case {
    const char *normal, *cohesion, *more;
    int *how; // NULL: no law of the program is given
    int threads, parts;
} bed_case;

static int fine = 0;

static scree_status read_bed(const bed_case *is, scree_case **out, scree_error *e)
{
    char text[sizeof bed + 400];
    const scree_law_terms terms = terms_of(is->how);
    snprintf(text, sizeof text, bed, is->normal, is->cohesion, is->more ? is->more : "");
    return bed_read(text, is->how ? &terms : NULL, out, e);
}

static opened open_bed(const bed_case *is)
{
    char text[sizeof bed + 400];
    const scree_law_terms terms = terms_of(is->how);
    snprintf(text, sizeof text, bed, is->normal, is->cohesion, is->more ? is->more : "");
    return bed_open(text, is->how ? &terms : NULL, is->threads, is->parts);
}

// ---- the same physics

// Beside an elastic law, and beside one that grows its area and keeps it.
static void is_sjkr(const char *normal)
{
    const opened build =
        open_bed(&(bed_case){.normal = normal, .cohesion = "{law: sjkr, energy_density: 2000 Pa}"});
    const opened own = open_bed(&(bed_case){.normal = normal,
                                            .cohesion = "{law: own-sjkr, density: 2000 Pa}",
                                            .how = &fine,
                                            .threads = 2});
    const opened none = open_bed(&(bed_case){.normal = normal, .cohesion = "none"});
    for (int i = 0; i < 2; i++) {
        step(build.world, 1000);
        step(own.world, 1000);
        CHECK(bed_same_column(&build, &own, "position"));
        CHECK(bed_same_column(&build, &own, "velocity"));
        CHECK(bed_same_column(&build, &own, "spin"));
    }
    step(none.world, 2000);
    CHECK(!bed_same_column(&none, &own, "position"));
    CHECK_REL(ledger_of(own.world, "elastic"), ledger_of(build.world, "elastic"), 1e-9);
    CHECK_NEAR(ledger_of(own.world, "plastic"), ledger_of(build.world, "plastic"),
               1e-9 * ledger_of(own.world, "turned_over"));
    CHECK_NEAR(ledger_of(own.world, "residual"), ledger_of(build.world, "residual"),
               1e-9 * ledger_of(own.world, "turned_over"));
    close_box(build);
    close_box(own);
    close_box(none);
}

TEST(sjkr_has_the_bits_of_the_build)
{
    is_sjkr("hertz, restitution: 0.7");
}

TEST(also_where_contacts_yield)
{
    is_sjkr("thornton, yield_pressure: 100 kPa");
}

// ---- the same bits

TEST(threads_parts_and_snapshots_make_no_difference)
{
    bed_case is = {.normal = "hertz, restitution: 0.7",
                   .cohesion = "{law: own-sjkr, density: 2000 Pa}",
                   .how = &fine,
                   .threads = 1};
    const opened one = open_bed(&is);
    is.threads = 2;
    is.parts = 3;
    const opened two = open_bed(&is);
    scree_world *loaded = NULL;
    void *data = NULL;
    int64_t size = 0;
    step(one.world, 1500);
    step(two.world, 1500);
    CHECK(hash_of(one.world) == hash_of(two.world));
    CHECK(scree_world_save_memory(one.world, &data, &size, NULL) == SCREE_OK);
    CHECK(scree_world_load_memory(one.of, data, size, 2, &loaded, NULL) == SCREE_OK);
    step(one.world, 300);
    step(loaded, 300);
    CHECK(hash_of(one.world) == hash_of(loaded));
    // Without the law the state does not go on.
    scree_case *other = NULL;
    scree_error e = {0};
    scree_world *wrong = NULL;
    const bed_case build = {.normal = is.normal,
                            .cohesion = "{law: sjkr, energy_density: 2000 Pa}"};
    CHECK(read_bed(&build, &other, &e) == SCREE_OK);
    CHECK(scree_world_load_memory(other, data, size, 1, &wrong, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "own");
    scree_case_destroy(other);
    scree_memory_free(data);
    scree_world_destroy(loaded);
    close_box(one);
    close_box(two);
}

// ---- refusals

static void stops(int how, const char *words)
{
    scree_error e = {0};
    int now = 0;
    const opened o = open_bed(&(bed_case){.normal = "hertz, restitution: 0.7",
                                          .cohesion = "{law: own-sjkr, density: 2000 Pa}",
                                          .how = &now,
                                          .threads = 2});
    scree_frame *frame = scree_frame_create();
    step(o.world, 1000);
    now = how;
    CHECK(scree_frame_take(frame, o.world, &e) == SCREE_DIVERGED);
    CHECK_HAS(e.what, words);
    CHECK(scree_world_step(o.world, 4000, &e) == SCREE_DIVERGED);
    CHECK_HAS(e.what, words);
    CHECK_HAS(e.what, "cohesion law own-sjkr");
    scree_frame_destroy(frame);
    close_box(o);
}

TEST(a_step_or_a_look_ends_where_the_function_fails)
{
    stops(1, "with what is no pull: elastic = -1e-09 N");
    stops(2, "with what is no pull: energy = nan J");
    stops(3, ": it answered 7");
}

static void refused(const bed_case *is, const char *words)
{
    scree_case *of = NULL;
    scree_error e = {0};
    CHECK(read_bed(is, &of, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, words);
    scree_case_destroy(of);
}

TEST(refusals_of_cases)
{
    scree_error e = {0};
    scree_law *law = NULL;
    scree_law_terms terms = terms_of(&fine);
    const char *pull = "{law: own-sjkr, density: 2000 Pa}";
    const char *hertz = "hertz, restitution: 0.7";
    refused(&(bed_case){.normal = hertz, .cohesion = pull},
            "one of a program that embeds Scree, and this one gives none of that name");
    refused(&(bed_case){.normal = hertz, .cohesion = "{law: own}"}, "is given only by a program");
    refused(&(bed_case){.normal = "own-sjkr, density: 1 Pa", .cohesion = "none", .how = &fine},
            "this one gives none of that name");
    refused(&(bed_case){.normal = "jkr, restitution: 0.7, work_of_adhesion: 1 J/m^2",
                        .cohesion = pull,
                        .how = &fine},
            "attracts by itself and takes no cohesion law");
    refused(
        &(bed_case){
            .normal = hertz, .cohesion = pull, .how = &fine, .more = "}\nsolver: nonsmooth #"},
        "the cohesion law own-sjkr has no rows for the nonsmooth solver");
    terms.kind = (scree_law_kind)5;
    CHECK(scree_law_create(&terms, &law, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "such laws a program cannot give");
}

TEST_MAIN
