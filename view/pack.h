// pack.h - a moment as the bytes that a page gets: a head in JSON, then columns of whole numbers that a graphics processor
// takes as they are.
//
//   "SCRV", length of the head (u32, little-endian), the head, blanks up to a multiple of 8, the columns, each at a multiple of 8
//
// A place is a fraction of the box of all centres, three times 16 bits; a radius and a colour one of their ranges, 16 bits, of
// which 65535 says that there is no number; orientations are four times 16 bits with sign, x, y, z, w. Ids with
// shapes, and radii, come only where they are others than those that the page has. docs/view.md tells the members of the head.
#ifndef SCREE_VIEW_PACK_H
#define SCREE_VIEW_PACK_H

#include "base/text.h"
#include "view/colour.h"
#include "view/source.h"

#define PACK_BEGIN "SCRV"
enum { PACK_RODS = 20000 }; // where a page does not say how many

// Of the columns that a page has; 0: none.
typedef struct pack_known {
    uint64_t layout; // ids and shapes
    uint64_t radii;
} pack_known;

typedef struct pack_wish {
    view_colour colour;
    bool chains;  // contacts as well
    int64_t rods; // of them the strongest, so many at most
    pack_known known;
} pack_wish;

// Appends the message. *known: what the page has then.
scree_status pack_moment(text_buffer *out, const view_moment *moment, const pack_wish *wish,
                         pack_known *known, scree_error *error);

#endif
