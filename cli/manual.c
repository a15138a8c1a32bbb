// manual.c - scree help --man: the page of the manual, made of the syntax of all commands, so that it says what they do.
//
// A command may be a program of its own that takes the place of this one, so each is asked in a child.
#include "cli/command_table.h"
#include "console/exit.h"
#include "console/syntax_print.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void print_commands(void)
{
    printf(".SH COMMANDS\n");
    for (const command *at = commands; at->name; at++) {
        printf(".TP\n\\fB%s\\fR\n", at->name);
        print_manual_text(at->doc);
        putchar('\n');
    }
}

static int print_section(const command *of)
{
    char form[] = "--help=manual";
    char *argv[] = {(char *)of->name, form, NULL};
    int state = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0)
        return EXIT_MEMORY;
    if (child == 0) {
        const int code = of->main(2, argv);
        fflush(stdout);
        _exit(code);
    }
    if (waitpid(child, &state, 0) < 0 || !WIFEXITED(state))
        return EXIT_INPUT;
    return WEXITSTATUS(state);
}

static const char head[] = ".SH NAME\nscree \\- granular matter, simulated\n"
                           ".SH SYNOPSIS\n.B scree\n.I COMMAND\n[options] ...\n"
                           ".SH DESCRIPTION\n"
                           "Grains of any shape that touch, slide, roll, stick and flow, by forces "
                           "(smooth DEM) or by impulses (nonsmooth DEM). A case is\n"
                           "a YAML file with units; a run leaves a folder with tables, pictures, "
                           "files for ParaView and a snapshot from which it goes on to\n"
                           "the bit.\n";

static const char foot[] =
    ".SH EXIT STATUS\n"
    ".TP\n0\ndone\n"
    ".TP\n1\na check did not hold, or a solver did not reach its tolerance\n"
    ".TP\n2\nsomething given is wrong, or a file cannot be read or written\n"
    ".TP\n3\nthe simulation failed\n"
    ".TP\n5\nout of memory\n"
    ".TP\n129, 130, 143\nstopped by a signal, and saved\n"
    ".SH ENVIRONMENT\n"
    ".TP\nOMP_NUM_THREADS\nhow many threads, where no option says it\n"
    ".TP\nNO_COLOR\nwhere it is set and not empty nothing is printed in colour\n"
    ".SH EXAMPLES\n"
    ".nf\nscree new chute\nscree check chute/case.yaml\nscree run chute/case.yaml\nscree report "
    "chute/results\n.fi\n";

int manual_print(void)
{
    int code = EXIT_DONE;
    printf(".TH SCREE 1 \"\" \"scree %s\" \"User commands\"\n%s", SCREE_VERSION, head);
    print_commands();
    printf(".SH OPTIONS\n");
    for (const command *at = commands; at->name && code == EXIT_DONE; at++)
        code = print_section(at);
    fputs(foot, stdout);
    return code;
}
