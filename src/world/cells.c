// cells.c - a periodic cell that deforms, step by step (docs/cells.md): how its edges move, and its work on the grains.
//
// In a step from n to n+1 the velocity gradient L is constant: what the case gives, or what servos ask for. The edges go
// from H to H + dt F with F = L (H + dt/2 F), and a body's image moves faster than the body by F s. With homogeneous
// motion the grains' velocities change with that of the cell, dv = dF H^-1 x, as if each had always been part of the flow
// that is to come; so their motion against it does not change. Over the borders alone nothing is done to the grains.
//
// Energies of motion are those against the flow, v - L x. With the sums over contacts C_ij = F_i d_j and over grains
// K_ij = m v_i v_j the cell works with the power -L : (C + K), where L is trace-like in the volume times the stress (C +
// K)/V, pressure above zero. C is taken at the time of the positions, with half of the step before and half of that to
// come; K half a step back.
#include "world/internal.h"

#include "base/mathlib.h"
#include "motion/clumps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

// ---- what is against the flow

v3 world_cell_flow(const world *world, v3 at)
{
    const cell_state *state = &world->shared->cell;
    const cell_matrix gradient = cell_divide_by(&state->flow, &state->now);
    return cell_times(&gradient, v3_sub(at, state->step.corner));
}

double world_against_flow(const world *world, double mass, v3 at, v3 velocity)
{
    if (!world->shared->cell.given)
        return 0;
    const v3 flow = world_cell_flow(world, at);
    return mass * (0.5 * v3_dot(flow, flow) - v3_dot(velocity, flow));
}

// The energy that the grains get when the flow changes and they do not: of Lees-Edwards borders at their start and end.
static double work_of_change(const world *world, const cell_matrix *then)
{
    exact_sum sum = {0};
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        const bodies *bodies = &part->body;
        for (int32_t i = 0; i < bodies->count; i++) {
            double mass = 1 / bodies_inverse_mass(bodies, i);
            v3 at = v3_of(position_now(bodies, i));
            v3 velocity = v3_of(velocity_now(bodies, i));
            if (bodies_clumped(bodies, i)) {
                if (bodies_first(bodies, i) != i)
                    continue;
                mass = bodies->centre[i].v[3];
                at = v3_of(&bodies->centre[i]);
                velocity = v3_of(&bodies->drift[i]);
            }
            const v3 from = v3_sub(at, world->shared->cell.step.corner);
            const v3 was = v3_sub(velocity, cell_times(&world->shared->cell.gradient, from));
            const v3 is = v3_sub(velocity, cell_times(then, from));
            exact_sum_add(&sum, 0.5 * mass * (v3_dot(is, is) - v3_dot(was, was)));
        }
    }
    return exact_sum_value(&sum);
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
        state->work += work_of_change(world, &gradient);
    state->to_come = gradient;
    cell_reduce(&step->next, &step->flow);
    for (part *part = world->part; part < world_end(world); part++)
        part_open_cell(part, shared);
    return check_edges(world, error);
}

static void sums_of(const cell_sums *sums, cell_matrix *contact, cell_matrix *motion)
{
    for (int i = 0; i < CELL_PARTS; i++) {
        contact->of[i] = exact_sum_value(&sums->contact[i]);
        motion->of[i] = exact_sum_value(&sums->motion[i]);
    }
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
        density = real_max(density, model->material[i].density);
    const double pressure = largest_target(&model->cell);
    return 1e-3 * sqrt(pressure / density) / world->choice.diameter;
}

static double servo_rate(const world *world, double stress, double target, double limit)
{
    const model_cell *cell = &world->shared->model->cell;
    enum { STEPS_OF_RESPONSE = 200 };
    const double own = STEPS_OF_RESPONSE * world->shared->dt;
    const double response = cell->response > 0 ? cell->response : own;
    const double rate = (stress - target) / (world->shared->cell.modulus * response);
    return real_max(-limit, real_min(limit, rate));
}

