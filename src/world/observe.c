// observe.c - see observer.h: bodies, contacts, energies, the ledger. Nothing here changes a bit of the state.
#include "world/observer.h"
#include "world/observe_balls.h"
#include "world/observe_walls.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "motion/field.h"
#include "motion/losses.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What has not been booked yet of forces without a potential: half a step.
static void see_drag(observer *observer, const part *part, int32_t slot, v3 velocity, v3 spin)
{
    if (!part->scratch->drag)
        return;
    const double half = shared_lag(observer->world->shared);
    const double work = half * field_power(&part->stepping, slot, velocity, spin);
    exact_sum_add(&observer->sum->drag, work);
    losses_add(observer->lost, part->body.set[slot], LOSS_DRAG, -work);
}

static void see_body(observer *observer, const world *world, const part *mine, const block *block,
                     int32_t slot, const scratch *scratch)
{
    const shared *shared = world->shared;
    const bodies *body = &mine->body;
    ledger_sums *sums = observer->sum;
    const int64_t row = observer->before + slot;
    const int32_t at = observer->place[row];
    const pull_sum sum = block_sum(block, slot, scratch);
    const double inverse_mass = bodies_inverse_mass(body, slot);
    const double inverse_radius = bodies_inverse_radius(body, slot);
    double taken;
    const body_motion motion = world_motion(world, mine, &sum, slot, &taken);
    const written_motion *written = written_of(shared, body->id[slot]);
    frame_balls *seen = &observer->frame->ball;
    world_see_columns(seen, shared->model, body, slot, at);
    seen->velocity[at] = motion.velocity;
    seen->spin[at] = v3_scale(inverse_radius, motion.rim);
    if (written)
        seen->spin[at] = written->spin; // to the bit
    seen->force[at] = sum.force;
    seen->torque[at] = v3_scale(bodies_radius(body, slot), sum.turn);
    if (bodies_clumped(body, slot)) { // its motion is known when all its balls have been seen
        rec4 *pull = observer->pull + 2 * row;
        pull[0] = (rec4){{sum.force.x, sum.force.y, sum.force.z, 0}};
        pull[1] = (rec4){{sum.turn.x, sum.turn.y, sum.turn.z, 0}};
        return;
    }
    if (!(inverse_mass > 0))
        return;
    const double spin_factor = world->part->stepping.spin_factor;
    const double rim2 = v3_dot(motion.rim, motion.rim);
    const double rotational = 0.5 / inverse_mass * rim2 / spin_factor;
    const double flow = world_flow_energy(world, mine, slot, 1 / inverse_mass, motion.velocity);
    const double kinetic = world_kinetic(world, 1 / inverse_mass, motion) + flow;
    const double height_energy = world_height_energy(world, mine, slot);
    exact_sum_add(&sums->kinetic, kinetic);
    exact_sum_add(&sums->rotational, rotational);
    exact_sum_add(&sums->gravitational, height_energy);
    set_sums_move(observer->of_set, body->set[slot], kinetic, rotational, height_energy);
    exact_sum_add(&sums->book[BOOK_DAMPING], shared_lag(shared) * taken);
    losses_add(observer->lost, body->set[slot], BOOK_DAMPING, shared_lag(shared) * taken);
    see_drag(observer, mine, slot, motion.velocity, v3_scale(inverse_radius, motion.rim));
}

// Bodies of several balls: each ball moves with its body and has a share of its mass by volume.
static double cube(double x)
{
    return x * x * x;
}

