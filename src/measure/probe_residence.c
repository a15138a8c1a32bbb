// probe_residence.c - how long grains stay in the world or in a region: the distribution of residence times of those that
// have left (P. V. Danckwerts, Chem. Eng. Sci. 2, 1, 1953).
//
// A grain comes in and goes out in the middle between two samples, so a time is known to one interval of samples. Grains that
// were inside at the first sample do not count, for nobody knows when they came, unless `initial` is given: then they came
// at that sample. One that comes back begins anew. What is still inside at the end is told, and is in no bin.
#include "base/memory.h"
#include "measure/filter.h"

#include <stdlib.h>

static const char law[] = "residence";

static const row rows[] = {
    {"high", ROW_REAL, "s", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "where the last bin ends"},
    {"bins", ROW_INTEGER, "1", 20, 1, 1e5, "number of bins from 0 to `high`"},
    {"initial", ROW_FLAG, "1", 0, 0, 1, "count those that are inside at the first sample as well"},
    FILTER_SET_ROW,
    {"inside", ROW_REGION, "", ROW_OPTIONAL, 0, 0,
     "the region in which times are counted, by centres of grains; without it the whole world"},
};

static const probe_head head[] = {
    {"residence", "s"}, {"grains", ""},     {"mass", "kg"}, {"density", "1/s"}, {"up_to", ""},
    {"mean", "s"},      {"deviation", "s"}, {"left", ""},   {"inside", ""},
};
static const probe_role roles[] = {
    {"grains", PROBE_PART},   {"mass", PROBE_PART}, {"density", PROBE_NO_MEAN},
    {"up_to", PROBE_NO_MEAN}, {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

typedef struct visitor {
    double id;    // ids are whole
    double since; // s; NAN: nobody knows; INFINITY: since the last sample
} visitor;

// Of all that have left.
enum { LEFT, SUM, SQUARE, TOTALS };

struct probe_state {
    grain_filter filter;
    bool initial;
    int bins;
    double high;
    double last; // s, of the sample before; NAN: none
    double total[TOTALS];
    double *bin;      // number and mass of each
    visitor *visitor; // those inside, in the order of ids
    visitor *older;   // at the sample before
    int64_t visitors, room, older_room;
    // Grains that have gone between two samples.
    double *gone; // id, mass
    int64_t gone_count, gone_room;
};

static void end(probe_state *state)
{
    free(state->bin);
    free(state->visitor);
    free(state->older);
    free(state->gone);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    state->filter.fixed = false;
    scree_status status = filter_read_set(choice, model, law, &state->filter, error);
    if (status)
        return status;
    const int region = choice_region(choice, "inside");
    const v3 far = (v3){
        .x = INFINITY,
        .y = INFINITY,
        .z = INFINITY,
    };
    state->filter.region = region < 0 ? NULL : model->region[region].made;
    state->filter.low = v3_scale(-1, far);
    state->filter.high = far;
    state->initial = choice_flag(choice, "initial");
    state->bins = (int)choice_real(choice, "bins");
    state->high = choice_real(choice, "high");
    state->last = NAN;
    state->bin = calloc((size_t)state->bins * 2, sizeof *state->bin);
    if (!state->bin)
        return fail_memory(error, law);
    return SCREE_OK;
}

static void leave(probe_state *state, double stay, double mass)
{
    const double place = floor(stay / state->high * state->bins);
    if (isnan(stay))
        return;
    state->total[LEFT] += 1;
    state->total[SUM] += stay;
    state->total[SQUARE] += stay * stay;
    if (place >= state->bins)
        return;
    state->bin[2 * (int)place] += 1;
    state->bin[2 * (int)place + 1] += mass;
}

static visitor *find_visitor(const probe_state *state, double id)
{
    int64_t low = 0;
    int64_t high = state->visitors;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (state->visitor[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < state->visitors && state->visitor[low].id == id;
    return found ? &state->visitor[low] : NULL;
}

// Newcomers that are inside when they come; ids are above all that there have been.
static bool welcome(const model *model, const frame_balls *arrived, probe_state *state)
{
    whole_grain grain;
    for (int64_t i = 0; i < arrived->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, arrived, i);
        if (!filter_takes(&state->filter, &grain))
            continue;
        if (!MEM_GROW(state->visitor, state->room, state->visitors + 1))
            return false;
        state->visitor[state->visitors++] = (visitor){
            .id = (double)grain.id,
            .since = INFINITY,
        };
    }
    return true;
}

static scree_status pass(const model *model, const frame_balls *arrived,
                         const frame_balls *departed, probe_state *state, scree_error *error)
{
    if (!welcome(model, arrived, state))
        return fail_memory(error, law);
    whole_grain grain;
    for (int64_t i = 0; i < departed->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, departed, i);
        if (!find_visitor(state, (double)grain.id))
            continue;
        if (!MEM_GROW(state->gone, state->gone_room, state->gone_count + 2))
            return fail_memory(error, law);
        state->gone[state->gone_count++] = (double)grain.id;
        state->gone[state->gone_count++] = grain.mass;
    }
    return SCREE_OK;
}

// Those that have gone since the sample before: in the middle between the samples.
static void close_gone(probe_state *state, double middle)
{
    for (int64_t i = 0; i < state->gone_count; i += 2) {
        visitor *visitor = find_visitor(state, state->gone[i]);
        if (!visitor)
            continue;
        const double since = isinf(visitor->since) ? middle : visitor->since;
        leave(state, middle - since, state->gone[i + 1]);
        visitor->since = NAN; // is not counted again
    }
    state->gone_count = 0;
}

// Goes through grains and the visitors of the sample before together: both ascend in id. Who comes in does so at `middle`; NAN:
// nobody knows when.
static void look_again(probe_state *state, const model *model, const frame_balls *balls,
                       double middle)
{
    const int64_t before = state->visitors;
    int64_t known = 0;
    for (int64_t i = 0; i < before; i++)
        state->older[i] = state->visitor[i];
    state->visitors = 0;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        const double id = (double)grain.id;
        while (known < before && state->older[known].id < id)
            known++;
        const bool was = known < before && state->older[known].id == id;
        double since = was ? state->older[known].since : middle;
        if (isinf(since))
            since = middle;
        if (filter_takes(&state->filter, &grain))
            state->visitor[state->visitors++] = (visitor){
                .id = id,
                .since = since,
            };
        else if (was)
            leave(state, middle - since, grain.mass);
    }
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    const frame_balls *balls = &frame->ball;
    const bool first = isnan(state->last);
    (void)choice;
    (void)table;
    if (frame->time == state->last)
        return SCREE_OK;
    const int64_t most = state->visitors + balls->count + 1;
    if (!MEM_GROW(state->visitor, state->room, most) ||
        !MEM_GROW(state->older, state->older_room, most))
        return fail_memory(error, law);
    const double middle = 0.5 * (state->last + frame->time);
    const double at_first = state->initial ? frame->time : NAN;
    close_gone(state, first ? NAN : middle);
    look_again(state, model, balls, first ? at_first : middle);
    state->last = frame->time;
    return SCREE_OK;
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    const double *total = state->total;
    const double width = state->high / state->bins;
    const double mean = total[SUM] / total[LEFT]; // 0/0 gives the nan of none
    const double square = total[SQUARE] / total[LEFT] - mean * mean;
    double passed = 0;
    for (int bin = 0; bin < state->bins; bin++) {
        const double grains = state->bin[2 * bin];
        passed += grains;
        const double value[COLUMNS] = {width * (bin + 0.5),
                                       grains,
                                       state->bin[2 * bin + 1],
                                       grains / (total[LEFT] * width),
                                       passed / total[LEFT],
                                       mean,
                                       sqrt(square > 0 ? square : 0 * square),
                                       total[LEFT],
                                       (double)state->visitors};
        const scree_status status = table_row(table, value, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

enum { HEAD_NUMBERS = 2 + TOTALS };

static bool save(const probe_state *state, probe_memory *out)
{
    const double sizes[2] = {state->last, (double)state->gone_count};
    if (!memory_put(out, sizes, 2))
        return false;
    if (!memory_put(out, state->total, TOTALS))
        return false;
    if (!memory_put(out, state->bin, 2 * (int64_t)state->bins))
        return false;
    if (state->gone_count > 0 && !memory_put(out, state->gone, state->gone_count))
        return false;
    if (state->visitors == 0)
        return true;
    return memory_put(out, &state->visitor->id, 2 * state->visitors);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    const int64_t bins = 2 * (int64_t)state->bins;
    if (count < HEAD_NUMBERS + bins)
        return false;
    const int64_t rest = count - HEAD_NUMBERS - bins;
    const bool whole = value[1] >= 0 && value[1] <= (double)rest && rest % 2 == 0;
    const int64_t gone = whole ? (int64_t)value[1] : 0;
    const int64_t visitors = (rest - gone) / 2;
    if (!whole || gone % 2 != 0 || !MEM_GROW(state->gone, state->gone_room, gone + 1) ||
        !MEM_GROW(state->visitor, state->room, visitors + 1))
        return false;
    const double *at = value + 2;
    state->last = value[0];
    for (int i = 0; i < TOTALS; i++)
        state->total[i] = *at++;
    for (int64_t i = 0; i < bins; i++)
        state->bin[i] = *at++;
    for (int64_t i = 0; i < gone; i++)
        state->gone[i] = *at++;
    for (int64_t i = 0; i < visitors; i++) {
        state->visitor[i] = (visitor){
            .id = at[0],
            .since = at[1],
        };
        at += 2;
    }
    state->gone_count = gone;
    state->visitors = visitors;
    return true;
}

const char probe_residence_example[] = "high: 1 s, bins: 5";

const probe probe_residence = {
    .what = {law, "how long grains stay in the world or a region: the distribution of their times",
             rows, sizeof rows / sizeof *rows},
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .pass = pass,
    .finish = finish,
    .end = end,
    .save = save,
    .load = load,
};
