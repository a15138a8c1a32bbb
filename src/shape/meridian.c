// meridian.c - see meridian.h.
//
// With the unit vector t along the segment and m = (t_z, -t_rho) across it, away from the axis, a centre at u from the
// first end is at height u.m over the line, at the foot u.t.
//
// What a wall adds to 1/R* is one number for all of it that one contact can pass over. Where it is not, the stiffness of a
// contact depends on its place on the wall, its force has no potential, and elastic blows win or lose energy. So would a
// cone, whose curvature is cos(alpha) / rho at radius rho, and a rod, whose mantle is round and whose end faces are flat.
#include "shape/meridian.h"

#include "base/constants.h"
#include "base/mathlib.h"

typedef struct p2 { // in the half-plane
    double r, z;
} p2;

// A centre in the half-plane, with what is needed to go back.
typedef struct view {
    const meridian *meridian;
    v3 centre, radial; // radial: unit vector from the axis to the centre
    p2 at;
    p2 along, across; // t and m
    double slant;     // length of the segment
    double foot, height;
} view;

enum { FEATURE_WALL, FEATURE_FROM, FEATURE_TO };

scree_status meridian_between(const primitive_kind *kind, const meridian_ends *ends,
                              primitive **out, scree_error *error)
{
    v3 axis = v3_sub(ends->to, ends->from);
    double length = v3_norm(axis);
    double widest = ends->radius_from > ends->radius_to ? ends->radius_from : ends->radius_to;
    if (!(length > 0) || !isfinite(length)) {
        return fail(error, SCREE_BAD_INPUT, kind->rows->name, "give the two ends of the axis",
                    "from and to are the same point");
    }
    if (!(widest > 0)) {
        return fail(error, SCREE_BAD_INPUT, kind->rows->name, "give at least one end a radius",
                    "both radii are zero");
    }
    primitive *primitive = primitive_allocate(sizeof(meridian), kind);
    if (!primitive)
        return fail_memory(error, kind->rows->name);
    meridian *wall = (meridian *)primitive;
    wall->axis = v3_unit(axis);
    wall->half = 0.5 * length;
    wall->radius[0] = ends->radius_from;
    wall->radius[1] = ends->radius_to;
    wall->side = ends->side;
    if (ends->side == SIDE_INSIDE && ends->radius_from == ends->radius_to)
        wall->curvature = -1 / ends->radius_from;
    wall->make = !ends->closed               ? MERIDIAN_SHEET
                 : ends->side == SIDE_INSIDE ? MERIDIAN_CONTAINER
                                             : MERIDIAN_SOLID;
    primitive->sheet = !ends->closed;
    primitive->reference = v3_scale(0.5, v3_add(ends->from, ends->to));
    primitive->extent = sqrt(wall->half * wall->half + widest * widest);
    *out = primitive;
    return SCREE_OK;
}

static view view_of(const meridian *meridian, v3 centre)
{
    view view = {.meridian = meridian, .centre = centre};
    view.at.z = v3_dot(meridian->axis, centre);
    const v3 off = v3_fma(centre, -view.at.z, meridian->axis);
    view.at.r = v3_norm(off);
    if (view.at.r > 0)
        view.radial = v3_scale(1 / view.at.r, off);
    else
        view.radial = v3_perpendicular(meridian->axis);
    const double dr = meridian->radius[1] - meridian->radius[0];
    const double dz = 2 * meridian->half;
    view.slant = sqrt(dr * dr + dz * dz);
    view.along = (p2){dr / view.slant, dz / view.slant};
    view.across = (p2){view.along.z, -view.along.r};
    const p2 from_start = {
        .r = view.at.r - meridian->radius[0],
        .z = view.at.z + meridian->half,
    };
    view.foot = from_start.r * view.along.r + from_start.z * view.along.z;
    view.height = from_start.r * view.across.r + from_start.z * view.across.z;
    return view;
}

static primitive_touch touch_at(const view *view, p2 normal, double distance, int64_t feature)
{
    primitive_touch touch = {.distance = distance, .feature = feature};
    touch.normal = v3_fma(v3_scale(normal.r, view->radial), normal.z, view->meridian->axis);
    touch.point = v3_fma(view->centre, -distance, touch.normal);
    return touch;
}

