// grain_space.c - see grain_space.h.
//
// A grain with a core is all that lies within its radius of the core, and the core of a closed surface or outline is what
// that encloses. So a place is in the grain where it is in the core or near enough to a face, an edge or a corner of it.
#include "collide/grain_space.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/closest.h"
#include "collide/outline_inside.h"

// ---- places, in the axes of the body

static bool core_holds(const grain_form *form, v3 place)
{
    const model_core *core = form->core;
    const sphero outline = {
        .vertex = core->vertex,
        .edge = (const int32_t(*)[2])core->edge,
        .vertices = core->vertices,
        .edges = core->edges,
        .faces = core->faces,
    };
    if (form->solid.triangles > 0)
        return sharp_inside(&form->solid, place);
    return outline_is_closed(&outline) && outline_holds(&outline, place);
}

static void corners_of(const model_core *core, int32_t triangle, v3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = core->vertex[core->triangle[triangle][k]];
}

static void keep_nearer(v3 place, v3 other, double *least, v3 *nearest)
{
    const v3 apart = v3_sub(other, place);
    const double square = v3_dot(apart, apart);
    if (square < *least) {
        *least = square;
        *nearest = other;
    }
}

// The nearest place on the faces and edges of the core.
static v3 core_nearest(const grain_form *form, v3 place)
{
    const model_core *core = form->core;
    double least = INFINITY;
    v3 nearest = core->vertex[0];
    sharp_nearest found;
    if (form->solid.triangles > 0 && sharp_closest(&form->solid, place, INFINITY, &found))
        return found.place;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        v3 corner[3];
        corners_of(core, triangle, corner);
        keep_nearer(place, closest_on_triangle(place, corner).place, &least, &nearest);
    }
    for (int32_t edge = 0; edge < core->edges; edge++) {
        v3 other;
        const int32_t *end = core->edge[edge];
        closest_on_segment(place, core->vertex[end[0]], core->vertex[end[1]], &other);
        keep_nearer(place, other, &least, &nearest);
    }
    return nearest;
}

static v3 to_body(const grain_space *grain, v3 place)
{
    return q4_rotate(q4_conjugate(grain->turn), v3_sub(place, grain->at));
}

static v3 to_space(const grain_space *grain, v3 place)
{
    return v3_add(grain->at, q4_rotate(grain->turn, place));
}

// How far a place is beyond `radius` of another, and the place at that distance; 0: it is not.
static double beyond(v3 place, v3 core, double radius, v3 *nearest)
{
    const v3 apart = v3_sub(place, core);
    const double distance = v3_norm(apart);
    *nearest = place;
    if (!(distance > radius))
        return 0;
    *nearest = v3_fma(core, radius / distance, apart);
    return distance - radius;
}

double grain_space_distance(const grain_space *grain, v3 place, v3 *nearest)
{
    if (!grain->form)
        return beyond(place, grain->at, grain->radius, nearest);
    const v3 own = to_body(grain, place);
    *nearest = place;
    if (core_holds(grain->form, own))
        return 0;
    const v3 core = core_nearest(grain->form, own);
    v3 on_surface;
    const double distance = beyond(own, core, grain->form->core->radius, &on_surface);
    if (distance > 0)
        *nearest = to_space(grain, on_surface);
    return distance;
}

// ---- boxes, in space

static double clamp(double x, double low, double high)
{
    return real_max(low, real_min(x, high));
}

static double box_distance(v3 place, v3 low, v3 high)
{
    const v3 nearest = {
        .x = clamp(place.x, low.x, high.x),
        .y = clamp(place.y, low.y, high.y),
        .z = clamp(place.z, low.z, high.z),
    };
    return v3_distance(place, nearest);
}

// Does a line from one point to another go through the box, or has it an end in it?
static bool line_in_box(v3 from, v3 to, v3 low, v3 high)
{
    const v3 way = v3_sub(to, from);
    const double length = v3_norm(way);
    if (!(length > 0))
        return box_distance(from, low, high) == 0;
    const ray ray = {from, v3_scale(1 / length, way)};
    return ray_first(ray_in_box(&ray, low, high)) <= length;
}

// The twelve edges of a box: from a corner along each axis on which it is the lower one.
typedef double edge_distance(const v3 *body, v3 from, v3 to);

static double least_to_edges(const v3 *body, edge_distance *of, v3 low, v3 high)
{
    double least = INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (corner & axis)
                continue;
            const v3 from = box_corner(low, high, corner);
            const v3 to = box_corner(low, high, corner | axis);
            least = real_min(least, of(body, from, to));
        }
    }
    return least;
}

static double line_to_edge(const v3 *end, v3 from, v3 to)
{
    return v3_norm(closest_of_segments(end[0], end[1], from, to).apart);
}

static double triangle_to_edge(const v3 *corner, v3 from, v3 to)
{
    const segment_triangle near = closest_segment_triangle(from, to, corner);
    return near.cuts ? 0 : v3_distance(near.on_segment, near.on_triangle);
}

