// report.h - what came out, as lines, as JSON and as the page of the documentation; see report.c.
#ifndef SCREE_TESTS_MATRIX_REPORT_H
#define SCREE_TESTS_MATRIX_REPORT_H

#include "matrix/matrix.h"

typedef struct tally {
    int rows, ran, failed, unnamed;
    int told;    // stopped at a wall with its name
    int unknown; // refused, and not among what was known
    double seconds;
    int64_t steps;
    array_tally array;
} tally;

// "shape bean, solver nonsmooth, ...": levels that are not the plain ones.
void report_row(const factors *all, const selection *row, char *out, size_t room);
void report_verdict(const factors *all, int number, const selection *row, const verdict *is);
void report_conflict(const factors *all, const conflict *is);
void report_tally(const tally *is, const conflict_list *conflicts);
void report_json(const factors *all, const tally *is, const conflict_list *conflicts);
// The table of what does not go together.
void report_page(const factors *all, const conflict_list *conflicts);

#endif
