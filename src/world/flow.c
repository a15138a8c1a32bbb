// flow.c - grains that come and go between steps: removal regions, grains lost through open borders; streams are in
// streams.c. When something is due depends on the step number alone, so threads, skins and restarts cannot change it.
#include "world/internal.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// In the step in which a multiple of `every` lies.
static bool removal_due(const world *w, int i)
{
    double every = w->shared->m->removal[i].every;
    double number = -floor(-world_time(w) / every * (1 - 1e-12));
    return w->shared->step > 0 && world_is_due(w, number * every);
}

bool world_wants_flow(const world *w)
{
    if (world_wants_streams(w))
        return true;
    for (int i = 0; i < w->shared->m->removals; i++)
        if (removal_due(w, i))
            return true;
    return false;
}

// Of a grain as it moved through space: one that has crossed a periodic border did not jump back in height.
double world_height_energy(const world *w, const part *p, int32_t slot)
{
    const bodies *o = &p->body;
    const double *v = o->velocity[o->now][slot].v;
    const double *g = p->s.gravity;
    const double im = v[3];
    const double back =
        w->shared->solver->lags ? 0 : -0.5 * w->shared->dt_before; // to the time of the velocities
    double x[3];
    if (!(im > 0))
        return 0;
    if (bodies_clumped(o, slot)) { // the centre is not brought back into the domain
        const double *c = o->centre[slot].v;
        for (int d = 0; d < 3; d++)
            x[d] = c[d] + (back < 0 ? back * o->drift[slot].v[d] : 0);
        return -(g[0] * x[0] + g[1] * x[1] + g[2] * x[2]) * c[3]; // 0 for all but the first ball
    }
    for (int d = 0; d < 3; d++)
        x[d] = o->position[o->now][slot].v[d] + back * v[d] +
               (o->image ? o->image[3 * (size_t)slot + (size_t)d] * p->s.context.length[d] : 0);
    return -(g[0] * x[0] + g[1] * x[1] + g[2] * x[2]) / im;
}

// Kinetic and gravitational energy of a grain at the time of the positions, half a step after the velocities that are
// kept; the push is force over mass without gravity, the turn R times angular acceleration.
double world_grain_energy(const world *w, const part *p, int32_t slot, v3 push, v3 turn)
{
    const bodies *o = &p->body;
    const double *v = o->velocity[o->now][slot].v;
    const double *s = o->spin[o->now][slot].v;
    const double *g = p->s.gravity;
    if (!(v[3] > 0))
        return 0;
    double half = shared_lag(w->shared);
    v3 speed = v3_make(v[0] + half * (push.x + g[0]), v[1] + half * (push.y + g[1]),
                       v[2] + half * (push.z + g[2]));
    v3 spin = v3_make(s[0] + half * turn.x, s[1] + half * turn.y, s[2] + half * turn.z);
    if (p->s.flat)
        speed.z = spin.x = spin.y = 0;
    const written_motion *written = written_of(w->shared, o->id[slot]);
    if (written) {
        speed = written->velocity;
        spin = v3_scale(o->position[o->now][slot].v[3], written->spin);
    }
    return 0.5 / v[3] * (v3_dot(speed, speed) + v3_dot(spin, spin) / p->s.spin_factor) +
           world_height_energy(w, p, slot);
}

// Grains that go take their energy with them; so do their contacts, whose books are closed.
typedef struct leaving {
    world *w;
    exact_sum energy;
    rec4 *pull; // on the balls of clumps, as in stepping, part by part
} leaving;

static void leave_block(void *context, const world *w, const part *p, const block *b,
                        const contact_seen *seen, const scratch *t)
{
    leaving *l = context;
    const int64_t before = world_before(w, p);
    for (int32_t slot = b->low; slot < b->high; slot++) {
        if (p->keep[slot])
            continue;
        pull_sum sum = block_sum(b, slot, t);
        if (bodies_clumped(&p->body, slot)) {
            rec4 *pull = l->pull + 2 * (before + slot);
            pull[0] = (rec4){{sum.force.x, sum.force.y, sum.force.z, 0}};
            pull[1] = (rec4){{sum.turn.x, sum.turn.y, sum.turn.z, 0}};
            continue;
        }
        double im = p->body.velocity[p->body.now][slot].v[3];
        exact_sum_add(&l->energy, world_grain_energy(w, p, slot, v3_scale(im, sum.force),
                                                     v3_scale(p->s.spin_factor * im, sum.turn)));
    }
    for (int n = 0; n < b->buckets; n++) {
        const bucket *k = &b->bucket[n];
        for (int32_t c = 0; c < k->count; c++) {
            bool walls = bucket_walls(k->kind),
                 own = walls || (k->a[c] >= b->low && k->a[c] < b->high);
            if (!own || ((walls || p->keep[k->a[c]]) && p->keep[k->b[c]]))
                continue;
            const contact_seen *s = &seen[1 + k->first + c];
            exact_sum_add(&l->energy, s->energy);
            for (int j = 0; j < BOOKS; j++)
                exact_sum_add(&l->w->shared->books.ended[j], s->book[j]);
        }
    }
}

