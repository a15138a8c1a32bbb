// row.c - see row.h.
#include "base/row.h"

#include "base/spread.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const row *plugin_row(const plugin *what, const char *name)
{
    for (int i = 0; i < what->count; i++)
        if (!strcmp(what->rows[i].name, name))
            return &what->rows[i];
    return NULL;
}

static const row_value *value_of(const choice *choice, const char *name)
{
    for (int i = 0; i < choice->what->count; i++)
        if (!strcmp(choice->what->rows[i].name, name))
            return &choice->value[i];
    assert(!"row name exists");
    return NULL;
}

double choice_real(const choice *choice, const char *name)
{
    return value_of(choice, name)->number[0];
}
bool choice_flag(const choice *choice, const char *name)
{
    return value_of(choice, name)->number[0] != 0;
}
const char *choice_text(const choice *choice, const char *name)
{
    return value_of(choice, name)->text;
}
const formula *choice_formula(const choice *choice, const char *name)
{
    return value_of(choice, name)->formula;
}
int choice_region(const choice *choice, const char *name)
{
    const double number = choice_real(choice, name);
    return number >= 0 ? (int)number : -1;
}
spread choice_spread(const choice *choice, const char *name)
{
    return value_of(choice, name)->range;
}
const void *choice_made(const choice *choice, const char *name)
{
    return value_of(choice, name)->made;
}
void choice_keep(const choice *choice, const char *name, void *made, void (*unmake)(void *))
{
    for (int i = 0; i < choice->what->count; i++) {
        row_value *value = &choice->value[i];
        if (strcmp(choice->what->rows[i].name, name) != 0)
            continue;
        if (value->made)
            value->unmake(value->made);
        value->made = made;
        value->unmake = unmake;
    }
}
bool choice_given(const choice *choice, const char *name)
{
    return value_of(choice, name)->given;
}

void choice_vector(const choice *choice, const char *name, double out[3])
{
    memcpy(out, value_of(choice, name)->number, 3 * sizeof *out);
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

void choice_clear(choice *choice)
{
    for (int i = 0; choice->what && i < choice->what->count; i++) {
        free(choice->value[i].text);
        free(choice->value[i].formula);
        if (choice->value[i].made)
            choice->value[i].unmake(choice->value[i].made);
        spread_clear(&choice->value[i].range);
    }
    free(choice->value);
    memset(choice, 0, sizeof *choice);
}

// Names of files have '_' where those in a case may have '-': both are the same name.
static bool same_name(const char *one, const char *other)
{
    for (; *one && *other; one++, other++)
        if (*one != *other && !((*one == '-' || *one == '_') && (*other == '-' || *other == '_')))
            return false;
    return *one == *other;
}

const plugin *plugin_find(const plugin *const *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (same_name(list[i]->name, name))
            return list[i];
    return NULL;
}
