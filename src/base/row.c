// row.c - see row.h.
#include "base/row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const row_value *value_of(const choice *c, const char *name)
{
    for (int i = 0; i < c->what->count; i++)
        if (!strcmp(c->what->rows[i].name, name))
            return &c->value[i];
    assert(!"row name exists");
    return NULL;
}

double choice_real(const choice *c, const char *name)
{
    return value_of(c, name)->number[0];
}
bool choice_flag(const choice *c, const char *name)
{
    return value_of(c, name)->number[0] != 0;
}
const char *choice_text(const choice *c, const char *name)
{
    return value_of(c, name)->text;
}
spread choice_spread(const choice *c, const char *name)
{
    return value_of(c, name)->range;
}
bool choice_given(const choice *c, const char *name)
{
    return value_of(c, name)->given;
}

void choice_vector(const choice *c, const char *name, double out[3])
{
    memcpy(out, value_of(c, name)->number, 3 * sizeof *out);
}

const char *row_word(const row *is, int index, int *length)
{
    const char *word = is->unit;
    for (; index > 0 && word; index--) {
        word = strchr(word, '|');
        if (word)
            word++;
    }
    if (index < 0 || !word)
        return NULL;
    *length = (int)strcspn(word, "|");
    return word;
}

void choice_clear(choice *c)
{
    if (c->what)
        for (int i = 0; i < c->what->count; i++)
            free(c->value[i].text);
    free(c->value);
    memset(c, 0, sizeof *c);
}

// Names of files have '_' where those in a case may have '-': both are the same name.
static bool same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !((*a == '-' || *a == '_') && (*b == '-' || *b == '_')))
            return false;
    return *a == *b;
}

const plugin *plugin_find(const plugin *const *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (same_name(list[i]->name, name))
            return list[i];
    return NULL;
}
