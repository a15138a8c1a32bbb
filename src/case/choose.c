// choose.c - reading a plug-in by its rows: the keys, units, defaults and ranges of laws, drives, walls, packings and
// probes are what those declare of themselves, and no list of them stands here.
#include "case/reader.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "law/own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FAMILY = 64 };

// Names of files and names in cases differ in '_' and '-' only.
static bool same_name(const char *one, const char *other)
{
    while (*one && (*one == *other || (strchr("_-", *one) && strchr("_-", *other) && *other))) {
        one++;
        other++;
    }
    return *one == *other;
}

const plugin *reader_plugin(reader *reader, const node *at, const char *name,
                            const plugin *const *list, int count, const char *family)
{
    for (int i = 0; i < count; i++) {
        if (same_name(list[i]->name, name))
            return list[i];
    }
    if (own_is_name(name)) {
        reader_fault(
            reader, at, "read the case with a program that gives it (include/scree/law.h)",
            "the %s '%.60s' is one of a program that embeds Scree, and this one gives none "
            "of that name",
            family, name);
        return NULL;
    }
    const char *names[MAX_FAMILY];
    int shown = count < MAX_FAMILY ? count : MAX_FAMILY;
    for (int i = 0; i < shown; i++)
        names[i] = list[i]->name;
    const char *near = text_closest(name, names, shown, strlen(name) <= 3 ? 1 : 3);
    char hint[300];
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'? there are:", near);
    else
        snprintf(hint, sizeof hint, "there are:");
    for (int i = 0; i < shown; i++)
        text_list_add(hint, sizeof hint, names[i]);
    reader_fault(reader, at, hint, "there is no %s '%.60s'", family, name);
    return NULL;
}

// What a row holds when the case is silent. Returns false where the row is required.
static bool row_default(const row *is, row_value *row_value)
{
    if (isnan(is->fallback))
        return false;
    double value = is->fallback == ROW_OPTIONAL ? NAN : is->fallback;
    for (int i = 0; i < 3; i++)
        row_value->number[i] = value;
    row_value->range = (spread){
        .kind = SPREAD_FIXED,
        .value = value,
        .from = value,
        .to = value,
        .deviation = 0,
    };
    return true;
}

static int64_t whole_limit(double limit)
{
    return limit > 9e15 ? INT64_MAX : limit < -9e15 ? INT64_MIN : (int64_t)limit;
}

enum { WORDS = 16, WORD = 32 };

// The number of the word that stands there among those of the row.
static bool read_word(reader *reader, const node *node, const row *is, double *index)
{
    char text[WORDS][WORD];
    const char *words[WORDS];
    int count = 0;
    int length;
    for (const char *word; count < WORDS && (word = row_word(is, count, &length)); count++) {
        snprintf(text[count], WORD, "%.*s", length, word);
        words[count] = text[count];
    }
    int found = reader_word(reader, node, words, count);
    if (found >= 0)
        *index = found;
    return found >= 0;
}

// Some of the words, each a bit of the number.
static bool read_words(reader *reader, const node *node, const row *is, double *bits)
{
    int set = 0;
    if (!reader_is_list(reader, node))
        return false;
    for (int i = 0; i < node->count; i++) {
        double index;
        if (!read_word(reader, node->entry[i].value, is, &index))
            return false;
        set |= 1 << (int)index;
    }
    *bits = set;
    return true;
}

// The number of a region, and its name, which for one given in place was found for it.
static bool read_region(reader *reader, node *node, const row *is, row_value *value)
{
    const bool word = node->kind == NODE_SCALAR && *is->unit && !strcmp(node->text, is->unit);
    const int number = word ? -1 : reader->region(reader, node, reader->model, reader->user);
    if (!word && number < 0)
        return false;
    if (!word)
        value->number[0] = number;
    value->text = text_copy(word ? is->unit : reader->model->region[number].name);
    reader->book->no_memory = reader->book->no_memory || !value->text;
    return value->text;
}