// From either side: one contact can pass round the rim of a sheet, and the rim counts as the rest.
static primitive_touch touch_mantle(const view *view, p2 normal, double distance)
{
    primitive_touch touch = touch_at(view, normal, distance, FEATURE_WALL);
    touch.curvature = view->meridian->curvature;
    touch.round = true;
    return touch;
}

static primitive_touch touch_corner(const view *view, p2 corner)
{
    p2 d = {view->at.r - corner.r, view->at.z - corner.z};
    double distance = sqrt(d.r * d.r + d.z * d.z);
    p2 normal = distance > 0 ? (p2){d.r / distance, d.z / distance} : view->across;
    primitive_touch touch = touch_at(view, normal, distance, FEATURE_WALL);
    touch.curvature = view->meridian->curvature;
    return touch;
}

static primitive_touch touch_sheet(const view *view)
{
    const meridian *meridian = view->meridian;
    const p2 start = {meridian->radius[0], -meridian->half};
    const p2 end = {meridian->radius[1], meridian->half};
    const p2 inwards = {-view->across.r, -view->across.z};
    if (view->foot <= 0)
        return touch_corner(view, start);
    if (view->foot >= view->slant)
        return touch_corner(view, end);
    if (view->height >= 0)
        return touch_mantle(view, view->across, view->height);
    return touch_mantle(view, inwards, -view->height);
}

static primitive_touch touch_solid(const view *view)
{
    const meridian *meridian = view->meridian;
    const p2 downwards = {0, -1};
    const p2 upwards = {0, 1};
    const double below = -meridian->half - view->at.z;
    const double above = view->at.z - meridian->half;
    const bool outside = below > 0 || above > 0 || view->height > 0;
    if (below > 0 && view->at.r <= meridian->radius[0])
        return touch_at(view, downwards, below, FEATURE_WALL);
    if (above > 0 && view->at.r <= meridian->radius[1])
        return touch_at(view, upwards, above, FEATURE_WALL);
    if (outside)
        return touch_sheet(view);
    if (view->height >= below && view->height >= above)
        return touch_mantle(view, view->across, view->height);
    if (below >= above)
        return touch_at(view, downwards, below, FEATURE_WALL);
    return touch_at(view, upwards, above, FEATURE_WALL);
}

// A face acts where the foot is on it; a centre in the solid behind a face is always pushed back.
static int touch_container(const view *view, double within, primitive_touch *out)
{
    const meridian *meridian = view->meridian;
    const p2 inwards = {-view->across.r, -view->across.z};
    const p2 upwards = {0, 1};
    const p2 downwards = {0, -1};
    const double depth = -view->height;
    const double from = view->at.z + meridian->half;
    const double to = meridian->half - view->at.z;
    const bool at_mantle = view->foot >= 0 && view->foot <= view->slant;
    const bool at_from = view->at.r <= meridian->radius[0];
    const bool at_to = view->at.r <= meridian->radius[1];
    int count = 0;
    if (depth < within && (depth < 0 || at_mantle))
        out[count++] = touch_mantle(view, inwards, depth);
    if (from < within && (from < 0 || at_from))
        out[count++] = touch_at(view, upwards, from, FEATURE_FROM);
    if (to < within && (to < 0 || at_to))
        out[count++] = touch_at(view, downwards, to, FEATURE_TO);
    return count;
}

int meridian_touches(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                     int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST])
{
    (void)candidate;
    (void)candidates;
    const meridian *wall = (const meridian *)primitive;
    view view = view_of(wall, centre);
    if (wall->make == MERIDIAN_CONTAINER)
        return touch_container(&view, within, out);
    out[0] = wall->make == MERIDIAN_SOLID ? touch_solid(&view) : touch_sheet(&view);
    return out[0].distance < within;
}

static double smaller(double a, double b)
{
    return b < a ? b : a;
}

