// reader_values.c - single values of a case: numbers with units, flags, vectors, words; see reader.h.
#include "case/reader_kinds.h"

#include "case/reader.h"
#include "base/text.h"
#include "case/quantity.h"
#include "case/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "[-1, 0.5]", "above 0 m", "at least 1 s", ...
static void range_text(double low, double high, const char *unit, char *out, size_t size)
{
    char low_text[60];
    char high_text[60];
    quantity_print(low == ROW_POSITIVE ? 0 : low, unit, low_text, sizeof low_text);
    quantity_print(high, unit, high_text, sizeof high_text);
    if (low == ROW_POSITIVE && high == INFINITY) {
        snprintf(out, size, "not above %s", low_text);
    } else if (high == INFINITY) {
        snprintf(out, size, "below %s", low_text);
    } else if (low == -INFINITY) {
        snprintf(out, size, "above %s", high_text);
    } else {
        snprintf(out, size, "outside %s%s, %s]", low == ROW_POSITIVE ? "(" : "[", low_text,
                 high_text);
    }
}

static void out_of_range(reader *reader, const node *node, const char *unit, double low,
                         double high)
{
    char path[READER_PATH];
    char range[140];
    range_text(low, high, unit, range, sizeof range);
    reader_fault(reader, node, "", "%s = %.60s is %s", reader_path_of(node, path), node->text,
                 range);
}

// The value without its range; `hint` instead of what the unit suggests, where not NULL.
static bool read_number(reader *reader, const node *node, const char *unit, const char *hint,
                        double *out)
{
    char path[READER_PATH];
    quantity_fault fault;
    if (!reader_is_scalar(reader, node, "a number"))
        return false;
    if (quantity_read(node->text, unit, out, &fault))
        return true;
    bool verb = !strncmp(fault.what, "is ", 3) || !strncmp(fault.what, "has ", 4) ||
                !strncmp(fault.what, "divides ", 8);
    reader_fault(reader, node, hint ? hint : fault.hint, verb ? "%s = %.60s %s" : "%s = %.60s: %s",
                 reader_path_of(node, path), node->text, fault.what);
    return false;
}

bool reader_is_quantity(const node *node, const char *unit)
{
    quantity_fault unused;
    double value;
    if (!node || node->kind != NODE_SCALAR || !quantity_read(node->text, unit, &value, &unused))
        return false;
    return value != 0 || !quantity_read(node->text, "1", &value, &unused);
}

bool reader_real(reader *reader, const node *node, const char *unit, double low, double high,
                 double *out)
{
    return reader_real_or(reader, node, &(value_range){unit, low, high}, NULL, out);
}

bool reader_real_or(reader *reader, const node *node, const value_range *range, const char *hint,
                    double *out)
{
    double value;
    if (!read_number(reader, node, range->unit, hint, &value))
        return false;
    if (!(value >= range->low && value <= range->high)) {
        out_of_range(reader, node, range->unit, range->low, range->high);
        return false;
    }
    *out = value;
    return true;
}

bool reader_integer(reader *reader, const node *node, int64_t low, int64_t high, int64_t *out)
{
    const double exact = 9007199254740992.0; // 2^53: beyond it doubles skip whole numbers
    char path[READER_PATH];
    double value;
    if (!read_number(reader, node, "1", "give a whole number", &value))
        return false;
    if (value != floor(value) || fabs(value) >= exact) {
        reader_fault(reader, node, "", "%s = %.60s is not a whole number below 2^53",
                     reader_path_of(node, path), node->text);
        return false;
    }
    if (value < (double)low || value > (double)high) {
        out_of_range(reader, node, "1", (double)low, high == INT64_MAX ? INFINITY : (double)high);
        return false;
    }
    *out = (int64_t)value;
    return true;
}

bool reader_flag(reader *reader, const node *node, bool *out)
{
    char path[READER_PATH];
    if (!reader_is_scalar(reader, node, "true or false"))
        return false;
    bool yes = !strcmp(node->text, "true");
    if (!yes && strcmp(node->text, "false") != 0) {
        reader_fault(reader, node, "write true or false", "%s = %.60s is neither true nor false",
                     reader_path_of(node, path), node->text);
        return false;
    }
    *out = yes;
    return true;
}

static bool is_nought(const node *node, const char *unit)
{
    quantity_fault unused;
    double value;
    return node->kind == NODE_SCALAR && quantity_read(node->text, unit, &value, &unused) &&
           value == 0;
}

