// condition.h - when a stage of a run is over: comparisons of formulas over what is seen of a world, joined by `and`,
// `or` and `not`.
//
// case/condition.h reads one and checks its units; world/judge.c finds the values of its variables and asks whether it
// holds. A comparison with what has no value (0/0, a ratio of forces where nothing touches) does not hold.
#ifndef SCREE_STATE_CONDITION_H
#define SCREE_STATE_CONDITION_H

#include "base/formula.h"

typedef enum condition_source {
    CONDITION_TIME,       // s
    CONDITION_STAGE_TIME, // s, since the stage began
    CONDITION_KINETIC,    // J
    CONDITION_GRAVITATIONAL,
    CONDITION_ELASTIC,
    CONDITION_UNBALANCED, // mean force that accelerates a grain over the mean force of a contact
    CONDITION_SPEED,      // of the fastest grain, m/s
    CONDITION_COUNT,      // of all grains, or of the set `number`
    CONDITION_CONTACTS,
    CONDITION_STREAMED, // grains that came and went since the start
    CONDITION_REMOVED,
    CONDITION_LOST,
    CONDITION_PROBE, // a column of the probe `number` of the case of the stage
    CONDITION_SOURCES
} condition_source;

// A name in a case, with its unit.
typedef struct condition_name {
    const char *name, *unit, *doc;
} condition_name;
// Of all but CONDITION_PROBE.
extern const condition_name condition_names[CONDITION_PROBE];

typedef struct condition_variable {
    condition_source source;
    int number; // -1: of all grains
    int column;
    int sets; // of CONDITION_COUNT: so many from `number` on
} condition_variable;

typedef enum condition_operation {
    CONDITION_LESS,
    CONDITION_LESS_OR_EQUAL,
    CONDITION_GREATER,
    CONDITION_GREATER_OR_EQUAL,
    CONDITION_NOT, // of the result before, from here on
    CONDITION_AND, // of the two before
    CONDITION_OR
} condition_operation;

// In postfix order, as a formula.
typedef struct condition_step {
    condition_operation operation;
    formula left, right; // of a comparison, in the variables
} condition_step;

enum { CONDITION_STEPS = 32, CONDITION_VARIABLES = 32 };

typedef struct condition {
    condition_step step[CONDITION_STEPS];
    condition_variable variable[CONDITION_VARIABLES];
    int steps, variables;
} condition;

// `value` has one for each variable.
bool condition_holds(const condition *is, const double *value);

#endif
