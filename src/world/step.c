// step.c - the step: walls move, lists are kept young, blocks compute in parallel, trouble is named.
#include "world/impulses.h"

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

static bool moves(const world_wall *wall)
{
    const wall_pose *p = &wall->now;
    return wall->drive && (wall->drive->answers || v3_dot(p->velocity, p->velocity) + v3_dot(p->spin, p->spin) > 0);
}

static bool impulsive(const world *w) { return w->m->solver == SOLVER_NONSMOOTH; }

double world_time_of(const world *w, int64_t step) { return w->origin_time + (double)(step - w->origin_step) * w->dt; }

drive_in world_drive_in(const world_wall *k, double time)
{
    return (drive_in){.time = time,
                      .force = k->force,
                      .torque = k->torque,
                      .start = k->start,
                      .before = k->now,
                      .since = k->motion.since};
}

// How a wall moved in the step before: contacts see the motion of grains and walls in the middle of it, so that springs
// stretch by what both have really moved.
static wall_pose moved_by(const world *w, const world_wall *k)
{
    wall_pose p = k->now;
    if (w->started && world_wall_begins(w, k)) {
        p.velocity = k->motion.velocity;
        p.spin = k->motion.spin;
        return p;
    }
    if (!k->drive || k->drive->answers || !w->started) return p;
    drive_in in = world_drive_in(k, world_time_of(w, w->step) - 0.5 * w->dt_before);
    double state[DRIVE_STATE] = {0};
    k->drive->pose(k->choice, &in, state, &p);
    return p;
}

placed_wall world_placed_wall(const world_wall *k)
{
    return (placed_wall){k->shape, k->now.position, k->now.orientation, k->faces.surface ? &k->faces : NULL};
}

void world_place_walls(world *w)
{
    for (int i = 0; i < w->walls; i++) {
        const world_wall *k = &w->wall[i];
        wall_pose motion = moved_by(w, k);
        bool moved = moves(k) || world_wall_begins(w, k);
        bool watched = (k->drive && k->drive->answers) || (w->m->ledger && moved);
        w->placed_wall[i] = world_placed_wall(k);
        w->wall_state[i] = (wall_state){k->shape,           k->now.position, motion.velocity, motion.spin,
                                        k->now.orientation, k->material,     watched,         w->placed_wall[i].faces};
    }
}

// A drive that answers keeps the velocity of half a step back; half a kick brings it to the time of the positions.
static v3 velocity_under(const world *w, const world_wall *k, v3 force, v3 torque)
{
    if (!k->drive || !k->drive->answers || !(world_lag(w) > 0)) return k->now.velocity;
    drive_in in = world_drive_in(k, world_time(w));
    in.dt = w->dt;
    in.kick = world_lag(w);
    in.force = force;
    in.torque = torque;
    double state[DRIVE_STATE];
    memcpy(state, k->state, sizeof state);
    wall_pose next = k->now;
    k->drive->pose(k->choice, &in, state, &next);
    return next.velocity;
}

// Where a motion begins, half of the kick belongs to the one before.
wall_pose world_wall_motion(const world *w, int wall, v3 force, v3 torque)
{
    const world_wall *k = &w->wall[wall];
    wall_pose now = k->now;
    now.velocity = velocity_under(w, k, force, torque);
    if (world_lag(w) > 0 && world_wall_begins(w, k)) {
        now.velocity = v3_fma(now.velocity, 0.5, v3_sub(k->motion.velocity, k->now.velocity));
        now.spin = v3_fma(now.spin, 0.5, v3_sub(k->motion.spin, k->now.spin));
    }
    return now;
}

// Springs stretch over the step before, grains drift over the one to come, and the kick goes from the middle of the one
// to the middle of the other.
void world_pace(world *w)
{
    w->s.context.dt = w->started ? w->dt_before : NO_TIME * w->dt;
    w->s.before = w->dt_before;
    w->s.dt = w->dt;
    w->s.kick = w->started ? 0.5 * (w->dt_before + w->dt) : 0.5 * w->dt;
}

