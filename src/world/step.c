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

lists_task world_lists_task(world *w)
{
    lists_task t = {&w->part->body,
                    &w->part->s.context,
                    {{0}, {0}, {false}},
                    w->shared->placed_wall,
                    w->shared->walls,
                    w->shared->reach_most,
                    w->shared->cores ? w->shared->core : NULL};
    for (int d = 0; d < 3; d++) {
        t.box.low[d] = w->part->s.low[d];
        t.box.high[d] = w->part->s.high[d];
        t.box.periodic[d] = w->part->s.periodic[d];
    }
    return t;
}

// A build of the lists takes as long as so many tests of a near pair, for each body.
enum { TESTS_OF_BUILD = 400 };

// After how many steps lists should be built again. With B for a build, N near pairs of which half are awake on
// average, and both N and the interval I proportional to the skin, builds cost B/I and near pairs N/2 a step: least in
// sum where both are equal. Counts, not clocks, say what they cost, so that a run keeps its skins whoever else uses the
// machine; no skin changes any bit.
static double best_interval(const world *w, double interval)
{
    if (w->shared->cores)
        return sqrt(100 * interval); // near grains with corners cost what their corners cost
    double pairs = (double)lists_near_pairs(&w->part->list) / (double)w->part->body.count;
    double per_step = pairs / interval; // that a longer interval adds
    return sqrt(2 * TESTS_OF_BUILD / real_max(per_step, 1e-9));
}

static void choose_skin(world *w, double smallest)
{
    int64_t interval = w->shared->step - w->part->last_build;
    if (w->part->skin_asked > 0 || interval <= 0 || w->part->list.builds == 0)
        return;
    double unit = 2 * smallest;
    double now = w->part->s.skin / unit;
    double best = now * best_interval(w, (double)interval) / (double)interval;
    best = best < 0.6 * now ? 0.6 * now : best > 1.6 * now ? 1.6 * now : best;
    best = best < 0.05 ? 0.05 : best > 0.4 ? 0.4 : best;
    w->part->s.skin = w->part->list.skin = best * unit;
}

static double smallest_radius(const bodies *o, int threads)
{
    double r = INFINITY;
    const rec4 *x = o->position[o->now];
#pragma omp parallel for num_threads(threads) reduction(min : r)
    for (int32_t i = 0; i < o->count; i++)
        if (x[i].v[3] < r)
            r = x[i].v[3];
    return r;
}

static bool young(const world *w, double reach)
{
    return 2 * w->part->s.moved + reach <= w->part->s.skin &&
           w->part->s.moved + w->part->wall_moved + reach <= w->part->s.skin;
}

// Lists of the nonsmooth solver reach as far as bodies come in a step, and some steps more.
static void choose_reach(world *w, double reach)
{
    double unit = w->part->skin_asked > 0
                      ? w->part->skin_asked
                      : 0.2 * smallest_radius(&w->part->body, w->shared->threads);
    w->part->s.skin = w->part->list.skin = (isfinite(unit) ? unit : 1) + 2 * reach;
}

// The search works in single precision.
#define FARTHEST_REACH 1e15

static scree_status too_fast(const world *w, double reach, scree_error *error)
{
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w),
             (long long)w->shared->step);
    return fail(error, SCREE_DIVERGED, where,
                "look at speeds and forces of the case, or give a shorter run.step",
                "something is so fast that it comes %.3g m far in a step", reach);
}