static void see_clump(observer *observer, const world *world, const part *part, int64_t before,
                      int32_t head)
{
    frame_balls *seen = &observer->frame->ball;
    ledger_sums *sums = observer->sum;
    const bodies *body = &part->body;
    const model_clump *clump = world->shared->clump[body->set[head]]; // NULL: a ball
    const int balls = clump ? clump->balls : 1;
    stepping stepping = part->stepping;
    stepping.pull = observer->pull + 2 * before;
    stepping.follow = NULL;
    const clump_motion motion = world_clump_motion(world, &stepping, head);
    const double mass = body->centre[head].v[3];
    double all_cubes = 0;
    for (int k = 0; clump && k < balls; k++)
        all_cubes += cube(clump->radius[k]);
    for (int k = 0; k < balls; k++) {
        const int32_t at = observer->place[before + head + k];
        const v3 arm = clump_arm(&stepping, head, k);
        const v3 around = v3_cross(motion.spin, arm);
        seen->velocity[at] = v3_add(motion.velocity, around);
        seen->spin[at] = motion.spin;
        if (clump)
            seen->mass[at] =
                world_weighing_mass(world, mass) * (cube(clump->radius[k]) / all_cubes);
    }
    const double speed2 = v3_dot(motion.velocity, motion.velocity);
    const double translational = 0.5 * mass * speed2;
    const double height_energy = world_height_energy(world, part, head);
    const double flow = world_flow_energy(world, part, head, mass, motion.velocity);
    const double kinetic = motion.kinetic + flow;
    const double rotational = motion.kinetic - translational;
    exact_sum_add(&sums->kinetic, kinetic);
    exact_sum_add(&sums->rotational, rotational);
    exact_sum_add(&sums->gravitational, height_energy);
    set_sums_move(observer->of_set, body->set[head], kinetic, rotational, height_energy);
    const double damped = shared_lag(world->shared) * motion.taken;
    exact_sum_add(&sums->book[BOOK_DAMPING], damped);
    losses_add(observer->lost, body->set[head], BOOK_DAMPING, damped);
    see_drag(observer, part, head, motion.velocity, motion.spin);
}

// The sum of what stands in the books of a contact, which all are added to.
static double add_books(observer *observer, const bucket *bucket, int32_t contact,
                        const contact_seen *seen)
{
    const int32_t *set = observer->bodies->set;
    const int32_t set_a = bucket_walls(bucket->kind) ? -1 : set[bucket->a[contact]];
    double sum = 0;
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_add(&observer->sum->book[j], seen->book[j]);
        losses_add_contact(observer->lost, set_a, set[bucket->b[contact]], j, seen->book[j]);
        sum += seen->book[j];
    }
    return sum;
}

static void see_contact(observer *observer, const bucket *bucket, int32_t contact,
                        const contact_seen *seen, const scratch *scratch)
{
    const bodies *body = observer->bodies;
    frame_contacts *contacts = &observer->frame->contact;
    ledger_sums *sums = observer->sum;
    const double *line = scratch->lines + 8 * (size_t)(1 + bucket->first + contact);
    const int32_t slot_a = bucket->a[contact];
    const int32_t slot_b = bucket->b[contact];
    const moving_wall *wall = observer->world->shared->wall;
    const int64_t a = bucket_walls(bucket->kind) ? wall[slot_a].id : body->id[slot_a];
    const int64_t b = body->id[slot_b];
    const v3 centre = v3_of(position_now(body, slot_b));
    const int64_t at = contacts->count++;
    contacts->a[at] = a;
    contacts->b[at] = b;
    contacts->position_b[at] = centre;
    contacts->position_a[at] = v3_sub(centre, seen->reach);
    contacts->point[at] = v3_add(centre, seen->point);
    contacts->normal[at] = seen->normal;
    contacts->overlap[at] = seen->overlap;
    contacts->force[at] = v3_make(-line[0], -line[1], -line[2]);
    contacts->normal_force[at] = seen->push;
    observer->feature[at] = bucket->feature ? bucket->feature[contact] : 0;
    exact_sum_add(&sums->elastic, seen->energy);
    const int32_t set_a = bucket_walls(bucket->kind) ? -1 : body->set[slot_a];
    set_sums_touch(observer->of_set, set_a, body->set[slot_b], seen->energy);
    const shared *shared = observer->world->shared;
    const bool with_books = shared->layout[bucket->set].books >= 0;
    if (!with_books)
        return;
    const double residual = add_books(observer, bucket, contact, seen);
    if (!bucket_cores(bucket->kind))
        observer_note_residual(observer, residual + seen->energy, a, b);
}

