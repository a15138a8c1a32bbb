// main.c - scree: finds the command and hands over.
#include "base/text.h"
#include "cli/command_table.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/start.h"

#include <stdio.h>
#include <string.h>

enum { COMMANDS_MOST = 64 };

static int help(void)
{
    printf("scree - granular matter, simulated\n\n");
    print_called(stdout, "usage: scree COMMAND ...\n\n");
    for (const command *at = commands; at->name; at++)
        printf("  %-8s %s\n", at->name, at->doc);
    print_called(stdout, "\nscree COMMAND --help tells more. To begin:\n\n"
                         "  scree new chute && scree run chute/case.yaml\n");
    return EXIT_DONE;
}

static int version(int more, char **after)
{
    if (more == 0) {
        printf("scree %s\n", SCREE_VERSION);
        return EXIT_DONE;
    }
    if (more == 1 && !strcmp(after[0], "--json")) {
        printf("{\"version\": \"%s\"}\n", SCREE_VERSION);
        return EXIT_DONE;
    }
    fprintf(stderr, "scree: after --version there is --json alone\n");
    return EXIT_INPUT;
}

static int unknown(const char *name)
{
    if (*name == '-') {
        fprintf(
            stderr,
            "scree: there is no option %s in front of a command (there are --help and --version)\n",
            name);
        return EXIT_INPUT;
    }
    const char *names[COMMANDS_MOST];
    int count = 0;
    for (const command *at = commands; at->name && count < COMMANDS_MOST; at++)
        names[count++] = at->name;
    const char *near = text_closest(name, names, count, 2);
    fprintf(stderr, "scree: there is no command '%s' (", name);
    if (near)
        fprintf(stderr, "did you mean '%s'?)\n", near);
    else
        print_called(stderr, "scree --help lists them)\n");
    return EXIT_INPUT;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        help();
        return EXIT_INPUT;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || (!strcmp(name, "help") && argc == 2))
        return help();
    if (!strcmp(name, "--version"))
        return version(argc - 2, argv + 2);
    if (!strcmp(name, "complete"))
        return complete_print(argc - 2, argv + 2);
    const command *command = command_find(name);
    if (command)
        return command->main(argc - 1, argv + 1);
    if (strcmp(name, "help") != 0)
        return unknown(name);
    if (!strcmp(argv[2], "--man"))
        return manual_print();
    char *ask[] = {argv[2], "--help", NULL};
    command = command_find(argv[2]);
    return command ? command->main(2, ask) : unknown(argv[2]);
}

int main(int argc, char **argv)
{
    program_start(argv);
    return program_end(run_command(argc, argv));
}
