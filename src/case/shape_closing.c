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

static bool looks_along(const side *side, v3 way, double least)
{
    double x = v3_dot(side->normal, way);
    return (side->both ? fabs(x) : x) > least;
}

// Does `first` lie before `second`, somewhere, nearer than `limit`?
static double gap_before(const side *first, const side *second, int corners, double limit)
{
    double least = limit;
    for (int k = 0; k < corners; k++) {
        v3 point = first->corner[k];
        v3 near;
        if (corners == 3)
            near = closest_on_triangle(point, second->corner).place;
        else
            closest_on_segment(point, second->corner[0], second->corner[1], &near);
        v3 apart = v3_sub(point, near);
        double distance = v3_norm(apart);
        if (distance > APART * limit && distance < least &&
            looks_along(second, apart, 0.5 * distance) &&
            looks_along(first, v3_scale(-1, apart), 0.5 * distance))
            least = distance;
    }
    return least;
}

static side side_of(const model_core *core, int32_t i)
{
    side side = {.both = !core->triangles && core->edges < core->vertices};
    v3 *corner = side.corner;
    if (core->triangles) {
        for (int k = 0; k < 3; k++)
            corner[k] = core->vertex[core->triangle[i][k]];
        const v3 first = v3_sub(corner[1], corner[0]);
        const v3 second = v3_sub(corner[2], corner[0]);
        side.normal = v3_unit(v3_cross(first, second));
        return side;
    }
    for (int k = 0; k < 2; k++)
        corner[k] = core->vertex[core->edge[i][k]];
    const v3 along = v3_unit(v3_sub(corner[1], corner[0]));
    side.normal = v3_make(along.y, -along.x, 0); // outlines run anticlockwise
    return side;
}

double shape_narrowest(const model_core *core)
{
    const int32_t sides = core->triangles ? core->triangles : core->edges;
    const int corners = core->triangles ? 3 : 2;
    double least = 2 * core->radius;
    if (!(core->radius > 0))
        return INFINITY;
    for (int32_t i = 0; i < sides; i++) {
        side first = side_of(core, i);
        for (int32_t k = 0; k < i; k++) {
            side second = side_of(core, k);
            if (!looks_along(&first, v3_scale(-1, second.normal), OPPOSED))
                continue;
            least = gap_before(&first, &second, corners, least);
            least = gap_before(&second, &first, corners, least);
        }
    }
    return least < 2 * core->radius ? least : INFINITY;
}
