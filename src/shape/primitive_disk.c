// primitive_disk.c - a flat round disk, infinitely thin, touched from both sides and at its rim.
#include "shape/meridian.h"

static const row rows[] = {
    {"centre", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "middle"},
    {"normal", ROW_VECTOR, "1", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction across the disk; any length"},
    {"radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "radius"},
};
const char primitive_disk_example[] = "centre: [0, -18 mm, 0], normal: [0.1, 1, 0], radius: 15 mm";

const plugin primitive_disk_plugin = {
    .name = "disk",
    .doc = "flat round disk, touched from both sides",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
};

extern const primitive_kind primitive_disk_kind;

static scree_status make(const choice *choice, const char *folder, primitive **out,
                         mesh_report *report, scree_error *error)
{
    (void)folder;
    (void)report;
    v3 normal = choice_v3(choice, "normal");
    if (!(v3_norm(normal) > 0) || !isfinite(v3_norm(normal))) {
        return fail(error, SCREE_BAD_INPUT, "disk.normal", "give the direction across the disk",
                    "the normal has no direction");
    }
    primitive *primitive = primitive_allocate(sizeof(meridian), &primitive_disk_kind);
    if (!primitive)
        return fail_memory(error, "disk");
    meridian *wall =
        (meridian *)primitive; // the line from the middle to the rim, turned about the normal
    wall->axis = v3_unit(normal);
    wall->radius[1] = choice_real(choice, "radius");
    wall->side = SIDE_OUTSIDE;
    wall->make = MERIDIAN_SHEET;
    primitive->sheet = true;
    primitive->reference = choice_v3(choice, "centre");
    primitive->extent = wall->radius[1];
    *out = primitive;
    return SCREE_OK;
}

const primitive_kind primitive_disk_kind = {
    .one_round_face = true,
    .rows = &primitive_disk_plugin,
    .make = make,
    .touches = meridian_touches,
    .ray = meridian_ray,
    .bounds = meridian_bounds,
    .face = meridian_face,
    .draw = meridian_draw,
};
