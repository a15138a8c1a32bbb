// let.h - names for values of a case, and arithmetic in any value:
//
//   let: {diameter: 5 mm, rate: 20 rpm}
//   ...
//   step: ${0.01/rate*(1 rad)}        low: [0 m, 0 m, ${-2*diameter}]
//
// `$${` is no expression: it reads as `${`.
//
// Before a case is read, each `${...}` in its tree is replaced by the text of its value, with a unit and so many digits
// that it reads back to the same double. So every key of a case takes expressions, and none has to know of it.
#ifndef SCREE_CASE_LET_H
#define SCREE_CASE_LET_H

#include "case/reader.h"

// Replaces all `${...}` and gives the reader the names, for formulas that it reads later. Faults go to the reader's book,
// with their places. Owned: for let_end, once the tree is read; NULL without memory.
typedef struct let_table let_table;
let_table *let_begin(reader *reader, node *root);
// Names that nothing has asked for are notes, or faults where the command line has set them.
void let_end(let_table *table);

// A text in which the signs of YAML in `${...}` stand as signs that YAML lets pass, so that `[${a}, ${max(b, c)}]` needs
// no quotes; places are kept. Owned; NULL where there is nothing to hide, or no memory for it.
char *let_hide(const char *text, size_t length, size_t *hidden_length);
// Puts the signs of YAML back, in place.
void let_show(char *text);

#endif
