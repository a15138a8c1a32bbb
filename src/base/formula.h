// formula.h - a function of time, made of arithmetic and elementary functions, with its rate of change.
//
// A formula is a list of operations in postfix order: numbers and the time go on a stack, operations take from it what
// they need and put their result there. Its rate is found along the way, by the rules of differentiation (forward mode:
// Wengert 1964), so a wall that moves by a formula has the exact velocity of its own motion. Values have no units here:
// case/expression.h reads formulas with units, checks these, and hands over numbers in SI.
#ifndef SCREE_BASE_FORMULA_H
#define SCREE_BASE_FORMULA_H

#include <stdbool.h>

typedef enum formula_operation {
    FORMULA_NUMBER,
    FORMULA_TIME,
    FORMULA_VARIABLE, // the one of that number
    FORMULA_NEGATE,   // of one value, from here on
    FORMULA_SQRT,
    FORMULA_EXP,
    FORMULA_LOG,
    FORMULA_SIN,
    FORMULA_COS,
    FORMULA_TAN,
    FORMULA_ASIN,
    FORMULA_ACOS,
    FORMULA_ATAN,
    FORMULA_ABS,
    FORMULA_FLOOR,
    FORMULA_POWER, // to the power `number`
    FORMULA_ADD,   // of two values, from here on
    FORMULA_SUBTRACT,
    FORMULA_MULTIPLY,
    FORMULA_DIVIDE,
    FORMULA_MIN,
    FORMULA_MAX,
    FORMULA_ATAN2,
} formula_operation;

typedef struct formula_step {
    formula_operation operation;
    double number; // of FORMULA_NUMBER, FORMULA_VARIABLE and FORMULA_POWER
} formula_step;

enum { FORMULA_STEPS = 96 };

// Start with all zero.
typedef struct formula {
    formula_step step[FORMULA_STEPS];
    int steps;
} formula;

// Adds an operation. Where all that it needs are numbers, their result takes their place. False: the formula is full.
bool formula_add(formula *is, formula_operation operation, double number);
// Is it the same at all times?
bool formula_is_constant(const formula *is);
// Its value at the time t, s; in *rate, which may be NULL, its change per second. Where a formula has a corner (abs, min,
// max) the rate is that of one side, of floor it is nought. NaN where an operation has no value.
double formula_at(const formula *is, double t, double *rate);
// Its value where it has variables and no time.
double formula_of(const formula *is, const double *variable);

#endif
