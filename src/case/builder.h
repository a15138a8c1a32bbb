// builder.h - a case that is put together value by value, by a program that has no file.
//
// It is the tree that a file would give: each value has a way to it, as settings of the command line have
// ("materials.glass.density"), and what is not there yet is made. The case itself is read from the text of the tree, so
// that a case which was built knows nothing that one from a file does not, and faults are the same.
#ifndef SCREE_CASE_BUILDER_H
#define SCREE_CASE_BUILDER_H

#include "base/fail.h"
#include "base/text.h"

#include <stddef.h>

typedef struct case_builder case_builder;

// `scree: 1` and nothing else; NULL without memory.
case_builder *case_builder_make(void);
void case_builder_free(case_builder *builder);

// Puts a value, as YAML spells it, in its place; sections of named things, such as grains, become maps by name. Refused,
// with nothing changed: what is no YAML, ways that lead through a single value.
scree_status case_builder_put(case_builder *builder, const char *way, const char *value,
                              scree_error *error);

// The text of the case as it stands; the caller frees it. NULL without memory.
char *case_builder_text(const case_builder *builder);

// What a number of a program is written as: it reads back as the same double, in SI.
void case_builder_number(double value, char *out, size_t size);
// A text in quotes, as YAML has it.
void case_builder_quote(text_buffer *out, const char *text);

#endif
