// expression.h - arithmetic with units: `2*radius + 1 mm`, `sqrt(2*9.81 m/s^2*height)`, `amplitude*sin(omega*t)`.
//
// Numbers may carry a unit, `9.81 m/s^2`: a unit belongs to the number in front of it and comes before all arithmetic,
// so `1/2 s` is one over two seconds. Units alone are values, too: `x/mm`. + - * / ^ and parentheses are as everywhere, ^ before * and -, from the right.
// Functions: sqrt abs floor min max exp log sin cos tan asin acos atan atan2; sin, cos and tan take angles or plain
// numbers, the inverse ones give angles. `pi` is a plain number. Units are checked at every operation.
#ifndef SCREE_CASE_EXPRESSION_H
#define SCREE_CASE_EXPRESSION_H

#include "base/formula.h"
#include "case/quantity.h"

// A value in SI and its dimension; of `unit` only the powers count.
typedef struct expression_value {
    unit_value unit;
    double value;
} expression_value;

// How names are looked up. A name that is wrong in itself says why in *fault, or nothing where that was told before.
typedef enum expression_found {
    EXPRESSION_UNKNOWN,
    EXPRESSION_KNOWN,
    EXPRESSION_WRONG,
    EXPRESSION_VARIABLE // the value is its number, for formula_of
} expression_found;
typedef expression_found expression_lookup(void *names, const char *name, expression_value *out,
                                           quantity_fault *fault);

typedef struct expression_scope {
    expression_lookup *lookup;
    void *names; // handed to `lookup`
    const char *(*nearest)(void *names,
                           const char *); // a name that may have been meant; NULL: none
    bool time;                            // may `t` stand for the time?
} expression_scope;

// Reads an expression, whole. Its value, where it is constant, is formula_at(out, 0, NULL). False: see `fault`, which is
// empty where a name in it was complained of before.
bool expression_read(const char *text, const expression_scope *scope, formula *out,
                     unit_value *unit, quantity_fault *fault);
// The text of an expression with the values of names in their places, in parentheses: "(0.01 m)*sin(t/s)". Owned; NULL
// without memory.
char *expression_resolve(const char *text, const expression_scope *scope);
// May a value be called so? What is wrong otherwise, with a remedy.
bool expression_name_is_good(const char *name, quantity_fault *fault);
// The value with an SI unit, so that it reads back to the same double: "0.005 m", "2 rad/s".
void expression_print(const expression_value *value, char *out, size_t size);

#endif
