// label: sanitize
// test_fingerprint.c - a snapshot knows its case: what has changed since is told by name, with the values before and
// now, and refused where it is not allowed.
#include "harness.h"
#include "support/scenes.h"

#include "case/fingerprint.h"

#include <stdlib.h>

static const char text[] =
    "scree: 1\ntitle: one\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}, "
    "hard: {density: "
    "5000 "
    "kg/m^3, young: 50 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}\n"
    "  press: {material: soft, disk: {centre: [0 m, 0 m, 5 cm], normal: [0, 0, -1], radius: 5 cm}, "
    "drive: {law: "
    "velocity, velocity: [0 m/s, 0 m/s, -1 cm/s]}}\n"
    "  driver: {material: soft, plane: {point: [0 m, 0 m, 0.9 m], normal: [0, 0, -1]}}\n"
    "grains:\n"
    "  - {name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [3 cm, 3 cm, 3 "
    "cm], counts: [1, 1, "
    "1], origin: [0 m, 0 m, 1 cm]}}\n"
    "streams: [{name: rain, shape: ball, material: hard, low: [0.1 m, 0.1 m, 0.5 m], high: [0.5 m, "
    "0.5 m, 0.9 m], "
    "rate: "
    "10 1/s}]\n"
    "run: {duration: 1 s, step: 1e-5 s}\noutput: {every: 10 ms}\n"
    "probes: {load: {law: wall-force, wall: floor, every: 1 ms}}\n";

static char *text_of(const sim *s)
{
    const case_families families = all_families();
    char *out = NULL;
    scree_error error;
    if (case_fingerprint(&s->m, NULL, ".", &families, &out, &error))
        abort();
    return out;
}

static const char *hint; // of what was said last

// What is said of the case with one value changed; NULL: nothing.
static const char *said(const char *key, const char *value, case_freedom allowed)
{
    static scree_error error;
    hint = error.hint;
    const case_families families = all_families();
    const case_override set = {key, value};
    sim a, b;
    image im = {0};
    if (!sim_read(&a, text, NULL, 0) || !sim_read(&b, text, key ? &set : NULL, key ? 1 : 0))
        abort();
    char *was = text_of(&a), *is = text_of(&b);
    // of a version that knows walls by their names
    if (!case_stamp(&im, was) ||
        !image_add(&im, "case/walls", (image_shape){IMAGE_U8, 0, 1}, "", ""))
        abort();
    memset(&error, 0, sizeof error);
    scree_status status = case_compare(&im, is, &families, allowed, &error);
    CHECK(status == SCREE_OK || (status == SCREE_BAD_INPUT && *error.where && *error.hint));
    free(was);
    free(is);
    image_clear(&im);
    sim_close(&a);
    sim_close(&b);
    return status ? error.what : NULL;
}

TEST(the_same_case_is_the_same)
{
    CHECK(!said(NULL, NULL, CHANGE_FREE));
    CHECK(!said("run.step", "auto", CHANGE_FREE)); // what auto has chosen, a run keeps
    image none = {0};
    const case_families families = all_families();
    CHECK(case_compare(&none, "scree: 1\n", &families, CHANGE_FREE, NULL) ==
          SCREE_OK); // of an older version
}

