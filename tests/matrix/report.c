// report.c - see report.h.
#include "matrix/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_text(char *out, size_t room, const char *before, const char *text)
{
    const size_t at = strlen(out);
    snprintf(out + at, room - at, "%s%s", at ? before : "", text);
}

// As --only takes it.
void report_row(const factors *all, const selection *row, char *out, size_t room)
{
    *out = 0;
    for (int f = 0; f < FACTORS; f++) {
        char one[140];
        if (row->level[f] == all->of[f].plain)
            continue;
        snprintf(one, sizeof one, "%s=%s", all->of[f].name, all->of[f].level[row->level[f]].name);
        add_text(out, room, ";", one);
    }
}

static void conflict_text(const factors *all, const conflict *is, char *out, size_t room)
{
    *out = 0;
    for (int k = 0; k < is->count; k++) {
        char one[140];
        const factor *f = &all->of[is->factor[k]];
        snprintf(one, sizeof one, "%s %s", f->name, f->level[is->level[k]].name);
        add_text(out, room, " + ", one);
    }
}

void report_verdict(const factors *all, int number, const selection *row, const verdict *is)
{
    char text[3000];
    report_row(all, row, text, sizeof text);
    printf(
        "row %d: %s; %.2f s, %lld grains, %lld contacts, momentum %.1e, books %.1e%s%s\n    %s\n",
        number,
        is->told   ? "stops by name"
        : is->good ? "runs"
                   : "FAILS",
        is->seconds, (long long)is->grains, (long long)is->contacts, is->momentum, is->residual,
        is->good && !is->told ? "" : ": ", is->why, text);
}

void report_conflict(const factors *all, const conflict *is)
{
    char text[1000];
    conflict_text(all, is, text, sizeof text);
    printf("%s: %s\n    %s\n", is->named ? "refused by name" : "REFUSED WITHOUT A NAME", text,
           is->message);
}

void report_tally(const tally *is, const conflict_list *conflicts)
{
    printf("%d rows run, %d of them until they stop at a wall or a stage that they name; %d "
           "fail\n%d kinds of "
           "combinations are refused, %d without a name\n",
           is->ran, is->told, is->failed, conflicts->count, is->unnamed);
    printf("%lld combinations: %lld stand in a row, %lld hold what is refused, %lld cannot be "
           "without it, of %lld no row was found\n",
           (long long)is->array.all, (long long)is->array.covered, (long long)is->array.refused,
           (long long)is->array.impossible, (long long)is->array.not_found);
    printf("%lld steps, %.0f s of a processor\n", (long long)is->steps, is->seconds);
}

void report_json(const factors *all, const tally *is, const conflict_list *conflicts)
{
    printf("{\"rows\": %d, \"ran\": %d, \"failed\": %d, \"refusals\": %d, \"unnamed\": %d, "
           "\"combinations\": %lld, \"covered\": %lld, \"refused\": %lld, \"impossible\": %lld, "
           "\"not_found\": %lld, "
           "\"seconds\": %.1f, \"not_together\": [",
           is->rows, is->ran, is->failed, conflicts->count, is->unnamed, (long long)is->array.all,
           (long long)is->array.covered, (long long)is->array.refused,
           (long long)is->array.impossible, (long long)is->array.not_found, is->seconds);
    for (int i = 0; i < conflicts->count; i++) {
        const conflict *one = &conflicts->item[i];
        printf("%s{", i ? ", " : "");
        for (int k = 0; k < one->count; k++)
            printf("\"%s\": \"%s\", ", all->of[one->factor[k]].name,
                   all->of[one->factor[k]].level[one->level[k]].name);
        printf("\"named\": %s}", one->named ? "true" : "false");
    }
    printf("]}\n");
}

// ---- the page: conflicts of the same two factors and one level of the first are one line

typedef struct line {
    char first[300], second[300], why[1300];
} line;

static int by_text(const void *a, const void *b)
{
    const line *x = a;
    const line *y = b;
    const int first = strcmp(x->first, y->first);
    return first ? first : strcmp(x->second, y->second);
}

// Without its place in the file, and without the remedy.
static const char *reason_of(const conflict *is)
{
    const char *what = strstr(is->message, ": ");
    return what ? what + 2 : is->message;
}

void report_page(const factors *all, const conflict_list *conflicts)
{
    line *lines = calloc((size_t)conflicts->count + 1, sizeof *lines);
    if (!lines)
        return;
    for (int i = 0; i < conflicts->count; i++) {
        const conflict *is = &conflicts->item[i];
        conflict first = *is;
        conflict rest = *is;
        first.count = is->count > 0 ? 1 : 0;
        rest.count = 0;
        for (int k = 1; k < is->count; k++) {
            rest.factor[rest.count] = is->factor[k];
            rest.level[rest.count++] = is->level[k];
        }
        conflict_text(all, &first, lines[i].first, sizeof lines[i].first);
        conflict_text(all, &rest, lines[i].second, sizeof lines[i].second);
        snprintf(lines[i].why, sizeof lines[i].why, "%s", reason_of(is));
    }
    qsort(lines, (size_t)conflicts->count, sizeof *lines, by_text);
    printf("| this | does not go with | what is said |\n|---|---|---|\n");
    for (int i = 0; i < conflicts->count; i++)
        printf("| %s | %s | %s |\n", lines[i].first, lines[i].second, lines[i].why);
    free(lines);
}
