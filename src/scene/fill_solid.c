// fill_solid.c - a solid filled with balls; see fill.h.
//
// Samples of the inside on a cubic grid are both what is to be covered and where balls may have their centres. A ball
// reaches to the surface. What it would add only falls as others are taken, so a heap of old values, looked at anew
// when they come up, finds the best without trying all (M. Minoux, Accelerated greedy algorithms, 1978). The ball that
// is taken is shifted to where it is largest nearby. What is left of the volume is exact, from the union of the balls.
#include "scene/fill_parts.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "collide/sharp.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 60000, SIDE_MOST = 400 };

typedef struct filler {
    sharp body;
    v3 low; // of the first sample
    double spacing;
    int32_t side[3];
    double *room; // of each place on the grid: distance to the surface; 0 outside
    bool *covered;
    int64_t inside, left; // samples
    int64_t *heap;        // places, the most promising first
    double *promise;
    int64_t heaped;
} filler;

static int64_t place_of(const filler *filler, const int32_t at[3])
{
    return ((int64_t)at[2] * filler->side[1] + at[1]) * filler->side[0] + at[0];
}

static v3 point_of(const filler *filler, const int32_t at[3])
{
    return v3_fma(filler->low, filler->spacing, v3_make(at[0], at[1], at[2]));
}

static void cell_of(const filler *filler, int64_t place, int32_t at[3])
{
    const int64_t row = place / filler->side[0];
    at[0] = (int32_t)(place % filler->side[0]);
    at[1] = (int32_t)(row % filler->side[1]);
    at[2] = (int32_t)(row / filler->side[1]);
}

// ---- samples

static double distance_inside(const sharp *sharp, v3 point, double within)
{
    sharp_nearest near;
    if (!sharp_inside(sharp, point) || !sharp_closest(sharp, point, within, &near))
        return 0;
    return near.distance;
}

static double size_of(const sharp *sharp)
{
    return v3_distance(sharp->high, sharp->low);
}

// A grid with one sample in the middle of the box, of some SAMPLES samples inside.
static bool make_samples(filler *filler, int64_t places)
{
    const size_t count = (size_t)places;
    filler->room = malloc(count * sizeof *filler->room);
    filler->covered = calloc(count, sizeof *filler->covered);
    filler->heap = malloc(count * sizeof *filler->heap);
    filler->promise = malloc(count * sizeof *filler->promise);
    return filler->room && filler->covered && filler->heap && filler->promise;
}

static bool make_grid(filler *filler, double volume)
{
    const v3 size = v3_sub(filler->body.high, filler->body.low);
    const v3 middle = v3_fma(filler->body.low, 0.5, size);
    const double longest = real_max(size.x, real_max(size.y, size.z));
    const double wanted = real_cbrt(volume / SAMPLES);
    const double spacing = real_max(wanted, longest / SIDE_MOST);
    const int32_t *side = filler->side;
    int64_t places = 1;
    int32_t half[3];
    filler->spacing = spacing;
    for (int k = 0; k < 3; k++) {
        half[k] = (int32_t)(0.5 * v3_component(size, k) / spacing);
        filler->side[k] = 2 * half[k] + 1;
        places *= side[k];
    }
    filler->low = v3_fma(middle, -spacing, v3_make(half[0], half[1], half[2]));
    if (!make_samples(filler, places))
        return false;
    const double far = size_of(&filler->body);
    int32_t at[3];
    for (at[2] = 0; at[2] < side[2]; at[2]++) {
        for (at[1] = 0; at[1] < side[1]; at[1]++) {
            double before = far;
            for (at[0] = 0; at[0] < side[0]; at[0]++) {
                // no sample is farther from the surface than its neighbour and the way there
                const double most = real_min(far, 1.001 * (before + spacing));
                const v3 point = point_of(filler, at);
                const double depth = distance_inside(&filler->body, point, most);
                filler->room[place_of(filler, at)] = depth;
                before = depth > 0 ? depth : 0;
                filler->inside += depth > 0;
            }
        }
    }
    filler->left = filler->inside;
    return true;
}

