// facets.h - spheres of flat facets for cases of `scree verify`.
#ifndef SCREE_VERIFY_FACETS_H
#define SCREE_VERIFY_FACETS_H

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>

// A sphere of 20 4^n triangles, from an icosahedron.
typedef struct facets {
    v3 *point;
    int (*face)[3];
    int points, faces;
} facets;

// Of radius one, with edges halved so many times. False without memory; points and faces are the caller's to free.
bool facets_make(int halvings, facets *out);
// As the shape `s` of a case, `shapes: ...`, with that radius, m.
void facets_write(const facets *sphere, double radius, text_buffer *text);

#endif
