// observe.c - looking at a world: frames, energies, the ledger. Nothing here changes a bit of the state.
#include "world/internal.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Contacts that would begin in this step are not there yet: they begin with zero overlap, and the next step meets them.
// But those at the very start, and wall contacts, are brought up to date by the step itself, so a look makes them as
// the step would.
scree_status world_meet(world *world, scree_error *error)
{
    report report = {0};
    if (!world->shared->solver->meet)
        return SCREE_OK;
    world->shared->solver->pace(world->solver);
    world->shared->solver->meet(world->solver, &report);
    bool found = report.trouble <= TROUBLE_DEEP; // whether one is too deep, the next step says
    return found ? SCREE_OK : world_trouble(world, &report, error);
}

scree_status world_look(world *world, look_function *look, void *context, scree_error *error)
{
    return world_look_where(world, NULL, look, context, error);
}

scree_status world_look_where(world *world, look_wants *wants, look_function *look, void *context,
                              scree_error *error)
{
    scree_status status = world_refresh(world, false, error);
    if (status == SCREE_OK)
        status = world_meet(world, error);
    if (status != SCREE_OK)
        return status;
    const kernel *k = kernel_choose(1);
    scratch *scratch =
        &world->part->scratch[0]; // of all parts: the loads on walls are added up there
    contact_seen *seen = NULL;    // of one block at a time
    int64_t room = 0;
    for (int i = 0; i < world->shared->walls; i++) {
        world->shared->wall_state[i].watched = true;
        memset(&scratch->load[i], 0, sizeof scratch->load[i]);
    }
    for (part *part = world->part; status == SCREE_OK && part < world->part + world->parts;
         part++) {
        stepping stepping = part->s;
        stepping.observe = true;
        stepping.look = world->shared->started ? world->shared->dt_before : 0;
        for (int i = 0; status == SCREE_OK && i < part->list.blocks; i++) {
            block *block = &part->list.block[i];
            if (wants && !wants(context, world, part, block))
                continue;
            if (!mem_grow((void **)&seen, &room, block->lines + LANES_MOST, sizeof *seen)) {
                status = fail_memory(error, "looking at contacts");
                break;
            }
            memset(seen, 0, ((size_t)block->lines + LANES_MOST) * sizeof *seen);
            if (!k->block_look(&stepping, block, scratch, seen))
                status = fail_memory(error, "looking at contacts");
            else
                look(context, world, part, block, seen, scratch);
        }
    }
    free(seen);
    return status;
}

typedef struct ledger_sums {
    exact_sum kinetic, rotational, gravitational, elastic, book[BOOKS], size;
} ledger_sums;