TEST(changes_are_told_by_name_and_value)
{
    static const struct {
        const char *key, *value, *words;
        case_freedom needs;
    } rows[] = {
        {"title", "two", NULL, CHANGE_FREE},
        {"output.snapshot_every", "1 ms", NULL, CHANGE_FREE},
        {"output.every", "1 ms", "output.every was ", CHANGE_STAGE},
        {"probes.more", "{law: energy}", NULL, CHANGE_FREE},
        {"probes", "{more: {law: energy}}", NULL, CHANGE_FREE},
        {"probes.load.wall", "press", "probes.load.wall was floor, is press", CHANGE_BRANCH},
        {"probes.load.every", "2 ms", "probes.load.every was 0.001 s, is 0.002 s", CHANGE_STAGE},
        {"run.duration", "2 s", NULL, CHANGE_FREE},
        {"run.search", "sorted-list", NULL, CHANGE_FREE},
        {"gravity", "[0, 0, -1.62 m/s^2]", "gravity was [0 m/s^2, 0 m/s^2, ", CHANGE_STAGE},
        {"materials.soft.young", "30 MPa", "materials.soft.young was 2e+07 Pa, is 3e+07 Pa",
         CHANGE_STAGE},
        {"pairs.default.tangential.friction", "0.5", ".tangential.friction was 0.4, is 0.5",
         CHANGE_STAGE},
        {"walls.press.drive.velocity", "[0 m/s, 0 m/s, 0 m/s]", "walls.press.drive.velocity was",
         CHANGE_STAGE},
        {"run.step", "2e-5 s", "run.step was 1e-05 s, is 2e-05 s", CHANGE_STAGE},
        {"streams.rain.rate", "20 1/s", "streams[0].rate was 10 1/s, is 20 1/s", CHANGE_STAGE},
        {"materials.soft.density", "2600 kg/m^3", "materials.soft.density was 2500 kg/m^3",
         CHANGE_DECIDED},
        {"shapes.ball.ball.radius", "11 mm", "shapes.ball.ball.radius was 0.01 m, is 0.011 m",
         CHANGE_DECIDED},
        {"walls.floor.plane.point", "[0 m, 0 m, 1 cm]", "walls.floor.plane.point was",
         CHANGE_DECIDED},
        // a name that begins as a key does
        {"walls.driver.plane.point", "[0 m, 0 m, 0.8 m]", "walls.driver.plane.point was",
         CHANGE_DECIDED},
        {"walls.driver.drive", "{law: velocity, velocity: [0 m/s, 0 m/s, -1 cm/s]}",
         "walls.driver.drive.", CHANGE_STAGE},
        {"walls.lid", "{material: soft, plane: {point: [0 m, 0 m, 0.9 m], normal: [0, 0, -1]}}",
         "walls.lid was not there", CHANGE_STAGE},
        {"domain.high", "[2 m, 1 m, 1 m]", "domain.high was", CHANGE_DECIDED},
        {"random.seed", "7", "random.seed was 0, is 7", CHANGE_DECIDED},
        {"streams", "[]", "streams was 1 values, is gone", CHANGE_DECIDED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int allowed = CHANGE_FREE; allowed < CHANGE_DECIDED; allowed++) {
            const char *words = said(rows[i].key, rows[i].value, (case_freedom)allowed);
            bool refused = (int)rows[i].needs > allowed;
            CHECK_MSG((words != NULL) == refused, "%s: %s", rows[i].key, words ? words : "passes");
            if (refused && words && allowed == CHANGE_FREE)
                CHECK_MSG(!strstr(hint, "branch it") == (rows[i].needs == CHANGE_DECIDED), "%s: %s",
                          rows[i].key, hint);
            if (refused && words)
                CHECK_MSG(strstr(words, rows[i].words) != NULL, "%s: %s", rows[i].key, words);
        }
}

// Materials are known by their numbers.
TEST(another_order_is_another_case)
{
    CHECK_HAS(
        said("materials",
             "{hard: {density: 5000 kg/m^3, young: 50 MPa, poisson: 0.3}, soft: {density: 2500 "
             "kg/m^3, young: 20 MPa, poisson: 0.25}}",
             CHANGE_BRANCH),
        "materials was");
}

static bool knows(const image *im, const char *section, const char *name)
{
    bool is = false;
    CHECK(case_knows(im, section, name, &is, NULL) == SCREE_OK);
    return is;
}

TEST(an_image_tells_which_probes_it_knows)
{
    image im = {0};
    CHECK(knows(&im, "probes", "load")); // of an older version
    REQUIRE(case_stamp(&im, text));
    CHECK(knows(&im, "probes", "load"));
    CHECK(!knows(&im, "probes", "more"));
    CHECK(!knows(&im, "removals", "load"));
    image_clear(&im);
}

// It is told of the state, and no part of it.
TEST(the_hash_is_that_of_the_state_alone)
{
    image im = {0};
    double *x = image_add(&im, "run/time", (image_shape){IMAGE_F64, 1, 1}, "s", "");
    REQUIRE(x != NULL);
    uint64_t before = image_hash(&im);
    CHECK(case_stamp(&im, "title: one\n") && image_hash(&im) == before);
    *x = 1;
    CHECK(image_hash(&im) != before);
    image_clear(&im);
}

TEST_MAIN
