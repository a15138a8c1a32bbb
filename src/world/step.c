// step.c - the step: walls move, lists are kept young, blocks compute in parallel, trouble is named.
#include "world/internal.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

lists_task world_lists_task(const world *world, part *part)
{
    lists_task task = {&part->body,
                       &part->s.context,
                       {{0}, {0}, {false}},
                       world->shared->placed_wall,
                       world->shared->walls,
                       world->shared->reach_most,
                       world->shared->cores ? world->shared->core : NULL};
    for (int axis = 0; axis < 3; axis++) {
        task.box.low[axis] = part->s.low[axis];
        task.box.high[axis] = part->s.high[axis];
        task.box.periodic[axis] = part->s.periodic[axis];
    }
    return task;
}

// A build of the lists takes as long as so many tests of a near pair, for each body.
enum { TESTS_OF_BUILD = 400 };

static int64_t near_pairs_of(const world *world)
{
    int64_t pairs = 0;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        pairs += lists_near_pairs(&part->list);
    return pairs;
}

// After how many steps lists should be built again. With B for a build, N near pairs of which half are awake on
// average, and both N and the interval I proportional to the skin, builds cost B/I and near pairs N/2 a step: least in
// sum where both are equal. Counts, not clocks, say what they cost, so that a run keeps its skins whoever else uses the
// machine; no skin changes any bit.
static double best_interval(const world *world, double interval)
{
    if (world->shared->cores)
        return sqrt(100 * interval); // near grains with corners cost what their corners cost
    double pairs = (double)near_pairs_of(world) / (double)world_count(world);
    double per_step = pairs / interval; // that a longer interval adds
    return sqrt(2 * TESTS_OF_BUILD / real_max(per_step, 1e-9));
}

// All parts have the same skin.
static void set_skin(world *world, double skin)
{
    for (part *part = world->part; part < world->part + world->parts; part++)
        part->s.skin = part->list.skin = skin;
}

static void choose_skin(world *world, double smallest)
{
    int64_t interval = world->shared->step - world->last_build;
    if (world->skin_asked > 0 || interval <= 0 || world->part->list.builds == 0)
        return;
    double unit = 2 * smallest;
    double now = world->part->s.skin / unit;
    double best = now * best_interval(world, (double)interval) / (double)interval;
    best = best < 0.6 * now ? 0.6 * now : best > 1.6 * now ? 1.6 * now : best;
    best = best < 0.05 ? 0.05 : best > 0.4 ? 0.4 : best;
    set_skin(world, best * unit);
}

static double smallest_radius(const world *world)
{
    double smallest = INFINITY;
    for (const part *part = world->part; part < world->part + world->parts; part++) {
        const bodies *bodies = &part->body;
        const rec4 *position = bodies->position[bodies->now];
#pragma omp parallel for num_threads(world->shared->threads) reduction(min : smallest)
        for (int32_t i = 0; i < bodies->count; i++)
            if (position[i].v[3] < smallest)
                smallest = position[i].v[3];
    }
    return smallest;
}

static bool is_young(const part *part, double reach)
{
    return 2 * part->s.moved + reach <= part->s.skin &&
           part->s.moved + part->wall_moved + reach <= part->s.skin;
}

// Are the lists of all parts?
static bool young(const world *world, double reach)
{
    bool all = true;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        all = all && is_young(part, reach);
    return all;
}

