// shape_case.h - scree shape CASE NAME: a shape as a case makes it.
#ifndef SCREE_CLI_SHAPE_CASE_H
#define SCREE_CLI_SHAPE_CASE_H

#include "console/args.h"

#include <stdbool.h>

// Prints the shape, and draws it to `picture` (NULL: not). Returns an exit code.
int shape_of_case(const char *path, const char *name, const settings *set, bool as_json,
                  const char *picture);

#endif
