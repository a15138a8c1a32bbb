// written.c - velocities and spins that are written between two steps, until the next step takes them up.
//
// A run keeps velocities half a step before the positions, and springs as they were one step ago: the next step first
// stretches them by what these velocities have moved. A velocity that is written is one of now. If it were put among
// those kept, springs would stretch by a step that it never made, and dashpots would see it one and a half times. So
// what is kept stays as it is, and what is written waits in a list: who looks at the world sees it, and the next step
// gives it in its middle, when springs and dashpots have seen the motion that led here (smooth/written_pass.h). Grains
// that nobody wrote to, and their contacts among each other, go through the step that they would have gone through.
#include "smooth/written.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>

enum { MOTION_NUMBERS = 12 };

const written_motion *written_of(const shared *x, int64_t id)
{
    int64_t low = 0;
    int64_t high = x->writes;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (x->written[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->writes && x->written[low].id == id ? &x->written[low] : NULL;
}

bool written_reserve(shared *x, int64_t more)
{
    return mem_grow((void **)&x->written, &x->written_room, x->writes + more, sizeof *x->written);
}

// Behind those that are in order, for a caller may name grains in any order.
written_motion *written_begin(shared *x, int64_t id, v3 velocity, v3 spin)
{
    written_motion *begun = &x->written[x->writes + x->begun++];
    *begun = (written_motion){.id = id, .velocity = velocity, .spin = spin};
    return begun;
}

static int by_id(const void *x, const void *y)
{
    const int64_t a = ((const written_motion *)x)->id;
    const int64_t b = ((const written_motion *)y)->id;
    return (a > b) - (a < b);
}

void written_order(shared *x)
{
    x->writes += x->begun;
    if (x->begun > 0)
        qsort(x->written, (size_t)x->writes, sizeof *x->written, by_id);
    x->begun = 0;
}

static rec4 rec4_of(v3 v)
{
    return (rec4){{v.x, v.y, v.z, 0}};
}

// Room for an entry of each slot, and for the jumps.
static bool reserve_step(part *p, const shared *x)
{
    const int32_t slots = p->body.count + p->body.ghosts;
    if (p->written_slots < slots) {
        mem_free(p->written_of);
        p->written_slots = p->body.room;
        p->written_of = mem_array((int64_t)p->written_slots + 1, sizeof *p->written_of);
        if (!p->written_of)
            p->written_slots = 0;
    }
    if (p->jump_room < x->writes) {
        mem_free(p->jump);
        p->jump_room = x->written_room;
        p->jump = mem_array(2 * p->jump_room, sizeof *p->jump);
        if (!p->jump)
            p->jump_room = 0;
    }
    return p->written_slots >= slots && p->jump_room >= x->writes;
}

bool written_take(part *p, const shared *x)
{
    stepping *s = &p->stepping;
    s->written = NULL;
    s->jump = NULL;
    if (x->writes == 0)
        return true;
    if (!reserve_step(p, x))
        return false;
    for (int32_t slot = 0; slot < p->body.count + p->body.ghosts; slot++) {
        const written_motion *m = written_of(x, p->body.id[slot]);
        p->written_of[slot] = m ? (int32_t)(m - x->written) : -1;
        if (!m)
            continue;
        const double radius = p->body.position[p->body.now][slot].v[3];
        rec4 *jump = &p->jump[2 * (m - x->written)];
        jump[0] = rec4_of(m->velocity_jump);
        jump[1] = rec4_of(v3_scale(radius, m->spin_jump));
    }
    s->written = p->written_of;
    s->jump = p->jump;
    s->second = 0.5 * s->dt / s->kick;
    return true;
}

void written_forget(shared *x)
{
    x->writes = 0;
}

void written_let_go(part *p)
{
    p->stepping.written = NULL;
    p->stepping.jump = NULL;
}

void written_free(shared *x)
{
    free(x->written);
    x->written = NULL;
}

void written_free_step(part *p)
{
    mem_free(p->written_of);
    mem_free(p->jump);
}

// ---- images

bool written_save(const shared *x, image *im)
{
    if (x->writes == 0)
        return true;
    int64_t *id = image_add(im, "written/id", (image_shape){IMAGE_I64, x->writes, 1}, "1",
                            "grains whose motion is written");
    double *motion =
        id ? image_add(im, "written/motion", (image_shape){IMAGE_F64, x->writes, MOTION_NUMBERS},
                       "SI", "velocity and spin, and by how much they differ from what they were")
           : NULL;
    for (int64_t i = 0; motion && i < x->writes; i++) {
        const written_motion *m = &x->written[i];
        const v3 vector[4] = {m->velocity, m->spin, m->velocity_jump, m->spin_jump};
        id[i] = m->id;
        for (int k = 0; k < 4; k++) {
            double *row = motion + MOTION_NUMBERS * i + 3 * k;
            row[0] = vector[k].x;
            row[1] = vector[k].y;
            row[2] = vector[k].z;
        }
    }
    return motion != NULL;
}

bool written_load(shared *x, const image *im)
{
    const image_column *id = image_find(im, "written/id", IMAGE_I64, 1);
    const image_column *motion = image_find(im, "written/motion", IMAGE_F64, MOTION_NUMBERS);
    if (!id || !motion)
        return true;
    if (!written_reserve(x, id->rows))
        return false;
    for (int64_t i = 0; i < id->rows; i++) {
        v3 vector[4];
        for (int k = 0; k < 4; k++) {
            const double *row = (const double *)motion->data + MOTION_NUMBERS * i + 3 * k;
            vector[k] = v3_make(row[0], row[1], row[2]);
        }
        x->written[x->writes++] = (written_motion){((const int64_t *)id->data)[i], vector[0],
                                                   vector[1], vector[2], vector[3]};
    }
    return true;
}
