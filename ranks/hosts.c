// hosts.c - see hosts.h.
#define _DEFAULT_SOURCE
#include "ranks/hosts.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void host_name(char out[HOST_NAME_ROOM])
{
    if (gethostname(out, HOST_NAME_ROOM))
        snprintf(out, HOST_NAME_ROOM, "this machine");
    out[HOST_NAME_ROOM - 1] = 0;
}

static const char *name_of(const char *names, int rank)
{
    return names + (size_t)rank * HOST_NAME_ROOM;
}

// How many ranks are where this one is; 0: one before it is there, too.
static int count_there(const char *names, int ranks, int rank)
{
    int count = 0;
    for (int k = 0; k < ranks; k++) {
        const bool same = strcmp(name_of(names, k), name_of(names, rank)) == 0;
        if (same && k < rank)
            return 0;
        count += same;
    }
    return count;
}

void host_words(const char *names, int ranks, char out[HOST_WORDS_ROOM])
{
    enum { ONE = HOST_NAME_ROOM + 20, REST = 40 };
    size_t at = 0;
    int more = 0;
    out[0] = 0;
    for (int rank = 0; rank < ranks; rank++) {
        char one[ONE];
        const int count = count_there(names, ranks, rank);
        if (count == 0)
            continue;
        const int length =
            snprintf(one, sizeof one, "%s%s (%d)", at > 0 ? ", " : "", name_of(names, rank), count);
        if (more > 0 || at + (size_t)length + REST >= HOST_WORDS_ROOM) {
            more++;
            continue;
        }
        memcpy(out + at, one, (size_t)length + 1);
        at += (size_t)length;
    }
    if (more > 0)
        snprintf(out + at, HOST_WORDS_ROOM - at, ", and %d more", more);
}