void world_book_wall(world *w, int i)
{
    world_wall *k = &w->wall[i];
    exact_sum_v3 force, torque;
    exact_sum_v3_clear(&force);
    exact_sum_v3_clear(&torque);
    for (int t = 0; t < w->threads; t++) {
        exact_sum_v3_merge(&force, &w->scratch[t].load[i].force);
        exact_sum_v3_merge(&torque, &w->scratch[t].load[i].torque);
    }
    k->force = exact_sum_v3_value(&force);
    k->torque = exact_sum_v3_value(&torque);
    const wall_pose motion = world_wall_motion(w, i, k->force, k->torque);
    w->books.walls -= w->s.kick * (v3_dot(k->force, motion.velocity) + v3_dot(k->torque, motion.spin));
}

// Work of the walls in this step, then their poses of the next.
void world_advance_walls(world *w)
{
    double farthest = 0;
    for (int i = 0; i < w->walls; i++) {
        world_wall *k = &w->wall[i];
        if (w->wall_state[i].watched) world_book_wall(w, i);
        if (!k->drive) continue;
        drive_in in = world_drive_in(k, world_time_of(w, w->step + 1));
        in.dt = w->dt;
        in.kick = w->s.kick;
        wall_pose next = k->now;
        k->drive->pose(k->choice, &in, k->state, &next);
        double turn = real_max(v3_norm(k->now.spin), v3_norm(next.spin)) * w->dt;
        farthest = real_max(farthest, world_wall_way(w, k, &next, turn));
        k->was = k->now;
        k->now = next;
    }
    w->wall_moved += farthest;
}

lists_task world_lists_task(world *w)
{
    lists_task t = {&w->body, &w->s.context, {{0}, {0}, {false}},      w->placed_wall,
                    w->walls, w->reach_most, w->cores ? w->core : NULL};
    for (int d = 0; d < 3; d++) {
        t.box.low[d] = w->s.low[d];
        t.box.high[d] = w->s.high[d];
        t.box.periodic[d] = w->s.periodic[d];
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
    if (w->cores) return sqrt(100 * interval); // near grains with corners cost what their corners cost
    double pairs = (double)lists_near_pairs(&w->list) / (double)w->body.count;
    double per_step = pairs / interval; // that a longer interval adds
    return sqrt(2 * TESTS_OF_BUILD / real_max(per_step, 1e-9));
}

static void choose_skin(world *w, double smallest)
{
    int64_t interval = w->step - w->last_build;
    if (w->skin_asked > 0 || interval <= 0 || w->list.builds == 0) return;
    double unit = 2 * smallest, now = w->s.skin / unit;
    double best = now * best_interval(w, (double)interval) / (double)interval;
    best = best < 0.6 * now ? 0.6 * now : best > 1.6 * now ? 1.6 * now : best;
    best = best < 0.05 ? 0.05 : best > 0.4 ? 0.4 : best;
    w->s.skin = w->list.skin = best * unit;
}

static double smallest_radius(const bodies *o, int threads)
{
    double r = INFINITY;
    const rec4 *x = o->position[o->now];
#pragma omp parallel for num_threads(threads) reduction(min : r)
    for (int32_t i = 0; i < o->count; i++)
        if (x[i].v[3] < r) r = x[i].v[3];
    return r;
}

static bool young(const world *w, double reach)
{
    return 2 * w->s.moved + reach <= w->s.skin && w->s.moved + w->wall_moved + reach <= w->s.skin;
}

// Lists of the nonsmooth solver reach as far as bodies come in a step, and some steps more.
static void choose_reach(world *w, double reach)
{
    double unit = w->skin_asked > 0 ? w->skin_asked : 0.2 * smallest_radius(&w->body, w->threads);
    w->s.skin = w->list.skin = (isfinite(unit) ? unit : 1) + 2 * reach;
}

// The search works in single precision.
#define FARTHEST_REACH 1e15

static scree_status too_fast(const world *w, double reach, scree_error *error)
{
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w), (long long)w->step);
    return fail(error, SCREE_DIVERGED, where, "look at speeds and forces of the case, or give a shorter run.step",
                "something is so fast that it comes %.3g m far in a step", reach);
}

