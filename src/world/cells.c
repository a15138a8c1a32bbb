// cells.c - a periodic cell that deforms, step by step (docs/cells.md): how its edges move, and what its servos ask for. Its
// work on the grains is in cell_work.c.
//
// In a step from n to n+1 the velocity gradient L is constant: what the case gives, or what servos ask for. The edges go
// from H to H + dt F with F = L (H + dt/2 F), and a body's image moves faster than the body by F s. With homogeneous
// motion the grains' velocities change with that of the cell, dv = dF H^-1 x, as if each had always been part of the flow
// that is to come; so their motion against it does not change. Over the borders alone nothing is done to the grains.
//
// With the sums over contacts C_ij = F_i d_j and over grains K_ij = m v_i v_j, v against the flow L x, the stress is (C +
// K)/V, pressure above zero. C is taken at the time of the positions, K half a step back. The stress that is shown, and
// that servos see, is without what all grains move in common.
#include "world/internal.h"

#include "base/mathlib.h"
#include "motion/clumps.h"

#include <math.h>
#include <stdio.h>

static bool is_active(const world *world)
{
    const model_cell *cell = &world->shared->model->cell;
    const double now = world_time(world);
    const double little = 1e-6 * world->shared->dt;
    return now >= cell->from - little && now < cell->to - little;
}

static bool has_servo(const model_cell *cell)
{
    bool any = cell->mean;
    for (int i = 0; i < CELL_PARTS; i++)
        any = any || cell->control[i] == CELL_STRESS;
    return any;
}

// What keeps the volume: the other axes give way to the sum of the rates of the first ones.
static void keep_volume(const model_cell *cell, cell_matrix *gradient)
{
    double sum = 0;
    int takers = 0;
    for (int i = CELL_XX; i <= CELL_ZZ; i++) {
        sum += gradient->of[i];
        takers += cell->control[i] == CELL_KEEPS_VOLUME;
    }
    for (int i = CELL_XX; i <= CELL_ZZ; i++) {
        if (cell->control[i] == CELL_KEEPS_VOLUME)
            gradient->of[i] = -sum / takers;
    }
}

static cell_matrix gradient_to_come(const world *world)
{
    const model_cell *cell = &world->shared->model->cell;
    const cell_state *state = &world->shared->cell;
    cell_matrix gradient = {{0}};
    if (!is_active(world))
        return gradient;
    for (int i = 0; i < CELL_PARTS; i++) {
        if (cell->control[i] == CELL_RATE)
            gradient.of[i] = cell->value[i];
        if (cell->control[i] == CELL_STRESS)
            gradient.of[i] = state->servo.of[i];
    }
    keep_volume(cell, &gradient);
    return gradient;
}

// ---- at the start

static double largest_radius(world *world)
{
    double largest = 0;
    for (const part *part = world->part; part < world_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++)
            largest = real_max(largest, bodies_radius(&part->body, i));
    }
    return largest;
}

static bool is_periodic(const model *model, int axis)
{
    const bool locked = axis == 2 && model->dimensions == 2;
    return model->boundary[axis] == BOUNDARY_PERIODIC && !locked;
}

scree_status world_make_cell(world *world, scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    cell_state *state = &shared->cell;
    if (!model->cell.given && !state->given)
        return SCREE_OK;
    state->step.corner = model->low;
    state->least = 4.2 * largest_radius(world);
    state->step.sums = model->ledger || has_servo(&model->cell);
    if (!(state->modulus > 0))
        state->modulus = world->choice.modulus;
    if (!(state->impact > 0))
        state->impact = world->choice.duration;
    if (has_servo(&model->cell) && !(state->modulus > 0)) {
        return fail(error, SCREE_BAD_INPUT, "cell", "give rates instead of stresses",
                    "nothing can touch in this cell: no stress can be reached");
    }
    if (state->given)
        return SCREE_OK;
    state->given = true;
    const v3 size = v3_sub(model->high, model->low);
    for (int axis = 0; axis < 3; axis++)
        state->now.of[axis] = is_periodic(model, axis) ? v3_component(size, axis) : 1;
    state->start = state->now;
    state->step.next = state->now;
    return SCREE_OK;
}

