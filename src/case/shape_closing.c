// shape_closing.c - where the radius of a grain closes notches of its core; see shapes.h.
//
// Two sides that look at each other (outward normals within 25 degrees of opposite, each before the other) at less than
// twice the radius: what is between them belongs to the grain, and no other grain gets there. The mass counts it once,
// as it is. That is a fact to be told and no fault.
#include "case/shapes.h"

#include "collide/closest.h"

#define OPPOSED 0.9 // cosine between a normal and the other's opposite
#define APART                                                                                      \
    1e-9 // of the limit: sides that meet in a corner of a notch are this near to each other by rounding

typedef struct side {
    v3 corner[3]; // of an edge in the plane the first two
    v3 normal;    // unit, outward
    bool both;    // of an open line, which looks to both sides
} side;

static bool looks_along(const side *s, v3 way, double least)
{
    double x = v3_dot(s->normal, way);
    return (s->both ? fabs(x) : x) > least;
}

// Does a lie before b, somewhere, nearer than `limit`?
static double gap_before(const side *a, const side *b, int corners, double limit)
{
    double least = limit;
    for (int k = 0; k < corners; k++) {
        v3 p = a->corner[k];
        v3 near;
        if (corners == 3)
            near = closest_on_triangle(p, b->corner).place;
        else
            closest_on_segment(p, b->corner[0], b->corner[1], &near);
        v3 apart = v3_sub(p, near);
        double d = v3_norm(apart);
        if (d > APART * limit && d < least && looks_along(b, apart, 0.5 * d) &&
            looks_along(a, v3_scale(-1, apart), 0.5 * d))
            least = d;
    }
    return least;
}

static side side_of(const model_core *c, int32_t i)
{
    side s = {.both = !c->triangles && c->edges < c->vertices};
    if (c->triangles) {
        for (int k = 0; k < 3; k++)
            s.corner[k] = c->vertex[c->triangle[i][k]];
        s.normal =
            v3_unit(v3_cross(v3_sub(s.corner[1], s.corner[0]), v3_sub(s.corner[2], s.corner[0])));
        return s;
    }
    for (int k = 0; k < 2; k++)
        s.corner[k] = c->vertex[c->edge[i][k]];
    v3 along = v3_unit(v3_sub(s.corner[1], s.corner[0]));
    s.normal = v3_make(along.y, -along.x, 0); // outlines run anticlockwise
    return s;
}

double shape_narrowest(const model_core *c)
{
    const int32_t sides = c->triangles ? c->triangles : c->edges;
    const int corners = c->triangles ? 3 : 2;
    double least = 2 * c->radius;
    if (!(c->radius > 0))
        return INFINITY;
    for (int32_t i = 0; i < sides; i++) {
        side a = side_of(c, i);
        for (int32_t k = 0; k < i; k++) {
            side b = side_of(c, k);
            if (!looks_along(&a, v3_scale(-1, b.normal), OPPOSED))
                continue;
            least = gap_before(&a, &b, corners, least);
            least = gap_before(&b, &a, corners, least);
        }
    }
    return least < 2 * c->radius ? least : INFINITY;
}
