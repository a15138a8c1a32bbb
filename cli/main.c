// main.c - scree: finds the command and hands over.
#include "base/text.h"
#include "cli/commands.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/start.h"

#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    int (*main)(int argc, char **argv);
    const char *doc;
} command;

static const command commands[] = {
    {"run", run_main, "run a case; its results go to a folder"},
    {"check", check_main, "look at a case without running it: grains, step and why, memory, time"},
    {"resume", resume_main, "go on with a run, to the bit, or branch it with other settings"},
    {"info", info_main, "what a run or a snapshot holds, its state hash, exports"},
    {"measure", measure_main, "sample probes on the frames of a run, or on a snapshot"},
    {"picture", picture_main, "draw a moment of a run"},
    {"film", film_main, "the frames of a run as a film"},
    {"plot", plot_main, "columns of tables as curves: PNG, SVG, PDF"},
    {"report", report_main, "one page on a run, a sweep or a fit: plots, numbers, checks"},
    {"list", list_main, "laws, drives, walls, packings and probes with their parameters"},
    {"sweep", sweep_main, "run a case over values of its keys, and tabulate what was measured"},
    {"fit", fit_main,
     "find parameters from experiments, on single grains or any case with a probe"},
    {"new", new_main, "write a commented case to start from"},
    {"bench", bench_main, "measure the speed"},
    {"law", law_main, "move one contact along a path and show what its laws answer"},
    {"shape", shape_main, "what a mesh file is as a body: volume, inertia, what is wrong with it"},
    {"solve", solve_main, "solve a friction problem from a file, or take one from a run"},
    {"verify", verify_main, "check the physics against closed forms"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int help(void)
{
    printf("scree - granular matter, simulated\n\n");
    print_called(stdout, "usage: scree COMMAND ...\n\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].doc);
    print_called(stdout, "\nscree COMMAND --help tells more. To begin:\n\n"
                         "  scree new chute && scree run chute/case.yaml\n");
    return EXIT_DONE;
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
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *near = text_closest(name, names, COMMANDS, 2);
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
    if (!strcmp(name, "--version")) {
        printf("scree %s\n", SCREE_VERSION);
        return EXIT_DONE;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, name))
            return commands[i].main(argc - 1, argv + 1);
    if (strcmp(name, "help") != 0)
        return unknown(name);
    for (int i = 0; i < COMMANDS; i++) {
        char *ask[] = {argv[2], "--help", NULL};
        if (!strcmp(commands[i].name, argv[2]))
            return commands[i].main(2, ask);
    }
    return unknown(argv[2]);
}

int main(int argc, char **argv)
{
    program_start(argv);
    return program_end(run_command(argc, argv));
}