static bool walls_moved(const world *world)
{
    bool any = false;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        any = any || part->wall_moved > 0;
    return any;
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

void world_place_followers(world *world)
{
    for (part *part = world->part; part < world->part + world->parts; part++)
        followers_place(&part->follow, &part->s, world->shared->threads);
}

static scree_status build_lists(world *world, part *part, scree_error *error)
{
    lists_task task = world_lists_task(world, part);
    if (!lists_build(&part->list, &task) || !world_turn_cores(world, part)) {
        world->lost = true;
        return fail_memory(error, "neighbour lists");
    }
    if (part->body.with_clumps && world->shared->solver->trails) {
        if (!followers_begin(&part->follow, &part->s, part->list.block, part->list.blocks)) {
            world->lost = true;
            return fail_memory(error, "clumps");
        }
        part->s.follow = &part->follow;
    }
    part->s.moved = part->measured = part->wall_moved = 0;
    return SCREE_OK;
}

scree_status world_refresh(world *world, bool must, scree_error *error)
{
    if (world->lost)
        return fail(error, SCREE_NO_MEMORY, "world", "resume from the last snapshot",
                    "memory ran out while lists were built");
    const solver *solver = world->shared->solver;
    double reach = solver->reach ? solver->reach(world->solver) : 0;
    if (!(reach < FARTHEST_REACH))
        return too_fast(world, reach, error);
    if (!must && young(world, reach))
        return SCREE_OK;
    world_place_followers(world);
    if (solver->reach)
        choose_reach(world, reach);
    else if (world_count(world) > 0)
        choose_skin(world, smallest_radius(world));
    scree_status status = world->parts > 1 ? world_deal(world, error) : SCREE_OK;
    if (status != SCREE_OK)
        world->lost = true;
    for (part *part = world->part; status == SCREE_OK && part < world->part + world->parts; part++)
        status = build_lists(world, part, error);
    if (status != SCREE_OK)
        return status;
    world->shared->least_allowance = world_least_allowance(world);
    world->last_build = world->shared->step;
    return SCREE_OK;
}

// The step could not be computed. Springs have gone on and grains have not: nothing can make a state of that again.
scree_status world_spend(world *world, const report *report, scree_error *error)
{
    world_trouble(world, report, &world->failure);
    return world_refuse(world, error);
}

// Measuring costs the reading of one more record a body. While the bound has grown by less than one level of the
// sleeping pairs it is good enough. It is that of all bodies, in whichever part they are.
static void note_motion(world *world, part *part, const report *report)
{
    double before = part->s.measure ? 0 : part->s.moved;
    part->s.moved = real_max(sqrt(report->moved2),
                             before + world->shared->dt * sqrt(report->speed2) * (1 + 1e-9));
    if (part->s.measure)
        part->measured = part->s.moved;
    part->s.measure =
        part->s.rare || !(part->s.moved - part->measured < part->s.skin / NEAR_LEVELS);
}

static scree_status step(world *world, scree_error *error)
{
    double t0 = seconds();
    const solver *solver = world->shared->solver;
    solver->pace(world->solver);
    bool flows = world_wants_flow(world);
    if (flows)
        world_place_followers(world);
    scree_status status = flows ? world_flow(world, error) : SCREE_OK;
    if (status == SCREE_OK && walls_moved(world) && !young(world, 0))
        status = world_check_moving_borders(world, error);
    if (status == SCREE_OK)
        status = world_refresh(world, false, error);
    if (status != SCREE_OK)
        return status;
    double t1 = seconds();
    for (part *part = world->part; part < world->part + world->parts; part++)
        part_clear_reports(part, world->shared);
    if (!solver->step(world->solver))
        world->part->report[0].trouble = TROUBLE_MEMORY;
    double t2 = seconds();
    const report *report = world_agree(world);
    if (report->trouble > TROUBLE_DEEP)
        return world_spend(world, report, error);
    written_forget(world->shared);
    scree_status verdict =
        report->trouble == TROUBLE_DEEP ? world_trouble(world, report, error) : SCREE_OK;
    solver->move_walls(world->solver);
    if (verdict == SCREE_OK)
        verdict = world_check_crossings(world, report, error);
    // Of a grain that was lost through a wall the wall is told.
    if (verdict == SCREE_OK && report->trouble == TROUBLE_LOST &&
        world->shared->m->loss == ON_LOSS_STOP)
        verdict = world_trouble(world, report, error);
    if (verdict == SCREE_OK)
        verdict = world_check_obstacles(world, error);
    for (part *part = world->part; part < world->part + world->parts; part++) {
        written_let_go(part);
        note_motion(world, part, report);
        part->body.now = 1 - part->body.now;
    }
    world->shared->started = true;
    world->shared->dt_before = world->shared->dt;
    world->shared->step++;
    shared_place_walls(world->shared);
    world_exchange(world);
    if (report->lost && world->shared->m->loss == ON_LOSS_REMOVE) {
        world_place_followers(world);
        status = world_drop_lost(world, error);
    }
    double t3 = seconds();
    world->timing.seconds[STAGE_LISTS] += t1 - t0;
    world->timing.seconds[STAGE_BLOCKS] += t2 - t1;
    world->timing.seconds[STAGE_DRIVES] += t3 - t2;
    world->timing.steps++;
    return status != SCREE_OK ? status : verdict;
}

scree_status world_step(world *world, int64_t steps, scree_error *error)
{
    scree_status status = world_refuse(world, error);
    for (int64_t i = 0; status == SCREE_OK && i < steps; i++)
        status = step(world, error);
    world_place_followers(world); // for all who look at them
    return status;
}

bool world_spent(const world *world)
{
    return world->lost || world->failure.status != SCREE_OK;
}

scree_status world_refuse(const world *world, scree_error *error)
{
    if (error && world->failure.status != SCREE_OK)
        *error = world->failure;
    return world->failure.status;
}

const char *world_set_name(const world *world, const part *part, int32_t slot)
{
    int set = part->body.set[slot];
    return set < world->shared->m->grain_sets
               ? world->shared->m->grains[set].name
               : world->shared->m->stream[set - world->shared->m->grain_sets].name;
}

// The part that owns a body, and its slot there. Rare: all are looked through.
static const part *owner_of(const world *world, int64_t id, int32_t *slot)
{
    for (const part *part = world->part; part < world->part + world->parts; part++)
        for (int32_t i = 0; i < part->body.count; i++)
            if (part->body.id[i] == id) {
                *slot = i;
                return part;
            }
    return NULL;
}

// How deep it is in words; `x` is where the first grain was before the step.
static scree_status name_depth(const world *world, const report *report, const char *set,
                               const char *where, const double *position, scree_error *error)
{
    const char *remedy = "use a smaller step or stiffer contacts, or raise run.deepest_overlap";
    const char *whose = report->wall ? "its" : "the smaller";
    char depth[120];
    if (isfinite(report->depth))
        snprintf(depth, sizeof depth, "by %.3g m, %.3g of %s radius, more than %.3g", report->depth,
                 report->depth / report->radius, whose, world->shared->m->deepest);
    else
        snprintf(depth, sizeof depth, "by more than %.3g of %s radius", world->shared->m->deepest,
                 whose);
    if (report->wall)
        return fail(error, SCREE_DIVERGED, where, remedy,
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m overlaps wall `%s` %s",
                    (long long)report->b, set, position[0], position[1], position[2],
                    world->shared->wall[report->a].name, depth);
    return fail(error, SCREE_DIVERGED, where, remedy,
                "grains %lld and %lld at (%.6g, %.6g, %.6g) m overlap %s", (long long)report->a,
                (long long)report->b, position[0], position[1], position[2], depth);
}

// Names who, where, when, of the bodies as they were before the step: the owner of the first one speaks.
static scree_status name_trouble(const world *world, const report *report, scree_error *error)
{
    char where[160];
    int32_t slot = -1;
    const int64_t id = report->wall ? report->b : report->a;
    const part *part = report->trouble == TROUBLE_MEMORY ? NULL : owner_of(world, id, &slot);
    if (!part)
        return fail_memory(error, "contacts");
    const double *position = part->body.position[part->body.now][slot].v;
    const double *velocity = part->body.velocity[part->body.now][slot].v;
    const char *set = world_set_name(world, part, slot);
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    if (report->trouble == TROUBLE_LOST)
        return fail(error, SCREE_DIVERGED, where,
                    "close the domain with walls, make it larger, or say `on_loss: remove`",
                    "grain %lld of `%s` leaves the domain; before this step it was at (%.6g, %.6g, "
                    "%.6g) m with velocity "
                    "(%.4g, %.4g, %.4g) m/s",
                    (long long)id, set, position[0], position[1], position[2], velocity[0],
                    velocity[1], velocity[2]);
    if (report->trouble == TROUBLE_FAST)
        return fail(error, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m runs away: its next position is "
                    "not a number or beyond "
                    "the next image",
                    (long long)id, set, position[0], position[1], position[2]);
    if (report->trouble == TROUBLE_CORNER)
        return fail(
            error, SCREE_DIVERGED, where, "use a coarser mesh there, or smaller grains",
            "grain %lld at (%.6g, %.6g, %.6g) m touches wall `%s` at more than %d separate places",
            (long long)id, position[0], position[1], position[2],
            world->shared->wall[report->a].name, WALL_TOUCH_MOST);
    return name_depth(world, report, set, where, position, error);
}

scree_status world_trouble(world *world, const report *report, scree_error *error)
{
    if (report->trouble > TROUBLE_DEEP) {
        world->lost = world->lost || report->trouble == TROUBLE_MEMORY;
        // contacts may have begun in some blocks and not in others: lists are built again
        for (part *part = world->part; part < world->part + world->parts; part++) {
            part->s.moved = INFINITY;
            part->list.disordered = true;
        }
    }
    return name_trouble(world, report, error);
}

double world_time(const world *world)
{
    return shared_time_of(world->shared, world->shared->step);
}
world_clock world_clock_of(const world *world)
{
    return (world_clock){world->shared->origin_step, world->shared->origin_time, world->shared->dt};
}
int64_t world_steps(const world *world)
{
    return world->shared->step;
}
double world_dt(const world *world)
{
    return world->shared->dt;
}

int64_t world_step_at(const world *world, double time)
{
    // 1 s of steps of 0.1 s are 10, whatever the division says
    double steps = -floor(-((time - world->shared->origin_time) / world->shared->dt * (1 - 1e-12)));
    return world->shared->origin_step + (!(steps > 0)   ? 0
                                         : steps < 9e15 ? (int64_t)steps
                                                        : INT64_C(9000000000000000));
}

// A run shorter than a step takes none.
int64_t world_last_step(const world *world)
{
    if (world->shared->m->steps > 0)
        return world->shared->m->steps;
    return world->shared->m->duration < world->shared->dt * (1 - 1e-12)
               ? 0
               : world_step_at(world, world->shared->m->duration);
}

const bodies *world_bodies(const world *world)
{
    return &world->part->body;
}
int world_parts(const world *world)
{
    return world->parts;
}
int64_t world_count(const world *world)
{
    int64_t count = 0;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        count += part->body.count;
    return count;
}

static int64_t grains_of(const bodies *bodies)
{
    int64_t count = 0;
    if (!bodies->with_clumps)
        return bodies->count;
    for (int32_t i = 0; i < bodies->count; i++)
        count += bodies_first(bodies, i) == i;
    return count;
}

int64_t world_grains(const world *world)
{
    int64_t count = 0;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        count += grains_of(&part->body);
    return count;
}
int world_walls(const world *world)
{
    return world->shared->walls;
}
const char *world_wall_name(const world *world, int wall)
{
    return world->shared->wall[wall].name;
}
const primitive *world_wall_primitive(const world *world, int wall)
{
    return world->shared->wall[wall].shape;
}
const model *world_model(const world *world)
{
    return world->shared->m;
}
const step_choice *world_step_choice(const world *world)
{
    return &world->choice;
}

world_timing world_timing_of(world *world, bool reset)
{
    world_timing timing = world->timing;
    if (reset)
        memset(&world->timing, 0, sizeof world->timing);
    return timing;
}

const char *stage_name(int stage)
{
    static const char *const names[STAGES] = {"drives and reports", "lists", "blocks"};
    return (unsigned)stage < STAGES ? names[stage] : "";
}
