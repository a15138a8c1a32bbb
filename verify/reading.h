// reading.h - one number that is read off a run: of which grains or wall, which column of the frame, when, and what is
// made of it. The keys by which a file asks for it are told in docs/verification.md.
#ifndef SCREE_VERIFY_READING_H
#define SCREE_VERIFY_READING_H

#include "case/reader.h"
#include "state/tables.h"
#include "verify/verify.h"

// What of a vector counts; WHOLE: it is no vector.
typedef enum reading_part {
    PART_X,
    PART_Y,
    PART_Z,
    PART_NORM,
    PART_ANGLE,
    PART_WHOLE
} reading_part;
typedef enum reading_pick {
    PICK_NONE,
    PICK_LARGEST,
    PICK_SMALLEST,
    PICK_MEAN,
    PICK_SUM
} reading_pick;

typedef struct reading {
    const char *key, *quantity; // borrowed from the file, as all texts here
    // What is looked at: grains.beads.position.z
    const node *way;
    table table;
    char name[200]; // of the set of grains or of the wall; "all"
    const column *column;
    reading_part part;
    // What is made of it.
    const char *relative_to; // a set of one grain whose value is taken off; NULL: none
    v3 less;                 // taken off as well
    double less_number;      // taken off what counts of the vector
    v3 along;                // of a vector, where `projects`
    bool projects, size;     // size: without its sign
    double times, over;
    const char *over_reading; // the other reading that it is divided by; NULL: none
    int per_time;             // power of the time since `since`, by which it is divided
    reading_pick pick;        // of several grains or contacts
    // When: times in s, NAN where they are not given.
    double at, since, from;
    reading_pick watch; // over all steps between `from` and `at`
    double reaches;     // the time is read at which the number passes this; NAN: the number itself
    // What is asked of it; expected is NAN where nothing is.
    claim_kind kind;
    double expected, tolerance;
} reading;

// All keys of a reading, or those that a run changes of it. Faults go to the book of the reader.
void reading_read(reader *reader, node *map, reading *out);
// "file.yaml:12:5" of a node.
void reading_place(const node *node, char *out, size_t size);

// A reading on its way through a run.
typedef struct gauge {
    const reading *is;
    int64_t at, since, from; // steps; since: -1 where none
    int32_t one, reference;  // the set of grains or the wall, the other set; -1: all, none
    int64_t seen_from;       // row of the grain of the other set in the frame that is looked at
    v3 *before;              // at `since`, owned
    int64_t count;           // of them
    double before_time, last, last_time, sum, samples;
    double number;
} gauge;

bool gauge_begin(gauge *gauge, const reading *is, const trial *trial, scree_error *error);
// The first step after `step` at which the frame is wanted; -1: none.
int64_t gauge_next(const gauge *gauge, int64_t step);
bool gauge_look(gauge *gauge, const frame *frame, scree_error *error);
void gauge_end(gauge *gauge);

#endif
