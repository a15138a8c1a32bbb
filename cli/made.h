// made.h - what a command has made, as one line of JSON: what --json prints. All commands tell it in one way: `folder`, where it
// lies; `files`, by paths that can be opened from where the program was started; then the numbers.
//
//     json line;
//     made_begin(&line, NULL);
//     made_files(&line, &path, 1);
//     json_number(&line, "time", 0.25);
//     return made_end(&line);            // {"files": ["view.png"], "time": 0.25}
#ifndef SCREE_CLI_MADE_H
#define SCREE_CLI_MADE_H

#include "store/json.h"

// A column of numbers, `stride` apart; NAN is no number.
typedef struct made_column {
    const char *name, *unit;
    const double *value;
    int64_t rows;
    int stride;
} made_column;

// `folder` NULL: there is none.
void made_begin(json *line, const char *folder);
void made_files(json *line, const char *const *path, int64_t count);
// An object of the list that is open: name, unit, the least, the most and the last of its numbers.
void made_column_ends(json *line, const made_column *column);
// Prints it on the standard output. Returns EXIT_DONE, or EXIT_MEMORY after a message.
int made_end(json *line);

#endif
