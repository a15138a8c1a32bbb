// templates.h - the cases that `scree new NAME` writes: short, commented, and running as they are. Each is one file,
// src/case/templates/NAME.yaml, which the build finds; its first line is a comment that says in one line what it is.
#ifndef SCREE_CASE_TEMPLATES_H
#define SCREE_CASE_TEMPLATES_H

#include "base/embedded.h"

extern const embedded_text template_texts[]; // in alphabetical order; NULL ends them

int case_template_count(void);
const char *case_template_name(int i);
// NULL where there is none of that name.
const char *case_template(const char *name);
// What it is: its first line without the sign of a comment. Its length in *length.
const char *case_template_doc(int i, int *length);

#endif
