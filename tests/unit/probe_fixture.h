// probe_fixture.h - for the tests of probes: a frame of a few grains that is filled by hand, and a probe on it.
#ifndef SCREE_TESTS_PROBE_FIXTURE_H
#define SCREE_TESTS_PROBE_FIXTURE_H

#include "harness.h"

#include "base/random.h"
#include "measure/probe.h"
#include "measure/slab.h"
#include "measure/table.h"
#include "measure/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRAINS = 3 };
static const double pi = 3.14159265358979323846;

// Two grains of 1 kg and 3 kg that move along x, and a fixed one, in a box of 1 x 1 x 2 m that is periodic along z.
typedef struct bench {
    model m;
    frame f;
    int64_t id[GRAINS], body[GRAINS];
    v3 position[GRAINS], velocity[GRAINS], spin[GRAINS], force[GRAINS], torque[GRAINS];
    double radius[GRAINS], mass[GRAINS];
    int32_t material[GRAINS], set[GRAINS], contacts[GRAINS];
    i3 image[GRAINS];
    frame_wall wall[2];
    model_grains sets[2];
    model_shape shape[1];
    model_wall model_wall[1];
} bench;

static inline void bench_make(bench *b)
{
    memset(b, 0, sizeof *b);
    static char flow[] = "flow", bottom[] = "bottom", lid[] = "lid";
    b->sets[0].name = flow;
    b->sets[1].name = bottom;
    b->model_wall[0].name = lid;
    b->m = (model){.dimensions = 3,
                   .low = {0, 0, 0},
                   .high = {1, 1, 2},
                   .grains = b->sets,
                   .grain_sets = 2,
                   .ledger = true};
    b->m.boundary[0] = BOUNDARY_WALL;
    b->m.boundary[2] = BOUNDARY_PERIODIC;
    b->m.wall = b->model_wall;
    b->m.walls = 1;
    b->m.shape = b->shape;
    b->m.shapes = 1;
    for (int i = 0; i < GRAINS; i++) {
        b->id[i] = b->body[i] = 2 + i;
        b->radius[i] = 0.1;
        b->set[i] = i == 2;
    }
    b->position[0] = v3_make(0.5, 0.5, 0.25);
    b->position[1] = v3_make(0.5, 0.5, 0.75);
    b->position[2] = v3_make(0.5, 0.5, 1.95);
    b->velocity[0] = v3_make(2, 0, 0);
    b->velocity[1] = v3_make(-1, 0, 0.5);
    b->mass[0] = 1;
    b->mass[1] = 3;
    b->mass[2] = INFINITY;
    b->wall[0].name = "domain-x-low";
    b->wall[1] = (frame_wall){
        .name = "lid",
        .id = 1,
        .force = {1, 2, 3},
        .torque = {4, 5, 6},
        .power = 7,
        .position = {8, 9, 10},
        .velocity = {0, 9, 0},
        .spin = {0, 0, 10},
        .orientation = {0.6, 0, 0, 0.8},
    };
    b->f.ball = (frame_balls){.count = GRAINS,
                              .room = GRAINS,
                              .id = b->id,
                              .position = b->position,
                              .radius = b->radius,
                              .mass = b->mass,
                              .velocity = b->velocity,
                              .spin = b->spin,
                              .force = b->force,
                              .torque = b->torque,
                              .material = b->material,
                              .body = b->body,
                              .set = b->set,
                              .contacts = b->contacts,
                              .image = b->image};
    b->f.wall = b->wall;
    b->f.walls = 2;
}

typedef struct rig {
    const probe *is;
    choice c;
    probe_state *state;
    probe_table table;
    scree_error error;
} rig;

static inline rig rig_make(const char *name)
{
    rig r;
    int count;
    memset(&r, 0, sizeof r);
    const plugin *const *list = probe_plugins(&count);
    r.c.what = plugin_find(list, count, name);
    if (!r.c.what)
        abort();
    r.is = probe_find(r.c.what);
    r.c.value = calloc((size_t)r.c.what->count + 1, sizeof *r.c.value);
    if (!r.c.value)
        abort();
    for (int i = 0; i < r.c.what->count; i++) {
        double value = r.c.what->rows[i].fallback;
        for (int k = 0; k < 3; k++)
            r.c.value[i].number[k] = isfinite(value) ? value : NAN;
    }
    return r;
}

static inline row_value *value_of(rig *r, const char *name)
{
    for (int i = 0; i < r->c.what->count; i++)
        if (!strcmp(r->c.what->rows[i].name, name)) {
            r->c.value[i].given = true;
            return &r->c.value[i];
        }
    abort();
}

static inline void set(rig *r, const char *name, double x, double y, double z)
{
    const double value[3] = {x, y, z};
    memcpy(value_of(r, name)->number, value, sizeof value);
}

static inline void set_text(rig *r, const char *name, const char *text)
{
    row_value *v = value_of(r, name);
    free(v->text);
    v->text = strdup(text);
}

static inline scree_status begin(rig *r, const bench *b)
{
    return probe_begin(r->is, &r->c, &b->m, &r->state, &r->table, &r->error);
}
static inline scree_status sample(rig *r, const bench *b)
{
    return r->is->sample(&r->c, &b->m, &b->f, r->state, &r->table, &r->error);
}

// The value of a column in a row, NAN where there is no such column.
static inline double cell(const rig *r, int64_t line, const char *column)
{
    for (int k = 0; k < r->table.columns; k++)
        if (!strcmp(r->table.column[k].name, column))
            return r->table.value[line * r->table.columns + k];
    return NAN;
}

static inline void rig_clear(rig *r)
{
    probe_end(r->is, r->state);
    table_clear(&r->table);
    choice_clear(&r->c);
}

#endif