scree_status world_refresh(world *w, bool must, scree_error *error)
{
    if (w->lost)
        return fail(error, SCREE_NO_MEMORY, "world", "resume from the last snapshot",
                    "memory ran out while lists were built");
    double reach = impulsive(w) ? world_reach_of_step(w) : 0;
    if (!(reach < FARTHEST_REACH)) return too_fast(w, reach, error);
    if (!must && young(w, reach)) return SCREE_OK;
    followers_place(&w->follow, &w->s, w->threads);
    if (impulsive(w))
        choose_reach(w, reach);
    else if (w->body.count > 0)
        choose_skin(w, smallest_radius(&w->body, w->threads));
    lists_task task = world_lists_task(w);
    if (!lists_build(&w->list, &task) || !world_turn_cores(w)) {
        w->lost = true;
        return fail_memory(error, "neighbour lists");
    }
    if (w->body.with_clumps && !impulsive(w)) {
        if (!followers_begin(&w->follow, &w->s, w->list.block, w->list.blocks)) {
            w->lost = true;
            return fail_memory(error, "clumps");
        }
        w->s.follow = &w->follow;
    }
    w->least_allowance = world_least_allowance(w);
    w->last_build = w->step;
    w->s.moved = w->measured = w->wall_moved = 0;
    return SCREE_OK;
}

void world_clear_reports(world *w)
{
    for (int t = 0; t < w->threads; t++) {
        memset(&w->report[t], 0, sizeof w->report[t]);
        w->report[t].worst_a = w->report[t].worst_b = -1;
        for (int i = 0; i < w->walls; i++)
            if (w->wall_state[i].watched || impulsive(w))
                memset(&w->scratch[t].load[i], 0, sizeof w->scratch[t].load[i]);
    }
}

// Everything that the threads have to tell, into the first report.
void world_merge_reports(world *w)
{
    report *all = &w->report[0];
    for (int t = 1; t < w->threads; t++) {
        const report *r = &w->report[t];
        if (r->trouble == TROUBLE_DEEP)
            report_too_deep(&w->s, all, r->a, r->b, r->wall, r->depth, r->radius);
        else if (r->trouble != TROUBLE_NONE)
            report_trouble(&w->s, all, r->trouble, r->a, r->b, r->wall);
        all->moved2 = real_max(all->moved2, r->moved2), all->speed2 = real_max(all->speed2, r->speed2);
        all->made += r->made, all->broken += r->broken, all->lost += r->lost;
        if (!w->s.ledger) continue;
        for (int j = 0; j < BOOKS; j++) exact_sum_merge(&all->ended[j], &r->ended[j]);
        bool first = r->worst_a < all->worst_a || (r->worst_a == all->worst_a && r->worst_b < all->worst_b);
        if (r->worst > all->worst || (r->worst == all->worst && r->worst > 0 && first))
            all->worst = r->worst, all->worst_a = r->worst_a, all->worst_b = r->worst_b;
    }
    if (!w->s.ledger) return;
    for (int j = 0; j < BOOKS; j++) exact_sum_merge(&w->books.ended[j], &all->ended[j]);
    if (all->worst > w->books.worst)
        w->books.worst = all->worst, w->books.worst_a = all->worst_a, w->books.worst_b = all->worst_b;
}

void world_step_blocks(world *w)
{
    stepping *s = &w->s;
    followers_wake(&w->follow, s, w->list.block, w->list.blocks);
    turns_deal(w->list.turns, w->threads, w->list.blocks);
#pragma omp parallel num_threads(w->threads)
    {
        int me = omp_get_thread_num(), next;
        for (int i; (i = turns_take(w->list.turns, w->threads, me, &next)) >= 0;)
            w->kernel->block_step(s, &w->list.block[i], next < 0 ? NULL : &w->list.block[next], &w->scratch[me],
                                  &w->report[me]);
    }
}

// Room for the pulls on the balls of clumps.
bool world_reserve_pulls(world *w)
{
    if (!w->body.with_clumps || w->pull_room >= w->body.count) return true;
    mem_free(w->s.pull);
    w->pull_room = w->body.room;
    w->s.pull = mem_array(2 * ((int64_t)w->pull_room + 1), sizeof *w->s.pull);
    if (!w->s.pull) w->pull_room = 0;
    return w->s.pull != NULL;
}

// Bodies of several balls, once all blocks have left the pulls on them.
static void step_clumps(world *w)
{
    followers *f = &w->follow;
    if (!w->body.with_clumps) return;
#pragma omp parallel num_threads(w->threads)
    {
        int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        clumps_move(&w->s, w->kernel->clumps, w->kernel->width, (int32_t)(me * f->trails / all),
                    (int32_t)((me + 1) * f->trails / all), &w->report[me]);
    }
    f->behind = f->any;
}

