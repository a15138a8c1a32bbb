// passed.h - rows that have run, as a file; see passed.c.
#ifndef SCREE_TESTS_MATRIX_PASSED_H
#define SCREE_TESTS_MATRIX_PASSED_H

#include "matrix/matrix.h"

// Covers the rows that stand in the file behind that place, and moves the place on; a file that is not there has none. false and a message: it
// holds something else.
bool passed_take(const factors *all, const char *path, long *at, array *into, int *rows);
bool passed_add(const factors *all, const char *path, const selection *row);

#endif
