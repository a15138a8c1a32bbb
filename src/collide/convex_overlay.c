// convex_overlay.c - the contact polygon of two convex bodies: one supporting face clipped by the other, with the gaps at
// its corners and their shares of the area; see convex_overlay.h.
// Clipping: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974.
#include "collide/convex_overlay.h"

#include "collide/convex.h"
#include "base/mathlib.h"

#include <stddef.h>

#define ON_LINE 1e-10 // of the size: what is no farther outside of a face counts as inside
#define ON_FACE 1e-9  // of the size: what is no farther behind a face lies on it

// ---- supporting faces

// The face that looks most along `normal`, of those on which the nearest or deepest point of the core lies: on a
// leaning body a face elsewhere may look more along it.
static int32_t most_along(const convex *convex, v3 normal, v3 place, double tolerance)
{
    int32_t best = -1;
    double most = 0;
    for (int32_t face = 0; face < convex->form->faces; face++) {
        double along = v3_dot(normal, convex->normal[face]);
        if (along <= most)
            continue;
        if (v3_dot(convex->normal[face], place) < convex->form->height[face] - tolerance)
            continue;
        most = along;
        best = face;
    }
    return best;
}

outline convex_supporting_face(const pair *pair, double sign, v3 place)
{
    static const int32_t thin_vertex[2] = {0, 1};
    static const int32_t thin_edge[2] = {0, 0};
    const convex *convex = sign > 0 ? pair->a : pair->b;
    const convex_form *form = convex->form;
    outline outline = {pair,           convex,    sign > 0 ? v3_make(0, 0, 0) : pair->offset,
                       thin_vertex,    thin_edge, -1,
                       form->vertices, sign};
    if (!form->faces)
        return outline;
    v3 way = v3_scale(sign, pair->normal);
    v3 at = v3_sub(place, outline.offset);
    outline.face = most_along(convex, way, at, ON_FACE * v3_norm(v3_sub(at, convex->centre)));
    if (outline.face < 0)
        outline.face = most_along(convex, way, at, INFINITY);
    int32_t first = form->face_start[outline.face];
    outline.vertex = form->face_vertex + first;
    outline.edge = form->face_edge + first;
    outline.count = form->face_start[outline.face + 1] - first;
    return outline;
}

// ---- keys

static int64_t key_of_vertex(const outline *of, int32_t slot, const outline *on)
{
    int32_t vertex = of->vertex[slot];
    int32_t face = on->face < 0 ? 0 : on->face;
    return of->sign > 0 ? touch_feature(TOUCH_VERTEX_FACE, vertex, face)
                        : touch_feature(TOUCH_FACE_VERTEX, face, vertex);
}
static int64_t key_of_edges(const outline *of, int32_t slot, const outline *on, int32_t other)
{
    int32_t edge = of->edge[slot];
    int32_t face = on->edge[other];
    return of->sign > 0 ? touch_feature(TOUCH_EDGE_EDGE, edge, face)
                        : touch_feature(TOUCH_EDGE_EDGE, face, edge);
}

// ---- clipping

static v3 vertex_of(const outline *outline, int32_t slot)
{
    return v3_add(outline->of->vertex[outline->vertex[slot]], outline->offset);
}

static corner corner_of(const outline *outline, int32_t slot, int64_t feature)
{
    const pair *pair = outline->of_pair;
    v3 place = vertex_of(outline, slot);
    return (corner){v3_dot(place, pair->x),
                    v3_dot(place, pair->y),
                    v3_dot(place, pair->normal),
                    0,
                    feature,
                    slot};
}

static void copy_polygon(const polygon *from, polygon *to)
{
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        to->corner[i] = from->corner[i];
}

static corner between(const corner *from, const corner *to, double d, double e)
{
    double share = d / (d - e);
    corner corner = *from;
    corner.x = from->x + share * (to->x - from->x);
    corner.y = from->y + share * (to->y - from->y);
    corner.z = from->z + share * (to->z - from->z);
    corner.gap = from->gap + share * (to->gap - from->gap);
    return corner;
}

// The key of the place where the line of p meets the line of slot k of the clipping face.
static int64_t key_of_crossing(const corner *corner, int32_t k, const outline *of,
                               const outline *on)
{
    if (corner->line >= 0)
        return key_of_edges(of, corner->line, on, k);
    int32_t other = -1 - corner->line;
    return key_of_vertex(on, k == (other + 1) % on->count ? k : other, of);
}

// The side at `slot` of the face `on`, at which the outline `of` is cut; without them the corners keep their features.
typedef struct cut {
    const outline *of, *on;
    int32_t slot;
    double margin;
} cut;

