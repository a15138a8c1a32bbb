// kept.h - the text files beside a state, .sums and .effort: lines of numbers, with the step that they belong to in front and
// a check sum in the last line, so that what is damaged is told by its line, and is not taken for what was written.
//
// The check sum is the XXH64 of each line under that of the lines before it. Files of versions that wrote none are read.
#ifndef SCREE_CLI_KEPT_H
#define SCREE_CLI_KEPT_H

#include "store/file_out.h"

#include <stdbool.h>
#include <stdint.h>

// ---- writing

typedef struct kept_out {
    file_out file;
    uint64_t sum;
} kept_out;

// Begins PATH.part with the head, NULL: none, and the step.
scree_status kept_open(kept_out *out, const char *path, const char *head, int64_t step,
                       scree_error *error);
void kept_line(kept_out *out, const char *format, ...) SCREE_PRINTF(2, 3); // without its end
void kept_numbers(kept_out *out, const double *value, int64_t count);      // a line each
// The check sum; what stood at PATH becomes PATH.previous.
scree_status kept_commit(kept_out *out, scree_error *error);
void kept_abort(kept_out *out);

// ---- reading

enum { KEPT_WORDS = 200 };

// What is wrong with a text; line 0: nothing.
typedef struct kept_fault {
    int64_t line; // from 1
    char what[KEPT_WORDS];
} kept_fault;

typedef struct kept_in {
    char *at;     // what is not read yet
    int64_t line; // of the one that was read last, from 1
    uint64_t sum;
    bool sealed;
    kept_fault *fault; // the first one
} kept_in;

// The step that a text belongs to; false: it does not tell.
bool kept_step(const char *text, int64_t *step);
// Begins to read a text, which it changes, behind the head, NULL: none, and the step. False with a fault, which is empty
// before.
bool kept_begin(kept_in *in, char *text, const char *head, kept_fault *fault);
// The next line without its end; NULL: there is none, or a fault.
char *kept_next(kept_in *in);
// As many numbers, a line each. False with a fault.
bool kept_read_numbers(kept_in *in, double *value, int64_t count);
void kept_complain(kept_in *in, int64_t line, const char *format, ...) SCREE_PRINTF(3, 4);
// Is all of the text read, without a fault?
bool kept_end(kept_in *in);

#endif