// Energies of the clumps of a part that leave.
static void leave_clumps(leaving *l, const part *p)
{
    stepping s = p->s;
    s.pull = l->pull + 2 * world_before(l->w, p);
    s.follow = NULL;
    for (int32_t i = 0; i < p->body.count; i++) {
        if (p->keep[i] || !bodies_clumped(&p->body, i) || p->body.member[2 * (size_t)i] != 0)
            continue;
        exact_sum_add(&l->energy, world_clump_motion(l->w, &s, i).kinetic);
        exact_sum_add(&l->energy, world_height_energy(l->w, p, i));
    }
}

// What leaves the books with the grains that go.
static scree_status close_books(world *w, scree_error *error)
{
    leaving l = {.w = w};
    const bool clumps = w->part->body.with_clumps;
    if (clumps && !(l.pull = mem_array(2 * (world_balls(w) + 1), sizeof *l.pull)))
        return fail_memory(error, "removal of grains");
    scree_status status = world_look(w, leave_block, &l, error);
    for (const part *p = w->part; status == SCREE_OK && clumps && p < w->part + w->parts; p++)
        leave_clumps(&l, p);
    mem_free(l.pull);
    shared_place_walls(w->shared);
    if (status == SCREE_OK)
        w->shared->books.removed += exact_sum_value(&l.energy);
    return status;
}

static scree_status remove_unkept(world *w, scree_error *error)
{
    scree_status status = w->shared->m->ledger ? close_books(w, error) : SCREE_OK;
    if (status != SCREE_OK)
        return status;
    lists_task task = world_lists_task(w, w->part);
    // several parts leave them out when they deal out the others
    if (w->parts == 1 && !lists_reorder(&w->part->list, &task, w->part->keep)) {
        w->lost = true;
        return fail_memory(error, "removal of grains");
    }
    return world_refresh(w, true, error);
}

static bool inside(const double *x, v3 low, v3 high)
{
    return x[0] >= low.x && x[0] <= high.x && x[1] >= low.y && x[1] <= high.y && x[2] >= low.z &&
           x[2] <= high.z;
}

typedef bool is_gone(const world *w, const double *x, const void *context);

// Marks the bodies of a part that stay; returns how many go. A body goes when one of its balls does.
static int64_t mark(const world *w, part *p, is_gone *gone, const void *context)
{
    const bodies *o = &p->body;
    bool *keep = p->keep;
    int64_t out = 0;
    for (int32_t i = 0; i < o->count; i++)
        keep[i] = !(o->velocity[o->now][i].v[3] > 0) || !gone(w, o->position[o->now][i].v, context);
    for (int32_t i = 0; i < o->count; i++) {
        int balls = bodies_clumped(o, i) ? o->member[2 * (size_t)i + 1] : 1;
        bool stays = true;
        for (int k = 0; k < balls; k++)
            stays = stays && keep[i + k];
        for (int k = 0; k < balls; k++)
            keep[i + k] = stays;
        out += !stays;
        i += balls - 1;
    }
    return out;
}

static scree_status remove_where(world *w, is_gone *gone, const void *context, int64_t *count,
                                 scree_error *error)
{
    // lists first: a removal looks at contacts, and a build may move bodies
    scree_status status = world_refresh(w, false, error);
    int64_t out = 0;
    for (part *p = w->part; status == SCREE_OK && p < w->part + w->parts; p++) {
        p->keep = malloc((size_t)p->body.count + (size_t)p->body.ghosts + 1);
        if (p->keep)
            out += mark(w, p, gone, context);
        else
            status = fail_memory(error, "removal of grains");
    }
    if (status == SCREE_OK && out)
        world_send_keep(w);
    if (status == SCREE_OK && out)
        status = remove_unkept(w, error);
    if (status == SCREE_OK)
        *count += out;
    for (part *p = w->part; p < w->part + w->parts; p++) {
        free(p->keep);
        p->keep = NULL;
    }
    return status;
}

static bool in_region(const world *w, const double *x, const void *context)
{
    const model_removal *r = context;
    (void)w;
    return inside(x, r->low, r->high);
}

static bool out_of_domain(const world *w, const double *x, const void *context)
{
    (void)context;
    for (int d = 0; d < 3; d++)
        if (!(x[d] >= w->part->s.low[d] && x[d] < w->part->s.high[d]))
            return true;
    return false;
}

scree_status world_drop_lost(world *w, scree_error *error)
{
    return remove_where(w, out_of_domain, NULL, &w->lost_grains, error);
}

scree_status world_flow(world *w, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; status == SCREE_OK && !w->paused && i < w->shared->m->removals; i++)
        if (removal_due(w, i))
            status = remove_where(w, in_region, &w->shared->m->removal[i], &w->removed, error);
    return status == SCREE_OK ? world_run_streams(w, error) : status;
}
