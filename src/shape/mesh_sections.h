// mesh_sections.h - the sections of a mesh file that have names, and which of them are a part.
//
// An ascii STL file has a section for each `solid` of another name, an OBJ file for each pair of an object (`o`) and groups
// (`g`). A part is all facets whose section has its name: of its solid, of its object, or of one of its groups. So a facet
// may belong to several parts, as an object and a group of it.
#ifndef SCREE_SHAPE_MESH_SECTIONS_H
#define SCREE_SHAPE_MESH_SECTIONS_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mesh_section {
    // Its names, each on a line of its own; "": what stands before the first name.
    char *names;
    int32_t facets;
} mesh_section;

typedef struct mesh_sections {
    mesh_section *item; // owned
    int64_t room;
    int32_t count;
    int32_t latest; // the one that facets are read into; -1: none yet
} mesh_sections;

// What follows has these names, a line each. False without memory.
bool mesh_sections_begin(mesh_sections *sections, const char *names);
// The section of the next facet; -1 without memory.
int32_t mesh_sections_take(mesh_sections *sections);
// Does a section belong to the part of that name?
bool mesh_section_is(const mesh_section *section, const char *part);
// Words for its names: "drum/blade"; "without a name".
void mesh_section_words(const mesh_section *section, char *out, size_t room);
// The parts that there are, each name once and in the order of the file, as far as there is room: "blade, shaft".
void mesh_sections_words(const mesh_sections *sections, char *out, size_t room);
// The name nearest to a misspelt one, in `out`; NULL: none is near.
const char *mesh_sections_nearest(const mesh_sections *sections, const char *part, char *out,
                                  size_t room);
// A copy of its own. False without memory.
bool mesh_sections_copy(const mesh_sections *from, mesh_sections *out);
void mesh_sections_clear(mesh_sections *sections);

#endif
