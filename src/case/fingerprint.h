// fingerprint.h - the case of a run inside of its snapshots, and what has changed since.
//
// A snapshot carries the resolved case as a column of bytes, `case/text`, which is told of the state and no part of it
// nor of its hash (state/image.h). Names of files stand in it as the hash of what is in them. Read again, it says by
// name which values of another case differ.
#ifndef SCREE_CASE_FINGERPRINT_H
#define SCREE_CASE_FINGERPRINT_H

#include "case/case.h"
#include "case/freedom.h"
#include "state/image.h"
#include "world/world.h"

// The text; the caller frees it. `folder` is where the names of files in the model begin.
scree_status case_fingerprint(const model *written, const step_choice *chosen, const char *folder,
                              const case_families *families, char **text, scree_error *error);
// Adds it to an image. False without memory.
bool case_stamp(image *im, const char *text);

// Does the case in an image have an entry of that name in a section, such as `probes`? True for an image without a
// case. Fails without memory alone.
scree_status case_knows(const image *im, const char *section, const char *name, bool *knows,
                        scree_error *error);

// Does the probe of that name, of the stage in progress, measure the same in the case of an image as in the text `now`,
// however often it samples? A region that it names counts as what it is. False where one of the two does not know it;
// true for an image without a case. Fails without memory alone.
scree_status case_probe_stays(const image *im, const char *now, const case_families *families,
                              const char *name, bool *stays, scree_error *error);

// The case of an image as this version of the program would write it, with its own defaults; NULL where it has none or it
// cannot be read any more. The caller frees it. Fails without memory alone.
scree_status case_of_image(const image *im, const case_families *families, char **text,
                           scree_error *error);

// What the case of an image is called and how far its run goes; false where it has none or it cannot be read any more. Where
// a stage waits for a condition, no case says how far.
typedef struct case_length {
    char title[200];
    double duration; // s; INFINITY: as long as its steps, or nobody knows
    int64_t steps;   // 0: as long as the duration
    int stages;      // 0: it has none
    char until[200]; // the condition that the stage `stage` waits for; empty: none
    double lasts; // s, how long that stage goes, or waits at most; INFINITY: to the end of the run
} case_length;
// `stage` is the number of a stage, from 0; -1: of none.
bool case_length_of_image(const image *im, const case_families *families, int stage,
                          case_length *out);

// Refuses laws in `now` for which the numbers that contacts of the image keep have another meaning than for those that
// wrote them. How many there are the world looks at itself. (case/kept_contacts.c)
scree_status case_compare_kept(const image *im, const char *now, const case_families *families,
                               scree_error *error);
// The same of two cases as texts (case/kept_numbers.c).
scree_status case_compare_texts_kept(const char *was, const char *now, scree_error *error);

// Refuses an image that was made with a law of a program (law/own.h) that is not among the families in the version that it
// had. (case/own_laws.c)
scree_status case_compare_own(const image *im, const case_families *families, scree_error *error);

// Refuses with the values before and now where anything differs that is not allowed, and by case_compare_own. An image that carries no case
// passes.
scree_status case_compare(const image *im, const char *now, const case_families *families,
                          case_freedom allowed, scree_error *error);

// What differs, with the values before and now, the first few of it; empty where nothing does, or an image carries no case that can
// still be read. Fails without memory alone.
enum { CASE_CHANGE_WORDS = 480 };
scree_status case_tell_changes(const image *im, const char *now, const case_families *families,
                               char out[CASE_CHANGE_WORDS], scree_error *error);

// Is the case in an image that of the text `now` in all that comes before the stage of that number? Else says what differs; nothing
// where the image has no case, or one that cannot be read any more.
bool case_same_until(const image *im, const char *now, const case_families *families, int stage,
                     char why[CASE_CHANGE_WORDS]);

#endif
