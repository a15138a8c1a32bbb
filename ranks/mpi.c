// mpi.c - see mpi.h.
#define _DEFAULT_SOURCE
#include "ranks/mpi.h"

#include <stdlib.h>
#include <string.h>

static bool says_several(const char *name)
{
    const char *said = getenv(name);
    return said && atoi(said) > 1;
}

// mpirun says how many there are by one of the first two. srun says it in any case, and starts ranks that may meet where it gives
// each of them a number by PMIx.
bool mpi_launched(void)
{
    const bool by_mpirun = says_several("OMPI_COMM_WORLD_SIZE") || says_several("PMI_SIZE");
    return by_mpirun || (getenv("PMIX_RANK") && says_several("SLURM_STEP_NUM_TASKS"));
}

#ifdef SCREE_HAVE_MPI

#include "ranks/hosts.h"
#include "ranks/silent.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE = 1 << 30 };

typedef struct mpi_ranks {
    transport transport;
    int words_to; // stderr as it was
    MPI_Op merging;
    MPI_Datatype record; // that are merged, of so many bytes
    size_t record_size;
    MPI_Request *request;
    char **out, **in; // rooms, for each rank; NULL: nothing goes there, or comes
    MPI_Request *
        standing; // of rank k: [2 k] what goes there, [2 k + 1] what comes from there; MPI_REQUEST_NULL: nothing
    bool *begun; // of each of them: it is on its way, or has come, in this step
    bool met;
    char hosts[HOST_WORDS_ROOM];
} mpi_ranks;

static void abandon(void *context, const char *why)
{
    const mpi_ranks *mpi = context;
    char host[HOST_NAME_ROOM];
    char words[400];
    host_name(host);
    const int length = snprintf(words, sizeof words, "rank %d on %.100s cannot go on: %.200s\n",
                                mpi->transport.rank, host, why);
    if (write(mpi->words_to, words, (size_t)length) < 0)
        fflush(NULL); // nobody hears it
    fflush(NULL);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    _exit(EXIT_FAILURE);
}

static int bytes_from(size_t size, size_t at)
{
    const size_t left = size > at ? size - at : 0;
    return (int)(left < MESSAGE ? left : MESSAGE);
}

static void gather(void *context, const void *mine, size_t size, void *all)
{
    if (size >= MESSAGE)
        abandon(context, "a record of a rank is larger than a message");
    MPI_Allgather(mine, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, MPI_COMM_WORLD);
}

