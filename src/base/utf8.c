// utf8.c - see utf8.h. The rules are those of RFC 3629; the signs that XML forbids, of XML 1.0, section 2.2.
#include "base/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

int utf8_length(const char *text)
{
    const unsigned char *sign = (const unsigned char *)text;
    if (sign[0] < 0x80)
        return 1;
    int length = sign[0] >= 0xC2 && sign[0] <= 0xDF   ? 2
                 : (sign[0] & 0xF0) == 0xE0           ? 3
                 : sign[0] >= 0xF0 && sign[0] <= 0xF4 ? 4
                                                      : 0;
    for (int i = 1; i < length; i++)
        if ((sign[i] & 0xC0) != 0x80)
            return 0;
    const unsigned char lead = sign[0];
    if (length == 3 && lead == 0xE0 && sign[1] < 0xA0)
        return 0;
    if (length == 3 && lead == 0xED && sign[1] > 0x9F)
        return 0;
    if (length == 4 && lead == 0xF0 && sign[1] < 0x90)
        return 0;
    if (length == 4 && lead == 0xF4 && sign[1] > 0x8F)
        return 0;
    return length;
}

static bool is_control(const char *sign, int length)
{
    const unsigned char first = (unsigned char)sign[0];
    if (length == 1)
        return first < ' ' || first == 127;
    const bool c1 = first == 0xC2 && (unsigned char)sign[1] < 0xA0;
    const bool no_character = !memcmp(sign, "\xEF\xBF\xBE", 3) || !memcmp(sign, "\xEF\xBF\xBF", 3);
    return c1 || (length == 3 && no_character);
}

static const char *reference(char sign)
{
    switch (sign) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void append_signs(text_buffer *out, const char *text, bool markup)
{
    while (*text) {
        const int length = utf8_length(text);
        const bool blank = markup && (*text == '\n' || *text == '\t');
        const char *written = markup ? reference(*text) : NULL;
        if (length == 0 || (is_control(text, length) && !blank))
            written = "\xEF\xBF\xBD";
        if (written)
            text_append(out, written);
        else
            text_append_slice(out, text, (size_t)length);
        text += length > 0 ? length : 1;
    }
}

void utf8_append_printable(text_buffer *out, const char *text)
{
    append_signs(out, text, false);
}

void utf8_append_markup(text_buffer *out, const char *text)
{
    append_signs(out, text, true);
}
