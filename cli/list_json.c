// list_json.c - see list_json.h.
#include "cli/list_json.h"

#include "case/cards.h"
#include "case/examples.h"
#include "case/keys.h"
#include "case/templates.h"
#include "console/words.h"
#include "fit/method.h"
#include "fit/model.h"
#include "law/registry.h"
#include "scene/growth.h"
#include "state/tables.h"
#include "store/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- plug-ins and their rows

static void put_slice(json *out, const char *key, const char *text, int length)
{
    char copy[200];
    snprintf(copy, sizeof copy, "%.*s", length, text);
    json_text(out, key, copy);
}

static void put_words(json *out, const row *row)
{
    int length;
    const char *word;
    json_list(out, "words");
    for (int i = 0; (word = row_word(row, i, &length)); i++)
        put_slice(out, NULL, word, length);
    json_close(out);
}

// Words are chosen by their numbers, several by bits.
static void put_default(json *out, const row *row)
{
    int length;
    const char *word = row_word(row, (int)row->fallback, &length);
    if (row->type == ROW_FLAG) {
        json_flag(out, "default", row->fallback != 0);
    } else if (row->type == ROW_WORD && word) {
        put_slice(out, "default", word, length);
    } else if (row->type == ROW_WORDS) {
        json_list(out, "default");
        for (int i = 0; (word = row_word(row, i, &length)); i++)
            if ((int)row->fallback >> i & 1)
                put_slice(out, NULL, word, length);
        json_close(out);
    } else {
        json_number(out, "default", row->fallback);
    }
}

static void put_range(json *out, const row *row)
{
    if (row->low == ROW_POSITIVE)
        json_number(out, "above", 0);
    else if (isfinite(row->low))
        json_number(out, "at_least", row->low);
    if (isfinite(row->high))
        json_number(out, "at_most", row->high);
}

static void put_row(json *out, const row *row)
{
    static const char *const kinds[] = {
        [ROW_REAL] = "number",        [ROW_VECTOR] = "vector", [ROW_INTEGER] = "integer",
        [ROW_FLAG] = "flag",          [ROW_WORD] = "word",     [ROW_WORDS] = "words",
        [ROW_TEXT] = "text",          [ROW_REGION] = "region", [ROW_DISTRIBUTION] = "distribution",
        [ROW_FORMULA] = "expression", [ROW_AXIS] = "axis",
    };
    const bool required = isnan(row->fallback);
    const bool numbers = row->type == ROW_REAL || row->type == ROW_VECTOR ||
                         row->type == ROW_INTEGER || row->type == ROW_DISTRIBUTION;
    json_object(out, NULL);
    json_text(out, "key", row->name);
    json_text(out, "kind", kinds[row->type]);
    json_text(out, "doc", row->doc);
    json_flag(out, "required", required);
    if (numbers || row->type == ROW_FORMULA)
        json_text(out, "unit", row->unit);
    if (row->type == ROW_WORD || row->type == ROW_WORDS)
        put_words(out, row);
    if (!required && row->fallback != ROW_OPTIONAL)
        put_default(out, row);
    if (numbers)
        put_range(out, row);
    json_close(out);
}

static void put_plugins(json *out, const char *key, const plugin *const *list, int count)
{
    json_list(out, key);
    for (int i = 0; i < count; i++) {
        char name[WORD_ROOM];
        json_object(out, NULL);
        json_text(out, "name", word_name(name, list[i]->name));
        json_text(out, "doc", list[i]->doc);
        json_list(out, "parameters");
        for (int k = 0; k < list[i]->count; k++)
            put_row(out, &list[i]->rows[k]);
        json_close(out);
        const char *example = case_example(list[i]);
        if (example)
            json_text(out, "example", example);
        json_close(out);
    }
    json_close(out);
}

static void put_laws(json *out, const case_families *families)
{
    json_object(out, "laws");
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        put_plugins(out, law_slot_word(slot), families->law[slot], families->laws[slot]);
    json_close(out);
}

static void put_fit(json *out)
{
    int count;
    json_object(out, "fit");
    const plugin *const *models = fit_model_plugins(&count);
    put_plugins(out, "data", models, count);
    const plugin *const *methods = fit_method_plugins(&count);
    put_plugins(out, "methods", methods, count);
    json_close(out);
}