static void add(void *context, int64_t *number, size_t count)
{
    (void)context;
    for (size_t at = 0; at < count; at += MESSAGE) {
        const int some = bytes_from(count, at);
        MPI_Allreduce(MPI_IN_PLACE, number + at, some, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    }
}

// How records are added in the reduction that is on its way: MPI hands no context to the function that does it.
static const transport_merging *merging;

static void merge_records(void *from, void *to, int *count, MPI_Datatype *record)
{
    int size;
    MPI_Type_size(*record, &size);
    for (int i = 0; i < *count; i++)
        merging->add(merging->context, (char *)to + (size_t)i * (size_t)size,
                     (const char *)from + (size_t)i * (size_t)size);
}

// Two and two, so that a rank gets as many records as the logarithm of how many ranks there are.
static void merge(void *context, void *record, size_t size, const transport_merging *by)
{
    mpi_ranks *mpi = context;
    if (size == 0)
        return;
    if (size >= MESSAGE)
        abandon(context, "a record of a rank is larger than a message");
    if (size != mpi->record_size) {
        if (mpi->record_size > 0)
            MPI_Type_free(&mpi->record);
        MPI_Type_contiguous((int)size, MPI_BYTE, &mpi->record);
        MPI_Type_commit(&mpi->record);
        mpi->record_size = size;
    }
    merging = by;
    MPI_Allreduce(MPI_IN_PLACE, record, 1, mpi->record, mpi->merging, MPI_COMM_WORLD);
}

// Messages with what lies `at` bytes behind the beginning of each piece.
static int swap_at(const mpi_ranks *mpi, const transport_piece *piece, size_t at)
{
    int count = 0;
    for (int k = 0; k < mpi->transport.ranks; k++) {
        const int bytes = bytes_from(piece[k].receive_size, at);
        if (k != mpi->transport.rank && bytes > 0)
            MPI_Irecv((char *)piece[k].receive + at, bytes, MPI_BYTE, k, 0, MPI_COMM_WORLD,
                      &mpi->request[count++]);
    }
    for (int k = 0; k < mpi->transport.ranks; k++) {
        const int bytes = bytes_from(piece[k].send_size, at);
        if (k != mpi->transport.rank && bytes > 0)
            MPI_Isend((const char *)piece[k].send + at, bytes, MPI_BYTE, k, 0, MPI_COMM_WORLD,
                      &mpi->request[count++]);
    }
    return count;
}

static void swap(void *context, const transport_piece *piece)
{
    const mpi_ranks *mpi = context;
    int count = 1;
    for (size_t at = 0; count > 0; at += MESSAGE) {
        count = swap_at(mpi, piece, at);
        MPI_Waitall(count, mpi->request, MPI_STATUSES_IGNORE);
    }
}

// ---- rooms

static void close_rooms(mpi_ranks *mpi)
{
    for (int i = 0; i < 2 * mpi->transport.ranks; i++) {
        if (mpi->standing[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&mpi->standing[i]);
    }
    for (int k = 0; k < mpi->transport.ranks; k++) {
        free(mpi->out[k]);
        free(mpi->in[k]);
        mpi->out[k] = NULL;
        mpi->in[k] = NULL;
    }
}

static bool open_room(mpi_ranks *mpi, int rank, const transport_piece *piece)
{
    char **out = &mpi->out[rank];
    char **in = &mpi->in[rank];
    if (piece->send_size > 0) {
        *out = malloc(piece->send_size);
        if (!*out)
            return false;
        MPI_Send_init(*out, (int)piece->send_size, MPI_BYTE, rank, 1, MPI_COMM_WORLD,
                      &mpi->standing[2 * rank]);
    }
    if (piece->receive_size > 0) {
        *in = malloc(piece->receive_size);
        if (!*in)
            return false;
        MPI_Recv_init(*in, (int)piece->receive_size, MPI_BYTE, rank, 1, MPI_COMM_WORLD,
                      &mpi->standing[2 * rank + 1]);
    }
    return true;
}

static bool open_rooms(void *context, const transport_piece *piece)
{
    mpi_ranks *mpi = context;
    int good = 1;
    close_rooms(mpi);
    for (int k = 0; k < mpi->transport.ranks; k++) {
        const bool other = k != mpi->transport.rank;
        if (other && (piece[k].send_size >= MESSAGE || piece[k].receive_size >= MESSAGE))
            good = 0;
        else if (other && !open_room(mpi, k, &piece[k]))
            abandon(mpi, "out of memory for what goes to other ranks");
    }
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!good)
        close_rooms(mpi);
    return good;
}

static void *room_to(void *context, int rank)
{
    const mpi_ranks *mpi = context;
    return mpi->out[rank];
}

static const void *room_from(void *context, int rank)
{
    const mpi_ranks *mpi = context;
    return mpi->in[rank];
}

static void begin(const mpi_ranks *mpi, int which)
{
    if (mpi->begun[which] || mpi->standing[which] == MPI_REQUEST_NULL)
        return;
    MPI_Start(&mpi->standing[which]);
    mpi->begun[which] = true;
}

static void expect(void *context)
{
    const mpi_ranks *mpi = context;
    for (int k = 0; k < mpi->transport.ranks; k++)
        begin(mpi, 2 * k + 1);
}

static void send_room(void *context, int rank)
{
    begin(context, 2 * rank);
}

// Open MPI moves what is larger than a short message only while somebody calls it.
static void push(void *context)
{
    const mpi_ranks *mpi = context;
    int come;
    MPI_Testall(2 * mpi->transport.ranks, mpi->standing, &come, MPI_STATUSES_IGNORE);
}

// What is in the rooms is on its way while the records are.
static void meet_with_rooms(void *context, void *record, size_t size, const transport_merging *by)
{
    const mpi_ranks *mpi = context;
    const int standings = 2 * mpi->transport.ranks;
    for (int i = 0; i < standings; i++)
        begin(mpi, i);
    merge(context, record, size, by);
    MPI_Waitall(standings, mpi->standing, MPI_STATUSES_IGNORE);
    memset(mpi->begun, 0, (size_t)standings * sizeof *mpi->begun);
}

// Rank 0 may write files meanwhile, for minutes: the others wait in their sleep.
static void tell(void *context, void *data, size_t size)
{
    const mpi_ranks *mpi = context;
    const struct timespec rest = {0, 200000};
    MPI_Request request;
    int come = 0;
    MPI_Ibcast(data, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    for (int tries = 0; !come; tries++) {
        MPI_Test(&request, &come, MPI_STATUS_IGNORE);
        if (!come && mpi->transport.rank > 0 && tries > 1000)
            nanosleep(&rest, NULL);
    }
}

static void gather_hosts(mpi_ranks *mpi)
{
    char mine[HOST_NAME_ROOM] = {0};
    char *all = calloc((size_t)mpi->transport.ranks, sizeof mine);
    if (!all)
        abandon(mpi, "out of memory for the names of machines");
    host_name(mine);
    gather(mpi, mine, sizeof mine, all);
    host_words(all, mpi->transport.ranks, mpi->hosts);
    free(all);
}

const char *mpi_hosts(const transport *ranks)
{
    return ranks ? ((const mpi_ranks *)ranks->context)->hosts : NULL;
}

scree_status mpi_begin(const transport **out, scree_error *error)
{
    int had;
    mpi_ranks *mpi = calloc(1, sizeof *mpi);
    *out = NULL;
    if (!mpi)
        return fail_memory(error, "mpirun");
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &had);
    mpi->transport = (transport){
        .context = mpi,
        .gather = gather,
        .add = add,
        .swap = swap,
        .open = open_rooms,
        .out = room_to,
        .in = room_from,
        .expect = expect,
        .send = send_room,
        .push = push,
        .merge = merge,
        .meet = meet_with_rooms,
        .tell = tell,
        .abandon = abandon,
    };
    MPI_Op_create(merge_records, 1, &mpi->merging);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi->transport.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi->transport.ranks);
    mpi->words_to = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    mpi->request = calloc(2 * (size_t)mpi->transport.ranks, sizeof *mpi->request);
    mpi->standing = calloc(2 * (size_t)mpi->transport.ranks, sizeof *mpi->standing);
    mpi->out = calloc((size_t)mpi->transport.ranks, sizeof *mpi->out);
    mpi->in = calloc((size_t)mpi->transport.ranks, sizeof *mpi->in);
    mpi->begun = calloc(2 * (size_t)mpi->transport.ranks, sizeof *mpi->begun);
    const bool memory = mpi->request && mpi->standing && mpi->begun && mpi->out && mpi->in;
    for (int i = 0; mpi->standing && i < 2 * mpi->transport.ranks; i++)
        mpi->standing[i] = MPI_REQUEST_NULL;
    // whoever is not rank 0 has nothing to say but why it cannot go on
    if (!memory || (mpi->transport.rank > 0 && !ranks_fall_silent()))
        abandon(mpi, "out of memory or files");
    gather_hosts(mpi);
    *out = &mpi->transport;
    return SCREE_OK;
}

