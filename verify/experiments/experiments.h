// experiments.h - the experiments of the five documents that Scree goes back to: which rows of the other suites, and which
// cases, make each of them. docs/experiments.md tells what came out, beside the numbers of the documents.
#ifndef SCREE_VERIFY_EXPERIMENTS_H
#define SCREE_VERIFY_EXPERIMENTS_H

#include "verify/expect.h"
#include "verify/verify.h"

typedef void verify_rows(verify *verify);

typedef struct experiment {
    const char *document, *title;
    verify_rows *rows; // NULL: cases with expected values of `suite`
    const char *suite;
    const char *cases; // how the ids of its rows begin, with | between
    bool full;         // with the long runs alone
} experiment;

// All of them, document by document; one without a document ends them.
extern const experiment experiments[];

// Is a row of that id one of it?
bool experiment_has(const experiment *experiment, const char *id);
// Has its document or its title this text in it?
bool experiment_is_called(const experiment *experiment, const char *text);

// The case of examples/06-soybean-chute, which was built into the program.
extern const expect_text chute_texts[];
void verify_chute(verify *verify);

#endif
