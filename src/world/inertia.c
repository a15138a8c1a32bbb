// inertia.c - mass scaling: grains have the inertia of a mass that is so many times theirs, and the weight of their own
// (docs/quasi-static.md). All that steps see is inertia, and a fall that is so many times slower; what frames show are
// masses.
#include "world/adapt_columns.h"
#include "world/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCALING "run/mass_scaling"

double world_inertial_mass(const model *model, int set, double radius)
{
    return grain_mass(model, set, radius) * model_mass_scaling(model);
}

void world_give_inertia(const model *model, grain_list *grains)
{
    const double times = model_mass_scaling(model);
    for (int64_t i = 0; i < grains->count; i++)
        grains->mass[i] *= times; // infinite ones stay that
}

double world_weighing_mass(const world *world, double inertial)
{
    return inertial / model_mass_scaling(world->shared->model);
}

// ---- in images: only where there is one, so that other states and their hashes know nothing of it

bool world_save_scaling(const model *model, image *im)
{
    const double times = model_mass_scaling(model);
    if (times == 1)
        return true;
    double *data = image_add(im, SCALING, (image_shape){IMAGE_F64, 1, 1}, "1",
                             "inertia of grains over that of their mass");
    if (data)
        data[0] = times;
    return data != NULL;
}

// Multiplies the numbers [from, to) of each row of a column. False without memory.
static bool scale_column(adapted *out, const char *name, int from, int to, double times)
{
    const int at = adapt_place(&out->im, name);
    if (at < 0)
        return true;
    const image_column was = out->im.column[at];
    if (was.type != IMAGE_F64)
        return true; // told when the image is checked
    const int64_t numbers = was.rows * was.width;
    double *kept = malloc(((size_t)numbers + 1) * sizeof *kept);
    if (!kept)
        return false;
    memcpy(kept, was.data, (size_t)numbers * sizeof *kept);
    double *data = adapt_put(out, name, (image_shape){IMAGE_F64, was.rows, was.width});
    for (int64_t i = 0; data && i < numbers; i++) {
        const int column = (int)(i % was.width);
        data[i] = column >= from && column < to ? times * kept[i] : kept[i];
    }
    free(kept);
    return data != NULL;
}

bool adapt_inertia(const model *model, adapted *out)
{
    enum { MASS = 3 }; // behind the three components
    const image_column *had = image_find(&out->im, SCALING, IMAGE_F64, 1);
    const double was = had && had->rows == 1 ? image_reals(had)[0] : 1;
    const double now = model_mass_scaling(model);
    if (now == was || !(was > 0) || !isfinite(was))
        return true;
    const double times = now / was;
    bool ok = scale_column(out, "body/velocity", MASS, MASS + 1, 1 / times);
    ok = ok && scale_column(out, "body/centre", MASS, MASS + 1, times);
    // angular momenta; angular velocities, which stand beside their rates, stay
    if (ok && adapt_place(&out->im, "body/rate") < 0)
        ok = scale_column(out, "body/turning", 0, MASS, times);
    adapt_leave_out(out, SCALING);
    return ok;
}
