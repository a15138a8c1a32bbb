// report_frame.h - what all reports are: HTML pages in which nothing has to be fetched, with a head, parts with a list of them,
// and commands and files as they stand.
#ifndef SCREE_CLI_REPORT_FRAME_H
#define SCREE_CLI_REPORT_FRAME_H

#include "base/embedded.h"
#include "base/text.h"

// Reports begin with this, and only such a file is written over by one.
#define REPORT_BEGIN "<!DOCTYPE html>\n<!-- scree report -->"

extern const embedded_text report_texts[]; // cli/report.css

// From the first line of the page to the beginning of its body. `style` is a second style sheet; NULL: none.
void report_frame_begin(text_buffer *out, const char *title, const char *style);
// The end of the header, the list of parts, and the beginning of <main>. Each part is its id and its words; NULL ends them.
typedef struct report_part {
    const char *id, *words;
} report_part;
void report_frame_parts(text_buffer *out, const report_part *part);
// The end of <main> and of the page. `data` is JSON for `script`; NULL: none.
void report_frame_end(text_buffer *out, const char *data, const char *script);

// A command with the program under its name, and a line break, for a <pre>.
void report_frame_command(text_buffer *out, const char *command);
// A file of a folder to open, below `words`. False: it is not there.
bool report_frame_file(text_buffer *out, const char *folder, const char *name, const char *words);

// May a page be written there?
scree_status report_frame_check(const char *path, scree_error *error);
scree_status report_frame_write(const text_buffer *page, const char *path, scree_error *error);

#endif
