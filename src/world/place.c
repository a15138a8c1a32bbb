// place.c - grains become bodies: a ball is one, a clump as many as it has balls, each at its arm from the centre.
//
// Places, velocities and spins are written as the caller has them. Along periodic axes each body is brought into the
// domain, and its image counts by how many periods. Ids go on from the last one. A turn that the case leaves open
// depends on the seed of the run, the set and the number of the grain in its set alone.
#include "world/internal.h"

#include "base/mathlib.h"
#include "motion/clumps.h"

#include <math.h>

int world_balls_of(const world *world, int set)
{
    return world->shared->clump[set] ? world->shared->clump[set]->balls : 1;
}

// All directions alike (Shoemake 1992, with rejection instead of angles).
q4 world_first_turn(const world *world, int set, int64_t number)
{
    const model *model = world->shared->m;
    rng random = rng_make(model->seed ^ 0x0ddba115, ((uint64_t)set << 40) + (uint64_t)number);
    if (!world->shared->clump[set])
        return q4_identity();
    if (set < model->grain_sets && model->grains[set].turned) {
        v3 turn = model->grains[set].turn;
        double angle = v3_norm(turn);
        double sine_per_angle = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
        return q4_unit((q4){real_cos(0.5 * angle), sine_per_angle * turn.x, sine_per_angle * turn.y,
                            sine_per_angle * turn.z});
    }
    for (;;) {
        q4 drawn = {rng_range(&random, -1, 1), rng_range(&random, -1, 1), rng_range(&random, -1, 1),
                    rng_range(&random, -1, 1)};
        if (model->dimensions == 2)
            drawn.x = drawn.y = 0;
        double n2 =
            (drawn.w * drawn.w + drawn.x * drawn.x) + (drawn.y * drawn.y + drawn.z * drawn.z);
        if (n2 > 0.01 && n2 <= 1)
            return q4_unit(drawn);
    }
}

// A coordinate brought into [low, high) of a periodic axis; *turns: by how many periods.
static double into_domain(const world *world, int axis, double x, int32_t *turns)
{
    const model *model = world->shared->m;
    double length;
    double low = axis == 0 ? model->low.x : axis == 1 ? model->low.y : model->low.z;
    double high = axis == 0 ? model->high.x : axis == 1 ? model->high.y : model->high.z;
    *turns = 0;
    if (model->boundary[axis] != BOUNDARY_PERIODIC || (axis == 2 && model->dimensions == 2))
        return x;
    length = high - low;
    double n = floor((x - low) / length);
    double y = x - length * n;
    *turns = (int32_t)n;
    return y < low || y >= high ? low : y;
}

// One ball of a new grain.
typedef struct new_ball {
    v3 position, velocity;
    double radius, inverse_mass; // of the grain, 1/kg; 0: fixed
} new_ball;

static void put_ball(world *world, bodies *bodies, int32_t i, const new_grain *grain,
                     const new_ball *ball)
{
    const double radius = ball->radius;
    const v3 spin_rim = v3_scale(radius, grain->spin);
    int32_t turns[3];
    double at[3] = {ball->position.x, ball->position.y, ball->position.z};
    for (int axis = 0; axis < 3; axis++)
        at[axis] = into_domain(world, axis, at[axis], &turns[axis]);
    bodies->position[bodies->now][i] = (rec4){{at[0], at[1], at[2], radius}};
    bodies->velocity[bodies->now][i] =
        (rec4){{ball->velocity.x, ball->velocity.y, ball->velocity.z, ball->inverse_mass}};
    bodies->spin[bodies->now][i] = (rec4){{spin_rim.x, spin_rim.y, spin_rim.z, 1 / radius}};
    if (!(ball->inverse_mass > 0)) {
        bodies->velocity[bodies->now][i] = (rec4){{0, 0, 0, 0}};
        bodies->spin[bodies->now][i] = (rec4){{0, 0, 0, 1 / radius}};
    }
    bodies->id[i] = world->next_id++;
    bodies->material[i] = grain->material;
    bodies->set[i] = grain->set;
    if (bodies->orientation) {
        bodies->orientation[i] = (rec4){{grain->orientation.w, grain->orientation.x,
                                         grain->orientation.y, grain->orientation.z}};
    }
    for (int axis = 0; bodies->image && axis < 3; axis++)
        bodies->image[3 * (size_t)i + (size_t)axis] = turns[axis];
    if (!bodies->with_clumps)
        return;
    const rec4 nothing = {{0, 0, 0, 0}};
    bodies->member[2 * (size_t)i] = bodies->member[2 * (size_t)i + 1] = 0;
    bodies->centre[i] = nothing;
    if (bodies->drift)
        bodies->drift[i] = bodies->turning[i] = nothing;
    if (bodies->rate)
        bodies->rate[i] = nothing;
    if (bodies->path)
        clump_start_gear(bodies, i, v3_make(0, 0, 0), v3_make(0, 0, 0), world->shared->dt_before);
}

