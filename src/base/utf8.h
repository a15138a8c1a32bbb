// utf8.h - which bytes of a text are signs of UTF-8, and texts for places where some signs mean more than themselves.
#ifndef SCREE_BASE_UTF8_H
#define SCREE_BASE_UTF8_H

#include "base/text.h"

// Length of the well-formed UTF-8 sequence at `sign` (1 to 4), or 0. Overlong forms and surrogates are none.
int utf8_length(const char *sign);

// Appends the text; what is no UTF-8, or a control character, becomes U+FFFD.
void utf8_append_printable(text_buffer *out, const char *text);
// The same for HTML and XML, between tags or in an attribute in double quotes: & < > " ' are written as references, line
// breaks and tabs stay.
void utf8_append_markup(text_buffer *out, const char *text);

#endif
