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
#include "motion/clumps.h"
#include "state/bodies.h"

#include <stdlib.h>

enum { MOTION_NUMBERS = 12 };

const written_motion *written_of(const shared *shared, int64_t id)
{
    int64_t low = 0;
    int64_t high = shared->writes;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (shared->written[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < shared->writes && shared->written[low].id == id;
    return found ? &shared->written[low] : NULL;
}

bool written_reserve(shared *shared, int64_t more)
{
    return MEM_GROW(shared->written, shared->written_room, shared->writes + more);
}

// Behind those that are in order, for a caller may name grains in any order.
written_motion *written_begin(shared *shared, int64_t id, v3 velocity, v3 spin)
{
    written_motion *begun = &shared->written[shared->writes + shared->begun++];
    *begun = (written_motion){.id = id, .velocity = velocity, .spin = spin};
    return begun;
}

static int by_id(const void *first, const void *second)
{
    const int64_t one = ((const written_motion *)first)->id;
    const int64_t other = ((const written_motion *)second)->id;
    return (one > other) - (one < other);
}

void written_order(shared *shared)
{
    shared->writes += shared->begun;
    if (shared->begun > 0)
        qsort(shared->written, (size_t)shared->writes, sizeof *shared->written, by_id);
    shared->begun = 0;
}

static rec4 rec4_of(v3 vector)
{
    return (rec4){{vector.x, vector.y, vector.z, 0}};
}

// Of a slot: what is written for its grain, which is known by its first ball.
static const written_motion *written_at(const part *part, const shared *shared, int32_t slot)
{
    return written_of(shared, part->body.id[bodies_first(&part->body, slot)]);
}

// Of a ball, of one of a body by its place in that: the jumps of velocity and rim.
static void put_jump(const part *part, const written_motion *motion, int32_t slot, rec4 jump[2])
{
    const bodies *bodies = &part->body;
    v3 velocity = motion->velocity_jump;
    v3 rim = v3_scale(bodies_radius(bodies, slot), motion->spin_jump);
    if (bodies_clumped(bodies, slot)) {
        const int32_t head = bodies_first(bodies, slot);
        const clump_ball ball =
            clump_ball_of(&part->stepping, head, slot - head, velocity, motion->spin_jump);
        velocity = ball.velocity;
        rim = ball.rim;
    }
    jump[0] = rec4_of(velocity);
    jump[1] = rec4_of(rim);
}

// Room for an entry of each slot, and for the jumps of so many balls.
static bool reserve_step(part *part, int32_t jumps)
{
    const int32_t slots = part->body.count + part->body.ghosts;
    if (part->written_slots < slots) {
        mem_free(part->written_of);
        part->written_slots = part->body.room;
        part->written_of = mem_array((int64_t)part->written_slots + 1, sizeof *part->written_of);
        if (!part->written_of)
            part->written_slots = 0;
    }
    if (part->jump_room < jumps) {
        mem_free(part->jump);
        part->jump_room = jumps + jumps / 2;
        part->jump = mem_array(2 * part->jump_room, sizeof *part->jump);
        if (!part->jump)
            part->jump_room = 0;
    }
    return part->written_slots >= slots && part->jump_room >= jumps;
}

bool written_take(part *part, const shared *shared)
{
    stepping *stepping = &part->stepping;
    stepping->written = NULL;
    stepping->jump = NULL;
    if (shared->writes == 0)
        return true;
    const int32_t slots = part->body.count + part->body.ghosts;
    int32_t jumps = 0;
    for (int32_t slot = 0; slot < slots; slot++)
        jumps += written_at(part, shared, slot) != NULL;
    if (!reserve_step(part, jumps))
        return false;
    jumps = 0;
    for (int32_t slot = 0; slot < slots; slot++) {
        const written_motion *motion = written_at(part, shared, slot);
        part->written_of[slot] = motion ? jumps : -1;
        if (motion)
            put_jump(part, motion, slot, &part->jump[2 * (int64_t)jumps++]);
    }
    stepping->written = part->written_of;
    stepping->jump = part->jump;
    stepping->second = 0.5 * stepping->dt / stepping->kick;
    return true;
}

void written_drop(shared *shared, int64_t id)
{
    const written_motion *found = written_of(shared, id);
    if (!found)
        return;
    const int64_t at = found - shared->written;
    shared->writes--;
    for (int64_t i = at; i < shared->writes; i++)
        shared->written[i] = shared->written[i + 1];
}

void written_forget(shared *shared)
{
    shared->writes = 0;
}

void written_let_go(part *part)
{
    part->stepping.written = NULL;
    part->stepping.jump = NULL;
}

void written_free(shared *shared)
{
    free(shared->written);
    shared->written = NULL;
}

void written_free_step(part *part)
{
    mem_free(part->written_of);
    mem_free(part->jump);
}

// ---- images

bool written_save(const shared *shared, image *im)
{
    if (shared->writes == 0)
        return true;
    int64_t *id = image_add(im, "written/id", (image_shape){IMAGE_I64, shared->writes, 1}, "1",
                            "grains whose motion is written");
    double *motion =
        id ? image_add(im, "written/motion",
                       (image_shape){IMAGE_F64, shared->writes, MOTION_NUMBERS}, "SI",
                       "velocity and spin, and by how much they differ from what they were")
           : NULL;
    for (int64_t i = 0; motion && i < shared->writes; i++) {
        const written_motion *written = &shared->written[i];
        const v3 vector[4] = {written->velocity, written->spin, written->velocity_jump,
                              written->spin_jump};
        id[i] = written->id;
        for (int j = 0; j < 4; j++) {
            double *row = motion + MOTION_NUMBERS * i + 3 * j;
            row[0] = vector[j].x;
            row[1] = vector[j].y;
            row[2] = vector[j].z;
        }
    }
    return motion != NULL;
}

bool written_load(shared *shared, const image *im)
{
    const image_column *id = image_find(im, "written/id", IMAGE_I64, 1);
    const image_column *motion = image_find(im, "written/motion", IMAGE_F64, MOTION_NUMBERS);
    if (!id || !motion)
        return true;
    if (!written_reserve(shared, id->rows))
        return false;
    for (int64_t i = 0; i < id->rows; i++) {
        v3 vector[4];
        for (int j = 0; j < 4; j++) {
            const double *row = (const double *)motion->data + MOTION_NUMBERS * i + 3 * j;
            vector[j] = v3_make(row[0], row[1], row[2]);
        }
        shared->written[shared->writes++] = (written_motion){
            ((const int64_t *)id->data)[i], vector[0], vector[1], vector[2], vector[3]};
    }
    return true;
}
