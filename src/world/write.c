// write.c - velocities and spins that come from outside.
//
// The value written is one at the time of the positions. What is kept is brought to that time first (world/settle.c),
// so the value stands there as it was given, and neither springs nor dashpots take it for the motion of the step
// before. What is read and written back changes nothing.
#include "world/internal.h"

#include "smooth/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is to be written, by slot.
typedef struct writing {
    world_quantity what;
    int32_t *slot; // of each value
    body_motion *now;
    int32_t *value_of; // of each slot, -1: none
} writing;

static scree_status refuse(int64_t i, const char *hint, scree_error *error, const char *what, int64_t id)
{
    char where[48];
    snprintf(where, sizeof where, "value %lld", (long long)i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "grain %lld %s", (long long)id, what);
}

static scree_status check_value(const world *w, world_quantity what, int32_t slot, int64_t i, v3 value,
                                scree_error *error)
{
    const bodies *o = &w->body;
    const int64_t id = o->id[slot];
    if (!(o->velocity[o->now][slot].v[3] > 0))
        return refuse(i, "write to those of finite mass only", error, "is fixed and keeps its place", id);
    if (bodies_clumped(o, slot) && (!o->path || w->clump[o->set[slot]]))
        return refuse(i, "write to grains of one ball", error, "is a ball of a clump and moves with it", id);
    if (!isfinite(value.x) || !isfinite(value.y) || !isfinite(value.z))
        return refuse(i, "give three finite numbers", error, "would get a motion that is not a number", id);
    if (w->s.flat && (what == WORLD_VELOCITY ? value.z != 0 : value.x != 0 || value.y != 0))
        return refuse(i, "give a velocity in the plane, a spin about z", error, "would leave the plane of a 2D world",
                      id);
    return SCREE_OK;
}

// Slots of the grains that are written to, all checked.
static scree_status find_slots(const world *w, const int64_t *id, const v3 *value, int64_t count, writing *g,
                               scree_error *error)
{
    world_ids slots = {0};
    scree_status status = world_ids_make(w, &slots) ? SCREE_OK : fail_memory(error, "writing to grains");
    for (int32_t i = 0; i < w->body.count; i++) g->value_of[i] = -1;
    for (int64_t i = 0; !status && i < count; i++) {
        int32_t slot = id ? world_slot_of_id(&slots, id[i]) : (int32_t)slots.pair[i].value;
        if (slot < 0)
            status = refuse(i, "read the ids of the grains that there are now", error, "is not there", id[i]);
        else if (g->value_of[slot] >= 0)
            status = refuse(i, "name each grain once", error, "stands twice among the ids", w->body.id[slot]);
        else
            status = check_value(w, g->what, slot, i, value[i], error);
        if (status) break;
        g->slot[i] = slot;
        g->value_of[slot] = (int32_t)i;
    }
    world_ids_clear(&slots);
    return status;
}

static body_motion geared_motion(const world *w, int32_t slot)
{
    clump_motion m = clump_motion_at(&w->s, slot, 0);
    return (body_motion){m.velocity, v3_scale(w->body.position[w->body.now][slot].v[3], m.spin)};
}

static void look_at(void *context, const world *w, const block *b, const contact_seen *seen, const scratch *t)
{
    writing *g = context;
    (void)seen;
    for (int32_t slot = b->low; slot < b->high; slot++) {
        if (g->value_of[slot] < 0) continue;
        pull_sum p = block_sum(b, slot, t);
        g->now[g->value_of[slot]] = bodies_clumped(&w->body, slot) ? geared_motion(w, slot) : world_motion(w, &p, slot);
    }
}

static v3 v3_of(const rec4 *r) { return v3_make(r->v[0], r->v[1], r->v[2]); }

// Is this what each grain has now?
static bool is_known(const world *w, const writing *g, const v3 *value, int64_t count)
{
    const bodies *o = &w->body;
    for (int64_t i = 0; i < count; i++) {
        const double inverse = o->spin[o->now][g->slot[i]].v[3];
        const v3 now = g->what == WORLD_VELOCITY ? g->now[i].velocity : v3_scale(inverse, g->now[i].rim);
        if (memcmp(&now, &value[i], sizeof now) != 0) return false;
    }
    return true;
}

static void put(world *w, const writing *g, const v3 *value, int64_t count)
{
    bodies *o = &w->body;
    exact_sum energy = {0};
    for (int64_t i = 0; i < count; i++) {
        const int32_t slot = g->slot[i];
        const bool geared = bodies_clumped(o, slot);
        rec4 *velocity = &o->velocity[o->now][slot];
        rec4 *rim = &o->spin[o->now][slot];
        const double radius = o->position[o->now][slot].v[3];
        const body_motion was = geared ? geared_motion(w, slot) : (body_motion){v3_of(velocity), v3_of(rim)};
        body_motion is = was;
        if (g->what == WORLD_VELOCITY)
            is.velocity = value[i];
        else
            is.rim = v3_scale(radius, value[i]);
        exact_sum_add(&energy, world_kinetic(w, 1 / velocity->v[3], is));
        exact_sum_add(&energy, -world_kinetic(w, 1 / velocity->v[3], was));
        exact_sum_add(&energy, -world_height_energy(w, slot));
        if (geared) {
            v3 spin = v3_scale(rim->v[3], v3_sub(is.rim, was.rim));
            clump_push_gear(o, slot, v3_sub(is.velocity, was.velocity), spin, w->dt_before);
        }
        *velocity = (rec4){{is.velocity.x, is.velocity.y, is.velocity.z, velocity->v[3]}};
        *rim = (rec4){{is.rim.x, is.rim.y, is.rim.z, rim->v[3]}};
        exact_sum_add(&energy, world_height_energy(w, slot));
    }
    if (w->m->ledger) w->books.added += exact_sum_value(&energy);
}

scree_status world_write(world *w, world_quantity what, const int64_t *id, const v3 *value, int64_t count,
                         scree_error *error)
{
    if (count < 0 || count > w->body.count || (!id && count != w->body.count))
        return fail(error, SCREE_BAD_INPUT, "count", "give the ids, or one value for every grain",
                    "%lld values for %d grains", (long long)count, w->body.count);
    // a look may build lists, which moves bodies: slots are found after it
    scree_status status = world_refuse(w, error);
    if (!status) status = world_refresh(w, false, error);
    if (status) return status;
    writing g = {what, malloc(((size_t)count + 1) * sizeof *g.slot), malloc(((size_t)count + 1) * sizeof *g.now),
                 malloc(((size_t)w->body.count + 1) * sizeof *g.value_of)};
    if (!g.slot || !g.now || !g.value_of) status = fail_memory(error, "writing to grains");
    if (!status) status = find_slots(w, id, value, count, &g, error);
    if (!status) status = world_look(w, look_at, &g, error);
    world_place_walls(w);
    if (!status && !is_known(w, &g, value, count)) {
        status = world_settle(w, error);
        if (!status) put(w, &g, value, count);
        if (!status) status = world_settled(w, error);
    }
    free(g.slot);
    free(g.now);
    free(g.value_of);
    return status;
}
