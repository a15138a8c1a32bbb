// html.c - see html.h.
#include "cli/html.h"

#include "base/utf8.h"
#include "console/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void html_text(text_buffer *out, const char *text)
{
    if (text)
        utf8_append_markup(out, text);
}

void html_format(text_buffer *out, const char *format, ...)
{
    char text[2000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    html_text(out, text);
}

void html_attribute(text_buffer *out, const char *name, const char *value)
{
    text_append_format(out, " %s=\"", name);
    html_text(out, value);
    text_append(out, "\"");
}

void html_number(text_buffer *out, double value)
{
    const double most_digits = 1e9;
    const bool whole = fabs(value) < most_digits && value == floor(value);
    if (isfinite(value))
        text_append_format(out, whole ? "%.0f" : "%.6g", value + 0.0); // no minus in front of 0
    else
        text_append(out, "\xe2\x80\x93");
}

void html_count(text_buffer *out, double count)
{
    char words[WORD_ROOM];
    const double most = 9e18; // what 64 bits hold
    if (count >= 0 && count < most)
        text_append(out, word_count(words, (int64_t)count));
    else
        text_append(out, "\xe2\x80\x93");
}

void html_unit(text_buffer *out, const char *unit)
{
    if (!unit || !*unit)
        return;
    text_append(out, " ");
    html_text(out, unit);
}

void html_cell(text_buffer *out, const char *text)
{
    text_append(out, "<td>");
    html_text(out, text);
    text_append(out, "</td>");
}

void html_row_head(text_buffer *out, const char *text)
{
    text_append(out, "<th scope=\"row\">");
    html_text(out, text);
    text_append(out, "</th>");
}

void html_number_cell(text_buffer *out, double value)
{
    text_append(out, "<td class=\"number\">");
    html_number(out, value);
    text_append(out, "</td>");
}

void html_table_begin(text_buffer *out, const char *caption, const char *const *heads)
{
    text_append(out, "<div class=\"wide\"><table><caption>");
    html_text(out, caption);
    text_append(out, "</caption><thead><tr>");
    for (int k = 0; heads[k]; k++) {
        const bool numbers = *heads[k] == '>';
        text_append(out, numbers ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">");
        html_text(out, heads[k] + numbers);
        text_append(out, "</th>");
    }
    text_append(out, "</tr></thead><tbody>\n");
}

void html_table_end(text_buffer *out)
{
    text_append(out, "</tbody></table></div>\n");
}

void html_base64(text_buffer *out, const uint8_t *data, int64_t size)
{
    static const char sign[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { GROUPS = 1024 };
    char text[4 * GROUPS];
    size_t length = 0;
    for (int64_t i = 0; i < size; i += 3) {
        const int have = size - i < 3 ? (int)(size - i) : 3;
        const uint32_t second = have > 1 ? data[i + 1] : 0;
        const uint32_t third = have > 2 ? data[i + 2] : 0;
        const uint32_t bits = (uint32_t)data[i] << 16 | second << 8 | third;
        text[length++] = sign[bits >> 18];
        text[length++] = sign[bits >> 12 & 63];
        text[length++] = have > 1 ? sign[bits >> 6 & 63] : '=';
        text[length++] = have > 2 ? sign[bits & 63] : '=';
        if (length == sizeof text) {
            text_append_slice(out, text, length);
            length = 0;
        }
    }
    text_append_slice(out, text, length);
}

void html_json(text_buffer *out, const char *json)
{
    const char *from = json;
    const char *at = json;
    for (; *at; at++) {
        if (*at != '<' && *at != '>' && *at != '&')
            continue;
        text_append_slice(out, from, (size_t)(at - from));
        text_append_format(out, "\\u%04x", (unsigned)*at);
        from = at + 1;
    }
    text_append_slice(out, from, (size_t)(at - from));
}
