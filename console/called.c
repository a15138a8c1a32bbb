// called.c - see called.h. The name is the one that libc keeps of the start of the program; the program has no variable
// of its own for it.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for program_invocation_name
#endif
#include "console/called.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char usual[] = "scree";
static const char plain[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+,:@%=";

const char *shell_word(char out[SHELL_ROOM], const char *text)
{
    static const char quote[] = "'\\''"; // ends the quotes, gives one quote, begins them again
    size_t at = 0;
    if (*text && !text[strspn(text, plain)] && strlen(text) < SHELL_ROOM)
        return strcpy(out, text);
    out[at++] = '\'';
    for (const char *c = text; *c; c++) {
        if (at + sizeof quote + 1 > SHELL_ROOM)
            return strcpy(out, "...");
        if (*c == '\'') {
            memcpy(out + at, quote, sizeof quote - 1);
            at += sizeof quote - 1;
        } else
            out[at++] = *c;
    }
    out[at++] = '\'';
    out[at] = 0;
    return out;
}

// The path of the program `scree`: those of its companions, scree-verify and the like, stand beside it.
static void path_of_program(char out[SHELL_ROOM])
{
    const char *name = program_invocation_name;
    size_t length = name ? strlen(name) : 0;
    const char *slash = name ? strrchr(name, '/') : NULL;
    const char *base = slash ? slash + 1 : name;
    const bool companion =
        base && !strncmp(base, usual, sizeof usual - 1) && base[sizeof usual - 1] == '-';
    if (companion)
        length = (size_t)(base - name) + sizeof usual - 1;
    if (!length || length >= SHELL_ROOM) {
        strcpy(out, usual);
        return;
    }
    memcpy(out, name, length);
    out[length] = 0;
}

static const char *called(char out[SHELL_ROOM])
{
    char path[SHELL_ROOM];
    path_of_program(path);
    shell_word(out, path);
    return strcmp(out, "...") != 0 ? out : usual;
}

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_-./", c));
}

// Is the word at `at` the name of the program with a command behind it: scree run, scree COMMAND, scree --help?
static bool names_program(const char *text, const char *at)
{
    const char *behind = at + sizeof usual - 1;
    if (at > text && in_word(at[-1]))
        return false;
    if (behind[0] != ' ')
        return false;
    return (behind[1] >= 'a' && behind[1] <= 'z') || !strncmp(behind + 1, "--", 2) ||
           !strncmp(behind + 1, "COMMAND", 7);
}

char *called_text(const char *text)
{
    char room[SHELL_ROOM];
    const char *name = called(room);
    const char *from = text;
    text_buffer words = {0};
    for (const char *at = strstr(text, usual); at; at = strstr(at + 1, usual)) {
        if (!names_program(text, at))
            continue;
        text_append_format(&words, "%.*s%s", (int)(at - from), from, name);
        from = at + sizeof usual - 1;
    }
    text_append_format(&words, "%s", from);
    if (!words.failed)
        return words.data;
    text_buffer_clear(&words);
    return NULL;
}

void print_called(FILE *to, const char *text)
{
    char *shown = called_text(text);
    fputs(shown ? shown : text, to);
    free(shown);
}

void print_called_format(FILE *to, const char *format, ...)
{
    va_list args;
    char fixed[4096];
    va_start(args, format);
    vsnprintf(fixed, sizeof fixed, format, args);
    va_end(args);
    print_called(to, fixed);
}
