// wall_choice.h - choices of primitives made in a test instead of read from a case.
#ifndef SCREE_TESTS_WALL_CHOICE_H
#define SCREE_TESTS_WALL_CHOICE_H

#include "shape/primitive.h"

#include <stdlib.h>
#include <string.h>

#define CHOICE_UNUSED __attribute__((unused))

// The primitive of that name with its defaults; nothing given.
CHOICE_UNUSED static choice choose(const char *name)
{
    choice c = {0};
    int count;
    const plugin *const *list = primitive_plugins(&count);
    c.what = plugin_find(list, count, name);
    if (!c.what)
        abort();
    c.value = calloc((size_t)c.what->count, sizeof *c.value);
    if (!c.value)
        abort();
    for (int i = 0; i < c.what->count; i++)
        for (int k = 0; k < 3; k++)
            c.value[i].number[k] = c.what->rows[i].fallback;
    return c;
}

CHOICE_UNUSED static row_value *value_named(choice *c, const char *name)
{
    for (int i = 0; i < c->what->count; i++)
        if (!strcmp(c->what->rows[i].name, name)) {
            c->value[i].given = true;
            return &c->value[i];
        }
    abort();
}

CHOICE_UNUSED static void set_vector(choice *c, const char *name, double x, double y, double z)
{
    row_value *v = value_named(c, name);
    v->number[0] = x;
    v->number[1] = y;
    v->number[2] = z;
}

CHOICE_UNUSED static void set_real(choice *c, const char *name, double x)
{
    value_named(c, name)->number[0] = x;
}

CHOICE_UNUSED static void set_text(choice *c, const char *name, const char *text)
{
    row_value *v = value_named(c, name);
    free(v->text);
    v->text = strcpy(malloc(strlen(text) + 1), text);
}

// Makes the primitive and clears the choice.
CHOICE_UNUSED static scree_status made(choice *c, primitive **out, mesh_report *report,
                                       scree_error *error)
{
    scree_status status = primitive_make(c, "", out, report, error);
    choice_clear(c);
    return status;
}

#endif
