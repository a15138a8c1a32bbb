// probe_mixing.c - how well one set of grains is mixed with the others: by cells, after Lacey 1954 and Danckwerts 1952.
//
// A cell i holds the amount W_i of grains (their number, volume or mass), and the share p_i of it is of the set. With p
// the share and W the amount in all cells that count, the variance is s^2 = sum W_i (p_i - p)^2 / W, so a cell that is
// partly filled has the weight of what it holds. Apart from each other the sets have s0^2 = p (1 - p); the intensity of
// segregation is s^2/s0^2 (P. V. Danckwerts, Appl. Sci. Res. A 3, 279, 1952). A random mixture has, of C cells,
// sr^2 = p (1 - p) w (C - 1)/(W - w) with w = (1 - p) w_a + p w_b and w_a, w_b the means of the amount of a grain of each
// kind by that amount (K. Stange, Chem. Ing. Tech. 26, 331, 1954). By number w is 1, and sr^2 the mean of s^2 over all
// ways to deal out the names of the sets to the grains (hypergeometric). The index is (s0^2 - s^2)/(s0^2 - sr^2)
// (P. M. C. Lacey, J. Appl. Chem. 4, 257, 1954): 0 apart, 1 in the mean of random mixtures.
//
// Cells with fewer than `least` grains do not count, and their grains are told as `left_out`.
#include "measure/solids.h"
#include "measure/window.h"

#include <stdlib.h>

static const char law[] = "mixing";

enum { BY_NUMBER, BY_VOLUME, BY_MASS };

