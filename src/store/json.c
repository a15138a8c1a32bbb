// json.c - see json.h. The format is RFC 8259.
#include "store/json.h"

#include "store/file_out.h"
#include "store/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put(json *j, const char *text, size_t length)
{
    if (j->failed)
        return;
    if (j->length + length + 1 > j->room) {
        size_t room = 2 * (j->length + length) + 256;
        char *grown = realloc(j->text, room);
        if (!grown) {
            j->failed = true;
            return;
        }
        j->text = grown;
        j->room = room;
    }
    memcpy(j->text + j->length, text, length);
    j->length += length;
    j->text[j->length] = 0;
}

static void put_text(json *j, const char *text)
{
    put(j, text, strlen(text));
}

// Length of the well-formed UTF-8 sequence at s (1 to 4), or 0. Overlong forms and surrogates are none.
static int sequence(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    int n = s[0] >= 0xC2 && s[0] <= 0xDF   ? 2
            : (s[0] & 0xF0) == 0xE0        ? 3
            : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4
                                           : 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if (n == 3 && ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F)))
        return 0;
    if (n == 4 && ((s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F)))
        return 0;
    return n;
}

static void put_quoted(json *j, const char *text)
{
    put(j, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int n = sequence(s);
        char escape[8];
        if (!n)
            put_text(j, "\\ufffd");
        else if (*s == '"' || *s == '\\')
            put(j, (char[]){'\\', (char)*s}, 2);
        else if (*s == '\n')
            put_text(j, "\\n");
        else if (*s == '\t')
            put_text(j, "\\t");
        else if (*s < 0x20 || *s == 0x7F) {
            snprintf(escape, sizeof escape, "\\u%04x", *s);
            put_text(j, escape);
        } else
            put(j, (const char *)s, (size_t)n);
        s += n ? n : 1;
    }
    put(j, "\"", 1);
}

static void new_line(json *j)
{
    if (!j->lines)
        return;
    put(j, "\n", 1);
    for (int i = 0; i < j->depth; i++)
        put(j, "  ", 2);
}

// What stands before a value: comma, line break, key.
static void lead(json *j, const char *key)
{
    if (j->depth) {
        bool *filled = &j->filled[j->depth - 1];
        if (*filled)
            put_text(j, j->lines ? "," : ", ");
        *filled = true;
        new_line(j);
    }
    if (!key)
        return;
    put_quoted(j, key);
    put(j, ": ", 2);
}

static void nest(json *j, const char *key, bool list)
{
    lead(j, key);
    if (j->depth == JSON_DEPTH) {
        j->failed = true;
        return;
    }
    put(j, list ? "[" : "{", 1);
    j->filled[j->depth] = false;
    j->list[j->depth++] = list;
}

void json_begin(json *j)
{
    nest(j, NULL, false);
}
void json_object(json *j, const char *key)
{
    nest(j, key, false);
}
void json_list(json *j, const char *key)
{
    nest(j, key, true);
}

void json_close(json *j)
{
    if (!j->depth)
        return;
    j->depth--;
    if (j->filled[j->depth])
        new_line(j);
    put(j, j->list[j->depth] ? "]" : "}", 1);
}

void json_text(json *j, const char *key, const char *value)
{
    lead(j, key);
    if (value)
        put_quoted(j, value);
    else
        put_text(j, "null");
}

void json_number(json *j, const char *key, double value)
{
    char text[NUMBER_ROOM];
    lead(j, key);
    if (isfinite(value))
        put(j, text, (size_t)number_text(text, value));
    else
        put_text(j, "null");
}

void json_integer(json *j, const char *key, int64_t value)
{
    char text[24];
    lead(j, key);
    snprintf(text, sizeof text, "%" PRId64, value);
    put_text(j, text);
}

void json_flag(json *j, const char *key, bool value)
{
    lead(j, key);
    put_text(j, value ? "true" : "false");
}

void json_null(json *j, const char *key)
{
    json_text(j, key, NULL);
}

scree_status json_store(const json *j, const char *path, scree_error *error)
{
    if (j->failed || !j->text)
        return fail_memory(error, path);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_write(&out, j->text, j->length);
    file_out_write(&out, "\n", 1);
    return file_out_commit(&out, error);
}

void json_clear(json *j)
{
    free(j->text);
    memset(j, 0, sizeof *j);
}