// Samples that a ball holds and no other does yet; with `take` they are covered from now on.
static int64_t gain(filler *filler, v3 centre, double radius, bool take)
{
    const double spacing = filler->spacing;
    const v3 middle = v3_sub(centre, filler->low);
    int32_t from[3];
    int32_t to[3];
    int32_t at[3];
    int64_t count = 0;
    for (int k = 0; k < 3; k++) {
        const double place = v3_component(middle, k);
        const double lowest = floor((place - radius) / spacing);
        const double highest = floor((place + radius) / spacing) + 1;
        from[k] = (int32_t)real_max(0, lowest);
        to[k] = (int32_t)real_min(filler->side[k] - 1, highest);
    }
    for (at[2] = from[2]; at[2] <= to[2]; at[2]++) {
        for (at[1] = from[1]; at[1] <= to[1]; at[1]++) {
            const double y = at[1] * spacing - middle.y;
            const double z = at[2] * spacing - middle.z;
            const double rest = radius * radius - y * y - z * z;
            if (!(rest >= 0))
                continue;
            for (at[0] = from[0]; at[0] <= to[0]; at[0]++) {
                const double x = at[0] * spacing - middle.x;
                const int64_t place = place_of(filler, at);
                const bool inside = filler->room[place] > 0;
                if (x * x > rest || filler->covered[place] || !inside)
                    continue;
                count++;
                if (take)
                    filler->covered[place] = true;
            }
        }
    }
    if (take)
        filler->left -= count;
    return count;
}

// ---- the heap: the larger promise first, of equals the earlier place

static bool before(const filler *filler, int64_t one, int64_t other)
{
    if (filler->promise[one] > filler->promise[other])
        return true;
    return filler->promise[one] == filler->promise[other] && one < other;
}

static void sink(filler *filler, int64_t i)
{
    for (int64_t child = 2 * i + 1; child < filler->heaped; child = 2 * i + 1) {
        if (child + 1 < filler->heaped &&
            before(filler, filler->heap[child + 1], filler->heap[child]))
            child++;
        if (!before(filler, filler->heap[child], filler->heap[i]))
            return;
        int64_t keep = filler->heap[i];
        filler->heap[i] = filler->heap[child];
        filler->heap[child] = keep;
        i = child;
    }
}

// Away from the surface the room grows with slope 1 up to the medial surface, where the balls are that are parts of no
// other. A neighbour on the grid lies within 27 degrees of any direction and so sees a slope of 0.89 at least.
static bool is_on_grid(const filler *filler, const int32_t at[3])
{
    for (int k = 0; k < 3; k++) {
        if (at[k] < 0 || at[k] >= filler->side[k])
            return false;
    }
    return true;
}

static bool is_medial(const filler *filler, int64_t place)
{
    const double own = filler->room[place];
    int32_t at[3];
    int32_t other[3];
    cell_of(filler, place, at);
    for (other[2] = at[2] - 1; other[2] <= at[2] + 1; other[2]++) {
        for (other[1] = at[1] - 1; other[1] <= at[1] + 1; other[1]++) {
            for (other[0] = at[0] - 1; other[0] <= at[0] + 1; other[0]++) {
                if (!is_on_grid(filler, other))
                    continue;
                int32_t apart = 0;
                for (int axis = 0; axis < 3; axis++)
                    apart += abs(other[axis] - at[axis]);
                const double deeper = filler->room[place_of(filler, other)] - own;
                if (deeper > 0.85 * filler->spacing * sqrt((double)apart))
                    return false;
            }
        }
    }
    return true;
}

static void make_heap(filler *filler)
{
    const int64_t places = (int64_t)filler->side[0] * filler->side[1] * filler->side[2];
    for (int64_t place = 0; place < places; place++) {
        if (!(filler->room[place] > 0) || !is_medial(filler, place))
            continue;
        if (!(filler->room[place] >= 0.5 * filler->spacing))
            continue; // balls below the grid would only cost time steps
        // a ball of this many spacings holds all cells of its samples
        const double cells = filler->room[place] / filler->spacing + 0.9;
        filler->promise[place] = 4 * PI / 3 * cells * cells * cells;
        filler->heap[filler->heaped++] = place;
    }
    for (int64_t i = filler->heaped / 2 - 1; i >= 0; i--)
        sink(filler, i);
}

// The place whose ball adds most now; -1 where none adds anything.
static int64_t best_place(filler *filler)
{
    while (filler->heaped) {
        int64_t place = filler->heap[0];
        int32_t at[3];
        cell_of(filler, place, at);
        double now = (double)gain(filler, point_of(filler, at), filler->room[place], false);
        if (now == 0) {
            filler->heap[0] = filler->heap[--filler->heaped];
            sink(filler, 0);
            continue;
        }
        bool old = now == filler->promise[place];
        filler->promise[place] = now;
        sink(filler, 0);
        if (old || filler->heap[0] == place)
            return filler->heap[0];
    }
    return -1;
}

