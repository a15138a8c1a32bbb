// amounts.h - how many frames and tables' rows a run will write and how large they get, told before it begins.
#ifndef SCREE_CLI_AMOUNTS_H
#define SCREE_CLI_AMOUNTS_H

#include "run/output.h"

#include <stdbool.h>

enum { AMOUNTS_ROOM = 400 };

typedef struct amounts {
    int64_t frames, files; // files of frames
    int64_t rows;          // samples of all probes together
    double bytes;          // of frames, at most about so many
} amounts;

// `grains`: those that the run will have once all streams have run.
amounts amounts_of(const output *output, double grains);

void amounts_words(char out[AMOUNTS_ROOM], const amounts *amounts);
// Where that is more than a disk or a person can take: very many files, or more bytes than are free where `folder` is,
// or is to be. False: nothing to warn of.
bool amounts_warning(char out[AMOUNTS_ROOM], const amounts *amounts, const char *folder);

#endif
