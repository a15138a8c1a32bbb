// meridian.c - see meridian.h.
//
// With the unit vector t along the segment and m = (t_z, -t_rho) across it, away from the axis, a centre at u from the
// first end is at height u.m over the line, at the foot u.t. The curvature of a cone of half-angle alpha at radius rho
// is cos(alpha) / rho (theorem of Meusnier), and cos(alpha) = m_rho.
#include "shape/meridian.h"

#include "base/constants.h"
#include "base/mathlib.h"

typedef struct p2 { // in the half-plane
    double r, z;
} p2;

// A centre in the half-plane, with what is needed to go back.
typedef struct view {
    const meridian *w;
    v3 centre, radial; // radial: unit vector from the axis to the centre
    p2 c;
    p2 along, across; // t and m
    double slant;     // length of the segment
    double foot, height;
} view;

enum { FEATURE_WALL, FEATURE_FROM, FEATURE_TO };

scree_status meridian_between(const primitive_kind *kind, v3 from, v3 to, double radius_from,
                              double radius_to, primitive_side side, bool ends, primitive **out,
                              scree_error *error)
{
    v3 axis = v3_sub(to, from);
    double length = v3_norm(axis);
    double widest = radius_from > radius_to ? radius_from : radius_to;
    if (!(length > 0) || !isfinite(length))
        return fail(error, SCREE_BAD_INPUT, kind->rows->name, "give the two ends of the axis",
                    "from and to are the same point");
    if (!(widest > 0))
        return fail(error, SCREE_BAD_INPUT, kind->rows->name, "give at least one end a radius",
                    "both radii are zero");
    primitive *p = primitive_allocate(sizeof(meridian), kind);
    if (!p)
        return fail_memory(error, kind->rows->name);
    meridian *w = (meridian *)p;
    w->axis = v3_unit(axis);
    w->half = 0.5 * length;
    w->radius[0] = radius_from;
    w->radius[1] = radius_to;
    w->side = side;
    w->make = !ends ? MERIDIAN_SHEET : side == SIDE_INSIDE ? MERIDIAN_CONTAINER : MERIDIAN_SOLID;
    p->sheet = !ends;
    p->reference = v3_scale(0.5, v3_add(from, to));
    p->extent = sqrt(w->half * w->half + widest * widest);
    *out = p;
    return SCREE_OK;
}

static view view_of(const meridian *w, v3 centre)
{
    view s = {.w = w, .centre = centre};
    s.c.z = v3_dot(w->axis, centre);
    v3 off = v3_fma(centre, -s.c.z, w->axis);
    s.c.r = v3_norm(off);
    s.radial = s.c.r > 0 ? v3_scale(1 / s.c.r, off) : v3_perpendicular(w->axis);
    double dr = w->radius[1] - w->radius[0];
    double dz = 2 * w->half;
    s.slant = sqrt(dr * dr + dz * dz);
    s.along = (p2){dr / s.slant, dz / s.slant};
    s.across = (p2){s.along.z, -s.along.r};
    p2 u = {s.c.r - w->radius[0], s.c.z + w->half};
    s.foot = u.r * s.along.r + u.z * s.along.z;
    s.height = u.r * s.across.r + u.z * s.across.z;
    return s;
}

static primitive_touch touch_at(const view *s, p2 normal, double distance, double curvature,
                                int64_t feature)
{
    primitive_touch t = {.distance = distance, .curvature = curvature, .feature = feature};
    t.normal = v3_fma(v3_scale(normal.r, s->radial), normal.z, s->w->axis);
    t.point = v3_fma(s->centre, -distance, t.normal);
    return t;
}

// Curvature of the wall at the foot, seen from outside.
static double wall_curvature(const view *s)
{
    double radius = s->w->radius[0] + s->foot * s->along.r;
    return radius > 0 ? s->across.r / radius : 0;
}

static primitive_touch touch_corner(const view *s, p2 corner)
{
    p2 d = {s->c.r - corner.r, s->c.z - corner.z};
    double distance = sqrt(d.r * d.r + d.z * d.z);
    p2 normal = distance > 0 ? (p2){d.r / distance, d.z / distance} : s->across;
    return touch_at(s, normal, distance, 0, FEATURE_WALL);
}

static primitive_touch touch_sheet(const view *s)
{
    const meridian *w = s->w;
    if (s->foot <= 0)
        return touch_corner(s, (p2){w->radius[0], -w->half});
    if (s->foot >= s->slant)
        return touch_corner(s, (p2){w->radius[1], w->half});
    if (s->height >= 0)
        return touch_at(s, s->across, s->height, wall_curvature(s), FEATURE_WALL);
    return touch_at(s, (p2){-s->across.r, -s->across.z}, -s->height, -wall_curvature(s),
                    FEATURE_WALL);
}

static primitive_touch touch_solid(const view *s)
{
    const meridian *w = s->w;
    double below = -w->half - s->c.z;
    double above = s->c.z - w->half;
    if (below > 0 && s->c.r <= w->radius[0])
        return touch_at(s, (p2){0, -1}, below, 0, FEATURE_WALL);
    if (above > 0 && s->c.r <= w->radius[1])
        return touch_at(s, (p2){0, 1}, above, 0, FEATURE_WALL);
    if (below > 0 || above > 0 || s->height > 0)
        return touch_sheet(s);
    if (s->height >= below && s->height >= above)
        return touch_at(s, s->across, s->height, wall_curvature(s), FEATURE_WALL);
    return below >= above ? touch_at(s, (p2){0, -1}, below, 0, FEATURE_WALL)
                          : touch_at(s, (p2){0, 1}, above, 0, FEATURE_WALL);
}

