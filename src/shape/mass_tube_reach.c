// mass_tube_reach.c - how far a ray from a point goes before something else of the core is nearer; see mass_tube.h.
#include "shape/mass_tube.h"

#include <math.h>

// |p + t u - q| = t
static double reach_of_point(v3 w, v3 u, double most)
{
    double ahead = v3_dot(u, w);
    double square = v3_dot(w, w);
    return square < 2 * ahead * most ? square / (2 * ahead) : most;
}

// The same for the line of an edge, where its foot is on the edge: (u.e)^2 t^2 + 2 b t = |w|^2 for w across the edge.
static double reach_of_edge(const tube_edge *edge, v3 point, v3 u, double most)
{
    v3 w = v3_sub(edge->from, point);
    w = v3_fma(w, -v3_dot(w, edge->along), edge->along);
    double slope = v3_dot(u, edge->along);
    double c = slope * slope;
    double b = v3_dot(u, w);
    double square = v3_dot(w, w);
    double root = sqrt(b * b + c * square);
    double t;
    if (b >= 0) {
        if (square >= most * (b + root) && square > 0)
            return most;
        t = square > 0 ? square / (b + root) : 0;
    } else {
        if (root - b >= most * c)
            return most;
        t = (root - b) / c;
    }
    double foot = v3_dot(edge->along, v3_sub(v3_fma(point, t, u), edge->from));
    return t < most && foot >= 0 && foot <= edge->length ? t : most;
}

// And for the plane of a triangle.
static double reach_of_face(const tube_face *face, v3 point, v3 u, double most)
{
    double height = v3_dot(face->normal, v3_sub(face->corner[0], point));
    double slope = v3_dot(face->normal, u);
    if (height < 0) {
        height = -height;
        slope = -slope;
    }
    if (height >= most * (1 + slope))
        return most;
    double t = height / (1 + slope);
    v3 x = v3_fma(point, t, u);
    for (int k = 0; k < 3; k++) {
        if (v3_dot(face->inward[k], v3_sub(x, face->corner[k])) < 0)
            return most;
    }
    return t;
}

double tube_reach(const tube *tube, v3 point, v3 u)
{
    double reach = tube->radius;
    for (int32_t i = 0; i < tube->near_points; i++) {
        const v3 at = tube->point[tube->near_point[i]];
        reach = reach_of_point(v3_sub(at, point), u, reach);
    }
    for (int32_t i = 0; i < tube->near_edges; i++) {
        const tube_edge *edge = &tube->edge[tube->near_edge[i]];
        reach = reach_of_edge(edge, point, u, reach);
    }
    for (int32_t i = 0; i < tube->near_faces; i++) {
        const tube_face *face = &tube->face[tube->near_face[i]];
        reach = reach_of_face(face, point, u, reach);
    }
    return reach;
}