static void see_pairs(observer *observer)
{
    pair_residuals *residuals = &observer->residuals;
    world_sum_pairs(residuals);
    for (int64_t i = 0; i < residuals->count; i++) {
        const pair_residual *of = &residuals->item[i];
        observer_note_residual(observer, of->residual, of->a, of->b);
    }
    residuals->count = 0;
}

static bool reserve_contacts(observer *observer, const bucket *bucket)
{
    frame_contacts *contacts = &observer->frame->contact;
    const int64_t room = contacts->count + bucket->count;
    return frame_contacts_reserve(contacts, room) &&
           MEM_GROW(observer->feature, observer->features, room + 1) &&
           world_reserve_pairs(&observer->residuals, bucket->count);
}

static void see_block(void *context, const world *world, const part *part, const block *block,
                      const contact_seen *seen, const scratch *scratch)
{
    observer *observer = context;
    observer->before = world_before(world, part);
    observer->bodies = &part->body;
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        const bool walls = bucket_walls(bucket->kind);
        const bool with_books = world->shared->layout[bucket->set].books >= 0;
        if (!reserve_contacts(observer, bucket)) {
            observer->out_of_memory = true;
            return;
        }
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const int32_t a = bucket->a[contact];
            const bool own = walls || (a >= block->low && a < block->high);
            const contact_seen *one = &seen[1 + bucket->first + contact];
            if (own && one->live) {
                see_contact(observer, bucket, contact, one, scratch);
            } else if (own && with_books) {
                add_books(observer, bucket, contact, one);
            }
            if (own && with_books && bucket_cores(bucket->kind))
                world_see_pair(&observer->residuals, part, bucket, contact, one);
        }
    }
    world_see_cell(world, part, block, scratch, &observer->sum->cell);
    if (part->stepping.growth && world->shared->model->ledger)
        block_growth_work(&part->stepping, block, scratch, true, &observer->sum->growth);
    for (int32_t slot = block->low; slot < block->high; slot++)
        see_body(observer, world, part, block, slot, scratch);
    observer->frame->pairs_near += block->pairs.count + block->pairs.sleeping;
}

static void see_books(const world *world, observer *observer, double wall_power)
{
    frame_ledger *ledger = &observer->frame->ledger;
    const past_books *past = &world->shared->books;
    double lost[BOOKS];
    for (int j = 0; j < BOOKS; j++) {
        exact_sum *book = &observer->sum->book[j];
        exact_sum_merge(book, &past->ended[j]);
        lost[j] = exact_sum_value(book);
    }
    ledger->damping = lost[BOOK_DAMPING];
    ledger->friction = lost[BOOK_FRICTION];
    ledger->rolling = lost[BOOK_ROLLING];
    ledger->plastic = lost[BOOK_PLASTIC];
    ledger->walls = past->walls + shared_lag(world->shared) * wall_power;
    ledger->added = past->added;
    ledger->removed = past->removed;
    ledger->start = past->start;
    const double now = ledger->kinetic + ledger->gravitational + ledger->elastic;
    const double lost_at_contacts =
        ledger->damping + ledger->friction + ledger->rolling + ledger->plastic;
    ledger->drag = past->drag - exact_sum_value(&observer->sum->drag);
    const double gone = lost_at_contacts + ledger->drag;
    ledger->cell = world_cell_work(world, &observer->sum->cell);
    ledger->growth = past->growth + exact_sum_value(&observer->sum->growth);
    const double outside = ledger->walls + ledger->cell + ledger->growth + ledger->added;
    const double balance = now + gone - outside;
    ledger->residual = balance + ledger->removed - ledger->start;
    const double work = lost[BOOK_WORK] + past->held;
    double turned_over = fabs(work) + fabs(gone) + fabs(ledger->cell);
    turned_over += fabs(ledger->walls) + fabs(ledger->added) + fabs(ledger->growth);
    turned_over += fabs(ledger->removed);
    turned_over += ledger->kinetic;
    turned_over += ledger->elastic;
    ledger->turned_over = turned_over;
    ledger->worst = observer->worst;
    ledger->worst_a = observer->worst_a;
    ledger->worst_b = observer->worst_b;
    if (past->worst > observer->worst) {
        ledger->worst = past->worst;
        ledger->worst_a = past->worst_a;
        ledger->worst_b = past->worst_b;
    }
}

