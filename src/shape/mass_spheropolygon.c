// mass_spheropolygon.c - all points of the plane within a radius of a point, a polyline or a polygon.
//
// Polygon, a rectangle on each edge, a sector at each corner (Steiner's formula, with all moments), less what of
// rectangles and sectors is nearer to another part of the core (mass_tube.h): nothing for convex cores, else integrals
// over one variable between places known in closed form. Cores are those of seed 001.
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

static v3 at(const outline *o, int32_t i)
{
    return v3_sub(o->vertex[i], o->origin);
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
    double p = cross(v3_sub(d, c), v3_sub(a, c));
    double q = cross(v3_sub(d, c), v3_sub(b, c));
    return (p > 0 && q < 0) || (p < 0 && q > 0);
}

// Do edges on one line share more than an end point?
static bool overlap(v3 a, v3 b, v3 c, v3 d)
{
    v3 along = v3_sub(b, a);
    double square = v3_dot(along, along);
    double limit = 1e-12 * square;
    if (fabs(cross(along, v3_sub(c, a))) > limit || fabs(cross(along, v3_sub(d, a))) > limit)
        return false;
    double s = v3_dot(along, v3_sub(c, a));
    double e = v3_dot(along, v3_sub(d, a));
    return real_min(real_max(s, e), square) - real_max(real_min(s, e), 0) > limit;
}

static scree_status check_edges(const outline *o, scree_error *error)
{
    for (int32_t i = 0; i < o->edges; i++) {
        v3 a = o->vertex[i];
        v3 b = o->vertex[(i + 1) % o->count];
        for (int32_t k = 0; k < i; k++) {
            v3 c = o->vertex[k];
            v3 d = o->vertex[(k + 1) % o->count];
            char where[96];
            snprintf(where, sizeof where, "edges %d and %d", k, i);
            if (o->closed && parted(a, b, c, d) && parted(c, d, a, b))
                return fail(
                    error, SCREE_BAD_INPUT, where,
                    "move the vertices so that the outline does not cross itself",
                    "the polygon crosses itself at edges (%g, %g)-(%g, %g) and (%g, %g)-(%g, %g)",
                    c.x, c.y, d.x, d.y, a.x, a.y, b.x, b.y);
            if (overlap(a, b, c, d))
                return fail(error, SCREE_BAD_INPUT, where, "leave out one of the edges",
                            "the edges lie on each other");
        }
    }
    return SCREE_OK;
}

static scree_status check(const outline *o, scree_error *error)
{
    if (o->count < 1)
        return fail(error, SCREE_BAD_INPUT, "the outline", "give a vertex", "there is no vertex");
    if (!(o->radius >= 0 && o->radius - o->radius == 0))
        return fail(error, SCREE_BAD_INPUT, "the radius", "give a finite radius, zero or more",
                    "radius %g", o->radius);
    if (!o->closed && o->radius == 0)
        return fail(error, SCREE_BAD_INPUT, "the radius", "give points and lines a radius",
                    "the area is zero");
    scree_status status = mass_check_points(o->vertex, o->count, "vertex", error);
    for (int32_t i = 0; !status && i < o->count; i++) {
        if (o->vertex[i].z != 0)
            return fault(error, "vertex", i, "put plane bodies into the plane z = 0", "z is not 0");
        for (int32_t k = 0; k < i; k++)
            if (o->vertex[k].x == o->vertex[i].x && o->vertex[k].y == o->vertex[i].y)
                return fault(error, "vertex", i, "leave it out",
                             "another vertex has the same place");
    }
    for (int32_t i = 0; !status && i < o->edges; i++) {
        if (!o->closed && i + 1 == o->edges)
            break;
        v3 a = o->vertex[i];
        v3 b = o->vertex[(i + 1) % o->count];
        v3 c = o->vertex[(i + 2) % o->count];
        v3 in = v3_unit(v3_sub(b, a));
        v3 out = v3_unit(v3_sub(c, b));
        if (v3_dot(in, out) < 0 && fabs(cross(in, out)) < FOLDED)
            return fault(error, "vertex", (i + 1) % o->count, "leave the vertex out",
                         "the outline folds back on itself");
    }
    return status ? status : check_edges(o, error);
}

// ---- closed forms

static mass_moments polygon_moments(const outline *o)
{
    mass_moments m = {0};
    for (int32_t i = 0; i < o->count; i++) {
        v3 a = at(o, i);
        v3 b = at(o, (i + 1) % o->count);
        v3 s = v3_add(a, b);
        double d = cross(a, b);
        sym3 dyads = sym3_add(sym3_add(sym3_dyad(a, a), sym3_dyad(b, b)), sym3_dyad(s, s));
        m.volume += d / 2;
        m.first = v3_fma(m.first, d / 6, s);
        m.second = sym3_fma(m.second, d / 24, dyads);
    }
    return m;
}

static mass_moments rectangle(const tube_edge *e, v3 out, double r)
{
    double area = e->length * r;
    v3 c = v3_fma(v3_fma(e->from, 0.5 * e->length, e->along), 0.5 * r, out);
    mass_moments m = {area, v3_scale(area, c), sym3_scale(area, sym3_dyad(c, c))};
    m.second = sym3_fma(m.second, area * e->length * e->length / 12, sym3_dyad(e->along, e->along));
    m.second = sym3_fma(m.second, area * r * r / 12, sym3_dyad(out, out));
    return m;
}

