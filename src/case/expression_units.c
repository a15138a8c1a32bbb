// expression_units.c - names, units and dimensions in expressions; see expression_parse.h.
#include "case/expression_parse.h"

#include "case/unit.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POWER_MOST = 24 }; // doubled, of a unit: quantity_read takes no higher one

static const unit_value plain = {.times = 1, .divide = 1};
static const unit_value angle = {.power = {[UNIT_RAD] = 2}, .times = 1, .divide = 1};

// ---- words

static bool begins_name(char sign)
{
    const bool letter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
    const bool beyond_ascii = (unsigned char)sign >= 0x80;
    return letter || beyond_ascii || sign == '_' || sign == '%';
}

size_t expression_name_length(const char *text)
{
    size_t length = 0;
    if (!begins_name(*text))
        return 0;
    while (begins_name(text[length]) || unit_is_digit(text[length]))
        length++;
    return length;
}

// ---- units

bool expression_is_unit(const char *text, size_t length)
{
    char name[NAME_ROOM];
    unit_value unused;
    quantity_fault ignored;
    if (length == 0 || length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    return unit_parse(name, &unused, &ignored);
}

// How far a unit symbol with its power, or a unit in parentheses, goes; 0: none stands here.
static size_t factor_length(const char *text)
{
    size_t length;
    if (*text == '(') {
        length = strcspn(text, ")");
        if (!text[length] || !begins_name(text[1]) || !expression_is_unit(text + 1, length - 1))
            return 0;
        length++;
    } else {
        length = expression_name_length(text);
        if (!expression_is_unit(text, length) || text[length] == '(')
            return 0;
    }
    if (text[length] != '^')
        return length;
    size_t power = length + 1;
    if (text[power] == '-')
        power++;
    if (!unit_is_digit(text[power]))
        return length;
    while (unit_is_digit(text[power]) || text[power] == '.')
        power++;
    return power;
}

// The length of the unit that belongs to the number in front of `text`, with the blanks before it; 0: none does.
size_t expression_unit_length(const char *text)
{
    const size_t blanks = strspn(text, " ");
    const bool inverse = !strncmp(text + blanks, "1/", 2) && factor_length(text + blanks + 2) > 0;
    const size_t first = inverse ? 1 : factor_length(text + blanks); // "20 1/s", as units are spelt
    size_t length = first > 0 ? blanks + first : 0;
    while (length > 0) {
        const size_t between = strspn(text + length, " ");
        size_t next = length + between;
        if (text[next] == '*' || text[next] == '/')
            next += 1 + strspn(text + next + 1, " ");
        else if (between == 0)
            break; // else a blank multiplies, as in "5 N m"
        const size_t factor = factor_length(text + next);
        if (factor == 0)
            break;
        length = next + factor;
    }
    return length;
}

// ---- dimensions

bool expression_same(parse *parse, const char *what, const unit_value *left,
                     const unit_value *right)
{
    char first[100];
    char second[100];
    if (unit_same_dimension(left, right))
        return true;
    unit_describe(left, first, sizeof first);
    unit_describe(right, second, sizeof second);
    return unit_complain(parse->fault, "give both the same unit", "%s %s and %s", what, first,
                         second);
}

bool expression_in_proportion(parse *parse, const unit_value *unit)
{
    for (int i = 0; i < UNIT_DIMENSIONS; i++) {
        if (abs(unit->power[i]) > POWER_MOST)
            return unit_complain(parse->fault, "check its powers",
                                 "has a unit out of all proportion");
    }
    return true;
}

bool expression_multiply(parse *parse, unit_value *unit, const unit_value *other, int times)
{
    for (int i = 0; i < UNIT_DIMENSIONS; i++)
        unit->power[i] += times * other->power[i];
    return expression_in_proportion(parse, unit);
}

static bool must_be(parse *parse, const char *name, const unit_value *got, const unit_value *want)
{
    char kind[100];
    if (unit_same_dimension(got, want))
        return true;
    unit_describe(got, kind, sizeof kind);
    return unit_complain(parse->fault, "divide by a unit to get a plain number: x/(1 mm)",
                         "%s() of %s", name, kind);
}

bool expression_raise(parse *parse, unit_value *unit, double exponent)
{
    for (int i = 0; i < UNIT_DIMENSIONS; i++) {
        const double power = unit->power[i] * exponent;
        if (power != floor(power) || fabs(power) > INT16_MAX) {
            return unit_complain(parse->fault, "raise a plain number: (x/(1 m))^0.3",
                                 "has a unit with a power that is neither whole nor half");
        }
        unit->power[i] = (int)power;
    }
    return expression_in_proportion(parse, unit);
}

// What a function of one argument, or of a pair of one dimension, makes of it.
bool expression_apply(parse *parse, const function *function, unit_value *unit)
{
    switch (function->kind) {
    case PLAIN_TO_PLAIN:
        return must_be(parse, function->name, unit, &plain);
    case ANGLE_TO_PLAIN:
        if (!unit_same_dimension(unit, &angle) && !must_be(parse, function->name, unit, &plain))
            return false;
        *unit = plain;
        return true;
    case PLAIN_TO_ANGLE:
        if (!must_be(parse, function->name, unit, &plain))
            return false;
        *unit = angle;
        return true;
    case HALVES:
        return expression_raise(parse, unit, 0.5);
    case BOTH_TO_ANGLE:
        *unit = angle;
        return true;
    default:
        return true;
    }
}
