// probe_force_chains.c - how many chains of grains carry more than others, and how long they are.
//
// After J. F. Peters, M. Muthuswamy, J. Wibowo, A. Tordesillas, Phys. Rev. E 72, 041307 (2005). The stress of a grain is
// sum of r_i f_j over its contacts, over its volume, r from its centre to the contact and f the force on it. Its largest
// principal value, where it is compressed, is its load. Grains of more than the mean load carry. Two of those that touch
// are linked where the line of their centres is within `angle` of the axes of both. What is linked is a chain when it has
// three grains or more; where chains meet they are one. Fixed grains and walls take no part.
#include "base/mathlib.h"
#include "base/memory.h"
#include "measure/filter.h"
#include "measure/solids.h"
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
enum { COLUMNS = sizeof head / sizeof *head };

typedef struct loaded {
    int64_t balls;
    v3 centre, axis;
    double volume;  // m^3; 2D: m^2
    sym3 stress;    // J: times the volume
    double load;    // Pa
    int64_t chain;  // a grain of the same chain with a lower number, or itself
    int64_t length; // of the chain that it is the first of
} loaded;

struct probe_state {
    double cosine;
    loaded *grain;
    int64_t grains, room;
    int64_t *grain_of; // of each ball; -1: it takes no part
    int64_t balls;     // room
};

static void end(probe_state *state)
{
    free(state->grain);
    free(state->grain_of);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    if (model->cell.given && !whole_are_balls(model)) {
        return probe_fail(error, law, "leave it out, or the cell",
                          "it knows no grains of several balls in a cell that deforms");
    }
    state->cosine = real_cos(choice_real(choice, "angle"));
    return SCREE_OK;
}

static bool take_grains(probe_state *state, const model *model, const frame_balls *balls)
{
    state->grains = 0;
    if (!MEM_GROW(state->grain, state->room, balls->count + 1))
        return false;
    if (!MEM_GROW(state->grain_of, state->balls, balls->count + 1))
        return false;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        const bool moves = isfinite(grain.mass);
        for (int64_t k = i; k < i + grain.balls; k++)
            state->grain_of[k] = moves ? state->grains : -1;
        if (!moves)
            continue;
        const int64_t own = state->grains++;
        state->grain[own] = (loaded){
            .balls = grain.balls,
            .centre = grain.position,
            .volume = solid_volume(model, balls, &grain),
            .chain = own,
        };
    }
    return true;
}

// The entry of the ball of that id; -1: there is none. Ids ascend.
static int64_t ball_of(const frame_balls *balls, int64_t id)
{
    int64_t low = 0;
    int64_t high = balls->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (balls->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < balls->count && balls->id[low] == id ? low : -1;
}

static int64_t grain_of(const probe_state *state, const frame_balls *balls, int64_t id)
{
    const int64_t ball = ball_of(balls, id);
    return ball < 0 ? -1 : state->grain_of[ball];
}

// The centre of the grain of a ball that stands at `ball` next to a contact.
static v3 centre_by(const model *model, const frame_balls *balls, const loaded *grain, int64_t id,
                    v3 ball)
{
    if (grain->balls == 1)
        return ball;
    const v3 own = balls->position[ball_of(balls, id)];
    return v3_add(ball, whole_way(model, own, grain->centre));
}

// What one contact brings to the stresses of its grains; above zero where they are compressed.
static void add_contact(probe_state *state, const model *model, const frame *frame, int64_t contact)
{
    const frame_contacts *contacts = &frame->contact;
    const int64_t id[2] = {contacts->a[contact], contacts->b[contact]};
    const v3 place[2] = {contacts->position_a[contact], contacts->position_b[contact]};
    const v3 point = contacts->point[contact];
    for (int side = 0; side < 2; side++) {
        const int64_t number = grain_of(state, &frame->ball, id[side]);
        if (number < 0)
            continue;
        loaded *grain = &state->grain[number];
        const v3 centre = centre_by(model, &frame->ball, grain, id[side], place[side]);
        const v3 arm = v3_sub(centre, point);
        const v3 force = v3_scale(side ? 1 : -1, contacts->force[contact]);
        grain->stress = sym3_add(grain->stress, sym3_dyad(arm, force));
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

// Links the two grains of a contact where both carry and their axes lie along the line of the centres.
static void link_contact(probe_state *state, const model *model, const frame *frame,
                         int64_t contact, double carrying)
{
    const frame_contacts *contacts = &frame->contact;
    const int64_t a = grain_of(state, &frame->ball, contacts->a[contact]);
    const int64_t b = grain_of(state, &frame->ball, contacts->b[contact]);
    if (a < 0 || b < 0)
        return;
    const loaded *first = &state->grain[a];
    const loaded *second = &state->grain[b];
    if (!(first->load > carrying && second->load > carrying))
        return;
    const v3 from =
        centre_by(model, &frame->ball, first, contacts->a[contact], contacts->position_a[contact]);
    const v3 to =
        centre_by(model, &frame->ball, second, contacts->b[contact], contacts->position_b[contact]);
    const v3 line = v3_unit(v3_sub(to, from));
    const bool along_first = fabs(v3_dot(line, first->axis)) >= state->cosine;
    const bool along_second = fabs(v3_dot(line, second->axis)) >= state->cosine;
    if (!along_first || !along_second)
        return;
    const int64_t head_a = head_of(state, a);
    const int64_t head_b = head_of(state, b);
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
    for (int64_t i = 0; i < state->grains; i++)
        state->grain[head_of(state, i)].length++;
    for (int64_t i = 0; i < state->grains; i++) {
        const loaded *grain = &state->grain[i];
        sums.carrying += grain->load > mean;
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
    if (!take_grains(state, model, &frame->ball))
        return fail_memory(error, law);
    for (int64_t i = 0; i < frame->contact.count; i++)
        add_contact(state, model, frame, i);
    for (int64_t i = 0; i < state->grains; i++) {
        find_load(&state->grain[i]);
        load += state->grain[i].load;
    }
    const double grains = (double)state->grains;
    const double mean = load / grains; // 0/0 gives the nan of no grains
    for (int64_t i = 0; i < frame->contact.count; i++)
        link_contact(state, model, frame, i, mean);
    const chain_sums sums = add_chains(state, mean);
    const double value[COLUMNS] = {frame->time,
                                   sums.chains,
                                   sums.grains / sums.chains,
                                   sums.longest,
                                   sums.grains / grains,
                                   sums.carrying / grains,
                                   mean,
                                   sums.most};
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