scree_status world_refresh(world *w, bool must, scree_error *error)
{
    if (w->lost)
        return fail(error, SCREE_NO_MEMORY, "world", "resume from the last snapshot",
                    "memory ran out while lists were built");
    const solver *solver = w->shared->solver;
    double reach = solver->reach ? solver->reach(w->solver) : 0;
    if (!(reach < FARTHEST_REACH))
        return too_fast(w, reach, error);
    if (!must && young(w, reach))
        return SCREE_OK;
    followers_place(&w->part->follow, &w->part->s, w->shared->threads);
    if (solver->reach)
        choose_reach(w, reach);
    else if (w->part->body.count > 0)
        choose_skin(w, smallest_radius(&w->part->body, w->shared->threads));
    lists_task task = world_lists_task(w);
    if (!lists_build(&w->part->list, &task) || !world_turn_cores(w)) {
        w->lost = true;
        return fail_memory(error, "neighbour lists");
    }
    if (w->part->body.with_clumps && solver->trails) {
        if (!followers_begin(&w->part->follow, &w->part->s, w->part->list.block,
                             w->part->list.blocks)) {
            w->lost = true;
            return fail_memory(error, "clumps");
        }
        w->part->s.follow = &w->part->follow;
    }
    w->part->least_allowance = world_least_allowance(w);
    w->part->last_build = w->shared->step;
    w->part->s.moved = w->part->measured = w->part->wall_moved = 0;
    return SCREE_OK;
}

// Everything that the threads have to tell, into the first report.
void world_merge_reports(world *w)
{
    report *all = &w->part->report[0];
    for (int t = 1; t < w->shared->threads; t++) {
        const report *r = &w->part->report[t];
        if (r->trouble == TROUBLE_DEEP)
            report_too_deep(&w->part->s, all, r->a, r->b, r->wall, r->depth, r->radius);
        else if (r->trouble != TROUBLE_NONE)
            report_trouble(&w->part->s, all, r->trouble, r->a, r->b, r->wall);
        all->moved2 = real_max(all->moved2, r->moved2);
        all->speed2 = real_max(all->speed2, r->speed2);
        all->made += r->made;
        all->broken += r->broken;
        all->lost += r->lost;
        if (!w->part->s.ledger)
            continue;
        for (int j = 0; j < BOOKS; j++)
            exact_sum_merge(&all->ended[j], &r->ended[j]);
        bool first =
            r->worst_a < all->worst_a || (r->worst_a == all->worst_a && r->worst_b < all->worst_b);
        if (r->worst > all->worst || (r->worst == all->worst && r->worst > 0 && first)) {
            all->worst = r->worst;
            all->worst_a = r->worst_a;
            all->worst_b = r->worst_b;
        }
    }
    if (!w->part->s.ledger)
        return;
    for (int j = 0; j < BOOKS; j++)
        exact_sum_merge(&w->shared->books.ended[j], &all->ended[j]);
    if (all->worst > w->shared->books.worst) {
        w->shared->books.worst = all->worst;
        w->shared->books.worst_a = all->worst_a;
        w->shared->books.worst_b = all->worst_b;
    }
}

// The step could not be computed. Springs have gone on and grains have not: nothing can make a state of that again.
scree_status world_spend(world *w, const report *r, scree_error *error)
{
    world_trouble(w, r, &w->failure);
    return world_refuse(w, error);
}

// Measuring costs the reading of one more record a body. While the bound has grown by less than one level of the
// sleeping pairs it is good enough.
static void note_motion(world *w, const report *r)
{
    double before = w->part->s.measure ? 0 : w->part->s.moved;
    w->part->s.moved =
        real_max(sqrt(r->moved2), before + w->shared->dt * sqrt(r->speed2) * (1 + 1e-9));
    if (w->part->s.measure)
        w->part->measured = w->part->s.moved;
    w->part->s.measure =
        w->part->s.rare || !(w->part->s.moved - w->part->measured < w->part->s.skin / NEAR_LEVELS);
}

