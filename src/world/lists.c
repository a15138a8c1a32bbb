// lists.c - the neighbour lists of a world: when they are too old, how wide their skin is, how they are built anew.
#include "world/early_sends.h"
#include "world/ranks.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

// A build of the lists takes as long as so many tests of a near pair, for each body.
enum { TESTS_OF_BUILD = 400 };

static int64_t near_pairs_of(const world *world)
{
    int64_t pairs = 0;
    for (const part *part = world_own(world); part < world_own_end(world); part++)
        pairs += lists_near_pairs(&part->list);
    return ranks_sum(world, pairs);
}

// After how many steps lists should be built again. With B for a build, N near pairs of which half are awake on
// average, and both N and the interval I proportional to the skin, builds cost B/I and near pairs N/2 a step: least in
// sum where both are equal. Counts, not clocks, say what they cost, so that a run keeps its skins whoever else uses the
// machine; no skin changes any bit.
static double best_interval(const world *world, double interval)
{
    if (world->shared->cores)
        return sqrt(100 * interval); // near grains with corners cost what their corners cost
    double pairs = (double)near_pairs_of(world) / (double)world_balls(world);
    double per_step = pairs / interval; // that a longer interval adds
    return sqrt(2 * TESTS_OF_BUILD / real_max(per_step, 1e-9));
}

// All parts have the same skin.
static void set_skin(world *world, double skin)
{
    for (part *part = world->part; part < world_parts_end(world); part++) {
        part->stepping.skin = skin;
        part->list.skin = skin;
    }
}

static double within(double low, double x, double high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}

static const double first_skin = 0.1, widest_skin = 0.4; // in diameters of the smallest grain

static void choose_skin(world *world, double smallest)
{
    const int64_t interval = world->shared->step - world->last_build;
    const double unit = 2 * smallest;
    if (world->skin_asked > 0)
        return;
    // A world that was empty did not know how small its grains would be.
    if (world->part->stepping.skin > widest_skin * unit)
        set_skin(world, first_skin * unit);
    if (interval <= 0 || world_own(world)->list.builds == 0)
        return;
    const double now = world->part->stepping.skin / unit;
    double best = now * best_interval(world, (double)interval) / (double)interval;
    best = within(0.6 * now, best, 1.6 * now);
    best = within(0.05, best, widest_skin);
    set_skin(world, best * unit);
}

static double smallest_radius(const world *world)
{
    double smallest = INFINITY;
    for (const part *part = world_own(world); part < world_own_end(world); part++) {
        const bodies *bodies = &part->body;
        const rec4 *position = bodies->position[bodies->now];
#pragma omp parallel for num_threads(world->shared->threads) reduction(min : smallest)
        for (int32_t i = 0; i < bodies->count; i++) {
            if (position[i].v[3] < smallest)
                smallest = position[i].v[3];
        }
    }
    ranks_least(world, &smallest, 1);
    return smallest;
}

static bool is_young(const part *part, double reach)
{
    return 2 * part->stepping.moved + reach <= part->stepping.skin &&
           part->stepping.moved + part->wall_moved + reach <= part->stepping.skin;
}

// Are the lists of all parts? Ranks differ by how near walls have come.
bool world_lists_young(const world *world, double reach)
{
    bool all = true;
    bool differ = false;
    for (const part *part = world_own(world); part < world_own_end(world); part++)
        all = all && is_young(part, reach);
    for (int i = 0; i < world->shared->walls; i++)
        differ = differ || drive_chain_is(&world->shared->wall[i].drive);
    return differ ? ranks_all(world, all) : all;
}

// Lists of the nonsmooth solver reach as far as bodies come in a step, and some steps more.
static void choose_reach(world *world, double reach)
{
    double unit = world->skin_asked > 0 ? world->skin_asked : 0.2 * smallest_radius(world);
    set_skin(world, (isfinite(unit) ? unit : 1) + 2 * reach);
}

// The search works in single precision.
#define FARTHEST_REACH 1e15

static scree_status too_fast(const world *world, double reach, scree_error *error)
{
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    return fail(error, SCREE_DIVERGED, where,
                "look at speeds and forces of the case, or give a shorter run.step",
                "something is so fast that it comes %.3g m far in a step", reach);
}

static const char when_built[] = "neighbour lists were built";

static void begin_anew(part *part)
{
    part->stepping.moved = 0;
    part->cell_way = 0;
    part->measured = 0;
    part->wall_moved = 0;
}

scree_status world_build_lists(world *world, part *part, scree_error *error)
{
    lists_task task = world_lists_task(world, part);
    if (!lists_build(&part->list, &task) || !world_turn_cores(world, part))
        return world_lose(world, when_built, error);
    if (part->body.with_clumps && world->shared->solver->trails) {
        if (!followers_begin(&part->follow, &part->stepping, part->list.block, part->list.blocks))
            return world_lose(world, when_built, error);
        part->stepping.follow = &part->follow;
    }
    begin_anew(part);
    return SCREE_OK;
}

void world_place_followers(world *world)
{
    for (part *part = world->part; part < world_parts_end(world); part++)
        followers_place(&part->follow, &part->stepping, world->shared->threads);
}

// Of this thread alone: whoever else uses the processor is not part of what lists cost.
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static scree_status build_own(world *world, scree_error *error)
{
    const double begun = seconds();
    scree_status status = SCREE_OK;
    for (part *part = world_own(world); status == SCREE_OK && part < world_own_end(world); part++)
        status = world_build_lists(world, part, error);
    world->sharing.listing = world->shared->threads * (seconds() - begun);
    return status;
}

scree_status world_refresh(world *world, bool must, scree_error *error)
{
    shared *shared = world->shared;
    if (world->lost)
        return world_lose(world, when_built, error);
    if (world->ranks && !world->inside)
        return SCREE_OK; // with all ranks alone: world_mirror does it
    const solver *solver = shared->solver;
    double reach = solver->reach ? solver->reach(world->solver) + 2 * shared->growth.ahead : 0;
    if (!(reach < FARTHEST_REACH))
        return too_fast(world, reach, error);
    if (!must && world_lists_young(world, reach))
        return SCREE_OK;
    scree_status status = world_check_growth(world, error);
    if (status != SCREE_OK)
        return status;
    world_place_followers(world);
    if (solver->reach)
        choose_reach(world, reach);
    else if (world_balls(world) > 0)
        choose_skin(world, smallest_radius(world));
    if (world->fresh)
        status = world_link_first(world, error);
    else if (world->parts > 1)
        status = world_share(world, must, error);
    if (status == SCREE_NO_MEMORY)
        status = world_lose(world, "grains were dealt out to the parts", error);
    world->lost = world->lost || status != SCREE_OK;
    for (part *part = world->part; status == SCREE_OK && part < world_parts_end(world); part++)
        begin_anew(part);
    if (status == SCREE_OK)
        status = build_own(world, error);
    if (status == SCREE_OK && world->ranks && !early_sends_plan(world))
        status = world_lose(world, when_built, error);
    if (status != SCREE_OK) {
        ranks_abandon(world, error ? error->what : "lists cannot be built");
        return status;
    }
    shared->least_allowance = world_least_allowance(world);
    world->last_build = shared->step;
    return SCREE_OK;
}
