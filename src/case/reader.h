// reader.h - typed reading of nodes. Each call either gives a checked value or writes a fault that says where, what
// stands there and what to write instead; reading then goes on, so that one run finds all faults of a file.
#ifndef SCREE_CASE_READER_H
#define SCREE_CASE_READER_H

#include "base/row.h"
#include "case/expression.h"
#include "case/tree.h"
#include "state/model.h"

#include <stdint.h>

typedef struct reader reader;
struct reader {
    const case_families *families;
    fault_book *book;
    fault_list *notes;
    const char *name; // of the file
    int dimensions;
    const char *within;     // only files in this folder may be named; NULL: all
    expression_scope scope; // the names that formulas may use
    model *model;           // that is read: rows may name its regions, or add some
    const char *user;       // the name of the thing that is read, for regions that are given in it
    // Reads a region that a row names, or has in its place (regions.c); -1: a fault.
    int (*region)(struct reader *reader, node *node, model *model, const char *user);
    bool text_alone; // see case_families
};

// A fault at a node or at a key of a map; "%s = ..." and the like are the caller's words.
void reader_fault(reader *reader, const node *node, const char *hint, const char *what, ...)
    SCREE_PRINTF(4, 5);
void reader_note(reader *reader, const node *node, const char *what, ...) SCREE_PRINTF(3, 4);

// The value of a key, NULL where it is missing; the key then counts as known. `reader_need` complains when it is
// missing.
node *reader_take(reader *reader, node *map, const char *key);
node *reader_need(reader *reader, node *map, const char *key, const char *hint);
// The remedy for an entry that is not whole: of one that settings of something in it have made, the entry beside it that was
// perhaps meant, too.
enum { READER_HINT = 400 };
const char *reader_remedy(const node *map, const char *hint, char out[READER_HINT]);
// Complains of every key that nothing asked for. Call once after the last take.
void reader_finish(reader *reader, node *map);

// True where the node is of that kind; complains otherwise. NULL is false without complaint, for values complained of
// before.
bool reader_is_map(reader *reader, const node *node);
bool reader_is_list(reader *reader, const node *node);
const char *reader_text(reader *reader, const node *node); // borrowed; NULL: fault
char *reader_copy(reader *reader, const node *node);       // owned
// The path of a file that is named relative to what is read; owned, NULL when out of memory.
char *reader_path(const reader *reader, const char *file);
// May the file of that name, relative to the folder of what is read, be read? Complains where it may not.
bool reader_may_read(reader *reader, const node *at, const char *file);
// A name that may stand in file names and keys: letters, digits, '_' and '-', the last not in front.
bool reader_name_is_good(reader *reader, const node *at, const char *name);

// A range of values in a unit. Ranges are closed; see row.h for open ends.
typedef struct value_range {
    const char *unit;
    double low, high;
} value_range;

// Is it a number with that unit, or one of the same kind, and no bare 0, which fits all? Complains of nothing.
bool reader_is_quantity(const node *node, const char *unit);
// Leave `*out` alone on a fault. Ranges are closed; see row.h for open ends.
bool reader_real(reader *reader, const node *node, const char *unit, double low, double high,
                 double *out);
// The same with what to give instead, where the unit alone does not tell it; NULL: it does.
bool reader_real_or(reader *reader, const node *node, const value_range *range, const char *hint,
                    double *out);
bool reader_integer(reader *reader, const node *node, int64_t low, int64_t high, int64_t *out);
bool reader_flag(reader *reader, const node *node, bool *out);
// [x, y, z]; in 2D the third may be left out and is `third`. Nought in place of the list stands for each of its values,
// in 2D for two.
bool reader_vector(reader *reader, const node *node, const value_range *range, double third,
                   v3 *out);
bool reader_spread(reader *reader, node *map, const char *unit, double low, double high,
                   spread *out);
// An expression in the time t whose value has that unit. Both are owned by the caller.
bool reader_formula(reader *reader, const node *node, const char *unit, char **text, formula **out);
// The place of the text among `words`, -1 on a fault.
int reader_word(reader *reader, const node *node, const char *const *words, int count);

// --- plug-ins ---
const plugin *reader_plugin(reader *reader, const node *at, const char *name,
                            const plugin *const *list, int count, const char *family);
// Reads the rows of `what` as keys of `map` (which the caller finishes). The choice is owned by the caller also on
// faults.
bool reader_rows(reader *reader, node *map, const plugin *what, choice *out);
// The plug-ins that a key may name, and what they are called together: "drive".
typedef struct plugin_family {
    const plugin *const *list;
    int count;
    const char *name;
} plugin_family;

// A map {law: NAME, rows...} without finishing it; "none" (also as plain text) leaves `what` NULL where `none` is
// allowed.
bool reader_choice(reader *reader, node *map, const plugin_family *family, bool none, choice *out);

#endif
