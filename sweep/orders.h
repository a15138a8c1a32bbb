// orders.h - runs of cases that are wanted, each with settings and a folder of its own below a common one: those that
// are not whole are run side by side, and go on where they were begun.
#ifndef SCREE_SWEEP_ORDERS_H
#define SCREE_SWEEP_ORDERS_H

#include "console/args.h"
#include "run/folder.h"
#include "sweep/workers.h"

typedef enum point_state {
    POINT_NONE,
    POINT_HALF,
    POINT_WHOLE,
    POINT_FAILED,
    POINT_STATES
} point_state;

// What has become of a run, by its folder; `words` are "finished", or what went wrong.
enum { POINT_WORDS = 400 };
point_state point_look(const char *folder, char words[POINT_WORDS]);
// Has it written a table that is gone by now, or empty? Then its numbers are not those of the run, whatever its summary says:
// it is no whole point, and is run again from its start.
bool point_lost_a_table(const char *folder, char words[POINT_WORDS]);

// How many warnings its log has, and the first of them, "" where there is none.
int64_t point_warnings(const char *folder, char first[POINT_WORDS]);

typedef struct order {
    const char *name; // of its folder, below that of all
    const char *path; // of the case
    settings set;     // owned
    int code;         // out: with which it ended, as shells tell it; 0 also where it was not run
} order;

typedef struct orders {
    order *order; // owned
    int64_t count;
    run_folder *in;
    const char *below;     // a folder in that one, for all of them; "" for itself
    int64_t jobs, threads; // 0: as many as are sensible
    bool quiet, no_pictures;
} orders;

// *signal: the first that asked for the end; 0: none.
scree_status orders_run(const orders *orders, int *signal, scree_error *error);
// What has become of it. Where it came to no end by itself, the words are the first line of what it said, or what ended it.
point_state order_look(const orders *orders, const order *order, char words[POINT_WORDS]);
// The folder of an order, owned.
char *order_folder(const orders *orders, const order *order);
void orders_clear(orders *orders);

#endif
