// nodes.h - making trees, and finding keys in them. What a node is stands in tree.h.
#ifndef SCREE_CASE_NODES_H
#define SCREE_CASE_NODES_H

#include "case/tree.h"

// The tree of a text, as of tree_read; `in_file`: its lines are places in the file `source`.
node *node_read(const char *text, size_t length, const char *source, bool in_file,
                fault_book *book);
// NULL without memory.
node *node_make(node_kind kind, const char *source, int line, int column);
// Adds an entry behind the others. Takes over `key` and `value`, also when it fails for want of memory.
bool node_add(node *map, char *key, int line, int column, node *value);
// The same of a single value with this text. False without memory.
bool node_add_text(node *map, const char *key, const char *text, text_place at);
// The entry of that key; NULL where there is none, and for what is no map. Takes the same time in maps of any size.
node_entry *node_entry_find(const node *map, const char *key);
// A copy with places and all, of no parent; what readers asked for is not copied. NULL without memory.
node *node_copy(const node *from);
// Frees an entry of a map or a list; the others stay in their order.
void node_remove(node *map, node_entry *entry);

#endif
