// primitive_cone.c - a frustum of a cone: a hopper touched from inside, a solid cone touched from outside.
#include "shape/meridian.h"

static const row rows[] = {
    {"from", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle of one end"},
    {"to", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle of the other end"},
    {"radius_from", ROW_REAL, "m", ROW_REQUIRED, 0, ROW_ANY_HIGH, "radius at `from`; 0: a tip"},
    {"radius_to", ROW_REAL, "m", ROW_REQUIRED, 0, ROW_ANY_HIGH, "radius at `to`; 0: a tip"},
    {"side", ROW_TEXT, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the grains are: inside or outside"},
    {"ends", ROW_FLAG, "1", ROW_OPTIONAL, 0, 1,
     "closed by flat end faces; when left out: true for side outside (a solid cone), false for "
     "inside (an open "
     "hopper)"},
};
const char primitive_cone_example[] =
    "from: [0, -28 mm, 0], to: [0, -14 mm, 0], radius_from: 14 mm, radius_to: 2 mm, side: "
    "outside\nfrom: [0, -24 mm, 0], to: [0, 24 mm, 0], radius_from: 12 mm, radius_to: 28 mm, side: "
    "inside";

const plugin primitive_cone_plugin = {
    .name = "cone",
    .doc = "frustum of a cone, touched from inside or outside",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
};

extern const primitive_kind primitive_cone_kind;

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    (void)folder;
    (void)report;
    primitive_side side;
    scree_status status = primitive_read_side(choice, "cone.side", &side, error);
    if (status)
        return status;
    bool ends = choice_given(choice, "ends") ? choice_flag(choice, "ends") : side == SIDE_OUTSIDE;
    return meridian_between(&primitive_cone_kind,
                            &(meridian_ends){.from = choice_v3(choice, "from"),
                                             .to = choice_v3(choice, "to"),
                                             .radius_from = choice_real(choice, "radius_from"),
                                             .radius_to = choice_real(choice, "radius_to"),
                                             .side = side,
                                             .closed = ends},
                            out, error);
}

const primitive_kind primitive_cone_kind = {
    .rows = &primitive_cone_plugin,
    .make = make,
    .touches = meridian_touches,
    .ray = meridian_ray,
    .bounds = meridian_bounds,
    .face = meridian_face,
    .largest_ball = meridian_largest_ball,
    .meets_vertices = meridian_meets_vertices,
    .draw = meridian_draw,
};
