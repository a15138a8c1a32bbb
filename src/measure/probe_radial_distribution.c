// probe_radial_distribution.c - g(r): how many pairs of centres are at a distance r, over how many there were if the same
// grains were anywhere in the box, each for itself; a mean over samples.
//
// Two points that are uniform in a box are apart by r to r + dr with the probability S r^(n-1) c(r) dr / V^2 in n
// dimensions, S = 4 pi or 2 pi, and c(r) the volume that the box has in common with itself when it is moved by r, in the
// mean over all directions (J. Ohser, Math. Operationsforsch. Stat. 14, 63, 1983). Of a box with edges a, b, c that is
// V - r (ab + bc + ca)/2 + 2 r^2 (a + b + c)/(3 pi) - r^3/(4 pi), and axes without end bring no term. So g of what is
// uniform is 1 near walls, too. Distances are no longer than the edges, and than half of those without end.
//
// A cell that deforms is looked at as a whole: distances are those to all images of a grain, by the edges that the cell has, and
// pairs are held against the volume that it has at each sample.
//
// `neighbours` is the mean number of other grains up to the upper end of the bin, as it were without ends of the box.
#include "base/constants.h"
#include "measure/batches.h"
#include "measure/interval.h"
#include "measure/near_points.h"
#include "measure/table.h"

#include <stdlib.h>

static const char law[] = "radial-distribution";

static const row rows[] = {
    {"reach", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "largest distance"},
    {"bins", ROW_INTEGER, "1", 100, 1, 1e5, "number of bins from 0 to `reach`"},
    FILTER_SET_ROW,
    {"with", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,
     "distances to grains of this entry or part; default: as `set`"},
    WINDOW_ROWS,
    INTERVAL_ROWS,
    {"fixed", ROW_FLAG, "1", 0, 0, 1, "count fixed grains as well"},
};

