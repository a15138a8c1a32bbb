// quantity.h - numbers with units: the door through which every physical value enters, and the only place that knows
// units.
//
// A quantity is a number and a unit: `5 mm`, `70 GPa`, `21.1 deg`, `2500 kg/m^3`, `100/s`, `30 %`, `2/7`. A unit is a
// product of symbols with powers: `*` or a space multiplies, `/` divides, `^` raises, parentheses group; symbols take
// the SI prefixes. Values come out in SI (kg, m, s, rad). An angle is a dimension of its own, so that `30 rpm` and `30
// Hz` are not mixed up.
//
// Exact: a power of ten in the unit is added to the decimal exponent of the literal text before its one conversion to
// double, so `5 mm`, `0.005 m` and `5e-3 m` are the same double. Only the units that are no power of ten (deg, rpm,
// min, h, in) multiply or divide afterwards.
#ifndef SCREE_CASE_QUANTITY_H
#define SCREE_CASE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

// Powers of kg, m, s and rad, doubled so that half powers are whole numbers.
enum { UNIT_KG, UNIT_M, UNIT_S, UNIT_RAD, UNIT_DIMENSIONS };

typedef struct unit_value {
    int power[UNIT_DIMENSIONS];
    int shift;            // twice the power of ten to SI
    double times, divide; // factors that are no power of ten
} unit_value;

// What is wrong with a quantity and what to write instead; `hint` may be empty.
typedef struct quantity_fault {
    char what[200], hint[200];
} quantity_fault;

// Reads a unit such as "kg/m^3"; "" and "1" are the unit of plain numbers.
bool unit_parse(const char *text, unit_value *out, quantity_fault *fault);
bool unit_same_dimension(const unit_value *first, const unit_value *second);
// "a length", "a velocity", ... or "a quantity in kg*m^2"; and a value as one would write it ("5 mm"), "" where
// unknown.
void unit_describe(const unit_value *unit, char *out, size_t size);

// Reads `text` as a quantity of the dimension of `si`, an SI unit in the notation above. Without a unit only 0 and,
// where `si` is "1", plain numbers, percentages and ratios are accepted. `0.005 SI` is that number in SI, whatever the
// dimension, as programs have their numbers. The value is finite. False: see `fault`.
bool quantity_read(const char *text, const char *si, double *value, quantity_fault *fault);

// The shortest decimal text that reads back as the same double, with its unit: "0.005 m"; nothing behind the number for
// "1".
void quantity_print(double value, const char *si, char *out, size_t size);

#endif
