// tree.h - a YAML text as a tree of nodes that know where they stand, so that every later complaint can say it.
//
// Aliases are expanded into copies (bounded in number and depth, so that a small file cannot ask for much memory);
// merge keys, tags, doubled keys and further documents are faults. Values given on the command line are put in here,
// before anything is read.
#ifndef SCREE_CASE_TREE_H
#define SCREE_CASE_TREE_H

#include "base/fail.h"
#include "case/case.h"

#include <stddef.h>
#include <stdint.h>

// NODE_FAULTY stands where a value was refused already; readers say nothing more of it.
typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP, NODE_FAULTY } node_kind;

typedef struct node node;
typedef struct node_entry {
    char *key; // owned; NULL in lists
    int line, column;
    node *value; // owned
    bool seen;   // asked for by the reader
} node_entry;

struct node {
    node_kind kind;
    const char *source; // the file, or "--set KEY"; borrowed
    int line, column;   // from 1; line 0: no place in a file
    node *parent;
    int place;  // in its parent
    char *text; // of a scalar, owned
    bool quoted;
    bool made;         // by a setting of something in it
    node_entry *entry; // of lists and maps, in the order of the text
    int count, room;
    int32_t *slot;      // of maps of many keys: a hash table of numbers of entries, from 1; 0: free
    int slots;          // a power of two; 0: none
    const char **asked; // keys the reader asked for, for "did you mean"; names borrowed
    int asked_count, asked_room;
};

// Faults with their places, sorted by the order of the text when handed over. Past a bound they are only counted.
typedef struct fault_place {
    int line, column, order;
    scree_error error;
} fault_place;
typedef struct fault_book {
    fault_place *item;
    int count, room, left_out;
    bool no_memory;
} fault_book;

bool book_is_full(const fault_book *book); // what comes is only counted
// Where something stands in a text; line 0: in it somewhere.
typedef struct text_place {
    const char *source;
    int line, column; // from 1
} text_place;
void book_add(fault_book *book, text_place at, const char *hint, const char *what, ...)
    SCREE_PRINTF(4, 5);
// Appends what was found to `faults`, in the order of the text, and empties the book.
void book_close(fault_book *book, fault_list *faults);

// The tree of `text`, owned by the caller; NULL when it could not be read at all. Faults go to the book. `source` must
// live as long as the tree.
node *tree_read(const char *text, size_t length, const char *source, fault_book *book);
// Puts the value of a command-line setting in its place, replacing or adding. `label` is its "--set KEY" and outlives
// the tree.
void tree_override(node *root, const case_override *set, const char *label, fault_book *book);
// Has the section entries that `none` takes away?
bool tree_has_named_entries(const char *section);
// The same with a value that has been read; `at` is the place that faults of the key have. Takes over `value`. The word
// none takes an entry of walls, removals or probes away, and ends a stream; a stream of a new name is added.
void tree_put(node *root, const char *key, node *value, text_place at, fault_book *book);
void tree_free(node *node);

node *node_find(const node *map, const char *key); // NULL where none
// The same, and for lists by number or by the `name` of an entry.
const node *node_entry_of(const node *node, const char *key);
// The way to a node: "materials.glass.young", "grains[2].packing"; "" for the root. Truncated to size.
void node_path(const node *map, char *out, size_t size);

#endif