// ---- a step

static bool is_same(const cell_matrix *first, const cell_matrix *second)
{
    bool same = true;
    for (int i = 0; i < CELL_PARTS; i++)
        same = same && first->of[i] == second->of[i];
    return same;
}

static scree_status check_edges(const world *world, scree_error *error)
{
    const shared *shared = world->shared;
    char where[80];
    for (int axis = 0; axis < 3; axis++) {
        const double edge = shared->cell.step.next.of[axis];
        if (!is_periodic(shared->model, axis))
            continue;
        if (edge >= shared->cell.least && edge < 1e15)
            continue;
        snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
                 (long long)shared->step);
        return fail(error, SCREE_DIVERGED, where,
                    "end its motion before (cell.to), lower its rates, or look whether its stress "
                    "can be reached",
                    "the cell is %.4g m long along %c; it must be from 2.1 diameters of the "
                    "largest grain (%.4g m) to 1e15 m",
                    edge, "xyz"[axis], shared -> cell.least);
    }
    return SCREE_OK;
}

scree_status world_open_cell_step(world *world, scree_error *error)
{
    shared *shared = world->shared;
    cell_state *state = &shared->cell;
    cell_step *step = &state->step;
    if (!state->given)
        return SCREE_OK;
    // Balls that wake are brought up to where they are now, in the cell as it is now.
    for (part *part = world->part; part < world_end(world); part++)
        followers_wake(&part->follow, &part->stepping, part->list.block, part->list.blocks);
    const cell_matrix gradient = gradient_to_come(world);
    const bool follows = shared->model->cell.driving == CELL_HOMOGENEOUS;
    step->before = state->gradient;
    step->flow = cell_flow(&state->now, &gradient, shared->dt);
    step->next = cell_add(&state->now, shared->dt, &step->flow);
    const cell_matrix change = cell_add(&step->flow, -1, &state->flow);
    const bool changes = !is_same(&step->flow, &state->flow);
    step->pushes = changes && follows;
    step->push = cell_divide_by(&change, &state->now);
    if (shared->model->ledger && !follows && !is_same(&gradient, &state->gradient))
        world_change_flow(world, &gradient);
    state->to_come = gradient;
    cell_reduce(&step->next, &step->flow);
    for (part *part = world->part; part < world_end(world); part++)
        part_open_cell(part, shared);
    return check_edges(world, error);
}

double world_cell_volume(const world *world)
{
    const model *model = world->shared->model;
    const v3 size = v3_sub(model->high, model->low);
    double volume = 1;
    for (int axis = 0; axis < model->dimensions; axis++) {
        const bool deforms = world->shared->cell.given && is_periodic(model, axis);
        volume *= deforms ? world->shared->cell.now.of[axis] : v3_component(size, axis);
    }
    return volume;
}

// ---- servos

static double largest_target(const model_cell *cell)
{
    double largest = cell->mean ? fabs(cell->mean_stress) : 0;
    for (int i = 0; i < CELL_PARTS; i++) {
        if (cell->control[i] == CELL_STRESS)
            largest = real_max(largest, fabs(cell->value[i]));
    }
    return largest;
}

// Slow enough for the inertial number 0.001 at the largest stress that is asked for.
static double limit_of(const world *world)
{
    const model *model = world->shared->model;
    double density = 0;
    if (model->cell.limit > 0)
        return model->cell.limit;
    for (int i = 0; i < model->materials; i++)
        density = real_max(density, model_mass_scaling(model) * model->material[i].density);
    const double pressure = largest_target(&model->cell);
    return 1e-3 * sqrt(pressure / density) / world->choice.diameter;
}

static double between(double low, double x, double high)
{
    const double not_above = real_min(high, x);
    return real_max(low, not_above);
}

typedef struct servo_answer {
    double rate, steady; // 1/s
} servo_answer;