static const probe_head head[] = {
    {"distance", "m"}, {"g", ""}, {"error", ""}, {"pairs", ""}, {"neighbours", ""},
};
static const probe_role roles[] = {
    {"g", PROBE_NO_MEAN},
    {"pairs", PROBE_PART},
    {"neighbours", PROBE_NO_MEAN},
    {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

enum { ONE = 1, OTHER = 2 }; // what a grain is, as bits

struct probe_state {
    grain_filter one, other;
    bool same; // both are the same grains
    interval time;
    window box;    // as the case has it
    window now;    // of a cell that deforms as it is
    window around; // where pairs are looked for: with what reaches into such a cell from its images
    double reach;
    int bins;
    near_points near;
    batches sums; // pairs in each bin, from one to the other; pairs in all; grains of `one`
};

static void end(probe_state *state)
{
    near_points_clear(&state->near);
    batches_clear(&state->sums);
}

static scree_status find_other(const choice *choice, const model *model, probe_state *state,
                               scree_error *error)
{
    const char *name = choice_text(choice, "with");
    const grain_filter *one = &state->one;
    grain_filter *other = &state->other;
    *other = *one;
    state->same = !name;
    if (!name)
        return SCREE_OK;
    other->set = model_sets_named(model, name, &other->sets);
    if (other->set < 0)
        return probe_fail(error, law, "give the name of an entry of `grains` or `streams`",
                          "with: there are no grains called '%.60s'", name);
    state->same = other->set == one->set && other->sets == one->sets;
    const int last_one = one->set + one->sets;
    const int last_other = other->set + other->sets;
    const bool apart = one->set >= 0 && (last_one <= other->set || last_other <= one->set);
    if (state->same || apart)
        return SCREE_OK;
    return probe_fail(error, law, "give `set` and `with` that have no grains in common",
                      "grains of '%.60s' are among those of `set`", name);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    scree_status status = window_read_cell(choice, model, law, &state->box, error);
    if (status)
        return status;
    state->one.fixed = choice_flag(choice, "fixed");
    state->one.region = NULL;
    status = filter_read_set(choice, model, law, &state->one, error);
    window_limits(&state->box, &state->one);
    if (!status)
        status = find_other(choice, model, state, error);
    if (status)
        return status;
    state->time = interval_read(choice);
    state->reach = choice_real(choice, "reach");
    state->bins = (int)choice_real(choice, "bins");
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double most = state->box.length[axis] * (state->box.periodic[axis] ? 0.5 : 1);
        if (state->reach <= most)
            continue;
        return probe_fail(error, law, "make `reach` smaller, or the box larger",
                          "reach = %g m is more than the %g m that the box has along %c",
                          state->reach, most, "xyz"[axis]);
    }
    state->now = state->around = state->box;
    near_points_begin(&state->near, &state->around, state->reach);
    if (!batches_make(&state->sums, state->bins + 2))
        return fail_memory(error, law);
    return SCREE_OK;
}

// A pair counts from one to the other, and back.
static near_bins bins_of(const probe_state *state, double *count)
{
    near_bins out = {
        .bins = state->bins,
        .count = count,
    };
    for (int a = 0; a < NEAR_KINDS; a++) {
        for (int b = 0; b < NEAR_KINDS; b++) {
            const bool there = (a & ONE) && (b & OTHER);
            const bool back = (b & ONE) && (a & OTHER);
            out.weight[a][b] = there + back;
        }
    }
    return out;
}

// ---- a cell that deforms

static void look_around(probe_state *state, const frame *frame)
{
    window_follow(&state->now, frame);
    state->around = state->now;
    if (!state->now.deforms)
        return;
    for (int axis = 0; axis < state->now.dimensions; axis++) {
        if (!state->now.periodic[axis])
            continue;
        state->around.periodic[axis] = false;
        state->around.length[axis] += 2 * state->reach;
    }
    const double *length = state->around.length;
    const double *whole = state->now.length;
    const v3 more = v3_make(length[0] - whole[0], length[1] - whole[1], length[2] - whole[2]);
    state->around.low = v3_fma(state->now.low, -0.5, more);
}

// The whole numbers of edges along an axis by which a place must be moved to be within the reach of the cell.
typedef struct edge_range {
    double first, last;
} edge_range;

static edge_range range_along(const probe_state *state, int axis, double place)
{
    const window *now = &state->now;
    const double length = now->length[axis];
    const double from = place - v3_component(now->low, axis);
    if (axis >= now->dimensions || !now->periodic[axis])
        return (edge_range){0, 0};
    return (edge_range){
        .first = -floor((from + state->reach) / length),
        .last = floor((length + state->reach - from) / length),
    };
}

// All images of a grain near the cell: at x + H s for whole numbers s (state/cell.h). They are partners alone: what an image
// is near, an image of that is near the grain itself, on the other side.
static bool add_images(probe_state *state, const cell_matrix *edges, v3 at, int32_t kind)
{
    bool good = true;
    const edge_range z = range_along(state, 2, at.z);
    for (double k = z.first; k <= z.last; k++) {
        const edge_range y = range_along(state, 1, at.y + k * edges->of[CELL_YZ]);
        for (double j = y.first; j <= y.last; j++) {
            const double aside = j * edges->of[CELL_XY] + k * edges->of[CELL_XZ];
            const edge_range x = range_along(state, 0, at.x + aside);
            for (double i = x.first; i <= x.last && good; i++) {
                const bool itself = i == 0 && j == 0 && k == 0;
                const v3 image = v3_add(at, cell_times(edges, v3_make(i, j, k)));
                good = itself || near_points_add(&state->near, image, kind);
            }
        }
    }
    return good;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)table;
    double ones = 0;
    double others = 0;
    double *sum = batches_open(&state->sums);
    const near_bins bins = bins_of(state, sum);
    if (!interval_takes(&state->time, frame->time))
        return SCREE_OK;
    near_points_empty(&state->near);
    look_around(state, frame);
    whole_grain grain;
    for (int64_t i = 0; i < frame->ball.count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, &frame->ball, i);
        const bool one = filter_takes(&state->one, &grain);
        const bool other = filter_takes(&state->other, &grain);
        const int32_t kind = (one ? ONE : 0) | (other ? OTHER : 0);
        ones += one;
        others += other;
        bool good = !kind || near_points_add(&state->near, grain.position, kind);
        if (other && good && state->now.deforms)
            good = add_images(state, &frame->cell.edges, grain.position, OTHER);
        if (!good)
            return fail_memory(error, law);
    }
    if (!near_points_count(&state->near, &bins))
        return fail_memory(error, law);
    // As many as there were in the volume that the case has.
    const double dense = state->box.volume / state->now.volume;
    sum[state->bins] += ones * (state->same ? others - 1 : others) * dense;
    sum[state->bins + 1] += ones;
    batches_close(&state->sums);
    return SCREE_OK;
}

