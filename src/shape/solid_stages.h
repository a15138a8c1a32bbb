// solid_stages.h - the stages of making a solid, in the order in which solid_build calls them.
#ifndef SCREE_SHAPE_SOLID_STAGES_H
#define SCREE_SHAPE_SOLID_STAGES_H

#include "base/sort.h"
#include "shape/solid.h"

// A side is an edge as one face sees it: side 3 f + k runs from corner k of face f to the next.
typedef struct healer {
    const char *name;
    double tolerance;
    v3 *vertex; // mem_free
    int32_t vertices;
    int32_t (*face)[3];
    int64_t faces, room;
    int32_t *copies; // of each face, as in mesh_triangle
    int64_t copies_room;
    sort_pair *side, *scratch; // by ends: sides of one edge stand together
    int64_t side_room;
    int32_t *partner; // of each side: the other side of the edge, or SIDE_OPEN, SIDE_BRANCHED
    int32_t *shell;   // of each face
    int32_t shells, cavities;
} healer;

enum { SIDE_OPEN = -1, SIDE_BRANCHED = -2 };

static inline int32_t side_from(const healer *healer, int64_t side)
{
    return healer->face[side / 3][side % 3];
}
static inline int32_t side_to(const healer *healer, int64_t side)
{
    return healer->face[side / 3][(side % 3 + 1) % 3];
}

void solid_add_spot(solid_report *report, solid_flaw flaw, v3 from, v3 to, int32_t faces);

// solid_heal.c: welds, drops, splits; then sides have partners, and open and branched edges are counted.
scree_status solid_heal(healer *healer, const v3 *corner, int32_t facets, double tolerance,
                        solid_report *report, scree_error *error);
scree_status solid_pair_sides(healer *healer, scree_error *error);
void healer_clear(healer *healer);

// solid_sheets.c: takes out faces that stand twice, turned over, and are no part of the surface. Needs the sides in
// their order; where something was taken out (report->sheets) they must be paired anew.
scree_status solid_drop_sheets(healer *healer, solid_report *report, scree_error *error);

// solid_orient.c: shells, one side, outwards; pinched vertices. Needs all sides paired.
scree_status solid_orient(healer *healer, solid_report *report, scree_error *error);

// solid_cross.c: triangles that meet and should not.
void solid_find_crossings(const mesh *mesh, solid_report *report);

#endif
