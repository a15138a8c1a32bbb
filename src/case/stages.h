// stages.h - `stages` of a case: each has a case of its own, made of the tree of the file with what this stage and those
// before it set.
#ifndef SCREE_CASE_STAGES_H
#define SCREE_CASE_STAGES_H

#include "case/reader.h"

// Reads a whole case from a tree that it may change; for the cases of stages (case.c).
typedef void stages_read_case(reader *reader, node *root, model *model);

// Puts the values of names of `let` into the conditions of the stages of a tree, while the reader has these names. `model` is
// the case of that tree.
void stages_name_values(reader *reader, node *root, const model *model);

// `written` is the tree before anything was read of it, `list` the section `stages` of the one that was read, `root` the
// model made of that.
void stages_read(reader *reader, const node *written, node *list, stages_read_case *read_case,
                 model *root);

#endif