void meridian_bounds(const primitive *primitive, v3 *low, v3 *high)
{
    const meridian *wall = (const meridian *)primitive;
    const double axis[3] = {wall->axis.x, wall->axis.y, wall->axis.z};
    double from[3];
    double to[3];
    for (int i = 0; i < 3; i++) {
        const double across = 1 - axis[i] * axis[i];
        const double lean = across > 0 ? sqrt(across) : 0;
        const double start = -wall->half * axis[i];
        const double end = wall->half * axis[i];
        const double start_reach = wall->radius[0] * lean;
        const double end_reach = wall->radius[1] * lean;
        from[i] = smaller(start - start_reach, end - end_reach);
        to[i] = -smaller(-(start + start_reach), -(end + end_reach));
    }
    *low = v3_at(from);
    *high = v3_at(to);
}

double meridian_largest_ball(const primitive *primitive, const char **why)
{
    const meridian *wall = (const meridian *)primitive;
    if (wall->side == SIDE_OUTSIDE || !(wall->half > 0))
        return INFINITY;
    view view = view_of(wall, v3_make(0, 0, 0));
    double fitting = smaller(wall->radius[0], wall->radius[1]) / view.across.r;
    *why = "at the narrowest place the wall is bent as much as the grain";
    if (wall->make == MERIDIAN_CONTAINER && wall->half <= fitting) {
        *why = "it must not reach from end to end";
        fitting = wall->half;
    }
    return fitting;
}

bool meridian_meets_vertices(const primitive *primitive)
{
    const char *why;
    const meridian *wall = (const meridian *)primitive;
    return wall->make == MERIDIAN_CONTAINER && meridian_largest_ball(primitive, &why) < INFINITY;
}

// ---- drawing

// Adds `round` vertices of a circle about the axis.
static bool add_ring(const meridian *meridian, int end, int round, triangle_soup *soup)
{
    double cosine;
    double sine;
    real_sin_cos(2 * PI / round, &sine, &cosine);
    v3 u = v3_perpendicular(meridian->axis);
    v3 v = v3_cross(meridian->axis, u);
    double x = 1;
    double y = 0;
    for (int i = 0; i < round; i++) {
        const double height = end ? meridian->half : -meridian->half;
        const double radius = meridian->radius[end];
        v3 point = v3_scale(height, meridian->axis);
        point = v3_fma(point, radius * x, u);
        point = v3_fma(point, radius * y, v);
        if (!soup_add_vertex(soup, point))
            return false;
        double turned = cosine * x - sine * y;
        y = sine * x + cosine * y;
        x = turned;
    }
    return true;
}

static bool add_end_face(const meridian *meridian, int end, int32_t round, triangle_soup *soup)
{
    int32_t hub = soup->vertices;
    int32_t ring = end * round;
    const double height = end ? meridian->half : -meridian->half;
    if (!soup_add_vertex(soup, v3_scale(height, meridian->axis)))
        return false;
    for (int32_t i = 0; i < round; i++) {
        const int32_t one = ring + i;
        const int32_t next = ring + (i + 1) % round;
        const int32_t a = end ? one : next;
        const int32_t b = end ? next : one;
        if (!soup_add_triangle(soup, hub, a, b))
            return false;
    }
    return true;
}

bool meridian_draw(const primitive *primitive, const draw_window *window, triangle_soup *soup)
{
    const meridian *wall = (const meridian *)primitive;
    int32_t round = window->round;
    if (!add_ring(wall, 0, round, soup) || !add_ring(wall, 1, round, soup))
        return false;
    for (int32_t i = 0; i < round; i++) {
        int32_t one = i;
        int32_t next = (i + 1) % round;
        const bool has_first = wall->radius[0] != 0;
        const bool has_second = wall->radius[1] != 0;
        if (has_first && !soup_add_triangle(soup, one, next, round + next))
            return false;
        if (has_second && !soup_add_triangle(soup, one, round + next, round + one))
            return false;
    }
    if (wall->make == MERIDIAN_SHEET)
        return true;
    return add_end_face(wall, 0, round, soup) && add_end_face(wall, 1, round, soup);
}
