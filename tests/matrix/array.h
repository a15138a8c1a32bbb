// array.h - what array.c, which keeps the combinations, and array_row.c, which fills a row, share.
#ifndef SCREE_TESTS_MATRIX_ARRAY_H
#define SCREE_TESTS_MATRIX_ARRAY_H

#include "matrix/matrix.h"

#include "base/random.h"

enum { ARRAY_LAWS = 5 };
enum { MISSING, COVERED, IMPOSSIBLE, NOT_FOUND };
static const factor_id array_laws[ARRAY_LAWS] = {NORMAL, TANGENTIAL, COHESION, ROLLING, TWISTING};

// The combination that a row begins with.
typedef struct target {
    int count;
    int factor[3], level[3];
    char *mark;
} target;

// A level of a factor as one side of a conflict.
typedef struct conflict_side {
    int conflict, factor, level;
    int next; // of the same factor, counted from 1; 0: there is none
} conflict_side;

// The sides of all conflicts that are known, and of a row that is being filled what it has of each.
typedef struct row_state {
    conflict_side *side; // owned, those of a conflict one after the other
    int newest[FACTORS]; // side of the factor, counted from 1; 0: there is none
    int *need;           // owned, of each conflict the first of its sides; one more ends the last
    int *hit;            // owned, of each conflict how many of its sides the row has
    int *dead;           // owned, how many of its factors the row has at another level
    int conflicts, conflict_room, sides, side_room;
    int blocked[ALL_LEVELS_MOST]; // conflicts that only that level would complete
    int open[FACTORS];            // levels of a factor that nothing blocks
    int wiped;                    // factors without such
} row_state;

struct array {
    const factors *all;
    bool triples;
    rng random;
    char *pair;   // of two levels, numbered over all factors
    char *triple; // of solver, shape and a level of a law
    row_state filling;
};

char *array_pair(const array *array, int f, int level_f, int g, int level_g);
char *array_triple(const array *array, int solver, int shape, int law, int level);
bool array_has_law(int factor);

// New conflicts are taken in; false: no memory.
bool array_learn(array *array, const conflict_list *conflicts);
// A row with that combination and none of the conflicts; false: none was found. *all: and all rows were looked at.
bool array_row_with(array *array, const target *with, selection *out, bool *all);

#endif
