// fuzz.h - what the fuzz targets share: the entry point, a way to fail, decisions taken from bytes, files that are in
// memory only, and worlds that must come back the same from their image.
//
// A target is one file fuzz_NAME.c. libFuzzer calls LLVMFuzzerTestOneInput for millions of inputs in one process
// (`make fuzz`); the program of replay_main.c calls it for every file of corpus/NAME, which is the quick test
// fuzz.NAME.
#ifndef SCREE_TESTS_FUZZ_FUZZ_H
#define SCREE_TESTS_FUZZ_FUZZ_H

#include "case/case.h"
#include "world/world.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Ends the program with a message where `held` is false; both libFuzzer and the replay keep the input.
#define FUZZ_WANT(held) fuzz_want((held), #held, __FILE__, __LINE__)
void fuzz_want(bool held, const char *text, const char *file, int line);

// ---- decisions

// The bytes of an input one after the other; zeros once they are used up.
typedef struct fuzz_bytes {
    const uint8_t *at, *end;
} fuzz_bytes;

uint8_t fuzz_byte(fuzz_bytes *b);
// From 0 to count - 1; count is at least 1 and at most 65536.
int fuzz_choice(fuzz_bytes *b, int count);
// Eight bytes as they are.
uint64_t fuzz_word(fuzz_bytes *b);
// A number between low and high in logarithmic steps where both are above 0, else in even ones; now and then an end.
double fuzz_number(fuzz_bytes *b, double low, double high);

// ---- files in memory (virtual_files.c)

// Whoever opens a path whose last part is `name` for reading gets these bytes; all other files do not exist. The
// targets are linked so that fopen and open come here.
void fuzz_file(const char *name, const void *bytes, size_t size);
// A file of the sources, from tests/fuzz/; ends the program where there is none. The caller frees the text.
char *fuzz_source(const char *path, size_t *size);
// Cuts an input at its first line "%%%%": the first part (its length is returned) and the rest.
size_t fuzz_cut(const uint8_t *data, size_t size, const uint8_t **rest, size_t *rest_size);

// ---- worlds (rounds.c)

// Reads a case; false where it is refused, and then with at least one reason.
bool fuzz_read_case(const char *text, size_t size, model *m);
// Options of all worlds of the targets: one thread, the first folder.
world_options fuzz_options(void);
// Takes `steps` steps, an image, a second world from it, and the same steps again in both: the same bits. A world that
// diverges on the way is no fault.
void fuzz_round_trip(const model *m, world *w, int steps);

#endif
