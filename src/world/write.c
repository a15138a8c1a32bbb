// write.c - velocities and spins that come from outside.
//
// The value written is one at the time of the positions. It waits beside what is kept until the next step gives it
// (smooth/written.c); where no step has been, and with the nonsmooth solver, what is kept is of that time, too, and it
// takes its place. What is read and written back changes nothing.
#include "world/internal.h"

#include "smooth/written.h"

#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is to be written.
typedef struct grain_motion {
    v3 velocity, spin; // m/s, rad/s
} grain_motion;

// Where a body stands.
typedef struct written_place {
    part *part;
    int32_t slot;
} written_place;

typedef struct writing {
    world_quantity what;
    written_place *at; // of each value
    grain_motion *now;
    int32_t *value_of; // of each body, part by part, -1: none
} writing;

static scree_status refuse(int64_t i, const char *hint, scree_error *error, const char *what,
                           int64_t id)
{
    char where[48];
    snprintf(where, sizeof where, "value %lld", (long long)i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "grain %lld %s", (long long)id, what);
}

static scree_status check_value(const world *w, world_quantity what, const bodies *o, int32_t slot,
                                int64_t i, v3 value, scree_error *error)
{
    const int64_t id = o->id[slot];
    if (!(o->velocity[o->now][slot].v[3] > 0))
        return refuse(i, "write to those of finite mass only", error,
                      "is fixed and keeps its place", id);
    if (bodies_clumped(o, slot) && (!o->path || w->shared->clump[o->set[slot]]))
        return refuse(i, "write to grains of one ball", error,
                      "is a ball of a clump and moves with it", id);
    if (!isfinite(value.x) || !isfinite(value.y) || !isfinite(value.z))
        return refuse(i, "give three finite numbers", error,
                      "would get a motion that is not a number", id);
    if (w->part->s.flat && (what == WORLD_VELOCITY ? value.z != 0 : value.x != 0 || value.y != 0))
        return refuse(i, "give a velocity in the plane, a spin about z", error,
                      "would leave the plane of a 2D world", id);
    return SCREE_OK;
}

// A body, by its place in the order of ids.
typedef struct body_at {
    int64_t id;
    written_place at;
} body_at;

static int by_id(const void *x, const void *y)
{
    const int64_t a = ((const body_at *)x)->id;
    const int64_t b = ((const body_at *)y)->id;
    return (a > b) - (a < b);
}

// All bodies in the order of ids; NULL without memory.
static body_at *bodies_by_id(const world *w, int64_t *count)
{
    const int64_t all = world_balls(w);
    int32_t *place = world_places(w);
    body_at *list = malloc(((size_t)all + 1) * sizeof *list);
    *count = all;
    int64_t n = 0;
    for (part *p = w->part; list && place && p < w->part + w->parts; p++)
        for (int32_t i = 0; i < p->body.count; i++, n++)
            list[place[n]] = (body_at){p->body.id[i], {p, i}};
    if (!place) {
        free(list);
        list = NULL;
    }
    free(place);
    return list;
}

// Places of the grains that are written to, all checked.
static scree_status find_places(const world *w, const int64_t *id, const v3 *value, int64_t count,
                                writing *g, scree_error *error)
{
    int64_t all;
    body_at *list = bodies_by_id(w, &all);
    scree_status status = list ? SCREE_OK : fail_memory(error, "writing to grains");
    for (int64_t i = 0; i < all; i++)
        g->value_of[i] = -1;
    for (int64_t i = 0; !status && i < count; i++) {
        const body_at key = {.id = id ? id[i] : 0};
        const body_at *found =
            id ? bsearch(&key, list, (size_t)all, sizeof *list, by_id) : &list[i];
        if (!found) {
            status = refuse(i, "read the ids of the grains that there are now", error,
                            "is not there", id[i]);
            break;
        }
        int32_t *value_of = &g->value_of[world_before(w, found->at.part) + found->at.slot];
        if (*value_of >= 0)
            status =
                refuse(i, "name each grain once", error, "stands twice among the ids", found->id);
        else
            status =
                check_value(w, g->what, &found->at.part->body, found->at.slot, i, value[i], error);
        g->at[i] = found->at;
        *value_of = (int32_t)i;
    }
    free(list);
    return status;
}

static grain_motion geared_motion(const part *p, int32_t slot)
{
    const clump_motion m = clump_motion_at(&p->s, slot, 0);
    return (grain_motion){m.velocity, m.spin};
}

// As frames show it.
static grain_motion motion_now(const world *w, const part *p, const block *b, int32_t slot,
                               const scratch *t)
{
    const bodies *o = &p->body;
    const written_motion *m = written_of(w->shared, o->id[slot]);
    if (m)
        return (grain_motion){m->velocity, m->spin};
    if (bodies_clumped(o, slot))
        return geared_motion(p, slot);
    const pull_sum pull = block_sum(b, slot, t);
    const body_motion now = world_motion(w, p, &pull, slot);
    const double inverse = o->spin[o->now][slot].v[3];
    return (grain_motion){now.velocity, v3_scale(inverse, now.rim)};
}

static void look_at(void *context, const world *w, const part *p, const block *b,
                    const contact_seen *seen, const scratch *t)
{
    writing *g = context;
    const int32_t *value_of = g->value_of + world_before(w, p);
    (void)seen;
    for (int32_t slot = b->low; slot < b->high; slot++)
        if (value_of[slot] >= 0)
            g->now[value_of[slot]] = motion_now(w, p, b, slot, t);
}

