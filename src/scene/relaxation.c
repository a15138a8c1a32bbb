// relaxation.c - see relaxation.h.
#include "scene/relaxation.h"

#include "base/mathlib.h"

#include <omp.h>
#include <stdlib.h>

// Sums are made over runs of so many balls; fewer than four runs are no work for several threads.
enum { RUN = 1024, RUNS_SHARED = 4 };

// Balls are that much larger than they are meant to be.
static const double swelling = 2e-4;

// Balls begin smaller by that part and grow while they are agitated: by that part of the mean diameter a unit of time at
// first, which falls to nothing.
static const double growth = 0.1, agitation = 0.05, step_agitated = 0.25;

// Lists reach beyond touch by that part of the mean diameter.
static const double skin_share = 0.2;

// Forces balance each other where what is left of them is that part of the overlaps.
static const double balance = 1e-4;

// Of FIRE, as its authors advise, in units in which a ball of mean size and an overlap have mass and stiffness 1.
static const double step_first = 0.1, step_most = 0.35, step_longer = 1.1, step_shorter = 0.5;
static const double turn_first = 0.1, turn_less = 0.99;
enum { DOWNHILL_LEAST = 5 };

// What a pass over the balls sums up.
typedef struct run_sums {
    double power, force2, speed2;
    double depth2;    // of overlaps of swollen balls, m^2
    double deepest;   // of those meant, as a part of the two sizes
    double moved2;    // m^2
    int64_t overlaps; // of those meant
} run_sums;

typedef struct relaxing {
    relaxation *is;
    relaxation_lists lists;
    v3 *force;    // m
    v3 *velocity; // m a unit of time
    v3 *built;    // where balls were when lists were made
    double *mass; // by the area of balls, for as many others push a large one
    run_sums *run;
    int64_t runs;
    double swollen;  // sizes of this round, as a part of those meant
    double margin;   // m, by which two balls are larger than they are meant to be, at most
    double diameter; // m, the mean
    double step, turn;
    int64_t downhill; // rounds
} relaxing;

// ---- forces

typedef struct push {
    v3 force;
    double depth2, deepest;
    int64_t overlaps;
} push;

static void add_overlap(push *push, v3 way, double distance, double size, double swollen)
{
    const double depth = size * swollen - distance;
    if (!(depth > 0))
        return;
    const double meant = size - distance;
    const double share = depth / real_max(distance, 1e-12 * size);
    push->force = v3_fma(push->force, -share, way);
    push->depth2 += depth * depth;
    push->overlaps += meant > 0;
    push->deepest = real_max(push->deepest, meant / size);
}

// A wall at which the ball of that size is `distance` inside.
static void add_wall(push *push, v3 inward, double distance, double size, double swollen)
{
    const double depth = size * swollen - distance;
    if (!(depth > 0))
        return;
    const double meant = size - distance;
    push->force = v3_fma(push->force, depth, inward);
    push->depth2 += depth * depth;
    push->overlaps += meant > 0;
    push->deepest = real_max(push->deepest, meant / size);
}

static void add_walls(const relaxing *on, v3 at, double size, push *push)
{
    const relaxation *is = on->is;
    for (int axis = 0; axis < 3; axis++) {
        if (!is->walled[axis])
            continue;
        const v3 inward = v3_make(axis == 0, axis == 1, axis == 2);
        const double x = v3_component(at, axis);
        add_wall(push, inward, x - v3_component(is->wall_low, axis), size, on->swollen);
        add_wall(push, v3_scale(-1, inward), v3_component(is->wall_high, axis) - x, size,
                 on->swollen);
    }
}

// By how much less deep a ball stands a little along an axis than a little against it.
static double slope(const relaxation *is, v3 at, double radius, v3 along)
{
    const double little = 1e-5 * radius;
    const v3 before = v3_fma(at, -little, along);
    const v3 after = v3_fma(at, little, along);
    const double depth_before = is->depth(is->boundary, before, radius);
    return depth_before - is->depth(is->boundary, after, radius);
}

// The unit way along which the depth falls fastest, by differences; zero where there is none.
static v3 way_out(const relaxation *is, v3 at, double radius)
{
    v3 out = v3_make(0, 0, 0);
    out.x = slope(is, at, radius, v3_make(1, 0, 0));
    out.y = slope(is, at, radius, v3_make(0, 1, 0));
    if (!is->flat)
        out.z = slope(is, at, radius, v3_make(0, 0, 1));
    const double steep = v3_norm(out);
    if (!(steep > 0))
        return out;
    return v3_scale(1 / steep, out);
}

