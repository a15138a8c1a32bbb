// local.c - see local.h.
//
// All meet at one gate in shared memory: who comes last opens it. What a rank gives lies in a box of its own before it comes
// to the gate, and is read behind it; there are two sets of boxes, so that nobody writes where others still read, and one
// meeting is enough for an exchange. What is larger than a box goes in several meetings. Who waits long sleeps (futex), and
// looks twice a second whether the others still live: rank 0 at its children, they at their parent.
#define _DEFAULT_SOURCE
#include "ranks/local.h"

#include "ranks/silent.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS = 400, HOST = 128, BOX = 1 << 16, LANES = 1 << 23, SPINS = 3000, FILES = 1024 };
static const long look_again = 500000000; // ns

typedef enum meeting { MEETING_GATHER = 1, MEETING_SWAP, MEETING_TELL } meeting;

// What a rank says of its box.
typedef struct label {
    int64_t kind, size;
    int64_t more; // bytes that are still to come to some rank
} label;

typedef struct shared_area {
    _Atomic uint32_t came, open; // ranks at the gate; how often it has opened
    _Atomic int ended;           // 1 + the rank that cannot go on
    char words[WORDS];           // and why
    label label[2][LOCAL_RANKS_MOST];
} shared_area;

struct local_ranks {
    transport transport;
    shared_area *area;
    char *box;  // [2][ranks][BOX]
    char *lane; // [2][ranks][ranks][lane_size]
    size_t lane_size, bytes;
    int side; // which set of boxes is next
    int spins;
    pid_t parent, child[LOCAL_RANKS_MOST];
    int words_to; // the stderr of rank 0
    void (*end)(void *context, const char *why);
    void *end_context;
};

// ---- the end

static void name_host(char host[HOST])
{
    if (gethostname(host, HOST))
        snprintf(host, HOST, "this machine");
    host[HOST - 1] = 0;
}

static void say(const local_ranks *local, const char *why)
{
    char line[WORDS + 2];
    const int length = snprintf(line, sizeof line, "%s\n", why);
    if (write(local->words_to, line, (size_t)length) < 0)
        return; // nobody hears it
}

// Of rank 0: another one is gone, or has said that it cannot go on.
static void give_up(local_ranks *local, const char *why)
{
    if (local->end)
        local->end(local->end_context, why);
    else
        say(local, why);
    fflush(NULL);
    _exit(EXIT_FAILURE);
}

