// probe_force_histogram.c - how the forces in contacts are distributed, over bins of equal width and over time.
//
// The force of a contact is the norm of all of it, or its component along the normal (less than 0 where it attracts).
// `contacts` is the mean number per sample. Shares are of all contacts, those beyond the bins too: `share` of those in
// the bin, `up_to` of those with no more than its upper end.
#include "measure/table.h"

#include <stdlib.h>
#include <string.h>

static const char law[] = "force-histogram";

static const row rows[] = {
    {"high", ROW_REAL, "N", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "where the last bin ends"},
    {"low", ROW_REAL, "N", 0, ROW_ANY_LOW, ROW_ANY_HIGH, "where the first begins"},
    {"bins", ROW_INTEGER, "1", 20, 1, 1e6, "number of bins"},
    {"of", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "resultant (default) or normal: which force"},
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "first time that counts"},
    {"to", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "last time that counts; default: the end"},
};

static const probe_head head[] = {{"force", "N"}, {"contacts", ""}, {"share", ""}, {"up_to", ""}};
static const probe_role roles[] = {
    {"contacts", PROBE_PART},
    {"share", PROBE_PART},
    {"up_to", PROBE_NO_MEAN},
    {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

struct probe_state {
    int bins;
    bool normal;
    double low, high; // N
    double from, to;  // s
    double samples;
    double last;   // s, of the newest sample, which a branch takes once more; NAN: none
    double *count; // of contacts: below the first bin, in each, and of all
};

static void end(probe_state *state)
{
    free(state->count);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)model;
    const char *of = choice_text(choice, "of");
    const bool normal = of && !strcmp(of, "normal");
    const bool resultant = !of || !strcmp(of, "resultant");
    if (!normal && !resultant)
        return probe_fail(error, law, "write resultant or normal", "of = '%.60s' is no force", of);
    state->normal = normal;
    state->low = choice_real(choice, "low");
    state->high = choice_real(choice, "high");
    if (!(state->low < state->high)) {
        return probe_fail(error, law, "`low` must be below `high`",
                          "the range from %g N to %g N is empty", state->low, state->high);
    }
    state->bins = (int)choice_real(choice, "bins");
    state->last = NAN;
    state->from = choice_real(choice, "from");
    state->to = choice_given(choice, "to") ? choice_real(choice, "to") : INFINITY;
    state->count = calloc((size_t)state->bins + 2, sizeof *state->count);
    if (!state->count)
        return fail_memory(error, law);
    return SCREE_OK;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    (void)table;
    (void)error;
    const frame_contacts *contacts = &frame->contact;
    const double range = state->high - state->low;
    const bool outside = frame->time < state->from || frame->time > state->to;
    if (outside || frame->time == state->last)
        return SCREE_OK;
    state->last = frame->time;
    for (int64_t i = 0; i < contacts->count; i++) {
        const double resultant = v3_norm(contacts->force[i]);
        const double force = state->normal ? contacts->normal_force[i] : resultant;
        const double at = floor((force - state->low) / range * state->bins);
        if (at < state->bins)
            state->count[at < 0 ? 0 : 1 + (int)at] += 1;
        state->count[state->bins + 1] += 1;
    }
    state->samples += 1;
    return SCREE_OK;
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    double all = state->count[state->bins + 1];
    double passed = state->count[0];
    double width = (state->high - state->low) / state->bins;
    for (int bin = 0; bin < state->bins; bin++) { // 0/0 gives the nan of no contact
        double count = state->count[1 + bin];
        passed += count;
        const double value[COLUMNS] = {state->low + width * (bin + 0.5), count / state->samples,
                                       count / all, passed / all};
        scree_status status = table_row(table, value, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

static bool save(const probe_state *state, probe_memory *out)
{
    return memory_put(out, &state->samples, 1) && memory_put(out, state->count, state->bins + 2) &&
           memory_put(out, &state->last, 1);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    const int64_t counts = (int64_t)state->bins + 2;
    if (count != counts + 2)
        return false;
    state->samples = value[0];
    state->last = value[1 + counts];
    memcpy(state->count, value + 1, (size_t)counts * sizeof *state->count);
    return true;
}

const char probe_force_histogram_example[] = "high: 1 N, bins: 10";

const probe probe_force_histogram = {
    .what = {"force-histogram", "how the forces in contacts are distributed, as means over time",
             rows, sizeof rows / sizeof *rows},
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
