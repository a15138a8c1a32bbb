// primitive_box.c - a box with faces across the axes: a solid block touched from outside, or a container.
//
// Block: the nearest point of its surface, one contact always, with one key, so that a ball keeps its spring around an
// edge; a centre inside is pushed out through the nearest face. Container: each of the six faces is a plane with the
// solid behind it, up to three contacts in a corner.
#include "shape/primitive.h"

#include "base/corners.h"

static const row rows[] = {
    {"low", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "corner with the smallest coordinates"},
    {"high", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "corner with the largest coordinates"},
    {"side", ROW_TEXT, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the grains are: inside or outside"},
};
const char primitive_box_example[] =
    "low: [-15 mm, -28 mm, -15 mm], high: [15 mm, -16 mm, 15 mm], side: outside\nlow: [-28 mm, -28 "
    "mm, -28 mm], high: [28 mm, 28 mm, 28 mm], side: inside";

const plugin primitive_box_plugin = {
    .name = "box",
    .doc = "box with faces across the axes, solid or hollow",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
};

typedef struct box {
    primitive base; // the origin is the centre
    v3 half;        // half of the lengths of the sides
    primitive_side side;
} box;

extern const primitive_kind primitive_box_kind;

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    (void)folder;
    (void)report;
    primitive_side side;
    v3 low = choice_v3(choice, "low");
    v3 high = choice_v3(choice, "high");
    scree_status status = primitive_read_side(choice, "box.side", &side, error);
    if (status)
        return status;
    if (!(low.x < high.x && low.y < high.y && low.z < high.z)) {
        return fail(
            error, SCREE_BAD_INPUT, "box.high",
            "give corners that differ on all axes, the lower one as low; in 2D too, such as z "
            "from -1 m to 1 m",
            "the box is empty: high is not above low on every axis");
    }
    primitive *primitive = primitive_allocate(sizeof(box), &primitive_box_kind);
    if (!primitive)
        return fail_memory(error, "box");
    box *wall = (box *)primitive;
    wall->half = v3_scale(0.5, v3_sub(high, low));
    wall->side = side;
    primitive->reference = v3_scale(0.5, v3_add(low, high));
    primitive->extent = v3_norm(wall->half);
    *out = primitive;
    return SCREE_OK;
}

// Face 0..5: x low, x high, y low, ...; its normal points out of the box.
static v3 face_normal(int face)
{
    double s = face % 2 ? 1 : -1;
    return face < 2 ? v3_make(s, 0, 0) : face < 4 ? v3_make(0, s, 0) : v3_make(0, 0, s);
}

// How far the centre is from a face, towards the middle.
static double face_depth(const box *box, v3 c, int face)
{
    double half = face < 2 ? box->half.x : face < 4 ? box->half.y : box->half.z;
    return half - v3_dot(face_normal(face), c);
}

static int touch_inside(const box *box, v3 c, double within, primitive_touch *out)
{
    int count = 0;
    for (int face = 0; face < 6; face++) {
        double depth = face_depth(box, c, face);
        if (!(depth < within))
            continue;
        v3 normal = v3_scale(-1, face_normal(face));
        out[count++] = (primitive_touch){
            .normal = normal,
            .point = v3_fma(c, -depth, normal),
            .distance = depth,
            .feature = face,
        };
    }
    return count;
}

static double clamp(double x, double half)
{
    return x < -half ? -half : x > half ? half : x;
}

static int touch_outside(const box *box, v3 c, double within, primitive_touch *out)
{
    v3 other;
    other.x = clamp(c.x, box->half.x);
    other.y = clamp(c.y, box->half.y);
    other.z = clamp(c.z, box->half.z);
    v3 apart = v3_sub(c, other);
    double distance = v3_norm(apart);
    if (distance > 0) {
        if (!(distance < within))
            return 0;
        out[0] = (primitive_touch){
            .normal = v3_scale(1 / distance, apart),
            .point = other,
            .distance = distance,
        };
        return 1;
    }
    int nearest = 0;
    for (int face = 1; face < 6; face++) {
        if (face_depth(box, c, face) < face_depth(box, c, nearest))
            nearest = face;
    }
    double depth = face_depth(box, c, nearest);
    if (!(-depth < within))
        return 0;
    v3 normal = face_normal(nearest);
    out[0] =
        (primitive_touch){.normal = normal, .point = v3_fma(c, depth, normal), .distance = -depth};
    return 1;
}

static int touches(const primitive *primitive, v3 centre, double within, const int32_t *candidate,
                   int candidates, primitive_touch out[PRIMITIVE_TOUCH_MOST])
{
    (void)candidate;
    (void)candidates;
    const box *wall = (const box *)primitive;
    return wall->side == SIDE_INSIDE ? touch_inside(wall, centre, within, out)
                                     : touch_outside(wall, centre, within, out);
}

static bool ray_to(const primitive *primitive, const ray *ray, primitive_hit *out)
{
    const box *wall = (const box *)primitive;
    const ray_stretch in = ray_in_box(ray, v3_scale(-1, wall->half), wall->half);
    if (!(in.in <= in.out) || !(in.out >= 0))
        return false;
    const double way = in.in >= 0 ? in.in : in.out;
    const v3 at = ray_at(ray, way);
    int nearest = 0;
    for (int face = 1; face < 6; face++) {
        if (fabs(face_depth(wall, at, face)) < fabs(face_depth(wall, at, nearest)))
            nearest = face;
    }
    *out = (primitive_hit){way, face_normal(nearest)};
    return true;
}

static void bounds(const primitive *primitive, v3 *low, v3 *high)
{
    *high = ((const box *)primitive)->half;
    *low = v3_scale(-1, *high);
}

static double largest_ball(const primitive *primitive, const char **why)
{
    const box *wall = (const box *)primitive;
    *why = "it must not reach from wall to wall";
    if (wall->side == SIDE_OUTSIDE)
        return INFINITY;
    const v3 half = wall->half;
    return real_min(half.x, real_min(half.y, half.z));
}

static bool draw(const primitive *primitive, const draw_window *window, triangle_soup *soup)
{
    (void)window;
    static const int8_t quad[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    const v3 high = ((const box *)primitive)->half;
    const v3 low = v3_scale(-1, high);
    for (int i = 0; i < 8; i++) {
        if (!soup_add_vertex(soup, box_corner(low, high, i)))
            return false;
    }
    for (int face = 0; face < 6; face++) {
        const int8_t *corner = quad[face];
        for (int k = 1; k < 3; k++) {
            if (!soup_add_triangle(soup, corner[0], corner[k], corner[k + 1]))
                return false;
        }
    }
    return true;
}

static bool meets_vertices(const primitive *primitive)
{
    return ((const box *)primitive)->side != SIDE_OUTSIDE;
}

static double face(const primitive *primitive, v3 along, bool flat)
{
    const v3 half = ((const box *)primitive)->half;
    if (flat)
        return 2 * (fabs(along.x) * half.y + fabs(along.y) * half.x);
    const double across_x = fabs(along.x) * half.y * half.z;
    const double across_y = fabs(along.y) * half.x * half.z;
    const double across_z = fabs(along.z) * half.x * half.y;
    return 4 * (across_x + across_y + across_z);
}

const primitive_kind primitive_box_kind = {
    .rows = &primitive_box_plugin,
    .make = make,
    .touches = touches,
    .ray = ray_to,
    .bounds = bounds,
    .face = face,
    .largest_ball = largest_ball,
    .meets_vertices = meets_vertices,
    .draw = draw,
};