static void abandon(void *context, const char *why)
{
    local_ranks *local = context;
    shared_area *area = local->area;
    char words[WORDS];
    char host[HOST];
    name_host(host);
    snprintf(words, sizeof words, "rank %d on %s cannot go on: %.200s", local->transport.rank, host,
             why);
    if (local->transport.rank == 0)
        give_up(local, words);
    int none = 0;
    say(local, words);
    memcpy(area->words, words, sizeof words);
    if (atomic_compare_exchange_strong(&area->ended, &none, local->transport.rank + 1))
        syscall(SYS_futex, &area->open, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
    _exit(EXIT_FAILURE);
}

static void tell_death(local_ranks *local, int rank, int status)
{
    char words[WORDS];
    char host[HOST];
    name_host(host);
    if (WIFSIGNALED(status)) {
        snprintf(words, sizeof words, "rank %d on %s was ended by signal %d (%s)", rank, host,
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else {
        snprintf(words, sizeof words, "rank %d on %s has ended by itself, with code %d", rank, host,
                 WEXITSTATUS(status));
    }
    give_up(local, words);
}

// Are the others there?
static void look_at_others(local_ranks *local)
{
    if (local->transport.rank > 0) {
        if (getppid() != local->parent)
            _exit(EXIT_FAILURE);
        return;
    }
    if (atomic_load(&local->area->ended))
        give_up(local, local->area->words);
    for (int rank = 1; rank < local->transport.ranks; rank++) {
        int status;
        if (local->child[rank] <= 0 || waitpid(local->child[rank], &status, WNOHANG) <= 0)
            continue;
        local->child[rank] = 0;
        if (atomic_load(&local->area->ended))
            give_up(local, local->area->words);
        tell_death(local, rank, status);
    }
}

// ---- the gate

static void pass(local_ranks *local)
{
    shared_area *area = local->area;
    const uint32_t before = atomic_load(&area->open);
    const uint32_t ranks = (uint32_t)local->transport.ranks;
    if (atomic_fetch_add(&area->came, 1) + 1 == ranks) {
        atomic_store(&area->came, 0);
        atomic_fetch_add(&area->open, 1);
        syscall(SYS_futex, &area->open, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
        return;
    }
    for (int i = 0; i < local->spins; i++) {
        if (atomic_load(&area->open) != before)
            return;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    while (atomic_load(&area->open) == before) {
        const struct timespec patience = {0, look_again};
        syscall(SYS_futex, &area->open, FUTEX_WAIT, before, &patience, NULL, 0);
        if (atomic_load(&area->open) == before)
            look_at_others(local);
    }
}

static char *box_of(const local_ranks *local, int rank)
{
    return local->box + ((size_t)local->side * (size_t)local->transport.ranks + (size_t)rank) * BOX;
}

static char *lane_of(const local_ranks *local, int from, int to)
{
    const size_t ranks = (size_t)local->transport.ranks;
    return local->lane +
           (((size_t)local->side * ranks + (size_t)from) * ranks + (size_t)to) * local->lane_size;
}

// Meets the others. All of them do the same, or something is very wrong.
static void meet(local_ranks *local, meeting kind, size_t size, size_t more)
{
    shared_area *area = local->area;
    label *own = &area->label[local->side][local->transport.rank];
    *own = (label){kind, (int64_t)size, (int64_t)more};
    pass(local);
    for (int rank = 0; rank < local->transport.ranks; rank++) {
        const label *its = &area->label[local->side][rank];
        if (its->kind != own->kind || its->size != own->size)
            abandon(local, "the ranks are not at the same place");
    }
}

static void turn(local_ranks *local)
{
    local->side = 1 - local->side;
}

// ---- what a world needs

static void gather(void *context, const void *mine, size_t size, void *all)
{
    local_ranks *local = context;
    for (size_t at = 0; at < size; at += BOX) {
        const size_t bytes = size - at < BOX ? size - at : BOX;
        memcpy(box_of(local, local->transport.rank), (const char *)mine + at, bytes);
        meet(local, MEETING_GATHER, size, 0);
        for (int rank = 0; rank < local->transport.ranks; rank++)
            memcpy((char *)all + (size_t)rank * size + at, box_of(local, rank), bytes);
        turn(local);
    }
}

static size_t part_of(size_t size, size_t at, size_t most)
{
    const size_t left = size > at ? size - at : 0;
    return left < most ? left : most;
}

// The most that is still to go to some rank from here on.
static size_t still_to_come(const local_ranks *local, const transport_piece *piece, size_t at)
{
    size_t most = 0;
    for (int rank = 0; rank < local->transport.ranks; rank++) {
        if (rank != local->transport.rank) {
            const size_t left = part_of(piece[rank].send_size, at, SIZE_MAX);
            most = left > most ? left : most;
        }
    }
    return most;
}

static void swap(void *context, const transport_piece *piece)
{
    local_ranks *local = context;
    const int own = local->transport.rank;
    const int ranks = local->transport.ranks;
    const size_t most = local->lane_size;
    bool more = true;
    for (size_t at = 0; more; at += most) {
        for (int rank = 0; rank < ranks; rank++) {
            const size_t bytes = rank == own ? 0 : part_of(piece[rank].send_size, at, most);
            if (bytes > 0)
                memcpy(lane_of(local, own, rank), (const char *)piece[rank].send + at, bytes);
        }
        meet(local, MEETING_SWAP, 0, still_to_come(local, piece, at + most));
        more = false;
        for (int rank = 0; rank < ranks; rank++) {
            const size_t bytes = rank == own ? 0 : part_of(piece[rank].receive_size, at, most);
            if (bytes > 0)
                memcpy((char *)piece[rank].receive + at, lane_of(local, rank, own), bytes);
            more = more || local->area->label[local->side][rank].more > 0;
        }
        turn(local);
    }
}

static void tell(void *context, void *data, size_t size)
{
    local_ranks *local = context;
    for (size_t at = 0; at < size; at += BOX) {
        const size_t bytes = size - at < BOX ? size - at : BOX;
        if (local->transport.rank == 0)
            memcpy(box_of(local, 0), (const char *)data + at, bytes);
        meet(local, MEETING_TELL, size, 0);
        if (local->transport.rank > 0)
            memcpy((char *)data + at, box_of(local, 0), bytes);
        turn(local);
    }
}

// ---- life

static void *share(size_t bytes)
{
    void *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return area == MAP_FAILED ? NULL : area;
}

// Memory that ranks share: pages that nobody writes to take none.
static bool lay_out(local_ranks *local, int ranks)
{
    const size_t all = (size_t)ranks;
    local->lane_size = (size_t)LANES / all;
    const size_t boxes = 2 * all * BOX;
    const size_t lanes = 2 * all * all * local->lane_size;
    const size_t head = (sizeof *local->area + 4095) / 4096 * 4096;
    local->bytes = head + boxes + lanes;
    char *area = share(local->bytes);
    if (!area)
        return false;
    local->area = (shared_area *)area;
    local->box = area + head;
    local->lane = local->box + boxes;
    return true;
}

// In a new process: it has nothing to say to the user but why it cannot go on, and its end is that of rank 0.
static bool begin_other(local_ranks *local, int rank)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    local->transport.rank = rank;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != local->parent)
        _exit(EXIT_FAILURE);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    local->words_to = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    for (int file = 3; file < FILES; file++) {
        if (file != local->words_to)
            close(file);
    }
    return ranks_fall_silent();
}

local_ranks *local_begin(int ranks, int threads)
{
    local_ranks *local = calloc(1, sizeof *local);
    if (!local || ranks < 2 || ranks > LOCAL_RANKS_MOST || !lay_out(local, ranks)) {
        free(local);
        return NULL;
    }
    local->transport = (transport){
        .ranks = ranks,
        .context = local,
        .gather = gather,
        .swap = swap,
        .tell = tell,
        .abandon = abandon,
    };
    local->spins = (long)ranks * threads <= sysconf(_SC_NPROCESSORS_ONLN) ? SPINS : 0;
    local->parent = getpid();
    local->words_to = STDERR_FILENO;
    fflush(NULL);
    for (int rank = 1; rank < ranks; rank++) {
        const pid_t child = fork();
        if (child < 0) {
            local->transport.ranks = rank;
            local_end(local);
            return NULL;
        }
        local->child[rank] = child;
        if (child == 0) {
            if (!begin_other(local, rank))
                _exit(EXIT_FAILURE);
            return local;
        }
    }
    return local;
}

const transport *local_transport(const local_ranks *local)
{
    return &local->transport;
}

void local_last_words(local_ranks *local, void (*end)(void *context, const char *why),
                      void *context)
{
    local->end = end;
    local->end_context = context;
}

void local_end(local_ranks *local)
{
    if (!local)
        return;
    for (int rank = 1; rank < local->transport.ranks; rank++) {
        if (local->transport.rank == 0 && local->child[rank] > 0) {
            kill(local->child[rank], SIGKILL);
            waitpid(local->child[rank], NULL, 0);
        }
    }
    munmap(local->area, local->bytes);
    free(local);
}
