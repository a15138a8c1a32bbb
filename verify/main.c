// main.c - `scree verify [SUITE]`: the physics against closed forms and published numbers, as a table.
//
// Each row says what was checked, what was expected, what came out, how far apart they may be, and where the
// expectation comes from; a miss stays in the table with its number and makes the exit status 1. docs/verification.md
// explains the rows.
#include "verify/verify.h"

#include "base/memory.h"
#include "console/args.h"
#include "console/exit.h"
#include "console/start.h"
#include "store/json.h"
#include "verify/laws/laws.h"
#include "verify/nonsmooth/nonsmooth.h"
#include "verify/shapes/shapes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void experiment(verify *v);
static experiment *const spheres[] = {verify_falls,   verify_impacts, verify_obliques,
                                      verify_rolling, verify_energy,  verify_rest};
static experiment *const laws[] = {verify_laws_normal,   verify_impact_forms, verify_laws_paths,
                                   verify_sliding_forms, verify_laws_oblique, verify_laws_inelastic,
                                   verify_laws_sliding,  verify_laws_order,   verify_laws_twirl,
                                   verify_laws_sticky,   verify_laws_all};
static experiment *const shapes[] = {verify_shape_pairs, verify_shape_masses, verify_shape_names,
                                     verify_shape_turns, verify_shape_grains, verify_shape_gases};
static experiment *const nonsmooth[] = {verify_nonsmooth_rest,   verify_nonsmooth_impacts,
                                        verify_nonsmooth_slides, verify_nonsmooth_sweeps,
                                        verify_nonsmooth_energy, verify_nonsmooth_piles,
                                        verify_nonsmooth_stacks, verify_nonsmooth_flows};
#define COUNT(list) (sizeof list / sizeof *list)
static const struct {
    const char *name;
    experiment *const *list;
    size_t count;
} suites[] = {{"spheres", spheres, COUNT(spheres)},
              {"laws", laws, COUNT(laws)},
              {"shapes", shapes, COUNT(shapes)},
              {"nonsmooth", nonsmooth, COUNT(nonsmooth)}};

// --- the table ------------------------------------------------------------------------------------------------------

bool claim_begin(claim *c, verify *table, const char *source, const char *id, ...)
{
    va_list args;
    c->table = table;
    c->source = source;
    va_start(args, id);
    vsnprintf(c->id, sizeof c->id, id, args);
    va_end(args);
    return !table->only || strstr(c->id, table->only);
}

static void tolerance_text(const claim_row *r, char *out, size_t size)
{
    switch (r->kind) {
    case CLAIM_RELATIVE:
        snprintf(out, size, "%.3g rel.", r->tolerance);
        break;
    case CLAIM_ABSOLUTE:
        snprintf(out, size, "%.3g abs.", r->tolerance);
        break;
    case CLAIM_AT_MOST:
        snprintf(out, size, "at most");
        break;
    case CLAIM_AT_LEAST:
        snprintf(out, size, "at least");
        break;
    case CLAIM_NOTED:
        snprintf(out, size, "no limit");
        break;
    case CLAIM_BROKEN:
        snprintf(out, size, "-");
        break;
    }
}

static void print_head(void)
{
    printf("%-38s %-30s %13s %13s %-12s %-26s %s\n", "case", "quantity", "expected", "got",
           "tolerance", "source", "verdict");
}

static void print_row(const claim_row *r)
{
    char tolerance[32];
    tolerance_text(r, tolerance, sizeof tolerance);
    printf("%-38s %-30s %13.7g %13.7g %-12s %-26s %s\n", r->id, r->quantity, r->expected, r->got,
           tolerance, r->source,
           !r->held                 ? "MISS"
           : r->kind == CLAIM_NOTED ? "note"
                                    : "ok");
    fflush(stdout);
}

static void add_row(const claim *c, const char *quantity, claim_row row)
{
    verify *v = c->table;
    if (!mem_grow((void **)&v->row, &v->room, v->rows + 1, sizeof *v->row)) {
        v->out_of_memory = true;
        return;
    }
    row.id = text_copy(c->id);
    row.quantity = text_copy(quantity);
    row.source = c->source;
    if (!row.id || !row.quantity) {
        free(row.id);
        free(row.quantity);
        v->out_of_memory = true;
        return;
    }
    if (!row.held)
        v->missed++;
    v->row[v->rows++] = row;
    if (!v->json)
        print_row(&row);
}

void claim_relative(const claim *c, const char *quantity, double got, double expected,
                    double tolerance)
{
    bool held = fabs(got - expected) <= tolerance * fabs(expected);
    add_row(c, quantity,
            (claim_row){.kind = CLAIM_RELATIVE,
                        .expected = expected,
                        .got = got,
                        .tolerance = tolerance,
                        .held = held});
}

