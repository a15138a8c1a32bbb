// sections.h - sections of a case that hold things with names: maps by name, or lists of maps with a `name`.
#ifndef SCREE_CASE_SECTIONS_H
#define SCREE_CASE_SECTIONS_H

#include "case/reader.h"

// Is it one? Complains of what is neither a map nor a list; NULL is a section that was left out.
bool section_is(reader *reader, const node *node);
// Room for what the entries of a section are read into, cleared and owned by the caller; NULL: no memory. Complains of
// names that stand twice.
void *section_list(reader *reader, const node *node, size_t size, int *count);
// The `name` of an entry of a list; NULL where it has none.
const node *section_name(const node *entry);
// Entry i: the map, NULL where it is none, and its name (owned by the caller; NULL with a fault).
node *section_thing(reader *reader, node *section, int i, char **name);
// Room for so many entries more at the end of a list, cleared; false without memory.
bool section_grow(reader *reader, void **list, size_t size, int count, int more);

#endif
