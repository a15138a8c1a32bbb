// mesh_file.h - triangles from a mesh file: STL (ascii, binary), Wavefront OBJ, PLY (ascii, binary of both byte
// orders).
//
// None of the formats knows units, so the unit of length is given by the caller. Faces of more than three corners,
// convex or not, are cut into triangles (polygon.h). Which format it is follows from the content: PLY and STL say so
// themselves; OBJ does not, and is taken by the name ending in .obj.
#ifndef SCREE_SHAPE_MESH_FILE_H
#define SCREE_SHAPE_MESH_FILE_H

#include "shape/stl.h"

typedef stl_unit mesh_unit;

typedef struct mesh_soup {
    v3 *corner;             // three per facet, m; owned
    int32_t facets;         // > 0 after a successful read
    int32_t faces;          // as the file counts them
    int32_t cut;            // faces of more than three corners
    int32_t bent;           // of them: not flat, so that the cut decides on the surface
    int32_t opposed;        // STL: stored normals against the turn of the corners
    int32_t unused;         // points that no face uses
    int32_t repeated;       // OBJ, PLY: points at exactly the place of another one of the file
    int32_t skipped;        // lines, points and the like, which are no surface
    const char *format;     // in words: "binary PLY, big-endian"; static
    mesh_sections sections; // ascii STL, OBJ: what stands under which names
    int32_t *section;       // of each facet; owned; NULL: the format knows no names
} mesh_soup;

// The unit called `name` (m, cm, mm, um, in, ft), or NULL.
const mesh_unit *mesh_unit_find(const char *name);

// A file in memory; `name` stands for it in messages, and its ending counts.
typedef struct mesh_bytes {
    const char *bytes;
    size_t size;
    const char *name;
} mesh_bytes;

// Reads a whole file and multiplies its lengths by `scale`. Faults name file and line, or file and byte. `soup` is
// empty on failure.
scree_status mesh_file_read(const char *path, const mesh_unit *unit, double scale, mesh_soup *soup,
                            scree_error *error);
// The same from memory.
scree_status mesh_file_parse(const mesh_bytes *file, const mesh_unit *unit, double scale,
                             mesh_soup *soup, scree_error *error);
// Leaves the facets of one part alone. Where the file has no part of that name, or cannot have any, that is a fault at
// `where`.
scree_status mesh_soup_keep(mesh_soup *soup, const char *part, const char *where,
                            scree_error *error);
void mesh_soup_clear(mesh_soup *soup);

#endif