static const row rows[] = {
    {"of", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "entry of `grains` or `streams` that is mixed with others; ENTRY.PART: part of a mixture"},
    {"with", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "only with this entry or part; default: all"},
    WINDOW_CELL_ROWS,
    WINDOW_ROWS,
    {"by", ROW_WORD, "number|volume|mass", 0, 0, 1, "what the shares are shares of"},
    {"least", ROW_INTEGER, "1", 2, 1, 1e9, "a cell with fewer grains does not count"},
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {
    {"time", "s"},         {"lacey", ""}, {"intensity", ""}, {"variance", ""}, {"of_random", ""},
    {"of_segregated", ""}, {"share", ""}, {"grains", ""},    {"left_out", ""}, {"cells", ""}};
enum {
    TIME,
    LACEY,
    INTENSITY,
    VARIANCE,
    OF_RANDOM,
    OF_SEGREGATED,
    SHARE,
    GRAINS,
    LEFT_OUT,
    CELLS,
    COLUMNS
};
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

typedef struct mixed_cell {
    double count;
    double amount[2], square[2]; // of the set, and of the others
} mixed_cell;

typedef struct kinds {
    int first, count; // sets, from that one on; first -1: all others
} kinds;

struct probe_state {
    grain_filter filter;
    window box;
    kinds of, with;
    int by;
    double least;
    mixed_cell *cell;
};

static void end(probe_state *state)
{
    free(state->cell);
}

static scree_status find_kinds(const choice *choice, const model *model, const char *row,
                               kinds *out, scree_error *error)
{
    const char *name = choice_text(choice, row);
    out->first = model_sets_named(model, name, &out->count);
    if (out->first >= 0)
        return SCREE_OK;
    return probe_fail(error, law, "give the name of an entry of `grains` or `streams`",
                      "%s: there are no grains called '%.60s'", row, name);
}

static bool is_kind(const kinds *kinds, int set)
{
    return set >= kinds->first && set < kinds->first + kinds->count;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    enum { CELLS_MOST = 1000000 };
    // `set` is no row of this probe: all grains are looked at
    state->filter = (grain_filter){
        .set = -1,
        .fixed = choice_flag(choice, "fixed"),
    };
    const int region = choice_region(choice, "inside");
    state->filter.region = region < 0 ? NULL : model->region[region].made;
    state->by = (int)choice_real(choice, "by");
    state->least = choice_real(choice, "least");
    state->with.first = -1;
    scree_status status = find_kinds(choice, model, "of", &state->of, error);
    if (!status && choice_given(choice, "with"))
        status = find_kinds(choice, model, "with", &state->with, error);
    if (!status)
        status = window_read_cell(choice, model, law, &state->box, error);
    if (!status)
        status = window_cells(choice, law, CELLS_MOST, &state->box, error);
    if (status)
        return status;
    if (state->with.first < 0 && state->of.count == model->grain_sets + model->streams)
        return probe_fail(error, law,
                          "give the name of an entry, or ENTRY.PART, that is not all of them",
                          "of: all grains are those of '%.60s', so nothing mixes with them",
                          choice_text(choice, "of"));
    if (state->with.first >= 0 && is_kind(&state->of, state->with.first))
        return probe_fail(error, law, "name another entry", "with: these are the grains of `of`");
    if (state->by == BY_MASS && state->filter.fixed)
        return probe_fail(error, law, "choose by: volume, or leave out fixed: true",
                          "fixed grains have no mass");
    window_limits(&state->box, &state->filter);
    state->cell = calloc((size_t)state->box.cells, sizeof *state->cell);
    if (!state->cell)
        return fail_memory(error, law);
    return SCREE_OK;
}

static double amount_of(const probe_state *state, const model *model, const frame_balls *balls,
                        const whole_grain *grain)
{
    if (state->by == BY_NUMBER)
        return 1;
    return state->by == BY_MASS ? grain->mass : solid_volume(model, balls, grain);
}

static void put_grain(const probe_state *state, const model *model, const frame_balls *balls,
                      const whole_grain *grain)
{
    const bool own = is_kind(&state->of, grain->set);
    const bool other = state->with.first < 0 ? !own : is_kind(&state->with, grain->set);
    if (!own && !other)
        return;
    if (!filter_takes(&state->filter, grain))
        return;
    const double amount = amount_of(state, model, balls, grain);
    mixed_cell *cell = &state->cell[window_cell(&state->box, grain->position)];
    cell->count += 1;
    cell->amount[own ? 0 : 1] += amount;
    cell->square[own ? 0 : 1] += amount * amount;
}

static double square(double x)
{
    return x * x;
}

typedef struct mixture_sums {
    double cells, grains, left_out;
    double amount[2], square[2];
} mixture_sums;

static mixture_sums add_cells(const probe_state *state)
{
    mixture_sums sums = {0};
    for (int64_t i = 0; i < state->box.cells; i++) {
        const mixed_cell *cell = &state->cell[i];
        if (cell->count < state->least) {
            sums.left_out += cell->count;
            continue;
        }
        sums.cells += 1;
        sums.grains += cell->count;
        for (int kind = 0; kind < 2; kind++) {
            sums.amount[kind] += cell->amount[kind];
            sums.square[kind] += cell->square[kind];
        }
    }
    return sums;
}

static double variance_about(const probe_state *state, double share, double all)
{
    double sum = 0;
    for (int64_t i = 0; i < state->box.cells; i++) {
        const mixed_cell *cell = &state->cell[i];
        const double amount = cell->amount[0] + cell->amount[1];
        if (cell->count >= state->least)
            sum += amount * square(cell->amount[0] / amount - share);
    }
    return sum / all;
}

// The mean amount of a grain by amount; where there is no grain of a kind it does not matter.
static double weighted_grain(const mixture_sums *sums, int kind)
{
    return sums->amount[kind] > 0 ? sums->square[kind] / sums->amount[kind] : 0;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    window_follow(&state->box, frame);
    for (int64_t i = 0; i < state->box.cells; i++)
        state->cell[i] = (mixed_cell){0};
    whole_grain grain;
    for (int64_t i = 0; i < frame->ball.count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, &frame->ball, i);
        put_grain(state, model, &frame->ball, &grain);
    }
    const mixture_sums sums = add_cells(state);
    const double all = sums.amount[0] + sums.amount[1];
    const double share =
        sums.amount[0] / all; // 0/0 gives the nan of no grains, and of one kind alone
    const double grain_amount =
        (1 - share) * weighted_grain(&sums, 0) + share * weighted_grain(&sums, 1);
    const double variance = variance_about(state, share, all);
    const double segregated = share * (1 - share);
    const double random = segregated * grain_amount * (sums.cells - 1) / (all - grain_amount);
    const bool compares = sums.cells > 1; // one cell has the share of all, mixed or not
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[LACEY] = compares ? (segregated - variance) / (segregated - random) : NAN;
    value[INTENSITY] = compares ? variance / segregated : NAN;
    value[VARIANCE] = variance;
    value[OF_RANDOM] = random;
    value[OF_SEGREGATED] = segregated;
    value[SHARE] = share;
    value[GRAINS] = sums.grains;
    value[LEFT_OUT] = sums.left_out;
    value[CELLS] = sums.cells;
    return table_row(table, value, error);
}

const char probe_mixing_example[] =
    "of: bed, cell: 20 mm, low: [-30 mm, -30 mm, -30 mm], high: [30 mm, 30 mm, 30 mm]";

const probe probe_mixing = {
    .what = {"mixing", "Lacey's index and the intensity of segregation of a set, by cells", rows,
             sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .end = end,
};
