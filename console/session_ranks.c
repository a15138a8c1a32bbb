// session_ranks.c - see session_ranks.h.
#include "console/session_ranks.h"

#include "console/called.h"
#include "console/exit.h"
#include "ranks/mpi.h"

#include <stdio.h>
#include <unistd.h>

int session_ranks(machine *with, bool *follows)
{
    scree_error error;
    *follows = false;
    if (!mpi_launched())
        return ARGS_GO_ON;
    if (mpi_begin(&with->given, &error) != SCREE_OK)
        return give_up(&error);
    *follows = with->given->rank > 0;
    return ARGS_GO_ON;
}

// Another process of the world has ended, and nothing can go on.
static void end_of_ranks(void *context, const char *why)
{
    (void)context;
    fprintf(stderr, "\n%s", why);
    print_called_format(stderr, " (what was saved stands: scree resume FOLDER goes on from there)");
    fputc('\n', stderr);
    fflush(NULL);
    _exit(EXIT_DIVERGED);
}

scree_status ranks_make(const machine *with, world_options *options, local_ranks **made,
                        scree_error *error)
{
    options->ranks = with->given;
    if (with->ranks <= 1)
        return SCREE_OK;
    const int ranks = (int)with->ranks;
    if (with->threads <= 0)
        options->threads = options->threads > ranks ? options->threads / ranks : 1;
    *made = local_begin(ranks, options->threads);
    if (!*made)
        return fail(error, SCREE_NO_MEMORY, "--ranks", "give fewer",
                    "the system has no memory or processes for %d ranks", ranks);
    local_last_words(*made, end_of_ranks, NULL);
    options->ranks = local_transport(*made);
    return SCREE_OK;
}

// What the other ranks do in place of all that follows.
void ranks_obey(const machine *with, const world_options *options, scree_status status,
                world *world)
{
    if (status == SCREE_OK)
        mpi_meet(with->given);
    if (!options->ranks || options->ranks->rank == 0)
        return;
    if (status == SCREE_OK)
        world_obey(world);
    const int code = status == SCREE_OK ? EXIT_DONE : exit_code(status);
    mpi_end(with->given, code);
    _exit(code);
}

void world_close_ranks(world *world, local_ranks *ranks)
{
    if (world)
        world_dismiss(world);
    world_destroy(world);
    local_end(ranks);
}
