// axis.c - see axis.h.
#include "sweep/axis.h"

#include "base/memory.h"
#include "base/text.h"
#include "case/unit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MOST = 4, LITERAL_ROOM = 120 };

// A number with its unit as it was written.
typedef struct literal {
    double number; // in its own unit
    double value;  // SI
    char unit_text[LITERAL_ROOM];
    unit_value unit;
} literal;

static scree_status axis_fail(const axis *axis, const char *hint, const char *what,
                              scree_error *error)
{
    char where[120];
    snprintf(where, sizeof where, "--over %.100s", axis->name);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

// The same of a part of what was given.
static scree_status axis_fail_at(const axis *axis, const char *part, const char *hint,
                                 const char *what, scree_error *error)
{
    char words[300];
    snprintf(words, sizeof words, "`%.60s` %s", part, what);
    return axis_fail(axis, hint, words, error);
}

static scree_status too_many(const axis *axis, scree_error *error)
{
    return axis_fail(axis, "take a larger step", "more than a hundred thousand values", error);
}

// A copy without the blanks at both ends.
static char *trimmed(const char *text, size_t length)
{
    while (length && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return text_slice(text, length);
}

// False: it is no number with a unit, but a word.
static bool literal_read(const char *text, literal *out)
{
    const char *end;
    quantity_fault fault;
    if (!text_number(text, &out->number, &end))
        return false;
    while (isspace((unsigned char)*end))
        end++;
    if (strlen(end) >= sizeof out->unit_text)
        return false;
    strcpy(out->unit_text, end);
    return unit_parse(end, &out->unit, &fault) &&
           unit_convert(text, &out->unit, &out->value, &fault);
}

// Where the text ends or the sign stands, outside of brackets and quotes.
static size_t length_until(const char *text, char sign)
{
    int depth = 0;
    char quote = 0;
    size_t at = 0;
    for (; text[at]; at++) {
        const char c = text[at];
        if (quote) {
            quote = c == quote ? 0 : quote;
            continue;
        }
        if (c == sign && depth <= 0)
            return at;
        if (c == '\'' || c == '"')
            quote = c;
        depth += c == '[' || c == '{' || c == '(';
        depth -= c == ']' || c == '}' || c == ')';
    }
    return at;
}

// ---- values

static scree_status add_value(axis *axis, char *text, scree_error *error)
{
    int64_t numbers = axis->room;
    bool ok = text != NULL;
    ok = ok && MEM_GROW(axis->number, numbers, axis->values + 1);
    ok = ok && MEM_GROW(axis->text, axis->room, axis->values + 1);
    if (!ok) {
        free(text);
        return fail_memory(error, axis->name);
    }
    axis->text[axis->values++] = text;
    if (axis->values <= AXIS_VALUES_MOST)
        return SCREE_OK;
    return too_many(axis, error);
}

// "0.3 mm": of the steps of a range twelve digits are what was meant, and what is behind them is rounding.
static char *step_text(double number, const char *unit)
{
    return text_format("%.12g%s%s", number, *unit ? " " : "", unit);
}

// The numbers of a range, in the unit that they are spelt in, or where these differ in SI.
static void numbers_of(const literal range[3], double number[3], char unit[LITERAL_ROOM])
{
    bool alike = true;
    for (int i = 0; i < 2; i++)
        alike = alike && !strcmp(range[i].unit_text, range[2].unit_text);
    for (int i = 0; i < 3; i++)
        number[i] = alike ? range[i].number : range[i].value;
    if (alike)
        strcpy(unit, range[2].unit_text);
    else
        unit_spell(&range[2].unit, unit, LITERAL_ROOM);
    if (!strcmp(unit, "1"))
        unit[0] = 0;
}

static scree_status add_steps(axis *axis, const literal range[3], scree_error *error)
{
    double number[3];
    char unit[LITERAL_ROOM];
    numbers_of(range, number, unit);
    const double from = number[0];
    const double step = number[2];
    const double way = number[1] - from;
    if (!(step * way > 0) && way != 0) {
        return axis_fail(axis, "such as 0.1:1:0.1, from:to:step",
                         "the step leads away from the end", error);
    }
    const double spans = way == 0 ? 0 : way / step;
    const double steps = floor(spans * (1 + 1e-12) + 1e-9);
    if (!(steps < AXIS_VALUES_MOST))
        return too_many(axis, error);
    scree_status status = SCREE_OK;
    for (double i = 0; i <= steps && !status; i++) {
        char *text = step_text(from + i * step, unit);
        status = add_value(axis, text, error);
    }
    return status;
}

// 1..3; false: it is no such thing.
static bool whole_range(const char *text, long long *from, long long *to)
{
    int used = 0;
    return sscanf(text, "%lld..%lld%n", from, to, &used) == 2 && !text[used];
}

static scree_status add_whole(axis *axis, long long from, long long to, scree_error *error)
{
    if (to < from || to - from >= AXIS_VALUES_MOST) {
        return axis_fail(axis, "such as 1..3, at most a hundred thousand",
                         "the range of whole numbers is empty or too long", error);
    }
    scree_status status = SCREE_OK;
    for (long long i = from; i <= to && !status; i++)
        status = add_value(axis, text_format("%lld", i), error);
    return status;
}

// ---- ranges

// Cuts `from:to:step` into its parts; their number, or -1 where there are more than PARTS_MOST.
static int cut(const char *text, char *part[PARTS_MOST])
{
    int parts = 0;
    for (const char *at = text; parts < PARTS_MOST; parts++) {
        const size_t length = length_until(at, ':');
        part[parts] = trimmed(at, length);
        if (!at[length])
            return parts + 1;
        at += length + 1;
    }
    return -1;
}

// A number without a unit has that of the others: 1:5:1 mm.
static void share_units(literal *range, int count)
{
    const literal *with = NULL;
    for (int i = 0; i < count; i++)
        with = *range[i].unit_text ? &range[i] : with;
    for (int i = 0; i < count && with; i++) {
        if (*range[i].unit_text)
            continue;
        char text[LITERAL_ROOM + 40];
        snprintf(text, sizeof text, "%.17g %s", range[i].number, with->unit_text);
        literal_read(text, &range[i]);
    }
}

static scree_status set_range(axis *axis, const literal range[2], bool logarithmic,
                              scree_error *error)
{
    axis->is_range = true;
    axis->logarithmic = logarithmic;
    axis->low = range[0].value;
    axis->high = range[1].value;
    unit_spell(&range[0].unit, axis->unit, sizeof axis->unit);
    if (!(axis->low < axis->high))
        return axis_fail(axis, "such as 0.1:1", "the range goes from the larger to the smaller",
                         error);
    if (logarithmic && !(axis->low > 0))
        return axis_fail(axis, "begin above zero, or leave :log out",
                         "zero and what is below has no logarithm", error);
    return SCREE_OK;
}

static scree_status read_range(axis *axis, char *const part[], int parts, bool alone,
                               scree_error *error)
{
    literal range[3];
    const bool logarithmic = parts == 3 && !strcmp(part[2], "log");
    const int numbers = logarithmic ? 2 : parts;
    if (parts < 2 || parts > 3)
        return axis_fail(axis, "such as 0.1:1:0.1", "a range is from:to:step", error);
    for (int i = 0; i < numbers; i++) {
        if (!literal_read(part[i], &range[i]))
            return axis_fail_at(axis, part[i],
                                "such as 1 mm:5 mm:1 mm; words with colons stand in quotes",
                                "in a range is no number with a unit", error);
    }
    share_units(range, numbers);
    for (int i = 1; i < numbers; i++) {
        if (!unit_same_dimension(&range[0].unit, &range[i].unit))
            return axis_fail_at(axis, part[i], "give all of them one unit",
                                "has another dimension than the beginning of its range", error);
    }
    if (numbers == 3)
        return add_steps(axis, range, error);
    if (!alone)
        return axis_fail(axis, "give a step, from:to:step",
                         "a range without a step stands alone, and not in a list", error);
    return set_range(axis, range, logarithmic, error);
}

// ---- the whole

static scree_status read_item(axis *axis, const char *text, bool alone, scree_error *error)
{
    long long from;
    long long to;
    literal first;
    char *part[PARTS_MOST] = {NULL};
    if (!*text)
        return axis_fail(axis, "such as 0.1,0.3,0.5 or 0.1:1:0.1", "a value is empty", error);
    if (whole_range(text, &from, &to))
        return add_whole(axis, from, to, error);
    const int parts = cut(text, part);
    scree_status status;
    if (parts != 1 && part[0] && literal_read(part[0], &first))
        status = read_range(axis, part, parts, alone, error);
    else
        status = add_value(axis, text_copy(text), error);
    for (int i = 0; i < PARTS_MOST; i++)
        free(part[i]);
    return status;
}

// Are all values numbers of one dimension? 0 goes with all.
static void find_numbers(axis *axis)
{
    unit_value unit;
    bool any = false;
    axis->numeric = true;
    for (int64_t i = 0; i < axis->values && axis->numeric; i++) {
        literal is;
        axis->numeric = literal_read(axis->text[i], &is);
        if (!axis->numeric)
            break;
        axis->number[i] = is.value;
        if (is.number == 0 && !*is.unit_text)
            continue;
        axis->numeric = !any || unit_same_dimension(&unit, &is.unit);
        unit = is.unit;
        any = true;
    }
    for (int64_t i = 0; i < axis->values && !axis->numeric; i++)
        axis->number[i] = NAN;
    if (axis->numeric && any)
        unit_spell(&unit, axis->unit, sizeof axis->unit);
}

static scree_status refuse_doubles(const axis *axis, scree_error *error)
{
    for (int64_t i = 1; i < axis->values; i++) {
        for (int64_t k = 0; k < i && k < 1000; k++) {
            if (!strcmp(axis->text[i], axis->text[k]))
                return axis_fail_at(axis, axis->text[i], "leave one of them out", "is there twice",
                                    error);
        }
    }
    return SCREE_OK;
}

static bool names_a_seed(const char *name)
{
    const char *dot = strrchr(name, '.');
    return !strcmp(dot ? dot + 1 : name, "seed");
}

scree_status axis_read(const char *name, const char *values, axis *out, scree_error *error)
{
    memset(out, 0, sizeof *out);
    out->name = trimmed(name, strlen(name));
    if (!out->name)
        return fail_memory(error, name);
    out->is_seed = names_a_seed(out->name);
    scree_status status = SCREE_OK;
    const bool alone = !values[length_until(values, ',')];
    for (const char *at = values; !status;) {
        const size_t length = length_until(at, ',');
        char *item = trimmed(at, length);
        status = item ? read_item(out, item, alone, error) : fail_memory(error, name);
        free(item);
        if (!at[length])
            break;
        at += length + 1;
    }
    if (!status)
        status = refuse_doubles(out, error);
    if (!status && !out->is_range)
        find_numbers(out);
    out->numeric = out->numeric || out->is_range;
    if (!strcmp(out->unit, "1"))
        out->unit[0] = 0;
    return status;
}

void axis_clear(axis *axis)
{
    for (int i = 0; i < axis->keys; i++)
        free(axis->key[i]);
    for (int64_t i = 0; i < axis->values; i++)
        free(axis->text[i]);
    free(axis->key);
    free(axis->text);
    free(axis->number);
    free(axis->name);
    memset(axis, 0, sizeof *axis);
}

void axis_draw(const axis *axis, double share, char *text, size_t size, double *value)
{
    double drawn = axis->low + share * (axis->high - axis->low);
    if (axis->logarithmic)
        drawn = axis->low * pow(axis->high / axis->low, share);
    // Nine digits make names and tables that can be read; the value is what they say.
    snprintf(text, size, "%.9g", drawn);
    text_number(text, value, NULL);
    const size_t length = strlen(text);
    if (*axis->unit && length < size)
        snprintf(text + length, size - length, " %s", axis->unit);
}
