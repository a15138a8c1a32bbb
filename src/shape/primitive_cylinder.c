// primitive_cylinder.c - a round cylinder: a pipe or drum touched from inside, a rod touched from outside.
#include "shape/meridian.h"

static const row rows[] = {
    {"from", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle of one end"},
    {"to", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle of the other end"},
    {"radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "radius"},
    {"side", ROW_TEXT, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the grains are: inside or outside"},
    {"ends", ROW_FLAG, "1", ROW_OPTIONAL, 0, 1,
     "closed by flat end faces; when left out: true for side outside (a solid rod), false for "
     "inside (an open pipe)"},
};
const char primitive_cylinder_example[] =
    "from: [0, -23 mm, -40 mm], to: [0, -23 mm, 40 mm], radius: 8 mm, side: outside\nfrom: [0, 0, "
    "-40 mm], to: [0, 0, 40 mm], radius: 28 mm, side: inside";

const plugin primitive_cylinder_plugin = {
    .name = "cylinder",
    .doc = "round cylinder, touched from inside or outside",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
};

extern const primitive_kind primitive_cylinder_kind;

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    (void)folder;
    (void)report;
    primitive_side side;
    double radius = choice_real(choice, "radius");
    scree_status status = primitive_read_side(choice, "cylinder.side", &side, error);
    if (status)
        return status;
    bool ends = choice_given(choice, "ends") ? choice_flag(choice, "ends") : side == SIDE_OUTSIDE;
    return meridian_between(&primitive_cylinder_kind,
                            &(meridian_ends){.from = choice_v3(choice, "from"),
                                             .to = choice_v3(choice, "to"),
                                             .radius_from = radius,
                                             .radius_to = radius,
                                             .side = side,
                                             .closed = ends},
                            out, error);
}

const primitive_kind primitive_cylinder_kind = {
    .rows = &primitive_cylinder_plugin,
    .make = make,
    .touches = meridian_touches,
    .ray = meridian_ray,
    .bounds = meridian_bounds,
    .face = meridian_face,
    .largest_ball = meridian_largest_ball,
    .meets_vertices = meridian_meets_vertices,
    .draw = meridian_draw,
};
