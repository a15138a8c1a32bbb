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

// Room for an entry of each slot, and for the jumps.
static bool reserve_step(part *part, const shared *shared)
{
    const int32_t slots = part->body.count + part->body.ghosts;
    if (part->written_slots < slots) {
        mem_free(part->written_of);
        part->written_slots = part->body.room;
        part->written_of = mem_array((int64_t)part->written_slots + 1, sizeof *part->written_of);
        if (!part->written_of)
            part->written_slots = 0;
    }
    if (part->jump_room < shared->writes) {
        mem_free(part->jump);
        part->jump_room = shared->written_room;
        part->jump = mem_array(2 * part->jump_room, sizeof *part->jump);
        if (!part->jump)
            part->jump_room = 0;
    }
    return part->written_slots >= slots && part->jump_room >= shared->writes;
}

bool written_take(part *part, const shared *shared)
{
    stepping *stepping = &part->stepping;
    stepping->written = NULL;
    stepping->jump = NULL;
    if (shared->writes == 0)
        return true;
    if (!reserve_step(part, shared))
        return false;
    for (int32_t slot = 0; slot < part->body.count + part->body.ghosts; slot++) {
        const written_motion *motion = written_of(shared, part->body.id[slot]);
        part->written_of[slot] = motion ? (int32_t)(motion - shared->written) : -1;
        if (!motion)
            continue;
        const double radius = part->body.position[part->body.now][slot].v[3];
        rec4 *jump = &part->jump[2 * (motion - shared->written)];
        jump[0] = rec4_of(motion->velocity_jump);
        jump[1] = rec4_of(v3_scale(radius, motion->spin_jump));
    }
    stepping->written = part->written_of;
    stepping->jump = part->jump;
    stepping->second = 0.5 * stepping->dt / stepping->kick;
    return true;
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
