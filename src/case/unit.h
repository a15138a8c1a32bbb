// unit.h - what reading a quantity needs of units besides quantity.h.
#ifndef SCREE_CASE_UNIT_H
#define SCREE_CASE_UNIT_H

#include "base/fail.h"
#include "case/quantity.h"

// Fills `fault`; always false.
bool unit_complain(quantity_fault *fault, const char *hint, const char *what, ...)
    SCREE_PRINTF(3, 4);
bool unit_is_digit(char sign);
// What to write for a value of this unit: of several meanings the one that is spelt like `si`.
void unit_expected(const unit_value *want, const char *si, char *out, size_t size);

// The SI unit of this dimension as quantity_read takes it: "rad/s", "kg*m^-2"; "1" for plain numbers.
void unit_spell(const unit_value *unit, char *out, size_t size);
// The literal at the beginning of `number`, in SI, where it has this unit.
bool unit_convert(const char *number, const unit_value *unit, double *value, quantity_fault *fault);

#endif
