// known.h - what is refused, as a file; see known.c.
#ifndef SCREE_TESTS_MATRIX_KNOWN_H
#define SCREE_TESTS_MATRIX_KNOWN_H

#include "matrix/matrix.h"

// "solver=nonsmooth;parts=3"; false and a message: there is no such level.
bool known_sides(const factors *all, const char *text, conflict *out);
bool known_read(const factors *all, const char *path, conflict_list *out);
bool known_write(const factors *all, const char *path, const conflict_list *conflicts);

#endif
