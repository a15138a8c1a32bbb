// test_api_builder.c - cases that a program builds: the same world as that of the YAML text, numbers to the last bit, and
// faults by their words; and the text of a case with its settings.
#include "harness.h"

#include "api/objects.h"

#include <scree/builder.h>

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char written[] =
    "scree: 1\n"
    "title: A bed\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.3 m], boundary: {x: wall, y: wall, z: "
    "wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: {law: mindlin, "
    "friction: 0.3}}}\n"
    "shapes: {bead: {ball: {radius: 4.1 mm}}}\n"
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 60, seed: 3, "
    "inside: domain}}]\n"
    "run: {duration: 0.1 s, step: 20 us}\n";

static void put(scree_builder *b, const char *way, const char *value)
{
    scree_error e = {0};
    if (scree_builder_put(b, way, value, &e) != SCREE_OK)
        printf("%s: %s (%s)\n", e.where, e.what, e.hint);
    CHECK(!*e.what);
}

static scree_builder *bed(void)
{
    scree_builder *b = scree_builder_create();
    const double low[3] = {0, 0, 0};
    const double high[3] = {0.1, 0.1, 0.3};
    const double gravity[3] = {0, 0, -9.81};
    CHECK(scree_builder_text(b, "title", "A bed", NULL) == SCREE_OK);
    CHECK(scree_builder_numbers(b, "gravity", gravity, 3, NULL) == SCREE_OK);
    CHECK(scree_builder_numbers(b, "domain.low", low, 3, NULL) == SCREE_OK);
    CHECK(scree_builder_numbers(b, "domain.high", high, 3, NULL) == SCREE_OK);
    put(b, "domain.boundary", "{x: wall, y: wall, z: wall}");
    put(b, "domain.material", "glass");
    put(b, "materials.glass", "{density: 2500 kg/m^3, poisson: 0.22}");
    CHECK(scree_builder_number(b, "materials.glass.young", 70e6, NULL) == SCREE_OK);
    put(b, "pairs.default.normal", "{law: hertz, restitution: 0.9}");
    put(b, "pairs.default.tangential", "{law: mindlin, friction: 0.3}");
    CHECK(scree_builder_number(b, "shapes.bead.ball.radius", 4.1e-3, NULL) == SCREE_OK);
    put(b, "grains.bed.shape", "bead");
    put(b, "grains.bed.material", "glass");
    put(b, "grains.bed.packing", "{law: random, count: 60, seed: 3, inside: domain}");
    CHECK(scree_builder_number(b, "run.duration", 0.1, NULL) == SCREE_OK);
    put(b, "run.step", "20 us");
    return b;
}

static uint64_t hash_after(scree_case *c, int steps)
{
    scree_world *w = NULL;
    scree_error e = {0};
    uint64_t hash = 0;
    if (scree_world_create(c, 1, &w, &e) || scree_world_step(w, steps, &e) ||
        scree_world_hash(w, &hash, &e))
        printf("%s: %s (%s)\n", e.where, e.what, e.hint);
    scree_world_destroy(w);
    scree_case_destroy(c);
    return hash;
}

TEST(what_is_built_is_what_would_be_written)
{
    scree_builder *b = bed();
    scree_case *built = NULL;
    scree_case *read = NULL;
    scree_case *again = NULL;
    CHECK(scree_builder_case(b, "bed.yaml", &built, NULL) == SCREE_OK);
    CHECK(scree_case_parse(written, "bed.yaml", NULL, &read, NULL) == SCREE_OK);
    CHECK(scree_case_parse(scree_builder_yaml(b), "bed.yaml", NULL, &again, NULL) == SCREE_OK);
    scree_builder_destroy(b);
    const uint64_t hash = hash_after(read, 300);
    CHECK(hash != 0);
    CHECK(hash_after(built, 300) == hash);
    CHECK(hash_after(again, 300) == hash);
}

TEST(the_yaml_reads_well)
{
    scree_builder *b = scree_builder_create();
    put(b, "materials.glass.density", "2500 kg/m^3");
    put(b, "grains.bed.shape", "bead");
    put(b, "grains.bed", "{shape: pea, packing: {law: random}}");
    put(b, "streams.feed", "{shape: pea}");
    put(b, "run.step", "auto");
    CHECK(scree_builder_number(b, "run.duration", 0.1, NULL) == SCREE_OK);
    CHECK(scree_builder_text(b, "title", "Peas: \"green\", round", NULL) == SCREE_OK);
    CHECK_STR(scree_builder_yaml(b), "scree: 1\n"
                                     "materials:\n"
                                     "  glass: {density: 2500 kg/m^3}\n"
                                     "grains:\n"
                                     "  bed: {shape: pea, packing: {law: random}}\n"
                                     "streams:\n"
                                     "  - {shape: pea, name: feed}\n"
                                     "run: {step: auto, duration: 0.1 SI}\n"
                                     "title: \"Peas: \\\"green\\\", round\"\n");
    scree_builder_destroy(b);
}

// A snapshot holds the case as it is written when all is worked out, and is compared with it.
static void check_resolved(scree_case *c, const char *text)
{
    scree_world *w = NULL;
    scree_world *again = NULL;
    scree_error e = {0};
    void *data = NULL;
    int64_t size = 0;
    CHECK(scree_world_create(c, 1, &w, &e) == SCREE_OK);
    CHECK(scree_world_save_memory(w, &data, &size, &e) == SCREE_OK);
    CHECK_MSG(scree_world_load_memory(c, data, size, 1, &again, &e) == SCREE_OK, "%s: %s", text,
              e.what);
    scree_memory_free(data);
    scree_world_destroy(w);
    scree_world_destroy(again);
}

