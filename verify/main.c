// main.c - `scree verify [SUITE]`: the physics against closed forms and published numbers, as a table.
//
// Each row says what was checked, what was expected, what came out, how far apart they may be, and where the
// expectation comes from; a miss stays in the table with its number and makes the exit status 1. docs/verification.md
// and the pages in docs/verification/ explain the rows.
#include "verify/verify.h"

#include "console/args.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/start.h"
#include "scene/text_file.h"
#include "store/json.h"
#include "verify/expect.h"
#include "verify/experiments/experiments.h"
#include "verify/laws/laws.h"
#include "verify/nonsmooth/nonsmooth.h"
#include "verify/scenes/scenes.h"
#include "verify/shapes/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static verify_rows *const spheres[] = {verify_falls,   verify_impacts, verify_obliques,
                                       verify_rolling, verify_energy,  verify_rest};
static verify_rows *const laws[] = {
    verify_laws_normal,  verify_impact_forms,   verify_laws_paths,   verify_sliding_forms,
    verify_laws_oblique, verify_laws_inelastic, verify_laws_sliding, verify_laws_order,
    verify_laws_twirl,   verify_laws_sticky,    verify_laws_all};
static verify_rows *const shapes[] = {
    verify_shape_pairs, verify_shape_overlaps, verify_shape_masses,
    verify_shape_names, verify_shape_turns,    verify_shape_grains,
    verify_shape_gases, verify_shape_boxes,    verify_shape_faceted};
static verify_rows *const nonsmooth[] = {verify_nonsmooth_impacts, verify_nonsmooth_sweeps,
                                         verify_nonsmooth_energy,  verify_nonsmooth_rocking,
                                         verify_nonsmooth_piles,   verify_nonsmooth_flows};
static verify_rows *const scenes[] = {
    verify_scene_cells,    verify_scene_cell_flows, verify_scene_kit,     verify_scene_packings,
    verify_scene_stresses, verify_scene_meshes,     verify_scene_columns, verify_scene_silos,
    verify_scene_shears,   verify_scene_inclines,   verify_scene_drums,   verify_scene_biaxials,
    verify_scene_tips};
static const char expect_ending[] = ".expect.yaml";
#define COUNT(list) (sizeof list / sizeof *list)
static const struct {
    const char *name;
    verify_rows *const *list;
    size_t count;
} suites[] = {{"spheres", spheres, COUNT(spheres)},
              {"laws", laws, COUNT(laws)},
              {"shapes", shapes, COUNT(shapes)},
              {"nonsmooth", nonsmooth, COUNT(nonsmooth)},
              {"scenes", scenes, COUNT(scenes)}};

static const char *kind_name(claim_kind kind)
{
    static const char *const names[] = {"relative", "absolute", "at most",
                                        "at least", "noted",    "broken"};
    return names[kind];
}

static bool print_json(const verify *verify, const char *suite, double seconds)
{
    json json = {0};
    json_begin(&json);
    json_text(&json, "suite", suite);
    json_list(&json, "rows");
    for (int64_t i = 0; i < verify->rows; i++) {
        const claim_row *row = &verify->row[i];
        json_object(&json, NULL);
        if (row->within) {
            json_text(&json, "document", row->within->document);
            json_text(&json, "experiment", row->within->title);
        }
        json_text(&json, "case", row->id);
        json_text(&json, "quantity", row->quantity);
        json_number(&json, "expected", row->expected);
        json_number(&json, "got", row->got);
        json_text(&json, "kind", kind_name(row->kind));
        json_number(&json, "tolerance", row->tolerance);
        json_number(&json, "error", row->error);
        json_text(&json, "source", row->source);
        json_flag(&json, "held", row->held);
        json_close(&json);
    }
    json_close(&json);
    json_integer(&json, "checked", verify->rows);
    json_integer(&json, "missed", verify->missed);
    json_number(&json, "seconds", seconds);
    json_close(&json);
    bool good = !json.failed;
    if (good)
        puts(json.text);
    json_clear(&json);
    return good;
}

