// json.c - see json.h. The format is RFC 8259.
#include "store/json.h"

#include "store/file_out.h"
#include "store/number.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put(json *json, const char *text, size_t length)
{
    if (json->failed)
        return;
    if (json->length + length + 1 > json->room) {
        size_t room = 2 * (json->length + length) + 256;
        char *grown = realloc(json->text, room);
        if (!grown) {
            json->failed = true;
            return;
        }
        json->text = grown;
        json->room = room;
    }
    memcpy(json->text + json->length, text, length);
    json->length += length;
    json->text[json->length] = 0;
}

static void put_text(json *json, const char *text)
{
    put(json, text, strlen(text));
}

static void put_quoted(json *json, const char *text)
{
    put(json, "\"", 1);
    for (const unsigned char *sign = (const unsigned char *)text; *sign;) {
        int length = utf8_length((const char *)sign);
        char escape[8];
        if (!length)
            put_text(json, "\\ufffd");
        else if (*sign == '"' || *sign == '\\')
            put(json, (char[]){'\\', (char)*sign}, 2);
        else if (*sign == '\n')
            put_text(json, "\\n");
        else if (*sign == '\t')
            put_text(json, "\\t");
        else if (*sign < 0x20 || *sign == 0x7F) {
            snprintf(escape, sizeof escape, "\\u%04x", *sign);
            put_text(json, escape);
        } else
            put(json, (const char *)sign, (size_t)length);
        sign += length ? length : 1;
    }
    put(json, "\"", 1);
}

static void new_line(json *json)
{
    if (!json->lines)
        return;
    put(json, "\n", 1);
    for (int i = 0; i < json->depth; i++)
        put(json, "  ", 2);
}

// What stands before a value: comma, line break, key.
static void lead(json *json, const char *key)
{
    if (json->depth) {
        bool *filled = &json->filled[json->depth - 1];
        if (*filled)
            put_text(json, json->lines ? "," : ", ");
        *filled = true;
        new_line(json);
    }
    if (!key)
        return;
    put_quoted(json, key);
    put(json, ": ", 2);
}

static void nest(json *json, const char *key, bool list)
{
    lead(json, key);
    if (json->depth == JSON_DEPTH) {
        json->failed = true;
        return;
    }
    put(json, list ? "[" : "{", 1);
    json->filled[json->depth] = false;
    json->list[json->depth++] = list;
}

void json_begin(json *json)
{
    nest(json, NULL, false);
}
void json_object(json *json, const char *key)
{
    nest(json, key, false);
}
void json_list(json *json, const char *key)
{
    nest(json, key, true);
}

void json_close(json *json)
{
    if (!json->depth)
        return;
    json->depth--;
    if (json->filled[json->depth])
        new_line(json);
    put(json, json->list[json->depth] ? "]" : "}", 1);
}

void json_text(json *json, const char *key, const char *value)
{
    lead(json, key);
    if (value)
        put_quoted(json, value);
    else
        put_text(json, "null");
}

void json_number(json *json, const char *key, double value)
{
    char text[NUMBER_ROOM];
    lead(json, key);
    if (isfinite(value))
        put(json, text, (size_t)number_text(text, value));
    else
        put_text(json, "null");
}

void json_integer(json *json, const char *key, int64_t value)
{
    char text[24];
    lead(json, key);
    snprintf(text, sizeof text, "%" PRId64, value);
    put_text(json, text);
}

void json_flag(json *json, const char *key, bool value)
{
    lead(json, key);
    put_text(json, value ? "true" : "false");
}

void json_null(json *json, const char *key)
{
    json_text(json, key, NULL);
}

scree_status json_store(const json *json, const char *path, scree_error *error)
{
    if (json->failed || !json->text)
        return fail_memory(error, path);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_write(&out, json->text, json->length);
    file_out_write(&out, "\n", 1);
    return file_out_commit(&out, error);
}

void json_clear(json *json)
{
    free(json->text);
    memset(json, 0, sizeof *json);
}
