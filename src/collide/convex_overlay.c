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
    const convex_form *form = convex->form;
    int32_t best = -1;
    double most = 0;
    for (int32_t face = 0; face < form->faces; face++) {
        v3 of_face = convex->normal[face];
        double along = v3_dot(normal, of_face);
        if (along <= most)
            continue;
        double lowest = form->height[face] - tolerance;
        if (v3_dot(of_face, place) < lowest)
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
    bool is_a = sign > 0;
    const convex *convex = is_a ? pair->a : pair->b;
    const convex_form *form = convex->form;
    outline outline = {
        .of_pair = pair,
        .of = convex,
        .offset = is_a ? v3_make(0, 0, 0) : pair->offset,
        .vertex = thin_vertex,
        .edge = thin_edge,
        .face = -1,
        .count = form->vertices,
        .sign = sign,
    };
    if (!form->faces)
        return outline;
    v3 way = v3_scale(sign, pair->normal);
    v3 at = v3_sub(place, outline.offset);
    double size = v3_norm(v3_sub(at, convex->centre));
    outline.face = most_along(convex, way, at, ON_FACE * size);
    if (outline.face < 0)
        outline.face = most_along(convex, way, at, INFINITY);
    int32_t first = form->face_start[outline.face];
    int32_t end = form->face_start[outline.face + 1];
    outline.vertex = form->face_vertex + first;
    outline.edge = form->face_edge + first;
    outline.count = end - first;
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
    return (corner){
        .x = v3_dot(place, pair->x),
        .y = v3_dot(place, pair->y),
        .z = v3_dot(place, pair->normal),
        .gap = 0,
        .feature = feature,
        .line = slot,
    };
}

static void copy_polygon(const polygon *from, polygon *to)
{
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        to->corner[i] = from->corner[i];
}

static double blend(double from, double to, double share)
{
    return from + share * (to - from);
}

static corner between(const corner *from, const corner *to, double d, double e)
{
    double share = d / (d - e);
    corner corner = *from;
    corner.x = blend(from->x, to->x, share);
    corner.y = blend(from->y, to->y, share);
    corner.z = blend(from->z, to->z, share);
    corner.gap = blend(from->gap, to->gap, share);
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
    int count = 0;
    for (int i = 0; i < in->count; i++) {
        int next = i + 1 < in->count ? i + 1 : 0;
        const corner *from = &in->corner[i];
        const corner *to = &in->corner[next];
        bool here = outside[i] >= -cut->margin;
        bool there = outside[next] >= -cut->margin;
        if (here) {
            out->corner[count] = *from;
            count++;
        }
        if (here == there)
            continue;
        double of_kept = here ? outside[i] : outside[next];
        if (of_kept <= 0) { // the corner on the line is the crossing
            if (here && cut->on)
                out->corner[count - 1].line = -1 - cut->slot;
            continue;
        }
        corner crossing = between(from, to, outside[i], outside[next]);
        if (cut->on) {
            crossing.feature = key_of_crossing(from, cut->slot, cut->of, cut->on);
            crossing.line = here ? -1 - cut->slot : from->line;
        }
        out->corner[count] = crossing;
        count++;
    }
    bool to_and_fro = in->count == 2 && count == 3; // there and back along a segment
    out->count = to_and_fro ? 2 : count;
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
        const corner *corner = &polygon->corner[i];
        double dx = corner->x - side->x;
        double dy = corner->y - side->y;
        d[i] = inward * (side->ex * dy - side->ey * dx);
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

// The gap at each corner: to the face `on`, of which `start` is the first side, less the radii.
static void set_gaps(const outline *of, const outline *on, const side *start, polygon *part)
{
    const pair *pair = of->of_pair;
    v3 facing = on->of->normal[on->face];
    double height = v3_dot(vertex_of(on, 0), pair->normal);
    double mx = v3_dot(facing, pair->x);
    double my = v3_dot(facing, pair->y);
    double mz = v3_dot(facing, pair->normal);
    for (int i = 0; i < part->count; i++) {
        corner *corner = &part->corner[i];
        double dx = corner->x - start->x;
        double dy = corner->y - start->y;
        double z = height - (dx * mx + dy * my) / mz;
        corner->gap = of->sign * (z - corner->z) - pair->radii;
    }
}

void convex_overlay(const outline *of, const outline *on, polygon *part)
{
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
        const side *side = &rim[k];
        double length = sqrt(side->ex * side->ex + side->ey * side->ey);
        size = real_max(size, length);
        if (!(length > ON_LINE * size))
            continue; // seen end on
        // Faces are anticlockwise from outside: as seen along n, a's face is from behind, b's from the front.
        double inward = on->sign > 0 ? 1 / length : -1 / length;
        if (!distances(now, side, inward, d))
            continue;
        cut cut = {
            .of = of,
            .on = on,
            .slot = k,
            .margin = ON_LINE * size,
        };
        clip(now, d, &cut, then);
        polygon *swap = now;
        now = then;
        then = swap;
    }
    if (now != part)
        copy_polygon(now, part);
    set_gaps(of, on, rim, part);
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
    for (int i = 0; i < count; i++) {
        const corner *from = &part->corner[i];
        const corner *to = &part->corner[i + 1 < count ? i + 1 : 0];
        double dx = to->x - from->x;
        double dy = to->y - from->y;
        length[i] = sqrt(dx * dx + dy * dy);
        round += length[i];
        cx += length[i] * (from->x + to->x);
        cy += length[i] * (from->y + to->y);
    }
    double per_round = round > 0 ? 0.5 / round : 0;
    cx *= per_round;
    cy *= per_round;
    double area[CORNERS_MOST];
    for (int i = 0; i < count; i++) {
        const corner *from = &part->corner[i];
        const corner *to = &part->corner[i + 1 < count ? i + 1 : 0];
        double from_x = from->x - cx;
        double from_y = from->y - cy;
        double to_x = to->x - cx;
        double to_y = to->y - cy;
        area[i] = fabs(from_x * to_y - from_y * to_x);
        whole += area[i];
    }
    // A line has no area; its length takes that part.
    bool has_area = whole > 1e-12 * (round * round);
    const double *measure = has_area ? area : length;
    for (int i = 0; i < count; i++) {
        int before = i > 0 ? i - 1 : count - 1;
        share[i] = round > 0 ? measure[i] + measure[before] : 1;
    }
}