// Keeps the part of *in where outside >= 0, and corners where it is no lower than -margin.
static void clip(const polygon *in, const double *outside, const cut *cut, polygon *out)
{
    out->count = 0;
    for (int i = 0; i < in->count; i++) {
        int next = i + 1 < in->count ? i + 1 : 0;
        const corner *from = &in->corner[i];
        const corner *to = &in->corner[next];
        bool here = outside[i] >= -cut->margin, there = outside[next] >= -cut->margin;
        if (here)
            out->corner[out->count++] = *from;
        if (here == there)
            continue;
        if ((here ? outside[i] : outside[next]) <=
            0) { // the corner cut->on the line is the crossing
            if (here && cut->on)
                out->corner[out->count - 1].line = -1 - cut->slot;
            continue;
        }
        corner corner = between(from, to, outside[i], outside[next]);
        if (cut->on) {
            corner.feature = key_of_crossing(from, cut->slot, cut->of, cut->on);
            corner.line = here ? -1 - cut->slot : from->line;
        }
        out->corner[out->count++] = corner;
    }
    if (in->count == 2 && out->count == 3)
        out->count = 2; // there and back along a segment
}

// A side of the clipping face as seen along n.
typedef struct side {
    double x, y, ex, ey; // from where it goes how far
} side;

// Signed distances of the corners from a side, above 0 inside; false where nothing is to be cut.
static bool distances(const polygon *polygon, const side *side, double inward, double *d)
{
    double least = 0;
    for (int i = 0; i < polygon->count; i++) {
        d[i] = inward * (side->ex * (polygon->corner[i].y - side->y) -
                         side->ey * (polygon->corner[i].x - side->x));
        least = real_min(least, d[i]);
    }
    return least < 0;
}

static void sides_of(const outline *outline, side *out)
{
    const pair *pair = outline->of_pair;
    int32_t last = outline->count - 1;
    for (int32_t k = 0; k <= last; k++) {
        v3 place = vertex_of(outline, k);
        out[k].x = v3_dot(place, pair->x);
        out[k].y = v3_dot(place, pair->y);
        if (k > 0) {
            out[k - 1].ex = out[k].x - out[k - 1].x;
            out[k - 1].ey = out[k].y - out[k - 1].y;
        }
    }
    out[last].ex = out[0].x - out[last].x;
    out[last].ey = out[0].y - out[last].y;
}

void convex_overlay(const outline *of, const outline *on, polygon *part)
{
    const pair *pair = of->of_pair;
    polygon spare;
    polygon *now = part;
    polygon *then = &spare;
    side rim[CONVEX_FACE_MOST];
    double d[CORNERS_MOST];
    double size = 0;
    sides_of(on, rim);
    part->count = of->count;
    for (int32_t k = 0; k < of->count; k++)
        part->corner[k] = corner_of(of, k, key_of_vertex(of, k, on));
    for (int32_t k = 0; k < on->count && now->count; k++) {
        double length = sqrt(rim[k].ex * rim[k].ex + rim[k].ey * rim[k].ey);
        size = real_max(size, length);
        if (!(length > ON_LINE * size))
            continue; // seen end on
        // Faces are anticlockwise from outside: as seen along n, a's face is from behind, b's from the front.
        if (!distances(now, &rim[k], on->sign > 0 ? 1 / length : -1 / length, d))
            continue;
        clip(now, d, &(cut){of, on, k, ON_LINE * size}, then);
        polygon *swap = now;
        now = then;
        then = swap;
    }
    if (now != part)
        copy_polygon(now, part);
    v3 facing = on->of->normal[on->face];
    double mx = v3_dot(facing, pair->x);
    double my = v3_dot(facing, pair->y);
    double mz = v3_dot(facing, pair->normal);
    double height = v3_dot(vertex_of(on, 0), pair->normal);
    for (int i = 0; i < part->count; i++) {
        corner *corner = &part->corner[i];
        double z = height - ((corner->x - rim[0].x) * mx + (corner->y - rim[0].y) * my) / mz;
        corner->gap = of->sign * (z - corner->z) - pair->radii;
    }
}

// ---- weights

const polygon *convex_overlapping_part(const polygon *part, double beyond, polygon *spare)
{
    double outside[CORNERS_MOST];
    bool whole = true;
    for (int i = 0; i < part->count; i++) {
        outside[i] = beyond - part->corner[i].gap;
        whole = whole && outside[i] >= 0;
    }
    if (whole)
        return part;
    clip(part, outside, &(cut){NULL, NULL, 0, 0}, spare);
    return spare;
}

void convex_share_area(const polygon *part, double *share)
{
    double whole = 0;
    double round = 0;
    double cx = 0;
    double cy = 0;
    double length[CORNERS_MOST];
    int count = part->count;
    const corner *corner = part->corner;
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        double dx = corner[next].x - corner[i].x;
        double dy = corner[next].y - corner[i].y;
        length[i] = sqrt(dx * dx + dy * dy);
        round += length[i];
        cx += length[i] * (corner[i].x + corner[next].x);
        cy += length[i] * (corner[i].y + corner[next].y);
    }
    cx *= round > 0 ? 0.5 / round : 0;
    cy *= round > 0 ? 0.5 / round : 0;
    double area[CORNERS_MOST];
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        area[i] = fabs((corner[i].x - cx) * (corner[next].y - cy) -
                       (corner[i].y - cy) * (corner[next].x - cx));
        whole += area[i];
    }
    // A line has no area; its length takes that part.
    const double *measure = whole > 1e-12 * (round * round) ? area : length;
    for (int i = 0; i < count; i++)
        share[i] = round > 0 ? measure[i] + measure[i > 0 ? i - 1 : count - 1] : 1;
}
