// checked.h - what `scree check` says of a case, for the page that shows it: the program is started once more, so the words are
// the same to the letter.
#ifndef SCREE_VIEW_CHECKED_H
#define SCREE_VIEW_CHECKED_H

#include "console/args.h"
#include "view/source.h"

#include <pthread.h>

typedef struct checked {
    bool begun;
    pthread_t thread;
    view_source *source; // gets the words in `about` when they are there
    char **argument;     // owned
    char *text;          // owned
    int read_end;        // of the pipe
    int child;           // the process, 0: none
} checked;

// Returns at once. What cannot be started is told in the words.
void checked_begin(checked *checked, view_source *source, const char *path, const settings *set);
void checked_end(checked *checked);

#endif
