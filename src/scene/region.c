// region.c - the table of regions, and what all have in common; see region.h.
#include "scene/region.h"

#include "base/mathlib.h"
#include "region_list.h"

#include <math.h>
#include <stdlib.h>

#define DECLARE(name) extern const region_kind region_##name;
#define KIND(name) &region_##name,
#define WHAT(name) &region_##name.what,
REGION_LIST(DECLARE)

static const region_kind *const kinds[] = {REGION_LIST(KIND)};
static const plugin *const plugins[] = {REGION_LIST(WHAT)};
enum { COUNT = sizeof kinds / sizeof *kinds };

const plugin *const *region_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}

const region_kind *region_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++) {
        if (plugins[i] == what)
            return kinds[i];
    }
    return NULL;
}

// ---- the volume

// A point of the box of a region at shares of its edges.
static v3 point_at(const region *region, double x, double y, double z)
{
    const v3 edge = v3_sub(region->high, region->low);
    v3 point = region->low;
    point.x += x * edge.x;
    point.y += y * edge.y;
    point.z += z * edge.z;
    return point;
}

static double box_volume(const region *region)
{
    const v3 edge = v3_sub(region->high, region->low);
    return edge.x * edge.y * (region->flat ? 1 : edge.z);
}

void region_sample(region *region)
{
    const double root = 1.2207440846057596; // of g^4 = g + 1
    const double step_x = 1 / root;
    const double step_y = step_x * step_x;
    const double step_z = step_y * step_x;
    double x = 0.5;
    double y = 0.5;
    double z = 0.5;
    int inside = 0;
    for (int i = 0; i < REGION_SAMPLES; i++) {
        x += step_x;
        y += step_y;
        z += step_z;
        x -= floor(x);
        y -= floor(y);
        z -= floor(z);
        inside += region_contains(region, point_at(region, x, y, region->flat ? 0.5 : z));
    }
    const double share = (double)inside / REGION_SAMPLES;
    region->volume = share * box_volume(region);
    region->error = sqrt(share * (1 - share) / REGION_SAMPLES) * box_volume(region);
}

// ---- making

// Lengths of which cubes are numbers.
static bool is_bounded(const region *region)
{
    const double most = 1e75;
    const v3 low = region->low;
    const v3 high = region->high;
    const bool below = low.x >= -most && low.y >= -most && (region->flat || low.z >= -most);
    return below && high.x <= most && high.y <= most && (region->flat || high.z <= most);
}

scree_status region_make(const region_given *given, region **out, scree_error *error)
{
    const region_kind *kind = region_find(given->form->what);
    *out = NULL;
    if (!kind)
        return fail(error, SCREE_BAD_INPUT, "", "", "the region is not one of this program");
    if (given->flat && kind->in_space_only) {
        return fail(error, SCREE_BAD_INPUT, "",
                    "take a box, ball, cylinder, cone, slab or half-space",
                    "a region '%s' has no section with the plane of a 2D case", kind->what.name);
    }
    region *made = calloc(1, kind->size);
    if (!made)
        return fail_memory(error, "regions");
    made->kind = kind;
    made->flat = given->flat;
    made->volume = NAN;
    made->forms = 1;
    scree_status status = kind->make(given, made, error);
    if (status == SCREE_OK && !is_bounded(made)) {
        status =
            fail(error, SCREE_BAD_INPUT, "", "check its units",
                 "the region is too large: it reaches from (%g, %g, %g) to (%g, %g, %g) m",
                 made->low.x, made->low.y, made->low.z, made->high.x, made->high.y, made->high.z);
    }
    if (given->flat) {
        made->low.z = given->low.z;
        made->high.z = given->high.z;
    }
    if (status == SCREE_OK && isnan(made->volume))
        region_sample(made);
    if (status == SCREE_OK && !(made->volume > 0)) {
        status =
            fail(error, SCREE_BAD_INPUT, "",
                 kind->combines ? "let its parts overlap, or leave something over"
                                : "make it larger, and check its units",
                 kind->combines ? "the region has no volume: none of %d points of its box is inside"
                                : "the region has no volume",
                 REGION_SAMPLES);
    }
    if (status == SCREE_OK)
        *out = made;
    else
        region_free(made);
    return status;
}

void region_free(region *region)
{
    if (region && region->kind->release)
        region->kind->release(region);
    free(region);
}

// ---- points

// One after the other, as arguments of a call have no order.
static v3 draw_in_box(const region *region, rng *random)
{
    const double x = rng_uniform(random);
    const double y = rng_uniform(random);
    const double z = region->flat ? 0.5 : rng_uniform(random);
    return point_at(region, x, y, z);
}

bool region_draw(const region *region, double radius, rng *random, v3 *out)
{
    const region_kind *kind = region->kind;
    for (int i = 0; i < REGION_DRAWS; i++) {
        *out = kind->draw ? kind->draw(region, random) : draw_in_box(region, random);
        if (region_holds(region, *out, radius))
            return true;
    }
    return false;
}
