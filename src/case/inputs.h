// inputs.h - the files that a case names, and its text with other words in the places of their names.
//
// Rows of type text that are called `file` name files, of walls, drives, packings, growth, regions and probes, in the case itself and in
// those of its stages; no other row does. The names are relative to the folder of the case, or whole paths.
#ifndef SCREE_CASE_INPUTS_H
#define SCREE_CASE_INPUTS_H

#include "case/case.h"

typedef struct case_input {
    row_value *value; // of the model: where the name stands
    char *own;        // the name, borrowed from the model
    bool read_again;  // by each world of the case; false: only as the grains of the start are made
    const char *stand_in; // what case_inputs_text writes in its place; borrowed
} case_input;

typedef struct case_inputs {
    case_input *item; // in the order of the text, a file as often as it is named; the caller frees
    int count;
} case_inputs;

// False without memory. The stand-ins are the names themselves.
bool case_inputs_list(const model *model, case_inputs *out);

// The path of a file that a case in `folder` names; owned, NULL without memory.
char *case_input_path(const char *folder, const char *name);

// case_resolved of a model that shares its rows with the listed one, with the stand-ins. Those stand in the rows meanwhile, so that
// nobody else may look at the model. Owned, NULL without memory.
char *case_inputs_text(const model *shown, const case_inputs *inputs,
                       const case_families *families);

#endif
