// let_signs.c - braces, brackets and commas of `${...}` pass through YAML as private characters; see let.h.
//
// Each is one character of Unicode, as what it stands for, so that lines and columns of faults stay as they are. A text
// that has such characters of its own is left alone.
#include "case/let.h"

#include "base/text.h"

#include <string.h>

// Three bytes in UTF-8: U+E000 and those behind it, in the order of these signs.
static const char hidden_signs[] = "{}[],";
static const char lead[] = "\xEE\x80";

static const char *sign_hidden_at(const char *text)
{
    if (strncmp(text, lead, 2) != 0)
        return NULL;
    const int which = (unsigned char)text[2] - 0x80;
    return which >= 0 && which < (int)sizeof hidden_signs - 1 ? &hidden_signs[which] : NULL;
}

// The length of `${...}` at the beginning of a text, within its line; 0: none stands there.
static size_t expression_length(const char *text, size_t length)
{
    if (length < 3 || text[0] != '$' || text[1] != '{')
        return 0;
    for (size_t i = 2; i < length && !strchr("\n'\"#$", text[i]); i++) {
        if (text[i] == '}')
            return i + 1;
    }
    return 0;
}

static void hide(text_buffer *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char *sign = strchr(hidden_signs, text[i]);
        if (!text[i] || !sign) {
            text_append_slice(out, text + i, 1);
            continue;
        }
        const char last = (char)(0x80 + (sign - hidden_signs));
        text_append(out, lead);
        text_append_slice(out, &last, 1);
    }
}

char *let_hide(const char *text, size_t length, size_t *hidden_length)
{
    text_buffer out = {0};
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        const bool has_one = length - i >= 3 && sign_hidden_at(text + i);
        if (has_one) {
            text_buffer_clear(&out);
            return NULL;
        }
        const size_t expression = expression_length(text + i, length - i);
        if (!expression)
            continue;
        text_append_slice(&out, text + done, i - done);
        hide(&out, text + i, expression);
        done = i + expression;
        i = done - 1;
    }
    if (!done || out.failed) {
        text_buffer_clear(&out);
        return NULL;
    }
    text_append_slice(&out, text + done, length - done);
    if (out.failed) {
        text_buffer_clear(&out);
        return NULL;
    }
    *hidden_length = out.length;
    return out.data;
}

void let_show(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        const char *sign = sign_hidden_at(from);
        *to++ = sign ? *sign : *from;
        from += sign ? 3 : 1;
    }
    *to = 0;
}
