// report_fit_numbers.h - measurements of a fit that are one number each, with nothing that they stand over: beside what the model
// gives, by their units.
#ifndef SCREE_CLI_REPORT_FIT_NUMBERS_H
#define SCREE_CLI_REPORT_FIT_NUMBERS_H

#include "cli/report_chart.h"

#include <stdbool.h>

typedef struct fit_number {
    const char *data, *quantity, *unit; // in the text of fit.csv
    double measured, predicted;
    double error; // NAN: the data give none
} fit_number;

typedef struct fit_numbers {
    fit_number *item; // owned
    int64_t count, room;
} fit_numbers;

bool fit_numbers_add(fit_numbers *numbers, const fit_number *item); // false: out of memory
// A chart of each unit and a table of all; false: out of memory. Nothing where there are none.
bool fit_numbers_put(report_charts *charts, const fit_numbers *numbers);
void fit_numbers_clear(fit_numbers *numbers);

#endif
