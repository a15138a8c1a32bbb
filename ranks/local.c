// local.c - see local.h.
//
// Their life and their end. Who waits for others looks twice a second whether they still live: rank 0 at its children, they at
// their parent. How they meet is told in local_meet.c.
#define _DEFAULT_SOURCE
#include "ranks/local_area.h"

#include "ranks/hosts.h"
#include "ranks/silent.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES = 1024 };
static const long awake = 1000000; // ns, where each rank has a core

// ---- the end

static void say(const local_ranks *local, const char *why)
{
    char line[LOCAL_WORDS + 2];
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
    local_area *area = local->area;
    char words[LOCAL_WORDS];
    char host[HOST_NAME_ROOM];
    host_name(host);
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
    char words[LOCAL_WORDS];
    char host[HOST_NAME_ROOM];
    host_name(host);
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
    local->lane_size = (size_t)LOCAL_LANES / all;
    local->room_size = (size_t)LOCAL_ROOMS / all;
    const size_t boxes = 2 * all * LOCAL_BOX;
    const size_t lanes = 2 * all * all * local->lane_size;
    const size_t rooms = 2 * all * all * local->room_size;
    const size_t head = (sizeof *local->area + 4095) / 4096 * 4096;
    local->bytes = head + boxes + lanes + rooms;
    char *area = share(local->bytes);
    if (!area)
        return false;
    local->area = (local_area *)area;
    local->box = area + head;
    local->lane = local->box + boxes;
    local->room = local->lane + lanes;
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
        .abandon = abandon,
    };
    local_fill_in_meetings(&local->transport);
    local->look = look_at_others;
    local->patience = (long)ranks * threads <= sysconf(_SC_NPROCESSORS_ONLN) ? awake : 0;
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
    free(local->told);
    free(local);
}
