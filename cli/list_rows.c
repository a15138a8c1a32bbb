// list_rows.c - see list_rows.h.
#include "cli/list_rows.h"

#include "case/examples.h"
#include "console/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = LIST_NAME, WIDTH = 110 };

static void print_range(const row *is)
{
    bool low = isfinite(is->low), high = isfinite(is->high), positive = is->low == ROW_POSITIVE;
    if (is->type == ROW_TEXT || is->type == ROW_FLAG || is->type == ROW_WORD ||
        is->type == ROW_WORDS || is->type == ROW_REGION || is->type == ROW_AXIS)
        return;
    if (positive && high)
        printf(", above 0, at most %g", is->high);
    else if (positive)
        printf(", above 0");
    else if (low && high)
        printf(", from %g to %g", is->low, is->high);
    else if (low)
        printf(", at least %g", is->low);
    else if (high)
        printf(", at most %g", is->high);
}

static const char *kind_of(const row *is)
{
    switch (is->type) {
    case ROW_VECTOR:
        return "vector";
    case ROW_INTEGER:
        return "whole number";
    case ROW_FLAG:
        return "true or false";
    case ROW_WORD:
        return "one of";
    case ROW_WORDS:
        return "list of";
    case ROW_AXIS:
        return "x, y, z or vector";
    case ROW_TEXT:
        return strcmp(is->unit, "1") != 0 ? is->unit : "text";
    case ROW_DISTRIBUTION:
        return "number or distribution";
    case ROW_REGION:
        return "region";
    case ROW_FORMULA:
        return "expression in t";
    case ROW_REAL:
        break;
    }
    return "number";
}

static void print_words(const row *is)
{
    int length;
    const char *word;
    for (int i = 0; (word = row_word(is, i, &length)); i++)
        printf("%s %.*s", i ? " or" : "", length, word);
}

static void print_default_word(const row *is)
{
    int length = 0;
    const char *word = row_word(is, (int)is->fallback, &length);
    if (word)
        printf(", default %.*s", length, word);
}

static void print_default_words(const row *is)
{
    int length;
    const char *word;
    printf(", default [");
    for (int i = 0; (word = row_word(is, i, &length)); i++) {
        if ((int)is->fallback >> i & 1)
            printf("%s%.*s", i ? ", " : "", length, word);
    }
    printf("]");
}

static void print_row(const row *is)
{
    printf("    %-*s %s", NAME, is->name, kind_of(is));
    if (is->type == ROW_WORD || is->type == ROW_WORDS)
        print_words(is);
    else if (is->type != ROW_TEXT && is->type != ROW_FLAG && is->type != ROW_REGION &&
             strcmp(is->unit, "1") != 0)
        printf(" in %s", is->unit);
    if (isnan(is->fallback))
        printf(", required");
    else if (is->fallback == ROW_OPTIONAL)
        printf(", optional");
    else if (is->type == ROW_FLAG)
        printf(", default %s", is->fallback != 0 ? "true" : "false");
    else if (is->type == ROW_WORD)
        print_default_word(is);
    else if (is->type == ROW_WORDS)
        print_default_words(is);
    else
        printf(", default %g", is->fallback);
    print_range(is);
    printf("\n    %-*s ", NAME, "");
    print_wrapped(stdout, is->doc, NAME + 5, WIDTH);
}

// One after the other, each on a line of its own.
static void print_examples(const char *examples)
{
    for (const char *line = examples; line && *line; line += strcspn(line, "\n")) {
        line += *line == '\n';
        printf("    %-*s %.*s\n", NAME, "example", (int)strcspn(line, "\n"), line);
    }
}

void print_plugins(const char *title, const plugin *const *list, int count)
{
    printf("%s\n", title);
    for (int i = 0; i < count; i++) {
        char name[WORD_ROOM];
        printf("  %s: ", word_name(name, list[i]->name));
        print_wrapped(stdout, list[i]->doc, 4, WIDTH);
        for (int k = 0; k < list[i]->count; k++)
            print_row(&list[i]->rows[k]);
        print_examples(case_example(list[i]));
    }
}

void print_family(const char *title, const plugin *const *list, int count)
{
    print_plugins(title, list, count);
    printf("\n");
}
