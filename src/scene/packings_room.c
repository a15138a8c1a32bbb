// packings_room.c - where grains of a packing may stand: inside of a region, clear of walls; see packing.h.
#include "scene/packing.h"

#include "scene/obstacles.h"
#include "scene/region.h"

// The walls of the case, made when they are asked for; NULL where one of them is faulty, which is told when the world is
// made.
static const obstacles *walls_of(const packing_job *job)
{
    if (!job->walls)
        return NULL;
    if (!*job->walls)
        obstacles_make(job->model, job->folder, job->walls, NULL);
    return *job->walls;
}

packing_room packing_room_of(const packing_job *job)
{
    const choice *choice = &job->set->packing;
    const int region = choice_region(choice, "inside");
    const bool given = choice_given(choice, "clear_of_walls");
    const bool avoid = given ? choice_flag(choice, "clear_of_walls") : region >= 0;
    return (packing_room){
        .region = region >= 0 ? job->model->region[region].made : NULL,
        .walls = avoid ? walls_of(job) : NULL,
    };
}

bool packing_room_takes(const packing_room *room, v3 at, double radius, double gap)
{
    if (room->region && !region_holds(room->region, at, radius))
        return false;
    return !room->walls || obstacles_clear(room->walls, at, radius, gap);
}

bool packing_room_is_tight(const packing_job *job, packing_room *room, const v3 *at,
                           const double *radius, int64_t count)
{
    const model *model = job->model;
    const model_shape *shape = model_shape_of(model, job->index);
    const bool ball = !shape->clump.balls || shape->clump.of_ball;
    const bool decided = room->walls || choice_given(&job->set->packing, "clear_of_walls");
    if (decided || job->set->fixed || !ball)
        return false;
    const obstacles *walls = walls_of(job);
    for (int64_t i = 0; walls && i < count; i++) {
        if (obstacles_depth(walls, at[i], radius[i]) > model->deepest * radius[i]) {
            room->walls = walls;
            return true;
        }
    }
    return false;
}
