// place.c - grains become bodies: a ball is one, a clump as many as it has balls, each at its arm from the centre.
//
// Places, velocities and spins are written as the caller has them. Along periodic axes each body is brought into the
// domain, and its image counts by how many periods. Ids go on from the last one. A turn that the case leaves open
// depends on the seed of the run, the set and the number of the grain in its set alone.
#include "world/internal.h"

#include "base/mathlib.h"
#include "motion/clumps.h"

#include <math.h>

int world_balls_of(const world *w, int set)
{
    return w->shared->clump[set] ? w->shared->clump[set]->balls : 1;
}

// All directions alike (Shoemake 1992, with rejection instead of angles).
q4 world_first_turn(const world *w, int set, int64_t number)
{
    rng r = rng_make(w->shared->m->seed ^ 0x0ddba115, ((uint64_t)set << 40) + (uint64_t)number);
    if (!w->shared->clump[set])
        return q4_identity();
    if (set < w->shared->m->grain_sets && w->shared->m->grains[set].turned) {
        v3 turn = w->shared->m->grains[set].turn;
        double angle = v3_norm(turn);
        double s = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
        return q4_unit((q4){real_cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z});
    }
    for (;;) {
        q4 q = {rng_range(&r, -1, 1), rng_range(&r, -1, 1), rng_range(&r, -1, 1),
                rng_range(&r, -1, 1)};
        if (w->shared->m->dimensions == 2)
            q.x = q.y = 0;
        double n2 = (q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z);
        if (n2 > 0.01 && n2 <= 1)
            return q4_unit(q);
    }
}

// A coordinate brought into [low, high) of a periodic axis; *turns: by how many periods.
static double into_domain(const world *w, int axis, double x, int32_t *turns)
{
    double length;
    double low = axis == 0   ? w->shared->m->low.x
                 : axis == 1 ? w->shared->m->low.y
                             : w->shared->m->low.z;
    double high = axis == 0   ? w->shared->m->high.x
                  : axis == 1 ? w->shared->m->high.y
                              : w->shared->m->high.z;
    *turns = 0;
    if (w->shared->m->boundary[axis] != BOUNDARY_PERIODIC ||
        (axis == 2 && w->shared->m->dimensions == 2))
        return x;
    length = high - low;
    double n = floor((x - low) / length);
    double y = x - length * n;
    *turns = (int32_t)n;
    return y < low || y >= high ? low : y;
}

static void put_ball(world *w, bodies *o, int32_t i, const new_grain *g, v3 x, v3 v, double r,
                     double im)
{
    int32_t turns[3];
    double at[3] = {x.x, x.y, x.z};
    for (int d = 0; d < 3; d++)
        at[d] = into_domain(w, d, at[d], &turns[d]);
    o->position[o->now][i] = (rec4){{at[0], at[1], at[2], r}};
    o->velocity[o->now][i] = (rec4){{v.x, v.y, v.z, im}};
    o->spin[o->now][i] = (rec4){{r * g->spin.x, r * g->spin.y, r * g->spin.z, 1 / r}};
    if (!(im > 0)) {
        o->velocity[o->now][i] = (rec4){{0, 0, 0, 0}};
        o->spin[o->now][i] = (rec4){{0, 0, 0, 1 / r}};
    }
    o->id[i] = w->next_id++;
    o->material[i] = g->material;
    o->set[i] = g->set;
    if (o->orientation)
        o->orientation[i] =
            (rec4){{g->orientation.w, g->orientation.x, g->orientation.y, g->orientation.z}};
    for (int d = 0; o->image && d < 3; d++)
        o->image[3 * (size_t)i + (size_t)d] = turns[d];
    if (!o->with_clumps)
        return;
    const rec4 nothing = {{0, 0, 0, 0}};
    o->member[2 * (size_t)i] = o->member[2 * (size_t)i + 1] = 0;
    o->centre[i] = nothing;
    if (o->drift)
        o->drift[i] = o->turning[i] = nothing;
    if (o->rate)
        o->rate[i] = nothing;
    if (o->path)
        clump_start_gear(o, i, v3_make(0, 0, 0), v3_make(0, 0, 0), w->shared->dt_before);
}

void world_put_grain(world *w, bodies *o, const new_grain *g)
{
    const model_clump *c = w->shared->clump[g->set];
    double im = isfinite(g->mass) ? 1 / g->mass : 0;
    int32_t head = o->count;
    o->count += world_balls_of(w, g->set);
    if (!c)
        put_ball(w, o, head, g, g->position, g->velocity, g->radius, im);
    for (int k = 0; c && k < c->balls; k++) {
        v3 arm = q4_rotate(g->orientation, c->at[k]);
        put_ball(w, o, head + k, g, v3_add(g->position, arm),
                 v3_add(g->velocity, v3_cross(g->spin, arm)), c->radius[k], im);
        if (!(im > 0))
            continue; // balls of a fixed clump are fixed balls
        o->member[2 * (size_t)(head + k)] = k;
        o->member[2 * (size_t)(head + k) + 1] = c->balls;
    }
    if (!(im > 0) || (!c && !o->path))
        return;
    o->centre[head] = (rec4){{g->position.x, g->position.y, g->position.z, g->mass}};
    if (o->path) {
        v3 v = g->velocity;
        v3 spin = g->spin;
        if (w->shared->m->dimensions == 2)
            v.z = spin.x = spin.y = 0;
        o->member[2 * (size_t)head + 1] = world_balls_of(w, g->set);
        clump_start_gear(o, head, v, spin, w->shared->dt_before);
        return;
    }
    v3 l = v3_scale(g->mass / c->volume,
                    rotation_momentum(g->orientation, g->spin, &w->shared->inertia[g->set]));
    if (w->shared->m->dimensions == 2)
        l = v3_make(0, 0, l.z);
    if (o->rate)
        l = q4_unrotate(g->orientation, g->spin);
    o->drift[head] = (rec4){{g->velocity.x, g->velocity.y, g->velocity.z, 0}};
    o->turning[head] = (rec4){{l.x, l.y, l.z, 0}};
}

scree_status world_fill_bodies(world *w, const grain_list *g, scree_error *error)
{
    bodies *o = &w->part->body;
    int64_t balls = 0;
    for (int64_t i = 0; i < g->count; i++)
        balls += world_balls_of(w, g->set[i]);
    if (balls > INT32_MAX - 64)
        return fail(error, SCREE_BAD_INPUT, "grains", "use fewer grains",
                    "%lld balls are more than one world holds", (long long)balls);
    if (!bodies_reserve(o, (int32_t)balls))
        return fail_memory(error, "grains");
    o->count = 0;
    o->now = 0;
    for (int64_t i = 0; i < g->count; i++) {
        new_grain n = {g->set[i],
                       g->material[i],
                       g->position[i],
                       g->velocity[i],
                       g->spin[i],
                       g->radius[i],
                       g->fixed[i] ? INFINITY : g->mass[i],
                       world_first_turn(w, g->set[i], i)};
        world_put_grain(w, o, &n);
    }
    return SCREE_OK;
}
