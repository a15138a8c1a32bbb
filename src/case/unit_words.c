// unit_words.c - what units are called, and how they are spelt; see quantity.h and unit.h.
#include "case/quantity.h"
#include "case/unit.h"

#include <stdio.h>
#include <string.h>

typedef struct named_dimension {
    const char *si, *name, *example;
} named_dimension;

static const named_dimension dimensions[] = {
    {"1", "a plain number", "0.5"},
    {"m", "a length", "5 mm"},
    {"m^2", "an area", "4 cm^2"},
    {"m^3", "a volume", "2 cm^3"},
    {"kg", "a mass", "5 g"},
    {"s", "a time", "10 ms"},
    {"rad", "an angle", "21.1 deg"},
    {"m/s", "a velocity", "0.5 m/s"},
    {"rad/s", "an angular velocity", "30 rpm"},
    {"m/s^2", "an acceleration", "9.81 m/s^2"},
    {"kg/m^3", "a density", "2500 kg/m^3"},
    {"Pa", "a pressure or modulus", "70 GPa"},
    {"N", "a force", "1.5 N"},
    {"N*m", "a torque or energy", "2 N*m"},
    {"N*m/rad", "a rolling stiffness", "2 N*m/rad"},
    {"N/m", "a stiffness", "1e5 N/m"},
    {"J/m^2", "a work of adhesion", "0.05 J/m^2"},
    {"N*s/m", "a damping coefficient", "0.2 N*s/m"},
    {"W", "a power", "3 W"},
    {"1/s", "a rate or frequency", "100/s"},
    {"kg/s", "a mass flow", "2 kg/s"},
};

// The first meaning of a unit from the entry `from` on; NULL: there is none. Some units have several: kg/s is a mass
// flow and a damping coefficient.
static const named_dimension *meaning_of(const unit_value *unit, const named_dimension *from)
{
    const named_dimension *end = dimensions + sizeof dimensions / sizeof *dimensions;
    for (; from < end; from++) {
        unit_value other;
        quantity_fault ignored;
        if (unit_parse(from->si, &other, &ignored) && unit_same_dimension(unit, &other))
            return from;
    }
    return NULL;
}

static const named_dimension *dimension_of(const unit_value *unit)
{
    return meaning_of(unit, dimensions);
}

// A product of SI units with powers: "kg*m^2"; "1" for plain numbers.
static void product_text(const unit_value *unit, char *out, size_t size)
{
    static const char *const base[] = {"kg", "m", "s", "rad"};
    size_t n = 0;
    snprintf(out, size, "1");
    for (int i = 0; i < UNIT_DIMENSIONS; i++) {
        if (!unit->power[i] || n >= size)
            continue;
        const char *star = n ? "*" : "";
        int whole = unit->power[i];
        if (whole == 2)
            n += (size_t)snprintf(out + n, size - n, "%s%s", star, base[i]);
        else
            n += (size_t)snprintf(out + n, size - n, "%s%s^%g", star, base[i], 0.5 * whole);
    }
}

void unit_spell(const unit_value *unit, char *out, size_t size)
{
    const named_dimension *known = dimension_of(unit);
    if (known)
        snprintf(out, size, "%s", known->si);
    else
        product_text(unit, out, size);
}

void unit_describe(const unit_value *unit, char *out, size_t size)
{
    const named_dimension *known = dimension_of(unit);
    if (known) {
        size_t length = (size_t)snprintf(out, size, "%s", known->name);
        while ((known = meaning_of(unit, known + 1)) && length < size)
            length += (size_t)snprintf(out + length, size - length, " or %s", known->name);
        return;
    }
    char text[80];
    product_text(unit, text, sizeof text);
    snprintf(out, size, "a quantity in %s", text);
}

void unit_expected(const unit_value *want, const char *si, char *out, size_t size)
{
    const named_dimension *known = dimension_of(want);
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++)
        if (!strcmp(dimensions[i].si, si))
            known = &dimensions[i];
    if (known)
        snprintf(out, size, "give %s, such as %s", known->name, known->example);
    else
        snprintf(out, size, "give a value in %s", si);
}
