// cards.c - see cards.h. Cards act on the tree of a case: values that it does not give are put in before it is read, so
// that readers, checks and the resolved case see them as any others.
#include "case/cards.h"

#include "base/text.h"
#include "case/nodes.h"

#include <stdio.h>
#include <string.h>

int card_count(void)
{
    int count = 0;
    while (card_texts[count].name)
        count++;
    return count;
}

const char *card_name(int i)
{
    return card_texts[i].name;
}

// ---- one card

static const char *text_of(const node *map, const char *key)
{
    const node *value = map ? node_find(map, key) : NULL;
    return value && value->kind == NODE_SCALAR ? value->text : NULL;
}

// A value is written as [number, source], the source being a key of `sources`.
static void add_value(card *card, const char *partner, const node_entry *entry)
{
    const node *pair = entry->value;
    if (pair->kind != NODE_LIST || pair->count != 2 || card->values == CARD_VALUES_MOST)
        return;
    const char *source = text_of(node_find(card->tree, "sources"), pair->entry[1].value->text);
    card->value[card->values++] = (card_value){
        .partner = partner,
        .key = entry->key,
        .value = pair->entry[0].value,
        .source = source ? source : "",
    };
}

bool card_open(const char *name, card *out)
{
    const embedded_text *text = card_texts;
    while (text->name && strcmp(text->name, name) != 0)
        text++;
    *out = (card){.name = text->name};
    if (!text->name)
        return false;
    fault_book book = {0};
    fault_list faults = {0};
    out->tree = node_read(text->text, strlen(text->text), text->name, true, &book);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    if (!out->tree)
        return false;
    out->title = text_of(out->tree, "title");
    out->note = text_of(out->tree, "note");
    for (int i = 0; i < out->tree->count; i++)
        add_value(out, NULL, &out->tree->entry[i]);
    const node *pairs = node_find(out->tree, "pairs");
    for (int i = 0; pairs && i < pairs->count; i++) {
        const node *values = pairs->entry[i].value;
        for (int k = 0; k < values->count; k++)
            add_value(out, pairs->entry[i].key, &values->entry[k]);
    }
    return true;
}

void card_clear(card *card)
{
    tree_free(card->tree);
    *card = (struct card){0};
}

// ---- materials

static void put(reader *reader, node *map, const char *key, node *value)
{
    char *copy = text_copy(key);
    if (value && copy && node_add(map, copy, value->line, value->column, value))
        return;
    reader->book->no_memory = true;
}

// Which card a material of the case is from; NULL: none.
static const char *card_of(const node *root, const char *material, size_t length)
{
    const node *materials = node_find(root, "materials");
    for (int i = 0; materials && materials->kind == NODE_MAP && i < materials->count; i++) {
        const node_entry *entry = &materials->entry[i];
        if (strlen(entry->key) == length && !strncmp(entry->key, material, length))
            return entry->value->kind == NODE_MAP ? text_of(entry->value, "from") : NULL;
    }
    return NULL;
}

