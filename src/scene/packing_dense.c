// packing_dense.c - grains in a box as dense as is asked, up to random close packing: they begin at random places, in each
// other, and are moved apart (scene/relaxation.h).
//
// Radii are those of the shapes, and do not change. Of equal balls in a periodic box that are more than a few hundred all
// beginnings find places without overlap below a solid fraction of about 0.63, hardly any above 0.645; of equal disks
// crystals form, from 0.82 on few. Walls take room, and different sizes give some. Grains of earlier sets stay where they are.
// In a region, and in walls of the case, balls are pushed back by how deep they stand in the boundary.
#include "base/constants.h"
#include "base/spread.h"
#include "scene/dense_beginnings.h"
#include "scene/dense_room.h"
#include "scene/region.h"
#include "scene/relaxation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"count", ROW_INTEGER, "1", ROW_OPTIONAL, 1, 2e9, "number of grains; this or volume_fraction"},
    {"volume_fraction", ROW_REAL, "1", ROW_OPTIONAL, ROW_POSITIVE, 0.95,
     "share of the box or region that grains fill, of equal balls 0.63 and less; this or count"},
    {"low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "lower corner of the box; default: of the domain"},
    {"high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "upper corner of the box; default: of the domain"},
    PACKING_INSIDE_ROW,
    PACKING_CLEAR_ROW,
    {"gap", ROW_REAL, "m", 0, 0, ROW_ANY_HIGH, "least distance between surfaces"},
    {"growth_rounds", ROW_INTEGER, "1", 300, 0, 1e9,
     "rounds in which balls grow from a tenth less, agitated: more reach a little higher"},
    {"most_rounds", ROW_INTEGER, "1", 20000, 1, 1e9, "rounds of moving apart, at most"},
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "seed of radii and places; default: that of the case"},
};

typedef struct dense {
    const packing_job *job;
    const grain_list *earlier;
    v3 low, high;
    packing_room room_in; // the region, and walls of the case
    double gap, filled;   // m; m^3 of the new grains
    mixture_grain *grain;
    int64_t count, room;
    int64_t *index; // of the grain that each ball of the relaxation is
    relaxation relaxation;
    double *size;
} dense;

static void dense_clear(dense *is)
{
    free(is->grain);
    free(is->index);
    free(is->size);
    free(is->relaxation.at);
}

static double ball_volume(const model *model, double radius)
{
    return model->dimensions == 2 ? PI * radius * radius
                                  : 4.0 / 3.0 * PI * radius * radius * radius;
}

static double box_volume(const dense *is)
{
    const v3 size = v3_sub(is->high, is->low);
    if (is->room_in.region)
        return is->room_in.region->volume;
    return is->job->model->dimensions == 2 ? size.x * size.y : size.x * size.y * size.z;
}

static bool keep_grain(dense *is, mixture_grain grain)
{
    if (is->count == is->room) {
        const int64_t more = is->room ? 2 * is->room : 1024;
        mixture_grain *grown = realloc(is->grain, (size_t)more * sizeof *grown);
        if (!grown)
            return false;
        is->grain = grown;
        is->room = more;
    }
    is->grain[is->count++] = grain;
    return true;
}

// Kinds and radii, until the count or the wanted share of the box is reached.
static scree_status draw_grains(dense *is, scree_error *error)
{
    const choice *choice = &is->job->set->packing;
    const model *model = is->job->model;
    const bool by_count = choice_given(choice, "count");
    if (by_count == choice_given(choice, "volume_fraction")) {
        return packing_fail(is->job, error, "say how many grains",
                            by_count ? "give count or volume_fraction, not both"
                                     : "missing key 'count' or 'volume_fraction'");
    }
    const double all = box_volume(is);
    const double wanted = by_count ? all : choice_real(choice, "volume_fraction") * all;
    const int64_t count = by_count ? (int64_t)choice_real(choice, "count") : INT32_MAX;
    mixture mixture;
    packing_mixture(is->job, &mixture);
    while (is->count < count && is->filled < wanted) {
        const mixture_grain grain = mixture_next(&mixture);
        if (!keep_grain(is, grain))
            return fail_memory(error, is->job->set->name);
        is->filled += ball_volume(model, grain.radius);
    }
    if (by_count && is->count < count) {
        return packing_fail(is->job, error, "ask for fewer grains, or enlarge the box",
                            "%lld grains of these sizes are more than the whole box",
                            (long long)count);
    }
    if (is->count == INT32_MAX || is->earlier->count + is->count > INT32_MAX) {
        return packing_fail(is->job, error, "check the radius and the box",
                            "more than 2e9 grains would be needed");
    }
    return SCREE_OK;
}

