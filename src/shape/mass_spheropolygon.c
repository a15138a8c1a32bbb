// mass_spheropolygon.c - all points of the plane within a radius of a point, a polyline or a polygon.
//
// Polygon, a rectangle on each edge, a sector at each corner (Steiner's formula, with all moments), less what of
// rectangles and sectors is nearer to another part of the core (mass_tube.h): nothing for convex cores, else integrals
// over one variable between places known in closed form. Cores are those of Alonso-Marroquin and Wang 2009.
#include "shape/mass_tube.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <stdio.h>
#include <stdlib.h>

#define TOLERANCE 1e-13
#define FOLDED 1e-9 // sine of the angle below which an edge lies on its neighbour

typedef struct outline {
    const v3 *vertex;
    int32_t count, edges;
    bool closed, clockwise;
    double radius;
    v3 origin;
} outline;

static v3 at(const outline *outline, int32_t i)
{
    return v3_sub(outline->vertex[i], outline->origin);
}
static v3 turned_right(v3 a)
{
    return v3_make(a.y, -a.x, 0);
}
static v3 turned_left(v3 a)
{
    return v3_make(-a.y, a.x, 0);
}
static double cross(v3 a, v3 b)
{
    return a.x * b.y - a.y * b.x;
}

// ---- what is refused

