// swarm_fixture.h - for the tests of probes: a frame of any number of balls of two sets, filled by hand.
#ifndef SCREE_TESTS_SWARM_FIXTURE_H
#define SCREE_TESTS_SWARM_FIXTURE_H

#include "probe_fixture.h"

enum { SWARM_MOST = 4096 };

// Balls of radius 0.1 m and 1 kg at rest, of the set `red`, in an open box of 1 m.
typedef struct swarm {
    model m;
    frame f;
    int64_t id[SWARM_MOST], body[SWARM_MOST];
    v3 position[SWARM_MOST], velocity[SWARM_MOST], spin[SWARM_MOST], force[SWARM_MOST],
        torque[SWARM_MOST];
    double radius[SWARM_MOST], mass[SWARM_MOST];
    int32_t material[SWARM_MOST], set[SWARM_MOST], contacts[SWARM_MOST];
    i3 image[SWARM_MOST];
    model_grains sets[2];
    model_shape shape[1];
    model_material materials[1];
} swarm;

static inline swarm *swarm_make(int count)
{
    swarm *s = calloc(1, sizeof *s);
    static char red[] = "red", blue[] = "blue";
    if (!s || count > SWARM_MOST)
        abort();
    s->sets[0].name = red;
    s->sets[1].name = blue;
    s->materials[0].density = 1000;
    s->m = (model){.dimensions = 3,
                   .high = {1, 1, 1},
                   .grains = s->sets,
                   .grain_sets = 2,
                   .shape = s->shape,
                   .shapes = 1,
                   .material = s->materials,
                   .materials = 1};
    for (int i = 0; i < SWARM_MOST; i++) {
        s->id[i] = s->body[i] = 3 + i;
        s->radius[i] = 0.1;
        s->mass[i] = 1;
    }
    s->f.walls = 3;
    s->f.model = &s->m;
    s->f.ball = (frame_balls){.count = count,
                              .room = SWARM_MOST,
                              .id = s->id,
                              .position = s->position,
                              .radius = s->radius,
                              .mass = s->mass,
                              .velocity = s->velocity,
                              .spin = s->spin,
                              .force = s->force,
                              .torque = s->torque,
                              .material = s->material,
                              .body = s->body,
                              .set = s->set,
                              .contacts = s->contacts,
                              .image = s->image};
    return s;
}

// Begins anew, whatever was before.
static inline scree_status swarm_begin(rig *r, const swarm *s)
{
    probe_end(r->is, r->state);
    table_clear(&r->table);
    return probe_begin(r->is, &r->c, &s->m, &r->state, &r->table, &r->error);
}
static inline scree_status swarm_sample(rig *r, const swarm *s)
{
    return r->is->sample(&r->c, &s->m, &s->f, r->state, &r->table, &r->error);
}
static inline scree_status swarm_finish(rig *r, const swarm *s)
{
    return r->is->finish(&r->c, &s->m, r->state, &r->table, &r->error);
}

// Ends the state of a probe and gives it back to one that has just begun, as a run does that was interrupted.
static inline bool swarm_interrupt(rig *r, const swarm *s)
{
    probe_memory memory = {0};
    bool good = r->is->save(r->state, &memory);
    good = good && swarm_begin(r, s) == SCREE_OK &&
           r->is->load(r->state, memory.value, memory.count) &&
           !r->is->load(r->state, memory.value, memory.count - 1);
    free(memory.value);
    return good;
}

// One number after the other: the order of arguments is the compiler's.
static inline v3 draw_normal(rng *random)
{
    const double x = rng_normal(random);
    const double y = rng_normal(random);
    const double z = rng_normal(random);
    return v3_make(x, y, z);
}

static inline v3 draw_place(rng *random, v3 size)
{
    const double x = size.x * rng_uniform(random);
    const double y = size.y * rng_uniform(random);
    const double z = size.z * rng_uniform(random);
    return v3_make(x, y, z);
}

#endif