static scree_status step(world *w, scree_error *error)
{
    double t0 = seconds();
    const solver *solver = w->shared->solver;
    solver->pace(w->solver);
    bool flows = world_wants_flow(w);
    if (flows)
        followers_place(&w->part->follow, &w->part->s, w->shared->threads);
    scree_status status = flows ? world_flow(w, error) : SCREE_OK;
    if (status == SCREE_OK && w->part->wall_moved > 0 && !young(w, 0))
        status = world_check_moving_borders(w, error);
    if (status == SCREE_OK)
        status = world_refresh(w, false, error);
    if (status != SCREE_OK)
        return status;
    double t1 = seconds();
    part_clear_reports(w->part, w->shared);
    if (!solver->step(w->solver))
        w->part->report[0].trouble = TROUBLE_MEMORY;
    double t2 = seconds();
    world_merge_reports(w);
    const report *r = &w->part->report[0];
    if (r->trouble > TROUBLE_DEEP)
        return world_spend(w, r, error);
    written_forget(w->part);
    scree_status verdict = r->trouble == TROUBLE_DEEP ? world_trouble(w, r, error) : SCREE_OK;
    solver->move_walls(w->solver);
    if (verdict == SCREE_OK)
        verdict = world_check_crossings(w, r, error);
    // Of a grain that was lost through a wall the wall is told.
    if (verdict == SCREE_OK && r->trouble == TROUBLE_LOST && w->shared->m->loss == ON_LOSS_STOP)
        verdict = world_trouble(w, r, error);
    if (verdict == SCREE_OK)
        verdict = world_check_obstacles(w, error);
    note_motion(w, r);
    w->part->body.now = 1 - w->part->body.now;
    w->shared->started = true;
    w->shared->dt_before = w->shared->dt;
    w->shared->step++;
    shared_place_walls(w->shared);
    if (r->lost && w->shared->m->loss == ON_LOSS_REMOVE) {
        followers_place(&w->part->follow, &w->part->s, w->shared->threads);
        status = world_drop_lost(w, error);
    }
    double t3 = seconds();
    w->timing.seconds[STAGE_LISTS] += t1 - t0;
    w->timing.seconds[STAGE_BLOCKS] += t2 - t1;
    w->timing.seconds[STAGE_DRIVES] += t3 - t2;
    w->timing.steps++;
    return status != SCREE_OK ? status : verdict;
}

scree_status world_step(world *w, int64_t steps, scree_error *error)
{
    scree_status status = world_refuse(w, error);
    for (int64_t i = 0; status == SCREE_OK && i < steps; i++)
        status = step(w, error);
    followers_place(&w->part->follow, &w->part->s, w->shared->threads); // for all who look at them
    return status;
}

bool world_spent(const world *w)
{
    return w->lost || w->failure.status != SCREE_OK;
}

scree_status world_refuse(const world *w, scree_error *error)
{
    if (error && w->failure.status != SCREE_OK)
        *error = w->failure;
    return w->failure.status;
}

const char *world_set_name(const world *w, int32_t slot)
{
    int set = w->part->body.set[slot];
    return set < w->shared->m->grain_sets
               ? w->shared->m->grains[set].name
               : w->shared->m->stream[set - w->shared->m->grain_sets].name;
}

// How deep it is in words; `x` is where the first grain was before the step.
static scree_status name_depth(const world *w, const report *r, const char *where, const double *x,
                               scree_error *error)
{
    const bodies *o = &w->part->body;
    const char *remedy = "use a smaller step or stiffer contacts, or raise run.deepest_overlap";
    const char *whose = r->wall ? "its" : "the smaller";
    char depth[120];
    if (isfinite(r->depth))
        snprintf(depth, sizeof depth, "by %.3g m, %.3g of %s radius, more than %.3g", r->depth,
                 r->depth / r->radius, whose, w->shared->m->deepest);
    else
        snprintf(depth, sizeof depth, "by more than %.3g of %s radius", w->shared->m->deepest,
                 whose);
    if (r->wall)
        return fail(error, SCREE_DIVERGED, where, remedy,
                    "grain %d of `%s` at (%.6g, %.6g, %.6g) m overlaps wall `%s` %s", o->id[r->b],
                    world_set_name(w, r->b), x[0], x[1], x[2], w->shared->wall[r->a].name, depth);
    return fail(error, SCREE_DIVERGED, where, remedy,
                "grains %d and %d at (%.6g, %.6g, %.6g) m overlap %s", o->id[r->a], o->id[r->b],
                x[0], x[1], x[2], depth);
}

