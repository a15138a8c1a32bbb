// primitive_plane.c - an infinite plane. The solid is behind it, against the normal, however deep a ball is.
#include "shape/primitive.h"

static const row rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "some point of the plane"},
    {"normal", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction away from the solid, towards the grains; any length"},
};
const char primitive_plane_example[] = "point: [0, -25 mm, 0], normal: [0, 1, 0]";

const plugin primitive_plane_plugin = {
    .name = "plane",
    .doc = "infinite plane with the solid behind it",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
};

typedef struct plane {
    primitive base; // the origin is on the plane
    v3 normal;
} plane;

extern const primitive_kind primitive_plane_kind;

scree_status primitive_make_plane(v3 point, v3 normal, primitive **out, scree_error *error)
{
    *out = NULL;
    if (!(v3_norm(normal) > 0) || !isfinite(v3_norm(normal))) {
        return fail(error, SCREE_BAD_INPUT, "plane.normal",
                    "give the direction from the plane to the grains",
                    "the normal has no direction");
    }
    primitive *primitive = primitive_allocate(sizeof(plane), &primitive_plane_kind);
    if (!primitive)
        return fail_memory(error, "plane");
    primitive->reference = point;
    primitive->extent = INFINITY;
    ((plane *)primitive)->normal = v3_unit(normal);
    *out = primitive;
    return SCREE_OK;
}

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    (void)folder;
    (void)report;
    return primitive_make_plane(choice_v3(choice, "point"), choice_v3(choice, "normal"), out,
                                error);
}

static int touches(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                   int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST])
{
    (void)candidate;
    (void)candidates;
    v3 normal = ((const plane *)primitive)->normal;
    double height = v3_dot(normal, centre);
    if (!(height < within))
        return 0;
    out[0] = (primitive_touch){
        .normal = normal,
        .point = v3_fma(centre, -height, normal),
        .distance = height,
    };
    return 1;
}

static bool ray_to(const primitive *primitive, const ray *ray, primitive_hit *out)
{
    const v3 normal = ((const plane *)primitive)->normal;
    const double speed = v3_dot(normal, ray->along);
    const double way = -v3_dot(normal, ray->from) / speed;
    *out = (primitive_hit){way, normal};
    return speed != 0 && way >= 0;
}

// Cuts the polygon to the side of `limit` on one axis: sign * coordinate <= sign * limit (Sutherland and Hodgman 1974).
static int clip(const v3 *in, int count, int axis, double sign, double limit, v3 *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        v3 from = in[i];
        v3 to = in[(i + 1) % count];
        double left = sign * (limit - v3_component(from, axis));
        double right = sign * (limit - v3_component(to, axis));
        if (left >= 0)
            out[kept++] = from;
        if ((left >= 0) != (right >= 0))
            out[kept++] = v3_fma(from, left / (left - right), v3_sub(to, from));
    }
    return kept;
}

// A square about the foot of the window's middle, cut to the window in space, and taken back into the frame.
static bool draw(const primitive *primitive, const draw_window *window, triangle_soup *soup)
{
    v3 normal = q4_rotate(window->orientation, ((const plane *)primitive)->normal);
    v3 u = v3_perpendicular(normal);
    v3 w = v3_cross(normal, u);
    v3 middle = v3_scale(0.5, v3_add(window->low, window->high));
    v3 foot = v3_fma(middle, -v3_dot(normal, v3_sub(middle, window->position)), normal);
    double size = v3_distance(window->high, window->low);
    v3 first[16];
    v3 second[16];
    v3 *from = first;
    v3 *to = second;
    for (int i = 0; i < 4; i++) {
        const double along_u = i == 1 || i == 2 ? size : -size;
        const double along_w = i > 1 ? size : -size;
        first[i] = v3_fma(v3_fma(foot, along_u, u), along_w, w);
    }
    int count = 4;
    for (int i = 0; i < 6; i++) {
        int axis = i / 2;
        v3 end = i % 2 ? window->low : window->high;
        count = clip(from, count, axis, i % 2 ? -1 : 1,
                     axis == 0   ? end.x
                     : axis == 1 ? end.y
                                 : end.z,
                     to);
        v3 *swap = from;
        from = to;
        to = swap;
    }
    for (int i = 0; i < count; i++) {
        v3 nearest =
            q4_rotate(q4_conjugate(window->orientation), v3_sub(from[i], window->position));
        if (!soup_add_vertex(soup, nearest))
            return false;
    }
    for (int i = 2; i < count; i++) {
        if (!soup_add_triangle(soup, 0, i - 1, i))
            return false;
    }
    return true;
}

static bool meets_vertices(const primitive *primitive)
{
    (void)primitive;
    return true;
}

const primitive_kind primitive_plane_kind = {
    .rows = &primitive_plane_plugin,
    .make = make,
    .touches = touches,
    .ray = ray_to,
    .meets_vertices = meets_vertices,
    .draw = draw,
};
