// condition_parse.h - what reading a condition keeps: its probes, its variables with their units; see condition.h.
#ifndef SCREE_CASE_CONDITION_PARSE_H
#define SCREE_CASE_CONDITION_PARSE_H

#include "case/condition.h"
#include "measure/probe.h"

// The probes of the case, and of those that the condition names the columns; of one that cannot be made there are none, and
// it is told why.
typedef struct known_probe {
    const char *name;
    bool averages, fails;
    probe_table table;
    scree_error why;
} known_probe;

typedef struct condition_parse {
    const model *model;
    known_probe *probe;
    condition *out;
    unit_value unit[CONDITION_VARIABLES];
    quantity_fault *fault;
    int nest;
} condition_parse;

// A piece of the text.
typedef struct piece {
    const char *begin, *end;
} piece;

// Reads one side of a comparison: an expression in the variables.
bool condition_side(condition_parse *parse, piece is, formula *out, unit_value *unit);
bool condition_name_sign(char sign); // may it stand in a name?
bool condition_know_probes(condition_parse *parse, const char *text);
void condition_forget_probes(condition_parse *parse);

#endif
