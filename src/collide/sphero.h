// sphero.h - contacts of spheropolygons and spheropolyhedra as the sum over pairs of their features.
//
// A core of vertices, edges and faces, thickened by a radius. Every vertex meets every face of the other (in two
// dimensions: every edge), and every edge every edge; each pair closer than the radii is a contact with the potential
// 1/2 k overlap^2 (Alonso-Marroquin and Wang 2009, (2)-(11), section 6). So one place can bring several contacts: an
// edge of two polygons lying on the other 1 to 2, corner on corner 4, a lone point on another 2 (a point is a vertex
// and an edge without length). That multiplicity belongs to the model, since leaving one out would tear the potential;
// docs/contacts-of-shapes.md lists it. touch_share_beyond() divides the stiffness of the pair among them.
#ifndef SCREE_COLLIDE_SPHERO_H
#define SCREE_COLLIDE_SPHERO_H

#include "collide/touch.h"

// Caller's arrays; none is owned. Vertices are turned into space axes and seen from the reference point of the body;
// sphero_turn does it. Flat grains have z = 0 and no faces. A face is a run of triangles in one plane, so that how it
// was cut does not matter; the edges inside it are not among the edges.
typedef struct sphero {
    const v3 *vertex;
    const int32_t (*edge)[2];
    const int32_t (*triangle)[3];
    const int32_t *face; // face f is triangles face[f] .. face[f + 1] - 1
    int32_t vertices, edges, faces;
    double radius;
} sphero;

// Features that may touch: a contact list as in Alonso-Marroquin and Wang 2009, section 2.4, holds those within the
// radii plus a margin.
typedef struct sphero_pair {
    touch_kind kind;
    int32_t of_a, of_b;
    float apart; // of their cores when the list was made, rounded down, m
} sphero_pair;

void sphero_turn(q4 orientation, const v3 *body, int32_t vertices, v3 *space);

// Room for near pairs.
typedef struct sphero_room {
    sphero_pair *pair;
    int room;
} sphero_room;
// Near pairs of features, which have come nearer by `moved` at most since their list was made.
typedef struct sphero_list {
    const sphero_pair *pair;
    int pairs;
    double moved;
} sphero_list;

// All pairs of features whose cores are closer than the radii plus `margin`; writes as many as there is room for, returns how many
// there are. Two grains without faces in the plane z = 0 are `flat`: vertices and edges meet; otherwise vertices and
// faces, edges and edges.
int sphero_near(const sphero *a, const sphero *b, v3 offset, bool flat, double margin,
                sphero_room out);

// Are the cores of two features certainly further apart than `distance`? And how far they are at least.
bool sphero_beyond(const sphero *a, const sphero *b, v3 offset, sphero_pair pair, double distance);
double sphero_apart(const sphero *a, const sphero *b, v3 offset, sphero_pair pair);

// Contacts with a gap below `reach` among the pairs of `near`, in their order, all with weight 1; added to `list`.
// Pairs that cannot touch yet are passed over.
void sphero_touches(const sphero *a, const sphero *b, v3 offset, const sphero_list *near,
                    double reach, touch_list *list);

#endif
