// observe.c - what there is to see of a world: frames, energies, the ledger. Nothing here changes a bit of the state.
#include "world/internal.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ledger_sums {
    exact_sum kinetic, rotational, gravitational, elastic, book[BOOKS], size;
} ledger_sums;

typedef struct observer {
    frame *frame;
    const world *world;
    const bodies *bodies; // of the part that is looked at
    ledger_sums *sum;
    int32_t *place;   // of each body in the order of ids, part by part
    rec4 *pull;       // on the balls of clumps, as in stepping, part by part
    int64_t before;   // how many bodies the parts before the one that is looked at own
    int64_t *feature; // of each contact, which tells apart those of one pair
    int64_t features; // room
    double worst;
    int64_t worst_a, worst_b;
    bool out_of_memory;
} observer;

static void see_body(observer *observer, const world *world, const part *mine, const block *block,
                     int32_t slot, const scratch *scratch)
{
    shared *shared = world->shared;
    const int64_t before = observer->before;
    frame_balls *seen = &observer->frame->ball;
    const bodies *body = &mine->body;
    int32_t at = observer->place[before + slot];
    const double *position = body->position[body->now][slot].v;
    pull_sum sum = block_sum(block, slot, scratch);
    double im = bodies_inverse_mass(body, slot);
    double radius = position[3];
    body_motion motion = world_motion(world, mine, &sum, slot);
    seen->id[at] = body->id[slot];
    seen->position[at] = v3_at(position);
    seen->radius[at] = radius;
    seen->mass[at] = im > 0 ? 1 / im : INFINITY;
    seen->velocity[at] = motion.velocity;
    seen->spin[at] = v3_scale(body->spin[body->now][slot].v[3], motion.rim);
    if (written_of(shared, body->id[slot]))
        seen->spin[at] = written_of(shared, body->id[slot])->spin; // to the bit
    if (body->orientation) {
        const double *orientation = body->orientation[slot].v;
        seen->orientation[at] =
            (q4){orientation[0], orientation[1], orientation[2], orientation[3]};
    }
    seen->force[at] = sum.force;
    seen->torque[at] = v3_scale(radius, sum.turn);
    seen->material[at] = body->material[slot];
    seen->set[at] = body->set[slot];
    seen->shape[at] = (int32_t)(model_shape_of(shared->m, body->set[slot]) - shared->m->shape);
    int lower;
    seen->body[at] = body->id[bodies_first(body, slot)];
    seen->contacts[at] = row_lines(block, slot, NULL, 0, &lower);
    if (bodies_clumped(body, slot)) { // its motion is known when all its balls have been seen
        rec4 *pull = observer->pull + 2 * (before + slot);
        pull[0] = (rec4){{sum.force.x, sum.force.y, sum.force.z, 0}};
        pull[1] = (rec4){{sum.turn.x, sum.turn.y, sum.turn.z, 0}};
        return;
    }
    if (!(im > 0))
        return;
    exact_sum_add(&observer->sum->kinetic, world_kinetic(world, 1 / im, motion));
    exact_sum_add(&observer->sum->rotational,
                  0.5 / im * v3_dot(motion.rim, motion.rim) / world->part->s.spin_factor);
    exact_sum_add(&observer->sum->gravitational, world_height_energy(world, mine, slot));
}

// Bodies of several balls: each ball moves with its body and has a share of its mass by volume.
static void see_clump(observer *observer, const world *world, const part *part, int64_t before,
                      int32_t head)
{
    frame_balls *seen = &observer->frame->ball;
    const bodies *body = &part->body;
    const model_clump *clump = world->shared->clump[body->set[head]]; // NULL: a ball
    stepping stepping = part->s;
    stepping.pull = observer->pull + 2 * before;
    stepping.follow = NULL;
    clump_motion motion = world_clump_motion(world, &stepping, head);
    double mass = body->centre[head].v[3];
    double all = 0;
    for (int k = 0; clump && k < clump->balls; k++)
        all += clump->radius[k] * clump->radius[k] * clump->radius[k];
    for (int k = 0; k < (clump ? clump->balls : 1); k++) {
        int32_t at = observer->place[before + head + k];
        seen->velocity[at] =
            v3_add(motion.velocity, v3_cross(motion.spin, clump_arm(&stepping, head, k)));
        seen->spin[at] = motion.spin;
        if (clump)
            seen->mass[at] = mass * (clump->radius[k] * clump->radius[k] * clump->radius[k] / all);
    }
    exact_sum_add(&observer->sum->kinetic, motion.kinetic);
    exact_sum_add(&observer->sum->rotational,
                  motion.kinetic - 0.5 * mass * v3_dot(motion.velocity, motion.velocity));
    exact_sum_add(&observer->sum->gravitational, world_height_energy(world, part, head));
}

