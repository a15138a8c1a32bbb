// polygon.h - cutting a flat polygon into triangles, convex or not, by clipping ears.
//
// An ear is a corner whose triangle with its two neighbours holds no other corner. Every simple polygon of more than
// three corners has two (G. H. Meisters, Polygons have ears, Am. Math. Monthly 82 (1975) 648), also where corners lie
// on straight sides, which here keep their place: no triangle is flat unless it has to be. Of all ears the best-shaped
// goes first. A hole joined to the outline by a slit, walked there and back, is a polygon too.
#ifndef SCREE_SHAPE_POLYGON_H
#define SCREE_SHAPE_POLYGON_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { POLYGON_CORNERS_MOST = 10000, POLYGON_CROSSED = -1, POLYGON_NO_MEMORY = -2 };

// Writes count - 2 triples of numbers of corners (fewer where neighbours coincide), turned as the polygon is, into
// `triangle`; 3 <= count <= POLYGON_CORNERS_MOST. Returns the number of triangles, POLYGON_CROSSED where the outline
// crosses itself, or POLYGON_NO_MEMORY. *bend: how far corners are off the mean plane, as a part of the polygon's size.
int polygon_cut(const v3 *corner, int count, int32_t (*triangle)[3], double *bend);

#endif
