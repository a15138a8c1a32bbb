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
scree_status world_meet(world *w, scree_error *error)
{
    report r = {0};
    if (!w->shared->solver->meet)
        return SCREE_OK;
    w->shared->solver->pace(w->solver);
    w->shared->solver->meet(w->solver, &r);
    bool found = r.trouble <= TROUBLE_DEEP; // whether one is too deep, the next step says
    return found ? SCREE_OK : world_trouble(w, &r, error);
}

scree_status world_look(world *w, look_function *look, void *context, scree_error *error)
{
    return world_look_where(w, NULL, look, context, error);
}

scree_status world_look_where(world *w, look_wants *wants, look_function *look, void *context,
                              scree_error *error)
{
    scree_status status = world_refresh(w, false, error);
    if (status == SCREE_OK)
        status = world_meet(w, error);
    if (status != SCREE_OK)
        return status;
    const kernel *k = kernel_choose(1);
    scratch *t = &w->part->scratch[0]; // of all parts: the loads on walls are added up there
    contact_seen *seen = NULL;         // of one block at a time
    int64_t room = 0;
    for (int i = 0; i < w->shared->walls; i++) {
        w->shared->wall_state[i].watched = true;
        memset(&t->load[i], 0, sizeof t->load[i]);
    }
    for (part *p = w->part; status == SCREE_OK && p < w->part + w->parts; p++) {
        stepping s = p->s;
        s.observe = true;
        s.look = w->shared->started ? w->shared->dt_before : 0;
        for (int i = 0; status == SCREE_OK && i < p->list.blocks; i++) {
            block *b = &p->list.block[i];
            if (wants && !wants(context, w, p, b))
                continue;
            if (!mem_grow((void **)&seen, &room, b->lines + LANES_MOST, sizeof *seen)) {
                status = fail_memory(error, "looking at contacts");
                break;
            }
            memset(seen, 0, ((size_t)b->lines + LANES_MOST) * sizeof *seen);
            if (!k->block_look(&s, b, t, seen))
                status = fail_memory(error, "looking at contacts");
            else
                look(context, w, p, b, seen, t);
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

body_motion world_motion(const world *w, const part *p, const pull_sum *pull, int32_t slot)
{
    const bodies *body = &p->body;
    const double *v = body->velocity[body->now][slot].v;
    const double *s = body->spin[body->now][slot].v;
    const written_motion *written = written_of(w->shared, body->id[slot]);
    if (written)
        return (body_motion){written->velocity,
                             v3_scale(body->position[body->now][slot].v[3], written->spin)};
    double im = v[3];
    double half = shared_lag(w->shared);
    v3 gravity = im > 0 ? v3_at(p->s.gravity) : v3_make(0, 0, 0);
    v3 turn = v3_scale(p->s.spin_factor * im, pull->turn);
    v3 push = v3_add(v3_scale(im, pull->force), gravity);
    if (p->s.flat)
        push.z = turn.x = turn.y = 0;
    return (body_motion){v3_fma(v3_at(v), half, push), v3_fma(v3_at(s), half, turn)};
}

double world_kinetic(const world *w, double mass, body_motion now)
{
    return 0.5 * mass *
           (v3_dot(now.velocity, now.velocity) + v3_dot(now.rim, now.rim) / w->part->s.spin_factor);
}

clump_motion world_clump_motion(const world *w, const stepping *s, int32_t head)
{
    const bodies *o = s->context.body;
    clump_motion m = clump_motion_at(s, head, shared_lag(w->shared));
    const written_motion *written = written_of(w->shared, o->id[head]);
    if (!written)
        return m;
    const double radius = o->position[o->now][head].v[3];
    m.velocity = written->velocity;
    m.spin = written->spin;
    m.kinetic =
        world_kinetic(w, o->centre[head].v[3], (body_motion){m.velocity, v3_scale(radius, m.spin)});
    return m;
}

static void see_body(observer *o, const world *w, const part *mine, const block *b, int32_t slot,
                     const scratch *t)
{
    const int64_t before = o->before;
    frame_balls *f = &o->f->ball;
    const bodies *body = &mine->body;
    int32_t at = o->place[before + slot];
    const double *x = body->position[body->now][slot].v;
    pull_sum p = block_sum(b, slot, t);
    double im = body->velocity[body->now][slot].v[3];
    double radius = x[3];
    body_motion motion = world_motion(w, mine, &p, slot);
    f->id[at] = body->id[slot];
    f->position[at] = v3_at(x);
    f->radius[at] = radius;
    f->mass[at] = im > 0 ? 1 / im : INFINITY;
    f->velocity[at] = motion.velocity;
    f->spin[at] = v3_scale(body->spin[body->now][slot].v[3], motion.rim);
    if (written_of(w->shared, body->id[slot]))
        f->spin[at] = written_of(w->shared, body->id[slot])->spin; // to the bit
    if (body->orientation) {
        const double *q = body->orientation[slot].v;
        f->orientation[at] = (q4){q[0], q[1], q[2], q[3]};
    }
    f->force[at] = p.force;
    f->torque[at] = v3_scale(radius, p.turn);
    f->material[at] = body->material[slot];
    f->set[at] = body->set[slot];
    f->shape[at] = (int32_t)(model_shape_of(w->shared->m, body->set[slot]) - w->shared->m->shape);
    int lower;
    f->body[at] = body->id[bodies_first(body, slot)];
    f->contacts[at] = row_lines(b, slot, NULL, 0, &lower);
    if (bodies_clumped(body, slot)) { // its motion is known when all its balls have been seen
        rec4 *pull = o->pull + 2 * (before + slot);
        pull[0] = (rec4){{p.force.x, p.force.y, p.force.z, 0}};
        pull[1] = (rec4){{p.turn.x, p.turn.y, p.turn.z, 0}};
        return;
    }
    if (!(im > 0))
        return;
    exact_sum_add(&o->sum->kinetic, world_kinetic(w, 1 / im, motion));
    exact_sum_add(&o->sum->rotational,
                  0.5 / im * v3_dot(motion.rim, motion.rim) / w->part->s.spin_factor);
    exact_sum_add(&o->sum->gravitational, world_height_energy(w, mine, slot));
}

// Bodies of several balls: each ball moves with its body and has a share of its mass by volume.
static void see_clump(observer *o, const world *w, const part *p, int64_t before, int32_t head)
{
    frame_balls *f = &o->f->ball;
    const bodies *body = &p->body;
    const model_clump *c = w->shared->clump[body->set[head]]; // NULL: a ball
    stepping s = p->s;
    s.pull = o->pull + 2 * before;
    s.follow = NULL;
    clump_motion m = world_clump_motion(w, &s, head);
    double mass = body->centre[head].v[3];
    double all = 0;
    for (int k = 0; c && k < c->balls; k++)
        all += c->radius[k] * c->radius[k] * c->radius[k];
    for (int k = 0; k < (c ? c->balls : 1); k++) {
        int32_t at = o->place[before + head + k];
        f->velocity[at] = v3_add(m.velocity, v3_cross(m.spin, clump_arm(&s, head, k)));
        f->spin[at] = m.spin;
        if (c)
            f->mass[at] = mass * (c->radius[k] * c->radius[k] * c->radius[k] / all);
    }
    exact_sum_add(&o->sum->kinetic, m.kinetic);
    exact_sum_add(&o->sum->rotational, m.kinetic - 0.5 * mass * v3_dot(m.velocity, m.velocity));
    exact_sum_add(&o->sum->gravitational, world_height_energy(w, p, head));
}

static void see_contact(observer *o, const world *w, const bodies *body, const bucket *k, int32_t c,
                        const contact_seen *seen, const scratch *t)
{
    frame_contacts *f = &o->f->contact;
    const double *line = t->lines + 8 * (size_t)(1 + k->first + c);
    const double *xb = body->position[body->now][k->b[c]].v;
    int64_t n = f->count++;
    f->a[n] = bucket_walls(k->kind) ? k->a[c] : body->id[k->a[c]];
    f->b[n] = body->id[k->b[c]];
    f->position_b[n] = v3_at(xb);
    f->position_a[n] = v3_sub(v3_at(xb), seen->reach);
    f->point[n] = v3_add(v3_at(xb), seen->point);
    f->normal[n] = seen->normal;
    f->overlap[n] = seen->overlap;
    f->force[n] = v3_make(-line[0], -line[1], -line[2]);
    f->normal_force[n] = seen->push;
    o->feature[n] = k->feature ? k->feature[c] : 0;
    exact_sum_add(&o->sum->elastic, seen->energy);
    if (w->shared->layout[k->set].books < 0)
        return;
    double residual = seen->energy;
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_add(&o->sum->book[j], seen->book[j]);
        residual += seen->book[j];
    }
    if (fabs(residual) > o->worst || (fabs(residual) == o->worst && f->a[n] < o->worst_a)) {
        o->worst = fabs(residual);
        o->worst_a = f->a[n];
        o->worst_b = f->b[n];
    }
}

static void see_block(void *context, const world *w, const part *p, const block *b,
                      const contact_seen *seen, const scratch *t)
{
    observer *o = context;
    o->before = world_before(w, p);
    for (int n = 0; n < b->buckets; n++) {
        const bucket *k = &b->bucket[n];
        const int64_t room = o->f->contact.count + k->count;
        if (!frame_contacts_reserve(&o->f->contact, room) ||
            !mem_grow((void **)&o->feature, &o->features, room + 1, sizeof *o->feature)) {
            o->out_of_memory = true;
            return;
        }
        for (int32_t c = 0; c < k->count; c++) {
            bool own = bucket_walls(k->kind) || (k->a[c] >= b->low && k->a[c] < b->high);
            const contact_seen *s = &seen[1 + k->first + c];
            if (own && s->live)
                see_contact(o, w, &p->body, k, c, s, t);
            else if (own && w->shared->layout[k->set].books >= 0)
                for (int j = 0; j < BOOKS; j++)
                    exact_sum_add(&o->sum->book[j], s->book[j]);
        }
    }
    for (int32_t slot = b->low; slot < b->high; slot++)
        see_body(o, w, p, b, slot, t);
    o->f->pairs_near += b->near + b->sleeping;
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

static scree_status see_walls(world *w, frame *f, double *power, scree_error *error)
{
    frame_wall *grown = realloc(f->wall, ((size_t)w->shared->walls + 1) * sizeof *grown);
    if (!grown)
        return fail_memory(error, "frame");
    f->wall = grown;
    f->walls = w->shared->walls;
    *power = 0;
    for (int i = 0; i < w->shared->walls; i++) {
        const moving_wall *k = &w->shared->wall[i];
        bool mean = w->shared->solver->means;
        v3 force = mean ? k->force : exact_sum_v3_value(&w->part->scratch[0].load[i].force);
        v3 torque = mean ? k->torque : exact_sum_v3_value(&w->part->scratch[0].load[i].torque);
        const wall_pose motion = shared_wall_motion(w->shared, i, force, torque);
        double p = -(v3_dot(force, motion.velocity) + v3_dot(torque, motion.spin));
        f->wall[i] = (frame_wall){k->name,
                                  k->now.position,
                                  k->now.orientation,
                                  motion.velocity,
                                  motion.spin,
                                  force,
                                  torque,
                                  p};
        *power += p;
    }
    shared_place_walls(w->shared); // as watched as before
    return SCREE_OK;
}

// What only the books can tell, where none are kept: a zero would look as if it had been measured.
static void see_no_books(frame_ledger *l)
{
    l->damping = l->friction = l->rolling = l->plastic = NAN;
    l->walls = l->added = l->removed = l->start = NAN;
    l->residual = l->turned_over = l->worst = NAN;
    l->worst_a = l->worst_b = -1;
}

static void see_books(const world *w, observer *o, double wall_power)
{
    frame_ledger *l = &o->f->ledger;
    const past_books *past = &w->shared->books;
    double lost[BOOKS];
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_merge(&o->sum->book[j], &past->ended[j]);
        lost[j] = exact_sum_value(&o->sum->book[j]);
    }
    l->damping = lost[BOOK_DAMPING];
    l->friction = lost[BOOK_FRICTION];
    l->rolling = lost[BOOK_ROLLING];
    l->plastic = lost[BOOK_PLASTIC];
    l->walls = past->walls + shared_lag(w->shared) * wall_power;
    l->added = past->added;
    l->removed = past->removed;
    l->start = past->start;
    double now = l->kinetic + l->gravitational + l->elastic;
    double gone = l->damping + l->friction + l->rolling + l->plastic;
    l->residual = now + gone - l->walls - l->added + l->removed - l->start;
    l->turned_over = fabs(lost[BOOK_WORK] + past->held) + fabs(gone) + fabs(l->walls) +
                     fabs(l->added) + fabs(l->removed) + l->kinetic + l->elastic;
    bool past_worse = past->worst > o->worst;
    l->worst = past_worse ? past->worst : o->worst;
    l->worst_a = past_worse ? past->worst_a : o->worst_a;
    l->worst_b = past_worse ? past->worst_b : o->worst_b;
}

static void see_ledger(const world *w, observer *o, double wall_power)
{
    frame_ledger *l = &o->f->ledger;
    l->kinetic = exact_sum_value(&o->sum->kinetic);
    l->rotational = exact_sum_value(&o->sum->rotational);
    l->gravitational = exact_sum_value(&o->sum->gravitational);
    l->elastic = exact_sum_value(&o->sum->elastic);
    if (w->shared->m->ledger)
        see_books(w, o, wall_power);
    else
        see_no_books(l);
}

int64_t world_before(const world *w, const part *p)
{
    int64_t n = 0;
    for (const part *q = w->part; q < p; q++)
        n += q->body.count;
    return n;
}

int32_t *world_places(const world *w)
{
    const int64_t count = world_balls(w);
    int32_t *place = malloc(((size_t)count + 1) * sizeof *place);
    sort_pair *pair = malloc(((size_t)count + 1) * sizeof *pair);
    sort_pair *spare = malloc(((size_t)count + 1) * sizeof *spare);
    if (place && pair && spare) {
        int32_t n = 0;
        for (const part *p = w->part; p < w->part + w->parts; p++)
            for (int32_t i = 0; i < p->body.count; i++, n++)
                pair[n] = (sort_pair){(uint64_t)p->body.id[i], (uint32_t)n};
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

static void see_clumps(observer *o, const world *w)
{
    for (const part *p = w->part; p < w->part + w->parts; p++) {
        const int64_t before = world_before(w, p);
        for (int32_t k = 0; k < p->body.count; k++)
            if (bodies_clumped(&p->body, k) && p->body.member[2 * (size_t)k] == 0)
                see_clump(o, w, p, before, k);
    }
}

scree_status world_frame(world *w, frame *f, scree_error *error)
{
    ledger_sums *sum = calloc(1, sizeof *sum);
    observer o = {.f = f, .sum = sum, .worst_a = -1, .worst_b = -1};
    // a look may find that lists must be built, which moves bodies: places come after it
    scree_status status = world_refresh(w, false, error);
    const int64_t count = world_balls(w);
    o.place = status == SCREE_OK ? world_places(w) : NULL;
    if (status == SCREE_OK && w->part->body.with_clumps)
        o.pull = mem_array(2 * (count + 1), sizeof *o.pull);
    if (status == SCREE_OK && w->part->body.with_clumps && !o.pull)
        status = fail_memory(error, "frame");
    if (status == SCREE_OK &&
        (!sum || !o.place ||
         !frame_balls_reserve(&f->ball, count, w->part->body.orientation != NULL)))
        status = fail_memory(error, "frame");
    f->ball.count = count;
    f->contact.count = f->pairs_near = 0;
    f->time = world_time(w);
    f->step = w->shared->step;
    f->model = w->shared->m;
    if (status == SCREE_OK)
        status = world_look(w, see_block, &o, error);
    if (status == SCREE_OK)
        see_clumps(&o, w);
    if (status == SCREE_OK && w->shared->solver->see)
        status = w->shared->solver->see(w->solver, f, o.place, error);
    double power = 0;
    if (status == SCREE_OK)
        status = see_walls(w, f, &power, error);
    if (status == SCREE_OK && (o.out_of_memory || !sort_contacts(&f->contact, o.feature)))
        status = fail_memory(error, "frame");
    if (status == SCREE_OK)
        see_ledger(w, &o, power);
    free(sum);
    free(o.place);
    free(o.feature);
    mem_free(o.pull);
    return status;
}

// Of the velocities that are kept.
static double kinetic_of(const world *w, const part *p)
{
    const bodies *o = &p->body;
    const rec4 *v = o->velocity[o->now];
    const rec4 *s = o->spin[o->now];
    stepping before = p->s;
    before.before = w->shared->dt_before;
    double kinetic = 0;
#pragma omp parallel for num_threads(w->shared->threads) reduction(+ : kinetic)
    for (int32_t i = 0; i < o->count; i++) {
        v3 a = v3_at(v[i].v);
        v3 b = v3_at(s[i].v);
        if (bodies_clumped(o, i)) {
            if (o->member[2 * (size_t)i] == 0)
                kinetic += clump_energy_before(&before, i);
        } else if (v[i].v[3] > 0)
            kinetic += 0.5 / v[i].v[3] * (v3_dot(a, a) + v3_dot(b, b) / p->s.spin_factor);
    }
    return kinetic;
}

static void count_contacts(const part *p, world_pulse *out)
{
    for (int i = 0; i < p->list.blocks; i++) {
        const block *b = &p->list.block[i];
        for (int n = 0; n < b->buckets; n++) {
            const bucket *k = &b->bucket[n];
            for (int32_t c = 0; c < k->count; c++)
                out->contacts += bucket_walls(k->kind) || (k->a[c] >= b->low && k->a[c] < b->high);
        }
        out->near_pairs += b->near + b->sleeping;
    }
}

world_pulse world_pulse_of(const world *w)
{
    world_pulse out = {0};
    for (const part *p = w->part; p < w->part + w->parts; p++) {
        out.kinetic += kinetic_of(w, p);
        count_contacts(p, &out);
    }
    if (w->shared->solver->contacts)
        out.contacts += w->shared->solver->contacts(w->solver);
    out.grains = world_grains(w);
    out.list_builds = w->part->list.builds;
    out.reorders = w->part->list.reorders;
    out.skin = w->part->s.skin;
    return out;
}

static int64_t memory_of(const world *w, const part *p)
{
    const bodies *o = &p->body;
    int64_t bytes = ((int64_t)o->room + 2) *
                    (int64_t)(7 * sizeof(rec4) + sizeof *o->id + 2 * sizeof(int32_t) +
                              (o->image ? 12 : 0) + (o->orientation ? sizeof(rec4) : 0) +
                              (o->with_clumps ? 5 * sizeof(rec4) + 8 : 0) +
                              (o->rate ? sizeof(rec4) : 0) + (o->path ? 8 * sizeof(rec4) : 0));
    bytes += sorted_memory(&p->list.sorted);
    bytes += p->list.grid.slot_room * 24 + (p->list.grid.start_room + p->list.grid.tally_room) * 4;
    for (int i = 0; i < p->list.blocks; i++) {
        const block *b = &p->list.block[i];
        bytes += (int64_t)(b->high - b->low) * (int64_t)sizeof(contact_row) +
                 8 * ((int64_t)b->near_room + b->sleep_room);
        bytes += 4 * ((int64_t)b->ahead_room + b->candidate_room) +
                 (int64_t)b->wall_room * (int64_t)sizeof(near_wall);
        for (int n = 0; n < b->buckets; n++)
            bytes +=
                (int64_t)b->bucket[n].room * (8 + 8 * w->shared->layout[b->bucket[n].set].width);
    }
    for (int t = 0; t < w->shared->threads; t++)
        bytes += 8 * p->scratch[t].line_room + 4 * p->scratch[t].gone_room;
    return bytes;
}

int64_t world_memory(const world *w)
{
    int64_t bytes = 0;
    for (const part *p = w->part; p < w->part + w->parts; p++)
        bytes += memory_of(w, p);
    return bytes;
}

solver_effort world_effort_of(world *w, bool reset)
{
    const solver_effort none = {0};
    return w->shared->solver->effort ? w->shared->solver->effort(w->solver, reset) : none;
}
