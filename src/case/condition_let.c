// condition_let.c - names of `let` in a condition become their values, see condition_resolve in condition.h. What a condition
// knows by itself, its own names and columns of probes, goes before them.
#include "case/condition.h"

#include "base/text.h"
#include "case/condition_parse.h"
#include "case/expression_parse.h"
#include "case/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How long a name with a point in it is, PROBE.COLUMN, whether or not there is such a probe; 0: another one stands there.
static size_t dotted_length(const char *at, size_t name)
{
    size_t length = name;
    if (at[length] != '.' || !condition_name_sign(at[length + 1]))
        return 0;
    while (condition_name_sign(at[length]) || at[length] == '.')
        length++;
    return length;
}

// How long PROBE.COLUMN or probe.PROBE.COLUMN is, of any probe of the case; 0: none stands there.
static size_t column_length(const char *at, const model *model)
{
    const size_t before = !strncmp(at, "probe.", 6) ? 6 : 0;
    for (int i = 0; model && i < model->probes; i++) {
        const size_t name = strlen(model->probe[i].name);
        size_t length = before + name;
        if (strncmp(at + before, model->probe[i].name, name) != 0 || at[length] != '.')
            continue;
        while (condition_name_sign(at[length]) || at[length] == '.')
            length++;
        return length;
    }
    return 0;
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(word, at, length);
}

// How long a name or a word of a condition is, with the brackets of count(NAME); 0: it is another name.
static size_t own_length(const char *at, size_t name)
{
    static const char *const words[] = {"and", "or", "not"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(at, name, words[i]))
            return name;
    for (int i = 0; i < CONDITION_PROBE; i++) {
        if (!is_word(at, name, condition_names[i].name))
            continue;
        const char *bracket = at + name + strspn(at + name, " ");
        const char *close = i == CONDITION_COUNT && *bracket == '(' ? strchr(bracket, ')') : NULL;
        return close ? (size_t)(close + 1 - at) : name;
    }
    return 0;
}

// What stands as it is at the beginning of a text: a column, a name of conditions, a number with its unit, a sign; 0: a name.
static size_t kept_length(const char *at, const model *model)
{
    const char *end = at + 1;
    double unused;
    const size_t name = expression_name_length(at);
    const size_t column = column_length(at, model);
    if (column > 0)
        return column;
    if (name > 0 && dotted_length(at, name) > 0)
        return dotted_length(at, name);
    if (name > 0)
        return own_length(at, name);
    if (unit_is_digit(*at)) {
        if (!text_number(at, &unused, &end))
            end = at + 1;
        end += expression_unit_length(end);
    }
    return (size_t)(end - at);
}

// Of a name that the condition has itself: is one of `let` called so, too?
static bool hides_name(const char *at, size_t length, const expression_scope *scope,
                       char hidden[CONDITION_NAME_ROOM])
{
    snprintf(hidden, CONDITION_NAME_ROOM, "%.*s", (int)length, at);
    const char *near = scope->nearest ? scope->nearest(scope->names, hidden) : NULL;
    return near && !strcmp(near, hidden);
}

char *condition_resolve(const char *text, const model *model, const expression_scope *scope,
                        char hidden[CONDITION_NAME_ROOM])
{
    text_buffer out = {0};
    bool found = false;
    text_append(&out, "");
    for (const char *at = text; *at;) {
        const size_t kept = kept_length(at, model);
        const size_t length = expression_name_length(at);
        if (kept > 0 && !found && own_length(at, length) > 0)
            found = hides_name(at, length, scope, hidden);
        if (kept > 0) {
            text_append_slice(&out, at, kept);
            at += kept;
            continue;
        }
        char *word = text_slice(at, length);
        char *value = word ? expression_resolve(word, scope) : NULL;
        text_append(&out, value ? value : "");
        out.failed = out.failed || !value;
        free(value);
        free(word);
        at += length;
    }
    if (!found)
        *hidden = 0;
    if (!out.failed)
        return out.data;
    text_buffer_clear(&out);
    return NULL;
}
