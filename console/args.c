// args.c - see args.h.
#include "console/args.h"

#include "base/memory.h"
#include "base/text.h"
#include "console/called.h"
#include "console/exit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 32, HELP_COLUMN = 24 };

int args_fail(const char *command, const char *hint, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    fprintf(stderr, "scree %s: ", command);
    vfprintf(stderr, what, args);
    va_end(args);
    if (hint && *hint)
        print_called_format(stderr, " (%s)", hint);
    fputc('\n', stderr);
    return EXIT_INPUT;
}

static void help_option(const char *name, const char *value, const char *doc)
{
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", name, value ? " " : "", value ? value : "");
    print_called_format(stdout, "  %-*s %s\n", HELP_COLUMN, left, doc);
}

static void help(const syntax *s)
{
    print_called_format(stdout, "usage: scree %s%s%s%s\n\n%s\n", s->command,
                        s->options ? " [options]" : "", *s->operands ? " " : "", s->operands,
                        s->about);
    if (s->options)
        printf("\noptions:\n");
    for (int i = 0; i < s->options; i++)
        help_option(s->option[i].name, s->option[i].value, s->option[i].doc);
}

static const option *find(const syntax *s, const char *name, size_t length)
{
    for (int i = 0; i < s->options; i++)
        if (strlen(s->option[i].name) == length && !strncmp(s->option[i].name, name, length))
            return &s->option[i];
    return NULL;
}

static int unknown(const syntax *s, const char *given, size_t length)
{
    const char *names[OPTIONS_MOST];
    char word[64];
    char hint[128];
    for (int i = 0; i < s->options; i++)
        names[i] = s->option[i].name;
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), given);
    const char *near = text_closest(word, names, s->options, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean --%s?", near);
    else
        snprintf(hint, sizeof hint, "scree %s --help lists the options", s->command);
    return args_fail(s->command, hint, "there is no option --%s", word);
}

static int read_setting(const syntax *s, const char *text, settings *to)
{
    const char *equals = strchr(text, '=');
    int64_t room = to->room;
    if (!equals || equals == text)
        return args_fail(s->command, "such as --set run.duration='2 s'",
                         "--set %s is not KEY=VALUE", text);
    char *key = text_slice(text, (size_t)(equals - text));
    if (!key || !mem_grow((void **)&to->item, &room, to->count + 1, sizeof *to->item)) {
        free(key);
        args_fail(s->command, "", "out of memory");
        return EXIT_MEMORY;
    }
    to->room = (int)room;
    to->item[to->count++] = (case_override){key, equals + 1};
    return ARGS_GO_ON;
}

static int read_value(const syntax *s, const option *o, const char *text)
{
    const char *end;
    double value;
    if (!*text)
        return args_fail(s->command, "", "--%s is given an empty value: --%s %s", o->name, o->name,
                         o->value);
    if (o->kind == OPTION_SETTING)
        return read_setting(s, text, o->to);
    if (o->kind == OPTION_TEXT) {
        *(const char **)o->to = text;
        return ARGS_GO_ON;
    }
    if (!text_number(text, &value, &end) || *end)
        return args_fail(s->command, "give a number", "--%s %s is no number", o->name, text);
    if (o->kind == OPTION_VECTOR && value != 1 && value != 2 && value != 4 && value != 8)
        return args_fail(s->command,
                         "give 1, 2, 4 or 8, or leave it out for the widest that runs here",
                         "--%s %s is no vector width", o->name, text);
    if (value < o->low ||
        (o->kind == OPTION_INTEGER && (value > 9e15 || value != (double)(int64_t)value)))
        return args_fail(s->command, "leave the option out for its default",
                         "--%s %s is not a %s of at least %g", o->name, text,
                         o->kind == OPTION_INTEGER ? "whole number" : "number", o->low);
    if (o->kind != OPTION_REAL)
        *(int64_t *)o->to = (int64_t)value;
    else
        *(double *)o->to = value;
    return ARGS_GO_ON;
}

// The option argv[*i]; moves *i on to its value.
static int read_option(const syntax *s, int argc, char **argv, int *i)
{
    const char *name = argv[*i] + 2;
    const char *value = strchr(name, '=');
    size_t length = value ? (size_t)(value - name) : strlen(name);
    const option *o = find(s, name, length);
    if (!o)
        return unknown(s, name, length);
    if (o->kind == OPTION_FLAG) {
        if (value)
            return args_fail(s->command, "leave the value out", "--%s is a flag", o->name);
        *(bool *)o->to = true;
        return ARGS_GO_ON;
    }
    if (value)
        return read_value(s, o, value + 1);
    if (++*i == argc)
        return args_fail(s->command, "", "--%s needs a value: --%s %s", o->name, o->name, o->value);
    return read_value(s, o, argv[*i]);
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    return false;
}

int args_read(const syntax *s, int argc, char **argv, const char **operand, int *operands)
{
    bool ended = false;
    *operands = 0;
    if (asks_for_help(argc, argv)) {
        help(s);
        return EXIT_DONE;
    }
    for (int i = 1; i < argc; i++) {
        if (!ended && !strcmp(argv[i], "--")) {
            ended = true;
        } else if (!ended && !strncmp(argv[i], "--", 2)) {
            int code = read_option(s, argc, argv, &i);
            if (code != ARGS_GO_ON)
                return code;
        } else if (!ended && argv[i][0] == '-' && argv[i][1]) {
            return args_fail(s->command, "options have two dashes and a whole word",
                             "there is no option %s", argv[i]);
        } else if (*operands >= s->most || *operands >= OPERANDS_MOST) {
            char hint[160];
            snprintf(hint, sizeof hint, "usage: scree %s %s", s->command, s->operands);
            return args_fail(s->command, hint, "there is one argument too many: %s", argv[i]);
        } else if (!*argv[i]) {
            return args_fail(s->command, "is a variable of the shell empty?",
                             "an argument is empty");
        } else
            operand[(*operands)++] = argv[i];
    }
    if (*operands >= s->least)
        return ARGS_GO_ON;
    char hint[160];
    snprintf(hint, sizeof hint, "usage: scree %s %s; scree %s --help tells more", s->command,
             s->operands, s->command);
    return args_fail(s->command, hint, "an argument is missing");
}

void settings_clear(settings *s)
{
    for (int i = 0; i < s->count; i++)
        free((char *)s->item[i].key);
    free(s->item);
    memset(s, 0, sizeof *s);
}
