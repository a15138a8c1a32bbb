// unit.c - units: symbols, prefixes and products of them with powers; see quantity.h. Units are SI (BIPM, The
// International System of Units, 9th edition), and the non-SI units that are accepted beside it.
#include "case/unit.h"

#include "base/constants.h"
#include "base/text.h"
#include "case/quantity.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_SHIFT = 600, MAX_DEPTH = 8, MAX_POWER = 12 };

typedef struct symbol {
    const char *name;
    int kg, m, s, rad; // powers
    int shift;         // power of ten to SI
    double times;
    bool prefixed;
} symbol;

// The gram and not the kilogram carries the prefixes.
static const symbol symbols[] = {
    {"1", 0, 0, 0, 0, 0, 1, false},
    {"%", 0, 0, 0, 0, -2, 1, false},
    {"m", 0, 1, 0, 0, 0, 1, true},
    {"g", 1, 0, 0, 0, -3, 1, true},
    {"s", 0, 0, 1, 0, 0, 1, true},
    {"N", 1, 1, -2, 0, 0, 1, true},
    {"Pa", 1, -1, -2, 0, 0, 1, true},
    {"J", 1, 2, -2, 0, 0, 1, true},
    {"W", 1, 2, -3, 0, 0, 1, true},
    {"Hz", 0, 0, -1, 0, 0, 1, true},
    {"rad", 0, 0, 0, 1, 0, 1, true},
    {"bar", 1, -1, -2, 0, 5, 1, true},
    {"min", 0, 0, 1, 0, 0, 60, false},
    {"h", 0, 0, 1, 0, 0, 3600, false},
    {"in", 0, 1, 0, 0, 0, 0.0254, false},
    {"deg", 0, 0, 0, 1, 0, DEGREE, false},
    {"\xC2\xB0", 0, 0, 0, 1, 0, DEGREE, false}, // the degree sign
    {"rpm", 0, 0, -1, 1, 0, 0.10471975511965977, false},
};

typedef struct prefix {
    const char *name;
    int shift;
} prefix;

static const prefix prefixes[] = {
    {"y", -24},       {"z", -21},       {"a", -18}, {"f", -15}, {"p", -12}, {"n", -9}, {"u", -6},
    {"\xC2\xB5", -6}, {"\xCE\xBC", -6}, {"m", -3},  {"c", -2},  {"d", -1},  {"da", 1}, {"h", 2},
    {"k", 3},         {"M", 6},         {"G", 9},   {"T", 12},  {"P", 15},
};

// Spellings offered as "did you mean".
static const char *const common[] = {"m",  "mm",  "cm",  "um",  "nm",  "km",  "g",  "kg",
                                     "mg", "s",   "ms",  "us",  "ns",  "N",   "mN", "kN",
                                     "MN", "Pa",  "kPa", "MPa", "GPa", "J",   "mJ", "W",
                                     "Hz", "kHz", "rad", "deg", "rpm", "min", "h",  "bar"};

enum { SYMBOLS = sizeof symbols / sizeof *symbols, PREFIXES = sizeof prefixes / sizeof *prefixes };

bool unit_complain(quantity_fault *fault, const char *hint, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    vsnprintf(fault->what, sizeof fault->what, what, args);
    va_end(args);
    snprintf(fault->hint, sizeof fault->hint, "%s", hint);
    return false;
}

// --- units ----------------------------------------------------------------------------------------------------------

typedef struct scan {
    const char *at;
    int depth;
    quantity_fault *fault;
} scan;

static bool product(scan *scan, unit_value *out);

static void skip_spaces(scan *scan)
{
    while (*scan->at == ' ' || *scan->at == '\t')
        scan->at++;
}

static bool is_letter(char sign)
{
    const bool letter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
    const bool beyond_ascii = (unsigned char)sign >= 0x80;
    return letter || beyond_ascii || sign == '%' || sign == '_';
}

bool unit_is_digit(char sign)
{
    return sign >= '0' && sign <= '9';
}

// Multiplies `unit` by `factor` to the power half/2.
static bool accumulate(unit_value *unit, const unit_value *factor, int half)
{
    for (int i = 0; i < UNIT_DIMENSIONS; i++)
        unit->power[i] += factor->power[i] * half / 2;
    unit->shift += factor->shift * half / 2;
    double times = factor->times;
    double divide = factor->divide;
    int count = half < 0 ? -half : half;
    if (count & 1) {
        times = sqrt(times);
        divide = sqrt(divide);
    } else
        count /= 2;
    for (int i = 0; i < count; i++) {
        unit->times *= half > 0 ? times : divide;
        unit->divide *= half > 0 ? divide : times;
    }
    const bool sane_times = unit->times > 0 && isfinite(unit->times);
    const bool sane_divide = unit->divide > 0 && isfinite(unit->divide);
    bool sane = sane_times && sane_divide;
    for (int i = 0; i < UNIT_DIMENSIONS; i++)
        sane = sane && abs(unit->power[i]) <= 64;
    return sane && abs(unit->shift) <= MAX_SHIFT;
}

static const symbol *symbol_find(const char *name)
{
    for (int i = 0; i < SYMBOLS; i++)
        if (!strcmp(symbols[i].name, name))
            return &symbols[i];
    return NULL;
}

// The unit that differs in capitals only: mS, GPA; NULL: none.
static const char *same_letters(const char *name)
{
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (!strcasecmp(name, common[i]))
            return common[i];
    return NULL;
}

