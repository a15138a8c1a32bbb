// cases.h - small cases of every kind of grain and wall for the targets that need a state to begin with: the files of
// these names in corpus/world/.
#ifndef SCREE_TESTS_FUZZ_CASES_H
#define SCREE_TESTS_FUZZ_CASES_H

#include "fuzz/fuzz.h"

enum { FUZZ_CASES = 12, FUZZ_AGES = 3 };
extern const char *const fuzz_case_names[FUZZ_CASES];

// Reads all of them once, and takes images of each at its start, in its first contacts and later.
void fuzz_cases_open(void);
const model *fuzz_case_model(int i);
const image *fuzz_case_image(int i, int age);

#endif
