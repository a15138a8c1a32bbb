// world_open.c - the world of a case that was opened, on the ranks that are asked for; see session.h.
#include "console/session.h"

#include "console/called.h"
#include "console/exit.h"
#include "ranks/mpi.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { GRAINS_PER_THREAD = 4000, THREADS_MOST = 4096 };

static void place_faults(const session *session, fault_list *faults)
{
    char place[sizeof faults->item->where];
    const settings none = {0};
    const settings *set = session->set ? session->set : &none;
    for (int i = 0; i < faults->count; i++)
        if (case_locate(session->path, set->item, set->count, faults->item[i].where, place,
                        sizeof place))
            memcpy(faults->item[i].where, place, sizeof place);
}

static scree_status make(const session *session, const world_options *options, const image *im,
                         world **world, scree_error *error)
{
    return im ? world_restore(&session->model, options, im, world, error)
              : world_create(&session->model, options, world, error);
}

static scree_status check_machine(const machine *with, scree_error *error)
{
    if (with->threads > THREADS_MOST)
        return fail(error, SCREE_BAD_INPUT, "--threads", "leave it out for all cores",
                    "%lld threads are more than %d", (long long)with->threads, THREADS_MOST);
    if (with->parts > WORLD_PARTS_MOST)
        return fail(error, SCREE_BAD_INPUT, "--parts", "leave it out",
                    "%lld parts are more than %d", (long long)with->parts, WORLD_PARTS_MOST);
    if (with->ranks > LOCAL_RANKS_MOST)
        return fail(error, SCREE_BAD_INPUT, "--ranks", "give fewer, with more threads each",
                    "%lld ranks are more than %d", (long long)with->ranks, LOCAL_RANKS_MOST);
    if (with->given && with->ranks > 1)
        return fail(error, SCREE_BAD_INPUT, "--ranks", "leave it out",
                    "there are %d ranks that mpirun has started", with->given->ranks);
    if ((with->given || with->ranks > 1) && with->parts > 1)
        return fail(error, SCREE_BAD_INPUT, "--parts", "leave it out",
                    "a rank has one part, and there are %lld ranks",
                    with->given ? (long long)with->given->ranks : (long long)with->ranks);
    return SCREE_OK;
}

// A world with the threads of the options; with fewer where it is too small for them and `choose` allows it.
static scree_status open_world(const session *session, bool choose, const image *im,
                               world_options *options, world **world, scree_error *error)
{
    scree_status status = make(session, options, im, world, error);
    if (status || !choose || options->threads == 1)
        return status;
    double members =
        (double)(world_balls(*world) - world_grains(*world)); // of clumps, which are work as well
    const double grains = (grains_expected(session, *world) + members) / world_ranks(*world);
    double useful = floor(grains / GRAINS_PER_THREAD);
    if (useful >= options->threads)
        return SCREE_OK;
    // Only now the number of grains is known. It is small, and so is making the world once more.
    world_destroy(*world);
    options->threads = useful < 1 ? 1 : (int)useful;
    return make(session, options, im, world, error);
}

// ---- ranks

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

static scree_status make_ranks(const machine *with, world_options *options, local_ranks **made,
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
static void obey(const machine *with, const world_options *options, scree_status status,
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

int world_open_ranks(const session *session, const machine *with, const image *im, world **world,
                     int *threads, local_ranks **ranks)
{
    fault_list faults = {0};
    scree_error error;
    world_options options = {.faults = &faults,
                             .traffic = true,
                             .width = (int)with->width,
                             .parts = (int)with->parts,
                             .threads =
                                 with->threads > 0 ? (int)with->threads : omp_get_max_threads(),
                             .changed = im && session->changed,
                             .anew = im ? session->anew : NULL,
                             .folder = session->folder};
    *world = NULL;
    *ranks = NULL;
    scree_status status = check_machine(with, &error);
    if (!status)
        status = make_ranks(with, &options, ranks, &error);
    if (!status)
        status = open_world(session, with->threads <= 0, im, &options, world, &error);
    obey(with, &options, status, *world);
    *threads = options.threads;
    if (status && faults.count) {
        place_faults(session, &faults);
        print_faults(&faults);
    } else if (status)
        session_give_up(session, &error);
    if (status) {
        local_end(*ranks);
        *ranks = NULL;
    }
    fault_list_clear(&faults);
    return status ? exit_code(status) : ARGS_GO_ON;
}

int world_open(const session *session, const machine *with, const image *im, world **world,
               int *threads)
{
    local_ranks *none;
    machine alone = *with;
    alone.ranks = 0;
    return world_open_ranks(session, &alone, im, world, threads, &none);
}