static void add_boundary(const relaxing *on, v3 at, double size, push *push)
{
    const relaxation *is = on->is;
    const double radius = size * on->swollen;
    const double depth = is->depth ? is->depth(is->boundary, at, radius) : 0;
    if (!(depth > 0))
        return;
    const v3 out = way_out(is, at, radius);
    add_wall(push, out, radius - depth, size, on->swollen);
}

static push push_on(const relaxing *on, int64_t ball)
{
    const relaxation *is = on->is;
    const v3 at = is->at[ball];
    const double size = is->size[ball];
    push push = {.force = {0, 0, 0}};
    for (int64_t k = on->lists.first[ball]; k < on->lists.first[ball + 1]; k++) {
        const int32_t other = on->lists.other[k];
        const double both = size + is->size[other];
        const double reach = both * on->swollen;
        const v3 way = relaxation_between(is, at, is->at[other]);
        const double square = v3_dot(way, way);
        if (square < reach * reach)
            add_overlap(&push, way, sqrt(square), both, on->swollen);
    }
    add_walls(on, at, size, &push);
    add_boundary(on, at, size, &push);
    if (is->flat)
        push.force.z = 0;
    return push;
}

static void forces_of_run(relaxing *on, int64_t number)
{
    const relaxation *is = on->is;
    const int64_t end = (number + 1) * RUN < is->balls ? (number + 1) * RUN : is->balls;
    run_sums sums = {0};
    for (int64_t ball = number * RUN; ball < end; ball++) {
        if (ball < is->fixed)
            continue;
        const push push = push_on(on, ball);
        on->force[ball] = push.force;
        sums.depth2 += push.depth2;
        sums.overlaps += push.overlaps;
        sums.deepest = real_max(sums.deepest, push.deepest);
        sums.power += v3_dot(push.force, on->velocity[ball]);
        sums.force2 += v3_dot(push.force, push.force);
        sums.speed2 += v3_dot(on->velocity[ball], on->velocity[ball]);
    }
    on->run[number] = sums;
}

static run_sums sum_runs(const relaxing *on)
{
    run_sums all = {0};
    for (int64_t i = 0; i < on->runs; i++) {
        const run_sums *run = &on->run[i];
        all.power += run->power;
        all.force2 += run->force2;
        all.speed2 += run->speed2;
        all.depth2 += run->depth2;
        all.overlaps += run->overlaps;
        all.deepest = real_max(all.deepest, run->deepest);
        all.moved2 = real_max(all.moved2, run->moved2);
    }
    return all;
}

// ---- motion

// Velocities turned towards the forces (`keep` of them and `add` of the force), then a step; no ball goes farther than a
// fifth of its size, and none larger than the mean farther than a fifth of that, as lists are made anew for the farthest.
static void move_run(relaxing *on, int64_t number, double keep, double add)
{
    relaxation *is = on->is;
    const int64_t end = (number + 1) * RUN < is->balls ? (number + 1) * RUN : is->balls;
    double moved2 = 0;
    for (int64_t ball = number * RUN; ball < end; ball++) {
        if (ball < is->fixed)
            continue;
        const v3 force = on->force[ball];
        v3 velocity = v3_fma(v3_scale(keep, on->velocity[ball]), on->step / on->mass[ball], force);
        velocity = v3_fma(velocity, add, force);
        on->velocity[ball] = velocity;
        const double way = on->step * v3_norm(velocity);
        const double most = 0.2 * real_min(is->size[ball], 0.5 * on->diameter);
        const double part = way > most ? most / way : 1;
        is->at[ball] = v3_fma(is->at[ball], part * on->step, velocity);
        const v3 since = v3_sub(is->at[ball], on->built[ball]);
        moved2 = real_max(moved2, v3_dot(since, since));
    }
    on->run[number].moved2 = moved2;
}

// How the motion goes on: `keep` and `add` for the velocities.
static void steer(relaxing *on, const run_sums *sums, double *keep, double *add)
{
    if (on->is->rounds == on->is->growing)
        on->step = step_first;
    *keep = 1;
    *add = 0;
    if (!(sums->power > 0)) { // uphill: stop
        *keep = 0;
        on->downhill = 0;
        on->step = real_max(step_shorter * on->step, 0.01 * step_first);
        on->turn = turn_first;
        return;
    }
    if (sums->force2 > 0) {
        *keep = 1 - on->turn;
        *add = on->turn * sqrt(sums->speed2 / sums->force2);
    }
    if (++on->downhill > DOWNHILL_LEAST) {
        on->step = real_min(step_longer * on->step, step_most);
        on->turn *= turn_less;
    }
}

