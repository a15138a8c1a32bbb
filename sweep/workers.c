// workers.c - see workers.h.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // for environ
#endif
#include "sweep/workers.h"

#include "base/text.h"
#include "store/file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t asked_signal; // the last
static volatile sig_atomic_t asked_times;

static void on_signal(int number)
{
    asked_signal = number;
    asked_times++;
}

static void on_child(int number)
{
    (void)number; // that it came ends the sleep
}

typedef struct watch {
    struct sigaction interrupt, terminate, hangup, child;
} watch;

static void watch_begin(watch *before)
{
    struct sigaction act;
    memset(&act, 0, sizeof act);
    sigemptyset(&act.sa_mask);
    act.sa_handler = on_signal;
    asked_signal = 0;
    asked_times = 0;
    sigaction(SIGINT, &act, &before->interrupt);
    sigaction(SIGTERM, &act, &before->terminate);
    sigaction(SIGHUP, NULL, &before->hangup);
    if (before->hangup.sa_handler != SIG_IGN) // nohup has it ignored
        sigaction(SIGHUP, &act, NULL);
    act.sa_handler = on_child;
    sigaction(SIGCHLD, &act, &before->child);
}

static void watch_end(const watch *before)
{
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGTERM, &before->terminate, NULL);
    sigaction(SIGHUP, &before->hangup, NULL);
    sigaction(SIGCHLD, &before->child, NULL);
}

static double seconds_now(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

// In the child: only what may be called between fork and exec.
static void become(const workers *workers, const errand *errand, int messages, char **surroundings,
                   pid_t parent)
{
    // A signal from the terminal reaches the sweep alone, which hands it on once.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(128 + SIGTERM);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(messages, 1);
    dup2(messages, 2);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    execve(workers->program, errand->argument, surroundings);
    _exit(127);
}

// The environment with that many threads; the list is owned, and `threads` is its new entry.
static char **surroundings_with(char threads[40], int count)
{
    static const char name[] = "OMP_NUM_THREADS=";
    int64_t entries = 0;
    int64_t kept = 0;
    while (environ[entries])
        entries++;
    char **list = calloc((size_t)entries + 2, sizeof *list);
    if (!list)
        return NULL;
    for (int64_t i = 0; i < entries; i++) {
        if (strncmp(environ[i], name, sizeof name - 1) != 0)
            list[kept++] = environ[i];
    }
    snprintf(threads, 40, "%s%d", name, count);
    list[kept] = threads;
    return list;
}

typedef struct hand {
    pid_t process; // 0: free
    int64_t errand;
    double begin;
} hand;

static scree_status start(const workers *workers, errand *errand, hand *hand, char **surroundings,
                          scree_error *error)
{
    const int messages =
        open(errand->messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (messages < 0)
        return file_fault(error, errand->messages, "cannot write", errno);
    const pid_t parent = getpid();
    hand->begin = seconds_now();
    hand->process = fork();
    if (!hand->process)
        become(workers, errand, messages, surroundings, parent);
    const int number = errno;
    close(messages);
    if (hand->process > 0)
        return SCREE_OK;
    hand->process = 0;
    return fail(error, SCREE_IO, "", "end other programs, or give fewer --jobs",
                "cannot start a run: %s", strerror(number));
}

// True: one of them has ended.
static bool look(workers *workers, errand *list, hand *hand, int64_t running)
{
    int state;
    if (!hand->process || waitpid(hand->process, &state, WNOHANG) != hand->process)
        return false;
    errand *errand = &list[hand->errand];
    hand->process = 0;
    errand->done = true;
    errand->seconds = seconds_now() - hand->begin;
    errand->code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    if (workers->told)
        workers->told(workers->about, errand, running - 1);
    return true;
}

static void hand_on(const hand *hand, int jobs, int signal)
{
    for (int k = 0; k < jobs; k++) {
        if (hand[k].process)
            kill(hand[k].process, signal);
    }
}

static scree_status work(workers *workers, errand *list, int64_t count, hand *hand,
                         char **surroundings, scree_error *error)
{
    const struct timespec nap = {0, 50 * 1000 * 1000};
    scree_status status = SCREE_OK;
    int64_t next = 0;
    int64_t running = 0;
    int handed = 0;
    while (running || (next < count && !status && !asked_times)) {
        for (int k = 0; k < workers->jobs; k++) {
            const bool goes_on = next < count && !status;
            if (hand[k].process || !goes_on || asked_times)
                continue;
            hand[k].errand = next;
            status = start(workers, &list[next++], &hand[k], surroundings, error);
            running += !status;
        }
        bool ended = false;
        for (int k = 0; k < workers->jobs; k++) {
            if (look(workers, list, &hand[k], running)) {
                running--;
                ended = true;
            }
        }
        for (; handed < asked_times && handed < 2; handed++)
            hand_on(hand, workers->jobs, asked_signal);
        if (!ended && running)
            nanosleep(&nap, NULL);
    }
    workers->signal = asked_signal;
    return status;
}

scree_status workers_run(workers *workers, errand *errand, int64_t count, scree_error *error)
{
    char threads[40];
    watch before;
    char **surroundings = surroundings_with(threads, workers->threads);
    hand *hands = calloc((size_t)workers->jobs, sizeof *hands);
    scree_status status = surroundings && hands ? SCREE_OK : fail_memory(error, "");
    if (!status) {
        watch_begin(&before);
        status = work(workers, errand, count, hands, surroundings, error);
        watch_end(&before);
    }
    free(surroundings);
    free(hands);
    return status;
}

char *workers_program(void)
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = 0;
    return text_copy(path);
}

void workers_share(int64_t points, int64_t jobs_asked, int64_t threads_asked, int *jobs,
                   int *threads)
{
    const int64_t cores = omp_get_max_threads();
    int64_t many = jobs_asked > 0 ? jobs_asked : threads_asked > 0 ? cores / threads_asked : cores;
    many = many > points ? points : many;
    many = many < 1 ? 1 : many > 4096 ? 4096 : many;
    int64_t each = threads_asked > 0 ? threads_asked : cores / many;
    *jobs = (int)many;
    *threads = each < 1 ? 1 : (int)(each > 4096 ? 4096 : each);
}
