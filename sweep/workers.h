// workers.h - programs that run side by side, a few at a time.
//
// Each is a process of its own: one that crashes or runs out of memory takes no other with it. They get no terminal;
// what they say goes to a file. SIGINT, SIGTERM and SIGHUP of this program are handed to those that run, once each, so
// that they save and end; no more are begun. Where this program is killed, the system ends them the same way.
#ifndef SCREE_SWEEP_WORKERS_H
#define SCREE_SWEEP_WORKERS_H

#include "base/fail.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct errand {
    char **argument;      // of the program, the first its name; NULL ends them; owned by the caller
    const char *messages; // file for what it says
    bool done;
    int code;       // as shells tell it: 128 and the signal where one ended it
    double seconds; // that it took
} errand;

typedef struct workers {
    const char *program;                                            // path of its file
    int jobs;                                                       // at a time
    int threads;                                                    // of each
    void (*told)(void *about, const errand *done, int64_t running); // after each; may be NULL
    void *about;
    int signal; // out: the first that asked for the end, 0: none
} workers;

// Runs them in their order. SCREE_OK also where some failed: see their codes. Errands that were not begun are not done.
scree_status workers_run(workers *workers, errand *errand, int64_t count, scree_error *error);
// The file of the program that runs, owned.
char *workers_program(void);
// How many jobs at a time where none are asked for, and how many threads each has: no more threads than cores.
void workers_share(int64_t points, int64_t jobs_asked, int64_t threads_asked, int *jobs,
                   int *threads);

#endif