// A symbol as it stands wins over a prefix and a symbol: `min` is a minute, `mm` a thousandth of a metre.
static bool symbol_read(scan *scan, const char *name, unit_value *out)
{
    int shift = 0;
    const symbol *found = symbol_find(name);
    for (int i = 0; !found && i < PREFIXES; i++) {
        size_t length = strlen(prefixes[i].name);
        if (strncmp(name, prefixes[i].name, length))
            continue;
        found = symbol_find(name + length);
        if (found && !found->prefixed)
            found = NULL;
        shift = prefixes[i].shift;
    }
    if (!found) {
        const char *near = same_letters(name);
        if (!near)
            near = text_closest(name, common, sizeof common / sizeof *common,
                                strlen(name) < 3 ? 1 : 2);
        char hint[80] =
            "units are products of m, g, s, N, Pa, J, W, Hz, rad, deg, rpm, min, h, bar";
        if (near)
            snprintf(hint, sizeof hint, "did you mean '%s'?", near);
        unit_complain(scan->fault, hint, "unknown unit '%s'", name);
        return false;
    }
    *out = (unit_value){
        .power = {2 * found->kg, 2 * found->m, 2 * found->s, 2 * found->rad},
        .shift = 2 * (found->shift + shift),
        .times = found->times,
        .divide = 1,
    };
    return true;
}

static bool atom(scan *scan, unit_value *out)
{
    skip_spaces(scan);
    if (*scan->at == '(') {
        if (++scan->depth > MAX_DEPTH)
            return unit_complain(scan->fault, "", "unit is nested too deep");
        scan->at++;
        if (!product(scan, out))
            return false;
        skip_spaces(scan);
        if (*scan->at != ')')
            return unit_complain(scan->fault, "", "missing ')' in the unit");
        scan->at++;
        scan->depth--;
        return true;
    }
    char name[24] = "";
    size_t length = 0;
    if (*scan->at == '1')
        name[length++] = *scan->at++;
    else
        while (is_letter(*scan->at) && length + 1 < sizeof name)
            name[length++] = *scan->at++;
    name[length] = 0;
    if (!length || is_letter(*scan->at))
        return unit_complain(scan->fault, "write a unit such as mm, m/s^2 or kg/m^3",
                             "no unit can be read at '%.20s'", scan->at);
    return symbol_read(scan, name, out);
}

// An optional power behind an atom, doubled: ^2, ^-1, ^1.5.
static bool power(scan *scan, int *half)
{
    *half = 2;
    if (*scan->at != '^')
        return true;
    scan->at++;
    int sign = 1;
    if (*scan->at == '-') {
        sign = -1;
        scan->at++;
    }
    int count = 0;
    bool digits = false;
    for (; unit_is_digit(*scan->at) && count <= MAX_POWER; scan->at++) {
        count = 10 * count + (*scan->at - '0');
        digits = true;
    }
    *half = 2 * count * sign;
    if (digits && scan->at[0] == '.' && scan->at[1] == '5' && !unit_is_digit(scan->at[2])) {
        *half += sign;
        scan->at += 2;
    }
    if (digits && count <= MAX_POWER && !unit_is_digit(*scan->at) && *scan->at != '.')
        return true;
    unit_complain(scan->fault, "powers are small whole or half numbers, as in m^2, s^-1 or m^1.5",
                  "wrong power in the unit");
    return false;
}

// What joins two factors: '*', '/', ' ' for a space alone, or 0 at the end.
static char joint(scan *scan)
{
    const char *before = scan->at;
    skip_spaces(scan);
    if (*scan->at == '*' || *scan->at == '/')
        return *scan->at++;
    if (*scan->at == 0 || *scan->at == ')')
        return 0;
    return scan->at > before || *scan->at == '(' ? ' ' : 0;
}

static bool product(scan *scan, unit_value *out)
{
    *out = (unit_value){
        .power = {0, 0, 0, 0},
        .shift = 0,
        .times = 1,
        .divide = 1,
    };
    skip_spaces(scan);
    char join = *scan->at == '/' ? *scan->at++ : '*';
    bool divided = false;
    while (join) {
        unit_value factor;
        int half;
        if (join == ' ' && divided)
            return unit_complain(scan->fault, "write N/(m*s) or N/m*s",
                                 "a space behind a '/' can be read in two ways in the unit");
        divided = divided || join == '/';
        if (!atom(scan, &factor) || !power(scan, &half))
            return false;
        if (!accumulate(out, &factor, join == '/' ? -half : half))
            return unit_complain(scan->fault, "", "unit is out of all proportion");
        join = joint(scan);
    }
    return true;
}

bool unit_parse(const char *text, unit_value *out, quantity_fault *fault)
{
    scan scan = {
        .at = text,
        .depth = 0,
        .fault = fault,
    };
    skip_spaces(&scan);
    *out = (unit_value){
        .power = {0, 0, 0, 0},
        .shift = 0,
        .times = 1,
        .divide = 1,
    };
    if (!*scan.at)
        return true;
    if (!product(&scan, out))
        return false;
    skip_spaces(&scan);
    if (!*scan.at)
        return true;
    char rest[24];
    snprintf(rest, sizeof rest, "%.20s", scan.at);
    unit_complain(fault,
                  unit_is_digit(*rest) ? "write powers with ^, as in m/s^2"
                                       : "write a unit such as mm, m/s^2 or kg/m^3",
                  "'%s' is left over behind the unit", rest);
    return false;
}

bool unit_same_dimension(const unit_value *first, const unit_value *second)
{
    return !memcmp(first->power, second->power, sizeof first->power);
}