// A face acts where the foot is on it; a centre in the solid behind a face is always pushed back.
static int touch_container(const view *s, double within, primitive_touch *out)
{
    const meridian *w = s->w;
    double depth = -s->height;
    double from = s->c.z + w->half;
    double to = w->half - s->c.z;
    int count = 0;
    if (depth < within && (depth < 0 || (s->foot >= 0 && s->foot <= s->slant)))
        out[count++] =
            touch_at(s, (p2){-s->across.r, -s->across.z}, depth, -wall_curvature(s), FEATURE_WALL);
    if (from < within && (from < 0 || s->c.r <= w->radius[0]))
        out[count++] = touch_at(s, (p2){0, 1}, from, 0, FEATURE_FROM);
    if (to < within && (to < 0 || s->c.r <= w->radius[1]))
        out[count++] = touch_at(s, (p2){0, -1}, to, 0, FEATURE_TO);
    return count;
}

int meridian_touches(const primitive *p, v3 centre, double within, const int32_t *candidate,
                     int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST])
{
    (void)candidate;
    (void)candidates;
    const meridian *w = (const meridian *)p;
    view s = view_of(w, centre);
    if (w->make == MERIDIAN_CONTAINER)
        return touch_container(&s, within, out);
    out[0] = w->make == MERIDIAN_SOLID ? touch_solid(&s) : touch_sheet(&s);
    return out[0].distance < within;
}

static double smaller(double a, double b)
{
    return b < a ? b : a;
}

void meridian_bounds(const primitive *p, v3 *low, v3 *high)
{
    const meridian *w = (const meridian *)p;
    const double axis[3] = {w->axis.x, w->axis.y, w->axis.z};
    double from[3];
    double to[3];
    for (int i = 0; i < 3; i++) {
        double across = 1 - axis[i] * axis[i];
        double lean = across > 0 ? sqrt(across) : 0;
        double a = -w->half * axis[i];
        double b = w->half * axis[i];
        from[i] = smaller(a - w->radius[0] * lean, b - w->radius[1] * lean);
        to[i] = -smaller(-(a + w->radius[0] * lean), -(b + w->radius[1] * lean));
    }
    *low = v3_make(from[0], from[1], from[2]);
    *high = v3_make(to[0], to[1], to[2]);
}

double meridian_largest_ball(const primitive *p, const char **why)
{
    const meridian *w = (const meridian *)p;
    if (w->side == SIDE_OUTSIDE || !(w->half > 0))
        return INFINITY;
    view s = view_of(w, v3_make(0, 0, 0));
    double fitting = smaller(w->radius[0], w->radius[1]) / s.across.r;
    *why = "at the narrowest place the wall is bent as much as the grain";
    if (w->make == MERIDIAN_CONTAINER && w->half <= fitting) {
        *why = "it must not reach from end to end";
        fitting = w->half;
    }
    return fitting;
}

// ---- drawing

// Adds `round` vertices of a circle about the axis.
static bool add_ring(const meridian *w, int end, int round, triangle_soup *soup)
{
    double c;
    double s;
    real_sin_cos(2 * PI / round, &s, &c);
    v3 u = v3_perpendicular(w->axis);
    v3 v = v3_cross(w->axis, u);
    double x = 1;
    double y = 0;
    for (int i = 0; i < round; i++) {
        v3 q = v3_scale(end ? w->half : -w->half, w->axis);
        q = v3_fma(v3_fma(q, w->radius[end] * x, u), w->radius[end] * y, v);
        if (!soup_add_vertex(soup, q))
            return false;
        double turned = c * x - s * y;
        y = s * x + c * y;
        x = turned;
    }
    return true;
}

static bool add_end_face(const meridian *w, int end, int32_t round, triangle_soup *soup)
{
    int32_t hub = soup->vertices;
    int32_t ring = end * round;
    if (!soup_add_vertex(soup, v3_scale(end ? w->half : -w->half, w->axis)))
        return false;
    for (int32_t i = 0; i < round; i++) {
        int32_t a = ring + i;
        int32_t b = ring + (i + 1) % round;
        if (!(end ? soup_add_triangle(soup, hub, a, b) : soup_add_triangle(soup, hub, b, a)))
            return false;
    }
    return true;
}

bool meridian_draw(const primitive *p, const draw_window *window, triangle_soup *soup)
{
    const meridian *w = (const meridian *)p;
    int32_t round = window->round;
    if (!add_ring(w, 0, round, soup) || !add_ring(w, 1, round, soup))
        return false;
    for (int32_t i = 0; i < round; i++) {
        int32_t a = i;
        int32_t b = (i + 1) % round;
        bool drawn = w->radius[0] == 0 || soup_add_triangle(soup, a, b, round + b);
        if (!drawn || !(w->radius[1] == 0 || soup_add_triangle(soup, a, round + b, round + a)))
            return false;
    }
    if (w->make == MERIDIAN_SHEET)
        return true;
    return add_end_face(w, 0, round, soup) && add_end_face(w, 1, round, soup);
}
