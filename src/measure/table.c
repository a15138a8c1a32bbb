// table.c - see table.h.
#include "measure/table.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scree_status table_columns(probe_table *table, const probe_head *head, int count,
                           scree_error *error)
{
    table->column = calloc((size_t)count, sizeof *table->column);
    if (!table->column)
        return fail_memory(error, "probe");
    table->columns = count;
    for (int i = 0; i < count; i++) {
        const char *unit = head[i].unit ? head[i].unit : "";
        snprintf(table->column[i].name, sizeof table->column[i].name, "%s", head[i].name);
        snprintf(table->column[i].unit, sizeof table->column[i].unit, "%s", unit);
    }
    return SCREE_OK;
}

scree_status table_row(probe_table *table, const double *value, scree_error *error)
{
    const int64_t before = table->rows * table->columns;
    int64_t room = table->room * table->columns;
    if (!MEM_GROW(table->value, room, before + table->columns))
        return fail_memory(error, "probe");
    table->room = room / table->columns;
    memcpy(table->value + before, value, (size_t)table->columns * sizeof *value);
    table->rows++;
    return SCREE_OK;
}

void table_empty(probe_table *table)
{
    table->rows = 0;
}

void table_clear(probe_table *table)
{
    free(table->column);
    free(table->value);
    memset(table, 0, sizeof *table);
}

bool memory_put(probe_memory *memory, const double *value, int64_t count)
{
    if (!MEM_GROW(memory->value, memory->room, memory->count + count))
        return false;
    if (count)
        memcpy(memory->value + memory->count, value, (size_t)count * sizeof *value);
    memory->count += count;
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

scree_status probe_axis(const choice *choice, const char *name, const char *law, int fallback,
                        int *axis, scree_error *error)
{
    const char *text = choice_text(choice, name);
    *axis = fallback;
    if (!text)
        return SCREE_OK;
    if (text[0] >= 'x' && text[0] <= 'z' && !text[1]) {
        *axis = text[0] - 'x';
        return SCREE_OK;
    }
    return probe_fail(error, law, "write x, y or z", "%s = '%.60s' is no axis", name, text);
}

scree_status probe_range(const choice *choice, const model *model, const char *law, int axis,
                         double range[2], scree_error *error)
{
    range[0] = v3_component(model->low, axis);
    range[1] = v3_component(model->high, axis);
    if (choice_given(choice, "low"))
        range[0] = choice_real(choice, "low");
    if (choice_given(choice, "high"))
        range[1] = choice_real(choice, "high");
    if (!isfinite(range[0]) || !isfinite(range[1])) {
        return probe_fail(error, law, "give `low` and `high`", "the domain has no end along %c",
                          "xyz"[axis]);
    }
    if (range[0] < range[1])
        return SCREE_OK;
    return probe_fail(error, law, "`low` must be below `high`",
                      "the range from %g m to %g m is empty", range[0], range[1]);
}

scree_status probe_inside(const model *model, const char *law, int axis, const double range[2],
                          scree_error *error)
{
    const double first = v3_component(model->low, axis);
    const double last = v3_component(model->high, axis);
    const bool beyond = range[0] > last || range[1] < first;
    if (model->cell.given || axis >= model->dimensions || !beyond)
        return SCREE_OK;
    return probe_fail(error, law, "choose a place within the domain",
                      "along %c no grain is ever from %g m to %g m: the domain goes from %g m to "
                      "%g m",
                      "xyz"[axis], range[0], range[1], first, last);
}