// Dashpots answer a rate L with the stress -eta L. A servo that hears it one step later asks for eta/(K T) times that rate,
// so T must be longer than eta/K, a time of the contacts that has nothing to do with the step: eta is at most about twice
// K times an impact (a face-centred crystal, whose stiffness is 2.6 K, with dashpots near the critical).
static double response_of(const shared *shared)
{
    enum { STEPS_OF_RESPONSE = 200, IMPACTS_OF_RESPONSE = 5 };
    const double given = shared->model->cell.response;
    const double impacts = IMPACTS_OF_RESPONSE * shared->cell.impact;
    return given > 0 ? given : real_max(STEPS_OF_RESPONSE * shared->dt, impacts);
}

// A rate in proportion to the deviation, beside one that it sums up to near the target: a stress is kept without an offset
// also where the cell must go on moving for it.
static servo_answer answer_of(const world *world, double deviation, double steady, double limit)
{
    enum { RESPONSES = 10 };
    const shared *shared = world->shared;
    const model_cell *cell = &shared->model->cell;
    const double near = 0.2 * largest_target(cell);
    const double response = response_of(shared);
    const double viscosity = shared->cell.modulus * response;
    const double rate = deviation / viscosity;
    const double share = shared->dt / (RESPONSES * response);
    servo_answer answer = {.steady = steady};
    if (fabs(deviation) < near)
        answer.steady = between(-limit, steady + share * rate, limit);
    answer.rate = between(-limit, rate + answer.steady, limit);
    return answer;
}

static void ask_servos(world *world, const cell_sums *sums)
{
    const model *model = world->shared->model;
    const model_cell *cell = &model->cell;
    cell_state *state = &world->shared->cell;
    const double volume = world_cell_volume(world);
    const double limit = limit_of(world);
    const cell_matrix contact = cell_sums_value(sums->contact);
    const cell_matrix motion = cell_sums_value(sums->motion);
    const cell_matrix drift = cell_sums_drift(sums);
    const cell_matrix all = cell_add(&contact, 1, &motion);
    const cell_matrix sum = cell_add(&all, -1, &drift);
    double mean = 0;
    int axes = 0;
    for (int i = CELL_XX; i <= CELL_ZZ; i++) {
        const bool counts = is_periodic(model, i);
        mean += counts ? sum.of[i] / volume : 0;
        axes += counts;
    }
    for (int i = 0; i < CELL_PARTS; i++) {
        if (cell->control[i] != CELL_STRESS)
            continue;
        const bool together = cell->mean && i <= CELL_ZZ;
        double stress = sum.of[i] / volume;
        double target = cell->value[i];
        if (together) {
            stress = mean / axes;
            target = cell->mean_stress;
        }
        aim_add(&world->shared->cell_aim[i], target, stress);
        const double deviation = stress - target;
        const double steady = state->steady.of[i];
        const servo_answer answer = answer_of(world, deviation, steady, limit);
        state->servo.of[i] = answer.rate;
        state->steady.of[i] = answer.steady;
    }
}

void world_close_cell_step(world *world)
{
    shared *shared = world->shared;
    cell_state *state = &shared->cell;
    if (!state->given)
        return;
    if (state->step.sums) {
        const cell_sums *sums = world->part->scratch[0].cell;
        world_book_cell(world, sums);
        if (has_servo(&shared->model->cell) && is_active(world))
            ask_servos(world, sums);
    }
    state->passed = cell_add(&state->passed, shared->dt, &state->to_come);
    state->gradient = state->to_come;
    state->step.before = state->gradient;
    state->flow = state->step.flow;
    state->now = state->step.next;
}

void world_place_cell(world *world)
{
    for (part *part = world->part; part < world_end(world); part++)
        part_place_cell(part, world->shared);
}

// Images lie at most two edges off.
double world_cell_way(const world *world)
{
    const cell_state *state = &world->shared->cell;
    double sum = 0;
    if (!state->given)
        return 0;
    for (int i = 0; i < CELL_PARTS; i++)
        sum += fabs(state->flow.of[i]);
    return world->shared->dt * sum * (1 + 1e-9);
}