static void see_contact(observer *observer, const bucket *bucket, int32_t contact,
                        const contact_seen *seen, const scratch *scratch)
{
    const bodies *body = observer->bodies;
    frame_contacts *contacts = &observer->frame->contact;
    const double *line = scratch->lines + 8 * (size_t)(1 + bucket->first + contact);
    const double *xb = body->position[body->now][bucket->b[contact]].v;
    int64_t at = contacts->count++;
    contacts->a[at] =
        bucket_walls(bucket->kind) ? bucket->a[contact] : body->id[bucket->a[contact]];
    contacts->b[at] = body->id[bucket->b[contact]];
    contacts->position_b[at] = v3_at(xb);
    contacts->position_a[at] = v3_sub(v3_at(xb), seen->reach);
    contacts->point[at] = v3_add(v3_at(xb), seen->point);
    contacts->normal[at] = seen->normal;
    contacts->overlap[at] = seen->overlap;
    contacts->force[at] = v3_make(-line[0], -line[1], -line[2]);
    contacts->normal_force[at] = seen->push;
    observer->feature[at] = bucket->feature ? bucket->feature[contact] : 0;
    exact_sum_add(&observer->sum->elastic, seen->energy);
    if (observer->world->shared->layout[bucket->set].books < 0)
        return;
    double residual = seen->energy;
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_add(&observer->sum->book[j], seen->book[j]);
        residual += seen->book[j];
    }
    if (fabs(residual) > observer->worst ||
        (fabs(residual) == observer->worst && contacts->a[at] < observer->worst_a)) {
        observer->worst = fabs(residual);
        observer->worst_a = contacts->a[at];
        observer->worst_b = contacts->b[at];
    }
}

static void see_block(void *context, const world *world, const part *part, const block *block,
                      const contact_seen *seen, const scratch *scratch)
{
    observer *observer = context;
    observer->before = world_before(world, part);
    observer->bodies = &part->body;
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        const int64_t room = observer->frame->contact.count + bucket->count;
        if (!frame_contacts_reserve(&observer->frame->contact, room) ||
            !mem_grow((void **)&observer->feature, &observer->features, room + 1,
                      sizeof *observer->feature)) {
            observer->out_of_memory = true;
            return;
        }
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            bool own = bucket_walls(bucket->kind) ||
                       (bucket->a[contact] >= block->low && bucket->a[contact] < block->high);
            const contact_seen *one = &seen[1 + bucket->first + contact];
            if (own && one->live) {
                see_contact(observer, bucket, contact, one, scratch);
            } else if (own && world->shared->layout[bucket->set].books >= 0) {
                for (int j = 0; j < BOOKS; j++)
                    exact_sum_add(&observer->sum->book[j], one->book[j]);
            }
        }
    }
    for (int32_t slot = block->low; slot < block->high; slot++)
        see_body(observer, world, part, block, slot, scratch);
    observer->frame->pairs_near += block->near + block->sleeping;
}

// The order does not depend on how contacts lie in memory: after a restart they lie otherwise.
typedef struct contact_order {
    int64_t a, b, feature;
    int64_t at;
} contact_order;

static int by_ids(const void *p, const void *q)
{
    const contact_order *x = p;
    const contact_order *y = q;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    if (x->feature != y->feature)
        return x->feature < y->feature ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void permute(void *array, size_t size, const contact_order *order, int64_t n, void *scratch)
{
    char *to = scratch;
    char *from = array;
    for (int64_t i = 0; i < n; i++)
        memcpy(to + (size_t)i * size, from + (size_t)order[i].at * size, size);
    memcpy(from, to, (size_t)n * size);
}

#define PERMUTE(name, type, unit, doc) permute(f->name, sizeof *f->name, order, n, scratch);

// Impulses come in the order of their features.
static bool sort_contacts(frame_contacts *f, const int64_t *feature)
{
    int64_t n = f->count;
    contact_order *order = malloc(((size_t)n + 1) * sizeof *order);
    void *scratch = malloc(((size_t)n + 1) * sizeof(v3));
    bool ok = order && scratch;
    for (int64_t i = 0; ok && i < n; i++) {
        order[i] = (contact_order){
            .a = f->a[i],
            .b = f->b[i],
            .feature = feature ? feature[i] : 0,
            .at = i,
        };
    }
    if (ok && n > 0) {
        qsort(order, (size_t)n, sizeof *order, by_ids);
        FRAME_CONTACTS(PERMUTE)
    }
    free(order);
    free(scratch);
    return ok;
}

static scree_status see_walls(world *world, frame *frame, double *power, scree_error *error)
{
    shared *shared = world->shared;
    frame_wall *grown = realloc(frame->wall, ((size_t)shared->walls + 1) * sizeof *grown);
    if (!grown)
        return fail_memory(error, "frame");
    frame->wall = grown;
    frame->walls = shared->walls;
    *power = 0;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        bool mean = shared->solver->means;
        v3 force = mean ? wall->force : exact_sum_v3_value(&world->part->scratch[0].load[i].force);
        v3 torque =
            mean ? wall->torque : exact_sum_v3_value(&world->part->scratch[0].load[i].torque);
        const wall_pose motion = shared_wall_motion(shared, i, force, torque);
        double power_of_wall = -(v3_dot(force, motion.velocity) + v3_dot(torque, motion.spin));
        frame->wall[i] = (frame_wall){wall->name,      wall->now.position, wall->now.orientation,
                                      motion.velocity, motion.spin,        force,
                                      torque,          power_of_wall};
        *power += power_of_wall;
    }
    shared_place_walls(shared); // as watched as before
    return SCREE_OK;
}

