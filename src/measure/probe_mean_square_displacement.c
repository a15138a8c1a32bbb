// probe_mean_square_displacement.c - how far grains have gone since the first sample that counts, and how far they have
// scattered: displacements d across periodic borders as if there were none, their means, mean squares, and the diffusivity.
//
// Einstein's relation, |d - D|^2 = 2 n D_s t in n dimensions with the mean displacement D taken off, gives the
// diffusivity; the squares are divided by the number of grains less one, since D is made of the same displacements. In a
// cell that deforms d is what is left when the flow of the cell is taken off from one sample to the next (affine.h). Only
// grains that were there at that first sample count, for as long as they are there.
#include "base/memory.h"
#include "measure/affine.h"
#include "measure/filter.h"
#include "measure/network.h"

#include <stdlib.h>

static const char law[] = "mean-square-displacement";

static const row rows[] = {
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH,
     "displacements count from the first sample that is not before this time"},
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {
    {"time", "s"},
    {"lag", "s"},
    {"grains", ""},
    {"mean_x", "m"},
    {"mean_y", "m"},
    {"mean_z", "m"},
    {"square_x", "m^2"},
    {"square_y", "m^2"},
    {"square_z", "m^2"},
    {"square", "m^2"},
    {"error", "m^2"},
    {"scatter", "m^2"},
    {"diffusivity", "m^2/s"},
};
static const probe_role roles[] = {
    {"lag", PROBE_NO_MEAN},      {"square_x", PROBE_NO_MEAN}, {"square_y", PROBE_NO_MEAN},
    {"square_z", PROBE_NO_MEAN}, {"square", PROBE_NO_MEAN},   {"error", PROBE_NO_MEAN},
    {"scatter", PROBE_NO_MEAN},  {NULL, PROBE_VALUE},
};
enum {
    TIME,
    LAG,
    GRAINS,
    MEAN_X,
    MEAN_Y,
    MEAN_Z,
    SQUARE_X,
    SQUARE_Y,
    SQUARE_Z,
    SQUARE,
    ERROR,
    SCATTER,
    DIFFUSIVITY,
    COLUMNS
};
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

typedef struct followed {
    double id; // ids are whole
    v3 place,
        way; // where it was at the start; in a cell that deforms at the sample before, and its way since the start
} followed;

struct probe_state {
    grain_filter filter;
    double from;      // s
    double start;     // s, of the first sample that counts; NAN: there was none
    bool deforms;     // the cell
    affine_cell cell; // at the sample before
    followed *grain;  // in the order of ids
    int64_t grains, room;
};

static void end(probe_state *state)
{
    free(state->grain);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    state->from = choice_real(choice, "from");
    state->start = NAN;
    state->deforms = model->cell.given;
    const scree_status status = network_check(model, law, error);
    if (status)
        return status;
    return filter_read(choice, model, law, &state->filter, error);
}

// The place as it were without periodic borders.
static v3 unwrapped(const model *model, const whole_grain *grain)
{
    const v3 size = v3_sub(model->high, model->low);
    v3 at = grain->position;
    if (model->boundary[0] == BOUNDARY_PERIODIC)
        at.x += grain->image[0] * size.x;
    if (model->boundary[1] == BOUNDARY_PERIODIC)
        at.y += grain->image[1] * size.y;
    if (model->boundary[2] == BOUNDARY_PERIODIC)
        at.z += grain->image[2] * size.z;
    return at;
}

static bool take_start(probe_state *state, const model *model, const frame *frame)
{
    const frame_balls *balls = &frame->ball;
    if (!MEM_GROW(state->grain, state->room, balls->count + 1))
        return false;
    state->start = frame->time;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        if (!filter_takes(&state->filter, &grain))
            continue;
        state->grain[state->grains++] = (followed){
            .id = (double)grain.id,
            .place = state->deforms ? grain.position : unwrapped(model, &grain),
        };
    }
    return true;
}

// Goes on with each grain that is still there, and leaves out those that have gone. Both lists ascend in id.
static void follow_all(probe_state *state, const model *model, const frame *frame)
{
    const frame_balls *balls = &frame->ball;
    const affine_cell now = affine_of(frame);
    const affine_step step = affine_between(&state->cell, &now);
    int64_t known = 0;
    int64_t kept = 0;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        while (known < state->grains && state->grain[known].id < (double)grain.id)
            known++;
        if (known >= state->grains || state->grain[known].id != (double)grain.id)
            continue;
        followed one = state->grain[known];
        if (state->deforms) {
            const v3 rest = affine_rest(&step, one.place, grain.position, model->dimensions);
            one.way = v3_add(one.way, rest);
            one.place = grain.position;
        } else {
            one.way = v3_sub(unwrapped(model, &grain), one.place);
        }
        state->grain[kept++] = one;
    }
    state->grains = kept;
}