void mpi_meet(const transport *ranks)
{
    if (ranks)
        ((mpi_ranks *)ranks->context)->met = true;
}

void mpi_end(const transport *ranks, int code)
{
    const struct timespec until_others_have_spoken = {2, 0};
    if (!ranks)
        return;
    mpi_ranks *mpi = ranks->context;
    fflush(NULL);
    if (!mpi->met && ranks->rank > 0)
        nanosleep(&until_others_have_spoken, NULL);
    if (!mpi->met)
        MPI_Abort(MPI_COMM_WORLD, code);
    close_rooms(mpi);
    if (mpi->record_size > 0)
        MPI_Type_free(&mpi->record);
    MPI_Op_free(&mpi->merging);
    MPI_Finalize();
    free(mpi->request);
    free(mpi->standing);
    free(mpi->begun);
    free(mpi->out);
    free(mpi->in);
    free(mpi);
}

#else

scree_status mpi_begin(const transport **out, scree_error *error)
{
    *out = NULL;
    return fail(error, SCREE_BAD_INPUT, "mpirun",
                "build with `make build RANKS=1`, or take --ranks N on one machine",
                "this program was built without MPI");
}

const char *mpi_hosts(const transport *ranks)
{
    (void)ranks;
    return NULL;
}

void mpi_meet(const transport *ranks)
{
    (void)ranks;
}

void mpi_end(const transport *ranks, int code)
{
    (void)ranks;
    (void)code;
}

#endif
