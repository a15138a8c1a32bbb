// status.h - how every call of the library reports success or failure.
//
// No function of the library exits, prints, or repairs bad input. A call that can fail returns a scree_status and fills
// a scree_error with three texts: where (file:line:column, or the path of a field, or body and time), what is wrong
// with the value found, and what to do about it.
#ifndef SCREE_STATUS_H
#define SCREE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef enum scree_status {
    SCREE_OK = 0,
    SCREE_BAD_INPUT, // a case, a file or an argument is wrong; nothing was changed
    SCREE_IO,        // a file could not be read or written; what stood there before is still there
    SCREE_DIVERGED,  // a step failed: a body ran away, was lost, or overlaps too deep
    SCREE_NO_MEMORY, // memory ran out; a world in the middle of a step or of a change of its grains may be spent, which the words say; all else is as before
    SCREE_STOPPED    // interrupted on request, after a whole step (scree_world_watch)
} scree_status;

// The first failure of a call. Texts are complete sentences or fragments without a newline; `hint` may be empty.
typedef struct scree_error {
    scree_status status;
    char where[320];
    char what[512];
    char hint[320];
} scree_error;

// Short name of a status: "ok", "bad input", ... Static storage.
const char *scree_status_name(scree_status status);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
