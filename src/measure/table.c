// table.c - see table.h.
#include "measure/table.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scree_status table_columns(probe_table *t, const probe_head *head, int count, scree_error *error)
{
    t->column = calloc((size_t)count, sizeof *t->column);
    if (!t->column)
        return fail_memory(error, "probe");
    t->columns = count;
    for (int i = 0; i < count; i++) {
        snprintf(t->column[i].name, sizeof t->column[i].name, "%s", head[i].name);
        snprintf(t->column[i].unit, sizeof t->column[i].unit, "%s",
                 head[i].unit ? head[i].unit : "");
    }
    return SCREE_OK;
}

scree_status table_row(probe_table *t, const double *value, scree_error *error)
{
    int64_t room = t->room * t->columns;
    int64_t need = (t->rows + 1) * t->columns;
    if (!mem_grow((void **)&t->value, &room, need, sizeof *t->value))
        return fail_memory(error, "probe");
    t->room = room / t->columns;
    memcpy(t->value + t->rows * t->columns, value, (size_t)t->columns * sizeof *value);
    t->rows++;
    return SCREE_OK;
}

void table_empty(probe_table *t)
{
    t->rows = 0;
}

void table_clear(probe_table *t)
{
    free(t->column);
    free(t->value);
    memset(t, 0, sizeof *t);
}

bool memory_put(probe_memory *m, const double *value, int64_t count)
{
    if (!mem_grow((void **)&m->value, &m->room, m->count + count, sizeof *m->value))
        return false;
    if (count)
        memcpy(m->value + m->count, value, (size_t)count * sizeof *value);
    m->count += count;
    return true;
}

scree_status probe_fail(scree_error *error, const char *law, const char *hint, const char *what,
                        ...)
{
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    return fail(error, SCREE_BAD_INPUT, law, hint, "%s", text);
}

scree_status probe_axis(const choice *c, const char *name, const char *law, int fallback, int *axis,
                        scree_error *error)
{
    const char *text = choice_text(c, name);
    *axis = fallback;
    if (!text)
        return SCREE_OK;
    if (text[0] >= 'x' && text[0] <= 'z' && !text[1]) {
        *axis = text[0] - 'x';
        return SCREE_OK;
    }
    return probe_fail(error, law, "write x, y or z", "%s = '%.60s' is no axis", name, text);
}

double v3_component(v3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

scree_status probe_range(const choice *c, const model *m, const char *law, int axis, double *low,
                         double *high, scree_error *error)
{
    *low = choice_given(c, "low") ? choice_real(c, "low") : v3_component(m->low, axis);
    *high = choice_given(c, "high") ? choice_real(c, "high") : v3_component(m->high, axis);
    if (!isfinite(*low) || !isfinite(*high))
        return probe_fail(error, law, "give `low` and `high`", "the domain has no end along %c",
                          "xyz"[axis]);
    if (*low < *high)
        return SCREE_OK;
    return probe_fail(error, law, "`low` must be below `high`",
                      "the range from %g m to %g m is empty", *low, *high);
}