// While balls grow they move on as they do, as fast as is meant; `left`: the part of the growth that is to come.
static void keep_hot(relaxing *on, const run_sums *sums, double left, double *keep, double *add)
{
    const double speed = sqrt(sums->speed2 / (double)on->is->balls);
    const double wanted = agitation * left * on->diameter;
    *keep = speed > 0 ? real_min(1.05, real_max(0.8, wanted / speed)) : 1;
    *add = 0;
    on->step = step_agitated;
}

// The image of a coordinate that lies in the box.
static double wrapped(const relaxation *is, int axis, double x)
{
    const double low = v3_component(is->low, axis);
    const double length = v3_component(is->high, axis) - low;
    return is->periodic[axis] ? x - length * floor((x - low) / length) : x;
}

static bool make_lists(relaxing *on)
{
    relaxation *is = on->is;
#pragma omp parallel for schedule(static) if (on->runs >= RUNS_SHARED)
    for (int64_t ball = 0; ball < is->balls; ball++) {
        v3 at = is->at[ball];
        at.x = wrapped(is, 0, at.x);
        at.y = wrapped(is, 1, at.y);
        at.z = wrapped(is, 2, at.z);
        is->at[ball] = at;
        on->built[ball] = at;
    }
    return relaxation_lists_make(&on->lists, is);
}

static bool go_on(relaxing *on)
{
    relaxation *is = on->is;
    run_sums sums;
    if (!make_lists(on))
        return false;
    for (is->rounds = 0;; is->rounds++) {
        const bool grown = is->rounds >= is->growing;
        const double left = grown ? 0 : 1 - (double)is->rounds / (double)is->growing;
        on->swollen = 1 + swelling - left * growth;
#pragma omp parallel for schedule(static) if (on->runs >= RUNS_SHARED)
        for (int64_t i = 0; i < on->runs; i++)
            forces_of_run(on, i);
        sums = sum_runs(on);
        is->overlaps = sums.overlaps;
        is->deepest = sums.deepest;
        is->jammed = grown && sums.overlaps > 0 && sums.force2 < balance * balance * sums.depth2;
        if ((grown && sums.overlaps == 0) || is->jammed || is->rounds == is->most)
            return true;
        double keep;
        double add;
        if (grown)
            steer(on, &sums, &keep, &add);
        else
            keep_hot(on, &sums, left, &keep, &add);
#pragma omp parallel for schedule(static) if (on->runs >= RUNS_SHARED)
        for (int64_t i = 0; i < on->runs; i++)
            move_run(on, i, keep, add);
        const double moved = sqrt(sum_runs(on).moved2);
        if (2 * moved + on->margin > on->lists.skin && !make_lists(on))
            return false;
    }
}

// ---- beginning and end

static bool begin(relaxing *on)
{
    const relaxation *is = on->is;
    const size_t room = (size_t)is->balls + 1;
    double sum = 0;
    double largest = 0;
    for (int64_t ball = 0; ball < is->balls; ball++)
        sum += is->size[ball];
    for (int64_t ball = 0; ball < is->balls; ball++)
        largest = real_max(largest, is->size[ball]);
    const double mean = sum / (double)is->balls;
    on->diameter = 2 * mean;
    on->margin = 2 * largest * swelling;
    on->lists.skin = 2 * mean * skin_share + on->margin;
    on->runs = (is->balls + RUN - 1) / RUN;
    on->step = step_first;
    on->turn = turn_first;
    on->force = calloc(room, sizeof *on->force);
    on->velocity = calloc(room, sizeof *on->velocity);
    on->built = malloc(room * sizeof *on->built);
    on->mass = malloc(room * sizeof *on->mass);
    on->run = calloc((size_t)on->runs + 1, sizeof *on->run);
    if (!on->force || !on->velocity || !on->built || !on->mass || !on->run)
        return false;
    for (int64_t ball = 0; ball < is->balls; ball++) {
        const double ratio = is->size[ball] / mean;
        on->mass[ball] = real_max(1, ratio * ratio);
    }
    return true;
}

bool relax(relaxation *is)
{
    relaxing on = {.is = is};
    const bool good = begin(&on) && go_on(&on);
    relaxation_lists_clear(&on.lists);
    free(on.force);
    free(on.velocity);
    free(on.built);
    free(on.mass);
    free(on.run);
    return good;
}
