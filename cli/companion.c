// companion.c - commands that are programs of their own: scree-verify and scree-bench, behind `scree verify` and `scree
// bench`. They are looked for beside this program, as in a build folder, then where `make install` puts them.
//
// The other program takes the place of this process, under the name by which this one was called, so that commands in
// its messages can be typed as they stand.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for program_invocation_name
#endif
#include "base/text.h"
#include "cli/commands.h"
#include "console/args.h"
#include "console/exit.h"
#include "console/program_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Below the folder of this program.
static const char *const places[] = {"", SCREE_LIBEXEC_FROM_BIN "/"};
enum { PLACES = sizeof places / sizeof *places };

// Returns only where there is no such program (ARGS_GO_ON) or it cannot be started (EXIT_INPUT, told).
static int try_place(const char *command, const char *folder, const char *place, char **argv)
{
    char *path = text_format("%s%sscree-%s", folder, place, command);
    if (!path)
        return args_fail(command, "", "out of memory");
    execv(path, argv);
    int code = ARGS_GO_ON;
    if (errno != ENOENT)
        code = args_fail(command, "", "cannot start %s: %s", path, strerror(errno));
    free(path);
    return code;
}

static int companion(const char *command, char **argv)
{
    char *folder = program_folder();
    if (!folder)
        return args_fail(command, "is /proc mounted?", "cannot tell where the program scree-%s is",
                         command);
    argv[0] = program_invocation_name;
    int code = ARGS_GO_ON;
    for (int i = 0; i < PLACES && code == ARGS_GO_ON; i++)
        code = try_place(command, folder, places[i], argv);
    if (code == ARGS_GO_ON)
        code = args_fail(
            command, "`make build` makes it beside scree, `make install` puts both in their places",
            "there is no program scree-%s in %s, nor in %s%s", command, folder, folder, places[1]);
    free(folder);
    return code;
}

int bench_main(int argc, char **argv)
{
    (void)argc;
    return companion("bench", argv);
}

int verify_main(int argc, char **argv)
{
    (void)argc;
    return companion("verify", argv);
}
