// probed.h - what the probes of a run have measured, as few numbers: of each column the last value, the mean over its
// rows with its standard error by blocks (measure/time_mean.h), and the peak, the value of the largest size, with where it
// stands; of rows that are parts of a whole their sum (store/column_number.h).
//
// `probe.column:last`, `:mean`, `:error`, `:peak`, `:at` and `:sum` name them. Means and peaks are over the rows from a time
// on, of tables with a time; nan counts for nothing. Profiles and histograms have rows along their first column.
#ifndef SCREE_SWEEP_PROBED_H
#define SCREE_SWEEP_PROBED_H

#include "base/fail.h"
#include "store/table_in.h"

#include <stdbool.h>

typedef enum probed_take {
    PROBED_LAST,
    PROBED_MEAN,
    PROBED_ERROR, // of the mean
    PROBED_PEAK,
    PROBED_AT,
    PROBED_SUM, // not of tables with a time
    PROBED_TAKES
} probed_take;
extern const char *const probed_take_names[PROBED_TAKES];

// One table of a run.
typedef struct probed_table {
    char *probe; // its name, owned
    table_in is;
} probed_table;

typedef struct probed {
    probed_table *table; // in the order of names, owned
    int64_t tables, room;
} probed;

// Reads all tables of a run's folder; one without any has none. Clear also after a fault.
scree_status probed_read(const char *folder, probed *out, scree_error *error);
// The table of one probe; none where the run has not written it. Clear also after a fault.
scree_status probed_read_one(const char *folder, const char *probe, table_in *out,
                             scree_error *error);
void probed_clear(probed *probed);
const probed_table *probed_find(const probed *probed, const char *probe);

// The number of a column, from `from` on; NAN where there is none.
double probed_number(const table_in *table, int column, probed_take take, double from);

// `probe.column:take`, cut into its parts; `take` is the mean where none stands. False: that is no such name.
typedef struct probed_name {
    char probe[80], column[80];
    probed_take take;
} probed_name;
bool probed_name_read(const char *text, probed_name *out);

#endif
