// complete.c - scree complete: what a shell may offer for the word that is being typed. The scripts of shell/ ask it, so they
// know nothing of commands and options themselves.
#include "cli/command_table.h"
#include "case/templates.h"
#include "cli/commands.h"
#include "console/exit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void offer_commands(void)
{
    for (const command *at = commands; at->name; at++)
        printf("%s\t%s\n", at->name, at->doc);
    printf("help\twhat a command does\n");
}

static void offer_templates(void)
{
    for (int i = 0; i < case_template_count(); i++) {
        int length;
        const char *doc = case_template_doc(i, &length);
        printf("%s\t%.*s\n", case_template_name(i), length, doc);
    }
}

static int ask(const command *of, const char *form)
{
    char argument[160];
    snprintf(argument, sizeof argument, "%s", form);
    char *argv[] = {(char *)of->name, argument, NULL};
    return of->main(2, argv);
}

// The option whose value comes next, without its dashes: NULL where the word before is none.
static const char *option_before(const char *word)
{
    const bool is_option = !strncmp(word, "--", 2) && word[2] && !strchr(word, '=');
    return is_option ? word + 2 : NULL;
}

static int offer_for(const command *of, int words, char **word)
{
    const char *last = word[words - 1];
    const char *option = words > 2 ? option_before(word[words - 2]) : NULL;
    char form[160];
    if (*last == '-')
        return ask(of, "--help=options");
    if (option) {
        snprintf(form, sizeof form, "--help=value=%.100s", option);
        return ask(of, form);
    }
    if (words > 2)
        return EXIT_DONE;
    if (!strcmp(of->name, "new"))
        offer_templates();
    else if (!strcmp(of->name, "list"))
        list_offer();
    else
        return ask(of, "--help=operands");
    return EXIT_DONE;
}

int complete_print(int words, char **word)
{
    const command *of = words > 1 ? command_find(word[0]) : NULL;
    if (of)
        return offer_for(of, words, word);
    if (words == 1 || (words == 2 && !strcmp(word[0], "help")))
        offer_commands();
    return EXIT_DONE;
}