// Blocks that could not do their part: bodies stay where they are.
static bool stuck(const world *w)
{
    bool bad = false;
    for (int t = 0; t < w->threads; t++) bad = bad || w->report[t].trouble > TROUBLE_DEEP;
    return bad;
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
    double before = w->s.measure ? 0 : w->s.moved;
    w->s.moved = real_max(sqrt(r->moved2), before + w->dt * sqrt(r->speed2) * (1 + 1e-9));
    if (w->s.measure) w->measured = w->s.moved;
    w->s.measure = w->s.rare || !(w->s.moved - w->measured < w->s.skin / NEAR_LEVELS);
}

// Velocities and places of the next step, by forces or by impulses.
static void compute(world *w)
{
    world_clear_reports(w);
    if (impulsive(w)) {
        if (!world_gather(w) || !world_compute_impulses(w)) w->report[0].trouble = TROUBLE_MEMORY;
        return;
    }
    world_pace(w);
    if (!world_take_written(w)) {
        w->report[0].trouble = TROUBLE_MEMORY;
        return;
    }
    world_step_blocks(w);
    if (!stuck(w)) step_clumps(w);
}

static scree_status step(world *w, scree_error *error)
{
    double t0 = seconds();
    if (impulsive(w)) world_pace_impulses(w);
    bool flows = world_wants_flow(w);
    if (flows) followers_place(&w->follow, &w->s, w->threads);
    scree_status status = flows ? world_flow(w, error) : SCREE_OK;
    if (status == SCREE_OK && w->wall_moved > 0 && !young(w, 0)) status = world_check_moving_borders(w, error);
    if (status == SCREE_OK) status = world_refresh(w, false, error);
    if (status != SCREE_OK) return status;
    double t1 = seconds();
    if (!impulsive(w) && !world_reserve_pulls(w)) return fail_memory(error, "clumps");
    compute(w);
    double t2 = seconds();
    world_merge_reports(w);
    const report *r = &w->report[0];
    if (r->trouble > TROUBLE_DEEP) return world_spend(w, r, error);
    world_forget_written(w);
    bool stop = r->trouble == TROUBLE_DEEP || (r->trouble == TROUBLE_LOST && w->m->loss == ON_LOSS_STOP);
    scree_status verdict = stop ? world_trouble(w, r, error) : SCREE_OK;
    if (impulsive(w))
        world_move_walls(w);
    else
        world_advance_walls(w);
    if (verdict == SCREE_OK) verdict = world_check_crossings(w, r, error);
    if (verdict == SCREE_OK) verdict = world_check_obstacles(w, error);
    note_motion(w, r);
    w->body.now = 1 - w->body.now;
    w->started = true;
    w->dt_before = w->dt;
    w->step++;
    world_place_walls(w);
    if (r->lost && w->m->loss == ON_LOSS_REMOVE) {
        followers_place(&w->follow, &w->s, w->threads);
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
    for (int64_t i = 0; status == SCREE_OK && i < steps; i++) status = step(w, error);
    followers_place(&w->follow, &w->s, w->threads); // for all who look at them
    return status;
}

bool world_spent(const world *w) { return w->lost || w->failure.status != SCREE_OK; }

scree_status world_refuse(const world *w, scree_error *error)
{
    if (error && w->failure.status != SCREE_OK) *error = w->failure;
    return w->failure.status;
}

const char *world_set_name(const world *w, int32_t slot)
{
    int set = w->body.set[slot];
    return set < w->m->grain_sets ? w->m->grains[set].name : w->m->stream[set - w->m->grain_sets].name;
}

// How deep it is in words; `x` is where the first grain was before the step.
static scree_status name_depth(const world *w, const report *r, const char *where, const double *x, scree_error *error)
{
    const bodies *o = &w->body;
    const char *remedy = "use a smaller step or stiffer contacts, or raise run.deepest_overlap",
               *whose = r->wall ? "its" : "the smaller";
    char depth[120];
    if (isfinite(r->depth))
        snprintf(depth, sizeof depth, "by %.3g m, %.3g of %s radius, more than %.3g", r->depth, r->depth / r->radius,
                 whose, w->m->deepest);
    else
        snprintf(depth, sizeof depth, "by more than %.3g of %s radius", w->m->deepest, whose);
    if (r->wall)
        return fail(error, SCREE_DIVERGED, where, remedy,
                    "grain %d of `%s` at (%.6g, %.6g, %.6g) m overlaps wall `%s` %s", o->id[r->b],
                    world_set_name(w, r->b), x[0], x[1], x[2], w->wall[r->a].name, depth);
    return fail(error, SCREE_DIVERGED, where, remedy, "grains %d and %d at (%.6g, %.6g, %.6g) m overlap %s",
                o->id[r->a], o->id[r->b], x[0], x[1], x[2], depth);
}

// Names who, where, when, of the bodies as they were before the step.
static scree_status name_trouble(const world *w, const report *r, scree_error *error)
{
    const bodies *o = &w->body;
    char where[160];
    if (r->trouble == TROUBLE_MEMORY) return fail_memory(error, "contacts");
    int32_t slot = r->wall ? r->b : r->a;
    const double *x = o->position[o->now][slot].v, *v = o->velocity[o->now][slot].v;
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w), (long long)w->step);
    if (r->trouble == TROUBLE_LOST)
        return fail(error, SCREE_DIVERGED, where,
                    "close the domain with walls, make it larger, or say `on_loss: remove`",
                    "grain %d of `%s` leaves the domain; before this step it was at (%.6g, %.6g, %.6g) m with velocity "
                    "(%.4g, %.4g, %.4g) m/s",
                    o->id[slot], world_set_name(w, slot), x[0], x[1], x[2], v[0], v[1], v[2]);
    if (r->trouble == TROUBLE_FAST)
        return fail(error, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
                    "grain %d of `%s` at (%.6g, %.6g, %.6g) m runs away: its next position is not a number or beyond "
                    "the next image",
                    o->id[slot], world_set_name(w, slot), x[0], x[1], x[2]);
    if (r->trouble == TROUBLE_CORNER)
        return fail(error, SCREE_DIVERGED, where, "use a coarser mesh there, or smaller grains",
                    "grain %d at (%.6g, %.6g, %.6g) m touches wall `%s` at more than %d separate places", o->id[slot],
                    x[0], x[1], x[2], w->wall[r->a].name, WALL_TOUCH_MOST);
    return name_depth(w, r, where, x, error);
}

