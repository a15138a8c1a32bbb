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

static int64_t place_of(const filler *f, const int32_t at[3])
{
    return ((int64_t)at[2] * f->side[1] + at[1]) * f->side[0] + at[0];
}

static v3 point_of(const filler *f, const int32_t at[3])
{
    return v3_fma(f->low, f->spacing, v3_make(at[0], at[1], at[2]));
}

static void cell_of(const filler *f, int64_t place, int32_t at[3])
{
    at[0] = (int32_t)(place % f->side[0]);
    at[1] = (int32_t)(place / f->side[0] % f->side[1]);
    at[2] = (int32_t)(place / f->side[0] / f->side[1]);
}

// ---- samples

static double distance_inside(const sharp *s, v3 p, double within)
{
    sharp_nearest near;
    if (!sharp_inside(s, p) || !sharp_closest(s, p, within, &near))
        return 0;
    return near.distance;
}

static double size_of(const sharp *s)
{
    return v3_norm(v3_sub(s->high, s->low));
}

// A grid with one sample in the middle of the box, of some SAMPLES samples inside.
static bool make_grid(filler *f, double volume)
{
    const v3 size = v3_sub(f->body.high, f->body.low);
    const v3 middle = v3_fma(f->body.low, 0.5, size);
    const double length[3] = {size.x, size.y, size.z};
    const double longest = real_max(size.x, real_max(size.y, size.z));
    int64_t places = 1;
    f->spacing = real_max(real_cbrt(volume / SAMPLES), longest / SIDE_MOST);
    int32_t half[3];
    for (int k = 0; k < 3; k++) {
        half[k] = (int32_t)(0.5 * length[k] / f->spacing);
        f->side[k] = 2 * half[k] + 1;
        places *= f->side[k];
    }
    f->low = v3_fma(middle, -f->spacing, v3_make(half[0], half[1], half[2]));
    f->room = malloc((size_t)places * sizeof *f->room);
    f->covered = calloc((size_t)places, sizeof *f->covered);
    f->heap = malloc((size_t)places * sizeof *f->heap);
    f->promise = malloc((size_t)places * sizeof *f->promise);
    if (!f->room || !f->covered || !f->heap || !f->promise)
        return false;
    const double far = size_of(&f->body);
    int32_t at[3];
    for (at[2] = 0; at[2] < f->side[2]; at[2]++)
        for (at[1] = 0; at[1] < f->side[1]; at[1]++) {
            double before = far;
            for (at[0] = 0; at[0] < f->side[0]; at[0]++) {
                // no sample is farther from the surface than its neighbour and the way there
                double d = distance_inside(&f->body, point_of(f, at),
                                           real_min(far, 1.001 * (before + f->spacing)));
                f->room[place_of(f, at)] = d;
                before = d > 0 ? d : 0;
                f->inside += d > 0;
            }
        }
    f->left = f->inside;
    return true;
}

// Samples that a ball holds and no other does yet; with `take` they are covered from now on.
static int64_t gain(filler *f, v3 centre, double radius, bool take)
{
    const double c[3] = {centre.x - f->low.x, centre.y - f->low.y, centre.z - f->low.z};
    int32_t from[3];
    int32_t to[3];
    int32_t at[3];
    int64_t count = 0;
    for (int k = 0; k < 3; k++) {
        from[k] = (int32_t)real_max(0, floor((c[k] - radius) / f->spacing));
        to[k] = (int32_t)real_min(f->side[k] - 1, floor((c[k] + radius) / f->spacing) + 1);
    }
    for (at[2] = from[2]; at[2] <= to[2]; at[2]++)
        for (at[1] = from[1]; at[1] <= to[1]; at[1]++) {
            const double y = at[1] * f->spacing - c[1];
            const double z = at[2] * f->spacing - c[2];
            const double rest = radius * radius - y * y - z * z;
            if (!(rest >= 0))
                continue;
            for (at[0] = from[0]; at[0] <= to[0]; at[0]++) {
                const double x = at[0] * f->spacing - c[0];
                const int64_t place = place_of(f, at);
                if (x * x > rest || f->covered[place] || !(f->room[place] > 0))
                    continue;
                count++;
                if (take)
                    f->covered[place] = true;
            }
        }
    if (take)
        f->left -= count;
    return count;
}

// ---- the heap: the larger promise first, of equals the earlier place

static bool before(const filler *f, int64_t a, int64_t b)
{
    if (f->promise[a] > f->promise[b])
        return true;
    return f->promise[a] == f->promise[b] && a < b;
}

static void sink(filler *f, int64_t i)
{
    for (int64_t child = 2 * i + 1; child < f->heaped; child = 2 * i + 1) {
        if (child + 1 < f->heaped && before(f, f->heap[child + 1], f->heap[child]))
            child++;
        if (!before(f, f->heap[child], f->heap[i]))
            return;
        int64_t keep = f->heap[i];
        f->heap[i] = f->heap[child];
        f->heap[child] = keep;
        i = child;
    }
}

// Away from the surface the room grows with slope 1 up to the medial surface, where the balls are that are parts of no
// other. A neighbour on the grid lies within 27 degrees of any direction and so sees a slope of 0.89 at least.
static bool is_medial(const filler *f, int64_t p)
{
    int32_t at[3];
    int32_t q[3];
    cell_of(f, p, at);
    for (q[2] = at[2] - 1; q[2] <= at[2] + 1; q[2]++)
        for (q[1] = at[1] - 1; q[1] <= at[1] + 1; q[1]++)
            for (q[0] = at[0] - 1; q[0] <= at[0] + 1; q[0]++) {
                bool on = true;
                for (int k = 0; k < 3; k++)
                    on = on && q[k] >= 0 && q[k] < f->side[k];
                if (!on)
                    continue;
                int32_t apart = abs(q[0] - at[0]) + abs(q[1] - at[1]) + abs(q[2] - at[2]);
                if (f->room[place_of(f, q)] - f->room[p] > 0.85 * f->spacing * sqrt((double)apart))
                    return false;
            }
    return true;
}

