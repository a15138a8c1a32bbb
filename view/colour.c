// colour.c - see colour.h.
#include "view/colour.h"

#include "state/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct colour_word {
    const char *name, *column;
    bool kinds;
} colour_word;

static const colour_word words[] = {
    {"speed", "velocity", false}, {"size", "radius", false}, {"height", "position", false},
    {"set", "set", true},         {"shape", "shape", true},  {"material", "material", true},
};
enum { WORDS = sizeof words / sizeof *words };

// What world_glance fills in.
static bool seen_at_a_glance(const char *name)
{
    static const char *const known[] = {"id",       "position", "radius", "velocity",
                                        "material", "set",      "shape",  "body"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i]))
            return true;
    return false;
}

v3 view_upwards(const model *model)
{
    if (model->dimensions == 2)
        return v3_make(0, 1, 0);
    return v3_norm(model->gravity) > 0 ? v3_scale(-1, v3_unit(model->gravity)) : v3_make(0, 0, 1);
}

static bool offered(const column *column)
{
    return column->width == 1 || column->width == 3;
}

static void take_column(view_colour *colour, const column *column, int component)
{
    static const char *const endings[] = {"", ".x", ".y", ".z"};
    snprintf(colour->name, sizeof colour->name, "%s%s", column->name, endings[component + 1]);
    colour->unit = column->unit;
    colour->column = column;
    colour->component = component;
    colour->whole = !seen_at_a_glance(column->name);
    colour->kinds = false;
    colour->along = v3_make(0, 0, 0);
}

static void take_word(view_colour *colour, const colour_word *word, const model *model)
{
    take_column(colour, column_named(TABLE_BALLS, word->column), -1);
    snprintf(colour->name, sizeof colour->name, "%s", word->name);
    colour->kinds = word->kinds;
    if (!strcmp(word->name, "height"))
        colour->along = view_upwards(model);
}

bool view_colour_at(view_colour *colour, int i, const model *model)
{
    int columns;
    const column *column = columns_of(TABLE_BALLS, &columns);
    int passed = WORDS;
    if (i < WORDS) {
        take_word(colour, &words[i], model);
        return true;
    }
    for (int k = 0; k < columns; k++) {
        const int ways = column[k].width == 3 ? 4 : 1;
        if (!offered(&column[k]))
            continue;
        if (i < passed + ways) {
            take_column(colour, &column[k], i - passed - 1);
            return true;
        }
        passed += ways;
    }
    return false;
}

bool view_colour_find(view_colour *colour, const char *name, const model *model)
{
    for (int i = 0; view_colour_at(colour, i, model); i++)
        if (!strcmp(colour->name, name))
            return true;
    return false;
}

double view_colour_value(const view_colour *colour, const frame_balls *balls, int64_t i)
{
    const column *column = colour->column;
    const char *rows = *(char *const *)((const char *)balls + column->offset);
    const char *row = rows + (size_t)i * column->size;
    if (column->type == NUMBER_I32) {
        const int32_t *whole = (const int32_t *)row;
        return colour->component < 0 && column->width == 3
                   ? sqrt((double)whole[0] * whole[0] + (double)whole[1] * whole[1] +
                          (double)whole[2] * whole[2])
                   : whole[colour->component < 0 ? 0 : colour->component];
    }
    if (column->type == NUMBER_I64)
        return (double)*(const int64_t *)row;
    const double *number = (const double *)row;
    if (column->width == 1)
        return *number;
    if (colour->component >= 0)
        return number[colour->component];
    const v3 vector = v3_at(number);
    return v3_norm(colour->along) > 0 ? v3_dot(vector, colour->along) : v3_norm(vector);
}