typedef struct spread_sums {
    v3 mean, square;
    double all, all_deviation, scatter; // sums of the squares, and of the squared deviations
} spread_sums;

static v3 squares(v3 a)
{
    return (v3){
        .x = a.x * a.x,
        .y = a.y * a.y,
        .z = a.z * a.z,
    };
}

static spread_sums spread_of(const probe_state *state)
{
    const double count = (double)state->grains;
    spread_sums out = {.all = 0};
    for (int64_t i = 0; i < state->grains; i++) {
        const v3 way = state->grain[i].way;
        out.mean = v3_fma(out.mean, 1 / count, way);
        out.square = v3_fma(out.square, 1 / count, squares(way));
    }
    out.all = out.square.x + out.square.y + out.square.z;
    for (int64_t i = 0; i < state->grains; i++) {
        const v3 way = state->grain[i].way;
        const v3 aside = v3_sub(way, out.mean);
        const double beside = v3_dot(way, way) - out.all;
        out.scatter += v3_dot(aside, aside);
        out.all_deviation += beside * beside;
    }
    return out;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    if (frame->time < state->from)
        return SCREE_OK;
    if (isnan(state->start)) {
        state->cell = affine_of(frame);
        if (!take_start(state, model, frame))
            return fail_memory(error, law);
    }
    follow_all(state, model, frame);
    state->cell = affine_of(frame);
    const spread_sums sums = spread_of(state);
    const double count = (double)state->grains;
    const double lag = frame->time - state->start;
    const double none = count > 0 ? 0 : NAN; // means of nothing are nan
    const double scatter = count > 1 ? sums.scatter / (count - 1) : NAN;
    const double error_of_mean = sqrt(sums.all_deviation / (count * (count - 1)));
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[LAG] = lag;
    value[GRAINS] = count;
    value[MEAN_X] = sums.mean.x + none;
    value[MEAN_Y] = sums.mean.y + none;
    value[MEAN_Z] = sums.mean.z + none;
    value[SQUARE_X] = sums.square.x + none;
    value[SQUARE_Y] = sums.square.y + none;
    value[SQUARE_Z] = sums.square.z + none;
    value[SQUARE] = sums.all + none;
    value[ERROR] = count > 1 ? error_of_mean : NAN;
    value[SCATTER] = scatter;
    value[DIFFUSIVITY] = lag > 0 ? scatter / (2 * model->dimensions * lag) : NAN;
    return table_row(table, value, error);
}

// What frames do not tell: displacements begin at a moment of the run, and the flow of a cell is taken off between samples.
static const char *needs_run(const choice *choice, const model *model, const frame *first)
{
    (void)choice;
    if (model->cell.given)
        return "takes the flow of the cell off between its samples";
    return first->step > 0 || choice_real(choice, "from") > 0
               ? "counts from a moment of the run that these frames may not have"
               : NULL;
}

enum { HEAD_NUMBERS = 2 + 2 * CELL_PARTS, GRAIN_NUMBERS = sizeof(followed) / sizeof(double) };

static bool save(const probe_state *state, probe_memory *out)
{
    const double start[2] = {state->start, GRAIN_NUMBERS};
    if (!memory_put(out, start, 2))
        return false;
    if (!memory_put(out, state->cell.edges.of, CELL_PARTS))
        return false;
    if (!memory_put(out, state->cell.passed.of, CELL_PARTS))
        return false;
    if (state->grains == 0)
        return true;
    return memory_put(out, &state->grain->id, GRAIN_NUMBERS * state->grains);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    if (count < HEAD_NUMBERS || value[1] != GRAIN_NUMBERS)
        return false;
    const int64_t grains = (count - HEAD_NUMBERS) / GRAIN_NUMBERS;
    if (grains * GRAIN_NUMBERS + HEAD_NUMBERS != count)
        return false;
    if (!MEM_GROW(state->grain, state->room, grains + 1))
        return false;
    state->start = value[0];
    for (int i = 0; i < CELL_PARTS; i++) {
        state->cell.edges.of[i] = value[2 + i];
        state->cell.passed.of[i] = value[2 + CELL_PARTS + i];
    }
    for (int64_t i = 0; i < grains; i++) {
        const double *saved = value + HEAD_NUMBERS + GRAIN_NUMBERS * i;
        state->grain[i] = (followed){
            .id = saved[0],
            .place = v3_at(saved + 1),
            .way = v3_at(saved + 4),
        };
    }
    state->grains = grains;
    return true;
}

const char probe_mean_square_displacement_example[] = "";

const probe probe_mean_square_displacement = {
    .what = {law, "how far grains have gone and scattered since the start, and their diffusivity",
             rows, sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .needs_run = needs_run,
    .end = end,
    .save = save,
    .load = load,
};
