// quantity.c - numbers with units: literals, ratios, and the one conversion to double; see quantity.h. unit.c has the
// units.
#include "case/unit.h"
#include "case/quantity.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Where a decimal literal ends; NULL where none stands at `text`.
static const char *literal_end(const char *text)
{
    int digits = 0;
    bool point = false;
    const char *at = text;
    if (*at == '+' || *at == '-')
        at++;
    for (; unit_is_digit(*at) || (*at == '.' && !point); at++) {
        if (*at == '.')
            point = true;
        else
            digits++;
    }
    const char *end = at + 1;
    if (digits && (*at == 'e' || *at == 'E') &&
        (unit_is_digit(*end) || ((*end == '+' || *end == '-') && unit_is_digit(end[1])))) {
        for (at = end + 1; unit_is_digit(*at);)
            at++;
    }
    return digits ? at : NULL;
}

// The one conversion to double, correctly rounded; a literal can only fail by its size.
static bool literal_value(const char *text, int shift, double *value, quantity_fault *fault)
{
    if (text_number_shifted(text, shift, value, NULL))
        return true;
    return unit_complain(fault, "", "is too large or too small for a double");
}

static bool in_range(double value, quantity_fault *fault)
{
    if (isfinite(value))
        return true;
    return unit_complain(fault, "", "is too large for a double");
}

static bool begins_with_one_of(const char *text, const char *const *word, int words)
{
    for (int i = 0; i < words; i++) {
        if (!strncmp(text, word[i], strlen(word[i])))
            return true;
    }
    return false;
}

static bool no_number(const char *text, const unit_value *want, const char *si,
                      quantity_fault *fault)
{
    static const char *const endless[] = {"nan", "NaN", "NAN", "inf", "Inf", "INF"};
    const char *start = text + strspn(text, "+-.");
    const bool odd = begins_with_one_of(start, endless, 6);
    const char *what = odd ? "is not a finite number" : "is not a number";
    unit_expected(want, si, fault->hint, sizeof fault->hint);
    snprintf(fault->what, sizeof fault->what, "%s", what);
    return false;
}

// `2/7`: only where plain numbers stand. Both parts are converted, then divided once.
static bool ratio(const char *top, const char *bottom, double *value, quantity_fault *fault)
{
    double a;
    double b;
    const char *end = literal_end(bottom);
    if (!end)
        return unit_complain(fault, "", "is not a ratio");
    end += strspn(end, " ");
    if (!literal_value(top, 0, &a, fault) || !literal_value(bottom, 0, &b, fault))
        return false;
    if (*end || b == 0) {
        return unit_complain(fault, "write a ratio of two numbers such as 2/7",
                             b == 0 ? "divides by zero" : "is not a ratio");
    }
    *value = a / b;
    return in_range(*value, fault);
}

bool unit_convert(const char *number, const unit_value *unit, double *value, quantity_fault *fault)
{
    int shift = unit->shift >= 0 ? unit->shift / 2 : -((1 - unit->shift) / 2); // rounded down
    if (!literal_value(number, shift, value, fault))
        return false;
    if (unit->shift & 1)
        *value *= 3.1622776601683795;
    if (unit->times != 1)
        *value *= unit->times;
    if (unit->divide != 1)
        *value /= unit->divide;
    return in_range(*value, fault);
}

static bool without_unit(const char *number, const unit_value *want, bool plain, const char *si,
                         double *value, quantity_fault *fault)
{
    if (!literal_value(number, 0, value, fault))
        return false;
    if (plain || *value == 0)
        return true;
    unit_expected(want, si, fault->hint, sizeof fault->hint);
    snprintf(fault->what, sizeof fault->what, "has no unit");
    return false;
}

bool quantity_read(const char *text, const char *si, double *value, quantity_fault *fault)
{
    unit_value want;
    unit_value got;
    fault->what[0] = 0;
    fault->hint[0] = 0;
    if (!unit_parse(si, &want, fault))
        return false;
    bool plain = unit_same_dimension(&want, &(unit_value){{0, 0, 0, 0}, 0, 1, 1});
    const char *number = text + strspn(text, " ");
    const char *rest = literal_end(number);
    if (!rest)
        return no_number(number, &want, si, fault);
    rest += strspn(rest, " ");
    if (*rest == 0)
        return without_unit(number, &want, plain, si, value, fault);
    if (!strcmp(rest, "SI"))
        return literal_value(number, 0, value, fault);
    if (*rest == ',' && unit_is_digit(rest[1])) {
        return unit_complain(fault, "write a point, not a comma, before the decimals",
                             "is not a number");
    }
    const char *bottom = rest + 1 + strspn(rest + 1, " ");
    if (plain && *rest == '/' && (unit_is_digit(*bottom) || *bottom == '.'))
        return ratio(number, bottom, value, fault);
    if (!unit_parse(rest, &got, fault))
        return false;
    if (!unit_same_dimension(&want, &got)) {
        char kind[100];
        unit_describe(&got, kind, sizeof kind);
        snprintf(fault->what, sizeof fault->what, "is %s", kind);
        unit_expected(&want, si, fault->hint, sizeof fault->hint);
        return false;
    }
    return unit_convert(number, &got, value, fault);
}

void quantity_print(double value, const char *si, char *out, size_t size)
{
    char number[40] = "";
    for (int digits = 1; digits <= 17; digits++) {
        double back;
        snprintf(number, sizeof number, "%.*g", digits, value);
        if (text_number(number, &back, NULL) && back == value)
            break;
    }
    if (value == floor(value) && fabs(value) < 1e6)
        snprintf(number, sizeof number, "%.0f", value);
    bool bare = !strcmp(si, "1") || !*si;
    snprintf(out, size, bare ? "%s" : "%s %s", number, si);
}
