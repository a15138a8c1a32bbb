// probe_force_chains.c - how many chains of grains carry more than others, and how long they are.
//
// After J. F. Peters, M. Muthuswamy, J. Wibowo, A. Tordesillas, Phys. Rev. E 72, 041307 (2005). The stress of a grain is
// sum of r_i f_j over its contacts, over its volume, r from its centre to the contact and f the force on it. Its largest
// principal value, where it is compressed, is its load. Grains of more than the mean load carry. Two of those that touch
// are linked where the line of their centres is within `angle` of the axes of both. What is linked is a chain when it has
// three grains or more; where chains meet they are one. More than the mean is by more than a billionth of it. Fixed grains and walls take no part.
#include "base/mathlib.h"
#include "base/memory.h"
#include "measure/network.h"
#include "measure/solids.h"
#include "measure/table.h"
#include "shape/principal.h"

#include <stdlib.h>

static const char law[] = "force-chains";

static const row rows[] = {
    {"angle", ROW_REAL, "rad", 0.78539816339744831, 0, 1.5707963267948966,
     "most between the line of two centres and the axes of their loads; default: 45 deg"},
};

static const probe_head head[] = {
    {"time", "s"},     {"chains", ""},   {"length_mean", ""}, {"length_max", ""},
    {"in_chains", ""}, {"carrying", ""}, {"load_mean", "Pa"}, {"load_max", "Pa"},
};
enum { TIME, CHAINS, LENGTH_MEAN, LENGTH_MAX, IN_CHAINS, CARRYING, LOAD_MEAN, LOAD_MAX, COLUMNS };
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

typedef struct loaded {
    bool counts; // fixed grains do not
    v3 axis;
    double volume;  // m^3; 2D: m^2
    sym3 stress;    // J: times the volume
    double load;    // Pa
    int64_t chain;  // a grain of the same chain with a lower number, or itself
    int64_t length; // of the chain that it is the first of
} loaded;

struct probe_state {
    double cosine;
    network network;
    loaded *grain; // of the network
    int64_t room;
};

static void end(probe_state *state)
{
    network_clear(&state->network);
    free(state->grain);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    state->cosine = real_cos(choice_real(choice, "angle"));
    return network_check(model, law, error);
}

static bool take_grains(probe_state *state, const model *model, const frame_balls *balls)
{
    if (!network_fill(&state->network, model, balls))
        return false;
    if (!MEM_GROW(state->grain, state->room, state->network.grains + 1))
        return false;
    for (int64_t i = 0; i < state->network.grains; i++) {
        const whole_grain *grain = &state->network.grain[i];
        state->grain[i] = (loaded){
            .counts = isfinite(grain->mass),
            .volume = solid_volume(model, balls, grain),
            .chain = i,
        };
    }
    return true;
}

// What one contact brings to the stresses of its grains; above zero where they are compressed.
static void add_contact(probe_state *state, const model *model, const frame *frame, int64_t contact)
{
    for (int side = 0; side < 2; side++) {
        const network_side at = network_look(&state->network, model, frame, contact, side);
        if (at.grain < 0)
            continue;
        loaded *grain = &state->grain[at.grain];
        const v3 arm = v3_sub(at.centre, at.point);
        grain->stress = sym3_add(grain->stress, sym3_dyad(arm, at.force));
    }
}

// The largest principal stress of a grain and its axis.
static void find_load(loaded *grain)
{
    v3 values;
    q4 axes;
    int largest = 0;
    principal_axes(grain->stress, &values, &axes);
    for (int axis = 1; axis < 3; axis++) {
        if (v3_component(values, axis) > v3_component(values, largest))
            largest = axis;
    }
    grain->load = v3_component(values, largest) / grain->volume;
    grain->axis = q4_rotate(axes, v3_make(largest == 0, largest == 1, largest == 2));
}

static int64_t head_of(const probe_state *state, int64_t number)
{
    while (state->grain[number].chain != number)
        number = state->grain[number].chain;
    return number;
}

// Loads that are the same but for rounding, as those of a lattice, are no more than their mean.
static bool is_above(double load, double mean)
{
    const double rounding = 1e-9;
    return load - mean > rounding * fabs(mean);
}

static bool carries(const probe_state *state, int64_t number, double mean)
{
    if (number < 0)
        return false;
    const loaded *grain = &state->grain[number];
    return grain->counts && is_above(grain->load, mean);
}

// Links the two grains of a contact where both carry and their axes lie along the line of the centres.
static void link_contact(probe_state *state, const model *model, const frame *frame,
                         int64_t contact, double mean)
{
    const network_side from = network_look(&state->network, model, frame, contact, 0);
    const network_side to = network_look(&state->network, model, frame, contact, 1);
    if (!carries(state, from.grain, mean) || !carries(state, to.grain, mean))
        return;
    const loaded *first = &state->grain[from.grain];
    const loaded *second = &state->grain[to.grain];
    const v3 line = v3_unit(v3_sub(to.centre, from.centre));
    const bool along_first = fabs(v3_dot(line, first->axis)) >= state->cosine;
    const bool along_second = fabs(v3_dot(line, second->axis)) >= state->cosine;
    if (!along_first || !along_second)
        return;
    const int64_t head_a = head_of(state, from.grain);
    const int64_t head_b = head_of(state, to.grain);
    if (head_a < head_b)
        state->grain[head_b].chain = head_a;
    else
        state->grain[head_a].chain = head_b;
}

typedef struct chain_sums {
    double chains, grains, longest;
    double carrying, load, most;
} chain_sums;

static chain_sums add_chains(probe_state *state, double mean)
{
    enum { LENGTH_LEAST = 3 };
    chain_sums sums = {.most = NAN};
    for (int64_t i = 0; i < state->network.grains; i++)
        state->grain[head_of(state, i)].length++;
    for (int64_t i = 0; i < state->network.grains; i++) {
        const loaded *grain = &state->grain[i];
        if (!grain->counts)
            continue;
        sums.carrying += is_above(grain->load, mean);
        sums.most = fmax(sums.most, grain->load);
        if (grain->length < LENGTH_LEAST)
            continue;
        sums.chains += 1;
        sums.grains += (double)grain->length;
        sums.longest = fmax(sums.longest, (double)grain->length);
    }
    return sums;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    double load = 0;
    double grains = 0;
    if (!take_grains(state, model, &frame->ball))
        return fail_memory(error, law);
    for (int64_t i = 0; i < frame->contact.count; i++)
        add_contact(state, model, frame, i);
    for (int64_t i = 0; i < state->network.grains; i++) {
        loaded *grain = &state->grain[i];
        if (!grain->counts)
            continue;
        find_load(grain);
        load += grain->load;
        grains += 1;
    }
    const double mean = load / grains; // 0/0 gives the nan of no grains
    for (int64_t i = 0; i < frame->contact.count; i++)
        link_contact(state, model, frame, i, mean);
    const chain_sums sums = add_chains(state, mean);
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[CHAINS] = sums.chains;
    value[LENGTH_MEAN] = sums.grains / sums.chains;
    value[LENGTH_MAX] = sums.longest;
    value[IN_CHAINS] = sums.grains / grains;
    value[CARRYING] = sums.carrying / grains;
    value[LOAD_MEAN] = mean;
    value[LOAD_MAX] = sums.most;
    return table_row(table, value, error);
}

const char probe_force_chains_example[] = "";

const probe probe_force_chains = {
    .what = {law, "chains of grains that carry more than the mean: number, length, share", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .end = end,
};
