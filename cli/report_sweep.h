// report_sweep.h - one page on a sweep: its points with their numbers, plots that lie over each other, Sobol's indices, what
// failed, and how to make it again.
#ifndef SCREE_CLI_REPORT_SWEEP_H
#define SCREE_CLI_REPORT_SWEEP_H

#include "base/text.h"
#include "cli/report_chart.h"
#include "cli/sweep_asked.h"
#include "sweep/results.h"

typedef struct report_sweep {
    const points_wish *of; // plan, folder and case
    const plan_wish *planned;
    const results *results;
    const sweep_asked *asked;
    sweep_words words;       // the same as it was given
    const char *tabled_from; // the time from which numbers in table.csv are; NULL: the start
    bool plain;              // its plots stay drawings
    bool linked; // the page stands in the folder of the sweep, so names of points can be links
} report_sweep;

// Looks whether a page may be written to `path`, then makes and writes it.
scree_status report_sweep_write(const report_sweep *sweep, const char *path, scree_error *error);

// After a sweep: report.html in its folder, which is told unless the wish is quiet.
scree_status report_sweep_after(const points_wish *of, const results *results,
                                const sweep_kept *kept, const sweep_asked *asked,
                                scree_error *error);

// What is made of the sweep in a folder: a page, to `out`, or where that is NULL to report.html in the folder; or a line of JSON as
// `scree sweep --json` prints it.
typedef struct report_sweep_form {
    const char *out;
    bool plain; // plots stay drawings
    bool as_json;
} report_sweep_form;
// What `words` do not ask for is what the sweep was asked for. Faults are told; returns an exit code.
int report_sweep_folder(const char *folder, sweep_words words, const report_sweep_form *form);

// ---- parts of it (report_sweep_parts.c, report_sweep_numbers.c)

// The title of the case, owned; NULL: it has none.
char *report_sweep_title(const report_sweep *sweep);
void report_sweep_head(text_buffer *out, const report_sweep *sweep, const char *title);
void report_sweep_varied(text_buffer *out, const report_sweep *sweep);
void report_sweep_failed(text_buffer *out, const report_sweep *sweep);
void report_sweep_points(text_buffer *out, const report_sweep *sweep);
void report_sweep_again(text_buffer *out, const report_sweep *sweep);
// The name of a point, as a link where it can be one.
void report_sweep_point(text_buffer *out, const report_sweep *sweep, int point);

// What was asked for, with Sobol's indices: refused where no point has such a number.
scree_status report_sweep_asked(report_charts *charts, const report_sweep *sweep,
                                scree_error *error);
// Every probe.
scree_status report_sweep_measured(report_charts *charts, const report_sweep *sweep,
                                   scree_error *error);

#endif