static void ask_servos(world *world, const cell_matrix *contact, const cell_matrix *motion)
{
    const model *model = world->shared->model;
    const model_cell *cell = &model->cell;
    cell_state *state = &world->shared->cell;
    const double volume = world_cell_volume(world);
    const double limit = limit_of(world);
    const cell_matrix sum = cell_add(contact, 1, motion);
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
        const double stress = together ? mean / axes : sum.of[i] / volume;
        const double target = together ? cell->mean_stress : cell->value[i];
        state->servo.of[i] = servo_rate(world, stress, target, limit);
    }
}

void world_close_cell_step(world *world)
{
    shared *shared = world->shared;
    cell_state *state = &shared->cell;
    if (!state->given)
        return;
    if (state->step.sums) {
        cell_matrix contact;
        cell_matrix motion;
        const double before = shared->started ? shared->dt_before : 0;
        sums_of(world->part->scratch[0].cell, &contact, &motion);
        state->work -= 0.5 * before * cell_contract(&state->gradient, &contact);
        state->work -= 0.5 * shared->dt * cell_contract(&state->to_come, &contact);
        state->work -= before * cell_contract(&state->gradient, &motion);
        if (has_servo(&shared->model->cell) && is_active(world))
            ask_servos(world, &contact, &motion);
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

// ---- snapshots

typedef struct kept_matrix {
    const char *name, *unit, *doc;
    size_t offset;
} kept_matrix;

static const kept_matrix kept[] = {
    {"cell/edges", "m", "xx, yy, zz, xy, xz, yz of the matrix of its edges",
     offsetof(cell_state, now)},
    {"cell/flow", "m/s", "how they moved in the step before", offsetof(cell_state, flow)},
    {"cell/gradient", "1/s", "velocity gradient in the step before",
     offsetof(cell_state, gradient)},
    {"cell/start", "m", "edges at the start", offsetof(cell_state, start)},
    {"cell/passed", "1", "velocity gradients summed up over time", offsetof(cell_state, passed)},
    {"cell/servo", "1/s", "velocity gradient that stresses ask for", offsetof(cell_state, servo)},
};
enum { KEPT = sizeof kept / sizeof *kept };

bool world_save_cell(const world *world, image *im)
{
    const cell_state *state = &world->shared->cell;
    if (!state->given)
        return true;
    for (int i = 0; i < KEPT; i++) {
        double *row = image_add(im, kept[i].name, (image_shape){IMAGE_F64, 1, CELL_PARTS},
                                kept[i].unit, kept[i].doc);
        if (!row)
            return false;
        memcpy(row, (const char *)state + kept[i].offset, sizeof(cell_matrix));
    }
    double *rest = image_add(im, "cell/rest", (image_shape){IMAGE_F64, 1, 2}, "SI",
                             "work up to half a step back, modulus of servos");
    if (!rest)
        return false;
    rest[0] = state->work;
    rest[1] = state->modulus;
    return true;
}

scree_status world_load_cell(world *world, const image *im, scree_error *error)
{
    cell_state *state = &world->shared->cell;
    const image_column *rest = image_find(im, "cell/rest", IMAGE_F64, 2);
    bool good = rest && rest->rows == 1;
    if (!rest)
        return SCREE_OK;
    for (int i = 0; good && i < KEPT; i++) {
        const image_column *column = image_find(im, kept[i].name, IMAGE_F64, CELL_PARTS);
        good = column && column->rows == 1;
        if (good)
            memcpy((char *)state + kept[i].offset, image_reals(column), sizeof(cell_matrix));
    }
    for (int axis = 0; good && axis < 3; axis++)
        good = state->now.of[axis] > 0 && state->now.of[axis] < 1e15;
    if (!good) {
        return fail(error, SCREE_BAD_INPUT, "cell/edges", "resume from another snapshot",
                    "this column of the snapshot is damaged");
    }
    state->given = true;
    state->work = image_reals(rest)[0];
    state->modulus = image_reals(rest)[1];
    state->step.next = state->now;
    state->step.before = state->gradient;
    return SCREE_OK;
}
