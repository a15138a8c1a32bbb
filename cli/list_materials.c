// list_materials.c - see list_materials.h.
#include "cli/list_materials.h"

#include "base/text.h"
#include "case/cards.h"
#include "console/words.h"

#include <stdio.h>
#include <string.h>

enum { KEY = 26, WIDTH = 110 };

// "restitution, with steel"
static const char *label(char out[80], const card_value *value)
{
    if (value->partner)
        snprintf(out, 80, "%s, with %s", value->key, value->partner);
    else
        snprintf(out, 80, "%s", value->key);
    return out;
}

static void print_card(const card *card)
{
    char words[80];
    char line[600];
    printf("  %s: ", card->name);
    print_wrapped(stdout, card->title, 4, WIDTH);
    for (int i = 0; i < card->values; i++) {
        const card_value *value = &card->value[i];
        printf("    %-*s ", KEY, label(words, value));
        snprintf(line, sizeof line, "%s: %s", value->value->text, value->source);
        print_wrapped(stdout, line, KEY + 7, WIDTH);
    }
    if (card->note) {
        printf("    ");
        print_wrapped(stdout, card->note, 4, WIDTH);
    }
}

bool print_material(const char *name)
{
    card card;
    if (!card_open(name, &card))
        return false;
    printf("a card of a material (materials: {NAME: {from: %s}})\n", name);
    print_card(&card);
    printf("\n");
    card_clear(&card);
    return true;
}

void print_materials(void)
{
    card card;
    printf("cards of materials (materials: {NAME: {from: CARD}}, and pairs: {A-B: {from: cards, "
           "...}})\n");
    for (int i = 0; i < card_count(); i++) {
        if (!card_open(card_name(i), &card))
            continue;
        print_card(&card);
        card_clear(&card);
    }
    printf("\n");
}

// ---- the page

static void page_of_card(const card *card)
{
    char words[80];
    printf("\n## `%s`\n\n%c%s", card->name,
           card->title[0] - ('a' <= card->title[0] && card->title[0] <= 'z' ? 32 : 0),
           card->title + 1);
    if (card->note)
        printf("; %s", card->note);
    printf(".\n\n| value | | source |\n|---|---|---|\n");
    for (int i = 0; i < card->values; i++) {
        const card_value *value = &card->value[i];
        printf("| %s | %s | %s |\n", label(words, value), value->value->text, value->source);
    }
}

void print_materials_page(void)
{
    card card;
    printf(
        "# Materials\n\n"
        "Values of materials that were published, each with its source. This page is made by "
        "`scree "
        "list materials --markdown`\nfrom the cards in `src/case/cards`, one file each, which the "
        "build finds.\n\n"
        "```yaml\nmaterials:\n  beans: {from: soybean, young: 10 MPa} # what stands here goes "
        "before the card\n  steel: {from: steel}\npairs:\n  beans-steel:\n    from: cards\n"
        "    normal: {law: hertz}         # restitution\n    tangential: {law: mindlin}   # "
        "friction\n    rolling: {law: elastic-plastic} # rolling\n```\n\n"
        "`from` of a material takes density and moduli from a card. `from: cards` of a pair takes "
        "what the cards of the two say of\neach other: `restitution` into the normal law, "
        "`friction` "
        "into the tangential one, `rolling` as `friction` of the rolling\none, where the law has "
        "such a parameter and the case does not give it. Laws are chosen by the case. What no card "
        "tells is\nnot guessed: the law has a default, or the missing key is an error. The "
        "[resolved "
        "case](case-files.md#the-resolved-case) holds\nthe values, and no card, so that a run does "
        "not change where a card does.\n\n"
        "What was measured of one sample is not true of all: take a card for a start, and measure "
        "your own material. A rolling friction\nbelongs to the model and the shape with which it "
        "was "
        "found. Most cases take softer grains than nature's, for a longer step.\n");
    for (int i = 0; i < card_count(); i++) {
        if (!card_open(card_name(i), &card))
            continue;
        page_of_card(&card);
        card_clear(&card);
    }
}
