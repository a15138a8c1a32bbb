// place.c - grains become bodies: a ball is one, a clump as many as it has balls, each at its arm from the centre.
//
// Places, velocities and spins are written as the caller has them. Along periodic axes each body is brought into the
// domain, and its image counts by how many periods. Ids go on from the last one. A turn that the case leaves open
// depends on the seed of the run, the set and the number of the grain in its set alone.
#include "world/internal.h"

#include "base/mathlib.h"
#include "motion/clumps.h"

#include <math.h>
#include <string.h>

int world_balls_of(const world *world, int set)
{
    return world->shared->clump[set] ? world->shared->clump[set]->balls : 1;
}

// All directions alike (Shoemake 1992, with rejection instead of angles).
// The turn by an angle about an axis: the vector along the axis that is as long as the angle.
static q4 turn_about(v3 turn)
{
    const double angle = v3_norm(turn);
    const double sine_per_angle = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
    const q4 orientation = {
        .w = real_cos(0.5 * angle),
        .x = sine_per_angle * turn.x,
        .y = sine_per_angle * turn.y,
        .z = sine_per_angle * turn.z,
    };
    return q4_unit(orientation);
}

// Any turn is as likely: four numbers are drawn until they lie in the unit ball.
static q4 draw_turn(rng *random, bool flat)
{
    for (;;) {
        q4 drawn;
        drawn.w = rng_range(random, -1, 1);
        drawn.x = rng_range(random, -1, 1);
        drawn.y = rng_range(random, -1, 1);
        drawn.z = rng_range(random, -1, 1);
        if (flat) {
            drawn.x = 0;
            drawn.y = 0;
        }
        const double n2 =
            (drawn.w * drawn.w + drawn.x * drawn.x) + (drawn.y * drawn.y + drawn.z * drawn.z);
        if (n2 > 0.01 && n2 <= 1)
            return q4_unit(drawn);
    }
}

q4 world_first_turn(const world *world, int set, int64_t number)
{
    const model *model = world->shared->model;
    if (!world->shared->clump[set])
        return q4_identity();
    if (set < model->grain_sets && model->grains[set].turned)
        return turn_about(model->grains[set].turn);
    const uint64_t which = ((uint64_t)set << 40) + (uint64_t)number;
    rng random = rng_make(model->seed ^ 0x0ddba115, which);
    return draw_turn(&random, model->dimensions == 2);
}

q4 world_turn_of(const world *world, const grain_list *list, int64_t i)
{
    const q4 turn = list->turn[i];
    const bool told = turn.w != 0 || turn.x != 0 || turn.y != 0 || turn.z != 0;
    return told ? turn : world_first_turn(world, list->set[i], i);
}

// A coordinate brought into [low, high) of a periodic axis; *turns: by how many periods.
static double into_domain(const world *world, int axis, double x, int32_t *turns)
{
    const model *model = world->shared->model;
    const double low = v3_component(model->low, axis);
    const double high = v3_component(model->high, axis);
    const bool locked = axis == 2 && model->dimensions == 2;
    *turns = 0;
    if (model->boundary[axis] != BOUNDARY_PERIODIC || locked)
        return x;
    const double length = high - low;
    const double n = floor((x - low) / length);
    const double y = x - length * n;
    *turns = (int32_t)n;
    return y < low || y >= high ? low : y;
}

// One ball of a new grain.
typedef struct new_ball {
    v3 position, velocity;
    double radius, inverse_mass; // of the grain, 1/kg; 0: fixed
} new_ball;

static rec4 record_of(v3 vector, double fourth)
{
    return (rec4){{vector.x, vector.y, vector.z, fourth}};
}

// The image of a place that is inside, which is counted.
static v3 put_in_domain(const world *world, const bodies *bodies, int32_t i, v3 place)
{
    int32_t turns[3];
    double at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = into_domain(world, axis, v3_component(place, axis), &turns[axis]);
    if (bodies->image)
        memcpy(bodies->image + 3 * (size_t)i, turns, sizeof turns);
    return v3_at(at);
}

// The records that a step reads. In a cell that deforms the edges are those of now, and an image moves as they do.
static void put_motion(const world *world, bodies *bodies, int32_t i, const new_ball *ball, v3 rim)
{
    const bool fixed = !(ball->inverse_mass > 0);
    const v3 still = v3_make(0, 0, 0);
    const double inverse_radius = 1 / ball->radius;
    v3 at = ball->position;
    v3 moves = ball->velocity;
    if (world->part->stepping.cell)
        border_count(bodies, i, cell_enter(&world->part->stepping, &at, &moves));
    else
        at = put_in_domain(world, bodies, i, at);
    *position_now(bodies, i) = record_of(at, ball->radius);
    rec4 velocity = record_of(moves, ball->inverse_mass);
    if (fixed) {
        velocity = record_of(still, 0);
        rim = still;
    }
    *velocity_now(bodies, i) = velocity;
    *spin_now(bodies, i) = record_of(rim, inverse_radius);
}

