// message.c - see message.h. A reader of JSON (RFC 8259) without lists and without objects inside of the one object.
#include "view/message.h"

#include "base/text.h"

#include <string.h>

typedef struct cursor {
    const char *at, *end;
    const char *why; // what is wrong, NULL: nothing
} cursor;

static void skip_blanks(cursor *in)
{
    while (in->at < in->end && strchr(" \t\r\n", *in->at) && *in->at)
        in->at++;
}

static bool take(cursor *in, char sign)
{
    skip_blanks(in);
    if (in->at == in->end || *in->at != sign)
        return false;
    in->at++;
    return true;
}

static bool wrong(cursor *in, const char *why)
{
    if (!in->why)
        in->why = why;
    return false;
}

static int hexadecimal(char sign)
{
    static const char digits[] = "0123456789abcdef";
    const char *place = strchr(digits, sign | ('A' <= sign && sign <= 'F' ? 32 : 0));
    return sign && place ? (int)(place - digits) : -1;
}

// Signs beyond ASCII come as UTF-8 or not at all: no name of ours needs \u with more.
static bool read_escape(cursor *in, char *out)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    const char *place = in->at < in->end && *in->at ? strchr(from, *in->at) : NULL;
    if (place) {
        *out = to[place - from];
        in->at++;
        return true;
    }
    int code = 0;
    if (in->end - in->at < 5 || *in->at != 'u')
        return wrong(in, "a backslash begins no sign");
    for (int k = 1; k <= 4; k++) {
        const int digit = hexadecimal(in->at[k]);
        if (digit < 0)
            return wrong(in, "\\u needs four hexadecimal digits");
        code = 16 * code + digit;
    }
    if (code == 0 || code > 127)
        return wrong(in, "\\u beyond ASCII is not taken; send UTF-8");
    *out = (char)code;
    in->at += 5;
    return true;
}

static bool read_text(cursor *in, char *out, size_t room)
{
    size_t length = 0;
    if (!take(in, '"'))
        return wrong(in, "a text in quotes was expected");
    while (in->at < in->end && *in->at != '"') {
        char sign = *in->at++;
        if ((unsigned char)sign < 32)
            return wrong(in, "a text holds a control character");
        if (sign == '\\' && !read_escape(in, &sign))
            return false;
        if (length + 1 >= room)
            return wrong(in, "a text is too long");
        out[length++] = sign;
    }
    out[length] = 0;
    return take(in, '"') || wrong(in, "a text has no end");
}

static bool take_word(cursor *in, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || strncmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

static bool read_number(cursor *in, double *out)
{
    char digits[40];
    size_t length = 0;
    while (in->at + length < in->end && length + 1 < sizeof digits && in->at[length] &&
           strchr("+-.0123456789eE", in->at[length]))
        length++;
    memcpy(digits, in->at, length);
    digits[length] = 0;
    const char *end;
    if (!text_number(digits, out, &end) || *end)
        return wrong(in, "a value is no text, number, true or false");
    in->at += length;
    return true;
}

static bool read_value(cursor *in, message_member *member)
{
    skip_blanks(in);
    member->kind = MESSAGE_IS_FLAG;
    member->number = 0;
    if (take_word(in, "true"))
        member->number = 1;
    else if (!take_word(in, "false")) {
        const bool text = in->at < in->end && *in->at == '"';
        member->kind = text ? MESSAGE_IS_TEXT : MESSAGE_IS_NUMBER;
        return text ? read_text(in, member->text, sizeof member->text)
                    : read_number(in, &member->number);
    }
    return true;
}

static bool read_member(cursor *in, message *out)
{
    if (out->members == MESSAGE_MEMBERS)
        return wrong(in, "there are too many members");
    message_member *member = &out->member[out->members];
    if (!read_text(in, member->name, sizeof member->name))
        return false;
    if (!take(in, ':'))
        return wrong(in, "a colon was expected");
    if (!read_value(in, member))
        return false;
    out->members++;
    return true;
}

static bool read_object(cursor *in, message *out)
{
    if (!take(in, '{'))
        return wrong(in, "it does not begin with {");
    if (!take(in, '}')) {
        do {
            if (!read_member(in, out))
                return false;
        } while (take(in, ','));
        if (!take(in, '}'))
            return wrong(in, "a comma or } was expected");
    }
    skip_blanks(in);
    return in->at == in->end || wrong(in, "something follows the object");
}

const char *message_read(message *out, const char *text, size_t length)
{
    cursor in = {.at = text, .end = text + length};
    memset(out, 0, sizeof *out);
    if (length > MESSAGE_BYTES)
        return "it is too long";
    if (!read_object(&in, out))
        out->members = 0;
    return in.why;
}

static const message_member *find(const message *message, const char *name, message_kind kind)
{
    for (int i = 0; i < message->members; i++) {
        const message_member *member = &message->member[i];
        if (member->kind == kind && !strcmp(member->name, name))
            return member;
    }
    return NULL;
}

const char *message_text(const message *message, const char *name)
{
    const message_member *member = find(message, name, MESSAGE_IS_TEXT);
    return member ? member->text : NULL;
}

bool message_number(const message *message, const char *name, double *out)
{
    const message_member *member = find(message, name, MESSAGE_IS_NUMBER);
    if (member)
        *out = member->number;
    return member != NULL;
}

static bool has(const message *message, const char *name)
{
    for (int i = 0; i < message->members; i++)
        if (!strcmp(message->member[i].name, name))
            return true;
    return false;
}

bool message_whole(const message *message, const char *name, const int64_t range[2], int64_t usual,
                   int64_t *out)
{
    double number;
    *out = usual;
    if (!has(message, name))
        return true;
    if (!message_number(message, name, &number) || !(number >= (double)range[0]) ||
        !(number <= (double)range[1]))
        return false;
    *out = (int64_t)number;
    return (double)*out == number;
}

bool message_flag(const message *message, const char *name)
{
    const message_member *member = find(message, name, MESSAGE_IS_FLAG);
    return member && member->number != 0;
}