static void tell_unknown(reader *reader, const node *at, const char *name)
{
    const char *names[64];
    char hint[120];
    int count = card_count();
    count = count < 64 ? count : 64;
    for (int i = 0; i < count; i++)
        names[i] = card_name(i);
    const char *near = text_closest(name, names, count, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    else
        snprintf(hint, sizeof hint, "scree list materials tells which there are");
    reader_fault(reader, at, hint, "there is no card of a material '%.60s'", name);
}

static void apply_to_material(reader *reader, node *map)
{
    const node *from = map->kind == NODE_MAP ? node_find(map, "from") : NULL;
    card card;
    if (!from)
        return;
    const char *name = reader_text(reader, from);
    if (!name)
        return;
    if (!card_open(name, &card)) {
        tell_unknown(reader, from, name);
        return;
    }
    int taken = 0;
    for (int i = 0; i < card.values; i++) {
        const card_value *value = &card.value[i];
        if (value->partner || node_find(map, value->key))
            continue;
        put(reader, map, value->key, node_copy(value->value));
        taken++;
    }
    card_clear(&card);
    // as in the resolved case of a run, which has all values
    if (taken == 0 && from->line <= 0)
        reader_fault(reader, from, "set the values themselves, such as young",
                     "a card has no effect here: all that it tells is given");
}

// ---- pairs

// Where the values of two materials go: into which law of the pair, and as which of its parameters.
static const struct {
    const char *value;
    int slot;
    const char *law, *row;
} places[] = {
    {"restitution", LAW_NORMAL, "normal", "restitution"},
    {"friction", LAW_TANGENTIAL, "tangential", "friction"},
    {"rolling", LAW_ROLLING, "rolling", "friction"},
};

static bool law_takes(const reader *reader, int slot, const char *law, const char *row)
{
    const case_families *families = reader->families;
    const plugin *what = plugin_find(families->law[slot], families->laws[slot], law);
    return what && plugin_row(what, row);
}

static void apply_value(reader *reader, node *map, const card_value *value)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (strcmp(places[i].value, value->key) != 0)
            continue;
        node_entry *entry = node_entry_find(map, places[i].law);
        node *law = entry ? entry->value : NULL;
        const char *name = law && law->kind == NODE_MAP ? text_of(law, "law") : NULL;
        if (name && law_takes(reader, places[i].slot, name, places[i].row) &&
            !node_find(law, places[i].row))
            put(reader, law, places[i].row, node_copy(value->value));
    }
}

// What the card of the first says of the second.
static int apply_card(reader *reader, node *map, const char *first, const char *second)
{
    card card;
    int found = 0;
    if (!card_open(first, &card))
        return 0; // was told where the material is read
    for (int i = 0; i < card.values; i++) {
        const card_value *value = &card.value[i];
        if (!value->partner || strcmp(value->partner, second) != 0)
            continue;
        apply_value(reader, map, value);
        found++;
    }
    card_clear(&card);
    return found;
}

static void tell_no_card(reader *reader, const node *at, const char *key)
{
    const bool others = !strcmp(key, "default");
    reader_fault(reader, at,
                 others ? "name the pair, such as corn-steel"
                        : "give both materials a card, such as corn: {from: corn}, or leave it out",
                 others ? "pairs.%.60s takes no values of cards: which two are meant?"
                        : "pairs.%.60s: one of the two has no card",
                 key);
}

static void apply_to_pair(reader *reader, const node *root, const char *key, node *map)
{
    const node *from = map->kind == NODE_MAP ? node_find(map, "from") : NULL;
    const char *dash = strchr(key, '-');
    if (!from)
        return;
    if (from->kind != NODE_SCALAR || strcmp(from->text, "cards") != 0) {
        reader_fault(reader, from, "write from: cards", "pairs.%.60s.from is no word for that",
                     key);
        return;
    }
    const char *first = dash ? card_of(root, key, (size_t)(dash - key)) : NULL;
    const char *second = dash ? card_of(root, dash + 1, strlen(dash + 1)) : NULL;
    if (!first || !second) {
        tell_no_card(reader, from, key);
        return;
    }
    int found = apply_card(reader, map, first, second);
    if (strcmp(first, second) != 0)
        found += apply_card(reader, map, second, first);
    if (found == 0)
        reader_fault(reader, from, "give the values of its laws, and leave `from` out",
                     "pairs.%.60s: no card tells of %.40s on %.40s", key, first, second);
}

void cards_apply(reader *reader, node *root)
{
    if (root->kind != NODE_MAP)
        return;
    node_entry *pairs = node_entry_find(root, "pairs");
    for (int i = 0; pairs && pairs->value->kind == NODE_MAP && i < pairs->value->count; i++) {
        const node_entry *entry = &pairs->value->entry[i];
        apply_to_pair(reader, root, entry->key, entry->value);
    }
    node_entry *materials = node_entry_find(root, "materials");
    for (int i = 0; materials && materials->value->kind == NODE_MAP && i < materials->value->count;
         i++)
        apply_to_material(reader, materials->value->entry[i].value);
}