// What only the books can tell, where none are kept: a zero would look as if it had been measured.
static void see_no_books(frame_ledger *ledger)
{
    ledger->damping = ledger->friction = ledger->rolling = ledger->plastic = NAN;
    ledger->walls = ledger->added = ledger->removed = ledger->start = NAN;
    ledger->residual = ledger->turned_over = ledger->worst = NAN;
    ledger->worst_a = ledger->worst_b = -1;
}

static void see_books(const world *world, observer *observer, double wall_power)
{
    frame_ledger *ledger = &observer->frame->ledger;
    const past_books *past = &world->shared->books;
    double lost[BOOKS];
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_merge(&observer->sum->book[j], &past->ended[j]);
        lost[j] = exact_sum_value(&observer->sum->book[j]);
    }
    ledger->damping = lost[BOOK_DAMPING];
    ledger->friction = lost[BOOK_FRICTION];
    ledger->rolling = lost[BOOK_ROLLING];
    ledger->plastic = lost[BOOK_PLASTIC];
    ledger->walls = past->walls + shared_lag(world->shared) * wall_power;
    ledger->added = past->added;
    ledger->removed = past->removed;
    ledger->start = past->start;
    double now = ledger->kinetic + ledger->gravitational + ledger->elastic;
    double gone = ledger->damping + ledger->friction + ledger->rolling + ledger->plastic;
    ledger->residual = now + gone - ledger->walls - ledger->added + ledger->removed - ledger->start;
    ledger->turned_over = fabs(lost[BOOK_WORK] + past->held) + fabs(gone) + fabs(ledger->walls) +
                          fabs(ledger->added) + fabs(ledger->removed) + ledger->kinetic +
                          ledger->elastic;
    bool past_worse = past->worst > observer->worst;
    ledger->worst = past_worse ? past->worst : observer->worst;
    ledger->worst_a = past_worse ? past->worst_a : observer->worst_a;
    ledger->worst_b = past_worse ? past->worst_b : observer->worst_b;
}

static void see_ledger(const world *world, observer *observer, double wall_power)
{
    frame_ledger *ledger = &observer->frame->ledger;
    ledger->kinetic = exact_sum_value(&observer->sum->kinetic);
    ledger->rotational = exact_sum_value(&observer->sum->rotational);
    ledger->gravitational = exact_sum_value(&observer->sum->gravitational);
    ledger->elastic = exact_sum_value(&observer->sum->elastic);
    if (world->shared->m->ledger)
        see_books(world, observer, wall_power);
    else
        see_no_books(ledger);
}

static void see_clumps(observer *observer, const world *world)
{
    for (const part *part = world->part; part < world->part + world->parts; part++) {
        const int64_t before = world_before(world, part);
        for (int32_t head = 0; head < part->body.count; head++) {
            if (bodies_clumped(&part->body, head) && part->body.member[2 * (size_t)head] == 0)
                see_clump(observer, world, part, before, head);
        }
    }
}

scree_status world_frame(world *world, frame *frame, scree_error *error)
{
    const shared *shared = world->shared;
    ledger_sums *sum = calloc(1, sizeof *sum);
    observer observer = {
        .frame = frame,
        .world = world,
        .sum = sum,
        .worst_a = -1,
        .worst_b = -1,
    };
    // a look may find that lists must be built, which moves bodies: places come after it
    scree_status status = world_refresh(world, false, error);
    const int64_t count = world_balls(world);
    observer.place = status == SCREE_OK ? world_places(world) : NULL;
    if (status == SCREE_OK && world->part->body.with_clumps)
        observer.pull = mem_array(2 * (count + 1), sizeof *observer.pull);
    if (status == SCREE_OK && world->part->body.with_clumps && !observer.pull)
        status = fail_memory(error, "frame");
    if (status == SCREE_OK &&
        (!sum || !observer.place ||
         !frame_balls_reserve(&frame->ball, count, world->part->body.orientation != NULL)))
        status = fail_memory(error, "frame");
    frame->ball.count = count;
    frame->contact.count = frame->pairs_near = 0;
    frame->time = world_time(world);
    frame->step = shared->step;
    frame->model = shared->m;
    if (status == SCREE_OK)
        status = world_look(world, see_block, &observer, error);
    if (status == SCREE_OK)
        see_clumps(&observer, world);
    if (status == SCREE_OK && shared->solver->see)
        status = shared->solver->see(world->solver, frame, observer.place, error);
    double power = 0;
    if (status == SCREE_OK)
        status = see_walls(world, frame, &power, error);
    if (status == SCREE_OK &&
        (observer.out_of_memory || !sort_contacts(&frame->contact, observer.feature)))
        status = fail_memory(error, "frame");
    if (status == SCREE_OK)
        see_ledger(world, &observer, power);
    free(sum);
    free(observer.place);
    free(observer.feature);
    mem_free(observer.pull);
    return status;
}
