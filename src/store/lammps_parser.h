// lammps_parser.h - what the files of the reader of LAMMPS data share; lammps_parse.c says how it goes.
#ifndef SCREE_STORE_LAMMPS_PARSER_H
#define SCREE_STORE_LAMMPS_PARSER_H

#include "base/fail.h"
#include "base/vec.h"
#include "store/lammps_data.h"

enum { WORDS_MOST = 16, WORD_ROOM = 48, SHORTEST_LINE = 13 /* "1 1 1 1 0 0 0" */ };

typedef struct lammps_word {
    const char *at;
    size_t size;
} lammps_word;

typedef struct lammps_atom {
    int64_t id, line;
    double diameter, density;
    v3 position;
    lammps_image image;
    int32_t type;
} lammps_atom;

typedef struct lammps_motion {
    int64_t id, line;
    v3 velocity, spin;
} lammps_motion;

typedef struct lammps_parser {
    const char *name, *at, *end;
    int64_t line;      // of the words below, from 1
    const char *begin; // of that line
    int column;        // of what a fault is about, from 1; 0: the line is enough
    lammps_word words[WORDS_MOST];
    int count;               // of words, or WORDS_MOST + 1 where there are more
    char comment[WORD_ROOM]; // first word after #
    int64_t atoms, types;    // -1: not given
    double bounds[3][2];
    bool has_bounds[3];
    lammps_atom *atom; // atoms entries, or NULL before the section
    lammps_motion *motion;
    int images;        // image flags on the lines: -1 not known yet, else 0 or 1
    fault_tally tally; // of lines of sections that could not be read
    scree_error *error;
} lammps_parser;

// ---- lammps_lines.c: lines, words, numbers

// A fault at the line and column that are set; never SCREE_OK.
scree_status lammps_fault(lammps_parser *parser, const char *hint, const char *what, ...)
    SCREE_PRINTF(3, 4);
void lammps_copy_word(char text[WORD_ROOM], lammps_word word);
// Takes the next line apart; false at the end of the text.
bool lammps_next_line(lammps_parser *parser);
bool lammps_next_filled_line(lammps_parser *parser);
bool lammps_word_is(lammps_word word, const char *text);
// Are the words from `first` to the end those of `text`, which are separated by single blanks?
bool lammps_words_are(const lammps_parser *parser, int first, const char *text);
scree_status lammps_take_real(lammps_parser *parser, int at, const char *what, double *value);
scree_status lammps_take_integer(lammps_parser *parser, int at, const char *what, int64_t low,
                                 int64_t high, int64_t *value);
scree_status lammps_take_vector(lammps_parser *parser, int at, const char *const names[3],
                                v3 *value);

// ---- lammps_columns.c: from records to columns

scree_status lammps_sort_atoms(lammps_parser *parser);
// There are as many velocities as atoms: sorted, each must have the id of its atom.
scree_status lammps_sort_motions(lammps_parser *parser);
scree_status lammps_fill_columns(const lammps_parser *parser, lammps_data *data);

#endif