// Between the normals a and b, `angle` apart and less than pi.
static mass_moments sector(v3 p, v3 a, v3 b, double angle, double r)
{
    v3 middle = v3_unit(v3_add(a, b));
    v3 side = turned_left(middle);
    double half_sine = 0.5 * v3_norm(v3_sub(b, a));
    double sine = cross(a, b);
    v3 sum = v3_scale(2 * half_sine, middle); // integral of the normal
    sym3 dyads = sym3_add(sym3_scale(0.5 * (angle + sine), sym3_dyad(middle, middle)),
                          sym3_scale(0.5 * (angle - sine), sym3_dyad(side, side)));
    double area = angle * r * r / 2;
    double lever = r * r * r / 3;
    mass_moments m = {area, v3_fma(v3_scale(area, p), lever, sum),
                      sym3_scale(area, sym3_dyad(p, p))};
    m.second = sym3_fma(m.second, 2 * lever, sym3_dyad(p, sum));
    m.second = sym3_fma(m.second, r * r * r * r / 4, dyads);
    return m;
}

// ---- the core, part by part

// Normals of vertex i: from *a counterclockwise over the angle returned.
static double normals(const outline *o, const tube *t, int32_t i, v3 *a)
{
    bool first = !o->closed && i == 0, last = !o->closed && i == o->count - 1;
    v3 in = {0};
    v3 out = {0};
    if (!first)
        in = t->edge[(i + o->count - 1) % o->count].along;
    if (!last)
        out = t->edge[i].along;
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
    if (o->closed && (angle > 0) == o->clockwise)
        return 0; // inside
    return fabs(angle);
}

// In pieces of a right angle at most. sum: what is missing.
static void add_corner(const outline *o, tube *t, int32_t i, mass_moments *m, double *sum)
{
    v3 a;
    v3 p = t->point[i];
    double angle = normals(o, t, i, &a);
    if (angle == 0)
        return;
    int pieces = 1;
    while (angle > pieces * (0.5 * PI + 1e-9))
        pieces++;
    for (int k = 0; k < pieces; k++) {
        double s;
        double c;
        double step = angle / pieces;
        v3 side = turned_left(a);
        real_sin_cos(step, &s, &c);
        v3 b = v3_fma(v3_scale(c, a), s, side);
        mass_moments part = sector(p, a, b, step, o->radius);
        mass_moments_add(m, 1, &part);
        const v3 normal[2] = {a, b};
        if (tube_select(t, &p, &i, 1, normal, 2))
            tube_arc(t, p, a, side, step, TUBE_ROUND_EDGE, false, 1, sum);
        a = b;
    }
}

static void add_side(const outline *o, tube *t, int32_t i, v3 out, mass_moments *m, double *sum)
{
    const tube_edge *e = &t->edge[i];
    mass_moments part = rectangle(e, out, o->radius);
    mass_moments_add(m, 1, &part);
    const v3 end[2] = {e->from, t->point[e->vertex[1]]};
    if (tube_select(t, end, e->vertex, 2, &out, 1))
        tube_line(t, e->from, e->along, e->length, out, TUBE_FLAT, 1, sum);
}

static void add_rim(const outline *o, tube *t, mass_moments *m, double *sum)
{
    for (int32_t i = 0; i < o->edges; i++) {
        if (!(o->closed && o->clockwise))
            add_side(o, t, i, turned_right(t->edge[i].along), m, sum);
        if (!(o->closed && !o->clockwise))
            add_side(o, t, i, turned_left(t->edge[i].along), m, sum);
    }
    for (int32_t i = 0; i < o->count; i++)
        add_corner(o, t, i, m, sum);
}

scree_status mass_spheropolygon(const v3 *vertex, int32_t vertices, bool closed, double radius,
                                mass_properties *out, scree_error *error)
{
    outline o = {vertex, vertices, 0, closed && vertices > 2, false, radius, {0, 0, 0}};
    o.edges = o.closed ? vertices : vertices - 1;
    scree_status status = check(&o, error);
    if (status)
        return status;
    o.origin = mass_middle(vertex, vertices);
    mass_moments m = {0};
    if (o.closed) {
        m = polygon_moments(&o);
        double reach = mass_reach(o.origin, vertex, NULL, vertices);
        if (!(fabs(m.volume) > 1e-13 * reach * reach))
            return fail(error, SCREE_BAD_INPUT, "the outline",
                        "take it as a polyline, with a radius", "the polygon has no area");
        o.clockwise = m.volume < 0;
        mass_moments turned = {0};
        mass_moments_add(&turned, o.clockwise ? -1 : 1, &m);
        m = turned;
    }
    double off = 0;
    if (radius > 0) {
        tube t;
        status = tube_make(&t, vertices, o.edges, 0, radius, error);
        if (status)
            return status;
        for (int32_t i = 0; i < vertices; i++)
            t.point[i] = at(&o, i);
        for (int32_t i = 0; i < o.edges; i++)
            t.edge[i] = tube_edge_make(t.point, i, (i + 1) % vertices);
        t.size = mass_reach(o.origin, vertex, NULL, vertices) + radius;
        t.plane = true;
        tube_set_units(&t, t.size * radius, TOLERANCE);
        double sum[10] = {0};
        add_rim(&o, &t, &m, sum);
        mass_moments cut = mass_from_array(sum);
        mass_moments_add(&m, -1, &cut);
        off = 4 * t.error * t.unit[0] / m.volume;
        tube_free(&t);
    }
    mass_finish(&m, o.origin,
                mass_reach(mass_centre(&m, o.origin), vertex, NULL, vertices) + radius, off, out);
    return SCREE_OK;
}
