// film.h - a film of the frames of a run, for `scree film` and for reports.
#ifndef SCREE_CLI_FILM_H
#define SCREE_CLI_FILM_H

#include "cli/look_options.h"
#include "cli/recorded.h"

typedef struct film_wish {
    look_wish look;
    const char *out, *from, *to;
    int64_t rate;    // pictures a second
    machine machine; // threads alone
    bool as_json;
} film_wish;

typedef struct film_made {
    int64_t frames, left_out; // the latter are damaged
    double from, to;          // times of the first and the last, s
} film_made;

// Writes it to `path`, which must be free to take, and tells which frames it has.
scree_status film_make(const recorded *run, const film_wish *wish, const char *path,
                       film_made *made, scree_error *error);

#endif