static void see_ledger(const world *world, observer *observer, double wall_power)
{
    frame_ledger *ledger = &observer->frame->ledger;
    const ledger_sums *sums = observer->sum;
    ledger->kinetic = exact_sum_value(&sums->kinetic);
    ledger->rotational = exact_sum_value(&sums->rotational);
    ledger->gravitational = exact_sum_value(&sums->gravitational);
    ledger->elastic = exact_sum_value(&sums->elastic);
    if (world->shared->model->ledger)
        see_books(world, observer, wall_power);
    else
        frame_ledger_without_books(ledger);
}

static void see_clumps(observer *observer, const world *world)
{
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        const int64_t before = world_before(world, part);
        for (int32_t head = 0; head < part->body.count; head++) {
            if (bodies_clumped(&part->body, head) && part->body.member[2 * (size_t)head] == 0)
                see_clump(observer, world, part, before, head);
        }
    }
}

static bool reserve(const observer *observer, int64_t balls)
{
    const bodies *bodies = &observer->world->part->body;
    frame_balls *seen = &observer->frame->ball;
    return frame_balls_reserve(seen, balls, bodies->with_orientation) &&
           frame_given_reserve(seen, bodies->with_given);
}

// By all threads at once.
static scree_status look_at_all(observer *first, world *world, scree_error *error)
{
    observers all;
    bool enough = observers_make(&all, first, world);
    scree_status status = SCREE_OK;
    if (enough)
        status = world_look_by_threads(world, see_block, all.context, error);
    enough = enough && (status != SCREE_OK || observers_merge(&all));
    observers_clear(&all);
    return enough ? status : fail_memory(error, "frame");
}

scree_status observer_see(observer *observer, world *world, int64_t balls, scree_error *error)
{
    frame *frame = observer->frame;
    if (world->part->body.with_clumps) {
        observer->pull = mem_array(2 * (balls + 1), sizeof *observer->pull);
        if (!observer->pull)
            return fail_memory(error, "frame");
    }
    if (!observer->place || !reserve(observer, balls))
        return fail_memory(error, "frame");
    frame->ball.count = balls;
    frame->contact.count = 0;
    frame->pairs_near = 0;
    frame->time = world_time(world);
    frame->step = world->shared->step;
    frame->model = world->shared->model;
    frame->giver = world->giver;
    frame->stage = world_stages(world) > 0 ? world_stage(world).number : -1;
    const scree_status status = look_at_all(observer, world, error);
    if (status == SCREE_OK)
        see_clumps(observer, world);
    return status;
}

scree_status observer_see_solver(observer *observer, const world *world, const transport *with,
                                 scree_error *error)
{
    const solver *solver = world->shared->solver;
    if (!solver->see)
        return SCREE_OK;
    return solver->see(world->solver, with, observer->frame, observer->place, error);
}

bool observer_sort(observer *observer)
{
    const int threads = observer->world->shared->threads;
    const bool sorted = world_sort_contacts(observer->frame, observer->feature, threads);
    see_pairs(observer);
    return sorted;
}

scree_status observer_show(observer *observer, world *world, scree_error *error)
{
    frame *frame = observer->frame;
    double power = 0;
    const scree_status status = world_see_walls(world, frame, &power, error);
    if (status != SCREE_OK)
        return status;
    world_count_contacts(frame);
    world_show_cell(world, &observer->sum->cell, frame);
    see_ledger(world, observer, power);
    if (!set_sums_show(world, observer->of_set, observer->lost, frame))
        return fail_memory(error, "frame");
    return SCREE_OK;
}