// ---- the box

// Balls are pushed out of the region and of walls, where there are any.
static void take_walls(dense *is)
{
    is->relaxation.depth = dense_room_bounds(&is->room_in) ? dense_room_depth : NULL;
    is->relaxation.boundary = &is->room_in;
}

// Along periodic axes places are looked for in the domain; where the box is shorter, it has walls.
static scree_status take_box(dense *is, scree_error *error)
{
    const model *model = is->job->model;
    relaxation *relaxation = &is->relaxation;
    scree_status status = packing_box(is->job, &is->low, &is->high, error);
    is->room_in = packing_room_of(is->job);
    if (!status)
        status = dense_room_check(is->job, &is->room_in, error);
    if (status)
        return status;
    take_walls(is);
    relaxation->flat = model->dimensions == 2;
    relaxation->low = model->low;
    relaxation->high = model->high;
    relaxation->wall_low = is->low;
    relaxation->wall_high = is->high;
    for (int axis = 0; axis < model->dimensions; axis++) {
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        const double from = v3_component(model->low, axis);
        const double to = v3_component(model->high, axis);
        const double low = v3_component(is->low, axis);
        const double high = v3_component(is->high, axis);
        const double length = high - low;
        if (periodic && length > (to - from) * (1 + 1e-12)) {
            return packing_fail(is->job, error, "move `low` and `high` into the domain",
                                "the box is longer along %c (%g m) than the domain (%g m)",
                                "xyz"[axis], length, to - from);
        }
        relaxation->periodic[axis] = periodic;
        const bool whole = low <= from && high >= to;
        relaxation->walled[axis] = !(periodic && whole);
    }
    return SCREE_OK;
}

static scree_status check_largest(const dense *is, scree_error *error)
{
    const v3 size = v3_sub(is->high, is->low);
    double largest = 0;
    for (int64_t i = 0; i < is->count; i++)
        largest = is->grain[i].radius > largest ? is->grain[i].radius : largest;
    for (int axis = 0; axis < is->job->model->dimensions; axis++) {
        if (v3_component(size, axis) < 2 * largest + is->gap) {
            return packing_fail(is->job, error, "enlarge the box",
                                "a grain of radius %g m does not fit into the box", largest);
        }
    }
    return SCREE_OK;
}

// ---- balls: first those that are there and stay, then the new ones, in the order of their places

static scree_status no_place(const dense *is, scree_error *error)
{
    return packing_fail(is->job, error, "enlarge the region, or move it out of the walls",
                        "a grain finds no place in the region that is clear of walls");
}

static scree_status draw_beginnings(dense *is, dense_beginning *begin, scree_error *error)
{
    dense_beginnings beginnings = {
        .job = is->job,
        .room = &is->room_in,
        .relaxation = &is->relaxation,
        .low = is->low,
        .high = is->high,
        .gap = is->gap,
        .count = is->count,
        .grain = is->grain,
        .begin = begin,
    };
    switch (dense_beginnings_draw(&beginnings)) {
    case DENSE_DRAWN:
        return SCREE_OK;
    case DENSE_NO_PLACE:
        return no_place(is, error);
    case DENSE_NO_MEMORY:
        break;
    }
    return fail_memory(error, is->job->set->name);
}

// Those that are there.
static void place_earlier(dense *is)
{
    const int64_t old = is->earlier->count;
    for (int64_t i = 0; i < old; i++) {
        is->relaxation.at[i] = is->earlier->position[i];
        is->size[i] = is->earlier->radius[i] + 0.5 * is->gap;
    }
    is->relaxation.fixed = old;
    is->relaxation.balls = old + is->count;
    is->relaxation.size = is->size;
}

