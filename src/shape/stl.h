// stl.h - reading triangle soups from STL files, ascii and binary.
//
// STL knows neither units nor shared vertices: a file is a list of facets with three corners each. Units are given by
// the caller; welding is the business of mesh.h. Format: 3D Systems, StereoLithography Interface Specification (1989).
#ifndef SCREE_SHAPE_STL_H
#define SCREE_SHAPE_STL_H

#include "base/fail.h"
#include "base/vec.h"
#include "shape/mesh_sections.h"

#include <stddef.h>
#include <stdint.h>

typedef struct stl_soup {
    v3 *corner;      // three per facet, m; owned
    int32_t facets;  // > 0 after a successful read
    int32_t opposed; // facets whose stored normal points against the turn of their corners
    bool binary;
    mesh_sections sections; // of a text: its solids by name
    int32_t *section;       // of each facet; owned; NULL: binary
} stl_soup;

// Length of one unit of the file: metres = value * factor * 10^exponent, so that a decimal unit shifts the exponent of
// the text and a file in millimetres gives the same doubles as the one in metres.
typedef struct stl_unit {
    const char *name;
    int exponent;
    double factor;
} stl_unit;

// The unit called `name` (m, cm, mm, um, in, ft), or NULL.
const stl_unit *stl_unit_find(const char *name);

// Reads a whole file from memory; `name` stands for it in messages. Refuses empty and truncated files, numbers that are
// not finite and text that is not STL, with file:line or file and byte in error->where. `soup` is empty on failure.
scree_status stl_parse(const char *bytes, size_t size, const char *name, const stl_unit *unit,
                       stl_soup *soup, scree_error *error);
void stl_clear(stl_soup *soup);

#endif
