// lives.h - the same run in other ways; see lives.c. What fails says why.
#ifndef SCREE_TESTS_MATRIX_LIVES_H
#define SCREE_TESTS_MATRIX_LIVES_H

#include "matrix/matrix.h"

// Of the run that the others are held against.
typedef struct life {
    int64_t steps;
    uint64_t hash;
} life;

bool life_step(world *w, int64_t until, scree_error *error);
bool life_hash(world *w, uint64_t *hash, char *why, size_t room);
bool life_again(const char *text, const world_options *options, const life *whole, const char *way,
                char *why, size_t room);
bool life_resumed(const char *text, const world_options *options, const image *im,
                  const life *whole, const char *way, char *why, size_t room);
bool life_through_a_file(image *im, char *why, size_t room);
char *life_resolved(const trial *of); // freed by the caller; NULL: no memory

#endif
