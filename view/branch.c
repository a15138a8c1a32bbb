// branch.c - see branch.h.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for environ and POSIX_SPAWN_SETSID
#endif
#include "view/branch.h"

#include "base/text.h"
#include "console/called.h"
#include "console/program_folder.h"
#include "store/file_in.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BRANCHES_MOST = 1000 };

// A folder that is not there, with its file of words, which is made at once so that no other branch takes it. It will hold the secret
// address of the branch, so nobody else may read it. -1: none.
static int take_names(branch *branch, const char *folder)
{
    for (int i = 1; i < BRANCHES_MOST; i++) {
        free(branch->out);
        free(branch->text);
        branch->out = text_format("%s-branch-%d", folder, i);
        branch->text = text_format("%s-branch-%d.txt", folder, i);
        if (!branch->out || !branch->text)
            return -1;
        if (!access(branch->out, F_OK))
            continue;
        const int file = open(branch->text, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static void spell(branch *branch, const branch_wish *wish)
{
    char snapshot[SHELL_ROOM];
    char setting[SHELL_ROOM];
    char out[SHELL_ROOM];
    char *called = called_text("scree resume ");
    snprintf(branch->command, sizeof branch->command, "%.100s%.400s --set %.400s --out %.200s",
             called ? called : "scree resume ", shell_word(snapshot, wish->snapshot),
             shell_word(setting, wish->setting), shell_word(out, branch->out));
    free(called);
}

// In a session of its own: a Ctrl-C for the run is none for the branch.
static int start(branch *branch, const branch_wish *wish, int words)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child = 0;
    char *folder = program_folder();
    char *program = folder ? text_format("%sscree", folder) : NULL;
    char *argument[] = {program,
                        "resume",
                        (char *)wish->snapshot,
                        "--set",
                        (char *)wish->setting,
                        "--out",
                        branch->out,
                        "--view",
                        wish->confine ? "--confine" : NULL,
                        NULL};
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, words, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    const int failed =
        program ? posix_spawn(&child, program, &actions, &attributes, argument, environ) : ENOMEM;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(program);
    free(folder);
    branch->child = failed ? 0 : (int)child;
    return failed;
}

scree_status branch_begin(branch *branch, const branch_wish *wish, scree_error *error)
{
    *branch = (struct branch){0};
    const int words = take_names(branch, wish->folder);
    if (words < 0)
        return fail(error, SCREE_IO, wish->folder, "look at its rights, and at the disk",
                    "beside it no branch can be made");
    spell(branch, wish);
    const int failed = start(branch, wish, words);
    close(words);
    if (failed)
        return fail(error, SCREE_IO, "scree resume", branch->command, "cannot be started: %s",
                    strerror(failed));
    return SCREE_OK;
}

// The address of its view, owned; NULL: it has none yet, or no more.
static char *address_in(const char *said)
{
    static const char begin[] = "view: ";
    const char *at = said ? strstr(said, begin) : NULL;
    if (!at)
        return NULL;
    at += strlen(begin);
    return text_slice(at, strcspn(at, "\n"));
}

static const char *last_line(char *said)
{
    size_t length = said ? strlen(said) : 0;
    while (length > 0 && said[length - 1] == '\n')
        said[--length] = 0;
    const char *line = length ? strrchr(said, '\n') : NULL;
    return line ? line + 1 : length ? said : "";
}

static void look_after(branch *branch)
{
    if (branch->child && waitpid(branch->child, NULL, WNOHANG) == branch->child)
        branch->child = 0;
}

bool branch_was_refused(branch *branch)
{
    look_after(branch);
    return !branch->child && access(branch->out, F_OK);
}

void branch_forget(branch *branch)
{
    unlink(branch->text);
    branch_end(branch);
}

void branch_tell(branch *branch, json *out)
{
    char *said = NULL;
    size_t size;
    look_after(branch);
    file_in_load(branch->text, &said, &size, NULL);
    char *address = branch->child ? address_in(said) : NULL;
    json_text(out, "command", branch->command);
    json_text(out, "out", branch->out);
    json_flag(out, "going", branch->child != 0);
    json_text(out, "address", address);
    json_text(out, "words", last_line(said));
    free(address);
    free(said);
}

void branch_end(branch *branch)
{
    free(branch->out);
    free(branch->text);
    *branch = (struct branch){0};
}
