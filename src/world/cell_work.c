// cell_work.c - the energy books of a periodic cell that deforms (docs/cells.md, world/cells.c): what the motion of grains is
// against its flow, and the work of the cell on them.
//
// Energies of motion are those against the flow, v' = v - L x with x from the corner of the cell, and dv'/dt = F/m - L v'.
// So a force F on a body at x gives it the power F . v - F . L x. Between two bodies the first terms are what contacts
// lose and store, and the second ones are -F . L d, with d from one to the other. At a wall that moves with w at the place
// p the first one is what the contact loses and stores, and F . w, the work of walls; with d from p to x the second one is
// -F . L d - F . L p. For a wall does not go with the flow: one that stands still moves against it, by -L p. L has no part
// in couples, as no body turns with the flow, and none in moments, where d ends at the centre of the body that moves.
//
// With the sums over contacts C_ij = F_i d_j, over grains K_ij = m v'_i v'_j, and over contacts at walls W_ij = F_i p_j,
// the power of the cell is -L : (C + K + W). C + K is the volume times the stress, pressure above zero; W is no stress.
// C and W are taken at the time of the positions, with half of the step before and half of that to come; K half a step
// back.
#include "world/internal.h"
#include "world/ranks.h"

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

double world_flow_energy(const world *world, const part *part, int32_t slot, double mass,
                         v3 velocity)
{
    const bodies *bodies = &part->body;
    const bool clumped = bodies_clumped(bodies, slot);
    const rec4 *centre = clumped ? &bodies->centre[slot] : position_now(bodies, slot);
    return world_against_flow(world, mass, v3_of(centre), velocity);
}

// The energy that the grains get when the flow changes and they do not: of Lees-Edwards borders at their start and end.
void world_change_flow(world *world, const cell_matrix *then)
{
    cell_state *state = &world->shared->cell;
    exact_sum sum = {0};
    for (const part *part = world_own(world); part < world_own_end(world); part++) {
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
            const v3 from = v3_sub(at, state->step.corner);
            const v3 flow_was = cell_times(&state->gradient, from);
            const v3 flow_is = cell_times(then, from);
            const v3 was = v3_sub(velocity, flow_was);
            const v3 is = v3_sub(velocity, flow_is);
            const double gain = v3_dot(is, is) - v3_dot(was, was);
            exact_sum_add(&sum, 0.5 * mass * gain);
        }
    }
    ranks_merge_sum(world, &sum);
    state->work += exact_sum_value(&sum);
}

// The part of the work that goes with the forces, over the rate: C + W.
static cell_matrix of_forces(const cell_sums *sums)
{
    const cell_matrix contact = cell_sums_value(sums->contact);
    const cell_matrix walls = cell_sums_value(sums->walls);
    return cell_add(&contact, 1, &walls);
}

void world_book_cell(world *world, const cell_sums *sums)
{
    shared *shared = world->shared;
    cell_state *state = &shared->cell;
    const double before = shared->started ? shared->dt_before : 0;
    const cell_matrix forces = of_forces(sums);
    const cell_matrix motion = cell_sums_value(sums->motion);
    const double by_forces = cell_contract(&state->gradient, &forces);
    const double from_now_on = cell_contract(&state->to_come, &forces);
    const double by_motion = cell_contract(&state->gradient, &motion);
    state->work -= 0.5 * before * by_forces;
    state->work -= 0.5 * shared->dt * from_now_on;
    state->work -= before * by_motion;
}

double world_cell_work(const world *world, const cell_sums *sums)
{
    const shared *shared = world->shared;
    const cell_state *state = &shared->cell;
    if (!state->given || !shared->started)
        return state->work;
    const cell_matrix forces = of_forces(sums);
    const cell_matrix motion = cell_sums_value(sums->motion);
    const double before = shared->dt_before;
    const double by_forces = 0.5 * before * cell_contract(&state->gradient, &forces);
    const double by_motion = before * cell_contract(&state->gradient, &motion);
    return state->work - by_forces - by_motion;
}
