// check_case.c - what no world can be made of though each number of the case is sound by itself: a domain too large,
// or too short for its grains; streams that find no place.
#include "world/internal.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "scene/region.h"
#include "scene/stream.h"

#include <math.h>
#include <stdio.h>

scree_status world_check_periodic(const world *world, double radius, scree_error *error)
{
    static const char *const axes[] = {"x", "y", "z"};
    const model *model = world->shared->model;
    const v3 size = v3_sub(model->high, model->low);
    for (int axis = 0; axis < model->dimensions; axis++) {
        double length = v3_component(size, axis);
        if (model->boundary[axis] != BOUNDARY_PERIODIC)
            continue;
        if (world->shared->cell.given)
            length = world->shared->cell.now.of[axis];
        if (length < 4.2 * radius) {
            const bool of_stretch = model->maser.is_stretch && axis == model->maser.axis;
            return fail(error, SCREE_BAD_INPUT, of_stretch ? "stretch" : "domain",
                        of_stretch ? "move `from` and `to` apart"
                                   : "make the domain longer, or the axis a wall",
                        "the %s %s axis is %.4g m long; it must be at least 2.1 diameters of "
                        "the largest grain (%.4g m)",
                        of_stretch ? "stretch along the" : "periodic", axes[axis], length,
                        4.2 * radius);
        }
    }
    return SCREE_OK;
}

// Coordinates are kept in single precision where near pairs are searched.
scree_status world_check_domain(const model *model, scree_error *error)
{
    const double most = 1e15; // m
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double low = v3_component(model->low, axis);
        const double high = v3_component(model->high, axis);
        if (low >= -most && high <= most)
            continue;
        return fail(error, SCREE_BAD_INPUT, "domain", "check its unit, or make it smaller",
                    "the domain reaches from %g to %g m along %c, farther than %g m", low, high,
                    "xyz"[axis], most);
    }
    return SCREE_OK;
}

// More grains than fit into the box of a stream never find a place, and to try takes for ever. Of all in one step, so
// many fit as balls fill of a box at most.
scree_status world_check_stream_step(const world *world, int i, scree_error *error)
{
    const shared *shared = world->shared;
    const model *model = shared->model;
    const bool flat = model->dimensions == 2;
    const double densest = flat ? 0.91 : 0.75;
    const model_stream *stream = &model->stream[i];
    const spread size = model->shape[stream->shape].radius;
    const bool spreads = size.kind != SPREAD_FIXED && size.from > 0;
    const double radius = spreads ? size.from : size.value;
    const v3 box = v3_sub(stream->high, stream->low);
    const double of_box = flat ? box.x * box.y : box.x * box.y * box.z;
    const region *region = stream->region < 0 ? NULL : model->region[stream->region].made;
    const double room = region ? region->volume : of_box;
    const double ball = flat ? PI * radius * radius : 4 * PI / 3 * radius * radius * radius;
    const double most = densest * room / ball + 1;
    const double together = real_max(shared->dt, stream->every); // s, whose grains come at once
    const double comes = real_min(stream_rate(model, i) * together, (double)stream->most);
    char where[128];
    if (comes <= most)
        return SCREE_OK;
    snprintf(where, sizeof where, "streams.%.100s", stream->name);
    return fail(
        error, SCREE_BAD_INPUT, where, "lower its rate, enlarge its box, or take a shorter step",
        "the stream brings %.3g grains in a %s of %.3g s, and no more than %.3g fit into its %s",
        comes, stream->every > shared->dt ? "batch" : "step", together, most,
        region ? "region" : "box");
}

// Some place of its region must hold its largest grain.
static scree_status check_stream_region(const model *model, const model_stream *stream,
                                        double radius, const char *where, scree_error *error)
{
    rng places = rng_make(stream->seed, 0);
    v3 at;
    if (stream->region < 0 || !isfinite(radius))
        return SCREE_OK;
    if (region_draw(model->region[stream->region].made, radius, &places, &at))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, where, "take a larger region, or smaller grains",
                "none of %d points of the region '%s' leaves room for its largest grain (%g m)",
                REGION_DRAWS, model->region[stream->region].name, 2 * radius);
}

// A stream must be able to make its largest grain, and inside the domain.
// Its box lies in the domain and is no narrower than its largest grain.
static scree_status check_stream_box(const model *model, const model_stream *stream, double radius,
                                     const char *where, scree_error *error)
{
    const int axes = model->dimensions == 2 ? 2 : 3;
    for (int axis = 0; axis < axes; axis++) {
        const char letter = "xyz"[axis];
        const double low = v3_component(stream->low, axis);
        const double high = v3_component(stream->high, axis);
        const double from = v3_component(model->low, axis);
        const double to = v3_component(model->high, axis);
        const double width = high - low;
        if (low < from || high > to) {
            return fail(error, SCREE_BAD_INPUT, where, "move its box, or widen `domain`",
                        "the stream reaches out of the domain along %c: from %g to %g m, the "
                        "domain from %g to %g m",
                        letter, low, high, from, to);
        }
        if (isfinite(radius) && width < 2 * radius) {
            return fail(error, SCREE_BAD_INPUT, where, "widen its box",
                        "the stream is %g m wide along %c, narrower than its largest grain (%g m)",
                        width, letter, 2 * radius);
        }
    }
    return SCREE_OK;
}

scree_status world_check_streams(const model *model, scree_error *error)
{
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        const spread size = model->shape[stream->shape].radius;
        const double radius = size.kind == SPREAD_FIXED ? size.value : size.to;
        const double duration = model->steps ? 0 : model->duration;
        const double made = stream_expected(model, i, duration);
        char where[128];
        snprintf(where, sizeof where, "streams.%.100s", stream->name);
        if (size.kind == SPREAD_FIXED && !packing_radius_fits(radius)) {
            return fail(error, SCREE_BAD_INPUT, where, "check the radius and its unit",
                        "a grain of radius %g m is not one that can be computed with", radius);
        }
        if (made > 1e9) {
            return fail(error, SCREE_BAD_INPUT, where, "lower its rate, or give it a `count`",
                        "the stream makes %.3g grains in the run, more than one world holds", made);
        }
        scree_status status = check_stream_box(model, stream, radius, where, error);
        if (status == SCREE_OK)
            status = check_stream_region(model, stream, radius, where, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}