// ---- what is no plug-in

static void put_shapes(json *out)
{
    json_object(out, "shapes");
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        int count;
        const char *const *shapes = case_shape_examples(dimensions, &count);
        json_list(out, dimensions == 2 ? "flat" : "solid");
        for (int i = 0; i < count; i++)
            json_text(out, NULL, shapes[i]);
        json_close(out);
    }
    json_close(out);
}

static void put_card(json *out, const card *card)
{
    json_object(out, NULL);
    json_text(out, "name", card->name);
    json_text(out, "doc", card->title);
    json_text(out, "note", card->note);
    json_list(out, "values");
    for (int i = 0; i < card->values; i++) {
        const card_value *value = &card->value[i];
        json_object(out, NULL);
        json_text(out, "key", value->key);
        if (value->partner)
            json_text(out, "with", value->partner);
        json_text(out, "value", value->value->text);
        json_text(out, "source", value->source);
        json_close(out);
    }
    json_close(out);
    json_close(out);
}

static void put_materials(json *out)
{
    card card;
    json_list(out, "materials");
    for (int i = 0; i < card_count(); i++) {
        if (!card_open(card_name(i), &card))
            continue;
        put_card(out, &card);
        card_clear(&card);
    }
    json_close(out);
}

static void put_columns(json *out)
{
    static const char *const names[TABLES] = {"state", "balls", "contacts", "walls", "ledger"};
    json_object(out, "columns");
    for (int t = 0; t < TABLES; t++) {
        int count;
        const column *list = columns_of((table)t, &count);
        json_list(out, names[t]);
        for (int i = 0; i < count; i++) {
            json_object(out, NULL);
            json_text(out, "name", list[i].name);
            json_text(out, "type", number_type_name(list[i].type));
            json_integer(out, "width", list[i].width);
            json_text(out, "unit", list[i].unit);
            json_text(out, "doc", list[i].doc);
            json_close(out);
        }
        json_close(out);
    }
    json_close(out);
}

static void put_examples(json *out)
{
    json_list(out, "examples");
    for (int i = 0; i < case_template_count(); i++) {
        int length;
        const char *doc = case_template_doc(i, &length);
        json_object(out, NULL);
        json_text(out, "name", case_template_name(i));
        put_slice(out, "doc", doc, length);
        json_close(out);
    }
    json_close(out);
}

// ---- topics

static void put_others(json *out, const char *topic)
{
    int sections;
    const plugin *const *section = key_sections(&sections);
    static const plugin *const growth[] = {&growth_of_grains};
    if (!topic || !strcmp(topic, "sections"))
        put_plugins(out, "sections", section, sections);
    if (!topic || !strcmp(topic, "growth"))
        put_plugins(out, "growth", growth, 1);
    if (!topic || !strcmp(topic, "fit"))
        put_fit(out);
    if (!topic || !strcmp(topic, "shapes"))
        put_shapes(out);
    if (!topic || !strcmp(topic, "materials"))
        put_materials(out);
    if (!topic || !strcmp(topic, "columns"))
        put_columns(out);
    if (!topic || !strcmp(topic, "examples"))
        put_examples(out);
}

static void put_families(json *out, const case_families *is, const char *topic)
{
    const struct {
        const char *name;
        const plugin *const *list;
        int count;
    } all[] = {
        {"walls", is->primitive, is->primitives}, {"drives", is->drive, is->drives},
        {"packings", is->packing, is->packings},  {"regions", is->region, is->regions},
        {"forces", is->force, is->forces},        {"probes", is->probe, is->probes},
    };
    if (!topic || !strcmp(topic, "laws"))
        put_laws(out, is);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!topic || !strcmp(topic, all[i].name))
            put_plugins(out, all[i].name, all[i].list, all[i].count);
}

bool list_json(const case_families *families, const char *topic)
{
    json out = {0};
    json_begin(&out);
    put_families(&out, families, topic);
    put_others(&out, topic);
    json_close(&out);
    const bool any = !out.failed && strcmp(out.text, "{}") != 0;
    if (any)
        puts(out.text);
    json_clear(&out);
    return any;
}