static void put_ball(world *world, bodies *bodies, int32_t i, const new_grain *grain,
                     const new_ball *ball)
{
    const v3 still = v3_make(0, 0, 0);
    const rec4 nothing = record_of(still, 0);
    put_motion(world, bodies, i, ball, v3_scale(ball->radius, grain->spin));
    bodies->id[i] = world->next_id++;
    bodies->material[i] = grain->material;
    bodies->set[i] = grain->set;
    if (bodies->orientation) {
        const q4 turn = grain->orientation;
        bodies->orientation[i] = (rec4){{turn.w, turn.x, turn.y, turn.z}};
    }
    if (bodies->given) {
        bodies->given[i] = nothing;
        bodies->moment[i] = nothing;
    }
    if (!bodies->with_clumps)
        return;
    bodies->member[2 * (size_t)i] = 0;
    bodies->member[2 * (size_t)i + 1] = 0;
    bodies->centre[i] = nothing;
    if (bodies->drift) {
        bodies->drift[i] = nothing;
        bodies->turning[i] = nothing;
    }
    if (bodies->rate)
        bodies->rate[i] = nothing;
    if (bodies->path)
        clump_start_gear(bodies, i, still, still, world->shared->dt_before);
}

static void put_clump(world *world, bodies *bodies, int32_t head, const new_grain *grain,
                      double inverse_mass)
{
    const model_clump *clump = world->shared->clump[grain->set];
    for (int k = 0; k < clump->balls; k++) {
        const v3 arm = q4_rotate(grain->orientation, clump->at[k]);
        const new_ball ball = {
            .position = v3_add(grain->position, arm),
            .velocity = v3_add(grain->velocity, v3_cross(grain->spin, arm)),
            .radius = model_clump_radius(clump, k, grain->radius),
            .inverse_mass = inverse_mass,
        };
        put_ball(world, bodies, head + k, grain, &ball);
        if (!(inverse_mass > 0))
            continue; // balls of a fixed clump are fixed balls
        int32_t *member = &bodies->member[2 * (size_t)(head + k)];
        member[0] = k;
        member[1] = clump->balls;
    }
}

// What goes into the column `turning`, see state/columns.h.
static v3 turning_of(const world *world, const bodies *bodies, const new_grain *grain)
{
    const shared *shared = world->shared;
    const double density = grain->mass / shared->clump[grain->set]->volume;
    const inertia *inertia = &shared->inertia[grain->set];
    if (bodies->rate)
        return q4_unrotate(grain->orientation, grain->spin);
    const v3 momentum =
        v3_scale(density, rotation_momentum(grain->orientation, grain->spin, inertia));
    return shared->model->dimensions == 2 ? v3_make(0, 0, momentum.z) : momentum;
}

void world_put_grain(world *world, bodies *bodies, const new_grain *grain)
{
    const shared *shared = world->shared;
    const bool clump = shared->clump[grain->set];
    const bool fixed = !isfinite(grain->mass);
    const double inverse_mass = fixed ? 0 : 1 / grain->mass;
    const int32_t balls = world_balls_of(world, grain->set);
    const int32_t head = bodies->count;
    bodies->count += balls;
    if (clump) {
        put_clump(world, bodies, head, grain, inverse_mass);
    } else {
        const new_ball ball = {
            .position = grain->position,
            .velocity = grain->velocity,
            .radius = grain->radius,
            .inverse_mass = inverse_mass,
        };
        put_ball(world, bodies, head, grain, &ball);
    }
    if (!(inverse_mass > 0) || (!clump && !bodies->path))
        return;
    bodies->centre[head] = record_of(grain->position, grain->mass);
    if (bodies->path) {
        v3 velocity = grain->velocity;
        v3 spin = grain->spin;
        if (shared->model->dimensions == 2) {
            velocity.z = 0;
            spin.x = 0;
            spin.y = 0;
        }
        bodies->member[2 * (size_t)head + 1] = balls;
        clump_start_gear(bodies, head, velocity, spin, shared->dt_before);
        return;
    }
    bodies->drift[head] = record_of(grain->velocity, 0);
    bodies->turning[head] = record_of(turning_of(world, bodies, grain), 0);
}

scree_status world_count_balls(const world *world, const grain_list *grains, int64_t *out,
                               scree_error *error)
{
    int64_t balls = 0;
    for (int64_t i = 0; i < grains->count; i++)
        balls += world_balls_of(world, grains->set[i]);
    *out = balls;
    if (balls <= INT32_MAX - 64)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "grains", "use fewer grains",
                "%lld balls are more than one world holds", (long long)balls);
}

void world_put_listed(world *world, bodies *bodies, const grain_list *grains, int64_t i)
{
    const new_grain grain = {
        .set = grains->set[i],
        .material = grains->material[i],
        .position = grains->position[i],
        .velocity = grains->velocity[i],
        .spin = grains->spin[i],
        .radius = grains->radius[i],
        .mass = grains->fixed[i] ? INFINITY : grains->mass[i],
        .orientation = world_turn_of(world, grains, i),
    };
    world_put_grain(world, bodies, &grain);
}

scree_status world_fill_bodies(world *world, const grain_list *grains, scree_error *error)
{
    bodies *bodies = &world->part->body;
    int64_t balls;
    const scree_status status = world_count_balls(world, grains, &balls, error);
    if (status != SCREE_OK)
        return status;
    if (!bodies_reserve(bodies, (int32_t)balls))
        return fail_memory(error, "grains");
    bodies->count = 0;
    bodies->now = 0;
    for (int64_t i = 0; i < grains->count; i++)
        world_put_listed(world, bodies, grains, i);
    return SCREE_OK;
}