void world_put_grain(world *world, bodies *bodies, const new_grain *grain)
{
    shared *shared = world->shared;
    const model_clump *clump = shared->clump[grain->set];
    double inverse_mass = isfinite(grain->mass) ? 1 / grain->mass : 0;
    int32_t head = bodies->count;
    bodies->count += world_balls_of(world, grain->set);
    if (!clump) {
        put_ball(world, bodies, head, grain,
                 &(new_ball){grain->position, grain->velocity, grain->radius, inverse_mass});
    }
    for (int k = 0; clump && k < clump->balls; k++) {
        const v3 arm = q4_rotate(grain->orientation, clump->at[k]);
        const new_ball ball = {
            .position = v3_add(grain->position, arm),
            .velocity = v3_add(grain->velocity, v3_cross(grain->spin, arm)),
            .radius = clump->radius[k],
            .inverse_mass = inverse_mass,
        };
        put_ball(world, bodies, head + k, grain, &ball);
        if (!(inverse_mass > 0))
            continue; // balls of a fixed clump are fixed balls
        bodies->member[2 * (size_t)(head + k)] = k;
        bodies->member[2 * (size_t)(head + k) + 1] = clump->balls;
    }
    if (!(inverse_mass > 0) || (!clump && !bodies->path))
        return;
    bodies->centre[head] =
        (rec4){{grain->position.x, grain->position.y, grain->position.z, grain->mass}};
    if (bodies->path) {
        v3 velocity = grain->velocity;
        v3 spin = grain->spin;
        if (shared->m->dimensions == 2)
            velocity.z = spin.x = spin.y = 0;
        bodies->member[2 * (size_t)head + 1] = world_balls_of(world, grain->set);
        clump_start_gear(bodies, head, velocity, spin, shared->dt_before);
        return;
    }
    v3 momentum =
        v3_scale(grain->mass / clump->volume,
                 rotation_momentum(grain->orientation, grain->spin, &shared->inertia[grain->set]));
    if (shared->m->dimensions == 2)
        momentum = v3_make(0, 0, momentum.z);
    if (bodies->rate)
        momentum = q4_unrotate(grain->orientation, grain->spin);
    bodies->drift[head] = (rec4){{grain->velocity.x, grain->velocity.y, grain->velocity.z, 0}};
    bodies->turning[head] = (rec4){{momentum.x, momentum.y, momentum.z, 0}};
}

scree_status world_fill_bodies(world *world, const grain_list *grains, scree_error *error)
{
    bodies *bodies = &world->part->body;
    int64_t balls = 0;
    for (int64_t i = 0; i < grains->count; i++)
        balls += world_balls_of(world, grains->set[i]);
    if (balls > INT32_MAX - 64) {
        return fail(error, SCREE_BAD_INPUT, "grains", "use fewer grains",
                    "%lld balls are more than one world holds", (long long)balls);
    }
    if (!bodies_reserve(bodies, (int32_t)balls))
        return fail_memory(error, "grains");
    bodies->count = 0;
    bodies->now = 0;
    for (int64_t i = 0; i < grains->count; i++) {
        new_grain n = {
            .set = grains->set[i],
            .material = grains->material[i],
            .position = grains->position[i],
            .velocity = grains->velocity[i],
            .spin = grains->spin[i],
            .radius = grains->radius[i],
            .mass = grains->fixed[i] ? INFINITY : grains->mass[i],
            .orientation = world_first_turn(world, grains->set[i], i),
        };
        world_put_grain(world, bodies, &n);
    }
    return SCREE_OK;
}
