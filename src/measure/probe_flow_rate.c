// probe_flow_rate.c - number and mass of grains that cross a plane, or go into a region, from one sample to the next and in
// all.
//
// Counted are centres, along the axis positive and against it negative. On a periodic axis of length L every image of
// the plane counts: floor((x - at)/L), and how often the grain has crossed the border, say between which two it is. A
// grain that comes between two samples begins where it came in, and one that goes has come as far as where it was taken
// out. Through the surface of a region those count that are inside now and were not, less those that were and are not.
#include "base/memory.h"
#include "measure/filter.h"

#include <stdlib.h>

static const char law[] = "flow-rate";

static const row rows[] = {
    {"axis", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "x (default), y or z: normal of the plane"},
    {"at", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the plane is on the axis"},
    {"into", ROW_REGION, "", ROW_OPTIONAL, 0, 0,
     "instead of a plane: through the surface of this region, inwards positive"},
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {{"time", "s"},         {"grains", ""},       {"mass", "kg"},
                                  {"mass_rate", "kg/s"}, {"grains_total", ""}, {"mass_total", "kg"},
                                  {"grains_rate", "1/s"}};
static const probe_role roles[] = {
    {"grains", PROBE_PART},        {"mass", PROBE_PART}, {"grains_total", PROBE_NO_MEAN},
    {"mass_total", PROBE_NO_MEAN}, {NULL, PROBE_VALUE},
};
enum { TIME, GRAINS, MASS, MASS_RATE, GRAINS_TOTAL, MASS_TOTAL, GRAINS_RATE, COLUMNS };
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

typedef struct mark {
    double id,
        x; // where the grain was at the sample before, or 1 inside of the region; ids are whole
    double image; // how often it had crossed the periodic border; NAN: an older state does not tell
} mark;

enum { MARK_NUMBERS = sizeof(mark) / sizeof(double) };

struct probe_state {
    grain_filter filter;
    const region *into; // NULL: through a plane
    int axis;
    double at, period; // m; period 0: the axis is not periodic
    double time;       // s, of the sample before; NAN: none
    double grains, mass;
    double left_grains, left_mass; // that crossed since the sample before and have left the world
    mark *mark;                    // in the order of ids
    int64_t marks, room;
};

static void end(probe_state *state)
{
    free(state->mark);
}

static scree_status read_surface(const choice *choice, const model *model, probe_state *state,
                                 scree_error *error)
{
    const bool plane = choice_given(choice, "at") || choice_given(choice, "axis");
    const int region = choice_region(choice, "into");
    if (region >= 0 && plane)
        return probe_fail(error, law, "leave out `into`, or `axis` and `at`",
                          "into and axis or at contradict each other");
    if (region >= 0) {
        state->into = model->region[region].made;
        return SCREE_OK;
    }
    if (!choice_given(choice, "at"))
        return probe_fail(error, law, "say where the plane is, or give into: REGION",
                          "missing key 'at'");
    state->at = choice_real(choice, "at");
    const scree_status status = probe_axis(choice, "axis", law, 0, &state->axis, error);
    const double place[2] = {state->at, state->at};
    if (status || model->boundary[state->axis] == BOUNDARY_PERIODIC) // an image of it counts
        return status;
    return probe_inside(model, law, state->axis, place, error);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    scree_status status = read_surface(choice, model, state, error);
    if (!status)
        status = filter_read(choice, model, law, &state->filter, error);
    if (status)
        return status;
    state->time = NAN;
    if (model->cell.given) {
        return probe_fail(error, law, "leave it out, or the cell",
                          "it counts no crossings in a cell that deforms");
    }
    if (!state->into && model->boundary[state->axis] == BOUNDARY_PERIODIC) {
        state->period =
            v3_component(model->high, state->axis) - v3_component(model->low, state->axis);
    }
    return SCREE_OK;
}

static double side(const probe_state *state, double x)
{
    return state->period > 0 ? floor((x - state->at) / state->period) : x >= state->at;
}

static mark mark_grain(const probe_state *state, const whole_grain *grain)
{
    if (state->into)
        return (mark){
            .id = (double)grain->id,
            .x = region_contains(state->into, grain->position),
        };
    return (mark){
        .id = (double)grain->id,
        .x = v3_component(grain->position, state->axis),
        .image = grain->image[state->axis],
    };
}

// The way to the nearest image is taken where nothing else is known.
static double crossings_by_nearest_way(const probe_state *state, double before, double now)
{
    double way = now - before;
    if (state->period > 0)
        way -= state->period * floor(way / state->period + 0.5);
    return side(state, before + way) - side(state, before);
}

static double crossings(const probe_state *state, const mark *from, const whole_grain *grain)
{
    const mark to = mark_grain(state, grain);
    if (state->into)
        return to.x - from->x;
    if (isnan(from->image))
        return crossings_by_nearest_way(state, from->x, to.x);
    return side(state, to.x) - side(state, from->x) + (to.image - from->image);
}

static const mark *mark_of(const probe_state *state, double id)
{
    int64_t low = 0;
    int64_t high = state->marks;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (state->mark[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < state->marks && state->mark[low].id == id;
    return found ? &state->mark[low] : NULL;
}

// The ids of newcomers are above all that there have been.
static scree_status enter(const model *model, const frame_balls *arrived, probe_state *state,
                          scree_error *error)
{
    const int64_t most = state->marks + arrived->count;
    if (!MEM_GROW(state->mark, state->room, most + 1))
        return fail_memory(error, law);
    whole_grain grain;
    for (int64_t i = 0; i < arrived->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, arrived, i);
        state->mark[state->marks++] = mark_grain(state, &grain);
    }
    return SCREE_OK;
}

static void leave(const model *model, const frame_balls *departed, probe_state *state)
{
    whole_grain grain;
    for (int64_t i = 0; i < departed->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, departed, i);
        const mark *from = mark_of(state, (double)grain.id);
        if (!from || !filter_takes(&state->filter, &grain))
            continue;
        const double count = crossings(state, from, &grain);
        state->left_grains += count;
        state->left_mass += count != 0 ? count * filter_mass(&grain) : 0;
    }
}

static scree_status pass(const model *model, const frame_balls *arrived,
                         const frame_balls *departed, probe_state *state, scree_error *error)
{
    const scree_status status = enter(model, arrived, state, error);
    if (!status)
        leave(model, departed, state);
    return status;
}

// Both lists ascend in id, so one walk through them finds the partners.
static void compare(const probe_state *state, const model *model, const frame_balls *balls,
                    double *grains, double *mass)
{
    int64_t k = 0;
    *grains = state->left_grains;
    *mass = state->left_mass;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        const double id = (double)grain.id;
        while (k < state->marks && state->mark[k].id < id)
            k++;
        const bool marked = k < state->marks && state->mark[k].id == id;
        if (!marked || !filter_takes(&state->filter, &grain))
            continue;
        const double count = crossings(state, &state->mark[k], &grain);
        *grains += count;
        *mass += count != 0 ? count * filter_mass(&grain) : 0;
    }
}

static bool remember(probe_state *state, const model *model, const frame_balls *balls)
{
    if (!MEM_GROW(state->mark, state->room, balls->count + 1))
        return false;
    state->marks = 0;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        state->mark[state->marks++] = mark_grain(state, &grain);
    }
    return true;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    double grains;
    double mass;
    double passed = frame->time - state->time;
    compare(state, model, &frame->ball, &grains, &mass);
    if (!remember(state, model, &frame->ball))
        return fail_memory(error, law);
    state->grains += grains;
    state->mass += mass;
    state->left_grains = state->left_mass = 0;
    state->time = frame->time;
    double rate = passed > 0 ? mass / passed : NAN; // the first sample has none before it
    const double number_rate = passed > 0 ? grains / passed : NAN;
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[GRAINS] = grains;
    value[MASS] = mass;
    value[MASS_RATE] = rate;
    value[GRAINS_TOTAL] = state->grains;
    value[MASS_TOTAL] = state->mass;
    value[GRAINS_RATE] = number_rate;
    return table_row(table, value, error);
}