// What is left out in the plane is 0 where that may be, so that it can be written down and read again.
static bool read_vector(reader *reader, node *node, const row *is, row_value *value)
{
    v3 vector;
    const value_range range = {is->unit, is->low, is->high};
    if (!reader_vector(reader, node, &range, real_max(is->low, 0), &vector))
        return false;
    value->number[0] = vector.x;
    value->number[1] = vector.y;
    value->number[2] = vector.z;
    return true;
}

static bool read_row(reader *reader, node *node, const row *is, row_value *value)
{
    int64_t whole;
    bool flag;
    switch (is->type) {
    case ROW_REAL:
        return reader_real(reader, node, is->unit, is->low, is->high, &value->number[0]);
    case ROW_INTEGER:
        if (!reader_integer(reader, node, whole_limit(is->low), whole_limit(is->high), &whole))
            return false;
        value->number[0] = (double)whole;
        return true;
    case ROW_FLAG:
        if (!reader_flag(reader, node, &flag))
            return false;
        value->number[0] = flag;
        return true;
    case ROW_WORD:
        return read_word(reader, node, is, &value->number[0]);
    case ROW_WORDS:
        return read_words(reader, node, is, &value->number[0]);
    case ROW_VECTOR:
        return read_vector(reader, node, is, value);
    case ROW_AXIS:
        if (node->kind != NODE_SCALAR)
            return read_vector(reader, node, is, value);
        value->text = reader_copy(reader, node);
        value->number[0] = 0; // it is there
        return value->text;
    case ROW_TEXT:
        value->text = reader_copy(reader, node);
        return value->text &&
               (strcmp(is->name, "file") != 0 || reader_may_read(reader, node, value->text));
    case ROW_DISTRIBUTION:
        if (!reader_spread(reader, node, is->unit, is->low, is->high, &value->range))
            return false;
        value->number[0] = value->range.value;
        return true;
    case ROW_REGION:
        return read_region(reader, node, is, value);
    case ROW_FORMULA:
        return reader_formula(reader, node, is->unit, &value->text, &value->formula);
    }
    return false;
}

bool reader_rows(reader *reader, node *map, const plugin *what, choice *out)
{
    out->value = calloc((size_t)what->count + 1, sizeof *out->value);
    if (!out->value) {
        reader->book->no_memory = true;
        return false;
    }
    out->what = what;
    bool good = true;
    for (int i = 0; i < what->count; i++) {
        const row *is = &what->rows[i];
        row_value *value = &out->value[i];
        if (!row_default(is, value)) {
            node *node = reader_need(reader, map, is->name, is->doc);
            value->given = node && read_row(reader, node, is, value);
            good = good && value->given;
            continue;
        }
        node *node = reader_take(reader, map, is->name);
        value->given = node && read_row(reader, node, is, value);
        good = good && (!node || value->given);
    }
    return good;
}

bool reader_choice(reader *reader, node *map, const plugin_family *family, bool none, choice *out)
{
    if (!map)
        return false;
    if (none && map->kind == NODE_SCALAR && !strcmp(map->text, "none"))
        return true;
    if (map->kind == NODE_SCALAR) {
        char path[200];
        node_path(map, path, sizeof path);
        reader_fault(reader, map, "write {law: NAME, ...}",
                     "%s = %.60s does not say which law with which values", path,
                     *map->text ? map->text : "(empty)");
        return false;
    }
    if (!reader_is_map(reader, map))
        return false;
    const node *law = reader_need(reader, map, "law", "say which one: law: NAME");
    const char *name = law ? reader_text(reader, law) : NULL;
    if (!name)
        return false;
    bool good = true;
    if (!none || strcmp(name, "none") != 0) {
        const plugin *what =
            reader_plugin(reader, law, name, family->list, family->count, family->name);
        if (!what)
            return false;
        good = reader_rows(reader, map, what, out);
    }
    reader_finish(reader, map);
    return good;
}