typedef struct overlap_terms {
    double of[4]; // c(r) = of[0] + of[1] r + of[2] r^2 + of[3] r^3
} overlap_terms;

// The product of (length - r |u|) over the axes that have ends, and of the lengths of the others, in the mean over all
// directions u: the means of |u_x|, |u_x u_y|, |u_x u_y u_z|.
static overlap_terms overlap_of(const window *box)
{
    const bool flat = box->dimensions == 2;
    const double mean[4] = {1, flat ? 2 / PI : 0.5, flat ? 1 / PI : 2 / (3 * PI), 1 / (4 * PI)};
    overlap_terms out = {{1, 0, 0, 0}};
    for (int axis = 0; axis < box->dimensions; axis++) {
        for (int power = 3; power >= 0; power--) {
            double of = out.of[power] * box->length[axis];
            if (power > 0 && !box->periodic[axis])
                of -= out.of[power - 1];
            out.of[power] = of;
        }
    }
    for (int power = 0; power < 4; power++)
        out.of[power] *= mean[power];
    return out;
}

static double raised(double x, int power)
{
    double out = 1;
    for (int i = 0; i < power; i++)
        out *= x;
    return out;
}

// The integral of S r^(n-1) c(r) up to a distance, over V.
static double shell_volume(const probe_state *state, const overlap_terms *terms, double to)
{
    const int dimensions = state->box.dimensions;
    double sum = 0;
    for (int power = 0; power < 4; power++)
        sum += terms->of[power] * raised(to, dimensions + power) / (dimensions + power);
    return (dimensions == 2 ? 2 : 4) * PI * sum / state->box.volume;
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    (void)choice;
    const batches *sums = &state->sums;
    const overlap_terms terms = overlap_of(&state->box);
    const overlap_terms endless = {{state->box.volume, 0, 0, 0}};
    const double width = state->reach / state->bins;
    // of the grains of `other`, around one of `one`
    const double density = batches_ratio(sums, state->bins, state->bins + 1) / state->box.volume;
    double neighbours = 0;
    (void)model;
    for (int bin = 0; bin < state->bins; bin++) {
        const double low = bin * width;
        const double high = (bin + 1) * width;
        const double volume = shell_volume(state, &terms, high) - shell_volume(state, &terms, low);
        const double whole =
            shell_volume(state, &endless, high) - shell_volume(state, &endless, low);
        const double share = volume / state->box.volume; // of all pairs, of uniform points
        const double g = batches_ratio(sums, bin, state->bins) / share;
        const double own_error = batches_error(sums, bin, state->bins) / share;
        neighbours += g * density * whole;
        const double pairs = batches_total(sums, bin) / batches_samples(sums);
        const double value[COLUMNS] = {0.5 * (low + high), g, own_error, pairs, neighbours};
        const scree_status status = table_row(table, value, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

static bool save(const probe_state *state, probe_memory *out)
{
    return memory_put(out, &state->time.last, 1) && batches_save(&state->sums, out);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    if (count < 1)
        return false;
    state->time.last = value[0];
    return batches_load(&state->sums, value + 1, count - 1);
}

const char probe_radial_distribution_example[] =
    "reach: 20 mm, bins: 20, low: [-30 mm, -30 mm, -30 mm], high: [30 mm, 30 mm, 30 mm]";

const probe probe_radial_distribution = {
    .what = {law, "radial distribution function of the centres of grains, a mean over time", rows,
             sizeof rows / sizeof *rows},
    .no_contacts = true,
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .finish = finish,
    .end = end,
    .save = save,
    .load = load,
};
