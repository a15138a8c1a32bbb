// shapes.h - the forms of a shape in a case: ball, clump, spheropolygon, spheropolyhedron, polyhedron.
//
// Forms become what the model keeps of them, mass properties and all; what geometry refuses becomes a fault at the
// place in the case. docs/case-files.md has the keys.
#ifndef SCREE_CASE_SHAPES_H
#define SCREE_CASE_SHAPES_H

#include "base/spread.h"
#include "case/reader.h"
#include "shape/solid.h"

// A map with one form.
void shape_read(reader *reader, node *map, model_shape *out);
void shape_read_clump(reader *reader, node *map, model_shape *out);

// What a function of shape/ refused, as a fault at `node`; always false.
bool shape_refused(reader *reader, const node *node, const scree_error *error);
// Volume and inertia over density that a case gives itself, in the principal axes of the centre of mass; m^3 and m^5, or
// m^2 and m^4 in the plane. False where a fault was told; NULL: a node that is missing.
typedef struct shape_given {
    double volume;
    v3 inertia;
} shape_given;
bool shape_read_given(reader *reader, node *map, node *volume, node *inertia, shape_given *given);

void shape_set_reach(model_shape *shape, double reach); // one size: the ball that holds the grain
// A length above zero; a distribution is refused with a remedy, since these shapes have one size.
bool shape_read_length(reader *reader, const node *node, double *out);

// --- where the surface of a solid comes from

// `vertices` with or without `faces`, `file`, or `builder`.
typedef struct shape_source {
    const node *at; // for faults
    v3 *vertex;     // m; owned, as are the others
    int32_t vertices;
    int32_t (*triangle)[3]; // of `faces`; face f is triangle[face[f]] .. triangle[face[f + 1] - 1]
    int32_t *face;
    int32_t triangles, faces; // 0: the convex hull of the vertices
    v3 *corner;               // of a file, three per facet
    int32_t facets, repeated; // repeated: points of the file at the place of another one
    const char *name;         // in messages; borrowed from the case
} shape_source;

// [[x, y, z], ...]; false with a fault. No two may have the same place.
bool shape_read_vertices(reader *reader, const node *node, v3 **vertex, int32_t *vertices);
// [[0, 1, 2], ...], which may have more than three corners each; false with a fault.
bool shape_read_faces(reader *reader, const node *node, shape_source *source);
// Room for `count` and one more, zeroed; NULL without memory, which the book then says.
void *shape_room(reader *reader, int64_t count, size_t size);
// Takes the keys of a source from a map; false with a fault. To be cleared either way.
bool shape_read_source(reader *reader, node *map, shape_source *out);
void shape_source_clear(shape_source *source);
// The closed surface, with notes on what was healed; false with a fault.
bool shape_source_solid(reader *reader, const shape_source *source, solid *out);

// Corners in one plane are a plate, with faces or without.
bool shape_source_is_plate(const shape_source *source);
bool shape_source_is_line(const shape_source *source);
// False with a fault: no radius, or faces that do not cover the convex hull.
bool shape_make_plate(reader *reader, const shape_source *source, double radius, model_shape *out);

// The width of the narrowest gap of a core that its radius closes, m; INFINITY: it closes none. In space the gaps are
// looked for at corners of triangles.
double shape_narrowest(const model_core *core);

// The balls of a clump from a file {file, unit, scale}. False with faults. (case/shape_ball_file.c)
bool shape_ball_file(reader *reader, node *map, model_clump *clump);

// A shape of several sizes: its classes of size, which take its place and follow it. Takes the keys of the map, `scale` and
// `classes`, before the shape is read.
typedef struct shape_scale {
    node *node; // NULL: one size
    int count;  // 0 with a fault
    spread_class class[MODEL_PARTS_MOST];
} shape_scale;
void shape_take_scale(reader *reader, node *map, shape_scale *out);
// Makes the classes from the first, which has been read; there is cleared room for them.
void shape_make_classes(reader *reader, const shape_scale *scale, model_shape *first);

#endif