static double seconds_now(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

static int conclude(const verify *verify, const char *suite, double seconds)
{
    bool good = !verify->out_of_memory;
    if (verify->json)
        good = print_json(verify, suite, seconds) && good;
    else if (verify->rows)
        printf("%lld rows, %lld missed, %.1f s\n", (long long)verify->rows,
               (long long)verify->missed, seconds);
    if (!good) {
        args_fail("verify", "", "out of memory");
        return EXIT_MEMORY;
    }
    if (!verify->rows && verify->only)
        return args_fail("verify", "run it without --only to see all",
                         "no row has '%s' in its name", verify->only);
    if (!verify->rows)
        return args_fail("verify",
                         verify->full ? "give runs: [{id: ..., expect: {NAME: NUMBER}}]"
                                      : "give runs: [{id: ..., expect: {NAME: NUMBER}}], and "
                                        "--full where all are long",
                         "no run of '%s' expects anything", suite);
    return verify->missed ? EXIT_MISS : EXIT_DONE;
}

// --- cases with expected values -------------------------------------------------------------------------------------

// Runs the file if it is of the suite; NULL: whatever its suite. ARGS_GO_ON, or what is wrong with the file was told.
static int run_expected(verify *verify, const case_source *source, bool built_in, const char *suite)
{
    fault_list faults = {0};
    expect_file file;
    if (!expect_read(source, built_in, &file, &faults)) {
        print_faults(&faults);
        fault_list_clear(&faults);
        return EXIT_INPUT;
    }
    fault_list_clear(&faults);
    if (!suite && !verify->json)
        claims_print_head();
    if (!suite || expect_is_of(&file, suite))
        expect_run_all(verify, &file);
    expect_clear(&file);
    return ARGS_GO_ON;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    return length > strlen(end) && !strcmp(text + length - strlen(end), end);
}

static int run_built_in(verify *verify, const char *suite)
{
    int code = ARGS_GO_ON;
    for (const expect_text *text = expect_texts; text->name && code == ARGS_GO_ON; text++)
        if (ends_with(text->name, expect_ending))
            code = run_expected(verify, &(case_source){text->text, strlen(text->text), text->name},
                                true, suite);
    return code;
}

static int run_file(verify *verify, const char *path)
{
    enum { MAX_FILE = 16 << 20 };
    char *text;
    size_t length;
    scree_error error;
    if (text_file_load(path, MAX_FILE, &text, &length, &error))
        return give_up(&error);
    const int code = run_expected(verify, &(case_source){text, length, path}, false, NULL);
    free(text);
    return code;
}

// --- suites ---------------------------------------------------------------------------------------------------------

// The experiments of the five documents, by the rows of the other suites and cases of their own.
static int run_experiments(verify *verify)
{
    int code = ARGS_GO_ON;
    for (const experiment *one = experiments; one->document && code == ARGS_GO_ON; one++) {
        if (one->full && !verify->full)
            continue;
        verify->within = one;
        if (one->rows)
            one->rows(verify);
        else
            code = run_built_in(verify, one->suite);
    }
    verify->within = NULL;
    return code;
}

static int run_suite(verify *verify, const char *suite)
{
    size_t which = 0;
    if (strcmp(suite, "experiments") == 0) {
        if (!verify->json)
            claims_print_head();
        return run_experiments(verify);
    }
    while (which < COUNT(suites) && strcmp(suite, suites[which].name) != 0)
        which++;
    if (which == COUNT(suites))
        return args_fail(
            "verify",
            "known are: spheres, laws, shapes, nonsmooth, scenes, experiments, and files "
            "NAME.expect.yaml",
            "there is no suite '%s'", suite);
    if (!verify->json)
        claims_print_head();
    for (size_t i = 0; i < suites[which].count; i++)
        suites[which].list[i](verify);
    return run_built_in(verify, suite);
}

static int verify_suite(int argc, char **argv)
{
    verify verify = {0};
    const option options[] = {
        {"json", OPTION_FLAG, &verify.json, 0, NULL, "one JSON object instead of a table"},
        {"only", OPTION_TEXT, &verify.only, 0, "TEXT",
         "only the cases with this text in their name"},
        {"full", OPTION_FLAG, &verify.full, 0, NULL,
         "with the long runs (shapes, nonsmooth, scenes, experiments)"},
    };
    const syntax syntax = {
        "verify",
        "[spheres|laws|shapes|nonsmooth|scenes|experiments|FILE]",
        "Checks the physics against closed forms and published numbers. Suites: "
        "spheres (default), laws, shapes,\n"
        "nonsmooth, scenes, and experiments, those of the five documents. A file NAME.expect.yaml "
        "checks a case of your\nown. The exit status is 1 when a row misses.",
        options,
        sizeof options / sizeof *options,
        0,
        1};
    const char *operand[OPERANDS_MOST];
    int operands;
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    const char *suite = operands ? operand[0] : "spheres";
    const double start = seconds_now();
    code = ends_with(suite, ".yaml") ? run_file(&verify, suite) : run_suite(&verify, suite);
    if (code == ARGS_GO_ON)
        code = conclude(&verify, suite, seconds_now() - start);
    claims_clear(&verify);
    return code;
}

int main(int argc, char **argv)
{
    program_start(argv);
    return program_end(verify_suite(argc, argv));
}
