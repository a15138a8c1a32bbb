// meridian.h - surfaces of revolution made by turning one straight line about an axis: cylinder, cone, disk.
//
// In the half-plane of radius rho and height z the surface is the segment from (radius[0], -half) to (radius[1],
// +half); everything is decided there and turned back into space. Three kinds of wall are made of it:
//   sheet      the segment alone, infinitely thin: pushes back on both sides, its ends are rims (edges);
//   solid      with end faces, touched from outside: convex, so there is one nearest point and one contact;
//   container  with end faces, touched from inside: the wall and up to two end faces, each a contact of its own.
#ifndef SCREE_SHAPE_MERIDIAN_H
#define SCREE_SHAPE_MERIDIAN_H

#include "shape/primitive.h"

typedef enum meridian_make { MERIDIAN_SHEET, MERIDIAN_SOLID, MERIDIAN_CONTAINER } meridian_make;

typedef struct meridian {
    primitive base; // the origin is in the middle of the axis
    v3 axis;        // unit
    double half;    // of the length along the axis, m; 0: a disk
    double radius[2];
    meridian_make make;
    primitive_side side; // where the grains are
    // What mantle and rims add to 1/R*, 1/m: -1/R inside of a cylinder, 0 of others.
    double curvature;
} meridian;

// A surface between two points of its axis.
typedef struct meridian_ends {
    v3 from, to;
    double radius_from, radius_to;
    primitive_side side;
    bool closed; // by disks
} meridian_ends;

// Makes one of that kind.
scree_status meridian_between(const primitive_kind *kind, const meridian_ends *ends,
                              primitive **out, scree_error *error);
// The functions of primitive_kind, for primitives that are a meridian.
int meridian_touches(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                     int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST]);
bool meridian_ray(const primitive *primitive, const ray *ray, primitive_hit *out);
void meridian_bounds(const primitive *primitive, v3 *low, v3 *high);
double meridian_largest_ball(const primitive *primitive, const char **why);
bool meridian_meets_vertices(const primitive *primitive);
double meridian_face(const primitive *primitive, v3 along, bool flat);
bool meridian_draw(const primitive *primitive, const draw_window *window, triangle_soup *soup);

#endif
