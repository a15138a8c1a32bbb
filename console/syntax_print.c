// syntax_print.c - see syntax_print.h.
#include "console/syntax_print.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- the page of the manual

// A line that begins with a dot or a quote is a command there, and a hyphen is no minus, so that an option could not be copied.
void print_manual_text(const char *text)
{
    bool begins = true;
    for (const char *c = text; *c; c++) {
        if (begins && (*c == '.' || *c == '\''))
            fputs("\\&", stdout);
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else
            putchar(*c);
        begins = *c == '\n';
    }
}

static void print_manual_option(const option *option)
{
    printf(".TP\n\\fB\\-\\-");
    print_manual_text(option->name);
    printf("\\fR");
    if (option->value) {
        printf(" \\fI");
        print_manual_text(option->value);
        printf("\\fR");
    }
    putchar('\n');
    print_manual_text(option->doc);
    putchar('\n');
}

static void print_manual(const syntax *syntax)
{
    printf(".SS scree ");
    print_manual_text(syntax->command);
    printf("%s ", syntax->options ? " [options]" : "");
    print_manual_text(syntax->operands);
    putchar('\n');
    print_manual_text(syntax->about);
    putchar('\n');
    for (int i = 0; i < syntax->options; i++)
        print_manual_option(&syntax->option[i]);
}

// ---- words

static void print_options(const syntax *syntax)
{
    for (int i = 0; i < syntax->options; i++) {
        const option *option = &syntax->option[i];
        printf("--%s\t%s\n", option->name, option->doc);
    }
    printf("--help\twhat the command does, and its options\n");
}

// Of "one|two|FILE" those in small letters: words as they stand, and not what stands for something else.
static void print_alternatives(const char *text)
{
    if (!strchr(text, '|'))
        return;
    while (*text) {
        const size_t length = strcspn(text, "|[] ");
        if (length > 0 && islower((unsigned char)text[0]))
            printf("%.*s\n", (int)length, text);
        text += length;
        text += *text != 0;
    }
}

static void print_values(const syntax *syntax, const char *name)
{
    for (int i = 0; i < syntax->options; i++) {
        const option *option = &syntax->option[i];
        if (!strcmp(option->name, name) && option->value)
            print_alternatives(option->value);
    }
}

bool syntax_print(const syntax *syntax, const char *argument)
{
    static const char value[] = "--help=value=";
    const size_t length = sizeof value - 1;
    if (!strcmp(argument, "--help=manual"))
        print_manual(syntax);
    else if (!strcmp(argument, "--help=options"))
        print_options(syntax);
    else if (!strcmp(argument, "--help=operands"))
        print_alternatives(syntax->operands);
    else if (!strncmp(argument, value, length))
        print_values(syntax, argument + length);
    else
        return false;
    return true;
}
