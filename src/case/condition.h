// condition.h - reading when a stage is over: `kinetic < 1e-4 J and stage_time > 0.1 s`.
//
//   condition  = all { or all }
//   all        = one { and one }
//   one        = not one | ( condition ) | expression (< | <= | > | >=) expression
//
// Expressions are those of expression.h, with variables: what a world is asked for (state/condition.h), count(NAME) of a
// set of grains or a stream, and columns of probes, PROBE.COLUMN or probe.PROBE.COLUMN. Both sides have one unit.
#ifndef SCREE_CASE_READ_CONDITION_H
#define SCREE_CASE_READ_CONDITION_H

#include "case/expression.h"
#include "case/quantity.h"
#include "state/model.h"

// `model` is the case of the stage. False: see `fault`; where it says nothing there was no memory.
bool condition_read(const char *text, const model *model, condition *out, quantity_fault *fault);

// The text with the values of names of `scope`, those of `let`, in their places, but of names that the condition itself knows:
// its own and those of probes of `model`, which may be NULL. Owned; NULL without memory. `hidden` gets the first of its own
// that is a name of the scope, too; empty: none is.
enum { CONDITION_NAME_ROOM = 40 };
char *condition_resolve(const char *text, const model *model, const expression_scope *scope,
                        char hidden[CONDITION_NAME_ROOM]);

// What is known beforehand of the values of variables, in their order.
typedef struct condition_range {
    double low, high;
} condition_range;
// Can it hold with values in those ranges? True where that is not known. NULL: of values nothing is known, so that only what
// contradicts itself cannot.
bool condition_may_hold(const condition *is, const condition_range *range);

#endif
