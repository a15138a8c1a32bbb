// mass_tube_cuts.c - where lines and arcs at the radius from a core come within the radius of another part of it.
//
// Something is missing from the tube at (p, u) exactly if p + radius u is nearer than radius to another part of the
// core, so these are the ends of the intervals to integrate over: roots of quadratics, angles by their cosine.
#include "shape/mass_tube.h"

#include "base/constants.h"
#include "base/mathlib.h"

static const double turn = 2 * PI;

void tube_cut_add(tube_cuts *cuts, double at, double length)
{
    if (at > 0 && at < length && cuts->count < cuts->room)
        cuts->at[cuts->count++] = at;
}

void tube_cut_sort(tube_cuts *cuts)
{
    for (int32_t i = 1; i < cuts->count; i++) {
        double at = cuts->at[i];
        int32_t k = i;
        for (; k > 0 && cuts->at[k - 1] > at; k--)
            cuts->at[k] = cuts->at[k - 1];
        cuts->at[k] = at;
    }
}

static bool on_edge(const tube_edge *edge, v3 x)
{
    double foot = v3_dot(edge->along, v3_sub(x, edge->from));
    return foot >= 0 && foot <= edge->length;
}

static bool over_face(const tube_face *face, v3 x)
{
    for (int k = 0; k < 3; k++) {
        if (v3_dot(face->inward[k], v3_sub(x, face->corner[k])) < 0)
            return false;
    }
    return true;
}

// ---- lines

static void line_edge(const tube_edge *edge, v3 point, v3 along, double radius, double length,
                      tube_cuts *cuts)
{
    v3 w = v3_sub(point, edge->from);
    v3 across = v3_fma(along, -v3_dot(along, edge->along), edge->along);
    v3 off = v3_fma(w, -v3_dot(w, edge->along), edge->along);
    double a = v3_dot(across, across);
    double b = v3_dot(across, off);
    double c = v3_dot(off, off) - radius * radius;
    double square = b * b - a * c;
    if (!(a > 1e-30) || square < 0)
        return;
    for (int side = -1; side <= 1; side += 2) {
        double s = (side * sqrt(square) - b) / a;
        if (on_edge(edge, v3_fma(point, s, along)))
            tube_cut_add(cuts, s, length);
    }
}

static void line_face(const tube_face *face, v3 point, v3 along, double radius, double length,
                      tube_cuts *cuts)
{
    double slope = v3_dot(face->normal, along);
    double height = v3_dot(face->normal, v3_sub(point, face->corner[0]));
    if (!(fabs(slope) > 1e-15))
        return;
    for (int side = -1; side <= 1; side++) {
        double s = (side * radius - height) / slope;
        if (over_face(face, v3_fma(point, s, along)))
            tube_cut_add(cuts, s, length);
    }
}

void tube_cut_line(const tube *tube, v3 point, v3 along, double length, tube_cuts *cuts)
{
    double radius = tube->radius;
    cuts->count = 0;
    for (int32_t i = 0; i < tube->near_points; i++) {
        v3 w = v3_sub(tube->point[tube->near_point[i]], point);
        double s = v3_dot(w, along);
        double square = radius * radius - (v3_dot(w, w) - s * s);
        if (!(square > 0))
            continue;
        tube_cut_add(cuts, s - sqrt(square), length);
        tube_cut_add(cuts, s + sqrt(square), length);
    }
    for (int32_t i = 0; i < tube->near_edges; i++)
        line_edge(&tube->edge[tube->near_edge[i]], point, along, radius, length, cuts);
    for (int32_t i = 0; i < tube->near_faces; i++)
        line_face(&tube->face[tube->near_face[i]], point, along, radius, length, cuts);
}

// ---- arcs

int tube_angles(v3 g, double value, v3 a, v3 b, double at[2])
{
    double x = v3_dot(g, a);
    double y = v3_dot(g, b);
    double size = sqrt(x * x + y * y);
    if (!(fabs(value) < size))
        return 0;
    double middle = real_atan2(y, x);
    double half = real_acos(value / size);
    at[0] = middle - half;
    at[1] = middle + half;
    for (int k = 0; k < 2; k++)
        at[k] -= turn * floor(at[k] / turn);
    return 2;
}

static void add_angles(v3 g, double value, v3 a, v3 b, double angle, tube_cuts *cuts)
{
    double at[2];
    int count = tube_angles(g, value, a, b, at);
    for (int k = 0; k < count; k++)
        tube_cut_add(cuts, at[k], angle);
}

// The angles at which an arc about `point` meets the two sides of a strip along an edge, and its ends.
static void arc_strip(const tube_edge *edge, double radius, v3 point, v3 a, v3 b, double angle,
                      tube_cuts *cuts)
{
    const v3 w = v3_sub(edge->from, point);
    const v3 side = v3_cross(v3_cross(a, b), edge->along);
    const double height = v3_dot(w, side);
    const double ahead = v3_dot(w, edge->along);
    add_angles(side, (height + radius) / radius, a, b, angle, cuts);
    add_angles(side, (height - radius) / radius, a, b, angle, cuts);
    add_angles(edge->along, ahead / radius, a, b, angle, cuts);
    add_angles(edge->along, (ahead + edge->length) / radius, a, b, angle, cuts);
}

void tube_cut_arc(const tube *tube, v3 point, v3 a, v3 b, double angle, tube_cuts *cuts)
{
    const double radius = tube->radius;
    cuts->count = 0;
    for (int32_t i = 0; i < tube->near_points; i++) {
        const v3 w = v3_sub(tube->point[tube->near_point[i]], point);
        const double height = v3_dot(w, w) / (2 * radius);
        add_angles(w, height, a, b, angle, cuts);
    }
    for (int32_t i = 0; tube->plane && i < tube->near_edges; i++) {
        const tube_edge *edge = &tube->edge[tube->near_edge[i]];
        arc_strip(edge, radius, point, a, b, angle, cuts);
    }
    for (int32_t i = 0; i < tube->near_faces; i++) {
        const tube_face *face = &tube->face[tube->near_face[i]];
        const double height = v3_dot(face->normal, v3_sub(face->corner[0], point));
        for (int side = -1; side <= 1; side++) {
            const double share = (height + side * radius) / radius;
            add_angles(face->normal, share, a, b, angle, cuts);
        }
    }
}

void tube_cut_fan(const tube *tube, v3 point, v3 a, v3 b, double angle, tube_cuts *cuts)
{
    cuts->count = 0;
    for (int32_t i = 0; i < tube->near_points; i++) {
        v3 w = v3_sub(tube->point[tube->near_point[i]], point);
        double x = v3_dot(w, a);
        double y = v3_dot(w, b);
        const double ahead = (x * x + y * y) / (2 * tube->radius);
        add_angles(w, ahead, a, b, angle, cuts);
        double at = real_atan2(y, x);
        tube_cut_add(cuts, at < 0 ? at + turn : at, angle);
    }
}