bool reader_vector(reader *reader, const node *node, const value_range *range, double third,
                   v3 *out)
{
    char path[READER_PATH];
    double nought;
    if (!node)
        return false;
    if (is_nought(node, range->unit)) {
        if (!reader_real(reader, node, range->unit, range->low, range->high, &nought))
            return false;
        *out = v3_make(0, 0, reader->dimensions == 2 ? third : 0);
        return true;
    }
    if (node->kind != NODE_LIST)
        return reader_wrong_kind(reader, node, "a vector [x, y, z]"), false;
    bool flat = reader->dimensions == 2 && node->count == 2;
    if (node->count != 3 && !flat) {
        const char *comma = "write [x, y, z], with points before decimals";
        reader_fault(reader, node,
                     node->count > 3           ? comma
                     : reader->dimensions == 2 ? "write [x, y] or [x, y, z]"
                                               : "write [x, y, z]",
                     "%s needs 3 values, got %d", reader_path_of(node, path), node->count);
        return false;
    }
    double x[3] = {0, 0, third};
    bool good = true;
    for (int i = 0; i < node->count; i++) {
        good = reader_real(reader, node->entry[i].value, range->unit, range->low, range->high,
                           &x[i]) &&
               good;
    }
    if (good)
        *out = v3_make(x[0], x[1], x[2]);
    return good;
}

int reader_word(reader *reader, const node *node, const char *const *words, int count)
{
    char path[READER_PATH];
    char hint[200];
    if (!reader_is_scalar(reader, node, "a name"))
        return -1;
    for (int i = 0; i < count; i++) {
        if (!strcmp(node->text, words[i]))
            return i;
    }
    reader_suggestion(node->text, words, count, "known are:", hint, sizeof hint);
    reader_fault(reader, node, hint, "%s = %.60s is not known", reader_path_of(node, path),
                 node->text);
    return -1;
}

// What an expression in t is told, with its place.
static bool formula_fault(reader *reader, const node *node, const quantity_fault *fault)
{
    char path[READER_PATH];
    if (fault->what[0]) {
        reader_fault(reader, node, fault->hint, "%s = %.80s %s", reader_path_of(node, path),
                     node->text, fault->what);
    }
    return false;
}

// Hands over a formula and its text, which is owned.
static bool keep_formula(reader *reader, const formula *made, char *owned, char **text,
                         formula **out)
{
    *text = owned;
    *out = malloc(sizeof **out);
    if (!*text || !*out) {
        reader->book->no_memory = true;
        return false;
    }
    **out = *made;
    return true;
}

// A number in SI, "0.005 SI", in the place of an expression: it has the unit that is wanted. False: it is none.
static bool plain_formula(const char *text, const char *unit, formula *out, expression_value *value)
{
    quantity_fault unused;
    const size_t length = strlen(text);
    if (length < 3 || strcmp(text + length - 2, "SI") != 0)
        return false;
    if (!unit_parse(unit, &value->unit, &unused) ||
        !quantity_read(text, unit, &value->value, &unused))
        return false;
    *out = (formula){0};
    return formula_add(out, FORMULA_NUMBER, value->value);
}

bool reader_formula(reader *reader, const node *node, const char *unit, char **text, formula **out)
{
    unit_value want;
    unit_value got;
    quantity_fault fault;
    formula formula;
    expression_scope scope = reader->scope;
    scope.time = true;
    if (!reader_is_scalar(reader, node, "an expression in t"))
        return false;
    expression_value number;
    if (plain_formula(node->text, unit, &formula, &number)) {
        char printed[160];
        expression_print(&number, printed, sizeof printed);
        return keep_formula(reader, &formula, text_copy(printed), text, out);
    }
    if (!expression_read(node->text, &scope, &formula, &got, &fault))
        return formula_fault(reader, node, &fault);
    if (!unit_parse(unit, &want, &fault))
        return formula_fault(reader, node, &fault);
    const bool nought = formula_is_constant(&formula) && formula_at(&formula, 0, NULL) == 0;
    if (!nought && !unit_same_dimension(&want, &got)) {
        char kind[100];
        unit_describe(&got, kind, sizeof kind);
        snprintf(fault.what, sizeof fault.what, "is %s", kind);
        unit_expected(&want, unit, fault.hint, sizeof fault.hint);
        return formula_fault(reader, node, &fault);
    }
    return keep_formula(reader, &formula, expression_resolve(node->text, &scope), text, out);
}