typedef struct observer {
    frame *f;
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

static v3 v3_at(const double *p)
{
    return v3_make(p[0], p[1], p[2]);
}

body_motion world_motion(const world *world, const part *part, const pull_sum *pull, int32_t slot)
{
    const bodies *body = &part->body;
    const double *velocity = body->velocity[body->now][slot].v;
    const double *s = body->spin[body->now][slot].v;
    const written_motion *written = written_of(world->shared, body->id[slot]);
    if (written)
        return (body_motion){written->velocity,
                             v3_scale(body->position[body->now][slot].v[3], written->spin)};
    double im = velocity[3];
    double half = shared_lag(world->shared);
    v3 gravity = im > 0 ? v3_at(part->s.gravity) : v3_make(0, 0, 0);
    v3 turn = v3_scale(part->s.spin_factor * im, pull->turn);
    v3 push = v3_add(v3_scale(im, pull->force), gravity);
    if (part->s.flat)
        push.z = turn.x = turn.y = 0;
    return (body_motion){v3_fma(v3_at(velocity), half, push), v3_fma(v3_at(s), half, turn)};
}

double world_kinetic(const world *world, double mass, body_motion now)
{
    return 0.5 * mass *
           (v3_dot(now.velocity, now.velocity) +
            v3_dot(now.rim, now.rim) / world->part->s.spin_factor);
}

clump_motion world_clump_motion(const world *world, const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    clump_motion motion = clump_motion_at(stepping, head, shared_lag(world->shared));
    const written_motion *written = written_of(world->shared, bodies->id[head]);
    if (!written)
        return motion;
    const double radius = bodies->position[bodies->now][head].v[3];
    motion.velocity = written->velocity;
    motion.spin = written->spin;
    motion.kinetic = world_kinetic(world, bodies->centre[head].v[3],
                                   (body_motion){motion.velocity, v3_scale(radius, motion.spin)});
    return motion;
}

static void see_body(observer *observer, const world *world, const part *mine, const block *block,
                     int32_t slot, const scratch *scratch)
{
    const int64_t before = observer->before;
    frame_bodies *seen = &observer->f->body;
    const bodies *body = &mine->body;
    int32_t at = observer->place[before + slot];
    const double *position = body->position[body->now][slot].v;
    pull_sum sum = block_sum(block, slot, scratch);
    double im = body->velocity[body->now][slot].v[3];
    double radius = position[3];
    body_motion motion = world_motion(world, mine, &sum, slot);
    seen->id[at] = body->id[slot];
    seen->position[at] = v3_at(position);
    seen->radius[at] = radius;
    seen->mass[at] = im > 0 ? 1 / im : INFINITY;
    seen->velocity[at] = motion.velocity;
    seen->spin[at] = v3_scale(body->spin[body->now][slot].v[3], motion.rim);
    if (written_of(world->shared, body->id[slot]))
        seen->spin[at] = written_of(world->shared, body->id[slot])->spin; // to the bit
    if (body->orientation) {
        const double *orientation = body->orientation[slot].v;
        seen->orientation[at] =
            (q4){orientation[0], orientation[1], orientation[2], orientation[3]};
    }
    seen->force[at] = sum.force;
    seen->torque[at] = v3_scale(radius, sum.turn);
    seen->material[at] = body->material[slot];
    seen->set[at] = body->set[slot];
    seen->shape[at] =
        (int32_t)(model_shape_of(world->shared->m, body->set[slot]) - world->shared->m->shape);
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
    frame_bodies *seen = &observer->f->body;
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

static void see_contact(observer *observer, const world *world, const bodies *body,
                        const bucket *bucket, int32_t c, const contact_seen *seen,
                        const scratch *scratch)
{
    frame_contacts *contacts = &observer->f->contact;
    const double *line = scratch->lines + 8 * (size_t)(1 + bucket->first + c);
    const double *xb = body->position[body->now][bucket->b[c]].v;
    int64_t at = contacts->count++;
    contacts->a[at] = bucket_walls(bucket->kind) ? bucket->a[c] : body->id[bucket->a[c]];
    contacts->b[at] = body->id[bucket->b[c]];
    contacts->position_b[at] = v3_at(xb);
    contacts->position_a[at] = v3_sub(v3_at(xb), seen->reach);
    contacts->point[at] = v3_add(v3_at(xb), seen->point);
    contacts->normal[at] = seen->normal;
    contacts->overlap[at] = seen->overlap;
    contacts->force[at] = v3_make(-line[0], -line[1], -line[2]);
    contacts->normal_force[at] = seen->push;
    observer->feature[at] = bucket->feature ? bucket->feature[c] : 0;
    exact_sum_add(&observer->sum->elastic, seen->energy);
    if (world->shared->layout[bucket->set].books < 0)
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
    for (int n = 0; n < block->buckets; n++) {
        const bucket *bucket = &block->bucket[n];
        const int64_t room = observer->f->contact.count + bucket->count;
        if (!frame_contacts_reserve(&observer->f->contact, room) ||
            !mem_grow((void **)&observer->feature, &observer->features, room + 1,
                      sizeof *observer->feature)) {
            observer->out_of_memory = true;
            return;
        }
        for (int32_t c = 0; c < bucket->count; c++) {
            bool own = bucket_walls(bucket->kind) ||
                       (bucket->a[c] >= block->low && bucket->a[c] < block->high);
            const contact_seen *one = &seen[1 + bucket->first + c];
            if (own && one->live)
                see_contact(observer, world, &part->body, bucket, c, one, scratch);
            else if (own && world->shared->layout[bucket->set].books >= 0)
                for (int j = 0; j < BOOKS; j++)
                    exact_sum_add(&observer->sum->book[j], one->book[j]);
        }
    }
    for (int32_t slot = block->low; slot < block->high; slot++)
        see_body(observer, world, part, block, slot, scratch);
    observer->f->pairs_near += block->near + block->sleeping;
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
    for (int64_t i = 0; ok && i < n; i++)
        order[i] = (contact_order){f->a[i], f->b[i], feature ? feature[i] : 0, i};
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
    frame_wall *grown = realloc(frame->wall, ((size_t)world->shared->walls + 1) * sizeof *grown);
    if (!grown)
        return fail_memory(error, "frame");
    frame->wall = grown;
    frame->walls = world->shared->walls;
    *power = 0;
    for (int i = 0; i < world->shared->walls; i++) {
        const moving_wall *wall = &world->shared->wall[i];
        bool mean = world->shared->solver->means;
        v3 force = mean ? wall->force : exact_sum_v3_value(&world->part->scratch[0].load[i].force);
        v3 torque =
            mean ? wall->torque : exact_sum_v3_value(&world->part->scratch[0].load[i].torque);
        const wall_pose motion = shared_wall_motion(world->shared, i, force, torque);
        double power_of_wall = -(v3_dot(force, motion.velocity) + v3_dot(torque, motion.spin));
        frame->wall[i] = (frame_wall){wall->name,      wall->now.position, wall->now.orientation,
                                      motion.velocity, motion.spin,        force,
                                      torque,          power_of_wall};
        *power += power_of_wall;
    }
    shared_place_walls(world->shared); // as watched as before
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
    frame_ledger *ledger = &observer->f->ledger;
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
    frame_ledger *ledger = &observer->f->ledger;
    ledger->kinetic = exact_sum_value(&observer->sum->kinetic);
    ledger->rotational = exact_sum_value(&observer->sum->rotational);
    ledger->gravitational = exact_sum_value(&observer->sum->gravitational);
    ledger->elastic = exact_sum_value(&observer->sum->elastic);
    if (world->shared->m->ledger)
        see_books(world, observer, wall_power);
    else
        see_no_books(ledger);
}

int64_t world_before(const world *world, const part *which)
{
    int64_t count = 0;
    for (const part *before = world->part; before < which; before++)
        count += before->body.count;
    return count;
}

int32_t *world_places(const world *world)
{
    const int64_t count = world_count(world);
    int32_t *place = malloc(((size_t)count + 1) * sizeof *place);
    sort_pair *pair = malloc(((size_t)count + 1) * sizeof *pair);
    sort_pair *spare = malloc(((size_t)count + 1) * sizeof *spare);
    if (place && pair && spare) {
        int32_t n = 0;
        for (const part *part = world->part; part < world->part + world->parts; part++)
            for (int32_t i = 0; i < part->body.count; i++, n++)
                pair[n] = (sort_pair){(uint64_t)part->body.id[i], (uint32_t)n};
        sort_u64_by_key(pair, n, spare);
        for (int32_t i = 0; i < n; i++)
            place[pair[i].value] = i;
    } else {
        free(place);
        place = NULL;
    }
    free(pair);
    free(spare);
    return place;
}

static void see_clumps(observer *observer, const world *world)
{
    for (const part *part = world->part; part < world->part + world->parts; part++) {
        const int64_t before = world_before(world, part);
        for (int32_t k = 0; k < part->body.count; k++)
            if (bodies_clumped(&part->body, k) && part->body.member[2 * (size_t)k] == 0)
                see_clump(observer, world, part, before, k);
    }
}

scree_status world_frame(world *world, frame *frame, scree_error *error)
{
    ledger_sums *sum = calloc(1, sizeof *sum);
    observer observer = {.f = frame, .sum = sum, .worst_a = -1, .worst_b = -1};
    // a look may find that lists must be built, which moves bodies: places come after it
    scree_status status = world_refresh(world, false, error);
    const int64_t count = world_count(world);
    observer.place = status == SCREE_OK ? world_places(world) : NULL;
    if (status == SCREE_OK && world->part->body.with_clumps)
        observer.pull = mem_array(2 * (count + 1), sizeof *observer.pull);
    if (status == SCREE_OK && world->part->body.with_clumps && !observer.pull)
        status = fail_memory(error, "frame");
    if (status == SCREE_OK &&
        (!sum || !observer.place ||
         !frame_bodies_reserve(&frame->body, count, world->part->body.orientation != NULL)))
        status = fail_memory(error, "frame");
    frame->body.count = count;
    frame->contact.count = frame->pairs_near = 0;
    frame->time = world_time(world);
    frame->step = world->shared->step;
    frame->model = world->shared->m;
    if (status == SCREE_OK)
        status = world_look(world, see_block, &observer, error);
    if (status == SCREE_OK)
        see_clumps(&observer, world);
    if (status == SCREE_OK && world->shared->solver->see)
        status = world->shared->solver->see(world->solver, frame, observer.place, error);
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

// Of the velocities that are kept.
static double kinetic_of(const world *world, const part *part)
{
    const bodies *bodies = &part->body;
    const rec4 *velocity = bodies->velocity[bodies->now];
    const rec4 *spin = bodies->spin[bodies->now];
    stepping before = part->s;
    before.before = world->shared->dt_before;
    double kinetic = 0;
#pragma omp parallel for num_threads(world->shared->threads) reduction(+ : kinetic)
    for (int32_t i = 0; i < bodies->count; i++) {
        v3 velocity_now = v3_at(velocity[i].v);
        v3 b = v3_at(spin[i].v);
        if (bodies_clumped(bodies, i)) {
            if (bodies->member[2 * (size_t)i] == 0)
                kinetic += clump_energy_before(&before, i);
        } else if (velocity[i].v[3] > 0)
            kinetic += 0.5 / velocity[i].v[3] *
                       (v3_dot(velocity_now, velocity_now) + v3_dot(b, b) / part->s.spin_factor);
    }
    return kinetic;
}

static void count_contacts(const part *part, world_pulse *out)
{
    for (int i = 0; i < part->list.blocks; i++) {
        const block *block = &part->list.block[i];
        for (int n = 0; n < block->buckets; n++) {
            const bucket *bucket = &block->bucket[n];
            for (int32_t c = 0; c < bucket->count; c++)
                out->contacts += bucket_walls(bucket->kind) ||
                                 (bucket->a[c] >= block->low && bucket->a[c] < block->high);
        }
        out->near_pairs += block->near + block->sleeping;
    }
}

world_pulse world_pulse_of(const world *world)
{
    world_pulse out = {0};
    for (const part *part = world->part; part < world->part + world->parts; part++) {
        out.kinetic += kinetic_of(world, part);
        count_contacts(part, &out);
    }
    if (world->shared->solver->contacts)
        out.contacts += world->shared->solver->contacts(world->solver);
    out.grains = world_grains(world);
    out.list_builds = world->part->list.builds;
    out.reorders = world->part->list.reorders;
    out.skin = world->part->s.skin;
    return out;
}

static int64_t memory_of(const world *world, const part *part)
{
    const bodies *bodies = &part->body;
    int64_t bytes =
        ((int64_t)bodies->room + 2) *
        (int64_t)(7 * sizeof(rec4) + sizeof *bodies->id + 2 * sizeof(int32_t) +
                  (bodies->image ? 12 : 0) + (bodies->orientation ? sizeof(rec4) : 0) +
                  (bodies->with_clumps ? 5 * sizeof(rec4) + 8 : 0) +
                  (bodies->rate ? sizeof(rec4) : 0) + (bodies->path ? 8 * sizeof(rec4) : 0));
    bytes += sorted_memory(&part->list.sorted);
    bytes += part->list.grid.slot_room * 24 +
             (part->list.grid.start_room + part->list.grid.tally_room) * 4;
    for (int i = 0; i < part->list.blocks; i++) {
        const block *block = &part->list.block[i];
        bytes += (int64_t)(block->high - block->low) * (int64_t)sizeof(contact_row) +
                 8 * ((int64_t)block->near_room + block->sleep_room);
        bytes += 4 * ((int64_t)block->ahead_room + block->candidate_room) +
                 (int64_t)block->wall_room * (int64_t)sizeof(near_wall);
        for (int n = 0; n < block->buckets; n++)
            bytes += (int64_t)block->bucket[n].room *
                     (8 + 8 * world->shared->layout[block->bucket[n].set].width);
    }
    for (int thread = 0; thread < world->shared->threads; thread++)
        bytes += 8 * part->scratch[thread].line_room + 4 * part->scratch[thread].gone_room;
    return bytes;
}

int64_t world_memory(const world *world)
{
    int64_t bytes = 0;
    for (const part *part = world->part; part < world->part + world->parts; part++)
        bytes += memory_of(world, part);
    return bytes;
}

solver_effort world_effort_of(world *world, bool reset)
{
    const solver_effort none = {0};
    return world->shared->solver->effort ? world->shared->solver->effort(world->solver, reset)
                                         : none;
}
