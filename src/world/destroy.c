// destroy.c - the end of a world: what it holds is given back, also of one that is half made.
#include "world/early_sends.h"
#include "world/internal.h"
#include "world/maser.h"
#include "world/ranks.h"

#include "smooth/written.h"

#include <stdlib.h>

void world_destroy(world *world)
{
    if (!world)
        return;
    staging_free(world);
    maser_free(world, world_destroy);
    frame_balls_clear(&world->arrived);
    frame_balls_clear(&world->departed);
    world_free_strokes(world);
    world_free_gates(world);
    world_free_parts(world);
    for (int i = 0; i < world->shared->walls; i++) {
        wall_faces_clear(&world->shared->wall[i].faces);
        primitive_free(world->shared->wall[i].shape);
        free(world->shared->wall[i].name);
    }
    free(world->shared->wall);
    free(world->shared->wall_state);
    free(world->shared->placed_wall);
    free(world->shared->law);
    free(world->shared->layout);
    free(world->shared->reach);
    free(world->shared->largest);
    world_free_growth(world);
    free(world->shared->books.lost_by_set);
    force_field_free(&world->shared->field);
    free(world->shared->set_of);
    free(world->stream);
    world_free_crowd(world);
    world_free_cores(world);
    written_free(world->shared);
    world_free_links(world);
    early_sends_free(world);
    ranks_free_rooms(world);
    mirror_free(world);
    free(world->told);
    world->shared->solver->free(world->solver);
    free(world->shared->clump);
    free(world->shared->inertia);
    free(world->shared->damping);
    free(world->folder);
    free(world->shared);
    free(world->part);
    free(world);
}