// Numbers before the marks. The last of them is how many each mark has; it was 0 when they had two, id and x.
enum { SUMS = 6, OLD_MARK_NUMBERS = 2 };

static bool save(const probe_state *state, probe_memory *out)
{
    const double sums[SUMS] = {state->time,        state->grains,    state->mass,
                               state->left_grains, state->left_mass, MARK_NUMBERS};
    if (!memory_put(out, sums, SUMS))
        return false;
    if (!state->marks)
        return true;
    return memory_put(out, &state->mark->id, MARK_NUMBERS * state->marks);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    if (count < SUMS)
        return false;
    const bool old = value[SUMS - 1] == 0;
    const int64_t each = old ? OLD_MARK_NUMBERS : MARK_NUMBERS;
    const int64_t marks = (count - SUMS) / each;
    const bool known = old || value[SUMS - 1] == MARK_NUMBERS;
    if (!known || (count - SUMS) % each != 0)
        return false;
    if (!MEM_GROW(state->mark, state->room, marks + 1))
        return false;
    state->time = value[0];
    state->grains = value[1];
    state->mass = value[2];
    state->left_grains = value[3];
    state->left_mass = value[4];
    state->marks = marks;
    for (int64_t i = 0; i < marks; i++) {
        const double *saved = value + SUMS + each * i;
        state->mark[i] = (mark){
            .id = saved[0],
            .x = saved[1],
            .image = old ? NAN : saved[2],
        };
    }
    return true;
}

const char probe_flow_rate_example[] = "axis: y, at: 0 mm";

const probe probe_flow_rate = {
    .what = {"flow-rate", "number and mass of grains that cross a plane, or go into a region", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .pass = pass,
    .end = end,
    .save = save,
    .load = load,
};
