// packing_random.c - grains at random places of a box or region without overlap: random sequential insertion, the largest first.
//
// Each grain tries random places until one is free; jamming of the method is near a solid fraction of 0.38 for equal
// balls and 0.547 for equal disks (J. Feder, J. Theor. Biol. 87, 1980), so a packing that wants more is refused with
// what was reached. Grains of earlier sets are avoided as well. Balls stay inside the box, except where it spans a
// periodic axis.
#include "scene/cells.h"
#include "base/constants.h"
#include "base/spread.h"
#include "scene/packing.h"
#include "scene/region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRIES = 20000 };

static const row rows[] = {
    {"count", ROW_INTEGER, "1", ROW_OPTIONAL, 1, 2e9, "number of grains; this or volume_fraction"},
    {"volume_fraction", ROW_REAL, "1", ROW_OPTIONAL, ROW_POSITIVE, 0.74,
     "share of the box that grains fill; this or count"},
    PACKING_INSIDE_ROW,
    {"low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "lower corner of the box; default: of the domain"},
    {"high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "upper corner of the box; default: of the domain"},
    {"gap", ROW_REAL, "m", 0, 0, ROW_ANY_HIGH, "least distance between surfaces"},
    PACKING_CLEAR_ROW,
    {"seed", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991.0,
     "seed of radii and places; default: that of the case"},
};

typedef struct insertion {
    const packing_job *job;
    v3 low, high;
    packing_room room;
    double gap;
    bool through[3]; // the box spans a periodic axis
    double *radius;  // of the new grains
    uint8_t *part;   // of a mixture, of each
    int64_t count;
    int64_t *order; // largest first
    v3 *at;         // of old grains that are near, then of the new ones
    double *size;   // radii to `at`
    int64_t old;
    cells grid;
} insertion;

static void insertion_clear(insertion *in)
{
    free(in->radius);
    free(in->part);
    free(in->order);
    free(in->at);
    free(in->size);
    if (in->grid.bucket)
        cells_clear(&in->grid);
}

static double ball_volume(const model *model, double radius)
{
    return model->dimensions == 2 ? PI * radius * radius
                                  : 4.0 / 3.0 * PI * radius * radius * radius;
}

static double box_volume(const insertion *in)
{
    if (in->room.region)
        return in->room.region->volume;
    v3 size = v3_sub(in->high, in->low);
    return in->job->model->dimensions == 2 ? size.x * size.y : size.x * size.y * size.z;
}

static bool radius_push(insertion *in, int64_t *room, const mixture_grain *grain)
{
    if (in->count == *room) {
        int64_t more = *room ? 2 * *room : 1024;
        double *grown = realloc(in->radius, (size_t)more * sizeof *grown);
        if (!grown)
            return false;
        in->radius = grown;
        uint8_t *part = realloc(in->part, (size_t)more);
        if (!part)
            return false;
        in->part = part;
        *room = more;
    }
    in->part[in->count] = (uint8_t)grain->part;
    in->radius[in->count++] = grain->radius;
    return true;
}

// Radii until the count, or the wanted share of the box, is reached.
static scree_status draw_radii(insertion *in, scree_error *error)
{
    const choice *choice = &in->job->set->packing;
    bool by_count = choice_given(choice, "count");
    if (by_count == choice_given(choice, "volume_fraction")) {
        return packing_fail(in->job, error, "say how many grains",
                            by_count ? "give count or volume_fraction, not both"
                                     : "missing key 'count' or 'volume_fraction'");
    }
    const spread shape = in->job->model->shape[in->job->set->shape].radius;
    mixture mixture;
    packing_mixture(in->job, &mixture);
    int64_t room = 0;
    int64_t count = by_count ? (int64_t)choice_real(choice, "count") : 2000000000;
    double filled = 0;
    double all = box_volume(in);
    double left = by_count ? 0 : choice_real(choice, "volume_fraction") * all;
    if (left / ball_volume(in->job->model, spread_mean(&shape)) > (double)count) {
        return packing_fail(in->job, error, "check the radius and the box",
                            "more than 2e9 grains would be needed");
    }
    while (in->count < count && (by_count || left > 0)) {
        const mixture_grain grain = mixture_next(&mixture);
        const double radius = grain.radius;
        if (!radius_push(in, &room, &grain))
            return fail_memory(error, in->job->set->name);
        left -= ball_volume(in->job->model, radius);
        filled += ball_volume(in->job->model, radius);
        if (by_count && filled > 4 * all) {
            return packing_fail(
                in->job, error, "ask for fewer grains, or smaller ones, or enlarge the box",
                "%lld grains of this size are more than the whole box", (long long)count);
        }
    }
    return SCREE_OK;
}

typedef struct ranked {
    double radius;
    int64_t index;
} ranked;

static int larger_first(const void *left, const void *right)
{
    const ranked *first = left;
    const ranked *second = right;
    if (first->radius != second->radius)
        return first->radius > second->radius ? -1 : 1;
    return first->index < second->index ? -1 : 1;
}

static bool rank(insertion *in)
{
    ranked *list = malloc((size_t)in->count * sizeof *list);
    in->order = malloc((size_t)in->count * sizeof *in->order);
    if (list && in->order) {
        for (int64_t i = 0; i < in->count; i++)
            list[i] = (ranked){in->radius[i], i};
        qsort(list, (size_t)in->count, sizeof *list, larger_first);
        for (int64_t i = 0; i < in->count; i++)
            in->order[i] = list[i].index;
    }
    free(list);
    return list && in->order;
}

// The box in which places are looked for; along a periodic axis the domain, whose length is that of the images.
static cells_box box_of(const insertion *in)
{
    const model *model = in->job->model;
    cells_box box = {.low = in->low, .high = in->high};
    for (int axis = 0; axis < 3; axis++)
        box.periodic[axis] = model->boundary[axis] == BOUNDARY_PERIODIC;
    if (box.periodic[0]) {
        box.low.x = model->low.x;
        box.high.x = model->high.x;
    }
    if (box.periodic[1]) {
        box.low.y = model->low.y;
        box.high.y = model->high.y;
    }
    if (box.periodic[2]) {
        box.low.z = model->low.z;
        box.high.z = model->high.z;
    }
    return box;
}

// The grid with the grains of earlier sets in it.
static bool make_grid(insertion *in, const grain_list *earlier)
{
    const int64_t all = earlier->count + in->count;
    const cells_box box = box_of(in);
    in->old = earlier->count;
    in->at = malloc((size_t)all * sizeof *in->at);
    in->size = malloc((size_t)all * sizeof *in->size);
    if (!in->at || !in->size)
        return false;
    for (int64_t i = 0; i < in->old; i++) {
        in->at[i] = earlier->position[i];
        in->size[i] = earlier->radius[i];
    }
    for (int64_t i = 0; i < in->count; i++)
        in->size[in->old + i] = in->radius[i];
    if (!cells_make(&in->grid, &box, in->gap, in->size, all))
        return false;
    for (int64_t i = 0; i < in->old; i++)
        cells_put(&in->grid, i, in->at[i], in->size[i]);
    return true;
}

static bool is_free(const insertion *in, v3 point, double radius)
{
    cells_walk near = cells_around(&in->grid, point, radius, false);
    for (int64_t k = cells_next(&near); k >= 0; k = cells_next(&near)) {
        v3 way = cells_between(&in->grid, point, in->at[k]);
        double apart = radius + in->size[k] + in->gap;
        if (v3_dot(way, way) < apart * apart)
            return false;
    }
    return packing_room_takes(&in->room, point, radius, in->gap);
}

// Where centres of balls of this radius may be. False: the box is too narrow.
static bool centre_range(const insertion *in, double radius, v3 *from, v3 *to)
{
    *from = in->low;
    *to = in->high;
    if (!in->through[0]) {
        from->x += radius;
        to->x -= radius;
    }
    if (!in->through[1]) {
        from->y += radius;
        to->y -= radius;
    }
    if (!in->through[2]) {
        from->z += radius;
        to->z -= radius;
    }
    if (in->job->model->dimensions == 2) {
        to->z = packing_depth(in->job->model);
        from->z = to->z;
    }
    return from->x <= to->x && from->y <= to->y && from->z <= to->z;
}

// Of the grains of earlier sets whose centres are in the box.
static double volume_before(const insertion *in)
{
    const int axes = in->job->model->dimensions; // a flat domain has two
    double volume = 0;
    for (int64_t i = 0; i < in->old; i++) {
        bool inside = true;
        for (int axis = 0; axis < axes; axis++) {
            const double x = v3_component(in->at[i], axis);
            inside = inside && x >= v3_component(in->low, axis);
            inside = inside && x <= v3_component(in->high, axis);
        }
        if (inside)
            volume += ball_volume(in->job->model, in->size[i]);
    }
    return volume;
}

static scree_status too_dense(const insertion *in, int64_t placed, scree_error *error)
{
    const double before = volume_before(in);
    double volume = before;
    char whose[80] = "";
    for (int64_t i = 0; i < placed; i++)
        volume += ball_volume(in->job->model, in->radius[in->order[i]]);
    char hint[160] = "enlarge the box, or use a lattice";
    if (placed > 0)
        snprintf(hint, sizeof hint,
                 "ask for no more than the %lld that found a place (`count: %lld`), enlarge the "
                 "box, or use a lattice",
                 (long long)placed, (long long)placed);
    if (before > 0)
        snprintf(whose, sizeof whose, ", %.3g by grains of earlier sets", before / box_volume(in));
    return packing_fail(in->job, error, hint,
                        "only %lld of %lld grains found a free place, %.3g of the %s is filled%s",
                        (long long)placed, (long long)in->count, volume / box_volume(in),
                        in->room.region ? "region" : "box", whose);
}

static scree_status place_all(insertion *in, scree_error *error)
{
    rng rng = packing_rng(in->job, 1);
    for (int64_t i = 0; i < in->count; i++) {
        double radius = in->radius[in->order[i]];
        v3 from;
        v3 to;
        v3 point = {0, 0, 0};
        if (!centre_range(in, radius, &from, &to)) {
            return packing_fail(in->job, error, "enlarge the box",
                                "a grain of radius %g m does not fit into the box", radius);
        }
        bool found = false;
        for (int t = 0; t < MAX_TRIES && !found; t++) {
            double x = rng_range(&rng, from.x, to.x);
            double y = rng_range(&rng, from.y, to.y);
            point = v3_make(x, y, rng_range(&rng, from.z, to.z));
            found = is_free(in, point, radius);
        }
        if (!found)
            return too_dense(in, i, error);
        int64_t k = in->old + in->order[i];
        in->at[k] = point;
        cells_put(&in->grid, k, point, radius);
    }
    return SCREE_OK;
}

// The box of the packing against the domain: no longer than it along periodic axes. Notes where it goes right through.
static scree_status check_box(insertion *in, scree_error *error)
{
    const packing_job *job = in->job;
    const model *model = job->model;
    const int axes = model->dimensions == 2 ? 2 : 3;
    for (int axis = 0; axis < axes; axis++) {
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        const double box = v3_component(in->high, axis) - v3_component(in->low, axis);
        const double domain = v3_component(model->high, axis) - v3_component(model->low, axis);
        if (periodic && box > domain * (1 + 1e-12)) {
            return packing_fail(job, error, "move `low` and `high` into the domain",
                                "the box is longer along %c (%g m) than the domain (%g m)",
                                "xyz"[axis], box, domain);
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        const bool from_low = v3_component(in->low, axis) <= v3_component(model->low, axis);
        const bool to_high = v3_component(in->high, axis) >= v3_component(model->high, axis);
        in->through[axis] = periodic && from_low && to_high;
    }
    return SCREE_OK;
}

static scree_status prepare(insertion *in, const grain_list *earlier, scree_error *error)
{
    const packing_job *job = in->job;
    const choice *choice = &job->set->packing;
    in->room = packing_room_of(job);
    scree_status status = packing_box(job, &in->low, &in->high, error);
    if (!status)
        status = check_box(in, error);
    if (!status)
        status = draw_radii(in, error);
    if (status)
        return status;
    in->gap = choice_real(choice, "gap");
    if (!rank(in) || !make_grid(in, earlier))
        return fail_memory(error, job->set->name);
    return SCREE_OK;
}

// Where a ball has come to stand too deep in a wall, all are placed anew, clear of walls.
static scree_status place(insertion *in, const grain_list *earlier, scree_error *error)
{
    scree_status status = place_all(in, error);
    const v3 *at = in->at + in->old;
    if (status || !packing_room_is_tight(in->job, &in->room, at, in->radius, in->count))
        return status;
    cells_clear(&in->grid);
    free(in->at);
    free(in->size);
    return make_grid(in, earlier) ? place_all(in, error) : fail_memory(error, in->job->set->name);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    insertion in = {.job = job};
    scree_status status = prepare(&in, out, error);
    if (!status)
        status = place(&in, out, error);
    if (!status)
        status = grain_list_expect(out, job, in.count, error);
    for (int64_t i = 0; i < in.count && !status; i++) {
        grain_entry entry = {
            .position = in.at[in.old + i], .radius = in.radius[i], .part = in.part[i]};
        status = grain_list_add(out, job, &entry, error);
    }
    insertion_clear(&in);
    return status;
}

const char packing_random_example[] = "count: 6";

const packing_kind packing_random = {{"random",
                                      "grains at random places of a box or region, without overlap",
                                      rows, sizeof rows / sizeof *rows},
                                     add};
