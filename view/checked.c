// checked.c - see checked.h.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for environ
#endif
#include "view/checked.h"

#include "base/text.h"
#include "console/program_folder.h"

#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// scree check CASE --set ...; NULL without memory.
static char **arguments_of(const char *path, const settings *set)
{
    char *folder = program_folder();
    char **argument = calloc((size_t)set->count + 5, sizeof *argument);
    int count = 0;
    bool good = folder && argument;
    if (good) {
        argument[count++] = text_format("%sscree", folder);
        argument[count++] = text_copy("check");
        argument[count++] = text_copy(path);
        for (int i = 0; i < set->count; i++)
            argument[count++] = text_format("--set=%s=%s", set->item[i].key, set->item[i].value);
        if (set->confine)
            argument[count++] = text_copy("--confine");
    }
    for (int i = 0; i < count; i++)
        good = good && argument[i];
    free(folder);
    return good ? argument : NULL;
}

// Its output, also of faults, goes to the pipe; signals that the server waits for reach it as usual.
static bool start(checked *checked, int write_end)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, write_end, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, write_end, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    const int failed = posix_spawn(&child, checked->argument[0], &actions, &attributes,
                                   checked->argument, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    checked->child = failed ? 0 : (int)child;
    return !failed;
}

static void *listen_to(void *context)
{
    checked *checked = context;
    text_buffer words = {0};
    char part[4096];
    ssize_t length;
    while ((length = read(checked->read_end, part, sizeof part)) > 0)
        text_append_slice(&words, part, (size_t)length);
    checked->text = words.data;
    checked->source->about = words.data ? words.data : "scree check says nothing";
    return NULL;
}

void checked_begin(checked *checked, view_source *source, const char *path, const settings *set)
{
    int ends[2];
    *checked = (struct checked){.source = source, .read_end = -1};
    checked->argument = arguments_of(path, set);
    source->about = "scree check is at work";
    if (!checked->argument || pipe(ends)) {
        source->about = "scree check cannot be started";
        return;
    }
    checked->read_end = ends[0];
    const bool started = start(checked, ends[1]);
    close(ends[1]);
    checked->begun = started && !pthread_create(&checked->thread, NULL, listen_to, checked);
    if (!started)
        source->about = "scree check cannot be started";
}

void checked_end(checked *checked)
{
    if (checked->child)
        kill(checked->child, SIGTERM);
    if (checked->begun)
        pthread_join(checked->thread, NULL);
    if (checked->child)
        waitpid(checked->child, NULL, 0);
    if (checked->argument && checked->read_end >= 0)
        close(checked->read_end);
    for (int i = 0; checked->argument && checked->argument[i]; i++)
        free(checked->argument[i]);
    free(checked->argument);
    free(checked->text);
}