// Each of these texts is read back as it was given.
TEST(texts_of_any_kind_come_back)
{
    static const char *const texts[] = {"none",  "a, b",  "a: b",      "#1",     "{x}",  "",
                                        "5 mm",  "'",     "\\",        "ä",      "${x}", "${1+1}",
                                        "$${x}", "$ {x}", "$a${b}$${", "${a, b}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        scree_builder *b = bed();
        scree_case *c = NULL;
        scree_error e = {0};
        CHECK(scree_builder_text(b, "title", texts[i], NULL) == SCREE_OK);
        CHECK(scree_builder_case(b, "bed.yaml", &c, &e) == SCREE_OK);
        CHECK_STR(c->model.title, texts[i]);
        check_resolved(c, texts[i]);
        scree_case_destroy(c);
        scree_builder_destroy(b);
    }
}

static void refused(scree_status status, const scree_error *e, const char *where, const char *what)
{
    CHECK(status == SCREE_BAD_INPUT);
    CHECK_STR(e->where, where);
    CHECK_STR(e->what, what);
    CHECK(*e->hint != 0);
}

TEST(refusals_change_nothing)
{
    scree_builder *b = bed();
    char before[4000];
    scree_error e = {0};
    const double bad[2] = {1, NAN};
    snprintf(before, sizeof before, "%s", scree_builder_yaml(b));
    refused(scree_builder_put(b, "run.step.long", "5 s", &e), &e, "run.step.long",
            "run.step is a single value and has no 'long' in it");
    refused(scree_builder_numbers(b, "gravity", bad, 2, &e), &e, "gravity",
            "number 1 of the value is nan");
    refused(scree_builder_numbers(b, "gravity", bad, 0, &e), &e, "gravity",
            "0 numbers are no list");
    refused(scree_builder_put(b, "run..step", "5 s", &e), &e, "run..step",
            "is not the name of a value");
    refused(scree_builder_put(b, "walls.a b: c", "{}", &e), &e, "walls.a b: c",
            "'a b: c' is no key");
    refused(scree_builder_number(b, "let.#x", 1, &e), &e, "let.#x", "'#x' is no key");
    refused(scree_builder_put(b, "walls", "{a: {\"b: c\": 1}}", &e), &e, "walls",
            "'b: c' is no key");
    refused(scree_builder_text(b, "title", "two\nlines", &e), &e, "title",
            "control character or line break in a text");
    refused(scree_builder_text(b, "title", "a\ttab", &e), &e, "title",
            "control character or line break in a text");
    CHECK(scree_builder_put(b, "run.step", "{a: [", &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "run.step");
    CHECK_STR(scree_builder_yaml(b), before);
    scree_builder_destroy(b);
}

TEST(faults_are_those_of_the_yaml)
{
    scree_builder *b = bed();
    scree_case *c = NULL;
    scree_error e = {0};
    CHECK(scree_builder_number(b, "materials.glass.poisson", 0.7, NULL) == SCREE_OK);
    put(b, "run.duraton", "1 s");
    CHECK(scree_builder_case(b, "bed", &c, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "bed:6:42");
    CHECK_STR(e.what, "materials.glass.poisson = 0.7 SI is outside [-1, 0.5]");
    CHECK(scree_case_fault(c, 1) != NULL);
    CHECK(scree_case_fault(c, 2) == NULL);
    scree_case_destroy(c);
    scree_builder_destroy(b);
}

TEST_MAIN

// With its settings in it, and a file that it names by its whole path: it says the same from any place.
TEST(text_of_a_case)
{
    const char *const settings[] = {"run.duration=0.3 s", "materials.glass.young=1 GPa",
                                    "grains.bed.growth={file: sub/factors.csv}", NULL};
    const char *const bad[] = {"run.duration=-1 s", NULL};
    char here[PATH_MAX];
    char named[PATH_MAX + 40];
    char *text;
    char *again;
    scree_case *c = NULL;
    scree_error e = {0};
    REQUIRE(scree_case_parse(written, "bed.yaml", settings, &c, &e) == SCREE_OK);
    REQUIRE(scree_case_text(c, &text, &e) == SCREE_OK && getcwd(here, sizeof here));
    scree_case_destroy(c);
    snprintf(named, sizeof named, "file: \"%s/sub/factors.csv\"", here);
    CHECK_HAS(text, named);
    CHECK_HAS(text, "young: 1e+09 Pa");
    CHECK_HAS(text, "duration: 0.3 s");
    REQUIRE(scree_case_parse(text, "/elsewhere/bed.yaml", NULL, &c, &e) == SCREE_OK);
    CHECK(scree_case_text(c, &again, &e) == SCREE_OK && !strcmp(again, text));
    scree_case_destroy(c);
    scree_memory_free(text);
    scree_memory_free(again);
    CHECK(scree_case_parse(written, "x", bad, &c, &e) == SCREE_BAD_INPUT && c);
    CHECK(scree_case_text(c, &text, &e) == SCREE_BAD_INPUT && !text);
    scree_case_destroy(c);
}
