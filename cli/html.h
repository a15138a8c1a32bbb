// html.h - pieces of a page. The page is HTML that is well-formed XML as well, so that a strict reader can check it.
//
// Whatever comes from a case, a log or a table goes through these: none of it can become a tag.
#ifndef SCREE_CLI_HTML_H
#define SCREE_CLI_HTML_H

#include "base/text.h"

#include <stdint.h>

void html_text(text_buffer *out, const char *text); // NULL is nothing
void html_format(text_buffer *out, const char *format, ...) SCREE_PRINTF(2, 3);
// The text of an attribute with its quotes.
void html_attribute(text_buffer *out, const char *name, const char *value);

// Six digits, of whole numbers all; what is no number is a dash.
void html_number(text_buffer *out, double value);
// A count that a file tells, with commas between thousands; what is none is a dash.
void html_count(text_buffer *out, double count);
void html_unit(text_buffer *out, const char *unit); // behind a number, with a blank; nothing for ""

// <td>text</td>, <th scope="row">text</th>, <td class="number">.
void html_cell(text_buffer *out, const char *text);
void html_row_head(text_buffer *out, const char *text);
void html_number_cell(text_buffer *out, double value);
// <thead> with these names; NULL ends them. A name behind > stands over numbers.
void html_table_begin(text_buffer *out, const char *caption, const char *const *heads);
void html_table_end(text_buffer *out);

void html_base64(text_buffer *out, const uint8_t *data, int64_t size);
// JSON as it may stand in a <script>: no sign of a tag in it.
void html_json(text_buffer *out, const char *json);

#endif
