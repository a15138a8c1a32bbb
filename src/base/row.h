// row.h - a plug-in describes itself by rows: the parameters that a law, drive, primitive, packing, distribution or
// probe takes, with unit, default, range and one line of documentation. From the rows come the keys of a case file with
// their unit and range errors, `scree list`, and the reference pages; no other place repeats them.
#ifndef SCREE_BASE_ROW_H
#define SCREE_BASE_ROW_H

#include "base/formula.h"
#include "base/plain_math.h"

#include <stdbool.h>

typedef enum row_type {
    ROW_REAL,    // one number with a unit
    ROW_VECTOR,  // three numbers [x, y, z] with a unit
    ROW_INTEGER, // one whole number
    ROW_FLAG,    // true or false, kept as 1 or 0
    ROW_WORD, // one of a few words, kept as its number among them; `unit` has them: "rescale|total"
    ROW_WORDS, // a list of such, kept as the bits of their numbers
    ROW_TEXT,  // a name or a path
    ROW_AXIS,  // x, y or z, kept as text, or a direction [x, y, z], kept as numbers without text
    ROW_DISTRIBUTION, // a number with a unit, or a mapping {distribution: NAME, ...} of such
    ROW_FORMULA,      // an expression in the time t with a unit; low and high have no meaning
    // The name of a region, kept as its number, or a region given in place; `unit` is a word that stands for none, or "".
    ROW_REGION
} row_type;

// `unit` is an SI unit in the notation of case files ("m", "m/s", "Pa", "N/m", "rad", "1"); `fallback` is the default,
// NAN where the parameter is required and ROW_OPTIONAL where it may be left out (then the value is NAN or NULL); low <=
// value <= high must hold (for vectors: for each component). An open lower end is spelt nextafter(0, 1) or so.
typedef struct row {
    const char *name;
    row_type type;
    const char *unit;
    double fallback, low, high;
    const char *doc;
} row;

#define ROW_REQUIRED ((double)NAN)
#define ROW_OPTIONAL ((double)INFINITY)
#define ROW_POSITIVE 4.9406564584124654e-324 // smallest number above zero
#define ROW_ANY_LOW ((double)-INFINITY)
#define ROW_ANY_HIGH ((double)INFINITY)

// Word number `index` of a ROW_WORD, its length in *length; NULL where there are not so many.
const char *row_word(const row *is, int index, int *length);

// What stands behind a name in a case file. `rows` has `count` entries.
typedef struct plugin {
    const char *name;
    const char *doc;
    const row *rows;
    int count;
} plugin;

// The row of that name, or NULL.
const row *plugin_row(const plugin *what, const char *name);

// A value distribution; see base/spread.h.
typedef enum spread_kind {
    SPREAD_FIXED,
    SPREAD_UNIFORM,
    SPREAD_NORMAL,
    SPREAD_LOGNORMAL,
    SPREAD_ROSIN_RAMMLER,
    SPREAD_TABLE
} spread_kind;
// What its shares are shares of.
typedef enum spread_by { SPREAD_BY_NUMBER, SPREAD_BY_MASS, SPREAD_BY_VOLUME } spread_by;
struct spread_table;
typedef struct spread {
    spread_kind kind;
    spread_by by;
    int power; // value^power is what `by` counts: 0 by number, else the dimensions
    double
        value; // fixed value; the mean without limits; the size that 63.2 % of a Rosin-Rammler pass
    double from, to;  // limits: uniform; cut-off of the others
    double deviation; // standard deviation of normal; of ln(value) for lognormal
    double exponent;  // of Rosin-Rammler
    double mean;      // by number and between the limits; SPREAD_FIXED: not there, see spread_mean
    struct spread_table
        *table; // owned where the spread is kept, and borrowed by its copies; or NULL
} spread;

typedef struct row_value {
    double number[3]; // the first for all but vectors
    char *text;       // owned; NULL where none
    formula *formula; // ROW_FORMULA, owned; NULL where none. `text` then has no names of `let`
    spread range;     // ROW_DISTRIBUTION
    bool given;       // stood in the file, was not the default
    // What was made of the file that `text` names, once somebody has read it; NULL: nobody has.
    void *made;
    void (*unmake)(void *);
} row_value;

// One chosen plug-in with its values, in the order of its rows.
typedef struct choice {
    const plugin *what; // NULL: nothing chosen
    row_value *value;   // what->count entries, owned
} choice;

// Values by the name of their row; the name must exist (asserted).
double choice_real(const choice *choice, const char *name);
void choice_vector(const choice *choice, const char *name, double out[3]);
bool choice_flag(const choice *choice, const char *name);
const char *choice_text(const choice *choice, const char *name); // NULL where none
spread choice_spread(const choice *choice, const char *name);
const formula *choice_formula(const choice *choice, const char *name); // NULL where none
// What was made of the file that a row names; NULL: nothing yet.
const void *choice_made(const choice *choice, const char *name);
// Keeps it for as long as the choice lives. A choice is what its files hold, too: this is no change of it.
void choice_keep(const choice *choice, const char *name, void *made, void (*unmake)(void *));
int choice_region(const choice *choice, const char *name); // its number; -1: none
bool choice_given(const choice *choice, const char *name);
void choice_clear(choice *choice);

// The plug-in called `name` among `count`, or NULL.
const plugin *plugin_find(const plugin *const *list, int count, const char *name);

#endif
