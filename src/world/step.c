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

lists_task world_lists_task(const world *w, part *p)
{
    lists_task t = {&p->body,
                    &p->s.context,
                    {{0}, {0}, {false}},
                    w->shared->placed_wall,
                    w->shared->walls,
                    w->shared->reach_most,
                    w->shared->cores ? w->shared->core : NULL};
    for (int d = 0; d < 3; d++) {
        t.box.low[d] = p->s.low[d];
        t.box.high[d] = p->s.high[d];
        t.box.periodic[d] = p->s.periodic[d];
    }
    return t;
}

// A build of the lists takes as long as so many tests of a near pair, for each body.
enum { TESTS_OF_BUILD = 400 };

static int64_t near_pairs_of(const world *w)
{
    int64_t pairs = 0;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        pairs += lists_near_pairs(&p->list);
    return pairs;
}

// After how many steps lists should be built again. With B for a build, N near pairs of which half are awake on
// average, and both N and the interval I proportional to the skin, builds cost B/I and near pairs N/2 a step: least in
// sum where both are equal. Counts, not clocks, say what they cost, so that a run keeps its skins whoever else uses the
// machine; no skin changes any bit.
static double best_interval(const world *w, double interval)
{
    if (w->shared->cores)
        return sqrt(100 * interval); // near grains with corners cost what their corners cost
    double pairs = (double)near_pairs_of(w) / (double)world_balls(w);
    double per_step = pairs / interval; // that a longer interval adds
    return sqrt(2 * TESTS_OF_BUILD / real_max(per_step, 1e-9));
}

// All parts have the same skin.
static void set_skin(world *w, double skin)
{
    for (part *p = w->part; p < w->part + w->parts; p++)
        p->s.skin = p->list.skin = skin;
}

static void choose_skin(world *w, double smallest)
{
    int64_t interval = w->shared->step - w->last_build;
    if (w->skin_asked > 0 || interval <= 0 || w->part->list.builds == 0)
        return;
    double unit = 2 * smallest;
    double now = w->part->s.skin / unit;
    double best = now * best_interval(w, (double)interval) / (double)interval;
    best = best < 0.6 * now ? 0.6 * now : best > 1.6 * now ? 1.6 * now : best;
    best = best < 0.05 ? 0.05 : best > 0.4 ? 0.4 : best;
    set_skin(w, best * unit);
}

static double smallest_radius(const world *w)
{
    double r = INFINITY;
    for (const part *p = w->part; p < w->part + w->parts; p++) {
        const bodies *o = &p->body;
        const rec4 *x = o->position[o->now];
#pragma omp parallel for num_threads(w->shared->threads) reduction(min : r)
        for (int32_t i = 0; i < o->count; i++)
            if (x[i].v[3] < r)
                r = x[i].v[3];
    }
    return r;
}

static bool is_young(const part *p, double reach)
{
    return 2 * p->s.moved + reach <= p->s.skin && p->s.moved + p->wall_moved + reach <= p->s.skin;
}

// Are the lists of all parts?
static bool young(const world *w, double reach)
{
    bool all = true;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        all = all && is_young(p, reach);
    return all;
}

static bool walls_moved(const world *w)
{
    bool any = false;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        any = any || p->wall_moved > 0;
    return any;
}

