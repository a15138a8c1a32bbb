// newcomer_sizes.c - which sizes a grain may have that a program adds: those that its shape has, for which the step of the case
// was chosen.
#include "world/newcomers.h"

#include "base/mathlib.h"
#include "base/spread.h"
#include "state/bodies.h"

// Sizes that a shape has, m; a packing from a file, or growth, may have given others to grains of a set.
typedef struct size_range {
    double least, most;
} size_range;

static size_range sizes_of(const world *world, int set)
{
    const spread *size = &model_shape_of(world->shared->model, set)->radius;
    size_range range = {spread_least(size), spread_most(size)};
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        const bodies *bodies = &part->body;
        for (int32_t slot = 0; slot < bodies->count; slot++) {
            if (bodies->set[slot] != set)
                continue;
            range.least = real_min(range.least, bodies_radius(bodies, slot));
            range.most = real_max(range.most, bodies_radius(bodies, slot));
        }
    }
    return range;
}

scree_status world_check_size(const world *world, const standing_grain *stands, const char *where,
                              scree_error *error)
{
    const model *model = world->shared->model;
    const bool of_one_size = model_clump_of(model, stands->set) != NULL;
    const double own = spread_mean(&model_shape_of(model, stands->set)->radius);
    const double rounding = 1e-9;
    if (!packing_radius_fits(stands->radius))
        return fail(error, SCREE_BAD_INPUT, where, "give metres",
                    "its radius is not from 1e-15 to 1e9 m");
    if (of_one_size && stands->radius != own)
        return fail(error, SCREE_BAD_INPUT, where, "leave its radius 0",
                    "grains of its shape have one size");
    if (of_one_size || stands->radius == own)
        return SCREE_OK;
    const size_range range = sizes_of(world, stands->set);
    if (stands->radius >= range.least * (1 - rounding) &&
        stands->radius <= range.most * (1 + rounding))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, where,
                "leave its radius 0, or give the case an entry of `grains` or `streams` with that "
                "size",
                "its radius of %.6g m is none of '%.60s', whose grains have from %.6g to %.6g m",
                stands->radius, model_set_name(model, stands->set), range.least, range.most);
}
