// json.h - building one JSON object as text: summary.json and what commands print with --json.
//
//     json j = {0};
//     json_begin(&j);
//     json_number(&j, "time", 0.25);
//     json_list(&j, "probes"); json_text(&j, NULL, "profile"); json_close(&j);
//     json_close(&j);                                   // {"time": 0.25, "probes": ["profile"]}
//
// Keys are NULL inside lists. Text is taken as UTF-8; bytes that are none become U+FFFD. Numbers read back as the same
// double; what JSON has no number for (nan, infinities) becomes null. Running out of memory is remembered in `failed`.
#ifndef SCREE_STORE_JSON_H
#define SCREE_STORE_JSON_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH = 64 };

typedef struct json {
    char *text; // owned, ends with a zero
    size_t length, room;
    bool lines;  // set before json_begin: one member per line, indented
    bool failed; // out of memory, or nested deeper than JSON_DEPTH
    int depth;
    bool filled[JSON_DEPTH], list[JSON_DEPTH];
} json;

void json_begin(json *json);
void json_object(json *json, const char *key);
void json_list(json *json, const char *key);
void json_close(json *json); // the innermost object or list

void json_text(json *json, const char *key, const char *value); // NULL gives null
void json_number(json *json, const char *key, double value);
void json_integer(json *json, const char *key, int64_t value);
void json_flag(json *json, const char *key, bool value);
void json_null(json *json, const char *key);

// Writes the finished text and a newline to a file.
scree_status json_store(const json *json, const char *path, scree_error *error);
void json_clear(json *json);

#endif