void claim_absolute(const claim *c, const char *quantity, double got, double expected,
                    double tolerance)
{
    bool held = fabs(got - expected) <= tolerance;
    add_row(c, quantity,
            (claim_row){.kind = CLAIM_ABSOLUTE,
                        .expected = expected,
                        .got = got,
                        .tolerance = tolerance,
                        .held = held});
}

void claim_at_most(const claim *c, const char *quantity, double got, double limit)
{
    add_row(
        c, quantity,
        (claim_row){.kind = CLAIM_AT_MOST, .expected = limit, .got = got, .held = got <= limit});
}

void claim_at_least(const claim *c, const char *quantity, double got, double limit)
{
    add_row(
        c, quantity,
        (claim_row){.kind = CLAIM_AT_LEAST, .expected = limit, .got = got, .held = got >= limit});
}

void claim_noted(const claim *c, const char *quantity, double got, double limit)
{
    add_row(c, quantity,
            (claim_row){.kind = CLAIM_NOTED, .expected = limit, .got = got, .held = true});
}

void claim_broken(const claim *c, const scree_error *error)
{
    fprintf(stderr, "%s: %s: %s%s%s%s\n", c->id, error->where, error->what,
            *error->hint ? " (" : "", error->hint, *error->hint ? ")" : "");
    add_row(c, "could not be run", (claim_row){.kind = CLAIM_BROKEN, .expected = NAN, .got = NAN});
}

// --- the command ----------------------------------------------------------------------------------------------------

static const char *kind_name(claim_kind kind)
{
    static const char *const names[] = {"relative", "absolute", "at most",
                                        "at least", "noted",    "broken"};
    return names[kind];
}

static bool print_json(const verify *v, const char *suite, double seconds)
{
    json j = {0};
    json_begin(&j);
    json_text(&j, "suite", suite);
    json_list(&j, "rows");
    for (int64_t i = 0; i < v->rows; i++) {
        const claim_row *r = &v->row[i];
        json_object(&j, NULL);
        json_text(&j, "case", r->id);
        json_text(&j, "quantity", r->quantity);
        json_number(&j, "expected", r->expected);
        json_number(&j, "got", r->got);
        json_text(&j, "kind", kind_name(r->kind));
        json_number(&j, "tolerance", r->tolerance);
        json_text(&j, "source", r->source);
        json_flag(&j, "held", r->held);
        json_close(&j);
    }
    json_close(&j);
    json_integer(&j, "checked", v->rows);
    json_integer(&j, "missed", v->missed);
    json_number(&j, "seconds", seconds);
    json_close(&j);
    bool good = !j.failed;
    if (good)
        puts(j.text);
    json_clear(&j);
    return good;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int conclude(const verify *v, const char *suite, double seconds)
{
    bool good = !v->out_of_memory;
    if (v->json)
        good = print_json(v, suite, seconds) && good;
    else if (v->rows)
        printf("%lld rows, %lld missed, %.1f s\n", (long long)v->rows, (long long)v->missed,
               seconds);
    if (!good) {
        args_fail("verify", "", "out of memory");
        return EXIT_MEMORY;
    }
    if (!v->rows)
        return args_fail("verify", "run it without --only to see all",
                         "no row has '%s' in its name", v->only);
    return v->missed ? EXIT_MISS : EXIT_DONE;
}

static int verify_suite(int argc, char **argv)
{
    verify v = {0};
    const option options[] = {
        {"json", OPTION_FLAG, &v.json, 0, NULL, "one JSON object instead of a table"},
        {"only", OPTION_TEXT, &v.only, 0, "TEXT", "only the cases with this text in their name"},
        {"full", OPTION_FLAG, &v.full, 0, NULL, "with the long runs (shapes, nonsmooth)"},
    };
    const syntax s = {"verify",
                      "[SUITE]",
                      "Checks the physics against closed forms and published numbers. Suites: "
                      "spheres (default), laws, shapes,\n"
                      "nonsmooth. The exit status is 1 when a row misses.",
                      options,
                      sizeof options / sizeof *options,
                      0,
                      1};
    const char *operand[OPERANDS_MOST];
    int operands;
    int code = args_read(&s, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    const char *suite = operands ? operand[0] : "spheres";
    size_t which = 0;
    while (which < COUNT(suites) && strcmp(suite, suites[which].name) != 0)
        which++;
    if (which == COUNT(suites))
        return args_fail("verify", "known are: spheres, laws, shapes, nonsmooth",
                         "there is no suite '%s'", suite);
    double start = seconds_now();
    if (!v.json)
        print_head();
    for (size_t i = 0; i < suites[which].count; i++)
        suites[which].list[i](&v);
    code = conclude(&v, suite, seconds_now() - start);
    for (int64_t i = 0; i < v.rows; i++) {
        free(v.row[i].id);
        free(v.row[i].quantity);
    }
    free(v.row);
    return code;
}

int main(int argc, char **argv)
{
    program_start(argv);
    return program_end(verify_suite(argc, argv));
}
