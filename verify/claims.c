// claims.c - the table of claims: a row for each number that was checked, printed as it comes.
#include "verify/verify.h"

#include "base/memory.h"
#include "verify/experiments/experiments.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool claim_begin(claim *claim, verify *table, const char *source, const char *id, ...)
{
    va_list args;
    claim->table = table;
    claim->source = source;
    va_start(args, id);
    vsnprintf(claim->id, sizeof claim->id, id, args);
    va_end(args);
    const experiment *within = table->within;
    if (within && !experiment_has(within, claim->id))
        return false;
    return !table->only || strstr(claim->id, table->only) ||
           (within && experiment_is_called(within, table->only));
}

// What a number that is a mean may be off by itself, behind its tolerance.
static void error_text(const claim_row *row, char *out, size_t size)
{
    const size_t length = strlen(out);
    if (row->error > 0)
        snprintf(out + length, size - length, ", got +-%.2g", row->error);
}

static void tolerance_text(const claim_row *row, char *out, size_t size)
{
    switch (row->kind) {
    case CLAIM_RELATIVE:
        snprintf(out, size, "%.3g rel.", row->tolerance);
        break;
    case CLAIM_ABSOLUTE:
        snprintf(out, size, "%.3g abs.", row->tolerance);
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

void claims_print_head(void)
{
    printf("%-38s %-30s %13s %13s %-12s %-36s %s\n", "case", "quantity", "expected", "got",
           "tolerance", "source", "verdict");
}

// The head of an experiment, before its first row.
static void print_experiment(verify *verify, const experiment *within)
{
    if (!within || within == verify->shown)
        return;
    printf("\n%s: %s\n", within->document, within->title);
    verify->shown = within;
}

static void print_row(const claim_row *row)
{
    char tolerance[48];
    tolerance_text(row, tolerance, sizeof tolerance);
    error_text(row, tolerance, sizeof tolerance);
    printf("%-38s %-30s %13.7g %13.7g %-12s %-36s %s\n", row->id, row->quantity, row->expected,
           row->got, tolerance, row->source,
           !row->held                 ? "MISS"
           : row->kind == CLAIM_NOTED ? "note"
                                      : "ok");
    fflush(stdout);
}

static void free_row(const claim_row *row)
{
    free(row->id);
    free(row->quantity);
    free(row->source);
}

void claims_clear(verify *table)
{
    for (int64_t i = 0; i < table->rows; i++)
        free_row(&table->row[i]);
    free(table->row);
}

static void add_row(const claim *claim, const char *quantity, claim_row row)
{
    verify *verify = claim->table;
    if (!MEM_GROW(verify->row, verify->room, verify->rows + 1)) {
        verify->out_of_memory = true;
        return;
    }
    row.id = text_copy(claim->id);
    row.quantity = text_copy(quantity);
    row.source = text_copy(claim->source);
    row.within = verify->within;
    if (!row.id || !row.quantity || !row.source) {
        free_row(&row);
        verify->out_of_memory = true;
        return;
    }
    if (!row.held)
        verify->missed++;
    verify->row[verify->rows++] = row;
    if (verify->json)
        return;
    print_experiment(verify, row.within);
    print_row(&row);
}

void claim_relative(const claim *claim, const char *quantity, double got, double expected,
                    double tolerance)
{
    bool held = fabs(got - expected) <= tolerance * fabs(expected);
    add_row(claim, quantity,
            (claim_row){.kind = CLAIM_RELATIVE,
                        .expected = expected,
                        .got = got,
                        .tolerance = tolerance,
                        .held = held});
}

void claim_absolute(const claim *claim, const char *quantity, double got, double expected,
                    double tolerance)
{
    bool held = fabs(got - expected) <= tolerance;
    add_row(claim, quantity,
            (claim_row){.kind = CLAIM_ABSOLUTE,
                        .expected = expected,
                        .got = got,
                        .tolerance = tolerance,
                        .held = held});
}

void claim_at_most(const claim *claim, const char *quantity, double got, double limit)
{
    add_row(
        claim, quantity,
        (claim_row){.kind = CLAIM_AT_MOST, .expected = limit, .got = got, .held = got <= limit});
}

void claim_at_least(const claim *claim, const char *quantity, double got, double limit)
{
    add_row(
        claim, quantity,
        (claim_row){.kind = CLAIM_AT_LEAST, .expected = limit, .got = got, .held = got >= limit});
}

void claim_noted(const claim *claim, const char *quantity, double got, double limit)
{
    add_row(claim, quantity,
            (claim_row){.kind = CLAIM_NOTED, .expected = limit, .got = got, .held = true});
}

void claim_over_seeds(const claim *claim, const char *quantity, claim_mean got, claim_kind kind,
                      double expected, double tolerance)
{
    const double unit = kind == CLAIM_RELATIVE ? fabs(expected) : 1;
    const bool near = fabs(got.value - expected) <= tolerance * unit;
    add_row(claim, quantity,
            (claim_row){.kind = kind,
                        .expected = expected,
                        .got = got.value,
                        .tolerance = tolerance,
                        .error = got.error,
                        .held = near || kind == CLAIM_NOTED});
}

void claim_broken(const claim *claim, const scree_error *error)
{
    fprintf(stderr, "%s: %s: %s%s%s%s\n", claim->id, error->where, error->what,
            *error->hint ? " (" : "", error->hint, *error->hint ? ")" : "");
    add_row(claim, "could not be run",
            (claim_row){.kind = CLAIM_BROKEN, .expected = NAN, .got = NAN});
}
