// args.c - see args.h.
#include "console/args.h"

#include "base/memory.h"
#include "base/text.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/syntax_print.h"

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

static void help(const syntax *syntax)
{
    print_called_format(stdout, "usage: scree %s%s%s%s\n\n%s\n", syntax->command,
                        syntax->options ? " [options]" : "", *syntax->operands ? " " : "",
                        syntax->operands, syntax->about);
    if (syntax->options)
        printf("\noptions:\n");
    for (int i = 0; i < syntax->options; i++)
        help_option(syntax->option[i].name, syntax->option[i].value, syntax->option[i].doc);
}

static const option *find(const syntax *syntax, const char *name, size_t length)
{
    for (int i = 0; i < syntax->options; i++)
        if (strlen(syntax->option[i].name) == length &&
            !strncmp(syntax->option[i].name, name, length))
            return &syntax->option[i];
    return NULL;
}

static int unknown(const syntax *syntax, const char *given, size_t length)
{
    const char *names[OPTIONS_MOST];
    char word[64];
    char hint[128];
    for (int i = 0; i < syntax->options; i++)
        names[i] = syntax->option[i].name;
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), given);
    const char *near = text_closest(word, names, syntax->options, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean --%s?", near);
    else
        snprintf(hint, sizeof hint, "scree %s --help lists the options", syntax->command);
    return args_fail(syntax->command, hint, "there is no option --%s", word);
}

bool settings_add(settings *settings, const char *key, const char *value)
{
    int64_t room = settings->room;
    char *copy = text_copy(key);
    if (!copy || !MEM_GROW(settings->item, room, settings->count + 1)) {
        free(copy);
        return false;
    }
    settings->room = (int)room;
    settings->item[settings->count++] = (case_override){copy, value};
    return true;
}

static int read_setting(const syntax *syntax, const option *given, const char *text)
{
    settings *to = given->to;
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return args_fail(syntax->command,
                         strcmp(given->name, "set") ? "such as --over friction=0.1:1:0.1"
                                                    : "such as --set run.duration='2 s'",
                         "--%s %s is not %s", given->name, text, given->value);
    char *key = text_slice(text, (size_t)(equals - text));
    const bool added = key && settings_add(to, key, equals + 1);
    free(key);
    if (added)
        return ARGS_GO_ON;
    args_fail(syntax->command, "", "out of memory");
    return EXIT_MEMORY;
}

static int read_value(const syntax *syntax, const option *option, const char *text)
{
    const char *end;
    double value;
    if (!*text)
        return args_fail(syntax->command, "", "--%s is given an empty value: --%s %s", option->name,
                         option->name, option->value);
    if (option->kind == OPTION_SETTING)
        return read_setting(syntax, option, text);
    if (option->kind == OPTION_TEXT) {
        *(const char **)option->to = text;
        return ARGS_GO_ON;
    }
    if (!text_number(text, &value, &end) || *end)
        return args_fail(syntax->command, "give a number", "--%s %s is no number", option->name,
                         text);
    if (option->kind == OPTION_VECTOR && value != 1 && value != 2 && value != 4 && value != 8)
        return args_fail(syntax->command,
                         "give 1, 2, 4 or 8, or leave it out for the widest that runs here",
                         "--%s %s is no vector width", option->name, text);
    if (value < option->low ||
        (option->kind == OPTION_INTEGER && (value > 9e15 || value != (double)(int64_t)value)))
        return args_fail(syntax->command, "leave the option out for its default",
                         "--%s %s is not a %s of at least %g", option->name, text,
                         option->kind == OPTION_INTEGER ? "whole number" : "number", option->low);
    if (option->kind != OPTION_REAL)
        *(int64_t *)option->to = (int64_t)value;
    else
        *(double *)option->to = value;
    return ARGS_GO_ON;
}

// What an option has been given is lost when it is given again; settings add up, and a flag says the same twice.
static bool may_come_again(const option *option)
{
    return option->kind == OPTION_FLAG || option->kind == OPTION_SETTING;
}

// The option argv[*i]; moves *i on to its value. given: of each option of the syntax, whether it has been there.
static int read_option(const syntax *syntax, int argc, char **argv, int *i, bool *given)
{
    const char *name = argv[*i] + 2;
    const char *value = strchr(name, '=');
    size_t length = value ? (size_t)(value - name) : strlen(name);
    const option *option = find(syntax, name, length);
    if (!option)
        return unknown(syntax, name, length);
    bool *again = &given[option - syntax->option];
    if (*again && !may_come_again(option))
        return args_fail(syntax->command, "leave one of them out", "--%s is given twice",
                         option->name);
    *again = true;
    if (option->kind == OPTION_FLAG) {
        if (value)
            return args_fail(syntax->command, "leave the value out", "--%s is a flag",
                             option->name);
        *(bool *)option->to = true;
        return ARGS_GO_ON;
    }
    if (value)
        return read_value(syntax, option, value + 1);
    if (++*i == argc)
        return args_fail(syntax->command, "", "--%s needs a value: --%s %s", option->name,
                         option->name, option->value);
    return read_value(syntax, option, argv[*i]);
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    return false;
}

int args_read(const syntax *syntax, int argc, char **argv, const char **operand, int *operands)
{
    bool ended = false;
    bool given[OPTIONS_MOST] = {false};
    *operands = 0;
    if (asks_for_help(argc, argv)) {
        help(syntax);
        return EXIT_DONE;
    }
    if (argc == 2 && syntax_print(syntax, argv[1]))
        return EXIT_DONE;
    for (int i = 1; i < argc; i++) {
        if (!ended && !strcmp(argv[i], "--")) {
            ended = true;
        } else if (!ended && !strncmp(argv[i], "--", 2)) {
            int code = read_option(syntax, argc, argv, &i, given);
            if (code != ARGS_GO_ON)
                return code;
        } else if (!ended && argv[i][0] == '-' && argv[i][1]) {
            return args_fail(syntax->command, "options have two dashes and a whole word",
                             "there is no option %s", argv[i]);
        } else if (*operands >= syntax->most || *operands >= OPERANDS_MOST) {
            char hint[160];
            snprintf(hint, sizeof hint, "usage: scree %s %s, at most %d", syntax->command,
                     syntax->operands, syntax->most);
            return args_fail(syntax->command, hint, "there is one argument too many: %s", argv[i]);
        } else if (!*argv[i]) {
            return args_fail(syntax->command, "is a variable of the shell empty?",
                             "an argument is empty");
        } else
            operand[(*operands)++] = argv[i];
    }
    if (*operands >= syntax->least)
        return ARGS_GO_ON;
    char hint[160];
    snprintf(hint, sizeof hint, "usage: scree %s %s; scree %s --help tells more", syntax->command,
             syntax->operands, syntax->command);
    return args_fail(syntax->command, hint, "an argument is missing");
}

void settings_clear(settings *settings)
{
    for (int i = 0; i < settings->count; i++)
        free((char *)settings->item[i].key);
    free(settings->item);
    memset(settings, 0, sizeof *settings);
}