static scree_status fault(scree_error *error, const char *what, int32_t i, const char *hint,
                          const char *why)
{
    char where[64];
    snprintf(where, sizeof where, "%s %d", what, i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", why);
}

// Do a and b lie on different sides of the line through c and d?
static bool parted(v3 a, v3 b, v3 c, v3 d)
{
    const v3 line = v3_sub(d, c);
    const double p = cross(line, v3_sub(a, c));
    const double q = cross(line, v3_sub(b, c));
    return (p > 0 && q < 0) || (p < 0 && q > 0);
}

// Do edges on one line share more than an end point?
static bool overlap(v3 a, v3 b, v3 c, v3 d)
{
    v3 along = v3_sub(b, a);
    double square = v3_dot(along, along);
    double limit = 1e-12 * square;
    const double off_c = fabs(cross(along, v3_sub(c, a)));
    const double off_d = fabs(cross(along, v3_sub(d, a)));
    if (off_c > limit || off_d > limit)
        return false;
    double s = v3_dot(along, v3_sub(c, a));
    double e = v3_dot(along, v3_sub(d, a));
    return real_min(real_max(s, e), square) - real_max(real_min(s, e), 0) > limit;
}

static scree_status check_edges(const outline *outline, scree_error *error)
{
    for (int32_t i = 0; i < outline->edges; i++) {
        v3 a = outline->vertex[i];
        v3 b = outline->vertex[(i + 1) % outline->count];
        for (int32_t k = 0; k < i; k++) {
            v3 c = outline->vertex[k];
            v3 d = outline->vertex[(k + 1) % outline->count];
            char where[96];
            snprintf(where, sizeof where, "edges %d and %d", k, i);
            if (outline->closed && parted(a, b, c, d) && parted(c, d, a, b)) {
                return fail(
                    error, SCREE_BAD_INPUT, where,
                    "move the vertices so that the outline does not cross itself",
                    "the polygon crosses itself at edges (%g, %g)-(%g, %g) and (%g, %g)-(%g, %g)",
                    c.x, c.y, d.x, d.y, a.x, a.y, b.x, b.y);
            }
            if (overlap(a, b, c, d)) {
                return fail(error, SCREE_BAD_INPUT, where, "leave out one of the edges",
                            "the edges lie on each other");
            }
        }
    }
    return SCREE_OK;
}

static scree_status check(const outline *outline, scree_error *error)
{
    if (outline->count < 1)
        return fail(error, SCREE_BAD_INPUT, "the outline", "give a vertex", "there is no vertex");
    if (!(outline->radius >= 0 && outline->radius - outline->radius == 0)) {
        return fail(error, SCREE_BAD_INPUT, "the radius", "give a finite radius, zero or more",
                    "radius %g", outline->radius);
    }
    if (!outline->closed && outline->radius == 0) {
        return fail(error, SCREE_BAD_INPUT, "the radius", "give points and lines a radius",
                    "the area is zero");
    }
    scree_status status = mass_check_points(outline->vertex, outline->count, "vertex", error);
    for (int32_t i = 0; !status && i < outline->count; i++) {
        if (outline->vertex[i].z != 0)
            return fault(error, "vertex", i, "put plane bodies into the plane z = 0", "z is not 0");
        for (int32_t k = 0; k < i; k++) {
            if (outline->vertex[k].x == outline->vertex[i].x &&
                outline->vertex[k].y == outline->vertex[i].y) {
                return fault(error, "vertex", i, "leave it out",
                             "another vertex has the same place");
            }
        }
    }
    for (int32_t i = 0; !status && i < outline->edges; i++) {
        if (!outline->closed && i + 1 == outline->edges)
            break;
        v3 a = outline->vertex[i];
        v3 b = outline->vertex[(i + 1) % outline->count];
        v3 c = outline->vertex[(i + 2) % outline->count];
        v3 in = v3_unit(v3_sub(b, a));
        v3 out = v3_unit(v3_sub(c, b));
        if (v3_dot(in, out) < 0 && fabs(cross(in, out)) < FOLDED) {
            return fault(error, "vertex", (i + 1) % outline->count, "leave the vertex out",
                         "the outline folds back on itself");
        }
    }
    return status ? status : check_edges(outline, error);
}

// ---- closed forms

static mass_moments polygon_moments(const outline *outline)
{
    mass_moments moments = {0};
    for (int32_t i = 0; i < outline->count; i++) {
        v3 a = at(outline, i);
        v3 b = at(outline, (i + 1) % outline->count);
        v3 s = v3_add(a, b);
        double d = cross(a, b);
        sym3 dyads = sym3_add(sym3_add(sym3_dyad(a, a), sym3_dyad(b, b)), sym3_dyad(s, s));
        moments.volume += d / 2;
        moments.first = v3_fma(moments.first, d / 6, s);
        moments.second = sym3_fma(moments.second, d / 24, dyads);
    }
    return moments;
}

static mass_moments rectangle(const tube_edge *edge, v3 out, double radius)
{
    double area = edge->length * radius;
    const v3 middle = v3_fma(edge->from, 0.5 * edge->length, edge->along);
    const v3 c = v3_fma(middle, 0.5 * radius, out);
    mass_moments moments = {
        .volume = area,
        .first = v3_scale(area, c),
        .second = sym3_scale(area, sym3_dyad(c, c)),
    };
    moments.second = sym3_fma(moments.second, area * edge->length * edge->length / 12,
                              sym3_dyad(edge->along, edge->along));
    moments.second = sym3_fma(moments.second, area * radius * radius / 12, sym3_dyad(out, out));
    return moments;
}

// Between the normals a and b, `angle` apart and less than pi.
static mass_moments sector(v3 point, v3 a, v3 b, double angle, double radius)
{
    v3 middle = v3_unit(v3_add(a, b));
    v3 side = turned_left(middle);
    double half_sine = 0.5 * v3_distance(b, a);
    double sine = cross(a, b);
    v3 sum = v3_scale(2 * half_sine, middle); // integral of the normal
    sym3 dyads = sym3_add(sym3_scale(0.5 * (angle + sine), sym3_dyad(middle, middle)),
                          sym3_scale(0.5 * (angle - sine), sym3_dyad(side, side)));
    double area = angle * radius * radius / 2;
    double lever = radius * radius * radius / 3;
    mass_moments moments = {
        .volume = area,
        .first = v3_fma(v3_scale(area, point), lever, sum),
        .second = sym3_scale(area, sym3_dyad(point, point)),
    };
    moments.second = sym3_fma(moments.second, 2 * lever, sym3_dyad(point, sum));
    moments.second = sym3_fma(moments.second, radius * radius * radius * radius / 4, dyads);
    return moments;
}

// ---- the core, part by part

// Normals of vertex i: from *a counterclockwise over the angle returned.
static double normals(const outline *outline, const tube *tube, int32_t i, v3 *a)
{
    const bool first = !outline->closed && i == 0;
    const bool last = !outline->closed && i == outline->count - 1;
    v3 in = {0};
    v3 out = {0};
    if (!first)
        in = tube->edge[(i + outline->count - 1) % outline->count].along;
    if (!last)
        out = tube->edge[i].along;
    if (first && last) {
        *a = v3_make(1, 0, 0);
        return 2 * PI;
    }
    if (first || last) {
        *a = first ? turned_left(out) : turned_right(in);
        return PI;
    }
    double angle = real_atan2(cross(in, out), v3_dot(in, out));
    *a = angle > 0 ? turned_right(in) : turned_left(out);
    if (outline->closed && (angle > 0) == outline->clockwise)
        return 0; // inside
    return fabs(angle);
}

// In pieces of a right angle at most. sum: what is missing.
static void add_corner(const outline *outline, tube *tube, int32_t i, mass_moments *moments,
                       double *sum)
{
    v3 a;
    v3 point = tube->point[i];
    double angle = normals(outline, tube, i, &a);
    if (angle == 0)
        return;
    int pieces = 1;
    while (angle > pieces * (0.5 * PI + 1e-9))
        pieces++;
    for (int k = 0; k < pieces; k++) {
        double sine;
        double cosine;
        double step = angle / pieces;
        v3 side = turned_left(a);
        real_sin_cos(step, &sine, &cosine);
        v3 b = v3_fma(v3_scale(cosine, a), sine, side);
        mass_moments part = sector(point, a, b, step, outline->radius);
        mass_moments_add(moments, 1, &part);
        const v3 normal[2] = {a, b};
        if (tube_select(tube, &point, &i, 1, normal, 2)) {
            tube_arc(tube,
                     &(tube_sweep){.point = point,
                                   .a = a,
                                   .b = side,
                                   .extent = step,
                                   .power = TUBE_ROUND_EDGE,
                                   .units = 1},
                     sum);
        }
        a = b;
    }
}

static void add_side(const outline *outline, tube *tube, int32_t i, v3 out, mass_moments *moments,
                     double *sum)
{
    const tube_edge *edge = &tube->edge[i];
    mass_moments part = rectangle(edge, out, outline->radius);
    mass_moments_add(moments, 1, &part);
    const v3 end[2] = {edge->from, tube->point[edge->vertex[1]]};
    if (tube_select(tube, end, edge->vertex, 2, &out, 1)) {
        tube_line(tube,
                  &(tube_sweep){.point = edge->from,
                                .a = edge->along,
                                .b = out,
                                .extent = edge->length,
                                .power = TUBE_FLAT,
                                .units = 1},
                  sum);
    }
}

static void add_rim(const outline *outline, tube *tube, mass_moments *moments, double *sum)
{
    const bool right = !outline->closed || !outline->clockwise;
    const bool left = !outline->closed || outline->clockwise;
    for (int32_t i = 0; i < outline->edges; i++) {
        const v3 along = tube->edge[i].along;
        if (right)
            add_side(outline, tube, i, turned_right(along), moments, sum);
        if (left)
            add_side(outline, tube, i, turned_left(along), moments, sum);
    }
    for (int32_t i = 0; i < outline->count; i++)
        add_corner(outline, tube, i, moments, sum);
}

scree_status mass_spheropolygon(const v3 *vertex, int32_t vertices, bool closed, double radius,
                                mass_properties *out, scree_error *error)
{
    outline outline = {
        .vertex = vertex,
        .count = vertices,
        .edges = 0,
        .closed = closed && vertices > 2,
        .clockwise = false,
        .radius = radius,
        .origin = {0, 0, 0},
    };
    outline.edges = outline.closed ? vertices : vertices - 1;
    scree_status status = check(&outline, error);
    if (status)
        return status;
    outline.origin = mass_middle(vertex, vertices);
    mass_moments moments = {0};
    if (outline.closed) {
        moments = polygon_moments(&outline);
        double reach = mass_reach(outline.origin, vertex, NULL, vertices);
        if (!(fabs(moments.volume) > 1e-13 * reach * reach)) {
            return fail(error, SCREE_BAD_INPUT, "the outline",
                        "take it as a polyline, with a radius", "the polygon has no area");
        }
        outline.clockwise = moments.volume < 0;
        mass_moments turned = {0};
        mass_moments_add(&turned, outline.clockwise ? -1 : 1, &moments);
        moments = turned;
    }
    double off = 0;
    if (radius > 0) {
        tube tube;
        status = tube_make(&tube, vertices, outline.edges, 0, radius, error);
        if (status)
            return status;
        for (int32_t i = 0; i < vertices; i++)
            tube.point[i] = at(&outline, i);
        for (int32_t i = 0; i < outline.edges; i++)
            tube.edge[i] = tube_edge_make(tube.point, i, (i + 1) % vertices);
        tube.size = mass_reach(outline.origin, vertex, NULL, vertices) + radius;
        tube.plane = true;
        tube_set_units(&tube, tube.size * radius, TOLERANCE);
        double sum[10] = {0};
        add_rim(&outline, &tube, &moments, sum);
        mass_moments cut = mass_from_array(sum);
        mass_moments_add(&moments, -1, &cut);
        off = 4 * tube.error * tube.unit[0] / moments.volume;
        tube_free(&tube);
    }
    mass_finish(&moments, outline.origin,
                mass_reach(mass_centre(&moments, outline.origin), vertex, NULL, vertices) + radius,
                off, out);
    return SCREE_OK;
}