// A grain led in each step of a large world costs the look at its own block.
static bool is_written_to(void *context, const world *w, const part *p, const block *b)
{
    const writing *g = context;
    const int32_t *value_of = g->value_of + world_before(w, p);
    for (int32_t slot = b->low; slot < b->high; slot++)
        if (value_of[slot] >= 0)
            return true;
    return false;
}

static bool waits(const world *w)
{
    return shared_lag(w->shared) > 0;
}

// The jump grows by what is new, so that what is written and taken back is none.
static void put_aside(shared *x, const writing *g, int64_t i, v3 value)
{
    const int64_t id = g->at[i].part->body.id[g->at[i].slot];
    const written_motion *known = written_of(x, id);
    written_motion *m = known ? &x->written[known - x->written]
                              : written_begin(x, id, g->now[i].velocity, g->now[i].spin);
    if (g->what == WORLD_VELOCITY) {
        m->velocity_jump = v3_add(m->velocity_jump, v3_sub(value, m->velocity));
        m->velocity = value;
    } else {
        m->spin_jump = v3_add(m->spin_jump, v3_sub(value, m->spin));
        m->spin = value;
    }
}

static void put_at_once(const world *w, const writing *g, int64_t i, v3 value)
{
    bodies *o = &g->at[i].part->body;
    const int32_t slot = g->at[i].slot;
    const double radius = o->position[o->now][slot].v[3];
    rec4 *velocity = &o->velocity[o->now][slot];
    rec4 *rim = &o->spin[o->now][slot];
    const v3 turn = v3_scale(radius, value);
    if (bodies_clumped(o, slot)) {
        const v3 none = v3_make(0, 0, 0);
        const v3 change =
            v3_sub(value, g->what == WORLD_VELOCITY ? g->now[i].velocity : g->now[i].spin);
        const bool moves = g->what == WORLD_VELOCITY;
        clump_push_gear(o, slot, moves ? change : none, moves ? none : change,
                        w->shared->dt_before);
    }
    if (g->what == WORLD_VELOCITY)
        *velocity = (rec4){{value.x, value.y, value.z, velocity->v[3]}};
    else
        *rim = (rec4){{turn.x, turn.y, turn.z, rim->v[3]}};
}

static double kinetic_of(const world *w, const written_place *at, grain_motion now)
{
    const bodies *o = &at->part->body;
    const double radius = o->position[o->now][at->slot].v[3];
    return world_kinetic(w, 1 / o->velocity[o->now][at->slot].v[3],
                         (body_motion){now.velocity, v3_scale(radius, now.spin)});
}

// Is this what the grain has now?
static bool is_known(const writing *g, int64_t i, v3 value)
{
    const v3 now = g->what == WORLD_VELOCITY ? g->now[i].velocity : g->now[i].spin;
    return memcmp(&now, &value, sizeof now) == 0;
}

// False without memory.
static bool put(world *w, const writing *g, const v3 *value, int64_t count)
{
    exact_sum energy = {0};
    bool changed = false;
    if (waits(w) && !written_reserve(w->shared, count))
        return false;
    for (int64_t i = 0; i < count; i++) {
        const written_place *at = &g->at[i];
        if (is_known(g, i, value[i]))
            continue;
        grain_motion is = g->now[i];
        if (g->what == WORLD_VELOCITY)
            is.velocity = value[i];
        else
            is.spin = value[i];
        changed = true;
        exact_sum_add(&energy, kinetic_of(w, at, is));
        exact_sum_add(&energy, -kinetic_of(w, at, g->now[i]));
        exact_sum_add(&energy, -world_height_energy(w, at->part, at->slot));
        if (waits(w))
            put_aside(w->shared, g, i, value[i]);
        else
            put_at_once(w, g, i, value[i]);
        exact_sum_add(&energy, world_height_energy(w, at->part, at->slot));
    }
    if (w->shared->m->ledger)
        w->shared->books.added += exact_sum_value(&energy);
    // where no step has been, dashpots and books take the motion of now for that of one step ago
    if (changed && !waits(w))
        world_exchange(w);
    if (changed && !waits(w) && w->shared->solver->settle)
        w->shared->solver->settle(w->solver);
    return true;
}

scree_status world_write(world *w, world_quantity what, const int64_t *id, const v3 *value,
                         int64_t count, scree_error *error)
{
    const int64_t all = world_balls(w);
    if (count < 0 || count > all || (!id && count != all))
        return fail(error, SCREE_BAD_INPUT, "count", "give the ids, or one value for every ball",
                    "%lld values for %lld balls", (long long)count, (long long)all);
    // a look may build lists, which moves bodies: slots are found after it
    scree_status status = world_refuse(w, error);
    if (!status)
        status = world_refresh(w, false, error);
    if (status)
        return status;
    writing g = {what, malloc(((size_t)count + 1) * sizeof *g.at),
                 malloc(((size_t)count + 1) * sizeof *g.now),
                 malloc(((size_t)all + 1) * sizeof *g.value_of)};
    if (!g.at || !g.now || !g.value_of)
        status = fail_memory(error, "writing to grains");
    if (!status)
        status = find_places(w, id, value, count, &g, error);
    if (!status)
        status = world_look_where(w, is_written_to, look_at, &g, error);
    shared_place_walls(w->shared);
    if (!status && !put(w, &g, value, count))
        status = fail_memory(error, "writing to grains");
    free(g.at);
    free(g.now);
    free(g.value_of);
    return status;
}
