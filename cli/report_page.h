// report_page.h - a report as one HTML page, in which nothing has to be fetched from anywhere.
#ifndef SCREE_CLI_REPORT_PAGE_H
#define SCREE_CLI_REPORT_PAGE_H

#include "cli/report_frame.h"
#include "cli/report_run.h"
#include "store/json.h"

typedef struct report_media { // pictures as files in memory
    const uint8_t *picture;
    int64_t picture_size; // 0: there is none
    const uint8_t *film;
    int64_t film_size;
    // The program and the style sheet of plots that can be zoomed; NULL: none.
    const char *script, *style;
} report_media;

// False: out of memory.
bool report_page(text_buffer *out, const report_run *run, const report_media *media);

// ---- parts of it (report_sections.c, report_probes.c)

void report_head(text_buffer *out, const report_run *run, const report_media *media);
void report_checks(text_buffer *out, const report_run *run);
void report_picture(text_buffer *out, const report_run *run, const report_media *media);
// Plots and numbers; `data` gets the points of the plots, a list.
bool report_probes(text_buffer *out, json *data, const report_run *run);
void report_balances(text_buffer *out, const report_run *run);
void report_effort(text_buffer *out, const report_run *run);
void report_case(text_buffer *out, const report_run *run);
void report_again(text_buffer *out, const report_run *run);

// A short verdict of each check, for the page and for --json.
typedef struct report_check {
    const char *name;
    enum { CHECK_HOLDS, CHECK_MISSES, CHECK_OPEN } verdict; // open: nobody can tell
    char found[300];
} report_check;
enum { REPORT_CHECKS = 7 };
void report_judge(const report_run *run, report_check check[REPORT_CHECKS]);

scree_status report_json(text_buffer *out, const report_run *run, scree_error *error);

#endif