// Is a line (2 corners) or a triangle (3) within a distance of the box? Their nearest places are a corner of the one and any
// place of the box, or they are on an edge of the box; unless one of its edges goes through the box.
static bool near_box(const v3 *corner, int corners, double distance, v3 low, v3 high)
{
    for (int k = 0; k < corners; k++) {
        const v3 next = corner[(k + 1) % corners];
        if (box_distance(corner[k], low, high) <= distance ||
            line_in_box(corner[k], next, low, high))
            return true;
    }
    edge_distance *of = corners == 2 ? line_to_edge : triangle_to_edge;
    return least_to_edges(corner, of, low, high) <= distance;
}

// Are all corners so far beyond one side of the box?
static bool off_box(const v3 *corner, int corners, double distance, v3 low, v3 high)
{
    for (int axis = 0; axis < 3; axis++) {
        double least = INFINITY;
        double most = -INFINITY;
        for (int k = 0; k < corners; k++) {
            least = real_min(least, v3_component(corner[k], axis));
            most = real_max(most, v3_component(corner[k], axis));
        }
        if (least > v3_component(high, axis) + distance ||
            most < v3_component(low, axis) - distance)
            return true;
    }
    return false;
}

static bool feature_in_box(const grain_space *grain, const int32_t *vertex, int corners, v3 low,
                           v3 high)
{
    const model_core *core = grain->form->core;
    v3 corner[3];
    for (int k = 0; k < corners; k++)
        corner[k] = to_space(grain, core->vertex[vertex[k]]);
    return !off_box(corner, corners, core->radius, low, high) &&
           near_box(corner, corners, core->radius, low, high);
}

bool grain_space_in_box(const grain_space *grain, v3 low, v3 high)
{
    if (!grain->form)
        return box_distance(grain->at, low, high) <= grain->radius;
    const model_core *core = grain->form->core;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        if (feature_in_box(grain, core->triangle[triangle], 3, low, high))
            return true;
    }
    for (int32_t edge = 0; edge < core->edges; edge++) {
        if (feature_in_box(grain, core->edge[edge], 2, low, high))
            return true;
    }
    return core_holds(grain->form, to_body(grain, low)); // the box is in it, or beside it
}

// ---- rays, in the axes of the body

static void keep_first(double way, v3 normal, double *first, v3 *of_first)
{
    if (way < *first) {
        *first = way;
        *of_first = normal;
    }
}

// A core without a radius is met at its faces; all outlines in the plane have one.
static double way_to_sharp(const model_core *core, const ray *ray, v3 *normal)
{
    double first = INFINITY;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        v3 corner[3];
        corners_of(core, triangle, corner);
        const v3 across = v3_triangle(corner[0], corner[1], corner[2]);
        keep_first(ray_to_triangle(ray, corner), across, &first, normal);
    }
    *normal = v3_unit(*normal);
    return first;
}

// With a radius: faces that have come out by it to both sides, tubes around edges, balls around corners. The ray begins
// outside of all, so where it first comes into one is the surface of the whole.
static double way_to_rounded(const model_core *core, const ray *ray)
{
    double first = INFINITY;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        v3 corner[3];
        corners_of(core, triangle, corner);
        const v3 across = v3_unit(v3_triangle(corner[0], corner[1], corner[2]));
        for (int side = -1; side <= 1; side += 2) {
            v3 moved[3];
            for (int k = 0; k < 3; k++)
                moved[k] = v3_fma(corner[k], side * core->radius, across);
            first = real_min(first, ray_to_triangle(ray, moved));
        }
    }
    for (int32_t edge = 0; edge < core->edges; edge++) {
        const v3 from = core->vertex[core->edge[edge][0]];
        const v3 to = core->vertex[core->edge[edge][1]];
        first = real_min(first, ray_first(ray_in_tube(ray, from, to, core->radius)));
    }
    for (int32_t vertex = 0; vertex < core->vertices; vertex++)
        first = real_min(first, ray_first(ray_in_ball(ray, core->vertex[vertex], core->radius)));
    return first;
}

static double way_to_core(const grain_space *grain, const ray *ray, v3 *normal)
{
    const model_core *core = grain->form->core;
    const struct ray own = {
        .from = to_body(grain, ray->from),
        .along = q4_rotate(q4_conjugate(grain->turn), ray->along),
    };
    v3 out = {0, 0, 0};
    double first;
    if (core->radius > 0) {
        first = way_to_rounded(core, &own);
        if (first == INFINITY)
            return first;
        const v3 at = ray_at(&own, first);
        out = v3_unit(v3_sub(at, core_nearest(grain->form, at)));
    } else
        first = way_to_sharp(core, &own, &out);
    if (v3_dot(out, own.along) > 0)
        out = v3_scale(-1, out);
    *normal = q4_rotate(grain->turn, out);
    return first;
}

double grain_space_ray(const grain_space *grain, const ray *ray, v3 *normal)
{
    v3 nearest;
    *normal = v3_scale(-1, ray->along);
    if (grain_space_distance(grain, ray->from, &nearest) == 0)
        return 0;
    if (grain->form)
        return way_to_core(grain, ray, normal);
    const double way = ray_first(ray_in_ball(ray, grain->at, grain->radius));
    if (way < INFINITY)
        *normal = v3_unit(v3_sub(ray_at(ray, way), grain->at));
    return way;
}