// Names who, where, when, of the bodies as they were before the step.
static scree_status name_trouble(const world *w, const report *r, scree_error *error)
{
    const bodies *o = &w->part->body;
    char where[160];
    if (r->trouble == TROUBLE_MEMORY)
        return fail_memory(error, "contacts");
    int32_t slot = r->wall ? r->b : r->a;
    const double *x = o->position[o->now][slot].v;
    const double *v = o->velocity[o->now][slot].v;
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w),
             (long long)w->shared->step);
    if (r->trouble == TROUBLE_LOST)
        return fail(error, SCREE_DIVERGED, where,
                    "close the domain with walls, make it larger, or say `on_loss: remove`",
                    "grain %d of `%s` leaves the domain; before this step it was at (%.6g, %.6g, "
                    "%.6g) m with velocity "
                    "(%.4g, %.4g, %.4g) m/s",
                    o->id[slot], world_set_name(w, slot), x[0], x[1], x[2], v[0], v[1], v[2]);
    if (r->trouble == TROUBLE_FAST)
        return fail(error, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
                    "grain %d of `%s` at (%.6g, %.6g, %.6g) m runs away: its next position is not "
                    "a number or beyond "
                    "the next image",
                    o->id[slot], world_set_name(w, slot), x[0], x[1], x[2]);
    if (r->trouble == TROUBLE_CORNER)
        return fail(
            error, SCREE_DIVERGED, where, "use a coarser mesh there, or smaller grains",
            "grain %d at (%.6g, %.6g, %.6g) m touches wall `%s` at more than %d separate places",
            o->id[slot], x[0], x[1], x[2], w->shared->wall[r->a].name, WALL_TOUCH_MOST);
    return name_depth(w, r, where, x, error);
}

scree_status world_trouble(world *w, const report *r, scree_error *error)
{
    if (r->trouble > TROUBLE_DEEP) {
        w->lost = w->lost || r->trouble == TROUBLE_MEMORY;
        w->part->s.moved =
            INFINITY; // contacts may have begun in some blocks and not in others: lists are built again
        w->part->list.disordered = true;
    }
    return name_trouble(w, r, error);
}

double world_time(const world *w)
{
    return shared_time_of(w->shared, w->shared->step);
}
world_clock world_clock_of(const world *w)
{
    return (world_clock){w->shared->origin_step, w->shared->origin_time, w->shared->dt};
}
int64_t world_steps(const world *w)
{
    return w->shared->step;
}
double world_dt(const world *w)
{
    return w->shared->dt;
}

int64_t world_step_at(const world *w, double time)
{
    // 1 s of steps of 0.1 s are 10, whatever the division says
    double steps = -floor(-((time - w->shared->origin_time) / w->shared->dt * (1 - 1e-12)));
    return w->shared->origin_step + (!(steps > 0)   ? 0
                                     : steps < 9e15 ? (int64_t)steps
                                                    : INT64_C(9000000000000000));
}

// A run shorter than a step takes none.
int64_t world_last_step(const world *w)
{
    if (w->shared->m->steps > 0)
        return w->shared->m->steps;
    return w->shared->m->duration < w->shared->dt * (1 - 1e-12)
               ? 0
               : world_step_at(w, w->shared->m->duration);
}

const bodies *world_bodies(const world *w)
{
    return &w->part->body;
}
int64_t world_count(const world *w)
{
    return w->part->body.count;
}

int64_t world_grains(const world *w)
{
    int64_t n = 0;
    if (!w->part->body.with_clumps)
        return w->part->body.count;
    for (int32_t i = 0; i < w->part->body.count; i++)
        n += bodies_first(&w->part->body, i) == i;
    return n;
}
int world_walls(const world *w)
{
    return w->shared->walls;
}
const char *world_wall_name(const world *w, int wall)
{
    return w->shared->wall[wall].name;
}
const primitive *world_wall_primitive(const world *w, int wall)
{
    return w->shared->wall[wall].shape;
}
const model *world_model(const world *w)
{
    return w->shared->m;
}
const step_choice *world_step_choice(const world *w)
{
    return &w->choice;
}

world_timing world_timing_of(world *w, bool reset)
{
    world_timing t = w->timing;
    if (reset)
        memset(&w->timing, 0, sizeof w->timing);
    return t;
}

const char *stage_name(int stage)
{
    static const char *const names[STAGES] = {"drives and reports", "lists", "blocks"};
    return (unsigned)stage < STAGES ? names[stage] : "";
}
