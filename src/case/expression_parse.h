// expression_parse.h - what the grammar of expressions asks of names, units and dimensions; see expression.h.
#ifndef SCREE_CASE_EXPRESSION_PARSE_H
#define SCREE_CASE_EXPRESSION_PARSE_H

#include "case/expression.h"

enum { NAME_ROOM = 48, NEST_MOST = 32 };

typedef struct parse {
    const char *at;
    const expression_scope *scope;
    formula *out;
    quantity_fault *fault;
    int nest;
    bool bare; // numbers have no units: they are powers
} parse;

// Which arguments a function takes and what dimension it gives.
typedef enum function_kind {
    PLAIN_TO_PLAIN,
    ANGLE_TO_PLAIN,
    PLAIN_TO_ANGLE,
    KEEPS,         // any dimension
    HALVES,        // that of the root
    BOTH_KEEP,     // two arguments of one dimension
    BOTH_TO_ANGLE, // the same
} function_kind;

typedef struct function {
    const char *name;
    formula_operation operation;
    function_kind kind;
} function;

// How long the name at the beginning of a text is; 0: none stands there.
size_t expression_name_length(const char *text);
bool expression_is_unit(const char *text, size_t length);
// The length of the unit that belongs to the number in front of `text`, with the blanks before it; 0: none does.
size_t expression_unit_length(const char *text);

// What operations make of dimensions. False: it is told in parse->fault.
bool expression_same(parse *parse, const char *what, const unit_value *left,
                     const unit_value *right);
// Is no power of a unit too high for quantity_read?
bool expression_in_proportion(parse *parse, const unit_value *unit);
// Adds `times` the powers of another unit.
bool expression_multiply(parse *parse, unit_value *unit, const unit_value *other, int times);
bool expression_raise(parse *parse, unit_value *unit, double exponent);
// What a function makes of the dimension of its first argument.
bool expression_apply(parse *parse, const function *function, unit_value *unit);

#endif
