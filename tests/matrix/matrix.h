// matrix.h - do all combinations of what a case can name work, or are they refused by name? A covering array of small
// cases: rows that choose one level of each factor (a shape, a law, a wall, ...) so that every pair of levels of two
// factors stands in one row at least, and so does every triple of shape, law and solver.
//
//   factors.c  the factors and their levels, from the plug-ins of the program and their examples
//   array.c    the next row: the one that brings the most combinations that no row has brought (array_row.c)
//   text.c     the case of a row, with the files that it names (files.c)
//   blame.c    of a row that is refused: which of its levels do not go together, and are they named?
//   judge.c    of a row that runs: the same bits in other ways (lives.c), momentum (momentum.c), books, numbers
//   known.c    what is refused, as a file
//   report.c   tables, JSON, the page of the documentation
//
// A combination that is refused is known from then on and stands in no further row, so that it hides no other.
#ifndef SCREE_TESTS_MATRIX_H
#define SCREE_TESTS_MATRIX_H

#include "case/case.h"
#include "world/world.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum factor_id {
    SHAPE,
    DIMENSIONS,
    SOLVER,
    NORMAL,
    TANGENTIAL,
    COHESION,
    ROLLING,
    TWISTING,
    INTEGRATOR,
    ROTATION,
    IMPULSES, // settings of the nonsmooth solver
    MEETING,
    WEIGHTS,
    STATE, // of the grains
    KINDS, // one kind of grains, or several
    PACKING,
    REGION, // where the packing has one
    WALL,
    DRIVE,
    TIMING, // of the drive
    SURFACE,
    LIFE, // of the wall
    BOUNDARY,
    GRAVITY,
    FORCES,
    SLOW,   // what slow flows are given: damping, scaled masses
    GROWTH, // of radii
    STREAM,
    REMOVAL,
    STAGE_CHANGES,
    PROBE,
    OUTPUT,
    SEARCH,
    THREADS,
    PARTS,
    FACTORS
} factor_id;

enum { LEVELS_MOST = 40, ALL_LEVELS_MOST = 400, TEXT_MOST = 600, CASE_MOST = 8000 };

// Of a level that is a plug-in: its rows are known to have such.
enum { KNOWS_REGIONS = 1, KNOWS_TIMES = 2 };

// Of a level of borders, what else a cell that deforms has along z, or along y in a plane as well; none: it is no cell.
typedef enum cell_borders { NO_CELL, CELL_ALONE, CELL_WALLS_Z, CELL_WALLS_Y } cell_borders;

typedef struct level {
    char name[60];        // among those of its factor
    char words[120];      // by which a message may name it, joined by '|'
    char text[TEXT_MOST]; // of the case
    int number;           // of what is no text
} level;

typedef struct factor {
    const char *name;
    const char *words; // by which a message may name it, whatever the level
    level level[LEVELS_MOST];
    int levels;
    int plain; // the level that goes with the most
    int first; // number of its first level among all levels
} factor;

typedef struct factors {
    factor of[FACTORS];
    int levels; // in all
    // Of each shape the factor by which its lengths are multiplied, so that all are about as large.
    double scale[LEVELS_MOST];
} factors;

// A level of each factor.
typedef struct selection {
    int level[FACTORS];
} selection;

// Levels that do not go together: `count` of factors[] at level[].
enum { TOGETHER_MOST = FACTORS };
typedef struct conflict {
    int count;
    int factor[TOGETHER_MOST], level[TOGETHER_MOST];
    bool named; // the message has words of each
    char message[1300];
} conflict;

typedef struct conflict_list {
    conflict *item; // owned
    int count, room;
} conflict_list;

bool factors_make(factors *out);
const level *level_of(const factors *all, const selection *row, factor_id which);
selection selection_plain(const factors *all);

// The case of a row. `steps` and `time` are those of the run, s.
typedef struct case_length {
    int steps;
    double time;
} case_length;
void case_of_row(const factors *all, const selection *row, case_length length, char out[CASE_MOST]);
bool files_write(void); // those that examples name, into the working folder

// ---- the array

typedef struct array array;
// `triples`: with the triples of shape, law and solver.
array *array_make(const factors *all, bool triples, uint64_t seed);
void array_free(array *array);
// The row that brings the most that no row has brought, and has none of the conflicts. False: there is none left.
bool array_next(array *array, const conflict_list *conflicts, selection *out);
// What that row has is there now.
void array_cover(array *array, const selection *row);
// Of all pairs and triples: there, refused (they hold a conflict) and impossible, as what is left is refused with each level
// of another factor.
typedef struct array_tally {
    int64_t all, covered, refused, impossible, not_found;
} array_tally;
array_tally array_count(array *array, const conflict_list *conflicts);

bool conflict_in(const conflict *conflict, const selection *row);
bool conflicts_in(const conflict_list *conflicts, const selection *row);
bool conflicts_add(conflict_list *list, const conflict *conflict); // false: no memory

// ---- judging

// How a world is made.
world_options options_of_row(const factors *all, const selection *row, bool plain);

// Opens the case of a row up to its first step; false: it is refused, by these faults.
typedef struct trial {
    model m;
    world *w;
    char text[CASE_MOST];
} trial;
bool trial_open(trial *trial, const char *text, const world_options *options, fault_list *faults);
bool trial_read(trial *trial, const char *text, fault_list *faults);
void trial_close(trial *trial);

// The length of the run of a row, from the step that its case gets; false: refused.
bool row_length(const factors *all, const selection *row, case_length *out, fault_list *faults);

// What of a refused row does not go together, added to the list.
void blame(const factors *all, const selection *row, conflict_list *conflicts);

typedef struct verdict {
    bool good;
    bool told;       // it stopped on the way, at a wall that it named or a stage that it refused
    char why[600];   // where it is not
    double residual; // of the books, of what was turned over
    double momentum; // what is missing, of what was exchanged
    int64_t steps, contacts, grains;
    double seconds;
} verdict;
verdict judge(const factors *all, const selection *row);

#endif
