// resolved_values.h - values of a case as text that reads back to the same bits: the small change of resolved.c.
#ifndef SCREE_CASE_RESOLVED_VALUES_H
#define SCREE_CASE_RESOLVED_VALUES_H

#include "case/case.h"
#include "case/tree.h"

#include "base/row.h"
#include "base/text.h"
#include "base/vec.h"
#include "state/model.h"

void put_quantity(text_buffer *buffer, double value, const char *si);
void put_vector(text_buffer *text, const double x[3], const char *si); // [x, y, z]
void put_v3(text_buffer *text, v3 vector, const char *si);
void put_quoted(text_buffer *buffer, const char *text);
// A value of a tree in flow style, on one line.
void put_node(text_buffer *text, const node *value);
void put_spread(text_buffer *text, const spread *spread, const char *si);
const char *flag_word(bool value);
// The law that was chosen, and a line for each of its rows that has a value.
void put_chosen(text_buffer *text, const char *indent, const choice *choice);
void put_rows(text_buffer *text, const char *indent, const choice *choice);
// `growth` of an entry of grains or streams, where there is one.
void put_growth(text_buffer *text, const choice *growth);

// resolved_cell.c: nothing where no cell is given.
void put_maser(text_buffer *text, const model_maser *maser);
void put_cell(text_buffer *text, const model_cell *cell);

// resolved_kit.c: of `run`, nothing where nothing is given.
void put_kit(text_buffer *text, const model *model);

// resolved.c: all sections but `stages`.
void put_case(text_buffer *text, const model *model, const case_families *families);

// Shape and material of an entry, or its mixture; `turns`: how its parts are turned belongs to them.
void put_kinds(text_buffer *text, const model *model, int set, bool turns);
// resolved_flows.c.
void put_regions(text_buffer *text, const model *model);
void put_streams(text_buffer *text, const model *model);
void put_removals(text_buffer *text, const model *model);
void put_forces(text_buffer *text, const model *model);

// resolved_shapes.c. With their mass properties as they were found, so that nothing is computed again.
void put_clump(text_buffer *text, const model *model, const model_shape *shape);
void put_surface(text_buffer *text, const model *model, const model_shape *shape);

#endif
