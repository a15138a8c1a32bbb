// list_laws.c - see list_laws.h.
#include "cli/list_laws.h"

#include "console/words.h"
#include "law/registry.h"
#include "law/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void print_law_table(void)
{
    printf("| slot | law | what it is | solvers |\n|---|---|---|---|\n");
    for (int s = 0; s < LAW_SLOTS; s++) {
        int n;
        const plugin *const *list = law_plugins(s, &n);
        for (int i = 0; i < n; i++) {
            char name[WORD_ROOM];
            word_name(name, list[i]->name);
            printf("| %s | [%s](laws/%s-%s.md) | %s | %s |\n", law_slot_word(s), name,
                   law_slot_word(s), name, list[i]->doc,
                   law_has_rows(s, list[i]) ? "both" : "smooth");
        }
    }
}

static const char *kind_of(const row *is)
{
    if (is->type == ROW_FLAG)
        return "true or false";
    if (is->type == ROW_TEXT)
        return "text";
    if (is->type == ROW_WORD)
        return "word";
    return strcmp(is->unit, "1") != 0 ? is->unit : "number";
}

static void print_word(const row *is, int index)
{
    int length = 0;
    const char *word = row_word(is, index, &length);
    if (word)
        printf("`%.*s`", length, word);
}

static void print_default(const row *is)
{
    if (isnan(is->fallback))
        printf("required");
    else if (is->fallback == ROW_OPTIONAL)
        printf("optional");
    else if (is->type == ROW_FLAG)
        printf("%s", is->fallback != 0 ? "true" : "false");
    else if (is->type == ROW_WORD)
        print_word(is, (int)is->fallback);
    else
        printf("%g", is->fallback);
}

static void print_words(const row *is)
{
    int length;
    for (int i = 0; row_word(is, i, &length); i++) {
        if (i > 0)
            printf(" or ");
        print_word(is, i);
    }
}

static void print_range(const row *is)
{
    bool high = isfinite(is->high);
    if (is->type == ROW_WORD)
        print_words(is);
    if (is->type == ROW_TEXT || is->type == ROW_FLAG || is->type == ROW_WORD ||
        is->type == ROW_WORDS)
        return;
    if (is->low == ROW_POSITIVE)
        printf("above 0");
    else if (isfinite(is->low))
        printf("at least %g", is->low);
    if (high)
        printf("%sat most %g", is->low == ROW_POSITIVE || isfinite(is->low) ? ", " : "", is->high);
}

static void print_page(int slot, const plugin *law, const char *page, const char *name)
{
    const char *example = law_example(slot, law);
    printf("# %s (%s law)\n\n", name, law_slot_word(slot));
    printf("Made by `scripts/make-law-pages` from `src/law/%s_%s.h` and `docs/laws/%s_%s.text.md`; "
           "a test keeps it "
           "fresh. [All laws](../laws.md)\n\n",
           law_slot_word(slot), law->name, law_slot_word(slot), law->name);
    const bool given = law_has(slot, law, LAW_GIVEN);
    printf("%c%s.\n\n```yaml\n%s: {law: %s%s%s}\n```\n\n", law->doc[0] & ~0x20, law->doc + 1,
           law_slot_word(slot), given ? "own-NAME" : name, given || *example ? ", " : "",
           given ? "..." : example);
    printf("Solvers: %s.\n\n", law_has_rows(slot, law)
                                   ? "smooth and nonsmooth"
                                   : "smooth; it has no rows for the nonsmooth one");
    if (!given)
        printf("![What the law answers](../pictures/laws/%s.png)\n\n", page);
}

static void print_rows(const plugin *law)
{
    printf("| parameter | unit | default | range | what |\n|---|---|---|---|---|\n");
    for (int i = 0; i < law->count; i++) {
        const row *is = &law->rows[i];
        printf("| `%s` | %s | ", is->name, kind_of(is));
        print_default(is);
        printf(" | ");
        print_range(is);
        printf(" | %s |\n", is->doc);
    }
}

bool print_law_page(const char *page)
{
    for (int s = 0; s < LAW_SLOTS; s++) {
        int n;
        const plugin *const *list = law_plugins(s, &n);
        for (int i = 0; i < n; i++) {
            char name[WORD_ROOM];
            char own[96];
            word_name(name, list[i]->name);
            snprintf(own, sizeof own, "%s-%s", law_slot_word(s), name);
            if (strcmp(page, own) != 0)
                continue;
            print_page(s, list[i], page, name);
            if (!law_has(s, list[i], LAW_GIVEN))
                print_rows(list[i]);
            return true;
        }
    }
    return false;
}