static scree_status place_balls(dense *is, scree_error *error)
{
    const int64_t old = is->earlier->count;
    const size_t room = (size_t)(old + is->count) + 1;
    dense_beginning *begin = malloc(((size_t)is->count + 1) * sizeof *begin);
    is->index = malloc(room * sizeof *is->index);
    is->size = malloc(room * sizeof *is->size);
    is->relaxation.at = malloc(room * sizeof *is->relaxation.at);
    if (!begin || !is->index || !is->size || !is->relaxation.at) {
        free(begin);
        return fail_memory(error, is->job->set->name);
    }
    place_earlier(is);
    const scree_status status = draw_beginnings(is, begin, error);
    for (int64_t i = 0; i < is->count && !status; i++) {
        const int64_t grain = begin[i].grain;
        const int64_t ball = old + i;
        is->relaxation.at[ball] = begin[i].at;
        is->index[ball] = grain;
        is->size[ball] = is->grain[grain].radius + 0.5 * is->gap;
    }
    free(begin);
    return status;
}

// ---- all of it

static scree_status not_apart(const dense *is, scree_error *error)
{
    const relaxation *relaxation = &is->relaxation;
    const bool flat = relaxation->flat;
    char how[100];
    if (relaxation->jammed)
        snprintf(how, sizeof how, "they hold each other after %lld rounds",
                 (long long)relaxation->rounds);
    else
        snprintf(how, sizeof how, "%lld rounds of moving apart were not enough",
                 (long long)relaxation->rounds);
    return packing_fail(
        is->job, error,
        relaxation->jammed
            ? (flat ? "ask for less: equal disks reach about 0.82 without walls"
                    : "ask for less: equal balls reach about 0.63 without walls, less beside them")
            : "ask for less, or raise `most_rounds`",
        "%lld grains, %.4g of the %s, find no places without overlap: %s, and %lld overlaps are "
        "left, the deepest %.2g of a diameter",
        (long long)is->count, is->filled / box_volume(is), is->room_in.region ? "region" : "box",
        how, (long long)relaxation->overlaps, relaxation->deepest);
}

static scree_status prepare(dense *is, scree_error *error)
{
    const choice *choice = &is->job->set->packing;
    is->gap = choice_real(choice, "gap");
    is->relaxation.growing = (int64_t)choice_real(choice, "growth_rounds");
    is->relaxation.most = (int64_t)choice_real(choice, "most_rounds");
    scree_status status = take_box(is, error);
    if (!status)
        status = draw_grains(is, error);
    if (!status)
        status = check_largest(is, error);
    return status;
}

static scree_status add_all(dense *is, grain_list *out, scree_error *error)
{
    const int64_t old = is->relaxation.fixed;
    const int64_t balls = is->relaxation.balls;
    v3 *place = malloc(((size_t)is->count + 1) * sizeof *place);
    if (!place)
        return fail_memory(error, is->job->set->name);
    for (int64_t i = old; i < balls; i++)
        place[is->index[i]] = is->relaxation.at[i];
    scree_status status = grain_list_expect(out, is->job, is->count, error);
    for (int64_t i = 0; i < is->count && !status; i++) {
        const grain_entry entry = {
            .position = place[i], .radius = is->grain[i].radius, .part = is->grain[i].part};
        status = grain_list_add(out, is->job, &entry, error);
    }
    free(place);
    return status;
}

static scree_status settle(dense *is, scree_error *error)
{
    scree_status status = place_balls(is, error);
    if (!status && !relax(&is->relaxation))
        status = fail_memory(error, is->job->set->name);
    if (!status && is->relaxation.overlaps > 0)
        status = not_apart(is, error);
    return status;
}

static bool stand_in_walls(dense *is)
{
    const int64_t old = is->relaxation.fixed;
    const double *radius = is->size + old; // that have half of the gap, too
    const v3 *at = is->relaxation.at + old;
    return packing_room_is_tight(is->job, &is->room_in, at, radius, is->count);
}

// Where a ball has come to stand too deep in a wall, all begin anew and are kept clear of walls.
static scree_status settle_clear(dense *is, scree_error *error)
{
    const scree_status status = settle(is, error);
    if (status || !stand_in_walls(is))
        return status;
    take_walls(is);
    free(is->index);
    free(is->size);
    free(is->relaxation.at);
    is->index = NULL;
    is->size = NULL;
    is->relaxation.at = NULL;
    return settle(is, error);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    dense is = {.job = job, .earlier = out};
    scree_status status = prepare(&is, error);
    if (!status)
        status = settle_clear(&is, error);
    if (!status)
        status = add_all(&is, out, error);
    dense_clear(&is);
    return status;
}

const char packing_dense_example[] = "count: 8";

const packing_kind packing_dense = {
    {"dense", "grains at random places of a box, moved apart: up to random close packing", rows,
     sizeof rows / sizeof *rows},
    add};
