// resolved_values.c - see resolved_values.h.
#include "case/resolved_values.h"

#include "case/case.h"
#include "base/spread.h"
#include "base/text.h"
#include "case/quantity.h"

#include <math.h>
#include <string.h>

void put_quantity(text_buffer *buffer, double value, const char *si)
{
    char text[100];
    quantity_print(value, si, text, sizeof text);
    text_append(buffer, text);
}

void put_vector(text_buffer *text, const double x[3], const char *si)
{
    for (int i = 0; i < 3; i++) {
        text_append(text, i ? ", " : "[");
        put_quantity(text, x[i], si);
    }
    text_append(text, "]");
}

void put_v3(text_buffer *text, v3 v, const char *si)
{
    const double x[3] = {v.x, v.y, v.z};
    put_vector(text, x, si);
}

// With what YAML takes for signs of its own behind a \, and what a case takes for an expression behind a $ (let.h).
static void quote(text_buffer *buffer, const char *text, bool as_it_stands)
{
    text_append(buffer, "\"");
    for (const char *sign = text ? text : ""; *sign; sign++) {
        if (*sign == '"' || *sign == '\\')
            text_append(buffer, "\\");
        if (as_it_stands && sign[0] == '$' && sign[1] == '{')
            text_append(buffer, "$");
        if ((unsigned char)*sign < 0x20)
            text_append_format(buffer, "\\x%02x", (unsigned)*sign);
        else
            text_append_slice(buffer, sign, 1);
    }
    text_append(buffer, "\"");
}

void put_quoted(text_buffer *buffer, const char *text)
{
    quote(buffer, text, true);
}

// Would a text that stands without quotes be read as something else in flow style? Expressions are hidden from YAML (let.h).
static bool wants_quotes(const char *text)
{
    if (!strncmp(text, "${", 2))
        return false;
    return !*text || strpbrk(text, ",[]{}\"#") || strstr(text, ": ") ||
           strchr("&*!|>'%@`?- ", *text);
}

void put_node(text_buffer *text, const node *value)
{
    const bool scalar = value->kind == NODE_SCALAR;
    if (scalar && (value->quoted || wants_quotes(value->text))) {
        quote(text, value->text, false); // expressions in it are still to be read
        return;
    }
    if (scalar) {
        text_append(text, value->text);
        return;
    }
    const bool map = value->kind == NODE_MAP;
    text_append(text, map ? "{" : "[");
    for (int i = 0; i < value->count; i++) {
        text_append(text, i ? ", " : "");
        if (map)
            text_append_format(text, "%s: ", value->entry[i].key);
        put_node(text, value->entry[i].value);
    }
    text_append(text, map ? "}" : "]");
}

const char *flag_word(bool value)
{
    return value ? "true" : "false";
}

static void put_list(text_buffer *text, const char *key, const double *value, int count,
                     const char *si)
{
    text_append_format(text, ", %s: [", key);
    for (int i = 0; i < count; i++) {
        text_append(text, i ? ", " : "");
        put_quantity(text, value[i], si);
    }
    text_append(text, "]");
}

static void put_part(text_buffer *text, const char *key, double value, const char *si)
{
    text_append_format(text, ", %s: ", key);
    put_quantity(text, value, si);
}

void put_spread(text_buffer *text, const spread *spread, const char *si)
{
    const bool bell = spread->kind == SPREAD_NORMAL || spread->kind == SPREAD_LOGNORMAL;
    const spread_table *table = spread->table;
    if (spread->kind == SPREAD_FIXED) {
        put_quantity(text, spread->value, si);
        return;
    }
    text_append_format(text, "{distribution: %s, by: %s", spread_kind_names[spread->kind],
                       spread_by_names[spread->by]);
    put_part(text, "from", spread->from, si);
    put_part(text, "to", spread->to, si);
    if (bell) {
        put_part(text, "mean", spread->value, si);
        put_part(text, "deviation", spread->deviation, spread->kind == SPREAD_NORMAL ? si : "1");
    }
    if (spread->kind == SPREAD_ROSIN_RAMMLER) {
        put_part(text, "size", spread->value, si);
        put_part(text, "exponent", spread->exponent, "1");
    }
    if (spread->kind == SPREAD_TABLE) {
        put_list(text, "sizes", table->size, table->sizes, si);
        put_list(text, table->shares ? "shares" : "finer", table->part, table->sizes, "1");
        if (table->steps)
            text_append(text, ", curve: steps");
    }
    text_append(text, "}");
}

static void one_word(text_buffer *text, const row *is, int index)
{
    int length = 0;
    const char *word = row_word(is, index, &length);
    if (word)
        text_append_format(text, "%.*s", length, word);
}

static void some_words(text_buffer *text, const row *is, int bits)
{
    bool any = false;
    text_append(text, "[");
    for (int i = 0; bits >> i; i++) {
        if (!(bits >> i & 1))
            continue;
        text_append(text, any ? ", " : "");
        one_word(text, is, i);
        any = true;
    }
    text_append(text, "]");
}

// One line per row: `indent key: value  # what it is`. What was left out and has no default stays left out.
static void row_line(text_buffer *text, const char *indent, const row *is, const row_value *value)
{
    const bool text_alone =
        is->type == ROW_TEXT || is->type == ROW_FORMULA || is->type == ROW_REGION;
    bool absent = text_alone
                      ? !value->text
                      : isnan(is->type == ROW_DISTRIBUTION ? value->range.value : value->number[0]);
    if (absent)
        return;
    text_append_format(text, "%s%s: ", indent, is->name);
    switch (is->type) {
    case ROW_REAL:
        put_quantity(text, value->number[0], is->unit);
        break;
    case ROW_INTEGER:
        text_append_format(text, "%.0f", value->number[0]);
        break;
    case ROW_FLAG:
        text_append(text, flag_word(value->number[0] != 0));
        break;
    case ROW_WORD:
        one_word(text, is, (int)value->number[0]);
        break;
    case ROW_WORDS:
        some_words(text, is, (int)value->number[0]);
        break;
    case ROW_AXIS:
        if (value->text)
            put_quoted(text, value->text);
        else
            put_vector(text, value->number, is->unit);
        break;
    case ROW_TEXT:
    case ROW_FORMULA:
    case ROW_REGION:
        put_quoted(text, value->text);
        break;
    case ROW_VECTOR:
        put_vector(text, value->number, is->unit);
        break;
    case ROW_DISTRIBUTION:
        put_spread(text, &value->range, is->unit);
        break;
    }
    text_append_format(text, " # %s\n", is->doc);
}

void put_rows(text_buffer *text, const char *indent, const choice *choice)
{
    for (int i = 0; i < choice->what->count; i++)
        row_line(text, indent, &choice->what->rows[i], &choice->value[i]);
}

void put_growth(text_buffer *text, const choice *growth)
{
    if (!growth->what)
        return;
    text_append(text, "    growth:\n");
    put_rows(text, "      ", growth);
}

void put_chosen(text_buffer *text, const char *indent, const choice *choice)
{
    text_append_format(text, "%slaw: %s\n", indent, choice->what ? choice->what->name : "none");
    if (choice->what)
        put_rows(text, indent, choice);
}