// Shifts a ball to where it is largest nearby.
static v3 settle(const filler *filler, v3 point, double *radius)
{
    for (double step = 0.5 * filler->spacing; step > 0.01 * filler->spacing;) {
        bool better = false;
        for (int k = 0; k < 6; k++) {
            const double way = k & 1 ? -step : step;
            const int axis = k / 2;
            v3 ahead = v3_make(0, 0, 0);
            if (axis == 0)
                ahead.x = way;
            else if (axis == 1)
                ahead.y = way;
            else
                ahead.z = way;
            v3 q = v3_add(point, ahead);
            double d = distance_inside(&filler->body, q, *radius + 2 * step);
            if (!(d > *radius * (1 + 1e-12)))
                continue;
            *radius = d;
            point = q;
            better = true;
        }
        if (!better)
            step *= 0.5;
    }
    return point;
}

// ---- the whole

static scree_status measure(const fill_list *list, double volume, double *left, scree_error *error)
{
    mass_properties properties;
    scree_status status =
        mass_balls(list->at, list->radius, list->count, MASS_UNION, &properties, error);
    if (!status)
        *left = 1 - properties.volume / volume;
    return status;
}

static scree_status cover(filler *filler, const fill_balls *limits, double volume, fill_list *list,
                          double *left, scree_error *error)
{
    double truth = 1 / 1.05; // what is left of the volume over what is left of the samples, about
    *left = 1;
    while (list->count < limits->most) {
        int64_t place = best_place(filler);
        if (place < 0)
            break;
        int32_t at[3];
        cell_of(filler, place, at);
        double radius = filler->room[place];
        double wider = radius;
        v3 centre = point_of(filler, at);
        v3 nearby = settle(filler, centre, &wider);
        if (gain(filler, nearby, wider, false) >= gain(filler, centre, radius, false)) {
            centre = nearby;
            radius = wider;
        }
        gain(filler, centre, radius, true);
        if (!fill_list_add(list, centre, radius))
            return fail_memory(error, "balls");
        double part = (double)filler->left / (double)filler->inside;
        if (part * truth > limits->error_most)
            continue;
        scree_status status = measure(list, volume, left, error);
        if (status || *left <= limits->error_most)
            return status;
        truth = part > 0 ? *left / part : INFINITY;
    }
    return measure(list, volume, left, error);
}

static void filler_clear(filler *filler)
{
    sharp_clear(&filler->body);
    free(filler->room);
    free(filler->covered);
    free(filler->heap);
    free(filler->promise);
}

static scree_status make_body(const solid *solid, const char *name, sharp *out, scree_error *error)
{
    const mesh *mesh = solid->surface;
    int32_t(*triangle)[3] = malloc((size_t)mesh->triangles * sizeof *triangle);
    if (!triangle)
        return fail_memory(error, name);
    for (int32_t t = 0; t < mesh->triangles; t++)
        memcpy(triangle[t], mesh->triangle[t].vertex, sizeof *triangle);
    scree_status status = sharp_make(&(sharp_surface){.vertex = mesh->vertex,
                                                      .vertices = mesh->vertices,
                                                      .triangle = (const int32_t(*)[3])triangle,
                                                      .triangles = mesh->triangles},
                                     name, out, error);
    free(triangle);
    return status;
}

scree_status fill_solid(const solid *solid, const fill_balls *limits, model_clump *out,
                        fill_report *report, scree_error *error)
{
    filler filler = {0};
    fill_list list = {0};
    mass_properties properties;
    scree_status status = solid_mass(solid, &properties, error);
    if (!status)
        status = make_body(solid, limits->name, &filler.body, error);
    if (status)
        return status;
    if (!make_grid(&filler, properties.volume))
        status = fail_memory(error, limits->name);
    if (!status) {
        make_heap(&filler);
        status = cover(&filler, limits, properties.volume, &list, &report->left, error);
    }
    filler_clear(&filler);
    if (!status && limits->error_most > 0 && report->left > limits->error_most) {
        status = fail(error, SCREE_BAD_INPUT, limits->name, "allow more balls, or a larger error",
                      "%d balls leave %.3g of the volume, more than %.3g", list.count, report->left,
                      limits->error_most);
    }
    if (!status)
        fill_finish(&list, &properties, false, out, report);
    fill_list_clear(&list);
    return status;
}