scree_status world_trouble(world *w, const report *r, scree_error *error)
{
    if (r->trouble > TROUBLE_DEEP) {
        w->lost = w->lost || r->trouble == TROUBLE_MEMORY;
        w->s.moved = INFINITY; // contacts may have begun in some blocks and not in others: lists are built again
        w->list.disordered = true;
    }
    return name_trouble(w, r, error);
}

double world_time(const world *w) { return world_time_of(w, w->step); }
world_clock world_clock_of(const world *w) { return (world_clock){w->origin_step, w->origin_time, w->dt}; }
int64_t world_steps(const world *w) { return w->step; }
double world_dt(const world *w) { return w->dt; }

int64_t world_step_at(const world *w, double time)
{
    // 1 s of steps of 0.1 s are 10, whatever the division says
    double steps = -floor(-((time - w->origin_time) / w->dt * (1 - 1e-12)));
    return w->origin_step + (!(steps > 0) ? 0 : steps < 9e15 ? (int64_t)steps : INT64_C(9000000000000000));
}

// A run shorter than a step takes none.
int64_t world_last_step(const world *w)
{
    if (w->m->steps > 0) return w->m->steps;
    return w->m->duration < w->dt * (1 - 1e-12) ? 0 : world_step_at(w, w->m->duration);
}

const bodies *world_bodies(const world *w) { return &w->body; }
int64_t world_count(const world *w) { return w->body.count; }

int64_t world_grains(const world *w)
{
    int64_t n = 0;
    if (!w->body.with_clumps) return w->body.count;
    for (int32_t i = 0; i < w->body.count; i++) n += bodies_first(&w->body, i) == i;
    return n;
}
int world_walls(const world *w) { return w->walls; }
const char *world_wall_name(const world *w, int wall) { return w->wall[wall].name; }
const primitive *world_wall_primitive(const world *w, int wall) { return w->wall[wall].shape; }
const model *world_model(const world *w) { return w->m; }
const step_choice *world_step_choice(const world *w) { return &w->choice; }

world_timing world_timing_of(world *w, bool reset)
{
    world_timing t = w->timing;
    if (reset) memset(&w->timing, 0, sizeof w->timing);
    return t;
}

const char *stage_name(int stage)
{
    static const char *const names[STAGES] = {"drives and reports", "lists", "blocks"};
    return (unsigned)stage < STAGES ? names[stage] : "";
}
