// written.c - velocities and spins that are written between two steps, until the next step takes them up.
//
// A run keeps velocities half a step before the positions, and springs as they were one step ago: the next step first
// stretches them by what these velocities have moved. A velocity that is written is one of now. If it were put among
// those kept, springs would stretch by a step that it never made, and dashpots would see it one and a half times. So
// what is kept stays as it is, and what is written waits in a list: who looks at the world sees it, and the next step
// gives it in its middle, when springs and dashpots have seen the motion that led here (smooth/written_pass.h). Grains
// that nobody wrote to, and their contacts among each other, go through the step that they would have gone through.
#include "world/internal.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>

enum { MOTION_NUMBERS = 12 };

const written_motion *world_written(const world *w, int32_t slot)
{
    const int64_t id = w->body.id[slot];
    int64_t low = 0;
    int64_t high = w->writes;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (w->written[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->writes && w->written[low].id == id ? &w->written[low] : NULL;
}

bool world_reserve_written(world *w, int64_t more)
{
    return mem_grow((void **)&w->written, &w->written_room, w->writes + more, sizeof *w->written);
}

written_motion *world_begin_written(world *w, int32_t slot, v3 velocity, v3 spin)
{
    const int64_t id = w->body.id[slot];
    int64_t at = w->writes;
    for (; at > 0 && w->written[at - 1].id > id; at--) w->written[at] = w->written[at - 1];
    w->writes++;
    w->written[at] = (written_motion){.id = id, .velocity = velocity, .spin = spin};
    return &w->written[at];
}

static rec4 rec4_of(v3 v) { return (rec4){{v.x, v.y, v.z, 0}}; }

// Room for an entry of each slot, and for the jumps.
static bool reserve_step(world *w)
{
    if (w->written_slots < w->body.count) {
        mem_free(w->written_of);
        w->written_slots = w->body.room;
        w->written_of = mem_array((int64_t)w->written_slots + 1, sizeof *w->written_of);
        if (!w->written_of) w->written_slots = 0;
    }
    if (w->jump_room < w->writes) {
        mem_free(w->jump);
        w->jump_room = w->written_room;
        w->jump = mem_array(2 * w->jump_room, sizeof *w->jump);
        if (!w->jump) w->jump_room = 0;
    }
    return w->written_slots >= w->body.count && w->jump_room >= w->writes;
}

bool world_take_written(world *w)
{
    stepping *s = &w->s;
    s->written = NULL;
    s->jump = NULL;
    if (w->writes == 0) return true;
    if (!reserve_step(w)) return false;
    for (int32_t slot = 0; slot < w->body.count; slot++) {
        const written_motion *m = world_written(w, slot);
        w->written_of[slot] = m ? (int32_t)(m - w->written) : -1;
        if (!m) continue;
        const double radius = w->body.position[w->body.now][slot].v[3];
        rec4 *jump = &w->jump[2 * (m - w->written)];
        jump[0] = rec4_of(m->velocity_jump);
        jump[1] = rec4_of(v3_scale(radius, m->spin_jump));
    }
    s->written = w->written_of;
    s->jump = w->jump;
    s->second = 0.5 * s->dt / s->kick;
    return true;
}

void world_forget_written(world *w)
{
    w->writes = 0;
    w->s.written = NULL;
    w->s.jump = NULL;
}

void world_free_written(world *w)
{
    free(w->written);
    mem_free(w->written_of);
    mem_free(w->jump);
}

// ---- images

bool world_save_written(const world *w, image *im)
{
    if (w->writes == 0) return true;
    int64_t *id = image_add(im, "written/id", IMAGE_I64, w->writes, 1, "1", "grains whose motion is written");
    double *motion = id ? image_add(im, "written/motion", IMAGE_F64, w->writes, MOTION_NUMBERS, "SI",
                                    "velocity and spin, and by how much they differ from what they were")
                        : NULL;
    for (int64_t i = 0; motion && i < w->writes; i++) {
        const written_motion *m = &w->written[i];
        const v3 part[4] = {m->velocity, m->spin, m->velocity_jump, m->spin_jump};
        id[i] = m->id;
        for (int k = 0; k < 4; k++) {
            double *row = motion + MOTION_NUMBERS * i + 3 * k;
            row[0] = part[k].x;
            row[1] = part[k].y;
            row[2] = part[k].z;
        }
    }
    return motion != NULL;
}

bool world_load_written(world *w, const image *im)
{
    const image_column *id = image_find(im, "written/id", IMAGE_I64, 1);
    const image_column *motion = image_find(im, "written/motion", IMAGE_F64, MOTION_NUMBERS);
    if (!id || !motion) return true;
    if (!world_reserve_written(w, id->rows)) return false;
    for (int64_t i = 0; i < id->rows; i++) {
        v3 part[4];
        for (int k = 0; k < 4; k++) {
            const double *row = (const double *)motion->data + MOTION_NUMBERS * i + 3 * k;
            part[k] = v3_make(row[0], row[1], row[2]);
        }
        w->written[w->writes++] = (written_motion){((const int64_t *)id->data)[i], part[0], part[1], part[2], part[3]};
    }
    return true;
}