static void make_heap(filler *f)
{
    const int64_t places = (int64_t)f->side[0] * f->side[1] * f->side[2];
    for (int64_t p = 0; p < places; p++) {
        if (!(f->room[p] > 0) || !is_medial(f, p))
            continue;
        if (!(f->room[p] >= 0.5 * f->spacing))
            continue; // balls below the grid would only cost time steps
        double cells = f->room[p] / f->spacing +
                       0.9; // a ball of this many spacings holds all cells of its samples
        f->promise[p] = 4 * PI / 3 * cells * cells * cells;
        f->heap[f->heaped++] = p;
    }
    for (int64_t i = f->heaped / 2 - 1; i >= 0; i--)
        sink(f, i);
}

// The place whose ball adds most now; -1 where none adds anything.
static int64_t best_place(filler *f)
{
    while (f->heaped) {
        int64_t p = f->heap[0];
        int32_t at[3];
        cell_of(f, p, at);
        double now = (double)gain(f, point_of(f, at), f->room[p], false);
        if (now == 0) {
            f->heap[0] = f->heap[--f->heaped];
            sink(f, 0);
            continue;
        }
        bool old = now == f->promise[p];
        f->promise[p] = now;
        sink(f, 0);
        if (old || f->heap[0] == p)
            return f->heap[0];
    }
    return -1;
}

// Shifts a ball to where it is largest nearby.
static v3 settle(const filler *f, v3 p, double *radius)
{
    for (double step = 0.5 * f->spacing; step > 0.01 * f->spacing;) {
        bool better = false;
        for (int k = 0; k < 6; k++) {
            double way = k & 1 ? -step : step;
            v3 q = v3_add(
                p, v3_make(k / 2 == 0 ? way : 0, k / 2 == 1 ? way : 0, k / 2 == 2 ? way : 0));
            double d = distance_inside(&f->body, q, *radius + 2 * step);
            if (!(d > *radius * (1 + 1e-12)))
                continue;
            *radius = d;
            p = q;
            better = true;
        }
        if (!better)
            step *= 0.5;
    }
    return p;
}

// ---- the whole

static scree_status measure(const fill_list *l, double volume, double *left, scree_error *error)
{
    mass_properties p;
    scree_status status = mass_balls(l->at, l->radius, l->count, MASS_UNION, &p, error);
    if (!status)
        *left = 1 - p.volume / volume;
    return status;
}

static scree_status cover(filler *f, int most, double wanted, double volume, fill_list *l,
                          double *left, scree_error *error)
{
    double truth = 1 / 1.05; // what is left of the volume over what is left of the samples, about
    *left = 1;
    while (l->count < most) {
        int64_t p = best_place(f);
        if (p < 0)
            break;
        int32_t at[3];
        cell_of(f, p, at);
        double radius = f->room[p];
        double wider = radius;
        v3 centre = point_of(f, at);
        v3 nearby = settle(f, centre, &wider);
        if (gain(f, nearby, wider, false) >= gain(f, centre, radius, false)) {
            centre = nearby;
            radius = wider;
        }
        gain(f, centre, radius, true);
        if (!fill_list_add(l, centre, radius))
            return fail_memory(error, "balls");
        double part = (double)f->left / (double)f->inside;
        if (part * truth > wanted)
            continue;
        scree_status status = measure(l, volume, left, error);
        if (status || *left <= wanted)
            return status;
        truth = part > 0 ? *left / part : INFINITY;
    }
    return measure(l, volume, left, error);
}

static void filler_clear(filler *f)
{
    sharp_clear(&f->body);
    free(f->room);
    free(f->covered);
    free(f->heap);
    free(f->promise);
}

static scree_status make_body(const solid *s, const char *name, sharp *out, scree_error *error)
{
    const mesh *m = s->surface;
    int32_t(*triangle)[3] = malloc((size_t)m->triangles * sizeof *triangle);
    if (!triangle)
        return fail_memory(error, name);
    for (int32_t t = 0; t < m->triangles; t++)
        memcpy(triangle[t], m->triangle[t].vertex, sizeof *triangle);
    scree_status status = sharp_make(m->vertex, m->vertices, (const int32_t(*)[3])triangle,
                                     m->triangles, name, out, error);
    free(triangle);
    return status;
}

scree_status fill_solid(const solid *s, int most, double error_most, const char *name,
                        model_clump *out, fill_report *report, scree_error *error)
{
    filler f = {0};
    fill_list list = {0};
    mass_properties p;
    scree_status status = solid_mass(s, &p, error);
    if (!status)
        status = make_body(s, name, &f.body, error);
    if (status)
        return status;
    if (!make_grid(&f, p.volume))
        status = fail_memory(error, name);
    if (!status) {
        make_heap(&f);
        status = cover(&f, most, error_most, p.volume, &list, &report->left, error);
    }
    filler_clear(&f);
    if (!status && error_most > 0 && report->left > error_most)
        status = fail(error, SCREE_BAD_INPUT, name, "allow more balls, or a larger error",
                      "%d balls leave %.3g of the volume, more than %.3g", list.count, report->left,
                      error_most);
    if (!status)
        fill_finish(&list, &p, false, out, report);
    fill_list_clear(&list);
    return status;
}