// Lists of the nonsmooth solver reach as far as bodies come in a step, and some steps more.
static void choose_reach(world *w, double reach)
{
    double unit = w->skin_asked > 0 ? w->skin_asked : 0.2 * smallest_radius(w);
    set_skin(w, (isfinite(unit) ? unit : 1) + 2 * reach);
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

void world_place_followers(world *w)
{
    for (part *p = w->part; p < w->part + w->parts; p++)
        followers_place(&p->follow, &p->s, w->shared->threads);
}

static scree_status build_lists(world *w, part *p, scree_error *error)
{
    lists_task task = world_lists_task(w, p);
    if (!lists_build(&p->list, &task) || !world_turn_cores(w, p)) {
        w->lost = true;
        return fail_memory(error, "neighbour lists");
    }
    if (p->body.with_clumps && w->shared->solver->trails) {
        if (!followers_begin(&p->follow, &p->s, p->list.block, p->list.blocks)) {
            w->lost = true;
            return fail_memory(error, "clumps");
        }
        p->s.follow = &p->follow;
    }
    p->s.moved = p->measured = p->wall_moved = 0;
    return SCREE_OK;
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
    world_place_followers(w);
    if (solver->reach)
        choose_reach(w, reach);
    else if (world_balls(w) > 0)
        choose_skin(w, smallest_radius(w));
    scree_status status = w->parts > 1 ? world_deal(w, error) : SCREE_OK;
    if (status != SCREE_OK)
        w->lost = true;
    for (part *p = w->part; status == SCREE_OK && p < w->part + w->parts; p++)
        status = build_lists(w, p, error);
    if (status != SCREE_OK)
        return status;
    w->shared->least_allowance = world_least_allowance(w);
    w->last_build = w->shared->step;
    return SCREE_OK;
}

// The step could not be computed. Springs have gone on and grains have not: nothing can make a state of that again.
scree_status world_spend(world *w, const report *r, scree_error *error)
{
    world_trouble(w, r, &w->failure);
    return world_refuse(w, error);
}

// Measuring costs the reading of one more record a body. While the bound has grown by less than one level of the
// sleeping pairs it is good enough. It is that of all bodies, in whichever part they are.
static void note_motion(world *w, part *p, const report *r)
{
    double before = p->s.measure ? 0 : p->s.moved;
    p->s.moved = real_max(sqrt(r->moved2), before + w->shared->dt * sqrt(r->speed2) * (1 + 1e-9));
    if (p->s.measure)
        p->measured = p->s.moved;
    p->s.measure = p->s.rare || !(p->s.moved - p->measured < p->s.skin / NEAR_LEVELS);
}

static scree_status step(world *w, scree_error *error)
{
    double t0 = seconds();
    const solver *solver = w->shared->solver;
    solver->pace(w->solver);
    bool flows = world_wants_flow(w);
    if (flows)
        world_place_followers(w);
    scree_status status = flows ? world_flow(w, error) : SCREE_OK;
    if (status == SCREE_OK && walls_moved(w) && !young(w, 0))
        status = world_check_moving_borders(w, error);
    if (status == SCREE_OK)
        status = world_refresh(w, false, error);
    if (status != SCREE_OK)
        return status;
    double t1 = seconds();
    for (part *p = w->part; p < w->part + w->parts; p++)
        part_clear_reports(p, w->shared);
    if (!solver->step(w->solver))
        w->part->report[0].trouble = TROUBLE_MEMORY;
    double t2 = seconds();
    const report *r = world_agree(w);
    if (r->trouble > TROUBLE_DEEP)
        return world_spend(w, r, error);
    written_forget(w->shared);
    scree_status verdict = r->trouble == TROUBLE_DEEP ? world_trouble(w, r, error) : SCREE_OK;
    solver->move_walls(w->solver);
    if (verdict == SCREE_OK)
        verdict = world_check_crossings(w, r, error);
    // Of a grain that was lost through a wall the wall is told.
    if (verdict == SCREE_OK && r->trouble == TROUBLE_LOST && w->shared->m->loss == ON_LOSS_STOP)
        verdict = world_trouble(w, r, error);
    if (verdict == SCREE_OK)
        verdict = world_check_obstacles(w, error);
    for (part *p = w->part; p < w->part + w->parts; p++) {
        written_let_go(p);
        note_motion(w, p, r);
        p->body.now = 1 - p->body.now;
    }
    w->shared->started = true;
    w->shared->dt_before = w->shared->dt;
    w->shared->step++;
    shared_place_walls(w->shared);
    world_exchange(w);
    if (r->lost && w->shared->m->loss == ON_LOSS_REMOVE) {
        world_place_followers(w);
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
    world_place_followers(w); // for all who look at them
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

const char *world_set_name(const world *w, const part *p, int32_t slot)
{
    int set = p->body.set[slot];
    return set < w->shared->m->grain_sets
               ? w->shared->m->grains[set].name
               : w->shared->m->stream[set - w->shared->m->grain_sets].name;
}

// The part that owns a body, and its slot there. Rare: all are looked through.
static const part *owner_of(const world *w, int64_t id, int32_t *slot)
{
    for (const part *p = w->part; p < w->part + w->parts; p++)
        for (int32_t i = 0; i < p->body.count; i++)
            if (p->body.id[i] == id) {
                *slot = i;
                return p;
            }
    return NULL;
}

// How deep it is in words; `x` is where the first grain was before the step.
static scree_status name_depth(const world *w, const report *r, const char *set, const char *where,
                               const double *x, scree_error *error)
{
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
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m overlaps wall `%s` %s",
                    (long long)r->b, set, x[0], x[1], x[2], w->shared->wall[r->a].name, depth);
    return fail(error, SCREE_DIVERGED, where, remedy,
                "grains %lld and %lld at (%.6g, %.6g, %.6g) m overlap %s", (long long)r->a,
                (long long)r->b, x[0], x[1], x[2], depth);
}

// Names who, where, when, of the bodies as they were before the step: the owner of the first one speaks.
static scree_status name_trouble(const world *w, const report *r, scree_error *error)
{
    char where[160];
    int32_t slot = -1;
    const int64_t id = r->wall ? r->b : r->a;
    const part *p = r->trouble == TROUBLE_MEMORY ? NULL : owner_of(w, id, &slot);
    if (!p)
        return fail_memory(error, "contacts");
    const double *x = p->body.position[p->body.now][slot].v;
    const double *v = p->body.velocity[p->body.now][slot].v;
    const char *set = world_set_name(w, p, slot);
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w),
             (long long)w->shared->step);
    if (r->trouble == TROUBLE_LOST)
        return fail(error, SCREE_DIVERGED, where,
                    "close the domain with walls, make it larger, or say `on_loss: remove`",
                    "grain %lld of `%s` leaves the domain; before this step it was at (%.6g, %.6g, "
                    "%.6g) m with velocity "
                    "(%.4g, %.4g, %.4g) m/s",
                    (long long)id, set, x[0], x[1], x[2], v[0], v[1], v[2]);
    if (r->trouble == TROUBLE_FAST)
        return fail(error, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m runs away: its next position is "
                    "not a number or beyond "
                    "the next image",
                    (long long)id, set, x[0], x[1], x[2]);
    if (r->trouble == TROUBLE_CORNER)
        return fail(
            error, SCREE_DIVERGED, where, "use a coarser mesh there, or smaller grains",
            "grain %lld at (%.6g, %.6g, %.6g) m touches wall `%s` at more than %d separate places",
            (long long)id, x[0], x[1], x[2], w->shared->wall[r->a].name, WALL_TOUCH_MOST);
    return name_depth(w, r, set, where, x, error);
}

scree_status world_trouble(world *w, const report *r, scree_error *error)
{
    if (r->trouble > TROUBLE_DEEP) {
        w->lost = w->lost || r->trouble == TROUBLE_MEMORY;
        // contacts may have begun in some blocks and not in others: lists are built again
        for (part *p = w->part; p < w->part + w->parts; p++) {
            p->s.moved = INFINITY;
            p->list.disordered = true;
        }
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
int world_parts(const world *w)
{
    return w->parts;
}
int64_t world_balls(const world *w)
{
    int64_t n = 0;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        n += p->body.count;
    return n;
}

static int64_t grains_of(const bodies *o)
{
    int64_t n = 0;
    if (!o->with_clumps)
        return o->count;
    for (int32_t i = 0; i < o->count; i++)
        n += bodies_first(o, i) == i;
    return n;
}

int64_t world_grains(const world *w)
{
    int64_t n = 0;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        n += grains_of(&p->body);
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
